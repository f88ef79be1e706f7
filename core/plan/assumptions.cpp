#include "core/plan/assumptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/cost/constants.h"
#include "core/cost/kernel.h"
#include "core/cost/reliability.h"
#include "core/cost/spares.h"
#include "core/hardware/pool_marks.h"
#include "core/plan/warnings.h"
#include "core/runtimes/runtime.h"
#include "core/strategy/software_of.h"

namespace astrolabe::plan {

namespace {

using Because = hardware::Reason::Kind;
using Assumptions = std::vector<hardware::Assumption>;

constexpr int kDigits = 3;   // of published rates
constexpr double kMb = 1e6;  // bytes

void assume_job(const strategy::Problem& problem, Assumptions& result) {
  const strategy::Job& job = problem.job;
  const auto stated = [&](std::string_view key) { return strategy::is_stated(job, key); };
  if (!stated("gradient_precision"))
    result.push_back({"job.gradient_precision", "fp32", {Because::megatron_default, {}}});
  if (!stated("flash_attention"))
    result.push_back({"job.flash_attention", "true", {Because::stacks_since_2023, {}}});
  if (problem.graph->experts > 0 && !stated("expert_imbalance"))
    result.push_back({"job.expert_imbalance", "1", {Because::balanced_routing, {}}});
  if (const int positions = positions_exceeded(problem); positions > 0)
    result.push_back(
        {"job.sequence_length",
         std::to_string(job.sequence_length),
         {Because::source,
          {fmt::format("beyond the {} positions that the model states: they count as extended, at no cost",
                       positions)}}});
  if (!stated("optimizer")) result.push_back({"job.optimizer", "adam", {Because::usual_default, {}}});
  if (!stated("limits.memory_headroom"))
    result.push_back({"job.limits.memory_headroom",
                      format_number(job.limits.memory_headroom),
                      {Because::memory_left_free, {}}});
  if (job.cost.idle_gpus_cost && hardware::is_marked(problem.cluster) && !stated("cost.idle_gpus_cost"))
    result.push_back({"job.cost.idle_gpus_cost",
                      "true",
                      {Because::source,
                       {"some GPUs are marked, and no choose says that others may be given back: all that "
                        "stand there are paid for"}}});
  if (job.allowed.contains("recompute_layers"))
    result.push_back({"job.recompute_layers", "not used", {Because::solved_to_fit, {}}});
}

/// The runtime where the job names none.
void assume_runtime(const strategy::Problem& problem, Assumptions& result) {
  const std::string& runtime = problem.job.software.runtime;
  const auto assume = [&](Because why, std::vector<std::string> values) {
    result.push_back({"job.software.runtime", runtime, {why, std::move(values)}});
  };
  if (strategy::is_stated(problem.job, "software.runtime")) return;
  const std::string usual = strategy::runtime_title(strategy::usual_runtime());
  if (runtime == strategy::usual_runtime())
    assume(Because::usual_runtime, {usual});
  else if (strategy::needs_several_types(problem.cluster))
    assume(Because::several_gpu_types, {});
  else if (const auto* missing = strategy::missing_layers(strategy::usual_runtime(), problem))
    assume(Because::source,
           {fmt::format("{} does not run the model: {}: {}", usual, missing->name, missing->why)});
  else if (problem.job.tuning)
    assume(Because::no_usual_tuning, {usual});
}

/// What the runtime does where the job says nothing of it.
void assume_software(const strategy::SoftwareChoice& software, Assumptions& result) {
  const runtimes::Runtime* runtime = runtimes::find_runtime(software.runtime);
  if (runtime == nullptr) return;
  for (const auto& [key, fact] : runtime->defaults.items())
    if (!software.said(key))
      result.push_back({fmt::format("job.software.{}", key),
                        fact.at("value").get<std::string>(),
                        {Because::runtime_default,
                         {runtime->title, fact.at("source").get<std::string>(), runtime->date}}});
}

/// What the job leaves open of its adapters.
void assume_adapters(const strategy::Problem& problem, Assumptions& result) {
  const auto& tuning = problem.job.tuning;
  if (!tuning || !tuning->adapters()) return;
  const std::string& runtime = problem.job.software.runtime;
  if (!strategy::is_stated(problem.job, "tuning.rank")) {
    hardware::Reason why{Because::usual_default, {}};
    if (const auto usual = strategy::usual_rank(runtime))
      why = {Because::runtime_default,
             {strategy::runtime_title(runtime), usual->source, runtimes::find_runtime(runtime)->date}};
    result.push_back({"job.tuning.rank", std::to_string(tuning->rank), std::move(why)});
  }
  if (tuning->targets.empty())
    result.push_back({"job.tuning.targets", "all-linear", {Because::usual_default, {}}});
}

/// How new the training stack counts where the job states no date of it.
void assume_date(const strategy::Problem& problem, Assumptions& result) {
  const strategy::SoftwareChoice& software = problem.job.software;
  if (!software.date.empty()) return;
  const auto assume = [&](hardware::Reason why) {
    result.push_back({"software.year", format_number(problem.software.year), std::move(why)});
  };
  if (software.release.empty()) return assume({Because::newest_software, {}});
  const std::string title = strategy::runtime_title(software.runtime);
  const std::string date = strategy::release_date(software.runtime, software.release);
  if (date.empty())
    assume({Because::source,
            {fmt::format(
                "no date of release {} of {} is known, so that it counts as the newest measured one: state "
                "software.date",
                software.release, title)}});
  else
    assume({Because::source, {fmt::format("release {} of {} is of {}", software.release, title, date)}});
}

void assume_kernels(const strategy::Problem& problem, Assumptions& result) {
  for (const hardware::Pool& pool : problem.cluster.pools) {
    const cost::Device device = cost::make_device(pool, problem.job.precision);
    const std::string what = fmt::format("pools[{}].kernels", pool.id);
    if (!device.measured)
      result.push_back({what, device.sibling, {Because::kernels_of_nearest, {pool.gpu.id}}});
    else if (device.sibling == pool.gpu.like)
      result.push_back({what, device.sibling, {Because::kernels_of_original, {pool.gpu.id}}});
  }
}

/// Nothing is assumed where no failure lasts.
void assume_repairs(const strategy::Problem& problem, Assumptions& result) {
  const auto lasting = cost::lasting_failures(problem.cluster, problem.job);
  if (!lasting) return;
  const strategy::Reliability& stated = problem.job.reliability;
  const auto share = [](double value) { return fmt::format("{} %", format_number(100.0 * value, kDigits)); };
  if (!stated.repair_hours)
    result.push_back({"job.reliability.repair_hours",
                      fmt::format("{} h", format_number(lasting->repair_hours)),
                      {Because::repair, {}}});
  if (!stated.lasting_share)
    result.push_back({"job.reliability.lasting_share",
                      share(cost::reliability::lasting_share),
                      {Because::lasting_of_llama_3, {}}});
  const std::vector<hardware::Pool>& pools = problem.cluster.pools;
  if (!stated.domain_share && std::any_of(pools.begin(), pools.end(),
                                          [](const hardware::Pool& pool) { return pool.domain.has_value(); }))
    result.push_back(
        {"job.reliability.domain_share", share(lasting->domain_share), {Because::domains_of_llama_3, {}}});
}

/// Storage is assumed to grow with the GPUs that a strategy uses.
void assume_reliability(const strategy::Problem& problem, Assumptions& result) {
  namespace usual = cost::reliability;
  const strategy::Reliability& stated = problem.job.reliability;
  if (!stated.failures_per_gpu_hour)
    result.push_back({"job.reliability.failures_per_gpu_hour",
                      fmt::format("{}/h", format_number(usual::failures_per_gpu_hour, kDigits)),
                      {Because::failures_of_llama_3, {}}});
  if (!stated.storage_gb_per_s)
    result.push_back(
        {"job.reliability.storage_gb_per_s",
         fmt::format("{} MB/s/GPU", format_number(usual::storage_bytes_per_second_per_gpu / kMb, kDigits)),
         {Because::storage_of_llama_3, {}}});
  if (!stated.restart_seconds)
    result.push_back({"job.reliability.restart_seconds",
                      fmt::format("{} s", format_number(usual::assumed_restart_seconds)),
                      {Because::restart, {}}});
  assume_repairs(problem, result);
}

}  // namespace

std::vector<hardware::Assumption> assumptions_of(const strategy::Problem& problem) {
  Assumptions result = problem.cluster.assumptions;
  assume_job(problem, result);
  assume_runtime(problem, result);
  assume_software(problem.job.software, result);
  assume_adapters(problem, result);
  assume_kernels(problem, result);
  assume_date(problem, result);
  assume_reliability(problem, result);
  result.push_back({"memory.context_gib",
                    fmt::format("{} GiB", format_number(cost::constants::assumed_device_context_gib)),
                    {Because::context, {}}});
  return result;
}

}  // namespace astrolabe::plan
