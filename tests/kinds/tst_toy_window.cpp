// A kind of plan that stands in the tables alone is a whole one in the window: it is ranked, selected,
// filtered, shown on a page of its own, exported, compared and reported, by mouse and keys.
#include <QAbstractItemView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTextDocument>
#include <QToolButton>
#include <QtTest>

#include "tests/app/scenario_desk.h"
#include "tests/kinds/toy_layout.h"
#include "tests/kinds/toy_views.h"
#include "tests/program/test_program.h"
#include "ui/compare/compare_window.h"
#include "ui/document/commands/set_my_layouts.h"
#include "ui/render/numbers.h"
#include "ui/results/ranking_page.h"
#include "ui/results/results_panel.h"
#include "ui/shell/presentation.h"

namespace tst_toy_window {

using namespace astrolabe;
using namespace Qt::StringLiterals;
using astrolabe::tests::ToyLayout;
using astrolabe::ui::MainWindow;
using astrolabe::ui::RankingModel;

namespace {

constexpr int kPatienceMs = 120'000;

/// The sample's first pool has 32 GPUs, and a toy of all of them is the fastest: a sequence of each a second.
constexpr int kGpus = 32;

}  // namespace

class ToyWindowTest : public QObject {
  Q_OBJECT

  std::unique_ptr<tests::ToysInTheWindow> m_toys;
  std::unique_ptr<MainWindow> m_window;
  QTemporaryDir m_folder;

  ui::ResultsPanel& results() const { return *m_window->findChild<ui::ResultsPanel*>(); }
  ui::RankingView& ranking() const { return results().ranking().view(); }
  int row() const {
    for (int row = 0; row < ranking().rows().rowCount(); ++row)
      if (planning::as<ToyLayout>(ranking().rows().layout(row)) != nullptr) return row;
    return -1;
  }
  QString cell(RankingModel::Column column) const {
    return ranking().rows().index(row(), column).data().toString();
  }
  /// A click on the tab of that name.
  void showTab(const QString& title) const {
    QTabBar& bar = *m_window->findChild<QTabWidget*>(u"resultsTabs"_s)->tabBar();
    for (int tab = 0; tab < bar.count(); ++tab)
      if (bar.tabText(tab) == title)
        return QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.tabRect(tab).center());
    QFAIL(qPrintable(title));
  }

 private slots:
  void initTestCase() {
    ui::dress();
    m_toys = std::make_unique<tests::ToysInTheWindow>();
    m_window = ui::opened();
    m_window->resize(1800, 1000);
    m_window->bridge().run();
    QVERIFY(ui::finished(*m_window));
    QTRY_VERIFY_WITH_TIMEOUT(row() >= 0, kPatienceMs);
  }
  void cleanupTestCase() {
    m_window.reset();
    m_toys.reset();
  }

  /// The bar tells what stands first, under its name, and so do the formula of the cost and the words of the
  /// window. Of a question that is older than the plan nothing is known but strategies.
  void isTheBestOfTheBar() {
    const auto said = [&](const char* name) {
      return m_window->findChild<QLabel*>(QLatin1StringView(name))->text();
    };
    const double speed = 32.0 * 8192.0;
    QCOMPARE(said("runBar.best.label"), u"Best: toy"_s);
    QVERIFY2(said("runBar.best").startsWith(ui::significantText(speed)), qPrintable(said("runBar.best")));
    QCOMPARE(said("runBar.gap"), ui::percentText(0.0));
    QVERIFY2(said("statusBar.message").contains(u"· Toy of 32 GPUs"_s),
             qPrintable(said("statusBar.message")));
    QVERIFY2(said("goalPanel.formula").contains(ui::wholeText(speed)), qPrintable(said("goalPanel.formula")));
    ui::edit(*m_window, 0, 2);
    QCOMPARE(said("runBar.best.label"), u"Best"_s);
    m_window->document().undoStack().undo();
    QTRY_COMPARE_WITH_TIMEOUT(said("runBar.best.label"), u"Best: toy"_s, kPatienceMs);
    QVERIFY2(said("runBar.best").startsWith(ui::significantText(speed)), qPrintable(said("runBar.best")));
  }

