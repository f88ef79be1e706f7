// The file of fitted kernel models: what kernel_model.h declares, written and read.

#include <array>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/cost/kernel_model.h"

namespace astrolabe::cost {

namespace {

constexpr int kVersion = 3;  // 3: tables of low-precision products without their quantising
constexpr const char* kKernelFormat = "astrolabe kernel models";

// The fields of each struct once, for both directions: `io(name, field)` writes or reads.
template <class Io, class T>
void fields(Io& io, T& v, const KernelRates*) {
  io("peak", v.peak), io("boost", v.boost), io("bandwidth", v.bandwidth);
  io("multiprocessors", v.multiprocessors), io("cache_bytes", v.cache_bytes), io("in_bytes", v.in_bytes);
}
template <class Io, class T>
void fields(Io& io, T& v, const GemmForm*) {
  io("launch_us", v.launch_us), io("efficiency", v.efficiency), io("memory", v.memory);
  io("small_k", v.small_k), io("small_mn", v.small_mn), io("wave", v.wave), io("large", v.large);
  io("power", v.power), io("cast", v.cast);
}
template <class Io, class T>
void fields(Io& io, T& v, const AttentionForm*) {
  io("launch_us", v.launch_us), io("efficiency", v.efficiency), io("memory", v.memory);
  io("half_sequence", v.half_sequence), io("wave", v.wave);
}
template <class Io, class T>
void fields(Io& io, T& v, const GemmModel*) {
  io("dtype", v.dtype), io("rates", v.rates), io("form", v.form), io("lattice", v.lattice);
  io("rows", v.rows), io("quantises", v.quantises);
}
template <class Io, class T>
void fields(Io& io, T& v, const AttentionModel*) {
  io("causal", v.causal), io("head_dim", v.head_dim), io("rates", v.rates), io("form", v.form);
  io("lattice", v.lattice), io("rows", v.rows), io("kernel", v.kernel);
}
template <class Io, class T>
void fields(Io& io, T& v, const MoeForm*) {
  io("launch_us", v.launch_us), io("efficiency", v.efficiency), io("memory", v.memory);
  io("block", v.block), io("power", v.power), io("spread_hidden", v.spread_hidden);
  io("spread_inner", v.spread_inner), io("pair_ns", v.pair_ns);
}
template <class Io, class T>
void fields(Io& io, T& v, const MoeModel*) {
  io("dtype", v.dtype), io("kernel", v.kernel), io("balanced", v.balanced), io("load", v.load);
  io("rates", v.rates);
  io("form", v.form), io("lattice", v.lattice), io("count", v.count);
}
template <class Io, class T>
void fields(Io& io, T& v, const CollectiveModel*) {
  io("op", v.op), io("ranks", v.ranks), io("latency_us", v.latency_us);
  io("bytes_per_second", v.bytes_per_second), io("power", v.power), io("root", v.root);
  io("lattice", v.lattice), io("rows", v.rows);
}

struct Writer {
  Json json = Json::object();
  template <class T>
  void operator()(const char* name, const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
      json[name] = value;
    } else if constexpr (std::is_enum_v<T>) {
      json[name] = static_cast<int>(value);
    } else if constexpr (std::is_same_v<T, Lattice>) {
      json[name] = value.to_json();
    } else {
      Writer inner;
      fields(inner, value, static_cast<const T*>(nullptr));
      json[name] = std::move(inner.json);
    }
  }
};

class Reader {
 public:
  Reader(const Json& json, std::string path) : m_json(json), m_path(std::move(path)) {}

  template <class T>
  void operator()(const char* name, T& value) {
    if (m_error) return;
    const std::string path = m_path.empty() ? name : m_path + "." + name;
    if (!m_json.is_object() || !m_json.contains(name)) return stop(path, "nothing");
    const Json& json = m_json[name];
    if constexpr (std::is_same_v<T, bool>) {
      if (!json.is_boolean()) return stop(path, shown(json));
      value = json.get<bool>();
    } else if constexpr (std::is_same_v<T, MoeLoad>) {
      if (!json.is_number_integer() || json < 0 || json > static_cast<int>(MoeLoad::all))
        return stop(path, shown(json));
      value = static_cast<MoeLoad>(json.get<int>());
    } else if constexpr (std::is_arithmetic_v<T>) {
      if (!json.is_number()) return stop(path, shown(json));
      value = json.get<T>();
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (!json.is_string()) return stop(path, shown(json));
      value = json.get<std::string>();
    } else if constexpr (std::is_same_v<T, Lattice>) {
      auto lattice = Lattice::from_json(json, path);
      if (!lattice)
        m_error = lattice.error();
      else
        value = std::move(*lattice);
    } else {
      Reader inner(json, path);
      fields(inner, value, static_cast<const T*>(nullptr));
      m_error = inner.m_error;
    }
  }
  /// Every member of the array `name`.
  template <class T, class Use>
  void each(const char* name, Use use) {
    if (m_error) return;
    if (!m_json.contains(name) || !m_json[name].is_array()) return stop(m_path + "." + name, "no array");
    std::size_t index = 0;
    for (const Json& json : m_json[name]) {
      T value;
      Reader inner(json, m_path + "." + name + "[" + std::to_string(index++) + "]");
      fields(inner, value, static_cast<const T*>(nullptr));
      if ((m_error = inner.m_error)) return;
      use(std::move(value));
    }
  }
  const std::optional<Error>& error() const { return m_error; }

