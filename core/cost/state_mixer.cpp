#include "core/cost/state_mixer.h"

#include "core/cost/constants.h"

namespace astrolabe::cost {

namespace c = constants;

void add_state_mixers(const LayerScene& s, const model::LayerClass& layer, TimeParts& forward,
                      TimeParts& backward) {
  const double tokens = s.tokens / s.split.tensor_parallel;
  for (const model::StateMixer& mixer : layer.state_mixers) {
    const double share = mixer.by_matrices ? c::assumed_state_matrix_share : c::assumed_state_vector_share;
    const double pass = tokens * mixer.operations / (share * s.device.peak_bf16) +
                        memory_seconds(s.device, s.device.wide_bytes * tokens * mixer.elements);
    forward[Part::compute_forward] += pass;
    backward[Part::compute_backward] += c::assumed_state_backward * pass;
  }
}

void add_state_exchange(const LayerScene& s, const model::LayerClass& layer, TimeParts& forward,
                        TimeParts& backward) {
  const int ways = s.split.context_parallel;
  if (ways == 1) return;
  for (const model::StateMixer& mixer : layer.state_mixers) {
    const Bytes message{s.device.wide_bytes * s.tokens * mixer.exchanged / s.split.tensor_parallel};
    const double seconds = no_sooner_than_inside(
        s, group_of(s, ways, s.split.tensor_parallel),
        [&](Group where) { return all_to_all(message, where, s.pool, 1.0, s.k.all_to_all_share).value; });
    forward[Part::context_parallel] += seconds;
    backward[Part::context_parallel] += seconds;
  }
}

}  // namespace astrolabe::cost
