#include "core/spmd/synthesis.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>

#include "core/base/error_codes.h"
#include "core/base/parallel.h"
#include "core/spmd/searches.h"

namespace astrolabe::spmd {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSame = 1e-9;  ///< costs that differ by less are the same
constexpr double kWorthIt = 1.01;
/// What takes time beside searches, in choices tried in these, for each node: a graph with its theories; a
/// program written, timed and held against memory.
constexpr std::int64_t kWorkOfGraph = 10, kWorkOfProgram = 3;

bool fits(const std::vector<Bytes>& peak, const Devices& devices) {
  for (std::size_t i = 0; i < devices.memory.size(); ++i)
    if (peak[i].value > devices.memory[i].value * (1.0 + 1e-12)) return false;
  return true;
}

MissingMemory most_missing(const std::vector<Bytes>& peak, const Devices& devices) {
  MissingMemory worst;
  for (std::size_t i = 0; i < devices.memory.size(); ++i)
    if (const Bytes over = peak[i] - devices.memory[i]; over > worst.missing)
      worst = {devices.names[i], over};
  return worst;
}

struct Candidate {
  Program program;
  double rounded = 0.0, fractional = 0.0;
  Memory memory;
  bool proven = false;  ///< its fractional time is the lower bound
};

bool is_met(const Synthesis& made) { return made.step.value <= made.lower_bound.value * (1.0 + kSame); }

class Synthesiser {
 public:
  Synthesiser(const Graph& graph, const Devices& devices, const SynthesisOptions& options)
      : m_graph(graph),
        m_devices(devices),
        m_options(with_deadline(options)),
        m_start(Clock::now()),
        m_searches(graph, devices, m_options) {}

  Result<Synthesis> run() {
    spend(kWorkOfGraph);
    if (auto made = m_searches.make_theories(); !made) return tl::unexpected<Error>(made.error());
    auto done = m_graph.released ? alternate() : explore();
    if (!done) return tl::unexpected<Error>(done.error());
    m_result.states_expanded = m_searches.states_expanded();
    m_result.work = m_searches.work();
    m_result.stopped = m_searches.stopped();
    m_result.elapsed = {std::chrono::duration<double>(Clock::now() - m_start).count()};
    return std::move(m_result);
  }

  /// See least_step().
  Result<std::optional<Seconds>> least() {
    spend(kWorkOfGraph);
    if (!m_devices.memory.empty() &&
        least_memory(m_graph, m_options.execution, m_devices.terms.fragmentation) >
            m_devices.memory_together())
      return std::nullopt;
    if (auto made = m_searches.make_theories(); !made) return tl::unexpected<Error>(made.error());
    return m_searches.refined(m_options.at_most);
  }
  std::int64_t work() const { return m_searches.work(); }

 private:
  void spend(std::int64_t of_node) {
    m_searches.spend(of_node * static_cast<std::int64_t>(m_graph.nodes.size()));
  }

  static SynthesisOptions with_deadline(SynthesisOptions options) {
    options.deadline = earlier(options.deadline, deadline_of(options.time_limit));
    return options;
  }

  // The released alternation.

  Result<void> alternate() {
    std::vector<double> ratios = caps(m_devices.speeds()).front();
    double best = kBeyond;
    for (;;) {
      const Prices prices(m_devices, ratios, true);
      const Found found = m_searches.at(m_searches.all(), prices);
      m_searches.count(found);
      if (!found.any) return fail(code::nothing_fits, m_graph.name, "no program");
      m_result.rounds.push_back({found.seconds, found.seconds});
      if (found.seconds >= best * (1.0 - kSame)) break;
      best = found.seconds;
      Program program = assemble(m_searches.all(), prices, found.rule);
      evaluate(m_graph, m_devices, program, false);
      const auto solved = ratios_of(ratio_problem(m_graph, m_devices, program), m_devices);
      if (!solved) return tl::unexpected<Error>(solved.error());
      program.ratios = solved->ratios;
      m_result.rounds.back().after_ratios = evaluate(m_graph, m_devices, program, false);
      ratios = solved->ratios.front();
      m_result.program = std::move(program);
      if (m_searches.stopped()) break;
    }
    m_result.step = m_result.step_fractional = {evaluate(m_graph, m_devices, m_result.program, false)};
    bound_by_caps();
    conclude();
    released_baselines();
    return {};
  }

