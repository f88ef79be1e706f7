// A proposal of the search becomes one edit of the plan, and none where the plan says so already.

#include <QtTest>

#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/document/commands/set_job.h"
#include "ui/shell/take_fix.h"

namespace tst_take_fix {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using Kind = plan::Fix::Kind;

class TestTakeFix : public QObject {
  Q_OBJECT

  PlanDocument m_document;

  const plan::Plan& plan() const { return m_document.plan(); }
  int steps() { return m_document.undoStack().index(); }
  static plan::Fix fix(Kind kind, const std::string& pool = {}, double amount = 0.0) {
    plan::Fix made;
    made.kind = kind;
    made.pool = pool;
    made.amount = amount;
    return made;
  }
  void set(const strategy::Job& job) { m_document.undoStack().push(new SetJob(m_document, job, u"job"_s)); }

 private slots:
  void init() { fillSample(m_document); }

  /// Two more nodes of the first pool, and of no other; a pool that is gone gets none.
  void nodesAreAdded() {
    const hardware::PoolSpec first = plan().cluster.pools[0], second = plan().cluster.pools[1];
    QVERIFY(takeFix(m_document, fix(Kind::add_nodes, first.id, 2.0)));
    QCOMPARE(steps(), 1);
    QCOMPARE(plan().cluster.pools[0].nodes, first.nodes + 2);
    QCOMPARE(plan().cluster.pools[1].nodes, second.nodes);
    QVERIFY(!takeFix(m_document, fix(Kind::add_nodes, "gone", 2.0)));
    QCOMPARE(steps(), 1);
  }

  /// A limit rises to the next figure of three digits, 187.31 kW to 188 kW, with those that go with it.
  void limitsRise() {
    plan::Fix both = fix(Kind::raise_limit, {}, 187.31);
    both.limit = "power_kw";
    both.also = {{"deadline_hours", 1234.0}};
    QVERIFY(takeFix(m_document, both));
    QCOMPARE(steps(), 1);
    QCOMPARE(plan().job.limits.power_kw, std::optional(188.0));
    QCOMPARE(plan().job.limits.deadline_hours, std::optional(1240.0));
    QVERIFY(!plan().job.limits.budget_usd);
  }

  /// One setting is left to the search, then all of them; a second time changes nothing.
  void settingsAreFreed() {
    strategy::Job job = plan().job;
    job.allowed = {{"tensor_parallel", {"8"}}, {"micro_batch", {"1"}}};
    set(job);
    QVERIFY(takeFix(m_document, fix(Kind::lower_micro_batch)));
    QCOMPARE(plan().job.allowed.size(), std::size_t{1});
    QVERIFY(plan().job.allowed.contains("tensor_parallel"));
    QVERIFY(takeFix(m_document, fix(Kind::free_setting)));
    QVERIFY(plan().job.allowed.empty());
    QCOMPARE(steps(), 3);
    QVERIFY(!takeFix(m_document, fix(Kind::free_setting)));
    QCOMPARE(steps(), 3);
  }
};

}  // namespace tst_take_fix

ASTROLABE_TEST(tst_take_fix, TestTakeFix)
#include "tst_take_fix.moc"
