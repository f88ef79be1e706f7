// What was asked: the job, its limits, the GPUs it may use, what is fixed, the cost basis, own rules.

#include "ui/render/report_question.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/cost/money.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/strategy/rules.h"
#include "ui/render/answer_text.h"
#include "ui/render/cost_words.h"
#include "ui/render/mark_words.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"
#include "ui/render/tuning_words.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using hardware::CostBasis;

struct QuestionText {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

QString goalText(strategy::Objective objective) {
  switch (objective) {
    case strategy::Objective::throughput:
      return QuestionText::tr("Highest speed");
    case strategy::Objective::money:
      return QuestionText::tr("Lowest cost of a token");
    case strategy::Objective::gpus:
      return QuestionText::tr("Fewest GPUs, then the highest speed");
    case strategy::Objective::pareto:
      break;
  }
  return QuestionText::tr("Speed and cost: what no other beats in both");
}

/// A share with the decimals that it was stated with: 12.5 % for an eighth.
QString statedShare(double share) {
  constexpr int kMost = 6;
  int decimals = 0;
  for (double percent = share * 100.0; decimals < kMost && std::fabs(percent - std::round(percent)) > 1e-6;
       percent *= 10.0)
    ++decimals;
  return percentText(share, decimals);
}

/// What the marks of a pool leave of it: the GPUs that work, but for the nodes that stand by. Which of them a
/// plan takes is its own choice: strategies differ in it, and other kinds name GPUs one by one.
QString leftText(const hardware::Pool& pool) {
  const std::vector<hardware::GpuState> states = hardware::gpu_states(pool);
  const auto working =
      std::count_if(states.begin(), states.end(), [](const auto& state) { return !state.failed; });
  const int most = std::min(static_cast<int>(working), (pool.nodes - pool.spares) * pool.gpus_per_node);
  return QuestionText::tr("up to %1 of %2 (%3)", "GPUs, what is slow, failed or spare")
      .arg(wholeText(most), wholeText(pool.gpus()),
           marksText(pool.slow.size(), pool.failed.size(), pool.spares, {}));
}

/// How many GPUs of each pool, and of all, a plan may take.
void addGpus(const hardware::Cluster& cluster, std::vector<QStringList>& rows) {
  for (const hardware::Pool& pool : cluster.pools) {
    const QString count = wholeText(pool.max_gpus);
    const std::vector<hardware::Usable> choices = hardware::usable_choices(pool);
    const bool follows = hardware::is_marked(pool) &&
                         std::any_of(choices.begin(), choices.end(),
                                     [&](const auto& choice) { return hardware::is_chosen(pool, choice); });
    rows.push_back({QuestionText::tr("GPUs of %1").arg(text(pool.id)),
                    follows                    ? leftText(pool)
                    : cluster.may_leave_unused ? QuestionText::tr("at most %1").arg(count)
                                               : QuestionText::tr("exactly %1").arg(count),
                    follows ? QuestionText::tr("stated") : QuestionText::tr("limit")});
  }
  if (cluster.max_total_gpus)
    rows.push_back({QuestionText::tr("GPUs in all"),
                    QuestionText::tr("at most %1").arg(wholeText(*cluster.max_total_gpus)),
                    QuestionText::tr("limit")});
}

/// Networks to buy, and hosting that nobody gave a price: never assumed, so none is told as none.
void addUnassumed(const strategy::Problem& problem, std::vector<QStringList>& rows) {
  const strategy::Cost& cost = problem.job.cost;
  const QStringList none{QuestionText::tr("no price"), QuestionText::tr("not stated")};
  if (cost.basis == CostBasis::buy)
    for (const hardware::Pool& pool : problem.cluster.pools)
      rows.push_back(
          QStringList{QuestionText::tr("Network of %1, purchase price per node").arg(text(pool.id))} +
          (pool.network_per_gpu
               ? QStringList{exactMoneyText(pool.network_per_gpu->value * pool.gpus_per_node),
                             QuestionText::tr("stated")}
               : none));
  if (cost.basis != CostBasis::rent && !cost.hosting_usd_per_kw_month)
    rows.push_back(QStringList{QuestionText::tr("Hosting per kW and month")} + none);
}

/// A rule as it was written, on one line, without its name.
QString ruleText(const strategy::Rule& rule) {
  QString words = text(rule.text).simplified();
  if (words.startsWith(text(rule.name))) words = words.mid(words.indexOf(u':') + 1).trimmed();
  return rule.off ? QuestionText::tr("switched off") : words;
}

}  // namespace

