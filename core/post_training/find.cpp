#include "core/post_training/find.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "core/serving/deployment.h"

namespace astrolabe::post_training {

namespace {

PlacingGoal goal_of(strategy::Objective objective) {
  if (objective == strategy::Objective::money) return PlacingGoal::usd;
  if (objective == strategy::Objective::gpus) return PlacingGoal::gpus;
  return objective == strategy::Objective::pareto ? PlacingGoal::both : PlacingGoal::seconds;
}

std::shared_ptr<const Placement> placement_of(const std::shared_ptr<const Job>& job, Sets& sets,
                                              const PlacingAnswer& answer) {
  auto placement = std::make_shared<Placement>();
  placement->job = job;
  placement->units = sets.units();
  for (const PlacedSet& set : answer.sets) placement->sets.push_back({set, sets.plan(set)});
  placement->timeline = answer.timeline;
  placement->usd = answer.usd;
  return placement;
}

/// True where a partition of units has the form. An engine stands with its role where each role is alone.
bool has_form(const std::vector<Unit>& units, const std::vector<unsigned>& parts, Form form) {
  if (form == Form::together) return parts.size() == 1;
  if (form == Form::two_sets) return parts.size() == 2;
  return parts.size() > 1 && std::all_of(parts.begin(), parts.end(), [&](unsigned part) {
           std::vector<int> roles;
           for (std::size_t unit = 0; unit < units.size(); ++unit)
             if (((part >> unit) & 1U) != 0) roles.push_back(units[unit].role);
           const int role = roles.front();
           const auto of_role = static_cast<std::size_t>(std::count_if(
               units.begin(), units.end(), [&](const Unit& unit) { return unit.role == role; }));
           return roles.size() == of_role &&
                  std::all_of(roles.begin(), roles.end(), [&](int other) { return other == role; });
         });
}

const std::string& role_name(const Placement& placement, int unit) {
  return placement.job->roles[static_cast<std::size_t>(placement.units[static_cast<std::size_t>(unit)].role)]
      .name;
}

Json layouts_json(const Placement& placement, const SetPlan& plan, const std::vector<std::string>& pool_ids) {
  Json json = Json::object();
  for (const UnitPlan& unit : plan.units) {
    const std::string& role = role_name(placement, unit.unit);
    if (unit.generator) {
      const serving::Deployment deployment{{}, unit.generator->replicas, unit.generator->worker, {}, 1, 1};
      json["generate"][role] = serving::to_json(deployment);
      json["generate"][role].erase("pool");
      continue;
    }
    Json layout = strategy::to_json(unit.layout->strategy, pool_ids);
    layout.erase("stages");
    const bool trains = placement.job->flow.does(role, Do::train);
    json[trains ? "train" : "infer"][role] = std::move(layout);
  }
  return json;
}

/// What a set that does not fit says: which role takes how much of a GPU, and how much there is.
Error not_held(const Job& job, const std::optional<Sets::Lacking>& lacking, const PlacedSet& set,
               const std::string& where) {
  const std::string gpus = std::to_string(set.gpus) + " GPUs";
  Error error{std::string(code::nothing_fits), {}, where, gpus, {}};
  if (!lacking) {
    error.found = gpus + " that hold each role, but not all together";
    error.wanted = {Wanted::Kind::text, {"more GPUs, fewer roles in the set, or other layouts"}};
    return error;
  }
  const std::string& role = job.roles[static_cast<std::size_t>(lacking->role)].name;
  if (!std::isfinite(lacking->bytes)) {
    error.found = role + " on " + gpus;
    error.wanted = {Wanted::Kind::text,
                    {"GPUs of a type that runs its model, in a number that its layout divides"}};
    return error;
  }
  error.found = fmt::format("{} with {:.1f} GiB of a GPU", role, lacking->bytes / kGib);
  error.wanted = {Wanted::Kind::text,
                  {fmt::format("at most {:.1f} GiB: more GPUs, or other layouts", lacking->limit / kGib)}};
  return error;
}

/// Sets as written.
class SetReader {
 public:
  SetReader(Job& job, const std::vector<Unit>& units, const strategy::Problem& problem)
      : m_job(job), m_units(units), m_problem(problem), m_left() {
    for (const hardware::Pool& pool : problem.cluster.pools)
      m_left.push_back(std::min(pool.max_gpus, pool.gpus()));
  }

