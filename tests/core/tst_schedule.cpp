// core/cost/schedule: the fast walk against its slow twin and against hand-made cases.
#include <QtTest>
#include <random>

#include "core/base/rounding.h"
#include "core/cost/schedule.h"
#include "tests/core/draws.h"
#include "tests/program/test_program.h"

namespace tst_schedule {

using namespace astrolabe;
using tests::Pick;
using tests::Real;
using namespace astrolabe::cost;
using strategy::Schedule;

namespace {

/// One pass of a stage's order.
struct Operation {
  bool backward = false;
  int micro_batch = 0, chunk = 0;
  bool weight = false;
};

std::vector<Operation> operations(const Pipeline& line, int stage) {
  std::vector<Operation> order;
  std::vector<int> done(static_cast<std::size_t>(strategy::kPasses * line.size().chunks), 0);
  for (const strategy::PassRun& run : strategy::runs_of(line.schedule, line.size(), stage))
    for (int i = 0; i < run.count * run.length; ++i) {
      const int row = run.rows[static_cast<std::size_t>(i % run.length)];
      const strategy::Pass pass = strategy::pass_of(row);
      order.push_back({pass == strategy::Pass::backward, done[static_cast<std::size_t>(row)]++,
                       strategy::chunk_of(row), pass == strategy::Pass::weight});
    }
  return order;
}

Pipeline equal_pipeline(int stages, int chunks, int micro_batches, double forward, double backward,
                        Schedule schedule) {
  Pipeline line;
  line.micro_batches = micro_batches;
  line.schedule = schedule;
  for (int j = 0; j < stages; ++j) {
    StageTimes times;
    times.forward.assign(static_cast<std::size_t>(chunks), forward / chunks);
    times.backward.assign(static_cast<std::size_t>(chunks), backward / chunks);
    times.weight.assign(static_cast<std::size_t>(chunks), backward / 2.0 / chunks);
    line.stages.push_back(times);
  }
  line.link_forward.assign(static_cast<std::size_t>(stages), 0.0);
  line.link_backward = line.link_forward;
  return line;
}

/// The stages of a pipeline with one chunk a stage and equal links both ways.
std::vector<LineStage> line_of(const Pipeline& pipeline) {
  std::vector<LineStage> line;
  for (std::size_t j = 0; j < pipeline.stages.size(); ++j) {
    const StageTimes& stage = pipeline.stages[j];
    line.push_back({stage.forward[0], stage.backward[0], 0.0, stage.tail, pipeline.link_forward[j]});
  }
  return line;
}

/// ZB-V: the end of the last operation by relaxing the order on each stage and the way of each micro-batch
/// down and back through the 2 P places of the V.
double relaxed_v(const Pipeline& line) {
  const int stages = static_cast<int>(line.stages.size());
  const int places = 2 * stages;
  const auto stage_of = [&](int place) { return place < stages ? place : places - 1 - place; };
  const auto micro_batches = static_cast<std::size_t>(line.micro_batches);
  // end[kind][place][micro-batch], kind 0 forward, 1 backward, 2 weights
  std::vector<std::vector<double>> end[3];
  for (auto& kind : end)
    kind.assign(static_cast<std::size_t>(places), std::vector<double>(micro_batches, 0.0));
  const auto at = [&](int kind, int place, int m) -> double& {
    return end[kind][static_cast<std::size_t>(place)][static_cast<std::size_t>(m)];
  };
  const auto hop = [&](const std::vector<double>& links, int a, int b) {
    return a == b ? 0.0 : links[static_cast<std::size_t>(std::min(a, b))];
  };
  double last = 0.0;
  for (bool moved = true; moved;) {
    moved = false;
    for (int j = 0; j < stages; ++j) {
      double free = 0.0;
      for (const Operation& op : operations(line, j)) {
        const int place = op.chunk == 0 ? j : places - 1 - j;
        const StageTimes& times = line.stages[static_cast<std::size_t>(j)];
        const auto k = static_cast<std::size_t>(op.chunk);
        const int m = op.micro_batch;
        double start = free;
        double seconds = times.forward[k];
        int kind = 0;
        if (op.weight) {
          kind = 2;
          start = std::max(start, at(1, place, m));
          seconds = times.weight[k];
        } else if (op.backward) {
          kind = 1;
          seconds = times.backward[k] - times.weight[k];
          start = std::max(start, place + 1 == places ? at(0, place, m)
                                                      : at(1, place + 1, m) +
                                                            hop(line.link_backward, j, stage_of(place + 1)));
        } else if (place > 0) {
          start = std::max(start, at(0, place - 1, m) + hop(line.link_forward, j, stage_of(place - 1)));
        }
        free = start + seconds;
        moved = moved || free > at(kind, place, m) + 1e-12;
        at(kind, place, m) = std::max(at(kind, place, m), free);
        last = std::max(last, free);
      }
    }
  }
  return last;
}

/// The end of the last operation by relaxing every constraint until nothing moves: order on a stage,
/// forward after forward, backward after backward, with the transfers between.
double relaxed(const Pipeline& line) {
  const int stages = static_cast<int>(line.stages.size());
  struct Place {
    Operation op;
    double start = 0.0, seconds = 0.0;
  };
  std::vector<std::vector<Place>> places(static_cast<std::size_t>(stages));
  for (int j = 0; j < stages; ++j)
    for (const Operation& op : operations(line, j)) {
      const StageTimes& times = line.stages[static_cast<std::size_t>(j)];
      const double seconds = op.weight     ? times.weight[0]
                             : op.backward ? times.backward[0] - times.weight[0]
                                           : times.forward[0];
      places[static_cast<std::size_t>(j)].push_back({op, 0.0, seconds});
    }
  const auto end_of = [&](int j, bool backward, int micro_batch) {
    for (const Place& place : places[static_cast<std::size_t>(j)])
      if (!place.op.weight && place.op.backward == backward && place.op.micro_batch == micro_batch)
        return place.start + place.seconds;
    return -1.0;
  };
  double last = 0.0;
  for (bool moved = true; moved;) {
    moved = false;
    for (int j = 0; j < stages; ++j) {
      double free = 0.0;
      for (Place& place : places[static_cast<std::size_t>(j)]) {
        double start = free;
        const int m = place.op.micro_batch;
        if (place.op.weight || (place.op.backward && j + 1 == stages))
          start = std::max(start, end_of(j, place.op.weight, m));
        else if (place.op.backward)
          start = std::max(start, end_of(j + 1, true, m) + line.link_backward[static_cast<std::size_t>(j)]);
        else if (j > 0)
          start =
              std::max(start, end_of(j - 1, false, m) + line.link_forward[static_cast<std::size_t>(j - 1)]);
        moved = moved || start > place.start + 1e-12;
        place.start = std::max(place.start, start);
        free = place.start + place.seconds;
        last = std::max(last, free);
      }
    }
  }
  return last;
}

void checkClose(double a, double b) {
  QVERIFY2(qAbs(a - b) <= 1e-9 * qMax(1.0, qAbs(b)),
           qPrintable(QStringLiteral("%1 != %2").arg(a, 0, 'g', 12).arg(b, 0, 'g', 12)));
}

}  // namespace

class TestSchedule : public QObject {
  Q_OBJECT

