#include "core/plan/shard.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <numeric>

#include "core/base/error_codes.h"
#include "core/base/parallel.h"
#include "core/base/units.h"
#include "core/cost/coefficients.h"
#include "core/spmd/backward.h"
#include "core/spmd/benchmark_graphs.h"
#include "core/spmd/kernel_prices.h"
#include "core/spmd/model_graph.h"

namespace astrolabe::plan {

namespace {

constexpr std::int64_t kSamplesPerDevice = 32, kUsualSequence = 4096;
/// Of the time and work left: what one of several ways to run a step may take.
constexpr double kShare = 1.0 / 3.0;
/// Of all work, whatever is left: a way gets one of kShares parts, all its bounds together one of kBounds.
constexpr std::int64_t kShares = 32, kBounds = 8;

double bytes_of(hardware::Precision precision) { return precision == hardware::Precision::fp32 ? 4.0 : 2.0; }

Result<spmd::Devices> devices_for(const ShardRequest& request) {
  if (request.profile) return spmd::read_profile(*request.profile);
  return spmd::devices_of(*request.cluster, request.job->precision, request.job->limits.memory_headroom,
                          cost::coefficients_of(request.coefficients));
}

std::int64_t batch_of(const ShardRequest& request, int devices) {
  return request.batch > 0 ? request.batch
         : request.job     ? request.job->global_batch
                           : kSamplesPerDevice * devices;
}

/// Of `batch` samples; a graph that was read elsewhere keeps its own.
Result<spmd::Graph> forward_for(const ShardRequest& request, int devices, std::int64_t batch) {
  if (request.graph) {
    spmd::Graph graph = *request.graph;
    if (request.job)
      for (spmd::Tensor& tensor : graph.tensors) tensor.element_bytes = bytes_of(request.job->precision);
    return graph;
  }
  if (!request.benchmark.empty()) {
    spmd::BenchmarkOptions options;
    options.layers = request.layers;
    options.batch = batch;
    options.devices = devices;
    options.released = request.compat;
    auto graph = spmd::benchmark_graph(request.benchmark, options);
    if (graph && request.job)
      for (spmd::Tensor& tensor : graph->tensors) tensor.element_bytes = bytes_of(request.job->precision);
    return graph;
  }
  if (request.compat)
    return fail(code::unsupported_model, request.architecture->id, "--compat with a model",
                {Wanted::Kind::text, {"--benchmark: the released code has rules for those operators only"}});
  spmd::ModelGraphOptions options;
  const std::int64_t own = request.architecture->max_sequence;
  options.sequence = request.sequence > 0 ? request.sequence
                     : request.job        ? request.job->sequence_length
                     : own > 0            ? std::min(own, kUsualSequence)
                                          : kUsualSequence;
  options.batch = batch;
  if (request.job) options.element_bytes = bytes_of(request.job->precision);
  options.first_layer = request.first_layer;
  options.layers = request.stage_layers;
  return spmd::model_graph(*request.architecture, options);
}

/// Operators at the speeds at which core/cost has them in pipelines.
void price(const ShardRequest& request, spmd::Graph& graph, spmd::Devices& devices) {
  model::Graph model;
  for (const spmd::Node& node : graph.nodes)
    if (node.op == spmd::Op::top2_gate) model.experts = std::max(model.experts, 1);
  strategy::Problem problem;
  problem.graph = std::make_shared<const model::Graph>(std::move(model));
  problem.cluster = *request.cluster;
  problem.job = *request.job;
  problem.software = request.software;
  problem.coefficients = request.coefficients;
  spmd::price_by_kernels(problem, graph, devices, request.gpus);
}

struct Question {
  spmd::Graph graph;
  spmd::Devices devices;
};

/// The step of one micro-batch and the devices, priced.
Result<Question> question_of(const ShardRequest& request, const spmd::Execution& execution) {
  auto devices = devices_for(request);
  if (!devices) return tl::unexpected<Error>(std::move(devices.error()));
  auto graph =
      forward_for(request, devices->count(), batch_of(request, devices->count()) / execution.micro_batches);
  if (!graph) return tl::unexpected<Error>(std::move(graph.error()));
  if (!request.compat) {
    graph = spmd::with_backward(std::move(*graph));
    if (!graph) return tl::unexpected<Error>(std::move(graph.error()));
    if (!request.profile) price(request, *graph, *devices);
  }
  return Question{std::move(*graph), std::move(*devices)};
}

/// What a step takes at the least, were all devices busy all the time and nothing sent.
Seconds least_compute(const Question& question, const spmd::Execution& execution) {
  double once = 0.0, each = 0.0;
  for (const spmd::Node& node : question.graph.nodes) {
    const auto& speeds = question.devices.flops_per_second[static_cast<std::size_t>(spmd::class_of(node))];
    const double seconds = node.flops / std::accumulate(speeds.begin(), speeds.end(), 0.0);
    (node.phase == spmd::Phase::optimizer ? once : each) += seconds;
  }
  return {once + execution.micro_batches * each};
}

/// One program: `execution` with the memory that there is. `at_most`: other ways are tried, too; only what
/// takes less is of interest.
Result<ShardAnswer> shard_once(const ShardRequest& request, Question question,
                               const spmd::Execution& execution, bool baselines,
                               std::optional<double> at_most) {
  spmd::SynthesisOptions options = request.options;
  options.execution = execution;
  options.baselines = options.baselines && baselines;
  options.is_trial = at_most.has_value();
  options.at_most = at_most.value_or(options.at_most);
  auto synthesis = spmd::synthesise(question.graph, question.devices, options);
  if (!synthesis) return tl::unexpected<Error>(std::move(synthesis.error()));
  return ShardAnswer{std::move(question.graph), std::move(question.devices), std::move(*synthesis), {}};
}

Result<ShardAnswer> shard_once(const ShardRequest& request, const spmd::Execution& execution, bool baselines,
                               std::optional<double> at_most = {}) {
  auto question = question_of(request, execution);
  if (!question) return tl::unexpected<Error>(std::move(question.error()));
  return shard_once(request, std::move(*question), execution, baselines, at_most);
}

/// What all devices together lack of what every program holds, run in the way that holds least; nothing where
/// they may have it.
std::optional<Bytes> lack_together(const Question& question, const spmd::Execution& lightest) {
  const spmd::Devices& devices = question.devices;
  if (devices.memory.empty()) return {};
  const Bytes memory = devices.memory_together();
  const Bytes least = spmd::least_memory(question.graph, lightest, devices.terms.fragmentation);
  return least > memory ? std::optional(least - memory) : std::nullopt;
}

/// Looks for a way to run a step that fits, when the plain one does not.
class Lighter {
 public:
  Lighter(const ShardRequest& request, int devices) : m_request(request) {
    m_counts = {1};
    if (request.graph) return;
    const std::int64_t batch = batch_of(request, devices);
    for (int count = 2; batch % count == 0; count *= 2) m_counts.push_back(count);
  }

