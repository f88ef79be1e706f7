// The document as SQLite. A file is built and read in memory: a half-written or half-read plan cannot exist.
#include "core/plan/plan_file.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/plan/answer.h"

namespace astrolabe::plan {

namespace {

constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr std::size_t kHeader = 100;     // bytes; offsets below: sqlite.org/fileformat2.html, 1.3
constexpr std::size_t kPageSizeAt = 16;  // two bytes, 1 means 65536
constexpr std::size_t kPagesAt = 28;     // four bytes, all big-endian
constexpr std::size_t kUserVersionAt = 60;
constexpr std::size_t kApplicationIdAt = 68;

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
                    PRIMARY KEY (scenario, name));
CREATE TABLE layouts (scenario INTEGER NOT NULL, place INTEGER NOT NULL, strategy TEXT NOT NULL,
                      PRIMARY KEY (scenario, place));
CREATE TABLE runs (id INTEGER PRIMARY KEY, scenario INTEGER NOT NULL, answer TEXT NOT NULL);
)";

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = (number << 8U) | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

tl::unexpected<Error> refuse(std::string_view code, const std::string& path, std::string where,
                             std::string found, Wanted wanted) {
  return tl::unexpected<Error>(
      Error{std::string(code), path, std::move(where), std::move(found), std::move(wanted)});
}

tl::unexpected<Error> damaged(const std::string& path, std::string where, std::string found) {
  return refuse(code::damaged_plan, path, std::move(where), std::move(found),
                {Wanted::Kind::text, {"a whole plan"}});
}

Result<std::string> read_bytes(const std::string& path) {
  const auto unreadable = [&](const char* why) {
    return refuse(code::cannot_read, path, {}, why, {Wanted::Kind::readable_file, {}});
  };
  const Wanted smaller{Wanted::Kind::smaller_file, {std::to_string(kLargestPlan)}};
  std::string bytes;
  if (path == "-") {
    std::vector<char> block(1U << 16U);
    while (std::cin) {
      std::cin.read(block.data(), static_cast<std::streamsize>(block.size()));
      bytes.append(block.data(), static_cast<std::size_t>(std::cin.gcount()));
      if (static_cast<std::int64_t>(bytes.size()) > kLargestPlan)
        return refuse(code::file_too_large, path, {}, "more", smaller);
    }
  } else {
    std::error_code fault;
    const auto status = std::filesystem::status(path, fault);
    if (!std::filesystem::exists(status)) return unreadable("no such file");
    if (std::filesystem::is_directory(status)) return unreadable("a directory");
    if (!std::filesystem::is_regular_file(status)) return unreadable("not a regular file");
    const auto size = std::filesystem::file_size(path, fault);
    if (!fault && static_cast<std::int64_t>(size) > kLargestPlan)
      return refuse(code::file_too_large, path, {}, fmt::format("{} bytes", size), smaller);
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return unreadable("no permission");
    bytes = read_all(stream, fault ? 0 : size);
    if (stream.bad()) return unreadable("a read error");
  }
  if (bytes.empty())
    return refuse(code::empty_file, path, {}, "an empty file", {Wanted::Kind::readable_file, {}});
  return bytes;
}

