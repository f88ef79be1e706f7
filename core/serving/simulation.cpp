#include "core/serving/simulation.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>

namespace astrolabe::serving {

namespace {

constexpr double kContextGrowth = 0.1;  // within which steps count as alike

struct Request {
  double arrival = 0.0;
  double prompt = 0.0, prefix = 0.0;  ///< tokens to read, tokens that are there
  double output = 1.0;
  double read = 0.0, written = 0.0;
  double first = -1.0, end = -1.0;  ///< times of the first and the last token
  bool reading() const { return read < prompt; }
  double held() const { return prefix + read + written; }
};

/// Of a prompt, in a step.
struct Chunk {
  std::size_t request = 0;
  double tokens = 0.0;
};

double at_share(std::vector<double>& values, double share) {
  if (values.empty()) return 0.0;
  const auto place = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(place), values.end());
  return values[place];
}

double mean_of(const std::vector<double>& values) {
  return values.empty()
             ? 0.0
             : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// A rank of a worker: what waits for it, what it runs, and the room that these take.
struct Rank {
  std::deque<std::size_t> waiting{};
  std::vector<std::size_t> running{};
  double used = 0.0;
};

class Simulator {
 public:
  Simulator(const StepModel& model, const SimulationInputs& inputs)
      : m_model(model),
        m_inputs(inputs),
        m_gain(model.worker().speculation.tokens_a_step()),
        m_evicts(model.engine().evicts),
        m_ranks(static_cast<std::size_t>(std::max(1, model.worker().attention_data_parallel))) {
    for (const Arrival& one : inputs.requests)
      m_requests.push_back({inputs.in_flight > 0 ? 0.0 : one.seconds * 1e3,
                            std::max(1.0, one.input - one.cached), one.cached, std::max(1.0, one.output)});
  }

  Simulated run() {
    for (int i = 0; i < m_inputs.in_flight; ++i) arrive();
    while (true) {
      if (m_inputs.in_flight == 0)
        while (m_next < m_requests.size() && m_requests[m_next].arrival <= m_now) arrive();
      for (; !m_coming.empty() && reaches(m_coming.front()) <= m_now; m_coming.pop_front())
        fewest().waiting.push_back(m_coming.front());
      bool idle = true;
      for (Rank& rank : m_ranks) {
        admit(rank);
        idle = idle && rank.running.empty();
      }
      if (idle) {
        if (m_coming.empty() && m_next >= m_requests.size()) break;
        if (m_coming.empty()) arrive();
        m_now = std::max(m_now, reaches(m_coming.front()));
        continue;
      }
      step();
    }
    return figures();
  }

 private:
  void arrive() {
    if (m_next >= m_requests.size()) return;
    m_requests[m_next].arrival = std::max(m_requests[m_next].arrival, m_inputs.in_flight > 0 ? m_now : 0.0);
    m_coming.push_back(m_next++);
  }

  /// When a request has passed the front end.
  double reaches(std::size_t i) const { return m_requests[i].arrival + m_model.front_end_ms(); }

  /// The rank with the fewest requests, which gets the next.
  Rank& fewest() {
    return *std::min_element(m_ranks.begin(), m_ranks.end(), [](const Rank& a, const Rank& b) {
      return a.running.size() + a.waiting.size() < b.running.size() + b.waiting.size();
    });
  }

  /// Room that a request takes when it is admitted: its prompt's, and where nothing is evicted its answer's,
  /// too.
  double taken(const Request& request) const {
    return m_inputs.kv_sequence + request.prefix + request.prompt + (m_evicts ? 0.0 : request.output);
  }

  void admit(Rank& rank) {
    while (!rank.waiting.empty() && static_cast<double>(rank.running.size() + 1) <= m_inputs.places) {
      const Request& request = m_requests[rank.waiting.front()];
      if (m_inputs.kv_sequence + request.prefix + request.prompt + request.output > m_inputs.kv_tokens) {
        rank.waiting.pop_front();  // never fits
        ++m_left_out;
        if (m_inputs.in_flight > 0) arrive();
        continue;
      }
      if (rank.used + taken(request) > m_inputs.kv_tokens) return;
      rank.used += taken(request);
      rank.running.push_back(rank.waiting.front());
      rank.waiting.pop_front();
    }
  }

  /// What a rank does in a step: chunks of its prompts, beside which its other sequences decode.
  struct Work {
    std::vector<std::size_t> decoding{};
    std::vector<Chunk> chunks{};
    double tokens = 0.0, prefixes = 0.0;  ///< of the chunks, and what was read before them
  };

  /// `reads`: also prompts. They take what is left of the tokens of a step.
  Work work_of(const Rank& rank, bool reads, bool alone) const {
    Work work;
    for (const std::size_t i : rank.running)
      if (!m_requests[i].reading()) work.decoding.push_back(i);
    if (!reads) return work;
    double budget =
        m_model.worker().max_batched_tokens - (alone ? 0.0 : static_cast<double>(work.decoding.size()));
    for (const std::size_t i : rank.running) {
      const Request& request = m_requests[i];
      if (!request.reading() || budget < 1.0) continue;
      const double tokens = std::min(budget, request.prompt - request.read);
      work.chunks.push_back({i, tokens});
      budget -= tokens;
      work.tokens += tokens;
      work.prefixes += request.prefix + request.read;
    }
    return work;
  }

  /// All ranks step together: as many sequences decode on each as on the mean rank, and prompts are those of
  /// the fullest.
  Load load_of(const std::vector<Work>& all) const {
    Load load;
    double contexts = 0.0, tokens = 0.0;
    const auto ranks = static_cast<double>(all.size());
    for (const Work& work : all) {
      load.decode += static_cast<double>(work.decoding.size());
      for (const std::size_t i : work.decoding) contexts += m_requests[i].held();
      tokens += work.tokens;
      if (work.tokens <= load.prefill) continue;
      const auto chunks = static_cast<double>(work.chunks.size());
      load.prefill = work.tokens;
      load.prompt = work.tokens / chunks;
      load.prefix = work.prefixes / chunks;
    }
    if (load.decode > 0.0) load.context = contexts / load.decode;
    load.decode /= ranks * m_model.worker().pipeline_parallel;
    if (load.prefill > 0.0) load.spread = tokens / (ranks * load.prefill);
    return load;
  }

  void step() {
    const bool alone = m_model.separate_prefill();
    bool decoding = false;
    for (const Rank& rank : m_ranks)
      for (const std::size_t i : rank.running) decoding = decoding || !m_requests[i].reading();
    const bool reads = !alone || !m_read_last || !decoding;
    bool reading = false;
    m_work.clear();
    for (Rank& rank : m_ranks) {
      m_work.push_back(work_of(rank, reads, alone));
      reading = reading || !m_work.back().chunks.empty();
    }
    if (alone && reading)
      for (Work& work : m_work) work.decoding.clear();
    if (m_evicts)
      for (std::size_t r = 0; r < m_ranks.size(); ++r) evict(m_ranks[r], m_work[r]);
    Load load = load_of(m_work);
    const double alike = reading ? 1.0 : steps_alike(load);
    load.context += 0.5 * (alike - 1.0) * m_gain;
    m_now += alike * m_model.step_ms(load);
    m_steps += static_cast<std::int64_t>(alike);
    m_read_last = reading;
    double decoded = 0.0;
    for (std::size_t r = 0; r < m_ranks.size(); ++r) {
      decoded += static_cast<double>(m_work[r].decoding.size());
      write(m_ranks[r], m_work[r], alike);
    }
    if (decoded > 0.0) {
      m_batch_time += alike * decoded;
      m_batch_steps += alike;
    }
  }

  void write(Rank& rank, const Work& work, double alike) {
    const auto add = [&](Request& request, double tokens) {
      const double written = std::min(tokens, request.output - request.written);
      request.written += written;
      if (m_evicts) rank.used += written;
    };
    for (const std::size_t i : work.decoding) add(m_requests[i], alike * m_gain);
    for (const auto& [i, tokens] : work.chunks) {
      Request& request = m_requests[i];
      request.read += tokens;
      if (request.reading()) continue;
      if (request.first < 0.0) request.first = m_now;
      add(request, 1.0);
    }
    m_most_held = std::max(m_most_held, rank.used);
    finish(rank);
  }

  /// When the next request that is on its way passes the front end.
  double next_reaches() const {
    if (!m_coming.empty()) return reaches(m_coming.front());
    if (m_inputs.in_flight > 0 || m_next >= m_requests.size()) return std::numeric_limits<double>::infinity();
    return reaches(m_next);
  }

  /// Steps from now on in which the same sequences decode and nothing else happens: until one of them ends, a
  /// request arrives, a cache is full, or contexts have grown by a tenth. They take as long as the middle
  /// one.
  double steps_alike(const Load& load) const {
    double steps = std::max(1.0, std::floor(kContextGrowth * load.context / m_gain));
    for (std::size_t r = 0; r < m_ranks.size(); ++r) {
      for (const std::size_t i : m_ranks[r].running) {
        if (m_requests[i].reading()) return 1.0;
        steps = std::min(steps, std::ceil((m_requests[i].output - m_requests[i].written) / m_gain));
      }
      if (const auto decoding = static_cast<double>(m_work[r].decoding.size()); m_evicts && decoding > 0.0)
        steps = std::min(steps, std::floor((m_inputs.kv_tokens - m_ranks[r].used) / (decoding * m_gain)));
    }
    if (steps <= 1.0) return 1.0;
    const double until = std::ceil((next_reaches() - m_now) / m_model.step_ms(load));
    return std::max(1.0, std::min(steps, until));
  }

  void finish(Rank& rank) {
    for (std::size_t k = 0; k < rank.running.size();) {
      Request& request = m_requests[rank.running[k]];
      if (request.reading() || request.written < request.output) {
        ++k;
        continue;
      }
      request.end = m_now;
      rank.used -= taken(request) + (m_evicts ? request.written : 0.0);
      rank.running.erase(rank.running.begin() + static_cast<std::ptrdiff_t>(k));
      if (m_inputs.in_flight > 0) arrive();
    }
  }

  /// Tokens that a rank's step will write.
  double to_write(const Work& work) const {
    double tokens = 0.0;
    for (const std::size_t i : work.decoding)
      tokens += std::min(m_gain, m_requests[i].output - m_requests[i].written);
    for (const Chunk& chunk : work.chunks)
      if (const Request& request = m_requests[chunk.request]; request.read + chunk.tokens >= request.prompt)
        tokens += 1.0;
    return tokens;
  }

  /// Where there is no room for what a step writes, the latest of the running ones give way; they read again
  /// what they had.
  void evict(Rank& rank, Work& work) {
    while (rank.used + to_write(work) > m_inputs.kv_tokens && rank.running.size() > 1) {
      const std::size_t i = rank.running.back();
      Request& request = m_requests[i];
      rank.used -= taken(request) + request.written;
      request.prompt += request.written;
      request.output -= request.written;
      request.read = request.written = 0.0;
      rank.running.pop_back();
      rank.waiting.push_front(i);
      ++m_preemptions;
      std::erase(work.decoding, i);
      std::erase_if(work.chunks, [&](const Chunk& chunk) {
        if (chunk.request != i) return false;
        work.tokens -= chunk.tokens;
        return true;
      });
    }
  }

  Simulated figures() {
    std::vector<Served> served;
    for (std::size_t i = 0; i < m_requests.size(); ++i)
      served.push_back({m_requests[i].arrival, m_requests[i].first, m_requests[i].end,
                        std::max(1.0, m_inputs.requests[i].output)});
    Simulated out = figures_of_served(served, m_inputs.warm_up, m_inputs.in_flight, m_inputs.quantile);
    out.batch = m_batch_steps > 0.0 ? m_batch_time / m_batch_steps : 0.0;
    out.most_held = m_most_held;
    out.steps = m_steps;
    out.preemptions = m_preemptions;
    out.left_out = m_left_out;
    return out;
  }

  const StepModel& m_model;
  const SimulationInputs& m_inputs;
  double m_gain;
  bool m_evicts;
  std::vector<Rank> m_ranks;
  std::vector<Request> m_requests;
  std::deque<std::size_t> m_coming;
  std::vector<Work> m_work;  ///< of the ranks, in the step
  std::size_t m_next = 0;
  double m_now = 0.0, m_batch_time = 0.0, m_batch_steps = 0.0, m_most_held = 0.0;
  bool m_read_last = false;
  std::int64_t m_steps = 0, m_preemptions = 0, m_left_out = 0;
};

/// SplitMix64: the same numbers everywhere.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : m_state(seed) {}
  double uniform() {
    m_state += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = m_state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return (static_cast<double>((z ^ (z >> 31)) >> 11) + 0.5) * 0x1.0p-53;
  }
  double exponential() { return -std::log(uniform()); }
  /// Of mean 1 and the given squared variation: sums of exponentials for whole shapes, else a mixture of two
  /// exponentials with balanced means.
  double gap(double variation) {
    const double square = variation * variation;
    if (square < 0.01) return 1.0;
    if (square < 1.0) {
      const int stages = static_cast<int>(std::lround(1.0 / square));
      double sum = 0.0;
      for (int i = 0; i < stages; ++i) sum += exponential();
      return sum / stages;
    }
    const double share = 0.5 * (1.0 + std::sqrt((square - 1.0) / (square + 1.0)));
    return uniform() < share ? exponential() / (2.0 * share) : exponential() / (2.0 * (1.0 - share));
  }

 private:
  std::uint64_t m_state;
};

}  // namespace

