// core/base: numbers without locale, near matches, CSV, JSON with places.
#include <QtTest>

#include "core/base/counted.h"
#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/file_write.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "tests/program/test_program.h"

namespace tst_text {

using namespace astrolabe;

class TestText : public QObject {
  Q_OBJECT

 private slots:
  void counts() {
    QCOMPARE(counted(1, "GPU"), std::string("1 GPU"));
    QCOMPARE(counted(0, "GPU"), std::string("0 GPUs"));
    QCOMPARE(counted(1024, "GPU"), std::string("1024 GPUs"));
    QCOMPARE(counted(1, "micro-batch", "micro-batches"), std::string("1 micro-batch"));
    QCOMPARE(counted(2, "micro-batch", "micro-batches"), std::string("2 micro-batches"));
  }
  void numbers() {
    QCOMPARE(parse_number(" 2.5 ").value(), 2.5);
    QVERIFY(!parse_number("2,5"));
    QVERIFY(!parse_number("nan"));
    QVERIFY(!parse_number("inf"));
    QVERIFY(!parse_number("1e999"));
    QVERIFY(!parse_number(""));
    QCOMPARE(parse_number("+2.5e3").value(), 2500.0);
    QVERIFY(!parse_number("+") && !parse_number("++1") && !parse_number("1 2"));
    QCOMPARE(parse_whole("42").value(), 42);
    QVERIFY(!parse_whole("42.5"));
    QCOMPARE(format_number(1e12), std::string("1000000000000"));
    QCOMPARE(format_number(0.1), std::string("0.1"));
    QCOMPARE(format_number(81.380208333, 3), std::string("81.4"));
    QCOMPARE(format_number(0.0000197314, 3), std::string("1.97e-05"));
    QCOMPARE(format_number(12345.0, 3), std::string("12300"));
    QCOMPARE(format_number(600.0, 3), std::string("600"));
  }
  void names() {
    QCOMPARE(name_key("B300-SXM"), name_key("b300 sxm"));
    QCOMPARE(name_key("A100-SXM-80GB"), name_key("a100-sxm-80"));
    QCOMPARE(name_key("GB"), std::string("gb"));
    const std::vector<std::string> ids{"h100-sxm", "h100-pcie", "a100-sxm-80", "mi300x"};
    QCOMPARE(near_matches("h100sxm", ids).at(0), std::string("h100-sxm"));
    QVERIFY(near_matches("zzzzzzzzzzzzzz", ids).empty());
    // Of short names no more than half may differ, or everything is near.
    const std::vector<std::string> keys{"any", "loss", "cost", "limits"};
    QVERIFY(near_matches("zzz", keys).empty());
    QVERIFY(near_matches("foo", keys).empty());
    QVERIFY(near_matches("goal", keys).empty());
    QCOMPARE(near_matches("limit", keys).at(0), std::string("limits"));
    QCOMPARE(near_matches("lost", keys).at(0), std::string("loss"));
  }
  void csv() {
    const CsvTable table = read_csv("a,b\r\n\"1,\"\"x\"\"\",2\n\n,\n");
    QCOMPARE(table.size(), std::size_t(3));
    QCOMPARE(table[1][0], std::string("1,\"x\""));
    QCOMPARE(table[2].size(), std::size_t(2));
    QCOMPARE(read_csv("\xEF\xBB\xBF"
                      "a,b\n1,2\n")[0][0],
             std::string("a"));
    const CsvTable lines = read_csv("a,b\rx,\"one\r\ntwo\"\r3\" disk,4");
    QCOMPARE(lines.size(), std::size_t(3));
    QCOMPARE(lines[1][1], std::string("one\ntwo"));
    QVERIFY(!open_quote(lines[1]));
    QCOMPARE(lines[2][0], std::string("3\" disk"));
  }
  /// One of each letter, and what is no code.
  void areasOfCodes() {
    using code::Area, code::area_of;
    const std::pair<std::string_view, Area> codes[]{{code::count_mismatch, Area::model},
                                                    {code::broken_json, Area::description},
                                                    {code::doubtful_bandwidth, Area::cluster},
                                                    {code::impossible_job, Area::job},
                                                    {code::impossible_strategy, Area::strategy},
                                                    {code::bad_rule, Area::rule},
                                                    {code::no_price, Area::price},
                                                    {code::bad_calibration, Area::run},
                                                    {code::defect, Area::search},
                                                    {code::in_use, Area::file},
                                                    {code::too_few_rows, Area::kernel},
                                                    {code::usage, Area::command},
                                                    {"AST-X101", Area::unknown},
                                                    {"AST-", Area::unknown},
                                                    {"XXX-M101", Area::unknown},
                                                    {"", Area::unknown}};
    for (const auto& [text, area] : codes) QVERIFY2(area_of(text) == area, std::string(text).c_str());
  }
  void openQuotes_data() {
    QTest::addColumn<QByteArray>("bad");
    QTest::newRow("to the end") << QByteArray("x,\"1");
    QTest::newRow("in front of a quoted cell") << QByteArray("\"x,1");
    QTest::newRow("closed rows later, in the middle of a cell") << QByteArray("x,\"1\ny,2\nz,3 \"4\"");
    QTest::newRow("closed rows later, with a cell too many") << QByteArray("\"x\ny,1\nz\",2,3");
    QTest::newRow("with carriage returns") << QByteArray("x,\"1\r\ny,2\r");
  }
  /// A quote that its line does not close costs this line and no other.
  void openQuotes() {
    QFETCH(QByteArray, bad);
    std::vector<int> lines;
    const QByteArray text = "a,b\np,1\n" + bad + "\nq,\"7, 8\"\nr,9\n";
    const CsvTable table = read_csv(text.toStdString(), ',', &lines);
    QVERIFY(!open_quote(table[1]));
    QVERIFY(open_quote(table[2]));
    QCOMPARE(lines[2], 3);
    const std::size_t size = table.size();
    QCOMPARE(table[size - 2], (std::vector<std::string>{"q", "7, 8"}));
    QCOMPARE(table[size - 1], (std::vector<std::string>{"r", "9"}));
    QCOMPARE(lines[size - 1], lines[size - 2] + 1);
    for (std::size_t i = 3; i < size; ++i) QVERIFY(!open_quote(table[i]));
  }
  void jsonSyntaxErrors_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("wanted");
    const auto row = [](const char* name, const char* text, const char* where, const char* found,
                        const char* wanted) {
      QTest::newRow(name) << QByteArray(text) << QString(where) << QString(found) << QString(wanted);
    };
    row("no comma", "{\n  \"a\": 1\n  \"bcd\": 2\n}", "line 3, column 3", "\"bcd\"",
        "a comma, colon or closing bracket after \"a\"");
    row("no comma before a number", "[1 234]", "line 1, column 4", "234",
        "a comma, colon or closing bracket");
    row("comma at the end", "{\"a\": 1,\n}", "line 2, column 1", "}", "no comma before the closing bracket");
    row("bare name", "{ab: 1}", "line 1, column 2", "ab", "a name or value in double quotes");
    row("single quotes", "{'a': 1}", "line 1, column 2", "'", "double quotes");
    row("comment", "{\"a\": // one\n 1}", "line 1, column 7", "/", "no comment: JSON has none");
    row("cut short", "{\"a\": 1", "line 1, column 8", "end of file",
        "the rest of the file: it ends too early");
    row("open string", "{\"a\": \"xyz", "line 1, column 7", "\"xyz", "a closing double quote");
    row("string over two lines", "{\"a\": \"xy\nz\"}", "line 1, column 7", "\"xy",
        "a closing double quote on the same line");
    row("columns count characters", "{\"\xc3\xa4\xc3\xb6\": tru}", "line 1, column 8", "tru", "a JSON value");
    row("too large", "{\"a\": 1e999}", "line 1, column 7", "1e999", "a number below 1.8e308");
    row("not a number", "{\"a\": NaN}", "line 1, column 7", "NaN", "a JSON value");
    row("not UTF-8", "{\"a\": \"x\xff\"}", "line 1, column 9", "a byte that is not UTF-8 text",
        "text in UTF-8");
    row("after the end", "{} {}", "line 1, column 4", "{", "a comma, a closing bracket or the end");
  }
  void jsonSyntaxErrors() {
    QFETCH(QByteArray, text);
    QFETCH(QString, where);
    QFETCH(QString, found);
    QFETCH(QString, wanted);
    const auto result = parse_json(text.toStdString(), code::bad_json);
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string(code::bad_json));
    QCOMPARE(QString::fromStdString(result.error().where), where);
    QCOMPARE(QString::fromStdString(result.error().found), found);
    QCOMPARE(QString::fromStdString(to_text(result.error().wanted)), wanted);
  }
  void jsonRepeatedKey() {
    const auto result = parse_json("{\"a\": 1,\n \"a\": 2}", code::broken_json);
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string(code::repeated_key));
    QCOMPARE(result.error().where, std::string("line 2, column 2"));
    QVERIFY(parse_json("{\"a\": 1, \"a\": 2}", code::broken_json, true));
    // The repeated key also stands in an earlier string and in a later object: neither counts.
    const auto middle =
        parse_json("{\"x\": \"\\\"a\\\": \", \"a\": 1, \"a\": 2, \"y\": {\"a\": 3}}", code::broken_json);
    QCOMPARE(middle.error().where, std::string("line 1, column 26"));
  }
  void jsonDepth() {
    QVERIFY(!parse_json(std::string(100000, '['), code::broken_json));
    const auto nested = [](std::size_t depth) {
      return parse_json(std::string(depth, '[') + std::string(depth, ']'), code::broken_json);
    };
    QVERIFY(nested(200));
    QCOMPARE(nested(201).error().found, std::string("brackets nested too deeply"));
  }
  void jsonBehindAByteOrderMark() {
    QCOMPARE(parse_json("\xEF\xBB\xBF[1]", code::broken_json)->size(), std::size_t(1));
    QCOMPARE(parse_json("\xEF\xBB\xBF[1 2]", code::broken_json).error().where,
             std::string("line 1, column 4"));
  }
  /// Of several mistakes the first is told.
  void firstMistake() {
    const Json json = Json::parse(R"({"nodes": 0, "gpus": -1})");
    ObjectReader reader(json, "");
    reader.whole("nodes", 1, 100);
    reader.whole("gpus", 1, 100);
    reader.string("id");
    QCOMPARE(reader.finish().error().where, std::string("nodes"));
  }
  /// The first byte that is no UTF-8: a lone or missing continuation, a longer form than needed, half of a
  /// surrogate pair, and what lies above U+10FFFF.
  void badBytes() {
    for (const char* sound : {"", "a", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                              "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"})
      QCOMPARE(first_bad_byte(sound), std::string_view::npos);
    for (const char* bad :
         {"\x80", "\xC0\x80", "\xC1\xBF", "\xC2", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xE2\x82",
          "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF0\x90\x80"})
      QCOMPARE(first_bad_byte(std::string("ab") + bad), std::size_t(2));
  }
  /// A file as large as is allowed is read, one byte more is not; blanks alone are nothing.
  void filesThatAreRead() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("file")).toStdString();
    const auto put = [&](std::string_view text) { QVERIFY(write_file(path, text)); };
    put("abcd");
    QCOMPARE(read_file(path, 4).value(), std::string("abcd"));
    QCOMPARE(read_file(path, 3).error().code, std::string(code::file_too_large));
    put(" \n\t");
    QCOMPARE(read_file(path, 100).error().code, std::string(code::empty_file));
    put(std::string_view("a\nb\0c", 5));
    QCOMPARE(read_text_file(path).error().where, std::string("line 2"));
    QCOMPARE(read_file(path, 100)->size(), std::size_t(5));
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
  void unknownKeyExplainsTheMissingOne() {
    const Json json = Json::parse(R"({"nodse": 4})");
    ObjectReader reader(json, "");
    reader.whole("nodes", 1, 100);
    QCOMPARE(reader.finish().error().code, std::string(code::unknown_key));
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

  /// One line, sound text, no longer than asked; never half a character.
  void excerpts() {
    QCOMPARE(excerpt("abc"), std::string("abc"));
    QCOMPARE(excerpt("a\nb\tc"), std::string("a b c"));
    QCOMPARE(excerpt("abcdef", 3), std::string("abc…"));
    QCOMPARE(excerpt("a\xE9"
                     "b"),
             std::string("a\uFFFD"
                         "b"));
    QCOMPARE(excerpt("ab\u20ACd", 4), std::string("ab…"));
  }
};

}  // namespace tst_text

ASTROLABE_TEST(tst_text, TestText)
#include "tst_text.moc"
