#include "core/plan/program_pipeline.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "core/cost/coefficients.h"

namespace astrolabe::plan {

namespace {

/// Seconds of one micro-batch that converting between a property and shards of the batch takes.
class Ends {
 public:
  explicit Ends(const ShardAnswer& answer)
      : m_answer(answer),
        m_program(answer.synthesis.program),
        m_prices(spmd::Prices(answer.devices, m_program.ratios.front(), false).in_whole_units()) {}

  double forward() const {
    const spmd::Boundary& boundary = m_answer.graph.boundary;
    double seconds = 0.0;
    for (const spmd::Property property : loaded(boundary.input))
      seconds += convert(boundary.input, kSent, property);
    return seconds + convert(boundary.output, made(boundary.output), kSent);
  }
  double backward() const {
    const spmd::Boundary& boundary = m_answer.graph.boundary;
    return convert(boundary.output_gradient, kSent, made(boundary.output_gradient)) +
           convert(boundary.input_gradient, made(boundary.input_gradient), kSent);
  }

 private:
  static constexpr spmd::Property kSent = spmd::Property::gather(0);

  std::vector<spmd::Property> loaded(spmd::TensorId tensor) const {
    std::vector<spmd::Property> properties;
    for (const spmd::Instruction& instruction : m_program.instructions)
      if (instruction.kind == spmd::Instruction::Kind::load && instruction.outputs[0].tensor == tensor)
        if (const spmd::Property property = instruction.outputs[0].property;
            std::find(properties.begin(), properties.end(), property) == properties.end())
          properties.push_back(property);
    return properties;
  }

  spmd::Property made(spmd::TensorId tensor) const {
    for (const spmd::Instruction& instruction : m_program.instructions)
      if (instruction.kind == spmd::Instruction::Kind::compute)
        for (const spmd::Fact& fact : instruction.outputs)
          if (fact.tensor == tensor) return fact.property;
    return kSent;
  }

  double convert(spmd::TensorId tensor, spmd::Property from, spmd::Property to) const {
    if (tensor < 0 || from == to) return 0.0;
    const spmd::Tensor& it = m_answer.graph.tensors[static_cast<std::size_t>(tensor)];
    // What is made in parts of a sum is never asked for from outside: a whole copy does as well.
    if (to.kind == spmd::Property::Kind::reduce) to = spmd::Property::identity();
    return m_prices.convert({it.shape, it.element_bytes, spmd::Traffic::activation, false}, from, to).seconds;
  }

