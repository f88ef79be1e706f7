#include "core/planning/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cost/limits.h"
#include "core/exports/groups_script.h"
#include "core/exports/visible_gpus.h"
#include "core/mesh/collectives.h"
#include "core/mesh/execution.h"
#include "core/mesh/row.h"
#include "core/mesh/search.h"
#include "core/mesh/written.h"
#include "core/plan/answer.h"
#include "core/plan/program_report.h"
#include "core/plan/row_placement.h"
#include "core/plan/spares.h"
#include "core/planning/certified.h"
#include "core/planning/mixed_search.h"
#include "core/planning/written.h"
#include "core/strategy/schedules.h"

namespace astrolabe::planning {

namespace {

std::vector<mesh::GroupCollective> collectives_of(const GroupsLayout& layout) {
  const strategy::Problem& problem = layout.question()->problem;
  std::vector<int> gpus(problem.cluster.pools.size(), 0);
  for (const mesh::GroupClass& one : layout.program().classes)
    gpus[static_cast<std::size_t>(one.layout.pool)] += one.layout.gpus();
  mesh::Scene scene(problem, gpus);
  return mesh::collectives_of(scene, layout.program());
}

Json collectives_json(const GroupsLayout& layout, const std::vector<std::string>& ids) {
  Json all = Json::array();
  for (const mesh::GroupCollective& each : collectives_of(layout)) {
    const mesh::Layout& of = layout.program().classes[static_cast<std::size_t>(each.group_class)].layout;
    all.push_back({{"pool", ids[static_cast<std::size_t>(of.pool)]},
                   {"where", each.along < mesh::Along::gradients ? "inside" : "between"},
                   {"along", mesh::to_string(each.along)},
                   {"op", mesh::operation_of(each.along)},
                   {"ranks", each.ranks},
                   {"bytes", each.bytes},
                   {"calls", each.calls},
                   {"seconds", each.seconds},
                   {"node_first", each.hierarchical}});
  }
  return all;
}

constexpr int kExecutedSteps = 3;
/// The form of a program done rank by rank on a small model.
mesh::Executed executed_of(const mesh::Program& program) {
  return mesh::execute(mesh::small_mesh_of(program), kExecutedSteps);
}

/// The program as a file of its own: as a plan keeps it, with what it sends and how long it takes.
Json program_json(const GroupsLayout& layout) {
  const std::vector<std::string> ids = layout.question()->problem.pool_ids();
  const mesh::Program& program = layout.program();
  Json json = layout.to_json(ids);
  json["kind"] = kGroups;
  json["step_seconds"] = program.step();
  json["work_seconds"] = program.work;
  json["hidden_seconds"] = program.tail.hidden * program.tail.factor;
  json["lower_bound_seconds"] = layout.lower_bound() > 0.0 ? Json(layout.lower_bound()) : Json();
  json["collectives"] = collectives_json(layout, ids);
  const mesh::Executed executed = executed_of(program);
  json["executed"] = {
      {"steps", kExecutedSteps}, {"claims", executed.checks}, {"violation", executed.violation}};
  return json;
}

class GroupsPlanner final : public Planner {
 public:
  std::string_view id() const override { return kGroups; }
  std::string_view answer_key() const override { return "groups"; }
  std::string help() const override {
    return "Whether mixed GPUs get programs on groups of equal ones, too: auto, always or never";
  }
  std::string declines(const Question& question) const override {
    if (!question.problem.job.trains()) return "no_training";
    // Replicas are told of a strategy, all of one kind.
    for (const char* key : {"data_parallel", "sharding_group"})
      if (question.problem.job.allowed.contains(key)) return std::string(key) + "_fixed";
    return plan::is_mixed(question.problem.cluster) ? "" : "not_mixed";
  }
  bool may_rank(const Question& question) const override { return plan::may_answer(question.problem); }
  bool takes_long(const Question&) const override { return false; }
  bool begins_with_search() const override { return true; }
  bool finds_programs() const override { return true; }

  FoundPtr plan(const QuestionPtr& question, Run& run) const override {
    const MixedSearch search(kGroups, question, run);
    const strategy::Problem& problem = question->problem;
    const std::vector<int> gpus = working_gpus(problem);
    mesh::SearchRequest request;
    request.batch = problem.job.global_batch;
    request.stop = search.stop();
    request.top = kSearched;
    mesh::Scene scene(problem, gpus);
    // The first at once, then what is better from time to time: who looks draws each.
    constexpr std::chrono::milliseconds kApart{500};
    std::optional<StopLater::Clock::time_point> told;
    if (run.publish)
      request.found = [&](const mesh::Program& program) {
        const auto now = StopLater::Clock::now();
        if (told && now - *told < kApart) return;
        told = now;
        run.publish(search.on_its_way(option_of(scene, question, program, 0.0, true)));
      };
    const mesh::Answer answer = mesh::search(problem, gpus, request);
    std::vector<OptionPtr> options;
    double last = 0.0;
    for (const mesh::Program& program : answer.best) {
      // Layouts that differ where nobody waits make the same step.
      constexpr double kSame = 1e-6;
      if (program.step() <= last * (1.0 + kSame) || options.size() == kTold) continue;
      last = program.step();
      options.push_back(option_of(scene, question, program, answer.bound, true));
    }
    return search.ended(std::move(options), answer.bound > 0.0, answer.gap(), answer.stopped_early);
  }

