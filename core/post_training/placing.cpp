#include "core/post_training/placing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/base/units.h"

namespace astrolabe::post_training {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Seconds of an iteration whose sets are busy for `busy` and whose calls take `chain` from first to last.
double iteration_seconds(const PlacingQuestion& question, double chain, double busiest, double sync) {
  if (question.asynchronous <= 0) return chain + sync;
  return std::max(busiest, chain / (1.0 + question.asynchronous)) + sync;
}

class Placer {
 public:
  Placer(const PlacingQuestion& question, PlacingGoal goal, int top, bool bounds, std::stop_token stop)
      : m_question(question),
        m_goal(goal),
        m_top(static_cast<std::size_t>(std::max(1, top))),
        m_bounds(bounds),
        m_stop(std::move(stop)) {}

  PlacingFound find() {
    struct Start {
      std::vector<unsigned> sets;
      double bound = 0.0;
    };
    std::vector<Start> starts;
    for (std::vector<unsigned>& sets : partitions(m_question.units))
      if (keeps_together(sets) && (!m_question.admits || m_question.admits(sets))) {
        const double bound = m_bounds ? bound_of(sets, {}, m_question.gpus) : 0.0;
        starts.push_back({std::move(sets), bound});
      }
    std::stable_sort(starts.begin(), starts.end(),
                     [](const Start& a, const Start& b) { return a.bound < b.bound; });
    m_found.bound = kNever;
    for (const Start& start : starts) {
      m_found.bound = std::min(m_found.bound, start.bound);
      std::vector<PlacedSet> placed;
      std::vector<int> left = m_question.gpus;
      go(start.sets, placed, left);
      if (m_stop.stop_requested()) break;
    }
    m_found.stopped = m_stop.stop_requested();
    if (!m_found.stopped && !m_found.best.empty() && m_goal != PlacingGoal::both)
      m_found.bound = value_of(m_found.best.front());
    return std::move(m_found);
  }

 private:
  bool keeps_together(const std::vector<unsigned>& sets) const {
    return std::all_of(m_question.together.begin(), m_question.together.end(), [&](const auto& pair) {
      return std::any_of(sets.begin(), sets.end(), [&](unsigned set) {
        return has_unit(set, pair.first) && has_unit(set, pair.second);
      });
    });
  }

  /// What a set of units takes on each number of GPUs, and the least that it takes on one of them or fewer.
  struct Curve {
    std::vector<SetTimes> times;             ///< by number, as PlacingQuestion::counts
    std::vector<std::vector<double>> least;  ///< by number: of each call; empty: it fits none of them
    std::vector<double> rate;                ///< by number: USD an hour, or GPUs
  };
  const std::vector<Curve>& curves_of(unsigned set) {
    std::vector<Curve>& curves = m_curves[set];
    if (!curves.empty()) return curves;
    curves.resize(m_question.counts.size());
    for (std::size_t pool = 0; pool < curves.size(); ++pool) {
      std::vector<double> least;
      double rate = kNever;
      for (const int count : m_question.counts[pool]) {
        Curve& curve = curves[pool];
        curve.times.push_back(m_question.times({set, static_cast<int>(pool), count}));
        const SetTimes& times = curve.times.back();
        if (times.fits) {
          if (least.empty()) least = times.seconds;
          for (std::size_t call = 0; call < least.size(); ++call)
            least[call] = std::min(least[call], times.seconds[call]);
          rate = std::min(rate, count * price(pool));
        }
        curve.least.push_back(least);
        curve.rate.push_back(rate);
      }
    }
    return curves;
  }
  /// How many of the numbers of GPUs of a pool are at most `left`.
  std::size_t within_left(std::size_t pool, int left) const {
    const std::vector<int>& counts = m_question.counts[pool];
    return static_cast<std::size_t>(std::upper_bound(counts.begin(), counts.end(), left) - counts.begin());
  }
  const SetTimes& times_of(const PlacedSet& set) {
    const auto pool = static_cast<std::size_t>(set.pool);
    return curves_of(set.units)[pool].times[within_left(pool, set.gpus) - 1];
  }