  void bound_by_caps() {
    double least = m_result.step.value;
    for (const std::vector<double>& ratios : caps(m_devices.speeds())) {
      const Found found = m_searches.at(m_searches.all(), Prices(m_devices, ratios, true));
      m_searches.count(found);
      least = std::min(least, found.lower_bound);
    }
    m_result.lower_bound = {least};
  }

  /// flops / sum F or flops / (n F_min), and one all-reduce of all parameters.
  void released_baselines() {
    double flops = 0.0, sum = 0.0, least = kBeyond;
    for (const Node& node : m_graph.nodes) flops += 3.0 * node.flops;
    for (const double speed : m_devices.speeds()) {
      sum += speed;
      least = std::min(least, speed);
    }
    const double reduce = m_graph.parameters() / m_devices.of(Collective::all_reduce).bandwidth.value;
    m_result.baselines.data_parallel_even = flops / (m_devices.count() * least) + reduce;
    m_result.baselines.data_parallel_proportional = flops / sum + reduce;
  }

  static Result<Ratios> ratios_of(const RatioProblem& problem, const Devices& devices) {
    if (problem.segments.size() == 1 && devices.one_speed() && problem.memory.empty())
      return closed_form(problem.segments.front(), devices.speeds());
    return solve_ratios(problem, devices);
  }

  // The full theory.

  Result<void> explore() {
    if (auto at_caps = search_caps(); !at_caps) return at_caps;
    if (m_candidates.empty()) {
      m_result.status = SynthesisStatus::infeasible;
      return {};
    }
    if (!m_exact)
      if (auto refined = refine(); !refined) return refined;
    const bool any_fits =
        std::any_of(m_candidates.begin(), m_candidates.end(),
                    [&](const Candidate& candidate) { return fits(candidate.memory.peak, m_devices); });
    if (any_fits)
      if (auto shorter = shorten_traffic(); !shorter) return shorter;
    if (!m_options.is_trial || any_fits) {
      if (m_options.baselines)
        if (auto compared = compare(); !compared) return compared;
      search_rounded();
    }
    choose();
    return {};
  }

  /// One search for each cap. The least of their bounds bounds every program at every ratio when each device
  /// has one speed and there is one segment; otherwise a search at prices below all possible ones does.
  Result<void> search_caps() {
    std::vector<std::vector<double>> all = caps(m_devices.speeds());
    if (m_devices.count() > 1) all.push_back(lone_device(m_devices.speeds()));
    std::vector<Found> found(all.size());
    std::vector<Prices> prices;
    prices.reserve(all.size());
    for (const auto& ratios : all) prices.push_back(m_searches.prices_at(ratios));
    int segments = m_options.segments;
    for (const Node& node : m_graph.nodes) segments = std::max(segments, node.segment + 1);
    m_exact = segments == 1 && m_devices.one_speed();
    if (!m_exact) {
      m_result.lower_bound = m_searches.relaxed(m_options.at_most);
      if (m_result.lower_bound.value >= m_options.at_most) return {};
    }
    // The program of the first cap is known to the others; where only the best of all caps is wanted, what is
    // dearer is not looked for.
    const auto at = [&](std::size_t k) {
      const bool known = k > 0 && found[0].any;
      found[k] =
          m_searches.at(m_searches.all(), prices[k], 0.0, &m_searches.by_batch(),
                        known ? &found[0].rule : nullptr, known && m_exact ? found[0].seconds : kBeyond);
    };
    at(0);
    const std::size_t shared = m_devices.count() > 1 ? all.size() - 1 : all.size();
    parallel_for(shared - 1, worker_count(m_options.threads), std::stop_token{},
                 [&](std::size_t k, int) { at(k + 1); });
    double best = kBeyond, bound = kBeyond;
    for (std::size_t k = 0; k < shared; ++k) {
      if (found[k].any) best = std::min(best, found[k].seconds);
      bound = std::min(bound, found[k].lower_bound);
    }
    if (shared < all.size()) {
      // Everything on one device: worth a search only where its work alone is not too long already.
      const double least = make_tables(m_searches.all(), prices.back()).remaining[0];
      if (least < best) {
        at(shared);
        bound = std::min(bound, found[shared].lower_bound);
      }
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
      m_searches.count(found[k]);
      if (!found[k].any) continue;
      m_result.rounds.push_back({found[k].seconds, found[k].seconds});
      keep(assemble(m_searches.all(), prices[k], found[k].rule),
           m_exact && found[k].seconds <= bound * (1.0 + 1e-12));
    }
    if (m_exact) m_result.lower_bound = {bound + m_devices.terms.fixed_seconds};
    const bool tight = std::any_of(m_candidates.begin(), m_candidates.end(), [&](const Candidate& candidate) {
      return !m_exact || (candidate.proven && !fits(candidate.memory.peak, m_devices));
    });
    if (tight) m_exact = false;
    return {};
  }

