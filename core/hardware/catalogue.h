#pragma once
// The hardware and price catalogue: SQLite built from resources/catalogue at build time, plus the user's own
// types.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/hardware/gpu.h"
#include "core/hardware/node.h"
#include "core/hardware/quote.h"

namespace astrolabe::hardware {

/// Types and prices of the user: added to the built-in ones, or in place of one with the same id.
struct OwnTypes {
  std::vector<Gpu> gpus;
  std::vector<NodeType> nodes;
  std::vector<GpuRent> gpu_rents;      ///< win over the list prices of built-in nodes
  std::vector<GpuPrice> gpu_prices{};  ///< to buy a GPU: each wins over all others of its type
  std::vector<Quote> quotes{};         ///< of a price book; one that holds for a pool wins over all others
  bool empty() const {
    return gpus.empty() && nodes.empty() && gpu_rents.empty() && gpu_prices.empty() && quotes.empty();
  }
  bool operator==(const OwnTypes&) const = default;
};

/// What a catalogue of another day says of some types: each row takes the place of today's of the same id.
struct CatalogueRows {
  std::string date{};  ///< of that catalogue, ISO
  std::vector<Gpu> gpus{};
  std::vector<NodeType> nodes{};
  std::vector<GpuPrice> prices{};       ///< one for each GPU type: its newest purchase price
  std::vector<std::string> unpriced{};  ///< ids of GPU types that nobody sold alone
  bool empty() const { return gpus.empty() && nodes.empty() && prices.empty() && unpriced.empty(); }
  bool operator==(const CatalogueRows&) const = default;
};

/// The electricity grid of a cloud region: average operational emissions of a year.
struct Grid {
  std::string id, place;
  double g_per_kwh = 0.0;  ///< CO2 equivalent
  std::string source, source_date;
};

/// Immutable after construction and cheap to copy (shared).
class Catalogue {
 public:
  /// The catalogue that ships with the program, embedded in it; read once per process.
  static const Catalogue& built_in();
  /// Reads an SQLite database with the schema of resources/catalogue/schema.sql, given as bytes.
  static Result<Catalogue> from_database(std::string_view bytes);

  /// This catalogue with the user's types laid over it: one with the id of a known type takes its place.
  Catalogue with(const OwnTypes& own) const;
  /// This catalogue with rows of another day in place of its own.
  Catalogue with(const CatalogueRows& rows) const;

  const std::vector<Gpu>& gpus() const { return m_data->gpus; }
  const std::vector<NodeType>& nodes() const { return m_data->nodes; }
  const std::vector<GpuPrice>& gpu_prices() const { return m_data->prices; }
  const std::vector<Grid>& grids() const { return m_data->grids; }
  const Grid* find_grid(std::string_view id) const;  ///< null when unknown
  const std::vector<GpuRent>& gpu_rents() const { return m_data->rents; }
  /// The user's own quotes; hardware/price_book.h has all prices as such.
  const std::vector<Quote>& quotes() const { return m_data->quotes; }
  /// Newest full date among the sources of the built-in types, or that of the rows laid over them; ISO.
  const std::string& date() const { return m_data->date; }

  /// Finds a type by id, by id and memory label (`H100-SXM-80GB`) or by name; case, the suffix "GB" and
  /// punctuation make no difference (`B300-SXM` is `b300-sxm`). Null when unknown, and for a name that
  /// several types share.
  const Gpu* find_gpu(std::string_view name) const;
  const NodeType* find_node(std::string_view name) const;
  /// The newest purchase price of one GPU, if any is known; the first listed among those of one day.
  const GpuPrice* purchase_price(std::string_view gpu_id) const;
  /// The user's own price for renting one such GPU, if there is one.
  const GpuRent* own_rent(std::string_view gpu_id) const;
  /// The user's own price for buying one such GPU, if there is one.
  const GpuPrice* own_price(std::string_view gpu_id) const;
  std::vector<std::string> near_gpus(std::string_view name) const;
  std::vector<std::string> near_nodes(std::string_view name) const;

 private:
  struct Data {
    std::vector<Gpu> gpus;
    std::vector<NodeType> nodes;
    std::vector<GpuPrice> prices;
    std::vector<Grid> grids;
    std::vector<GpuRent> rents;
    std::vector<Quote> quotes;
    std::set<std::string, std::less<>> own_prices;  ///< ids of GPU types whose purchase price is the user's
    std::string date;
    std::map<std::string, std::size_t, std::less<>> gpu_index, node_index;  ///< by name_key()
    void index();
  };
  explicit Catalogue(std::shared_ptr<const Data> data) : m_data(std::move(data)) {}
  std::shared_ptr<const Data> m_data;
};

/// The user's own types as JSON: {"gpus": [{...}], "nodes": [{...}], "gpu_rents": [{"gpu_id",
/// "usd_per_gpu_hour", "source", "source_date"}], "gpu_prices": [{"gpu_id", "date", "usd_per_gpu",
/// "condition", "seller_or_source"}], "quotes": [price_book.h]}, keys as the catalogue's columns. Every type
/// read is marked as the user's own. A GPU needs id, memory_gib and mem_bw_GBps, a node id and gpu_id; a GPU
/// may have "like", the id of the type whose measured kernels it uses.
Result<OwnTypes> read_own_types(const Json& json);
Json to_json(const OwnTypes& own);
/// One GPU or node as JSON, every column of the catalogue as a key, null where the value is not known.
Json to_json(const Gpu& gpu);
Json to_json(const NodeType& node);
Json to_json(const GpuPrice& price);
/// Reads the keys that to_json() writes; `path` is the place that errors name. Absent and null: not known.
Result<Gpu> read_gpu(const Json& json, const std::string& path);
Result<NodeType> read_node(const Json& json, const std::string& path);
Result<GpuPrice> read_price(const Json& json, const std::string& path);

}  // namespace astrolabe::hardware
