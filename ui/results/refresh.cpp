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
  if (!arrives || !m_last.isValid() || m_last.elapsed() >= kRefreshMilliseconds)
    m_draw();
  else if (!m_later.isActive())
    m_later.start(kRefreshMilliseconds - static_cast<int>(m_last.elapsed()));
}

void Refresh::drawn() {
  m_later.stop();
  m_last.start();
}

}  // namespace astrolabe::ui
