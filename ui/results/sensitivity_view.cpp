#include "ui/results/sensitivity_view.h"

#include <QHeaderView>
#include <QScrollArea>
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
#include "ui/results/sides_page.h"
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
    : QWidget(parent), m_selection(selection) {
  setObjectName(u"sensitivityView"_s);
  setAccessibleName(tr("Sensitivity"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* page = new SidesPage(this);
  column->addWidget(page);
  page->setHead(head());
  m_stack = new QStackedWidget(this);
  auto* scroll = new QScrollArea(m_stack);
  scroll->setObjectName(u"sensitivityView.scroll"_s);
  scroll->setAccessibleName(tr("Sensitivity plot"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  m_plot = new NamedPlot(scroll);
  m_plot->setObjectName(u"sensitivityView.plot"_s);
  m_plot->setAccessibleName(tr("Effect of each value on #1"));
  m_plot->setFocusPolicy(Qt::StrongFocus);
  scroll->setWidget(m_plot);
  m_cells = new QTableWidget(m_stack);
  m_cells->setObjectName(u"sensitivityView.table"_s);
  m_cells->setAccessibleName(tr("Effect of each value on #1"));
  m_cells->setFrameShape(QFrame::NoFrame);
  m_cells->setShowGrid(false);
  m_cells->verticalHeader()->setDefaultSectionSize(scaled(26));
  m_stack->addWidget(scroll);
  m_stack->addWidget(m_cells);
  m_nothing = new QLabel(m_stack);
  m_nothing->setObjectName(u"sensitivityView.nothing"_s);
  m_nothing->setAlignment(Qt::AlignCenter);
  m_nothing->setWordWrap(true);
  m_stack->addWidget(m_nothing);
  auto* side = m_side = new QScrollArea(this);
  side->setObjectName(u"sensitivityView.side"_s);
  side->setAccessibleName(tr("Values at which another strategy is better"));
  side->setFrameShape(QFrame::NoFrame);
  side->setWidgetResizable(true);
  m_words = new QLabel(side);
  m_words->setObjectName(u"sensitivityView.words"_s);
  m_words->setWordWrap(true);
  m_words->setAlignment(Qt::AlignTop | Qt::AlignLeading);
  m_words->setMargin(scaled(8));
  m_words->setTextFormat(Qt::PlainText);
  m_words->setAutoFillBackground(true);
  m_words->setBackgroundRole(QPalette::Base);
  m_words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  side->setWidget(m_words);
  page->setSides(m_stack, side, {.first = 3, .second = 2, .before = 12, .between = 12});
  connect(&m_selection, &StrategySelection::changed, this, &SensitivityView::follow);
  follow();
}

QWidget* SensitivityView::head() {
  auto* bar = new QWidget(this);
  auto* row = new FlowRow(bar);
  row->setContentsMargins(scaled(12), scaled(6), scaled(12), scaled(4));
  row->setSpacing(scaled(8));
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
  m_state = new QLabel(bar);
  m_state->setObjectName(u"sensitivityView.state"_s);
  m_state->setFont(ui::font(TextRole::Caption));
  m_state->setWordWrap(true);
  row->addWidget(m_state);
  m_stop = new QPushButton(tr("Stop"), bar);
  m_stop->setObjectName(u"sensitivityView.stop"_s);
  m_stop->hide();
  row->addWidget(m_stop);
  row->addStretch();
  connect(m_metric, &QComboBox::activated, this, &SensitivityView::ask);
  connect(m_change, &QSpinBox::valueChanged, this, &SensitivityView::ask);
  connect(m_stop, &QPushButton::clicked, this, [this] {
    m_latest.cancel();
    m_stop->hide();
    showAsked();
    m_state->setText(tr("Stopped"));
    draw(currentTheme());
    showPage();
  });
  return bar;
}

void SensitivityView::setStale(bool stale) {
  if (m_stale == stale) return;
  m_stale = stale;
  if (m_answer) draw(currentTheme());
}

void SensitivityView::setShowTable(bool table) {
  if (m_table == table) return;
  m_table = table;
  showPage();
  emit looksChanged();
}

/// Plot or table, or in their place what is waited for.
void SensitivityView::showPage() {
  m_side->setVisible(m_answer != nullptr);
  m_stack->setCurrentIndex(!m_answer ? 2 : m_table ? 1 : 0);
  m_nothing->setText(m_latest.isWorking()        ? tr("Calculating how each value changes #1…")
                     : m_state->text().isEmpty() ? tr("No strategy to show yet.")
                                                 : m_state->text());
}

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
  m_words->setText(answer ? sensitivitySentences(answer->found, *answer->snapshot->problem).join(u"\n\n"_s)
                          : QString());
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

void SensitivityView::paintFigure(QPaintDevice& device, const QSize& size) {
  draw(Theme::make(ThemeKind::Light));
  m_plot->paintOn(device, QRect(QPoint(), size));
  draw(currentTheme());
}

void SensitivityView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_dirty) ask();
}

void SensitivityView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (m_plot && (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange))
    draw(currentTheme());
}

}  // namespace astrolabe::ui
