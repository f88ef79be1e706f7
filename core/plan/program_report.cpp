#include "core/plan/program_report.h"

#include <algorithm>
#include <numeric>

#include "core/base/error_codes.h"
#include "core/base/parallel.h"
#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/program_row.h"
#include "core/spmd/proof.h"

namespace astrolabe::plan {

namespace {

using Kind = spmd::Instruction::Kind;

bool moves(const spmd::Instruction& instruction) {
  switch (instruction.kind) {
    case Kind::all_gather:
    case Kind::all_gather_grouped:
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_grouped:
    case Kind::all_reduce:
    case Kind::all_to_all:
    case Kind::reshard:
      return true;
    default:
      return false;
  }
}

class Reporter {
 public:
  Reporter(ProgramReport& report, const hardware::Cluster& cluster)
      : m_report(report),
        m_graph(report.answer->graph),
        m_program(report.answer->synthesis.program),
        m_devices(report.answer->devices) {
    for (std::size_t pool = 0; pool < cluster.pools.size(); ++pool) {
      m_pool_of.insert(m_pool_of.end(), static_cast<std::size_t>(cluster.pools[pool].gpus()),
                       static_cast<int>(pool));
      m_pool_ids.push_back(cluster.pools[pool].id);
    }
    m_weight.assign(m_graph.tensors.size(), -1);
    for (std::size_t t = 0; t < m_graph.tensors.size(); ++t) {
      const spmd::Tensor& tensor = m_graph.tensors[t];
      if (tensor.role != spmd::Role::parameter) continue;
      for (const spmd::TensorId own : {static_cast<int>(t), tensor.gradient, tensor.updated})
        if (own >= 0) m_weight[own] = static_cast<int>(t);
    }
  }

  void run() {
    if (m_program.ratios.empty()) return;
    add_devices();
    add_events();
    add_tensors();
  }

  void add_devices() {
    add_lanes();
    add_shares();
  }

 private:
  void add_lanes() {
    m_work = spmd::work_of_lanes(m_graph, m_devices, m_program);
    const double sum = std::accumulate(m_devices.speeds().begin(), m_devices.speeds().end(), 0.0);
    for (std::size_t w = 0; w < m_work.lanes.size(); ++w)
      for (int i = m_work.lanes[w].first; i < m_work.lanes[w].first + m_work.lanes[w].count; ++i) {
        const int pool = pool_of(i);
        if (i > m_work.lanes[w].first && pool == m_report.lanes.back().pool)
          ++m_report.lanes.back().devices;
        else
          start_lane(i, pool, static_cast<int>(w), sum);
        ProgramLane& lane = m_report.lanes.back();
        const auto& peak = m_report.answer->synthesis.peak_memory;
        if (static_cast<std::size_t>(i) < peak.size()) lane.memory = std::max(lane.memory, peak[i]);
      }
  }

  int pool_of(int device) const {
    return static_cast<std::size_t>(device) < m_pool_of.size() ? m_pool_of[device] : 0;
  }

  void start_lane(int first, int pool, int work, double speeds) {
    ProgramLane lane;
    lane.pool = pool;
    if (!m_pool_ids.empty()) lane.pool_id = m_pool_ids[static_cast<std::size_t>(pool)];
    lane.first = first;
    lane.devices = 1;
    lane.share = m_program.ratios.front()[first];
    lane.flops_per_second = m_devices.speeds()[first];
    lane.proportional = lane.flops_per_second / speeds;
    for (std::size_t k = 0; k < m_work.seconds.size(); ++k)
      if (!m_work.seconds[k].empty())
        lane.busy += Seconds{m_work.seconds[k][work] * m_program.repeats(m_graph, m_program.instructions[k])};
    if (static_cast<std::size_t>(first) < m_devices.memory.size()) lane.limit = m_devices.memory[first];
    m_work_of_lane.push_back(work);
    m_report.lanes.push_back(std::move(lane));
  }

  void add_shares() {
    for (const ProgramLane& lane : m_report.lanes) {
      std::vector<ProgramLane>& shares = m_report.shares;
      if (shares.empty() || shares.back().pool != lane.pool || shares.back().share != lane.share) {
        shares.push_back(lane);
        continue;
      }
      shares.back().devices += lane.devices;
      shares.back().busy = std::max(shares.back().busy, lane.busy);
      shares.back().memory = std::max(shares.back().memory, lane.memory);
    }
  }

  int block_of(spmd::TensorId id) const {
    const spmd::Tensor& tensor = m_graph.tensors[static_cast<std::size_t>(id)];
    if (tensor.producer >= 0) return m_graph.nodes[static_cast<std::size_t>(tensor.producer)].block;
    if (tensor.consumers.empty()) return -1;
    return m_graph.nodes[static_cast<std::size_t>(tensor.consumers.front())].block;
  }