  using Clock = std::chrono::steady_clock;

  /// Graphs that take a while to be made: with them nothing is begun that would not end in time.
  bool is_large() const {
    constexpr std::chrono::milliseconds kWhile{250};
    return m_making > kWhile;
  }
  /// Before which a search that is begun now has to end.
  spmd::WorkLimit::Deadline deadline() const {
    const spmd::WorkLimit::Deadline& all = m_request.options.deadline;
    return all && is_large() ? spmd::WorkLimit::Deadline(*all - m_making) : all;
  }
  /// Nobody waits any longer.
  bool is_late() const {
    constexpr int kOfMaking = 3;  // a graph, its theories and the first program take about as long each
    spmd::WorkLimit::Deadline latest = deadline();
    if (latest && is_large()) *latest -= kOfMaking * m_making;
    return spmd::WorkLimit(m_request.options.stop, latest).is_over();
  }
  bool stopped() const {
    const std::int64_t most = m_request.options.most_work;
    return (most > 0 && m_work >= most) || is_late();
  }

  /// Where no program can fit: that, with the device that lacks most of its part by memory, and more nodes.
  /// Where the time is up with that question already: nothing but it.
  Result<std::optional<ShardAnswer>> hopeless() {
    const spmd::Execution lightest{m_counts.back(), true, true};
    const auto begin = Clock::now();
    auto question = question_of(m_request, lightest);
    if (!question) return tl::unexpected<Error>(std::move(question.error()));
    m_making = Clock::now() - begin;
    const std::optional<Bytes> lacking = lack_together(*question, lightest);
    const bool late = is_large() && is_late();
    if (!lacking && !late) return std::nullopt;
    m_best = {std::move(question->graph), std::move(question->devices), {}, {}};
    if (!lacking) {
      m_best.synthesis.status = spmd::SynthesisStatus::infeasible;
      m_best.synthesis.stopped = true;
      return std::optional(std::move(m_best));
    }
    const std::vector<Bytes>& memory = m_best.devices.memory;
    const auto largest = std::max_element(memory.begin(), memory.end());
    const Bytes all = m_best.devices.memory_together();
    spmd::Synthesis& none = m_best.synthesis;
    none.status = spmd::SynthesisStatus::infeasible;
    none.short_of = {m_best.devices.names[static_cast<std::size_t>(largest - memory.begin())],
                     *lacking * (largest->value / all.value)};
    if (auto helped = find_nodes(lightest); !helped) return tl::unexpected<Error>(helped.error());
    return std::optional(std::move(m_best));
  }

