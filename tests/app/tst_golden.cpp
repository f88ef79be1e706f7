// Whole answers of astrolabe-cli, compared field by field with the files beside this one.
// ASTROLABE_UPDATE_GOLDEN=1 rewrites them; read the difference before it is committed.
#include <cmath>

#include "cli_process.h"
#include "core/plan/plan_file.h"
#include "tests/program/test_program.h"

namespace tst_golden {

using namespace cli_process;

namespace {

/// Relative tolerance of numbers: the same formulas on another compiler may differ in the last digits.
constexpr double kTolerance = 1e-9;

/// Where two values first differ, "" when nowhere.
QString difference(const Json& found, const Json& expected, const QString& place) {
  if (found.is_number() && expected.is_number()) {
    const double a = found.get<double>(), b = expected.get<double>();
    if (std::abs(a - b) <= kTolerance * std::max(std::abs(a), std::abs(b))) return {};
  } else if (found.type() == expected.type() && found.size() == expected.size()) {
    if (found.is_object()) {
      for (const auto& [key, value] : expected.items()) {
        const QString inner = place + "." + QString::fromStdString(key);
        if (!found.contains(key)) return inner + ": missing";
        if (QString text = difference(found[key], value, inner); !text.isEmpty()) return text;
      }
      return {};
    }
    if (found.is_array()) {
      for (std::size_t i = 0; i < expected.size(); ++i)
        if (QString text = difference(found[i], expected[i], QStringLiteral("%1[%2]").arg(place).arg(i));
            !text.isEmpty())
          return text;
      return {};
    }
    if (found == expected) return {};
  }
  const auto shorten = [](const Json& json) { return QString::fromStdString(json.dump()).left(200); };
  return place + ": " + shorten(found) + " instead of " + shorten(expected);
}

}  // namespace

class TestGolden : public QObject {
  Q_OBJECT

 private slots:
  void answers_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("inspect-llama-3.1-8b") << QStringList{"inspect", "llama-3.1-8b", "--json"};
    QTest::newRow("inspect-mixtral-8x7b") << QStringList{"inspect", "mixtral-8x7b", "--json"};
    QTest::newRow("inspect-deepseek-v3") << QStringList{"inspect", "deepseek-v3", "--json"};
    QTest::newRow("inspect-t5-3b") << QStringList{"inspect", "t5-3b", "--json"};
    QTest::newRow("catalog-gpus") << QStringList{"catalog", "gpus", "--json"};
    QTest::newRow("catalog-nodes") << QStringList{"catalog", "nodes", "--json"};
    QTest::newRow("catalog-models") << QStringList{"catalog", "models", "--json"};
  }
  void answers() {
    QFETCH(QStringList, arguments);
    const Said said = m_place.run(arguments);
    QVERIFY2(said.status == 0, said.all().left(2000).constData());
    compare(said.json(), QString::fromUtf8(QTest::currentDataTag()));
  }

 private:
  static void compare(const Json& found, const QString& name) {
    const QString path =
        QStringLiteral(ASTROLABE_SOURCE_DIR "/tests/golden/") + name + QStringLiteral(".json");
    QFile file(path);
    if (qEnvironmentVariableIntValue("ASTROLABE_UPDATE_GOLDEN") == 1) {
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(QByteArray::fromStdString(found.dump(1)) + '\n');
      return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path + ": ASTROLABE_UPDATE_GOLDEN=1 writes it"));
    const auto expected = astrolabe::parse_json(file.readAll().toStdString(), astrolabe::code::broken_json);
    QVERIFY(expected.has_value());
    const QString text = difference(found, *expected, name);
    QVERIFY2(text.isEmpty(), qPrintable(text));
  }
  Workplace m_place;
};

}  // namespace tst_golden

ASTROLABE_TEST(tst_golden, TestGolden)
#include "tst_golden.moc"
