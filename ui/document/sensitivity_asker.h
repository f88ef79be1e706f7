#pragma once
// How far an answer holds, worked out off the window's thread.

#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <memory>
#include <stop_token>

#include "core/engine.h"
#include "core/plan/sensitivity.h"

namespace astrolabe::ui {

struct SensitivityAnswer {
  plan::SnapshotPtr snapshot;
  plan::Sensitivity found;
};
using SensitivityAnswerPtr = std::shared_ptr<const SensitivityAnswer>;

/// The newest question wins: an older one is stopped and its answer dropped.
class SensitivityAsker : public QObject {
  Q_OBJECT

 public:
  explicit SensitivityAsker(QObject* parent = nullptr);
  ~SensitivityAsker() override;
  /// `snapshot` holds the problem and a ranking that is not empty.
  void ask(const plan::SnapshotPtr& snapshot, plan::Metric metric, double change);
  /// Nobody waits for an answer any more.
  void cancel();
  bool isWorking() const { return m_working; }

 signals:
  void answered(astrolabe::ui::SensitivityAnswerPtr answer);

 private:
  quint64 m_newest = 0;
  bool m_working = false;
  std::stop_source m_stop;
  QThreadPool m_pool;  ///< one thread
};

}  // namespace astrolabe::ui
