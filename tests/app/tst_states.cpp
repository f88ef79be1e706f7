// Every state that the window tells of, by its words, and every button that stands beside the words: pressed,
// and what it did looked at in the document.

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDesktopServices>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "core/base/error_codes.h"
#include "core/plan/plan_file.h"
#include "core/plan/samples.h"
#include "tests/app/sample_window.h"
#include "tests/program/budget.h"
#include "tests/program/test_program.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/drop.h"
#include "ui/document/commands/commands.h"
#include "ui/render/numbers.h"
#include "ui/shell/banner.h"
#include "ui/shell/main_window.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/number_field.h"

namespace tst_states {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::finished;
using ui::MainWindow;
using ui::opened;
using ui::whenAsked;
using State = ui::SearchBridge::State;

namespace {

QPushButton* shownButton(MainWindow& window, const char* name) {
  QPushButton* shown = nullptr;
  const bool found = QTest::qWaitFor(
      [&] {
        for (QPushButton* button : window.findChildren<QPushButton*>(QLatin1StringView(name)))
          if (button->isVisible()) shown = button;
        return shown != nullptr;
      },
      30'000);
  return found ? shown : nullptr;
}

void press(MainWindow& window, const char* name) {
  QPushButton* button = shownButton(window, name);
  QVERIFY2(button, name);
  button->click();
}

/// Types a path into the file dialog that comes.
void chooseFile(QObject* owner, const QString& path) {
  whenAsked(owner, [path](QWidget* asked) {
    auto* dialog = qobject_cast<QFileDialog*>(asked);
    QVERIFY(dialog);
    auto* field = dialog->findChild<QLineEdit*>(u"fileNameEdit"_s);
    QVERIFY(field);
    field->setText(path);
    QTest::keyClick(field, Qt::Key_Return);
    if (dialog->isVisible()) QMetaObject::invokeMethod(dialog, "accept");
  });
}

QString wordsOf(MainWindow& window, const char* name) {
  return window.findChild<QLabel*>(QLatin1StringView(name))->text();
}

}  // namespace

class StatesTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString at(const char* name) const { return m_folder.filePath(QLatin1StringView(name)); }

  inline static QUrl s_opened;

 private slots:
  void initTestCase() { ui::dress(); }

  /// An empty plan names what is missing, and each way on works.
  void emptyPlan() {
    auto window = opened();
    window->openEmpty();
    QVERIFY(wordsOf(*window, "resultsEmpty").contains(u"needs hardware and a model"_s));
    bool asked = false;
    whenAsked(this, [&](QWidget* dialog) {
      asked = qobject_cast<QFileDialog*>(dialog) != nullptr;
      dialog->close();
    });
    press(*window, "modelPanel.load");
    QVERIFY(asked);
    whenAsked(this, [&](QWidget* dialog) {
      QCOMPARE(dialog->objectName(), u"presetDialog"_s);
      QTest::keyClick(dialog, Qt::Key_Return);
    });
    press(*window, "modelPanel.preset");
    QVERIFY(window->document().architecture());
    press(*window, "clusterView.openSample");
    QCOMPARE(window->document().plan().cluster, plan::sample_plan().cluster);
  }

