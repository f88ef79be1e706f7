// Money in another currency: what is typed into fields is kept in dollars, filters compare with what is
// shown, and the preferences take a currency only with its rate and the day of that.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

#include "core/strategy/job.h"
#include "tests/program/test_program.h"
#include "tests/ui/goal_desk.h"
#include "ui/canvas/gpu_type_dialog.h"
#include "ui/canvas/node_type_dialog.h"
#include "ui/canvas/outline_model.h"
#include "ui/canvas/shelf_model.h"
#include "ui/canvas/value_dialog.h"
#include "ui/compare/compare_bars.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/set_job.h"
#include "ui/document/plan_document.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/pareto_data.h"
#include "ui/results/ranking_model.h"
#include "ui/results/row_filter.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/job_details.h"
#include "ui/shell/number_field.h"
#include "ui/shell/preferences.h"
#include "ui/shell/slides.h"
#include "ui/shell/what_if_strip.h"

namespace tst_money_fields {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::ui;

class TestMoneyFields : public QObject {
  Q_OBJECT

  /// In place of what the field holds; Enter takes it.
  static void enter(QWidget& form, const char* name, const QString& text) {
    auto* field = form.findChild<QWidget*>(QLatin1StringView(name));
    QVERIFY2(field, name);
    if (auto* combo = qobject_cast<QComboBox*>(field)) field = combo->lineEdit();
    if (auto* box = qobject_cast<QAbstractSpinBox*>(field)) box->selectAll();
    if (auto* line = qobject_cast<QLineEdit*>(field)) line->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  }

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }
  /// A dollar is worth 0.8 euros: 1 euro is 1.25 dollars.
  void init() { setCurrentCurrency({u"EUR"_s, 0.8, QDate::currentDate()}); }
  void cleanup() { setCurrentCurrency({}); }

