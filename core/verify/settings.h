#pragma once
// Which settings of which families break no rule, and how many configurations that makes.

#include <cstdint>
#include <map>
#include <vector>

#include "core/strategy/rules.h"
#include "core/strategy/space.h"

namespace astrolabe::verify {

/// Numbers of stages that a setting may have: [0 .. layers].
using StageSet = std::vector<bool>;

/// By setting, over all of a group.
struct Allowed {
  std::vector<StageSet> sets;      ///< sets[0] allows none
  std::vector<std::uint32_t> set;  ///< of each setting
};

/// Asks the rules once for all families that they cannot tell apart.
class Settings {
 public:
  Settings(const strategy::Problem& problem, const strategy::Space& space);
  const Allowed& allowed(const strategy::Family& family);

 private:
  /// Settings by what is seen of them.
  struct Classes {
    Classes() = default;
    Classes(const strategy::Projection& seen, std::uint64_t settings);
    std::vector<std::uint32_t> of;     ///< of each setting
    std::vector<std::uint64_t> first;  ///< setting of each class
  };
  /// A rule with the settings that it cannot tell apart.
  struct View {
    const strategy::Rule* rule = nullptr;
    bool staged = false;  ///< it looks at the number of stages
    const Classes* classes = nullptr;
    /// By what it sees of a family, for each class: the stages it allows; not staged: all or none.
    std::map<std::vector<std::uint64_t>, std::vector<StageSet>> known;
  };
  const Classes& classes_of(std::uint32_t mask);
  const std::vector<StageSet>& stages_under(View& view, const strategy::Family& family,
                                            strategy::Strategy& strategy);

  const strategy::Problem& m_problem;
  const strategy::Space& m_space;
  std::vector<View> m_views;
  std::map<std::uint32_t, Classes> m_classes;  ///< by what is seen of a setting
  const Classes* m_stage_classes = nullptr;    ///< settings that no rule on the number of stages tells apart
  std::uint32_t m_reads = 0;
  std::map<std::vector<std::uint64_t>, Allowed> m_allowed;
};

/// One stage of each pool that a family uses, replicas as it has them.
strategy::Strategy start_of(const strategy::Space& space, const strategy::Family& family);

}  // namespace astrolabe::verify
