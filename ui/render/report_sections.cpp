#include "ui/render/report_sections.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QSvgRenderer>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/units.h"
#include "ui/render/answer_text.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/cause_words.h"
#include "ui/render/cost_words.h"
#include "ui/render/faces.h"
#include "ui/render/gpu_order.h"
#include "ui/render/kind_words.h"
#include "ui/render/mark_words.h"
#include "ui/render/marks.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/report_cluster.h"
#include "ui/render/report_failures.h"
#include "ui/render/report_lead.h"
#include "ui/render/report_method.h"
#include "ui/render/report_opening.h"
#include "ui/render/report_ownership.h"
#include "ui/render/report_question.h"
#include "ui/render/report_ranking.h"
#include "ui/render/report_replan.h"
#include "ui/render/report_words.h"
#include "ui/render/runtime_words.h"
#include "ui/render/text.h"
#include "ui/render/timeline_painter.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct SectionWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

void inWords(ReportWriter& page, const planning::Option& option, const strategy::Problem& problem) {
  for (const QString& paragraph : kindWords(option).inWords(option, problem)) page.paragraph(paragraph);
}

/// The plan that is recommended in words; where that is none of the strategies the best of these beside it.
void strategies(ReportWriter& page, const ReportContent& c) {
  page.heading(SectionWords::tr("Winner and runners-up"));
  drawRanking(page, c);
  if (leadsBesideStrategies(c)) {
    page.heading(SectionWords::tr("The plan in words"));
    page.paragraph(layoutLine(c.lead.layout));
    inWords(page, c.lead, c.problem);
    if (const QString runs = leadRunsText(c); !runs.isEmpty()) page.paragraph(runs);
    page.heading(SectionWords::tr("The best strategy in words"));
    page.paragraph(SectionWords::tr("#1, %1, stands beside the plan that is recommended.")
                       .arg(reportDegrees(c.winner.evaluation.strategy)));
  } else {
    page.heading(SectionWords::tr("The strategy in words"));
  }
  inWords(page, c.winner, c.problem);
  if (const QString runsOn = runsOnText(c.problem, c.winner.evaluation.strategy); !runsOn.isEmpty())
    page.paragraph(runsOn);
}

/// A step of the plan that is recommended, or of the best strategy where that plan has no timeline.
void timeline(ReportWriter& page, const ReportContent& c) {
  const bool ofLead = !c.lead.timeline.lanes.empty();
  const planning::Option& shown = ofLead ? c.lead : c.winner;
  const bool stages = planning::strategy_of(shown) != nullptr;
  TimelineLook look;
  look.theme = page.theme();
  look.laneHeight = shown.timeline.lanes.size() > 6 ? 24 : 36;
  look.caption = figureLetters();
  look.body = look.caption;
  look.strong = look.caption;
  look.strong.setBold(true);
  const auto index = [&](const std::string& id) { return gpuPlace(page.theme(), c.problem, id); };
  const std::vector<LaneLabel> labels = laneLabels(shown, c.problem, look.theme, index);
  const QString caption =
      stages
          ? SectionWords::tr(
                "Forward and backward blocks of every stage with their micro-batch, transfers below them, "
                "waiting hatched, the critical path outlined; then memory over the same time.")
          : SectionWords::tr(
                "What every part of the recommended plan computes, transfers below it, waiting hatched; then "
                "memory over the same time.");
  const auto lanes = static_cast<int>(shown.timeline.lanes.size());
  const std::vector<std::pair<int, int>> figures = lanesOfFigures(lanes);
  int before = 0;  // lanes that were shown or left out
  for (const auto& [from, to] : figures) {
    cost::Timeline part = shown.timeline;
    part.lanes.assign(shown.timeline.lanes.begin() + from, shown.timeline.lanes.begin() + to);
    const TimelinePainter painter(part, {labels.begin() + from, labels.begin() + to}, look);
    if (from == 0) {
      page.heading(
          stages ? SectionWords::tr("One step, stage by stage") : SectionWords::tr("One step, part by part"),
          false, painter.height() + 40.0);
      if (!ofLead)
        page.paragraph(
            SectionWords::tr("Of #1, the best strategy: the plan that is recommended has no timeline."));
    }
    QString which;
    if (figures.size() > 1)
      which = u' ' + SectionWords::tr("Lanes %1 to %2 of %3.")
                         .arg(QString::number(from + 1), QString::number(to), QString::number(lanes));
    if (from > before)
      which += u' ' + SectionWords::tr("Lanes %1 to %2 are left out here and stand in the window.")
                          .arg(QString::number(before + 1), QString::number(from));
    before = to;
    page.figure(caption + which, painter.height(), [&](QPainter& paint, double width) {
      painter.paint(paint, painter.axis(width, 0.0, shown.timeline.step));
    });
  }
}

}  // namespace

