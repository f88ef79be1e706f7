#include "core/exchange/layer_time.h"

#include <algorithm>

namespace astrolabe::exchange {

namespace {

double longest(const std::vector<double>& seconds) {
  return seconds.empty() ? 0.0 : *std::max_element(seconds.begin(), seconds.end());
}

bool sends(Phase phase) { return phase == Phase::dispatch || phase == Phase::combine; }

/// Two chains of phases over GPUs that compute and one network.
class Shop {
 public:
  Shop(const LayerWork& a, const LayerWork& b) : m_work{&a, &b}, m_free(a.gate.size()) {}

  /// Always the phase that may begin first, of equal ones that of `first`.
  LayerTime run(int first) {
    LayerTime time;
    while (m_next[0] < kPhases || m_next[1] < kPhases) {
      const int other = 1 - first;
      const int model = m_next[index(first)] == kPhases                                       ? other
                        : m_next[index(other)] < kPhases && earliest(other) < earliest(first) ? other
                                                                                              : first;
      time.phases.push_back(start(model));
      time.seconds = std::max(time.seconds, time.phases.back().end);
    }
    return time;
  }

 private:
  static std::size_t index(int model) { return static_cast<std::size_t>(model); }
  Phase phase_of(int model) const { return static_cast<Phase>(m_next[index(model)]); }

  double earliest(int model) const {
    if (sends(phase_of(model))) return std::max(m_ready[index(model)], m_network);
    const std::vector<double>& compute = m_work[index(model)]->compute(phase_of(model));
    double begin = -1.0;
    for (std::size_t gpu = 0; gpu < compute.size(); ++gpu) {
      const double at = std::max(m_ready[index(model)], m_free[gpu]);
      if (compute[gpu] > 0.0 && (begin < 0.0 || at < begin)) begin = at;
    }
    return begin < 0.0 ? m_ready[index(model)] : begin;
  }

  PhaseTime start(int model) {
    const LayerWork& work = *m_work[index(model)];
    PhaseTime time{model, phase_of(model), earliest(model), 0.0};
    if (sends(time.phase)) {
      time.end = time.begin + (time.phase == Phase::dispatch ? work.dispatch : work.combine);
      m_network = time.end;
    } else {
      time.end = m_ready[index(model)];
      const std::vector<double>& compute = work.compute(time.phase);
      for (std::size_t gpu = 0; gpu < compute.size(); ++gpu) {
        if (!(compute[gpu] > 0.0)) continue;
        m_free[gpu] = std::max(m_ready[index(model)], m_free[gpu]) + compute[gpu];
        time.end = std::max(time.end, m_free[gpu]);
      }
    }
    m_ready[index(model)] = time.end;
    ++m_next[index(model)];
    return time;
  }

  std::array<const LayerWork*, 2> m_work;
  std::array<int, 2> m_next{};
  std::array<double, 2> m_ready{};
  std::vector<double> m_free;
  double m_network = 0.0;
};

double most_compute(const LayerWork& a, const LayerWork& b) {
  double most = 0.0;
  for (std::size_t gpu = 0; gpu < a.gate.size(); ++gpu) {
    double sum = 0.0;
    for (const LayerWork* work : {&a, &b})
      sum += work->gate[gpu] + work->experts[gpu] + work->aggregation[gpu];
    most = std::max(most, sum);
  }
  return most;
}

}  // namespace

LayerTime exclusive_time(const LayerWork& work) {
  LayerTime time;
  for (int i = 0; i < kPhases; ++i) {
    const auto phase = static_cast<Phase>(i);
    const double seconds = phase == Phase::dispatch  ? work.dispatch
                           : phase == Phase::combine ? work.combine
                                                     : longest(work.compute(phase));
    time.phases.push_back({0, phase, time.seconds, time.seconds + seconds});
    time.seconds += seconds;
  }
  time.bound_seconds = time.seconds;
  return time;
}

LayerTime colocated_time(const LayerWork& a, const LayerWork& b, double together) {
  const LayerTime alone = exclusive_time(a), other = exclusive_time(b);
  LayerTime best = alone;  // one after the other
  for (PhaseTime phase : other.phases)
    best.phases.push_back({1, phase.phase, alone.seconds + phase.begin, alone.seconds + phase.end});
  best.seconds += other.seconds;
  for (const int first : {0, 1})
    if (LayerTime time = Shop(a, b).run(first); time.seconds < best.seconds) best = std::move(time);
  best.bound_seconds = std::max({most_compute(a, b), together, alone.seconds, other.seconds});
  return best;
}

}  // namespace astrolabe::exchange
