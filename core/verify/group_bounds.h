#pragma once
// Why no program on groups beats a step, counted anew from what layouts cost.

#include <cstdint>
#include <memory>
#include <vector>

#include "core/mesh/tables.h"

namespace astrolabe::verify {

/// Every layout of every pool at work, by itself on all of the pool's GPUs, without state of the optimizer.
/// Programs with one or several layouts a pool, and with state on any GPU, are mixtures of these.
class GroupBounds {
 public:
  /// `gpus`: of each pool, that work. `batch`: sequences.
  GroupBounds(mesh::Scene& scene, std::int64_t batch);

  std::size_t layouts() const { return m_layouts.size(); }
  std::int64_t batch() const { return m_batch; }
  /// Exposed traffic that any program with some layout has at least, of each layout, ascending; seconds.
  std::vector<double> traffic() const;

  /// A step in which the slowest layout's traffic is above `above` (below 0: any) and not above `most`: what
  /// is left of `step` seconds for work is at most this; below 0 where no layout has such traffic.
  double work_within(double step, double above, double most) const;

  /// The most sequences that layouts with traffic up to `most` complete within `work` seconds, with memory at
  /// `price` sequences a byte: any price of 0 or more gives a bound. Fill and whole numbers are told apart.
  double by_price(double work, double most, double price) const;
  std::int64_t in_whole(double work, double most) const;
  /// A price for which by_price() is small.
  double good_price(double work, double most) const;

  /// True where nothing between `above` and `most` makes a step of `step` seconds or less: too few sequences
  /// at that price or in whole numbers.
  bool excludes(double step, double above, double most, double price) const;

 private:
  struct Way {
    double rate = 0.0, fill = 0.0, own = 0.0;  ///< sequences a second of the pool, seconds, bytes of a GPU
  };
  struct OfLayout {
    std::size_t pool = 0;
    Way least, all;  ///< recomputing the fewest layers that fit, and every one
    mesh::Pace pace;
    double traffic = 0.0;
  };
  OfLayout of(mesh::LayoutTable& table, double dense, double expert);

  mesh::Scene& m_scene;
  std::int64_t m_batch = 0;
  std::vector<OfLayout> m_layouts;
  double m_room = 0.0;  ///< bytes of all GPUs beyond all state
  double m_host = 0.0, m_factor = 1.0;
};

}  // namespace astrolabe::verify
