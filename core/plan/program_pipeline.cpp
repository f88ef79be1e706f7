#include "core/plan/program_pipeline.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <tuple>

#include "core/base/parallel.h"
#include "core/cost/transfer.h"

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

/// Seconds in which the GPUs of `one` pass their shards to or from `other`, all GPUs of a node over its
/// network. `stays`: every device has its counterpart in the same pool; else parts go to all pools.
double side_seconds(const ProgramStage& one, const ProgramStage& other, const std::vector<std::int64_t>& cut,
                    double bytes_per_unit, bool stays, double network_share) {
  double slowest = 0.0;
  std::size_t device = 0;
  for (std::size_t p = 0; p < one.part.pools.size(); ++p) {
    const hardware::Pool& pool = one.part.pools[p];
    if (pool.gpus() == 0) continue;
    const hardware::Link way = cost::slowest_way(one.part, p, [&](std::size_t q) {
      const hardware::Pool& to = other.part.pools[q];
      return to.gpus() > 0 && (q == p ? pool.nodes + to.nodes > 1 : !stays);
    });
    const hardware::Link of_gpu = cost::reached(way, pool.gpus_per_node, network_share);
    for (int i = 0; i < pool.gpus(); ++i, ++device)
      slowest = std::max(slowest,
                         cost::transfer_seconds(static_cast<double>(cut[device]) * bytes_per_unit, of_gpu));
  }
  return slowest;
}

/// Seconds from one stage to the next: as long as the slower of sending and receiving.
double link_seconds(const ProgramStage& from, const ProgramStage& to, double network_share) {
  const spmd::Graph& graph = from.answer->graph;
  const spmd::Tensor& sent = graph.tensors[static_cast<std::size_t>(graph.boundary.output)];
  const std::int64_t extent = sent.shape[0];
  const double bytes = sent.elements() * sent.element_bytes / static_cast<double>(extent);
  const auto cut = [&](const ProgramStage& stage) {
    return spmd::shard_lengths(extent, stage.answer->synthesis.program.ratios.front());
  };
  const std::vector<std::int64_t> before = cut(from), after = cut(to);
  const auto same_nodes = [](const hardware::Pool& a, const hardware::Pool& b) { return a.nodes == b.nodes; };
  const bool stays = before == after && std::equal(from.part.pools.begin(), from.part.pools.end(),
                                                   to.part.pools.begin(), same_nodes);
  return std::max(side_seconds(from, to, before, bytes, stays, network_share),
                  side_seconds(to, from, after, bytes, stays, network_share));
}

/// Programs of so many hard stages take all work that a pipeline is worth.
constexpr std::int64_t kStages = 32;

/// Calls `solve(k, stop)` for k in [0, count), by several workers: once one is told to be the end, those
/// behind it are not begun and asked to stop. Returns how many are whole: up to and with the first end.
template <class Solve>
std::size_t solve_to_end(std::size_t count, int workers, const std::stop_token& stop, const Solve& solve) {
  std::vector<std::stop_source> sources(count);
  const std::stop_callback all(stop, [&] {
    for (std::stop_source& source : sources) source.request_stop();
  });
  std::atomic<std::size_t> last{count};  // the first end
  parallel_for(count, workers, std::stop_token{}, [&](std::size_t k, int) {
    if (k > last || !solve(k, sources[k].get_token())) return;
    std::size_t before = last;
    while (k < before && !last.compare_exchange_weak(before, k)) continue;
    for (std::size_t behind = k + 1; behind < count; ++behind) sources[behind].request_stop();
  });
  return std::min(count, last + 1);
}

/// Makes pipelines; a stage that was synthesised once is known from then on.
class Builder {
 public:
  explicit Builder(const ShardRequest& request) : m_request(request), m_kinds(request.architecture->layers) {}

  int syntheses() const { return m_syntheses; }
  std::int64_t work() const { return m_work; }
  Seconds elapsed() const { return m_elapsed; }

  Result<std::optional<ProgramPipeline>> make(const StageGroups& groups, const spmd::Execution& execution,
                                              double at_most) {
    ProgramPipeline made;
    made.groups = groups;
    made.execution = execution;
    const std::vector<Place> places = places_of(groups, execution);
    solve(places, execution, at_most);
    for (const Place& place : places) {
      auto stage = stage_at(place);
      if (!stage) return tl::unexpected<Error>(std::move(stage.error()));
      if (is_infeasible(**stage)) return std::nullopt;
      add(made, **stage, place.first_layer);
    }
    const double share = cost::coefficients_of(m_request.coefficients).network_share;
    for (std::size_t j = 0; j + 1 < made.stages.size(); ++j)
      made.pipeline.link_forward.push_back(
          cost::on_grid(link_seconds(made.stages[j], made.stages[j + 1], share)));
    made.pipeline.link_backward = made.pipeline.link_forward;
    made.pipeline.micro_batches = execution.micro_batches;
    made.end = cost::simulate(made.pipeline);
    made.elapsed = m_elapsed;
    return made;
  }

