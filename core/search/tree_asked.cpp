// What settings ask of the pools of a family: room for layers, time of a layer beyond the floor, tails. Most
// settings ask the same, and kinds that differ in schedule do: found once for a family.

#include <algorithm>
#include <memory>

#include "core/search/tree.h"
#include "core/strategy/chunks.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Strategy;

/// Calls `use(strategy, use of the family, floor)` for each of Bunch::tails of the node's kind.
template <class Use>
void Tree::each_tail(const Node& node, const Scene& scene, const Use& use_tail) const {
  const Family& family = scene.place->family;
  const Bunch& bunch = scene.settings->bunch(node.kind);
  const Bunch::Part& part = scene.settings->part(node.kind);
  thread_local Strategy strategy;
  m_space.start_family(family, strategy);
  std::array<const cost::PoolFloor*, Node::kMostPools> floors{};
  for (std::size_t i = 0; i < family.uses.size(); ++i)
    floors[static_cast<std::size_t>(scene.use[i])] = &scene.floors[i];
  for (std::uint32_t at = bunch.demand(part).first_tail; at < bunch.demand(part).end_tail; ++at) {
    m_space.choose(bunch.tails[at], strategy);
    for (std::size_t use = 0; use < family.uses.size(); ++use) use_tail(strategy, use, *floors[use]);
  }
}

void Tree::fill_tails(const Node& node, const Scene& scene, Tails& tails) const {
  const Family& family = scene.place->family;
  tails.all.clear();
  each_tail(node, scene, [&](const Strategy& strategy, std::size_t use, const cost::PoolFloor& floor) {
    const int pool = family.uses[use].pool;
    const int tensor_parallel = family.uses[use].tensor_parallel;
    const cost::Splitting splitting = cost::splitting_of(strategy, pool, tensor_parallel);
    const cost::TailInput in = cost::tail_input(m_tables, strategy, splitting,
                                                strategy.expert_parallel * strategy.expert_tensor_parallel,
                                                scene.micro_batches, node.stages);
    tails.all.push_back(cost::tail_floor(in, cost::ranks_of(strategy, tensor_parallel), floor.dense,
                                         floor.expert, cost::most_work(m_tables, splitting)));
  });
}

