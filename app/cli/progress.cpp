#include "app/cli/progress.h"

#include <pthread.h>
#include <unistd.h>

#include <QString>
#include <cstdlib>

#include "app/cli/command.h"
#include "core/base/json.h"
#include "core/base/quoting.h"
#include "ui/render/numbers.h"
#include "ui/render/proof_figures.h"

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
    tell(text_of(json) + '\n');
    return;
  }
  // The gap is of the figure beside it, so both are in the unit of the goal.
  const std::optional<double> figure = ui::proofFigures(snapshot).best;
  renew(QStringLiteral("%1  %2 evaluated  best %3  gap %4")
            .arg(ui::elapsedText(snapshot.seconds), ui::wholeText(static_cast<double>(space.evaluated)),
                 figure ? ui::goalFigureText(snapshot.objective, *figure) : ui::unknownText(),
                 ui::gapText(snapshot)));
}

void Progress::step(std::string what, std::int64_t done, std::int64_t of) {
  if (!m_json && !m_text) return;
  const std::lock_guard lock(m_mutex);
  m_step = std::move(what);
  m_done = done;
  m_of = of;
  showStep();
  if (m_clock.joinable()) return;
  m_clock = std::jthread([this](const std::stop_token& closing) {
    std::unique_lock held(m_mutex);
    while (!closing.stop_requested()) {
      m_wake.wait_for(held, closing, std::chrono::seconds(1), [] { return false; });
      if (!closing.stop_requested() && !m_step.empty()) showStep();
    }
  });
}

/// With the lock held.
void Progress::showStep() {
  if (m_json) {
    Json json{{"step", m_step}, {"seconds", seconds()}};
    if (m_of > 0) json.update(Json{{"done", m_done}, {"of", m_of}});
    tell(text_of(json) + '\n');
    return;
  }
  const QString what = QString::fromStdString(m_step);
  renew(m_of > 0 ? QStringLiteral("%1  %2: %3 of %4")
                       .arg(ui::elapsedText(seconds()), what, ui::wholeText(static_cast<double>(m_done)),
                            ui::wholeText(static_cast<double>(m_of)))
                 : QStringLiteral("%1  %2").arg(ui::elapsedText(seconds()), what));
}

void Progress::renew(const QString& line) {
  constexpr int columns = 78;
  tell('\r' + one_line(line.leftJustified(columns).toStdString()));
  m_open = true;
}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
}

void Progress::finish() {
  const std::lock_guard lock(m_mutex);
  m_step.clear();
  if (m_open) tell("\n");
  m_open = false;
}

StopOnSignal::Mask::Mask() {
  sigemptyset(&ending);
  sigaddset(&ending, SIGINT);
  sigaddset(&ending, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ending, &before);
}

StopOnSignal::Mask::~Mask() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }

StopOnSignal::StopOnSignal() {
  m_thread = std::jthread([this](const std::stop_token& closing) {
    bool asked = false;
    while (true) {
      int signal = 0;
      if (sigwait(&m_mask.ending, &signal) != 0 || closing.stop_requested()) return;
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
}

}  // namespace astrolabe::cli
