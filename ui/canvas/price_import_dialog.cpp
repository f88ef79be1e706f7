#include "ui/canvas/price_import_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "core/base/csv.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "ui/canvas/price_reach.h"
#include "ui/controls/number_box.h"
#include "ui/controls/scrolled_form.h"
#include "ui/render/messages.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"

namespace astrolabe::ui {

namespace {

using hardware::PriceColumns;

struct Role {
  const char* name;
  std::string PriceColumns::*column;
};
constexpr std::array<Role, 19> kRoles{{{"gpu", &PriceColumns::gpu},
                                       {"node", &PriceColumns::node},
                                       {"usdPerHour", &PriceColumns::usd_per_hour},
                                       {"usdPerGpuHour", &PriceColumns::usd_per_gpu_hour},
                                       {"source", &PriceColumns::source},
                                       {"date", &PriceColumns::date},
                                       {"currency", &PriceColumns::currency},
                                       {"usdPerUnit", &PriceColumns::usd_per_unit},
                                       {"rateDate", &PriceColumns::rate_date},
                                       {"term", &PriceColumns::term},
                                       {"provider", &PriceColumns::provider},
                                       {"region", &PriceColumns::region},
                                       {"fromUnits", &PriceColumns::from_units},
                                       {"interruptions", &PriceColumns::interruptions},
                                       {"purchase", &PriceColumns::purchase_usd},
                                       {"purchasePerGpu", &PriceColumns::purchase_usd_per_gpu},
                                       {"reservedYear", &PriceColumns::reserved_1y},
                                       {"reservedThree", &PriceColumns::reserved_3y},
                                       {"spot", &PriceColumns::spot}}};
constexpr std::array<std::string PriceColumns::*, 7> kPrices{
    &PriceColumns::usd_per_hour, &PriceColumns::usd_per_gpu_hour,
    &PriceColumns::purchase_usd, &PriceColumns::purchase_usd_per_gpu,
    &PriceColumns::reserved_1y,  &PriceColumns::reserved_3y,
    &PriceColumns::spot};
constexpr std::array<const char*, 7> kCurrencies{"USD", "EUR", "GBP", "CHF", "CNY", "JPY", "INR"};
constexpr int kMostRowsShown = 2000;

char separatorOf(const std::string& text) {
  const std::string header = text.substr(0, text.find('\n'));
  for (const char candidate : {';', '\t'})
    if (header.find(candidate) != std::string::npos) return candidate;
  return ',';
}

/// "row 17, column usd_per_hour" -> 17.
int rowOf(const Error& mistake) {
  return mistake.where.starts_with("row ") ? std::atoi(mistake.where.c_str() + 4) : 0;
}

}  // namespace

PriceImportDialog::PriceImportDialog(const QString& name, const std::string& text,
                                     const hardware::Catalogue& catalogue, QWidget* parent,
                                     const PriceMappings& known)
    : QDialog(parent), m_name(name), m_text(text), m_catalogue(catalogue) {
  setObjectName(QStringLiteral("priceImportDialog"));
  setWindowTitle(tr("Import prices from %1").arg(name));
  resize(scaledOn(screen(), 820, 760));
  m_settings = new ScrolledForm(this);
  auto* column = static_cast<QVBoxLayout*>(layout());
  column->setStretch(0, 0);
  const PriceMapping* before = known.find(hardware::price_header(m_text));
  buildColumns(before);
  m_comma = new QCheckBox(tr("Use decimal &comma"), this);
  m_comma->setObjectName(QStringLiteral("priceImport.comma"));
  m_comma->setChecked(before != nullptr && before->decimal_comma);
  m_settings->rows()->addRow(m_comma);
  buildUnsaid(before);
  if (before != nullptr) {
    auto* said = new QLabel(tr("Columns as you set them for the last table with this heading."), this);
    said->setObjectName(QStringLiteral("priceImport.remembered"));
    said->setWordWrap(true);
    m_settings->rows()->addRow(said);
  }
  m_rates = new QWidget(this);
  m_rates->setObjectName(QStringLiteral("priceImport.rates"));
  m_rateRows = new QFormLayout(m_rates);
  m_rateRows->setContentsMargins(0, 0, 0, 0);
  m_settings->rows()->addRow(m_rates);
  m_table = new QTableWidget(this);
  m_table->setObjectName(QStringLiteral("priceImport.rows"));
  m_table->setAccessibleName(tr("Rows of the table and what becomes of them"));
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setTabKeyNavigation(false);
  m_table->verticalHeader()->hide();
  m_table->setShowGrid(false);
  // A few rows, however large the text is: the settings scroll.
  m_table->setMinimumHeight(std::min(scaled(96), screen()->availableSize().height() / 5));
  column->addWidget(m_table, 1);
  buildRow();
  m_summary = new QLabel(this);
  m_summary->setObjectName(QStringLiteral("priceImport.summary"));
  m_summary->setWordWrap(true);
  column->addWidget(m_summary);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  m_take = buttons->button(QDialogButtonBox::Ok);
  m_take->setObjectName(QStringLiteral("priceImport.take"));
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_comma, &QCheckBox::toggled, this, &PriceImportDialog::read);
  column->addWidget(buttons);
  read();
}

