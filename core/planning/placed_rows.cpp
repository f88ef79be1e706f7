#include "core/planning/placed_rows.h"

#include <algorithm>
#include <cstddef>

#include "core/hardware/pool_marks.h"
#include "core/planning/marked_search.h"

namespace astrolabe::planning {

namespace {

bool same_choice(const strategy::Problem& a, const strategy::Problem& b) {
  const std::vector<hardware::Pool>&one = a.cluster.pools, &other = b.cluster.pools;
  return std::equal(one.begin(), one.end(), other.begin(), [](const auto& x, const auto& y) {
    return x.max_gpus == y.max_gpus && x.used_of_node == y.used_of_node && x.slowed == y.slowed;
  });
}

}  // namespace

std::optional<Seconds> PlacedRows::of(const strategy::Strategy& strategy) {
  if (!hardware::is_marked(m_problem.cluster)) return std::nullopt;
  strategy::Problem judged = judged_by_marks(m_problem, strategy);
  auto known = std::find_if(m_choices.begin(), m_choices.end(),
                            [&](const auto& choice) { return same_choice(choice->problem, judged); });
  if (known == m_choices.end())
    known = m_choices.insert(m_choices.end(), std::make_unique<Choice>(std::move(judged)));
  return (*known)->steps.of(strategy);
}

}  // namespace astrolabe::planning
