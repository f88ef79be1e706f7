#include "ui/results/sweep_window.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/render/money.h"
#include "ui/render/window_size.h"
#include "ui/results/named_plot.h"
#include "ui/results/shown_table.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kSweepSortRole = Qt::UserRole + 1;
constexpr std::size_t kMostNamedPoints = 2000;  ///< for the ear
constexpr std::size_t kMostSeriesNamed = 24;    ///< in the legend
constexpr double kSweepMargin = 0.06;           ///< of the range, around the points
constexpr int kMostSweepTicks = 10;             ///< at the very numbers that were swept
constexpr double kLeastTickGap = 1.0 / 12.0;    ///< of the range, between two of them

/// Takes out what stands nearer than `gap` behind the one before it: their words would run into each other.
void keepApart(QMap<double, QString>& ticks, double gap) {
  double last = -std::numeric_limits<double>::infinity();
  for (auto tick = ticks.begin(); tick != ticks.end();) {
    if (tick.key() - last < gap) {
      tick = ticks.erase(tick);
    } else {
      last = tick.key();
      ++tick;
    }
  }
}

}  // namespace

SweepWindow::SweepWindow(SweepResults results, const QString& file, QWidget* parent)
    : QDialog(parent),
      m_results(std::move(results)),
      m_model(new QStandardItemModel(this)),
      m_table(new QTableView(this)),
      m_plot(new NamedPlot(this)),
      m_across(new QComboBox(this)),
      m_upward(new QComboBox(this)),
      m_choices(new QWidget(this)) {
  setObjectName(u"sweepWindow"_s);
  setWindowTitle(tr("Results of a sweep: %1").arg(file));
  setWindowFlag(Qt::WindowMaximizeButtonHint);
  resize(scaledOn(screen(), 980, 680));
  auto* column = new QVBoxLayout(this);
  auto* about = new QLabel(aboutText(file), this);
  about->setObjectName(u"sweepWindow.about"_s);
  about->setWordWrap(true);
  about->setTextFormat(Qt::PlainText);
  column->addWidget(about);

  auto* choices = new QHBoxLayout(m_choices);
  choices->setContentsMargins(0, 0, 0, 0);
  const auto add = [&](QComboBox* box, const QString& name, const QString& words) {
    auto* label = new QLabel(words, m_choices);
    label->setBuddy(box);
    box->setObjectName(name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    choices->addWidget(label);
    choices->addWidget(box);
  };
  add(m_upward, u"sweepWindow.upward"_s, tr("&Draw"));
  add(m_across, u"sweepWindow.across"_s, tr("&over"));
  choices->addStretch(1);
  column->addWidget(m_choices);

  auto* halves = new QSplitter(Qt::Vertical, this);
  halves->setObjectName(u"sweepWindow.halves"_s);
  halves->setChildrenCollapsible(false);
  m_plot->setObjectName(u"sweepWindow.plot"_s);
  m_plot->setAccessibleName(tr("Cases of the sweep as points"));
  m_plot->setMinimumHeight(scaled(160));
  halves->addWidget(m_plot);
  m_table->setObjectName(u"sweepWindow.table"_s);
  m_table->setAccessibleName(tr("Cases of the sweep"));
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setTabKeyNavigation(false);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(scaled(26));
  halves->addWidget(m_table);
  halves->setSizes({scaled(300), scaled(260)});
  column->addWidget(halves, 1);

  auto* buttons = new QHBoxLayout;
  auto* write = new QPushButton(tr("&Export table…"), this);
  write->setObjectName(u"sweepWindow.export"_s);
  write->setToolTip(tr("Every case with its values unrounded, money in dollars (CSV)"));
  auto* close = new QPushButton(tr("&Close"), this);
  close->setObjectName(u"sweepWindow.close"_s);
  for (QPushButton* button : {write, close}) button->setAutoDefault(false);
  buttons->addWidget(write);
  buttons->addStretch(1);
  buttons->addWidget(close);
  column->addLayout(buttons);

  fillTable();
  fillChoices();
  copyByKey(*m_table);
  draw(currentTheme());
  connect(write, &QPushButton::clicked, this, [this] {
    emit fileOffered(tr("Export the sweep"), u".sweep.csv"_s, tr("Table (*.csv)"), sweepCsv(m_results));
  });
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  for (QComboBox* box : {m_across, m_upward})
    connect(box, &QComboBox::currentIndexChanged, this, [this] { draw(currentTheme()); });
}

void SweepWindow::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) draw(currentTheme());
}

