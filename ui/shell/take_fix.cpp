#include "ui/shell/take_fix.h"

#include <QCoreApplication>
#include <algorithm>
#include <string_view>
#include <utility>

#include "core/plan/fixes.h"
#include "ui/document/commands/pool_values.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/answer_text.h"

namespace astrolabe::ui {

namespace {

struct TakeFix {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::TakeFix)
};

bool addNodes(PlanDocument& document, const plan::Fix& fix) {
  for (const hardware::PoolSpec& pool : document.plan().cluster.pools)
    if (pool.id == fix.pool) {
      const int more = std::max(1, static_cast<int>(fix.amount));
      document.undoStack().push(new SetNodeCount(document, pool.id, pool.nodes + more));
      return true;
    }
  return false;
}

void raiseLimits(strategy::Job& job, const plan::Fix& fix) {
  strategy::Limits& limits = job.limits;
  const std::pair<const char*, std::optional<double> strategy::Limits::*> names[] = {
      {"budget_usd", &strategy::Limits::budget_usd},
      {"deadline_hours", &strategy::Limits::deadline_hours},
      {"power_kw", &strategy::Limits::power_kw},
      {"usd_per_hour", &strategy::Limits::usd_per_hour},
      {"usd_per_trillion_tokens", &strategy::Limits::usd_per_trillion_tokens},
      {"purchase_usd", &strategy::Limits::purchase_usd},
      {"usd_per_month", &strategy::Limits::usd_per_month},
      {"ownership_usd", &strategy::Limits::ownership_usd}};
  const auto raiseDay = [&](const std::string& limit, double hours) {
    if (limit == "done_by") limits.done_by = job.end_after(hours);
  };
  if (fix.limit == "memory_headroom") {
    limits.memory_headroom = raisedLimit(fix.limit, fix.amount);
    strategy::note_stated(job, "limits.memory_headroom");
  }
  raiseDay(fix.limit, fix.amount);
  for (const auto& [further, amount] : fix.also) raiseDay(further, amount);
  for (const auto& [name, limit] : names) {
    if (std::string_view(name).starts_with(fix.limit)) limits.*limit = raisedLimit(name, fix.amount);
    for (const auto& [further, amount] : fix.also)
      if (name == further) limits.*limit = raisedLimit(name, amount);
  }
}

void freeSetting(strategy::Job& job, const std::string& setting) {
  if (setting.empty()) {
    job.allowed.clear();
  } else if (setting != plan::kRuntimeKey) {
    job.allowed.erase(setting);
  } else {
    job.software.runtime = "any";
    strategy::note_stated(job, plan::kRuntimeKey);
  }
}

}  // namespace

bool takeFix(PlanDocument& document, const plan::Fix& fix) {
  strategy::Job job = document.plan().job;
  switch (fix.kind) {
    case plan::Fix::Kind::add_nodes:
      return addNodes(document, fix);
    case plan::Fix::Kind::more_host_memory:
      document.undoStack().push(new SetHostMemory(document, fix.pool, fix.amount));
      return true;
    case plan::Fix::Kind::allow_recompute:
      job.allowed.erase("recompute");
      job.allowed.erase("recompute_layers");
      break;
    case plan::Fix::Kind::lower_micro_batch:
      job.allowed.erase("micro_batch");
      break;
    case plan::Fix::Kind::raise_limit:
      raiseLimits(job, fix);
      break;
    case plan::Fix::Kind::free_setting:
      freeSetting(job, fix.limit);
      break;
    case plan::Fix::Kind::rule_off:
      job.rules = plan::without_rule(job.rules, fix.limit);
      break;
  }
  if (job == document.plan().job) return false;
  document.undoStack().push(
      new SetJob(document, std::move(job), TakeFix::tr("what the fix needs", "undo step: Set …")));
  return true;
}

}  // namespace astrolabe::ui
