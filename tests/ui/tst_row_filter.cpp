// ui/results/row_filter: the filter language of the ranking.
#include <QtTest>

#include "core/planning/programs.h"
#include "tests/program/test_program.h"
#include "ui/results/row_filter.h"

namespace tst_row_filter {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestRowFilter : public QObject {
  Q_OBJECT

  /// TP 8, PP 4, DP 2 on two pools; 88 % of 100 bytes, 40,000 tokens/s, step 250 ms, 10 ms of it bubble.
  static cost::Evaluation example() {
    cost::Evaluation e;
    e.strategy.tensor_parallel = 8;
    e.strategy.pipeline_parallel = 4;
    e.strategy.data_parallel = 2;
    e.strategy.recompute = strategy::Recompute::selective;
    e.strategy.stages = {{0, 10, 8}, {1, 10, 8}};
    e.gpus = {32, 32};
    e.step = {0.25};
    e.tokens_per_second = 40000.0;
    e.mfu = 0.401;
    e.time[cost::Part::pipeline_bubble] = 0.01;  // 0.01 / 0.25 = 4 %
    cost::StageMemory memory;
    memory.total = {88.0};
    memory.limit = {100.0};
    e.memory = {memory};
    e.money.usd_per_trillion_tokens = 1.498e6;
    e.outcome.hours = 60.0;
    return e;
  }

  static strategy::Problem twoPools() {
    strategy::Problem problem;
    hardware::Pool fast, slow;
    fast.id = "front";
    fast.gpu.id = "h100-sxm-80gb";
    fast.gpu.name = "H100 SXM5 80GB";
    slow.id = "back";
    slow.gpu.id = "a100-sxm-80gb";
    slow.gpu.name = "A100 SXM4 80GB";
    problem.cluster.pools = {fast, slow};
    return problem;
  }

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  void accepts_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("accepted");
    const auto row = [](const char* text, bool accepted) {
      QTest::newRow(text) << QString::fromUtf8(text) << accepted;
    };
    row("", true);
    row("tp=8", true);
    row("TP=8 pp=4", true);
    row("tp=8 pp=2", false);  // terms are joined by "and"
    row("tp!=8", false);
    row("-tp=8", false);
    row("tp>=8 tp<=8", true);
    row("mem<90%", true);
    row("mem<90", true);  // shares are percentages with or without the sign
    row("mem<88", false);
    row("mem<=88%", true);
    row("speed>39k", true);
    row("speed>40k", false);
    row("cost<1.5M", true);
    row("cost<1498k", false);
    row("step<=250ms", true);
    row("step<0.25s", false);
    row("bubble=4%", true);
    row("hours<3d", true);  // 60 h are 2.5 days
    row("hours<2d", false);
    row("type:h100", true);
    row("a100", true);  // a bare word is a GPU type
    row("type:b200", false);
    row("-type:b200", true);
    row("recompute:selective", true);
    row("recompute:full", false);
    row("rank<=3", true);
    row("delta<-14%", true);
    row("delta<\xE2\x88\x92"
        "14%",
        true);  // the true minus as the table shows it
    row("is:pinned", false);
    row("-is:rejected gpus=64", true);
  }
  void accepts() {
    QFETCH(QString, text);
    QFETCH(bool, accepted);
    const cost::Evaluation evaluation = example();
    const strategy::Problem problem = twoPools();
    auto filter = RowFilter::parse(text);
    QVERIFY2(filter.has_value(), qPrintable(filter ? QString() : filter.error().text));
    filter->bind(&problem);
    FilterRow row{&evaluation, &evaluation.strategy, 3.0, -0.145};
    QCOMPARE(filter->accepts(row), accepted);
  }

  void numbersOfTheLocale() {
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    const cost::Evaluation evaluation = example();
    for (const QString& text : {u"mem<88,5%"_s, u"mem<88.5%"_s}) {
      const auto filter = RowFilter::parse(text);
      QVERIFY(filter.has_value());
      QVERIFY(filter->accepts({&evaluation, &evaluation.strategy, 1.0, 0.0}));
    }
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  }

  /// The help names every key and every word that a key takes, each with an example that can be read.
  void theHelpNamesEveryKey() {
    const QString help = RowFilter::help();
    for (const QString& key : RowFilter::fields())
      QVERIFY2(help.contains(QRegularExpression(u"\\b%1\\b"_s.arg(key))), qPrintable(key));
    for (const QString& word :
         {u"selective"_s, u"interleaved"_s, u"zb-h1"_s, u"zb-v"_s, u"looped-bfs"_s, u"mine"_s, u"rejected"_s})
      QVERIFY2(help.contains(word), qPrintable(word));
    static const QRegularExpression example(u"— (\\S+?)(?:;|\\n|$)"_s);
    int examples = 0;
    for (auto found = example.globalMatch(help); found.hasNext(); ++examples) {
      const QString term = found.next().captured(1);
      QVERIFY2(RowFilter::parse(term).has_value(), qPrintable(term));
    }
    QVERIFY2(examples >= 10, qPrintable(QString::number(examples)));
  }

  void mistakes_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("at");
    QTest::addColumn<QString>("says");
    QTest::newRow("unknown column") << u"tp=8 tx=3"_s << 5 << u"“tx” is not a column. Try: tp, type."_s;
    QTest::newRow("no number") << u"mem<much"_s << 0
                               << u"“much” is not a number that “mem” can be compared with."_s;
    QTest::newRow("nothing") << u"tp="_s << 0 << u"A value is missing after “tp=”."_s;
    QTest::newRow("size of words") << u"type<h100"_s << 0
                                   << u"“type” has words, not sizes: use “:” in place of “<”."_s;
    QTest::newRow("unknown word") << u"recompute:some"_s << 0
                                  << u"“some” is none of: none, selective, full."_s;
  }
  void mistakes() {
    QFETCH(QString, text);
    QFETCH(int, at);
    QFETCH(QString, says);
    const auto filter = RowFilter::parse(text);
    QVERIFY(!filter.has_value());
    QCOMPARE(filter.error().at, at);
    QCOMPARE(filter.error().text, says);
  }

  /// A rejected row has no speed: no term about speed accepts it.
  void rejectedRows() {
    const cost::Evaluation evaluation = example();
    FilterRow row{nullptr, &evaluation.strategy, 99.0, 0.0};
    row.rejected = true;
    QVERIFY(RowFilter::parse(u"is:rejected tp=8"_s)->accepts(row));
    QVERIFY(!RowFilter::parse(u"speed>0"_s)->accepts(row));
    QVERIFY(!RowFilter::parse(u"speed<=0"_s)->accepts(row));
  }

  /// A distributed program has no degrees and no schedule, but a speed.
  void programRows() {
    planning::Option option;
    option.evaluation = example();
    option.layout = std::make_shared<const planning::ProgramLayout>(nullptr, nullptr);
    FilterRow row{&option.evaluation, nullptr, 1.0, 0.0};
    row.beside = &option;
    QVERIFY(RowFilter::parse(u"speed>0"_s)->accepts(row));
    for (const QString& text : {u"tp=8"_s, u"tp<8"_s, u"vp<1"_s, u"schedule:1f1b"_s})
      QVERIFY2(!RowFilter::parse(text)->accepts(row), qPrintable(text));
  }
};

}  // namespace tst_row_filter

ASTROLABE_TEST(tst_row_filter, TestRowFilter)
#include "tst_row_filter.moc"
