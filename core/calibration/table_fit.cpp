#include "core/calibration/table_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "core/base/error_codes.h"
#include "core/calibration/booster.h"
#include "core/calibration/form_fit.h"
#include "core/calibration/tabulate.h"

namespace astrolabe::calibration {

namespace {

// --- GEMM

std::vector<float> gemm_features(const cost::KernelRates& rates, double m, double n, double k) {
  std::vector<float> row{log2f_of(m),     log2f_of(n),     log2f_of(k),  log2f_of(m * n * k), log2f_of(m * n),
                         log2f_of(n * k), log2f_of(m * k), alignment(m), alignment(n),        alignment(k)};
  for (const auto& [a, b] : {std::pair{128.0, 256.0}, {256.0, 128.0}, {128.0, 128.0}}) {
    const double tiles = std::ceil(m / a) * std::ceil(n / b);
    row.push_back(static_cast<float>(std::ceil(tiles / rates.multiprocessors)));
    row.push_back(filled(tiles, rates.multiprocessors));
  }
  return row;
}

/// Leaves the product alone in the logarithms at the nodes. A product that its quantising hides keeps a fifth
/// of the time.
void take_off_quantising(const cost::GemmModel& model, const std::vector<cost::LatticeAxis>& axes,
                         std::vector<double>& logs) {
  constexpr double least = 0.2;
  std::size_t node = 0;
  for (const double m : axes[0].points)
    for (std::size_t n = 0; n < axes[1].points.size(); ++n)
      for (const double k : axes[2].points) {
        const double total = std::exp(logs[node]);
        logs[node++] =
            std::log(std::max(total - model.form.quantising_seconds(model.rates, m, k), least * total));
      }
}

}  // namespace

Result<cost::GemmModel> fit_gemm(const std::vector<const MeasuredGemm*>& rows, const hardware::Gpu& gpu,
                                 const std::string& dtype) {
  cost::GemmModel model;
  model.dtype = dtype;
  model.rates = cost::kernel_rates(gpu, dtype);
  model.rows = static_cast<double>(rows.size());
  const bool low = model.rates.in_bytes < 2.0;
  model.quantises = low;
  cost::GemmForm& form = model.form;
  if (low) form.cast = 1.0;
  std::vector<FormParameter> parameters{
      {&form.launch_us, 1.0}, {&form.efficiency, 0.2}, {&form.memory, 0.3},        {&form.small_k, 1.0},
      {&form.small_mn, 2.0},  {&form.wave, 1.0},       {&form.large, 0.03, false}, {&form.power, 0.3}};
  if (low) parameters.push_back({&form.cast, 1.0});
  std::vector<double> measured;
  measured.reserve(rows.size());
  for (const MeasuredGemm* row : rows) measured.push_back(row->seconds);
  const cost::KernelRates rates = model.rates;
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
  const auto booster = training.train();
  if (!booster) return tl::unexpected<Error>(booster.error());
  const std::vector<cost::LatticeAxis> axes{
      {"m", axis_points(m), true}, {"n", width_points(n), true}, {"k", axis_points(k), true}};
  auto logs = tabulated_logs(
      axes, *booster, [&](std::span<const double> at) { return gemm_features(rates, at[0], at[1], at[2]); },
      [&](std::span<const double> at) { return form.seconds(rates, at[0], at[1], at[2]); });
  if (!logs) return tl::unexpected<Error>(logs.error());
  if (low) take_off_quantising(model, axes, *logs);
  model.lattice = cost::Lattice(axes, std::move(*logs));
  return model;
}

namespace {

// --- Attention

std::vector<float> attention_features(const cost::KernelRates& rates, double sequence, double heads,
                                      double group, double head_dim, bool causal) {
  constexpr double block = 128.0;
  const double blocks = heads * std::ceil(sequence / block);
  return {log2f_of(sequence),
          log2f_of(heads),
          log2f_of(group),
          log2f_of(cost::attention_flops(heads, sequence, head_dim, causal)),
          log2f_of(cost::attention_bytes(heads, heads / group, sequence, head_dim)),
          static_cast<float>(head_dim),
          causal ? 1.0F : 0.0F,
          log2f_of(blocks),
          static_cast<float>(std::ceil(blocks / rates.multiprocessors)),
          filled(blocks, rates.multiprocessors),
          filled(blocks / 2.0, rates.multiprocessors),
          filled(sequence, block),
          alignment(sequence)};
}

cost::AttentionModel attention_form(const AttentionRows& rows, const cost::KernelRates& rates) {
  cost::AttentionModel model;
  model.causal = rows.front()->causal;
  model.head_dim = static_cast<int>(rows.front()->head_dim);
  model.rates = rates;
  model.rows = static_cast<double>(rows.size());
  model.kernel = rows.front()->kernel;
  std::vector<double> measured;
  for (const MeasuredAttention* row : rows) measured.push_back(row->seconds);
  cost::AttentionForm& form = model.form;
  const std::vector<FormParameter> parameters{{&form.launch_us, 1.0},
                                              {&form.efficiency, 0.4},
                                              {&form.memory, 0.4},
                                              {&form.half_sequence, 1.0},
                                              {&form.wave, 1.0}};
  fit_form(parameters, measured, [&](std::size_t i) {
    const MeasuredAttention& r = *rows[i];
    return form.seconds(
        rates, cost::attention_flops(r.batch * r.heads, r.sequence, r.head_dim, r.causal),
        cost::attention_bytes(r.batch * r.heads, r.batch * r.kv_heads, r.sequence, r.head_dim), r.sequence,
        r.batch * r.heads);
  });
  return model;
}

double attention_base(const cost::AttentionModel& model, double sequence, double heads, double group) {
  return model.form.seconds(model.rates, cost::attention_flops(heads, sequence, model.head_dim, model.causal),
                            cost::attention_bytes(heads, heads / group, sequence, model.head_dim), sequence,
                            heads);
}

}  // namespace

Result<std::vector<cost::AttentionModel>> fit_attention(
    const std::map<std::pair<bool, int>, AttentionRows>& groups, const hardware::Gpu& gpu) {
  const cost::KernelRates rates = cost::kernel_rates(gpu, "bf16");
  std::vector<cost::AttentionModel> models;
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
  const auto booster = training.train();
  if (!booster) return tl::unexpected<Error>(booster.error());
  std::size_t index = 0;
  for (const auto& [key, rows] : groups) {
    cost::AttentionModel& model = models[index++];
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

// --- Collectives

cost::CollectiveModel fit_collective(const std::vector<const MeasuredCollective*>& rows) {
  cost::CollectiveModel model;
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
  cost::LatticeAxis axis{"bytes", {}, true};
  std::vector<double> logs;
  for (const auto& [bytes, times] : by_size) {
    axis.points.push_back(bytes);
    double sum = 0.0;
    for (const double time : times) sum += time;
    logs.push_back(sum / static_cast<double>(times.size()));
  }
  model.lattice = cost::Lattice({axis}, logs);
  model.bytes_per_second = fastest;
  model.root = 1e-9;
  const std::vector<FormParameter> parameters{
      {&model.latency_us, 1.0}, {&model.bytes_per_second, 0.5}, {&model.power, 0.3}, {&model.root, 1.5}};
  fit_form(parameters, measured, [&](std::size_t i) { return model.form_seconds(rows[i]->bytes); });
  return model;
}

}  // namespace astrolabe::calibration
