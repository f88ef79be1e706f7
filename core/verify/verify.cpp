#include "core/verify/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/rounding.h"
#include "core/verify/answers.h"
#include "core/verify/bounds.h"
#include "core/verify/index.h"
#include "core/verify/refusal.h"
#include "core/verify/settings.h"
#include "core/verify/settling.h"
#include "core/verify/splits.h"
#include "core/verify/ways.h"

namespace astrolabe::verify {

using strategy::Family;
using strategy::Strategy;

namespace {

/// Calls for one node after the other, until null.
using NextNode = std::function<const Node*()>;

class Check {
 public:
  /// `finding` gets what is found, also until a Refusal.
  Check(const Certificate& certificate, const strategy::Problem& problem, Finding& finding)
      : m_certificate(certificate),
        m_problem(problem),
        m_space(problem),
        m_tables(problem),
        m_bounds(problem, m_tables),
        m_settings(problem, not_too_large(m_space)),
        m_families(m_space.families()),
        m_ways(problem.cluster.max_total_gpus),
        m_answers(certificate, problem, m_tables),
        m_settling(problem, m_tables, m_answers),
        m_finding(finding) {
    set_limits();
  }

  void run(const NextNode& next) {
    check_kinds();
    count_space();
    m_answers.check();
    std::vector<std::uint32_t> before;
    Count covered;
    try {
      while (const Node* node = next()) {
        ++m_finding.nodes;
        check_order(before, node->path);
        before = node->path;
        covered += check_node(*node);
      }
    } catch (const Refusal&) {
      m_settling.search();  // of a node before
      throw;
    }
    m_settling.search();
    if (covered != m_finding.configurations)
      refuse("the nodes cover {} of {} configurations that break no rule", covered.text(),
             m_finding.configurations.text());
    if (!m_answers.all_proven()) refuse("no evaluated node is the incumbent's configuration");
    m_finding.accepted = true;
  }

 private:
  /// What is shown of a node: the most that it or a node above it tells.
  struct Claim {
    double seconds = 0.0, usd = 0.0, gpus = 0.0;
    Tolls tolls{};
    void raise(const Least& least) {
      for (std::size_t toll = 0; toll < kTolls; ++toll)
        tolls[toll] = std::max(tolls[toll], least.tolls[toll]);
      gpus = std::max(gpus, least.gpus);
      seconds = std::max(seconds, least.seconds);
      usd = std::max(usd, least.usd(seconds));
    }
  };
  /// A family at hand, and what is known on the way down to the node in hand.
  struct Place {
    std::uint32_t index = 0;
    const Family* family = nullptr;
    const Allowed* allowed = nullptr;
    const std::vector<std::uint64_t>* groups = nullptr;  ///< by stages
    std::vector<Count> groups_by_set;                    ///< with as many stages as a set of `allowed` has
    Strategy strategy;                                   ///< started
    Claim root;                                          ///< of the whole family
    std::vector<std::optional<Figures>> figures;         ///< by kind
  };

  bool allows(const Place& place, std::uint64_t setting, std::size_t stages) const {
    const std::uint32_t open = m_settings.place_of(setting);
    if (open == Settings::kNone) return false;
    const StageSet& set = place.allowed->sets[place.allowed->set[open]];
    return stages < set.size() && set[stages];
  }

  /// Settings are told apart one by one: no more of them than kMostSettings.
  static const strategy::Space& not_too_large(const strategy::Space& space) {
    if (space.per_group() > kMostSettings)
      refuse("the question has {} settings of a group, more than {}", space.per_group(), kMostSettings);
    return space;
  }

  /// What the limits allow, rounded up.
  void set_limits() {
    const strategy::Job& job = m_problem.job;
    const double tokens = job.tokens_per_step();
    const auto allow = [](double& most, double value) { most = std::min(most, rounded_up(value)); };
    // Failures only add to the hours.
    if (const auto deadline = job.deadline())
      allow(m_longest_step, *deadline * kSecondsPerHour * tokens / job.tokens);
    if (job.limits.budget_usd)
      allow(m_most_usd, *job.limits.budget_usd * kSecondsPerHour * tokens / job.tokens);
    if (job.limits.usd_per_trillion_tokens)
      allow(m_most_usd, *job.limits.usd_per_trillion_tokens * kSecondsPerHour * tokens / 1e12);
    m_most = allowed_tolls(m_problem);
  }