  bool is_written(const Json& json) const override {
    const Json *pipeline = first_pipeline(json), *stage = first_stage(json);
    return pipeline != nullptr && pipeline->contains("layout") && stage != nullptr &&
           !stage->contains("groups");
  }
  Result<LayoutPtr> read_layout(const Json& json, const Question& question) const override {
    const auto classes = mesh::read_groups(json, question.problem);
    if (!classes) return tl::unexpected<Error>(classes.error());
    mesh::Program program;
    program.classes = *classes;
    auto option =
        evaluate(question, std::make_shared<const GroupsLayout>(std::move(program), 0.0, shared(question)));
    if (!option) return tl::unexpected<Error>(option.error());
    return option->layout;
  }

  Result<Option> evaluate(const Question& question, const LayoutPtr& layout) const override {
    const auto* groups = as<GroupsLayout>(layout);
    const std::vector<mesh::GroupClass>& classes = groups->program().classes;
    mesh::Scene scene(question.problem, working_gpus(question.problem));
    const auto program = mesh::program_of_written(scene, classes, question.problem.job.global_batch);
    if (!program) return tl::unexpected<Error>(program.error());
    const QuestionPtr asked = groups->question().get() == &question ? groups->question() : shared(question);
    Option option = *option_of(scene, asked, *program, groups->lower_bound(), true);
    for (const mesh::GroupClass& one : classes) {
      const auto rule = mesh::broken_rule(question.problem, one.layout);
      if (!rule) continue;
      option.violation = {};
      option.violation.binding = cost::Binding::rule;
      option.violation.rule = rule->name;
      break;
    }
    return option;
  }

  std::optional<DealtAnew> dealt_anew(const Question& question, const LayoutPtr& running) const override {
    const mesh::Program& before = as<GroupsLayout>(running)->program();
    const std::vector<int> gpus = working_gpus(question.problem);
    std::vector<mesh::GroupClass> classes;
    std::vector<const mesh::GroupClass*> was;
    for (const mesh::GroupClass& one : before.classes) {
      const int left = gpus[static_cast<std::size_t>(one.layout.pool)], each = one.layout.group_gpus();
      if (left % each != 0) return std::nullopt;
      if (left == 0) continue;
      was.push_back(&one);
      classes.push_back(one);
      classes.back().layout.groups = left / each;
    }
    if (classes.empty()) return std::nullopt;
    mesh::Scene scene(question.problem, gpus);
    auto program = mesh::program_dealt_anew(scene, classes, question.problem.job.global_batch);
    if (!program) return std::nullopt;
    DealtAnew dealt;
    dealt.most_of_a_gpu.assign(gpus.size(), 0.0);
    for (std::size_t k = 0; k < classes.size(); ++k) {
      const mesh::GroupClass& now = program->classes[k];
      double& most = dealt.most_of_a_gpu[static_cast<std::size_t>(now.layout.pool)];
      for (std::size_t j = 0; j < now.state.size(); ++j) {
        const double more = std::max(0.0, now.state[j] - (j < was[k]->state.size() ? was[k]->state[j] : 0.0));
        dealt.bytes += more * now.layout.gpus() / now.layout.pipeline_parallel;
        most = std::max(most, more);
      }
    }
    dealt.layout = std::make_shared<const GroupsLayout>(std::move(*program), 0.0, shared(question));
    return dealt;
  }

  std::vector<Export> exports() const override {
    return {{"text", ".groups.txt",
             [](const Option& option) -> Result<std::string> {
               return groups_text(*as<GroupsLayout>(option.layout));
             }},
            {"json", ".groups.json",
             [](const Option& option) -> Result<std::string> {
               return text_of(program_json(*as<GroupsLayout>(option.layout)), 1) + "\n";
             }},
            {"pytorch", ".groups.py",
             [](const Option& option) -> Result<std::string> {
               return groups_script(*as<GroupsLayout>(option.layout));
             }},
            {"certificate", ".groups.certificate", [](const Option& option) -> Result<std::string> {
               return groups_certificate(*as<GroupsLayout>(option.layout));
             }}};
  }

