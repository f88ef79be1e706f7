#pragma once
// A strategy written in the words of a training runtime, where that runs exactly this.

#include <QByteArray>
#include <QCoreApplication>
#include <QString>
#include <QWidget>
#include <optional>

#include "core/exports/launch.h"
#include "core/runtimes/judge.h"
#include "core/strategy/problem.h"

namespace astrolabe::ui {

class LaunchText {
  Q_DECLARE_TR_FUNCTIONS(LaunchText)
};

/// Setting, condition and where in the runtime's code it stands, a line each.
QString conditionText(const runtimes::Runtime& runtime, const runtimes::Judgement& judgement);

struct LaunchFile {
  QString ending;  ///< of its name: ".megatron-lm.args"
  QString filter;  ///< for a dialog
  QByteArray bytes;
};
/// The settings of a layout that the runtime runs as it is. Another one is told in a dialog over `window`,
/// with the runtimes that run it, and there is no file.
std::optional<LaunchFile> launchFile(QWidget& window, const runtimes::Runtime& runtime,
                                     const strategy::Problem& question, const strategy::Strategy& strategy,
                                     const exports::LaunchHeader& header);

}  // namespace astrolabe::ui