/// What the first bytes tell, before SQLite sees the rest.
Result<void> check_header(std::string_view bytes, const std::string& path) {
  const Wanted a_plan{Wanted::Kind::text, {"a plan saved by Astrolabe (.astrolabe)"}};
  if (!bytes.starts_with(kMagic.substr(0, std::min(bytes.size(), kMagic.size()))))
    return refuse(code::not_a_plan, path, {}, "not an SQLite file", a_plan);
  if (bytes.size() < kHeader)
    return damaged(path, fmt::format("byte {}", bytes.size()), "the end of the file");
  if (big_endian(bytes, kApplicationIdAt) != static_cast<std::uint32_t>(kApplicationId))
    return refuse(code::not_a_plan, path, {}, "a different SQLite database", a_plan);
  const auto format = static_cast<std::int32_t>(big_endian(bytes, kUserVersionAt));
  if (format > kFormat)
    return refuse(code::newer_format, path, {}, fmt::format("format {}", format),
                  {Wanted::Kind::text, {fmt::format("format {} or older", kFormat)}});
  if (format < 1) return damaged(path, {}, fmt::format("format {}", format));
  const std::uint32_t size_field = big_endian(bytes, kPageSizeAt) >> 16U;
  const std::uint64_t expected =
      std::uint64_t{size_field == 1 ? 65536U : size_field} * big_endian(bytes, kPagesAt);
  if (expected != bytes.size())
    return damaged(path, fmt::format("byte {}", bytes.size()),
                   fmt::format("{} bytes instead of {}", bytes.size(), expected));
  return {};
}

/// The types that a plan uses as they stand in the catalogue today.
void write_types(SQLite::Database& database, const Plan& plan) {
  const hardware::Catalogue& built_in = hardware::Catalogue::built_in();
  const hardware::Catalogue catalogue = plan.own_types.empty() ? built_in : built_in.with(plan.own_types);
  SQLite::Statement insert(database, "INSERT OR IGNORE INTO catalogue VALUES (?, ?, ?)");
  const auto add = [&](const char* kind, const std::string& id, const Json& json) {
    insert.bind(1, kind);
    insert.bind(2, id);
    insert.bind(3, json.dump());
    insert.exec();
    insert.reset();
  };
  for (const hardware::PoolSpec& pool : plan.cluster.pools) {
    std::string gpu_id = pool.gpu;
    if (const hardware::NodeType* node = pool.node.empty() ? nullptr : catalogue.find_node(pool.node)) {
      add("node", node->id, hardware::to_json(*node));
      gpu_id = node->gpu_id;
    }
    if (const hardware::Gpu* gpu = gpu_id.empty() ? nullptr : catalogue.find_gpu(gpu_id))
      add("gpu", gpu->id, hardware::to_json(*gpu));
  }
}

void write_tables(SQLite::Database& database, const PlanFile& file) {
  const Plan& plan = file.plan;
  const auto put = [&](const char* sql, std::initializer_list<std::string> values) {
    SQLite::Statement insert(database, sql);
    int index = 0;
    for (const std::string& value : values) insert.bind(++index, value);
    insert.exec();
  };
  constexpr const char* meta = "INSERT INTO meta VALUES (?, ?)";
  put(meta, {"name", plan.name});
  put(meta, {"catalogue_date", file.catalogue_date});
  put(meta, {"own_types", hardware::to_json(plan.own_types).dump()});
  if (!plan.calibration.empty()) put(meta, {"calibration", plan.calibration});
  put("INSERT INTO model VALUES (1, ?, ?, ?)",
      {plan.model_name, plan.model_text, Json(plan.model_entered).dump()});
  put("INSERT INTO scenarios VALUES (1, ?, ?, ?, ?, ?, 1)",
      {plan.cluster.name, hardware::to_json(plan.cluster).dump(), strategy::to_json(plan.job).dump(),
       Json(plan.job.stated).dump(), objective_name(plan.objective)});
  SQLite::Statement object(database, "INSERT INTO objects VALUES (1, ?, ?, ?)");
  for (const auto& [id, position] : plan.layout) {
    if (!std::isfinite(position.x) || !std::isfinite(position.y)) continue;
    object.bind(1, id);
    object.bind(2, position.x);
    object.bind(3, position.y);
    object.exec();
    object.reset();
  }
  SQLite::Statement note(database, "INSERT OR IGNORE INTO notes VALUES (1, ?, ?, ?, ?, ?, ?)");
  for (const Note& row : plan.notes) {
    note.bind(1, row.id);
    note.bind(2, row.text);
    note.bind(3, row.position.x);
    note.bind(4, row.position.y);
    note.bind(5, row.width);
    note.bind(6, row.height);
    note.exec();
    note.reset();
  }
  SQLite::Statement rack(database, "INSERT OR IGNORE INTO racks VALUES (1, ?, ?, ?)");
  for (const Rack& row : plan.racks) {
    rack.bind(1, row.name);
    rack.bind(2, Json(row.pools).dump());
    if (row.power_kw)
      rack.bind(3, *row.power_kw);
    else
      rack.bind(3);
    rack.exec();
    rack.reset();
  }
  for (std::size_t i = 0; i < plan.my_layouts.size(); ++i)
    put("INSERT INTO layouts VALUES (1, ?, ?)", {std::to_string(i), plan.my_layouts[i]});
  if (!file.answer.empty()) {  // it may be long
    SQLite::Statement run(database, "INSERT INTO runs VALUES (1, 1, ?)");
    run.bindNoCopy(1, file.answer);
    run.exec();
  }
  write_types(database, plan);
}

