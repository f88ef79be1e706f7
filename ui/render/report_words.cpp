// The answer against the other strategies, and the words that all sections share.

#include "ui/render/report_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/plan/why.h"
#include "core/planning/recommended.h"
#include "ui/render/answer_text.h"
#include "ui/render/cause_words.h"
#include "ui/render/distinct_degrees.h"
#include "ui/render/faces.h"
#include "ui/render/gpu_order.h"
#include "ui/render/kind_words.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/pareto_figure.h"
#include "ui/render/report_lead.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct ReportText {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

/// The pools a strategy uses: those of its stages, all for one without stages.
std::set<int> poolsOf(const strategy::Strategy& strategy, const strategy::Problem& problem) {
  std::set<int> pools;
  for (const strategy::Stage& stage : strategy.stages) pools.insert(stage.pool);
  for (int pool = 0; strategy.stages.empty() && pool < static_cast<int>(problem.cluster.pools.size()); ++pool)
    pools.insert(pool);
  return pools;
}

std::set<int> poolsOf(const cost::Evaluation& evaluation) {
  std::set<int> pools;
  for (std::size_t pool = 0; pool < evaluation.gpus.size(); ++pool)
    if (evaluation.gpus[pool] > 0) pools.insert(static_cast<int>(pool));
  return pools;
}

/// Points by the GPU types they use together; a mix takes a mark behind those of the types.
class Groups {
 public:
  Groups(const strategy::Problem& problem, const Theme& theme) : m_problem(problem), m_theme(theme) {
    for (const hardware::Pool& pool : problem.cluster.pools)
      m_last = std::max(m_last, gpuPlace(theme, problem, pool.gpu.id));
  }
  /// `kind`: what it is called where it is no strategy, whose points have a mark of their own.
  std::size_t of(const std::set<int>& pools, const QString& kind, std::vector<FigureGroup>& groups) {
    std::set<int> types;
    QStringList names;
    for (const int pool : pools) {
      const hardware::Gpu& gpu = m_problem.cluster.pools[static_cast<std::size_t>(pool)].gpu;
      if (types.insert(gpuPlace(m_theme, m_problem, gpu.id)).second) names << shortGpuName(gpu);
    }
    const QString mix = names.join(u" + "_s);
    const QString name =
        kind.isEmpty() ? mix : ReportText::tr("%1, %2", "GPU types, a kind of plan").arg(mix, kind);
    for (std::size_t i = 0; i < groups.size(); ++i)
      if (groups[i].name == name) return i;
    // As in the plot of the window: one type has its own mark, a mix one behind those of all types.
    const int index =
        types.size() == 1 && kind.isEmpty() ? *types.begin() : m_last + 1 + static_cast<int>(groups.size());
    groups.push_back({name, m_theme.gpu(index)});
    return groups.size() - 1;
  }

 private:
  const strategy::Problem& m_problem;
  const Theme& m_theme;
  int m_last = 0;  ///< the last place of a type
};

/// Where a step's difference to the best one lies, and because of what.
QString differenceText(const plan::Why& why, const strategy::Problem& problem) {
  constexpr int kMost = 2;
  constexpr double kWorthTelling = 0.001;  // of the best step
  if (why.differences.empty() ||
      std::fabs(why.differences.front().difference()) < kWorthTelling * why.best->step.value)
    return ReportText::tr("every part within 0.1 %");
  return differenceSentences(why.differences, problem, *why.given, *why.best, kMost).join(u' ');
}

QString verdictText(const plan::Why& why) {
  switch (why.verdict) {
    case plan::Verdict::dearer:
      return ReportText::tr("more expensive");
    case plan::Verdict::larger:
      return ReportText::tr("on more GPUs");
    case plan::Verdict::dominated:
      return ReportText::tr("another is faster and cheaper");
    default:
      break;
  }
  return why.given && why.best && why.given->step.value > why.best->step.value
             ? ReportText::tr("slower")
             : ReportText::tr("equally good");
}

}  // namespace

QString reportGpu(const ReportContent& content, int pool) {
  return shortGpuName(content.problem.cluster.pools[static_cast<std::size_t>(pool)].gpu);
}

