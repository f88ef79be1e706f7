#pragma once
// Predictions of measured serving runs, as the accuracy page shows them: points, rows and errors by group.

#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/calibration/validation.h"
#include "core/serving/calibration.h"
#include "core/serving/validation.h"
#include "ui/results/accuracy_plots.h"
#include "ui/results/text_table.h"

namespace astrolabe::ui {

/// A table of serving runs with its predictions. Never moved once made: rows point into the table.
struct ServingAccuracy {
  serving::ServingTable table;
  serving::ServingValidation validation;
  /// `validation.predicted`, row by row, for the plots: ms or tokens/s.
  std::vector<calibration::ValidatedRow> points;
  AccuracyTypes types;
  std::optional<serving::ServingCalibration>
      own;  ///< constants fitted to the table, with which it is predicted
};
using ServingAccuracyPtr = std::shared_ptr<const ServingAccuracy>;
using ServingRows = std::vector<const serving::ServingRow*>;

/// Reads and predicts the table `csv`: for a working thread; thousands of rows take seconds. Null once `stop`
/// is requested. Errors: those of serving::read_serving_table.
Result<ServingAccuracyPtr> servingAccuracyOf(const std::string& csv, const hardware::Catalogue& catalogue,
                                             const std::stop_token& stop);

/// Reads the table `csv` and predicts it with constants fitted to its own runs: for a working thread. Errors:
/// also those of serving::calibrate.
Result<ServingAccuracyPtr> fittedServingAccuracyOf(const std::string& csv,
                                                   const hardware::Catalogue& catalogue,
                                                   const std::stop_token& stop);

/// Titles, units and words of the plots.
AccuracyQuantity servingQuantity(serving::Metric metric);

/// Errors of all rows, then by model (dense, with experts; disaggregated ones and those with drafts apart),
/// by load, by engine and by GPU type. Medians and 90th percentiles are those of serving::errors_of.
class ServingErrorGroups : public TextTable {
  Q_OBJECT

 public:
  using TextTable::TextTable;
  void setRows(const ServingRows& rows);
};

/// The rows with their predictions; sorts by number under SortRole.
class ServingRuns : public TextTable {
  Q_OBJECT

 public:
  enum Column { Id, Source, Model, Gpu, Engine, Load, Measured, Predicted, Error, Band, ColumnCount };
  enum Role { SortRole = Qt::UserRole };
  using TextTable::TextTable;
  void setRows(ServingRows rows);
  const serving::ServingRow* row(int row) const;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  ServingRows m_rows;
};

}  // namespace astrolabe::ui
