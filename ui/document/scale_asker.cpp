#include "ui/document/scale_asker.h"

#include <QThread>
#include <algorithm>
#include <utility>

namespace astrolabe::ui {

namespace {

SearchOptions optionsOfCounts() {
  constexpr double kLongestSeconds = 10.0, kNear = 0.01;
  SearchOptions options;
  options.top = 1;
  options.threads = std::max(1, QThread::idealThreadCount() / 2);
  options.time_limit = kLongestSeconds;
  options.tolerance = kNear;
  options.near_answers = false;
  return options;
}

}  // namespace

ScaleAsker::ScaleAsker(QObject* parent) : QObject(parent) { m_pool.setMaxThreadCount(1); }

ScaleAsker::~ScaleAsker() {
  cancel();
  m_pool.waitForDone();
}

void ScaleAsker::ask(plan::ScaleQuestion question) {
  cancel();
  m_working = true;
  m_stop = std::stop_source();
  const quint64 number = m_newest;
  m_pool.start([this, number, question = std::move(question), stop = m_stop.get_token()] {
    const plan::Ask search = [&stop](const strategy::Problem& problem) {
      return run_search(problem, optionsOfCounts(), stop);
    };
    const auto publish = [this, number](const plan::Scale& known) {
      tell(number, std::make_shared<const plan::Scale>(known), false);
    };
    tell(number, std::make_shared<const plan::Scale>(plan::scale(question, search, stop, publish)), true);
  });
}

/// From the working thread; told in the window's.
void ScaleAsker::tell(quint64 number, ScalePtr scale, bool last) {
  QMetaObject::invokeMethod(
      this,
      [this, number, scale = std::move(scale), last] {
        if (number != m_newest) return;
        if (last) m_working = false;
        emit found(scale);
      },
      Qt::QueuedConnection);
}

void ScaleAsker::cancel() {
  ++m_newest;
  m_working = false;
  m_stop.request_stop();
  m_pool.clear();
}

}  // namespace astrolabe::ui
