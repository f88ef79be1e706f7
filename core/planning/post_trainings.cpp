#include "core/planning/post_trainings.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/parallel.h"
#include "core/base/stop_later.h"
#include "core/base/text.h"
#include "core/cost/goodput.h"
#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "core/plan/answer.h"
#include "core/planning/post_training_exports.h"
#include "core/planning/slow_pace.h"
#include "core/post_training/iteration.h"
#include "core/post_training/measured.h"
#include "core/strategy/asked.h"

namespace astrolabe::planning {

namespace {

using post_training::Placement;

using ProblemPtr = std::shared_ptr<const strategy::Problem>;

ProblemPtr problem_of(const Question& question) {
  return std::make_shared<const strategy::Problem>(question.problem);
}

class PostTrainingPlanner final : public LeadingPlanner {
 public:
  std::string_view id() const override { return kPostTraining; }
  std::string_view answer_key() const override { return "post_trainings"; }
  std::string_view layout_key() const override { return "placement"; }
  std::string help() const override {
    return "Whether placements of several models are looked for: auto, always or never";
  }
  std::string declines(const Question& question) const override {
    return question.problem.job.task == "post_train" ? "" : "no_post_training";
  }
  bool may_rank(const Question&) const override { return true; }
  bool takes_long(const Question&) const override { return false; }

