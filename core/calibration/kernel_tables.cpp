#include "core/calibration/kernel_tables.h"

#include "core/base/file_read.h"
#include "core/calibration/kernel_fit.h"
#include "core/cost/kernel_library.h"

namespace astrolabe::calibration {

namespace {

Result<MeasuredKernels> read_all(const std::vector<std::string>& files,
                                 const hardware::Catalogue& catalogue) {
  MeasuredKernels measured;
  for (const std::string& file : files) {
    const auto text = read_text_file(file, file_limit::table);
    if (!text) return tl::unexpected<Error>(text.error());
    if (const auto read = read_kernel_table(*text, file, catalogue, measured); !read)
      return tl::unexpected<Error>(read.error());
  }
  return measured;
}

/// Errors of the models that ship with the program.
std::vector<TableError> shipped_errors(const MeasuredKernels& measured) {
  std::vector<cost::KernelTables> entries;
  for (const auto& entry : cost::KernelLibrary::built_in()->entries()) entries.push_back(*entry);
  return check_kernels(entries, measured).tables;
}

/// Takes the models of one table out.
void leave_out(std::vector<cost::KernelTables>& entries, const TableError& table) {
  for (cost::KernelTables& entry : entries) {
    if (entry.gpu != table.gpu) continue;
    if (table.kernel == "gemm") entry.gemm.erase(table.dtype);
    if (table.kernel == "attention") entry.attention.clear();
    if (table.kernel == "moe")
      std::erase_if(entry.moe, [&](const cost::MoeModel& model) {
        return moe_table_name(model.dtype, model.balanced) == table.dtype;
      });
    if (table.kernel == "collective")
      std::erase_if(entry.collectives,
                    [&](const cost::CollectiveModel& model) { return model.op == table.dtype; });
  }
}

}  // namespace

Result<KernelReport> fit_kernel_tables(const std::vector<std::string>& tables,
                                       const std::vector<std::string>& held_out, bool also_worse,
                                       const hardware::Catalogue& catalogue, int workers,
                                       std::vector<Error>& skipped) {
  const auto measured = read_all(tables, catalogue);
  if (!measured) return tl::unexpected<Error>(measured.error());
  const auto unseen = read_all(held_out, catalogue);
  if (!unseen) return tl::unexpected<Error>(unseen.error());
  skipped = measured->skipped;
  skipped.insert(skipped.end(), unseen->skipped.begin(), unseen->skipped.end());
  if (measured->rows() == 0 && !measured->skipped.empty()) {
    skipped.erase(skipped.begin());
    return tl::unexpected<Error>(measured->skipped.front());
  }
  KernelFitOptions options;
  options.workers = workers;
  auto fit = fit_kernels(*measured, catalogue, options);
  if (!fit) return tl::unexpected<Error>(Error(fit.error()).in_file(tables.front()));
  KernelReport report;
  report.held_out = !held_out.empty();
  const MeasuredKernels& judging = report.held_out ? *unseen : *measured;
  const KernelCheck check = check_kernels(fit->entries, judging);
  const std::vector<TableError> shipped = shipped_errors(judging);
  for (const TableError& table : check.tables) {
    KernelTableError& told = report.tables.emplace_back(KernelTableError{
        table.gpu, table.kernel, table.dtype, table.rows, table.median_abs_error, table.p95_abs_error});
    for (const TableError& before : shipped)
      if (before.gpu == table.gpu && before.kernel == table.kernel && before.dtype == table.dtype)
        told.median_before = before.median_abs_error;
    told.taken = also_worse || !told.median_before || table.median_abs_error <= *told.median_before;
    if (!told.taken) leave_out(fit->entries, table);
  }
  std::erase_if(fit->entries, [](const cost::KernelTables& entry) {
    return entry.gemm.empty() && entry.attention.empty() && entry.moe.empty() && entry.collectives.empty();
  });
  if (!fit->entries.empty()) report.models = cost::write_kernel_file(fit->entries);
  for (const Unfitted& table : fit->too_small)
    report.too_small.push_back({table.gpu, table.kernel, table.dtype, table.rows, 0.0, 0.0});
  report.unmatched = check.unmatched;
  return report;
}

Result<void> use_kernel_models(const std::string& bytes, const hardware::Catalogue& catalogue) {
  const auto entries = cost::read_kernel_file(bytes);
  if (!entries) return tl::unexpected<Error>(entries.error());
  if (auto sound = cost::check_kernel_types(*entries, catalogue); !sound) return sound;
  cost::use_kernel_library(cost::KernelLibrary::built_in()->with(*entries));
  return {};
}

}  // namespace astrolabe::calibration
