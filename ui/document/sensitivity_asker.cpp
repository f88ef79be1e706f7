#include "ui/document/sensitivity_asker.h"

#include <utility>

namespace astrolabe::ui {

SensitivityAsker::SensitivityAsker(QObject* parent) : QObject(parent), m_pool(this) {
  m_pool.setMaxThreadCount(1);
}

SensitivityAsker::~SensitivityAsker() {
  cancel();
  m_pool.waitForDone();
}

void SensitivityAsker::ask(const plan::SnapshotPtr& snapshot, plan::Metric metric, double change) {
  cancel();
  if (!snapshot || !snapshot->problem || snapshot->best.empty()) return;
  m_working = true;
  m_stop = std::stop_source();
  const quint64 number = m_newest;
  m_pool.start([this, number, snapshot, metric, change, stop = m_stop.get_token()] {
    auto answer = std::make_shared<SensitivityAnswer>();
    answer->snapshot = snapshot;
    answer->found = astrolabe::sensitivity(*snapshot, metric, change, stop);
    QMetaObject::invokeMethod(
        this,
        [this, number, answer = std::move(answer)] {
          if (number != m_newest) return;
          m_working = false;
          emit answered(answer);
        },
        Qt::QueuedConnection);
  });
}

void SensitivityAsker::cancel() {
  ++m_newest;
  m_working = false;
  m_stop.request_stop();
  m_pool.clear();
}

}  // namespace astrolabe::ui
