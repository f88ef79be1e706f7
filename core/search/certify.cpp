#include "core/search/certify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/parallel.h"
#include "core/base/rounding.h"
#include "core/base/text.h"
#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "core/search/partition.h"
#include "core/search/tree.h"

namespace astrolabe::search {

namespace {

using verify::Verdict;

/// What tells families apart, for their place in the order of the space.
std::vector<int> name_of(const strategy::Family& family) {
  std::vector<int> name{family.data_parallel, family.context_parallel};
  for (const strategy::Family::Use& use : family.uses) {
    name.push_back(use.pool);
    name.push_back(use.tensor_parallel);
  }
  return name;
}

tl::unexpected<Error> not_proven(std::string found) {
  return fail(code::not_proven, "answer", std::move(found),
              {Wanted::Kind::text, {"a question whose answer is proven to the end"}});
}

class Writer {
 public:
  Writer(const strategy::Problem& problem, strategy::Objective objective,
         const std::vector<strategy::Strategy>& answers, const std::stop_token& stop)
      : m_problem(problem),
        m_stop(stop),
        m_space(problem),
        m_tables(problem),
        m_tree(problem, m_space, m_tables, objective, [this] { return m_stop.stop_requested(); }),
        m_answers(answers),
        m_partitioners(static_cast<std::size_t>(worker_count(0))) {
    m_certificate.objective = objective;
    m_tree.leave_windows_out();
    for (const strategy::Strategy& answer : answers) {
      std::vector<int> layers;
      for (const strategy::Stage& stage : answer.stages) layers.push_back(stage.layers);
      const cost::Shape shape(m_tables, answer);
      const double step = shape.evaluate(layers, true).step.value;
      m_steps.push_back(step);
      m_layers.push_back(std::move(layers));
      m_certificate.incumbents.push_back({strategy::to_json(answer, problem.pool_ids()), step,
                                          m_certificate.counts_money() ? rate_of(shape) * step : 0.0,
                                          m_certificate.counts_gpus() ? gpus_of(shape) : 0});
    }
    if (objective == strategy::Objective::pareto) keep_the_front();
    m_effort.nodes = kMostNodes;
    m_effort.to_the_end = true;
    m_effort.ended = [this] { return m_stop.stop_requested(); };
  }

  Result<verify::Certificate> write() {
    constexpr std::size_t many = 1000;
    do {
      while (m_tree.grow(many))
        if (m_stop.stop_requested()) return not_proven("a stop");
    } while (m_tree.mix_more());
    if (m_stop.stop_requested()) return not_proven("a stop");
    name_kinds();
    const std::vector<strategy::Family> families = m_space.families();
    for (std::size_t i = 0; i < families.size(); ++i)
      m_family_place[name_of(families[i])] = static_cast<std::uint32_t>(i);
    if (const auto walked = walk(); !walked) return tl::unexpected<Error>(walked.error());
    std::sort(m_certificate.nodes.begin(), m_certificate.nodes.end(),
              [](const verify::Node& a, const verify::Node& b) { return a.path < b.path; });
    return std::move(m_certificate);
  }

 private:
  static constexpr int kMostNodes = 4000000;  ///< of one configuration's splits

  /// The fastest first, and none that is as dear as one before it: tokens a second and USD for as many
  /// tokens, which the search goes by, are rounded on their own.
  void keep_the_front() {
    std::vector<verify::Incumbent>& all = m_certificate.incumbents;
    std::sort(all.begin(), all.end(), [](const verify::Incumbent& a, const verify::Incumbent& b) {
      return std::pair(a.step, a.usd) < std::pair(b.step, b.usd);
    });
    std::vector<verify::Incumbent> front;
    for (verify::Incumbent& incumbent : all)
      if (front.empty() || incumbent.usd < front.back().usd) front.push_back(std::move(incumbent));
    all = std::move(front);
  }

  /// Kinds without a setting that keeps the rules are left out.
  void name_kinds() {
    for (std::vector<std::uint64_t>& kind : m_tree.kinds()) {
      m_kind_place.push_back(static_cast<std::uint32_t>(m_certificate.kinds.size()));
      if (!kind.empty()) m_certificate.kinds.push_back(std::move(kind));
    }
  }

