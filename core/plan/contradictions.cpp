#include "core/plan/contradictions.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

#include "core/base/units.h"
#include "core/cost/money.h"

namespace astrolabe::plan {
namespace {

/// What a set of GPUs takes, or nothing where a part is unknown.
using Measure = std::function<std::optional<double>(const std::vector<int>&)>;

class Bounds {
 public:
  explicit Bounds(const strategy::Problem& problem) : m_problem(problem) {
    const model::Graph& graph = *problem.graph;
    const strategy::Job& job = problem.job;
    m_flops_per_token = 6.0 * static_cast<double>(graph.parameters_active - graph.parameters_embedding);
    for (const hardware::Pool& pool : problem.cluster.pools) {
      m_all.push_back(pool.max_gpus);
      const auto rate = hardware::peak(pool.gpu, job.precision);
      m_peak.push_back(rate ? rate->value * std::max(1.0, pool.relative_speed) : 0.0);
    }
  }

  bool must_use_all() const { return !m_problem.cluster.may_leave_unused; }
  const std::vector<int>& all() const { return m_all; }
  std::size_t pools() const { return m_all.size(); }

  std::optional<double> power_kw(const std::vector<int>& used) const {
    for (std::size_t i = 0; i < pools(); ++i)
      if (used[i] > 0 && !m_problem.cluster.pools[i].gpu_power_known) return std::nullopt;
    return cost::hourly(m_problem.cluster, m_problem.job, used).power_kw;
  }

  std::optional<double> usd_per_hour(const std::vector<int>& used) const {
    if (m_problem.job.cost.basis != hardware::CostBasis::rent && !power_kw(used)) return std::nullopt;
    const auto rate = cost::hourly(m_problem.cluster, m_problem.job, used).usd_per_hour;
    return rate ? std::optional(rate->value) : std::nullopt;
  }

  std::vector<int> one_of(std::size_t pool) const {
    std::vector<int> used(pools(), 0);
    used[pool] = 1;
    return used;
  }

  /// The least that one GPU takes; nothing when any GPU's is unknown.
  std::optional<double> least_of_one(const Measure& measure) const {
    std::optional<double> least;
    for (std::size_t i = 0; i < pools(); ++i) {
      if (m_all[i] == 0) continue;
      const auto one = measure(one_of(i));
      if (!one) return std::nullopt;
      least = std::min(least.value_or(*one), *one);
    }
    return least;
  }

  /// How many GPUs keep `limit`, those that take least first.
  int within(const Measure& measure, double limit) const {
    std::vector<std::size_t> order(pools());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return measure(one_of(a)).value_or(0.0) < measure(one_of(b)).value_or(0.0);
    });
    std::vector<int> used(pools(), 0);
    for (const std::size_t pool : order) {
      int low = 0, high = m_all[pool];  // `low` of them keep it, where that is not zero
      while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        used[pool] = middle;
        if (measure(used).value_or(limit + 1.0) <= limit)
          low = middle;
        else
          high = middle - 1;
      }
      used[pool] = low;
    }
    return std::accumulate(used.begin(), used.end(), 0);
  }

  /// GPUs that may work together, and their peak in tokens per second.
  struct Fastest {
    int gpus = 0;
    double tokens_per_second = 0.0;
  };
  Fastest fastest() const {
    std::vector<std::size_t> order(pools());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return m_peak[a] > m_peak[b]; });
    int left = m_problem.cluster.max_total_gpus.value_or(std::numeric_limits<int>::max());
    Fastest result;
    for (const std::size_t pool : order) {
      const int used = m_peak[pool] > 0.0 ? std::min(left, m_all[pool]) : 0;
      left -= used;
      result.gpus += used;
      result.tokens_per_second += used * m_peak[pool] / m_flops_per_token;
    }
    return result;
  }

  /// The least a token can cost, in USD per 10^12.
  std::optional<double> usd_per_trillion_tokens() const {
    const auto per_trillion = [&](double usd_per_hour, double flops) {
      return usd_per_hour * 1e12 / (flops / m_flops_per_token * kSecondsPerHour);
    };
    if (must_use_all()) {
      const auto rate = usd_per_hour(m_all);
      const double peak = std::inner_product(m_all.begin(), m_all.end(), m_peak.begin(), 0.0);
      return rate && peak > 0.0 ? std::optional(per_trillion(*rate, peak)) : std::nullopt;
    }
    std::optional<double> least;
    for (std::size_t i = 0; i < pools(); ++i) {
      if (m_all[i] == 0 || m_peak[i] <= 0.0) continue;
      strategy::Job job = m_problem.job;
      job.cost.idle_gpus_cost = false;  // idle GPUs only add
      const auto rate = cost::hourly(m_problem.cluster, job, one_of(i)).usd_per_hour;
      if (!rate) return std::nullopt;
      const double one = per_trillion(rate->value, m_peak[i]);
      least = std::min(least.value_or(one), one);
    }
    return least;
  }

 private:
  const strategy::Problem& m_problem;
  double m_flops_per_token = 0.0;
  std::vector<int> m_all;
  std::vector<double> m_peak;  ///< flops per second of one GPU, 0 where the precision has no rate
};

/// A limit on what the GPUs take, however fast they are.
std::optional<Contradiction> of_gpus(const Bounds& bounds, const std::string& key,
                                     const std::optional<double>& limit, const Measure& measure) {
  using Cause = Contradiction::Cause;
  if (!limit) return std::nullopt;
  const auto needed = bounds.must_use_all() ? measure(bounds.all()) : bounds.least_of_one(measure);
  if (!needed || *needed <= *limit) return std::nullopt;
  if (!bounds.must_use_all()) return Contradiction{Cause::one_gpu, key, *limit, *needed, 1, 0};
  return Contradiction{Cause::all_gpus,
                       key,
                       *limit,
                       *needed,
                       std::accumulate(bounds.all().begin(), bounds.all().end(), 0),
                       bounds.within(measure, *limit)};
}

}  // namespace

std::vector<Contradiction> contradictions(const strategy::Problem& problem) {
  const Bounds bounds(problem);
  const strategy::Limits& limits = problem.job.limits;
  const Bounds::Fastest fastest = bounds.fastest();
  std::vector<Contradiction> found;
  const auto at_peak = [&](const char* key, const std::optional<double>& limit,
                           std::optional<double> needed) {
    if (limit && needed && fastest.gpus > 0 && *needed > *limit)
      found.push_back({Contradiction::Cause::peak_rate, key, *limit, *needed, fastest.gpus, 0});
  };
  const auto per_trillion = bounds.usd_per_trillion_tokens();
  at_peak("budget_usd", limits.budget_usd,
          per_trillion ? std::optional(*per_trillion * problem.job.tokens / 1e12) : std::nullopt);
  if (fastest.gpus > 0)
    at_peak("deadline_hours", limits.deadline_hours,
            problem.job.tokens / fastest.tokens_per_second / kSecondsPerHour);
  if (auto power = of_gpus(bounds, "power_kw", limits.power_kw,
                           [&](const std::vector<int>& used) { return bounds.power_kw(used); }))
    found.push_back(*power);
  if (auto rate = of_gpus(bounds, "usd_per_hour", limits.usd_per_hour,
                          [&](const std::vector<int>& used) { return bounds.usd_per_hour(used); }))
    found.push_back(*rate);
  at_peak("usd_per_trillion_tokens", limits.usd_per_trillion_tokens, per_trillion);
  return found;
}

}  // namespace astrolabe::plan
