#include "core/mesh/search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "core/cost/memory.h"
#include "core/mesh/bound.h"

namespace astrolabe::mesh {

namespace {

/// Times that differ by rounding alone are told apart by nothing.
constexpr double kSlack = 1.0 + 1e-12;

class Search {
 public:
  Search(const strategy::Problem& problem, const std::vector<int>& gpus, const SearchRequest& request)
      : m_request(request), m_scene(problem, gpus), m_by_pool(gpus.size()) {
    m_input.batch = request.batch;
    for (std::size_t pool = 0; pool < gpus.size(); ++pool) {
      m_input.gpus.push_back(gpus[pool]);
      if (gpus[pool] > 0) m_pools.push_back(pool);
    }
  }

  Answer run() {
    add_tables();
    std::optional<Program> first;
    if (!m_answer.stopped_early && !m_request.every_pair) first = some_program();
    if (first) tell(*first);
    if (!m_answer.stopped_early) add_columns();
    const bool some = !m_pools.empty() && std::all_of(m_pools.begin(), m_pools.end(), [&](std::size_t pool) {
      return !m_by_pool[pool].empty();
    });
    if (some && !m_answer.stopped_early) {
      sum_up();
      m_whole.assign(m_columns.size(), {std::numeric_limits<double>::quiet_NaN(), 0});
      m_rests.resize(m_pools.size() + 1);
      m_chosen.assign(m_pools.size(), nullptr);
      if (!m_request.every_pair) climb();
      go(0, 0.0);
    }
    if (m_answer.best.empty() && first) m_answer.best.push_back(std::move(*first));
    return std::move(m_answer);
  }

 private:
  bool ended() {
    m_answer.stopped_early = m_answer.stopped_early || m_request.stop.stop_requested();
    return m_answer.stopped_early;
  }

  /// Of many kinds of pools the best so far and the bound are the answer: counted, so that it is the same
  /// however fast the machine is.
  bool spent() {
    constexpr long kMostChecks = 20'000'000;
    return !m_request.every_pair &&
           (++m_checked > kMostChecks || m_answer.evaluated > m_request.most_evaluations);
  }

  void add_tables() {
    const strategy::Problem& problem = m_scene.problem();
    for (const std::size_t pool : m_pools)
      for (Layout& layout :
           layouts_of(problem, static_cast<int>(pool), static_cast<int>(m_input.gpus[pool]))) {
        if (ended()) return;
        if (layout.sequences() > m_request.batch) continue;
        if (auto table = LayoutTable::if_it_holds(m_scene, std::move(layout)))
          m_tables.push_back(std::move(table));
      }
    m_answer.layouts = static_cast<long>(m_tables.size());
  }

  /// A program before the times of all layouts are known, for whoever cannot wait: of each pool a layout with
  /// the fewest recomputed layers, of these one of the smallest groups, or of the largest where those leave
  /// the state no room.
  std::optional<Program> some_program() {
    for (const int sign : {1, -1}) {
      const auto key = [&](const LayoutTable& table) {
        const Again& again = table.least_again();
        return std::pair(std::accumulate(again.begin(), again.end(), 0), sign * table.layout().group_gpus());
      };
      std::vector<LayoutTable*> chosen(m_input.gpus.size(), nullptr);
      for (const auto& table : m_tables) {
        LayoutTable*& best = chosen[static_cast<std::size_t>(table->layout().pool)];
        if (best == nullptr || key(*table) < key(*best)) best = table.get();
      }
      std::erase(chosen, nullptr);
      if (m_pools.empty() || chosen.size() < m_pools.size()) return std::nullopt;
      if (auto made = program_of(m_scene, chosen, m_request.batch, m_request.anywhere)) return made;
    }
    return std::nullopt;
  }

  void add_columns() {
    // Of each pool the fewest replicas that a GPU can have.
    std::vector<double> dense(m_input.gpus.size(), kBeyond), expert(dense);
    for (const auto& table : m_tables) {
      const Layout& layout = table->layout();
      const auto pool = static_cast<std::size_t>(layout.pool);
      dense[pool] = std::min(dense[pool], layout.dense_replicas() / m_input.gpus[pool]);
      expert[pool] = std::min(expert[pool], layout.expert_replicas() / m_input.gpus[pool]);
    }
    m_columns.reserve(m_tables.size());
    for (const auto& table : m_tables) {
      if (ended()) return;
      const Layout& layout = table->layout();
      Replicas fewest{static_cast<double>(layout.dense_replicas()) / layout.groups,
                      static_cast<double>(layout.expert_replicas()) / layout.groups};
      for (const std::size_t pool : m_pools) {
        const double others =
            m_input.gpus[pool] - (static_cast<int>(pool) == layout.pool ? layout.group_gpus() : 0);
        fewest.dense += others * dense[pool];
        fewest.expert += others * expert[pool];
      }
      m_columns.push_back(column_of(*table, fewest));
    }
    for (Column& column : m_columns) m_by_pool[static_cast<std::size_t>(column.pool)].push_back(&column);
  }

