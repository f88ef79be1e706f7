#include "core/planning/widths.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cost/limits.h"
#include "core/mesh/widths_search.h"
#include "core/plan/answer.h"
#include "core/plan/program_report.h"
#include "core/plan/row_placement.h"
#include "core/planning/mixed_search.h"
#include "core/planning/written.h"

namespace astrolabe::planning {

namespace {

Error width_misfit(const std::string& what, const std::string& found, const std::string& wanted) {
  return Error{std::string(code::impossible_strategy), {}, what, found, {Wanted::Kind::text, {wanted}}};
}

/// The pipeline as a file has it: what follows from it is not read.
Result<mesh::WideProgram> read_wide(const Json& json, const strategy::Problem& problem) {
  constexpr int kMost = 1 << 20;
  mesh::WideProgram program;
  ObjectReader reader(json, "");
  for (const char* follows : {"state", "step_seconds"}) reader.any(follows);
  const Json* pipelines = reader.array("pipelines");
  if (pipelines == nullptr && reader.ok())
    reader.mistake(code::missing_key, "pipelines", "nothing", {Wanted::Kind::field, {"pipelines"}});
  if (reader.ok() && pipelines->size() != 1)
    reader.mistake(code::impossible_strategy, "pipelines",
                   counted(static_cast<std::int64_t>(pipelines->size()), "pipeline"),
                   {Wanted::Kind::text, {"one pipeline"}});
  if (reader.ok()) {
    ObjectReader pipeline((*pipelines)[0], "pipelines[0]");
    pipeline.whole("micro_batches", 0, strategy::kLargestBatch, 0);
    if (const Json* layout = pipeline.object("layout")) {
      ObjectReader inner(*layout, "pipelines[0].layout");
      program.context_parallel = static_cast<int>(inner.whole("context_parallel", 1, kMost, 1));
      program.micro_batch = static_cast<int>(inner.whole("micro_batch", 1, kMost, 1));
      inner.finish_into(pipeline);
    }
    const Json* stages = pipeline.array("stages");
    if (pipeline.ok() && (stages == nullptr || stages->size() < 2))
      pipeline.mistake(code::impossible_strategy, "stages",
                       counted(stages == nullptr ? 0 : static_cast<std::int64_t>(stages->size()), "stage"),
                       {Wanted::Kind::text, {"two stages or more"}});
    for (std::size_t j = 0; pipeline.ok() && j < stages->size(); ++j) {
      ObjectReader member((*stages)[j], "pipelines[0].stages[" + std::to_string(j) + "]");
      mesh::WideStage stage;
      stage.pool = member.choice("pool", problem.pool_ids());
      stage.tensor_parallel = static_cast<int>(member.whole("tensor_parallel", 1, kMost));
      stage.groups = static_cast<int>(member.whole("groups", 1, kMost));
      stage.layers = static_cast<int>(member.whole("layers", 1, problem.graph->layer_count()));
      stage.again = static_cast<int>(member.whole("recompute_layers", 0, stage.layers, 0));
      stage.in_flight = static_cast<int>(member.whole("in_flight", 1, kMost));
      member.whole("gpus", 1, kMost, 1);  // follows from the rest
      member.finish_into(pipeline);
      program.stages.push_back(stage);
    }
    pipeline.finish_into(reader);
  }
  if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
  return program;
}

/// Whether the pipeline can stand on the cluster: every GPU that works, all layers, whole micro-batches.
std::optional<Error> wide_misfit_of(const mesh::WideProgram& program, const strategy::Problem& problem) {
  const std::vector<int> gpus = working_gpus(problem);
  std::vector<int> used(gpus.size(), 0);
  int layers = 0;
  for (const mesh::WideStage& stage : program.stages) {
    const hardware::Pool& pool = problem.cluster.pools[static_cast<std::size_t>(stage.pool)];
    const int group = program.gpus_of_group(stage);
    if (group > pool.gpus_of_node())
      return width_misfit("stages", counted(group, "GPU") + " of a group",
                          "at most " + std::to_string(pool.gpus_of_node()) + ": groups stay in a node");
    used[static_cast<std::size_t>(stage.pool)] += stage.groups * group;
    layers += stage.layers;
  }
  for (std::size_t pool = 0; pool < gpus.size(); ++pool)
    if (used[pool] != gpus[pool])
      return width_misfit("stages", counted(used[pool], "GPU") + " of " + problem.cluster.pools[pool].id,
                          counted(gpus[pool], "GPU") + ": all that work");
  if (layers != problem.graph->layer_count())
    return width_misfit("stages", counted(layers, "layer"), counted(problem.graph->layer_count(), "layer"));
  if (problem.job.global_batch % program.micro_batch != 0)
    return width_misfit("micro_batch", std::to_string(program.micro_batch),
                        "a divisor of " + counted(problem.job.global_batch, "sequence"));
  return {};
}

class WidthsPlanner final : public Planner {
 public:
  std::string_view id() const override { return kWidths; }
  std::string_view answer_key() const override { return "widths"; }
  std::string help() const override {
    return "Whether mixed GPUs in odd counts get pipelines with stages of unequal width, too: always, "
           "never or auto (not unless asked, as their gap is wider)";
  }
  std::string declines(const Question& question) const override {
    const strategy::Problem& problem = question.problem;
    if (!problem.job.trains()) return "no_training";
    if (problem.job.tuning) return "tuned";
    if (!plan::is_mixed(problem.cluster)) return "not_mixed";
    if (problem.graph->experts > 0) return "experts";
    if (problem.graph->classes.size() != 1) return "layers_differ";
    std::vector<int> of_node;
    for (const hardware::Pool& pool : plan::usable_part(problem.cluster, problem.job.precision).pools)
      of_node.push_back(pool.gpus_per_node);
    return mesh::widths_divide(working_gpus(problem), of_node) ? "even_counts" : "";
  }
  bool may_rank(const Question& question) const override { return plan::may_answer(question.problem); }
  /// On clusters where it does not win it would only widen the gap: it waits for somebody to ask.
  bool takes_long(const Question&) const override { return true; }

