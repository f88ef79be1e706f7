// Errors of the shipped kernel models on measured kernels that their fit has not seen (tests/data/kernels, or
// the tables named), by GPU type and operator: the table of the README. --rows prints every product and
// attention, too.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "core/base/file_read.h"
#include "core/base/text.h"
#include "core/calibration/kernel_fit.h"
#include "core/cost/kernel_library.h"

namespace {

using namespace astrolabe;

void print_rows(const std::vector<cost::KernelTables>& entries,
                const calibration::MeasuredKernels& measured) {
  const auto line = [&](const std::string& gpu, const std::string& what, double seconds, const auto& kernel) {
    for (const cost::KernelTables& entry : entries) {
      const auto predicted = entry.gpu == gpu ? calibration::predicted_seconds(entry, kernel) : std::nullopt;
      if (predicted)
        fmt::print("{} {}: {:.5g} us measured, {:.5g} predicted, {:+.1f} %\n", gpu, what, 1e6 * seconds,
                   1e6 * *predicted, 100.0 * (*predicted / seconds - 1.0));
    }
  };
  for (const calibration::MeasuredGemm& row : measured.gemm)
    line(row.gpu, fmt::format("{} {} x {} x {}", row.dtype, row.m, row.n, row.k), row.seconds, row);
  for (const calibration::MeasuredAttention& row : measured.attention)
    line(row.gpu,
         fmt::format("{} {} x {}, {} heads, {} of keys", row.kernel, row.batch, row.sequence, row.heads,
                     row.kv_heads),
         row.seconds, row);
}

}  // namespace

int main(int count, char** arguments) {
  calibration::MeasuredKernels unseen;
  std::vector<std::string> paths;
  bool rows = false;
  for (int i = 1; i < count; ++i) {
    if (std::string_view(arguments[i]) == "--rows")
      rows = true;
    else
      paths.emplace_back(arguments[i]);
  }
  if (paths.empty())
    for (const char* kernel : {"gemm", "attention", "moe", "collective"})
      paths.push_back(std::string(ASTROLABE_SOURCE_DIR "/tests/data/kernels/unseen_") + kernel + ".csv");
  for (const std::string& path : paths) {
    const auto text = read_text_file(path);
    if (!text || !calibration::read_kernel_table(*text, path, hardware::Catalogue::built_in(), unseen)) {
      fmt::print(stderr, "{} can't be read\n", path);
      return 1;
    }
  }
  std::vector<cost::KernelTables> entries;
  for (const auto& entry : cost::KernelLibrary::built_in()->entries()) entries.push_back(*entry);
  if (rows) print_rows(entries, unseen);
  const calibration::KernelCheck check = calibration::check_kernels(entries, unseen);
  std::vector<std::string> columns{"gemm bf16", "gemm fp8", "gemm fp8_block", "gemm nvfp4", "attention bf16"};
  std::map<std::string, std::map<std::string, const calibration::TableError*>> by_gpu;
  for (const calibration::TableError& table : check.tables) {
    const std::string column = table.kernel + " " + table.dtype;
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
    by_gpu[table.gpu][column] = &table;
  }
  fmt::print("| GPU |");
  for (const std::string& column : columns) fmt::print(" {} |", column);
  fmt::print("\n|---|");
  for (std::size_t i = 0; i < columns.size(); ++i) fmt::print("---|");
  for (const auto& [gpu, tables] : by_gpu) {
    fmt::print("\n| {} |", gpu);
    for (const std::string& column : columns) {
      const auto table = tables.find(column);
      if (table == tables.end())
        fmt::print(" – |");
      else
        fmt::print(" {:.1f} / {:.0f} ({}) |", 100.0 * table->second->median_abs_error,
                   100.0 * table->second->p95_abs_error, table->second->rows);
    }
  }
  fmt::print("\n");
  return 0;
}
