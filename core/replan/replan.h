#pragma once
// A layout that runs while GPUs are slow or failed: what to do, what that costs, and how good it can get.
// Source: Malleus (Li et al., SIGMOD 2025); exact methods: specification of related planners, section 2.4.

#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/cost/evaluation.h"
#include "core/hardware/placement.h"
#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::replan {

/// What is changed of the running layout, the least first. Each may also do what those before it do, but that
/// `drop` uses nothing that is slow, and `spare` first puts GPUs that stand idle in the place of slow ones.
/// `fresh` is another layout, the best that a search found of its kind, started from a checkpoint.
enum class Kind { keep, rebalance_data, rebalance_layers, regroup, drop, spare, fresh };
inline constexpr int kKinds = 6;  ///< all but `fresh`: what is made of the layout that runs
const char* to_string(Kind kind);

struct GpuId {
  int pool = 0;  ///< index into Cluster::pools
  int node = 0, gpu = 0;
  auto operator<=>(const GpuId&) const = default;
};

/// A stage of one pipeline. Its GPUs are in the order of its ranks: tensor parallel ones first, then context
/// parallel ones, then replicas that share experts.
struct Stage {
  int pool = 0;
  int layers = 0;
  int tensor_parallel = 1;
  strategy::Recompute recompute = strategy::Recompute::none;
  int recompute_layers = 0;
  std::vector<GpuId> gpus;
  double factor = 1.0;  ///< on its passes, of its slowest GPU and link
  bool operator==(const Stage&) const = default;
};

struct Pipeline {
  int micro_batches = 0;  ///< of a step
  strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
  int virtual_pipeline = 1;
  std::vector<Stage> stages;
  bool operator==(const Pipeline&) const = default;
};

struct Plan {
  Kind kind = Kind::keep;
  /// The running one, for all settings that pipelines share; of `fresh` the whole layout, where that is one.
  strategy::Strategy strategy;
  std::string layout_kind;          ///< of `fresh` of another kind than a strategy: its planner's id
  Json layout;                      ///< of that, as plans keep it
  std::vector<Pipeline> pipelines;  ///< none of `fresh`
  std::vector<GpuId> idle;          ///< of the GPUs that work, those that ran before and no longer do
  double step_seconds = 0.0;
  double lower_bound_seconds = 0.0;  ///< of any plan on these groups: fractions of layers and micro-batches
  double loss = 0.0;                 ///< step over that of the layout with nothing slow, less 1
  double bytes_to_move = 0.0;        ///< weights and optimizer state that GPUs receive
  double move_seconds = 0.0;         ///< at least, all GPUs at once (all-to-all bound)
  /// Until the job works again (cost::start_seconds(); of `fresh` with its checkpoint read): runtimes set up
  /// stages and groups of ranks when they start, so that all but other numbers of micro-batches need it.
  double restart_seconds = 0.0;
  /// Steps after which the change has paid against `keep`; none where the plan is no faster. 0 where nothing
  /// else goes on: a GPU that runs failed.
  std::optional<double> break_even_steps;
  double change_seconds() const { return move_seconds + restart_seconds; }
};

struct Answer {
  double healthy_step_seconds = 0.0;  ///< of the running layout with nothing slow
  double steps_left = 0.0;
  std::vector<Plan> plans;         ///< by kind; `keep` only where no GPU that runs has failed
  std::optional<int> recommended;  ///< its place in `plans`; none where there is none
  std::vector<Error> warnings;     ///< marks of GPUs that no stage uses, each with its place
  double seconds = 0.0;            ///< that finding this took
  const Plan* find(Kind kind) const;
};

/// The layout that the job says is running. Errors, below "job.running": those of read_strategy() and
/// fits(); impossible_strategy where it breaks a rule or needs more memory than there is, as evaluate judges
/// a strategy of the cluster with nothing marked.
Result<strategy::Strategy> running_layout(const strategy::Problem& problem);

/// The best layout of a search of the same question, to weigh the layout that runs against. Whoever starts it
/// writes a checkpoint and starts anew: `bytes` are those of the checkpoint, `write_seconds` to write it,
/// `restart_seconds` to start and to read it back (cost/goodput.h).
struct Fresh {
  strategy::Strategy strategy;
  std::string layout_kind;  ///< of another kind than a strategy: its planner's id
  Json layout;              ///< of that, as plans keep it
  double step_seconds = 0.0;
  double lower_bound_seconds = 0.0;  ///< of any of its kind; 0 where nothing is proven
  double bytes = 0.0, write_seconds = 0.0, restart_seconds = 0.0;
  bool operator==(const Fresh&) const = default;
};
/// Of an evaluated layout with its outcome, its step as it stands on nodes; `gap`: how much below `best.step`
/// another one of its kind may be, as a share; 1 where nobody knows.
Fresh fresh_of(const strategy::Problem& problem, const cost::Evaluation& best, double gap);

/// Every way to go on that fits into memory. `problem` has the marks of its pools. Ranks fill the GPUs of
/// `placement` (of a pool of which it says nothing the first ones) in the order of stages, replicas and
/// tensor parallelism, as in the prediction of strategies. Errors: a running layout that does not fit model
/// or cluster. For each of `fresh` the plan to start it; not for the running layout where that goes on as
/// fast. Precondition: `placement` has as many GPUs as the layout uses.
Result<Answer> replan(const strategy::Problem& problem, const strategy::Strategy& running,
                      const std::vector<Fresh>& fresh = {}, const hardware::Placement& placement = {});

/// Of plans whose break-even comes within `steps_left`: the least time of move, restart and the steps left,
/// and of those within 2 % of it the one that moves fewest bytes, of several the first. None without plans.
std::optional<int> recommended(const std::vector<Plan>& plans, double steps_left);

/// Adds the plans to start each of `fresh` to those of `answer` and weighs all of them: steps left, losses
/// against the layout with nothing slow, break-even, which one is recommended.
void weigh(const strategy::Problem& problem, const std::vector<Fresh>& fresh, Answer& answer);

/// "new/3/5": pool, node, GPU.
std::string name_of(const GpuId& gpu, const std::vector<std::string>& pool_ids);
/// The strategy with `pipelines`, each stage with its own `tensor_parallel` and `gpus`; of `fresh` as every
/// strategy is written.
Json strategy_json(const Plan& plan, const std::vector<std::string>& pool_ids);
/// {"replan": [...], "recommended": place or null, "healthy_step_seconds", "steps_left"}
Json to_json(const Answer& answer, const std::vector<std::string>& pool_ids);

/// What would be if one GPU were that slow, beside all other marks. Seconds of a step; none where there is no
/// such plan.
struct CurvePoint {
  double factor = 1.0;  ///< infinite: failed
  std::optional<double> keep, rebalance_data, rebalance_layers, regroup, drop, spare;
  std::optional<Kind> best;  ///< the fastest; of equal ones the first
};
struct Curve {
  GpuId gpu;
  std::vector<CurvePoint> points;  ///< by factor; the last one is failed
};
/// 1 to 12.5 in 16 steps, then failed.
std::vector<double> usual_factors();
/// Errors: those of replan(); out_of_range for a GPU that the running layout does not use.
Result<Curve> what_if(const strategy::Problem& problem, const strategy::Strategy& running, const GpuId& gpu,
                      const std::vector<double>& factors = usual_factors(),
                      const hardware::Placement& placement = {});

}  // namespace astrolabe::replan
