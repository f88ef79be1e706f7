#pragma once
// A strategy before its layers are dealt out: the stages with their splittings, links and sharding groups.
// The split of layers is searched on a Shape; every time and every byte of a strategy comes from here.

#include <vector>

#include "core/base/units.h"
#include "core/cost/evaluation.h"
#include "core/cost/layer_cost.h"
#include "core/cost/memory.h"
#include "core/cost/schedule.h"
#include "core/cost/state_flow.h"
#include "core/cost/tables.h"
#include "core/cost/tail.h"
#include "core/cost/zero_bubble.h"
#include "core/strategy/rules.h"

namespace astrolabe::cost {

/// A half-open range of layers.
struct LayerRange {
  int begin = 0, end = 0;
  int size() const { return end - begin; }
};

/// One stage with some layers, per micro-batch.
struct StageCost {
  bool fits = false;
  int layers = 0;
  strategy::Recompute recompute = strategy::Recompute::none;  ///< what it does again, none where nothing
  int recompute_layers = 0;  ///< smallest number that fits, for Recompute::full
  double forward = 0.0, backward = 0.0;
  double weight = 0.0;  ///< of backward: the gradients of the weights
  double tail = 0.0;
  Bytes over;                 ///< missing memory when it does not fit
  bool over_in_host = false;  ///< missing there, not on the GPU
  double seconds() const { return forward + backward; }
};

/// Factor on every time for stragglers among `gpus` GPUs; grows with them.
double straggler_factor(const strategy::Problem& problem, int gpus);
class Shape {
 public:
  /// `strategy.stages` gives pool and tensor parallelism of each stage; its layers are ignored.
  Shape(Tables& tables, const strategy::Strategy& strategy);

  int stages() const { return static_cast<int>(m_stages.size()); }
  int micro_batches() const { return m_micro_batches; }
  const strategy::Strategy& strategy() const { return m_strategy; }
  const std::vector<double>& links() const { return m_links; }
  /// GPUs per pool.
  std::vector<int> gpus() const;

  /// Stage `j` holding `layers`; recomputation as the strategy says, with the fewest recomputed layers that
  /// fit: of a shape of one number the least that any number can cost.
  StageCost stage(int j, LayerRange layers) const;
  /// Stage `j` holding `layers`, of which `recompute_layers` are recomputed in the way of `recompute`.
  StageCost stage(int j, LayerRange layers, strategy::Recompute recompute, int recompute_layers) const;
  /// True when stage `j` is of the kind of the one before it and holds no more micro-batches at once: layers
  /// that fit there without recomputation fit here and take the same times.
  bool like_before(int j) const;
  /// Seconds of the step for stages already costed; of a step of `enough` seconds or more some time from
  /// `enough` on may be told that it does not fall below.
  StepEnd step(const std::vector<StageCost>& stages, std::vector<double>& scratch,
               double enough = kBeyond) const;
  /// Stage `j` as a schedule with one chunk a stage sees it.
  LineStage line_stage(int j, const StageCost& stage) const;
  /// Stage `j` chunk by chunk. What embedding and head add belongs to the first and the last chunk.
  StageTimes stage_times(int j, const StageCost& stage) const;
  /// Seconds after the last backward of stage `j` as in stage(), where `passes` seconds of a micro-batch's
  /// work there hide traffic.
  double tail_seconds(int j, LayerRange layers, strategy::Recompute recompute, int recompute_layers,
                      double passes) const;
  /// What the seconds of stage `j` are made of: those of a micro-batch, those after the last.
  struct StageParts {
    TimeParts micro_batch, tail;
  };
  StageParts stage_parts(int j, LayerRange layers, strategy::Recompute recompute, int recompute_layers) const;
  /// Smallest forward + backward seconds of one layer on stage j without recomputation; what the edges add
  /// there.
  double layer_seconds(int j) const { return m_layer_seconds[static_cast<std::size_t>(j)]; }
  /// Smallest forward + backward seconds of a layer of one class on stage j without recomputation.
  double layer_seconds(int j, int layer_class) const {
    return m_class_seconds[static_cast<std::size_t>(j) * m_tables.problem().graph->classes.size() +
                           static_cast<std::size_t>(layer_class)];
  }
  int class_of(int layer) const { return m_tables.problem().graph->layers[static_cast<std::size_t>(layer)]; }
  double edge_seconds(int j) const { return m_edge_seconds[static_cast<std::size_t>(j)]; }
  /// Of any stage, whatever it holds and recomputes.
  PassShares pass_shares() const;
  /// Host time that every step takes, after the slowest stage.
  double fixed_seconds() const;
  int layers() const { return m_tables.problem().graph->layer_count(); }
  /// All layers from this one on are of one class, so that ranges of them cost by their size alone.
  int alike_from() const { return m_tables.alike_from(); }
  /// The runtime takes stages of equal numbers of layers alone: strategy::deals_evenly().
  bool deals_evenly() const { return m_deals_evenly; }
  /// All chunks of all stages recompute as many layers, which is not decided: strategy::RecomputeChoice.
  bool is_of_one_number() const {
    return m_choice == strategy::RecomputeChoice::one_number && m_number == kAsFits;
  }
  /// The largest number of layers that a chunk may have: with it every layer is recomputed.
  int most_number() const;
  /// This shape with `number` layers recomputed in every chunk, or all where a chunk has fewer.
  Shape of_number(int number) const;
  /// Of a shape of one number: that with which these layers take the least step, and the step in seconds;
  /// the largest number and kBeyond where they do not fit.
  struct Number {
    int number = 0;
    double step = kBeyond;
  };
  Number best_number(const std::vector<int>& layers) const;
  bool uniform_layers() const { return m_tables.problem().graph->classes.size() == 1; }

