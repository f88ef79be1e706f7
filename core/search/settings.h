#pragma once
// Which settings of a group of configurations break no rule, for every number of stages, found once for all
// groups that the rules cannot tell apart.

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/strategy/rules.h"
#include "core/strategy/space.h"

namespace astrolabe::search {

/// A set of small numbers, as bits.
using Bits = std::vector<std::uint64_t>;
inline bool has(const Bits& bits, std::size_t i) { return (bits[i / 64] >> (i % 64) & 1U) != 0; }

/// What all settings of a kind share: everything that the time of a layer without recomputation depends on.
struct Kind {
  std::uint64_t index = 0;  ///< a configuration of the group with it
  std::uint32_t row = 0;    ///< kinds that differ in schedule and chunks only have the same row
  std::uint32_t floor = 0;  ///< the same for rows that differ in who shares the state only
  std::uint32_t work = 0;   ///< the same for floors that differ in offloaded activations only; ascending
  /// Equal for works that differ in selective recomputation only, which the classes of floors leave out.
  std::uint32_t bare_work = 0;
  bool offloads_activations = false;
  int micro_batch = 1, chunks = 1;
  strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
};

/// The settings with the same Kind::work that rules leave some families: all that are left the same share it.
struct Bucket {
  /// Those of a kind.
  struct Part {
    std::uint32_t kind = 0;                        ///< of SettingTables::kinds()
    std::uint32_t first = 0, end = 0;              ///< settings [first, end)
    std::uint32_t first_count = 0, end_count = 0;  ///< their sets of stages: counts [first_count, end_count)
    std::uint32_t demand = 0;  ///< of demands: the same for kinds of one row whose settings ask the same
  };
  /// What the settings of a part ask of its stages, one after the other.
  struct Demand {
    std::uint32_t first_tail = 0, end_tail = 0;      ///< tails [first_tail, end_tail)
    std::uint32_t first_memory = 0, end_memory = 0;  ///< the same of memories
    std::uint32_t first_at = 0;  ///< of tail_at and memory_at: of the part's first setting
  };
  /// Settings with the same set of stages.
  struct Count {
    std::uint16_t set = 0;  ///< of SettingTables::stage_sets()
    std::uint32_t settings = 0;
  };
  std::uint32_t work = 0;
  /// A part on whose floors no layer takes longer: activations stay on the device where some part leaves them
  /// there.
  std::uint32_t lean = 0;
  std::vector<Part> parts;
  std::vector<Count> counts;             ///< part by part
  std::vector<Count> all_counts;         ///< of all parts together
  std::vector<std::uint32_t> base;       ///< of each setting, ascending: SettingTables::base_of()
  const std::uint64_t* bases = nullptr;  ///< index of each base, within its group
  std::uint64_t index(std::size_t setting) const { return bases[base[setting]]; }
  std::vector<std::uint16_t> stage_set;  ///< of each setting: of SettingTables::stage_sets()
  std::vector<Demand> demands;
  /// One setting of all of a demand whose tails are the same; the same of memory.
  std::vector<std::uint64_t> tails, memories;
  std::vector<std::uint16_t> tail_at, memory_at;  ///< of each setting of a demand, from its first on
  const Demand& demand(const Part& part) const { return demands[part.demand]; }
  std::span<const Count> counts_of(const Part& part) const {
    return {counts.data() + part.first_count, counts.data() + part.end_count};
  }
  /// Of a setting of the part its place among the tails of its demand.
  std::size_t tail(const Part& part, std::size_t setting) const {
    return tail_at[demand(part).first_at + (setting - part.first)];
  }
  std::size_t memory(const Part& part, std::size_t setting) const {
    return memory_at[demand(part).first_at + (setting - part.first)];
  }
};

/// The settings of all families with the same replicas, tensor parallelisms and, if rules ask, pools. A kind
/// of theirs is named by its bucket and its part of that, in one number; a setting by its place in the
/// bucket.
struct Settings {
  struct Use {
    const Bucket* bucket = nullptr;
    std::uint32_t first_demand = 0;  ///< among those of all buckets
  };
  std::vector<Use> buckets;           ///< ascending by work
  std::vector<Bucket::Count> counts;  ///< of all of them
  std::size_t kinds = 0, demands = 0;
  unsigned part_bits = 0;  ///< of a kind's number

  std::uint32_t kind_at(std::size_t bucket, std::size_t part) const {
    return static_cast<std::uint32_t>(bucket << part_bits | part);
  }
  std::size_t bucket_at(std::uint32_t kind) const { return kind >> part_bits; }
  const Bucket& bucket(std::uint32_t kind) const { return *buckets[bucket_at(kind)].bucket; }
  const Bucket::Part& part(std::uint32_t kind) const {
    return bucket(kind).parts[kind & ((std::uint32_t{1} << part_bits) - 1)];
  }
  /// The place of what the kind's settings ask, below `demands`.
  std::size_t demand_at(std::uint32_t kind) const {
    return buckets[bucket_at(kind)].first_demand + part(kind).demand;
  }
};

class SettingTables {
 public:
  SettingTables(const strategy::Problem& problem, const strategy::Space& space, int workers);

