// What `shard --json` prints.
#include <nlohmann/json.hpp>

#include "core/base/units.h"
#include "core/plan/shard.h"
#include "core/spmd/program_text.h"

namespace astrolabe::plan {

namespace {

Json optional_seconds(const std::optional<double>& seconds) {
  return seconds ? Json(*seconds) : Json(nullptr);
}

}  // namespace

Json to_json(const ShardAnswer& answer) {
  const spmd::Synthesis& made = answer.synthesis;
  const bool fitting = fits(answer);
  Json json{{"status", status_of(answer)},
            {"step_seconds", made.step.value},
            {"seconds", made.elapsed.value},
            {"gap", fitting || !made.stopped ? made.gap : 1.0},
            {"lower_bound_seconds", made.lower_bound.value},
            {"step_seconds_before_rounding", made.step_fractional.value},
            {"states_expanded", made.states_expanded},
            {"rounds", made.rounds.size()}};
  for (const spmd::Round& round : made.rounds)
    json["round_seconds"].push_back({{"searched", round.searched}, {"after_ratios", round.after_ratios}});
  json["baselines"] = {
      {"data_parallel_even", optional_seconds(made.baselines.data_parallel_even)},
      {"data_parallel_proportional", optional_seconds(made.baselines.data_parallel_proportional)},
      {"tensor_parallel", optional_seconds(made.baselines.tensor_parallel)}};
  if (!fitting) {
    Json missing{
        {"limit", "memory"}, {"device", made.short_of.device}, {"over_gib", in_gib(made.short_of.missing)}};
    if (made.short_of.device.empty()) missing = nullptr;  // it ended before there was a program
    json[made.stopped ? "nearest" : "binding"] = std::move(missing);
    if (answer.help)
      json["fixes"] =
          Json::array({{{"fix", "add_nodes"}, {"pool", answer.help->pool}, {"nodes", answer.help->nodes}}});
  }
  const spmd::Execution& execution = made.program.execution;
  json["micro_batches"] = execution.micro_batches;
  json["gather_again"] = execution.gather_again;
  json["recompute"] = execution.recompute;
  json["beside_seconds"] = made.program.beside.value;
  json["ratios"] = made.program.ratios;
  if (const auto segments = segments_of(answer); segments.size() > 1)
    for (const spmd::SegmentSpan& span : segments)
      json["segments"].push_back({{"first", span.first}, {"last", span.last}, {"operators", span.operators}});
  json["devices"] = Json::array();
  for (int i = 0; i < answer.devices.count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    Json device{{"name", answer.devices.names[at]}, {"flops_per_second", answer.devices.speeds()[at]}};
    if (!made.peak_memory.empty()) device["memory_gib"] = in_gib(made.peak_memory[at]);
    if (!answer.devices.memory.empty()) device["limit_gib"] = in_gib(answer.devices.memory[at]);
    json["devices"].push_back(std::move(device));
  }
  json["instructions"] = Json(spmd::instructions_json(answer.graph, made.program));
  if (made.program.instructions.size() > spmd::kWrittenOut)
    json["instructions_in_all"] = made.program.instructions.size();
  return json;
}

}  // namespace astrolabe::plan
