#pragma once
// The search: which layers on which machine so that most tokens flow.

#include <stop_token>

#include "core/placement/placement.h"

namespace astrolabe::placement {

struct FindOptions {
  bool partial_inference = false;
  double longest_chain = 0.0;  ///< seconds that a token may take through all layers; 0: any
  /// Goes on with local search; else about a second for 42 machines.
  bool thorough = false;
  double enough = 0.0;  ///< tokens/s of a layout with which the search ends; 0: none
  std::stop_token stop = {};
};

/// Series of stages, chains through zones where links bind, local search where neither reaches the bound; all
/// layouts where there are few. Beside the fastest, those with shorter chains. Deterministic.
Answer find(const Network& network, const FindOptions& options = {});

}  // namespace astrolabe::placement
