// On a screen of 1280 x 800, with text of any size: tools in reach, hardware to take, inputs in sight and
// found by their names, hints that point at what they speak of.

#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>

#include "core/plan/samples.h"
#include "tests/app/cut_texts.h"
#include "tests/app/filled_window.h"
#include "tests/app/sample_window.h"
#include "tests/program/test_program.h"
#include "tests/ui/text_size.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/canvas/price_import_dialog.h"
#include "ui/canvas/shelf_model.h"
#include "ui/render/theme.h"
#include "ui/shell/command_search.h"
#include "ui/shell/field_search.h"
#include "ui/shell/hints.h"
#include "ui/shell/job_details.h"
#include "ui/shell/ownership_dialog.h"
#include "ui/shell/rules_dialog.h"
#include "ui/shell/steps_dialog.h"

namespace tst_small_screen {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::cutAtRest;
using ui::finished;
using ui::MainWindow;
using ui::TextSize;

namespace {

constexpr QSize kRoom{1280, 776};  ///< within the frame that a window manager draws

std::unique_ptr<MainWindow> shown(QSize size = kRoom) {
  auto window = ui::opened(true);
  window->resize(size);
  return window;
}

bool isWholeIn(const QWidget& widget, const QWidget& window) {
  return widget.isVisible() &&
         window.rect().contains(QRect(widget.mapTo(&window, QPoint()), widget.size())) &&
         widget.visibleRegion().boundingRect() == widget.rect();
}

/// Rows of the palette that are seen whole and stand for hardware.
int hardwareInSight(const MainWindow& window) {
  const auto* tree = window.findChild<QTreeView*>(u"paletteView"_s);
  int rows = 0;
  for (QModelIndex at = tree->model()->index(0, 0); at.isValid(); at = tree->indexBelow(at))
    if (!at.data(ui::ShelfModel::IsGroupRole).toBool() &&
        tree->viewport()->rect().contains(tree->visualRect(at)))
      ++rows;
  return rows;
}

/// What asks for most room, with what asks for it inside: for the words of a failure.
QString widest(const QWidget& window) {
  constexpr int kTold = 300;
  QStringList told;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    const QSize least = widget->minimumSizeHint().expandedTo(widget->minimumSize());
    if (widget->isVisible() && !widget->objectName().isEmpty() && least.width() >= kTold)
      told << u"%1 %2 x %3"_s.arg(widget->objectName()).arg(least.width()).arg(least.height());
  }
  return told.join(u'\n');
}

}  // namespace

class SmallScreenTest : public QObject {
  Q_OBJECT

  static void sizes() {
    QTest::addColumn<int>("points");
    for (const int points : {9, 12, 16, 20, 24}) QTest::addRow("%d pt", points) << points;
  }

 private slots:
  void initTestCase() {
    ui::dress();
    QCOMPARE(QGuiApplication::primaryScreen()->size(), QSize(1280, 800));
  }

