#include "ui/render/post_training_reasons.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/planning/behind.h"
#include "core/planning/slow_pace.h"
#include "ui/render/answer_text.h"
#include "ui/render/deployment_reasons.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_job_words.h"
#include "ui/render/post_training_question_words.h"
#include "ui/render/post_training_words.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using planning::FoundPostTrainings;
using planning::Option;
using post_training::Form;
using post_training::Iteration;
using post_training::Part;
using post_training::Placement;

namespace {

struct RoleReasons {
  Q_DECLARE_TR_FUNCTIONS(PostTrainings)
};

constexpr double kTold = 0.005;  // of the iteration: smaller differences are not told

const Option* firstOf(const FoundPostTrainings& found) {
  for (const planning::OptionPtr& option : found.options)
    if (option->is_possible() && placementOf(option) != nullptr) return option.get();
  return nullptr;
}

QString ofTheObjective(const FoundPostTrainings& found, const Option& first) {
  const Placement& placement = *placementOf(&first);
  if (planning::is_paced(found))
    return RoleReasons::tr("It is the best with each pool at the pace of its slowest GPU: %1 an iteration.")
        .arg(durationText(placement.timeline.seconds));
  switch (found.question->objective) {
    case strategy::Objective::money:
      return RoleReasons::tr("No placement has a cheaper iteration: %1.").arg(moneyText(placement.usd));
    case strategy::Objective::gpus:
      return RoleReasons::tr("No placement takes fewer GPUs: %1.").arg(wholeText(placement.gpus()));
    default:
      return RoleReasons::tr("No placement has a shorter iteration: %1.")
          .arg(durationText(placement.timeline.seconds));
  }
}

QString ofTheCounts(const FoundPostTrainings& found) {
  return playedText(found) + u' ' +
         (planning::is_paced(found) ? pacedText(found)
          : found.stopped_early
              ? RoleReasons::tr("The search was stopped: there may be better ones.")
              : RoleReasons::tr(
                    "So nothing better exists within these predictions and these numbers of GPUs."));
}

QString ofWhatBinds(const Iteration& iteration) {
  const Part most = iteration.parts.most();
  return RoleReasons::tr("What limits it is %1, %2 of the iteration. %3", "part, share, what that means")
      .arg(partText(most), percentText(iteration.parts[most] / iteration.seconds, 0), partMeaning(most));
}

QString ofWhoWaits(const Placement& placement, const Iteration& iteration, const strategy::Problem& problem) {
  if (placement.sets.size() < 2)
    return RoleReasons::tr(
        "All roles take turns on the same GPUs, so that none of them waits for another set.");
  std::size_t idlest = 0;
  for (std::size_t set = 1; set < placement.sets.size(); ++set)
    if (iteration.busy_share(set) < iteration.busy_share(idlest)) idlest = set;
  return RoleReasons::tr("The GPUs work %1 of the time; %2 waits longest, %3 of the iteration.",
                         "share, set of roles on GPUs, share")
      .arg(percentText(placement.busy_share(), 0),
           setText(placement, placement.sets[idlest], problem.pool_ids()),
           percentText(1.0 - iteration.busy_share(idlest), 0));
}

/// "+3.2 s of decoding, −1.1 s of updates": at most three parts, the largest first.
QString changesText(const Iteration& first, const Iteration& other) {
  std::vector<std::pair<double, Part>> changes;
  for (std::size_t part = 0; part < post_training::kPartKinds; ++part) {
    const double change = other.parts.seconds[part] - first.parts.seconds[part];
    if (std::abs(change) > kTold * first.seconds) changes.emplace_back(change, static_cast<Part>(part));
  }
  std::sort(changes.begin(), changes.end(),
            [](const auto& a, const auto& b) { return std::abs(a.first) > std::abs(b.first); });
  constexpr std::size_t kMost = 3;
  if (changes.size() > kMost) changes.resize(kMost);
  QStringList said;
  for (const auto& [change, part] : changes)
    said << (change > 0.0 ? RoleReasons::tr("%1 more of %2", "time, part")
                          : RoleReasons::tr("%1 less of %2", "time, part"))
                .arg(durationText(std::abs(change)), partText(part));
  return said.join(u", "_s);
}

QString ofTheForms(const FoundPostTrainings& found, const Option& first) {
  QStringList said;
  for (const planning::PostTrainingOfForm& form : found.forms) {
    if (!form.option) {
      said << formText(form.form) + u' ' + noneOfFormText(form);
      continue;
    }
    if (planning::same(form.option->layout, first.layout)) {
      said << RoleReasons::tr("%1 is this one", "a form").arg(formText(form.form));
      continue;
    }
    const std::optional<double> behind = planning::behind(first, *form.option, found.question->objective);
    if (!behind) continue;
    said << (*behind > kTold * 0.1 ? RoleReasons::tr("%1 is %2 behind", "a form, share")
                                         .arg(formText(form.form), percentText(*behind))
                                   : RoleReasons::tr("%1 is as good", "a form").arg(formText(form.form)));
  }
  if (said.isEmpty()) return {};
  return RoleReasons::tr("By how roles share GPUs: %1.").arg(said.join(u"; "_s));
}

}  // namespace