QString reportGpus(const strategy::Problem& problem, const cost::Evaluation& evaluation) {
  QStringList parts;
  for (std::size_t pool = 0; pool < evaluation.gpus.size(); ++pool)
    if (evaluation.gpus[pool] > 0)
      parts << u"%1 %2"_s.arg(wholeText(evaluation.gpus[pool]),
                              shortGpuName(problem.cluster.pools[pool].gpu));
  return parts.join(u" + "_s);
}

QString reportDegrees(const strategy::Strategy& s) {
  QString text = u"TP %1 · PP %2 · DP %3"_s.arg(tensorText(s)).arg(s.pipeline_parallel).arg(s.data_parallel);
  if (s.context_parallel > 1) text += u" · CP %1"_s.arg(s.context_parallel);
  if (s.expert_parallel > 1) text += u" · EP %1"_s.arg(s.expert_parallel);
  if (s.expert_tensor_parallel > 1) text += u" · ETP %1"_s.arg(s.expert_tensor_parallel);
  if (s.schedule != strategy::Schedule::one_f_one_b) {
    constexpr QChar kHyphenWithoutBreak(0x2011);
    QString schedule = QLatin1StringView(strategy::to_string(s.schedule));
    text += u" · "_s + schedule.replace(u'-', kHyphenWithoutBreak);
  }
  if (s.offload_optimizer) text += ReportText::tr(", optimizer in host memory");
  if (s.offload_activations) text += ReportText::tr(", activations in host memory");
  return text;
}

ParetoFigure tradeoffFigure(const plan::Snapshot& snapshot, const strategy::Problem& problem,
                            const Theme& theme, const std::vector<planning::OptionPtr>& others) {
  ParetoFigure figure;
  figure.limit = problem.job.limits.usd_per_trillion_tokens;
  Groups groups(problem, theme);
  const auto place = [&](double usd, double speed) {
    return static_cast<std::size_t>(std::find_if(figure.points.begin(), figure.points.end(),
                                                 [&](const FigurePoint& point) {
                                                   return point.usdPerTrillion == usd &&
                                                          point.tokensPerSecond == speed;
                                                 }) -
                                    figure.points.begin());
  };
  const auto add = [&](double usd, double speed, const std::set<int>& pools, const QString& kind) {
    if (place(usd, speed) == figure.points.size())
      figure.points.push_back({usd, speed, groups.of(pools, kind, figure.groups), false});
  };
  for (const cost::Evaluation& row : snapshot.best)
    if (row.money.usd_per_trillion_tokens)
      add(*row.money.usd_per_trillion_tokens, row.tokens_per_second, poolsOf(row.strategy, problem), {});
  for (const plan::ParetoPoint& point : snapshot.pareto)
    add(point.usd_per_trillion_tokens, point.tokens_per_second, poolsOf(point.strategy, problem), {});
  for (const planning::OptionPtr& other : others)
    if (other->evaluation.money.usd_per_trillion_tokens)
      add(*other->evaluation.money.usd_per_trillion_tokens, other->evaluation.tokens_per_second,
          poolsOf(other->evaluation), kindWords(*other).label());
  const cost::Evaluation* first = snapshot.best.empty() ? nullptr : &snapshot.best.front();
  const planning::OptionPtr beside = planning::recommended_beside(first, others, snapshot.objective);
  const cost::Evaluation* best = beside ? &beside->evaluation : first;
  if (beside) figure.bestKind = kindWords(*beside).label();
  if (best != nullptr && best->money.usd_per_trillion_tokens)
    figure.best = place(*best->money.usd_per_trillion_tokens, best->tokens_per_second);
  markFigureFrontier(figure.points);
  return figure;
}

std::vector<TableColumn> reportColumns(const QStringList& heads, const std::vector<QStringList>& rows) {
  constexpr qsizetype kLeast = 5, kMost = 28;  // letters
  const auto isNumber = [](const QString& cell) {
    const auto first = std::find_if(cell.begin(), cell.end(), [](QChar c) { return c.isLetterOrNumber(); });
    return cell.isEmpty() || cell == unknownText() || (first != cell.end() && first->isDigit());
  };
  std::vector<TableColumn> columns;
  for (qsizetype i = 0; i < heads.size(); ++i) {
    qsizetype longest = std::clamp(heads[i].size() / 2, kLeast, kMost);
    bool numbers = true;
    for (const QStringList& row : rows) {
      longest = std::max(longest, std::min(row.value(i).size(), kMost));
      numbers = numbers && isNumber(row.value(i));
    }
    columns.push_back({heads[i], static_cast<double>(longest), numbers && i > 0});
  }
  return columns;
}

