#include "core/calibration/measured_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"

namespace astrolabe::calibration {

namespace {

using Run = MeasuredRun;

struct TextColumn {
  const char* name;
  std::string Run::*field;
};
constexpr std::array kTexts{TextColumn{"id", &Run::id},
                            TextColumn{"source", &Run::source},
                            TextColumn{"model", &Run::model},
                            TextColumn{"family", &Run::family},
                            TextColumn{"gpu", &Run::gpu},
                            TextColumn{"intra_node_link", &Run::intra_node_link},
                            TextColumn{"inter_node_link", &Run::inter_node_link},
                            TextColumn{"dtype", &Run::dtype},
                            TextColumn{"recompute", &Run::recompute},
                            TextColumn{"framework", &Run::framework},
                            TextColumn{"flops_convention", &Run::flops_convention},
                            TextColumn{"notes", &Run::notes},
                            TextColumn{"warn", &Run::warn},
                            TextColumn{"dispatcher", &Run::dispatcher},
                            TextColumn{"cuda_graphs", &Run::cuda_graphs},
                            TextColumn{"compile", &Run::compile},
                            TextColumn{"grad_reduce_dtype", &Run::grad_reduce_dtype},
                            TextColumn{"packing", &Run::packing},
                            TextColumn{"train_mode", &Run::train_mode},
                            TextColumn{"optimizer", &Run::optimizer},
                            TextColumn{"mem_kind", &Run::mem_kind}};

struct WholeColumn {
  const char* name;
  std::optional<int> Run::*field;
  int least, most;
};
constexpr int kBig = 100'000'000;
constexpr std::array kWholes{WholeColumn{"layers", &Run::layers, 1, 10'000},
                             WholeColumn{"hidden", &Run::hidden, 1, kBig},
                             WholeColumn{"heads", &Run::heads, 1, 100'000},
                             WholeColumn{"kv_heads", &Run::kv_heads, 1, 100'000},
                             WholeColumn{"ffn", &Run::ffn, 1, kBig},
                             WholeColumn{"experts", &Run::experts, 0, 100'000},
                             WholeColumn{"topk", &Run::top_k, 0, 100'000},
                             WholeColumn{"expert_ffn", &Run::expert_ffn, 0, kBig},
                             WholeColumn{"shared_experts", &Run::shared_experts, 0, 10'000},
                             WholeColumn{"vocab", &Run::vocabulary, 1, kBig},
                             WholeColumn{"seq", &Run::sequence_length, 1, kBig},
                             WholeColumn{"n_gpus", &Run::gpus, 1, 10'000'000},
                             WholeColumn{"gpus_per_node", &Run::gpus_per_node, 1, 10'000},
                             WholeColumn{"tp", &Run::tensor_parallel, 1, 10'000},
                             WholeColumn{"pp", &Run::pipeline_parallel, 1, 10'000},
                             WholeColumn{"vpp", &Run::virtual_pipeline, 1, 10'000},
                             WholeColumn{"cp", &Run::context_parallel, 1, 100'000},
                             WholeColumn{"ep", &Run::expert_parallel, 1, 100'000},
                             WholeColumn{"dp", &Run::data_parallel, 1, 10'000'000},
                             WholeColumn{"mbs", &Run::micro_batch, 1, 1'000'000},
                             WholeColumn{"gbs", &Run::global_batch, 1, kBig},
                             WholeColumn{"zero", &Run::zero_stage, 0, 3},
                             WholeColumn{"lora_rank", &Run::lora_rank, 1, 100'000}};

constexpr std::array<std::string_view, 5> kDegrees{"tp", "pp", "vpp", "cp", "ep"};
/// Of the text columns those that are part of how a run was set up.
constexpr std::array kChoices{&Run::dispatcher, &Run::cuda_graphs, &Run::compile,  &Run::grad_reduce_dtype,
                              &Run::packing,    &Run::train_mode,  &Run::optimizer};

struct FlagColumn {
  const char* name;
  std::optional<bool> Run::*field;
};
constexpr std::array kFlags{FlagColumn{"gated_mlp", &Run::gated},
                            FlagColumn{"tied_embed", &Run::tied_embeddings},
                            FlagColumn{"sp", &Run::sequence_parallel},
                            FlagColumn{"flash", &Run::flash_attention},
                            FlagColumn{"offload", &Run::offload},
                            FlagColumn{"overlap_a2a", &Run::overlap_expert_traffic},
                            FlagColumn{"fp8_param_gather", &Run::fp8_param_gather}};

constexpr std::array kOthers{"source_ref",    "params_b",       "active_params_b",   "date",
                             "measured_kind", "measured_value", "activation_offload"};
constexpr std::array kRequired{"id", "gpu", "measured_kind", "measured_value"};
constexpr int kFirstYear = 2000, kLastYear = 2099;  // of a run's date
const std::vector<std::string> kDtypes{"bf16", "fp16", "fp32", "fp8", "fp8_block", "mxfp8", "nvfp4"};
const std::vector<std::string> kRecomputes{"none", "selective", "full"};
const std::vector<std::string> kKinds{"iter_s", "tok_s_gpu", "tflops_gpu", "peak_mem_gib"};

/// Columns of a few words, and these.
const std::vector<std::pair<const char*, std::vector<std::string>>>& vocabularies() {
  static const std::vector<std::pair<const char*, std::vector<std::string>>> all{
      {"dtype", kDtypes},
      {"recompute", kRecomputes},
      {"measured_kind", kKinds},
      {"dispatcher", {"none", "alltoall", "deepep", "hybridep"}},
      {"cuda_graphs", {"none", "layers", "full"}},
      {"compile", {"none", "torch", "xla"}},
      {"grad_reduce_dtype", {"fp32", "bf16"}},
      {"packing", {"packed", "padded", "varlen"}},
      {"train_mode", {"pretrain", "sft", "lora", "qlora", "adapter"}},
      {"optimizer", {"adamw", "adamw8bit", "muon", "soap", "lora-fa"}},
      {"mem_kind", {"allocated", "reserved", "device"}}};
  return all;
}

std::vector<std::string> known_columns() {
  std::vector<std::string> names;
  names.reserve(std::size(kTexts) + std::size(kWholes) + std::size(kFlags) + std::size(kOthers));
  for (const auto& column : kTexts) names.emplace_back(column.name);
  for (const auto& column : kWholes) names.emplace_back(column.name);
  for (const auto& column : kFlags) names.emplace_back(column.name);
  for (const char* name : kOthers) names.emplace_back(name);
  return names;
}

using Header = std::map<std::string, std::size_t, std::less<>>;

/// What stands between the cells where it is no comma.
const char* other_separator(const std::vector<std::string>& row) {
  if (row.size() > 1) return nullptr;
  return row.front().find(';') != std::string::npos    ? "semicolons"
         : row.front().find('\t') != std::string::npos ? "tabs"
                                                       : nullptr;
}

/// Where the known columns stand, and the others.
struct Columns {
  Header header;
  std::size_t count = 0;
  std::vector<std::string> ignored;
};

Result<Columns> read_header(const std::vector<std::string>& row) {
  Columns columns;
  columns.count = row.size();
  Header& header = columns.header;
  if (const char* between = other_separator(row))
    return fail(code::bad_measured_table, "row 1", between,
                {Wanted::Kind::text, {"commas between the columns"}});
  const std::vector<std::string> known = known_columns();
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::string name(trim(row[i]));
    if (i == 0 && name.starts_with("\xEF\xBB\xBF")) name.erase(0, 3);
    if (std::find(known.begin(), known.end(), name) == known.end())
      columns.ignored.push_back(excerpt(name));
    else if (!header.emplace(name, i).second)
      return fail(code::bad_measured_table, fmt::format("row 1, column {}", i + 1), name,
                  {Wanted::Kind::once, {}});
  }
  for (const char* name : kRequired)
    if (!header.contains(name))
      return fail(code::bad_measured_table, "row 1", "no column " + std::string(name),
                  {Wanted::Kind::field, {name}});
  return columns;
}

/// Reads the cells of one row; the first fault ends it.
class RowReader {
 public:
  RowReader(const Columns& columns, const std::vector<std::string>& cells, int line)
      : m_header(columns.header), m_count(columns.count), m_cells(cells), m_line(line) {}

  Result<Run> read() {
    Run run;
    run.line = m_line;
    if (open_quote(m_cells))
      return bad("", "a quote that is not closed", {Wanted::Kind::text, {"a closing quote"}});
    if (m_cells.size() != m_count)
      return bad("", fmt::format("{} cells", m_cells.size()),
                 {Wanted::Kind::text, {fmt::format("{} cells, as in the header", m_count)}});
    for (const auto& [name, place] : m_header)
      if (first_bad_byte(m_cells[place]) != std::string::npos)
        return bad(name, m_cells[place], {Wanted::Kind::text, {"text in UTF-8"}});
    for (const TextColumn& column : kTexts) run.*column.field = std::string(cell(column.name));
    for (const WholeColumn& column : kWholes)
      if (const auto done = whole(column, run); !done) return tl::unexpected<Error>(done.error());
    for (const FlagColumn& column : kFlags)
      if (const auto done = flag(column, run); !done) return tl::unexpected<Error>(done.error());
    for (const char* name : {"params_b", "active_params_b"})  // for the reader: counts come from the sizes
      if (const auto text = cell(name); !text.empty())
        if (const auto number = parse_number(text); !number || !(*number > 0.0))
          return bad(name, text, positive());
    for (const auto& [name, allowed] : vocabularies())
      if (const auto text = cell(name);
          !text.empty() && std::find(allowed.begin(), allowed.end(), text) == allowed.end())
        return bad(name, text, {Wanted::Kind::one_of, allowed});
    if (const auto text = cell("activation_offload"); !text.empty()) {
      run.activation_offload = parse_number(text);
      if (!run.activation_offload || !(*run.activation_offload >= 0.0 && *run.activation_offload <= 1.0))
        return bad("activation_offload", text, {Wanted::Kind::between, {"0", "1"}});
    }
    if (run.id.empty()) return bad("id", "", {Wanted::Kind::field, {"id"}});
    if (run.gpu.empty()) return bad("gpu", "", {Wanted::Kind::field, {"gpu"}});
    const auto year = year_of(cell("date"));
    if (!year) return bad("date", cell("date"), {Wanted::Kind::text, {"a date like 2026-04"}});
    run.year = *year;
    const auto kind = std::find(kKinds.begin(), kKinds.end(), cell("measured_kind"));
    if (kind == kKinds.end()) return bad("measured_kind", "", {Wanted::Kind::one_of, kKinds});
    run.kind = static_cast<MeasuredKind>(kind - kKinds.begin());
    const auto value = parse_number(cell("measured_value"));
    if (!value || !(*value > 0.0)) return bad("measured_value", cell("measured_value"), positive());
    run.value = *value;
    for (const Result<void>& sound : {degrees(run), shapes(run), agreements(run)})
      if (!sound) return tl::unexpected<Error>(sound.error());
    return run;
  }

 private:
  std::string_view cell(std::string_view name) const {
    const auto found = m_header.find(name);
    return found == m_header.end() ? std::string_view{} : trim(m_cells[found->second]);
  }
  static Wanted positive() { return {Wanted::Kind::positive_number, {}}; }
  tl::unexpected<Error> bad(std::string_view column, std::string_view found, Wanted wanted) const {
    return fail(
        code::bad_measured_row,
        column.empty() ? fmt::format("row {}", m_line) : fmt::format("row {}, column {}", m_line, column),
        excerpt(found), std::move(wanted));
  }

  Result<void> whole(const WholeColumn& column, Run& run) const {
    const auto text = cell(column.name);
    if (text.empty()) return {};
    const auto number = parse_whole(text);
    if (!number || *number < column.least || *number > column.most)
      return bad(column.name, text,
                 {Wanted::Kind::between, {std::to_string(column.least), std::to_string(column.most)}});
    run.*column.field = static_cast<int>(*number);
    return {};
  }

  Result<void> flag(const FlagColumn& column, Run& run) const {
    const auto text = cell(column.name);
    if (text.empty()) return {};
    if (text != "0" && text != "1") return bad(column.name, text, {Wanted::Kind::one_of, {"0", "1"}});
    run.*column.field = text == "1";
    return {};
  }

  /// "2026-04" is the middle of that month, "2026" the middle of the year; 0 for no date, nothing for what is
  /// none.
  static std::optional<double> year_of(std::string_view date) {
    if (date.empty()) return 0.0;
    const std::vector<std::string> parts = split(date, '-');
    const auto part = [&](std::size_t place, std::int64_t least, std::int64_t most) {
      const auto number = parse_whole(parts[place]);
      return number && least <= *number && *number <= most ? number : std::nullopt;
    };
    const auto year = part(0, kFirstYear, kLastYear);
    if (!year || parts.size() > 3) return {};
    if (parts.size() == 1) return static_cast<double>(*year) + 0.5;
    const auto month = part(1, 1, 12);
    if (!month || (parts.size() == 3 && !part(2, 1, 31))) return {};
    return static_cast<double>(*year) + (static_cast<double>(*month) - 0.5) / 12.0;
  }

  /// `number` must be a multiple of `of`, where both are stated.
  Result<void> divides(const char* column, const std::optional<int>& number, const char* by,
                       const std::optional<int>& of) const {
    if (!number || !of || *of <= 0 || *number % *of == 0) return {};
    return bad(column, std::to_string(*number),
               {Wanted::Kind::multiple_of, {fmt::format("{} = {}", by, *of)}});
  }
  /// `number` must not be above `limit`, where both are stated.
  Result<void> within(const char* column, const std::optional<int>& number, const std::string& name,
                      const std::optional<std::int64_t>& limit) const {
    if (!number || !limit || *number <= *limit) return {};
    return bad(column, std::to_string(*number),
               {Wanted::Kind::between, {"1", fmt::format("{} = {}", name, *limit)}});
  }

  /// What a model and its splitting must agree in, whatever else is stated.
  Result<void> shapes(const Run& run) const {
    const std::optional<int> experts = run.is_moe() ? run.experts : std::nullopt;
    const int nodes_of = std::min(run.gpus_per_node.value_or(1), run.gpus.value_or(1));
    // The embedding and the head may stand in the place of a layer each.
    const std::optional<std::int64_t> chunks =
        run.layers && run.pipeline_parallel
            ? std::optional<std::int64_t>((*run.layers + 2) / *run.pipeline_parallel)
            : std::nullopt;
    for (const Result<void>& checked :
         {divides("heads", run.heads, "kv_heads", run.kv_heads),
          divides("heads", run.heads, "tp", run.tensor_parallel),
          within("heads", run.heads, "hidden", run.hidden), within("topk", run.top_k, "experts", experts),
          divides("experts", experts, "ep", run.expert_parallel),
          divides("n_gpus", run.gpus, "ep", experts ? run.expert_parallel : std::nullopt),
          divides("seq", run.sequence_length, "cp", run.context_parallel),
          divides("n_gpus", run.gpus, "gpus_per_node", nodes_of),
          within("vpp", run.virtual_pipeline, "(layers + 2) / pp", chunks)})
      if (!checked) return checked;
    return {};
  }

  /// Settings of two columns that rule each other out.
  Result<void> agreements(const Run& run) const {
    const auto against = [&](const char* column, std::string found, const char* other,
                             std::string_view said) {
      return bad(column, found, {Wanted::Kind::text, {fmt::format("what goes with {} {}", other, said)}});
    };
    if (run.lora_rank && !run.train_mode.empty() && !run.is_adapter())
      return against("lora_rank", std::to_string(*run.lora_rank), "train_mode", run.train_mode);
    if (run.overlap_expert_traffic.value_or(false) && run.dispatcher == "none")
      return against("overlap_a2a", "1", "dispatcher", run.dispatcher);
    if (!run.dispatcher.empty() && run.dispatcher != "none" && run.experts == 0)
      return against("dispatcher", run.dispatcher, "experts", "0");
    return {};
  }

  /// Degrees must multiply to the number of GPUs, and batches divide.
  Result<void> degrees(const Run& run) const {
    if (!run.gpus || !run.tensor_parallel || !run.pipeline_parallel) return {};
    const std::int64_t ways =
        std::int64_t{*run.tensor_parallel} * *run.pipeline_parallel * run.context_parallel.value_or(1);
    if (run.data_parallel && ways * *run.data_parallel != *run.gpus)
      return bad(
          "dp", std::to_string(*run.data_parallel),
          {Wanted::Kind::text,
           {fmt::format("dp x tp x pp x cp = n_gpus = {}, not {}", *run.gpus, ways * *run.data_parallel)}});
    if (*run.gpus % ways != 0)
      return bad("n_gpus", std::to_string(*run.gpus),
                 {Wanted::Kind::multiple_of, {fmt::format("tp x pp x cp = {}", ways)}});
    const std::int64_t replicas = *run.gpus / ways;
    if (run.micro_batch && run.global_batch && *run.global_batch % (*run.micro_batch * replicas) != 0)
      return bad("gbs", std::to_string(*run.global_batch),
                 {Wanted::Kind::multiple_of, {fmt::format("mbs x dp = {}", *run.micro_batch * replicas)}});
    if (run.layers && *run.pipeline_parallel > *run.layers)
      return bad("pp", std::to_string(*run.pipeline_parallel),
                 {Wanted::Kind::between, {"1", fmt::format("layers = {}", *run.layers)}});
    return {};
  }

  const Header& m_header;
  std::size_t m_count;  ///< of the header's columns
  const std::vector<std::string>& m_cells;
  int m_line;
};

}  // namespace

const char* to_string(MeasuredKind kind) {
  switch (kind) {
    case MeasuredKind::step_seconds:
      return "iter_s";
    case MeasuredKind::tokens_per_second_gpu:
      return "tok_s_gpu";
    case MeasuredKind::tflops_gpu:
      return "tflops_gpu";
    case MeasuredKind::peak_memory:
      return "peak_mem_gib";
  }
  return "iter_s";
}

bool MeasuredRun::noted(std::string_view part) const { return contains_ignoring_case(notes, part); }
bool MeasuredRun::made_with(std::string_view part) const { return contains_ignoring_case(framework, part); }

std::optional<double> captured(const std::string& text, const char* pattern) {
  std::smatch match;
  const std::regex regex(pattern, std::regex::icase);
  if (!std::regex_search(text, match, regex)) return std::nullopt;
  return parse_number(match[1].str());
}

std::string MeasuredRun::settings() const {
  std::string text = model + '|' + gpu + '|' + dtype + '|' + recompute;
  for (const std::string Run::*choice : kChoices) text += '|' + this->*choice;
  if (activation_offload) text += fmt::format("|{}", *activation_offload);
  for (const WholeColumn& column : kWholes) {
    const bool degree = std::find(kDegrees.begin(), kDegrees.end(), column.name) != kDegrees.end();
    text += fmt::format("|{}", (this->*column.field).value_or(degree ? 1 : -1));
  }
  for (const FlagColumn& column : kFlags) {
    const std::optional<bool>& flag = this->*column.field;
    text += !flag ? "|" : *flag ? "|1" : "|0";
  }
  return text;
}

std::string MeasuredRun::layout() const {
  std::string text = fmt::format("{}|{}|{}|{}|{}", recompute, dispatcher, cuda_graphs, compile,
                                 activation_offload.value_or(0));
  for (const auto field : {&Run::tensor_parallel, &Run::pipeline_parallel, &Run::virtual_pipeline,
                           &Run::context_parallel, &Run::expert_parallel, &Run::data_parallel,
                           &Run::micro_batch, &Run::global_batch, &Run::zero_stage, &Run::lora_rank})
    text += fmt::format("|{}", (this->*field).value_or(0));
  for (const auto field :
       {&Run::sequence_parallel, &Run::overlap_expert_traffic, &Run::fp8_param_gather, &Run::offload})
    text += !(this->*field) ? "|" : *(this->*field) ? "|1" : "|0";
  return text;
}

bool MeasuredRun::complete() const {
  return layers && hidden && heads && vocabulary && sequence_length && gpus && !dtype.empty() &&
         tensor_parallel && pipeline_parallel && micro_batch && global_batch;
}

Result<MeasuredTable> read_measured_runs(std::string_view csv) {
  std::vector<int> lines;
  const CsvTable rows = read_csv(csv, ',', &lines);
  if (rows.empty())
    return fail(code::bad_measured_table, "row 1", "nothing", {Wanted::Kind::text, {"a header"}});
  auto columns = read_header(rows.front());
  if (!columns) return tl::unexpected<Error>(columns.error());
  MeasuredTable table;
  std::set<std::string> ids;
  const std::size_t id_column = columns->header.find("id")->second;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    auto run = RowReader(*columns, rows[i], lines[i]).read();
    const std::string id = excerpt(id_column < rows[i].size() ? rows[i][id_column] : "");
    if (!run) {
      table.skipped.push_back({id, run.error()});
    } else if (!ids.insert(run->id).second) {
      const auto twice = fail(code::bad_measured_row, fmt::format("row {}, column id", lines[i]), id,
                              {Wanted::Kind::once, {}});
      table.skipped.push_back({id, twice.value()});
    } else {
      table.runs.push_back(std::move(*run));
    }
  }
  table.ignored = std::move(columns->ignored);
  return table;
}

}  // namespace astrolabe::calibration
