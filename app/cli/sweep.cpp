// sweep: every combination of models, clusters and jobs, whole or in shards; merge: shards back into one.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <set>

#include "app/cli/inputs.h"
#include "app/cli/progress.h"
#include "core/base/error_codes.h"
#include "core/base/file_write.h"
#include "core/engine.h"
#include "core/plan/answer.h"

namespace astrolabe::cli {

namespace {

struct SweepOptions {
  std::vector<std::string> models, clusters, jobs;
  std::string objective, rules, shard, out, timeLimit;
};

/// "2/4": the second of four shards takes the cases 1, 5, 9, …
struct SweepPart {
  std::int64_t number = 1, of = 1;
};

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

Json namesOf(const std::vector<std::string>& list) { return Json(list); }

/// Writes to the file, or to standard output where none was named.
int deliverSweep(const Json& answer, const std::string& out, bool json) {
  if (out.empty()) {
    print(answer);
    return Done;
  }
  if (const auto written = write_file(out, text_of(answer, 1) + '\n'); !written)
    return refuse(written.error(), json);
  if (json) sayWritten({out}, true);
  return Done;
}

/// One case: what the best strategy of its question does, or why there is no question. `cut` becomes true
/// where its search was stopped early.
Json sweepRow(std::size_t number, const Inputs& inputs, const SearchOptions& search, const Common& common,
              const std::stop_token& stop, bool& cut) {
  Json row{{"case", number}, {"model", inputs.model}, {"cluster", inputs.cluster}, {"job", inputs.job}};
  const auto question = readQuestion(inputs, common);
  if (question) warn(question->warnings(inputs));
  if (!question) {
    row["status"] = "refused";
    row["error"] = error_json(question.error())["error"];
    return row;
  }
  SearchOptions options = search;
  options.objective = question->plan.objective;
  const plan::SnapshotPtr snapshot = run_search(question->problem, options, stop);
  cut = cut || snapshot->stopped_early;
  const Json answer = plan::answer_json(*snapshot);
  row["status"] = answer.at("status");
  if (!snapshot->best.empty()) {
    const Json& best = answer.at("best").front();
    for (const char* key : {"tokens_per_second", "step_seconds", "usd_per_trillion_tokens", "hours_for_job",
                            "usd_for_job", "gpus", "strategy"})
      row[key] = best.at(key);
  } else if (answer.contains("binding")) {
    row["binding"] = answer.at("binding");
  }
  return row;
}

/// What all cases have in common.
struct SweepBasis {
  SweepPart part;
  SearchOptions search;
  Inputs inputs;
};

/// Read once: a mistake there is none of the cases'.
Result<SweepBasis> readSweep(const SweepOptions& options, Common& common) {
  if (const auto read = common.read(); !read) return tl::unexpected<Error>(read.error());
  for (const auto& [name, list] :
       {std::pair("--model", &options.models), {"--cluster", &options.clusters}, {"--job", &options.jobs}})
    if (list->empty())
      return tl::unexpected<Error>(usageError(name, "nothing", {Wanted::Kind::text, {"at least one"}}));
  const auto part = readSweepPart(options.shard);
  if (!part) return tl::unexpected<Error>(part.error());
  SweepBasis basis{*part, {}, {}};
  basis.search.threads = common.workers;
  basis.search.near_answers = false;
  basis.search.seed = common.seedValue;
  basis.search.top = 1;
  basis.search.carried = make_carried();
  const auto limit = readTimeLimit(options.timeLimit);
  if (!limit) return tl::unexpected<Error>(limit.error());
  basis.search.time_limit = *limit;
  if (!options.out.empty())
    if (const auto output = checkOutput(options.out); !output) return tl::unexpected<Error>(output.error());
  basis.inputs.objective = options.objective;
  if (const auto known = readObjective(basis.inputs); !known) return tl::unexpected<Error>(known.error());
  auto rules = readRules(options.rules);
  if (!rules) return tl::unexpected<Error>(rules.error());
  basis.inputs.ruleText = std::move(*rules);
  return basis;
}

int runSweep(const SweepOptions& options, Common& common) {
  const StopOnSignal interruption;
  auto basis = readSweep(options, common);
  if (!basis) return refuse(basis.error(), common.json);
  const SweepPart& part = basis->part;
  Inputs& inputs = basis->inputs;
  Json rows = Json::array();
  const auto all =
      static_cast<std::int64_t>(options.models.size() * options.clusters.size() * options.jobs.size());
  const std::int64_t mine = (all - part.number) / part.of + (part.number <= all ? 1 : 0);
  std::int64_t done = 0;
  // Of text the line of each case is enough.
  Progress progress(common.progress == "json" ? "json" : "none");
  progress.step("cases", 0, mine);
  std::size_t number = 0;
  bool stopped = false, cut = false;
  for (const std::string& model : options.models)
    for (const std::string& cluster : options.clusters)
      for (const std::string& job : options.jobs) {
        const std::size_t here = number++;
        if (here % static_cast<std::size_t>(part.of) != static_cast<std::size_t>(part.number - 1)) continue;
        stopped = stopped || interruption.token().stop_requested();
        if (stopped) continue;
        inputs.model = model;
        inputs.cluster = cluster;
        inputs.job = job;
        rows.push_back(sweepRow(here, inputs, basis->search, common, interruption.token(), cut));
        progress.step("cases", ++done, mine);
        if (common.progress.empty() || common.progress == "text")
          note(QStringLiteral("case %1").arg(here + 1));
      }
  const Json answer{{"sweep",
                     {{"models", namesOf(options.models)},
                      {"clusters", namesOf(options.clusters)},
                      {"jobs", namesOf(options.jobs)},
                      {"objective", options.objective},
                      {"seed", common.seedValue},
                      {"cases", number}}},
                    {"shard", std::to_string(part.number) + "/" + std::to_string(part.of)},
                    {"rows", std::move(rows)}};
  progress.finish();
  const int status = deliverSweep(answer, options.out, common.json);
  return status == Done && (stopped || cut) ? StoppedEarly : status;
}

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

int runMerge(const MergeOptions& options, Common& common) {
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  std::map<std::size_t, Json> rows;
  Json sweep;
  Progress progress(common.progress == "json" ? "json" : "none");
  std::int64_t read = 0;
  for (const std::string& file : options.files) {
    progress.step("files", read++, static_cast<std::int64_t>(options.files.size()));
    const auto json = readJson(file, file_limit::answers);
    if (!json) return refuse(json.error(), common.json);
    if (!json->is_object() || !json->contains("sweep") || !json->contains("rows") ||
        !(*json)["rows"].is_array())
      return refuse(badSweepFile(file, "the file", "no sweep", "a file that sweep wrote"), common.json);
    if (sweep.is_null()) sweep = (*json)["sweep"];
    if (sweep != (*json)["sweep"])
      return refuse(badSweepFile(file, "sweep", "another sweep than that of " + options.files.front(),
                                 "shards of one sweep"),
                    common.json);
    for (const Json& row : (*json)["rows"]) {
      if (!row.is_object() || !row.contains("case") || !row["case"].is_number_unsigned())
        return refuse(badSweepFile(file, "rows", "a row without its case", "rows that sweep wrote"),
                      common.json);
      const auto number = row["case"].get<std::size_t>();
      if (!rows.emplace(number, row).second)
        return refuse(
            badSweepFile(file, "rows", "case " + std::to_string(number + 1) + " again", "each case once"),
            common.json);
    }
  }
  progress.finish();
  const std::size_t cases = sweep.value("cases", std::size_t{0});
  for (std::size_t number = 0; number < cases; ++number)
    if (!rows.contains(number))
      return refuse(badSweepFile(options.files.back(), "rows", "no case " + std::to_string(number + 1),
                                 "every shard of the sweep"),
                    common.json);
  Json list = Json::array();
  for (auto& [number, row] : rows) list.push_back(std::move(row));
  return deliverSweep(Json{{"sweep", std::move(sweep)}, {"shard", "1/1"}, {"rows", std::move(list)}},
                      options.out, common.json);
}

}  // namespace

void addSweep(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* command =
      program.add_subcommand("sweep", "Searches every combination of models, clusters and jobs");
  command->add_option("--model", options->models, "Models, several")->type_name("M");
  command->add_option("--cluster", options->clusters, "Cluster descriptions, several")->type_name("C");
  command->add_option("--job", options->jobs, "Job descriptions, several")->type_name("J");
  command->add_option("--objective", options->objective, "throughput, money, pareto or gpus")->type_name("O");
  command->add_option("--rules", options->rules, "Further rules")->type_name("FILE");
  command->add_option("--shard", options->shard, "Only this part of the cases, such as 1/4")
      ->type_name("I/N");
  addTimeLimit(*command, options->timeLimit, "each search");
  command->add_option("--out", options->out, "Where to; standard output when left out")->type_name("F.json");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runSweep(*options, common); }; });

  auto merge = std::make_shared<MergeOptions>();
  CLI::App* joining = program.add_subcommand("merge", "Puts the shards of a sweep together");
  joining->add_option("files", merge->files, "What sweep wrote, all shards")->type_name("F.json")->required();
  joining->add_option("--out", merge->out, "Where to; standard output when left out")->type_name("F.json");
  common.addTo(*joining);
  joining->callback(
      [&chosen, &common, merge] { chosen = [&common, merge] { return runMerge(*merge, common); }; });
}

}  // namespace astrolabe::cli
