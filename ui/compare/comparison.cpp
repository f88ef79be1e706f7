#include "ui/compare/comparison.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "ui/canvas/totals.h"
#include "ui/compare/compared_kinds.h"
#include "ui/compare/comparison_columns.h"
#include "ui/compare/comparison_inputs.h"
#include "ui/document/scenario_text.h"
#include "ui/render/answer_text.h"
#include "ui/render/evidence_words.h"
#include "ui/render/kind_words.h"
#include "ui/render/marks.h"
#include "ui/render/messages.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"
#include "ui/render/report_lead.h"
#include "ui/render/report_words.h"
#include "ui/render/runtime_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using Section = ComparedRow::Section;
using Good = ComparedRow::Good;
using Change = ComparedCell::Change;

struct CompareWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Comparison)
};

constexpr double kSame = 0.0005;  // of a part of a bar: no digit that is shown differs

/// The fullest stage of each GPU type that holds one.
std::vector<ComparedBar> memoryBars(const ComparedOption& option, const Theme& theme) {
  struct Fullest {
    std::string gpu;
    const cost::StageMemory* memory;
  };
  std::vector<Fullest> types;
  for (const cost::StageMemory& stage : option.best->memory) {
    const std::string& gpu = option.problem->cluster.pools[static_cast<std::size_t>(stage.pool)].gpu.id;
    const auto known =
        std::find_if(types.begin(), types.end(), [&](const Fullest& type) { return type.gpu == gpu; });
    if (known == types.end())
      types.push_back({gpu, &stage});
    else if (stage.total > known->memory->total)
      known->memory = &stage;
  }
  std::vector<ComparedBar> bars;
  for (const Fullest& type : types) {
    const hardware::Pool& pool = option.problem->cluster.pools[static_cast<std::size_t>(type.memory->pool)];
    ComparedBar bar{shortGpuName(pool.gpu), memoryShares(*type.memory, theme), in_gib(type.memory->limit)};
    for (Share& share : bar.shares) share.value /= kGib;
    bars.push_back(std::move(bar));
  }
  return bars;
}

QString peakText(const ComparedOption& option) {
  if (option.best->fullest_stage() < 0) return percentText(option.best->mfu);
  const auto stage = static_cast<std::size_t>(option.best->fullest_stage());
  const auto pool = static_cast<std::size_t>(option.best->memory[stage].pool);
  return CompareWords::tr("%1 · %2 %3", "44.9 % · 91 % H100")
      .arg(percentText(option.best->mfu), percentText(option.best->memory_share(), 0),
           shortGpuName(option.problem->cluster.pools[pool].gpu));
}

/// One row: what `read` says of each scenario. `read` is asked only where there is something to read.
class Rows {
 public:
  Rows(std::vector<ComparedOption> options, const ComparedOption& baseline)
      : m_options(std::move(options)), m_baseline(baseline) {}

