#include "core/serving/measured.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/table_row.h"
#include "core/base/text.h"
#include "core/model/model_reader.h"
#include "core/serving/resources.h"

namespace astrolabe::serving {

namespace {

constexpr std::array kColumns{"id",           "source",
                              "date",         "framework",
                              "gpu",          "n_gpus",
                              "model",        "precision_weights",
                              "precision_kv", "tp",
                              "pp",           "ep",
                              "dp_attention", "disaggregated",
                              "isl",          "osl",
                              "load_kind",    "load_value"};
constexpr double kFastestToken = 0.05, kSlowestToken = 1000.0;  // ms; measured are 1.9 to 473
constexpr double kAgainstItself = 2.0;  // tokens/s times seconds a token over requests; measured 1.07 at most
constexpr double kOpenPrefillShare = 0.5;  // GPUs that read prompts where a disaggregated row does not say

/// Models by the names of tables; each is read once.
class Models {
 public:
  Result<const ModelShape*> find(const std::string& name, const std::string& hub) {
    const std::string key = lower(name);
    if (const auto known = m_shapes.find(key); known != m_shapes.end()) return &known->second;
    auto read = read_any(key);
    if (!read && !hub.empty()) read = read_any(lower(hub.substr(hub.find('/') + 1)));
    if (!read) return tl::unexpected<Error>(read.error());
    return &m_shapes.emplace(key, shape_of(*read)).first->second;
  }

 private:
  static Result<model::Architecture> read_any(std::string name) {
    static const Json names = resource("names").value("names", Json::object());
    for (const char* end : {"-instruct", "-it", "-chat", "-hf"})
      if (name.ends_with(end)) name.resize(name.size() - std::string_view(end).size());
    if (const auto other = names.find(name); other != names.end()) name = other->get<std::string>();
    if (const std::string_view config = served_model(name); !config.empty())
      return model::read_config(config, name);
    return model::read_saved(name, "");
  }
  std::map<std::string, ModelShape, std::less<>> m_shapes;
};

class Row : public TableRow {
 public:
  Row(const TableColumns& columns, const std::vector<std::string>& cells, int line)
      : TableRow(columns, cells), m_line(line) {}
  int degree(std::string_view name, int fallback) const {
    const auto number = positive(name);
    return number && *number < 1e6 ? static_cast<int>(*number) : fallback;
  }
  tl::unexpected<Error> bad(std::string_view column, Wanted wanted) const {
    return fail(code::bad_measured_row, fmt::format("row {}, column {}", m_line, column),
                excerpt(text(column)), std::move(wanted));
  }

