#include "ui/results/why_card.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

QLabel* wordsOf(QWidget* parent, const QString& name, TextRole role) {
  auto* label = new QLabel(parent);
  label->setObjectName(name);
  label->setFont(ui::font(role));
  label->setWordWrap(true);
  return label;
}

void inkLabel(QLabel* label, const QColor& color) {
  QPalette palette = label->palette();
  palette.setColor(QPalette::WindowText, color);
  label->setPalette(palette);
}

WhyCard::WhyCard(QWidget* parent) : QWidget(parent) {
  setObjectName(u"whyView.card"_s);
  setProperty("compactControls", true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(scaled(16), scaled(10), scaled(12), scaled(10));
  column->setSpacing(scaled(4));
  m_title = wordsOf(this, u"whyView.title"_s, TextRole::BodyStrong);
  m_title->setTextFormat(Qt::PlainText);
  m_text = wordsOf(this, u"whyView.text"_s, TextRole::Body);
  m_text->setTextFormat(Qt::PlainText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_row = new QWidget(this);
  m_buttons = new QHBoxLayout(m_row);
  m_buttons->setContentsMargins(0, scaled(4), 0, 0);
  m_buttons->addStretch();
  column->addWidget(m_title);
  column->addWidget(m_text);
  column->addWidget(m_row);
  m_row->hide();
}

void WhyCard::say(Kind kind, const QString& title, const QString& text) {
  m_kind = kind;
  m_title->setText(title);
  m_text->setText(text);
  setAccessibleName(u"%1. %2"_s.arg(title, text));
  update();
}

QPushButton* WhyCard::addButton(const QString& name, const QString& text) {
  auto* button = new QPushButton(text, m_row);
  button->setObjectName(name);
  m_buttons->insertWidget(static_cast<int>(m_shown.size()), button);
  m_shown << button;
  m_row->show();
  return button;
}

void WhyCard::clearButtons() {
  for (QPushButton* button : m_shown) {
    button->setObjectName({});
    button->hide();
    button->deleteLater();  // it may be the button whose click brought us here
  }
  m_shown.clear();
  m_row->hide();
}

void WhyCard::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  const QColor fill = m_kind == Kind::Best      ? theme.bestFill
                      : m_kind == Kind::Refused ? theme.errorFill
                                                : theme.hover;
  const QColor edge = m_kind == Kind::Best      ? theme.best
                      : m_kind == Kind::Refused ? theme.error
                                                : theme.accent;
  QPainter painter(this);
  painter.fillRect(rect(), fill);
  painter.fillRect(QRect(layoutDirection() == Qt::RightToLeft ? width() - 3 : 0, 0, 3, height()), edge);
}

}  // namespace astrolabe::ui
