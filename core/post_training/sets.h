#pragma once
// What a set of units takes on GPUs of one pool: the layouts with which its calls take least together and
// with which all that the set holds fits.

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/cost/pool_tables.h"
#include "core/post_training/engines.h"
#include "core/post_training/parts.h"
#include "core/post_training/placing.h"
#include "core/post_training/question.h"
#include "core/post_training/role_layouts.h"

namespace astrolabe::post_training {

/// What is placed: a role, or the engine that generates for it. Both may stand in one set.
struct Unit {
  int role = 0;
  bool generates = false;
};

/// A role or an engine of a set with its layout.
struct UnitPlan {
  int unit = 0;
  std::optional<RoleLayout> layout;
  std::optional<Generator> generator;
  double rest_bytes = 0.0;  ///< of a GPU, while others of the set work
};

/// What a call takes of its set.
struct CallUse {
  Parts parts;         ///< seconds; they add up to those of the call
  double bytes = 0.0;  ///< of a GPU, of the unit that works
};

struct SetPlan {
  bool fits = false;
  bool offloads = false;  ///< what does not work lies in host memory
  std::vector<UnitPlan> units;
  std::vector<double> seconds;  ///< by call
  std::vector<CallUse> calls;   ///< by call; of calls of other sets nothing
  double fullest_bytes = 0.0;   ///< of a GPU, in the fullest phase
  double seconds_of(Part part) const;
};

class Sets {
 public:
  /// `job` and `cluster` outlive it. Models that a pool's type cannot run are not placed there.
  Sets(const Job& job, const hardware::Cluster& cluster, const strategy::Job& limits);

  /// Layouts of all roles on all counts, by so many workers; with `only`, of what stands in these sets.
  void prepare(int threads, const std::stop_token& stop, const std::vector<PlacedSet>& only = {});
  PlacingQuestion placing();
  /// Worked out once for each set.
  const SetPlan& plan(const PlacedSet& set);
  const std::vector<Unit>& units() const { return m_units; }
  /// Which role no pool can hold with all its GPUs: how many bytes of a GPU its least layout takes, and how
  /// many there are. None: each of them can be held somewhere.
  struct Lacking {
    int role = 0;
    double bytes = 0.0, limit = 0.0;
  };
  std::optional<Lacking> lacking() const;
  /// The role that the GPUs of this set do not hold though it stands alone; bytes are infinite where their
  /// type cannot run it. None: each fits by itself.
  std::optional<Lacking> lacking(const PlacedSet& set) const;
  /// Why a set has no layout that is asked for, whatever it takes of the memory, at
  /// "layouts.PHASE.ROLE.KEY"; nothing where it has.
  std::optional<Error> refusal(const PlacedSet& set) const;
  /// Why no set has a layout that is asked for, as the largest set tells, at "layouts.ROLE.PHASE.KEY"; nothing
  /// where some set has each of them.
  std::optional<Error> refusal() const;
  /// Whether these sets lie beside each other on the nodes of their pools, within all GPUs that a plan may
  /// use.
  bool lie_on_nodes(const std::vector<PlacedSet>& sets) const;
  /// Seconds to hand weights from trainers over to engines of other sets.
  double sync_seconds(const std::vector<PlacedSet>& sets);

 private:
  class SetSearch;
  SetPlan made(const PlacedSet& set);
  RoleQuestion question_of(int role) const;
  /// Where the error has the key alone.
  std::optional<Error> refusal_of(const Unit& unit, int pool, int gpus) const;
  int unit_of(const Call& call) const;
  const Role& role_of(std::size_t unit) const;
  std::string phase_of(std::size_t unit) const;
  Lacking least_of(std::size_t unit, int pool, const std::vector<int>& counts) const;
  double limit_bytes(int pool) const;
  double weights_bytes(int role) const;
  const std::vector<RoleLayout>& layouts(int role, int pool, int gpus) const;
  double rollout_samples(const Call& call) const;
  double handover(const SetPlan& plan, int role) const;
  /// Bytes a second from one set to another one.
  double way_between(const PlacedSet& from, const PlacedSet& to) const;

  const Job& m_job;
  const hardware::Cluster& m_cluster;
  const strategy::Job& m_limits;
  Batch m_batch;  ///< that is trained on
  std::vector<Unit> m_units;
  std::vector<int> m_unit_of_call;
  std::vector<bool> m_trains;  ///< by unit
  std::vector<std::vector<int>> m_counts;
  std::map<std::tuple<int, int, int>, std::vector<RoleLayout>> m_layouts;  ///< by role, pool, GPUs
  std::map<PlacedSet, SetPlan> m_plans;
  Engines m_engines;
  std::vector<std::unique_ptr<cost::KeptTables>> m_kept;  ///< by role and pool
};

/// Seconds to send `weights` bytes to engines on other GPUs, a copy on so many of them: each GPU takes in its
/// own part, and every node the whole once over a link of so many bytes a second (0: not known).
double transfer_seconds(double weights, int gpus_of_copy, double bytes_per_second);

/// Whether sets of so many GPUs of a pool lie beside each other: parts of nodes within one, the others on
/// whole nodes, but where a domain spans nodes.
bool lie_beside(const hardware::Pool& pool, std::vector<int> gpus);

/// GPUs that a set may have of a pool: parts of a node, whole nodes in numbers without prime factors above 3,
/// and all.
std::vector<int> usual_counts(const hardware::Pool& pool);

}  // namespace astrolabe::post_training
