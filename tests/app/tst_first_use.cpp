// The first start and other tongues: hints, samples, a language nobody speaks, right to left.

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "core/plan/samples.h"
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

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;

namespace {

std::unique_ptr<MainWindow> opened() {
  auto window = std::make_unique<MainWindow>();
  window->setAskOnClose(false);
  window->bridge().setLive(false);
  window->openSample();
  window->resize(1280, 800);
  window->show();
  return window;
}

/// Names that are data, not words: hardware, models, numeric formats, settings of a strategy.
bool isData(const QString& text, const hardware::Catalogue& catalogue) {
  static const QRegularExpression plain(
      u"^(bf16|fp16|fp32|fp8|fp8_block|mxfp8|nvfp4|Adam|AdamW|SGD|Adafactor|Muon|English|[a-z_]+_[a-z_]+|"
      u"recompute|schedule|llama[-.\\w]*|astrolabe.*)$"_s);
  if (plain.match(text).hasMatch()) return true;
  for (const hardware::Gpu& gpu : catalogue.gpus())
    if (text.contains(QString::fromStdString(gpu.name))) return true;
  return false;
}

/// A run of four plain letters outside the brackets: words that nobody can translate.
QString untranslated(QString text) {
  static const QRegularExpression bracketed(u"⟦[^⟦⟧]*⟧"_s), word(u"[A-Za-z]{4,}"_s);
  for (qsizetype before = -1; before != text.size();) {
    before = text.size();
    text.remove(bracketed);
  }
  return word.match(text).captured();
}

/// Every text of a window that a person can read.
QStringList textsOf(QWidget* window) {
  QStringList texts{window->windowTitle()};
  QList<QWidget*> widgets = window->findChildren<QWidget*>();
  for (QWidget* widget : widgets) {
    if (QByteArray(widget->metaObject()->className()).startsWith("QtPrivate")) continue;
    texts << widget->accessibleName() << widget->toolTip();
    if (auto* label = qobject_cast<QLabel*>(widget)) texts << label->text();
    if (auto* button = qobject_cast<QAbstractButton*>(widget)) texts << button->text();
    if (auto* line = qobject_cast<QLineEdit*>(widget)) texts << line->placeholderText();
    if (auto* dock = qobject_cast<QDockWidget*>(widget)) texts << dock->windowTitle();
    if (auto* tabs = qobject_cast<QTabBar*>(widget))
      for (int i = 0; i < tabs->count(); ++i) texts << tabs->tabText(i);
    if (auto* box = qobject_cast<QComboBox*>(widget))
      for (int i = 0; i < box->count(); ++i) texts << box->itemText(i);
    if (auto* head = qobject_cast<QHeaderView*>(widget); head && head->model())
      for (int i = 0; i < head->count(); ++i)
        texts << head->model()->headerData(i, head->orientation()).toString();
  }
  for (QAction* action : window->findChildren<QAction*>())
    if (!action->objectName().startsWith(u"recent."_s)) texts << action->text() << action->statusTip();
  texts.removeDuplicates();
  return texts;
}

/// Whether a widget may be larger than what is seen of it: something scrolls it.
bool scrolls(const QWidget* widget, const QWidget* window) {
  for (const QWidget* up = widget->parentWidget(); up && up != window; up = up->parentWidget())
    if (qobject_cast<const QAbstractScrollArea*>(up)) return true;
  return false;
}

/// Every text of a shown window that has less room than it needs, and what lies outside of it.
QStringList cutIn(const QWidget& window) {
  QStringList cut;
  const auto tell = [&](const QWidget* widget, const QString& text) {
    cut << u"%1 %2 in %3: “%4”"_s.arg(QLatin1StringView(widget->metaObject()->className()),
                                      widget->objectName(), window.objectName(), text);
  };
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible() || widget->window() != &window) continue;
    const QFontMetrics letters = widget->fontMetrics();
    const auto holds = [&](const QString& text, int margin) {
      return widget->height() >= letters.height() &&
             widget->width() >= letters.size(Qt::TextShowMnemonic, text).width() + margin;
    };
    const QRect place(widget->mapTo(&window, QPoint()), widget->size());
    if (!scrolls(widget, &window) && !window.rect().contains(place) &&
        !qobject_cast<const QScrollBar*>(widget))
      tell(widget, u"outside: %1 to %2 right, %3 to %4 down, of %5 x %6"_s.arg(place.left())
                       .arg(place.right())
                       .arg(place.top())
                       .arg(place.bottom())
                       .arg(window.width())
                       .arg(window.height()));
    if (const auto* label = qobject_cast<const QLabel*>(widget); label && !label->text().isEmpty()) {
      if (label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored) continue;  // elides by design
      const bool fits = label->wordWrap() ? label->height() >= label->heightForWidth(label->width())
                                          : label->height() >= letters.height() &&
                                                label->width() >= label->minimumSizeHint().width();
      if (!fits) tell(label, label->text());
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget);
               button && !button->text().isEmpty()) {
      const auto* tool = qobject_cast<const QToolButton*>(button);
      if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly) continue;
      if (!holds(button->text(), 0)) tell(button, button->text());
    } else if (const auto* spin = qobject_cast<const QAbstractSpinBox*>(widget)) {
      if (const auto* line = spin->findChild<QLineEdit*>())
        if (line->height() < letters.height() || line->width() < letters.horizontalAdvance(spin->text()))
          tell(spin, spin->text());
    } else if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
      const bool elides = box->sizeAdjustPolicy() == QComboBox::AdjustToMinimumContentsLengthWithIcon;
      if (!elides && !holds(box->currentText(), 20)) tell(box, box->currentText());
    } else if (const auto* line = qobject_cast<const QLineEdit*>(widget)) {
      if (!holds({}, 0) || (line->text().isEmpty() && !holds(line->placeholderText(), 4)))
        tell(line, line->placeholderText());
    } else if (const auto* area = qobject_cast<const QScrollArea*>(widget)) {
      if (area->horizontalScrollBar()->isVisible()) tell(area, u"scrolls sideways"_s);
    }
  }
  return cut;
}

}  // namespace

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

  void fiveSamplesInHelp() {
    auto window = opened();
    QSet<QString> opened;
    for (const char* name : {"actionSampleTwoGenerations", "actionSampleSmall", "actionSampleHomogeneous",
                             "actionSampleBestValue", "actionSampleDoesNotFit"}) {
      window->actions()[name]->trigger();
      QVERIFY2(window->document().problem().has_value(), name);
      QVERIFY(window->isUntouched());
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
      for (const QString& text : textsOf(each))
        if (const QString word = untranslated(text); !word.isEmpty() && !isData(text, catalogue))
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
    // Until what comes after a search, the program and its words, has found its place.
    QByteArray layout;
    for (int still = 0, turn = 0; still < 5 && turn < 100; ++turn) {
      QTest::qWait(100);
      const QByteArray now = window->savedLayout();
      still = now == layout ? still + 1 : 0;
      layout = now;
    }
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
      // Nothing is cut at the right edge of a page.
      const QColor ground = drawn.pixelColor(2, 2);
      for (int y = 0; y < drawn.height(); ++y) QCOMPARE(drawn.pixelColor(drawn.width() - 3, y), ground);
      QTest::keyClick(pages, Qt::Key_Right);
    }
    QCOMPARE(told.size(), ui::kSlides);
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
    const QStringList sums{ui::moneyText(best.money.usd_for_job->value),
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
    QCOMPARE(window->savedLayout(), layout);
    QCOMPARE(window->geometry(), place);
    QVERIFY(!window->document().isModified());
  }

  /// What is tried while presenting reaches the plan when it is kept, as one step, and never otherwise.
  void A62_whatIfStaysOutsideThePlan() {
    auto window = opened();
    window->bridge().run();
    QTRY_COMPARE_WITH_TIMEOUT(window->bridge().state(), ui::SearchBridge::State::Finished, 30'000);
    const plan::Plan before = window->document().plan();
    for (const char* end : {"presentation.drop", "presentation.keep"}) {
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
      }
    }
    QCOMPARE(window->document().plan().cluster.pools[0].nodes, before.cluster.pools[0].nodes + 2);
    QCOMPARE(window->document().undoStack().count(), 1);
    window->document().undoStack().undo();
    QVERIFY(window->document().plan() == before);
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
    QTest::qWait(2500);
    // One at once, then at most one for every two seconds; coarse timers may be five per cent early.
    constexpr qint64 kApart = 1900;
    QVERIFY(times.size() > 1);
    QVERIFY2(times.size() <= clock.elapsed() / kApart + 1, qPrintable(QString::number(times.size())));
  }

  void A68_largeTextFits_data() {
    QTest::addColumn<int>("points");
    for (const int points : {8, 12, 16, 24}) QTest::addRow("%d pt", points) << points;
  }
  void A68_largeTextFits() {
    QFETCH(int, points);
    const QFont before = QApplication::font();
    QFont face = before;
    face.setPointSize(points);
    QApplication::setFont(face);
    auto window = opened();
    window->resize(1920, 1080);
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QStringList cut;
    for (const QLabel* label : window->findChildren<QLabel*>()) {
      if (!label->isVisible() || label->text().isEmpty() || label->wordWrap()) continue;
      if (label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored) continue;  // elides by design
      if (label->height() < label->fontMetrics().height() ||
          label->width() < label->minimumSizeHint().width())
        cut << u"%1: “%2”"_s.arg(label->objectName(), label->text());
    }
    for (const QAbstractButton* button : window->findChildren<QAbstractButton*>()) {
      if (!button->isVisible() || button->text().isEmpty()) continue;
      if (button->height() < button->fontMetrics().height()) cut << button->objectName();
    }
    window.reset();
    QApplication::setFont(before);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u"\n"_s)));
  }

  /// Every dialog at every size of text: nothing is cut, and all of it stands on the screen.
  void A68_dialogsFit_data() { A68_largeTextFits_data(); }
  void A68_dialogsFit() {
    QFETCH(int, points);
    const QFont before = QApplication::font();
    QFont face = before;
    face.setPointSize(points);
    QApplication::setFont(face);
    auto window = opened();
    window->openPlan(plan::sample_named("small"));
    window->bridge().run();
    QTRY_COMPARE_WITH_TIMEOUT(window->bridge().state(), ui::SearchBridge::State::Finished, 30'000);
    window->findChild<ui::ClusterView*>()->clusterScene().select({"h100"});
    QStringList cut;
    int seen = 0;
    const QSize screen = window->screen()->availableSize();
    bool looking = false;
    const auto look = [&](QWidget* dialog) {
      if (std::exchange(looking, true)) return;  // asked again by what is still being looked at
      ++seen;
      for (int turn = 0; turn < 3; ++turn) QCoreApplication::processEvents();
      if (dialog->width() > screen.width() || dialog->height() > screen.height())
        cut << u"%1: %2 x %3 is larger than the screen"_s.arg(dialog->objectName())
                   .arg(dialog->width())
                   .arg(dialog->height());
      if (auto* pages = dialog->findChild<QTabWidget*>())
        for (int page = 0; page < pages->count(); ++page) {
          pages->setCurrentIndex(page);
          QCoreApplication::processEvents();
          cut << cutIn(*dialog);
        }
      cut << cutIn(*dialog);
      if (qEnvironmentVariableIsSet("ASTROLABE_KEEP_PICTURES"))
        dialog->grab().save(u"%1/%2-%3-%4.png"_s.arg(qEnvironmentVariable("ASTROLABE_KEEP_PICTURES"))
                                .arg(seen, 2, 10, QChar(u'0'))
                                .arg(dialog->objectName())
                                .arg(points));
      dialog->close();
      looking = false;
    };
    QTimer modal;
    connect(&modal, &QTimer::timeout, this, [&] {
      if (QWidget* asked = QApplication::activeModalWidget(); asked && asked->isVisible()) look(asked);
    });
    modal.start(5);
    const QByteArrayList actions{"actionPreferences",   "actionShortcuts",      "actionJobDetails",
                                 "actionChoosePreset",  "actionDescribeModel",  "actionAbout",
                                 "actionNewGpuType",    "actionRules",          "actionAccuracy",
                                 "actionSearchLimit",   "actionDuplicateTimes", "actionProperties",
                                 "actionGoToNode",      "actionNewNote",        "actionMyLayout",
                                 "actionCommandSearch", "actionPrintPreview",   "actionPowerLimit",
                                 "actionNodeNetwork",   "actionPriceOverride",  "actionRename"};
    for (const QByteArray& action : actions) {
      const int earlier = seen;
      window->findChild<ui::ClusterView*>()->clusterScene().select({"h100"});
      window->actions()[action.constData()]->trigger();
      if (seen == earlier)  // one that does not wait
        for (QWidget* other : QApplication::topLevelWidgets())
          if (other != window.get() && other->isVisible() && other->isWindow()) {
            look(other);
            break;
          }
      QVERIFY2(seen > earlier, action.constData());
    }
    modal.stop();
    window.reset();
    QApplication::setFont(before);
    cut.removeDuplicates();
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u"\n"_s)));
  }

  /// The same on screens of other densities: the scale is the toolkit's from its start, so this program
  /// starts itself once for each.
  void A68_everyScaleFits_data() {
    QTest::addColumn<QString>("scale");
    for (const char* scale : {"1.25", "1.5", "2", "3"})
      QTest::addRow("%s", scale) << QString::fromLatin1(scale);
  }
  void A68_everyScaleFits() {
    QFETCH(QString, scale);
    QProcess other;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_SCALE_FACTOR"_s, scale);
    environment.insert(u"QT_SCALE_FACTOR_ROUNDING_POLICY"_s, u"PassThrough"_s);
    environment.insert(u"QT_QPA_PLATFORM"_s,
                       u"offscreen:configfile=" ASTROLABE_SOURCE_DIR "/tests/data/screens/dense.json"_s);
    other.setProcessEnvironment(environment);
    other.start(QCoreApplication::applicationFilePath(),
                {u"A68_largeTextFits:12 pt"_s, u"A68_dialogsFit:12 pt"_s});
    QVERIFY(other.waitForFinished(60'000));
    const QByteArray told = other.readAllStandardOutput();
    QVERIFY2(other.exitCode() == 0 && told.contains("4 passed"), told.constData());
  }
};

QTEST_MAIN(FirstUseTest)
#include "tst_first_use.moc"
