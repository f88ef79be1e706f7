#include "core/deploy/pair_frontier.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/deploy/least_pairs.h"
#include "core/serving/prefix_cache.h"

namespace astrolabe::deploy {

namespace {

constexpr double kNoBetter = 1.0 + kFrontierResolution;
constexpr double kMs = 1e3;
constexpr double kFlowsEnd = 1.0 - 2e-3;  // fixed points end at a relative 2e-4
constexpr double kFullestQueue = 0.98;    // of what workers of prompts can read

/// Promises choose nothing here; whether requests in flight may wait for a place is still theirs to say.
class PairFrontier : PairSearch {
 public:
  PairFrontier(Hull& hull, const Question& question, const Prices& prices, int pool, bool all,
               const std::stop_token& stop)
      : PairSearch(question, prices, pool, 1, nullptr, all, stop),
        m_hull(hull),
        m_may_wait(may_wait(m_asked.promises)) {
    m_asked.promises = {};
  }

  void run(const std::vector<Layout>& layouts) {
    m_prefills = sides(layouts, true);
    m_decodes = sides(layouts, false);
    if (m_prefills.empty() || m_decodes.empty()) return;
    if (is_rate())
      at_rate();
    else
      in_flight();
  }

 private:
  int spare() const { return m_question.job.spare_replicas; }

  bool fits(const Side& prefill, int prefills, const Side& decode, int decodes) const {
    return nodes_of(m_room, deployment_of(*prefill.layout, prefills, *decode.layout, decodes)) <=
           m_room.nodes;
  }
  bool carried(const Side& prefill, int prefills, const Side& decode, int decodes) {
    const serving::Flow flow = at(prefill, prefills, decode, decodes, m_question.demand()).flow;
    return carries(flow);
  }
  /// In flight no more than are read without a queue that grows, which would only starve those of answers.
  bool carries(const serving::Flow& flow) const {
    if (is_rate()) return flow.stable;
    return !flow.prefill_bound && (m_may_wait || !flow.slots_bound);
  }
  Candidate seen(const Side& prefill, int prefills, const Side& decode, int decodes) {
    const Candidate candidate = candidate_of({&prefill, &decode}, prefills, decodes);
    m_hull.insert(candidate);
    return candidate;
  }

  struct Readers {
    const Side* side = nullptr;
    int workers = 0;
    int gpus() const { return workers * side->gpus(); }
  };

  void at_rate() {
    std::vector<Readers> readers;
    for (const Side& side : m_prefills) {
      const double able = std::ceil(m_question.demand() / side.able);
      if (able > side.most) continue;
      const int fewest =
          least_count(std::max(1, static_cast<int>(able)), side.most - spare(),
                      [&](int count) { return carried(side, count, m_decodes.front(), kManyWorkers); });
      if (fewest <= side.most - spare()) readers.push_back({&side, fewest + spare()});
    }
    std::stable_sort(readers.begin(), readers.end(),
                     [](const Readers& a, const Readers& b) { return a.gpus() < b.gpus(); });
    for (const Side& decode : m_decodes) {
      if (readers.empty() || m_stop.stop_requested()) return;
      // The fewest GPUs of those beside which so many workers of answers have room.
      const auto beside = [&](int decodes) {
        return std::find_if(readers.begin(), readers.end(), [&](const Readers& one) {
          return one.gpus() + decodes * decode.gpus() <= gpus() &&
                 fits(*one.side, one.workers, decode, decodes);
        });
      };
      int most = std::min(decode.most, (gpus() - readers.front().gpus()) / decode.gpus());
      while (most > spare() && beside(most) == readers.end()) --most;
      const int fewest = least_count(1 + spare(), most, [&](int count) {
        return carried(m_prefills.front(), kManyWorkers, decode, count - spare());
      });
      if (fewest > most) continue;
      const auto look = [&](int decodes) {
        const auto one = beside(decodes);
        return seen(*one->side, one->workers, decode, decodes);
      };
      const Candidate many = look(most);
      if (fewest < most) between(look, fewest, look(fewest), most, many);
    }
  }

  /// Numbers of workers of answers between two that were looked at: the fewer take fewer GPUs, the more less
  /// time, so that one corner stands for all.
  template <class Look>
  void between(const Look& look, int low, const Candidate& few, int high, const Candidate& many) {
    if (high - low < 2 || m_stop.stop_requested()) return;
    if (!m_all) {
      if (few.tpot <= many.tpot * kNoBetter || many.gpu_seconds() <= few.gpu_seconds() * kNoBetter) return;
      if (m_hull.beaten(many.tpot, few.gpu_seconds())) return;
    }
    const int middle = low + (high - low) / 2;
    const Candidate point = look(middle);
    between(look, middle, point, high, many);
    between(look, low, few, middle, point);
  }

