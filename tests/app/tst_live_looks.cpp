// What changes while the window is open and what the next start brings back: language, text size, columns and
// filter of the ranking; and drawing from right to left.

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QStyledItemDelegate>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolBar>

#include "app/language.h"
#include "app/session.h"
#include "tests/app/filled_window.h"
#include "tests/app/sample_window.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/pool_item.h"
#include "ui/document/commands/commands.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/ranking_page.h"
#include "ui/results/results_panel.h"
#include "ui/shell/hints.h"
#include "ui/shell/main_window.h"
#include "ui/shell/number_field.h"
#include "ui/shell/preferences.h"
#include "ui/shell/presentation.h"
#include "ui/shell/pseudo_language.h"
#include "ui/shell/rules_dialog.h"
#include "ui/shell/start_page.h"
#include "ui/shell/steps_dialog.h"
#include "ui/shell/style.h"
#include "ui/shell/theme_mode.h"

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;

namespace {

/// The style of the program under a desktop that turns dark: the palette that ours is laid over.
class TurningStyle : public ui::AstrolabeStyle {
 public:
  using ui::AstrolabeStyle::polish;
  bool dark = false;
  QPalette standardPalette() const override {
    return dark ? QPalette(Qt::white, Qt::black, Qt::lightGray, Qt::darkGray, Qt::gray, Qt::white, Qt::black)
                : ui::AstrolabeStyle::standardPalette();
  }
  void polish(QPalette& palette) override {
    if (!dark) return;
    palette.setColor(QPalette::WindowText, Qt::white);
    palette.setColor(QPalette::Window, Qt::black);
  }
};

}  // namespace

class LiveLooksTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }

  /// Another language while the window is open: every menu, tab and panel says it, and plan, undo steps,
  /// answer, selection, tab and columns stay; then back.
  void A73_languageLive() {
    auto window = ui::opened(true);
    QVERIFY(finished(*window));
    window->document().undoStack().push(new ui::SetNodeCount(window->document(), "h100", 3));
    QVERIFY(finished(*window));
    window->selection().select(2);
    auto* tabs = window->findChild<QTabWidget*>(u"resultsTabs"_s);
    tabs->setCurrentIndex(3);
    window->findChild<ui::RankingView*>()->setColumnChosen(ui::RankingModel::Power, true);
    const plan::Plan before = window->document().plan();
    const plan::SnapshotPtr answer = window->bridge().snapshot();
    const strategy::Strategy selected = *window->selection().strategy();
    ui::PseudoLanguage language;
    QVERIFY(QCoreApplication::installTranslator(&language));
    const auto marked = [](const QString& text) { return text.contains(u'⟦'); };
    const auto title = [&] { return window->menuBar()->actions().front()->text(); };
    QTRY_VERIFY(marked(title()));
    tabs = window->findChild<QTabWidget*>(u"resultsTabs"_s);
    for (int i = 0; i < tabs->count(); ++i) QVERIFY2(marked(tabs->tabText(i)), qPrintable(tabs->tabText(i)));
    for (const QAction* action : window->actions().all())
      QVERIFY2(marked(action->text()), qPrintable(action->text()));
    QCOMPARE(tabs->currentIndex(), 3);
    QVERIFY(window->findChild<ui::RankingView*>()->isColumnChosen(ui::RankingModel::Power));
    QVERIFY(window->document().plan() == before);
    QCOMPARE(window->document().undoStack().count(), 1);
    QCOMPARE(window->bridge().snapshot(), answer);
    QVERIFY(*window->selection().strategy() == selected);
    // The new panels follow the plan: once, not once for each time they were made.
    window->actions()["actionUndo"]->trigger();
    QCOMPARE(window->document().plan().cluster.pools[0].nodes, 4);
    QVERIFY(finished(*window));
    QCoreApplication::removeTranslator(&language);
    QTRY_VERIFY(!marked(title()));
    QCOMPARE(window->menuBar()->actions().front()->text(), u"&File"_s);
    QTRY_COMPARE(window->findChildren<QToolBar*>().size(), 1);  // what was replaced is gone
    QTRY_COMPARE(window->findChildren<QStatusBar*>().size(), 1);
    QTRY_COMPARE(window->findChildren<QMenuBar*>().size(), 1);
  }

  /// The programs by GPUs, on groups and sharded, and the strategy that moves its state, are made anew with
  /// the panels: they stand among the strategies as before.
  void theProgramsComeBack() {
    auto window = ui::opened(true);
    QVERIFY(finished(*window) && ui::filled(*window));
    const auto rows = [&] { return window->findChild<ui::RankingView*>()->model()->rowCount(); };
    const int before = int(window->bridge().snapshot()->best.size()) + 4;
    QTRY_COMPARE(rows(), before);
    const auto marked = [&] { return window->menuBar()->actions().front()->text().contains(u'⟦'); };
    ui::PseudoLanguage language;
    QVERIFY(QCoreApplication::installTranslator(&language));
    QTRY_VERIFY(marked());
    QVERIFY(ui::filled(*window));
    QTRY_COMPARE(rows(), before);
    QCoreApplication::removeTranslator(&language);
    QTRY_VERIFY(!marked());
  }

  /// Another text size while the window is open: panels are measured for it, nothing of the plan is lost, and
  /// rules that are typed and not applied stay typed.
  void A68_textSizeLive() {
    auto window = ui::opened(true);
    window->resize(1920, 1080);
    QVERIFY(finished(*window));
    window->actions()["actionRules"]->trigger();
    auto* rules = window->findChild<ui::RulesDialog*>();
    rules->setText(u"half: reject if $tensor"_s);
    const auto* bar = window->findChild<QToolBar*>();
    const int before = bar->height();
    const int row = window->findChild<ui::RankingView*>()->verticalHeader()->defaultSectionSize();
    const QFont usual = QApplication::font();
    QFont large = usual;
    large.setPointSizeF(usual.pointSizeF() * 1.25);
    QApplication::setFont(large);
    QTRY_VERIFY(window->findChild<QToolBar*>()->height() > before);
    QCOMPARE(window->findChild<ui::RankingView*>()->verticalHeader()->defaultSectionSize(), ui::scaled(26));
    QVERIFY(ui::scaled(26) > row);
    rules = window->findChild<ui::RulesDialog*>();
    QVERIFY(rules && rules->isVisible());
    QCOMPARE(rules->findChild<QPlainTextEdit*>(u"rulesDialog.text"_s)->toPlainText(),
             u"half: reject if $tensor"_s);
    rules->setText({});
    QApplication::setFont(usual);
    QTRY_COMPARE(window->findChild<QToolBar*>()->height(), before);
  }

  /// Made anew with the window: the list of steps, whose button presents by the new menus, and the start
  /// page.
  void stepsAndStartPageComeBack() {
    auto window = ui::opened(true);
    QVERIFY(finished(*window));
    window->actions()["actionPresentationSteps"]->trigger();
    const QPointer<ui::StepsDialog> steps = window->findChild<ui::StepsDialog*>();
    window->showStartPage();
    const QPointer<ui::StartPage> page = window->findChild<ui::StartPage*>();
    QVERIFY(steps && page);
    ui::PseudoLanguage language;
    QVERIFY(QCoreApplication::installTranslator(&language));
    QTRY_VERIFY(!steps && !page);
    QTRY_VERIFY(window->findChild<ui::StepsDialog*>());
    auto* again = window->findChild<ui::StepsDialog*>();
    QVERIFY(again->isVisible() && again->windowTitle().contains(u'⟦'));
    QTRY_VERIFY(window->findChild<ui::StartPage*>() && window->findChild<ui::StartPage*>()->isVisible());
    QTest::mouseClick(again->findChild<QPushButton*>(u"stepsDialog.present"_s), Qt::LeftButton);
    auto* pages = window->findChild<ui::Presentation*>();
    QVERIFY(pages);
    pages->close();
    QCoreApplication::removeTranslator(&language);
    QTRY_VERIFY(!window->findChild<ui::StepsDialog*>()->windowTitle().contains(u'⟦'));
  }

  /// The preferences change at once and speak the new language themselves.
  void A73_preferencesFollow() {
    ui::PreferencesDialog page{ui::Preferences()};
    page.show();
    ui::PseudoLanguage language;
    QVERIFY(QCoreApplication::installTranslator(&language));
    QTRY_VERIFY(page.windowTitle().contains(u'⟦'));
    QVERIFY(page.findChild<QComboBox*>(u"preferencesDialog.theme"_s)->itemText(1).contains(u'⟦'));
    QCoreApplication::removeTranslator(&language);
    QTRY_COMPARE(page.windowTitle(), u"Preferences"_s);
    QVERIFY(page.findChild<QLabel*>(u"preferencesDialog.note"_s) ==
            nullptr);  // nothing waits for a new start
  }

  /// A language changes the texts; numbers stay as the desktop writes them until the language's are asked
  /// for.
  void numbersStayWhenTheLanguageChanges() {
    const QLocale before;
    {
      app::Language language;
      language.load(u"de"_s);
      QCOMPARE(QLocale().name(), QLocale::system().name());
      QCOMPARE(QLocale().decimalPoint(), QLocale::system().decimalPoint());
      language.load(u"de"_s, true);
      QCOMPARE(QLocale().language(), QLocale::German);
      QCOMPARE(QLocale().decimalPoint(), u","_s);
      language.load(u"de"_s);
      QCOMPARE(QLocale().name(), QLocale::system().name());
    }
    QLocale::setDefault(before);
    QTemporaryDir home;
    qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
    ui::Preferences liked;
    liked.language = u"zh_CN"_s;
    for (const bool numbers : {true, false}) {
      liked.numbersOfLanguage = numbers;
      app::Session().setPreferences(liked);
      QVERIFY(app::Session().preferences() == liked);
    }
    qunsetenv("XDG_CONFIG_HOME");
  }

  /// The theme "as the system" turns with the desktop while the program runs; a chosen one does not.
  void theSystemThemeFollowsTheDesktop() {
    auto* style = new TurningStyle;
    QApplication::setStyle(style);
    ui::applyTheme(ui::ThemeMode::System);
    QVERIFY(!ui::currentTheme().isDark());
    QWidget window;
    window.show();
    const auto turn = [&](bool dark) {
      style->dark = dark;
      QEvent told(QEvent::ThemeChange);
      QCoreApplication::sendEvent(window.windowHandle(), &told);
    };
    const auto ours = [] { return QApplication::palette().color(QPalette::Base); };
    turn(true);
    QTRY_VERIFY(ui::currentTheme().isDark());
    QCOMPARE(ours(), ui::currentTheme().palette().color(QPalette::Base));
    QCOMPARE(ui::themeMode(), ui::ThemeMode::System);
    turn(false);
    QTRY_VERIFY(!ui::currentTheme().isDark());
    turn(false);  // told, and nothing changed
    QTest::qWait(20);
    QVERIFY(!ui::currentTheme().isDark());
    QCOMPARE(ours(), ui::currentTheme().palette().color(QPalette::Base));
    ui::applyTheme(ui::ThemeMode::Light);
    turn(true);
    QTest::qWait(20);
    QVERIFY(!ui::currentTheme().isDark());
    QCOMPARE(ours(), ui::currentTheme().palette().color(QPalette::Base));
    ui::applyTheme(ui::ThemeMode::System);  // the desktop is dark by now
    QVERIFY(ui::currentTheme().isDark());
    turn(false);
    QTRY_VERIFY(!ui::currentTheme().isDark());
    QApplication::setStyle(new ui::AstrolabeStyle);
    ui::applyTheme(ui::ThemeMode::Light);
  }

  /// Columns, their order, sorting and filter come back with the next start; --reset-layout forgets them.
  void A82_rankingComesBack() {
    QTemporaryDir home;
    qputenv("XDG_STATE_HOME", home.path().toUtf8());
    app::Session session;
    QByteArray saved;
    {
      auto window = ui::opened(true);
      QVERIFY(finished(*window));
      auto& page = *window->findChild<ui::RankingPage*>();
      page.view().setColumnChosen(ui::RankingModel::Power, true);
      page.view().setColumnChosen(ui::RankingModel::Mfu, false);
      page.view().horizontalHeader()->moveSection(
          page.view().horizontalHeader()->visualIndex(ui::RankingModel::Step), 1);
      page.view().sortByColumn(ui::RankingModel::Step, Qt::DescendingOrder);
      page.setFilterShown(true);
      QVERIFY(page.setFilterText(u"tp=8"_s));
      window->search().setSeed(42);
      session.store(*window);
      saved = page.saved();
    }
    auto window = std::make_unique<MainWindow>();
    window->setAskOnClose(false);
    session.restore(*window);
    QCOMPARE(window->search().seed(), quint64{42});
    window->openSample();
    window->show();
    QVERIFY(finished(*window));
    auto& page = *window->findChild<ui::RankingPage*>();
    QVERIFY(page.view().isColumnChosen(ui::RankingModel::Power));
    QVERIFY(!page.view().isColumnChosen(ui::RankingModel::Mfu));
    QCOMPARE(page.view().horizontalHeader()->visualIndex(ui::RankingModel::Step), 1);
    QCOMPARE(page.view().horizontalHeader()->sortIndicatorSection(), int(ui::RankingModel::Step));
    QCOMPARE(page.filterText(), u"tp=8"_s);
    QVERIFY(page.findChild<QLineEdit*>(u"ranking.filter"_s)->isVisible());
    QCOMPARE(page.saved(), saved);
    session.forgetLayout();
    MainWindow fresh;
    fresh.setAskOnClose(false);
    session.restore(fresh);
    QVERIFY(fresh.findChild<ui::RankingView*>()->isColumnChosen(ui::RankingModel::Mfu));
    QVERIFY(fresh.findChild<ui::RankingPage*>()->filterText().isEmpty());
  }

  /// Other digits and marks: fields take those of the locale and the plain ones, sums of money keep their two
  /// decimals, and what is written into files does not change by a byte.
  void A72_localesOfTheWorld() {
    const QLocale before;
    auto window = ui::opened(true);
    QVERIFY(finished(*window));
    QVERIFY(ui::filled(*window));  // with the program among the strategies
    auto* results = window->findChild<ui::ResultsPanel*>();
    const QByteArray csv = results->rankingCsv();
    const QTemporaryDir folder;
    const auto saved = [&] {
      const QString path = folder.filePath(u"same.astrolabe"_s);
      QFile file(path);
      return window->document().save(path) && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray file = saved();
    QVERIFY(!csv.isEmpty() && !file.isEmpty());
    for (const char* name : {"de_DE", "hi_IN", "ar_EG", "fa_IR"}) {
      const QLocale locale{QLatin1StringView(name)};
      QLocale::setDefault(locale);
      for (const double value : {0.5, 2.75, 8192.0, 1234567.0, 2.5e6}) {
        for (const QString& text : {QString::number(value, 'f', 2), locale.toString(value, 'f', 2)}) {
          const std::optional<double> read = ui::numberFromText(text);
          QVERIFY2(read && *read == value, qPrintable(u"%1: %2"_s.arg(QLatin1StringView(name), text)));
        }
        QCOMPARE(ui::numberFromText(ui::numberFieldText(value)).value_or(0.0), value);
      }
      // 1.5 dollars: two decimals in the digits of the locale.
      const QString money = ui::moneyText(1.5);
      QVERIFY2(money.contains(locale.toString(1.5, 'f', 2)), qPrintable(money));
      QCOMPARE(results->rankingCsv(), csv);
      QCOMPARE(saved(), file);
    }
    QLocale::setDefault(before);
  }

  /// A hint never hides a tile of the sample at the size of the first start.
  void hintsLeaveTheTilesFree() {
    auto window = ui::opened(true);
    QVERIFY(QTest::qWaitForWindowExposed(window.get(), 30'000));
    QVERIFY(finished(*window));
    window->showHints();
    auto* hints = window->findChild<ui::Hints*>();
    auto* view = window->findChild<ui::ClusterView*>();
    for (int i = 0; i < 4; ++i) {
      QTest::qWait(50);  // a card finds its place once its panel has one
      QVERIFY(window->rect().contains(hints->geometry()));
      for (const char* id : {"h100", "a100"}) {
        const QRectF tile = view->clusterScene().item(id)->sceneBoundingRect();
        const QRect there(view->viewport()->mapTo(window.get(), view->mapFromScene(tile.topLeft())),
                          view->mapFromScene(tile).boundingRect().size());
        const int arrow = ui::scaled(10);  // the card itself: around it is clear room for its arrow
        const QRect card = hints->geometry().adjusted(arrow, arrow, -arrow, -arrow);
        QVERIFY2(!card.intersects(there), qPrintable(u"hint %1 over %2: %3 %4 %5 %6, tile %7 %8"_s.arg(i)
                                                         .arg(id)
                                                         .arg(card.x())
                                                         .arg(card.y())
                                                         .arg(card.width())
                                                         .arg(card.height())
                                                         .arg(there.x())
                                                         .arg(there.y())));
      }
      if (i < 3) QTest::mouseClick(hints->findChild<QPushButton*>(u"hints.next"_s), Qt::LeftButton);
    }
  }

  /// From right to left a cell of GPU types is the same drawing: figures and hardware read from left to
  /// right.
  void A71_rankingCells() {
    auto window = ui::opened(true);
    QVERIFY(finished(*window));
    auto* ranking = window->findChild<ui::RankingView*>();
    const auto drawn = [&](int column, Qt::LayoutDirection direction) {
      QImage image(260, 26, QImage::Format_RGB32);
      image.fill(Qt::white);
      QPainter painter(&image);
      painter.setLayoutDirection(direction);  // as a view that is mirrored has it
      QStyleOptionViewItem option;
      option.rect = image.rect();
      option.direction = direction;
      ranking->itemDelegate()->paint(&painter, option, ranking->model()->index(1, column));
      return image;
    };
    QCOMPARE(drawn(ui::RankingModel::GpusUsed, Qt::RightToLeft),
             drawn(ui::RankingModel::GpusUsed, Qt::LeftToRight));
    // A figure stands at the other side and reads as ever: "20.3 s", not "s 20.3".
    const QModelIndex step = ranking->model()->index(1, ui::RankingModel::Step);
    const QImage shown = drawn(ui::RankingModel::Step, Qt::RightToLeft);
    QImage wanted(shown.size(), shown.format());
    wanted.fill(ui::currentTheme().panel);
    QPainter painter(&wanted);
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.setFont(qvariant_cast<QFont>(step.data(Qt::FontRole)));
    painter.setPen(ui::currentTheme().text);
    painter.drawText(wanted.rect().adjusted(40, 0, 0, 0), int(Qt::AlignLeft | Qt::AlignVCenter),
                     step.data().toString());
    painter.end();
    const auto ink = [](const QImage& image) {
      QRect box;
      for (int y = 2; y < image.height() - 3; ++y)
        for (int x = 0; x < image.width(); ++x)
          if (qGray(image.pixel(x, y)) < 128) box |= QRect(x, y, 1, 1);
      return image.copy(box);
    };
    QCOMPARE(ink(shown), ink(wanted));
  }
};

// Inside the event loop: only there the toolkit tells widgets of another application font.
int main(int argc, char** argv) {
  QApplication application(argc, argv);
  LiveLooksTest test;
  int failed = 1;
  QTimer::singleShot(0, &application, [&] {
    failed = QTest::qExec(&test, argc, argv);
    QApplication::exit(failed);
  });
  QApplication::exec();
  return failed;
}
#include "tst_live_looks.moc"
