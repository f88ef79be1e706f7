#pragma once
// Why a strategy is not first, worked out off the window's thread.

#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <memory>
#include <optional>

#include "core/engine.h"
#include "core/plan/why.h"

namespace astrolabe::ui {

/// One question and what came of it.
struct WhyAnswer {
  plan::SnapshotPtr snapshot;
  strategy::Strategy strategy;
  std::optional<Error> error;    ///< the strategy cannot stand on this cluster
  std::optional<plan::Why> why;  ///< empty with an error
};
using WhyAnswerPtr = std::shared_ptr<const WhyAnswer>;

/// The newest question wins; answers to older ones are dropped.
class WhyAsker : public QObject {
  Q_OBJECT

 public:
  explicit WhyAsker(QObject* parent = nullptr);
  ~WhyAsker() override;
  /// `snapshot` holds the problem that the strategy is judged by. `known`: of a distributed program, which is
  /// not evaluated as strategies are.
  void ask(const plan::SnapshotPtr& snapshot, const strategy::Strategy& strategy,
           std::shared_ptr<const Detail> known = {});
  /// Nobody waits for an answer any more.
  void cancel();

 signals:
  void answered(astrolabe::ui::WhyAnswerPtr answer);

 private:
  std::atomic<quint64> m_newest = 0;
  QThreadPool m_pool;  ///< one thread
};

}  // namespace astrolabe::ui
