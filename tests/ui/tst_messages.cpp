// ui/render/messages: every code has a sentence of its own that says what, where, and what to do.
#include <QtTest>

#include "core/base/error_codes.h"
#include "tests/core/hand_made.h"
#include "tests/program/test_program.h"
#include "ui/render/answer_text.h"
#include "ui/render/evidence_words.h"
#include "ui/render/messages.h"

namespace tst_messages {

using namespace astrolabe;
using astrolabe::ui::Message;
using Kind = Wanted::Kind;

namespace {

/// "AST-M101" and so on, as they stand in the header: a new code without a sentence fails here.
QStringList allCodes() {
  static const QRegularExpression pattern(QStringLiteral("\"(AST-[A-Z]\\d+)\""));
  QStringList codes;
  for (const char* name : {"error_codes.h", "mark_codes.h", "onnx_codes.h"}) {
    QFile header(QStringLiteral(ASTROLABE_SOURCE_DIR "/core/base/%1").arg(QLatin1String(name)));
    if (!header.open(QIODevice::ReadOnly)) return {};
    auto matches = pattern.globalMatch(QString::fromUtf8(header.readAll()));
    while (matches.hasNext()) codes.append(matches.next().captured(1));
  }
  return codes;
}

Error sampleOf(const QString& code) {
  return Error{code.toStdString(),
               "given.json",
               "pools[0].key",
               "found-value",
               {Kind::one_of, {"near-one", "near-two"}}};
}

}  // namespace

class TestMessages : public QObject {
  Q_OBJECT

 private slots:
  /// A key of two pools has a space in brackets, and is a key all the same; a description is none.
  void placesOfKeysAndDescriptions() {
    Error error = sampleOf(QStringLiteral("AST-C110"));
    error.where = "between_pools[new, old].gb_per_s";
    QVERIFY(ui::messageFor(error).body.contains(QStringLiteral("“between_pools[new, old].gb_per_s”")));
    error.where = "top level and text_config";
    QVERIFY(ui::messageFor(error).body.contains(QStringLiteral("Top level and text_config")));
  }

  void everyCodeHasItsSentence_data() {
    QTest::addColumn<QString>("code");
    const QStringList codes = allCodes();
    QVERIFY(codes.size() > 30);
    for (const QString& code : codes) QTest::newRow(qPrintable(code)) << code;
  }
  void everyCodeHasItsSentence() {
    QFETCH(QString, code);
    const Message message = ui::messageFor(sampleOf(code));
    const QString text = message.plain();
    QCOMPARE(message.code, code);
    QVERIFY2(!message.title.startsWith(QStringLiteral("Something is wrong")), "no sentence of its own");
    QVERIFY2(text.contains(QStringLiteral("given.json")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("found-value")), qPrintable(text));
    // A file as a whole is the place for the file codes and for a model asked for by name.
    const bool wholeFile = (code.startsWith(QStringLiteral("AST-F")) && code != QStringLiteral("AST-F408") &&
                            code != QStringLiteral("AST-F409")) ||
                           code == QStringLiteral("AST-M108");
    if (!wholeFile) QVERIFY2(text.contains(QStringLiteral("pools[0].key")), qPrintable(text));
    static const QRegularExpression action(QStringLiteral(
        "\\b(Use|Add|Choose|Correct|Enter|Keep|Give|Remove|Check|Fetch|Install|Update|Show|Open|Run)\\b"));
    QVERIFY2(action.match(message.body).hasMatch(), qPrintable(text));
    for (const char* forbidden : {"exception", "std::", "%1", "%2", "%3", "%4", "nullptr"})
      QVERIFY2(!text.contains(QString::fromUtf8(forbidden)), qPrintable(text));
    QVERIFY(message.title[0].isUpper() || message.title.startsWith(QStringLiteral("given")) ||
            !message.title[0].isLetter());
  }
  /// What came from no file is called by what it is, once: "The strategy does not fit", not "The strategy in
  /// the strategy does not fit".
  void noTitleSaysAThingTwice() {
    for (const QString& code : allCodes()) {
      Error error;
      error.code = code.toStdString();
      error.found = "8";
      const QString title = ui::messageFor(error).title;
      QSet<QString> seen;
      for (const QString& word :
           title.toLower().split(QRegularExpression(QStringLiteral("\\W+")), Qt::SkipEmptyParts))
        if (word.size() > 4) {
          QVERIFY2(!seen.contains(word), qPrintable(code + QStringLiteral(": ") + title));
          seen << word;
        }
    }
    const Error strategy{std::string(code::impossible_strategy), {}, "tensor_parallel", "3", {}};
    QCOMPARE(ui::messageFor(strategy).title,
             QStringLiteral("The strategy does not fit this model and cluster."));
    Error named = strategy;
    named.file = "s.json";
    QCOMPARE(ui::messageFor(named).title,
             QStringLiteral("The strategy in s.json does not fit this model and cluster."));
  }

