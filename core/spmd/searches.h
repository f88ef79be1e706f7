#pragma once
// What a synthesis asks of the search: the best program at one ratio vector, and what no program undercuts.

#include <cstdint>
#include <vector>

#include "core/base/units.h"
#include "core/spmd/search.h"
#include "core/spmd/synthesis.h"

namespace astrolabe::spmd {

/// The searches of one graph on its devices. Several may run at a time, count() aside.
class Searches {
 public:
  /// Programs of this cost and more are never of interest.
  static constexpr double kNoLimit = kBeyond;

  /// `options`: with the time limit as a deadline.
  Searches(const Graph& graph, const Devices& devices, const SynthesisOptions& options)
      : m_graph(graph), m_devices(devices), m_options(options) {}

  Result<void> make_theories();
  const Theory& all() const { return m_theory; }
  /// The theory of data parallelism alone; released graphs have none.
  const Theory& by_batch() const { return m_by_batch; }

  Prices prices_at(const std::vector<double>& ratios) const {
    return {m_devices, ratios, false, m_options.execution};
  }

  /// The tables that at() searches in: at prices in whole units shared work is cut into whole units, at
  /// prices that nothing undercuts no program costs more than it takes.
  Tables tables_at(const Theory& theory, const Prices& prices, double memory_price) const;

  /// `restricted`: a part of the theory, whose best program is found quickly; `known`: rules of another
  /// program. The cheaper of the two limits the search, and `at_most`.
  Found at(const Theory& theory, const Prices& prices, double memory_price = 0.0,
           const Theory* restricted = nullptr, const std::vector<std::int16_t>* known = nullptr,
           double at_most = kNoLimit) const;

  /// A search at prices that no ratios undercut, in whole units; each dimension is cut as is best for it.
  /// With a limit in `at_most` (more is of no interest) memory is priced, too: see priced_memory().
  Seconds relaxed(double at_most) { return within(m_devices, {}, at_most); }
  /// A tighter bound than relaxed(): cuts the range of the largest ratio into pieces until the least bound of
  /// them is close to `at_most`, and counts traffic that no work hides.
  Seconds refined(double at_most);

  /// Nobody waits any longer, or time or work is used up.
  bool is_over() const {
    if (m_options.most_work > 0 && m_work >= m_options.most_work) return true;
    return WorkLimit(m_options.stop, m_options.deadline).is_over();
  }
  /// There is an answer already: once time is up, at() looks for none.
  void has_answer() { m_has_answer = true; }

  void count(const Found& found) {
    m_expanded += found.states_expanded;
    spend(found.work);
    m_stopped = m_stopped || found.stopped;
  }
  /// What takes time beside searches, in their units.
  void spend(std::int64_t work) { m_work += work; }
  std::int64_t states_expanded() const { return m_expanded; }
  std::int64_t work() const { return m_work; }
  bool stopped() const { return m_stopped; }
  void stop() { m_stopped = true; }

 private:
  Tables rounded_tables(const Theory& theory, const Prices& prices, double memory_price) const;
  SearchOptions search_options() const;
  Seconds within(LargestRatio largest, double at_most);
  Seconds within(const Devices& devices, LargestRatio largest, double at_most);
  void find_long_traffic(double at_most, Seconds bound);
  double priced_memory(const Prices& prices, const Found& free, double at_most);

  const Graph& m_graph;
  const Devices& m_devices;
  SynthesisOptions m_options;
  Theory m_theory, m_by_batch;
  /// See devices_of_long_traffic(): those whose bounds are larger.
  std::vector<Devices> m_long_traffic;
  std::int64_t m_expanded = 0, m_work = 0;
  bool m_stopped = false, m_has_answer = false;
};

}  // namespace astrolabe::spmd
