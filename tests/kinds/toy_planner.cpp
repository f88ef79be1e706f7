#include "tests/kinds/toy_planner.h"

#include <algorithm>

#include "core/base/error_codes.h"
#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "tests/kinds/toy_layout.h"

namespace astrolabe::tests {

namespace {

using namespace planning;

class ToyPlanner final : public Planner {
 public:
  std::string_view id() const override { return kToy; }
  std::string_view answer_key() const override { return "toys"; }
  std::string help() const override { return "Whether toys are looked for: auto, always or never"; }
  std::string declines(const Question& question) const override {
    return most(question) > 0 ? "" : "no_gpus";
  }
  bool may_rank(const Question&) const override { return true; }
  bool takes_long(const Question&) const override { return false; }

  FoundPtr plan(const QuestionPtr& question, Run& run) const override {
    auto found = std::make_shared<Found>();
    found->planner = kToy;
    found->question = question;
    found->revision = run.revision;
    int most_gpus = most(*question);
    if (run.options.settings.is_object())
      most_gpus = std::min(most_gpus, run.options.settings.value("most", most_gpus));
    for (int gpus = 1; gpus <= most_gpus && !run.stop.stop_requested(); gpus *= 2) {
      auto option = std::make_shared<Option>(*evaluate(*question, std::make_shared<const ToyLayout>(gpus)));
      found->options.insert(found->options.begin(), std::move(option));
      if (run.publish) run.publish(std::make_shared<const Found>(*found));
    }
    found->stopped_early = run.stop.stop_requested();
    found->status = found->options.empty() ? plan::Status::infeasible : plan::Status::optimal;
    found->has_bound = true;
    found->gap = 0.0;
    return found;
  }

  Result<LayoutPtr> read_layout(const Json& json, const Question& question) const override {
    const auto gpus = json.find("gpus");
    if (gpus == json.end() || !gpus->is_number_integer() || *gpus < 1 || *gpus > most(question))
      return fail(code::out_of_range, "gpus", gpus == json.end() ? "nothing" : gpus->dump(),
                  {Wanted::Kind::text, {"GPUs of the first pool"}});
    return std::make_shared<const ToyLayout>(gpus->get<int>());
  }

  Result<Option> evaluate(const Question& question, const LayoutPtr& layout) const override {
    const strategy::Problem& problem = question.problem;
    const int gpus = as<ToyLayout>(layout)->gpus();
    Option option;
    option.layout = layout;
    option.proof = {true, 0.0};
    cost::Evaluation& row = option.evaluation;
    row.gpus.assign(problem.cluster.pools.size(), 0);
    row.gpus.front() = gpus;
    cost::tell_paid(problem.cluster, problem.job.cost, row);
    row.step = row.step_low = row.step_high = {static_cast<double>(problem.job.global_batch) / gpus};
    row.time[cost::Part::compute_forward] = row.step.value;
    row.tokens_per_second = static_cast<double>(gpus * problem.job.sequence_length);
    row.tokens_per_second_per_gpu = row.tokens_per_second / gpus;
    row.hours_for_job = problem.job.tokens / row.tokens_per_second / kSecondsPerHour;
    cost::StageMemory memory;
    memory.weights = memory.total = gib(1.0);
    memory.limit = gib(2.0);
    row.memory.push_back(memory);
    row.money = cost::hourly(problem.cluster, problem.job, row.gpus);
    cost::add_job_totals(row.money, problem.job, row.tokens_per_second);
    cost::Span work;
    work.end = option.timeline.step = row.step.value;
    cost::Lane lane;
    lane.layers = problem.graph->layer_count();
    lane.work.push_back(work);
    option.timeline.lanes.push_back(std::move(lane));
    option.violation = cost::broken_limit(problem, row);
    return option;
  }

  std::vector<Export> exports() const override {
    return {{"text", ".toy.txt", [](const Option& option) -> Result<std::string> {
               return "toy of " + std::to_string(as<ToyLayout>(option.layout)->gpus()) + " GPUs\n";
             }}};
  }

 private:
  static int most(const Question& question) {
    const std::vector<hardware::Pool>& pools = question.problem.cluster.pools;
    return pools.empty() ? 0 : pools.front().gpus();
  }
};

}  // namespace

const Planner& toy_planner() {
  static const ToyPlanner planner;
  return planner;
}

}  // namespace astrolabe::tests
