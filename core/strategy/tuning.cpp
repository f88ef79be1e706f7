#include "core/strategy/tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/text.h"

namespace astrolabe::strategy {

namespace {

const std::vector<std::string> kTuningMethods{"full", "lora", "qlora", "dora"};
const std::vector<std::string> kReferences{"copy", "precomputed", "adapter"};

/// What of a fused product a name stands for.
enum class OfProduct : std::uint8_t { whole, query, key, value, gate, up };

struct TargetName {
  const char* name;
  const char* gemm;  ///< of the graph; the MLP's also stand for shared experts and for routed ones
  OfProduct of;
};
/// Names of Hugging Face's layers, of Megatron's and of Qwen's first models.
constexpr std::array kTargetNames{TargetName{"q_proj", "qkv", OfProduct::query},
                                  TargetName{"k_proj", "qkv", OfProduct::key},
                                  TargetName{"v_proj", "qkv", OfProduct::value},
                                  TargetName{"linear_qkv", "qkv", OfProduct::whole},
                                  TargetName{"qkv_proj", "qkv", OfProduct::whole},
                                  TargetName{"query_key_value", "qkv", OfProduct::whole},
                                  TargetName{"c_attn", "qkv", OfProduct::whole},
                                  TargetName{"q_proj", "query", OfProduct::whole},
                                  TargetName{"q_a_proj", "latent_down", OfProduct::whole},
                                  TargetName{"kv_a_proj_with_mqa", "latent_down", OfProduct::whole},
                                  TargetName{"q_b_proj", "query_up", OfProduct::whole},
                                  TargetName{"kv_b_proj", "key_value_up", OfProduct::whole},
                                  TargetName{"o_proj", "attention_out", OfProduct::whole},
                                  TargetName{"linear_proj", "attention_out", OfProduct::whole},
                                  TargetName{"c_proj", "attention_out", OfProduct::whole},
                                  TargetName{"gate_proj", "mlp_up", OfProduct::gate},
                                  TargetName{"w1", "mlp_up", OfProduct::gate},
                                  TargetName{"up_proj", "mlp_up", OfProduct::up},
                                  TargetName{"w2", "mlp_up", OfProduct::up},
                                  TargetName{"linear_fc1", "mlp_up", OfProduct::whole},
                                  TargetName{"gate_up_proj", "mlp_up", OfProduct::whole},
                                  TargetName{"down_proj", "mlp_down", OfProduct::whole},
                                  TargetName{"linear_fc2", "mlp_down", OfProduct::whole},
                                  TargetName{"c_proj", "mlp_down", OfProduct::whole}};
constexpr const char* kEveryProduct = "all-linear";
constexpr const char* kEmbeddingTarget = "embed_tokens";
constexpr const char* kHeadTarget = "lm_head";
constexpr const char* kEmbeddingPart = "embedding";
constexpr const char* kHeadPart = "head";
constexpr const char* kExpertsPart = "experts";

/// Products that route or weigh and are never adapted unless somebody names them.
bool is_router(std::string_view gemm) {
  return gemm == "router" || gemm == "shared_gate" || gemm == "head" || gemm == "projection";
}

/// The graph's name of the product whose target names stand for this one.
std::string_view named_as(std::string_view gemm) {
  return gemm == "shared_up" ? "mlp_up" : gemm == "shared_down" ? "mlp_down" : gemm;
}

/// Output width of a part of a product; 0 where it has none such.
std::int64_t width_of(const model::LayerClass& layer, const model::Gemm& gemm, OfProduct of) {
  if (of == OfProduct::whole) return gemm.n;
  if (of == OfProduct::gate) return model::is_gated(layer, gemm) ? gemm.n / 2 : 0;
  if (of == OfProduct::up) return model::is_gated(layer, gemm) ? gemm.n / 2 : gemm.n;
  if (layer.attention.empty()) return 0;
  const model::Attention& attention = layer.attention.front();
  const std::int64_t heads = of == OfProduct::query ? attention.heads : attention.kv_heads;
  return heads * (of == OfProduct::value ? attention.v_dim : attention.qk_dim);
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Nothing is named, or everything.
bool adapts_all(const Tuning& tuning) { return tuning.targets.empty() || has(tuning.targets, kEveryProduct); }

/// The parts of a product as Hugging Face's layers keep them apart.
std::vector<OfProduct> usual_parts(const model::LayerClass& layer, const model::Gemm& gemm) {
  if (gemm.name == "qkv" && !layer.attention.empty())
    return {OfProduct::query, OfProduct::key, OfProduct::value};
  if (model::is_gated(layer, gemm)) return {OfProduct::gate, OfProduct::up};
  return {OfProduct::whole};
}

}  // namespace

const char* to_string(TuningMethod method) {
  return kTuningMethods[static_cast<std::size_t>(method)].c_str();
}
const char* to_string(Reference reference) {
  return kReferences[static_cast<std::size_t>(reference)].c_str();
}

std::vector<Adapted> adapted(const Tuning& tuning, const model::LayerClass& layer) {
  std::vector<Adapted> result;
  if (!tuning.adapters()) return result;
  const bool all = adapts_all(tuning);
  for (std::size_t i = 0; i < layer.gemms.size(); ++i) {
    const model::Gemm& gemm = layer.gemms[i];
    const auto add = [&](OfProduct of) {
      if (const std::int64_t n = width_of(layer, gemm, of); n > 0) result.push_back({i, n, gemm.k});
    };
    if (all) {
      if (!is_router(gemm.name))
        for (const OfProduct of : usual_parts(layer, gemm)) add(of);
      continue;
    }
    if (has(tuning.targets, gemm.name)) {
      add(OfProduct::whole);
      continue;
    }
    for (const TargetName& target : kTargetNames)
      if (named_as(gemm.name) == target.gemm && has(tuning.targets, target.name)) add(target.of);
  }
  return result;
}

AdaptedExperts adapted_experts(const Tuning& tuning) {
  if (!tuning.adapters()) return {};
  if (adapts_all(tuning)) return {true, true, true};
  AdaptedExperts result;
  for (const TargetName& target : kTargetNames) {
    if (!has(tuning.targets, target.name)) continue;
    const std::string_view gemm = target.gemm;
    if (gemm == "mlp_down") result.down = true;
    if (gemm != "mlp_up") continue;
    if (target.of != OfProduct::up) result.gate = true;
    if (target.of != OfProduct::gate) result.up = true;
  }
  return result;
}

bool trains_embedding(const Tuning& tuning) { return has(tuning.targets, kEmbeddingTarget); }
bool trains_head(const Tuning& tuning) { return has(tuning.targets, kHeadTarget); }
bool freezes(const Tuning& tuning, std::string_view part) { return has(tuning.frozen, part); }

std::vector<std::string> part_names(const model::Graph& graph) {
  std::vector<std::string> names{kEmbeddingPart};
  if (graph.has_head) names.emplace_back(kHeadPart);
  if (graph.experts > 0) names.emplace_back(kExpertsPart);
  for (const model::TowerGraph& tower : graph.towers)
    if (!has(names, tower.role)) names.push_back(tower.role);
  for (const model::LayerClass& layer : graph.classes)
    if (!has(names, layer.name)) names.push_back(layer.name);
  return names;
}

std::vector<std::string> target_names(const model::Graph& graph) {
  std::vector<std::string> names{kEveryProduct};
  const auto offer = [&](const std::string& name) {
    if (!has(names, name)) names.push_back(name);
  };
  for (const model::LayerClass& layer : graph.classes) {
    for (const model::Gemm& gemm : layer.gemms) {
      for (const TargetName& target : kTargetNames)
        if (named_as(gemm.name) == target.gemm && width_of(layer, gemm, target.of) > 0) offer(target.name);
      if (!is_router(gemm.name)) offer(gemm.name);
    }
    if (!layer.experts) continue;
    for (const char* name : {"gate_proj", "up_proj", "down_proj", "linear_fc1", "linear_fc2"}) offer(name);
  }
  offer(kEmbeddingTarget);
  if (graph.has_head) offer(kHeadTarget);
  return names;
}

Result<void> check_tuning(const Tuning& tuning, const model::Graph& graph) {
  const auto refuse = [](const char* key, std::string_view found, const std::vector<std::string>& known) {
    std::vector<std::string> near = near_matches(found, known);
    return fail(code::out_of_range, fmt::format("tuning.{}", key), std::string(found),
                {Wanted::Kind::one_of, near.empty() ? known : std::move(near)});
  };
  const std::vector<std::string> targets = target_names(graph);
  for (const std::string& target : tuning.targets)
    if (!has(targets, target)) return refuse("targets", target, targets);
  const std::vector<std::string> parts = part_names(graph);
  for (const std::string& part : tuning.frozen)
    if (!has(parts, part)) return refuse("frozen", part, parts);
  if (tuning.adapters()) return {};
  const bool layers =
      std::all_of(graph.classes.begin(), graph.classes.end(),
                  [&](const model::LayerClass& layer) { return freezes(tuning, layer.name); });
  const bool towers =
      std::all_of(graph.towers.begin(), graph.towers.end(),
                  [&](const model::TowerGraph& tower) { return freezes(tuning, tower.role); });
  if (layers && towers && freezes(tuning, kEmbeddingPart) && (!graph.has_head || freezes(tuning, kHeadPart)))
    return fail(code::out_of_range, "tuning.frozen", "every part of the model",
                {Wanted::Kind::text, {"at least one part that is trained"}});
  return {};
}

namespace {

/// A list of names, none of them twice.
std::vector<std::string> read_names(ObjectReader& reader, const char* key) {
  std::vector<std::string> names;
  const Json* list = reader.array(key);
  if (list == nullptr) return names;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Json& member = (*list)[i];
    const std::string where = fmt::format("{}[{}]", key, i);
    if (!member.is_string() || member.get_ref<const std::string&>().empty()) {
      reader.mistake(code::wrong_type, where, shown(member), {Wanted::Kind::string, {}});
      return names;
    }
    if (has(names, member.get<std::string>())) {
      reader.mistake(code::repeated_key, where, shown(member), {Wanted::Kind::once, {}});
      return names;
    }
    names.push_back(member.get<std::string>());
  }
  return names;
}

/// Lengths of a file: the first number of every line; a heading has none.
std::optional<SampleLengths> read_length_file(ObjectReader& reader, const std::string& path) {
  const auto text = read_text_file(path, file_limit::table);
  if (!text) {
    Error error = text.error();
    error.where = reader.path_of("file");
    reader.mistake(std::move(error));
    return std::nullopt;
  }
  std::vector<double> samples;
  std::vector<int> lines;
  const CsvTable table = read_csv(*text, ',', &lines);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto tokens = table[i].empty() ? std::nullopt : parse_number(trim(table[i].front()));
    if (!tokens && i == 0) continue;
    if (!tokens || !(*tokens >= 1.0)) {
      reader.mistake(code::out_of_range, "file",
                     fmt::format("{} in line {}", excerpt(table[i].front()), lines[i]),
                     {Wanted::Kind::text, {"the tokens of a sample, 1 or more"}});
      return std::nullopt;
    }
    samples.push_back(*tokens);
  }
  if (samples.empty()) {
    reader.mistake(code::out_of_range, "file", path,
                   {Wanted::Kind::text, {"a file with a length in each line"}});
    return std::nullopt;
  }
  return lengths_of(std::move(samples));
}

/// Contradictions between mean, percentiles and longest.
void check_lengths(ObjectReader& reader, const SampleLengths& lengths, int sequence) {
  const auto wrong = [&](const char* key, double found, std::string wanted) {
    reader.mistake(code::out_of_range, key, format_number(found), {Wanted::Kind::text, {std::move(wanted)}});
  };
  const double most = lengths.max.value_or(sequence);
  if (lengths.p50 && lengths.p90 && *lengths.p90 < *lengths.p50)
    return wrong("p90", *lengths.p90, fmt::format("p50, {}, or more", format_number(*lengths.p50)));
  for (const auto& [key, value] : {std::pair{"p50", lengths.p50}, std::pair{"p90", lengths.p90}})
    if (lengths.max && value && *value > most)
      return wrong(key, *value, fmt::format("max, {}, or less", format_number(most)));
  if (!lengths.mean) return;
  if (lengths.max && *lengths.mean > most)
    return wrong("mean", *lengths.mean, fmt::format("max, {}, or less", format_number(most)));
  // Half of the samples are at most p50, four tenths lie between p50 and p90, a tenth above.
  const double p50 = lengths.p50.value_or(1.0);
  const double least = 0.5 + 0.4 * p50 + 0.1 * lengths.p90.value_or(p50);
  if (*lengths.mean < least)
    return wrong("mean", *lengths.mean,
                 fmt::format("{} or more, which these percentiles come to at least", format_number(least)));
  if (!lengths.max || !lengths.p50) return;
  const double greatest = 0.5 * p50 + 0.4 * lengths.p90.value_or(most) + 0.1 * most;
  if (*lengths.mean > greatest)
    wrong("mean", *lengths.mean,
          fmt::format("{} or less, which these percentiles come to at most", format_number(greatest)));
}

std::optional<SampleLengths> read_lengths(ObjectReader& parent, int sequence) {
  const Json* json = parent.object("lengths");
  if (json == nullptr) return std::nullopt;
  ObjectReader reader(*json, parent.path_of("lengths"));
  constexpr double kLongestSample = 1e9;
  SampleLengths lengths;
  lengths.mean = reader.optional_number("mean", 1.0, kLongestSample);
  lengths.p50 = reader.optional_number("p50", 1.0, kLongestSample);
  lengths.p90 = reader.optional_number("p90", 1.0, kLongestSample);
  lengths.max = reader.optional_number("max", 1.0, kLongestSample);
  const std::string file = reader.string("file", "");
  if (!file.empty() && lengths != SampleLengths{})
    reader.mistake(code::repeated_key, "file", file, {Wanted::Kind::once, {"file", "mean, p50, p90, max"}});
  else if (!file.empty())
    lengths = read_length_file(reader, file).value_or(SampleLengths{});
  else if (!lengths.mean && !lengths.p50)
    reader.mistake(Error{std::string(code::missing_key),
                         {},
                         parent.path_of("lengths"),
                         "nothing",
                         {Wanted::Kind::field, {"mean"}}});
  if (reader.ok()) check_lengths(reader, lengths, sequence);
  reader.finish_into(parent);
  return lengths;
}

}  // namespace