 private:
  static constexpr int kSearched = 8;
  static constexpr std::size_t kTold = 3;

  /// The question for layouts to keep, without the layout that runs now.
  static QuestionPtr shared(const Question& question) {
    auto copy = std::make_shared<Question>(question);
    copy->now = nullptr;
    return copy;
  }

  static OptionPtr option_of(mesh::Scene& scene, const QuestionPtr& question, const mesh::Program& program,
                             double bound, bool with_timeline) {
    const strategy::Problem& problem = question->problem;
    auto option = std::make_shared<Option>();
    option->evaluation = mesh::evaluation_of(scene, problem, program);
    option->evaluation.placement = hardware::fastest_placement(problem.cluster, option->evaluation.gpus);
    if (with_timeline) option->timeline = mesh::timeline_of(scene, program);
    option->violation = cost::broken_limit(problem, option->evaluation);
    option->proof.gap = gap_above(bound, program.step());
    option->layout = std::make_shared<const GroupsLayout>(program, bound, question);
    return option;
  }
};

}  // namespace

const Planner& groups_planner() {
  static const GroupsPlanner planner;
  return planner;
}

std::vector<GroupsOfPool> GroupsLayout::pools() const {
  std::int64_t batch = 0;
  for (const mesh::GroupClass& one : m_program.classes)
    batch = std::accumulate(one.shares.begin(), one.shares.end(), batch);
  std::vector<GroupsOfPool> pools;
  for (const mesh::GroupClass& one : m_program.classes) {
    const mesh::Layout& layout = one.layout;
    GroupsOfPool told;
    told.pool = layout.pool;
    told.groups = layout.groups;
    told.gpus_of_group = layout.group_gpus();
    told.tensor_parallel = layout.tensor_parallel;
    told.context_parallel = layout.context_parallel;
    told.expert_parallel = layout.expert_parallel;
    told.expert_tensor_parallel = layout.expert_tensor_parallel;
    told.pipeline_parallel = layout.pipeline_parallel;
    told.virtual_pipeline = layout.virtual_pipeline;
    told.micro_batch = layout.micro_batch;
    told.schedule = layout.schedule;
    if (!one.shares.empty()) {
      told.least_share = *std::min_element(one.shares.begin(), one.shares.end());
      told.most_share = *std::max_element(one.shares.begin(), one.shares.end());
    }
    told.sequences = std::accumulate(one.shares.begin(), one.shares.end(), std::int64_t{0});
    told.share = batch > 0 ? static_cast<double>(told.sequences) / static_cast<double>(batch) : 0.0;
    told.seconds = one.times.seconds;
    told.end_seconds = one.pace.seconds > 0.0 ? one.pace.end(told.most_share) : 0.0;
    told.layers = layout.layers;
    told.recompute_layers = one.again;
    told.hierarchical = one.traffic.hierarchical;
    pools.push_back(std::move(told));
  }
  return pools;
}

Json GroupsLayout::to_json(const std::vector<std::string>& pool_ids) const {
  return mesh::to_json(m_program, pool_ids);
}

Json GroupsLayout::answer_json(const Option& option, const strategy::Problem& problem, int rank) const {
  const std::vector<std::string> ids = problem.pool_ids();
  Json json = plan::to_json(option.evaluation, ids);
  plan::add_spares(json, problem, option.evaluation);
  json["strategy"] = to_json(ids);
  plan::add_placement(json, option.evaluation, problem);
  json["kind"] = kGroups;
  json["rank"] = rank > 0 ? Json(rank) : Json();
  if (!option.is_possible()) json["binding"] = plan::to_json(option.violation, ids);
  json["status"] = plan::to_string(plan::Status::feasible);
  json["gap"] = option.proof.gap;
  json["lower_bound_seconds"] = m_lower_bound;
  Json shares = Json::array();
  for (const GroupsOfPool& pool : pools())
    shares.push_back({{"pool", ids[static_cast<std::size_t>(pool.pool)]},
                      {"devices", pool.groups * pool.gpus_of_group},
                      {"groups", pool.groups},
                      {"sequences", pool.sequences},
                      {"share", pool.share / std::max(1, pool.groups * pool.gpus_of_group)}});
  json["shares"] = std::move(shares);
  json["collectives"] = collectives_json(*this, ids);
  return json;
}

int GroupsLayout::compare(const Layout& other) const {
  const mesh::Program& others = static_cast<const GroupsLayout&>(other).m_program;
  const auto key = [](const mesh::GroupClass& one) { return std::tie(one.layout, one.again, one.shares); };
  const std::size_t common = std::min(m_program.classes.size(), others.classes.size());
  for (std::size_t k = 0; k < common; ++k) {
    const auto order = key(m_program.classes[k]) <=> key(others.classes[k]);
    if (order != 0) return order < 0 ? -1 : 1;
  }
  return static_cast<int>(m_program.classes.size()) - static_cast<int>(others.classes.size());
}

std::string groups_text(const GroupsLayout& layout) {
  const std::vector<std::string> ids = layout.question()->problem.pool_ids();
  const auto name = [&](int pool) {
    const auto at = static_cast<std::size_t>(pool);
    return at < ids.size() ? ids[at] : "pool " + std::to_string(pool);
  };
  const auto with_nodes = [&](const GroupsOfPool& pool) {
    const auto at = static_cast<std::size_t>(pool.pool);
    return at < ids.size() ? exports::name_with_nodes(layout.question()->problem.cluster.pools[at],
                                                      pool.groups * pool.gpus_of_group)
                           : name(pool.pool);
  };
  const auto list = [](const std::vector<int>& values) {
    std::string text;
    for (const int value : values) text += (text.empty() ? "" : " ") + std::to_string(value);
    return text;
  };
  const mesh::Program& program = layout.program();
  std::string text = "Program on groups of equal GPUs\n\nInside the groups\n";
  for (const GroupsOfPool& pool : layout.pools()) {
    text += "  " + with_nodes(pool) + ": " + std::to_string(pool.groups) + " x " +
            counted(pool.gpus_of_group, "GPU") + ", tp " + std::to_string(pool.tensor_parallel) + ", cp " +
            std::to_string(pool.context_parallel) + ", ep " + std::to_string(pool.expert_parallel) +
            (pool.expert_tensor_parallel > 1 ? ", etp " + std::to_string(pool.expert_tensor_parallel) : "") +
            ", pp " + std::to_string(pool.pipeline_parallel) + ", " +
            std::string(strategy::to_string(pool.schedule));
    if (pool.virtual_pipeline > 1) text += " x " + std::to_string(pool.virtual_pipeline);
    text += ", micro-batch " + std::to_string(pool.micro_batch) + "\n    layers " + list(pool.layers) +
            "; recomputed " + list(pool.recompute_layers) + "\n";
  }
  text += "\nBetween the groups\n";
  for (const GroupsOfPool& pool : layout.pools())
    text += "  " + name(pool.pool) + ": " + counted(pool.sequences, "sequence") + ", " +
            std::to_string(pool.least_share) + " to " + std::to_string(pool.most_share) + " a group" +
            (pool.hierarchical ? ", gradients in the node first" : "") + "\n";
  const auto holders = mesh::holders_of(program);
  for (const mesh::Move& move : program.state.moves) {
    const auto& [stage, from] = holders[static_cast<std::size_t>(move.from)];
    const auto& [on_stage, to] = holders[static_cast<std::size_t>(move.to)];
    text += fmt::format("  state of stage {} of {} on stage {} of {}: {:.1f} GiB\n", stage + 1, name(from),
                        on_stage + 1, name(to), move.bytes / kGib);
  }
  text += "  the loss is a sum over all sequences, divided once by their number\n\nSent in a step\n";
  for (const mesh::GroupCollective& each : collectives_of(layout)) {
    const mesh::Layout& of = program.classes[static_cast<std::size_t>(each.group_class)].layout;
    text += fmt::format("  {}: {}, {} over {}, {:.0f} x {:.4g} MB, {:.4g} s{}\n", name(of.pool),
                        mesh::to_string(each.along), mesh::operation_of(each.along),
                        counted(each.ranks, "rank"), each.calls, each.bytes / 1e6, each.seconds,
                        each.hierarchical ? ", in each node first" : "");
  }
  text += fmt::format("  of what goes between groups {:.4g} s hide behind work\n",
                      program.tail.hidden * program.tail.factor);
  text += fmt::format("\nA step takes {:.6g} s: {:.6g} s of work, {:.4g} s behind it\n", program.step(),
                      program.work, program.tail.total());
  if (layout.lower_bound() > 0.0)
    text +=
        fmt::format("No program on groups of these GPUs takes less than {:.6g} s\n", layout.lower_bound());
  const mesh::Executed executed = executed_of(program);
  text += executed.holds()
              ? fmt::format(
                    "Done rank by rank on a small model, {} steps have the weights of one "
                    "device: {} claims hold\n",
                    kExecutedSteps, executed.checks)
              : fmt::format("Done rank by rank on a small model it breaks a claim: {}\n", executed.violation);
  return text;
}

Result<std::string> groups_script(const GroupsLayout& layout) {
  const Question& question = *layout.question();
  const auto architecture = architecture_of(question);
  if (!architecture) return tl::unexpected<Error>(architecture.error());
  return exports::groups_script(**architecture, question.problem, layout.program());
}

}  // namespace astrolabe::planning
