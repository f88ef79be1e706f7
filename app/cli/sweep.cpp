// sweep: every combination of models, clusters and jobs, or of a grid, whole or in shards. Each case is a
// line on the disk before the next is begun.
#include "app/cli/sweep.h"

#include <unistd.h>

#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "app/cli/progress.h"
#include "core/base/error_codes.h"
#include "core/base/file_lines.h"
#include "core/base/file_write.h"

namespace astrolabe::cli {

namespace {

/// The row of the one object that lists of files give: of the answer what one compares.
Json rowOf(const Json& line) {
  Json row{{"case", line.at("case")}};
  for (const char* key : {"model", "cluster", "job"}) row[key] = line.at("inputs").at(key);
  row["status"] = line.at("status");
  if (line.contains("error")) {
    row["error"] = line.at("error");
    return row;
  }
  const Json& answer = line.at("answer");
  if (!answer.at("best").empty()) {
    const Json& best = answer.at("best").front();
    for (const char* key : {"tokens_per_second", "step_seconds", "usd_per_trillion_tokens", "hours_for_job",
                            "usd_for_job", "gpus", "strategy"})
      if (best.contains(key) || !best.contains("kind")) row[key] = best.at(key);
    if (!best.contains("kind")) return row;
    for (const char* key :
         {"kind", "output_tokens_per_second", "output_tokens_per_second_per_gpu", "ttft_seconds",
          "tpot_seconds", "usd_per_million_tokens", "usd_per_hour", "paid_gpus", "flow_tokens_per_second",
          "deployment", "iteration_seconds", "usd_per_iteration", "placement"})
      if (best.contains(key)) row[key] = best.at(key);
  } else if (answer.contains("binding")) {
    row["binding"] = answer.at("binding");
  }
  return row;
}

/// Where lines go: a file of lines, the file beside an object that is still to come, or standard output.
class SweepLines {
 public:
  /// Opens the file and reads what is done there. Errors: cannot_save; without --resume a file that holds
  /// lines already; lines of another sweep, of another shard, of other inputs, a case twice.
  Result<void> open(const SweepOptions& options, const SweepCases& cases);
  /// Error: cannot_save.
  Result<void> add(const Json& line);
  /// The rows of cases that are done; empty where the answer is lines.
  const std::map<std::size_t, Json>& rows() const { return m_rows; }
  bool isDone(std::size_t number) const { return m_done.contains(number); }
  std::size_t done() const { return m_done.size(); }
  std::size_t refused() const { return m_refused; }
  /// The object is written: the lines beside it have done their work.
  void takeAway();

 private:
  Result<void> readDone(const SweepOptions& options, const SweepCases& cases);
  void note(std::size_t number, const Json& line);

