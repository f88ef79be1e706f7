// The pool that a measured run states: GPU type with its power limit, nodes and network.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/calibration/measured_case.h"

namespace astrolabe::calibration {

namespace {

/// The part of a GPU's name that holds its number: "H100" of "H100-80GB".
std::string number_token(std::string_view name) {
  for (const std::string& token : split(name, '-'))
    if (std::any_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
        !token.ends_with("GB"))
      return lower(token);
  return {};
}

/// A type of the catalogue by name, or its nearest sibling: the same number, another form or memory.
Result<hardware::Gpu> find_type(const MeasuredRun& run, const hardware::Catalogue& catalogue,
                                std::vector<AssumedSetting>& assumed) {
  if (const hardware::Gpu* gpu = catalogue.find_gpu(run.gpu)) return *gpu;
  const std::string wanted = number_token(run.gpu);
  const std::string key = name_key(run.gpu);
  const hardware::Gpu* best = nullptr;
  std::size_t longest = 0;
  for (const hardware::Gpu& gpu : catalogue.gpus()) {
    if (wanted.empty() || number_token(gpu.id) != wanted) continue;
    const std::string other = name_key(gpu.id);
    const auto differs = std::mismatch(key.begin(), key.end(), other.begin(), other.end());
    const auto common = static_cast<std::size_t>(differs.first - key.begin());
    if (common > longest) {
      longest = common;
      best = &gpu;
    }
  }
  if (best == nullptr)
    return fail(code::unknown_gpu, fmt::format("row {}, column gpu", run.line), run.gpu,
                {Wanted::Kind::one_of, catalogue.near_gpus(run.gpu)});
  hardware::Gpu gpu = *best;
  if (const auto gib = captured(run.gpu, "([0-9]+) *GB(?:-|$)")) gpu.memory = Bytes{*gib * kGib};
  auto rate = captured(run.gpu, "([0-9.]+) *TB/s");
  if (!rate) rate = captured(run.notes, "HBM[^;]* at ([0-9.]+) *TB/s");
  if (rate) gpu.memory_bandwidth = BytesPerSecond{*rate * 1e12};
  assumed.push_back({"gpu", gpu.id, "nearest type of the catalogue, with the stated memory"});
  return gpu;
}

/// Of the usual clock, what a card sustains that draws less than its datasheet says. The exponent is
/// assumed_; the cap stands in the GPU's cell ("H100-SXM-96GB-500W").
double sustained_clock(const MeasuredRun& run, const hardware::Gpu& gpu) {
  constexpr double kPowerExponent = 0.4;
  const auto cap = captured(run.gpu, "([0-9]+) *W(?:-|$)");
  if (!cap || !gpu.power || *cap >= gpu.power->value) return 1.0;
  return std::pow(*cap / gpu.power->value, kPowerExponent);
}

/// GB/s of a whole node: what the row says ("8x HDR InfiniBand 200 Gb/s per node"), else what such nodes
/// usually have.
double network_of(const MeasuredRun& run, const hardware::Gpu& gpu, int gpus_per_node,
                  std::vector<AssumedSetting>& assumed) {
  const std::string& text = run.inter_node_link;
  // "Gb" are bits, "GB" bytes; a count in front ("8x50 GB/s", "8 x 400 Gb/s") is of cards.
  const auto rate = [&](const char* unit) {
    std::smatch match;
    const std::regex regex("(?:([0-9]+) *x *)?([0-9.]+) *" + std::string(unit));
    if (!std::regex_search(text, match, regex)) return 0.0;
    const double each = parse_number(match[2].str()).value_or(0.0);
    if (contains_ignoring_case(text, "per GPU")) return each * gpus_per_node;
    const auto count = match[1].matched ? parse_number(match[1].str()) : captured(text, "([0-9]+)x");
    return each * count.value_or(1.0);
  };
  if (const double bits = rate("(?:Gb/s|Gbit|GbE)"); bits > 0.0) return bits / 8.0;
  if (const double bytes = rate("(?:GB/s|gigabytes)"); bytes > 0.0) return bytes;
  const std::string arch = lower(gpu.architecture);
  const auto is = [&](std::string_view part) { return arch.find(part) != std::string::npos; };
  double per_gpu = 50.0;
  if (is("ampere") || is("cdna 2")) per_gpu = 25.0;
  if (is("volta")) per_gpu = 12.5;
  if (is("ada")) per_gpu = 6.25;
  if (is("ultra")) per_gpu = 100.0;
  assumed.push_back({"inter_node_gb_per_s", format_number(per_gpu * gpus_per_node),
                     "one network card a GPU, as built with this generation"});
  return per_gpu * gpus_per_node;
}

}  // namespace

Result<hardware::Cluster> measured_cluster(const MeasuredRun& run, const hardware::Catalogue& catalogue,
                                           std::vector<AssumedSetting>& assumed) {
  auto gpu = find_type(run, catalogue, assumed);
  if (!gpu) return tl::unexpected<Error>(gpu.error());
  const bool tray = gpu->link_domain.value_or(0) >= 64;
  int per_node = run.gpus_per_node.value_or(tray ? 4 : 8);
  if (!run.gpus_per_node && *run.gpus > per_node)
    assumed.push_back({"gpus_per_node", std::to_string(per_node), "as such nodes are built"});
  per_node = std::min(per_node, *run.gpus);
  hardware::PoolSpec pool;
  pool.id = "measured";
  pool.gpu = gpu->id;
  pool.gpus_per_node = per_node;
  pool.nodes = (*run.gpus + per_node - 1) / per_node;
  if (pool.nodes > 1) pool.inter_node_gb_per_s = network_of(run, *gpu, per_node, assumed);
  const hardware::ClusterSpec spec{run.id, {pool}, {}, {}};
  auto cluster = hardware::resolve(spec, catalogue, hardware::Commitment::on_demand);
  if (!cluster) return cluster;
  cluster->pools.front().gpu = *gpu;
  cluster->pools.front().sustained_clock = sustained_clock(run, *gpu);
  // What ran had room on its host.
  cluster->pools.front().host_memory.reset();
  std::erase_if(cluster->assumptions,
                [](const hardware::Assumption& each) { return each.what.ends_with(".host_memory_gib"); });
  for (const hardware::Assumption& assumption : cluster->assumptions)
    assumed.push_back({assumption.what, assumption.value, hardware::to_text(assumption.why)});
  return cluster;
}

}  // namespace astrolabe::calibration