  FoundPtr plan(const QuestionPtr& question, Run& run) const override {
    const auto begin = std::chrono::steady_clock::now();
    auto found = std::make_shared<FoundPostTrainings>();
    found->planner = kPostTraining;
    found->question = question;
    found->revision = run.revision;
    run.phase = plan::Phase::preparing;
    const auto job = post_train_job_of(*question);
    if (job) {
      run.phase = plan::Phase::searching;
      search(*job, *question, run, *found);
    } else {
      found->status = plan::Status::failed;
      found->error = job.error();
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    found->seconds = took.count();
    return found;
  }

  Result<LayoutPtr> read_layout(const Json& json, const Question& question) const override {
    const auto job = post_train_job_of(question);
    if (!job) return tl::unexpected<Error>(job.error());
    auto placement = post_training::read_placement(json.is_array() ? Json{{"placement", json}} : json, **job,
                                                   question.problem);
    if (!placement) return tl::unexpected<Error>(placement.error());
    return std::make_shared<const PostTrainingLayout>(std::move(*placement), problem_of(question));
  }

  Result<Option> evaluate(const Question& question, const LayoutPtr& layout) const override {
    // A layout of another question names pools, which may have gone.
    const auto again = read_layout(layout->to_json(question.problem.pool_ids()), question);
    if (!again) return tl::unexpected<Error>(again.error());
    auto placement = std::make_shared<const Placement>(as<PostTrainingLayout>(*again)->placement());
    return *post_training_option(std::move(placement), problem_of(question));
  }

  std::vector<Export> exports() const override { return post_training_exports(); }

  void add_to_answer(Json& answer, const Found& found) const override {
    const auto* placements = dynamic_cast<const FoundPostTrainings*>(&found);
    if (placements == nullptr) return;
    answer["space"] = {{"evaluated", placements->evaluated}, {"cut_by_bound", placements->cut_by_bound}};
    const strategy::Problem& problem = found.question->problem;
    Json forms = Json::object(), frontier = Json::array();
    for (const PostTrainingOfForm& form : placements->forms)
      forms[post_training::to_string(form.form)] =
          form.option ? form.option->layout->answer_json(*form.option, problem, 0) : Json();
    for (const OptionPtr& option : placements->frontier)
      frontier.push_back(option->layout->answer_json(*option, problem, 0));
    if (!placements->forms.empty()) answer["forms"] = std::move(forms);
    if (!frontier.empty()) answer["frontier"] = std::move(frontier);
    if (!found.options.empty() && !found.options.front()->is_possible()) {
      const Option& nearest = *found.options.front();
      answer["binding"] = plan::to_json(nearest.violation, problem.pool_ids());
      answer["beyond_limits"] = nearest.layout->answer_json(nearest, problem, 0);
    }
    if (!placements->lacking_role.empty())
      answer["binding"] = {{"role", placements->lacking_role},
                           {"model", placements->lacking_model},
                           {"needed_gib", placements->needed_gib},
                           {"limit_gib", placements->limit_gib}};
  }

 private:
  static void search(const std::shared_ptr<const post_training::Job>& job, const Question& question, Run& run,
                     FoundPostTrainings& found) {
    const StopLater later(run.stop, deadline_in(run.options.time_limit));
    const ProblemPtr problem = problem_of(question);
    const post_training::PlacementsFound placements =
        post_training::find_placements(job, question.problem, question.objective, run.options.top,
                                       worker_count(run.options.threads), later.token(), {true, true});
    found.evaluated = placements.evaluated;
    found.cut_by_bound = placements.cut_by_bound;
    found.stopped_early = placements.stopped;
    const bool fits = !placements.best.empty() && !placements.beyond_limits;
    std::optional<Paced> paced;
    if (!placements.stopped && has_slow(question.problem))
      paced = paced_proof(job, question, run, later.token(), placements);
    if (paced) found.stopped_early = paced->stopped;
    const auto option_with = [&](const std::shared_ptr<const Placement>& placement,
                                 Proof proof) -> OptionPtr {
      if (!placement) return nullptr;
      auto option = std::make_shared<Option>(*post_training_option(placement, problem));
      option->proof = proof;
      return option;
    };
    const Proof proof{!placements.stopped && !paced, 0.0};
    for (const auto& placement : placements.best)
      found.options.push_back(option_with(placement, paced && found.options.empty() ? paced->first : proof));
    for (const post_training::FormFound& form : placements.forms)
      found.forms.push_back({form.form, option_with(form.best, proof), form.beyond_limits});
    for (const auto& placement : placements.frontier) found.frontier.push_back(option_with(placement, proof));
    found.status = placements.stopped ? plan::Status::feasible
                   : fits             ? plan::Status::optimal
                                      : plan::Status::infeasible;
    set_gap(placements, question.objective, fits, found);
    if (paced) {
      found.status = paced->status;
      found.has_bound = fits && paced->first.gap < 1.0;
      found.gap = found.has_bound ? paced->first.gap : 1.0;
    }
    if (placements.refused) {
      found.status = plan::Status::failed;
      found.error = placements.refused;
    }
    if (placements.lacking) {
      found.lacking_model = job->roles[static_cast<std::size_t>(placements.lacking->role)].model_name();
      found.lacking_role = job->roles[static_cast<std::size_t>(placements.lacking->role)].name;
      found.needed_gib = placements.lacking->bytes / kGib;
      found.limit_gib = placements.lacking->limit / kGib;
    }
  }

  /// What a search to its end proves that took each pool at the pace of its slowest GPU.
  struct Paced {
    plan::Status status = plan::Status::feasible;
    Proof first{false, 1.0};
    bool stopped = false;
  };

  /// By the best with nothing marked. Spares make limits on time easier to keep: without them nothing is said
  /// of what these allow.
  static Paced paced_proof(const std::shared_ptr<const post_training::Job>& job, const Question& question,
                           const Run& run, const std::stop_token& stop,
                           const post_training::PlacementsFound& marked) {
    Paced paced;
    const strategy::Problem& problem = question.problem;
    const auto& pools = problem.cluster.pools;
    const bool spares =
        std::any_of(pools.begin(), pools.end(), [](const auto& pool) { return pool.spares > 0; });
    if (spares && problem.job.limits != problem.job.limits.of_memory_alone()) return paced;
    const strategy::Problem unmarked = with_nothing_marked(problem);
    const post_training::PlacementsFound least = post_training::find_placements(
        job, unmarked, question.objective, run.options.top, worker_count(run.options.threads), stop);
    paced.stopped = least.stopped;
    if (least.stopped) return paced;
    const bool none = least.best.empty() || least.beyond_limits;
    if (marked.best.empty() || marked.beyond_limits) {
      if (none) paced.status = plan::Status::infeasible;
      return paced;
    }
    if (none) return paced;
    if (question.objective == strategy::Objective::pareto) {
      const bool same = std::equal(marked.best.begin(), marked.best.end(), least.best.begin(),
                                   least.best.end(), [](const auto& a, const auto& b) {
                                     return proof_above(a->timeline.seconds, b->timeline.seconds).proven &&
                                            proof_above(a->usd, b->usd).proven;
                                   });
      if (same) paced.first = {true, 0.0};
    } else {
      paced.first = proof_above(value_of(*marked.best.front(), question.objective),
                                value_of(*least.best.front(), question.objective));
    }
    if (paced.first.proven) paced.status = plan::Status::optimal;
    return paced;
  }

  /// What is looked for: USD, GPUs, seconds of an iteration.
  static double value_of(const Placement& placement, strategy::Objective objective) {
    if (objective == strategy::Objective::money) return placement.usd;
    if (objective == strategy::Objective::gpus) return placement.gpus();
    return placement.timeline.seconds;
  }

  /// How much less than the first another placement may take of what is asked for.
  static void set_gap(const post_training::PlacementsFound& placements, strategy::Objective objective,
                      bool fits, FoundPostTrainings& found) {
    found.has_bound = fits && !placements.stopped;
    found.gap = found.has_bound ? 0.0 : 1.0;
    if (!fits || !placements.stopped || objective == strategy::Objective::pareto) return;
    const double value = value_of(*placements.best.front(), objective);
    if (!(placements.bound > 0.0) || !(value > 0.0) || placements.bound > value) return;
    found.has_bound = true;
    found.gap = 1.0 - placements.bound / value;
  }
};

}  // namespace

Result<std::shared_ptr<const post_training::Job>> post_train_job_of(const Question& question) {
  auto job = post_training::read_job(strategy::asked_of(question.problem.job));
  if (!job) return tl::unexpected<Error>(std::move(job.error()));
  if (const auto limits = post_training::check_limits(*job, question.problem.job); !limits)
    return tl::unexpected<Error>(limits.error());
  return std::make_shared<const post_training::Job>(std::move(*job));
}

OptionPtr post_training_option(std::shared_ptr<const Placement> placement, const ProblemPtr& shared) {
  const strategy::Problem& problem = *shared;
  auto option = std::make_shared<Option>();
  cost::Evaluation& evaluation = option->evaluation;
  evaluation.gpus.assign(problem.cluster.pools.size(), 0);
  for (const post_training::PlannedSet& set : placement->sets)
    evaluation.gpus[static_cast<std::size_t>(set.placed.pool)] += set.placed.gpus;
  cost::tell_paid(problem.cluster, problem.job.cost, evaluation);
  const double seconds = placement->timeline.seconds;
  evaluation.step = Seconds{seconds};
  // Of rows of tables that state all: core/post_training/measured.
  evaluation.step_low = Seconds{seconds / post_training::kBandOfPlans};
  evaluation.step_high = Seconds{seconds * post_training::kBandOfPlans};
  const post_training::Job& job = *placement->job;
  evaluation.tokens_per_second = job.samples() * job.tokens_of_sample() / seconds;
  evaluation.tokens_per_second_per_gpu = evaluation.tokens_per_second / std::max(1, placement->gpus());
  const strategy::Problem whole = post_training::whole_job(job, problem);
  evaluation.money = cost::hourly_of_row(whole.cluster, whole.job, evaluation);
  cost::add_job_totals(evaluation.money, whole.job, evaluation.tokens_per_second);
  evaluation.hours_for_job = whole.job.tokens / evaluation.tokens_per_second / kSecondsPerHour;
  if (job.steps) cost::add_outcome(whole, evaluation);
  option->violation = cost::broken_limit(whole, evaluation);
  option->layout = std::make_shared<const PostTrainingLayout>(std::move(placement), shared);
  return option;
}

const LeadingPlanner& post_training_planner() {
  static const PostTrainingPlanner planner;
  return planner;
}

namespace {

/// Seconds by part that is there; they add up to the iteration.
Json parts_json(const post_training::Iteration& iteration) {
  Json parts = Json::object();
  for (std::size_t part = 0; part < post_training::kPartKinds; ++part)
    if (const double seconds = iteration.parts.seconds[part]; seconds > 0.0)
      parts[std::string(post_training::to_string(static_cast<post_training::Part>(part))) + "_seconds"] =
          seconds;
  return parts;
}

}  // namespace

Json PostTrainingLayout::to_json(const std::vector<std::string>& pool_ids) const {
  return {{"placement", post_training::placement_json(*m_placement, pool_ids)}};
}

Json PostTrainingLayout::answer_json(const Option& option, const strategy::Problem& problem, int rank) const {
  const cost::Evaluation& figures = option.evaluation;
  const post_training::Iteration iteration = post_training::iteration_of(*m_placement, problem);
  Json row = {{"kind", kPostTraining},
              {"rank", rank > 0 ? Json(rank) : Json()},
              {"placement", post_training::placement_json(*m_placement, problem.pool_ids())},
              {"iteration_seconds", m_placement->timeline.seconds},
              {"iteration_seconds_low", figures.step_low.value},
              {"iteration_seconds_high", figures.step_high.value},
              {"phases", post_training::phases_json(*m_placement)},
              {"busy_share", m_placement->busy_share()},
              {"parts", parts_json(iteration)},
              {"binds", post_training::to_string(iteration.parts.most())},
              {"tokens_per_second", figures.tokens_per_second},
              {"tokens_per_second_per_gpu", figures.tokens_per_second_per_gpu}};
  const auto by_pool = [&](const std::vector<int>& counts) {
    Json gpus = Json::object();
    for (std::size_t pool = 0; pool < counts.size(); ++pool)
      gpus[problem.cluster.pools[pool].id] = counts[pool];
    return gpus;
  };
  row["gpus"] = by_pool(figures.gpus);
  row["paid_gpus"] = by_pool(figures.all_paid());
  Json memory = Json::array(), offloads = Json::array();
  for (const post_training::PlannedSet& set : m_placement->sets) {
    memory.push_back(set.plan.fullest_bytes / kGib);
    offloads.push_back(set.plan.offloads);
  }
  row["memory_gib"] = std::move(memory);
  row["offloads"] = std::move(offloads);
  row["usd_per_hour"] = figures.money.usd_per_hour ? Json(figures.money.usd_per_hour->value) : Json();
  row["usd_per_iteration"] = m_placement->usd > 0.0 ? Json(m_placement->usd) : Json();
  row["usd_per_million_tokens"] =
      figures.money.usd_per_trillion_tokens ? Json(*figures.money.usd_per_trillion_tokens * 1e-6) : Json();
  row["power_kw"] = figures.money.power_kw;
  const bool bounded = m_placement->job->steps.has_value();
  const auto usd = figures.money.usd_for_job;
  row["hours_for_job"] = bounded ? Json(figures.hours_for_job) : Json();
  row["usd_for_job"] = bounded && usd ? Json(usd->value) : Json();
  row["outcome"] = bounded ? plan::to_json(figures.outcome) : Json();
  return row;
}

int PostTrainingLayout::compare(const Layout& other) const {
  const auto& others = static_cast<const PostTrainingLayout&>(other).placement().sets;
  const auto& mine = m_placement->sets;
  for (std::size_t i = 0; i < std::min(mine.size(), others.size()); ++i)
    if (mine[i].placed != others[i].placed) return mine[i].placed < others[i].placed ? -1 : 1;
  return static_cast<int>(mine.size()) - static_cast<int>(others.size());
}

}  // namespace astrolabe::planning