  /// Settings of a kind agree in all that a layer's time, the schedule and its chunks depend on.
  void check_kinds() {
    std::set<std::uint64_t> seen;
    Strategy strategy;
    m_space.start({{{0, 1, 2}}, 2, 1}, strategy);
    const auto traits = [&](std::uint64_t setting) {
      m_space.choose(setting, strategy);
      return std::tuple(strategy.micro_batch, strategy.expert_parallel, strategy.expert_tensor_parallel,
                        strategy.schedule, strategy.virtual_pipeline, strategy.zero_stage == 3,
                        strategy.recompute == strategy::Recompute::selective, strategy.sequence_parallel,
                        strategy.overlap_tensor_parallel, strategy.offload_activations);
    };
    for (std::size_t kind = 0; kind < m_certificate.kinds.size(); ++kind) {
      const std::vector<std::uint64_t>& settings = m_certificate.kinds[kind];
      if (settings.empty()) refuse("kind {} is empty", kind);
      if (!std::is_sorted(settings.begin(), settings.end())) refuse("kind {} is out of order", kind);
      for (const std::uint64_t setting : settings) {
        if (setting >= m_space.per_group())
          refuse("kind {} lists the setting {}, which does not exist", kind, setting);
        if (!seen.insert(setting).second) refuse("the setting {} is listed twice", setting);
        if (traits(setting) != traits(settings.front()))
          refuse("kind {} mixes settings that cost differently", kind);
      }
      m_open_of.emplace_back();
      for (const std::uint64_t setting : settings)
        if (const std::uint32_t open = m_settings.place_of(setting); open != Settings::kNone)
          m_open_of.back().push_back(open);
    }
  }

  /// Of all families, settings and numbers of stages, whatever the certificate has nodes for.
  void count_space() {
    Count groups;
    for (const Family& family : m_families) {
      check_countable(family, m_problem.graph->layer_count());
      const std::vector<std::uint64_t>& by_stages = groups_of(family);
      const Allowed& allowed = m_settings.allowed(family);
      std::vector<std::uint64_t> fine(allowed.sets.size(), 0);
      for (const std::uint32_t set : allowed.set) ++fine[set];
      for (std::size_t stages = 1; stages < by_stages.size(); ++stages) {
        groups += by_stages[stages];
        if (by_stages[stages] == 0) continue;
        std::uint64_t settings = 0;
        for (std::size_t set = 0; set < fine.size(); ++set)
          if (stages < allowed.sets[set].size() && allowed.sets[set][stages]) settings += fine[set];
        m_finding.configurations += Count(by_stages[stages]) * settings;
      }
    }
    m_finding.rejected_by_rule = groups * m_space.per_group() - m_finding.configurations;
  }

  /// By stages; until the next call.
  const std::vector<std::uint64_t>& groups_of(const Family& family) {
    constexpr std::size_t kMostNumbers = std::size_t{1} << 20U;
    if (m_groups.size() * at(m_problem.graph->layer_count()) > kMostNumbers) m_groups.clear();
    return m_space.groups_by_stages(family, m_groups);
  }

  /// Ascending and none inside another: then no configuration is covered twice.
  void check_order(const std::vector<std::uint32_t>& before, const std::vector<std::uint32_t>& path) const {
    if (path.empty()) refuse("node {} has no path", m_finding.nodes);
    const auto [left, right] = std::mismatch(before.begin(), before.end(), path.begin(), path.end());
    if (!before.empty() && (left == before.end() || right == path.end() || *left > *right))
      refuse("node {} overlaps the one before it or stands out of order", m_finding.nodes);
  }

  void enter(std::uint32_t index) {
    if (index >= m_families.size())
      refuse("node {} names family {} of {}", m_finding.nodes, index, m_families.size());
    if (m_place.family != nullptr && m_place.index == index) return;
    m_place.index = index;
    m_place.family = &m_families[index];
    m_place.allowed = &m_settings.allowed(*m_place.family);
    m_place.groups = &groups_of(*m_place.family);
    m_place.strategy = start_of(m_space, *m_place.family);
    m_place.figures.assign(m_certificate.kinds.size(), std::nullopt);
    m_place.groups_by_set.assign(m_place.allowed->sets.size(), 0);
    for (std::size_t set = 0; set < m_place.allowed->sets.size(); ++set)
      for (std::size_t stages = 1; stages < m_place.allowed->sets[set].size(); ++stages)
        if (m_place.allowed->sets[set][stages]) m_place.groups_by_set[set] += (*m_place.groups)[stages];
    m_ways_of.reset();
    m_place.root = {kNoRoom, kNoRoom, kNoRoom, {}};
    m_place.root.tolls.fill(kNoRoom);
    for (std::uint32_t kind = 0; kind < m_certificate.kinds.size(); ++kind) {
      if (kind_count(kind) == Count()) continue;
      Claim claim;
      claim.raise(m_bounds.any_pipeline(figures(kind), false));
      m_place.root.seconds = std::min(m_place.root.seconds, claim.seconds);
      m_place.root.usd = std::min(m_place.root.usd, claim.usd);
      m_place.root.gpus = std::min(m_place.root.gpus, claim.gpus);
      for (std::size_t toll = 0; toll < kTolls; ++toll)
        m_place.root.tolls[toll] = std::min(m_place.root.tolls[toll], claim.tolls[toll]);
    }
  }

