// core/verify/groups: the certificate of a program on groups is accepted as it was written, and whatever is
// altered in it is refused where it claims what an exhaustive search finds to be false.
#include <QtTest>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <set>

#include "core/base/error_codes.h"
#include "core/hardware/catalogue.h"
#include "core/mesh/search.h"
#include "core/plan/plan_file.h"
#include "core/planning/certified.h"
#include "core/verify/groups.h"
#include "core/verify/question.h"
#include "tests/core/cases.h"
#include "tests/core/draws.h"
#include "tests/core/small_plan.h"
#include "tests/program/test_program.h"

namespace tst_groups_certificate {

using namespace astrolabe;
using namespace astrolabe::tests;
using verify::GroupsCertificate;

namespace {

/// Llama 3.1 8B on a node of each pool of the sample.
plan::Plan small_plan() {
  plan::Plan plan = sampleOf("llama-3.1-8b", 32);
  for (hardware::PoolSpec& pool : plan.cluster.pools) pool.nodes = 1;
  plan.job.sequence_length = 8192;
  return plan;
}

struct Base {
  planning::QuestionPtr question;
  GroupsCertificate certificate;
  std::unique_ptr<strategy::Problem> problem;  ///< as the certificate's question has it
};

Base base_of(const plan::Plan& plan) {
  Base base;
  base.question = *planning::make_question(plan, hardware::Catalogue::built_in());
  planning::Run run;
  const planning::FoundPtr found = planning::groups_planner().plan(base.question, run);
  const auto text =
      planning::groups_certificate(*planning::as<planning::GroupsLayout>(found->options.front()->layout));
  if (!text) return base;
  base.certificate = *verify::decode_groups(*text);
  const auto question = verify::read_question(base.certificate.question);
  base.problem =
      std::make_unique<strategy::Problem>(*verify::problem_of(*question, strategy::Objective::throughput));
  return base;
}

std::string refusal(const Base& base, const GroupsCertificate& altered) {
  const verify::GroupsFinding finding = verify::check(altered, *base.problem);
  return finding.accepted ? "" : finding.reason;
}

}  // namespace

class TestGroupsCertificate : public QObject {
  Q_OBJECT

 private slots:
  void acceptsWhatTheSearchFound_data();
  void acceptsWhatTheSearchFound();
  void refusesOtherPrograms();
  void refusesWhatLacksProof();
  void acceptsNoBoundThatIsBeaten();
  void refusesWhatTheQuestionForbids();
  void refusesEveryLeafThatIsAltered();
  void refusesEveryLeafThatIsForged();
  void refusesFilesThatAreDamaged();
};

void TestGroupsCertificate::acceptsWhatTheSearchFound_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<int>("batch");
  QTest::newRow("sample") << QString() << 128;
  QTest::newRow("sample, state that moves") << QString() << 256;
  QTest::newRow("8B") << QStringLiteral("llama-3.1-8b") << 128;
  QTest::newRow("experts") << QStringLiteral("mixtral-8x7b") << 128;
}

void TestGroupsCertificate::acceptsWhatTheSearchFound() {
  QFETCH(QString, model);
  QFETCH(int, batch);
  const Base base = base_of(sampleOf(model.toStdString(), batch));
  QVERIFY(base.problem != nullptr);
  const verify::GroupsFinding finding = verify::check(base.certificate, *base.problem);
  QVERIFY2(finding.accepted, finding.reason.c_str());
  QCOMPARE(finding.gpus, (std::vector<int>{32, 32}));
  QVERIFY(finding.gap() > 0.0 && finding.gap() < 0.05);
  QVERIFY(!base.certificate.levels.empty());
}

void TestGroupsCertificate::refusesOtherPrograms() {
  const Base base = base_of(small_plan());
  QVERIFY(base.problem != nullptr);
  QCOMPARE(refusal(base, base.certificate), std::string());
  GroupsCertificate faster = base.certificate;
  faster.step *= 0.999;
  QVERIFY(refusal(base, faster).find("takes") != std::string::npos);
  GroupsCertificate fewer = base.certificate;
  fewer.program["pipelines"].erase(0);
  QVERIFY(refusal(base, fewer).find("GPUs") != std::string::npos);
  GroupsCertificate more = base.certificate;
  Json& share = more.program["pipelines"][0]["sequences"];
  share = share.get<int>() + 1;
  more.program["pipelines"][0].erase("micro_batches");
  QVERIFY(refusal(base, more).find("33 sequences") != std::string::npos);
  GroupsCertificate shifted = more;  // the whole batch, but not as the step was counted
  Json& other = shifted.program["pipelines"].back()["sequences"];
  other = other.get<int>() - 1;
  shifted.program["pipelines"].back().erase("micro_batches");
  QVERIFY(!refusal(base, shifted).empty());
  GroupsCertificate nobody = base.certificate;
  nobody.program["pipelines"][0]["stages"][0]["pool"] = "nobody";
  QVERIFY(refusal(base, nobody).find("cannot be read") != std::string::npos);
}

