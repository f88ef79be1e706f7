#pragma once
// The hardware and price catalogue: SQLite built from resources/catalogue at build time, plus the user's own types.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/hardware/gpu.h"
#include "core/hardware/node.h"

namespace astrolabe::hardware {

/// Types and prices of the user: added to the built-in ones, or in place of one with the same id.
struct OwnTypes {
  std::vector<Gpu> gpus;
  std::vector<NodeType> nodes;
  bool empty() const { return gpus.empty() && nodes.empty(); }
};

/// Immutable after construction and cheap to copy (shared).
class Catalogue {
 public:
  /// The catalogue that ships with the program, embedded in it; read once per process.
  static const Catalogue& built_in();
  /// From an SQLite database with the schema of resources/catalogue/schema.sql, given as bytes.
  static Result<Catalogue> from_database(std::string_view bytes);

  /// This catalogue with the user's types laid over it.
  Catalogue with(const OwnTypes& own) const;

  const std::vector<Gpu>& gpus() const { return m_data->gpus; }
  const std::vector<NodeType>& nodes() const { return m_data->nodes; }
  const std::vector<GpuPrice>& gpu_prices() const { return m_data->prices; }
  /// Newest date among the sources, ISO.
  const std::string& date() const { return m_data->date; }

  /// By id or name, without case, "GB" suffix and punctuation (`B300-SXM` is `b300-sxm`); null when unknown.
  const Gpu* find_gpu(std::string_view name) const;
  const NodeType* find_node(std::string_view name) const;
  /// The newest purchase price of one GPU, if any is known.
  const GpuPrice* purchase_price(std::string_view gpu_id) const;
  std::vector<std::string> near_gpus(std::string_view name) const;
  std::vector<std::string> near_nodes(std::string_view name) const;

 private:
  struct Data {
    std::vector<Gpu> gpus;
    std::vector<NodeType> nodes;
    std::vector<GpuPrice> prices;
    std::string date;
  };
  std::shared_ptr<const Data> m_data;
};

/// The user's own types as JSON: {"gpus": [{...}], "nodes": [{...}]}, keys as the catalogue's columns.
Result<OwnTypes> read_own_types(const Json& json);
Json to_json(const OwnTypes& own);
/// One GPU or node as JSON, keys as the catalogue's columns (`catalog --json`, document snapshot).
Json to_json(const Gpu& gpu);
Json to_json(const NodeType& node);

}  // namespace astrolabe::hardware
