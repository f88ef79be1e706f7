#pragma once

#include "core/plan/plan_file.h"
#include "ui/render/messages.h"

namespace astrolabe::ui {

/// That control characters of a saved plan became spaces, and in which names; for window and command line.
/// `file`: its name. Precondition: there are some.
Message mendedMessage(const QString& file, const std::vector<std::string>& mended);

}  // namespace astrolabe::ui
