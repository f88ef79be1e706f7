#include <algorithm>
#include <utility>

#include "core/base/error_codes.h"
#include "core/planning/deployments.h"
#include "core/planning/groups.h"
#include "core/planning/leading.h"
#include "core/planning/pipelines.h"
#include "core/planning/placements.h"
#include "core/planning/planner.h"
#include "core/planning/post_trainings.h"
#include "core/planning/programs.h"
#include "core/planning/replanned.h"
#include "core/planning/sharded.h"
#include "core/planning/widths.h"
#include "core/planning/written.h"

namespace astrolabe::planning {

namespace {

/// The table: a kind of plan is a row.
std::vector<const Planner*>& table() {
  static std::vector<const Planner*> rows{
      &pipeline_planner(),   &program_planner(),   &groups_planner(),
      &replanned_planner(),  &sharded_planner(),   &widths_planner(),
      &deployment_planner(), &placement_planner(), &post_training_planner()};
  return rows;
}

}  // namespace

const std::vector<const Planner*>& planners() { return table(); }

std::vector<const Planner*> other_planners() { return {table().begin() + 1, table().end()}; }

const Planner* find_planner(std::string_view id) {
  for (const Planner* planner : table())
    if (planner->id() == id) return planner;
  return nullptr;
}

AddedPlanner::AddedPlanner(const Planner& planner) : m_planner(planner) { table().push_back(&planner); }

AddedPlanner::~AddedPlanner() { std::erase(table(), &m_planner); }

bool Planner::is_written(const Json&) const { return false; }

std::optional<DealtAnew> Planner::dealt_anew(const Question&, const LayoutPtr&) const { return std::nullopt; }

FoundPtr Planner::failed(const QuestionPtr& question, const Run& run, const FoundPtr& last,
                         const std::string& defect) const {
  auto failed = last ? std::make_shared<Found>(*last) : std::make_shared<Found>();
  failed->planner = id();
  failed->question = question;
  failed->revision = run.revision;
  failed->status = plan::Status::failed;
  failed->defect = defect;
  return failed;
}

std::optional<Error> error_of(const Found& found) {
  if (found.status != plan::Status::failed || found.error) return found.error;
  return Error{std::string(code::defect), {}, {}, found.defect, {}};
}

FoundPtr in_short(const FoundPtr& found) {
  if (!found) return found;
  const auto is_short = [](const OptionPtr& option) {
    return !option->layout || !option->layout->in_short();
  };
  if (std::all_of(found->options.begin(), found->options.end(), is_short)) return found;
  auto made = std::make_shared<Found>(*found);
  for (OptionPtr& option : made->options) {
    if (is_short(option)) continue;
    auto brief = std::make_shared<Option>(*option);
    brief->layout = option->layout->in_short();
    brief->timeline = {};
    option = std::move(brief);
  }
  return made;
}

namespace {

Error unknown_kind(const std::string& kind) {
  std::vector<std::string> ids;
  for (const Planner* planner : planners()) ids.emplace_back(planner->id());
  return Error{std::string(code::out_of_range), {}, "kind", kind, {Wanted::Kind::one_of, std::move(ids)}};
}

}  // namespace

Result<LayoutPtr> read_layout(const Json& json, const Question& question) {
  const Written written = written_layout(json, question);
  const Planner* planner = find_planner(written.kind);
  if (planner == nullptr) return tl::unexpected<Error>(unknown_kind(written.kind));
  auto layout = planner->read_layout(written.layout, question);
  if (!layout) return tl::unexpected<Error>(placed(written, std::move(layout.error())));
  return layout;
}

Json keep(const LayoutPtr& layout, const std::vector<std::string>& pool_ids) {
  Json json = layout->to_json(pool_ids);
  if (layout->kind() != kPipeline && !json.is_null()) json["kind"] = layout->kind();
  return json;
}

Result<Option> evaluate(const Question& question, const LayoutPtr& layout) {
  const Planner* planner = find_planner(kind_of(layout));
  if (planner == nullptr) return tl::unexpected<Error>(unknown_kind(std::string(kind_of(layout))));
  return planner->evaluate(question, layout);
}

}  // namespace astrolabe::planning