/// In what prices are that name no currency: nothing is taken for dollars unasked.
void PriceImportDialog::buildUnsaid(const PriceMapping* known) {
  m_unsaid = new QComboBox(this);
  m_unsaid->setObjectName(QStringLiteral("priceImport.unsaid"));
  m_unsaid->addItem(tr("not said"), QString());
  for (const char* code : kCurrencies)
    m_unsaid->addItem(QString::fromLatin1(code), QString::fromLatin1(code));
  if (known != nullptr)
    m_unsaid->setCurrentIndex(std::max(0, m_unsaid->findData(QString::fromStdString(known->currency))));
  connect(m_unsaid, &QComboBox::currentIndexChanged, this, &PriceImportDialog::read);
  m_settings->rows()->addRow(tr("Currency &where none is named:"), m_unsaid);
}

/// What is said of the table's current row, with what can be done about it.
void PriceImportDialog::buildRow() {
  auto* row = new QHBoxLayout;
  m_told = new QLabel(this);
  m_told->setObjectName(QStringLiteral("priceImport.told"));
  m_told->setWordWrap(true);
  m_told->setTextFormat(Qt::PlainText);
  m_useComma = new QPushButton(tr("Use decimal comma"), this);
  m_useComma->setObjectName(QStringLiteral("priceImport.useComma"));
  m_useComma->setAutoDefault(false);
  m_meant = new QPushButton(tr("&Take as it stands"), this);
  m_meant->setObjectName(QStringLiteral("priceImport.asWritten"));
  m_meant->setAutoDefault(false);
  m_skip = new QPushButton(tr("&Skip row"), this);
  m_skip->setObjectName(QStringLiteral("priceImport.skip"));
  m_skip->setAutoDefault(false);
  row->addWidget(m_told, 1);
  row->addWidget(m_useComma);
  row->addWidget(m_meant);
  row->addWidget(m_skip);
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
  m_skipAction = new QAction(tr("Skip row"), m_table);
  m_skipAction->setObjectName(QStringLiteral("priceImport.skipAction"));
  m_skipAction->setShortcut(Qt::Key_Delete);
  m_skipAction->setShortcutContext(Qt::WidgetShortcut);
  m_table->addAction(m_skipAction);
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  connect(m_skip, &QPushButton::clicked, this, &PriceImportDialog::skipRow);
  connect(m_skipAction, &QAction::triggered, this, &PriceImportDialog::skipRow);
  connect(m_meant, &QPushButton::clicked, this, [this] {
    m_asWritten.insert(currentRow());
    read();
  });
  connect(m_useComma, &QPushButton::clicked, this, [this] { m_comma->toggle(); });
  connect(m_table, &QTableWidget::currentCellChanged, this, &PriceImportDialog::tellRow);
}

/// The row of the file that is current in the table; 0: none.
int PriceImportDialog::currentRow() const {
  const QTableWidgetItem* number = m_table->item(m_table->currentRow(), 0);
  return number != nullptr ? number->data(Qt::UserRole).toInt() : 0;
}

