#pragma once
// Turns of a walk between two neighbouring stages, such as those on both sides of a slow link, in rounds that
// a stage before them would do less in. Formulas: search/partition.h.

#include <algorithm>
#include <array>
#include <vector>

#include "core/search/walks.h"

namespace astrolabe::search {

/// Of all splits whose stages take at least some given times. Seconds. Its tables are reused.
class Turns {
 public:
  /// `layers` and `edges`: what those of each stage take at least; `links`: both ways over the link behind
  /// it.
  void start(const Walks& walks, const std::vector<double>& layers, const std::vector<double>& edges,
             const std::vector<double>& links);
  /// A walk that goes round a stage and the next one as long as it can, then on from the next: beyond S and
  /// what lies behind it.
  double between(int stage) const { return m_between[static_cast<std::size_t>(stage)]; }
  /// What the stage adds to S.
  double least_in_sum(int stage) const { return m_in_sum[static_cast<std::size_t>(stage)]; }
  /// ZB-H1: what a walk that dwells on a stage gains where it takes such turns in rounds in which the stage
  /// does no weights yet. `in_sum`: what the stage adds to S; `longest`: some turn behind its first stage.
  double aside(int stage, double in_sum, double longest = 0.0) const {
    if (m_aside.empty()) return 0.0;
    const auto& [behind, before] = m_aside[static_cast<std::size_t>(stage)];
    const double turn = behind.turn < longest ? longest : behind.turn;
    return std::max({0.0, behind.turns * (turn - 2.0 * in_sum),
                     before.turns * (before.turn - 2.0 * in_sum) + before.way - before.apart * in_sum});
  }

 private:
  struct Aside {
    double turns = 0.0, turn = 0.0;  ///< how many, and how long one is
    double way = 0.0, apart = 0.0;   ///< the climb back, and the rounds that it takes
  };
  void set_asides(const Walks& walks, const std::vector<double>& links);

  std::vector<double> m_in_sum, m_turn, m_between;
  /// By stage: turns at or behind it, from where the walk falls back to it, and before it, from where it
  /// climbs. Empty: a stage does its weights in every round.
  std::vector<std::array<Aside, 2>> m_aside;
};

}  // namespace astrolabe::search