  /// Everything about the strategy with these layers per stage. Recomputation as in `stage`, or as the
  /// strategy's own stages say when `as_written`.
  Evaluation evaluate(const std::vector<int>& layers, bool as_written = false) const;
  Timeline timeline(const Evaluation& evaluation) const;
  /// This shape with the state of the optimizer where `written`, an evaluated strategy, says.
  Shape with_state(const strategy::Strategy& written) const;
  /// The stages of an evaluated strategy as holders of state, all of it on their own GPUs: by stage.
  std::vector<StateHolder> holders(const strategy::Strategy& evaluated) const;

 private:
  struct Stage {
    const SplitCost* split = nullptr;
    const hardware::Pool* pool = nullptr;
    const Device* device = nullptr;
    Splitting splitting;
    bool first = false, last = false;
    double in_flight = 1.0;                   ///< micro-batches held at once
    int dense_ranks = 1, expert_ranks = 1;    ///< that hold the same weights
    int dense_shards = 1, expert_shards = 1;  ///< of these, ranks over which state is sharded
    int expert_stride = 1;
    Wire wire = Wire::none;  ///< of a transfer to the next stage, of the last one to the first
  };
  struct StageDetail {
    TimeParts forward, backward, tail;
    double grad_reduce = 0.0, param_gather = 0.0;  ///< exposed seconds, within tail
    TailBytes moved;                               ///< in them
    double weight = 0.0;                           ///< as StageCost::weight
    StageMemory memory;
  };
  /// Layers of one class in a stage, and how many of them are recomputed in full: the first ones of the
  /// stage.
  struct Held {
    int all = 0, again = 0;
  };
  Held held(int j, LayerRange layers, int layer_class, int recompute_layers) const;
  StageContent content(int j, LayerRange layers, strategy::Recompute recompute, int recompute_layers) const;
  StageMemory memory(int j, const StageContent& content) const;
  /// What a stage holds with so many recomputed layers, and what that takes.
  struct Filled {
    StageContent content;
    StageMemory memory;
  };
  Filled filled(int j, LayerRange layers, strategy::Recompute recompute, int recompute_layers) const;
  StageCost stage(int j, LayerRange layers, strategy::Recompute recompute, int recompute_layers,
                  const Filled& filled) const;
  Stage made(int pool, int tensor_parallel, bool several_nodes) const;
  std::vector<int> place_stages();
  void time_layers();
  void time_links(const std::vector<int>& first_gpu);
  double transfer_seconds(const Stage& a, const Stage& b) const;
  StageDetail detail(int j, LayerRange layers, strategy::Recompute recompute, int recompute_layers) const;
  Pipeline pipeline(const std::vector<StageCost>& stages) const;
  /// What a transfer between two stages runs over, whose first GPUs are these of their pools.
  Wire wire_between(const Stage& a, int first_a, const Stage& b, int first_b) const;
  std::vector<LayerRange> deal(const std::vector<int>& layers) const;
  int recomputed_of(int layers) const;
  void tell_time(const std::vector<StageCost>& costs, const std::vector<StageDetail>& details,
                 Evaluation& evaluation) const;
  void tell_rates(Evaluation& evaluation) const;
  /// State of the optimizer of a stage that others hold, and of others that it holds.
  struct MovedState {
    double bytes = 0.0;  ///< that a GPU holds more; below 0: less
    MovedTail tail;
  };
  void store_state(const strategy::Strategy& written, std::vector<MovedState>& moved) const;
  void add_flows(const strategy::Strategy& written, std::vector<MovedState>& moved) const;
  MovedTail moved_tail(int j) const;
  void add_memory(std::size_t s, const StageMemory& memory, Lane& lane) const;
  void add_tail(std::size_t s, const StageDetail& seen, Lane& lane, int critical_stage) const;

  Tables& m_tables;
  strategy::Strategy m_strategy;
  std::vector<Stage> m_stages;
  std::vector<TailInput> m_tails;
  std::vector<double> m_links;  ///< one transfer from stage j to j + 1, seconds; last: back to the first
  int m_micro_batches = 1;
  bool m_deals_evenly = false;  ///< strategy::deals_evenly()
  static constexpr int kAsFits = -1;
  int m_number = kAsFits;  ///< layers that every chunk recomputes
  strategy::RecomputeChoice m_choice = strategy::RecomputeChoice::by_stage;
  std::vector<MovedState> m_moved;                      ///< by stage; empty: every stage holds its own
  double m_scale = 1.0;                                 ///< stragglers at this many GPUs
  std::vector<double> m_layer_seconds, m_edge_seconds;  ///< by stage
  std::vector<double> m_class_seconds;                  ///< by stage and class
};

}  // namespace astrolabe::cost
