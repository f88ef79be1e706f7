// core/base/quoting: names in the languages that programs read, and the readers that refuse what no name
// holds.
#include <QtTest>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/base/quoting.h"
#include "tests/program/test_program.h"

namespace tst_quoting {

using namespace astrolabe;

class TestQuoting : public QObject {
  Q_OBJECT

 private slots:
  /// C0, DEL, C1, separators and overrides are control characters; accents, CJK, marks of direction are none.
  void controls() {
    QCOMPARE(first_control("Grace–Hopper 机架 é \xe2\x80\x8f"), std::string::npos);
    QCOMPARE(first_control("ab\tc"), std::size_t{2});
    QCOMPARE(first_control("é\x7f"), std::size_t{2});
    QCOMPARE(first_control("a\xc2\x85"), std::size_t{1});
    QCOMPARE(first_control("a\xe2\x80\xa9"), std::size_t{1});
    QCOMPARE(first_control("\xe2\x80\xae"), std::size_t{0});
    QCOMPARE(one_line("a\nb\xe2\x80\xa8"
                      "c\xff"),
             std::string("a b c\xef\xbf\xbd"));
    QCOMPARE(plain_lines("a\nb\tc\r\nd\re\x1b"), std::string("a\nb\tc\r\nd e "));
    QCOMPARE(with_controls_shown("a\n\x1b\xc2\x9b"), std::string("a\\u000a\\u001b\\u009b"));
  }

  /// A comment is one line, and none that tells Python another encoding of the file.
  void comments() {
    QCOMPARE(comment_text("Two generations"), std::string("Two generations"));
    QCOMPARE(comment_text("x\nimport os"), std::string("x import os"));
    QCOMPARE(comment_text("coding: utf-7 encoding=x"), std::string("coding : utf-7 encoding =x"));
  }

  void strings() {
    QCOMPARE(python_string("12 up.weight"), std::string("\"12 up.weight\""));
    QCOMPARE(python_string("a\"b\\\n"), std::string("\"a\\\"b\\\\\\u000a\""));
    QCOMPARE(python_docstring("bert"), std::string("bert"));
    QCOMPARE(python_docstring("\"\"\" \\"), std::string("\\\"\\\"\\\" \\\\"));
  }

  void cells() {
    QCOMPARE(csv_cell("h100"), std::string("h100"));
    QCOMPARE(csv_cell("h100", true), std::string("\"h100\""));
    QCOMPARE(csv_cell("a,\"b\"\nc"), std::string("\"a,\"\"b\"\" c\""));
    QCOMPARE(csv_cell("-3"), std::string("-3"));
    QCOMPARE(csv_cell("-3.5 %"), std::string("-3.5 %"));
    QCOMPARE(csv_cell("=1+1"), std::string("'=1+1"));
    QCOMPARE(csv_cell("-2+3*A1"), std::string("'-2+3*A1"));
    QCOMPARE(csv_cell("\t@SUM(A1)"), std::string("' @SUM(A1)"));
  }

  /// JSON holds every name, and a terminal that shows it has nothing to obey.
  void json() {
    const std::string name = "a\n\x7f\xc2\x9b\xe2\x80\xa8\xe2\x80\xae é";
    const std::string text = text_of(Json{{"name", name}}, 1);
    QCOMPARE(text, std::string("{\n \"name\": \"a\\n\\u007f\\u009b\\u2028\\u202e é\"\n}"));
    QCOMPARE(Json::parse(text)["name"].get<std::string>(), name);
  }

  /// A name has none of them, a text of several lines has ends of lines.
  void readers() {
    const Json json{{"name", "a\nb"}, {"rules", "a\r\n\tb"}, {"other", "a\x1b"}};
    ObjectReader reader(json, "pools[0]");
    QCOMPARE(reader.lines("rules"), std::string("a\r\n\tb"));
    QVERIFY(reader.ok());
    reader.string("name");
    reader.lines("other");
    const auto end = reader.finish();
    QVERIFY(!end.has_value());
    QCOMPARE(end.error().code, std::string(code::control_characters));
    QCOMPARE(end.error().where, std::string("pools[0].name"));
    QCOMPARE(end.error().found, std::string("a\\u000ab"));
  }
};

}  // namespace tst_quoting

ASTROLABE_TEST(tst_quoting, TestQuoting)
#include "tst_quoting.moc"