 private:
  void stop(const std::string& path, std::string found) {
    m_error = Error{std::string(code::bad_kernel_file),
                    {},
                    path,
                    std::move(found),
                    {Wanted::Kind::text, {"a file written by astrolabe-cli fit"}}};
  }
  const Json& m_json;
  std::string m_path;
  std::optional<Error> m_error;
};

template <class T>
Json written(const T& value) {
  Writer writer;
  fields(writer, value, static_cast<const T*>(nullptr));
  return std::move(writer.json);
}

tl::unexpected<Error> not_ours(std::string where, std::string found) {
  return fail(code::bad_kernel_file, std::move(where), std::move(found),
              {Wanted::Kind::text, {"a file written by astrolabe-cli fit of this version"}});
}

}  // namespace

std::string write_kernel_file(const std::vector<KernelTables>& entries) {
  Json gpus = Json::array();
  for (const KernelTables& entry : entries) {
    Json json{{"gpu", entry.gpu},           {"source", entry.source}, {"gemm", Json::array()},
              {"attention", Json::array()}, {"moe", Json::array()},   {"collectives", Json::array()}};
    for (const auto& [dtype, model] : entry.gemm) json["gemm"].push_back(written(model));
    for (const AttentionModel& model : entry.attention) json["attention"].push_back(written(model));
    for (const MoeModel& model : entry.moe) json["moe"].push_back(written(model));
    for (const CollectiveModel& model : entry.collectives) json["collectives"].push_back(written(model));
    gpus.push_back(std::move(json));
  }
  const Json file{{"format", kKernelFormat}, {"version", kVersion}, {"gpus", std::move(gpus)}};
  const std::vector<std::uint8_t> bytes = Json::to_cbor(file);
  return {bytes.begin(), bytes.end()};
}

Result<std::vector<KernelTables>> read_kernel_file(std::string_view bytes) {
  const auto parsed = parse_cbor(bytes, code::bad_kernel_file);
  if (!parsed) return not_ours("format", parsed.error().found);
  const Json& file = *parsed;
  if (!file.is_object() || !file.contains("format") || file["format"] != kKernelFormat)
    return not_ours("format", "another kind of file");
  if (!file.contains("version") || file["version"] != kVersion)
    return not_ours("version", file.contains("version") ? shown(file["version"]) : "none");
  if (!file.contains("gpus") || !file["gpus"].is_array()) return not_ours("gpus", "no array");
  std::vector<KernelTables> entries;
  for (const Json& json : file["gpus"]) {
    KernelTables entry;
    Reader reader(json, "gpus[" + std::to_string(entries.size()) + "]");
    reader("gpu", entry.gpu), reader("source", entry.source);
    reader.each<GemmModel>("gemm", [&](GemmModel model) { entry.gemm[model.dtype] = std::move(model); });
    reader.each<AttentionModel>("attention",
                                [&](AttentionModel model) { entry.attention.push_back(std::move(model)); });
    reader.each<MoeModel>("moe", [&](MoeModel model) { entry.moe.push_back(std::move(model)); });
    reader.each<CollectiveModel>(
        "collectives", [&](CollectiveModel model) { entry.collectives.push_back(std::move(model)); });
    if (reader.error()) return tl::unexpected<Error>(*reader.error());
    entries.push_back(std::move(entry));
  }
  return entries;
}

namespace {

/// The first rate of a fitted model that is not the catalogue's: its name, found and wanted value.
Result<void> same_rates(const KernelRates& fitted, const KernelRates& known, const std::string& where) {
  const std::array<std::tuple<const char*, double, double>, 2> rates{
      {{"peak", fitted.peak, known.peak}, {"bandwidth", fitted.bandwidth, known.bandwidth}}};
  constexpr double rounding = 0.001;
  for (const auto& [name, found, wanted] : rates)
    if (std::fabs(found - wanted) > rounding * wanted)
      return fail(code::bad_kernel_file, where + ".rates." + name, format_number(found) + " a second",
                  {Wanted::Kind::text, {"models fitted to this GPU type, with " + format_number(wanted)}});
  return {};
}

Result<void> same_rates(const KernelTables& entry, const hardware::Gpu& gpu, const std::string& where) {
  for (const auto& [dtype, model] : entry.gemm)
    if (auto same =
            same_rates(model.rates, kernel_rates(gpu, dtype), fmt::format("{}.gemm[{}]", where, dtype));
        !same)
      return same;
  for (const AttentionModel& model : entry.attention)
    if (auto same = same_rates(model.rates, kernel_rates(gpu, "bf16"), where + ".attention"); !same)
      return same;
  for (const MoeModel& model : entry.moe)
    if (auto same = same_rates(model.rates, kernel_rates(gpu, model.dtype),
                               fmt::format("{}.moe[{}]", where, model.dtype));
        !same)
      return same;
  return {};
}

}  // namespace

Result<void> check_kernel_types(const std::vector<KernelTables>& entries,
                                const hardware::Catalogue& catalogue) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string where = "gpus[" + std::to_string(i) + "]";
    const hardware::Gpu* gpu = catalogue.find_gpu(entries[i].gpu);
    if (gpu == nullptr)
      return fail(code::bad_kernel_file, where + ".gpu", entries[i].gpu,
                  {Wanted::Kind::one_of, catalogue.near_gpus(entries[i].gpu)});
    if (auto same = same_rates(entries[i], *gpu, where); !same) return same;
  }
  return {};
}

}  // namespace astrolabe::cost
