#include "core/deploy/spares.h"

#include <algorithm>

#include "core/deploy/replica.h"

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

}  // namespace astrolabe::deploy
