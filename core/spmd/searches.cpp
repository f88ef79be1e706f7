#include "core/spmd/searches.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/spmd/assembly.h"
#include "core/spmd/whole_pairs.h"

namespace astrolabe::spmd {

namespace {

/// Part of the time left that one search of a trial may take: other searches and ways are to follow.
constexpr double kShare = 1.0 / 6.0;
/// Of all work: a search without which there may be no answer gets one of so many, whatever is left.
constexpr std::int64_t kShares = 16;

/// A program as a line: what it takes at a price of memory, less what the memory that there is would cost.
struct Line {
  double seconds = 0.0, over = 0.0;  ///< `over`: bytes above what there is
  std::vector<std::int16_t> rule;
  double at(double price) const { return seconds + price * over; }
};

/// Of making tables, in choices tried in a search: each tensor's cheapest ways from each property to each set
/// of them, twice where an update comes back.
std::int64_t work_of_tables(const Theory& theory) {
  constexpr std::int64_t kSteps = 128;  // take as long as one of these
  std::int64_t steps = 0;
  for (const TensorClass& form : theory.tensor_classes) {
    const std::int64_t codes = form.codes;
    steps += (codes * codes * codes << codes) * (form.updated ? 2 : 1);
  }
  return steps / kSteps;
}

double lowest(const std::vector<Line>& lines, double price, double most) {
  for (const Line& line : lines) most = std::min(most, line.at(price));
  return most;
}

/// Where the least of all lines, and of `most`, is largest.
double highest_place(const std::vector<Line>& lines, double most) {
  double best = 0.0, value = lowest(lines, 0.0, most);
  const auto attempt = [&](double price) {
    const double here = lowest(lines, price, most);
    if (price <= 0.0 || here <= value) return;
    best = price;
    value = here;
  };
  for (const Line& rising : lines) {
    if (rising.over <= 0.0) continue;
    attempt((most - rising.seconds) / rising.over);
    for (const Line& falling : lines)
      if (falling.over < rising.over)
        attempt((falling.seconds - rising.seconds) / (rising.over - falling.over));
  }
  return best;
}

}  // namespace

Result<void> Searches::make_theories() {
  const bool again = m_options.execution.recompute;
  auto theory = make_theory(m_graph, Restriction::none, again);
  if (!theory) return tl::unexpected<Error>(theory.error());
  m_theory = std::move(*theory);
  if (m_graph.released) return {};
  auto by_batch = make_theory(m_graph, Restriction::data_parallel, again);
  if (!by_batch) return tl::unexpected<Error>(by_batch.error());
  m_by_batch = std::move(*by_batch);
  return {};
}

Seconds Searches::within(LargestRatio largest, double at_most) {
  Seconds bound = within(m_devices, largest, at_most);
  for (const Devices& devices : m_long_traffic)
    if (bound.value < at_most && !is_over()) bound = std::max(bound, within(devices, largest, at_most));
  return bound;
}

/// As a function of the multiplier the bound is concave, so where it falls it goes on falling.
void Searches::find_long_traffic(double at_most, Seconds bound) {
  constexpr double kStep = 0.25;
  const Execution& run = m_options.execution;
  Seconds before = bound;
  for (int k = 1; k <= 4 && !is_over(); ++k) {
    const auto devices = devices_of_long_traffic(m_devices, k * kStep, run.gather_again,
                                                 run.gather_again ? 1 : run.micro_batches);
    if (!devices) return;
    const Seconds now = within(*devices, {}, at_most);
    if (now <= before) return;
    before = now;
    m_long_traffic.insert(m_long_traffic.begin(), *devices);
  }
}

Seconds Searches::within(const Devices& devices, LargestRatio largest, double at_most) {
  const Prices prices = Prices::below_all(devices, false, m_options.execution, largest).in_whole_units();
  const Found found = at(m_theory, prices, 0.0, &m_by_batch, nullptr, at_most);
  count(found);
  const double fixed = m_devices.terms.fixed_seconds;
  double bound = found.lower_bound;
  if (found.any && !found.stopped && at_most < kNoLimit)
    bound = std::max(bound, priced_memory(prices, found, at_most - fixed));
  return {bound + fixed};
}

/// Even ratios need no padding, ratios by speed least work; no ratios have both. So the range of the largest
/// ratio is cut in pieces, the one with the least bound first; from the largest share in proportion to speed
/// on work gets no shorter.
Seconds Searches::refined(double at_most) {
  constexpr int kMostCuts = 16;
  constexpr double kClose = 0.997, kNarrow = 1.01;
  Seconds all = within(m_devices, {}, at_most);
  find_long_traffic(at_most, all);
  all = std::max(all, within({}, at_most));
  const double even = 1.0 / m_devices.count();
  double knee = even;
  for (const std::vector<double>& speeds : m_devices.flops_per_second) {
    const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    knee = std::max(knee, *std::max_element(speeds.begin(), speeds.end()) / sum);
  }
  const bool one_segment =
      m_options.segments <= 1 && std::all_of(m_graph.nodes.begin(), m_graph.nodes.end(),
                                             [](const Node& node) { return node.segment == 0; });
  if (!one_segment || at_most >= kNoLimit || knee <= even * kNarrow) return all;
  struct Piece {
    LargestRatio largest;
    Seconds bound;
  };
  std::vector<Piece> pieces{{{even, knee}, all}, {{knee, 1.0}, within({knee, 1.0}, at_most)}};
  const auto least = [&] {
    return std::min_element(pieces.begin(), pieces.end(),
                            [](const Piece& a, const Piece& b) { return a.bound < b.bound; });
  };
  for (int cut = 0; cut < kMostCuts && !is_over(); ++cut) {
    const auto piece = least();
    const auto [low, high] = piece->largest;
    if (piece->bound.value >= kClose * at_most || high <= kNarrow * low) break;
    const double middle = std::sqrt(low * high);
    piece->largest = {low, middle};
    piece->bound = std::max(piece->bound, within({low, middle}, at_most));
    const Seconds bound = std::max(all, within({middle, high}, at_most));
    pieces.push_back({{middle, high}, bound});
  }
  return std::max(all, least()->bound);
}

/// A program that fits holds between forward and backward no more than the memory of all devices. So, at any
/// price of a byte, no program that fits takes less than the least of time and price together, less the price
/// of all memory (Lagrange). `free`: the search at no price. Prices by cutting planes (Kelley, J. SIAM 1960):
/// each search gives a line, and the next price is where the lines found so far leave most room.
double Searches::priced_memory(const Prices& prices, const Found& free, double at_most) {
  constexpr int kMostPrices = 8;
  constexpr double kEnough = 1e-6;
  if (m_devices.memory.empty() || m_devices.count() < 2) return 0.0;
  const double fragmentation = m_devices.terms.fragmentation;
  const WholeCopies copies(m_theory, m_options.execution, m_devices.count(), fragmentation);
  const Bytes room = m_devices.memory_together() - least_memory(m_graph, m_options.execution, fragmentation);
  const auto line_of = [&](const std::vector<std::int16_t>& rule, double seconds) {
    return Line{seconds, (copies.of(rule) - room).value, rule};
  };
  std::vector<Line> lines{line_of(free.rule, free.seconds)};
  double bound = 0.0;
  for (int k = 0; k < kMostPrices && !is_over(); ++k) {
    const double price = highest_place(lines, at_most);
    const double reachable = lowest(lines, price, at_most);
    if (price == 0.0 || reachable <= bound * (1.0 + kEnough)) break;
    Tables tables = tables_at(m_theory, prices, 0.0);
    copies.charge(tables, price);
    SearchOptions options = search_options();
    options.at_most = at_most + price * room.value;
    options.incumbent = std::min_element(lines.begin(), lines.end(), [&](const Line& a, const Line& b) {
                          return a.at(price) < b.at(price);
                        })->rule;
    const Found found = search(m_theory, tables, options);
    count(found);
    spend(work_of_tables(m_theory));
    bound = std::max(bound, found.lower_bound - price * room.value);
    if (!found.any || found.stopped || bound >= reachable * (1.0 - kEnough)) break;
    lines.push_back(line_of(found.rule, found.seconds - price * copies.of(found.rule).value));
  }
  return bound;
}

SearchOptions Searches::search_options() const {
  SearchOptions options;
  options.fold = m_options.fold;
  options.stop = m_options.stop;
  options.deadline = m_options.deadline;
  if (m_options.is_trial) options.deadline = earlier(options.deadline, part_of(m_options.deadline, kShare));
  options.most_work = part_of(m_options.most_work, m_work, m_options.is_trial ? kShare : 1.0, kShares);
  return options;
}

Tables Searches::tables_at(const Theory& theory, const Prices& prices, double memory_price) const {
  Tables tables = prices.whole_units() ? rounded_tables(theory, prices, memory_price)
                                       : make_tables(theory, prices, memory_price);
  if (prices.undercuts_all()) tables.pairs = second_gatherings(theory, prices);
  return tables;
}

Found Searches::at(const Theory& theory, const Prices& prices, double memory_price, const Theory* restricted,
                   const std::vector<std::int16_t>* known, double at_most) const {
  SearchOptions options = search_options();
  const Tables tables = tables_at(theory, prices, memory_price);
  std::int64_t work = work_of_tables(theory);
  if ((known != nullptr || m_has_answer) && is_over()) {  // best so far
    Found none;
    none.stopped = true;
    none.work = work;
    none.lower_bound = tables.remaining[0];
    return none;
  }
  if (restricted != nullptr) {
    const Found first = search(*restricted, tables_at(*restricted, prices, memory_price), options);
    work += first.work + work_of_tables(*restricted);
    if (first.any) {
      options.incumbent = translated(first.rule, *restricted, theory);
      options.at_most = first.seconds;
    }
  }
  if (known != nullptr && cost_of(theory, tables, *known) < options.at_most) options.incumbent = *known;
  options.at_most = at_most;
  Found found = search(theory, tables, options);
  found.work += work;
  return found;
}

/// Tables in which shared work is cut into whole units, so that a long dimension is better than a short one.
Tables Searches::rounded_tables(const Theory& theory, const Prices& prices, double memory_price) const {
  Tables tables = make_tables(theory, prices, memory_price);
  std::vector<double> least(theory.classes.size(), -1.0);
  for (std::size_t k = 0; k < theory.order.size(); ++k) {
    const int step_class = theory.step_classes[k];
    if (least[step_class] >= 0.0) continue;
    const Node& node = m_graph.nodes[theory.order[k]];
    std::vector<double>& compute = tables.compute[step_class];
    for (std::size_t r = 0; r < compute.size(); ++r) {
      const Rule& rule = theory.rules[step_class][r];
      if (!rule.sharded || rule.index < 0) continue;
      const std::int64_t extent = node.signature.indices[rule.index].extent;
      const StepClass& step = theory.classes[step_class];
      compute[r] +=
          prices.runs(step.phase, step.again) * (prices.compute_in_units(node.flops, class_of(node), extent) -
                                                 prices.compute(node.flops, class_of(node), true));
    }
    least[step_class] = *std::min_element(compute.begin(), compute.end());
  }
  for (std::size_t k = theory.order.size(); k-- > 0;)
    tables.remaining[k] = tables.remaining[k + 1] + std::max(0.0, least[theory.step_classes[k]]);
  return tables;
}

}  // namespace astrolabe::spmd
