#pragma once
// Finds the best strategy of a plan that is only thought of, as while hardware is held above the canvas.

#include <QObject>
#include <memory>

#include "core/engine.h"
#include "core/plan/snapshot.h"
#include "ui/document/latest.h"

namespace astrolabe::ui {

/// The newest question wins: an older one is stopped and its answer dropped.
class Foresight : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  /// Searches beside the window's thread, for a second at most; what edits leave to each other is used again.
  /// Nothing where the job does not train.
  void ask(const strategy::Problem& problem, strategy::Objective objective);
  /// Nobody waits for an answer any more, and there is none.
  void cancel();
  /// The answer to the last question; null while none is found, or none was asked.
  plan::SnapshotPtr answer() const { return m_answer; }
  /// "51 289 tokens/s at best", by what is asked for; empty without an answer.
  QString text() const;

 signals:
  void answered();

 private:
  plan::SnapshotPtr m_answer;
  std::shared_ptr<Carried> m_carried = make_carried();
  Latest m_latest;
};

}  // namespace astrolabe::ui
