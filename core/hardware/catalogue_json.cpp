// GPU and node types as JSON: one table of columns for each type, used for reading and writing.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <span>
#include <variant>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/price_book.h"

namespace astrolabe::hardware {

namespace {

using Field =
    std::variant<std::string*, int*, std::optional<int>*, std::optional<double>*, std::optional<Bytes>*,
                 std::optional<BytesPerSecond>*, std::optional<FlopsPerSecond>*, std::optional<Watts>*,
                 std::optional<Usd>*, std::optional<UsdPerHour>*>;

/// A column of the catalogue, the field it fills, and what one unit of the column is in the field.
template <class Type>
struct Column {
  const char* name;
  Field (*field)(Type&);
  double unit = 1.0;
  bool required = false;
};

constexpr std::int64_t kMostWhole = 1'000'000'000;
constexpr double kWattsPerKw = 1000.0;

// NOLINTNEXTLINE(bugprone-macro-parentheses): a member name cannot stand in parentheses
#define FIELD(Type, member) [](Type& type) -> Field { return &type.member; }
#define GPU(member) FIELD(Gpu, member)
#define NODE(member) FIELD(NodeType, member)

constexpr std::array<Column<Gpu>, 33> kGpuColumns{{{"id", GPU(id), 1.0, true},
                                                   {"vendor", GPU(vendor)},
                                                   {"name", GPU(name)},
                                                   {"arch", GPU(architecture)},
                                                   {"form", GPU(form)},
                                                   {"year", GPU(year)},
                                                   {"memory_gib", GPU(memory), kGib, true},
                                                   {"memory_gb_label", GPU(memory_gb_label)},
                                                   {"memory_type", GPU(memory_type)},
                                                   {"mem_bw_GBps", GPU(memory_bandwidth), kGb, true},
                                                   {"fp64_tflops", GPU(fp64), kTera},
                                                   {"fp64_tensor_tflops", GPU(fp64_tensor), kTera},
                                                   {"fp32_tflops", GPU(fp32), kTera},
                                                   {"tf32_tflops", GPU(tf32), kTera},
                                                   {"fp16_tflops", GPU(fp16), kTera},
                                                   {"bf16_tflops", GPU(bf16), kTera},
                                                   {"fp8_tflops", GPU(fp8), kTera},
                                                   {"fp4_tflops", GPU(fp4), kTera},
                                                   {"int8_tops", GPU(int8), kTera},
                                                   {"link_type", GPU(link_type)},
                                                   {"link_uni_GBps", GPU(link), kGb},
                                                   {"link_bidir_GBps", GPU(link_both_directions), kGb},
                                                   {"link_domain_max_gpus", GPU(link_domain)},
                                                   {"pcie_gen", GPU(pcie_generation)},
                                                   {"pcie_uni_GBps", GPU(pcie), kGb},
                                                   {"tdp_w", GPU(power)},
                                                   {"l2_mib", GPU(l2_mib)},
                                                   {"sm_count", GPU(sm_count)},
                                                   {"boost_clock_mhz", GPU(boost_clock_mhz)},
                                                   {"source", GPU(source.text)},
                                                   {"source_date", GPU(source.date)},
                                                   {"checked_against", GPU(checked_against)},
                                                   {"note", GPU(note)}}};

/// All columns of a node but `kind`, which is a choice.
constexpr std::array<Column<NodeType>, 23> kNodeColumns{
    {{"id", NODE(id), 1.0, true},
     {"provider", NODE(provider)},
     {"name", NODE(name)},
     {"gpu_id", NODE(gpu_id), 1.0, true},
     {"gpus_per_node", NODE(gpus)},
     {"network_type", NODE(network_type)},
     {"network_total_GBps", NODE(network), kGb},
     {"scaleup_domain_gpus", NODE(scale_up_domain)},
     {"vcpus", NODE(vcpus)},
     {"ram_gib", NODE(ram_gib)},
     {"region", NODE(region)},
     {"on_demand_usd_per_hour", NODE(prices.on_demand)},
     {"reserved_1y_usd_per_hour", NODE(prices.reserved_1y)},
     {"reserved_3y_usd_per_hour", NODE(prices.reserved_3y)},
     {"reserved_date", NODE(prices.reserved_date)},
     {"spot_usd_per_hour", NODE(prices.spot)},
     {"purchase_price_usd_low", NODE(prices.purchase_low)},
     {"purchase_price_usd_typ", NODE(prices.purchase_typical)},
     {"purchase_price_usd_high", NODE(prices.purchase_high)},
     {"node_power_kw", NODE(power), kWattsPerKw},
     {"source", NODE(source.text)},
     {"source_date", NODE(source.date)},
     {"note", NODE(note)}}};

#undef FIELD
#undef GPU
#undef NODE

const std::vector<std::string> kKinds{"cloud", "on-prem"};

/// In the unit of the column, free of the last binary digits that the conversion left.
double in_unit(double value, double unit) {
  return parse_number(fmt::format("{:.12g}", value / unit)).value_or(0.0);
}

struct Reader {
  ObjectReader& reader;
  const char* name;
  double unit;
  bool required;