  bool m_isObject = false;
  std::string m_path;  ///< of the lines; empty: standard output, or none beside the object
  std::optional<LineFile> m_file;
  std::set<std::size_t> m_done;
  std::map<std::size_t, Json> m_rows;
  std::size_t m_refused = 0;
};

void SweepLines::note(std::size_t number, const Json& line) {
  m_done.insert(number);
  if (line.at("status") == "refused") ++m_refused;
  if (m_isObject) m_rows.emplace(number, rowOf(line));
}

Result<void> SweepLines::readDone(const SweepOptions& options, const SweepCases& cases) {
  const auto found = read_lines(m_path, [&](std::int64_t at, std::string_view text) -> Result<void> {
    const auto wrong = [&](std::string what, std::string wanted) {
      return tl::unexpected<Error>(Error{std::string(code::usage),
                                         m_path,
                                         "line " + std::to_string(at),
                                         std::move(what),
                                         {Wanted::Kind::text, {std::move(wanted)}}});
    };
    if (options.resume.empty())
      return wrong("cases of a sweep already", "--resume to go on with them, or another file");
    auto line = plan::read_sweep_line(text, at);
    if (!line) return tl::unexpected<Error>(std::move(line.error()).in_file(m_path));
    if (line->sweep != cases.identity())
      return tl::unexpected<Error>(plan::other_sweep(line->sweep, cases.identity(), m_path, "this sweep"));
    const std::string name = "case " + std::to_string(line->number + 1);
    if (!cases.part().has(line->number))
      return wrong(name, "cases of shard " + cases.part().text() + ", which is asked for");
    if (line->inputs_hash != cases.inputsHash(line->number))
      return wrong(name + " of other inputs", "the inputs that the file began with, or another file");
    if (isDone(line->number)) return wrong(name + " again", "each case once");
    const auto json = parse_json(text, code::broken_json);
    if (!json) return tl::unexpected<Error>(Error(json.error()).in_file(m_path));
    note(line->number, *json);
    return {};
  });
  if (!found) return tl::unexpected<Error>(found.error());
  if (found->torn == 0) return {};
  if (options.resume.empty())
    return tl::unexpected<Error>(Error{std::string(code::usage),
                                       m_path,
                                       "line " + std::to_string(found->lines + 1),
                                       "a torn line",
                                       {Wanted::Kind::text, {"--resume to go on with it, or another file"}}});
  astrolabe::cli::note(QStringLiteral("%1, line %2: torn, and cut off. Its case is searched again.")
                           .arg(QString::fromStdString(m_path))
                           .arg(found->lines + 1));
  return m_file->cut(found->bytes);
}

Result<void> SweepLines::open(const SweepOptions& options, const SweepCases& cases) {
  m_isObject = !options.hasLines();
  const std::string& target = options.target();
  if (target.empty() || target == "-") return {};
  // What is no file (a pipe, a device) has nothing beside it.
  const PathKind kind = path_kind(target);
  if (m_isObject && kind != PathKind::file && kind != PathKind::absent) return {};
  m_path = m_isObject ? target + ".partial" : target;
  auto file = LineFile::open(m_path);
  if (!file) {
    // Without the lines beside it the object comes all the same.
    if (m_isObject && options.resume.empty()) {
      m_path.clear();
      return {};
    }
    return tl::unexpected<Error>(file.error());
  }
  m_file = std::move(*file);
  if (m_isObject && options.resume.empty()) return m_file->cut(0);
  return readDone(options, cases);
}

Result<void> SweepLines::add(const Json& line) {
  note(line.at("case").get<std::size_t>(), line);
  const std::string text = text_of(line);
  if (m_file) {
    auto added = m_file->add(text);
    if (added || !m_isObject) return added;
    takeAway();  // no room beside the object: it is all the same the object that was asked for
    return {};
  }
  if (m_isObject) return {};
  if (write_all(STDOUT_FILENO, text + '\n') == 0) return {};
  return tl::unexpected<Error>(Error{std::string(code::cannot_save),
                                     "standard output",
                                     {},
                                     "a write error",
                                     {Wanted::Kind::text, {"a place with room that can be written"}}});
}

void SweepLines::takeAway() {
  m_file.reset();
  std::error_code ignored;
  if (m_isObject && !m_path.empty()) std::filesystem::remove(m_path, ignored);
}

Json objectOf(const SweepOptions& options, const Common& common, const SweepCases& cases,
              const std::map<std::size_t, Json>& rows) {
  Json list = Json::array();
  for (const auto& [number, row] : rows) list.push_back(row);
  return Json{{"sweep",
               {{"models", Json(options.models)},
                {"clusters", Json(options.clusters)},
                {"jobs", Json(options.jobs)},
                {"objective", options.objective},
                {"seed", common.seedValue},
                {"cases", cases.count()},
                {"version", cases.identity().version},
                {"catalogue", cases.identity().catalogue},
                {"inputs_hash", cases.identity().grid}}},
              {"shard", cases.part().text()},
              {"rows", std::move(list)}};
}

Result<void> checkSweepOptions(const SweepOptions& options) {
  const auto both = [](const char* option, const char* other) {
    return tl::unexpected<Error>(usageError(option, std::string(other) + " beside it",
                                            {Wanted::Kind::text, {"one of the two options"}}));
  };
  if (!options.resume.empty() && !options.out.empty() && options.resume != options.out)
    return both("--resume", "--out");
  if (options.resume == "-")
    return tl::unexpected<Error>(
        usageError("--resume", "-", {Wanted::Kind::text, {"a file that sweep wrote, or is to write"}}));
  if (options.slurm.empty() && options.kubernetes.empty()) {
    if (!options.shards.empty())
      return tl::unexpected<Error>(usageError("--shards", "neither --slurm nor --kubernetes",
                                              {Wanted::Kind::text, {"one of them beside it"}}));
    return {};
  }
  const char* jobs = options.slurm.empty() ? "--kubernetes" : "--slurm";
  for (const auto& [name, value] :
       {std::pair("--shard", &options.shard), {"--out", &options.out}, {"--resume", &options.resume}})
    if (!value->empty()) return both(name, jobs);
  return {};
}

int runSweep(const SweepOptions& options, Common& common) {
  const StopOnSignal interruption;
  if (const auto sound = checkSweepOptions(options); !sound) return refuse(sound.error(), common.json);
  auto cases = SweepCases::read(options, common);
  if (!cases) return refuse(cases.error(), common.json);
  if (!options.slurm.empty() || !options.kubernetes.empty()) {
    const auto written = writeSweepJobs(options, common, cases->count());
    if (!written) return refuse(written.error(), common.json);
    sayWritten(*written, common.json);
    return Done;
  }
  SweepLines lines;
  if (const auto opened = lines.open(options, *cases); !opened) return refuse(opened.error(), common.json);
  const auto mine = static_cast<std::int64_t>(cases->mine());
  // Of text the line of each case is enough.
  Progress progress(common.progress == "json" ? "json" : "none");
  const auto tellDone = [&] { progress.step("cases", static_cast<std::int64_t>(lines.done()), mine); };
  tellDone();
  bool stopped = false, cut = false;
  for (std::size_t number = static_cast<std::size_t>(cases->part().number - 1); number < cases->count();
       number += static_cast<std::size_t>(cases->part().of)) {
    if (lines.isDone(number)) continue;
    stopped = interruption.token().stop_requested();
    if (stopped) break;
    bool cutHere = false;
    const Json line = cases->line(number, interruption.token(), cutHere);
    cut = cut || cutHere;
    // A case that a signal cut short is none that is done.
    stopped = cutHere && interruption.token().stop_requested();
    if (stopped && options.hasLines()) break;
    if (const auto added = lines.add(line); !added) {
      progress.finish();
      return refuse(added.error(), common.json);
    }
    tellDone();
    if (common.progress.empty() || common.progress == "text") note(QStringLiteral("case %1").arg(number + 1));
    if (stopped) break;
  }
  progress.finish();
  if (!options.hasLines()) {
    const int status =
        deliverSweep(objectOf(options, common, *cases, lines.rows()), options.target(), common.json);
    if (status != Done) return status;
    lines.takeAway();
    return stopped || cut ? StoppedEarly : Done;
  }
  if (lines.refused() > 0)
    note(QStringLiteral("%1 of %2 cases were refused: their lines say why.").arg(lines.refused()).arg(mine));
  if (stopped) note(QStringLiteral("Stopped after %1 of %2 cases.").arg(lines.done()).arg(mine));
  if (common.json && !options.target().empty()) sayWritten({options.target()}, true);
  if (stopped || cut) return StoppedEarly;
  return lines.refused() > 0 ? BadInput : Done;
}

}  // namespace

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

void addSweep(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* command = program.add_subcommand(
      "sweep", "Searches every combination of models, clusters and jobs, or of a grid");
  command->add_option("plan", options->plan, "A saved plan, whose scenarios are the cases")
      ->type_name("F.astrolabe");
  command
      ->add_option("--grid", options->grid, "Lists of models, clusters, jobs and values set in them (JSON)")
      ->type_name("GRID.json");
  command->add_option("--model", options->models, "Models, several")->type_name("M");
  command->add_option("--cluster", options->clusters, "Cluster descriptions, several")->type_name("C");
  command->add_option("--job", options->jobs, "Job descriptions, several")->type_name("J");
  command
      ->add_option("--scenario", options->scenarios,
                   "Scenarios of the saved plan, several; all when left out")
      ->type_name("S");
  command
      ->add_option("--catalogue-of", options->catalogueOf,
                   "Hardware and prices of the saved plan: as it was saved with (plan) or today's (today)")
      ->type_name("DAY");
  command->add_option("--objective", options->objective, "throughput, money, pareto or gpus")->type_name("O");
  command
      ->add_option("--goal", options->goal,
                   "smallest: the smallest cluster that fits; cheapest: the cheapest that meets the deadline")
      ->type_name("G");
  command->add_option("--rules", options->rules, "Further rules")->type_name("FILE");
  command->add_option("--calibration", options->calibration, "Constants fitted to own runs (validate --fit)")
      ->type_name("F.json");
  command->add_option("--kernels", options->kernels, "Kernel models fitted to own tables (fit)")
      ->type_name("F");
  command->add_option("--top", options->top, "Strategies in the answer of a case (default 1)")
      ->type_name("K");
  command->add_option("--shard", options->shard, "Only this part of the cases, such as 1/4")
      ->type_name("I/N");
  addTimeLimit(*command, options->timeLimit, "each search");
  command
      ->add_option(
          "--out", options->out,
          "Where to; standard output when left out. Of a grid, a plan or F.jsonl one line a case, else "
          "one object")
      ->type_name("F.json");
  command
      ->add_option("--resume", options->resume,
                   "As --out, and cases that stand there are done; a file that is not there is begun")
      ->type_name("F.jsonl");
  command->add_option("--slurm", options->slurm, "Search nothing: write the array job into this folder")
      ->type_name("DIR");
  command->add_option("--kubernetes", options->kubernetes, "The same as an indexed Job")->type_name("DIR");
  command->add_option("--shards", options->shards, "Parts of that job (default: 16, or one for each case)")
      ->type_name("N");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runSweep(*options, common); }; });
  addMerge(program, chosen, common);
}

}  // namespace astrolabe::cli
