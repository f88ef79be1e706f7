#pragma once
// What the canvas copies: pools with their links, racks and notes, and the edit that adds them again.

#include "ui/document/commands/pools.h"

namespace astrolabe::ui {

/// Objects of a canvas with their places in scene pixels. Racks name pools of `pools` alone.
struct Copies {
  std::vector<hardware::PoolSpec> pools;
  std::vector<plan::Position> positions;  ///< left top corners, one for each pool
  std::vector<hardware::BetweenPools> links;
  std::vector<plan::Rack> racks;
  std::vector<plan::Note> notes;
  hardware::OwnTypes types{};  ///< the user's own types and prices that `pools` rest on

  int count() const { return static_cast<int>(pools.size() + racks.size() + notes.size()); }
  bool empty() const { return count() == 0; }
};

/// The user's own types and prices that these pools rest on.
hardware::OwnTypes ownTypesOf(const std::vector<hardware::PoolSpec>& pools,
                              const hardware::Catalogue& catalogue);

/// Adds copies under names that are free, with the types and prices that they bring. A type that the plan has
/// under the same id stays the plan's, and so does a price of what it uses already. Copied racks hold the
/// copied pools; notes and racks change no question. Its ids() are those of the pools, the names of the racks
/// and the ids of the notes.
class AddCopies : public AddPools {
 public:
  AddCopies(PlanDocument& document, const Copies& copies, How how);
  /// Which brought types and prices mean something else here, in sentences; empty where all are as they were.
  const QString& kept() const { return m_kept; }

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::vector<plan::Note> m_notes;
  hardware::OwnTypes m_types;
  QString m_kept;
};

}  // namespace astrolabe::ui