/// [Bunch::memory()][use] of a kind.
void Tree::fill_rooms(const Family& family, const Bunch& bunch, const Bunch::Part& part,
                      std::vector<cost::Room>& rooms) const {
  rooms.clear();
  thread_local Strategy strategy;
  m_space.start_family(family, strategy);
  for (std::uint32_t at = bunch.demand(part).first_memory; at < bunch.demand(part).end_memory; ++at) {
    m_space.choose(bunch.memories[at], strategy);
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

void Tree::set_asked_rooms(const Node& node, Scene& scene) {
  const std::size_t slot = scene.settings->demand_at(node.kind);
  if (scene.asked_rooms != nullptr && scene.rooms_slot == slot) return;
  scene.rooms_slot = slot;
  scene.fits_known = false;
  for (std::vector<Scene::Held>& held : scene.held) held.clear();
  scene.asked_rooms = asked_for(scene.place->rooms.at(slot), [&](Rooms& rooms) {
    const std::size_t uses = scene.place->family.uses.size();
    fill_rooms(scene.place->family, scene.settings->bunch(node.kind), scene.settings->part(node.kind),
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
void Tree::set_asked_tails(const Node& node, Scene& scene) {
  const std::size_t slot = tails_slot_of(node, scene);
  if (scene.asked_tails != nullptr && scene.tails_slot == slot) return;
  scene.tails_slot = slot;
  scene.asked_tails =
      asked_for(scene.place->tails.at(slot), [&](Tails& tails) { fill_tails(node, scene, tails); });
}

void Tree::set_asked_extras(const Node& node, Scene& scene) {
  const std::size_t slot = tails_slot_of(node, scene);
  if (scene.asked_extras != nullptr && scene.extras_slot == slot) return;
  scene.extras_slot = slot;
  scene.asked_extras = asked_for(scene.place->extras.at(slot), [&](Extras& extras) {
    extras.all.clear();
    each_tail(node, scene, [&](const Strategy& strategy, std::size_t use, const cost::PoolFloor& floor) {
      const Family::Use& at = scene.place->family.uses[use];
      extras.all.push_back(
          cost::layer_extra(m_tables, strategy, at.pool, at.tensor_parallel, node.stages, floor));
    });
  });
}

/// What the node's setting makes of the floors: layers that stages hold.
void Tree::set_holds(const Node& node, Scene& scene, Strategy& strategy) {
  const Family& family = scene.place->family;
  m_space.start_family(family, strategy);
  strategy.pipeline_parallel = node.stages;
  m_space.choose(scene.settings->bunch(node.kind).index(node.setting), strategy);
  const int chunks = strategy.virtual_pipeline;
  const auto held = [&](int stage) {
    return static_cast<double>(
               cost::in_flight(strategy.schedule, node.stages, chunks, scene.micro_batches, stage)) /
           chunks;
  };
  const double least = std::min(held(0), held(node.stages - 1));
  set_asked_rooms(node, scene);
  set_asked_extras(node, scene);
  const std::size_t uses = family.uses.size();
  const Bunch& bunch = scene.settings->bunch(node.kind);
  const Bunch::Part& part = scene.settings->part(node.kind);
  const cost::Room* rooms = &scene.asked_rooms->all[bunch.memory(part, node.setting) * uses];
  const double* extra = &scene.asked_extras->all[bunch.tail(part, node.setting) * uses];
  for (std::size_t i = 0; i < uses; ++i) {
    scene.rooms[i] = rooms[scene.use[i]];
    scene.floors[i].holds = scene.rooms[i].holds(least);
    scene.extra[i] = extra[scene.use[i]];
    scene.least_extra = i == 0 ? scene.extra[i] : std::min(scene.least_extra, scene.extra[i]);
  }
}

/// Where stages have several chunks, all hold so many layers at least: what memory asks of each floor then,
/// under the node's setting or the best of its kind; of layers of several classes how many of the main one
/// find room. False where they have one. Not part of proofs for core/verify.
bool Tree::set_equal_stages(const Node& node, Scene& scene, bool setting_known) {
  const int chunks = scene.kind->chunks;
  if (!m_windows || chunks == 1) return false;
  const bool whole = m_problem.graph->classes.size() == 1;
  const strategy::Chunking chunking =
      strategy::chunking_of(scene.kind->schedule, m_problem.graph->layer_count(), node.stages, chunks);
  const int each = chunking.least_stage();
  const int inside = chunking.stage();
  const auto held_on = [&](int stage) {
    return static_cast<double>(
               cost::in_flight(scene.kind->schedule, node.stages, chunks, scene.micro_batches, stage)) /
           chunks;
  };
  const double held = std::min(held_on(0), held_on(node.stages - 1));
  if (!setting_known) set_asked_rooms(node, scene);
  for (std::size_t i = 0; i < scene.place->family.uses.size(); ++i) {
    const std::vector<cost::Room>& best = scene.asked_rooms->best[static_cast<std::size_t>(scene.use[i])];
    const cost::Room* rooms = setting_known ? &scene.rooms[i] : best.data();
    double least = 1e300, least_inside = 1e300;
    int holds = 0;
    for (std::size_t k = 0; k < (setting_known ? 1 : best.size()); ++k) {
      const Scene::Held kept = held_in(scene, i, &rooms[k], 1, held);
      holds = std::max(holds, kept.holds);
      if (kept.holds >= inside) {
        const double beyond = std::max(0.0, inside - kept.free_layers);
        least_inside = std::min(least_inside, kept.again < 1e300 ? beyond * kept.again : 0.0);
      }
      if (!whole || kept.holds < each) continue;
      const bool again = kept.again < 1e300 && each > kept.free_layers;
      least = std::min(least, again ? (each - kept.free_layers) * kept.again / each : 0.0);
    }
    scene.floors[i].holds = holds;
    scene.again[i] = least < 1e300 ? least : 0.0;
    scene.again_inside[i] =
        least_inside < 1e300 ? std::max(0.0, least_inside - inside * scene.again[i]) * (1.0 - 1e-9) : 0.0;
  }
  return true;
}

void Tree::forget_equal_stages(Scene& scene) {
  if (scene.kind->chunks == 1) return;
  scene.again.fill(0.0);
  scene.again_inside.fill(0.0);
  constexpr int kAny = cost::PoolFloor{}.holds;  // as those of a new scene
  for (std::size_t i = 0; i < scene.place->family.uses.size(); ++i) scene.floors[i].holds = kAny;
}

/// The tails of the node's setting, where windows ask for them.
void Tree::set_setting_tails(const Node& node, Scene& scene) {
  if (!windows_apply(scene)) return;
  set_asked_tails(node, scene);
  const std::size_t uses = scene.place->family.uses.size();
  const Bunch& bunch = scene.settings->bunch(node.kind);
  const Bunch::Part& part = scene.settings->part(node.kind);
  const cost::TailFloor* tails = &scene.asked_tails->all[bunch.tail(part, node.setting) * uses];
  for (std::size_t i = 0; i < uses; ++i) scene.tails[i] = tails[scene.use[i]];
}

/// Of the settings of a pipeline whose floors have their stages those alone count from now on whose layers
/// fit in some order of the pools: rooms and tails of the kind are the best of theirs. False where none does.
bool Tree::set_fitting(const Node& node, Scene& scene, const int* stages) {
  if (!windows_apply(scene)) return true;
  const Bunch& bunch = scene.settings->bunch(node.kind);
  const Bunch::Part& part = scene.settings->part(node.kind);
  const std::size_t floors = scene.place->family.uses.size();
  set_asked_rooms(node, scene);
  set_asked_tails(node, scene);
  using Fits = Scene::Fits;
  thread_local std::vector<Fits> fits;
  fits.assign(bunch.demand(part).end_memory - bunch.demand(part).first_memory, Fits::not_asked);
  std::array<cost::TailFloor, Node::kMostPools> least;
  least.fill(cost::TailFloor::most());
  bool any = false;
  for (std::uint32_t s = part.first; s < part.end; ++s) {
    if (!allows(bunch, s, node.stages)) continue;
    const std::size_t memory = bunch.memory(part, s);
    if (fits[memory] == Fits::not_asked) {
      const cost::Room* rooms = &scene.asked_rooms->all[memory * floors];
      for (std::size_t i = 0; i < floors; ++i) scene.rooms[i] = rooms[scene.use[i]];
      fits[memory] = any_room(scene, stages) ? Fits::perhaps : Fits::no;
    }
    if (fits[memory] == Fits::no) continue;
    any = true;
    const cost::TailFloor* tails = &scene.asked_tails->all[bunch.tail(part, s) * floors];
    for (std::size_t i = 0; i < floors; ++i) least[i].take_least(tails[scene.use[i]]);
  }
  scene.tails = least;
  if (scene.fits_known && fits == scene.fits) return any;
  scene.fits_known = true;
  scene.fits = fits;
  for (std::vector<Scene::Held>& held : scene.held) held.clear();
  for (std::vector<cost::Room>& rooms : scene.fitting) rooms.clear();
  for (std::size_t memory = 0; memory < fits.size(); ++memory)
    for (std::size_t use = 0; fits[memory] == Fits::perhaps && use < floors; ++use)
      scene.fitting[use].push_back(scene.asked_rooms->all[memory * floors + use]);
  return any;
}

}  // namespace astrolabe::search
