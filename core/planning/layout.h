#pragma once
// How a plan's machines are to work, whatever kind of plan it is: what an option proposes and a person keeps.

#include <memory>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/strategy/problem.h"

namespace astrolabe::planning {

class Layout;
struct Option;
using LayoutPtr = std::shared_ptr<const Layout>;

/// A value that never changes. Each kind of plan derives its own; whoever knows the kind gets at it by as().
class Layout {
 public:
  virtual ~Layout() = default;

  /// The id of the kind, which is that of its planner: "pipeline", "program".
  virtual std::string_view kind() const = 0;
  /// What a plan keeps of it; keep() adds the kind. Null: a plan cannot keep it.
  virtual Json to_json(const std::vector<std::string>& pool_ids) const = 0;
  /// What an answer says of `option`, which has this layout, at place `rank`; 0: behind what is listed, or
  /// not possible.
  virtual Json answer_json(const Option& option, const strategy::Problem& problem, int rank) const = 0;
  /// Below, at or above 0 where this one ranks before, with or behind `other` when all figures are equal.
  /// Precondition: `other` is of this kind.
  virtual int compare(const Layout& other) const = 0;
  /// The layout without what only its own page shows, for answers that are kept for long; null: itself.
  virtual LayoutPtr in_short() const { return nullptr; }

 protected:
  Layout() = default;
  Layout(const Layout&) = default;
  Layout& operator=(const Layout&) = default;
};

/// `layout` as one of a kind; null where it is another one, or none.
template <class Kind>
const Kind* as(const LayoutPtr& layout) {
  return dynamic_cast<const Kind*>(layout.get());
}

/// The kind of `layout`; that of pipelines for none, as files of before kinds name none.
std::string_view kind_of(const LayoutPtr& layout);
/// Order of ties: by kind as planners() stand, then by layout.
int compare(const LayoutPtr& a, const LayoutPtr& b);
inline bool same(const LayoutPtr& a, const LayoutPtr& b) { return compare(a, b) == 0; }

}  // namespace astrolabe::planning