 private slots:
  /// n layers on the grid are n layers however n times one of them is reached, and n - 1 where a millionth of
  /// one is missing; to the grid from above and below, which leaves what is on it.
  void wholeLayersOnTheGrid() {
    std::mt19937 random(17);
    std::uniform_real_distribution<double> real(1e-6, 3.0);
    for (int i = 0; i < 100000; ++i) {
      const double raw = real(random), layer = on_grid(raw), below = multiple_below(raw, kTick);
      QVERIFY(below <= raw && raw <= layer && layer - below <= kTick);
      QCOMPARE(on_grid(layer), layer);
      QCOMPARE(multiple_below(layer, kTick), layer);
      const int n = 1 + i % 150;
      const double edge = on_grid(real(random));
      QCOMPARE(whole_in(n * layer, layer), n);
      QCOMPARE(whole_in((n * layer + edge) - edge, layer), n);
      QCOMPARE(whole_in(n / (1.0 / layer), layer), n);  // by another way
      QCOMPARE(whole_in((n - 1e-6) * layer, layer), n - 1);
      QVERIFY(rounded_down(raw) < raw && raw < rounded_up(raw));
    }
  }

  /// Equal stages, no latency: (K + P - 1)(f + b), the closed form is exact.
  void equalStages_data() {
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("count");
    QTest::newRow("one stage") << 1 << 5;          // (5 + 0) * 3 = 15
    QTest::newRow("two stages") << 2 << 8;         // (8 + 1) * 3 = 27
    QTest::newRow("few micro-batches") << 6 << 2;  // (2 + 5) * 3 = 21
    QTest::newRow("many") << 8 << 64;              // (64 + 7) * 3 = 213
  }
  void equalStages() {
    QFETCH(int, stages);
    QFETCH(int, count);
    checkClose(simulate(equal_pipeline(stages, 1, count, 1.0, 2.0, Schedule::one_f_one_b)).step,
               (count + stages - 1) * 3.0);
    checkClose(simulate(equal_pipeline(stages, 1, count, 1.0, 2.0, Schedule::gpipe)).step,
               (count + stages - 1) * 3.0);
  }

