#include "ui/canvas/figure_label.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <algorithm>
#include <utility>

#include "ui/render/theme.h"

namespace astrolabe::ui {

namespace {

/// A button named after its figure while it can be asked, else words like any other.
class AccessibleFigure : public QAccessibleWidget {
 public:
  explicit AccessibleFigure(FigureLabel* figure) : QAccessibleWidget(figure, QAccessible::Button) {}
  QAccessible::Role role() const override {
    return figure().isAskable() ? QAccessible::Button : QAccessible::StaticText;
  }
  QString text(QAccessible::Text what) const override {
    const QString text = QAccessibleWidget::text(what);
    return what == QAccessible::Name && text.isEmpty() ? figure().text() : text;
  }
  QStringList actionNames() const override {
    QStringList names = QAccessibleWidget::actionNames();
    if (figure().isAskable() && figure().isEnabled()) names.prepend(pressAction());
    return names;
  }
  void doAction(const QString& action) override {
    if (action != pressAction()) return QAccessibleWidget::doAction(action);
    if (figure().isEnabled()) figure().ask();
  }

 private:
  FigureLabel& figure() const { return *static_cast<FigureLabel*>(widget()); }
};

QAccessibleInterface* makeFigureInterface(const QString& className, QObject* object) {
  if (className != QLatin1StringView("astrolabe::ui::FigureLabel")) return nullptr;
  auto* figure = qobject_cast<FigureLabel*>(object);
  return figure != nullptr ? new AccessibleFigure(figure) : nullptr;
}

void installAccessibleFigure() {
  static const bool once = [] {
    QAccessible::installFactory(makeFigureInterface);
    return true;
  }();
  Q_UNUSED(once)
}

}  // namespace

FigureLabel::FigureLabel(QWidget* parent) : QLabel(parent) { installAccessibleFigure(); }

void FigureLabel::setAskable(bool askable) {
  if (m_askable == askable) return;
  m_askable = askable;
  setFocusPolicy(askable ? Qt::TabFocus : Qt::NoFocus);
  setAttribute(Qt::WA_Hover, askable);
  setAccessibleDescription(askable ? tr("Press Return to see how it is calculated") : QString());
  if (askable)
    setCursor(Qt::PointingHandCursor);
  else
    unsetCursor();
  update();
}

void FigureLabel::ask() {
  if (m_askable) emit asked(QRect(mapToGlobal(QPoint(0, 0)), size()));
}

bool FigureLabel::event(QEvent* event) {
  if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave) update();
  return QLabel::event(event);
}

/// A label that takes the focus would from then on lay its words out as a document, for links that are not
/// there.
void FigureLabel::focusInEvent(QFocusEvent* event) {
  QFrame::focusInEvent(event);  // NOLINT(bugprone-parent-virtual-call)
  update();
}

void FigureLabel::mousePressEvent(QMouseEvent* event) {
  m_pressed = m_askable && event->button() == Qt::LeftButton;
  if (!m_pressed) QLabel::mousePressEvent(event);
}

void FigureLabel::mouseReleaseEvent(QMouseEvent* event) {
  const bool pressed = std::exchange(m_pressed, false);
  if (pressed && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
    ask();
  else
    QLabel::mouseReleaseEvent(event);
}

void FigureLabel::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if (m_askable && event->modifiers() == Qt::NoModifier &&
      (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space))
    ask();
  else
    QLabel::keyPressEvent(event);
}

void FigureLabel::paintEvent(QPaintEvent* event) {
  QLabel::paintEvent(event);
  if (!m_askable || !(underMouse() || hasFocus())) return;
  const Theme& theme = currentTheme();
  QPainter painter(this);
  const QRect words = textFormat() == Qt::RichText
                          ? QStyle::alignedRect(layoutDirection(), alignment(),
                                                sizeHint().boundedTo(contentsRect().size()), contentsRect())
                          : fontMetrics().boundingRect(
                                contentsRect(),
                                static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())) |
                                    (wordWrap() ? int(Qt::TextWordWrap) : 0),
                                text());
  painter.setPen(QPen(theme.accent, 1.0, Qt::DotLine));
  const int y = std::min(words.bottom(), height() - 1);
  painter.drawLine(words.left(), y, words.right(), y);
  if (!hasFocus()) return;
  painter.setPen(QPen(theme.focus, 2.0));
  painter.drawRect(QRectF(rect()).adjusted(1.0, 1.0, -1.0, -1.0));
}

}  // namespace astrolabe::ui
