#pragma once
// Small questions of every goal whose answers an exhaustive search can tell, and whether what a certificate
// claims of one is true.

#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/cost/money.h"
#include "core/search/certify.h"
#include "core/search/search.h"
#include "core/strategy/rules.h"
#include "core/verify/question.h"
#include "core/verify/verify.h"

namespace astrolabe::tests {

/// A decoder of few layers; with experts a Mixtral.
inline std::string small_model(int layers, int hidden, int experts = 0) {
  Json json = {{"model_type", experts > 0 ? "mixtral" : "llama"},
               {"architectures", Json::array({experts > 0 ? "MixtralForCausalLM" : "LlamaForCausalLM"})},
               {"hidden_size", hidden},
               {"intermediate_size", 4 * hidden},
               {"num_hidden_layers", layers},
               {"num_attention_heads", 16},
               {"num_key_value_heads", 8},
               {"vocab_size", 32000},
               {"max_position_embeddings", 4096},
               {"rms_norm_eps", 1e-5},
               {"tie_word_embeddings", false}};
  if (experts > 0) {
    json["num_local_experts"] = experts;
    json["num_experts_per_tok"] = 2;
  }
  return json.dump();
}

struct Asked {
  const char* name;
  strategy::Objective objective = strategy::Objective::throughput;
  int places = 1;
  std::string model, cluster, job;
};

inline Json question_of(const Asked& asked) {
  return {{"model", "small"},
          {"configuration", asked.model},
          {"entered", Json::object()},
          {"cluster", Json::parse(asked.cluster)},
          {"own_types", {{"gpus", Json::array()}, {"nodes", Json::array()}}},
          {"job", Json::parse(asked.job)}};
}

inline std::string job_of(const std::string& more, int batch = 16) {
  return R"({"sequence_length": 2048, "global_batch": )" + std::to_string(batch) +
         R"(, "tokens": 1e9, "precision": "bf16", )" + more + "}";
}

/// One type and several, counts fixed and free, limits and none, with experts; each small enough for every
/// split to be tried.
inline std::vector<Asked> small_questions() {
  using strategy::Objective;
  const std::string fast = R"({"id": "fast", "gpu": "h100-sxm", "nodes": 1, "gpus_per_node": 4,
      "inter_node_gb_per_s": 100, "usd_per_gpu_hour": 2.5})";
  const std::string slow = R"({"id": "slow", "gpu": "a100-sxm-80", "nodes": 1, "gpus_per_node": 4,
      "inter_node_gb_per_s": 100, "usd_per_gpu_hour": 0.9})";
  const std::string slower = R"({"id": "slower", "gpu": "a100-sxm-40", "nodes": 1, "gpus_per_node": 2,
      "inter_node_gb_per_s": 50, "usd_per_gpu_hour": 0.6})";
  const std::string link = R"("between_pools": [{"a": "fast", "b": "slow", "gb_per_s": 50}])";
  const std::string links = R"("between_pools": [{"a": "fast", "b": "slow", "gb_per_s": 50},
      {"a": "fast", "b": "slower", "gb_per_s": 25}, {"a": "slow", "b": "slower", "gb_per_s": 25}])";
  const std::string one = R"({"name": "one", "pools": [)" + fast + "]}";
  const std::string mixed = R"({"name": "mixed", "pools": [)" + fast + ", " + slow + "], " + link + "}";
  const std::string free = R"({"name": "free", "pools": [)" + fast + ", " + slow + "], " + link +
                           R"(, "choose": {"max_gpus_per_pool": {"fast": 4, "slow": 4}}})";
  const std::string three = R"({"name": "three", "pools": [)" + fast + ", " + slow + ", " + slower + "], " +
                            links + R"(, "choose": {"max_total_gpus": 6}})";
  const std::string narrow = R"("allowed": {"micro_batch": [1, 2], "virtual_pipeline": [1, 2],
      "recompute": ["none", "full"], "zero_stage": [0, 1], "schedule": ["1f1b", "interleaved"]},
      "fixed": {"offload_optimizer": false, "offload_activations": false, "context_parallel": 1})";
  const std::string few = R"("allowed": {"micro_batch": [1, 2], "recompute": ["none", "full"],
      "data_parallel": [1, 2]}, "fixed": {"offload_optimizer": false, "offload_activations": false,
      "context_parallel": 1, "zero_stage": 1, "schedule": "1f1b", "virtual_pipeline": 1})";
  const std::string stages = R"("allowed": {"micro_batch": [1, 2], "recompute": ["none", "full"],
      "pipeline_parallel": [1, 2]}, "fixed": {"offload_optimizer": false, "offload_activations": false,
      "context_parallel": 1, "schedule": "1f1b", "virtual_pipeline": 1})";
  const std::string model = small_model(4, 2048);
  return {
      {"one type", Objective::throughput, 1, model, one, job_of(narrow)},
      {"one type, three places", Objective::throughput, 3, small_model(4, 8192), one, job_of(narrow)},
      {"some numbers of stages", Objective::throughput, 2, model, one, job_of(stages)},
      {"mixed", Objective::throughput, 1, model, mixed, job_of(narrow)},
      {"mixed, some numbers of stages", Objective::throughput, 3, model, mixed, job_of(stages)},
      {"free, money", Objective::money, 1, model, free, job_of(few)},
      {"free, places by money", Objective::money, 3, small_model(5, 4096), free, job_of(few)},
      {"free, front", Objective::pareto, 1, small_model(5, 2048), free, job_of(few)},
      {"free, front of tight memory", Objective::pareto, 1, small_model(4, 8192), free, job_of(few)},
      {"smallest", Objective::gpus, 1, small_model(4, 8192), free, job_of(few)},
      {"smallest, three places", Objective::gpus, 3, small_model(4, 8192), free, job_of(few)},
      {"deadline", Objective::money, 2, model, free, job_of(few + R"(, "limits": {"deadline_hours": 3.0})")},
      {"nothing keeps the budget", Objective::throughput, 1, model, free,
       job_of(few + R"(, "limits": {"budget_usd": 0.5})")},
      {"nothing fits", Objective::throughput, 1, small_model(6, 16384), one, job_of(few)},
      {"experts", Objective::throughput, 2, small_model(3, 1024, 4), one, job_of(few)},
      {"three types", Objective::money, 2, model, three, job_of(few)}};
}

