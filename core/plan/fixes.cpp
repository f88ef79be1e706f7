#include "core/plan/fixes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>

#include "core/base/units.h"
#include "core/cost/limits.h"
#include "core/cost/memory.h"
#include "core/hardware/pool_unit.h"
#include "core/strategy/rule_counts.h"
#include "core/strategy/rules.h"
#include "core/strategy/software_of.h"

namespace astrolabe::plan {

namespace {

using strategy::Objective;
using strategy::Problem;

constexpr double kMostHostGib = 1e9;    ///< a node that holds whatever is asked of it
constexpr double kMostGrowth = 8.0;     ///< of a pool, to be done in time
constexpr double kGrowthBeyond = 1.35;  ///< of that many nodes
constexpr double kGrowthSeconds = 2.0;
constexpr const char* kAnyRuntime = "any";

/// Tries changes of a question, all within two seconds and what more() gives.
class Trials {
 public:
  Trials(search::Request request, const std::stop_token& stop) : m_request(std::move(request)), m_stop(stop) {
    m_request.top = 1;
    m_request.near_misses = false;
    m_request.starts.clear();  // of a question with other pools, maybe
  }
  /// True when some strategy is possible: stops at the first.
  bool possible(const Problem& changed) {
    std::stop_source found;
    const std::stop_callback outer(m_stop, [&] { found.request_stop(); });
    return !run(changed, m_request.objective, found.get_token(), [&](const search::Progress& picture) {
              if (!picture.best.empty()) found.request_stop();
            }).best.empty();
  }
  Objective objective() const { return m_request.objective; }
  /// At least so many seconds for what follows.
  void more(double seconds) { m_left = std::max(m_left, seconds); }
  /// The best strategy, as far as the time goes.
  std::optional<cost::Evaluation> best(const Problem& changed, Objective objective) {
    const search::Progress progress = run(changed, objective, m_stop, {});
    if (progress.best.empty()) return std::nullopt;
    return progress.best.front();
  }

 private:
  search::Progress run(const Problem& changed, Objective objective, const std::stop_token& stop,
                       const search::Report& report) {
    search::Request request = m_request;
    request.objective = objective;
    request.time_limit = m_left;
    if (m_left <= 0.0 || m_stop.stop_requested()) return {};
    search::Progress progress = search::run(changed, request, stop, nullptr, report);
    m_left -= progress.seconds;
    return progress;
  }

  search::Request m_request;
  std::stop_token m_stop;
  double m_left = 2.0;  ///< seconds
};

/// A limit of the job, and the goal that comes nearest to it.
struct Limit {
  std::optional<double> strategy::Limits::*limit;
  cost::Binding binding;
  Objective nearest;
};
constexpr Limit kLimits[] = {
    {&strategy::Limits::budget_usd, cost::Binding::budget, Objective::money},
    {&strategy::Limits::deadline_hours, cost::Binding::deadline, Objective::throughput},
    {&strategy::Limits::power_kw, cost::Binding::power, Objective::gpus},
    {&strategy::Limits::usd_per_hour, cost::Binding::usd_per_hour, Objective::gpus},
    {&strategy::Limits::usd_per_trillion_tokens, cost::Binding::usd_per_trillion_tokens, Objective::money},
    {&strategy::Limits::purchase_usd, cost::Binding::purchase, Objective::gpus},
    {&strategy::Limits::usd_per_month, cost::Binding::usd_per_month, Objective::gpus},
    {&strategy::Limits::ownership_usd, cost::Binding::ownership, Objective::gpus}};

/// `problem` with `more` nodes of one pool.
Problem with_nodes(const Problem& problem, int pool, int more) {
  Problem changed = problem;
  hardware::Pool& grown = changed.cluster.pools[static_cast<std::size_t>(pool)];
  grown.nodes += more;
  grown.max_gpus += more * grown.gpus_of_node();
  if (changed.cluster.max_total_gpus) *changed.cluster.max_total_gpus += more * grown.gpus_of_node();
  return changed;
}

class Finder {
 public:
  Finder(const Problem& problem, const search::Request& request, search::Binding& binding,
         const std::stop_token& stop)
      : m_problem(problem), m_binding(binding), m_trials(request, stop) {}

