#include "ui/compare/comparison_rows.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "core/planning/leading.h"
#include "core/planning/ranking_proof.h"
#include "ui/canvas/totals.h"
#include "ui/compare/comparison_inputs.h"
#include "ui/render/answer_text.h"
#include "ui/render/evidence_words.h"
#include "ui/render/kind_words.h"
#include "ui/render/leader_words.h"
#include "ui/render/marks.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"
#include "ui/render/report_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using Section = ComparedRow::Section;
using Good = ComparedRow::Good;
using Change = ComparedCell::Change;

struct RowWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Comparison)
};

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
  return RowWords::tr("%1 · %2 %3", "44.9 % · 91 % H100")
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
      if (cell.estimated) cell.text = RowWords::tr("≈ %1", "an estimate").arg(cell.text);
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

/// The end of the search, and what is proven of all kinds of plan that were looked for, as in reports.
QString searchText(const ComparedOption& option) {
  const plan::SnapshotPtr& snapshot = option.answer.snapshot;
  if (snapshot == nullptr) return unknownText();
  planning::Beside beside;
  for (const planning::Planner* planner : planning::planners_beside()) {
    const auto known = option.answer.others.find(std::string(planner->id()));
    if (known == option.answer.others.end() || !known->second.known || known->second.stale) continue;
    std::vector<planning::OptionPtr> first;
    if (known->second.option) first.push_back(known->second.option);
    beside.others.push_back({planner, std::move(first), known->second.stopped, known->second.least});
  }
  const auto proof = option.problem == nullptr || option.answer.stale
                         ? std::nullopt
                         : planning::ranking_proof(*snapshot, beside);
  return leadEndText(*snapshot, option.beside.get(), proof);
}

void result(Rows& rows) {
  const auto shown = [](const auto& read) {
    return [read](const ComparedOption& option) {
      return option.best == nullptr ? unknownText() : read(option);
    };
  };
  rows.numbers(Section::Result, RowWords::tr("Tokens/s"), "tokens_per_second", Good::More,
               ofBest([](const cost::Evaluation& best) { return best.tokens_per_second; }),
               [](double value) { return wholeText(value); })
      .large = true;
  rows.numbers(Section::Result, moneyPerTokens(), "usd_per_trillion_tokens", Good::Less,
               ofBest([](const cost::Evaluation& best) { return best.money.usd_per_trillion_tokens; }),
               [](double value) { return moneyText(value, 4); })
      .large = true;
  rows.numbers(Section::Result, RowWords::tr("Time for the job"), "outcome_hours", Good::Less,
               ofBest([](const cost::Evaluation& best) { return best.outcome.hours; }), [](double hours) {
                 cost::Outcome outcome;
                 outcome.hours = hours;
                 return jobHoursText(outcome);
               });
  rows.numbers(Section::Result, RowWords::tr("Time without failures"), "hours_for_job", Good::Less,
               ofBest([](const cost::Evaluation& best) { return best.hours_for_job; }), hoursText);
  const bool anyBeside = rows.isAny([](const ComparedOption& option) { return option.beside != nullptr; });
  if (anyBeside)
    rows.words(Section::Result, RowWords::tr("Recommended"), "recommended",
               shown([](const ComparedOption& option) {
                 return option.beside ? kindWords(*option.beside).label()
                                      : RowWords::tr("strategy", "a kind of plan");
               }));
  rows.words(Section::Result, RowWords::tr("Strategy"), "strategy", shown([](const ComparedOption& option) {
               return option.beside ? layoutLine(option.beside->layout)
                                    : reportDegrees(option.best->strategy);
             }));
  if (anyBeside)
    rows.numbers(
        Section::Result, RowWords::tr("Best strategy, tokens/s"), "best_strategy_tokens_per_second",
        Good::More,
        [](const ComparedOption& option) {
          const cost::Evaluation* strategy = option.strategy();
          return strategy != nullptr ? std::optional(strategy->tokens_per_second) : std::nullopt;
        },
        [](double value) { return wholeText(value); });
  rows.words(Section::Result, RowWords::tr("Runs on"), "runs_on", shown([](const ComparedOption& option) {
               return runsOnCell(option.beside
                                     ? kindWords(*option.beside).verdicts(*option.problem, *option.best)
                                     : judgeRuntimes(*option.problem, option.best->strategy),
                                 *option.problem);
             }));
  rows.words(Section::Result, RowWords::tr("Rests on"), "evidence", shown([](const ComparedOption& option) {
               const QString names = unmeasuredNames(*option.problem, option.best->strategy);
               return names.isEmpty() ? evidenceWord(cost::Evidence::measured) : names;
             }))
      .idle = !rows.isAny([](const ComparedOption& option) {
    return option.best != nullptr && !unmeasuredNames(*option.problem, option.best->strategy).isEmpty();
  });
  rows.words(Section::Result, RowWords::tr("GPUs used"), "gpus",
             shown([](const ComparedOption& option) { return reportGpus(*option.problem, *option.best); }));
  rows.words(Section::Result, RowWords::tr("MFU · memory, % of limit"), "mfu_and_peak_memory",
             shown(peakText));
  rows.words(Section::Result, RowWords::tr("Search"), "search", searchText);
}

/// Which limits hold, and who is first by the goal; of several answers alone.
void decided(Rows& rows, const DecisionWords& words) {
  if (words.sentence.isEmpty()) return;
  auto limits = words.options.begin(), place = limits;
  rows.words(Section::Result, RowWords::tr("Limits"), "limits_held",
             [&](const ComparedOption&) { return (limits++)->limits; });
  rows.words(Section::Result, RowWords::tr("Place by the goal"), "place",
             [&](const ComparedOption&) { return (place++)->place; });
  auto chance = words.decision.options.begin();
  rows.words(Section::Result, RowWords::tr("Chance to be the best"), "chance", [&](const ComparedOption&) {
    const plan::Decided& one = *chance++;
    return one.place > 0 ? percentText(one.chance, 0) : unknownText();
  });
}

