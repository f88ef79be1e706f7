#include "ui/controls/scrolls_down.h"

#include <QScrollArea>

namespace astrolabe::ui {

void scrollDownwards(QScrollArea& area) {
  area.setFrameShape(QFrame::NoFrame);
  area.setWidgetResizable(true);
  area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area.setFocusPolicy(Qt::NoFocus);
}

}  // namespace astrolabe::ui
