#include "ui/shell/ownership_dialog.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/engine.h"
#include "ui/controls/scrolled_column.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/ownership_words.h"
#include "ui/render/window_size.h"
#include "ui/results/named_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kMonthsAYear = 12.0;
constexpr double kAboveBoth = 1.08;   ///< above the dearer of both
constexpr double kBehindLast = 1.03;  ///< room for the number of the last month
constexpr double kMostYearsMarked = 8.0;

/// Money beside an axis as everywhere: "$1.5 M".
class MoneyTicker : public QCPAxisTicker {
 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override { return moneyText(dollars(tick)); }
};

}  // namespace

OwnershipDialog::OwnershipDialog(StrategySelection& selection, QWidget* parent)
    : QDialog(parent),
      m_selection(selection),
      m_words(new QLabel(this)),
      m_notes(new QLabel(this)),
      m_plot(new NamedPlot(this)),
      m_table(new QTableWidget(0, 3, this)) {
  setObjectName(u"ownershipDialog"_s);
  setWindowTitle(tr("Rent or buy"));
  setWindowFlag(Qt::WindowMaximizeButtonHint);
  resize(scaledOn(screen(), 760, 680));
  auto* scrolled = new ScrolledColumn(this);
  auto* outer = new QVBoxLayout(this);
  outer->addWidget(scrolled, 1);
  QVBoxLayout* column = scrolled->column();
  m_words->setObjectName(u"ownership.words"_s);
  m_words->setWordWrap(true);
  m_words->setFont(ui::font(TextRole::Section));
  column->addWidget(m_words);
  m_plot->setObjectName(u"ownership.plot"_s);
  m_plot->setAccessibleName(tr("Cost of renting and of buying by months of use"));
  m_plot->setMinimumHeight(scaled(220));
  column->addWidget(m_plot, 1);
  m_table->setObjectName(u"ownership.table"_s);
  m_table->setAccessibleName(tr("Cost of ownership, term by term"));
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setTabKeyNavigation(false);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(scaled(26));
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->setMinimumHeight(scaled(96));
  column->addWidget(m_table, 1);
  m_notes->setObjectName(u"ownership.notes"_s);
  m_notes->setWordWrap(true);
  column->addWidget(m_notes);
  auto* buttons = new QHBoxLayout;
  auto* state = new QPushButton(tr("&State costs…"), this);
  state->setObjectName(u"ownership.state"_s);
  state->setToolTip(tr("Years, discount rate, hosting or a hall, storage, support and staff"));
  auto* close = new QPushButton(tr("&Close"), this);
  close->setObjectName(u"ownership.close"_s);
  for (QPushButton* button : {state, close}) button->setAutoDefault(false);
  buttons->addWidget(state);
  buttons->addStretch(1);
  buttons->addWidget(close);
  outer->addLayout(buttons);
  connect(state, &QPushButton::clicked, this, &OwnershipDialog::costsRequested);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  connect(&m_selection, &StrategySelection::changed, this, &OwnershipDialog::fill);
  fill();
}

void OwnershipDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) fill();
}

void OwnershipDialog::fill() {
  const auto detail = m_selection.detail();
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  fillTable();
  draw(currentTheme());
  QStringList notes;
  if (detail == nullptr || !snapshot || !snapshot->problem) {
    m_words->setText(tr("Search for a strategy first: it says which machines are paid."));
  } else {
    const cost::Evaluation& evaluation = detail->evaluation;
    const strategy::Cost& cost = snapshot->problem->job.cost;
    if (evaluation.rent_or_buy) {
      m_words->setText(rentOrBuyText(*evaluation.rent_or_buy));
      notes << rentSourceText(*evaluation.rent_or_buy);
    } else if (cost.basis == hardware::CostBasis::own) {
      m_words->setText(tr("The machines are owned already: there is nothing to rent or to buy."));
    } else if (!evaluation.ownership) {
      m_words->setText(
          tr("No price to buy is known for these machines. Add a quote, or a price of the pool."));
    } else {
      m_words->setText(tr("No rent is known for these machines or their GPUs. Add a quote to compare."));
    }
    if (evaluation.ownership)
      notes << jobShareText(*evaluation.ownership) << onlyOwnedText(cost) << unstatedOwnershipText(cost);
  }
  notes.removeAll(QString());
  m_notes->setText(notes.join(u' '));
}