void PriceImportDialog::skipRow() {
  const int row = currentRow();
  if (row == 0) return;
  const bool again = m_skipped.erase(row) > 0;
  if (!again) m_skipped.insert(row);
  read();
  if (again) return;
  // On to the next row that needs a word.
  const auto next = m_mistakes.upper_bound(row);
  const int wanted = next != m_mistakes.end() ? next->first
                     : m_mistakes.empty()     ? 0
                                              : m_mistakes.begin()->first;
  for (int i = 0; wanted != 0 && i < m_table->rowCount(); ++i)
    if (m_table->item(i, 0)->data(Qt::UserRole).toInt() == wanted) m_table->setCurrentCell(i, 1);
}

void PriceImportDialog::tellRow() {
  const int row = currentRow();
  const auto wrong = m_mistakes.find(row);
  const bool skipped = m_skipped.contains(row);
  QString told;
  if (wrong != m_mistakes.end()) {
    Error error = wrong->second;
    error.file = m_name.toStdString();
    const Message message = messageFor(error);
    told =
        tr("%1 — %n other rows are fine.", "what is wrong with a row, and how many are not", m_import.taken)
            .arg(message.body);
  } else if (skipped) {
    told = tr("Row %1 is skipped.").arg(row);
  } else if (row != 0) {
    told = m_table->item(m_table->currentRow(), 1)->data(Qt::UserRole).toBool()
               ? tr("Row %1 is fine.").arg(row)
               : tr("Row %1 has no price: nothing of it is taken.").arg(row);
  }
  m_told->setText(told);
  QPalette ink = palette();
  if (wrong != m_mistakes.end()) ink.setColor(QPalette::WindowText, currentTheme().error);
  m_told->setPalette(ink);
  const bool comma = wrong != m_mistakes.end() && !m_comma->isChecked() &&
                     wrong->second.found.find(',') != std::string::npos;
  m_useComma->setVisible(comma);
  m_meant->setVisible(wrong != m_mistakes.end() && wrong->second.code == code::other_unit);
  m_skip->setText(skipped ? tr("&Include row again") : tr("&Skip row"));
  m_skipAction->setText(skipped ? tr("Include row again") : tr("Skip row"));
  m_skip->setEnabled(row != 0);
  m_skipAction->setEnabled(row != 0);
}

void PriceImportDialog::offerTake() {
  m_take->setEnabled(m_import.taken > 0 && problemIn(*m_rates).isEmpty());
}

/// A field for each currency of the table that has no rate of its own: nothing is converted silently.
void PriceImportDialog::askForRates() {
  if (m_asked == m_import.currencies) return;
  m_asked = m_import.currencies;
  while (m_rateRows->rowCount() > 0) m_rateRows->removeRow(0);
  for (const std::string& code : m_asked) {
    const QString name = QString::fromStdString(code);
    auto* line = new QWidget(m_rates);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    auto* rate = new NumberBox(line);
    rate->setObjectName(QStringLiteral("priceImport.rate.%1").arg(name));
    rate->setAccessibleName(tr("USD for one %1").arg(name));
    rate->setDecimals(6);
    rate->setRange(0.0, 1e6);
    rate->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    rate->setSpecialValueText(tr("no rate"));
    rate->setSuffix(tr(" USD"));
    auto* date = new QLineEdit(line);
    date->setObjectName(QStringLiteral("priceImport.rateDate.%1").arg(name));
    date->setAccessibleName(tr("Date of the rate of %1").arg(name));
    date->setPlaceholderText(tr("Date, such as 2026-11-20"));
    rate->setValue(m_entered[code].usd_per_unit);
    date->setText(QString::fromStdString(m_entered[code].date));
    row->addWidget(rate);
    row->addWidget(new QLabel(tr("of"), line));
    row->addWidget(date, 1);
    m_rateRows->addRow(tr("1 %1 =").arg(name), line);
    rate->whenTyped(this, [this] { offerTake(); });
    connect(rate, &QDoubleSpinBox::valueChanged, this, [this, code](double value) {
      m_entered[code].usd_per_unit = value;
      read();
    });
    connect(date, &QLineEdit::textChanged, this, [this, code](const QString& text) {
      m_entered[code].date = text.trimmed().toStdString();
      read();
    });
  }
  m_rates->setVisible(!m_asked.empty());
}