  const Figures& figures(std::uint32_t kind) {
    std::optional<Figures>& known = m_place.figures[kind];
    if (!known) {
      m_space.choose(m_certificate.kinds[kind].front(), m_place.strategy);
      known = m_bounds.figures(*m_place.family, m_place.strategy);
    }
    return *known;
  }

  Count pipeline_count(std::uint32_t kind, std::size_t stages) const {
    if (!has_groups(stages)) return {};
    const auto fine = std::count_if(m_open_of[kind].begin(), m_open_of[kind].end(), [&](std::uint32_t open) {
      const StageSet& set = m_place.allowed->sets[m_place.allowed->set[open]];
      return stages < set.size() && set[stages];
    });
    return Count(static_cast<std::uint64_t>(fine)) * (*m_place.groups)[stages];
  }
  Count kind_count(std::uint32_t kind) const {
    Count count;
    for (const std::uint32_t open : m_open_of[kind])
      count += m_place.groups_by_set[m_place.allowed->set[open]];
    return count;
  }
  /// The question may allow other numbers of stages alone.
  bool has_groups(std::size_t stages) const {
    return stages < m_place.groups->size() && (*m_place.groups)[stages] > 0;
  }

  /// Counts a node and checks what it claims.
  Count check_node(const Node& node) {
    enter(node.path[0]);
    const std::size_t uses = m_place.family->uses.size();
    if (node.path.size() > uses + 4) refuse("node {} goes deeper than a configuration", m_finding.nodes);
    const Count count = node.path.size() == uses + 4 ? check_configuration(node) : check_inner(node);
    if (count == Count()) refuse("node {} holds no configuration that keeps the rules", m_finding.nodes);
    return count;
  }

  void check_path(const Node& node) const {
    if (node.path.size() > 1 && node.path[1] >= m_certificate.kinds.size())
      refuse("node {} names the kind {}, which is not listed", m_finding.nodes, node.path[1]);
    if (node.path.size() > 2 && node.path[2] >= m_place.groups->size())
      refuse("node {} has {} stages, more than layers", m_finding.nodes, node.path[2]);
    if (node.path.size() < 4) return;
    const std::vector<std::uint64_t>& settings = m_certificate.kinds[node.path[1]];
    if (!std::binary_search(settings.begin(), settings.end(), node.path[3]))
      refuse("node {} names the setting {}, which is not of its kind", m_finding.nodes, node.path[3]);
  }

  /// Stages by pool, fastest first, as far as the node's path gives them; the last pool takes the rest.
  std::vector<int> given_stages(const Node& node, const Figures& figures) const {
    std::vector<int> given;
    long left = node.path[2];
    for (std::size_t i = 4; i < node.path.size() && given.size() + 1 < figures.pools.size(); ++i) {
      if (node.path[i] > node.path[2])
        refuse("node {} gives a pool {} of {} stages", m_finding.nodes, node.path[i], node.path[2]);
      given.push_back(static_cast<int>(node.path[i]));
      left -= given.back();
    }
    if (given.size() + 1 == figures.pools.size()) given.push_back(static_cast<int>(left));
    for (std::size_t i = 0; i < given.size(); ++i)
      if (given[i] < figures.pools[i].least || given[i] > figures.pools[i].most)
        refuse("node {} gives a pool {} stages", m_finding.nodes, given[i]);
    return given;
  }

  /// Groups of the kind with so many stages, of which the first pools have those given.
  Count count_with(std::uint32_t kind, std::size_t stages, const std::vector<int>& given) {
    if (!has_groups(stages)) return {};
    if (given.empty()) return (*m_place.groups)[stages];
    const std::vector<PoolFigures>& pools = figures(kind).pools;
    if (m_ways_of != kind) m_ways.start(pools);
    m_ways_of = kind;
    double gpus = 0.0;
    auto left = static_cast<long>(stages);
    for (std::size_t i = 0; i < given.size(); ++i) {
      gpus += given[i] * pools[i].stage_gpus;
      left -= given[i];
    }
    return Count(m_ways.from(given.size(), left, gpus)) * m_place.family->orders();
  }

