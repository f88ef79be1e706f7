#pragma once
// What a job takes and costs against the number of nodes of one pool, and the cluster without one.

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/hardware/cluster.h"
#include "core/plan/snapshot.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

/// The job on so many nodes of the pool.
struct ScalePoint {
  int nodes = 0;
  std::optional<cost::Evaluation> best;  ///< the fastest strategy; none: none is possible on so many
  cost::Violation violation;             ///< the first limit of the job that it breaks
  bool idle = false;                     ///< no strategy takes all GPUs: some stand idle, and are paid
};

struct Scale {
  std::string pool;
  int nodes_now = 0;                                 ///< of the cluster as it is
  std::vector<int> counts;                           ///< all that are looked at, rising
  std::vector<ScalePoint> points;                    ///< of `counts` the first, all of them at the end
  std::optional<double> deadline_hours, budget_usd;  ///< limits of the job on what is drawn
  bool stopped = false;
  bool mixed = false;           ///< GPUs of several types
  bool state_anywhere = false;  ///< strategies were searched whose optimizer state lies on any GPU
};

/// What scale() works on; a value, so that it can be worked out beside the document.
struct ScaleQuestion {
  strategy::Problem asked;
  hardware::ClusterSpec cluster;
  hardware::Catalogue catalogue;
  std::string pool;
};

/// The cluster without a pool, its links and its limit among those of the choice.
hardware::ClusterSpec without_pool(hardware::ClusterSpec cluster, const std::string& pool);

/// Counts of nodes to look at: whole units of `step` nodes, about as many up to `now` as beyond it, to twice
/// `now` and at least to four units. All of them where these are at most `most`, else `most` that grow by the
/// same factor, from a quarter of `now`; `now` is among them. Precondition: step, now >= 1.
std::vector<int> scale_counts(int step, int now, int most = 12);

/// The question on `nodes` nodes of the pool, for the fastest strategy, with no limit but memory; pools that
/// the search must leave out are gone. `all`: every GPU is used; else some may stand idle and are paid.
/// Errors: those of resolve() and make_problem().
Result<strategy::Problem> at_count(const ScaleQuestion& question, int nodes, bool all);

/// The answer of a search.
using Ask = std::function<SnapshotPtr(const strategy::Problem&)>;

/// Finds at each of scale_counts() the fastest strategy on all GPUs or, where none takes all, on as many as
/// one can; all that stands there is paid for. `publish` (may be empty) gets what is known after each count.
/// Time and cost are `outcome` of a point. Precondition: the cluster has the pool.
Scale scale(const ScaleQuestion& question, const Ask& ask, const std::stop_token& stop = {},
            const std::function<void(const Scale&)>& publish = {});

/// The knee of hours over nodes: the point that lies furthest below the straight line from the first possible
/// one to the last, nodes and hours each from 0 to 1 between these; one where the job never ends is none of
/// them. Nothing with fewer than three possible points, or where none lies below by a hundredth. Source:
/// Satopää et al., "Finding a Kneedle in a Haystack", ICDCSW 2011, section III (falling, convex).
std::optional<std::size_t> knee(const Scale& scale);

}  // namespace astrolabe::plan
