// core/strategy/rules: the language, its errors, the shipped rules against their first form in C++, counts.
#include <QtTest>

#include <map>
#include <random>

#include "core/base/error_codes.h"
#include "core/strategy/rule_counts.h"
#include "core/strategy/rules.h"
#include "core/strategy/space.h"
#include "problems.h"
#include "reference_rules.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_rules {

using namespace astrolabe;
using namespace astrolabe::strategy;
using namespace astrolabe::tests;

namespace {

/// 16 layers, 16 heads, 8 KV heads; pools "fast" of 2 x 8 and "slow" of 1 x 4 GPUs; sequence 1024, batch 12.
Problem two_pools() {
  return make_test_problem(make_graph(16),
                           make_cluster({make_pool("fast", 2, 8), make_pool("slow", 1, 4, 0.5)}), 1024, 12);
}

/// Three stages: two on "fast" with tensor parallelism 4, one on "slow" with 2.
Strategy three_stages() {
  Strategy strategy;
  strategy.tensor_parallel = 4;
  strategy.pipeline_parallel = 3;
  strategy.data_parallel = 2;
  strategy.micro_batch = 3;
  strategy.zero_stage = 1;
  strategy.recompute = Recompute::full;
  strategy.stages = {
      {0, 6, 4, Recompute::full, 2}, {0, 5, 4, Recompute::none, 0}, {1, 5, 2, Recompute::none, 0}};
  return strategy;
}

RuleVerdict judged(const QString& expression) {
  const auto rules = parse_rules("r: reject if " + expression.toStdString());
  if (!rules) throw std::runtime_error(rules.error().where + " " + rules.error().found);
  return rules->front().judge(two_pools(), three_stages());
}

}  // namespace

class TestRules : public QObject {
  Q_OBJECT

 private slots:
  void expressions_data() {
    QTest::addColumn<QString>("expression");
    QTest::addColumn<int>("verdict");
    const auto row = [](const char* text, RuleVerdict verdict) {
      QTest::newRow(text) << text << static_cast<int>(verdict);
    };
    constexpr auto broken = RuleVerdict::broken;
    constexpr auto kept = RuleVerdict::kept;
    row("1 + 2 * 3 == 7", broken);
    row("(1 + 2) * 3 == 9", broken);
    row("10 - 3 - 2 == 5", broken);  // from the left
    row("24 / 4 / 2 == 3", broken);
    row("17 % 5 * 2 == 4", broken);           // (17 % 5) * 2
    row("7 / 2 == 3", broken);                // whole numbers
    row("1 < 2 && 2 < 1 || 3 >= 3", broken);  // && binds first
    row("1 < 2 && (2 < 1 || 3 > 3)", kept);
    row("!(1 == 2)", broken);
    row("!!(1 == 2)", kept);
    row("None == None", broken);
    row("None == 0", kept);
    row("None != 0", broken);
    row("None < 1", kept);
    row("None >= 1", kept);
    row("$pipeline_parallel == 3 && $data_parallel == 2", broken);
    row("$micro_batches == 2", broken);  // 12 / (3 x 2)
    row("$recompute == full", broken);
    row("full == $recompute", broken);
    row("$recompute != full", kept);
    row("$schedule == 1f1b", broken);
    row("$schedule == zb-h1", kept);
    row("$sequence_parallel", kept);
    row("$sequence_parallel == false", broken);
    row("($zero_stage == 1) != $sequence_parallel", broken);
    row("$flash_attention && $precision == bf16 && $optimizer == adam", broken);
    row("$layers == 16 && $heads == 16 && $kv_heads == 8 && $experts == 0", broken);
    // Variables of a stage: any stage.
    row("$tensor_parallel == 2", broken);
    row("$tensor_parallel == 8", kept);
    row("$largest_tensor_parallel == 4", broken);
    row("$pool == \"slow\" && $tensor_parallel == 4", kept);  // both of the same stage
    row("$pool == \"slow\" && $tensor_parallel == 2", broken);
    row("$pool != \"slow\"", broken);
    row("$pool == fast", broken);
    row("$scale_up_domain < 8", broken);
    row("$stage_recompute == selective", kept);
    row("$stage_recompute == none && $pool == \"fast\"", broken);  // the second alone
    // A part that does not matter is not looked at.
    row("$zero_stage > 1 && 12 / ($zero_stage - 1) > 1", kept);
    row("$zero_stage == 1 || 12 % ($zero_stage - 1) == 0", broken);
    row("12 / ($zero_stage - 1) > 1", RuleVerdict::not_applicable);
    row("!(12 % ($zero_stage - 1) > 1)", RuleVerdict::not_applicable);
    row("9223372036854775807 + $zero_stage > 0", RuleVerdict::not_applicable);
    row("0 - 9223372036854775807 - 1 == None", RuleVerdict::not_applicable);  // not taken for None
    row("(0 - 9223372036854775807 - 1) % (0 - 1) == 0", RuleVerdict::not_applicable);
    row("(0 - 9223372036854775807) / (0 - 1) == 9223372036854775807", broken);
  }
  void expressions() {
    QFETCH(QString, expression);
    QFETCH(int, verdict);
    QCOMPARE(static_cast<int>(judged(expression)), verdict);
  }