inline search::Progress all_tried(const strategy::Problem& problem, strategy::Objective objective, int top) {
  search::Request request;
  request.objective = objective;
  request.top = top;
  request.exhaustive = request.brute_splits = true;
  request.near_misses = false;
  return search::run(problem, request, {}, nullptr, {});
}

/// A strategy with the step, the price of it and the GPUs that it has, as a certificate would claim it.
inline verify::Incumbent claimed(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  std::vector<int> layers;
  for (const strategy::Stage& stage : strategy.stages) layers.push_back(stage.layers);
  cost::Tables tables(problem);
  const cost::Shape shape(tables, strategy);
  const double step = shape.evaluate(layers, true).step.value;
  const std::vector<int> gpus = shape.gpus();
  const cost::Money money = cost::hourly(problem.cluster, problem.job, gpus);
  return {strategy::to_json(strategy, problem.pool_ids()), step,
          money.usd_per_hour ? money.usd_per_hour->value * step : 0.0, cost::all_paid(problem.cluster, gpus)};
}

/// Knows what is true of one question: every strategy of it was tried.
class Truth {
 public:
  Truth(const strategy::Problem& problem, strategy::Objective objective)
      : m_problem(problem), m_objective(objective), m_all(all_tried(problem, objective, 400)) {}

  /// What a certificate claims holds: its places are the first, its set is the whole front; to rounding.
  bool holds(const verify::Certificate& claims) const {
    const std::size_t count = claims.incumbents.size();
    if (count == 0) return m_all.best.empty() && m_all.pareto.empty();
    const bool front = m_objective == strategy::Objective::pareto;
    if (front ? m_all.pareto.size() != count : m_all.best.size() < count) return false;
    for (std::size_t i = 0; i < count; ++i) {
      const verify::Incumbent& told = claims.incumbents[i];
      const auto read =
          strategy::read_strategy(told.strategy, m_problem.pool_ids(), m_problem.graph->layer_count());
      if (!read) return false;
      const verify::Incumbent is = claimed(m_problem, *read);
      if (is.step != told.step || (claims.counts_money() && is.usd != told.usd) ||
          (claims.counts_gpus() && is.gpus != told.gpus))
        return false;
      const strategy::Strategy& best = front ? m_all.pareto[i].strategy : m_all.best[i].strategy;
      if (!as_good(is, claimed(m_problem, best))) return false;
      if (!front && !among_the_best(*read, is)) return false;
      for (std::size_t before = 0; before < i; ++before)
        if (claims.incumbents[before].strategy == told.strategy) return false;
    }
    return true;
  }
  /// The first of them, as claims.
  std::vector<verify::Incumbent> known(std::size_t most) const {
    std::vector<verify::Incumbent> result;
    for (std::size_t i = 0; i < m_all.best.size() && i < most; ++i)
      result.push_back(claimed(m_problem, m_all.best[i].strategy));
    return result;
  }
  std::size_t count() const { return m_all.best.size(); }

 private:
  static bool near(double a, double b) { return std::abs(a - b) <= 1e-11 * std::abs(b); }
  bool as_good(const verify::Incumbent& a, const verify::Incumbent& b) const {
    switch (m_objective) {
      case strategy::Objective::throughput:
        return a.step == b.step;
      case strategy::Objective::money:
        return near(a.usd, b.usd);
      case strategy::Objective::gpus:
        return a.gpus == b.gpus && a.step == b.step;
      case strategy::Objective::pareto:
        break;
    }
    return near(a.step, b.step) && near(a.usd, b.usd);
  }
  /// A configuration of the ranking, at its best.
  bool among_the_best(const strategy::Strategy& strategy, const verify::Incumbent& is) const {
    const auto without_layers = [](strategy::Strategy one) {
      one.recompute_layers = 0;
      for (strategy::Stage& stage : one.stages) {
        stage.layers = stage.recompute_layers = 0;
        stage.recompute = strategy::Recompute::none;
      }
      return one;
    };
    const strategy::Strategy own = without_layers(strategy);
    return std::any_of(m_all.best.begin(), m_all.best.end(), [&](const cost::Evaluation& one) {
      return without_layers(one.strategy) == own && one.step.value == is.step;
    });
  }

  const strategy::Problem& m_problem;
  strategy::Objective m_objective;
  search::Progress m_all;
};

}  // namespace astrolabe::tests
