#include "ui/controls/scrolled_form.h"

#include <QDialog>
#include <QFormLayout>
#include <QScreen>
#include <QScrollBar>
#include <QVBoxLayout>

#include "ui/controls/scrolls_down.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

ScrolledForm::ScrolledForm(QDialog* dialog) : QScrollArea(dialog) {
  auto* column = new QVBoxLayout(dialog);
  column->addWidget(this, 1);
  auto* page = new QWidget(this);
  m_rows = new QFormLayout(page);
  m_rows->setContentsMargins(0, 0, 0, 0);
  setWidget(page);
  scrollDownwards(*this);
  viewport()->setAutoFillBackground(false);
  page->setAutoFillBackground(false);
}

QSize ScrolledForm::sizeHint() const {
  const int wide = minimumSizeHint().width();
  const int high =
      m_rows->hasHeightForWidth() ? m_rows->totalHeightForWidth(wide) : m_rows->totalSizeHint().height();
  constexpr double kShareOfScreen = 0.75;  // the rest is for title and buttons
  return {wide, std::min(high, int(screen()->availableGeometry().height() * kShareOfScreen))};
}

QSize ScrolledForm::minimumSizeHint() const {
  const int bar = verticalScrollBar()->sizeHint().width();
  constexpr double kLeastOfScreen = 0.2;  // where text is large: what stands below has room as well
  return {std::max(m_rows->totalMinimumSize().width(), m_rows->totalSizeHint().width()) + bar,
          std::min(scaled(120), int(screen()->availableGeometry().height() * kLeastOfScreen))};
}

}  // namespace astrolabe::ui
