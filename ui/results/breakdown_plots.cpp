// The plots of the breakdown and the tables beside them.

#include <QLabel>
#include <QTableWidget>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/render/breakdown_painter.h"
#include "ui/render/cause_words.h"
#include "ui/render/cost_words.h"
#include "ui/render/marks.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/results/breakdown_view.h"
#include "ui/results/named_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// Bars whose entry in the legend is a square, whatever height the line of its words has.
class PartBars : public QCPBars {
 public:
  using QCPBars::QCPBars;

 protected:
  void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override {
    QRectF square(0.0, 0.0, rect.width(), rect.width());
    square.moveCenter(rect.center());
    QCPBars::drawLegendIcon(painter, square);
  }
};

/// Bars upon bars at the same places of a plot.
struct BarStack {
  QCustomPlot& plot;
  const QVector<double>& keys;
  const Theme& theme;
  bool stale = false;
  bool horizontal = true;
  QCPBars* top = nullptr;

  void add(const Share& share, const QVector<double>& values) {
    auto* bars = horizontal ? new PartBars(plot.yAxis, plot.xAxis) : new PartBars(plot.xAxis, plot.yAxis);
    bars->setAntialiased(false);
    bars->setStackingGap(1);
    bars->setPen(Qt::NoPen);
    bars->setBrush(partBrush(share.style(), theme, stale ? 0.72 : 1.0));
    bars->setName(share.name);
    bars->setData(keys, values);
    bars->setWidthType(QCPBars::wtPlotCoords);
    bars->setWidth(0.62);
    if (top != nullptr) bars->moveAbove(top);
    top = bars;
  }
};

void fillTable(QTableWidget& table, const QStringList& columns, const QStringList& rows,
               const QList<QStringList>& cells) {
  table.clear();
  table.setColumnCount(static_cast<int>(columns.size()));
  table.setRowCount(static_cast<int>(rows.size()));
  table.setHorizontalHeaderLabels(columns);
  table.setVerticalHeaderLabels(rows);
  for (int r = 0; r < rows.size(); ++r)
    for (int c = 0; c < columns.size(); ++c) {
      auto* item = new QTableWidgetItem(cells[r][c]);
      item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
      table.setItem(r, c, item);
    }
  table.resizeColumnsToContents();
}

}  // namespace

void BreakdownView::labelBars(NamedPlot& plot, const std::vector<Bar>& shown, const std::vector<double>& ends,
                              const QStringList& texts) const {
  const Theme& theme = look();
  QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
  std::vector<NamedPlot::Item> items;
  double most = 0.0;
  int widest = 0;
  const QFont letters = ui::font(TextRole::Caption);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto row = static_cast<double>(i);
    most = std::max(most, ends[i]);
    widest = std::max(widest, QFontMetrics(letters).horizontalAdvance(texts[static_cast<qsizetype>(i)]));
    ticks->addTick(row, (shown[i].selected ? u"▸ "_s : QString()) + shown[i].label);
    auto* label = new QCPItemText(&plot);
    label->position->setCoords(ends[i], row);
    label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    label->setPadding(QMargins(scaled(4), 0, 0, 0));
    label->setText(texts[static_cast<qsizetype>(i)]);
    label->setFont(letters);
    label->setClipToAxisRect(false);
    label->setColor(shown[i].best ? theme.best : theme.text2);
    items.push_back({u"%1: %2"_s.arg(shown[i].label, texts[static_cast<qsizetype>(i)]),
                     QRectF(0.0, row - 0.31, ends[i], 0.62), shown[i].selected});
  }
  plot.setItems(std::move(items));
  plot.yAxis->setTicker(ticks);
  plot.yAxis->setTickLength(0);
  plot.yAxis->grid()->setVisible(false);
  plot.yAxis->setRange(-0.6, static_cast<double>(shown.size()) - 0.4);
  plot.yAxis->setRangeReversed(true);
  plot.xAxis->setRange(0, most * 1.02);
  // The texts at the ends of the bars stand beside the axes, so that large letters have their room, too.
  QMargins beside = plot.axisRect()->minimumMargins();
  beside.setRight(widest + scaled(8));
  plot.axisRect()->setMinimumMargins(beside);
  plot.keepLines(static_cast<int>(shown.size()) + 1);
}

