#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QStyle>
#include <array>
#include <cmath>

#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct Suffix {
  char16_t letter;
  double factor;
};
constexpr std::array<Suffix, 4> kSuffixes{{{u'T', 1e12}, {u'B', 1e9}, {u'M', 1e6}, {u'k', 1e3}}};

/// Hours of the unit of time that `word` is, in English or in the language in force; 0: none.
double hoursOf(const QString& word) {
  const auto is = [&](const char* letter, const char* plural, const QString& here) {
    const QString singular = QString::fromLatin1(plural).chopped(1);
    for (const QString& each : {QString::fromLatin1(letter), QString::fromLatin1(plural), singular, here})
      if (word.compare(each, Qt::CaseInsensitive) == 0) return true;
    return false;
  };
  constexpr double kDay = 24.0, kWeek = 7.0 * kDay;
  if (is("h", "hours", NumberField::tr("hours"))) return 1.0;
  if (is("d", "days", NumberField::tr("days"))) return kDay;
  return is("w", "weeks", NumberField::tr("weeks")) ? kWeek : 0.0;
}

}  // namespace

std::optional<double> numberFromText(const QString& text) {
  QString digits;
  for (const QChar c : text)
    if (!c.isSpace()) digits += c;
  double factor = 1.0;
  for (const Suffix& suffix : kSuffixes) {
    if (digits.endsWith(QChar(suffix.letter), Qt::CaseInsensitive)) {
      factor = suffix.factor;
      digits.chop(1);
      break;
    }
  }
  const std::optional<double> value = numberOf(digits);
  return value ? std::optional(*value * factor) : std::nullopt;
}

QString numberFieldText(double value) {
  const QLocale locale;
  const auto plain = [&](double number) {
    QString text = locale.toString(number, 'g', 12);
    return text.remove(locale.groupSeparator());
  };
  if (std::abs(value) >= 1e5) {
    for (const Suffix& suffix : kSuffixes) {
      if (std::abs(value) < suffix.factor) continue;
      const double share = value / suffix.factor;
      // At most four digits behind the suffix, else the number itself is easier to read.
      if (std::abs(share * 1e4 - std::round(share * 1e4)) < 1e-6)
        return u"%1 %2"_s.arg(plain(share), QChar(suffix.letter));
      break;
    }
  }
  return plain(value);
}

NumberField::NumberField(const QString& name, const QString& unit, QWidget* parent)
    : QLineEdit(parent), m_unit(unit), m_error(new QLabel(parent)) {
  setObjectName(name);
  setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  setPlaceholderText(u"—"_s);
  m_error->setObjectName(name + u".error"_s);
  m_error->setFont(ui::font(TextRole::Caption));
  m_error->setWordWrap(true);
  m_error->hide();
  makeRoomForUnit();
  connect(this, &QLineEdit::editingFinished, this, [this] { finish(); });
  connect(this, &QLineEdit::textEdited, this, [this](const QString& text) {
    if (!m_problem.isEmpty()) setProblem(text.isEmpty() ? QString() : refusal(check(text)));
  });
  colour();
}

void NumberField::setMoney() {
  m_money = true;
  tellState();
}

void NumberField::makeRoomForUnit() {
  setTextMargins(0, 0, m_unit.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_unit) + scaled(4), 0);
}

void NumberField::setTimeUnit(double hours, const QString& unit) {
  m_hours = hours;
  m_unit = unit;
  makeRoomForUnit();
  if (!isModified()) dropTyped();
  update();
}

void NumberField::setMeaning(const QString& sentence) {
  m_meaning = sentence;
  if (m_problem.isEmpty()) setAccessibleDescription(m_meaning);
  tellState();
}

double NumberField::shown(double value) const {
  if (m_hours > 0.0) return value / m_hours;
  return m_money ? plainMoney(shownMoney(value)) : value;
}

double NumberField::kept(double number) const {
  if (m_hours > 0.0) return number * m_hours;
  return m_money ? dollars(number) : number;
}

