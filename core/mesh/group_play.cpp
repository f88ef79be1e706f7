#include "core/mesh/group_play.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <queue>
#include <tuple>

namespace astrolabe::mesh {

std::vector<int> routes_of(const std::vector<GroupPasses>& groups, int micro_batches) {
  std::vector<double> free(groups.size());  // with one micro-batch more
  for (std::size_t g = 0; g < groups.size(); ++g) free[g] = groups[g].both();
  std::vector<int> routes;
  routes.reserve(static_cast<std::size_t>(micro_batches));
  for (int i = 0; i < micro_batches; ++i) {
    const auto first = std::min_element(free.begin(), free.end());
    const auto g = static_cast<std::size_t>(first - free.begin());
    routes.push_back(static_cast<int>(g));
    free[g] += groups[g].both();
  }
  return routes;
}

namespace {

class GroupPlay {
 public:
  GroupPlay(const std::vector<PlayedStage>& stages, int micro_batches,
            std::vector<std::vector<PlayedPass>>* passes)
      : m_stages(stages), m_passes(passes), m_ends(stages.size(), 0.0) {
    if (passes != nullptr) passes->assign(stages.size(), {});
    for (const PlayedStage& stage : stages) {
      m_routes.push_back(routes_of(stage.groups, micro_batches));
      m_first.push_back(static_cast<int>(m_groups.size()));
      for (std::size_t g = 0; g < stage.groups.size(); ++g) {
        m_groups.emplace_back();
        m_stage_of.push_back(static_cast<int>(m_routes.size()) - 1);
      }
    }
    for (int i = 0; i < micro_batches; ++i) at(0, i).forwards.push(i);
  }

  std::vector<double> run() {
    for (int g = 0; g < static_cast<int>(m_stages.front().groups.size()); ++g) begin(g, 0.0);
    std::vector<int> touched;
    while (!m_events.empty()) {
      const double now = m_events.top().time;
      touched.clear();
      // All that happens at one time is known before anything begins.
      while (!m_events.empty() && m_events.top().time == now) {
        const Event event = m_events.top();
        m_events.pop();
        touched.push_back(happen(event));
      }
      std::sort(touched.begin(), touched.end());
      touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
      for (const int g : touched) begin(g, now);
    }
    return std::move(m_ends);
  }

 private:
  using Lowest = std::priority_queue<int, std::vector<int>, std::greater<>>;
  struct State {
    Lowest forwards, backwards;
    int in_flight = 0;
    bool busy = false;
  };
  struct Event {
    double time = 0.0;
    bool arrives = false;  ///< at the group, or a pass of it ends
    int group = 0, micro_batch = 0;
    bool backward = false;
    bool operator>(const Event& other) const {
      return std::tie(time, group, micro_batch, backward) >
             std::tie(other.time, other.group, other.micro_batch, other.backward);
    }
  };

  int place(int stage, int micro_batch) const {
    const auto j = static_cast<std::size_t>(stage);
    return m_first[j] + m_routes[j][static_cast<std::size_t>(micro_batch)];
  }
  State& at(int stage, int micro_batch) {
    return m_groups[static_cast<std::size_t>(place(stage, micro_batch))];
  }
  double link(int stage) const { return m_stages[static_cast<std::size_t>(stage)].link; }

  /// The group that has something new.
  int happen(const Event& event) {
    State& group = m_groups[static_cast<std::size_t>(event.group)];
    const int stage = m_stage_of[static_cast<std::size_t>(event.group)];
    const int last = static_cast<int>(m_stages.size()) - 1;
    if (event.arrives) {
      (event.backward ? group.backwards : group.forwards).push(event.micro_batch);
      return event.group;
    }
    group.busy = false;
    if (event.backward) {
      --group.in_flight;
      double& end = m_ends[static_cast<std::size_t>(stage)];
      end = std::max(end, event.time);
      if (stage > 0) send(event.time + link(stage - 1), stage - 1, event.micro_batch, true);
    } else if (stage == last) {
      group.backwards.push(event.micro_batch);
    } else {
      send(event.time + link(stage), stage + 1, event.micro_batch, false);
    }
    return event.group;
  }

  void send(double time, int stage, int micro_batch, bool backward) {
    m_events.push({time, true, place(stage, micro_batch), micro_batch, backward});
  }

  void begin(int g, double now) {
    State& group = m_groups[static_cast<std::size_t>(g)];
    const auto j = static_cast<std::size_t>(m_stage_of[static_cast<std::size_t>(g)]);
    const bool backward = !group.backwards.empty();
    if (group.busy || (!backward && (group.forwards.empty() || group.in_flight >= m_stages[j].in_flight)))
      return;
    Lowest& from = backward ? group.backwards : group.forwards;
    const int micro_batch = from.top();
    from.pop();
    const GroupPasses& times = m_stages[j].groups[static_cast<std::size_t>(g - m_first[j])];
    const double end = now + (backward ? times.backward : times.forward);
    group.busy = true;
    if (!backward) ++group.in_flight;
    m_events.push({end, false, g, micro_batch, backward});
    if (m_passes != nullptr) (*m_passes)[j].push_back({now, end, g - m_first[j], micro_batch, backward});
  }

  const std::vector<PlayedStage>& m_stages;
  std::vector<std::vector<PlayedPass>>* m_passes;
  std::vector<double> m_ends;
  std::vector<std::vector<int>> m_routes;
  std::vector<int> m_first;  ///< group of each stage among all
  std::vector<State> m_groups;
  std::vector<int> m_stage_of;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events;
};

}  // namespace

std::vector<double> play_groups(const std::vector<PlayedStage>& stages, int micro_batches,
                                std::vector<std::vector<PlayedPass>>* passes) {
  return GroupPlay(stages, micro_batches, passes).run();
}

}  // namespace astrolabe::mesh
