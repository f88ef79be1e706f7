// Errors of the shipped kernel models on measured kernels that their fit has not seen (tests/data/kernels),
// by GPU type and operator: the table of the README.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/text.h"
#include "core/cost/kernel_fit.h"
#include "core/cost/kernel_library.h"

int main() {
  using namespace astrolabe;
  cost::MeasuredKernels unseen;
  for (const char* kernel : {"gemm", "attention", "moe", "collective"}) {
    const std::string path =
        std::string(ASTROLABE_SOURCE_DIR "/tests/data/kernels/unseen_") + kernel + ".csv";
    const auto text = read_text_file(path);
    if (!text || !cost::read_kernel_table(*text, path, hardware::Catalogue::built_in(), unseen)) {
      fmt::print(stderr, "{} can't be read\n", path);
      return 1;
    }
  }
  std::vector<cost::KernelTables> entries;
  for (const auto& entry : cost::KernelLibrary::built_in()->entries()) entries.push_back(*entry);
  const cost::KernelCheck check = cost::check_kernels(entries, unseen);
  std::vector<std::string> columns{"gemm bf16", "gemm fp8", "gemm fp8_block", "gemm nvfp4", "attention bf16"};
  std::map<std::string, std::map<std::string, const cost::TableError*>> by_gpu;
  for (const cost::TableError& table : check.tables) {
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
