#pragma once
// Scenarios that were taken out of the plan: an undo may bring them back, or another one takes their number.

#include <iterator>
#include <map>
#include <set>

#include "core/plan/scenarios.h"

namespace astrolabe::ui {

class GoneScenarios {
 public:
  /// Keeps in `found` what was found for a scenario (`asked`: its plan) while the plan lacks it. Takes it out
  /// once the number comes back with another question: a new scenario, or what was found was stale anyway.
  template <class Found>
  void look(const plan::Plan& plan, std::map<int, Found>& found) {
    for (auto at = found.begin(); at != found.end();) {
      const int id = at->first;
      const bool there = plan::find_scenario(plan, id) != nullptr;
      if (!there) m_gone.insert(id);
      const bool back = there && m_gone.erase(id) > 0;
      const bool other = back && !plan::same_question(at->second.asked, plan::plan_of(plan, id));
      at = other ? found.erase(at) : std::next(at);
    }
  }

 private:
  std::set<int> m_gone;  ///< ids
};

}  // namespace astrolabe::ui