  Result<ShardAnswer> run(ShardAnswer plain) {
    m_best = std::move(plain);
    m_work = m_best.synthesis.work;
    // Ways that save memory in fewer respects fit with more micro-batches only, if at all.
    std::map<std::pair<bool, bool>, bool> fit;
    for (const auto& [again, recompute] :
         {std::pair{true, true}, {true, false}, {false, true}, {false, false}}) {
      if ((!again && !fit[{true, recompute}]) || (!recompute && !fit[{again, true}])) continue;
      const auto found = fewest(again, recompute);
      if (!found) return tl::unexpected<Error>(found.error());
      fit[{again, recompute}] = *found;
      if (again && recompute && !*found) {
        if (auto last = last_attempts(); !last) return tl::unexpected<Error>(last.error());
        if (fits(m_best)) continue;
        m_best.synthesis.stopped = m_best.synthesis.stopped || stopped();
        if (auto helped = find_nodes({m_counts.back(), true, true}); !helped)
          return tl::unexpected<Error>(helped.error());
        return std::move(m_best);
      }
    }
    // The known ways of parallel training, run in the way found.
    if (m_request.options.baselines && !stopped())
      if (auto compared = attempt(m_best.synthesis.program.execution, true); !compared)
        return tl::unexpected<Error>(compared.error());
    const auto bound = least_of_all_ways();
    if (!bound) return tl::unexpected<Error>(bound.error());
    spmd::Synthesis& made = m_best.synthesis;
    made.lower_bound = *bound;
    made.stopped = made.stopped || stopped();
    made.elapsed = m_elapsed;
    spmd::conclude(made);
    return std::move(m_best);
  }

 private:
  enum class Verdict { too_large, slow, fits };

  /// The best is kept. `slow`: whether it fits or not, it is no better.
  Result<Verdict> attempt(const spmd::Execution& execution, bool baselines = false) {
    if (stopped()) return Verdict::too_large;  // nobody waits for the answer
    const double best_step = fits(m_best) && !baselines ? m_best.synthesis.step.value : kBeyond;
    ShardRequest request = m_request;
    request.options.deadline = deadline();
    if (!m_is_last) request.options.deadline = spmd::part_of(request.options.deadline, kShare);
    request.options.most_work = spmd::part_of(m_request.options.most_work, m_work, kShare, kShares);
    auto tried = shard_once(request, execution, baselines, best_step);
    if (!tried) return tl::unexpected<Error>(std::move(tried.error()));
    m_elapsed += tried->synthesis.elapsed;
    m_work += tried->synthesis.work;
    if (tried->synthesis.lower_bound.value >= best_step) return Verdict::slow;
    const bool good = fits(*tried);
    const spmd::Synthesis &now = tried->synthesis, &best = m_best.synthesis;
    const bool better =
        good ? !fits(m_best) || now.step < best.step || (baselines && !(best.step < now.step))
             : !fits(m_best) && !now.short_of.device.empty() && now.short_of.missing < best.short_of.missing;
    if (better) m_best = std::move(*tried);
    return good ? Verdict::fits : Verdict::too_large;
  }

