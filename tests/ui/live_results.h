#pragma once
// The sample with its finished search, for tests of views that follow a selection.

#include <QtTest>

#include "sample_document.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"

namespace astrolabe::ui {

struct LiveResults {
  PlanDocument document;
  SearchBridge bridge{document};
  StrategySelection selection{bridge};

  static constexpr int kPatienceMs = 120'000;  ///< of a machine that has much else to do

  /// False when the search did not end.
  bool search() {
    fillSample(document);
    bridge.run();
    return QTest::qWaitFor(
        [this] { return bridge.state() == SearchBridge::State::Finished && selection.detail(); },
        kPatienceMs);
  }
  /// Until the plan as it is now has been searched to the end; false where that does not come.
  bool settled() {
    return QTest::qWaitFor(
        [this] { return bridge.state() == SearchBridge::State::Finished && !bridge.isStale(); }, kPatienceMs);
  }
};

}  // namespace astrolabe::ui
