// core/verify and core/search/certify: the certificate of every proven answer is accepted, with each goal,
// with limits, with settings that have to be named; and its bounds are what they are by hand.
#include <QtTest>
#include <map>
#include <numeric>
#include <random>

#include "certificates.h"
#include "core/cost/collective.h"
#include "core/cost/money.h"
#include "core/engine.h"
#include "core/search/tree.h"
#include "core/strategy/space.h"
#include "core/verify/bounds.h"
#include "core/verify/settings.h"
#include "core/verify/splits.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_certificate {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

/// The family of one pool with one tensor rank and so many replicas, started with a setting.
strategy::Family family_of(const strategy::Space& space, int data_parallel) {
  for (const strategy::Family& family : space.families())
    if (family.data_parallel == data_parallel && family.context_parallel == 1 && family.uses.size() == 1 &&
        family.uses.front().tensor_parallel == 1)
      return family;
  return {};
}

/// The fastest of all splits, each played.
double fastest_split(const cost::Shape& shape) {
  const int stages = shape.stages();
  std::vector<int> layers(static_cast<std::size_t>(stages), 1);
  double best = 1e300;
  const std::function<void(int, int)> deal = [&](int stage, int left) {
    const auto s = static_cast<std::size_t>(stage);
    if (stage == stages - 1) {
      layers[s] = left;
      bool fits = false;
      const double step = verify::step_of(shape, layers, fits);
      if (fits) best = std::min(best, step);
      return;
    }
    for (layers[s] = 1; layers[s] <= left - (stages - 1 - stage); ++layers[s]) {
      const int here = layers[s];
      deal(stage + 1, left - here);
      layers[s] = here;
    }
  };
  deal(0, shape.layers());
  return best;
}

}  // namespace

/// The nodes of a tree as certificates name them, each with the bound that the verifier makes of it.
class BothBounds {
 public:
  explicit BothBounds(const strategy::Problem& problem)
      : m_space(problem),
        m_tables(problem),
        m_bounds(problem, m_tables),
        m_tree(problem, m_space, m_tables, Objective::throughput) {
    m_tree.leave_windows_out();
    while (m_tree.grow(1024)) {
    }
    m_kinds = m_tree.kinds();
    for (const search::Node& root : m_tree.roots()) under(root, root.step);
  }
  int nodes = 0, without_room = 0;
  std::map<strategy::Schedule, int> by_schedule;
  QString apart;  ///< the first node that they disagree about

 private:
  /// Least of the node's own level; `schedule`: of its kind.
  double own(const search::Node& node, strategy::Schedule& schedule) {
    const strategy::Family& family = m_tree.family_of(node);
    strategy::Strategy strategy = verify::start_of(m_space, family);
    m_space.choose(m_kinds[m_tree.kind_of(node)].front(), strategy);
    schedule = strategy.schedule;
    verify::Figures figures = m_bounds.figures(family, strategy);
    if (node.level == search::Level::kind) return m_bounds.any_pipeline(figures, true).seconds;
    std::vector<int> given;
    if (node.level == search::Level::mixture) {
      strategy.pipeline_parallel = node.stages;
      m_space.choose(m_tree.setting_of(node), strategy);
      m_bounds.apply_setting(figures, strategy, node.stages);
      for (std::size_t i = 0; i < node.fixed; ++i) given.push_back(node.mixture[at(figures.pools[i].use)]);
      if (given.size() + 1 == figures.pools.size()) {  // the last takes the rest
        if (given.empty()) return m_bounds.mixture(figures, node.stages, {node.stages}).seconds;
        given.push_back(node.stages - std::accumulate(given.begin(), given.end(), 0));
      }
    }
    return m_bounds.mixture(figures, node.stages, given).seconds;
  }
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  /// `above`: the most that the verifier tells on the way down to the node.
  void under(const search::Node& node, double above) {
    search::Tree::Expansion expansion;
    std::vector<search::Node> lost;
    expansion.lost = &lost;
    m_tree.expand(node, search::Cutoff{Objective::throughput, 1e300, nullptr, 1.0}, expansion);
    for (const search::Node& child : lost) {
      if (child.level == search::Level::configuration) continue;
      strategy::Schedule schedule{};
      ++without_room;
      if (own(child, schedule) < verify::kNoRoom) tell(child, schedule, 0.0);
    }
    for (const search::Node& child : expansion.children) {
      if (child.level == search::Level::configuration) continue;
      strategy::Schedule schedule{};
      const double least = std::max(above, own(child, schedule));
      ++nodes;
      ++by_schedule[schedule];
      if (std::abs(child.step / least - 1.0) > 1e-11) tell(child, schedule, least);
      under(child, least);
    }
  }
  void tell(const search::Node& node, strategy::Schedule schedule, double least) {
    if (apart.isEmpty())
      apart = QStringLiteral("level %1, %2, %3 stages: %4 s, verifier %5 s")
                  .arg(static_cast<int>(node.level))
                  .arg(QString::fromLatin1(strategy::to_string(schedule)))
                  .arg(node.stages)
                  .arg(node.step)
                  .arg(least);
  }

