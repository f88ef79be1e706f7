// A search for programs that was cut short is asked for more on its page: what was found stays while that
// runs, and where it is stopped, fails or finds nothing better.
#include <QPushButton>
#include <QtTest>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "tests/program/test_program.h"
#include "tests/ui/program_desk.h"
#include "ui/document/commands/pool_values.h"
#include "ui/document/found_beside.h"

namespace tst_search_on {

using namespace astrolabe;
using namespace astrolabe::ui;

/// The planner of programs, cut short unless it goes to the end, where it waits to be let go.
class CutShort final : public planning::Planner {
 public:
  enum class More { Better, Worse, Fails };
  More more = More::Better;
  mutable std::atomic<bool> waits{false}, letGo{false};

  std::string_view id() const override { return programs().id(); }
  std::string_view answer_key() const override { return programs().answer_key(); }
  std::string help() const override { return programs().help(); }
  std::string declines(const planning::Question& question) const override {
    return programs().declines(question);
  }
  bool may_rank(const planning::Question& question) const override { return programs().may_rank(question); }
  bool takes_long(const planning::Question& question) const override {
    return programs().takes_long(question);
  }
  planning::FoundPtr plan(const planning::QuestionPtr& question, planning::Run& run) const override {
    auto found = std::make_shared<planning::Found>(*programs().plan(question, run));
    found->stopped_early = !run.options.to_the_end;
    if (!run.options.to_the_end) return found;
    waits = true;
    while (!letGo && !run.stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    waits = false;
    if (more == More::Fails) throw std::runtime_error("a defect");
    auto first = std::make_shared<planning::Option>(*found->options.front());
    first->evaluation.step.value *= more == More::Better ? 0.5 : 2.0;
    found->options = {first};
    return found;
  }
  Result<planning::LayoutPtr> read_layout(const Json& json,
                                          const planning::Question& question) const override {
    return programs().read_layout(json, question);
  }
  Result<planning::Option> evaluate(const planning::Question& question,
                                    const planning::LayoutPtr& layout) const override {
    return programs().evaluate(question, layout);
  }

 private:
  static const planning::Planner& programs() { return planning::program_planner(); }
};

/// Its page with a program that was cut short.
struct Cut {
  CutShort planner;
  PlanDocument document;
  PlannerBridge bridge{document, planner};
  std::unique_ptr<ProgramPage> page;
  planning::OptionPtr first;

  Cut() {
    fill(document, smallQuestion());
    page = std::make_unique<ProgramPage>(document, bridge);
    page->resize(1280, 300);
    page->show();
  }
  ~Cut() {
    planner.letGo = true;
    page->hide();
  }
  Q_DISABLE_COPY_MOVE(Cut)
  bool begin() {
    const bool done =
        QTest::qWaitFor([this] { return bridge.state() == PlannerBridge::State::Done; }, kPatienceMs);
    first = bridge.option();
    return done && first;
  }
  QPushButton& button(const char* name) { return *page->findChild<QPushButton*>(QLatin1String(name)); }
  QString title() { return page->findChild<QLabel*>(QStringLiteral("programTitle"))->text(); }
};

class TestSearchOn : public QObject {
  Q_OBJECT

 private slots:
  void whatWasFoundStaysUntilABetterOneIsThere() {
    Cut cut;
    QVERIFY(cut.begin());
    QPushButton& more = cut.button("programSearchOn");
    QVERIFY(more.isVisible() && !cut.button("programStop").isVisible());
    cut.page->activateWindow();
    more.setFocus();
    QTest::keyClick(&more, Qt::Key_Space);
    QVERIFY(cut.bridge.isSearchingOn() && !cut.bridge.maySearchOn());
    QVERIFY(!more.isVisible() && cut.button("programStop").isVisible());
    QVERIFY(cut.title().contains(QStringLiteral("Searching on")));
    QTRY_VERIFY_WITH_TIMEOUT(cut.planner.waits, kPatienceMs);
    QCOMPARE(cut.bridge.option(), cut.first);
    QVERIFY(!cut.bridge.isStale() && cut.page->hasProgram());
    QVERIFY(answersTheQuestion(cut.bridge, cut.document.plan()));
    cut.planner.letGo = true;
    QTRY_VERIFY_WITH_TIMEOUT(!cut.bridge.isSearchingOn(), kPatienceMs);
    QCOMPARE(cut.bridge.state(), PlannerBridge::State::Done);
    QCOMPARE(cut.bridge.option()->evaluation.step.value, 0.5 * cut.first->evaluation.step.value);
    QVERIFY(!more.isVisible() && !cut.button("programStop").isVisible());  // it has gone to its end
    QVERIFY(!cut.title().contains(QStringLiteral("Searching on")));
  }

  void aStopKeepsWhatWasFoundAndItMayBeAskedAgain() {
    Cut cut;
    QVERIFY(cut.begin());
    cut.bridge.searchOn();
    QTRY_VERIFY_WITH_TIMEOUT(cut.planner.waits, kPatienceMs);
    QPushButton& stop = cut.button("programStop");
    QTest::mouseClick(&stop, Qt::LeftButton);
    QVERIFY(!cut.bridge.isSearchingOn() && cut.bridge.maySearchOn());
    QCOMPARE(cut.bridge.state(), PlannerBridge::State::Done);
    QVERIFY(!stop.isVisible() && cut.button("programSearchOn").isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!cut.planner.waits, kPatienceMs);
    QTest::qWait(20);  // the end of the stopped one arrives, and is not taken
    QCOMPARE(cut.bridge.option(), cut.first);
    cut.planner.letGo = true;
    cut.bridge.searchOn();
    QTRY_VERIFY_WITH_TIMEOUT(!cut.bridge.isSearchingOn(), kPatienceMs);
    QVERIFY(cut.bridge.option() != cut.first);
  }

  void nothingBetterChangesNothing_data() {
    QTest::addColumn<int>("more");
    QTest::newRow("worse") << static_cast<int>(CutShort::More::Worse);
    QTest::newRow("a defect") << static_cast<int>(CutShort::More::Fails);
  }

  void nothingBetterChangesNothing() {
    QFETCH(int, more);
    Cut cut;
    cut.planner.more = static_cast<CutShort::More>(more);
    cut.planner.letGo = true;
    QVERIFY(cut.begin());
    cut.bridge.searchOn();
    QTRY_VERIFY_WITH_TIMEOUT(!cut.bridge.isSearchingOn(), kPatienceMs);
    QCOMPARE(cut.bridge.state(), PlannerBridge::State::Done);
    QCOMPARE(cut.bridge.option(), cut.first);
    QVERIFY(!cut.bridge.maySearchOn());
  }

  /// An edit has the processors for the new question, whose program may be searched on for in its turn.
  void anEditEndsIt() {
    Cut cut;
    QVERIFY(cut.begin());
    cut.bridge.searchOn();
    QTRY_VERIFY_WITH_TIMEOUT(cut.planner.waits, kPatienceMs);
    cut.document.undoStack().push(new SetNodeCount(cut.document, "h100", 2));
    QVERIFY(!cut.bridge.isSearchingOn() && !cut.bridge.maySearchOn() && cut.bridge.isStale());
    QVERIFY(!cut.button("programStop").isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!cut.bridge.isStale(), kPatienceMs);
    QVERIFY(cut.bridge.option() != cut.first && cut.bridge.maySearchOn());
  }
};

}  // namespace tst_search_on

ASTROLABE_TEST(tst_search_on, TestSearchOn)
#include "tst_search_on.moc"
