#include "core/post_training/measured.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/base/table_row.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/model/model_reader.h"
#include "core/post_training/sets.h"
#include "core/serving/resources.h"

namespace astrolabe::post_training {

namespace {

constexpr std::array kNeeded{"id", "algorithm", "actor_model", "gpu", "n_gpus", "placement", "step_seconds"};
// What a row leaves open.
constexpr double kAssumedPrompt = 256.0, kAssumedAnswer = 1024.0, kAssumedPrompts = 512.0,
                 kAnswersLongest = 4.0;
constexpr double kNetworkGbPerGpu = 50.0;  // 400 Gb/s a GPU
constexpr double kWeightsShare = 0.5;      // of an engine's memory that weights take at most

/// Models by the names of tables, read once.
class NamedModels {
 public:
  std::shared_ptr<const model::Architecture> find(std::string name) {
    name = lower(name);
    const auto known = m_models.find(name);
    if (known != m_models.end()) return known->second;
    return m_models.emplace(name, read(name)).first->second;
  }

 private:
  static std::shared_ptr<const model::Architecture> read(std::string name) {
    // Fine-tuned models have the layers of what they were made of.
    for (const char* part : {"r1-distill-", "-instruct", "-it", "-math", "-vl", "-base", "-thinking", "-rl"})
      if (const auto at = name.find(part); at != std::string::npos)
        name.erase(at, std::string_view(part).size());
    if (name == "qwen-1.5b" || name == "qwen-7b" || name == "qwen-32b") name.insert(4, "2.5");
    static const Json names = serving::resource("names").value("names", Json::object());
    if (const auto other = names.find(name); other != names.end()) name = other->get<std::string>();
    Result<model::Architecture> architecture = [&] {
      const std::string_view config = serving::served_model(name);
      return config.empty() ? model::read_saved(name, "") : model::read_config(config, name);
    }();
    return architecture ? std::make_shared<const model::Architecture>(std::move(*architecture)) : nullptr;
  }
  std::map<std::string, std::shared_ptr<const model::Architecture>, std::less<>> m_models;
};

const hardware::Gpu* gpu_named(const hardware::Catalogue& catalogue, std::string name) {
  name = lower(name);
  if (name.ends_with("gb")) name.resize(name.size() - 2);
  for (const char* from : {"a800", "h800-sxm", "h800"})
    if (name.starts_with(from) && !catalogue.find_gpu(name)) {
      const std::string like = name.starts_with("a800") ? "a100-sxm-80" : "h800-sxm";
      if (const auto* gpu = catalogue.find_gpu(like)) return gpu;
    }
  if (const auto* gpu = catalogue.find_gpu(name)) return gpu;
  const auto dash = name.rfind('-');
  if (dash != std::string::npos) {
    const std::string stem = name.substr(0, dash), size = name.substr(dash + 1);
    for (const std::string& id : {stem, stem + "-sxm", stem + "-sxm-" + size, stem + "-pcie"})
      if (const auto* gpu = catalogue.find_gpu(id)) return gpu;
  }
  return catalogue.find_gpu(name + "-sxm");
}

struct RowCase {
  Job job;
  hardware::Cluster cluster;
  std::vector<PlacedSet> sets;
  std::string assumed;
  std::optional<double> longest_sequence;  ///< prompt and answer, where notes tell it
  bool complete = false;
};

void assume(RowCase& made, const std::string& what) {
  made.assumed += (made.assumed.empty() ? "" : "; ") + what;
}

Role role_of(const std::string& name, std::shared_ptr<const model::Architecture> architecture) {
  Role role;
  role.name = name;
  role.model = architecture->id;
  role.graph = std::make_shared<const model::Graph>(model::build_graph(*architecture));
  role.architecture = std::move(architecture);
  return role;
}

Role rule_of(const std::string& name) {
  Role role;
  role.name = name;
  role.rule = true;
  return role;
}

/// The dataflow of a row, calls of a reference left out where it has none.
Dataflow flow_of(const TableRow& row) {
  const std::string algorithm = lower(row.text("algorithm")), critic = lower(row.text("critic_model"));
  Dataflow flow = *find_dataflow(algorithm == "dpo"                   ? "dpo"
                                 : critic.empty() || critic == "none" ? "grpo"
                                                                      : "ppo");
  if (row.text("reference") == "y" || flow.name == "dpo") return flow;
  const auto at =
      std::find_if(flow.calls.begin(), flow.calls.end(), [](const Call& c) { return c.role == "reference"; });
  const int gone = static_cast<int>(at - flow.calls.begin());
  flow.calls.erase(at);
  for (Call& call : flow.calls) {
    std::erase(call.after, gone);
    for (int& before : call.after) before -= before > gone ? 1 : 0;
  }
  return flow;
}

/// The number behind `words` in notes.
std::optional<double> noted_number(const TableRow& row, std::string_view words) {
  const std::string notes = row.text("notes");
  const auto at = notes.find(words);
  if (at == std::string::npos) return {};
  const std::string number = notes.substr(at + words.size());
  return parse_number(number.substr(0, number.find_first_not_of("0123456789")));
}

void ask_layouts(const TableRow& row, RowCase& made) {
  for (const auto& [column, key] : {std::pair{"train_tp", "tensor_parallel"},
                                    {"train_pp", "pipeline_parallel"},
                                    {"train_ep", "expert_parallel"}})
    if (const auto degree = row.positive(column)) made.job.train["actor"][key] = format_number(*degree);
  const std::string notes = row.text("notes");
  const auto noted = [&](const char* words) { return notes.find(words) != std::string::npos; };
  AskedLayout& train = made.job.train["actor"];
  const bool sharded = noted("FSDP") || noted("DTensor");
  const double ranks = row.positive("train_tp").value_or(1.0) * row.positive("train_pp").value_or(1.0);
  if (sharded && row.positive("n_gpus").value_or(0.0) > ranks) train["zero_stage"] = "3";
  if (noted("no activation checkpointing"))
    train["recompute"] = "none";
  else if (noted("gradient checkpointing") || (sharded && lower(row.text("framework")).find("verl") == 0))
    train["recompute"] = "full";  // verl's default (actor.model.enable_gradient_checkpointing)
  if (train.empty()) made.job.train.erase("actor");
  if (const auto degree = row.positive("gen_tp")) {
    made.job.generate["actor"]["tensor_parallel"] = format_number(*degree);
    made.job.generate["actor"]["pipeline_parallel"] = format_number(row.positive("gen_pp").value_or(1.0));
  }
}

/// The fewest GPUs of which weights leave half free, at least `least`.
int usual_engine(double weights, const hardware::Gpu& gpu, int node, int least) {
  int tensor = std::max(1, least);
  while (2 * tensor <= node && weights / tensor > kWeightsShare * gpu.memory->value) tensor *= 2;
  return tensor;
}

/// Where an engine's layout is not stated: as wide as the tensor parallelism of its trainer, and as weights
/// need.
void assume_engine(const TableRow& row, RowCase& made) {
  const int actor = made.job.role_named("actor");
  if (actor < 0 || made.job.generate.contains("actor")) return;
  const hardware::Pool& pool = made.cluster.pools.front();
  const double weights =
      2.0 * static_cast<double>(made.job.roles[static_cast<std::size_t>(actor)].graph->parameters_total);
  const int least = static_cast<int>(row.positive("train_tp").value_or(1.0));
  const int tensor = usual_engine(weights, pool.gpu, pool.gpus_per_node, std::min(least, pool.gpus_per_node));
  made.job.generate["actor"]["tensor_parallel"] = std::to_string(tensor);
  made.job.generate["actor"]["pipeline_parallel"] = "1";
  assume(made, fmt::format("engines of {} GPUs", tensor));
}

/// Packed up to the longest sequence that notes tell, a micro-batch holds no more than that.
void ask_packing(const TableRow& row, RowCase& made) {
  if (row.text("notes").find("sequence packing") == std::string::npos || !made.longest_sequence) return;
  int micro_batch = 1;
  while (micro_batch < 8 && 2 * micro_batch * made.job.trained_batch().tokens <= *made.longest_sequence)
    micro_batch *= 2;
  made.job.train["actor"]["micro_batch"] = std::to_string(micro_batch);
}

/// verl fills samples up to the longest prompt and answer unless it packs them (use_remove_padding) or
/// batches by tokens (use_dynamic_bsz); notes tell the latter, and the longest prompt.
void ask_padding(const TableRow& row, RowCase& made) {
  const std::string notes = row.text("notes");
  const auto noted = [&](const char* words) { return notes.find(words) != std::string::npos; };
  const auto longest = noted_number(row, "max prompt ");
  if (lower(row.text("framework")) != "verl" || !longest || !row.positive("max_response_tokens") ||
      noted("packing") || noted("dynamic") || noted("remove padding") || noted("tokens per GPU"))
    return;
  if (*longest < made.job.prompt_tokens) return;
  made.job.packed = false;
  made.job.prompt_longest = *longest;
  if (const auto micro_batch = row.positive("micro_batch"))
    made.job.train["actor"]["micro_batch"] = format_number(*micro_batch);
  assume(made, "samples padded, verl's default");
}

Result<RowCase> case_of(const TableRow& row, const hardware::Catalogue& catalogue, NamedModels& models) {
  RowCase made;
  const auto refuse = [&](const char* column, Wanted wanted) {
    return fail(code::incomplete_run, row.text("id") + ", column " + column, row.text(column),
                std::move(wanted));
  };
  const auto actor = models.find(row.text("actor_model"));
  if (!actor) return refuse("actor_model", {Wanted::Kind::text, {"a model whose layers are known"}});
  const hardware::Gpu* gpu = gpu_named(catalogue, row.text("gpu"));
  if (gpu == nullptr || !gpu->memory || !gpu->bf16)
    return refuse("gpu",
                  {Wanted::Kind::text, {"a GPU type of the catalogue with memory and a rate in bf16"}});
  const auto gpus = row.positive("n_gpus");
  if (!gpus) return refuse("n_gpus", {Wanted::Kind::positive_number, {}});
  Job& job = made.job;
  job.flow = flow_of(row);
  for (const std::string& name : job.flow.roles()) {
    if (name == "actor" || name == "reference") {
      job.roles.push_back(role_of(name, actor));
    } else if (name == "critic") {
      const auto own = models.find(row.text("critic_model"));
      if (!own) assume(made, "critic as large as the actor");
      job.roles.push_back(role_of(name, own ? own : actor));
    } else {
      const auto own = models.find(row.text("reward_model"));
      job.roles.push_back(own ? role_of(name, own) : rule_of(name));
    }
  }
  const auto take = [&](const char* column, double otherwise, const char* what) {
    const auto stated = row.positive(column);
    if (!stated) assume(made, fmt::format("{} {}", format_number(otherwise), what));
    return stated.value_or(otherwise);
  };
  job.prompts = take("prompts_per_step", kAssumedPrompts, "prompts");
  job.samples_per_prompt = row.positive("samples_per_prompt").value_or(1.0);
  job.prompt_tokens = take("prompt_tokens_mean", kAssumedPrompt, "tokens a prompt");
  made.longest_sequence = noted_number(row, "max total sequence ");
  auto longest = row.positive("max_response_tokens");  // as such, or with its prompt
  if (!longest && made.longest_sequence && *made.longest_sequence > job.prompt_tokens)
    longest = *made.longest_sequence - job.prompt_tokens;
  const double mean = take("response_tokens_mean", std::min(kAssumedAnswer, longest.value_or(kAssumedAnswer)),
                           "tokens an answer");
  job.responses.lengths = serving::Lengths::fixed(mean);
  job.responses.assumed_spread = !longest || *longest > mean;
  job.responses.longest = longest.value_or(kAnswersLongest * mean);
  if (!longest) assume(made, "longest answer four times the mean");
  const double updated = row.positive("global_batch").value_or(job.samples());
  job.mini_batches = static_cast<int>(std::max(1.0, std::round(job.samples() / updated)));
  job.runtime = serving::runtime_from(lower(row.text("gen_engine"))).value_or(serving::Runtime::vllm);
  job.date = row.text("date");
  ask_layouts(row, made);
  ask_padding(row, made);
  ask_packing(row, made);
  hardware::Pool pool;
  pool.id = gpu->id;
  pool.gpu = *gpu;
  const int count = static_cast<int>(*gpus);
  pool.gpus_per_node = std::min(count, static_cast<int>(row.positive("gpus_per_node").value_or(8.0)));
  pool.nodes = (count + pool.gpus_per_node - 1) / pool.gpus_per_node;
  pool.max_gpus = count;
  pool.scale_up_domain = pool.gpus_per_node;
  pool.intra_node = {gpu->link.value_or(gpu->pcie.value_or(BytesPerSecond{25e9})), Seconds{3e-6}};
  pool.inter_node = {BytesPerSecond{kNetworkGbPerGpu * kGb * pool.gpus_per_node}, Seconds{8e-6}};
  made.cluster.pools = {pool};
  made.cluster.links = {{hardware::Link{}}};
  assume_engine(row, made);
  made.complete = row.positive("prompts_per_step") && row.positive("response_tokens_mean") &&
                  (row.positive("train_tp") || row.positive("train_dp"));
  const bool apart = row.text("placement") == "split" || row.text("placement") == "async";
  if (row.text("placement") == "async") job.asynchronous = 1;
  if (apart) assume(made, "half of the GPUs generate");
  made.sets = {{0, 0, apart ? count - count / 2 : count}};
  if (apart) made.sets.push_back({0, 0, count / 2});
  return made;
}

/// Seconds of the calls of one kind.
double seconds_of(const RowCase& made, const Timeline& timeline, Do what) {
  double seconds = 0.0;
  for (const PlacedCall& call : timeline.calls)
    if (made.job.flow.calls[static_cast<std::size_t>(call.call)].what == what)
      seconds += call.end - call.begin;
  return seconds;
}

void predict(const TableRow& row, RowCase made, Validation& validation) {
  strategy::Job limits;
  Sets sets(made.job, made.cluster, limits);
  for (std::size_t unit = 0; unit < sets.units().size(); ++unit) {
    const bool apart = made.sets.size() > 1 && sets.units()[unit].generates;
    made.sets[apart ? 1 : 0].units |= 1U << unit;
  }
  sets.prepare(1, {}, made.sets);
  std::vector<std::vector<double>> seconds;
  double handover = 0.0, fullest = 0.0;
  for (const PlacedSet& set : made.sets) {
    const SetPlan& plan = sets.plan(set);
    if (!plan.fits) {
      validation.skipped.push_back(
          {row.text("id"),
           Error{std::string(code::nothing_fits), {}, row.text("id"), "no layout fits the GPUs", {}}});
      return;
    }
    handover += plan.seconds_of(Part::handover);
    fullest = std::max(fullest, plan.fullest_bytes);
    seconds.push_back(plan.seconds);
  }
  const double sync = sets.sync_seconds(made.sets);
  const Timeline timeline = play(sets.placing(), made.sets, seconds, sync);
  ++validation.predicted_rows;
  const double tokens = made.job.samples() * made.job.tokens_of_sample();
  const double gpus = made.cluster.pools.front().max_gpus;
  const std::map<std::string, double, std::less<>> predicted{
      {"step_seconds", timeline.seconds},
      {"tokens_per_s_per_gpu", tokens / timeline.seconds / gpus},
      {"generation_seconds", seconds_of(made, timeline, Do::generate) - handover},
      {"logprob_seconds", seconds_of(made, timeline, Do::forward)},
      {"training_seconds", seconds_of(made, timeline, Do::train)},
      {"weight_sync_seconds", handover + sync},
      {"peak_mem_gib", fullest / kGib}};
  for (std::size_t i = 0; i < kMetrics.size(); ++i) {
    const char* metric = kMetrics[i];
    const auto measured = row.positive(metric);
    if (!measured) continue;
    const double value = predicted.at(metric), band = made.complete ? kBands[i].complete : kBands[i].open;
    validation.figures.push_back(
        {row.text("id"), metric, *measured, value, value / band, value * band, made.assumed, made.complete});
  }
}

constexpr std::size_t kSyncMetric = 5;  // of kMetrics

/// A row that measured weights on their way to engines on other GPUs alone.
Result<MeasuredFigure> transfer_of(const TableRow& row, const hardware::Catalogue& catalogue,
                                   NamedModels& models) {
  const auto actor = models.find(row.text("actor_model"));
  const auto refuse = [&](const char* column, Wanted wanted) {
    return fail(code::incomplete_run, row.text("id") + ", column " + column, row.text(column),
                std::move(wanted));
  };
  if (!actor) return refuse("actor_model", {Wanted::Kind::text, {"a model whose layers are known"}});
  const auto measured = row.positive("weight_sync_seconds");
  if (!measured) return refuse("weight_sync_seconds", {Wanted::Kind::positive_number, {}});
  const double weights = 2.0 * static_cast<double>(model::build_graph(*actor).parameters_total);
  const double node = row.positive("gpus_per_node").value_or(8.0);
  MeasuredFigure figure{row.text("id"), "weight_sync_seconds", *measured, 0.0, 0.0, 0.0, {}, false};
  auto copy = row.positive("gen_tp");
  if (!copy) {
    const hardware::Gpu* gpu = gpu_named(catalogue, row.text("gpu"));
    if (gpu == nullptr || !gpu->memory)
      return refuse("gpu", {Wanted::Kind::text, {"a GPU type of the catalogue with memory, or gen_tp"}});
    copy = usual_engine(weights, *gpu, static_cast<int>(node), 1);
    figure.assumed = fmt::format("engines of {} GPUs", format_number(*copy));
  }
  figure.predicted = transfer_seconds(weights, static_cast<int>(*copy), kNetworkGbPerGpu * kGb * node);
  constexpr double kBand = kBands[kSyncMetric].open;
  figure.low = figure.predicted / kBand;
  figure.high = figure.predicted * kBand;
  return figure;
}

}  // namespace

bool is_post_training_table(std::string_view csv) {
  const CsvTable table = read_csv(csv.substr(0, csv.find('\n')));
  if (table.empty()) return false;
  const TableColumns columns = columns_of(table.front());
  return columns.contains("actor_model") && columns.contains("prompts_per_step");
}

Result<Validation> validate(std::string_view csv, const hardware::Catalogue& catalogue) {
  const CsvTable rows = read_csv(csv, ',', nullptr);
  if (rows.empty()) return fail(code::bad_measured_table, "row 1", "nothing", {Wanted::Kind::field, {"id"}});
  const TableColumns columns = columns_of(rows.front());
  for (const char* name : kNeeded)
    if (!columns.contains(name))
      return fail(code::bad_measured_table, "row 1", "no column " + std::string(name),
                  {Wanted::Kind::field, {name}});
  Validation validation;
  NamedModels models;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const TableRow row(columns, rows[i]);
    if (row.text("id").empty()) continue;
    ++validation.rows;
    if (row.text("algorithm") == "weight sync only") {
      auto figure = transfer_of(row, catalogue, models);
      validation.predicted_rows += figure ? 1 : 0;
      if (figure)
        validation.figures.push_back(std::move(*figure));
      else
        validation.skipped.push_back({row.text("id"), std::move(figure.error())});
      continue;
    }
    auto made = case_of(row, catalogue, models);
    if (!made)
      validation.skipped.push_back({row.text("id"), std::move(made.error())});
    else
      predict(row, std::move(*made), validation);
  }
  return validation;
}

