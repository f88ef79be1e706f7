// What ships with the program in English and is read by people: reasons of rules, names of samples.
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSet>
#include <QTableWidget>
#include <QtTest>
#include <algorithm>

#include "core/plan/samples.h"
#include "core/plan/why.h"
#include "core/runtimes/settings.h"
#include "core/strategy/rule_variables.h"
#include "core/strategy/rules.h"
#include "marked_texts.h"
#include "sample_document.h"
#include "tests/program/test_program.h"
#include "ui/render/answer_text.h"
#include "ui/render/reason_words.h"
#include "ui/render/rule_words.h"
#include "ui/render/runtime_reasons.h"
#include "ui/render/sample_words.h"
#include "ui/render/why_text.h"
#include "ui/shell/report_builder.h"
#include "ui/shell/rules_dialog.h"

namespace tst_shipped_words {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestShippedWords : public QObject {
  Q_OBJECT

  static constexpr const char* kOwn =
      "slow: reject if $tensor_parallel > 4\n  because \"slow links\"\nbare: reject if $tensor_parallel > 2";

  static const strategy::Rule& shipped(std::string_view name) {
    const auto& rules = strategy::shipped_rules();
    return *std::find_if(rules.begin(), rules.end(),
                         [name](const strategy::Rule& rule) { return rule.name == name; });
  }
  /// The sample with two rules of its own.
  static void fillRuled(PlanDocument& document) {
    plan::PlanFile file;
    file.plan = plan::sample_plan();
    file.plan.job.rules = kOwn;
    document.reset(file, {});
  }
  static plan::Why ruledOutBy(const strategy::Rule& rule) {
    plan::Why why;
    why.verdict = plan::Verdict::rule;
    why.violation.binding = cost::Binding::rule;
    why.violation.rule = rule.name;
    why.rule_text = rule.because;
    return why;
  }

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  /// The table that is translated holds each text of the shipped rules once, in their order, and no other.
  void theTableIsThatOfTheRules() {
    QStringList said, table;
    for (const strategy::Rule& rule : strategy::shipped_rules()) {
      QVERIFY2(!rule.because.empty(), rule.name.c_str());
      for (const std::string& words : {rule.because, rule.fixed})
        if (const QString text = QString::fromStdString(words); !text.isEmpty() && !said.contains(text))
          said << text;
    }
    for (const char* text : ruleReasons()) table << QString::fromUtf8(text);
    QCOMPARE(table, said);  // else: ui/render/rule_words.cpp
  }

  /// What the files of runtimes say has its place in the table that is translated, each text once.
  void runtimesSpeakTheReadersLanguage() {
    QStringList table, lacking;
    for (const char* text : runtimeReasons()) table << QString::fromUtf8(text);
    QCOMPARE(QSet<QString>(table.begin(), table.end()).size(), table.size());
    const auto look = [&](const std::string& english) {
      if (!table.contains(QString::fromStdString(english))) lacking << QString::fromStdString(english);
    };
    for (const runtimes::Runtime& runtime : runtimes::runtimes()) {
      for (const runtimes::Condition& condition : runtime.conditions) {
        look(condition.name);
        look(condition.why);
      }
      for (const runtimes::Condition& ignored : runtime.ignored) look(ignored.why);
      for (const runtimes::Beside& beside : runtime.beside) look(beside.why);
    }
    for (const runtimes::Setting& setting : runtimes::settings()) {
      look(setting.unsaid.name);
      look(setting.unsaid.why);
    }
    QVERIFY2(lacking.isEmpty(), qPrintable(lacking.join(u'\n')));  // else: ui/render/runtime_reasons.cpp
    const MarkedTexts language("RuntimeReason");
    QCOMPARE(runtimeReasonText("there are no adapters"), MarkedTexts::of("there are no adapters"));
  }

