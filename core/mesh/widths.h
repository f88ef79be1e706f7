#pragma once
// Pipelines whose stages have groups of their own number: every stage works with the GPUs of one pool, a
// group of them takes whole micro-batches, and sequences are sent on to the group that is free first.

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "core/cost/timeline.h"
#include "core/mesh/group_play.h"
#include "core/mesh/state.h"
#include "core/mesh/tables.h"

namespace astrolabe::mesh {

/// A stage as somebody writes it, with what follows.
struct WideStage {
  int pool = 0, tensor_parallel = 1;
  int groups = 1;  ///< its width
  int layers = 1, again = 0;
  int in_flight = 1;  ///< micro-batches that a group holds at once, at most
  // What follows from these.
  GroupPasses passes = {};                     ///< seconds of a micro-batch on a group
  double tail = 0.0;                           ///< seconds from the last backward to the new weights
  double link = 0.0;                           ///< seconds of a transfer to the next stage
  double end = 0.0;                            ///< seconds at which its last backward has ended
  double own = 0.0, state = 0.0, limit = 0.0;  ///< bytes of a GPU; state: of the optimizer, that it keeps
};

struct WideProgram {
  int context_parallel = 1, micro_batch = 1;  ///< of all groups
  int micro_batches = 0;                      ///< of a step
  std::vector<WideStage> stages;
  StatePlacement state;  ///< holders: the stages
  double moved = 0.0;    ///< seconds of moved state, none of it hidden
  int gpus_of_group(const WideStage& stage) const { return stage.tensor_parallel * context_parallel; }
  double work() const;
  double step() const;
};

/// Where a stage stands in the pipeline: embedding and head belong to its ends.
enum class WidePlace { first, middle, last };

/// What decides the times of a stage beside its width and layers.
struct WideForm {
  int pool = 0, tensor_parallel = 1, context_parallel = 1, micro_batch = 1;
  auto operator<=>(const WideForm&) const = default;
};

/// How memory is used: micro-batches in flight beyond those that the stages behind work on, those beyond that
/// which `kept` still has room for without a layer recomputed for them, and of the even part of the state.
struct WideWay {
  int more = 0, free = 0;
  double kept = 1.0;
};

/// Times and memory of such stages, from the cost tables of strategies of that pool alone. For one thread.
/// Precondition: all layers of the model are alike.
class WideCosts {
 public:
  WideCosts(Scene& scene, std::int64_t batch) : m_scene(scene), m_batch(batch) {}
  Scene& scene() { return m_scene; }
  int layers() const { return m_scene.problem().graph->layer_count(); }
  int micro_batches(const WideForm& form) const { return static_cast<int>(m_batch / form.micro_batch); }

  /// Whether rules and job leave the form in a pipeline of so many stages.
  bool is_left(const WideForm& form, int stages) const;
  /// Seconds among all GPUs at work; `tail` of a stage of so many groups.
  cost::StageCost passes(const WideForm& form, WidePlace place, int groups, int layers, int again);
  /// Memory of a rank, by recomputed layers.
  const StageTable& held(const WideForm& form, WidePlace place, int layers, int in_flight);
  double link(const WideForm& from, const WideForm& to);

  /// The step of the stages as they are written. None: it does not fit, whoever keeps the state.
  std::optional<WideProgram> as_written(WideProgram program,
                                        std::vector<std::vector<PlayedPass>>* passes = nullptr);
  /// As many micro-batches in flight as the stages behind work on, and more; the fewest layers recomputed
  /// with which `kept` of the even part of the state has room.
  std::optional<WideProgram> made_of(WideProgram program, const WideWay& way);
  /// Sets what a stage has in flight and recomputes, as made_of() plays it; false where it does not fit.
  bool fill(WideProgram& program, const WideWay& way);

 private:
  Layout pseudo(const WideForm& form, WidePlace place, int layers) const;
  Scene& m_scene;
  std::int64_t m_batch;
  std::map<std::pair<WideForm, int>, std::pair<std::unique_ptr<cost::Shape>, double>> m_shapes;
  std::map<std::tuple<WideForm, WidePlace, int, int>, StageTable> m_held;
  std::map<std::pair<WideForm, WideForm>, double> m_links;
};

WideForm form_of(const WideProgram& program, const WideStage& stage);
WidePlace place_of(const WideProgram& program, std::size_t stage);

/// Micro-batches in flight of each stage with which none behind it waits for the next one, by Little's law:
/// the groups from it on over its own, rounded up, and `more`; at most its share of the micro-batches.
std::vector<int> in_flight_of(const std::vector<int>& groups, int micro_batches, int more);

/// The row of a program: parts of the time as the busiest stage sees them, memory of every stage.
cost::Evaluation evaluation_of(WideCosts& costs, const strategy::Problem& problem,
                               const WideProgram& program);
/// A lane for every stage: its first group's passes.
cost::Timeline timeline_of(WideCosts& costs, const WideProgram& program);

}  // namespace astrolabe::mesh
