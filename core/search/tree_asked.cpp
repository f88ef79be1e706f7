// What settings ask of the pools of a family: room for layers, time of a layer beyond the floor, tails. Most
// settings ask the same, and kinds that differ in schedule do: found once for a family.

#include <algorithm>
#include <memory>

#include "core/search/tree.h"
#include "core/strategy/chunks.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Strategy;

/// Calls `use(strategy, use of the family, floor)` for each of Bucket::tails of the node's kind.
template <class Use>
void Tree::each_tail(const Node& node, const Context& context, const Use& use_tail) const {
  const Family& family = context.place->family;
  const Bucket& bucket = context.settings->bucket(node.kind);
  const Bucket::Part& part = context.settings->part(node.kind);
  thread_local Strategy strategy;
  m_space.start_family(family, strategy);
  std::array<const cost::PoolFloor*, Node::kMostPools> floors{};
  for (std::size_t i = 0; i < family.uses.size(); ++i)
    floors[static_cast<std::size_t>(context.use[i])] = &context.floors[i];
  for (std::uint32_t at = bucket.demand(part).first_tail; at < bucket.demand(part).end_tail; ++at) {
    m_space.choose(bucket.tails[at], strategy);
    for (std::size_t use = 0; use < family.uses.size(); ++use) use_tail(strategy, use, *floors[use]);
  }
}

void Tree::fill_tails(const Node& node, const Context& context, Tails& tails) const {
  const Family& family = context.place->family;
  tails.all.clear();
  each_tail(node, context, [&](const Strategy& strategy, std::size_t use, const cost::PoolFloor& floor) {
    const int pool = family.uses[use].pool;
    const int tensor_parallel = family.uses[use].tensor_parallel;
    const cost::Splitting splitting = cost::splitting_of(strategy, pool, tensor_parallel);
    const cost::TailInput in = cost::tail_input(
        m_tables, strategy, splitting, strategy.expert_parallel * strategy.expert_tensor_parallel,
        context.micro_batches, node.stages, cost::always_fills_several_nodes(m_problem.cluster, pool));
    tails.all.push_back(cost::tail_floor(in, cost::ranks_of(strategy, tensor_parallel), floor.dense,
                                         floor.expert, cost::most_work(m_tables, splitting)));
  });
}

/// [Bucket::memory()][use] of a kind.
void Tree::fill_rooms(const Family& family, const Bucket& bucket, const Bucket::Part& part,
                      std::vector<cost::Room>& rooms) const {
  rooms.clear();
  thread_local Strategy strategy;
  m_space.start_family(family, strategy);
  for (std::uint32_t at = bucket.demand(part).first_memory; at < bucket.demand(part).end_memory; ++at) {
    m_space.choose(bucket.memories[at], strategy);
    for (const Family::Use& use : family.uses)
      rooms.push_back(cost::room_of(m_tables, strategy, use.pool, use.tensor_parallel, m_layers.main,
                                    m_empty[static_cast<std::size_t>(use.pool)]));
  }
}

/// What is in its place, or what `fill` makes of it: that is kept, or stands until the thread asks again.
template <class Asked, class Fill>
const Asked* Tree::asked_for(MadeOnce<Asked>& place, const Fill& fill) {
  if (const Asked* known = place.get()) return known;
  thread_local Asked made;
  fill(made);
  if (m_asked.fetch_add(1, std::memory_order_relaxed) >= kMostAsked) return &made;
  return &place.keep(std::make_unique<Asked>(made));
}

void Tree::set_asked_rooms(const Node& node, Context& context) {
  const std::size_t slot = context.settings->demand_at(node.kind);
  if (context.asked_rooms != nullptr && context.rooms_slot == slot) return;
  context.rooms_slot = slot;
  context.fits_known = false;
  for (std::vector<Context::Held>& held : context.held) held.clear();
  context.asked_rooms = asked_for(context.place->rooms.at(slot), [&](Rooms& rooms) {
    const std::size_t uses = context.place->family.uses.size();
    fill_rooms(context.place->family, context.settings->bucket(node.kind), context.settings->part(node.kind),
               rooms.all);
    for (std::vector<cost::Room>& best : rooms.best) best.clear();
    for (std::size_t at = 0; at < rooms.all.size(); ++at) {
      const cost::Room& room = rooms.all[at];
      std::vector<cost::Room>& best = rooms.best[at % uses];
      if (std::any_of(best.begin(), best.end(), [&](const cost::Room& a) { return a.covers(room); }))
        continue;
      best.erase(
          std::remove_if(best.begin(), best.end(), [&](const cost::Room& b) { return room.covers(b); }),
          best.end());
      best.push_back(room);
    }
  });
}

