// ui/results/placement_page and the canvas: what a person sees of layers over machines, on the sample of
// three regions.
#include <QLabel>
#include <QTableView>
#include <QtTest>

#include "core/hardware/catalogue.h"
#include "core/plan/samples.h"
#include "core/planning/placements.h"
#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/badges.h"
#include "ui/render/kind_words.h"
#include "ui/results/placement_page.h"

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
