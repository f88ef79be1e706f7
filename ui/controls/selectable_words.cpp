#include "ui/controls/selectable_words.h"

#include <QLabel>

namespace astrolabe::ui {

QLabel* selectableWords(const QString& name, QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setObjectName(name);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

}  // namespace astrolabe::ui
