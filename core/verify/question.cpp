#include "core/verify/question.h"

#include <utility>

#include "core/base/error_codes.h"
#include "core/cost/coefficients.h"
#include "core/hardware/catalogue_rows.h"
#include "core/model/graph.h"

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
  if (const Json* constants = reader.object("constants"))
    question.coefficients = read_constants(ObjectReader(*constants, "question.constants"), reader);
  if (entered != nullptr)
    for (const auto& [key, value] : entered->items())
      if (value.is_number()) question.model_entered[key] = value.get<double>();
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
  return question;
}

Result<strategy::Problem> problem_of(const Question& question, strategy::Objective objective) {
  auto architecture = model::read_saved(question.model_name, question.model_text, question.model_entered);
  if (!architecture) return tl::unexpected<Error>(architecture.error());
  const hardware::Catalogue& built_in = hardware::Catalogue::built_in();
  auto cluster =
      hardware::resolve(question.cluster, built_in.with(question.catalogue).with(question.own_types),
                        question.job.cost.commitment);
  if (!cluster) return tl::unexpected<Error>(cluster.error());
  auto problem =
      strategy::make_problem(std::make_shared<const model::Graph>(model::build_graph(*architecture)),
                             std::move(*cluster), question.job, objective);
  if (problem) problem->coefficients = question.coefficients;
  return problem;
}

}  // namespace astrolabe::verify
