#include "core/planning/post_training_moves.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/planning/behind.h"
#include "core/planning/moved_question.h"
#include "core/planning/post_trainings.h"

namespace astrolabe::planning {

namespace {

using MovedKind = PostTrainingLever::Kind;

constexpr std::array kMachineShares{0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0};

/// A question with what may be moved of it.
struct MovedRoles {
  strategy::Problem problem;
  post_training::Job job;
};

Result<MovedRoles> roles_of(const Question& question) {
  const auto job = post_train_job_of(question);
  if (!job) return tl::unexpected<Error>(job.error());
  return MovedRoles{question.problem, **job};
}

bool is_whole(MovedKind kind) { return kind == MovedKind::prompts || kind == MovedKind::samples; }

MovedRoles with_lever(MovedRoles asked, const PostTrainingLever& lever, double value) {
  post_training::Job& job = asked.job;
  switch (lever.kind) {
    case MovedKind::prompts:
      job.prompts = value;
      break;
    case MovedKind::samples:
      job.samples_per_prompt = value;
      break;
    case MovedKind::prompt:
      job.prompt_longest *= value / job.prompt_tokens;
      job.prompt_tokens = value;
      break;
    case MovedKind::response: {
      const double factor = value / job.responses.lengths.mean;
      scale_lengths(job.responses.lengths, factor);
      job.responses.longest *= factor;
      break;
    }
    case MovedKind::hardware:
      asked.problem = plan::with_lever(std::move(asked.problem), lever.of, value);
  }
  return asked;
}

/// The lever moved by a factor; whole numbers stay whole.
double moved_value(const MovedRoles& asked, const PostTrainingLever& lever, double factor) {
  const double value = lever_value(asked.problem, asked.job, lever) * factor;
  if (is_whole(lever.kind)) return std::max(1.0, std::round(value));
  const bool share = lever.kind == MovedKind::hardware &&
                     lever.of.kind == plan::Lever::Kind::utilisation;  // at most all of it
  return share ? std::min(1.0, value) : value;
}

/// Places roles of questions that differ by what was moved.
class RolePlacer {
 public:
  RolePlacer(strategy::Objective objective, int threads, std::stop_token stop)
      : m_objective(objective), m_threads(threads), m_stop(std::move(stop)) {}

  bool stopped() const { return m_stop.stop_requested(); }
  /// Null: nothing holds all roles within the limits.
  OptionPtr best(const MovedRoles& asked) const {
    const auto found = post_training::find_placements(std::make_shared<const post_training::Job>(asked.job),
                                                      asked.problem, m_objective, 1, m_threads, m_stop);
    if (found.best.empty() || found.beyond_limits) return nullptr;
    return post_training_option(found.best.front(), std::make_shared<const strategy::Problem>(asked.problem));
  }
  /// The sets of `option` with their layouts there; null where they do not fit or break a limit.
  OptionPtr kept(const MovedRoles& asked, const Option& option) const {
    const auto* layout = as<PostTrainingLayout>(option.layout);
    auto placement =
        post_training::read_placement(layout->to_json(asked.problem.pool_ids()), asked.job, asked.problem);
    if (!placement) return nullptr;
    OptionPtr there =
        post_training_option(std::move(*placement), std::make_shared<const strategy::Problem>(asked.problem));
    return there->is_possible() ? there : nullptr;
  }
  /// Whether `given` is no worse than `best`, but for rounding.
  bool is_as_good(const OptionPtr& given, const OptionPtr& best) const {
    constexpr double kRounding = 1e-6;
    if (!given || !best) return false;
    if (same(given->layout, best->layout)) return true;
    const auto lag = behind(*best, *given, m_objective);
    return lag && *lag <= kRounding;
  }