void OwnershipDialog::fillTable() {
  const auto detail = m_selection.detail();
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  m_table->setHorizontalHeaderLabels({tr("Term"), tr("Sum"), tr("How")});
  m_table->setRowCount(0);
  if (detail == nullptr || !snapshot || !snapshot->problem) return;
  for (const OwnershipRow& row : ownershipRows(detail->evaluation, snapshot->problem->job.cost)) {
    const int at = m_table->rowCount();
    m_table->insertRow(at);
    auto* sum = new QTableWidgetItem(row.sum);
    sum->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->setItem(at, 0, new QTableWidgetItem(row.name));
    m_table->setItem(at, 1, sum);
    m_table->setItem(at, 2, new QTableWidgetItem(row.how));
  }
  if (const int last = m_table->rowCount() - 1; last >= 0)
    for (int i = 0; i < m_table->columnCount(); ++i)
      m_table->item(last, i)->setFont(ui::font(TextRole::BodyStrong));
  m_table->resizeColumnsToContents();
}

void OwnershipDialog::draw(const Theme& theme) {
  m_plot->clearPlottables();
  m_plot->clearItems();
  m_plot->applyTheme(theme, fontScale());
  const auto detail = m_selection.detail();
  const auto both = detail != nullptr ? detail->evaluation.rent_or_buy : std::optional<cost::RentOrBuy>();
  m_plot->setVisible(both.has_value());
  if (!both) return;
  const int months = std::max(1, static_cast<int>(std::ceil(both->months)));
  const double high = std::max(both->rent_after(months), both->buy_after(months)) * kAboveBoth;
  m_plot->xAxis->setRange(0.0, months * kBehindLast);
  m_plot->yAxis->setRange(0.0, shownMoney(high));
  const auto years = QSharedPointer<QCPAxisTickerFixed>::create();
  years->setTickStep(kMonthsAYear * std::ceil(months / (kMonthsAYear * kMostYearsMarked)));
  m_plot->xAxis->setTicker(years);
  m_plot->yAxis->setTicker(QSharedPointer<MoneyTicker>::create());
  setAxisTitles(*m_plot, tr("months of use"), tr("paid until then"));
  const auto line = [&](const QString& name, const QColor& color, Qt::PenStyle style, auto after) {
    QVector<double> x, y;
    for (int month = 0; month <= months; ++month) {
      x << month;
      y << shownMoney(after(month));
    }
    QCPGraph* graph = m_plot->addGraph();
    graph->setPen(QPen(color, 2.0, style));
    graph->setName(name);
    graph->setData(x, y);
  };
  line(tr("rent"), theme.gpu(1).color, Qt::DashLine, [&](int month) { return both->rent_after(month); });
  line(tr("buy"), theme.gpu(0).color, Qt::SolidLine, [&](int month) { return both->buy_after(month); });
  std::vector<NamedPlot::Item> items;
  for (int month = 0; month <= months; month += static_cast<int>(kMonthsAYear))
    items.push_back({tr("After %1 months: renting %2, buying %3")
                         .arg(QLocale().toString(month), moneyText(both->rent_after(month)),
                              moneyText(both->buy_after(month))),
                     QRectF(month, shownMoney(both->buy_after(month)), 0, 0), false});
  m_plot->setItems(std::move(items));
  if (const auto even = both->even_after()) {
    auto* mark = new QCPItemLine(m_plot);
    mark->setPen(QPen(theme.limit, 1.0, Qt::DotLine));
    mark->start->setCoords(*even, 0.0);
    mark->end->setCoords(*even, shownMoney(both->buy_after(*even)));
    auto* words = new QCPItemText(m_plot);
    words->setFont(ui::font(TextRole::Caption));
    words->setColor(theme.text2);
    words->setText(tr("%1 months").arg(QLocale().toString(*even, 'f', 1)));
    const bool right = *even > months / 2.0;  // the words stay inside
    words->setPositionAlignment((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignBottom);
    words->setPadding(QMargins(scaled(4), 0, scaled(4), scaled(2)));
    words->position->setCoords(*even, 0.0);
  }
  m_plot->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace astrolabe::ui
