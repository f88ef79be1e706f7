#pragma once
// Drawn leaves of the interpreter: what is on disk before training, data sets and first parameters.

#include "core/spmd/block.h"

namespace astrolabe::spmd {

class Leaves {
 public:
  /// `whole_numbers`: data and parameters from -3 to 3.
  Leaves(const Graph& graph, unsigned seed, bool whole_numbers);

  /// The whole leaf. Inputs differ from step to step; parameters and constants do not.
  Block draw(TensorId leaf, int step) const;

 private:
  const Graph* m_graph;
  unsigned m_seed;
  bool m_whole_numbers;
  std::vector<std::int64_t> m_classes;  ///< of ids and labels: how many; 0: real numbers
  std::vector<double> m_scale;          ///< keeps the variance of what a parameter is multiplied with
};

}  // namespace astrolabe::spmd
