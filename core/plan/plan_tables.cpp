#include "core/plan/plan_tables.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/hardware/catalogue_rows.h"
#include "core/hardware/pool_price.h"
#include "core/plan/answer.h"
#include "core/plan/mended.h"
#include "core/plan/samples.h"
#include "core/plan/scenarios.h"

namespace astrolabe::plan {

namespace {

constexpr const char* kSchema = R"(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE catalogue (kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, id));
CREATE TABLE model (id INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, entered TEXT NOT NULL);
CREATE TABLE scenarios (id INTEGER PRIMARY KEY, name TEXT NOT NULL, cluster TEXT NOT NULL, job TEXT NOT NULL,
                        stated TEXT NOT NULL, objective TEXT NOT NULL, model INTEGER NOT NULL);
CREATE TABLE objects (scenario INTEGER NOT NULL, id TEXT NOT NULL, x REAL NOT NULL, y REAL NOT NULL,
                      PRIMARY KEY (scenario, id));
CREATE TABLE notes (scenario INTEGER NOT NULL, id TEXT NOT NULL, text TEXT NOT NULL, x REAL NOT NULL,
                    y REAL NOT NULL, width REAL NOT NULL, height REAL NOT NULL, PRIMARY KEY (scenario, id));
CREATE TABLE racks (scenario INTEGER NOT NULL, name TEXT NOT NULL, pools TEXT NOT NULL, power_kw REAL,
                    node_slots INTEGER, PRIMARY KEY (scenario, name));
CREATE TABLE layouts (scenario INTEGER NOT NULL, place INTEGER NOT NULL, strategy TEXT NOT NULL,
                      PRIMARY KEY (scenario, place));
CREATE TABLE runs (id INTEGER PRIMARY KEY, scenario INTEGER NOT NULL, answer TEXT NOT NULL);
)";
constexpr int kSeveralScenarios = 5;  ///< the first format with them; titles stand in `name` since then
constexpr int kWholeCatalogue = 6;    ///< the first that tells all that a plan was asked of
constexpr int kUsualRuntime = 8;      ///< the first whose jobs mean the usual runtime where they name none
constexpr int kUnits = 7;             ///< the first whose pools say in which unit they are bought
/// The tables of the schema.
const std::vector<std::string_view> kTables{"meta",  "catalogue", "model",   "scenarios", "objects",
                                            "notes", "racks",     "layouts", "runs"};

/// Runs a statement with texts and whole numbers.
template <class... Values>
void put(SQLite::Database& database, const char* sql, const Values&... values) {
  SQLite::Statement insert(database, sql);
  int index = 0;
  (insert.bind(++index, values), ...);
  insert.exec();
}

/// What the catalogue that the plan is asked of says of the types that its scenarios use.
void write_types(SQLite::Database& database, const Plan& plan) {
  const hardware::Catalogue asked = hardware::Catalogue::built_in().with(plan.catalogue);
  std::vector<std::string> gpus, nodes;
  for (const Scenario* scenario : scenarios(plan))
    for (const hardware::PoolSpec& pool : scenario->cluster.pools) {
      gpus.push_back(pool.gpu);
      nodes.push_back(pool.node);
    }
  for (const hardware::NodeType& node : plan.own_types.nodes) gpus.push_back(node.gpu_id);
  const hardware::CatalogueRows rows = hardware::rows_of(asked, gpus, nodes);
  const auto add = [&](const char* kind, const std::string& id, const Json& json) {
    put(database, "INSERT INTO catalogue VALUES (?, ?, ?)", kind, id, text_of(json));
  };
  for (const hardware::NodeType& node : rows.nodes) add("node", node.id, hardware::to_json(node));
  for (const hardware::Gpu& gpu : rows.gpus) add("gpu", gpu.id, hardware::to_json(gpu));
  for (const hardware::GpuPrice& price : rows.prices) add("price", price.gpu_id, hardware::to_json(price));
  for (const std::string& gpu_id : rows.unpriced) add("price", gpu_id, Json());
}

/// Each model once, however many scenarios train it; its number.
int write_model(SQLite::Database& database, const Scenario& scenario, std::vector<const Scenario*>& written) {
  const auto found = std::find_if(written.begin(), written.end(),
                                  [&](const Scenario* other) { return same_model(*other, scenario); });
  const int number = static_cast<int>(found - written.begin()) + 1;
  if (found != written.end()) return number;
  put(database, "INSERT INTO model VALUES (?, ?, ?, ?)", number, scenario.model_name, scenario.model_text,
      text_of(Json(scenario.model_entered)));
  written.push_back(&scenario);
  return number;
}

void write_scenario(SQLite::Database& database, const Scenario& scenario, int model) {
  const int id = scenario.id;
  put(database, "INSERT INTO scenarios VALUES (?, ?, ?, ?, ?, ?, ?)", id, scenario.title,
      text_of(hardware::to_json(scenario.cluster)), text_of(strategy::to_json(scenario.job)),
      text_of(Json(scenario.job.stated)), objective_name(scenario.objective), model);
  for (const auto& [pool, position] : scenario.layout)
    if (std::isfinite(position.x) && std::isfinite(position.y))
      put(database, "INSERT INTO objects VALUES (?, ?, ?, ?)", id, pool, position.x, position.y);
  for (const Note& note : scenario.notes)
    put(database, "INSERT OR IGNORE INTO notes VALUES (?, ?, ?, ?, ?, ?, ?)", id, note.id, note.text,
        note.position.x, note.position.y, note.width, note.height);
  for (const Rack& rack : scenario.racks) {
    SQLite::Statement insert(database, "INSERT OR IGNORE INTO racks VALUES (?, ?, ?, ?, ?)");
    insert.bind(1, id);
    insert.bind(2, rack.name);
    insert.bind(3, text_of(Json(rack.pools)));
    if (rack.power_kw) insert.bind(4, *rack.power_kw);  // what is not bound is NULL
    if (rack.node_slots) insert.bind(5, *rack.node_slots);
    insert.exec();
  }
  for (std::size_t i = 0; i < scenario.my_layouts.size(); ++i)
    put(database, "INSERT INTO layouts VALUES (?, ?, ?)", id, static_cast<int>(i), scenario.my_layouts[i]);
}

/// One answer of a scenario; nothing without one.
void write_answer(SQLite::Database& database, int scenario, const std::string& answer) {
  if (answer.empty()) return;
  SQLite::Statement run(database, "INSERT INTO runs (scenario, answer) VALUES (?, ?)");
  run.bind(1, scenario);
  run.bindNoCopy(2, answer);  // it may be long
  run.exec();
}

Result<Json> parse_part(const std::string& text, const char* where) {
  auto json = parse_json(text, code::damaged_plan);
  if (!json) json.error().where = fmt::format("{}: {}", where, json.error().where);
  return json;
}

/// Reads a part that holds names: control characters in them become spaces, which `mended` tells.
Result<Json> parse_names(const std::string& text, const char* where, Mended& mended) {
  auto json = parse_part(text, where);
  if (json) mended.names_in(*json);
  return json;
}

/// Errors of a part keep their words and say in which table they stand; the code is that of a damaged plan.
Error within(Error error, const char* where) {
  error.code = code::damaged_plan;
  error.where = error.where.empty() ? where : fmt::format("{}: {}", where, error.where);
  return error;
}

/// Where today's catalogue differs from the one that the plan was asked of: the plan's rows. Rows of kinds
/// that nobody here knows go to `foreign`, whatever stands in them.
Result<hardware::CatalogueRows> read_types(SQLite::Database& database, const std::string& date,
                                           std::vector<ForeignRow>& foreign, Mended& mended) {
  Json rows{{"date", date},
            {"gpus", Json::array()},
            {"nodes", Json::array()},
            {"prices", Json::array()},
            {"unpriced", Json::array()}};
  SQLite::Statement query(database, "SELECT kind, id, json FROM catalogue ORDER BY rowid");
  while (query.executeStep()) {
    const std::string kind = query.getColumn(0).getString(), id = query.getColumn(1).getString();
    const std::string text = query.getColumn(2).getString();
    if (kind != "node" && kind != "gpu" && kind != "price") {
      foreign.push_back({kind, id, text});
      continue;
    }
    auto json = parse_names(text, "catalogue", mended);
    if (!json) return tl::unexpected<Error>(json.error());
    if (kind == "price" && json->is_null())
      rows["unpriced"].push_back(mended.name(id));
    else
      rows[kind + "s"].push_back(std::move(*json));
  }
  const auto read = hardware::read_rows(rows, "");
  if (!read) return tl::unexpected<Error>(within(read.error(), "catalogue"));
  return hardware::differing(*read, hardware::Catalogue::built_in());
}

/// GPUs of a failed node were marked slow once: nothing uses them, and such marks are dropped.
void drop_slow_gpus_of_failed_nodes(Json& cluster) {
  const auto listed = [](const Json& pool, const char* key) {
    return pool.is_object() && pool.contains(key) && pool[key].is_array();
  };
  if (!listed(cluster, "pools")) return;
  for (Json& pool : cluster["pools"]) {
    if (!listed(pool, "slow") || !listed(pool, "failed")) continue;
    Json kept = Json::array();
    for (const Json& slow : pool["slow"])
      if (!slow.is_object() || !slow.contains("gpu") ||
          std::none_of(pool["failed"].begin(), pool["failed"].end(), [&](const Json& failed) {
            return failed.is_object() && !failed.contains("gpu") &&
                   failed.value("node", Json()) == slow.value("node", Json());
          }))
        kept.push_back(slow);
    pool["slow"] = std::move(kept);
  }
}

Result<hardware::ClusterSpec> read_cluster_part(const std::string& text, Mended& mended) {
  constexpr const char* where = "scenarios.cluster";
  auto json = parse_names(text, where, mended);
  if (!json) return tl::unexpected<Error>(json.error());
  drop_slow_gpus_of_failed_nodes(*json);
  // A canvas may be saved while it is empty; a cluster file may not.
  if (json->is_object() && json->contains("pools") && (*json)["pools"].empty()) {
    hardware::ClusterSpec empty;
    if (json->contains("name") && (*json)["name"].is_string())
      empty.name = (*json)["name"].get<std::string>();
    return empty;
  }
  auto cluster = hardware::read_cluster(*json);
  if (!cluster) return tl::unexpected<Error>(within(cluster.error(), where));
  if (names_a_shipped_cluster(cluster->name)) cluster->name.clear();
  return cluster;
}

/// What the window once noted as stated, whichever value of the group a person had set: all of them count.
const std::vector<std::pair<std::string, std::vector<const char*>>> kStatedGroups{
    {"limits", {"limits.memory_headroom"}},
    {"cost",
     {"cost.basis", "cost.commitment", "cost.years", "cost.residual", "cost.utilisation", "cost.usd_per_kwh",
      "cost.pue", "cost.idle_gpus_cost"}}};

Result<strategy::Job> read_job_part(const std::string& text, const std::string& stated_text, Mended& mended) {
  auto json = parse_part(text, "scenarios.job");
  if (!json) return tl::unexpected<Error>(json.error());
  mended.texts_in(*json);
  auto job = strategy::read_job(*json);
  if (!job) return tl::unexpected<Error>(within(job.error(), "scenarios.job"));
  const auto stated = parse_part(stated_text, "scenarios.stated");
  if (!stated) return tl::unexpected<Error>(stated.error());
  job->stated.clear();  // the saved form spells out every key; which ones were stated is kept beside it
  for (const Json& key : *stated)
    job->stated.push_back(key.is_string() ? key.get<std::string>() : key.dump());
  for (const auto& [group, keys] : kStatedGroups)
    if (std::erase(job->stated, group) > 0)
      for (const char* key : keys) strategy::note_stated(*job, key);
  return job;
}

/// A query over what one scenario has in a table.
SQLite::Statement rows_of(SQLite::Database& database, const char* sql, int scenario) {
  SQLite::Statement query(database, sql);
  query.bind(1, scenario);
  return query;
}

/// In the order in which they were written.
std::vector<Note> read_notes(SQLite::Database& database, int scenario, Mended& mended) {
  std::vector<Note> notes;
  auto query =
      rows_of(database, "SELECT id, text, x, y, width, height FROM notes WHERE scenario = ? ORDER BY rowid",
              scenario);
  while (query.executeStep())
    notes.push_back({mended.name(query.getColumn(0).getString()),
                     mended.text(query.getColumn(1).getString()),
                     {query.getColumn(2).getDouble(), query.getColumn(3).getDouble()},
                     query.getColumn(4).getDouble(),
                     query.getColumn(5).getDouble()});
  return notes;
}

/// In the order in which they were written; a pool that stood in two racks stands in the first. Files of
/// before slots have no column for them; who reads such files alone leaves the column aside.
Result<std::vector<Rack>> read_racks(SQLite::Database& database, int scenario, Mended& mended) {
  std::vector<Rack> racks;
  std::set<std::string> placed;
  const bool with_slots =
      !row_of(database, "SELECT name FROM pragma_table_info('racks') WHERE name = 'node_slots'").empty();
  auto query = rows_of(
      database,
      with_slots ? "SELECT name, pools, power_kw, node_slots FROM racks WHERE scenario = ? ORDER BY rowid"
                 : "SELECT name, pools, power_kw, NULL FROM racks WHERE scenario = ? ORDER BY rowid",
      scenario);
  while (query.executeStep()) {
    Rack rack;
    rack.name = mended.name(query.getColumn(0).getString());
    const std::string text = query.getColumn(1).getString();
    Json pools = json_or_null(text);
    if (!pools.is_array())
      return fail(code::damaged_plan, "racks." + rack.name, text, {Wanted::Kind::text, {"a list of pools"}});
    mended.names_in(pools);
    for (const Json& pool : pools)
      if (pool.is_string() && placed.insert(pool.get<std::string>()).second)
        rack.pools.push_back(pool.get<std::string>());
    if (!query.getColumn(2).isNull() && query.getColumn(2).getDouble() > 0.0)
      rack.power_kw = query.getColumn(2).getDouble();
    const std::int64_t slots = query.getColumn(3).getInt64();  // 0 where it is NULL
    if (slots > 0 && std::in_range<int>(slots)) rack.node_slots = static_cast<int>(slots);
    racks.push_back(std::move(rack));
  }
  return racks;
}

/// Strategies typed by hand; which of them the plan's question can be asked of is for their reader to find.
Result<std::vector<std::string>> read_layouts(SQLite::Database& database, int scenario, Mended& mended) {
  std::vector<std::string> layouts;
  auto query = rows_of(database, "SELECT strategy FROM layouts WHERE scenario = ? ORDER BY place", scenario);
  while (query.executeStep()) {
    layouts.push_back(mended.json(query.getColumn(0).getString()));
    if (const auto json = parse_part(layouts.back(), "layouts"); !json)
      return tl::unexpected<Error>(json.error());
  }
  return layouts;
}

Result<void> read_model(SQLite::Database& database, int number, Scenario& scenario, Mended& mended) {
  auto query = rows_of(database, "SELECT name, text, entered FROM model WHERE id = ?", number);
  if (!query.executeStep())
    return fail(code::damaged_plan, "model", "no row", {Wanted::Kind::text, {"a model"}});
  scenario.model_name = mended.name(query.getColumn(0).getString());
  scenario.model_text = query.getColumn(1).getString();
  const auto entered = parse_part(query.getColumn(2).getString(), "model.entered");
  if (!entered) return tl::unexpected<Error>(entered.error());
  for (const auto& [key, value] : entered->items()) {
    if (!value.is_number())
      return fail(code::damaged_plan, "model.entered", shown(value), {Wanted::Kind::number, {}});
    scenario.model_entered[key] = value.get<double>();
  }
  return {};
}

/// What belongs to a scenario in the other tables.
Result<void> read_parts(SQLite::Database& database, int format, Scenario& scenario, Mended& mended) {
  auto objects = rows_of(database, "SELECT id, x, y FROM objects WHERE scenario = ?", scenario.id);
  while (objects.executeStep())
    scenario.layout[mended.name(objects.getColumn(0).getString())] = {objects.getColumn(1).getDouble(),
                                                                      objects.getColumn(2).getDouble()};
  if (format >= 2) scenario.notes = read_notes(database, scenario.id, mended);
  if (format >= 3) {
    auto layouts = read_layouts(database, scenario.id, mended);
    if (!layouts) return tl::unexpected<Error>(layouts.error());
    scenario.my_layouts = std::move(*layouts);
  }
  if (format >= 4) {
    auto racks = read_racks(database, scenario.id, mended);
    if (!racks) return tl::unexpected<Error>(racks.error());
    scenario.racks = std::move(*racks);
  }
  return {};
}

Result<std::vector<Scenario>> read_scenarios(SQLite::Database& database, int format, Mended& mended) {
  std::vector<Scenario> all;
  SQLite::Statement query(
      database, "SELECT id, name, cluster, job, stated, objective, model FROM scenarios ORDER BY id");
  while (query.executeStep()) {
    Scenario scenario;
    scenario.id = query.getColumn(0).getInt();
    if (format >= kSeveralScenarios) scenario.title = mended.name(query.getColumn(1).getString());
    auto cluster = read_cluster_part(query.getColumn(2).getString(), mended);
    if (!cluster) return tl::unexpected<Error>(cluster.error());
    scenario.cluster = std::move(*cluster);
    auto job = read_job_part(query.getColumn(3).getString(), query.getColumn(4).getString(), mended);
    if (!job) return tl::unexpected<Error>(job.error());
    scenario.job = std::move(*job);
    const std::string objective_text = query.getColumn(5).getString();
    const auto objective = objective_from(objective_text);
    if (!objective)
      return fail(code::damaged_plan, "scenarios.objective", objective_text,
                  {Wanted::Kind::one_of, {"throughput", "money", "pareto", "gpus"}});
    scenario.objective = *objective;
    if (const auto model = read_model(database, query.getColumn(6).getInt(), scenario, mended); !model)
      return tl::unexpected<Error>(model.error());
    if (const auto parts = read_parts(database, format, scenario, mended); !parts)
      return tl::unexpected<Error>(parts.error());
    all.push_back(std::move(scenario));
  }
  if (all.empty())
    return fail(code::damaged_plan, "scenarios", "no row", {Wanted::Kind::text, {"a scenario"}});
  return all;
}

/// Pools of before units say none and mean single GPUs, which matters where a node has several.
void count_single_gpus(std::vector<Scenario>& all, const hardware::Catalogue& catalogue,
                       std::vector<std::string>& told) {
  for (Scenario& scenario : all)
    for (hardware::PoolSpec& pool : scenario.cluster.pools) {
      if (hardware::gpus_of_node(pool, catalogue) == 1) continue;
      pool.unit = 1;
      if (std::find(told.begin(), told.end(), pool.id) == told.end()) told.push_back(pool.id);
    }
}

/// Jobs of before the usual runtime that name none mean any. True where there are some.
bool ask_whole_space(std::vector<Scenario>& all) {
  bool any = false;
  for (Scenario& scenario : all) {
    if (!scenario.job.software.runtime.empty()) continue;
    scenario.job.software.runtime = "any";
    strategy::note_stated(scenario.job, "software.runtime");
    any = true;
  }
  return any;
}

/// The id of the scenario that `text` names, or else of the first.
int scenario_of(const std::string& text, const std::vector<Scenario>& all) {
  int id = 0;
  std::from_chars(text.data(), text.data() + text.size(), id);
  const bool known =
      std::any_of(all.begin(), all.end(), [id](const Scenario& scenario) { return scenario.id == id; });
  return known ? id : all.front().id;
}

}  // namespace