  template <class Test>
  bool isAny(const Test& test) const {
    return std::any_of(m_options.begin(), m_options.end(), test);
  }
  template <class Read>
  ComparedRow& words(const ComparedSection& section, const QString& name, const char* field,
                     const Read& read) {
    ComparedRow row = start(section, name, field);
    for (const ComparedOption& option : m_options)
      row.cells.push_back({read(option), {}, Change::None, 0.0, 0.0, {}, {}});
    m_rows.push_back(std::move(row));
    return m_rows.back();
  }
  template <class Read, class Text>
  ComparedRow& numbers(const ComparedSection& section, const QString& name, const char* field, Good good,
                       const Read& read, const Text& text) {
    ComparedRow row = start(section, name, field);
    row.good = good;
    const std::optional<double> base = read(m_baseline);
    for (const ComparedOption& option : m_options) {
      row.cells.push_back(numberCell(read(option), base, good, text));
    }
    m_rows.push_back(std::move(row));
    return m_rows.back();
  }
  /// Gives the last row bars, on one axis.
  template <class Read>
  void bars(const char* unit, const Read& read) {
    ComparedRow& row = m_rows.back();
    row.unit = unit;
    for (std::size_t i = 0; i < m_options.size(); ++i) {
      if (m_options[i].best == nullptr) continue;
      row.cells[i].bars = read(m_options[i]);
      for (const ComparedBar& bar : row.cells[i].bars)
        row.most = std::max({row.most, bar.total(), bar.limit});
    }
  }
  /// Marks what rests on an estimate of the power of machines in the last row.
  void restsOnPower() {
    for (std::size_t i = 0; i < m_options.size(); ++i) {
      ComparedCell& cell = m_rows.back().cells[i];
      cell.estimated = cell.value && m_options[i].best != nullptr && m_options[i].best->money.power_estimated;
      if (cell.estimated) cell.text = CompareWords::tr("≈ %1", "an estimate").arg(cell.text);
    }
  }
  std::vector<const plan::Plan*> plans() const {
    std::vector<const plan::Plan*> all;
    for (const ComparedOption& option : m_options) all.push_back(&option.plan);
    return all;
  }
  std::vector<ComparedRow> take() {
    for (ComparedRow& row : m_rows)
      for (std::size_t i = 0; i < m_options.size(); ++i) row.cells[i].stale = m_options[i].answer.stale;
    return std::move(m_rows);
  }

 private:
  static ComparedRow start(const ComparedSection& section, const QString& name, const char* field) {
    ComparedRow row;
    row.section = &section;
    row.name = name;
    row.field = field;
    return row;
  }
  std::vector<ComparedOption> m_options;
  const ComparedOption& m_baseline;
  std::vector<ComparedRow> m_rows;
};

/// What `read` says of the best result; nothing without one.
template <class Read>
auto ofBest(const Read& read) {
  return [read](const ComparedOption& option) -> std::optional<double> {
    if (option.best == nullptr) return std::nullopt;
    return read(*option.best);
  };
}

/// What is asked: words alone.
void inputs(Rows& rows, const hardware::Catalogue& catalogue) {
  for (const AskedRow& asked : askedRows(rows.plans(), catalogue)) {
    auto cell = asked.cells.begin();
    rows.words(Section::Inputs, asked.name, asked.field, [&](const ComparedOption&) { return *cell++; })
        .idle = asksNothing(asked);
  }
}