/// One row's texts; fewer when the row is missing.
std::vector<std::string> row_of(SQLite::Database& database, const char* sql) {
  SQLite::Statement query(database, sql);
  std::vector<std::string> values;
  if (query.executeStep())
    for (int i = 0; i < query.getColumnCount(); ++i) values.push_back(query.getColumn(i).getString());
  return values;
}

Result<Json> parse_part(const std::string& text, const char* where) {
  auto json = parse_json(text, code::damaged_plan);
  if (!json) json.error().where = fmt::format("{}: {}", where, json.error().where);
  return json;
}

/// Errors of a part keep their words and say in which table they stand; the code is that of a damaged plan.
Error within(Error error, const char* where) {
  error.code = code::damaged_plan;
  error.where = error.where.empty() ? where : fmt::format("{}: {}", where, error.where);
  return error;
}

Result<hardware::ClusterSpec> read_cluster_part(const std::string& text) {
  constexpr const char* where = "scenarios.cluster";
  const auto json = parse_part(text, where);
  if (!json) return tl::unexpected<Error>(json.error());
  // A canvas may be saved while it is empty; a cluster file may not.
  if (json->is_object() && json->contains("pools") && (*json)["pools"].empty()) {
    hardware::ClusterSpec empty;
    if (json->contains("name") && (*json)["name"].is_string())
      empty.name = (*json)["name"].get<std::string>();
    return empty;
  }
  auto cluster = hardware::read_cluster(*json);
  if (!cluster) return tl::unexpected<Error>(within(cluster.error(), where));
  return cluster;
}

Result<strategy::Job> read_job_part(const std::string& text, const std::string& stated_text) {
  const auto json = parse_part(text, "scenarios.job");
  if (!json) return tl::unexpected<Error>(json.error());
  auto job = strategy::read_job(*json);
  if (!job) return tl::unexpected<Error>(within(job.error(), "scenarios.job"));
  const auto stated = parse_part(stated_text, "scenarios.stated");
  if (!stated) return tl::unexpected<Error>(stated.error());
  job->stated.clear();  // the saved form spells out every key; which ones were stated is kept beside it
  for (const Json& key : *stated)
    job->stated.push_back(key.is_string() ? key.get<std::string>() : key.dump());
  return job;
}

/// In the order in which they were written.
std::vector<Note> read_notes(SQLite::Database& database) {
  std::vector<Note> notes;
  SQLite::Statement query(database, "SELECT id, text, x, y, width, height FROM notes ORDER BY rowid");
  while (query.executeStep())
    notes.push_back({query.getColumn(0).getString(),
                     query.getColumn(1).getString(),
                     {query.getColumn(2).getDouble(), query.getColumn(3).getDouble()},
                     query.getColumn(4).getDouble(),
                     query.getColumn(5).getDouble()});
  return notes;
}

