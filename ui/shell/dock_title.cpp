#include "ui/shell/dock_title.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include "ui/render/theme.h"

namespace astrolabe::ui {

DockTitle::DockTitle(const QString& title, QDockWidget* dock)
    : QWidget(dock), m_layout(new QHBoxLayout(this)), m_label(new QLabel(title, this)) {
  m_label->setFont(ui::font(TextRole::Section));
  m_layout->setContentsMargins(scaled(12), 0, scaled(8), 0);
  m_layout->addWidget(m_label);
  m_layout->addStretch();
}

void DockTitle::addControl(QWidget* control) { m_layout->addWidget(control); }

QSize DockTitle::sizeHint() const { return {QWidget::sizeHint().width(), scaled(32)}; }

QSize DockTitle::minimumSizeHint() const { return {QWidget::minimumSizeHint().width(), scaled(32)}; }

void DockTitle::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), currentTheme().panel);
  painter.fillRect(QRect(0, height() - 1, width(), 1), currentTheme().border);
}

void DockTitle::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::ApplicationFontChange) m_label->setFont(ui::font(TextRole::Section));
}

}  // namespace astrolabe::ui
