#include "core/planning/moved_question.h"

#include <limits>
#include <utility>

#include "core/deploy/candidate.h"
#include "core/deploy/capacity.h"
#include "core/deploy/fleet_json.h"
#include "core/planning/deployments.h"
#include "core/planning/leading.h"
#include "core/planning/placement_question.h"
#include "core/planning/placements.h"

namespace astrolabe::planning {

namespace {

using ArchitecturePtr = std::shared_ptr<const model::Architecture>;

class DeploymentMover final : public Mover {
 public:
  DeploymentMover(const Question& question, ArchitecturePtr architecture, int threads, std::stop_token stop)
      : Mover(std::move(stop)), m_question(question), m_architecture(std::move(architecture)) {
    m_settings.top = 1;
    m_settings.threads = threads;
    m_settings.stop = m_stop;
  }

  MovedAnswer answer(const Moved& moved, const OptionPtr&) const override {
    const auto asked = ask(moved);
    if (!asked) return {};
    deploy::Findings findings = deploy::find_fleets(*asked, m_settings);
    MovedAnswer answer{{}, std::move(findings.shortfall)};
    if (!findings.best.empty())
      answer.best = deployment_option(std::move(findings.best.front()), moved.problem, moved.job);
    return answer;
  }
  bool stands(const Moved& moved, const Option& option) const override {
    const auto asked = ask(moved);
    if (!asked) return false;
    std::vector<deploy::Group> groups = fleet_of(option).groups;
    deploy::share_traffic(*asked, groups);
    const deploy::Fleet there = deploy::fleet_of(*asked, std::move(groups), false);
    return deploy::violation_of(there, moved.job, moved.problem).binding == cost::Binding::none;
  }
  bool is_first(const Option& best, const Option& first) const override {
    return same_machines(fleet_of(best), fleet_of(first));
  }

 private:
  static const deploy::Fleet& fleet_of(const Option& option) {
    return as<DeploymentLayout>(option.layout)->fleet();
  }
  Result<deploy::Question> ask(const Moved& moved) const {
    return deploy_question_of(m_question, moved.problem, moved.job, *m_architecture);
  }

  const Question& m_question;
  ArchitecturePtr m_architecture;
  deploy::Settings m_settings;
};

/// What the objective makes small.
double worth(const Option& option, strategy::Objective objective) {
  const cost::Evaluation& figures = option.evaluation;
  if (objective == strategy::Objective::money)
    return figures.money.usd_per_trillion_tokens.value_or(std::numeric_limits<double>::infinity());
  if (objective == strategy::Objective::gpus) return figures.gpus_paid();
  return figures.tokens_per_second > 0.0 ? 1.0 / figures.tokens_per_second
                                         : std::numeric_limits<double>::infinity();
}

class PlacementMover final : public Mover {
 public:
  PlacementMover(const Question& question, ArchitecturePtr architecture, std::stop_token stop)
      : Mover(std::move(stop)), m_objective(question.objective), m_architecture(std::move(architecture)) {
    m_options.stop = m_stop;
  }

  MovedAnswer answer(const Moved& moved, const OptionPtr& known) const override {
    const auto asked = ask(moved);
    if (!asked) return {};
    const bool by_machines = m_objective != strategy::Objective::throughput;
    const PlacementsFound found = find_placements(*asked, m_options, by_machines);
    MovedAnswer answer;
    if (!found.options.empty() && found.options.front()->is_possible()) answer.best = found.options.front();
    const auto kept = known ? layout_there(*asked, *known) : std::nullopt;
    if (!kept) return answer;
    Option again = placed_option(*asked, *kept);
    constexpr double kAsGood = 1.0 + 1e-6;  // less is rounding of the search
    if (again.is_possible() &&
        (!answer.best || worth(again, m_objective) <= worth(*answer.best, m_objective) * kAsGood))
      answer.best = std::make_shared<const Option>(std::move(again));
    return answer;
  }
  bool stands(const Moved& moved, const Option& option) const override {
    const auto asked = ask(moved);
    const auto kept = asked ? layout_there(*asked, option) : std::nullopt;
    return kept && placed_option(*asked, *kept).is_possible();
  }
  bool is_first(const Option& best, const Option& first) const override {
    return same(best.layout, first.layout);
  }

 private:
  Result<PlacementQuestion> ask(const Moved& moved) const {
    return placement_question(moved.problem, m_objective, moved.job, *m_architecture);
  }
  /// The layout on the machines that there are; machines that came hold nothing. None: those that hold layers
  /// have gone, or hold fewer now.
  static std::optional<placement::Layout> layout_there(const PlacementQuestion& asked, const Option& option) {
    const PlacedLayers& layers = as<PlacementLayout>(option.layout)->layers();
    const placement::Network &from = *layers.network, &to = *asked.network;
    placement::Layout there{{}, layers.placed.layout.partial_inference};
    there.machines.resize(to.machines.size());
    for (int machine = 0; machine < from.size(); ++machine) {
      const auto at = static_cast<std::size_t>(machine);
      const placement::Interval& held = layers.placed.layout.machines[at];
      if (held.layers == 0) continue;
      int place = 0;
      while (place < to.size() && to.machines[static_cast<std::size_t>(place)].name != from.machines[at].name)
        ++place;
      if (place == to.size() || to.type_of(place).most_layers() < held.layers) return std::nullopt;
      there.machines[static_cast<std::size_t>(place)] = held;
    }
    return there;
  }

  strategy::Objective m_objective;
  ArchitecturePtr m_architecture;
  placement::FindOptions m_options;
};

}  // namespace

void scale_lengths(serving::Lengths& lengths, double factor) {
  for (double* each : {&lengths.mean, &lengths.low, &lengths.high, &lengths.p50, &lengths.p90, &lengths.p99})
    *each *= factor;
}

Result<Moved> moved_of(const Question& question) {
  auto job = serve_job_of(question);
  if (!job) return tl::unexpected<Error>(job.error());
  return Moved{question.problem, std::move(*job)};
}

Result<std::unique_ptr<Mover>> mover_of(const Question& question, int threads, const std::stop_token& stop) {
  auto architecture = architecture_of(question);
  if (!architecture) return tl::unexpected<Error>(architecture.error());
  const auto moved = moved_of(question);
  if (!moved) return tl::unexpected<Error>(moved.error());
  if (leader_of(question).id() == kPlacement) {
    const auto sound = placement_question(moved->problem, question.objective, moved->job, **architecture);
    if (!sound) return tl::unexpected<Error>(sound.error());
    return std::make_unique<PlacementMover>(question, std::move(*architecture), stop);
  }
  const auto sound = deploy_question_of(question, moved->problem, moved->job, **architecture);
  if (!sound) return tl::unexpected<Error>(sound.error());
  return std::make_unique<DeploymentMover>(question, std::move(*architecture), threads, stop);
}

}  // namespace astrolabe::planning
