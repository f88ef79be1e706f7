#pragma once
// A positive quantity tabled over a rectangular lattice, monotone where its axes say so.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::cost {

/// One axis of a lattice: its points, ascending and above zero. Along a rising axis the quantity never falls.
struct LatticeAxis {
  std::string name;
  std::vector<double> points;
  bool rising = true;
};

/// Values at the nodes, multilinear in the logarithms of axes and quantity between them. Nodes are kept as
/// 16-bit steps of the logarithm (0.03 % each), so a table read back is the table written. Along a rising
/// axis at() never falls, because the nodes do not. Immutable after construction, so safe from several
/// threads.
class Lattice {
 public:
  static constexpr std::size_t kMostAxes = 4;

  Lattice() = default;
  /// `logs`: natural logarithms at the nodes, last axis fastest. They are made monotone along the rising
  /// axes: least-squares isotonic regression over all of them at once (Dykstra 1983, alternating over the
  /// axes).
  Lattice(std::vector<LatticeAxis> axes, std::vector<double> logs);

  bool empty() const { return m_steps.empty(); }
  const std::vector<LatticeAxis>& axes() const { return m_axes; }
  std::size_t nodes() const { return m_steps.size(); }

  /// The quantity at `point`, one coordinate an axis; coordinates outside are taken to the edge.
  /// Precondition: not empty.
  double at(std::span<const double> point) const;
  /// `value` taken into the range of one axis.
  double inside(std::size_t axis, double value) const;

  Json to_json() const;
  /// Errors: AST-K104 at `path`.
  static Result<Lattice> from_json(const Json& json, const std::string& path);

 private:
  void prepare();

  std::vector<LatticeAxis> m_axes;
  std::vector<std::vector<double>> m_logs;  ///< of the points of each axis
  std::vector<std::size_t> m_strides;
  std::vector<std::int16_t> m_steps;
};

/// Least-squares fit to `values` among all tables that never fall along a rising axis. `weights`: of each
/// node, above zero; none: all alike.
void make_monotone(std::span<const LatticeAxis> axes, std::vector<double>& values,
                   std::span<const double> weights = {});

/// Measured rows that a lattice is drawn to: coordinates (an entry an axis), logarithm of the quantity, and
/// what the row counts (above 0, at most 1).
struct LatticeRow {
  std::array<double, Lattice::kMostAxes> point{};
  double log = 0.0, weight = 1.0;
};
/// Monotone lattice regression (Gupta et al., JMLR 2016): the nodes that reproduce `rows` when interpolated,
/// near `logs` where no row says otherwise. Nodes between measured rows move least when the table is made
/// monotone.
Lattice regress_lattice(std::vector<LatticeAxis> axes, std::vector<double> logs,
                        std::span<const LatticeRow> rows);

}  // namespace astrolabe::cost
