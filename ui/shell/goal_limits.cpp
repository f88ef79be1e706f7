// The limits of the goal, each with a box that switches it on, and the memory left free.

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>

#include "ui/document/commands/set_job.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/shell/assumed_mark.h"
#include "ui/shell/field_fixes.h"
#include "ui/shell/goal_checks.h"
#include "ui/shell/goal_choice.h"
#include "ui/shell/goal_dates.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/number_field.h"
#include "ui/shell/search_limit_row.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

template <class Money>
std::optional<double> plainValue(const std::optional<Money>& money) {
  return money ? std::optional(money->value) : std::nullopt;
}

}  // namespace

void GoalPanel::addLimit(QVBoxLayout* column, const LimitLook& look) {
  LimitRow row{look};
  auto* line = new QHBoxLayout;
  row.check = new QCheckBox(look.label, this);
  row.check->setObjectName(u"goalPanel.%1.check"_s.arg(look.name));
  row.field = new NumberField(u"goalPanel.%1"_s.arg(look.name), look.unit, this);
  row.field->setAccessibleName(look.label);
  row.check->setToolTip(look.help);
  row.field->setMeaning(look.help);
  if (isSum(look.key)) row.field->setMoney();
  row.field->setFixedWidth(fieldWidth());
  line->addWidget(row.check);
  line->addStretch();
  // The choice of the unit of time shall not make the panel wider: large letters have a line for it.
  constexpr double kNarrower = 40.0;
  QComboBox* unit = row.limit == &strategy::Limits::deadline_hours ? timeUnits(row.field) : nullptr;
  if (unit != nullptr && !largeText()) {
    row.field->setFixedWidth(fieldWidth() - scaled(kNarrower));
    line->addWidget(unit);
  }
  line->addWidget(row.field);
  column->addLayout(line);
  if (unit != nullptr && largeText()) {
    unit->setFixedWidth(fieldWidth());
    column->addWidget(unit, 0, Qt::AlignTrailing);
  }
  auto* meaning = new QLabel(look.help, this);
  meaning->setObjectName(u"goalPanel.%1.meaning"_s.arg(look.name));
  meaning->setFont(ui::font(TextRole::Caption));
  meaning->setWordWrap(true);
  meaning->hide();
  m_quiet << meaning;
  connect(row.check, &QCheckBox::toggled, meaning, &QWidget::setVisible);
  column->addWidget(meaning);
  column->addWidget(row.field->errorLabel());
  row.fixes = new FieldFixes(u"goalPanel.%1.fixes"_s.arg(look.name), row.field, this);
  column->addWidget(row.fixes);
  row.meaning = meaning;
  row.all = {row.check, row.field};
  if (unit != nullptr) row.all << unit;
  const std::size_t index = m_limits.size();
  m_limits.push_back(row);
  if (row.limit == &strategy::Limits::deadline_hours)
    connect(row.check, &QCheckBox::toggled, m_goal, &GoalChoice::setDeadlineAsked);
  connect(row.check, &QCheckBox::clicked, this, [this, index](bool on) {
    const LimitRow& it = m_limits[index];
    if (on) {
      it.field->setEnabled(true);
      // The one that stood there before it was switched off, or what the best strategy needs.
      const std::optional<double> stood = it.field->value(), value = stood ? stood : it.start;
      if (value) change(it.text, {}, [&](strategy::Job& job) { job.limits.*it.limit = *value; });
      if (!stood) {
        it.field->setFocus(Qt::OtherFocusReason);
        it.field->selectAll();
      }
      return;
    }
    it.field->setEnabled(false);
    it.field->setProblem({});
    change(tr("no limit for %1", "undo step: Set …").arg(it.text), {},
           [&](strategy::Job& job) { (job.limits.*it.limit).reset(); });
  });
  connect(row.field, &NumberField::committed, this, [this, index](double value) {
    const LimitRow& it = m_limits[index];
    change(it.text, {}, [&](strategy::Job& job) { job.limits.*it.limit = value; });
  });
}

/// In what the time is counted; a unit typed behind the number is taken over.
QComboBox* GoalPanel::timeUnits(NumberField* field) {
  struct TimeUnit {
    double hours;
    QString name, letter;
  };
  constexpr double kDay = 24.0, kWeek = 7.0 * kDay;
  const QList<TimeUnit> units{{1.0, tr("hours"), tr("h")},
                              {kDay, tr("days"), tr("d", "days")},
                              {kWeek, tr("weeks"), tr("w", "weeks")}};
  auto* choice = new QComboBox(this);
  choice->setObjectName(u"goalPanel.deadlineUnit"_s);
  choice->setAccessibleName(tr("Unit of the time within which it is done"));
  for (const TimeUnit& unit : units) choice->addItem(unit.name);
  const auto count = [field, units](int index) {
    if (index >= 0) field->setTimeUnit(units.at(index).hours, units.at(index).letter);
  };
  connect(choice, &QComboBox::currentIndexChanged, field, [field, count](int index) {
    if (field->isRefused()) field->dropTyped();  // it was typed in the other unit
    count(index);
  });
  connect(field, &NumberField::timeUnitTyped, choice, [choice, units](double hours) {
    for (int i = 0; i < units.size(); ++i)
      if (units.at(i).hours == hours) choice->setCurrentIndex(i);
  });
  count(0);
  return choice;
}

