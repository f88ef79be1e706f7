#pragma once
// A distributed program in words: rows of its tables and names of its parts.

#include <QString>

#include "ui/document/program_proof.h"
#include "ui/render/program_words.h"
#include "ui/results/text_table.h"

namespace astrolabe::ui {

/// "shards along dim 1", "replicated on every device", "partial sums".
QString heldText(spmd::Property property);
QString phaseText(spmd::Phase phase);
/// Name of an instruction, or of what comes beside them.
QString eventName(const plan::ProgramEvent& event);
/// "32 × h100" or "h100 28 to 31": the devices of a lane.
QString laneText(const plan::ProgramReport& report, std::size_t lane);
/// "tensors 31.7 GiB of 69.8 GiB": the memory of a lane's devices, of which a program counts tensors alone.
QString laneMemoryText(const plan::ProgramLane& lane);
/// "75.2 GiB allowed, 69.8 GiB after workspace": how the limit of tensors comes from that of the GPU, which
/// rankings and reports tell; empty where nothing limits it.
QString laneLimitText(const plan::ProgramReport& report, const plan::ProgramLane& lane);
/// "Optimal", "Feasible: no program is more than 6.2 % faster".
QString programStatusText(const plan::ProgramReport& report);
/// "2: 32 × a100, the slowest": a stage of the report's pipeline.
QString stageText(const plan::ProgramReport& report, int stage);
/// Name and duration of an event, on one line.
QString eventText(const plan::ProgramReport& report, std::size_t event);

/// Place of a pool's GPU type among those of the plan: its colour and shape.
int gpuIndexOf(const PlanDocument& document, const std::string& pool);

void fillTensors(TextTable& table, const plan::ProgramReport& report);
void fillCollectives(TextTable& table, const plan::ProgramReport& report);
void fillEvents(TextTable& table, const plan::ProgramReport& report);

}  // namespace astrolabe::ui
