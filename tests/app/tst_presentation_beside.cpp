// A presentation while its window goes on: a search that is under way, other scenarios, edits meanwhile; and
// that it ends with its window.

#include <QDoubleSpinBox>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/presentation_desk.h"
#include "tests/program/test_program.h"
#include "ui/render/numbers.h"

namespace tst_presentation_beside {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::presenting;
using ui::document;
using ui::finished;
using ui::plan;
using ui::trigger;

/// Another price for H100 is tried: typed into its field.
void tryPrice(Presentation* pages, const QString& dollars) {
  QTest::keyClick(pages, Qt::Key_W);
  auto* price = pages->findChild<QDoubleSpinBox*>(u"presentation.price.h100"_s);
  price->setFocus();
  price->selectAll();
  QTest::keyClicks(price, dollars);
  QTest::keyClick(price, Qt::Key_Return);
}

class PresentationBesideTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }

  /// The page of options is of all scenarios: a saved one tells what the usual one does, whatever scenario it
  /// was saved in and the window shows meanwhile.
  void savedOptionsAreThoseOfThePresentedScenario() {
    auto window = ui::threeScenarios();
    QTRY_VERIFY_WITH_TIMEOUT(finished(*window), kPatienceMs);
    window->answers().searchMissing();
    for (const int id : {1, 2})
      QTRY_VERIFY_WITH_TIMEOUT(window->answers().of(id) && !window->answers().isStale(id), kPatienceMs);
    std::vector<PresentationStep> all = ui::usualSteps();
    for (PresentationStep& step : all) step.shown = step.page == Slide::Options;
    all.push_back(saved(Slide::Options, 1));
    document(*window).undoStack().push(
        new ui::SetPresentation(document(*window), ui::toJson(all), ui::nextGesture(), u"views"_s));
    const QPointer<Presentation> pages = present(*window);
    QCOMPARE(pages->stepCount(), 2);
    const QString usual = pages->spoken();
    for (const int id : {1, 2, 3}) {
      const double speed = window->answers().of(id)->snapshot->best.front().tokens_per_second;
      QVERIFY2(usual.contains(ui::significantText(speed)), qPrintable(usual));
    }
    QTest::keyClick(pages, Qt::Key_Right);
    QCOMPARE(pages->step(), 1);
    QCOMPARE(pages->spoken(), usual);
    document(*window).showScenario(1);
    QCOMPARE(pages->spoken(), usual);
    QTest::keyClick(pages, Qt::Key_Left);
    QCOMPARE(pages->spoken(), usual);
    pages->close();
  }

  /// The best so far is no answer: who waits for one gets it when the search has ended, and who presents
  /// during a search sees what it ends with.
  void aSearchThatIsUnderWayIsFollowed() {
    using State = ui::SearchBridge::State;
    auto window = answered();
    const plan::Snapshot whole = *window->bridge().snapshot();
    plan::Snapshot soFar = whole;
    soFar.status = plan::Status::searching;
    soFar.best = {whole.best.back()};
    const auto figure = [](const cost::Evaluation& row) {
      return ui::significantText(row.tokens_per_second) + u" tokens/s"_s;
    };
    const QString best = figure(whole.best.front()), before = figure(whole.best.back());
    QVERIFY2(best != before, qPrintable(best));
    window->bridge().show(State::Searching, soFar);
    window->presentation().presentWhenAnswered();
    QTest::qWait(50);
    QVERIFY(!window->findChild<Presentation*>());
    window->bridge().show(State::Finished, whole);
    QTRY_VERIFY(window->findChild<Presentation*>());
    QPointer<Presentation> pages = window->findChild<Presentation*>();
    pages->close();
    QTRY_VERIFY(!pages);

    window->bridge().show(State::Searching, soFar);
    pages = present(*window);
    QTest::keyClick(pages, Qt::Key_3);
    QTest::keyClick(pages, Qt::Key_Return);
    QCOMPARE(pages->slide(), Slide::Winner);
    QVERIFY2(pages->spoken().contains(before), qPrintable(pages->spoken()));
    QVERIFY(!pages->spoken().contains(best));
    window->bridge().show(State::Finished, whole);
    QVERIFY2(pages->spoken().contains(best), qPrintable(pages->spoken()));
    soFar.status = whole.status;  // what comes after the end changes nothing
    window->bridge().show(State::Finished, soFar);
    QVERIFY(pages->spoken().contains(best));
    pages->close();
  }

  /// Whoever tells the options is asked once for all that changes, and where somebody sees or hears the page.
  void manyChangesMakeOnePage() {
    auto window = answered();
    int asked = 0;
    Presentation pages(document(*window), window->bridge().snapshot());
    pages.setOptions([&asked] {
      ++asked;
      return std::vector<ui::SlideOption>();
    });
    const auto change = [&pages] {
      for (int i = 0; i < 20; ++i) pages.outdateOptions();
    };
    change();
    QCOMPARE(asked, 0);
    pages.show();
    QCOMPARE(asked, 1);
    change();
    QCOMPARE(asked, 1);
    QTRY_COMPARE(asked, 2);
    QTest::qWait(600);  // more than twice what one drawing waits for the next
    QCOMPARE(asked, 2);
    QCOMPARE(pages.accessibleDescription(), pages.spoken());
    change();
    QVERIFY(!pages.spoken().isEmpty());  // who listens does not wait
    QCOMPARE(asked, 3);
  }

  /// A scenario and a step that came meanwhile stay where what was tried is kept; all of it is one step.
  void whatWasEditedMeanwhileStays() {
    auto window = answered();
    const QPointer<Presentation> pages = present(*window);
    tryPrice(pages, u"1.5"_s);
    trigger(*window, "actionScenarioDuplicate");
    ui::edit(*window, 0, 2);
    presentOnly(*window, {saved(Slide::Winner, 1)});
    const plan::Plan meanwhile = plan(*window);
    const int steps = document(*window).undoStack().index();
    QTest::keyClick(pages, Qt::Key_Escape);
    QTest::keyClick(pages, Qt::Key_Escape);
    QTest::mouseClick(pages->findChild<QPushButton*>(u"presentation.keep"_s), Qt::LeftButton);
    QTRY_VERIFY(!pages);
    const plan::Plan& now = plan(*window);
    QCOMPARE(now.id, 1);
    QCOMPARE(ui::findPool(now, "h100")->usd_per_gpu_hour, std::optional(1.5));
    QCOMPARE(now.others.size(), std::size_t(1));
    QCOMPARE(now.others.front().cluster.pools.front().nodes, 2);
    QCOMPARE(now.presentation, meanwhile.presentation);
    QCOMPARE(document(*window).undoStack().index(), steps + 1);
    document(*window).undoStack().undo();
    QVERIFY(plan(*window) == meanwhile);
  }

  void itEndsWithItsWindow_data() {
    QTest::addColumn<bool>("all");
    QTest::newRow("the window is closed") << false;
    QTest::newRow("the program ends") << true;
  }
  void itEndsWithItsWindow() {
    QFETCH(bool, all);
    auto window = answered();
    const QPointer<Presentation> pages = present(*window);
    QVERIFY(pages && pages->isVisible());
    if (all)
      QApplication::closeAllWindows();
    else
      QVERIFY(window->close());
    QVERIFY(!window->isVisible());
    QVERIFY(!pages || !pages->isVisible());
    QTRY_VERIFY(!pages);
  }

  /// A window that is destroyed takes its presentation along while the plan is still there.
  void itGoesBeforeThePlanDoes() {
    auto window = answered();
    const QPointer<Presentation> pages = present(*window);
    bool planWasThere = false;
    connect(pages, &QObject::destroyed, this,
            [&planWasThere, plan = QPointer(&document(*window))] { planWasThere = !plan.isNull(); });
    window.reset();
    QVERIFY(!pages);
    QVERIFY(planWasThere);
  }

  /// Who closes the window is asked what becomes of what was tried, before the window goes.
  void whatWasTriedHoldsTheWindow() {
    auto window = answered();
    const QPointer<Presentation> pages = present(*window);
    const plan::Plan before = plan(*window);
    tryPrice(pages, u"1.5"_s);
    const auto press = [&](const char* answer) {
      auto* button = pages->findChild<QPushButton*>(QLatin1StringView(answer));
      QVERIFY2(button && button->isVisible(), answer);
      QTest::mouseClick(button, Qt::LeftButton);
    };
    const auto* question = pages->findChild<QWidget*>(u"presentation.question"_s);
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get(), kPatienceMs));
    QVERIFY(!window->close());
    QVERIFY(window->isVisible() && pages && pages->isVisible());
    QVERIFY(question->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), static_cast<QWidget*>(pages.data()), kPatienceMs);
    press("presentation.back");
    QVERIFY(pages->isVisible() && !question->isVisible());
    QVERIFY(plan(*window) == before);
    QVERIFY(!window->close());
    press("presentation.keep");
    QTRY_VERIFY(!pages);
    QCOMPARE(ui::findPool(plan(*window), "h100")->usd_per_gpu_hour, std::optional(1.5));
    QVERIFY(window->isVisible());
    QVERIFY(window->close());
  }

  /// The end of a session waits for no answer; where the session goes on, so does the question.
  void theEndOfASessionAsksNothing() {
    QTemporaryDir folder;
    auto window = answered();
    window->unsavedWork().setFolder(folder.path());
    QPointer<Presentation> pages = present(*window);
    tryPrice(pages, u"1.5"_s);
    window->prepareForLogout();
    QVERIFY(pages->close());  // the desktop closes windows in any order
    QTRY_VERIFY(!pages);
    QVERIFY(window->isVisible());

    pages = present(*window);
    tryPrice(pages, u"1.5"_s);
    window->prepareForLogout();
    QTest::mouseClick(pages, Qt::RightButton);
    QVERIFY(!pages->close());
    window->prepareForLogout();
    QVERIFY(window->close());
    QVERIFY(!window->isVisible());
    QTRY_VERIFY(!pages);
  }
};

}  // namespace tst_presentation_beside

ASTROLABE_TEST(tst_presentation_beside, PresentationBesideTest)
#include "tst_presentation_beside.moc"
