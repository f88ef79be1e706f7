#pragma once
// How often a view of a running search is drawn.

#include <QElapsedTimer>
#include <QTimer>
#include <functional>

#include "core/plan/snapshot.h"

namespace astrolabe::ui {

/// Draws at once, but only four times a second while a search brings nothing but more rows; the newest is
/// never left out.
class Refresh {
 public:
  explicit Refresh(std::function<void()> draw);
  void follow(const plan::SnapshotPtr& snapshot);
  /// Told by what draws, whoever asked for it: the quarter of a second counts from here.
  void drawn();

 private:
  std::function<void()> m_draw;
  plan::SnapshotPtr m_seen;  ///< newest that was told of
  QElapsedTimer m_last;
  QTimer m_later;
};

}  // namespace astrolabe::ui
