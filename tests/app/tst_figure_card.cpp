// Any figure of the window can be asked how it is worked out: by clicks and by keys, and what it says is what
// core found.
#include <QAccessible>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QTableWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <algorithm>

#include "core/hardware/pool_price.h"
#include "core/planning/recommended.h"
#include "tests/app/scenario_desk.h"
#include "tests/program/test_program.h"
#include "ui/canvas/figure_label.h"
#include "ui/compare/compare_window.h"
#include "ui/document/commands/pools.h"
#include "ui/render/leader_words.h"
#include "ui/render/numbers.h"
#include "ui/render/proof_figures.h"
#include "ui/results/breakdown_view.h"
#include "ui/results/ranking_view.h"
#include "ui/results/results_panel.h"
#include "ui/shell/figure_card.h"

namespace tst_figure_card {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class FigureCardTest : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> m_window;

  template <class Widget>
  Widget* named(const char* name) const {
    return m_window->findChild<Widget*>(QLatin1StringView(name));
  }
  /// The card that is open; null for none.
  static FigureCard* card() { return qobject_cast<FigureCard*>(QApplication::activePopupWidget()); }
  /// What the open card says; it is closed then.
  static WorkedFigure asked() {
    FigureCard* open = card();
    if (open == nullptr) return {};
    const WorkedFigure figure = open->figure();
    open->close();
    return figure;
  }
  const cost::Evaluation& best() const { return m_window->bridge().snapshot()->best.front(); }
  void showTab(const char* page) const {
    auto* tabs = named<QTabWidget>("resultsTabs");
    for (int i = 0; i < tabs->count(); ++i)
      if (tabs->widget(i)->objectName() == QLatin1StringView(page)) tabs->setCurrentIndex(i);
    QCOMPARE(tabs->currentWidget()->objectName(), QString::fromLatin1(page));
  }
  RankingView& ranking() const { return *m_window->findChild<RankingView*>(); }
  void goTo(int row, int column) const {
    ranking().setFocus();
    ranking().selectionModel()->setCurrentIndex(
        ranking().model()->index(row, column),
        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  }

 private slots:
  void initTestCase() { dress(); }
  void init() {
    m_window = opened();
    m_window->activateWindow();
    m_window->bridge().run();
    QVERIFY(finished(*m_window));
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTRY_VERIFY(ranking().isVisible());
  }
  void cleanup() {
    if (QWidget* open = QApplication::activePopupWidget()) open->close();
    m_window.reset();
  }

  /// Best, bound and gap: a click opens the card beside the figure.
  void theRunBar() {
    // What stands first when all kinds of plan are known; the sample's is a strategy that moves its state.
    const auto& results = *m_window->findChild<ResultsPanel*>();
    QTRY_COMPARE_WITH_TIMEOUT(results.movedState().state(), PlannerBridge::State::Done, 120'000);
    const planning::OptionPtr leader = results.leader();
    const ProofFigures proof = proofFigures(*planning::led_by(m_window->bridge().snapshot(), leader));
    QVERIFY(proof.best && proof.bound && proof.gap);
    auto* figure = named<FigureLabel>("runBar.best");
    QVERIFY(figure && figure->isAskable());
    QCOMPARE(figure->cursor().shape(), Qt::PointingHandCursor);
    QTest::mouseClick(figure, Qt::LeftButton);
    FigureCard* open = card();
    QVERIFY(open && open->isVisible());
    QVERIFY(!open->accessibleName().isEmpty());
    QCOMPARE(open->figure().formula.id, FormulaId::Speed);
    QVERIFY(open->figure().value.startsWith(exactText(*proof.best)));
    const QString words = open->findChild<QTextBrowser*>()->toPlainText();
    const strategy::Job& job = m_window->document().plan().job;
    const QString line = u"%1 × %2 ÷ "_s.arg(exactText(job.global_batch), exactText(job.sequence_length));
    QVERIFY2(words.contains(line), qPrintable(words));
    QVERIFY(open->figure().stale.isEmpty());
    const QString name = leader ? unrankedLabel(leader->layout) : u"#1"_s;
    QVERIFY2(open->figure().subject.startsWith(name), qPrintable(open->figure().subject));
    open->close();
    QTest::mouseClick(named<FigureLabel>("runBar.bound"), Qt::LeftButton);
    WorkedFigure bound = asked();
    QCOMPARE(bound.formula.id, FormulaId::BoundSpeed);
    QVERIFY(bound.value.startsWith(exactText(*proof.bound)));
    QTest::mouseClick(named<FigureLabel>("runBar.gap"), Qt::LeftButton);
    QCOMPARE(asked().formula.id, FormulaId::Gap);
    // Other buttons ask nothing, nor does a figure that says nothing.
    QTest::mouseClick(figure, Qt::RightButton);
    QVERIFY(!card());
    FigureLabel none;
    none.setText(unknownText());
    none.show();
    bool told = false;
    connect(&none, &FigureLabel::asked, this, [&] { told = true; });
    QTest::mouseClick(&none, Qt::LeftButton);
    QVERIFY(!told && none.focusPolicy() == Qt::NoFocus);
  }

  /// With keys alone: Tab reaches the figure, Return opens the card, Esc closes it, and the keys are where
  /// they were.
  void keysOpenAndClose() {
    auto* figure = named<FigureLabel>("runBar.gap");
    QVERIFY(figure->focusPolicy() & Qt::TabFocus);
    figure->setFocus(Qt::TabFocusReason);
    QVERIFY(figure->hasFocus());
    QTest::keyClick(figure, Qt::Key_Return);
    QVERIFY(card());
    QTest::keyClick(card()->findChild<QTextBrowser*>(), Qt::Key_Escape);
    QVERIFY(!card());
    QCOMPARE(m_window->focusWidget(), figure);
    QTest::keyClick(figure, Qt::Key_Space);
    QVERIFY(card());
    QTest::mousePress(card(), Qt::LeftButton, {}, QPoint(-40, -40));  // elsewhere
    QVERIFY(!card());
  }

  /// Assistive technology is told of a button that is named after its figure and can be pressed; of one that
  /// says nothing it is told the words alone.
  void spokenAsAButton() {
    auto* figure = named<FigureLabel>("runBar.best");
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(figure);
    QVERIFY(spoken);
    QCOMPARE(spoken->role(), QAccessible::Button);
    QVERIFY(spoken->state().focusable);
    QVERIFY2(spoken->text(QAccessible::Name).contains(figure->text()),
             qPrintable(spoken->text(QAccessible::Name)));
    QCOMPARE(spoken->text(QAccessible::Name), figure->accessibleName());
    QVERIFY(!spoken->text(QAccessible::Description).isEmpty());
    QAccessibleActionInterface* actions = spoken->actionInterface();
    QVERIFY(actions && actions->actionNames().contains(QAccessibleActionInterface::pressAction()));
    actions->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(asked().formula.id, FormulaId::Speed);
    actions->doAction(QAccessibleActionInterface::setFocusAction());
    QCOMPARE(m_window->focusWidget(), figure);
    QVERIFY(!card());
    // Without a name of its own the figure is the name.
    auto* rate = named<FigureLabel>("canvasTotals.rate");
    QVERIFY(rate->accessibleName().isEmpty());
    QCOMPARE(QAccessible::queryAccessibleInterface(rate)->text(QAccessible::Name), rate->text());
    FigureLabel none;
    none.setText(unknownText());
    bool told = false;
    connect(&none, &FigureLabel::asked, this, [&] { told = true; });
    QAccessibleInterface* silent = QAccessible::queryAccessibleInterface(&none);
    QCOMPARE(silent->role(), QAccessible::StaticText);
    QCOMPARE(silent->text(QAccessible::Name), unknownText());
    QVERIFY(!silent->actionInterface()->actionNames().contains(QAccessibleActionInterface::pressAction()));
    silent->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(!told);
    none.setAskable(true);  // the same interface follows
    QCOMPARE(silent->role(), QAccessible::Button);
    silent->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(told);
  }

  /// The words can be selected and are copied as they stand; the button leads to the breakdown.
  void copiesAndLeadsOn() {
    goTo(0, RankingModel::UsdPerTrillion);
    QTest::keyClick(&ranking(), Qt::Key_H);
    FigureCard* open = card();
    QVERIFY(open);
    const QString whole = plainText(open->figure());
    QTest::mouseClick(open->findChild<QPushButton*>(u"figureCard.copy"_s), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text(), whole);
    auto* words = open->findChild<QTextBrowser*>();
    QTest::keyClick(words, Qt::Key_A, Qt::ControlModifier);
    QVERIFY(words->textCursor().selectedText().contains(open->figure().formula.symbols));
    QTest::mouseClick(open->findChild<QPushButton*>(u"figureCard.breakdown"_s), Qt::LeftButton);
    QVERIFY(!card());
    QCOMPARE(named<QTabWidget>("resultsTabs")->currentWidget()->objectName(), u"breakdownView"_s);
  }

  /// H, the menu of the row and the command ask the cell that is current; places and degrees what counts.
  void theRanking() {
    const cost::Evaluation third = m_window->bridge().snapshot()->best[2];
    goTo(2, RankingModel::Mfu);
    QTest::keyClick(&ranking(), Qt::Key_H);
    const WorkedFigure mfu = asked();
    QCOMPARE(mfu.formula.id, FormulaId::Mfu);
    QCOMPARE(mfu.value, percentText(third.mfu, 6));
    QVERIFY2(mfu.subject.contains(u"3"_s), qPrintable(mfu.subject));
    goTo(2, RankingModel::PeakMemory);
    m_window->actions()["actionHowWorkedOut"]->trigger();
    QCOMPARE(asked().formula.id, FormulaId::Memory);
    goTo(2, RankingModel::TensorParallel);
    QTest::keyClick(&ranking(), Qt::Key_H);
    const WorkedFigure speed = asked();
    QCOMPARE(speed.formula.id, FormulaId::Speed);
    QVERIFY(speed.value.startsWith(exactText(third.tokens_per_second)));
    goTo(2, RankingModel::Step);
    QTimer::singleShot(0, this, [] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (menu == nullptr) return;
      for (QAction* action : menu->actions())
        if (action->objectName() == u"ranking.how"_s) {
          menu->setActiveAction(action);
          QTest::keyClick(menu, Qt::Key_Return);
          return;
        }
      menu->close();
    });
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, ranking().mapToGlobal(QPoint(5, 5)));
    QApplication::sendEvent(ranking().viewport(), &event);
    QCOMPARE(asked().formula.id, FormulaId::Step);
  }

