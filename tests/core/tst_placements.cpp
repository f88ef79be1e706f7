// core/planning/placements: layers over unequal machines as a kind of plan, on the sample of three regions.
#include <QtTest>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/machine_links.h"
#include "core/plan/samples.h"
#include "core/plan/scale.h"
#include "core/planning/deployments.h"
#include "core/planning/placement_shortfall.h"
#include "core/planning/placements.h"
#include "tests/program/test_program.h"

namespace tst_placements {

using namespace astrolabe;
using namespace astrolabe::planning;

namespace {

plan::Plan regions() { return plan::serving_sample_named("serve-regions"); }

QuestionPtr asked(const plan::Plan& plan) {
  const auto made = make_question(plan, hardware::Catalogue::built_in());
  return made ? *made : nullptr;
}

FoundPtr planned(const QuestionPtr& question) {
  Run run;
  return placement_planner().plan(question, run);
}

bool same(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::max(1.0, std::fabs(b)); }

}  // namespace

class TestPlacements : public QObject {
  Q_OBJECT

  QuestionPtr m_question;
  FoundPtr m_found;

 private slots:
  void initTestCase() {
    m_question = asked(regions());
    QVERIFY(m_question);
    m_found = planned(m_question);
    QVERIFY(!m_found->error && !m_found->options.empty());
  }

  /// It leads where layers are asked for, and nowhere else.
  void answersItsOwnJobs() {
    QVERIFY(leader_of(*m_question).id() == kPlacement);
    QCOMPARE(find_planner("placement"), static_cast<const Planner*>(&placement_planner()));
    const auto other = asked(plan::serving_sample_named("serve-mixed"));
    QVERIFY(other);
    QCOMPARE(placement_planner().declines(*other), std::string("no_placement"));
    QVERIFY(leader_of(*other).id() == kDeployment);
    const auto training = asked(plan::sample_plan());
    QVERIFY(training);
    QCOMPARE(placement_planner().declines(*training), std::string("no_serving"));
  }

  /// The row of the interface: output tokens are 232 of 995, requests a 995th.
  void row() {
    const Option& best = *m_found->options.front();
    QVERIFY(best.is_possible());
    const Json row = best.layout->answer_json(best, m_question->problem, 1);
    const double flow = row["flow_tokens_per_second"].get<double>();
    QVERIFY(flow > 1212.18);
    QVERIFY(flow <= row["upper_bound_tokens_per_second"].get<double>() * (1.0 + 1e-9));
    QVERIFY(same(row["output_tokens_per_second"].get<double>(), flow * 232.0 / 995.0));
    QVERIFY(same(row["requests_per_second"].get<double>(), flow / 995.0));
    QVERIFY(same(row["gap"].get<double>(), 1.0 - flow / row["upper_bound_tokens_per_second"].get<double>()));
    QVERIFY(row["chain_seconds"].get<double>() > 0.0);
    QVERIFY(!row["min_cut"].empty());
    for (const Json& name : row["min_cut"]) QVERIFY(name.get<std::string>().find('/') != std::string::npos);
    double shares = 0.0;
    for (const Json& each : row["routing"]["coordinator"]) shares += each["weight"].get<double>();
    QVERIFY(same(shares, 1.0));
    QVERIFY(row["tpot_seconds"].is_null() && row.contains("kv_use"));
    QCOMPARE(row["rank"], Json(1));
  }

  /// What a plan keeps of it reads back, with the same flow.
  void keptAndReadAgain() {
    const Option& best = *m_found->options.front();
    const Json kept = keep(best.layout, m_question->problem.pool_ids());
    QCOMPARE(kept["kind"], Json("placement"));
    const auto again = read_layout(kept, *m_question);
    QVERIFY(again.has_value());
    QVERIFY(same(*again, best.layout));
    const auto option = planning::evaluate(*m_question, *again);
    QVERIFY(option.has_value());
    QVERIFY(same(option->evaluation.tokens_per_second, best.evaluation.tokens_per_second));
  }