void result(Rows& rows) {
  const auto shown = [](const auto& read) {
    return [read](const ComparedOption& option) {
      return option.best == nullptr ? unknownText() : read(option);
    };
  };
  rows.numbers(Section::Result, CompareWords::tr("Tokens/s"), "tokens_per_second", Good::More,
               ofBest([](const cost::Evaluation& best) { return best.tokens_per_second; }),
               [](double value) { return wholeText(value); })
      .large = true;
  rows.numbers(Section::Result, moneyPerTokens(), "usd_per_trillion_tokens", Good::Less,
               ofBest([](const cost::Evaluation& best) { return best.money.usd_per_trillion_tokens; }),
               [](double value) { return moneyText(value, 4); })
      .large = true;
  rows.numbers(Section::Result, CompareWords::tr("Time for the job"), "outcome_hours", Good::Less,
               ofBest([](const cost::Evaluation& best) { return best.outcome.hours; }), [](double hours) {
                 cost::Outcome outcome;
                 outcome.hours = hours;
                 return jobHoursText(outcome);
               });
  rows.numbers(Section::Result, CompareWords::tr("Time without failures"), "hours_for_job", Good::Less,
               ofBest([](const cost::Evaluation& best) { return best.hours_for_job; }), hoursText);
  const bool anyBeside = rows.isAny([](const ComparedOption& option) { return option.beside != nullptr; });
  if (anyBeside)
    rows.words(Section::Result, CompareWords::tr("Recommended"), "recommended",
               shown([](const ComparedOption& option) {
                 return option.beside ? kindWords(*option.beside).label()
                                      : CompareWords::tr("strategy", "a kind of plan");
               }));
  rows.words(
      Section::Result, CompareWords::tr("Strategy"), "strategy", shown([](const ComparedOption& option) {
        return option.beside ? layoutLine(option.beside->layout) : reportDegrees(option.best->strategy);
      }));
  if (anyBeside)
    rows.numbers(
        Section::Result, CompareWords::tr("Best strategy, tokens/s"), "best_strategy_tokens_per_second",
        Good::More,
        [](const ComparedOption& option) {
          const cost::Evaluation* strategy = option.strategy();
          return strategy != nullptr ? std::optional(strategy->tokens_per_second) : std::nullopt;
        },
        [](double value) { return wholeText(value); });
  rows.words(Section::Result, CompareWords::tr("Runs on"), "runs_on", shown([](const ComparedOption& option) {
               return runsOnCell(option.beside
                                     ? kindWords(*option.beside).verdicts(*option.problem, *option.best)
                                     : judgeRuntimes(*option.problem, option.best->strategy),
                                 *option.problem);
             }));
  rows.words(Section::Result, CompareWords::tr("Rests on"), "evidence",
             shown([](const ComparedOption& option) {
               const QString names = unmeasuredNames(*option.problem, option.best->strategy);
               return names.isEmpty() ? evidenceWord(cost::Evidence::measured) : names;
             }))
      .idle = !rows.isAny([](const ComparedOption& option) {
    return option.best != nullptr && !unmeasuredNames(*option.problem, option.best->strategy).isEmpty();
  });
  rows.words(Section::Result, CompareWords::tr("GPUs used"), "gpus",
             shown([](const ComparedOption& option) { return reportGpus(*option.problem, *option.best); }));
  rows.words(Section::Result, CompareWords::tr("MFU · memory, % of limit"), "mfu_and_peak_memory",
             shown(peakText));
  rows.words(Section::Result, CompareWords::tr("Search"), "search", [](const ComparedOption& option) {
    if (option.beside) return leadEndText(option.beside->proof);
    return option.answer.snapshot == nullptr ? unknownText() : endText(*option.answer.snapshot);
  });
}

/// Which limits hold, and who is first by the goal; of several answers alone.
void decided(Rows& rows, const DecisionWords& words) {
  if (words.sentence.isEmpty()) return;
  auto limits = words.options.begin(), place = limits;
  rows.words(Section::Result, CompareWords::tr("Limits"), "limits_held",
             [&](const ComparedOption&) { return (limits++)->limits; });
  rows.words(Section::Result, CompareWords::tr("Place by the goal"), "place",
             [&](const ComparedOption&) { return (place++)->place; });
  auto chance = words.decision.options.begin();
  rows.words(Section::Result, CompareWords::tr("Chance to be the best"), "chance",
             [&](const ComparedOption&) {
               const plan::Decided& one = *chance++;
               return one.place > 0 ? percentText(one.chance, 0) : unknownText();
             });
}

/// For which scenarios a plan of another kind than strategies is recommended, and for which it is not known
/// whether one should be.
QStringList otherKinds(const std::vector<ComparedColumn>& columns) {
  QStringList told;
  for (const ComparedColumn& column : columns) {
    if (column.beside)
      told << (column.best_strategy_step_seconds
                   ? CompareWords::tr("For %1 a plan of another kind is recommended (%2); with the best "
                                      "strategy a step takes %3.",
                                      "scenario, plan of another kind, time")
                         .arg(column.label(), layoutLine(column.beside->layout),
                              durationText(*column.best_strategy_step_seconds))
                   : CompareWords::tr("For %1 a plan of another kind is recommended (%2); no strategy fits.",
                                      "scenario, plan of another kind")
                         .arg(column.label(), layoutLine(column.beside->layout)));
    const auto names = [](const std::vector<std::string>& keys) {
      QStringList all;
      for (const std::string& key : keys) all << QString::fromStdString(key);
      return all.join(u", "_s);
    };
    if (!column.unknown.empty())
      told << CompareWords::tr(
                  "For %1 some kinds of plan were not looked for (%2): one of them may be better.",
                  "scenario, kinds of plan")
                  .arg(column.label(), names(column.unknown));
    if (!column.stopped.empty())
      told
          << CompareWords::tr(
                 "For %1 the search for some kinds of plan was stopped early (%2): there may be better ones.",
                 "scenario, kinds of plan")
                 .arg(column.label(), names(column.stopped));
  }
  return told;
}

