// Experts with unequal loads: placements against all placements, copies, snapshots, measured skews, and what
// serving predictions make of them.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <numeric>
#include <random>

#include "core/base/units.h"
#include "core/exchange/experts.h"
#include "serving_cases.h"
#include "tests/program/test_program.h"

namespace tst_expert_load {

using namespace astrolabe;
using namespace astrolabe::exchange;
using namespace astrolabe::tests;
using serving::ExpertLoad;

namespace {

/// The least fullest load over all ways to give every rank as many experts as any other.
double best_placement(const Snapshots& loads, int ranks) {
  const auto experts = static_cast<int>(loads.front().size());
  std::vector<int> rank_of(static_cast<std::size_t>(experts)), held(static_cast<std::size_t>(ranks));
  double best = 1e9;
  const std::function<void(int)> place = [&](int expert) {
    if (expert == experts) {
      double worst = 0.0;
      for (const std::vector<double>& snapshot : loads) {
        std::vector<double> load(static_cast<std::size_t>(ranks));
        double sum = 0.0;
        for (std::size_t i = 0; i < snapshot.size(); ++i) {
          load[static_cast<std::size_t>(rank_of[i])] += snapshot[i];
          sum += snapshot[i];
        }
        worst = std::max(worst, *std::max_element(load.begin(), load.end()) * ranks / sum);
      }
      best = std::min(best, worst);
      return;
    }
    for (int rank = 0; rank < ranks; ++rank) {
      if (held[static_cast<std::size_t>(rank)] == experts / ranks) continue;
      rank_of[static_cast<std::size_t>(expert)] = rank;
      ++held[static_cast<std::size_t>(rank)];
      place(expert + 1);
      --held[static_cast<std::size_t>(rank)];
    }
  };
  place(0);
  return best;
}

std::shared_ptr<const ExpertLoad> load_of(const Json& json) {
  auto read = ExpertLoad::read(json, "expert_load");
  if (!read) qFatal("%s: %s", read.error().where.c_str(), read.error().found.c_str());
  return *read;
}

/// DeepSeek-V3 in fp8 on 32 H200 of one domain of links, 64 requests a rank.
serving::Figures figures_with(const std::shared_ptr<const ExpertLoad>& load, int ranks = 32) {
  serving::Question question = llama_question();
  question.shape = shape("deepseek-v3");
  question.machine = machine("h200-sxm");
  question.machine.domain = 64;
  question.weights = serving::DataType::fp8_block;
  question.traffic.concurrency = 64.0 * ranks;
  question.expert_load = load;
  serving::Deployment deployment;
  deployment.worker.attention_data_parallel = ranks;
  deployment.worker.expert_parallel = ranks;
  return serving::predict(question, deployment);
}

}  // namespace

class TestExpertLoad : public QObject {
  Q_OBJECT