  void sentencesDiffer() {
    QStringList titles, bodies;
    for (const QString& code : allCodes()) {
      const Message message = ui::messageFor(sampleOf(code));
      titles.append(message.title + message.body);
    }
    const qsizetype count = titles.size();
    titles.removeDuplicates();
    QCOMPARE(titles.size(), count);
  }
  void exactWords() {
    const Error json{"AST-M101",
                     "config.json",
                     "line 14, column 3",
                     "\"",
                     {Kind::valid_json, {"a comma, colon or closing bracket"}}};
    QCOMPARE(ui::messageFor(json).plain(),
             QStringLiteral(
                 "Can't read config.json. Line 14, column 3: found “\"” where a comma, colon or closing "
                 "bracket belongs. Correct the line and open the file again. [AST-M101]"));
    const Error missing{"AST-M102",
                        "/models/config.json",
                        "top level and text_config",
                        "nothing",
                        {Kind::field, {"num_attention_heads"}}};
    QCOMPARE(
        ui::messageFor(missing).plain(),
        QStringLiteral("config.json has no “num_attention_heads”. Looked at the top level and in "
                       "“text_config”. The model can't be planned without it. Enter the value, or add it to "
                       "the file. [AST-M102]"));
    const Error key{
        "AST-M104", "config.json", "ssm_state_size", "128", {Kind::text, {"a family that has such a key"}}};
    QCOMPARE(ui::messageFor(key).title,
             QStringLiteral("config.json has a key that is not read: “ssm_state_size”."));
    const Error family{"AST-M104", "config.json", "model_type", "foo", {Kind::text, {"another family"}}};
    QCOMPARE(ui::messageFor(family).title, QStringLiteral("“foo” models are not supported yet."));
    const Error divisor{
        "AST-M103", "config.json", "num_attention_heads", "63", {Kind::divisor_of, {"hidden_size", "8192"}}};
    QCOMPARE(
        ui::messageFor(divisor).plain(),
        QStringLiteral("config.json has a value that no model can have. “num_attention_heads”: 63 does not "
                       "divide “hidden_size” 8192. Use a divisor such as 64. [AST-M103]"));
    const Error gpu{"AST-C101", "", "pools[0].gpu", "h300", {Kind::one_of, {"h100-sxm", "h200", "b300"}}};
    QCOMPARE(ui::messageFor(gpu).plain(),
             QStringLiteral(
                 "The cluster names a GPU that is not in the catalogue. “pools[0].gpu”: “h300” is no known "
                 "GPU type. Use h100-sxm, h200 or b300, or add it to your own types. [AST-C101]"));
    const Error mark{"AST-C112", "", "pools[0].slow[0]", "node 1, GPU 2", {}};
    QCOMPARE(ui::messageFor(mark).plain(),
             QStringLiteral(
                 "The layout that runs does not use what is marked. “pools[0].slow[0]”: the layout that runs "
                 "does not use node 1, GPU 2: its mark changes nothing there. Keep it, or remove it. "
                 "[AST-C112]"));
    const Error newer{
        "AST-F401", "/plans/plan.astrolabe", "", "format 5", {Kind::text, {"format 4 or older"}}};
    QCOMPARE(ui::messageFor(newer).title, QStringLiteral("plan.astrolabe was saved by a newer Astrolabe."));
  }
  void placeholdersInValuesStay() {
    const Error error{"AST-D104", "a%2.json", "key", "%1 %4", {Kind::text, {"100 %"}}};
    const Message message = ui::messageFor(error);
    QVERIFY(message.title.startsWith(QStringLiteral("a%2.json ")));
    QVERIFY(message.body.contains(QStringLiteral("“%1 %4”")));
  }
  void everyWantedHasWords() {
    QStringList seen;
    for (int kind = 0; kind <= static_cast<int>(Kind::removed); ++kind) {
      const Wanted wanted{static_cast<Kind>(kind), {"4096", "8192"}};
      const QString text = ui::wantedText(wanted);
      QVERIFY(!text.isEmpty());
      seen.append(text);
    }
    QCOMPARE(ui::wantedText({Kind::divisor_of, {"hidden_size", "8192"}}),
             QStringLiteral("a divisor of “hidden_size” (8192)"));
    QCOMPARE(ui::wantedText({Kind::link_between, {"new", "old"}}),
             QStringLiteral("a link between “new” and “old”"));
  }
  void infeasible() {
    plan::Snapshot snapshot = hand_made::snapshot();
    snapshot.status = plan::Status::infeasible;
    snapshot.space.total = 1284;
    snapshot.binding.memory_count = 1102;
    snapshot.binding.limit_count = 182;
    snapshot.binding.nearest = hand_made::two_stages();
    snapshot.binding.violation = {cost::Binding::memory, "", 1, 1, gib(3.1), 0.0, 0.0};
    snapshot.fixes = {{plan::Fix::Kind::allow_recompute, "", 11.0, ""},
                      {plan::Fix::Kind::add_nodes, "old", 1.0, ""}};
    const Message message = ui::messageFor(snapshot);
    QCOMPARE(message.title, QStringLiteral("No strategy fits."));
    QCOMPARE(message.code, QStringLiteral("AST-S301"));
    for (const char* part : {"GPU old", "TP 8 · PP 2", "3.1", "Allow recompute", "Add 1 node to old"})
      QVERIFY2(message.body.contains(QString::fromUtf8(part)), qPrintable(message.body));
  }
  /// Nothing that keeps the rules: the one that removes most, what to leave to the search or switch off.
  void ruledOut() {
    plan::Snapshot snapshot = hand_made::snapshot();
    snapshot.status = plan::Status::infeasible;
    snapshot.space.total = snapshot.binding.rule_count = 1284;
    snapshot.problem.reset();
    snapshot.binding.violation.binding = cost::Binding::rule;
    snapshot.binding.violation.rule = "mine";
    plan::Fix raise{plan::Fix::Kind::raise_limit, "", 48.0, "deadline_hours"};
    raise.also = {{"budget_usd", 2000.0}};
    snapshot.fixes = {{plan::Fix::Kind::free_setting, "", 0.0, "tensor_parallel"},
                      {plan::Fix::Kind::free_setting, "", 0.0, ""},
                      {plan::Fix::Kind::rule_off, "", 0.0, "mine"},
                      raise};
    const Message message = ui::messageFor(snapshot);
    for (const char* part : {"most by the rule “mine”", "Leave tensor_parallel to the search",
                             "Leave every setting to the search", "Switch off the rule “mine”",
                             "Raise the deadline to 48", "and the budget to $2.00"})
      QVERIFY2(message.body.contains(QString::fromUtf8(part)), qPrintable(message.body));
  }
  void endings() {
    plan::Snapshot snapshot = hand_made::snapshot();
    // A proof across devices that nobody measured says so where it is claimed.
    QCOMPARE(ui::endText(snapshot),
             QStringLiteral("Best in the whole space — GPU new, GPU old not measured"));
    QVERIFY(
        ui::proofEvidenceText(snapshot).contains(QStringLiteral("GPU new (datasheet), GPU old (datasheet)")));
    auto measured = std::make_shared<strategy::Problem>(*snapshot.problem);
    measured->cluster.pools[0].gpu.architecture = "Hopper";
    measured->cluster.pools[1].gpu.architecture = "CDNA3";
    snapshot.problem = measured;
    QCOMPARE(ui::endText(snapshot), QStringLiteral("Best in the whole space — GPU old not measured"));
    QVERIFY(ui::proofEvidenceText(snapshot).contains(QStringLiteral("GPU old (tables)")));
    measured = std::make_shared<strategy::Problem>(*measured);
    measured->cluster.pools[1].gpu.architecture = "Ampere";
    snapshot.problem = measured;
    QCOMPARE(ui::endText(snapshot), QStringLiteral("Best in the whole space"));
    QCOMPARE(ui::proofEvidenceText(snapshot), QString());
    // Around a slow GPU pipelines of unequal shape stand beside: what the proof covers is said.
    plan::Snapshot around = snapshot;
    auto slow = std::make_shared<strategy::Problem>(*measured);
    slow->cluster.pools[0].slow = {{0, 0, 2.0, 1.0}};
    around.problem = slow;
    QCOMPARE(ui::endText(around), QStringLiteral("Best of all strategies, all pipelines alike"));
    // Of mixed GPUs other kinds of plans do.
    plan::Snapshot mixed = snapshot;
    auto unlike = std::make_shared<strategy::Problem>(*measured);
    for (hardware::Pool& pool : unlike->cluster.pools) {
      pool.nodes = 1;
      pool.gpus_per_node = pool.max_gpus = 8;
    }
    unlike->cluster.pools[1].relative_speed = 0.5;
    mixed.problem = unlike;
    QCOMPARE(ui::endText(mixed), QStringLiteral("Best of all strategies, each stage holding its own state"));
    mixed.state_anywhere = true;
    QCOMPARE(ui::endText(mixed), QStringLiteral("Best of all strategies, state anywhere"));
    mixed.gap = 0.01;
    QVERIFY(ui::endText(mixed).startsWith(QStringLiteral("Within ")));
    QVERIFY(ui::endText(mixed).endsWith(QStringLiteral(" of the best of all strategies, state anywhere")));
    plan::Snapshot narrow = snapshot;
    strategy::Problem inside;
    inside.job.software.runtime = "megatron-lm";
    narrow.problem = std::make_shared<const strategy::Problem>(inside);
    QCOMPARE(ui::endText(narrow), QStringLiteral("Best of all that Megatron-LM starts"));
    snapshot.status = plan::Status::feasible;
    snapshot.stopped_early = true;
    snapshot.seconds = 60.0;
    QVERIFY(ui::endText(snapshot).startsWith(QStringLiteral("Stopped at 60")));
    QVERIFY(ui::endText(snapshot).contains(QStringLiteral("no bound")));
    snapshot.has_bound = true;
    snapshot.bound_step_seconds = 4.0 / 1.038;  // a step shorter by 1 - 1 / 1.038 = 3.66 %
    snapshot.gap = 1.0 - 1.0 / 1.038;
    const QString stopped = ui::endText(snapshot);
    QVERIFY2(stopped.contains(QStringLiteral("at most 3.7")) &&
                 stopped.contains(QStringLiteral("below the bound")),
             qPrintable(stopped));
    snapshot.pools_proven = 3;
    QVERIFY(ui::endText(snapshot).startsWith(stopped));
    QVERIFY(ui::endText(snapshot).endsWith(
        QStringLiteral(". The Pareto frontier is complete for plans on up to 3 pools")));
    snapshot.objective = strategy::Objective::pareto;  // of the set, not of the speed
    QVERIFY(ui::endText(snapshot).contains(QStringLiteral("the Pareto frontier can improve by at most 3.7")));
    snapshot.objective = strategy::Objective::throughput;
    snapshot.pools_proven = 0;
    snapshot.stopped_early = false;
    QVERIFY(ui::endText(snapshot).startsWith(QStringLiteral("Finished")));
    snapshot.status = plan::Status::infeasible;
    QCOMPARE(ui::endText(snapshot), QStringLiteral("No strategy fits"));
  }

