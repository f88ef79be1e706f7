// core/spmd/ratios.h: the linear programme against the closed form and by its own certificate; segments,
// memory rows and operator classes against sums made by hand; kinds of devices against single ones.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/error_codes.h"
#include "core/spmd/graph_parts.h"
#include "core/spmd/optimizer.h"
#include "core/spmd/ratios.h"
#include "core/spmd/synthesis.h"
#include "spmd_cases.h"
#include "tests/program/test_program.h"

namespace tst_spmd_ratios {

using namespace astrolabe;
using namespace astrolabe::spmd;
using namespace astrolabe::tests;

namespace {

double decades(std::mt19937_64& random, double from, double to) {
  return std::pow(10.0, std::uniform_real_distribution<double>(from, to)(random));
}

/// One segment; speeds from a few, so that they repeat.
struct Sample {
  RatioProblem problem;
  Devices devices;
};

Sample random_sample(std::mt19937_64& random) {
  const auto count = std::uniform_int_distribution<int>(1, 16)(random);
  std::vector<double> few;
  few.reserve(4);
  for (int k = 0; k < 4; ++k) few.push_back(decades(random, 11.0, 13.0));
  std::vector<double> speeds;
  speeds.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) speeds.push_back(few[random() % few.size()]);
  Sample sample;
  sample.devices = make_devices(speeds, std::vector<int>(speeds.size(), 1), 1e9);
  RatioTerms terms;
  terms.compute[0] = 1e12 * decades(random, -3.0, 3.0);
  terms.padded = decades(random, -3.0, 3.0);
  terms.constant = decades(random, -3.0, 0.0);
  sample.problem.segments = {terms};
  return sample;
}

/// Lengths by the rule, device by device.
std::vector<std::int64_t> lengths_one_by_one(std::int64_t extent, const std::vector<double>& ratios) {
  const auto whole = static_cast<double>(extent);
  std::vector<std::int64_t> lengths;
  std::int64_t left = extent;
  for (const double ratio : ratios) {
    lengths.push_back(static_cast<std::int64_t>(std::floor(ratio * whole * (1.0 + 1e-12))));
    left -= lengths.back();
  }
  for (; left > 0; --left) {
    std::size_t most = 0;
    double largest = -1e300;
    for (std::size_t i = 0; i < ratios.size(); ++i) {
      const double lack = ratios[i] - static_cast<double>(lengths[i]) / whole;
      if (lack < largest - 1e-12) continue;
      largest = std::max(lack, largest);
      most = i;
    }
    ++lengths[most];
  }
  return lengths;
}

/// Share of a fact's tensor that a device holds.
double share_of(const Graph& graph, const Program& program, const Fact& fact, std::size_t device,
                bool rounded) {
  if (fact.property.kind != Property::Kind::gather) return 1.0;
  const std::vector<double>& ratios = program.ratios[static_cast<std::size_t>(fact.segment)];
  if (!rounded) return ratios[device];
  const std::int64_t extent = graph.tensors[fact.tensor].shape[static_cast<std::size_t>(fact.property.dim)];
  return static_cast<double>(lengths_one_by_one(extent, ratios)[device]) / static_cast<double>(extent);
}

/// Computation and communication of an instruction, every device for itself.
std::pair<double, double> one_by_one(const Graph& graph, const Devices& devices, const Program& program,
                                     const Instruction& instruction, bool rounded) {
  using Kind = Instruction::Kind;
  const auto count = static_cast<std::size_t>(devices.count());
  double work = 0.0, most = 0.0, moved = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    if (instruction.kind == Kind::compute) {
      const Node& node = graph.nodes[instruction.node];
      double share = 1.0;
      for (const auto* facts : {&instruction.outputs, &instruction.inputs})
        for (const Fact& fact : *facts)
          if (fact.property.kind == Property::Kind::gather)
            share = share_of(graph, program, fact, i, rounded);  // all are cut along one index
      work = std::max(work, node.flops * share / devices.flops_per_second[class_of(node)][i]);
    } else if (!instruction.inputs.empty() && !instruction.outputs.empty()) {
      const double from = share_of(graph, program, instruction.inputs[0], i, rounded);
      const double to = share_of(graph, program, instruction.outputs[0], i, rounded);
      const bool gathers = instruction.kind == Kind::all_gather;
      most = std::max(most, gathers ? from : to);
      moved = std::max({moved, from * (1.0 - to), to * (1.0 - from)});
    }
  }
  if (instruction.inputs.empty() || instruction.outputs.empty() || instruction.kind == Kind::compute)
    return {work, 0.0};
  const Tensor& tensor = graph.tensors[instruction.inputs[0].tensor];
  const double bytes = tensor.elements() * tensor.element_bytes, n = devices.count();
  const auto time = [&](Collective kind, double volume) {
    return devices.of(kind).latency.value + volume / devices.of(kind).bandwidth.value;
  };
  switch (instruction.kind) {
    case Kind::all_gather:
      return {0.0, time(Collective::all_gather, n * most * bytes)};
    case Kind::reduce_scatter:
      return {0.0, time(Collective::reduce_scatter, n * most * bytes)};
    case Kind::all_reduce:
      return {0.0, time(Collective::all_reduce, bytes)};
    case Kind::all_to_all:
      return {0.0, time(Collective::all_to_all, bytes * moved * n * n / (n - 1.0))};
    default:
      return {0.0, instruction.communication.value};
  }
}

