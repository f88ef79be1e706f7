#include "ui/shell/banner.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/render/theme.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct Look {
  QColor edge, fill;
  QString icon;
};

Look lookOf(Banner::Kind kind) {
  const Theme& theme = currentTheme();
  switch (kind) {
    case Banner::Kind::Warning:
      return {theme.warn, theme.warnFill, u"warn"_s};
    case Banner::Kind::Stale:
      return {theme.stale, theme.staleFill, u"stale"_s};
    case Banner::Kind::Note:
      return {theme.text2, theme.hover, u"info"_s};
    case Banner::Kind::Error:
      break;
  }
  return {theme.error, theme.errorFill, u"err"_s};
}

}  // namespace

Banner::Banner(const QString& name, QWidget* parent) : QWidget(parent) {
  setObjectName(name);
  setProperty("compactControls", true);
  auto* outer = new QHBoxLayout(this);
  const int air = scaled(largeText() ? 2 : 7);
  outer->setContentsMargins(scaled(14), air, scaled(12), air);
  outer->setSpacing(scaled(8));
  m_icon = new QLabel(this);
  outer->addWidget(m_icon, 0, Qt::AlignTop);
  m_column = new QVBoxLayout;
  QBoxLayout* column = m_column;
  column->setSpacing(scaled(6));
  outer->addLayout(column, 1);
  m_text = new QLabel(this);
  m_text->setObjectName(name + u".text"_s);
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::RichText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(m_text, 1);
  m_row = new QWidget(this);
  m_buttons = new QHBoxLayout(m_row);
  m_buttons->setContentsMargins(0, 0, 0, 0);
  m_buttons->addStretch();
  m_code = new QLabel(m_row);
  m_code->setObjectName(name + u".code"_s);
  m_code->setFont(ui::font(TextRole::Caption));
  m_code->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_buttons->addWidget(m_code);
  column->addWidget(m_row);
  hide();
}

void Banner::say(Kind kind, const Message& message) {
  clear();
  m_kind = kind;
  m_message = message;
  m_text->setText(u"<b>%1</b> %2"_s.arg(message.title.toHtmlEscaped(), message.body.toHtmlEscaped()));
  m_code->setText(message.code);
  m_row->setVisible(!message.code.isEmpty());
  setAccessibleName(message.plain());
  paintIcon();
  show();
  keepWhole();
}

QPushButton* Banner::addButton(const QString& name, const QString& text,
                               const std::function<void()>& pressed) {
  auto* button = new QPushButton(text, m_row);
  button->setObjectName(name);
  connect(button, &QPushButton::clicked, this, [pressed] { pressed(); });
  addControl(button);
  return button;
}

void Banner::addControl(QWidget* control) {
  m_buttons->insertWidget(int(m_controls.size()), control);
  m_controls << control;
  m_row->show();
  keepWhole();
}

void Banner::clear() {
  for (QWidget* control : m_controls) {
    control->hide();
    control->deleteLater();  // it may be the button whose click brought us here
  }
  m_controls.clear();
  m_message = {};
  m_text->clear();
  m_code->clear();
  hide();
}

/// No layout may cut the words; where all fits into one line, the buttons stand beside them.
void Banner::keepWhole() {
  const int room = width() - m_icon->sizeHint().width() - m_row->sizeHint().width() - scaled(60);
  const int words = m_text->fontMetrics().horizontalAdvance(m_message.plain());
  m_column->setDirection(words < room ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  m_text->updateGeometry();
  layout()->invalidate();
  layout()->activate();
  setMinimumHeight(std::max(0, layout()->totalHeightForWidth(width())));
}

void Banner::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->oldSize().width() != event->size().width()) keepWhole();
}

void Banner::paintIcon() {
  const Look look = lookOf(m_kind);
  m_icon->setPixmap(tintedIcon(look.icon, look.edge, scaled(16), this));
  setInk(m_code, currentTheme().text2);
}

void Banner::paintEvent(QPaintEvent*) {
  const Look look = lookOf(m_kind);
  QPainter painter(this);
  painter.fillRect(rect(), look.fill);
  painter.fillRect(QRect(layoutDirection() == Qt::RightToLeft ? width() - 3 : 0, 0, 3, height()), look.edge);
}

void Banner::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && !m_message.title.isEmpty()) paintIcon();
}

}  // namespace astrolabe::ui