/// Precondition: windows apply.
void Tree::set_asked_tails(const Node& node, Context& context) {
  const std::size_t slot = tails_slot_of(node, context);
  if (context.asked_tails != nullptr && context.tails_slot == slot) return;
  context.tails_slot = slot;
  context.asked_tails =
      asked_for(context.place->tails.at(slot), [&](Tails& tails) { fill_tails(node, context, tails); });
}

void Tree::set_asked_extras(const Node& node, Context& context) {
  const std::size_t slot = tails_slot_of(node, context);
  if (context.asked_extras != nullptr && context.extras_slot == slot) return;
  context.extras_slot = slot;
  context.asked_extras = asked_for(context.place->extras.at(slot), [&](Extras& extras) {
    extras.all.clear();
    each_tail(node, context, [&](const Strategy& strategy, std::size_t use, const cost::PoolFloor& floor) {
      const Family::Use& at = context.place->family.uses[use];
      extras.all.push_back(
          cost::layer_extra(m_tables, strategy, at.pool, at.tensor_parallel, node.stages, floor));
    });
  });
}

/// What the node's setting makes of the floors: layers that stages hold.
void Tree::set_holds(const Node& node, Context& context, Strategy& strategy) {
  const Family& family = context.place->family;
  m_space.start_family(family, strategy);
  strategy.pipeline_parallel = node.stages;
  m_space.choose(context.settings->bucket(node.kind).index(node.setting), strategy);
  const int chunks = strategy.virtual_pipeline;
  const auto held = [&](int stage) {
    return static_cast<double>(
               cost::in_flight(strategy.schedule, node.stages, chunks, context.micro_batches, stage)) /
           chunks;
  };
  const double least = std::min(held(0), held(node.stages - 1));
  set_asked_rooms(node, context);
  set_asked_extras(node, context);
  const std::size_t uses = family.uses.size();
  const Bucket& bucket = context.settings->bucket(node.kind);
  const Bucket::Part& part = context.settings->part(node.kind);
  const cost::Room* rooms = &context.asked_rooms->all[bucket.memory(part, node.setting) * uses];
  const double* extra = &context.asked_extras->all[bucket.tail(part, node.setting) * uses];
  for (std::size_t i = 0; i < uses; ++i) {
    context.rooms[i] = rooms[context.use[i]];
    context.floors[i].holds = context.rooms[i].holds(least);
    context.extra[i] = extra[context.use[i]];
    context.least_extra = i == 0 ? context.extra[i] : std::min(context.least_extra, context.extra[i]);
  }
}

/// Where stages have several chunks, all hold so many layers at least: what memory asks of each floor then,
/// under the node's setting or the best of its kind; of layers of several classes how many of the main one
/// find room. False where they have one. Not part of proofs for core/verify.
bool Tree::set_equal_stages(const Node& node, Context& context, bool setting_known) {
  const int chunks = context.kind->chunks;
  if (!m_windows || chunks == 1) return false;
  const bool whole = m_problem.graph->classes.size() == 1;
  const strategy::Chunking chunking =
      strategy::chunking_of(context.kind->schedule, m_problem.graph->layer_count(), node.stages, chunks);
  const int each = chunking.least_stage();
  const int inside = chunking.stage();
  const auto held_on = [&](int stage) {
    return static_cast<double>(
               cost::in_flight(context.kind->schedule, node.stages, chunks, context.micro_batches, stage)) /
           chunks;
  };
  const double held = std::min(held_on(0), held_on(node.stages - 1));
  if (!setting_known) set_asked_rooms(node, context);
  for (std::size_t i = 0; i < context.place->family.uses.size(); ++i) {
    const std::vector<cost::Room>& best = context.asked_rooms->best[static_cast<std::size_t>(context.use[i])];
    const cost::Room* rooms = setting_known ? &context.rooms[i] : best.data();
    double least = 1e300, least_inside = 1e300;
    int holds = 0;
    for (std::size_t k = 0; k < (setting_known ? 1 : best.size()); ++k) {
      const Context::Held kept = held_in(context, i, &rooms[k], 1, held);
      holds = std::max(holds, kept.holds);
      if (kept.holds >= inside) {
        const double beyond = std::max(0.0, inside - kept.free_layers);
        least_inside = std::min(least_inside, kept.again < 1e300 ? beyond * kept.again : 0.0);
      }
      if (!whole || kept.holds < each) continue;
      const bool again = kept.again < 1e300 && each > kept.free_layers;
      least = std::min(least, again ? (each - kept.free_layers) * kept.again / each : 0.0);
    }
    context.floors[i].holds = holds;
    context.again[i] = least < 1e300 ? least : 0.0;
    context.again_inside[i] =
        least_inside < 1e300 ? std::max(0.0, least_inside - inside * context.again[i]) : 0.0;
  }
  return true;
}

