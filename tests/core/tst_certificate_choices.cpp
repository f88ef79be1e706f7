// core/verify/choices: around a slow GPU the certificates of all numbers of nodes prove the answer together,
// and whatever is altered in them is refused where it claims what is false.
#include <QtTest>
#include <array>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/engine.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/plan_file.h"
#include "core/planning/pipelines.h"
#include "core/verify/choices.h"
#include "tests/core/cases.h"
#include "tests/core/forger.h"
#include "tests/core/small_plan.h"
#include "tests/program/test_program.h"

namespace tst_certificate_choices {

using namespace astrolabe;
using namespace astrolabe::tests;
using verify::Certificate;

namespace {

/// BERT large on four nodes of eight H100, one GPU of node 1 so many times as slow.
plan::Plan slowPlan(double factor) {
  plan::Plan plan = smallPlan();
  hardware::PoolSpec pool = plan.cluster.pools.front();
  pool.nodes = 4;
  if (factor > 1.0) pool.slow = {{1, 3, factor, 1.0}};
  plan.cluster.pools = {pool};
  plan.cluster.between_pools.clear();
  plan.job.software.runtime = "any";
  plan.job.allowed["offload_optimizer"] = plan.job.allowed["offload_activations"] = {"false"};
  return plan;
}

/// slowPlan() with a GPU of each of the first nodes five times as slow, or failed.
plan::Plan hurtPlan(int nodes, bool failed) {
  plan::Plan plan = slowPlan(1.0);
  hardware::PoolSpec& pool = plan.cluster.pools.front();
  for (int node = 0; node < nodes; ++node)
    if (failed)
      pool.failed.push_back({node, node});
    else
      pool.slow.push_back({node, node, 5.0, 1.0});
  return plan;
}

/// A question with its answer and the file that proves so many of its places.
struct Proven {
  plan::Plan plan;
  strategy::Problem problem;
  plan::SnapshotPtr answer;
  std::string file;
  std::vector<Certificate> parts;
};

Proven proven(plan::Plan plan, int places, strategy::Objective objective = strategy::Objective::throughput) {
  Proven made;
  made.plan = std::move(plan);
  made.plan.objective = objective;
  made.problem = *plan::make_problem(made.plan, hardware::Catalogue::built_in());
  SearchOptions options;
  options.threads = 2;
  options.objective = objective;
  made.answer = run_search(made.problem, options);
  if (const auto file = certify(made.plan, made.problem, *made.answer, places)) made.file = *file;
  if (const auto parts = verify::parts_of(made.file))
    for (const std::string_view part : *parts) made.parts.push_back(*verify::decode(part));
  return made;
}

Proven proven(double factor, int places, strategy::Objective objective = strategy::Objective::throughput) {
  return proven(slowPlan(factor), places, objective);
}

std::string file_of(const std::vector<Certificate>& parts) {
  std::vector<std::string> files;
  for (const Certificate& part : parts) files.push_back(verify::encode(part));
  return verify::encode_choices(files);
}

/// Why such a file is refused, the code of its error, or "accepted".
std::string said(const std::string& file) {
  const auto finding = verify::check_choices(file);
  if (!finding) return finding.error().code;
  return finding->accepted ? "accepted" : finding->reason;
}

}  // namespace

class TestCertificateChoices : public QObject {
  Q_OBJECT

 private slots:
  /// At 1.25 the most GPUs of whole nodes for their slowness are 32 (4 / 1.25 = 3.2 nodes' worth against 3),
  /// at 1.4 and 1.6 they are 24 (4 / 1.4 = 2.86); 28 are sound, seven of each node. The file is of all three,
  /// and its claim is the answer, which is the best one of three searches without marks.
  void provesTheBestOfAllChoices() {
    bool other = false;
    for (const double factor : {1.25, 1.4, 1.6}) {
      const Proven made = proven(factor, 1);
      QCOMPARE(made.answer->status, plan::Status::optimal);
      QCOMPARE(made.parts.size(), std::size_t(3));
      const auto finding = verify::check_choices(made.file);
      QVERIFY(finding);
      QVERIFY2(finding->accepted, finding->reason.c_str());
      const cost::Evaluation& best = made.answer->best.front();
      QCOMPARE(finding->claims.incumbents.size(), std::size_t(1));
      QCOMPARE(finding->claims.incumbents.front().step, best.step.value);
      QCOMPARE(finding->claims.incumbents.front().strategy,
               strategy::to_json(best.strategy, made.problem.pool_ids()));
      double least = HUGE_VAL;
      for (const int gpus : {24, 28, 32}) {
        strategy::Problem twin = *plan::make_problem(slowPlan(1.0), hardware::Catalogue::built_in());
        twin.cluster.may_leave_unused = true;
        twin.cluster.pools.front().max_gpus = gpus;
        if (gpus == 28) hardware::use_of_node(twin.cluster.pools.front(), 7);
        if (gpus == 32) twin.cluster.pools.front().relative_speed /= factor;
        SearchOptions options;
        options.threads = 2;
        least = std::min(least, run_search(twin, options)->best.front().step.value);
      }
      QVERIFY(std::abs(best.step.value / least - 1.0) < 1e-9);
      other = other || best.gpus.front() > made.problem.cluster.pools.front().max_gpus;
    }
    QVERIFY(other);
  }