/// Words in place of a plot, and no rows.
void BreakdownView::drawNothing(const Panel& panel, const QString& why) {
  fillTable(*panel.table, {}, {}, {});
  panel.plot->axisRect()->setMinimumMargins({});
  auto* words = new QCPItemText(panel.plot);
  words->position->setType(QCPItemPosition::ptAxisRectRatio);
  words->position->setCoords(0.5, 0.5);
  words->setText(why);
  words->setColor(look().text2);
  words->setFont(ui::font(TextRole::Body));
}

void BreakdownView::drawTime(const plan::Snapshot& snapshot) {
  const Theme& theme = look();
  NamedPlot& plot = *m_time.plot;
  const std::vector<Bar> shown = bars(snapshot);
  QVector<double> keys;
  QStringList names, totals, texts;
  std::vector<double> ends;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const double step = shown[i].evaluation->step.value;
    keys << static_cast<double>(i);
    names << shown[i].label;
    ends.push_back(step);
    texts << durationText(step);
    totals << QLocale().toString(step, 'f', 3);
  }
  BarStack stack{plot, keys, theme, m_stale};
  QStringList parts;
  QList<QStringList> cells;
  for (int k = 0; k < cost::kParts; ++k) {
    const auto part = static_cast<cost::Part>(k);
    QVector<double> values;
    QStringList row;
    double sum = 0.0;
    for (const Bar& bar : shown) {
      values << bar.evaluation->time[part];
      sum += values.last();
      row << QLocale().toString(values.last(), 'f', 3);
    }
    parts << partName(part);
    cells << row;
    if (sum <= 0.0) continue;
    const PartStyle& style = theme.part(part);
    stack.add({partName(part), 0.0, style.color, style.ink, style.hatch, style.pattern}, values);
  }
  parts << tr("Sum");
  cells << totals;
  fillTable(*m_time.table, names, parts, cells);
  for (int k = 0; k < cost::kParts; ++k)
    if (QTableWidgetItem* head = m_time.table->verticalHeaderItem(k))
      head->setToolTip(partMeaning(static_cast<cost::Part>(k)));
  setAxisTitles(plot, tr("seconds a step"));
  labelBars(plot, shown, ends, texts);
}