void cost(Rows& rows, const hardware::Catalogue& catalogue) {
  const auto plans = rows.plans();
  const bool networks = std::any_of(plans.begin(), plans.end(), [&](const plan::Plan* plan) {
    return totalsOf(*plan, catalogue).networksPriced > 0;
  });
  rows.numbers(
      Section::Cost,
      networks ? CompareWords::tr("Machines and priced networks to buy")
               : CompareWords::tr("Machines to buy"),
      "purchase_usd", Good::Less,
      [&](const ComparedOption& option) {
        // What is paid for, as the answer has it; all that stands there where nothing answers it as it is.
        return option.best != nullptr && !option.answer.stale && option.best->money.purchase
                   ? std::optional(option.best->money.purchase->value)
                   : totalsOf(option.plan, catalogue).purchaseUsd;
      },
      [](double value) { return moneyText(value); });
  rows.numbers(Section::Cost, CompareWords::tr("Cost per hour"), "usd_per_hour", Good::Less,
               ofBest([](const cost::Evaluation& best) {
                 return best.money.usd_per_hour ? std::optional(best.money.usd_per_hour->value)
                                                : std::nullopt;
               }),
               [](double value) { return CompareWords::tr("%1/h").arg(moneyText(value)); });
  rows.numbers(Section::Cost, CompareWords::tr("Cost of the job"), "outcome_usd", Good::Less,
               ofBest([](const cost::Evaluation& best) {
                 return best.outcome.usd ? std::optional(best.outcome.usd->value) : std::nullopt;
               }),
               [](double value) { return moneyText(value); });
  rows.numbers(Section::Cost, CompareWords::tr("Cost without failures"), "usd_for_job", Good::Less,
               ofBest([](const cost::Evaluation& best) {
                 return best.money.usd_for_job ? std::optional(best.money.usd_for_job->value) : std::nullopt;
               }),
               [](double value) { return moneyText(value); });
  rows.numbers(Section::Cost, CompareWords::tr("Power"), "power_kw", Good::Less,
               ofBest([](const cost::Evaluation& best) { return best.money.power_kw; }),
               [](double value) { return powerText(value * 1000.0); });
  rows.restsOnPower();
  rows.numbers(Section::Cost, CompareWords::tr("Energy of the job"), "outcome_energy_kwh", Good::Less,
               ofBest([](const cost::Evaluation& best) { return best.outcome.energy_kwh; }), energyText);
  rows.restsOnPower();
  if (rows.isAny(
          [](const ComparedOption& option) { return option.best && option.best->outcome.carbon_kg; })) {
    rows.numbers(Section::Cost, CompareWords::tr("Carbon of the job"), "outcome_carbon_kg", Good::Less,
                 ofBest([](const cost::Evaluation& best) { return best.outcome.carbon_kg; }), carbonText);
    rows.restsOnPower();
  }
}

