#pragma once
// The split of the layers over the stages of one configuration.

#include <functional>
#include <span>
#include <vector>

#include "core/cost/shape.h"
#include "core/search/critical_paths.h"
#include "core/search/cycles.h"

namespace astrolabe::search {

struct Partition {
  bool feasible = false;
  bool cut = false;          ///< given up: every split is above Effort::cut
  std::vector<int> layers;   ///< per stage
  double step = 0.0;         ///< seconds under the event simulation
  bool exact = false;        ///< no split of this configuration is faster
  double lower_bound = 0.0;  ///< no split is below it
  /// When nothing fits: the missing memory of an even split and where.
  int over_stage = -1;
  Bytes over;
  bool over_in_host = false;
  /// A split is better only where its step is below this. Steps lie on the grid: what is within half a tick
  /// of one is no better. Of no split yet `step` is itself what has to be beaten.
  double to_beat() const { return feasible ? step - cost::kTick / 2.0 : step; }
};

/// How hard to try before a split is called the best found instead of the best.
struct Effort {
  double enumerate_below = 60.0;  ///< enumerate when there are at most so many splits
  int nodes = 20000;              ///< of the branch and bound
  bool brute = false;             ///< enumerate every split, whatever the number
  /// A root bound moves single layers only where that may lead to a step of about this.
  double worth = 1e300;
  bool to_the_end = false;  ///< all nodes are worth a proof of the cut
  bool from_below = false;  ///< ... and it is looked for from the bound up
  /// The best split known.
  std::vector<int> at_hand{};
  double bound = 0.0;  ///< no step is below it
  /// Where stages differ a root bound is for the bound under the cut: the split at hand is not asked for.
  bool bound_alone = false;
  /// Of several best splits the one found under the tightest cut: the same whatever the cut was.
  bool canonical = false;
  double cut = 1e300;  ///< steps above it are of no interest: a configuration bounded above it is given up
  std::function<bool()> ended;  ///< looked at on the way; an ended search is not exact
};

/// As many layers on each stage, the longer ones first.
std::vector<int> even_split(int layers, int stages);

/// Finds the best split of one configuration.
///
/// For a split with stage times t_j, links c_j + d_j, K micro-batches, w_j = P - 1 - j, S = sum t + sum (c +
/// d) and C_j = sum_{l > j} t_l + sum_{l >= j} (c + d) the 1F1B step is at least, plus the tails,
///   S + (K - 1 - w_j) t_j + C_j                                for K - 1 - w_j >= 1: the path dwells on j;
///   S + n W(i, j) + rho max_{i..j} t + C_j                     it goes round [i .. j], n >= 1 times, W the
///                                                              stages and links inside, rho rounds left;
///   S + m S' + (K - 1 - m P) B                                 it goes round the whole line, S' the least S
///                                                              and B the least bottleneck, m = (K-1) / P;
///   S + r t_j + (K - 1 - r) max(f_j, b_j), r = max(0, K - 1 - w_j): rounds on j, then its last passes alone.
/// GPipe: S + (K - 1) t_j. ZB-H1: the same paths with f_j + b_j, and what weights stand between
/// (zero_bubble.h).
/// Of 1F1B and ZB-H1, t without weights, b with them, m = K - P + j + 1 rounds,
///   S + m t_s + (K - 1 - m) b_j                                s > j, m > 0: it dwells on s as long as every
///                                                              stage behind j has forwards left, then comes
///                                                              back and stays on j for its last passes.
/// Each that has come to the last forward of stage j, after D_j beyond S and C_j, may also
///   stay there, or on a stage i < j on the way back, as its passes stand one behind the other from then on:
///     S + D_j + w_j (b_i + w), w its weights;
///   go on with last forwards to a stage l >= j, do there all that is left, R_l, and not come back:
///     S - sum_{i < j} (b_i + d_i) - b_j + D_j + sum_{j < i <= l} (c_{i-1} + f_i) + R_l.
/// The first three end on the last micro-batch's way back through all stages, so that the tail of stage i
/// adds tail_i - sum_{l < i} (b_l + d_l); those that stay on j on the way back from j, so that those of i <=
/// j do. All times lie on the grid, so that these are exact and compare as they are; windows and prefixes, in
/// which shares of weights count as well, leave the cut rounded up. Windows of the layers of each stage
/// follow from the cut. A table over (stages, layers) keeps the Pareto pairs (S, D), D' = max(D + t + c + d,
/// (K - 1 - w_j) t): the least that prefixes can cost. Depth first from the last stage, each node bounded by
/// the exact paths of its suffix and that table. One object a thread; its tables are reused.
class Partitioner {
 public:
  /// A bound from the tables alone, and a split at hand.
  struct RootBound {
    bool cut = false;          ///< every split is above the cut
    double lower_bound = 0.0;  ///< no split is below it
    double step = 1e300;       ///< of the split at hand; 1e300 when it does not fit
    std::vector<int> layers;   ///< that split
  };
  /// True when a root bound tells more than the bound of the shape: best() would have to search.
  static bool has_root_bound(const cost::Shape& shape, const Effort& effort);
  RootBound root_bound(const cost::Shape& shape, const Effort& effort);
  Partition best(const cost::Shape& shape, const Effort& effort);
  /// True with a split that fits, where one is quickly seen.
  bool fits(const cost::Shape& shape, const Effort& effort, std::vector<int>& layers);
  /// The step of a split at hand, without any bound; 1e300 for none at or below the cut.
  double reach(const cost::Shape& shape, const Effort& effort, std::vector<int>& layers);

