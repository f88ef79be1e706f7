#include "ui/canvas/price_import_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "core/base/text.h"
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
constexpr std::array<Role, 6> kRoles{{{"gpu", &PriceColumns::gpu},
                                      {"node", &PriceColumns::node},
                                      {"usdPerHour", &PriceColumns::usd_per_hour},
                                      {"usdPerGpuHour", &PriceColumns::usd_per_gpu_hour},
                                      {"source", &PriceColumns::source},
                                      {"date", &PriceColumns::date}}};
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
                                     const hardware::Catalogue& catalogue, QWidget* parent)
    : QDialog(parent), m_name(name), m_text(text), m_catalogue(catalogue) {
  setObjectName(QStringLiteral("priceImportDialog"));
  setWindowTitle(tr("Import prices from %1").arg(name));
  resize(scaledOn(screen(), 760, 560));
  auto* column = new QVBoxLayout(this);
  buildColumns();
  m_comma = new QCheckBox(tr("Use decimal &comma"), this);
  m_comma->setObjectName(QStringLiteral("priceImport.comma"));
  column->addWidget(m_comma);
  m_table = new QTableWidget(this);
  m_table->setObjectName(QStringLiteral("priceImport.rows"));
  m_table->setAccessibleName(tr("Rows of the table and what becomes of them"));
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setTabKeyNavigation(false);
  m_table->verticalHeader()->hide();
  column->addWidget(m_table, 1);
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

/// One choice for each role, set to what the header suggests.
void PriceImportDialog::buildColumns() {
  auto* form = new QFormLayout;
  static_cast<QVBoxLayout*>(layout())->addLayout(form);
  const std::vector<std::string> header = hardware::price_header(m_text);
  const PriceColumns guessed = hardware::guess_price_columns(header);
  const QString labels[] = {tr("&GPU type:"),         tr("&Node type:"), tr("USD per &hour:"),
                            tr("USD per G&PU hour:"), tr("&Source:"),    tr("&Date:")};
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
    form->addRow(labels[role], choice);
    m_columns[role] = choice;
  }
}

void PriceImportDialog::read() {
  hardware::PriceImportOptions options;
  options.decimal_comma = m_comma->isChecked();
  for (std::size_t role = 0; role < kRoles.size(); ++role)
    options.columns.*kRoles[role].column = m_columns[role]->currentData().toString().toStdString();
  Result<hardware::PriceImport> read = hardware::import_prices(m_text, m_catalogue, options);
  m_import = read ? std::move(*read) : hardware::PriceImport{};
  fillTable();
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
    if (wrong > 0) summary += QLatin1Char(' ') + tr("%n rows are skipped; see them above.", nullptr, wrong);
    m_summary->setText(summary);
  }
  m_take->setEnabled(m_import.taken > 0);
  m_take->setText(m_import.taken > 0 ? tr("Import %n prices", nullptr, m_import.taken) : tr("Import"));
}

bool PriceImportDialog::hasPrice(const std::vector<std::string>& header,
                                 const std::vector<std::string>& cells) const {
  for (const QComboBox* choice : {m_columns[2], m_columns[3]}) {  // the two price columns
    const auto at = std::find(header.begin(), header.end(), choice->currentData().toString().toStdString());
    const auto index = static_cast<std::size_t>(at - header.begin());
    if (at != header.end() && index < cells.size() && !cells[index].empty()) return true;
  }
  return false;
}

void PriceImportDialog::fillTable() {
  const CsvTable rows = read_csv(m_text, separatorOf(m_text));
  m_table->clear();
  const int width = rows.empty() ? 0 : static_cast<int>(rows.front().size());
  const int count = std::clamp(static_cast<int>(rows.size()) - 1, 0, kMostRowsShown);
  m_table->setColumnCount(width + 2);
  m_table->setRowCount(count);
  QStringList heads{tr("Row"), tr("What happens")};
  for (int i = 0; i < width; ++i) heads << QString::fromStdString(rows.front()[static_cast<std::size_t>(i)]);
  m_table->setHorizontalHeaderLabels(heads);
  std::map<int, QString> mistakes;
  for (const Error& mistake : m_import.mistakes) {
    Error told = mistake;
    told.file = m_name.toStdString();
    mistakes[rowOf(mistake)] = messageFor(told).body;
  }
  for (int row = 0; row < count; ++row) {
    const int number = row + 2;  // as a spreadsheet counts: 1 is the heading
    const auto wrong = mistakes.find(number);
    const auto& cells = rows[static_cast<std::size_t>(row) + 1];
    auto* state = new QTableWidgetItem(wrong != mistakes.end()         ? tr("✗ %1").arg(wrong->second)
                                       : hasPrice(rows.front(), cells) ? tr("✓ taken")
                                                                       : tr("— no price"));
    if (wrong != mistakes.end()) {
      state->setForeground(currentTheme().error);
      state->setToolTip(wrong->second);
    }
    m_table->setItem(row, 0, new QTableWidgetItem(QString::number(number)));
    m_table->setItem(row, 1, state);
    for (int i = 0; i < width && i < static_cast<int>(cells.size()); ++i)
      m_table->setItem(row, i + 2,
                       new QTableWidgetItem(QString::fromStdString(cells[static_cast<std::size_t>(i)])));
  }
  m_table->resizeColumnsToContents();
  m_table->setColumnWidth(1, std::min(m_table->columnWidth(1), scaled(320)));
}

}  // namespace astrolabe::ui
