#include "core/deploy/least_pairs.h"

#include <algorithm>
#include <cmath>

#include "core/serving/prefix_cache.h"

namespace astrolabe::deploy {

namespace {

constexpr double kMsASecond = 1e3;
constexpr double kNextShare = 1.02;
constexpr double kOfFlows = 1e-3;      // fixed points end at a relative 2e-4
constexpr double kMostCounted = 1e7;   // workers, more than any pool has room for
constexpr double kSafeSpread = 2.0;    // times what first tokens are seen to differ by
constexpr double kFullestLoad = 0.98;  // of what workers of prompts can read

/// The least count above `from` and up to `most` for which `kept` holds, which holds for all above it; `most`
/// + 1 where it holds for none. Soon where it is near.
template <class Kept>
int raised(int from, int most, const Kept& kept) {
  int low = from, high = from;
  for (int step = 1; high < most; step *= 2) {
    high = most - low > step ? low + step : most;
    if (kept(high)) {
      while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        (kept(middle) ? high : low) = middle;
      }
      return high;
    }
    low = high;
  }
  return most + 1;
}

int room_for(double gpus, int taken, int of_one, int each) {
  return static_cast<int>((gpus - static_cast<double>(taken) * of_one) / each);
}

}  // namespace

int next_count(int workers) {
  return workers < kEveryCount ? workers + 1 : static_cast<int>(std::ceil(workers * kNextShare));
}

void LeastPairs::take(const std::vector<Layout>& layouts) {
  m_prefills = sides(layouts, true);
  m_decodes = sides(layouts, false);
  m_fewest.clear();
  m_above_median.clear();
  if (m_prefills.empty() || m_decodes.empty()) return;
  const Side nearest = *std::min_element(m_decodes.begin(), m_decodes.end(),
                                         [&](const Side& a, const Side& b) { return sent(a) < sent(b); });
  for (Side& side : m_prefills) side.least_seconds = first_alone(side, nearest);
  keep_unbeaten();
  for (const Side& prefill : m_prefills) m_above_median.push_back(above_median(prefill));
  for (const Side& prefill : m_prefills)
    for (const Side& decode : m_decodes) m_fewest.push_back(least_of(prefill, decode));
}

/// Seconds to the first token of one request alone; endless where it breaks the promise.
double LeastPairs::first_alone(const Side& prefill, const Side& decode) {
  const State alone = at(prefill, kManyWorkers, decode, kManyWorkers, 1.0);
  return alone.missed == Missed::ttft ? kBeyond : alone.flow.ttft / kMsASecond;
}

/// Takes out sides that are late alone, and those beside which another takes no more GPUs, reads no fewer
/// prompts, has each as soon and has no longer steps, which prompts that are alike would fill.
void LeastPairs::keep_unbeaten() {
  std::erase_if(m_prefills, [](const Side& side) { return side.least_seconds >= kBeyond; });
  if (m_all) return;
  std::vector<Side> kept;
  std::stable_sort(m_prefills.begin(), m_prefills.end(), [](const Side& a, const Side& b) {
    return a.gpus() != b.gpus() ? a.gpus() < b.gpus() : a.able > b.able;
  });
  for (const Side& side : m_prefills) {
    const bool beaten = std::any_of(kept.begin(), kept.end(), [&](const Side& other) {
      return other.able >= side.able && other.least_seconds <= side.least_seconds &&
             other.most >= side.most && other.worker().max_batched_tokens <= side.worker().max_batched_tokens;
    });
    if (!beaten) kept.push_back(side);
  }
  m_prefills = std::move(kept);
}

/// ms by which first tokens take longer on average than at their median, at most: of the queue of one worker,
/// which is spread more than that of several, and of prompts that are not alike, each at most what it takes.
double LeastPairs::above_median(const Side& prefill) const {
  const serving::Readers readers = serving::readers_of(prefill.replica().model(), 1.0, m_demand);
  double most = 0.0;
  constexpr int kLoads = 12;
  for (int i = 1; i <= kLoads; ++i) {
    const serving::Spread wait = serving::reading_wait(readers, kFullestLoad * i / kLoads * readers.limit());
    most = std::max(most, wait.mean - wait.median);
  }
  return kSafeSpread * (most + (m_demand.prompts_alike() ? 0.0 : prefill.least_seconds * kMsASecond));
}