 private:
  /// First, last, nodes and layers, their kinds, micro-batches, gather again, recompute, micro-batches held.
  using Key = std::tuple<bool, bool, StageGroup, std::vector<int>, int, bool, bool, int>;
  struct Place {
    Key key;
    int first_layer = 0;
  };

  static bool is_infeasible(const ProgramStage& stage) { return !fits(*stage.answer); }

  std::vector<Place> places_of(const StageGroups& groups, const spmd::Execution& execution) const {
    const auto stages = static_cast<int>(groups.size());
    // Stages that are alike are one: the first of them holds the most micro-batches.
    std::map<std::tuple<bool, bool, StageGroup, std::vector<int>>, int> first_alike;
    std::vector<Place> places;
    int first = 0;
    for (int j = 0; j < stages; ++j) {
      const StageGroup& group = groups[static_cast<std::size_t>(j)];
      const std::vector<int> kinds(m_kinds.begin() + first, m_kinds.begin() + first + group.layers);
      const int alike = first_alike.try_emplace({j == 0, j == stages - 1, group, kinds}, j).first->second;
      const int held =
          cost::in_flight(strategy::Schedule::one_f_one_b, stages, 1, execution.micro_batches, alike);
      places.push_back({{j == 0, j == stages - 1, group, kinds, execution.micro_batches,
                         execution.gather_again, execution.recompute, held},
                        first});
      first += group.layers;
    }
    return places;
  }

  /// Synthesises what is not known yet, by all workers, up to the first stage that does not fit: the same is
  /// known afterwards as with one worker.
  void solve(const std::vector<Place>& places, const spmd::Execution& execution, double at_most) {
    m_new.clear();
    std::vector<const Place*> asked;
    for (const Place& place : places) {
      const auto known = m_known.find(place.key);
      if (known != m_known.end() && is_infeasible(known->second)) break;
      if (known == m_known.end() && m_new.try_emplace(place.key).second) asked.push_back(&place);
    }
    const auto& stop = m_request.options.stop;
    const std::size_t whole = solve_to_end(asked.size(), m_request.options.threads, stop,
                                           [&](std::size_t k, const std::stop_token& needless) {
                                             const Place& place = *asked[k];
                                             Result<ProgramStage>& stage = m_new.find(place.key)->second;
                                             stage = synthesised(place, execution, at_most, needless);
                                             return !stage || is_infeasible(*stage);
                                           });
    for (std::size_t k = whole; k < asked.size(); ++k) m_new.erase(asked[k]->key);
  }

  Result<ProgramStage> synthesised(const Place& place, spmd::Execution way, double at_most,
                                   const std::stop_token& stop) const {
    const auto& [is_first, is_last, group, kinds, micro_batches, again, recompute, held] = place.key;
    way.in_flight = held;
    ShardRequest asked = m_request;
    asked.options.stop = stop;
    asked.cluster = part_of(*m_request.cluster, group);
    asked.gpus = m_request.cluster->gpus();
    asked.options.most_work = spmd::part_of(asked.options.most_work, 0, 0.0, kStages);
    asked.first_layer = place.first_layer;
    asked.stage_layers = is_first && is_last ? 0 : group.layers;
    auto answer = shard_stage(asked, way, at_most);
    if (!answer) return tl::unexpected<Error>(std::move(answer.error()));
    auto kept = std::make_shared<const ShardAnswer>(std::move(*answer));
    ProgramStage stage;
    if (!fits(*kept))
      stage.answer = std::move(kept);
    else
      stage = timed(std::move(kept));
    stage.part = std::move(*asked.cluster);
    stage.layers = group.layers;
    return stage;
  }

  /// Precondition: solve() was asked for it, and no place before it is infeasible.
  Result<const ProgramStage*> stage_at(const Place& place) {
    if (const auto known = m_known.find(place.key); known != m_known.end()) return &known->second;
    Result<ProgramStage>& made = m_new.find(place.key)->second;
    if (!made) return tl::unexpected<Error>(std::move(made.error()));
    ++m_syntheses;
    m_elapsed += made->answer->synthesis.elapsed;
    m_work += made->answer->synthesis.work;
    return &m_known.try_emplace(place.key, std::move(*made)).first->second;
  }

