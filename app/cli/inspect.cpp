// inspect: what was read from a model.
#include <algorithm>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/table.h"
#include "core/model/model_reader.h"
#include "core/plan/model_source.h"
#include "core/plan/warnings.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

namespace {

struct InspectOptions {
  std::string model;
  std::int64_t vocabulary = 0;     ///< 0: as the model says
  std::vector<std::string> given;  ///< "NAME=VALUE" of a launch script
  bool tensors = false;
};

const char* markName(model::Mark mark) {
  switch (mark) {
    case model::Mark::file:
      return "file";
    case model::Mark::derived:
      return "derived";
    case model::Mark::assumed:
      return "assumed";
  }
  return "assumed";
}

const char* partName(model::Tensor::Part part) {
  switch (part) {
    case model::Tensor::Part::embedding:
      return "embedding";
    case model::Tensor::Part::layer:
      return "layer";
    case model::Tensor::Part::head:
      return "head";
    case model::Tensor::Part::mtp:
      return "mtp";
    case model::Tensor::Part::tower:
      return "tower";
    case model::Tensor::Part::other:
      return "other";
  }
  return "other";
}

Json kindJson(const model::LayerKind& kind, std::int64_t count) {
  Json json{{"name", kind.name}, {"layers", count}};
  // Only what the kind has: a dense layer has no experts, full attention no window.
  const auto put = [&](const char* key, int value) {
    if (value != 0) json[key] = value;
  };
  put("heads", kind.heads);
  put("kv_heads", kind.kv_heads);
  put("head_dim", kind.head_dim);
  put("value_head_dim", kind.value_head_dim);
  put("window", kind.window);
  put("chunk", kind.chunk);
  put("gate_width", kind.gate_width);
  put("index_heads", kind.index_heads);
  put("index_dim", kind.index_dim);
  put("index_top_k", kind.index_top_k);
  put("latent_q", kind.latent_q);
  put("latent_kv", kind.latent_kv);
  put("rope_dim", kind.rope_dim);
  put("ffn", kind.ffn);
  put("experts", kind.experts);
  put("experts_per_token", kind.top_k);
  put("expert_ffn", kind.expert_ffn);
  put("shared_ffn", kind.shared_ffn);
  put("expert_width", kind.expert_width);
  for (const model::Scan& scan : kind.scans) {
    put("state_heads", scan.heads);
    put("state_key_dim", scan.key_dim);
    put("state_value_dim", scan.value_dim);
  }
  json["gated"] = kind.feed == model::Feed::gated;
  json["causal"] = kind.causal;
  return json;
}

/// Counts of the description where the model has one, else of the architecture.
struct Counts {
  std::int64_t total = 0, active = 0, mtp = 0, lookup = 0;
};

Counts countsOf(const model::Inspection& inspection) {
  if (const auto& whole = inspection.description)
    return {whole->total, whole->active, whole->prediction, whole->active - whole->active_without_lookup};
  const model::Architecture& model = *inspection.architecture;
  return {model.parameters_total, model.parameters_active, model.parameters_mtp, model.parameters_embedding};
}

Json fieldsJson(const model::Architecture& model, const Counts& counts) {
  Json fields = Json::array();
  for (const model::Field& field : model.fields) {
    std::string value = field.value;
    if (field.key == "parameters_total") value = std::to_string(counts.total);
    if (field.key == "parameters_active") value = std::to_string(counts.active);
    if (field.key == "parameters_mtp") value = std::to_string(counts.mtp);
    fields.push_back(
        Json{{"key", field.key}, {"value", value}, {"mark", markName(field.mark)}, {"from", field.from}});
  }
  return fields;
}

Json answerOf(const model::Inspection& inspection, const model::Architecture& model, bool tensors) {
  const Counts counts = countsOf(inspection);
  const auto& whole = inspection.description;
  Json json = Json::object();
  json["model"] = model.id;
  json["family"] = model.family;
  json["parameters_total"] = counts.total;
  json["parameters_active"] = counts.active;
  json["parameters_active_without_lookup"] = counts.active - counts.lookup;
  json["parameters_mtp"] = counts.mtp;
  json["parameters_embedding"] = model.parameters_embedding;
  json["buffers"] = whole ? Json(whole->buffers) : Json();
  json["parts"] = Json::object();
  if (whole)
    for (const auto& [role, total] : whole->part_totals) json["parts"][role] = total;
  json["layers"] = whole ? whole->parts.front().layers.size() : model.layers.size();
  json["pattern"] = whole ? Json(whole->pattern) : Json();
  json["described_by_keys"] = whole && whole->by_keys;
  json["not_planned"] = inspection.not_planned
                            ? Json(inspection.not_planned->where + ": " + inspection.not_planned->found)
                            : Json();
  json["hidden"] = model.hidden;
  json["vocabulary"] = model.vocabulary;
  json["positions"] = model.positions;
  json["max_sequence"] = model.max_sequence > 0 ? Json(model.max_sequence) : Json();
  json["tied_embeddings"] = model.tied_embeddings;
  Json kinds = Json::array();
  for (std::size_t i = 0; i < model.layer_kinds.size(); ++i)
    kinds.push_back(kindJson(model.layer_kinds[i],
                             std::count(model.layers.begin(), model.layers.end(), static_cast<int>(i))));
  json["layer_kinds"] = std::move(kinds);
  json["fields"] = fieldsJson(model, counts);
  if (!tensors) return json;
  Json list = Json::array();
  for (const model::Tensor& tensor : model.tensors) {
    Json entry{{"name", tensor.name}, {"shape", tensor.shape}, {"part", partName(tensor.part)}};
    if (tensor.tied) entry["tied"] = true;
    list.push_back(std::move(entry));
  }
  json["tensors"] = std::move(list);
  return json;
}

QString shapeText(const std::vector<std::int64_t>& shape) {
  QStringList sizes;
  for (const std::int64_t size : shape) sizes.append(QString::number(size));
  return sizes.join(QStringLiteral(" × "));
}

QString textOf(const model::Inspection& inspection, const model::Architecture& model, bool tensors) {
  const Counts counts = countsOf(inspection);
  Table totals;
  totals.column(QString::fromStdString(model.id));
  totals.column(QString::fromStdString(model.family), Align::Right);
  totals.row({QStringLiteral("Parameters, total"), ui::wholeText(static_cast<double>(counts.total))});
  totals.row({QStringLiteral("Parameters, active"), ui::wholeText(static_cast<double>(counts.active))});
  if (counts.mtp > 0)
    totals.row({QStringLiteral("Parameters of multi-token prediction"),
                ui::wholeText(static_cast<double>(counts.mtp))});
  if (const auto& whole = inspection.description) {
    for (const auto& [role, total] : whole->part_totals)
      totals.row({QStringLiteral("Parameters, %1").arg(QString::fromStdString(role)),
                  ui::wholeText(static_cast<double>(total))});
    totals.row({QStringLiteral("Layers"), QString::fromStdString(whole->pattern)});
  }
  Table fields;
  fields.column(QStringLiteral("Field"));
  fields.column(QStringLiteral("Value"), Align::Right);
  fields.column(QStringLiteral("Read as"));
  fields.column(QStringLiteral("From"));
  for (const model::Field& field : model.fields)
    fields.row({QString::fromStdString(field.key), QString::fromStdString(field.value),
                QLatin1String(markName(field.mark)), QString::fromStdString(field.from)});
  QStringList blocks{totals.text(), fields.text()};
  if (tensors) {
    Table list;
    list.column(QStringLiteral("Tensor"));
    list.column(QStringLiteral("Shape"), Align::Right);
    for (const model::Tensor& tensor : model.tensors)
      list.row({QString::fromStdString(tensor.name), shapeText(tensor.shape)});
    blocks.append(list.text());
  }
  return blocks.join(QStringLiteral("\n\n"));
}

int runInspect(const InspectOptions& options, Common& common) {
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (options.model.empty())
    return refuse(usageError("inspect", "nothing",
                             {Wanted::Kind::text,
                              {"a config.json, a folder that holds one, arguments of Megatron-LM, an ONNX "
                               "file, or a built-in id"}}),
                  common.json);
  model::EnteredValues entered;
  if (options.vocabulary > 0)
    for (const char* key : {"vocab_size", "--vocab-size"})
      entered.emplace(key, static_cast<double>(options.vocabulary));
  const auto given = readGiven(options.given);
  if (!given) return refuse(given.error(), common.json);
  auto inspection = plan::inspect_model_source(options.model, entered, *given);
  if (!inspection) {
    Error error = inspection.error();
    if (error.file.empty()) error.file = options.model;
    return refuse(error, common.json);
  }
  if (const auto& reason = inspection->not_planned) warn({*reason});
  const model::Architecture model =
      inspection->architecture ? *inspection->architecture : model::sizes_of(*inspection->description);
  warn(model.warnings);
  if (common.json) {
    Json answer = answerOf(*inspection, model, options.tensors);
    plan::add_warnings(answer, model.warnings);
    print(answer);
  } else {
    print(textOf(*inspection, model, options.tensors));
  }
  return Done;
}

}  // namespace

void addInspect(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* command = program.add_subcommand("inspect", "Shows what was read from a model");
  command->add_option("model", options->model, "config.json, folder or built-in id; - is standard input")
      ->type_name("M");
  command
      ->add_option("--vocab-size", options->vocabulary,
                   "Vocabulary, where a script leaves it to the tokenizer")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{2'147'483'647}));
  command
      ->add_option("--set", options->given,
                   "Variable of a launch script, or one of its positions (1=base); may be repeated")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
  command->add_flag("--tensors", options->tensors, "Name and shape of each tensor");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runInspect(*options, common); }; });
}

}  // namespace astrolabe::cli
