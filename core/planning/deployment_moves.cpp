#include "core/planning/deployment_moves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error_codes.h"
#include "core/deploy/candidate.h"
#include "core/deploy/fleet_json.h"

namespace astrolabe::planning {

namespace {

using Kind = ServingLever::Kind;

void scale_lengths(serving::Lengths& lengths, double factor) {
  for (double* each : {&lengths.mean, &lengths.low, &lengths.high, &lengths.p50, &lengths.p90, &lengths.p99})
    *each *= factor;
}

/// A question with what may be moved of it.
struct Moved {
  strategy::Problem problem;
  serving::ServeJob job;
};

std::optional<double>* promise_of(serving::ServeJob& job, Kind kind) {
  switch (kind) {
    case Kind::ttft:
      return &job.promises.ttft_seconds;
    case Kind::tpot:
      return &job.promises.tpot_seconds;
    case Kind::e2e:
      return &job.promises.e2e_seconds;
    default:
      return nullptr;
  }
}

Moved with_lever(Moved asked, const ServingLever& lever, double value) {
  serving::Traffic& traffic = asked.job.traffic;
  switch (lever.kind) {
    case Kind::traffic:
      (traffic.kind == serving::Traffic::Kind::rate ? traffic.requests_per_second : traffic.concurrency) =
          value;
      break;
    case Kind::input:
      scale_lengths(traffic.input, value / traffic.input.mean);
      break;
    case Kind::output:
      scale_lengths(traffic.output, value / traffic.output.mean);
      break;
    case Kind::hardware:
      asked.problem = plan::with_lever(std::move(asked.problem), lever.of, value);
      break;
    default:
      *promise_of(asked.job, lever.kind) = value;
  }
  return asked;
}

/// Answers questions that differ from one another by what was moved.
class Mover {
 public:
  Mover(const Question& question, std::shared_ptr<const model::Architecture> architecture, int threads,
        std::stop_token stop)
      : m_objective(question.objective), m_architecture(std::move(architecture)) {
    m_settings.top = 1;
    m_settings.threads = threads;
    m_settings.stop = std::move(stop);
  }

  bool stopped() const { return m_settings.stop.stop_requested(); }

  /// The best, or why there is none; a question that is none, such as longer prompts than the model takes,
  /// has no best.
  deploy::Findings best(const Moved& moved) const {
    const auto asked = ask(moved);
    return asked ? deploy::find_fleets(*asked, m_settings) : deploy::Findings{};
  }
  /// Whether these replicas keep promises and limits there.
  bool stands(const Moved& moved, const deploy::Fleet& fleet) const {
    const auto asked = ask(moved);
    if (!asked) return false;
    std::vector<deploy::Group> groups = fleet.groups;
    deploy::share_traffic(*asked, groups);
    const deploy::Fleet there = deploy::fleet_of(*asked, std::move(groups), false);
    return deploy::violation_of(there, moved.job, moved.problem).binding == cost::Binding::none;
  }

 private:
  Result<deploy::Question> ask(const Moved& moved) const {
    return deploy::make_question(moved.problem.cluster, moved.problem.job, *m_architecture, moved.job,
                                 m_objective);
  }