  /// Ratios by the linear programme for every program found; where memory does not suffice, programs that
  /// hold less, found by a price on memory.
  Result<void> refine() {
    const std::size_t count_at_caps = m_candidates.size();
    bool any_fits = false;
    for (std::size_t k = 0; k < count_at_caps; ++k)
      if (auto adapted = adapt(k); !adapted) return adapted;
    for (const Candidate& candidate : m_candidates)
      any_fits = any_fits || fits(candidate.memory.peak, m_devices);
    const bool cap_fits =
        std::all_of(m_candidates.begin(), m_candidates.begin() + static_cast<std::ptrdiff_t>(count_at_caps),
                    [&](const Candidate& candidate) { return fits(candidate.memory.peak, m_devices); });
    if (m_devices.memory.empty() || (any_fits && cap_fits)) return {};
    for (const std::vector<double>& ratios : caps(m_devices.speeds()))
      if (auto lighter = spare_memory(ratios); !lighter) return lighter;
    return {};
  }

  /// The best ratios for a candidate's instructions. Memory is judged in whole units: where these take more
  /// than the fractions, the programme is asked again with that much less.
  Result<void> adapt(std::size_t index) { return adapt(index, m_devices); }

  /// `priced`: m_devices, perhaps at other prices.
  Result<void> adapt(std::size_t index, const Devices& priced) {
    constexpr int kMostTimes = 3;
    if (m_searches.is_over()) {  // the candidate stays as it is
      m_searches.stop();
      return {};
    }
    Program program = m_candidates[index].program;
    const RatioProblem problem = ratio_problem(m_graph, priced, program, m_candidates[index].memory.points);
    Devices devices = priced;
    for (int time = 0; time < kMostTimes && (time == 0 || !m_searches.is_over()); ++time) {
      const auto solved = ratios_of(problem, devices);
      if (!solved) {
        if (solved.error().code == code::nothing_fits) return {};
        return tl::unexpected<Error>(solved.error());
      }
      program.ratios = solved->ratios;
      keep(program, false);
      const std::vector<Bytes>& peak = m_candidates.back().memory.peak;
      if (fits(peak, m_devices)) return {};
      for (const Run& run : runs_of(program.ratios, &devices)) {
        const auto first = static_cast<std::size_t>(run.first), end = first + run.count;
        Bytes over;
        for (std::size_t i = first; i < end; ++i) over = std::max(over, peak[i] - m_devices.memory[i]);
        for (std::size_t i = first; i < end; ++i) devices.memory[i] = devices.memory[i] - over;
      }
    }
    return {};
  }

  /// Where traffic of weights finds too little work to hide behind: programs and ratios that are best when it
  /// counts for more and work for less.
  Result<void> shorten_traffic() {
    const Candidate* best = nullptr;
    for (const Candidate& candidate : m_candidates)
      if (fits(candidate.memory.peak, m_devices) && (best == nullptr || candidate.rounded < best->rounded))
        best = &candidate;
    const Beside beside = parts_beside(m_graph, m_devices, best->program);
    if (beside.once < (kWorthIt - 1.0) * best->rounded) return {};
    const Program program = best->program;
    const Execution& run = m_options.execution;
    for (const double m : {0.25, 0.5, 0.75, 1.0}) {
      const auto devices =
          devices_of_long_traffic(m_devices, m, run.gather_again, run.gather_again ? 1 : run.micro_batches);
      if (!devices || m_searches.is_over()) return {};
      keep(program, false);
      if (auto adapted = adapt(m_candidates.size() - 1, *devices); !adapted) return adapted;
      for (const std::vector<double>& ratios : caps(m_devices.speeds())) {
        const Prices prices(*devices, ratios, false, run);
        const Found found = m_searches.at(m_searches.all(), prices, 0.0, &m_searches.by_batch());
        m_searches.count(found);
        if (!found.any) continue;
        keep(assemble(m_searches.all(), prices, found.rule), false);
        if (auto adapted = adapt(m_candidates.size() - 1, *devices); !adapted) return adapted;
      }
    }
    return {};
  }

