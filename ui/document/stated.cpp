#include "ui/document/stated.h"

#include <algorithm>
#include <array>
#include <utility>

namespace astrolabe::ui {
namespace {

using strategy::Cost;

constexpr std::array<std::pair<std::string_view, double Cost::*>, 5> kAssumedCosts{
    {{"cost.years", &Cost::years},
     {"cost.residual", &Cost::residual},
     {"cost.utilisation", &Cost::utilisation},
     {"cost.usd_per_kwh", &Cost::usd_per_kwh},
     {"cost.pue", &Cost::pue}}};

}  // namespace

bool isStated(const strategy::Job& job, std::string_view key) {
  return std::find(job.stated.begin(), job.stated.end(), key) != job.stated.end();
}

void noteStated(strategy::Job& job, const std::string& key) {
  if (!key.empty() && !isStated(job, key)) job.stated.push_back(key);
}

void takeBack(strategy::Job& job, std::string_view key) {
  static const strategy::Job assumed;
  std::erase(job.stated, key);
  for (const auto& [name, value] : kAssumedCosts)
    if (name == key) job.cost.*value = assumed.cost.*value;
  if (key == "cost.basis") job.cost.basis = assumed.cost.basis;
  if (key == "cost.commitment") job.cost.commitment = assumed.cost.commitment;
  if (key == "cost.idle_gpus_cost") job.cost.idle_gpus_cost = assumed.cost.idle_gpus_cost;
  if (key == "limits.memory_headroom") job.limits.memory_headroom = assumed.limits.memory_headroom;
  if (key == "optimizer") job.optimizer = assumed.optimizer;
  if (key == "gradient_precision") job.gradient_precision = assumed.gradient_precision;
  if (key == "flash_attention") job.flash_attention = assumed.flash_attention;
  if (key == "expert_imbalance") job.expert_imbalance = assumed.expert_imbalance;
}

}  // namespace astrolabe::ui
