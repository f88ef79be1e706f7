#include "ui/document/foresight.h"

#include "ui/render/numbers.h"

namespace astrolabe::ui {

void Foresight::ask(const strategy::Problem& problem, strategy::Objective objective) {
  cancel();
  if (!problem.job.trains()) return;
  SearchOptions options;
  options.objective = objective;
  options.top = 1;
  options.time_limit = 1.0;
  options.near_answers = false;
  options.carried = m_carried;
  m_latest.ask(
      [problem, options](const Latest::Turn& turn) { return run_search(problem, options, turn.stop()); },
      [this](const plan::SnapshotPtr& found) {
        m_answer = found;
        emit answered();
      });
}

void Foresight::cancel() {
  m_latest.cancel();
  m_answer.reset();
}

QString Foresight::text() const {
  if (!m_answer) return {};
  if (m_answer->best.empty())
    return m_answer->status == plan::Status::infeasible ? tr("no strategy fits") : QString();
  const cost::Evaluation& best = m_answer->best.front();
  switch (m_answer->objective) {
    case strategy::Objective::money:
      return tr("%1 for 10¹² tokens at best").arg(moneyText(best.money.usd_per_trillion_tokens));
    case strategy::Objective::gpus:
      return grouped(tr("%n GPUs at least", nullptr, best.gpus_paid()), best.gpus_paid());
    default:
      return tr("%1 tokens/s at best").arg(wholeText(best.tokens_per_second));
  }
}

}  // namespace astrolabe::ui
