// catalog: what is built in, with the user's own types over it.
#include <memory>
#include <vector>

#include "app/cli/inputs.h"
#include "app/cli/table.h"
#include "core/base/file_write.h"
#include "core/base/text.h"
#include "core/hardware/price_book.h"
#include "core/model/model_reader.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

namespace {

struct CatalogOptions {
  std::string what;
  std::string provider, out;  ///< of prices
};

QString text(const std::string& value) {
  return value.empty() ? ui::unknownText() : QString::fromStdString(value);
}

template <class Quantity, class Format>
QString orUnknown(const std::optional<Quantity>& quantity, Format format) {
  return quantity ? format(quantity->value) : ui::unknownText();
}

QString orUnknown(const std::optional<double>& number) {
  return number ? ui::significantText(*number, 3) : ui::unknownText();
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

/// The price book, of one provider where one is named.
std::vector<hardware::Quote> pricesOf(const hardware::Catalogue& catalogue, const std::string& provider) {
  std::vector<hardware::Quote> book = hardware::price_book(catalogue);
  if (provider.empty()) return book;
  std::erase_if(book, [&](const hardware::Quote& quote) {
    const hardware::NodeType* node = quote.gpu.empty() ? catalogue.find_node(quote.node) : nullptr;
    const std::string& seller = quote.provider.empty() && node != nullptr ? node->provider : quote.provider;
    return name_key(seller) != name_key(provider);
  });
  return book;
}

QString pricesText(const std::vector<hardware::Quote>& book) {
  Table table;
  table.column(QStringLiteral("Node or GPU"));
  table.column(QStringLiteral("Terms"));
  table.column(QStringLiteral("Price"), Align::Right);
  table.column(QStringLiteral("Provider"));
  table.column(QStringLiteral("Region"));
  table.column(QStringLiteral("From units"), Align::Right);
  table.column(QStringLiteral("Interruptions/h"), Align::Right);
  table.column(QStringLiteral("Source date"));
  for (const hardware::Quote& quote : book) {
    const bool bought = quote.term == hardware::Term::purchase;
    table.row({text(quote.gpu.empty() ? quote.node : quote.gpu),
               QString::fromLatin1(hardware::to_string(quote.term)),
               bought ? ui::moneyText(quote.usd) : perHour(quote.usd), text(quote.provider),
               text(quote.region), QString::number(quote.from_units),
               orUnknown(quote.interruptions_per_node_hour), text(quote.source.date)});
  }
  return table.text();
}

int listPrices(const hardware::Catalogue& catalogue, const CatalogOptions& options, const Common& common) {
  const std::vector<hardware::Quote> book = pricesOf(catalogue, options.provider);
  if (book.empty() && !options.provider.empty())
    return refuse(
        usageError("--provider", options.provider, {Wanted::Kind::one_of, hardware::providers(catalogue)}),
        common.json);
  if (!options.out.empty()) {
    if (const auto done = write_file(options.out, hardware::price_book_csv(book)); !done)
      return refuse(done.error(), common.json);
    sayWritten({options.out}, common.json);
    return Done;
  }
  if (!common.json) {
    print(pricesText(book));
    return Done;
  }
  Json list = Json::array();
  for (const hardware::Quote& quote : book) {
    Json row = hardware::to_json(quote);
    row["own"] = quote.source.own;
    list.push_back(std::move(row));
  }
  print(Json{{"catalogue_date", catalogue.date()}, {"prices", std::move(list)}});
  return Done;
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

int runCatalog(const CatalogOptions& options, Common& common) {
  const std::string& what = options.what;
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (what == "models") return listModels(common.json);
  if (what != "gpus" && what != "nodes" && what != "prices")
    return refuse(usageError("catalog", what.empty() ? "nothing" : what,
                             {Wanted::Kind::one_of, {"gpus", "nodes", "models", "prices"}}),
                  common.json);
  const auto own = readOwnTypes(common);
  if (!own) return refuse(own.error(), common.json);
  const hardware::Catalogue catalogue = hardware::Catalogue::built_in().with(*own);
  if (what == "prices") return listPrices(catalogue, options, common);
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
  auto options = std::make_shared<CatalogOptions>();
  CLI::App* command = program.add_subcommand("catalog", "Lists what is built in");
  command->add_option("what", options->what, "gpus, nodes, models or prices")->type_name("WHAT");
  command->add_option("--provider", options->provider, "Only prices of this provider")->type_name("P");
  command->add_option("--out", options->out, "Prices as a table (CSV), which --hardware reads")
      ->type_name("FILE");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runCatalog(*options, common); }; });
}

}  // namespace astrolabe::cli
