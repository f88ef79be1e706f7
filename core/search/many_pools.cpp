#include "core/search/many_pools.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/parallel.h"
#include "core/strategy/stage_gpus.h"

namespace astrolabe::search {

using strategy::Group;
using strategy::Objective;
using strategy::Strategy;

namespace {

constexpr std::int64_t kUsualWork = 200'000;  ///< about half a second of one worker
constexpr double kFewOrders = 720;            ///< each of which is looked at
constexpr std::size_t kSolvedAtOnce = 8;      ///< whatever the number of workers
constexpr int kLeastPause = 4, kMostPause = 256;

}  // namespace

ManyPools::ManyPools(const strategy::Problem& problem, const Request& request, Control& control,
                     const strategy::Space& space, cost::Tables& tables, Findings& findings, Judge& judge,
                     Reporter& reporter)
    : m_problem(problem),
      m_request(request),
      m_control(control),
      m_space(space),
      m_tables(tables),
      m_findings(findings),
      m_judge(judge),
      m_reporter(reporter),
      m_settings(problem, space, request.threads),
      m_classes(pool_classes(problem)),
      m_class_of(problem.cluster.pools.size()),
      m_but_recompute(space.projection(~strategy::reads::recompute)),
      m_partitioners(static_cast<std::size_t>(std::max(1, request.threads))) {
  for (std::size_t c = 0; c < m_classes.size(); ++c)
    for (const int pool : m_classes[c]) m_class_of[static_cast<std::size_t>(pool)] = c;
}

std::int64_t ManyPools::most_work() const {
  return m_request.most_work > 0 ? m_request.most_work : kUsualWork;
}

bool ManyPools::is_over() { return m_work >= m_most_work || m_control.ended(); }

/// Of equal bounds the deeper first, then what was met first.
bool ManyPools::later(const Entry& a, const Entry& b) {
  if (a.at.told.bound != b.at.told.bound) return a.at.told.bound > b.at.told.bound;
  if (a.at.decided != b.at.decided) return a.at.decided < b.at.decided;
  return a.number > b.number;
}

void ManyPools::push(OpenPools node, std::optional<Group> group) {
  push({std::move(node), std::move(group), m_met++});
}

void ManyPools::push(Entry entry) {
  // While a way down is followed the best child goes first; what it was compared with is as open as all else.
  if (m_following && (!m_next || later(*m_next, entry))) {
    if (m_next)
      std::swap(*m_next, entry);
    else {
      m_next = std::move(entry);
      return;
    }
  }
  m_open.push_back(std::move(entry));
  std::push_heap(m_open.begin(), m_open.end(), later);
}

ManyPools::Entry ManyPools::pop() {
  std::pop_heap(m_open.begin(), m_open.end(), later);
  Entry entry = std::move(m_open.back());
  m_open.pop_back();
  return entry;
}

/// False where it ended on the way.
bool ManyPools::lay_out() {
  m_boxes = pool_boxes(m_problem, m_space, m_settings, m_classes, m_request.threads,
                       [this] { return !m_control.ended(); });
  m_bounds.emplace(m_problem, m_space, m_tables, m_request.objective, m_settings, m_classes, m_boxes);
  for (std::uint32_t box = 0; box < m_boxes.size(); ++box) {
    m_behind.push_back(m_bounds->reach_behind(m_boxes[box]));
    OpenPools node;
    node.box = box;
    expand_box(node);
    if (m_control.ended()) return false;
  }
  return true;
}

void ManyPools::run() {
  m_laid_out = lay_out();
  if (!m_laid_out) return;
  // Most of the work for what bounds tell, some for orders of the best that was found, the rest with what
  // that cuts.
  m_most_work = most_work() * 6 / 10;
  work_off();
  m_most_work = most_work() * 9 / 10;
  for (const Ordered& start : std::vector<Ordered>(m_best)) better(start);
  m_most_work = most_work();
  work_off();
  solve_best();
  if (!m_findings.any_answer()) tell_why();
}

/// The least bound first, from time to time down to a configuration.
void ManyPools::work_off() {
  int since = kLeastPause, pause = kLeastPause;
  while ((m_next || !m_open.empty()) && !is_over()) {
    if (m_next) {
      Entry entry = std::move(*m_next);
      m_next.reset();
      take(std::move(entry));
    } else {
      if (m_following) since = 0;  // a way down has ended
      m_following = ++since >= pause;
      if (m_following) pause = std::min(2 * pause, kMostPause);
      take(pop());
    }
    if (m_reporter.due()) m_reporter.tell(unseen());
  }
  m_following = false;
  if (m_next) push(*std::exchange(m_next, std::nullopt));
}

void ManyPools::take(Entry entry) {
  const Cutoff cutoff = m_judge.cutoff();
  const OpenPools& node = entry.at;
  if (cutoff.cuts(node.told) || cutoff.breaks_limit(node.told)) return;
  if (entry.group) {
    std::vector<Entry> configurations{std::move(entry)};
    while (!m_open.empty() && m_open.front().group && configurations.size() < kSolvedAtOnce) {
      Entry other = pop();
      if (!cutoff.cuts(other.at.told)) configurations.push_back(std::move(other));
    }
    return solve(std::move(configurations));
  }
  switch (node.decided) {
    case OpenPools::Decided::box:
      return expand_box(node);
    case OpenPools::Decided::kind:
      return expand_kind(node);
    case OpenPools::Decided::stages:
    case OpenPools::Decided::pools:
      return expand_pools(node);
    case OpenPools::Decided::setting:
      return expand_orders(node);
  }
}

/// Bounds a node: false where it has no room, is cut or breaks a limit.
bool ManyPools::bounded(OpenPools& node) {
  m_work += 1 + static_cast<std::int64_t>(m_bounds->slots().size() / 4);
  if (node.decided == OpenPools::Decided::setting ? !m_bounds->bound_setting(node) : !m_bounds->bound(node))
    return false;
  const Cutoff cutoff = m_judge.cutoff();
  return !cutoff.breaks_limit(node.told) && !cutoff.cuts(node.told);
}

void ManyPools::offer(OpenPools node) {
  if (bounded(node)) push(std::move(node));
}

void ManyPools::expand_box(const OpenPools& node) {
  for (const auto& [kind, stages] : m_boxes[node.box].kinds) {
    if (m_control.ended()) return;  // so does the laying out
    OpenPools child = node;
    child.decided = OpenPools::Decided::kind;
    child.kind = kind;
    offer(std::move(child));
  }
}

void ManyPools::expand_kind(const OpenPools& node) {
  const PoolBox& box = m_boxes[node.box];
  const Bits& allowed = box.kinds.at(node.kind);
  const auto degrees = std::find_if(m_space.degrees().begin(), m_space.degrees().end(), [&](const auto& one) {
    return one.data_parallel == box.data_parallel && one.context_parallel == box.context_parallel;
  });
  const PoolBounds::Reach all = m_behind[node.box].front();
  for (int stages = std::max(1, all.least); stages <= all.most; ++stages) {
    const auto at = static_cast<std::size_t>(stages);
    if (at >= degrees->groups.size() || at / 64 >= allowed.size()) break;
    if (degrees->groups[at] == 0 || !has(allowed, at)) continue;
    OpenPools child = node;
    child.decided = OpenPools::Decided::stages;
    child.stages = stages;
    offer(std::move(child));
  }
}

/// Whether the pools that are left can have the stages that are.
bool ManyPools::fits_behind(const OpenPools& node) const {
  const PoolBounds::Reach& behind = m_behind[node.box][node.taken.size()];
  const PoolBox& box = m_boxes[node.box];
  int left = node.stages;
  std::int64_t gpus = 0;
  bool largest = false;
  for (std::size_t slot = 0; slot < node.taken.size(); ++slot) {
    const PoolTaken& taken = node.taken[slot];
    if (taken.stages == 0) continue;
    const int tensor = m_bounds->choices(node, slot)[static_cast<std::size_t>(taken.choice)].tensor_parallel;
    left -= taken.stages;
    gpus += std::int64_t{taken.stages} * tensor * box.replicas();
    largest = largest || tensor == box.tensor_parallel;
  }
  if (left < behind.least || left > behind.most) return false;
  if (left == 0 && !largest) return false;
  return !m_problem.cluster.max_total_gpus || gpus <= *m_problem.cluster.max_total_gpus;
}

/// What the next pool can have: of those that are alike no more than the one before.
void ManyPools::expand_slot(const OpenPools& node, std::vector<OpenPools>& children) {
  const std::size_t slot = node.taken.size();
  const std::vector<StageRange>& choices = m_bounds->choices(node, slot);
  const bool alike = slot > 0 && m_bounds->class_of(slot) == m_bounds->class_of(slot - 1);
  const auto add = [&](PoolTaken taken) {
    if (alike) {
      const PoolTaken& before = node.taken.back();
      const bool unused = taken.stages == 0;
      // Unused ones last, of the others by choice, then by stages.
      if (!unused && before.stages == 0) return;
      if (!unused &&
          (taken.choice < before.choice || (taken.choice == before.choice && taken.stages > before.stages)))
        return;
    }
    OpenPools child = node;
    child.decided = OpenPools::Decided::pools;
    child.taken.push_back(taken);
    if (fits_behind(child)) children.push_back(std::move(child));
  };
  for (std::size_t choice = 0; choice < choices.size(); ++choice)
    for (int stages = std::min(choices[choice].most, node.stages); stages >= choices[choice].least; --stages)
      add({static_cast<int>(choice), stages});
  if (m_problem.cluster.may_leave_unused) add({});
}

void ManyPools::expand_pools(const OpenPools& node) {
  OpenPools at = node;
  std::vector<OpenPools> children;
  // Pools with one choice take it at once.
  while (at.taken.size() < m_bounds->slots().size()) {
    children.clear();
    expand_slot(at, children);
    if (children.size() != 1) break;
    at = std::move(children.front());
    children.clear();
  }
  if (at.taken.size() == m_bounds->slots().size()) return expand_settings(at);
  for (OpenPools& child : children) offer(std::move(child));
}

void ManyPools::expand_settings(const OpenPools& node) {
  const strategy::Family family = m_bounds->family_of(node);
  const std::uint32_t row = m_settings.find({&family}, m_request.threads).front();
  if (row == SettingTables::kNoRow) return;
  for (const Settings::Use& use : m_settings.settings(row).buckets)
    for (const Bucket::Part& part : use.bucket->parts) {
      if (part.kind != node.kind) continue;
      for (std::uint32_t setting = part.first; setting < part.end; ++setting) {
        if (!has(m_settings.stage_sets()[use.bucket->stage_set[setting]],
                 static_cast<std::size_t>(node.stages)))
          continue;
        OpenPools child = node;
        child.decided = OpenPools::Decided::setting;
        child.setting = use.bucket->index(setting);
        offer(std::move(child));
      }
    }
}

std::vector<Group::Use> ManyPools::uses_of(const OpenPools& node) const {
  std::vector<Group::Use> uses;
  for (const strategy::Family::Use& use : m_bounds->family_of(node).uses)
    uses.push_back({use.pool, use.least, use.tensor_parallel});
  return uses;
}

/// Orders that are told apart: pools that are alike and have the same stages stand for each other.
double ManyPools::orders_of(const OpenPools& node) const {
  double orders = 1.0, used = 0.0, same = 0.0;
  for (std::size_t slot = 0; slot < node.taken.size(); ++slot) {
    const PoolTaken& taken = node.taken[slot];
    if (taken.stages == 0) continue;
    const bool as_before =
        slot > 0 && m_bounds->class_of(slot) == m_bounds->class_of(slot - 1) && node.taken[slot - 1] == taken;
    same = as_before ? same + 1.0 : 1.0;
    orders *= ++used / same;
  }
  return orders;
}

/// Whether exchanging two pools changes nothing.
bool ManyPools::alike(const Group::Use& a, const Group::Use& b) const {
  return a.stages == b.stages && a.tensor_parallel == b.tensor_parallel &&
         m_class_of[static_cast<std::size_t>(a.pool)] == m_class_of[static_cast<std::size_t>(b.pool)];
}

void ManyPools::expand_orders(const OpenPools& node) {
  m_following = false;
  look_at_orders(node);
  if (orders_of(node) > kFewOrders) return leave_open(node);
  // Those that are alike keep the order of their pools.
  std::vector<Group::Use> uses = uses_of(node);
  const auto by_pool = [](const Group::Use& a, const Group::Use& b) { return a.pool < b.pool; };
  Group group{{}, m_boxes[node.box].data_parallel, m_boxes[node.box].context_parallel};
  do {
    bool first = true;
    for (std::size_t i = 0; i < uses.size() && first; ++i)
      for (std::size_t j = i + 1; j < uses.size() && first; ++j)
        first = uses[i].pool < uses[j].pool || !alike(uses[i], uses[j]);
    if (!first) continue;
    group.uses = uses;
    ++m_work;
    push(node, group);
  } while (std::next_permutation(uses.begin(), uses.end(), by_pool));
}

/// Nothing more is done about it: the bound stands.
void ManyPools::leave_open(const OpenPools& node) {
  m_left = std::min(m_left, node.told.bound);
  if (m_request.objective == Objective::pareto)
    m_left_corners.push_back(m_judge.cutoff().corner_of(node.told));
}

/// Solves configurations side by side, each cut by what was known before, and tells what became of them in
/// their order.
void ManyPools::solve(std::vector<Entry> configurations) {
  struct Solved {
    Candidate candidate;
    std::optional<cost::Shape> shape;
    Partition partition;
    bool broken = false;
  };
  std::vector<Solved> solved(configurations.size());
  for (std::size_t i = 0; i < solved.size(); ++i) {
    Strategy strategy;
    m_space.configuration(*configurations[i].group, configurations[i].at.setting, strategy);
    solved[i].shape.emplace(m_tables, strategy);
    solved[i].candidate.step_bound = configurations[i].at.told.step;
    solved[i].broken = !m_judge.bound_of(*solved[i].shape, solved[i].candidate);
    m_work += 20 + 4 * strategy.pipeline_parallel;
  }
  parallel_for(solved.size(), m_request.threads, {}, [&](std::size_t i, int worker) {
    if (solved[i].broken) return;
    m_control.watch([&] {
      solved[i].partition = m_judge.solve(solved[i].candidate, *solved[i].shape,
                                          m_partitioners[static_cast<std::size_t>(worker)]);
    });
  });
  for (std::size_t i = 0; i < solved.size(); ++i) {
    if (solved[i].broken)
      ++m_findings.counts.by_limit;
    else
      m_judge.conclude(solved[i].candidate, *solved[i].shape, solved[i].partition);
  }
}

Unseen ManyPools::unseen() const {
  if (!m_laid_out) return {0.0, 1.0};
  Unseen unseen{std::min(m_left, m_judge.least_open()), 0.0};
  for (const Entry& entry : m_open) unseen.bound = std::min(unseen.bound, entry.at.told.bound);
  if (m_next) unseen.bound = std::min(unseen.bound, m_next->at.told.bound);
  if (m_request.objective != Objective::pareto) return unseen;
  const Cutoff now = m_judge.cutoff();
  if (now.front->empty()) return {unseen.bound, 1.0};
  unseen.gap = m_judge.open_gap(*now.front);
  for (const FrontPoint& corner : m_left_corners)
    unseen.gap = std::max(unseen.gap, shortfall(*now.front, corner));
  for (const Entry& entry : m_open)
    unseen.gap = std::max(unseen.gap, shortfall(*now.front, now.corner_of(entry.at.told)));
  return unseen;
}

}  // namespace astrolabe::search
