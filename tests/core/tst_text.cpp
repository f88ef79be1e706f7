// core/base: numbers without locale, near matches, CSV, JSON with places.
#include <QtTest>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/base/text.h"

using namespace astrolabe;

class TestText : public QObject {
  Q_OBJECT

 private slots:
  void numbers() {
    QCOMPARE(parse_number(" 2.5 ").value(), 2.5);
    QVERIFY(!parse_number("2,5"));
    QVERIFY(!parse_number("nan"));
    QVERIFY(!parse_number("inf"));
    QVERIFY(!parse_number("1e999"));
    QVERIFY(!parse_number(""));
    QCOMPARE(parse_whole("42").value(), 42);
    QVERIFY(!parse_whole("42.5"));
    QCOMPARE(format_number(1e12), std::string("1000000000000"));
    QCOMPARE(format_number(0.1), std::string("0.1"));
  }
  void names() {
    QCOMPARE(name_key("B300-SXM"), name_key("b300 sxm"));
    QCOMPARE(name_key("A100-SXM-80GB"), name_key("a100-sxm-80"));
    const std::vector<std::string> ids{"h100-sxm", "h100-pcie", "a100-sxm-80", "mi300x"};
    QCOMPARE(near_matches("h100sxm", ids).at(0), std::string("h100-sxm"));
    QVERIFY(near_matches("zzzzzzzzzzzzzz", ids).empty());
  }
  void csv() {
    const CsvTable table = read_csv("a,b\r\n\"1,\"\"x\"\"\",2\n\n,\n");
    QCOMPARE(table.size(), std::size_t(3));
    QCOMPARE(table[1][0], std::string("1,\"x\""));
    QCOMPARE(table[2].size(), std::size_t(2));
  }
  void jsonSyntaxErrorHasLineAndColumn() {
    const auto result = parse_json("{\n  \"a\": 1\n  \"b\": 2\n}", code::bad_json);
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string(code::bad_json));
    QCOMPARE(result.error().where, std::string("line 3, column 5"));
  }
  void jsonRepeatedKey() {
    const auto result = parse_json("{\"a\": 1,\n \"a\": 2}", code::broken_json);
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string(code::repeated_key));
    QCOMPARE(result.error().where, std::string("line 2, column 2"));
    QVERIFY(parse_json("{\"a\": 1, \"a\": 2}", code::broken_json, true));
  }
  void jsonDepth() {
    QVERIFY(!parse_json(std::string(100000, '['), code::broken_json));
  }
  void unknownKeyNamesTheNearest() {
    const Json json = Json::parse(R"({"nodse": 4})");
    ObjectReader reader(json, "pools[0]");
    reader.whole("nodes", 1, 100, 1);
    const auto result = reader.finish();
    QVERIFY(!result);
    QCOMPARE(result.error().where, std::string("pools[0].nodse"));
    QCOMPARE(result.error().wanted.values.at(0), std::string("nodes"));
  }
  void rangesAndTypes() {
    const Json json = Json::parse(R"({"n": 2.5, "x": -1, "big": 1e30})");
    {
      ObjectReader reader(json, "");
      reader.whole("n", 1, 10);
      QCOMPARE(reader.finish().error().code, std::string(code::wrong_type));
    }
    {
      ObjectReader reader(json, "");
      reader.positive("x");
      QCOMPARE(reader.finish().error().found, std::string("-1"));
    }
    {
      ObjectReader reader(json, "");
      reader.whole("big", 1, 10);
      QCOMPARE(reader.finish().error().code, std::string(code::out_of_range));
    }
  }
};

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
