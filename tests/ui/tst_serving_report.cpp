// ui/render/report_kinds.h: the report of a deployment says what was asked, what was found and how it is
// started.
#include <QTemporaryDir>
#include <QtTest>
#include <functional>

#include "core/plan/samples.h"
#include "core/planning/deployment_exports.h"
#include "core/planning/placements.h"
#include "core/planning/serving_moves.h"
#include "core/serving/constants.h"
#include "core/strategy/asked.h"
#include "tests/program/test_program.h"
#include "ui/render/curve_figure.h"
#include "ui/render/numbers.h"
#include "ui/render/placement_reasons.h"
#include "ui/render/rank_memory.h"
#include "ui/render/report_kinds.h"
#include "ui/render/report_serving.h"
#include "ui/render/serving_constant_words.h"
#include "ui/render/serving_decision.h"
#include "ui/render/serving_move_words.h"

namespace tst_serving_report {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestServingReport : public QObject {
  Q_OBJECT

  plan::Plan m_plan;
  planning::FoundPtr m_found;
  std::optional<planning::ServingSensitivity> m_moved;  ///< what reports say would change the answer

  QString written(const QString& ending, const ReportSettings& settings = {}) const {
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"report"_s + ending);
    ReportOptions options;
    options.settings = settings;
    options.served = m_moved;
    options.created = QDateTime(QDate(2026, 11, 29), QTime(12, 0), Qt::UTC);
    const FoundSubject subject{*m_found, *m_found->options.front(), m_plan, hardware::Catalogue::built_in()};
    if (!writeReport(subject, options, path, reportForm(path))) return {};
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  }
  const deploy::Fleet& fleet() const {
    return planning::as<planning::DeploymentLayout>(m_found->options.front()->layout)->fleet();
  }

 private slots:
  void initTestCase() {
    m_plan = plan::serving_sample_named("serve-chat");
    const auto question = planning::make_question(m_plan, hardware::Catalogue::built_in());
    QVERIFY(question);
    planning::Run run;
    run.options.threads = 1;
    m_found = planning::deployment_planner().plan(*question, run);
    QVERIFY(!m_found->error && !m_found->options.empty());
  }

  void saysQuestionAndAnswer() {
    const QString report = written(u".md"_s);
    QVERIFY(!report.isEmpty());
    // The sample: 1,000 and 300 tokens, 6 requests/s, one second and 30 ms for nine of ten.
    for (const QString& words :
         {u"llama-3.1-70b"_s, u"The question"_s, u"The deployment"_s, u"Why this deployment"_s,
          u"Users against GPUs"_s, u"Why not the next one"_s, u"What it rests on"_s, u"What is assumed"_s,
          u"As the load grows"_s, u"Where memory and time go"_s, u"Method"_s, u"Constants of the engines"_s,
          u"The start"_s, wholeText(1000), durationText(1.0), durationText(0.03), percentText(0.9, 0)})
      QVERIFY2(report.contains(words), qPrintable(words));
    const serving::Figures& figures = fleet().figures;
    for (const serving::Banded& figure : {figures.ttft, figures.ttft_p99, figures.tpot, figures.e2e})
      for (const double seconds : {figure.value, figure.low, figure.high})
        QVERIFY2(report.contains(durationText(seconds)), qPrintable(durationText(seconds)));
    QVERIFY(report.contains(servedBindsText(fleet().groups.front().figures.binds)));
    QVERIFY(!report.contains(u"All-to-all of the experts"_s));  // the model has none
  }