  static void add(ProgramPipeline& made, const ProgramStage& known, int first_layer) {
    ProgramStage stage = known;
    stage.first_layer = first_layer;
    made.lower_bound = std::max(made.lower_bound, stage.answer->synthesis.lower_bound);
    made.pipeline.stages.push_back(
        {{cost::on_grid(stage.forward)}, {cost::on_grid(stage.backward)}, {}, cost::on_grid(stage.tail)});
    made.stages.push_back(std::move(stage));
  }

  const ShardRequest& m_request;
  const std::vector<int>& m_kinds;
  std::map<Key, ProgramStage> m_known;
  std::map<Key, Result<ProgramStage>> m_new;  ///< of the pipeline that is made
  int m_syntheses = 0;
  std::int64_t m_work = 0;
  Seconds m_elapsed;
};

/// Looks through candidates, those first that promise most.
class PipelineSearch {
 public:
  PipelineSearch(const ShardRequest& request, double at_most)
      : m_request(request),
        m_builder(request),
        m_at_most(at_most),
        m_layers(static_cast<int>(request.architecture->layers.size())) {}

  Result<std::optional<ProgramPipeline>> run() {
    // A decoder's layers read the encoder's result, wherever that is: not in stages one behind the other.
    for (const model::LayerKind& kind : m_request.architecture->layer_kinds)
      if (kind.cross_attention) return std::nullopt;
    if (auto known = weigh(); !known) return tl::unexpected<Error>(std::move(known.error()));
    std::vector<std::pair<double, StageGroups>> line;
    for (StageGroups& groups : stage_candidates(*m_request.cluster, m_layers, m_node_speeds)) {
      const double promise = least_estimate(groups);
      if (promise < m_at_most) line.emplace_back(promise, std::move(groups));
    }
    std::stable_sort(line.begin(), line.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [promise, groups] : line) {
      if (promise >= m_at_most || is_over()) break;
      if (auto tried = try_counts(groups); !tried) return tl::unexpected<Error>(std::move(tried.error()));
    }
    if (auto moved = move_layers(); !moved) return tl::unexpected<Error>(std::move(moved.error()));
    if (m_best) m_best->elapsed = m_builder.elapsed();
    return std::move(m_best);
  }

  /// Time or work was up before its end.
  bool stopped() const { return m_stopped; }

 private:
  bool is_over() {
    if (m_builder.syntheses() >= kMostSyntheses) return true;
    const spmd::SynthesisOptions& options = m_request.options;
    m_stopped = m_stopped || (options.most_work > 0 && m_builder.work() >= options.most_work) ||
                spmd::WorkLimit(options.stop, options.deadline).is_over();
    return m_stopped;
  }

  /// What a step of all devices takes at the least, and how fast a node of each pool is.
  Result<void> weigh() {
    const auto whole = shard_stage(m_request, {}, 0.0);  // priced, not searched
    if (!whole) return tl::unexpected<Error>(whole.error());
    for (const spmd::Node& node : whole->graph.nodes) {
      const auto& speeds = whole->devices.flops_per_second[static_cast<std::size_t>(spmd::class_of(node))];
      m_work += node.flops / std::accumulate(speeds.begin(), speeds.end(), 0.0);
    }
    std::size_t device = 0;
    for (const hardware::Pool& pool : m_request.cluster->pools) {
      m_node_speeds.push_back(pool.gpus() > 0 ? whole->devices.speeds()[device] * pool.gpus_per_node : 0.0);
      device += static_cast<std::size_t>(pool.gpus());
    }
    for (std::size_t pool = 0; pool < m_node_speeds.size(); ++pool)
      m_speed += m_node_speeds[pool] * m_request.cluster->pools[pool].nodes;
    for (const model::LayerKind& kind : m_request.architecture->layer_kinds)
      m_heads = std::max(m_heads, kind.kv_heads);
    return {};
  }

  /// Work of the layers alone, a sample or a head of it undivided: the longest stage and what the first
  /// micro-batch waits for.
  double estimate(const StageGroups& groups, int micro_batches) const {
    double longest = 0.0, before = 0.0;
    for (const StageGroup& group : groups) {
      double speed = 0.0;
      int devices = 0, pools = 0;
      for (std::size_t pool = 0; pool < group.nodes.size(); ++pool) {
        speed += group.nodes[pool] * m_node_speeds[pool];
        devices += group.nodes[pool] * m_request.cluster->pools[pool].gpus_per_node;
        pools += group.nodes[pool] > 0 ? 1 : 0;
      }
      const std::int64_t units = m_request.batch / micro_batches * std::max(1, m_heads);
      const std::int64_t dealt = (units + devices - 1) / devices * devices;  // every device the same
      const double rounding = pools > 1 ? 1.0 : static_cast<double>(dealt) / static_cast<double>(units);
      const double seconds = m_work * group.layers / m_layers * m_speed / speed * rounding;
      longest = std::max(longest, seconds + before / micro_batches);
      before += seconds;
    }
    return longest;
  }

