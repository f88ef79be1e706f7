#include "core/planning/runner.h"

#include <unistd.h>

#include <exception>
#include <utility>

namespace astrolabe::planning {

namespace {

/// From now on this thread, and those that it begins, give way to the thread that asked: what a search takes
/// from a window is not felt by the hand that works with it. Linux counts niceness by thread.
void give_way() {
  constexpr int kNicer = 5;
  [[maybe_unused]] const int now = ::nice(kNicer);
}

}  // namespace

Runner::Runner(PublishFound publish)
    : m_publish(std::move(publish)),
      m_carried(make_carried()),
      m_thread([this](const std::stop_token& closing) { loop(closing); }) {}

Runner::~Runner() {  // order matters; m_thread is the last member, so it joins first
  m_thread.request_stop();
  m_paused.store(false);
  const std::lock_guard lock(m_mutex);
  m_current.request_stop();
}

void Runner::submit(const Planner& planner, QuestionPtr question, SearchOptions options,
                    std::uint64_t revision) {
  {
    const std::lock_guard lock(m_mutex);
    m_pending = Asked{&planner, std::move(question), std::move(options), revision};
    m_current.request_stop();  // cooperative: the search looks at its token once a configuration
    m_paused.store(false);
  }
  m_wake.notify_one();
}

void Runner::stop() {
  const std::lock_guard lock(m_mutex);
  m_pending.reset();
  m_paused.store(false);
  m_current.request_stop();
}

void Runner::set_paused(bool paused) { m_paused.store(paused); }

void Runner::loop(const std::stop_token& closing) {
  give_way();
  while (true) {
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, closing, [this] { return m_pending.has_value(); });
    if (closing.stop_requested()) return;  // also when work is pending: wait() prefers the predicate
    Asked asked = *std::exchange(m_pending, std::nullopt);
    if (asked.options.carried == nullptr) asked.options.carried = m_carried;
    m_current = std::stop_source{};
    Run run{std::move(asked.options), m_current.get_token()};
    lock.unlock();
    FoundPtr last;  // told so far: what a failure keeps
    run.publish = [&](FoundPtr found) {
      last = found;
      m_publish(std::move(found));
    };
    run.revision = asked.revision;
    run.paused = &m_paused;
    FoundPtr end;
    try {
      end = asked.planner->plan(asked.question, run);
    } catch (const std::exception& fault) {
      end = asked.planner->failed(asked.question, run, last, fault.what());
    }
    m_publish(std::move(end));
  }
}

}  // namespace astrolabe::planning