  /// Each argument of the start stands there with its value.
  /// Deployments for other traffic are no alternatives: no chance is told. Another promise is the same job.
  void otherTrafficIsNoAlternative() {
    const planning::OptionPtr best = m_found->options.front();
    const auto& layout = *planning::as<planning::DeploymentLayout>(best->layout);
    const auto asked = [&](const std::function<void(Json&)>& change) {
      auto question = std::make_shared<planning::Question>(*layout.question());
      Json job = strategy::asked_of(question->problem.job);
      change(job);
      question->problem.job.asked = text_of(job);
      auto option = std::make_shared<planning::Option>(*best);
      option->layout = std::make_shared<const planning::DeploymentLayout>(
          std::make_shared<const deploy::Fleet>(layout.fleet()), question);
      return planning::OptionPtr(option);
    };
    std::vector<ServedOption> options{{1, u"A"_s, best, true}, {2, u"B"_s, {}, false}};
    options[1].best = asked([](Json& job) { job["output_tokens"] = 301; });  // the sample has 300
    const DecisionWords apart = servingDecisionWords(options);
    QCOMPARE(apart.decision.winner, -1);
    QVERIFY(apart.chances.isEmpty());
    QCOMPARE(apart.options[1].place, u"another job"_s);
    QCOMPARE(apart.further, QStringList{u"B does another job than A (other traffic), so neither is an "
                                        "alternative to the other."_s});
    options[1].best = asked([](Json& job) { job["promises"]["quantile"] = 0.5; });
    const DecisionWords alike = servingDecisionWords(options);
    QCOMPARE(alike.decision.winner, 0);
    QCOMPARE(alike.chances.size(), 1);
  }

  void saysTheStart() {
    const QString report = written(u".md"_s);
    const auto served =
        planning::served_fleet(*planning::as<planning::DeploymentLayout>(m_found->options.front()->layout));
    QVERIFY(served);
    const auto servers = exports::servers_of(*served);
    QVERIFY(servers && !servers->empty());
    QVERIFY(report.contains(u"tensor-parallel-size"_s));
    QVERIFY(report.contains(u"max-num-batched-tokens"_s));
  }

  /// Constants stand there by what they mean, in words that can be translated.
  void saysTheConstants() {
    const QString report = written(u".md"_s);
    for (const serving::ConstantRow& row : serving::shipped_constants().rows) {
      QVERIFY2(hasServingConstantMeaning(row.meaning), row.meaning.c_str());
      QVERIFY2(!report.contains(QString::fromStdString(row.name) + u" |"_s), row.name.c_str());
    }
    QVERIFY(report.contains(u"µs"_s));
  }

  /// Each value that was moved stands there with the figures at both ends; nothing where it was not asked.
  void saysWhatWouldChangeIt() {
    QVERIFY(!written(u".md"_s).contains(reportPartName(ReportPart::sensitivity)));
    const auto moved = planning::serving_sensitivity(
        *m_found->question, planning::ServingMetric::tokens_per_second_per_gpu, 0.1, 1);
    QVERIFY(moved && !moved->swings.empty());
    m_moved = *moved;
    const QString report = written(u".md"_s);
    m_moved.reset();
    QVERIFY(report.contains(reportPartName(ReportPart::sensitivity)));
    const auto job = planning::serve_job_of(*m_found->question);
    for (const planning::ServingSwing& swing : moved->swings) {
      const QString name = leverName(swing.lever, *m_found->question, job->traffic.kind);
      QVERIFY2(report.contains(name), qPrintable(name));
      for (const planning::MovedEnd* end : {&swing.low, &swing.high}) {
        const QString figure = metricText(moved->metric, end->metric);
        QVERIFY2(report.contains(figure), qPrintable(figure));
      }
    }
  }