std::optional<NumberField::Typed> NumberField::read(const QString& text) const {
  QString digits = text.trimmed();
  double hours = 0.0;
  if (m_hours > 0.0) {
    qsizetype letters = 0;
    while (letters < digits.size() && digits.at(digits.size() - 1 - letters).isLetter()) ++letters;
    hours = hoursOf(digits.last(letters));
    if (hours > 0.0) digits.chop(letters);
  }
  const std::optional<double> number = numberFromText(digits);
  return number ? std::optional(Typed{*number, hours}) : std::nullopt;
}

std::optional<double> NumberField::numberIn(const QString& text) const {
  const std::optional<Typed> typed = read(text);
  if (!typed) return std::nullopt;
  return typed->hours > 0.0 ? typed->number * typed->hours / m_hours : typed->number;
}

void NumberField::setValue(std::optional<double> value) {
  m_value = value;
  if (isRefused()) {
    if (const QString wrong = check(text()); !wrong.isEmpty()) setProblem(refusal(wrong));
    return;
  }
  if (hasFocus() && isModified()) return;  // never under the hands of the person who types
  dropTyped();
}

void NumberField::dropTyped() {
  setModified(false);
  setText(m_value ? numberFieldText(shown(*m_value)) : QString());
  setProblem({});
}

std::optional<double> NumberField::value() const {
  if (!check(text()).isEmpty()) return {};
  return kept(*numberIn(text()));
}

QString NumberField::check(const QString& text) const {
  const std::optional<double> number = numberIn(text);
  if (!number) return tr("“%1” is not a number.").arg(text);
  if (m_range.aboveZero && *number <= 0) return tr("Must be above zero.");
  if (m_range.whole && *number != std::floor(*number)) return tr("Must be a whole number.");
  const double low = shown(m_range.low), high = shown(m_range.high);
  if (*number < low) return tr("Must be at least %1.").arg(numberFieldText(low));
  if (*number > high) return tr("Must be at most %1.").arg(numberFieldText(high));
  return m_judge ? m_judge(kept(*number)) : QString();
}

QString NumberField::refusal(const QString& wrong) const {
  if (wrong.isEmpty() || !m_tellsWhatHolds || !m_value) return wrong;
  const QString holds = numberFieldText(shown(*m_value));
  return tr("%1 Until then: %2.", "why a text is refused, and the value that holds meanwhile")
      .arg(wrong, m_unit.isEmpty() ? holds : holds + u' ' + m_unit);
}

void NumberField::setProblem(const QString& text) {
  if (m_problem == text && m_error->isHidden() == text.isEmpty()) return;
  m_problem = text;
  m_error->setText(text);
  m_error->setVisible(!text.isEmpty());
  setProperty("invalid", !text.isEmpty());
  setAccessibleDescription(text.isEmpty() ? m_meaning : text);
  showOrigin();
  colour();
  emit problemChanged();
}

void NumberField::setAssumed(bool assumed) {
  if (m_assumed == assumed) return;
  if (assumed) m_plainName = accessibleName();
  m_assumed = assumed;
  if (!assumed) setAccessibleName(m_plainName);
  showOrigin();
}

/// A text that was refused is no value, so nobody assumes it either.
void NumberField::showOrigin() {
  const bool assumed = looksAssumed();
  if (m_assumed)
    setAccessibleName(assumed ? tr("%1, assumed", "name of a field").arg(m_plainName) : m_plainName);
  if (font().italic() != assumed) {
    QFont face = font();
    face.setItalic(assumed);
    setFont(face);
  }
  tellState();
  update();
}

/// What is wrong comes before where the value comes from.
void NumberField::tellState() {
  const QString from = looksAssumed() ? tr("Assumed: no file and no person stated this value") : QString();
  setStatusTip(from);
  QStringList tips{m_problem.isEmpty() ? from : m_problem, m_meaning};
  if (m_money) tips << moneyFieldTip();
  tips.removeAll(QString());
  setToolTip(tips.join(u'\n'));
}

bool NumberField::takeTyped() {
  finish();
  return !isRefused();
}

void NumberField::finish() {
  if (!isModified()) return;
  if (text().trimmed().isEmpty()) {
    dropTyped();
    if (m_default && !m_assumed) emit defaultWanted();
    return;
  }
  const QString wrong = check(text());
  setProblem(refusal(wrong));
  if (!wrong.isEmpty()) return;
  setModified(false);
  const double hours = read(text())->hours, inUnitBefore = *numberIn(text());
  const double value = kept(inUnitBefore);
  if (hours > 0.0 && hours != m_hours) emit timeUnitTyped(hours);  // setTimeUnit() may follow at once
  const double number = m_hours > 0.0 ? shown(value) : inUnitBefore;
  setText(numberFieldText(number));
  if (m_value && shown(*m_value) == number && !m_assumed) return;  // an assumed value that is typed is stated
  m_value = value;
  emit committed(*m_value);
}