/// One choice for each role, set as it was for such a table before, else to what the header suggests.
void PriceImportDialog::buildColumns(const PriceMapping* known) {
  auto* roles = new QWidget(this);
  auto* grid = new QGridLayout(roles);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(scaled(12));
  m_settings->rows()->addRow(roles);
  const int across = largeText() ? 1 : 2;
  for (int i = 0; i < across; ++i) grid->setColumnStretch(2 * i + 1, 1);
  const std::vector<std::string> header = hardware::price_header(m_text);
  const PriceColumns guessed = known != nullptr ? known->columns : hardware::guess_price_columns(header);
  const QString labels[] = {tr("&GPU type:"),
                            tr("&Node type:"),
                            tr("Price per &hour:"),
                            tr("Price per G&PU hour:"),
                            tr("S&ource:"),
                            tr("&Date:"),
                            tr("C&urrency:"),
                            tr("USD per unit o&f it:"),
                            tr("Date of the &rate:"),
                            tr("Ter&ms:"),
                            tr("Pro&vider:"),
                            tr("R&egion:"),
                            tr("From so man&y units:"),
                            tr("&Losses of a spot node an hour:"),
                            tr("Price to &buy a node:"),
                            tr("Price to buy &a GPU:"),
                            tr("&1 year, per hour:"),
                            tr("&3 years, per hour:"),
                            tr("Spot, per hour:")};
  m_columns.clear();
  for (std::size_t role = 0; role < kRoles.size(); ++role) {
    auto* choice = new QComboBox(this);
    choice->setObjectName(QStringLiteral("priceImport.%1").arg(QLatin1StringView(kRoles[role].name)));
    choice->addItem(tr("not in the table"), QString());
    for (const std::string& name : header)
      choice->addItem(QString::fromStdString(name), QString::fromStdString(name));
    choice->setCurrentIndex(
        std::max(0, choice->findData(QString::fromStdString(guessed.*kRoles[role].column))));
    if ((guessed.*kRoles[role].column).empty()) choice->setCurrentIndex(0);
    connect(choice, &QComboBox::currentIndexChanged, this, &PriceImportDialog::read);
    auto* label = new QLabel(labels[role], this);
    label->setBuddy(choice);
    const int at = static_cast<int>(role);
    grid->addWidget(label, at / across, at % across * 2);
    grid->addWidget(choice, at / across, at % across * 2 + 1);
    m_columns.push_back(choice);
  }
}

PriceMapping PriceImportDialog::mapping() const {
  PriceMapping now;
  now.header = hardware::price_header(m_text);
  now.decimal_comma = m_comma->isChecked();
  now.currency = m_unsaid->currentData().toString().toStdString();
  for (std::size_t role = 0; role < kRoles.size(); ++role)
    now.columns.*kRoles[role].column = m_columns[role]->currentData().toString().toStdString();
  return now;
}

void PriceImportDialog::read() {
  const PriceMapping now = mapping();
  hardware::PriceImportOptions options;
  options.decimal_comma = now.decimal_comma;
  options.columns = now.columns;
  options.rates = m_entered;
  options.skipped = m_skipped;
  options.as_written = m_asWritten;
  options.currency = now.currency;
  Result<hardware::PriceImport> read = hardware::import_prices(m_text, m_catalogue, options);
  m_import = read ? std::move(*read) : hardware::PriceImport{};
  askForRates();
  fillTable();
  tellRow();
  if (!read) {
    Error error = read.error();
    error.file = m_name.toStdString();
    m_summary->setText(messageFor(error).plain());
  } else {
    const int wrong = static_cast<int>(m_import.mistakes.size());
    QString summary = tr("%n rows give a price.", nullptr, m_import.taken);
    if (m_import.without_price > 0)
      summary +=
          QLatin1Char(' ') + tr("%n rows have none: no price, never 0.", nullptr, m_import.without_price);
    if (m_import.skipped > 0)
      summary += QLatin1Char(' ') + tr("%n rows are skipped as you asked.", nullptr, m_import.skipped);
    if (wrong > 0)
      summary += QLatin1Char(' ') + tr("%n rows can't be taken; see them above.", nullptr, wrong);
    if (const QString reached = nodesReached(m_catalogue, m_catalogue.with(m_import.types));
        !reached.isEmpty())
      summary += QLatin1Char(' ') + reached;
    m_summary->setText(summary);
  }
  offerTake();
  m_take->setText(m_import.taken > 0 ? tr("Import %n prices", nullptr, m_import.taken) : tr("Import"));
}

