#include "core/cost/evaluation.h"

#include <numeric>

namespace astrolabe::cost {

const char* to_string(Part part) {
  switch (part) {
    case Part::compute_forward:
      return "compute_forward";
    case Part::compute_backward:
      return "compute_backward";
    case Part::recompute:
      return "recompute";
    case Part::tensor_parallel:
      return "tensor_parallel";
    case Part::context_parallel:
      return "context_parallel";
    case Part::expert_parallel:
      return "expert_parallel";
    case Part::pipeline_transfer:
      return "pipeline_transfer";
    case Part::pipeline_bubble:
      return "pipeline_bubble";
    case Part::data_parallel:
      return "data_parallel";
    case Part::optimizer:
      return "optimizer";
    case Part::other:
      return "other";
  }
  return "other";
}

const char* to_string(Binding binding) {
  switch (binding) {
    case Binding::none:
      return "none";
    case Binding::rule:
      return "rule";
    case Binding::memory:
      return "memory";
    case Binding::host_memory:
      return "host_memory";
    case Binding::budget:
      return "budget_usd";
    case Binding::deadline:
      return "deadline_hours";
    case Binding::power:
      return "power_kw";
    case Binding::usd_per_hour:
      return "usd_per_hour";
    case Binding::usd_per_trillion_tokens:
      return "usd_per_trillion_tokens";
    case Binding::purchase:
      return "purchase_usd";
    case Binding::usd_per_month:
      return "usd_per_month";
    case Binding::ownership:
      return "ownership_usd";
    case Binding::done_by:
      return "done_by";
  }
  return "none";
}

double TimeParts::total() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }

TimeParts& TimeParts::operator+=(const TimeParts& other) {
  for (std::size_t i = 0; i < seconds.size(); ++i) seconds[i] += other.seconds[i];
  return *this;
}

TimeParts TimeParts::scaled(double factor) const {
  TimeParts result = *this;
  for (double& part : result.seconds) part *= factor;
  return result;
}

int Evaluation::gpus_used() const { return std::accumulate(gpus.begin(), gpus.end(), 0); }
int Evaluation::gpus_paid() const {
  return paid.empty() ? gpus_used() : std::accumulate(paid.begin(), paid.end(), 0);
}

std::vector<int> Evaluation::all_paid() const {
  std::vector<int> all = paid.empty() ? gpus : paid;
  for (std::size_t i = 0; i < all.size() && i < kept.size(); ++i) all[i] += kept[i];
  return all;
}

int Evaluation::fullest_stage() const {
  int fullest = -1;
  double most = -1.0;
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const double share = memory[i].total / memory[i].limit;
    if (share > most) {
      most = share;
      fullest = static_cast<int>(i);
    }
  }
  return fullest;
}

double Evaluation::memory_share() const {
  const int stage = fullest_stage();
  if (stage < 0) return 0.0;
  const StageMemory& fullest = memory[static_cast<std::size_t>(stage)];
  return fullest.total / fullest.limit;
}

}  // namespace astrolabe::cost