  /// What the reader of scripts says of an argument is translated: each sentence that stands in its sources.
  void scriptsSpeakTheReadersLanguage() {
    const QRegularExpression said(
        u"(?:Phrase\\(|why_unused.*return \\{?|return \\{?|push_back\\(\\{text, |note\\(.*, |leave\\(.*[,?:] )"
        u"\"([^\"]+)\""_s);
    const QRegularExpression is_sentence(u"^[a-z%][^;=]* [^;=]*$|^%1's own$"_s);
    QStringList lacking;
    int found = 0;
    for (const char* name : {"script", "script_question", "script_file", "script_forms", "script_python"}) {
      QFile source(QStringLiteral(ASTROLABE_SOURCE_DIR "/core/runtimes/%1.cpp").arg(QLatin1String(name)));
      QVERIFY(source.open(QIODevice::ReadOnly));
      auto matches = said.globalMatch(QString::fromUtf8(source.readAll()));
      while (matches.hasNext()) {
        const QString form = matches.next().captured(1);
        if (!is_sentence.match(form).hasMatch()) continue;
        ++found;
        const Phrase phrase(form.toStdString());
        if (!hasReasonText(phrase.form)) lacking << form;
      }
    }
    QVERIFY2(found >= 15, qPrintable(QString::number(found)));
    QVERIFY2(lacking.isEmpty(), qPrintable(lacking.join(u'\n')));  // else: ui/render/reason_words.cpp
    const MarkedTexts language("Reasons");
    QCOMPARE(phraseText(Phrase("the question has %1, which holds", {"4"})),
             u"«the question has 4, which holds»"_s);
    QCOMPARE(phraseText(Phrase("is no setting")), MarkedTexts::of("is no setting"));
  }

  /// The table that is translated holds what each variable of rules means, as the list of the dialog says it.
  void variablesAreInTheReadersLanguage() {
    QStringList said, table;
    const MarkedTexts language("RuleVariable");
    PlanDocument document;
    fillRuled(document);
    RulesDialog dialog(document);
    const auto* list = dialog.findChild<QComboBox*>(u"rulesDialog.variable"_s);
    for (const strategy::RuleVariable& variable : strategy::rule_variables()) {
      const QString text = QString::fromUtf8(variable.meaning);
      if (!said.contains(text)) said << text;
      const int row = list->findText(u'$' + QString::fromUtf8(variable.name));
      if (variable.written_only) continue;
      QVERIFY2(row >= 0, variable.name);
      QCOMPARE(list->itemData(row, Qt::ToolTipRole).toString(), MarkedTexts::of(variable.meaning));
    }
    for (const char* text : ruleVariables()) table << QString::fromUtf8(text);
    QCOMPARE(table, said);
  }

  void reasonsAreInTheReadersLanguage() {
    const MarkedTexts language("RuleReason");
    for (const strategy::Rule& rule : strategy::shipped_rules()) {
      QCOMPARE(ruleReasonText(rule.because), MarkedTexts::of(rule.because));
      if (!rule.fixed.empty()) QCOMPARE(ruleReasonText(rule.fixed), MarkedTexts::of(rule.fixed));
    }
    QCOMPARE(ruleReasonText("our links are slow"), u"our links are slow"_s);
    QCOMPARE(ruleReasonText(""), QString());
  }

  /// In the dialog, with what the pointer shows; the plan's own rules say what was written.
  void theDialogSpeaksIt() {
    const MarkedTexts language("RuleReason");
    PlanDocument document;
    fillRuled(document);
    RulesDialog dialog(document);
    const auto* table = dialog.findChild<QTableWidget*>(u"rulesDialog.table"_s);
    const std::vector<strategy::Rule>& rules = strategy::shipped_rules();
    QCOMPARE(table->rowCount(), int(rules.size()) + 2);
    QCOMPARE(table->item(0, 0)->text(), u"slow"_s);
    QCOMPARE(table->item(0, 2)->text(), u"slow links"_s);
    QCOMPARE(table->item(1, 2)->text(), QString());
    int row = 2, fixed = 0;
    for (const strategy::Rule& rule : rules) {
      QCOMPARE(table->item(row, 0)->text(), QString::fromStdString(rule.name));
      QCOMPARE(table->item(row, 2)->text(), MarkedTexts::of(rule.because));
      QCOMPARE(table->item(row, 2)->toolTip(), MarkedTexts::of(rule.because));
      if (!rule.fixed.empty()) {
        QVERIFY2(table->item(row, 0)->toolTip().endsWith(MarkedTexts::of(rule.fixed)), rule.name.c_str());
        ++fixed;
      }
      ++row;
    }
    QVERIFY(fixed > 10);
  }