  Result<void> walk() {
    Cutoff limits;  // cuts nothing
    limits.set_limits(m_problem.job);
    std::vector<Node> open = m_tree.roots();
    std::vector<Node> lost;
    Tree::Expansion expansion;
    expansion.lost = &lost;
    while (!open.empty()) {
      if (m_stop.stop_requested()) return not_proven("a stop");
      const Node node = open.back();
      open.pop_back();
      lost.clear();
      if (covered(node) || limits.breaks_limit(node)) {
        lost.push_back(node);
      } else if (node.level == Level::configuration) {
        m_waiting.push_back(node);
        if (m_waiting.size() < kTogether) continue;
        if (auto proven = prove_waiting(); !proven) return proven;
      } else {
        expansion.clear();
        m_tree.expand(node, limits, expansion);
        open.insert(open.end(), expansion.children.begin(), expansion.children.end());
      }
      for (const Node& cut : lost) write_lost(cut);
    }
    return prove_waiting();
  }

  /// The configurations that wait for it, by all cores.
  Result<void> prove_waiting() {
    const std::vector<Node> waiting = std::exchange(m_waiting, {});
    std::vector<Result<verify::Node>> proven(waiting.size());
    parallel_for(waiting.size(), worker_count(0), {}, [&](std::size_t i, int worker) {
      proven[i] = prove(waiting[i], m_partitioners[static_cast<std::size_t>(worker)]);
    });
    for (Result<verify::Node>& node : proven) {
      if (!node) return tl::unexpected<Error>(node.error());
      m_certificate.nodes.push_back(std::move(*node));
    }
    return {};
  }

  /// Configurations are left to their splits: their own bound rests on more than the others do.
  void write_lost(const Node& node) {
    verify::Node written;
    written.path = path_of(node);
    if (node.level == Level::configuration)
      written.verdict = Verdict::refuted;
    else if (node.bound >= cost::kNoRoom)
      written.verdict = Verdict::no_room;
    else if (!covered(node))
      written.verdict = Verdict::limit;
    else
      tell_bounds(node, written);
    m_certificate.nodes.push_back(std::move(written));
  }

  /// By more than rounding in core/verify may take away.
  bool covered(const Node& node) const {
    return m_certificate.covers(rounded_down(node.step), rounded_down(node.usd), fewest_gpus(node));
  }
  /// The bound of that goal is a number of GPUs and a share of one more.
  double fewest_gpus(const Node& node) const {
    return m_certificate.counts_gpus() ? std::floor(node.bound) : 0.0;
  }
  void tell_bounds(const Node& node, verify::Node& written) const {
    if (m_certificate.counts_time())
      written.seconds = static_cast<std::uint64_t>(node.step / m_certificate.unit_seconds());
    if (m_certificate.counts_money())
      written.usd = static_cast<std::uint64_t>(node.usd / m_certificate.unit_usd());
    if (m_certificate.counts_gpus()) written.gpus = static_cast<std::uint64_t>(fewest_gpus(node));
  }

  /// USD an hour of all GPUs that a shape uses.
  double rate_of(const cost::Shape& shape) const {
    const cost::Money money = cost::hourly(m_problem.cluster, m_problem.job, shape.gpus());
    return money.usd_per_hour ? money.usd_per_hour->value : 0.0;
  }

  Result<verify::Node> prove(const Node& node, Partitioner& partitioner) {
    strategy::Strategy strategy;
    m_tree.strategy_of(node, strategy);
    const cost::Shape shape(m_tables, strategy);
    const double from =
        m_certificate.covered_from(m_certificate.counts_money() ? rate_of(shape) : 1.0, gpus_of(shape));
    // A price is a quotient: ties stay.
    Effort effort = m_effort;
    effort.cut = m_certificate.counts_money() ? rounded_up(from) : from;
    const Partition partition = partitioner.best(shape, effort);
    if (!partition.exact) return not_proven("splits of layers that are not proven");
    verify::Node written;
    written.path = path_of(node);
    written.verdict = Verdict::refuted;
    if (partition.feasible && !partition.cut) {
      const std::vector<int>* place = place_of(shape, partition.step);
      if (place != nullptr) {
        written.verdict = Verdict::evaluated;
        written.layers = *place;
      } else if (partition.step >= from) {
        written.verdict = Verdict::evaluated;
        written.layers = partition.layers;
      } else if (!breaks_limits(shape, partition.step)) {
        return not_proven(fmt::format("a step of {} s", format_number(partition.step)));
      }
    }
    return written;
  }

