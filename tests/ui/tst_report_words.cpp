// ui/render/report: words and figures of one report that depend on goal, cost basis and names.
#include <QDir>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "core/hardware/pool_price.h"
#include "core/plan/samples.h"
#include "core/planning/groups.h"
#include "marked_texts.h"
#include "reported_sample.h"
#include "tests/program/test_program.h"
#include "ui/render/assumed_words.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/chosen_because.h"
#include "ui/render/distinct_degrees.h"
#include "ui/render/gpu_order.h"
#include "ui/render/numbers.h"
#include "ui/render/pareto_figure.h"
#include "ui/render/report.h"
#include "ui/render/report_words.h"
#include "ui/render/spares_words.h"

namespace tst_report_words {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestReportWords : public QObject, ReportedSample {
  Q_OBJECT

  QTemporaryDir m_folder;

  /// The report as a web page; empty where it could not be written.
  QString page(const plan::Snapshot& snapshot, const plan::Plan& plan) {
    const QString path = m_folder.filePath(u"page.html"_s);
    const auto written = writeReport({snapshot, plan, *m_winner, hardware::Catalogue::built_in()},
                                     ReportOptions(), path, ReportForm::html);
    QFile file(path);
    return written && file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  }
  /// Of its tables, one after another.
  static QStringList cells(const QString& page) {
    static const QRegularExpression cell(u"<t[dh](?: [^>]*)?>(.*?)</t[dh]>"_s,
                                         QRegularExpression::DotMatchesEverythingOption);
    QStringList cells;
    for (const auto& match : cell.globalMatch(page)) {
      QString words = match.captured(1);
      cells << words.replace(u"&amp;"_s, u"&"_s).simplified();
    }
    return cells;
  }

 private slots:
  void initTestCase() { search(); }

  /// Where GPUs are bought the price has the source of the purchase, the rent its own.
  void pricesHaveTheirOwnSources() {
    const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
    plan::Plan plan = m_plan;
    plan.job.cost.basis = hardware::CostBasis::buy;
    const auto problem = plan::make_problem(plan, catalogue);
    QVERIFY(problem.has_value());
    plan::Snapshot snapshot = *m_snapshot;
    snapshot.problem = std::make_shared<const strategy::Problem>(*problem);
    const QStringList bought = cells(page(snapshot, plan)), rented = cells(page(*m_snapshot, m_plan));
    for (const hardware::PoolSpec& pool : plan.cluster.pools) {
      const QString id = QString::fromStdString(pool.id);
      const auto rent = hardware::pool_rent(pool, catalogue, plan.job.cost.commitment);
      const auto purchase = hardware::pool_purchase(pool, catalogue);
      QVERIFY(rent && purchase && rent->source != purchase->source);
      const auto sourceOf = [](const QStringList& cells, const QString& what) {
        const qsizetype at = cells.indexOf(what);
        return at < 0 ? QString() : cells.value(at + 1);
      };
      const auto words = [](const std::string& source) {
        return QString::fromStdString(source).simplified();
      };
      QCOMPARE(sourceOf(bought, u"Price of %1"_s.arg(id)), words(purchase->source));
      QCOMPARE(sourceOf(bought, u"Rent of %1"_s.arg(id)), words(rent->source));
      QCOMPARE(sourceOf(rented, u"Price of %1"_s.arg(id)), words(rent->source));
      QVERIFY(!rented.contains(u"Rent of %1"_s.arg(id)));
    }
  }

  /// What a presentation says of assumed values: words for each of the sample's, and no key of a file.
  void assumedValuesHaveNames() {
    QVERIFY(m_snapshot->assumptions.size() > 10);
    for (const hardware::Assumption& assumed : m_snapshot->assumptions) {
      const QString name = assumedName(assumed.what);
      QVERIFY2(!name.contains(u'_') && !name.contains(u'[') && !name.contains(u'.'), qPrintable(name));
    }
    QCOMPARE(assumedName("pools[h100].intra_node_latency_us"), u"h100: latency inside a node"_s);
    QCOMPARE(assumedName("between_pools[h100, a100].latency_us"), u"h100, a100: latency between the pools"_s);
    QCOMPARE(assumedName("job.limits.memory_headroom"), u"Memory headroom"_s);
    QCOMPARE(assumedName("pools[h100].new_field"), u"pools[h100].new_field"_s);
    QCOMPARE(assumedValue("2 us"), u"2\u202Fµs"_s);
    QCOMPARE(assumedValue("30000 USD"), u"30000 USD"_s);
  }

