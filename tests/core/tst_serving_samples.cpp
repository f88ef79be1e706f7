// core/plan/serving_samples: four plans that serve a model, each of which shows what its name says.
#include <QtTest>
#include <algorithm>
#include <set>

#include "core/exports/serving_start.h"
#include "core/hardware/catalogue.h"
#include "core/plan/samples.h"
#include "core/planning/deployment_exports.h"
#include "tests/program/test_program.h"

namespace tst_serving_samples {

using namespace astrolabe;

class TestServingSamples : public QObject {
  Q_OBJECT

  static planning::QuestionPtr question(const std::string& name) {
    const auto made =
        planning::make_question(plan::serving_sample_named(name), hardware::Catalogue::built_in());
    return made ? *made : nullptr;
  }

 private slots:
  void fourWithDifferentNames() {
    QCOMPARE(plan::serving_sample_names().size(), std::size_t(4));
    std::set<std::string> titles;
    for (const std::string& name : plan::serving_sample_names()) {
      const plan::Plan plan = plan::serving_sample_named(name);
      titles.insert(plan.name);
      QCOMPARE(plan.job.task, std::string("serve"));
      QVERIFY(!plan.model_text.empty());
      // What a file keeps of it is the same plan.
      const auto read = strategy::read_job(strategy::to_json(plan.job));
      QVERIFY(read && read->asked == plan.job.asked);
    }
    QCOMPARE(titles.size(), std::size_t(4));
  }

  void whatTheySay_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("gpus");
    QTest::newRow("chat") << QByteArray("serve-chat") << 8;         // 1 x 8
    QTest::newRow("experts") << QByteArray("serve-experts") << 72;  // 18 x 4
    QTest::newRow("mixed") << QByteArray("serve-mixed") << 64;      // 2 x 8 + 2 x 8 + 4 x 8
  }
  /// The best keeps its promises within the cluster, and each engine's start of it is written or refused by a
  /// setting of the deployment.
  void whatTheySay() {
    QFETCH(QByteArray, name);
    QFETCH(int, gpus);
    const planning::QuestionPtr asked = question(name.toStdString());
    QVERIFY(asked);
    QCOMPARE(asked->problem.cluster.gpus(), gpus);
    planning::Run run;
    run.options.threads = 1;
    const planning::FoundPtr found = planning::deployment_planner().plan(asked, run);
    QVERIFY2(!found->error, found->error ? found->error->where.c_str() : "");
    const auto possible = planning::possible(found->options);
    QVERIFY(!possible.empty());
    const auto& fleet = planning::as<planning::DeploymentLayout>(possible.front()->layout)->fleet();
    QVERIFY(fleet.keeps_promises());
    QVERIFY(fleet.gpus > 0 && fleet.gpus <= gpus);
    const auto& deployments = dynamic_cast<const planning::FoundDeployments&>(*found);
    for (const planning::Export& form : planning::deployment_planner().exports()) {
      const auto text = form.text(*possible.front());
      if (form.id == to_string(deployments.job.runtime) || form.id == "dynamo" || form.id == "trace")
        QVERIFY2(text.has_value(), text ? "" : (form.id + ": " + text.error().where).c_str());
      else if (!text)
        QVERIFY2(text.error().where == "expert_parallel" || text.error().where == "attention_data_parallel" ||
                     text.error().where == "software.runtime",
                 text.error().where.c_str());
    }
  }

  /// 4 A100, 8 L4 and 12 T4, each its own region; no link of two regions is faster than 100 Mb/s.
  void regions() {
    const planning::QuestionPtr asked = question("serve-regions");
    QVERIFY(asked);
    const hardware::Cluster& cluster = asked->problem.cluster;
    QCOMPARE(cluster.gpus(), 24);
    std::set<std::string> regions;
    for (const hardware::Pool& pool : cluster.pools) {
      regions.insert(pool.region);
      QVERIFY(!pool.layer_throughput.empty());
      // More layers on a machine are fewer tokens a second.
      QVERIFY(std::is_sorted(pool.layer_throughput.rbegin(), pool.layer_throughput.rend()));
    }
    QCOMPARE(regions.size(), std::size_t(3));
    QCOMPARE(planning::deployment_planner().declines(*asked), std::string("layers_placed"));
  }
};

}  // namespace tst_serving_samples

ASTROLABE_TEST(tst_serving_samples, TestServingSamples)
#include "tst_serving_samples.moc"