  /// The number of configurations of a node above them; its bound is the largest on the way down to it.
  Count check_inner(const Node& node) {
    check_path(node);
    Claim claim = m_place.root;
    Least own;
    Count count;
    const std::size_t depth = node.path.size();
    if (depth == 1) {
      for (std::uint32_t kind = 0; kind < m_certificate.kinds.size(); ++kind) count += kind_count(kind);
    } else {
      const std::uint32_t kind = node.path[1];
      Figures here = figures(kind);
      claim.raise(m_bounds.any_pipeline(here, true));
      if (depth == 2) count = kind_count(kind);
      if (depth >= 3) {
        own = m_bounds.mixture(here, static_cast<int>(node.path[2]), {});
        claim.raise(own);
        count = pipeline_count(kind, node.path[2]);
      }
      if (depth >= 4) {
        if (!allows(m_place, node.path[3], node.path[2])) return {};
        m_place.strategy.pipeline_parallel = static_cast<int>(node.path[2]);
        m_space.choose(node.path[3], m_place.strategy);
        m_bounds.apply_setting(here, m_place.strategy, static_cast<int>(node.path[2]));
        const std::vector<int> given = given_stages(node, here);
        // From the whole mixture down: each further pool can only raise the bound.
        for (std::size_t known = 0; known <= given.size(); ++known) {
          if (known + 1 == here.pools.size() && here.pools.size() > 1) continue;  // the last follows at once
          own = m_bounds.mixture(here, static_cast<int>(node.path[2]),
                                 {given.begin(), given.begin() + static_cast<std::ptrdiff_t>(known)});
          claim.raise(own);
        }
        count = count_with(kind, node.path[2], given);
      }
    }
    check_claim(node, claim, own.seconds);
    return count;
  }

  void check_claim(const Node& node, const Claim& claim, double own) {
    if (node.verdict == Verdict::no_room) {
      ++m_finding.no_room;
      if (own < kNoRoom) refuse("node {} says that nothing fits, but something may", m_finding.nodes);
      return;
    }
    if (node.verdict == Verdict::limit) {
      ++m_finding.limit;
      bool kept = claim.seconds <= m_longest_step && claim.usd <= m_most_usd;
      for (std::size_t toll = 0; toll < kTolls; ++toll) kept = kept && claim.tolls[toll] <= m_most[toll];
      if (kept)
        refuse("node {} says that all of it breaks a limit of the job, but some may keep them",
               m_finding.nodes);
      return;
    }
    if (node.verdict != Verdict::cut) refuse("node {} is no configuration", m_finding.nodes);
    ++m_finding.cut;
    if (!m_certificate.covers(claim.seconds, claim.usd, claim.gpus))
      refuse("node {} is cut, but its bound of {} s and {} USD s/h is not reached by any incumbent",
             m_finding.nodes, claim.seconds, claim.usd);
    if (m_certificate.counts_time())
      check_told(node.seconds, claim.seconds, m_certificate.unit_seconds(), "s");
    if (m_certificate.counts_money()) check_told(node.usd, claim.usd, m_certificate.unit_usd(), "USD s/h");
    if (m_certificate.counts_gpus() && static_cast<double>(node.gpus) != claim.gpus)
      refuse("node {} claims the bound {} GPUs; it is {} GPUs", m_finding.nodes, node.gpus, claim.gpus);
  }

  /// The two calculations differ by rounding at most.
  void check_told(std::uint64_t number, double bound, double unit, const char* what) const {
    const auto told = static_cast<double>(number);
    if (told < std::floor(bound * (1.0 - 1e-12) / unit) || told > std::floor(bound * (1.0 + 1e-12) / unit))
      refuse("node {} claims the bound {} {}; it is {} {}", m_finding.nodes, told * unit, what, bound, what);
  }