  /// The least that each call of `set` takes on any GPUs that are left, also on fewer, as more need not be
  /// faster; empty where it fits none of them.
  std::vector<double> least_of(unsigned set, const std::vector<int>& left) {
    const std::vector<Curve>& curves = curves_of(set);
    std::vector<double> least;
    for (std::size_t pool = 0; pool < left.size(); ++pool) {
      const std::size_t numbers = within_left(pool, left[pool]);
      if (numbers == 0 || curves[pool].least[numbers - 1].empty()) continue;
      const std::vector<double>& here = curves[pool].least[numbers - 1];
      if (least.empty()) least = here;
      for (std::size_t call = 0; call < least.size(); ++call) least[call] = std::min(least[call], here[call]);
    }
    return least;
  }

  /// The least that one USD-weighted placement of `set` costs an hour.
  double least_rate(unsigned set, const std::vector<int>& left) {
    const std::vector<Curve>& curves = curves_of(set);
    double least = kNever;
    for (std::size_t pool = 0; pool < left.size(); ++pool)
      if (const std::size_t numbers = within_left(pool, left[pool]); numbers > 0)
        least = std::min(least, curves[pool].rate[numbers - 1]);
    return least;
  }

  double rate_of(const std::vector<PlacedSet>& placed) const {
    double rate = m_goal == PlacingGoal::gpus ? 0.0 : m_question.usd_per_hour;
    for (const PlacedSet& set : placed) rate += set.gpus * price(static_cast<std::size_t>(set.pool));
    return rate;
  }
  /// USD an hour of a GPU; 1 where GPUs are counted.
  double price(std::size_t pool) const {
    return m_goal == PlacingGoal::gpus ? 1.0 : m_question.usd_per_gpu_hour[pool];
  }

  /// What no placement beats that goes on from `placed` with the other `sets`; seconds and USD.
  std::pair<double, double> bounds_of(const std::vector<unsigned>& sets, const std::vector<PlacedSet>& placed,
                                      const std::vector<int>& left) {
    std::vector<std::vector<double>> seconds;
    std::vector<PlacedSet> all = placed;
    double rate = rate_of(placed);
    for (const PlacedSet& set : placed) seconds.push_back(times_of(set).seconds);
    for (std::size_t i = placed.size(); i < sets.size(); ++i) {
      seconds.push_back(least_of(sets[i], left));
      if (seconds.back().empty()) return {kNever, kNever};
      all.push_back({sets[i], 0, 0});
      if (m_goal != PlacingGoal::seconds) rate += least_rate(sets[i], left);
    }
    const double least = play(m_question, all, seconds, 0.0).seconds;
    return {least, m_goal == PlacingGoal::gpus ? rate : least * rate / kSecondsPerHour};
  }
  double bound_of(const std::vector<unsigned>& sets, const std::vector<PlacedSet>& placed,
                  const std::vector<int>& left) {
    const auto [seconds, second] = bounds_of(sets, placed, left);
    return m_goal == PlacingGoal::usd || (m_goal == PlacingGoal::gpus && seconds != kNever) ? second
                                                                                            : seconds;
  }

  bool lies_beside(const PlacedSet& chosen, std::vector<PlacedSet>& placed) const {
    placed.push_back(chosen);
    const bool lies = m_question.beside(placed);
    placed.pop_back();
    return lies;
  }

  bool is_within(const std::vector<PlacedSet>& placed, double seconds) const {
    return !m_question.within || m_question.within(m_question.gpus_of(placed), seconds);
  }
  /// False where these GPUs break a limit, whatever stands beside them.
  bool may_be_within(const std::vector<PlacedSet>& placed, double seconds) const {
    if (!m_question.may_be_within) return is_within(placed, seconds);
    return m_question.may_be_within(m_question.gpus_of(placed), seconds);
  }