void TestGroupsCertificate::refusesWhatLacksProof() {
  const Base base = base_of(small_plan());
  GroupsCertificate none = base.certificate;
  none.levels.clear();
  QVERIFY(refusal(base, none).find("in no level") != std::string::npos);
  GroupsCertificate negative = base.certificate;
  negative.levels.front().price = -1e-9;
  QVERIFY(refusal(base, negative).find("below 0") != std::string::npos);
  GroupsCertificate turned = base.certificate;
  turned.levels.push_back(turned.levels.front());
  QVERIFY(refusal(base, turned).find("out of order") != std::string::npos);
  GroupsCertificate above = base.certificate;
  above.bound = above.step * 1.001;
  QVERIFY(refusal(base, above).find("above the program's own step") != std::string::npos);
  GroupsCertificate dear = base.certificate;
  for (GroupsCertificate::Level& level : dear.levels) level.price = 1.0;  // memory pays for any number
  dear.bound = dear.step;
  QVERIFY(!refusal(base, dear).empty());
}

/// 8 + 8 GPUs, every pair of layouts evaluated: what is accepted is never above the fastest of them.
void TestGroupsCertificate::acceptsNoBoundThatIsBeaten() {
  const Base base = base_of(small_plan());
  QVERIFY(base.problem != nullptr);
  mesh::SearchRequest request;
  request.batch = base.problem->job.global_batch;
  request.every_pair = true;
  request.top = 1;
  const mesh::Answer truth = mesh::search(*base.problem, {8, 8}, request);
  QVERIFY(!truth.best.empty());
  const double fastest = truth.best.front().step();
  std::mt19937 random(11);
  const Pick pick{random};
  int accepted = 0;
  for (int round = 0; round < cases(100); ++round) {
    GroupsCertificate altered = base.certificate;
    altered.bound *= 1.0 + 1e-4 * pick(-200, 400);
    altered.bound = std::min(altered.bound, altered.step);
    for (GroupsCertificate::Level& level : altered.levels) {
      if (pick(0, 1) == 1) level.price *= 0.01 * pick(0, 300);
      if (pick(0, 3) == 0) level.traffic *= 0.01 * pick(50, 200);
    }
    if (pick(0, 3) == 0)
      altered.levels.erase(altered.levels.begin() + pick(0, static_cast<int>(altered.levels.size()) - 1));
    if (verify::check(altered, *base.problem).accepted) {
      ++accepted;
      QVERIFY2(altered.bound <= fastest * (1.0 + 1e-9),
               qPrintable(QStringLiteral("%1 s above %2").arg(altered.bound).arg(fastest)));
    }
  }
  QVERIFY(accepted > 0);
}

namespace {

Base asked_with(const Base& base, const char* key, const Json& value) {
  Base other;
  other.certificate = base.certificate;
  other.certificate.question["job"][key] = value;
  const auto question = verify::read_question(other.certificate.question);
  if (!question) return other;
  const auto problem = verify::problem_of(*question, strategy::Objective::throughput);
  if (problem) other.problem = std::make_unique<strategy::Problem>(*problem);
  return other;
}

/// Another value of the same kind.
Json altered(const Json& leaf) {
  if (leaf.is_boolean()) return !leaf.get<bool>();
  if (leaf.is_number_float()) return leaf.get<double>() * 1.25 + (leaf.get<double>() == 0.0 ? 1.0 : 0.0);
  if (leaf.is_number()) return leaf.get<std::int64_t>() + 1;
  if (leaf.is_string()) return leaf.get<std::string>() + "x";
  return 1;
}

/// Pointers to all values that are no object or array with members.
std::vector<Json::json_pointer> leaves_of(const Json& json) {
  std::vector<Json::json_pointer> leaves;
  const Json flat = json.flatten();
  for (const auto& [pointer, value] : flat.items()) leaves.emplace_back(pointer);
  return leaves;
}

/// The refusal of a file as astrolabe-verify meets it; empty where it is accepted.
std::string refusal_of_file(const std::string& text) {
  const auto certificate = verify::decode_groups(text);
  if (!certificate) return certificate.error().code;
  const auto question = verify::read_question(certificate->question);
  if (!question) return question.error().code;
  const auto problem = verify::problem_of(*question, strategy::Objective::throughput);
  if (!problem) return problem.error().code;
  const verify::GroupsFinding finding = verify::check(*certificate, *problem);
  return finding.accepted ? "" : finding.reason;
}

}  // namespace