void drawBars(ReportWriter& page, const QString& caption,
              const std::vector<std::pair<QString, std::vector<Share>>>& rows,
              const std::function<QString(double)>& shown) {
  double whole = 0;
  std::vector<Share> legend;
  for (const auto& [label, shares] : rows) {
    double sum = 0;
    for (const Share& share : shares) {
      sum += share.value;
      if (std::none_of(legend.begin(), legend.end(),
                       [&](const Share& known) { return known.name == share.name; }))
        legend.push_back(share);
    }
    whole = std::max(whole, sum);
  }
  constexpr double kBar = 29.0, kGutter = 96.0, kTotal = 84.0, kLine = 18.0;
  const QFont letters = figureLetters();
  // Entries of the legend follow one another like words.
  std::vector<QPointF> places;
  QPointF next;
  for (const Share& share : legend) {
    const double wide = 16.0 + QFontMetricsF(letters).horizontalAdvance(share.name);
    if (next.x() > 0.0 && next.x() + wide > kReportWidth) next = QPointF(0.0, next.y() + kLine);
    places.push_back(next);
    next.rx() += wide + 18.0;
  }
  page.figure(caption, kBar * static_cast<double>(rows.size()) + next.y() + kLine + 8,
              [&](QPainter& painter, double width) {
                const QFont small = figureLetters();
                double y = 0;
                for (const auto& [label, shares] : rows) {
                  double sum = 0;
                  for (const Share& share : shares) sum += share.value;
                  painter.setFont(small);
                  painter.setPen(page.theme().text);
                  painter.drawText(QRectF(0, y, kGutter, 20), Qt::AlignLeft | Qt::AlignVCenter, label);
                  const double room = width - kGutter - kTotal;
                  paintStack(painter, QRectF(kGutter, y, room, 20), shares, whole, page.theme(), shown);
                  painter.setFont(small);
                  painter.setPen(page.theme().text);
                  painter.drawText(QRectF(kGutter + (whole > 0 ? room * sum / whole : 0) + 6, y, kTotal, 20),
                                   Qt::AlignLeft | Qt::AlignVCenter, shown(sum));
                  y += kBar;
                }
                for (std::size_t i = 0; i < legend.size(); ++i) {
                  const double x = places[i].x(), top = y + 4 + places[i].y();
                  paintSwatch(painter, QRectF(x, top + 2, 10, 10), legend[i], page.theme());
                  painter.setFont(small);
                  painter.setPen(page.theme().text2);
                  painter.drawText(QRectF(x + 16, top, kReportWidth, 15), Qt::AlignLeft | Qt::AlignVCenter,
                                   legend[i].name);
                }
              });
}

namespace {

/// Of the fullest GPU of each stage; of another kind than strategies, whose parts are no stages, of each
/// pool.
std::vector<std::pair<QString, std::vector<Share>>> memoryBars(const ReportContent& c, const Theme& theme) {
  const std::vector<cost::StageMemory>& memory = c.lead.evaluation.memory;
  std::vector<std::pair<QString, std::vector<Share>>> bars;
  if (!leadsBesideStrategies(c)) {
    for (std::size_t i = 0; i < memory.size(); ++i)
      bars.emplace_back(SectionWords::tr("Stage %1 · %2").arg(i + 1).arg(reportGpu(c, memory[i].pool)),
                        memoryShares(memory[i], theme));
    return bars;
  }
  for (std::size_t pool = 0; pool < c.problem.cluster.pools.size(); ++pool) {
    const cost::StageMemory* fullest = nullptr;
    for (const cost::StageMemory& one : memory)
      if (one.pool == static_cast<int>(pool) && (fullest == nullptr || one.total > fullest->total))
        fullest = &one;
    if (fullest != nullptr)
      bars.emplace_back(text(c.problem.cluster.pools[pool].id), memoryShares(*fullest, theme));
  }
  return bars;
}

void breakdowns(ReportWriter& page, const ReportContent& c) {
  const cost::Evaluation& best = c.lead.evaluation;
  page.heading(SectionWords::tr("Where time, memory and money go"), false, 130.0);
  const QString sum = SectionWords::tr("Parts of one step. They add up to the step time.");
  drawBars(page,
           best.time[cost::Part::other] > 0.0
               ? sum + u' ' +
                     SectionWords::tr("“%1”: %2", "part of a step, what it is")
                         .arg(partName(cost::Part::other), partMeaning(cost::Part::other))
               : sum,
           {{SectionWords::tr("One step"), timeShares(best, page.theme())}},
           [](double value) { return durationText(value); });
  drawBars(page,
           leadsBesideStrategies(c)
               ? SectionWords::tr(
                     "Memory of the fullest GPU of every pool, with the limit (capacity less headroom).")
               : SectionWords::tr(
                     "Memory of the fullest GPU of every stage, with the limit (capacity less headroom)."),
           memoryBars(c, page.theme()), [](double value) { return gibText(value); });
  const std::vector<Share> money = moneyShares(best, page.theme());
  if (money.empty())
    page.paragraph(
        SectionWords::tr("A GPU that is used has no price, so that no sum of money can be given."));
  else
    drawBars(page, SectionWords::tr("Cost of one hour."), {{SectionWords::tr("One hour"), money}},
             [](double value) { return moneyText(value); });
  for (const QString& none : unpricedTexts(c.problem)) page.paragraph(none);
}

/// More columns than a page has room for go into further tables, each with the first column.
void tables(ReportWriter& page, const ReportAddition& added) {
  constexpr std::size_t kMost = 8;
  std::size_t next = 0;
  while (next < added.columns.size()) {
    const bool more = next > 0;
    std::vector<TableColumn> columns;
    if (more) columns.push_back(added.columns.front());
    const std::size_t first = next;
    next = std::min(added.columns.size(), first + kMost - columns.size());
    columns.insert(columns.end(), added.columns.begin() + static_cast<std::ptrdiff_t>(first),
                   added.columns.begin() + static_cast<std::ptrdiff_t>(next));
    std::vector<QStringList> rows;
    for (const QStringList& row : added.rows)
      rows.push_back((more ? row.mid(0, 1) : QStringList()) +
                     row.mid(static_cast<qsizetype>(first), static_cast<qsizetype>(next - first)));
    page.table(added.tableWords, columns, rows);
  }
}

}  // namespace