  Column column_of(LayoutTable& table, const Replicas& fewest) {
    Column column;
    column.table = &table;
    column.pool = table.layout().pool;
    const auto way = [&](const Again& again) {
      const Pace pace = table.pace(again);
      return Column::Way{pace.rate(), pace.fill, table.mean_own(again)};
    };
    column.least = way(table.least_again());
    column.least.own = table.least_own();
    column.all = way(table.all_again());
    column.pace = table.pace(table.least_again());
    const NodeTraffic traffic = node_traffic(m_scene, table, fewest);
    const double window = window_of(m_scene, table.layout(), table.times(table.all_again()));
    const double all = traffic.reduce + traffic.gather;
    column.traffic = all - hidden_of(m_scene, column.pool, all, window);
    return column;
  }

  /// What is the same for all programs, and the order in which layouts are tried.
  void sum_up() {
    double state = kBeyond;  // of all parameters once
    m_input.factor = m_input.host = kBeyond;
    for (const Column& column : m_columns) {
      const Layout& layout = column.table->layout();
      double bytes = 0.0;
      for (const StageTable& stage : column.table->stages())
        bytes += stage.state_bytes * (stage.dense * layout.tensor_parallel +
                                      stage.expert * layout.expert_parallel * layout.expert_tensor_parallel);
      state = std::min(state, bytes);
      m_input.factor = std::min(m_input.factor, m_scene.tail_factor(column.pool));
      m_input.host = std::min(m_input.host, m_scene.tables().stack(column.pool).step_seconds);
    }
    for (const std::size_t pool : m_pools)
      m_input.room += m_input.gpus[pool] * m_by_pool[pool].front()->table->stages().front().limit;
    m_input.room -= state;
    m_bound = bound_of(m_columns, m_input);
    m_answer.bound = m_bound.step;
    for (const std::size_t pool : m_pools) {
      std::vector<Column*>& columns = m_by_pool[pool];
      const auto worth = [&](const Column* column) {
        return value_of(*column, m_input.gpus[pool], m_bound.time, m_bound.price);
      };
      std::stable_sort(columns.begin(), columns.end(),
                       [&](const Column* a, const Column* b) { return worth(a) > worth(b); });
    }
  }

  double best_step() const { return m_answer.best.empty() ? kBeyond : m_answer.best.front().step(); }
  /// A program that is slower has no place in the answer.
  double worst_step() const {
    return m_answer.best.size() < static_cast<std::size_t>(m_request.top) ? kBeyond
                                                                          : m_answer.best.back().step();
  }

  void evaluate() {
    std::vector<LayoutTable*> tables;
    for (const Column* column : m_chosen) tables.push_back(column->table);
    for (const Program& known : m_answer.best) {
      bool same = true;
      for (std::size_t k = 0; k < tables.size(); ++k)
        same = same && known.classes[k].layout == tables[k]->layout();
      if (same) return;
    }
    ++m_answer.evaluated;
    std::optional<Program> made = program_of(m_scene, tables, m_request.batch, m_request.anywhere);
    if (!made || made->step() >= worst_step()) return;
    const auto place =
        std::upper_bound(m_answer.best.begin(), m_answer.best.end(), *made,
                         [](const Program& a, const Program& b) { return a.step() < b.step(); });
    m_answer.best.insert(place, std::move(*made));
    if (m_answer.best.size() > static_cast<std::size_t>(m_request.top)) m_answer.best.pop_back();
    tell(m_answer.best.front());
  }

  void tell(const Program& program) {
    if (!m_request.found || program.step() >= m_told) return;
    m_told = program.step();
    m_request.found(program);
  }

  /// A good program at once: the best layouts at the price of memory, then one pool after the other.
  void climb() {
    constexpr std::size_t kTried = 24;
    constexpr int kRounds = 3;
    std::vector<Column*> start;
    start.reserve(m_pools.size());
    for (const std::size_t pool : m_pools) start.push_back(m_by_pool[pool].front());
    m_chosen = start;
    evaluate();
    for (int round = 0; round < kRounds; ++round)
      for (std::size_t k = 0; k < m_pools.size(); ++k) {
        const std::vector<Column*>& columns = m_by_pool[m_pools[k]];
        Column* best = start[k];
        for (std::size_t c = 0; c < std::min(kTried, columns.size()); ++c) {
          if (ended()) return;
          const double before = best_step();
          m_chosen = start;
          m_chosen[k] = columns[c];
          evaluate();
          if (best_step() < before) best = columns[c];
        }
        start[k] = best;
      }
  }

  /// What layouts complete at most within a time: memory for nothing, memory at its price, in whole numbers.
  struct Within {
    double time = std::numeric_limits<double>::quiet_NaN();  ///< no other equals it: to be worked out
    double free = 0.0, priced = 0.0;
    std::int64_t whole = 0;
  };