  /// Of layers over machines: why, what limits with what more of it gives, and how far it holds.
  void saysWhyLayersLie() {
    plan::Plan plan = plan::serving_sample_named("serve-regions");
    plan.cluster.pools.resize(2);
    plan.cluster.between_pools.resize(1);
    const auto question = planning::make_question(plan, hardware::Catalogue::built_in());
    QVERIFY(question);
    planning::Run run;
    const planning::FoundPtr found = planning::placement_planner().plan(*question, run);
    QVERIFY(!found->options.empty());
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"layers.md"_s);
    const FoundSubject subject{*found, *found->options.front(), plan, hardware::Catalogue::built_in()};
    QVERIFY(writeReport(subject, {}, path, reportForm(path)));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString report = QString::fromUtf8(file.readAll());
    QVERIFY(report.contains(u"Why this layout"_s));
    const auto& layers = planning::as<planning::PlacementLayout>(found->options.front()->layout)->layers();
    for (const QStringList& row : limitRows(layers))
      for (const QString& cell : row) QVERIFY2(report.contains(cell), qPrintable(cell));
  }

  /// Of prefill and decode workers apart both kinds of GPUs are shown, each with its own weights.
  void saysTheMemoryOfBothRoles() {
    serving::Figures figures;
    figures.memory.weights = 20e9;
    figures.kv_use = 0.25;
    QCOMPARE(rankMemories(figures).size(), std::size_t(1));
    QCOMPARE(withRole(u"new"_s, rankMemories(figures).front()), u"new"_s);
    figures.prefill_memory.emplace();
    figures.prefill_memory->weights = 10e9;
    const std::vector<RankMemory> ranks = rankMemories(figures);
    QCOMPARE(ranks.size(), std::size_t(2));
    QCOMPARE(withRole(u"new"_s, ranks[0]), u"new · prefill"_s);
    QCOMPARE(withRole(u"new"_s, ranks[1]), u"new · decode"_s);
    QCOMPARE(ranks[0].memory->weights, 10e9);
    QVERIFY(!ranks[0].kvUse.has_value());  // nobody tells how much of it prompts fill
    QCOMPARE(ranks[1].memory->weights, 20e9);
    QCOMPARE(ranks[1].kvUse, std::optional(0.25));
  }

  void everyFormIsWritten() {
    const QString page = written(u".html"_s);
    QVERIFY(page.contains(u"The deployment"_s));
    // The frontier, three curves of load, memory and an iteration.
    QVERIFY2(page.count(u"<svg"_s) + page.count(u"image/svg"_s) >= 6, qPrintable(page.left(2000)));
    QVERIFY(written(u".pdf"_s).startsWith(u"%PDF"_s));
  }

  void partsAreLeftOut() {
    ReportSettings settings;
    settings.parts = {ReportPart::summary, ReportPart::question};
    const QString report = written(u".md"_s, settings);
    QVERIFY(report.contains(u"The question"_s));
    QVERIFY(!report.contains(u"The deployment"_s) && !report.contains(u"Method"_s));
  }

  /// Levels above the top are not drawn; the height grows by a line for each entry of the legend.
  void curves() {
    CurveFigure figure;
    figure.lines = {{u"a"_s, {{0, 1}, {1, 2}}}};
    const double one = curveHeight(figure);
    figure.chosen = QPointF(0.5, 1.5);
    QCOMPARE(curveHeight(figure), one + 18.0);
    QImage image(400, 300, QImage::Format_ARGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintCurves(painter, 400, figure, Theme::make(ThemeKind::Light));
    painter.end();
    // The line goes from (56, 113.5) to (372.2, 23), 332 / 1.05 = 316.2 px wide: most columns between have
    // it.
    const QColor color = Theme::make(ThemeKind::Light).gpu(0).color;
    int columns = 0;
    for (int x = 70; x < 360; ++x) {
      bool has = false;
      for (int y = 14; y < 204; ++y) {
        const QColor at = image.pixelColor(x, y);
        has |= std::abs(at.red() - color.red()) + std::abs(at.green() - color.green()) +
                   std::abs(at.blue() - color.blue()) <
               90;
      }
      columns += has;
    }
    QVERIFY2(columns > 250, qPrintable(QString::number(columns)));
  }
};

}  // namespace tst_serving_report

ASTROLABE_TEST(tst_serving_report, TestServingReport)
#include "tst_serving_report.moc"
