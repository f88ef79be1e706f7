#include "core/verify/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/cost/coefficients.h"
#include "core/hardware/catalogue_rows.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/model/graph.h"
#include "core/strategy/space.h"
#include "core/verify/certificate.h"
#include "core/verify/choices.h"

namespace astrolabe::verify {

namespace {

/// Every constant of the cost formulas by name.
Json constants_json(const cost::Coefficients& coefficients) {
  Json json = Json::object();
  for (const auto& table : {cost::coefficient_table(), cost::memory_table()})
    for (const cost::CoefficientInfo& info : table) json[info.name] = coefficients.*info.value;
  return json;
}

std::shared_ptr<const cost::Coefficients> read_constants(ObjectReader&& reader, ObjectReader& parent) {
  auto coefficients = std::make_shared<cost::Coefficients>();
  for (const auto& table : {cost::coefficient_table(), cost::memory_table()})
    for (const cost::CoefficientInfo& info : table)
      (*coefficients).*info.value = reader.number(info.name, info.least, info.most);
  reader.finish_into(parent);
  return coefficients;
}

}  // namespace

Json to_json(const Question& question) {
  Json json = {{"model", question.model_name},
               {"configuration", question.model_text},
               {"entered", Json(question.model_entered)},
               {"cluster", hardware::to_json(question.cluster)},
               {"own_types", hardware::to_json(question.own_types)},
               {"job", strategy::to_json(question.job)}};
  if (!question.catalogue.empty()) json["catalogue"] = hardware::to_json(question.catalogue);
  if (question.coefficients) json["constants"] = constants_json(*question.coefficients);
  if (!question.chosen.empty()) json["choice"] = to_json(question.chosen);
  return json;
}

Json to_json(const Chosen& chosen) {
  Json json = Json::object();
  for (const auto& [pool, nodes] : chosen) {
    json[pool] = Json{{"gpus", nodes.gpus}};
    if (nodes.of_node > 0) json[pool]["of_node"] = nodes.of_node;
  }
  return json;
}

Result<Question> read_question(const Json& json) {
  ObjectReader reader(json, "question");
  Question question;
  question.model_name = reader.string("model");
  // What the model's own reader takes: it stands as it is.
  if (const Json* text = reader.any("configuration"); text != nullptr && text->is_string())
    question.model_text = text->get<std::string>();
  else
    reader.mistake(code::missing_key, "configuration", "nothing", {Wanted::Kind::string, {}});
  const Json* entered = reader.object("entered");
  const Json* cluster = reader.object("cluster");
  const Json* own_types = reader.object("own_types");
  const Json* rows = reader.object("catalogue");
  const Json* job = reader.object("job");
  if (const Json* choice = reader.object("choice")) {
    ObjectReader pools(*choice, "question.choice");
    for (const auto& [pool, told] : choice->items())
      if (const Json* nodes = pools.object(pool.c_str())) {
        ObjectReader one(*nodes, "question.choice." + pool);
        constexpr int kMost = std::numeric_limits<int>::max();
        question.chosen[pool] = {static_cast<int>(one.whole("gpus", 0, kMost)),
                                 static_cast<int>(one.whole("of_node", 0, kMost, 0))};
        one.finish_into(pools);
      }
    pools.finish_into(reader);
  }
  if (const Json* constants = reader.object("constants"))
    question.coefficients = read_constants(ObjectReader(*constants, "question.constants"), reader);
  if (entered != nullptr) {
    ObjectReader values(*entered, "question.entered");
    for (const auto& [key, value] : entered->items())
      question.model_entered[key] =
          values.number(key, std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max());
    values.finish_into(reader);
  }
  if (const auto finished = reader.finish(); !finished) return tl::unexpected<Error>(finished.error());
  for (const auto& [part, name] :
       {std::pair{entered, "entered"}, {cluster, "cluster"}, {own_types, "own_types"}, {job, "job"}})
    if (part == nullptr)
      return fail(code::damaged_certificate, "question", "nothing", {Wanted::Kind::field, {name}});
  auto read_cluster = hardware::read_cluster(*cluster, "question.cluster");
  if (!read_cluster) return tl::unexpected<Error>(read_cluster.error());
  question.cluster = std::move(*read_cluster);
  auto own = hardware::read_own_types(*own_types);
  if (!own) return tl::unexpected<Error>(own.error());
  question.own_types = std::move(*own);
  if (rows != nullptr) {
    auto catalogue = hardware::read_rows(*rows, "question.catalogue");
    if (!catalogue) return tl::unexpected<Error>(catalogue.error());
    question.catalogue = std::move(*catalogue);
  }
  auto read_job = strategy::read_job(*job, "question.job");
  if (!read_job) return tl::unexpected<Error>(read_job.error());
  question.job = std::move(*read_job);
  // Certificates of before runtimes are about the whole space.
  if (question.job.software.runtime.empty()) question.job.software.runtime = "any";
  return question;
}

namespace {

/// Tables that a check makes: families, settings of a group, ways to have so many stages and GPUs.
constexpr double kMostFamilies = 1U << 22U, kMostDegrees = 1U << 16U, kMostCells = 1U << 24U;
constexpr std::size_t kMostPools = 8;

/// Values that a key of a strategy may take.
double values_of(const strategy::Problem& problem, std::string_view key) {
  const auto allowed = problem.job.allowed.find(key);
  if (allowed != problem.job.allowed.end()) return static_cast<double>(allowed->second.size());
  if (key == "recompute") return 3.0;
  if (key == "schedule") return 5.0;
  if (key == "offload_optimizer" || key == "offload_activations" || key == "sharding_group") return 2.0;
  return std::max(1.0, static_cast<double>(strategy::usual_values(problem, key).size()));
}

/// Keys that a family tells: no dimension of its settings, nor is what is solved inside them.
bool of_families(std::string_view key) {
  return key == "tensor_parallel" || key == "pipeline_parallel" || key == "context_parallel" ||
         key == "data_parallel" || key == "recompute_layers";
}

tl::unexpected<Error> too_large(const char* where, double found, double most, const char* what) {
  return fail(code::no_certificate, where, fmt::format("{} {}", format_number(found), what),
              {Wanted::Kind::text, {fmt::format("at most {}", format_number(most))}});
}

/// What the tables of a check will take, before any of them is made.
Result<void> check_size(const strategy::Problem& problem) {
  const hardware::Cluster& cluster = problem.cluster;
  if (cluster.pools.size() > kMostPools)
    return too_large("question.cluster.pools", static_cast<double>(cluster.pools.size()), kMostPools,
                     "pools");
  double settings = 1.0;
  for (const std::string& key : strategy::setting_keys())
    if (!of_families(key)) settings *= values_of(problem, key);
  if (settings > static_cast<double>(kMostSettings))
    return too_large("question.job", settings, static_cast<double>(kMostSettings), "settings of a group");
  const double degrees = values_of(problem, "data_parallel") * values_of(problem, "context_parallel");
  if (degrees > kMostDegrees)
    return too_large("question.job", degrees, kMostDegrees, "degrees of data and context parallelism");
  double families = degrees;
  for (std::size_t pool = 0; pool < cluster.pools.size(); ++pool)
    families *= 1.0 + values_of(problem, "tensor_parallel");
  if (families > kMostFamilies) return too_large("question", families, kMostFamilies, "families of groups");
  const double layers = problem.graph->layer_count() + 1.0;
  if (cluster.max_total_gpus && layers * *cluster.max_total_gpus > kMostCells)
    return too_large("question.cluster.choose", layers * *cluster.max_total_gpus, kMostCells,
                     "pairs of layers and GPUs");
  return {};
}

}  // namespace

namespace {

Result<void> choose(const Chosen& chosen, hardware::Cluster& cluster) {
  if (chosen.empty()) return {};
  const std::vector<Chosen> all = all_choices(cluster);
  if (std::find(all.begin(), all.end(), chosen) == all.end())
    return fail(code::damaged_certificate, "question.choice", to_json(chosen).dump(),
                {Wanted::Kind::text, {"GPUs of every marked pool as its marks leave them"}});
  for (hardware::Pool& pool : cluster.pools)
    if (const auto nodes = chosen.find(pool.id); nodes != chosen.end())
      hardware::choose_usable(pool, {nodes->second.gpus, 1.0, nodes->second.of_node});
  return {};
}

}  // namespace

Result<strategy::Problem> problem_of(const Question& question, strategy::Objective objective) {
  auto architecture = model::read_saved(question.model_name, question.model_text, question.model_entered);
  if (!architecture) return tl::unexpected<Error>(architecture.error());
  const hardware::Catalogue& built_in = hardware::Catalogue::built_in();
  auto cluster =
      hardware::resolve(question.cluster, built_in.with(question.catalogue).with(question.own_types),
                        question.job.cost.commitment);
  if (!cluster) return tl::unexpected<Error>(cluster.error());
  if (const auto taken = choose(question.chosen, *cluster); !taken)
    return tl::unexpected<Error>(taken.error());
  strategy::Problem sized;
  sized.graph = std::make_shared<const model::Graph>(model::build_graph(*architecture));
  sized.cluster = *cluster;
  sized.job = question.job;
  if (const auto fine = check_size(sized); !fine) return tl::unexpected<Error>(fine.error());
  auto problem = strategy::make_problem(sized.graph, std::move(*cluster), question.job, objective);
  if (problem) problem->coefficients = question.coefficients;
  return problem;
}

Json among_gpus(const strategy::Problem& problem) {
  Json pools = Json::object();
  for (const hardware::Pool& pool : problem.cluster.pools)
    if (hardware::is_marked(pool)) pools[pool.id] = pool.max_gpus;
  return pools;
}

std::string among_text(const strategy::Problem& problem) {
  std::string text;
  for (const hardware::Pool& pool : problem.cluster.pools)
    if (hardware::is_marked(pool) && pool.max_gpus < pool.gpus())
      text += fmt::format("{} {} of the {} GPUs of {} {}", text.empty() ? "among" : "and", pool.max_gpus,
                          pool.gpus(), pool.id,
                          pool.used_of_node > 0 ? fmt::format("({} of a node) ", pool.used_of_node) : "");
  return text;
}

std::string slow_text(const strategy::Problem& problem) {
  const std::vector<hardware::Pool>& pools = problem.cluster.pools;
  const bool slow =
      std::any_of(pools.begin(), pools.end(), [](const hardware::Pool& pool) { return pool.slowed.any(); });
  return slow ? "with every GPU in use as slow as the slowest of its pool, " : "";
}

}  // namespace astrolabe::verify
