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
  put("latent_q", kind.latent_q);
  put("latent_kv", kind.latent_kv);
  put("rope_dim", kind.rope_dim);
  put("ffn", kind.ffn);
  put("experts", kind.experts);
  put("experts_per_token", kind.top_k);
  put("expert_ffn", kind.expert_ffn);
  put("shared_ffn", kind.shared_ffn);
  json["gated"] = kind.feed == model::Feed::gated;
  json["causal"] = kind.causal;
  return json;
}

Json answerOf(const model::Architecture& model, bool tensors) {
  Json json = Json::object();
  json["model"] = model.id;
  json["family"] = model.family;
  json["parameters_total"] = model.parameters_total;
  json["parameters_active"] = model.parameters_active;
  json["parameters_mtp"] = model.parameters_mtp;
  json["parameters_embedding"] = model.parameters_embedding;
  json["layers"] = model.layers.size();
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
  Json fields = Json::array();
  for (const model::Field& field : model.fields)
    fields.push_back(Json{
        {"key", field.key}, {"value", field.value}, {"mark", markName(field.mark)}, {"from", field.from}});
  json["fields"] = std::move(fields);
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

QString textOf(const model::Architecture& model, bool tensors) {
  Table totals;
  totals.column(QString::fromStdString(model.id));
  totals.column(QString::fromStdString(model.family), Align::Right);
  totals.row(
      {QStringLiteral("Parameters, total"), ui::wholeText(static_cast<double>(model.parameters_total))});
  totals.row(
      {QStringLiteral("Parameters, active"), ui::wholeText(static_cast<double>(model.parameters_active))});
  if (model.parameters_mtp > 0)
    totals.row({QStringLiteral("Parameters of multi-token prediction"),
                ui::wholeText(static_cast<double>(model.parameters_mtp))});
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
  const auto model = plan::read_model_source(options.model);
  if (!model) {
    Error error = model.error();
    if (error.file.empty()) error.file = options.model;
    return refuse(error, common.json);
  }
  warn(model->warnings);
  if (common.json) {
    Json answer = answerOf(*model, options.tensors);
    plan::add_warnings(answer, model->warnings);
    print(answer);
  } else {
    print(textOf(*model, options.tensors));
  }
  return Done;
}

}  // namespace

void addInspect(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* command = program.add_subcommand("inspect", "Shows what was read from a model");
  command->add_option("model", options->model, "config.json, folder or built-in id; - is standard input")
      ->type_name("M");
  command->add_flag("--tensors", options->tensors, "Name and shape of each tensor");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runInspect(*options, common); }; });
}

}  // namespace astrolabe::cli
