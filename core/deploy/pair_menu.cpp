#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "core/deploy/disaggregated.h"
#include "core/deploy/least_pairs.h"

namespace astrolabe::deploy {

namespace {

constexpr int kMostTries = 24;

/// The most requests a second with at most so many GPUs.
class Staircase {
 public:
  double at(int gpus) const {
    const auto above = m_steps.upper_bound(gpus);
    return above == m_steps.begin() ? 0.0 : std::prev(above)->second;
  }
  /// Precondition: at(gpus) < rate.
  void add(int gpus, double rate) {
    auto next = m_steps.insert_or_assign(gpus, rate).first;
    for (++next; next != m_steps.end() && next->second <= rate;) next = m_steps.erase(next);
  }
  bool has(int gpus, double rate) const {
    const auto step = m_steps.find(gpus);
    return step != m_steps.end() && step->second == rate;
  }

 private:
  std::map<int, double> m_steps;
};

class PairMenu : PairSearch {
 public:
  PairMenu(const Question& question, const Prices& prices, int pool, double enough,
           const std::stop_token& stop)
      : PairSearch(question, prices, pool, 1, nullptr, false, stop), m_enough(enough) {}

  std::vector<PairCapacity> run(const std::vector<Layout>& layouts) {
    const std::vector<Side> prefills = sides(layouts, true), decodes = sides(layouts, false);
    if (prefills.empty() || decodes.empty()) return {};
    m_nearest = &*std::min_element(decodes.begin(), decodes.end(),
                                   [&](const Side& a, const Side& b) { return sent(a) < sent(b); });
    const auto first = [&](const Side& side) {
      return at(side, kManyWorkers, *m_nearest, kManyWorkers, m_question.demand()).flow.ttft;
    };
    double least = kBeyond;
    for (const Side& side : prefills)
      if (const double ms = first(side); ms < least || m_quickest == nullptr) {
        least = ms;
        m_quickest = &side;
      }
    const std::vector<Able> readers = ablest(prefills, true), writers = ablest(decodes, false);
    for (const Able& one : readers) add_with(one, writers, true);
    for (const Able& one : writers) add_with(one, readers, false);
    std::vector<PairCapacity> menu;
    for (PairCapacity& one : m_found)
      if (m_best.has(one.deployment.gpus(), one.able)) menu.push_back(std::move(one));
    std::sort(menu.begin(), menu.end(),
              [](const PairCapacity& a, const PairCapacity& b) { return a.able < b.able; });
    return menu;
  }

 private:
  int spare() const { return m_question.job.spare_replicas; }

  /// Requests a second within the promises, by bisection below `most`.
  double carried(const Side& prefill, int prefills, const Side& decode, int decodes, double most) {
    constexpr double kCloseEnough = 1e-6;
    const auto kept = [&](double rate) {
      return at(prefill, prefills, decode, decodes, rate).missed == Missed::none;
    };
    if (kept(most)) return most;
    double low = 0.0, high = most;
    for (int i = 0; i < kMostTries && high - low > kCloseEnough * high; ++i) {
      const double middle = 0.5 * (low + high);
      (kept(middle) ? low : high) = middle;
    }
    return low;
  }

  /// Workers of one kind beside endless ones of the other.
  struct Able {
    const Side* side = nullptr;
    int workers = 0, gpus = 0;  ///< without and with spares
    double rate = 0.0;
  };
  /// What no others of that kind beat in GPUs and rate; from the fewest GPUs on.
  std::vector<Able> ablest(const std::vector<Side>& sides, bool prefill) {
    std::vector<const Side*> order;
    for (const Side& side : sides) order.push_back(&side);
    std::stable_sort(order.begin(), order.end(),
                     [](const Side* a, const Side* b) { return a->able * b->gpus() > b->able * a->gpus(); });
    Staircase best;
    std::vector<Able> all;
    for (const Side* side : order)
      for (int workers = 1; workers <= side->most - spare() && !m_stop.stop_requested();
           workers = next_count(workers)) {
        const int gpus = (workers + spare()) * side->gpus();
        if (gpus >= this->gpus()) break;
        const double most = std::min(m_enough, workers * side->able);
        if (best.at(gpus) < most) {
          const double rate = prefill ? carried(*side, workers, *m_nearest, kManyWorkers, most)
                                      : carried(*m_quickest, kManyWorkers, *side, workers, most);
          if (rate > best.at(gpus)) {
            best.add(gpus, rate);
            all.push_back({side, workers, gpus, rate});
          }
        }
        if (best.at(gpus) >= m_enough) break;
      }
    std::erase_if(all, [&](const Able& one) { return !best.has(one.gpus, one.rate); });
    std::sort(all.begin(), all.end(), [](const Able& a, const Able& b) { return a.gpus < b.gpus; });
    return all;
  }

  /// With the fewest of the others that do as much, and as many as there is room for where none do.
  void add_with(const Able& one, const std::vector<Able>& others, bool prefill) {
    const Able* beside = nullptr;
    for (const Able& other : others) {
      if (one.gpus + other.gpus > gpus() || m_stop.stop_requested()) break;
      const Able &reader = prefill ? one : other, &writer = prefill ? other : one;
      if (!fits(reader, writer)) break;
      beside = &other;
      if (other.rate >= one.rate) break;
    }
    if (beside == nullptr) return;
    const Able &reader = prefill ? one : *beside, &writer = prefill ? *beside : one;
    const int all = reader.gpus + writer.gpus;
    const double most = std::min(reader.rate, writer.rate);
    if (m_best.at(all) >= most) return;
    const double able = carried(*reader.side, reader.workers, *writer.side, writer.workers, most);
    if (able <= m_best.at(all)) return;
    m_best.add(all, able);
    PairCapacity found{reader.side->layout, writer.side->layout, reader.workers, writer.workers, able};
    found.deployment =
        deployment_of(*found.prefill, reader.workers + spare(), *found.decode, writer.workers + spare());
    const serving::Flow flow = at(*reader.side, reader.workers, *writer.side, writer.workers, able).flow;
    found.deployment.worker.max_sequences = limit_for(*writer.side, flow.batch / writer.workers);
    m_found.push_back(std::move(found));
  }
  bool fits(const Able& reader, const Able& writer) const {
    return nodes_of(m_room, deployment_of(*reader.side->layout, reader.workers + spare(),
                                          *writer.side->layout, writer.workers + spare())) <= m_room.nodes;
  }

  double m_enough;
  const Side* m_nearest = nullptr;   ///< of answers, to which the least is sent
  const Side* m_quickest = nullptr;  ///< of prompts
  Staircase m_best;
  std::vector<PairCapacity> m_found;
};

}  // namespace

std::vector<PairCapacity> capacities_of_pairs(const Question& question, const Prices& prices, int pool,
                                              const std::vector<Layout>& layouts, double enough,
                                              const std::stop_token& stop) {
  if (question.traffic().kind != serving::Traffic::Kind::rate) return {};
  if (!question.pools[static_cast<std::size_t>(pool)].asked) return {};
  return PairMenu(question, prices, pool, enough, stop).run(layouts);
}

}  // namespace astrolabe::deploy
