#pragma once
// The search tree: families of configurations, cut as a whole by one bound, down to single configurations.
//
//   family (replicas, tensor parallelism of each pool)
//     -> kind (micro-batch, experts, schedule, chunks: all that a layer's time depends on)
//       -> pipeline (number of stages; where windows apply, then the stages of each pool, one after the
//       other)
//         -> mixture (the rest of the setting: sharding, recomputation, switches; then the stages of each
//            pool, decided one pool after the other)
//           -> configuration (order of the pools)

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/shared.h"
#include "core/cost/bound.h"
#include "core/cost/windows.h"
#include "core/search/node.h"
#include "core/search/settings.h"
#include "core/strategy/space.h"

namespace astrolabe::search {

/// Families, settings and bounds of one problem. Built once, then read by all workers.
class Tree {
 public:
  /// Precondition: fits(problem). `ended` is looked at in long loops; so many `workers` find the settings.
  Tree(const strategy::Problem& problem, const strategy::Space& space, cost::Tables& tables,
       strategy::Objective objective, std::function<bool()> ended = {}, int workers = 1);
  /// With the same workers: a search is over once all is freed.
  ~Tree();
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  /// Leaves out the bounds that core/verify does not make: those of windows, and of what a limit on power or
  /// on the cost per hour leaves, of nodes above configurations.
  void leave_windows_out() { m_windows = false; }
  static constexpr std::size_t kSpread = 24;
  /// Of plans that may leave GPUs unused the set of time and money is found for one type of GPUs, then for
  /// two and so on, each cut by those before: grow() is of the families of one number of types, which this
  /// raises by one. False when there is none left, and always for other objectives. Not while others use the
  /// tree.
  bool mix_more();
  /// Pools that families grown so far use, at most.
  std::size_t types() const { return m_types; }
  /// True when the families of all numbers of types were or are there to be grown.
  bool whole() const { return !m_cut_short && m_types == m_problem.cluster.pools.size(); }
  /// Adds roots of up to `families` further families: first kSpread of them spread over the space, then the
  /// rest; so many workers find their settings and bound them. False when there are none left. Not while
  /// others use the tree.
  bool grow(std::size_t families, int workers = 1);
  /// True when all families there are have a root.
  bool grown() const { return whole() && m_grown == m_families.size(); }
  /// Corners of which every strategy there can be is no faster and no cheaper than one: whatever families and
  /// settings it has. Not while others use the tree's roots.
  Front not_grown();
  static bool fits(const strategy::Problem& problem) {
    return problem.cluster.pools.size() <= Node::kMostPools;
  }

  std::uint64_t rejected_by_rule() const { return m_rejected_by_rule; }
  /// One node a family that has configurations left, of those grown so far.
  const std::vector<Node>& roots() const { return m_roots; }

  /// What became of the configurations below a node.
  struct Expansion {
    std::vector<Node> children;
    std::uint64_t cut = 0, by_memory = 0, by_limit = 0;
    std::vector<Node>* lost =
        nullptr;  ///< takes what was cut or breaks a limit, and what has no room with a bound of kNoRoom
    void clear() {
      children.clear();
      cut = by_memory = by_limit = 0;
    }
    void lose_for_limit(const Node& node) {
      by_limit += node.count;
      if (lost != nullptr) lost->push_back(node);
    }
    void lose(const Node& node) {
      cut += node.count;
      if (lost != nullptr) lost->push_back(node);
    }
    void lose_for_memory(const Node& node) {
      by_memory += node.count;
      if (lost == nullptr) return;
      lost->push_back(node);
      lost->back().bound = cost::kNoRoom;
    }
  };
  /// Splits a node above Level::configuration. Children that `cutoff` cuts or whose bounds break a limit are
  /// counted, not returned.
  /// False when `ended` became true on the way: the node is still open then, whatever is in `out`.
  bool expand(const Node& node, const Cutoff& cutoff, Expansion& out);
  /// At most `count` configurations that miss the least memory as far as a look at each family and setting
  /// tells, pools in the cluster's order; `lacking`: of those that miss some, found among about kFewLooks
  /// kinds. Never more than kMostLooks are looked at.
  std::vector<Node> least_missing(std::size_t count, bool lacking = false, int workers = 1);
  static constexpr std::size_t kMostLooks = 50000, kFewLooks = 1500;
  /// Configurations that differ from one in one choice: a setting, the replicas, the tensor parallelism of a
  /// pool or of all by one factor, context for data, the order of two pools, or a stage more or less where
  /// that is free. None that breaks a rule, and of other families none that is bounded above `below`.
  void near(const Node& node, double below, std::vector<Node>& out) const;
  /// The configuration that a strategy is a split of; nothing when the space has none.
  std::optional<Node> node_of(const strategy::Strategy& strategy) const;
  /// The configuration of a node on the last level.
  void strategy_of(const Node& node, strategy::Strategy& out) const;
  /// What a node names, beside its own fields.
  const strategy::Family& family_of(const Node& node) const { return m_places[node.family].family; }
  std::uint64_t setting_of(const Node& node) const;
  std::uint32_t kind_of(const Node& node) const;
  /// The uses of the node's family in the order in which their stages are decided.
  std::vector<int> decided_order(const Node& node);
  /// The settings of each kind, as kind_of() numbers them.
  std::vector<std::vector<std::uint64_t>> kinds() const;
  /// Configurations that differ in recomputation alone have the same.
  ConfigurationKey key_of(const Node& node) const;