/// In the order in which they were written; a pool that stood in two racks stands in the first.
Result<std::vector<Rack>> read_racks(SQLite::Database& database) {
  std::vector<Rack> racks;
  std::set<std::string> placed;
  SQLite::Statement query(database, "SELECT name, pools, power_kw FROM racks ORDER BY rowid");
  while (query.executeStep()) {
    Rack rack;
    rack.name = query.getColumn(0).getString();
    const std::string text = query.getColumn(1).getString();
    const Json pools = Json::parse(text, nullptr, false);
    if (!pools.is_array())
      return fail(code::damaged_plan, "racks." + rack.name, text, {Wanted::Kind::text, {"a list of pools"}});
    for (const Json& pool : pools)
      if (pool.is_string() && placed.insert(pool.get<std::string>()).second)
        rack.pools.push_back(pool.get<std::string>());
    if (!query.getColumn(2).isNull() && query.getColumn(2).getDouble() > 0.0)
      rack.power_kw = query.getColumn(2).getDouble();
    racks.push_back(std::move(rack));
  }
  return racks;
}

/// Strategies typed by hand; which of them the plan's question can be asked of is for their reader to find.
Result<std::vector<std::string>> read_layouts(SQLite::Database& database) {
  std::vector<std::string> layouts;
  SQLite::Statement query(database, "SELECT strategy FROM layouts ORDER BY place");
  while (query.executeStep()) {
    layouts.push_back(query.getColumn(0).getString());
    if (const auto json = parse_part(layouts.back(), "layouts"); !json)
      return tl::unexpected<Error>(json.error());
  }
  return layouts;
}

Result<PlanFile> read_tables(SQLite::Database& database, int format) {
  PlanFile file;
  file.format = format;
  Plan& plan = file.plan;
  SQLite::Statement meta(database, "SELECT key, value FROM meta");
  std::string own_types = "{}";
  while (meta.executeStep()) {
    const std::string key = meta.getColumn(0).getString();
    const std::string value = meta.getColumn(1).getString();
    if (key == "name") plan.name = value;
    if (key == "catalogue_date") file.catalogue_date = value;
    if (key == "own_types") own_types = value;
    if (key == "calibration") plan.calibration = value;
  }
  const auto own_json = parse_part(own_types, "meta.own_types");
  if (!own_json) return tl::unexpected<Error>(own_json.error());
  auto own = hardware::read_own_types(*own_json);
  if (!own) return tl::unexpected<Error>(within(own.error(), "meta.own_types"));
  plan.own_types = std::move(*own);

  const auto model = row_of(database, "SELECT name, text, entered FROM model ORDER BY id LIMIT 1");
  if (model.size() != 3)
    return fail(code::damaged_plan, "model", "no row", {Wanted::Kind::text, {"a model"}});
  plan.model_name = model[0];
  plan.model_text = model[1];
  const auto entered = parse_part(model[2], "model.entered");
  if (!entered) return tl::unexpected<Error>(entered.error());
  for (const auto& [key, value] : entered->items()) {
    if (!value.is_number())
      return fail(code::damaged_plan, "model.entered", shown(value), {Wanted::Kind::number, {}});
    plan.model_entered[key] = value.get<double>();
  }

  const auto scenario =
      row_of(database, "SELECT cluster, job, stated, objective FROM scenarios ORDER BY id LIMIT 1");
  if (scenario.size() != 4)
    return fail(code::damaged_plan, "scenarios", "no row", {Wanted::Kind::text, {"a scenario"}});
  auto cluster = read_cluster_part(scenario[0]);
  if (!cluster) return tl::unexpected<Error>(cluster.error());
  plan.cluster = std::move(*cluster);
  auto job = read_job_part(scenario[1], scenario[2]);
  if (!job) return tl::unexpected<Error>(job.error());
  plan.job = std::move(*job);
  const auto objective = objective_from(scenario[3]);
  if (!objective)
    return fail(code::damaged_plan, "scenarios.objective", scenario[3],
                {Wanted::Kind::one_of, {"throughput", "money", "pareto"}});
  plan.objective = *objective;

  SQLite::Statement objects(database, "SELECT id, x, y FROM objects");
  while (objects.executeStep())
    plan.layout[objects.getColumn(0).getString()] = {objects.getColumn(1).getDouble(),
                                                     objects.getColumn(2).getDouble()};
  if (file.format >= 2) plan.notes = read_notes(database);
  if (file.format >= 3) {
    auto layouts = read_layouts(database);
    if (!layouts) return tl::unexpected<Error>(layouts.error());
    plan.my_layouts = std::move(*layouts);
  }
  if (file.format >= 4) {
    auto racks = read_racks(database);
    if (!racks) return tl::unexpected<Error>(racks.error());
    plan.racks = std::move(*racks);
  }
  auto run = row_of(database, "SELECT answer FROM runs ORDER BY id DESC LIMIT 1");
  if (!run.empty()) file.answer = std::move(run[0]);
  return file;
}