bool certified(const Ratios& ratios) {
  return ratios.primal_violation <= 1e-9 && ratios.dual_violation <= 1e-9 && ratios.duality_gap <= 1e-9;
}

/// One second of work on all devices, and so many bytes that they share.
RatioProblem sharing(double bytes) {
  RatioProblem problem;
  problem.segments.resize(1);
  problem.segments[0].compute[0] = 1.0;
  problem.memory = {{0.0, {bytes}}};
  return problem;
}

}  // namespace

class TestSpmdRatios : public QObject {
  Q_OBJECT

 private slots:
  /// 4.4 of the specification of the method: optimum at B_i ~ min(F_i, phi), phi one of the speeds.
  void programmeIsClosedForm() {
    std::mt19937_64 random(1);
    for (int k = 0; k < 2000; ++k) {
      const Sample sample = random_sample(random);
      const auto solved = solve_ratios(sample.problem, sample.devices);
      QVERIFY(solved.has_value());
      QVERIFY(certified(*solved));
      const Ratios exact = closed_form(sample.problem.segments[0], sample.devices.speeds());
      QVERIFY2(std::fabs(solved->seconds - exact.seconds) <= 1e-10 * exact.seconds,
               qPrintable(QStringLiteral("case %1: %2, %3")
                              .arg(k)
                              .arg(solved->seconds, 0, 'g', 15)
                              .arg(exact.seconds, 0, 'g', 15)));
      QVERIFY(std::fabs(std::accumulate(solved->ratios[0].begin(), solved->ratios[0].end(), 0.0) - 1.0) <=
              1e-12);
    }
  }

  /// F = (1, 2, 4), A = 7, n V / W = C: t(phi) = (A + C phi) / sum(min(F, phi)). C = 1: phi 4: 11 / 7;
  /// phi 2: 9 / 5; phi 1: 8 / 3. C = 5: 27 / 7 = 3.857, 17 / 5 = 3.4, 12 / 3 = 4. C = 10: 47 / 7 = 6.714,
  /// 27 / 5 = 5.4, 17 / 3 = 5.667.  C = 20: 87 / 7, 47 / 5 = 9.4, 27 / 3 = 9.
  void capsByHand_data() {
    QTest::addColumn<double>("padded");
    QTest::addColumn<double>("seconds");
    QTest::addColumn<double>("first");
    QTest::newRow("proportional") << 1.0 << 11.0 / 7 << 1.0 / 7;
    QTest::newRow("cap 2") << 5.0 << 3.4 << 0.2;
    QTest::newRow("cap 2 again") << 10.0 << 5.4 << 0.2;
    QTest::newRow("even") << 20.0 << 9.0 << 1.0 / 3;
  }
  void capsByHand() {
    QFETCH(double, padded);
    QFETCH(double, seconds);
    QFETCH(double, first);
    RatioTerms terms;
    terms.compute[0] = 7.0;
    terms.padded = padded;
    const Ratios exact = closed_form(terms, {1.0, 2.0, 4.0});
    QVERIFY(std::fabs(exact.seconds - seconds) <= 1e-15 * seconds);
    QVERIFY(std::fabs(exact.ratios[0][0] - first) <= 1e-15);
  }

