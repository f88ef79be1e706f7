#include "ui/results/why_plot.h"

#include <QCoreApplication>
#include <QTableWidget>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ui/render/breakdown_painter.h"
#include "ui/render/cause_words.h"
#include "ui/render/numbers.h"
#include "ui/results/named_plot.h"
#include "ui/results/plot_bars.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct PlotWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WhyPlot)
};

constexpr double kSmallestShare = 1e-3;  ///< of the best step: smaller parts are drawn together
constexpr std::size_t kMostStages = 16;

QString secondsText(double seconds) {
  return (seconds < 0 ? u"−"_s : u"+"_s) + durationText(std::fabs(seconds));
}

void addLine(NamedPlot& plot, double x, double from, double to, const QPen& pen) {
  auto* line = new QCPItemLine(&plot);
  line->start->setCoords(x, from);
  line->end->setCoords(x, to);
  line->setPen(pen);
}

void addDot(NamedPlot& plot, double x, double row, const QColor& color) {
  auto* graph = plot.addGraph();
  graph->setLineStyle(QCPGraph::lsNone);
  graph->setScatterStyle(markerOf(Shape::Circle, color, {}, scaled(11)));
  graph->addData(x, row);
}

void nameRows(NamedPlot& plot, const QStringList& names) {
  QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
  for (int row = 0; row < names.size(); ++row) ticks->addTick(row, names[row]);
  plot.yAxis->setTicker(ticks);
  plot.yAxis->setTickLength(0);
  plot.yAxis->grid()->setVisible(false);
  plot.yAxis->setRange(-0.6, static_cast<double>(names.size()) - 0.4);
  plot.yAxis->setRangeReversed(true);
  plot.hideLegend();
}

/// The numbers below the rows, which tell their own; left out where only so all rows are in sight.
void nameAxis(NamedPlot& plot, qsizetype rows, const RowRoom& room, const QString& title) {
  const bool shown = rows <= room.aboveAxis || rows > room.alone;
  plot.xAxis->setTickLabels(shown);
  plot.xAxis->setTicks(shown);
  plot.xAxis->grid()->setVisible(shown);
  setAxisTitles(plot, shown ? title : QString());
}

/// What is drawn as one row: a part, or all that are too small to see.
struct Step {
  QString name, told;
  double seconds = 0.0;
};

/// At most so many.
std::vector<Step> stepsOf(const plan::Why& why, const strategy::Problem& problem, std::size_t most) {
  std::vector<Step> steps;
  double rest = 0.0;
  const double least = kSmallestShare * why.best->step.value;
  for (const plan::PartDifference& part : why.differences)
    if (std::fabs(part.difference()) >= least)
      steps.push_back(
          {partName(part.part), differenceSentence(part, problem, *why.given, *why.best), part.difference()});
    else
      rest += part.difference();
  const auto isTold = [&] { return std::fabs(rest) > 1e-9 * why.best->step.value; };
  while (steps.size() > 1 && steps.size() + (isTold() ? 1 : 0) > most) {
    const auto smallest = std::min_element(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
      return std::fabs(a.seconds) < std::fabs(b.seconds);
    });
    rest += smallest->seconds;
    steps.erase(smallest);
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.seconds > b.seconds; });
  if (isTold())
    steps.push_back({PlotWords::tr("all others"),
                     PlotWords::tr("%1: %2").arg(PlotWords::tr("all others"), secondsText(rest)), rest});
  return steps;
}

}  // namespace

void fillTable(QTableWidget& table, const PlotTable& content) {
  table.clear();
  table.setColumnCount(static_cast<int>(content.columns.size()));
  table.setRowCount(static_cast<int>(content.rows.size()));
  table.setHorizontalHeaderLabels(content.columns);
  table.setVerticalHeaderLabels(content.rows);
  for (int r = 0; r < content.rows.size(); ++r)
    for (int c = 0; c < content.columns.size(); ++c) {
      auto* item = new QTableWidgetItem(content.cells[r][c]);
      item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
      table.setItem(r, c, item);
    }
  table.resizeColumnsToContents();
}

int drawDifference(NamedPlot& plot, const plan::Why& why, const strategy::Problem& problem,
                   const QString& best, const QString& given, const Theme& theme, bool stale,
                   const RowRoom& room) {
  constexpr int kEnds = 2, kLeastSteps = 4;
  const double start = why.best->step.value, end = why.given->step.value;
  const std::vector<Step> steps =
      stepsOf(why, problem, static_cast<std::size_t>(std::max(room.alone - kEnds, kLeastSteps)));
  QStringList names{best};
  std::vector<NamedPlot::Item> items{{PlotWords::tr("%1: %2").arg(best, durationText(start)),
                                      QRectF(start, -kHalfBar, 0, 2 * kHalfBar), false}};
  double at = start, least = std::min(start, end), most = std::max(start, end);
  addDot(plot, start, 0, theme.best);
  addBarText(plot, start, 0, durationText(start), theme.best, true);
  const QPen hair(theme.text3, 1);
  for (const Step& step : steps) {
    const double row = static_cast<double>(names.size()), next = at + step.seconds;
    addLine(plot, at, row - 1, row, hair);
    addBar(plot, at, next, row,
           theme.part(step.seconds > 0 ? cost::Part::tensor_parallel : cost::Part::compute_forward), theme,
           stale);
    addBarText(plot, std::max(at, next), row, secondsText(step.seconds), theme.text, true);
    items.push_back({step.told,
                     QRectF(std::min(at, next), row - kHalfBar, std::fabs(step.seconds), 2 * kHalfBar),
                     false});
    names << step.name;
    at = next;
    least = std::min(least, at);
    most = std::max(most, at);
  }
  const double last = static_cast<double>(names.size());
  addLine(plot, at, last - 1, last, hair);
  addDot(plot, end, last, theme.text2);
  addBarText(plot, end, last, durationText(end), theme.text, true);
  names << given;
  items.push_back({PlotWords::tr("%1: %2").arg(given, durationText(end)),
                   QRectF(end, last - kHalfBar, 0, 2 * kHalfBar), true});
  nameRows(plot, names);
  plot.setItems(std::move(items));
  const double wide = std::max(most - least, 1e-3 * most);
  plot.xAxis->setRange(std::max(0.0, least - 0.08 * wide), most + 0.22 * wide);
  nameAxis(plot, names.size(), room, PlotWords::tr("seconds a step"));
  return static_cast<int>(names.size());
}

