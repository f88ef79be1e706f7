// The window in another currency: chosen by keys, at once, in every window and for the next start; every text
// and field follows, and what goes into files stays as it was.

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>
#include <map>

#include "core/plan/plan_file.h"
#include "tests/app/filled_window.h"
#include "tests/app/scenario_desk.h"
#include "tests/app/windows_desk.h"
#include "tests/program/test_program.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/totals.h"
#include "ui/compare/compare_window.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/results/ranking_model.h"
#include "ui/results/ranking_view.h"
#include "ui/results/results_panel.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/number_field.h"
#include "ui/shell/preferences.h"
#include "ui/shell/presentation.h"
#include "ui/shell/slides.h"

namespace tst_currency {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::app;
using ui::Currency;

namespace {

void cellsOf(const QAbstractItemModel& model, const QModelIndex& parent, QStringList& texts) {
  constexpr int kRows = 30;
  for (int row = 0; row < std::min(kRows, model.rowCount(parent)); ++row)
    for (int column = 0; column < model.columnCount(parent); ++column) {
      const QModelIndex index = model.index(row, column, parent);
      texts << index.data().toString() << index.data(Qt::AccessibleTextRole).toString();
      if (column == 0 && model.hasChildren(index)) cellsOf(model, index, texts);
    }
}

/// What a window says to eyes and ears: labels, buttons, choices, fields, headings and cells.
QStringList textsOf(const QWidget& window) {
  QStringList texts;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (widget->objectName() == u"statusBar.currency"_s) continue;  // says what a dollar is worth
    texts << widget->accessibleName();
    if (const auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) texts << line->text();
    if (const auto* box = qobject_cast<const QAbstractSpinBox*>(widget)) texts << box->text();
    if (const auto* choice = qobject_cast<const QComboBox*>(widget))
      for (int i = 0; i < choice->count(); ++i) texts << choice->itemText(i);
    const auto* view = qobject_cast<const QAbstractItemView*>(widget);
    if (view == nullptr || view->model() == nullptr) continue;
    for (int column = 0; column < view->model()->columnCount(); ++column)
      texts << view->model()->headerData(column, Qt::Horizontal).toString();
    cellsOf(*view->model(), {}, texts);
  }
  texts.removeAll(QString());
  return texts;
}

void type(QWidget& page, const char* name, const QString& text) {
  auto* field = page.findChild<QWidget*>(QLatin1StringView(name));
  QVERIFY2(field, name);
  if (auto* combo = qobject_cast<QComboBox*>(field)) field = combo->lineEdit();
  if (auto* line = qobject_cast<QLineEdit*>(field)) line->selectAll();
  QTest::keyClicks(field, text);
  QTest::keyClick(field, Qt::Key_Return);
}

/// By the keys of the preferences: a dollar is worth 0.8 euros since yesterday.
void chooseEuros(MainWindow& window) {
  window.actions()["actionPreferences"]->trigger();
  auto* page = window.findChild<ui::PreferencesDialog*>();
  QVERIFY(page);
  type(*page, "preferencesDialog.currency", u"EUR"_s);
  type(*page, "preferencesDialog.rate", u"0.8"_s);
  type(*page, "preferencesDialog.rateDate", QDate::currentDate().addDays(-1).toString(Qt::ISODate));
  page->close();
}

QLabel* rateOf(const MainWindow& window) {
  const auto* bar = window.findChild<QStatusBar*>(QString(), Qt::FindDirectChildrenOnly);
  return bar ? bar->findChild<QLabel*>(u"statusBar.currency"_s) : nullptr;
}

/// Made anew: with the sign in the heading of the ranking, and what a dollar is worth below unless it is one.
bool shows(MainWindow& window, const QString& sign) {
  return QTest::qWaitFor(
      [&] {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // what was there before
        const auto* ranking = window.findChild<ui::RankingView*>();
        const QLabel* rate = rateOf(window);
        return ranking != nullptr && rate != nullptr && rate->isHidden() == (sign == u'$') &&
               ranking->model()
                       ->headerData(ui::RankingModel::UsdPerTrillion, Qt::Horizontal, Qt::DisplayRole)
                       .toString() == sign + u"/1T tok"_s;
      },
      60'000);
}

}  // namespace

class CurrencyTest : public HomeTest {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }
  void init() { enter(); }
  void cleanup() {
    ui::setCurrentCurrency({});
    leave();
  }

