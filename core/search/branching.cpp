#include "core/search/branching.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "core/base/parallel.h"
#include "core/base/shared.h"

namespace astrolabe::search {

namespace {

constexpr double kNothing = 1e300;
constexpr double kMuch = 0.96;  // of a value to cut with
constexpr int kSteps = 8;       // down into what is promising
constexpr double kFar = 0.06;   // above the best known: where the best few mostly are

/// In the hands of a worker without a node.
Node idle() {
  Node node;
  node.bound = kNothing;
  return node;
}

/// From a good configuration to better ones next to it: an early value to cut with spares the work on all
/// that it cuts. Proves nothing.
class LocalSearch {
 public:
  LocalSearch(Control& control, const Tree& tree, const Findings& findings, Judge& judge)
      : m_control(control), m_tree(tree), m_findings(findings), m_judge(judge) {}
  /// Goes on from a configuration as long as one of those next to it is better.
  void from(Node at, Partitioner& partitioner) {
    if (!m_seen.insert(key_of(at)).second) return;
    double value = m_judge.reach(m_tree, at, kNothing, partitioner);
    do m_tree.near(at, m_findings.cut(), m_near);
    while (step(at, value, partitioner));
  }

 private:
  using Key =
      std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint16_t,
                 std::array<std::uint16_t, Node::kMostPools>>;  ///< family, kind, setting, order, stages
  static Key key_of(const Node& node) {
    return {node.family, node.kind, node.setting, node.order, node.mixture};
  }
  bool step(Node& at, double& value, Partitioner& partitioner) {
    for (const Node& next : m_near) {
      if (m_control.ended()) return false;
      if (!m_seen.insert(key_of(next)).second) continue;
      const double reached = m_judge.reach(m_tree, next, value, partitioner);
      if (reached >= value) continue;
      at = next;
      value = reached;
      return true;
    }
    return false;
  }

