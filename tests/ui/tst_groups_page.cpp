// ui/results/groups_page: what a person sees of a program on groups, on the sample plan.
#include <QLabel>
#include <QTableView>
#include <QtTest>

#include "core/plan/plan_file.h"
#include "core/planning/groups.h"
#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
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
  }
};

}  // namespace tst_groups_page

ASTROLABE_TEST(tst_groups_page, TestGroupsPage)
#include "tst_groups_page.moc"