void GoalPanel::buildLimits(QVBoxLayout* column) {
  using strategy::Limits;
  using Best = cost::Evaluation;
  const QString& code = currentCurrency().code;
  addLimit(column,
           {&Limits::budget_usd, "budget_usd", u"budget"_s, tr("Budget at most"), code,
            tr("budget", "undo step: Set …"), tr("What the job costs, failures and restarts included."),
            [](const Best& best) { return plainValue(best.outcome.usd); }});
  addLimit(column,
           {&Limits::purchase_usd, "purchase_usd", u"purchase"_s, tr("Purchase at most"), code,
            tr("purchase limit", "undo step: Set …"),
            tr("The price of all machines that are bought, in whole units, with their network. It does "
               "not bind machines that are rented or owned already."),
            [](const Best& best) { return plainValue(best.money.purchase); }});
  addLimit(column,
           {&Limits::ownership_usd, "ownership_usd", u"ownership"_s, tr("Ownership at most"), code,
            tr("limit on ownership", "undo step: Set …"),
            tr("The machines over the years of service: purchase less what is left of it, electricity "
               "and hosting."),
            [](const Best& best) { return plainValue(best.money.ownership); }});
  addLimit(column, {&Limits::usd_per_hour, "usd_per_hour", u"usdPerHour"_s, tr("Cost at most"),
                    tr("%1/h", "code of a currency").arg(code), tr("cost per hour", "undo step: Set …"),
                    tr("What an hour of work costs on the machines that are paid for."),
                    [](const Best& best) { return plainValue(best.money.usd_per_hour); }});
  addLimit(column, {&Limits::usd_per_month, "usd_per_month", u"usdPerMonth"_s, tr("Month at most"), code,
                    tr("cost per month", "undo step: Set …"),
                    tr("What a month of 730.5 hours costs on the machines that are paid for."),
                    [](const Best& best) { return plainValue(best.money.usd_per_month); }});
  addLimit(column, {&Limits::usd_per_trillion_tokens, "usd_per_trillion_tokens", u"usdPerTokens"_s,
                    tr("%1 at most", "$/1T tokens").arg(moneyPerTokens()), code,
                    tr("cost per trillion tokens", "undo step: Set …"),
                    tr("What 10¹² tokens cost, failures and restarts included."), [](const Best& best) {
                      // With failures, as it is held against the limit.
                      const auto ideal = best.money.usd_per_trillion_tokens;
                      return ideal && best.outcome.hours > 0.0 && best.hours_for_job > 0.0
                                 ? std::optional(*ideal * best.outcome.hours / best.hours_for_job)
                                 : ideal;
                    }});
  addLimit(column,
           {&Limits::deadline_hours, "deadline_hours", u"deadline"_s, tr("Done within"), tr("h"),
            tr("deadline", "undo step: Set …"), tr("How long the job takes, failures and restarts included."),
            [](const Best& best) { return std::optional(best.outcome.hours); }});
  m_dates = new GoalDates(m_document, fieldWidth(), this);
  column->addWidget(m_dates);
  addLimit(column, {&Limits::power_kw, "power_kw", u"power"_s, tr("Power at most"), tr("kW"),
                    tr("power limit", "undo step: Set …"),
                    tr("What the machines that are paid for draw at the wall, with switches and cooling."),
                    [](const Best& best) { return std::optional(best.money.power_kw); }});
  buildHeadroom(column);
  m_searchLimit = new SearchLimitRow(fieldWidth(), this);
  column->addWidget(m_searchLimit);
}

void GoalPanel::focusLimit(const std::string& limit) {
  NumberField* field = limit == "memory_headroom" ? m_headroom : nullptr;
  for (const LimitRow& row : m_limits)
    if (limit == row.key) field = row.field;
  if (field == nullptr || !field->isEnabled()) return;
  field->setFocus(Qt::OtherFocusReason);
  field->selectAll();
}

void GoalPanel::buildHeadroom(QVBoxLayout* column) {
  auto* line = new QHBoxLayout;
  m_headroomCheck = new QCheckBox(tr("Memory headroom"), this);
  m_headroomCheck->setObjectName(u"goalPanel.headroom.check"_s);
  m_headroom = new NumberField(u"goalPanel.headroom"_s, u"%"_s, this);
  m_headroom->setAccessibleName(tr("Memory headroom"));
  m_headroom->setLimits({.low = 0, .high = 90, .aboveZero = false});
  m_headroom->setFixedWidth(fieldWidth());
  const QString meaning = tr("The share of each GPU's memory that a plan leaves free.");
  m_headroomCheck->setToolTip(meaning);
  m_headroom->setMeaning(meaning);
  line->addWidget(m_headroomCheck);
  line->addStretch();
  line->addWidget(m_headroom);
  column->addLayout(line);
  column->addWidget(m_headroom->errorLabel());
  const auto set = [this](double percent) {
    change(tr("memory headroom", "undo step: Set …"), kHeadroom,
           [&](strategy::Job& job) { job.limits.memory_headroom = percent / 100.0; });
  };
  connect(m_headroom, &NumberField::committed, this, set);
  connect(m_headroomCheck, &QCheckBox::clicked, this,
          [this, set](bool on) { set(on ? m_lastHeadroom : 0.0); });
  const double usual = strategy::Limits{}.memory_headroom;
  const auto back = [this] { assume(m_document, tr("memory headroom", "undo step: Set …"), kHeadroom); };
  m_headroom->setDefault(usual * 100.0);
  connect(m_headroom, &NumberField::defaultWanted, this, back);
  m_ways.push_back({addWayBack(m_headroomCheck, percentText(usual, 0), back), kHeadroom});
}

void GoalPanel::setBest(const cost::Evaluation& best, const cost::Evaluation* leader) {
  for (LimitRow& row : m_limits) {
    std::optional<double> taken = row.taken(best);
    if (leader != nullptr) taken = std::max(taken, row.taken(*leader));
    row.start = taken && *taken > 0.0 ? std::optional(roundedUp(row.key, *taken)) : std::nullopt;
  }
  m_dates->setHours(std::max(best.outcome.hours, leader != nullptr ? leader->outcome.hours : 0.0));
}

}  // namespace astrolabe::ui