  /// The fewest micro-batches that fit; false where even the most do not. Fewer are faster: less latency,
  /// larger products, weights gathered less often; so what is slow with some is so with more.
  Result<bool> fewest(bool again, bool recompute) {
    std::size_t low = 0, high = m_counts.size() - 1;
    const bool plain = !again && !recompute;  // tried with one micro-batch before all others
    if (!plain) {
      const auto one = attempt({m_counts[low], again, recompute});
      if (!one || *one != Verdict::too_large) return one.map([](Verdict) { return true; });
    }
    const auto most = high > low ? attempt({m_counts[high], again, recompute}) : Verdict::too_large;
    if (!most || *most == Verdict::too_large) return most.map([](Verdict) { return false; });
    for (++low; low < high && !stopped();) {
      const std::size_t middle = (low + high) / 2;
      const auto enough = attempt({m_counts[middle], again, recompute});
      if (!enough) return tl::unexpected<Error>(enough.error());
      if (*enough != Verdict::too_large)
        high = middle;
      else
        low = middle + 1;
    }
    return true;
  }

  /// Nothing fits so far, perhaps as time was short: what is left of it goes to the ways that hold least.
  Result<void> last_attempts() {
    if (!m_request.options.deadline || !m_best.synthesis.stopped) return {};
    m_is_last = true;
    for (const int count : {m_counts.back(), m_counts.front()})
      if (const auto tried = attempt({count, true, true}); !tried)
        return tl::unexpected<Error>(tried.error());
      else if (*tried == Verdict::fits)
        break;
    m_is_last = false;
    return {};
  }

  /// What no way of running the step undercuts: of each, the bound with the fewest micro-batches whose
  /// tensors the memory of all devices together holds, and with more while these may still be faster.
  Result<Seconds> least_of_all_ways() const {
    constexpr std::array<std::pair<bool, bool>, 4> ways{
        {{false, false}, {false, true}, {true, false}, {true, true}}};
    std::array<Result<Seconds>, ways.size()> bounds;
    parallel_for(ways.size(), worker_count(m_request.options.threads), std::stop_token{},
                 [&](std::size_t k, int) { bounds[k] = least_of(ways[k].first, ways[k].second); });
    Seconds least = m_best.synthesis.step;
    for (const Result<Seconds>& bound : bounds) {
      if (!bound) return bound;
      least = std::min(least, *bound);
    }
    return least;
  }

  /// Where its part of the work is used up, what is left is bounded by least_compute(): with more
  /// micro-batches devices are no faster.
  Result<Seconds> least_of(bool again, bool recompute) const {
    Seconds least = m_best.synthesis.step;
    const std::int64_t most = spmd::part_of(m_request.options.most_work, 0, 0.0, kBounds);
    std::int64_t work = 0;
    for (const int count : m_counts) {
      if (is_large() && is_late()) return Seconds{};  // nobody waits for it
      spmd::SynthesisOptions options = m_request.options;
      options.execution = {count, again, recompute};
      const auto question = question_of(m_request, options.execution);
      if (!question) return tl::unexpected<Error>(question.error());
      if (most > 0 && work >= most) return std::min(least, least_compute(*question, options.execution));
      options.at_most = m_best.synthesis.step.value;
      options.most_work = most > 0 ? most - work : 0;
      const auto bound = spmd::least_step(question->graph, question->devices, options, &work);
      if (!bound) return tl::unexpected<Error>(bound.error());
      if (!*bound) continue;
      if (**bound >= m_best.synthesis.step) break;
      least = std::min(least, **bound);
    }
    return least;
  }

  /// Nodes of the pool that lacks most, in steps of two.
  Result<void> find_nodes(const spmd::Execution& lightest) {
    constexpr int kMostNodes = 64;
    std::size_t at = 0;
    const auto& names = m_best.devices.names;
    const auto lacking =
        std::find(names.begin(), names.end(), m_best.synthesis.short_of.device) - names.begin();
    int first = 0;
    while (at + 1 < m_request.cluster->pools.size() && first + m_request.cluster->pools[at].gpus() <= lacking)
      first += m_request.cluster->pools[at++].gpus();
    for (int more = 1; more <= kMostNodes && !stopped(); more *= 2) {
      ShardRequest larger = m_request;
      larger.batch = batch_of(m_request, 1);
      hardware::Pool& pool = larger.cluster->pools[at];
      pool.nodes += more;
      pool.max_gpus += more * pool.gpus_per_node;
      auto question = question_of(larger, lightest);
      if (!question) return tl::unexpected<Error>(std::move(question.error()));
      if (lack_together(*question, lightest)) continue;
      larger.options.most_work = spmd::part_of(m_request.options.most_work, m_work, kShare, kShares);
      const auto tried = shard_once(larger, std::move(*question), lightest, false, {});
      if (!tried) return tl::unexpected<Error>(tried.error());
      if (!fits(*tried)) continue;
      m_best.help = MoreNodes{pool.id, more};
      return {};
    }
    return {};
  }

