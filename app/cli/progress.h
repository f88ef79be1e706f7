#pragma once
// What a long search says on standard error, and how it is stopped from outside.

#include <csignal>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "core/engine.h"

namespace astrolabe::cli {

/// Writes snapshots to standard error: a line that renews itself on a terminal, or one JSON object a line.
class Progress {
 public:
  /// `form`: "text", "json", "none", or "" for text on a terminal and nothing elsewhere.
  explicit Progress(const std::string& form);
  /// What shows the pictures of a search, from any thread; empty where nobody sees them.
  Publish publish();
  /// Ends the renewed line.
  void finish();

 private:
  void show(const plan::Snapshot& snapshot);

  std::mutex m_mutex;
  bool m_json = false, m_text = false, m_open = false;
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

 private:
  sigset_t m_signals{}, m_before{};
  std::stop_source m_source;
  std::jthread m_thread;
};

}  // namespace astrolabe::cli