  void add_events() {
    double now = 0.0;
    for (std::size_t k = 0; k < m_program.instructions.size(); ++k) {
      const spmd::Instruction& instruction = m_program.instructions[k];
      const bool collective = moves(instruction);
      if (instruction.computation.value + instruction.communication.value <= 0.0 && !collective) continue;
      ProgramEvent event;
      const double runs = m_program.repeats(m_graph, instruction);
      event.runs = static_cast<int>(runs);
      event.phase = instruction.phase;
      event.instruction = static_cast<int>(k);
      event.start = now;
      event.slowest = now + runs * instruction.computation.value;
      event.end = now = event.slowest + runs * instruction.communication.value;
      if (collective) {
        const spmd::TensorId tensor = instruction.inputs[0].tensor;
        event.moved = m_weight[tensor] >= 0 ? Moved::weights : Moved::activations;
        event.name = std::string(to_string(instruction.kind)) + " " + m_graph.tensors[tensor].name;
        add_collective(instruction, event.moved);
      } else if (instruction.node >= 0) {
        event.name = m_graph.nodes[static_cast<std::size_t>(instruction.node)].name;
      } else {
        event.name = to_string(instruction.kind);
      }
      const std::vector<double>& seconds = m_work.seconds[k];
      for (const int work : m_work_of_lane)
        event.computing.push_back(seconds.empty() ? 0.0 : runs * seconds[work]);
      m_report.events.push_back(std::move(event));
    }
    if (m_program.beside.value > 0.0) add_beside(now);
    fold(m_report.collectives, [](const ProgramCollective& a, const ProgramCollective& b) {
      return a.kind == b.kind && a.from == b.from && a.to == b.to && a.phase == b.phase &&
             a.moved == b.moved && a.bytes == b.bytes && a.length == b.length;
    });
  }

  void add_beside(double now) {
    ProgramEvent event;
    event.name = "beside";
    event.phase = spmd::Phase::optimizer;
    event.start = event.slowest = now;
    event.end = now + m_program.beside.value;
    event.computing.assign(m_report.lanes.size(), 0.0);
    event.beside = true;
    m_report.events.push_back(std::move(event));
  }

  void add_collective(const spmd::Instruction& instruction, Moved moved) {
    const spmd::Fact &from = instruction.inputs[0], &to = instruction.outputs[0];
    const spmd::Tensor& tensor = m_graph.tensors[static_cast<std::size_t>(from.tensor)];
    ProgramCollective one;
    one.kind = instruction.kind;
    one.tensor = tensor.name;
    one.from = from.property;
    one.to = to.property;
    one.phase = instruction.phase;
    one.moved = moved;
    one.bytes = tensor.elements() * tensor.element_bytes;
    one.length = instruction.communication;
    one.event = static_cast<int>(m_report.events.size());
    one.block = block_of(from.tensor);
    m_report.collectives.push_back(std::move(one));
  }

  void add_tensors() {
    std::vector<int> row(m_graph.tensors.size(), -1);
    for (const spmd::Instruction& instruction : m_program.instructions) {
      if (instruction.kind != Kind::load && instruction.kind != Kind::compute) continue;
      if (instruction.phase != spmd::Phase::forward && instruction.kind != Kind::load) continue;
      for (const spmd::Fact& fact : instruction.outputs)
        if (row[fact.tensor] < 0) {
          row[fact.tensor] = static_cast<int>(m_report.tensors.size());
          m_report.tensors.push_back(tensor_row(fact));
        }
    }
    for (const spmd::Instruction& instruction : m_program.instructions) {
      if (!moves(instruction)) continue;
      const spmd::TensorId moved = instruction.inputs[0].tensor;
      const int at = row[m_weight[moved] >= 0 ? m_weight[moved] : moved];
      if (at < 0) continue;
      ++m_report.tensors[static_cast<std::size_t>(at)].collectives;
      m_report.tensors[static_cast<std::size_t>(at)].moving +=
          instruction.communication * m_program.repeats(m_graph, instruction);
    }
    fold(m_report.tensors, [](const ProgramTensor& a, const ProgramTensor& b) {
      return a.shape == b.shape && a.role == b.role && a.property == b.property && a.bytes == b.bytes &&
             a.collectives == b.collectives && a.moving == b.moving;
    });
  }

  ProgramTensor tensor_row(const spmd::Fact& fact) const {
    const spmd::Tensor& tensor = m_graph.tensors[static_cast<std::size_t>(fact.tensor)];
    ProgramTensor made;
    made.name = tensor.name;
    made.shape = tensor.shape;
    made.role = tensor.role;
    made.property = fact.property;
    made.bytes = tensor.elements() * tensor.element_bytes;
    made.block = block_of(fact.tensor);
    return made;
  }