 private:
  friend class TreeProbe;  // asks for single bounds, in tests
  /// What the settings of a kind ask of the pools of a family beside time: rooms for layers.
  struct Rooms {
    std::vector<cost::Room> all;  ///< [Bucket::memory()][use]
    /// By use, without those that need more than another.
    std::array<std::vector<cost::Room>, Node::kMostPools> best;
  };
  /// The tails that the settings of a kind give the pools of a family; Extras: what a layer takes beyond its
  /// floor. Both for one stage and for several: which settings reduce gradients in every micro-batch differs.
  struct Tails {
    std::vector<cost::TailFloor> all;  ///< [Bucket::tail()][use]
  };
  struct Extras {
    std::vector<double> all;  ///< [Bucket::tail()][use]: cost::layer_extra
  };
  /// Few of many: places in blocks that are made for the first value in them.
  template <class Asked>
  class AskedFor {
   public:
    AskedFor() = default;
    explicit AskedFor(std::size_t count)
        : m_blocks(std::make_unique<MadeOnce<Block>[]>((count + kBlock - 1) / kBlock)) {}
    /// Null where nobody asked.
    const Asked* get(std::size_t slot) const {
      const Block* block = m_blocks[slot / kBlock].get();
      return block == nullptr ? nullptr : block->places[slot % kBlock].get();
    }
    MadeOnce<Asked>& at(std::size_t slot) const {
      const Block* block = m_blocks[slot / kBlock].get();
      if (block == nullptr) block = &m_blocks[slot / kBlock].keep(std::make_unique<const Block>());
      return block->places[slot % kBlock];
    }

