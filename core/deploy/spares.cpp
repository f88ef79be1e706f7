#include "core/deploy/spares.h"

#include <algorithm>

#include "core/deploy/candidate.h"
#include "core/deploy/capacity.h"

namespace astrolabe::deploy {

namespace {

/// Requests a second, or in flight, that a copy of a group carries within the promises.
double carried_by_one(const Question& question, const Group& group) {
  const serving::Worker& worker = group.deployment.worker;
  return Replica(*question.pools[static_cast<std::size_t>(group.pool)].asked, worker)
      .largest_load(1e-6, worker.max_sequences);
}

/// Workers apart without so many of each kind.
void add_left(const Group& group, int failed, std::vector<Group>& left) {
  const serving::Deployment& all = group.deployment;
  const int kind = std::min(all.prefill_workers, all.decode_workers);
  const int gone = failed / kind, hurt = failed % kind;
  const auto add = [&](int replicas, int fewer) {
    if (replicas <= 0) return;
    Group some = group;
    some.deployment.replicas = replicas;
    some.deployment.prefill_workers -= fewer;
    some.deployment.decode_workers -= fewer;
    left.push_back(std::move(some));
  };
  const int others = all.replicas - gone - (hurt > 0 ? 1 : 0);
  add(others, 0);
  if (hurt > 0 && others >= 0) add(1, hurt);
}

/// Whether all groups keep the promises under that share of the traffic, each by its own share of it.
bool keep_promises(const Question& question, std::vector<Group>& groups, double share) {
  bool kept = true;
  for (Group& group : groups) {
    const serving::Question asked =
        with_share(*question.pools[static_cast<std::size_t>(group.pool)].asked, group.share * share);
    group.figures = serving::predict(asked, group.deployment);
    kept = kept && missed_of(group.figures, asked.promises, asked.traffic.output.mean) == Missed::none;
  }
  return kept;
}

}  // namespace

std::vector<Group> without_spares(const Question& question, const std::vector<Group>& groups) {
  const int spares = question.job.spare_replicas;
  std::vector<Group> left, copies;
  for (const Group& group : groups) {
    if (group.deployment.disaggregated())
      add_left(group, spares, left);
    else
      copies.push_back(group);
  }
  if (copies.size() > 1) {
    std::vector<std::pair<double, Group>> able;
    for (Group& group : copies) able.emplace_back(carried_by_one(question, group), std::move(group));
    std::stable_sort(able.begin(), able.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t i = 0; i < able.size(); ++i) copies[i] = std::move(able[i].second);
  }
  int failed = spares;
  for (Group& group : copies) {
    const int some = std::min(failed, group.deployment.replicas);
    failed -= some;
    group.deployment.replicas -= some;
    if (group.deployment.replicas > 0) left.push_back(std::move(group));
  }
  return left;
}

void fail_spares(const Question& question, bool with_capacity, Fleet& fleet) {
  constexpr double kOfShares = 1e-5;  // how near shares by bisected rates are to those that carry the most
  constexpr int kHalvings = 10;
  const bool offline = question.traffic().kind == serving::Traffic::Kind::offline;
  std::vector<Group> left = without_spares(question, fleet.groups);
  if (left.empty()) {
    if (fleet.missed == Missed::none) fleet.missed = Missed::traffic;
    fleet.capacity_requests_per_second = 0.0;
    fleet.left_in_flight = 0.0;
    return;
  }
  if (offline) return;
  share_traffic(question, left);
  const double whole = left.size() > 1 ? 1.0 - kOfShares : 1.0;
  const bool kept = keep_promises(question, left, whole);
  if (!kept && fleet.missed == Missed::none) fleet.missed = Missed::traffic;
  if (!with_capacity) return;
  fleet.capacity_requests_per_second = 0.0;
  for (const Group& group : left)
    fleet.capacity_requests_per_second += capacity_of(
        with_share(*question.pools[static_cast<std::size_t>(group.pool)].asked, group.share), group);
  const bool rate = question.traffic().kind == serving::Traffic::Kind::rate;
  // At a rate they do too much only by closed forms where tails are simulated.
  if (kept || (rate && fleet.capacity_requests_per_second < question.demand())) return;
  double low = 0.0, high = 1.0;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    (keep_promises(question, left, middle) ? low : high) = middle;
  }
  if (rate)
    fleet.capacity_requests_per_second = low * question.demand();
  else
    fleet.left_in_flight = low * question.demand();
}

}  // namespace astrolabe::deploy
