// Bounds of nodes whose pools have their stages: no split ends within a step when the layers that each stage
// could hold then are fewer than the model's.

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/base/rounding.h"
#include "core/search/tree.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Strategy;

/// The stages of each floor where the family leaves no choice.
bool Tree::decided_stages(const Context& context, int all, int* stages) const {
  const Family& family = context.place->family;
  for (std::size_t i = 0; i < family.uses.size(); ++i) {
    const Family::Use& use = family.uses[static_cast<std::size_t>(context.use[i])];
    if (use.least != use.most && family.uses.size() > 1) return false;
    stages[i] = family.uses.size() == 1 ? all : use.most;
  }
  return true;
}

/// Layers that a stage holds with so many micro-batches in flight, and what those cost that it holds only
/// when they are recomputed: of a setting, or of the best settings of its kind in each.
void Tree::set_memory(const Context& context, std::size_t floor, bool setting_known, double held,
                      cost::StageFloor& stage) {
  const auto take = [&](const Context::Held& known) {
    stage.holds = known.holds;
    stage.free_layers = known.free_layers;
    if (known.again >= 1e300)
      stage.need_nothing_again();  // memory limits what the stage holds
    else
      stage.again = known.again;
  };
  if (setting_known) return take(held_in(context, floor, &context.rooms[floor], 1, held));
  const std::vector<cost::Room>& rooms = context.fitting[static_cast<std::size_t>(context.use[floor])];
  std::vector<Context::Held>& known = context.held[floor];
  const auto at = static_cast<std::size_t>(held);  // whole: stages have one chunk here
  if (known.size() <= at) known.resize(at + 1);
  if (known[at].holds < 0) known[at] = held_in(context, floor, rooms.data(), rooms.size(), held);
  take(known[at]);
}

Tree::Context::Held Tree::held_in(const Context& context, std::size_t floor, const cost::Room* rooms,
                                  std::size_t count, double held) {
  Context::Held most{0, 0.0, 1e300};
  for (const cost::Room* room = rooms; room != rooms + count; ++room) {
    most.holds = std::max(most.holds, room->holds(held));
    const double layer_bytes = room->layer_bytes + held * room->kept_bytes;
    most.free_layers = std::max(most.free_layers, rounded_up(room->free_bytes / layer_bytes));
    if (room->again_free_bytes < 0.0) continue;
    const double saved = held * (room->kept_bytes - room->again_kept_bytes);
    const double again = saved > 0.0 ? context.floors[floor].again * layer_bytes / saved : 0.0;
    most.again = std::min(most.again, again);
  }
  return most;
}

/// Windows tell of pipelines with one chunk a stage whose layers from some early one on are alike.
bool Tree::windows_apply(const Context& context) const {
  return m_windows && m_runs && context.kind->chunks == 1 && cost::one_chunk(context.kind->schedule);
}

/// Micro-batches in flight on a stage.
double Tree::held_by(const Context& context, int stages, int stage) {
  return cost::in_flight(context.kind->schedule, stages, 1, context.micro_batches, stage);
}

/// False when the layers do not fit under the setting in any order of the pools, however long a step may
/// take. As few micro-batches in flight as if each pool stood last.
bool Tree::any_room(const Context& context, const int* stages) const {
  if (!windows_apply(context)) return true;
  const int layers = m_problem.graph->layer_count() - m_tables.alike_from();
  const int all = std::accumulate(stages, stages + context.place->family.uses.size(), 0);
  long room = 0;
  for (std::size_t i = 0; i < context.place->family.uses.size(); ++i)
    for (int behind = 1; behind <= stages[i] && room < layers; ++behind)
      room += std::max(0, context.rooms[i].holds(held_by(context, all, all - behind)));
  return room >= layers;
}

namespace {

/// A stage with so many stages before it or more ends with the gradients of weights that its last backward
/// leaves over, and its tail.
void add_weights_left(int stages, int before, int micro_batches, cost::StageFloor& stage) {
  const double left = micro_batches - cost::weights_before_last_backward(before, stages, micro_batches);
  stage.tail.fixed += left * stage.edge_weight;
  stage.tail.layer += left * stage.weight;
  stage.tail.whole_layer += left * stage.weight;
  stage.tail.unaided += left * stage.weight;
}

}  // namespace

