#include "ui/document/rule_counter.h"

#include <utility>

#include "core/strategy/space.h"

namespace astrolabe::ui {

RuleCounter::RuleCounter(QObject* parent) : QObject(parent) { m_pool.setMaxThreadCount(1); }

RuleCounter::~RuleCounter() {
  cancel();
  m_pool.waitForDone();
}

void RuleCounter::count(strategy::Problem problem, std::vector<strategy::Rule> rules) {
  cancel();
  const quint64 number = m_newest;
  m_stop = std::stop_source();
  auto asked = std::make_shared<CountedRules>();
  asked->problem = std::make_shared<const strategy::Problem>(std::move(problem));
  asked->rules = std::move(rules);
  m_pool.start([this, number, asked, stop = m_stop.get_token()] {
    if (number != m_newest) return;
    asked->counts = strategy::count_rules(*asked->problem, asked->rules, stop);
    asked->total = strategy::Space(*asked->problem, [&stop] { return stop.stop_requested(); }).total();
    QMetaObject::invokeMethod(
        this,
        [this, number, asked] {
          if (number == m_newest) emit counted(asked);
        },
        Qt::QueuedConnection);
  });
}

void RuleCounter::cancel() {
  ++m_newest;
  m_stop.request_stop();
  m_pool.clear();
}

}  // namespace astrolabe::ui
