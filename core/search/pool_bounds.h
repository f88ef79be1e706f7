#pragma once
// What pipelines over many pools take and cost at least, whatever the order of the pools: of each pool the
// stages may be known, or what there may be of them.

#include <map>
#include <memory>
#include <vector>

#include "core/cost/bound.h"
#include "core/cost/money.h"
#include "core/search/node.h"
#include "core/search/pool_boxes.h"

namespace astrolabe::search {

/// The stages of one pool.
struct PoolTaken {
  static constexpr int kUnused = -1;
  int choice = kUnused;  ///< of PoolBox::choices of its class
  int stages = 0;
  auto operator<=>(const PoolTaken&) const = default;
};

/// An open part of the space: what of it is decided, from the box on.
struct OpenPools {
  enum class Decided : std::uint8_t { box, kind, stages, pools, setting };
  Decided decided = Decided::box;   ///< up to it
  std::uint32_t box = 0, kind = 0;  ///< of the boxes; of SettingTables::kinds()
  int stages = 0;
  std::vector<PoolTaken> taken;  ///< of the first so many slots
  std::uint64_t setting = 0;     ///< of the group
  Node told;                     ///< its bounds alone
};

class PoolBounds {
 public:
  PoolBounds(const strategy::Problem& problem, const strategy::Space& space, cost::Tables& tables,
             strategy::Objective objective, const SettingTables& settings,
             const std::vector<PoolClass>& classes, const std::vector<PoolBox>& boxes);

  /// The pool of each slot: class by class.
  const std::vector<int>& slots() const { return m_slots; }
  std::size_t class_of(std::size_t slot) const { return m_class[slot]; }
  /// The choices of a slot.
  const std::vector<StageRange>& choices(const OpenPools& node, std::size_t slot) const {
    return m_boxes[node.box].choices[m_class[slot]];
  }
  /// Fewest and most stages of the slots from one on; [slots() + 1] of them.
  struct Reach {
    int least = 0, most = 0;
  };
  std::vector<Reach> reach_behind(const PoolBox& box) const;
  /// Raises the bounds of a node: of a kind, of its pipelines of so many stages, or of those whose first
  /// slots have these stages. False where the layers find no place.
  bool bound(OpenPools& node);
  /// Raises the bounds of a node of one setting, all slots decided. False where the layers find no place.
  bool bound_setting(OpenPools& node);
  /// The pools in use by slot, as a family and with their stages.
  strategy::Family family_of(const OpenPools& node) const;

 private:
  struct Floors {
    std::vector<std::vector<cost::PoolFloor>> of;  ///< by class and choice
    std::vector<std::vector<double>> stage_rate;   ///< USD an hour of a stage, the same
    double fixed = kBeyond, first_edge = kBeyond, last_edge = kBeyond;
    double fastest = kBeyond, backward = 1.0;
    double cheapest_layer = kBeyond;  ///< USD an hour x seconds
    cost::PassShares shares;
    double boundary_bytes = 0.0;
  };
  struct Sums;
  struct Rooms;
  const Floors& floors_of(const OpenPools& node);
  std::unique_ptr<Floors> made_floors(const PoolBox& box, const Kind& kind) const;
  cost::PoolFloor floor_of(const PoolBox& box, const Kind& kind, int pool, int tensor) const;
  bool add_up(const OpenPools& node, const Floors& floors, Sums& sums) const;
  Rooms rooms(const OpenPools& node, const Floors& floors, double within) const;
  double bottleneck(const OpenPools& node, const Floors& floors, const Sums& sums) const;
  int stage_layers(const OpenPools& node) const;
  static double lightest_of(const Floors& floors);
  double links(const OpenPools& node, const Floors& floors) const;
  void price(OpenPools& node, double seconds, const Floors& floors, const Sums& sums) const;
  double straggler_factor(int gpus) const;

  const strategy::Problem& m_problem;
  const strategy::Space& m_space;
  cost::Tables& m_tables;
  strategy::Objective m_objective;
  const SettingTables& m_settings;
  const std::vector<PoolBox>& m_boxes;
  std::vector<int> m_slots;
  std::vector<std::size_t> m_class;  ///< of each slot
  cost::ClassCounts m_layers;
  cost::Charges m_charges;
  bool m_priced = false, m_even_by_kind = false;
  double m_tokens = 0.0;
  std::vector<cost::StageMemory> m_empty;                                               ///< by pool
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::unique_ptr<Floors>> m_floors;  ///< by box and floor
  mutable std::map<int, double> m_stragglers;
};

}  // namespace astrolabe::search