  std::vector<Fix> find() {
    const cost::Binding kind = m_binding.violation.binding;
    recompute();
    const bool memory = cost::lacks_memory(kind);
    if (memory) micro_batch();
    settings();
    runtime();
    rules(true);
    if (kind == cost::Binding::none) rules(false);
    if (kind == cost::Binding::host_memory) host_memory();
    if (memory && m_binding.violation.pool >= 0) nodes();
    if (!memory && kind != cost::Binding::none && kind != cost::Binding::rule) {
      limits();
      nodes_in_time();
    }
    if (memory) rules(false);
    if (kind == cost::Binding::memory && (m_fixes.empty() || wants_offload())) host_memory();
    if (m_fixes.empty() && m_problem.job.allowed.size() > 1) {
      Problem changed = m_problem;
      changed.job.allowed.clear();
      try_out(changed, {Fix::Kind::free_setting, "", 0.0, ""});
    }
    return std::move(m_fixes);
  }

 private:
  bool try_out(const Problem& changed, Fix fix) {
    if (!m_trials.possible(changed)) return false;
    m_fixes.push_back(std::move(fix));
    return true;
  }
  double missing_gib() const { return in_gib(m_binding.violation.over); }
  /// The values that the job allows, where it does not allow `value`.
  const std::vector<std::string>* without(const char* key, const char* value) const {
    const auto allowed = m_problem.job.allowed.find(key);
    if (allowed == m_problem.job.allowed.end()) return nullptr;
    const bool among =
        std::find(allowed->second.begin(), allowed->second.end(), value) != allowed->second.end();
    return among ? nullptr : &allowed->second;
  }

  void recompute() {
    if (without("recompute", "full") == nullptr) return;
    Problem changed = m_problem;
    changed.job.allowed["recompute"].push_back("full");
    m_recompute = try_out(changed, {Fix::Kind::allow_recompute, "", missing_gib(), ""});
  }

  void micro_batch() {
    if (without("micro_batch", "1") == nullptr) return;
    Problem changed = m_problem;
    changed.job.allowed["micro_batch"] = {"1"};
    m_micro_batch = try_out(changed, {Fix::Kind::lower_micro_batch, "", missing_gib(), ""});
  }

  /// Each key that the job narrows, left to the search alone.
  void settings() {
    for (const auto& entry : m_problem.job.allowed) {
      const std::string& key = entry.first;
      if ((m_recompute && key == "recompute") || (m_micro_batch && key == "micro_batch")) continue;
      Problem changed = m_problem;
      changed.job.allowed.erase(key);
      try_out(changed, {Fix::Kind::free_setting, "", 0.0, key});
    }
  }

  /// Each rule alone switched off: the job's own, or those shipped ones that may be. For these there are
  /// reasons, so that they are tried only where rules alone stand in the way and, last, for want of memory.
  void rules(bool own) {
    if (m_binding.rule_count == 0) return;
    const std::vector<strategy::Rule>& in_force = strategy::rules_of(m_problem);
    for (std::size_t i = 0; i < in_force.size(); ++i) {
      if (in_force[i].own != own || !in_force[i].fixed.empty()) continue;
      auto fewer = std::make_shared<strategy::RuleSet>();
      fewer->rules = in_force;
      fewer->rules.erase(fewer->rules.begin() + static_cast<std::ptrdiff_t>(i));
      Problem changed = m_problem;
      changed.rules = std::move(fewer);
      try_out(changed, {Fix::Kind::rule_off, "", 0.0, in_force[i].name});
    }
  }

  /// Any runtime instead of the one that the job names.
  void runtime() {
    const std::vector<strategy::Rule>& in_force = strategy::rules_of(m_problem);
    auto without = std::make_shared<strategy::RuleSet>();
    std::copy_if(in_force.begin(), in_force.end(), std::back_inserter(without->rules),
                 [](const strategy::Rule& rule) { return !rule.of_runtime; });
    if (without->rules.size() == in_force.size()) return;
    Problem changed = m_problem;
    changed.rules = std::move(without);
    changed.job.software.runtime = kAnyRuntime;
    changed.software = strategy::software_of(changed.job.software);
    try_out(changed, {Fix::Kind::free_setting, "", 0.0, kRuntimeKey});
  }