  void A68_toolsStayInReach_data() { sizes(); }
  /// Run, Report and Present stand in the bar; the palette shows hardware; nothing is cut in any panel.
  void A68_toolsStayInReach() {
    QFETCH(int, points);
    const auto text = TextSize::points(points);
    auto window = shown();
    QVERIFY(finished(*window));
    QTRY_COMPARE_WITH_TIMEOUT(window->size(), kRoom, 30'000);
    const QSize least = window->minimumSizeHint().expandedTo(window->minimumSize());
    QVERIFY2(least.width() <= kRoom.width() && least.height() <= kRoom.height(),
             qPrintable(u"needs %1 x %2:\n%3"_s.arg(least.width()).arg(least.height()).arg(widest(*window))));
    for (const char* name : {"tool.actionRun", "tool.actionReportBuilder", "tool.actionPresent",
                             "tool.actionScenarioCompare", "tool.scenario"})
      QVERIFY2(isWholeIn(*window->findChild<QWidget*>(QLatin1StringView(name)), *window), name);
    const bool inSight = QTest::qWaitFor([&] { return hardwareInSight(*window) >= 2; }, 10'000);
    QVERIFY2(inSight, qPrintable(QString::number(hardwareInSight(*window))));
    for (const char* name : {"paletteDock", "modelDock", "goalDock"}) {
      auto* dock = window->findChild<QDockWidget*>(QLatin1StringView(name));
      dock->raise();
      const QStringList cut = cutAtRest(*window);
      QVERIFY2(cut.isEmpty(), qPrintable(QLatin1StringView(name) + u'\n' + cut.join(u'\n')));
    }
  }

  void A68_everyViewIsWhole_data() {
    QTest::addColumn<int>("points");
    for (const int points : {12, 20, 24}) QTest::addRow("%d pt", points) << points;
  }
  /// Each view of the results is reached and read in what large text leaves of the window; tools without room
  /// are in a menu.
  void A68_everyViewIsWhole() {
    QFETCH(int, points);
    const auto text = TextSize::points(points);
    auto window = std::make_unique<MainWindow>();
    window->setAskOnClose(false);
    window->openPlan(plan::sample_named("small"));  // all views have their answers at once
    window->resize(kRoom);
    window->show();
    QVERIFY(finished(*window));
    auto* tabs = window->findChild<QTabWidget*>(u"resultsTabs"_s);
    auto* list = window->findChild<QToolButton*>(u"resultsViews"_s);
    QVERIFY(tabs && list);
    QStringList cut;
    for (int tab = 0; tab < tabs->count(); ++tab) {
      tabs->setCurrentIndex(tab);
      QVERIFY2(ui::filled(*window), qPrintable(tabs->tabText(tab)));
      QCOMPARE(window->size(), kRoom);
      QVERIFY(tabs->isTabVisible(tab));
      for (const QString& words : cutAtRest(*window)) cut << tabs->tabText(tab) + u": "_s + words;
    }
    QCOMPARE(cut.join(u'\n'), QString());
    QCOMPARE(list->isVisible(), points >= 20);
    if (!list->isVisible()) return;
    emit list->menu()->aboutToShow();
    QCOMPARE(list->menu()->actions().size(), tabs->count());
    list->menu()->actions()[1]->trigger();
    QCOMPARE(tabs->currentIndex(), 1);
    QVERIFY(isWholeIn(*list, *window));
  }

  void bannersKeepTheirButtonsInSight_data() { sizes(); }
  /// What a banner asks can be answered without making the window larger; its words are read by scrolling.
  void bannersKeepTheirButtonsInSight() {
    QFETCH(int, points);
    const auto text = TextSize::points(points);
    auto window = shown();
    QVERIFY(finished(*window));
    ui::Message message;
    message.title = u"Astrolabe closed unexpectedly."_s;
    message.body = u"“eu-cluster” has changes from 14:31 that were not saved."_s;
    ui::Banner& banner = ui::fileBanner(*window);
    banner.say(ui::Banner::Kind::Warning, message);
    QList<QPushButton*> buttons;
    for (const QString& words : {u"Restore"_s, u"Discard"_s, u"Later"_s})
      buttons << banner.addButton(u"test.%1"_s.arg(words), words, [] {});
    for (const QPushButton* button : std::as_const(buttons))
      QTRY_VERIFY2(isWholeIn(*button, *window), qPrintable(button->text()));
    QCOMPARE(window->size(), kRoom);
    const QSize least = window->minimumSizeHint().expandedTo(window->minimumSize());
    QVERIFY2(least.width() <= kRoom.width() && least.height() <= kRoom.height(),
             qPrintable(u"needs %1 x %2:\n%3"_s.arg(least.width()).arg(least.height()).arg(widest(*window))));
    QCOMPARE(cutAtRest(*window).join(u'\n'), QString());
  }

  /// As the window grows everything stands where it usually does, and comes back.
  void panelsComeBackWithRoom() {
    const auto text = TextSize::points(24);
    auto window = shown();
    auto* palette = window->findChild<QDockWidget*>(u"paletteDock"_s);
    auto* model = window->findChild<QDockWidget*>(u"modelDock"_s);
    QTRY_VERIFY(window->tabifiedDockWidgets(palette).contains(model));
    window->resize(3000, 2000);
    QTRY_VERIFY(!window->tabifiedDockWidgets(palette).contains(model));
    QCOMPARE(window->dockWidgetArea(model), Qt::RightDockWidgetArea);
    QCOMPARE(window->dockWidgetArea(palette), Qt::LeftDockWidgetArea);
    auto* results = window->findChild<ui::ResultsPanel*>();
    auto* why = window->findChild<QWidget*>(u"whyView"_s);
    QVERIFY(finished(*window));
    results->layBeside(why);
    QCOMPARE(results->beside(), why);
    window->resize(kRoom);
    QTRY_VERIFY(window->tabifiedDockWidgets(palette).contains(model));
    QVERIFY(!palette->isHidden() && !model->isHidden());
    QTRY_VERIFY(results->beside() == nullptr);  // two views have no room
    results->layBeside(why);
    QVERIFY(results->beside() == nullptr);
    QCOMPARE(results->tabs().currentWidget(), why);
    QTRY_VERIFY(window->minimumSizeHint().width() <= kRoom.width());
    window->resize(3000, 2000);
    QTRY_COMPARE(results->beside(), why);
  }

  /// A wide window gives the palette more width and more rows.
  void roomIsUsed() {
    auto window = shown();
    const auto* palette = window->findChild<QDockWidget*>(u"paletteDock"_s);
    QTRY_VERIFY(palette->width() > 200);
    const int narrow = palette->width(), few = hardwareInSight(*window);
    auto large = std::make_unique<MainWindow>();
    large->setAskOnClose(false);
    large->openSample();
    large->resize(2560, 1376);
    large->show();
    const auto* roomy = large->findChild<QDockWidget*>(u"paletteDock"_s);
    QTRY_VERIFY2(roomy->width() >= narrow + 80, qPrintable(QString::number(roomy->width())));
    QTRY_VERIFY(hardwareInSight(*large) > few + 5);
  }

  void inputsAreInSight_data() {
    QTest::addColumn<int>("points");
    for (const int points : {8, 9, 10}) QTest::addRow("%d pt", points) << points;
  }
  /// What is trained and what it is counted by stand at the top of their panels, nothing scrolled.
  void inputsAreInSight() {
    QFETCH(int, points);
    const auto text = TextSize::points(points);
    auto window = shown();
    QVERIFY(finished(*window));
    for (const char* name : {"sequence", "batch", "tokens", "precision", "basis", "commitment", "fastest"}) {
      const auto* field = window->findChild<QWidget*>(u"goalPanel.%1"_s.arg(QLatin1StringView(name)));
      QVERIFY2(field, name);
      QTRY_VERIFY2_WITH_TIMEOUT(isWholeIn(*field, *window), name, 30'000);
    }
  }

  /// The command search finds every input by what it is called, goes there and gives it the focus.
  void everyInputIsFound() {
    auto window = shown();
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get(), 30'000));
    QVERIFY(finished(*window));
    window->findChild<ui::ClusterView*>()->clusterScene().select({"h100"});
    QStringList wanted;
    for (const char* panel : {"modelPanel", "goalPanel"})
      for (const ui::NamedField& field : ui::fieldsOf(*window->findChild<QWidget*>(QLatin1StringView(panel))))
        wanted << field.name;
    QVERIFY2(wanted.size() >= 20, qPrintable(wanted.join(u'\n')));
    wanted << u"Service life"_s << u"Hosting"_s << u"Micro-batch"_s << u"Nodes"_s
           << u"Host memory of a node"_s << u"Rent of a GPU"_s << u"Network of a node"_s << u"Power limit"_s
           << u"Seed"_s;
    for (const QString& name : std::as_const(wanted)) {
      window->actions()["actionCommandSearch"]->trigger();
      auto* search = window->findChild<ui::CommandSearch*>();
      QVERIFY(search);
      search->findChild<QLineEdit*>(u"commandSearch.field"_s)->setText(name);
      const auto* list = search->findChild<QListWidget*>(u"commandSearch.list"_s);
      bool found = false;
      for (int row = 0; row < list->count(); ++row)
        found = found || list->item(row)->text().contains(name, Qt::CaseInsensitive);
      QVERIFY2(found, qPrintable(name));
      delete search;
    }
    // One in a panel, with nothing folded or behind another panel in the way.
    window->findChild<QDockWidget*>(u"goalDock"_s)->hide();
    const auto go = [&](const QString& typed) {
      window->actions()["actionCommandSearch"]->trigger();
      auto* field = window->findChild<QLineEdit*>(u"commandSearch.field"_s);
      QTest::keyClicks(field, typed);
      QTest::keyClick(field, Qt::Key_Return);
    };
    go(u"sequence length"_s);
    QTRY_COMPARE(window->focusWidget()->objectName(), u"goalPanel.sequence"_s);
    go(u"cost basis"_s);
    QTRY_COMPARE(window->focusWidget()->objectName(), u"goalPanel.basis"_s);
    QVERIFY(window->findChild<QDockWidget*>(u"goalDock"_s)->isVisible());
    go(u"seed"_s);
    QTRY_COMPARE(window->focusWidget()->objectName(), u"goalPanel.seed"_s);
    QTRY_VERIFY(isWholeIn(*window->focusWidget(), *window));
    // One in a dialog: it opens on the page of the field, which has the focus. It has a loop of events of its
    // own, inside the one that waits for it here.
    QElapsedTimer since;
    since.start();
    bool opened = false, there = false;
    QTimer look;
    connect(&look, &QTimer::timeout, this, [&] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr || dialog->objectName() != u"jobDetails") return;
      opened = true;
      const auto* field = dialog->findChild<QLineEdit*>(u"jobDetails.hosting"_s);
      there = field != nullptr && field->hasFocus() && isWholeIn(*field, *dialog);
      if (there || since.hasExpired(30'000)) dialog->reject();
    });
    look.start(20);
    go(u"hosting"_s);
    QTRY_VERIFY_WITH_TIMEOUT(opened && QApplication::activeModalWidget() == nullptr, 60'000);
    QVERIFY(there);
  }

  /// The page scrolls instead of drawing lines that cannot be told apart.
  void theScaleKeepsItsHeight() {
    const auto text = TextSize::points(24);
    auto window = shown();
    QVERIFY(finished(*window));
    window->findChild<QTabWidget*>(u"resultsTabs"_s)
        ->setCurrentWidget(window->findChild<QWidget*>(u"scaleView"_s));
    const auto* plot = window->findChild<QWidget*>(u"scaleView.plot"_s);
    QTRY_VERIFY_WITH_TIMEOUT(plot->isVisible(), 60'000);
    QTRY_VERIFY(plot->height() >= ui::scaled(110));
  }

  /// What is said of a model file is seen although the goal stood in front.
  void aRefusedModelIsSeen() {
    auto window = shown({1200, 760});
    QVERIFY(finished(*window));
    auto* model = window->findChild<QDockWidget*>(u"modelDock"_s);
    auto* goal = window->findChild<QDockWidget*>(u"goalDock"_s);
    QTRY_VERIFY(window->tabifiedDockWidgets(model).contains(goal));
    goal->raise();
    QTRY_VERIFY(model->visibleRegion().isEmpty());
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"config.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 4096})");
    file.close();
    window->opening().open(file.fileName());
    QTRY_VERIFY(!model->visibleRegion().isEmpty());
    QVERIFY(goal->visibleRegion().isEmpty());
  }

  void theTableOfPricesFits_data() { sizes(); }
  /// With rows without a price and a sentence on what the table lacks, its buttons stay on the screen.
  void theTableOfPricesFits() {
    QFETCH(int, points);
    const auto text = TextSize::points(points);
    ui::PriceImportDialog prices(u"prices.csv"_s,
                                 "gpu,hourly,terms,region\nh100-sxm,2.5,on demand,eu\n"
                                 "a100-sxm-80,1.3,on demand,eu\nb200-sxm,\"5,9\",on demand,us\n",
                                 hardware::Catalogue::built_in());
    prices.show();
    QVERIFY(QTest::qWaitForWindowExposed(&prices));
    QTRY_VERIFY2(prices.height() <= kRoom.height(), qPrintable(QString::number(prices.height())));
    QVERIFY(isWholeIn(*prices.findChild<QPushButton*>(u"priceImport.take"_s), prices));
  }

  void dialogsStayOnTheScreen_data() { sizes(); }
  /// What is too large for it scrolls; the buttons below stay in sight.
  void dialogsStayOnTheScreen() {
    QFETCH(int, points);
    const auto text = TextSize::points(points);
    auto window = shown();
    QVERIFY(finished(*window));
    ui::RulesDialog rules(window->document());
    ui::StepsDialog steps(window->document());
    ui::OwnershipDialog ownership(window->selection());
    ui::JobDetailsDialog details(window->document());
    for (QDialog* dialog : std::initializer_list<QDialog*>{&rules, &steps, &ownership, &details}) {
      dialog->show();
      QVERIFY(QTest::qWaitForWindowExposed(dialog));
      const QSize size = dialog->size();
      QVERIFY2(size.width() <= kRoom.width() && size.height() <= kRoom.height(),
               qPrintable(u"%1 %2 x %3"_s.arg(dialog->objectName()).arg(size.width()).arg(size.height())));
      for (const char* name : {"rulesDialog.apply", "stepsDialog.close", "ownership.close"})
        if (const auto* button = dialog->findChild<QPushButton*>(QLatin1StringView(name)))
          QVERIFY2(isWholeIn(*button, *dialog), name);
      dialog->hide();
    }
  }

  void hintsPointAtTheirSubject_data() { sizes(); }
  /// Whole sentences, below menus and tools, with the tip of the arrow at what they speak of.
  void hintsPointAtTheirSubject() {
    QFETCH(int, points);
    const auto text = TextSize::points(points);
    auto window = shown();
    QVERIFY(finished(*window));
    window->showHints();
    auto* hints = window->findChild<ui::Hints*>();
    auto* words = hints->findChild<QLabel*>(u"hints.text"_s);
    const char* subjects[] = {"gpuShelf", "goalPanel", "runBar", "resultsDock"};
    const auto place = [&](const QWidget& widget) {
      return QRect(widget.mapTo(window.get(), QPoint()), widget.size());
    };
    for (int i = 0; i < 4; ++i) {
      QTRY_COMPARE(hints->current(), i);
      const QWidget* subject = window->findChild<QWidget*>(QLatin1StringView(subjects[i]));
      QTRY_VERIFY2(subject->isVisible() && place(*subject).intersects(window->rect()), subjects[i]);
      QCoreApplication::processEvents();
      QVERIFY2(words->height() >= words->heightForWidth(words->width()), subjects[i]);
      QVERIFY2(isWholeIn(*words, *window) && isWholeIn(*hints->findChild<QWidget*>(u"hints.next"_s), *window),
               subjects[i]);
      for (const QWidget* bar :
           {static_cast<QWidget*>(window->menuBar()),
            static_cast<QWidget*>(window->findChild<QToolBar*>(u"toolBar"_s, Qt::FindDirectChildrenOnly))})
        QVERIFY2(!place(*bar).intersects(place(*words)), subjects[i]);
      QVERIFY2(!hints->tip().isNull() && place(*subject).adjusted(-2, -2, 2, 2).contains(hints->tip()),
               subjects[i]);
      QTest::mouseClick(hints->findChild<QPushButton*>(u"hints.next"_s), Qt::LeftButton);
    }
  }
};

}  // namespace tst_small_screen

ASTROLABE_TEST(tst_small_screen, SmallScreenTest)
#include "tst_small_screen.moc"
