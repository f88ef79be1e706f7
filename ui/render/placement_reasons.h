#pragma once
// Why layers lie over machines as they do, what limits them and what more of it would give, and what more
// machines would: in words, for the pages and the report.

#include <QStringList>
#include <vector>

#include "core/placement/limits.h"
#include "core/planning/placement_scale.h"
#include "core/planning/placement_shortfall.h"
#include "core/planning/placements.h"

namespace astrolabe::ui {

inline constexpr double kMoreOfALimit = 1.1;  ///< what limits is looked at with ten per cent more

/// The layers of an option; null for one of another kind.
const planning::PlacedLayers* placedOf(const planning::OptionPtr& option);

/// What flows, how far that is proven, what limits it and what the slowest way takes. Of the first possible
/// option; empty where there is none.
QStringList placementChosenBecause(const planning::FoundPlacements& found);
/// Why `given` is not first: less flows, a promise or limit that it breaks, or that it is the first.
QString placementWhyNotFirst(const planning::FoundPlacements& found, const planning::Option& given);

/// What the slowest way of a token takes.
QString slowestWaySentence(const placement::Flow& flow);
/// What is served of the flow and why not more; empty where all of it is.
QString servedSentence(const planning::PlacedLayers& layers);

/// Why a layout is not possible, by pool, machine and link with their figures, and what would do.
QString shortfallText(const planning::PlacementShortfall& shortfall, const strategy::Problem& problem);

/// "24 machines of west", "links west > south", "east and the coordinator".
QString limitingName(const placement::Limit& limit, const placement::Network& network);
/// A table of what limits a layout: what, how many, what they do together, what would flow with more of it,
/// and the change. The last row is of all of it at once.
QStringList limitColumns();
std::vector<QStringList> limitRows(const planning::PlacedLayers& layers);

/// Which machine adds the most, of each type and for its money.
QStringList machineSentences(const planning::MachineScale& scale);
/// A table of the numbers of machines, without the column of their pool; one of its rows.
QStringList machineColumns();
QStringList machineCells(const planning::MachineScale& scale, const planning::MachinePoint& point);
/// "+2 of west": a number of machines.
QString machinesText(const planning::MachineScale& scale, const planning::MachinePoint& point);
/// A number of machines with what flows then.
QString machinePointText(const planning::MachineScale& scale, const planning::MachinePoint& point);

}  // namespace astrolabe::ui
