#include "app/cli/inputs.h"

#include <cstdlib>
#include <filesystem>
#include <set>

#include "app/cli/role_models.h"
#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/text.h"
#include "core/calibration/kernel_tables.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/pool_price.h"
#include "core/hardware/price_import.h"
#include "core/plan/answer.h"
#include "core/plan/scenarios.h"
#include "core/plan/warnings.h"
#include "core/planning/deployments.h"
#include "core/serving/calibration.h"
#include "ui/render/catalogue_text.h"

namespace astrolabe::cli {

namespace {

/// Types of `own` that the plan's scenarios name, and own prices of theirs: only they are saved with it.
/// Names are understood as the catalogue does that the plan is asked of.
hardware::OwnTypes used(const hardware::OwnTypes& own, const plan::Plan& plan) {
  const hardware::Catalogue known = plan::catalogue_of(plan, hardware::Catalogue::built_in()).with(own);
  const auto gpuKey = [&](const std::string& name) {
    const hardware::Gpu* gpu = known.find_gpu(name);
    return name_key(gpu != nullptr ? gpu->id : name);
  };
  std::set<std::string> nodes, gpus;
  for (const plan::Scenario* scenario : plan::scenarios(plan))
    for (const hardware::PoolSpec& pool : scenario->cluster.pools) {
      const hardware::NodeType* node = hardware::pool_node(pool, known);
      if (node != nullptr) nodes.insert(name_key(node->id));
      gpus.insert(gpuKey(node != nullptr ? node->gpu_id : pool.gpu));
    }
  hardware::OwnTypes result;
  for (const hardware::NodeType& node : own.nodes)
    if (nodes.contains(name_key(node.id))) result.nodes.push_back(node);
  const auto keep = [&](auto& into, const auto& all, const auto& id) {
    for (const auto& each : all)
      if (gpus.contains(gpuKey(each.*id))) into.push_back(each);
  };
  keep(result.gpus, own.gpus, &hardware::Gpu::id);
  keep(result.gpu_rents, own.gpu_rents, &hardware::GpuRent::gpu_id);
  keep(result.gpu_prices, own.gpu_prices, &hardware::GpuPrice::gpu_id);
  for (const hardware::Quote& quote : own.quotes)
    if (quote.gpu.empty() ? nodes.contains(name_key(quote.node)) : gpus.contains(gpuKey(quote.gpu)))
      result.quotes.push_back(quote);
  return result;
}

constexpr const char* kEither = "either a saved plan or --model, --cluster and --job";

Result<model::Architecture> modelOf(const Inputs& inputs) {
  if (inputs.before.model) return *inputs.before.model;
  return readModel(inputs.model);
}

/// The model of a saved plan that names one and does not hold it: no file is read that only the plan asks
/// for.
Result<void> addModel(const Inputs& inputs, plan::Plan& plan,
                      std::optional<model::Architecture>& architecture) {
  if (inputs.model.empty()) return {};
  if (!plan.model_text.empty())
    return tl::unexpected<Error>(
        usageError(inputs.file, "a plan and parts of one", {Wanted::Kind::text, {kEither}}));
  auto model = modelOf(inputs);
  if (!model) return tl::unexpected<Error>(model.error());
  plan.model_name = model->id;
  plan.model_text = model->text;
  architecture = std::move(*model);
  return {};
}

Result<void> checkChoice(const Inputs& inputs) {
  const auto missing = [](const char* option, const char* what) {
    return tl::unexpected<Error>(usageError(option, "nothing", {Wanted::Kind::text, {what}}));
  };
  if (!inputs.file.empty()) {
    if (!inputs.cluster.empty() || !inputs.job.empty())
      return tl::unexpected<Error>(
          usageError(inputs.file, "a plan and parts of one", {Wanted::Kind::text, {kEither}}));
    return {};
  }
  if (!inputs.catalogueOf.empty())
    return missing("F.astrolabe", "the saved plan whose catalogue --catalogue-of chooses");
  if (!inputs.scenario.empty())
    return missing("F.astrolabe", "the saved plan whose scenario --scenario names");
  // A job that names models by role needs no other.
  if (inputs.model.empty() && inputs.job.empty()) return missing("--model", kModelWords);
  if (inputs.cluster.empty()) return missing("--cluster", "a JSON file that describes the cluster");
  if (inputs.job.empty()) return missing("--job", "a JSON file that describes the job");
  return {};
}

/// The scenario that was asked for; its plan's own without one.
Result<void> showScenario(const std::string& name, plan::Plan& plan) {
  if (name.empty()) return {};
  if (const auto id = plan::scenario_named(plan, name)) {
    plan::show_scenario(plan, *id);
    return {};
  }
  std::vector<std::string> known;
  for (const plan::Scenario* scenario : plan::scenarios(plan)) {
    known.push_back(plan::scenario_letter(static_cast<int>(known.size())));
    if (!scenario->title.empty()) known.back() += " (" + scenario->title + ')';
  }
  return tl::unexpected<Error>(usageError("--scenario", name, {Wanted::Kind::one_of, std::move(known)}));
}

void tellCatalogue(const hardware::CatalogueRows& rows) {
  const ui::Message message = ui::catalogueMessage(rows, hardware::Catalogue::built_in());
  note(message.title + u' ' + message.body);
}

/// A plan keeps the catalogue that it was saved with, and that is said; today's is taken where it is asked
/// for.
Result<void> chooseCatalogue(const std::string& day, plan::Plan& plan) {
  if (!day.empty() && day != "plan" && day != "today")
    return tl::unexpected<Error>(
        usageError("--catalogue-of", day, {Wanted::Kind::one_of, {"plan", "today"}}));
  if (day == "today") plan.catalogue = {};
  if (day.empty() && !plan.catalogue.empty()) tellCatalogue(plan.catalogue);
  return {};
}

/// The plan that the three files describe, with the model already read.
Result<plan::Plan> readParts(const Inputs& inputs, std::optional<model::Architecture>& architecture) {
  auto jobJson = inputs.before.job ? Result<Json>(*inputs.before.job) : readJson(inputs.job);
  if (!jobJson) return tl::unexpected<Error>(jobJson.error());
  if (const auto read = readRoleModels(*jobJson, inputs.job); !read)
    return tl::unexpected<Error>(read.error());
  if (inputs.model.empty() && !inputs.before.model)  // what is wrong with the job comes before the model
    if (auto job = strategy::read_job(*jobJson); !job)
      return tl::unexpected<Error>(std::move(job.error()).in_file(inputs.job));
  auto model = inputs.model.empty() && !inputs.before.model ? modelOfRoles(*jobJson) : modelOf(inputs);
  if (!model) return tl::unexpected<Error>(model.error());
  const auto clusterJson =
      inputs.before.cluster ? Result<Json>(*inputs.before.cluster) : readJson(inputs.cluster);
  if (!clusterJson) return tl::unexpected<Error>(clusterJson.error());
  auto cluster = hardware::read_cluster(*clusterJson);
  if (!cluster) return tl::unexpected<Error>(std::move(cluster.error()).in_file(inputs.cluster));
  auto job = strategy::read_job(*jobJson);
  if (!job) return tl::unexpected<Error>(std::move(job.error()).in_file(inputs.job));
  plan::Plan plan;
  plan.name = cluster->name;
  plan.cluster = std::move(*cluster);
  plan.job = std::move(*job);
  plan.model_name = model->id;
  plan.model_text = model->text;
  architecture = std::move(*model);
  return plan;
}

/// Constants from a file, if one is named, for every scenario of the plan.
Result<void> useCalibration(const Inputs& inputs, plan::Plan& plan) {
  if (inputs.calibration.empty()) return {};
  auto text = inputs.before.calibration ? Result<std::string>(*inputs.before.calibration)
                                        : readCalibrationText(inputs.calibration);
  if (!text) return tl::unexpected<Error>(text.error());
  const bool serves = plan.job.task == "serve";
  const Json json = json_or_null(*text);
  if (serves != serving::is_serving_calibration(json))
    return fail(code::bad_calibration, "format", json.value("format", Json()).dump(),
                {Wanted::Kind::text,
                 {serves ? "constants of serving, written by fit, as the job serves"
                         : "constants of training, written by validate --fit, as the job trains"}});
  plan.calibration = std::move(*text);
  return {};
}

/// The cluster and the job that a saved plan is asked with in place of its own.
Result<void> replaceParts(const Inputs& inputs, plan::Plan& plan) {
  if (inputs.before.cluster) {
    auto cluster = hardware::read_cluster(*inputs.before.cluster);
    if (!cluster) return tl::unexpected<Error>(std::move(cluster.error()).in_file(inputs.file));
    plan.cluster = std::move(*cluster);
  }
  if (inputs.before.job) {
    auto job = strategy::read_job(*inputs.before.job);
    if (!job) return tl::unexpected<Error>(std::move(job.error()).in_file(inputs.file));
    plan.job = std::move(*job);
  }
  return {};
}

/// Kernel models from a file, if one is named, in place of the built-in ones of the same types.
Result<void> useKernels(const std::string& path, const hardware::Catalogue& catalogue) {
  if (path.empty()) return {};
  const auto bytes = read_file(path, file_limit::kernels);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  if (const auto used = calibration::use_kernel_models(*bytes, catalogue); !used)
    return tl::unexpected<Error>(Error(used.error()).in_file(path));
  return {};
}

/// Lays the rules of `--rules` behind the job's own. Errors are told with the lines of the file.
Result<void> addRules(const Inputs& inputs, strategy::Job& job) {
  const auto text = inputs.before.rules ? Result<std::string>(*inputs.before.rules) : readRules(inputs.rules);
  if (!text) return tl::unexpected<Error>(text.error());
  if (text->empty()) return {};
  if (!job.rules.empty()) job.rules += '\n';
  job.rules += *text;
  return {};
}

/// Lays the table of --slow over the pools. Errors are told with its rows.
Result<void> addSlow(const Inputs& inputs, const hardware::Catalogue& catalogue,
                     hardware::ClusterSpec& cluster) {
  if (inputs.slow.empty()) return {};
  const auto text = read_text_file(inputs.slow, file_limit::table);
  if (!text) return tl::unexpected<Error>(text.error());
  auto marked = hardware::with_marks(cluster, *text, catalogue);
  if (!marked) return tl::unexpected<Error>(Error(marked.error()).in_file(inputs.slow));
  cluster = std::move(*marked);
  return {};
}

/// Everything but the problem; `architecture` is the model where it is already read.
Result<Question> readWithoutProblem(const Inputs& inputs, const Common& common,
                                    std::optional<model::Architecture>& architecture) {
  if (const auto choice = checkChoice(inputs); !choice) return tl::unexpected<Error>(choice.error());
  const auto objective = readObjective(inputs);
  if (!objective) return tl::unexpected<Error>(objective.error());
  Question question;
  if (inputs.file.empty()) {
    auto plan = readParts(inputs, architecture);
    if (!plan) return tl::unexpected<Error>(plan.error());
    question.plan = std::move(*plan);
  } else {
    auto file = inputs.before.plan ? Result<plan::PlanFile>(*inputs.before.plan) : readSavedPlan(inputs.file);
    if (!file) return tl::unexpected<Error>(file.error());
    question.plan = file->plan;
    question.saved = std::move(*file);
    if (const auto chosen = chooseCatalogue(inputs.catalogueOf, question.plan); !chosen)
      return tl::unexpected<Error>(chosen.error());
    if (const auto shown = showScenario(inputs.scenario, question.plan); !shown)
      return tl::unexpected<Error>(shown.error());
    if (const auto replaced = replaceParts(inputs, question.plan); !replaced)
      return tl::unexpected<Error>(replaced.error());
    if (const auto added = addModel(inputs, question.plan, architecture); !added)
      return tl::unexpected<Error>(added.error());
  }
  // A saved plan holds its own types and keeps them; what is named on the command line is laid over them.
  const auto own = inputs.before.own ? Result<hardware::OwnTypes>(*inputs.before.own)
                                     : readOwnTypes(common, inputs.file.empty());
  if (!own) return tl::unexpected<Error>(own.error());
  question.plan.own_types = hardware::lay_over(question.plan.own_types, used(*own, question.plan));
  question.catalogue = plan::catalogue_of(question.plan, question.catalogue);
  if (const auto used = useKernels(inputs.kernels, question.catalogue); !used)
    return tl::unexpected<Error>(used.error());
  if (*objective) question.plan.objective = **objective;
  if (!inputs.goal.empty() && !question.plan.cluster.choose) question.plan.cluster.choose.emplace();
  if (inputs.goal == "cheapest" && !question.plan.job.deadline())
    return tl::unexpected<Error>(
        usageError("--goal", "a job without a deadline",
                   {Wanted::Kind::text, {"limits.deadline_hours or limits.done_by in the job"}}));
  if (const auto used = useCalibration(inputs, question.plan); !used)
    return tl::unexpected<Error>(used.error());
  if (architecture) question.model_warnings = architecture->warnings;
  if (const auto added = addRules(inputs, question.plan.job); !added)
    return tl::unexpected<Error>(added.error());
  if (const auto added = addSlow(inputs, question.catalogue, question.plan.cluster); !added)
    return tl::unexpected<Error>(added.error());
  return question;
}

}  // namespace

void Inputs::addTo(CLI::App& command) {
  command.add_option("--rules", rules, "Further rules that every strategy has to keep")->type_name("FILE");
  command.add_option("--model", model, "config.json, folder or built-in id; - is standard input")
      ->type_name("M");
  command.add_option("--cluster", cluster, "Cluster as JSON")->type_name("C");
  command.add_option("--job", job, "Job as JSON")->type_name("J");
  command
      .add_option("--slow", slow, "Slow and failed GPUs (pool,node,gpu,factor,link_factor; inf is failed)")
      ->type_name("F.csv");
  command
      .add_option("--calibration", calibration,
                  "Constants fitted to own runs (validate --fit; of serving fit)")
      ->type_name("F.json");
  command.add_option("--kernels", kernels, "Kernel models fitted to own tables (fit); - is standard input")
      ->type_name("F");
}

void Inputs::addScenarioTo(CLI::App& command) {
  command.add_option("--scenario", scenario, "Scenario of the saved plan, by title, letter or number")
      ->type_name("S");
  command
      .add_option("--catalogue-of", catalogueOf,
                  "Hardware and prices of the saved plan: as it was saved with (plan) or today's (today)")
      ->type_name("DAY");
}

void Inputs::addGoalTo(CLI::App& command) {
  command.add_option("--objective", objective, "throughput, money, pareto or gpus")->type_name("GOAL");
  command
      .add_option("--goal", goal,
                  "smallest: the smallest cluster that fits; cheapest: the cheapest that meets the deadline")
      ->type_name("G");
}

Result<std::optional<strategy::Objective>> readObjective(const Inputs& inputs) {
  std::optional<strategy::Objective> objective;
  if (!inputs.objective.empty()) {
    objective = plan::objective_from(inputs.objective);
    if (!objective)
      return tl::unexpected<Error>(
          usageError("--objective", inputs.objective,
                     {Wanted::Kind::one_of, {"throughput", "money", "pareto", "gpus"}}));
  }
  if (inputs.goal.empty()) return objective;
  if (inputs.goal != "cheapest" && inputs.goal != "smallest")
    return tl::unexpected<Error>(
        usageError("--goal", inputs.goal, {Wanted::Kind::one_of, {"smallest", "cheapest"}}));
  if (objective)
    return tl::unexpected<Error>(
        usageError("--goal", "--objective beside it", {Wanted::Kind::text, {"one of the two options"}}));
  return inputs.goal == "cheapest" ? strategy::Objective::money : strategy::Objective::gpus;
}

Result<model::GivenValues> readGiven(const std::vector<std::string>& pairs) {
  model::GivenValues given;
  for (const std::string& pair : pairs) {
    const auto sign = pair.find('=');
    if (sign == 0 || sign == std::string::npos)
      return tl::unexpected<Error>(
          usageError("--set", pair, {Wanted::Kind::text, {"NAME=VALUE, or a position: 1=VALUE"}}));
    given.insert_or_assign(pair.substr(0, sign), pair.substr(sign + 1));
  }
  return given;
}

std::vector<Error> Question::warnings(const Inputs& inputs) const {
  std::vector<Error> all = model_warnings;
  for (Error& warning : plan::warnings_of(problem)) all.push_back(inFileOf(std::move(warning), inputs));
  return all;
}

plan::PlanFile Question::file(std::string answer) const {
  plan::PlanFile made{plan, std::move(answer), catalogue.date()};
  if (!saved) return made;
  made.extras = saved->extras;
  const auto keep = [&](int id, const std::string& kept) {
    if (kept.empty() || id == plan.id || plan::find_scenario(saved->plan, id) == nullptr) return;
    if (plan::same_question(plan::plan_of(saved->plan, id), plan::plan_of(plan, id)))
      made.other_answers[id] = kept;
  };
  keep(saved->plan.id, saved->answer);
  for (const auto& [id, kept] : saved->other_answers) keep(id, kept);
  return made;
}

Error inFileOf(Error error, const PartFiles& files) {
  using code::Area;
  const Area area = code::area_of(error.code);
  if (!error.file.empty() || area == Area::command || area == Area::search) return error;
  if (error.code == code::bad_calibration && !files.calibration.empty())
    return std::move(error).in_file(files.calibration);
  if (!files.whole.empty()) return std::move(error).in_file(files.whole);
  if (area == Area::model) return std::move(error).in_file(files.model);
  const auto of = [&](std::string_view key) { return error.where.starts_with(key); };
  if (of("job.")) return std::move(error).in_file(files.job);
  if (area == Area::cluster || area == Area::price || of("choose.") || of("pools") || of("between_pools"))
    return std::move(error).in_file(files.cluster);
  return std::move(error).in_file(files.job);
}

Error inFileOf(Error error, const Inputs& inputs) {
  return inFileOf(std::move(error),
                  PartFiles{inputs.file, inputs.model, inputs.cluster, inputs.job, inputs.calibration});
}

Result<void> checkServed(const Question& question, const Inputs& inputs) {
  if (question.problem.job.task != "serve") return {};
  auto job = planning::serve_job_of(*question.asked());
  if (!job) return tl::unexpected<Error>(inFileOf(std::move(job.error()), inputs));
  return {};
}

Result<Question> readScenarios(const Inputs& inputs, const Common& common) {
  std::optional<model::Architecture> architecture;
  return readWithoutProblem(inputs, common, architecture);
}

Result<Question> readQuestion(const Inputs& inputs, const Common& common) {
  std::optional<model::Architecture> architecture;
  auto read = readWithoutProblem(inputs, common, architecture);
  if (!read) return read;
  Question& question = *read;
  auto problem = architecture ? plan::make_problem(question.plan, *architecture, question.catalogue)
                              : plan::make_problem(question.plan, question.catalogue);
  if (!problem) return tl::unexpected<Error>(inFileOf(std::move(problem.error()), inputs));
  question.problem = std::move(*problem);
  return read;
}

}  // namespace astrolabe::cli
