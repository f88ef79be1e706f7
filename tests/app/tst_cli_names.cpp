// astrolabe-cli, started for real: names with control characters in what it reads, and what reaches a
// terminal.
#include <QDir>

#include "core/plan/plan_file.h"
#include "tests/app/cli_process.h"
#include "tests/core/small_plan.h"
#include "tests/program/test_program.h"

namespace tst_cli_names {

using namespace cli_process;
using namespace astrolabe;
using namespace Qt::StringLiterals;

class TestCliNames : public QObject {
  Q_OBJECT

  Workplace m_place;

  static QByteArray quoted(const char* name) { return QByteArray::fromStdString(Json(name).dump()); }
  /// Control characters that a terminal would obey; line feeds and tabs are its words, too.
  static bool obeys(const QByteArray& said) {
    static const QRegularExpression control(
        u"[\\x{0}-\\x{8}\\x{b}-\\x{1f}\\x{7f}-\\x{9f}\\x{2028}-\\x{202e}]"_s);
    return QString::fromUtf8(said).remove(u"\r\n"_s).contains(control);
  }
  /// A saved plan whose names try to act.
  void putPlan(const QString& name) const {
    plan::PlanFile file;
    file.plan = smallQuestion();
    plan::Plan& plan = file.plan;
    const std::string first = "x\nimport os; os.system(\"touch RAN\")\n#",
                      second = "h100\n--load evil\x1b[2J";
    plan.layout = {{first, {}}, {second, {}}};
    plan.cluster.pools[0].id = plan.cluster.between_pools[0].a = first;
    plan.cluster.pools[1].id = plan.cluster.between_pools[0].b = second;
    plan.name = first;
    plan.title =
        "\xc2\x9b"
        "31m\"\"\"; import os; os.system(\"touch RAN\"); \"\"\"";
    QVERIFY(plan::write_plan(file, m_place.path(name).toStdString()).has_value());
  }

 private slots:
  /// Status 2 with the place, the name with its control characters shown, and what would be right.
  void jsonNames_data() {
    QTest::addColumn<QByteArray>("cluster");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found");
    const auto cluster = [](const char* name, const char* id, const char* node) {
      return "{\"name\": " + quoted(name) + ", \"pools\": [{\"id\": " + quoted(id) +
             ", \"node\": " + quoted(node) + ", \"nodes\": 2}]}";
    };
    const char* node = "oci-bm-gpu-h100-8";
    QTest::newRow("line break") << cluster("x\nimport os", "a", node) << u"name"_s << u"x\\u000aimport os"_s;
    QTest::newRow("escape") << cluster("x", "a\x1b[2J", node) << u"pools[0].id"_s << u"a\\u001b[2J"_s;
    QTest::newRow("C1") << cluster("x",
                                   "a\xc2\x9b"
                                   "2J",
                                   node)
                        << u"pools[0].id"_s << u"a\\u009b2J"_s;
    QTest::newRow("line separator") << cluster("x", "a", "b\xe2\x80\xa8") << u"pools[0].node"_s
                                    << u"b\\u2028"_s;
    QTest::newRow("override") << cluster(
                                     "\xe2\x80\xae"
                                     "x",
                                     "a", node)
                              << u"name"_s << u"\\u202ex"_s;
  }
  void jsonNames() {
    QFETCH(QByteArray, cluster);
    m_place.put(u"bad.json"_s, cluster);
    const QStringList asked{u"plan"_s,     u"--model"_s, u"llama-3.1-8b"_s, u"--cluster"_s,
                            u"bad.json"_s, u"--job"_s,   u"job.json"_s};
    const Said json = m_place.run(asked + QStringList{u"--json"_s});
    QVERIFY2(json.status == 2, json.all().constData());
    const Json error = json.json()["error"];
    const auto text = [&](const char* key) { return QString::fromStdString(error[key].get<std::string>()); };
    QCOMPARE(text("code"), u"AST-D107"_s);
    QCOMPARE(text("file"), u"bad.json"_s);
    QTEST(text("where"), "where");
    QTEST(text("found"), "found");
    QCOMPARE(text("wanted"), u"one line without control characters"_s);
    const Said words = m_place.run(asked);
    QCOMPARE(words.status, 2);
    QVERIFY2(!obeys(words.out) && !obeys(words.err) && words.err.contains("AST-D107"),
             words.all().constData());
  }

