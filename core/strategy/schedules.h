#pragma once
// The schedules of a pipeline, one row each: the way of a micro-batch, the order of every device, and who
// else has it. Times, memory, timelines, exports and names are read from here.
//
// A new one is a value of `Schedule` and a row; rules say what it goes with. With several chunks a stage it
// is searched at once, if its devices begin with the first chunk of the first micro-batch and end with that
// of the last: what bounds them asks no more. With one chunk its end (`cost/schedule.h`) and its bounds are
// still to be told, as they are for 1F1B, GPipe and ZB-H1 one by one.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "core/strategy/strategy.h"

namespace astrolabe::strategy {

/// A part of what a device computes for one micro-batch and chunk.
enum class Pass : std::uint8_t {
  forward,
  backward,  ///< both gradients, or those of the inputs where those of the weights are done apart
  weight     ///< the gradients of the weights, after their backward
};

/// The passes of a stage as numbers from 0 on, kPasses of each chunk.
inline constexpr int kPasses = 3;
constexpr int pass_row(Pass pass, int chunk) { return kPasses * chunk + static_cast<int>(pass); }
constexpr Pass pass_of(int row) { return static_cast<Pass>(row % kPasses); }
constexpr int chunk_of(int row) { return row / kPasses; }

struct PipelineSize {
  int stages = 1, chunks = 1, micro_batches = 1;
  bool operator==(const PipelineSize&) const = default;
};

/// Passes that a device does one after the other, `count` times.
struct PassRun {
  std::array<std::uint16_t, 2 * kPasses> rows{};
  int length = 0;  ///< of these
  int count = 0;
};

/// The order of a device. Each pass comes to its micro-batches one after the other, so these are not written.
class PassOrder {
 public:
  explicit PassOrder(const PipelineSize& size);
  /// `count` times these rows, each there once; those that are through with their micro-batches are left out,
  /// and those of chunks that there are not.
  void add(int count, std::initializer_list<int> rows);
  std::vector<PassRun> take_runs() { return std::move(m_runs); }

 private:
  std::vector<PassRun> m_runs;
  std::vector<int> m_left;  ///< micro-batches, by row
};

/// A schedule. A micro-batch goes forward through the places of its way and back through the same; a place is
/// a chunk of a stage.
struct ScheduleRow {
  const char* name;     ///< in JSON and rules
  bool searched;        ///< where neither `fixed` nor `allowed` of a job names schedules
  bool several_chunks;  ///< a stage has two chunks or more, else one
  bool back;            ///< the second of two chunks lies on the way back; else each chunk leads down again
  bool weights_apart;   ///< gradients of the weights are passes of their own, else part of the backward
  bool megatron;        ///< Megatron-LM plays it, and what stands on that
  const char* pytorch;  ///< class of torch.distributed.pipelining, without "Schedule"; nullptr: none
  void (*order)(const PipelineSize& size, int stage, PassOrder& order);

  /// The activations of a forward are held until this pass is over.
  constexpr Pass frees() const { return weights_apart ? Pass::weight : Pass::backward; }
  /// The place of a stage's chunk on the way, from 0 on, and the stage at a place.
  constexpr int place(int stages, int stage, int chunk) const {
    return chunk * stages + (back && chunk == 1 ? stages - 1 - stage : stage);
  }
  constexpr int stage_at(int stages, int place) const {
    return back && place >= stages ? 2 * stages - 1 - place : place % stages;
  }
};

/// The schedules, in the order of `Schedule`.
extern const std::array<ScheduleRow, 6> kSchedules;

inline const ScheduleRow& schedule_row(Schedule schedule) {
  return kSchedules[static_cast<std::size_t>(schedule)];
}
/// The names of all schedules.
const std::vector<std::string>& schedule_names();
/// The passes that a device of `stage` runs, in its order.
std::vector<PassRun> runs_of(Schedule schedule, const PipelineSize& size, int stage);

}  // namespace astrolabe::strategy
