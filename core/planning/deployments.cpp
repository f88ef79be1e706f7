#include "core/planning/deployments.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/parallel.h"
#include "core/base/stop_later.h"
#include "core/base/text.h"
#include "core/deploy/bound.h"
#include "core/deploy/candidate.h"
#include "core/deploy/capacity.h"
#include "core/deploy/fleet_json.h"
#include "core/deploy/simulated.h"
#include "core/planning/deployment_exports.h"
#include "core/planning/placements.h"
#include "core/planning/slow_pace.h"
#include "core/serving/calibration.h"
#include "core/strategy/asked.h"

namespace astrolabe::planning {

namespace {

using serving::Lengths;

/// Puts what a trace's file holds in place of its name.
Result<void> read_traced(Lengths& lengths, bool output, serving::Traffic& traffic) {
  if (lengths.form != Lengths::Form::trace) return {};
  const auto text = read_text_file(lengths.name);
  if (!text) return tl::unexpected<Error>(text.error());
  auto trace = serving::read_trace(*text);
  if (!trace) return tl::unexpected<Error>(std::move(trace.error()).in_file(lengths.name));
  deploy::take_trace(*trace, output, lengths, traffic);
  return {};
}

bool same_degrees(const serving::Worker& a, const serving::Worker& b) {
  return a.tensor_parallel == b.tensor_parallel && a.pipeline_parallel == b.pipeline_parallel &&
         a.expert_parallel == b.expert_parallel && a.attention_data_parallel == b.attention_data_parallel &&
         a.speculation == b.speculation;
}

class DeploymentPlanner final : public LeadingPlanner {
 public:
  std::string_view id() const override { return kDeployment; }
  std::string_view answer_key() const override { return "deployments"; }
  std::string_view layout_key() const override { return kDeployment; }
  std::string help() const override {
    return "Whether deployments that serve the model are looked for: auto, always or never";
  }
  std::string declines(const Question& question) const override {
    const strategy::Job& job = question.problem.job;
    if (job.task != "serve") return "no_serving";
    return lays_layers(job) ? "layers_placed" : "";
  }
  bool may_rank(const Question&) const override { return true; }
  bool takes_long(const Question&) const override { return false; }