  /// Places that the proof does not reach are marked once the search has ended, and how far off they may be.
  void unprovenPlaces() {
    plan::Snapshot snapshot;
    snapshot.best.resize(20);
    snapshot.status = plan::Status::optimal;
    QCOMPARE(ui::placeText(snapshot, 11), QStringLiteral("12"));  // not told
    snapshot.places_proven = 20;
    QCOMPARE(ui::placeText(snapshot, 19), QStringLiteral("20"));
    QVERIFY(ui::unprovenPlacesText(snapshot).isEmpty());
    snapshot.places_proven = 9;
    snapshot.ranking_gap = 0.0118;
    QCOMPARE(ui::placeText(snapshot, 8), QStringLiteral("9"));
    QCOMPARE(ui::placeText(snapshot, 9), QStringLiteral("≈10"));
    const QString text = ui::unprovenPlacesText(snapshot);
    QVERIFY2(text.contains(QStringLiteral("from rank 10 on")) && text.contains(QStringLiteral("1.18")),
             qPrintable(text));
    // All of a step is no bound: none is told as a share.
    snapshot.ranking_gap = 1.0;
    const QString open = ui::unprovenPlacesText(snapshot);
    QVERIFY2(open.contains(QStringLiteral("from rank 10 on: no bound is known")) && !open.contains(u'%'),
             qPrintable(open));
    snapshot.status = plan::Status::searching;
    QCOMPARE(ui::placeText(snapshot, 9), QStringLiteral("10"));
    QVERIFY(ui::unprovenPlacesText(snapshot).isEmpty());
  }
};

}  // namespace tst_messages

ASTROLABE_TEST(tst_messages, TestMessages)
#include "tst_messages.moc"
