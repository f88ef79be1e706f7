#include "ui/document/latest.h"

namespace astrolabe::ui {

void Latest::Turn::tell(std::function<void()> taken) const {
  // Stop is requested on the window's thread alone: there the question tells for certain whether it is over.
  const auto unlessOver = [stop = m_stop, taken = std::move(taken)] {
    if (!stop.stop_requested()) taken();
  };
  QMetaObject::invokeMethod(&m_latest->m_here, unlessOver, Qt::QueuedConnection);
}

Latest::Latest(QObject* parent) : m_pool(parent) { m_pool.setMaxThreadCount(1); }

Latest::~Latest() {
  cancel();
  m_pool.waitForDone();
}

void Latest::start(std::function<Taken(const Turn&)> work) {
  cancel();
  const Turn turn(*this, m_asked.emplace().get_token());
  m_pool.start([this, turn, work = std::move(work)] {
    if (turn.stop().stop_requested()) return;
    turn.tell([this, take = work(turn)] {
      m_asked.reset();
      take();
    });
  });
}

void Latest::cancel() {
  if (m_asked) m_asked->request_stop();
  m_asked.reset();
  m_pool.clear();
}

}  // namespace astrolabe::ui