   private:
    static constexpr std::size_t kBlock = 32;
    struct Block {
      mutable std::array<MadeOnce<Asked>, kBlock> places;
    };
    std::unique_ptr<MadeOnce<Block>[]> m_blocks;
  };
  /// What nodes of a family cost at least, however fast.
  struct LeastCost {
    int gpus = 0, paid = 0;          ///< used; of the whole units that these take
    double scale = 1.0, rate = 0.0;  ///< of stragglers; USD an hour
    bool over_limit = false;
    std::array<double, Node::kMostPools> stage_rate{};  ///< USD an hour of a stage, by use or floor
  };
  struct Place {
    strategy::Family family;
    LeastCost least_cost;     ///< by use, as few stages as there can be
    AskedFor<Rooms> rooms;    ///< [Settings::demand_at()], where they were asked for
    AskedFor<Tails> tails;    ///< [Settings::demand_at()][several stages], the same
    AskedFor<Extras> extras;  ///< the same
    std::uint32_t settings = 0;
    const std::uint64_t* groups = nullptr;  ///< by stages, [0 .. layers]
    /// Stages of each use that the limits on power and on the cost per hour allow.
    std::array<int, Node::kMostPools> most{};
    std::array<std::uint32_t, Node::kMostPools> floor_at{};  ///< of each use, in a row of m_floor_at
    bool decided = false;                                    ///< one number of stages for each use
  };
  /// A node's family, kind and floors at hand.
  struct Context {
    const Place* place = nullptr;
    const Settings* settings = nullptr;
    const Kind* kind = nullptr;
    int micro_batches = 1;
    std::array<cost::PoolFloor, Node::kMostPools> floors;  ///< fastest first
    std::array<cost::Room, Node::kMostPools> rooms;        ///< of the setting, by floor
    std::array<double, Node::kMostPools> extra{};          ///< seconds of a layer, of the setting, by floor
    double least_extra = 0.0;
    /// Several chunks a stage: seconds more of each layer for what memory asks to be done again.
    std::array<double, Node::kMostPools> again{};
    /// Seconds beyond `again` for a stage that lacks no layer and holds those of the main class alone.
    std::array<double, Node::kMostPools> again_inside{};
    std::array<int, Node::kMostPools> use{};    ///< of the family, by floor
    LeastCost least_cost;                       ///< of the family, by floor
    double fixed = 0.0, cheapest_layer = 0.0;   ///< seconds; USD an hour x seconds: the least of all floors
    double inner_link = 0.0, cross_link = 0.0;  ///< seconds both ways, the least of all
    std::array<std::array<double, Node::kMostPools>, Node::kMostPools>
        links{};                                          ///< the same between two floors
    std::array<cost::TailFloor, Node::kMostPools> tails;  ///< of the setting, by floor
    /// What was asked for last, and its place in what the family was asked for.
    const Rooms* asked_rooms = nullptr;
    const Tails* asked_tails = nullptr;
    const Extras* asked_extras = nullptr;
    std::size_t rooms_slot = 0, tails_slot = 0, extras_slot = 0;
    /// Which memories of the kind have room, where that was asked; the rooms of these, by use.
    enum class Fits : std::uint8_t { not_asked, no, perhaps };
    std::vector<Fits> fits;
    std::array<std::vector<cost::Room>, Node::kMostPools> fitting;
    bool fits_known = false;  ///< `fits` and `fitting` are those of the rooms asked for
    /// What a stage of a floor holds under any setting of the kind, by micro-batches in flight.
    struct Held {
      int holds = -1;  ///< not asked for yet
      double free_layers = 0.0, again = 0.0;
    };
    mutable std::array<std::vector<Held>, Node::kMostPools> held;
  };

