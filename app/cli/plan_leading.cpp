#include "app/cli/plan_leading.h"

#include "app/cli/progress.h"
#include "app/cli/ranking.h"
#include "app/cli/table.h"
#include "app/cli/trace.h"
#include "core/base/error_codes.h"
#include "core/base/file_write.h"
#include "core/exports/row_table.h"
#include "core/plan/warnings.h"
#include "core/planning/deployments.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

namespace {

Error noSimulation(std::string_view kind) {
  return usageError("--simulate", std::string(kind),
                    {Wanted::Kind::text, {"a deployment of copies, for a job that serves"}});
}

/// "First token: 212 ms" from "ttft_seconds": 0.212.
struct SimulatedName {
  const char *key, *name;
};
constexpr SimulatedName kSimulatedNames[] = {
    {"ttft_seconds", "First token, half of them"},
    {"ttft_mean_seconds", "First token, mean"},
    {"ttft_p99_seconds", "First token, 99 %"},
    {"ttft_promised_seconds", "First token, as many as is promised"},
    {"tpot_seconds", "Time per token, half of them"},
    {"tpot_p99_seconds", "Time per token, 99 %"},
    {"tpot_promised_seconds", "Time per token, as many as is promised"},
    {"e2e_promised_seconds", "Time of a request, as many as is promised"},
    {"tokens_per_second_per_user", "Tokens/s a user"},
    {"output_tokens_per_second", "Tokens/s"},
    {"output_tokens_per_second_per_gpu", "Tokens/s a GPU"},
    {"requests_per_second", "Requests/s"},
    {"batch_sequences", "Sequences at once"},
    {"kv_use_most_share", "Keys and values, used at most"},
    {"preemptions_count", "Preemptions"},
    {"requests_count", "Requests"},
    {"left_out_requests_count", "Requests left out"},
    {"longest_request_tokens", "Longest request there is room for, tokens"},
};

QString simulatedValue(const std::string& key, double value) {
  if (key.ends_with("_seconds")) return ui::durationText(value);
  if (key.ends_with("_share")) return ui::percentText(value);
  if (key.ends_with("_count") || key.ends_with("_tokens")) return ui::wholeText(value);
  return ui::significantText(value);
}

}  // namespace

void Simulation::addTo(CLI::App& command) {
  command.add_flag("--simulate", simulate, "Also simulate the best, request by request (serving jobs)");
  command
      .add_option("--trace-in", traceIn,
                  "--simulate with the requests of this trace (arrival_seconds,input_tokens,output_tokens)")
      ->type_name("F.csv");
}

Result<void> Simulation::check() const {
  if (simulate || traceIn.empty()) return {};
  return tl::unexpected<Error>(usageError(
      "--trace-in", traceIn, {Wanted::Kind::text, {"--simulate beside it, which reads the trace"}}));
}

Result<Json> Simulation::of(const planning::Question& question, const planning::LayoutPtr& layout,
                            const Common& common) const {
  if (!wanted()) return Json(nullptr);
  if (const auto sound = check(); !sound) return tl::unexpected<Error>(sound.error());
  const std::string_view kind = planning::kind_of(layout);
  const auto* planner = dynamic_cast<const planning::LeadingPlanner*>(planning::find_planner(kind));
  if (planner == nullptr) return tl::unexpected<Error>(noSimulation(kind));
  std::string trace;
  if (!traceIn.empty()) {
    auto text = read_text_file(traceIn);
    if (!text) return tl::unexpected<Error>(text.error());
    trace = std::move(*text);
  }
  auto simulated = planner->simulated(question, layout, trace, common.seedValue);
  if (!simulated) return tl::unexpected<Error>(Error(simulated.error()).in_file(traceIn));
  if (simulated->is_null()) return tl::unexpected<Error>(noSimulation(kind));
  return simulated;
}

