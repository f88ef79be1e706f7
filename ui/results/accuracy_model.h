#pragma once
// Predicted against measured runs as a table. Rows come from one validation only.

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <memory>

#include "core/calibration/validation.h"
#include "ui/results/accuracy_summary.h"

namespace astrolabe::ui {

using ValidationPtr = std::shared_ptr<const calibration::Validation>;

class AccuracyModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Id, Source, Family, Gpu, Kind, Measured, Predicted, Error, Band, Assumed, ColumnCount };
  enum Role { SortRole = Qt::UserRole };

  explicit AccuracyModel(QObject* parent = nullptr);
  /// The only setter.
  void setValidation(ValidationPtr validation);
  /// The types of the validation's GPUs.
  const AccuracyTypes& types() const { return m_types; }
  const calibration::ValidatedRow* row(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(const calibration::ValidatedRow& row, int column) const;
  QVariant number(const calibration::ValidatedRow& row, int column) const;
  ValidationPtr m_validation;
  AccuracyTypes m_types;
};

/// The rows of one quantity that fit the chosen GPU, family and source; sorts by number.
class AccuracyFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit AccuracyFilter(AccuracyModel& model, QObject* parent = nullptr);
  /// Times when `time`, otherwise memory; an empty text lets all through.
  void setFilter(bool time, const QString& gpu, const QString& family, const QString& source);
  ValidatedRows rows() const;  ///< in the order shown

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  AccuracyModel& m_rows;
  bool m_time = true;
  QString m_gpu, m_family, m_source;
};

/// "4.2 µs a token" or "61.3 GiB": a measured or predicted value in the unit of its row.
QString accuracyValueText(const calibration::ValidatedRow& row, double value);

}  // namespace astrolabe::ui
