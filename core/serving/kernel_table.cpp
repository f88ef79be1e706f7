// Tables of measured inference kernels, read.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/table_row.h"
#include "core/base/text.h"
#include "core/serving/own_kernels.h"

namespace astrolabe::serving {

namespace {

constexpr double kMostSize = 1e9, kMostBytes = 1e12;
constexpr double kLeastUs = 0.1, kMostUs = 1e7;

struct TableKind {
  InferenceKernel kernel;
  std::vector<std::string> columns;
};

const std::vector<TableKind>& table_kinds() {
  static const std::vector<TableKind> all{
      {InferenceKernel::decode_attention,
       {"gpu", "kv_dtype", "batch", "context", "heads", "kv_heads", "head_dim", "window", "latency_us"}},
      {InferenceKernel::latent_attention, {"gpu", "kv_dtype", "batch", "context", "heads", "latency_us"}},
      {InferenceKernel::experts,
       {"gpu", "dtype", "tokens", "hidden", "inter", "topk", "experts", "tp", "ep", "latency_us"}},
      {InferenceKernel::all_reduce, {"gpu", "op", "n_gpus", "bytes", "latency_us"}},
      {InferenceKernel::product, {"gpu", "dtype", "m", "n", "k", "latency_us"}}};
  return all;
}

std::vector<std::string> missing_of(const TableKind& kind, const TableColumns& columns) {
  std::vector<std::string> missing;
  for (const std::string& name : kind.columns)
    if (!columns.contains(name)) missing.push_back(name);
  return missing;
}

/// The first kind of which all columns are there; else the one that lacks the least share of them.
const TableKind& kind_of(const TableColumns& columns) {
  const TableKind* best = &table_kinds().front();
  double least = 2.0;
  for (const TableKind& kind : table_kinds()) {
    const double lacking =
        static_cast<double>(missing_of(kind, columns).size()) / static_cast<double>(kind.columns.size());
    if (lacking < least) {
      best = &kind;
      least = lacking;
    }
  }
  return *best;
}

/// Cells of a row; the first mistake is kept.
class KernelRow : public TableRow {
 public:
  using TableRow::TableRow;
  double number(std::string_view name, double least, double most) {
    const auto read = parse_number(text(name));
    if (!read || !(*read >= least && *read <= most))
      refuse(name, {Wanted::Kind::between, {format_number(least), format_number(most)}});
    return read.value_or(least);
  }
  double size(std::string_view name) { return number(name, 1.0, kMostSize); }
  int degree(std::string_view name) { return static_cast<int>(number(name, 1.0, 1024.0)); }
  std::string one_of(std::string_view name, const std::vector<std::string>& allowed) {
    const std::string value = lower(text(name));
    if (std::find(allowed.begin(), allowed.end(), value) == allowed.end())
      refuse(name, {Wanted::Kind::one_of, allowed});
    return value;
  }
  void refuse(std::string_view name, Wanted wanted) {
    if (!m_error)
      m_error = Error{
          std::string(code::bad_table_row), {}, std::string(name), excerpt(text(name)), std::move(wanted)};
  }
  const std::optional<Error>& error() const { return m_error; }