  /// 16 devices of 3.858755112937e12 and 48 of 2.149250936815e12: even shares take (A + 2.149 C) / 137.552,
  /// by speed (A + 3.859 C) / 164.904 (in 1e12): even wins from C = 0.15509 A on.
  void evenThreshold() {
    const std::vector<double> speeds = mixed(64).speeds();
    for (const double padded : {0.1550, 0.1552}) {
      RatioTerms terms;
      terms.compute[0] = 1e12;
      terms.padded = padded;
      const double first = closed_form(terms, speeds).ratios[0][0];
      QVERIFY((std::fabs(first - 1.0 / 64) <= 1e-15) == (padded > 0.15509));
    }
  }

  /// A faster device or link or a smaller volume never raises the optimum; scaling all speeds and volumes
  /// scales time; exchanging devices exchanges ratios.
  void invariances() {
    std::mt19937_64 random(2);
    for (int k = 0; k < 200; ++k) {
      const Sample sample = random_sample(random);
      const RatioTerms& terms = sample.problem.segments[0];
      std::vector<double> speeds = sample.devices.speeds();
      const double before = closed_form(terms, speeds).seconds - terms.constant;
      std::vector<double> reversed(speeds.rbegin(), speeds.rend());
      auto mirrored = closed_form(terms, reversed).ratios[0];
      std::reverse(mirrored.begin(), mirrored.end());
      const auto straight = closed_form(terms, speeds).ratios[0];
      for (std::size_t i = 0; i < speeds.size(); ++i) QVERIFY(std::fabs(straight[i] - mirrored[i]) <= 1e-12);
      std::vector<double> scaled = speeds;
      for (double& speed : scaled) speed *= 3.0;
      RatioTerms smaller = terms;
      smaller.padded /= 3.0;
      QVERIFY(std::fabs((closed_form(smaller, scaled).seconds - terms.constant) * 3.0 - before) <=
              1e-9 * (before + terms.constant));
      RatioTerms quicker = terms;
      quicker.padded *= 0.8;
      QVERIFY(closed_form(quicker, speeds).seconds - terms.constant <= before * (1.0 + 1e-12));
      speeds[random() % speeds.size()] *= 1.5;
      QVERIFY(closed_form(terms, speeds).seconds - terms.constant <= before * (1.0 + 1e-12));
    }
  }

  /// F = (1, 2): 24 GiB shared, 24 and 8 GiB of memory: the second device holds 8 / 24. B = (2/3, 1/3),
  /// t = (2/3) / 1, twice the unconstrained 1/3. One more byte there moves 1 / 24 GiB of share to it:
  /// dt = -1 / (24 GiB).
  void memoryRow() {
    Devices devices = make_devices({1.0, 2.0}, {1, 1}, 1e9);
    const double gib = 1073741824.0;
    devices.memory = {{24 * gib}, {8 * gib}};
    const RatioProblem problem = sharing(24 * gib);
    const auto solved = solve_ratios(problem, devices);
    QVERIFY(solved.has_value());
    QVERIFY(certified(*solved));
    QVERIFY(std::fabs(solved->seconds - 2.0 / 3) <= 1e-12);
    QVERIFY(std::fabs(solved->ratios[0][1] - 1.0 / 3) <= 1e-12);
    QVERIFY(solved->memory_binds);
    QVERIFY(std::fabs(solved->seconds_per_byte[1] - 1.0 / (24 * gib)) <= 1e-9 / (24 * gib));
    QCOMPARE(solved->seconds_per_byte[0], 0.0);
    devices.memory = {{24 * gib}, {24 * gib}};
    const auto roomy = solve_ratios(problem, devices);
    QVERIFY(roomy.has_value());
    QVERIFY(std::fabs(roomy->seconds - 1.0 / 3) <= 1e-12);
    QVERIFY(!roomy->memory_binds);
  }