  /// Sequences on a worker of answers with what they then take: no worker finishes more requests a second in
  /// less time per token.
  struct Step {
    double tpot = 0.0;   ///< ms
    double rate = 0.0;   ///< requests a second of a worker, at most
    double batch = 0.0;  ///< sequences
  };
  std::vector<Step> steps_of(const Side& decode) const {
    constexpr int kSteps = 96;
    constexpr double kFewest = 0.25;
    const serving::Worker& worker = decode.worker();
    const double split = static_cast<double>(worker.attention_data_parallel) * worker.pipeline_parallel;
    const double tokens = worker.speculation.tokens_a_step();
    const double count = std::max(1e-9, (m_demand.output - 1.0) / tokens);
    const double most = decode.replica().places(sequence_limits().back());
    std::vector<Step> steps{
        {decode.replica().model().step_ms({1e-3, m_demand.context(), 0.0, 1.0, 0.0}) / tokens * kFlowsEnd,
         0.0, 0.0}};
    for (int i = 0; i <= kSteps; ++i) {
      const double batch = kFewest * std::pow(most / kFewest, static_cast<double>(i) / kSteps);
      const double ms = decode.replica().model().step_ms({batch / split, m_demand.context(), 0.0, 1.0, 0.0});
      steps.push_back({ms / tokens * kFlowsEnd, kMs * batch / (count * ms) / kFlowsEnd, batch});
    }
    return steps;
  }

  /// A worker of prompts: seconds to a first token, alone and with the longest queue; GPUs for a request a
  /// second.
  struct Reading {
    double quick = kBeyond, slow = 0.0, share = kBeyond, gpus = kBeyond;
  };
  Reading reading_of(const Side& side) {
    const serving::Flow alone = at(side, kManyWorkers, m_decodes.front(), kManyWorkers, 1.0).flow;
    const serving::Readers readers = serving::readers_of(side.replica().model(), 1.0, m_demand);
    const double queue = serving::reading_wait(readers, kFullestQueue * readers.limit()).mean;
    // Prefixes that are not kept make prompts longer than those of the demand.
    if (serving::counts_prefixes(m_asked.traffic))
      return {0.0, kBeyond, side.gpus() * kFlowsEnd / side.able, static_cast<double>(side.gpus())};
    // Beside other workers of answers less or more may have to be sent.
    return {0.5 * std::min(alone.ttft, alone.ttft_mean) / kMs, 2.0 * (alone.ttft_mean + queue) / kMs,
            side.gpus() * kFlowsEnd / side.able, static_cast<double>(side.gpus())};
  }

  /// The step before which so many workers of answers have too few sequences for all that are in flight.
  std::vector<Step>::const_iterator first_of(const std::vector<Step>& steps, int decodes,
                                             const Reading& reading) const {
    return std::partition_point(steps.begin() + 1, steps.end() - 1, [&](const Step& step) {
      return decodes * (step.batch + step.rate * reading.slow) < m_question.demand() * kFlowsEnd;
    });
  }

  /// In many GPUs also by what is nearly as good.
  bool beaten(double tpot, double gpu_seconds) const {
    constexpr double kNear = 1.01;
    return m_hull.beaten(is_large() ? kNear * tpot : tpot, is_large() ? kNear * gpu_seconds : gpu_seconds);
  }
  bool is_large() const { return !m_all && gpus() > kEveryCount; }
  int after(int workers) const {
    constexpr double kApart = 1.03;
    return is_large() ? static_cast<int>(std::ceil(workers * kApart)) : workers + 1;
  }

  /// Whether so many workers of answers are beaten at their best by what is there: all in flight are with
  /// them or between the quickest and the slowest way to a first token, so of the steps only those between
  /// come into question; of each two the time of the first counts and the rate of the second, below `reads` a
  /// second. `gpus`: of all workers, at least.
  bool beaten(const std::vector<Step>& steps, int decodes, const Reading& reading, double gpus,
              double writing, double reads) const {
    if (m_all) return false;
    const double in_flight = m_question.demand();
    for (auto step = first_of(steps, decodes, reading); step != steps.end(); ++step) {
      const Step& before = *std::prev(step);
      const double from = decodes * before.rate * kFlowsEnd * kFlowsEnd;
      if (decodes * before.batch * kFlowsEnd + from * reading.quick > in_flight || from > reads) break;
      const double rate = std::min(decodes * step->rate, reads);
      const double all = std::max(gpus, writing + rate * reading.share);
      if (!beaten(before.tpot, all / (rate * m_demand.output))) return false;
    }
    return true;
  }

