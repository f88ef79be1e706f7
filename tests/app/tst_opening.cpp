// What a start begins with, and what becomes of any file: last plan, start page, sample, hardware from JSON,
// the toolkit's own options.

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "app/options.h"
#include "core/hardware/catalogue_rows.h"
#include "core/plan/scenarios.h"
#include "tests/app/windows_desk.h"
#include "tests/program/test_program.h"
#include "ui/canvas/price_import_dialog.h"
#include "ui/shell/banner.h"
#include "ui/shell/presentation.h"
#include "ui/shell/start_page.h"

namespace tst_opening {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::app;

namespace {

constexpr const char* kArguments =
    "torchrun pretrain_gpt.py --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 \\\n"
    "  --num-attention-heads 32 --group-query-attention --num-query-groups 8 --swiglu \\\n"
    "  --normalization RMSNorm --disable-bias-linear --untie-embeddings-and-output-weights \\\n"
    "  --position-embedding-type rope --vocab-size 128256 --seq-length 4096\n";
constexpr const char* kCluster =
    R"({"name": "two boxes", "pools": [{"id": "boxes", "node": "oci-bm-gpu-h100-8", "nodes": 2}]})";
constexpr const char* kTypes = R"({"gpus": [{"id": "x1000", "name": "X1000", "memory_gib": 256,
  "mem_bw_GBps": 16000, "bf16_tflops": 4000, "link_uni_GBps": 1800, "link_domain_max_gpus": 8}]})";

}  // namespace

