#include "ui/shell/banner.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/controls/flow_row.h"
#include "ui/controls/scrolls_down.h"
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
  const bool large = largeText();  // all three buttons of a recovery beside each other
  outer->setContentsMargins(scaled(large ? 8 : 14), air, scaled(large ? 6 : 12), air);
  outer->setSpacing(scaled(large ? 4 : 8));
  m_icon = new QLabel(this);
  outer->addWidget(m_icon, 0, Qt::AlignTop);
  m_column = new QVBoxLayout;
  QBoxLayout* column = m_column;
  column->setSpacing(scaled(6));
  outer->addLayout(column, 1);
  m_words = new QScrollArea(this);
  scrollDownwards(*m_words);
  m_words->viewport()->setAutoFillBackground(false);
  m_text = new QLabel(m_words);
  m_text->setObjectName(name + u".text"_s);
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::RichText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_words->setWidget(m_text);
  m_text->setAutoFillBackground(false);
  m_words->setMinimumHeight(m_text->fontMetrics().height());
  column->addWidget(m_words, 1);
  m_row = new QWidget(this);
  m_buttons = new FlowRow(m_row);
  m_buttons->setContentsMargins(0, 0, 0, 0);
  m_buttons->setSpacing(scaled(large ? 4 : 8));
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
  button->setAutoDefault(true);  // Enter presses the one with the focus, though this is no dialog
  connect(button, &QPushButton::clicked, this, [pressed] { pressed(); });
  addControl(button);
  return button;
}

void Banner::addControl(QWidget* control) {
  m_buttons->insertWidget(int(m_controls.size()), control);
  m_controls << control;
  control->show();  // a layout shows it later, and counts it from then on only
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

/// No layout may cut the words: they scroll where they would take more than their share of the window. Where
/// all fits into one line, the buttons stand beside them.
void Banner::keepWhole() {
  const double most = largeText() ? 0.2 : 0.35;  // of the window's height
  const QMargins air = layout()->contentsMargins();
  const int beside = m_icon->sizeHint().width() + air.left() + air.right() + layout()->spacing();
  const bool rowed = !m_row->isHidden();
  const int row = rowed ? m_row->sizeHint().width() : 0;
  const int words = m_text->fontMetrics().horizontalAdvance(m_message.plain());
  const bool oneLine = words < width() - beside - row - scaled(26);
  m_column->setDirection(oneLine ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  const int room = std::max(1, width() - beside);
  const int around = air.top() + air.bottom();
  const int rowHeight = rowed ? m_buttons->totalHeightForWidth(oneLine ? row : room) : 0;
  const int line = m_text->fontMetrics().height();
  const int gap = rowed ? m_column->spacing() : 0;
  m_whole = around + (oneLine ? std::max(line, rowHeight) : m_text->heightForWidth(room) + gap + rowHeight);
  const int least = around + (oneLine ? std::max(line, rowHeight) : line + gap + rowHeight);
  setMinimumHeight(std::min(m_whole, std::max(least, int(window()->height() * most))));
  updateGeometry();
}

QSize Banner::sizeHint() const { return {QWidget::sizeHint().width(), m_whole}; }

/// The style of a button, and so its size, may come after it was added.
bool Banner::event(QEvent* event) {
  const bool done = QWidget::event(event);
  if (event->type() == QEvent::LayoutRequest && !m_message.title.isEmpty()) keepWhole();
  return done;
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
