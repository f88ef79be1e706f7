// The first start and other tongues: hints, samples, a language nobody speaks, right to left.

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTest>
#include <QTimer>

#include "core/plan/samples.h"
#include "tests/app/filled_window.h"
#include "tests/app/sample_window.h"
#include "tests/app/translated.h"
#include "tests/program/test_program.h"
#include "ui/canvas/cluster_view.h"
#include "ui/document/commands/commands.h"
#include "ui/render/numbers.h"
#include "ui/shell/hints.h"
#include "ui/shell/job_details.h"
#include "ui/shell/main_window.h"
#include "ui/shell/preferences.h"
#include "ui/shell/presentation.h"
#include "ui/shell/pseudo_language.h"
#include "ui/shell/shortcuts_dialog.h"
#include "ui/shell/style.h"
#include "ui/shell/theme_mode.h"

namespace tst_first_use {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;
using ui::opened;

class FirstUseTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale::c());
    QApplication::setStyle(new ui::AstrolabeStyle);
    ui::applyTheme(ui::ThemeMode::Light);
  }

  void fourHintsThatCanBeClosed() {
    auto window = opened();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QSignalSpy chosen(window.get(), &MainWindow::preferencesChosen);
    window->showHints();
    QPointer<ui::Hints> hints = window->findChild<ui::Hints*>();
    QVERIFY(hints);
    QStringList read;
    auto* next = hints->findChild<QPushButton*>(u"hints.next"_s);
    for (int i = 0; i < 4; ++i) {
      QTRY_VERIFY(hints->isVisible());
      read << hints->findChild<QLabel*>(u"hints.text"_s)->text();
      QVERIFY(window->rect().contains(hints->geometry()));
      QCOMPARE(hints->current(), i);
      QTest::mouseClick(next, Qt::LeftButton);
    }
    QCOMPARE(QSet<QString>(read.begin(), read.end()).size(), 4);
    QVERIFY(!hints || hints->isHidden());
    QCOMPARE(chosen.size(), 1);  // and they stay closed at the next start
    QVERIFY(!chosen[0][0].value<ui::Preferences>().hints);
    QVERIFY(!window->document().isModified());
  }

  /// The first of them says what stands there.
  void theFirstHintKnowsThePlan() {
    auto window = opened();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    const auto first = [&] {
      window->showHints();
      const auto* hints = window->findChild<ui::Hints*>();
      const QString words = hints->accessibleName();
      QTest::mouseClick(hints->findChild<QWidget*>(u"hints.close"_s), Qt::LeftButton);
      return words;
    };
    QVERIFY(first().startsWith("This is a sample."_L1));
    QTRY_VERIFY(!window->findChild<ui::Hints*>());
    window->openEmpty();
    QVERIFY(first().startsWith("Hardware comes first."_L1));
  }

  /// Also when panels become tabs and when another tab is chosen, upon which the toolkit raises the canvas.
  void hintsStandInFrontOfThePanels() {
    auto window = opened();
    window->resize(1500, 900);
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    window->showHints();
    auto* hints = window->findChild<ui::Hints*>();
    const auto* words = hints->findChild<QLabel*>(u"hints.text"_s);
    const auto inFront = [&] {
      return window->childAt(words->mapTo(window.get(), words->rect().center())) == words;
    };
    QTRY_VERIFY(inFront());
    auto* model = window->findChild<QDockWidget*>(u"modelDock"_s);
    auto* goal = window->findChild<QDockWidget*>(u"goalDock"_s);
    QVERIFY(window->tabifiedDockWidgets(model).isEmpty());
    window->resize(1200, 760);
    QTRY_VERIFY(window->tabifiedDockWidgets(model).contains(goal));
    QTRY_VERIFY(inFront());
    for (QDockWidget* dock : {goal, model}) {
      dock->raise();
      QTRY_VERIFY2(!dock->visibleRegion().isEmpty() && inFront(), qPrintable(dock->objectName()));
    }
  }

  void fiveSamplesInHelp() {
    auto window = opened();
    QSet<QString> opened;
    for (const char* name : {"actionSampleTwoGenerations", "actionSampleSmall", "actionSampleHomogeneous",
                             "actionSampleBestValue", "actionSampleDoesNotFit"}) {
      window->actions()[name]->trigger();
      QVERIFY2(window->document().problem().has_value(), name);
      QVERIFY(window->files().isUntouched());
      opened << QString::fromStdString(window->document().plan().name);
    }
    QCOMPARE(opened.size(), qsizetype(plan::sample_names().size()));
  }

  void A70_noPlainEnglishIsLeft() {
    ui::PseudoLanguage language;
    QVERIFY(QCoreApplication::installTranslator(&language));
    QCOMPARE(ui::PseudoLanguage::of(u"&New %1"_s), u"⟦&Néw %1~~⟧"_s);
    auto window = opened();
    const hardware::Catalogue& catalogue = window->document().catalogue();
    ui::PreferencesDialog preferences{ui::Preferences()};
    ui::ShortcutsDialog shortcuts(window->actions());
    ui::JobDetailsDialog details(window->document());
    QStringList plain;
    for (QWidget* each : {static_cast<QWidget*>(window.get()), static_cast<QWidget*>(&preferences),
                          static_cast<QWidget*>(&shortcuts), static_cast<QWidget*>(&details)})
      for (const QString& text : ui::textsOf(each))
        if (const QString word = ui::untranslated(text); !word.isEmpty() && !ui::isData(text, catalogue))
          plain << text;
    window.reset();
    QCoreApplication::removeTranslator(&language);
    QVERIFY2(plain.isEmpty(), qPrintable(plain.join(u"\n"_s)));
  }

  void A71_rightToLeft() {
    QApplication::setLayoutDirection(Qt::RightToLeft);
    auto window = opened();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    const auto left = [&](const char* name) {
      const auto* widget = window->findChild<QWidget*>(QLatin1StringView(name));
      return widget->mapTo(window.get(), QPoint()).x();
    };
    QVERIFY(left("paletteDock") > left("canvasPanel"));
    QVERIFY(left("modelDock") < left("canvasPanel"));
    QVERIFY(left("tool.actionNew") > left("tool.actionSave"));
    // The cluster itself is a drawing: what stands left stays left.
    auto* view = window->findChild<ui::ClusterView*>();
    QCOMPARE(view->layoutDirection(), Qt::LeftToRight);
    QVERIFY(view->mapFromScene(view->clusterScene().item("h100")->pos()).x() <
            view->mapFromScene(view->clusterScene().item("a100")->pos()).x());
    // Nothing lies over anything else in the panels.
    const QRect canvas(view->mapTo(window.get(), QPoint()), view->size());
    for (const char* name : {"paletteDock", "modelDock", "goalDock", "resultsDock"}) {
      const auto* dock = window->findChild<QWidget*>(QLatin1StringView(name));
      QVERIFY2(!QRect(dock->mapTo(window.get(), QPoint()), dock->size()).intersects(canvas), name);
    }
    window.reset();
    QApplication::setLayoutDirection(Qt::LeftToRight);
  }

  /// A presentation on screens of two sizes: letters of 18 points at least, six pages by keys, a blank, no
  /// sum of money once hidden, and the window behind it as it was.
  void A61_presenting_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("1280 x 720") << QSize(1280, 720);
    QTest::newRow("1920 x 1080") << QSize(1920, 1080);
  }
  void A61_presenting() {
    QFETCH(QSize, size);
    auto window = opened();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    window->bridge().run();
    QTRY_COMPARE_WITH_TIMEOUT(window->bridge().state(), ui::SearchBridge::State::Finished, 30'000);
    QVERIFY(ui::stands(*window));  // with what comes after a search, the program and its words
    const QByteArray layout = window->panelLayout().saved();
    const QRect place = window->geometry();
    window->actions()["actionPresent"]->trigger();
    QPointer<ui::Presentation> pages = window->findChild<ui::Presentation*>();
    QVERIFY(pages && pages->isFullScreen());
    QVERIFY(pages->findChildren<QMenuBar*>().isEmpty() && pages->findChildren<QDockWidget*>().isEmpty());
    pages->showNormal();
    pages->resize(size);
    QSet<QString> told;
    for (int page = 0; page < ui::kSlides; ++page) {
      QCOMPARE(int(pages->slide()), page);
      const QImage drawn = pages->grab().toImage();
      QVERIFY2(pages->smallestText() >= 18.0, qPrintable(QString::number(pages->smallestText())));
      told << pages->spoken();
      QCOMPARE(pages->accessibleDescription(), pages->spoken());
      if (qEnvironmentVariableIsSet("ASTROLABE_KEEP_PICTURES"))
        drawn.save(u"%1/present-%2-%3.png"_s.arg(qEnvironmentVariable("ASTROLABE_KEEP_PICTURES"))
                       .arg(size.height())
                       .arg(page));
      // Nothing is cut at the right edge of a page.
      const QColor ground = drawn.pixelColor(2, 2);
      // The page is used: something stands in its third quarter, too.
      bool used = false;
      for (int y = size.height() / 2; y < size.height() * 3 / 4 && !used; ++y)
        for (int x = 0; x < size.width() && !used; ++x) used = drawn.pixelColor(x, y) != ground;
      QVERIFY2(used, qPrintable(QString::number(page)));
      for (int y = 0; y < drawn.height(); ++y) QCOMPARE(drawn.pixelColor(drawn.width() - 3, y), ground);
      QTest::keyClick(pages, Qt::Key_Right);
    }
    QCOMPARE(told.size(), ui::kSlides);
    for (const ui::Slide slide : {ui::Slide::Cost, ui::Slide::Options, ui::Slide::Risks}) {  // by their steps
      const QRect step = pages->stepPlace(slide);
      QVERIFY(pages->rect().contains(step) && step.height() >= 24 && step.width() >= 12);
      QTest::mouseClick(pages, Qt::LeftButton, {}, step.center());
      QCOMPARE(pages->slide(), slide);
    }
    QCOMPARE(int(pages->slide()), ui::kSlides - 1);  // the last one stays
    QTest::keyClick(pages, Qt::Key_Left);
    QCOMPARE(int(pages->slide()), ui::kSlides - 2);
    QTest::keyClick(pages, Qt::Key_Home);
    QTest::keyClick(pages, Qt::Key_3);
    QTest::keyClick(pages, Qt::Key_Return);
    QCOMPARE(pages->slide(), ui::Slide::Winner);
    QTest::keyClick(pages, Qt::Key_B);
    const QImage blank = pages->grab().toImage();
    for (const QPoint& at : {QPoint(5, 5), QPoint(size.width() / 2, size.height() / 3)})
      QCOMPARE(blank.pixelColor(at), QColor(Qt::black));
    QTest::keyClick(pages, Qt::Key_B);
    const cost::Evaluation& best = window->bridge().snapshot()->best.front();
    const QStringList sums{ui::moneyText(best.outcome.usd->value),
                           ui::moneyText(best.money.usd_per_hour->value),
                           ui::moneyText(best.money.usd_per_trillion_tokens)};
    QTest::keyClick(pages, Qt::Key_5);
    QTest::keyClick(pages, Qt::Key_Return);
    for (const QString& sum : sums) QVERIFY2(pages->spoken().contains(sum), qPrintable(sum));
    QTest::keyClick(pages, Qt::Key_H);
    QTest::keyClick(pages, Qt::Key_Home);
    for (int page = 0; page < ui::kSlides; ++page) {
      for (const QString& sum : sums) QVERIFY2(!pages->spoken().contains(sum), qPrintable(pages->spoken()));
      QVERIFY(!pages->accessibleDescription().contains(QRegularExpression(u"\\$\\d"_s)));
      QTest::keyClick(pages, Qt::Key_PageDown);
    }
    QTest::keyClick(pages, Qt::Key_Escape);
    QTRY_VERIFY(!pages);
    QCOMPARE(window->panelLayout().saved(), layout);
    QCOMPARE(window->geometry(), place);
    QVERIFY(!window->document().isModified());
  }

  /// What is tried while presenting reaches the plan when it is kept, as one step, and never otherwise.
  void A62_whatIfStaysOutsideThePlan() {
    auto window = opened();
    window->bridge().run();
    QTRY_COMPARE_WITH_TIMEOUT(window->bridge().state(), ui::SearchBridge::State::Finished, 30'000);
    const plan::Plan before = window->document().plan();
    for (const char* end : {"presentation.drop", "presentation.keepScenario", "presentation.keep"}) {
      window->actions()["actionPresent"]->trigger();
      QPointer<ui::Presentation> pages = window->findChild<ui::Presentation*>();
      QTest::keyClick(pages, Qt::Key_W);
      auto* nodes = pages->findChild<QSpinBox*>(u"presentation.nodes.h100"_s);
      QVERIFY(nodes && nodes->isVisible() && pages->focusWidget() == nodes);
      QTest::keyClick(nodes, Qt::Key_Up);
      QTest::keyClick(nodes, Qt::Key_Up);
      QCOMPARE(pages->trial().plan().cluster.pools[0].nodes, before.cluster.pools[0].nodes + 2);
      auto* effect = pages->findChild<QLabel*>(u"presentation.effect"_s);
      QTRY_VERIFY_WITH_TIMEOUT(effect->text().startsWith(u'+'), 30'000);  // more GPUs, more speed
      QVERIFY(window->document().plan() == before);
      QVERIFY(!window->document().isModified());
      QTest::keyClick(pages, Qt::Key_Escape);  // the strip
      QTest::keyClick(pages, Qt::Key_Escape);  // and out: it asks
      QVERIFY(pages && pages->isVisible());
      auto* button = pages->findChild<QPushButton*>(QLatin1StringView(end));
      QVERIFY(button->isVisible());
      QTest::mouseClick(button, Qt::LeftButton);
      QTRY_VERIFY(!pages);
      if (QLatin1StringView(end) == "presentation.drop"_L1) {
        QVERIFY(window->document().plan() == before);
        QCOMPARE(window->document().undoStack().count(), 0);
      } else if (QLatin1StringView(end) == "presentation.keepScenario"_L1) {
        const plan::Plan& kept = window->document().plan();  // beside what there was
        QCOMPARE(kept.others.size(), std::size_t(1));
        QVERIFY(kept.others[0] == before);
        QCOMPARE(kept.id, 2);
        QCOMPARE(kept.cluster.pools[0].nodes, before.cluster.pools[0].nodes + 2);
        window->document().undoStack().undo();
        window->document().undoStack().clear();
        QVERIFY(window->document().plan() == before);
        QTRY_COMPARE_WITH_TIMEOUT(window->bridge().state(), ui::SearchBridge::State::Finished, 30'000);
      }
    }
    QCOMPARE(window->document().plan().cluster.pools[0].nodes, before.cluster.pools[0].nodes + 2);
    QCOMPARE(window->document().undoStack().count(), 1);
    window->document().undoStack().undo();
    QVERIFY(window->document().plan() == before);
  }

  /// Scenarios stand on the page of options, each with its answer, the money of all hidden by H.
  void scenariosArePresented() {
    auto window = opened();
    window->bridge().run();
    QTRY_COMPARE_WITH_TIMEOUT(window->bridge().state(), ui::SearchBridge::State::Finished, 30'000);
    window->actions()["actionScenarioDuplicate"]->trigger();
    auto& document = window->document();
    document.undoStack().push(new ui::SetNodeCount(document, "h100", 2));
    window->bridge().run();
    QTRY_VERIFY_WITH_TIMEOUT(
        window->bridge().state() == ui::SearchBridge::State::Finished && !window->bridge().isStale(), 30'000);
    const double second = window->bridge().snapshot()->best.front().tokens_per_second;
    const double first = window->answers().of(1)->snapshot->best.front().tokens_per_second;
    window->actions()["actionPresent"]->trigger();
    auto* pages = window->findChild<ui::Presentation*>();
    QTest::keyClick(pages, Qt::Key_Right);
    QCOMPARE(pages->slide(), ui::Slide::Options);
    const QString spoken = pages->spoken();
    // Which to take, and each with its speed.
    for (const QString& part : {u"Rent A: 32 H100 + 32 A100 ("_s,
                                u"A: 32 H100 + 32 A100, "_s + ui::significantText(first) + u", "_s,
                                u"B: 16 H100 + 32 A100, "_s + ui::significantText(second) + u", "_s})
      QVERIFY2(spoken.contains(part), qPrintable(part + u" in "_s + spoken));
    QVERIFY(spoken.contains(u'$'));
    QTest::keyClick(pages, Qt::Key_H);
    QVERIFY(!pages->spoken().contains(u"$2"_s));
    QTest::keyClick(pages, Qt::Key_H);
    pages->resize(1280, 720);
    const QPixmap drawn = pages->grab();
    QVERIFY(pages->smallestText() >= 17.99);
    if (const QString folder = qEnvironmentVariable("ASTROLABE_KEEP_PICTURES"); !folder.isEmpty())
      drawn.save(folder + u"/present-scenarios.png"_s);
    pages->close();
  }

  void A74_announcementsKeepTheirDistance() {
    QList<qint64> times;
    QString last;
    QElapsedTimer clock;
    clock.start();
    auto window = opened();
    const auto* message = window->findChild<QLabel*>(u"statusBar.message"_s);
    QTimer look;  // what a listener is told is the accessible name of the message
    connect(&look, &QTimer::timeout, this, [&] {
      if (message->accessibleName() == last) return;
      last = message->accessibleName();
      times << clock.elapsed();
    });
    look.start(5);
    window->bridge().setLive(true);
    for (int nodes = 1; nodes <= 12; ++nodes) {  // searches with other results, faster than anybody listens
      window->document().undoStack().push(new ui::SetNodeCount(window->document(), "h100", nodes));
      QTest::qWait(400);
    }
    QTRY_VERIFY_WITH_TIMEOUT(times.size() > 1, 60'000);
    QTest::qWait(2500);
    // One at once, then at most one for every two seconds; coarse timers may be five per cent early.
    constexpr qint64 kApart = 1900;
    QVERIFY2(times.size() <= clock.elapsed() / kApart + 1, qPrintable(QString::number(times.size())));
  }
};

}  // namespace tst_first_use

ASTROLABE_TEST(tst_first_use, FirstUseTest)
#include "tst_first_use.moc"