  /// Machines that there are not, more layers than a machine holds, and a machine twice, each at its place.
  void wrongLayouts() {
    const auto refused = [&](const char* text) {
      const auto layout = read_layout(Json::parse(text), *m_question);
      return layout ? Error{} : layout.error();
    };
    Error error = refused(R"({"machines": [{"pool": "east", "index": 4, "first_layer": 0, "layers": 8}]})");
    QCOMPARE(error.where, std::string("machines[0].index"));
    QCOMPARE(error.wanted.values, (std::vector<std::string>{"0", "3"}));
    error = refused(R"({"machines": [{"pool": "south", "index": 0, "first_layer": 0, "layers": 5}]})");
    QCOMPARE(error.where, std::string("machines[0].layers"));
    QCOMPARE(error.wanted.values, (std::vector<std::string>{"1", "4"}));
    error = refused(R"({"machines": [{"pool": "eats", "index": 0, "first_layer": 0, "layers": 5}]})");
    QCOMPARE(error.code, std::string(code::unknown_pool));
    QCOMPARE(error.wanted.values.front(), std::string("east"));
    error = refused(R"({"machines": [{"pool": "east", "index": 0, "first_layer": 76, "layers": 5}]})");
    QCOMPARE(error.where, std::string("machines[0].first_layer"));
    error = refused(R"({"machines": [{"pool": "east", "index": 0, "first_layer": 0, "layers": 5},
                                     {"pool": "east", "index": 0, "first_layer": 5, "layers": 5}]})");
    QCOMPARE(error.where, std::string("machines[1].index"));
    QCOMPARE(error.code, std::string(code::repeated_key));
    QCOMPARE(refused("{}").where, std::string("machines"));
  }

  /// A layout that does not hold all layers lets nothing flow: not possible, and said so.
  void nothingFlows() {
    const auto layout = read_layout(
        Json::parse(R"({"machines": [{"pool": "east", "index": 0, "first_layer": 0, "layers": 8}]})"),
        *m_question);
    QVERIFY(layout.has_value());
    const auto option = planning::evaluate(*m_question, *layout);
    QVERIFY(option.has_value() && !option->is_possible());
    QCOMPARE(option->violation.rule, std::string("placement.flow"));
  }

  /// A time per token that no chain keeps: infeasible, with the chain that comes nearest.
  void aPromiseThatNothingKeeps() {
    plan::Plan plan = regions();
    Json job = Json::parse(plan.job.asked);
    job["promises"] = {{"tpot_seconds", 0.001}};
    plan.job.asked = job.dump();
    const QuestionPtr question = asked(plan);
    QVERIFY(question);
    const FoundPtr found = planned(question);
    QVERIFY(found->status == plan::Status::infeasible);
    QVERIFY(!found->options.empty());
    QCOMPARE(found->options.front()->violation.rule, std::string("promises.tpot_seconds"));
    QCOMPARE(found->options.front()->violation.limit, 0.001);
    const Json answer = leading_answer_json(placement_planner(), *found, {});
    QCOMPARE(answer["binding"]["limit"], Json("promises.tpot_seconds"));
    QVERIFY(answer["best"].empty());
  }

  /// The slowest way by machine and link: a link between regions takes 50 ms and 2 x 8192 bytes at 12.5 MB/s,
  /// 51.31072 ms; the parts add up to the way, the longest first.
  void lateBy() {
    plan::Plan plan = regions();
    Json job = Json::parse(plan.job.asked);
    job["promises"] = {{"tpot_seconds", 0.1}};
    plan.job.asked = job.dump();
    const FoundPtr found = planned(asked(plan));
    const auto late = shortfall_of(static_cast<const FoundPlacements&>(*found));
    QVERIFY(late && late->missed == PlacementShortfall::Missed::time);
    QVERIFY(late->nearest == found->options.front() && late->wanted == 0.1);
    double sum = 0.0, last = 1e300;
    bool crosses = false;
    for (const PlacementShortfall::Leg& leg : late->legs) {
      sum += leg.seconds;
      QVERIFY(leg.seconds <= last);
      last = leg.seconds;
      if (!leg.link || leg.regions.find('>') == std::string::npos) continue;
      crosses = true;
      QVERIFY(same(leg.seconds, 0.05 + 2.0 * 8192.0 / 12.5e6));
    }
    QVERIFY(crosses && same(sum, late->found));  // four machines of east hold 48 of 80 layers
    // More GPUs or money asked for: the nearest stays the one that is told.
    plan.objective = strategy::Objective::gpus;
    const FoundPtr fewest = planned(asked(plan));
    QVERIFY(same(shortfall_of(static_cast<const FoundPlacements&>(*fewest))->found, late->found));
  }

  /// 4 machines of 12 layers hold 48 of 80: (80 - 48) / 12, rounded up, are 3 more.
  void tooSmall() {
    plan::Plan plan = regions();
    plan.cluster.pools.resize(1);
    plan.cluster.between_pools.clear();
    const FoundPtr found = planned(asked(plan));
    QVERIFY(found->options.empty());
    const Json binding = leading_answer_json(placement_planner(), *found, {})["binding"];
    QCOMPARE(binding["limit"], Json("memory"));
    QCOMPARE(binding["found"], Json(48.0));
    QCOMPARE(binding["wanted"], Json(80.0));
    QCOMPARE(binding["pools"][0],
             Json({{"pool", "east"}, {"machines", 4}, {"layers_a_machine", 12}, {"more_machines", 3}}));
    plan.cluster.pools[0].nodes = 7;
    QVERIFY(!planned(asked(plan))->options.empty());
  }

  /// More traffic than flows: what flows of it, a 995th of the tokens, and what limits it.
  void tooMuchTraffic() {
    plan::Plan plan = regions();
    Json job = Json::parse(plan.job.asked);
    job["traffic"] = {{"requests_per_second", 50}};
    plan.job.asked = job.dump();
    const FoundPtr found = planned(asked(plan));
    const auto short_of = shortfall_of(static_cast<const FoundPlacements&>(*found));
    QVERIFY(short_of && short_of->missed == PlacementShortfall::Missed::traffic);
    const PlacedLayers& layers = as<PlacementLayout>(short_of->nearest->layout)->layers();
    QVERIFY(same(short_of->found, layers.placed.flow.tokens_per_second / 995.0));
    QCOMPARE(short_of->wanted, 50.0);
    QVERIFY(short_of->min_cut == layers.min_cut() && !short_of->min_cut.empty());
    QVERIFY(!shortfall_of(static_cast<const FoundPlacements&>(*m_found)));
  }

  /// A request a second is 995 tokens/s, of which 232 are answers: those are served and paid for, the rest of
  /// the flow is spare. Three users have no more than three tokens each slowest way.
  void servesNoMoreThanIsAsked() {
    plan::Plan plan = regions();
    Json job = Json::parse(plan.job.asked);
    job["traffic"] = {{"requests_per_second", 1}};
    plan.job.asked = job.dump();
    QuestionPtr question = asked(plan);
    FoundPtr found = planned(question);
    QVERIFY(!found->options.empty() && found->options.front()->is_possible());
    Json row = found->options.front()->layout->answer_json(*found->options.front(), question->problem, 1);
    QVERIFY(same(row["requests_per_second"].get<double>(), 1.0));
    QVERIFY(same(row["served_tokens_per_second"].get<double>(), 995.0));
    QVERIFY(same(row["output_tokens_per_second"].get<double>(), 232.0));
    QVERIFY(same(row["spare_tokens_per_second"].get<double>(),
                 row["flow_tokens_per_second"].get<double>() - 995.0));
    QCOMPARE(row["limited_by"], Json("traffic"));
    // One is on fewer GPUs than the largest flow; where GPUs are asked for such a one is first.
    const Option& fewer = **std::min_element(found->options.begin(), found->options.end(),
                                             [](const OptionPtr& a, const OptionPtr& b) {
                                               return a->evaluation.gpus_used() < b->evaluation.gpus_used();
                                             });
    const Json least = fewer.layout->answer_json(fewer, question->problem, 2);
    QVERIFY(fewer.is_possible());
    QVERIFY(fewer.evaluation.gpus_used() < found->options.front()->evaluation.gpus_used());
    QVERIFY(same(least["served_tokens_per_second"].get<double>(), 995.0));
    QVERIFY(least["least_gpus"].get<double>() <= fewer.evaluation.gpus_used());
    QCOMPARE(least["least_gpus"], row["least_gpus"]);
    plan.objective = strategy::Objective::gpus;
    const FoundPtr fewest = planned(asked(plan));
    QVERIFY(fewest->options.front()->evaluation.gpus_used() < found->options.front()->evaluation.gpus_used());
    QVERIFY(fewest->options.front()->proof.proven == (fewest->status == plan::Status::optimal));
    plan.objective = strategy::Objective::throughput;
    job["traffic"] = {{"concurrency", 3}};
    plan.job.asked = job.dump();
    question = asked(plan);
    found = planned(question);
    QVERIFY(!found->options.empty() && found->status == plan::Status::feasible);
    row = found->options.front()->layout->answer_json(*found->options.front(), question->problem, 1);
    QCOMPARE(row["limited_by"], Json("users"));
    QVERIFY(same(row["output_tokens_per_second"].get<double>(), 3.0 / row["chain_seconds"].get<double>()));
    for (const OptionPtr& other : found->options)
      QVERIFY(!other->is_possible() ||
              other->evaluation.tokens_per_second <= found->options.front()->evaluation.tokens_per_second);
  }

  /// Without tables the rates are predicted: fewer tokens with twenty layers than with one, and a layout for
  /// the model.
  void predictedRates() {
    plan::Plan plan = regions();
    plan.cluster.pools.resize(2);
    plan.cluster.pools[0].gpu = "h100-sxm";
    plan.cluster.pools[1].gpu = "a100-sxm-80";
    for (hardware::PoolSpec& pool : plan.cluster.pools) {
      pool.layer_throughput.clear();
      pool.nodes = 2;
    }
    plan.cluster.between_pools.resize(1);
    const QuestionPtr question = asked(plan);
    QVERIFY(question);
    const FoundPtr found = planned(question);
    QVERIFY2(!found->error && !found->options.empty(), found->error ? found->error->found.c_str() : "");
    const auto& network = *as<PlacementLayout>(found->options.front()->layout)->layers().network;
    for (const placement::Type& type : network.types) {
      QVERIFY(type.predicted && type.most_layers() >= 20);
      for (const double rate : type.throughput) QVERIFY(rate > 0.0);
      for (const double seconds : type.step_seconds) QVERIFY(seconds > 0.0);
      QVERIFY(type.throughput[19] < type.throughput[0]);
    }
    QVERIFY(network.types[0].throughput[9] > network.types[1].throughput[9]);
  }

  /// Links of machines go with a pool and with its last nodes, and take its new name.
  void linksOfMachinesThatGo() {
    hardware::ClusterSpec cluster = regions().cluster;
    cluster.machine_links = {
        {"east/0", "east/3", 1.0, {}}, {"east/1", "west/7", 2.0, {}}, {"west/0", "south/11", 3.0, {}}};
    hardware::rename_in_machine_links(cluster, "west", "far-west");
    QCOMPARE(cluster.machine_links[1].b, std::string("far-west/7"));
    QCOMPARE(cluster.machine_links[2].a, std::string("far-west/0"));
    cluster.pools[1].id = "far-west";
    for (hardware::BetweenPools& link : cluster.between_pools)
      for (std::string* end : {&link.a, &link.b})
        if (*end == "west") *end = "far-west";
    QVERIFY(hardware::check(cluster).has_value());
    cluster.pools[0].nodes = 3;  // east/3 goes
    hardware::drop_gone_machine_links(cluster);
    QCOMPARE(cluster.machine_links.size(), std::size_t(2));
    const hardware::ClusterSpec less = plan::without_pool(cluster, "far-west");
    QVERIFY(less.machine_links.empty());
    QVERIFY(hardware::check(less).has_value());
  }

  /// A router reads where requests go.
  void routingFile() {
    const std::vector<Export> exports = placement_planner().exports();
    QCOMPARE(exports.size(), std::size_t(1));
    const auto text = exports.front().text(*m_found->options.front());
    QVERIFY(text.has_value());
    const Json json = Json::parse(*text);
    QVERIFY(json["routing"].contains("coordinator") && json["machines"].is_array());
  }
};

}  // namespace tst_placements

ASTROLABE_TEST(tst_placements, TestPlacements)
#include "tst_placements.moc"