Json to_json(const Validation& validation) {
  Json skipped = Json::array();
  for (const SkippedRow& row : validation.skipped)
    skipped.push_back({{"id", row.id}, {"why", error_json(row.error)["error"]}});
  Json groups = Json::object();
  for (const bool complete : {true, false}) {
    Json by_metric = Json::object();
    for (const char* metric : kMetrics) {
      std::vector<double> errors;
      double inside = 0.0;
      for (const MeasuredFigure& figure : validation.figures) {
        if (figure.metric != metric || figure.complete != complete) continue;
        errors.push_back(std::abs(figure.error()));
        inside += figure.low <= figure.measured && figure.measured <= figure.high ? 1.0 : 0.0;
      }
      if (errors.empty()) continue;
      std::sort(errors.begin(), errors.end());
      const auto at = [&](double share) {
        return errors[std::min(errors.size() - 1,
                               static_cast<std::size_t>(share * static_cast<double>(errors.size())))];
      };
      by_metric[metric] = {{"rows", errors.size()},
                           {"median_abs", at(0.5)},
                           {"p90_abs", at(0.9)},
                           {"in_band", inside / static_cast<double>(errors.size())}};
    }
    groups[complete ? "stated" : "assumed"] = std::move(by_metric);
  }
  return {{"rows", validation.rows},
          {"predicted", validation.predicted_rows},
          {"skipped", std::move(skipped)},
          {"post_training", std::move(groups)}};
}

std::string rows_csv(const Validation& validation) {
  std::string text = "id,metric,measured,predicted,error,low,high,assumed\n";
  for (const MeasuredFigure& figure : validation.figures)
    text += fmt::format("{},{},{},{},{},{},{},{}\n", csv_cell(figure.id, true), figure.metric,
                        format_number(figure.measured, 6), format_number(figure.predicted, 6),
                        format_number(figure.error(), 6), format_number(figure.low, 6),
                        format_number(figure.high, 6), csv_cell(figure.assumed, true));
  return text;
}

}  // namespace astrolabe::post_training
