#pragma once
// How many layers each stage of a 1F1B, GPipe or ZB-H1 pipeline can hold when the step is to take no longer
// than so many seconds: where these are fewer than the model's, no split is as fast.

#include <functional>
#include <vector>

#include "core/base/units.h"
#include "core/cost/tail.h"
#include "core/cost/zero_bubble.h"

namespace astrolabe::cost {

/// What a stage of `n` layers of the last run takes at least: layer n + edge, and `again` for each beyond
/// `free_layers`.
struct StageFloor {
  double layer = 0.0, forward = 0.0;      ///< seconds of a layer, both passes and the forward one
  double edge = 0.0, edge_forward = 0.0;  ///< embedding and head
  /// Where they are done apart (ZB-H1): the gradients of the weights, of a layer and of the edges; the least
  /// that is left of a layer's backward.
  double weight = 0.0, edge_weight = 0.0, backward = 0.0;
  double backward_share = 0.5;   ///< least share of the longer pass in any work
  double again = 0.0;            ///< seconds for recomputing what memory asks for
  double free_layers = kBeyond;  ///< of which it asks nothing
  double link = 0.0;             ///< to the next stage and back
  int holds = kAnyNumber;        ///< layers
  int run = 0;                   ///< stages of one pool in a row share it
  TailFloor tail;
  void need_nothing_again() {
    free_layers = kBeyond;
    again = 0.0;
  }
};

/// A line of stages, before stragglers.
struct StageLine {
  std::vector<StageFloor> stages;
  int layers = 0;        ///< of the last run of equal ones
  int may_be_empty = 0;  ///< so many first stages may hold none of these
  double lead = 0.0;     ///< seconds of all other layers
  int micro_batches = 1;
  strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
  PassShares shares;  ///< of any work of any stage, for ZB-H1
};

/// False when no split of the line, fixed host time and tails counted, ends within `step` seconds.
///
/// With K micro-batches, P stages, r_j = max(0, K - P + j), S the sum of all stages and links, pre_i the
/// backward passes and links back of the stages before i, a step takes at least, for all i and j,
///   S + r_j t_j + (K - 1 - r_j) max(f_j, b_j) + tail_0      (Partitioner: its last passes alone)
///   S + r_j t_j + C_j + tail_0                              r_j >= 1, C_j stages and links behind j
///   S + r_j t_j + (K - 1 - r_j) f_j + tail_0                stage j begins its last forward after K - 1
///                                                           others and r_j backwards; from there to the
///                                                           last stage and back
///   S + n S + (K - 1 - n P) B + tail_0                      1 <= n <= (K - 1) / P, B the longest stage.
///   S + n W_s + (r_j - 2 n) t_j + C_j + tail_0             r_j >= 2, j = s + 1, n = r_j / 2: laps between s
///                                                           and s + 1 of W_s, both stages and the link.
/// GPipe: r_j = 0, passes of both kinds in the first, no laps. ZB-H1 (zero_bubble.h): S, n S and C_j without
/// the gradients of weights, of which the first three pass those that stand between.
/// Each with the least that the rest can take leaves a stage so many layers.
class Windows {
 public:
  /// `line` stays as it is as long as it is asked about.
  void ask_about(const StageLine& line);
  bool leave_room(double step);
  bool leave_room(const StageLine& line, double step) {
    ask_about(line);
    return leave_room(step);
  }

 private:
  struct Dwell {
    double base = 0.0, layer = 0.0, again = 0.0;  ///< of a number of layers
    double inverse = 0.0, inverse_again = 0.0;    ///< 1 / layer, 1 / (layer + again)
    Dwell() = default;
    Dwell(double b, double l, double a)
        : base(b), layer(l), again(a), inverse(1.0 / l), inverse_again(a == 0.0 ? inverse : 1.0 / (l + a)) {}
    Dwell times(double count) const;
    double layers_within(double seconds, double free_layers) const;
    double seconds(double layers, double free_layers) const;
  };
  struct Run {
    double layer = 0.0;
    int first = 0;  ///< its first stage
  };
  void start_runs();
  bool starts_run(std::size_t stage) const {
    return stage == 0 || m_line->stages[stage].run != m_line->stages[stage - 1].run;
  }
  bool enough() const;
  void limit(std::size_t stage, double most);
  double least_sum() const;
  double reach(const std::vector<Dwell>& dwells) const;
  double first_tail(double step) const;
  bool limit_by_paths(double step);
  void set_laps();
  bool ends_within(double step, double onward, double shortest);

  const StageLine* m_line = nullptr;
  void set_dwells(std::size_t stage);
  std::vector<double> m_rounds;                           ///< r_j
  std::vector<Dwell> m_work, m_alone, m_dwell, m_onward;  ///< t_j; the three that dwell on j
  double m_laps = 0.0;               ///< the longest path of laps with what lies behind, beyond S
  double m_least_share = 0.5;        ///< backward_share of all
  double m_sum_of_least = 0.0;       ///< S with the least layers alone
  int m_spare = 0;                   ///< layers beyond the least
  std::vector<int> m_least, m_most;  ///< layers
  std::vector<Run> m_runs;
  std::vector<std::size_t> m_by_layer;  ///< runs, the shortest layers first
};

/// The longest step in [low, high] found, to a factor `near`, within which nothing `ends`; more than high
/// when nothing ends even within that.
double longest_without(double low, double high, double near, const std::function<bool(double)>& ends);

}  // namespace astrolabe::cost