  /// Anything is found by typing: the command asks for the selected strategy whatever is in front.
  void theCommandSearch() {
    showTab("paretoView");
    m_window->selection().select(1);
    bool typed = false;
    whenAsked(this, [&](QWidget* search) {
      auto* field = search->findChild<QLineEdit*>();
      QTest::keyClicks(field, u"calculated"_s);
      typed = true;
      QTest::keyClick(field, Qt::Key_Return);
    });
    m_window->actions()["actionCommandSearch"]->trigger();
    QTRY_VERIFY(typed && card());
    const WorkedFigure figure = asked();
    QCOMPARE(figure.formula.id, FormulaId::Speed);
    QVERIFY(figure.subject.startsWith(u"#2"_s));
  }

  /// The breakdown: its plots by key, its tables by cell.
  void theBreakdown() {
    showTab("breakdownView");
    auto* memory = named<QTableWidget>("breakdownView.memory.table");
    QTest::keyClick(named<QWidget>("breakdownView.time"), Qt::Key_H);
    const WorkedFigure step = asked();
    QCOMPARE(step.formula.id, FormulaId::Step);
    QVERIFY(step.value.startsWith(exactText(m_window->selection().detail()->evaluation.step.value)));
    m_window->findChild<BreakdownView*>()->setShowTable(true);
    QTRY_VERIFY(memory->isVisible());
    QVERIFY(memory->columnCount() > 1);
    memory->setCurrentCell(0, 1);
    memory->setFocus();
    QTest::keyClick(memory, Qt::Key_H);
    const WorkedFigure stage = asked();
    QCOMPARE(stage.formula.id, FormulaId::Memory);
    QVERIFY2(stage.value.contains(u"stage 2,"_s), qPrintable(stage.value));
    auto* money = named<QTableWidget>("breakdownView.money.table");
    money->setCurrentCell(0, 1);
    money->setFocus();
    m_window->actions()["actionHowWorkedOut"]->trigger();
    const WorkedFigure tokens = asked();
    QCOMPARE(tokens.formula.id, FormulaId::TokensMoney);
    QVERIFY(tokens.value.contains(
        exactMoneyText(*m_window->bridge().snapshot()->best[1].money.usd_per_trillion_tokens)));
  }