  /// ZB-H1, equal stages, no latency, K at least P: K (f + b + w) + (P - 1)(f + b - w).
  void zeroBubble_data() {
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("wanted");
    // f = 1, backward 2, of which 1 for the weights
    QTest::newRow("one stage") << 1 << 5 << 15.0;      // 5 x 3
    QTest::newRow("two stages") << 2 << 4 << 13.0;     // 4 x 3 + 1 x 1
    QTest::newRow("four stages") << 4 << 8 << 27.0;    // 8 x 3 + 3 x 1; 1F1B 33
    QTest::newRow("eight stages") << 8 << 16 << 55.0;  // 16 x 3 + 7 x 1; 1F1B 69
  }
  void zeroBubble() {
    QFETCH(int, stages);
    QFETCH(int, count);
    QFETCH(double, wanted);
    checkClose(simulate(equal_pipeline(stages, 1, count, 1.0, 2.0, Schedule::zb_h1)).step, wanted);
  }

  /// Unequal stages and slow links against relaxation; every operation once, each weight gradient after its
  /// backward, and never more micro-batches held than in_flight() says.
  void zeroBubbleOracle() {
    std::mt19937 random(9);
    const Real real{random};
    for (int i = 0; i < 300; ++i) {
      const int stages = std::uniform_int_distribution<int>(1, 6)(random);
      const int count = std::uniform_int_distribution<int>(1, 12)(random);
      Pipeline line = equal_pipeline(stages, 1, count, 1.0, 2.0, Schedule::zb_h1);
      for (int j = 0; j < stages; ++j) {
        StageTimes& times = line.stages[static_cast<std::size_t>(j)];
        times.forward = {real(0.5, 1.5)};
        times.backward = {real(1.0, 3.0)};
        times.weight = {times.backward[0] * real(0.2, 0.8)};
        line.link_forward[static_cast<std::size_t>(j)] = real(0.0, 0.8);
        line.link_backward[static_cast<std::size_t>(j)] = real(0.0, 0.8);
        int held = 0;
        int most = 0;
        std::vector<int> done(static_cast<std::size_t>(count), 0);
        for (const Operation& op : operations(line, j)) {
          const int wanted = op.weight ? 2 : op.backward ? 1 : 0;
          QCOMPARE(done[static_cast<std::size_t>(op.micro_batch)]++, wanted);
          held += op.weight ? -1 : op.backward ? 0 : 1;
          most = std::max(most, held);
        }
        QCOMPARE(held, 0);
        QVERIFY(most <= in_flight(Schedule::zb_h1, stages, 1, count, j));
      }
      checkClose(simulate(line).step, relaxed(line));
      checkClose(play(line).step, simulate(line).step);
    }
  }

