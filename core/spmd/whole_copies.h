#pragma once
// What programs hold between forward and backward beyond one copy of everything, as far as the rules of one
// group tell it: the price of memory in a lower bound.

#include "core/spmd/search.h"

namespace astrolabe::spmd {

/// Bytes of all devices together. A tensor that a forward node and a step of its backward part use whole, in
/// the same property, stays on every device in between: n copies instead of the one that least_memory()
/// counts. Where several pairs of rules tell this of one tensor, each counts a part; of groups of one kind
/// the least counts. Moments of an update of whole weights: n copies, too. So least_memory() and the sum
/// over a program's rules are never above what memory_of() says of all devices between forward and backward.
class WholeCopies {
 public:
  WholeCopies(const Theory& theory, const Execution& execution, int devices, double fragmentation);

  bool empty() const;
  /// Of a program's rules.
  Bytes of(const std::vector<std::int16_t>& rule) const;
  /// Charges `price` seconds a byte.
  void charge(Tables& tables, double price) const;

 private:
  const Theory& m_theory;
  std::vector<std::vector<WholePair>> m_pairs;  ///< by kind of group; `price`: bytes
  std::vector<std::vector<double>> m_rules;     ///< [step class][rule]
};

/// What `rule` is charged for pairs, in the prices of `pairs`.
double charged(const Theory& theory, const std::vector<std::vector<WholePair>>& pairs,
               const std::vector<std::int16_t>& rule);

}  // namespace astrolabe::spmd
