#include "core/planning/sharded.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cost/limits.h"
#include "core/plan/answer.h"
#include "core/plan/program_report.h"
#include "core/plan/row_placement.h"
#include "core/plan/spares.h"
#include "core/planning/mixed_search.h"

namespace astrolabe::planning {

namespace {

Error part_misfit(const std::string& found, const std::string& wanted) {
  return Error{std::string(code::impossible_strategy), {}, "parts", found, {Wanted::Kind::text, {wanted}}};
}

Result<std::vector<mesh::ShardedPart>> read_parts(const Json& json, const Question& question) {
  constexpr int kMost = 1 << 20;
  std::vector<mesh::ShardedPart> all;
  ObjectReader reader(json, "");
  const Json* parts = reader.array("parts");
  if (parts == nullptr && reader.ok())
    reader.mistake(code::missing_key, "parts", "nothing", {Wanted::Kind::field, {"parts"}});
  for (std::size_t k = 0; parts != nullptr && k < parts->size() && reader.ok(); ++k) {
    ObjectReader member((*parts)[k], reader.path_of("parts[" + std::to_string(k) + "]"));
    mesh::ShardedPart part;
    part.pool = member.choice("pool", question.problem.pool_ids());
    part.gpus = static_cast<int>(member.whole("gpus", 1, kMost));
    part.sequences = member.whole("sequences", 0, strategy::kLargestBatch);
    part.micro_batch = static_cast<int>(member.whole("micro_batch", 1, kMost, 1));
    part.offloads = member.boolean("offload_activations", false);
    member.any("state_gib");  // follows from the rest
    member.finish_into(reader);
    all.push_back(part);
  }
  if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
  return all;
}

/// Whether parts can stand on the cluster: every GPU that works, the whole batch.
std::optional<Error> part_misfit_of(const std::vector<mesh::ShardedPart>& parts,
                                    const strategy::Problem& problem) {
  const std::vector<int> gpus = working_gpus(problem);
  std::vector<int> used(gpus.size(), 0);
  std::int64_t batch = 0;
  for (const mesh::ShardedPart& part : parts) {
    if (part.pool >= static_cast<int>(gpus.size()))
      return part_misfit(std::to_string(part.pool), "a pool of the cluster");
    used[static_cast<std::size_t>(part.pool)] += part.gpus;
    batch += part.gpus * part.sequences;
  }
  for (std::size_t pool = 0; pool < gpus.size(); ++pool)
    if (used[pool] != gpus[pool])
      return part_misfit(counted(used[pool], "GPU") + " of " + problem.cluster.pools[pool].id,
                         counted(gpus[pool], "GPU") + ": all that work");
  if (batch != problem.job.global_batch)
    return part_misfit(counted(batch, "sequence"), counted(problem.job.global_batch, "sequence"));
  return {};
}

/// Bytes of weights and optimizer state of each GPU of a pool, in the order of the parts.
std::vector<double> held_of(const mesh::ShardedProgram& program, std::size_t pool) {
  std::vector<double> held;
  for (const mesh::ShardedPart& part : program.parts)
    if (part.pool == static_cast<int>(pool))
      held.insert(held.end(), static_cast<std::size_t>(part.gpus), part.state - part.memory.gradients.value);
  return held;
}

class ShardedPlanner final : public Planner {
 public:
  std::string_view id() const override { return kSharded; }
  std::string_view answer_key() const override { return "sharded"; }
  std::string help() const override {
    return "Whether mixed GPUs get data parallelism with batch and state shared out apart, too: auto, always "
           "or never";
  }
  std::string declines(const Question& question) const override {
    if (!question.problem.job.trains()) return "no_training";
    if (question.problem.job.tuning) return "tuned";
    return plan::is_mixed(question.problem.cluster) ? "" : "not_mixed";
  }
  bool may_rank(const Question& question) const override { return plan::may_answer(question.problem); }
  bool takes_long(const Question&) const override { return false; }
  bool finds_programs() const override { return true; }

  FoundPtr plan(const QuestionPtr& question, Run& run) const override {
    const MixedSearch search(kSharded, question, run);
    const strategy::Problem& problem = question->problem;
    const mesh::ShardedAnswer answer =
        mesh::search_sharded(problem, working_gpus(problem), problem.job.global_batch, search.stop());
    std::vector<OptionPtr> options;
    if (answer.best) options.push_back(option_of(problem, *answer.best, answer.bound));
    return search.ended(std::move(options), true, answer.gap(), answer.stopped_early);
  }

  bool is_written(const Json& json) const override { return json.is_object() && json.contains("parts"); }
  Result<LayoutPtr> read_layout(const Json& json, const Question& question) const override {
    auto parts = read_parts(json, question);
    if (!parts) return tl::unexpected<Error>(std::move(parts.error()));
    mesh::ShardedProgram program;
    program.parts = std::move(*parts);
    auto option = evaluate(question, std::make_shared<const ShardedLayout>(std::move(program), 0.0,
                                                                           question.problem.pool_ids()));
    if (!option) return tl::unexpected<Error>(option.error());
    return option->layout;
  }