  Control& m_control;
  const Tree& m_tree;
  const Findings& m_findings;
  Judge& m_judge;
  std::set<Key> m_seen;
  std::vector<Node> m_near;
};

/// The deepest node first, then the least bound.
struct Shallower {
  bool operator()(const Node& a, const Node& b) const {
    return a.level < b.level || (a.level == b.level && a.bound > b.bound);
  }
};

}  // namespace

void Branching::run() {
  const bool ranked = m_request.objective != strategy::Objective::pareto;
  if (ranked && m_request.top > 1) m_findings.look_as_far_as(kFar);
  // An answer first, from families spread over the space; then the rest of them, cut by it.
  bool more = m_tree.grow(Tree::kSpread, m_request.threads);
  m_findings.counts.by_rule = m_tree.rejected_by_rule();
  m_first = m_tree.roots();
  dive(8 * std::max(1, m_request.top));
  m_at_work.assign(static_cast<std::size_t>(m_request.threads), idle());
  for (bool mixes = true; mixes; more = mixes = m_tree.mix_more()) {
    while (more) {
      if (m_control.ended() || m_control.is_over()) return;
      more = grow();
      if (m_reporter.due()) m_reporter.tell(unseen(false));
    }
    if (ranked) try_starts();
    work_on_all();
    if (m_control.ended_early()) return;
    if (!m_all_seen) tell_mixtures();
  }
  for (const double far : {5.0 * kFar, kNothing}) {
    if (!ranked || m_findings.saw_all() || m_control.ended_early()) return;
    look_further(far);
  }
}

/// The best few are further above the first than was looked: once more from the roots, as far as they seem to
/// be.
void Branching::look_further(double far) {
  m_seen_to = m_findings.horizon();
  m_findings.look_as_far_as(far);
  m_judge.begin_again();
  m_best.reset();  // that local searches from it lead nowhere is known
  take_roots(0);
  work_on_all();
}

/// Takes what is open until nothing is.
void Branching::work_on_all() {
  for (const Node& node : m_first) m_open.push(node);
  m_first.clear();
  m_all_seen = m_tree.whole();
  parallel_for(m_at_work.size(), m_request.threads, {},
               [&](std::size_t, int worker) { work(static_cast<std::size_t>(worker)); });
}

void Branching::begin() {
  constexpr int kShort = 300;
  m_tree.grow(Tree::kSpread, m_request.threads);
  m_first = m_tree.roots();
  dive(8, kShort);
}

/// What the strategies to begin with reach.
void Branching::try_starts() {
  Partitioner partitioner;
  for (const strategy::Strategy& start : m_request.starts) {
    if (m_control.ended()) return;
    const std::optional<Node> node = m_tree.node_of(start);
    if (!node) continue;
    const double known = m_findings.best_known();
    m_judge.reach(m_tree, *node, 1e300, partitioner);
    if (m_findings.best_known() < known) m_best = node;
  }
}

/// Of the set of time and money all over fewer pools than there are is handled.
void Branching::tell_mixtures() {
  if (m_judge.open_gap(*m_judge.cutoff().front) > 0.0) m_judge.prove_open();
  m_findings.handled_mixtures_of(static_cast<int>(m_tree.types()));
  m_reporter.tell(unseen(false));
}

/// Roots of some further families; false when there are none left.
bool Branching::grow() {
  const std::size_t known = m_tree.roots().size();
  constexpr std::size_t kAtOnce = 256;
  const bool more = m_tree.grow(kAtOnce, m_request.threads);
  m_findings.counts.by_rule = m_tree.rejected_by_rule();
  take_roots(known);
  return more;
}

/// The roots of the tree from `first` on that are not cut or above a limit become open.
void Branching::take_roots(std::size_t first) {
  const Cutoff now = m_judge.cutoff();
  for (std::size_t i = first; i < m_tree.roots().size(); ++i) {
    const Node& root = m_tree.roots()[i];
    if (now.breaks_limit(root))
      m_findings.counts.by_limit += root.count;
    else if (now.cuts(root))
      m_findings.counts.cut += root.count;
    else
      m_first.push_back(root);
  }
}

/// Depth first from the best family until so many configurations or nodes were looked at or, the first time,
/// there are values to cut with. What stays open is left in m_first.
void Branching::dive(int leaves, int nodes) {
  const bool first = m_findings.cut() >= 1e300;
  std::make_heap(m_first.begin(), m_first.end(), Shallower{});
  Tree::Expansion expansion;
  Partitioner partitioner;
  std::vector<Node> seen;
  while (leaves > 0 && nodes-- > 0 && !m_first.empty() && !m_control.ended() &&
         !(first && m_findings.cut() < 1e300)) {
    std::pop_heap(m_first.begin(), m_first.end(), Shallower{});
    const Node node = m_first.back();
    m_first.pop_back();
    if (node.refined) {
      seen.push_back(node);
      continue;
    }
    if (node.level == Level::configuration) --leaves;
    const double known = m_findings.best_known();
    // Without a value to cut with what it reaches is enough for now; of several types a root bound tells
    // more.
    const bool quickly =
        node.level == Level::configuration && m_findings.cut() >= kNothing && m_tree.types() == 1;
    if (quickly && m_judge.reach(m_tree, node, kNothing, partitioner) < kNothing) {
      seen.push_back(node);
      expansion.clear();
    } else if (!take(node, partitioner, expansion)) {
      seen.push_back(node);
      break;
    }
    if (m_findings.best_known() < known) m_best = node;
    for (const Node& child : expansion.children) {
      m_first.push_back(child);
      std::push_heap(m_first.begin(), m_first.end(), Shallower{});
    }
    if (m_reporter.due()) m_reporter.tell({open_bound(), m_gap});
  }
  m_first.insert(m_first.end(), seen.begin(), seen.end());
}

/// False when the search was ended on the way; the node is still open then.
bool Branching::expand(const Node& node, const Cutoff& cutoff, Tree::Expansion& expansion) {
  if (!m_tree.expand(node, cutoff, expansion)) {
    expansion.clear();
    return false;
  }
  Findings::Counts& counts = m_findings.counts;
  if (expansion.cut > 0) counts.cut += expansion.cut;
  if (expansion.by_limit > 0) counts.by_limit += expansion.by_limit;
  if (expansion.by_memory > 0) counts.by_memory += expansion.by_memory;
  return true;
}

/// Cuts a node, looks at a configuration or expands what is above; what stays open is in expansion.children.
/// False when the search was ended on the way.
bool Branching::take(const Node& node, Partitioner& partitioner, Tree::Expansion& expansion) {
  expansion.clear();
  const Cutoff cutoff = m_judge.cutoff();
  if (cutoff.cuts(node)) {
    m_findings.counts.cut += node.count;
    return true;
  }
  if (node.level != Level::configuration) return expand(node, cutoff, expansion);
  if (const std::optional<Node> open = m_judge.look_at(m_tree, node, partitioner))
    expansion.children.push_back(*open);
  return true;
}

/// The best of the children, taken out of them, if it may better the value to cut with by much: a good answer
/// early spares the work on all that it cuts.
std::optional<Node> Branching::promising(Tree::Expansion& expansion) const {
  std::vector<Node>& children = expansion.children;
  const auto best = std::min_element(children.begin(), children.end(),
                                     [](const Node& a, const Node& b) { return a.bound < b.bound; });
  if (best == children.end() || best->level < Level::pipeline || best->refined) return {};
  if (best->bound > kMuch * m_findings.cut()) return {};
  const Node node = *best;
  children.erase(best);
  return node;
}

/// When to leave the order of bounds: after some nodes, more of them each time a configuration was of no use.
class Branching::DiveTimes {
 public:
  bool due() { return ++m_since >= m_pause; }
  void begin(double cut) {
    m_since = 0;
    if (cut < kMuch * m_cut)
      m_pause = kLeast;
    else if (m_looked)
      m_pause = std::min(2 * m_pause, kMost);
    m_looked = false;
    m_cut = cut;
  }
  void looked() { m_looked = true; }

