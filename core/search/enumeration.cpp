#include "core/search/enumeration.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/strategy/rules.h"

namespace astrolabe::search {

namespace {
constexpr std::uint64_t kBlock = 2048;          // groups handled together
constexpr std::uint64_t kMostPlaces = 1000000;  // of these, at most but for one group
constexpr Unseen kNothingSeen{0.0, 1.0};
}  // namespace

void Enumeration::run() {
  std::vector<strategy::Group> block;
  const std::uint64_t most =
      std::clamp(kMostPlaces / std::max<std::uint64_t>(1, m_space.per_group()), std::uint64_t{1}, kBlock);
  m_space.visit([&](const strategy::Group& group) {
    block.push_back(group);
    if (block.size() < most) return true;
    handle(block);
    block.clear();
    return !m_control.ended();
  });
  if (!m_control.ended_early()) handle(block);
}

void Enumeration::begin() {
  std::vector<strategy::Group> groups;
  std::vector<Place> places;
  m_space.visit_even([&](const strategy::Group& group) {
    collect(group, static_cast<std::uint32_t>(groups.size()), places);
    groups.push_back(group);
    return !m_control.ended();
  });
  std::stable_sort(places.begin(), places.end(), sooner);
  Partitioner partitioner;
  strategy::Strategy strategy;
  for (const Place& place : places) {
    if (m_control.ended() || m_findings.any_answer()) return;
    m_space.configuration(groups[place.group], place.index, strategy);
    m_judge.consider(place.candidate, cost::Shape(m_tables, strategy), partitioner);
  }
}

void Enumeration::handle(const std::vector<strategy::Group>& block) {
  const int workers = m_request.threads;
  std::vector<std::vector<Place>> found(block.size());
  parallel_for(block.size(), workers, {}, [&](std::size_t g, int) {
    if (m_control.ended()) return;
    m_control.watch(
        [&] { m_findings.counts.by_rule += collect(block[g], static_cast<std::uint32_t>(g), found[g]); });
  });
  std::vector<Place> places;
  for (const std::vector<Place>& few : found) places.insert(places.end(), few.begin(), few.end());
  std::stable_sort(places.begin(), places.end(), sooner);
  std::vector<Partitioner> partitioners(static_cast<std::size_t>(workers));
  std::vector<strategy::Strategy> strategies(static_cast<std::size_t>(workers));
  parallel_for(places.size(), workers, {}, [&](std::size_t i, int worker) {
    if (m_control.ended()) return;
    m_control.watch([&] {
      strategy::Strategy& strategy = strategies[static_cast<std::size_t>(worker)];
      m_space.configuration(block[places[i].group], places[i].index, strategy);
      m_judge.consider(places[i].candidate, cost::Shape(m_tables, strategy),
                       partitioners[static_cast<std::size_t>(worker)]);
      if (worker == 0 && m_reporter.due()) m_reporter.tell(kNothingSeen);
    });
  });
}

/// The configurations of a group that no rule and no limit refutes; gives back how many a rule rejects.
std::uint64_t Enumeration::collect(const strategy::Group& group, std::uint32_t g, std::vector<Place>& found) {
  strategy::Strategy strategy;
  m_space.start(group, strategy);
  strategy::GroupRules rules(m_problem, strategy);
  if (rules.group_broken()) return m_space.per_group();
  std::uint64_t by_rule = 0;
  constexpr std::uint64_t kFew = 256;
  for (std::uint64_t index = 0; index < m_space.per_group(); ++index) {
    if (index % kFew == kFew - 1 && m_control.ended()) break;
    m_space.choose(index, strategy);
    if (rules.broken(strategy)) {
      ++by_rule;
      continue;
    }
    Place place;
    place.group = g;
    place.index = static_cast<std::uint32_t>(index);
    if (m_judge.bound_of(cost::Shape(m_tables, strategy), place.candidate))
      found.push_back(place);
    else
      ++m_findings.counts.by_limit;
  }
  return by_rule;
}

}  // namespace astrolabe::search
