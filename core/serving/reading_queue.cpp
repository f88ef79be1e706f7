#include "core/serving/reading_queue.h"

#include <algorithm>
#include <cmath>

#include "core/base/normal.h"
#include "core/serving/dispersion.h"

namespace astrolabe::serving {

namespace {

constexpr double kMostReading = 0.999;  // load
constexpr double kLongerSteps =
    0.4;                          // more prompts in the step of one that waits, as steps feed on each other
constexpr double kPooled = 0.75;  // power of the number of workers
constexpr double kMostFeedback = 0.95;

}  // namespace

ReadingQueue::ReadingQueue(const Readers& readers, double rate)
    : m_count(readers.count), m_most(std::max(1.0, readers.most)) {
  m_more = m_most > 1.0 ? (readers.full_ms - readers.one_ms) / (m_most - 1.0) : 0.0;
  const double each = rate / m_count;
  // Prompts of a step: k = a / (1 - exp(-a)), a = each (one + (k - 1) more), from below.
  constexpr int kRounds = 30;
  double together = 1.0, coming = each * readers.one_ms;
  for (int round = 0; round < kRounds; ++round) {
    coming = each * (readers.one_ms + (together - 1.0) * m_more);
    const double next = std::clamp(coming > 1e-6 ? coming / -std::expm1(-coming) : 1.0, 1.0, m_most);
    if (std::abs(next - together) < 1e-4 * together) break;
    together = next;
  }
  const double step = readers.one_ms + (together - 1.0) * m_more;
  m_busy = all_busy(m_count, std::min(kMostReading, each * step / together));
  const double feedback = std::min(kMostFeedback, each * m_more);
  const double bursts = readers.arrival_variation * readers.arrival_variation;
  const double varied = 1.0 + readers.length_variation;
  m_others = 0.5 * (1.0 + bursts) * coming * (1.0 + kLongerSteps * feedback * feedback * varied);
  m_others_spread = std::sqrt(m_others * varied / (1.0 - feedback * feedback));
  // Of the steps under way the longer ones are met more often.
  m_under_way = step * (1.0 + readers.length_variation / together);
  // Full steps before the own one: of bursts as far as they reach within a queue of that load.
  const double load = std::min(kMostReading, rate / readers.limit());
  const double reach =
      readers.arrival_variation > 1.0 ? queue_dispersion(readers.arrival_variation, load) : bursts;
  m_given = readers.full_ms / (m_most * m_count) * (reach + readers.length_variation) / (2.0 * (1.0 - load));
  m_behind =
      m_busy * std::pow(load, m_most * std::pow(m_count, kPooled) * 2.0 / (1.0 + std::max(1.0, reach)));
}

double ReadingQueue::mean() const {
  return m_busy * (std::min(m_others, m_most - 1.0) * m_more + m_under_way / (m_count + 1.0)) +
         m_behind * m_given;
}

double ReadingQueue::at(double share) const {
  const double within = (share - (1.0 - m_busy)) / std::max(m_busy, 1e-12);
  if (within <= 0.0) return 0.0;
  const double beside =
      std::clamp(m_others + normal_quantile(std::min(within, 0.999)) * m_others_spread, 0.0, m_most - 1.0);
  return beside * m_more + m_under_way * (1.0 - std::pow(1.0 - within, 1.0 / m_count));
}

Spread ReadingQueue::spread() const {
  const Spread full = chance_wait(m_behind, m_given);
  return {mean(), at(0.5) + full.median, at(0.9) + full.p90, at(0.99) + full.p99};
}

Spread reading_wait(const Readers& readers, double rate) { return ReadingQueue(readers, rate).spread(); }

}  // namespace astrolabe::serving