void drawAddition(ReportWriter& page, const ReportAddition& added) {
  page.heading(added.heading);
  page.paragraph(added.paragraph);
  if (!added.drawing.isEmpty()) {
    QSvgRenderer drawing(added.drawing);
    const QSizeF box = drawing.viewBoxF().size();
    // What compares options is as wide as the text; a page of the window stays small.
    const double high = added.place == ReportAddition::Place::Options
                            ? box.height() * kReportWidth / box.width()
                            : std::min(260.0, box.height());
    page.figure(added.drawingWords, high, [&](QPainter& painter, double width) {
      const QSizeF size = box.scaled(width, high, Qt::KeepAspectRatio);
      if (!added.draw) return drawing.render(&painter, QRectF(QPointF(), size));
      painter.scale(size.width() / box.width(), size.height() / box.height());
      added.draw(painter);
    });
  }
  if (!added.rows.empty()) tables(page, added);
}

namespace {

void additions(ReportWriter& page, const ReportContent& content, ReportAddition::Place place) {
  for (const ReportAddition& added : content.options.additions)
    if (added.place == place) drawAddition(page, added);
}

}  // namespace

void drawSections(ReportWriter& page, const ReportContent& content) {
  const auto part = [&](ReportPart wanted) {
    switch (wanted) {
      case ReportPart::cover:
        return page.cover(reportCover(content));
      case ReportPart::summary:
        drawOpening(page, content);
        return drawRemarks(page, content);
      case ReportPart::question:
        return drawQuestion(page, content);
      case ReportPart::cluster:
        return drawCluster(page, content);
      case ReportPart::options:
        return additions(page, content, ReportAddition::Place::Options);
      case ReportPart::strategies:
        return strategies(page, content);
      case ReportPart::why:
        return drawWhy(page, content);
      case ReportPart::tradeoff:
        return drawTradeoff(page, content);
      case ReportPart::why_not:
        return drawWhyNot(page, content);
      case ReportPart::breakdown:
        return breakdowns(page, content);
      case ReportPart::timeline:
        return timeline(page, content);
      case ReportPart::sensitivity:
        return drawSensitivity(page, content);
      case ReportPart::failures:
        drawFailures(page, content);
        drawReplan(page, content);
        return drawOwnership(page, content);
      case ReportPart::assumptions:
        return drawAssumptions(page, content);
      case ReportPart::method:
        return drawMethod(page, content);
      case ReportPart::appendix:
        return additions(page, content, ReportAddition::Place::Appendix);
      case ReportPart::constants:
        return drawConstants(page, content);
    }
  };
  const ReportSettings& settings = content.options.settings;
  page.setGpuOrder(content.options.gpuOrder);
  // A cover has the logo; without one it stands in front of everything.
  if (!settings.logo.isEmpty() && !settings.has(ReportPart::cover)) page.logo(settings.logo);
  if (!settings.has(ReportPart::summary)) drawRemarks(page, content);
  for (const ReportPart wanted : settings.parts) part(wanted);
}

}  // namespace astrolabe::ui
