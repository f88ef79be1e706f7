#include "ui/results/strategy_field.h"

#include <QFocusEvent>
#include <QLineEdit>
#include <QSignalBlocker>

namespace astrolabe::ui {

StrategyField::StrategyField(QWidget* parent) : QComboBox(parent) {
  setEditable(true);
  setInsertPolicy(QComboBox::NoInsert);
  setCompleter(nullptr);
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(18);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  lineEdit()->installEventFilter(this);
}

void StrategyField::offer(const QStringList& words, int current) {
  const QSignalBlocker quiet(this);
  clear();
  addItems(words);
  setCurrentIndex(current);
}

void StrategyField::tell(const QString& words, const QString& line) {
  const QSignalBlocker quiet(this);
  m_words = words;
  m_line = line;
  endEdit();
  showStrategy();
}

bool StrategyField::isEdited() const { return lineEdit()->isModified(); }
void StrategyField::endEdit() { lineEdit()->setModified(false); }
void StrategyField::showStrategy() { showAs(lineEdit()->hasFocus()); }

void StrategyField::showAs(bool edited) {
  if (isEdited()) return;
  setEditText(edited ? m_line : m_words);
  lineEdit()->setCursorPosition(0);
}

void StrategyField::setMistake(const QString& text) {
  lineEdit()->setProperty("invalid", !text.isEmpty());
  lineEdit()->setAccessibleDescription(text);
}

bool StrategyField::eventFilter(QObject* watched, QEvent* event) {
  const bool comes = event->type() == QEvent::FocusIn;
  if (watched == lineEdit() && (comes || event->type() == QEvent::FocusOut) &&
      static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)  // its list, its menu
    showAs(comes);
  return QComboBox::eventFilter(watched, event);
}

}  // namespace astrolabe::ui
