#include "app/cli/trace.h"

#include "core/base/file_write.h"
#include "core/exports/trace.h"
#include "core/planning/pipelines.h"
#include "core/planning/planner.h"
#include "core/planning/recommended.h"
#include "ui/render/kind_words.h"

namespace astrolabe::cli {

namespace {

/// What its planner exports as "trace", where it does.
std::optional<planning::Export> traceForm(const planning::Option& option) {
  const planning::Planner* planner = planning::find_planner(planning::kind_of(option));
  if (planner == nullptr) return std::nullopt;
  for (const planning::Export& form : planner->exports())
    if (form.id == "trace") return form;
  return std::nullopt;
}

bool hasTrace(const planning::Option& option) { return traceForm(option) || !option.timeline.lanes.empty(); }

/// "stage 0 · h100 · 16 layers"; of another kind than strategies what its words call the lane in place of the
/// stage.
std::vector<std::string> laneNames(const planning::Option& option, const strategy::Problem& problem) {
  const std::vector<ui::KindLane> told = planning::strategy_of(option) != nullptr
                                             ? std::vector<ui::KindLane>()
                                             : ui::kindWords(option).lanes(option, problem);
  std::vector<std::string> names;
  for (const cost::Lane& lane : option.timeline.lanes) {
    const std::string pool = problem.cluster.pools.at(static_cast<std::size_t>(lane.pool)).id;
    const std::string title = names.size() < told.size() ? told[names.size()].title.toStdString()
                                                         : "stage " + std::to_string(names.size());
    names.push_back((title == pool ? pool : title + " · " + pool) + " · " + std::to_string(lane.layers) +
                    " layers");
  }
  return names;
}

}  // namespace

Result<std::string> traceText(const planning::Option& option, const strategy::Problem& problem) {
  if (const auto form = traceForm(option)) return form->text(option);
  return text_of(exports::trace_json(option.timeline, laneNames(option, problem)));
}

Result<std::optional<Traced>> tracedOf(const planning::Question& question, const plan::Snapshot& snapshot,
                                       const std::vector<planning::OptionPtr>& others) {
  const cost::Evaluation* best = snapshot.best.empty() ? nullptr : &snapshot.best.front();
  const planning::OptionPtr ahead = planning::recommended_beside(best, others, snapshot.objective);
  if (ahead && hasTrace(*ahead)) return std::optional(Traced{*ahead, true});
  if (ahead)  // what was found may be kept without its timeline
    if (auto whole = planning::evaluate(question, ahead->layout); whole && hasTrace(*whole))
      return std::optional(Traced{std::move(*whole), true});
  if (best == nullptr) return std::nullopt;
  auto told = detail(question.problem, best->strategy, snapshot.objective);
  if (!told) return tl::unexpected<Error>(told.error());
  return std::optional(Traced{std::move(*told), ahead == nullptr});
}

Result<void> writeTrace(const planning::Option& option, const strategy::Problem& problem,
                        const std::string& path) {
  const auto text = traceText(option, problem);
  if (!text) return tl::unexpected<Error>(text.error());
  return write_file(path, *text);
}

}  // namespace astrolabe::cli
