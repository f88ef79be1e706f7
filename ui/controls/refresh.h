#pragma once
// How often a view of what changes quickly is drawn.

#include <QElapsedTimer>
#include <QTimer>
#include <functional>

#include "core/plan/snapshot.h"

namespace astrolabe::ui {

/// Draws at most four times a second what changes quickly; the newest is never left out.
class Refresh {
 public:
  explicit Refresh(std::function<void()> draw);
  /// A snapshot of a search: draws at once, but waits its turn while it brings nothing but more rows.
  void follow(const plan::SnapshotPtr& snapshot);
  /// Something changed: draws once for all that changes until the next turn.
  void soon();
  /// Told by what draws, whoever asked for it: the quarter of a second counts from here.
  void drawn();

 private:
  int rest() const;

  std::function<void()> m_draw;
  plan::SnapshotPtr m_seen;  ///< newest that was told of
  QElapsedTimer m_last;
  QTimer m_later;
};

}  // namespace astrolabe::ui
