#pragma once
// Sums up the shown rows of the accuracy page: figures of all of them, and of each GPU type.

#include <QList>
#include <QPixmap>
#include <QWidget>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "core/calibration/validation.h"
#include "ui/render/theme.h"
#include "ui/results/text_table.h"

class QLabel;

namespace astrolabe::ui {

using ValidatedRows = QList<const calibration::ValidatedRow*>;

calibration::ErrorSummary summaryOf(const ValidatedRows& rows);

/// Places of the GPU types in the order of colours and shapes: the type with most times measured first. They
/// are of all rows of a validation, so a filter changes no look.
class AccuracyTypes {
 public:
  AccuracyTypes() = default;
  explicit AccuracyTypes(const calibration::Validation& validation);
  /// `counts`: of what was measured, by type.
  explicit AccuracyTypes(const std::map<std::string, int>& counts);
  /// 0 for a type that is not in the validation.
  int place(const std::string& gpu) const;
  GpuStyle style(const std::string& gpu, const Theme& theme) const { return theme.gpu(place(gpu)); }
  /// The types among these rows, in their order.
  std::vector<std::string> of(const ValidatedRows& rows) const;

 private:
  std::map<std::string, int> m_places;
};

/// The mark of a type for a table, in the colours of the current theme.
QPixmap typeMark(const GpuStyle& style);

/// Errors by GPU type; the mark of the type stands before its name.
class AccuracyGroups : public TextTable {
  Q_OBJECT

 public:
  using TextTable::TextTable;
  void setRows(const ValidatedRows& rows, const AccuracyTypes& types);
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  std::vector<int> m_places;
};

/// Number of runs, median error, error of nine in ten, typical error, share inside the band: large.
class AccuracyFigures : public QWidget {
  Q_OBJECT

 public:
  explicit AccuracyFigures(QWidget* parent = nullptr);
  /// `all`: rows of the quantity without a filter.
  void setRows(const ValidatedRows& rows, int all);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  enum Figure { Rows, Median, NineOfTen, Bias, Band, FigureCount };
  void dress();
  std::array<QLabel*, FigureCount> m_captions{}, m_values{};
};

}  // namespace astrolabe::ui