  /// Of each family its row of settings(), or kNoRow when a rule rejects all of it.
  std::vector<std::uint32_t> find(const std::vector<const strategy::Family*>& families, int workers);
  static constexpr std::uint32_t kNoRow = ~std::uint32_t{0};
  const Settings& settings(std::uint32_t row) const { return m_settings[row]; }
  const std::vector<Kind>& kinds() const { return m_kinds; }
  std::size_t floors() const { return m_floors; }  ///< of kinds
  /// Numbers of stages that rules allow.
  const std::vector<Bits>& stage_sets() const { return m_sets; }
  std::uint32_t kind_of(std::uint32_t base) const { return m_kind_of[base]; }
  static constexpr std::uint32_t kNoBase = ~std::uint32_t{0};
  /// The place of a configuration's index among those that no rule rejects for every family, or kNoBase.
  std::uint32_t base_of(std::uint64_t index) const;

 private:
  /// A rule with what it sees of a setting: class_of[base], and one base of each class.
  struct View {
    const strategy::Rule* rule = nullptr;
    std::uint32_t reads = 0;
    std::vector<std::uint32_t> class_of, first_of;
    std::vector<Bits> members;                             ///< bases of each class, where there are few
    std::vector<Bits> allowed;                             ///< what it leaves some family: over bases
    std::map<std::uint64_t, std::uint32_t> allowed_at;     ///< by what it reads of the family
    std::map<std::vector<char>, std::uint32_t> by_broken;  ///< the same, by the classes that break it
    std::map<std::uint64_t, std::vector<Bits>> stages;     ///< the same: over stages, by class
  };
  /// Of each class of bases its set of stages, for one outcome of all stage views.
  struct StageSets {
    std::vector<std::uint16_t> set_of;
    std::vector<std::uint16_t> sets;  ///< those that occur
  };
  static constexpr std::uint16_t kNoSet = 0xffff;
  /// All bases with the same Kind::work.
  struct Work {
    std::uint32_t first = 0, end = 0;
    std::vector<std::uint32_t> classes;   ///< of m_stage_class, those that occur
    std::vector<std::uint16_t> class_at;  ///< of each base, in `classes`
    /// By what is left of it: bases as bits, and sets of stages of `classes`, kNoSet where none is possible.
    std::map<std::vector<std::uint64_t>, std::unique_ptr<const Bucket>> buckets;
  };
  /// What rules leave some families.
  struct Left {
    const Bits* alive = nullptr;
    const StageSets* staged = nullptr;
    const Bits* possible = nullptr;  ///< of staged->sets
  };
  std::uint64_t key(const strategy::Family& family, std::uint32_t reads);
  strategy::Strategy start(const strategy::Family& family) const;
  void find_bases(const std::vector<const strategy::Rule*>& always, int workers);
  void sort_bases(int workers);
  void sort_by_stages();
  View view_of(const strategy::Rule& rule) const;
  void sort_works();
  const Bucket* bucket_of(Work& work, const Left& left) const;
  Bucket filled(const Work& work, const std::vector<std::uint64_t>& key) const;
  Settings collected(const std::vector<const Bucket*>& of_works) const;
  bool alike(const Bucket& bucket, const Bucket::Part& a, const Bucket::Part& b) const;
  void find_demands(Bucket& bucket) const;
  /// Fills what the view allows families with this key, `family` among them.
  void look(View& view, std::uint64_t key, const strategy::Family& family) const;
  void look_at_stages(View& view, std::uint64_t key, const strategy::Family& family) const;

  const strategy::Problem& m_problem;
  const strategy::Space& m_space;
  std::vector<std::uint64_t> m_bases;  ///< indices that no rule rejects for every family
  std::vector<std::uint32_t> m_kind_of;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> m_base_of;  ///< by index, ascending
  /// Of each base: which of those have its tail, its memory, as far as it and its kind are concerned.
  std::vector<std::uint32_t> m_tail_reads, m_memory_reads;
  std::size_t m_tails = 0, m_memories = 0;  ///< that these are below
  std::vector<Kind> m_kinds;
  std::size_t m_floors = 0;
  std::vector<Work> m_works;
  unsigned m_part_bits = 0;  ///< for the parts of a bucket
  std::vector<const strategy::Rule*> m_family_rules;
  std::vector<View> m_views, m_stage_views;
  const StageSets& stage_sets(const std::vector<const std::vector<Bits>*>& views);
  std::map<std::vector<const std::vector<Bits>*>, StageSets> m_stage_sets;
  std::vector<Bits> m_sets;
  std::map<Bits, std::uint16_t> m_set_numbers;
  /// Bases that no rule of m_stage_views tells apart: the class of each base, and its classes in those views.
  std::vector<std::uint32_t> m_stage_class;
  std::vector<std::vector<std::uint32_t>> m_stage_classes;
  std::uint32_t m_reads = 0;  ///< of the family, by any rule
  std::map<std::vector<int>, std::uint64_t> m_tensor_keys;
  std::vector<int> m_seen;  ///< of a family while its key is found
  /// By what any rule reads of the family, and its number of stages where that is known.
  std::map<std::pair<std::uint64_t, int>, std::uint32_t> m_found;
  /// Places in m_settings by View::allowed of each rule and the rows of StageSets::sets that are possible:
  /// most families that rules see apart are left with the same settings.
  std::map<std::tuple<const StageSets*, std::vector<std::uint32_t>, Bits>, std::uint32_t> m_by_allowed;
  std::map<std::tuple<const StageSets*, Bits, Bits>, std::uint32_t> m_filled;  ///< by what all rules leave
  std::vector<Settings> m_settings;
};

}  // namespace astrolabe::search
