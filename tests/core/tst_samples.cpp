// core/plan/samples: five plans, each of which shows what its name says.
#include <QtTest>
#include <set>

#include "core/engine.h"
#include "core/hardware/catalogue.h"
#include "core/plan/samples.h"

using namespace astrolabe;

class TestSamples : public QObject {
  Q_OBJECT

  static plan::SnapshotPtr answer(const plan::Plan& plan) {
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    if (!problem) return nullptr;
    SearchOptions options;
    options.objective = plan.objective;
    options.time_limit = 60.0;
    return run_search(*problem, options);
  }

 private slots:
  void fiveWithDifferentNames() {
    QCOMPARE(plan::sample_names().size(), std::size_t(5));
    QVERIFY(plan::sample_named("two-generations") == plan::sample_plan());
    std::set<std::string> titles;
    for (const std::string& name : plan::sample_names()) titles.insert(plan::sample_named(name).name);
    QCOMPARE(titles.size(), std::size_t(5));
  }

  void whatTheySay_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<bool>("fits");
    QTest::newRow("small") << QByteArray("small") << 8 << true;                  // 1 x 8
    QTest::newRow("homogeneous") << QByteArray("homogeneous") << 128 << true;    // 16 x 8
    QTest::newRow("best value") << QByteArray("best-value") << 64 << true;       // 4 x 8 + 4 x 8
    QTest::newRow("does not fit") << QByteArray("does-not-fit") << 16 << false;  // 2 x 8
  }
  void whatTheySay() {
    QFETCH(QByteArray, name);
    QFETCH(int, gpus);
    QFETCH(bool, fits);
    const plan::Plan plan = plan::sample_named(name.toStdString());
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    QVERIFY2(problem.has_value(), problem ? "" : problem.error().where.c_str());
    QCOMPARE(problem->cluster.gpus(), gpus);
    const plan::SnapshotPtr found = answer(plan);
    QVERIFY(found);
    QCOMPARE(!found->best.empty(), fits);
    if (fits) return;
    QCOMPARE(found->status, plan::Status::infeasible);
    QVERIFY(!found->fixes.empty());
  }
};

QTEST_MAIN(TestSamples)
#include "tst_samples.moc"
