// astrolabe-cli alltoall, started for real: hand cases A1 to A3, rates, nodes, and wrong input at its place.
#include "tests/app/cli_process.h"
#include "tests/program/test_program.h"

namespace tst_cli_alltoall {

using namespace cli_process;

class TestCliAllToAll : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    m_place.put("d.csv", "0,3,1,2\n4,0,2,0\n1,1,0,5\n2,2,1,0\n");
    m_place.put("a.csv", "0,9,1,1\n2,0,1,1\n1,3,0,1\n1,2,1,0\n");
    m_place.put("b.csv", "0,1,6,1\n1,0,5,1\n2,1,0,1\n1,1,4,0\n");
    m_place.put("three.csv", "0,1,1\n1,0,1\n1,1,0\n");
  }

  /// A1: columns 7, 6, 4, 7. Slots add up to the makespan and what they carry to the table.
  void oneModel() {
    const Said said = m_place.run({"alltoall", "--traffic", "d.csv", "--json"});
    QVERIFY2(said.status == 0, said.all().constData());
    const Json answer = said.json();
    QCOMPARE(answer["bound_seconds"].get<double>(), 7.0);
    QCOMPARE(answer["makespan_seconds"].get<double>(), 7.0);
    QCOMPARE(answer["in_order_seconds"].get<double>(), 11.0);
    QCOMPARE(answer["mapping"], Json({0, 1, 2, 3}));
    QCOMPARE(answer["assumed"], Json({"gb_per_s"}));
    double seconds = 0.0, carried = 0.0;
    for (const Json& slot : answer["slots"]) {
      seconds += slot["seconds"].get<double>();
      carried += slot["seconds"].get<double>() * static_cast<double>(slot["pairs"].size());
    }
    QCOMPARE(seconds, 7.0);
    QCOMPARE(carried, 24.0);  // 6 + 6 + 7 + 5
    const Said table = m_place.run({"alltoall", "--traffic", "d.csv"});
    QVERIFY2(table.status == 0 && table.out.contains("Lower bound 7") && table.out.contains("2>3"),
             table.all().constData());
  }

  /// A2: expert 0 of the first beside 1 of the second, and so on: 18 s.
  void twoModels() {
    const Json answer = m_place.run({"alltoall", "--traffic", "a.csv", "--second", "b.csv", "--json"}).json();
    QCOMPARE(answer["makespan_seconds"].get<double>(), 18.0);
    QCOMPARE(answer["mapping"], Json({1, 0, 2, 3}));
    QCOMPARE(answer["alone_seconds"], Json({14.0, 15.0}));
  }

  /// The expert with the most traffic on the fastest GPU, and so on. In bytes the same numbers take a billionth.
  void unequalRates() {
    m_place.put("loads.csv", "0,25,20,5\n40,0,0,0\n0,0,0,0\n0,0,0,0\n");
    m_place.put("rates.csv", "2\n4\n1\n2\n");
    const Json answer =
        m_place.run({"alltoall", "--traffic", "loads.csv", "--gb-per-s", "rates.csv", "--json"}).json();
    // Expert 0 sends 50 and receives 40, expert 1 sends 40: on 4 and 2 GB/s 12.5 and 20 s.
    QCOMPARE(answer["bound_seconds"].get<double>(), 20.0);
    QCOMPARE(answer["mapping"], Json({1, 0, 3, 2}));
    QVERIFY(answer["makespan_seconds"].get<double>() >= 20.0);
    const Json bytes = m_place
                           .run({"alltoall", "--traffic", "loads.csv", "--gb-per-s", "rates.csv",
                                 "--unit-bytes", "1", "--json"})
                           .json();
    QCOMPARE(bytes["bound_seconds"].get<double>(), 20e-9);
  }

  /// Two nodes of two: 6 of traffic into node 0 over two cards of 1 GB/s; inside 5 over links of 10 GB/s.
  void nodes() {
    const Json answer = m_place
                            .run({"alltoall", "--traffic", "d.csv", "--gpus-per-node", "2", "--link-gb-per-s",
                                  "10", "--json"})
                            .json();
    QCOMPARE(answer["nodes"]["inside_seconds"].get<double>(), 0.5);
    QCOMPARE(answer["nodes"]["shared_cards_seconds"].get<double>(), 3.0);
    QCOMPARE(answer["nodes"]["own_cards_seconds"].get<double>(), 4.0);
  }

  void wrongInput_data() {
    QTest::addColumn<QByteArray>("traffic");
    QTest::addColumn<QByteArray>("rates");
    QTest::addColumn<QString>("where");
    QTest::newRow("not square") << QByteArray("0,1,2\n1,0,2\n") << QByteArray() << "row 1";
    QTest::newRow("negative") << QByteArray("0,1\n-1,0\n") << QByteArray() << "row 2, column 1";
    QTest::newRow("nan") << QByteArray("0,nan\n1,0\n") << QByteArray() << "row 1, column 2";
    QTest::newRow("text") << QByteArray("0,1\none,0\n") << QByteArray() << "row 2, column 1";
    QTest::newRow("zero rate") << QByteArray("0,1\n1,0\n") << QByteArray("1\n0\n") << "row 2, column 1";
    QTest::newRow("rates of others") << QByteArray("0,1\n1,0\n") << QByteArray("1\n1\n1\n") << "the table";
  }

  void wrongInput() {
    QFETCH(QByteArray, traffic);
    QFETCH(QByteArray, rates);
    QFETCH(QString, where);
    m_place.put("wrong.csv", traffic);
    QStringList arguments{"alltoall", "--traffic", "wrong.csv", "--json"};
    if (!rates.isEmpty()) {
      m_place.put("wrong_rates.csv", rates);
      arguments << "--gb-per-s"
                << "wrong_rates.csv";
    }
    const Said said = m_place.run(arguments);
    QCOMPARE(said.status, 2);
    const Json error = said.json()["error"];
    QCOMPARE(QString::fromStdString(error["where"].get<std::string>()), where);
    QVERIFY(!error["wanted"].get<std::string>().empty());
  }

  void sizesThatDiffer() {
    const Said said = m_place.run({"alltoall", "--traffic", "d.csv", "--second", "three.csv", "--json"});
    QCOMPARE(said.status, 2);
    QCOMPARE(said.json()["error"]["file"], Json("three.csv"));
    QCOMPARE(m_place.run({"alltoall", "--traffic", "none.csv", "--json"}).error(), "AST-F405");
  }

 private:
  Workplace m_place;
};

}  // namespace tst_cli_alltoall

ASTROLABE_TEST(tst_cli_alltoall, TestCliAllToAll)
#include "tst_cli_alltoall.moc"
