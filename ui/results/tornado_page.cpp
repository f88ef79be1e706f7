#include "ui/results/tornado_page.h"

#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <algorithm>
#include <cmath>

#include "ui/controls/flow_row.h"
#include "ui/controls/number_box.h"
#include "ui/results/named_plot.h"
#include "ui/results/plot_bars.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kTornadoRow = 24, kTornadoAxis = 46, kUsualChange = 10, kLargestChange = 50;
constexpr double kNoWidth = 1e-4;  ///< of the figure: an end that is not told apart from the middle

}  // namespace

void TornadoPage::setUpBoxes(const Names& names, const QStringList& metrics) {
  setUp(names, [&](QWidget* bar, FlowRow* row) {
    m_metric = new QComboBox(bar);
    m_metric->setObjectName(names.name + u".metric"_s);
    m_metric->setAccessibleName(tr("Figure"));
    m_metric->setMinimumWidth(scaled(168));
    m_metric->addItems(metrics);
    row->addWidget(m_metric);
    auto* each = new QLabel(tr("change each value by"), bar);
    row->addWidget(each);
    m_change = new WholeBox(bar);
    m_change->setObjectName(names.name + u".change"_s);
    m_change->setAccessibleName(tr("Change of every value in per cent"));
    m_change->setRange(1, kLargestChange);
    m_change->setValue(kUsualChange);
    m_change->setPrefix(u"± "_s);
    m_change->setSuffix(u"\u202F%"_s);
    m_change->setMinimumWidth(scaled(84));
    row->addWidget(m_change);
    each->setBuddy(m_change);
  });
  connect(m_metric, &QComboBox::activated, this, [this] { ask(); });
  connect(m_change, &QSpinBox::valueChanged, this, [this] { ask(); });
}

double TornadoPage::change() const { return m_change->value() / 100.0; }

void TornadoPage::draw(const Theme& theme) {
  m_plot->clearPlottables();
  m_plot->clearItems();
  m_plot->applyTheme(theme, fontScale());
  m_plot->hideLegend();
  m_plot->setItems({});
  m_drawnOld = isOld();
  m_plot->setAccessibleDescription(m_drawnOld ? tr("Older than the current question") : QString());
  if (!hasFigure()) return m_plot->replot();
  const Tornado shown = tornado();
  double least = shown.base, most = shown.base;
  std::vector<NamedPlot::Item> items;
  for (int row = 0; row < static_cast<int>(shown.rows.size()); ++row) {
    const TornadoRow& of = shown.rows[static_cast<std::size_t>(row)];
    double left = shown.base, right = shown.base;
    for (const TornadoEnd* end : {&of.low, &of.high}) {
      left = std::min(left, end->figure.value_or(shown.base));
      right = std::max(right, end->figure.value_or(shown.base));
    }
    drawRow(shown, row, theme);
    items.push_back({of.told, QRectF(QPointF(left, row - kHalfBar), QPointF(right, row + kHalfBar)), false});
    least = std::min(least, left);
    most = std::max(most, right);
  }
  auto* middle = new QCPItemStraightLine(m_plot);
  middle->setPen(QPen(theme.text, 1));
  middle->point1->setCoords(shown.base, 0);
  middle->point2->setCoords(shown.base, 1);
  drawAxes(shown, least, most);
  m_plot->setItems(std::move(items));
  m_plot->replot();
}

/// Values stand at the ends of bars; ends that fall on the middle are said by the table.
void TornadoPage::drawRow(const Tornado& shown, int row, const Theme& theme) {
  const TornadoRow& of = shown.rows[static_cast<std::size_t>(row)];
  for (const TornadoEnd* end : {&of.low, &of.high}) {
    if (!end->figure) {
      if (!end->none.isEmpty())
        addBarText(*m_plot, shown.base, row, end->none, theme.limit, end == &of.high, false);
      continue;
    }
    const double figure = *end->figure;
    if (std::fabs(figure - shown.base) <= kNoWidth * std::fabs(shown.base)) continue;
    const bool better = shown.moreIsBetter == (figure > shown.base);
    addBar(*m_plot, shown.base, figure, row,
           theme.part(better ? cost::Part::compute_forward : cost::Part::tensor_parallel), theme, m_drawnOld);
    if (!end->at.isEmpty())
      addBarText(*m_plot, figure, row, end->at, theme.text2, figure > shown.base, false);
  }
}

void TornadoPage::drawAxes(const Tornado& shown, double least, double most) {
  QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText), places(new QCPAxisTickerText);
  const auto rows = static_cast<int>(shown.rows.size());
  for (int row = 0; row < rows; ++row) names->addTick(row, shown.rows[static_cast<std::size_t>(row)].name);
  m_plot->yAxis->setTicker(names);
  m_plot->yAxis->setTickPen(Qt::NoPen);  // a tick without length is still a dot
  m_plot->yAxis->grid()->setVisible(false);
  m_plot->yAxis->setRange(-0.6, rows - 0.4);
  m_plot->yAxis->setRangeReversed(true);
  const double room = std::max(most - least, 1e-3 * std::fabs(shown.base));
  m_plot->xAxis->setRange(least - 0.25 * room, most + 0.25 * room);
  constexpr int kTicks = 5;
  if (most > least)
    for (int i = 0; i < kTicks; ++i) {
      const double x = least + (most - least) * i / (kTicks - 1);
      places->addTick(x, shown.number(x));
    }
  else
    places->addTick(shown.base, shown.number(shown.base));
  m_plot->xAxis->setTicker(places);
  setAxisTitles(*m_plot, shown.axis);
  m_plot->setMinimumHeight(scaled(kTornadoRow * rows + kTornadoAxis));
}

}  // namespace astrolabe::ui
