#include "core/hardware/price_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/base/text.h"
#include "core/hardware/price_import.h"

namespace astrolabe::hardware {

namespace {

constexpr std::array<const char*, kTerms> kTermNames{"purchase", "on_demand", "reserved_1y", "reserved_3y",
                                                     "spot"};
constexpr int kMostUnits = 1'000'000;

/// Interruptions of a node and hour, by the name_key() of the provider.
struct MeasuredInterruptions {
  const char* provider;
  double per_node_hour;
  const char* source;
  const char* date;
};
constexpr std::array<MeasuredInterruptions, 1> kMeasured{
    {{"aws", 802.0 / 3496.6,
      "802 interruptions in 3,497 node hours of p3.2xlarge (SkyPilot spot traces, NSDI 2024)",
      "2023-08-03"}}};

bool same_name(std::string_view a, std::string_view b) { return name_key(a) == name_key(b); }

/// Who sells: the quote's own word, else the provider of its node.
std::string seller(const Quote& quote, const Catalogue& catalogue) {
  if (!quote.provider.empty() || quote.node.empty()) return quote.provider;
  const NodeType* node = catalogue.find_node(quote.node);
  return node != nullptr ? node->provider : std::string();
}

int units_of(const Quote& quote, const PoolSpec& pool, const Catalogue& catalogue) {
  return quote.gpu.empty() ? pool.nodes : pool.nodes * std::max(1, gpus_of_node(pool, catalogue));
}

bool is_of(const Quote& quote, const NodeType* node, const Gpu* gpu, const Catalogue& catalogue) {
  if (!quote.node.empty()) return node != nullptr && catalogue.find_node(quote.node) == node;
  return gpu != nullptr && catalogue.find_gpu(quote.gpu) == gpu;
}

void add_list_prices(const NodeType& node, std::vector<Quote>& book) {
  const auto add = [&](Term term, const auto& price, const std::string& date) {
    if (!price) return;
    Quote quote;
    quote.node = node.id;
    quote.term = term;
    quote.usd = price->value;
    quote.provider = node.provider;
    quote.region = node.region;
    quote.source = {node.source.text, date, node.source.own};
    book.push_back(std::move(quote));
  };
  const NodePrices& prices = node.prices;
  const std::string& reserved = node.source.own ? node.source.date : prices.reserved_date;
  add(Term::purchase, prices.purchase_typical, node.source.date);
  add(Term::on_demand, prices.on_demand, node.source.date);
  add(Term::reserved_1y, prices.reserved_1y, reserved);
  add(Term::reserved_3y, prices.reserved_3y, reserved);
  add(Term::spot, prices.spot, node.source.date);
}

}  // namespace

bool holds_for(std::string_view offered, std::string_view wanted) {
  return wanted.empty() || offered.empty() || offered == "all" || same_name(offered, wanted);
}

const char* to_string(Term term) { return kTermNames[static_cast<std::size_t>(term)]; }

std::optional<Term> term_from(std::string_view name) {
  for (std::size_t i = 0; i < kTermNames.size(); ++i)
    if (name_key(name) == name_key(kTermNames[i])) return static_cast<Term>(i);
  return std::nullopt;
}

Term term_of(Commitment commitment) {
  switch (commitment) {
    case Commitment::on_demand:
      return Term::on_demand;
    case Commitment::reserved_1y:
      return Term::reserved_1y;
    case Commitment::reserved_3y:
      return Term::reserved_3y;
    case Commitment::spot:
      return Term::spot;
  }
  return Term::on_demand;
}

Json to_json(const Quote& quote) {
  Json json = Json::object();
  json[quote.gpu.empty() ? "node" : "gpu"] = quote.gpu.empty() ? quote.node : quote.gpu;
  json["term"] = to_string(quote.term);
  json["usd"] = quote.usd;
  if (!quote.provider.empty()) json["provider"] = quote.provider;
  if (!quote.region.empty()) json["region"] = quote.region;
  if (quote.from_units != 1) json["from_units"] = quote.from_units;
  if (quote.interruptions_per_node_hour)
    json["interruptions_per_node_hour"] = *quote.interruptions_per_node_hour;
  json["source"] = quote.source.text;
  json["source_date"] = quote.source.date;
  return json;
}

Quote read_quote(const Json& json, const std::string& path, ObjectReader& parent) {
  ObjectReader reader(json, path);
  Quote quote;
  quote.node = reader.string("node", "");
  quote.gpu = reader.string("gpu", "");
  if (reader.ok() && quote.node.empty() == quote.gpu.empty())
    reader.mistake(code::out_of_range, "node", quote.node.empty() ? "neither gpu nor node" : "gpu and node",
                   {Wanted::Kind::text, {"either gpu or node"}});
  static const std::vector<std::string> names(kTermNames.begin(), kTermNames.end());
  quote.term = static_cast<Term>(reader.choice("term", names));
  quote.usd = reader.positive("usd");
  quote.provider = reader.string("provider", "");
  quote.region = reader.string("region", "");
  quote.from_units = static_cast<int>(reader.whole("from_units", 1, kMostUnits, 1));
  quote.interruptions_per_node_hour =
      reader.optional_number("interruptions_per_node_hour", 0.0, kMostInterruptions);
  quote.source = {reader.string("source", ""), reader.string("source_date", ""), true};
  reader.finish_into(parent);
  return quote;
}

std::vector<Quote> price_book(const Catalogue& catalogue) {
  std::vector<Quote> book;
  for (const NodeType& node : catalogue.nodes()) add_list_prices(node, book);
  for (const Gpu& gpu : catalogue.gpus()) {
    Quote quote;
    quote.gpu = gpu.id;
    if (const GpuPrice* price = catalogue.purchase_price(gpu.id)) {
      quote.term = Term::purchase;
      quote.usd = price->price.value;
      quote.source = {price->source, price->date, catalogue.own_price(gpu.id) != nullptr};
      book.push_back(quote);
    }
    if (const GpuRent* rent = catalogue.own_rent(gpu.id)) {
      quote.term = Term::on_demand;
      quote.usd = rent->price.value;
      quote.source = rent->source;
      quote.source.own = true;
      book.push_back(quote);
    }
  }
  book.insert(book.end(), catalogue.quotes().begin(), catalogue.quotes().end());
  return book;
}

double usd_per_gpu(const Quote& quote, const PoolSpec& pool, const Catalogue& catalogue) {
  return quote.gpu.empty() ? quote.usd / std::max(1, gpus_of_node(pool, catalogue)) : quote.usd;
}

const Quote* best_quote(const PoolSpec& pool, const Catalogue& catalogue, Term term) {
  if (catalogue.quotes().empty()) return nullptr;
  const NodeType* node = pool_node(pool, catalogue);
  const Gpu* gpu = pool_gpu(pool, catalogue);
  const bool counted = gpus_of_node(pool, catalogue) > 0;
  using Place = std::tuple<bool, std::string, std::string>;  // of a GPU alone, seller, region
  std::map<Place, const Quote*> standing;
  for (const Quote& quote : catalogue.quotes()) {
    if (quote.term != term || !is_of(quote, node, gpu, catalogue)) continue;
    if (!quote.node.empty() && !counted) continue;
    const std::string from = seller(quote, catalogue);
    if (!holds_for(from, pool.provider) || !holds_for(quote.region, pool.region)) continue;
    if (quote.from_units > units_of(quote, pool, catalogue)) continue;
    const Quote*& best = standing[{quote.node.empty(), name_key(from), name_key(quote.region)}];
    const auto rank = [](const Quote& one) { return std::tie(one.from_units, one.source.date); };
    if (best == nullptr || rank(*best) <= rank(quote)) best = &quote;
  }
  if (standing.empty()) return nullptr;
  const bool gpu_alone = std::get<0>(standing.begin()->first);  // quotes of the node come first
  const Quote* cheapest = nullptr;
  for (const auto& [place, quote] : standing)
    if (std::get<0>(place) == gpu_alone &&
        (cheapest == nullptr ||
         usd_per_gpu(*quote, pool, catalogue) < usd_per_gpu(*cheapest, pool, catalogue)))
      cheapest = quote;
  return cheapest;
}

std::optional<PoolPrice> rent_of_type(std::string_view gpu_id, const Catalogue& catalogue,
                                      Commitment commitment) {
  std::optional<PoolPrice> least;
  const auto take = [&](double usd, const Source& source) {
    if (!least || usd < least->usd_per_gpu)
      least = PoolPrice{.usd_per_gpu = usd, .source = source.text, .date = source.date, .own = source.own};
  };
  const Term term = term_of(commitment);
  for (const Quote& quote : price_book(catalogue)) {
    if (quote.term != term || quote.from_units != 1) continue;
    if (!quote.gpu.empty()) {
      const Gpu* gpu = catalogue.find_gpu(quote.gpu);
      if (gpu != nullptr && gpu->id == gpu_id) take(quote.usd, quote.source);
      continue;
    }
    const NodeType* node = catalogue.find_node(quote.node);
    if (node != nullptr && node->gpus > 0 && same_name(node->gpu_id, gpu_id))
      take(quote.usd / node->gpus, quote.source);
  }
  return least;
}

std::optional<Interruptions> pool_interruptions(const PoolSpec& pool, const Catalogue& catalogue) {
  if (pool.interruptions_per_node_hour)
    return Interruptions{*pool.interruptions_per_node_hour, {"stated in the cluster", "", true}, false};
  const Quote* quote = best_quote(pool, catalogue, Term::spot);
  if (quote != nullptr && quote->interruptions_per_node_hour)
    return Interruptions{*quote->interruptions_per_node_hour, quote->source, false};
  const NodeType* node = pool_node(pool, catalogue);
  const std::string provider = quote != nullptr         ? seller(*quote, catalogue)
                               : !pool.provider.empty() ? pool.provider
                               : node != nullptr        ? node->provider
                                                        : std::string();
  for (const MeasuredInterruptions& measured : kMeasured)
    if (name_key(provider) == measured.provider)
      return Interruptions{measured.per_node_hour, {measured.source, measured.date, false}, true};
  return std::nullopt;
}

KnownPrices known_prices(std::string_view gpu_id, const Catalogue& catalogue, bool bought) {
  KnownPrices known;
  const auto take = [&](double usd) {
    known.least = known.most == 0.0 ? usd : std::min(known.least, usd);
    known.most = std::max(known.most, usd);
  };
  for (const NodeType& node : catalogue.nodes()) {
    if (!same_name(node.gpu_id, gpu_id) || node.gpus < 1) continue;
    if (node.gpus > 1) known.nodes.insert(node.gpus);
    const NodePrices& prices = node.prices;
    if (bought && prices.purchase_typical) take(prices.purchase_typical->value / node.gpus);
    if (bought) continue;
    for (const auto& price : {prices.on_demand, prices.reserved_1y, prices.reserved_3y, prices.spot})
      if (price) take(price->value / node.gpus);
  }
  for (const GpuPrice& price : catalogue.gpu_prices())
    if (bought && same_name(price.gpu_id, gpu_id)) take(price.price.value);
  return known;
}

std::vector<std::string> providers(const Catalogue& catalogue) {
  std::vector<std::string> names;
  for (const Quote& quote : price_book(catalogue)) {
    const std::string name = seller(quote, catalogue);
    const auto same = [&](const std::string& other) { return same_name(name, other); };
    if (!name.empty() && std::none_of(names.begin(), names.end(), same)) names.push_back(name);
  }
  return names;
}

std::string price_book_csv(const std::vector<Quote>& quotes) {
  std::string text =
      "node,gpu,term,provider,region,from_units,usd_per_hour,purchase_usd,interruptions_per_node_hour,"
      "currency,source,date\r\n";
  for (const Quote& quote : quotes) {
    const bool bought = quote.term == Term::purchase;
    const std::string usd = format_number(quote.usd);
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},USD,{},{}\r\n", csv_cell(quote.node), csv_cell(quote.gpu),
        to_string(quote.term), csv_cell(quote.provider), csv_cell(quote.region), quote.from_units,
        bought ? "" : usd, bought ? usd : "",
        quote.interruptions_per_node_hour ? format_number(*quote.interruptions_per_node_hour) : "",
        csv_cell(quote.source.text), csv_cell(quote.source.date));
  }
  return text;
}

OwnTypes lay_over(OwnTypes base, const OwnTypes& added) {
  const auto merge = [](auto& list, const auto& more, const auto& id) {
    for (const auto& type : more) {
      const std::string key = name_key(id(type));
      const auto same = std::find_if(list.begin(), list.end(),
                                     [&](const auto& other) { return name_key(id(other)) == key; });
      if (same == list.end())
        list.push_back(type);
      else
        *same = type;
    }
  };
  merge(base.gpus, added.gpus, [](const Gpu& gpu) { return gpu.id; });
  merge(base.nodes, added.nodes, [](const NodeType& node) { return node.id; });
  merge(base.gpu_rents, added.gpu_rents, [](const GpuRent& rent) { return rent.gpu_id; });
  merge(base.gpu_prices, added.gpu_prices, [](const GpuPrice& price) { return price.gpu_id; });
  merge(base.quotes, added.quotes, [](const Quote& quote) {
    return fmt::format("{} of {} {} by {} in {} from {}", to_string(quote.term), quote.node, quote.gpu,
                       quote.provider, quote.region, quote.from_units);
  });
  return base;
}

}  // namespace astrolabe::hardware
