#include "ui/controls/scrolled_column.h"

#include <QScreen>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/controls/scrolls_down.h"

namespace astrolabe::ui {

ScrolledColumn::ScrolledColumn(QWidget* parent) : QScrollArea(parent) {
  auto* page = new QWidget(this);
  m_column = new QVBoxLayout(page);
  m_column->setContentsMargins(0, 0, 0, 0);
  setWidget(page);
  scrollDownwards(*this);
  viewport()->setAutoFillBackground(false);
  page->setAutoFillBackground(false);
}

QSize ScrolledColumn::withinScreen(QSize whole, double share) const {
  return {whole.width() + verticalScrollBar()->sizeHint().width(),
          std::min(whole.height(), int(screen()->availableSize().height() * share))};
}

QSize ScrolledColumn::sizeHint() const {
  constexpr double kShareOfScreen = 0.75;  // the rest is for title and buttons
  return withinScreen(m_column->totalSizeHint(), kShareOfScreen);
}

QSize ScrolledColumn::minimumSizeHint() const {
  constexpr double kLeastOfScreen = 0.6;
  return withinScreen(m_column->totalMinimumSize(), kLeastOfScreen);
}

}  // namespace astrolabe::ui
