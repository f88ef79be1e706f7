#include "ui/shell/banner.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

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
  outer->setContentsMargins(scaled(14), scaled(7), scaled(12), scaled(7));
  outer->setSpacing(scaled(8));
  m_icon = new QLabel(this);
  outer->addWidget(m_icon, 0, Qt::AlignTop);
  auto* column = new QVBoxLayout;
  column->setSpacing(scaled(6));
  outer->addLayout(column, 1);
  m_text = new QLabel(this);
  m_text->setObjectName(name + u".text"_s);
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::RichText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(m_text);
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