QString SweepWindow::aboutText(const QString& file) const {
  const QLocale locale;
  const auto number = [&](std::size_t count) { return locale.toString(static_cast<qulonglong>(count)); };
  QString text =
      tr("%1 holds %2 of %3 cases.").arg(file, number(m_results.rows.size()), number(m_results.cases));
  if (m_results.refused > 0)
    text += u' ' + tr("The inputs of %n of them are wrong: the last column says what.", nullptr,
                      static_cast<int>(m_results.refused));
  if (m_results.isTorn) text += u' ' + tr("Its last line is torn: sweep --resume goes on with it.");
  return text;
}

void SweepWindow::fillTable() {
  const int columns = static_cast<int>(m_results.columns.size());
  QStringList headings;
  for (const SweepResults::Column& column : m_results.columns) headings << sweepColumnName(column);
  m_model->setHorizontalHeaderLabels(headings);
  m_model->setSortRole(kSweepSortRole);
  for (const std::vector<Json>& row : m_results.rows) {
    QList<QStandardItem*> items;
    for (int i = 0; i < columns; ++i) {
      const Json& value = row[static_cast<std::size_t>(i)];
      const QString words = sweepCellText(m_results.columns[static_cast<std::size_t>(i)], value);
      auto* item = new QStandardItem(words);
      item->setEditable(false);
      if (m_results.columns[static_cast<std::size_t>(i)].kind == SweepResults::Kind::Reason)
        item->setToolTip(words);
      if (value.is_number()) {
        item->setData(value.get<double>(), kSweepSortRole);
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      } else if (!value.is_null()) {
        item->setData(words, kSweepSortRole);
      }
      items << item;
    }
    m_model->appendRow(items);
  }
  m_table->setModel(m_model);
  // As the file has them, until a person sorts.
  m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  m_table->setSortingEnabled(true);
  m_table->resizeColumnsToContents();
  constexpr int kWidestColumn = 420;  // the whole of a longer cell stands in its tip
  for (int i = 0; i < columns; ++i)
    m_table->setColumnWidth(i, std::min(m_table->columnWidth(i), scaled(kWidestColumn)));
}

void SweepWindow::fillChoices() {
  using Kind = SweepResults::Kind;
  int firstFigure = -1;
  for (int i = 0; i < static_cast<int>(m_results.columns.size()); ++i) {
    const SweepResults::Column& column = m_results.columns[static_cast<std::size_t>(i)];
    if (column.kind == Kind::Reason) continue;
    if (column.kind != Kind::Status) m_across->addItem(sweepColumnName(column), i);
    if (column.kind == Kind::Input || !m_results.isNumber(i)) continue;
    if (column.kind == Kind::Days) firstFigure = m_upward->count();
    m_upward->addItem(sweepColumnName(column), i);
  }
  // The first input that is a number, else the first column.
  for (int at = 0; at < m_across->count(); ++at)
    if (const int i = m_across->itemData(at).toInt(); isSwept(i) && m_results.isNumber(i)) {
      m_across->setCurrentIndex(at);
      break;
    }
  if (firstFigure >= 0) m_upward->setCurrentIndex(firstFigure);
}

/// Whether a column says what was asked, not what came out.
bool SweepWindow::isSwept(int column) const {
  return m_results.columns[static_cast<std::size_t>(column)].kind == SweepResults::Kind::Input;
}

