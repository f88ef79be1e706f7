#include "core/plan/contradictions.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cost/money.h"

namespace astrolabe::plan {
namespace {

constexpr std::string_view kOrder[] = {"budget_usd",    "deadline_hours",          "power_kw",
                                       "usd_per_hour",  "usd_per_trillion_tokens", "purchase_usd",
                                       "usd_per_month", "ownership_usd",           "done_by"};

/// What a set of GPUs takes, or nothing where a part is unknown.
using Measure = std::function<std::optional<double>(const std::vector<int>&)>;
/// What one charge takes of that sort: what a paid GPU adds, or what there is without any.
using Figure = std::optional<double> (*)(const cost::Charge&);

class Bounds {
 public:
  explicit Bounds(const strategy::Problem& problem) : m_problem(problem) {
    const model::Graph& graph = *problem.graph;
    const strategy::Job& job = problem.job;
    m_flops_per_token = 6.0 * static_cast<double>(graph.parameters_active - graph.parameters_embedding);
    strategy::Job alone = job;
    alone.cost.idle_gpus_cost = false;  // idle GPUs only add
    m_charges = cost::charges_of(problem.cluster, alone);
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
      if (used[i] > 0 && !m_problem.cluster.pools[i].gpu_power) return std::nullopt;
    return cost::hourly(m_problem.cluster, m_problem.job, used).power_kw;
  }

  std::optional<double> usd_per_hour(const std::vector<int>& used) const {
    if (pays_electricity() && !power_kw(used)) return std::nullopt;
    const auto rate = cost::hourly(m_problem.cluster, m_problem.job, used).usd_per_hour;
    return rate ? std::optional(rate->value) : std::nullopt;
  }

  std::optional<double> purchase(const std::vector<int>& used) const {
    const auto usd = cost::hourly(m_problem.cluster, m_problem.job, used).purchase;
    return usd ? std::optional(usd->value) : std::nullopt;
  }

  std::optional<double> usd_per_month(const std::vector<int>& used) const {
    if (pays_electricity() && !power_kw(used)) return std::nullopt;
    const auto usd = cost::hourly(m_problem.cluster, m_problem.job, used).usd_per_month;
    return usd ? std::optional(usd->value) : std::nullopt;
  }

  std::optional<double> ownership(const std::vector<int>& used) const {
    if (!power_kw(used)) return std::nullopt;
    const auto usd = cost::hourly(m_problem.cluster, m_problem.job, used).ownership;
    return usd ? std::optional(usd->value) : std::nullopt;
  }

  /// One unit: less cannot be had.
  std::vector<int> one_of(std::size_t pool) const {
    std::vector<int> used(pools(), 0);
    used[pool] = unit_of(pool);
    return used;
  }
  int unit_of(std::size_t pool) const { return m_problem.cluster.pools[pool].unit; }

  /// The least that one unit takes; nothing when any unit's is unknown.
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

  /// GPUs of the first unit that takes so much.
  int unit_that_takes(const Measure& measure, double least) const {
    for (std::size_t i = 0; i < pools(); ++i)
      if (m_all[i] > 0 && measure(one_of(i)).value_or(least + 1.0) <= least) return unit_of(i);
    return 1;
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

  /// The least that GPUs take together whose peak makes the job's tokens in `hours`: those first that take
  /// least for their peak, the last in part. Nothing where a part is unknown or no GPUs are fast enough.
  std::optional<double> least_within(double hours, Figure figure, bool needs_power) const {
    struct Kind {
      double taken, peak;
      int gpus;
    };
    std::vector<Kind> kinds;
    for (std::size_t i = 0; i < pools(); ++i) {
      if (m_all[i] == 0 || m_peak[i] <= 0.0) continue;
      const auto one = of_gpu(i, figure, needs_power);
      if (!one) return std::nullopt;
      kinds.push_back({*one, m_peak[i], m_all[i]});
    }
    std::sort(kinds.begin(), kinds.end(),
              [](const Kind& a, const Kind& b) { return a.taken * b.peak < b.taken * a.peak; });
    double left = m_problem.job.tokens * m_flops_per_token / (hours * kSecondsPerHour);
    double sum = figure(m_charges.base).value_or(0.0);
    for (const Kind& kind : kinds) {
      const double used = std::min(static_cast<double>(kind.gpus), left / kind.peak);
      sum += used * kind.taken;
      left -= used * kind.peak;
      if (left <= 0.0) return sum;
    }
    return std::nullopt;
  }

  /// What a GPU of a pool adds, whatever stands idle; nothing where its price, or a power that bills need, is
  /// unknown.
  std::optional<double> of_gpu(std::size_t pool, Figure figure, bool needs_power) const {
    if (needs_power && !m_problem.cluster.pools[pool].gpu_power) return std::nullopt;
    return figure(m_charges.of_gpu[pool]);
  }
  std::optional<double> usd_per_hour_of_gpu(std::size_t pool) const {
    return of_gpu(
        pool, [](const cost::Charge& charge) { return charge.usd_per_hour; }, pays_electricity());
  }
  bool pays_electricity() const { return m_problem.job.cost.basis != hardware::CostBasis::rent; }

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
      const auto rate = usd_per_hour_of_gpu(i);
      if (!rate) return std::nullopt;
      const double one = per_trillion(*rate, m_peak[i]);
      least = std::min(least.value_or(one), one);
    }
    return least;
  }

