#include "ui/canvas/prices_dialog.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

enum Column { Name, What, Hour, ReservedYear, ReservedThree, Purchase, From, Date, Columns };

QString textOf(const std::string& text) { return QString::fromStdString(text); }

template <class Sum>
QString sumText(const std::optional<Sum>& sum) {
  return sum ? moneyText(sum->value) : unknownText();
}

}  // namespace

PricesDialog::PricesDialog(PlanDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_search(new QLineEdit(this)),
      m_table(new QTableWidget(0, Columns, this)) {
  setObjectName(u"pricesDialog"_s);
  setWindowTitle(tr("Prices"));
  setWindowFlag(Qt::WindowMaximizeButtonHint);
  resize(scaledOn(screen(), 980, 620));
  auto* column = new QVBoxLayout(this);
  auto* about = new QLabel(tr("What is reckoned with, unless a pool has a price of its own. Prices that you "
                              "import take the place of those of the catalogue and are kept with the plan."),
                           this);
  about->setWordWrap(true);
  column->addWidget(about);
  m_search->setObjectName(u"pricesDialog.search"_s);
  m_search->setPlaceholderText(tr("Name, provider…"));
  m_search->setAccessibleName(tr("Search prices"));
  m_search->setClearButtonEnabled(true);
  column->addWidget(m_search);
  m_table->setObjectName(u"pricesDialog.table"_s);
  m_table->setAccessibleName(tr("Prices"));
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setAlternatingRowColors(true);
  m_table->setTabKeyNavigation(false);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(scaled(26));
  column->addWidget(m_table, 1);
  auto* buttons = new QHBoxLayout;
  auto* import = new QPushButton(tr("&Import prices…"), this);
  import->setObjectName(u"pricesDialog.import"_s);
  import->setToolTip(tr("From a table (CSV); the next window says which column means what"));
  auto* close = new QPushButton(tr("&Close"), this);
  close->setObjectName(u"pricesDialog.close"_s);
  buttons->addWidget(import);
  buttons->addStretch(1);
  buttons->addWidget(close);
  for (QPushButton* button : {import, close}) button->setAutoDefault(false);
  column->addLayout(buttons);
  connect(import, &QPushButton::clicked, this, &PricesDialog::importRequested);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  connect(m_search, &QLineEdit::textChanged, this, &PricesDialog::filter);
  connect(&m_document, &PlanDocument::planChanged, this, &PricesDialog::fill);
  fill();
}

void PricesDialog::fill() {
  const hardware::Catalogue& catalogue = m_document.catalogue();
  m_table->setHorizontalHeaderLabels(
      {tr("Name"), tr("What"), tr("On demand, %1/h", "sign of a currency").arg(currencySign()),
       tr("Reserved 1 year, %1/h", "sign of a currency").arg(currencySign()),
       tr("Reserved 3 years, %1/h", "sign of a currency").arg(currencySign()),
       tr("Purchase, %1", "sign of a currency").arg(currencySign()), tr("Source"), tr("Date")});
  m_table->setRowCount(0);
  const auto add = [this](const QStringList& cells) {
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    for (int i = 0; i < Columns; ++i) {
      auto* item = new QTableWidgetItem(cells.value(i));
      if (i >= Hour && i <= Purchase) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      item->setToolTip(cells.value(i));
      m_table->setItem(row, i, item);
    }
  };
  for (const hardware::NodeType& node : catalogue.nodes()) {
    const hardware::NodePrices& prices = node.prices;
    if (!prices.on_demand && !prices.reserved_1y && !prices.reserved_3y && !prices.purchase_typical) continue;
    add({textOf(node.name), node.cloud ? tr("cloud node") : tr("node"), sumText(prices.on_demand),
         sumText(prices.reserved_1y), sumText(prices.reserved_3y), sumText(prices.purchase_typical),
         textOf(node.source.text), textOf(node.source.date)});
  }
  for (const hardware::Gpu& gpu : catalogue.gpus()) {
    const hardware::GpuPrice* purchase = catalogue.purchase_price(gpu.id);
    const hardware::GpuRent* rent = catalogue.own_rent(gpu.id);
    if (purchase == nullptr && rent == nullptr) continue;
    add({textOf(gpu.name), tr("single GPU"), rent != nullptr ? moneyText(rent->price.value) : unknownText(),
         unknownText(), unknownText(), purchase != nullptr ? moneyText(purchase->price.value) : unknownText(),
         textOf(purchase != nullptr ? purchase->source : rent->source.text),
         textOf(purchase != nullptr ? purchase->date : rent->source.date)});
  }
  m_table->resizeColumnsToContents();
  for (int i = 0; i < Columns; ++i) {
    const int widest = i == From ? scaled(260) : scaled(220);
    m_table->setColumnWidth(i, std::min(m_table->columnWidth(i), widest));
  }
  filter();
}

void PricesDialog::filter() {
  const QStringList words = m_search->text().split(u' ', Qt::SkipEmptyParts);
  for (int row = 0; row < m_table->rowCount(); ++row) {
    const QString all = m_table->item(row, Name)->text() + u' ' + m_table->item(row, What)->text() + u' ' +
                        m_table->item(row, From)->text();
    const bool fits = std::all_of(words.begin(), words.end(), [&](const QString& word) {
      return all.contains(word, Qt::CaseInsensitive);
    });
    m_table->setRowHidden(row, !fits);
  }
}

}  // namespace astrolabe::ui