std::vector<QString> SweepWindow::namesOf(int column) const {
  std::vector<QString> names;
  if (m_results.isNumber(column)) return names;
  const auto at = static_cast<std::size_t>(column);
  for (const std::vector<Json>& row : m_results.rows) {
    QString name = sweepCellText(m_results.columns[at], row[at]);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

double SweepWindow::placeOf(int column, const Json& value) const {
  if (!value.is_number()) return std::nan("");
  const double number = value.get<double>();
  const bool isMoney = m_results.columns[static_cast<std::size_t>(column)].kind == SweepResults::Kind::Money;
  return isMoney ? shownMoney(number) : number;
}

QString SweepWindow::seriesOf(const std::vector<Json>& row, int across) const {
  QStringList words;
  for (int i = 0; i < static_cast<int>(m_results.columns.size()); ++i) {
    const SweepResults::Column& column = m_results.columns[static_cast<std::size_t>(i)];
    if (i == across || column.kind != SweepResults::Kind::Input || m_results.isNumber(i)) continue;
    words << sweepCellText(column, row[static_cast<std::size_t>(i)]);
  }
  return words.join(tr(", ", "between the words of a case"));
}

void SweepWindow::draw(const Theme& theme) {
  m_plot->clearPlottables();
  m_plot->clearItems();
  m_plot->applyTheme(theme, fontScale());
  const bool drawable = m_across->count() > 0 && m_upward->count() > 0;
  m_plot->setVisible(drawable);
  m_choices->setVisible(drawable);
  if (!drawable) return;
  const int across = m_across->currentData().toInt(), upward = m_upward->currentData().toInt();
  const std::vector<QString> names = namesOf(across);
  QVector<double> x, y;
  QMap<double, QString> ticks;  // at words, and at the very numbers that were swept where they are few
  for (std::size_t i = 0; i < names.size(); ++i) ticks[static_cast<double>(i)] = names[i];
  struct Series {
    QString name;
    QVector<double> x, y;
  };
  std::vector<Series> series;  // in the order of the file
  std::vector<NamedPlot::Item> items;
  for (const std::vector<Json>& row : m_results.rows) {
    const Json& here = row[static_cast<std::size_t>(across)];
    const Json& there = row[static_cast<std::size_t>(upward)];
    const QString word = sweepCellText(m_results.columns[static_cast<std::size_t>(across)], here);
    const double at = names.empty()
                          ? placeOf(across, here)
                          : static_cast<double>(std::find(names.begin(), names.end(), word) - names.begin());
    const double high = placeOf(upward, there);
    if (!std::isfinite(at) || !std::isfinite(high)) continue;
    x << at;
    y << high;
    ticks[at] = word;
    QString name = seriesOf(row, across);
    if (items.size() < kMostNamedPoints) {
      const QString figure =
          tr("%1 %2: %3 %4")
              .arg(m_across->currentText(), word, m_upward->currentText(),
                   sweepCellText(m_results.columns[static_cast<std::size_t>(upward)], there));
      items.push_back(
          {name.isEmpty() ? figure : tr("%1, %2", "words of a case, its figure").arg(name, figure),
           QRectF(at, high, 0, 0), false});
    }
    auto of = std::find_if(series.begin(), series.end(), [&](const Series& one) { return one.name == name; });
    if (of == series.end()) of = series.insert(series.end(), {std::move(name), {}, {}});
    of->x << at;
    of->y << high;
  }
  // Colour and shape tell the models, clusters and other words of the cases apart.
  for (std::size_t i = 0; i < series.size(); ++i) {
    const GpuStyle looks = theme.gpu(static_cast<int>(i));
    QCPGraph* graph = m_plot->addGraph();
    graph->setName(series[i].name);
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(markerOf(looks.shape, looks.color, theme.text, scaled(7)));
    graph->setData(series[i].x, series[i].y);
  }
  if (series.size() < 2 || series.size() > kMostSeriesNamed) m_plot->hideLegend();
  const auto range = [](const QVector<double>& values, bool fromZero) {
    if (values.isEmpty()) return QCPRange(0.0, 1.0);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const double begin = fromZero ? std::min(0.0, *low) : *low;
    const double margin = *high > begin ? (*high - begin) * kSweepMargin : 1.0;
    return QCPRange(fromZero && begin == 0.0 ? 0.0 : begin - margin, *high + margin);
  };
  m_plot->xAxis->setRange(range(x, false));
  if (names.empty() && (!isSwept(across) || ticks.size() > kMostSweepTicks)) {
    m_plot->xAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
  } else {
    if (names.empty()) keepApart(ticks, m_plot->xAxis->range().size() * kLeastTickGap);
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    ticker->setTicks(ticks);
    m_plot->xAxis->setTicker(ticker);
  }
  m_plot->yAxis->setRange(range(y, true));
  const auto titled = [&](int column, const QString& name) {
    const auto kind = m_results.columns[static_cast<std::size_t>(column)].kind;
    if (kind == SweepResults::Kind::Money)
      return tr("%1, %2", "a figure and the sign of a currency").arg(name, currencySign());
    if (kind == SweepResults::Kind::Seconds) return tr("%1, s", "a figure in seconds").arg(name);
    return name;
  };
  setAxisTitles(*m_plot, titled(across, m_across->currentText()), titled(upward, m_upward->currentText()));
  m_plot->setItems(std::move(items));
  m_plot->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace astrolabe::ui