void NumberField::colour() { setInk(m_error, currentTheme().error); }

/// The second digit of the number is a step: 1.6 M goes to 1.7 M, 40 to 41.
void NumberField::step(int steps) {
  const std::optional<double> now = value() ? numberIn(text()) : std::nullopt;
  if (!now || steps == 0 || !isEnabled() || isReadOnly()) return;
  double size = std::pow(10.0, std::floor(std::log10(std::max(std::abs(*now), 10.0))) - 1.0);
  if (!m_range.whole && std::abs(*now) < 10.0) size = 0.1;
  if (m_range.whole) size = std::max(size, 1.0);
  const double next =
      std::clamp(std::round(*now / size + steps) * size, shown(m_range.low), shown(m_range.high));
  if (next == *now || (m_range.aboveZero && next <= 0.0)) return;
  setText(numberFieldText(next));
  setModified(true);
  finish();
}

void NumberField::wheelEvent(QWheelEvent* event) {
  if (!hasFocus()) return event->ignore();  // the panel scrolls
  step(event->angleDelta().y() > 0 ? 1 : event->angleDelta().y() < 0 ? -1 : 0);
  event->accept();
}

void NumberField::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)
    return step(event->key() == Qt::Key_Up ? 1 : -1);
  if (event->key() == Qt::Key_Escape && isModified()) return dropTyped();
  QLineEdit::keyPressEvent(event);
}

void NumberField::paintEvent(QPaintEvent* event) {
  QLineEdit::paintEvent(event);
  if (m_unit.isEmpty() && !looksAssumed()) return;
  QPainter painter(this);
  painter.setPen(isEnabled() ? currentTheme().text2 : currentTheme().disabled);
  const int pad = scaled(8);
  painter.drawText(rect().adjusted(pad, 0, -pad, 0), Qt::AlignVCenter | Qt::AlignRight, m_unit);
  if (looksAssumed() && !text().isEmpty())
    paintAssumed(painter, m_unit.isEmpty() ? 0 : painter.fontMetrics().horizontalAdvance(m_unit));
}

/// The word on the side that the number leaves free, the sign of the model panel where that is too narrow.
void NumberField::paintAssumed(QPainter& painter, int unitWidth) {
  const int pad = scaled(8);
  const int taken = fontMetrics().horizontalAdvance(text()) + unitWidth + 2 * scaled(4);
  const int room = width() - 2 * pad - taken;
  painter.setFont(ui::font(TextRole::Caption));
  const QFontMetrics face = painter.fontMetrics();
  QString mark = tr("assumed");
  if (face.horizontalAdvance(mark) > room) mark = u"≈"_s;
  if (face.horizontalAdvance(mark) > room) return;
  const bool mirrored = layoutDirection() == Qt::RightToLeft;  // there the number stands on the left
  painter.drawText(rect().adjusted(pad, 0, mirrored ? -pad - unitWidth - scaled(4) : -pad, 0),
                   Qt::AlignVCenter | (mirrored ? Qt::AlignRight : Qt::AlignLeft), mark);
}

void NumberField::contextMenuEvent(QContextMenuEvent* event) {
  QMenu* menu = createStandardContextMenu();
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (m_default) {
    menu->addSeparator();
    const QString usual = numberFieldText(shown(*m_default)) + (m_unit.isEmpty() ? QString() : u' ' + m_unit);
    QAction* back =
        menu->addAction(tr("Back to the default (%1)").arg(usual), this, [this] { emit defaultWanted(); });
    back->setObjectName(objectName() + u".default"_s);
    back->setEnabled(!m_assumed);
  }
  menu->popup(event->globalPos());
}

void NumberField::changeEvent(QEvent* event) {
  QLineEdit::changeEvent(event);
  if (event->type() == QEvent::StyleChange) colour();
}

}  // namespace astrolabe::ui
