#include "ui/document/commands/pool_names.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/hardware/machine_links.h"
#include "core/hardware/pool_price.h"
#include "core/strategy/rules.h"

namespace astrolabe::ui {

namespace {

/// The beginning of an id as far as one of its dashes: "h100" and "h100-sxm" of "h100-sxm".
bool isBeginningOf(const std::string& id, std::string_view start) {
  return !start.empty() && id.starts_with(start) && (id.size() == start.size() || id[start.size()] == '-');
}

/// "h100-sxm" of "h100-sxm-12"; empty where no number stands behind.
std::string_view withoutNumber(std::string_view name) {
  const std::size_t dash = name.rfind('-');
  if (dash == std::string_view::npos || dash + 1 == name.size()) return {};
  const std::string_view number = name.substr(dash + 1);
  const bool digits = std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digits ? name.substr(0, dash) : std::string_view();
}

/// Layouts, rows of answers and steps of a presentation are flat; what is nested deeper is none of ours.
constexpr int kDeepest = 16;

/// The pool of a GPU that is called "pool/node/gpu"; the pool's id may have a slash itself.
std::string_view poolOfGpu(std::string_view gpu) {
  const std::size_t last = gpu.rfind('/');
  if (last == std::string_view::npos || last == 0) return {};
  const std::size_t slash = gpu.rfind('/', last - 1);
  return slash == std::string_view::npos ? std::string_view() : gpu.substr(0, slash);
}

/// What stands under "gpus" and its like: counts or nodes by pool, or the names of GPUs.
bool renameInGpus(Json& gpus, const std::string& from, const std::string& to) {
  bool found = false;
  if (gpus.is_object() && gpus.contains(from)) {
    Json renamed = Json::object();
    for (const auto& [pool, held] : gpus.items()) renamed[pool == from ? to : pool] = held;
    gpus = std::move(renamed);
    found = true;
  }
  if (!gpus.is_array()) return found;
  for (Json& gpu : gpus)
    if (gpu.is_string() && poolOfGpu(gpu.get_ref<const std::string&>()) == from) {
      gpu = to + gpu.get<std::string>().substr(from.size());
      found = true;
    }
  return found;
}

/// Another id for a pool in a layout, of whatever kind, or a row of an answer: under "pool", as a key of
/// counts or nodes by pool, in the names of GPUs. False where it has none of it.
bool renameIn(Json& json, const std::string& from, const std::string& to, int depth = 0) {
  bool found = false;
  if (json.is_object()) {
    for (const char* key : {"pool", "of_pool"})
      if (json.contains(key) && json[key] == from) {
        json[key] = to;
        found = true;
      }
    for (const char* key : {"gpus", "paid_gpus", "idle", "pools", "nodes", "placed_on"})
      if (json.contains(key)) found = renameInGpus(json[key], from, to) || found;
  }
  if (json.is_structured() && depth < kDeepest)
    for (Json& part : json) found = renameIn(part, from, to, depth + 1) || found;
  return found;
}

void renameInText(std::string& text, const std::string& from, const std::string& to) {
  Json json = json_or_null(text);
  if (renameIn(json, from, to)) text = text_of(json);
}

}  // namespace

std::string nameOfContent(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  if (const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue)) return gpu->id;
  if (const hardware::NodeType* node = hardware::pool_node(pool, catalogue)) return node->gpu_id;
  return pool.gpu.empty() ? pool.node : pool.gpu;
}

bool isCalledAfterContent(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  const std::string content = nameOfContent(pool, catalogue);
  return isBeginningOf(content, pool.id) || isBeginningOf(content, withoutNumber(pool.id));
}

void renamePool(plan::Scenario& scenario, const std::string& from, const std::string& to) {
  for (hardware::PoolSpec& pool : scenario.cluster.pools)
    if (pool.id == from) pool.id = to;
  for (hardware::BetweenPools& link : scenario.cluster.between_pools) {
    if (link.a == from) link.a = to;
    if (link.b == from) link.b = to;
  }
  hardware::rename_in_machine_links(scenario.cluster, from, to);
  for (plan::Rack& rack : scenario.racks) std::replace(rack.pools.begin(), rack.pools.end(), from, to);
  if (auto tile = scenario.layout.extract(from)) {
    tile.key() = to;
    scenario.layout.insert(std::move(tile));
  }
  if (scenario.cluster.choose)
    if (auto limit = scenario.cluster.choose->max_gpus_per_pool.extract(from)) {
      limit.key() = to;
      scenario.cluster.choose->max_gpus_per_pool.insert(std::move(limit));
    }
  for (std::string& layout : scenario.my_layouts) renameInText(layout, from, to);
  renameInText(scenario.job.running, from, to);
  renameInText(scenario.job.asked, from, to);
  scenario.job.rules = strategy::with_pool_renamed(scenario.job.rules, from, to);
}

std::string renamedInPresentation(const std::string& presentation, int scenario, const std::string& from,
                                  const std::string& to) {
  Json json = json_or_null(presentation);
  if (json.is_null()) return presentation;
  bool found = false;
  const auto walk = [&](const auto& self, Json& part, int depth) -> void {
    const bool shows = part.is_object() && part.contains("scenario") && part["scenario"] == scenario;
    if (shows && part.contains("strategy") && part["strategy"].is_string()) {
      std::string strategy = part["strategy"].get<std::string>();
      renameInText(strategy, from, to);
      found = found || part["strategy"] != strategy;
      part["strategy"] = std::move(strategy);
    }
    if (part.is_structured() && depth < kDeepest)
      for (Json& inner : part) self(self, inner, depth + 1);
  };
  walk(walk, json, 0);
  return found ? text_of(json) : presentation;
}

void swapNames(plan::Plan& plan, plan::Scenario& next, std::string& presentation) {
  std::swap(plan.cluster, next.cluster);
  std::swap(plan.layout, next.layout);
  std::swap(plan.racks, next.racks);
  std::swap(plan.my_layouts, next.my_layouts);
  std::swap(plan.job, next.job);
  std::swap(plan.presentation, presentation);
}

}  // namespace astrolabe::ui
