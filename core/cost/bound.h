#pragma once
// What no split of the layers can beat, beside the formulas it bounds.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "core/cost/floor.h"
#include "core/cost/shape.h"

namespace astrolabe::cost {

/// Bounds of what does not fit.
inline constexpr double kNoRoom = kBeyond;

/// A 1F1B step takes no less than `sums` times S (all stages and links once) and `bottlenecks` times B.
struct StepForm {
  double sums = 0.0, bottlenecks = 0.0;
  constexpr double seconds(double sum, double bottleneck) const {
    return sums * sum + bottlenecks * bottleneck;
  }
};
/// Of K micro-batches in P stages, paths that visit all stages n + 1 times: (1 + n) S + (K - 1 - n P) B for
/// the smallest and the largest n of 1 <= n <= (K - 1) / P. Zero where there are none.
inline std::array<StepForm, 2> lap_forms(double micro_batches, double stages) {
  const double rest = micro_batches - 1.0;
  const double most = std::floor(rest / stages);
  if (most < 1.0) return {};
  return {{{2.0, rest - stages}, {1.0 + most, rest - most * stages}}};
}
/// Bottlenecks beyond one S, `backward` the share of the backward pass: (K - 1) r, and K - P + (P - 1) r
/// where K >= P.
constexpr double rounds_beyond_sum(double micro_batches, double stages, double backward) {
  const double passes = (micro_batches - 1.0) * backward;
  return micro_batches < stages ? passes
                                : std::max(passes, micro_batches - stages + (stages - 1.0) * backward);
}
/// The longest of these forms and K B.
double paths_bound(double sum, double bottleneck, double micro_batches, double stages, double backward);

/// What bounds a pipeline of any pools beside the layers of a micro-batch and the bottleneck, seconds.
struct Form {
  strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
  int micro_batches = 1, stages = 1;
  double links = 0.0;     ///< of all transfers of one micro-batch
  double edges = 0.0;     ///< of embedding and head
  double backward = 1.0;  ///< least share of the longer pass
  PassShares shares;
  /// The least step by the seconds of all layers for a micro-batch and the bottleneck: the forms of
  /// mixture_lower_bound() for one chunk a stage, K B for several.
  double operator()(double layers, double bottleneck, double first_tail = 0.0) const;
};

/// Lower bound of the step of any split of the layers over the stages of `shape`.
///
/// With t_j >= n_j tau_j + e_j (tau_j the cheapest layer on stage j, e_j what embedding or head add) let
///   S = least sum of all stages and links, B = least bottleneck: the smallest B with sum_j floor((B - e_j) /
///   tau_j) >= L.
/// The forms of mixture_lower_bound() with them, the longer of forward and backward at least half of a stage;
/// of several chunks a stage K B. The fixed host time of a step is added, and all rounded down.
/// Source: unfolding of the 1F1B recurrence.
double step_lower_bound(const Shape& shape);

/// S, of layers and of embedding and head, and B, on the grid but where B is no whole number of layers: then
/// rounded down. Of several classes of layers every one counts as its own on the stage where it is cheapest,
/// those of the last run of equal layers on the stages that can hold no others; B is that of the last run
/// alone.
struct Rest {
  double layers = 0.0, edges = 0.0, bottleneck = 0.0;
};
Rest least_rest(const Shape& shape);

/// How many stages of each floor a pipeline has, and what else bounds its step.
struct Mixture {
  const PoolFloor* floors = nullptr;  ///< fastest first
  const int* stages = nullptr;        ///< of each floor
  int count = 0;                      ///< of floors
  int layers = 0;
  int main_layers = 0;  ///< of the main class
  int front = 0;        ///< from this layer on all are of the main class
  int micro_batches = 1;
  bool whole = true;  ///< one class of layers: stages hold whole multiples of `layer`
  strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
  int chunks = 1;      ///< of a stage: where several, stages hold what strategy::Chunking says
  double links = 0.0;  ///< least seconds of all transfers of one micro-batch, both ways
  /// Several chunks a stage: of each floor, seconds that one takes longer which lacks no layer and holds
  /// those of the main class alone; null: none does.
  const double* inside_more = nullptr;
  /// ZB-V: forwards on the way down count as well.
  bool goes_down = false;
  double bottleneck = 0.0;  ///< known to be no longer than the longest stage, seconds
};
/// Lower bound of the step of every order and split of a mixture, before the stragglers' factor and without
/// the fixed time, up to rounding; kNoRoom when the layers do not fit. Layers of several classes: S with the
/// shortest layer on every stage and all else on the fastest, B as long as it takes to place the layers of
/// the main class alone and for the average layer. 1F1B: with the least sum S(B) of all stages under a
/// bottleneck B, over the breakpoints of B the least of
///   (1 + n) S + (K - 1 - n P) B, 1 <= n <= (K - 1) / P;  S + (K - P) B + (P - 1) r B, K >= P;
///   S + (K - 1) r B;  K B
/// with r the share of backward. Interleaved, stages equally long but for the ends: K t + first chunks of the
/// others. GPipe: S + (K - 1) B. ZB-H1, with S' = S without the gradients of weights, c of
/// zero_bubble_rest(): K B; S' + c B; (1 + n) S' + (K - 1 - n P) B. ZB-V, stages equally long but for the
/// first: K t, and of the shortest behind the first forwards of the others. Others: K B.
double mixture_lower_bound(const Mixture& mixture);

/// A line of stages in order.
struct Line {
  std::vector<double> layer;  ///< seconds of an average layer on each stage
  std::vector<double> main;   ///< of a layer of the main class
  std::vector<double> edge;   ///< embedding and head
  std::vector<int> holds;     ///< layers of the main class
  /// Of pipelines with several chunks a stage: forward seconds of a layer; seconds for recomputing what
  /// memory asks of as many layers as the stage holds at least; seconds to the next stage and back.
  std::vector<double> forward, again, link;
};
/// The least tail of a first stage of so many layers or more.
using LeastTail = std::function<double(int layers)>;
/// Lower bound of the step of every split of a line, up to rounding; kNoRoom when the layers do not fit.
/// `mixture` gives all that is not in the line.
double line_lower_bound(const Line& line, const Mixture& mixture, const LeastTail& tail);

}  // namespace astrolabe::cost
