// core/plan/answer: keys and their order as other programs expect them, nothing rounded, nothing invented.
#include <QtTest>

#include "core/base/error_codes.h"
#include "core/plan/answer.h"
#include "core/plan/warnings.h"
#include "core/planning/groups.h"
#include "core/planning/pipelines.h"
#include "core/planning/programs.h"
#include "core/planning/whole_answer.h"
#include "tests/core/hand_made.h"
#include "tests/program/test_program.h"

namespace tst_answer {

using namespace astrolabe;

namespace {

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> result;
  for (const auto& [key, value] : object.items()) result.push_back(key);
  return result;
}

}  // namespace

class TestAnswer : public QObject {
  Q_OBJECT

 private slots:
  void keyOrder() {
    const Json answer = plan::answer_json(hand_made::snapshot());
    const std::vector<std::string> top{"status", "gap",   "objective", "seconds", "threads",
                                       "seed",   "space", "best",      "pareto",  "assumed"};
    QCOMPARE(keys(answer), top);
    const std::vector<std::string> space{
        "total",        "rejected_by_rule", "rejected_by_limit", "rejected_by_memory",
        "cut_by_bound", "evaluated",        "not_reached",       "layer_splits"};
    QCOMPARE(keys(answer["space"]), space);
    const std::vector<std::string> best{"strategy",
                                        "gpus",
                                        "paid_gpus",
                                        "step_seconds",
                                        "step_seconds_low",
                                        "step_seconds_high",
                                        "tokens_per_second",
                                        "tokens_per_second_per_gpu",
                                        "mfu",
                                        "usd_per_hour",
                                        "usd_per_trillion_tokens",
                                        "hours_for_job",
                                        "usd_for_job",
                                        "outcome",
                                        "purchase_usd",
                                        "usd_per_month",
                                        "ownership_usd",
                                        "ownership",
                                        "rent_or_buy",
                                        "power_kw",
                                        "power_estimated",
                                        "energy_kwh_for_job",
                                        "carbon_kg_for_job",
                                        "energy_kwh_per_trillion_tokens",
                                        "carbon_kg_per_trillion_tokens",
                                        "time",
                                        "memory_per_stage",
                                        "goodput",
                                        "kind",
                                        "runs_on",
                                        "evidence"};
    QCOMPARE(keys(answer["best"][0]), best);
    const std::vector<std::string> time{"compute_forward",
                                        "compute_backward",
                                        "recompute",
                                        "tensor_parallel",
                                        "context_parallel",
                                        "expert_parallel",
                                        "pipeline_transfer",
                                        "pipeline_bubble",
                                        "data_parallel",
                                        "optimizer",
                                        "other"};
    QCOMPARE(keys(answer["best"][0]["time"]), time);
    const std::vector<std::string> memory{
        "pool",          "weights_gib",    "gradients_gib", "optimizer_gib", "activations_gib",
        "workspace_gib", "total_gib",      "tensors_gib",   "allocator_gib", "limit_gib",
        "host_gib",      "host_limit_gib", "total_gib_low", "total_gib_high"};
    QCOMPARE(keys(answer["best"][0]["memory_per_stage"][0]), memory);
    const std::vector<std::string> pareto{"tokens_per_second", "usd_per_trillion_tokens", "strategy", "kind"};
    QCOMPARE(keys(answer["pareto"][0]), pareto);
  }
  void values() {
    const Json answer = plan::answer_json(hand_made::snapshot());
    const Json& best = answer["best"][0];
    QCOMPARE(best["step_seconds"].get<double>(), 4.0);
    QCOMPARE(best["usd_per_hour"].get<double>(), 112.0);
    QVERIFY(best["usd_for_job"].is_null());  // no price is not a price of zero
    QCOMPARE(best["gpus"]["new"].get<int>(), 8);
    QCOMPARE(best["memory_per_stage"][1]["pool"].get<std::string>(), std::string("old"));
    QCOMPARE(best["memory_per_stage"][0]["limit_gib"].get<double>(), 75.2);
    QVERIFY(best["memory_per_stage"][0]["total_gib_low"].get<double>() < 40.0);
    QVERIFY(best["memory_per_stage"][0]["total_gib_high"].get<double>() > 40.0);
    QCOMPARE(best["evidence"].get<std::string>(), std::string("datasheet"));  // GPUs that nobody knows
    QCOMPARE(answer["space"]["layer_splits"].dump(), std::string("4"));
    QCOMPARE(answer["assumed"][0]["what"].get<std::string>(),
             std::string("pools[new].inter_node_latency_us"));
  }
  void partsAddUp() {
    const Json answer = plan::answer_json(hand_made::snapshot());
    double time = 0.0;
    for (const auto& [part, seconds] : answer["best"][0]["time"].items()) time += seconds.get<double>();
    QCOMPARE(time, 4.0);  // 1 + 2 + 0.25 + 0.5 + 0.25
    const Json& space = answer["space"];
    std::uint64_t counted = 0;
    for (const char* key : {"rejected_by_rule", "rejected_by_limit", "rejected_by_memory", "cut_by_bound",
                            "evaluated", "not_reached"})
      counted += space[key].get<std::uint64_t>();
    QCOMPARE(counted, space["total"].get<std::uint64_t>());
  }
  void numbersAreUnrounded() {
    plan::Snapshot snapshot = hand_made::snapshot();
    const double third = 1.0 / 3.0;
    snapshot.best[0].mfu = third;
    snapshot.space.layer_splits = 4.1e13;
    const Json read = parse_json(plan::answer_json(snapshot).dump(), code::broken_json).value();
    QCOMPARE(read["best"][0]["mfu"].get<double>(), third);
    QCOMPARE(read["space"]["layer_splits"].get<double>(), 4.1e13);
    snapshot.space.layer_splits = 9007199254740991.0;  // 2^53 - 1: whole numbers that doubles tell apart
    QCOMPARE(plan::answer_json(snapshot)["space"]["layer_splits"].dump(), std::string("9007199254740991"));
    snapshot.space.layer_splits = 1e30;  // more than 64 bits hold
    QCOMPARE(plan::answer_json(snapshot)["space"]["layer_splits"].dump(), std::string("1e+30"));
  }
  /// Pools that are not used and limits that nobody knows are not told, nor how far a set is proven that is
  /// whole.
  void onlyWhatThereIs() {
    plan::Snapshot snapshot = hand_made::snapshot();
    snapshot.best[0].gpus = {8, 0};
    snapshot.objective = strategy::Objective::pareto;
    const Json whole = plan::answer_json(snapshot);
    QCOMPARE(whole["best"][0]["gpus"].dump(), std::string(R"({"new":8})"));
    QVERIFY(whole["best"][0]["memory_per_stage"][0]["host_limit_gib"].is_null());
    QVERIFY(!whole.contains("pareto_pools_proven"));
    snapshot.status = plan::Status::feasible;
    snapshot.pools_proven = 2;
    QCOMPARE(plan::answer_json(snapshot)["pareto_pools_proven"].get<int>(), 2);
    snapshot.objective = strategy::Objective::money;
    QVERIFY(!plan::answer_json(snapshot).contains("pareto_pools_proven"));
  }
  void gapIsAlwaysThere() {
    plan::Snapshot snapshot = hand_made::snapshot();
    QCOMPARE(plan::answer_json(snapshot)["gap"].get<double>(), 0.0);
    snapshot.status = plan::Status::feasible;
    QCOMPARE(plan::answer_json(snapshot)["gap"].get<double>(), 1.0);  // only "no step is below 0 s" is known
    snapshot.has_bound = true;
    snapshot.gap = 0.038;
    QCOMPARE(plan::answer_json(snapshot)["gap"].get<double>(), 0.038);
  }
  void infeasible() {
    plan::Snapshot snapshot = hand_made::snapshot();
    snapshot.status = plan::Status::infeasible;
    snapshot.best.clear();
    snapshot.pareto.clear();
    snapshot.binding.violation = {cost::Binding::memory, "", 1, 3, gib(3.1), 0.0, 0.0};
    snapshot.fixes = {{plan::Fix::Kind::add_nodes, "old", 1.0, ""},
                      {plan::Fix::Kind::raise_limit, "", 1.5e6, "budget_usd"},
                      {plan::Fix::Kind::raise_limit, "", 9.0, "deadline_hours", {{"power_kw", 4.0}}},
                      {plan::Fix::Kind::free_setting, "", 0.0, "micro_batch"},
                      {plan::Fix::Kind::rule_off, "", 0.0, "mine"}};
    Json answer = plan::answer_json(snapshot);
    QVERIFY(answer["best"].is_array() && answer["best"].empty());
    QCOMPARE(answer["binding"].dump(),
             std::string(R"({"limit":"memory","pool":"old","stage":3,"over_gib":3.1})"));
    QCOMPARE(answer["fixes"][0].dump(), std::string(R"({"fix":"add_nodes","pool":"old","nodes":1.0})"));
    QCOMPARE(answer["fixes"][1]["to"].get<double>(), 1.5e6);
    QCOMPARE(answer["fixes"][2]["also"].dump(), std::string(R"([{"limit":"power_kw","to":4.0}])"));
    QCOMPARE(answer["fixes"][3].dump(), std::string(R"({"fix":"free_setting","setting":"micro_batch"})"));
    QCOMPARE(answer["fixes"][4].dump(), std::string(R"({"fix":"rule_off","rule":"mine"})"));
    snapshot.binding.violation = {cost::Binding::power, "", -1, -1, {}, 95.0, 90.0};
    answer = plan::answer_json(snapshot);
    QCOMPARE(answer["binding"].dump(),
             std::string(R"({"limit":"power_kw","found":95.0,"allowed":90.0,"over":5.0})"));
  }
  void errorObject() {
    const Error error{"AST-D101", "job.json", "batch", "batch", {Wanted::Kind::one_of, {"global_batch"}}};
    QCOMPARE(error_json(error).dump(),
             std::string(R"({"error":{"code":"AST-D101","file":"job.json","where":"batch","found":"batch",)"
                         R"("wanted":"one of: global_batch"}})"));
    // What is not UTF-8, such as a file's name, is one U+FFFD.
    const Json odd = Json::object({{"a", "\xff"}});
    QCOMPARE(text_of(odd), std::string("{\"a\":\"\xEF\xBF\xBD\"}"));
    QCOMPARE(text_of(odd, 1), std::string("{\n \"a\": \"\xEF\xBF\xBD\"\n}"));
  }
  /// A bandwidth in bits is eight times what it would be in bytes; the model's warnings stand first.
  void warnings() {
    strategy::Problem problem = *hand_made::snapshot().problem;
    hardware::Cluster& cluster = problem.cluster;
    cluster.warnings.clear();
    model::Graph graph = *problem.graph;
    graph.max_sequence = problem.job.sequence_length;
    problem.graph = std::make_shared<const model::Graph>(graph);
    Json answer = Json::object();
    plan::add_warnings(answer, {}, problem);
    QVERIFY(answer.empty());
    cluster.warnings = {
        {"pools[p].inter_node_gb_per_s", "801 GB/s", {hardware::Reason::Kind::above_fastest, {"800 GB/s"}}}};
    const Error weights{"AST-M107", "w.safetensors", "parameters_total", "9", {Wanted::Kind::text, {"8"}}};
    plan::add_warnings(answer, {weights}, problem);
    QCOMPARE(answer["warnings"].size(), std::size_t(2));
    QCOMPARE(answer["warnings"][0], error_json(weights)["error"]);
    QCOMPARE(answer["warnings"][1].dump(),
             std::string(R"({"code":"AST-C110","file":"","where":"pools[p].inter_node_gb_per_s",)"
                         R"("found":"801 GB/s","wanted":"100.125 GB/s"})"));  // 801 / 8
    // A sequence of more tokens than the model states positions.
    problem.job.sequence_length = graph.max_sequence + 1;
    answer = Json::object();
    plan::add_warnings(answer, {}, problem);
    QCOMPARE(answer["warnings"].size(), std::size_t(2));
    QCOMPARE(answer["warnings"][1]["where"], Json("job.sequence_length"));
    QCOMPARE(answer["warnings"][1]["found"], Json(std::to_string(graph.max_sequence + 1)));
    QCOMPARE(answer["warnings"][1]["wanted"], Json("between 1 and " + std::to_string(graph.max_sequence)));
  }
  /// A step of 4 s is ranked; options of 3 and 5 s stand before and behind it, and behind the rows that were
  /// asked for nothing has a place.
  void placesOfPrograms() {
    const plan::Snapshot snapshot = hand_made::snapshot();
    std::vector<planning::OptionPtr> programs;
    for (const double step : {3.0, 5.0}) {
      auto option = std::make_shared<planning::Option>();
      option->evaluation = hand_made::evaluation();
      option->evaluation.step = {step};
      programs.push_back(std::move(option));
    }
    const auto places = [&](int top) {
      return planning::places_of(programs, snapshot.best, snapshot.objective, top);
    };
    QCOMPARE(places(20), (std::vector<int>{1, 3}));
    QCOMPARE(places(1), (std::vector<int>{1, 0}));
    auto over = std::make_shared<planning::Option>(*programs[1]);
    over->violation.binding = cost::Binding::power;
    programs[1] = over;
    QCOMPARE(planning::possible(programs).size(), std::size_t(1));
    QVERIFY(planning::possible({}).empty());
  }
  /// Beside 4 s that are proven: programs on groups with a bound count for the gap of the whole space,
  /// without one, as their search was stopped, as if there were none; but where they lead.
  void gapOfWhatWasStopped() {
    plan::Snapshot snapshot = hand_made::snapshot();
    snapshot.has_bound = true;
    snapshot.gap = 0.0;
    const auto answer_beside = [&](double step, double gap) {
      auto option = std::make_shared<planning::Option>();
      option->evaluation = hand_made::evaluation();
      option->evaluation.step = {step};
      option->proof.gap = gap;
      option->layout = planning::layout_of(option->evaluation.strategy);
      planning::OfPlanner groups{&planning::groups_planner(), {}, true};
      groups.options = {option};
      planning::Beside beside{{groups}, 20, {}};
      return planning::whole_answer_json(snapshot, beside, {});
    };
    const Json bounded = answer_beside(5.0, 0.5);
    QCOMPARE(bounded["gap"], Json(0.375));  // 1 - 5 x 0.5 / 4
    QCOMPARE(bounded["gap_of"], Json::array({"pipeline", "groups"}));
    const Json open = answer_beside(5.0, 1.0);
    QCOMPARE(open["gap"], Json(0.0));
    QCOMPARE(open["gap_of"], Json::array({"pipeline"}));
    QCOMPARE(open["status"], Json("feasible"));
    QCOMPARE(answer_beside(3.0, 1.0)["gap"], Json(1.0));
  }
  /// A program that fits nowhere is an option that lacks memory.
  void programThatDoesNotFit() {
    auto unfit = std::make_shared<plan::ShardAnswer>();
    unfit->synthesis.status = spmd::SynthesisStatus::infeasible;
    unfit->synthesis.short_of.missing = gib(2.0);
    plan::ProgramReport report;
    report.answer = unfit;
    const std::vector<planning::OptionPtr> options =
        planning::options_of({report}, *hand_made::snapshot().problem);
    QCOMPARE(options.size(), std::size_t(1));
    QVERIFY(!options.front()->is_possible());
    QCOMPARE(options.front()->violation.over.value, gib(2.0).value);
    QVERIFY(planning::possible(options).empty());
  }
  void objectives() {
    for (const char* name : {"throughput", "money", "pareto"})
      QCOMPARE(QString::fromUtf8(plan::objective_name(plan::objective_from(name).value())),
               QString::fromUtf8(name));
    QVERIFY(!plan::objective_from("fastest"));
  }
};

}  // namespace tst_answer

ASTROLABE_TEST(tst_answer, TestAnswer)
#include "tst_answer.moc"
