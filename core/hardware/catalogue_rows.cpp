#include "core/hardware/catalogue_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error_codes.h"

namespace astrolabe::hardware {

namespace {

/// The row of a list whose key member has this value; null without one.
template <class Row>
const Row* row_with(const std::vector<Row>& rows, std::string Row::*key, const std::string& value) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.*key == value; });
  return found == rows.end() ? nullptr : &*found;
}

/// Equal as saved: the last binary digits of a conversion are no difference.
template <class Row>
bool same_row(const Row* a, const Row* b) {
  return a != nullptr && b != nullptr && to_json(*a) == to_json(*b);
}

/// What a row says beside its prices and where it was read.
template <class Row>
Json values_of(const Row& row) {
  Json json = to_json(row);
  for (const char* told : {"source", "source_date", "checked_against", "note", "reserved_date"})
    json.erase(told);
  for (auto member = json.begin(); member != json.end();)
    member = member.key().find("_usd") != std::string::npos ? json.erase(member) : std::next(member);
  return json;
}

NodePrices undated(NodePrices prices) {
  prices.reserved_date.clear();
  return prices;
}

bool same_money(const GpuPrice* a, const GpuPrice* b) {
  return a == nullptr || b == nullptr ? a == b : a->price.value == b->price.value;
}

template <class Row, class Find>
std::vector<Row> changed_rows(const std::vector<Row>& rows, const Find& find) {
  std::vector<Row> changed;
  for (const Row& row : rows)
    if (!same_row(&row, find(row))) changed.push_back(row);
  return changed;
}

}  // namespace

CatalogueRows rows_of(const Catalogue& catalogue, const std::vector<std::string>& gpus,
                      const std::vector<std::string>& nodes) {
  CatalogueRows rows;
  rows.date = catalogue.date();
  const auto add_gpu = [&](const std::string& name) {
    const Gpu* gpu = name.empty() ? nullptr : catalogue.find_gpu(name);
    if (gpu == nullptr || row_with(rows.gpus, &Gpu::id, gpu->id) != nullptr) return;
    rows.gpus.push_back(*gpu);
    if (const GpuPrice* price = catalogue.purchase_price(gpu->id))
      rows.prices.push_back(*price);
    else
      rows.unpriced.push_back(gpu->id);
  };
  for (const std::string& name : nodes) {
    const NodeType* node = name.empty() ? nullptr : catalogue.find_node(name);
    if (node == nullptr) continue;
    if (row_with(rows.nodes, &NodeType::id, node->id) == nullptr) rows.nodes.push_back(*node);
    add_gpu(node->gpu_id);
  }
  for (const std::string& name : gpus) add_gpu(name);
  return rows;
}

CatalogueRows differing(const CatalogueRows& rows, const Catalogue& catalogue) {
  CatalogueRows other;
  other.gpus = changed_rows(rows.gpus, [&](const Gpu& gpu) { return catalogue.find_gpu(gpu.id); });
  other.nodes = changed_rows(rows.nodes, [&](const NodeType& node) { return catalogue.find_node(node.id); });
  other.prices = changed_rows(rows.prices,
                              [&](const GpuPrice& price) { return catalogue.purchase_price(price.gpu_id); });
  for (const std::string& gpu_id : rows.unpriced)
    if (catalogue.purchase_price(gpu_id) != nullptr) other.unpriced.push_back(gpu_id);
  if (!other.empty()) other.date = rows.date;
  return other;
}

std::vector<RowChange> changes(const CatalogueRows& rows, const Catalogue& catalogue) {
  std::vector<RowChange> all;
  for (const NodeType& node : rows.nodes) {
    const NodeType* today = catalogue.find_node(node.id);
    RowChange change{node.name.empty() ? node.id : node.name};
    change.gone = today == nullptr;
    change.price = today != nullptr && !(undated(today->prices) == undated(node.prices));
    change.value = today != nullptr && values_of(*today) != values_of(node);
    all.push_back(std::move(change));
  }
  const auto gpu_change = [&](const std::string& gpu_id) -> RowChange& {
    const Gpu* kept = row_with(rows.gpus, &Gpu::id, gpu_id);
    const Gpu* gpu = kept != nullptr ? kept : catalogue.find_gpu(gpu_id);
    const std::string name = gpu == nullptr || gpu->name.empty() ? gpu_id : gpu->name;
    const auto known =
        std::find_if(all.begin(), all.end(), [&](const RowChange& change) { return change.name == name; });
    if (known != all.end()) return *known;
    all.push_back({name});
    return all.back();
  };
  for (const Gpu& gpu : rows.gpus) {
    const Gpu* today = catalogue.find_gpu(gpu.id);
    RowChange& change = gpu_change(gpu.id);
    change.gone = today == nullptr;
    change.value = today != nullptr && values_of(*today) != values_of(gpu);
  }
  for (const GpuPrice& price : rows.prices)
    if (!same_money(&price, catalogue.purchase_price(price.gpu_id))) gpu_change(price.gpu_id).price = true;
  for (const std::string& gpu_id : rows.unpriced)
    if (catalogue.purchase_price(gpu_id) != nullptr) gpu_change(gpu_id).price = true;
  return all;
}

Json to_json(const CatalogueRows& rows) {
  Json json{{"date", rows.date},
            {"gpus", Json::array()},
            {"nodes", Json::array()},
            {"prices", Json::array()},
            {"unpriced", rows.unpriced}};
  for (const Gpu& gpu : rows.gpus) json["gpus"].push_back(to_json(gpu));
  for (const NodeType& node : rows.nodes) json["nodes"].push_back(to_json(node));
  for (const GpuPrice& price : rows.prices) json["prices"].push_back(to_json(price));
  return json;
}

Result<CatalogueRows> read_rows(const Json& json, const std::string& path) {
  ObjectReader reader(json, path);
  CatalogueRows rows;
  rows.date = reader.string("date", "");
  const auto each = [&](const char* key, auto read, auto& list) {
    const Json* members = reader.array(key);
    for (std::size_t i = 0; members != nullptr && i < members->size() && reader.ok(); ++i) {
      auto row = read((*members)[i], fmt::format("{}[{}]", reader.path_of(key), i));
      if (row)
        list.push_back(std::move(*row));
      else
        reader.mistake(row.error());
    }
  };
  each("gpus", read_gpu, rows.gpus);
  each("nodes", read_node, rows.nodes);
  each("prices", read_price, rows.prices);
  const auto read_id = [](const Json& member, const std::string& place) -> Result<std::string> {
    if (!member.is_string())
      return fail(code::wrong_type, place, member.dump(), {Wanted::Kind::text, {"an id"}});
    return member.get<std::string>();
  };
  each("unpriced", read_id, rows.unpriced);
  if (const auto result = reader.finish(); !result) return tl::unexpected<Error>(result.error());
  return rows;
}

}  // namespace astrolabe::hardware
