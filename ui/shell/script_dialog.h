#pragma once
// A launch script on its way to My layout: what is read from it, what of it is not used, and what it leaves
// open, to be entered in place. Nothing is run.

#include <QDialog>
#include <QMap>
#include <optional>

#include "core/plan/plan.h"
#include "core/runtimes/script.h"

class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace astrolabe::ui {

/// Children: scriptDialog.answer says what was read, or what is wrong and where; scriptDialog.value.NAME
/// takes the value of a variable; scriptDialog.ignored lists arguments that are not used, with why;
/// scriptDialog.add.
class ScriptDialog : public QDialog {
  Q_OBJECT

 public:
  /// `asked`: the plan whose question `problem` is.
  ScriptDialog(plan::Plan asked, strategy::Problem problem, const QString& path, QWidget* parent = nullptr);
  /// The model and layout that the file tells; none while it cannot be read.
  const std::optional<runtimes::ScriptReading>& reading() const { return m_reading; }
  /// The plan's job with what the file says of it. Precondition: there is a reading.
  strategy::Job job() const;

 protected:
  /// Return in a field reads the file again; it does not take what nobody has seen.
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void read();
  void askFor(const Error& error);
  void tellRead();
  void tellIgnored();
  QStringList changesOfJob() const;

  plan::Plan m_asked;
  strategy::Problem m_problem;
  QString m_path;
  model::GivenValues m_given;
  std::optional<runtimes::ScriptReading> m_reading;
  QMap<QString, QLineEdit*> m_values;
  QFormLayout* m_form = nullptr;
  QLabel *m_answer = nullptr, *m_heading = nullptr;
  QTableWidget* m_ignored = nullptr;
  QPushButton* m_add = nullptr;
};

}  // namespace astrolabe::ui