  /// As few units as are found by doubling, then by halves, each number tried by a search of its own. Where
  /// all GPUs have to be used more may fit where fewer do, and less again: then every number below is tried.
  void nodes() {
    const int pool = m_binding.violation.pool;
    const hardware::Pool& full = m_problem.cluster.pools[static_cast<std::size_t>(pool)];
    const int step = hardware::nodes_at_once(full);
    const auto fits_with = [&](int units) {
      return m_trials.possible(with_nodes(m_problem, pool, units * step));
    };
    const int most = std::min(64, 8 * full.nodes / step);
    int enough = 1;
    while (enough <= most && !fits_with(enough)) enough *= 2;
    if (enough > most) return;
    if (m_problem.cluster.may_leave_unused) {
      for (int low = enough / 2; enough - low > 1;) {
        const int middle = low + (enough - low) / 2;
        (fits_with(middle) ? enough : low) = middle;
      }
    } else {
      const auto power_of_two = [](int n) { return (n & (n - 1)) == 0; };
      for (int fewer = 3; fewer < enough; ++fewer)
        if (!power_of_two(fewer) && fits_with(fewer)) enough = fewer;
    }
    m_fixes.push_back({Fix::Kind::add_nodes, full.id, static_cast<double>(enough * step), ""});
  }

  /// Nodes with which the job is done in time, all other limits kept: of the largest pool as many as it takes
  /// where each GPU does as much as now, else more by numbers that more degrees divide.
  void nodes_in_time() {
    const cost::Violation& violation = m_binding.violation;
    if (violation.binding != cost::Binding::deadline || violation.limit <= 0.0) return;
    const double times = violation.found / violation.limit;
    if (!(times > 1.0) || times > kMostGrowth) return;
    const std::vector<hardware::Pool>& pools = m_problem.cluster.pools;
    const auto largest = std::max_element(
        pools.begin(), pools.end(), [](const auto& a, const auto& b) { return a.max_gpus < b.max_gpus; });
    m_trials.more(kGrowthSeconds);
    const int at_once = hardware::nodes_at_once(*largest);
    const int least = static_cast<int>(std::ceil(largest->nodes * times / at_once)) * at_once;
    int step = 2 * at_once;
    while (step * 16 <= least) step *= 2;
    for (int nodes = least; nodes <= least * kGrowthBeyond; nodes += step - nodes % step) {
      const int more = nodes - largest->nodes;
      if (more > 0 && try_out(with_nodes(m_problem, static_cast<int>(largest - pools.begin()), more),
                              {Fix::Kind::add_nodes, largest->id, static_cast<double>(more), ""}))
        return;
    }
  }

  /// True where the job leaves nothing but offload.
  bool wants_offload() const {
    return without("offload_optimizer", "false") != nullptr ||
           without("offload_activations", "false") != nullptr;
  }

  /// As much host memory in the nodes of one pool as the best needs that is possible with any.
  void host_memory() {
    const int pool = m_binding.violation.pool;
    if (pool < 0) return;
    Problem changed = m_problem;
    hardware::Pool& free = changed.cluster.pools[static_cast<std::size_t>(pool)];
    if (!free.host_memory) return;
    const Bytes before = cost::host_limit(free);
    free.host_memory = gib(kMostHostGib);
    const auto best = m_trials.best(changed, m_trials.objective());
    if (!best) return;
    Bytes needed;
    for (const cost::StageMemory& stage : best->memory)
      if (stage.pool == pool) needed = std::max(needed, stage.host);
    if (needed <= before) return;
    const double share = *free.host_memory / cost::host_limit(free);
    m_fixes.push_back({Fix::Kind::more_host_memory, free.id, std::ceil(in_gib(needed * share)), ""});
  }

  /// The least that a limit may be with all others kept. Of the one that binds, the strategy that needs it is
  /// the nearest.
  std::optional<double> least(const Limit& limit) {
    Problem changed = m_problem;
    std::optional<double>& value = changed.job.limits.*limit.limit;
    value.reset();
    auto best = m_trials.best(changed, limit.nearest);
    if (!best) return std::nullopt;
    double needed = cost::taken(limit.binding, m_problem, *best);
    // The fewest GPUs need not be those that take least, nor the fastest those that fail least.
    for (int i = 0; i < 12; ++i) {
      value = needed * (1.0 - 1e-6);
      auto less = m_trials.best(changed, limit.nearest);
      if (!less) break;
      best = std::move(less);
      needed = cost::taken(limit.binding, m_problem, *best);
    }
    cost::Violation& violation = m_binding.violation;
    if (violation.binding == limit.binding) {  // what was found may lack memory, too
      violation.found = needed;
      m_binding.nearest = best->strategy;
    }
    return needed;
  }

