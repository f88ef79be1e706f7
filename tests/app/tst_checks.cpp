// Checks of the whole window under their numbers: what is shown agrees with what was asked, with the command
// line and with itself; everything is reached by keys and heard.

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QProcess>
#include <QRadioButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <mutex>
#include <random>

#include "core/plan/answer.h"
#include "core/plan/samples.h"
#include "tests/app/filled_window.h"
#include "tests/app/sample_window.h"
#include "tests/program/test_program.h"
#include "ui/canvas/cluster_view.h"
#include "ui/document/commands/commands.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/numbers.h"
#include "ui/render/report.h"
#include "ui/results/pareto_view.h"
#include "ui/results/ranking_view.h"
#include "ui/results/results_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/run_bar.h"
#include "ui/shell/style.h"
#include "ui/shell/theme_mode.h"

namespace tst_checks {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;

namespace {

std::unique_ptr<MainWindow> opened(const plan::Plan& plan) {
  auto window = std::make_unique<MainWindow>();
  window->setAskOnClose(false);
  window->openPlan(plan);
  window->resize(1280, 800);
  window->show();
  return window;
}

/// What two runs of one plan have in common: everything but the clock, the threads and the counts below what
/// a bound cut.
Json comparable(Json answer) {
  for (const char* key : {"seconds", "threads"}) answer.erase(key);
  for (const char* key :
       {"cut_by_bound", "evaluated", "rejected_by_memory", "rejected_by_limit", "not_reached"})
    answer["space"].erase(key);
  for (Json& program : answer["programs"]) program.erase("seconds");
  return answer;
}

}  // namespace

class ChecksTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }

  /// Each kind of edit marks the run bar and every view of results stale before the event loop turns; undo
  /// takes the mark away in the same way.
  void A04_everyEditMarksEveryViewAtOnce() {
    auto window = opened(plan::sample_plan());
    QVERIFY(finished(*window));
    window->bridge().setLive(false);
    ui::PlanDocument& document = window->document();
    const auto* tabs = window->findChild<QTabWidget*>(u"resultsTabs"_s);
    const auto* mark = window->findChild<QLabel*>(u"runBar.stale"_s);
    const auto stale = [&] {
      int marked = 0;
      for (int i = 0; i < tabs->count(); ++i) marked += tabs->tabIcon(i).isNull() ? 0 : 1;
      // Every view but the log, which tells what was, not what is.
      return std::pair(marked, !mark->isHidden());
    };
    const std::pair none(0, false), all(tabs->count() - 1, true);
    QCOMPARE(stale(), none);
    strategy::Job job = document.plan().job;
    job.tokens *= 2;
    const std::function<void()> edits[] = {
        [&] { document.undoStack().push(new ui::SetNodeCount(document, "h100", 5)); },
        [&] { document.undoStack().push(new ui::SetPoolPrice(document, "h100", 1.25)); },
        [&] { window->findChild<ui::ModelPanel*>(u"modelPanel"_s)->loadPreset(u"llama-3.1-8b"_s); },
        [&] { document.undoStack().push(new ui::SetJob(document, job, u"tokens"_s)); },
        [&] { document.undoStack().push(new ui::SetObjective(document, strategy::Objective::money)); }};
    for (const auto& edit : edits) {
      edit();
      QCOMPARE(stale(), all);
      document.undoStack().undo();
      QCOMPARE(stale(), none);
    }
  }

  /// 200 plans drawn at random: what is ranked keeps memory and every limit, the budget among them, when it
  /// is worked out again.
  void A05_whatIsRankedIsPossible() {
    std::mt19937 random(5);
    const auto pick = [&](auto... values) {
      const std::array list{values...};
      return list[random() % list.size()];
    };
    int ranked = 0, limited = 0, budgeted = 0;
    for (int round = 0; round < 200; ++round) {
      plan::Plan plan = plan::sample_plan();
      plan.model_name = pick("llama-3.1-8b", "mistral-7b", "qwen2.5-7b", "gpt2-xl");
      plan.model_text.clear();
      for (hardware::PoolSpec& pool : plan.cluster.pools) pool.nodes = pick(1, 2);
      plan.job.global_batch = pick(16, 32, 64);
      plan.job.sequence_length = pick(1024, 2048);
      plan.job.limits.memory_headroom = pick(0.0, 0.06, 0.4);
      if (round % 2 == 0) plan.job.limits.usd_per_hour = pick(60.0, 120.0, 240.0);
      if (round % 3 == 0) plan.job.limits.power_kw = pick(8.0, 20.0, 40.0);
      // The job of 10^12 tokens costs 10,000 to 900,000 dollars with these models and GPUs.
      if (round % 5 < 2) plan.job.limits.budget_usd = pick(3e4, 1e5, 3e5);
      plan.cluster.choose = hardware::Choose{{}, {}};
      for (const hardware::PoolSpec& pool : plan.cluster.pools)
        plan.cluster.choose->max_gpus_per_pool[pool.id] = 8;
      const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
      QVERIFY2(problem.has_value(), problem ? "" : (problem.error().where + problem.error().found).c_str());
      SearchOptions options;
      options.threads = 2;
      options.top = 5;
      options.time_limit = 2.0;
      const auto snapshot = run_search(*problem, options);
      limited += snapshot->space.rejected_by_limit > 0 ? 1 : 0;
      for (const cost::Evaluation& row : snapshot->best) {
        ++ranked;
        const auto again = detail(*problem, row.strategy);
        QVERIFY(again.has_value());
        QCOMPARE(again->violation.binding, cost::Binding::none);
        for (const cost::StageMemory& stage : row.memory) QVERIFY(stage.total.value <= stage.limit.value);
        for (std::size_t pool = 0; pool < row.gpus.size(); ++pool)
          QVERIFY(row.gpus[pool] <= problem->cluster.pools[pool].max_gpus);
        if (plan.job.limits.usd_per_hour)
          QVERIFY(row.money.usd_per_hour->value <= *plan.job.limits.usd_per_hour);
        if (plan.job.limits.power_kw) QVERIFY(row.money.power_kw <= *plan.job.limits.power_kw);
        if (plan.job.limits.budget_usd) {
          ++budgeted;
          QVERIFY(again->evaluation.money.usd_for_job->value <= *plan.job.limits.budget_usd);
        }
      }
    }
    QVERIFY(ranked > 200);  // it was not the empty ones that kept the limits
    QVERIFY(limited > 20);
    QVERIFY(budgeted > 20);
  }

  /// $/1T tokens is the printed formula in ranking, Pareto plot and answer alike.
  void A06_dollarsAgreeEverywhere() {
    auto window = opened(plan::sample_plan());
    QVERIFY(finished(*window));
    const plan::SnapshotPtr snapshot = window->bridge().snapshot();
    const auto& rows = window->findChild<ui::RankingView*>()->rows();
    const Json answer = plan::answer_json(*snapshot);
    const auto plot =
        ui::paretoPoints(*snapshot, {}, ui::PlotAxis::UsdPerTrillion, ui::PlotAxis::TokensPerSecond);
    QVERIFY(snapshot->best.size() > 10);
    for (std::size_t i = 0; i < snapshot->best.size(); ++i) {
      const cost::Evaluation& row = snapshot->best[i];
      const double formula = row.money.usd_per_hour->value * 1e12 / (row.tokens_per_second * 3600.0);
      const double shown =
          rows.index(int(i), ui::RankingModel::UsdPerTrillion).data(ui::RankingModel::SortRole).toDouble();
      QVERIFY(qAbs(shown / formula - 1.0) < 1e-12);
      QCOMPARE(answer["best"][i]["usd_per_trillion_tokens"].get<double>(), shown);
      const auto point = std::find_if(plot.points.begin(), plot.points.end(),
                                      [&](const ui::PlotPoint& p) { return p.rank == int(i); });
      QVERIFY(point != plot.points.end());
      QCOMPARE(point->x, shown);
    }
  }

  /// The parts of every breakdown add up to its whole.
  void A07_partsAddUp() {
    for (const char* name : {"two-generations", "small", "best-value"}) {
      const auto problem = plan::make_problem(plan::sample_named(name), hardware::Catalogue::built_in());
      QVERIFY(problem.has_value());
      SearchOptions options;
      options.time_limit = 5.0;
      const auto snapshot = run_search(*problem, options);
      const ui::Theme theme = ui::Theme::make(ui::ThemeKind::Light);
      QVERIFY(!snapshot->best.empty());
      const auto sum = [](const std::vector<ui::Share>& shares) {
        double total = 0.0;
        for (const ui::Share& share : shares) total += share.value;
        return total;
      };
      for (const cost::Evaluation& row : snapshot->best) {
        QVERIFY(qAbs(sum(ui::timeShares(row, theme)) / row.step.value - 1.0) < 1e-3);
        for (const cost::StageMemory& stage : row.memory)
          QVERIFY(qAbs(sum(ui::memoryShares(stage, theme)) / stage.total.value - 1.0) < 1e-3);
        QVERIFY(qAbs(sum(ui::moneyShares(row, theme)) / row.money.usd_per_hour->value - 1.0) < 1e-3);
      }
    }
  }

  /// While a search runs, what was handled only grows, the best only improves, and no bound is better than a
  /// best that comes later.
  void A14_A15_countersAreMonotone() {
    const auto problem =
        plan::make_problem(plan::sample_named("best-value"), hardware::Catalogue::built_in());
    QVERIFY(problem.has_value());
    std::mutex guard;
    std::vector<plan::SnapshotPtr> seen;
    SearchOptions options;
    options.threads = 2;
    options.time_limit = 5.0;
    seen.push_back(run_search(*problem, options, {}, [&](plan::SnapshotPtr snapshot) {
      const std::lock_guard lock(guard);
      seen.push_back(std::move(snapshot));
    }));
    for (std::size_t i = 1; i < seen.size(); ++i) {
      const plan::Snapshot &before = *seen[i - 1], &after = *seen[i];
      const auto handled = [](const search::Space& s) {
        return s.evaluated + s.cut_by_bound + s.rejected_by_rule + s.rejected_by_limit + s.rejected_by_memory;
      };
      QVERIFY(handled(after.space) >= handled(before.space));
      QVERIFY(after.seconds >= before.seconds);
      if (before.best.empty()) continue;
      QVERIFY(!after.best.empty());
      QVERIFY(after.best[0].step.value <= before.best[0].step.value);
      if (before.has_bound && before.bound_step_seconds > 0.0)
        QVERIFY(before.bound_step_seconds <= after.best[0].step.value * (1.0 + 1e-9));
    }
    const plan::Snapshot& last = *seen.back();
    QVERIFY(last.has_bound);
    QVERIFY(last.gap >= 0.0);
  }

  /// A14: the gap is |bound - best| / |best| of the steps at every moment, and is told only beside a bound.
  void A14_theGapIsThatOfItsBound() {
    const auto problem = plan::make_problem(plan::sample_plan(), hardware::Catalogue::built_in());
    QVERIFY(problem.has_value());
    std::mutex guard;
    std::vector<plan::SnapshotPtr> seen;
    SearchOptions options;
    options.threads = 2;
    seen.push_back(run_search(*problem, options, {}, [&](plan::SnapshotPtr snapshot) {
      const std::lock_guard lock(guard);
      seen.push_back(std::move(snapshot));
    }));
    int gaps = 0;
    for (const plan::SnapshotPtr& snapshot : seen) {
      if (!snapshot->has_bound || snapshot->best.empty()) continue;
      const double best = snapshot->best[0].step.value;
      QVERIFY(qAbs(snapshot->gap - qAbs(snapshot->bound_step_seconds - best) / best) < 1e-9);
      ++gaps;
    }
    QVERIFY(gaps > 0);
    ui::RunBar bar;
    const auto said = [&](const char* name) {
      return bar.findChild<QLabel*>(QLatin1StringView(name))->text();
    };
    // The window shows tokens a second: the best has T / best, the bound T / bound, and of the larger
    // (T / bound - T / best) / (T / bound) = 1 - bound / best, the gap of the steps.
    int shown = 0;
    for (const plan::SnapshotPtr& snapshot : seen) {
      if (!snapshot->has_bound || snapshot->best.empty()) continue;
      bar.setSearch(ui::SearchBridge::State::Searching, snapshot);
      if (snapshot->bound_step_seconds <= 0.0) {
        QCOMPARE(said("runBar.gap"), ui::unknownText());
        continue;
      }
      const double gap = 1.0 - snapshot->bound_step_seconds / snapshot->best[0].step.value;
      QCOMPARE(said("runBar.gap"), ui::percentText(gap));
      ++shown;
    }
    QVERIFY(shown > 0);
    // What was a bound once is below whatever is found later.
    const std::vector<search::BoundSample>& bounds = seen.back()->bounds;
    QVERIFY(!bounds.empty() && bounds.size() <= 256);
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      QVERIFY(i == 0 || bounds[i].seconds > bounds[i - 1].seconds);
      QVERIFY(bounds[i].bound <= seen.back()->best[0].step.value * (1.0 + 1e-9));
    }
    plan::Snapshot early = *seen.back();
    early.status = plan::Status::searching;
    early.space = {};
    early.space.total = 1000;
    early.space.evaluated = 250;
    early.rate = 100.0;
    early.seconds = 1.9;
    bar.setSearch(ui::SearchBridge::State::Searching, std::make_shared<const plan::Snapshot>(early));
    QCOMPARE(said("runBar.left"), ui::unknownText());  // two seconds of data first
    early.seconds = 2.1;
    early.has_bound = false;
    bar.setSearch(ui::SearchBridge::State::Searching, std::make_shared<const plan::Snapshot>(early));
    QVERIFY(said("runBar.left") != ui::unknownText());
    QCOMPARE(said("runBar.gap"), ui::unknownText());
  }

  /// A17: a stopped search is called so in the run bar, and its report carries the note.
  void A17_aStoppedSearchSaysSo() {
    auto window = opened(plan::sample_plan());
    ui::SearchBridge& bridge = window->bridge();
    SearchOptions options;
    options.threads = 2;
    options.exhaustive = true;  // long enough to be stopped
    bridge.setOptions(options);
    bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(bridge.snapshot() && !bridge.snapshot()->best.empty(), 120'000);
    window->actions()["actionStop"]->trigger();
    // The state is told after half a second at the latest, the last picture when the workers have ended.
    QTRY_COMPARE_WITH_TIMEOUT(bridge.state(), ui::SearchBridge::State::StoppedEarly, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(bridge.snapshot()->stopped_early, 60'000);
    const auto said = [&](const char* name) {
      return window->findChild<QLabel*>(QLatin1StringView(name))->text();
    };
    QCOMPARE(said("runBar.state"), u"Stopped early"_s);
    QVERIFY2(said("runBar.end").startsWith(u"Stopped at"_s), qPrintable(said("runBar.end")));
    QVERIFY(said("runBar.best") != ui::unknownText());
    const plan::SnapshotPtr snapshot = bridge.snapshot();
    const auto winner = detail(*snapshot->problem, snapshot->best.front().strategy);
    QVERIFY(winner.has_value());
    const QTemporaryDir folder;
    const QString pdf = folder.filePath(u"stopped.pdf"_s);
    QVERIFY(ui::writeReport({*snapshot, window->document().plan(), *winner, window->document().catalogue()},
                            {}, pdf)
                .has_value());
    QProcess text;
    text.start(u"pdftotext"_s, {u"-layout"_s, pdf, u"-"_s});
    QVERIFY(text.waitForFinished(30'000));
    const QString words = QString::fromUtf8(text.readAllStandardOutput()).simplified();
    QVERIFY2(words.contains(u"Stopped early: Stopped at"_s), qPrintable(words.left(600)));
  }

  /// The window's exported answer is that of `astrolabe-cli plan --json` for each sample.
  void A38_theCommandLineSaysTheSame_data() {
    QTest::addColumn<QString>("sample");
    for (const std::string& name : plan::sample_names())
      QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
  }
  void A38_theCommandLineSaysTheSame() {
    QFETCH(QString, sample);
    auto window = opened(plan::sample_named(sample.toStdString()));
    QVERIFY(finished(*window) && ui::filled(*window));  // with all kinds that are searched beside it
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"sample.astrolabe"_s);
    QVERIFY(window->saveFile(path));
    auto& programs = window->findChild<ui::ResultsPanel*>()->planner("program");
    QVERIFY(
        QTest::qWaitFor([&] { return programs.beside(*window->bridge().snapshot()).has_value(); }, 120'000));
    const QString exported = folder.filePath(u"answer.json"_s);
    ui::saveAs(window.get(), exported);
    window->findChild<QAction*>(u"actionExportJson"_s)->trigger();
    QVERIFY(QTest::qWaitFor([&] { return QFileInfo(exported).size() > 0; }, 60'000));
    QFile file(exported);
    QVERIFY(file.open(QIODevice::ReadOnly));
    Json shown = comparable(Json::parse(file.readAll().toStdString()));
    QProcess cli;
    // Where moving state gains less than 0.05 % the window keeps to stages that hold their own.
    QStringList asked{u"plan"_s, path, u"--json"_s};
    const bool anywhere = window->findChild<ui::ResultsPanel*>()->answer()->state_anywhere;
    if (!anywhere) asked << u"--state"_s << u"own"_s;
    if (sample == u"two-generations"_s) QVERIFY(anywhere);
    cli.start(u"" ASTROLABE_BINARY_DIR "/app/astrolabe-cli"_s, asked);
    QVERIFY(cli.waitForFinished(120'000));
    const QByteArray printed = cli.readAllStandardOutput();
    Json answer = comparable(Json::parse(printed.toStdString()));
    if (sample == u"two-generations"_s) QVERIFY(!shown["programs"].empty());
    if (answer.contains("programs_stopped_early")) {  // the command line does not wait for hard ones
      const Json told = answer.value("notes", Json::array());
      QVERIFY2(told.size() == 1 && told[0]["key"] == "programs", told.dump().c_str());  // and says so
      for (Json* each : {&shown, &answer})
        for (const char* key : {"programs", "programs_stopped_early", "notes"}) each->erase(key);
    }
    for (const auto& [key, value] : shown.items())
      QVERIFY2(answer.contains(key) && answer[key] == value, key.c_str());
    for (const auto& [key, value] : answer.items()) QVERIFY2(shown.contains(key), key.c_str());
  }

  /// Whoever listens hears a name for everything that takes the focus.
  void A63_everythingThatTakesTheFocusHasAName() {
    auto window = opened(plan::sample_plan());
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QVERIFY(finished(*window));
    auto* tabs = window->findChild<QTabWidget*>(u"resultsTabs"_s);
    QStringList nameless;
    int heard = 0;
    for (int tab = 0; tab < tabs->count(); ++tab) {
      tabs->setCurrentIndex(tab);
      QVERIFY2(ui::filled(*window), qPrintable(tabs->tabText(tab)));
      QCoreApplication::processEvents();
      for (QWidget* widget : window->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus)) continue;
        if (widget->objectName().startsWith(u"qt_"_s) && widget->objectName() != u"qt_spinbox_lineedit"_s)
          continue;
        // A viewport hands the focus to the view it belongs to.
        const auto* area = qobject_cast<const QAbstractScrollArea*>(widget->parentWidget());
        if (widget->focusProxy() || (area && area->viewport() == widget)) continue;
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        ++heard;
        if (!face || face->text(QAccessible::Name).isEmpty())
          nameless << u"%1 %2 in %3"_s.arg(QLatin1StringView(widget->metaObject()->className()),
                                           widget->objectName(), widget->parentWidget()->objectName());
      }
    }
    nameless.removeDuplicates();
    QVERIFY(heard > 100);
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
  }

  /// Tab walks through every control that takes it and comes back to where it began; F6 goes through the
  /// panels.
  void A64_tabAndF6ReachEverything() {
    auto window = opened(plan::sample_plan());
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get(), 30'000));
    QVERIFY(finished(*window) && ui::filled(*window));
    QCoreApplication::processEvents();
    QSet<QWidget*> wanted, met;
    for (QWidget* widget : window->findChildren<QWidget*>())
      if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) &&
          widget->focusProxy() == nullptr && !widget->visibleRegion().isEmpty())
        wanted << widget;
    QVERIFY(wanted.size() > 20);
    auto* first = window->findChild<QWidget*>(u"tool.actionNew"_s);
    first->setFocus();
    for (qsizetype step = 0; step < 4 * wanted.size(); ++step) {
      QWidget* focus = QApplication::focusWidget();
      QVERIFY(focus != nullptr);
      met << focus;
      QTest::keyClick(focus, Qt::Key_Tab);
      if (QApplication::focusWidget() == first) break;
    }
    QCOMPARE(QApplication::focusWidget(), first);
    QStringList missed;
    for (const QWidget* widget : wanted - met) {
      if (qobject_cast<const QRadioButton*>(widget)) continue;  // a group is one stop; arrows go on
      missed << u"%1 %2"_s.arg(QLatin1StringView(widget->metaObject()->className()), widget->objectName());
    }
    QVERIFY2(missed.isEmpty(), qPrintable(missed.join(u'\n')));
    QSet<QString> panels;
    for (int step = 0; step < 12; ++step) {
      QTest::keyClick(window.get(), Qt::Key_F6);
      for (const QWidget* up = QApplication::focusWidget(); up; up = up->parentWidget())
        if (qobject_cast<const QDockWidget*>(up) || up->objectName() == u"centre"_s)
          panels << up->objectName();
    }
    for (const char* name : {"paletteDock", "centre", "modelDock", "goalDock", "resultsDock"})
      QVERIFY2(panels.contains(QLatin1StringView(name)), name);
  }
};

}  // namespace tst_checks

ASTROLABE_TEST(tst_checks, ChecksTest)
#include "tst_checks.moc"
