#include "core/plan/program_summary.h"

#include <algorithm>
#include <numeric>

#include "core/model/model_reader.h"

namespace astrolabe::plan {

namespace {

using cost::Part;

class Summary {
 public:
  Summary(const ProgramReport& report, const strategy::Problem& problem)
      : m_report(report), m_problem(problem) {}

  ProgramSummary write() {
    const spmd::Synthesis& synthesis = m_report.synthesis();
    m_made.fits = m_report.fits();
    m_made.stopped = !m_report.pipeline && synthesis.stopped;
    m_made.short_of = synthesis.short_of;
    if (!m_made.fits) return std::move(m_made);
    m_made.stages = m_report.stages();
    m_made.execution = m_report.pipeline ? m_report.pipeline->execution : synthesis.program.execution;
    m_made.proven = !m_report.pipeline && synthesis.status == spmd::SynthesisStatus::optimal;
    const double step = m_report.step.value;
    m_made.gap = step > 0.0 ? std::max(0.0, 1.0 - m_report.lower_bound.value / step) : 0.0;
    m_made.evaluation = m_report.evaluation;
    m_made.violation = m_report.violation;
    m_place.assign(m_problem.cluster.pools.size(), -1);
    add_pools();
    for (int stage = 0; stage < m_report.stages(); ++stage)
      stage == m_report.shown_stage ? add_stage(m_report) : add_stage(with_stage(m_report, stage));
    for (ProgramSummary::Pool& pool : m_made.pools) pool.share /= std::max(1, pool.devices);
    std::sort(m_made.collectives.begin(), m_made.collectives.end(),
              [](const auto& a, const auto& b) { return a.kind < b.kind; });
    return std::move(m_made);
  }

 private:
  void add_pools() {
    for (std::size_t place = 0; place < m_place.size(); ++place) {
      const auto of_pool = [&](const ProgramLane& lane) { return lane.pool == static_cast<int>(place); };
      if (std::none_of(m_report.all_shares.begin(), m_report.all_shares.end(), of_pool)) continue;
      const hardware::Pool& owner = m_problem.cluster.pools[place];
      ProgramSummary::Pool pool{owner.id, owner.gpu, 0, 0.0, {}};
      for (const cost::StageMemory& memory : m_report.evaluation.memory)
        if (memory.pool == static_cast<int>(place) &&
            (pool.memory.limit.value <= 0.0 ||
             memory.total / memory.limit > pool.memory.total / pool.memory.limit))
          pool.memory = memory;
      m_place[place] = static_cast<int>(m_made.pools.size());
      m_made.pools.push_back(std::move(pool));
    }
  }

  /// Of its stage, `shown` has the shares and the collectives.
  void add_stage(const ProgramReport& shown) {
    double weight = 1.0;  // of the stage among all layers
    if (shown.pipeline) {
      const std::vector<ProgramStage>& stages = shown.pipeline->stages;
      const int layers =
          std::accumulate(stages.begin(), stages.end(), 0,
                          [](int sum, const ProgramStage& stage) { return sum + stage.layers; });
      weight = static_cast<double>(stages[static_cast<std::size_t>(shown.shown_stage)].layers) / layers;
    }
    for (const ProgramLane& lane : shown.shares) {
      const int place = m_place[static_cast<std::size_t>(lane.pool)];
      m_made.ratios.push_back({shown.shown_stage, place, lane.devices, lane.share});
      ProgramSummary::Pool& pool = m_made.pools[static_cast<std::size_t>(place)];
      pool.devices += lane.devices;
      pool.share += weight * lane.devices * lane.share;
    }
    for (const ProgramCollective& one : shown.collectives) {
      auto known = std::find_if(m_made.collectives.begin(), m_made.collectives.end(),
                                [&](const auto& each) { return each.kind == one.kind; });
      if (known == m_made.collectives.end()) known = m_made.collectives.insert(known, {one.kind, 0.0, 0.0});
      const double count =
          static_cast<double>(one.times) * shown.events[static_cast<std::size_t>(one.event)].runs;
      known->count += count;
      known->bytes += count * one.bytes;
    }
  }

  const ProgramReport& m_report;
  const strategy::Problem& m_problem;
  ProgramSummary m_made;
  std::vector<int> m_place;  ///< of each pool of the cluster among those with devices; -1: none
};

}  // namespace

double ProgramSummary::computing_seconds() const {
  const cost::TimeParts& time = evaluation.time;
  return time[Part::compute_forward] + time[Part::compute_backward] + time[Part::recompute] +
         time[Part::optimizer];
}

double ProgramSummary::communicating_seconds() const {
  const cost::TimeParts& time = evaluation.time;
  return time[Part::tensor_parallel] + time[Part::pipeline_transfer] + time[Part::data_parallel];
}

double ProgramSummary::collective_count() const {
  return std::accumulate(collectives.begin(), collectives.end(), 0.0,
                         [](double sum, const Collective& each) { return sum + each.count; });
}

double ProgramSummary::collective_bytes() const {
  return std::accumulate(collectives.begin(), collectives.end(), 0.0,
                         [](double sum, const Collective& each) { return sum + each.bytes; });
}

int ProgramSummary::devices() const {
  return std::accumulate(pools.begin(), pools.end(), 0,
                         [](int sum, const Pool& pool) { return sum + pool.devices; });
}

ProgramSummary summary_of(const ProgramReport& report, const strategy::Problem& problem) {
  return Summary(report, problem).write();
}

bool same_graph(const Scenario& a, const Scenario& b) {
  return same_model(a, b) && a.job.sequence_length == b.job.sequence_length &&
         a.job.global_batch == b.job.global_batch && a.job.precision == b.job.precision;
}

Result<std::vector<ProgramReport>> programs_of(const Plan& plan, const strategy::Problem& problem,
                                               const ProgramOptions& options) {
  const auto architecture = model::read_saved(plan.model_name, plan.model_text, plan.model_entered);
  if (!architecture) return tl::unexpected<Error>(architecture.error());
  return program_reports(problem, *architecture, 0, options);
}

}  // namespace astrolabe::plan