Simulated figures_of_served(const std::vector<Served>& requests, double warm_up, int in_flight,
                            double quantile) {
  Simulated out;
  const auto count = static_cast<double>(requests.size());
  std::vector<double> firsts, tokens, stays, ends;
  double written = 0.0, done = 0.0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const Served& request = requests[i];
    const double place = static_cast<double>(i) / count;
    if (request.end >= 0.0) ends.push_back(request.end);
    if (request.end < 0.0 || place < warm_up || place > 1.0 - warm_up) continue;
    firsts.push_back(request.first - request.arrival);
    stays.push_back(request.end - request.arrival);
    if (request.output > 1.0) tokens.push_back((request.end - request.first) / (request.output - 1.0));
    written += request.output;
    done += 1.0;
  }
  if (done > 1.0 && in_flight > 0) {
    const double mean = mean_of(stays), flying = std::min(static_cast<double>(in_flight), count);
    out.rate = mean > 0.0 ? flying / mean : 0.0;
  } else if (done > 1.0) {
    const double from = at_share(ends, warm_up), to = at_share(ends, 1.0 - warm_up);
    const auto inside =
        std::count_if(ends.begin(), ends.end(), [&](double end) { return from < end && end <= to; });
    out.rate = to > from ? static_cast<double>(inside) / (to - from) : 0.0;
  }
  out.output_rate = done > 0.0 ? out.rate * written / done : 0.0;
  out.ttft_mean = mean_of(firsts);
  out.ttft_median = at_share(firsts, 0.5);
  out.ttft_p99 = at_share(firsts, 0.99);
  out.ttft_promised = at_share(firsts, quantile);
  out.e2e_promised = at_share(stays, quantile);
  out.tpot_promised = at_share(tokens, quantile);
  out.tpot_mean = mean_of(tokens);
  out.tpot_median = at_share(tokens, 0.5);
  out.tpot_p99 = at_share(tokens, 0.99);
  return out;
}

Simulated simulate(const StepModel& model, const SimulationInputs& inputs) {
  return Simulator(model, inputs).run();
}

std::vector<Arrival> sample_requests(const Traffic& traffic, int count, std::uint64_t seed) {
  Numbers numbers(seed);
  std::vector<Arrival> requests;
  double now = 0.0;
  for (int i = 0; i < count; ++i) {
    if (traffic.kind == Traffic::Kind::rate)
      now += numbers.gap(traffic.arrival_variation) / std::max(1e-12, traffic.requests_per_second);
    const double input = std::max(1.0, std::round(traffic.input.quantile(numbers.uniform())));
    const double output = std::max(1.0, std::round(traffic.output.quantile(numbers.uniform())));
    requests.push_back({now, input, output, std::floor(input * traffic.cached_prefix)});
  }
  // The rate is that of the traffic, whatever the gaps that were drawn add up to.
  if (traffic.kind == Traffic::Kind::rate && now > 0.0) {
    const double asked = count / std::max(1e-12, traffic.requests_per_second);
    for (Arrival& one : requests) one.seconds *= asked / now;
  }
  return requests;
}

}  // namespace astrolabe::serving