  /// The line under the canvas: what each pool adds, with its price's source and date; a link opens its
  /// properties.
  void theTotals() {
    QTest::mouseClick(named<FigureLabel>("canvasTotals.rate"), Qt::LeftButton);
    FigureCard* open = card();
    QVERIFY(open);
    QCOMPARE(open->figure().formula.id, FormulaId::ClusterRent);
    const plan::Plan& plan = m_window->document().plan();
    for (const hardware::PoolSpec& pool : plan.cluster.pools) {
      const auto rent = hardware::pool_rent(pool, hardware::Catalogue::built_in(), plan.job.cost.commitment);
      QVERIFY(rent);
      const auto& inputs = open->figure().inputs;
      QVERIFY(std::any_of(inputs.begin(), inputs.end(), [&](const FormulaInput& input) {
        return input.letter == u"q"_s && input.value == exactMoneyText(rent->usd_per_gpu) &&
               input.source == QString::fromStdString(rent->source) &&
               input.date == QString::fromStdString(rent->date);
      }));
    }
    QString title;
    whenAsked(this, [&](QWidget* dialog) {
      title = dialog->windowTitle();
      dialog->close();
    });
    auto* words = open->findChild<QTextBrowser*>();
    QTest::keyClick(words, Qt::Key_Tab);  // to the first link
    QTest::keyClick(words, Qt::Key_Return);
    QTRY_VERIFY(!title.isEmpty());
    QVERIFY2(title.contains(QString::fromStdString(plan.cluster.pools.front().id)), qPrintable(title));
    QTest::mouseClick(named<FigureLabel>("canvasTotals.power"), Qt::LeftButton);
    QCOMPARE(asked().formula.id, FormulaId::ClusterPower);
    QTest::mouseClick(named<FigureLabel>("canvasTotals.purchase"), Qt::LeftButton);
    QCOMPARE(asked().formula.id, FormulaId::ClusterPurchase);
  }

