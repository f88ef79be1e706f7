#include "core/serving/simulation_apart.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <queue>

namespace astrolabe::serving {

namespace {

/// What happens at a time: a request reaches the prompts' queue, a rank has read its prompts, keys and values
/// have come, a rank has decoded a step.
struct Event {
  enum class Kind { reaches, has_read, has_come, has_stepped } kind = Kind::reaches;
  double at = 0.0;
  std::int64_t order = 0;                     ///< of events at one time
  std::size_t index = 0;                      ///< a request, or a rank
  bool operator<(const Event& other) const {  // a queue gives its largest first
    return at != other.at ? at > other.at : order > other.order;
  }
};

struct Underway {
  double prompt = 1.0, prefix = 0.0, output = 1.0, written = 0.0;
};

struct Writer {
  std::vector<std::size_t> running;
  std::deque<std::size_t> waiting;
  double held = 0.0;  ///< tokens that room is taken for
  bool busy = false;
};

class ApartSimulator {
 public:
  ApartSimulator(const StepModel& prefill, const StepModel& decode, const ApartInputs& inputs)
      : m_prefill(prefill),
        m_decode(decode),
        m_inputs(inputs),
        m_gain(decode.worker().speculation.tokens_a_step()),
        m_stages(decode.worker().pipeline_parallel),
        m_reading(static_cast<std::size_t>(std::max(1, inputs.prefill_ranks))),
        m_writers(static_cast<std::size_t>(std::max(1, inputs.decode_ranks))) {
    for (const Arrival& one : inputs.requests) {
      const double output = std::max(1.0, one.output);
      m_requests.push_back({std::max(1.0, one.input - one.cached), one.cached, output});
      m_served.push_back({inputs.in_flight > 0 ? 0.0 : one.seconds * 1e3, -1.0, -1.0, output});
    }
  }

  Simulated run() {
    const std::size_t first = m_inputs.in_flight > 0
                                  ? std::min(m_requests.size(), static_cast<std::size_t>(m_inputs.in_flight))
                                  : m_requests.size();
    while (m_next < first) arrive(m_served[m_next].arrival);
    while (!m_events.empty()) {
      const Event event = m_events.top();
      m_events.pop();
      m_now = event.at;
      switch (event.kind) {
        case Event::Kind::reaches:
          m_prompts.push_back(event.index);
          break;
        case Event::Kind::has_read:
          has_read(event.index);
          break;
        case Event::Kind::has_come:
          has_come(event.index);
          break;
        case Event::Kind::has_stepped:
          has_stepped(event.index);
          break;
      }
      for (std::size_t rank = 0; rank < m_reading.size() && !m_prompts.empty(); ++rank)
        if (m_reading[rank].empty()) read(rank);
    }
    Simulated out = figures_of_served(m_served, m_inputs.warm_up, m_inputs.in_flight, m_inputs.quantile);
    out.most_held = m_most_held;
    out.batch =
        m_steps > 0 ? m_batch / static_cast<double>(m_steps) * static_cast<double>(m_writers.size()) : 0.0;
    out.steps = m_steps;
    out.left_out = m_left_out;
    return out;
  }

