// core/spmd/search.h against every program there is, on small random graphs: each choice of rules, each
// tensor brought from where it is made to where it is wanted by every order of conversions. Whole training
// steps, which are too many for that, against a plain dynamic programme that leaves nothing out.
#include <QtTest>
#include <cmath>
#include <map>
#include <optional>
#include <random>

#include "core/spmd/backward.h"
#include "core/spmd/search.h"
#include "spmd_cases.h"
#include "tests/core/cases.h"
#include "tests/core/random_graphs.h"
#include "tests/program/test_program.h"

namespace tst_spmd_brute_force {

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::tests;

namespace {

std::vector<double> random_ratios(Random& random, int count) {
  std::vector<double> ratios;
  double sum = 0.0;
  for (int i = 0; i < count; ++i) {
    ratios.push_back(std::uniform_real_distribution<double>(0.0, 1.0)(random));
    sum += ratios.back();
  }
  for (double& ratio : ratios) ratio /= sum;
  return ratios;
}

/// Every program of a graph, priced from its rules and prices alone.
class Oracle {
 public:
  Oracle(const Graph& graph, const Prices& prices) : m_graph(graph), m_prices(prices) {
    for (const Node& node : graph.nodes)
      m_rules.push_back(graph.released ? released_rules(graph, node) : signature_rules(node));
  }

  double programs() const {
    double product = 1.0;
    for (const auto& rules : m_rules) product *= static_cast<double>(rules.size());
    return product;
  }

  double least() {
    m_choice.assign(m_graph.nodes.size(), 0);
    m_known.assign(m_graph.tensors.size(), {});
    double best = kNever;
    do best = std::min(best, cost());
    while (next());
    return best;
  }

 private:
  bool next() {
    for (std::size_t n = 0; n < m_choice.size(); ++n) {
      if (++m_choice[n] < m_rules[n].size()) return true;
      m_choice[n] = 0;
    }
    return false;
  }

  double cost() {
    double sum = 0.0;
    std::vector<int> made(m_graph.tensors.size(), -1);
    std::vector<unsigned> wanted(m_graph.tensors.size(), 0);
    for (std::size_t n = 0; n < m_choice.size(); ++n) {
      const Node& node = m_graph.nodes[n];
      const Rule& rule = m_rules[n][m_choice[n]];
      sum += m_prices.compute(node.flops, class_of(node), rule.sharded);
      for (std::size_t i = 0; i < node.inputs.size(); ++i)
        wanted[node.inputs[i]] |= 1U << code_of(rule.inputs[i]);
      for (std::size_t i = 0; i < node.outputs.size(); ++i) made[node.outputs[i]] = code_of(rule.outputs[i]);
    }
    for (std::size_t t = 0; t < made.size() && sum < kNever; ++t) {
      const auto [place, is_new] = m_known[t].try_emplace({made[t], wanted[t]}, 0.0);
      if (is_new) place->second = of_tensor(static_cast<TensorId>(t), made[t], wanted[t]);
      sum += place->second;
    }
    return sum;
  }

  double of_tensor(TensorId id, int made, unsigned wanted) const {
    const Tensor& tensor = m_graph.tensors[id];
    if (tensor.producer >= 0) {
      if (id == m_graph.loss && !(made == 1 || (made == 0 && !m_graph.released))) return kNever;
      return brought(tensor, made, wanted);
    }
    if (wanted == 0) return 0.0;
    if (tensor.role == Role::input && !m_graph.released) return (wanted & 2U) == 0 ? 0.0 : kNever;
    if ((wanted & 2U) != 0 && tensor.role == Role::input) return kNever;
    if ((wanted & 2U) != 0) return kNever;  // a leaf is never R
    double best = kNever;
    for (int stored = 0; stored < 2 + static_cast<int>(tensor.shape.size()); ++stored)
      if (stored != 1)
        best = std::min(
            best, m_prices.load({tensor.shape, tensor.element_bytes}, tensor.role, property_of(stored)) +
                      brought(tensor, stored, wanted));
    return best;
  }

  /// From `made` to all of `wanted`. Released: one conversion at the most, and only behind some operators.
  double brought(const Tensor& tensor, int made, unsigned wanted) const {
    const unsigned others = wanted & ~(1U << made);
    if (others == 0) return 0.0;
    const TensorForm form{tensor.shape, tensor.element_bytes};
    if (!m_graph.released) return in_any_order(form, 1U << made, wanted);
    if (std::popcount(others) > 1 || tensor.producer < 0 ||
        !released_communicates(m_graph.nodes[tensor.producer].op))
      return kNever;
    return m_prices.convert(form, property_of(made), property_of(std::countr_zero(others))).seconds;
  }

  double in_any_order(const TensorForm& form, unsigned held, unsigned wanted) const {
    if ((wanted & ~held) == 0) return 0.0;
    const int codes = 2 + static_cast<int>(form.shape.size());
    double best = kNever;
    for (int to = 0; to < codes; ++to) {
      if ((held >> to & 1U) != 0) continue;
      double least = kNever;
      for (int from = 0; from < codes; ++from)
        if ((held >> from & 1U) != 0)
          least = std::min(least, m_prices.convert(form, property_of(from), property_of(to)).seconds);
      if (least < best) best = std::min(best, least + in_any_order(form, held | 1U << to, wanted));
    }
    return best;
  }

