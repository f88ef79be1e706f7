#include "core/cost/rates.h"

#include "core/cost/money.h"
#include "core/cost/useful_work.h"

namespace astrolabe::cost {

void add_rates(const strategy::Problem& problem, Evaluation& evaluation) {
  const strategy::Job& job = problem.job;
  evaluation.tokens_per_second = job.tokens_per_step() / evaluation.step.value;
  evaluation.tokens_per_second_per_gpu = evaluation.tokens_per_second / evaluation.gpus_used();
  evaluation.hours_for_job = job.tokens / evaluation.tokens_per_second / kSecondsPerHour;
  double peak = 0.0;
  for (std::size_t i = 0; i < evaluation.gpus.size(); ++i)
    if (evaluation.gpus[i] > 0) {
      const auto rate = hardware::peak(problem.cluster.pools[i].gpu, job.precision);
      peak += evaluation.gpus[i] * (rate ? rate->value : 0.0);
    }
  evaluation.mfu = peak > 0.0 ? useful_operations(problem) * evaluation.tokens_per_second / peak : 0.0;
  if (evaluation.kept.empty()) tell_paid(problem.cluster, job.cost, evaluation);
  evaluation.money = hourly_of_row(problem.cluster, job, evaluation);
  add_job_totals(evaluation.money, job, evaluation.tokens_per_second);
}

}  // namespace astrolabe::cost
