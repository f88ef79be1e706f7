#pragma once
// A program as text for people and as JSON.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/spmd/program.h"

namespace astrolabe::spmd {

/// "relu.3[8, 128] is G0"
std::string fact_text(const Graph& graph, const Fact& fact);

/// "all_gather   mlp.up.weight: G0 -> I"
std::string instruction_text(const Graph& graph, const Instruction& instruction);

/// One numbered line for each instruction, under headings forward, backward and optimizer; then the ratios
/// in percent and the shard lengths they give.
std::string program_text(const Graph& graph, const Program& program);

/// The most instructions of a program that are written one by one.
constexpr std::size_t kWrittenOut = 20000;

/// [{"op", "node", "phase", "inputs": [{"tensor", "property"}], "outputs", "dim", seconds}]: `instructions`
/// of the answer of `shard`. Of a program of more than `written_out` instructions what layers that are alike
/// do is written for the first of them alone: `repeats` of its first instruction says how many instructions
/// come again and how often they come, each time for other tensors of the same shapes.
nlohmann::json instructions_json(const Graph& graph, const Program& program,
                                 std::size_t written_out = kWrittenOut);

}  // namespace astrolabe::spmd
