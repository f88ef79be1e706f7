// Fitted kernel models against measured rows that they have not seen.

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/calibration/kernel_fit.h"
#include "core/calibration/table_fit.h"
#include "core/cost/kernel_time.h"

namespace astrolabe::calibration {

namespace {

/// The value at `share` of the sorted errors, linear between neighbours.
double quantile(std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(at);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

class Errors {
 public:
  explicit Errors(const std::vector<cost::KernelTables>& entries) {
    for (const cost::KernelTables& entry : entries) m_entries[entry.gpu] = &entry;
  }
  template <class Row, class DtypeOf>
  void add(const std::vector<Row>& rows, const char* kernel, DtypeOf dtype_of) {
    for (const Row& row : rows) {
      const auto entry = m_entries.find(row.gpu);
      const auto predicted = entry == m_entries.end() ? std::nullopt : predicted_seconds(*entry->second, row);
      if (!predicted)
        ++m_unmatched;
      else
        m_errors[{row.gpu, kernel, dtype_of(row)}].push_back(std::fabs(*predicted / row.seconds - 1.0));
    }
  }
  KernelCheck finish() {
    constexpr double tail = 0.95;
    KernelCheck check;
    check.unmatched = m_unmatched;
    for (auto& [key, errors] : m_errors) {
      std::sort(errors.begin(), errors.end());
      check.tables.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key),
                              static_cast<int>(errors.size()), quantile(errors, 0.5),
                              quantile(errors, tail)});
    }
    return check;
  }

 private:
  std::map<std::string, const cost::KernelTables*> m_entries;
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<double>> m_errors;
  int m_unmatched = 0;
};

}  // namespace

std::optional<double> predicted_seconds(const cost::KernelTables& tables, const MeasuredGemm& kernel) {
  const auto model = tables.gemm.find(kernel.dtype);
  if (model == tables.gemm.end()) return std::nullopt;
  const cost::GemmModel& fitted = model->second;
  const double product = cost::gemm_model_seconds(fitted, fitted.rates, kernel.m, kernel.n, kernel.k);
  return product +
         (fitted.quantises ? fitted.form.quantising_seconds(fitted.rates, kernel.m, kernel.k) : 0.0);
}

std::optional<double> predicted_seconds(const cost::KernelTables& tables, const MeasuredAttention& kernel) {
  const cost::AttentionModel* model = tables.find_attention(kernel.causal, static_cast<int>(kernel.head_dim));
  if (model == nullptr) return std::nullopt;
  return cost::attention_model_seconds(*model, model->rates, kernel.batch * kernel.heads,
                                       kernel.heads / kernel.kv_heads, kernel.sequence, kernel.head_dim);
}

std::optional<double> predicted_seconds(const cost::KernelTables& tables, const MeasuredMoe& kernel) {
  const cost::MoeModel* model = tables.find_moe(kernel.dtype, kernel.kernel, kernel.balanced);
  if (model == nullptr) return std::nullopt;
  const MoeShape s = shape_of(kernel, model->load);
  return cost::moe_model_seconds(*model, model->rates, s.rows, s.experts, s.hidden, s.inner, s.pairs);
}

std::optional<double> predicted_seconds(const cost::KernelTables& tables, const MeasuredCollective& kernel) {
  const cost::CollectiveModel* model = tables.find_collective(kernel.op, kernel.ranks);
  if (model == nullptr) return std::nullopt;
  return cost::collective_model_seconds(*model, kernel.bytes);
}

std::string moe_table_name(const std::string& dtype, bool balanced) {
  return dtype + (balanced ? "" : ", skewed");
}

KernelCheck check_kernels(const std::vector<cost::KernelTables>& entries, const MeasuredKernels& held_out) {
  Errors errors(entries);
  errors.add(held_out.gemm, "gemm", [](const MeasuredGemm& row) { return row.dtype; });
  errors.add(held_out.attention, "attention", [](const MeasuredAttention& row) { return row.dtype; });
  errors.add(held_out.moe, "moe",
             [](const MeasuredMoe& row) { return moe_table_name(row.dtype, row.balanced); });
  errors.add(held_out.collectives, "collective", [](const MeasuredCollective& row) { return row.op; });
  return errors.finish();
}

}  // namespace astrolabe::calibration