  /// Why a strategy is not first, and why one that was typed is not possible; JSON stays English.
  void answersSpeakIt() {
    const MarkedTexts language("RuleReason");
    PlanDocument document;
    fillRuled(document);
    const auto problem = document.problem();
    QVERIFY(problem.has_value());
    const strategy::Rule& batch = shipped("batch_not_divided");
    const plan::Why why = ruledOutBy(batch);
    QCOMPARE(
        whySentences(why, *problem),
        QStringList(u"Ruled out by rule “batch_not_divided”: %1."_s.arg(MarkedTexts::of(batch.because))));
    QCOMPARE(plan::to_json(why, {})["rule"]["because"].get<std::string>(), batch.because);
    const QString refused = messageFor(why.violation, *problem, strategy::Strategy()).plain();
    QVERIFY2(refused.contains(u"“batch_not_divided” forbids it: %1."_s.arg(MarkedTexts::of(batch.because))),
             qPrintable(refused));
    // A person's own, with a reason and without one.
    const auto own = strategy::parse_rules(kOwn);
    QVERIFY(own && own->size() == 2);
    QCOMPARE(whySentences(ruledOutBy(own->front()), *problem),
             QStringList(u"Ruled out by rule “slow”: slow links."_s));
    QCOMPARE(whySentences(ruledOutBy(own->back()), *problem), QStringList(u"Ruled out by rule “bare”."_s));
    const QString said =
        messageFor(ruledOutBy(own->front()).violation, *problem, strategy::Strategy()).plain();
    QVERIFY2(said.contains(u"“slow” forbids it: slow links."_s), qPrintable(said));
  }

  /// A sample that is opened is called by its name in the reader's language; the plan, and so its file, keeps
  /// the English one.
  void samplesHaveNames() {
    const MarkedTexts language("SampleName");
    std::vector<plan::Plan> samples;
    for (const std::string& name : plan::sample_names()) samples.push_back(plan::sample_named(name));
    for (const std::string& name : plan::serving_sample_names())
      samples.push_back(plan::serving_sample_named(name));
    for (const plan::Plan& sample : samples) {
      plan::PlanFile file;
      file.plan = sample;
      PlanDocument document;
      document.reset(file, {});
      QVERIFY(!file.plan.name.empty());
      QCOMPARE(document.displayName(), MarkedTexts::of(file.plan.name));
      QCOMPARE(document.file().plan.name, file.plan.name);
      QVERIFY2(file.plan.cluster.name.empty(), "a cluster is called after its hardware");
    }
    QCOMPARE(sampleNameText("Our plan"), u"Our plan"_s);
    QCOMPARE(sampleNameText(""), QString());
  }

  /// What a report is called where nobody gave it a title.
  void theReportBuilderNamesSamples() {
    const MarkedTexts language("SampleName");
    PlanDocument document;
    fillSample(document);
    ReportBuilder builder(document, [](QPrinter*) { return QString(); });
    const auto* title = builder.findChild<QLineEdit*>(u"reportBuilder.title"_s);
    QVERIFY(title != nullptr);
    QCOMPARE(title->placeholderText(), MarkedTexts::of("Two generations"));
    QVERIFY(title->text().isEmpty());
  }
};

}  // namespace tst_shipped_words

ASTROLABE_TEST(tst_shipped_words, TestShippedWords)
#include "tst_shipped_words.moc"
