#include "core/planning/programs.h"

#include <chrono>
#include <cstdint>
#include <utility>

#include "core/base/error_codes.h"
#include "core/exports/program_files.h"
#include "core/plan/spares.h"

namespace astrolabe::planning {

namespace {

/// Up to here a search for programs takes about as long as all others.
constexpr int kProgramGpus = 1024;

/// Work of a search that somebody asks to go to its end: up to five seconds on two cores.
constexpr std::int64_t kWorkToTheEnd = 25'000'000;

class ProgramPlanner final : public Planner {
 public:
  std::string_view id() const override { return kProgram; }
  std::string_view answer_key() const override { return "programs"; }
  std::string help() const override {
    return "Whether mixed GPUs get a distributed program, too: auto (up to 1024 GPUs, hard ones with little "
           "work), always (with much more) or never: no program of any form (--groups, --sharded) that is "
           "not asked for by its own option, but pipelines as their options say";
  }
  std::string declines(const Question& question) const override {
    if (!question.problem.job.trains()) return "no_training";
    return plan::is_mixed(question.problem.cluster) ? "" : "not_mixed";
  }
  bool may_rank(const Question& question) const override { return plan::may_answer(question.problem); }
  bool takes_long(const Question& question) const override {
    if (!plan::is_mixed(question.problem.cluster)) return false;
    int gpus = 0;
    for (const hardware::Pool& pool : question.problem.cluster.pools) gpus += pool.gpus();
    return gpus > kProgramGpus;
  }
  bool ends_by_work() const override { return true; }
  bool finds_programs() const override { return true; }

  FoundPtr plan(const QuestionPtr& question, Run& run) const override {
    const auto begin = std::chrono::steady_clock::now();
    auto found = std::make_shared<Found>();
    found->planner = kProgram;
    found->revision = run.revision;
    found->question = question;
    const std::int64_t sequences = sequences_of(run.options);
    found->of_the_job = sequences == 0 || sequences == question->problem.job.global_batch;
    run.phase = plan::Phase::searching;
    plan::ProgramOptions options{run.options.threads, run.options.time_limit, run.stop};
    if (run.options.to_the_end) options.most_work = kWorkToTheEnd;
    const auto architecture = architecture_of(*question);
    auto reports = architecture ? plan::program_reports(question->problem, **architecture, sequences, options)
                                : tl::unexpected<Error>(architecture.error());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    found->seconds = took.count();
    found->stopped_early = (reports && reports->front().stopped) || run.stop.stop_requested() ||
                           (run.options.time_limit > 0.0 && found->seconds >= run.options.time_limit);
    if (!reports) {
      found->status = plan::Status::failed;
      found->error = std::move(reports.error());
      return found;
    }
    const bool fits = reports->front().fits();
    found->options = options_of(std::move(*reports), question->problem);
    const Proof& proof = found->options.front()->proof;
    found->status = !fits          ? plan::Status::infeasible
                    : proof.proven ? plan::Status::optimal
                                   : plan::Status::feasible;
    found->has_bound = fits;
    found->gap = proof.gap;
    return found;
  }

  Result<LayoutPtr> read_layout(const Json&, const Question&) const override {
    return fail(code::out_of_range, "kind", std::string(kProgram),
                {Wanted::Kind::text, {"a strategy: a distributed program is made anew, not kept"}});
  }

  Result<Option> evaluate(const Question& question, const LayoutPtr& layout) const override {
    const auto& report = as<ProgramLayout>(layout)->report();
    if (!report) return read_layout(Json(), question).map([](const LayoutPtr&) { return Option(); });
    return *options_of({*report}, question.problem).front();
  }

  std::vector<Export> exports() const override {
    const auto entry = [](const char* id, const char* ending, auto text) {
      return Export{id, ending, [text](const Option& option) -> Result<std::string> {
                      return text(*as<ProgramLayout>(option.layout)->report());
                    }};
    };
    using Report = plan::ProgramReport;
    return {entry("text", ".program.txt",
                  [](const Report& report) { return Result<std::string>(exports::program_text(report)); }),
            entry("json", ".program.json",
                  [](const Report& report) {
                    return Result<std::string>(text_of(exports::program_json(report), 1) + "\n");
                  }),
            entry("pytorch", ".program.py",
                  [](const Report& report) { return exports::program_script(report); })};
  }

 private:
  static std::int64_t sequences_of(const SearchOptions& options) {
    return options.settings.is_object() ? options.settings.value("sequences", std::int64_t{0}) : 0;
  }
};

}  // namespace

const Planner& program_planner() {
  static const ProgramPlanner planner;
  return planner;
}

Json ProgramLayout::to_json(const std::vector<std::string>&) const { return nullptr; }

Json ProgramLayout::answer_json(const Option& option, const strategy::Problem& problem, int rank) const {
  if (!m_report) return {};
  Json json = plan::program_json(*m_report, problem.pool_ids(), rank);
  plan::add_spares(json, problem, option.evaluation);
  return json;
}

int ProgramLayout::compare(const Layout& other) const {
  const auto order = [](auto a, auto b) { return a < b ? -1 : a > b ? 1 : 0; };
  const plan::ProgramSummary& mine = *m_summary;
  const plan::ProgramSummary& others = *static_cast<const ProgramLayout&>(other).m_summary;
  if (const int by_stages = order(mine.stages, others.stages); by_stages != 0) return by_stages;
  if (const int by_batches = order(mine.execution.micro_batches, others.execution.micro_batches);
      by_batches != 0)
    return by_batches;
  return order(mine.evaluation.step.value, others.evaluation.step.value);
}

LayoutPtr ProgramLayout::in_short() const {
  return m_report ? std::make_shared<const ProgramLayout>(nullptr, m_summary) : nullptr;
}

std::vector<OptionPtr> options_of(std::vector<plan::ProgramReport> reports,
                                  const strategy::Problem& problem) {
  std::vector<OptionPtr> options;
  for (plan::ProgramReport& each : reports) {
    auto report = std::make_shared<const plan::ProgramReport>(std::move(each));
    auto summary = std::make_shared<const plan::ProgramSummary>(plan::summary_of(*report, problem));
    auto option = std::make_shared<Option>();
    option->evaluation = report->evaluation;
    option->timeline = report->timeline;
    option->violation = report->violation;
    if (!report->fits()) {
      option->violation.binding = cost::Binding::memory;
      option->violation.over = report->synthesis().short_of.missing;
    }
    option->proof = {summary->proven, summary->gap};
    option->layout = std::make_shared<const ProgramLayout>(std::move(report), std::move(summary));
    options.push_back(std::move(option));
  }
  return options;
}

}  // namespace astrolabe::planning