  strategy::Space m_space;
  cost::Tables m_tables;
  verify::Bounds m_bounds;
  search::Tree m_tree;
  std::vector<std::vector<std::uint64_t>> m_kinds;
};

class TestCertificate : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    m_problem = free_counts();
    auto made = certificate_of(m_problem);
    QVERIFY(made);
    m_certificate = *made;
  }

  /// Every proven answer of random problems, half of them with limits, feasible or not; what it covers is the
  /// whole space.
  void provenAnswersAreAccepted() {
    std::mt19937 random(20261121);
    std::mt19937 limits(7);
    std::uniform_real_distribution<double> hours(2.5, 4.0), usd(3.5, 5.0);  // powers of ten
    int accepted = 0, infeasible = 0, nodes = 0, limited = 0;
    for (int i = 0; i < cases(300); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      problem.job.flash_attention = i % 5 != 4;
      if (i % 4 >= 2) problem.job.limits.deadline_hours = std::pow(10.0, hours(limits));
      if (i % 4 == 3) problem.job.limits.budget_usd = std::pow(10.0, usd(limits));
      const search::Space counted = search::count(problem);
      const auto certificate = certificate_of(problem);
      if (!certificate) continue;
      const verify::Finding finding = verify::check(*certificate, problem);
      QVERIFY2(finding.accepted, why(finding).constData());
      QCOMPARE(finding.configurations + finding.rejected_by_rule, counted.total);
      QCOMPARE(finding.rejected_by_rule, counted.rejected_by_rule);
      ++accepted;
      infeasible += certificate->feasible() ? 0 : 1;
      nodes += static_cast<int>(finding.nodes);
      limited += finding.limit > 0 ? 1 : 0;
    }
    QVERIFY2(accepted > cases(250) && infeasible > cases(5) && nodes > cases(3000) && limited > cases(20),
             qPrintable(QStringLiteral("%1 %2 %3 %4").arg(accepted).arg(infeasible).arg(nodes).arg(limited)));
  }

  /// The cheapest strategy, and the set of all that are fast or cheap; half with limits. Altered bounds, of
  /// time and of money, and a set that lacks one of its strategies are refused.
  void moneyAndTheSetOfBoth() {
    std::mt19937 random(46);
    std::mt19937 limits(8);
    std::uniform_real_distribution<double> hours(2.5, 4.0), usd(3.5, 5.0);  // powers of ten
    int money = 0, sets = 0, members = 0, lacking = 0, limited = 0;
    for (int i = 0; i < cases(160); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      problem.job.flash_attention = i % 5 != 4;
      if (i % 5 != 0) without_offload(problem);
      problem.cluster.may_leave_unused = i % 3 == 0;
      if (i % 8 >= 4) problem.job.limits.deadline_hours = std::pow(10.0, hours(limits));
      if (i % 8 >= 6) problem.job.limits.budget_usd = std::pow(10.0, usd(limits));
      for (const Objective objective : {Objective::money, Objective::pareto}) {
        auto certificate = certificate_of(problem, objective);
        if (!certificate) continue;
        const verify::Finding finding = verify::check(*certificate, problem);
        QVERIFY2(finding.accepted, why(finding).constData());
        QVERIFY(bounds_are_checked(*certificate, problem));
        limited += finding.limit > 0 ? 1 : 0;
        (objective == Objective::money ? money : sets) += certificate->feasible() ? 1 : 0;
        if (certificate->incumbents.size() < 2) continue;
        members += static_cast<int>(certificate->incumbents.size());
        Certificate without = *certificate;
        without.incumbents.erase(without.incumbents.begin() +
                                 i % static_cast<int>(without.incumbents.size()));
        QVERIFY(!verify::check(without, problem).accepted);
        ++lacking;
      }
    }
    QVERIFY2(
        money > cases(80) && sets > cases(80) && members > cases(90) && lacking > cases(24) &&
            limited > cases(20),
        qPrintable(
            QStringLiteral("%1 %2 %3 %4 %5").arg(money).arg(sets).arg(members).arg(lacking).arg(limited)));
  }

  /// GPipe with layers of two classes, one dense and nine of experts: memory leaves a fast stage two of
  /// these, so the slow one holds seven, for longer than a micro-batch's least way through both stages. Its K
  /// micro-batches are the bound.
  void roundsOfASlowStageByHand() {
    strategy::Problem problem =
        make_test_problem(make_graph(10, 1024, 16, 8, 4, 1),
                          make_cluster({make_pool("a", 1, 1), make_pool("b", 1, 1, 0.02)}, 50.0), 2048, 8);
    problem.job.allowed = {{"schedule", {"gpipe"}}, {"micro_batch", {"1"}}};
    cost::Tables tables(problem);
    verify::Bounds bounds(problem, tables);
    const strategy::Space space(problem);
    const std::vector<strategy::Family> families = space.families();
    const auto family = std::find_if(families.begin(), families.end(), [](const strategy::Family& each) {
      return each.uses.size() == 2 && each.replicas() == 1;
    });
    QVERIFY(family != families.end());
    strategy::Strategy strategy = verify::start_of(space, *family);
    space.choose(0, strategy);
    QCOMPARE(strategy.schedule, strategy::Schedule::gpipe);
    verify::Figures figures = bounds.figures(*family, strategy);
    QCOMPARE(figures.micro_batches, 8);
    figures.pools[0].holds = 2;
    const verify::PoolFigures& fast = figures.pools[0];
    const verify::PoolFigures& slow = figures.pools[1];
    const double bottleneck = 7.0 * slow.common;
    // The shortest layer on both stages, all else on the fast one.
    const double sum = figures.lightest * (fast.layer + slow.layer) +
                       (10.0 - 2.0 * figures.lightest) * fast.layer + fast.head + figures.cross_link;
    QVERIFY(sum < bottleneck);
    const double least =
        (8.0 * bottleneck + std::min(fast.fixed, slow.fixed)) * cost::straggler_factor(problem, 2);
    QVERIFY(std::abs(bounds.mixture(figures, 2, {1, 1}).seconds - least) < 1e-8 * least);
  }

  /// ZB-V with layers of two classes, two dense and ten of experts, on two pools of a stage: each stage has
  /// two chunks of three, and the first may hold the dense ones, but the last holds six of experts, whichever
  /// it is.
  void lastStageOfTheVByHand() {
    strategy::Problem problem =
        make_test_problem(make_graph(12, 1024, 16, 8, 4, 2),
                          make_cluster({make_pool("a", 1, 1), make_pool("b", 1, 1)}, 50.0), 2048, 8);
    problem.job.allowed = {{"schedule", {"zb-v"}}, {"micro_batch", {"1"}}};
    cost::Tables tables(problem);
    verify::Bounds bounds(problem, tables);
    const strategy::Space space(problem);
    const std::vector<strategy::Family> families = space.families();
    const auto family = std::find_if(families.begin(), families.end(),
                                     [](const strategy::Family& each) { return each.uses.size() == 2; });
    QVERIFY(family != families.end());
    strategy::Strategy strategy = verify::start_of(space, *family);
    space.choose(0, strategy);
    strategy.virtual_pipeline = 2;
    QCOMPARE(strategy.schedule, strategy::Schedule::zb_v);
    const verify::Figures figures = bounds.figures(*family, strategy);
    const verify::PoolFigures& pool = figures.pools.front();
    QVERIFY(pool.shortest < 0.9 * pool.common);
    const double least = 8.0 * 6.0 * pool.common + pool.fixed;
    QVERIFY(std::abs(bounds.mixture(figures, 2, {1, 1}).seconds - least) < 1e-8 * least);
  }

  /// The bounds of search and verifier are the same for every node that a certificate may name: of layers of
  /// one class and of two, with pools of all speeds, in much memory and in little.
  void boundsAgree() {
    std::mt19937 random(2811);
    const auto real = [&](double least, double most) {
      return std::uniform_real_distribution<double>(least, most)(random);
    };
    int nodes = 0, without_room = 0;
    std::map<strategy::Schedule, int> by_schedule;
    for (int i = 0; i < cases(480); ++i) {
      const int layers = 4 + i % 6;
      auto graph = i % 3 == 0 ? make_graph(layers, 1024) : make_graph(layers, 1024, 16, 8, 4, 1 + i % 3);
      if (i % 6 == 5)  // in turn
        for (std::size_t k = 0; k < graph->layers.size(); ++k) graph->layers[k] = static_cast<int>(k % 2);
      strategy::Problem problem = make_test_problem(
          std::move(graph),
          make_cluster({make_pool("a", 1, 2, 1.0, i % 2 == 0 ? 80.0 : real(0.8, 3.0)),
                        make_pool("b", 1, 2, real(0.02, 0.9), i % 4 < 2 ? 80.0 : real(0.8, 4.0))},
                       real(5.0, 100.0)),
          2048, 8);
      problem.cluster.may_leave_unused = i % 2 == 0;
      problem.job.allowed["expert_tensor_parallel"] = {"1"};
      problem.job.allowed["schedule"] = {"1f1b", "interleaved", "gpipe", "zb-h1", "zb-v"};
      if (i % 5 == 0) problem.job.allowed["zero_stage"] = {"0", "2", "3"};
      if (i % 4 != 0) without_offload(problem);
      const BothBounds both(problem);
      QVERIFY2(both.apart.isEmpty(), qPrintable(QStringLiteral("problem %1: %2").arg(i).arg(both.apart)));
      nodes += both.nodes;
      without_room += both.without_room;
      for (const auto& [schedule, count] : both.by_schedule) by_schedule[schedule] += count;
    }
    qInfo("%d nodes, %d without room", nodes, without_room);
    QVERIFY2(nodes > cases(200000) && without_room > cases(4000),
             qPrintable(QStringLiteral("%1 %2").arg(nodes).arg(without_room)));
    for (const auto& [schedule, count] : by_schedule)
      QVERIFY2(count > cases(2000), strategy::to_string(schedule));
    QCOMPARE(by_schedule.size(), 5U);
  }

  void namedSettingsAreCertified_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QStringList>("values");
    QTest::addColumn<int>("depth");
    QTest::newRow("ZeRO 2") << "zero_stage" << QStringList{"2"} << 4;
    QTest::newRow("ZeRO 3") << "zero_stage" << QStringList{"3"} << 4;
    QTest::newRow("ZeRO 1, 2 and 3") << "zero_stage" << QStringList{"1", "2", "3"} << 4;
    QTest::newRow("ZB-V") << "schedule" << QStringList{"zb-v"} << 3;
    QTest::newRow("ZB-V and others") << "schedule" << QStringList{"1f1b", "interleaved", "zb-v"} << 3;
    QTest::newRow("optimizer in host memory") << "offload_optimizer" << QStringList{"true"} << 3;
    QTest::newRow("activations in host memory") << "offload_activations" << QStringList{"true"} << 1;
    QTest::newRow("activations here or there") << "offload_activations" << QStringList{"false", "true"} << 2;
  }
  /// Settings that a job names. Paths as deep as `depth` tell the number of stages (3), the setting
  /// (4): then of pipelines.
  void namedSettingsAreCertified() {
    QFETCH(QString, key);
    QFETCH(QStringList, values);
    QFETCH(int, depth);
    std::vector<std::string> named;
    for (const QString& value : values) named.push_back(value.toStdString());
    std::mt19937 random(1958);
    int accepted = 0, deep = 0;
    constexpr int kProblems = std::max(5, cases(14));
    for (int i = 0; i < kProblems; ++i) {
      strategy::Problem problem = i == 0 ? free_counts() : random_problem(random, i % 2 == 0);
      problem.job.allowed[key.toStdString()] = named;
      const auto certificate = certificate_of(problem);
      if (!certificate) continue;
      const verify::Finding finding = verify::check(*certificate, problem);
      QVERIFY2(finding.accepted, why(finding).constData());
      QVERIFY(bounds_are_checked(*certificate, problem));
      for (const std::size_t n : cut_nodes(*certificate)) {
        const std::vector<std::uint32_t>& path = certificate->nodes[n].path;
        deep += static_cast<int>(path.size()) >= depth && (depth < 3 || path[2] > 1) ? 1 : 0;
      }
      ++accepted;
    }
    QVERIFY2(accepted > kProblems - 4 && deep > kProblems / 3 + 1,
             qPrintable(QStringLiteral("%1 %2").arg(accepted).arg(deep)));
  }

  /// ZeRO 2: in a pipeline 4 ranks inside a domain pass on 3/4 of a layer's gradients in every micro-batch,
  /// and all but the hidden share of that is seen. ZB-V, two stages of six layers: 6 K layers at least.
  void boundsOfSettingsByHand() {
    strategy::Problem problem =
        make_test_problem(make_graph(12, 2048), make_cluster({make_pool("a", 1, 8)}), 2048, 32);
    problem.job.allowed = {{"zero_stage", {"2"}}, {"micro_batch", {"1"}}};
    cost::Tables tables(problem);
    verify::Bounds bounds(problem, tables);
    const strategy::Space space(problem);
    const strategy::Family family = family_of(space, 4);
    QCOMPARE(family.data_parallel, 4);
    strategy::Strategy strategy = verify::start_of(space, family);
    space.choose(0, strategy);
    strategy.overlap_grad_reduce = true;
    verify::Figures figures = bounds.figures(family, strategy);
    const double layer = figures.pools.front().layer;
    bounds.apply_setting(figures, strategy, 1);
    QCOMPARE(figures.pools.front().layer, layer);  // once a step only
    bounds.apply_setting(figures, strategy, 2);
    const model::LayerClass& of = problem.graph->classes.front();
    const double parameters = static_cast<double>(of.parameters_split + of.parameters_replicated);
    const cost::StackTraits& stack = tables.stack(0);
    const double seconds = 0.75 * stack.gradient_bytes * parameters /
                           (450e9 * cost::coefficients_of(problem).tensor_share) *
                           (1.0 - stack.data_overlap) * stack.factor;
    QVERIFY(stack.reduce_passes == 1.0 && seconds > 0.01 * layer);
    QVERIFY(std::abs(figures.pools.front().layer - layer - seconds) < 1e-6 * seconds);

    strategy.zero_stage = 0;
    strategy.schedule = strategy::Schedule::zb_v;
    strategy.virtual_pipeline = 2;
    figures = bounds.figures(family, strategy);
    // K = 32 / 4; the end of a step and the stragglers apart.
    const double straggling = cost::straggler_factor(problem, 8);
    const double least = (8.0 * 6.0 * layer + figures.pools.front().fixed) * straggling;
    QVERIFY(std::abs(bounds.mixture(figures, 2, {}).seconds - least) < 1e-8 * least);
  }

  /// Limits that leave the answer, change it, or leave none; and what is proven under a limit is no proof
  /// without it.
  void limitsAreCertified() {
    const search::Progress free = answer_of(m_problem);
    QVERIFY(free.optimal);
    const cost::Evaluation& fastest = free.best.front();
    const double hours = fastest.hours_for_job;
    const double usd = fastest.money.usd_for_job.value().value;
    std::uint64_t beyond = 0;
    const auto certified = [&](std::optional<double> deadline, std::optional<double> budget,
                               Certificate& out) {
      strategy::Problem problem = m_problem;
      problem.job.limits.deadline_hours = deadline;
      problem.job.limits.budget_usd = budget;
      auto made = certificate_of(problem);
      if (!made) return false;
      out = std::move(*made);
      const verify::Finding finding = verify::check(out, problem);
      beyond = finding.limit;
      if (!finding.accepted) qWarning("%s", finding.reason.c_str());
      return finding.accepted && bounds_are_checked(out, problem);
    };
    Certificate certificate;
    QVERIFY(certified(1.5 * hours, std::nullopt, certificate));
    QVERIFY(certificate.nodes == m_certificate.nodes && beyond == 0);
    QVERIFY(certified(std::nullopt, 0.8 * usd, certificate));
    QVERIFY(certificate.feasible() &&
            certificate.incumbents.front().step > 1.01 * m_certificate.incumbents.front().step);
    QVERIFY(beyond > 0);
    QVERIFY(refused(certificate, m_problem, "breaks a limit"));
    QVERIFY(certified(0.9 * hours, std::nullopt, certificate));
    QVERIFY(!certificate.feasible() && beyond > 0);
    QVERIFY(refused(certificate, m_problem, "breaks a limit"));
    QVERIFY(certified(2.0 * hours, 0.01 * usd, certificate));
    QVERIFY(!certificate.feasible() && beyond > 0);
    // What is slower than the incumbent may well keep a deadline of one and a half of its hours.
    strategy::Problem timed = m_problem;
    timed.job.limits.deadline_hours = 1.5 * hours;
    Certificate altered = m_certificate;
    const auto keeps =
        std::find_if(altered.nodes.begin(), altered.nodes.end(), [&](const verify::Node& node) {
          return node.verdict == Verdict::cut && static_cast<double>(node.seconds) * altered.unit_seconds() <
                                                     1.49 * altered.incumbents.front().step;
        });
    QVERIFY(keeps != altered.nodes.end());
    keeps->verdict = Verdict::limit;
    QVERIFY(refused(altered, timed, "breaks a limit"));
    strategy::Problem cheap = m_problem;
    cheap.job.limits.usd_per_trillion_tokens = 0.8 * *fastest.money.usd_per_trillion_tokens;
    const auto priced = certificate_of(cheap);
    QVERIFY(priced && verify::check(*priced, cheap).accepted);
    QVERIFY(verify::decode(verify::encode(*priced))->nodes == priced->nodes);
  }

  /// Power and cost per hour: nodes of which all draw or cost too much are told as such, and nothing that may
  /// keep the limits is.
  void powerAndRateAreCertified() {
    strategy::Problem problem = m_problem;
    problem.cluster.may_leave_unused = true;
    std::vector<int> all;
    for (const hardware::Pool& pool : problem.cluster.pools) all.push_back(pool.max_gpus);
    const cost::Money whole = cost::hourly(problem.cluster, problem.job, all);
    const auto certified = [&](const strategy::Problem& limited, bool feasible) {
      const auto made = certificate_of(limited);
      if (!made || made->feasible() != feasible) return false;
      const verify::Finding finding = verify::check(*made, limited);
      if (!finding.accepted) qWarning("%s", finding.reason.c_str());
      return finding.accepted && finding.limit > 0 && bounds_are_checked(*made, limited);
    };
    for (const double share : {0.6, 0.3}) {
      strategy::Problem limited = problem;
      limited.job.limits.power_kw = share * whole.power_kw;
      QVERIFY(certified(limited, true));
      limited.job.limits.power_kw.reset();
      limited.job.limits.usd_per_hour = share * whole.usd_per_hour.value().value;
      QVERIFY(certified(limited, true));
    }
    strategy::Problem dark = problem;
    dark.job.limits.power_kw = 1e-3;
    QVERIFY(certified(dark, false));
    // What is beyond 0.3 of the power is not beyond all of it.
    strategy::Problem tight = problem, wide = problem;
    tight.job.limits.power_kw = 0.3 * whole.power_kw;
    wide.job.limits.power_kw = 1.01 * whole.power_kw;
    const auto made = certificate_of(tight);
    QVERIFY(made);
    QVERIFY(!verify::check(*made, wide).accepted);
  }

  /// The fewest GPUs, and the places behind the first of every goal that has them. A place left out, told
  /// twice or in front of a better one is refused, and so is one more GPU than there are.
  void placesAndTheFewestGpus() {
    std::mt19937 random(61);
    int fewest = 0, several = 0, left_out = 0;
    for (int i = 0; i < cases(90); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      problem.job.flash_attention = i % 5 != 4;
      if (i % 5 != 0) without_offload(problem);
      const Objective objective = std::array{Objective::gpus, Objective::throughput, Objective::money}[i % 3];
      if (objective == Objective::gpus) problem.cluster.may_leave_unused = true;
      const auto certificate = certificate_of(problem, objective, 1 + i % 7);
      if (!certificate) continue;
      const verify::Finding finding = verify::check(*certificate, problem);
      QVERIFY2(finding.accepted, why(finding).constData());
      QVERIFY(bounds_are_checked(*certificate, problem));
      const auto read = verify::decode(verify::encode(*certificate));
      QVERIFY(read && read->incumbents == certificate->incumbents && read->nodes == certificate->nodes);
      if (certificate->counts_gpus() && certificate->feasible()) {
        ++fewest;
        Certificate more = *certificate;
        ++more.incumbents.front().gpus;
        QVERIFY(refused(more, problem, "GPUs, not"));
      }
      const std::size_t places = certificate->incumbents.size();
      if (places < 2) continue;
      ++several;
      Certificate altered = *certificate;
      altered.incumbents.back() = altered.incumbents.front();
      QVERIFY(refused(altered, problem, "are the same"));
      const verify::Incumbent& first = certificate->incumbents.front();
      const verify::Incumbent& last = certificate->incumbents.back();
      if (first.step == last.step && first.gpus == last.gpus) continue;
      altered = *certificate;
      altered.incumbents.erase(altered.incumbents.begin());
      QVERIFY(!verify::check(altered, problem).accepted);
      ++left_out;
      if (places > 2 || (first.usd > last.usd * (1.0 - 1e-9) && certificate->counts_money())) continue;
      altered = *certificate;
      std::swap(altered.incumbents.front(), altered.incumbents.back());
      QVERIFY(refused(altered, problem, "stands behind a worse one"));
    }
    QVERIFY2(fewest >= cases(20) && several >= cases(40) && left_out >= cases(30),
             qPrintable(QStringLiteral("%1 %2 %3").arg(fewest).arg(several).arg(left_out)));
  }

  /// Random shapes: the search over splits finds the fastest and nothing below it.
  void splitSearchMatchesEverySplit() {
    std::mt19937 random(7);
    verify::SplitSearch search;
    int shapes = 0, found = 0, unlike = 0;
    for (int i = 0; i < cases(4000); ++i) {
      strategy::Problem problem = random_problem(random, true);
      // Every other one with dense layers before those of experts, as many as there are stages or fewer.
      if (i % 2 == 1) problem.graph = make_graph(5 + i % 4, 512 << (i % 3), 16, 8, 4, 1 + i / 2 % 3);
      problem.job.allowed = {
          {"schedule", {std::array{"1f1b", "gpipe", "zb-h1"}[static_cast<std::size_t>(i / 4 % 3)]}},
          {"virtual_pipeline", {"1"}}};
      const strategy::Space space(problem);
      cost::Tables tables(problem);
      std::uniform_int_distribution<std::uint64_t> setting(0, space.per_group() - 1);
      std::optional<strategy::Strategy> chosen;
      int tries = 2000;
      space.visit([&](const strategy::Group& group) {
        strategy::Strategy strategy;
        space.configuration(group, setting(random), strategy);
        if (strategy.stages.size() > 1 && strategy::first_broken_rule(problem, strategy) == nullptr &&
            (!chosen || random() % 8 == 0))
          chosen = strategy;
        return --tries > 0;
      });
      if (!chosen) continue;
      const strategy::Strategy& strategy = *chosen;
      const cost::Shape shape(tables, strategy);
      const double fastest = fastest_split(shape);
      const verify::SplitAnswer any = search.faster_than(shape, 1e300);
      QCOMPARE(any.found, fastest < 1e300);
      if (any.found) QCOMPARE(any.step, fastest);
      if (any.found) QCOMPARE(search.faster_than(shape, fastest * (1.0 + 1e-9)).step, fastest);
      const verify::SplitAnswer none = search.faster_than(shape, fastest);
      QVERIFY(none.complete && !none.found);
      ++shapes;
      found += any.found ? 1 : 0;
      unlike += any.found && problem.graph->classes.size() > 1 ? 1 : 0;
    }
    QVERIFY2(shapes > cases(500) && found > cases(250) && unlike > cases(100),
             qPrintable(QStringLiteral("%1 %2 %3").arg(shapes).arg(found).arg(unlike)));
  }

 private:
  strategy::Problem m_problem;
  Certificate m_certificate;
};

}  // namespace tst_certificate

ASTROLABE_TEST(tst_certificate, TestCertificate)
#include "tst_certificate.moc"
