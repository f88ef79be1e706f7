#pragma once
// The plans of each kind: options of the lanes, micro-batches over them, the bound, what is moved.

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/replan/moves.h"
#include "core/replan/options.h"

namespace astrolabe::replan {

class Planner {
 public:
  /// `running` stands on `placement`, see layout_of(). Precondition: it fits the cluster of `problem` as if
  /// nothing were marked.
  Planner(const strategy::Problem& problem, const strategy::Strategy& running,
          const hardware::Placement& placement = {});

  const Layout& layout() const { return m_layout; }
  double healthy_seconds();
  /// None where there is no such plan, or it would be no other than a lesser one.
  std::optional<Plan> plan(Kind kind);
  /// The step of that plan alone, without what it moves.
  std::optional<double> seconds(Kind kind);
  /// LaneShape::work() for all plans so far.
  std::int64_t work() const { return m_maker.work(); }

 private:
  /// Lanes with what each does.
  struct Chosen {
    double seconds = kBeyond;
    std::vector<int> lanes;          ///< places of those that work
    std::vector<Option> options;     ///< of each, with its own GPUs
    std::vector<int> micro_batches;  ///< of each
    bool has(Change change) const;
  };
  const std::optional<Chosen>& choose(Kind kind);
  std::optional<Chosen> find(Kind kind);
  double step_of(const Chosen& chosen) const;
  std::optional<Chosen> solve(Kind kind, const Layout& layout, const std::set<int>& removed, bool forced);
  Options options_of(Kind kind, const Lane& lane, int lanes, const std::vector<StageSlowness>& slow,
                     bool forced);
  std::vector<std::vector<StageSlowness>> waits(Kind kind, const Layout& layout,
                                                const std::set<int>& removed);
  std::optional<Chosen> left_out();
  Plan told(Kind kind, const Chosen& chosen);
  double bound(const Chosen& chosen);
  bool restarts(Kind kind, const Chosen& chosen) const;

  strategy::Problem m_healthy;
  const hardware::Cluster& m_marked;
  const strategy::Strategy& m_running;
  cost::SlowedTables m_tables;
  Health m_health;
  Layout m_layout, m_spared;
  bool m_any_spare = false;
  OptionMaker m_maker;
  std::map<Kind, std::optional<Chosen>> m_chosen;  ///< those that were asked for
  int m_micro_batches = 1;                         ///< of a lane as it runs
};

}  // namespace astrolabe::replan
