// catalog: what is built in, with the user's own types over it.
#include <memory>

#include "app/cli/inputs.h"
#include "app/cli/table.h"
#include "core/model/model_reader.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

namespace {

QString text(const std::string& value) {
  return value.empty() ? ui::unknownText() : QString::fromStdString(value);
}

template <class Quantity, class Format>
QString orUnknown(const std::optional<Quantity>& quantity, Format format) {
  return quantity ? format(quantity->value) : ui::unknownText();
}

QString teraflops(double rate) {
  return QStringLiteral("%1 TFLOP/s").arg(ui::significantText(rate / kTera, 4));
}
QString gibibytes(double bytes) { return ui::gibText(bytes, 0); }
QString perHour(double usd) { return QStringLiteral("%1/h").arg(ui::moneyText(usd)); }

QString gpusText(const hardware::Catalogue& catalogue) {
  Table table;
  table.column(QStringLiteral("GPU"));
  table.column(QStringLiteral("Name"));
  table.column(QStringLiteral("Memory"), Align::Right);
  table.column(QStringLiteral("Bandwidth"), Align::Right);
  table.column(QStringLiteral("bf16"), Align::Right);
  table.column(QStringLiteral("Link, one way"), Align::Right);
  table.column(QStringLiteral("Power"), Align::Right);
  table.column(QStringLiteral("Source date"));
  for (const hardware::Gpu& gpu : catalogue.gpus())
    table.row({text(gpu.id), text(gpu.name), orUnknown(gpu.memory, gibibytes),
               orUnknown(gpu.memory_bandwidth, ui::bandwidthText), orUnknown(gpu.bf16, teraflops),
               orUnknown(gpu.link, ui::bandwidthText), orUnknown(gpu.power, ui::powerText),
               text(gpu.source.date)});
  return table.text();
}

QString nodesText(const hardware::Catalogue& catalogue) {
  Table table;
  table.column(QStringLiteral("Node"));
  table.column(QStringLiteral("Provider"));
  table.column(QStringLiteral("GPUs"), Align::Right);
  table.column(QStringLiteral("GPU"));
  table.column(QStringLiteral("Network"), Align::Right);
  table.column(QStringLiteral("On demand"), Align::Right);
  table.column(QStringLiteral("Purchase"), Align::Right);
  table.column(QStringLiteral("Source date"));
  for (const hardware::NodeType& node : catalogue.nodes())
    table.row({text(node.id), text(node.provider), QString::number(node.gpus), text(node.gpu_id),
               orUnknown(node.network, ui::bandwidthText), orUnknown(node.prices.on_demand, perHour),
               orUnknown(node.prices.purchase_typical, [](double usd) { return ui::moneyText(usd); }),
               text(node.source.date)});
  return table.text();
}

Result<std::vector<model::Architecture>> readModels() {
  std::vector<model::Architecture> models;
  for (const model::BuiltInModel& built_in : model::built_in_models()) {
    auto model = model::read_config(built_in.config, built_in.id);
    if (!model) return tl::unexpected<Error>(std::move(model.error()).in_file(built_in.id));
    models.push_back(std::move(*model));
  }
  return models;
}

int listModels(bool json) {
  const auto models = readModels();
  if (!models) return refuse(models.error(), json);
  if (json) {
    Json list = Json::array();
    for (const model::Architecture& model : *models)
      list.push_back(Json{{"id", model.id},
                          {"family", model.family},
                          {"layers", model.layers.size()},
                          {"parameters_total", model.parameters_total},
                          {"parameters_active", model.parameters_active}});
    print(Json{{"models", std::move(list)}});
    return Done;
  }
  Table table;
  table.column(QStringLiteral("Model"));
  table.column(QStringLiteral("Family"));
  table.column(QStringLiteral("Layers"), Align::Right);
  table.column(QStringLiteral("Parameters"), Align::Right);
  table.column(QStringLiteral("Active"), Align::Right);
  for (const model::Architecture& model : *models)
    table.row({text(model.id), text(model.family), QString::number(model.layers.size()),
               ui::countText(static_cast<double>(model.parameters_total)),
               ui::countText(static_cast<double>(model.parameters_active))});
  print(table.text());
  return Done;
}

int runCatalog(const std::string& what, Common& common) {
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (what == "models") return listModels(common.json);
  if (what != "gpus" && what != "nodes")
    return refuse(usageError("catalog", what.empty() ? "nothing" : what,
                             {Wanted::Kind::one_of, {"gpus", "nodes", "models"}}),
                  common.json);
  const auto own = readOwnTypes(common);
  if (!own) return refuse(own.error(), common.json);
  const hardware::Catalogue catalogue = hardware::Catalogue::built_in().with(*own);
  if (!common.json) {
    print(what == "gpus" ? gpusText(catalogue) : nodesText(catalogue));
    return Done;
  }
  Json list = Json::array();
  if (what == "gpus")
    for (const hardware::Gpu& gpu : catalogue.gpus()) list.push_back(hardware::to_json(gpu));
  else
    for (const hardware::NodeType& node : catalogue.nodes()) list.push_back(hardware::to_json(node));
  print(Json{{"catalogue_date", catalogue.date()}, {what, std::move(list)}});
  return Done;
}

}  // namespace

void addCatalog(CLI::App& program, Run& chosen, Common& common) {
  auto what = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("catalog", "Lists what is built in");
  command->add_option("what", *what, "gpus, nodes or models")->type_name("WHAT");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, what] { chosen = [&common, what] { return runCatalog(*what, common); }; });
}

}  // namespace astrolabe::cli
