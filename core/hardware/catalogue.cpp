#include "core/hardware/catalogue.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/error_codes.h"
#include "core/base/text.h"

namespace astrolabe::hardware {

// Made at build time by resources/catalogue/build_catalogue.cpp.
extern const unsigned char kCatalogueBytes[];
extern const std::size_t kCatalogueSize;

namespace {

/// One row as JSON, keyed by column: the form that read_gpu() and read_node() check.
Json row_json(SQLite::Statement& query) {
  Json row = Json::object();
  for (int i = 0; i < query.getColumnCount(); ++i) {
    const SQLite::Column cell = query.getColumn(i);
    Json& value = row[cell.getName()];
    if (cell.isInteger())
      value = cell.getInt64();
    else if (cell.isFloat())
      value = cell.getDouble();
    else if (cell.isText())
      value = cell.getString();
  }
  return row;
}

/// Calls `take(row, place)` for each row of a table until one is refused.
template <class Take>
Result<void> each_row(SQLite::Database& database, const std::string& table, const Take& take) {
  SQLite::Statement query(database, fmt::format("SELECT * FROM {}", table));
  for (int row = 0; query.executeStep(); ++row)
    if (Result<void> result = take(row_json(query), fmt::format("{}[{}]", table, row)); !result)
      return result;
  return {};
}

/// Appends the value of `result`, or passes its error on.
template <class Type>
Result<void> keep(Result<Type> result, std::vector<Type>& list) {
  if (!result) return tl::unexpected<Error>(std::move(result.error()));
  list.push_back(std::move(*result));
  return {};
}

/// Keys by which types are found: ids first, then whatever names one type alone.
class Keys {
 public:
  using Index = std::map<std::string, std::size_t, std::less<>>;

  void id(std::string_view text, std::size_t index) { m_index.insert_or_assign(name_key(text), index); }
  void name(std::string_view text, std::size_t index) {
    const std::string key = name_key(text);
    if (key.empty() || m_index.contains(key)) return;
    const auto [place, is_new] = m_names.emplace(key, index);
    if (!is_new && place->second != index) place->second = kShared;
  }
  Index take() {
    for (const auto& [key, index] : m_names)
      if (index != kShared) m_index.emplace(key, index);
    return std::move(m_index);
  }

 private:
  static constexpr std::size_t kShared = static_cast<std::size_t>(-1);
  Index m_index, m_names;
};

template <class Type>
void lay_over(std::vector<Type>& list, const Type& type) {
  const std::string key = name_key(type.id);
  const auto same =
      std::find_if(list.begin(), list.end(), [&](const Type& other) { return name_key(other.id) == key; });
  if (same == list.end())
    list.push_back(type);
  else
    *same = type;
}

template <class Type>
std::vector<std::string> ids_of(const std::vector<Type>& list) {
  std::vector<std::string> ids;
  ids.reserve(list.size());
  for (const Type& type : list) ids.push_back(type.id);
  return ids;
}

Result<Grid> read_grid(const Json& json, const std::string& path) {
  ObjectReader reader(json, path);
  Grid grid{reader.string("id"), reader.string("place"), reader.positive("g_per_kwh"),
            reader.string("source"), reader.string("source_date")};
  if (const auto result = reader.finish(); !result) return tl::unexpected<Error>(result.error());
  return grid;
}

}  // namespace

Result<GpuPrice> read_price(const Json& json, const std::string& path) {
  ObjectReader reader(json, path);
  GpuPrice price{reader.string("gpu_id"),
                 reader.string("date"),
                 {reader.positive("usd_per_gpu")},
                 reader.string("condition", ""),
                 reader.string("seller_or_source", "")};
  reader.has("dataset");
  if (const auto result = reader.finish(); !result) return tl::unexpected<Error>(result.error());
  return price;
}

void Catalogue::Data::index() {
  Keys gpu_keys;
  for (std::size_t i = 0; i < gpus.size(); ++i) gpu_keys.id(gpus[i].id, i);
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const Gpu& gpu = gpus[i];
    if (gpu.memory_gb_label) gpu_keys.name(fmt::format("{}{}", gpu.id, *gpu.memory_gb_label), i);
    gpu_keys.name(gpu.name, i);
    gpu_keys.name(gpu.vendor + gpu.name, i);
  }
  gpu_index = gpu_keys.take();
  Keys node_keys;
  for (std::size_t i = 0; i < nodes.size(); ++i) node_keys.id(nodes[i].id, i);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    node_keys.name(nodes[i].name, i);
    node_keys.name(nodes[i].provider + nodes[i].name, i);
  }
  node_index = node_keys.take();
  constexpr std::size_t kFullDate = 10;
  const auto newer = [&](const std::string& other) {
    if (other.size() == kFullDate) date = std::max(date, other);
  };
  for (const Gpu& gpu : gpus) newer(gpu.source.date);
  for (const NodeType& node : nodes) newer(node.source.date);
  for (const GpuPrice& price : prices) newer(price.date);
}

const Catalogue& Catalogue::built_in() {
  static const Catalogue catalogue = [] {
    // SQLite and std::string_view want plain chars; the bytes are only read.
    const auto* bytes = reinterpret_cast<const char*>(kCatalogueBytes);
    auto result = from_database({bytes, kCatalogueSize});
    if (!result) std::abort();  // the build checked these very bytes
    return std::move(*result);
  }();
  return catalogue;
}

