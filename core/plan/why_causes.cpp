#include "core/plan/why_causes.h"

#include <algorithm>
#include <cmath>

#include "core/cost/collective.h"
#include "core/cost/tables.h"

namespace astrolabe::plan {

namespace {

using cost::Part;
using Kind = Cause::Kind;

/// Below it a fact is no explanation.
constexpr double kLeastFit = 0.2;
/// How products lose efficiency as they get smaller, roughly: the power of their size.
constexpr double kSizePower = 0.15;
/// Stands for nothing where a ratio is taken.
constexpr double kNothing = 1e-9;

/// What of a strategy is compared.
struct Facts {
  Facts(const strategy::Problem& question, const cost::Evaluation& evaluation)
      : problem(question), s(evaluation.strategy) {
    if (s.stages.empty()) return;
    const auto last = static_cast<std::size_t>(std::max(0, evaluation.critical_stage));
    stage = s.stages[std::min(last, s.stages.size() - 1)];
    sequences = problem.job.global_batch / std::max(1, s.data_parallel);
    micro_batches =
        std::max(1, problem.job.micro_batches(std::max(1, s.data_parallel), std::max(1, s.micro_batch)));
  }
  const hardware::Pool& pool() const { return problem.cluster.pools[static_cast<std::size_t>(stage.pool)]; }
  double speed(int of) const {
    const hardware::Pool& pool = problem.cluster.pools[static_cast<std::size_t>(of)];
    const auto rate = hardware::peak(pool.gpu, problem.job.precision);
    return (rate ? rate->value : 1.0) * pool.relative_speed * pool.sustained_clock;
  }
  double sharing() const { return double(stage.tensor_parallel) * s.context_parallel; }
  double work() const { return stage.layers * sequences / sharing(); }
  /// Longest stage over the mean, by layers and speed alone.
  double balance() const {
    double longest = 0.0, sum = 0.0;
    for (const strategy::Stage& each : s.stages) {
      const double time = each.layers / (each.tensor_parallel * speed(each.pool));
      longest = std::max(longest, time);
      sum += time;
    }
    return sum > 0.0 ? longest * static_cast<double>(s.stages.size()) / sum : 1.0;
  }
  double idle() const {
    return s.schedule == strategy::Schedule::zb_v ? 0.2 : s.schedule == strategy::Schedule::zb_h1 ? 0.5 : 1.0;
  }
  std::array<double, 3> link(cost::Group group) const {
    group.several_nodes = cost::fills_several_nodes(problem.cluster, s, stage.pool);
    return {double(group.size), cost::group_link(group, pool()).bandwidth.value,
            cost::inside_domain(group, pool()) ? 0.0 : 1.0};
  }

  const strategy::Problem& problem;
  const strategy::Strategy& s;
  strategy::Stage stage;
  double sequences = 1.0, micro_batches = 1.0;
};

/// Part of what each of `n` ranks holds that has to travel.
double travels(double n) { return (n - 1.0) / n; }

/// What may be the cause, in the order in which they are told; each with the factor by which it lengthens the
/// part.
struct Suspects {
  const Facts &given, &best;
  std::vector<std::pair<Cause, double>> found;