 private slots:
  void placedInOrder();
  void placedByLoad();
  void placementsAgainstAll();
  void snapshotsAgainstAll();
  void copiesOfHotExperts();
  void copiesStandApart();
  void loadsOfASkew();
  void measuredSkews();
  void sharesRead_data();
  void sharesRead();
  void jobKeys();
  void evenLoadsChangeNothing();
  void fullestRankTakesLonger();
  void copiesTakeMemory();
};

void TestExpertLoad::placedInOrder() {
  // 4 + 3 = 7 and 2 + 1 = 3 of 10: the fuller has 7 / 5 of the mean.
  const ExpertPlacement placement = place_in_order({{4.0, 3.0, 2.0, 1.0}}, 2);
  QCOMPARE(placement.fullest, 1.4);
  QCOMPARE(placement.experts[1], (std::vector<int>{2, 3}));
}

void TestExpertLoad::placedByLoad() {
  // 4 + 1 and 3 + 2.
  const ExpertPlacement placement = place_by_load({{4.0, 3.0, 2.0, 1.0}}, 2);
  QCOMPARE(placement.fullest, 1.0);
  QCOMPARE(placement.bound, 1.0);
  // The largest expert, 7 of 10, with the smallest, 1: 8 / 5; no other is better.
  const ExpertPlacement hot = place_by_load({{7.0, 1.0, 1.0, 1.0}}, 2);
  QCOMPARE(hot.fullest, 1.6);
  QCOMPARE(hot.bound, 1.6);
}

void TestExpertLoad::placementsAgainstAll() {
  std::mt19937 random(1);
  std::lognormal_distribution<double> load(0.0, 1.0);
  double ratios = 0.0;
  int draws = 0;
  for (int draw = 0; draw < 60; ++draw, ++draws) {
    const int ranks = 2 + draw % 2, experts = ranks * (2 + draw % 3);
    Snapshots loads(1);
    for (int i = 0; i < experts; ++i) loads[0].push_back(load(random));
    const ExpertPlacement found = place_by_load(loads, ranks);
    const double best = best_placement(loads, ranks);
    QVERIFY(found.bound <= best * (1.0 + 1e-9));
    QVERIFY(found.fullest >= best * (1.0 - 1e-9));
    ratios += found.fullest / best;
  }
  qInfo("placements by load: mean ratio to the best %.4f", ratios / draws);
  QVERIFY(ratios / draws <= 1.03);
}

void TestExpertLoad::snapshotsAgainstAll() {
  std::mt19937 random(2);
  std::lognormal_distribution<double> load(0.0, 0.8);
  double ratios = 0.0;
  int draws = 0;
  for (int draw = 0; draw < 40; ++draw, ++draws) {
    Snapshots loads(3);
    for (auto& snapshot : loads)
      for (int i = 0; i < 6; ++i) snapshot.push_back(load(random));
    const ExpertPlacement found = place_by_load(loads, 2);
    const double best = best_placement(loads, 2);
    QVERIFY(found.bound <= best * (1.0 + 1e-9));
    ratios += found.fullest / best;
  }
  qInfo("placements over three snapshots: mean ratio to the best %.4f", ratios / draws);
  QVERIFY(ratios / draws <= 1.10);
  // The mean of the snapshots counts less than their worst.
  const Snapshots two{{4.0, 3.0, 2.0, 1.0}, {1.0, 2.0, 3.0, 8.0}};
  QVERIFY(place_by_load(two, 2, 0, Over::mean).fullest <= place_by_load(two, 2, 0, Over::worst).fullest);
}

void TestExpertLoad::copiesOfHotExperts() {
  // 12, 4, 2, 2: 12 becomes 6 and 4; the third copy goes to the first of two that have 4 each.
  QCOMPARE(copies_of({12.0, 4.0, 2.0, 2.0}, 2, 8), (std::vector<int>{3, 1, 1, 1}));
  QCOMPARE(copies_of({12.0, 4.0, 2.0, 2.0}, 3, 8), (std::vector<int>{4, 1, 1, 1}));
  QCOMPARE(copies_of({12.0, 4.0, 2.0, 2.0}, 3, 2), (std::vector<int>{2, 2, 2, 1}));  // 2 ranks, 2 copies
  // Water filling is the least largest load a copy, against all ways to give 3 copies.
  std::mt19937 random(3);
  std::lognormal_distribution<double> load(0.0, 1.0);
  for (int draw = 0; draw < 50; ++draw) {
    std::vector<double> loads;
    for (int i = 0; i < 4; ++i) loads.push_back(load(random));
    const auto largest = [&](const std::vector<int>& copies) {
      double most = 0.0;
      for (std::size_t i = 0; i < loads.size(); ++i) most = std::max(most, loads[i] / copies[i]);
      return most;
    };
    double best = 1e9;
    for (int a = 0; a <= 3; ++a)
      for (int b = 0; a + b <= 3; ++b)
        for (int c = 0; a + b + c <= 3; ++c)
          best = std::min(best, largest({1 + a, 1 + b, 1 + c, 4 - a - b - c}));
    QCOMPARE(largest(copies_of(loads, 3, 8)), best);
  }
}

void TestExpertLoad::copiesStandApart() {
  // 8 of 14 on one expert: with 2 copies 4 each, 4 + 3 and 4 + 3.
  const ExpertPlacement placement = place_by_load({{8.0, 3.0, 3.0}}, 2, 1);
  QCOMPARE(placement.fullest, 1.0);
  QCOMPARE(placement.copies, (std::vector<int>{2, 1, 1}));
  for (const std::vector<int>& experts : placement.experts)
    QCOMPARE(std::count(experts.begin(), experts.end(), 0), std::ptrdiff_t{1});
}

void TestExpertLoad::loadsOfASkew() {
  for (const double skew : {1.0, 1.1, 1.4, 2.5, 6.0}) {
    const std::vector<double> loads = loads_of_skew(256, 32, skew);
    QVERIFY(std::fabs(place_in_order({loads}, 32).fullest - skew) <= 1e-6);
    QVERIFY(std::fabs(std::accumulate(loads.begin(), loads.end(), 0.0) - 256.0) <= 1e-6);
  }
}

void TestExpertLoad::measuredSkews() {
  // What was measured behind a load balancer, which knew the loads of another moment, is not below what this
  // placement finds for loads that it knows; and copies help where the skew is that of DeepSeek-R1.
  QVERIFY(serving::skew_profiles().size() >= 3);
  QCOMPARE(serving::skew_profiles().front().skew, 2.564);  // 1 + 1.564, EP32
  for (const serving::SkewProfile& profile : serving::skew_profiles()) {
    const int experts = 256;
    const Snapshots loads{loads_of_skew(experts, profile.ranks, profile.skew)};
    QElapsedTimer clock;
    clock.start();
    const ExpertPlacement placed = place_by_load(loads, profile.balanced_ranks, profile.balanced_spare);
    qInfo("%s: %.3f measured, %.3f by load, bound %.3f, %lld ms", profile.id.c_str(), profile.balanced,
          placed.fullest, placed.bound, static_cast<long long>(clock.elapsed()));
    QVERIFY(placed.fullest <= profile.balanced);
    QVERIFY(placed.fullest <= profile.skew);
    QVERIFY(placed.bound <= placed.fullest);
    QCOMPARE(fullest_bound(loads, profile.balanced_ranks, profile.balanced_spare), placed.bound);
  }
}

void TestExpertLoad::sharesRead_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("where");
  QTest::newRow("column") << QByteArray("layer,expert\n0,0\n") << "row 1";
  QTest::newRow("empty") << QByteArray("layer,expert,share\n") << "row 2";
  QTest::newRow("negative") << QByteArray("layer,expert,share\n0,0,1\n0,1,-2\n") << "row 3, column 3";
  QTest::newRow("nan") << QByteArray("layer,expert,share\n0,0,nan\n") << "row 2, column 3";
  QTest::newRow("half an expert") << QByteArray("layer,expert,share\n0,0.5,1\n") << "row 2, column 2";
  QTest::newRow("twice") << QByteArray("layer,expert,share\n0,0,1\n0,0,1\n") << "row 3";
  QTest::newRow("missing") << QByteArray("layer,expert,share\n0,0,1\n0,1,1\n4,1,1\n") << "layer 4";
  QTest::newRow("nothing") << QByteArray("layer,expert,share\n3,0,0\n3,1,0\n") << "layer 3";
}

