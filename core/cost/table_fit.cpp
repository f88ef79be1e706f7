#include "core/cost/table_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "core/base/error_codes.h"
#include "core/cost/booster.h"
#include "core/cost/form_fit.h"
#include "core/cost/kernel_time.h"

namespace astrolabe::cost {

namespace {

constexpr std::size_t kMostPoints = 48;

/// Powers of two that divide `value`, at most 8 of them.
float alignment(double value) {
  auto whole = static_cast<std::int64_t>(value);
  float powers = 0.0F;
  while (powers < 8.0F && whole > 0 && whole % 2 == 0) whole /= 2, powers += 1.0F;
  return powers;
}

float log2f_of(double value) { return static_cast<float>(std::log2(value)); }

/// Share of the last wave that `units` of work fill on `sms` multiprocessors.
float filled(double units, double sms) { return static_cast<float>(units / sms / std::ceil(units / sms)); }

/// Distinct values, thinned to about `most` evenly spaced ones (by logarithm) with both ends.
std::vector<double> axis_points(const std::set<double>& values, std::size_t most = kMostPoints) {
  std::vector<double> points(values.begin(), values.end());
  if (points.size() <= most) return points;
  std::vector<double> thin{points.front()};
  const double step = std::log(points.back() / points.front()) / static_cast<double>(most - 1);
  for (const double point : points)
    if (std::log(point / thin.back()) >= 0.999 * step) thin.push_back(point);
  if (thin.back() != points.back()) thin.push_back(points.back());
  return thin;
}

/// The widths that models have beside those measured: multiples of 1/16 of the next power of two.
std::vector<double> width_points(std::set<double> values) {
  const double first = *values.begin();
  const double last = *values.rbegin();
  constexpr double finest = 128.0;
  constexpr int parts = 8;
  for (double top = 2048.0; top / 2.0 < last;
       top *= 2.0)  // NOLINT(clang-analyzer-security.FloatLoopCounter): powers of two are exact
    for (int part = 1; part <= 2 * parts; ++part) {
      const double point = top / (2.0 * parts) * part;
      if (point > first && point < last && point >= finest) values.insert(point);
    }
  return axis_points(values, 64);
}

/// Rows of features and their target, for one booster.
struct Training {
  std::vector<float> rows, target;
  std::size_t columns = 0;
  void add(const std::vector<float>& row, double log_residual) {
    columns = row.size();
    rows.insert(rows.end(), row.begin(), row.end());
    target.push_back(static_cast<float>(log_residual));
  }
};

/// Calls `use` with every point of the lattice, last axis fastest.
void each_node(const std::vector<LatticeAxis>& axes,
               const std::function<void(std::span<const double>)>& use) {
  std::vector<std::size_t> index(axes.size(), 0);
  std::vector<double> point(axes.size());
  while (true) {
    for (std::size_t a = 0; a < axes.size(); ++a) point[a] = axes[a].points[index[a]];
    use(point);
    std::size_t a = axes.size();
    while (a > 0 && ++index[a - 1] == axes[a - 1].points.size()) index[--a] = 0;
    if (a == 0) return;
  }
}

/// Base form times the booster's residual at every node, in one batch.
Result<Lattice> tabulate(std::vector<LatticeAxis> axes, const Booster& booster,
                         const std::function<std::vector<float>(std::span<const double>)>& features,
                         const std::function<double(std::span<const double>)>& base) {
  std::vector<float> rows;
  std::vector<double> logs;
  each_node(axes, [&](std::span<const double> point) {
    const std::vector<float> row = features(point);
    rows.insert(rows.end(), row.begin(), row.end());
    logs.push_back(std::log(base(point)));
  });
  const auto residuals = booster.predict(rows);
  if (!residuals) return tl::unexpected<Error>(residuals.error());
  for (std::size_t i = 0; i < logs.size(); ++i) logs[i] += (*residuals)[i];
  return Lattice(std::move(axes), std::move(logs));
}

// --- GEMM

std::vector<float> gemm_features(const KernelRates& rates, double m, double n, double k) {
  std::vector<float> row{log2f_of(m),     log2f_of(n),     log2f_of(k),  log2f_of(m * n * k), log2f_of(m * n),
                         log2f_of(n * k), log2f_of(m * k), alignment(m), alignment(n),        alignment(k)};
  for (const auto& [a, b] : {std::pair{128.0, 256.0}, {256.0, 128.0}, {128.0, 128.0}}) {
    const double tiles = std::ceil(m / a) * std::ceil(n / b);
    row.push_back(static_cast<float>(std::ceil(tiles / rates.multiprocessors)));
    row.push_back(filled(tiles, rates.multiprocessors));
  }
  return row;
}

}  // namespace

Result<GemmModel> fit_gemm(const std::vector<const MeasuredGemm*>& rows, const hardware::Gpu& gpu,
                           const std::string& dtype) {
  GemmModel model;
  model.dtype = dtype;
  model.rates = kernel_rates(gpu, dtype);
  model.rows = static_cast<double>(rows.size());
  const bool low = model.rates.in_bytes < 2.0;
  model.quantises = low;
  GemmForm& form = model.form;
  if (low) form.cast = 1.0;
  std::vector<FormParameter> parameters{
      {&form.launch_us, 1.0}, {&form.efficiency, 0.2}, {&form.memory, 0.3},        {&form.small_k, 1.0},
      {&form.small_mn, 2.0},  {&form.wave, 1.0},       {&form.large, 0.03, false}, {&form.power, 0.3}};
  if (low) parameters.push_back({&form.cast, 1.0});
  std::vector<double> measured;
  measured.reserve(rows.size());
  for (const MeasuredGemm* row : rows) measured.push_back(row->seconds);
  const KernelRates rates = model.rates;
  fit_form(parameters, measured,
           [&](std::size_t i) { return form.seconds(rates, rows[i]->m, rows[i]->n, rows[i]->k); });
  form.large = std::clamp(form.large, -0.05, 0.2);
  Training training;
  std::set<double> m, n, k;
  for (const MeasuredGemm* row : rows) {
    training.add(gemm_features(rates, row->m, row->n, row->k),
                 std::log(row->seconds / form.seconds(rates, row->m, row->n, row->k)));
    m.insert(row->m), n.insert(row->n), k.insert(row->k);
  }
  const auto booster = Booster::train(training.rows, training.columns, training.target);
  if (!booster) return tl::unexpected<Error>(booster.error());
  auto lattice = tabulate(
      {{"m", axis_points(m), true}, {"n", width_points(n), true}, {"k", axis_points(k), true}}, *booster,
      [&](std::span<const double> at) { return gemm_features(rates, at[0], at[1], at[2]); },
      [&](std::span<const double> at) { return form.seconds(rates, at[0], at[1], at[2]); });
  if (!lattice) return tl::unexpected<Error>(lattice.error());
  model.lattice = std::move(*lattice);
  return model;
}

namespace {

// --- Attention

std::vector<float> attention_features(const KernelRates& rates, double sequence, double heads, double group,
                                      double head_dim, bool causal) {
  constexpr double block = 128.0;
  const double blocks = heads * std::ceil(sequence / block);
  return {log2f_of(sequence),
          log2f_of(heads),
          log2f_of(group),
          log2f_of(attention_flops(heads, sequence, head_dim, causal)),
          log2f_of(attention_bytes(heads, heads / group, sequence, head_dim)),
          static_cast<float>(head_dim),
          causal ? 1.0F : 0.0F,
          log2f_of(blocks),
          static_cast<float>(std::ceil(blocks / rates.multiprocessors)),
          filled(blocks, rates.multiprocessors),
          filled(blocks / 2.0, rates.multiprocessors),
          filled(sequence, block),
          alignment(sequence)};
}

AttentionModel attention_form(const AttentionRows& rows, const KernelRates& rates) {
  AttentionModel model;
  model.causal = rows.front()->causal;
  model.head_dim = static_cast<int>(rows.front()->head_dim);
  model.rates = rates;
  model.rows = static_cast<double>(rows.size());
  model.kernel = rows.front()->kernel;
  std::vector<double> measured;
  for (const MeasuredAttention* row : rows) measured.push_back(row->seconds);
  AttentionForm& form = model.form;
  const std::vector<FormParameter> parameters{{&form.launch_us, 1.0},
                                              {&form.efficiency, 0.4},
                                              {&form.memory, 0.4},
                                              {&form.half_sequence, 1.0},
                                              {&form.wave, 1.0}};
  fit_form(parameters, measured, [&](std::size_t i) {
    const MeasuredAttention& r = *rows[i];
    return form.seconds(rates, attention_flops(r.batch * r.heads, r.sequence, r.head_dim, r.causal),
                        attention_bytes(r.batch * r.heads, r.batch * r.kv_heads, r.sequence, r.head_dim),
                        r.sequence, r.batch * r.heads);
  });
  return model;
}

double attention_base(const AttentionModel& model, double sequence, double heads, double group) {
  return model.form.seconds(model.rates, attention_flops(heads, sequence, model.head_dim, model.causal),
                            attention_bytes(heads, heads / group, sequence, model.head_dim), sequence, heads);
}

}  // namespace

Result<std::vector<AttentionModel>> fit_attention(const std::map<std::pair<bool, int>, AttentionRows>& groups,
                                                  const hardware::Gpu& gpu) {
  const KernelRates rates = kernel_rates(gpu, "bf16");
  std::vector<AttentionModel> models;
  Training training;
  for (const auto& [key, rows] : groups) {
    models.push_back(attention_form(rows, rates));
    for (const MeasuredAttention* r : rows) {
      const double heads = r->batch * r->heads;
      const double group = r->heads / r->kv_heads;
      training.add(attention_features(rates, r->sequence, heads, group, r->head_dim, r->causal),
                   std::log(r->seconds / attention_base(models.back(), r->sequence, heads, group)));
    }
  }
  const auto booster = Booster::train(training.rows, training.columns, training.target);
  if (!booster) return tl::unexpected<Error>(booster.error());
  std::size_t index = 0;
  for (const auto& [key, rows] : groups) {
    AttentionModel& model = models[index++];
    std::set<double> sequence, heads, group;
    for (const MeasuredAttention* r : rows)
      sequence.insert(r->sequence), heads.insert(r->batch * r->heads), group.insert(r->heads / r->kv_heads);
    auto lattice = tabulate(
        {{"sequence", axis_points(sequence), true},
         {"heads", axis_points(heads), true},
         {"group", axis_points(group, 8), false}},
        *booster,
        [&](std::span<const double> at) {
          return attention_features(rates, at[0], at[1], at[2], model.head_dim, model.causal);
        },
        [&](std::span<const double> at) { return attention_base(model, at[0], at[1], at[2]); });
    if (!lattice) return tl::unexpected<Error>(lattice.error());
    model.lattice = std::move(*lattice);
  }
  return models;
}

namespace {

// --- Mixture of experts

std::vector<float> moe_features(const MoeShape& s) {
  constexpr double block = 128.0;
  const double each = s.rows / s.experts;
  return {log2f_of(s.rows),
          log2f_of(s.experts),
          log2f_of(s.hidden),
          log2f_of(s.inner),
          log2f_of(each),
          log2f_of(s.rows * s.hidden * s.inner),
          log2f_of(s.experts * s.hidden * s.inner),
          log2f_of(s.hidden * s.inner),
          filled(each, block),
          alignment(s.inner)};
}

/// Two products with tiles of 128 rows an expert; the form's seconds without tiles of its own.
double moe_base(const GemmForm& form, const KernelRates& rates, const MoeShape& s) {
  constexpr double block = 16.0;
  const double each = std::max(1.0, std::ceil(s.rows / s.experts / block)) * block;
  const double padded = std::max(s.rows, each * s.experts);
  const double flops = 6.0 * padded * s.hidden * s.inner;
  const double bytes =
      rates.in_bytes * (3.0 * s.experts * s.hidden * s.inner + s.rows * (s.hidden + s.inner)) +
      2.0 * s.rows * (s.hidden + 2.0 * s.inner);
  return form.smooth_seconds(rates, flops, bytes);
}

}  // namespace

MoeShape shape_of(const MeasuredMoe& kernel) {
  return {kernel.tokens * kernel.top_k / kernel.expert_parallel,
          std::ceil(kernel.experts / kernel.expert_parallel), kernel.hidden,
          kernel.inner / kernel.tensor_parallel};
}

Result<MoeModel> fit_moe(const std::vector<const MeasuredMoe*>& all, const hardware::Gpu& gpu,
                         const std::string& dtype) {
  MoeModel model;
  model.dtype = dtype;
  model.rates = kernel_rates(gpu, dtype);
  model.kernel = all.front()->kernel;
  model.form.launch_us = 20.0;
  model.form.efficiency = 0.5;
  std::vector<const MeasuredMoe*> rows;
  std::vector<double> measured;
  for (const MeasuredMoe* row : all)
    if (row->balanced) rows.push_back(row), measured.push_back(row->seconds);
  model.rows = static_cast<double>(rows.size());
  if (rows.size() < kFewestRows)
    return fail(code::too_few_rows, "moe", std::to_string(rows.size()),
                {Wanted::Kind::at_least, {std::to_string(kFewestRows)}});
  const std::vector<FormParameter> parameters{
      {&model.form.launch_us, 1.0}, {&model.form.efficiency, 0.5}, {&model.form.memory, 0.4}};
  fit_form(parameters, measured,
           [&](std::size_t i) { return moe_base(model.form, model.rates, shape_of(*rows[i])); });
  Training training;
  std::set<double> pairs, experts, hidden, inner;
  for (const MeasuredMoe* row : rows) {
    const MoeShape shape = shape_of(*row);
    training.add(moe_features(shape), std::log(row->seconds / moe_base(model.form, model.rates, shape)));
    pairs.insert(shape.rows), experts.insert(shape.experts), hidden.insert(shape.hidden);
    inner.insert(shape.inner);
  }
  const auto booster = Booster::train(training.rows, training.columns, training.target);
  if (!booster) return tl::unexpected<Error>(booster.error());
  constexpr std::size_t most_pairs = 24;
  constexpr std::size_t most_others = 12;
  auto lattice = tabulate(
      {{"rows", axis_points(pairs, most_pairs), true},
       {"experts", axis_points(experts, most_others), true},
       {"hidden", axis_points(hidden, most_others), true},
       {"inner", axis_points(inner, most_others), true}},
      *booster,
      [&](std::span<const double> at) {
        return moe_features({at[0], at[1], at[2], at[3]});
      },
      [&](std::span<const double> at) {
        return moe_base(model.form, model.rates, {at[0], at[1], at[2], at[3]});
      });
  if (!lattice) return tl::unexpected<Error>(lattice.error());
  model.lattice = std::move(*lattice);
  std::vector<double> ratios;
  for (const MeasuredMoe* row : all)
    if (!row->balanced) {
      const MoeShape s = shape_of(*row);
      ratios.push_back(row->seconds /
                       moe_model_seconds(model, model.rates, s.rows, s.experts, s.hidden, s.inner));
    }
  if (!ratios.empty()) {
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    model.skew = std::max(1.0, *middle);
  }
  return model;
}

// --- Collectives

CollectiveModel fit_collective(const std::vector<const MeasuredCollective*>& rows) {
  CollectiveModel model;
  model.op = rows.front()->op;
  model.ranks = rows.front()->ranks;
  model.rows = static_cast<double>(rows.size());
  std::map<double, std::vector<double>> by_size;
  std::vector<double> measured;
  double fastest = 0.0;
  for (const MeasuredCollective* row : rows) {
    by_size[row->bytes].push_back(std::log(row->seconds));
    measured.push_back(row->seconds);
    fastest = std::max(fastest, row->bytes / row->seconds);
  }
  LatticeAxis axis{"bytes", {}, true};
  std::vector<double> logs;
  for (const auto& [bytes, times] : by_size) {
    axis.points.push_back(bytes);
    double sum = 0.0;
    for (const double time : times) sum += time;
    logs.push_back(sum / static_cast<double>(times.size()));
  }
  model.lattice = Lattice({axis}, logs);
  model.bytes_per_second = fastest;
  model.root = 1e-9;
  const std::vector<FormParameter> parameters{
      {&model.latency_us, 1.0}, {&model.bytes_per_second, 0.5}, {&model.power, 0.3}, {&model.root, 1.5}};
  fit_form(parameters, measured, [&](std::size_t i) { return model.form_seconds(rows[i]->bytes); });
  return model;
}

}  // namespace astrolabe::cost