  /// Runs of layers whose rows are the same become one with a count. What belongs to no layer is its own run.
  template <class Row, class Same>
  static void fold(std::vector<Row>& rows, const Same& same) {
    std::vector<Row> folded;
    std::size_t last = 0, width = 0;  // the layer that stands last in `folded`
    for (std::size_t begin = 0; begin < rows.size();) {
      std::size_t end = begin + 1;
      while (end < rows.size() && rows[end].block == rows[begin].block) ++end;
      const bool again = rows[begin].block >= 0 && width == end - begin &&
                         std::equal(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                                    rows.begin() + static_cast<std::ptrdiff_t>(end),
                                    folded.begin() + static_cast<std::ptrdiff_t>(last), same);
      if (again) {
        for (std::size_t k = last; k < last + width; ++k) ++folded[k].times;
      } else {
        last = folded.size();
        width = rows[begin].block >= 0 ? end - begin : 0;
        std::move(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                  rows.begin() + static_cast<std::ptrdiff_t>(end), std::back_inserter(folded));
      }
      begin = end;
    }
    rows = std::move(folded);
  }

  ProgramReport& m_report;
  const spmd::Graph& m_graph;
  const spmd::Program& m_program;
  const spmd::Devices& m_devices;
  spmd::LaneWork m_work;
  std::vector<int> m_work_of_lane;
  std::vector<int> m_pool_of;  ///< of each device
  std::vector<std::string> m_pool_ids;
  std::vector<int> m_weight;  ///< the parameter whose weight, gradient or new weight a tensor is; -1
};

}  // namespace

Result<spmd::Verification> prove_program(const ProgramReport& report, const std::stop_token& stop) {
  spmd::Verification all;
  for (int stage = 0; stage < report.stages(); ++stage) {
    const ShardAnswer& answer =
        report.pipeline ? *report.pipeline->stages[static_cast<std::size_t>(stage)].answer : *report.answer;
    const auto proof = spmd::prove(answer.graph, answer.synthesis.program, {}, stop);
    if (!proof) return tl::unexpected<Error>(proof.error());
    const spmd::Verification& one = proof->result;
    all.max_abs_difference = std::max(all.max_abs_difference, one.max_abs_difference);
    all.tensors += one.tensors;
    all.checks += one.checks;
    all.steps = one.steps;
    all.stopped = one.stopped;
    all.violation = one.violation;
    if (!all.holds()) break;
  }
  return all;
}

hardware::Cluster usable_part(const hardware::Cluster& cluster, hardware::Precision precision) {
  hardware::Cluster part = hardware::nodes_of_parts(cluster);
  for (hardware::Pool& pool : part.pools)
    if (pool.gpus() > pool.max_gpus) pool.nodes = pool.max_gpus / pool.gpus_per_node;
  if (!cluster.max_total_gpus) return part;
  const auto rate = [&](const hardware::Pool& pool) {
    const auto peak = hardware::peak(pool.gpu, precision);
    return peak ? peak->value * pool.relative_speed : 0.0;
  };
  while (part.gpus() > *cluster.max_total_gpus) {
    hardware::Pool* slowest = nullptr;
    for (hardware::Pool& pool : part.pools)
      if (pool.nodes > 0 && (slowest == nullptr || rate(pool) < rate(*slowest))) slowest = &pool;
    const int over = part.gpus() - *cluster.max_total_gpus;
    const int nodes = (over + slowest->gpus_per_node - 1) / slowest->gpus_per_node;
    slowest->nodes -= std::min(slowest->nodes, nodes);
  }
  return part;
}

bool is_mixed(const hardware::Cluster& cluster) {
  const hardware::Pool* first = nullptr;
  for (const hardware::Pool& pool : cluster.pools) {
    if (std::min(pool.gpus(), pool.max_gpus) == 0) continue;
    if (first == nullptr) first = &pool;
    if (pool.gpu.id != first->gpu.id || pool.relative_speed != first->relative_speed) return true;
  }
  return false;
}

bool may_answer(const strategy::Problem& problem) {
  const hardware::Cluster cluster = usable_part(problem.cluster, problem.job.precision);
  const model::Graph& graph = *problem.graph;
  std::vector<int> gpus;
  double peak = 0.0;
  for (const hardware::Pool& pool : cluster.pools) {
    gpus.push_back(pool.gpus());
    const auto rate = hardware::peak(pool.gpu, problem.job.precision);
    if (!rate) return true;
    peak += pool.gpus() * rate->value * std::max(1.0, pool.relative_speed);
  }
  // Forward alone: twice the parameters that a token meets in layers.
  const double work = 2.0 * static_cast<double>(graph.parameters_active - graph.parameters_embedding);
  const double most = work > 0.0 ? peak / work : kBeyond;
  const cost::Money money = cost::hourly(problem.cluster, problem.job, gpus);
  const int all = std::accumulate(gpus.begin(), gpus.end(), 0);
  return cost::broken_limit(problem, money, all, most).binding == cost::Binding::none;
}

ProgramReport report_of(ShardAnswer answer, const hardware::Cluster& cluster, std::int64_t sequences,
                        std::int64_t tokens) {
  ProgramReport report;
  report.answer = std::make_shared<const ShardAnswer>(std::move(answer));
  report.sequences = sequences;
  report.step = report.synthesis().step;
  report.lower_bound = report.synthesis().lower_bound;
  report.elapsed = report.synthesis().elapsed;
  if (report.fits() && report.step.value > 0.0)
    report.tokens_per_second = static_cast<double>(tokens) / report.step.value;
  Reporter(report, cluster).run();
  report.all_shares = report.shares;
  return report;
}

ProgramReport report_of(std::shared_ptr<const ProgramPipeline> pipeline, std::int64_t sequences,
                        std::int64_t tokens) {
  ProgramReport report;
  report.sequences = sequences;
  report.step = {pipeline->end.step};
  report.lower_bound = pipeline->lower_bound;
  report.elapsed = pipeline->elapsed;
  report.tokens_per_second = static_cast<double>(tokens) / report.step.value;
  for (const ProgramStage& stage : pipeline->stages) {
    ProgramReport alone;
    alone.answer = stage.answer;
    Reporter(alone, stage.part).add_devices();
    report.all_shares.insert(report.all_shares.end(), alone.shares.begin(), alone.shares.end());
  }
  report.pipeline = std::move(pipeline);
  return with_stage(report, static_cast<int>(report.pipeline->slowest()));
}

ProgramReport with_stage(const ProgramReport& report, int stage) {
  if (!report.pipeline) return report;
  const ProgramStage& shown = report.pipeline->stages[static_cast<std::size_t>(stage)];
  ProgramReport made = report;
  made.shown_stage = stage;
  made.answer = shown.answer;
  made.lanes.clear();
  made.shares.clear();
  made.tensors.clear();
  made.collectives.clear();
  made.events.clear();
  Reporter(made, shown.part).run();
  return made;
}

Result<std::vector<ProgramReport>> program_reports(const strategy::Problem& problem,
                                                   const model::Architecture& architecture,
                                                   std::int64_t sequences, const ProgramOptions& options) {
  const hardware::Cluster used = usable_part(problem.cluster, problem.job.precision);
  if (used.gpus() == 0)
    return fail(code::out_of_range, "choose", "no whole node",
                {Wanted::Kind::text, {"at least one whole node, which a distributed program needs"}});
  ShardRequest request;
  request.architecture = architecture;
  request.cluster = used;
  request.job = problem.job;
  request.software = problem.software;
  request.coefficients = problem.coefficients;
  request.batch = sequences > 0 ? sequences : problem.job.global_batch;
  request.options.threads = worker_count(options.threads);
  request.options.deadline = spmd::deadline_of(options.time_limit);
  request.options.stop = options.stop;
  request.options.most_work = options.most_work;
  Result<ShardAnswer> answer;
  Result<std::optional<ProgramPipeline>> pipeline;
  bool stopped = false;
  parallel_for(2, request.options.threads, std::stop_token{}, [&](std::size_t k, int) {
    k == 0 ? void(answer = shard(request))
           : void(pipeline = best_program_pipeline(request, kBeyond, &stopped));
  });
  if (!answer) return tl::unexpected<Error>(std::move(answer.error()));
  if (!pipeline) return tl::unexpected<Error>(std::move(pipeline.error()));
  stopped = stopped || answer->synthesis.stopped;
  const std::int64_t tokens = request.batch * problem.job.sequence_length;
  const auto cluster = std::make_shared<const hardware::Cluster>(problem.cluster);
  std::vector<ProgramReport> reports;
  reports.push_back(report_of(std::move(*answer), used, request.batch, tokens));
  reports.front().stopped = stopped;
  reports.front().cluster = cluster;
  if (reports.front().fits()) add_row(problem, used, reports.front());
  if (!*pipeline) return reports;
  reports.push_back(
      report_of(std::make_shared<const ProgramPipeline>(std::move(**pipeline)), request.batch, tokens));
  reports.back().stopped = stopped;
  reports.back().cluster = cluster;
  add_row(problem, used, reports.back());
  if (!reports.front().fits() || reports.back().step < reports.front().step)
    std::swap(reports.front(), reports.back());
  if (!reports.back().fits()) reports.pop_back();
  return reports;
}

}  // namespace astrolabe::plan
