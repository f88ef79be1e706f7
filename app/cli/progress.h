#pragma once
// What a long command says on standard error, and how it is stopped from outside.

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "core/base/stop_later.h"
#include "core/engine.h"

class QString;

namespace astrolabe::cli {

/// Writes snapshots and steps to standard error: a line that renews itself on a terminal, or one JSON object
/// a line.
class Progress {
 public:
  /// `form`: "text", "json", "none", or "" for text on a terminal and nothing elsewhere.
  explicit Progress(const std::string& form);
  /// The callback that shows a search's snapshots, for any thread; empty where nobody sees them.
  Publish publish();
  /// What is under way where no search tells of itself, one word, and of how many things so many are done
  /// (`of` 0: not counted). It is said anew each second until the next step or finish().
  void step(std::string what, std::int64_t done = 0, std::int64_t of = 0);
  /// Ends the renewed line, and what is said each second.
  void finish();

 private:
  void show(const plan::Snapshot& snapshot);
  void showStep();
  void renew(const QString& line);
  double seconds() const;

  std::mutex m_mutex;
  bool m_json = false, m_text = false, m_open = false;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
  std::string m_step;
  std::int64_t m_done = 0, m_of = 0;
  std::condition_variable_any m_wake;
  std::jthread m_clock;  ///< last: joins before the rest goes
};

/// While it lives, SIGINT and SIGTERM ask the search to stop; a second one ends the process at once.
/// Make it before any other thread, so that all of them leave the signals to this one.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
  std::stop_token token() const { return m_source.get_token(); }
  /// For what completes the answer: asked to stop a moment (kClosing) after the first signal.
  std::stop_token closing() const { return m_closing.token(); }

 private:
  /// Made before any thread.
  struct Mask {
    Mask();
    ~Mask();
    sigset_t ending{}, before{};
  };
  Mask m_mask;
  std::stop_source m_source;
  StopLater m_closing{m_source.get_token(), {}, kClosing};
  std::jthread m_thread;
};

}  // namespace astrolabe::cli
