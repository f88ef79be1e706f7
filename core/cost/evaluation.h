#pragma once
// What a strategy costs: time by part, memory by stage, money. Names as in the plan's JSON.

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/hardware/placement.h"
#include "core/strategy/strategy.h"

namespace astrolabe::cost {

/// Parts of a step, in the order in which overlapping intervals are counted once.
enum class Part {
  compute_forward,
  compute_backward,
  recompute,
  tensor_parallel,
  context_parallel,
  expert_parallel,
  pipeline_transfer,
  pipeline_bubble,
  data_parallel,
  optimizer,
  other
};
inline constexpr int kParts = 11;
const char* to_string(Part part);

/// Seconds by part; adds up to the step.
struct TimeParts {
  std::array<double, kParts> seconds{};
  double& operator[](Part part) { return seconds[static_cast<std::size_t>(part)]; }
  double operator[](Part part) const { return seconds[static_cast<std::size_t>(part)]; }
  double total() const;
  TimeParts& operator+=(const TimeParts& other);
  TimeParts scaled(double factor) const;
};

/// Memory of the fullest GPU of one stage.
struct StageMemory {
  int pool = 0;
  Bytes weights, gradients, optimizer, activations, workspace;
  Bytes total;  ///< as the driver reports it
  /// What the tensors themselves take: weights, gradients, optimizer, activations.
  Bytes tensors() const { return weights + gradients + optimizer + activations; }
  Bytes allocator;  ///< the framework allocator's peak
  Bytes limit;      ///< capacity x (1 - headroom)
  Bytes host;       ///< what the GPU keeps in its node's memory
  /// The GPU's share of that memory; without end where the node's is not known.
  Bytes host_limit{std::numeric_limits<double>::infinity()};
  bool fits() const { return total <= limit && host <= host_limit; }
  /// True where host memory lacks, and a larger share of what there is than on the GPU.
  bool over_in_host() const { return host > host_limit && host / host_limit > total / limit; }
  /// What does not fit, on the GPU or in host memory, whichever lacks more.
  Bytes over() const { return over_in_host() ? host - host_limit : std::max(Bytes{}, total - limit); }
};

/// What machines cost over the years of use, in the order in which it is told.
enum class OwnershipTerm { machines, network, storage, hall, hosting, energy, support, staff, residual };
inline constexpr int kOwnershipTerms = 9;
const char* to_string(OwnershipTerm term);

/// USD of today by term; what is left of the machines is below zero.
struct OwnershipTerms {
  std::array<double, kOwnershipTerms> usd{};
  double& operator[](OwnershipTerm term) { return usd[static_cast<std::size_t>(term)]; }
  double operator[](OwnershipTerm term) const { return usd[static_cast<std::size_t>(term)]; }
  double total() const;
};

/// The machines of an answer over the years, and the part of it that the job uses.
struct Ownership {
  double years = 0.0;
  OwnershipTerms terms;
  double job_share = 0.0;  ///< of the hours that the machines are used in those years
  Usd job() const { return {terms.total() * job_share}; }
};

/// Renting the machines of an answer beside buying them, month by month of use, in USD of today.
struct RentOrBuy {
  double rent_per_month = 0.0;  ///< of the hours that are used; of all of them under a commitment
  double buy_at_once = 0.0, buy_per_month = 0.0;
  double left = 0.0;  ///< what the machines are worth at the end
  double months = 0.0;
  double discount_rate = 0.0;
  std::string rent_source;  ///< of a rent that is not the pools' own; "" else
  double rent_after(double months_of_use) const;
  double buy_after(double months_of_use) const;  ///< without what is left
  /// Months of use after which buying has cost no more than renting; none within `months`.
  std::optional<double> even_after() const;
};

struct Money {
  std::optional<UsdPerHour> usd_per_hour;
  std::optional<double> usd_per_trillion_tokens;
  std::optional<Usd> usd_for_job;
  /// Shares of usd_per_hour, adding up to it: hardware (rent or write-off), networks (write-off, where pools
  /// state a price), power, hosting (where the job states a price), idle GPUs with their hosting.
  double hardware_per_hour = 0.0, network_per_hour = 0.0, power_per_hour = 0.0, hosting_per_hour = 0.0,
         idle_per_hour = 0.0;
  /// At the wall: machines, their share of the switches, and what the facility adds; without the latter
  /// it_kw.
  double power_kw = 0.0;
  double machine_kw = 0.0, network_kw = 0.0;
  double it_kw() const { return machine_kw + network_kw; }
  bool power_estimated = false;  ///< of a machine without a published figure, or of a share of the switches
  double energy_kwh_for_job = 0.0;
  std::optional<double> carbon_kg_for_job;  ///< CO2 equivalent; none: the job states no intensity
  std::optional<Usd> purchase;          ///< of all paid units with their network; none: a price is not known
  std::optional<Usd> ownership;         ///< over the years of the job's cost, not of the job alone
  std::optional<Usd> usd_per_month;     ///< 730.5 hours
  double interruptions_per_hour = 0.0;  ///< of all used nodes that are rented as spot
  /// Share of the hours in which spares stand in for all nodes under repair; 1 where no failure lasts.
  double available = 1.0;
};

/// What the job takes with failures, checkpoints and restarts: the figures of run bar, ranking, report and
/// limits. The band is that of the step.
struct Outcome {
  double hours = 0.0, hours_low = 0.0, hours_high = 0.0;
  std::optional<Usd> usd, usd_low, usd_high;
  double energy_kwh = 0.0;
  std::optional<double> carbon_kg;
  std::string end;  ///< the day on which it ends, ISO; "" where the job states no start
};

/// Why an outcome takes longer than the undisturbed hours.
struct Goodput {
  double share = 1.0;          ///< of the hours that make progress
  double ramp_up_hours = 0.0;  ///< added by a growing batch, before failures
  double failures_per_gpu_hour = 0.0, failures_for_job = 0.0;
  double interruptions_per_hour = 0.0, interruptions_for_job = 0.0;  ///< of spot, beside the failures
  double checkpoint_seconds = 0.0, checkpoint_interval_seconds = 0.0, restart_seconds = 0.0;
  double available = 1.0;              ///< share of the hours that do not wait for a repair; part of `share`
  std::optional<double> repair_hours;  ///< mean time to repair; none: no failure lasts
  int spares = 0;                      ///< nodes, of the pools that are used
};

struct Evaluation {
  strategy::Strategy strategy;
  std::vector<int> gpus;  ///< used, per pool of the cluster
  std::vector<int> paid;  ///< of the whole units that these take, the same
  std::vector<int> kept;  ///< that stand idle beside them and are paid for, the same (spares.h)
  Seconds step, step_low, step_high;
  /// Where something in use is slow: the step as the ranks stand on nodes (replan/placed.h). `step` and all
  /// figures from it are with every GPU in use of a pool as slow as the slowest of them. Filled for what is
  /// shown, not for every candidate of a search.
  std::optional<Seconds> placed_step{};
  /// The GPUs that the ranks stand on, of pools that are used in part. Filled as `placed_step` is.
  hardware::Placement placement{};
  double tokens_per_second = 0.0, tokens_per_second_per_gpu = 0.0, mfu = 0.0;
  double hours_for_job = 0.0;
  TimeParts time;
  int critical_stage = 0;  ///< the stage whose last event ends the step, from which `time` is seen
  double bubble_share() const { return step.value > 0 ? time[Part::pipeline_bubble] / step.value : 0.0; }
  std::vector<StageMemory> memory;
  Money money;
  Outcome outcome;                         ///< filled for what is shown, not for every candidate of a search
  Goodput goodput;                         ///< the same
  std::optional<Ownership> ownership{};    ///< the same; none without a purchase price
  std::optional<RentOrBuy> rent_or_buy{};  ///< the same; none without both prices, or where they are owned
  int gpus_used() const;
  int gpus_paid() const;              ///< those used, where nothing is said of units
  std::vector<int> all_paid() const;  ///< of each pool, those kept idle among them
  /// Fullest stage, as a share of its capacity limit (1 = exactly at the limit), and its index.
  double memory_share() const;
  int fullest_stage() const;
};

/// Why a strategy is not possible: which limit binds and by how much.
enum class Binding {
  none,
  rule,
  memory,
  host_memory,
  budget,
  deadline,
  power,
  usd_per_hour,
  usd_per_trillion_tokens,
  purchase,
  usd_per_month,
  ownership,
  done_by
};
const char* to_string(Binding binding);
/// True where a stage holds more than its GPUs or their host can.
constexpr bool lacks_memory(Binding binding) {
  return binding == Binding::memory || binding == Binding::host_memory;
}
struct Violation {
  Binding binding = Binding::none;
  std::string rule;  ///< name of the rule, for Binding::rule
  int pool = -1, stage = -1;
  Bytes over;                       ///< for memory, the GPU's or the host's
  double found = 0.0, limit = 0.0;  ///< for limits, in the limit's own unit
};

}  // namespace astrolabe::cost
