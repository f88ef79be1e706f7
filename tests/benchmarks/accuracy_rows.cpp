// Single rows: the parts of a prediction, and what the memory model would refuse.
#include <algorithm>
#include <array>
#include <map>

#include "core/cost/shape.h"
#include "tests/benchmarks/accuracy.h"

namespace astrolabe::accuracy {

/// Parts of the step of one row, as the plan's answer would show them.
void print_parts(const ScoredRuns& runs, const std::string& id) {
  for (const MeasuredCase& measured : runs.cases) {
    if (measured.run.id != id) continue;
    cost::Tables tables(measured.problem);
    const cost::Shape shape(tables, measured.strategy);
    const cost::Evaluation evaluation = shape.evaluate(measured.layers, true);
    fmt::print("{}: measured {:.4f} s, predicted {:.4f} s\n", id,
               measured.measured_seconds_per_token() * measured.tokens_per_step, evaluation.step.value);
    for (int part = 0; part < cost::kParts; ++part)
      fmt::print("  {:20} {:.4f}\n", cost::to_string(static_cast<cost::Part>(part)),
                 evaluation.time[static_cast<cost::Part>(part)]);
    for (const cost::StageMemory& stage : evaluation.memory)
      fmt::print(
          "  GiB: weights {:.1f} gradients {:.1f} optimizer {:.1f} activations {:.1f} workspace {:.1f} limit "
          "{:.1f}\n",
          stage.weights.value / kGib, stage.gradients.value / kGib, stage.optimizer.value / kGib,
          stage.activations.value / kGib, stage.workspace.value / kGib, stage.limit.value / kGib);
    for (const calibration::AssumedSetting& setting : measured.assumed)
      fmt::print("  assumed {} = {} ({})\n", setting.what, setting.value, setting.rule);
  }
}

/// Measured runs that the memory model would refuse: as stated, and with every layer recomputed.
void print_refused(const ScoredRuns& runs) {
  std::map<std::string, std::array<int, 3>> counts;
  for (const MeasuredCase& measured : runs.cases) {
    cost::Tables tables(measured.problem);
    const cost::Shape shape(tables, measured.strategy);
    const auto over = [&](strategy::Recompute recompute) {
      double most = 0.0;
      int begin = 0;
      for (int j = 0; j < shape.stages(); ++j) {
        const int held = measured.layers[static_cast<std::size_t>(j)];
        const auto cost = shape.stage(j, {begin, begin + held}, recompute,
                                      recompute == strategy::Recompute::full ? held : 0);
        begin += held;
        if (!cost.fits) most = std::max(most, cost.over.value / kGib);
      }
      return most;
    };
    const std::string key =
        measured.run.source + (measured.run.recompute.empty() ? ", recompute not stated" : "");
    ++counts[key][0];
    const double stated = over(measured.strategy.recompute);
    const double full = over(strategy::Recompute::full);
    if (stated > 0.0) ++counts[key][1];
    if (full > 0.0) ++counts[key][2];
    if (full > 0.0 || (stated > 0.0 && !measured.run.recompute.empty()))
      fmt::print("{} {} {} x{} over {:.1f} GiB as stated, {:.1f} with full recomputation\n", measured.run.id,
                 measured.run.model, measured.run.gpu, *measured.run.gpus, stated, full);
  }
  for (const auto& [key, n] : counts)
    fmt::print("{:44} {:4} runs, {:3} do not fit as stated, {:3} not even with full recomputation\n", key,
               n[0], n[1], n[2]);
}

}  // namespace astrolabe::accuracy
