#pragma once
// Time and cost of the job against nodes, worked out off the window's thread.

#include <QObject>
#include <QThreadPool>
#include <memory>
#include <stop_token>

#include "core/engine.h"
#include "core/plan/scale.h"

namespace astrolabe::ui {

using ScalePtr = std::shared_ptr<const plan::Scale>;

/// The newest question wins: an older one is stopped and what it found dropped. Each count is searched on
/// half the processors for at most ten seconds, to within a hundredth of the fastest.
class ScaleAsker : public QObject {
  Q_OBJECT

 public:
  explicit ScaleAsker(QObject* parent = nullptr);
  ~ScaleAsker() override;
  void ask(plan::ScaleQuestion question);
  /// Nobody waits for an answer any more.
  void cancel();
  bool isWorking() const { return m_working; }

 signals:
  /// `scale` holds what is known after another count, or in the end; isWorking() tells which.
  void found(astrolabe::ui::ScalePtr scale);

 private:
  void tell(quint64 number, ScalePtr scale, bool last);

  quint64 m_newest = 0;
  bool m_working = false;
  std::stop_source m_stop;
  QThreadPool m_pool;  ///< one thread
};

}  // namespace astrolabe::ui
