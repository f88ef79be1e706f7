#include "ui/results/refresh.h"

namespace astrolabe::ui {

namespace {
constexpr int kRefreshMilliseconds = 250;
}

Refresh::Refresh(std::function<void()> draw) : m_draw(std::move(draw)) {
  m_later.setSingleShot(true);
  QObject::connect(&m_later, &QTimer::timeout, &m_later, m_draw);
}

void Refresh::follow(const plan::SnapshotPtr& snapshot) {
  const bool arrives = snapshot && snapshot->status == plan::Status::searching && snapshot != m_seen;
  m_seen = snapshot;
  // Read once: between two readings the rest of the wait can become negative.
  const qint64 rest = m_last.isValid() ? kRefreshMilliseconds - m_last.elapsed() : 0;
  if (!arrives || rest <= 0)
    m_draw();
  else if (!m_later.isActive())
    m_later.start(static_cast<int>(rest));
}

void Refresh::drawn() {
  m_later.stop();
  m_last.start();
}

}  // namespace astrolabe::ui
