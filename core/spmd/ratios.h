#pragma once
// Which part of every sharded tensor each device gets.

#include <vector>

#include "core/base/result.h"
#include "core/spmd/assembly.h"

namespace astrolabe::spmd {

/// The ratio vectors among which the best one lies, for any program, when each device has one speed: for each
/// distinct speed phi B_i = min(F_i, phi) / sum(min(F, phi)). Fastest cap (proportional) first, even last.
/// Proof: all terms are A max(B / F) + g(max B) with g concave; for a given M = max B the least max(B / F) is
/// linear in M between caps, so the sum is concave there and least at an end. The other end of the last
/// piece, everything on one fastest device, is `lone_device`.
std::vector<std::vector<double>> caps(const std::vector<double>& speeds);
std::vector<double> lone_device(const std::vector<double>& speeds);

/// Time of one segment as a function of its ratios: sum over classes of compute[class] max_i(B_i / F_i) +
/// padded max_i(B_i) + constant, in seconds. The constant holds whole work, all-reduces, grouped collectives.
struct RatioTerms {
  /// flops by class; classes whose speeds differ by one factor stand as the first of them
  std::vector<double> compute = std::vector<double>(kOperatorClasses, 0.0);
  double padded = 0.0;    ///< n V / W summed, seconds
  double constant = 0.0;  ///< seconds
};

/// A tensor that is made in one segment and read in another: volume n V / W of moving all of it, seconds.
struct Border {
  int from = 0, to = 0;
  double seconds = 0.0;
};

struct RatioProblem {
  std::vector<RatioTerms> segments;
  std::vector<Border> borders;
  std::vector<MemoryPoint> memory;  ///< rows: whole + sum_s ratios[s][i] shared[s] <= memory of device i
};

/// The terms of a program. All-to-all moves B_i (1 - B_i) V in the full theory, which is concave: it is taken
/// at its tangent in the program's present ratios, from above.
/// `memory`: the places of memory_of(), for devices whose memory is limited.
RatioProblem ratio_problem(const Graph& graph, const Devices& devices, const Program& program,
                           std::vector<MemoryPoint> memory = {});

struct Ratios {
  std::vector<std::vector<double>> ratios;  ///< [segment][device]
  double seconds = 0.0;                     ///< objective at `ratios`
  /// Seconds that one more byte on the device would save (dual value of its memory rows), >= 0.
  std::vector<double> seconds_per_byte;
  bool memory_binds = false;
  /// Certificate: largest violation of a row or bound by primal and dual values, and the relative difference
  /// of the two objectives; all of order 1e-12 when the solution is right.
  double primal_violation = 0.0, dual_violation = 0.0, duality_gap = 0.0;
};

/// One segment, no memory rows, one speed per device: the best of caps(). Ties to the larger cap.
Ratios closed_form(const RatioTerms& terms, const std::vector<double>& speeds);

/// The linear programme by the simplex method (GLPK). Errors: AST-S301 when no ratios satisfy the memory
/// rows: `where` names the device that lacks most at the best split, `found` by how many bytes; AST-S399 when
/// the certificate does not hold.
Result<Ratios> solve_ratios(const RatioProblem& problem, const Devices& devices);

}  // namespace astrolabe::spmd