  strategy::Objective m_objective;
  std::shared_ptr<const model::Architecture> m_architecture;
  deploy::Settings m_settings;
};

FleetPtr first_of(const deploy::Findings& findings) {
  return findings.best.empty() ? nullptr : std::make_shared<const deploy::Fleet>(findings.best.front());
}

bool same_degrees(const serving::Worker& a, const serving::Worker& b) {
  return a.tensor_parallel == b.tensor_parallel && a.pipeline_parallel == b.pipeline_parallel &&
         a.expert_parallel == b.expert_parallel && a.attention_data_parallel == b.attention_data_parallel &&
         a.speculation == b.speculation;
}

/// What happens with the lever at `value`.
ServingEnd end_at(const Mover& mover, const Moved& asked, const ServingLever& lever, double from,
                  double value, const deploy::Fleet& first, ServingMetric metric) {
  constexpr int kHalvings = 3;  // an eighth of the change
  const auto stays = [&](const FleetPtr& best) { return best != nullptr && same_machines(*best, first); };
  ServingEnd end;
  end.value = value;
  const Moved there = with_lever(asked, lever, value);
  end.best = first_of(mover.best(there));
  if (end.best) end.metric = metric_of(*end.best, metric);
  end.first_stays = stays(end.best);
  end.first_stands = end.first_stays || mover.stands(there, first);
  if (end.first_stays) return end;
  double holds = from, broken = value;
  for (int half = 0; half < kHalvings && !mover.stopped(); ++half) {
    const double middle = 0.5 * (holds + broken);
    (stays(first_of(mover.best(with_lever(asked, lever, middle)))) ? holds : broken) = middle;
  }
  end.until = holds;
  return end;
}

Result<Moved> moved_of(const Question& question) {
  auto job = serve_job_of(question);
  if (!job) return tl::unexpected<Error>(job.error());
  return Moved{question.problem, std::move(*job)};
}

std::vector<ServingLever> levers_of(const Moved& asked) {
  std::vector<ServingLever> levers;
  if (asked.job.traffic.kind != serving::Traffic::Kind::offline) levers.push_back({Kind::traffic});
  levers.push_back({Kind::input});
  levers.push_back({Kind::output});
  serving::ServeJob job = asked.job;
  for (const Kind kind : {Kind::ttft, Kind::tpot, Kind::e2e})
    if (promise_of(job, kind)->has_value()) levers.push_back({kind});
  for (const plan::Lever& lever : plan::levers_of(asked.problem)) {
    // Replicas stay within a pool, so that nothing goes over the links between pools.
    if (lever.kind != plan::Lever::Kind::between) levers.push_back({Kind::hardware, lever});
  }
  return levers;
}

}  // namespace

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

std::optional<double> metric_of(const deploy::Fleet& fleet, ServingMetric metric) {
  switch (metric) {
    case ServingMetric::usd_per_million_tokens:
      return fleet.usd_per_million_tokens;
    case ServingMetric::tokens_per_second_per_gpu:
      return fleet.figures.output_tokens_per_second_per_gpu;
    case ServingMetric::paid_gpus:
      break;
  }
  return fleet.paid_gpus;
}

double ServingSwing::width(double base) const {
  double least = base, most = base;
  for (const ServingEnd* end : {&low, &high}) {
    if (!end->metric) return std::numeric_limits<double>::infinity();
    least = std::min(least, *end->metric);
    most = std::max(most, *end->metric);
  }
  return most - least;
}

Result<std::vector<ServingLever>> serving_levers(const Question& question) {
  const auto asked = moved_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  return levers_of(*asked);
}

double lever_value(const strategy::Problem& problem, const serving::ServeJob& job,
                   const ServingLever& lever) {
  const serving::Traffic& traffic = job.traffic;
  switch (lever.kind) {
    case Kind::traffic:
      return traffic.kind == serving::Traffic::Kind::rate ? traffic.requests_per_second : traffic.concurrency;
    case Kind::input:
      return traffic.input.mean;
    case Kind::output:
      return traffic.output.mean;
    case Kind::ttft:
      return job.promises.ttft_seconds.value_or(0.0);
    case Kind::tpot:
      return job.promises.tpot_seconds.value_or(0.0);
    case Kind::e2e:
      return job.promises.e2e_seconds.value_or(0.0);
    case Kind::hardware:
      break;
  }
  return plan::lever_value(problem, lever.of);
}

Result<ServingSensitivity> serving_sensitivity(
    const Question& question, ServingMetric metric, double change, int threads, const std::stop_token& stop,
    const std::function<void(const ServingSensitivity&)>& publish) {
  const auto asked = moved_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  const auto architecture = architecture_of(question);
  if (!architecture) return tl::unexpected<Error>(architecture.error());
  if (const auto sound = deploy_question_of(question); !sound) return tl::unexpected<Error>(sound.error());
  const Mover mover(question, *architecture, threads, stop);
  ServingSensitivity found;
  found.metric = metric;
  found.change = change;
  found.first = first_of(mover.best(*asked));
  if (!found.first) return found;
  const std::optional<double> base = metric_of(*found.first, metric);
  if (!base) return found;
  found.base = *base;
  for (const ServingLever& lever : levers_of(*asked)) {
    if (mover.stopped()) break;
    ServingSwing swing;
    swing.lever = lever;
    swing.value = lever_value(asked->problem, asked->job, lever);
    const auto end = [&](double factor) {
      double value = swing.value * factor;
      if (lever.kind == Kind::hardware && lever.of.kind == plan::Lever::Kind::utilisation)
        value = std::min(1.0, value);
      return end_at(mover, *asked, lever, swing.value, value, *found.first, metric);
    };
    swing.low = end(1.0 - change);
    swing.high = end(1.0 + change);
    if (mover.stopped()) break;  // what was stopped half way says nothing
    const double width = swing.width(found.base);
    const auto place = std::find_if(found.swings.begin(), found.swings.end(),
                                    [&](const auto& other) { return other.width(found.base) < width; });
    found.swings.insert(place, std::move(swing));
    if (publish) publish(found);
  }
  found.stopped = mover.stopped();
  return found;
}

Result<TrafficScale> traffic_scale(const Question& question, int threads, const std::stop_token& stop,
                                   const std::function<void(const TrafficScale&)>& publish) {
  constexpr std::array kFactors{0.125, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0};
  const auto asked = moved_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  const auto architecture = architecture_of(question);
  if (!architecture) return tl::unexpected<Error>(architecture.error());
  if (const auto sound = deploy_question_of(question); !sound) return tl::unexpected<Error>(sound.error());
  TrafficScale scale;
  scale.kind = asked->job.traffic.kind;
  if (scale.kind == serving::Traffic::Kind::offline)
    return fail(code::out_of_range, "traffic", "offline",
                {Wanted::Kind::one_of, {"requests_per_second", "concurrency"}});
  const Mover mover(question, *architecture, threads, stop);
  const ServingLever lever{Kind::traffic};
  scale.demand = lever_value(asked->problem, asked->job, lever);
  scale.all = static_cast<int>(kFactors.size());
  for (const double factor : kFactors) {
    TrafficPoint point;
    point.demand = scale.demand * factor;
    if (scale.kind == serving::Traffic::Kind::concurrency) point.demand = std::max(1.0, point.demand);
    const deploy::Findings findings = mover.best(with_lever(*asked, lever, point.demand));
    if (mover.stopped()) break;
    point.best = first_of(findings);
    point.shortfall = findings.shortfall;
    scale.points.push_back(std::move(point));
    if (publish) publish(scale);
  }
  scale.stopped = mover.stopped();
  return scale;
}

}  // namespace astrolabe::planning
