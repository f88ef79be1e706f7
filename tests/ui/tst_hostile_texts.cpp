// Changed texts for every reader of the window: what is pasted and dropped, and what a plan keeps for the
// window alone. None crashes, throws or takes more than its share. ASTROLABE_FULL=1: 200 of each.

#include <QMimeData>
#include <QSvgRenderer>

#include "core/model/model_reader.h"
#include "core/plan/scenarios.h"
#include "tests/program/test_program.h"
#include "tests/program/trial.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/clipboard.h"
#include "ui/canvas/price_mapping.h"
#include "ui/document/beside_models.h"
#include "ui/document/commands/scenarios.h"
#include "ui/render/report_settings.h"
#include "ui/shell/described_model.h"
#include "ui/shell/presentation_steps.h"

namespace tst_hostile_texts {

using namespace astrolabe;
using namespace astrolabe::tests;
using namespace astrolabe::ui;

namespace {

using Outcome = std::optional<Error>;

/// A text that was understood, or an error in the words of all that were not.
Outcome understood(bool was) {
  if (was) return std::nullopt;
  return Error{"AST-none", {}, "the text", "not understood", {Wanted::Kind::text, {"a sound one"}}};
}

std::function<std::string(Mutator&)> changesOf(std::string sound) {
  return [sound = std::move(sound)](Mutator& mutator) { return mutator.json(sound); };
}

QByteArray textOf(const std::string& text) { return QByteArray::fromStdString(text); }

}  // namespace

class TestHostileTexts : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    const plan::Plan sample = plan::sample_plan();
    const auto copied = objectsMime(copyObjects(sample, {"h100", "a100"}), hardware::Catalogue::built_in());
    add("objects", copied->data(QLatin1StringView(kObjectsMime)).toStdString(), [](const std::string& input) {
      QMimeData data;
      data.setData(QLatin1StringView(kObjectsMime), textOf(input));
      return understood(objectsFrom(&data).has_value());
    });
    add("pasted", copied->data(QStringLiteral("application/json")).toStdString(),
        [](const std::string& input) {
          QMimeData data;
          data.setText(QString::fromUtf8(textOf(input)));
          return understood(objectsFrom(&data).has_value());
        });
    add("dragged", R"({"kind": "network", "id": "400"})", [](const std::string& input) {
      QMimeData data;
      data.setData(QLatin1StringView(kHardwareMime), textOf(input));
      return understood(hardwareFrom(&data).has_value());
    });
    add("report", kReport, [](const std::string& input) {
      const ReportSettings read = reportSettings(input);
      return understood(reportSettings(toJson(read)) == read && !(read == ReportSettings()));
    });
    add("presentation", kPresentation, [](const std::string& input) {
      const auto read = presentationSteps(input);
      return understood(presentationSteps(toJson(read)) == read && read != usualSteps());
    });
    add("beside", R"([{"scenario": 1, "fields": [{"key": "weights", "value": "1", "mark": 0, "from": "a"}],
        "warnings": [{"code": "AST-M107", "file": "a", "where": "b", "found": "c", "kind": 1, "wanted": ["d"]}]}])",
        [](const std::string& input) {
          const plan::Plan asked = plan::sample_plan();
          const BesideModels read = besideModelsFrom(input, asked);
          besideModelsText(read, asked);
          return understood(!read.empty());
        });
    add("columns", R"([{"header": ["a", "b"], "columns": {"gpu": "a"}, "decimal_comma": true}])",
        [](const std::string& input) {
          return understood(PriceMappings::fromBytes(textOf(input)) != PriceMappings());
        });
    for (const model::BuiltInModel& known : model::built_in_models())
      if (known.id == "llama-3.1-8b")
        add("described", known.config, [](const std::string& input) {
          return understood(readDescription(textOf(input), QStringLiteral("x")).complete());
        });
    // What a plan keeps for the window goes through Scenario > Remove, too.
    add("removed", kPresentation, [](const std::string& input) {
      plan::PlanFile file;
      file.plan = plan::sample_plan();
      plan::add_scenario(file.plan, file.plan);
      file.plan.presentation = input;
      file.plan.report = input;
      PlanDocument document;
      document.reset(std::move(file), {});
      document.undoStack().push(removeScenario(document, 2));
      document.undoStack().undo();
      return understood(document.plan().presentation == input);
    });
    m_readers.back().refuses = false;  // what is not understood stays as it is
  }
  void readersBear_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_readers.size(); ++i) QTest::newRow(m_readers[i].name.c_str()) << int(i);
  }
  void readersBear() {
    QFETCH(int, index);
    run_trial(m_readers[std::size_t(index)], cases_of_reader(40, 200));
  }

  /// Texts nested 60,000 deep, that ended the program when a scenario was removed: they stay as they are.
  void deepTextsOfAPlan() {
    const std::string deep = std::string(60'000, '[') + std::string(60'000, ']');
    plan::PlanFile file;
    file.plan = plan::sample_plan();
    plan::add_scenario(file.plan, file.plan);
    file.plan.presentation = file.plan.report = deep;
    PlanDocument document;
    document.reset(std::move(file), {});
    document.undoStack().push(removeScenario(document, 2));
    QCOMPARE(plan::scenarios(document.plan()).size(), std::size_t{1});
    QCOMPARE(document.plan().presentation, deep);
    QVERIFY(presentationSteps(deep) == usualSteps());
    QVERIFY(reportSettings(deep) == ReportSettings());
  }

  /// A logo draws itself and nothing else: no other file, nothing drawn over and over.
  void logos_data() {
    QTest::addColumn<QByteArray>("picture");
    QTest::addColumn<bool>("taken");
    const auto svg = [](const QByteArray& inside) {
      return QByteArray(
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
                 "width=\"10\" height=\"10\">") +
             inside + "</svg>";
    };
    QTest::newRow("a square") << svg("<rect width=\"4\" height=\"4\"/>") << true;
    QTest::newRow("a gradient") << svg("<linearGradient id=\"g\"><stop offset=\"0\"/></linearGradient>"
                                       "<rect width=\"4\" height=\"4\" fill=\"url(#g)\"/>")
                                << true;
    QTest::newRow("used once") << svg("<rect id=\"a\" width=\"4\" height=\"4\"/><use xlink:href=\"#a\"/>")
                               << true;
    QTest::newRow("a file") << svg("<image xlink:href=\"/dev/zero\" width=\"4\" height=\"4\"/>") << false;
    QTest::newRow("an address") << svg("<image href=\"http://example.org/a.png\" width=\"4\" height=\"4\"/>")
                                << false;
    QTest::newRow("a file used") << svg("<use xlink:href=\"other.svg#a\"/>") << false;
    QByteArray laughs = "<rect id=\"a0\" width=\"1\" height=\"1\"/>";
    for (int i = 1; i < 40; ++i) {
      const QByteArray use = "<use xlink:href=\"#a" + QByteArray::number(i - 1) + "\"/>";
      laughs += "<g id=\"a" + QByteArray::number(i) + "\">" + use + use + "</g>";
    }
    QTest::newRow("a billion copies") << svg(laughs) << false;
    QTest::newRow("itself") << svg("<g id=\"a\"><use xlink:href=\"#a\"/></g>") << false;
    QTest::newRow("deep") << svg(QByteArray("<g>").repeated(20'000) + QByteArray("</g>").repeated(20'000))
                          << false;
    QTest::newRow("entities") << QByteArray("<!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>") +
                                     svg("<text>&b;</text>")
                              << false;
    QTest::newRow("cut off") << svg("<rect width=\"4\" height=\"4\"/>").chopped(4) << false;
  }
  void logos() {
    QFETCH(QByteArray, picture);
    QFETCH(bool, taken);
    const Budget budget;
    QCOMPARE(logoFault(picture).isEmpty(), taken);
    QVERIFY(budget.ms() < 2'000);
  }

 private:
  static constexpr const char* kReport =
      R"({"title": "Plan", "author": "me", "note": "n", "parts": ["summary", "why"], "compared": [1, 2], "paper": "a4"})";
  static constexpr const char* kPresentation =
      R"([{"page": "winner", "shown": true, "title": "t"}, {"page": "timeline", "shown": true, "scenario": 2, "strategy": "x", "begin_seconds": 0.5, "end_seconds": 2.5}])";

  void add(const char* name, const std::string& sound, std::function<Outcome(const std::string&)> read) {
    m_readers.push_back({name, changesOf(sound), std::move(read)});
  }
  std::vector<TrialReader> m_readers;
};

}  // namespace tst_hostile_texts

ASTROLABE_TEST(tst_hostile_texts, TestHostileTexts)
#include "tst_hostile_texts.moc"