  /// The lowest price of a device's whole memory at which the program fits.
  Result<void> spare_memory(const std::vector<double>& ratios) {
    const Prices prices = m_searches.prices_at(ratios).in_whole_units();
    std::vector<std::int16_t> last;
    std::map<std::vector<std::int16_t>, bool> known;  // programs, and whether they fit
    const auto attempt = [&](double price) -> Result<bool> {
      Found found = last.empty() ? m_searches.at(m_searches.all(), prices, price, &m_searches.by_batch())
                                 : m_searches.at(m_searches.all(), prices, price, nullptr, &last);
      m_searches.count(found);
      if (!found.any) return false;
      if (const auto same = known.find(found.rule); same != known.end()) return same->second;
      const std::size_t before = m_candidates.size();
      keep(assemble(m_searches.all(), prices, found.rule), false);
      if (auto adapted = adapt(before); !adapted) return tl::unexpected<Error>(adapted.error());
      const bool enough =
          std::any_of(m_candidates.begin() + static_cast<std::ptrdiff_t>(before), m_candidates.end(),
                      [&](const Candidate& candidate) { return fits(candidate.memory.peak, m_devices); });
      last = found.rule;
      known.emplace(std::move(found.rule), enough);
      return enough;
    };
    // Between a price that hardly counts and one that is all that counts.
    double low = 0.0025 * m_result.lower_bound.value, high = low * std::exp2(26.0);
    const auto possible = attempt(high);
    if (!possible) return tl::unexpected<Error>(possible.error());
    if (!*possible) return {};
    for (int halving = 0; halving < 7 && !m_searches.is_over(); ++halving) {
      const double middle = std::sqrt(low * high);
      const auto enough = attempt(middle);
      if (!enough) return tl::unexpected<Error>(enough.error());
      (*enough ? high : low) = middle;
    }
    return {};
  }

  /// The choice with every update in shards or every one whole, as far as it has such a rule.
  static std::vector<std::int16_t> with_updates(const Theory& theory, std::vector<std::int16_t> choice,
                                                bool sharded) {
    for (std::size_t k = 0; k < choice.size(); ++k) {
      if (theory.graph->nodes[theory.order[k]].op != Op::update) continue;
      const std::vector<Rule>& rules = theory.rules[theory.step_classes[k]];
      const auto rule =
          std::find_if(rules.begin(), rules.end(), [&](const Rule& one) { return one.sharded == sharded; });
      if (rule != rules.end()) choice[k] = static_cast<std::int16_t>(rule - rules.begin());
    }
    return choice;
  }

  Result<void> compare() {
    const auto best_of = [&](const Theory& theory, const std::vector<double>& ratios) {
      const Prices prices = m_searches.prices_at(ratios);
      const Found found = m_searches.at(theory, prices);
      m_searches.count(found);
      if (!found.any) return std::optional<double>{};
      keep(assemble(theory, prices, found.rule), false);
      std::size_t made = m_candidates.size() - 1;
      // Updates of whole weights and of shards (ZeRO): what is slower in fractions may be what fits, or
      // quicker in whole units.
      for (const bool sharded : {false, true})
        if (auto other = with_updates(theory, found.rule, sharded); other != found.rule)
          keep(assemble(theory, prices, other), false);
      // Where rounding costs more than a percent, the best in whole units may be another one.
      if (m_candidates[made].rounded > kWorthIt * m_candidates[made].fractional) {
        const Prices whole = prices.in_whole_units();
        const Found other = m_searches.at(theory, whole);
        m_searches.count(other);
        if (other.any) keep(assemble(theory, whole, other.rule), false);
      }
      std::optional<double> best;
      for (; made < m_candidates.size(); ++made)
        if (fits(m_candidates[made].memory.peak, m_devices) && (!best || m_candidates[made].rounded < *best))
          best = m_candidates[made].rounded;
      return best;
    };
    const std::vector<double> even(m_devices.speeds().size(), 1.0 / m_devices.count());
    const std::vector<double> by_speed = caps(m_devices.speeds()).front();
    const auto without_batch =
        make_theory(m_graph, Restriction::tensor_parallel, m_options.execution.recompute);
    if (!without_batch) return tl::unexpected<Error>(without_batch.error());
    m_result.baselines = {best_of(m_searches.by_batch(), even), best_of(m_searches.by_batch(), by_speed),
                          best_of(*without_batch, by_speed)};
    if (const auto evenly = best_of(*without_batch, even);
        evenly && (!m_result.baselines.tensor_parallel || *evenly < *m_result.baselines.tensor_parallel))
      m_result.baselines.tensor_parallel = evenly;
    return {};
  }