/// Opens `bytes` as a read-only database that trusts nothing in its schema. `bytes` must outlive it.
void attach(SQLite::Database& database, std::string& bytes) {
  sqlite3* handle = database.getHandle();
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  // SQLite takes plain bytes; with READONLY it does not write to them.
  auto* data = reinterpret_cast<unsigned char*>(bytes.data());
  if (sqlite3_deserialize(handle, "main", data, size, size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
    throw SQLite::Exception(handle);
}

}  // namespace

bool Plan::operator==(const Plan& other) const {
  return name == other.name && cluster == other.cluster && job == other.job && objective == other.objective &&
         model_name == other.model_name && model_text == other.model_text &&
         model_entered == other.model_entered && layout == other.layout && notes == other.notes &&
         racks == other.racks && my_layouts == other.my_layouts && calibration == other.calibration &&
         hardware::to_json(own_types) == hardware::to_json(other.own_types);
}

bool looks_like_plan(const std::string& path) {
  std::error_code fault;
  if (!std::filesystem::is_regular_file(path, fault)) return false;
  std::ifstream stream(path, std::ios::binary);
  std::string start(kHeader, '\0');
  if (!stream.read(start.data(), static_cast<std::streamsize>(start.size()))) return false;
  return start.starts_with(kMagic) &&
         big_endian(start, kApplicationIdAt) == static_cast<std::uint32_t>(kApplicationId);
}

Result<PlanFile> read_plan(const std::string& path) {
  auto bytes = read_bytes(path);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  if (const auto header = check_header(*bytes, path); !header) return tl::unexpected<Error>(header.error());
  try {
    SQLite::Database database(":memory:", SQLite::OPEN_READWRITE);
    attach(database, *bytes);
    const auto health = row_of(database, "PRAGMA integrity_check(1)");
    if (health.size() != 1 || health[0] != "ok")
      return damaged(path, {}, health.empty() ? "an unreadable database" : health[0]);
    auto file = read_tables(database, static_cast<int>(big_endian(*bytes, kUserVersionAt)));
    if (!file) return tl::unexpected<Error>(std::move(file.error()).in_file(path));
    return file;
  } catch (const SQLite::Exception& exception) {
    return damaged(path, {}, exception.what());
  }
}

Result<void> write_plan(const PlanFile& file, const std::string& path) {
  std::unique_ptr<unsigned char, void (*)(void*)> image(nullptr, sqlite3_free);
  sqlite3_int64 size = 0;
  try {
    SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(
        fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", kApplicationId, kFormat));
    SQLite::Transaction transaction(database);
    database.exec(kSchema);
    write_tables(database, file);
    transaction.commit();
    image.reset(sqlite3_serialize(database.getHandle(), "main", &size, 0));
    if (!image) throw SQLite::Exception("out of memory", SQLITE_NOMEM);
  } catch (const SQLite::Exception& exception) {
    return refuse(code::cannot_save, path, {}, exception.what(), {Wanted::Kind::none, {}});
  }
  return write_file(path, {reinterpret_cast<const char*>(image.get()), static_cast<std::size_t>(size)});
}

}  // namespace astrolabe::plan
