#include "core/deploy/pair_frontier.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/deploy/least_pairs.h"

namespace astrolabe::deploy {

namespace {

constexpr double kNoBetter = 1.0 + kFrontierResolution;
constexpr double kMs = 1e3;
constexpr double kFlowsEnd = 1.0 - 2e-3;  // fixed points end at a relative 2e-4

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
    return flow.stable && (is_rate() || m_may_wait || !flow.slots_bound);
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
    constexpr int kSteps = 24;
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

  /// Whether each of so many workers is beaten at its best: between two steps the time of the first and the
  /// rate of the second, as far as requests in flight and `reads` a second let it come. `gpus`: at least.
  bool beaten(const std::vector<Step>& steps, int decodes, double first_seconds, double gpus,
              double gpus_a_read, double decode_gpus, double reads) const {
    if (m_all) return false;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
      const double from = decodes * steps[i].rate * kFlowsEnd * kFlowsEnd, in_flight = m_question.demand();
      if (decodes * steps[i].batch * kFlowsEnd + from * first_seconds > in_flight || from > reads) break;
      const double rate = std::min(decodes * steps[i + 1].rate, reads);
      const double all = std::max(gpus, decode_gpus + rate * gpus_a_read);
      if (!m_hull.beaten(steps[i].tpot, all / (rate * m_demand.output))) return false;
    }
    return true;
  }

  void in_flight() {
    const double any = 1.0 / kFlowsEnd;  // reads a second beyond what a worker is able to
    double first = kBeyond, share = kBeyond, fewest_gpus = kBeyond;
    std::vector<double> firsts;
    for (const Side& side : m_prefills) {
      const serving::Flow alone = at(side, kManyWorkers, m_decodes.front(), kManyWorkers, 1.0).flow;
      // Beside other workers of answers less may have to be sent.
      firsts.push_back(0.5 * std::min(alone.ttft, alone.ttft_mean) / kMs);
      first = std::min(first, firsts.back());
      share = std::min(share, side.gpus() / (side.able * any));
      fewest_gpus = std::min(fewest_gpus, static_cast<double>(side.gpus()));
    }
    for (const Side& decode : m_decodes) {
      const std::vector<Step> steps = steps_of(decode);
      for (int decodes = 1 + spare(); decodes <= decode.most; decodes = next_count(decodes)) {
        if (m_stop.stop_requested()) return;
        const double writing = static_cast<double>(decodes) * decode.gpus();
        if (writing + fewest_gpus > gpus()) break;
        if (beaten(steps, decodes, first, writing + (1.0 + spare()) * fewest_gpus, share, writing, kBeyond))
          continue;
        for (std::size_t i = 0; i < m_prefills.size(); ++i)
          beside(m_prefills[i], firsts[i], decode, decodes, steps);
      }
    }
  }

  void beside(const Side& prefill, double first, const Side& decode, int decodes,
              const std::vector<Step>& steps) {
    const int writing = decodes * decode.gpus();
    const int most = std::min(prefill.most, (gpus() - writing) / prefill.gpus());
    const double share = prefill.gpus() * kFlowsEnd / prefill.able;
    for (int prefills = 1 + spare(); prefills <= most && !m_stop.stop_requested();
         prefills = next_count(prefills)) {
      const double all = writing + static_cast<double>(prefills) * prefill.gpus();
      // More of them cost more, and those of answers are then no better.
      if (beaten(steps, decodes, first, all, share, writing, kBeyond)) return;
      if (beaten(steps, decodes, first, all, share, writing, prefills * prefill.able / kFlowsEnd)) continue;
      if (!fits(prefill, prefills, decode, decodes)) continue;
      if (carried(prefill, prefills, decode, decodes) &&
          (spare() == 0 || carried(prefill, prefills - spare(), decode, decodes - spare())))
        seen(prefill, prefills, decode, decodes);
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
