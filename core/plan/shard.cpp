#include "core/plan/shard.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/error_codes.h"
#include "core/spmd/backward.h"
#include "core/spmd/benchmark_graphs.h"
#include "core/spmd/model_graph.h"
#include "core/spmd/program_text.h"

namespace astrolabe::plan {

namespace {

constexpr double kGib = 1073741824.0;
constexpr std::int64_t kSamplesPerDevice = 32, kUsualSequence = 4096;

double bytes_of(hardware::Precision precision) { return precision == hardware::Precision::fp32 ? 4.0 : 2.0; }

Result<spmd::Devices> devices_for(const ShardRequest& request) {
  if (request.profile) return spmd::read_profile(*request.profile);
  return spmd::devices_of(*request.cluster, request.job->precision, request.job->limits.memory_headroom);
}

Result<spmd::Graph> forward_for(const ShardRequest& request, int devices) {
  if (request.graph) {
    spmd::Graph graph = *request.graph;
    if (request.job)
      for (spmd::Tensor& tensor : graph.tensors) tensor.element_bytes = bytes_of(request.job->precision);
    return graph;
  }
  const std::int64_t batch = request.batch > 0 ? request.batch
                             : request.job     ? request.job->global_batch
                                               : kSamplesPerDevice * devices;
  if (!request.benchmark.empty()) {
    spmd::BenchmarkOptions options;
    options.layers = request.layers;
    options.batch = batch;
    options.devices = devices;
    options.released = request.compat;
    auto graph = spmd::benchmark_graph(request.benchmark, options);
    if (graph && request.job)
      for (spmd::Tensor& tensor : graph->tensors) tensor.element_bytes = bytes_of(request.job->precision);
    return graph;
  }
  if (request.compat)
    return fail(code::unsupported_model, request.architecture->id, "--compat with a model",
                {Wanted::Kind::text, {"--benchmark: the released code has rules for those operators only"}});
  spmd::ModelGraphOptions options;
  const std::int64_t own = request.architecture->max_sequence;
  options.sequence = request.sequence > 0 ? request.sequence
                     : request.job        ? request.job->sequence_length
                     : own > 0            ? std::min(own, kUsualSequence)
                                          : kUsualSequence;
  options.batch = batch;
  if (request.job) options.element_bytes = bytes_of(request.job->precision);
  return spmd::model_graph(*request.architecture, options);
}

Json optional_seconds(const std::optional<double>& seconds) {
  return seconds ? Json(*seconds) : Json(nullptr);
}

}  // namespace

Result<ShardAnswer> shard(const ShardRequest& request) {
  auto devices = devices_for(request);
  if (!devices) return tl::unexpected<Error>(std::move(devices.error()));
  auto graph = forward_for(request, devices->count());
  if (!graph) return tl::unexpected<Error>(std::move(graph.error()));
  if (!request.compat) {
    graph = spmd::with_backward(std::move(*graph));
    if (!graph) return tl::unexpected<Error>(std::move(graph.error()));
  }
  auto synthesis = spmd::synthesise(*graph, *devices, request.options);
  if (!synthesis) return tl::unexpected<Error>(std::move(synthesis.error()));
  return ShardAnswer{std::move(*graph), std::move(*devices), std::move(*synthesis)};
}

Json to_json(const ShardAnswer& answer) {
  const spmd::Synthesis& made = answer.synthesis;
  Json json{{"status", to_string(made.status)},
            {"step_seconds", made.step.value},
            {"seconds", made.elapsed.value},
            {"gap", made.gap},
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
  if (made.status == spmd::SynthesisStatus::infeasible)
    json["binding"] = {{"limit", "memory"},
                       {"device", made.short_of.device},
                       {"over_gib", made.short_of.missing.value / kGib}};
  json["ratios"] = made.program.ratios;
  json["devices"] = Json::array();
  for (int i = 0; i < answer.devices.count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    Json device{{"name", answer.devices.names[at]}, {"flops_per_second", answer.devices.speeds()[at]}};
    if (!made.peak_memory.empty()) device["memory_gib"] = made.peak_memory[at].value / kGib;
    if (!answer.devices.memory.empty()) device["limit_gib"] = answer.devices.memory[at].value / kGib;
    json["devices"].push_back(std::move(device));
  }
  json["instructions"] = Json(spmd::instructions_json(answer.graph, made.program));
  return json;
}

}  // namespace astrolabe::plan