/// `order` lists floors along the pipeline; memory as `strategy` says, without it none counts.
void Tree::fill_line(const Context& context, const int* stages, const int* order, const Strategy* strategy,
                     cost::StageLine& line) const {
  const Family& family = context.place->family;
  const int count = static_cast<int>(family.uses.size());
  const int all = std::accumulate(stages, stages + count, 0);
  line.may_be_empty = m_tables.alike_from();
  line.layers = m_problem.graph->layer_count() - line.may_be_empty;
  line.micro_batches = context.micro_batches;
  line.schedule = context.kind->schedule;
  line.shares = {};
  const bool apart = cost::weights_apart(line.schedule);
  line.lead = 1e300;
  line.stages.clear();
  for (int place = 0; place < count; ++place) {
    const auto at = static_cast<std::size_t>(order[place]);
    const cost::PoolFloor& floor = context.floors[at];
    line.lead = std::min(line.lead, floor.lead);
    cost::StageFloor stage;
    stage.layer = floor.main_layer + (strategy != nullptr ? context.extra[at] : 0.0);
    stage.forward = floor.forward;
    if (apart) {
      stage.weight = floor.weight;
      stage.backward = std::max(0.0, floor.main_layer - floor.forward - floor.weight);
      line.shares.include(floor.shares);
    }
    stage.backward_share = floor.backward_share;
    stage.run = place;
    for (int s = 0; s < stages[at]; ++s) {
      const int j = static_cast<int>(line.stages.size());
      const bool ends_run = s + 1 == stages[at];
      stage.link = context.links[at][at];
      if (ends_run)
        stage.link = place + 1 < count ? context.links[at][static_cast<std::size_t>(order[place + 1])] : 0.0;
      stage.edge = (j == 0 ? floor.first_edge : 0.0) + (j + 1 == all ? floor.last_edge : 0.0);
      stage.edge_forward = (j == 0 ? floor.first_forward : 0.0) + (j + 1 == all ? floor.last_forward : 0.0);
      stage.edge_weight = apart && j + 1 == all ? floor.last_weight : 0.0;
      stage.tail = context.tails[at];
      if (j >= line.may_be_empty) stage.tail = stage.tail.of_these_alone(j == 0, j + 1 == all);
      if (apart) add_weights_left(all, j, line.micro_batches, stage);
      set_memory(context, at, strategy != nullptr, held_by(context, all, j), stage);
      if (j < line.may_be_empty) stage.need_nothing_again();
      line.stages.push_back(stage);
    }
  }
  // Sums of pipelines that do the gradients of the weights apart are without them.
  line.lead = line.shares.without_weights(line.lead, 0.0);
}

/// Raises the bound of a node whose floors have `stages`: that of one `order`, or of all; without `strategy`
/// that of all settings of its kind.
void Tree::narrow(Node& node, const Context& context, const int* stages, const int* order,
                  const Strategy* strategy, const Cutoff& cutoff, double near) const {
  if (!windows_apply(context)) return;
  const Family& family = context.place->family;
  const int count = static_cast<int>(family.uses.size());
  const LeastCost least_cost = least_cost_of(node, context, stages, count);
  const double scale = least_cost.scale;
  const double low = node.step / scale;
  constexpr double kFar = 4.0;  // no answer is known yet
  const double high =
      std::min(rounded_up(cutoff.longest(least_cost.paid, least_cost.rate) / scale), kFar * low);
  struct Ordered {
    std::array<int, Node::kMostPools> floors{};
    cost::StageLine line;
    cost::Windows windows;
    bool filled = false;
  };
  thread_local std::vector<Ordered> orders;
  thread_local std::vector<std::uint16_t> asked;  // the order that had room last is asked first
  const std::size_t all = order == nullptr ? static_cast<std::size_t>(family.orders()) : 1;
  if (orders.size() < all) orders.resize(all);
  asked.resize(all);
  std::iota(asked.begin(), asked.end(), std::uint16_t{0});
  for (std::size_t o = 0; o < all; ++o) {
    orders[o].filled = false;
    if (order != nullptr)
      std::copy(order, order + count, orders[o].floors.begin());
    else if (o == 0)
      std::iota(orders[o].floors.begin(), orders[o].floors.begin() + count, 0);
    else
      orders[o].floors = orders[o - 1].floors;
    if (o > 0) std::next_permutation(orders[o].floors.begin(), orders[o].floors.begin() + count);
  }
  const auto ends = [&](double step) {
    for (auto at = asked.begin(); at != asked.end(); ++at) {
      Ordered& tried = orders[*at];
      if (!tried.filled) {
        fill_line(context, stages, tried.floors.data(), strategy, tried.line);
        tried.windows.ask_about(tried.line);
        tried.filled = true;
      }
      if (!tried.windows.leave_room(step)) continue;
      std::rotate(asked.begin(), at, at + 1);
      return true;
    }
    return false;
  };
  const double least = cost::longest_without(low, high, near, std::ref(ends));
  if (least > low) finish(node, context, least - context.fixed, least_cost);
}

}  // namespace astrolabe::search
