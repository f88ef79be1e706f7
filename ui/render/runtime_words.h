#pragma once
// What training runtimes make of a layout, in words.

#include <QString>
#include <vector>

#include "core/runtimes/judge.h"

namespace astrolabe::ui {

/// What one runtime makes of a layout.
struct RuntimeVerdict {
  const runtimes::Runtime* runtime = nullptr;
  runtimes::Judgement judgement;
};
using RuntimeVerdicts = std::vector<RuntimeVerdict>;

/// Of all that the program knows, in their order; none for a program, which is no layout, for one of other
/// pools and without a model. Milliseconds: for any thread.
RuntimeVerdicts judgeRuntimes(const strategy::Problem& problem, const strategy::Strategy& strategy);
/// How many of them run it as it is.
int countRunning(const RuntimeVerdicts& verdicts);

/// What becomes of a layout on a runtime, as a sentence: "DeepSpeed has no setting for this layout."
QString verdictText(const runtimes::Runtime& runtime, runtimes::Verdict verdict);
/// A verdict in a word or two: "no setting".
QString verdictWord(runtimes::Verdict verdict);
/// What a runtime is called where there is little room: "LLaMA-Factory".
QString shortTitle(const runtimes::Runtime& runtime);
/// The condition that decides, or what is said of a layout that runs; may be empty.
QString whyText(const runtimes::Judgement& judgement);
/// The runtime whose layouts alone a question is searched for; "" for any.
QString searchedRuntime(const strategy::Problem& problem);

/// For a cell: "Megatron-LM" or "not on Megatron-LM" where the question names it; else who starts the layout,
/// "Megatron-LM, Primus +2" or "none as it is". Unknown for a program.
QString runsOnCell(const RuntimeVerdicts& verdicts, const strategy::Problem& problem);
/// Whether that cell names a runtime that starts the layout.
bool isStarted(const RuntimeVerdicts& verdicts, const strategy::Problem& problem);
/// For files: the titles of all that run it, "none" for nobody; "" for a program.
QString runsOnNames(const RuntimeVerdicts& verdicts);
/// The runtimes that run a layout as it is, as a sentence; "" for a program.
QString runsOnText(const RuntimeVerdicts& verdicts);
QString runsOnText(const strategy::Problem& problem, const strategy::Strategy& strategy);
/// What each of the other runtimes says against it, a line each, and the remarks of those that run it.
QString runsOnReasons(const RuntimeVerdicts& verdicts);

}  // namespace astrolabe::ui