namespace {

QString inGib(Bytes bytes) { return QLocale().toString(in_gib(bytes), 'f', 1); }

/// What a bar of a stage's memory says.
QString stageText(const cost::StageMemory& memory, std::size_t stage, const QString& gpu) {
  const QString text = BreakdownView::tr("Stage %1 · %2: %3 of %4", "number, GPU type, memory, its limit")
                           .arg(stage + 1)
                           .arg(gpu, gibText(memory.total.value), gibText(memory.limit.value));
  if (memory.host <= Bytes{}) return text;
  const QString host = gibText(memory.host.value);
  return std::isfinite(memory.host_limit.value) ? BreakdownView::tr("%1; %2 of %3 in host memory")
                                                      .arg(text, host, gibText(memory.host_limit.value))
                                                : BreakdownView::tr("%1; %2 in host memory").arg(text, host);
}

/// The GPUs of the stages: their names in the plot, and what each of them holds.
struct StageGpus {
  QStringList types;
  QVector<Bytes> capacities;
};

StageGpus stageGpus(const std::vector<cost::StageMemory>& stages, const std::vector<hardware::Pool>& pools) {
  StageGpus gpus;
  for (const cost::StageMemory& stage : stages) {
    const auto pool = static_cast<std::size_t>(stage.pool);
    const bool known = pool < pools.size();  // a plan with more pools may have no results yet
    gpus.types << (known ? shortGpuName(pools[pool].gpu) : unknownText());
    gpus.capacities << (known ? pools[pool].gpu.memory.value_or(stage.limit) : stage.limit);
  }
  return gpus;
}

/// The stages below their bars, and what each bar says; their names for the table.
QStringList nameStages(NamedPlot& plot, const std::vector<cost::StageMemory>& stages,
                       const QStringList& types) {
  std::vector<NamedPlot::Item> items;
  QStringList names;
  QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
  const std::size_t every = stages.size() > 16 ? 4 : stages.size() > 8 ? 2 : 1;
  const bool twoLines = stages.size() > 4;  // side by side only where there is room
  for (std::size_t j = 0; j < stages.size(); ++j) {
    const auto at = static_cast<double>(j);
    const QString& type = types[static_cast<qsizetype>(j)];
    const QString stage = BreakdownView::tr("S%1", "stage").arg(j + 1);
    names << BreakdownView::tr("%1 · %2", "stage and GPU type").arg(stage, type);
    items.push_back(
        {stageText(stages[j], j, type), QRectF(at - 0.31, 0.0, 0.62, in_gib(stages[j].total)), false});
    if (j % every == 0) ticks->addTick(at, twoLines ? stage + u'\n' + type : names.last());
  }
  plot.setItems(std::move(items));
  plot.xAxis->setTicker(ticks);
  plot.xAxis->setTickLength(0);
  plot.xAxis->grid()->setVisible(false);
  plot.xAxis->setRange(-0.6, static_cast<double>(stages.size()) - 0.4);
  setAxisTitles(plot, BreakdownView::tr("stage; dashed line: memory limit"), BreakdownView::tr("GiB"),
                twoLines ? 2 : 1);
  return names;
}

/// Dashed, over the bar of each stage: what the headroom leaves.
void drawLimits(QCustomPlot& plot, const std::vector<cost::StageMemory>& stages, const QColor& colour) {
  for (std::size_t j = 0; j < stages.size(); ++j) {
    auto* line = new QCPItemLine(&plot);
    line->setPen(QPen(colour, 1.5, Qt::DashLine));
    line->start->setCoords(static_cast<double>(j) - 0.42, in_gib(stages[j].limit));
    line->end->setCoords(static_cast<double>(j) + 0.42, in_gib(stages[j].limit));
  }
}

/// The rows behind the parts: what a GPU holds and may, and what lies in host memory, if anything does.
void addLimitRows(const std::vector<cost::StageMemory>& stages, const QVector<Bytes>& capacities,
                  QStringList& parts, QList<QStringList>& cells) {
  QStringList limits, wholes, hosts, shares;
  for (const Bytes capacity : capacities) wholes << inGib(capacity);
  for (const cost::StageMemory& stage : stages) {
    limits << inGib(stage.limit);
    hosts << inGib(stage.host);
    shares << (std::isfinite(stage.host_limit.value) ? inGib(stage.host_limit) : unknownText());
  }
  parts << BreakdownView::tr("Memory of the GPU") << BreakdownView::tr("Limit");
  cells << wholes << limits;
  if (std::none_of(stages.begin(), stages.end(), [](const auto& each) { return each.host > Bytes{}; }))
    return;
  parts << BreakdownView::tr("In host memory") << BreakdownView::tr("Limit there");
  cells << hosts << shares;
}

}  // namespace