void breakdown(Rows& rows, const Theme& theme) {
  rows.numbers(Section::Time, CompareWords::tr("seconds, one axis"), "step_seconds", Good::Less,
               ofBest([](const cost::Evaluation& best) { return best.step.value; }), durationText);
  rows.bars("s", [&](const ComparedOption& option) {
    return std::vector<ComparedBar>{{{}, timeShares(*option.best, theme), 0.0}};
  });
  rows.words(Section::Memory, CompareWords::tr("GiB, one axis"), "memory_gib",
             [](const ComparedOption& option) { return option.best == nullptr ? unknownText() : QString(); });
  rows.bars("GiB", [&](const ComparedOption& option) { return memoryBars(option, theme); });
  rows.words(Section::Money,
             CompareWords::tr("%1 per hour, one axis", "sign of a currency").arg(currencySign()),
             "money_per_hour", [](const ComparedOption& option) {
               if (option.best == nullptr) return unknownText();
               return option.best->money.usd_per_hour ? QString() : CompareWords::tr("no price");
             });
  rows.bars("$", [&](const ComparedOption& option) {
    std::vector<Share> shares = moneyShares(*option.best, theme);
    return shares.empty() ? std::vector<ComparedBar>()
                          : std::vector<ComparedBar>{{{}, std::move(shares), 0.0}};
  });
}

}  // namespace

double ComparedBar::total() const {
  return std::accumulate(shares.begin(), shares.end(), 0.0,
                         [](double sum, const Share& share) { return sum + share.value; });
}

bool ComparedRow::differs() const {
  const auto same = [](const ComparedCell& a, const ComparedCell& b) {
    const auto alike = [](const ComparedBar& x, const ComparedBar& y) {
      const auto equal = [](const Share& p, const Share& q) {
        return p.name == q.name && std::abs(p.value - q.value) <= kSame * std::max(p.value, q.value);
      };
      return x.name == y.name &&
             std::equal(x.shares.begin(), x.shares.end(), y.shares.begin(), y.shares.end(), equal);
    };
    return a.text == b.text && std::equal(a.bars.begin(), a.bars.end(), b.bars.begin(), b.bars.end(), alike);
  };
  return std::any_of(cells.begin(), cells.end(),
                     [&](const ComparedCell& cell) { return !same(cell, cells.front()); });
}

const ComparedSection ComparedRow::Section::Inputs{"inputs", [] { return CompareWords::tr("Inputs"); }};
const ComparedSection ComparedRow::Section::Result{"result", [] { return CompareWords::tr("Best result"); }};
const ComparedSection ComparedRow::Section::Cost{"cost",
                                                 [] { return CompareWords::tr("Purchase and running"); }};
const ComparedSection ComparedRow::Section::Time{"time", [] { return CompareWords::tr("Time per step"); }};
const ComparedSection ComparedRow::Section::Memory{
    "memory", [] { return CompareWords::tr("Memory per GPU, fullest stage of each type"); }, true};
const ComparedSection ComparedRow::Section::Money{"money", [] { return CompareWords::tr("Money per hour"); },
                                                  true};

int Comparison::baseline() const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [](const ComparedColumn& column) { return column.baseline; });
  return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