Result<Catalogue> Catalogue::from_database(std::string_view bytes) {
  auto data = std::make_shared<Data>();
  try {
    SQLite::Database database(":memory:", SQLite::OPEN_READWRITE);
    // SQLite takes writable bytes; with READONLY it does not write to them.
    auto* plain = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    if (sqlite3_deserialize(database.getHandle(), "main", plain, size, size, SQLITE_DESERIALIZE_READONLY) !=
        SQLITE_OK)
      throw SQLite::Exception(database.getHandle());
    Result<void> result = each_row(database, "gpus", [&](const Json& row, const std::string& place) {
      return keep(read_gpu(row, place), data->gpus);
    });
    if (result)
      result = each_row(database, "nodes", [&](const Json& row, const std::string& place) {
        return keep(read_node(row, place), data->nodes);
      });
    if (result)
      result = each_row(database, "grids", [&](const Json& row, const std::string& place) {
        return keep(read_grid(row, place), data->grids);
      });
    if (result)
      result = each_row(database, "gpu_prices", [&](const Json& row, const std::string& place) {
        return keep(read_price(row, place), data->prices);
      });
    if (!result) {
      Error error = result.error();
      error.code = code::bad_catalogue;
      return tl::unexpected<Error>(std::move(error));
    }
  } catch (const SQLite::Exception& fault) {
    return fail(code::bad_catalogue, "", fault.what(),
                {Wanted::Kind::text, {"a catalogue database of this version"}});
  }
  data->index();
  return Catalogue(std::move(data));
}

Catalogue Catalogue::with(const OwnTypes& own) const {
  if (own.empty()) return *this;
  auto data = std::make_shared<Data>(*m_data);
  for (const Gpu& gpu : own.gpus) lay_over(data->gpus, gpu);
  for (const NodeType& node : own.nodes) lay_over(data->nodes, node);
  data->index();
  const auto id_of = [&](const std::string& name) {  // of the list's types and one's own
    const auto found = data->gpu_index.find(name_key(name));
    return found == data->gpu_index.end() ? name : data->gpus[found->second].id;
  };
  for (GpuRent rent : own.gpu_rents) {
    rent.gpu_id = id_of(rent.gpu_id);
    data->rents.push_back(std::move(rent));
  }
  for (Quote quote : own.quotes) {
    if (!quote.gpu.empty()) quote.gpu = id_of(quote.gpu);
    quote.source.own = true;
    data->quotes.push_back(std::move(quote));
  }
  for (GpuPrice price : own.gpu_prices) {
    price.gpu_id = id_of(price.gpu_id);
    std::erase_if(data->prices, [&](const GpuPrice& other) { return other.gpu_id == price.gpu_id; });
    data->own_prices.insert(price.gpu_id);
    data->prices.push_back(std::move(price));
  }
  data->index();
  data->date = m_data->date;  // that of the catalogue, whatever a person added today
  return Catalogue(std::move(data));
}

Catalogue Catalogue::with(const CatalogueRows& rows) const {
  if (rows.empty()) return *this;
  auto data = std::make_shared<Data>(*m_data);
  for (const Gpu& gpu : rows.gpus) lay_over(data->gpus, gpu);
  for (const NodeType& node : rows.nodes) lay_over(data->nodes, node);
  const auto drop_prices = [&](const std::string& gpu_id) {
    std::erase_if(data->prices, [&](const GpuPrice& price) { return price.gpu_id == gpu_id; });
  };
  for (const std::string& gpu_id : rows.unpriced) drop_prices(gpu_id);
  for (const GpuPrice& price : rows.prices) {
    drop_prices(price.gpu_id);
    data->prices.push_back(price);
  }
  data->index();
  data->date = rows.date.empty() ? m_data->date : rows.date;
  return Catalogue(std::move(data));
}

const Gpu* Catalogue::find_gpu(std::string_view name) const {
  const auto found = m_data->gpu_index.find(name_key(name));
  return found == m_data->gpu_index.end() ? nullptr : &m_data->gpus[found->second];
}

const NodeType* Catalogue::find_node(std::string_view name) const {
  const auto found = m_data->node_index.find(name_key(name));
  return found == m_data->node_index.end() ? nullptr : &m_data->nodes[found->second];
}

const Grid* Catalogue::find_grid(std::string_view id) const {
  const auto found =
      std::find_if(grids().begin(), grids().end(), [&](const Grid& grid) { return grid.id == id; });
  return found == grids().end() ? nullptr : &*found;
}

const GpuPrice* Catalogue::purchase_price(std::string_view gpu_id) const {
  const GpuPrice* newest = nullptr;
  for (const GpuPrice& price : m_data->prices)
    if (price.gpu_id == gpu_id && (newest == nullptr || price.date > newest->date)) newest = &price;
  return newest;
}

const GpuPrice* Catalogue::own_price(std::string_view gpu_id) const {
  return m_data->own_prices.contains(gpu_id) ? purchase_price(gpu_id) : nullptr;
}

const GpuRent* Catalogue::own_rent(std::string_view gpu_id) const {
  const auto& rents = m_data->rents;
  const auto found =
      std::find_if(rents.rbegin(), rents.rend(), [&](const GpuRent& rent) { return rent.gpu_id == gpu_id; });
  return found == rents.rend() ? nullptr : &*found;
}

std::vector<std::string> Catalogue::near_gpus(std::string_view name) const {
  return near_matches(name, ids_of(m_data->gpus));
}

std::vector<std::string> Catalogue::near_nodes(std::string_view name) const {
  return near_matches(name, ids_of(m_data->nodes));
}

}  // namespace astrolabe::hardware
