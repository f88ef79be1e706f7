#include "ui/results/sensitivity_view.h"

#include <QSignalBlocker>
#include <QTableWidget>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/engine.h"
#include "ui/controls/flow_row.h"
#include "ui/controls/number_box.h"
#include "ui/render/marks.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/sensitivity_words.h"
#include "ui/results/named_plot.h"
#include "ui/results/plot_bars.h"
#include "ui/results/why_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

using plan::Metric;
using plan::Swing;

/// Swings that move the first strategy alike, by their places in the answer.
using Alike = std::vector<const Swing*>;
std::vector<Alike> grouped(const plan::Sensitivity& found) {
  const auto same = [&](const std::optional<double>& a, const std::optional<double>& b) {
    return a.has_value() == b.has_value() && (!a || std::fabs(*a - *b) <= 1e-6 * std::fabs(found.base));
  };
  std::vector<Alike> groups;
  for (const Swing& swing : found.swings) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const Alike& each) {
      return same(each.front()->low, swing.low) && same(each.front()->high, swing.high);
    });
    if (group == groups.end())
      groups.push_back({&swing});
    else
      group->push_back(&swing);
  }
  return groups;
}

constexpr int kBarRow = 24, kBarAxis = 46, kUsualChange = 10, kLargestChange = 50;

}  // namespace

SensitivityView::SensitivityView(StrategySelection& selection, QWidget* parent)
    : PlotPage(parent), m_selection(selection) {
  setUp({.name = u"sensitivityView"_s,
         .title = tr("Sensitivity"),
         .plot = tr("Effect of each value on #1"),
         .side = tr("Values at which another strategy is better"),
         .scroll = tr("Sensitivity plot")},
        [this](QWidget* bar, FlowRow* row) { addBoxes(bar, row); });
  connect(m_metric, &QComboBox::activated, this, &SensitivityView::ask);
  connect(m_change, &QSpinBox::valueChanged, this, &SensitivityView::ask);
  connect(m_stop, &QPushButton::clicked, this, &SensitivityView::stop);
  connect(&m_selection, &StrategySelection::changed, this, &SensitivityView::follow);
  follow();
}

/// The metric, and by how much each value changes.
void SensitivityView::addBoxes(QWidget* bar, FlowRow* row) {
  m_metric = new QComboBox(bar);
  m_metric->setObjectName(u"sensitivityView.metric"_s);
  m_metric->setAccessibleName(tr("Metric"));
  m_metric->setMinimumWidth(scaled(168));
  m_metric->addItems({tr("%1 of #1", "$/1T tokens").arg(moneyPerTokens()), tr("Tokens/s of #1")});
  row->addWidget(m_metric);
  auto* each = new QLabel(tr("change each value by"), bar);
  row->addWidget(each);
  m_change = new WholeBox(bar);
  m_change->setObjectName(u"sensitivityView.change"_s);
  m_change->setAccessibleName(tr("Change of every value in per cent"));
  m_change->setRange(1, kLargestChange);
  m_change->setValue(kUsualChange);
  m_change->setPrefix(u"± "_s);
  m_change->setSuffix(u"\u202F%"_s);
  m_change->setMinimumWidth(scaled(84));
  row->addWidget(m_change);
  each->setBuddy(m_change);
}

void SensitivityView::stop() {
  m_latest.cancel();
  m_stop->hide();
  showAsked();
  m_state->setText(tr("Stopped"));
  draw(currentTheme());
  showPage();
}

QString SensitivityView::workingText() const { return tr("Calculating how each value changes #1…"); }

QString SensitivityView::nothingText() const { return tr("No strategy to show yet."); }

/// The boxes say what the bars show, whatever was asked for and not worked out.
void SensitivityView::showAsked() {
  if (!m_answer) return;
  const plan::Sensitivity& found = m_answer->found;
  const QSignalBlocker quiet(m_change);
  const int change = static_cast<int>(std::lround(found.change * 100.0));
  if (m_change->value() != change) m_change->setValue(change);  // else a refused text stays as it was typed
  m_metric->setCurrentIndex(found.metric == Metric::tokens_per_second ? 1 : 0);
}

/// The bars are of another question than the one in force, or of other boxes.
bool SensitivityView::isOld() const {
  if (!m_answer) return false;
  const plan::SnapshotPtr now = m_selection.snapshot();
  return m_stale || m_latest.isWorking() || !now || now->revision != m_answer->snapshot->revision;
}

/// Only finished answers are moved about: a running search would be asked for nothing. Until it ends, bars
/// of the question before are marked.
void SensitivityView::follow() {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  if (m_answer && isOld() != m_drawnOld) draw(currentTheme());
  if (m_answer && snapshot && snapshot->status == plan::Status::searching &&
      snapshot->revision != m_answer->snapshot->revision) {
    const bool working = m_latest.isWorking();
    m_latest.cancel();  // what is worked out is of the question before
    m_stop->hide();
    m_state->setText(tr("From the previous search, until this one ends"));
    if (working) {
      showAsked();
      draw(currentTheme());
    }
  }
  if (snapshot == m_asked && (m_answer || m_latest.isWorking())) return;
  if (snapshot && snapshot->status == plan::Status::searching) return;
  ask();
}

