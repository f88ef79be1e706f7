#include "core/calibration/measured_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/cost/kernel_model.h"

namespace astrolabe::calibration {

namespace {

struct Kind {
  const char* name;
  std::vector<std::string> columns;
};

const std::array<Kind, 4>& kinds() {
  static const std::array<Kind, 4> all{{
      {"gemm", {"gpu", "dtype", "m", "n", "k", "latency_us"}},
      {"attention",
       {"gpu", "dtype", "batch", "seq", "heads", "kv_heads", "head_dim", "causal", "latency_us"}},
      {"moe",
       {"gpu", "dtype", "tokens", "hidden", "inter", "topk", "experts", "tp", "ep", "distribution",
        "latency_us"}},
      {"collective", {"gpu", "op", "n_gpus", "bytes", "latency_us"}},
  }};
  return all;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// One row being read: getters remember the first mistake and then return fallbacks.
class Row {
 public:
  Row(const std::vector<std::string>& cells, const std::map<std::string, std::size_t>& columns)
      : m_cells(cells), m_columns(columns) {}

  std::string text(const std::string& column) const {
    const auto at = m_columns.find(column);
    if (at == m_columns.end() || at->second >= m_cells.size()) return {};
    return std::string(trim(m_cells[at->second]));
  }
  double whole(const std::string& column, double least, double most) {
    const auto number = parse_whole(text(column));
    if (!number || static_cast<double>(*number) < least || static_cast<double>(*number) > most)
      refuse(column, {Wanted::Kind::between, {format_number(least), format_number(most)}});
    return number ? static_cast<double>(*number) : least;
  }
  double positive(const std::string& column) {
    const auto number = parse_number(text(column));
    if (!number || *number <= 0.0) refuse(column, {Wanted::Kind::positive_number, {}});
    return number.value_or(1.0);
  }
  std::string one_of(const std::string& column, const std::vector<std::string>& allowed) {
    std::string value = lower(text(column));
    if (std::find(allowed.begin(), allowed.end(), value) == allowed.end())
      refuse(column, {Wanted::Kind::one_of, allowed});
    return value;
  }
  void refuse(const std::string& column, Wanted wanted) {
    if (m_error) return;
    m_error = Error{std::string(code::bad_table_row), {}, column, text(column), std::move(wanted)};
  }
  std::optional<Error> take_error() { return std::exchange(m_error, std::nullopt); }
  bool sound() const { return !m_error; }

 private:
  const std::vector<std::string>& m_cells;
  const std::map<std::string, std::size_t>& m_columns;
  std::optional<Error> m_error;
};

class TableReader {
 public:
  TableReader(const hardware::Catalogue& catalogue, MeasuredKernels& into)
      : m_catalogue(catalogue), m_into(into) {}

  void read(Row& row, std::string_view kind) {
    const hardware::Gpu* gpu = gpu_of(row);
    if (kind == "gemm")
      gemm(row, gpu);
    else if (kind == "attention")
      attention(row, gpu);
    else if (kind == "moe")
      moe(row, gpu);
    else
      collective(row, gpu);
    if (!row.sound()) return;
    const std::string source = row.text("source");
    if (!source.empty() && m_sources.insert(source).second) m_into.sources.push_back(source);
  }

 private:
  const hardware::Gpu* gpu_of(Row& row) {
    const std::string name = row.text("gpu");
    const auto [at, fresh] = m_gpus.try_emplace(name, nullptr);
    if (fresh) at->second = m_catalogue.find_gpu(name);
    if (at->second == nullptr) row.refuse("gpu", {Wanted::Kind::one_of, m_catalogue.near_gpus(name)});
    return at->second;
  }

  const cost::KernelRates& rates(const hardware::Gpu& gpu, const std::string& dtype) {
    const auto [at, fresh] = m_rates.try_emplace({gpu.id, dtype});
    if (fresh) at->second = cost::kernel_rates(gpu, dtype);
    return at->second;
  }

  /// The latency in seconds; refused when the GPU can't be that fast, or when it is `slowest` times slower.
  /// Bytes do not count: operands may have stayed in a cache between two runs.
  double seconds(Row& row, const hardware::Gpu* gpu, const std::string& dtype, double flops, double slowest) {
    const double us = row.positive("latency_us");
    if (gpu == nullptr || !row.sound()) return us * 1e-6;
    const cost::KernelRates& of = rates(*gpu, dtype);
    if (of.peak <= 0.0 || of.bandwidth <= 0.0) {
      row.refuse("gpu", {Wanted::Kind::text, {"a GPU whose peak rate and bandwidth the catalogue knows"}});
      return us * 1e-6;
    }
    // Measured peaks exceed catalogue rates by a few percent; another unit is off by a thousand.
    constexpr double slack = 0.5;
    constexpr double overhead_us = 30.0;
    constexpr double launch_us = 0.5;  // no launch is shorter
    const double least = std::max(launch_us, slack * cost::roofline_seconds(of, flops, 0.0) * 1e6);
    const double most = slowest * (cost::roofline_seconds(of, flops, 0.0) * 1e6 + overhead_us);
    if (us < least || us > most)
      row.refuse("latency_us", {Wanted::Kind::text,
                                {"microseconds between " + format_number(std::round(least * 100) / 100) +
                                 " (the GPU's peak) and " + format_number(std::round(most))}});
    return us * 1e-6;
  }

  void gemm(Row& row, const hardware::Gpu* gpu) {
    MeasuredGemm kernel;
    kernel.dtype = row.one_of("dtype", {"bf16", "fp16", "fp8", "fp8_block", "nvfp4"});
    kernel.m = row.whole("m", 1, kMost), kernel.n = row.whole("n", 1, kMost),
    kernel.k = row.whole("k", 1, kMost);
    kernel.seconds = seconds(row, gpu, kernel.dtype, 2.0 * kernel.m * kernel.n * kernel.k, kSlowest);
    if (!row.sound()) return;
    kernel.gpu = gpu->id;
    m_into.gemm.push_back(std::move(kernel));
  }

  void attention(Row& row, const hardware::Gpu* gpu) {
    MeasuredAttention kernel;
    kernel.dtype = row.one_of("dtype", {"bf16", "fp16"});
    kernel.batch = row.whole("batch", 1, kMost), kernel.sequence = row.whole("seq", 1, kMost);
    kernel.heads = row.whole("heads", 1, kMost), kernel.kv_heads = row.whole("kv_heads", 1, kMost);
    kernel.head_dim = row.whole("head_dim", 1, 1024);
    kernel.causal = row.whole("causal", 0, 1) > 0.0;
    if (kernel.kv_heads > kernel.heads)
      row.refuse("kv_heads", {Wanted::Kind::between, {"1", format_number(kernel.heads)}});
    const double flops =
        cost::attention_flops(kernel.batch * kernel.heads, kernel.sequence, kernel.head_dim, kernel.causal);
    kernel.seconds = seconds(row, gpu, "bf16", flops, kSlowest);
    if (!row.sound()) return;
    kernel.gpu = gpu->id;
    kernel.kernel = row.text("kernel");
    m_into.attention.push_back(std::move(kernel));
  }

  void moe(Row& row, const hardware::Gpu* gpu) {
    MeasuredMoe kernel;
    kernel.dtype = row.one_of("dtype", {"bf16", "fp16", "fp8", "fp8_block", "nvfp4"});
    kernel.tokens = row.whole("tokens", 1, kMost), kernel.hidden = row.whole("hidden", 1, kMost);
    kernel.inner = row.whole("inter", 1, kMost), kernel.experts = row.whole("experts", 1, kMost);
    kernel.top_k = row.whole("topk", 1, kernel.experts);
    kernel.tensor_parallel = row.whole("tp", 1, kMost),
    kernel.expert_parallel = row.whole("ep", 1, kernel.experts);
    const std::string distribution = row.text("distribution");
    kernel.balanced = distribution == "balanced";
    if (!kernel.balanced && !distribution.starts_with("power_law"))
      row.refuse("distribution", {Wanted::Kind::one_of, {"balanced", "power_law_1.2"}});
    const double flops = 6.0 * kernel.tokens * kernel.top_k / kernel.expert_parallel * kernel.hidden *
                         kernel.inner / kernel.tensor_parallel;
    kernel.seconds = seconds(row, gpu, kernel.dtype, 0.5 * flops, kSlowestMoe);  // no gate: two thirds
    if (!row.sound()) return;
    kernel.gpu = gpu->id;
    kernel.kernel = row.text("kernel");
    m_into.moe.push_back(std::move(kernel));
  }

  void collective(Row& row, const hardware::Gpu* gpu) {
    MeasuredCollective kernel;
    kernel.op = row.one_of("op", {"all_gather", "all_reduce", "reduce_scatter", "all_to_all"});
    kernel.ranks = static_cast<int>(row.whole("n_gpus", 2, 1024));
    kernel.bytes = row.positive("bytes");
    const double us = row.positive("latency_us");
    kernel.seconds = us * 1e-6;
    if (gpu != nullptr && row.sound()) {
      // The buffer itself passes through device memory, and no collective in a node takes a second a GB more.
      const double bandwidth = gpu->memory_bandwidth.value_or(BytesPerSecond{1e13}).value;
      const double least = 0.5 * kernel.bytes / kernel.ranks / bandwidth * 1e6;
      const double most = 1e5 + kernel.bytes / 1e8 * 1e6;
      if (us < least || us > most || us < 0.1)
        row.refuse("latency_us", {Wanted::Kind::text,
                                  {"microseconds between " + format_number(std::max(0.1, least)) + " and " +
                                   format_number(std::round(most))}});
    }
    if (!row.sound()) return;
    kernel.gpu = gpu->id;
    m_into.collectives.push_back(std::move(kernel));
  }

  static constexpr double kMost = 16777216.0;  // 2^24
  static constexpr double kSlowest = 100.0;
  static constexpr double kSlowestMoe = 2000.0;  // few rows an expert: the time is that of the weights
  const hardware::Catalogue& m_catalogue;
  MeasuredKernels& m_into;
  std::map<std::string, const hardware::Gpu*> m_gpus;
  std::map<std::pair<std::string, std::string>, cost::KernelRates> m_rates;
  std::set<std::string> m_sources;
};

/// The kind whose columns are all there, or the one that lacks the fewest.
struct KindHeader {
  const Kind* kind = nullptr;
  std::vector<std::string> missing;
};

KindHeader header_of(const std::map<std::string, std::size_t>& columns) {
  KindHeader best;
  double best_share = 2.0;
  for (const Kind& kind : kinds()) {
    std::vector<std::string> missing;
    for (const std::string& column : kind.columns)
      if (!columns.contains(column)) missing.push_back(column);
    const double share = static_cast<double>(missing.size()) / static_cast<double>(kind.columns.size());
    if (share < best_share) best = {&kind, std::move(missing)}, best_share = share;
  }
  return best;
}

}  // namespace

Result<void> read_kernel_table(std::string_view csv, const std::string& file,
                               const hardware::Catalogue& catalogue, MeasuredKernels& into) {
  if (csv.starts_with("\xEF\xBB\xBF")) csv.remove_prefix(3);
  std::vector<int> lines;
  const CsvTable table = read_csv(csv, ',', &lines);
  std::map<std::string, std::size_t> columns;
  std::vector<std::string> names;
  if (!table.empty())
    for (std::size_t c = 0; c < table[0].size(); ++c) {
      names.emplace_back(trim(table[0][c]));
      if (!columns.emplace(names.back(), c).second)
        return tl::unexpected<Error>(Error{std::string(code::bad_table_header),
                                           file,
                                           "row 1, column " + names.back(),
                                           names.back() + " twice",
                                           {Wanted::Kind::once, {}}});
    }
  const KindHeader header = header_of(columns);
  if (!header.missing.empty())
    return tl::unexpected<Error>(
        Error{std::string(code::bad_table_header),
              file,
              "row 1",
              listed(names),
              {Wanted::Kind::text, {listed(header.missing) + " for a table of kind " + header.kind->name}}});
  TableReader reader(catalogue, into);
  for (std::size_t r = 1; r < table.size(); ++r) {
    const std::string place = "row " + std::to_string(r < lines.size() ? lines[r] : static_cast<int>(r) + 1);
    if (table[r].size() != names.size()) {
      into.skipped.push_back(Error{std::string(code::bad_table_row),
                                   file,
                                   place,
                                   std::to_string(table[r].size()) + " cells",
                                   {Wanted::Kind::text, {std::to_string(names.size()) + " cells"}}});
      continue;
    }
    Row row(table[r], columns);
    reader.read(row, header.kind->name);
    if (auto error = row.take_error()) {
      error->file = file;
      error->where = place + ", column " + error->where;
      into.skipped.push_back(std::move(*error));
    }
  }
  return {};
}

}  // namespace astrolabe::calibration
