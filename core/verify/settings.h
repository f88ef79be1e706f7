#pragma once
// Which settings of which families break no rule, and how many configurations that makes.

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/strategy/rules.h"
#include "core/strategy/space.h"

namespace astrolabe::verify {

/// Numbers of stages that a setting may have: [0 .. layers].
using StageSet = std::vector<bool>;

struct Allowed {
  std::vector<StageSet> sets;      ///< sets[0] allows none
  std::vector<std::uint32_t> set;  ///< of each of Settings::open()
  bool operator==(const Allowed&) const = default;
};

/// Asks the rules once for all families that they cannot tell apart.
class Settings {
 public:
  Settings(const strategy::Problem& problem, const strategy::Space& space);
  /// Stays where it is, whatever is asked afterwards.
  const Allowed& allowed(const strategy::Family& family);
  /// Settings of a group that no rule rejects whatever the family is, ascending.
  const std::vector<std::uint64_t>& open() const { return m_open; }
  /// The place of a setting in these, kNone where a rule rejects it for every family.
  std::uint32_t place_of(std::uint64_t setting) const;
  static constexpr std::uint32_t kNone = ~0U;

 private:
  /// Settings by what is seen of them.
  struct Classes {
    Classes() = default;
    Classes(const strategy::Projection& seen, const std::vector<std::uint64_t>& settings);
    std::vector<std::uint32_t> of;     ///< of each of the settings
    std::vector<std::uint64_t> first;  ///< setting of each class
  };
  /// A rule with the settings that it cannot tell apart.
  struct View {
    const strategy::Rule* rule = nullptr;
    bool staged = false;  ///< it looks at the number of stages
    const Classes* classes = nullptr;
    /// By what the rule sees of a family, the stages that it allows for each class; not staged: all or none.
    std::map<std::vector<std::uint64_t>, std::vector<StageSet>> known;
  };
  void find_open();
  const Classes& classes_of(std::uint32_t mask);
  const std::vector<StageSet>& stages_under(View& view, const strategy::Family& family,
                                            strategy::Strategy& strategy);

  const strategy::Problem& m_problem;
  const strategy::Space& m_space;
  std::vector<std::uint64_t> m_open;
  std::vector<View> m_views;                   ///< of rules that see something of a family
  std::map<std::uint32_t, Classes> m_classes;  ///< by what is seen of a setting
  const Classes* m_stage_classes = nullptr;    ///< settings that no rule on the number of stages tells apart
  std::uint32_t m_reads = 0;
  std::map<std::vector<std::uint64_t>, std::shared_ptr<const Allowed>> m_allowed;  ///< by what rules see
  std::unordered_multimap<std::size_t, std::shared_ptr<const Allowed>> m_unlike;   ///< by hash
  std::size_t m_held = 0;  ///< bytes of m_allowed and of what views know, about
};

/// One stage of each pool that a family uses, replicas as it has them.
strategy::Strategy start_of(const strategy::Space& space, const strategy::Family& family);

}  // namespace astrolabe::verify