void write_tables(SQLite::Database& database, const PlanFile& file) {
  database.exec(kSchema);
  const Plan& plan = file.plan;
  constexpr const char* meta = "INSERT INTO meta VALUES (?, ?)";
  put(database, meta, "name", plan.name);
  put(database, meta, "catalogue_date", plan.catalogue.empty() ? file.catalogue_date : plan.catalogue.date);
  put(database, meta, "own_types", text_of(hardware::to_json(plan.own_types)));
  put(database, meta, "shown", std::to_string(plan.id));
  put(database, meta, "baseline", std::to_string(plan.baseline));
  if (!plan.calibration.empty()) put(database, meta, "calibration", plan.calibration);
  if (!plan.report.empty()) put(database, meta, "report", plan.report);
  if (!plan.presentation.empty()) put(database, meta, "presentation", plan.presentation);
  std::vector<const Scenario*> models;
  for (const Scenario* scenario : scenarios(plan))
    write_scenario(database, *scenario, write_model(database, *scenario, models));
  write_answer(database, plan.id, file.answer);
  for (const auto& [id, answer] : file.other_answers)
    if (id != plan.id && find_scenario(plan, id) != nullptr) write_answer(database, id, answer);
  write_types(database, plan);
  for (const auto& [key, value] : file.extras.meta)
    put(database, "INSERT OR IGNORE INTO meta VALUES (?, ?)", key, value);
  for (const ForeignRow& row : file.extras.catalogue)
    put(database, "INSERT OR IGNORE INTO catalogue VALUES (?, ?, ?)", row.kind, row.id, row.json);
  write_foreign(database, file.extras.tables);
}