  Within of_column(const Column& column, double time) {
    const double gpus = m_input.gpus[static_cast<std::size_t>(column.pool)];
    return {time, value_of(column, gpus, time, 0.0), value_of(column, gpus, time, m_bound.price),
            whole_of(column, time)};
  }

  /// Asked again and again within the same few times.
  std::int64_t whole_of(const Column& column, double time) {
    auto& [asked, whole] = m_whole[static_cast<std::size_t>(&column - m_columns.data())];
    if (asked != time) {
      asked = time;
      whole = column.pace.groups * column.pace.most(time);
    }
    return whole;
  }

  static void add(const Within& more, Within& sum) {
    sum.free += more.free;
    sum.priced += more.priced;
    sum.whole += more.whole;
  }

  /// The layouts chosen for the first pools.
  Within of_chosen(std::size_t chosen, double time) {
    Within sum{time};
    for (std::size_t k = 0; k < chosen; ++k) add(of_column(*m_chosen[k], time), sum);
    return sum;
  }

  /// The pools from one on, each with the layout that is best there; memory that is left beside, at its
  /// price.
  const Within& of_rest(std::size_t from, double time) {
    const auto [at, is_new] = m_rests[from].try_emplace(time);
    if (!is_new) return at->second;
    Within sum{time, 0.0, m_bound.price * m_input.room};
    for (std::size_t k = from; k < m_pools.size(); ++k) {
      Within best{time, -kBeyond, -kBeyond};
      for (const Column* column : m_by_pool[m_pools[k]]) {
        const Within one = of_column(*column, time);
        best.free = std::max(best.free, one.free);
        best.priced = std::max(best.priced, one.priced);
        best.whole = std::max(best.whole, one.whole);
      }
      add(best, sum);
    }
    return at->second = sum;
  }

  /// Layouts of the pools before one, and of those behind it, within the times that were asked last.
  struct Around {
    Within before, behind;
  };

  /// Whether a program with the layouts chosen up to `at`, that one too, may have a place in the answer.
  /// `traffic`: the most that one before it has.
  bool may_count(std::size_t at, double traffic, double waits, Around& around) {
    const double worst = worst_step();
    if (worst == kBeyond) return true;
    if (worst != m_rests_beat) {
      for (auto& rests : m_rests) rests.clear();
      m_rests_beat = worst;
    }
    const auto left = [&](double waited) {
      return (worst - (waited + m_input.host) * m_input.factor) * kSlack;
    };
    const double time = left(waits), most = left(traffic);
    if (around.before.time != time) around.before = of_chosen(at, time);
    // Behind it at the time that is left with the least traffic: once for all its layouts.
    if (around.behind.time != most) around.behind = of_rest(at + 1, most);
    Within with = around.before;
    add(of_column(*m_chosen[at], time), with);
    if (!reaches(with, around.behind)) return false;
    return waits == traffic || at + 1 == m_pools.size() || reaches(with, of_rest(at + 1, time));
  }

  bool reaches(const Within& with, const Within& behind) const {
    const double enough = static_cast<double>(m_input.batch) * (1.0 - 1e-9);
    return with.free + behind.free >= enough && with.priced + behind.priced >= enough &&
           with.whole + behind.whole >= m_input.batch;
  }

  /// `traffic`: the most that a chosen layout has.
  void go(std::size_t at, double traffic) {
    if (at == m_pools.size()) {
      evaluate();
      return;
    }
    Around around;
    for (Column* column : m_by_pool[m_pools[at]]) {
      if (ended() || spent()) return;
      m_chosen[at] = column;
      const double waits = std::max(traffic, column->traffic);
      if (m_request.every_pair || may_count(at, traffic, waits, around)) go(at + 1, waits);
    }
  }

  const SearchRequest& m_request;
  Scene m_scene;
  std::vector<std::size_t> m_pools;  ///< at work
  std::vector<std::unique_ptr<LayoutTable>> m_tables;
  std::vector<Column> m_columns;
  std::vector<std::vector<Column*>> m_by_pool;
  std::vector<Column*> m_chosen;                         ///< by m_pools
  std::vector<std::pair<double, std::int64_t>> m_whole;  ///< of each column, within the time asked last
  std::vector<std::map<double, Within>> m_rests;         ///< of_rest(), by its pool and time
  double m_rests_beat = kBeyond;                         ///< of_rest() was asked to get below this step
  BoundInput m_input;
  Bound m_bound;
  long m_checked = 0;       ///< layouts beside those chosen before
  double m_told = kBeyond;  ///< step of the best program that was told
  Answer m_answer;
};

}  // namespace

Answer search(const strategy::Problem& problem, const std::vector<int>& gpus, const SearchRequest& request) {
  return Search(problem, gpus, request).run();
}

}  // namespace astrolabe::mesh