  /// ZB-V, all passes of a chunk equally long, no latency, K at least 2 P - 1: 6 K + P - 1 of them.
  void zeroBubbleV_data() {
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("wanted");
    // forward 1, backward 2 of which 1 for the weights, over two chunks: a pass takes 0.5
    QTest::newRow("one stage") << 1 << 5 << 15.0;         // 30 x 0.5
    QTest::newRow("two stages") << 2 << 4 << 12.5;        // 25 x 0.5; ZB-H1 13
    QTest::newRow("four stages") << 4 << 8 << 25.5;       // 51 x 0.5; ZB-H1 27, 1F1B 33
    QTest::newRow("six stages") << 6 << 16 << 50.5;       // 101 x 0.5
    QTest::newRow("fewer than stages") << 4 << 1 << 9.0;  // once through: 8 forwards, 8 backwards, 2 weights
  }
  void zeroBubbleV() {
    QFETCH(int, stages);
    QFETCH(int, count);
    QFETCH(double, wanted);
    checkClose(simulate(equal_pipeline(stages, 2, count, 1.0, 2.0, Schedule::zb_v)).step, wanted);
  }

  /// Unequal stages and chunks, slow links, few micro-batches: every operation once and in order, as many
  /// chunks held as in_flight() says, and the end that relaxing all constraints of the V gives.
  void zeroBubbleVOracle() {
    std::mt19937 random(10);
    const Real real{random};
    for (int i = 0; i < 300; ++i) {
      const int stages = std::uniform_int_distribution<int>(1, 6)(random);
      const int count = std::uniform_int_distribution<int>(1, 14)(random);
      Pipeline line = equal_pipeline(stages, 2, count, 1.0, 2.0, Schedule::zb_v);
      for (int j = 0; j < stages; ++j) {
        StageTimes& times = line.stages[static_cast<std::size_t>(j)];
        for (std::size_t k : {0U, 1U}) {
          times.forward[k] = real(0.5, 1.5);
          times.backward[k] = real(1.0, 3.0);
          times.weight[k] = times.backward[k] * real(0.2, 0.8);
        }
        line.link_forward[static_cast<std::size_t>(j)] = real(0.0, 0.8);
        line.link_backward[static_cast<std::size_t>(j)] = real(0.0, 0.8);
        int held = 0;
        int most = 0;
        std::vector<int> done(2 * static_cast<std::size_t>(count), 0);
        for (const Operation& op : operations(line, j)) {
          const int wanted = op.weight ? 2 : op.backward ? 1 : 0;
          QCOMPARE(done[static_cast<std::size_t>(op.chunk * count + op.micro_batch)]++, wanted);
          held += op.weight ? -1 : op.backward ? 0 : 1;
          most = std::max(most, held);
        }
        QCOMPARE(held, 0);
        QVERIFY(std::all_of(done.begin(), done.end(), [](int n) { return n == 3; }));
        QCOMPARE(most, in_flight(Schedule::zb_v, stages, 2, count, j));
      }
      checkClose(simulate(line).step, relaxed_v(line));
      const Timeline timeline = play(line);
      checkClose(timeline.step, simulate(line).step);
      // Each of the 2 P - 1 borders is crossed forward and back by each micro-batch, but for the turn.
      std::size_t transfers = 0;
      for (const Lane& lane : timeline.lanes) transfers += lane.transfers.size();
      QCOMPARE(transfers, static_cast<std::size_t>(8 * (stages - 1) * count));  // sends and receives
    }
  }

  /// Interleaved, equal chunks, no latency, K a multiple of P: (K + (P - 1) / v)(f + b).
  void interleaved_data() {
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("chunks");
    QTest::addColumn<int>("count");
    QTest::newRow("2x2") << 2 << 2 << 4;     // (4 + 1/2) * 3 = 13.5
    QTest::newRow("4x2") << 4 << 2 << 8;     // (8 + 3/2) * 3 = 28.5
    QTest::newRow("4x5") << 4 << 5 << 16;    // (16 + 3/5) * 3 = 49.8
    QTest::newRow("8x10") << 8 << 10 << 64;  // (64 + 7/10) * 3 = 194.1
  }
  void interleaved() {
    QFETCH(int, stages);
    QFETCH(int, chunks);
    QFETCH(int, count);
    const double expected = (count + (stages - 1.0) / chunks) * 3.0;
    checkClose(simulate(equal_pipeline(stages, chunks, count, 1.0, 2.0, Schedule::interleaved)).step,
               expected);
  }