  double value_of(const PlacingAnswer& answer) const {
    if (m_goal == PlacingGoal::gpus) return answer.gpus();
    return m_goal == PlacingGoal::usd ? answer.usd : answer.timeline.seconds;
  }

  /// True where nothing with at least these seconds and USD can get among the best.
  bool is_cut(double seconds, double usd) const {
    if (seconds == kNever) return true;
    if (!m_bounds) return false;
    if (m_goal == PlacingGoal::both)
      return std::any_of(m_found.best.begin(), m_found.best.end(), [&](const PlacingAnswer& answer) {
        return answer.timeline.seconds <= seconds && answer.usd <= usd;
      });
    const double bound = m_goal == PlacingGoal::seconds ? seconds : usd;
    return m_found.best.size() >= m_top && bound > value_of(m_found.best.back());
  }

  void go(const std::vector<unsigned>& sets, std::vector<PlacedSet>& placed, std::vector<int>& left) {
    if (m_stop.stop_requested()) return;
    const auto [seconds, usd] = bounds_of(sets, placed, left);
    if (is_cut(seconds, usd) || (m_bounds && !may_be_within(placed, seconds))) {
      ++m_found.cut_by_bound;
      return;
    }
    if (placed.size() == sets.size()) return keep(placed);
    const unsigned set = sets[placed.size()];
    struct Choice {
      PlacedSet set;
      double bound = 0.0;
    };
    std::vector<Choice> choices;
    for (std::size_t pool = 0; pool < left.size(); ++pool)
      for (const int count : m_question.counts[pool]) {
        if (count > left[pool]) break;
        const PlacedSet chosen{set, static_cast<int>(pool), count};
        if (!times_of(chosen).fits) continue;
        if (m_question.beside && !lies_beside(chosen, placed)) continue;
        double bound = 0.0;
        if (m_bounds) {
          placed.push_back(chosen);
          left[pool] -= count;
          bound = bound_of(sets, placed, left);
          left[pool] += count;
          placed.pop_back();
        }
        choices.push_back({chosen, bound});
      }
    std::stable_sort(choices.begin(), choices.end(),
                     [](const Choice& a, const Choice& b) { return a.bound < b.bound; });
    for (const Choice& choice : choices) {
      const auto pool = static_cast<std::size_t>(choice.set.pool);
      placed.push_back(choice.set);
      left[pool] -= choice.set.gpus;
      go(sets, placed, left);
      left[pool] += choice.set.gpus;
      placed.pop_back();
    }
  }

  void keep(const std::vector<PlacedSet>& placed) {
    ++m_found.evaluated;
    std::vector<std::vector<double>> seconds;
    for (const PlacedSet& set : placed) seconds.push_back(times_of(set).seconds);
    const double sync = m_question.sync ? m_question.sync(placed) : 0.0;
    PlacingAnswer answer{placed, play(m_question, placed, seconds, sync), 0.0};
    if (!is_within(placed, answer.timeline.seconds)) return;
    answer.usd = answer.timeline.seconds * m_question.rate_of(placed) / kSecondsPerHour;
    std::vector<PlacingAnswer>& best = m_found.best;
    if (m_goal == PlacingGoal::both) {
      const auto beats = [](const PlacingAnswer& a, const PlacingAnswer& b) {
        return a.timeline.seconds <= b.timeline.seconds && a.usd <= b.usd;
      };
      if (std::any_of(best.begin(), best.end(), [&](const auto& other) { return beats(other, answer); }))
        return;
      std::erase_if(best, [&](const auto& other) { return beats(answer, other); });
    }
    const auto before = [&](const PlacingAnswer& a, const PlacingAnswer& b) {
      const double x = value_of(a), y = value_of(b);
      if (x != y) return x < y;
      if (a.timeline.seconds != b.timeline.seconds) return a.timeline.seconds < b.timeline.seconds;
      int more = 0;
      for (const PlacedSet& set : a.sets) more += set.gpus;
      for (const PlacedSet& set : b.sets) more -= set.gpus;
      if (more != 0) return more < 0;
      return std::pair(a.sets.size(), a.sets) < std::pair(b.sets.size(), b.sets);
    };
    best.insert(std::upper_bound(best.begin(), best.end(), answer, before), answer);
    if (m_goal != PlacingGoal::both && best.size() > m_top) best.pop_back();
  }