namespace {

/// Which GPUs are charged that a plan does not use.
QString idleChargedText(const strategy::Problem& problem) {
  if (problem.job.cost.idle_gpus_cost) return QuestionText::tr("yes");
  const auto& pools = problem.cluster.pools;
  const bool kept = std::any_of(pools.begin(), pools.end(), [&](const hardware::Pool& pool) {
    return cost::kept_gpus(pool, problem.job.cost, 0) > 0;
  });
  return kept ? QuestionText::tr("of spare nodes alone", "idle GPUs that are charged")
              : QuestionText::tr("no");
}

}  // namespace

std::vector<ReportCost> reportCosts(const strategy::Problem& problem) {
  static const strategy::Job usual;
  const strategy::Job& job = problem.job;
  const strategy::Cost &cost = job.cost, &assumed = usual.cost;
  std::vector<ReportCost> costs;
  const auto add = [&](const char* key, const QString& name, const QString& value, bool differs) {
    costs.push_back({key, name, value, differs || strategy::is_stated(job, key)});
  };
  add("cost.basis", QuestionText::tr("Cost basis"), basisText(cost.basis), cost.basis != assumed.basis);
  if (cost.basis == CostBasis::rent)
    add("cost.commitment", QuestionText::tr("Commitment"), commitmentText(cost.commitment),
        cost.commitment != assumed.commitment);
  if (cost.basis == CostBasis::buy) {
    add("cost.years", QuestionText::tr("Service life"), significantText(cost.years),
        cost.years != assumed.years);
    add("cost.residual", QuestionText::tr("Residual value"), statedShare(cost.residual),
        cost.residual != assumed.residual);
  }
  const bool hosted = cost.basis != CostBasis::rent && cost.hosting_usd_per_kw_month.value_or(0.0) > 0.0;
  if (cost.basis == CostBasis::buy || hosted)
    add("cost.utilisation", QuestionText::tr("Utilisation (hours in use)"), statedShare(cost.utilisation),
        cost.utilisation != assumed.utilisation);
  if (cost.basis != CostBasis::rent) {
    add("cost.usd_per_kwh", QuestionText::tr("Price of a kWh"), moneyText(cost.usd_per_kwh),
        cost.usd_per_kwh != assumed.usd_per_kwh);
    add("cost.pue", QuestionText::tr("PUE (facility power ÷ IT power)"), significantText(cost.pue),
        cost.pue != assumed.pue);
    if (cost.hosting_usd_per_kw_month)
      add("cost.hosting_usd_per_kw_month", QuestionText::tr("Hosting per kW and month"),
          exactMoneyText(*cost.hosting_usd_per_kw_month), true);
  }
  if (cost.carbon_g_per_kwh) {
    const hardware::Grid* grid = hardware::Catalogue::built_in().find_grid(cost.grid);
    const QString grams = QuestionText::tr("%1 g CO₂e").arg(significantText(*cost.carbon_g_per_kwh));
    add("cost.carbon_g_per_kwh", QuestionText::tr("Carbon of a kWh"),
        grid == nullptr ? grams
                        : QuestionText::tr("%1 (grid of %2, %3)", "432 g CO2e (grid of Iowa, 2025)")
                              .arg(grams, text(grid->place), text(grid->source_date)),
        true);
  }
  if (problem.cluster.may_leave_unused && (cost.basis != CostBasis::own || hosted))
    add("cost.idle_gpus_cost", QuestionText::tr("Idle GPUs are charged"), idleChargedText(problem),
        cost.idle_gpus_cost != assumed.idle_gpus_cost && !hardware::is_marked(problem.cluster));
  return costs;
}

namespace {

/// What is trained, on which samples, against which reference.
void addTuning(const strategy::Tuning& tuning, std::vector<QStringList>& rows) {
  const QString stated = QuestionText::tr("stated");
  rows.push_back({QuestionText::tr("Fine-tuning"), tuningMethodText(tuning), stated});
  if (tuning.adapters())
    rows.push_back({QuestionText::tr("Products with adapters"),
                    tuningNames(tuning.targets, QuestionText::tr("every product")), stated});
  if (!tuning.frozen.empty())
    rows.push_back({QuestionText::tr("Frozen parts"), tuningNames(tuning.frozen, {}), stated});
  if (tuning.lengths)
    rows.push_back({QuestionText::tr("Samples"),
                    tuning.packing ? QuestionText::tr("packed into full sequences")
                                   : QuestionText::tr("padded to the longest of a micro-batch"),
                    stated});
  if (tuning.reference)
    rows.push_back(
        {QuestionText::tr("Reference model"), text(strategy::to_string(*tuning.reference)), stated});
}

}  // namespace

