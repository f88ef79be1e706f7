// astrolabe-cli compare, started for real: scenarios that ask exactly the same are asked once.
#include <algorithm>

#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "tests/app/cli_process.h"
#include "tests/core/small_plan.h"
#include "tests/program/test_program.h"

namespace tst_cli_compare {

using namespace cli_process;
using namespace astrolabe;

class TestCliCompare : public QObject {
  Q_OBJECT

 private slots:
  /// Three scenarios, of which the second is a copy of the first, against the first and the third alone: the
  /// same answers, from two searches and two syntheses that end by themselves.
  void theSameQuestionIsAskedOnce() {
    const Json two = compared("two.astrolabe", false), three = compared("three.astrolabe", true);
    QCOMPARE(three["scenarios"].size(), std::size_t(3));
    QCOMPARE(three["rows"].size(), two["rows"].size());
    int programs = 0;
    for (std::size_t i = 0; i < two["rows"].size(); ++i) {
      const Json &few = two["rows"][i], &all = three["rows"][i];
      const auto quantity = few["quantity"].get<std::string>();
      QCOMPARE(all["quantity"], few["quantity"]);
      if (quantity == "place" || quantity == "chance") continue;  // of the columns that stand there
      programs += quantity.starts_with("program") && few["values"][0].is_number() ? 1 : 0;
      for (const char* what : {"values", "differences", "changes"}) {
        QVERIFY2(all[what][0] == few[what][0], quantity.c_str());
        QVERIFY2(all[what][1] == few[what][0], quantity.c_str());
        QVERIFY2(all[what][2] == few[what][1], quantity.c_str());
      }
    }
    QVERIFY(programs > 0);
  }

 private:
  /// What compare says of a node of each kind of GPU, perhaps of a copy of that, and of a plan with another
  /// node; its progress is of two searches and of two programs.
  Json compared(const char* name, bool withCopy) {
    plan::PlanFile file{smallQuestion()};
    if (withCopy) {
      plan::Scenario copy = file.plan;
      copy.title = "The same once more";
      plan::add_scenario(file.plan, copy);
    }
    plan::Scenario more = file.plan;
    more.title = "Another node";
    more.cluster.pools[1].nodes = 2;
    plan::add_scenario(file.plan, more);
    plan::show_scenario(file.plan, 1);
    if (!plan::write_plan(file, m_place.path(name).toStdString())) return {};
    const Said said =
        m_place.run({"compare", name, "--json", "--threads", "1", "--progress=json", "--programs", "always"});
    if (said.status != 0) qWarning() << said.all().left(2000);
    checkProgress(said.err);
    return said.json();
  }
  /// A search of one thread begins where the seconds of its pictures fall; programs are counted.
  static void checkProgress(const QByteArray& told) {
    int searches = 0, programs = 0;
    double before = 0.0;
    for (const QByteArray& line : told.split('\n')) {
      if (!line.startsWith('{')) continue;
      const Json one = Json::parse(line.toStdString());
      if (one.contains("evaluated")) {
        const double seconds = one["seconds"].get<double>();
        searches += searches == 0 || seconds < before ? 1 : 0;
        before = seconds;
      } else if (one.value("step", std::string()) == "programs") {
        QCOMPARE(one["of"], Json(2));
        programs = std::max(programs, one["done"].get<int>() + 1);
      }
    }
    QVERIFY2(searches >= 1 && searches <= 2, told.left(4000).constData());
    QCOMPARE(programs, 2);
  }
  Workplace m_place;
};

}  // namespace tst_cli_compare

ASTROLABE_TEST(tst_cli_compare, TestCliCompare)
#include "tst_cli_compare.moc"
