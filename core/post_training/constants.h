#pragma once
// What post-training adds to the models of training and serving, one table: fitted to measured iterations, or
// assumed and told as such in reports.

#include <string_view>
#include <vector>

namespace astrolabe::post_training {

struct Job;

namespace constants {
/// Engines inside trainers take so many times what servers do: they return the log-probability of every
/// token, and weights were exchanged under them. Set by eye from measured_rl.csv, not fitted
/// (tests/measurements/post_training.md).
inline constexpr double engine_times = 1.25;
/// Weights into an engine on the same GPUs: it wakes, and tensors are gathered and renamed one by one; rate
/// of what a GPU of the engine holds. Fitted to the 8 colocated rows of measured_rl.csv whose engines are
/// known or usual (least absolute logarithm; each row left out, the median is off by 12 %).
inline constexpr double wake_seconds = 1.4;
inline constexpr double gather_bytes_per_second = 2.8e9;
/// Weights to engines on other GPUs: rate at which each of these takes in what it holds. Median of the 10
/// transfers of measured_rl.csv whose engines are stated (NCCL and RDMA, 3.6 to 24 GB/s).
inline constexpr double receive_bytes_per_second = 8.4e9;
/// Of the network's rate that a broadcast of weights reaches: assumed.
inline constexpr double network_share = 0.7;
/// Of a GPU's share of its host link, pinned memory: assumed.
inline constexpr double host_bytes_per_second = 2e10;
/// Spread of the logarithm of lengths where a mean and a longest alone are stated: assumed. The traces of
/// AReaL and DAPO have 0.5 to 0.9.
inline constexpr double log_spread = 0.7;
/// Answers that run to the limit: assumed. Training on verifiable rewards clips 0.2 to 5 % of them. It tells
/// from how many answers on the last one is as long as the limit; the others follow log_spread.
inline constexpr double endless_share = 0.002;
/// Of the spread of lengths what lies between prompts: assumed. Answers to one prompt are alike.
inline constexpr double share_of_prompts = 0.8;
}  // namespace constants

struct Constant {
  std::string_view id;  ///< as above
  double value = 0.0;
  bool assumed = false;  ///< else fitted
};

/// Those that an answer to `job` rests on.
std::vector<Constant> constants_of(const Job& job);

}  // namespace astrolabe::post_training