 private:
  std::optional<Error> m_error;
};

/// The engine whose kernels a row of experts has, by its framework or its source.
std::optional<Runtime> runtime_of(const KernelRow& row) {
  for (const char* column : {"framework", "runtime", "source", "kernel"}) {
    const std::string text = lower(row.text(column));
    if (text.find("vllm") != std::string::npos) return Runtime::vllm;
    if (text.find("sgl") != std::string::npos) return Runtime::sglang;
    if (text.find("trt") != std::string::npos || text.find("tensorrt") != std::string::npos)
      return Runtime::tensorrt_llm;
  }
  return std::nullopt;
}

void read_attention(KernelRow& row, KernelTime& one) {
  one.dtype = row.one_of("kv_dtype", {"bf16", "fp16", "fp8"});
  one.batch = row.size("batch");
  one.context = row.size("context");
  one.heads = row.size("heads");
  if (one.kernel == InferenceKernel::latent_attention) return;
  one.kv_heads = row.number("kv_heads", 1.0, std::max(1.0, one.heads));
  one.head_dim = row.number("head_dim", 1.0, 1024.0);
  one.window = row.text("window").empty() ? 0.0 : row.number("window", 0.0, kMostSize);
}

void read_experts(KernelRow& row, KernelTime& one) {
  one.dtype = row.one_of("dtype",
                         {"bf16", "fp8", "fp8_block", "nvfp4", "w4a16_mxfp4", "w4a8_mxfp4_mxfp8", "int4_wo"});
  one.tokens = row.size("tokens");
  one.hidden = row.size("hidden");
  one.expert_ffn = row.size("inter");
  one.experts = row.size("experts");
  one.top_k = row.number("topk", 1.0, std::max(1.0, one.experts));
  one.tensor_parallel = row.degree("tp");
  one.expert_parallel = row.degree("ep");
  if (const auto runtime = runtime_of(row))
    one.runtime = *runtime;
  else
    row.refuse("source", {Wanted::Kind::one_of, {"vllm", "sglang", "tensorrt-llm"}});
}

KernelTime time_of(KernelRow& row, InferenceKernel kernel, const hardware::Catalogue& catalogue) {
  KernelTime one;
  one.kernel = kernel;
  const std::string name = row.text("gpu");
  const hardware::Gpu* gpu = catalogue.find_gpu(name);
  if (!gpu)
    row.refuse("gpu", {Wanted::Kind::one_of, catalogue.near_gpus(name)});
  else if (!machine_of(*gpu))
    row.refuse("gpu", {Wanted::Kind::text, {"a type whose memory, bandwidth and bf16 rate are known"}});
  else
    one.gpu = gpu->id;
  switch (kernel) {
    case InferenceKernel::product:
      one.dtype = row.one_of("dtype", {"bf16", "fp16", "fp8", "fp8_block", "nvfp4"});
      one.rows = row.size("m");
      one.outputs = row.size("n");
      one.inputs = row.size("k");
      break;
    case InferenceKernel::decode_attention:
    case InferenceKernel::latent_attention:
      read_attention(row, one);
      break;
    case InferenceKernel::experts:
      read_experts(row, one);
      break;
    case InferenceKernel::all_reduce:
      one.dtype = row.one_of("op", {"all_reduce"});
      one.ranks = static_cast<int>(row.number("n_gpus", 2.0, 1024.0));
      one.bytes = row.number("bytes", 1.0, kMostBytes);
      break;
  }
  one.us = row.number("latency_us", kLeastUs, kMostUs);
  return one;
}

/// Decoding runs in graphs: launches of eager calls are none of its time.
bool is_eager(const KernelRow& row) { return lower(row.text("kernel")).find("eager") != std::string::npos; }

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

bool is_inference_kernel_table(std::string_view csv) {
  const CsvTable table = read_csv(csv.substr(0, csv.find('\n')));
  if (table.empty()) return false;
  const TableColumns columns = columns_of(table.front());
  return columns.contains("kv_dtype") && columns.contains("context") && columns.contains("latency_us");
}

Result<void> read_inference_kernels(std::string_view csv, const std::string& file,
                                    const hardware::Catalogue& catalogue, KernelTimes& into) {
  std::vector<int> lines;
  const CsvTable table = read_csv(csv, ',', &lines);
  const TableColumns columns = table.empty() ? TableColumns{} : columns_of(table.front());
  const TableKind& kind = kind_of(columns);
  if (const auto missing = missing_of(kind, columns); !missing.empty())
    return tl::unexpected<Error>(
        Error{std::string(code::bad_table_header),
              file,
              "row 1",
              table.empty() ? "nothing" : listed(table.front()),
              {Wanted::Kind::text,
               {fmt::format("{} for a table of kind {}", listed(missing), to_string(kind.kernel))}}});
  for (std::size_t r = 1; r < table.size(); ++r) {
    KernelRow row(columns, table[r]);
    if (table[r].size() != table.front().size() || open_quote(table[r])) {
      into.skipped.push_back({std::string(code::bad_table_row),
                              file,
                              fmt::format("row {}", lines[r]),
                              fmt::format("{} cells", table[r].size()),
                              {Wanted::Kind::text, {fmt::format("{} cells", table.front().size())}}});
      continue;
    }
    if (kind.kernel == InferenceKernel::all_reduce && is_eager(row)) continue;
    KernelTime one = time_of(row, kind.kernel, catalogue);
    if (row.error()) {
      Error error = *row.error();
      error.file = file;
      error.where = fmt::format("row {}, column {}", lines[r], error.where);
      into.skipped.push_back(std::move(error));
    } else {
      into.rows.push_back(std::move(one));
    }
  }
  return {};
}

}  // namespace astrolabe::serving
