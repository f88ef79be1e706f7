#include "core/plan/sweep_grid.h"

#include <algorithm>
#include <optional>

#include "core/base/error_codes.h"
#include "core/base/text.h"

namespace astrolabe::plan {

namespace {

/// One step of a path: a key, and where one stands in brackets behind it the member that is meant.
struct PathStep {
  std::string key;
  std::optional<std::string> member;
};

/// The steps of "cluster.pools[a].nodes"; none where it is no path. Ids in brackets may hold dots.
std::vector<PathStep> steps_of(std::string_view path) {
  std::vector<PathStep> steps;
  while (!path.empty()) {
    const std::size_t end = path.find_first_of(".[");
    PathStep step{std::string(path.substr(0, end)), std::nullopt};
    if (step.key.empty()) return {};
    path.remove_prefix(std::min(end, path.size()));
    if (path.starts_with('[')) {
      // The bracket ends in front of a dot or at the end: ids may hold brackets, too.
      std::size_t close = path.find("].");
      if (close == std::string_view::npos && path.ends_with(']')) close = path.size() - 1;
      if (close == std::string_view::npos || close == 1) return {};
      step.member = std::string(path.substr(1, close - 1));
      path.remove_prefix(close + 1);
    }
    steps.push_back(std::move(step));
    if (path.empty()) return steps;
    if (!path.starts_with('.') || path.size() == 1) return {};
    path.remove_prefix(1);
  }
  return {};
}

/// What a member of a list is called in a path: the id of a pool, "a,b" of a link.
std::vector<std::string> names_of_member(const Json& member) {
  const auto text = [&](const char* key) {
    return member.is_object() && member.contains(key) && member[key].is_string()
               ? member[key].get<std::string>()
               : std::string();
  };
  if (const std::string id = text("id"); !id.empty()) return {id};
  const std::string a = text("a"), b = text("b");
  if (a.empty() || b.empty()) return {};
  return {a + ',' + b, b + ',' + a};
}

/// The place of a member in a list, or the names that there are.
tl::expected<std::size_t, std::vector<std::string>> place_in(const Json& list, const std::string& name) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::vector<std::string> names = names_of_member(list[i]);
    if (std::find(names.begin(), names.end(), name) != names.end()) return i;
    if (!names.empty()) known.push_back(names.front());
  }
  return tl::unexpected<std::vector<std::string>>(std::move(known));
}

std::vector<std::string> names_in(ObjectReader& reader, const char* key) {
  std::vector<std::string> names;
  const Json* list = reader.array(key);
  if (list == nullptr) return names;
  for (const Json& name : *list)
    if (name.is_string() && !name.get<std::string>().empty())
      names.push_back(name.get<std::string>());
    else
      reader.mistake(code::wrong_type, key, shown(name), {Wanted::Kind::text, {"a name in each place"}});
  if (list->empty())
    reader.mistake(code::out_of_range, key, "an empty list", {Wanted::Kind::text, {"at least one value"}});
  return names;
}

std::vector<Json> descriptions_in(ObjectReader& reader, const char* key) {
  std::vector<Json> all;
  const Json* list = reader.array(key);
  if (list == nullptr) return all;
  for (const Json& each : *list)
    if (each.is_object() || (each.is_string() && !each.get<std::string>().empty()))
      all.push_back(each);
    else
      reader.mistake(code::wrong_type, key, shown(each),
                     {Wanted::Kind::text, {"the name of a file, or an object, in each place"}});
  if (list->empty())
    reader.mistake(code::out_of_range, key, "an empty list", {Wanted::Kind::text, {"at least one value"}});
  return all;
}

Error axis_error(std::string_view code, const SweepAxis& axis, std::string found, Wanted wanted) {
  return Error{std::string(code), {}, place_of_axis(axis), std::move(found), std::move(wanted)};
}

