#pragma once
// What is to be trained and within which limits. JSON form: interfaces, "Job".

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/hardware/cluster.h"
#include "core/strategy/reliability.h"
#include "core/strategy/software_choice.h"
#include "core/strategy/strategy.h"
#include "core/strategy/tuning.h"

namespace astrolabe::strategy {

/// The largest values that a job may have, wherever they are read or typed.
inline constexpr int kLongestSequence = 1 << 27;   ///< tokens
inline constexpr int kLargestBatch = 100'000'000;  ///< sequences
inline constexpr double kMostTokens = 1e18;

enum class Optimizer { adam, adamw, sgd, adafactor, muon };
enum class GradientPrecision { fp32, bf16 };

/// Upper limits; an empty one is off. Time and cost of the job are those with failures; all else is of what
/// is paid: power at the wall, the purchase of the machines with their network, an hour, a month of 730.5
/// hours, and ownership over the years of the cost.
struct Limits {
  std::optional<double> budget_usd, deadline_hours, power_kw, usd_per_hour, usd_per_trillion_tokens;
  double memory_headroom = 0.06;  ///< share of the capacity that a plan leaves free
  std::optional<double> purchase_usd{}, usd_per_month{}, ownership_usd{};
  std::string done_by{};  ///< the last day of work, ISO; "" where none is asked for
  bool operator==(const Limits&) const = default;
  /// Nothing but the headroom.
  Limits of_memory_alone() const {
    Limits limits;
    limits.memory_headroom = memory_headroom;
    return limits;
  }
};

struct Cost {
  hardware::CostBasis basis = hardware::CostBasis::rent;
  hardware::Commitment commitment = hardware::Commitment::on_demand;
  double years = 4.0;        ///< of use, basis buy
  double residual = 0.1;     ///< share of the price left after `years`
  double utilisation = 0.8;  ///< share of the owned hours that are used
  double usd_per_kwh = 0.10;
  double pue = 1.3;  ///< facility power over machine power
  /// Space, cooling and staff, USD for a kW of machine power and month of 730.5 h (8,766 / 12), basis buy or
  /// own. Never assumed: none is no price, and hosting that costs nothing is 0.
  std::optional<double> hosting_usd_per_kw_month;
  std::string grid{};  ///< of the catalogue's grids; "" where none is stated
  /// CO2 equivalent; where only `grid` is stated, what the catalogue says of it. None: carbon is not known.
  std::optional<double> carbon_g_per_kwh{};
  /// A payment that comes a year later is worth 1 / (1 + this). Assumed: no discount.
  double discount_rate = 0.0;
  /// Terms of ownership beside the machines; none: not counted, as nobody states it.
  std::optional<double> storage_usd{};             ///< bought with the machines
  std::optional<double> hall_usd_per_kw{};         ///< to build a hall, for a kW of machines and switches
  double hall_years = 15.0;                        ///< that such a hall is used for
  std::optional<double> support_share_per_year{};  ///< of the purchase price
  std::optional<double> staff_usd_per_year{};
  bool idle_gpus_cost = false;
  bool operator==(const Cost&) const = default;
};

const char* to_string(Optimizer optimizer);
const char* to_string(GradientPrecision precision);

/// What `fixed` and `allowed` say: for each strategy key the allowed values, as texts ("8", "selective",
/// "true").
using Allowed = std::map<std::string, std::vector<std::string>, std::less<>>;

/// A job that trains states its batch and its tokens. One of another task ("serve") has of the fields below
/// `start`, `limits`, `cost` and `reliability` alone, and what else it says stands in `asked`.
struct Job {
  std::string task = "train";
  std::string asked{};  ///< keys that planners of `task` read, as a JSON object; "" where it trains
  int sequence_length = 4096;
  int global_batch = 1024;  ///< sequences
  double tokens = 1e12;
  hardware::Precision precision = hardware::Precision::bf16;
  Optimizer optimizer = Optimizer::adam;
  GradientPrecision gradient_precision = GradientPrecision::fp32;
  bool flash_attention = true;
  /// Tokens of the rank whose experts get the most over the mean of all ranks; 1 for balanced routing.
  double expert_imbalance = 1.0;
  Allowed allowed;
  Limits limits;
  Cost cost;
  Reliability reliability;
  std::optional<BatchRampUp> batch_ramp_up;
  SoftwareChoice software{};
  /// The layout that runs now, as the JSON object of a strategy; "" where none is stated.
  std::string running{};
  std::optional<double> steps_left{};  ///< of it; none: what `tokens` leaves
  std::optional<Tuning> tuning{};      ///< none: all weights, from the start
  std::string start;                   ///< the first day of work, ISO; "" where none is said
  std::string rules;                   ///< further rules, in the language of rules.h; empty for none
  std::vector<std::string> stated;  ///< keys the file gave ("tokens", "cost.years"); all others were assumed
  bool operator==(const Job&) const = default;
  bool trains() const { return task == "train"; }
  /// Micro-batches of a step and replica, rounded down, where `data_parallel` replicas take `micro_batch`
  /// sequences at once. Precondition: both are 1 or more.
  int micro_batches(int data_parallel, int micro_batch) const {
    return static_cast<int>(global_batch / (static_cast<std::int64_t>(data_parallel) * micro_batch));
  }
  /// Tokens of a step without padding.
  double tokens_per_step() const { return global_batch * real_tokens(tuning, sequence_length); }
  /// Hours from the start of the first day to the end of the day on which the job has to be done.
  std::optional<double> hours_to_done_by() const;
  /// The earlier of limits.deadline_hours and that; true where it is that.
  std::optional<double> deadline() const;
  bool done_by_first() const;
  /// The day on which so many hours from the start of the first day end, ISO; "" without a start.
  std::string end_after(double hours) const;
};

/// Reads the JSON form; `path` is its key path inside a larger file. Only sequence_length, global_batch,
/// tokens and precision are required. With a `task` that does not train none is, and what its planners read
/// is checked by them. A key of `fixed` becomes one allowed value. Errors: missing, unknown and repeated
/// keys, wrong types, values out of range, each with its key path.
Result<Job> read_job(const Json& json, const std::string& path = "");
/// The JSON form: the required keys, those in `stated`, and every value that is not the assumed one.
/// Reading it back gives an equal job (with `stated` naming what was written).
Json to_json(const Job& job);

/// Whether somebody stated this value, by the key that the reader notes ("cost.years").
bool is_stated(const Job& job, std::string_view key);
/// Notes that somebody stated `key`; nothing for "", which is what has no value of its own where it is left
/// out.
void note_stated(Job& job, const std::string& key);
/// Nobody states `key` any more: its value becomes the one that is assumed then. Of values that a job must
/// state, and of keys without a value that is assumed, only the note goes.
void take_back(Job& job, std::string_view key);

}  // namespace astrolabe::strategy
