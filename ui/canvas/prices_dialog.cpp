#include "ui/canvas/prices_dialog.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/file_write.h"
#include "core/base/text.h"
#include "core/hardware/price_book.h"
#include "ui/canvas/quote_dialog.h"
#include "ui/document/commands/import_prices.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/render/cost_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

enum Column { Name, Terms, Price, PerGpu, Provider, Region, FromUnits, Interruptions, Date, From, Columns };

QString nameOf(const hardware::Quote& quote, const hardware::Catalogue& catalogue) {
  if (quote.gpu.empty()) {
    const hardware::NodeType* node = catalogue.find_node(quote.node);
    return text(node != nullptr ? node->name : quote.node);
  }
  const hardware::Gpu* gpu = catalogue.find_gpu(quote.gpu);
  return PricesDialog::tr("%1 (one GPU)").arg(gpu != nullptr ? gpuText(*gpu) : text(quote.gpu));
}

/// GPUs that a quote is for: those of its node, or one; 0 where its node is not known.
int gpusOf(const hardware::Quote& quote, const hardware::Catalogue& catalogue) {
  if (!quote.gpu.empty()) return 1;
  const hardware::NodeType* node = catalogue.find_node(quote.node);
  return node != nullptr ? node->gpus : 0;
}

QString providerOf(const hardware::Quote& quote, const hardware::Catalogue& catalogue) {
  const hardware::NodeType* node = quote.gpu.empty() ? catalogue.find_node(quote.node) : nullptr;
  return text(!quote.provider.empty() || node == nullptr ? quote.provider : node->provider);
}

}  // namespace