bool PriceImportDialog::hasPrice(const std::vector<std::string>& header,
                                 const std::vector<std::string>& cells) const {
  const PriceColumns columns = mapping().columns;
  for (const auto price : kPrices) {
    const std::string& name = columns.*price;
    const auto at = name.empty() ? header.end() : std::find(header.begin(), header.end(), name);
    const auto index = static_cast<std::size_t>(at - header.begin());
    if (at != header.end() && index < cells.size() && !cells[index].empty()) return true;
  }
  return false;
}

void PriceImportDialog::fillTable() {
  std::vector<int> lines;
  const CsvTable rows = read_csv(m_text, separatorOf(m_text), &lines);
  const QSignalBlocker quiet(m_table);
  const int current = m_table->currentRow();
  m_table->clear();
  const int width = rows.empty() ? 0 : static_cast<int>(rows.front().size());
  const int count = std::clamp(static_cast<int>(rows.size()) - 1, 0, kMostRowsShown);
  m_table->setColumnCount(width + 2);
  m_table->setRowCount(count);
  QStringList heads{tr("Row"), tr("What happens")};
  for (int i = 0; i < width; ++i) heads << QString::fromStdString(rows.front()[static_cast<std::size_t>(i)]);
  m_table->setHorizontalHeaderLabels(heads);
  m_mistakes.clear();
  std::map<int, QString> mistakes;
  for (const Error& mistake : m_import.mistakes) {
    Error told = mistake;
    told.file = m_name.toStdString();
    mistakes[rowOf(mistake)] = messageFor(told).body;
    m_mistakes.emplace(rowOf(mistake), mistake);
  }
  int first = -1;
  for (int row = 0; row < count; ++row) {
    const int number = lines[static_cast<std::size_t>(row) + 1];  // as a spreadsheet counts: 1 is the heading
    const auto wrong = mistakes.find(number);
    const auto& cells = rows[static_cast<std::size_t>(row) + 1];
    if (wrong != mistakes.end() && first < 0) first = row;
    const bool priced = hasPrice(rows.front(), cells);
    auto* state = new QTableWidgetItem(m_skipped.contains(number) ? tr("– skipped")
                                       : wrong != mistakes.end()  ? tr("✗ %1").arg(wrong->second)
                                       : priced                   ? tr("✓ to be imported")
                                                                  : tr("— no price"));
    state->setData(Qt::UserRole, priced);
    if (wrong != mistakes.end()) {
      state->setForeground(currentTheme().error);
      state->setToolTip(wrong->second);
    }
    auto* place = new QTableWidgetItem(QLocale().toString(number));
    place->setData(Qt::UserRole, number);
    place->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->setItem(row, 0, place);
    m_table->setItem(row, 1, state);
    for (int i = 0; i < width && i < static_cast<int>(cells.size()); ++i)
      m_table->setItem(row, i + 2,
                       new QTableWidgetItem(QString::fromStdString(cells[static_cast<std::size_t>(i)])));
  }
  m_table->resizeColumnsToContents();
  m_table->setColumnWidth(1, std::min(m_table->columnWidth(1), scaled(320)));
  m_table->setCurrentCell(current >= 0 && current < count ? current : std::max(first, 0), 1);
}

}  // namespace astrolabe::ui
