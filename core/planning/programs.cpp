#include "core/planning/programs.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/exports/program_files.h"
#include "core/hardware/placement.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/spares.h"

namespace astrolabe::planning {

namespace {

/// Up to here a search for programs takes about as long as all others.
constexpr int kProgramGpus = 1024;

/// Work of a search that somebody asks to go to its end: up to five seconds on two cores.
constexpr std::int64_t kWorkToTheEnd = 5'000'000;

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
    found->has_bound = fits && proof.gap < 1.0;
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

/// How slow the GPUs of each pool were that a program was found on, and which these are where they are not
/// all of a pool: what says of a row later whether it still runs so. The question of a whole answer may have
/// chosen other nodes, for a strategy.
void add_ground(Json& row, const plan::ProgramReport& report) {
  if (!report.cluster || !report.fits()) return;
  const hardware::Cluster& cluster = *report.cluster;
  const cost::Evaluation& evaluation = report.evaluation;
  if (evaluation.gpus.size() != cluster.pools.size()) return;  // nobody counted it as a row
  const hardware::Placement placement = hardware::fastest_placement(cluster, evaluation.gpus);
  if (hardware::is_placed(placement)) row["placed_on"] = hardware::to_json(placement, cluster);
  for (std::size_t p = 0; p < cluster.pools.size(); ++p) {
    const hardware::Slowness& slowed = cluster.pools[p].slowed;
    if (evaluation.gpus[p] > 0 && slowed.any())
      row["slowed"].push_back({{"pool", cluster.pools[p].id},
                               {"kernels", slowed.kernels},
                               {"links", slowed.links},
                               {"network", slowed.network}});
  }
}

/// A program as a row has it, read back.
class ProgramRowReader {
 public:
  ProgramRowReader(const Json& row, const strategy::Problem& problem)
      : m_row(row), m_problem(problem), m_ids(problem.pool_ids()), m_reader(row, "") {}

  Result<LayoutPtr> read() {
    if (m_row.is_object())
      for (const auto& member : m_row.items()) m_reader.any(member.key());
    auto summary = std::make_shared<plan::ProgramSummary>();
    m_made = summary.get();
    m_made->fits = true;
    m_made->evaluation.step = {m_reader.positive("step_seconds")};
    read_gpus();
    read_way();
    read_stages();
    read_shares();
    read_time();
    read_tokens();
    std::vector<hardware::Slowness> found = read_slowed();
    if (const auto done = m_reader.finish(); !done) return tl::unexpected<Error>(done.error());
    return std::make_shared<const WrittenProgram>(m_row, std::move(summary), std::move(found));
  }

 private:
  int gpus(std::size_t pool) const { return m_made->evaluation.gpus[pool]; }

  void read_gpus() {
    m_made->evaluation.gpus.assign(m_ids.size(), 0);
    const Json* counts = m_reader.object("gpus");
    if (counts == nullptr || counts->empty()) {
      m_reader.mistake(code::missing_key, "gpus", "nothing", {Wanted::Kind::field, {"gpus"}});
      return;
    }
    ObjectReader inner(*counts, "gpus");
    for (std::size_t p = 0; p < m_ids.size(); ++p) {
      const hardware::Pool& pool = m_problem.cluster.pools[p];
      const auto held = static_cast<int>(inner.whole(m_ids[p], 1, pool.gpus(), 0));
      m_made->evaluation.gpus[p] = held;
      if (held == 0) continue;
      plan::ProgramSummary::Pool& told = m_made->pools.emplace_back();
      told.id = pool.id;
      told.gpu = pool.gpu;
      told.devices = held;
    }
    inner.finish_into(m_reader);
  }