QString partText(Part part) {
  switch (part) {
    case Part::prefill:
      return RoleReasons::tr("reading of prompts");
    case Part::decode:
      return RoleReasons::tr("decoding");
    case Part::stragglers:
      return RoleReasons::tr("the last answers");
    case Part::forward:
      return RoleReasons::tr("forward passes");
    case Part::training:
      return RoleReasons::tr("updates");
    case Part::handover:
      return RoleReasons::tr("re-sharding of weights");
    case Part::host:
      return RoleReasons::tr("moves to host memory");
    case Part::sync:
      return RoleReasons::tr("weights to the engines");
    case Part::rule:
      return RoleReasons::tr("rules");
    case Part::waiting:
      break;
  }
  return RoleReasons::tr("waiting for samples");
}

QString partMeaning(Part part) {
  switch (part) {
    case Part::prefill:
      return RoleReasons::tr("Prompts are read at the pace of arithmetic: GPUs with more of it help.");
    case Part::decode:
      return RoleReasons::tr(
          "Each step reads weights, keys and values: memory bandwidth and room for more samples at once "
          "help.");
    case Part::stragglers:
      return RoleReasons::tr(
          "Few samples are left, and each step still reads all weights: a lower longest answer, or "
          "generation "
          "ahead of training, helps.");
    case Part::forward:
      return RoleReasons::tr("Every sample is read once by each model that judges it: arithmetic helps.");
    case Part::training:
      return RoleReasons::tr("Updates go at the pace of arithmetic: more GPUs or faster ones for them help.");
    case Part::handover:
      return RoleReasons::tr(
          "Engines take in new weights after each iteration: layouts that are alike help.");
    case Part::host:
      return RoleReasons::tr(
          "Models do not fit beside each other and move to host memory: more memory or further sets help.");
    case Part::sync:
      return RoleReasons::tr("Weights go over the network to engines that stand apart: a faster one helps.");
    case Part::rule:
      return RoleReasons::tr("Answers wait for a rule that needs no GPU: more of them at once help.");
    case Part::waiting:
      break;
  }
  return RoleReasons::tr("Samples of the iteration before are not done: more GPUs for generation help.");
}

QString formText(Form form) {
  switch (form) {
    case Form::together:
      return RoleReasons::tr("all roles on the same GPUs");
    case Form::two_sets:
      return RoleReasons::tr("two sets of GPUs");
    case Form::each_alone:
      break;
  }
  return RoleReasons::tr("each role on GPUs of its own");
}

QString roleModelText(const post_training::Role& role) {
  if (role.rule && !(role.seconds_per_sample > 0.0)) return RoleReasons::tr("a rule that takes no time");
  if (role.rule)
    return role.at_once > 1 ? RoleReasons::tr("a rule, %1 a sample, %2 samples at once", "time, count")
                                  .arg(durationText(role.seconds_per_sample), wholeText(role.at_once))
                            : RoleReasons::tr("a rule, %1 a sample, one sample behind the other", "time")
                                  .arg(durationText(role.seconds_per_sample));
  const QString adapter =
      role.adapter_rank > 0 ? RoleReasons::tr(", adapters of rank %1").arg(role.adapter_rank) : QString();
  if (!role.shares.empty())
    return RoleReasons::tr("the weights of %1", "a role").arg(roleName(role.shares)) + adapter;
  return RoleReasons::tr("%1, %2 parameters", "model, count")
             .arg(text(role.model), countText(static_cast<double>(role.graph->parameters_total))) +
         adapter;
}

QString responsesText(const post_training::Responses& responses) {
  const QString mean = RoleReasons::tr("%1 tokens on average").arg(wholeText(responses.lengths.mean));
  return responses.longest > 0.0
             ? RoleReasons::tr("%1, %2 at most", "mean, tokens").arg(mean, wholeText(responses.longest))
             : mean;
}

QString allLayoutsText(const Placement& placement, const strategy::Problem& problem) {
  QStringList sets;
  bool generates = false;
  for (const post_training::PlannedSet& set : placement.sets) {
    sets << RoleReasons::tr("%1: %2.", "set of GPUs, layouts")
                .arg(setText(placement, set, problem.pool_ids()), layoutsText(placement, set));
    for (const post_training::UnitPlan& unit : set.plan.units) generates = generates || unit.generator;
  }
  if (generates)
    sets << RoleReasons::tr("Answers are generated by %1.", "an engine")
                .arg(engineName(placement.job->runtime));
  return sets.join(u' ');
}

