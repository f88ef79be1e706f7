#include "core/planning/mixed_search.h"

#include <algorithm>
#include <utility>

#include "core/plan/program_report.h"

namespace astrolabe::planning {

std::vector<int> working_gpus(const strategy::Problem& problem) {
  std::vector<int> gpus;
  for (const hardware::Pool& pool : plan::usable_part(problem.cluster, problem.job.precision).pools)
    gpus.push_back(pool.gpus());
  return gpus;
}

double gap_above(double bound, double step_seconds) {
  return bound > 0.0 ? std::max(0.0, 1.0 - bound / step_seconds) : 1.0;
}

MixedSearch::MixedSearch(std::string_view planner, const QuestionPtr& question, Run& run)
    : m_later(run.stop, deadline_in(run.options.time_limit)) {
  m_empty.planner = planner;
  m_empty.revision = run.revision;
  m_empty.question = question;
  run.phase = plan::Phase::searching;
}

std::shared_ptr<Found> MixedSearch::picture() const {
  auto found = std::make_shared<Found>(m_empty);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - m_begin;
  found->seconds = took.count();
  return found;
}

FoundPtr MixedSearch::on_its_way(OptionPtr option) const {
  auto found = picture();
  found->options = {std::move(option)};
  return found;
}

FoundPtr MixedSearch::ended(std::vector<OptionPtr> options, bool has_bound, double gap,
                            bool stopped_early) const {
  auto found = picture();
  std::stable_sort(options.begin(), options.end(), [&](const OptionPtr& a, const OptionPtr& b) {
    if (a->is_possible() != b->is_possible()) return a->is_possible();
    return ranks_before(*a, *b, found->question->objective);
  });
  found->options = std::move(options);
  found->stopped_early = stopped_early;
  const bool fits = !found->options.empty() && found->options.front()->is_possible();
  const bool proven = fits && found->options.front()->proof.proven;
  found->status = !fits ? plan::Status::infeasible : proven ? plan::Status::optimal : plan::Status::feasible;
  found->has_bound = fits && has_bound;
  found->gap = proven ? 0.0 : gap;
  return found;
}

}  // namespace astrolabe::planning
