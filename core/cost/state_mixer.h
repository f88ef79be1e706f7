#pragma once
// What mixers that carry a state along the sequence cost: for core/cost/layer_work alone.

#include "core/cost/layer_scene.h"

namespace astrolabe::cost {

/// Adds their passes: operations at a share of the peak, then traffic, because the chunked forms run kernel
/// after kernel.
void add_state_mixers(const LayerScene& s, const model::LayerClass& layer, TimeParts& forward,
                      TimeParts& backward);

/// With the sequence divided each rank works through whole sequences of its share of the heads: what the
/// mixer reads goes there by all-to-all, and the result back. Source: Megatron-LM, mamba_context_parallel.py;
/// #2614 for the gated delta net.
void add_state_exchange(const LayerScene& s, const model::LayerClass& layer, TimeParts& forward,
                        TimeParts& backward);

}  // namespace astrolabe::cost
