#pragma once
// Scenarios that something is to be done for behind the window, one after the other.

#include <QtGlobal>
#include <deque>
#include <optional>

#include "core/plan/plan.h"

namespace astrolabe::ui {

/// Who waits, and whose turn it is: one at a time. Each turn has a number of its own, so that an end that is
/// told late is not taken for that of another one.
class ScenarioQueue {
 public:
  /// True where scenario `id` waits, or runs().
  bool holds(int id) const;
  /// True where scenario `id` has its turn, and somebody waits for what comes of that.
  bool runs(int id) const;
  /// The number of the turn that began last.
  quint64 number() const { return m_number; }

  /// Lets scenario `id` wait behind the others, unless it waits already.
  void add(int id);
  /// Scenario `id` waits no longer; a turn that it has goes on. False where it did not wait.
  bool drop(int id);
  void clear() { m_waiting.clear(); }
  /// Scenarios that the plan has no more wait no longer. True where one of them runs(): the next scenario
  /// that is added may get its id.
  bool dropGone(const plan::Plan& plan);

  /// Takes out the first that waits and that the plan has, for its turn; empty while that of another lasts.
  std::optional<int> take(const plan::Plan& plan);
  /// Begins the turn of scenario `id` and returns its number. Precondition: no other turn lasts.
  quint64 begin(int id);
  /// The turn of that number has ended: another may have its own. True where somebody waited for it.
  bool end(quint64 number);
  /// Nobody waits for what comes of the turn that lasts; it does so until its end is told.
  void giveUp();
  /// Ends the turn that lasts at once: nobody waits for what comes of it, and its end is not waited for.
  void free() { m_turn.reset(); }

 private:
  struct Turn {
    int id = 0;
    bool wanted = true;
  };
  std::deque<int> m_waiting;  ///< ids
  std::optional<Turn> m_turn;
  quint64 m_number = 0;
};

}  // namespace astrolabe::ui
