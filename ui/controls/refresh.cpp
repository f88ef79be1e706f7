#include "ui/controls/refresh.h"

#include <algorithm>
#include <utility>

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
  if (!arrives || rest() == 0)
    m_draw();
  else
    soon();
}

void Refresh::soon() {
  if (!m_later.isActive()) m_later.start(rest());
}

/// Milliseconds until the next turn.
int Refresh::rest() const {
  if (!m_last.isValid()) return 0;
  return static_cast<int>(std::max<qint64>(0, kRefreshMilliseconds - m_last.elapsed()));
}

void Refresh::drawn() {
  m_later.stop();
  m_last.start();
}

}  // namespace astrolabe::ui
