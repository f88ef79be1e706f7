#include "core/cost/kernel_time.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace astrolabe::cost {

namespace {

/// The table at the nearest point of its range, and what the form adds beyond the upper edges. Below
/// the lower edges the time stays: so it never falls as any coordinate grows.
template <std::size_t N, class Smooth>
double table_seconds(const Lattice& table, const std::array<double, N>& shape, Smooth smooth) {
  std::array<double, N> edge;
  std::array<double, N> above;
  bool beyond = false;
  for (std::size_t a = 0; a < N; ++a) {
    edge[a] = table.inside(a, shape[a]);
    above[a] = std::max(edge[a], shape[a]);
    beyond = beyond || above[a] > edge[a];
  }
  const double seconds = table.at(edge);
  return beyond ? seconds + smooth(above) - smooth(edge) : seconds;
}

}  // namespace

double gemm_model_seconds(const GemmModel& model, const KernelRates& rates, double m, double n, double k,
                          double extra_bytes) {
  const std::array<double, 3> shape{m, n, k};
  const double table = table_seconds<3>(model.lattice, shape, [&](const std::array<double, 3>& at) {
    return model.form.smooth_seconds(model.rates, 2.0 * at[0] * at[1] * at[2],
                                     gemm_bytes(model.rates, at[0], at[1], at[2]));
  });
  const double scaled = table * model.rates.peak / rates.peak;
  const double bytes = gemm_bytes(rates, m, n, k) + extra_bytes;
  return std::max(std::hypot(scaled, extra_bytes / rates.bandwidth),
                  roofline_seconds(rates, 2.0 * m * n * k, bytes));
}

double attention_model_seconds(const AttentionModel& model, const KernelRates& rates, double heads,
                               double group, double sequence, double head_dim) {
  const std::array<double, 3> shape{sequence, heads, model.lattice.inside(2, group)};
  const double table = table_seconds<3>(model.lattice, shape, [&](const std::array<double, 3>& at) {
    return model.form.added_seconds(model.rates, attention_flops(at[1], at[0], model.head_dim, model.causal),
                                    attention_bytes(at[1], at[1] / at[2], at[0], model.head_dim), at[0]);
  });
  const double scaled = table * (head_dim / model.head_dim) * model.rates.peak / rates.peak;
  return std::max(scaled, roofline_seconds(rates, attention_flops(heads, sequence, head_dim, model.causal),
                                           attention_bytes(heads, heads / group, sequence, head_dim)));
}

double moe_model_seconds(const MoeModel& model, const KernelRates& rates, double rows, double experts,
                         double hidden, double inner, double pairs) {
  const std::array<double, 4> shape{rows, experts, hidden, inner};
  const double table = table_seconds<4>(model.lattice, shape, [&](const std::array<double, 4>& at) {
    return model.form.added_seconds(model.rates, at[0], at[1], at[2], at[3]);
  });
  const double spread = model.form.spread_seconds(model.rates, std::max(rows, pairs), hidden, inner);
  // Some experts have no gate: two products of three.
  return std::max((table + spread) * model.rates.peak / rates.peak,
                  roofline_seconds(rates, 4.0 * rows * hidden * inner, 0.0));
}

double collective_model_seconds(const CollectiveModel& model, double bytes) {
  const std::array<double, 1> edge{model.lattice.inside(0, bytes)};
  const double at_edge = model.lattice.at(edge);
  if (bytes <= edge[0]) return at_edge;
  return at_edge * model.form_seconds(bytes) / model.form_seconds(edge[0]);
}

}  // namespace astrolabe::cost
