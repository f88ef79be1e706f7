#pragma once
// Rows of a label and a field, as panels of what is asked have them.

#include <QWidget>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/json.h"
#include "core/base/result.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace astrolabe::ui {

class NumberField;

/// Labels at the left and fields at the right, in the inks of the theme. Fields are named after what they
/// belong to: "traffic.rate".
class FieldRows : public QWidget {
  Q_OBJECT

 signals:
  /// A person changes the job: what, for the undo step; the key that is stated by it; how.
  void edited(const QString& what, const std::string& key, const std::function<void(astrolabe::Json&)>& edit);

 protected:
  /// `name` is that of this widget, `prefix` that of its fields.
  FieldRows(const QString& name, const QString& prefix, QWidget* parent);
  /// A row at the end: the label, which is returned, the field, and below both the field's error where there
  /// is one.
  QLabel* addRow(const QString& label, QWidget* field, QLabel* error = nullptr);
  /// A row with a button between its label and its field.
  QLabel* addRowWith(QPushButton* button, const QString& label, QWidget* field);
  /// A row with a box in place of the label: ticked, the field counts.
  void addChecked(QCheckBox* check, NumberField* field);
  /// A row of both columns.
  void addWide(QWidget* field);
  /// The month of an engine's release, ".engineDate", which may be empty; `take` gets what a person enters.
  std::pair<QLineEdit*, QLabel*> addEngineDate(const std::function<void(const QString&)>& take);
  /// These have no row yet.
  QComboBox* makeChoice(const char* name, const QString& label, const QString& tip);
  NumberField* makeNumber(const char* name, const QString& label, const QString& unit,
                          const QString& meaning);
  QCheckBox* makeBox(const char* name, const QString& label, const QString& tip);
  QLabel* makeProblem(const char* name);
  /// A label of less weight than the fields.
  void quieten(QLabel* label);
  void changeEvent(QEvent* event) override;

 private:
  void colour();

  QString m_prefix;
  QGridLayout* m_grid = nullptr;
  QList<QLabel*> m_quiet, m_problems;
};

/// An error told at the fields that it concerns.
class ToldAtFields {
 public:
  /// `about`: whether an error concerns a key of the job; null: where it names the key anywhere.
  ToldAtFields(const std::optional<Error>& error, QString words,
               std::function<bool(const Error&, std::string_view)> about = nullptr);
  /// The words where the error concerns `key`, else none.
  QString at(std::string_view key);
  /// Says them at `field`, but where that refuses what was typed.
  void tell(NumberField& field, std::string_view key);
  /// A field said it.
  bool placed = false;

 private:
  std::optional<Error> m_error;
  QString m_words;
  std::function<bool(const Error&, std::string_view)> m_about;
};

}  // namespace astrolabe::ui
