// The document as SQLite. A file is built and read in memory: a half-written or half-read plan cannot exist.
#include "core/plan/plan_file.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <memory>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/file_write.h"
#include "core/base/text.h"
#include "core/plan/plan_tables.h"

namespace astrolabe::plan {

namespace {

constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr std::size_t kHeader = 100;     // bytes; offsets below: sqlite.org/fileformat2.html, 1.3
constexpr std::size_t kPageSizeAt = 16;  // two bytes, 1 means 65536
constexpr std::size_t kPagesAt = 28;     // four bytes, all big-endian
constexpr std::size_t kUserVersionAt = 60;
constexpr std::size_t kApplicationIdAt = 68;

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
                   fmt::format("{} of {} bytes", bytes.size(), expected));
  return {};
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

bool looks_like_plan(const std::string& path) {
  auto file = FileReader::open(path);
  const auto read = file ? file->read(kHeader) : Result<std::string>();
  if (!read || read->size() < kHeader) return false;
  const std::string& start = *read;
  return start.starts_with(kMagic) &&
         big_endian(start, kApplicationIdAt) == static_cast<std::uint32_t>(kApplicationId);
}

Result<PlanFile> read_plan(const std::string& path) {
  FileMark mark = stamp_of(path);
  auto bytes = read_file(path, kLargestPlan);
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
    mark.hash = content_hash(*bytes);
    file->mark = mark;
    return file;
  } catch (const SQLite::Exception& exception) {
    return damaged(path, {}, exception.what());
  }
}

Result<void> write_plan(const PlanFile& file, const std::string& path, FileMark* mark) {
  std::unique_ptr<unsigned char, void (*)(void*)> image(nullptr, sqlite3_free);
  sqlite3_int64 size = 0;
  try {
    SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(
        fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", kApplicationId, kFormat));
    SQLite::Transaction transaction(database);
    write_tables(database, file);
    transaction.commit();
    image.reset(sqlite3_serialize(database.getHandle(), "main", &size, 0));
    if (!image) throw SQLite::Exception("out of memory", SQLITE_NOMEM);
  } catch (const SQLite::Exception& exception) {
    return refuse(code::cannot_save, path, {}, exception.what(), {Wanted::Kind::none, {}});
  }
  const std::string_view bytes{reinterpret_cast<const char*>(image.get()), static_cast<std::size_t>(size)};
  FileWriter writer(path);
  writer.write(bytes);
  auto kept = writer.keep();
  if (kept && mark != nullptr) {
    *mark = writer.stamp();
    mark->hash = content_hash(bytes);
  }
  return kept;
}

}  // namespace astrolabe::plan