QString playedText(const FoundPostTrainings& found) {
  const auto played = static_cast<int>(found.evaluated), cut = static_cast<int>(found.cut_by_bound);
  return RoleReasons::tr("%1 and %2.", "placements, branches")
      .arg(grouped(RoleReasons::tr("%n placement(s) were played through", nullptr, played), played),
           grouped(RoleReasons::tr("%n branch(es) cut by bounds", nullptr, cut), cut));
}

QStringList chosenBecause(const FoundPostTrainings& found, bool withNext) {
  const Option* first = firstOf(found);
  if (first == nullptr) return {};
  const strategy::Problem& problem = found.question->problem;
  const Placement& placement = *placementOf(first);
  const Iteration iteration = post_training::iteration_of(placement, problem);
  QStringList said{ofTheObjective(found, *first) + u' ' + ofTheCounts(found), ofWhatBinds(iteration),
                   ofWhoWaits(placement, iteration, problem)};
  const auto next = std::find_if(found.options.begin(), found.options.end(), [&](const auto& option) {
    return option.get() != first && option->is_possible();
  });
  if (withNext && next != found.options.end())
    said << RoleReasons::tr("The next one: %1. %2", "placement, why it is behind")
                .arg(placementText(*placementOf(*next), problem.pool_ids()), whyNotFirst(found, **next));
  said << ofTheForms(found, *first);
  said.removeAll(QString());
  return said;
}

QString whyNotFirst(const FoundPostTrainings& found, const Option& given) {
  const strategy::Problem& problem = found.question->problem;
  if (!given.is_possible()) return messageFor(given.violation, problem).plain();
  const Option* first = firstOf(found);
  if (first == nullptr || placementOf(&given) == nullptr) return {};
  if (planning::same(first->layout, given.layout)) return RoleReasons::tr("It is the first.");
  const std::optional<double> share = planning::behind(*first, given, found.question->objective);
  const QString changes = changesText(post_training::iteration_of(*placementOf(first), problem),
                                      post_training::iteration_of(*placementOf(&given), problem));
  const QString behind = share && *share > 0.0
                             ? RoleReasons::tr("It is %1 behind", "share").arg(percentText(*share))
                             : RoleReasons::tr("It is as good");
  return changes.isEmpty()
             ? RoleReasons::tr("%1.", "how far behind").arg(behind)
             : RoleReasons::tr("%1: %2.", "how far behind, by which parts").arg(behind, changes);
}

QString behindByParts(const FoundPostTrainings& found, const Option& given) {
  const Option* first = firstOf(found);
  if (first == nullptr || placementOf(&given) == nullptr) return {};
  const strategy::Problem& problem = found.question->problem;
  const QString changes = changesText(post_training::iteration_of(*placementOf(first), problem),
                                      post_training::iteration_of(*placementOf(&given), problem));
  return changes.isEmpty() ? QString() : RoleReasons::tr("Of the iteration: %1.", "parts").arg(changes);
}

std::vector<QStringList> placementDifferences(const Option& first, const Option& other,
                                              const strategy::Problem& problem) {
  const Placement &a = *placementOf(&first), &b = *placementOf(&other);
  std::vector<QStringList> rows;
  const auto add = [&](const QString& name, double x, double y, const std::function<QString(double)>& shown) {
    if (std::abs(x - y) <= 1e-9 * std::max(std::abs(x), std::abs(y))) return;
    rows.push_back({name, shown(x), shown(y), x > 0.0 ? signedPercentText(y / x - 1.0) : unknownText()});
  };
  const auto time = [](double seconds) { return durationText(seconds); };
  add(RoleReasons::tr("Iteration"), a.timeline.seconds, b.timeline.seconds, time);
  if (a.usd > 0.0 && b.usd > 0.0)
    add(RoleReasons::tr("Cost of an iteration"), a.usd, b.usd, [](double usd) { return moneyText(usd); });
  add(RoleReasons::tr("GPUs"), a.gpus(), b.gpus(), [](double gpus) { return wholeText(gpus); });
  add(RoleReasons::tr("GPUs at work"), a.busy_share(), b.busy_share(),
      [](double share) { return percentText(share); });
  const Iteration x = post_training::iteration_of(a, problem), y = post_training::iteration_of(b, problem);
  for (std::size_t part = 0; part < post_training::kPartKinds; ++part)
    if (std::abs(x.parts.seconds[part] - y.parts.seconds[part]) > kTold * x.seconds) {
      const QString name = partText(static_cast<Part>(part));
      add(name.left(1).toUpper() + name.mid(1), x.parts.seconds[part], y.parts.seconds[part], time);
    }
  return rows;
}

}  // namespace astrolabe::ui