  Result<PlacedSet> read(const Json& json, const std::string& path) {
    ObjectReader reader(json, path);
    PlacedSet set;
    const Json* roles = reader.array("roles");
    const Json* gpus = reader.object("gpus");
    const Json* layouts = reader.object("layouts");
    if (reader.ok() && (roles == nullptr || gpus == nullptr))
      reader.mistake(code::missing_key, roles == nullptr ? "roles" : "gpus", "nothing",
                     {Wanted::Kind::field, {roles == nullptr ? "roles" : "gpus"}});
    if (reader.ok()) read_gpus(reader, *gpus, set);
    for (std::size_t i = 0; roles != nullptr && reader.ok() && i < roles->size(); ++i)
      add_role(reader, (*roles)[i], layouts, set);
    if (reader.ok() && layouts != nullptr) read_layouts(reader, *layouts);
    if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
    return set;
  }
  unsigned placed() const { return m_placed; }

 private:
  void read_gpus(ObjectReader& reader, const Json& gpus, PlacedSet& set) {
    const std::vector<std::string> ids = m_problem.pool_ids();
    if (gpus.size() != 1)
      return reader.mistake(code::out_of_range, "gpus", shown(gpus),
                            {Wanted::Kind::text, {"one pool with its GPUs"}});
    const std::string id = gpus.begin().key();
    const auto pool = std::find(ids.begin(), ids.end(), id);
    if (pool == ids.end())
      return reader.mistake(code::unknown_pool, "gpus", id, {Wanted::Kind::one_of, near_matches(id, ids)});
    set.pool = static_cast<int>(pool - ids.begin());
    int& left = m_left[static_cast<std::size_t>(set.pool)];
    const Json& count = gpus.begin().value();
    if (!count.is_number_integer() || count.get<std::int64_t>() < 1 || count.get<std::int64_t>() > left)
      return reader.mistake(code::out_of_range, "gpus", shown(count),
                            {Wanted::Kind::between, {"1", std::to_string(left)}});
    set.gpus = count.get<int>();
    left -= set.gpus;
  }

  /// A role stands in a set with all that it does, or with what `layouts` names of it.
  void add_role(ObjectReader& reader, const Json& name, const Json* layouts, PlacedSet& set) {
    const std::string role = name.is_string() ? name.get<std::string>() : shown(name);
    const auto names = [&](const char* phase) {
      return layouts != nullptr && layouts->contains(phase) && (*layouts)[phase].contains(role);
    };
    const bool generates = names("generate"), works = names("train") || names("infer");
    bool known = false;
    for (std::size_t unit = 0; unit < m_units.size(); ++unit) {
      if (m_job.roles[static_cast<std::size_t>(m_units[unit].role)].name != role) continue;
      known = true;
      if (generates != works && m_units[unit].generates != generates) continue;
      const unsigned bit = 1U << static_cast<unsigned>(unit);
      if ((m_placed & bit) != 0)
        return reader.mistake(code::repeated_key, "roles", role, {Wanted::Kind::once, {}});
      set.units |= bit;
      m_placed |= bit;
    }
    if (!known) reader.mistake(code::out_of_range, "roles", role, {Wanted::Kind::one_of, m_job.flow.roles()});
  }

  void read_layouts(ObjectReader& reader, const Json& layouts) {
    for (const auto& [phase, roles] : layouts.items()) {
      auto* asked = phase == "train"      ? &m_job.train
                    : phase == "infer"    ? &m_job.infer
                    : phase == "generate" ? &m_job.generate
                                          : nullptr;
      if (asked == nullptr)
        return reader.mistake(code::unknown_key, "layouts." + phase, phase,
                              {Wanted::Kind::one_of, {"train", "infer", "generate"}});
      for (const auto& [role, layout] : roles.items())
        for (const auto& [key, value] : layout.items())
          if (key != "replicas" && key != "pool")
            (*asked)[role][key] = value.is_string() ? std::string(value) : value.dump();
    }
  }