  /// Every form of export and of report of such a plan, run by its kind; it is told once that names were
  /// mended.
  void savedPlanInEveryForm() {
    putPlan(u"p.astrolabe"_s);
    QVERIFY(QDir(m_place.path({})).mkdir(u"made"_s));
    const QString help = QString::fromUtf8(m_place.run({u"export"_s, u"--help"_s}).out).simplified();
    const QStringList forms = help.section(u"--format FORM "_s, 1)
                                  .section(u" --"_s, 0, 0)
                                  .remove(u" or"_s)
                                  .split(QRegularExpression(u"[, ]+"_s), Qt::SkipEmptyParts);
    QVERIFY2(forms.size() >= 7 && forms.contains(u"chrome-trace"_s), qPrintable(help));
    static const QMap<QString, QString> kinds{{u"megatron-lm"_s, u"args"_s},
                                              {u"megatron-bridge"_s, u"py"_s},
                                              {u"torchtitan"_s, u"py"_s},
                                              {u"torchtitan-v0.2.2"_s, u"toml"_s},
                                              {u"deepspeed"_s, u"json"_s},
                                              {u"accelerate-trl"_s, u"yaml"_s},
                                              {u"primus"_s, u"yaml"_s},
                                              {u"ms-swift"_s, u"args"_s},
                                              {u"llama-factory"_s, u"yaml"_s},
                                              {u"json"_s, u"json"_s},
                                              {u"csv"_s, u"csv"_s},
                                              {u"chrome-trace"_s, u"json"_s},
                                              {u"program-json"_s, u"json"_s},
                                              {u"program-pytorch"_s, u"py"_s},
                                              {u"program-text"_s, u"txt"_s},
                                              {u"groups-certificate"_s, u"json"_s},
                                              {u"groups-json"_s, u"json"_s},
                                              {u"groups-pytorch"_s, u"py"_s},
                                              {u"groups-text"_s, u"txt"_s},
                                              {u"pipelines-json"_s, u"json"_s},
                                              {u"widths-json"_s, u"json"_s},
                                              {u"widths-text"_s, u"txt"_s},
                                              {u"deployment-csv"_s, u"csv"_s},
                                              {u"deployment-json"_s, u"json"_s},
                                              {u"deployment-trace"_s, u"json"_s},
                                              {u"placement-routing"_s, u"json"_s},
                                              {u"post_training-csv"_s, u"csv"_s},
                                              {u"post_training-json"_s, u"json"_s},
                                              {u"post_training-openrlhf"_s, u"sh"_s},
                                              {u"post_training-trace"_s, u"json"_s},
                                              {u"post_training-verl"_s, u"sh"_s},
                                              {u"dynamo"_s, u"yaml"_s},
                                              {u"llm-d"_s, u"yaml"_s},
                                              {u"vllm"_s, u"sh"_s},
                                              {u"sglang"_s, u"sh"_s},
                                              {u"tensorrt-llm"_s, u"sh"_s}};
    const QStringList everywhere{u"json"_s, u"csv"_s, u"chrome-trace"_s};
    for (const QString& form : forms) {
      QVERIFY2(kinds.contains(form), qPrintable(form + u" is not listed"_s));
      const Said said = m_place.run({u"export"_s, u"p.astrolabe"_s, u"--format"_s, form, u"--out"_s,
                                     u"made/%1.%2"_s.arg(form, kinds[form])});
      QVERIFY2(said.status == 0 || (said.status == 1 && !everywhere.contains(form)), said.all().constData());
      QVERIFY2(said.err.count("control characters") == 1 && !obeys(said.err), said.err.constData());
    }
    for (const QStringList& command :
         {QStringList{u"plan"_s, u"--top"_s, u"2"_s}, QStringList{u"plan"_s, u"--json"_s, u"--top"_s, u"2"_s},
          QStringList{u"compare"_s}, QStringList{u"compare"_s, u"--csv"_s},
          QStringList{u"report"_s, u"--html"_s, u"made/r.html"_s, u"--pdf"_s, u"made/r.pdf"_s}}) {
      const Said said = m_place.run(command.first(1) + QStringList{u"p.astrolabe"_s} + command.mid(1));
      QVERIFY2(said.status == 0 && !obeys(said.out) && !obeys(said.err), said.all().constData());
    }
    QProcess python;
    python.start(u"python3"_s, {QStringLiteral(ASTROLABE_SOURCE_DIR "/tests/data/names/run_exports.py"),
                                m_place.path(u"made"_s)});
    QVERIFY(python.waitForFinished(120'000));
    const QByteArray told = python.readAllStandardOutput() + python.readAllStandardError();
    QVERIFY2(told.isEmpty(), told.constData());
    for (const char* folder : {"", "made"})
      QVERIFY(!QFile::exists(m_place.path(QLatin1String(folder) + u"/RAN"_s)));
  }

  /// A file name from the command line reaches a terminal without what it would obey.
  void fileNames() {
    const Said said = m_place.run({u"plan"_s, u"a\u001b]0;RAN\u0007.astrolabe"_s});
    QCOMPARE(said.status, 2);
    QVERIFY2(!obeys(said.err) && said.err.contains("RAN"), said.err.constData());
  }
};

}  // namespace tst_cli_names

ASTROLABE_TEST(tst_cli_names, TestCliNames)
#include "tst_cli_names.moc"
