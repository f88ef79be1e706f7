// ui/results/groups_page: what a person sees of a program on groups, on the sample plan.
#include <QLabel>
#include <QTableView>
#include <QtTest>
#include <cmath>

#include "core/plan/plan_file.h"
#include "core/planning/groups.h"
#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/badges.h"
#include "ui/render/kind_words.h"
#include "ui/results/groups_page.h"

namespace tst_groups_page {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

constexpr int kPatienceMs = 120'000;

class TestGroupsPage : public QObject {
  Q_OBJECT

 private slots:
  void tellsTheGroupsOfEachPool() {
    PlanDocument document;
    plan::PlanFile file;
    file.plan = plan::sample_plan();
    document.reset(file, {});
    PlannerBridge bridge(document, planning::groups_planner());
    GroupsPage page(document, bridge);
    QVERIFY(page.option() == nullptr);
    QVERIFY(!page.findChild<QLabel*>(u"groupsWords"_s)->text().isEmpty());
    bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(bridge.state() == PlannerBridge::State::Done, kPatienceMs);
    QVERIFY(page.option() != nullptr);
    const auto& layout = *planning::as<planning::GroupsLayout>(page.option()->layout);
    const auto* pools = page.findChild<QTableView*>(u"groupsPools"_s)->model();
    QCOMPARE(pools->rowCount(), 2);
    QCOMPARE(pools->index(0, 0).data().toString(), u"h100"_s);
    QVERIFY(layout.lower_bound() > 0.0);
    QVERIFY(page.copyText().contains(page.findChild<QLabel*>(u"groupsTitle"_s)->text()));
    QVERIFY(layoutLine(page.option()->layout).contains(u"TP"_s));
    // Lanes of the picture and their words are as many.
    const auto lanes = kindWords(*page.option()).lanes(*page.option(), bridge.found()->question->problem);
    QCOMPARE(lanes.size(), page.option()->timeline.lanes.size());
    // Tiles have the share of a GPU: all of them together are the batch; in proportion to speed they are one.
    Badges badges;
    const strategy::Problem& problem = bridge.found()->question->problem;
    addWorkShares(badges, page.option().get(), problem);
    double shares = 0.0, proportional = 0.0;
    for (const planning::GroupsOfPool& pool : layout.pools()) {
      const PoolBadge& badge = badges[problem.cluster.pools[std::size_t(pool.pool)].id];
      const int gpus = pool.groups * pool.gpus_of_group;
      QCOMPARE(badge.share, pool.share / gpus);
      QVERIFY(badge.share <= badge.largestShare && badge.proportional <= badge.largestShare);
      shares += gpus * badge.share;
      proportional += gpus * badge.proportional;
    }
    QVERIFY(std::abs(shares - 1.0) < 1e-12 && std::abs(proportional - 1.0) < 1e-12);
  }

  /// Equal GPUs have no groups; of marked ones only where some are.
  void equalGpusHaveNone() {
    for (const bool marked : {false, true}) {
      PlanDocument document;
      plan::PlanFile file;
      file.plan = plan::sample_plan();
      file.plan.cluster.pools.pop_back();
      file.plan.cluster.between_pools.clear();
      if (marked) file.plan.cluster.pools.front().slow = {{0, 0, 2.0, 1.0}};
      document.reset(file, {});
      PlannerBridge bridge(document, planning::groups_planner());
      GroupsPage page(document, bridge);
      bridge.run();
      QTRY_VERIFY_WITH_TIMEOUT(bridge.state() == PlannerBridge::State::Declines, kPatienceMs);
      const QString words = page.findChild<QLabel*>(u"groupsWords"_s)->text();
      QVERIFY2(words.startsWith(u"There are no programs on groups to find: all GPUs work at one speed"_s),
               qPrintable(words));
      QCOMPARE(words.contains(u"marked"_s), marked);
    }
  }
};

}  // namespace tst_groups_page

ASTROLABE_TEST(tst_groups_page, TestGroupsPage)
#include "tst_groups_page.moc"