 private:
  static constexpr int kLeast = 8, kMost = 1024;
  int m_since = 0, m_pause = kLeast;
  bool m_looked = false;
  double m_cut = 1e301;
};

/// One worker. Where it breaks, those that wait for what it had in hand are told.
void Branching::work(std::size_t worker) {
  try {
    m_control.watch([&] { work_off(worker); });
  } catch (...) {
    const std::lock_guard lock(m_mutex);
    m_at_work[worker] = idle();
    m_changed.notify_all();
    throw;
  }
}

/// Takes the open node with the least bound until none is left anywhere. From time to time the
/// best of those whose bounds are close goes first, down to a configuration.
void Branching::work_off(std::size_t worker) {
  Tree::Expansion expansion;
  Partitioner partitioner;
  LocalSearch local_search(m_control, m_tree, m_findings, m_judge);
  std::optional<Node> next;
  DiveTimes dive_times;
  const bool ranked = m_request.objective != strategy::Objective::pareto;
  int dives = ranked ? 0 : 200;  // steps down into what is promising
  // The other workers begin with what is best bound meanwhile: that is to be seen anyway.
  if (worker == 0 && ranked && m_best) local_search.from(*m_best, partitioner);
  std::unique_lock lock(m_mutex);
  while (true) {
    m_at_work[worker] = idle();
    const auto busy = [this] {
      return std::any_of(m_at_work.begin(), m_at_work.end(),
                         [](const Node& at) { return at.bound < kNothing; });
    };
    if (!next) m_changed.wait(lock, [&] { return !m_open.empty() || m_control.ended_early() || !busy(); });
    if (!next && (m_control.ended_early() || m_open.empty())) break;
    if (!next && ranked && dive_times.due()) {
      const double cut = m_findings.cut();
      if (m_open.least_deep_bound() <= kMuch * cut) {
        next = m_open.pop_deep();
        if (next->ordered) {
          dives = kSteps;
          dive_times.begin(cut);
        }
      }
    }
    const Node node = next ? *next : m_open.pop();
    next.reset();
    m_at_work[worker] = node;
    lock.unlock();
    const double known = m_findings.best_known();
    const bool done = !m_control.ended() && take(node, partitioner, expansion);
    if (ranked && node.level == Level::configuration && m_findings.best_known() < known)
      local_search.from(node, partitioner);
    if (worker == 0 && m_reporter.due()) m_reporter.tell(unseen(false));
    lock_soon(lock);
    if (!done)
      expansion.children.assign(1, node);
    else if (dives > 0 && (next = promising(expansion)))
      --dives;
    else if (ranked)
      dives = 0;
    if (node.level == Level::configuration) dive_times.looked();
    for (const Node& child : expansion.children) m_open.push(child);
    if (m_at_work.size() > 1) m_changed.notify_all();
  }
  m_changed.notify_all();
}

double Branching::open_bound() const {
  if (!m_all_seen) return 0.0;
  const std::lock_guard lock(m_mutex);
  double bound = std::min(m_judge.least_open(), m_open.empty() ? kNothing : m_open.least_bound());
  for (const Node& at : m_at_work) bound = std::min(bound, at.bound);
  // What is further above the best than is looked for was cut, though it may rank.
  return std::max(std::min(bound, m_findings.horizon()), m_seen_to);
}

/// The largest shortfall of the front from what open nodes may hold, and from families that no node stands
/// for.
double Branching::open_gap() {
  const Cutoff now = m_judge.cutoff();
  const Front& front = *now.front;
  if (front.empty()) return 1.0;
  if (!m_tree.grown() && !m_not_grown) m_not_grown = m_tree.not_grown();
  if (m_tree.grown()) m_not_grown.reset();
  double gap = m_judge.open_gap(front);
  if (m_not_grown)
    for (const FrontPoint& corner : *m_not_grown) gap = std::max(gap, shortfall(front, corner));
  const auto see = [&](const Node& node) {
    if (node.bound < kNothing) gap = std::max(gap, shortfall(front, now.corner_of(node)));
  };
  const std::lock_guard lock(m_mutex);
  std::for_each(m_first.begin(), m_first.end(), see);
  std::for_each(m_at_work.begin(), m_at_work.end(), see);
  m_open.visit(see);
  return gap;
}

Unseen Branching::unseen(bool anew) {
  Unseen unseen{open_bound(), m_gap};
  if (m_request.objective != strategy::Objective::pareto) return unseen;
  constexpr double kShare = 0.05;
  const double start = m_control.elapsed();
  if (!anew && m_gap_took > kShare * (start - m_gap_seen)) return unseen;
  m_gap = std::min(m_gap, open_gap());
  m_gap_seen = m_control.elapsed();
  m_gap_took = m_gap_seen - start;
  unseen.gap = m_gap;
  return unseen;
}

}  // namespace astrolabe::search