  const PlacingQuestion& m_question;
  PlacingGoal m_goal;
  std::size_t m_top;
  bool m_bounds;
  std::stop_token m_stop;
  std::map<unsigned, std::vector<Curve>> m_curves;  ///< by units of a set; by pool
  PlacingFound m_found;
};

}  // namespace

int PlacingAnswer::gpus() const {
  int sum = 0;
  for (const PlacedSet& set : sets) sum += set.gpus;
  return sum;
}

std::vector<int> PlacingQuestion::gpus_of(const std::vector<PlacedSet>& sets) const {
  std::vector<int> sum(gpus.size(), 0);
  for (const PlacedSet& set : sets) sum[static_cast<std::size_t>(set.pool)] += set.gpus;
  return sum;
}

double PlacingQuestion::rate_of(const std::vector<PlacedSet>& sets) const {
  if (usd_per_hour_of) return usd_per_hour_of(gpus_of(sets));
  double rate = usd_per_hour;
  for (const PlacedSet& set : sets) rate += set.gpus * usd_per_gpu_hour[static_cast<std::size_t>(set.pool)];
  return rate;
}

Timeline play(const PlacingQuestion& question, const std::vector<PlacedSet>& sets,
              const std::vector<std::vector<double>>& seconds, double sync_seconds) {
  Timeline timeline;
  timeline.busy.assign(sets.size(), 0.0);
  std::vector<double> free(sets.size(), 0.0), end(question.unit_of_call.size(), 0.0);
  double chain = 0.0;
  for (std::size_t call = 0; call < question.unit_of_call.size(); ++call) {
    const int unit = question.unit_of_call[call];
    std::size_t set = 0;
    while (unit >= 0 && set + 1 < sets.size() && !has_unit(sets[set].units, unit)) ++set;
    double begin = unit >= 0 ? free[set] : 0.0;
    for (const int before : question.after[call])
      begin = std::max(begin, end[static_cast<std::size_t>(before)]);
    const double took = unit >= 0 ? seconds[set][call] : question.free_seconds[call];
    end[call] = begin + took;
    chain = std::max(chain, end[call]);
    timeline.calls.push_back(
        {static_cast<int>(call), unit >= 0 ? static_cast<int>(set) : -1, begin, end[call]});
    if (unit < 0) continue;
    free[set] = end[call];
    timeline.busy[set] += took;
  }
  const double busiest = *std::max_element(timeline.busy.begin(), timeline.busy.end());
  timeline.seconds = iteration_seconds(question, chain, busiest, sync_seconds);
  timeline.sync_begin = chain;
  timeline.sync_end = chain + sync_seconds;
  return timeline;
}

PlacingFound place(const PlacingQuestion& question, PlacingGoal goal, int top, const std::stop_token& stop) {
  return Placer(question, goal, top, true, stop).find();
}

PlacingFound place_exhaustively(const PlacingQuestion& question, PlacingGoal goal, int top) {
  return Placer(question, goal, top, false, {}).find();
}

std::vector<std::vector<unsigned>> partitions(int units) {
  std::vector<std::vector<unsigned>> all{{}};
  for (int unit = 0; unit < units; ++unit) {
    const unsigned bit = 1U << static_cast<unsigned>(unit);
    std::vector<std::vector<unsigned>> next;
    for (const std::vector<unsigned>& sets : all) {
      for (std::size_t i = 0; i < sets.size(); ++i) {
        next.push_back(sets);
        next.back()[i] |= bit;
      }
      next.push_back(sets);
      next.back().push_back(bit);
    }
    all = std::move(next);
  }
  return all;
}

}  // namespace astrolabe::post_training