  const ShardRequest& m_request;
  ShardAnswer m_best;
  Seconds m_elapsed;
  std::int64_t m_work = 0;
  std::vector<int> m_counts;
  bool m_is_last = false;      ///< no other attempt is to follow
  Clock::duration m_making{};  ///< what the graph of a micro-batch takes
};

}  // namespace

bool fits(const ShardAnswer& answer) { return answer.synthesis.status != spmd::SynthesisStatus::infeasible; }

Result<ShardAnswer> shard_stage(const ShardRequest& request, const spmd::Execution& execution,
                                double at_most) {
  auto question = question_of(request, execution);
  if (!question) return tl::unexpected<Error>(std::move(question.error()));
  if (at_most > 0.0 && lack_together(*question, execution)) {
    ShardAnswer answer{std::move(question->graph), std::move(question->devices), {}, {}};
    answer.synthesis.status = spmd::SynthesisStatus::infeasible;
    return answer;
  }
  return shard_once(request, std::move(*question), execution, false, at_most);
}

namespace {

Result<ShardAnswer> shard_of_one_segment(const ShardRequest& request) {
  const bool may_choose = request.cluster && !request.compat && request.micro_batches == 0;
  spmd::Execution execution;
  execution.micro_batches = std::max(1, request.micro_batches);
  std::optional<Lighter> lighter;
  if (may_choose) {
    const auto devices = devices_for(request);
    if (!devices) return tl::unexpected<Error>(devices.error());
    lighter.emplace(request, devices->count());
    auto none = lighter->hopeless();
    if (!none) return tl::unexpected<Error>(std::move(none.error()));
    if (*none) return std::move(**none);
  }
  if (!may_choose) return shard_once(request, execution, true);
  ShardRequest first = request;
  first.options.deadline = spmd::part_of(lighter->deadline(), kShare);
  first.options.most_work = spmd::part_of(request.options.most_work, 0, kShare, kShares);
  auto plain = shard_once(first, execution, true, kBeyond);
  if (!plain) return plain;
  if (!fits(*plain)) return lighter->run(std::move(*plain));
  // It fits, and nothing else is to follow: all the time is its own.
  const bool may_go_on = plain->synthesis.stopped && !lighter->stopped();
  return may_go_on ? shard_once(request, execution, true) : plain;
}

/// The answer, or where that is faster its program parted into segments. The bound holds for both.
Result<ShardAnswer> parted(const ShardRequest& request, ShardAnswer answer) {
  spmd::Synthesis& whole = answer.synthesis;
  auto graph = spmd::in_segments(answer.graph, answer.devices, whole.program, request.options.segments);
  if (!graph) return answer;
  spmd::SynthesisOptions options = request.options;
  options.execution = whole.program.execution;
  options.baselines = false;
  options.most_work = spmd::part_of(options.most_work, whole.work, kShare, kShares);
  auto made = spmd::synthesise(*graph, answer.devices, options);
  if (!made) return tl::unexpected<Error>(std::move(made.error()));
  whole.elapsed += made->elapsed;
  whole.work += made->work;
  whole.stopped = whole.stopped || made->stopped;
  if (made->status == spmd::SynthesisStatus::infeasible || made->step >= whole.step) return answer;
  answer.graph = std::move(*graph);
  whole.step = made->step;
  whole.step_fractional = made->step_fractional;
  whole.program = std::move(made->program);
  whole.peak_memory = std::move(made->peak_memory);
  spmd::conclude(whole);
  return answer;
}

}  // namespace

Result<ShardAnswer> shard(const ShardRequest& asked) {
  ShardRequest request = asked;  // one limit for all syntheses together
  request.options.deadline =
      spmd::earlier(asked.options.deadline, spmd::deadline_of(asked.options.time_limit));
  request.options.time_limit = 0.0;
  auto answer = shard_of_one_segment(request);
  if (!answer || request.compat || request.options.segments <= 1 || !fits(*answer)) return answer;
  return parted(request, std::move(*answer));
}

std::vector<spmd::SegmentSpan> segments_of(const ShardAnswer& answer) { return spmd::spans_of(answer.graph); }

const char* status_of(const ShardAnswer& answer) {
  return fits(answer) || !answer.synthesis.stopped ? to_string(answer.synthesis.status) : "stopped";
}

}  // namespace astrolabe::plan
