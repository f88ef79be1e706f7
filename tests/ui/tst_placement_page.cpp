// ui/results/placement_page and the canvas: what a person sees of layers over machines, on the sample of
// three regions.
#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QTableWidget>
#include <QtTest>

#include "core/hardware/catalogue.h"
#include "core/placement/limits.h"
#include "core/plan/samples.h"
#include "core/planning/placements.h"
#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/badges.h"
#include "ui/render/kind_words.h"
#include "ui/results/placement_page.h"
#include "ui/results/placement_scale_view.h"
#include "ui/results/placement_why_page.h"
#include "ui/results/serving_sensitivity_view.h"

namespace tst_placement_page {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

constexpr int kPatienceMs = 120'000;

class TestPlacementPage : public QObject {
  Q_OBJECT

 private slots:
  void showsTheLayout() {
    PlanDocument document;
    plan::PlanFile file;
    file.plan = plan::serving_sample_named("serve-regions");
    document.reset(file, {});
    PlannerBridge bridge(document, planning::placement_planner());
    PlacementPage page(document, bridge);
    QVERIFY(page.option() == nullptr);
    QVERIFY(!page.findChild<QLabel*>(u"placementWords"_s)->text().isEmpty());
    bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(page.option() != nullptr, kPatienceMs);
    const auto& layers = planning::as<planning::PlacementLayout>(page.option()->layout)->layers();
    QVERIFY(page.findChild<QLabel*>(u"placementTitle"_s)->text().contains(u"tokens/s"_s));
    const auto rows = [&](const QString& name) {
      return page.findChild<QTableView*>(name)->model()->rowCount();
    };
    int machines = 0;
    for (const placement::Interval& held : layers.placed.layout.machines) machines += held.layers > 0 ? 1 : 0;
    QCOMPARE(rows(u"placementMachines"_s), machines);
    QCOMPARE(rows(u"placementLimits"_s), static_cast<int>(layers.placed.flow.min_cut.size()));
    QCOMPARE(rows(u"placementRouting"_s), static_cast<int>(layers.placed.flow.links.size()));
    QVERIFY(rows(u"placementChains"_s) >= 1);
    QVERIFY(page.copyText().contains(QString::fromStdString(layers.network->machines.front().name)));
    QVERIFY(layoutLine(page.option()->layout).contains(QString::number(machines)));
  }

  /// Why, sensitivity and scale have the same answer: limits with what more of them gives, bars around the
  /// flow, a line for each pool.
  void tellsWhyAndMoves() {
    PlanDocument document;
    plan::PlanFile file;
    file.plan = plan::serving_sample_named("serve-regions");
    file.plan.cluster.pools.resize(2);  // two regions are enough
    file.plan.cluster.between_pools.resize(1);
    document.reset(file, {});
    PlannerBridge bridge(document, planning::placement_planner());
    PlacementWhyPage why(document, bridge);
    QVERIFY(!why.findChild<QLabel*>(u"placementWhy.words"_s)->text().isEmpty());
    QVERIFY(why.option() == nullptr);
    ServingSensitivityView sensitivity(bridge);
    PlacementScaleView scale(bridge);
    QCOMPARE(sensitivity.objectName(), u"placementSensitivity"_s);
    for (QWidget* view : std::initializer_list<QWidget*>{&why, &sensitivity, &scale}) {
      view->resize(900, 400);
      view->show();
    }
    bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(why.option() != nullptr, kPatienceMs);
    const auto& layers = planning::as<planning::PlacementLayout>(bridge.option()->layout)->layers();
    const auto* limits = why.findChild<QTableView*>(u"placementWhy.limits"_s);
    const auto parts = placement::limits_of(*layers.network, layers.placed.layout, layers.placed.flow, 1.1);
    QCOMPARE(limits->model()->rowCount(), static_cast<int>(parts.size() + (parts.size() > 1 ? 1 : 0)));
    const auto* chosen = why.findChild<QLabel*>(u"placementWhy.chosen"_s);
    QVERIFY2(chosen->text().contains(u"tokens/s flow"_s), qPrintable(chosen->text()));
    auto* pick = why.findChild<QComboBox*>(u"placementWhy.pick"_s);
    pick->setFocus();
    QTest::keyClick(pick, Qt::Key_Home);
    QCOMPARE(why.findChild<QLabel*>(u"placementWhy.verdict"_s)->text(), u"It is the first."_s);
    QVERIFY(why.copyText().contains(u"It is the first."_s));
    QTRY_VERIFY_WITH_TIMEOUT(sensitivity.hasFigure() && !sensitivity.isWorking(), kPatienceMs);
    QVERIFY(sensitivity.found()->swings.size() >= 6);
    QTRY_VERIFY_WITH_TIMEOUT(scale.hasFigure() && !scale.isWorking(), kPatienceMs);
    QCOMPARE(static_cast<int>(scale.found()->points.size()), scale.found()->all);
    const auto* table = scale.findChild<QTableWidget*>(u"placementScale.table"_s);
    QCOMPARE(table->rowCount(), scale.found()->all);
  }

  /// Tiles tell layers; what limits is said in words.
  void isMarkedOnTheCanvas() {
    const auto question =
        planning::make_question(plan::serving_sample_named("serve-regions"), hardware::Catalogue::built_in());
    QVERIFY(question.has_value());
    planning::Run run;
    const planning::FoundPtr found = planning::placement_planner().plan(*question, run);
    QVERIFY(!found->options.empty());
    const planning::Option& best = *found->options.front();
    std::vector<std::pair<std::string, int>> pools;
    for (const hardware::Pool& pool : (*question)->problem.cluster.pools)
      pools.emplace_back(pool.id, pool.gpus());
    Badges badges;
    addPlacement(badges, &best, pools);
    int told = 0, limiting = 0;
    for (const auto& [id, badge] : badges) {
      told += badge.serving.contains(u"layers"_s) ? 1 : 0;
      limiting += badge.serving.contains(u"limits"_s) ? 1 : 0;
    }
    QVERIFY(told >= 1 && limiting >= 1);
    const auto& layers = planning::as<planning::PlacementLayout>(best.layout)->layers();
    bool has_link = false;
    for (const placement::CutPart& part : layers.placed.flow.min_cut)
      has_link = has_link || !part.is_machine();
    QCOMPARE(!limitingLinks(&best).empty(), has_link);
    addPlacement(badges, nullptr, pools);
    QVERIFY(limitingLinks(nullptr).empty());
  }
};

}  // namespace tst_placement_page

ASTROLABE_TEST(tst_placement_page, TestPlacementPage)
#include "tst_placement_page.moc"