Tuning read_tuning(ObjectReader& parent, const Json& json, int sequence) {
  ObjectReader reader(json, parent.path_of("tuning"));
  Tuning tuning;
  tuning.method = static_cast<TuningMethod>(reader.choice("method", kTuningMethods));
  const auto only_adapters = [&](const char* key) {
    if (!reader.ok() || tuning.adapters() || !reader.has(key)) return;
    reader.mistake(
        code::out_of_range, key, shown(*reader.any(key)),
        {Wanted::Kind::text, {"nothing here, as method full has no adapters (lora, qlora, dora)"}});
  };
  only_adapters("rank");
  only_adapters("targets");
  tuning.rank = static_cast<int>(reader.whole("rank", 1, kLargestRank, kDefaultRank));
  tuning.targets = read_names(reader, "targets");
  tuning.frozen = read_names(reader, "frozen");
  tuning.lengths = read_lengths(reader, sequence);
  tuning.packing = reader.boolean("packing", true);
  if (const Json* preference = reader.object("preference")) {
    ObjectReader inner(*preference, reader.path_of("preference"));
    const int reference = inner.choice("reference", kReferences);
    tuning.reference = static_cast<Reference>(reference);
    if (inner.ok() && tuning.reference == Reference::adapter && !tuning.adapters())
      inner.mistake(
          code::out_of_range, "reference", to_string(*tuning.reference),
          {Wanted::Kind::text, {"copy or precomputed, as method full has no adapters to switch off"}});
    inner.finish_into(reader);
  }
  reader.finish_into(parent);
  return tuning;
}

Json to_json(const Tuning& tuning) {
  Json json{{"method", to_string(tuning.method)}};
  if (tuning.adapters()) json["rank"] = tuning.rank;
  if (!tuning.targets.empty()) json["targets"] = tuning.targets;
  if (!tuning.frozen.empty()) json["frozen"] = tuning.frozen;
  if (tuning.lengths) {
    Json lengths = Json::object();
    for (const auto& [key, value] :
         {std::pair{"mean", tuning.lengths->mean}, std::pair{"p50", tuning.lengths->p50},
          std::pair{"p90", tuning.lengths->p90}, std::pair{"max", tuning.lengths->max}})
      if (value) lengths[key] = *value;
    json["lengths"] = std::move(lengths);
  }
  if (tuning.lengths || !tuning.packing) json["packing"] = tuning.packing;
  if (tuning.reference) json["preference"] = {{"reference", to_string(*tuning.reference)}};
  return json;
}

}  // namespace astrolabe::strategy
