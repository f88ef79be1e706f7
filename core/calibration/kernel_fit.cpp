#include "core/calibration/kernel_fit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "core/base/error_codes.h"
#include "core/base/parallel.h"
#include "core/calibration/table_fit.h"
#include "core/cost/kernel_time.h"

namespace astrolabe::calibration {

namespace {

template <class Key, class Row>
std::map<Key, std::vector<const Row*>> grouped(const std::vector<Row>& rows,
                                               const std::function<Key(const Row&)>& key) {
  std::map<Key, std::vector<const Row*>> groups;
  for (const Row& row : rows) groups[key(row)].push_back(&row);
  return groups;
}

/// Everything that can be fitted side by side: each writes only its own model.
class Fitting {
 public:
  Fitting(const hardware::Catalogue& catalogue, const KernelFitOptions& options)
      : m_catalogue(catalogue), m_options(options) {}

  void add(const MeasuredKernels& measured) {
    using Pair = std::pair<std::string, std::string>;
    for (auto& [key, rows] : grouped<Pair, MeasuredGemm>(measured.gemm, [](const MeasuredGemm& row) {
           return Pair{row.gpu, row.dtype};
         }))
      if (enough(key.first, "gemm", key.second, rows.size()))
        m_tasks.emplace_back(
            key.first, [&gpu = gpu_of(key.first), dtype = key.second, rows = rows](cost::KernelTables& into) {
              return keep(fit_gemm(rows, gpu, dtype),
                          [&](cost::GemmModel model) { into.gemm[dtype] = std::move(model); });
            });
    for (auto& [gpu, rows] : grouped<std::string, MeasuredAttention>(
             measured.attention, [](const MeasuredAttention& row) { return row.gpu; })) {
      std::map<std::pair<bool, int>, AttentionRows> groups;
      for (const MeasuredAttention* row : rows)
        groups[{row->causal, static_cast<int>(row->head_dim)}].push_back(row);
      for (auto at = groups.begin(); at != groups.end();)
        at = enough(gpu, "attention", std::to_string(at->first.second), at->second.size()) ? std::next(at)
                                                                                           : groups.erase(at);
      if (groups.empty()) continue;
      m_tasks.emplace_back(gpu, [&type = gpu_of(gpu), groups](cost::KernelTables& into) {
        return keep(fit_attention(groups, type),
                    [&](std::vector<cost::AttentionModel> models) { into.attention = std::move(models); });
      });
    }
    using MoeKey = std::tuple<std::string, std::string, std::string, bool>;
    for (auto& [key, rows] : grouped<MoeKey, MeasuredMoe>(measured.moe, [](const MeasuredMoe& row) {
           return MoeKey{row.gpu, row.dtype, row.kernel, !row.balanced};
         }))
      if (const std::string& gpu = std::get<0>(key); enough(gpu, "moe", std::get<1>(key), rows.size()))
        m_tasks.emplace_back(gpu, [&type = gpu_of(gpu), rows = rows](cost::KernelTables& into) {
          return keep(fit_moe(rows, type),
                      [&](cost::MoeModel model) { into.moe.push_back(std::move(model)); });
        });
    for (auto& [gpu, rows] : grouped<std::string, MeasuredCollective>(
             measured.collectives, [](const MeasuredCollective& row) { return row.gpu; }))
      add_collectives(gpu, rows);
  }

  Result<KernelFit> run(const std::vector<std::string>& sources) {
    std::vector<cost::KernelTables> parts(m_tasks.size());
    m_errors.resize(m_tasks.size());
    parallel_for(m_tasks.size(), m_options.workers, {},
                 [&](std::size_t i, int) { m_errors[i] = m_tasks[i].second(parts[i]); });
    for (const std::optional<Error>& error : m_errors)
      if (error) return tl::unexpected<Error>(*error);
    std::map<std::string, cost::KernelTables> by_gpu;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      cost::KernelTables& entry = by_gpu[m_tasks[i].first];
      entry.gemm.merge(parts[i].gemm);
      std::move(parts[i].moe.begin(), parts[i].moe.end(), std::back_inserter(entry.moe));
      std::move(parts[i].attention.begin(), parts[i].attention.end(), std::back_inserter(entry.attention));
      std::move(parts[i].collectives.begin(), parts[i].collectives.end(),
                std::back_inserter(entry.collectives));
    }
    KernelFit fit;
    fit.too_small = std::move(m_too_small);
    for (auto& [gpu, entry] : by_gpu) {
      entry.gpu = gpu;
      for (const std::string& source : sources) entry.source += (entry.source.empty() ? "" : "; ") + source;
      fit.entries.push_back(std::move(entry));
    }
    if (fit.entries.empty())
      return fail(code::too_few_rows, "every table", "fewer rows than a fit needs",
                  {Wanted::Kind::text,
                   {"at least " + std::to_string(kFewestRows) + " rows of one GPU and data type, or " +
                    std::to_string(kFewestSizes) + " sizes of a collective"}});
    return fit;
  }

 private:
  using Work = std::function<std::optional<Error>(cost::KernelTables&)>;

  const hardware::Gpu& gpu_of(const std::string& id) const { return *m_catalogue.find_gpu(id); }

  bool enough(const std::string& gpu, const char* kernel, const std::string& dtype, std::size_t rows,
              int fewest = kFewestRows) {
    if (static_cast<int>(rows) >= fewest) return true;
    m_too_small.push_back({gpu, kernel, dtype, static_cast<int>(rows)});
    return false;
  }

  template <class T, class Use>
  static std::optional<Error> keep(Result<T> result, Use use) {
    if (!result) return result.error();
    use(std::move(*result));
    return std::nullopt;
  }

  void add_collectives(const std::string& gpu, const std::vector<const MeasuredCollective*>& rows) {
    std::map<std::pair<std::string, int>, std::vector<const MeasuredCollective*>> groups;
    for (const MeasuredCollective* row : rows) groups[{row->op, row->ranks}].push_back(row);
    for (auto& [key, group] : groups) {
      std::set<double> sizes;
      for (const MeasuredCollective* row : group) sizes.insert(row->bytes);
      if (enough(gpu, "collective", key.first, sizes.size(), kFewestSizes))
        m_tasks.emplace_back(gpu, [group = group](cost::KernelTables& into) {
          into.collectives.push_back(fit_collective(group));
          return std::optional<Error>();
        });
    }
  }

  const hardware::Catalogue& m_catalogue;
  const KernelFitOptions& m_options;
  std::vector<std::pair<std::string, Work>> m_tasks;
  std::vector<std::optional<Error>> m_errors;
  std::vector<Unfitted> m_too_small;
};

}  // namespace

Result<KernelFit> fit_kernels(const MeasuredKernels& measured, const hardware::Catalogue& catalogue,
                              const KernelFitOptions& options) {
  Fitting fitting(catalogue, options);
  fitting.add(measured);
  return fitting.run(measured.sources);
}

}  // namespace astrolabe::calibration
