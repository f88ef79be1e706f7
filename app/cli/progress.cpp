#include "app/cli/progress.h"

#include <pthread.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QString>
#include <cstdlib>
#include <iostream>

#include "core/base/json.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

Progress::Progress(const std::string& form)
    : m_json(form == "json"), m_text(form == "text" || (form.empty() && ::isatty(STDERR_FILENO) != 0)) {}

Publish Progress::publish() {
  if (!m_json && !m_text) return {};
  return [this](const plan::SnapshotPtr& picture) { show(*picture); };
}

void Progress::show(const plan::Snapshot& snapshot) {
  const cost::Evaluation* best = snapshot.best.empty() ? nullptr : &snapshot.best.front();
  const plan::Space& space = snapshot.space;
  const std::lock_guard lock(m_mutex);
  if (m_json) {
    Json json = Json::object();
    json["status"] = plan::to_string(snapshot.status);
    json["seconds"] = snapshot.seconds;
    json["total"] = space.total;
    json["rejected_by_rule"] = space.rejected_by_rule;
    json["rejected_by_limit"] = space.rejected_by_limit;
    json["rejected_by_memory"] = space.rejected_by_memory;
    json["cut_by_bound"] = space.cut_by_bound;
    json["evaluated"] = space.evaluated;
    json["best_tokens_per_second"] = best != nullptr ? Json(best->tokens_per_second) : Json();
    json["best_step_seconds"] = best != nullptr ? Json(best->step.value) : Json();
    json["gap"] = snapshot.has_bound ? Json(snapshot.gap) : Json();
    if (snapshot.objective == strategy::Objective::pareto)
      json["pareto_pools_proven"] = snapshot.pools_proven;
    std::cerr << json.dump() << std::endl;
    return;
  }
  const QString line =
      QCoreApplication::translate("CommandLine", "%1  %2 evaluated  best %3 tokens/s  gap %4")
          .arg(ui::elapsedText(snapshot.seconds), ui::wholeText(static_cast<double>(space.evaluated)),
               best != nullptr ? ui::significantText(best->tokens_per_second) : ui::unknownText(),
               snapshot.has_bound ? ui::percentText(snapshot.gap) : ui::unknownText());
  constexpr int columns = 78;
  std::cerr << '\r' << line.leftJustified(columns).toStdString() << std::flush;
  m_open = true;
}

void Progress::finish() {
  const std::lock_guard lock(m_mutex);
  if (m_open) std::cerr << '\n';
  m_open = false;
}

StopOnSignal::StopOnSignal() {
  sigemptyset(&m_signals);
  sigaddset(&m_signals, SIGINT);
  sigaddset(&m_signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
  m_thread = std::jthread([this](const std::stop_token& closing) {
    bool asked = false;
    while (true) {
      int signal = 0;
      if (sigwait(&m_signals, &signal) != 0 || closing.stop_requested()) return;
      constexpr int killedBySignal = 128;  // a shell's convention
      if (asked) std::_Exit(killedBySignal + signal);
      asked = true;
      m_source.request_stop();
    }
  });
}

StopOnSignal::~StopOnSignal() {
  m_thread.request_stop();
  // NOLINTNEXTLINE(bugprone-bad-signal-to-kill-thread): the signal is blocked; it only wakes sigwait
  pthread_kill(m_thread.native_handle(), SIGTERM);
  m_thread.join();
  pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

}  // namespace astrolabe::cli