  Strategy configuration_of(const Node& node, const Figures& figures, const std::vector<int>& given) const {
    const Family& family = *m_place.family;
    std::vector<int> stages(family.uses.size());
    for (std::size_t i = 0; i < given.size(); ++i) stages[at(figures.pools[i].use)] = given[i];
    strategy::Group group;
    group.data_parallel = family.data_parallel;
    group.context_parallel = family.context_parallel;
    for (const int use : order_of(node.path.back(), static_cast<int>(family.uses.size()))) {
      const auto u = static_cast<std::size_t>(use);
      group.uses.push_back({family.uses[u].pool, stages[u], family.uses[u].tensor_parallel});
    }
    Strategy strategy;
    m_space.configuration(group, node.path[3], strategy);
    return strategy;
  }

  Count check_configuration(const Node& node) {
    check_path(node);
    const Figures& here = figures(node.path[1]);
    const std::vector<int> given = given_stages(node, here);
    if (!allows(m_place, node.path[3], node.path[2])) return {};
    if (node.path.back() >= m_place.family->orders())
      refuse("node {} names an order of pools that does not exist", m_finding.nodes);
    if (count_with(node.path[1], node.path[2], given) == Count()) return {};
    const Strategy strategy = configuration_of(node, here, given);
    const cost::Shape shape(m_tables, strategy);
    const double from = m_certificate.counts_money()
                            ? m_certificate.covered_from(rate_of(m_problem, shape), 0)
                            : m_certificate.covered_from(1.0, gpus_of(m_problem, shape));
    double told = 0.0;
    if (node.verdict == Verdict::evaluated)
      told = check_evaluated(node, strategy, shape, from);
    else if (node.verdict == Verdict::refuted)
      ++m_finding.refuted;
    else
      refuse("node {} is a configuration and must be refuted or evaluated", m_finding.nodes);
    // Of GPUs that draw too much or cost too much an hour no split keeps the limits.
    if (node.verdict == Verdict::refuted && breaks_limits(m_problem, shape, kNoTime)) return 1;
    m_settling.add(m_finding.nodes, strategy, shape, from, told);
    return 1;
  }

  /// The step of the split that the node gives.
  double check_evaluated(const Node& node, const Strategy& strategy, const cost::Shape& shape, double from) {
    ++m_finding.evaluated;
    const std::vector<int>& layers = node.layers;
    if (layers.size() != strategy.stages.size() ||
        std::find_if(layers.begin(), layers.end(), [](int n) { return n < 1; }) != layers.end() ||
        std::accumulate(layers.begin(), layers.end(), 0L) != m_problem.graph->layer_count())
      refuse("node {} deals out other layers than the model has", m_finding.nodes);
    bool fits = false;
    const double step = step_of(shape, layers, fits);
    if (!fits) refuse("node {} is evaluated with a split that does not fit", m_finding.nodes);
    if (step >= from) return step;
    const std::vector<std::size_t> held = m_answers.of(strategy, shape);
    if (std::none_of(held.begin(), held.end(), [&](std::size_t i) { return m_answers.step(i) == step; }))
      refuse("node {} is evaluated with a split that beats the incumbent", m_finding.nodes);
    return step;
  }

  static constexpr double kNoTime = 1e-200;  ///< a step that keeps every deadline and budget
  const Certificate& m_certificate;
  const strategy::Problem& m_problem;
  strategy::Space m_space;
  cost::Tables m_tables;
  Bounds m_bounds;
  Settings m_settings;
  std::vector<Family> m_families;
  std::vector<std::vector<std::uint32_t>>
      m_open_of;  ///< by kind, settings by their places among the open ones
  strategy::Space::GroupTables m_groups;
  Ways m_ways;
  std::optional<std::uint32_t> m_ways_of;  ///< the kind of the family at hand that they are of
  Answers m_answers;
  Settling m_settling;
  double m_longest_step = kNoRoom, m_most_usd = kNoRoom;  ///< USD s/h
  Tolls m_most{};                                         ///< that limits allow beyond what is idle
  Place m_place;
  Finding& m_finding;
};

Finding check_all(const Certificate& certificate, const strategy::Problem& problem, const NextNode& next) {
  Finding finding;
  try {
    Check(certificate, problem, finding).run(next);
  } catch (const Refusal& refusal) {
    finding.accepted = false;
    finding.reason = refusal.reason;
  }
  return finding;
}

}  // namespace

Finding check(const Certificate& certificate, const strategy::Problem& problem) {
  auto next = certificate.nodes.begin();
  return check_all(certificate, problem,
                   [&]() -> const Node* { return next == certificate.nodes.end() ? nullptr : &*next++; });
}

Finding check(const Opened& opened, const strategy::Problem& problem) {
  NodeReader nodes = opened.nodes();
  return check_all(opened.claims, problem, [&] { return nodes.next(); });
}

}  // namespace astrolabe::verify