  const ShardAnswer& m_answer;
  const spmd::Program& m_program;
  spmd::Prices m_prices;
};

ProgramStage timed(std::shared_ptr<const ShardAnswer> answer) {
  ProgramStage stage;
  const spmd::Program& program = answer->synthesis.program;
  for (const spmd::Instruction& instruction : program.instructions) {
    const double seconds = (instruction.computation + instruction.communication).value;
    (program.is_once(answer->graph, instruction) ? stage.tail
     : instruction.phase == spmd::Phase::forward ? stage.forward
                                                 : stage.backward) += seconds;
  }
  const spmd::Beside beside = spmd::parts_beside(answer->graph, answer->devices, program);
  // A layer's launches: a third of them forward.
  stage.forward += beside.host / 3.0;
  stage.backward += beside.host * 2.0 / 3.0;
  stage.tail += beside.once + beside.fixed;
  const Ends ends(*answer);
  const double out = ends.forward(), back = ends.backward();
  stage.forward += out;
  stage.backward += back;
  stage.converting = out + back;
  stage.answer = std::move(answer);
  return stage;
}

/// Seconds from one stage to the next: every device sends its shard to its counterpart, all devices of a node
/// over its network; where ratios differ, parts go to other pools.
double link_seconds(const hardware::Cluster& cluster, const ProgramStage& from, const ProgramStage& to) {
  const cost::Coefficients shares;
  const spmd::Graph& graph = from.answer->graph;
  const auto& before = from.answer->synthesis.program.ratios.front();
  const auto& after = to.answer->synthesis.program.ratios.front();
  const spmd::Tensor& sent = graph.tensors[static_cast<std::size_t>(graph.boundary.output)];
  const double bytes = sent.elements() * sent.element_bytes;
  const std::vector<std::int64_t> old_cut = spmd::shard_lengths(sent.shape[0], before);
  const std::vector<std::int64_t> new_cut = spmd::shard_lengths(sent.shape[0], after);
  const bool stays = old_cut == new_cut;
  double slowest = 0.0;
  std::size_t device = 0;
  for (std::size_t p = 0; p < cluster.pools.size(); ++p) {
    const hardware::Pool& pool = cluster.pools[p];
    double network = pool.inter_node.bandwidth.value, latency = pool.inter_node.latency.value;
    for (std::size_t other = 0; !stays && other < cluster.pools.size(); ++other)
      if (other != p) {
        network = std::min(network, cluster.links[p][other].bandwidth.value);
        latency = std::max(latency, cluster.links[p][other].latency.value);
      }
    const double of_gpu = network / pool.gpus_per_node * shares.network_share;
    for (int i = 0; i < pool.gpus(); ++i, ++device) {
      const double share = static_cast<double>(std::max(old_cut[device], new_cut[device])) /
                           static_cast<double>(sent.shape[0]);
      slowest = std::max(slowest, share * bytes / of_gpu + latency);
    }
  }
  return slowest;
}

}  // namespace

std::size_t ProgramPipeline::slowest() const {
  const auto work = [&](const ProgramStage& stage) {
    return execution.micro_batches * (stage.forward + stage.backward) + stage.tail;
  };
  return static_cast<std::size_t>(
      std::max_element(stages.begin(), stages.end(),
                       [&](const ProgramStage& a, const ProgramStage& b) { return work(a) < work(b); }) -
      stages.begin());
}

std::vector<int> pipeline_depths(const hardware::Cluster& cluster, int layers) {
  int common = 0;
  for (const hardware::Pool& pool : cluster.pools) common = std::gcd(common, pool.nodes);
  std::vector<int> depths;
  for (int stages = 2; stages <= std::min(common, layers); ++stages)
    if (common % stages == 0) depths.push_back(stages);
  return depths;
}

std::vector<int> stage_layers(int layers, int stages) {
  std::vector<int> result(static_cast<std::size_t>(stages), layers / stages);
  const int left = layers % stages;
  for (int k = 0; k < left; ++k) ++result[static_cast<std::size_t>((k + 1) % stages)];
  // The last of the line only when all others have one more already.
  if (stages > 1 && left > 0 && left == stages - 1) std::swap(result.front(), result.back());
  return result;
}

Result<std::optional<ProgramPipeline>> program_pipeline(const ShardRequest& request, int stages,
                                                        const spmd::Execution& execution, double at_most) {
  ProgramPipeline made;
  made.part = *request.cluster;
  made.execution = execution;
  for (hardware::Pool& pool : made.part.pools) {
    pool.nodes /= stages;
    pool.max_gpus = pool.gpus();
  }
  ShardRequest asked = request;
  asked.cluster = made.part;
  asked.gpus = request.cluster->gpus();
  const std::vector<int>& kinds = request.architecture->layers;
  const auto layers = static_cast<int>(kinds.size());
  const std::vector<int> split = stage_layers(layers, stages);
  // Stages that are alike are one: the first of them holds the most micro-batches.
  std::map<std::tuple<bool, bool, std::vector<int>>, ProgramStage> known;
  int first = 0;
  for (int j = 0; j < stages; first += split[static_cast<std::size_t>(j++)]) {
    const int count = split[static_cast<std::size_t>(j)];
    const auto [place, is_new] =
        known.try_emplace({j == 0, j == stages - 1, {kinds.begin() + first, kinds.begin() + first + count}});
    if (is_new) {
      asked.first_layer = first;
      asked.stage_layers = stages > 1 ? count : 0;
      spmd::Execution way = execution;
      way.in_flight = cost::in_flight(strategy::Schedule::one_f_one_b, stages, 1, execution.micro_batches, j);
      auto answer = shard_stage(asked, way, at_most);
      if (!answer) return tl::unexpected<Error>(std::move(answer.error()));
      made.elapsed += answer->synthesis.elapsed;
      if (answer->synthesis.status == spmd::SynthesisStatus::infeasible) return std::nullopt;
      place->second = timed(std::make_shared<const ShardAnswer>(std::move(*answer)));
    }
    ProgramStage stage = place->second;
    stage.first_layer = first;
    stage.layers = count;
    made.lower_bound = std::max(made.lower_bound, stage.answer->synthesis.lower_bound);
    made.pipeline.stages.push_back(
        {{cost::on_grid(stage.forward)}, {cost::on_grid(stage.backward)}, {}, cost::on_grid(stage.tail)});
    made.stages.push_back(std::move(stage));
  }
  for (int j = 0; j + 1 < stages; ++j)
    made.pipeline.link_forward.push_back(cost::on_grid(link_seconds(
        made.part, made.stages[static_cast<std::size_t>(j)], made.stages[static_cast<std::size_t>(j) + 1])));
  made.pipeline.link_backward = made.pipeline.link_forward;
  made.pipeline.micro_batches = execution.micro_batches;
  made.end = cost::simulate(made.pipeline);
  return made;
}

Result<std::optional<ProgramPipeline>> best_program_pipeline(const ShardRequest& request, double at_most) {
  std::optional<ProgramPipeline> best;
  Seconds elapsed;
  const auto layers = static_cast<int>(request.architecture->layers.size());
  for (const int stages : pipeline_depths(*request.cluster, layers)) {
    double of_depth = 1e300;
    for (int micro_batches = 1; request.batch % micro_batches == 0; micro_batches *= 2) {
      if (micro_batches < stages) continue;
      if (request.options.stop.stop_requested()) return best;
      double step = 1e300;
      for (const auto& [again, recompute] : {std::pair{false, false}, {false, true}, {true, true}}) {
        auto tried = program_pipeline(request, stages, {micro_batches, again, recompute}, at_most);
        if (!tried) return tl::unexpected<Error>(std::move(tried.error()));
        if (!*tried) continue;
        elapsed += (*tried)->elapsed;
        step = std::min(step, (*tried)->end.step);
        if ((*tried)->end.step < at_most) {
          at_most = (*tried)->end.step;
          best = std::move(*tried);
        }
        break;  // what saves more memory takes longer
      }
      // More micro-batches shorten the bubble and split products; past their best they are slower and slower.
      if (of_depth < 1e300 && step >= of_depth) break;
      of_depth = std::min(of_depth, step);
    }
  }
  if (best) best->elapsed = elapsed;
  return best;
}

}  // namespace astrolabe::plan
