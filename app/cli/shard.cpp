// shard: an SPMD program with sharding ratios for unequal GPUs.
#include <memory>
#include <optional>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/inputs.h"
#include "app/cli/progress.h"
#include "app/cli/shard_extras.h"
#include "app/cli/speech.h"
#include "app/cli/table.h"
#include "core/base/error_codes.h"
#include "core/base/parallel.h"
#include "core/base/units.h"
#include "core/calibration/calibration.h"
#include "core/plan/model_source.h"
#include "core/plan/program_report.h"
#include "core/plan/shard.h"
#include "core/plan/warnings.h"
#include "ui/render/messages.h"

namespace astrolabe::cli {

namespace {

struct ShardOptions {
  std::string model, benchmark, cluster, job, profile, calibration, layers, batch, sequence, segments,
      timeLimit;
  bool compat = false;
  ShardExtras extras;
};

constexpr std::int64_t mostLayers = 4096, mostBatch = 1 << 24, mostSequence = 1 << 24;

Error missing(const char* option, const char* what) {
  return usageError(option, "nothing", {Wanted::Kind::text, {what}});
}

Result<void> checkChoice(const ShardOptions& options) {
  const int sources = (options.model.empty() ? 0 : 1) + (options.benchmark.empty() ? 0 : 1) +
                      (options.extras.onnx.empty() ? 0 : 1);
  if (sources == 0)
    return tl::unexpected<Error>(
        missing("--model", "--model M, --onnx F or --benchmark vgg19, vit, bert, moe or encoder"));
  if (sources > 1)
    return tl::unexpected<Error>(
        options.benchmark.empty()
            ? usageError("--onnx", options.extras.onnx, {Wanted::Kind::text, {"either it or --model"}})
            : usageError("--benchmark", options.benchmark, {Wanted::Kind::text, {"either it or --model"}}));
  if (options.compat && !options.extras.onnx.empty())
    return tl::unexpected<Error>(
        usageError("--compat", "--onnx",
                   {Wanted::Kind::text, {"--benchmark: the released code has rules for those only"}}));
  if (options.compat && !options.segments.empty())
    return tl::unexpected<Error>(
        usageError("--compat", "--segments",
                   {Wanted::Kind::text, {"either: the released code has the same ratios for all layers"}}));
  if (!options.profile.empty() && !options.cluster.empty())
    return tl::unexpected<Error>(
        usageError("--profile", options.profile, {Wanted::Kind::text, {"either it or --cluster and --job"}}));
  if (options.profile.empty() && options.cluster.empty())
    return tl::unexpected<Error>(missing("--profile", "--profile P, or --cluster C and --job J"));
  if (!options.cluster.empty() && options.job.empty())
    return tl::unexpected<Error>(missing("--job", "a JSON file that describes the job"));
  if (!options.profile.empty() && !options.calibration.empty())
    return tl::unexpected<Error>(usageError(
        "--calibration", options.calibration,
        {Wanted::Kind::text, {"--cluster and --job: a profile states what its devices and links reach"}}));
  return {};
}

/// Optional whole number; 0 when it was not given.
Result<std::int64_t> wholeOrNone(const char* option, const std::string& text, std::int64_t most) {
  if (text.empty()) return 0;
  return wholeOption(option, text, 1, most);
}

Result<void> readNumbers(const ShardOptions& options, plan::ShardRequest& request) {
  const auto layers = wholeOrNone("--layers", options.layers, mostLayers);
  if (!layers) return tl::unexpected<Error>(layers.error());
  const auto batch = wholeOrNone("--batch", options.batch, mostBatch);
  if (!batch) return tl::unexpected<Error>(batch.error());
  const auto sequence = wholeOrNone("--sequence", options.sequence, mostSequence);
  if (!sequence) return tl::unexpected<Error>(sequence.error());
  const auto segments = wholeOrNone("--segments", options.segments, plan::kMostSegments);
  if (!segments) return tl::unexpected<Error>(segments.error());
  request.options.segments = std::max(1, static_cast<int>(*segments));
  request.layers = static_cast<int>(*layers);
  request.batch = *batch;
  request.sequence = *sequence;
  const auto limit = readTimeLimit(options.timeLimit);
  if (!limit) return tl::unexpected<Error>(limit.error());
  request.options.deadline = deadline_in(*limit);  // of all that is done, reading included
  return {};
}

Result<void> readDevices(const ShardOptions& options, const Common& common, plan::ShardRequest& request) {
  if (!options.profile.empty()) {
    auto json = readJson(options.profile);
    if (!json) return tl::unexpected<Error>(json.error());
    request.profile = std::move(*json);
  }
  if (!options.job.empty()) {
    const auto json = readJson(options.job);
    if (!json) return tl::unexpected<Error>(json.error());
    auto job = strategy::read_job(*json);
    if (!job) return tl::unexpected<Error>(std::move(job.error()).in_file(options.job));
    request.job = std::move(*job);
  }
  if (options.cluster.empty()) return {};
  const auto json = readJson(options.cluster);
  if (!json) return tl::unexpected<Error>(json.error());
  const auto spec = hardware::read_cluster(*json);
  if (!spec) return tl::unexpected<Error>(Error(spec.error()).in_file(options.cluster));
  const auto own = readOwnTypes(common);
  if (!own) return tl::unexpected<Error>(own.error());
  auto cluster =
      hardware::resolve(*spec, hardware::Catalogue::built_in().with(*own), request.job->cost.commitment);
  if (!cluster) return tl::unexpected<Error>(std::move(cluster.error()).in_file(options.cluster));
  request.cluster = std::move(*cluster);
  if (options.calibration.empty()) return {};
  const auto calibration = readCalibration(options.calibration);
  if (!calibration) return tl::unexpected<Error>(calibration.error());
  strategy::Problem asked;
  asked.cluster = *request.cluster;
  if (auto used = calibration::apply(*calibration, asked); !used)
    return tl::unexpected<Error>(std::move(used.error()).in_file(options.calibration));
  request.coefficients = asked.coefficients;
  return {};
}

Result<plan::ShardRequest> readRequest(const ShardOptions& options, const Common& common) {
  plan::ShardRequest request;
  request.compat = options.compat;
  request.benchmark = options.benchmark;
  request.options.threads = worker_count(common.workers);
  if (const auto choice = checkChoice(options); !choice) return tl::unexpected<Error>(choice.error());
  if (const auto extras = options.extras.check(); !extras) return tl::unexpected<Error>(extras.error());
  if (const auto numbers = readNumbers(options, request); !numbers)
    return tl::unexpected<Error>(numbers.error());
  if (const auto devices = readDevices(options, common, request); !devices)
    return tl::unexpected<Error>(devices.error());
  if (!options.extras.onnx.empty()) {
    const std::int64_t batch = request.batch > 0 || !request.job ? request.batch : request.job->global_batch;
    auto graph = options.extras.readGraph(batch);
    if (!graph) return tl::unexpected<Error>(std::move(graph.error()));
    request.graph = std::move(*graph);
  }
  if (options.model.empty()) return request;
  auto model = plan::read_model_source(options.model);
  if (!model) {
    Error error = std::move(model.error());
    return tl::unexpected<Error>(error.file.empty() ? std::move(error).in_file(options.model) : error);
  }
  request.architecture = std::move(*model);
  return request;
}

/// Leaves the GPUs of the cluster out that a distributed program of plan() leaves out; how many these are.
/// Errors: no whole node works.
Result<int> leaveOut(plan::ShardRequest& request) {
  if (!request.cluster) return 0;
  const int all = request.cluster->gpus();
  request.cluster = plan::usable_part(*request.cluster, request.job->precision);
  const int used = request.cluster->gpus();
  if (used == 0)
    return fail(code::out_of_range, "pools", "no whole node that works",
                {Wanted::Kind::text, {"at least one whole node, which a distributed program needs"}});
  return all - used;
}

/// A profile is cluster and job in one.
PartFiles filesOf(const ShardOptions& options) {
  const bool profiled = !options.profile.empty();
  return {"", options.model.empty() ? options.extras.onnx : options.model,
          profiled ? options.profile : options.cluster, profiled ? options.profile : options.job,
          options.calibration};
}

QString milliseconds(double seconds) { return QStringLiteral("%1 ms").arg(1e3 * seconds, 0, 'f', 3); }

void printText(const plan::ShardAnswer& answer) {
  const spmd::Synthesis& made = answer.synthesis;
  if (made.program.instructions.empty()) {
    print(QStringLiteral("%1 on %2: %3")
              .arg(QString::fromStdString(answer.graph.name), counted(answer.devices.count(), "device"),
                   QString::fromLatin1(plan::status_of(answer))));
    return;
  }
  print(QStringLiteral("%1 on %2: %3 a step, %4 (gap %5 %), %6, found in %7")
            .arg(QString::fromStdString(answer.graph.name), counted(answer.devices.count(), "device"),
                 milliseconds(made.step.value), QString::fromLatin1(plan::status_of(answer)))
            .arg(100.0 * made.gap, 0, 'f', 2)
            .arg(counted(static_cast<double>(made.program.instructions.size()), "instruction"),
                 milliseconds(made.elapsed.value)));
  Table baselines;
  baselines.column(QStringLiteral("instead"));
  baselines.column(QStringLiteral("a step"), Table::Align::Right);
  baselines.column(QStringLiteral("gain"), Table::Align::Right);
  const std::pair<const char*, std::optional<double>> rows[]{
      {"even data parallelism", made.baselines.data_parallel_even},
      {"proportional data parallelism", made.baselines.data_parallel_proportional},
      {"tensor parallelism", made.baselines.tensor_parallel}};
  bool any = false;
  for (const auto& [name, seconds] : rows) {
    if (!seconds) continue;
    any = true;
    baselines.row({QString::fromLatin1(name), milliseconds(*seconds),
                   QStringLiteral("%1 x").arg(*seconds / made.step.value, 0, 'f', 2)});
  }
  if (any) print(baselines.text());
  Table devices;
  devices.column(QStringLiteral("device"));
  for (std::size_t s = 0; s < made.program.ratios.size(); ++s)
    devices.column(QStringLiteral("share %1").arg(s), Table::Align::Right);
  for (std::size_t i = 0; i < answer.devices.names.size(); ++i) {
    QStringList row{QString::fromStdString(answer.devices.names[i])};
    for (const auto& ratios : made.program.ratios)
      row << QStringLiteral("%1 %").arg(100.0 * ratios[i], 0, 'f', 3);
    devices.row(row);
  }
  print(devices.text());
  const auto segments = plan::segments_of(answer);
  for (std::size_t s = 0; s < segments.size() && segments.size() > 1; ++s)
    print(QStringLiteral("segment %1: %2, %3 to %4")
              .arg(s)
              .arg(counted(segments[s].operators, "operator"), QString::fromStdString(segments[s].first),
                   QString::fromStdString(segments[s].last)));
}

/// What looks wrong in the model or the cluster, each with its file.
std::vector<Error> warningsOf(const plan::ShardRequest& request, const ShardOptions& options) {
  std::vector<Error> all;
  if (request.architecture) all = request.architecture->warnings;
  if (request.cluster)
    for (Error& warning : plan::warnings_of(*request.cluster))
      all.push_back(inFileOf(std::move(warning), filesOf(options)));
  return all;
}

int runShard(const ShardOptions& options, Common& common) {
  const StopOnSignal interruption;
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  auto request = readRequest(options, common);
  if (!request) return refuse(inFileOf(request.error(), filesOf(options)), common.json);
  warn(warningsOf(*request, options));
  const std::optional<hardware::Cluster> whole = request->cluster;
  const auto leftOut = leaveOut(*request);
  if (!leftOut) return refuse(inFileOf(leftOut.error(), filesOf(options)), common.json);
  request->options.stop = interruption.token();
  const auto& deadline = request->options.deadline;
  const StopLater closing(interruption.token(), deadline ? std::optional(*deadline + kClosing) : std::nullopt,
                          kClosing);
  Progress progress(common.progress);
  progress.step("synthesis");
  const auto answer = plan::shard(*request);
  progress.finish();
  if (!answer) return refuse(inFileOf(answer.error(), filesOf(options)), common.json);
  const spmd::Synthesis& made = answer->synthesis;
  Json json = common.json ? plan::to_json(*answer) : Json::object();
  plan::add_warnings(json, warningsOf(*request, options));
  QString told;
  int status = made.stopped ? StoppedEarly : Done;
  const bool fits = plan::fits(*answer);
  if (fits) {
    if (options.extras.proves()) progress.step("verification");
    const auto proof = options.extras.prove(*answer, common, closing.token(), json, told);
    progress.finish();
    if (!proof) return refuse(inFileOf(proof.error(), filesOf(options)), common.json);
    if (*proof != Done) status = *proof;
    const std::vector<exports::Machine> machines =
        whole ? exports::machines_of(*whole, *request->cluster) : std::vector<exports::Machine>();
    if (const auto written = options.extras.write(*answer, machines); !written)
      return refuse(written.error(), common.json);
  }
  if (common.json)
    print(json);
  else
    printText(*answer);
  if (*leftOut > 0)
    note(QStringLiteral("Left out: %1 of nodes with a slow or failed GPU, of spares or above a limit.")
             .arg(counted(*leftOut, "GPU")));
  if (!told.isEmpty() && !common.json) status == Done ? print(told) : note(told);
  if (fits) return status;
  if (made.stopped && made.short_of.device.empty()) {
    note(QStringLiteral("It was stopped before a program was found."));
    return StoppedEarly;
  }
  if (made.stopped) {
    const bool asked = interruption.token().stop_requested();
    note((asked ? QStringLiteral("It was stopped before a split was found that fits; ")
                : QStringLiteral("Time was up before a split was found that fits; ")) +
         QStringLiteral("nearest so far: %1 lacks %2 GiB.")
             .arg(QString::fromStdString(made.short_of.device))
             .arg(in_gib(made.short_of.missing), 0, 'f', 2));
    return StoppedEarly;
  }
  note(QStringLiteral("No split fits: %1 lacks %2 GiB of memory at the least.")
           .arg(QString::fromStdString(made.short_of.device))
           .arg(in_gib(made.short_of.missing), 0, 'f', 2));
  if (answer->help)
    note(QStringLiteral("With %1 of %2 a split fits.")
             .arg(counted(answer->help->nodes, "more node"), QString::fromStdString(answer->help->pool)));
  return NothingFits;
}

}  // namespace

void addShard(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<ShardOptions>();
  CLI::App* command = program.add_subcommand("shard", "Writes an SPMD program for unequal GPUs (HAP)");
  command->add_option("--model", options->model, "config.json, folder or built-in id; - is standard input")
      ->type_name("M");
  command
      ->add_option(
          "--benchmark", options->benchmark,
          "A model of the HAP paper or its code in the place of a model: vgg19, vit, bert, moe or encoder")
      ->type_name("NAME");
  command
      ->add_option("--layers", options->layers,
                   "Layers of a benchmark (default 12; vgg19 has always its own)")
      ->type_name("N");
  command->add_option("--batch", options->batch, "Samples of all devices together")->type_name("N");
  command->add_option("--sequence", options->sequence, "Tokens of a sample of a model")->type_name("N");
  command
      ->add_option("--segments", options->segments,
                   "Parts of the model that may have shares of their own, at most 16")
      ->type_name("N");
  command->add_option("--cluster", options->cluster, "Cluster as JSON")->type_name("C");
  command->add_option("--job", options->job, "Job as JSON")->type_name("J");
  command->add_option("--profile", options->profile, "Profiled speeds and bandwidths as JSON")
      ->type_name("P");
  command->add_option("--calibration", options->calibration, "Constants fitted to own runs (validate --fit)")
      ->type_name("F.json");
  command->add_flag("--compat", options->compat, "Count and alternate as the released HAP code does");
  addTimeLimit(*command, options->timeLimit);
  options->extras.addTo(*command);
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runShard(*options, common); }; });
}

}  // namespace astrolabe::cli
