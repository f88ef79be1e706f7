#pragma once
// The edits of a question: pools, racks, links and types with their places, model and goal, and strategies of
// one's own. All others are included by their names.

#include "ui/document/commands/move_tiles.h"
#include "ui/document/commands/own_types.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/document/commands/pool_names.h"
#include "ui/document/commands/pool_values.h"
#include "ui/document/commands/pools.h"
#include "ui/document/commands/racks.h"
#include "ui/document/commands/set_job.h"
#include "ui/document/commands/set_link.h"
#include "ui/document/commands/set_model.h"
#include "ui/document/commands/set_my_layouts.h"