 private:
  const strategy::Problem& m_problem;
  double m_flops_per_token = 0.0;
  cost::Charges m_charges;  ///< whatever stands idle
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
  if (!bounds.must_use_all())
    return Contradiction{Cause::one_gpu, key, *limit, *needed, bounds.unit_that_takes(measure, *needed), 0};
  return Contradiction{Cause::all_gpus,
                       key,
                       *limit,
                       *needed,
                       std::accumulate(bounds.all().begin(), bounds.all().end(), 0),
                       bounds.within(measure, *limit)};
}

/// The fewest GPUs that the degrees allowed take, and how many there are. In stages of several pools only the
/// first has the strategy's tensor parallelism.
std::optional<Contradiction> of_degrees(const Bounds& bounds, const strategy::Problem& problem) {
  const auto least = [&](const char* key) {
    const auto allowed = problem.job.allowed.find(key);
    if (allowed == problem.job.allowed.end()) return 1.0;
    double result = std::numeric_limits<double>::infinity();
    for (const std::string& value : allowed->second)
      result = std::min(result, parse_number(value).value_or(1.0));
    return std::max(1.0, result);
  };
  const double tensor = least("tensor_parallel"), stages = least("pipeline_parallel");
  const double replica = bounds.pools() == 1 ? tensor * stages : tensor + stages - 1.0;
  const double needed = replica * least("context_parallel") * least("data_parallel");
  const int sum = std::accumulate(bounds.all().begin(), bounds.all().end(), 0);
  const int most = std::min(sum, problem.cluster.max_total_gpus.value_or(sum));
  if (needed <= most) return std::nullopt;
  Contradiction found{Contradiction::Cause::degrees, "allowed", needed, static_cast<double>(most), most, 0};
  for (const char* key : {"tensor_parallel", "pipeline_parallel", "context_parallel", "data_parallel"})
    if (const double degree = least(key); degree > 1.0)
      found.degrees.emplace_back(key, static_cast<int>(degree));
  return found;
}

/// The key of the limit on the hours of the job.
const char* deadline_name(const strategy::Job& job) {
  return job.done_by_first() ? "done_by" : "deadline_hours";
}

/// Limits that GPUs which keep the deadline break, each told once.
void of_deadline(const Bounds& bounds, const strategy::Problem& problem, std::vector<Contradiction>& found) {
  const strategy::Limits& limits = problem.job.limits;
  const auto deadline = problem.job.deadline();
  if (!deadline || bounds.must_use_all()) return;
  const double hours = *deadline;
  const char* by = deadline_name(problem.job);
  const auto rate = bounds.least_within(
      hours, [](const cost::Charge& one) { return one.usd_per_hour; }, bounds.pays_electricity());
  const auto check = [&](const char* key, const std::optional<double>& limit, std::optional<double> needed) {
    const bool told = std::any_of(found.begin(), found.end(),
                                  [&](const Contradiction& it) { return it.limit == key || it.limit == by; });
    if (told || !limit || !needed || *needed <= *limit * (1.0 + 1e-9)) return;
    found.push_back({Contradiction::Cause::deadline, key, *limit, *needed, 0, 0, hours});
  };
  check("purchase_usd", limits.purchase_usd,
        bounds.least_within(
            hours, [](const cost::Charge& one) { return one.purchase; }, false));
  check("ownership_usd", limits.ownership_usd,
        bounds.least_within(
            hours, [](const cost::Charge& one) { return one.ownership; }, true));
  const auto times = [&](double factor) { return rate ? std::optional(*rate * factor) : std::nullopt; };
  check("budget_usd", limits.budget_usd, times(hours));
  check("power_kw", limits.power_kw,
        bounds.least_within(
            hours, [](const cost::Charge& one) { return std::optional(one.power_kw); }, true));
  check("usd_per_hour", limits.usd_per_hour, rate);
  check("usd_per_trillion_tokens", limits.usd_per_trillion_tokens, times(hours * 1e12 / problem.job.tokens));
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
    at_peak(deadline_name(problem.job), problem.job.deadline(),
            problem.job.tokens / fastest.tokens_per_second / kSecondsPerHour);
  if (auto power = of_gpus(bounds, "power_kw", limits.power_kw,
                           [&](const std::vector<int>& used) { return bounds.power_kw(used); }))
    found.push_back(*power);
  if (auto rate = of_gpus(bounds, "usd_per_hour", limits.usd_per_hour,
                          [&](const std::vector<int>& used) { return bounds.usd_per_hour(used); }))
    found.push_back(*rate);
  const auto of_these = [&](const char* key, const std::optional<double>& limit, const Measure& measure) {
    if (auto broken = of_gpus(bounds, key, limit, measure)) found.push_back(*broken);
  };
  of_these("purchase_usd", limits.purchase_usd,
           [&](const std::vector<int>& used) { return bounds.purchase(used); });
  of_these("usd_per_month", limits.usd_per_month,
           [&](const std::vector<int>& used) { return bounds.usd_per_month(used); });
  of_these("ownership_usd", limits.ownership_usd,
           [&](const std::vector<int>& used) { return bounds.ownership(used); });
  at_peak("usd_per_trillion_tokens", limits.usd_per_trillion_tokens, per_trillion);
  of_deadline(bounds, problem, found);
  std::stable_sort(found.begin(), found.end(), [](const Contradiction& a, const Contradiction& b) {
    const auto place = [](const Contradiction& it) {
      return std::find(std::begin(kOrder), std::end(kOrder), it.limit) - std::begin(kOrder);
    };
    return place(a) < place(b);
  });
  if (auto degrees = of_degrees(bounds, problem)) found.push_back(*degrees);
  return found;
}

}  // namespace astrolabe::plan
