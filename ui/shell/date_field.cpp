#include "ui/shell/date_field.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>

#include "ui/render/theme.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

QDate dayFromText(const QString& text) {
  const QString typed = text.trimmed();
  if (const QDate day = QDate::fromString(typed, u"yyyy-MM-dd"_s); day.isValid()) return day;
  for (const QLocale::FormatType format : {QLocale::LongFormat, QLocale::ShortFormat}) {
    const QString written = QLocale().dateFormat(format);
    if (!written.contains(u"yyyy"_s)) continue;  // 1/3/27 is a day of 1927 to Qt
    if (const QDate day = QLocale().toDate(typed, written); day.isValid()) return day;
  }
  return {};
}

DateField::DateField(const QString& name, QWidget* parent) : QLineEdit(parent), m_error(new QLabel(parent)) {
  setObjectName(name);
  setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  setPlaceholderText(tr("YYYY-MM-DD", "form of a day"));
  m_error->setObjectName(name + u".error"_s);
  m_error->setFont(ui::font(TextRole::Caption));
  m_error->setWordWrap(true);
  m_error->hide();
  setInk(m_error, currentTheme().error);
  connect(this, &QLineEdit::editingFinished, this, [this] { finish(); });
}

void DateField::setDay(const QDate& day) {
  m_day = day;
  if (!isRefused() && !(hasFocus() && isModified())) dropTyped();
}

void DateField::setMeaning(const QString& sentence) {
  m_meaning = sentence;
  setToolTip(sentence);
  if (m_problem.isEmpty()) setAccessibleDescription(sentence);
}

void DateField::dropTyped() {
  setText(m_day.isValid() ? m_day.toString(Qt::ISODate) : QString());
  setModified(false);
  setProblem({});
}

void DateField::setProblem(const QString& text) {
  m_problem = text;
  m_error->setText(text);
  m_error->setVisible(!text.isEmpty());
  setProperty("invalid", !text.isEmpty());
  setAccessibleDescription(text.isEmpty() ? m_meaning : text);
  setToolTip(text.isEmpty() ? m_meaning : text);
  update();
}

QString DateField::wrongWith(const QDate& day) const {
  if (!day.isValid()) return tr("“%1” is no day: write it as 2027-03-31.").arg(text());
  return m_judge ? m_judge(day) : QString();
}

bool DateField::takeTyped() {
  finish();
  return !isRefused();
}

void DateField::finish() {
  if (!isModified()) return;
  if (text().trimmed().isEmpty()) return dropTyped();
  const QDate day = dayFromText(text());
  QString wrong = wrongWith(day);
  if (!wrong.isEmpty() && m_day.isValid())
    wrong = tr("%1 Until then: %2.", "why a text is refused, and the day that holds meanwhile")
                .arg(wrong, m_day.toString(Qt::ISODate));
  setProblem(wrong);
  if (!wrong.isEmpty()) return;
  const bool same = day == m_day;
  m_day = day;
  dropTyped();
  if (!same) emit committed(day);
}

void DateField::step(int days) {
  const QDate now = dayFromText(text());
  const QDate next = now.isValid() ? now.addDays(days) : QDate();
  if (!next.isValid() || isReadOnly() || !wrongWith(next).isEmpty()) return;
  setText(next.toString(Qt::ISODate));
  setModified(true);
  finish();
}

void DateField::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)
    return step(event->key() == Qt::Key_Up ? 1 : -1);
  if (event->key() == Qt::Key_Escape && isModified()) return dropTyped();
  QLineEdit::keyPressEvent(event);
}

void DateField::changeEvent(QEvent* event) {
  QLineEdit::changeEvent(event);
  if (event->type() == QEvent::StyleChange) setInk(m_error, currentTheme().error);
}

}  // namespace astrolabe::ui
