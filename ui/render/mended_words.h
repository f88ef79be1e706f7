#pragma once

#include "core/plan/plan_file.h"
#include "ui/render/messages.h"

namespace astrolabe::ui {

/// That control characters of a saved plan became spaces, and in which names; for window and command line.
/// `file`: its name. Precondition: there are some.
Message mendedMessage(const QString& file, const std::vector<std::string>& mended);

/// That the pools of a saved plan of an older version, by id, count single GPUs where machines are sold
/// whole.
Message singleGpusMessage(const QString& file, const std::vector<std::string>& pools);

/// That a saved plan of an older version names no runtime and asks the whole space.
Message wholeSpaceMessage(const QString& file);

}  // namespace astrolabe::ui
