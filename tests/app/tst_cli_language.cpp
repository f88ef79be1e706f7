// astrolabe-cli, started for real: it speaks English with English numbers whatever the system speaks, and
// says one GPU and two GPUs; a report is in the language that is asked for, and nothing else.
#include <QLocale>

#include "tests/app/cli_process.h"
#include "tests/program/test_program.h"

namespace tst_cli_language {

using namespace cli_process;

namespace {

const QStringList kParts{"--model", "llama-3.1-8b", "--cluster", "cluster.json", "--job", "job.json"};
const QRegularExpression kChinese(QStringLiteral("[\\x{4E00}-\\x{9FFF}]"));

}  // namespace

class TestCliLanguage : public QObject {
  Q_OBJECT

 private slots:
  /// Bytes are the same where points group thousands, where other letters are spoken, and where no UTF-8 is.
  void theSameEverywhere_data() {
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QByteArray>("words");
    // 8,030,261,248 parameters; 2 x 8 GPUs of 75.2 GiB each
    QTest::newRow("inspect") << QStringList{"inspect", "llama-3.1-8b"} << QByteArray("8,030,261,248\n");
    QTest::newRow("catalog") << QStringList{"catalog", "nodes"} << QByteArray("On demand");
    QTest::newRow("evaluate") << QStringList{"evaluate"} + kParts + QStringList{"--strategy", "strategy.json"}
                              << QByteArray("75.2");
    QTest::newRow("refused") << QStringList{"plan"} << QByteArray("found “nothing”");
  }
  void theSameEverywhere() {
    QFETCH(QStringList, command);
    QFETCH(QByteArray, words);
    const Said usual = m_place.run(command, {}, {"LC_ALL=en_US.UTF-8"});
    QVERIFY2(usual.all().contains(words), usual.all().constData());
    for (const char* system : {"de_DE.UTF-8", "zh_CN.UTF-8", "C.UTF-8", "C"})
      QCOMPARE(m_place.run(command, {}, {QStringLiteral("LC_ALL=") + QLatin1StringView(system)}).all(),
               usual.all());
  }

  /// Of the program's own sentences and of those that it shares with the window.
  void oneAndMany() {
    m_place.put("one.json",
                R"({"pools": [{"id": "h100", "gpu": "h100-sxm", "nodes": 1, "gpus_per_node": 1}]})");
    const auto job = [](const char* limit) {
      return QByteArray(
                 R"({"sequence_length": 1024, "global_batch": 16, "tokens": 1e9, "precision": "bf16")") +
             limit + '}';
    };
    m_place.put("small.json", job(""));
    m_place.put("tight.json", job(R"(, "limits": {"deadline_hours": 0.1})"));
    const auto said = [&](const char* cluster, const char* questioned) {
      return m_place
          .run({"plan", "--model", "gpt2-xl", "--cluster", cluster, "--job", questioned, "--top", "1"})
          .all();
    };
    QByteArray text = said("one.json", "small.json");
    QVERIFY2(text.contains("gpt2-xl on 1 GPU\n") && text.contains(" configurations, "), text.constData());
    text = said("one.json", "tight.json");
    QVERIFY2(text.contains("is too short: even at its peak rate the GPU takes"), text.constData());
    text = said("cluster.json", "small.json");
    QVERIFY2(text.contains("gpt2-xl on 16 GPUs (two boxes)\n"), text.constData());
  }

  /// Of a folder for sockets, which a report does not need, nothing is said.
  void nothingOfTheToolkit() {
    const Said said =
        m_place.run(QStringList{"plan"} + kParts + QStringList{"--top", "1", "--markdown", "b.md"}, {},
                    {"XDG_RUNTIME_DIR="});
    QCOMPARE(said.status, 0);
    QVERIFY2(!said.err.contains("QStandardPaths"), said.err.constData());
  }

  /// A report that plan writes: Chinese beside an English answer, with the same figures as an English one.
  void reportOfAPlan() {
    const auto report = [&](const QStringList& language, const QStringList& set = {}) {
      const Said said = m_place.run(
          QStringList{"plan"} + kParts + QStringList{"--top", "1", "--markdown", "a.md"} + language, {}, set);
      if (said.status != 0) qWarning() << said.all();
      if (QString::fromUtf8(said.out).contains(kChinese)) qWarning() << said.out;
      QFile file(m_place.path("a.md"));
      const bool opened = file.open(QIODevice::ReadOnly);
      return std::pair(opened ? QString::fromUtf8(file.readAll()) : QString(),
                       QString::fromUtf8(said.all()).contains(kChinese));
    };
    const auto total = m_place.run(QStringList{"plan"} + kParts + QStringList{"--json"}).json();
    const QString counted =
        QLocale(QLocale::English).toString(total["space"]["total"].get<qulonglong>());  // "633,600"
    const auto [chinese, told] = report({"--lang", "zh_CN"});
    QVERIFY2(chinese.contains(kChinese) && chinese.contains(counted), qPrintable(chinese.left(500)));
    QVERIFY(!told);
    const auto [english, said] = report({}, {"LC_ALL=de_DE.UTF-8"});
    QVERIFY2(!english.contains(kChinese) && english.contains(counted), qPrintable(english.left(500)));
    QVERIFY(!said);
  }

  void languagesThatThereAreNot() {
    const QStringList plan = QStringList{"plan"} + kParts + QStringList{"--json", "--lang"};
    const auto refused = [&](const QStringList& rest, const char* words) {
      const Said said = m_place.run(plan + rest);
      return said.status == 2 && said.json()["error"]["where"] == "--lang" && said.out.contains(words);
    };
    QVERIFY(refused({"xx", "--pdf", "a.pdf"}, "one of: en, zh_CN"));
    QVERIFY(refused({"zh_CN"}, "no report"));
    QVERIFY(!QFile::exists(m_place.path("a.pdf")));
  }

 private:
  Workplace m_place;
};

}  // namespace tst_cli_language

ASTROLABE_TEST(tst_cli_language, TestCliLanguage)
#include "tst_cli_language.moc"
