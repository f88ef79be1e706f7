#pragma once

#include <QString>
#include <vector>

#include "core/plan/plan.h"
#include "core/plan/snapshot.h"
#include "core/planning/planner.h"
#include "core/planning/ranking_proof.h"

namespace astrolabe::cli {

/// "TP 8 · PP 4 · DP 2 · mbs 1 · selective": what differs between strategies, in a few letters.
QString strategyText(const strategy::Strategy& strategy);
/// "32 h100 + 16 a100"
QString gpusText(const cost::Evaluation& evaluation, const strategy::Problem& problem);
/// Fullest stage: share of its limit and pool.
QString memoryText(const cost::Evaluation& evaluation, const strategy::Problem& problem);
/// "Scenario B of 3: Half the nodes": which one of a plan is answered; empty where it is the only one.
QString scenarioText(const plan::Plan& plan);
/// The question, how the search ended, what is proven of all kinds together, and the ranking: strategies by
/// their numbers, `others` of other kinds among them, as the window ranks them. `places`: of each of `others`
/// as planning::places_of() has it; one at 0, or behind the `top` rows that are shown, is left out. `proof`:
/// of all kinds, where there are several.
QString rankingText(const plan::Snapshot& snapshot, const std::vector<planning::OptionPtr>& others,
                    const std::vector<int>& places, int top,
                    const std::optional<planning::RankingProof>& proof);
/// An option of another kind that ranks behind all strategies that are shown.
QString behindText(const planning::Option& option, strategy::Objective objective);
/// Such an option and how its layout is set: "Sharded: 8 h100 × 5 + 8 a100 × 2 sequences; micro-batches of
/// 1".
QString settingText(const planning::Option& option);
/// What the options of a planner are called: "pipelines around slow GPUs".
QString severalText(const planning::Planner& planner);
/// Why options of another kind that were asked for by name are not there, and what would bring them:
/// `declined` as planning::Planner::declines() has it; empty: none was found, or with `limited` a limit of
/// the job keeps all from a place.
QString noneText(const planning::Planner& planner, const std::string& declined, bool limited,
                 const strategy::Problem& problem);
/// That the search for options of another kind was stopped early, and what is not known therefore; `some`: it
/// had found one.
QString cutShortText(const planning::Planner& planner, bool some);
/// Why a planner could not answer.
QString failedText(const planning::Planner& planner, const Error& error);
/// What each stage holds and may hold, and by how much it is over.
QString memoryTable(const cost::Evaluation& evaluation, const strategy::Problem& problem);
/// One option: its figures, the parts of its step and the memory of each stage.
QString evaluationText(const planning::Option& option, const strategy::Problem& problem);
/// The figures of an option whose kind has words of its own; empty: it has none.
QString figuresText(const planning::Option& option, const strategy::Problem& problem);
/// What a planner that leads has found: the ranking, and why nothing fits.
QString foundText(const planning::Found& found);
/// Why an option is behind the first that its planner found, in its kind's words; empty where it has none.
QString whyBehindText(const planning::Found& found, const planning::Option& given);
/// Its layout in a few words.
QString layoutText(const planning::Option& option);
/// The limit that it breaks.
QString violationText(const planning::Option& option, const strategy::Problem& problem);
/// Everything that no file stated, one line each.
QString assumptionsText(const std::vector<hardware::Assumption>& assumptions);

}  // namespace astrolabe::cli