  FoundPtr plan(const QuestionPtr& question, Run& run) const override {
    const MixedSearch search(kWidths, question, run);
    const strategy::Problem& problem = question->problem;
    const std::vector<int> gpus = working_gpus(problem);
    mesh::WidthsRequest request;
    request.batch = problem.job.global_batch;
    request.stop = search.stop();
    const mesh::WidthsAnswer answer = mesh::search_widths(problem, gpus, request);
    mesh::Scene scene(problem, gpus);
    mesh::WideCosts costs(scene, problem.job.global_batch);
    std::vector<OptionPtr> options;
    for (const mesh::WideProgram& program : answer.best)
      options.push_back(option_of(costs, problem, program, answer.bound));
    return search.ended(std::move(options), answer.bound > 0.0, answer.gap(), answer.stopped_early);
  }

  bool is_written(const Json& json) const override {
    const Json* stage = first_stage(json);
    return stage != nullptr && stage->contains("groups");
  }
  Result<LayoutPtr> read_layout(const Json& json, const Question& question) const override {
    auto program = read_wide(json, question.problem);
    if (!program) return tl::unexpected<Error>(std::move(program.error()));
    auto option = evaluate(question, std::make_shared<const WidthsLayout>(std::move(*program), 0.0,
                                                                          question.problem.pool_ids()));
    if (!option) return tl::unexpected<Error>(option.error());
    return option->layout;
  }

  Result<Option> evaluate(const Question& question, const LayoutPtr& layout) const override {
    const auto* widths = as<WidthsLayout>(layout);
    const strategy::Problem& problem = question.problem;
    if (problem.graph->experts > 0 || problem.graph->classes.size() != 1)
      return tl::unexpected<Error>(
          width_misfit("model", problem.graph->name, "a model whose layers are alike, without experts"));
    if (auto wrong = wide_misfit_of(widths->program(), problem))
      return tl::unexpected<Error>(std::move(*wrong));
    mesh::Scene scene(problem, working_gpus(problem));
    mesh::WideCosts costs(scene, problem.job.global_batch);
    for (const mesh::WideStage& stage : widths->program().stages)
      if (!costs.is_left(mesh::form_of(widths->program(), stage),
                         static_cast<int>(widths->program().stages.size())))
        return tl::unexpected<Error>(width_misfit("stages",
                                                  "tensor_parallel " + std::to_string(stage.tensor_parallel) +
                                                      ", context_parallel " +
                                                      std::to_string(widths->program().context_parallel),
                                                  "degrees that rules and job leave"));
    const auto program = costs.as_written(widths->program());
    if (!program)
      return tl::unexpected<Error>(width_misfit("stages", "more than the GPUs hold", "less memory"));
    return *option_of(costs, problem, *program, widths->lower_bound());
  }

  std::vector<Export> exports() const override {
    return {{"text", ".widths.txt",
             [](const Option& option) -> Result<std::string> {
               return widths_text(*as<WidthsLayout>(option.layout));
             }},
            {"json", ".widths.json", [](const Option& option) -> Result<std::string> {
               const auto& layout = *as<WidthsLayout>(option.layout);
               Json json = layout.to_json(layout.pools());
               json["kind"] = kWidths;
               json["step_seconds"] = layout.program().step();
               return text_of(json, 1) + "\n";
             }}};
  }