  /// Another id for a pool goes into the rules that compare $pool with it, and nowhere else.
  void aPoolsNewIdInRules() {
    const auto renamed = [](const char* rules, const char* to = "b200-sxm") {
      return with_pool_renamed(rules, "h100", to);
    };
    QCOMPARE(renamed("r: reject if $pool == \"h100\" && $tensor_parallel < 8  # h100"),
             std::string("r: reject if $pool == \"b200-sxm\" && $tensor_parallel < 8  # h100"));
    QCOMPARE(renamed("r: reject if h100 != $pool because \"h100\""),
             std::string("r: reject if \"b200-sxm\" != $pool because \"h100\""));
    QCOMPARE(renamed("a: reject if $gpu == h100\nb: reject if $pool != \"h100-1\""),
             std::string("a: reject if $gpu == h100\nb: reject if $pool != \"h100-1\""));
    QCOMPARE(renamed("r: reject if $pool == h100", "a \"b\""), std::string("r: reject if $pool == h100"));
    QCOMPARE(renamed("r: reject if $pool == h100 &"), std::string("r: reject if $pool == h100 &"));
    QCOMPARE(renamed(""), std::string());
  }

  /// What a rule reads, once each in its order; the stages' at the first one that breaks it: on "fast" it is
  /// kept, as 4 is not below 3.
  void readingsOfARule() {
    const auto read = [](const char* expression) {
      const auto rules = parse_rules(std::string("r: reject if ") + expression);
      return readings(rules->front(), two_pools(), three_stages());
    };
    // 12 % (3 x 2) is 0: it is not broken, the values are those that it compared.
    QVERIFY(read("$global_batch % ($micro_batch * $data_parallel) != 0 && $micro_batch > 0") ==
            (std::vector<RuleReading>{{"global_batch", "12"}, {"micro_batch", "3"}, {"data_parallel", "2"}}));
    QVERIFY(read("$tensor_parallel < 3 && $pool != x && $recompute == full && !$sequence_parallel") ==
            (std::vector<RuleReading>{{"tensor_parallel", "2"},
                                      {"pool", "slow"},
                                      {"recompute", "full"},
                                      {"sequence_parallel", "false"}}));
    QVERIFY(read("$tensor_parallel > 8") == (std::vector<RuleReading>{{"tensor_parallel", "4"}}));
    QVERIFY(read("1 > 2").empty());
    Problem unknown = two_pools();
    unknown.cluster.pools.front().gpu.memory.reset();
    const auto memory = parse_rules("r: reject if $gpu_memory_gib == None");
    QVERIFY(readings(memory->front(), unknown, three_stages()) ==
            (std::vector<RuleReading>{{"gpu_memory_gib", "None"}}));
  }