  /// In every window at once, kept for the next start, which begins with it; dollars come back the same way.
  void chosenOnceItHoldsEverywhere() {
    const Currency euros{u"EUR"_s, 0.8, QDate::currentDate().addDays(-1)};
    {
      const TwoWindows open(*this);
      MainWindow *const first = open.first, *const second = open.second;
      QVERIFY(shows(*first, u"$"_s));
      QVERIFY(rateOf(*first)->isHidden());
      chooseEuros(*first);
      QCOMPARE(ui::currentCurrency(), euros);
      QCOMPARE(open.session.preferences().currency, euros);
      QVERIFY(shows(*first, u"€"_s) && shows(*second, u"€"_s));
      const QLabel* rate = rateOf(*second);
      QVERIFY(!rate->isHidden());
      QVERIFY2(rate->text().contains(u"EUR"_s), qPrintable(rate->text()));
      QCOMPARE(first->document().undoStack().count(), 0);  // no plan was touched
      QVERIFY(!first->isWindowModified() && !second->isWindowModified());
    }
    ui::setCurrentCurrency({});
    {
      app::Session session;
      QCOMPARE(session.preferences().currency, euros);
      app::Windows windows(session);
      windows.start({plan(u"three.astrolabe"_s, 2)}, false);
      MainWindow* window = shownWindows().front();
      QVERIFY(shows(*window, u"€"_s));
      window->actions()["actionPreferences"]->trigger();
      auto* page = window->findChild<ui::PreferencesDialog*>();
      QCOMPARE(page->findChild<QLineEdit*>(u"preferencesDialog.rate"_s)->text(), u"0.8"_s);
      type(*page, "preferencesDialog.currency", u"USD"_s);
      page->close();
      QVERIFY(shows(*window, u"$"_s));
      QVERIFY(session.preferences().currency.isDollar());
    }
  }

  /// Panels and the view of the cluster stay as they were where the window is made anew.
  void panelsStayAsWide() {
    auto window = ui::opened(true);
    QVERIFY(ui::finished(*window) && ui::stands(*window));
    auto* view = window->findChild<ui::ClusterView*>();
    view->setZoom(0.65);
    std::map<QString, QSize> before;
    for (const QDockWidget* dock : window->findChildren<QDockWidget*>())
      if (dock->isVisible()) before[dock->objectName()] = dock->size();
    QVERIFY(before.size() >= 4);
    chooseEuros(*window);
    QVERIFY(shows(*window, u"€"_s) && ui::stands(*window));
    constexpr int kNear = 12;  // what larger words ask for
    for (const QDockWidget* dock : window->findChildren<QDockWidget*>()) {
      const auto was = before.find(dock->objectName());
      if (was == before.end()) continue;
      QVERIFY2(std::abs(dock->width() - was->second.width()) <= kNear &&
                   std::abs(dock->height() - was->second.height()) <= kNear,
               qPrintable(u"%1: %2 x %3"_s.arg(dock->objectName()).arg(dock->width()).arg(dock->height())));
    }
    QCOMPARE(window->findChild<ui::ClusterView*>()->zoom(), 0.65);
    QCOMPARE(window->findChild<QAbstractButton*>(u"canvasPanel.zoom"_s)->text(), ui::percentText(0.65, 0));
  }

  /// By the keys alone: the code, Tab, the rate, Tab, its day.
  void keysAlone() {
    auto window = ui::opened(true);
    window->actions()["actionPreferences"]->trigger();
    auto* page = window->findChild<ui::PreferencesDialog*>();
    QVERIFY(page && QTest::qWaitForWindowActive(page));
    auto* code = page->findChild<QComboBox*>(u"preferencesDialog.currency"_s)->lineEdit();
    code->setFocus();
    code->selectAll();
    for (const QString& typed : {u"EUR"_s, u"0.8"_s, QDate::currentDate().toString(Qt::ISODate)}) {
      QVERIFY(page->focusWidget());
      QTest::keyClicks(page->focusWidget(), typed);
      QTest::keyClick(page->focusWidget(), Qt::Key_Tab);
    }
    QCOMPARE(ui::currentCurrency().code, u"EUR"_s);
    QCOMPARE(ui::currentCurrency().perUsd, 0.8);
    page->close();
    QVERIFY(shows(*window, u"€"_s));
  }

  /// A damaged file of preferences is no reason to convert.
  void aCurrencyWithoutARateIsNone() {
    app::Session session;
    ui::Preferences liked;
    liked.currency = {u"EUR"_s, 0.0, QDate::currentDate()};
    session.setPreferences(liked);
    QVERIFY(session.preferences().currency.isDollar());
  }

  /// Nowhere in the window stands a dollar any more; tiles, totals, the run bar and the ranking say euros.
  void everyTextFollows() {
    auto window = ui::opened(true);
    QVERIFY(ui::finished(*window));
    const double best = *window->bridge().snapshot()->best.front().money.usd_per_trillion_tokens;
    const auto perHour = ui::totalsOf(window->document().plan(), window->document().catalogue()).usdPerHour;
    QVERIFY(perHour.has_value());
    QVERIFY(textsOf(*window).join(u'\n').contains(u'$'));
    chooseEuros(*window);
    QVERIFY(shows(*window, u"€"_s));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    auto* results = window->findChild<ui::ResultsPanel*>();
    for (int tab = 0; tab < results->tabs().count(); ++tab) {  // each view fills itself when it is looked at
      results->tabs().setCurrentIndex(tab);
      QVERIFY2(ui::filled(*window), qPrintable(results->tabs().tabText(tab)));
    }
    const QStringList texts = textsOf(*window);
    for (const QString& text : texts)
      QVERIFY2(!text.contains(u'$') && !text.contains(u"USD"_s) && !text.contains(u"dollar"_s),
               qPrintable(text));
    const QAbstractItemModel* model = window->findChild<ui::RankingView*>()->model();
    // To four digits, which are whole thousands of euros.
    int row = 0;  // of the best strategy: a plan of another kind may stand before it
    while (row < model->rowCount() &&
           model->index(row, ui::RankingModel::UsdPerTrillion).data(ui::RankingModel::SortRole).toDouble() !=
               best)
      ++row;
    QVERIFY(row < model->rowCount());
    QCOMPARE(model->index(row, ui::RankingModel::UsdPerTrillion).data().toString(),
             ui::wholeText(std::round(best * 0.8 / 1000.0) * 1000.0));
    const auto* rate = window->findChild<QLabel*>(u"canvasTotals.rate"_s);
    QVERIFY(rate);
    QVERIFY2(rate->text().contains(u"€"_s + ui::significantText(*perHour * 0.8)), qPrintable(rate->text()));
  }