/// By Little's law: all that are in flight are done again within the longest stay that is promised, so that
/// many prompts are read and that many answers written.
LeastPairs::Fewest LeastPairs::least_of(const Side& prefill, const Side& decode) const {
  const serving::Promises& promises = m_asked.promises;
  const double first =
      std::min(promises.ttft_seconds.value_or(kBeyond), promises.e2e_seconds.value_or(kBeyond));
  // Prefixes that are not kept make prompts longer than those of the demand.
  // Users who wait to be read count as without a place: more workers of prompts then make fewer.
  if (!may_wait(promises)) return {1 + spare(), 1 + spare(), true};
  if (serving::counts_prefixes(m_asked.traffic)) return {1 + spare(), 1 + spare()};
  const double above = m_above_median[static_cast<std::size_t>(&prefill - m_prefills.data())];
  const double stay = first + (above + decode.longest_ms) / kMsASecond;
  const double rate = (1.0 - kOfFlows) * m_question.demand() / stay;
  const auto count = [&](double able) {
    return spare() + static_cast<int>(std::clamp(std::ceil(rate / able), 1.0, kMostCounted));
  };
  return {count(prefill.able), count(decode.able)};
}

LeastPairs::Late LeastPairs::late(const Side& prefill, int prefills, const Side& decode, int decodes,
                                  double tolerance) {
  const serving::Promises& promises = m_asked.promises;
  Late late;
  const auto add = [&](int reading, int writing) {
    const State state = at(prefill, reading, decode, writing, m_question.demand());
    const PromisedTimes times = promised_times(state.flow, m_demand.output, m_shares);
    const auto above = [&](double seconds, const std::optional<double>& promised) {
      return promised && seconds > *promised * (1.0 + tolerance);
    };
    late.first = late.first || above(times.ttft, promises.ttft_seconds);
    late.further =
        late.further || state.missed == Missed::traffic || above(times.tpot, promises.tpot_seconds);
    late.whole = late.whole || above(times.e2e, promises.e2e_seconds);
  };
  add(prefills, decodes);
  if (spare() > 0) add(prefills - spare(), decodes - spare());
  return late;
}

bool LeastPairs::raise(const Side& prefill, const Side& decode, int gpus) {
  return raise(prefill, decode, gpus, kOfFlows, fewest(prefill, decode));
}

bool LeastPairs::raise(const Side& prefill, const Side& decode, int gpus, double tolerance, Fewest& from) {
  while (!m_stop.stop_requested()) {
    if (static_cast<double>(from.prefills) * prefill.gpus() +
            static_cast<double>(from.decodes) * decode.gpus() >
        gpus)
      return false;
    if (from.in_time) return true;
    const Late now = late(prefill, from.prefills, decode, from.decodes, tolerance);
    if (now.further) {
      const int most = room_for(gpus, from.prefills, prefill.gpus(), decode.gpus());
      from.decodes = raised(from.decodes, most, [&](int decodes) {
        return !late(prefill, from.prefills, decode, decodes, tolerance).further;
      });
    } else if (now.first) {
      const int most = room_for(gpus, from.decodes, decode.gpus(), prefill.gpus());
      from.prefills = raised(from.prefills, most, [&](int prefills) {
        return !late(prefill, prefills, decode, from.decodes, tolerance).first;
      });
    } else {
      from.in_time = true;
    }
  }
  return false;
}