void TestGroupsCertificate::refusesWhatTheQuestionForbids() {
  const Base base = base_of(small_plan());
  const Json& first = base.certificate.program["pipelines"][0];
  const int tensor = first["stages"][0]["tensor_parallel"].get<int>();
  const Base fixed = asked_with(base, "fixed", {{"tensor_parallel", tensor == 8 ? 4 : 8}});
  QVERIFY(fixed.problem != nullptr);
  QVERIFY(refusal(fixed, fixed.certificate).find("allowed values") != std::string::npos);
  // 16 GPUs cost more than a tenth of a dollar an hour each.
  const Base limited = asked_with(base, "limits", {{"usd_per_hour", 1.6}});
  QVERIFY(limited.problem != nullptr);
  QVERIFY(refusal(limited, limited.certificate).find("breaks a limit") != std::string::npos);
  for (const char* key : {"micro_batches", "gpus"}) {
    GroupsCertificate other = base.certificate;
    Json& pipeline = other.program["pipelines"][0];
    Json& told = key == std::string("gpus") ? pipeline["stages"][0][key] : pipeline[key];
    told = told.get<int>() + 1;
    const std::string reason = refusal(base, other);
    QVERIFY2(reason.find(key) != std::string::npos, reason.c_str());
  }
  GroupsCertificate more = base.certificate;
  more.program["collectives"] = Json::array();
  QVERIFY(refusal(base, more).find("collectives does not belong there") != std::string::npos);
}

/// Whatever is altered in the file, it is not taken for the one that was written.
void TestGroupsCertificate::refusesEveryLeafThatIsAltered() {
  const Base base = base_of(small_plan());
  const std::string text = verify::encode(base.certificate);
  const Json written = Json::parse(text);
  QCOMPARE(refusal_of_file(text), std::string());
  QCOMPARE(refusal_of_file(text_of(written)), std::string());  // in one line: the same
  const auto leaves = leaves_of(written);
  QVERIFY(leaves.size() > 40);
  for (const Json::json_pointer& leaf : leaves) {
    Json other = written;
    other[leaf] = altered(written[leaf]);
    QVERIFY2(!verify::decode_groups(text_of(other, 1)).has_value(), leaf.to_string().c_str());
  }
}

/// With the checksum made anew a leaf is refused unless the certificate stays true: another name, another
/// question whose step is the same, another program that takes as long, as where other groups end last.
void TestGroupsCertificate::refusesEveryLeafThatIsForged() {
  const std::set<std::string> true_all_the_same{"/question/model",  // the configuration says what it is
                                                "/question/cluster/name",  // shown alone
                                                "/question/job/tokens",    // of the job, not of a step
                                                // The networks of the nodes are the narrower part of the way.
                                                "/question/cluster/between_pools/0/gb_per_s"};
  const Base base = base_of(small_plan());
  const Json written{{"question", base.certificate.question},
                     {"program", base.certificate.program},
                     {"step", base.certificate.step},
                     {"bound", base.certificate.bound}};
  for (const Json::json_pointer& leaf : leaves_of(written)) {
    Json other = written;
    other[leaf] = altered(written[leaf]);
    GroupsCertificate forged = base.certificate;
    forged.question = other["question"];
    forged.program = other["program"];
    forged.step = other["step"].get<double>();
    forged.bound = other["bound"].get<double>();
    if (!refusal_of_file(verify::encode(forged)).empty()) continue;
    const std::string place = leaf.to_string();
    if (!place.starts_with("/program/")) {
      QVERIFY2(true_all_the_same.contains(place), place.c_str());
      continue;
    }
    Json kept = forged.program;
    kept["kind"] = planning::kGroups;
    const auto layout = planning::read_layout(kept, *base.question);
    QVERIFY2(layout.has_value(), place.c_str());
    const auto option = planning::evaluate(*base.question, *layout);
    QVERIFY2(option.has_value() && option->is_possible(), place.c_str());
    QVERIFY2(std::abs(option->evaluation.step.value / forged.step - 1.0) < 1e-9, place.c_str());
  }
}

void TestGroupsCertificate::refusesFilesThatAreDamaged() {
  const Base base = base_of(small_plan());
  const std::string text = verify::encode(base.certificate);
  QVERIFY(verify::is_groups_certificate(text));
  QVERIFY(!verify::is_groups_certificate("{\"pipelines\": []}"));
  const auto again = verify::decode_groups(text);
  QVERIFY(again.has_value());
  QCOMPARE(verify::encode(*again), text);
  for (std::size_t size = 1; size + 1 < text.size(); size += 997) {
    const auto cut = verify::decode_groups(text.substr(0, size));
    QVERIFY(!cut.has_value());
    QCOMPARE(cut.error().code, std::string(code::damaged_certificate));
  }
  std::string newer = text;
  newer.replace(newer.find("\"groups_certificate\": 2"), 23, "\"groups_certificate\": 9");
  const auto read = verify::decode_groups(newer);
  QVERIFY(!read.has_value());
  QCOMPARE(read.error().code, std::string(code::newer_format));
  for (const char* wrong : {"{\"groups_certificate\": 1}", "{\"groups_certificate\": \"x\"}",
                            "{\"groups_certificate\": 1, \"levels\": [[1]]}"})
    QVERIFY2(!verify::decode_groups(wrong).has_value(), wrong);
}

}  // namespace tst_groups_certificate

ASTROLABE_TEST(tst_groups_certificate, TestGroupsCertificate)
#include "tst_groups_certificate.moc"