 private:
  static OptionPtr option_of(mesh::WideCosts& costs, const strategy::Problem& problem,
                             const mesh::WideProgram& program, double bound) {
    auto option = std::make_shared<Option>();
    option->evaluation = mesh::evaluation_of(costs, problem, program);
    option->evaluation.placement = hardware::fastest_placement(problem.cluster, option->evaluation.gpus);
    option->timeline = mesh::timeline_of(costs, program);
    option->violation = cost::broken_limit(problem, option->evaluation);
    option->proof.gap = gap_above(bound, program.step());
    option->layout = std::make_shared<const WidthsLayout>(program, bound, problem.pool_ids());
    return option;
  }
};

}  // namespace

const Planner& widths_planner() {
  static const WidthsPlanner planner;
  return planner;
}

Json WidthsLayout::to_json(const std::vector<std::string>& pool_ids) const {
  const auto name = [&](int pool) { return pool_ids[static_cast<std::size_t>(pool)]; };
  Json stages = Json::array();
  for (const mesh::WideStage& stage : m_program.stages)
    stages.push_back({{"pool", name(stage.pool)},
                      {"layers", stage.layers},
                      {"tensor_parallel", stage.tensor_parallel},
                      {"gpus", stage.groups * m_program.gpus_of_group(stage)},
                      {"groups", stage.groups},
                      {"recompute_layers", stage.again},
                      {"in_flight", stage.in_flight}});
  Json json{{"pipelines", Json::array({{{"micro_batches", m_program.micro_batches},
                                        {"layout",
                                         {{"context_parallel", m_program.context_parallel},
                                          {"micro_batch", m_program.micro_batch}}},
                                        {"stages", std::move(stages)}}})}};
  if (m_program.state.moves.empty()) return json;
  json["state"] = Json::array();
  for (const mesh::Move& move : m_program.state.moves) {
    const auto pool = [&](int stage) { return name(m_program.stages[static_cast<std::size_t>(stage)].pool); };
    json["state"].push_back({{"of_pool", pool(move.from)},
                             {"pool", pool(move.to)},
                             {"stage", move.from},
                             {"to_stage", move.to},
                             {"gib", move.bytes / kGib}});
  }
  return json;
}

Json WidthsLayout::answer_json(const Option& option, const strategy::Problem& problem, int rank) const {
  const std::vector<std::string> ids = problem.pool_ids();
  Json json = plan::to_json(option.evaluation, ids);
  json["strategy"] = to_json(ids);
  plan::add_placement(json, option.evaluation, problem);
  json["kind"] = kWidths;
  json["rank"] = rank > 0 ? Json(rank) : Json();
  if (!option.is_possible()) json["binding"] = plan::to_json(option.violation, ids);
  json["status"] = plan::to_string(plan::Status::feasible);
  json["gap"] = option.proof.gap;
  json["lower_bound_seconds"] = m_lower_bound;
  json["moved_seconds"] = m_program.moved;
  return json;
}

int WidthsLayout::compare(const Layout& other) const {
  const mesh::WideProgram& others = static_cast<const WidthsLayout&>(other).m_program;
  const auto key = [](const mesh::WideStage& stage) {
    return std::tie(stage.pool, stage.tensor_parallel, stage.groups, stage.layers, stage.again,
                    stage.in_flight);
  };
  const auto of = [](const mesh::WideProgram& program) {
    return std::tuple(program.context_parallel, program.micro_batch, program.stages.size());
  };
  if (of(m_program) != of(others)) return of(m_program) < of(others) ? -1 : 1;
  for (std::size_t j = 0; j < m_program.stages.size(); ++j) {
    const auto mine = key(m_program.stages[j]), theirs = key(others.stages[j]);
    if (mine != theirs) return mine < theirs ? -1 : 1;
  }
  return 0;
}

std::string widths_text(const WidthsLayout& layout) {
  const mesh::WideProgram& program = layout.program();
  std::string text = fmt::format(
      "Pipeline with stages of unequal width\n\n{} in micro-batches of {}: each goes to the group of a stage "
      "that is free first\n",
      counted(std::int64_t{program.micro_batches} * program.micro_batch, "sequence"), program.micro_batch);
  for (std::size_t j = 0; j < program.stages.size(); ++j) {
    const mesh::WideStage& stage = program.stages[j];
    text += fmt::format(
        "  stage {}: {} on {} of {} of {} (tp {}, cp {}), {} recomputed, {} in flight; "
        "{:.4g} s a micro-batch, done at {:.4g} s, {:.3g} s behind it\n",
        j + 1, counted(stage.layers, "layer"), counted(stage.groups, "group"),
        counted(program.gpus_of_group(stage), "GPU"), layout.pools()[static_cast<std::size_t>(stage.pool)],
        stage.tensor_parallel, program.context_parallel, stage.again, stage.in_flight, stage.passes.both(),
        stage.end, stage.tail);
  }
  for (const mesh::Move& move : program.state.moves)
    text += fmt::format("  {:.4g} GiB of the state of stage {} on GPUs of stage {}\n", move.bytes / kGib,
                        move.from + 1, move.to + 1);
  text += fmt::format("\nA step takes {:.6g} s\n", program.step());
  if (layout.lower_bound() > 0.0)
    text += fmt::format("No such pipeline takes less than {:.6g} s\n", layout.lower_bound());
  return text;
}

}  // namespace astrolabe::planning
