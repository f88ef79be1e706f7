#pragma once
// The scenarios of another plan, with the hardware that they mean.

#include <QStringList>

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// What the scenarios of another plan mean by names that mean something else here: those of GPU and node
/// types, of GPU types with other prices, and whether they are predicted with other constants.
struct ImportConflicts {
  QStringList types, prices;
  bool calibration = false;
  bool published = false;  ///< theirs are the shipped constants
  QString constants;       ///< whose theirs are, in words; empty: this version cannot use them
  QStringList uncovered;   ///< GPU types of either plan that theirs were not made on
  bool empty() const { return types.isEmpty() && prices.isEmpty() && !calibration; }
};
ImportConflicts importConflicts(const PlanDocument& document, const plan::Plan& from);

/// Which of two meanings of one name the scenarios that come in get: that of this plan, or their own, under a
/// new name and with prices of their own.
enum class Meaning { Ours, Theirs };

/// Adds every scenario of another plan behind those of this one, with the types that this one lacks. The
/// scenarios that are here keep their meaning; constants are those of this plan, or with `constants` theirs,
/// of all scenarios then.
QUndoCommand* importScenarios(PlanDocument& document, const plan::Plan& from, Meaning meaning = Meaning::Ours,
                              bool constants = false);

}  // namespace astrolabe::ui
