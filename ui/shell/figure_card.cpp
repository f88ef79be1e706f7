#include "ui/shell/figure_card.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QTextBrowser>
#include <QTextDocument>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/render/icons.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

FigureCard::FigureCard(WorkedFigure figure, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_figure(std::move(figure)), m_text(new QTextBrowser(this)) {
  setObjectName(u"figureCard"_s);
  setAttribute(Qt::WA_DeleteOnClose);
  setProperty("compactControls", true);
  setAccessibleName(tr("How it is calculated: %1").arg(m_figure.formula.name));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(scaled(12), scaled(9), scaled(12), scaled(9));
  column->setSpacing(scaled(8));
  m_text->setObjectName(u"figureCard.text"_s);
  m_text->setAccessibleName(accessibleName());
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->setOpenLinks(false);
  m_text->setCursorWidth(0);  // keys select and scroll without one
  m_text->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
  m_text->setFont(ui::font(TextRole::Body));
  column->addWidget(m_text, 1);
  auto* row = new QHBoxLayout;
  const auto button = [&](const char* name, const char* iconName, const QString& text) {
    auto* made = new QPushButton(icon(QLatin1StringView(iconName)), text, this);
    made->setObjectName(QLatin1StringView(name));
    made->setAutoDefault(false);
    row->addWidget(made);
    return made;
  };
  QPushButton* copy = button("figureCard.copy", "copy", tr("&Copy"));
  QPushButton* parts = button("figureCard.breakdown", "table", tr("Show the &breakdown"));
  parts->setVisible(m_figure.inBreakdown);
  row->addStretch(1);
  QPushButton* end = button("figureCard.close", "close", tr("C&lose"));
  column->addLayout(row);
  connect(copy, &QPushButton::clicked, this,
          [this] { QApplication::clipboard()->setText(plainText(m_figure)); });
  connect(parts, &QPushButton::clicked, this, [this] {
    close();
    emit breakdownRequested();
  });
  connect(end, &QPushButton::clicked, this, &QWidget::close);
  connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
    const QString pool = link.path(QUrl::FullyDecoded);
    close();
    emit poolRequested(pool);
  });
  fill();
}

/// Again in another theme.
void FigureCard::fill() {
  const Theme& theme = currentTheme();
  QPalette colours = palette();
  colours.setColor(QPalette::Window, theme.raised);
  colours.setColor(QPalette::Base, theme.raised);
  colours.setColor(QPalette::Text, theme.text);
  colours.setColor(QPalette::Link, theme.accent);
  if (colours != palette()) setPalette(colours);
  m_text->setHtml(htmlText(m_figure, theme));
}

/// As wide as its lines, as high as all of them where the screen has room.
void FigureCard::fitText() {
  const QSize most = scaledOn(screen(), 480, 560);
  QTextDocument* words = m_text->document();
  const int edge = scaled(24);
  words->setTextWidth(-1.0);  // unbroken
  const int wide = std::clamp(static_cast<int>(words->idealWidth()) + edge, scaled(380), most.width() - edge);
  words->setTextWidth(wide - scaled(8));
  const int high = static_cast<int>(words->size().height()) + scaled(8);
  m_text->setMinimumHeight(std::min(high, most.height() - scaled(80)));
  resize(wide + edge, sizeHint().height());
  layout()->activate();
  resize(wide + edge,
         std::min(most.height(), std::max(minimumSizeHint().height(), m_text->minimumHeight() + scaled(64))));
}

void FigureCard::showAt(const QRect& figure) {
  fitText();
  const QRect room = screen()->availableGeometry();
  const int gap = scaled(4);
  const bool below =
      figure.bottom() + gap + height() <= room.bottom() || figure.top() - room.top() < height() + gap;
  const int x = layoutDirection() == Qt::RightToLeft ? figure.right() - width() : figure.left();
  const int y = below ? figure.bottom() + gap : figure.top() - gap - height();
  move(std::clamp(x, room.left(), std::max(room.left(), room.right() - width())),
       std::clamp(y, room.top(), std::max(room.top(), room.bottom() - height())));
  show();
  m_text->setFocus(Qt::PopupFocusReason);
}

void FigureCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape)
    close();
  else
    QFrame::keyPressEvent(event);
}

void FigureCard::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.raised);
  painter.setPen(QPen(theme.borderStrong, 1.0));
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void FigureCard::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::StyleChange) fill();
}

}  // namespace astrolabe::ui
