#pragma once
// What an answer says in words, for the window, the command line and the report: how it ended, what stood in
// the way, and what would help.

#include <array>

#include "core/plan/contradictions.h"
#include "core/plan/snapshot.h"
#include "ui/render/messages.h"

namespace astrolabe::ui {

/// "No strategy fits. …" for a snapshot with status infeasible.
Message messageFor(const plan::Snapshot& infeasible);
/// A GPU whose rate for that precision and whose memory are known; strategies use no others.
bool hasRate(const hardware::Gpu& gpu, hardware::Precision precision);
/// Why one given strategy is not possible: the memory or limit that forbids it, and by how much.
Message messageFor(const cost::Violation& violation, const strategy::Problem& problem);
/// Why `strategy` is not possible: where a rule forbids it, the rule's reason, the values that it reads, and
/// what would help; else the memory or limit, and by how much.
Message messageFor(const cost::Violation& violation, const strategy::Problem& problem,
                   const strategy::Strategy& strategy);
/// A violation in a few words: "3.1 GiB too much on A100 SXM4 80GB, stage 2".
QString violationText(const cost::Violation& violation, const strategy::Problem& problem);
/// A broken limit, which needs no pool's name, in a few words.
QString violationText(const cost::Violation& violation);
QString fixText(const plan::Fix& fix);
/// Why a limit of the job cannot be kept, with the least value that could be.
QString contradictionText(const plan::Contradiction& contradiction);
/// A value of a limit of the job with its unit, by the limit's key: "$448/h", "90.0 kW".
QString limitText(const std::string& limit, double value, int digits = 3);
/// "deadline", "budget": how a limit of the job is called in a sentence.
QString limitName(const std::string& limit);
/// What was found and what the limit allows, with as many digits as tell them apart.
std::array<QString, 2> limitTexts(const std::string& limit, double found, double allowed);
/// The limit to set where at least `needed` is needed: three digits of the currency in force, rounded to the
/// side that keeps the strategy possible.
double raisedLimit(const std::string& limit, double needed);
/// Honest words for how a search ended: "Best in the whole space", where the job names a runtime "Best of all
/// that Megatron-LM starts", of mixed GPUs what the proof covers, "Best of all strategies, state
/// anywhere", where a device was not measured "Best in the whole space — MI300X not measured",
/// "Stopped at 60 s — at most 3.8 % below the bound".
QString endText(const plan::Snapshot& snapshot);
/// How far the 80 % band of a step reaches below and above: "±5 %", "−6 % +9 %".
QString bandText(const cost::Evaluation& evaluation);
/// What the job takes with failures, "" where that is not known: "198 days (181 to 221)", "$3.83 M", and the
/// energy "≈ 2.10 GWh", without the sign where all of the power is published.
QStringList outcomeParts(const cost::Evaluation& evaluation);
/// outcomeParts() in one line: "198 days (181 to 221) · $3.83 M · ≈ 2.10 GWh".
QString outcomeText(const cost::Evaluation& evaluation);
/// Of a set of time and money that is not finished: over which mixtures it is complete; empty for none.
QString provenMixturesText(const plan::Snapshot& snapshot);
/// The place of a ranked strategy, from 0: "3", or "≈3" where a search has ended without the proof of it.
QString placeText(const plan::Snapshot& snapshot, std::size_t index);
/// From which place on that is so, and how much better what belongs there may be; empty where all are proven.
QString unprovenPlacesText(const plan::Snapshot& snapshot);

}  // namespace astrolabe::ui
