// core/verify against what is made to harm: each way in which a false claim was once accepted, files that ask
// for more memory than they are worth, and questions that point elsewhere or are too large to count.
#include <QtTest>
#include <set>

#include "certificates.h"
#include "core/base/error_codes.h"
#include "core/strategy/space.h"
#include "forged_questions.h"
#include "tests/program/test_program.h"

namespace tst_certificate_hostile {

using namespace astrolabe;
using namespace astrolabe::tests;
using verify::Count;

namespace {

/// Of so many places; empty where there is none.
Certificate proof_of(const strategy::Problem& problem, Objective objective, int places) {
  auto made = certificate_of(problem, objective, places);
  return made ? *made : Certificate();
}

strategy::Problem problem_of(const Json& question, Objective objective) {
  return verify::problem_of(verify::read_question(question).value(), objective).value();
}

/// The error of a question that is changed in one place.
std::string error_of(Json question, const std::function<void(Json&)>& change) {
  change(question);
  const auto read = verify::read_question(question);
  if (!read) return read.error().code + " " + read.error().where;
  const auto problem = verify::problem_of(*read, Objective::throughput);
  return problem ? std::string("read") : problem.error().code + " " + problem.error().where;
}

}  // namespace

class TestCertificateHostile : public QObject {
  Q_OBJECT

 private slots:
  void countsDoNotWrap() {
    const Count large = Count(~std::uint64_t{0}) * ~std::uint64_t{0};
    QCOMPARE(large.text(), std::string("340282366920938463426481119284349108225"));  // (2^64 - 1)^2
    QVERIFY(!large.small() && Count(7).small() == 7);
    QCOMPARE((large - large + Count(12)).text(), std::string("12"));
    QVERIFY(Count(2) < Count(3) && large > Count(~std::uint64_t{0}));
    QVERIFY_THROWS_EXCEPTION(verify::Refusal, (void)(large * Count(4)));
    QVERIFY_THROWS_EXCEPTION(verify::Refusal, (void)(large + large));
    QVERIFY_THROWS_EXCEPTION(verify::Refusal, (void)(Count(1) - Count(2)));
  }

  /// 2^64 configurations and more are counted to the last one, so that none can be left out unseen.
  void moreThan64Bits() {
    constexpr int kLayers = 100, kPools = 8, kBatch = 1 << 20;
    std::vector<hardware::Pool> pools;
    for (int i = 0; i < kPools; ++i)
      pools.push_back(make_pool(std::string(1, static_cast<char>('a' + i)), kLayers, 1));
    strategy::Problem problem =
        make_test_problem(make_graph(kLayers), make_cluster(std::move(pools)), 2048, kBatch);
    problem.cluster.may_leave_unused = true;
    without_offload(problem);
    for (const char* key :
         {"tensor_parallel", "data_parallel", "context_parallel", "virtual_pipeline", "sharding_group"})
      problem.job.allowed[key] = {"1"};
    problem.job.allowed["zero_stage"] = {"0"};
    problem.job.allowed["schedule"] = {"1f1b"};
    problem.job.allowed["recompute"] = {"none"};
    std::vector<std::string>& micro = problem.job.allowed["micro_batch"];
    for (int i = 1; i <= 4096; ++i) micro.push_back(std::to_string(i));
    // By hand: p of 8 pools in every order, s layers cut into p parts, summed over s; 4,096 settings of each.
    Count groups;
    std::uint64_t orders = 1, chosen = 1, cut = 1;
    for (std::uint64_t p = 1; p <= kPools; ++p) {
      orders *= p;
      chosen = chosen * (kPools - p + 1) / p;
      cut = cut * (kLayers - p + 1) / p;
      groups += Count(orders * chosen) * cut;
    }
    const Count total = groups * Count(4096);
    QVERIFY(!total.small());
    Certificate none;
    const verify::Finding finding = verify::check(none, problem);
    QVERIFY(!finding.accepted);
    QCOMPARE((finding.configurations + finding.rejected_by_rule).text(), total.text());
    QVERIFY2(finding.reason.find("the nodes cover 0 of ") == 0, finding.reason.c_str());
  }

  /// Lists of the job that multiply to 2^64 made the space look empty, where "no strategy fits" is true.
  void settingsThatMultiplyTo2To64() {
    Json question = question_of(small_questions().front());
    const auto lists = [](Json& altered, int length) {
      for (const char* key : {"micro_batch", "virtual_pipeline", "sharding_group", "expert_parallel"}) {
        altered["job"]["allowed"][key] = Json::array();
        for (int i = 1; i <= length; ++i) altered["job"]["allowed"][key].push_back(i);
      }
    };
    QCOMPARE(error_of(question, [&](Json& altered) { lists(altered, 256); }),
             std::string(code::no_certificate) + " question.job");
    // Nor is it a plan that anyone can search.
    strategy::Problem problem = problem_of(question, Objective::throughput);
    for (const char* key :
         {"micro_batch", "virtual_pipeline", "sharding_group", "expert_parallel", "expert_tensor_parallel"}) {
      problem.job.allowed[key].clear();
      for (int i = 1; i <= 4096; ++i) problem.job.allowed[key].push_back(std::to_string(i));
    }
    const auto made =
        strategy::make_problem(problem.graph, problem.cluster, problem.job, Objective::throughput);
    QVERIFY(!made && made.error().code == code::out_of_range && made.error().where == "allowed");
  }

