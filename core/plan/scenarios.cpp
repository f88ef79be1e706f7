#include "core/plan/scenarios.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"

namespace astrolabe::plan {

bool Plan::operator==(const Plan& other) const {
  return Scenario::operator==(other) && name == other.name && report == other.report &&
         presentation == other.presentation && others == other.others && baseline == other.baseline &&
         calibration == other.calibration && same_types(*this, other);
}

bool same_types(const Plan& a, const Plan& b) {
  if (!(a.catalogue == b.catalogue)) return false;
  if (a.own_types.empty() || b.own_types.empty()) return a.own_types.empty() == b.own_types.empty();
  return hardware::to_json(a.own_types) == hardware::to_json(b.own_types);
}

hardware::Catalogue catalogue_of(const Plan& plan, const hardware::Catalogue& base) {
  return base.with(plan.catalogue).with(plan.own_types);
}

bool same_model(const Scenario& a, const Scenario& b) {
  return a.model_name == b.model_name && a.model_text == b.model_text && a.model_entered == b.model_entered;
}

bool same_question(const Plan& a, const Plan& b) {
  return a.cluster == b.cluster && a.job == b.job && a.objective == b.objective && same_model(a, b) &&
         a.calibration == b.calibration && same_types(a, b);
}

std::vector<const Scenario*> scenarios(const Plan& plan) {
  std::vector<const Scenario*> all;
  all.reserve(plan.others.size() + 1);
  for (const Scenario& other : plan.others) {
    if (other.id > plan.id && (all.empty() || all.back()->id < plan.id)) all.push_back(&plan);
    all.push_back(&other);
  }
  if (all.empty() || all.back()->id < plan.id) all.push_back(&plan);
  return all;
}

const Scenario* find_scenario(const Plan& plan, int id) {
  if (plan.id == id) return &plan;
  const auto found = std::find_if(plan.others.begin(), plan.others.end(),
                                  [id](const Scenario& other) { return other.id == id; });
  return found == plan.others.end() ? nullptr : &*found;
}

Scenario* find_scenario(Plan& plan, int id) {
  return const_cast<Scenario*>(find_scenario(std::as_const(plan), id));
}

int place_of(const Plan& plan, int id) {
  const auto all = scenarios(plan);
  const auto found =
      std::find_if(all.begin(), all.end(), [id](const Scenario* scenario) { return scenario->id == id; });
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

std::string scenario_letter(int place) {
  constexpr int kLetters = 26;
  std::string letters;
  for (int left = place + 1; left > 0; left = (left - 1) / kLetters)
    letters.insert(letters.begin(), static_cast<char>('A' + (left - 1) % kLetters));
  return letters;
}

void show_scenario(Plan& plan, int id) {
  const auto wanted = std::find_if(plan.others.begin(), plan.others.end(),
                                   [id](const Scenario& other) { return other.id == id; });
  if (wanted == plan.others.end()) return;
  std::swap(static_cast<Scenario&>(plan), *wanted);
  std::sort(plan.others.begin(), plan.others.end(),
            [](const Scenario& a, const Scenario& b) { return a.id < b.id; });
}

Plan plan_of(const Plan& plan, int id) {
  Plan alone;
  static_cast<Scenario&>(alone) = *find_scenario(plan, id);
  alone.name = plan.name;
  alone.own_types = plan.own_types;
  alone.catalogue = plan.catalogue;
  alone.calibration = plan.calibration;
  alone.report = plan.report;
  alone.baseline = id;
  return alone;
}

int add_scenario(Plan& plan, Scenario scenario) {
  const int id = scenarios(plan).back()->id + 1;
  scenario.id = id;
  plan.others.push_back(std::move(scenario));
  show_scenario(plan, id);
  return id;
}

void remove_scenario(Plan& plan, int id) {
  if (plan.others.empty() || find_scenario(plan, id) == nullptr) return;
  if (plan.id == id) {
    const auto all = scenarios(plan);
    const auto place = static_cast<std::size_t>(place_of(plan, id));
    show_scenario(plan, all[place + 1 < all.size() ? place + 1 : place - 1]->id);
  }
  std::erase_if(plan.others, [id](const Scenario& other) { return other.id == id; });
  if (plan.baseline == id) plan.baseline = scenarios(plan).front()->id;
}

std::optional<int> scenario_named(const Plan& plan, std::string_view name) {
  const auto all = scenarios(plan);
  const auto key = [](std::string_view text) { return lower(trim(text)); };
  const std::string wanted = key(name);
  if (wanted.empty()) return std::nullopt;
  for (const Scenario* scenario : all)
    if (key(scenario->title) == wanted) return scenario->id;
  for (std::size_t place = 0; place < all.size(); ++place)
    if (key(scenario_letter(static_cast<int>(place))) == wanted || std::to_string(place + 1) == wanted)
      return all[place]->id;
  return std::nullopt;
}

}  // namespace astrolabe::plan
