#include "core/cost/slowed_tables.h"

#include "core/hardware/usable_gpus.h"

namespace astrolabe::cost {

SlowedTables::SlowedTables(const strategy::Problem& problem) : m_problem(problem) {}

Tables& SlowedTables::at(const SlowPools& slow) {
  std::unique_ptr<Slowed>& known = m_known[slow];
  if (known) return *known->tables;
  known = std::make_unique<Slowed>(Slowed{m_problem, nullptr});
  for (std::size_t pool = 0; pool < slow.size(); ++pool)
    hardware::slow_by(known->problem.cluster.pools[pool], slow[pool]);
  known->tables = std::make_unique<Tables>(known->problem, &m_kept);
  return *known->tables;
}

Tables& SlowedTables::alike(const hardware::Slowness& slow) {
  return at(SlowPools(m_problem.cluster.pools.size(), slow));
}

}  // namespace astrolabe::cost