  /// 24 GiB shared on 8 + 8: 8 GiB lack, said with the device.
  void nothingFits() {
    Devices devices = make_devices({1.0, 2.0}, {1, 1}, 1e9);
    const double gib = 1073741824.0;
    devices.memory = {{8 * gib}, {8 * gib}};
    const RatioProblem problem = sharing(24 * gib);
    const auto solved = solve_ratios(problem, devices);
    QVERIFY(!solved.has_value());
    QCOMPARE(QString::fromStdString(solved.error().code), QStringLiteral("AST-S301"));
    QVERIFY(QString::fromStdString(solved.error().where).startsWith(QStringLiteral("device ")));
    QCOMPARE(QString::fromStdString(solved.error().found), QStringLiteral("8589934592 bytes missing"));
  }

  /// An exchange at a share above one half, at its tangent: a longer largest share would make it shorter. The
  /// programme leaves that out and has a solution: F = (1, 2), work 1: (1/3, 2/3), t = 1/3.
  void fallingExchange() {
    const Devices devices = make_devices({1.0, 2.0}, {1, 1}, 1e9);
    RatioProblem problem;
    problem.segments.resize(1);
    problem.segments[0].compute[0] = 1.0;
    problem.segments[0].padded = -5.0;
    const auto solved = solve_ratios(problem, devices);
    QVERIFY(solved.has_value());
    QVERIFY(certified(*solved));
    QVERIFY(std::fabs(solved->seconds - 1.0 / 3) <= 1e-12);
    QVERIFY(std::fabs(solved->ratios[0][1] - 2.0 / 3) <= 1e-12);
  }

  /// The second device has no memory left, or a byte less: it gets nothing, then lacks that byte. All 24 GiB
  /// on the first: t = 1 / 1.
  void deviceWithoutMemory() {
    Devices devices = make_devices({1.0, 2.0}, {1, 1}, 1e9);
    const double gib = 1073741824.0;
    devices.memory = {{24 * gib}, {0.0}};
    const RatioProblem problem = sharing(24 * gib);
    const auto solved = solve_ratios(problem, devices);
    QVERIFY(solved.has_value());
    QVERIFY(certified(*solved));
    QVERIFY(std::fabs(solved->ratios[0][0] - 1.0) <= 1e-12);
    QVERIFY(std::fabs(solved->seconds - 1.0) <= 1e-12);
    devices.memory[1] = {-4096.0};
    const auto none = solve_ratios(problem, devices);
    QVERIFY(!none.has_value());
    QCOMPARE(none.error().code, std::string("AST-S301"));
    QCOMPARE(none.error().found, std::string("4096 bytes missing"));
  }

  /// Two classes of operators: F = (1, 1) for products, (1, 3) for the rest. Work 1 each. t = max(b, 1 - b) +
  /// max(b, (1 - b) / 3): between b = 1/4 and 1/2 it is 1 - b + b = 1, elsewhere more.
  void operatorClasses() {
    Devices devices = make_devices({1.0, 1.0}, {1, 1}, 1e9);
    devices.flops_per_second[1] = {1.0, 3.0};
    RatioProblem problem;
    problem.segments.resize(1);
    problem.segments[0].compute[0] = problem.segments[0].compute[1] = 1.0;
    const auto solved = solve_ratios(problem, devices);
    QVERIFY(solved.has_value());
    QVERIFY(certified(*solved));
    QVERIFY(std::fabs(solved->seconds - 1.0) <= 1e-12);
    QVERIFY(solved->ratios[0][0] >= 0.25 - 1e-12 && solved->ratios[0][0] <= 0.5 + 1e-12);
  }

