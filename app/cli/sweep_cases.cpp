// What a sweep asks: files read once, values of the grid set, each case answered.
#include <algorithm>
#include <optional>
#include <utility>

#include "app/cli/role_models.h"
#include "app/cli/sweep.h"
#include "core/base/error_codes.h"
#include "core/calibration/kernel_tables.h"
#include "core/hardware/catalogue_rows.h"
#include "core/plan/answer.h"
#include "core/plan/scenarios.h"
#include "core/plan/warnings.h"
#include "core/planning/leading.h"
#include "core/planning/whole_answer.h"

namespace astrolabe::cli {

namespace {

constexpr std::int64_t kMostSweepRows = 1000;

Result<SweepPart> readSweepPart(const std::string& text) {
  if (text.empty()) return SweepPart{};
  const auto wrong = [&] {
    return tl::unexpected<Error>(
        usageError("--shard", text,
                   {Wanted::Kind::text, {"the number of a shard and how many there are, such as 1/4"}}));
  };
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return wrong();
  constexpr std::int64_t kMost = 100'000;
  const auto of = wholeOption("--shard", text.substr(slash + 1), 1, kMost);
  if (!of) return wrong();
  const auto number = wholeOption("--shard", text.substr(0, slash), 1, *of);
  if (!number) return wrong();
  return SweepPart{*number, *of};
}

/// The hash of all hardware and prices, behind their date.
std::string catalogueName(const hardware::Catalogue& catalogue) {
  std::vector<std::string> gpus, nodes;
  for (const hardware::Gpu& gpu : catalogue.gpus()) gpus.push_back(gpu.id);
  for (const hardware::NodeType& node : catalogue.nodes()) nodes.push_back(node.id);
  const Json rows = hardware::to_json(hardware::rows_of(catalogue, gpus, nodes));
  return catalogue.date() + ' ' + plan::hash_text(text_of(rows));
}

/// A file is looked for from the working directory, as on the command line, then beside the grid.
std::string besideGrid(const std::string& name, const std::string& grid) {
  const std::size_t slash = grid.rfind('/');
  if (slash == std::string::npos || name.starts_with('/') || path_kind(name) != PathKind::absent) return name;
  std::string beside = grid.substr(0, slash + 1) + name;
  return path_kind(beside) == PathKind::absent ? name : beside;
}

/// A list stands in the grid or on the command line.
template <class List>
Result<void> fillList(List& list, const char* option, const std::vector<std::string>& named) {
  if (!list.empty() && !named.empty())
    return tl::unexpected<Error>(usageError(option, "a list in the grid and one on the command line",
                                            {Wanted::Kind::text, {"one of the two"}}));
  if (list.empty()) list.assign(named.begin(), named.end());
  return {};
}

/// The models that jobs bring in their roles, by job, as `plan` takes them: that of the first role; empty
/// where some job brings none.
std::vector<std::string> modelsOfRoles(const std::vector<Json>& jobs) {
  std::vector<std::string> models;
  for (const Json& job : jobs) {
    const auto json = job.is_string() ? readJson(job.get<std::string>()) : Result<Json>(job);
    const std::optional<std::string> name = json ? modelNameOfRoles(*json) : std::nullopt;
    if (!name) return {};
    models.push_back(*name);
  }
  return models;
}

/// The answer without what tells how it was worked out: the same bytes whatever the threads and the machine.
Json lasting(Json answer) {
  for (const char* key : {"seconds", "threads", "space"}) answer.erase(key);
  return answer;
}

}  // namespace

bool SweepOptions::hasLines() const {
  return !grid.empty() || !plan.empty() || target().ends_with(".jsonl") || target().ends_with(".ndjson");
}

Result<void> SweepCases::readGrid(const SweepOptions& options, plan::SweepGrid& grid) {
  if (!options.grid.empty()) {
    const auto json = readJson(options.grid);
    if (!json) return tl::unexpected<Error>(json.error());
    auto read = plan::read_sweep_grid(*json);
    if (!read) return tl::unexpected<Error>(std::move(read.error()).in_file(options.grid));
    grid = std::move(*read);
    m_grid = options.grid;
    if (!grid.plan.empty()) grid.plan = besideGrid(grid.plan, m_grid);
    for (std::string& model : grid.models) model = besideGrid(model, m_grid);
    for (std::vector<Json>* list : {&grid.clusters, &grid.jobs})
      for (Json& each : *list)
        if (each.is_string()) each = besideGrid(each.get<std::string>(), m_grid);
  }
  for (auto filled :
       {fillList(grid.models, "--model", options.models),
        fillList(grid.clusters, "--cluster", options.clusters), fillList(grid.jobs, "--job", options.jobs),
        fillList(grid.scenarios, "--scenario", options.scenarios)})
    if (!filled) return filled;
  if (!grid.plan.empty() && !options.plan.empty())
    return tl::unexpected<Error>(usageError("F.astrolabe", "a plan in the grid and one on the command line",
                                            {Wanted::Kind::text, {"one of the two"}}));
  if (grid.plan.empty()) grid.plan = options.plan;
  return {};
}

Result<void> SweepCases::readOptions(const SweepOptions& options) {
  const auto part = readSweepPart(options.shard);
  if (!part) return tl::unexpected<Error>(part.error());
  m_part = *part;
  m_search.threads = m_common->workers;
  m_search.near_answers = false;
  m_search.seed = m_common->seedValue;
  m_search.top = 1;
  m_search.carried = make_carried();
  if (!options.top.empty()) {
    const auto top = wholeOption("--top", options.top, 1, kMostSweepRows);
    if (!top) return tl::unexpected<Error>(top.error());
    m_search.top = static_cast<int>(*top);
  }
  const auto limit = readTimeLimit(options.timeLimit);
  if (!limit) return tl::unexpected<Error>(limit.error());
  m_search.time_limit = *limit;
  if (const auto output = checkOutput(options.target()); !output)
    return tl::unexpected<Error>(output.error());
  m_inputs.objective = options.objective;
  m_inputs.goal = options.goal;
  if (const auto known = readObjective(m_inputs); !known) return tl::unexpected<Error>(known.error());
  auto rules = readRules(options.rules);
  if (!rules) return tl::unexpected<Error>(rules.error());
  m_inputs.before.rules = std::move(*rules);
  m_inputs.calibration = options.calibration;
  if (!options.calibration.empty()) {
    auto text = readCalibrationText(options.calibration);
    if (!text) return tl::unexpected<Error>(text.error());
    m_inputs.before.calibration = std::move(*text);
  }
  if (!options.catalogueOf.empty() && options.catalogueOf != "plan" && options.catalogueOf != "today")
    return tl::unexpected<Error>(
        usageError("--catalogue-of", options.catalogueOf, {Wanted::Kind::one_of, {"plan", "today"}}));
  m_inputs.catalogueOf = options.catalogueOf;
  for (const auto& [name, value] : {std::pair("objective", &options.objective),
                                    {"goal", &options.goal},
                                    {"rules", &options.rules},
                                    {"calibration", &options.calibration},
                                    {"kernels", &options.kernels},
                                    {"hardware", &m_common->hardware},
                                    {"time_limit", &options.timeLimit},
                                    {"top", &options.top},
                                    {"catalogue_of", &options.catalogueOf}})
    if (!value->empty()) m_shared[name] = *value;
  return {};
}

Result<void> SweepCases::readLists(const plan::SweepGrid& grid) {
  m_modelsOfJobs = grid.models.empty();
  const std::vector<std::string> models = m_modelsOfJobs ? modelsOfRoles(grid.jobs) : grid.models;
  if (models.empty() || grid.clusters.empty() || grid.jobs.empty())
    return tl::unexpected<Error>(usageError(models.empty()          ? "--model"
                                            : grid.clusters.empty() ? "--cluster"
                                                                    : "--job",
                                            "nothing", {Wanted::Kind::text, {"at least one"}}));
  if (!grid.scenarios.empty())
    return tl::unexpected<Error>(usageError("--scenario", "no saved plan",
                                            {Wanted::Kind::text, {"the plan whose scenarios these are"}}));
  for (const std::string& name : models)
    m_models.push_back({name, std::make_shared<const Result<model::Architecture>>(readModel(name))});
  const auto read = [&](const std::vector<Json>& list, const char* key, std::vector<Part>& into) {
    for (const Json& each : list)
      if (each.is_string())
        into.push_back({each.get<std::string>(), readJson(each.get<std::string>())});
      else
        into.push_back({m_grid + ": " + key + '[' + std::to_string(into.size()) + ']', Result<Json>(each)});
  };
  read(grid.clusters, "cluster", m_clusters);
  read(grid.jobs, "job", m_jobs);
  m_lengths = {m_modelsOfJobs ? 1 : m_models.size(), m_clusters.size(), m_jobs.size()};
  return {};
}

Result<void> SweepCases::readScenarios(const plan::SweepGrid& grid) {
  if (!grid.models.empty() || !grid.clusters.empty() || !grid.jobs.empty())
    return tl::unexpected<Error>(
        usageError(grid.plan, "a plan and lists of models, clusters or jobs",
                   {Wanted::Kind::text, {"either a saved plan or --model, --cluster and --job"}}));
  auto file = readSavedPlan(grid.plan);
  if (!file) return tl::unexpected<Error>(file.error());
  m_inputs.file = grid.plan;
  const plan::Plan& saved = file->plan;
  std::vector<int> ids;
  for (const std::string& name : grid.scenarios) {
    const auto id = plan::scenario_named(saved, name);
    std::vector<std::string> known;
    for (const plan::Scenario* each : plan::scenarios(saved))
      known.push_back(plan::scenario_letter(plan::place_of(saved, each->id)));
    if (!id)
      return tl::unexpected<Error>(
          usageError("--scenario", name, {Wanted::Kind::one_of, std::move(known)}).in_file(grid.plan));
    ids.push_back(*id);
  }
  if (ids.empty())
    for (const plan::Scenario* each : plan::scenarios(saved)) ids.push_back(each->id);
  for (const int id : ids) {
    const plan::Scenario& scenario = *plan::find_scenario(saved, id);
    const int place = plan::place_of(saved, id);
    // The first of its names that means this scenario and no other.
    std::string name = scenario.title;
    if (name.empty() || plan::scenario_named(saved, name) != id) name = plan::scenario_letter(place);
    if (plan::scenario_named(saved, name) != id) name = std::to_string(place + 1);
    Json rest{{"model", scenario.model_text.empty() ? scenario.model_name : scenario.model_text},
              {"entered", scenario.model_entered},
              {"objective", plan::objective_name(scenario.objective)},
              {"own_types", hardware::to_json(saved.own_types)},
              {"catalogue", hardware::to_json(saved.catalogue)},
              {"calibration", saved.calibration}};
    m_scenarios.push_back({std::move(name), hardware::to_json(scenario.cluster),
                           strategy::to_json(scenario.job), std::move(rest)});
  }
  m_inputs.before.plan = std::make_shared<const plan::PlanFile>(std::move(*file));
  m_lengths = {m_scenarios.size()};
  return {};
}

Result<void> SweepCases::checkAxes() const {
  for (const plan::SweepAxis& axis : m_axes) {
    const bool ofCluster = plan::is_of_cluster(axis);
    std::vector<const Json*> bases;
    for (const Scenario& scenario : m_scenarios)
      bases.push_back(ofCluster ? &scenario.cluster : &scenario.job);
    for (const Part& part : ofCluster ? m_clusters : m_jobs)
      if (part.json) bases.push_back(&*part.json);
    std::optional<Error> first;
    bool fits = bases.empty();
    for (const Json* base : bases) {
      Json changed = *base;
      // A value that says something: null only takes a key out.
      const auto value = std::find_if(axis.values.begin(), axis.values.end(),
                                      [](const Json& each) { return !each.is_null(); });
      const Json& tried = value == axis.values.end() ? axis.values.front() : *value;
      const auto place = plan::set_value(changed, axis, tried);
      std::optional<Error> wrong;
      if (!place) wrong = place.error();
      if (place) {
        std::optional<Error> read;
        if (ofCluster) {
          if (const auto cluster = hardware::read_cluster(changed); !cluster) read = cluster.error();
        } else if (const auto job = strategy::read_job(changed); !job) {
          read = job.error();
        }
        // The key that does not exist may be one on the way: "job.limit.budget_usd".
        if (read && read->code == code::unknown_key &&
            (*place == read->where || place->starts_with(read->where + '.'))) {
          wrong = std::move(read);
          wrong->where = plan::place_of_axis(axis);
        }
      }
      fits = fits || !wrong;
      if (wrong && !first) first = std::move(wrong);
    }
    if (!fits) return tl::unexpected<Error>(std::move(*first).in_file(m_grid));
  }
  return {};
}

void SweepCases::identify() {
  // Of names only what they stand for counts: a sweep is the same from another folder.
  Json question{{"seed", m_search.seed}, {"rules", *m_inputs.before.rules}};
  for (const char* key : {"objective", "goal", "time_limit", "top", "catalogue_of", "kernels_hash"})
    question[key] = m_shared.contains(key) ? m_shared[key] : Json();
  question["calibration"] = m_inputs.before.calibration ? Json(*m_inputs.before.calibration) : Json();
  m_sharedHash = plan::hash_text(text_of(question));
  m_shared.erase("kernels_hash");
  Json all = Json::object();
  all["shared"] = m_sharedHash;
  for (const Model& model : m_models)
    all["models"].push_back(*model.model ? Json((*model.model)->text) : Json("? " + model.name));
  for (const auto& [key, list] : {std::pair("clusters", &m_clusters), {"jobs", &m_jobs}})
    for (const Part& part : *list) all[key].push_back(part.json ? *part.json : Json("? " + part.name));
  for (const Scenario& scenario : m_scenarios)
    all["scenarios"].push_back(Json{scenario.cluster, scenario.job, scenario.rest});
  for (const plan::SweepAxis& axis : m_axes) all["set"].push_back(Json{axis.path, axis.values});
  m_identity.grid = plan::hash_text(text_of(all));
  m_identity.version = ASTROLABE_VERSION;
}

Result<SweepCases> SweepCases::read(const SweepOptions& options, Common& common) {
  if (const auto read = common.read(); !read) return tl::unexpected<Error>(read.error());
  SweepCases cases;
  cases.m_common = &common;
  plan::SweepGrid grid;
  if (auto read = cases.readGrid(options, grid); !read) return tl::unexpected<Error>(read.error());
  if (auto read = cases.readOptions(options); !read) return tl::unexpected<Error>(read.error());
  auto own = readOwnTypes(common, grid.plan.empty());
  if (!own) return tl::unexpected<Error>(own.error());
  const hardware::Catalogue catalogue = hardware::Catalogue::built_in().with(*own);
  cases.m_inputs.before.own = std::move(*own);
  cases.m_identity.catalogue = catalogueName(catalogue);
  if (!options.kernels.empty()) {
    const auto bytes = read_file(options.kernels, file_limit::kernels);
    if (!bytes) return tl::unexpected<Error>(bytes.error());
    if (const auto used = calibration::use_kernel_models(*bytes, catalogue); !used)
      return tl::unexpected<Error>(Error(used.error()).in_file(options.kernels));
    cases.m_shared["kernels_hash"] = plan::hash_text(*bytes);
  }
  auto lists = grid.plan.empty() ? cases.readLists(grid) : cases.readScenarios(grid);
  if (!lists) return tl::unexpected<Error>(lists.error());
  cases.m_axes = std::move(grid.set);
  for (const plan::SweepAxis& axis : cases.m_axes) cases.m_lengths.push_back(axis.values.size());
  cases.m_identity.cases = plan::count_cases(cases.m_lengths);
  if (cases.m_identity.cases > plan::kMostCases)
    return tl::unexpected<Error>(
        Error{std::string(code::out_of_range),
              cases.m_grid,
              "set",
              "more than " + std::to_string(plan::kMostCases) + " combinations",
              {Wanted::Kind::text, {std::to_string(plan::kMostCases) + " cases at most: shorter lists"}}});
  if (auto checked = cases.checkAxes(); !checked) return tl::unexpected<Error>(checked.error());
  cases.identify();
  return cases;
}

std::size_t SweepCases::mine() const {
  const auto of = static_cast<std::size_t>(m_part.of), number = static_cast<std::size_t>(m_part.number);
  return number > count() ? 0 : (count() - number) / of + 1;
}

SweepCases::Chosen SweepCases::chosen(std::size_t number) const {
  const std::vector<std::size_t> places = plan::case_places(m_lengths, number);
  Chosen chosen;
  std::size_t next = 0;
  if (m_scenarios.empty()) {
    const std::size_t model = places[next++];
    chosen.clusterPart = &m_clusters[places[next++]];
    const std::size_t job = places[next++];
    chosen.jobPart = &m_jobs[job];
    chosen.model = &m_models[m_modelsOfJobs ? job : model];
    chosen.cluster = chosen.clusterPart->json;
    chosen.job = chosen.jobPart->json;
  } else {
    chosen.scenario = &m_scenarios[places[next++]];
    chosen.cluster = chosen.scenario->cluster;
    chosen.job = chosen.scenario->job;
  }
  for (const plan::SweepAxis& axis : m_axes) {
    const Json& value = axis.values[places[next++]];
    chosen.set[axis.path] = value;
    Result<Json>& description = plan::is_of_cluster(axis) ? chosen.cluster : chosen.job;
    if (!description) continue;
    const auto place = plan::set_value(*description, axis, value);
    if (place)
      chosen.places.emplace_back(*place, plan::place_of_axis(axis));
    else
      description = tl::unexpected<Error>(Error(place.error()).in_file(m_grid));
  }
  return chosen;
}

std::string SweepCases::hashOf(const Chosen& chosen) const {
  const auto text = [](const Result<Json>& json) { return json ? *json : error_json(json.error()); };
  Json question{{"shared", m_sharedHash}, {"cluster", text(chosen.cluster)}, {"job", text(chosen.job)}};
  if (chosen.scenario != nullptr)
    question["scenario"] = chosen.scenario->rest;
  else
    question["model"] = *chosen.model->model ? (*chosen.model->model)->text : "? " + chosen.model->name;
  return plan::hash_text(text_of(question));
}

std::string SweepCases::inputsHash(std::size_t number) const { return hashOf(chosen(number)); }

Json SweepCases::inputsOf(const Chosen& chosen) const {
  Json inputs = Json::object();
  if (chosen.scenario != nullptr) {
    inputs["plan"] = m_inputs.file;
    inputs["scenario"] = chosen.scenario->name;
  } else {
    inputs["model"] = chosen.model->name;
    inputs["cluster"] = chosen.clusterPart->name;
    inputs["job"] = chosen.jobPart->name;
  }
  inputs["set"] = chosen.set;
  for (const auto& [name, value] : m_shared.items()) inputs[name] = value;
  return inputs;
}

/// What is wrong with a value of the grid stands there, not in the file that it was set in.
Error SweepCases::told(Error error, const Chosen& chosen) const {
  for (const auto& [place, axis] : chosen.places)
    if (!place.empty() && (error.where == place || error.where.starts_with(place + '.'))) {
      error.file = m_grid;
      error.where = axis;
      break;
    }
  return error;
}

Json SweepCases::line(std::size_t number, const std::stop_token& stop, bool& cut) {
  const Chosen chosen = this->chosen(number);
  Json line = plan::line_head({m_identity, number, hashOf(chosen), {}}, inputsOf(chosen));
  const auto refuse = [&](const Error& error) {
    line["status"] = "refused";
    line["error"] = error_json(told(error, chosen))["error"];
    return line;
  };
  Inputs inputs = m_inputs;
  if (chosen.scenario != nullptr) {
    inputs.scenario = chosen.scenario->name;
  } else {
    inputs.model = chosen.model->name;
    inputs.cluster = chosen.clusterPart->name;
    inputs.job = chosen.jobPart->name;
    inputs.before.model = chosen.model->model;
  }
  for (const Result<Json>* part : {&chosen.cluster, &chosen.job})
    if (!*part) return refuse(part->error());
  // A plan is asked as it stands where the grid sets nothing in it.
  const auto is_set = [&](bool ofCluster) {
    return chosen.scenario == nullptr ||
           std::any_of(m_axes.begin(), m_axes.end(),
                       [&](const plan::SweepAxis& axis) { return plan::is_of_cluster(axis) == ofCluster; });
  };
  if (is_set(true)) inputs.before.cluster = *chosen.cluster;
  if (is_set(false)) inputs.before.job = *chosen.job;
  const auto question = readQuestion(inputs, *m_common);
  // That the catalogue is the plan's is said once.
  if (!m_scenarios.empty() && m_inputs.catalogueOf.empty()) m_inputs.catalogueOf = "plan";
  if (!question) return refuse(question.error());
  warn(question->warnings(inputs));
  SearchOptions options = m_search;
  options.state_anywhere = true;  // as plan asks
  options.objective = question->plan.objective;
  Json answer;
  const planning::QuestionPtr asked = question->asked();
  if (const auto* leader = planning::leading_beside_pipelines(*asked)) {
    planning::Run run{options, stop};
    const planning::FoundPtr found = leader->plan(asked, run);
    if (const auto error = planning::error_of(*found)) return refuse(inFileOf(*error, inputs));
    cut = cut || found->stopped_early;
    answer = lasting(planning::leading_answer_json(*leader, *found, options));
  } else {
    const plan::SnapshotPtr snapshot = run_search(question->problem, options, stop);
    cut = cut || snapshot->stopped_early;
    answer = lasting(plan::answer_json(*snapshot));
    planning::add_replan(*snapshot, {}, answer);
  }
  plan::add_warnings(answer, question->model_warnings, question->problem);
  line["status"] = answer.at("status");
  line["answer"] = std::move(answer);
  return line;
}

}  // namespace astrolabe::cli