 private:
  static constexpr double kNever = 1e300;  ///< a split that does not fit
  Partition best_of_numbers(const cost::Shape& shape, const Effort& effort);
  /// `known`: the cut is the step of the best split, that the last call for this shape proved: the nodes are
  /// for finding the first one of that step.
  Partition best_of_shape(const cost::Shape& shape, const Effort& effort, bool known = false);
  Partition best_of_number(const cost::Shape& shape, Effort effort);
  RootBound root_bound_of_shape(const cost::Shape& shape, const Effort& effort);
  double of_one_number(const cost::Shape& shape, const std::vector<int>& layers, double step) const;
  void start(const cost::Shape& shape);
  const cost::StageCost& cost(int stage, cost::LayerRange range);
  double simulate(const std::vector<int>& layers, double enough = kNever);
  double chunks_bound(const std::vector<int>& layers);
  Partition best_of_chunks(const Effort& effort, Partition best);
  bool pack(double bottleneck, std::vector<int>& layers);
  bool first_split(std::vector<int>& layers);
  void improve(std::vector<int>& layers, double& step, bool far = false);
  void enumerate(int stage, int begin, std::vector<int>& layers, Partition& best);
  bool first_incumbent(std::vector<int>& layers, double& step);
  void root_split(double worth, std::vector<int>& layers, double& step);
  bool hold(const std::vector<int>& layers, Partition& found);
  void raise(double& low, double high, double near);
  Partition prove(const Effort& effort, bool known, std::vector<int> layers, Partition best);
  void start_proof();
  void set_runs();
  double least_behind(int stage, int layer) const;
  double least_layers(int stage, int layer, int count) const;
  bool set_windows(double cut);
  double least_first_tail();
  void set_later(int stage, int first, int last);
  bool fill_prefixes(double cut);
  bool refutes(double cut);
  struct Prefix;
  void add_pair(Prefix* pairs, std::size_t& held, const Prefix& next) const;
  Prefix longer_by(const Prefix& prefix, int stage, const StageTerms& terms, double beside) const;
  /// The suffix of a split, as far as it is dealt out.
  struct Suffix {
    double sum = 0.0, path = 0.0;
    double tail = -1e300;  ///< max_i tail_i - backward passes and links back from the suffix's start to i
    double alone = 0.0;    ///< max_j alone_j
    double late = -1e300;  ///< that path to the end: max_{i <= j} alone_j + tail_i, as `tail`
    double longest = 0.0;  ///< of the stages what they add to S
    double down = -1e300;  ///< from the last forward of its first stage on: what is left there or behind it
  };
  double least_step(const Prefix& prefix, const Suffix& suffix) const;
  double prefix_bound(int stages, int layers, const Suffix& suffix, double enough = kNever) const;
  Suffix longer_by(const Suffix& suffix, int stage, const StageTerms& terms) const;
  bool branch(int stage, int end, const Suffix& suffix, std::vector<int>& layers, Partition& best);
  bool leaves_open(double limit, double& low);
  bool search_to(double limit, int most, Partition& best);
  bool find_from_below(double cut, Partition& best);
  bool prove_from_below(double cut, Partition& best);
  Partition nothing_fits(const std::vector<int>& layers, Partition partition);

