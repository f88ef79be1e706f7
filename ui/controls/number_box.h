#pragma once
// Boxes for numbers that take what is typed, as the locale writes numbers and with a plain ".", and say what
// would be right where it is none of theirs: they neither swallow digits nor go back silently.

#include <QDoubleSpinBox>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPaintEvent>
#include <QSpinBox>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

/// A box whose text may be refused: its value then is the last one that was right.
class RefusingText {
 public:
  virtual ~RefusingText() = default;
  /// What would be right in place of what stands in the box; empty where that is right.
  virtual QString problem() const = 0;
};

/// "Must be from 0 to 4096 GiB."
QString rangeText(double least, double most, const QString& unit);
/// Shows at the box what is wrong with its text, or that nothing is any more.
void showProblem(QAbstractSpinBox& box, const QString& problem);
/// What is wrong with the text of a box, with its name; empty where nothing is.
QString namedProblem(const QAbstractSpinBox& box);
/// The first of those in the boxes of a form.
QString problemIn(const QWidget& form);

template <class Box>
class RefusingBox : public Box, public RefusingText {
 public:
  explicit RefusingBox(QWidget* parent = nullptr) : Box(parent) {
    whenTyped(this, [this] { tell(); });
    QObject::connect(this, &Box::valueChanged, this, [this] { tell(); });
  }

  /// Calls `slot` with each change of the text by a person, refused or not.
  template <class Slot>
  void whenTyped(QObject* receiver, Slot slot) {
    QObject::connect(this->lineEdit(), &QLineEdit::textChanged, receiver, slot);
  }

  QString problem() const override {
    const QString typed = this->lineEdit()->text();
    return isNone(typed) || isRight(typed) ? QString() : rangeText(least(), this->maximum(), this->suffix());
  }

  /// From a refused text it goes on from the value that holds: the toolkit alone would only go back to that.
  void stepBy(int steps) override {
    if (!problem().isEmpty()) this->interpretText();
    Box::stepBy(steps);
    tell();
  }

 protected:
  using Number = decltype(std::declval<Box>().value());

  /// Of the numbers that it takes.
  virtual double least() const { return this->minimum(); }
  /// No number, in a box that has words for none.
  bool isNone(const QString& text) const {
    const QString words = this->specialValueText();
    return !words.isEmpty() && (text == words || digits(text).isEmpty());
  }

  /// What is typed without the unit.
  QString digits(const QString& text) const {
    QString number = text;
    if (number.startsWith(this->prefix())) number = number.mid(this->prefix().size());
    if (number.endsWith(this->suffix())) number.chop(this->suffix().size());
    return number.trimmed();
  }

  bool isRight(const QString& text) const {
    const std::optional<double> number = numberOf(digits(text));
    if (!number || *number < least() || *number > this->maximum()) return false;
    return !std::is_integral_v<Number> || *number == std::floor(*number);
  }

  /// A number that is not right stays, as one does that still grows while it is typed.
  QValidator::State validate(QString& input, int& position) const override {
    if (isNone(input) || isRight(input)) return QValidator::Acceptable;
    return numberOf(digits(input)) ? QValidator::Intermediate : Box::validate(input, position);
  }

  Number valueFromText(const QString& text) const override {
    if (isNone(text)) return this->minimum();
    return isRight(text) ? static_cast<Number>(*numberOf(digits(text))) : Box::valueFromText(text);
  }

  void keyPressEvent(QKeyEvent* event) override {
    const bool enters = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enters && !problem().isEmpty()) return tell();  // the button of the form would take the value before
    Box::keyPressEvent(event);
    tell();
  }

  /// A value that is set takes the place of what was typed, without a signal where it is the one before.
  void paintEvent(QPaintEvent* event) override {
    tell();
    Box::paintEvent(event);
  }

  /// The toolkit goes back to the value before.
  void focusOutEvent(QFocusEvent* event) override {
    const QString typed = this->lineEdit()->text();
    const bool refused = !problem().isEmpty();
    Box::focusOutEvent(event);
    if (refused) this->lineEdit()->setText(typed);
  }

 private:
  void tell() { showProblem(*this, problem()); }
};

/// A whole number.
using WholeBox = RefusingBox<QSpinBox>;

class NumberBox : public RefusingBox<QDoubleSpinBox> {
  Q_OBJECT

 public:
  using RefusingBox::RefusingBox;

  /// From here on it may hold no number: it then says `words`, and its value is its minimum, which lies below
  /// all numbers that it takes. Precondition: its range and decimals are set.
  void allowEmpty(const QString& words);
  bool isEmpty() const;
  void stepBy(int steps) override;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  double least() const override;

 private:
  std::optional<double> m_least;  ///< of the numbers, where it may be empty
};

}  // namespace astrolabe::ui