  void operator()(std::string* field) const {
    *field = required ? reader.string(name) : reader.string(name, "");
    if (required && reader.ok() && trim(*field).empty())
      reader.mistake(code::out_of_range, name, "\"\"", {Wanted::Kind::text, {"a name that is not empty"}});
  }
  void operator()(int* field) const { *field = static_cast<int>(reader.whole(name, 1, kMostWhole, 0)); }
  void operator()(std::optional<int>* field) const {
    if (reader.has(name)) *field = static_cast<int>(reader.whole(name, 1, kMostWhole));
  }
  void operator()(std::optional<double>* field) const {
    const auto value = reader.optional_positive(name);
    if (value) *field = *value * unit;
  }
  template <class Tag>
  void operator()(std::optional<Quantity<Tag>>* field) const {
    if (!required && !reader.has(name)) return;
    *field = Quantity<Tag>{reader.positive(name) * unit};
  }
};

struct Writer {
  double unit;

  Json operator()(const std::string* field) const { return field->empty() ? Json() : Json(*field); }
  Json operator()(const int* field) const { return *field == 0 ? Json() : Json(*field); }
  Json operator()(const std::optional<int>* field) const { return *field ? Json(**field) : Json(); }
  Json operator()(const std::optional<double>* field) const { return *field ? number(**field) : Json(); }
  template <class Tag>
  Json operator()(const std::optional<Quantity<Tag>>* field) const {
    return *field ? number((*field)->value) : Json();
  }
  /// Whole numbers without a decimal point, as the columns print them.
  Json number(double value) const {
    const double in_column = in_unit(value, unit);
    if (in_column == std::floor(in_column) && std::fabs(in_column) < 1e15)
      return static_cast<std::int64_t>(in_column);
    return in_column;
  }
};

template <class Type>
void read_columns(ObjectReader& reader, std::span<const Column<Type>> columns, Type& type) {
  for (const Column<Type>& column : columns)
    std::visit(Reader{reader, column.name, column.unit, column.required}, column.field(type));
}

template <class Type>
Json column_json(const Column<Type>& column, const Type& type) {
  // The accessor hands out a place to write to; the writer only reads it.
  return std::visit(Writer{column.unit}, column.field(const_cast<Type&>(type)));
}

Json rent_json(const GpuRent& rent) {
  return Json{{"gpu_id", rent.gpu_id},
              {"usd_per_gpu_hour", rent.price.value},
              {"source", rent.source.text},
              {"source_date", rent.source.date}};
}

GpuRent read_rent(const Json& json, const std::string& path, ObjectReader& parent) {
  ObjectReader reader(json, path);
  GpuRent rent;
  rent.gpu_id = reader.string("gpu_id");
  rent.price = {reader.positive("usd_per_gpu_hour")};
  rent.source = {reader.string("source", ""), reader.string("source_date", ""), true};
  if (const auto result = reader.finish(); !result) parent.mistake(result.error());
  return rent;
}

}  // namespace

Result<Gpu> read_gpu(const Json& json, const std::string& path) {
  ObjectReader reader(json, path);
  Gpu gpu;
  read_columns<Gpu>(reader, kGpuColumns, gpu);
  gpu.like = reader.string("like", "");
  if (const auto result = reader.finish(); !result) return tl::unexpected<Error>(result.error());
  return gpu;
}

Result<NodeType> read_node(const Json& json, const std::string& path) {
  ObjectReader reader(json, path);
  NodeType node;
  read_columns<NodeType>(reader, kNodeColumns, node);
  node.cloud = reader.choice("kind", kKinds, 1) == 0;
  if (const auto result = reader.finish(); !result) return tl::unexpected<Error>(result.error());
  return node;
}

Json to_json(const Gpu& gpu) {
  Json json = Json::object();
  for (const Column<Gpu>& column : kGpuColumns) json[column.name] = column_json(column, gpu);
  if (!gpu.like.empty()) json["like"] = gpu.like;
  return json;
}

Json to_json(const NodeType& node) {
  Json json = Json::object();
  for (const Column<NodeType>& column : kNodeColumns) {
    json[column.name] = column_json(column, node);
    if (std::string_view(column.name) == "name") json["kind"] = kKinds[node.cloud ? 0 : 1];
  }
  return json;
}

Json to_json(const GpuPrice& price) {
  return Json{{"gpu_id", price.gpu_id},
              {"date", price.date},
              {"usd_per_gpu", price.price.value},
              {"condition", price.condition},
              {"seller_or_source", price.source}};
}

Result<OwnTypes> read_own_types(const Json& json) {
  ObjectReader reader(json, "");
  OwnTypes own;
  const auto each = [&](const char* key, const auto& read) {
    const Json* list = reader.array(key);
    for (std::size_t i = 0; list != nullptr && i < list->size() && reader.ok(); ++i)
      read((*list)[i], fmt::format("{}[{}]", key, i));
  };
  each("gpus", [&](const Json& member, const std::string& path) {
    auto gpu = read_gpu(member, path);
    if (!gpu) return reader.mistake(gpu.error());
    gpu->source.own = true;
    own.gpus.push_back(std::move(*gpu));
  });
  each("nodes", [&](const Json& member, const std::string& path) {
    auto node = read_node(member, path);
    if (!node) return reader.mistake(node.error());
    node->source.own = true;
    own.nodes.push_back(std::move(*node));
  });
  each("gpu_rents", [&](const Json& member, const std::string& path) {
    own.gpu_rents.push_back(read_rent(member, path, reader));
  });
  each("gpu_prices", [&](const Json& member, const std::string& path) {
    auto price = read_price(member, path);
    if (!price) return reader.mistake(price.error());
    own.gpu_prices.push_back(std::move(*price));
  });
  each("quotes", [&](const Json& member, const std::string& path) {
    own.quotes.push_back(read_quote(member, path, reader));
  });
  if (const auto result = reader.finish(); !result) return tl::unexpected<Error>(result.error());
  return own;
}

Json to_json(const OwnTypes& own) {
  Json json{{"gpus", Json::array()}, {"nodes", Json::array()}};
  for (const Gpu& gpu : own.gpus) json["gpus"].push_back(to_json(gpu));
  for (const NodeType& node : own.nodes) json["nodes"].push_back(to_json(node));
  for (const GpuRent& rent : own.gpu_rents) json["gpu_rents"].push_back(rent_json(rent));
  for (const GpuPrice& price : own.gpu_prices) json["gpu_prices"].push_back(to_json(price));
  for (const Quote& quote : own.quotes) json["quotes"].push_back(to_json(quote));
  return json;
}

}  // namespace astrolabe::hardware