class OpeningTest : public HomeTest {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }
  void init() { enter(); }
  void cleanup() { leave(); }

  /// A plan that cannot be read is told in sight, over a window that shows no other plan's numbers; so does a
  /// picture of it, where nobody could put a dialog away.
  void aDamagedPlanShowsNoOtherNumbers() {
    QFile whole(plan(u"whole.astrolabe"_s, 2));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QString torn = put(u"torn.astrolabe"_s, whole.read(9000));
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    app::Windows windows(session);
    windows.start({torn}, false);
    QCOMPARE(shownWindows().size(), 1);
    const auto refused = [](MainWindow& shown) {
      QVERIFY(shown.document().plan().cluster.pools.empty());
      QVERIFY(!shown.bridge().snapshot());
      QVERIFY(fileBanner(shown).isVisible());
      QCOMPARE(fileBanner(shown).message().title, u"torn.astrolabe is damaged."_s);
      QCOMPARE(fileBanner(shown).message().code, u"AST-F409"_s);
      QVERIFY(QApplication::activeModalWidget() == nullptr);
    };
    MainWindow& window = *shownWindows().front();
    refused(window);
    refused(windows.openForPicture(torn, {1280, 800}));
    // Another plan comes in the place of nothing.
    window.opening().open(whole.fileName());
    QVERIFY(fileBanner(window).isHidden());
    QCOMPARE(nodesOf(window), 2);
  }

  /// First the sample, later the plan that was used last, as long as it is there and nothing else is wished.
  void aStartBeginsWithWhatOneWants() {
    app::Session session;
    prefer(session, session.preferences().atStart);
    QCOMPARE(session.preferences().atStart, ui::AtStart::LastPlan);
    const auto begun = [&](app::Windows& windows) -> MainWindow* {
      windows.start({}, false);
      return shownWindows().size() == 1 ? shownWindows().front() : nullptr;
    };
    {
      app::Windows windows(session);
      MainWindow* window = begun(windows);
      QVERIFY(window);
      QCOMPARE(window->document().path(), QString());
      QVERIFY(window->document().plan() == plan::sample_plan());
    }
    const QString mine = plan(u"mine.astrolabe"_s, 6);
    session.addRecentFile(mine);
    {
      app::Windows windows(session);
      MainWindow* window = begun(windows);
      QVERIFY(window);
      QCOMPARE(window->document().path(), mine);
      QCOMPARE(nodesOf(*window), 6);
    }
    prefer(session, ui::AtStart::Sample);
    QCOMPARE(app::Session().preferences().atStart, ui::AtStart::Sample);  // kept
    {
      app::Windows windows(session);
      MainWindow* window = begun(windows);
      QVERIFY(window);
      QVERIFY(window->document().plan() == plan::sample_plan());
      QVERIFY(!window->findChild<ui::StartPage*>());
    }
    prefer(session, ui::AtStart::LastPlan);
    QVERIFY(QFile::remove(mine));
    app::Windows windows(session);
    MainWindow* window = begun(windows);
    QVERIFY(window);
    QCOMPARE(window->document().path(), QString());
  }

  void whatAStartBeginsWithIsChosenInThePreferences() {
    ui::PreferencesDialog dialog({});
    dialog.show();
    auto* choice = dialog.findChild<QComboBox*>(u"preferencesDialog.atStart"_s);
    QCOMPARE(choice->currentData().toInt(), int(ui::AtStart::LastPlan));
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Down);
    QCOMPARE(dialog.preferences().atStart, ui::AtStart::StartPage);
    QTest::keyClick(choice, Qt::Key_Down);
    QCOMPARE(dialog.preferences().atStart, ui::AtStart::Sample);
  }

  void theStartPageOpensPinsAndBegins() {
    app::Session session;
    prefer(session, ui::AtStart::StartPage);
    const QString one = plan(u"one.astrolabe"_s, 2), two = plan(u"two.astrolabe"_s, 3);
    session.addRecentFile(one);
    session.addRecentFile(two);
    session.addRecentFile(at(u"gone.astrolabe"_s));
    app::Windows windows(session);
    windows.start({}, false);
    MainWindow& window = *shownWindows().front();
    auto* page = window.findChild<ui::StartPage*>();
    QVERIFY(page && page->isVisible());
    QVERIFY(window.document().plan().cluster.pools.empty());
    QVERIFY(!page->findChild<ui::StartEntry*>(u"startPage.recent.%1"_s.arg(at(u"gone.astrolabe"_s)))
                 ->isEnabled());
    QTest::mouseClick(page->findChild<QToolButton*>(u"startPage.pin.%1"_s.arg(one)), Qt::LeftButton);
    QCOMPARE(session.pinnedFiles(), QStringList{one});
    auto* entry = page->findChild<ui::StartEntry*>(u"startPage.recent.%1"_s.arg(two));
    QVERIFY(!entry->grab().toImage().isNull());
    entry->setFocus();
    QTest::keyClick(entry, Qt::Key_Return);
    QCOMPARE(window.document().path(), two);
    QCOMPARE(nodesOf(window), 3);
    QTRY_VERIFY(!window.findChild<ui::StartPage*>());
    // A sample by the pointer, and Esc leaves the page.
    window.showStartPage();
    page = window.findChild<ui::StartPage*>();
    QTest::mouseClick(page->findChild<ui::StartEntry*>(u"startPage.actionSampleSmall"_s), Qt::LeftButton);
    QVERIFY(window.document().plan() == plan::sample_named("small"));
    QTRY_VERIFY(!window.findChild<ui::StartPage*>());
    window.showStartPage();
    QTest::keyClick(window.findChild<ui::StartPage*>(), Qt::Key_Escape);
    QTRY_VERIFY(!window.findChild<ui::StartPage*>());
    QVERIFY(window.document().plan() == plan::sample_named("small"));
  }

  /// An edit from behind it, a paste or an undo say, is not hidden by the page.
  void theStartPageGoesWithAnEdit() {
    auto window = ui::opened();
    window->showStartPage();
    QVERIFY(window->findChild<ui::StartPage*>());
    QVERIFY(window->opening().importHardware(put(u"cluster.json"_s, kCluster)));
    QTRY_VERIFY(!window->findChild<ui::StartPage*>());
  }

  void presentsAsSoonAsThereIsAnAnswer() {
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    app::Windows windows(session);
    windows.start({plan(u"shown.astrolabe"_s, 2)}, true);
    MainWindow& window = *shownWindows().front();
    QTRY_VERIFY_WITH_TIMEOUT(window.findChild<ui::Presentation*>(), 60'000);
    QVERIFY(window.bridge().snapshot() && !window.bridge().snapshot()->best.empty());
    QTest::keyClick(window.findChild<ui::Presentation*>(), Qt::Key_Escape);
    QTRY_VERIFY(!window.findChild<ui::Presentation*>());
  }

  /// What an error of opening says is not wiped away by an empty offer of recovery.
  void aWrongFileStaysTold() {
    app::Session session;
    prefer(session, ui::AtStart::Sample);
    app::Windows windows(session);
    windows.start({put(u"nonsense.astrolabe"_s, QByteArray(4096, 'x'))}, false);
    windows.offerRecovery();
    QCOMPARE(fileBanner(*shownWindows().front()).message().code, u"AST-F402"_s);
  }

  /// Saved when a node of the H100s cost 40 USD an hour, 80 today: the plan keeps its price until today's is
  /// wanted, which is one step.
  void theCatalogueOfAPlanIsKept() {
    const QString path = at(u"day.astrolabe"_s);
    const hardware::Catalogue& today = hardware::Catalogue::built_in();
    plan::PlanFile file{plan::sample_plan()};
    hardware::CatalogueRows rows = hardware::rows_of(today, {}, {"oci-bm-gpu-h100-8"});
    rows.date = "2025-01-31";
    rows.nodes.front().prices.on_demand = UsdPerHour(40.0);
    file.plan.catalogue = hardware::differing(rows, today);
    QVERIFY(plan::write_plan(file, path.toStdString()));
    auto window = ui::opened();
    const auto price = [&] {
      return window->document().problem()->cluster.pools.front().usd_per_gpu_hour->value;
    };
    QVERIFY(window->openFile(path));
    QVERIFY2(fileBanner(*window).message().title.contains(u"2025-01-31"_s),
             qPrintable(fileBanner(*window).message().title));
    QVERIFY(fileBanner(*window).message().body.contains(QString::fromStdString(rows.nodes.front().name)));
    QCOMPARE(price(), 40.0 / 8.0);
    const auto* date = window->findChild<QLabel*>(u"statusBar.catalogue"_s);
    QVERIFY2(date->text().contains(u"2025-01-31"_s), qPrintable(date->text()));
    pressNamed(*window, "fileBanner.keep");
    QVERIFY(fileBanner(*window).isHidden());
    QVERIFY(!window->isWindowModified());
    QCOMPARE(price(), 40.0 / 8.0);
    QVERIFY(window->saveFile(path));  // and it is still there
    QCOMPARE(plan::read_plan(path.toStdString())->catalogue_date, std::string("2025-01-31"));
    QVERIFY(window->openFile(path));
    pressNamed(*window, "fileBanner.useTodays");
    QVERIFY(fileBanner(*window).isHidden());
    QCOMPARE(price(), 80.0 / 8.0);
    QVERIFY2(date->text().contains(QString::fromStdString(today.date())), qPrintable(date->text()));
    QCOMPARE(window->document().undoStack().count(), 1);
    window->document().undoStack().undo();
    QCOMPARE(price(), 40.0 / 8.0);
    window->document().undoStack().redo();
    QVERIFY(window->saveFile(path));
    const auto fresh = plan::read_plan(path.toStdString());
    QVERIFY(fresh->plan.catalogue.empty());
    QCOMPARE(fresh->catalogue_date, today.date());
    QVERIFY(window->openFile(path));
    QVERIFY(fileBanner(*window).isHidden());
  }

  /// As an argument, from a second start and by File > Open a file is judged as if it were dropped.
  void anyFileIsJudgedAsADrop() {
    auto window = ui::opened();
    QVERIFY(window->opening().open(put(u"pretrain.sh"_s, kArguments)));
    QCOMPARE(qlonglong(window->document().architecture()->parameters_total), 8'030'261'248LL);
    QDialog* asked = nullptr;
    ui::whenAsked(this, [&](QWidget* dialog) {
      asked = qobject_cast<ui::PriceImportDialog*>(dialog);
      dialog->close();
    });
    QVERIFY(window->opening().open(put(u"prices.csv"_s, "node,usd_per_hour\noci-bm-gpu-h100-8,40\n")));
    QVERIFY(asked);
    ui::saveAs(this, put(u"cluster.json"_s, kCluster));
    window->actions()["actionOpen"]->trigger();
    QTRY_COMPARE(window->document().plan().others.size(), std::size_t(1));
    QVERIFY(!window->opening().open(put(u"note.txt"_s, "nothing of the kind")));
    QCOMPARE(fileBanner(*window).message().code, u"AST-F402"_s);
  }

  void hardwareFromAFile() {
    auto window = ui::opened();
    ui::PlanDocument& document = window->document();
    const plan::Plan before = document.plan();
    ui::saveAs(this, put(u"types.json"_s, kTypes));
    window->actions()["actionImportHardware"]->trigger();
    QVERIFY(document.catalogue().find_gpu("x1000"));
    QCOMPARE(document.undoStack().count(), 1);
    document.undoStack().undo();
    QVERIFY(document.plan() == before);

    QVERIFY(window->opening().importHardware(put(u"cluster.json"_s, kCluster)));
    const plan::Plan& now = document.plan();
    QCOMPARE(now.others.size(), std::size_t(1));
    QCOMPARE(now.title, std::string("two boxes"));
    QCOMPARE(now.cluster.pools.size(), std::size_t(1));
    QCOMPARE(now.cluster.pools.front().nodes, 2);
    QVERIFY(plan::same_model(now, before) && now.job == before.job);
    QVERIFY(document.problem().has_value());
    document.undoStack().undo();
    QVERIFY(document.plan() == before);

    window->openEmpty();  // an empty canvas takes the cluster itself
    QVERIFY(window->opening().importHardware(at(u"cluster.json"_s)));
    QVERIFY(document.plan().others.empty());
    QCOMPARE(document.plan().cluster.pools.front().id, std::string("boxes"));

    const plan::Plan kept = document.plan();
    for (const auto& [name, content, told] :
         {std::tuple(u"no-memory.json"_s, R"({"gpus": [{"id": "x"}]})", u"memory_gib"_s),
          std::tuple(u"torn.json"_s, "{\"pools\": [\n}", u"line 2"_s),
          std::tuple(u"odd.json"_s, R"({"pools": [{"id": "a", "gpu": "h100-sxm", "nodes": -1}]})",
                     u"nodes"_s)}) {
      QVERIFY(!window->opening().importHardware(put(name, content)));
      const QString message = fileBanner(*window).message().plain();
      QVERIFY2(message.contains(name) && message.contains(told, Qt::CaseInsensitive), qPrintable(message));
      QVERIFY(document.plan() == kept);
    }
    QVERIFY(window->findChild<QPushButton*>(u"fileBanner.copyDetails"_s));
  }

  void theToolkitsOptionsAreNotOurs() {
    const QStringList given{u"astrolabe"_s,   u"-platform"_s, u"offscreen"_s, u"--style=Fusion"_s,
                            u"--present"_s,   u"-session"_s,  u"12_34"_s,     u"--sync"_s,
                            u"a.astrolabe"_s, u"--lang"_s,    u"en"_s,        u"-widgetcount"_s};
    QCOMPARE(app::withoutToolkitOptions(given),
             (QStringList{u"astrolabe"_s, u"--present"_s, u"a.astrolabe"_s, u"--lang"_s, u"en"_s}));
    const app::Options options = app::readOptions(given);
    QVERIFY(options.present);
    QCOMPARE(options.language, u"en"_s);
    QCOMPARE(options.files, QStringList{u"a.astrolabe"_s});
    const QStringList names{u"astrolabe"_s, u"--"_s, u"-session"_s, u"-style"_s};  // files of these names
    QCOMPARE(app::withoutToolkitOptions(names), names);
  }
};

}  // namespace tst_opening

ASTROLABE_TEST(tst_opening, OpeningTest)
#include "tst_opening.moc"