  void errors_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("wanted");
    const QString bad = QStringLiteral("AST-R101");
    const QString number = QStringLiteral("a number, a variable ($...) or \"(\"");
    const auto row = [&](const char* name, const char* text, const QString& code, const char* where,
                         const char* found, const QString& wanted) {
      QTest::newRow(name) << text << code << where << found << wanted;
    };
    row("no colon", "a reject if 1 == 1", bad, "line 1, column 3", "reject", "\":\"");
    row("no reject", "# why\n\na: keep if 1 == 1", bad, "line 3, column 4", "keep", "\"reject\"");
    row("no condition", "a: reject if", bad, "line 1, column 13", "end of the text", number);
    row("half an expression", "a: reject if 1 +\n  == 2", bad, "line 2, column 3", "==", number);
    row("one equals sign", "a: reject if $zero_stage = 1", bad, "line 1, column 26", "=",
        "\"==\" for a comparison");
    row("open bracket", "a: reject if (1 == 1 because \"x\"", bad, "line 1, column 22", "because", "\")\"");
    row("open string", "a: reject if 1 == 1 because \"x\nb", bad, "line 1, column 29", "\"x",
        "a closing quotation mark on the same line");
    row("not a condition", "a: reject if $zero_stage + 1", bad, "line 1, column 14", "$zero_stage",
        "a comparison or a switch");
    row("switch as a number", "a: reject if $sequence_parallel > 1", bad, "line 1, column 35", "1",
        "a comparison or a switch");
    row("variable without $", "a: reject if zero_stage > 1", bad, "line 1, column 14", "zero_stage",
        "$zero_stage");
    row("unknown name", "a: reject if $schedule == interleave", bad, "line 1, column 27", "interleave",
        "1f1b, interleaved, gpipe, zb-h1, zb-v, looped-bfs");
    row("end of a line", "a: reject if 1 +\n# nothing more\n", bad, "line 1, column 17", "end of the text",
        number);
    row("beyond ASCII", "a: reject if $zero_stage ≥ 1", bad, "line 1, column 26", "≥",
        "a number, a name, a variable ($...), an operator or a bracket");
    row("fraction", "a: reject if $zero_stage > 1.5", bad, "line 1, column 28", "1.5", "a whole number");
    row("trailing", "a: reject if 1 == 1 2", bad, "line 1, column 21", "2",
        "an operator, \"because\", \"mirrors\", \"fixed\" or the next rule");
    row("same name twice", "a: reject if 1 == 1\na: reject if 2 == 2", bad, "line 2, column 1", "a",
        "a name that no other rule has");
    row("chained", "a: reject if 1 < 2 < 3", bad, "line 1, column 20", "<",
        "one comparison at a time, joined by \"&&\"");
    row("unknown variable", "a: reject if $tensor_paralel > 8", QStringLiteral("AST-R102"),
        "line 1, column 14", "$tensor_paralel", "$tensor_parallel");
    row("division", "a: reject if $layers % 0 == 0", QStringLiteral("AST-R103"), "line 1, column 24", "0",
        "a divisor that is not 0");
  }
  void errors() {
    QFETCH(QString, text);
    QFETCH(QString, wanted);
    const auto rules = parse_rules(text.toStdString());
    QVERIFY(!rules);
    QTEST(QString::fromStdString(rules.error().code), "code");
    QTEST(QString::fromStdString(rules.error().where), "where");
    QTEST(QString::fromStdString(rules.error().found), "found");
    const QString told = QString::fromStdString(to_text(rules.error().wanted));
    QVERIFY2(told.contains(wanted), qPrintable(told));
  }

  /// The job carries rules; a mistake is told with the key and the line.
  void inTheJob() {
    const char* required =
        R"("sequence_length": 1024, "global_batch": 8, "tokens": 1e9, "precision": "bf16")";
    const std::string good =
        std::string("{") + required +
        R"(, "software": {"runtime": "any"}, "rules": "mine: reject if $micro_batch > 2"})";
    const auto job = read_job(Json::parse(good));
    QVERIFY(job);
    const auto problem =
        make_problem(make_graph(4), make_cluster({make_pool("a", 1, 4)}), *job, Objective::throughput);
    QVERIFY(problem);
    QCOMPARE(rules_of(*problem).size(), shipped_rules().size() + 1);
    QVERIFY(rules_of(*problem).back().own);
    QCOMPARE(to_json(*job)["rules"].get<std::string>(), job->rules);
    const std::string bad = std::string("{") + required + R"(, "rules": "mine:\n reject $micro_batch"})";
    const auto wrong = read_job(Json::parse(bad));
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().where, std::string("rules, line 2, column 9"));
    const auto taken = make_rule_set("heads_not_divided: reject if 1 == 1");
    QVERIFY(!taken);
    QCOMPARE(taken.error().found, std::string("heads_not_divided"));
  }

  /// Beside fused attention selective recomputation is of modules that the job names; core attention is none.
  void modulesBesideFlash() {
    Problem problem = make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 2)}), 1024, 8);
    problem.job.allowed = {{"recompute", {"selective"}}};
    const auto kept = [&](std::uint8_t modules) {
      problem.software.recompute_modules = modules;
      const Space space(problem);
      std::uint64_t count = 0;
      Strategy strategy;
      space.visit([&](const Group& group) {
        for (std::uint64_t index = 0; index < space.per_group(); ++index) {
          space.configuration(group, index, strategy);
          count += first_broken_rule(problem, strategy) == nullptr ? 1 : 0;
        }
        return true;
      });
      return count;
    };
    QVERIFY(problem.job.flash_attention);
    QCOMPARE(kept(0), 0U);
    QCOMPARE(kept(again_core_attention), 0U);
    QVERIFY(kept(again_norms) > 0);
    QCOMPARE(kept(again_norms | again_core_attention), kept(again_norms));
  }

  /// A job switches shipped rules off by name; those that the costs cannot do without stay, with their
  /// reason.
  void switchedOff() {
    const auto set = make_rule_set(
        "selective_with_flash: off # why not\nmine: reject if $micro_batch > 4\n"
        "tensor_beyond_domain: off");
    QVERIFY(set);
    QCOMPARE((*set)->rules.size(), shipped_rules().size() - 2 + 1);
    QCOMPARE((*set)->off.size(), 2U);
    Problem problem = make_test_problem(make_graph(4), make_cluster({make_pool("a", 4, 2)}), 1024, 8);
    problem.job.allowed = {{"tensor_parallel", {"4"}}, {"recompute", {"selective"}}};
    // A domain has two GPUs only: no group has tensor parallelism 4 while the rule holds.
    QCOMPARE(Space(problem).total(), 0U);
    problem.rules = *set;
    const Space space(problem);
    QVERIFY(space.total() > 0);
    std::uint64_t kept = 0;
    Strategy strategy;
    space.visit([&](const Group& group) {
      for (std::uint64_t index = 0; index < space.per_group(); ++index) {
        space.configuration(group, index, strategy);
        kept += first_broken_rule(problem, strategy) == nullptr ? 1 : 0;
      }
      return true;
    });
    QVERIFY(kept > 0);
    const Json told = rules_json(problem);
    QCOMPARE(told.size(), shipped_rules().size() + 1);
    std::uint64_t would = 0;
    for (const Json& rule : told) {
      if (rule["name"] != "tensor_beyond_domain") continue;
      QVERIFY(rule["off"].get<bool>());
      QCOMPARE(rule["removed"].get<int>(), 0);
      would = rule["would_remove"].get<std::uint64_t>();
    }
    QCOMPARE(would, space.total());

    const auto fixed = make_rule_set("batch_not_divided: off");
    QVERIFY(!fixed);
    QCOMPARE(fixed.error().found, std::string("batch_not_divided: off"));
    QVERIFY(to_text(fixed.error().wanted).find("smaller micro-batch") != std::string::npos);
    const auto unknown = make_rule_set("selective_with_flahs: off");
    QVERIFY(!unknown);
    QVERIFY(to_text(unknown.error().wanted).find("selective_with_flash") != std::string::npos);
    const auto twice = make_rule_set("selective_with_flash: off\nselective_with_flash: off");
    QVERIFY(!twice);
    // What a search solves for each stage is no setting that a rule could choose by.
    const auto solved =
        make_rule_set("first: reject if $zero_stage > 2\nmine: reject if $stage_recompute == full");
    QVERIFY(!solved);
    QCOMPARE(solved.error().code, std::string(code::unknown_variable));
    QCOMPARE(solved.error().where, std::string("line 2, column 1"));
    QCOMPARE(solved.error().found, std::string("$stage_recompute"));
    QVERIFY(to_text(solved.error().wanted).find("$recompute") != std::string::npos);
  }

  /// Random configurations, legal and not: every rule says what its first form in C++ said.
  void sameAsReference() {
    std::mt19937 random(17);
    std::map<std::string, int> broken;
    std::string different;
    const std::vector<Rule>& rules = shipped_rules();
    std::map<std::string, const ReferenceRule*> by_name;
    for (const ReferenceRule& reference : reference_rules())
      by_name[std::string(reference.name)] = &reference;
    for (int i = 0; i < 400; ++i) {
      Problem problem = random_problem(random, i % 2 == 1);
      problem.job.flash_attention = i % 4 < 2;
      if (i % 7 == 0) problem.job.precision = hardware::Precision::nvfp4;  // make_gpu() has no rate
      if (i % 3 == 0) {
        auto graph = std::make_shared<model::Graph>(*problem.graph);
        graph->state_heads = 8;
        graph->state_groups = 2;
        problem.graph = std::move(graph);
      }
      problem.job.allowed = {{"schedule", {"1f1b", "interleaved", "gpipe", "zb-h1", "zb-v", "looped-bfs"}},
                             {"tensor_parallel", {"1", "2", "3", "4"}},
                             {"data_parallel", {"1", "2", "3", "4"}},
                             {"expert_parallel", {"1", "2", "3"}},
                             {"expert_tensor_parallel", {"1", "2", "3"}},
                             {"context_parallel", {"1", "3", "4"}}};
      for (const char* key : {"sequence_parallel", "overlap_grad_reduce", "overlap_param_gather",
                              "overlap_tensor_parallel", "offload_optimizer"})
        if (std::uniform_int_distribution<int>(0, 1)(random) == 1)
          problem.job.allowed[key] = {"false", "true"};
      const Space space(problem);
      Strategy strategy;
      int groups = 0;
      space.visit([&](const Group& group) {
        for (int tries = 0; tries < 40; ++tries) {
          const auto index = std::uniform_int_distribution<std::uint64_t>(0, space.per_group() - 1)(random);
          space.configuration(group, index, strategy);
          strategy.offload_activations = tries % 5 == 0;
          for (const Rule& rule : rules) {
            if (!by_name.contains(rule.name)) continue;
            const bool found = rule.broken(problem, strategy);
            broken[rule.name] += found ? 1 : 0;
            if (found != by_name[rule.name]->broken(problem, strategy)) different = rule.name;
          }
        }
        return ++groups < 20;
      });
    }
    QCOMPARE(different, std::string());
    // The comparison means something only for rules that were broken now and then.
    for (const auto& [name, times] : broken)
      if (name != "more_stages_than_layers" && name != "tensor_beyond_domain")
        QVERIFY2(times > 0, name.c_str());
  }

  void shippedRulesExplainThemselves() {
    for (const Rule& rule : shipped_rules()) {
      QVERIFY2(!rule.because.empty(), rule.name.c_str());
      QVERIFY2(rule.text.starts_with(rule.name + ":"), rule.name.c_str());
    }
  }

  /// Counts by projection against visiting every configuration; the groups against their number, and their
  /// rules together against each by itself.
  void countsAgreeWithVisiting() {
    std::mt19937 random(23);
    std::uint64_t all = 0;
    for (int i = 0; i < cases(40); ++i) {
      Problem problem = random_problem(random, i % 2 == 1);
      const auto set = make_rule_set(
          "own_a: reject if $tensor_parallel * $micro_batch == 4 && $pool == \"a\""
          "\nown_b: reject if $pipeline_parallel * $zero_stage >= 4"
          "\nown_c: reject if 8 % ($zero_stage - 1) == 0");
      QVERIFY(set);
      problem.rules = *set;
      const std::vector<Rule>& rules = rules_of(problem);
      const std::vector<RuleCount> counts = count_rules(problem, rules);
      std::vector<RuleCount> wanted(rules.size());
      const Space space(problem);
      Strategy strategy;
      std::uint64_t visited = 0, differing = 0;
      space.visit([&](const Group& group) {
        ++visited;
        space.start(group, strategy);
        GroupRules of_group(problem, strategy);
        for (std::uint64_t index = 0; index < space.per_group(); index += 1) {
          space.choose(index, strategy);
          bool any = false;
          for (std::size_t r = 0; r < rules.size(); ++r) {
            const RuleVerdict verdict = rules[r].judge(problem, strategy);
            any = any || verdict == RuleVerdict::broken;
            wanted[r].removed += verdict == RuleVerdict::broken ? 1 : 0;
            wanted[r].not_applicable += verdict == RuleVerdict::not_applicable ? 1 : 0;
          }
          differing += of_group.broken(strategy) != any ? 1 : 0;
        }
        return true;
      });
      QCOMPARE(visited, space.group_count());
      QCOMPARE(differing, 0U);
      for (std::size_t r = 0; r < rules.size(); ++r) {
        QVERIFY2(counts[r].removed == wanted[r].removed, rules[r].name.c_str());
        QCOMPARE(counts[r].not_applicable, wanted[r].not_applicable);
        QCOMPARE(counts[r].example.has_value(), counts[r].removed > 0);
        if (counts[r].example) QVERIFY(rules[r].broken(problem, *counts[r].example));
        all += counts[r].removed;
      }
    }
    QVERIFY(all > 0);
  }
};

}  // namespace tst_rules

ASTROLABE_TEST(tst_rules, TestRules)
#include "tst_rules.moc"