  double least_estimate(const StageGroups& groups) const {
    double least = kBeyond;
    each_count(groups, [&](int micro_batches) {
      least = std::min(least, estimate(groups, micro_batches));
      return true;
    });
    return least;
  }

  /// Micro-batches that the batch allows, from the depth on, while visit() says so.
  template <class Visit>
  void each_count(const StageGroups& groups, const Visit& visit) const {
    for (int count = 1; count <= m_request.batch && m_request.batch % count == 0; count *= 2)
      if (count >= static_cast<int>(groups.size()) && !visit(count)) return;
  }

  Result<void> try_counts(const StageGroups& groups) {
    Result<void> result;
    double of_groups = kBeyond;
    each_count(groups, [&](int micro_batches) {
      if (is_over()) return false;
      if (estimate(groups, micro_batches) >= m_at_most) return true;
      const auto step = try_ways(groups, micro_batches);
      if (!step) {
        result = tl::unexpected<Error>(step.error());
        return false;
      }
      // More micro-batches shorten the bubble and split products; past their best they are slower and slower.
      if (of_groups < kBeyond && *step >= of_groups) return false;
      of_groups = std::min(of_groups, *step);
      return true;
    });
    return result;
  }

  /// The step of the first way that fits, kBeyond where none does or none is of interest.
  Result<double> try_ways(const StageGroups& groups, int micro_batches) {
    for (const auto& [again, recompute] : {std::pair{false, false}, {false, true}, {true, true}}) {
      auto tried = m_builder.make(groups, {micro_batches, again, recompute}, m_at_most);
      if (!tried) return tl::unexpected<Error>(std::move(tried.error()));
      if (!*tried) continue;
      const double step = (*tried)->end.step;
      if (step < m_at_most) {
        m_at_most = step;
        m_best = std::move(*tried);
      }
      return step;  // what saves more memory takes longer
    }
    return kBeyond;
  }

  /// Layers from the slowest stage to the fastest, while the step becomes shorter.
  Result<void> move_layers() {
    const auto work = [&](const ProgramStage& stage) { return stage.work(m_best->execution.micro_batches); };
    while (m_best && !is_over()) {
      const std::vector<ProgramStage>& stages = m_best->stages;
      const auto [fast, slow] = std::minmax_element(
          stages.begin(), stages.end(),
          [&](const ProgramStage& a, const ProgramStage& b) { return work(a) < work(b); });
      StageGroups groups = m_best->groups;
      StageGroup& from = groups[static_cast<std::size_t>(slow - stages.begin())];
      if (fast == slow || from.layers < 2) return {};
      --from.layers;
      ++groups[static_cast<std::size_t>(fast - stages.begin())].layers;
      auto tried = m_builder.make(groups, m_best->execution, m_at_most);
      if (!tried) return tl::unexpected<Error>(std::move(tried.error()));
      if (!*tried || (*tried)->end.step >= m_at_most) return {};
      m_at_most = (*tried)->end.step;
      m_best = std::move(*tried);
    }
    return {};
  }

  const ShardRequest& m_request;
  Builder m_builder;
  double m_at_most;
  int m_layers, m_heads = 1;
  double m_work = 0.0, m_speed = 0.0;  ///< seconds on all devices; of all nodes
  std::vector<double> m_node_speeds;
  std::optional<ProgramPipeline> m_best;
  bool m_stopped = false;
};

}  // namespace

std::size_t ProgramPipeline::slowest() const {
  const auto work = [&](const ProgramStage& stage) { return stage.work(execution.micro_batches); };
  return static_cast<std::size_t>(
      std::max_element(stages.begin(), stages.end(),
                       [&](const ProgramStage& a, const ProgramStage& b) { return work(a) < work(b); }) -
      stages.begin());
}

Result<std::optional<ProgramPipeline>> program_pipeline(const ShardRequest& request,
                                                        const StageGroups& groups,
                                                        const spmd::Execution& execution, double at_most) {
  return Builder(request).make(groups, execution, at_most);
}

Result<std::optional<ProgramPipeline>> best_program_pipeline(const ShardRequest& request, double at_most,
                                                             bool* stopped) {
  PipelineSearch search(request, at_most);
  auto best = search.run();
  if (stopped != nullptr && search.stopped()) *stopped = true;
  return best;
}

}  // namespace astrolabe::plan