void BreakdownView::drawMemory(const plan::Snapshot& snapshot, const planning::Option& detail) {
  const Theme& theme = look();
  NamedPlot& plot = *m_memory.plot;
  const std::vector<cost::StageMemory>& stages = detail.evaluation.memory;
  if (stages.empty()) return;
  const StageGpus gpus = stageGpus(stages, snapshot.problem->cluster.pools);
  const QStringList names = nameStages(plot, stages, gpus.types);
  QVector<double> keys;
  QStringList totals;
  double most = 0.0;
  for (std::size_t j = 0; j < stages.size(); ++j) {
    keys << static_cast<double>(j);
    totals << inGib(stages[j].total);
    most = std::max({most, in_gib(stages[j].total), in_gib(gpus.capacities[static_cast<qsizetype>(j)])});
  }
  BarStack stack{plot, keys, theme, m_stale};
  stack.horizontal = false;
  QStringList parts;
  QList<QStringList> cells;
  const std::size_t used = memoryShares(stages.front(), theme).size();
  const std::vector<Share> first = gpuMemoryShares(stages.front(), gpus.capacities.front(), theme);
  for (std::size_t k = 0; k < first.size(); ++k) {
    QVector<double> values;
    QStringList row;
    for (std::size_t j = 0; j < stages.size(); ++j) {
      const Bytes capacity = gpus.capacities[static_cast<qsizetype>(j)];
      values << gpuMemoryShares(stages[j], capacity, theme)[k].value / kGib;
      row << QLocale().toString(values.last(), 'f', 1);
    }
    stack.add(first[k], values);
    if (k == used) {
      parts << tr("Sum");
      cells << totals;
    }
    parts << first[k].name;
    cells << row;
  }
  drawLimits(plot, stages, theme.limit);
  addLimitRows(stages, gpus.capacities, parts, cells);
  fillTable(*m_memory.table, names, parts, cells);
  plot.yAxis->setRange(0, most * 1.1);
  m_memory.title->setText(tr("Memory per GPU by stage, %1").arg(m_selection.label()));
}

void BreakdownView::drawMoney(const plan::Snapshot& snapshot) {
  const Theme& theme = look();
  NamedPlot& plot = *m_money.plot;
  const std::vector<Bar> shown = bars(snapshot);
  const QString unpriced = unpricedTexts(*snapshot.problem).join(u'\n');
  m_money.title->setToolTip(unpriced);
  m_money.table->setAccessibleDescription(unpriced);
  if (std::any_of(shown.begin(), shown.end(), [](const Bar& bar) {
        return !bar.evaluation->money.usd_per_trillion_tokens || !bar.evaluation->money.usd_per_hour;
      })) {
    drawNothing(m_money, tr("No price for every GPU type used."));
    plot.legend->setVisible(false);
    return;
  }
  std::vector<MoneyPart> parts = moneyParts(theme);
  if (snapshot.problem->job.cost.basis == hardware::CostBasis::rent)
    parts.front().looks.name = tr("Rent of the GPUs used");
  std::erase_if(parts, [&](const MoneyPart& part) {
    return !part.always && std::none_of(shown.begin(), shown.end(), [&](const Bar& bar) {
      return bar.evaluation->money.*part.usd > 0.0;
    });
  });
  const auto count = static_cast<qsizetype>(parts.size());
  QVector<double> keys;
  QList<QVector<double>> values(count);
  std::vector<double> ends;
  QStringList names, texts, rows;
  QList<QStringList> cells(count + 1);
  const auto million = [](double amount) { return QLocale().toString(amount, 'f', 3); };
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const cost::Money& money = shown[i].evaluation->money;
    const double perHour = money.usd_per_hour->value, usd = *money.usd_per_trillion_tokens;
    const double all = shownMoney(usd) / 1e6;
    const double share = perHour > 0.0 ? all / perHour : 0.0;
    keys << static_cast<double>(i);
    names << shown[i].label;
    for (qsizetype k = 0; k < count; ++k) {
      values[k] << money.*parts[static_cast<std::size_t>(k)].usd * share;
      cells[k] << million(values[k].last());
    }
    cells[count] << million(all);
    ends.push_back(all);
    texts << moneyText(usd);
  }
  BarStack stack{plot, keys, theme, m_stale};
  for (qsizetype k = 0; k < count; ++k) {
    const Share& looks = parts[static_cast<std::size_t>(k)].looks;
    rows << looks.name;
    if (std::accumulate(values[k].begin(), values[k].end(), 0.0) > 0.0) stack.add(looks, values[k]);
  }
  const QString& code = currentCurrency().code;
  const QString sum =
      currentCurrency().isDollar() ? tr("Sum") : tr("Sum, million %1", "code of a currency").arg(code);
  fillTable(*m_money.table, names, rows + QStringList{sum}, cells);
  setAxisTitles(plot, tr("million %1", "code of a currency").arg(code));
  labelBars(plot, shown, ends, texts);
}

}  // namespace astrolabe::ui
