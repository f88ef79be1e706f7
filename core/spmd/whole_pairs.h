#pragma once
// The cost when a forward node and its backward part both use a tensor whole: bytes held in between, or a
// second gathering. Parts of a lower bound, as what a single tensor is charged cannot tell it.

#include "core/spmd/search.h"

namespace astrolabe::spmd {

/// Pairs of rules by kind of group. Where several pairs tell the same of one tensor, each has a part of the
/// price; of groups of one kind the least price counts.
using WholePairs = std::vector<std::vector<WholePair>>;

/// Bytes that all devices together hold between forward and backward beyond least_memory(). A tensor that
/// both use whole stays on every device: n copies instead of one. Moments of an update of whole weights: n,
/// too. So both together are never above what memory_of() says of all devices.
class WholeCopies {
 public:
  WholeCopies(const Theory& theory, const Execution& execution, int devices, double fragmentation);

  /// Bytes that the devices hold so beyond least_memory() in the program with these rules.
  Bytes of(const std::vector<std::int16_t>& rule) const;
  /// Charges `price` seconds a byte, on top of what is charged already.
  void charge(Tables& tables, double price) const;

 private:
  const Theory& m_theory;
  WholePairs m_pairs;                        ///< prices in bytes
  std::vector<std::vector<double>> m_rules;  ///< [step class][rule]
};

/// The second gathering of what forward and backward both want whole, where weights are gathered again
/// (Execution::gather_again), at prices that nothing undercuts; these have the first one in the tensor's own
/// price, and both where `TensorForm::again` says so. Empty for other executions.
WholePairs second_gatherings(const Theory& theory, const Prices& prices);

/// The sum that the pairs charge a program with these rules.
double charged(const Theory& theory, const WholePairs& pairs, const std::vector<std::int16_t>& rule);

}  // namespace astrolabe::spmd
