// All-to-alls: bounds, schedules and mappings of Aurora against hand cases and brute force (A1 to A6 of the
// specification of related planners, section 5.5).
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/exchange/layer_time.h"
#include "core/exchange/mapping.h"
#include "core/exchange/matching.h"
#include "core/exchange/schedule.h"
#include "tests/program/test_program.h"

namespace tst_exchange {

using namespace astrolabe;
using namespace astrolabe::exchange;

namespace {

Traffic matrix(std::initializer_list<std::initializer_list<double>> rows) {
  Traffic traffic(static_cast<int>(rows.size()));
  int from = 0;
  for (const auto& row : rows) {
    int to = 0;
    for (const double entry : row) traffic.at(from, to++) = entry;
    ++from;
  }
  return traffic;
}

std::vector<double> equal(int gpus, double rate = 1.0) {
  return std::vector<double>(static_cast<std::size_t>(gpus), rate);
}

Traffic drawn(std::mt19937& random, int gpus, double empty, bool whole) {
  std::uniform_real_distribution<double> entry(0.0, 9.0), chance(0.0, 1.0);
  Traffic traffic(gpus);
  for (int i = 0; i < gpus; ++i)
    for (int j = 0; j < gpus; ++j)
      traffic.at(i, j) = chance(random) < empty ? 0.0 : whole ? std::floor(entry(random)) : entry(random);
  return traffic;
}

/// What is sent adds up to the traffic, and nobody sends or receives twice at once.
void checkSchedule(const Traffic& traffic, const std::vector<double>& rates, const Schedule& made) {
  Traffic sent(traffic.gpus());
  double seconds = 0.0;
  for (const Slot& slot : made.all_slots) {
    std::vector<int> out(rates.size()), in(rates.size());
    QVERIFY(slot.seconds > 0.0);
    seconds += slot.seconds;
    for (const auto& [from, to] : slot.pairs) {
      QVERIFY(from != to);
      QCOMPARE(++out[static_cast<std::size_t>(from)], 1);
      QCOMPARE(++in[static_cast<std::size_t>(to)], 1);
      sent.at(from, to) +=
          slot.seconds * std::min(rates[static_cast<std::size_t>(from)], rates[static_cast<std::size_t>(to)]);
    }
  }
  const double most = std::max(1e-300, traffic.most());
  for (int i = 0; i < traffic.gpus(); ++i)
    for (int j = 0; j < traffic.gpus(); ++j)
      if (i != j) QVERIFY(std::fabs(sent.at(i, j) - traffic.at(i, j)) <= 1e-12 * most);
  QVERIFY(std::fabs(seconds - made.makespan_seconds) <= 1e-12 * made.makespan_seconds);
  const int n = traffic.gpus();
  QVERIFY(made.rounds <= n * n - 2 * n + 2);
  QVERIFY(made.bound_seconds <= made.makespan_seconds * (1.0 + 1e-12));
}

const Traffic& first_case() {
  static const Traffic traffic = matrix({{0, 3, 1, 2}, {4, 0, 2, 0}, {1, 1, 0, 5}, {2, 2, 1, 0}});
  return traffic;
}

template <class Value>
double best_order(int size, const Value& value) {
  std::vector<int> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  double best = value(order);
  while (std::next_permutation(order.begin(), order.end())) best = std::min(best, value(order));
  return best;
}

/// The largest of a GPU's seconds, written out.
double slowest_gpu(const ExpertTraffic& a, const ExpertTraffic& b, const std::vector<GpuRates>& gpus,
                   const std::vector<int>& gpu_of, const std::vector<int>& partner) {
  double slowest = 0.0;
  for (int i = 0; i < a.traffic.gpus(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const int j = partner[at];
    const GpuRates& gpu = gpus[static_cast<std::size_t>(gpu_of[at])];
    slowest = std::max({slowest, (a.traffic.sent(i) + b.traffic.sent(j)) / gpu.units,
                        (a.traffic.received(i) + b.traffic.received(j)) / gpu.units,
                        ((a.work.empty() ? 0.0 : a.work[at]) +
                         (b.work.empty() ? 0.0 : b.work[static_cast<std::size_t>(j)])) /
                            gpu.work});
  }
  return slowest;
}

std::vector<double> drawn_work(std::mt19937& random, int gpus) {
  std::uniform_real_distribution<double> entry(0.0, 30.0);
  std::vector<double> work;
  for (int i = 0; i < gpus; ++i) work.push_back(entry(random));
  return work;
}

}  // namespace

class TestExchange : public QObject {
  Q_OBJECT