  /// A slow GPU in each node: 16 GPUs in halves of four nodes, 28 in sevens, 24 in sixes, as fast as any, or
  /// 32 in whole nodes; which one is slow is said. Where GPUs of three nodes have failed there are 8 in whole
  /// nodes, and as many in parts, none of them slow.
  void provesPartsOfNodes() {
    const Proven slow = proven(hurtPlan(4, false), 1);
    QCOMPARE(slow.answer->status, plan::Status::optimal);
    QCOMPARE(slow.parts.size(), std::size_t(4));
    const auto finding = verify::check_choices(slow.file);
    QVERIFY(finding);
    QVERIFY2(finding->accepted, finding->reason.c_str());
    QVERIFY(finding->slow);
    QVERIFY(
        (finding->told == std::vector<std::string>{"among 16 of the 32 GPUs of h100 (4 of a node) ",
                                                   "among 28 of the 32 GPUs of h100 (7 of a node) ",
                                                   "among 24 of the 32 GPUs of h100 (6 of a node) ", ""}));
    const cost::Evaluation& best = slow.answer->best.front();
    QCOMPARE(finding->claims.incumbents.front().step, best.step.value);
    QCOMPARE(finding->claims.incumbents.front().strategy,
             strategy::to_json(best.strategy, slow.problem.pool_ids()));
    QCOMPARE(said(file_of({slow.parts[1]})),
             std::string("no certificate is of 16 GPUs of h100, 4 of a node"));
    const Proven failed = proven(hurtPlan(3, true), 1);
    QCOMPARE(failed.parts.size(), std::size_t(4));
    const auto whole = verify::check_choices(failed.file);
    QVERIFY(whole && whole->accepted);
    QVERIFY(!whole->slow);
  }

  /// A GPU of one of two pools has failed: 8 GPUs of it in a whole node, 14 in sevens or 12 in sixes, each
  /// beside all of the other pool.
  void provesPartsBesideAnotherPool() {
    plan::Plan plan = smallPlan();
    plan.cluster.pools[0].nodes = 2;
    plan.cluster.pools[1].nodes = 1;
    plan.cluster.pools[0].failed = {{1, 3}};
    plan.job.software.runtime = "any";
    plan.job.allowed["offload_optimizer"] = plan.job.allowed["offload_activations"] = {"false"};
    const Proven made = proven(plan, 1);
    QCOMPARE(made.answer->status, plan::Status::optimal);
    QCOMPARE(made.parts.size(), std::size_t(3));
    const auto finding = verify::check_choices(made.file);
    QVERIFY(finding);
    QVERIFY2(finding->accepted, finding->reason.c_str());
    QCOMPARE(finding->claims.incumbents.front().step, made.answer->best.front().step.value);
    QVERIFY(said(file_of({made.parts[0]})).starts_with("no certificate is of "));
  }

  /// The first places in order, and the cheapest; a file that is no such file is left to others.
  void provesPlacesAndMoney() {
    const Proven made = proven(1.4, 3);
    const auto finding = verify::check_choices(made.file);
    QVERIFY(finding && finding->accepted);
    const std::vector<verify::Incumbent>& told = finding->claims.incumbents;
    QCOMPARE(told.size(), std::size_t(3));
    for (std::size_t i = 0; i < told.size(); ++i) {
      QCOMPARE(told[i].strategy, strategy::to_json(made.answer->best[i].strategy, made.problem.pool_ids()));
      QCOMPARE(told[i].step, made.answer->best[i].step.value);
    }
    const Proven cheap = proven(1.4, 1, strategy::Objective::money);
    const auto dear = verify::check_choices(cheap.file);
    QVERIFY(dear && dear->accepted);
    QCOMPARE(dear->claims.incumbents.front().strategy,
             strategy::to_json(cheap.answer->best.front().strategy, cheap.problem.pool_ids()));
    QVERIFY(!verify::is_choices_certificate(verify::encode(made.parts.front())));
  }