  /// Two stages, f = 1, 2; b = 2, 4; link 0.5 each way; K = 2.
  /// Stage 0: F0 0-1, F1 1-2 (warm-up 1, then 1F1B). Stage 1: F0 1.5-3.5, B0 3.5-7.5, F1
  /// max(7.5, 2.5)=7.5-9.5, B1 9.5-13.5. Stage 0: B0 8-10, B1 14-16. Tails 3 and 1: ends 19 and 14.5, so the
  /// step is 19 and stage 0 sets it.
  void byHand() {
    std::vector<double> scratch;
    const StepEnd end = zb_h1_end({{1, 2, 0, 3, 0.5}, {2, 4, 0, 1, 0}}, 2, scratch);
    checkClose(end.step, 19.0);
    QCOMPARE(end.critical_stage, 0);
    Pipeline line = equal_pipeline(2, 1, 2, 1, 2, Schedule::one_f_one_b);
    line.stages[1].forward = {2};
    line.stages[1].backward = {4};
    line.stages[0].tail = 3;
    line.stages[1].tail = 1;
    line.link_forward = line.link_backward = {0.5, 0.0};
    const Timeline timeline = play(line);
    checkClose(timeline.step, 19.0);
    checkClose(timeline.lanes[0].work[2].start, 8.0);   // B0 on stage 0
    checkClose(timeline.lanes[0].work[2].waited, 6.0);  // idle from 2 to 8
    QCOMPARE(timeline.lanes[0].work[2].waited_for, 1);
    checkClose(timeline.lanes[1].work[2].start, 7.5);  // F1 on stage 1
    QVERIFY(timeline.lanes[1].work[1].critical);       // B0 on stage 1 lies on the chain
    // The chain is F0 of stage 0, all of stage 1, B1 of stage 0: what joins them are the transfers at 1 and
    // at 13.5, each sent by the one and received by the other.
    for (std::size_t stage : {std::size_t{0}, std::size_t{1}}) {
      const std::vector<Span>& transfers = timeline.lanes[stage].transfers;
      QCOMPARE(transfers.size(), std::size_t{4});  // two micro-batches there and back
      for (const Span& span : transfers) {
        const bool joins = std::fabs(span.start - 1.0) < 1e-9 || std::fabs(span.start - 13.5) < 1e-9;
        QCOMPARE(span.critical, joins);
        const bool forth = span.start < 5.0 && span.end < 5.0;  // 1 and 2, before the first backward ends
        QCOMPARE(span.kind == SpanKind::send, forth == (stage == 0));
      }
    }
  }

  /// The O(P K) walk equals the operation play on random pipelines, few micro-batches included.
  void walkEqualsPlay() {
    std::mt19937 random(7);
    const Real real{random};
    const Pick pick{random};
    std::vector<double> scratch;
    for (int round = 0; round < 5000; ++round) {
      const int stages = pick(1, 9);
      const int count = pick(1, 40);
      Pipeline line = equal_pipeline(stages, 1, count, 1, 2, Schedule::one_f_one_b);
      for (int j = 0; j < stages; ++j) {
        const auto s = static_cast<std::size_t>(j);
        line.stages[s].forward = {real(0.5, 1.5)};
        line.stages[s].backward = {real(0.8, 3.0)};
        line.stages[s].tail = real(0.0, 4.0);
        line.link_forward[s] = line.link_backward[s] = real(0.0, 1.2);
      }
      const StepEnd slow = simulate(line);
      const StepEnd fast = zb_h1_end(line_of(line), count, scratch);
      QVERIFY2(qAbs(slow.step - fast.step) <= 1e-9 * slow.step,
               qPrintable(QStringLiteral("round %1").arg(round)));
      QCOMPARE(slow.critical_stage, fast.critical_stage);
    }
  }

