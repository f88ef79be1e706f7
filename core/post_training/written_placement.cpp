// Placements as people and answers write them, and why a set of one does not stand.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/post_training/find.h"

namespace astrolabe::post_training {

namespace {

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
  error.found = fmt::format("{} with at least {:.1f} GiB of a GPU for {}", role, lacking->bytes / kGib,
                            job.roles[static_cast<std::size_t>(lacking->role)].model_name());
  error.wanted = {Wanted::Kind::text,
                  {fmt::format("at most {:.1f} GiB: more GPUs, or other layouts", lacking->limit / kGib)}};
  return error;
}

/// Sets as written.
class SetReader {
 public:
  SetReader(Job& job, const std::vector<Unit>& units, const strategy::Problem& problem, const Json& sets)
      : m_job(job), m_units(units), m_problem(problem), m_left() {
    for (const Json& set : sets)
      if (set.is_object() && set.contains("roles") && set["roles"].is_array())
        for (const Json& role : set["roles"])
          if (role.is_string()) ++m_named[role.get<std::string>()];
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
    if (reader.ok() && layouts != nullptr) read_layouts(reader, *layouts, set);
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

  /// A role stands in a set with all that it does; one that several sets name, with what `layouts` names of
  /// it.
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
      if (m_named[role] > 1 && generates != works && m_units[unit].generates != generates) continue;
      const unsigned bit = 1U << static_cast<unsigned>(unit);
      if ((m_placed & bit) != 0)
        return reader.mistake(code::repeated_key, "roles", role, {Wanted::Kind::once, {}});
      set.units |= bit;
      m_placed |= bit;
    }
    if (!known) reader.mistake(code::out_of_range, "roles", role, {Wanted::Kind::one_of, m_job.flow.roles()});
  }

  /// Of roles of this set.
  void read_layouts(ObjectReader& reader, const Json& layouts, const PlacedSet& set) {
    for (const auto& [phase, roles] : layouts.items()) {
      const std::string path = reader.path_of("layouts." + phase);
      if (phase != "train" && phase != "infer" && phase != "generate")
        return reader.mistake(code::unknown_key, "layouts." + phase, phase,
                              {Wanted::Kind::one_of, {"train", "infer", "generate"}});
      if (!roles.is_object())
        return reader.mistake(code::wrong_type, "layouts." + phase, shown(roles), {Wanted::Kind::object, {}});
      for (const auto& [role, layout] : roles.items()) {
        const std::vector<std::string> names = names_of(set);
        if (std::find(names.begin(), names.end(), role) == names.end())
          return reader.mistake(code::out_of_range, "layouts." + phase, role, {Wanted::Kind::one_of, names});
        if (auto read = read_role_layout(phase, role, layout, path + '.' + role, m_job); !read)
          return reader.mistake(std::move(read.error()));
      }
    }
  }
  std::vector<std::string> names_of(const PlacedSet& set) const {
    std::vector<std::string> names;
    for (std::size_t unit = 0; unit < m_units.size(); ++unit)
      if (has_unit(set.units, unit))
        names.push_back(m_job.roles[static_cast<std::size_t>(m_units[unit].role)].name);
    return names;
  }

  Job& m_job;
  const std::vector<Unit>& m_units;
  const strategy::Problem& m_problem;
  std::vector<int> m_left;
  std::map<std::string, int> m_named;  ///< how many sets name a role
  unsigned m_placed = 0;
};

}  // namespace

Result<std::shared_ptr<const Placement>> read_placement(const Json& json, const Job& job,
                                                        const strategy::Problem& problem) {
  ObjectReader reader(json, "");
  const Json* written = reader.array("placement");
  // What an answer tells beside it follows from it.
  for (const char* follows : {"kind",
                              "rank",
                              "iteration_seconds",
                              "iteration_seconds_low",
                              "iteration_seconds_high",
                              "phases",
                              "busy_share",
                              "parts",
                              "binds",
                              "tokens_per_second",
                              "tokens_per_second_per_gpu",
                              "gpus",
                              "paid_gpus",
                              "memory_gib",
                              "offloads",
                              "usd_per_hour",
                              "usd_per_iteration",
                              "usd_per_million_tokens",
                              "power_kw",
                              "hours_for_job",
                              "usd_for_job",
                              "outcome",
                              "gap",
                              "proven"})
    reader.any(follows);
  if (written == nullptr && reader.ok())
    reader.mistake(code::missing_key, "placement", "nothing", {Wanted::Kind::field, {"placement"}});
  if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
  auto asked = std::make_shared<Job>(job);
  const std::vector<Unit> units = Sets(job, problem.cluster, problem.job).units();
  SetReader sets_read(*asked, units, problem, *written);
  PlacingAnswer answer;
  for (std::size_t i = 0; i < written->size(); ++i) {
    auto set = sets_read.read((*written)[i], "placement[" + std::to_string(i) + ']');
    if (!set) return tl::unexpected<Error>(set.error());
    answer.sets.push_back(*set);
  }
  for (std::size_t unit = 0; unit < units.size(); ++unit)
    if ((sets_read.placed() & (1U << static_cast<unsigned>(unit))) == 0)
      return fail(code::missing_key, "placement",
                  fmt::format("no set with {}{}", units[unit].generates ? "the engine of " : "",
                              job.roles[static_cast<std::size_t>(units[unit].role)].name),
                  {Wanted::Kind::text, {"every role, and the engine of each that generates, in one set"}});
  if (const int most = problem.cluster.max_total_gpus.value_or(answer.gpus()); answer.gpus() > most)
    return fail(code::out_of_range, "placement", std::to_string(answer.gpus()) + " GPUs",
                {Wanted::Kind::text, {"at most " + std::to_string(most) + " (choose.max_total_gpus)"}});
  Sets sets(*asked, problem.cluster, problem.job);
  if (!sets.lie_on_nodes(answer.sets))
    return fail(code::nothing_fits, "placement",
                "sets that are parts of nodes and do not lie within one each",
                {Wanted::Kind::text, {"sets whose parts of nodes fill nodes"}});
  sets.prepare(1, {}, answer.sets);
  std::vector<std::vector<double>> seconds;
  const PlacingQuestion placing = sets.placing();
  for (std::size_t i = 0; i < answer.sets.size(); ++i) {
    const SetPlan& plan = sets.plan(answer.sets[i]);
    const std::string where = "placement[" + std::to_string(i) + ']';
    if (!plan.fits) {
      if (auto refused = sets.refusal(answer.sets[i])) {
        refused->where = where + '.' + refused->where;
        return tl::unexpected<Error>(std::move(*refused));
      }
      return tl::unexpected<Error>(not_held(*asked, sets.lacking(answer.sets[i]), answer.sets[i], where));
    }
    seconds.push_back(plan.seconds);
  }
  answer.timeline = play(placing, answer.sets, seconds, sets.sync_seconds(answer.sets));
  answer.usd = answer.timeline.seconds * placing.rate_of(answer.sets) / kSecondsPerHour;
  return placement_of(asked, sets, answer);
}

}  // namespace astrolabe::post_training