void TestExpertLoad::sharesRead() {
  QFETCH(QByteArray, text);
  QFETCH(QString, where);
  const auto read = serving::read_expert_shares(text.toStdString());
  QVERIFY(!read);
  QCOMPARE(QString::fromStdString(read.error().where), where);
  const auto good = serving::read_expert_shares("expert,layer,share\n1,3,1\n0,3,3\n0,5,2\n1,5,2\n");
  QVERIFY(good.has_value());
  QCOMPARE(*good, (std::vector<std::vector<double>>{{1.5, 0.5}, {1.0, 1.0}}));
}

void TestExpertLoad::jobKeys() {
  const Json job = {{"task", "serve"},
                    {"traffic", {{"concurrency", 64}}},
                    {"input_tokens", 1000},
                    {"output_tokens", 1000},
                    {"precision", "fp8"}};
  const auto with = [&](const Json& load) {
    Json json = job;
    json["expert_load"] = load;
    return serving::read_serve_job(json);
  };
  QVERIFY(!serving::read_serve_job(job)->expert_load);
  const Json copied = {{"skew", 1.4}, {"ranks", 32}, {"redundant_experts", 32}};
  for (const Json& load : {Json{{"skew", 1.4}}, copied, Json{{"profile", "deepseek-r1"}},
                           Json{{"skew", 1.4}, {"placement", "by_load"}}}) {
    const auto read = with(load);
    QVERIFY2(read.has_value(), load.dump().c_str());
    QCOMPARE(serving::to_json(*read)["expert_load"], load);
  }
  QCOMPARE(with({{"skew", 0.9}}).error().where, std::string("expert_load.skew"));
  QCOMPARE(with({{"skew", 1.4}, {"file", "a.csv"}}).error().where, std::string("expert_load.skew"));
  QCOMPARE(with({{"profile", "deepsek-r1"}}).error().where, std::string("expert_load.profile"));
  QCOMPARE(with({{"skew", 1.4}, {"redundant_experts", 8}, {"placement", "in_order"}}).error().where,
           std::string("expert_load.placement"));
  QCOMPARE(with("no such table.csv").error().where, std::string("expert_load"));
  QCOMPARE(with(7).error().where, std::string("expert_load"));
  // A table: layer 0 as hot as 4, 3, 2, 1, layer 1 even; on two ranks 1.4 and 1.0, 1.2 on average.
  QTemporaryDir folder;
  const std::string path = folder.filePath("loads.csv").toStdString();
  std::ofstream(path) << "layer,expert,share\n0,0,4\n0,1,3\n0,2,2\n0,3,1\n1,0,1\n1,1,1\n1,2,1\n1,3,1\n";
  const auto read = with(path);
  QVERIFY(read.has_value());
  QCOMPARE(read->expert_load->experts(), 4);
  QVERIFY(std::fabs(read->expert_load->balance(4, 2).used - 1.2) <= 1e-12);
  QCOMPARE(read->expert_load->balance(4, 2).bound, 1.0);
  QCOMPARE(read->expert_load->balance(4, 1).used, 1.0);
  // Not that model's experts, and a model without.
  const hardware::Gpu& gpu = *hardware::Catalogue::built_in().find_gpu("h200-sxm");
  QCOMPARE(serving::make_question(*model::read_model("deepseek-v3"), gpu, *read).error().where,
           std::string("expert_load"));
  QVERIFY(!serving::make_question(*model::read_model("llama-3.1-70b"), gpu, *read));
}