  /// Long pipelines with ties, times on the grid: the jump over the steady state changes nothing.
  void jumpsEqualPlay() {
    std::mt19937 random(11);
    const Pick pick{random};
    const auto ticks = [&](int least, int most) { return pick(least, most) * 0.25; };
    std::vector<double> scratch;
    for (int round = 0; round < 3000; ++round) {
      const int stages = pick(1, 8);
      const int chunks = pick(0, 1) == 0 || stages == 1 ? 1 : pick(2, 4);
      const int count = chunks == 1 ? pick(1, 150) : stages * pick(1, 12);
      Pipeline line = equal_pipeline(stages, chunks, count, 1, 2,
                                     chunks == 1 ? Schedule::one_f_one_b : Schedule::interleaved);
      for (int j = 0; j < stages; ++j) {
        const auto s = static_cast<std::size_t>(j);
        for (double& f : line.stages[s].forward) f = ticks(2, 6);
        for (double& b : line.stages[s].backward) b = ticks(2, 12);
        line.stages[s].tail = ticks(0, 16);
        line.link_forward[s] = ticks(0, 4);
        line.link_backward[s] = chunks == 1 ? line.link_forward[s] : ticks(0, 4);
      }
      const StepEnd slow = simulate(line);
      const StepEnd fast =
          chunks == 1 ? zb_h1_end(line_of(line), count, scratch) : interleaved_end(line, scratch);
      QVERIFY2(slow.step == fast.step, qPrintable(QStringLiteral("round %1: %2 stages, %3 chunks, %4: %5, %6")
                                                      .arg(round)
                                                      .arg(stages)
                                                      .arg(chunks)
                                                      .arg(count)
                                                      .arg(slow.step)
                                                      .arg(fast.step)));
      QCOMPARE(slow.critical_stage, fast.critical_stage);
    }
  }

  /// Activations held at once: 1F1B min(K, P - j); interleaved 2(P-1-j) + (v-1)P + 1 chunks; GPipe all.
  void inFlight() {
    QCOMPARE(in_flight(Schedule::one_f_one_b, 4, 1, 8, 0), 4);
    QCOMPARE(in_flight(Schedule::one_f_one_b, 4, 1, 8, 3), 1);
    QCOMPARE(in_flight(Schedule::one_f_one_b, 4, 1, 2, 0), 2);
    QCOMPARE(in_flight(Schedule::gpipe, 4, 1, 8, 2), 8);
    QCOMPARE(in_flight(Schedule::zb_h1, 4, 1, 8, 3), 4);         // 1 in work and 3 waiting for their weights
    QCOMPARE(in_flight(Schedule::zb_v, 4, 2, 8, 3), 8);          // two chunks of each of P micro-batches
    QCOMPARE(in_flight(Schedule::zb_v, 4, 2, 3, 0), 4);          // 3 + 1
    QCOMPARE(in_flight(Schedule::interleaved, 4, 2, 8, 0), 11);  // 2*3 + 4 + 1
    QCOMPARE(in_flight(Schedule::interleaved, 4, 2, 4, 0), 8);   // all 4 x 2 chunks
  }

  /// Spans of a lane never overlap, every operation is there, the end is the step, and the steady state
  /// folds.
  void spans() {
    Pipeline line = equal_pipeline(4, 1, 40, 1.0, 2.0, Schedule::one_f_one_b);
    line.stages[2].forward = {1.3};
    line.link_forward = line.link_backward = {0.1, 0.2, 0.1, 0.0};
    const Timeline timeline = play(line);
    double last = 0.0;
    for (const Lane& lane : timeline.lanes) {
      QCOMPARE(lane.work.size(), std::size_t(80));
      for (std::size_t i = 1; i < lane.work.size(); ++i)
        QVERIFY(lane.work[i].start >= lane.work[i - 1].end - 1e-12);
      last = qMax(last, lane.work.back().end);
    }
    checkClose(timeline.step, last);
    QVERIFY(timeline.fold_repeats >= 3);
    // The fastest the steady state can be is the longest cycle mean over neighbouring stages i..j (up with
    // the forwards and transfers, down with the backwards): stages 1..2: (3 + 3.3 + 2 x 0.2) / 2 = 3.35;
    // 0..2: (3 + 3 + 3.3 + 2 x (0.1 + 0.2)) / 3 = 3.3; 0..3: (12.3 + 0.8) / 4 = 3.275; stage 2 alone 3.3.
    // So 3.35 seconds a micro-batch.
    int folded = 0;
    for (const Span& span : timeline.lanes[0].work)
      if (span.kind == SpanKind::backward && span.start >= timeline.fold_start - 1e-9 &&
          span.start < timeline.fold_end - 1e-9)
        ++folded;
    checkClose((timeline.fold_end - timeline.fold_start) / folded, 3.35);
  }
};

}  // namespace tst_schedule

ASTROLABE_TEST(tst_schedule, TestSchedule)
#include "tst_schedule.moc"
