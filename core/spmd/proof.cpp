#include "core/spmd/proof.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/error_codes.h"
#include "core/spmd/small_graph.h"

namespace astrolabe::spmd {

namespace {

/// The second device has nothing, the others the more the later they stand.
std::vector<double> with_an_idle_device(std::size_t devices) {
  std::vector<double> ratios(devices, 1.0);
  double sum = 0.0;
  for (std::size_t i = 0; i < devices; ++i) {
    ratios[i] = i == 1 ? 0.0 : static_cast<double>(i + 1);
    sum += ratios[i];
  }
  for (double& ratio : ratios) ratio /= sum;
  return ratios;
}

Verification both(const Verification& first, const Verification& second) {
  Verification result = second;
  result.max_abs_difference = std::max(first.max_abs_difference, second.max_abs_difference);
  result.checks += first.checks;
  return result;
}

}  // namespace

Result<Proof> prove(const Graph& graph, const Program& program, std::optional<Fault> fault,
                    const std::stop_token& stop, unsigned seed) {
  if (graph.released)
    return fail(code::usage, fault ? "--mutate" : "--verify", "--compat",
                {Wanted::Kind::text, {"a program with backward and optimizer nodes (without --compat)"}});
  const auto small = small_graph(graph);
  if (!small) return tl::unexpected<Error>(small.error());
  VerifyOptions options;
  options.spread_masks = true;
  options.stop = stop;
  options.seed = seed;
  Proof proof;
  proof.seed = seed;
  proof.fault = fault;
  if (fault) {
    auto faulty = inject(graph, program, *fault);
    if (!faulty) return tl::unexpected<Error>(faulty.error());
    options.fault = faulty->fault;
    proof.result = verify(*small, faulty->program, options);
    return proof;
  }
  proof.result = verify(*small, program, options);
  if (!proof.result.holds() || program.ratios.front().size() < 2) return proof;
  Program uneven = program;
  for (auto& ratios : uneven.ratios) ratios = with_an_idle_device(ratios.size());
  proof.result = both(proof.result, verify(*small, uneven, options));
  return proof;
}

nlohmann::json to_json(const Proof& proof) {
  const Verification& result = proof.result;
  nlohmann::json json{{"seed", proof.seed},
                      {"max_abs_difference", result.max_abs_difference},
                      {"tensors", result.tensors},
                      {"checks", result.checks},
                      {"steps", result.steps}};
  if (proof.fault)
    json["fault"] = {{"number", static_cast<int>(*proof.fault)},
                     {"what", std::string(to_string(*proof.fault))}};
  if (result.violation) {
    const Violation& at = *result.violation;
    json["violation"] = {{"step", at.step},   {"instruction", at.instruction},
                         {"text", at.text},   {"rule", at.rule},
                         {"claim", at.claim}, {"found", at.what}};
  }
  return json;
}

}  // namespace astrolabe::spmd
