// The fit of fused experts: kernels of one layer's routed experts on one device.

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>

#include "core/calibration/form_fit.h"
#include "core/calibration/table_fit.h"
#include "core/calibration/tabulate.h"

namespace astrolabe::calibration {

namespace {

std::vector<float> moe_features(double rows, double experts, double hidden, double inner) {
  constexpr double block = 128.0;
  const double each = rows / experts;
  return {log2f_of(rows),
          log2f_of(experts),
          log2f_of(hidden),
          log2f_of(inner),
          log2f_of(each),
          log2f_of(rows * hidden * inner),
          log2f_of(experts * hidden * inner),
          log2f_of(hidden * inner),
          filled(each, block),
          alignment(inner)};
}

std::vector<cost::LatticeAxis> moe_axes(const std::vector<MoeShape>& shapes) {
  std::set<double> rows, experts, hidden, inner;
  for (const MoeShape& s : shapes)
    rows.insert(s.rows), experts.insert(s.experts), hidden.insert(s.hidden), inner.insert(s.inner);
  constexpr std::size_t most_rows = 28;
  constexpr std::size_t most_others = 14;
  constexpr std::size_t most_inner = 24;
  return {{"rows", axis_points(rows, most_rows), true},
          {"experts", axis_points(experts, most_others), true},
          {"hidden", axis_points(hidden, most_others), true},
          {"inner", axis_points(inner, most_inner), true}};
}

/// Rows of the fullest of `devices` over their mean, expected, when the loads of their experts (`experts`
/// each) are drawn from a power law: density x^-1.2 between 1 and 4096, as AIConfigurator's collector loads
/// them.
double draw_fullest_over_mean(int experts, int devices) {
  constexpr int draws = 200;
  constexpr double exponent = -0.2;  // of the cumulated density
  const double most = std::pow(4096.0, exponent);
  std::mt19937_64 random(1);
  double sum = 0.0;
  for (int draw = 0; draw < draws; ++draw) {
    double total = 0.0;
    double fullest = 0.0;
    for (int device = 0; device < devices; ++device) {
      double load = 0.0;
      for (int expert = 0; expert < experts; ++expert) {
        const double uniform = static_cast<double>(random() >> 11U) * 0x1p-53;
        load += std::pow(1.0 + (most - 1.0) * uniform, 1.0 / exponent);
      }
      total += load;
      fullest = std::max(fullest, load);
    }
    sum += fullest * devices / total;
  }
  return sum / draws;
}

/// draw_fullest_over_mean(), drawn once a thread and layout; 1 for a single device.
double fullest_over_mean(int experts, int devices) {
  if (devices <= 1) return 1.0;
  thread_local std::map<std::pair<int, int>, double> known;
  const auto [at, fresh] = known.try_emplace({experts, devices}, 0.0);
  if (fresh) at->second = draw_fullest_over_mean(experts, devices);
  return at->second;
}

double base_of(const cost::MoeModel& model, const MoeShape& s) {
  return model.form.seconds(model.rates, s.rows, s.experts, s.hidden, s.inner);
}

double spread_of(const cost::MoeModel& model, const MoeShape& s) {
  return model.form.spread_seconds(model.rates, s.pairs, s.hidden, s.inner);
}

/// Sets the form and the load that it follows the measured times with best; the rows' shapes under that load.
std::vector<MoeShape> fit_form_and_load(cost::MoeModel& model, const std::vector<const MeasuredMoe*>& rows,
                                        const std::vector<double>& measured) {
  std::vector<MoeShape> best;
  double least = std::numeric_limits<double>::max();
  for (const cost::MoeLoad load : {cost::MoeLoad::share, cost::MoeLoad::hit_tokens, cost::MoeLoad::all}) {
    cost::MoeModel trial = model;
    trial.load = load;
    std::vector<MoeShape> shapes;
    shapes.reserve(rows.size());
    for (const MeasuredMoe* row : rows) shapes.push_back(shape_of(*row, load));
    cost::MoeForm& form = trial.form;
    const std::vector<FormParameter> parameters{
        {&form.launch_us, 1.0}, {&form.efficiency, 0.5},    {&form.memory, 0.4},       {&form.block, 1.0},
        {&form.power, 0.5},     {&form.spread_hidden, 1.0}, {&form.spread_inner, 1.0}, {&form.pair_ns, 1.5}};
    const double loss = fit_form(parameters, measured, [&](std::size_t i) {
      return base_of(trial, shapes[i]) + spread_of(trial, shapes[i]);
    });
    if (loss >= least) continue;
    least = loss;
    model.load = load;
    model.form = form;
    best = std::move(shapes);
  }
  return best;
}

}  // namespace

MoeShape shape_of(const MeasuredMoe& kernel, cost::MoeLoad load) {
  const double pairs = kernel.tokens * kernel.top_k;
  const double own = std::ceil(kernel.experts / kernel.expert_parallel);
  double part = 1.0;
  if (load == cost::MoeLoad::share) {
    part = 1.0 / kernel.expert_parallel;
    if (!kernel.balanced)
      part *= fullest_over_mean(static_cast<int>(own), static_cast<int>(kernel.expert_parallel));
    // No token asks for an expert twice.
    part = std::min(part, own / kernel.top_k);
  }
  if (load == cost::MoeLoad::hit_tokens) part = std::min(1.0, kernel.top_k / kernel.expert_parallel);
  return {pairs * std::min(1.0, part), own, kernel.hidden, kernel.inner / kernel.tensor_parallel, pairs};
}

Result<cost::MoeModel> fit_moe(const std::vector<const MeasuredMoe*>& rows, const hardware::Gpu& gpu) {
  cost::MoeModel model;
  model.dtype = rows.front()->dtype;
  model.kernel = rows.front()->kernel;
  model.balanced = rows.front()->balanced;
  model.rates = cost::kernel_rates(gpu, model.dtype);
  model.count = static_cast<double>(rows.size());
  std::vector<double> measured;
  measured.reserve(rows.size());
  for (const MeasuredMoe* row : rows) measured.push_back(row->seconds);
  const std::vector<MoeShape> shapes = fit_form_and_load(model, rows, measured);
  const cost::MoeForm& form = model.form;
  const cost::KernelRates& rates = model.rates;
  // What the spread leaves is the table's. Where that is little, it says little about the table.
  constexpr double least = 0.1;
  Training training;
  std::vector<cost::LatticeRow> targets;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const MoeShape& s = shapes[i];
    const double share = std::max(least, 1.0 - spread_of(model, s) / measured[i]);
    const double seconds = share * measured[i];
    const double weight = share * share;
    training.add(moe_features(s.rows, s.experts, s.hidden, s.inner), std::log(seconds / base_of(model, s)),
                 weight);
    targets.push_back({{s.rows, s.experts, s.hidden, s.inner}, std::log(seconds), weight});
  }
  BoosterOptions options;
  options.min_child_weight = 0.5;
  const auto booster = training.train(options);
  if (!booster) return tl::unexpected<Error>(booster.error());
  std::vector<cost::LatticeAxis> axes = moe_axes(shapes);
  auto logs = tabulated_logs(
      axes, *booster, [&](std::span<const double> at) { return moe_features(at[0], at[1], at[2], at[3]); },
      [&](std::span<const double> at) { return form.seconds(rates, at[0], at[1], at[2], at[3]); });
  if (!logs) return tl::unexpected<Error>(logs.error());
  model.lattice = cost::regress_lattice(std::move(axes), std::move(*logs), targets);
  return model;
}

}  // namespace astrolabe::calibration