  /// A53: before a search the number is told at once counted, the time once a rate is known; Run searches.
  void A53_notSearchedYet() {
    auto window = opened();
    QTRY_VERIFY2_WITH_TIMEOUT(window->search().estimate().total(), "counted beside the window", 60'000);
    QTRY_VERIFY2(wordsOf(*window, "resultsEmpty").contains(u"strategies"_s),
                 qPrintable(wordsOf(*window, "resultsEmpty")));
    QVERIFY(!wordsOf(*window, "resultsEmpty").contains(u"about"_s));  // nothing was measured yet
    press(*window, "resultsEmpty.run");
    QVERIFY(finished(*window));
    const double total = double(window->bridge().snapshot()->space.total);
    QCOMPARE(double(*window->search().estimate().total()), total);
    QCOMPARE(*window->search().estimate().seconds(), window->bridge().snapshot()->seconds);
    window->openSample();
    QTRY_VERIFY2_WITH_TIMEOUT(window->search().estimate().total(), "counted beside the window", 60'000);
    QTRY_VERIFY2(wordsOf(*window, "resultsEmpty").contains(u"about"_s),
                 qPrintable(wordsOf(*window, "resultsEmpty")));
  }

  void nothingInThePalette() {
    auto window = opened();
    auto* search = window->findChild<QLineEdit*>(u"paletteSearch"_s);
    search->setText(u"h300"_s);
    QVERIFY(wordsOf(*window, "palette.nothing").contains(u"“h300”"_s));
    QString title;
    whenAsked(this, [&](QWidget* dialog) {
      title = dialog->objectName();
      dialog->close();
    });
    press(*window, "palette.emptyNewType");
    QCOMPARE(title, u"gpuTypeDialog"_s);
    press(*window, "palette.clearSearch");
    QVERIFY(search->text().isEmpty());
    QCOMPARE(window->focusWidget(), search);
  }

  /// AST-M101: the file is opened by the button, at its own path.
  void brokenFileIsOpened() {
    auto window = opened();
    QFile file(at("config.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"hidden_size\": 8192 \"layers\": 2}");
    file.close();
    QVERIFY(!window->findChild<ui::ModelPanel*>()->load(file.fileName()));
    const ui::Message message = window->findChild<ui::Banner*>(u"modelPanel.banner"_s)->message();
    QCOMPARE(message.code, u"AST-M101"_s);
    // {"hidden_size": 8192 "layers": 2}: the quote is the 22nd letter.
    QVERIFY2(message.body.startsWith(u"Line 1, column 22: "_s), qPrintable(message.body));
    QVERIFY2(message.body.contains(u"a comma, colon or closing bracket after “hidden_size” belongs"_s),
             qPrintable(message.body));
    QDesktopServices::setUrlHandler(u"file"_s, this, "openUrl");
    press(*window, "modelPanel.openFile");
    QDesktopServices::unsetUrlHandler(u"file"_s);
    QCOMPARE(s_opened, QUrl::fromLocalFile(file.fileName()));
    press(*window, "modelPanel.dismiss");
    QVERIFY(window->findChild<ui::Banner*>(u"modelPanel.banner"_s)->isHidden());
  }

  /// AST-S301: what is pressed in the message makes the plan possible, as one step.
  void A12_nothingFits() {
    auto window = opened(true);
    QVERIFY(finished(*window));
    window->openPlan(plan::sample_named("does-not-fit"));
    QVERIFY(finished(*window));
    QCOMPARE(window->findChild<ui::Banner*>(u"banner"_s)->message().code, u"AST-S301"_s);
    QVERIFY(!wordsOf(*window, "statusBar.message").contains(u"New best"_s));
    const search::Binding& binding = window->bridge().snapshot()->binding;
    const search::Space& space = window->bridge().snapshot()->space;
    // Counts by reason add up to all that were judged.
    QCOMPARE(binding.memory_count + binding.limit_count + binding.rule_count,
             space.total - space.not_reached);
    press(*window, "banner.fix1");
    QCOMPARE(window->document().undoStack().index(), 1);
    QVERIFY(finished(*window));
    QVERIFY(!window->bridge().snapshot()->best.empty());
  }

  /// A V100 beside the others has no bf16: said by its name, and each button makes the plan possible.
  void aGpuWithoutThePrecision() {
    auto window = opened(true);
    QVERIFY(finished(*window));
    ui::PlanDocument& document = window->document();
    document.undoStack().push(new ui::AddPools(
        document, {*ui::poolFor({{}, "aws-p3-16xlarge"}, document.catalogue())}, {{0.0, 300.0}}));
    QVERIFY(finished(*window));
    const auto* banner = window->findChild<ui::Banner*>(u"banner"_s);
    QCOMPARE(banner->message().code, u"AST-S301"_s);
    for (const QString& word : {u"V100"_s, u"bf16"_s, u"ruled out"_s})
      QVERIFY2(banner->message().body.contains(word), qPrintable(banner->message().body));
    press(*window, "banner.leaveOut");
    QVERIFY(finished(*window));
    QVERIFY(!window->bridge().snapshot()->best.empty());
    document.undoStack().undo();
    QVERIFY(finished(*window));
    press(*window, "banner.usePrecision");
    QCOMPARE(document.plan().job.precision, hardware::Precision::fp16);
    QVERIFY(finished(*window));
    QVERIFY(!window->bridge().snapshot()->best.empty());
    QVERIFY(banner->isHidden());
  }

  /// AST-S399: what was found is kept; the details go to the clipboard, and the search runs again.
  void aFailedSearch() {
    auto window = opened();
    window->bridge().run();
    QVERIFY(finished(*window));
    plan::Snapshot failed = *window->bridge().snapshot();
    failed.status = plan::Status::failed;
    failed.defect = "scoring pipeline splits";
    const ui::Banner* banner = window->findChild<ui::Banner*>(u"banner"_s);
    QStringList titles;  // each says what was being done, where that is known
    for (const auto phase :
         {plan::Phase::none, plan::Phase::preparing, plan::Phase::fixing, plan::Phase::searching}) {
      failed.phase = phase;
      window->bridge().show(State::Failed, failed);
      titles << banner->message().title;
    }
    QCOMPARE(titles.removeDuplicates(), 0);
    QVERIFY(titles.back().contains(u"while scoring"_s));
    QVERIFY(banner->message().body.contains(ui::wholeText(double(failed.space.evaluated))));
    QCOMPARE(window->findChild<ui::Banner*>(u"banner"_s)->message().code, u"AST-S399"_s);
    press(*window, "banner.copyDetails");
    QVERIFY(QApplication::clipboard()->text().contains(u"scoring pipeline splits"_s));
    press(*window, "banner.runAgain");
    QVERIFY(finished(*window));
  }

  /// A limit of time ends a search with the best so far, and says how far that may be off.
  void searchesHaveALimit() {
    auto window = opened();
    whenAsked(this, [](QWidget* dialog) {
      dialog->findChild<QDoubleSpinBox*>()->setValue(1.0);
      QMetaObject::invokeMethod(dialog, "accept");
    });
    window->actions()["actionSearchLimit"]->trigger();
    QCOMPARE(window->search().limit(), 1.0);
    auto* limit = window->findChild<ui::NumberField*>(u"goalPanel.searchLimit"_s);
    QVERIFY(limit->isEnabled());
    QCOMPARE(limit->value().value(), 1.0);
    window->openPlan(plan::sample_named("homogeneous"));
    strategy::Job job = window->document().plan().job;
    job.sequence_length = 131'072;
    window->document().undoStack().push(new ui::SetJob(window->document(), job, u"job"_s));
    window->document().undoStack().push(new ui::SetNodeCount(window->document(), "h100", 768));
    hardware::Choose any;
    window->document().undoStack().push(new ui::SetChoose(window->document(), any));
    SearchOptions options = window->bridge().options();
    QCOMPARE(options.time_limit, 1.0);
    options.exhaustive = true;  // 156 million strategies one by one: longer than that
    options.threads = 2;
    window->bridge().setOptions(options);
    const tests::Budget spent;
    window->bridge().run();
    QVERIFY(QTest::qWaitFor([&] { return window->bridge().state() != State::Searching; }, 120'000));
    QVERIFY2(spent.ms() < 10'000.0, qPrintable(QString::number(spent.ms())));
    QCOMPARE(window->bridge().state(), State::StoppedEarly);
    const plan::SnapshotPtr snapshot = window->bridge().snapshot();
    QVERIFY(snapshot->stopped_early);
    QVERIFY(snapshot->space.not_reached > 0);  // there was more to do
    QVERIFY2(wordsOf(*window, "runBar.end").startsWith(u"Stopped at"_s),
             qPrintable(wordsOf(*window, "runBar.end")));
    whenAsked(this, [](QWidget* dialog) {
      for (QPushButton* button : dialog->findChildren<QPushButton*>())
        if (button->text() == u"No limit"_s) return button->click();
      dialog->close();
    });
    window->actions()["actionSearchLimit"]->trigger();
    QCOMPARE(window->search().limit(), 0.0);
    QVERIFY(!limit->isEnabled());
    window->findChild<QCheckBox*>(u"goalPanel.searchLimit.check"_s)->click();
    QCOMPARE(window->search().limit(), 1.0);  // the one that stood there
  }

  /// The seed that is typed is that of the next search, and its log says so.
  void searchesHaveASeed() {
    auto window = opened();
    auto* seed = window->findChild<ui::NumberField*>(u"goalPanel.seed"_s);
    QVERIFY(seed);
    seed->selectAll();
    QTest::keyClicks(seed, u"42"_s);
    QTest::keyClick(seed, Qt::Key_Return);
    QCOMPARE(window->search().seed(), quint64{42});
    QVERIFY(wordsOf(*window, "statusBar.message").contains(u"42"_s));
    window->bridge().run();
    QVERIFY(finished(*window));
    QCOMPARE(window->bridge().snapshot()->seed, std::uint64_t{42});
  }

  void staleIsRunAgain() {
    auto window = opened();
    window->bridge().run();
    QVERIFY(finished(*window));
    window->document().undoStack().push(new ui::SetNodeCount(window->document(), "h100", 3));
    QVERIFY(window->bridge().isStale());
    press(*window, "banner.runAgain");
    QVERIFY(finished(*window));
    QVERIFY(window->findChild<ui::Banner*>(u"banner"_s)->isHidden());
  }

  /// An edit does not throw away a search that takes long: it is marked, and restarts when that is asked for.
  void aLongSearchRestartsWhenAsked() {
    auto window = opened(true);
    QVERIFY(finished(*window));
    SearchOptions options;
    options.exhaustive = true;
    window->bridge().setOptions(options);
    window->bridge().setLiveLimit(0.0);
    window->bridge().run();
    QTRY_COMPARE_WITH_TIMEOUT(window->bridge().snapshot()->status, plan::Status::searching, 60'000);
    const quint64 before = window->document().revision();
    window->document().undoStack().push(new ui::SetNodeCount(window->document(), "h100", 3));
    QVERIFY(window->bridge().isOutdated());
    QTest::qWait(50);  // a search that begins by itself does so in the next turn of the event loop
    QVERIFY(window->bridge().isOutdated());
    QCOMPARE(window->bridge().state(), State::Searching);
    QPushButton* restart = shownButton(*window, "banner.runAgain");
    QVERIFY(restart);
    QCOMPARE(restart->text(), u"Restart with changes"_s);
    window->document().undoStack().undo();
    QVERIFY(!window->bridge().isOutdated());  // the same question again
    window->document().undoStack().redo();
    press(*window, "banner.runAgain");
    QVERIFY(!window->bridge().isOutdated());
    QVERIFY(window->document().revision() > before);
    window->bridge().stop();
    QTRY_VERIFY_WITH_TIMEOUT(window->bridge().state() != State::Stopping, 60'000);
  }

  /// Counts above what the pools hold, a network and a link that nobody stated: mended in the message.
  void questionsThatCannotBeAsked() {
    auto window = opened(true);
    ui::PlanDocument& document = window->document();
    hardware::Choose counts;
    counts.max_gpus_per_pool["h100"] = 32;
    document.undoStack().push(new ui::SetChoose(document, counts));
    document.undoStack().push(new ui::SetNodeCount(document, "h100", 1));
    QTRY_VERIFY(window->bridge().problemError());
    press(*window, "banner.setCount");
    QCOMPARE(document.plan().cluster.choose->max_gpus_per_pool.at("h100"), 8);  // 1 node of 8
    QVERIFY(document.problem().has_value());
    document.undoStack().undo();
    QTRY_VERIFY(window->bridge().problemError());
    press(*window, "banner.allGpus");
    QVERIFY(document.problem().has_value());
    QVERIFY(document.plan().cluster.choose->max_gpus_per_pool.empty());
    while (document.undoStack().canUndo()) document.undoStack().undo();

    hardware::PoolSpec bare;
    bare.id = bare.gpu = "h100-sxm-80";
    bare.gpus_per_node = 8;
    bare.nodes = 2;
    document.undoStack().push(new ui::AddPools(document, {bare}, {}));
    for (int turn = 0; turn < 6 && !document.problem(); ++turn) {
      const bool link = document.problem().error().code == code::missing_link;
      QVERIFY(link || document.problem().error().code == code::missing_network);
      whenAsked(this, [](QWidget* dialog) {
        dialog->findChild<QDoubleSpinBox*>()->setValue(400.0);
        QMetaObject::invokeMethod(dialog, "accept");
      });
      press(*window, link ? "banner.enterLink" : "banner.enterNetwork");
      QTest::qWait(20);
    }
    QVERIFY(document.problem().has_value());
    QCOMPARE(ui::findPool(document.plan(), "h100-sxm-80")->inter_node_gb_per_s.value(), 50.0);  // 400 Gb/s
  }

  /// AST-P202: the price that the goal needs is entered where it is told, that of an hour or of a purchase.
  void aMissingPriceIsEntered_data() {
    QTest::addColumn<int>("basis");
    QTest::newRow("rent") << int(hardware::CostBasis::rent);
    QTest::newRow("buy") << int(hardware::CostBasis::buy);
  }
  void aMissingPriceIsEntered() {
    QFETCH(int, basis);
    auto window = opened(true);
    ui::PlanDocument& document = window->document();
    strategy::Job job = document.plan().job;
    job.cost.basis = hardware::CostBasis(basis);
    document.undoStack().push(new ui::SetJob(document, job, u"basis"_s));
    hardware::Gpu own = *document.catalogue().find_gpu("h100-sxm-80");
    own.id = own.name = "priceless";
    document.undoStack().push(new ui::AddGpuType(document, own));
    hardware::PoolSpec pool;
    pool.id = pool.gpu = "priceless";
    pool.gpus_per_node = 8;
    pool.inter_node_gb_per_s = 50.0;
    document.undoStack().push(new ui::AddPools(document, {pool}, {}));
    for (const char* other : {"h100", "a100"})
      document.undoStack().push(new ui::SetLink(document, "priceless", other, 50.0));
    document.undoStack().push(
        new ui::SetGoal(document, strategy::Objective::money, document.plan().cluster.choose));
    auto* banner = window->findChild<ui::Banner*>(u"banner"_s);
    QTRY_COMPARE(banner->message().code, u"AST-P202"_s);
    QVERIFY2(banner->message().plain().contains(u"priceless"_s), qPrintable(banner->message().plain()));
    // To buy, the price of a node of 8 is asked for.
    const double entered = basis == int(hardware::CostBasis::buy) ? 28.0 : 3.5;
    whenAsked(this, [entered](QWidget* dialog) {
      dialog->findChild<QDoubleSpinBox*>()->setValue(entered);
      QMetaObject::invokeMethod(dialog, "accept");
    });
    press(*window, "banner.enterPrice");
    const hardware::PoolSpec* priced = ui::findPool(document.plan(), "priceless");
    QCOMPARE(
        (basis == int(hardware::CostBasis::rent) ? priced->usd_per_gpu_hour : priced->purchase_usd_per_gpu)
            .value_or(0.0),
        3.5);
    QVERIFY(document.problem().has_value());
    const auto& resolved = document.problem()->cluster.pools.back();
    if (basis == int(hardware::CostBasis::buy)) QCOMPARE(resolved.purchase_per_gpu->value, 3.5);
    QTRY_VERIFY(banner->message().code != u"AST-P202"_s);
    document.undoStack().undo();
    QTRY_COMPARE(banner->message().code, u"AST-P202"_s);
    press(*window, "banner.leaveOut");
    QVERIFY(ui::findPool(document.plan(), "priceless") != nullptr);
    QCOMPARE(document.plan().cluster.choose->max_gpus_per_pool.at("priceless"), 0);
    QTRY_VERIFY(banner->message().code != u"AST-P202"_s);
    // Where idle GPUs are paid for, they need a price also outside the search.
    job = document.plan().job;
    job.cost.idle_gpus_cost = true;
    document.undoStack().push(new ui::SetJob(document, job, u"idle"_s));
    QTRY_COMPARE(banner->message().code, u"AST-P202"_s);
    press(*window, "banner.copyDetails");
    QVERIFY(QApplication::clipboard()->text().contains(u"AST-P202"_s));
    press(*window, "banner.removePool");
    QVERIFY(ui::findPool(document.plan(), "priceless") == nullptr);
    QTRY_VERIFY(banner->message().code != u"AST-P202"_s);
  }

  /// AST-F402, AST-F404, AST-F403: another file is chosen, the plan is saved elsewhere, its window comes
  /// forward.
  void filesThatCannotBeUsed() {
    auto window = opened();
    const QString good = at("good.astrolabe"), bad = at("bad.astrolabe"),
                  elsewhere = at("elsewhere.astrolabe");
    QVERIFY(window->saveFile(good));
    QFile nonsense(bad);
    QVERIFY(nonsense.open(QIODevice::WriteOnly));
    nonsense.write(QByteArray(4096, 'x'));
    nonsense.close();
    window->openEmpty();
    QVERIFY(!window->openFile(bad));
    QCOMPARE(window->findChild<ui::Banner*>(u"fileBanner"_s)->message().code, u"AST-F402"_s);
    chooseFile(this, good);
    press(*window, "fileBanner.choose");
    QCOMPARE(window->document().path(), good);

    QVERIFY(QFile::setPermissions(good, QFile::ReadOwner));
    window->document().undoStack().push(new ui::SetNodeCount(window->document(), "h100", 5));
    QVERIFY(!window->saveFile(good));
    QCOMPARE(window->findChild<ui::Banner*>(u"fileBanner"_s)->message().code, u"AST-F404"_s);
    chooseFile(this, elsewhere);
    press(*window, "fileBanner.saveElsewhere");
    QCOMPARE(window->document().path(), elsewhere);
    QVERIFY(!window->isWindowModified());
    QCOMPARE(plan::read_plan(elsewhere.toStdString())->plan.cluster.pools.front().nodes, 5);

    auto second = opened();
    window->hide();
    window->show();
    QVERIFY(!second->openFile(elsewhere));
    QCOMPARE(second->findChild<ui::Banner*>(u"fileBanner"_s)->message().code, u"AST-F403"_s);
    press(*second, "fileBanner.showIt");
    QTRY_COMPARE(QApplication::activeWindow(), window.get());
    QVERIFY(second->findChild<ui::Banner*>(u"fileBanner"_s)->isHidden());
  }

 public slots:
  void openUrl(const QUrl& url) { s_opened = url; }
};

}  // namespace tst_states

ASTROLABE_TEST(tst_states, StatesTest)
#include "tst_states.moc"
