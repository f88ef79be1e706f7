#pragma once
// What the pipelines of a node cost at least, in money, when they have to be so fast.

#include <array>

#include "core/search/tree.h"

namespace astrolabe::search {

/// What all pipelines of a node share, seen from one floor or over all of them.
struct Tree::Bill {
  static constexpr double kUnlimited = 1e300;
  struct Part {
    double layer = 0.0, stage_rate = 0.0;
    double first = 0.0, last = 0.0;  ///< seconds of embedding and head
    int least = 0, most = 0;         ///< stages
    double holds = 0.0;              ///< layers of a stage
    double each = 0.0;               ///< of them under the bottleneck in hand
  };
  std::array<Part, Node::kMostPools> parts;
  int count = 0;
  double layers = 0.0, micro_batches = 1.0;
  double fewest = 1.0, most = 1.0;  ///< stages of all floors
  double sum = 0.0;                 ///< S: least of all passes and transfers of a micro-batch
  double edges = 0.0;               ///< USD s/h of embedding and head for a micro-batch
  bool one_end = false;             ///< both are on one stage
  double lost = 0.0;  ///< layers that these, and what is in flight, leave no place for under the bottleneck
  double backward = 1.0;  ///< least share of the longer pass
  double fixed = 0.0, scale = 1.0;
  double idle = 0.0;        ///< USD an hour
  double least_rate = 0.0;  ///< USD an hour of the stages, however fast
  bool sums = false;        ///< a step takes S + u B: more than K B
  bool paths = false;       ///< paths go round the whole line: 1F1B, ZB-H1
  bool whole = false;
  double rounds_beyond = 0.0;  ///< u

  double rounds_of(strategy::Schedule schedule, const cost::PassShares& shares) const;
  double bottleneck(double seconds) const;
  bool deal(double bottleneck);
  double held(const Part& part, double seconds) const;
  double lost_to(double bottleneck, double Part::*edge, double Part::*other) const;
  double rate() const;
  double rate_of_all(double price_of_layer) const;
  double work() const;
  double quick_work() const;
  double quick_usd(double shortest, double worked) const;
  double usd(double longest, double shortest, double enough);
};

}  // namespace astrolabe::search