  /// Of the whole units that a shape takes.
  int gpus_of(const cost::Shape& shape) const { return cost::all_paid(m_problem.cluster, shape.gpus()); }
  static int used_gpus(const cost::Shape& shape) {
    const std::vector<int> used = shape.gpus();
    return std::accumulate(used.begin(), used.end(), 0);
  }

  /// The layers of the answer that is a split of this configuration with such a step; null for none.
  const std::vector<int>* place_of(const cost::Shape& shape, double step) const {
    for (std::size_t i = 0; i < m_answers.size(); ++i)
      if (m_steps[i] == step && m_layers[i].size() == static_cast<std::size_t>(shape.stages()) &&
          shape.evaluate(m_layers[i]).strategy == m_answers[i])
        return &m_layers[i];
    return nullptr;
  }

  bool breaks_limits(const cost::Shape& shape, double step) const {
    const cost::Money money = cost::hourly(m_problem.cluster, m_problem.job, shape.gpus());
    const double tokens = m_problem.job.tokens_per_step();
    return cost::broken_limit(m_problem, money, used_gpus(shape), tokens / step).binding !=
           cost::Binding::none;
  }

  std::vector<std::uint32_t> path_of(const Node& node) {
    const strategy::Family& family = m_tree.family_of(node);
    std::vector<std::uint32_t> path{m_family_place.at(name_of(family))};
    if (node.level == Level::family) return path;
    path.push_back(m_kind_place[m_tree.kind_of(node)]);
    if (node.level == Level::kind) return path;
    path.push_back(node.stages);
    if (node.level == Level::pipeline) return path;
    path.push_back(static_cast<std::uint32_t>(m_tree.setting_of(node)));
    const std::size_t told = family.uses.size() - 1;  // the last follows
    const bool whole = node.level == Level::configuration;
    const std::vector<int> order = m_tree.decided_order(node);
    for (std::size_t i = 0; i < (whole ? told : std::min<std::size_t>(told, node.fixed)); ++i)
      path.push_back(node.mixture[static_cast<std::size_t>(order[i])]);
    if (whole) path.push_back(node.order);
    return path;
  }

  const strategy::Problem& m_problem;
  std::stop_token m_stop;
  strategy::Space m_space;
  cost::Tables m_tables;
  Tree m_tree;
  std::vector<strategy::Strategy> m_answers;
  std::vector<double> m_steps;              ///< of the answers
  std::vector<std::vector<int>> m_layers;   ///< the same
  std::vector<Partitioner> m_partitioners;  ///< by worker
  static constexpr std::size_t kTogether = 16384;
  std::vector<Node> m_waiting;  ///< configurations that are not proven yet
  Effort m_effort;              ///< for each of them, but for the cut
  verify::Certificate m_certificate;
  std::map<std::vector<int>, std::uint32_t> m_family_place;
  std::vector<std::uint32_t> m_kind_place;
};

}  // namespace

bool certifiable(const strategy::Problem& problem) {
  // What a growing batch adds to an outcome is not bounded there.
  const strategy::Limits& limits = problem.job.limits;
  const bool of_outcome = problem.job.deadline() || limits.budget_usd || limits.usd_per_trillion_tokens;
  return Tree::fits(problem) && !(problem.job.batch_ramp_up && of_outcome);
}

Result<verify::Certificate> certify(const strategy::Problem& problem, strategy::Objective objective,
                                    const std::vector<strategy::Strategy>& answers,
                                    const std::stop_token& stop) {
  return Writer(problem, objective, answers, stop).write();
}

}  // namespace astrolabe::search
