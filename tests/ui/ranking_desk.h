#pragma once
// The ranking in a shown window, and what a search of the sample finds for it.

#include <QtTest>
#include <memory>

#include "core/engine.h"
#include "sample_document.h"
#include "ui/document/search_bridge.h"
#include "ui/results/ranking_page.h"

namespace astrolabe::ui {

struct RankingDesk {
  PlanDocument document;
  SearchBridge bridge{document};
  StrategySelection selection{bridge};
  RankingPage page{document, selection};
  RankingDesk() {
    fillSample(document);
    bridge.setLive(false);
    page.resize(1100, 300);
    page.show();
    page.activateWindow();
    if (!QTest::qWaitForWindowActive(&page, 30'000)) qFatal("the window does not get the focus");
  }
};

/// What tests of the ranking share; find() before all of them, which speaks American English.
class FoundRanking {
 protected:
  std::shared_ptr<const strategy::Problem> m_problem;
  plan::SnapshotPtr m_found;

  void find() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    PlanDocument document;
    fillSample(document);
    m_problem = std::make_shared<const strategy::Problem>(*document.problem());
    SearchOptions options;
    options.threads = 2;
    m_found = run_search(*m_problem, options);
    QCOMPARE(m_found->best.size(), std::size_t{20});
    QVERIFY(!m_found->rejected.empty());
  }
};

}  // namespace astrolabe::ui
