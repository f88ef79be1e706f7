#pragma once
// How unevenly tokens go to experts, and what the fullest rank of expert parallelism gets of it.

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/exchange/experts.h"

namespace astrolabe::serving {

/// Load of the fullest rank over the mean, mean of the layers.
struct ExpertBalance {
  int ranks = 1;
  double in_order = 1.0;  ///< experts as the model numbers them
  double bound = 1.0;     ///< of all placements, with the copies that are asked for
  double used = 1.0;      ///< what predictions have: in_order, or placed by load
};

/// A measured skew: resources/serving/expert_skew.json.
struct SkewProfile {
  std::string id, source;
  double skew = 1.0;
  int ranks = 1;
  double balanced =
      1.0;  ///< measured behind a load balancer on `balanced_ranks` with `balanced_spare` copies
  int balanced_ranks = 1, balanced_spare = 0;
};
const std::vector<SkewProfile>& skew_profiles();

/// What a job says of its experts' loads. Does not change once it is read; many threads may ask.
class ExpertLoad {
 public:
  enum class Placement { in_order, by_load };

  /// Of the job key `expert_load`: the name of a table, {"file"}, {"skew", "ranks"} or {"profile"}; with
  /// "redundant_experts" (copies of hot experts a layer, assumed 0) and "placement" ("in_order" as engines do
  /// by themselves, or "by_load", which is assumed where there are redundant experts). `skew`: tokens of the
  /// fullest rank over the mean, experts as numbered, on `ranks` ranks (assumed: those of the deployment).
  static Result<std::shared_ptr<const ExpertLoad>> read(const Json& json, const std::string& path);
  Json to_json() const;

  /// Experts of a layer; 0 where any number goes.
  int experts() const { return m_layers.empty() ? 0 : static_cast<int>(m_layers.front().size()); }
  int redundant_experts() const { return m_spare; }
  /// Loads of a layer's experts, mean 1; one layer where there is no table.
  std::vector<std::vector<double>> layers(int experts, int ranks) const;
  /// Of the first of those layers, as predictions have it.
  exchange::ExpertPlacement placement(int experts, int ranks) const;
  /// Of a layer with `experts` experts on `ranks` ranks. Kept: the second time costs nothing.
  ExpertBalance balance(int experts, int ranks) const;

 private:
  std::string m_file, m_profile;
  std::vector<std::vector<double>> m_layers;  // of a table
  double m_skew = 1.0;
  int m_ranks = 0;  // 0: those of the deployment
  int m_spare = 0;
  Placement m_placement = Placement::in_order;
  mutable std::mutex m_mutex;
  mutable std::map<std::pair<int, int>, ExpertBalance> m_known;
};

/// Reads `layer,expert,share`: for each layer a line for each expert, counted from 0; shares are counts or
/// parts of any sum. Errors: bad_measured_table for its columns, out_of_range and wrong_type at row and
/// column.
Result<std::vector<std::vector<double>>> read_expert_shares(std::string_view csv);

}  // namespace astrolabe::serving