  /// Its row stands first, before #1: 32 × 8,192 tokens a second. What tells degrees is unknown of it.
  void standsInTheRanking() {
    showTab(u"Ranking"_s);
    QCOMPARE(row(), 0);
    QCOMPARE(cell(RankingModel::Rank), u"toy"_s);
    QCOMPARE(cell(RankingModel::TokensPerSecond), ui::wholeText(32.0 * 8192.0));
    QCOMPARE(cell(RankingModel::Schedule), u"play"_s);
    QCOMPARE(cell(RankingModel::TensorParallel), ui::unknownText());
    QCOMPARE(cell(RankingModel::RunsOn), ui::unknownText());
    QVERIFY(ranking()
                .rows()
                .index(0, RankingModel::Rank)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(u"See Toys"_s));
    QVERIFY(results().rankingCsv().contains("play"));
    QTest::mouseClick(
        ranking().viewport(), Qt::LeftButton, {},
        ranking().visualRect(ranking().rows().index(0, RankingModel::TokensPerSecond)).center());
    QCOMPARE(m_window->selection().label(), u"toy"_s);
    QVERIFY(!m_window->selection().strategy());
    // P pins it, and a filter that only pipelines pass leaves it there.
    ranking().setFocus();
    QTest::keyClick(&ranking(), Qt::Key_P);
    QVERIFY(ranking().rows().isPinned(0));
    QVERIFY(results().ranking().setFilterText(u"tp=8"_s));
    QVERIFY(row() == 0);
    QTest::keyClick(&ranking(), Qt::Key_P);
    QVERIFY(row() < 0);
    QVERIFY(results().ranking().setFilterText(u"speed>200k"_s));
    QCOMPARE(ranking().rows().rowCount(), 1);
    results().ranking().clearFilter();
  }

  /// One that was stopped before it found anything says so below the rows: nobody knows whether it is better.
  void whatIsNotKnownIsTold() {
    showTab(u"Ranking"_s);
    const auto* words = m_window->findChild<QLabel*>(u"ranking.unknown"_s);
    QVERIFY(words && words->isHidden());
    ui::PlannerBridge& bridge = results().planner(tests::kToy);
    bridge.run();
    bridge.stop();
    QVERIFY(!words->isHidden());
    QVERIFY2(words->text().startsWith(u"Stopped early, before one was found: toy."_s),
             qPrintable(words->text()));
    bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(words->isHidden() && row() == 0, kPatienceMs);
  }

  /// The Results menu reaches every view, also the log, which is the twelfth now.
  void theMenuHasTheViews() {
    const auto& tabs = *m_window->findChild<QTabWidget*>(u"resultsTabs"_s);
    QCOMPARE(tabs.count(), 12);
    m_window->actions()["actionResultsTab12"]->trigger();
    QCOMPARE(tabs.tabText(tabs.currentIndex()), u"Log"_s);
    m_window->actions()["actionResultsTab10"]->trigger();
    QCOMPARE(tabs.tabText(tabs.currentIndex()), u"Toys"_s);
  }