void SensitivityView::ask() {
  m_dirty = !isVisible();
  if (m_dirty) return;  // behind another tab: asked when it is looked at
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  m_asked = snapshot;
  if (!snapshot || !snapshot->problem || snapshot->best.empty()) {
    m_latest.cancel();
    showAnswer(nullptr);
    return;
  }
  const bool priced = snapshot->best.front().money.usd_per_trillion_tokens.has_value();
  if (!priced) m_metric->setCurrentIndex(1);
  m_metric->setEnabled(priced);
  m_state->setText(tr("Calculating…"));
  m_stop->show();
  const Metric metric =
      m_metric->currentIndex() == 0 ? Metric::usd_per_trillion_tokens : Metric::tokens_per_second;
  m_latest.ask(
      [snapshot, metric, change = m_change->value() / 100.0](const Latest::Turn& turn) {
        return SensitivityAnswer{snapshot, sensitivity(*snapshot, metric, change, turn.stop())};
      },
      [this](SensitivityAnswer answer) {
        showAnswer(std::make_shared<const SensitivityAnswer>(std::move(answer)));
      });
  showPage();
  if (m_answer) draw(currentTheme());  // bars of other boxes are marked at once
}

void SensitivityView::showAnswer(const SensitivityAnswerPtr& answer) {
  const bool first = (m_answer == nullptr) != (answer == nullptr);
  m_answer = answer;
  m_stop->hide();
  m_state->clear();
  showAsked();
  setWords(answer ? sensitivitySentences(answer->found, *answer->snapshot->problem) : QStringList());
  fillCells();
  draw(currentTheme());
  showPage();
  if (first) emit looksChanged();
}

void SensitivityView::draw(const Theme& theme) {
  m_plot->clearPlottables();
  m_plot->clearItems();
  m_plot->applyTheme(theme, fontScale());
  m_plot->hideLegend();
  m_drawnOld = isOld();
  m_plot->setAccessibleDescription(m_drawnOld ? tr("Older than the current question") : QString());
  std::vector<NamedPlot::Item> items;
  if (m_answer) {
    const plan::Sensitivity& found = m_answer->found;
    const strategy::Problem& problem = *m_answer->snapshot->problem;
    const bool more = found.metric == Metric::tokens_per_second;
    QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
    double least = found.base, most = found.base;
    int row = 0;
    for (const Alike& group : grouped(found)) {
      const Swing& swing = *group.front();
      const bool moves = swing.low != found.base || swing.high != found.base;
      const int others = static_cast<int>(group.size()) - 1;
      ticks->addTick(row, !moves && others > 0 ? tr("%n value(s) without effect", nullptr, others + 1)
                          : others > 0
                              ? tr("%1 + %n more", nullptr, others).arg(leverName(swing.lever, problem))
                              : leverName(swing.lever, problem));
      for (const auto& [value, at] :
           {std::pair(swing.low, swing.low_value), std::pair(swing.high, swing.high_value)}) {
        if (!value) continue;
        const bool better = more ? *value > found.base : *value < found.base;
        addBar(*m_plot, found.base, *value, row,
               theme.part(better ? cost::Part::compute_forward : cost::Part::tensor_parallel), theme,
               m_drawnOld);
        least = std::min(least, *value);
        most = std::max(most, *value);
        // The value stands at its end of the bar; ends that fall on the middle are said by the table.
        if (others == 0 && std::fabs(*value - found.base) > 1e-4 * std::fabs(found.base))
          addBarText(*m_plot, *value, row, leverText(swing.lever, at), theme.text2, *value > found.base,
                     false);
      }
      QStringList told;
      for (const Swing* each : group)
        told << tr("%1: %2 at %3, %4 at %5")
                    .arg(leverName(each->lever, problem), metricText(found.metric, each->low),
                         leverText(each->lever, each->low_value), metricText(found.metric, each->high),
                         leverText(each->lever, each->high_value));
      items.push_back({told.join(u'\n'),
                       QRectF(QPointF(swing.low.value_or(found.base), row - kHalfBar),
                              QPointF(swing.high.value_or(found.base), row + kHalfBar))
                           .normalized(),
                       false});
      ++row;
    }
    auto* middle = new QCPItemStraightLine(m_plot);
    middle->setPen(QPen(theme.text, 1));
    middle->point1->setCoords(found.base, 0);
    middle->point2->setCoords(found.base, 1);
    m_plot->yAxis->setTicker(ticks);
    m_plot->yAxis->setTickPen(Qt::NoPen);  // a tick without length is still a dot
    m_plot->yAxis->grid()->setVisible(false);
    m_plot->yAxis->setRange(-0.6, row - 0.4);
    m_plot->yAxis->setRangeReversed(true);
    const double room = std::max(most - least, 1e-3 * std::fabs(found.base));
    m_plot->xAxis->setRange(least - 0.25 * room, most + 0.25 * room);
    setAxisTitles(*m_plot, more ? tr("tokens/s") : moneyPerTokens());
    QSharedPointer<QCPAxisTickerText> places(new QCPAxisTickerText);
    constexpr int kTicks = 5;
    for (int i = 0; i < kTicks; ++i) {
      const double x = least + (most - least) * i / (kTicks - 1);
      places->addTick(x, metricText(found.metric, x));
    }
    m_plot->xAxis->setTicker(places);
    m_plot->setMinimumHeight(scaled(kBarRow * row + kBarAxis));
  }
  m_plot->setItems(std::move(items));
  m_plot->replot();
}

void SensitivityView::fillCells() {
  PlotTable table;
  table.columns = sensitivityColumns();
  if (m_answer)
    for (const Swing& swing : m_answer->found.swings) {
      table.rows << leverName(swing.lever, *m_answer->snapshot->problem);
      table.cells << sensitivityCells(m_answer->found, swing);
    }
  fillTable(*m_cells, table);
}

}  // namespace astrolabe::ui
