#pragma once
// One worker, one pending slot: a new question stops the running one and the caller never waits.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/planning/planner.h"

namespace astrolabe::planning {

/// Runs any planner. What one search leaves to the next (SearchOptions::carried) it keeps itself. The last
/// picture of a question is always published, also where it was stopped, unless it never began.
class Runner {
 public:
  explicit Runner(PublishFound publish);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// `publish` gets what `planner` finds, from any thread; `planner` outlives the runner.
  void submit(const Planner& planner, QuestionPtr question, SearchOptions options, std::uint64_t revision);
  void stop();
  void set_paused(bool paused);

 private:
  struct Asked {
    const Planner* planner = nullptr;
    QuestionPtr question;
    SearchOptions options;
    std::uint64_t revision = 0;
  };
  void loop(const std::stop_token& closing);

  PublishFound m_publish;
  std::mutex m_mutex;
  std::condition_variable_any m_wake;
  std::optional<Asked> m_pending;
  std::stop_source m_current;
  std::atomic<bool> m_paused{false};
  std::shared_ptr<Carried> m_carried;
  std::jthread m_thread;  ///< last: joins before the rest goes
};

}  // namespace astrolabe::planning
