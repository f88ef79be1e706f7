// The plots of the breakdown and the tables beside them.

#include <QLabel>
#include <QTableWidget>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/render/breakdown_painter.h"
#include "ui/render/cost_words.h"
#include "ui/render/marks.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/results/breakdown_view.h"
#include "ui/results/named_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// One series of stacked bars; `base` is below it.
QCPBars* addBars(QCustomPlot& plot, bool horizontal, const Share& share, const QVector<double>& keys,
                 const QVector<double>& values, QCPBars* base, const Theme& theme, bool stale) {
  auto* bars = horizontal ? new QCPBars(plot.yAxis, plot.xAxis) : new QCPBars(plot.xAxis, plot.yAxis);
  bars->setAntialiased(false);
  bars->setStackingGap(1);
  bars->setPen(Qt::NoPen);
  bars->setBrush(partBrush(share.style(), theme, stale ? 0.72 : 1.0));
  bars->setName(share.name);
  bars->setData(keys, values);
  bars->setWidthType(QCPBars::wtPlotCoords);
  bars->setWidth(0.62);
  if (base != nullptr) bars->moveAbove(base);
  return bars;
}

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
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto row = static_cast<double>(i);
    most = std::max(most, ends[i]);
    ticks->addTick(row, (shown[i].selected ? u"▸ "_s : QString()) + shown[i].label);
    auto* label = new QCPItemText(&plot);
    label->position->setCoords(ends[i], row);
    label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    label->setPadding(QMargins(scaled(4), 0, 0, 0));
    label->setText(texts[static_cast<qsizetype>(i)]);
    label->setFont(ui::font(TextRole::Caption));
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
  plot.xAxis->setRange(0, most * 1.18);
}

/// Words in place of a plot, and no rows.
void BreakdownView::drawNothing(const Panel& panel, const QString& why) {
  fillTable(*panel.table, {}, {}, {});
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
  QCPBars* base = nullptr;
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
    base = addBars(plot, true, {partName(part), 0.0, style.color, style.ink, style.hatch, style.pattern},
                   keys, values, base, theme, m_stale);
  }
  parts << tr("Sum");
  cells << totals;
  fillTable(*m_time.table, names, parts, cells);
  setAxisTitles(plot, tr("seconds a step"));
  labelBars(plot, shown, ends, texts);
}

namespace {

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

}  // namespace

void BreakdownView::drawMemory(const plan::Snapshot& snapshot, const Detail& detail) {
  const Theme& theme = look();
  NamedPlot& plot = *m_memory.plot;
  const auto& stages = detail.evaluation.memory;
  if (stages.empty()) return;
  std::vector<NamedPlot::Item> items;
  QVector<double> keys;
  QStringList names;
  QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
  double most = 0.0;
  QVector<Bytes> capacities;
  const std::vector<hardware::Pool>& pools = snapshot.problem->cluster.pools;
  const std::size_t every = stages.size() > 16 ? 4 : stages.size() > 8 ? 2 : 1;
  const bool twoLines = stages.size() > 4;  // side by side only where there is room
  for (std::size_t j = 0; j < stages.size(); ++j) {
    const auto pool = static_cast<std::size_t>(stages[j].pool);
    const bool known = pool < pools.size();  // a plan with more pools may have no results yet
    const QString type = known ? shortGpuName(pools[pool].gpu) : unknownText();
    const QString stage = tr("S%1", "stage").arg(j + 1);
    capacities << (known ? pools[pool].gpu.memory.value_or(stages[j].limit) : stages[j].limit);
    keys << static_cast<double>(j);
    names << tr("%1 · %2", "stage and GPU type").arg(stage, type);
    items.push_back({stageText(stages[j], j, type),
                     QRectF(static_cast<double>(j) - 0.31, 0.0, 0.62, in_gib(stages[j].total)), false});
    if (j % every == 0)
      ticks->addTick(static_cast<double>(j), twoLines ? stage + u'\n' + type : names.last());
    most = std::max({most, in_gib(stages[j].total), in_gib(capacities.last())});
  }
  QCPBars* base = nullptr;
  QStringList parts;
  QList<QStringList> cells;
  const std::size_t used = memoryShares(stages.front(), theme).size();
  const std::vector<Share> first = gpuMemoryShares(stages.front(), capacities.front(), theme);
  QStringList totals, limits, wholes;
  for (const cost::StageMemory& stage : stages) totals << QLocale().toString(in_gib(stage.total), 'f', 1);
  for (std::size_t k = 0; k < first.size(); ++k) {
    QVector<double> values;
    QStringList row;
    for (std::size_t j = 0; j < stages.size(); ++j) {
      const Bytes capacity = capacities[static_cast<qsizetype>(j)];
      values << gpuMemoryShares(stages[j], capacity, theme)[k].value / kGib;
      row << QLocale().toString(values.last(), 'f', 1);
    }
    base = addBars(plot, false, first[k], keys, values, base, theme, m_stale);
    if (k == used) {
      parts << tr("Sum");
      cells << totals;
    }
    parts << first[k].name;
    cells << row;
  }
  for (std::size_t j = 0; j < stages.size(); ++j) {
    wholes << QLocale().toString(in_gib(capacities[static_cast<qsizetype>(j)]), 'f', 1);
    limits << QLocale().toString(in_gib(stages[j].limit), 'f', 1);
    auto* line = new QCPItemLine(&plot);
    line->setPen(QPen(theme.limit, 1.5, Qt::DashLine));
    line->start->setCoords(static_cast<double>(j) - 0.42, in_gib(stages[j].limit));
    line->end->setCoords(static_cast<double>(j) + 0.42, in_gib(stages[j].limit));
  }
  parts << tr("Memory of the GPU") << tr("Limit");
  cells << wholes << limits;
  if (std::any_of(stages.begin(), stages.end(), [](const auto& each) { return each.host > Bytes{}; })) {
    QStringList hosts, shares;
    for (const cost::StageMemory& stage : stages) {
      hosts << QLocale().toString(in_gib(stage.host), 'f', 1);
      shares << (std::isfinite(stage.host_limit.value) ? QLocale().toString(in_gib(stage.host_limit), 'f', 1)
                                                       : unknownText());
    }
    parts << tr("In host memory") << tr("Limit there");
    cells << hosts << shares;
  }
  fillTable(*m_memory.table, names, parts, cells);
  plot.setItems(std::move(items));
  plot.xAxis->setTicker(ticks);
  plot.xAxis->setTickLength(0);
  plot.xAxis->grid()->setVisible(false);
  plot.xAxis->setRange(-0.6, static_cast<double>(stages.size()) - 0.4);
  setAxisTitles(plot, tr("stage; dashed: what the headroom leaves"), tr("GiB"), twoLines ? 2 : 1);
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
  QCPBars* base = nullptr;
  for (qsizetype k = 0; k < count; ++k) {
    const Share& looks = parts[static_cast<std::size_t>(k)].looks;
    rows << looks.name;
    if (std::accumulate(values[k].begin(), values[k].end(), 0.0) > 0.0)
      base = addBars(plot, true, looks, keys, values[k], base, theme, m_stale);
  }
  const QString& code = currentCurrency().code;
  const QString sum =
      currentCurrency().isDollar() ? tr("Sum") : tr("Sum, million %1", "code of a currency").arg(code);
  fillTable(*m_money.table, names, rows + QStringList{sum}, cells);
  setAxisTitles(plot, tr("million %1", "code of a currency").arg(code));
  labelBars(plot, shown, ends, texts);
}

}  // namespace astrolabe::ui