  /// Takes out workers of prompts where others take no more GPUs, read no fewer, have each as soon and have
  /// no longer steps: beside them users only wait longer.
  void keep_unbeaten() {
    std::stable_sort(m_prefills.begin(), m_prefills.end(), [](const Side& a, const Side& b) {
      return a.gpus() != b.gpus() ? a.gpus() < b.gpus() : a.able > b.able;
    });
    std::vector<Side> kept;
    std::vector<Reading> readings;
    for (const Side& side : m_prefills) {
      const Reading reading = reading_of(side);
      bool worse = false;
      for (std::size_t i = 0; i < kept.size() && !worse; ++i)
        worse = kept[i].able >= side.able && readings[i].quick <= reading.quick &&
                readings[i].slow <= reading.slow && kept[i].most >= side.most;
      if (worse) continue;
      kept.push_back(side);
      readings.push_back(reading);
    }
    m_prefills = std::move(kept);
  }

  void in_flight() {
    if (is_large()) keep_unbeaten();
    Reading any;
    std::vector<Reading> readings;
    for (const Side& side : m_prefills) {
      const Reading one = reading_of(side);
      readings.push_back(one);
      any = {std::min(any.quick, one.quick), std::max(any.slow, one.slow), std::min(any.share, one.share),
             std::min(any.gpus, one.gpus)};
    }
    for (const Side& decode : m_decodes) {
      const std::vector<Step> steps = steps_of(decode);
      for (int decodes = 1 + spare(); decodes <= decode.most; decodes = after(decodes)) {
        if (m_stop.stop_requested()) return;
        const double writing = static_cast<double>(decodes) * decode.gpus();
        const double fewest = (1.0 + spare()) * any.gpus;
        if (writing + fewest > gpus()) break;
        if (beaten(steps, decodes, any, writing + fewest, writing, kBeyond)) continue;
        for (std::size_t i = 0; i < m_prefills.size(); ++i)
          beside(m_prefills[i], readings[i], decode, decodes, steps);
      }
    }
  }

  void beside(const Side& prefill, const Reading& reading, const Side& decode, int decodes,
              const std::vector<Step>& steps) {
    const int writing = decodes * decode.gpus();
    const int most = std::min(prefill.most, (gpus() - writing) / prefill.gpus());
    const double least = decodes * std::prev(first_of(steps, decodes, reading))->rate * kFlowsEnd * kFlowsEnd;
    const int fewest = m_all ? 1 : std::max(1, static_cast<int>(std::min(least / prefill.able, 1e7)));
    for (int prefills = fewest + spare(); prefills <= most && !m_stop.stop_requested();
         prefills = after(prefills)) {
      const double all = writing + static_cast<double>(prefills) * prefill.gpus();
      // More of them cost more, and those of answers are then no better.
      if (beaten(steps, decodes, reading, all, writing, kBeyond)) return;
      if (beaten(steps, decodes, reading, all, writing, prefills * prefill.able / kFlowsEnd)) continue;
      const serving::Flow flow = at(prefill, prefills, decode, decodes, m_question.demand()).flow;
      if (!carries(flow) || beaten(flow.tpot, all / (flow.rate * kMs * m_demand.output))) continue;
      if (spare() > 0 && !carried(prefill, prefills - spare(), decode, decodes - spare())) continue;
      if (fits(prefill, prefills, decode, decodes)) seen(prefill, prefills, decode, decodes);
    }
  }

  Hull& m_hull;
  bool m_may_wait;
  std::vector<Side> m_prefills, m_decodes;
};

}  // namespace

void add_pairs_to(Hull& hull, const Question& question, const Prices& prices, int pool,
                  const std::vector<Layout>& layouts, bool all, const std::stop_token& stop) {
  const serving::Traffic::Kind kind = question.traffic().kind;
  if (!question.pools[static_cast<std::size_t>(pool)].asked) return;
  if (kind != serving::Traffic::Kind::rate && kind != serving::Traffic::Kind::concurrency) return;
  PairFrontier(hull, question, prices, pool, all, stop).run(layouts);
}

}  // namespace astrolabe::deploy
