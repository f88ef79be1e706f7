#include "core/deploy/in_flight_pairs.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/deploy/least_pairs.h"

namespace astrolabe::deploy {

namespace {

constexpr double kRatesASecond = 1e3;  // of rates a ms

/// So many workers of answers, with the most requests a second that they finish.
struct Writers {
  const Side* decode = nullptr;
  int workers = 0;
  double rate = 0.0;
  double bound = 0.0;  ///< what the objective makes small, at least
};

class InFlightPairs : LeastPairs {
 public:
  using LeastPairs::LeastPairs;

  std::vector<Candidate> run(const std::vector<Layout>& layouts) {
    take(layouts);
    std::optional<Workers> any;
    if (!m_all) {
      any = in_room_of(m_question, m_prices);
      if (!any) return {};
    } else if (m_prefills.empty() || m_decodes.empty()) {
      return {};
    }
    for (const Writers& some : writers()) {
      if (m_stop.stop_requested() ||
          hopeless(static_cast<int>(least_gpus(some)), some.rate * m_demand.output))
        break;
      for (const Side& prefill : m_prefills) beside(prefill, some);
    }
    // Numbers of workers that were not looked at.
    if (m_best.empty() && any && m_last == nullptr)
      offer(candidate_of({any->prefill, any->decode}, any->prefills, any->decodes));
    return std::move(m_best);
  }

 private:
  int spare() const { return m_question.job.spare_replicas; }

  /// All numbers of workers of answers, the least bound first.
  std::vector<Writers> writers() {
    const Side& quick =
        *std::min_element(m_prefills.begin(), m_prefills.end(),
                          [](const Side& a, const Side& b) { return a.least_seconds < b.least_seconds; });
    m_least_prefill = kBeyond;
    m_prefill_gpus = kBeyond;
    for (const Side& side : m_prefills) {
      m_least_prefill = std::min(m_least_prefill, static_cast<double>(side.gpus()));
      m_prefill_gpus = std::min(m_prefill_gpus, side.gpus() / side.able);
    }
    std::vector<Writers> all;
    for (const Side& decode : m_decodes) {
      const int most = std::min(decode.most, static_cast<int>((gpus() - m_least_prefill) / decode.gpus()));
      int fewest = m_all ? 1 + spare() : most + 1;
      if (!m_all)
        for (const Side& prefill : m_prefills) fewest = std::min(fewest, least_decodes(prefill, decode));
      for (int count = fewest; count <= most && !m_stop.stop_requested(); count = next_count(count)) {
        Writers some{&decode, count};
        some.rate = std::min(rate_of(quick, kManyWorkers, decode, count), count * decode.able);
        if (some.rate <= 0.0) continue;
        some.bound = cost(least_gpus(some)) / (of_cost_alone() ? 1.0 : some.rate);
        all.push_back(some);
      }
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Writers& a, const Writers& b) { return a.bound < b.bound; });
    return all;
  }

  bool of_cost_alone() const { return m_question.objective == strategy::Objective::gpus; }
  /// GPUs, or USD an hour, of so many GPUs at least.
  double cost(double gpus) const {
    if (m_question.objective != strategy::Objective::money) return gpus;
    const auto idle = m_prices.usd_per_hour(m_pool, 0);
    return idle ? *idle + gpus * m_prices.of_gpu(m_pool) : gpus;
  }
  double rate_of(const Side& prefill, int prefills, const Side& decode, int decodes) {
    return at(prefill, prefills, decode, decodes, m_question.demand()).flow.rate * kRatesASecond;
  }
  /// With the workers of prompts that these use at their most, whatever they are; where GPUs alone count with
  /// the fewest.
  double least_gpus(const Writers& some) const {
    const double fewest = (1.0 + spare()) * m_least_prefill;
    const double used = of_cost_alone() ? fewest : std::max(fewest, some.rate * m_prefill_gpus);
    return used + static_cast<double>(some.workers) * some.decode->gpus();
  }

  /// Numbers of workers of one layout that reads prompts, from what the answers use on both ways.
  void beside(const Side& prefill, const Writers& some) {
    const Side& decode = *some.decode;
    const int writes = some.workers * decode.gpus();
    const int most = std::min(prefill.most, (gpus() - writes) / prefill.gpus());
    int fewest = m_all ? 1 + spare() : least_prefills(prefill, decode);
    const auto too_few = [&] { return !m_all && some.workers < least_decodes(prefill, decode); };
    if (most < fewest || too_few() || m_stop.stop_requested()) return;
    double rate = some.rate;
    const auto behind = [&](int workers) {
      return hopeless(workers * prefill.gpus() + writes,
                      std::min(rate, workers * prefill.able) * m_demand.output);
    };
    const auto used = [&] {
      return static_cast<int>(
          std::clamp(std::ceil(rate / prefill.able), static_cast<double>(fewest), static_cast<double>(most)));
    };
    // No number of them costs less than the last or the first but one that the answers use.
    const auto none = [&] {
      return behind(used()) && behind(std::max(fewest, used() - 1)) && (!of_cost_alone() || behind(fewest));
    };
    if (none()) return;
    if (!m_all) {
      if (!raise(prefill, decode, gpus())) return;
      fewest = least_prefills(prefill, decode);
      if (most < fewest || too_few() || none()) return;
    }
    rate = std::min(rate, rate_of(prefill, kManyWorkers, decode, some.workers));
    if (none()) return;
    const Pair pair{&prefill, &decode};
    const auto times = [&](int workers) {
      return promised_times(at(prefill, workers, decode, some.workers, m_question.demand()).flow,
                            m_demand.output, m_shares);
    };
    int first = fewest;
    if (const auto& promised = m_asked.promises.ttft_seconds)
      first = least_count(fewest, most, [&](int workers) { return times(workers).ttft <= *promised; });
    const auto kept = [&](int workers) {
      return missed_at(pair, workers, some.workers) == Missed::none &&
             (spare() == 0 || missed_at(pair, workers - spare(), some.workers - spare()) == Missed::none);
    };
    const int begin = std::max(first, used());
    for (int workers = begin; workers <= most && !behind(workers); workers = next_count(workers)) {
      if (!kept(workers)) {
        // More of them are sooner with whole requests, too.
        const bool sooner = m_asked.promises.e2e_seconds && workers == begin;
        workers = sooner ? least_count(begin + 1, most, kept) : most + 1;
        if (workers > most || behind(workers)) break;
      }
      offer(candidate_of(pair, workers, some.workers));
    }
    for (int workers = begin - 1; workers >= first && (of_cost_alone() || !behind(workers));
         workers -= next_count(workers) - workers)
      if (kept(workers)) offer(candidate_of(pair, workers, some.workers));
  }

  double m_least_prefill = 0.0, m_prefill_gpus = 0.0;  ///< of a worker, and for a request a second
};

}  // namespace

std::vector<Candidate> pairs_in_flight(const Question& question, const Prices& prices, int pool,
                                       const std::vector<Layout>& layouts, int most, const Candidate* last,
                                       bool all, const std::stop_token& stop) {
  return InFlightPairs(question, prices, pool, most, last, all, stop).run(layouts);
}

}  // namespace astrolabe::deploy