  /// Shards by runs of equal devices and device by device: the same lengths.
  void lengthsByRuns() {
    std::mt19937_64 random(5);
    for (int k = 0; k < 3000; ++k) {
      const int kinds = 1 + static_cast<int>(random() % 4);
      std::vector<double> ratios;
      for (int kind = 0; kind < kinds; ++kind) {
        const double ratio = random() % 8 == 0 ? 0.0 : static_cast<double>(1 + random() % 5) * 0.37;
        ratios.insert(ratios.end(), 1 + random() % 9, ratio);
      }
      if (random() % 3 == 0) std::shuffle(ratios.begin(), ratios.end(), random);
      ratios.push_back(1.0);
      const double sum = std::accumulate(ratios.begin(), ratios.end(), 0.0);
      for (double& ratio : ratios) ratio /= sum;
      const auto extent = static_cast<std::int64_t>(1 + random() % 300);
      QCOMPARE(shard_lengths(extent, ratios), lengths_one_by_one(extent, ratios));
    }
  }

  /// Programs are evaluated by kinds of devices. Device by device, each for itself, gives the same times to
  /// 1e-9, of fractions and of whole units, and what devices hold is what their own shards are.
  void kindsAreDevices_data() {
    QTest::addColumn<QString>("model");
    for (const char* model : {"encoder", "vit", "moe", "vgg19"}) QTest::newRow(model) << QString(model);
  }
  void kindsAreDevices() {
    QFETCH(QString, model);
    std::mt19937_64 random(11);
    for (int k = 0; k < 6; ++k) {
      std::vector<double> speeds;
      std::vector<int> counts;
      for (std::uint64_t kind = 0; kind < 1 + random() % 4; ++kind) {
        speeds.push_back(decades(random, 11.0, 12.0));
        counts.push_back(static_cast<int>(1 + random() % 7));
      }
      speeds.push_back(speeds.front());  // the first kind once more, behind the others
      counts.push_back(3);
      Devices devices = profiled(1, speeds, counts);
      for (CollectiveCost& cost : devices.collectives) cost.latency = {decades(random, -6.0, -4.0)};
      const Graph graph = trained(model.toLatin1().constData(), 2, devices.count(), 67);
      SynthesisOptions options;
      options.baselines = false;
      Program program = synthesise(graph, devices, options)->program;
      for (std::vector<double>& row : program.ratios) {
        const double other = decades(random, -1.0, 0.0);
        for (std::size_t i = 0; i < row.size(); ++i)
          row[i] = devices.speeds()[i] == speeds.front() ? other : devices.speeds()[i] / 1e12;
        const double sum = std::accumulate(row.begin(), row.end(), 0.0);
        for (double& ratio : row) ratio /= sum;
      }
      for (const bool rounded : {false, true}) {
        evaluate(graph, devices, program, rounded);
        for (const Instruction& instruction : program.instructions) {
          const auto [work, moving] = one_by_one(graph, devices, program, instruction, rounded);
          QVERIFY(std::fabs(instruction.computation.value - work) <= 1e-9 * work);
          if (instruction.kind != Instruction::Kind::compute)
            QVERIFY2(std::fabs(instruction.communication.value - moving) <= 1e-9 * moving,
                     to_string(instruction.kind));
        }
      }
      // What stays: weights and moments, whatever else is held for a while.
      const Memory memory = memory_of(graph, program);
      const LaneWork lanes = work_of_lanes(graph, devices, program);
      for (std::size_t i = 0; i < memory.peak.size(); ++i) {
        double state = 0.0;
        for (const Instruction& instruction : program.instructions)
          for (const Fact& fact : instruction.outputs) {
            const Tensor& tensor = graph.tensors[fact.tensor];
            const double elements = tensor.elements() * share_of(graph, program, fact, i, true);
            if (instruction.kind == Instruction::Kind::load && tensor.role == Role::parameter)
              state += elements * tensor.element_bytes;
            if (instruction.node >= 0 && graph.nodes[instruction.node].op == Op::update)
              state += elements * optimizer_bytes(tensor.element_bytes);
          }
        QVERIFY(memory.peak[i].value >= state * (1.0 - 1e-9));
      }
      for (std::size_t step = 0; step < program.instructions.size(); ++step) {
        if (lanes.seconds[step].empty()) continue;
        const double longest = *std::max_element(lanes.seconds[step].begin(), lanes.seconds[step].end());
        QVERIFY(std::fabs(longest - program.instructions[step].computation.value) <= 1e-9 * longest);
      }
    }
  }