void cost(Rows& rows, const hardware::Catalogue& catalogue) {
  const auto plans = rows.plans();
  const bool networks = std::any_of(plans.begin(), plans.end(), [&](const plan::Plan* plan) {
    return totalsOf(*plan, catalogue).networksPriced > 0;
  });
  rows.numbers(
      Section::Cost,
      networks ? RowWords::tr("Machines and priced networks to buy") : RowWords::tr("Machines to buy"),
      "purchase_usd", Good::Less,
      [&](const ComparedOption& option) {
        // What is paid for, as the answer has it; all that stands there where nothing answers it as it is.
        return option.best != nullptr && !option.answer.stale && option.best->money.purchase
                   ? std::optional(option.best->money.purchase->value)
                   : totalsOf(option.plan, catalogue).purchaseUsd;
      },
      [](double value) { return moneyText(value); });
  rows.numbers(Section::Cost, RowWords::tr("Cost per hour"), "usd_per_hour", Good::Less,
               ofBest([](const cost::Evaluation& best) {
                 return best.money.usd_per_hour ? std::optional(best.money.usd_per_hour->value)
                                                : std::nullopt;
               }),
               [](double value) { return RowWords::tr("%1/h").arg(moneyText(value)); });
  rows.numbers(Section::Cost, RowWords::tr("Cost of the job"), "outcome_usd", Good::Less,
               ofBest([](const cost::Evaluation& best) {
                 return best.outcome.usd ? std::optional(best.outcome.usd->value) : std::nullopt;
               }),
               [](double value) { return moneyText(value); });
  rows.numbers(Section::Cost, RowWords::tr("Cost without failures"), "usd_for_job", Good::Less,
               ofBest([](const cost::Evaluation& best) {
                 return best.money.usd_for_job ? std::optional(best.money.usd_for_job->value) : std::nullopt;
               }),
               [](double value) { return moneyText(value); });
  rows.numbers(Section::Cost, RowWords::tr("Power at the wall"), "power_kw", Good::Less,
               ofBest([](const cost::Evaluation& best) { return best.money.power_kw; }),
               [](double value) { return powerText(value * 1000.0); });
  rows.restsOnPower();
  rows.numbers(Section::Cost, RowWords::tr("Energy of the job"), "outcome_energy_kwh", Good::Less,
               ofBest([](const cost::Evaluation& best) { return best.outcome.energy_kwh; }), energyText);
  rows.restsOnPower();
  if (rows.isAny(
          [](const ComparedOption& option) { return option.best && option.best->outcome.carbon_kg; })) {
    rows.numbers(Section::Cost, RowWords::tr("Carbon of the job"), "outcome_carbon_kg", Good::Less,
                 ofBest([](const cost::Evaluation& best) { return best.outcome.carbon_kg; }), carbonText);
    rows.restsOnPower();
  }
}

void breakdown(Rows& rows, const Theme& theme) {
  rows.numbers(Section::Time, RowWords::tr("seconds, one axis"), "step_seconds", Good::Less,
               ofBest([](const cost::Evaluation& best) { return best.step.value; }), durationText);
  rows.bars("s", [&](const ComparedOption& option) {
    return std::vector<ComparedBar>{{{}, timeShares(*option.best, theme), 0.0}};
  });
  rows.words(Section::Memory, RowWords::tr("GiB, one axis"), "memory_gib",
             [](const ComparedOption& option) { return option.best == nullptr ? unknownText() : QString(); });
  rows.bars("GiB", [&](const ComparedOption& option) { return memoryBars(option, theme); });
  rows.words(Section::Money, RowWords::tr("%1 per hour, one axis", "sign of a currency").arg(currencySign()),
             "money_per_hour", [](const ComparedOption& option) {
               if (option.best == nullptr) return unknownText();
               return option.best->money.usd_per_hour ? QString() : RowWords::tr("no price");
             });
  rows.bars("$", [&](const ComparedOption& option) {
    std::vector<Share> shares = moneyShares(*option.best, theme);
    return shares.empty() ? std::vector<ComparedBar>()
                          : std::vector<ComparedBar>{{{}, std::move(shares), 0.0}};
  });
}

}  // namespace

const ComparedSection ComparedRow::Section::Inputs{"inputs", [] { return RowWords::tr("Inputs"); }};
const ComparedSection ComparedRow::Section::Result{"result", [] { return RowWords::tr("Best result"); }};
const ComparedSection ComparedRow::Section::Cost{"cost", [] { return RowWords::tr("Purchase and running"); }};
const ComparedSection ComparedRow::Section::Time{"time", [] { return RowWords::tr("Time per step"); }};
const ComparedSection ComparedRow::Section::Memory{
    "memory", [] { return RowWords::tr("Memory per GPU, fullest stage of each type"); }, true};
const ComparedSection ComparedRow::Section::Money{"money", [] { return RowWords::tr("Money per hour"); },
                                                  true};

std::vector<ComparedRow> comparedRows(std::vector<ComparedOption> options, const ComparedOption& baseline,
                                      const hardware::Catalogue& catalogue, const DecisionWords& decision,
                                      bool trains, const Theme& theme) {
  Rows rows(std::move(options), baseline);
  inputs(rows, catalogue);
  if (trains) result(rows);
  decided(rows, decision);
  if (trains) {
    cost(rows, catalogue);
    breakdown(rows, theme);
  }
  return rows.take();
}

}  // namespace astrolabe::ui
