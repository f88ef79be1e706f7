#pragma once
// The sample in several scenarios, for tests of the window.

#include "tests/app/sample_window.h"
#include "ui/document/commands/commands.h"

namespace astrolabe::ui {

inline PlanDocument& document(MainWindow& window) { return window.document(); }
inline const plan::Plan& plan(MainWindow& window) { return window.document().plan(); }

inline void edit(MainWindow& window, int pool, int nodes) {
  const std::string id = plan(window).cluster.pools[static_cast<std::size_t>(pool)].id;
  document(window).undoStack().push(new SetNodeCount(document(window), id, nodes));
}

inline void trigger(MainWindow& window, const char* action) {
  QVERIFY2(window.actions()[action]->isEnabled(), action);
  window.actions()[action]->trigger();
}

/// The sample with 4, 2 and 1 nodes of H100; the last is shown.
inline std::unique_ptr<MainWindow> threeScenarios() {
  auto window = opened(true);
  for (const int count : {2, 1}) {
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, count);
  }
  return window;
}

}  // namespace astrolabe::ui