 private:
  strategy::Objective m_objective;
  int m_threads;
  std::stop_token m_stop;
};

/// What happens with the lever at `value`.
MovedEnd end_of(const RolePlacer& placer, const MovedRoles& asked, const PostTrainingLever& lever,
                double from, double value, const OptionPtr& first, PostTrainingMetric metric) {
  constexpr int kHalvings = 3;  // an eighth of the change
  const MovedRoles there = with_lever(asked, lever, value);
  MovedEnd end;
  end.value = value;
  end.best = placer.best(there);
  const OptionPtr kept = placer.kept(there, *first);
  end.first_stands = kept != nullptr;
  end.first_stays = placer.is_as_good(kept, end.best) || (end.best && same(end.best->layout, first->layout));
  if (end.best) end.metric = metric_of(*end.best, metric);
  if (end.first_stays) return end;
  double holds = from, broken = value;
  for (int half = 0; half < kHalvings && !placer.stopped(); ++half) {
    const double middle = 0.5 * (holds + broken);
    const MovedRoles between = with_lever(asked, lever, middle);
    const OptionPtr own = placer.kept(between, *first);
    const OptionPtr taker = end.best ? placer.kept(between, *end.best) : nullptr;
    (own && (!taker || placer.is_as_good(own, taker)) ? holds : broken) = middle;
  }
  end.until = holds;
  return end;
}

MovedRoles with_share(MovedRoles asked, double share) {
  for (hardware::Pool& pool : asked.problem.cluster.pools) {
    if (!pool.slow.empty() || !pool.failed.empty() || pool.spares > 0) continue;
    const int unused = pool.gpus() - pool.max_gpus;
    pool.nodes = std::max(1, static_cast<int>(std::lround(pool.nodes * share)));
    if (unused == 0) pool.max_gpus = pool.gpus();
    pool.max_gpus = std::min(pool.max_gpus, pool.gpus());
  }
  return asked;
}

int gpus_of(const strategy::Problem& problem) {
  int gpus = 0;
  for (const hardware::Pool& pool : problem.cluster.pools) gpus += pool.max_gpus;
  return gpus;
}

}  // namespace

std::optional<double> metric_of(const Option& option, PostTrainingMetric metric) {
  const cost::Evaluation& figures = option.evaluation;
  switch (metric) {
    case PostTrainingMetric::iteration_seconds:
      return figures.step.value;
    case PostTrainingMetric::usd_per_iteration: {
      const double usd = as<PostTrainingLayout>(option.layout)->placement().usd;
      return usd > 0.0 ? std::optional(usd) : std::nullopt;
    }
    case PostTrainingMetric::tokens_per_second:
      break;
  }
  return figures.tokens_per_second;
}

std::vector<PostTrainingLever> post_training_levers(const strategy::Problem& problem,
                                                    const post_training::Job& job, double change) {
  std::vector<PostTrainingLever> levers;
  for (const MovedKind kind :
       {MovedKind::prompts, MovedKind::samples, MovedKind::prompt, MovedKind::response}) {
    const PostTrainingLever lever{kind};
    if (is_whole(kind) && lever_value(problem, job, lever) * change < 0.5) continue;
    levers.push_back(lever);
  }
  for (const plan::Lever& of : plan::levers_of(problem)) levers.push_back({MovedKind::hardware, of});
  return levers;
}

double lever_value(const strategy::Problem& problem, const post_training::Job& job,
                   const PostTrainingLever& lever) {
  switch (lever.kind) {
    case MovedKind::prompts:
      return job.prompts;
    case MovedKind::samples:
      return job.samples_per_prompt;
    case MovedKind::prompt:
      return job.prompt_tokens;
    case MovedKind::response:
      return job.responses.lengths.mean;
    case MovedKind::hardware:
      break;
  }
  return plan::lever_value(problem, lever.of);
}

Result<PostTrainingSensitivity> post_training_sensitivity(
    const Question& question, PostTrainingMetric metric, double change, int threads,
    const std::stop_token& stop, const std::function<void(const PostTrainingSensitivity&)>& publish) {
  const auto asked = roles_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  const RolePlacer placer(question.objective, threads, stop);
  PostTrainingSensitivity found;
  found.metric = metric;
  found.change = change;
  found.first = placer.best(*asked);
  const std::optional<double> base = found.first ? metric_of(*found.first, metric) : std::nullopt;
  if (!base) return found;
  found.base = *base;
  swing_each(
      found, post_training_levers(asked->problem, asked->job, change),
      [&](const PostTrainingLever& lever) { return lever_value(asked->problem, asked->job, lever); },
      [&](const PostTrainingLever& lever, double value, double factor) {
        return end_of(placer, *asked, lever, value, moved_value(*asked, lever, factor), found.first, metric);
      },
      [&] { return placer.stopped(); }, publish);
  return found;
}

Result<MachineShares> machine_shares(const Question& question, int threads, const std::stop_token& stop,
                                     const std::function<void(const MachineShares&)>& publish) {
  const auto asked = roles_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  const RolePlacer placer(question.objective, threads, stop);
  MachineShares shares;
  shares.gpus = gpus_of(asked->problem);
  std::vector<std::pair<double, int>> counts;  // a share for each number of GPUs
  for (const double share : kMachineShares)
    if (const int gpus = gpus_of(with_share(*asked, share).problem);
        counts.empty() || counts.back().second != gpus)
      counts.emplace_back(share, gpus);
  shares.all = static_cast<int>(counts.size());
  for (const auto& [share, gpus] : counts) {
    MachineSharePoint point{share, gpus, placer.best(with_share(*asked, share))};
    if (placer.stopped()) break;
    shares.points.push_back(std::move(point));
    if (publish) publish(shares);
  }
  shares.stopped = placer.stopped();
  return shares;
}

}  // namespace astrolabe::planning