  const cost::Shape* m_shape = nullptr;
  /// [stage][first layer][count]; as all layers from Shape::alike_from() on are alike, so are ranges of them.
  std::vector<cost::StageCost> m_costs;
  std::vector<char> m_known;
  bool m_plain = true;  ///< all that was looked at fits without recomputation
  int m_firsts = 1;     ///< first layers told apart
  std::vector<cost::StageCost> m_stages;
  std::vector<double> m_scratch;
  int m_nodes = 0;
  int m_nodes_left = 0;   ///< for several searches of one proof
  double m_enough = 0.0;  ///< no split is below it: branch() ends with one that reaches it
  const std::function<bool()>* m_ended = nullptr;
  bool m_interrupted = false;  ///< the table is not whole
  /// The least that the first stages can cost.
  struct Prefix {
    double sum = 0.0;    ///< times and links
    double path = 0.0;   ///< the longest dwelling path so far
    double pre = 0.0;    ///< backward passes and links back: the most
    double tail = 0.0;   ///< the tails over stage 0's last backward: max_i tail_i - pre_i
    double alone = 0.0;  ///< max_j alone_j + the tails up to j
    double down =
        -1e300;  ///< D_j up to the last forward of the stage behind, less what it does not come back
    Prefix below(const Prefix& other) const;
  };
  std::size_t m_pairs = 4;  ///< prefixes kept of each; more where few rounds leave paths much to choose
  /// Numbers of layers that the first stages have in some split within the windows; `at`: place of the first.
  struct Band {
    int first = 0, last = -1;
    std::size_t at = 0;
    std::size_t of(int layers) const { return at + static_cast<std::size_t>(layers - first); }
    bool has(int layers) const { return first <= layers && layers <= last; }
  };
  void lay_out_prefixes(const std::vector<int>& least_after, const std::vector<int>& most_after);
  /// Those of so many stages with so many layers, that their band has.
  std::span<const Prefix> prefixes(int stages, int layers) const {
    const Place& place = m_places[m_bands[static_cast<std::size_t>(stages)].of(layers)];
    return {m_prefixes.data() + place.first, place.held};
  }
  void keep_next(int stages);
  std::vector<Band> m_bands;  ///< by number of stages
  /// Prefixes of one number of stages and layers: of m_prefixes, where they stand one place after the other,
  /// as what is not touched costs nothing.
  struct Place {
    std::size_t first = 0, held = 0;
  };
  std::vector<Place> m_places;
  std::vector<Prefix> m_prefixes;
  std::vector<Prefix> m_next;            ///< of the stages that are filled in, by layers: m_pairs places each
  std::vector<std::size_t> m_next_held;  ///< ... so many of them hold one
  /// Of the stage whose prefixes are filled in, by number of layers.
  struct TermsOfCount {
    bool known = false, fits = false;
    StageTerms terms;
  };
  std::vector<TermsOfCount> m_stage_terms;
  std::vector<double> m_later;       ///< least seconds behind it, by the layer behind the stage
  std::vector<double> m_longest;     ///< the least that the longest stage behind it adds to S, the same way
  std::vector<int> m_least, m_most;  ///< layers of a stage, for a step that is not above the cut
  CriticalPaths m_paths;
  /// By stage: both ways over the link behind it; least sum of edges and links from the stage on.
  std::vector<double> m_link, m_least_rest;
  std::vector<double> m_least_layer;  ///< [stage][class]: seconds from the stage on
  std::size_t m_classes = 1;          ///< of layers
  std::vector<int> m_class_after;     ///< [first layer][class]: layers from the first on
  /// Of several classes, [stage][count]: seconds of so many layers in a row, edges aside.
  std::vector<double> m_least_run;
  double m_least_sum = 0.0;         ///< S'
  double m_least_bottleneck = 0.0;  ///< B
  double m_whole_line = 0.0;        ///< m S' + (K - 1 - m P) B
  Cycles m_cycles;                  ///< of the suffix in hand
  struct Child {
    Suffix suffix;
    double bound = 0.0;
    StageTerms terms;
    int count = 0;
  };
  std::vector<std::vector<Child>> m_children;  ///< by stage
};

}  // namespace astrolabe::search
