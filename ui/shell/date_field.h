#pragma once

#include <QDate>
#include <QLineEdit>
#include <functional>

class QLabel;

namespace astrolabe::ui {

/// The day that a person typed: YYYY-MM-DD, or as the locale writes days. Invalid for what is none.
QDate dayFromText(const QString& text);

/// A field for one day, shown as YYYY-MM-DD. Says at the field what is wrong and keeps what was typed. Up and
/// Down take the next and the previous day, Escape what holds.
class DateField : public QLineEdit {
  Q_OBJECT

 public:
  /// `name` becomes the objectName; the error line is "<name>.error".
  explicit DateField(const QString& name, QWidget* parent = nullptr);

  /// The day that holds, invalid for none. What is being typed, and what was refused, stays.
  void setDay(const QDate& day);
  /// Sets the check of a day, called as long as the field lives: it returns why the day may not hold, or an
  /// empty text.
  void setJudge(std::function<QString(const QDate&)> judge) { m_judge = std::move(judge); }
  /// Sets what the day means, in a sentence: told while nothing is wrong.
  void setMeaning(const QString& sentence);
  /// Takes what was typed as Enter does. False where it is refused.
  bool takeTyped();
  /// Goes back to the day that holds.
  void dropTyped();
  /// True where the text in the field was typed and refused: it is not the day that holds.
  bool isRefused() const { return isModified() && !m_problem.isEmpty(); }
  /// Says something wrong that the field cannot know by itself; empty takes it back.
  void setProblem(const QString& text);
  /// The line below the field; owned by whoever lays it out.
  QLabel* errorLabel() const { return m_error; }

 signals:
  /// A right day that differs from the last one, after Enter or when the focus leaves.
  void committed(const QDate& day);

 protected:
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QString wrongWith(const QDate& day) const;
  void step(int days);
  void finish();

  QDate m_day;
  QString m_problem, m_meaning;
  QLabel* m_error;
  std::function<QString(const QDate&)> m_judge;
};

}  // namespace astrolabe::ui
