#include "ui/compare/compare_bars.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/render/faces.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

constexpr double kBar = 16.0, kBarGap = 4.0, kAxisHigh = 20.0, kTick = 4.0, kNameWide = 48.0;
constexpr double kStale = 0.72;  ///< of the colour, where results are stale
constexpr double kPercent = 100.0;
constexpr int kPercentDecimals = 3;  ///< shares of thousands of devices are small

bool named(const ComparedCell& cell) { return !cell.bars.empty() && !cell.bars.front().name.isEmpty(); }

double heightOf(const ComparedCell& cell, double unit) {
  return static_cast<double>(std::max<std::size_t>(1, cell.bars.size())) * (kBar + kBarGap) * unit;
}

/// What is shown for one of the unit that a row counts in: money is counted in dollars, per cent as shares.
double shownUnit(const char* unit) {
  const QLatin1StringView name(unit);
  return name == "$"_L1 ? shownMoney(1.0) : name == "%"_L1 ? kPercent : 1.0;
}

/// Bars from the top of `rect` on; `shown`: of a value, `unit`: pixels of a measure.
void paintBars(QPainter& painter, const QRectF& rect, const ComparedCell& cell, const BarAxis& axis,
               double shown, const Theme& theme, double unit) {
  double y = rect.top();
  for (const ComparedBar& bar : cell.bars) {
    const QRectF line(rect.left(), y, rect.width() * bar.total() / axis.end, kBar * unit);
    paintStack(painter, line, bar.shares, bar.total(), theme,
               [shown](double value) { return significantText(value * shown); });
    if (bar.limit > 0.0) {
      const double x = rect.left() + rect.width() * bar.limit / axis.end;
      painter.setPen(QPen(theme.limit, 1.5, Qt::DashLine));
      painter.drawLine(QPointF(x, y - 1.0), QPointF(x, y + kBar * unit + 1.0));
    }
    y += (kBar + kBarGap) * unit;
  }
}

/// The last mark of an axis carries its unit.
QString markText(const QString& number, const char* unit) {
  const QLatin1StringView name(unit);
  if (name == "s"_L1) return CompareBars::tr("%1 s", "seconds").arg(number);
  if (name == "%"_L1) return CompareBars::tr("%1 %", "per cent").arg(number);
  return name == "$"_L1 ? CompareBars::tr("%1 %2/h", "number, sign of a currency").arg(number, currencySign())
                        : CompareBars::tr("%1 GiB").arg(number);
}

/// Round marks as they are shown.
BarAxis axisOf(double most, const char* unit) {
  const double shown = shownUnit(unit);
  const BarAxis axis = barAxis(most * shown);
  return {axis.step / shown, axis.end / shown};
}

void paintAxis(QPainter& painter, const QRectF& rect, const BarAxis& axis, const char* unitName,
               const Theme& theme, double unit) {
  const QFontMetricsF metrics(painter.font(), painter.device());
  for (double mark = 0.0; mark <= axis.end * 1.0001; mark += axis.step) {
    const double x = rect.left() + rect.width() * mark / axis.end;
    painter.setPen(theme.plotAxis);
    painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.top() + kTick * unit));
    const bool last = mark + axis.step > axis.end * 1.0001;
    const QString number =
        mark == 0.0 ? QLocale().toString(0) : significantText(mark * shownUnit(unitName), 2);
    const QString text = last ? markText(number, unitName) : number;
    const double wide = metrics.horizontalAdvance(text) + 2.0;
    const double left = last ? x - wide : mark == 0.0 ? x : x - wide / 2.0;
    painter.setPen(theme.text2);
    painter.drawText(QRectF(left, rect.top() + kTick * unit, wide, rect.height() - kTick * unit),
                     (last          ? Qt::AlignRight
                      : mark == 0.0 ? Qt::AlignLeft
                                    : Qt::AlignHCenter) |
                         Qt::AlignTop,
                     text);
  }
}

/// The parts of all cells, each once.
std::vector<Share> partsOf(const ComparedRow& row) {
  std::vector<Share> parts;
  for (const ComparedCell& cell : row.cells)
    for (const ComparedBar& bar : cell.bars)
      for (const Share& share : bar.shares)
        if (share.value > 0.0 && std::none_of(parts.begin(), parts.end(),
                                              [&](const Share& known) { return known.name == share.name; }))
          parts.push_back(share);
  return parts;
}

bool limited(const ComparedRow& row) {
  for (const ComparedCell& cell : row.cells)
    for (const ComparedBar& bar : cell.bars)
      if (bar.limit > 0.0) return true;
  return false;
}

