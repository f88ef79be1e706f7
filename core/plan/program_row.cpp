#include "core/plan/program_row.h"

#include <algorithm>

#include "core/cost/band.h"
#include "core/cost/goodput.h"
#include "core/cost/limits.h"
#include "core/cost/memory.h"
#include "core/cost/money.h"
#include "core/plan/answer.h"

namespace astrolabe::plan {

namespace {

using cost::Part;

class Row {
 public:
  Row(const strategy::Problem& problem, const hardware::Cluster& used, ProgramReport& report)
      : m_problem(problem),
        m_used(used),
        m_report(report),
        m_graph(report.answer->graph),
        m_program(report.synthesis().program),
        m_row(report.evaluation) {}

  void write() {
    write_stage();
    add_speed();
    add_money();
    add_lanes();
  }

  /// What a stage of a pipeline has of its own: stages by pool, parts of the time, memory.
  void write_stage() {
    place();
    add_parts();
    add_memory();
  }

  /// Stage after stage; the parts of the step are those of the stage that ends it.
  void write_pipeline() {
    const ProgramPipeline& pipeline = *m_report.pipeline;
    m_report.timeline = cost::play(pipeline.pipeline);
    std::vector<cost::Lane> lanes;
    for (std::size_t j = 0; j < pipeline.stages.size(); ++j) {
      const ProgramStage& stage = pipeline.stages[j];
      ProgramReport alone = report_of(*stage.answer, stage.part, m_report.sequences, 0);
      Row(m_problem, stage.part, alone).write_stage();
      for (std::size_t k = 0; k < alone.parts.size(); ++k) {
        const cost::StageMemory& memory = alone.evaluation.memory[k];
        cost::Lane lane = m_report.timeline.lanes[j];
        if (stage.tail > 0.0 && !lane.work.empty()) {
          cost::Span once;
          once.start = lane.work.back().end;
          once.end = once.start + stage.tail;
          once.kind = cost::SpanKind::optimizer;
          once.stage = static_cast<int>(j);
          lane.work.push_back(once);
        }
        lane.pool = alone.parts[k].pool;
        lane.layers = stage.layers;
        lane.fixed_bytes = (memory.total - memory.activations).value;
        lane.limit_bytes = memory.limit.value;
        lane.memory = {{0.0, memory.activations.value}, {m_report.step.value, 0.0}};
        if (static_cast<int>(j) == pipeline.end.critical_stage && k == 0)
          m_row.critical_stage = static_cast<int>(lanes.size());
        ProgramPart part = alone.parts[k];
        part.stage = static_cast<int>(j);
        part.layers = stage.layers;
        m_report.parts.push_back(part);
        m_row.memory.push_back(memory);
        lanes.push_back(std::move(lane));
      }
      if (static_cast<int>(j) == pipeline.end.critical_stage) {
        m_row.time = alone.evaluation.time;
        m_row.time[Part::tensor_parallel] += pipeline.execution.micro_batches * stage.converting;
      }
    }
    m_report.timeline.lanes = std::move(lanes);
    m_row.time[Part::pipeline_bubble] = std::max(0.0, m_report.step.value - m_row.time.total());
    m_row.gpus.clear();
    for (const hardware::Pool& pool : m_used.pools) m_row.gpus.push_back(pool.gpus());
    add_speed();
    add_money();
  }

 private:
  void place() {
    for (std::size_t pool = 0; pool < m_problem.cluster.pools.size(); ++pool) {
      m_row.gpus.push_back(m_used.pools[pool].gpus());
      if (m_row.gpus.back() > 0)
        m_report.parts.push_back({0, static_cast<int>(pool), m_row.gpus.back(),
                                  m_problem.graph->layer_count(), m_program.execution.recompute});
    }
  }

  void add_speed() {
    const strategy::Job& job = m_problem.job;
    m_row.step = m_report.step;
    const cost::Band band = cost::step_band(
        m_problem, m_row.gpus,
        m_report.stages() > 1 ? cost::BandParallelism::pipeline : cost::BandParallelism::layers);
    m_row.step_low = m_row.step * band.low;
    m_row.step_high = m_row.step * band.high;
    m_row.tokens_per_second = m_report.tokens_per_second;
    m_row.tokens_per_second_per_gpu = m_row.tokens_per_second / m_row.gpus_used();
    m_row.hours_for_job = job.tokens / m_row.tokens_per_second / kSecondsPerHour;
    double peak = 0.0;
    for (std::size_t i = 0; i < m_row.gpus.size(); ++i)
      if (const auto rate = hardware::peak(m_problem.cluster.pools[i].gpu, job.precision))
        peak += m_row.gpus[i] * rate->value;
    const model::Graph& graph = *m_problem.graph;
    const double useful =
        6.0 * static_cast<double>(graph.parameters_active - graph.parameters_embedding) +
        6.0 * graph.attention_layers() * static_cast<double>(graph.hidden) * job.sequence_length;
    m_row.mfu = peak > 0.0 ? useful * m_row.tokens_per_second / peak : 0.0;
  }

