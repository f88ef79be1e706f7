#include "ui/results/accuracy_summary.h"

#include <QEvent>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <algorithm>
#include <span>
#include <utility>

#include "ui/render/marks.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kMark = 10.0;  ///< side of a type's mark

std::span<const calibration::ValidatedRow* const> spanOf(const ValidatedRows& rows) {
  return {rows.constData(), static_cast<std::size_t>(rows.size())};
}

}  // namespace

calibration::ErrorSummary summaryOf(const ValidatedRows& rows) {
  return calibration::summarise(spanOf(rows));
}

AccuracyTypes::AccuracyTypes(const calibration::Validation& validation) {
  std::map<std::string, int> counts;
  for (const calibration::ValidatedRow& row : validation.predicted) counts[row.gpu] += row.time ? 1 : 0;
  *this = AccuracyTypes(counts);
}

AccuracyTypes::AccuracyTypes(const std::map<std::string, int>& counts) {
  std::vector<std::pair<int, std::string>> order;
  order.reserve(counts.size());
  for (const auto& [gpu, count] : counts) order.emplace_back(-count, gpu);
  std::sort(order.begin(), order.end());
  for (const auto& [count, gpu] : order) m_places.emplace(gpu, static_cast<int>(m_places.size()));
}

int AccuracyTypes::place(const std::string& gpu) const {
  const auto found = m_places.find(gpu);
  return found == m_places.end() ? 0 : found->second;
}

std::vector<std::string> AccuracyTypes::of(const ValidatedRows& rows) const {
  std::vector<std::string> types;
  for (const auto& [gpu, summary] : calibration::by(spanOf(rows), &calibration::ValidatedRow::gpu))
    types.push_back(gpu);
  std::sort(types.begin(), types.end(),
            [this](const std::string& a, const std::string& b) { return place(a) < place(b); });
  return types;
}

QPixmap typeMark(const GpuStyle& style) {
  const double ratio = qGuiApp->devicePixelRatio();
  const double side = scaled(kMark);
  QPixmap pixmap((QSizeF(side, side) * ratio).toSize());
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  drawShape(painter, QRectF(0, 0, side, side), style.shape, style.color);
  return pixmap;
}

void AccuracyGroups::setRows(const ValidatedRows& rows, const AccuracyTypes& types) {
  const auto groups = calibration::by(spanOf(rows), &calibration::ValidatedRow::gpu);
  std::vector<QStringList> lines;
  m_places.clear();
  for (const std::string& gpu : types.of(rows)) {
    const calibration::ErrorSummary& errors = groups.at(gpu);
    lines.push_back({QString::fromStdString(gpu), wholeText(errors.rows), percentText(errors.median_abs),
                     percentText(errors.p90_abs), signedPercentText(errors.bias),
                     percentText(errors.band_coverage, 0)});
    m_places.push_back(types.place(gpu));
  }
  setTable({{tr("GPU type")},
            {tr("Runs"), true},
            {tr("Median"), true},
            {tr("9 of 10"), true},
            {tr("Typical"), true},
            {tr("In 80 % band"), true}},
           std::move(lines));
}

QVariant AccuracyGroups::data(const QModelIndex& index, int role) const {
  if (role == Qt::DecorationRole && index.isValid() && index.column() == 0)
    return typeMark(currentTheme().gpu(m_places[static_cast<std::size_t>(index.row())]));
  return TextTable::data(index, role);
}

AccuracyFigures::AccuracyFigures(QWidget* parent) : QWidget(parent) {
  setObjectName(u"accuracyFigures"_s);
  const struct {
    Figure figure;
    const char* name;
    QString caption, meaning;
  } figures[] = {
      {Rows, "rows", tr("Runs"), tr("Rows that the filters show, of all rows of this quantity")},
      {Median, "median", tr("Median error"), tr("Half of the predictions are within this error")},
      {NineOfTen, "p90", tr("9 of 10 within"), tr("Nine in ten predictions are within this error")},
      {Bias, "bias", tr("Typical error"),
       tr("The middle error with its sign: above zero is predicted too high")},
      {Band, "band", tr("In 80 % band"), tr("Share of the runs that were measured inside their 80 % band")}};
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(scaled(16));
  grid->setVerticalSpacing(0);
  const int columns = largeText() ? 3 : static_cast<int>(FigureCount);
  for (const auto& [figure, name, caption, meaning] : figures) {
    QLabel*& above = m_captions[figure];
    QLabel*& value = m_values[figure];
    above = new QLabel(caption, this);
    value = new QLabel(unknownText(), this);
    value->setObjectName(u"accuracyFigures."_s + QLatin1StringView(name));
    value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    above->setToolTip(meaning);
    value->setToolTip(meaning);
    grid->addWidget(above, figure / columns * 2, figure % columns);
    grid->addWidget(value, figure / columns * 2 + 1, figure % columns);
  }
  grid->setColumnStretch(columns, 1);
  dress();
}

void AccuracyFigures::setRows(const ValidatedRows& rows, int all) {
  const calibration::ErrorSummary errors = summaryOf(rows);
  const bool some = errors.rows > 0;
  const QString shown = wholeText(errors.rows);
  const auto set = [this](Figure figure, const QString& text) {
    m_values[figure]->setText(text);
    m_values[figure]->setAccessibleName(m_captions[figure]->text() + u": "_s + text);
  };
  set(Rows, errors.rows == all ? shown : tr("%1 of %2").arg(shown, wholeText(all)));
  set(Median, some ? percentText(errors.median_abs) : unknownText());
  set(NineOfTen, some ? percentText(errors.p90_abs) : unknownText());
  set(Bias, some ? signedPercentText(errors.bias) : unknownText());
  set(Band, some ? percentText(errors.band_coverage, 0) : unknownText());
}

void AccuracyFigures::dress() {
  QPalette quiet = palette();
  quiet.setColor(QPalette::WindowText, currentTheme().text3);
  for (QLabel* caption : m_captions) {
    caption->setFont(ui::font(TextRole::Caption));
    caption->setPalette(quiet);
  }
  for (QLabel* value : m_values) value->setFont(ui::font(TextRole::Figure));
}

void AccuracyFigures::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && m_values.back() != nullptr) dress();
}

}  // namespace astrolabe::ui
