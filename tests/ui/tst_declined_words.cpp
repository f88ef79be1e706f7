// ui/render/declined_words.h: every reason for which a planner has nothing to find is told in words.
#include <QtTest>
#include <set>
#include <string>
#include <vector>

#include "core/hardware/catalogue.h"
#include "core/plan/samples.h"
#include "core/planning/planner.h"
#include "core/planning/question.h"
#include "tests/program/test_program.h"
#include "ui/render/declined_words.h"

namespace tst_declined_words {

using namespace astrolabe;
using namespace Qt::StringLiterals;

class TestDeclinedWords : public QObject {
  Q_OBJECT

  static planning::QuestionPtr asked(const plan::Plan& plan) {
    const auto question = planning::make_question(plan, hardware::Catalogue::built_in());
    return question ? *question : nullptr;
  }

 private slots:
  /// Questions of all tasks, on equal and on mixed GPUs, for a named runtime: no planner's reason shows its
  /// code.
  void noCodeIsShown() {
    std::vector<plan::Plan> plans{plan::sample_plan()};
    plans.push_back(plan::sample_plan());
    plans.back().cluster.pools.resize(1);
    plans.back().cluster.between_pools.clear();
    plans.push_back(plan::sample_plan());
    plans.back().job.allowed["data_parallel"] = {"4"};
    for (const std::string& name : plan::serving_sample_names())
      plans.push_back(plan::serving_sample_named(name));
    for (const std::string& name : plan::post_training_sample_names())
      plans.push_back(plan::post_training_sample_named(name));
    std::set<std::string> codes;
    for (const plan::Plan& plan : plans) {
      const planning::QuestionPtr question = asked(plan);
      QVERIFY(question);
      for (const planning::Planner* planner : planning::planners()) {
        const std::string code = planner->declines(*question);
        if (code.empty()) continue;
        codes.insert(code);
        const QString words = ui::declinedText(code, question->problem);
        QVERIFY2(!words.contains(u'_') || code.ends_with("_fixed") || words.contains(u"post_train"_s),
                 qPrintable(words));
        QVERIFY2(!words.contains(u"this question"_s), qPrintable(words));
        QVERIFY(words.size() > 20 && !words.endsWith(u'.'));
      }
    }
    for (const char* code :
         {"not_marked", "not_mixed", "no_training", "no_serving", "no_post_training", "data_parallel_fixed"})
      QVERIFY2(codes.contains(code), code);
  }

  void namesWhatTheJobSays() {
    plan::Plan plan = plan::sample_plan();
    plan.job.software.runtime = "megatron-lm";
    const planning::QuestionPtr question = asked(plan);
    QVERIFY(question);
    QVERIFY(ui::declinedText("runtime", question->problem).startsWith(u"megatron-lm starts none."_s));
    QVERIFY(
        ui::declinedText("data_parallel_fixed", question->problem).contains(u"values of data_parallel,"_s));
    QCOMPARE(ui::declinedText("odd", question->problem), u"they do not answer this question (odd)"_s);
  }
};

}  // namespace tst_declined_words

ASTROLABE_TEST(tst_declined_words, TestDeclinedWords)
#include "tst_declined_words.moc"