  FoundPtr plan(const QuestionPtr& question, Run& run) const override;
  Result<LayoutPtr> read_layout(const Json& json, const Question& question) const override;
  Result<Option> evaluate(const Question& question, const LayoutPtr& layout) const override;
  void add_to_answer(Json& answer, const Found& found) const override;
  Result<Json> simulated(const Question& question, const LayoutPtr& layout, std::string_view trace,
                         std::uint64_t seed) const override;
  std::vector<Export> exports() const override { return deployment_exports(); }
};

/// What findings are as options of the question.
std::shared_ptr<FoundDeployments> found_so_far(const QuestionPtr& question, const deploy::Question& asked,
                                               const deploy::Findings& findings, std::uint64_t revision) {
  auto found = std::make_shared<FoundDeployments>();
  found->planner = kDeployment;
  found->question = question;
  found->revision = revision;
  found->job = asked.job;
  for (const deploy::PoolQuestion& pool : asked.pools) found->pools.push_back(pool.asked);
  for (const deploy::Fleet& fleet : findings.best)
    found->options.push_back(deployment_option(fleet, question->problem, asked.job, question));
  for (const deploy::Fleet& fleet : findings.frontier)
    found->frontier.push_back(deployment_option(fleet, question->problem, asked.job, question));
  found->counts = findings.counts;
  found->evaluated = findings.counts.evaluated;
  found->cut_by_bound = findings.counts.cut_by_bound;
  found->shortfall = findings.shortfall;
  return found;
}

/// Holds what a search to its end found, each pool at the pace of its slowest GPU, against the best with
/// nothing marked. `settings` are those of that search.
void hold_fleets_against_unmarked(const Question& question, const deploy::Question& asked,
                                  deploy::Settings settings, FoundDeployments& found) {
  found.status = plan::Status::feasible;
  found.has_bound = false;
  found.gap = 1.0;
  const strategy::Problem unmarked = with_nothing_marked(question.problem);
  const auto architecture = architecture_of(question);
  if (!architecture) return;
  const auto other = deploy_question_of(question, unmarked, found.job, **architecture);
  if (!other) return;
  settings.top = settings.frontier = 1;
  settings.publish = {};
  const deploy::Findings least = deploy::find_fleets(*other, settings);
  found.stopped_early = least.stopped;
  if (least.stopped) return;
  if (found.options.empty()) {
    if (least.best.empty()) found.status = plan::Status::infeasible;
    return;
  }
  if (least.best.empty()) return;
  const deploy::Fleet& first = as<DeploymentLayout>(found.options.front()->layout)->fleet();
  const Proof proof =
      proof_above(deploy::objective_value(asked, first), deploy::objective_value(*other, least.best.front()));
  found.has_bound = proof.gap < 1.0;
  found.gap = proof.gap;
  if (proof.proven) found.status = plan::Status::optimal;
}

FoundPtr DeploymentPlanner::plan(const QuestionPtr& question, Run& run) const {
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    return took.count();
  };
  run.phase = plan::Phase::preparing;
  auto asked = deploy_question_of(*question);
  if (!asked) {
    auto found = std::make_shared<FoundDeployments>();
    found->planner = kDeployment;
    found->question = question;
    found->revision = run.revision;
    found->status = plan::Status::failed;
    found->error = std::move(asked.error());
    found->seconds = seconds();
    return found;
  }
  const StopLater later(run.stop, deadline_in(run.options.time_limit));
  deploy::Settings settings;
  settings.top = run.options.top;
  settings.frontier = run.options.top;
  settings.threads = worker_count(run.options.threads);
  settings.exhaustive = run.options.exhaustive;
  settings.stop = later.token();
  if (run.publish)
    settings.publish = [&](const deploy::Findings& findings) {
      auto found = found_so_far(question, *asked, findings, run.revision);
      found->seconds = seconds();
      run.publish(std::move(found));
    };
  run.phase = plan::Phase::searching;
  const deploy::Findings findings = deploy::find_fleets(*asked, settings);
  auto found = found_so_far(question, *asked, findings, run.revision);
  found->stopped_early = findings.stopped;
  found->has_bound = findings.gap < 1.0;
  found->gap = findings.gap;
  found->status = !findings.stopped && findings.best.empty() ? plan::Status::infeasible
                  : findings.stopped                         ? plan::Status::feasible
                                                             : plan::Status::optimal;
  if (!findings.stopped && has_slow(question->problem))
    hold_fleets_against_unmarked(*question, *asked, settings, *found);
  if (!findings.stopped && !found->options.empty()) {
    const bool proven = found->status == plan::Status::optimal;
    auto first = std::make_shared<Option>(*found->options.front());
    first->proof = {proven, proven ? 0.0 : found->gap};
    found->options.front() = std::move(first);
  }
  found->seconds = seconds();
  return found;
}

Result<LayoutPtr> DeploymentPlanner::read_layout(const Json& json, const Question& question) const {
  const auto asked = deploy_question_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  auto groups = deploy::read_groups(json, *asked, question.problem.pool_ids());
  if (!groups) return tl::unexpected<Error>(groups.error());
  deploy::share_traffic(*asked, *groups);
  return std::make_shared<const DeploymentLayout>(
      std::make_shared<const deploy::Fleet>(deploy::fleet_of(*asked, std::move(*groups))),
      std::make_shared<const Question>(question));
}

Result<Option> DeploymentPlanner::evaluate(const Question& question, const LayoutPtr& layout) const {
  const auto asked = deploy_question_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  std::vector<deploy::Group> groups = as<DeploymentLayout>(layout)->fleet().groups;
  if (const auto stands = deploy::check_groups(groups, *asked, question.problem.pool_ids()); !stands)
    return tl::unexpected<Error>(stands.error());
  deploy::share_traffic(*asked, groups);
  return *deployment_option(deploy::fleet_of(*asked, std::move(groups)), question.problem, asked->job,
                            std::make_shared<const Question>(question));
}

void DeploymentPlanner::add_to_answer(Json& answer, const Found& found) const {
  const auto* deployments = dynamic_cast<const FoundDeployments*>(&found);
  if (deployments == nullptr) return;
  const strategy::Problem& problem = found.question->problem;
  const deploy::Counts& counts = deployments->counts;
  answer["space"] = {{"total", counts.total},
                     {"rejected_by_rule", 0},
                     {"rejected_by_limit", counts.rejected_by_limit},
                     {"rejected_by_memory", counts.rejected_by_memory},
                     {"cut_by_bound", counts.cut_by_bound},
                     {"evaluated", counts.evaluated}};
  answer["frontier"] = Json::array();
  for (const OptionPtr& option : deployments->frontier)
    answer["frontier"].push_back(option->layout->answer_json(*option, problem, 0));
  answer["question"] = serving::to_json(deployments->job);
  if (deployments->shortfall)
    answer["binding"] = deploy::to_json(*deployments->shortfall, problem.pool_ids());
}

Result<Json> DeploymentPlanner::simulated(const Question& question, const LayoutPtr& layout,
                                          std::string_view trace, std::uint64_t seed) const {
  const auto asked = deploy_question_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  std::vector<serving::Arrival> arrivals;
  if (!trace.empty()) {
    auto read = serving::read_trace(trace);
    if (!read) return tl::unexpected<Error>(read.error());
    arrivals = std::move(*read);
    const auto architecture = architecture_of(question);
    if (!architecture) return tl::unexpected<Error>(architecture.error());
    if (const auto fits = deploy::check_trace(arrivals, deploy::positions_of(**architecture)); !fits)
      return tl::unexpected<Error>(fits.error());
  }
  auto simulated = deploy::simulated_json(*asked, as<DeploymentLayout>(layout)->fleet(), arrivals, seed);
  // No request is longer than the model reads, however much room there is.
  if (const auto architecture = architecture_of(question); simulated && architecture)
    if (const int most = deploy::positions_of(**architecture); most > 0) {
      Json& longest = (*simulated)["longest_request_tokens"];
      longest = std::min(longest.get<double>(), static_cast<double>(most));
    }
  return simulated;
}

}  // namespace