QString simulatedText(const Json& simulated) {
  if (!simulated.is_object()) return QStringLiteral("This deployment has no simulation.");
  Table table;
  table.column(QStringLiteral("Simulated"));
  table.column(QStringLiteral("Value"), Align::Right);
  for (const SimulatedName& figure : kSimulatedNames) {
    const Json value = simulated.value(figure.key, Json());  // null: it has no time
    if (value.is_number())
      table.row({QLatin1StringView(figure.name), simulatedValue(figure.key, value.get<double>())});
  }
  return table.text();
}

namespace {

int statusOfFound(const planning::Found& found) {
  if (found.stopped_early) return StoppedEarly;
  return planning::possible(found.options).empty() ? NothingFits : Done;
}

bool isCsv(const std::string& path) {
  const QString name = QString::fromStdString(path);
  return name.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
}

/// All files that are asked for; what no option or no frontier is there for is told.
Result<void> writeFiles(const LeadingAsked& asked, const planning::Found& found, const Json& answer) {
  const LeadingFiles& files = asked.files;
  const std::vector<planning::OptionPtr> possible = planning::possible(found.options);
  if (possible.empty()) {
    if (!files.trace.empty() || !files.report.empty())
      note(QStringLiteral("No trace and no report was written: %1")
               .arg(found.options.empty()
                        ? QStringLiteral("nothing fits.")
                        : violationText(*found.options.front(), asked.question->problem)));
  } else {
    if (!files.trace.empty())
      if (auto written = writeTrace(*possible.front(), asked.question->problem, files.trace); !written)
        return written;
    if (!files.report.empty())
      if (auto written = writeReports(asked.read, found, *possible.front(), files.report, asked.stop);
          !written)
        return written;
  }
  if (files.frontier.empty()) return {};
  const Json rows = answer.value("frontier", Json::array());
  return write_file(files.frontier,
                    isCsv(files.frontier) ? exports::rows_csv(rows) : text_of(rows, 1) + '\n');
}

}  // namespace

int planLeading(const LeadingAsked& asked, const Common& common) {
  if (asked.simulation.wanted() && asked.planner.id() != planning::kDeployment)
    return refuse(noSimulation(asked.planner.id()), common.json);
  planning::Run run;
  run.options = asked.search;
  if (asked.deadline) run.options.time_limit = seconds_until(*asked.deadline);
  run.stop = asked.stop;
  Progress progress(common.progress);
  progress.step(std::string(asked.planner.answer_key()));
  const planning::FoundPtr found = asked.planner.plan(asked.question, run);
  progress.finish();
  if (const auto error = planning::error_of(*found)) {
    if (error->code == code::defect) {
      note(ui::messageFor(*error).plain());
      return Defect;
    }
    return refuse(inFileOf(*error, asked.inputs), common.json);
  }
  Json answer = planning::leading_answer_json(asked.planner, *found, run.options);
  const std::vector<planning::OptionPtr> possible = planning::possible(found->options);
  Json simulated;
  if (asked.simulation.wanted() && !possible.empty()) {
    auto made = asked.simulation.of(*asked.question, possible.front()->layout, common);
    if (!made) return refuse(made.error(), common.json);
    simulated = std::move(*made);
    answer["best"][0]["simulated"] = simulated;
  }
  plan::add_warnings(answer, asked.read.model_warnings, asked.question->problem);
  const auto saved = asked.save(answer);
  // An answer is not lost with a full disk: it is printed all the same.
  if (!saved) answer["error"] = error_json(saved.error())["error"];
  if (common.json) {
    print(answer);
  } else {
    print(foundText(*found));
    if (!simulated.is_null()) print(QLatin1Char('\n') + simulatedText(simulated));
  }
  if (!saved) {
    if (!common.json) refuse(saved.error(), false);
    return BadInput;
  }
  if (const auto written = writeFiles(asked, *found, answer); !written) return refuse(written.error(), false);
  return statusOfFound(*found);
}

}  // namespace astrolabe::cli