  /// Without a title of its own the report of a sample has its name in the reader's language, and its
  /// cluster is called after its hardware; other names stay as they are.
  void samplesAreNamedInTheReadersLanguage() {
    const MarkedTexts language("SampleName");
    const QString sample = page(*m_snapshot, m_plan);
    QVERIFY2(sample.contains(u"<title>«Two generations»</title>"_s) &&
                 sample.contains(u"<h1>«Two generations»</h1>"_s) && sample.contains(u"32 H100 + 32 A100"_s),
             qPrintable(sample.left(3000)));
    plan::Plan own = m_plan;
    own.name = "Two generations of ours";
    const QString ours = page(*m_snapshot, own);
    QVERIFY2(ours.contains(u"<h1>Two generations of ours</h1>"_s), qPrintable(ours.left(3000)));
  }

  /// No two places of the ranking, nor of "Why not another", read the same: the sample has several with equal
  /// degrees and GPUs.
  void placesReadDifferently() {
    QSet<QString> plain;
    std::vector<const strategy::Strategy*> shown;
    for (const cost::Evaluation& row : m_snapshot->best) {
      plain << reportDegrees(row.strategy);
      shown.push_back(&row.strategy);
    }
    QVERIFY(plain.size() < qsizetype(shown.size()));  // or there is nothing to tell apart
    const QStringList names = distinctDegrees(shown, *m_snapshot->problem);
    QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), qsizetype(shown.size()));
    for (std::size_t i = 0; i < shown.size(); ++i)
      QVERIFY(names[qsizetype(i)].startsWith(reportDegrees(*shown[i])));
    const QString html = page(*m_snapshot, m_plan);
    QVERIFY(html.contains(names[0].toHtmlEscaped()));
  }

  /// A GPU type has one place among colours and shapes, whatever cluster a report is about.
  void gpusKeepTheirColours() {
    Theme theme = Theme::make(ThemeKind::Light);
    const strategy::Problem& problem = *m_snapshot->problem;  // pools of H100, then of A100
    const std::string h100 = problem.cluster.pools[0].gpu.id, a100 = problem.cluster.pools[1].gpu.id;
    QCOMPARE(gpuOrder(m_plan, hardware::Catalogue::built_in()), (std::vector{h100, a100}));
    QCOMPARE(gpuPlace(theme, problem, h100), 0);
    theme.gpuOrder = {"b200-sxm", a100};
    QCOMPARE(gpuPlace(theme, problem, a100), 1);
    QCOMPARE(gpuPlace(theme, problem, h100), 2);  // behind those that are named
  }

  /// Where the headline needs two lines no count is parted from its GPU type.
  void theHeadlineKeepsCountsWithTheirTypes() {
    const QString html = page(*m_snapshot, m_plan);
    QVERIFY2(html.contains(u" on 32\u00A0H100\u00A0+ 32\u00A0A100<"_s), qPrintable(html.left(2000)));
  }

  /// The ring of the first of the ranking stands on it, or, where it has no price, nowhere.
  void theRingStandsOnTheFirst() {
    plan::Snapshot snapshot = *m_snapshot;
    const Theme& theme = currentTheme();
    QFont letters(u"Noto Sans"_s);
    letters.setPixelSize(11);
    constexpr int kWide = 700;
    double before = 0.0;
    for (const bool priced : {true, false}) {
      if (!priced) snapshot.best.front().money.usd_per_trillion_tokens.reset();
      const ParetoFigure figure = tradeoffFigure(snapshot, *snapshot.problem, theme);
      QVERIFY(figure.points.size() > 1);
      QCOMPARE(figure.best.has_value(), priced);
      if (priced)
        QCOMPARE(figure.points[*figure.best].tokensPerSecond, snapshot.best.front().tokens_per_second);
      const double high = paretoHeight(figure, kWide, letters);
      QVERIFY(priced || high <= before);
      before = high;
      QImage picture(kWide, static_cast<int>(high), QImage::Format_RGB32);
      picture.fill(theme.panel);
      QPainter painter(&picture);
      paintPareto(painter, kWide, figure, theme, letters);
      painter.end();
      int ring = 0;
      for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < kWide; ++x) ring += picture.pixelColor(x, y) == theme.best ? 1 : 0;
      QVERIFY2(priced ? ring > 20 : ring == 0, qPrintable(QString::number(ring)));
    }
  }

  /// A plan of another kind is a point with a mark of its own; where it is recommended the ring stands on it,
  /// and the frontier knows it: a quarter faster for a fifth less it is all of the frontier.
  void theRingStandsOnAPlanOfAnotherKind() {
    auto groups = std::make_shared<planning::Option>();
    const cost::Evaluation& best = m_snapshot->best.front();
    groups->evaluation = best;
    groups->evaluation.step = best.step * 0.8;
    groups->evaluation.tokens_per_second = best.tokens_per_second / 0.8;
    groups->evaluation.money.usd_per_trillion_tokens = 0.8 * *best.money.usd_per_trillion_tokens;
    groups->layout = std::make_shared<const planning::GroupsLayout>(
        mesh::Program{}, 0.0, planning::question_of(*m_snapshot->problem, m_snapshot->objective));
    const auto figure = [&] {
      return tradeoffFigure(*m_snapshot, *m_snapshot->problem, currentTheme(), {groups});
    };
    const ParetoFigure led = figure();
    QVERIFY(led.best.has_value());
    const FigurePoint& point = led.points[*led.best];
    QCOMPARE(point.tokensPerSecond, groups->evaluation.tokens_per_second);
    QCOMPARE(led.bestKind, u"groups"_s);
    QVERIFY2(led.groups[point.group].name.endsWith(u", groups"_s), qPrintable(led.groups[point.group].name));
    QCOMPARE(std::count_if(led.points.begin(), led.points.end(),
                           [](const FigurePoint& one) { return one.frontier; }),
             1);
    QVERIFY(point.frontier);
    // Slower and dearer it is a point like others.
    groups->evaluation.step = best.step * 1.25;
    groups->evaluation.tokens_per_second = best.tokens_per_second * 0.8;
    groups->evaluation.money.usd_per_trillion_tokens = 1.25 * *best.money.usd_per_trillion_tokens;
    const ParetoFigure behind = figure();
    QCOMPARE(behind.points.size(), led.points.size());
    QCOMPARE(behind.points[*behind.best].tokensPerSecond, best.tokens_per_second);
    QVERIFY(behind.bestKind.isEmpty());
  }

  /// A GPU's name is no mark of the sentence, and what keeps a number beside its unit stays in plain words.
  void plainReasonsKeepNamesAndNarrowSpaces() {
    plan::Snapshot snapshot = *m_snapshot;
    auto problem = std::make_shared<strategy::Problem>(*snapshot.problem);
    for (hardware::Pool& pool : problem->cluster.pools) pool.gpu.name = "Own<i> &amp; \"co\"";
    snapshot.problem = problem;
    QStringList html, plain;
    for (const Reason& reason : chosenBecause(snapshot)) {
      html << reason.html;
      plain << plainReason(reason);
    }
    const QString marked = html.join(u'\n'), words = plain.join(u'\n');
    QVERIFY2(marked.contains(u"<b>"_s) && !marked.contains(u"<i>"_s), qPrintable(marked));
    QVERIFY2(words.contains(u"Own<i> &amp; \"co\""_s), qPrintable(words));
    QVERIFY2(!words.contains(u"<b>"_s) && !words.contains(u"</b>"_s), qPrintable(words));
    const QString length = durationText(snapshot.best[1].step.value);  // of the runner-up
    QVERIFY(length.contains(QChar(0x202F)));
    QVERIFY2(words.contains(length), qPrintable(words));
  }

  /// Written over a report with more figures, the folder holds those of this one; what else is there stays.
  void figuresOfBeforeAreRemoved() {
    const QString path = m_folder.filePath(u"again.md"_s);
    const QDir figures(m_folder.filePath(u"again-figures"_s));
    const auto written = [&](const ReportOptions& options) {
      return writeReport({*m_snapshot, m_plan, *m_winner, hardware::Catalogue::built_in()}, options, path,
                         ReportForm::markdown)
          .has_value();
    };
    QVERIFY(written({}));
    const qsizetype all = figures.entryList({u"figure-*.svg"_s}).size();
    QVERIFY(all > 1);
    QFile own(figures.filePath(u"figure-of-mine.svg"_s));
    QVERIFY(own.open(QIODevice::WriteOnly));
    own.close();
    ReportOptions few;
    few.settings.parts = {ReportPart::summary, ReportPart::cluster};
    QVERIFY(written(few));
    QCOMPARE(figures.entryList({u"figure-*.svg"_s}, QDir::Files, QDir::Name),
             (QStringList{u"figure-1.svg"_s, u"figure-of-mine.svg"_s}));
  }

  /// Only where speed is the goal is the first of the ranking the fastest.
  void speedIsTheBestWhereItIsTheGoal() {
    for (const auto& [objective, fastest] :
         {std::pair(strategy::Objective::throughput, true), std::pair(strategy::Objective::pareto, true),
          std::pair(strategy::Objective::money, false), std::pair(strategy::Objective::gpus, false)}) {
      plan::Snapshot snapshot = *m_snapshot;
      snapshot.objective = objective;
      const QString words = page(snapshot, m_plan);
      QVERIFY(!words.isEmpty());
      QCOMPARE(words.contains(u"<dt>Best speed</dt>"_s), fastest);
      QCOMPARE(words.contains(u"<dt>Speed</dt>"_s), !fastest);
      QCOMPARE(cells(words).contains(u"Δ best"_s), fastest);
      QCOMPARE(cells(words).contains(u"Δ speed"_s), !fastest);
    }
  }

  /// Networks and hosting without a price are told as such where they count, and are no assumption; with one
  /// they are rows of the question and parts of an hour.
  void networksAndHosting() {
    plan::Plan plan = m_plan;
    plan::Snapshot snapshot = *m_snapshot;
    const auto written = [&](hardware::CostBasis basis) {
      plan.job.cost.basis = basis;
      snapshot.problem = std::make_shared<const strategy::Problem>(
          *plan::make_problem(plan, hardware::Catalogue::built_in()));
      return page(snapshot, plan);
    };
    const auto rowOf = [](const QString& words, const QString& name) {
      const QStringList found = cells(words);
      const qsizetype at = found.indexOf(name);
      return at < 0 ? QStringList() : found.mid(at + 1, 2);
    };
    const QString hosting = u"Hosting per kW and month"_s,
                  network = u"Network of h100, purchase price per node"_s;
    const QString noHosting = u"Hosting has no price: no total includes it."_s;
    const QString noNetworks = u"Networks between nodes have no price: no total includes them."_s;
    const QStringList none{u"no price"_s, u"not stated"_s};
    const QString bought = written(hardware::CostBasis::buy), owned = written(hardware::CostBasis::own),
                  rented = written(hardware::CostBasis::rent);
    QCOMPARE(rowOf(bought, hosting), none);
    QCOMPARE(rowOf(bought, network), none);
    QVERIFY(bought.contains(noHosting) && bought.contains(noNetworks));
    QCOMPARE(rowOf(owned, hosting), none);
    QVERIFY(rowOf(owned, network).isEmpty());
    QVERIFY(owned.contains(noHosting) && !owned.contains(noNetworks));
    QVERIFY(rowOf(rented, hosting).isEmpty() && !rented.contains(noHosting) && !rented.contains(noNetworks));
    plan.job.cost.hosting_usd_per_kw_month = 150.0;
    plan.cluster.pools[0].network_usd_per_node = 16000.0;
    const QString priced = written(hardware::CostBasis::buy);
    QCOMPARE(rowOf(priced, hosting), (QStringList{exactMoneyText(150.0).simplified(), u"stated"_s}));
    QCOMPARE(rowOf(priced, network), (QStringList{exactMoneyText(16000.0).simplified(), u"stated"_s}));
    QVERIFY(!priced.contains(noHosting));
    QVERIFY(priced.contains(u"The network between nodes has no price for a100: no total includes it."_s));
    for (const QString& words : {bought, owned, priced})
      QVERIFY(!words.contains(u"job.cost"_s));  // no key among what was assumed
    // Hosting of what is owned is paid for unused hours, too: which share is used belongs to the question.
    const QString hours = u"Utilisation (hours in use)"_s, assumed = u"not stated: the usual value"_s;
    QVERIFY(rowOf(owned, hours).isEmpty());
    QCOMPARE(rowOf(written(hardware::CostBasis::own), hours),
             (QStringList{percentText(0.8, 0).simplified(), assumed}));
    plan.job.cost.utilisation = 0.75;
    const QString used = written(hardware::CostBasis::own);
    QCOMPARE(rowOf(used, hours), (QStringList{percentText(0.75, 0).simplified(), u"stated"_s}));
    QVERIFY(rowOf(written(hardware::CostBasis::rent), hours).isEmpty());
    plan.job.cost.hosting_usd_per_kw_month = 0.0;
    QVERIFY(rowOf(written(hardware::CostBasis::own), hours).isEmpty());

    cost::Evaluation evaluation;
    evaluation.money.usd_per_hour = UsdPerHour{15.0};
    evaluation.money.hardware_per_hour = 5.0;
    evaluation.money.network_per_hour = 4.0;
    evaluation.money.power_per_hour = 3.0;
    evaluation.money.hosting_per_hour = 2.0;
    evaluation.money.idle_per_hour = 1.0;
    QStringList parts;
    for (const Share& share : moneyShares(evaluation, currentTheme()))
      parts << u"%1 %2"_s.arg(share.name).arg(share.value);
    QCOMPARE(parts,
             (QStringList{u"Hardware 5"_s, u"Network 4"_s, u"Power 3"_s, u"Hosting 2"_s, u"Idle GPUs 1"_s}));
  }

  /// Of the spares of pools in use: one that stands idle is told alone, one at work with how many there are.
  void sparesAtWorkAreToldApart() {
    strategy::Problem problem;
    problem.cluster.pools.resize(2);
    problem.cluster.pools[0].spares = 1;
    problem.cluster.pools[1].spares = 4;
    cost::Evaluation evaluation;
    evaluation.gpus = {8, 0};
    QCOMPARE(spareNodesText(problem, evaluation), u"0 of 1"_s);
    evaluation.goodput.spares = 1;
    QCOMPARE(spareNodesText(problem, evaluation), u"1"_s);
  }

  /// Shares as they were stated: an eighth is 12.5 %, a tenth 10 %.
  void sharesHaveTheDecimalsTheyWereStatedWith() {
    plan::Plan plan = m_plan;
    strategy::Job& job = plan.job;
    job.cost.basis = hardware::CostBasis::buy;
    job.cost.residual = 0.125;
    job.cost.utilisation = 0.8725;
    job.limits.memory_headroom = 0.055;
    job.stated.insert(job.stated.end(),
                      {"cost.basis", "cost.residual", "cost.utilisation", "limits.memory_headroom"});
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    QVERIFY(problem.has_value());
    plan::Snapshot snapshot = *m_snapshot;
    snapshot.problem = std::make_shared<const strategy::Problem>(*problem);
    const QStringList found = cells(page(snapshot, plan));
    const auto after = [&](const QString& name) { return found.value(found.indexOf(name) + 1); };
    QCOMPARE(after(u"Residual value"_s), percentText(0.125, 1).simplified());
    QCOMPARE(after(u"Utilisation (hours in use)"_s), percentText(0.8725, 2).simplified());
    QCOMPARE(after(u"Memory headroom"_s), percentText(0.055, 1).simplified());
    QVERIFY(after(u"Residual value"_s).startsWith(u"12.5"_s));
    job.cost.residual = 0.1;
    snapshot.problem =
        std::make_shared<const strategy::Problem>(*plan::make_problem(plan, hardware::Catalogue::built_in()));
    const QStringList whole = cells(page(snapshot, plan));
    QCOMPARE(whole.value(whole.indexOf(u"Residual value"_s) + 1), percentText(0.1, 0).simplified());
  }
};

}  // namespace tst_report_words

ASTROLABE_TEST(tst_report_words, TestReportWords)
#include "tst_report_words.moc"