 private:
  void later(Event::Kind kind, double ms, std::size_t index) {
    m_events.push({kind, m_now + ms, m_order++, index});
  }
  void arrive(double at) {
    if (m_next >= m_requests.size()) return;
    m_served[m_next].arrival = at;
    m_events.push({Event::Kind::reaches, at + m_prefill.front_end_ms(), m_order++, m_next++});
  }
  /// A full step of prompts; one that is longer takes all of its chunks.
  void read(std::size_t rank) {
    const double budget = m_prefill.worker().max_batched_tokens;
    double tokens = 0.0, prefixes = 0.0;
    std::vector<std::size_t>& own = m_reading[rank];
    while (!m_prompts.empty()) {
      const Underway& request = m_requests[m_prompts.front()];
      if (!own.empty() && tokens + request.prompt > budget) break;
      tokens += request.prompt;
      prefixes += request.prefix;
      own.push_back(m_prompts.front());
      m_prompts.pop_front();
    }
    const auto count = static_cast<double>(own.size());
    const double chunks = std::max(1.0, std::ceil(tokens / budget));
    later(Event::Kind::has_read,
          chunks * m_prefill.step_ms({0.0, 0.0, tokens / chunks, tokens / chunks / count,
                                      (prefixes + 0.5 * (chunks - 1.0) * tokens / chunks) / count}),
          rank);
  }
  void has_read(std::size_t rank) {
    for (const std::size_t request : m_reading[rank])
      later(Event::Kind::has_come,
            hand_over_ms(m_inputs.transfer, m_requests[request].prefix + m_requests[request].prompt),
            request);
    m_reading[rank].clear();
  }
  void has_come(std::size_t request) {
    m_requests[request].written = 1.0;
    if (room(request) > m_inputs.kv_tokens) {
      ++m_left_out;
      if (m_inputs.in_flight > 0) arrive(m_now);
      return;
    }
    const auto fewest =
        std::min_element(m_writers.begin(), m_writers.end(), [](const Writer& a, const Writer& b) {
          return a.running.size() + a.waiting.size() < b.running.size() + b.waiting.size();
        });
    if (fewest->waiting.empty() && has_place(*fewest, request)) m_served[request].first = m_now;
    fewest->waiting.push_back(request);
    const auto rank = static_cast<std::size_t>(fewest - m_writers.begin());
    if (!fewest->busy) step(rank);
  }
  /// What a sequence takes of a rank's tokens.
  double room(std::size_t request) const {
    const Underway& one = m_requests[request];
    return m_inputs.kv_sequence + one.prefix + one.prompt + one.output;
  }
  bool has_place(const Writer& writer, std::size_t request) const {
    return static_cast<double>(writer.running.size() + 1) <= m_inputs.places &&
           writer.held + room(request) <= m_inputs.kv_tokens;
  }
  void step(std::size_t rank) {
    Writer& writer = m_writers[rank];
    while (!writer.waiting.empty() && has_place(writer, writer.waiting.front())) {
      const std::size_t request = writer.waiting.front();
      if (m_served[request].first < m_served[request].arrival) m_served[request].first = m_now;
      writer.held += room(request);
      writer.running.push_back(request);
      writer.waiting.pop_front();
    }
    m_most_held = std::max(m_most_held, writer.held);
    writer.busy = !writer.running.empty();
    if (!writer.busy) return;
    double contexts = 0.0;
    for (const std::size_t request : writer.running)
      contexts += m_requests[request].prefix + m_requests[request].prompt + m_requests[request].written;
    const auto count = static_cast<double>(writer.running.size());
    m_batch += count;
    ++m_steps;
    later(Event::Kind::has_stepped, m_decode.step_ms({count / m_stages, contexts / count, 0.0, 1.0, 0.0}),
          rank);
  }
  void has_stepped(std::size_t rank) {
    Writer& writer = m_writers[rank];
    std::erase_if(writer.running, [&](std::size_t request) {
      Underway& one = m_requests[request];
      // A request of one token is done with its prompt.
      if (one.output > 1.0) one.written += m_gain;
      if (one.written < one.output) return false;
      m_served[request].end = m_now;
      writer.held -= room(request);
      if (m_inputs.in_flight > 0) arrive(m_now);
      return true;
    });
    step(rank);
  }

  const StepModel& m_prefill;
  const StepModel& m_decode;
  const ApartInputs& m_inputs;
  double m_gain, m_stages;
  std::vector<Underway> m_requests;
  std::vector<Served> m_served;
  std::deque<std::size_t> m_prompts;
  std::vector<std::vector<std::size_t>> m_reading;  ///< by rank
  std::vector<Writer> m_writers;
  std::priority_queue<Event> m_events;
  std::size_t m_next = 0;
  double m_now = 0.0, m_batch = 0.0, m_most_held = 0.0;
  std::int64_t m_order = 0, m_steps = 0, m_left_out = 0;
};

}  // namespace

Simulated simulate_apart(const StepModel& prefill, const StepModel& decode, const ApartInputs& inputs) {
  return ApartSimulator(prefill, decode, inputs).run();
}

}  // namespace astrolabe::serving
