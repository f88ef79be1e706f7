#include "ui/document/why_asker.h"

#include <utility>

namespace astrolabe::ui {

namespace {

WhyAnswerPtr work(const plan::SnapshotPtr& snapshot, const strategy::Strategy& strategy,
                  const std::shared_ptr<const Detail>& known) {
  auto answer = std::make_shared<WhyAnswer>();
  answer->snapshot = snapshot;
  answer->strategy = strategy;
  const Result<Detail> given =
      known ? Result<Detail>(*known)
            : astrolabe::detail(plan::judged_by(*snapshot->problem, strategy), strategy);
  if (given)
    answer->why = plan::explain(*snapshot->problem, strategy, given->evaluation, given->violation, *snapshot);
  else
    answer->error = given.error();
  return answer;
}

}  // namespace

WhyAsker::WhyAsker(QObject* parent) : QObject(parent) { m_pool.setMaxThreadCount(1); }

WhyAsker::~WhyAsker() {
  cancel();
  m_pool.waitForDone();
}

void WhyAsker::ask(const plan::SnapshotPtr& snapshot, const strategy::Strategy& strategy,
                   std::shared_ptr<const Detail> known) {
  cancel();
  if (!snapshot || !snapshot->problem) return;
  const quint64 number = m_newest;
  m_pool.start([this, number, snapshot, strategy, known = std::move(known)] {
    if (number != m_newest) return;
    WhyAnswerPtr answer = work(snapshot, strategy, known);
    QMetaObject::invokeMethod(
        this,
        [this, number, answer = std::move(answer)] {
          if (number == m_newest) emit answered(answer);
        },
        Qt::QueuedConnection);
  });
}

void WhyAsker::cancel() {
  ++m_newest;
  m_pool.clear();
}

}  // namespace astrolabe::ui