  /// What is typed in euros is kept in dollars, in the window and while presenting.
  void fieldsFollow() {
    auto window = ui::opened(true);
    QVERIFY(ui::finished(*window));
    chooseEuros(*window);
    QVERIFY(shows(*window, u"€"_s));
    auto* goal = window->findChild<ui::GoalPanel*>();
    goal->findChild<QCheckBox*>(u"goalPanel.budget.check"_s)->click();
    type(*goal, "goalPanel.budget", u"2 M"_s);
    QCOMPARE(window->document().plan().job.limits.budget_usd.value(), 2.5e6);  // 2 M / 0.8
    window->document().undoStack().undo();
    QVERIFY(ui::finished(*window));
    window->actions()["actionPresent"]->trigger();
    const QPointer<ui::Presentation> pages = window->findChild<ui::Presentation*>();
    QVERIFY(pages);
    QTest::keyClick(pages, Qt::Key_W);
    auto* price = pages->findChild<QDoubleSpinBox*>(u"presentation.price.h100"_s);
    QVERIFY(price);
    QVERIFY2(price->accessibleName().contains(u"EUR"_s), qPrintable(price->accessibleName()));
    price->setFocus();
    price->selectAll();
    QTest::keyClicks(price, u"2"_s);
    QTest::keyClick(price, Qt::Key_Return);
    QCOMPARE(ui::findPool(pages->trial().plan(), "h100")->usd_per_gpu_hour, std::optional(2.5));  // 2 / 0.8
    // Sums that are hidden are known by the sign, too.
    QCOMPARE(ui::withoutMoney(u"at most "_s + ui::moneyText(5.0), true), ui::hiddenSum());
    QTest::keyClick(pages, Qt::Key_Escape);
    QTest::keyClick(pages, Qt::Key_Escape);
    QTest::mouseClick(pages->findChild<QPushButton*>(u"presentation.drop"_s), Qt::LeftButton);
    QTRY_VERIFY(!pages);
  }

  /// Plans, tables of the ranking and comparisons are written to the same bytes.
  void filesStayInDollars() {
    auto window = ui::threeScenarios();
    window->actions()["actionScenarioCompare"]->trigger();
    const auto settled = [&] {
      const auto* compare = window->findChild<ui::CompareWindow*>();
      return compare != nullptr && ui::finished(*window) && ui::filled(*window) &&
             std::all_of(compare->comparison().columns.begin(), compare->comparison().columns.end(),
                         [](const ui::ComparedColumn& column) {
                           // Programs of scenarios that are not shown wait for somebody to ask.
                           return column.state.isEmpty() &&
                                  std::all_of(column.unknown.begin(), column.unknown.end(),
                                              [](const std::string& key) { return key == "programs"; });
                         });
    };
    QTRY_VERIFY_WITH_TIMEOUT(settled(), 60'000);
    const auto written = [&](const QString& name) {
      auto* compare = window->findChild<ui::CompareWindow*>();
      QByteArray all = window->findChild<ui::ResultsPanel*>()->rankingCsv();
      compare->disconnect(
          SIGNAL(fileOffered(QString, QString, QString, QByteArray)));  // nobody asks where to
      QSignalSpy offered(compare, &ui::CompareWindow::fileOffered);
      compare->findChild<QToolButton*>(u"compareWindow.export"_s)->click();
      if (offered.size() != 1) return QByteArray();
      all += offered[0].back().toByteArray();
      const QString path = at(name);
      QFile file(path);
      return window->document().save(path) && file.open(QIODevice::ReadOnly) ? all + file.readAll()
                                                                             : QByteArray();
    };
    const QByteArray before = written(u"before.astrolabe"_s);
    QVERIFY(!before.isEmpty());
    chooseEuros(*window);
    QVERIFY(shows(*window, u"€"_s));
    QTRY_VERIFY_WITH_TIMEOUT(settled(), 60'000);
    const QStringList texts = textsOf(*window->findChild<ui::CompareWindow*>());
    QVERIFY(texts.join(u'\n').contains(u'€'));
    for (const QString& text : texts) QVERIFY2(!text.contains(u'$'), qPrintable(text));
    QVERIFY(written(u"before.astrolabe"_s) == before);
  }
};

}  // namespace tst_currency

ASTROLABE_TEST(tst_currency, CurrencyTest)
#include "tst_currency.moc"