void drawQuestion(ReportWriter& page, const ReportContent& c) {
  const strategy::Job& job = c.problem.job;
  const strategy::Limits& limits = job.limits;
  page.heading(QuestionText::tr("What was asked"));
  const auto mark = [&](const char* key) {
    return strategy::is_stated(job, key) ? QuestionText::tr("stated") : QuestionText::tr("assumed");
  };
  std::vector<QStringList> rows{
      {QuestionText::tr("Model"), text(c.problem.graph->name), QuestionText::tr("stated")},
      {QuestionText::tr("Goal"), goalText(c.snapshot.objective), QuestionText::tr("stated")},
      {QuestionText::tr("Sequence length"), QuestionText::tr("%1 tokens").arg(wholeText(job.sequence_length)),
       mark("sequence_length")},
      {QuestionText::tr("Global batch"), QuestionText::tr("%1 sequences").arg(wholeText(job.global_batch)),
       mark("global_batch")},
      {QuestionText::tr("Tokens"), significantText(job.tokens), mark("tokens")},
      {QuestionText::tr("Precision"), text(hardware::to_string(job.precision)), mark("precision")},
      {QuestionText::tr("Optimizer"), text(strategy::to_string(job.optimizer)), mark("optimizer")},
      {QuestionText::tr("Memory headroom"), statedShare(limits.memory_headroom),
       mark("limits.memory_headroom")}};
  if (job.tuning) addTuning(*job.tuning, rows);
  const auto limit = [&](const QString& name, const char* key, const std::optional<double>& value) {
    rows.push_back({name, value ? limitText(key, *value) : unknownText(), QuestionText::tr("limit")});
  };
  limit(QuestionText::tr("Budget"), "budget_usd", limits.budget_usd);
  limit(QuestionText::tr("Deadline"), "deadline_hours", limits.deadline_hours);
  limit(QuestionText::tr("Power"), "power_kw", limits.power_kw);
  limit(QuestionText::tr("Cost of an hour"), "usd_per_hour", limits.usd_per_hour);
  limit(QuestionText::tr("Cost of 10¹² tokens"), "usd_per_trillion_tokens", limits.usd_per_trillion_tokens);
  limit(QuestionText::tr("Purchase"), "purchase_usd", limits.purchase_usd);
  limit(QuestionText::tr("Cost of a month"), "usd_per_month", limits.usd_per_month);
  limit(QuestionText::tr("Cost of ownership"), "ownership_usd", limits.ownership_usd);
  if (!job.start.empty())
    rows.push_back({QuestionText::tr("Start"), text(job.start), QuestionText::tr("stated")});
  if (!limits.done_by.empty())
    rows.push_back({QuestionText::tr("Done by"), text(limits.done_by), QuestionText::tr("limit")});
  addGpus(c.problem.cluster, rows);
  for (const ReportCost& cost : reportCosts(c.problem))
    if (cost.stated || cost.key == "cost.basis")
      rows.push_back(
          {cost.name, cost.value, cost.stated ? QuestionText::tr("stated") : QuestionText::tr("assumed")});
  addUnassumed(c.problem, rows);
  for (const auto& [key, values] : job.allowed) {
    QStringList words;
    for (const std::string& value : values) words << text(value);
    rows.push_back({text(key), words.join(u", "_s),
                    values.size() == 1 ? QuestionText::tr("fixed") : QuestionText::tr("allowed")});
  }
  page.table(QuestionText::tr("The job and its limits."),
             {{QuestionText::tr("Value"), 2},
              {QuestionText::tr("Setting"), 2, true},
              {QuestionText::tr("Origin"), 1}},
             rows);
  const auto rules = strategy::parse_rules(job.rules);
  if (!rules || rules->empty()) return;
  std::vector<QStringList> written;
  for (const strategy::Rule& rule : *rules) written.push_back({text(rule.name), ruleText(rule)});
  page.table(QuestionText::tr("Rules of this plan."),
             {{QuestionText::tr("Rule"), 1}, {QuestionText::tr("As written"), 3}}, written);
}

}  // namespace astrolabe::ui