PlotTable differenceTable(const plan::Why& why, const strategy::Problem& problem, const QString& best,
                          const QString& given) {
  PlotTable table;
  table.columns = {best, given, PlotWords::tr("Difference"), PlotWords::tr("Cause")};
  const auto row = [&](const QString& name, double from, double to, const QString& cause) {
    table.rows << name;
    table.cells << QStringList{
        QLocale().toString(from, 'f', 4), QLocale().toString(to, 'f', 4),
        (to < from ? u"−"_s : u"+"_s) + QLocale().toString(std::fabs(to - from), 'f', 4), cause};
  };
  for (const plan::PartDifference& part : why.differences)
    row(partName(part.part), part.best_seconds, part.given_seconds,
        causeText(part, problem, *why.given, *why.best));
  row(PlotWords::tr("Sum"), why.best->step.value, why.given->step.value, {});
  return table;
}

namespace {

QString memoryText(const cost::StageMemory& memory) {
  const QString over = gibText(memory.over().value);
  if (memory.over_in_host())
    return PlotWords::tr("in host memory %1 of %2, %3 over")
        .arg(gibText(memory.host.value), gibText(memory.host_limit.value), over);
  const QString total = gibText(memory.total.value), limit = gibText(memory.limit.value);
  return memory.fits() ? PlotWords::tr("%1 of %2").arg(total, limit)
                       : PlotWords::tr("%1 of %2, %3 over").arg(total, limit, over);
}

}  // namespace

int drawMemory(NamedPlot& plot, const plan::Why& why, const Theme& theme, bool stale, const RowRoom& room) {
  const auto& memory = why.given->memory;
  std::vector<std::size_t> stages(memory.size());
  std::iota(stages.begin(), stages.end(), std::size_t{0});
  if (stages.size() > kMostStages) {
    std::stable_sort(stages.begin(), stages.end(),
                     [&](std::size_t a, std::size_t b) { return memory[a].over() > memory[b].over(); });
    stages.resize(kMostStages);
    std::sort(stages.begin(), stages.end());
  }
  QStringList names;
  std::vector<NamedPlot::Item> items;
  double most = 0.0;
  for (const std::size_t stage : stages) {
    const double row = static_cast<double>(names.size());
    const double total = in_gib(memory[stage].total), limit = in_gib(memory[stage].limit);
    names << PlotWords::tr("S%1", "stage").arg(stage + 1);
    double from = 0.0;
    for (const Share& share : memoryShares(memory[stage], theme)) {
      addBar(plot, from, from + share.value / kGib, row, share.style(), theme, stale);
      from += share.value / kGib;
    }
    addLine(plot, limit, row - 0.45, row + 0.45, QPen(theme.limit, 2));
    const QString text = memoryText(memory[stage]);
    addBarText(plot, std::max(total, limit), row, text, memory[stage].fits() ? theme.text2 : theme.error,
               true);
    items.push_back({PlotWords::tr("Stage %1: %2").arg(stage + 1).arg(text),
                     QRectF(0.0, row - kHalfBar, total, 2 * kHalfBar),
                     static_cast<int>(stage) == why.violation.stage});
    most = std::max({most, total, limit});
  }
  nameRows(plot, names);
  plot.setItems(std::move(items));
  plot.xAxis->setRange(0.0, most * 1.45);
  nameAxis(plot, names.size(), room, PlotWords::tr("GiB; line: memory limit (capacity less headroom)"));
  return static_cast<int>(names.size());
}

PlotTable memoryTable(const plan::Why& why, const Theme& theme) {
  PlotTable table;
  const auto gib = [](double bytes) { return QLocale().toString(bytes / kGib, 'f', 2); };
  const auto& memory = why.given->memory;
  const bool host = std::any_of(memory.begin(), memory.end(),
                                [](const cost::StageMemory& each) { return each.host > Bytes{}; });
  for (std::size_t stage = 0; stage < memory.size(); ++stage) {
    const std::vector<Share> shares = memoryShares(memory[stage], theme);
    QStringList cells;
    for (const Share& share : shares) {
      if (stage == 0) table.columns << share.name;
      cells << gib(share.value);
    }
    if (stage == 0) table.columns << PlotWords::tr("Sum") << PlotWords::tr("Limit") << PlotWords::tr("Over");
    cells << gib(memory[stage].total.value) << gib(memory[stage].limit.value)
          << gib(std::max(0.0, memory[stage].total.value - memory[stage].limit.value));
    if (host) {
      if (stage == 0) table.columns << PlotWords::tr("In host memory") << PlotWords::tr("Limit there");
      cells << gib(memory[stage].host.value)
            << (std::isfinite(memory[stage].host_limit.value) ? gib(memory[stage].host_limit.value)
                                                              : unknownText());
    }
    table.rows << PlotWords::tr("S%1", "stage").arg(stage + 1);
    table.cells << cells;
  }
  return table;
}

}  // namespace astrolabe::ui