void Tree::forget_equal_stages(Context& context) {
  if (context.kind->chunks == 1) return;
  context.again.fill(0.0);
  context.again_inside.fill(0.0);
  constexpr int kAny = cost::PoolFloor{}.holds;  // as those of a new context
  for (std::size_t i = 0; i < context.place->family.uses.size(); ++i) context.floors[i].holds = kAny;
}

/// The tails of the node's setting, where windows ask for them.
void Tree::set_setting_tails(const Node& node, Context& context) {
  if (!windows_apply(context)) return;
  set_asked_tails(node, context);
  const std::size_t uses = context.place->family.uses.size();
  const Bucket& bucket = context.settings->bucket(node.kind);
  const Bucket::Part& part = context.settings->part(node.kind);
  const cost::TailFloor* tails = &context.asked_tails->all[bucket.tail(part, node.setting) * uses];
  for (std::size_t i = 0; i < uses; ++i) context.tails[i] = tails[context.use[i]];
}

/// Of the settings of a pipeline whose floors have their stages those alone count from now on whose layers
/// fit in some order of the pools: rooms and tails of the kind are the best of theirs. False where none does.
bool Tree::set_fitting(const Node& node, Context& context, const int* stages) {
  if (!windows_apply(context)) return true;
  const Bucket& bucket = context.settings->bucket(node.kind);
  const Bucket::Part& part = context.settings->part(node.kind);
  const std::size_t floors = context.place->family.uses.size();
  set_asked_rooms(node, context);
  set_asked_tails(node, context);
  using Fits = Context::Fits;
  thread_local std::vector<Fits> fits;
  fits.assign(bucket.demand(part).end_memory - bucket.demand(part).first_memory, Fits::not_asked);
  std::array<cost::TailFloor, Node::kMostPools> least;
  least.fill(cost::TailFloor::most());
  bool any = false;
  for (std::uint32_t s = part.first; s < part.end; ++s) {
    if (!allows(bucket, s, node.stages)) continue;
    const std::size_t memory = bucket.memory(part, s);
    if (fits[memory] == Fits::not_asked) {
      const cost::Room* rooms = &context.asked_rooms->all[memory * floors];
      for (std::size_t i = 0; i < floors; ++i) context.rooms[i] = rooms[context.use[i]];
      fits[memory] = any_room(context, stages) ? Fits::perhaps : Fits::no;
    }
    if (fits[memory] == Fits::no) continue;
    any = true;
    const cost::TailFloor* tails = &context.asked_tails->all[bucket.tail(part, s) * floors];
    for (std::size_t i = 0; i < floors; ++i) least[i].take_least(tails[context.use[i]]);
  }
  context.tails = least;
  if (context.fits_known && fits == context.fits) return any;
  context.fits_known = true;
  context.fits = fits;
  for (std::vector<Context::Held>& held : context.held) held.clear();
  for (std::vector<cost::Room>& rooms : context.fitting) rooms.clear();
  for (std::size_t memory = 0; memory < fits.size(); ++memory)
    for (std::size_t use = 0; fits[memory] == Fits::perhaps && use < floors; ++use)
      context.fitting[use].push_back(context.asked_rooms->all[memory * floors + use]);
  return any;
}

}  // namespace astrolabe::search
