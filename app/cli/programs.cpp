#include "app/cli/programs.h"

#include <chrono>

#include "app/cli/command.h"
#include "core/plan/program_summary.h"

namespace astrolabe::cli {

namespace {

/// Up to here the program of mixed GPUs takes a second or two.
constexpr int kProgramGpus = 1024;

}  // namespace

void ProgramChoice::addTo(CLI::App& command) {
  command
      .add_option(
          "--programs", when,
          "Whether mixed GPUs get a distributed program, too: auto (up to 1024 GPUs, hard ones not to the "
          "end), always or never")
      ->type_name("WHEN");
}

Result<void> ProgramChoice::check() const {
  if (when != "auto" && when != "always" && when != "never")
    return tl::unexpected<Error>(
        usageError("--programs", when, {Wanted::Kind::one_of, {"auto", "always", "never"}}));
  return {};
}

bool ProgramChoice::wanted(const hardware::Cluster& cluster) const {
  if (when != "auto" || !plan::is_mixed(cluster)) return when != "never";
  int gpus = 0;
  for (const hardware::Pool& pool : cluster.pools) gpus += pool.gpus();
  return gpus <= kProgramGpus;
}

Programs programsFor(const plan::Plan& plan, const strategy::Problem& problem, const plan::Snapshot& snapshot,
                     int threads, bool toTheEnd, const std::stop_token& stop, const Deadline& deadline) {
  const bool ended = snapshot.status == plan::Status::optimal || snapshot.status == plan::Status::feasible ||
                     snapshot.status == plan::Status::infeasible;
  if (!ended || snapshot.stopped_early || !plan::is_mixed(problem.cluster)) return {};
  if (!plan::may_answer(problem)) return {};
  plan::ProgramOptions options{threads, 0.0, stop};
  if (toTheEnd) options.most_work = 0;
  if (deadline) options.time_limit = seconds_until(*deadline);
  auto reports = plan::programs_of(plan, problem, options);
  Programs programs;
  programs.cutShort = stop.stop_requested() || (deadline && std::chrono::steady_clock::now() >= *deadline);
  if (reports)
    programs.made = std::move(*reports);
  else
    programs.error = reports.error();
  return programs;
}

}  // namespace astrolabe::cli
