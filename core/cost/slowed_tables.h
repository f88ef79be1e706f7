#pragma once
// The tables of a problem whose GPUs are slower than it says: for stages that are as slow as their own GPUs.

#include <map>
#include <memory>
#include <vector>

#include "core/cost/tables.h"

namespace astrolabe::cost {

/// What is wrong with the GPUs of each pool.
using SlowPools = std::vector<hardware::Slowness>;

/// Tables of one problem with its pools slowed in any way, made when they are asked for. Pools that are as
/// slow as the problem has them cost exactly what it does.
class SlowedTables {
 public:
  /// `problem` outlives this.
  explicit SlowedTables(const strategy::Problem& problem);
  const strategy::Problem& problem() const { return m_problem; }
  /// With each pool so slow, whatever the problem says of it. Precondition: as many as there are pools.
  Tables& at(const SlowPools& slow);
  /// With all pools as slow as each other.
  Tables& alike(const hardware::Slowness& slow);
  /// With nothing slow.
  Tables& sound() { return alike({}); }

 private:
  struct Slowed {
    strategy::Problem problem;
    std::unique_ptr<Tables> tables;
  };
  const strategy::Problem& m_problem;
  KeptTables m_kept;  ///< pools that are as slow in several ways to be slow
  std::map<SlowPools, std::unique_ptr<Slowed>> m_known;
};

}  // namespace astrolabe::cost
