#pragma once

#include <QLabel>
#include <QLineEdit>
#include <functional>
#include <optional>

class QPainter;

namespace astrolabe::ui {

/// A number as a person types it, in the digits of the locale or with ".", with an optional k, M, B or T
/// behind it ("2.5 M"). Nothing for what is not a number.
std::optional<double> numberFromText(const QString& text);
/// The shortest text that reads back as the same number: "3 M", "8192", "2.5 M".
QString numberFieldText(double value);

/// The numbers that a field takes, in the unit of its values.
struct NumberRange {
  double low = 0.0, high = 1e18;  ///< inclusive
  bool whole = false;             ///< no fractions
  bool aboveZero = true;          ///< zero is none of them, though `low` may be
};

/// A field for one number with its unit inside. Says at the field what is wrong and keeps what was typed. Up
/// and Down, and the wheel while it has the focus, change the second digit by one.
class NumberField : public QLineEdit {
  Q_OBJECT

 public:
  /// `name` becomes the objectName; the error line is "<name>.error". `unit` is shown behind the number.
  NumberField(const QString& name, const QString& unit, QWidget* parent = nullptr);

  void setLimits(const NumberRange& range) { m_range = range; }
  /// Sets the value that holds. Text that is being typed, or that was refused, stays; dropTyped() drops it.
  void setValue(std::optional<double> value);
  /// The value of the text in the field; none where it is wrong.
  std::optional<double> value() const;
  /// Says what is wrong with `text` as the value of this field; empty when it is right.
  QString check(const QString& text) const;
  /// Sets a further check of a number in the range, called as long as the field lives: it returns what is
  /// wrong with the number, or an empty text.
  void setJudge(std::function<QString(double value)> judge) { m_judge = std::move(judge); }
  /// Lets the error line also tell the value that holds until what is wrong is mended.
  void tellWhatHolds() { m_tellsWhatHolds = true; }
  /// Takes what was typed as Enter does. False where it is refused.
  bool takeTyped();
  /// Goes back to the value that holds.
  void dropTyped();
  /// True where the text in the field was typed and refused: it is not the value that holds.
  bool isRefused() const { return isModified() && !m_problem.isEmpty(); }
  /// Says something wrong that the field cannot know by itself; empty takes it back.
  void setProblem(const QString& text);
  QString problem() const { return m_problem; }
  /// The line below the field; owned by whoever lays it out.
  QLabel* errorLabel() const { return m_error; }
  /// Italic, with "assumed" in the field and in its accessible name: no file and no person stated this value.
  void setAssumed(bool assumed);
  /// The value where nobody states one, in the shown unit. The menu of the field offers the way back to it;
  /// so does Enter in the emptied field.
  void setDefault(double value) { m_default = value; }
  /// A sum of money: its values and limits are dollars, what stands in it is in the currency in force.
  void setMoney();
  /// A length of time: its values and limits are hours, what stands in it is counted in units of so many
  /// hours, shown as `unit`. "12 h", "90d" and "3 weeks" are read in any unit.
  void setTimeUnit(double hours, const QString& unit);
  /// Sets what the value means, in a sentence: its tool tip, and what assistive technology is told while
  /// nothing is wrong.
  void setMeaning(const QString& sentence);

 signals:
  /// A right value that differs from the last one, after Enter or when the focus leaves.
  void committed(double value);
  /// Nobody shall state the value any more.
  void defaultWanted();
  /// problem() changed: something is wrong with the text, or nothing is any more.
  void problemChanged();
  /// A length of time was typed with a unit of so many hours that is not the one in force.
  void timeUnitTyped(double hours);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  /// The number that stands in the field for a value of it, and back: hours in its unit, dollars as money.
  double shown(double value) const;
  double kept(double number) const;
  /// A number that was typed, and the hours of the unit behind it; 0 hours without a unit.
  struct Typed {
    double number = 0.0, hours = 0.0;
  };
  std::optional<Typed> read(const QString& text) const;
  /// `text` as a number in the unit in which the field counts; none where it is no number.
  std::optional<double> numberIn(const QString& text) const;
  void makeRoomForUnit();
  void step(int steps);
  void finish();
  QString refusal(const QString& wrong) const;
  bool looksAssumed() const { return m_assumed && !isRefused(); }
  void showOrigin();
  void colour();
  void tellState();
  void paintAssumed(QPainter& painter, int unitWidth);

  QString m_unit;
  QString m_problem, m_meaning;
  QString m_plainName;  ///< accessible name of a value that somebody stated
  QLabel* m_error;
  std::optional<double> m_value, m_default;
  bool m_assumed = false, m_money = false, m_tellsWhatHolds = false;
  double m_hours = 0.0;  ///< of the unit in which a length of time is counted; 0: it is none
  NumberRange m_range;
  std::function<QString(double)> m_judge;
};

}  // namespace astrolabe::ui