  /// Seen from the busiest pool: what its devices wait for slower ones is a bubble.
  void add_parts() {
    const std::vector<spmd::Traffic> traffic = spmd::traffic_of(m_graph);
    for (const spmd::Instruction& instruction : m_program.instructions) {
      const double runs = m_program.repeats(m_graph, instruction);
      const bool computes = instruction.kind == spmd::Instruction::Kind::compute;
      const bool weights =
          !computes && !instruction.inputs.empty() &&
          traffic[static_cast<std::size_t>(instruction.inputs[0].tensor)] != spmd::Traffic::activation;
      m_row.time[weights ? Part::data_parallel : Part::tensor_parallel] +=
          runs * instruction.communication.value;
      if (computes) m_row.time[part_of(instruction)] += runs * instruction.computation.value;
    }
    m_row.time[Part::other] = m_program.beside.value;
  }

  Part part_of(const spmd::Instruction& instruction) const {
    if (instruction.phase == spmd::Phase::optimizer) return Part::optimizer;
    if (instruction.phase == spmd::Phase::forward) return Part::compute_forward;
    const bool again =
        m_graph.nodes[static_cast<std::size_t>(instruction.node)].phase == spmd::Phase::forward;
    return again ? Part::recompute : Part::compute_backward;
  }

  /// The fullest device of each pool. Weights, gradients and moments are what stays; the rest of the peak is
  /// activations and what is gathered for a while.
  void add_memory() {
    const auto& peak = m_report.synthesis().peak_memory;
    const spmd::Devices& devices = m_report.answer->devices;
    for (std::size_t pool = 0; pool < m_problem.cluster.pools.size(); ++pool) {
      const ProgramLane* lane = fullest(static_cast<int>(pool));
      if (lane == nullptr) continue;
      const auto device = static_cast<std::size_t>(lane->first);
      cost::StageMemory memory;
      memory.pool = static_cast<int>(pool);
      const hardware::Pool& owner = m_problem.cluster.pools[pool];
      memory.limit = owner.gpu.memory.value_or(Bytes{}) * (1.0 - m_problem.job.limits.memory_headroom);
      memory.workspace = memory.limit - devices.memory[device];
      add_state(device, memory);
      memory.activations = {
          std::max(0.0, (peak[device] - memory.weights - memory.gradients - memory.optimizer).value)};
      memory.total = memory.tensors() + memory.workspace;
      memory.allocator = memory.tensors();
      m_row.memory.push_back(memory);
    }
  }

  void add_state(std::size_t device, cost::StageMemory& memory) const {
    for (const spmd::Instruction& instruction : m_program.instructions) {
      for (const spmd::Fact& fact : instruction.outputs) {
        const spmd::Tensor& tensor = m_graph.tensors[static_cast<std::size_t>(fact.tensor)];
        const bool shared = fact.property.kind == spmd::Property::Kind::gather;
        const double elements =
            tensor.elements() *
            (shared ? m_program.ratios[static_cast<std::size_t>(fact.segment)][device] : 1.0);
        if (instruction.kind == spmd::Instruction::Kind::load && tensor.role == spmd::Role::parameter)
          memory.weights += Bytes{elements * tensor.element_bytes};
        if (instruction.kind == spmd::Instruction::Kind::compute &&
            m_graph.nodes[static_cast<std::size_t>(instruction.node)].op == spmd::Op::update) {
          memory.optimizer += Bytes{elements * spmd::optimizer_bytes(tensor.element_bytes)};
          const spmd::Fact& gradient = instruction.inputs[1];
          memory.gradients +=
              Bytes{elements * m_graph.tensors[static_cast<std::size_t>(gradient.tensor)].element_bytes};
        }
      }
    }
  }

  const ProgramLane* fullest(int pool) const {
    const ProgramLane* most = nullptr;
    for (const ProgramLane& lane : m_report.lanes)
      if (lane.pool == pool && (most == nullptr || lane.memory > most->memory)) most = &lane;
    return most;
  }

  void add_money() {
    cost::tell_paid(m_problem.cluster, m_problem.job.cost, m_row);
    m_row.money = cost::hourly_of_row(m_problem.cluster, m_problem.job, m_row);
    cost::add_job_totals(m_row.money, m_problem.job, m_row.tokens_per_second);
    cost::add_outcome(m_problem, m_row);
  }