  /// Shards 20, 30 and 50 of 100 rows become 50, 30 and 20: [0, 20) grows to [0, 50), [20, 50) becomes [50,
  /// 80), [50, 100) shrinks to [80, 100): every device sends or receives 30 rows. Even shards exchange (1 /
  /// 3) (2 / 3) of the tensor at the profiled rate, so 0.3 of it take 0.3 x 9 / 2 V / W. Borders of the
  /// programme are the same volume from above.
  void movedBetweenSegments() {
    Parts parts("moved", false);
    const TensorId x = parts.relu(parts.input("x", {100, 8}));
    parts.builder().set_segment(1);
    const TensorId loss = parts.sum(parts.relu(x));
    const Graph graph = *with_backward(std::move(parts).finish(loss, 100.0));
    const Devices devices = make_devices({1e9, 1e9, 1e9}, {1, 1, 1}, 1e9);
    const Theory theory = *make_theory(graph, Restriction::data_parallel);
    const Prices prices(devices, even(devices), false);
    const Found found = spmd::search(theory, make_tables(theory, prices));
    QVERIFY(found.any);
    Program program = assemble(theory, prices, found.rule);
    program.ratios = {{0.2, 0.3, 0.5}, {0.5, 0.3, 0.2}};
    evaluate(graph, devices, program, true);
    int moves = 0;
    for (const Instruction& instruction : program.instructions) {
      if (instruction.kind != Instruction::Kind::reshard) continue;
      ++moves;
      const double seconds = 0.3 * 4.5 * 3200.0 / 1e9;
      QVERIFY(std::fabs(instruction.communication.value / seconds - 1.0) <= 1e-12);
    }
    QVERIFY(moves > 0);
    program.ratios[1] = program.ratios[0];
    evaluate(graph, devices, program, true);
    for (const Instruction& instruction : program.instructions)
      if (instruction.kind == Instruction::Kind::reshard) QCOMPARE(instruction.communication.value, 0.0);
    const RatioProblem problem = ratio_problem(graph, devices, program);
    QCOMPARE(problem.borders.size(), static_cast<std::size_t>(moves));
    for (const Border& border : problem.borders)
      QVERIFY(std::fabs(border.seconds / (4.5 * 3200.0 / 1e9) - 1.0) <= 1e-12);
  }

  /// F = (1, 3). First segment: work 1, proportional (1/4, 3/4). Second: padded 1, even. Moving costs D |P -
  /// P'|: with b, b' the first shares: (1 - b) / 3 for b <= 1/4 (else b) + max(b', 1 - b') + D |b - b'|. D =
  /// 0: 1/4 + 1/2. D = 10: b = b': max(b, (1 - b) / 3) + 1 - b has slope 0 from 1/4 to 1/2: 1. D = 0.5: b =
  /// 1/4, b' = 1/2: 3/4 + 1/8; slope in b' is D - 1 < 0.
  void segments_data() {
    QTest::addColumn<double>("border");
    QTest::addColumn<double>("seconds");
    QTest::newRow("free") << 0.0 << 0.75;
    QTest::newRow("dear") << 10.0 << 1.0;
    QTest::newRow("worth it") << 0.5 << 0.875;
  }
  void segments() {
    QFETCH(double, border);
    QFETCH(double, seconds);
    const Devices devices = make_devices({1.0, 3.0}, {1, 1}, 1e9);
    RatioProblem problem;
    problem.segments.resize(2);
    problem.segments[0].compute[0] = 1.0;
    problem.segments[1].padded = 1.0;
    problem.borders = {{0, 1, border}};
    const auto solved = solve_ratios(problem, devices);
    QVERIFY(solved.has_value());
    QVERIFY(certified(*solved));
    QVERIFY2(std::fabs(solved->seconds - seconds) <= 1e-12, qPrintable(QString::number(solved->seconds)));
  }
};

}  // namespace tst_spmd_ratios

ASTROLABE_TEST(tst_spmd_ratios, TestSpmdRatios)
#include "tst_spmd_ratios.moc"