  template <typename Numbers, typename Amount>
  void add(Kind kind, Numbers numbers, Amount amount) {
    Cause cause{kind, numbers(given), numbers(best)};
    const double ratio = (amount(given) + kNothing) / (amount(best) + kNothing);
    found.emplace_back(cause, ratio);
  }
  template <typename Amount>
  void add_work(Amount amount) {
    add(
        Kind::work,
        [](const Facts& f) {
          return std::array<double, 3>{double(f.stage.layers), f.sequences, f.sharing()};
        },
        amount);
  }
  template <typename GroupOf>
  void add_traffic(GroupOf group) {
    add(
        Kind::link, [&](const Facts& f) { return f.link(group(f)); },
        [&](const Facts& f) { return 1e12 / std::max(1.0, f.link(group(f))[1]); });
    add(
        Kind::ranks, [&](const Facts& f) { return std::array<double, 3>{double(group(f).size)}; },
        [&](const Facts& f) { return travels(group(f).size); });
  }
  template <typename Flag>
  void add_flag(Kind kind, Flag flag, double factor) {
    add(
        kind, [&](const Facts& f) { return std::array<double, 3>{flag(f) ? 1.0 : 0.0}; },
        [&](const Facts& f) { return flag(f) ? factor : 1.0; });
  }
};

void add_compute(Suspects& all) {
  all.add_work([](const Facts& f) { return f.work(); });
  all.add(
      Kind::gpu, [](const Facts& f) { return std::array<double, 3>{double(f.stage.pool)}; },
      [](const Facts& f) { return 1e12 / f.speed(f.stage.pool); });
  all.add(
      Kind::width, [](const Facts& f) { return std::array<double, 3>{double(f.stage.tensor_parallel)}; },
      [](const Facts& f) { return std::pow(f.stage.tensor_parallel, kSizePower); });
  all.add(
      Kind::micro_batch, [](const Facts& f) { return std::array<double, 3>{double(f.s.micro_batch)}; },
      [](const Facts& f) { return std::pow(f.s.micro_batch, -kSizePower); });
}

void add_recompute(Suspects& all) {
  all.add(
      Kind::recomputed,
      [](const Facts& f) { return std::array<double, 3>{double(f.stage.recompute_layers)}; },
      [](const Facts& f) { return double(f.stage.recompute_layers); });
  all.add(
      Kind::recompute, [](const Facts&) { return std::array<double, 3>{}; },
      [](const Facts& f) { return f.stage.recompute == strategy::Recompute::selective ? 1.0 : 0.0; });
  add_compute(all);
}

void add_bubble(Suspects& all) {
  all.add(
      Kind::stages,
      [](const Facts& f) {
        return std::array<double, 3>{double(f.s.pipeline_parallel), f.micro_batches};
      },
      [](const Facts& f) { return (f.s.pipeline_parallel - 1) / f.micro_batches; });
  all.add(
      Kind::chunks, [](const Facts& f) { return std::array<double, 3>{double(f.s.virtual_pipeline)}; },
      [](const Facts& f) { return 1.0 / f.s.virtual_pipeline; });
  all.add(
      Kind::schedule, [](const Facts&) { return std::array<double, 3>{}; },
      [](const Facts& f) { return f.idle(); });
  all.add(
      Kind::balance, [](const Facts&) { return std::array<double, 3>{}; },
      [](const Facts& f) { return f.balance(); });
}

void add_transfer(Suspects& all) {
  all.add(
      Kind::stages,
      [](const Facts& f) {
        return std::array<double, 3>{double(f.s.pipeline_parallel), f.micro_batches};
      },
      [](const Facts& f) { return (f.s.pipeline_parallel - 1) * f.micro_batches; });
  all.add(
      Kind::chunks, [](const Facts& f) { return std::array<double, 3>{double(f.s.virtual_pipeline)}; },
      [](const Facts& f) { return double(f.s.virtual_pipeline); });
}

void add_tensor(Suspects& all) {
  all.add_traffic([](const Facts& f) { return cost::Group{f.stage.tensor_parallel, 1}; });
  all.add_flag(
      Kind::overlap, [](const Facts& f) { return f.s.overlap_tensor_parallel; }, 0.5);
  all.add_work([](const Facts& f) { return f.stage.layers * f.sequences / f.s.context_parallel; });
}

void add_data(Suspects& all) {
  const auto hidden = [](const Facts& f) { return f.s.overlap_grad_reduce || f.s.overlap_param_gather; };
  all.add_flag(Kind::overlap, hidden, 0.5);
  all.add_traffic([](const Facts& f) { return cost::Group{f.s.replicas(), f.stage.tensor_parallel}; });
  all.add(
      Kind::held,
      [](const Facts& f) {
        return std::array<double, 3>{double(f.stage.layers), double(f.stage.tensor_parallel)};
      },
      [](const Facts& f) { return double(f.stage.layers) / f.stage.tensor_parallel; });
}

void add_optimizer(Suspects& all) {
  all.add_flag(
      Kind::offload, [](const Facts& f) { return f.s.offload_optimizer; }, 4.0);
  const auto sharing = [](const Facts& f) {
    return double(f.stage.tensor_parallel) * (f.s.zero_stage > 0 ? f.s.shards() : 1);
  };
  all.add(
      Kind::shards,
      [&](const Facts& f) {
        return std::array<double, 3>{double(f.stage.layers), sharing(f)};
      },
      [&](const Facts& f) { return f.stage.layers / sharing(f); });
}

void add_other(Suspects& all) {
  all.add_flag(
      Kind::offload, [](const Facts& f) { return f.s.offload_activations; }, 4.0);
  all.add(
      Kind::launches,
      [](const Facts& f) {
        return std::array<double, 3>{double(f.stage.layers), f.micro_batches};
      },
      [](const Facts& f) { return f.stage.layers * f.micro_batches; });
}

void add_all(Part part, Suspects& all) {
  switch (part) {
    case Part::compute_forward:
    case Part::compute_backward:
      return add_compute(all);
    case Part::recompute:
      return add_recompute(all);
    case Part::tensor_parallel:
      return add_tensor(all);
    case Part::context_parallel:
      all.add_traffic([](const Facts& f) {
        return cost::Group{f.s.context_parallel, f.stage.tensor_parallel};
      });
      return all.add_work([](const Facts& f) { return f.stage.layers * f.sequences; });
    case Part::expert_parallel:
      all.add_traffic([](const Facts& f) {
        return cost::Group{f.s.expert_parallel, f.s.expert_tensor_parallel};
      });
      return all.add_work([](const Facts& f) { return f.stage.layers * f.sequences; });
    case Part::pipeline_transfer:
      return add_transfer(all);
    case Part::pipeline_bubble:
      return add_bubble(all);
    case Part::data_parallel:
      return add_data(all);
    case Part::optimizer:
      return add_optimizer(all);
    case Part::other:
      return add_other(all);
  }
}

/// How well a factor explains a ratio, both as logarithms: 1 where they are equal, 0 where they point in
/// opposite directions.
double fit_of(double factor, double ratio) {
  const double share = factor / ratio;
  return share > 0.0 ? std::min(share, 1.0 / share) : 0.0;
}

Cause cause_of(const PartDifference& part, const Facts& given, const Facts& best) {
  Suspects all{given, best, {}};
  add_all(part.part, all);
  const double ratio = std::log((part.given_seconds + kNothing) / (part.best_seconds + kNothing));
  Cause cause;
  double fit = kLeastFit;
  for (const auto& [candidate, factor] : all.found)
    if (ratio != 0.0 && fit_of(std::log(factor), ratio) > fit) {
      cause = candidate;
      fit = fit_of(std::log(factor), ratio);
    }
  return cause;
}

}  // namespace

std::vector<PartDifference> part_differences(const strategy::Problem& problem, const cost::Evaluation& given,
                                             const cost::Evaluation& best) {
  std::vector<PartDifference> result;
  for (int i = 0; i < cost::kParts; ++i) {
    const auto part = static_cast<Part>(i);
    if (given.time[part] != 0.0 || best.time[part] != 0.0)
      result.push_back({part, given.time[part], best.time[part], {}});
  }
  std::stable_sort(result.begin(), result.end(), [](const PartDifference& a, const PartDifference& b) {
    return std::fabs(a.difference()) > std::fabs(b.difference());
  });
  if (given.strategy.stages.empty() || best.strategy.stages.empty()) return result;
  const Facts here(problem, given), there(problem, best);
  for (PartDifference& part : result) part.cause = cause_of(part, here, there);
  return result;
}

}  // namespace astrolabe::plan
