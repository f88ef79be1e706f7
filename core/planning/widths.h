#pragma once
// The kind of plan that trains one model in a pipeline whose stages have groups of their own number: for
// pools whose counts no common width divides.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/mesh/widths.h"
#include "core/planning/planner.h"

namespace astrolabe::planning {

inline constexpr std::string_view kWidths = "widths";

class WidthsLayout : public Layout {
 public:
  /// `lower_bound`: seconds of a step; 0 where nobody worked it out. `pools`: ids of the cluster's.
  WidthsLayout(mesh::WideProgram program, double lower_bound, std::vector<std::string> pools)
      : m_program(std::move(program)), m_lower_bound(lower_bound), m_pools(std::move(pools)) {}
  const mesh::WideProgram& program() const { return m_program; }
  double lower_bound() const { return m_lower_bound; }
  const std::vector<std::string>& pools() const { return m_pools; }

  std::string_view kind() const override { return kWidths; }
  /// {"pipelines": the one that there is, with `groups` and `in_flight` of each stage, "state": what is
  /// moved}.
  Json to_json(const std::vector<std::string>& pool_ids) const override;
  Json answer_json(const Option& option, const strategy::Problem& problem, int rank) const override;
  int compare(const Layout& other) const override;

 private:
  mesh::WideProgram m_program;
  double m_lower_bound = 0.0;
  std::vector<std::string> m_pools;
};

/// The pipeline as text for people.
std::string widths_text(const WidthsLayout& layout);

/// It declines with "not_mixed" where all devices run at one speed, with "even_counts" where some width
/// divides all pools (or all are alike), with "experts" and "layers_differ" for models that it does not
/// place, with "tuned" where weights are frozen. Its first option is the fastest found, its gap that to the
/// bound over all pipelines that it looks at.
const Planner& widths_planner();

}  // namespace astrolabe::planning