std::vector<int> firstCompared(const plan::Plan& plan) {
  std::vector<int> ids;
  for (const plan::Scenario* scenario : plan::scenarios(plan))
    if (ids.size() < kMostCompared) ids.push_back(scenario->id);
  const auto among = [&](int id) { return std::find(ids.begin(), ids.end(), id) != ids.end(); };
  if (!among(plan.baseline)) ids.back() = plan.baseline;
  if (!among(plan.id))
    *std::find_if(ids.rbegin(), ids.rend(), [&](int id) { return id != plan.baseline; }) = plan.id;
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::vector<int> comparedIds(const plan::Plan& plan, const std::vector<int>& wanted) {
  std::vector<int> ids;
  for (const int id : wanted)
    if (plan::find_scenario(plan, id) != nullptr) ids.push_back(id);
  return ids.empty() ? firstCompared(plan) : ids;
}

Comparison compareScenarios(const plan::Plan& plan, const hardware::Catalogue& catalogue,
                            const std::function<ComparedAnswer(int id)>& answerOf,
                            const std::vector<int>& ids, const Theme& theme) {
  Comparison comparison;
  comparison.all = static_cast<int>(plan.others.size()) + 1;
  std::vector<ComparedOption> options;
  for (const int id : ids) {
    options.push_back(optionOf(plan, id, answerOf(id)));
    comparison.columns.push_back(columnOf(plan, catalogue, id, options.back()));
  }
  const ComparedOption baseline = optionOf(plan, plan.baseline, answerOf(plan.baseline));
  std::vector<ComparedRow> ofKinds;
  for (const ComparedKind* kind : comparedKinds()) {
    std::vector<KindColumn> columns;
    for (std::size_t i = 0; i < options.size(); ++i)
      columns.push_back(kindColumn(*kind, options[i], comparison.columns[i].letter));
    const auto holders = std::count_if(columns.begin(), columns.end(),
                                       [&](const KindColumn& column) { return kind->holds(column); });
    if (holders < 2) continue;
    std::vector<ComparedRow> rows =
        kind->rows(columns, kindColumn(*kind, baseline, letterOf(plan, plan.baseline)), theme);
    std::move(rows.begin(), rows.end(), std::back_inserter(ofKinds));
  }
  std::vector<NamedOption> named;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const ComparedColumn& column = comparison.columns[i];
    const plan::Snapshot* answer = options[i].told.get();
    const bool done =
        options[i].best != nullptr || (answer != nullptr && answer->status == plan::Status::infeasible);
    const bool fresh = done && !options[i].answer.stale;
    named.push_back({column.id, column.label(), fresh ? answer : nullptr, column.baseline});
  }
  const bool trains = std::any_of(options.begin(), options.end(),
                                  [](const ComparedOption& option) { return option.plan.job.trains(); });
  comparison.decision = trains ? decisionWords(named) : servingDecision(options, comparison.columns);
  if (!comparison.decision.sentence.isEmpty()) comparison.decision.further << otherKinds(comparison.columns);
  Rows rows(std::move(options), baseline);
  inputs(rows, catalogue);
  if (trains) result(rows);
  decided(rows, comparison.decision);
  if (trains) {
    cost(rows, catalogue);
    breakdown(rows, theme);
  }
  comparison.rows = rows.take();
  std::move(ofKinds.begin(), ofKinds.end(), std::back_inserter(comparison.rows));
  return comparison;
}

Comparison compareScenarios(const PlanDocument& document, const ScenarioAnswers& answers,
                            const std::vector<int>& ids, const Theme& theme) {
  const auto answerOf = [&](int id) {
    ComparedAnswer known;
    if (const ScenarioAnswer* answer = answers.of(id)) {
      known.snapshot = answer->snapshot;
      known.asked = answer->asked;
    }
    known.stale = answers.isStale(id);
    known.searching = answers.isSearching(id);
    known.error = answers.errorOf(id);
    for (const auto& beside : answers.besides()) {
      ComparedFound& found = known.others[std::string(beside->planner().id())];
      if (const PlannerAnswer* answer = beside->of(id))
        found = {answer->option(),
                 answer->asked,
                 beside->isStale(id),
                 false,
                 answer->error,
                 true,
                 answer->found && answer->found->stopped_early};
      found.running = beside->isRunning(id);
    }
    return known;
  };
  return compareScenarios(document.plan(), document.catalogue(), answerOf, ids, theme);
}

QString changeText(const ComparedCell& cell, bool baseline) {
  // What was found for other inputs is compared with nothing: its column says what changed.
  if (cell.change == Change::None || (cell.stale && !baseline)) return {};
  if (cell.change == Change::Apart) return CompareWords::tr("another graph: not compared");
  if (baseline) return CompareWords::tr("baseline");
  if (cell.change == Change::Same) return CompareWords::tr("same");
  return (cell.share > 0.0 ? u"▲ "_s : u"▼ "_s) +
         CompareWords::tr("%1 (%2)", "a change in its unit and as a share")
             .arg(cell.by, signedPercentText(cell.share));
}

}  // namespace astrolabe::ui