/// Lays the parts out in lines from the painter's origin, and paints them where there is one; how high they
/// are.
double layLegend(QPainter* painter, const QFontMetricsF& metrics, double width,
                 const std::vector<Share>& parts, bool limit, const Theme& theme, double unit) {
  const double line = 18.0 * unit, swatch = 10.0 * unit, near = 5.0 * unit, gap = 14.0 * unit;
  double x = 0.0, y = 0.0;
  const auto place = [&](const QString& name, const auto& sign) {
    const double wide = swatch + near + metrics.horizontalAdvance(name);
    if (x > 0.0 && x + wide > width) {
      x = 0.0;
      y += line;
    }
    if (painter != nullptr) {
      sign(QRectF(x, y + (line - swatch) / 2.0, swatch, swatch));
      painter->setPen(theme.text2);
      painter->drawText(QRectF(x + swatch + near, y, wide, line), Qt::AlignLeft | Qt::AlignVCenter, name);
    }
    x += wide + gap;
  };
  for (const Share& part : parts)
    place(part.name, [&](const QRectF& box) { paintSwatch(*painter, box, part, theme); });
  if (limit)
    place(CompareLegend::tr("limit"), [&](const QRectF& box) {
      painter->setPen(QPen(theme.limit, 1.5, Qt::DashLine));
      painter->drawLine(QPointF(box.center().x(), box.top()), QPointF(box.center().x(), box.bottom()));
    });
  return y + line;
}

}  // namespace

QString barText(double value, const char* unit) {
  const QLatin1StringView name(unit);
  if (name == "s"_L1) return durationText(value);
  if (name == "$"_L1) return CompareBars::tr("%1/h").arg(moneyText(value));
  if (name == "%"_L1) return percentText(value, kPercentDecimals);
  return gibText(value * kGib);
}

BarAxis barAxis(double most) {
  constexpr double kMarks = 5.0;
  const double power = std::pow(10.0, std::floor(std::log10(most / kMarks)));
  double step = 10.0 * power;
  for (const double times : {1.0, 2.0, 5.0})
    if (times * power * kMarks >= most) {
      step = times * power;
      break;
    }
  return {step, step * std::ceil(most / step * (1.0 - 1e-9))};
}