  /// A choice that lacks, stands twice or is none, another question or goal, an altered part.
  void refusesWhatProvesLess() {
    const Proven made = proven(1.4, 1);
    const std::vector<Certificate>& parts = made.parts;  // of 24, of 28 in sevens, of 32
    QCOMPARE(parts.size(), std::size_t(3));
    QCOMPARE(said(file_of(parts)), std::string("accepted"));
    QCOMPARE(said(file_of({parts[2], parts[0], parts[1]})), std::string("accepted"));
    QCOMPARE(said(file_of({parts[0], parts[1]})), std::string("no certificate is of 32 GPUs of h100"));
    QCOMPARE(said(file_of({parts[1], parts[2]})), std::string("no certificate is of 24 GPUs of h100"));
    QCOMPARE(said(file_of({parts[0], parts[2]})),
             std::string("no certificate is of 28 GPUs of h100, 7 of a node"));
    QVERIFY(said(file_of({parts[0], parts[0]})).starts_with("certificate 2 is of 24 GPUs of h100, which"));
    std::vector<Certificate> altered = parts;
    altered[2].question["choice"]["h100"]["gpus"] = 16;
    QCOMPARE(said(file_of(altered)), std::string(code::damaged_certificate));
    altered = parts;
    altered[2].question["choice"]["h100"]["gpus"] = 24;
    QVERIFY(said(file_of(altered)) != "accepted");
    altered = parts;
    altered[0].question.erase("choice");  // what the marks leave first: the same
    QCOMPARE(said(file_of(altered)), std::string("accepted"));
    altered = parts;
    altered[1] = proven(1.6, 1).parts[1];
    QCOMPARE(said(file_of(altered)), std::string("certificate 2 answers another question"));
    altered[1] = proven(1.4, 1, strategy::Objective::money).parts[1];
    QCOMPARE(said(file_of(altered)), std::string("certificate 2 answers another question"));
    for (std::size_t part = 0; part < parts.size(); ++part) {
      altered = parts;
      altered[part].nodes.pop_back();
      QVERIFY(said(file_of(altered)).find(": the nodes cover ") != std::string::npos);
      altered = parts;
      altered[part].incumbents.clear();
      QVERIFY(said(file_of(altered)) != "accepted");
    }
  }

  /// What a forger makes of a part is accepted only where its claim is true: beside as many answers as it
  /// tells none is better than the last, so that this is no later than the place in the ranking.
  void acceptsNothingFalse() {
    const Proven made = proven(1.4, 1);
    Forger forger(20261129);
    Forger::Known known;
    for (const Certificate& part : made.parts)
      known.insert(known.end(), part.incumbents.begin(), part.incumbents.end());
    int refused = 0;
    for (int i = 0; i < cases(60); ++i) {
      std::vector<Certificate> altered = made.parts;
      const std::size_t at = static_cast<std::size_t>(i) % altered.size();
      std::string how;
      altered[at] = forger.forged(made.parts[at], known, {made.parts[(at + 1) % made.parts.size()]}, how);
      const auto finding = verify::check_choices(file_of(altered));
      if (!finding || !finding->accepted) {
        ++refused;
        continue;
      }
      const std::size_t places = finding->claims.incumbents.size();
      QVERIFY2(places > 0 && places <= made.answer->best.size(), how.c_str());
      QVERIFY2(
          finding->claims.incumbents.back().step <= made.answer->best[places - 1].step.value * (1.0 + 1e-12),
          how.c_str());
    }
    QVERIFY(refused > cases(40));
  }

  void refusesFilesThatAreDamaged() {
    const Proven made = proven(1.4, 1);
    for (std::size_t size = 8; size < made.file.size(); size += 97)
      QCOMPARE(said(made.file.substr(0, size)), std::string(code::damaged_certificate));
    for (std::size_t at = 8; at < made.file.size(); at += 97) {
      std::string changed = made.file;
      changed[at] = static_cast<char>(changed[at] ^ 4);
      QCOMPARE(said(changed), std::string(code::damaged_certificate));
    }
    QCOMPARE(said("{}"), std::string(code::not_a_certificate));
  }
};

}  // namespace tst_certificate_choices

ASTROLABE_TEST(tst_certificate_choices, TestCertificateChoices)
#include "tst_certificate_choices.moc"