  /// Numbers of stages that the question leaves out hold nothing that could be counted in the place of what
  /// was dropped.
  void stagesThatAreNotAllowed() {
    const Json question = question_of(small_questions()[2]);
    const strategy::Problem problem = problem_of(question, Objective::throughput);
    const Certificate proof = proof_of(problem, Objective::throughput, 1);
    QVERIFY(verify::check(proof, problem).accepted);
    int tried = 0;
    for (std::size_t i = 0; i < proof.nodes.size(); ++i) {
      if (proof.nodes[i].path.size() < 4) continue;
      Certificate altered = proof;
      altered.nodes[i].path[2] = 4;  // 1 and 2 are allowed
      altered.nodes[i].path.resize(4);
      altered.nodes[i].layers.clear();
      altered.nodes[i].verdict = Verdict::cut;
      std::stable_sort(altered.nodes.begin(), altered.nodes.end(),
                       [](const verify::Node& a, const verify::Node& b) { return a.path < b.path; });
      const verify::Finding finding = verify::check(altered, problem);
      QVERIFY(!finding.accepted);
      tried += finding.reason.find("holds no configuration") != std::string::npos ? 1 : 0;
    }
    QVERIFY(tried > 0);
  }

  /// A slower split of the first place's configuration is no second place, also where recomputing all and
  /// nothing share it.
  void slowerSplitsAreNoPlaces() {
    int tried = 0;
    for (const int which : {0, 1, 3}) {
      const strategy::Problem problem =
          problem_of(question_of(small_questions()[static_cast<std::size_t>(which)]), Objective::throughput);
      const Certificate proof = proof_of(problem, Objective::throughput, 4);
      const strategy::Strategy first =
          strategy::read_strategy(proof.incumbents.front().strategy, problem.pool_ids(),
                                  problem.graph->layer_count())
              .value();
      for (std::size_t k = 1; k < proof.incumbents.size(); ++k) {
        // Layers moved from one stage to another.
        strategy::Strategy slower = strategy::read_strategy(proof.incumbents[k - 1].strategy,
                                                            problem.pool_ids(), problem.graph->layer_count())
                                        .value();
        if (slower.stages.size() < 2) continue;
        for (const int by : {-1, 1}) {
          std::vector<int> layers;
          for (const strategy::Stage& stage : slower.stages) layers.push_back(stage.layers);
          layers.front() += by;
          layers.back() -= by;
          if (layers.front() < 1 || layers.back() < 1) continue;
          cost::Tables tables(problem);
          const cost::Evaluation split = cost::Shape(tables, slower).evaluate(layers);
          Certificate altered = proof;
          altered.incumbents.resize(k);
          altered.incumbents.push_back(claimed(problem, split.strategy));
          const verify::Finding finding = verify::check(altered, problem);
          QVERIFY(!finding.accepted);
          ++tried;
        }
      }
    }
    QVERIFY2(tried > 2, QByteArray::number(tried).constData());
  }

  /// Points that others of the set beat in both, or in one with the other alike, are not of it.
  void dominatedPointsAreRefused() {
    const strategy::Problem problem = problem_of(question_of(small_questions()[7]), Objective::pareto);
    const Certificate proof = proof_of(problem, Objective::pareto, 1);
    QVERIFY(verify::check(proof, problem).accepted);
    const Truth truth(problem, Objective::pareto);
    int tried = 0;
    for (const verify::Incumbent& known : truth.known(60)) {
      if (std::any_of(proof.incumbents.begin(), proof.incumbents.end(),
                      [&](const verify::Incumbent& one) { return one == known; }))
        continue;
      Certificate altered = proof;
      altered.incumbents.push_back(known);
      std::stable_sort(
          altered.incumbents.begin(), altered.incumbents.end(),
          [](const verify::Incumbent& a, const verify::Incumbent& b) { return a.step < b.step; });
      QVERIFY(refused(altered, problem, "is not slower and cheaper"));
      ++tried;
    }
    QVERIFY(tried > 10);
    Certificate altered = proof;
    QVERIFY(altered.incumbents.size() > 1);
    std::swap(altered.incumbents[0], altered.incumbents[1]);
    QVERIFY(refused(altered, problem, "is not slower and cheaper"));
  }