const LeadingPlanner& deployment_planner() {
  static const DeploymentPlanner planner;
  return planner;
}

Json DeploymentLayout::to_json(const std::vector<std::string>& pool_ids) const {
  return deploy::to_json(*m_fleet, pool_ids);
}

Json DeploymentLayout::answer_json(const Option& option, const strategy::Problem& problem, int rank) const {
  Json row = {{"kind", kDeployment}, {"deployment", to_json(problem.pool_ids())}};
  row.update(deploy::row_json(*m_fleet, problem.pool_ids()));
  row["power_kw"] = option.evaluation.money.power_kw;
  row["rank"] = rank > 0 ? Json(rank) : Json();
  return row;
}

int DeploymentLayout::compare(const Layout& other) const {
  return deploy::compare_groups(*m_fleet, static_cast<const DeploymentLayout&>(other).fleet());
}

Result<serving::ServeJob> serve_job_of(const Question& question) {
  Json asked = strategy::asked_of(question.problem.job);
  asked["task"] = question.problem.job.task;
  auto job = serving::read_serve_job(asked);
  if (!job) return job;
  for (const bool output : {false, true})
    if (const auto read =
            read_traced(output ? job->traffic.output : job->traffic.input, output, job->traffic);
        !read)
      return tl::unexpected<Error>(read.error());
  return job;
}

Result<deploy::Question> deploy_question_of(const Question& question) {
  const auto job = serve_job_of(question);
  if (!job) return tl::unexpected<Error>(job.error());
  const auto architecture = architecture_of(question);
  if (!architecture) return tl::unexpected<Error>(architecture.error());
  return deploy_question_of(question, question.problem, *job, **architecture);
}

Result<deploy::Question> deploy_question_of(const Question& question, const strategy::Problem& problem,
                                            const serving::ServeJob& job,
                                            const model::Architecture& architecture) {
  auto asked = deploy::make_question(problem.cluster, problem.job, architecture, job, question.objective);
  if (!asked || question.asked.calibration.empty()) return asked;
  // Constants of training steps are none of serving.
  if (!serving::is_serving_calibration(json_or_null(question.asked.calibration))) return asked;
  const auto own = serving::read_serving_calibration_text(question.asked.calibration);
  if (!own) return tl::unexpected<Error>(own.error());
  for (deploy::PoolQuestion& pool : asked->pools)
    if (pool.asked)
      if (const auto applied = serving::apply(*own, *pool.asked); !applied)
        return tl::unexpected<Error>(applied.error());
  return asked;
}

OptionPtr deployment_option(deploy::Fleet fleet, const strategy::Problem& problem,
                            const serving::ServeJob& job, const QuestionPtr& question) {
  auto option = std::make_shared<Option>();
  deploy::fill_evaluation(fleet, problem, option->evaluation);
  option->violation = deploy::violation_of(fleet, job, problem);
  option->layout = std::make_shared<const DeploymentLayout>(
      std::make_shared<const deploy::Fleet>(std::move(fleet)), question);
  return option;
}

bool same_machines(const deploy::Fleet& a, const deploy::Fleet& b) {
  return std::equal(a.groups.begin(), a.groups.end(), b.groups.begin(), b.groups.end(),
                    [](const deploy::Group& x, const deploy::Group& y) {
                      const serving::Deployment &of = x.deployment, &other = y.deployment;
                      if (x.pool != y.pool || of.replicas != other.replicas ||
                          of.disaggregated() != other.disaggregated() ||
                          !same_degrees(of.worker, other.worker))
                        return false;
                      return !of.disaggregated() || (of.prefill_workers == other.prefill_workers &&
                                                     of.decode_workers == other.decode_workers &&
                                                     same_degrees(*of.prefill, *other.prefill));
                    });
}

deploy::PromisedTimes promised_times(const deploy::Fleet& fleet, const serving::ServeJob& job) {
  return deploy::promised_times(fleet.figures, std::max(1.0, job.traffic.output.mean), job.promises.quantile);
}

Result<std::vector<std::optional<serving::Question>>> serving_questions(const Question& question) {
  auto asked = deploy_question_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  std::vector<std::optional<serving::Question>> all;
  for (deploy::PoolQuestion& pool : asked->pools) all.push_back(std::move(pool.asked));
  return all;
}

}  // namespace astrolabe::planning
