// merge: the shards of a sweep back into one, objects or files of lines.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "app/cli/progress.h"
#include "app/cli/sweep.h"
#include "core/base/error_codes.h"
#include "core/base/file_lines.h"
#include "core/base/file_write.h"

namespace astrolabe::cli {

namespace {

struct MergeOptions {
  std::vector<std::string> files;
  std::string out;
};

Error badSweepFile(const std::string& file, std::string where, std::string found, std::string wanted) {
  return {std::string(code::usage),
          file,
          std::move(where),
          std::move(found),
          {Wanted::Kind::text, {std::move(wanted)}}};
}

/// In what two sweeps differ, by name.
Error otherSweepObject(const Json& found, const Json& wanted, const std::string& file,
                       const std::string& of) {
  for (const char* key :
       {"version", "catalogue", "models", "clusters", "jobs", "objective", "seed", "cases"}) {
    const Json here = found.value(key, Json()), there = wanted.value(key, Json());
    if (here != there)
      return badSweepFile(file, std::string("sweep.") + key,
                          "another sweep than that of " + of + ": " + astrolabe::shown(here),
                          "shards of one sweep: " + astrolabe::shown(there));
  }
  return badSweepFile(file, "sweep.inputs_hash",
                      "another sweep than that of " + of + ": files of the same names held something else",
                      "shards of one sweep");
}

/// True for a file of lines, also for one that holds none yet; false for an object.
Result<bool> isOfLines(const std::string& file) {
  std::optional<bool> lines;
  const auto read = read_lines(file, [&](std::int64_t, std::string_view text) -> Result<void> {
    if (lines) return {};
    const Json first = json_or_null(text);
    lines = first.is_object() && first.contains("inputs_hash");
    return {};
  });
  if (!read) return tl::unexpected<Error>(read.error());
  return lines.value_or(read->torn == 0);
}

Result<std::string> mergeLines(const std::vector<std::string>& files, Progress& progress) {
  plan::SweepShards shards;
  std::int64_t done = 0;
  for (const std::string& file : files) {
    progress.step("files", done++, static_cast<std::int64_t>(files.size()));
    if (const auto read = shards.read(file); !read) return tl::unexpected<Error>(read.error());
  }
  return shards.whole();
}

Result<Json> mergeObjects(const std::vector<std::string>& files, Progress& progress) {
  std::map<std::size_t, Json> rows;
  std::vector<std::vector<std::size_t>> parts;
  Json sweep;
  std::int64_t read = 0;
  for (const std::string& file : files) {
    progress.step("files", read++, static_cast<std::int64_t>(files.size()));
    const auto json = readJson(file, file_limit::answers);
    if (!json) return tl::unexpected<Error>(json.error());
    const auto wrong = [&](std::string where, std::string found, std::string wanted) {
      return tl::unexpected<Error>(badSweepFile(file, std::move(where), std::move(found), std::move(wanted)));
    };
    if (!json->is_object() || !json->contains("sweep") || !(*json)["sweep"].is_object() ||
        !json->contains("rows") || !(*json)["rows"].is_array())
      return wrong("the file", "no sweep", "a file that sweep wrote");
    if (sweep.is_null()) sweep = (*json)["sweep"];
    if (sweep != (*json)["sweep"])
      return tl::unexpected<Error>(otherSweepObject((*json)["sweep"], sweep, file, files.front()));
    parts.emplace_back();
    for (const Json& row : (*json)["rows"]) {
      if (!row.is_object() || !row.contains("case") || !row["case"].is_number_unsigned())
        return wrong("rows", "a row without its case", "rows that sweep wrote");
      const auto number = row["case"].get<std::size_t>();
      if (!rows.emplace(number, row).second)
        return wrong("rows", "case " + std::to_string(number + 1) + " again", "each case once");
      parts.back().push_back(number);
    }
  }
  const Json* told = sweep.contains("cases") ? &sweep["cases"] : nullptr;
  const std::size_t cases =
      told != nullptr && told->is_number_unsigned() ? told->get<std::size_t>() : std::size_t{0};
  std::vector<std::size_t> missing;
  for (std::size_t number = 0; number < std::min(cases, plan::kMostCases); ++number)
    if (!rows.contains(number)) missing.push_back(number);
  if (!missing.empty())
    return tl::unexpected<Error>(
        badSweepFile(files.back(), "rows", plan::missing_text(missing, parts), "every shard of the sweep"));
  Json list = Json::array();
  for (auto& [number, row] : rows) list.push_back(std::move(row));
  return Result<Json>(Json{{"sweep", std::move(sweep)}, {"shard", "1/1"}, {"rows", std::move(list)}});
}

int runMerge(const MergeOptions& options, Common& common) {
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  std::optional<bool> lines;
  for (const std::string& file : options.files) {
    // Standard input is read once, and as what it was before there were lines.
    const auto here = file == "-" ? Result<bool>(false) : isOfLines(file);
    if (!here) return refuse(here.error(), common.json);
    if (lines && *lines != *here)
      return refuse(badSweepFile(file, "the file", *here ? "lines" : "one object",
                                 std::string(*lines ? "a file of lines" : "one object") + ", as " +
                                     options.files.front() + " is"),
                    common.json);
    lines = *here;
  }
  Progress progress(common.progress == "json" ? "json" : "none");
  if (!lines.value_or(false)) {
    const auto whole = mergeObjects(options.files, progress);
    progress.finish();
    if (!whole) return refuse(whole.error(), common.json);
    return deliverSweep(*whole, options.out, common.json);
  }
  const auto whole = mergeLines(options.files, progress);
  progress.finish();
  if (!whole) return refuse(whole.error(), common.json);
  if (const auto written = write_file(options.out.empty() ? "-" : options.out, *whole); !written)
    return refuse(written.error(), common.json);
  if (common.json && !options.out.empty()) sayWritten({options.out}, true);
  return Done;
}

}  // namespace

void addMerge(CLI::App& program, Run& chosen, Common& common) {
  auto merge = std::make_shared<MergeOptions>();
  CLI::App* joining = program.add_subcommand("merge", "Puts the shards of a sweep together");
  joining->add_option("files", merge->files, "What sweep wrote, all shards")->type_name("F.json")->required();
  joining->add_option("--out", merge->out, "Where to; standard output when left out")->type_name("F.json");
  common.addTo(*joining);
  joining->callback(
      [&chosen, &common, merge] { chosen = [&common, merge] { return runMerge(*merge, common); }; });
}

}  // namespace astrolabe::cli