std::vector<SweepAxis> axes_in(ObjectReader& reader) {
  std::vector<SweepAxis> axes;
  const Json* set = reader.object("set");
  if (set == nullptr) return axes;
  for (const auto& [path, values] : set->items()) {
    SweepAxis axis{path, {}};
    const std::vector<PathStep> steps = steps_of(path);
    if (steps.size() < 2 || steps.front().member ||
        (steps.front().key != "cluster" && steps.front().key != "job"))
      reader.mistake(
          axis_error(code::unknown_key, axis, path,
                     {Wanted::Kind::text, {"a path such as cluster.pools[a].nodes or job.global_batch"}}));
    else if (!values.is_array())
      reader.mistake(axis_error(code::wrong_type, axis, shown(values), {Wanted::Kind::array, {}}));
    else if (values.empty())
      reader.mistake(axis_error(code::out_of_range, axis, "an empty list",
                                {Wanted::Kind::text, {"at least one value"}}));
    else
      axis.values.assign(values.begin(), values.end());
    axes.push_back(std::move(axis));
  }
  return axes;
}

}  // namespace

Result<SweepGrid> read_sweep_grid(const Json& json) {
  if (!json.is_object()) return fail(code::wrong_type, "", shown(json), {Wanted::Kind::object, {}});
  ObjectReader reader(json, "");
  SweepGrid grid;
  grid.plan = reader.string("plan", "");
  grid.scenarios = names_in(reader, "scenario");
  grid.models = names_in(reader, "model");
  grid.clusters = descriptions_in(reader, "cluster");
  grid.jobs = descriptions_in(reader, "job");
  grid.set = axes_in(reader);
  if (auto sound = reader.finish(); !sound) return tl::unexpected<Error>(std::move(sound.error()));
  return grid;
}

std::string place_of_axis(const SweepAxis& axis) { return "set[\"" + axis.path + "\"]"; }

bool is_of_cluster(const SweepAxis& axis) { return axis.path.starts_with("cluster."); }

Result<std::string> set_value(Json& description, const SweepAxis& axis, const Json& value) {
  const std::vector<PathStep> steps = steps_of(axis.path);
  Json* here = &description;
  std::string place;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const auto& [key, member] = steps[i];
    const bool last = i + 1 == steps.size();
    if (!here->is_object())
      return tl::unexpected<Error>(
          axis_error(code::wrong_type, axis, place + " is " + shown(*here), {Wanted::Kind::object, {}}));
    place += (place.empty() ? "" : ".") + key;
    if (member &&
        (key == "pools" || key == "between_pools" || (here->contains(key) && (*here)[key].is_array()))) {
      const Json none = Json::array();
      const bool is_list = here->contains(key) && (*here)[key].is_array();
      const auto at = place_in(is_list ? (*here)[key] : none, *member);
      if (!at) {
        std::vector<std::string> near = near_matches(*member, at.error());
        if (near.empty()) near = at.error();
        return tl::unexpected<Error>(
            axis_error(code::unknown_pool, axis, *member, {Wanted::Kind::one_of, std::move(near)}));
      }
      place += '[' + std::to_string(*at) + ']';
      here = &(*here)[key][*at];
      if (last) *here = value;
      continue;
    }
    std::string name = key;
    if (member) {  // a member of an object, "choose.max_gpus_per_pool[a]"
      if (!here->contains(key)) (*here)[key] = Json::object();
      here = &(*here)[key];
      if (!here->is_object())
        return tl::unexpected<Error>(
            axis_error(code::wrong_type, axis, place + " is " + shown(*here), {Wanted::Kind::object, {}}));
      name = *member;
      place += '.' + name;
    }
    if (last && value.is_null()) {
      here->erase(name);
      return place;
    }
    if (last)
      (*here)[name] = value;
    else if (!here->contains(name))
      (*here)[name] = Json::object();
    here = &(*here)[name];
  }
  return place;
}

std::size_t count_cases(const std::vector<std::size_t>& lengths) {
  std::size_t cases = 1;
  for (const std::size_t length : lengths) {
    if (length == 0) return 0;
    cases = cases > kMostCases / length ? kMostCases + 1 : cases * length;
  }
  return cases;
}

std::vector<std::size_t> case_places(const std::vector<std::size_t>& lengths, std::size_t number) {
  std::vector<std::size_t> places(lengths.size());
  for (std::size_t i = lengths.size(); i-- > 0;) {
    places[i] = number % lengths[i];
    number /= lengths[i];
  }
  return places;
}

}  // namespace astrolabe::plan