  void read_way() {
    const int layers = m_problem.graph->layer_count(), batch = m_problem.job.global_batch;
    m_made->stages = static_cast<int>(m_reader.whole("pipeline_parallel", 1, layers, 1));
    spmd::Execution& execution = m_made->execution;
    execution.micro_batches = static_cast<int>(m_reader.whole("micro_batches", 1, batch));
    execution.gather_again = m_reader.boolean("gather_again", false);
    execution.recompute = m_reader.boolean("recompute", false);
    if (m_reader.ok() && batch % execution.micro_batches != 0)
      m_reader.mistake(code::out_of_range, "micro_batches", std::to_string(execution.micro_batches),
                       {Wanted::Kind::divisor_of, {"global_batch", std::to_string(batch)}});
  }

  /// Of a pipeline of programs: as many stages as it says, with all layers.
  void read_stages() {
    const Json* stages = m_reader.array("stages");
    if (stages == nullptr) return;
    const int layers = m_problem.graph->layer_count();
    std::int64_t held = 0;
    for (std::size_t j = 0; j < stages->size() && m_reader.ok(); ++j) {
      ObjectReader stage((*stages)[j], "stages[" + std::to_string(j) + "]");
      held += stage.whole("layers", 1, layers);
      pass_on(stage, (*stages)[j]);
    }
    if (!m_reader.ok()) return;
    if (static_cast<int>(stages->size()) != m_made->stages)
      m_reader.mistake(
          code::out_of_range, "stages", counted(static_cast<std::int64_t>(stages->size()), "stage"),
          {Wanted::Kind::text, {"as many as pipeline_parallel, which is " + std::to_string(m_made->stages)}});
    else if (held != layers)
      m_reader.mistake(code::out_of_range, "stages", counted(held, "layer"),
                       {Wanted::Kind::text, {"the " + counted(layers, "layer") + " of the model"}});
  }

  /// Of a program of one stage its shares are on all its GPUs; of several a row has those of one stage.
  void read_shares() {
    const Json* shares = m_reader.array("shares");
    if (shares == nullptr) return;
    if (m_made->stages > 1) {
      if (shares->empty())
        m_reader.mistake(code::out_of_range, "shares", "nothing",
                         {Wanted::Kind::text, {"the shares of the GPUs of one of the stages"}});
      return;
    }
    std::vector<std::int64_t> devices(m_ids.size(), 0);
    for (std::size_t k = 0; k < shares->size() && m_reader.ok(); ++k) {
      ObjectReader one((*shares)[k], "shares[" + std::to_string(k) + "]");
      const auto pool = static_cast<std::size_t>(one.choice("pool", m_ids));
      const std::int64_t held = one.whole("devices", 1, kMostGpus);
      const double share = one.number("share", 0.0, 1.0);
      pass_on(one, (*shares)[k]);
      devices[pool] += held;
      add_ratio(m_ids[pool], static_cast<int>(held), share);
    }
    for (std::size_t p = 0; p < m_ids.size() && m_reader.ok(); ++p)
      if (devices[p] != gpus(p))
        m_reader.mistake(code::out_of_range, "shares", counted(devices[p], "GPU") + " of " + m_ids[p],
                         {Wanted::Kind::text, {"the " + counted(gpus(p), "GPU") + " of gpus." + m_ids[p]}});
  }

  void add_ratio(const std::string& pool, int devices, double share) {
    std::vector<plan::ProgramSummary::Pool>& pools = m_made->pools;
    const auto place =
        std::find_if(pools.begin(), pools.end(), [&](const auto& told) { return told.id == pool; });
    if (place == pools.end()) return;  // on no GPU of it, which is told
    m_made->ratios.push_back({0, static_cast<int>(place - pools.begin()), devices, share});
    place->share += devices * share / place->devices;
  }

  void read_time() {
    const Json* time = m_reader.object("time");
    if (time == nullptr) return;
    ObjectReader parts(*time, "time");
    for (int k = 0; k < cost::kParts; ++k) {
      const auto part = static_cast<cost::Part>(k);
      m_made->evaluation.time[part] = parts.number(cost::to_string(part), 0.0, kBeyond, 0.0);
    }
    parts.finish_into(m_reader);
  }

