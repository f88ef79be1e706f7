#pragma once

namespace astrolabe::spmd {

/// What `update` nodes compute when a program is executed.
enum class OptimizerKind { sgd, adam };

}  // namespace astrolabe::spmd