PricesDialog::PricesDialog(PlanDocument& document, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_search(new QLineEdit(this)),
      m_provider(new QComboBox(this)),
      m_terms(new QComboBox(this)),
      m_table(new QTableWidget(0, Columns, this)) {
  setObjectName(u"pricesDialog"_s);
  setWindowTitle(tr("Prices"));
  setWindowFlag(Qt::WindowMaximizeButtonHint);
  resize(scaledOn(screen(), 1080, 640));
  auto* column = new QVBoxLayout(this);
  auto* about =
      new QLabel(tr("What is reckoned with, unless a pool has a price of its own. Quotes that you add or "
                    "import hold before the prices of the catalogue, for the provider, the region and the "
                    "number of units that they name, and are kept with the plan."),
                 this);
  about->setWordWrap(true);
  column->addWidget(about);
  addFilters(column);
  m_table->setObjectName(u"pricesDialog.table"_s);
  m_table->setAccessibleName(tr("Prices"));
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setAlternatingRowColors(true);
  m_table->setTabKeyNavigation(false);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(scaled(26));
  column->addWidget(m_table, 1);
  addButtons(column);
  connect(m_table, &QTableWidget::currentCellChanged, this, &PricesDialog::offer);
  connect(m_table, &QTableWidget::cellActivated, this, &PricesDialog::editQuote);
  connect(&m_document, &PlanDocument::planChanged, this, &PricesDialog::fill);
  fill();
}

void PricesDialog::addFilters(QVBoxLayout* column) {
  m_search->setObjectName(u"pricesDialog.search"_s);
  m_search->setPlaceholderText(tr("Name, source…"));
  m_search->setAccessibleName(tr("Search prices"));
  m_search->setClearButtonEnabled(true);
  m_provider->setObjectName(u"pricesDialog.provider"_s);
  m_provider->setAccessibleName(tr("Provider"));
  m_terms->setObjectName(u"pricesDialog.terms"_s);
  m_terms->setAccessibleName(tr("Terms"));
  m_terms->addItem(tr("All terms"), -1);
  for (int i = 0; i < hardware::kTerms; ++i) m_terms->addItem(termText(static_cast<hardware::Term>(i)), i);
  auto* row = new QHBoxLayout;
  row->addWidget(m_search, 1);
  row->addWidget(m_provider);
  row->addWidget(m_terms);
  column->addLayout(row);
  connect(m_search, &QLineEdit::textChanged, this, &PricesDialog::filter);
  connect(m_provider, &QComboBox::currentIndexChanged, this, &PricesDialog::filter);
  connect(m_terms, &QComboBox::currentIndexChanged, this, &PricesDialog::filter);
}

void PricesDialog::addButtons(QVBoxLayout* column) {
  auto* buttons = new QHBoxLayout;
  const auto button = [&](const char* name, const QString& label, const QString& tip, auto run) {
    auto* made = new QPushButton(label, this);
    made->setObjectName(QLatin1StringView(name));
    made->setToolTip(tip);
    made->setAutoDefault(false);
    buttons->addWidget(made);
    connect(made, &QPushButton::clicked, this, run);
    return made;
  };
  button("pricesDialog.add", tr("&Add quote…"), tr("A price that somebody asks of you"),
         [this] { addQuote(); });
  m_edit = button("pricesDialog.edit", tr("&Edit…"),
                  tr("The quote; of a list price, a quote of yours like it"), [this] { editQuote(); });
  m_remove = button("pricesDialog.remove", tr("&Remove"), tr("The quote; list prices stay"),
                    [this] { removeQuote(); });
  buttons->addStretch(1);
  button("pricesDialog.import", tr("&Import prices…"),
         tr("From a table (CSV); the next window says which column means what"),
         [this] { emit importRequested(); });
  button("pricesDialog.export", tr("E&xport…"),
         tr("The rows shown, as a table (CSV) that can be imported again"), [this] {
           const QString path =
               QFileDialog::getSaveFileName(this, tr("Export prices"), u"prices.csv"_s, tr("Tables (*.csv)"));
           if (!path.isEmpty()) exportPrices(path);
         });
  button("pricesDialog.close", tr("&Close"), {}, [this] { reject(); });
  column->addLayout(buttons);
}

void PricesDialog::fillProviders() {
  const QSignalBlocker quiet(m_provider);
  const QString chosen = m_provider->currentData().toString();
  m_provider->clear();
  m_provider->addItem(tr("All providers"), QString());
  for (const std::string& name : hardware::providers(m_document.catalogue()))
    m_provider->addItem(text(name), text(name));
  m_provider->setCurrentIndex(std::max(0, m_provider->findData(chosen)));
}

void PricesDialog::fill() {
  const hardware::Catalogue& catalogue = m_document.catalogue();
  const QSignalBlocker quiet(m_table);
  const int before = m_table->currentRow();
  fillProviders();
  m_book = hardware::price_book(catalogue);
  m_table->setHorizontalHeaderLabels({tr("Name"), tr("Terms"), tr("Price"), tr("A GPU"), tr("Provider"),
                                      tr("Region"), tr("From units"), tr("Interruptions/h"), tr("Date"),
                                      tr("Source")});
  m_table->setRowCount(static_cast<int>(m_book.size()));
  for (int row = 0; row < m_table->rowCount(); ++row) {
    const hardware::Quote& quote = m_book[static_cast<std::size_t>(row)];
    const int gpus = gpusOf(quote, catalogue);
    const auto asked = [&](const QString& usd) {
      return quote.term == hardware::Term::purchase ? usd : tr("%1/h").arg(usd);
    };
    const QStringList cells{
        nameOf(quote, catalogue),
        termText(quote.term),
        asked(moneyText(quote.usd)),
        gpus > 0 ? asked(moneyText(quote.usd / gpus)) : unknownText(),
        providerOf(quote, catalogue),
        text(quote.region),
        QLocale().toString(quote.from_units),
        quote.interruptions_per_node_hour ? significantText(*quote.interruptions_per_node_hour, 3)
                                          : QString(),
        text(quote.source.date),
        quote.source.own ? tr("yours: %1", "source of a price").arg(text(quote.source.text))
                         : text(quote.source.text)};
    for (int i = 0; i < Columns; ++i) {
      auto* item = new QTableWidgetItem(cells.value(i));
      if (i == Price || i == PerGpu || i == FromUnits || i == Interruptions)
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      item->setToolTip(cells.value(i));
      m_table->setItem(row, i, item);
    }
  }
  m_table->resizeColumnsToContents();
  for (int i = 0; i < Columns; ++i)
    m_table->setColumnWidth(i, std::min(m_table->columnWidth(i), i == From ? scaled(260) : scaled(220)));
  if (before >= 0 && m_table->rowCount() > 0)
    m_table->setCurrentCell(std::min(before, m_table->rowCount() - 1), Name);
  filter();
}

void PricesDialog::filter() {
  const QStringList words = m_search->text().split(u' ', Qt::SkipEmptyParts);
  const std::string provider = name_key(m_provider->currentData().toString().toStdString());
  const int terms = m_terms->currentData().toInt();
  for (int row = 0; row < m_table->rowCount(); ++row) {
    const hardware::Quote& quote = m_book[static_cast<std::size_t>(row)];
    const auto cell = [&](int column) { return m_table->item(row, column)->text(); };
    const QString all = cell(Name) + u' ' + cell(Provider) + u' ' + cell(Region) + u' ' + cell(From);
    const bool fits = (terms < 0 || terms == static_cast<int>(quote.term)) &&
                      (provider.empty() || provider == name_key(cell(Provider).toStdString())) &&
                      std::all_of(words.begin(), words.end(), [&](const QString& word) {
                        return all.contains(word, Qt::CaseInsensitive);
                      });
    m_table->setRowHidden(row, !fits);
  }
  offer();
}

const hardware::Quote* PricesDialog::current() const {
  const int row = m_table->currentRow();
  const bool shown = row >= 0 && row < static_cast<int>(m_book.size()) && !m_table->isRowHidden(row);
  return shown ? &m_book[static_cast<std::size_t>(row)] : nullptr;
}

int PricesDialog::ownIndex() const {
  if (current() == nullptr) return -1;
  const auto own = static_cast<int>(m_document.plan().own_types.quotes.size());
  const int first = static_cast<int>(m_book.size()) - own;  // they come last
  return m_table->currentRow() >= first ? m_table->currentRow() - first : -1;
}

void PricesDialog::offer() {
  m_edit->setEnabled(current() != nullptr);
  m_remove->setEnabled(ownIndex() >= 0);
}

void PricesDialog::push(std::vector<hardware::Quote> quotes, const QString& what) {
  emit edited(new SetQuotes(m_document, std::move(quotes), what));
}

void PricesDialog::addQuote() {
  hardware::Quote like;
  if (const hardware::Quote* shown = current()) {
    like.node = shown->node;
    like.gpu = shown->gpu;
    like.term = shown->term;
  }
  QuoteDialog dialog(m_document.catalogue(), like, this);
  if (dialog.exec() != QDialog::Accepted) return;
  std::vector<hardware::Quote> quotes = m_document.plan().own_types.quotes;
  quotes.push_back(dialog.quote());
  push(std::move(quotes), tr("Add a quote"));
}

void PricesDialog::editQuote() {
  const hardware::Quote* shown = current();
  if (shown == nullptr) return;
  const int index = ownIndex();
  QuoteDialog dialog(m_document.catalogue(), *shown, this);
  if (dialog.exec() != QDialog::Accepted) return;
  std::vector<hardware::Quote> quotes = m_document.plan().own_types.quotes;
  if (index >= 0)
    quotes[static_cast<std::size_t>(index)] = dialog.quote();
  else
    quotes.push_back(dialog.quote());
  push(std::move(quotes), index >= 0 ? tr("Edit a quote") : tr("Add a quote"));
}

void PricesDialog::removeQuote() {
  const int index = ownIndex();
  if (index < 0) return;
  std::vector<hardware::Quote> quotes = m_document.plan().own_types.quotes;
  quotes.erase(quotes.begin() + index);
  push(std::move(quotes), tr("Remove a quote"));
}

void PricesDialog::exportPrices(const QString& path) {
  std::vector<hardware::Quote> shown;
  for (int row = 0; row < m_table->rowCount(); ++row)
    if (!m_table->isRowHidden(row)) shown.push_back(m_book[static_cast<std::size_t>(row)]);
  if (const auto done = write_file(path.toStdString(), hardware::price_book_csv(shown)); !done)
    emit refused(done.error());
}

}  // namespace astrolabe::ui