void drawTradeoff(ReportWriter& page, const ReportContent& content) {
  const std::vector<planning::OptionPtr>& others = othersOf(content.options);
  const ParetoFigure figure = tradeoffFigure(content.snapshot, content.problem, page.theme(), others);
  if (figure.points.empty()) return;  // a GPU without a price; the money section says so
  const QFont letters = figureLetters();
  const double high = paretoHeight(figure, kReportWidth, letters);
  page.heading(ReportText::tr("Speed against price"), false, high + 40.0);
  const QString which =
      content.snapshot.objective == strategy::Objective::pareto
          ? ReportText::tr("Pareto frontier of speed and cost")
      : others.empty() ? ReportText::tr("The best strategies of the ranking")
                       : ReportText::tr("The best strategies of the ranking and the plans of other kinds");
  page.figure(
      ReportText::tr("%1: %2 points. The line joins those that no other point beats in both; type by shape.")
          .arg(which, wholeText(static_cast<double>(figure.points.size()))),
      high,
      [&](QPainter& painter, double width) { paintPareto(painter, width, figure, page.theme(), letters); });
}

void drawWhyNot(ReportWriter& page, const ReportContent& c) {
  std::vector<QStringList> rows;
  constexpr std::size_t kRanked = 6, kRejected = 4;
  std::vector<const strategy::Strategy*> shown;
  for (std::size_t i = 0; i < c.snapshot.best.size() && i <= kRanked; ++i)
    shown.push_back(&c.snapshot.best[i].strategy);
  for (std::size_t i = 0; i < c.snapshot.rejected.size() && i < kRejected; ++i)
    shown.push_back(&c.snapshot.rejected[i].strategy);
  const QStringList names = distinctDegrees(shown, c.problem);
  const qsizetype ranked = static_cast<qsizetype>(std::min(c.snapshot.best.size(), kRanked + 1));
  for (std::size_t i = 1; i < c.snapshot.best.size() && i <= kRanked; ++i) {
    const cost::Evaluation& row = c.snapshot.best[i];
    const plan::Why why = plan::explain(c.problem, row.strategy, row, {}, c.snapshot);
    const double change = row.step.value / c.snapshot.best.front().step.value - 1.0;
    rows.push_back({wholeText(static_cast<double>(i + 1)), names[static_cast<qsizetype>(i)],
                    reportGpus(c.problem, row), signedPercentText(change),
                    ReportText::tr("%1: %2", "verdict: where the time goes")
                        .arg(verdictText(why), differenceText(why, c.problem))});
  }
  for (std::size_t i = 0; i < c.snapshot.rejected.size() && i < kRejected; ++i) {
    const plan::Rejected& one = c.snapshot.rejected[i];
    QStringList gpus;
    for (const int pool : poolsOf(one.strategy, c.problem)) gpus << reportGpu(c, pool);
    gpus.removeDuplicates();
    rows.push_back({unknownText(), names[ranked + static_cast<qsizetype>(i)], gpus.join(u" + "_s),
                    unknownText(),
                    ReportText::tr("not possible: %1").arg(violationText(one.violation, c.problem))});
  }
  if (rows.empty()) return;
  page.heading(ReportText::tr("Why not another"), false, 260.0);  // with its first rows
  if (leadsBesideStrategies(c)) page.paragraph(ofStrategiesText());
  page.table(
      ReportText::tr("The next of the ranking and the nearest of those that are not possible, each with what "
                     "keeps it from the first place."),
      {{u"#"_s, 0.4},
       {ReportText::tr("Strategy"), 2.8},
       {ReportText::tr("GPUs"), 1.75},
       {ReportText::tr("Δ step"), 0.85, true},
       {ReportText::tr("Why not first"), 4.2}},
      rows);
}

}  // namespace astrolabe::ui
