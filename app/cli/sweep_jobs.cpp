// sweep --slurm and --kubernetes: the array jobs, one task for each shard. A task goes on with the lines that
// it left, so that one that was killed or moved is started again as it is.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/sweep.h"
#include "core/base/error_codes.h"
#include "core/base/file_write.h"
#include "core/base/quoting.h"

namespace astrolabe::cli {

namespace {

constexpr std::int64_t kUsualShards = 16, kMostShards = 100'000;
constexpr int kUsualThreads = 4;

std::filesystem::path absolutePath(const std::string& path) {
  std::error_code fault;
  const std::filesystem::path whole = std::filesystem::absolute(path, fault);
  return fault ? std::filesystem::path(path) : whole.lexically_normal();
}

/// The command of one shard without --shard and --resume, as words.
std::vector<std::string> sweepWords(const SweepOptions& options, const Common& common) {
  std::vector<std::string> words{"sweep"};
  if (!options.plan.empty()) words.push_back(options.plan);
  const auto list = [&](const char* name, const std::vector<std::string>& values) {
    if (values.empty()) return;
    words.emplace_back(name);
    words.insert(words.end(), values.begin(), values.end());
  };
  list("--model", options.models);
  list("--cluster", options.clusters);
  list("--job", options.jobs);
  list("--scenario", options.scenarios);
  for (const auto& [name, value] : {std::pair("--grid", &options.grid),
                                    {"--catalogue-of", &options.catalogueOf},
                                    {"--objective", &options.objective},
                                    {"--goal", &options.goal},
                                    {"--rules", &options.rules},
                                    {"--calibration", &options.calibration},
                                    {"--kernels", &options.kernels},
                                    {"--top", &options.top},
                                    {"--time-limit", &options.timeLimit},
                                    {"--hardware", &common.hardware},
                                    {"--threads", &common.threads},
                                    {"--seed", &common.seed}})
    if (!value->empty()) {
      words.emplace_back(name);
      words.push_back(*value);
    }
  return words;
}

std::string shellLine(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

/// A comment line of sbatch: its value in double quotes, as sbatch takes it.
std::string batchValue(const std::string& text) {
  std::string value = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') value += '\\';
    value += letter;
    if (letter == '%') value += '%';
  }
  return value;  // the caller ends it, behind what sbatch itself fills in
}

std::string thisProgram() {
  std::error_code fault;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", fault);
  return fault ? "astrolabe-cli" : program.string();
}

/// Folders of a sweep's job, all absolute: whatever names the command line gave mean the same on each
/// machine.
struct JobPlaces {
  std::string work, folder, program;
};

std::string slurmScript(const SweepOptions& options, const Common& common, const JobPlaces& at,
                        std::int64_t shards) {
  const int threads = common.workers > 0 ? common.workers : kUsualThreads;
  return fmt::format(
      R"(#!/bin/bash
# An array job of astrolabe-cli, one task for each shard of a sweep.
# Submit:      sbatch {script}
# Put together: sh {merge}
# A task goes on where it was stopped: one that a node took with it, or that was preempted, comes back by
# itself; one that ran out of time or was cancelled is submitted again with sbatch --array=N.
#SBATCH --job-name=astrolabe-sweep
#SBATCH --array=1-{shards}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={threads}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={log}/shard-%a.log"
set -u
cd {work} || exit 1
program=${{ASTROLABE_CLI:-{program}}}
exec "$program" {command} \
  --shard "$SLURM_ARRAY_TASK_ID/{shards}" --resume {folder}/"shard-$SLURM_ARRAY_TASK_ID.jsonl"
)",
      fmt::arg("script", comment_text(shell_word(at.folder + "/sweep.sbatch"))),
      fmt::arg("merge", comment_text(shell_word(at.folder + "/merge.sh"))), fmt::arg("shards", shards),
      fmt::arg("threads", threads), fmt::arg("log", batchValue(at.folder)),
      fmt::arg("work", shell_word(at.work)), fmt::arg("program", shell_word(at.program)),
      fmt::arg("command", shellLine(sweepWords(options, common))), fmt::arg("folder", shell_word(at.folder)));
}

std::string kubernetesManifest(const SweepOptions& options, const Common& common, const JobPlaces& at,
                               std::int64_t shards) {
  const int threads = common.workers > 0 ? common.workers : kUsualThreads;
  const std::string command = fmt::format(
      "exec astrolabe-cli {} --shard \"$((JOB_COMPLETION_INDEX + 1))/{}\" --resume "
      "{}/\"shard-$((JOB_COMPLETION_INDEX + 1)).jsonl\"",
      shellLine(sweepWords(options, common)), shards, shell_word(at.folder));
  return fmt::format(
      R"(# An indexed Job of astrolabe-cli, one index for each shard of a sweep.
# Name the image that holds astrolabe-cli, and the claim whose volume holds the inputs under the same names; it is
# mounted where the command was given, and takes the results. Then: kubectl apply -f sweep.yaml
# Put together: sh merge.sh
apiVersion: batch/v1
kind: Job
metadata:
  name: astrolabe-sweep
spec:
  completionMode: Indexed
  completions: {shards}
  parallelism: {shards}
  backoffLimitPerIndex: 6
  podFailurePolicy:
    rules:
      # A node that was drained or lost is nobody's fault: the index goes on with its lines elsewhere.
      - action: Ignore
        onPodConditions:
          - type: DisruptionTarget
            status: "True"
      # Status 2: inputs that are wrong are wrong again.
      - action: FailIndex
        onExitCodes:
          containerName: sweep
          operator: In
          values: [2]
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: sweep
          image: {image}
          workingDir: {work}
          command: ["/bin/sh", "-c", {command}]
          resources:
            requests: {{cpu: "{threads}", memory: 2Gi}}
            limits: {{cpu: "{threads}"}}
          volumeMounts:
            - name: sweep
              mountPath: {work}
      volumes:
        - name: sweep
          persistentVolumeClaim:
            claimName: astrolabe-sweep
)",
      fmt::arg("shards", shards), fmt::arg("image", text_of(Json("astrolabe:" ASTROLABE_VERSION))),
      fmt::arg("work", text_of(Json(at.work))), fmt::arg("command", text_of(Json(command))),
      fmt::arg("threads", threads));
}

