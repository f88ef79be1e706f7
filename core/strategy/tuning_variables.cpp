#include "core/strategy/tuning_variables.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace astrolabe::strategy {

namespace {

using P = const Problem&;
using S = const Strategy&;
using Names = std::vector<std::string>;

/// Whose names the targets are: Hugging Face's for products that stand apart, Megatron's for fused ones,
/// others of Hugging Face's.
enum class Targets : std::uint8_t { all, separate, fused, hugging_face, other };
enum class FrozenParts : std::uint8_t { nothing, towers, other };
const Names kTargets{"all", "separate", "fused", "hugging_face", "other"};
const Names kFrozenParts{"nothing", "towers", "other"};

constexpr std::array<std::string_view, 7> kSeparate{"q_proj",    "k_proj",  "v_proj",   "o_proj",
                                                    "gate_proj", "up_proj", "down_proj"};
constexpr std::array<std::string_view, 4> kFused{"linear_qkv", "linear_proj", "linear_fc1", "linear_fc2"};
constexpr std::array<std::string_view, 11> kOfOtherLayers{
    "qkv_proj", "query_key_value",    "c_attn",   "c_proj", "gate_up_proj", "w1", "w2", "q_a_proj",
    "q_b_proj", "kv_a_proj_with_mqa", "kv_b_proj"};
constexpr std::array<std::string_view, 2> kWhole{"embed_tokens", "lm_head"};
/// Products of attention and of an MLP.
constexpr std::array<std::string_view, 6> kUsualProducts{"qkv",      "attention_out", "mlp_up",
                                                         "mlp_down", "shared_up",     "shared_down"};

template <typename List>
bool is_in(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

const Tuning* adapters_of(P p) { return p.job.tuning && p.job.tuning->adapters() ? &*p.job.tuning : nullptr; }

RuleValue targets(P p, S, const Stage*) {
  const Tuning* tuning = adapters_of(p);
  if (tuning == nullptr) return kNone;
  const Names named = adapter_targets(*tuning);
  const auto each = [&](const auto& known) {
    return !named.empty() &&
           std::all_of(named.begin(), named.end(), [&](const std::string& name) { return known(name); });
  };
  Targets found = Targets::other;
  if (tuning->targets.empty() || is_in(tuning->targets, "all-linear"))
    found = Targets::all;
  else if (each([](std::string_view name) { return is_in(kSeparate, name); }))
    found = Targets::separate;
  else if (each([](std::string_view name) { return is_in(kFused, name); }))
    found = Targets::fused;
  else if (each([](std::string_view name) { return is_in(kSeparate, name) || is_in(kOfOtherLayers, name); }))
    found = Targets::hugging_face;
  return static_cast<RuleValue>(found);
}

RuleValue experts_adapted(P p, S, const Stage*) {
  const Tuning* tuning = adapters_of(p);
  if (tuning == nullptr || p.graph->experts == 0) return 0;
  const AdaptedExperts found = adapted_experts(*tuning);
  return found.gate || found.up || found.down ? 1 : 0;
}

/// Whether a product with adapters is such a one.
template <typename Is>
RuleValue any_adapted(P p, const Is& is) {
  const Tuning* tuning = adapters_of(p);
  if (tuning == nullptr) return 0;
  for (const model::LayerClass& layer : p.graph->classes)
    for (const Adapted& each : adapted(*tuning, layer))
      if (is(layer, layer.gemms[each.gemm])) return 1;
  return 0;
}

RuleValue ungated_adapted(P p, S, const Stage*) {
  return any_adapted(p, [](const model::LayerClass& layer, const model::Gemm& gemm) {
    return (gemm.name == "mlp_up" || gemm.name == "shared_up") && !model::is_gated(layer, gemm);
  });
}

RuleValue others_adapted(P p, S, const Stage*) {
  return any_adapted(
      p, [](const model::LayerClass&, const model::Gemm& gemm) { return !is_in(kUsualProducts, gemm.name); });
}

/// With adapters everything else stays as it is anyway.
RuleValue frozen_parts(P p, S, const Stage*) {
  if (!p.job.tuning) return kNone;
  const Tuning& tuning = *p.job.tuning;
  if (tuning.adapters() || tuning.frozen.empty()) return static_cast<RuleValue>(FrozenParts::nothing);
  const auto& towers = p.graph->towers;
  const auto is_tower = [&](const std::string& part) {
    return std::any_of(towers.begin(), towers.end(), [&](const auto& tower) { return tower.role == part; });
  };
  const bool all_towers = std::all_of(tuning.frozen.begin(), tuning.frozen.end(), is_tower) &&
                          std::all_of(towers.begin(), towers.end(),
                                      [&](const auto& tower) { return freezes(tuning, tower.role); });
  return static_cast<RuleValue>(all_towers ? FrozenParts::towers : FrozenParts::other);
}

const Names& method_names() {
  static const Names names{to_string(TuningMethod::full), to_string(TuningMethod::lora),
                           to_string(TuningMethod::qlora), to_string(TuningMethod::dora)};
  return names;
}

const Names& reference_names() {
  static const Names names{to_string(Reference::copy), to_string(Reference::precomputed),
                           to_string(Reference::adapter)};
  return names;
}

Names chosen(const Tuning& tuning, bool whole) {
  Names names;
  if (!tuning.adapters()) return names;
  std::copy_if(tuning.targets.begin(), tuning.targets.end(), std::back_inserter(names),
               [&](const std::string& name) { return is_in(kWhole, name) == whole; });
  return names;
}

}  // namespace

Names adapter_targets(const Tuning& tuning) { return chosen(tuning, false); }
Names whole_targets(const Tuning& tuning) { return chosen(tuning, true); }

std::vector<RuleVariable> tuning_variables() {
  constexpr auto number = RuleType::number;
  constexpr auto boolean = RuleType::boolean;
  constexpr auto name = RuleType::name;
  return {
      {"tuning", boolean, 0, false, [](P p, S, const Stage*) -> RuleValue { return p.job.tuning ? 1 : 0; },
       "a model that is already trained is trained further"},
      {"tuning_method", name, 0, false,
       [](P p, S, const Stage*) {
         return p.job.tuning ? static_cast<RuleValue>(p.job.tuning->method) : kNone;
       },
       "full, lora, qlora or dora", &method_names()},
      {"adapters", boolean, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return adapters_of(p) != nullptr ? 1 : 0; },
       "adapters are trained beside frozen weights"},
      {"tuning_rank", number, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return adapters_of(p) != nullptr ? p.job.tuning->rank : 0; },
       "of the adapters"},
      {"tuning_targets", name, 0, false, targets, "whose names the products with adapters have", &kTargets},
      {"tuning_target_count", number, 0, false,
       [](P p, S, const Stage*) -> RuleValue {
         return p.job.tuning ? static_cast<RuleValue>(adapter_targets(*p.job.tuning).size()) : 0;
       },
       "named products with adapters"},
      {"tuning_whole", boolean, 0, false,
       [](P p, S, const Stage*) -> RuleValue {
         return p.job.tuning && !whole_targets(*p.job.tuning).empty() ? 1 : 0;
       },
       "embedding or head are trained whole beside the adapters"},
      {"adapted_experts", boolean, 0, false, experts_adapted, "routed experts have adapters"},
      {"adapted_ungated", boolean, 0, false, ungated_adapted, "an MLP without a gate has adapters"},
      {"adapted_others", boolean, 0, false, others_adapted,
       "products that are neither of attention nor of an MLP have adapters"},
      {"tuning_frozen", name, 0, false, frozen_parts, "what of the model stays as it is without adapters",
       &kFrozenParts},
      {"tuning_lengths", boolean, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return p.job.tuning && p.job.tuning->lengths ? 1 : 0; },
       "samples are shorter than the sequence"},
      {"tuning_packing", boolean, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return p.job.tuning && p.job.tuning->packing ? 1 : 0; },
       "samples fill sequences one behind the other"},
      {"tuning_reference", name, 0, false,
       [](P p, S, const Stage*) {
         return p.job.tuning && p.job.tuning->reference ? static_cast<RuleValue>(*p.job.tuning->reference)
                                                        : kNone;
       },
       "of a preference loss: copy, precomputed or adapter", &reference_names()},
      {"towers", number, 0, false,
       [](P p, S, const Stage*) -> RuleValue { return static_cast<RuleValue>(p.graph->towers.size()); },
       "encoders in front of the model"},
  };
}

}  // namespace astrolabe::strategy
