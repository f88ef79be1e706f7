#include "ui/render/post_training_words.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/units.h"
#include "ui/render/deployment_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_job_words.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using post_training::Placement;
using post_training::PlannedSet;

namespace {

struct PostTrainingSaid {
  Q_DECLARE_TR_FUNCTIONS(PostTrainings)
};

struct Named {
  const char* id;
  const char* words;
};

constexpr Named kRoles[] = {{"actor", QT_TRANSLATE_NOOP("PostTrainings", "Actor")},
                            {"critic", QT_TRANSLATE_NOOP("PostTrainings", "Critic")},
                            {"reference", QT_TRANSLATE_NOOP("PostTrainings", "Reference")},
                            {"reward", QT_TRANSLATE_NOOP("PostTrainings", "Reward")},
                            {"cost", QT_TRANSLATE_NOOP("PostTrainings", "Cost")}};

constexpr Named kCalls[] = {
    {"rollout", QT_TRANSLATE_NOOP("PostTrainings", "rollout")},
    {"baseline", QT_TRANSLATE_NOOP("PostTrainings", "baseline")},
    {"old_log_probabilities", QT_TRANSLATE_NOOP("PostTrainings", "old log-probabilities")},
    {"reference_log_probabilities", QT_TRANSLATE_NOOP("PostTrainings", "reference log-probabilities")},
    {"values", QT_TRANSLATE_NOOP("PostTrainings", "values")},
    {"rewards", QT_TRANSLATE_NOOP("PostTrainings", "rewards")},
    {"costs", QT_TRANSLATE_NOOP("PostTrainings", "costs")},
    {"train_critic", QT_TRANSLATE_NOOP("PostTrainings", "training of the critic")},
    {"train_actor", QT_TRANSLATE_NOOP("PostTrainings", "training of the actor")}};

constexpr Named kFlows[] = {
    {"ppo", "PPO"}, {"grpo", "GRPO"}, {"remax", "ReMax"}, {"safe_rlhf", "Safe-RLHF"}, {"dpo", "DPO"}};

template <std::size_t N>
QString named(const Named (&all)[N], std::string_view id, bool translated) {
  for (const Named& one : all)
    if (id == one.id) return translated ? PostTrainingSaid::tr(one.words) : QLatin1StringView(one.words);
  return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

const post_training::Role& roleOf(const Placement& placement, int unit) {
  const post_training::Unit& of = placement.units[static_cast<std::size_t>(unit)];
  return placement.job->roles[static_cast<std::size_t>(of.role)];
}

bool has(const PlannedSet& set, std::size_t unit) { return post_training::has_unit(set.placed.units, unit); }

double numberOr(const std::optional<double>& known) {
  return known.value_or(std::numeric_limits<double>::quiet_NaN());
}

std::optional<double> usdOf(const planning::Option& option) {
  const Placement* placement = placementOf(&option);
  return placement != nullptr && placement->usd > 0.0 ? std::optional(placement->usd) : std::nullopt;
}

QString bandText(const planning::Option& option) {
  const cost::Evaluation& figures = option.evaluation;
  return PostTrainingSaid::tr("%1 (%2 to %3)", "a time with its band")
      .arg(durationText(figures.step.value), durationText(figures.step_low.value),
           durationText(figures.step_high.value));
}

double fullestGib(const Placement& placement) {
  double fullest = 0.0;
  for (const PlannedSet& set : placement.sets) fullest = std::max(fullest, set.plan.fullest_bytes);
  return fullest / kGib;
}

}  // namespace

const Placement* placementOf(const planning::Option* option) {
  const auto* layout =
      option != nullptr ? planning::as<planning::PostTrainingLayout>(option->layout) : nullptr;
  return layout != nullptr ? &layout->placement() : nullptr;
}

QString roleName(std::string_view role) { return named(kRoles, role, true); }
QString callName(std::string_view call) { return named(kCalls, call, true); }

QString doName(post_training::Do what) {
  switch (what) {
    case post_training::Do::generate:
      return PostTrainingSaid::tr("generates");
    case post_training::Do::forward:
      return PostTrainingSaid::tr("runs forward");
    case post_training::Do::train:
      break;
  }
  return PostTrainingSaid::tr("trains");
}

QString dataflowName(std::string_view name) {
  return name.empty() ? PostTrainingSaid::tr("by hand", "a dataflow") : named(kFlows, name, false);
}

QStringList rolesOfSet(const Placement& placement, const PlannedSet& set) {
  QStringList names;
  for (std::size_t unit = 0; unit < placement.units.size(); ++unit) {
    if (!has(set, unit)) continue;
    const post_training::Unit& one = placement.units[unit];
    bool whole = true;  // all that the role does stands in this set
    for (std::size_t at = 0; at < placement.units.size(); ++at)
      whole = whole && (placement.units[at].role != one.role || has(set, at));
    const QString role = roleName(roleOf(placement, static_cast<int>(unit)).name);
    const QString name = whole           ? role
                         : one.generates ? PostTrainingSaid::tr("%1 (engine)", "role").arg(role)
                                         : PostTrainingSaid::tr("%1 (training)", "role").arg(role);
    if (!names.contains(name)) names << name;
  }
  return names;
}

QString setText(const Placement& placement, const PlannedSet& set, const std::vector<std::string>& pools) {
  const auto pool = static_cast<std::size_t>(set.placed.pool);
  return PostTrainingSaid::tr("%1 on %2 %3", "roles, number of GPUs, pool")
      .arg(rolesOfSet(placement, set).join(u", "_s), wholeText(set.placed.gpus),
           pool < pools.size() ? QString::fromStdString(pools[pool]) : QString())
      .trimmed();
}

QString layoutsText(const Placement& placement, const PlannedSet& set) {
  QStringList parts;
  for (const post_training::UnitPlan& unit : set.plan.units) {
    const post_training::Role& role = roleOf(placement, unit.unit);
    const QString name = roleName(role.name);
    if (unit.generator) {
      parts << PostTrainingSaid::tr("%1 generates %2", "role, layout")
                   .arg(name,
                        deploymentText({{}, unit.generator->replicas, unit.generator->worker, {}, 1, 1}));
    } else if (unit.layout) {
      const bool trains = placement.job->flow.does(role.name, post_training::Do::train);
      const QString degrees = degreesText(unit.layout->strategy);
      parts << (trains ? PostTrainingSaid::tr("%1 trains %2", "role, layout").arg(name, degrees)
                       : PostTrainingSaid::tr("%1 runs forward %2", "role, layout").arg(name, degrees));
    }
  }
  return parts.join(u"; "_s);
}

QString placementText(const Placement& placement, const std::vector<std::string>& pools) {
  QStringList sets;
  for (const PlannedSet& set : placement.sets) sets << setText(placement, set, pools);
  return sets.join(u" | "_s);
}

Arrangement arrangementOf(const Placement& placement) {
  if (placement.sets.size() == 1) return Arrangement::colocated;
  return std::all_of(placement.sets.begin(), placement.sets.end(),
                     [](const PlannedSet& set) { return std::popcount(set.placed.units) == 1; })
             ? Arrangement::apart
             : Arrangement::split;
}

QString arrangementName(Arrangement arrangement) {
  switch (arrangement) {
    case Arrangement::colocated:
      return PostTrainingSaid::tr("colocated");
    case Arrangement::split:
      return PostTrainingSaid::tr("split");
    case Arrangement::apart:
      break;
  }
  return PostTrainingSaid::tr("stand-alone");
}

std::vector<PostTrainingColumn> postTrainingColumns() {
  using planning::Option;
  return {
      {"iteration_seconds", PostTrainingSaid::tr("Iteration"),
       PostTrainingSaid::tr("Time of one iteration, from the first call to the weights at the engine, with "
                            "the band of the prediction"),
       bandText, [](const Option& option) { return option.evaluation.step.value; }, -1},
      {"tokens_per_second", PostTrainingSaid::tr("Tokens/s"),
       PostTrainingSaid::tr("Tokens of prompts and answers of an iteration over its time"),
       [](const Option& option) { return significantText(option.evaluation.tokens_per_second); },
       [](const Option& option) { return option.evaluation.tokens_per_second; }, 1},
      {"usd_per_iteration", PostTrainingSaid::tr("%1/iteration", "sign of a currency").arg(currencySign()),
       PostTrainingSaid::tr("What the GPUs of all sets cost while an iteration runs"),
       [](const Option& option) { return moneyText(usdOf(option)); },
       [](const Option& option) { return numberOr(usdOf(option)); }, -1},
      {"outcome", PostTrainingSaid::tr("Whole job"),
       PostTrainingSaid::tr("Time with its band, and cost, of all iterations of the job, with failures"),
       wholeJobText,
       [](const Option& option) {
         const double hours = option.evaluation.outcome.hours;
         return hours > 0.0 ? hours : std::numeric_limits<double>::quiet_NaN();
       },
       -1, true},
      {"gpus", PostTrainingSaid::tr("GPUs"), PostTrainingSaid::tr("GPUs of all sets"),
       [](const Option& option) { return wholeText(placementOf(&option)->gpus()); },
       [](const Option& option) { return static_cast<double>(placementOf(&option)->gpus()); }, -1},
      {"sets", PostTrainingSaid::tr("Sets"),
       PostTrainingSaid::tr("How many sets of GPUs the roles stand in: colocated in one, stand-alone where "
                            "each has its own, else split"),
       [](const Option& option) {
         const Placement& placement = *placementOf(&option);
         return PostTrainingSaid::tr("%1, %2", "number of sets, how they stand")
             .arg(wholeText(static_cast<double>(placement.sets.size())),
                  arrangementName(arrangementOf(placement)));
       },
       [](const Option& option) { return static_cast<double>(placementOf(&option)->sets.size()); }, 0},
      {"busy_share", PostTrainingSaid::tr("Busy"),
       PostTrainingSaid::tr("Share of the GPUs' time in an iteration in which they work"),
       [](const Option& option) { return percentText(placementOf(&option)->busy_share()); },
       [](const Option& option) { return placementOf(&option)->busy_share(); }, 1},
      {"memory_gib", PostTrainingSaid::tr("Peak mem"),
       PostTrainingSaid::tr("Memory of the fullest GPU in its fullest phase"),
       [](const Option& option) { return gibText(fullestGib(*placementOf(&option)) * kGib); },
       [](const Option& option) { return fullestGib(*placementOf(&option)); }, -1},
      {"proof", PostTrainingSaid::tr("Proof"),
       PostTrainingSaid::tr("Whether no other placement was left that could be better"),
       [](const Option& option) { return proofText(option); },
       [](const Option& option) { return option.proof.proven ? option.proof.gap : 1.0; }, 0}};
}

QString lackingText(const planning::FoundPostTrainings& found) {
  if (found.lacking_role.empty())
    return PostTrainingSaid::tr("Each role fits by itself, but not together with the others on these GPUs.");
  const QString model = QString::fromStdString(found.lacking_model), name = roleName(found.lacking_role);
  const QString role = model.isEmpty() ? name : PostTrainingSaid::tr("%1 (%2)", "role, model").arg(name, model);
  if (!std::isfinite(found.needed_gib) || !(found.limit_gib > 0.0))
    return PostTrainingSaid::tr("No GPU type of the cluster can run %1.", "a role").arg(role);
  return PostTrainingSaid::tr("%1 takes at least %2 of a GPU, and %3 are free.", "a role, two sizes")
      .arg(role, gibText(found.needed_gib * kGib), gibText(found.limit_gib * kGib));
}

QString proofText(const planning::Proof& proof) {
  if (!proof.proven) return PostTrainingSaid::tr("not proven");
  return proof.gap > 0.0 ? PostTrainingSaid::tr("at most %1 behind").arg(percentText(proof.gap))
                         : PostTrainingSaid::tr("proven");
}

QString proofText(const planning::Option& option) {
  return option.is_possible() ? proofText(option.proof) : unknownText();
}

}  // namespace astrolabe::ui