std::string mergeScript(const JobPlaces& at, std::int64_t shards) {
  return fmt::format(R"(#!/bin/sh
# Puts the parts of the sweep together; says which are missing.
set -eu
cd {folder}
program=${{ASTROLABE_CLI:-{program}}}
set --
part=1
while [ "$part" -le {shards} ]; do
  if [ -e "shard-$part.jsonl" ]; then
    set -- "$@" "shard-$part.jsonl"
  else
    echo "shard-$part.jsonl is missing" >&2
  fi
  part=$((part + 1))
done
"$program" merge "$@" --out sweep.jsonl
)",
                     fmt::arg("folder", shell_word(at.folder)), fmt::arg("program", shell_word(at.program)),
                     fmt::arg("shards", shards));
}

}  // namespace

Result<std::vector<std::string>> writeSweepJobs(const SweepOptions& options, const Common& common,
                                                std::size_t cases) {
  std::int64_t shards = std::min(kUsualShards, static_cast<std::int64_t>(cases));
  if (!options.shards.empty()) {
    const auto asked =
        wholeOption("--shards", options.shards, 1, std::min(kMostShards, static_cast<std::int64_t>(cases)));
    if (!asked) return tl::unexpected<Error>(asked.error());
    shards = *asked;
  }
  std::vector<std::string> paths, contents;
  for (const bool slurm : {true, false}) {
    const std::string& folder = slurm ? options.slurm : options.kubernetes;
    if (folder.empty()) continue;
    std::error_code fault;
    std::filesystem::create_directories(folder, fault);
    if (fault)
      return tl::unexpected<Error>(Error{std::string(code::cannot_save),
                                         folder,
                                         {},
                                         fault.message(),
                                         {Wanted::Kind::text, {"a folder that can be written"}}});
    const JobPlaces at{absolutePath(".").string(), absolutePath(folder).string(), thisProgram()};
    paths.push_back(folder + (slurm ? "/sweep.sbatch" : "/sweep.yaml"));
    contents.push_back(slurm ? slurmScript(options, common, at, shards)
                             : kubernetesManifest(options, common, at, shards));
    paths.push_back(folder + "/merge.sh");
    contents.push_back(mergeScript(at, shards));
  }
  std::vector<NewFile> files;
  for (std::size_t i = 0; i < paths.size(); ++i) files.push_back({paths[i], contents[i]});
  if (const auto written = write_files(files); !written) return tl::unexpected<Error>(written.error());
  return paths;
}

}  // namespace astrolabe::cli