/// More workers of both kinds than `from`, which has whole requests late, with which none is.
std::optional<LeastPairs::Workers> LeastPairs::whole_in_time(const Side& prefill, const Side& decode,
                                                             int gpus, Fewest from) {
  const int most_decodes = room_for(gpus, from.prefills, prefill.gpus(), decode.gpus());
  const int most_prefills = room_for(gpus, from.decodes, decode.gpus(), prefill.gpus());
  if (late(prefill, most_prefills, decode, most_decodes, kOfFlows).whole) return std::nullopt;
  for (int decodes = from.decodes; decodes <= most_decodes && !m_stop.stop_requested();
       decodes = next_count(decodes)) {
    const int most = room_for(gpus, decodes, decode.gpus(), prefill.gpus());
    // Up to a number of workers of prompts those of answers are in time.
    const int prefills =
        raised(from.prefills - 1, most,
               [&](int count) { return late(prefill, count, decode, decodes, 0.0).further; }) -
        1;
    if (prefills >= from.prefills && !late(prefill, prefills, decode, decodes, 0.0).any())
      return Workers{&prefill, &decode, prefills, decodes};
  }
  return std::nullopt;
}

/// Where no wait is promised: as many workers of answers as there is room for beside each number of workers
/// of prompts, which makes the most places and the least time per token.
std::optional<LeastPairs::Workers> LeastPairs::with_most_writers(const Side& prefill, const Side& decode,
                                                                 int gpus, const Question& question,
                                                                 const Prices& prices) {
  const double places = decode.replica().places(sequence_limits().back());
  const double above = m_above_median[static_cast<std::size_t>(&prefill - m_prefills.data())];
  const double reads = prefill.able * kSafeSpread * (prefill.least_seconds + above / kMsASecond);
  for (int prefills = 1 + spare(); !m_stop.stop_requested(); prefills = next_count(prefills)) {
    const int most = room_for(gpus, prefills, prefill.gpus(), decode.gpus());
    if (most <= spare()) break;
    // Not even those who are being read beside all places make up for all.
    if (most * places + prefills * reads < m_question.demand()) continue;
    const int decodes = raised(spare(), most,
                               [&](int count) {
                                 return !stands({&prefill, &decode, prefills, count}, question, prices);
                               }) -
                        1;
    if (decodes > spare() && !late(prefill, prefills, decode, decodes, 0.0).any())
      return Workers{&prefill, &decode, prefills, decodes};
  }
  return std::nullopt;
}

bool LeastPairs::stands(const Workers& workers, const Question& question, const Prices& prices) const {
  const Room& room = question.pools[static_cast<std::size_t>(m_pool)].room;
  const auto fits = [&](const serving::Worker& worker, int count) {
    return room.most_workers(worker.tensor_parallel * worker.attention_data_parallel,
                             worker.pipeline_parallel) >= count;
  };
  if (!fits(workers.prefill->worker(), workers.prefills) || !fits(workers.decode->worker(), workers.decodes))
    return false;
  const serving::Deployment deployment =
      deployment_of(*workers.prefill->layout, workers.prefills, *workers.decode->layout, workers.decodes);
  const int nodes = nodes_of(room, deployment);
  return nodes <= room.nodes && prices.within_limits(m_pool, room.paid(nodes, deployment.gpus()));
}

std::optional<LeastPairs::Workers> LeastPairs::in_room_of(const Question& question, const Prices& prices) {
  const Room& room = question.pools[static_cast<std::size_t>(m_pool)].room;
  const int gpus = std::min(room.max_gpus, question.cluster->max_total_gpus.value_or(room.max_gpus));
  for (const Side& prefill : m_prefills)
    for (const Side& decode : m_decodes) {
      if (!raise(prefill, decode, gpus)) continue;
      if (!may_wait(m_asked.promises)) {
        const auto found = with_most_writers(prefill, decode, gpus, question, prices);
        if (found) return found;
        continue;
      }
      Fewest exact = fewest(prefill, decode);
      exact.in_time = false;
      if (!raise(prefill, decode, gpus, 0.0, exact)) continue;
      std::optional<Workers> found = Workers{&prefill, &decode, exact.prefills, exact.decodes};
      if (late(prefill, exact.prefills, decode, exact.decodes, 0.0).whole)
        found = whole_in_time(prefill, decode, gpus, exact);
      if (found && stands(*found, question, prices)) return found;
    }
  return std::nullopt;
}

}  // namespace astrolabe::deploy
