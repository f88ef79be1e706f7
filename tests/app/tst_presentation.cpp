// Saved views as steps of the presentation: kept by a key, put in order, presented as whole pages, without
// money; and what is tried beside the plan.

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMouseEvent>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include "core/plan/plan_file.h"
#include "tests/app/presentation_desk.h"
#include "tests/program/test_program.h"
#include "ui/canvas/cluster_view.h"
#include "ui/document/commands/set_presentation.h"
#include "ui/render/numbers.h"
#include "ui/render/report_words.h"
#include "ui/results/timeline_view.h"
#include "ui/shell/presentation.h"
#include "ui/shell/steps_dialog.h"

namespace tst_presentation {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::presenting;
using ui::document;
using ui::finished;
using ui::plan;
using ui::trigger;

class PresentationTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }

  void stepsAreKeptAsText() {
    QVERIFY(ui::presentationSteps({}) == ui::usualSteps());
    QCOMPARE(ui::toJson(ui::usualSteps()), std::string());
    std::vector<PresentationStep> some = ui::usualSteps();
    std::swap(some[0], some[3]);
    some[1].shown = false;
    some[2].title = u"Unser Gewinner"_s;
    some.push_back(saved(Slide::Timeline, 4, "{}"));
    some.back().begin = 0.25;
    some.back().end = 0.75;
    QVERIFY(ui::presentationSteps(ui::toJson(some)) == some);
    // What is not understood is left out; pages that are not named stand at the end and are not shown.
    const auto read = ui::presentationSteps(
        R"([{"page":"cost"},{"page":"films"},7,{"page":"cost"},{"page":"timeline"},{"page":"pareto","scenario":2}])");
    QCOMPARE(read.size(), std::size_t(7));
    QVERIFY(read[0].page == Slide::Cost && read[0].shown);
    QVERIFY(read[1].page == Slide::Pareto && read[1].saved && read[1].scenario == 2);
    for (std::size_t i = 2; i < 7; ++i) QVERIFY(!read[i].shown && !read[i].saved);
    QVERIFY(ui::presentationSteps("no steps") == ui::usualSteps());
  }

  /// What is tried stands above the page, not over its headline; without it the page has all of the screen
  /// again.
  void A61_whatIsTriedLeavesTheHeadline() {
    auto window = answered();
    const QPointer<Presentation> pages = present(*window);
    QVERIFY(pages);
    pages->showNormal();
    pages->resize(1920, 1080);
    // First and last row of the first line of words below a height.
    const auto headline = [&](int from) {
      constexpr int kBeside = 60;
      const QImage drawn = pages->grab().toImage();
      const QColor ground = drawn.pixelColor(2, drawn.height() - 2);
      int first = -1, last = -1;
      for (int y = from; y < drawn.height() / 2 && (first < 0 || last == y - 1); ++y)
        for (int x = kBeside; x < drawn.width() / 2; ++x)
          if (drawn.pixelColor(x, y) != ground) {
            if (first < 0) first = y;
            last = y;
            break;
          }
      return std::pair(first, last);
    };
    const auto before = headline(0);
    QVERIFY(before.first > 0 && before.second > before.first + 20);
    QTest::keyClick(pages, Qt::Key_W);
    const auto* strip = pages->findChild<QWidget*>(u"presentation.whatIf"_s);
    QVERIFY(strip && strip->isVisible());
    const int below = strip->geometry().bottom() + 1;
    QVERIFY2(before.first < below, qPrintable(QString::number(below)));  // it would be covered where it stood
    const auto after = headline(below);
    QVERIFY2(after.first >= below + 40, qPrintable(u"%1 below %2"_s.arg(after.first).arg(below)));
    QVERIFY((after.second - after.first) * 3 >= (before.second - before.first) * 2);
    QTest::keyClick(pages, Qt::Key_Escape);
    QVERIFY(!strip->isVisible());
    QCOMPARE(headline(0), before);
  }

  /// Ctrl+B on a zoomed timeline of the third strategy; undone as one step.
  void A61_aViewIsSavedByAKey() {
    auto window = answered();
    auto* timeline = window->findChild<ui::TimelineView*>();
    auto* tabs = window->findChild<QTabWidget*>(u"resultsTabs"_s);
    tabs->setCurrentWidget(window->findChild<QWidget*>(u"timelinePage"_s));
    QTRY_VERIFY(timeline->isVisible());
    window->selection().select(2);
    timeline->setFocus();
    timeline->zoom(4.0, timeline->width() / 2.0);
    const plan::Plan before = plan(*window);
    QTest::keySequence(timeline, QKeySequence(u"Ctrl+B"_s));
    QCOMPARE(steps(*window).size(), std::size_t(7));
    const PresentationStep step = steps(*window).back();
    QVERIFY(step.saved && step.shown && step.page == Slide::Timeline);
    QCOMPARE(step.scenario, 1);
    QCOMPARE(step.strategy, kept(*window->bridge().snapshot(), 2));
    QCOMPARE(step.begin, timeline->visibleBegin());
    QCOMPARE(step.end, timeline->visibleEnd());
    QVERIFY(step.begin > 0.0);
    QVERIFY(!window->bridge().isStale());  // no question has changed
    QCOMPARE(document(*window).undoStack().count(), 1);
    document(*window).undoStack().undo();
    QVERIFY(plan(*window) == before);
    document(*window).undoStack().redo();
    // From the canvas it is the cluster.
    auto* canvas = window->findChild<ui::ClusterView*>();
    canvas->setFocus();
    QTest::keySequence(canvas, QKeySequence(u"Ctrl+B"_s));
    QCOMPARE(steps(*window).size(), std::size_t(8));
    QVERIFY(steps(*window).back().page == Slide::Cluster && steps(*window).back().strategy.empty());
  }

  void aPlanKeepsItsSteps() {
    QTemporaryDir folder;
    auto window = answered();
    presentOnly(*window, {saved(Slide::Pareto, 1, kept(*window->bridge().snapshot(), 1))});
    const std::string text = plan(*window).presentation;
    QVERIFY(!text.empty());
    QVERIFY(window->saveFile(folder.filePath(u"steps.astrolabe"_s)));
    window.reset();
    auto again = std::make_unique<MainWindow>();
    again->setAskOnClose(false);
    QVERIFY(again->openFile(folder.filePath(u"steps.astrolabe"_s)));
    QCOMPARE(plan(*again).presentation, text);
  }

  void A61_savedViewsAreWholePages_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("1280 x 720") << QSize(1280, 720);
    QTest::newRow("1920 x 1080") << QSize(1920, 1080);
  }
  /// Plots of the second strategy on screens of two sizes: letters of 18 points, the page used, the strategy
  /// named.
  void A61_savedViewsAreWholePages() {
    QFETCH(QSize, size);
    auto window = answered();
    const plan::SnapshotPtr answer = window->bridge().snapshot();
    const std::string second = kept(*answer, 1);
    const std::vector<Slide> views{Slide::Ranking, Slide::Pareto, Slide::Timeline, Slide::Breakdown,
                                   Slide::Why};
    std::vector<PresentationStep> all;
    for (const Slide view : views) all.push_back(saved(view, 1, second));
    presentOnly(*window, all);
    const QPointer<Presentation> pages = present(*window);
    QVERIFY(pages);
    QCOMPARE(pages->stepCount(), 5);
    pages->showNormal();
    pages->resize(size);
    const QString name = ui::reportDegrees(answer->best[1].strategy);
    QSet<QString> told;
    for (const Slide view : views) {
      QCOMPARE(pages->slide(), view);
      const QImage drawn = pages->grab().toImage();
      QVERIFY2(pages->smallestText() >= 18.0, qPrintable(QString::number(pages->smallestText())));
      QVERIFY2(pages->spoken().contains(name), qPrintable(pages->spoken()));
      told << pages->spoken();
      if (const QString folder = qEnvironmentVariable("ASTROLABE_KEEP_PICTURES"); !folder.isEmpty())
        drawn.save(u"%1/view-%2-%3.png"_s.arg(folder).arg(size.height()).arg(int(view)));
      const QColor ground = drawn.pixelColor(2, 2);
      bool used = false;
      for (int y = size.height() / 2; y < size.height() * 3 / 4 && !used; ++y)
        for (int x = 0; x < size.width() && !used; ++x) used = drawn.pixelColor(x, y) != ground;
      QVERIFY2(used, qPrintable(QString::number(int(view))));
      for (int y = 0; y < drawn.height(); ++y) QCOMPARE(drawn.pixelColor(drawn.width() - 3, y), ground);
      QTest::keyClick(pages, Qt::Key_Space);
    }
    QCOMPARE(told.size(), views.size());
    pages->close();
  }

  /// The list: unticked, moved, renamed and a view removed by keys, all of it one undo step; then presented
  /// so.
  void A61_theStepsAreSetUp() {
    auto window = answered();
    std::vector<PresentationStep> all = ui::usualSteps();
    all.push_back(saved(Slide::Ranking, 1));
    document(*window).undoStack().push(
        new ui::SetPresentation(document(*window), ui::toJson(all), ui::nextGesture(), u"views"_s));
    trigger(*window, "actionPresentationSteps");
    auto* dialog = window->findChild<ui::StepsDialog*>();
    auto* list = dialog->findChild<QListWidget*>(u"stepsDialog.list"_s);
    dialog->activateWindow();
    QTRY_COMPARE(QApplication::activeWindow(),
                 static_cast<QWidget*>(dialog));  // a dialog counts as active with its window before
    QTRY_COMPARE(QGuiApplication::focusWindow(), dialog->windowHandle());
    QCOMPARE(list->count(), 7);
    const int before = document(*window).undoStack().count();
    list->setFocus();
    list->setCurrentRow(4);  // Cost
    QTest::keyClick(list, Qt::Key_Space);
    QVERIFY(!steps(*window)[4].shown);
    list->setCurrentRow(1);  // Options, before the cluster
    QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    QTRY_COMPARE(steps(*window)[0].page, Slide::Options);
    list->setFocus();
    list->setCurrentRow(2);  // Winner
    QTest::keyClick(list, Qt::Key_F2);
    QTRY_VERIFY(list->findChild<QLineEdit*>());
    auto* name = list->findChild<QLineEdit*>();
    name->selectAll();
    QTest::keyClicks(name, u"Our choice"_s);
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE(steps(*window)[2].title, u"Our choice"_s);
    auto* remove = dialog->findChild<QPushButton*>(u"stepsDialog.remove"_s);
    QVERIFY(!remove->isEnabled());  // a page that there always is
    list->setCurrentRow(6);
    QVERIFY(remove->isEnabled());
    QTest::mouseClick(remove, Qt::LeftButton);
    QCOMPARE(steps(*window).size(), std::size_t(6));
    QCOMPARE(document(*window).undoStack().count(), before + 1);
    dialog->close();
    const QPointer<Presentation> pages = present(*window);
    QCOMPARE(pages->stepCount(), 5);
    QCOMPARE(pages->slide(), Slide::Options);
    QTest::keyClick(pages, Qt::Key_3);
    QTest::keyClick(pages, Qt::Key_Return);
    QCOMPARE(pages->slide(), Slide::Winner);
    QVERIFY(pages->accessibleName().contains(u"Our choice"_s));
    QVERIFY(pages->stepPlace(Slide::Cost).isEmpty());
    pages->close();
    document(*window).undoStack().undo();
    QVERIFY(steps(*window) == all);
    QCOMPARE(list->count(), 7);
  }

  /// "Go to" shows what the step shows: scenario, view, strategy.
  void aStepIsLookedAt() {
    auto window = answered();
    presentOnly(*window, {saved(Slide::Breakdown, 1, kept(*window->bridge().snapshot(), 3))});
    trigger(*window, "actionPresentationSteps");
    auto* dialog = window->findChild<ui::StepsDialog*>();
    dialog->findChild<QListWidget*>(u"stepsDialog.list"_s)->setCurrentRow(0);
    QTest::mouseClick(dialog->findChild<QPushButton*>(u"stepsDialog.go"_s), Qt::LeftButton);
    QTRY_COMPARE(window->findChild<QTabWidget*>(u"resultsTabs"_s)->currentWidget()->objectName(),
                 u"breakdownView"_s);
    QCOMPARE(window->selection().rank(), 3);
  }

  /// A step of another scenario shows that one's answer, and says when it has none or is gone.
  void viewsOfOtherScenarios() {
    auto window = ui::threeScenarios();
    QTRY_VERIFY_WITH_TIMEOUT(finished(*window), kPatienceMs);
    window->answers().searchMissing();
    QTRY_VERIFY_WITH_TIMEOUT(window->answers().of(1) && !window->answers().isStale(1), kPatienceMs);
    presentOnly(*window, {saved(Slide::Winner, 1), saved(Slide::Winner, 3)});
    QPointer<Presentation> pages = present(*window);
    const auto speed = [&](int id) {
      return ui::significantText(window->answers().of(id)->snapshot->best.front().tokens_per_second);
    };
    QVERIFY2(pages->spoken().contains(speed(1)), qPrintable(pages->spoken()));
    QVERIFY(pages->spoken().contains(u"A: 32 H100 + 32 A100"_s));
    QVERIFY(!pages->spoken().contains(speed(3)));
    QTest::keyClick(pages, Qt::Key_Right);
    QVERIFY(pages->spoken().contains(speed(3)));
    pages->close();
    QTRY_VERIFY(!pages);
    document(*window).showScenario(1);
    trigger(*window, "actionScenarioRemove");
    pages = present(*window);
    QCOMPARE(pages->stepCount(), 1);  // its view has gone with it
    QVERIFY(pages->spoken().contains(speed(3)));
    pages->close();
    QTRY_VERIFY(!pages);
    presentOnly(*window, {saved(Slide::Winner, 9)});  // as another program may have written it
    pages = present(*window);
    QVERIFY2(pages->spoken().contains(u"no longer in the plan"_s), qPrintable(pages->spoken()));
    pages->close();

    auto quiet = ui::opened();
    trigger(*quiet, "actionScenarioDuplicate");
    presentOnly(*quiet, {saved(Slide::Winner, 1)});
    pages = present(*quiet);
    QVERIFY2(pages->spoken().contains(u"not searched yet"_s), qPrintable(pages->spoken()));
    pages->close();
  }

  /// Sums in what a person called a step, and in a limit that a strategy breaks.
  void A61_noMoneyIsToldInNamesAndLimits() {
    auto window = answered();
    PresentationStep step = saved(Slide::Winner, 1);
    step.title = u"Below $2 million"_s;
    presentOnly(*window, {step});
    const QPointer<Presentation> pages = present(*window);
    QVERIFY(pages->accessibleName().contains(step.title));
    QVERIFY(pages->spoken().contains(step.title));
    QTest::keyClick(pages, Qt::Key_H);
    QVERIFY2(!pages->accessibleName().contains(u'$'), qPrintable(pages->accessibleName()));
    QVERIFY(pages->accessibleName().startsWith(ui::slideTitle(Slide::Winner)));
    QVERIFY2(!pages->spoken().contains(u'$'), qPrintable(pages->spoken()));
    QTest::keyClick(pages, Qt::Key_H);
    QVERIFY(pages->accessibleName().contains(step.title));
    pages->close();

    const plan::SnapshotPtr answer = window->bridge().snapshot();
    auto dear = detail(*answer->problem, answer->best[1].strategy);
    QVERIFY(dear.has_value());
    dear->violation.binding = cost::Binding::budget;
    dear->violation.found = 3e6;
    dear->violation.limit = 2e6;
    ui::SlideView view;
    view.chosen = std::make_shared<const planning::Option>(*dear);
    const auto told = [&](bool hidden) {
      return ui::slideContent(Slide::Why, answer, document(*window).catalogue(), ui::currentTheme(), hidden,
                              {}, view)
          .spoken();
    };
    QVERIFY2(told(false).contains(u'$'), qPrintable(told(false)));
    QVERIFY2(!told(true).contains(u'$') && told(true).contains(u"not possible"_s), qPrintable(told(true)));
  }

  /// Machines that are bought: assumed prices stand on the page of risks, and H takes every sum off all
  /// pages.
  void A61_noMoneyIsToldWhenHidden() {
    auto window = ui::opened();
    for (const std::string& pool : {std::string("h100"), std::string("a100")})  // GPUs alone: prices assumed
      document(*window).undoStack().push(new ui::ReplaceGpus(
          document(*window), pool, document(*window).gpuOf(*ui::findPool(plan(*window), pool)), {}));
    strategy::Job job = plan(*window).job;
    job.cost.basis = hardware::CostBasis::buy;
    document(*window).undoStack().push(new ui::SetJob(document(*window), job, u"basis"_s));
    window->bridge().run();
    QVERIFY(finished(*window));
    const plan::SnapshotPtr answer = window->bridge().snapshot();
    QStringList digits;
    for (const hardware::Assumption& assumed : answer->assumptions)
      if (assumed.what.find("purchase_usd_per_gpu") != std::string::npos)
        digits << QString::fromStdString(assumed.value).section(u' ', 0, 0);
    QVERIFY(!digits.isEmpty());
    const std::string second = kept(*answer, 1);
    std::vector<PresentationStep> all = ui::usualSteps();
    for (const Slide view : {Slide::Ranking, Slide::Pareto, Slide::Timeline, Slide::Breakdown, Slide::Why})
      all.push_back(saved(view, 1, second));
    document(*window).undoStack().push(
        new ui::SetPresentation(document(*window), ui::toJson(all), ui::nextGesture(), u"views"_s));
    const QPointer<Presentation> pages = present(*window);
    QTest::keyClick(pages, Qt::Key_6);
    QTest::keyClick(pages, Qt::Key_Return);
    QCOMPARE(pages->slide(), Slide::Risks);
    QVERIFY2(pages->spoken().contains(digits.front()), qPrintable(pages->spoken()));
    QTest::keyClick(pages, Qt::Key_H);
    QTest::keyClick(pages, Qt::Key_Home);
    const QRegularExpression sum(u"\\$\\s*\\d|\\d\\s*USD"_s);
    for (int page = 0; page < pages->stepCount(); ++page) {
      const QString told = pages->spoken();
      QVERIFY2(!told.contains(sum), qPrintable(told));
      for (const QString& price : std::as_const(digits)) QVERIFY2(!told.contains(price), qPrintable(told));
      QTest::keyClick(pages, Qt::Key_Right);
    }
    pages->close();
  }

  /// What can be pressed is said for as long as the pointer is seen, and listed by "?".
  void theKeysAreTold() {
    auto window = answered();
    const QPointer<Presentation> pages = present(*window);
    QVERIFY(pages->isHintShown());
    QTRY_VERIFY_WITH_TIMEOUT(!pages->isHintShown(), 30'000);
    QMouseEvent move(QEvent::MouseMove, QPointF(60, 60), pages->mapToGlobal(QPointF(60, 60)), Qt::NoButton,
                     Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(pages, &move);
    QVERIFY(pages->isHintShown());
    QTest::keyClick(pages, Qt::Key_Question);
    for (const auto& [keys, what] : ui::presentationKeys()) QVERIFY(pages->spoken().contains(what));
    pages->showNormal();
    pages->resize(1280, 720);
    pages->grab();
    QVERIFY(pages->smallestText() >= 18.0);
    QTest::keyClick(pages, Qt::Key_Escape);  // back to the page, not out
    QVERIFY(pages && pages->isVisible());
    QVERIFY(!pages->spoken().contains(ui::presentationKeys().front()[1]));
    pages->close();
  }

  /// A step without a name is called by its page, also in its row.
  void aStepWithoutANameIsCalledByItsPage() {
    auto window = answered();
    trigger(*window, "actionPresentationSteps");
    auto* dialog = window->findChild<ui::StepsDialog*>();
    auto* list = dialog->findChild<QListWidget*>(u"stepsDialog.list"_s);
    dialog->activateWindow();
    QTRY_COMPARE(QGuiApplication::focusWindow(), dialog->windowHandle());
    const auto rename = [&](const QString& text) {
      list->setFocus();
      list->setCurrentRow(2);
      QTest::keyClick(list, Qt::Key_F2);
      QTRY_VERIFY(list->findChild<QLineEdit*>());
      auto* name = list->findChild<QLineEdit*>();
      name->selectAll();
      QTest::keyClick(name, Qt::Key_Delete);
      QTest::keyClicks(name, text);
      QTest::keyClick(name, Qt::Key_Return);
      QTRY_VERIFY(!list->findChild<QLineEdit*>());
    };
    rename(u"Ours"_s);
    QCOMPARE(steps(*window)[2].title, u"Ours"_s);
    rename(u"  "_s);
    QCOMPARE(steps(*window)[2].title, QString());
    QCOMPARE(list->item(2)->text(), ui::slideTitle(Slide::Winner));
    dialog->close();
  }

  /// Other GPUs, another price, a pool left out: all of it in what is tried alone.
  void A62_typePriceAndNoNodes() {
    auto window = answered();
    const plan::Plan before = plan(*window);
    const QPointer<Presentation> pages = present(*window);
    QTest::keyClick(pages, Qt::Key_W);
    const auto pool = [&](const char* id) { return *ui::findPool(pages->trial().plan(), id); };
    auto* price = pages->findChild<QDoubleSpinBox*>(u"presentation.price.h100"_s);
    QVERIFY(price && price->isVisible());
    price->setFocus();
    price->selectAll();
    QTest::keyClicks(price, u"1.5"_s);
    QTest::keyClick(price, Qt::Key_Return);
    QCOMPARE(pool("h100").usd_per_gpu_hour, std::optional(1.5));
    auto* type = pages->findChild<QComboBox*>(u"presentation.gpu.h100"_s);
    const std::string other = pages->trial().gpuOf(pool("a100"));
    const int wanted = type->findData(QString::fromStdString(other));
    QVERIFY(wanted >= 0 && wanted != type->currentIndex());
    while (type->currentIndex() != wanted)
      QTest::keyClick(type, type->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
    const hardware::PoolSpec& changed = pages->trial().plan().cluster.pools.front();
    QCOMPARE(pages->trial().gpuOf(changed), other);
    QVERIFY(!changed.usd_per_gpu_hour);  // the price was that of the other type
    QCOMPARE(changed.id, other);         // and so was the name
    QCOMPARE(type->accessibleName(), u"GPU type of %1"_s.arg(QString::fromStdString(other)));
    auto* nodes = pages->findChild<QSpinBox*>(u"presentation.nodes.a100"_s);
    nodes->setFocus();
    nodes->selectAll();
    QTest::keyClicks(nodes, u"0"_s);
    QVERIFY(ui::isLeftOut(pages->trial().plan().cluster, "a100"));
    QCOMPARE(pages->findChild<QSpinBox*>(u"presentation.nodes.h100"_s)->minimum(), 1);  // one remains
    nodes->selectAll();
    QTest::keyClicks(nodes, u"3"_s);
    QVERIFY(!ui::isLeftOut(pages->trial().plan().cluster, "a100"));
    QCOMPARE(pool("a100").nodes, 3);
    QVERIFY(plan(*window) == before);
    QTest::keyClick(pages, Qt::Key_H);
    QVERIFY(!price->isVisible());
    QTest::keyClick(pages, Qt::Key_Escape);
    QTest::keyClick(pages, Qt::Key_Escape);
    QTest::mouseClick(pages->findChild<QPushButton*>(u"presentation.drop"_s), Qt::LeftButton);
    QTRY_VERIFY(!pages);
    QVERIFY(plan(*window) == before);
  }
};

}  // namespace tst_presentation

ASTROLABE_TEST(tst_presentation, PresentationTest)
#include "tst_presentation.moc"