 private slots:
  void shortestScheduleOfFour();
  void pairsOfTwoModels();
  void loadsOnUnequalGpus();
  void schedulesKeepTheirPromises();
  void permutationsTakeTheirEntry();
  void unequalRatesTellTheirGap();
  void fluidRatesReachTheBound();
  void manyGpusInTime();
  void scaledTrafficTakesScaledTime();
  void assignmentsAgainstAllOrders();
  void mappingsAgainstAllOrders();
  void balancedModelsPairHotWithCold();
  void twoModelsOnUnequalGpus();
  void nodesAndTheirCards();
  void evenExchangeIsTheBoundOfItsMatrix();
  void layerOfOneModel();
  void layersOfTwoModels();
  void wrongTables();
};

void TestExchange::shortestScheduleOfFour() {
  // A1. Rows 6, 6, 7, 5; columns 7, 6, 4, 7.
  const Traffic& traffic = first_case();
  QCOMPARE(traffic.most(), 7.0);
  const Schedule made = schedule(traffic, equal(4));
  QCOMPARE(made.bound_seconds, 7.0);
  QCOMPARE(made.makespan_seconds, 7.0);
  QCOMPARE(made.gap(), 0.0);
  checkSchedule(traffic, equal(4), made);
  QCOMPARE(in_order_seconds(traffic, equal(4)), 11.0);
  // At 2 units a second in half the time.
  QCOMPARE(schedule(traffic, equal(4, 2.0)).makespan_seconds, 3.5);
}

void TestExchange::pairsOfTwoModels() {
  // A2. Single models 14 (9 + 3 + 2 received by the second) and 15 (6 + 5 + 4 by the third).
  const ExpertTraffic a{matrix({{0, 9, 1, 1}, {2, 0, 1, 1}, {1, 3, 0, 1}, {1, 2, 1, 0}}), {}};
  const ExpertTraffic b{matrix({{0, 1, 6, 1}, {1, 0, 5, 1}, {2, 1, 0, 1}, {1, 1, 4, 0}}), {}};
  QCOMPARE(a.traffic.most(), 14.0);
  QCOMPARE(b.traffic.most(), 15.0);
  const Mapping mapping = pair_models(a, b, {});
  QCOMPARE(mapping.seconds, 18.0);
  QCOMPARE(mapping.partner, (std::vector<int>{1, 0, 2, 3}));
  const Traffic both = together(a.traffic, b.traffic, mapping);
  QCOMPARE(both.most(), 18.0);
  QCOMPARE(schedule(both, equal(4)).makespan_seconds, 18.0);
  double worst = 0.0;
  const double best = best_order(4, [&](const std::vector<int>& order) {
    Mapping tried = mapping;
    tried.partner = order;
    const double seconds = together(a.traffic, b.traffic, tried).most();
    worst = std::max(worst, seconds);
    return seconds;
  });
  QCOMPARE(best, 18.0);
  QCOMPARE(worst, 29.0);
}

void TestExchange::loadsOnUnequalGpus() {
  // A3. 40/4, 25/2, 20/2, 5/1: 12.5, whatever the order of the GPUs.
  ExpertTraffic model{Traffic(4), {40.0, 25.0, 20.0, 5.0}};
  const std::vector<GpuRates> gpus{{1.0, 2.0}, {1.0, 1.0}, {1.0, 4.0}, {1.0, 2.0}};
  const Mapping mapping = map_one(model, gpus);
  QCOMPARE(mapping.seconds, 12.5);
  QCOMPARE(mapping.gpu_of, (std::vector<int>{2, 0, 3, 1}));
  QCOMPARE(best_order(4,
                      [&](const std::vector<int>& order) {
                        double seconds = 0.0;
                        for (std::size_t i = 0; i < 4; ++i)
                          seconds = std::max(seconds,
                                             model.work[i] / gpus[static_cast<std::size_t>(order[i])].work);
                        return seconds;
                      }),
           12.5);
}

void TestExchange::schedulesKeepTheirPromises() {
  std::mt19937 random(1);
  for (int draw = 0; draw < 300; ++draw) {
    const int gpus = 1 + draw % 9;
    const Traffic traffic = drawn(random, gpus, draw % 3 == 0 ? 0.6 : 0.0, draw % 2 == 0);
    const Schedule made = schedule(traffic, equal(gpus));
    checkSchedule(traffic, equal(gpus), made);
    QVERIFY(std::fabs(made.makespan_seconds - traffic.most()) <= 1e-12 * traffic.most());
  }
}

void TestExchange::permutationsTakeTheirEntry() {
  // A4. One slot of c seconds.
  Traffic traffic(5);
  const int to[] = {2, 0, 4, 1, 3};
  for (int from = 0; from < 5; ++from) traffic.at(from, to[from]) = 3.25;
  const Schedule made = schedule(traffic, equal(5));
  QCOMPARE(made.makespan_seconds, 3.25);
  QCOMPARE(made.all_slots.size(), std::size_t{1});
  QCOMPARE(made.all_slots.front().pairs.size(), std::size_t{5});
  QVERIFY(schedule(Traffic(5), equal(5)).all_slots.empty());
}

void TestExchange::unequalRatesTellTheirGap() {
  // GPU 0 at rate 2 sends 4 to each of two GPUs at rate 1: 8 / 2 = 4 s in fluid, 4 + 4 one after the other.
  const Traffic traffic = matrix({{0, 4, 4}, {0, 0, 0}, {0, 0, 0}});
  const Schedule made = schedule(traffic, {2.0, 1.0, 1.0});
  QCOMPARE(made.bound_seconds, 4.0);
  QCOMPARE(made.makespan_seconds, 8.0);
  QCOMPARE(made.gap(), 1.0);
  std::mt19937 random(2);
  for (int draw = 0; draw < 100; ++draw) {
    const int gpus = 2 + draw % 6;
    std::vector<double> rates;
    for (int i = 0; i < gpus; ++i) rates.push_back((draw + i) % 3 + 1.0);
    const Traffic drawn_traffic = drawn(random, gpus, 0.3, false);
    checkSchedule(drawn_traffic, rates, schedule(drawn_traffic, rates));
  }
}

void TestExchange::fluidRatesReachTheBound() {
  const std::vector<double> rates{2.0, 1.0, 4.0, 1.5};
  const double seconds = bound_seconds(first_case(), rates);
  const std::vector<double> fluid = fluid_rates(first_case(), rates);
  for (int i = 0; i < 4; ++i) {
    double out = 0.0, in = 0.0;
    for (int j = 0; j < 4; ++j) {
      const double rate = fluid[static_cast<std::size_t>(4 * i + j)];
      if (i != j) QVERIFY(std::fabs(rate * seconds - first_case().at(i, j)) <= 1e-12);
      out += rate;
      in += fluid[static_cast<std::size_t>(4 * j + i)];
    }
    QVERIFY(out <= rates[static_cast<std::size_t>(i)] * (1.0 + 1e-12));
    QVERIFY(in <= rates[static_cast<std::size_t>(i)] * (1.0 + 1e-12));
  }
}

void TestExchange::manyGpusInTime() {
  std::mt19937 random(3);
  const Traffic traffic = drawn(random, 256, 0.0, false);
  QElapsedTimer clock;
  clock.start();
  const Schedule made = schedule(traffic, equal(256));
  const auto spent = clock.elapsed();
  qInfo("256 GPUs: %lld ms, %d rounds, %zu slots", static_cast<long long>(spent), made.rounds,
        made.all_slots.size());
  QVERIFY(spent < 20'000);  // of a slow build with sanitizers
  checkSchedule(traffic, equal(256), made);
  QVERIFY(std::fabs(made.makespan_seconds - traffic.most()) <= 1e-12 * traffic.most());
}

void TestExchange::scaledTrafficTakesScaledTime() {
  // A5.
  Traffic scaled(4);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) scaled.at(i, j) = 1e9 * first_case().at(i, j);
  QCOMPARE(schedule(scaled, equal(4)).makespan_seconds, 7e9);
  QCOMPARE(schedule(scaled, equal(4, 1e9)).makespan_seconds, 7.0);
}

void TestExchange::assignmentsAgainstAllOrders() {
  std::mt19937 random(4);
  std::uniform_int_distribution<int> weight(0, 20);
  for (int draw = 0; draw < 200; ++draw) {
    const int size = 1 + draw % 6;
    std::vector<double> weights;
    for (int i = 0; i < size * size; ++i) weights.push_back(weight(random));
    const auto largest = [&](const std::vector<int>& order) {
      double most = 0.0;
      for (int i = 0; i < size; ++i)
        most =
            std::max(most, weights[static_cast<std::size_t>(i * size + order[static_cast<std::size_t>(i)])]);
      return most;
    };
    const Assignment found = bottleneck_assignment(weights, size);
    QCOMPARE(found.largest, best_order(size, largest));
    QCOMPARE(largest(found.column), found.largest);
    QVERIFY(std::is_permutation(found.column.begin(), found.column.end(),
                                [&] {
                                  std::vector<int> all(static_cast<std::size_t>(size));
                                  std::iota(all.begin(), all.end(), 0);
                                  return all;
                                }()
                                    .begin()));
  }
}

void TestExchange::mappingsAgainstAllOrders() {
  // A6, (ii) and (iii): exact.
  std::mt19937 random(5);
  for (int draw = 0; draw < 200; ++draw) {
    const int size = 2 + draw % 5;
    const ExpertTraffic a{drawn(random, size, 0.2, draw % 2 == 0), drawn_work(random, size)};
    const ExpertTraffic b{drawn(random, size, 0.2, draw % 2 == 0), drawn_work(random, size)};
    std::vector<GpuRates> gpus;
    for (int i = 0; i < size; ++i) gpus.push_back({(draw + i) % 4 + 1.0, (draw + 2 * i) % 3 + 1.0});
    const ExpertTraffic none{Traffic(size), {}};
    std::vector<int> numbers(static_cast<std::size_t>(size));
    std::iota(numbers.begin(), numbers.end(), 0);
    const Mapping one = map_one(a, gpus);
    QCOMPARE(one.seconds, best_order(size, [&](const std::vector<int>& order) {
               return slowest_gpu(a, none, gpus, order, numbers);
             }));
    QCOMPARE(slowest_gpu(a, none, gpus, one.gpu_of, numbers), one.seconds);
    const std::vector<GpuRates> alike(static_cast<std::size_t>(size), {2.0, 3.0});
    const Mapping pairs = pair_models(a, b, {2.0, 3.0});
    QCOMPARE(pairs.seconds, best_order(size, [&](const std::vector<int>& order) {
               return slowest_gpu(a, b, alike, numbers, order);
             }));
  }
}

void TestExchange::balancedModelsPairHotWithCold() {
  std::mt19937 random(6);
  for (int draw = 0; draw < 60; ++draw) {
    const int size = 2 + draw % 5;
    const Traffic x = drawn(random, size, 0.0, true), y = drawn(random, size, 0.0, true);
    const ExpertTraffic a{x + x.transposed(), {}}, b{y + y.transposed(), {}};
    const std::vector<GpuRates> alike(static_cast<std::size_t>(size));
    std::vector<int> numbers(static_cast<std::size_t>(size));
    std::iota(numbers.begin(), numbers.end(), 0);
    const Mapping pairs = pair_models(a, b, {});
    QCOMPARE(pairs.seconds, best_order(size, [&](const std::vector<int>& order) {
               return slowest_gpu(a, b, alike, numbers, order);
             }));
    int hot = 0, cold = 0;
    for (int i = 1; i < size; ++i) {
      if (a.traffic.sent(i) > a.traffic.sent(hot)) hot = i;
      if (b.traffic.sent(i) < b.traffic.sent(cold)) cold = i;
    }
    QCOMPARE(b.traffic.sent(pairs.partner[static_cast<std::size_t>(hot)]), b.traffic.sent(cold));
  }
}

void TestExchange::twoModelsOnUnequalGpus() {
  // A6, (iv): all partners times all GPUs, n up to 5; the published mean ratio is 1.07.
  std::mt19937 random(7);
  double ratios = 0.0, worst = 1.0;
  int draws = 0;
  for (int draw = 0; draw < 120; ++draw, ++draws) {
    const int size = 2 + draw % 4;
    const bool works = draw % 2 == 0;
    const ExpertTraffic a{drawn(random, size, 0.2, false),
                          works ? drawn_work(random, size) : std::vector<double>{}};
    const ExpertTraffic b{drawn(random, size, 0.2, false),
                          works ? drawn_work(random, size) : std::vector<double>{}};
    // 100, 80, 50 and 40 Gbit/s, as in the publication.
    std::vector<GpuRates> gpus;
    const double rates[] = {12.5, 10.0, 6.25, 5.0};
    for (int i = 0; i < size; ++i) gpus.push_back({rates[(draw / 4 + i) % 4], rates[(draw / 4 + i) % 4]});
    const Mapping found = map_two(a, b, gpus);
    const double best = best_order(size, [&](const std::vector<int>& partner) {
      return best_order(
          size, [&](const std::vector<int>& gpu_of) { return slowest_gpu(a, b, gpus, gpu_of, partner); });
    });
    QCOMPARE(slowest_gpu(a, b, gpus, found.gpu_of, found.partner), found.seconds);
    QVERIFY(found.bound_seconds <= best * (1.0 + 1e-12));
    QVERIFY(found.seconds >= best * (1.0 - 1e-12));
    ratios += found.seconds / best;
    worst = std::max(worst, found.seconds / best);
  }
  qInfo("two models on unequal GPUs: mean ratio %.4f, worst %.3f", ratios / draws, worst);
  QVERIFY(ratios / draws <= 1.05);
}

void TestExchange::nodesAndTheirCards() {
  // Two nodes of two. Node 0 sends 1 + 2 + 2 + 0 = 5 (GPU 0: 3), receives 1 + 1 + 2 + 2 = 6; GPU 2 sends 2,
  // GPU 3 sends 4, of which with GPU 2 1 and 5.
  const Traffic& traffic = first_case();
  const TierBounds bounds = tier_bounds(traffic, {2, 10.0, 1.0});
  // Inside: pairs (0, 1): 3 and 4; (2, 3): 5 and 1. The most is 5, at 10 a second.
  QCOMPARE(bounds.inside, 0.5);
  // Out of node 0: 1 + 2 + 2 + 0 = 5, in: 1 + 1 + 2 + 2 = 6, over two cards.
  QCOMPARE(bounds.node, 3.0);
  // GPU 3 sends 2 + 2 = 4 outside, which is the most of one card.
  QCOMPARE(bounds.own_cards, 4.0);
  QCOMPARE(bounds.seconds(), 4.0);
  QCOMPARE(bounds.shared_cards(), 3.0);
  // One node is links alone; nodes of one GPU are cards alone.
  QCOMPARE(tier_bounds(traffic, {4, 1.0, 1.0}).seconds(), 7.0);
  QCOMPARE(tier_bounds(traffic, {1, 1.0, 1.0}).seconds(), 7.0);
}

void TestExchange::evenExchangeIsTheBoundOfItsMatrix() {
  // 12 ranks, 4 a node, each sends 6 to all: inside 6 x 3/12, outside 6 x 8/12.
  const EvenExchange even = even_exchange(6.0, 12, 4);
  QCOMPARE(even.inside, 1.5);
  QCOMPARE(even.outside, 4.0);
  QCOMPARE(even_exchange(6.0, 1, 8).outside, 0.0);
  QCOMPARE(even_exchange(6.0, 4, 8).inside, 4.5);
  // Against the matrix written out, the hot rank with f times the mean: the message is f times as long.
  for (const double hot : {1.0, 1.4, 3.0, 12.0}) {
    std::vector<double> load(12, (12.0 - hot) / 11.0);
    load[7] = hot;
    const TierBounds bounds = tier_bounds(traffic_by_load(load, 6.0), {4, 1.0, 1.0});
    const EvenExchange expected = even_exchange(hot * 6.0, 12, 4);
    QVERIFY(std::fabs(bounds.inside - expected.inside) <= 1e-12);
    QVERIFY(std::fabs(bounds.own_cards - expected.outside) <= 1e-12);
    QVERIFY(std::fabs(traffic_by_load(load, 6.0).most() - expected.inside - expected.outside) <= 1e-12);
  }
}

void TestExchange::layerOfOneModel() {
  // 2 + 3 + 7 + 4 + 1.
  const LayerWork work{{1.0, 2.0}, {7.0, 5.0}, {1.0, 1.0}, 3.0, 4.0};
  const LayerTime time = exclusive_time(work);
  QCOMPARE(time.seconds, 17.0);
  QCOMPARE(time.phases[3].begin, 12.0);
  QCOMPARE(time.phases[3].end, 16.0);
}

void TestExchange::layersOfTwoModels() {
  // Gate 1, dispatch 4, experts 4, combine 4, aggregation 1, both alike: alone 14 each. The first sends at 1,
  // computes from 5 to 9 while the second sends, which computes from 9 to 13 while the first combines (9 to
  // 13); the second combines from 13 to 17 and ends at 18. Bound: 16 s of network in all.
  const LayerWork work{{1.0}, {4.0}, {1.0}, 4.0, 4.0};
  const LayerTime time = colocated_time(work, work, 16.0);
  QCOMPARE(time.seconds, 18.0);
  QCOMPARE(time.bound_seconds, 16.0);
  // A5: not below the bound, not above the sum of both alone.
  std::mt19937 random(8);
  for (int draw = 0; draw < 200; ++draw) {
    const int gpus = 1 + draw % 5;
    const Traffic x = drawn(random, gpus, 0.1, false), y = drawn(random, gpus, 0.1, false);
    const LayerWork a{drawn_work(random, gpus), drawn_work(random, gpus), drawn_work(random, gpus), x.most(),
                      x.most()};
    const LayerWork b{drawn_work(random, gpus), drawn_work(random, gpus), drawn_work(random, gpus), y.most(),
                      y.most()};
    const LayerTime both = colocated_time(a, b, 2.0 * (x + y).most());
    QVERIFY(both.seconds >= both.bound_seconds * (1.0 - 1e-12));
    QVERIFY(both.seconds <= exclusive_time(a).seconds + exclusive_time(b).seconds + 1e-9);
    QCOMPARE(both.phases.size(), std::size_t{2 * kPhases});
    // The network does one all-to-all at a time, and no phase begins before the model's last one ended.
    for (const PhaseTime& p : both.phases)
      for (const PhaseTime& q : both.phases) {
        const bool sends = (p.phase == Phase::dispatch || p.phase == Phase::combine) &&
                           (q.phase == Phase::dispatch || q.phase == Phase::combine);
        if (p.model != q.model && sends && p.end > p.begin && q.end > q.begin)
          QVERIFY(p.end <= q.begin + 1e-9 || q.end <= p.begin + 1e-9);
        if (p.model == q.model && p.phase < q.phase) QVERIFY(p.end <= q.begin + 1e-9);
      }
  }
}

void TestExchange::wrongTables() {
  const auto refused = [](const char* text) {
    const auto read = read_traffic(text);
    return read ? std::string("read") : read.error().where + ": " + read.error().found;
  };
  QCOMPARE(refused("0,1\n2,0\n"), std::string("read"));
  QCOMPARE(refused("0,1\n2\n"), std::string("row 2: 1 of 2 columns"));
  QCOMPARE(refused("0,1,2\n2,0,1\n"), std::string("row 1: 3 of 2 columns"));
  QCOMPARE(refused("0,1\n-2,0\n"), std::string("row 2, column 1: -2"));
  QCOMPARE(refused("0,nan\n2,0\n"), std::string("row 1, column 2: nan"));
  QCOMPARE(refused("0,inf\n2,0\n"), std::string("row 1, column 2: inf"));
  QCOMPARE(refused("0,\n2,0\n"), std::string("row 1, column 2: "));
  QVERIFY(!read_traffic(""));
  QCOMPARE(read_rates("1,0\n", 2).error().where, std::string("row 1, column 2"));
  QVERIFY(!read_rates("1\n2\n3\n", 2));
  QCOMPARE(*read_rates("1\n2\n3\n", 3), (std::vector<double>{1.0, 2.0, 3.0}));
  QCOMPARE(*read_rates("1,2,3", 3), (std::vector<double>{1.0, 2.0, 3.0}));
}

}  // namespace tst_exchange

ASTROLABE_TEST(tst_exchange, TestExchange)
#include "tst_exchange.moc"
