#include "ui/shell/modal_keys.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>
#include <QWindow>

namespace astrolabe::ui {
namespace {

constexpr int kMostTries = 5, kAgainMs = 200;

/// Whether `window` is, or belongs to a child window of, `owner`.
bool belongsTo(const QWidget* window, const QWidget* owner) {
  while (window != nullptr && window != owner) window = window->parentWidget();
  return window != nullptr;
}

}  // namespace

ModalKeys::ModalKeys(QObject* parent) : QObject(parent) {
  m_due.setSingleShot(true);
  connect(&m_due, &QTimer::timeout, this, &ModalKeys::look);
  QCoreApplication::instance()->installEventFilter(this);
}

bool ModalKeys::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  if (type != QEvent::Show && type != QEvent::Hide && type != QEvent::WindowActivate) return false;
  const auto* widget = qobject_cast<const QWidget*>(watched);
  if (widget == nullptr || !widget->isWindow()) return false;
  if (type == QEvent::Show && widget->isModal()) m_tries = 0;  // for each dialog anew
  m_due.start(0);
  return false;
}

/// Nothing is asked of the desktop while a person works with another program.
void ModalKeys::look() {
  QWidget* modal = QApplication::activeModalWidget();
  const bool busy = QApplication::activePopupWidget() != nullptr ||
                    QGuiApplication::applicationState() != Qt::ApplicationActive;
  if (modal == nullptr || !modal->isVisible() || busy) return;
  if (belongsTo(QApplication::activeWindow(), modal)) {
    m_tries = 0;
    return;
  }
  if (QGuiApplication::focusWindow() == modal->windowHandle()) return QApplication::setActiveWindow(modal);
  if (m_tries++ >= kMostTries) return;
  modal->activateWindow();
  m_due.start(kAgainMs);
}

}  // namespace astrolabe::ui