  /// Where rounding costs more than a percent: programs that are best at rounded work, at every cap.
  void search_rounded() {
    double best = kBeyond;
    for (const Candidate& candidate : m_candidates)
      if (fits(candidate.memory.peak, m_devices)) best = std::min(best, candidate.rounded);
    if (best <= kWorthIt * m_result.lower_bound.value || best == kBeyond) return;
    for (const std::vector<double>& ratios : caps(m_devices.speeds())) {
      const Prices prices = m_searches.prices_at(ratios).in_whole_units();
      const Found found = m_searches.at(m_searches.all(), prices, 0.0, &m_searches.by_batch());
      m_searches.count(found);
      if (found.any) keep(assemble(m_searches.all(), prices, found.rule), false);
    }
  }

  void keep(Program program, bool proven) {
    spend(kWorkOfProgram);
    Candidate candidate;
    candidate.fractional = evaluate(m_graph, m_devices, program, false);
    candidate.rounded = evaluate(m_graph, m_devices, program, true);
    candidate.memory = memory_of(m_graph, program, m_devices.terms.fragmentation);
    candidate.proven = proven;
    candidate.program = std::move(program);
    m_candidates.push_back(std::move(candidate));
    m_searches.has_answer();
  }

  void choose() {
    Candidate* best = nullptr;
    for (Candidate& candidate : m_candidates)
      if (fits(candidate.memory.peak, m_devices) && (best == nullptr || candidate.rounded < best->rounded))
        best = &candidate;
    if (best == nullptr) {
      m_result.status = SynthesisStatus::infeasible;
      for (Candidate& candidate : m_candidates) {
        const MissingMemory missing = most_missing(candidate.memory.peak, m_devices);
        if (best != nullptr && !(missing.missing < m_result.short_of.missing)) continue;
        best = &candidate;
        m_result.short_of = missing;
      }
      if (best == nullptr) return;
      take(*best);
      return;
    }
    // Each dimension is rounded by itself, which may beat what any fractions reach: theirs is no bound then.
    const bool beaten = m_exact && best->rounded < m_result.lower_bound.value * (1.0 - kSame);
    if (beaten) m_result.lower_bound = std::min(m_result.lower_bound, m_searches.relaxed(Searches::kNoLimit));
    take(*best);
    // Whole units cost more than fractions: a bound that knows them may meet what no fractions do.
    if (m_options.baselines && !beaten && !is_met())
      m_result.lower_bound = std::max(m_result.lower_bound, m_searches.refined(m_result.step.value));
    conclude();
  }

  void take(Candidate& candidate) {
    m_result.step = {candidate.rounded};
    m_result.step_fractional = {candidate.fractional};
    m_result.peak_memory = candidate.memory.peak;
    m_result.program = std::move(candidate.program);
    evaluate(m_graph, m_devices, m_result.program, true);
  }

  bool is_met() const { return spmd::is_met(m_result); }
  void conclude() {
    m_result.stopped = m_searches.stopped();
    spmd::conclude(m_result);
  }

  const Graph& m_graph;
  const Devices& m_devices;
  SynthesisOptions m_options;
  Clock::time_point m_start;
  Searches m_searches;
  Synthesis m_result;
  std::vector<Candidate> m_candidates;
  bool m_exact = false;
};

}  // namespace

const char* to_string(SynthesisStatus status) {
  constexpr std::array names{"optimal", "feasible", "infeasible"};
  return names[static_cast<std::size_t>(status)];
}

void conclude(Synthesis& made) {
  const double step = made.step.value;
  made.gap = step > 0.0 && !is_met(made) ? (step - made.lower_bound.value) / step : 0.0;
  made.status = !made.stopped && is_met(made) ? SynthesisStatus::optimal : SynthesisStatus::feasible;
}

Result<std::optional<Seconds>> least_step(const Graph& graph, const Devices& devices,
                                          const SynthesisOptions& options, std::int64_t* work) {
  Synthesiser synthesiser(graph, devices, options);
  auto least = synthesiser.least();
  if (work != nullptr) *work += synthesiser.work();
  return least;
}

Result<Synthesis> synthesise(const Graph& graph, const Devices& devices, const SynthesisOptions& options) {
  return Synthesiser(graph, devices, options).run();
}

}  // namespace astrolabe::spmd
