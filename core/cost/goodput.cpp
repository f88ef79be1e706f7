#include "core/cost/goodput.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/cost/memory.h"
#include "core/cost/ownership.h"
#include "core/cost/reliability.h"
#include "core/cost/shape.h"
#include "core/cost/spares.h"
#include "core/cost/tuning.h"
#include "core/hardware/usable_gpus.h"

namespace astrolabe::cost {

double useful_share(double interval_seconds, double checkpoint_seconds, double restart_seconds,
                    double mean_seconds) {
  if (std::isinf(mean_seconds)) return interval_seconds / (interval_seconds + checkpoint_seconds);
  const double segment = std::expm1((interval_seconds + checkpoint_seconds) / mean_seconds);
  return interval_seconds / (mean_seconds * std::exp(restart_seconds / mean_seconds) * segment);
}

double best_interval(double checkpoint_seconds, double mean_seconds) {
  // With y = (interval + C) / M the root is that of y + e^-y = 1 + C/M, convex and rising for y > 0; Newton
  // from the right of the root stays there.
  const double c = checkpoint_seconds / mean_seconds;
  double y = c + std::sqrt(2.0 * c) + 1e-12;
  for (int i = 0; i < 60; ++i) {
    const double step = (y + std::expm1(-y) - c) / -std::expm1(-y);
    y -= step;
    if (std::fabs(step) <= 1e-15 * y) break;
  }
  return (y - c) * mean_seconds;
}

Bytes checkpoint_bytes(const strategy::Problem& problem) {
  const double weight = problem.job.precision == hardware::Precision::fp32 ? 4.0 : 2.0;
  return {trained_parameters(problem) * (weight + optimizer_state_bytes(problem.job))};
}

double hours_of_ramp_up(const strategy::Problem& problem, const Evaluation& evaluation) {
  const std::optional<strategy::BatchRampUp>& ramp = problem.job.batch_ramp_up;
  if (!ramp || ramp->start == problem.job.global_batch) return 0.0;
  const strategy::Strategy& chosen = evaluation.strategy;
  std::vector<int> layers;
  for (const strategy::Stage& stage : chosen.stages) layers.push_back(stage.layers);
  const int whole = chosen.micro_batch * chosen.data_parallel *
                    (chosen.virtual_pipeline > 1 ? chosen.pipeline_parallel : 1);
  const double levels = static_cast<double>(problem.job.global_batch - ramp->start) / ramp->increment;
  double seconds = 0.0;
  for (int batch = ramp->start; batch < problem.job.global_batch; batch += ramp->increment) {
    strategy::Problem smaller = problem;
    smaller.job.global_batch = (batch + whole - 1) / whole * whole;
    Tables tables(smaller);
    const double step = Shape(tables, chosen).evaluate(layers, true).step.value;
    seconds += ramp->sequences / levels * (step / batch - evaluation.step.value / problem.job.global_batch);
  }
  return seconds / kSecondsPerHour;
}

double start_seconds(const strategy::Problem& problem) {
  return problem.job.reliability.restart_seconds.value_or(reliability::assumed_restart_seconds);
}

Goodput goodput_of(const strategy::Problem& problem, int gpus, double work_hours,
                   double interruptions_per_hour, double available) {
  const strategy::Reliability& stated = problem.job.reliability;
  Goodput goodput;
  goodput.failures_per_gpu_hour = stated.failures_per_gpu_hour.value_or(reliability::failures_per_gpu_hour);
  const double storage = stated.storage_gb_per_s ? *stated.storage_gb_per_s * 1e9
                                                 : reliability::storage_bytes_per_second_per_gpu * gpus;
  const double transfer = checkpoint_bytes(problem).value / storage;
  goodput.checkpoint_seconds = transfer;
  goodput.restart_seconds = start_seconds(problem) + transfer;  // and read it back
  goodput.interruptions_per_hour = interruptions_per_hour;
  const double failures_per_second = goodput.failures_per_gpu_hour * gpus / kSecondsPerHour;
  const double stops_per_second = failures_per_second + interruptions_per_hour / kSecondsPerHour;
  const double mean =
      stops_per_second > 0.0 ? 1.0 / stops_per_second : std::numeric_limits<double>::infinity();
  const double work = work_hours * kSecondsPerHour;
  if (stated.checkpoint_interval_seconds)
    goodput.checkpoint_interval_seconds =
        std::min(*stated.checkpoint_interval_seconds, work);  // one at its end
  else
    goodput.checkpoint_interval_seconds = std::isinf(mean) ? work : best_interval(transfer, mean);
  goodput.available = available;
  goodput.share =
      available * useful_share(goodput.checkpoint_interval_seconds, transfer, goodput.restart_seconds, mean);
  goodput.failures_for_job = work_hours / goodput.share * kSecondsPerHour * failures_per_second;
  goodput.interruptions_for_job = work_hours / goodput.share * interruptions_per_hour;
  return goodput;
}

double disturbed_hours(const strategy::Problem& problem, int gpus, double work_hours,
                       double interruptions_per_hour, double available) {
  return work_hours / goodput_of(problem, gpus, work_hours, interruptions_per_hour, available).share;
}

void add_outcome(const strategy::Problem& problem, Evaluation& evaluation, double ramp_up_hours) {
  const int gpus = evaluation.gpus_used();
  const double work = evaluation.hours_for_job + ramp_up_hours;
  const double interruptions = evaluation.money.interruptions_per_hour;
  const double available = available_of(problem.cluster, problem.job, evaluation.gpus);
  evaluation.goodput = goodput_of(problem, gpus, work, interruptions, available);
  evaluation.goodput.ramp_up_hours = ramp_up_hours;
  if (const auto lasting = lasting_failures(problem.cluster, problem.job))
    evaluation.goodput.repair_hours = lasting->repair_hours;
  for (std::size_t i = 0; i < evaluation.gpus.size(); ++i)
    if (evaluation.gpus[i] > 0)
      evaluation.goodput.spares += hardware::standing_spares(problem.cluster.pools[i]);
  Outcome& outcome = evaluation.outcome;
  const auto hours_at = [&](Seconds step) {
    return disturbed_hours(problem, gpus, work * (step / evaluation.step), interruptions, available);
  };
  outcome.hours = work / evaluation.goodput.share;
  outcome.hours_low = hours_at(evaluation.step_low);
  outcome.hours_high = hours_at(evaluation.step_high);
  outcome.energy_kwh = evaluation.money.power_kw * outcome.hours;
  if (const auto& grams = problem.job.cost.carbon_g_per_kwh)
    outcome.carbon_kg = outcome.energy_kwh * *grams / kGramsPerKilogram;
  outcome.end = problem.job.end_after(outcome.hours);
  const std::vector<int> paid = evaluation.all_paid();
  evaluation.ownership = ownership_of(problem.cluster, problem.job, paid, evaluation.money, outcome.hours);
  evaluation.rent_or_buy = rent_or_buy(problem.cluster, problem.job, paid, evaluation.money);
  if (!evaluation.money.usd_per_hour) return;
  const double rate = evaluation.money.usd_per_hour->value;
  outcome.usd = Usd{rate * outcome.hours};
  outcome.usd_low = Usd{rate * outcome.hours_low};
  outcome.usd_high = Usd{rate * outcome.hours_high};
}

}  // namespace astrolabe::cost