CompareBars::CompareBars(const ComparedRow& row, const ComparedCell& cell, bool stale, QWidget* parent)
    : QWidget(parent), m_cell(cell), m_axis(axisOf(row.most, row.unit)), m_unit(row.unit), m_stale(stale) {
  QStringList words;
  for (const ComparedBar& bar : m_cell.bars) {
    if (!bar.name.isEmpty()) words << bar.name;
    for (const Share& share : bar.shares) words << share.name + u' ' + barText(share.value, m_unit);
    if (bar.limit > 0.0) words << tr("limit %1").arg(barText(bar.limit, m_unit));
  }
  setAccessibleName(sectionName(*row.section) + u": "_s + words.join(u", "_s));
  setToolTip(words.join(u'\n'));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize CompareBars::sizeHint() const {
  return {scaled(200), static_cast<int>(std::ceil(heightOf(m_cell, fontScale()))) + scaled(kAxisHigh)};
}

void CompareBars::paintEvent(QPaintEvent*) {
  if (m_cell.bars.empty()) return;
  QPainter painter(this);
  painter.setLayoutDirection(Qt::LeftToRight);  // time and amounts run from the left in every language
  painter.setFont(ui::font(TextRole::Caption));
  const Theme& theme = currentTheme();
  const double unit = fontScale();
  const double left = named(m_cell) ? kNameWide * unit : 0.0;
  const QRectF bars(left, 0.0, width() - left - 1.0, heightOf(m_cell, unit));
  if (named(m_cell)) {
    painter.setPen(theme.text2);
    for (std::size_t i = 0; i < m_cell.bars.size(); ++i)
      painter.drawText(QRectF(0.0, static_cast<double>(i) * (kBar + kBarGap) * unit, left - 4.0, kBar * unit),
                       Qt::AlignLeft | Qt::AlignVCenter,
                       painter.fontMetrics().elidedText(m_cell.bars[i].name, Qt::ElideRight,
                                                        static_cast<int>(left - 4.0)));
  }
  if (m_stale) painter.setOpacity(kStale);
  paintBars(painter, bars, m_cell, m_axis, shownUnit(m_unit), theme, unit);
  painter.setOpacity(1.0);
  paintAxis(painter, QRectF(bars.left(), bars.bottom(), bars.width(), kAxisHigh * unit), m_axis, m_unit,
            theme, unit);
}

CompareLegend::CompareLegend(const ComparedRow& row, QWidget* parent)
    : QWidget(parent), m_parts(partsOf(row)), m_limit(limited(row)) {
  QStringList names;
  for (const Share& part : m_parts) names << part.name;
  if (m_limit) names << tr("limit");
  setAccessibleName(tr("Parts: %1").arg(names.join(u", "_s)));
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

int CompareLegend::lay(QPainter* painter, int width) const {
  return static_cast<int>(layLegend(painter, QFontMetricsF(ui::font(TextRole::Caption)), width, m_parts,
                                    m_limit, currentTheme(), fontScale()));
}

int CompareLegend::heightForWidth(int width) const { return lay(nullptr, width); }
QSize CompareLegend::minimumSizeHint() const { return {scaled(200), scaled(18)}; }
QSize CompareLegend::sizeHint() const { return {scaled(600), heightForWidth(scaled(600))}; }

void CompareLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setLayoutDirection(Qt::LeftToRight);
  painter.setFont(ui::font(TextRole::Caption));
  lay(&painter, width());
}

Figure comparisonFigure(const Comparison& comparison) {
  constexpr double kWide = 640.0, kTitle = 20.0, kUnderLegend = 3.0, kBetween = 8.0, kLabel = 150.0;
  std::vector<ComparedRow> rows;
  for (const ComparedRow& row : comparison.rows)
    if (row.most > 0.0) rows.push_back(row);
  if (rows.empty()) return {};
  const QFont small = figureLetters();
  QFont strong = small;
  strong.setBold(true);
  double high = 0.0;
  for (const ComparedRow& row : rows) {
    high += kTitle + kUnderLegend + kAxisHigh + kBetween +
            layLegend(nullptr, QFontMetricsF(small), kWide, partsOf(row), limited(row), currentTheme(), 1.0);
    for (const ComparedCell& cell : row.cells) high += heightOf(cell, 1.0);
  }
  const auto draw = [rows, columns = comparison.columns, small, strong](QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = Theme::make(ThemeKind::Light);
    const QFontMetricsF metrics(small);
    for (const ComparedRow& row : rows) {
      painter.setFont(strong);
      painter.setPen(theme.text);
      painter.drawText(QRectF(0, 0, kWide, kTitle), Qt::AlignLeft | Qt::AlignVCenter,
                       sectionName(*row.section));
      painter.translate(0.0, kTitle);
      painter.setFont(small);
      painter.translate(
          0.0, layLegend(&painter, metrics, kWide, partsOf(row), limited(row), theme, 1.0) + kUnderLegend);
      const BarAxis axis = axisOf(row.most, row.unit);
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const ComparedCell& cell = row.cells[i];
        const ComparedColumn& column = columns[i];
        painter.setPen(theme.text);
        // One bar carries the scenario's name, several the letter and their GPU types.
        const bool types = named(cell);
        const QString head = types ? column.letter : column.label();
        painter.drawText(QRectF(0, 0, kLabel - 8, kBar), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(head, Qt::ElideMiddle, kLabel - 8));
        const double indent = metrics.horizontalAdvance(u"WW"_s);
        for (std::size_t bar = 0; types && bar < cell.bars.size(); ++bar)
          painter.drawText(
              QRectF(indent, static_cast<double>(bar) * (kBar + kBarGap), kLabel - 8 - indent, kBar),
              Qt::AlignLeft | Qt::AlignVCenter,
              metrics.elidedText(cell.bars[bar].name, Qt::ElideRight, kLabel - 8 - indent));
        const double tall = heightOf(cell, 1.0);
        if (cell.stale) painter.setOpacity(kStale);
        paintBars(painter, QRectF(kLabel, 0, kWide - kLabel - 2, tall), cell, axis, shownUnit(row.unit),
                  theme, 1.0);
        painter.setOpacity(1.0);
        painter.translate(0.0, tall);
      }
      paintAxis(painter, QRectF(kLabel, 0, kWide - kLabel - 2, kAxisHigh), axis, row.unit, theme, 1.0);
      painter.translate(0.0, kAxisHigh + kBetween);
    }
  };
  const auto paint = [draw](QPaintDevice& device) {
    QPainter painter(&device);
    draw(painter);
  };
  return {CompareBars::tr("The options compared"),
          QSize(static_cast<int>(kWide), static_cast<int>(std::ceil(high))), paint, draw};
}

}  // namespace astrolabe::ui
