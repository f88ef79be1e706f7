#pragma once
// Hardware from a file: types of the user's own, or a cluster.

#include "core/hardware/hardware_file.h"
#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Lays the file's types over the plan's own, or puts its cluster into the plan: on an empty canvas, or else
/// as a scenario of its own that asks what the shown one asks. One step; `name` is that of the file.
QUndoCommand* importHardware(PlanDocument& document, const hardware::HardwareFile& file, const QString& name);

}  // namespace astrolabe::ui