  /// Each limit alone, the one that binds first; where none is enough, several at once.
  void limits() {
    std::vector<Limit> stated;
    for (const Limit& limit : kLimits)
      if (m_problem.job.limits.*limit.limit) stated.push_back(limit);
    std::stable_partition(stated.begin(), stated.end(),
                          [&](const Limit& limit) { return limit.binding == m_binding.violation.binding; });
    for (const Limit& limit : stated)
      if (const auto needed = least(limit))
        m_fixes.push_back({Fix::Kind::raise_limit, "", *needed, cost::to_string(limit.binding)});
    if (!m_fixes.empty() || stated.size() < 2) return;
    Problem changed = m_problem;
    for (const Limit& limit : stated) (changed.job.limits.*limit.limit).reset();
    const auto best = m_trials.best(changed, stated.front().nearest);
    if (!best) return;
    Fix fix;
    fix.kind = Fix::Kind::raise_limit;
    for (const Limit& limit : stated) {
      const double needed = cost::taken(limit.binding, m_problem, *best);
      if (needed <= *(m_problem.job.limits.*limit.limit)) continue;
      if (fix.limit.empty()) {
        fix.limit = cost::to_string(limit.binding);
        fix.amount = needed;
      } else {
        fix.also.emplace_back(cost::to_string(limit.binding), needed);
      }
    }
    if (!fix.limit.empty()) m_fixes.push_back(std::move(fix));
  }

  const Problem& m_problem;
  search::Binding& m_binding;
  Trials m_trials;
  std::vector<Fix> m_fixes;
  bool m_recompute = false, m_micro_batch = false;
};

}  // namespace

std::vector<Fix> find_fixes(const Problem& problem, const search::Request& request, search::Binding& binding,
                            const std::stop_token& stop) {
  if (!problem.job.done_by_first()) return Finder(problem, request, binding, stop).find();
  // A day is a limit on hours, told by its own name again.
  Problem by_hours = problem;
  by_hours.job.limits.deadline_hours = problem.job.hours_to_done_by();
  by_hours.job.limits.done_by.clear();
  cost::Binding& bound = binding.violation.binding;
  if (bound == cost::Binding::done_by) bound = cost::Binding::deadline;
  std::vector<Fix> fixes = Finder(by_hours, request, binding, stop).find();
  if (bound == cost::Binding::deadline) bound = cost::Binding::done_by;
  const auto rename = [](std::string& limit) {
    if (limit == cost::to_string(cost::Binding::deadline)) limit = cost::to_string(cost::Binding::done_by);
  };
  for (Fix& fix : fixes) {
    if (fix.kind != Fix::Kind::raise_limit) continue;
    rename(fix.limit);
    for (auto& also : fix.also) rename(also.first);
  }
  return fixes;
}

void name_rule(const Problem& problem, const std::vector<Fix>& fixes, search::Binding& binding,
               const std::stop_token& stop) {
  if (binding.violation.binding != cost::Binding::none || binding.rule_count == 0) return;
  const auto off = std::find_if(fixes.begin(), fixes.end(),
                                [](const Fix& fix) { return fix.kind == Fix::Kind::rule_off; });
  const bool of_runtime = std::any_of(fixes.begin(), fixes.end(), [](const Fix& fix) {
    return fix.kind == Fix::Kind::free_setting && fix.limit == kRuntimeKey;
  });
  const std::vector<strategy::Rule>& rules = strategy::rules_of(problem);
  if (off != fixes.end()) {
    binding.violation.rule = off->limit;
  } else {
    std::vector<strategy::RuleCount> counts = strategy::count_rules(problem, rules, stop);
    for (std::size_t i = 0; of_runtime && i < counts.size(); ++i)
      if (!rules[i].of_runtime) counts[i].removed = 0;  // another runtime would do
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.removed < b.removed; });
    if (most == counts.end() || most->removed == 0) return;
    binding.violation.rule = rules[static_cast<std::size_t>(most - counts.begin())].name;
    if (most->example) binding.nearest = *most->example;
  }
  binding.violation.binding = cost::Binding::rule;
}

std::string without_rule(std::string_view own_rules, const std::string& name) {
  std::string text(own_rules);
  const auto own = strategy::parse_rules(own_rules);
  if (!own) return text;
  for (const strategy::Rule& rule : *own) {
    if (rule.off || rule.name != name) continue;
    const std::size_t at = text.find(rule.text);
    if (at != std::string::npos) text.erase(at, rule.text.size());
    return text;
  }
  if (!text.empty() && text.back() != '\n') text += '\n';
  return text + name + ": off\n";
}

}  // namespace astrolabe::plan
