#include "app/cli/other_plans.h"

#include <algorithm>
#include <utility>

#include "app/cli/command.h"
#include "core/planning/leading.h"

namespace astrolabe::cli {

namespace {

std::string optionOf(const planning::Planner& planner) { return "--" + std::string(planner.answer_key()); }

}  // namespace

void OtherPlans::addTo(CLI::App& command) {
  for (const planning::Planner* planner : planning::planners_beside())
    command
        .add_option(optionOf(*planner), m_when.try_emplace(std::string(planner->id()), "auto").first->second,
                    planner->help())
        ->type_name("WHEN");
}

std::string OtherPlans::when(const planning::Planner& planner) const {
  const auto said = m_when.find(std::string(planner.id()));
  return said == m_when.end() ? "auto" : said->second;
}

Result<void> OtherPlans::check() const {
  for (const planning::Planner* planner : planning::planners_beside())
    if (const std::string said = when(*planner); said != "auto" && said != "always" && said != "never")
      return tl::unexpected<Error>(
          usageError(optionOf(*planner), said, {Wanted::Kind::one_of, {"auto", "always", "never"}}));
  return {};
}

bool OtherPlans::wants(const planning::Planner& planner, const planning::Question& question) const {
  const std::string said = when(planner);
  return said == "always" || (said == "auto" && !planner.takes_long(question));
}

planning::FoundPtr foundBeside(const planning::Planner& planner, const planning::QuestionPtr& question,
                               const AfterSearch& after, bool toTheEnd) {
  const plan::Snapshot& snapshot = after.snapshot;
  const bool ended = snapshot.status == plan::Status::optimal || snapshot.status == plan::Status::feasible ||
                     snapshot.status == plan::Status::infeasible;
  if (!ended || snapshot.stopped_early || !planner.declines(*question).empty() ||
      !planner.may_rank(*question))
    return nullptr;
  planning::Run run;
  run.options.threads = after.threads;
  run.options.to_the_end = toTheEnd;
  if (after.deadline) run.options.time_limit = seconds_until(*after.deadline);
  run.stop = after.stop;
  return planner.plan(question, run);
}

OthersFound othersFound(const OtherPlans& others, const planning::QuestionPtr& question,
                        const AfterSearch& after,
                        const std::function<void(const planning::Planner&)>& begins) {
  OthersFound found;
  for (const planning::Planner* planner : planning::planners_beside()) {
    OthersFound::One one{planner, others.wants(*planner, *question), nullptr};
    if (one.wanted && planner->declines(*question).empty()) begins(*planner);
    if (one.wanted) one.found = foundBeside(*planner, question, after, others.toTheEnd(*planner));
    found.all.push_back(std::move(one));
  }
  return found;
}

std::vector<planning::OptionPtr> OthersFound::One::options() const {
  return found ? planning::possible(found->options) : std::vector<planning::OptionPtr>();
}

bool OthersFound::cutShort() const {
  return std::any_of(all.begin(), all.end(), [](const One& one) { return one.cutShort(); });
}

planning::Beside OthersFound::beside(int top, std::vector<Error> modelWarnings) const {
  planning::Beside beside{{}, top, std::move(modelWarnings)};
  for (const One& one : all) {
    planning::OfPlanner told{one.planner, {}, one.cutShort()};
    if (one.wanted) told.options = one.options();
    beside.others.push_back(std::move(told));
  }
  return beside;
}

}  // namespace astrolabe::cli
