#pragma once
// What a rack holds of what fits and of what it is fed with, and what it says of that. No widget.

#include <QString>

#include "ui/canvas/totals.h"

namespace astrolabe::ui {

/// The nodes of a rack and their sums, against its slots and its power.
struct RackLoad {
  Totals totals;
  int nodes = 0;
  bool overPower = false;  ///< draws more than it can be fed with
  bool overSlots = false;  ///< holds more nodes than fit
};
RackLoad rackLoad(const plan::Plan& plan, const plan::Rack& rack, const hardware::Catalogue& catalogue);

/// What a rack says in its title row.
struct RackFace {
  QString name, power, price;
  QString fitting,
      fittingShort;   ///< "6 / 8 slots", and "6 / 8" where there is little room; empty: not stated
  bool over = false;  ///< draws more than it can be fed with
  bool full = false;  ///< holds more nodes than fit
  QString spoken;     ///< all of it in words
  bool operator==(const RackFace&) const = default;
};
RackFace rackFaceOf(const PlanDocument& document, const plan::Rack& rack);
/// "above the rack's 48 kW, more than its 8 slots": which of its limits a load passes; empty: none.
QString overRackText(const plan::Rack& rack, const RackLoad& load);

}  // namespace astrolabe::ui