  Result<Option> evaluate(const Question& question, const LayoutPtr& layout) const override {
    const auto* sharded = as<ShardedLayout>(layout);
    const std::vector<mesh::ShardedPart>& parts = sharded->program().parts;
    if (auto wrong = part_misfit_of(parts, question.problem)) return tl::unexpected<Error>(std::move(*wrong));
    mesh::Scene scene(question.problem, working_gpus(question.problem));
    const auto program = mesh::sharded_as_written(scene, parts);
    if (!program)
      return tl::unexpected<Error>(
          part_misfit("more than the GPUs hold", "less memory, micro-batches of 1, 2, 4, 8 or 16"));
    return *option_of(question.problem, *program, sharded->lower_bound());
  }

  std::optional<DealtAnew> dealt_anew(const Question& question, const LayoutPtr& running) const override {
    const strategy::Problem& problem = question.problem;
    const mesh::ShardedAnswer answer =
        mesh::search_sharded(problem, working_gpus(problem), problem.job.global_batch);
    if (!answer.best) return std::nullopt;
    DealtAnew dealt;
    dealt.most_of_a_gpu.assign(problem.cluster.pools.size(), 0.0);
    for (std::size_t pool = 0; pool < dealt.most_of_a_gpu.size(); ++pool) {
      const std::vector<double> before = held_of(as<ShardedLayout>(running)->program(), pool);
      const std::vector<double> after = held_of(*answer.best, pool);
      for (std::size_t gpu = 0; gpu < after.size(); ++gpu) {
        const double more = std::max(0.0, after[gpu] - (gpu < before.size() ? before[gpu] : 0.0));
        dealt.bytes += more;
        dealt.most_of_a_gpu[pool] = std::max(dealt.most_of_a_gpu[pool], more);
      }
    }
    dealt.layout = std::make_shared<const ShardedLayout>(*answer.best, answer.bound, problem.pool_ids());
    return dealt;
  }

 private:
  static constexpr double kRounding = 1e-9;

  static OptionPtr option_of(const strategy::Problem& problem, const mesh::ShardedProgram& program,
                             double bound) {
    auto option = std::make_shared<Option>();
    option->evaluation = mesh::evaluation_of(problem, program);
    option->evaluation.placement = hardware::fastest_placement(problem.cluster, option->evaluation.gpus);
    option->timeline = mesh::timeline_of(program, problem.graph->layer_count());
    option->violation = cost::broken_limit(problem, option->evaluation);
    option->proof.gap = gap_above(bound, program.step());
    option->proof.proven = option->proof.gap <= kRounding;
    option->layout = std::make_shared<const ShardedLayout>(program, bound, problem.pool_ids());
    return option;
  }
};

}  // namespace

const Planner& sharded_planner() {
  static const ShardedPlanner planner;
  return planner;
}

Json ShardedLayout::to_json(const std::vector<std::string>& pool_ids) const {
  Json parts = Json::array();
  for (const mesh::ShardedPart& part : m_program.parts)
    parts.push_back({{"pool", pool_ids[static_cast<std::size_t>(part.pool)]},
                     {"gpus", part.gpus},
                     {"sequences", part.sequences},
                     {"micro_batch", part.micro_batch},
                     {"offload_activations", part.offloads},
                     {"state_gib", part.state / kGib}});
  return {{"parts", std::move(parts)}};
}

Json ShardedLayout::answer_json(const Option& option, const strategy::Problem& problem, int rank) const {
  const std::vector<std::string> ids = problem.pool_ids();
  Json json = plan::to_json(option.evaluation, ids);
  plan::add_spares(json, problem, option.evaluation);
  json["strategy"] = to_json(ids);
  plan::add_placement(json, option.evaluation, problem);
  json["kind"] = kSharded;
  json["rank"] = rank > 0 ? Json(rank) : Json();
  if (!option.is_possible()) json["binding"] = plan::to_json(option.violation, ids);
  json["status"] = plan::to_string(option.proof.proven ? plan::Status::optimal : plan::Status::feasible);
  json["gap"] = option.proof.gap;
  json["lower_bound_seconds"] = m_lower_bound;
  json["padding"] = m_program.padding;
  json["bound_by"] = m_program.by_traffic ? "traffic" : "work";
  return json;
}

int ShardedLayout::compare(const Layout& other) const {
  const std::vector<mesh::ShardedPart>&mine = m_program.parts,
        &others = static_cast<const ShardedLayout&>(other).m_program.parts;
  const auto key = [](const mesh::ShardedPart& part) {
    return std::tie(part.pool, part.gpus, part.sequences, part.micro_batch, part.offloads);
  };
  for (std::size_t k = 0; k < std::min(mine.size(), others.size()); ++k) {
    if (key(mine[k]) < key(others[k])) return -1;
    if (key(others[k]) < key(mine[k])) return 1;
  }
  return static_cast<int>(mine.size()) - static_cast<int>(others.size());
}

}  // namespace astrolabe::planning
