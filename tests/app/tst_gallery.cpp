// A85: the window in each of its states, pixel by pixel beside pictures that a person has looked at and
// approved (tests/golden/gallery). ASTROLABE_UPDATE_GOLDEN=1 makes them anew: look at each before it is kept.

#include <QApplication>
#include <QFile>
#include <QImageWriter>
#include <QLabel>
#include <QLineEdit>
#include <QRandomGenerator>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "tests/app/gallery.h"
#include "tests/program/test_program.h"
#include "tests/ui/many_tiles.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/cluster_view.h"
#include "ui/document/commands/commands.h"
#include "ui/document/planner_bridge.h"
#include "ui/render/theme.h"
#include "ui/results/results_panel.h"
#include "ui/shell/banner.h"
#include "ui/shell/main_window.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/reading.h"
#include "ui/shell/style.h"
#include "ui/shell/theme_mode.h"

namespace tst_gallery {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;
using State = ui::SearchBridge::State;

class GalleryTest : public QObject {
  Q_OBJECT

  static QString approvedPath(const QString& name) {
    return QStringLiteral(ASTROLABE_SOURCE_DIR "/tests/golden/gallery/") + name + u".png"_s;
  }
  static std::unique_ptr<MainWindow> opened(bool sample = true) {
    auto window = std::make_unique<MainWindow>();
    window->setAskOnClose(false);
    window->bridge().setLive(false);
    if (sample)
      window->openSample();
    else
      window->openEmpty();
    window->resize(1280, 800);
    window->show();
    if (!QTest::qWaitForWindowExposed(window.get(), 30'000)) qFatal("the window is not shown");
    return window;
  }
  /// The sample with the search that stands still, in that state.
  static std::unique_ptr<MainWindow> searched(State state, plan::Status status, bool stopped = false) {
    auto window = opened();
    const auto problem = std::make_shared<const strategy::Problem>(*window->document().problem());
    plan::Snapshot snapshot = app::stillSearch(problem, status);
    snapshot.stopped_early = stopped;
    if (status == plan::Status::optimal) {
      snapshot.gap = 0.0;
      snapshot.bound_step_seconds = snapshot.best.front().step.value;
      snapshot.space.cut_by_bound += std::exchange(snapshot.space.not_reached, 0);
    }
    if (status == plan::Status::failed) snapshot.defect = "scoring pipeline splits";
    window->bridge().show(state, std::move(snapshot));
    auto* results = window->findChild<ui::ResultsPanel*>();
    for (ui::PlannerBridge* planner : results->planners())
      planner->setWanted(results, false);  // figures of a program are of the cost model
    results->movedState().setWanted(results, false);
    return window;
  }
  /// The window as it stands, with what the size of the real space changes put aside.
  static QImage picture(MainWindow& window) {
    QTest::qWait(300);                  // beyond the quarter second between two pictures of the results
    QCoreApplication::processEvents();  // also those that were due while the machine did something else
    if (QWidget* focused = QApplication::focusWidget()) focused->clearFocus();
    if (auto* space = window.findChild<QLabel*>(u"goalPanel.space"_s); window.document().problem())
      space->setText(u"≈ 650,000 strategies, about 66 s"_s);
    return window.grab().toImage().convertToFormat(QImage::Format_RGB32);
  }
  /// A picture of the window as soon as it is like the approved one: beside other work it takes longer until
  /// all of it stands there. The last picture where it never is.
  static QImage picture(MainWindow& window, const QString& name) {
    const QImage approved(approvedPath(name));
    constexpr int kLooks = 20;
    QImage shown = picture(window);
    for (int look = 0; look < kLooks && !app::differenceOf(shown, approved).isEmpty(); ++look)
      shown = picture(window);
    return shown;
  }
  static void compare(const QImage& shown, const QString& name) {
    if (qEnvironmentVariableIntValue("ASTROLABE_UPDATE_GOLDEN") == 1) {
      QDir().mkpath(QFileInfo(approvedPath(name)).path());
      QImageWriter writer(approvedPath(name), "png");
      writer.setCompression(100);
      QVERIFY2(writer.write(app::coarse(shown)), qPrintable(writer.errorString()));
    }
    const QImage approved(approvedPath(name));
    QVERIFY2(!approved.isNull(), qPrintable(approvedPath(name) + u" is missing"_s));
    const QString difference = app::differenceOf(shown, approved);
    if (difference.isEmpty()) return;
    const QString kept = QDir::current().absoluteFilePath(u"gallery-%1.png"_s.arg(name));
    shown.save(kept);
    QFAIL(qPrintable(u"%1: %2; shown now: %3"_s.arg(name, difference, kept)));
  }

 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QFont face(u"Noto Sans"_s);
    face.setPixelSize(13);
    face.setHintingPreference(QFont::PreferNoHinting);
    face.setStyleStrategy(QFont::NoSubpixelAntialias);
    QApplication::setFont(face);
    QApplication::setCursorFlashTime(0);
    QApplication::setStyle(new ui::AstrolabeStyle);
  }
  void init() { ui::applyTheme(ui::ThemeMode::Light); }

  void A85_empty() {
    auto window = opened(false);
    window->findChild<QLineEdit*>(u"paletteSearch"_s)->setText(u"h300"_s);
    compare(picture(*window, u"empty"_s), u"empty"_s);
  }

  void A85_loading() {
    auto window = searched(State::Finished, plan::Status::optimal);
    auto* banner = window->findChild<ui::Banner*>(u"fileBanner"_s);
    const auto held = std::make_shared<QSemaphore>();
    QImage shown;
    bool offered = false;
    QTimer::singleShot(0, window.get(), [&] {  // while it is read; Cancel is offered after 1 s
      offered = QTest::qWaitFor(
          [&] {
            const auto* cancel = banner->findChild<QWidget*>(u"fileBanner.cancel"_s);
            return cancel != nullptr && cancel->isVisible();
          },
          30'000);
      shown = picture(*window, u"loading"_s);
      held->release();
    });
    QVERIFY(ui::readBeside(*banner, u"eu-cluster.astrolabe"_s, [held] { held->acquire(); }));
    QVERIFY(offered);
    compare(shown, u"loading"_s);
  }

  void A85_error() {
    auto window = searched(State::Finished, plan::Status::optimal);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"config.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\n  \"model_type\": \"llama\",\n  \"hidden_size\": 8192\n  \"num_hidden_layers\": 80\n}\n");
    file.close();
    QVERIFY(!window->findChild<ui::ModelPanel*>()->load(file.fileName()));
    compare(picture(*window, u"error"_s), u"error"_s);
  }

  void A85_stale() {
    auto window = searched(State::Finished, plan::Status::optimal);
    window->document().undoStack().push(new ui::SetNodeCount(window->document(), "h100", 5));
    auto* banner = window->findChild<ui::Banner*>(u"banner"_s);
    // A little later, so that it does not blink when a search begins at once.
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 30'000);
    compare(picture(*window, u"stale"_s), u"stale"_s);
  }

  void A85_states_data() {
    QTest::addColumn<int>("state");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("stopped");
    const auto row = [](const char* name, State state, plan::Status status, bool stopped = false) {
      QTest::newRow(name) << int(state) << int(status) << stopped;
    };
    row("searching", State::Searching, plan::Status::searching);
    row("paused", State::Paused, plan::Status::searching);
    row("finished", State::Finished, plan::Status::optimal);
    row("stopped", State::StoppedEarly, plan::Status::feasible, true);
    row("failed", State::Failed, plan::Status::failed);
  }
  void A85_states() {
    QFETCH(int, state);
    QFETCH(int, status);
    QFETCH(bool, stopped);
    auto window = searched(State(state), plan::Status(status), stopped);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    compare(picture(*window, name), name);
  }

  void A85_finishedInTheDark() {
    ui::applyTheme(ui::ThemeMode::Dark);
    auto window = searched(State::Finished, plan::Status::optimal);
    compare(picture(*window, u"finished-dark"_s), u"finished-dark"_s);
  }

  /// A37: how much of a tile is drawn follows the zoom: fills at 10 %, names from 40 %, all of it from 100 %.
  void A37_levelsOfDetail_data() {
    QTest::addColumn<double>("zoom");
    for (const int percent : {10, 40, 100, 400}) QTest::addRow("canvas-%d", percent) << percent / 100.0;
  }
  void A37_levelsOfDetail() {
    QFETCH(double, zoom);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    ui::PlanDocument document;
    ui::CanvasPanel panel(document);
    ui::fillTiles(document, 500, 25);
    panel.resize(720, 400);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    const auto shown = [&] {
      panel.view().setZoom(zoom);
      panel.view().centerOn(panel.view().clusterScene().item("pool-26")->sceneBoundingRect().center());
      // Words of tiles come a few at a time: until a picture is as the one before.
      constexpr int kLooks = 100;
      QImage before, now;
      for (int look = 0; look < kLooks && (before.isNull() || now != before); ++look) {
        QTest::qWait(40);
        before = now;
        now = panel.view().viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
      }
      return now;
    };
    compare(shown(), name);
  }

  /// What the comparison is worth: one other digit, another shade or a moved word is found; what differs in
  /// the rounding of letters alone is not.
  void comparisonFindsRealChanges() {
    auto window = searched(State::Finished, plan::Status::optimal);
    const QImage before = picture(*window, u"finished"_s);
    QCOMPARE(app::differenceOf(picture(*window), before), QString());
    QCOMPARE(app::differenceOf(app::coarse(before), before), QString());
    QImage noisy = before;
    QRandomGenerator random(1);
    for (int y = 0; y < noisy.height(); ++y)
      for (int x = 0; x < noisy.width(); ++x) {
        const int by = random.bounded(-12, 13);
        const auto moved = [by](int value) { return std::clamp(value + by, 0, 255); };
        const QRgb p = noisy.pixel(x, y);
        noisy.setPixel(x, y, qRgb(moved(qRed(p)), moved(qGreen(p)), moved(qBlue(p))));
      }
    QCOMPARE(app::differenceOf(noisy, before), QString());

    auto* best = window->findChild<QLabel*>(u"runBar.best"_s);
    const QString words = best->text();
    QString other = words;
    other.replace(u'3', u'8');
    QVERIFY(other != words);
    best->setText(other);
    QVERIFY(!app::differenceOf(picture(*window), before).isEmpty());
    best->setText(words);
    QCOMPARE(app::differenceOf(picture(*window), before), QString());

    auto* name = window->findChild<QLabel*>(u"modelPanel.name"_s);
    name->setIndent(4);
    QVERIFY(!app::differenceOf(picture(*window), before).isEmpty());
    name->setIndent(-1);
    QCOMPARE(app::differenceOf(picture(*window), before), QString());
    // The brass of the best, a shade darker.
    QImage shaded = before;
    const QRgb brass = ui::currentTheme().best.rgb();
    int pixels = 0;
    for (int y = 0; y < shaded.height(); ++y)
      for (int x = 0; x < shaded.width(); ++x)
        if (shaded.pixel(x, y) == brass) {
          shaded.setPixel(x, y, QColor(brass).darker(150).rgb());
          ++pixels;
        }
    QVERIFY(pixels > 50);
    QVERIFY(!app::differenceOf(shaded, before).isEmpty());
  }
};

}  // namespace tst_gallery

ASTROLABE_TEST(tst_gallery, GalleryTest)
#include "tst_gallery.moc"
