#include "app/layout_keeper.h"

#include <QEvent>
#include <QGuiApplication>

namespace astrolabe::app {
namespace {

using namespace Qt::StringLiterals;

constexpr int kSoonMs = 1000;  ///< from a change until it is told, with all that came meanwhile

}  // namespace

LayoutKeeper::LayoutKeeper(ui::MainWindow& window) : QObject(&window), m_window(window), m_soon(this) {
  m_soon.setObjectName(u"layoutKeeper"_s);
  m_soon.setSingleShot(true);
  m_soon.setInterval(kSoonMs);
  connect(&m_soon, &QTimer::timeout, this, &LayoutKeeper::tell);
  window.installEventFilter(this);
}

/// Panels that come, go or move ask the window for another layout; a divider between them is let go.
bool LayoutKeeper::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::WindowStateChange:
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::LayoutRequest:
    case QEvent::MouseButtonRelease:
      if (!m_soon.isActive()) m_soon.start();
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

void LayoutKeeper::tell() {
  if (!m_window.isVisible() || m_window.isMinimized()) return;  // the next change starts it again
  if (m_window.panelLayout().isSettled() && QGuiApplication::mouseButtons() == Qt::NoButton)
    emit due();
  else
    m_soon.start();
}

}  // namespace astrolabe::app