  void limitsOfTheGoal() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    panel.show();
    const auto& limits = [&]() -> const strategy::Limits& { return document.plan().job.limits; };
    auto* budget = panel.findChild<NumberField*>(u"goalPanel.budget"_s);
    panel.findChild<QCheckBox*>(u"goalPanel.budget.check"_s)->click();
    type(panel, "goalPanel.budget", u"2 M"_s);
    QCOMPARE(limits().budget_usd.value(), 2.5e6);  // 2 M / 0.8
    QCOMPARE(budget->text(), u"2 M"_s);
    QTest::keyClick(budget, Qt::Key_Up);  // the second digit of what is shown: 2.1 M / 0.8
    QCOMPARE(limits().budget_usd.value(), 2.625e6);
    QVERIFY2(budget->toolTip().contains(u"US dollars"_s) && budget->toolTip().contains(u"EUR"_s),
             qPrintable(budget->toolTip()));
    QCOMPARE(panel.findChild<QCheckBox*>(u"goalPanel.usdPerTokens.check"_s)->text(),
             u"€/1T tokens at most"_s);
    QVERIFY(panel.findChild<QLabel*>(u"goalPanel.formula"_s)->text().startsWith(u"€/1T tokens = "_s));
    // What a plan says is shown converted, and is no edit while nobody types.
    const int steps = document.undoStack().count();
    strategy::Job job = document.plan().job;
    job.limits.budget_usd = 1e6;
    document.undoStack().push(new SetJob(document, job, u"budget"_s));
    QCOMPARE(budget->text(), u"800 k"_s);  // 1 M x 0.8
    budget->setFocus();
    QTest::keyClick(budget, Qt::Key_Return);
    QCOMPARE(document.undoStack().count(), steps + 1);
    QCOMPARE(limits().budget_usd.value(), 1e6);
    // Limits that are no sums stay what they are.
    panel.findChild<QCheckBox*>(u"goalPanel.power.check"_s)->click();
    type(panel, "goalPanel.power", u"300"_s);  // more than the sample draws
    QCOMPARE(limits().power_kw.value(), 300.0);
    const auto* power = panel.findChild<NumberField*>(u"goalPanel.power"_s);
    QCOMPARE(power->toolTip(), power->accessibleDescription());  // what it means, and nothing of currencies
    QCOMPARE(power->toolTip(),
             u"What the machines that are paid for draw at the wall, with switches and cooling."_s);
  }

  /// Three digits upwards in what is shown: 1,234,567 dollars are 987,653.6 euros, 988 k of them 1.235 M
  /// dollars.
  void aLimitBeginsRoundInItsCurrency() {
    PlanDocument document;
    document.reset(sample(), {});
    GoalPanel panel(document);
    cost::Evaluation best;
    best.outcome.usd = Usd{1234567.0};
    panel.setBest(best);
    panel.findChild<QCheckBox*>(u"goalPanel.budget.check"_s)->click();
    QCOMPARE(document.plan().job.limits.budget_usd.value(), 1.235e6);  // 988,000 / 0.8
    QCOMPARE(panel.findChild<NumberField*>(u"goalPanel.budget"_s)->text(), u"988 k"_s);
  }

  void detailsOfTheJob() {
    PlanDocument document;
    document.reset(sample(), {});
    JobDetailsDialog dialog(document);
    dialog.show();
    auto* field = dialog.findChild<QLineEdit*>(u"jobDetails.kwh"_s);
    QVERIFY2(field->accessibleName().contains(u"EUR"_s), qPrintable(field->accessibleName()));
    enter(dialog, "jobDetails.kwh", u"0.2"_s);
    QCOMPARE(document.plan().job.cost.usd_per_kwh, 0.25);  // 0.2 / 0.8
    QCOMPARE(field->text(), u"0.2"_s);
    const int steps = document.undoStack().count();
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Return);  // as it stands it is no edit
    QCOMPARE(document.undoStack().count(), steps);
    enter(dialog, "jobDetails.kwh", u"9"_s);  // the most, 10 dollars, is 8 euros
    QCOMPARE(document.plan().job.cost.usd_per_kwh, 0.25);
    QVERIFY(dialog.findChild<QLabel*>(u"jobDetails.kwh.error"_s)->text().contains(u'8'));
  }

  /// The most that hosting may cost, 1,000,000 dollars, is 820,000 euros; those are a bit more than the most
  /// when they are taken back, and no file could be read with it.
  void theMostOfHosting() {
    setCurrentCurrency({u"EUR"_s, 0.82, QDate::currentDate()});
    QVERIFY(dollars(820000.0) > 1e6);
    PlanDocument document;
    document.reset(sample(), {});
    JobDetailsDialog dialog(document);
    dialog.show();
    enter(dialog, "jobDetails.hosting", u"820000"_s);
    QCOMPARE(document.plan().job.cost.hosting_usd_per_kw_month, std::optional(1e6));
    QVERIFY(strategy::read_job(strategy::to_json(document.plan().job)).has_value());
    enter(dialog, "jobDetails.hosting", u"820001"_s);
    QCOMPARE(document.plan().job.cost.hosting_usd_per_kw_month, std::optional(1e6));
    QVERIFY(!dialog.findChild<QLabel*>(u"jobDetails.hosting.error"_s)->text().isEmpty());
  }

  /// A price that nobody touches is the same to the last bit.
  void aPriceIsAskedFor() {
    ValueDialog::Ask ask{u"Price"_s, u"Price:"_s, currentCurrency().code, {}, 2.4901, 0.0, 10000.0, 4,
                         {},         true};
    ValueDialog asked(ask);
    asked.show();
    auto* field = asked.findChild<QDoubleSpinBox*>(u"valueDialog.value"_s);
    QCOMPARE(field->value(), 1.9921);  // 2.4901 x 0.8 = 1.99208
    QCOMPARE(field->maximum(), 8000.0);
    QVERIFY(field->suffix().endsWith(u"EUR"_s));
    QCOMPARE(asked.value(), std::optional(2.4901));
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, u"2"_s);
    QTest::keyClick(field, Qt::Key_Tab);
    QCOMPARE(asked.value(), std::optional(2.5));  // 2 / 0.8
    ask.money = false;
    ValueDialog plain(ask);
    QCOMPARE(plain.value(), std::optional(2.4901));
  }

  /// 1, 2 or 5 with zeros, the largest that is at most a twentieth of the amount.
  void steps_data() {
    QTest::addColumn<double>("shown");
    QTest::addColumn<double>("step");
    QTest::addColumn<int>("decimals");
    QTest::newRow("0.35") << 0.35 << 0.01 << 2;   // 0.0175
    QTest::newRow("0.05") << 0.05 << 0.002 << 3;  // 0.0025
    QTest::newRow("1.99") << 1.99 << 0.05 << 2;   // 0.0995
    QTest::newRow("2") << 2.0 << 0.1 << 2;        // 0.1
    QTest::newRow("10") << 10.0 << 0.5 << 2;
    QTest::newRow("71") << 71.0 << 2.0 << 1;       // 3.55
    QTest::newRow("310") << 310.0 << 10.0 << 0;    // 15.5
    QTest::newRow("1550") << 1550.0 << 50.0 << 0;  // 77.5
  }
  void steps() {
    QFETCH(double, shown);
    QFETCH(double, step);
    QFETCH(int, decimals);
    QCOMPARE(moneyStep(shown), step);
    QCOMPARE(moneyDecimals(moneyStep(shown)), decimals);
  }

  /// What is tried goes up and down by what is little in the currency in force, also from no price.
  void triedPrices() {
    plan::PlanFile file = sample();
    hardware::PoolSpec& bare = file.plan.cluster.pools.back();  // no node type, so no price of its hour
    bare.node.clear();
    bare.gpu = "a100-sxm-80";
    bare.gpus_per_node = 8;
    const auto price = [](WhatIfStrip& strip, const char* pool) {
      return strip.findChild<QDoubleSpinBox*>(u"presentation.price."_s + QLatin1StringView(pool));
    };
    PlanDocument dollarsTried;
    dollarsTried.reset(file, {});
    setCurrentCurrency({});
    WhatIfStrip inDollars(dollarsTried, QFont(), nullptr);
    inDollars.show();
    QCOMPARE(price(inDollars, "h100")->text(), u"10.00"_s);  // 80 dollars for 8
    QTest::keyClick(price(inDollars, "h100"), Qt::Key_Down);
    QCOMPARE(findPool(dollarsTried.plan(), "h100")->usd_per_gpu_hour, std::optional(9.5));
    QCOMPARE(price(inDollars, "h100")->singleStep(), 0.2);  // a twentieth of 9.5 is below 0.5
    QTest::keyClick(price(inDollars, "a100"), Qt::Key_Up);
    QCOMPARE(findPool(dollarsTried.plan(), "a100")->usd_per_gpu_hour, std::optional(0.1));

    setCurrentCurrency({u"JPY"_s, 155.0, QDate::currentDate()});
    PlanDocument tried;
    tried.reset(file, {});
    WhatIfStrip strip(tried, QFont(), nullptr);
    strip.show();
    QCOMPARE(price(strip, "h100")->text(), u"1550"_s);
    QTest::keyClick(price(strip, "h100"), Qt::Key_Up);
    QCOMPARE(price(strip, "h100")->text(), u"1600"_s);
    QCOMPARE(findPool(tried.plan(), "h100")->usd_per_gpu_hour, std::optional(1600.0 / 155.0));
    QTest::keyClick(price(strip, "a100"), Qt::Key_Up);
    QCOMPARE(findPool(tried.plan(), "a100")->usd_per_gpu_hour, std::optional(10.0 / 155.0));
  }

  void ownTypes() {
    const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
    GpuTypeDialog dialog(catalogue);
    dialog.show();
    const auto box = [&](const char* name) {
      return dialog.findChild<QDoubleSpinBox*>(QLatin1StringView(name));
    };
    QVERIFY(box("gpuType.purchase")->suffix().endsWith(u"EUR"_s));
    QVERIFY(box("gpuType.rent")->suffix().endsWith(u"EUR/h"_s));
    box("gpuType.purchase")->setValue(20000.0);
    box("gpuType.rent")->setValue(2.0);
    QCOMPARE(dialog.purchase()->price.value, 25000.0);  // 20,000 / 0.8
    QCOMPARE(dialog.rent()->price.value, 2.5);
    // A copy of a type with a price keeps it, whatever is shown.
    const auto priced = std::find_if(catalogue.gpus().begin(), catalogue.gpus().end(), [&](const auto& gpu) {
      return catalogue.purchase_price(gpu.id) != nullptr;
    });
    QVERIFY(priced != catalogue.gpus().end());
    const double usd = catalogue.purchase_price(priced->id)->price.value;
    GpuTypeDialog copy(catalogue);
    copy.fill(*priced);
    QCOMPARE(copy.findChild<QDoubleSpinBox*>(u"gpuType.purchase"_s)->value(), std::round(usd * 80.0) / 100.0);
    QCOMPARE(copy.purchase()->price.value, usd);

    const auto node = std::find_if(catalogue.nodes().begin(), catalogue.nodes().end(),
                                   [](const auto& one) { return one.prices.on_demand.has_value(); });
    QVERIFY(node != catalogue.nodes().end());
    const double rent = node->prices.on_demand->value;
    NodeTypeDialog changed(catalogue, *node);
    auto* field = changed.findChild<QDoubleSpinBox*>(u"nodeType.onDemand"_s);
    QVERIFY(field->suffix().endsWith(u"EUR/h"_s));
    QVERIFY(std::abs(field->value() - rent * 0.8) <= 0.005);  // two decimals
    QCOMPARE(changed.node().prices.on_demand->value, rent);
    field->setValue(40.0);
    QCOMPARE(changed.node().prices.on_demand->value, 50.0);  // 40 / 0.8
  }

  void cellsOfTheOutline() {
    PlanDocument document;
    document.reset(sample(), {});
    OutlineModel model(document);
    QVERIFY(
        model.headerData(OutlineModel::Price, Qt::Horizontal, Qt::DisplayRole).toString().startsWith(u'€'));
    const QModelIndex price = model.indexOf(OutlineModel::Kind::Pool, "h100", OutlineModel::Price);
    QVERIFY(price.isValid());
    QVERIFY(model.setData(price, u"2"_s, Qt::EditRole));
    const auto usd = [&] { return document.plan().cluster.pools.front().usd_per_gpu_hour; };
    QCOMPARE(document.plan().cluster.pools.front().id, std::string("h100"));
    QCOMPARE(usd(), std::optional(2.5));  // 2 / 0.8
    QCOMPARE(model.data(price, Qt::EditRole).toString(), u"2"_s);
    QCOMPARE(model.data(price, Qt::DisplayRole).toString(), u"2.00"_s);
  }

  /// 1.498 M dollars are 1.1984 M euros.
  void filtersCompareWithWhatIsShown() {
    cost::Evaluation e;
    e.money.usd_per_trillion_tokens = 1.498e6;
    FilterRow row;
    row.strategy = &e.strategy;
    row.evaluation = &e;
    const auto matches = [&](const QString& text) {
      const auto filter = RowFilter::parse(text);
      return filter && filter->accepts(row);
    };
    QVERIFY(matches(u"cost<1.2M"_s));
    QVERIFY(!matches(u"cost<1.19M"_s));
    QVERIFY(matches(u"€<1.2M"_s));
    QVERIFY(!matches(u"$<1.2M"_s));  // dollars, as it says
    QVERIFY(matches(u"$<1.5M"_s));

    const auto offered = [](const char* query) {  // at 10 dollars, 8 euros
      return shelfMatches(QString::fromUtf8(query), u"h100"_s, 80.0, 10.0);
    };
    for (const char* query : {"<9/h", "<€9", "<9eur", "<9€", "<$11", "<11usd", ">=€7.9", ">=80gb"})
      QVERIFY2(offered(query), query);
    for (const char* query : {"<7/h", "<€7", "<7eur", "<$9", "<9usd", "<9gbp", "<£9"})
      QVERIFY2(!offered(query), query);
    // 2.5 x 0.92 is 2.3 as it is shown, though 2.3 / 0.92 is a bit less than 2.5.
    setCurrentCurrency({u"EUR"_s, 0.92, QDate::currentDate()});
    for (const char* query : {"=€2.3", "<=2.3/h", ">=2.3eur", "=$2.5"})
      QVERIFY2(shelfMatches(QString::fromUtf8(query), u"h100"_s, 80.0, 2.5), query);
    for (const char* query : {"<2.3/h", ">€2.3", "=2.31/h"})
      QVERIFY2(!shelfMatches(QString::fromUtf8(query), u"h100"_s, 80.0, 2.5), query);
  }

  /// A sum is known by its sign where it is hidden, and a sign of one letter is not seen in every word.
  void whatTellsASum() {
    QVERIFY(tellsMoney(moneyText(5.0)) && tellsMoney(moneyPerTokens()) && tellsMoney(u"27000 USD"_s));
    QLocale::setDefault(QLocale(QLocale::English, QLocale::SouthAfrica));
    setCurrentCurrency({u"ZAR"_s, 18.0, QDate::currentDate()});
    QCOMPARE(currencySign(), u"R"_s);
    QVERIFY(tellsMoney(u"at most "_s + moneyText(5.0)) && tellsMoney(exactMoneyText(-5.0)));
    QVERIFY(tellsMoney(moneyPerTokens()) && tellsMoney(u"1.8 M ZAR"_s) && tellsMoney(u"$2.10"_s));
    QVERIFY(!tellsMoney(u"Recompute: Read from the data sheet"_s));
    QLocale::setDefault(QLocale::c());
  }

  void headingsAndAxes() {
    RankingModel ranking;
    const auto heading = [&](int role) {
      return ranking.headerData(RankingModel::UsdPerTrillion, Qt::Horizontal, role).toString();
    };
    QCOMPARE(heading(Qt::DisplayRole), u"€/1T tok"_s);
    QCOMPARE(heading(Qt::ToolTipRole), u"EUR per 10¹² tokens"_s);
    const AxisUnit axis = axisUnit(PlotAxis::UsdPerTrillion, 2.5e6);
    QCOMPARE(axis.title, u"€/1T tokens, million"_s);
    QCOMPARE(2.5e6 * axis.factor, 2.0);                                // 2.5 M x 0.8
    const AxisUnit below = axisUnit(PlotAxis::UsdPerTrillion, 1.2e6);  // 0.96 M are thousands
    QCOMPARE(below.title, u"€/1T tokens, thousand"_s);
    QVERIFY(std::abs(1.2e6 * below.factor - 960.0) < 1e-9);
    QCOMPARE(axisUnit(PlotAxis::TokensPerSecond, 2.5e6).factor, 1e-6);
    QCOMPARE(barText(100.0, "$"), u"€80.0/h"_s);  // bars of the comparison: 100 x 0.8
    QCOMPARE(barText(100.0, "s"), u"100\u202Fs"_s);
  }

  /// Code, rate and day, each told when it is wrong; until all three are right money stays as it was.
  void preferencesTakeACurrency() {
    setCurrentCurrency({});
    PreferencesDialog page{Preferences()};
    page.show();
    QSignalSpy changed(&page, &PreferencesDialog::changed);
    auto* note = page.findChild<QLabel*>(u"preferencesDialog.currencyNote"_s);
    auto* rate = page.findChild<QLineEdit*>(u"preferencesDialog.rate"_s);
    auto* day = page.findChild<QLineEdit*>(u"preferencesDialog.rateDate"_s);
    const auto told = [&](const QString& words) { return note->isVisible() && note->text().contains(words); };
    QVERIFY(!rate->isEnabled() && !day->isEnabled() && note->isHidden());
    enter(page, "preferencesDialog.currency", u"eur"_s);
    QCOMPARE(page.findChild<QComboBox*>(u"preferencesDialog.currency"_s)->currentText(), u"EUR"_s);
    QVERIFY(rate->isEnabled() && day->isEnabled());
    QVERIFY2(told(u"worth in EUR"_s) && told(u"stays in USD"_s), qPrintable(note->text()));
    enter(page, "preferencesDialog.rate", u"much"_s);
    QVERIFY2(told(u"“much”"_s), qPrintable(note->text()));
    enter(page, "preferencesDialog.rate", u"0"_s);
    QVERIFY2(told(u"above zero"_s), qPrintable(note->text()));
    enter(page, "preferencesDialog.rate", u"0.92"_s);
    QVERIFY2(told(u"day"_s), qPrintable(note->text()));
    enter(page, "preferencesDialog.rateDate", u"2026-02-30"_s);
    QVERIFY2(told(u"“2026-02-30”"_s), qPrintable(note->text()));
    const QDate today = QDate::currentDate();
    enter(page, "preferencesDialog.rateDate", today.addDays(2).toString(Qt::ISODate));
    QVERIFY2(told(u"to come"_s), qPrintable(note->text()));
    QCOMPARE(changed.size(), 0);
    QVERIFY(page.preferences().currency.isDollar());
    enter(page, "preferencesDialog.rateDate", today.addDays(-3).toString(Qt::ISODate));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(page.preferences().currency, (Currency{u"EUR"_s, 0.92, today.addDays(-3)}));
    QVERIFY(note->isHidden());
    enter(page, "preferencesDialog.rateDate", today.addDays(-181).toString(Qt::ISODate));
    QCOMPARE(changed.size(), 2);
    QVERIFY2(told(u"180 days"_s), qPrintable(note->text()));
    enter(page, "preferencesDialog.currency", u"EU"_s + u'1');
    QVERIFY2(told(u"three letters"_s) && told(u"stays in EUR"_s), qPrintable(note->text()));
    QCOMPARE(changed.size(), 2);
    enter(page, "preferencesDialog.currency", u"sek"_s);  // one that is not offered
    QVERIFY2(rate->text().isEmpty() && told(u"worth in SEK"_s), qPrintable(note->text()));
    QCOMPARE(rate->accessibleDescription(), note->text());  // for the ear
    const auto ink = [&] { return note->palette().color(QPalette::WindowText); };
    QCOMPARE(ink(), Theme::make(ThemeKind::Light).error);
    setCurrentTheme(ThemeKind::Dark);
    QEvent change(QEvent::StyleChange);
    QApplication::sendEvent(&page, &change);
    QCOMPARE(ink(), Theme::make(ThemeKind::Dark).error);
    setCurrentTheme(ThemeKind::Light);
    enter(page, "preferencesDialog.currency", u"EUR"_s);
    QCOMPARE(rate->text(), u"0.92"_s);  // what it was
    QVERIFY(rate->accessibleDescription().contains(u"180 days"_s));
    QCOMPARE(changed.size(), 2);
    enter(page, "preferencesDialog.currency", u"USD"_s);
    QCOMPARE(changed.size(), 3);
    QVERIFY(page.preferences().currency.isDollar() && !rate->isEnabled() && note->isHidden());
    // It opens with what is in force.
    Preferences liked;
    liked.currency = {u"CHF"_s, 0.88, today};
    PreferencesDialog again(liked);
    QCOMPARE(again.findChild<QComboBox*>(u"preferencesDialog.currency"_s)->currentText(), u"CHF"_s);
    QCOMPARE(again.findChild<QLineEdit*>(u"preferencesDialog.rate"_s)->text(), u"0.88"_s);
    QCOMPARE(again.findChild<QLineEdit*>(u"preferencesDialog.rateDate"_s)->text(),
             today.toString(Qt::ISODate));
  }
};

}  // namespace tst_money_fields

ASTROLABE_TEST(tst_money_fields, TestMoneyFields)
#include "tst_money_fields.moc"
