#pragma once
// A forward node and what belongs to it in backward and optimizer, decided in one go: most combinations of
// their rules are worse than another one whatever stands around them, and never meet the search.

#include <vector>

#include "core/spmd/search.h"
#include "core/spmd/work_limit.h"

namespace astrolabe::spmd {

/// The bits that a choice adds to the state of an open tensor that outlives the group.
struct Touch {
  std::int16_t slot = 0;
  std::int16_t tensor_class = 0;
  std::uint16_t bits = 0;  ///< as in State: wanted, and in which property it is made
};

/// One combination of rules of a group's steps.
struct Choice {
  double seconds = 0.0;  ///< computation, and the price of tensors that live in the group alone
  std::vector<Touch> touches;
  std::vector<std::int16_t> rules;
};

struct GroupKind {
  std::vector<Choice> choices;  ///< cheapest first
  State keep;                   ///< bits of slots that stay open
};

struct Grouping {
  std::vector<GroupKind> kinds;
  /// At least this much is still needed from the first step of each group on; one entry more than groups.
  std::vector<double> remaining;
};

/// Combinations whose steps cost `slack` more than the least of their steps are left out, and those for which
/// another one makes the same, wants no more and costs no more. Of no use when the limit was reached.
Grouping make_grouping(const Theory& theory, const Tables& tables, double slack, WorkLimit& work_limit);

/// Takes the choice; returns what it adds, infinite when it cannot be taken here.
inline double apply(const Theory& theory, const Tables& tables, const GroupKind& kind, const Choice& choice,
                    State& state) {
  double cost = choice.seconds;
  for (const Touch& touch : choice.touches) {
    const unsigned before = state.slot(touch.slot), after = before | touch.bits;
    if (after == before) continue;
    const int codes = theory.tensor_classes[touch.tensor_class].codes;
    const std::vector<double>& hold = tables.hold[touch.tensor_class];
    cost +=
        hold[((after >> 8) << codes) | (after & 0xffU)] - hold[((before >> 8) << codes) | (before & 0xffU)];
    state.set(touch.slot, after);
  }
  for (int word = 0; word < State::kWords; ++word) state.words[word] &= kind.keep.words[word];
  return cost;
}

}  // namespace astrolabe::spmd