  /// The formula below the cost has the numbers of the best in it, until the inputs are newer. A card that is
  /// asked for then says that it is older.
  void theFormulaOfTheGoalAndAStaleAnswer() {
    auto* formula = named<FigureLabel>("goalPanel.formula");
    for (const QString& part :
         {moneyText(best().money.usd_per_hour->value), wholeText(best().tokens_per_second),
          moneyText(best().money.usd_per_trillion_tokens, 4)})
      QVERIFY2(formula->text().contains(part), qPrintable(formula->text()));
    QTest::mouseClick(formula, Qt::LeftButton);
    QCOMPARE(asked().formula.id, FormulaId::TokensMoney);
    edit(*m_window, 0, 2);
    QTRY_VERIFY(m_window->bridge().isStale());
    QTRY_VERIFY(!formula->isAskable());
    QVERIFY2(formula->text().contains(u"cost per hour"_s), qPrintable(formula->text()));
    goTo(0, RankingModel::TokensPerSecond);
    QTest::keyClick(&ranking(), Qt::Key_H);
    FigureCard* open = card();
    QVERIFY(open && !open->figure().stale.isEmpty());
    QVERIFY(open->findChild<QTextBrowser*>()->toPlainText().contains(open->figure().stale));
    QVERIFY(open->figure().value.startsWith(
        exactText(best().tokens_per_second)));  // of the answer, not of the edit
  }