 private:
  int m_line;
};

std::optional<DataType> weights_of(const std::string& text, const ModelShape& shape, const Machine& machine) {
  if (text.empty() || text == "bf16" || text == "fp16" || text == "bf16/fp16" || text == "full_prec")
    return DataType::bf16;
  if (text == "fp4") {
    const bool nvidia = machine.generation != Generation::cdna3;
    return shape.mixed_fp4 || !nvidia ? DataType::mxfp4 : DataType::nvfp4;
  }
  if (text.starts_with("int8")) return DataType::int8;
  if (text.starts_with("int4") || text == "awq" || text == "gptq" || text.starts_with("w4"))
    return DataType::int4;
  return data_type_from(text);
}

Worker worker_of(const Row& row, int ranks) {
  Worker worker;
  const bool data = row.text("dp_attention") == "y";
  worker.pipeline_parallel = row.degree("pp", 1);
  const int tensor = row.degree("tp", std::max(1, ranks / worker.pipeline_parallel));
  const int width = data ? std::max(tensor, row.degree("ep", 1)) : tensor;
  worker.tensor_parallel = data ? 1 : tensor;
  worker.attention_data_parallel = data ? width : 1;
  const int experts = row.degree("ep", 1);
  worker.expert_parallel = width % experts == 0 ? experts : 1;
  return worker;
}

void speculate(const std::string& text, Worker& worker) {
  if (!text.starts_with("mtp")) return;
  const int drafted = text == "mtp3" ? 3 : 1;
  // Gains of 1.9 and 2.1 tokens a step were measured with one and three drafted.
  worker.speculation = {drafted, drafted == 1 ? 0.9 : 0.57};
}

Lengths lengths_of(double mean, bool uniform) {
  // Uniform on [0.8 N, N].
  return uniform ? Lengths::uniform(mean * 0.8 / 0.9, mean / 0.9) : Lengths::fixed(mean);
}

/// N of "… (N prompts)", how tables say that a run ends; 0: not said.
double prompts_in(const std::string& text) {
  const std::size_t end = text.find(" prompts)");
  if (end == std::string::npos) return 0.0;
  const std::size_t begin = text.rfind('(', end);
  if (begin == std::string::npos) return 0.0;
  return parse_number(text.substr(begin + 1, end - begin - 1)).value_or(0.0);
}

void assume(ServingCase& made, const char* what) {
  made.assumed += (made.assumed.empty() ? "" : "; ") + std::string(what);
}

/// Milliseconds a token above which a row is in another unit, or contradicts itself: so many requests at once
/// make no more tokens/s than one each in that time.
double slowest_token(const ServingCase& made) {
  const Traffic& traffic = made.asked.traffic;
  const std::optional<double>& rate = made.measured[static_cast<std::size_t>(Metric::output_rate)];
  const bool counted = traffic.kind == Traffic::Kind::concurrency || traffic.kind == Traffic::Kind::batch;
  if (!counted || !rate) return kSlowestToken;
  return std::min(kSlowestToken, kAgainstItself * 1e3 * traffic.concurrency / *rate);
}

Result<ServingCase> case_of(const Row& row, const hardware::Catalogue& catalogue, Models& models) {
  ServingCase made;
  made.id = row.text("id");
  made.source = row.text("source");
  made.model = row.text("model");
  made.gpu = row.text("gpu");
  made.framework = row.text("framework");
  made.load_kind = row.text("load_kind");
  if (made.id.empty()) return row.bad("id", {Wanted::Kind::field, {"id"}});
  const std::string engine_name =
      made.framework.substr(made.framework.find('+') == std::string::npos ? 0 : made.framework.find('+') + 1);
  const auto runtime = runtime_from(engine_name);
  if (!runtime) return row.bad("framework", {Wanted::Kind::one_of, {"vllm", "sglang", "tensorrt-llm"}});
  const hardware::Gpu* gpu = catalogue.find_gpu(made.gpu);
  if (!gpu && made.gpu == "arc-b60") gpu = catalogue.find_gpu("arc-pro-b60");
  if (!gpu) return row.bad("gpu", {Wanted::Kind::one_of, catalogue.near_gpus(made.gpu)});
  auto machine = machine_of(*gpu);
  if (!machine) return tl::unexpected<Error>(machine.error());
  const auto shape = models.find(made.model, row.text("hf_id_if_known"));
  if (!shape) return row.bad("model", {Wanted::Kind::text, {"a model that is known"}});
  Question& asked = made.asked;
  asked.shape = **shape;
  asked.machine = *machine;
  asked.engine = engine_of(*runtime, row.text("date"));
  made.moe = asked.shape.moe();
  const auto weights = weights_of(lower(row.text("precision_weights")), asked.shape, asked.machine);
  if (!weights) return row.bad("precision_weights", {Wanted::Kind::one_of, {"bf16", "fp8", "fp4"}});
  asked.weights = *weights;
  if (row.text("precision_weights").empty()) assume(made, "bf16 weights");
  const std::string cache = lower(row.text("precision_kv"));
  if (cache.empty()) {
    asked.cache = made.source == "argonne-bench"
                      ? DataType::bf16
                      : cache_type(asked.weights, *runtime, asked.shape, asked.machine);
    assume(made, asked.cache == DataType::bf16 ? "bf16 cache" : "fp8 cache");
  } else {
    asked.cache = cache.starts_with("fp8") || cache.starts_with("int8") ? DataType::fp8 : DataType::bf16;
  }
  const auto gpus = row.positive("n_gpus"), input = row.positive("isl"), output = row.positive("osl");
  if (!gpus) return row.bad("n_gpus", {Wanted::Kind::positive_number, {}});
  if (!input) return row.bad("isl", {Wanted::Kind::positive_number, {}});
  if (!output) return row.bad("osl", {Wanted::Kind::positive_number, {}});
  const int count = static_cast<int>(*gpus);
  Deployment& deployment = made.deployment;
  deployment.pool = gpu->id;
  deployment.worker = worker_of(row, count);
  speculate(row.text("speculative"), deployment.worker);
  deployment.worker.max_batched_tokens = asked.engine.max_batched_tokens;
  if (row.text("disaggregated") == "y") {
    const int reading = row.degree("prefill_gpus", static_cast<int>(count * kOpenPrefillShare));
    const int writing = row.degree("decode_gpus", count - reading);
    deployment.prefill = deployment.worker;
    deployment.prefill_workers = std::max(1, reading / deployment.worker.gpus());
    deployment.decode_workers = std::max(1, writing / deployment.worker.gpus());
    if (reading < deployment.worker.gpus() && reading > 0) {
      deployment.prefill->attention_data_parallel = 1;
      deployment.prefill->tensor_parallel = reading;
      deployment.prefill->expert_parallel = 1;
    }
    assume(made, "prefill workers as decode workers");
  } else {
    deployment.replicas = std::max(1, count / deployment.worker.gpus());
  }
  Traffic& traffic = asked.traffic;
  const bool uniform = row.text("len_dist").find("uniform") != std::string::npos;
  traffic.input = lengths_of(*input, uniform);
  traffic.output = lengths_of(*output, uniform);
  const auto load = row.positive("load_value");
  if (made.load_kind == "offline_max") {
    traffic.kind = Traffic::Kind::offline;
    traffic.prompts = load.value_or(0.0);
  } else if (made.load_kind == "concurrency" || made.load_kind == "batch" ||
             made.load_kind == "request_rate") {
    if (!load) return row.bad("load_value", {Wanted::Kind::positive_number, {}});
    traffic.kind = made.load_kind == "batch"         ? Traffic::Kind::batch
                   : made.load_kind == "concurrency" ? Traffic::Kind::concurrency
                                                     : Traffic::Kind::rate;
    (traffic.kind == Traffic::Kind::rate ? traffic.requests_per_second : traffic.concurrency) = *load;
    if (traffic.kind == Traffic::Kind::rate) traffic.prompts = prompts_in(row.text("len_dist"));
  } else {
    return row.bad("load_kind",
                   {Wanted::Kind::one_of, {"concurrency", "offline_max", "batch", "request_rate"}});
  }
  if (const auto most = row.positive("max_batch"); most && traffic.kind != Traffic::Kind::batch)
    deployment.worker.max_sequences =
        std::max(1, static_cast<int>(*most) / deployment.worker.attention_data_parallel);
  for (const Metric metric : kMetrics) {
    const char* column = to_string(metric);
    std::optional<double>& value = made.measured[static_cast<std::size_t>(metric)];
    value = row.positive(column);
    if (!value && !row.text(column).empty()) return row.bad(column, {Wanted::Kind::positive_number, {}});
  }
  if (const double most = slowest_token(made); made.measured[0] && !(*made.measured[0] <= most))
    return row.bad(to_string(Metric::tpot),
                   {Wanted::Kind::text, {fmt::format("milliseconds a token, here at most {:.3g}", most)}});
  if (made.measured[0] && *made.measured[0] < kFastestToken)
    return row.bad(to_string(Metric::tpot),
                   {Wanted::Kind::text, {fmt::format("milliseconds a token, at least {}", kFastestToken)}});
  const Worker& worker = deployment.worker;
  made.layout = fmt::format("{} tp{} dp{} ep{} pp{} {}", made.framework, worker.tensor_parallel,
                            worker.attention_data_parallel, worker.expert_parallel, worker.pipeline_parallel,
                            row.text("disaggregated"));
  made.configuration = fmt::format("{}|{}|{}|{}|{}|{}|{}", made.source, made.model, made.gpu, made.layout,
                                   *input, *output, row.text("precision_weights"));
  made.question = fmt::format("{}|{}|{}|{}|{}|{}|{}|{}", made.source, made.model, made.gpu, *input, *output,
                              made.load_kind, row.text("load_value"), row.text("precision_weights"));
  return made;
}

}  // namespace

const char* to_string(Metric metric) {
  constexpr const char* kNames[] = {"tpot_ms_median", "ttft_ms_median", "output_tok_s_total"};
  return kNames[static_cast<int>(metric)];
}

bool is_serving_table(std::string_view csv) {
  const CsvTable table = read_csv(csv.substr(0, csv.find('\n')));
  if (table.empty()) return false;
  const TableColumns header = columns_of(table.front());
  return header.contains("load_kind") && header.contains("isl") && header.contains("osl");
}

Result<ServingTable> read_serving_table(std::string_view csv, const hardware::Catalogue& catalogue) {
  std::vector<int> lines;
  const CsvTable rows = read_csv(csv, ',', &lines);
  if (rows.empty()) return fail(code::bad_measured_table, "row 1", "nothing", {Wanted::Kind::field, {"id"}});
  const TableColumns header = columns_of(rows.front());
  for (const char* name : kColumns)
    if (!header.contains(name))
      return fail(code::bad_measured_table, "row 1", "no column " + std::string(name),
                  {Wanted::Kind::field, {name}});
  ServingTable table;
  Models models;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    ++table.rows;
    const Row row(header, rows[i], lines[i]);
    if (rows[i].size() != rows.front().size() || open_quote(rows[i])) {
      table.skipped.push_back(
          {row.text("id"),
           Error{std::string(code::bad_measured_row),
                 {},
                 fmt::format("row {}", lines[i]),
                 fmt::format("{} cells", rows[i].size()),
                 {Wanted::Kind::text, {fmt::format("{} cells, as in the header", rows.front().size())}}}});
      continue;
    }
    auto made = case_of(row, catalogue, models);
    if (made)
      table.cases.push_back(std::move(*made));
    else
      table.skipped.push_back({row.text("id"), made.error()});
  }
  return table;
}

}  // namespace astrolabe::serving