  /// One lane for each pool: its busiest device. Neighbouring blocks of one kind are one.
  void add_lanes() {
    cost::Timeline& timeline = m_report.timeline;
    timeline.step = m_row.step.value;
    timeline.micro_batches = m_program.execution.micro_batches;
    double most = -1.0;
    for (std::size_t pool = 0; pool < m_problem.cluster.pools.size(); ++pool) {
      int busiest = -1;
      for (std::size_t i = 0; i < m_report.lanes.size(); ++i)
        if (m_report.lanes[i].pool == static_cast<int>(pool) &&
            (busiest < 0 || m_report.lanes[static_cast<std::size_t>(busiest)].busy < m_report.lanes[i].busy))
          busiest = static_cast<int>(i);
      if (busiest < 0) continue;
      const auto index = static_cast<int>(timeline.lanes.size());
      timeline.lanes.push_back(lane_of(static_cast<std::size_t>(busiest), index));
      const double busy = m_report.lanes[static_cast<std::size_t>(busiest)].busy.value;
      if (busy > most) m_row.critical_stage = index;
      most = std::max(most, busy);
    }
  }

  cost::Lane lane_of(std::size_t shown, int index) const {
    cost::Lane lane;
    lane.pool = m_report.lanes[shown].pool;
    lane.layers = m_problem.graph->layer_count();
    const cost::StageMemory& memory = m_row.memory[static_cast<std::size_t>(index)];
    lane.fixed_bytes = (memory.total - memory.activations).value;
    lane.limit_bytes = memory.limit.value;
    double busy = 0.0;
    const auto add = [&](cost::SpanKind kind, double start, double seconds) {
      if (seconds <= 0.0) return;
      busy += seconds;
      constexpr double kTouching = 1e-9;
      if (!lane.work.empty() && lane.work.back().kind == kind &&
          start - lane.work.back().end < kTouching * m_row.step.value) {
        lane.work.back().end = start + seconds;
        return;
      }
      cost::Span span;
      span.start = start;
      span.end = start + seconds;
      span.kind = kind;
      span.stage = index;
      lane.work.push_back(span);
    };
    for (const ProgramEvent& event : m_report.events) {
      const cost::SpanKind work = event.phase == spmd::Phase::forward    ? cost::SpanKind::forward
                                  : event.phase == spmd::Phase::backward ? cost::SpanKind::backward
                                                                         : cost::SpanKind::optimizer;
      add(work, event.start, event.computing[shown]);
      const bool gathers = event.name.starts_with("all_gather");
      const cost::SpanKind moving = event.beside ? cost::SpanKind::optimizer
                                    : gathers    ? cost::SpanKind::all_gather
                                    : event.name.starts_with("reduce_scatter")
                                        ? cost::SpanKind::reduce_scatter
                                        : cost::SpanKind::all_reduce;
      add(moving, event.slowest, event.end - event.slowest);
    }
    lane.idle = m_row.step.value > 0.0 ? 1.0 - busy / m_row.step.value : 0.0;
    lane.memory = {{0.0, memory.activations.value}, {m_row.step.value, 0.0}};
    return lane;
  }

  const strategy::Problem& m_problem;
  const hardware::Cluster& m_used;
  ProgramReport& m_report;
  const spmd::Graph& m_graph;
  const spmd::Program& m_program;
  cost::Evaluation& m_row;
};

}  // namespace

void add_row(const strategy::Problem& problem, const hardware::Cluster& used, ProgramReport& report) {
  Row row(problem, used, report);
  report.pipeline ? row.write_pipeline() : row.write();
  report.violation = cost::broken_limit(problem, report.evaluation);
}

Json program_json(const ProgramReport& report, const std::vector<std::string>& pool_ids, int rank) {
  Json json = to_json(report.evaluation, pool_ids);
  const spmd::Synthesis& made = report.synthesis();
  json.erase("strategy");
  json["kind"] = "program";
  json["rank"] = rank > 0 ? Json(rank) : Json();
  if (report.violation.binding != cost::Binding::none) json["binding"] = to_json(report.violation, pool_ids);
  json["status"] = to_string(made.status);
  const double step = report.step.value, bound = report.lower_bound.value;
  json["gap"] = step > 0.0 ? std::max(0.0, 1.0 - bound / step) : 0.0;
  json["lower_bound_seconds"] = bound;
  json["pipeline_parallel"] = report.stages();
  if (report.pipeline) {
    json["status"] = to_string(spmd::SynthesisStatus::feasible);
    for (const ProgramStage& stage : report.pipeline->stages) {
      Json nodes = Json::object();
      for (const hardware::Pool& pool : stage.part.pools)
        if (pool.nodes > 0) nodes[pool.id] = pool.nodes;
      json["stages"].push_back({{"nodes", nodes},
                                {"layers", stage.layers},
                                {"forward_seconds", stage.forward},
                                {"backward_seconds", stage.backward},
                                {"once_seconds", stage.tail}});
    }
  }
  json["micro_batches"] = made.program.execution.micro_batches;
  json["gather_again"] = made.program.execution.gather_again;
  json["recompute"] = made.program.execution.recompute;
  Json shares = Json::array();
  for (const ProgramLane& lane : report.shares)
    shares.push_back({{"pool", lane.pool_id}, {"devices", lane.devices}, {"share", lane.share}});
  json["shares"] = std::move(shares);
  json["seconds"] = report.elapsed.value;
  return json;
}

}  // namespace astrolabe::plan