  void read_tokens() {
    const std::optional<double> speed = m_reader.optional_positive("tokens_per_second");
    if (!speed || !m_reader.ok()) return;
    const double tokens = *speed * m_made->evaluation.step.value;
    const double asked = static_cast<double>(m_problem.job.global_batch) * m_problem.job.sequence_length;
    constexpr double kWritten = 1e-6;  // of figures that people may have shortened
    if (std::abs(tokens - asked) > kWritten * asked)
      m_reader.mistake(code::out_of_range, "tokens_per_second", format_number(*speed),
                       {Wanted::Kind::text,
                        {"a step of the " + format_number(asked) + " tokens of the job; this is one of " +
                         format_number(tokens)}});
  }

  std::vector<hardware::Slowness> read_slowed() {
    std::vector<hardware::Slowness> found(m_ids.size());
    const Json* slowed = m_reader.array("slowed");
    for (std::size_t k = 0; slowed != nullptr && k < slowed->size() && m_reader.ok(); ++k) {
      ObjectReader one((*slowed)[k], "slowed[" + std::to_string(k) + "]");
      const auto factor = [&](const char* key) {
        return one.number(key, 1.0, hardware::kMostSlowFactor, 1.0);
      };
      const auto pool = static_cast<std::size_t>(one.choice("pool", m_ids));
      found[pool] = {factor("kernels"), factor("links"), factor("network")};
      one.finish_into(m_reader);
    }
    return found;
  }

  /// Finishes a member of which further keys follow from others.
  void pass_on(ObjectReader& member, const Json& json) {
    if (json.is_object())
      for (const auto& each : json.items()) member.any(each.key());
    member.finish_into(m_reader);
  }

  static constexpr int kMostGpus = 1 << 24;

  const Json& m_row;
  const strategy::Problem& m_problem;
  std::vector<std::string> m_ids;
  ObjectReader m_reader;
  plan::ProgramSummary* m_made = nullptr;
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
  add_ground(json, *m_report);
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

Json WrittenProgram::to_json(const std::vector<std::string>&) const { return m_row; }

double WrittenProgram::step_at_most(const std::vector<hardware::Slowness>& now) const {
  double kernels = 1.0, sending = 1.0;  // factors on what was predicted
  for (std::size_t p = 0; p < m_found.size() && p < now.size(); ++p) {
    if (summary()->evaluation.gpus[p] == 0) continue;
    kernels = std::max(kernels, now[p].kernels / m_found[p].kernels);
    sending = std::max({sending, now[p].links / m_found[p].links, now[p].network / m_found[p].network});
  }
  const double worst = std::max(kernels, sending), step = summary()->evaluation.step.value;
  if (summary()->stages > 1) return worst * step;
  const cost::TimeParts& time = summary()->evaluation.time;
  const double sent = time[cost::Part::tensor_parallel] + time[cost::Part::data_parallel];
  return worst * step - (worst - sending) * std::min(step, sent);
}

Result<LayoutPtr> read_program_row(const Json& row, const strategy::Problem& problem) {
  return ProgramRowReader(row, problem).read();
}

namespace {

/// What is known of all programs. The bound of a pipeline is of its own stages, that of any program of the
/// GPUs that it was found on: where marks leave other choices of these nothing is known of the others.
Proof proof_of_kind(const plan::ProgramReport& report, const plan::ProgramSummary& made,
                    const hardware::Cluster& cluster) {
  const bool chosen = std::any_of(cluster.pools.begin(), cluster.pools.end(), [](const hardware::Pool& pool) {
    return hardware::usable_choices(pool).size() > 1;
  });
  return report.pipeline || chosen ? Proof{false, 1.0} : Proof{made.proven, made.gap};
}

}  // namespace

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
    option->proof = proof_of_kind(*report, *summary, problem.cluster);
    option->layout = std::make_shared<const ProgramLayout>(std::move(report), std::move(summary));
    options.push_back(std::move(option));
  }
  return options;
}

}  // namespace astrolabe::planning