std::vector<std::string> row_of(SQLite::Database& database, const char* sql) {
  SQLite::Statement query(database, sql);
  std::vector<std::string> values;
  if (query.executeStep())
    for (int i = 0; i < query.getColumnCount(); ++i) values.push_back(query.getColumn(i).getString());
  return values;
}

Result<PlanFile> read_tables(SQLite::Database& database, int format) {
  PlanFile file;
  file.format = format;
  Plan& plan = file.plan;
  SQLite::Statement meta(database, "SELECT key, value FROM meta");
  std::string own_types = "{}", shown_scenario, baseline;
  Mended mended(file.mended);
  while (meta.executeStep()) {
    const std::string key = meta.getColumn(0).getString();
    std::string value = meta.getColumn(1).getString();
    if (key == "name")
      plan.name = mended.name(value);
    else if (key == "catalogue_date")
      file.catalogue_date = std::move(value);
    else if (key == "own_types")
      own_types = std::move(value);
    else if (key == "calibration")
      plan.calibration = mended.json(value);
    else if (key == "report")
      plan.report = mended.json(value);
    else if (key == "presentation")
      plan.presentation = mended.json(value);
    else if (key == "shown")
      shown_scenario = std::move(value);
    else if (key == "baseline")
      baseline = std::move(value);
    else
      file.extras.meta[key] = std::move(value);
  }
  file.extras.tables = foreign_tables(database, kTables);
  const auto own_json = parse_names(own_types, "meta.own_types", mended);
  if (!own_json) return tl::unexpected<Error>(own_json.error());
  auto own = hardware::read_own_types(*own_json);
  if (!own) return tl::unexpected<Error>(within(own.error(), "meta.own_types"));
  plan.own_types = std::move(*own);
  if (format >= kWholeCatalogue) {
    auto rows = read_types(database, file.catalogue_date, file.extras.catalogue, mended);
    if (!rows) return tl::unexpected<Error>(rows.error());
    plan.catalogue = std::move(*rows);
  }

  auto all = read_scenarios(database, format, mended);
  if (!all) return tl::unexpected<Error>(all.error());
  if (format < kUsualRuntime) file.whole_space = ask_whole_space(*all);
  if (format < kUnits)
    count_single_gpus(*all, catalogue_of(plan, hardware::Catalogue::built_in()), file.single_gpus);
  plan.baseline = scenario_of(baseline, *all);
  const int shown_id = scenario_of(shown_scenario, *all);
  static_cast<Scenario&>(plan) = std::move(all->front());
  plan.others.assign(std::make_move_iterator(all->begin() + 1), std::make_move_iterator(all->end()));
  show_scenario(plan, shown_id);
  SQLite::Statement runs(database, "SELECT scenario, answer FROM runs ORDER BY id");
  while (runs.executeStep()) {
    const int id = runs.getColumn(0).getInt();
    std::string& kept = id == plan.id ? file.answer : file.other_answers[id];
    kept = runs.getColumn(1).getString();
  }
  return file;
}

}  // namespace astrolabe::plan