  /// Of an answer that is older a pool may be gone: it has no properties to go to.
  void aPoolThatIsGone() {
    PlanDocument& document = m_window->document();
    goTo(0, RankingModel::UsdPerTrillion);
    QTest::keyClick(&ranking(), Qt::Key_H);
    const std::vector<std::string> before = asked().pools;
    QVERIFY(!before.empty());
    const std::string gone = before.back();
    document.undoStack().push(new RemovePools(document, {gone}));
    QTRY_VERIFY(m_window->bridge().isStale());
    goTo(0, RankingModel::UsdPerTrillion);
    QTest::keyClick(&ranking(), Qt::Key_H);
    const WorkedFigure after = asked();
    QCOMPARE(after.formula.id, FormulaId::TokensMoney);
    QCOMPARE(after.pools.size(), before.size() - 1);
    QVERIFY(std::find(after.pools.begin(), after.pools.end(), gone) == after.pools.end());
  }

  /// A search that goes on and ends leaves an open card as it is, and does not close it.
  void aSearchLeavesTheCardAlone() {
    QTest::mouseClick(named<FigureLabel>("runBar.best"), Qt::LeftButton);
    FigureCard* open = card();
    QVERIFY(open);
    const QString words = open->findChild<QTextBrowser*>()->toPlainText();
    edit(*m_window, 0, 2);
    m_window->bridge().run();
    QVERIFY(finished(*m_window));
    QCOMPARE(card(), open);
    QCOMPARE(open->findChild<QTextBrowser*>()->toPlainText(), words);
  }

  /// The comparison: a figure of each scenario, of its own answer.
  void theComparison() {
    const auto window = threeScenarios();
    window->actions()["actionScenarioCompare"]->trigger();
    auto& page = *window->findChild<CompareWindow*>();
    const auto fresh = [&] {
      const std::vector<ComparedColumn>& columns = page.comparison().columns;
      return columns.size() == 3 &&
             std::all_of(columns.begin(), columns.end(),
                         [](const ComparedColumn& column) { return column.state.isEmpty(); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(fresh(), 120'000);
    std::optional<double> wanted;
    for (const ComparedRow& row : page.comparison().rows)
      if (QLatin1StringView(row.field) == QLatin1StringView("tokens_per_second")) wanted = row.cells[1].value;
    QVERIFY(wanted);
    auto* figure = page.findChild<FigureLabel*>(u"compareWindow.tokens_per_second.B.figure"_s);
    QVERIFY(figure && figure->isAskable());
    QTest::mouseClick(figure, Qt::LeftButton);
    const WorkedFigure speed = asked();
    QCOMPARE(speed.formula.id, FormulaId::Speed);
    QVERIFY(speed.value.startsWith(exactText(*wanted)));
    QVERIFY2(speed.subject.startsWith(u"B: "_s), qPrintable(speed.subject));
    QTest::mouseClick(page.findChild<FigureLabel*>(u"compareWindow.purchase_usd.A.figure"_s), Qt::LeftButton);
    QCOMPARE(asked().formula.id, FormulaId::ClusterPurchase);
    QVERIFY(!page.findChild<FigureLabel*>(u"compareWindow.model.A.figure"_s));  // no figure
  }
};

}  // namespace tst_figure_card

ASTROLABE_TEST(tst_figure_card, FigureCardTest)
#include "tst_figure_card.moc"