  void hasAPageAndFiles() {
    showTab(u"Toys"_s);
    const auto* words = m_window->findChild<QLabel*>(u"toyWords"_s);
    QVERIFY(words && words->isVisible());
    QCOMPARE(words->text(), u"Toy of 32 GPUs"_s);
    auto* tool = m_window->findChild<QToolButton*>(u"toyExport"_s);
    QVERIFY(tool && tool->isVisible() && tool->isEnabled());
    const QString path = m_folder.filePath(u"a.toy.txt"_s);
    ui::saveAs(this, path);
    auto* look = new QTimer(this);
    connect(look, &QTimer::timeout, this, [look] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (menu == nullptr || !menu->isVisible()) return;
      look->stop();
      QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions().front()).center());
    });
    look->start(5);
    QTest::mouseClick(tool, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), kPatienceMs);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("toy of 32 GPUs\n"));
  }

  /// 128 sequences on 32 GPUs take 4 seconds.
  void isTimedAndReported() {
    m_window->selection().select(ranking().rows().layout(row()));
    showTab(u"Timeline"_s);
    const auto* title = m_window->findChild<QLabel*>(u"timelineTitle"_s);
    QVERIFY2(title->text().contains(u"Toy of 32 GPUs"_s), qPrintable(title->text()));
    const double batch = double(m_window->document().plan().job.global_batch);
    const QByteArray html =
        ui::writtenBy(this, m_window->actions()["actionExportReport"], m_folder.filePath(u"a.html"_s));
    QTextDocument page;
    page.setHtml(QString::fromUtf8(html));
    const QString told = u"A toy takes a step in %1."_s.arg(ui::durationText(batch / kGpus)).simplified();
    QVERIFY2(page.toPlainText().simplified().contains(told), qPrintable(told));
  }

  /// It is the winner of the presentation, and of what is tried there: half of the nodes make half of the
  /// speed.
  void isPresented() {
    ui::trigger(*m_window, "actionPresent");
    const QPointer<ui::Presentation> pages = m_window->findChild<ui::Presentation*>();
    QVERIFY(pages);
    QTest::keyClick(pages, Qt::Key_3);
    QTest::keyClick(pages, Qt::Key_Return);
    QCOMPARE(pages->slide(), ui::Slide::Winner);
    QVERIFY2(pages->spoken().startsWith(u"Toy of 32 GPUs"_s), qPrintable(pages->spoken()));
    QVERIFY2(pages->spoken().contains(ui::significantText(32.0 * 8192.0)), qPrintable(pages->spoken()));
    const hardware::PoolSpec& pool = ui::plan(*m_window).cluster.pools[0];
    pages->findChild<QSpinBox*>(u"presentation.nodes."_s + QString::fromStdString(pool.id))
        ->setValue(pool.nodes / 2);
    const auto* effect = pages->findChild<QLabel*>(u"presentation.effect"_s);
    QTRY_COMPARE_WITH_TIMEOUT(effect->text(), u"%1 tokens/s"_s.arg(ui::signedPercentText(-0.5)), kPatienceMs);
    QVERIFY2(pages->spoken().startsWith(u"Toy of 16 GPUs"_s), qPrintable(pages->spoken()));
    pages->trial().undoStack().setClean();  // nothing is asked
    pages->close();
    QTRY_VERIFY(!pages);
  }

  /// A layout that the plan keeps stands there, too, with its own figures, and goes with an undo: 4 GPUs take
  /// 4 sequences of 8,192 tokens a second.
  void isKept() {
    ui::PlanDocument& document = m_window->document();
    const auto layout = std::make_shared<const ToyLayout>(4);
    document.undoStack().push(
        new ui::SetMyLayouts(document, {planning::keep(layout, document.problem()->pool_ids()).dump()}));
    const RankingModel& rows = ranking().rows();
    QTRY_VERIFY(rows.rowOf(layout) > 0);
    QCOMPARE(rows.index(rows.rowOf(layout), RankingModel::TokensPerSecond).data().toString(),
             ui::wholeText(4.0 * 8192.0));
    m_window->selection().select(layout);
    QCOMPARE(m_window->selection().detail()->evaluation.tokens_per_second, 4.0 * 8192.0);
    document.undoStack().undo();
    QTRY_COMPARE(rows.rowOf(layout), -1);
  }

  /// With half of the nodes the step takes twice as long; asked for by a button, as nobody looked for it.
  void isCompared() {
    ui::trigger(*m_window, "actionScenarioDuplicate");
    const int nodes = ui::plan(*m_window).cluster.pools[0].nodes;
    ui::edit(*m_window, 0, nodes / 2);
    m_window->bridge().run();
    QVERIFY(ui::finished(*m_window));
    ui::trigger(*m_window, "actionScenarioCompare");
    auto& page = *m_window->findChild<ui::CompareWindow*>();
    const auto shown = [&]() -> const ui::ComparedRow* {
      for (const ui::ComparedRow& each : page.comparison().rows)
        if (QLatin1StringView(each.field) == "toy_step_seconds"_L1) return &each;
      return nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(
        shown() != nullptr || page.findChild<QPushButton*>(u"compareWindow.toys.synthesise"_s), kPatienceMs);
    if (auto* ask = page.findChild<QPushButton*>(u"compareWindow.toys.synthesise"_s); shown() == nullptr)
      QTest::mouseClick(ask, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shown() != nullptr, kPatienceMs);
    const double whole = double(ui::plan(*m_window).job.global_batch) / kGpus;
    QCOMPARE(shown()->cells[0].value.value(), whole);
    QCOMPARE(shown()->cells[1].value.value(), 2.0 * whole);
    QCOMPARE(shown()->cells[1].share, 1.0);
    QVERIFY(shown()->cells[1].change == ui::ComparedCell::Change::Worse);
  }
};

}  // namespace tst_toy_window

ASTROLABE_TEST(tst_toy_window, ToyWindowTest)
#include "tst_toy_window.moc"