void TestExpertLoad::evenLoadsChangeNothing() {
  const serving::Figures without = figures_with(nullptr), even = figures_with(load_of({{"skew", 1.0}}));
  QCOMPARE(even.tpot.value, without.tpot.value);
  QCOMPARE(even.ttft.value, without.ttft.value);
  QCOMPARE(even.output_tokens_per_second.value, without.output_tokens_per_second.value);
  QVERIFY(!serving::to_json(without).contains("expert_load"));
  QCOMPARE(serving::to_json(even)["expert_load"]["fullest"].get<double>(), 1.0);
}

void TestExpertLoad::fullestRankTakesLonger() {
  double before = figures_with(nullptr).tpot.value;
  for (const double skew : {1.4, 2.0, 4.0}) {
    const serving::Figures figures = figures_with(load_of({{"skew", skew}}));
    QVERIFY(figures.tpot.value > before);
    before = figures.tpot.value;
    QVERIFY(std::fabs(figures.experts->in_order - skew) <= 1e-6);
    const serving::Figures placed = figures_with(load_of({{"skew", skew}, {"placement", "by_load"}}));
    QVERIFY(placed.tpot.value < figures.tpot.value);
    QVERIFY(placed.decode_step.exchange <= figures.decode_step.exchange);
  }
  // To the experts and back: what goes to the fullest rank is skew times as much beside two fixed costs.
  const auto exchange = [](double skew) {
    return figures_with(load_of({{"skew", skew}})).decode_step.exchange;
  };
  QVERIFY(exchange(1.4) > exchange(1.0));
}

void TestExpertLoad::copiesTakeMemory() {
  const serving::Figures none = figures_with(load_of({{"profile", "deepseek-r1"}}));
  const serving::Figures copied =
      figures_with(load_of({{"profile", "deepseek-r1"}, {"redundant_experts", 32}}));
  // One expert more of 8 on each rank: 58 layers x 3 x 7168 x 2048 bytes.
  QVERIFY(std::fabs(copied.memory.weights - none.memory.weights - 58.0 * 3.0 * 7168.0 * 2048.0) <=
          1e-3 * kGib);
  QVERIFY(copied.experts->used < none.experts->in_order);
  QVERIFY(copied.tpot.value < none.tpot.value);
}

}  // namespace tst_expert_load

ASTROLABE_TEST(tst_expert_load, TestExpertLoad)
#include "tst_expert_load.moc"
