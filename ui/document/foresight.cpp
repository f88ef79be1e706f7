#include "ui/document/foresight.h"

#include <utility>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

Foresight::Foresight(QObject* parent) : QObject(parent) { m_pool.setMaxThreadCount(1); }

Foresight::~Foresight() {
  cancel();
  m_pool.waitForDone();
}

void Foresight::ask(const strategy::Problem& problem, strategy::Objective objective) {
  cancel();
  SearchOptions options;
  options.objective = objective;
  options.top = 1;
  options.time_limit = 1.0;
  options.near_answers = false;
  options.carried = m_carried;
  const std::stop_token stop = m_stop.get_token();
  const quint64 number = m_newest;
  m_pool.start([this, number, problem, options, stop] {
    if (stop.stop_requested()) return;
    plan::SnapshotPtr found = run_search(problem, options, stop);
    if (stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        this,
        [this, number, found = std::move(found)] {
          if (number != m_newest) return;
          m_answer = found;
          emit answered();
        },
        Qt::QueuedConnection);
  });
}

void Foresight::cancel() {
  ++m_newest;
  m_stop.request_stop();
  m_stop = {};
  m_pool.clear();
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