  /// Numbers of stages of a pipeline.
  struct Stages {
    int fewest = 1, most = 1;
  };
  std::vector<std::uint64_t> groups_by_set(const Place& place, const Settings& settings) const;
  /// Configurations of settings that are counted by set of stages.
  template <class Counts>
  static std::uint64_t count_of(const Counts& counts, const std::vector<std::uint64_t>& groups_by_set) {
    std::uint64_t count = 0;
    for (const Bucket::Count& each : counts) count += groups_by_set[each.set] * each.settings;
    return count;
  }
  /// The `number`-th permutation of 0 .. count - 1 in lexicographic order.
  static std::array<int, Node::kMostPools> permutation(int number, int count);
  std::uint64_t count_of(const Place& place) const;
  void fill_place(Place& place) const;
  void bound_root(Node& root);
  void set_most(Place& place) const;
  void add_families(std::size_t types);
  const strategy::Family& next_family();
  /// Numbers of stages, 0 among them.
  std::size_t rows() const { return static_cast<std::size_t>(m_problem.graph->layer_count()) + 1; }
  const cost::PoolFloor& floor_of(const Kind& kind, const Place& place, std::size_t use) {
    const std::size_t slot = kind.floor * m_floor_row + place.floor_at[use];
    const cost::PoolFloor* known = m_floor_at[slot].get();
    return known != nullptr ? *known : make_floor(kind, place, use, slot);
  }
  const cost::PoolFloor& make_floor(const Kind& kind, const Place& place, std::size_t use, std::size_t slot);
  void set_floors_at(Place& place) const;
  void set_place(const Node& node, Context& context) const;
  void set_context(const Node& node, Context& context);
  void set_sibling(const Node& node, Context& context);
  LeastCost least_cost_of(const strategy::Family& family) const;
  /// `units`: counts whole units of each pool; without it figures are linear in the stages.
  LeastCost least_cost_of(const Node& node, const Context& context, const int* stages, int decided,
                          bool units = true) const;
  class Toll;
  void bound_row(Node& node);
  void set_links(Context& context) const;
  void set_holds(const Node& node, Context& context, strategy::Strategy& strategy);
  bool set_equal_stages(const Node& node, Context& context, bool setting_known);
  static void forget_equal_stages(Context& context);
  double straggler_factor(int gpus) const;
  double links_of(const Context& context, int stages) const;
  double bound_any(const Context& context) const;
  template <class Use>
  void each_stages(const Node& node, const Context& context, Stages possible, const Use& use) const;
  cost::Mixture mixture_of(const Node& node, const Context& context, const cost::PoolFloor* floors,
                           const int* stages) const;
  double bound_mixture(const Node& node, const Context& context, const int* stages, int decided) const;
  double bound_order(const Node& node, const Context& context, const strategy::Strategy& strategy,
                     const int* stages, const int* order) const;
  std::uint64_t groups_with(const Node& node, const Context& context, const int* stages, int decided) const;
  struct Bill;
  Bill bill_of(const Context& context, const int* stages, int decided, Stages all) const;
  bool beaten(Node& node, const Context& context, const Cutoff& cutoff, const int* stages, int decided) const;
  bool beaten(Node& node, const Context& context, const Cutoff& cutoff, const int* stages, int decided,
              Stages all) const;
  void price(Node& node, double seconds, double scale, int paid, double rate, double worked) const;
  void finish(Node& node, const Context& context, double seconds, const int* stages, int decided) const;
  void finish(Node& node, const Context& context, double seconds, const LeastCost& least_cost) const;
  bool decided_stages(const Context& context, int all, int* stages) const;
  bool take_family(std::uint32_t family, const Node& like, Node& out) const;
  bool allows(const Node& node) const;
  std::vector<std::uint32_t> settings_next_to(std::uint64_t setting) const;
  void add_families(const Node& node, double below, std::vector<Node>& out) const;
  void add_settings(Node node, const std::vector<std::uint32_t>& bases, std::vector<Node>& out) const;
  void fill_rooms(const strategy::Family& family, const Bucket& bucket, const Bucket::Part& part,
                  std::vector<cost::Room>& rooms) const;
  template <class Use>
  void each_tail(const Node& node, const Context& context, const Use& use) const;
  void fill_tails(const Node& node, const Context& context, Tails& tails) const;
  void set_asked_rooms(const Node& node, Context& context);
  static std::size_t tails_slot_of(const Node& node, const Context& context) {
    return 2 * context.settings->demand_at(node.kind) + (node.stages > 1 ? 1 : 0);
  }
  void set_asked_tails(const Node& node, Context& context);
  void set_asked_extras(const Node& node, Context& context);
  template <class Asked, class Fill>
  const Asked* asked_for(MadeOnce<Asked>& place, const Fill& fill);
  bool set_fitting(const Node& node, Context& context, const int* stages);
  void set_setting_tails(const Node& node, Context& context);
  static void set_memory(const Context& context, std::size_t floor, bool setting_known, double held,
                         cost::StageFloor& stage);
  static Context::Held held_in(const Context& context, std::size_t floor, const cost::Room* rooms,
                               std::size_t count, double held);
  /// A kind of a root to be looked at, and the most stages that each set of stages allows there.
  struct Look {
    std::uint32_t root = 0, kind = 0;
    std::shared_ptr<const std::vector<std::uint16_t>> most;
  };
  std::vector<Look> looks(std::size_t stride) const;
  void look_into(const Look& look, bool lacking, std::vector<Node>& found);
  bool windows_apply(const Context& context) const;
  static double held_by(const Context& context, int stages, int stage);
  bool any_room(const Context& context, const int* stages) const;
  void fill_line(const Context& context, const int* stages, const int* order,
                 const strategy::Strategy* strategy, cost::StageLine& line) const;
  static constexpr double kNear = 1.12, kRoughly = 1.3;  ///< to what factor bounds of windows are found
  void narrow(Node& node, const Context& context, const int* stages, const int* order,
              const strategy::Strategy* strategy, const Cutoff& cutoff, double near = kNear) const;
  /// Counts a node that a limit or the cut refutes; false when it stays open.
  static bool refuted(const Node& child, const Cutoff& cutoff, Expansion& out);
  void offer(Node& child, const Context& context, const Cutoff& cutoff, Expansion& out) const;
  bool expand_family(const Node& node, const Cutoff& cutoff, Expansion& out);
  void expand_kind(Node node, Context& context, const Cutoff& cutoff, Expansion& out);
  Stages stages_of(const strategy::Family& family) const;
  void expand_stages(Node& node, Context& context, const std::vector<std::uint64_t>& counts, Stages all,
                     const Cutoff& cutoff, Expansion& out);
  void expand_pipeline(Node node, const Cutoff& cutoff, Expansion& out);
  void expand_decided(const Node& node, Context& context, const int* stages, const Cutoff& cutoff,
                      Expansion& out);
  void expand_pools(const Node& node, Context& context, const Cutoff& cutoff, Expansion& out);
  std::uint64_t settings_with(const Node& node, const Context& context) const;
  /// Whether rules allow a setting of the bucket so many stages.
  bool allows(const Bucket& bucket, std::size_t setting, std::size_t stages) const {
    return has(m_settings.stage_sets()[bucket.stage_set[setting]], stages);
  }
  void expand_mixture(const Node& node, const Cutoff& cutoff, Expansion& out);
  template <class Use>
  void each_count(const Node& node, const Context& context, const Cutoff& cutoff, Expansion& out,
                  const Use& use_child) const;
  void expand_counts(const Node& node, Context& context, const strategy::Strategy& strategy, bool& tails,
                     const Cutoff& cutoff, Expansion& out);
  void expand_settings(const Node& node, Context& context, const int* stages, const Cutoff& cutoff,
                       Expansion& out);
  void expand_orders(const Node& node, const Context& context, const strategy::Strategy& strategy,
                     const int* stages, const Cutoff& cutoff, Expansion& out);