  /// What an incumbent says of recomputation is what its step is of.
  void recomputationIsChecked() {
    const strategy::Problem problem = problem_of(question_of(small_questions()[0]), Objective::throughput);
    const Certificate proof = proof_of(problem, Objective::throughput, 1);
    Certificate altered = proof;
    Json& strategy = altered.incumbents.front().strategy;
    strategy["recompute"] = "full";
    strategy["recompute_layers"] = 1;
    strategy["stages"][0]["recompute"] = "full";
    strategy["stages"][0]["recompute_layers"] = 1;
    QVERIFY(refused(altered, problem, "recomputes other layers"));
  }

  void ordersAreThoseInLexicographicOrder() {
    std::vector<int> order{0, 1, 2, 3, 4};
    std::uint32_t number = 0;
    do QVERIFY(verify::order_of(number++, 5) == order);
    while (std::next_permutation(order.begin(), order.end()));
    QCOMPARE(number, 120U);
    QVERIFY(verify::order_of(0, 1) == std::vector<int>{0});
  }

  /// The nodes of a file are read one after the other: what they take unpacked is no more than the file is
  /// worth, and its header holds no more values than a proof's.
  void largeFilesAreRefused() {
    Certificate zeros;
    zeros.question = question_of(small_questions().front());
    zeros.nodes.resize(100'000);
    for (verify::Node& node : zeros.nodes) node.path = {0};
    const std::string bytes = verify::encode(zeros);
    QVERIFY2(bytes.size() < 5000, QByteArray::number(static_cast<qulonglong>(bytes.size())).constData());
    const auto read = verify::open(bytes);
    QVERIFY(!read && read.error().code == code::damaged_certificate);
    QVERIFY2(read.error().found.find("bytes that unpack to") != std::string::npos,
             read.error().found.c_str());
    Certificate wide;
    for (int i = 0; i < 1'100'000; ++i) wide.question["job"].push_back(i);
    const auto header = verify::open(verify::encode(wide));
    QVERIFY(!header && header.error().found.find("a header of") == 0);
    Certificate deep;
    Json* at = &deep.question["job"];
    for (int i = 0; i < 1000; ++i) at = &(*at)["a"];
    const auto nested = verify::open(verify::encode(deep));
    QVERIFY(!nested && nested.error().code == code::damaged_certificate);
  }

  /// A question brings what it needs: no file is read for its model. What is too large is refused before a
  /// table is made for it, and what is no number is none.
  void questionsThatPointElsewhere() {
    const Json question = question_of(small_questions().front());
    const auto model = [&](const char* name) {
      return error_of(question, [&](Json& altered) {
        altered["model"] = name;
        altered["configuration"] = "";
      });
    };
    const std::set<std::string> refused{std::string(code::unknown_model) + " model",
                                        std::string(code::model_outside) + " model"};
    for (const char* name :
         {"/dev/zero", "/etc/hostname", "-", "../config.json", ".", "", "model.safetensors"})
      QVERIFY2(refused.contains(model(name)), model(name).c_str());
    QCOMPARE(model("llama-2-7b"), std::string("read"));
    QCOMPARE(error_of(question, [](Json&) {}), std::string("read"));
    const std::string large(code::no_certificate);
    QCOMPARE(error_of(question,
                      [](Json& altered) {
                        altered["cluster"]["pools"][0]["nodes"] = 100'000;
                        altered["cluster"]["pools"][0]["gpus_per_node"] = 1024;
                        altered["cluster"]["choose"] = {{"max_total_gpus", 100'000'000}};
                      }),
             large + " question.cluster.choose");
    QCOMPARE(error_of(question,
                      [](Json& altered) {
                        Json pool = altered["cluster"]["pools"][0], pools = Json::array(),
                             links = Json::array();
                        for (int i = 0; i < 9; ++i) {
                          pool["id"] = "p" + std::to_string(i);
                          pool["relative_speed"] = 1.0 + 0.01 * i;
                          for (const Json& other : pools)
                            links.push_back({{"a", other["id"]}, {"b", pool["id"]}, {"gb_per_s", 50}});
                          pools.push_back(pool);
                        }
                        altered["cluster"]["pools"] = pools;
                        altered["cluster"]["between_pools"] = links;
                      }),
             large + " question.cluster.pools");
    QCOMPARE(error_of(question, [](Json& altered) { altered["entered"]["hidden_size"] = "many"; }),
             std::string(code::wrong_type) + " question.entered.hidden_size");
    QCOMPARE(error_of(question, [](Json& altered) { altered["more"] = 1; }),
             std::string(code::unknown_key) + " question.more");
    // Degrees whose product leaves 32 bits.
    QCOMPARE(error_of(question,
                      [](Json& altered) {
                        altered["job"]["fixed"] = {{"context_parallel", 65536}, {"data_parallel", 65536}};
                        altered["job"]["global_batch"] = 65536;
                      }),
             std::string("read"));
  }
};

}  // namespace tst_certificate_hostile

ASTROLABE_TEST(tst_certificate_hostile, TestCertificateHostile)
#include "tst_certificate_hostile.moc"