  Job& m_job;
  const std::vector<Unit>& m_units;
  const strategy::Problem& m_problem;
  std::vector<int> m_left;
  unsigned m_placed = 0;
};

}  // namespace

const char* to_string(Form form) {
  static constexpr std::array kNames{"together", "two_sets", "each_alone"};
  return kNames[static_cast<std::size_t>(form)];
}

int Placement::gpus() const {
  int sum = 0;
  for (const PlannedSet& set : sets) sum += set.placed.gpus;
  return sum;
}

double Placement::busy_share() const {
  double busy = 0.0;
  for (std::size_t i = 0; i < sets.size(); ++i) busy += timeline.busy[i] * sets[i].placed.gpus;
  return timeline.seconds > 0.0 ? busy / (timeline.seconds * gpus()) : 0.0;
}

PlacementsFound find_placements(const std::shared_ptr<const Job>& job, const strategy::Problem& problem,
                                strategy::Objective objective, int top, int threads,
                                const std::stop_token& stop, Extras extras) {
  Sets sets(*job, problem.cluster, problem.job);
  sets.prepare(threads, stop);
  PlacementsFound found;
  if (stop.stop_requested()) {
    found.stopped = true;
    return found;
  }
  PlacingQuestion question = sets.placing();
  if (!(problem.job.limits == problem.job.limits.of_memory_alone()))
    question.within = [&](const std::vector<int>& gpus, double seconds) {
      const cost::Money money = cost::hourly(problem.cluster, problem.job, gpus);
      return broken_limit(*job, problem, money, seconds).binding == cost::Binding::none;
    };
  const auto placed_with = [&](const PlacingQuestion& asked, PlacingGoal goal, int most) {
    PlacingFound placed = place(asked, goal, most, stop);
    found.stopped = found.stopped || placed.stopped;
    return placed;
  };
  PlacingFound placed = placed_with(question, goal_of(objective), top);
  if (placed.best.empty() && !placed.stopped && question.within) {
    question.within = {};
    placed = placed_with(question, goal_of(objective), top);
    found.beyond_limits = !placed.best.empty();
  }
  for (const PlacingAnswer& answer : placed.best) found.best.push_back(placement_of(job, sets, answer));
  found.evaluated = placed.evaluated;
  found.cut_by_bound = placed.cut_by_bound;
  found.bound = placed.bound;
  if (found.best.empty() && !found.stopped) found.lacking = sets.lacking();
  if (found.best.empty() || found.stopped) return found;
  const auto first = [&](const PlacingQuestion& asked, PlacingGoal goal) {
    const PlacingFound other = place(asked, goal, 1, stop);
    return other.best.empty() || other.stopped ? nullptr : placement_of(job, sets, other.best.front());
  };
  if (extras.forms)
    for (const Form form : kForms) {
      PlacingQuestion of_form = question;
      of_form.admits = [&](const std::vector<unsigned>& parts) {
        return has_form(sets.units(), parts, form);
      };
      found.forms.push_back({form, first(of_form, goal_of(objective))});
    }
  const bool priced = found.best.front()->usd > 0.0;
  if (extras.frontier && priced) {
    const PlacingFound both = place(question, PlacingGoal::both, top, stop);
    for (const PlacingAnswer& answer : both.best) found.frontier.push_back(placement_of(job, sets, answer));
  }
  return found;
}

cost::Violation broken_limit(const Job& job, const strategy::Problem& problem, const cost::Money& money,
                             double seconds) {
  const strategy::Limits& limits = problem.job.limits;
  cost::Violation violation = cost::broken_limit_of_machines(limits, money);
  if (violation.binding != cost::Binding::none || !limits.usd_per_trillion_tokens || !money.usd_per_hour)
    return violation;
  const double tokens = job.samples() * job.tokens_of_sample();
  const double usd = money.usd_per_hour->value * seconds / kSecondsPerHour * 1e12 / tokens;
  if (usd > *limits.usd_per_trillion_tokens) {
    violation.binding = cost::Binding::usd_per_trillion_tokens;
    violation.found = usd;
    violation.limit = *limits.usd_per_trillion_tokens;
  }
  return violation;
}

Result<std::shared_ptr<const Placement>> read_placement(const Json& json, const Job& job,
                                                        const strategy::Problem& problem) {
  ObjectReader reader(json, "");
  const Json* written = reader.array("placement");
  if (written == nullptr && reader.ok())
    reader.mistake(code::missing_key, "placement", "nothing", {Wanted::Kind::field, {"placement"}});
  if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
  auto asked = std::make_shared<Job>(job);
  const std::vector<Unit> units = Sets(job, problem.cluster, problem.job).units();
  SetReader sets_read(*asked, units, problem);
  PlacingAnswer answer;
  for (std::size_t i = 0; i < written->size(); ++i) {
    auto set = sets_read.read((*written)[i], "placement[" + std::to_string(i) + ']');
    if (!set) return tl::unexpected<Error>(set.error());
    answer.sets.push_back(*set);
  }
  for (std::size_t unit = 0; unit < units.size(); ++unit)
    if ((sets_read.placed() & (1U << static_cast<unsigned>(unit))) == 0)
      return fail(code::missing_key, "placement", job.roles[static_cast<std::size_t>(units[unit].role)].name,
                  {Wanted::Kind::text, {"every role in one set"}});
  Sets sets(*asked, problem.cluster, problem.job);
  sets.prepare(1, {}, answer.sets);
  std::vector<std::vector<double>> seconds;
  const PlacingQuestion placing = sets.placing();
  for (std::size_t i = 0; i < answer.sets.size(); ++i) {
    const SetPlan& plan = sets.plan(answer.sets[i]);
    if (!plan.fits)
      return tl::unexpected<Error>(not_held(*asked, sets.lacking(answer.sets[i]), answer.sets[i],
                                            "placement[" + std::to_string(i) + ']'));
    seconds.push_back(plan.seconds);
  }
  answer.timeline = play(placing, answer.sets, seconds, sets.sync_seconds(answer.sets));
  answer.usd = answer.timeline.seconds * placing.rate_of(answer.sets) / kSecondsPerHour;
  return placement_of(asked, sets, answer);
}

Json placement_json(const Placement& placement, const std::vector<std::string>& pool_ids) {
  Json list = Json::array();
  for (const PlannedSet& set : placement.sets) {
    Json roles = Json::array();
    for (std::size_t unit = 0; unit < placement.units.size(); ++unit) {
      const Json name = role_name(placement, static_cast<int>(unit));
      const bool in = ((set.placed.units >> static_cast<unsigned>(unit)) & 1U) != 0;
      if (in && std::find(roles.begin(), roles.end(), name) == roles.end()) roles.push_back(name);
    }
    list.push_back({{"roles", std::move(roles)},
                    {"gpus", {{pool_ids[static_cast<std::size_t>(set.placed.pool)], set.placed.gpus}}},
                    {"layouts", layouts_json(placement, set.plan, pool_ids)}});
  }
  return list;
}

Json phases_json(const Placement& placement) {
  Json phases = Json::array();
  for (const PlacedCall& call : placement.timeline.calls)
    phases.push_back({{"call", placement.job->flow.calls[static_cast<std::size_t>(call.call)].name},
                      {"begin_seconds", call.begin},
                      {"end_seconds", call.end},
                      {"set", call.set >= 0 ? Json(call.set) : Json()}});
  if (placement.timeline.sync_end > placement.timeline.sync_begin)
    phases.push_back({{"call", "weight_sync"},
                      {"begin_seconds", placement.timeline.sync_begin},
                      {"end_seconds", placement.timeline.sync_end},
                      {"set", nullptr}});
  return phases;
}

}  // namespace astrolabe::post_training