  const strategy::Problem& m_problem;
  const strategy::Space& m_space;
  strategy::Projection m_but_recompute;
  cost::Tables& m_tables;
  strategy::Objective m_objective;
  bool m_lazy = false, m_priced = true, m_windows = true;
  bool m_cut_short = false;       ///< there are more families than were found before it ended
  bool m_limited = false;         ///< what the GPUs draw or cost, however fast they are
  std::function<bool()> m_ended;  ///< looked at in long loops
  int m_workers = 1;
  double m_tokens = 0.0;  ///< of a step
  std::uint64_t m_rejected_by_rule = 0;
  SettingTables m_settings;
  strategy::Space::GroupTables m_groups;
  std::size_t m_types = 0;                   ///< pools in use in m_families, at most
  std::vector<strategy::Family> m_families;  ///< as the space has them
  std::size_t m_grown = 0;                   ///< of m_families
  std::size_t m_next = 0, m_begin = 0;       ///< places in m_families: the next one, where its turn began
  std::vector<Place> m_places;
  std::vector<Node> m_roots;
  /// By used GPUs, 0 for those that nobody asked for yet: cost::straggler_factor.
  mutable std::vector<std::atomic<double>> m_stragglers;
  double m_idle_rate = 0.0;    ///< USD an hour without any used GPU
  std::vector<double> m_rate;  ///< USD an hour that one GPU adds, by pool
  /// A figure of the GPUs that the job limits: cost per hour, power, purchase, ownership.
  struct Gauge {
    std::vector<double> each;  ///< that one GPU adds, by pool
    double most = 1e300;       ///< that the job allows, rounded up, beyond what idle GPUs take
  };
  std::vector<Gauge> m_gauges;
  int m_unit = 1;  ///< the GPUs paid for are a multiple of it, whatever pools are used
  std::vector<cost::StageMemory> m_empty;  ///< by pool: a stage without layers
  cost::ClassCounts m_layers;
  bool m_runs = false;  ///< the layers from some early one on are alike: windows tell of them
  std::vector<int> m_context, m_tensor;               ///< degrees that occur, ascending
  static constexpr std::size_t kMostAsked = 49152;    ///< kept; more are made anew each time
  std::atomic<std::size_t> m_asked{0};                ///< kept by now
  std::size_t m_floor_row = 0;                        ///< places in a row of what follows
  std::vector<MadeOnce<cost::PoolFloor>> m_floor_at;  ///< [row][context][pool][tensor][replicas > 1]
};

}  // namespace astrolabe::search