  const Graph& m_graph;
  const Prices& m_prices;
  std::vector<std::vector<Rule>> m_rules;
  std::vector<std::size_t> m_choice;
  std::vector<std::map<std::pair<int, unsigned>, double>> m_known;
};

/// Shortest path over the canonical order: all states, nothing pruned.
double plain_programme(const Theory& theory, const Tables& tables) {
  StateCosts layer{{{}, 0.0}};
  for (const int step_class : theory.step_classes) {
    StateCosts next;
    for (const auto& [words, cost] : layer)
      for (std::size_t r = 0; r < theory.classes[step_class].rules.size(); ++r)
        follow_rule(theory, tables, step_class, r, words, cost + tables.compute[step_class][r], next);
    layer = std::move(next);
  }
  return least_of(layer);
}

}  // namespace

class TestSpmdBruteForce : public QObject {
  Q_OBJECT

 private slots:
  /// 10,000 graphs of up to six operators (and the sum), half of them by the released rules: the search, a
  /// plain dynamic programme over the canonical order and the enumeration of all programs give one cost.
  void everyProgram_data() {
    QTest::addColumn<bool>("isReleased");
    QTest::newRow("released") << true;
    QTest::newRow("full") << false;
  }
  void everyProgram() {
    QFETCH(bool, isReleased);
    constexpr int kGraphs = tests::cases(5000);
    constexpr double kMostPrograms = 20000.0;
    Random random(isReleased ? 1 : 2);
    int compared = 0, infeasible = 0, checked = 0;
    while (compared < kGraphs) {
      const Graph graph = random_graph(random, isReleased, 1 + below(random, 6));
      const Devices devices = random_devices(random);
      const Prices prices(devices, random_ratios(random, devices.count()), isReleased);
      Oracle oracle(graph, prices);
      if (oracle.programs() > kMostPrograms) continue;
      ++compared;
      const double least = oracle.least();
      const auto theory = make_theory(graph);
      QVERIFY(theory.has_value());
      const Tables tables = make_tables(*theory, prices);
      const Found found = search(*theory, tables);
      QCOMPARE(found.any, least < kNever);
      if (!found.any) {
        ++infeasible;
        continue;
      }
      QVERIFY2(std::fabs(found.seconds - least) <= 1e-12 * least,
               qPrintable(QStringLiteral("graph %1: %2, brute force %3")
                              .arg(compared)
                              .arg(found.seconds, 0, 'g', 17)
                              .arg(least, 0, 'g', 17)));
      QCOMPARE(found.lower_bound, found.seconds);
      const double planned = plain_programme(*theory, tables);
      QVERIFY(std::fabs(planned - least) <= 1e-12 * least);
      QVERIFY(std::fabs(cost_of(*theory, tables, found.rule) - least) <= 1e-12 * least);
      // The heuristic, along the optimum and along random programs: never above what is still to come, and
      // never falls by more than a step costs.
      for (int way = 0; way < 3; ++way) {
        std::vector<std::int16_t> rule = found.rule;
        for (std::size_t k = 0; way > 0 && k < rule.size(); ++k)
          if (below(random, 3) == 0)
            rule[k] = static_cast<std::int16_t>(
                below(random, static_cast<int>(theory->classes[theory->step_classes[k]].rules.size())));
        const double whole = cost_of(*theory, tables, rule);
        if (!(whole < kNever)) continue;
        ++checked;
        double before = 0.0;
        for (std::size_t k = 0; k < rule.size(); ++k) {
          const double after =
              cost_of(*theory, tables, {rule.begin(), rule.begin() + static_cast<std::ptrdiff_t>(k) + 1});
          QVERIFY(tables.remaining[k] <= (whole - before) + 1e-12 * whole);
          QVERIFY(tables.remaining[k] <= (after - before) + tables.remaining[k + 1] + 1e-12 * whole);
          before = after;
        }
      }
    }
    // Neither branch is empty by mistake.
    QVERIFY(infeasible < compared / 2);
    QVERIFY(checked > compared);
  }

  /// Whole training steps: gradients and updates.
  void trainingSteps() {
    constexpr int kGraphs = tests::cases(300);
    Random random(3);
    for (int compared = 0; compared < kGraphs;) {
      const auto graph = with_backward(random_graph(random, false, 1 + below(random, 3)));
      QVERIFY(graph.has_value());
      if (graph->nodes.size() > 14) continue;
      ++compared;
      const Devices devices = random_devices(random);
      const Prices prices(devices, random_ratios(random, devices.count()), false);
      const auto theory = make_theory(*graph);
      QVERIFY(theory.has_value());
      const Tables tables = make_tables(*theory, prices);
      const Found found = search(*theory, tables);
      const double least = plain_programme(*theory, tables);
      QVERIFY2(found.any && std::fabs(found.seconds - least) <= 1e-12 * least,
               qPrintable(QStringLiteral("graph %1: %2, %3")
                              .arg(compared)
                              .arg(found.seconds, 0, 'g', 17)
                              .arg(least, 0, 'g', 17)));
      // A known program as a limit changes nothing.
      SearchOptions options;
      options.incumbent = found.rule;
      const Found again = search(*theory, tables, options);
      QVERIFY(again.any && std::fabs(again.seconds - least) <= 1e-12 * least);
      // Nor does a beam from the first state on, with a poor limit or none.
      options.beam_after = 0;
      options.incumbent.clear();
      const Theory by_batch = *make_theory(*graph, Restriction::data_parallel);
      for (const bool poor : {false, true}) {
        if (const Found other = search(by_batch, make_tables(by_batch, prices)); poor && other.any)
          options.incumbent = translated(other.rule, by_batch, *theory);
        const Found cut = search(*theory, tables, options);
        QVERIFY(cut.any && std::fabs(cut.seconds - least) <= 1e-12 * least);
        QVERIFY(std::fabs(cost_of(*theory, tables, cut.rule) - least) <= 1e-12 * least);
      }
    }
  }
};

}  // namespace tst_spmd_brute_force

ASTROLABE_TEST(tst_spmd_brute_force, TestSpmdBruteForce)
#include "tst_spmd_brute_force.moc"
