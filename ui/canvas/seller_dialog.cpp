#include "ui/canvas/seller_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <algorithm>

#include "core/hardware/price_book.h"
#include "ui/canvas/type_fields.h"
#include "ui/controls/scrolled_form.h"
#include "ui/render/cost_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

SellerDialog::SellerDialog(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue,
                           hardware::Commitment commitment, QWidget* parent)
    : QDialog(parent), m_pool(pool), m_catalogue(catalogue), m_commitment(commitment) {
  setObjectName(u"sellerDialog"_s);
  setWindowTitle(tr("Provider and region of %1").arg(text(pool.id)));
  auto* scrolled = new ScrolledForm(this);
  QFormLayout* rows = scrolled->rows();
  m_provider = new QComboBox(this);
  m_provider->setObjectName(u"sellerDialog.provider"_s);
  m_provider->setAccessibleName(tr("Provider:"));
  m_provider->setEditable(true);
  m_provider->addItem(QString());
  for (const std::string& name : hardware::providers(catalogue)) m_provider->addItem(text(name));
  m_provider->setCurrentText(text(pool.provider));
  m_provider->lineEdit()->setPlaceholderText(tr("any"));
  rows->addRow(tr("Provider:"), m_provider);
  m_region = addLine(this, rows, "sellerDialog.region", tr("Region:"));
  m_region->setText(text(pool.region));
  m_region->setPlaceholderText(tr("anywhere"));
  m_interruptions = addLine(this, rows, "sellerDialog.interruptions", tr("Interruptions of a node an hour:"));
  m_interruptions->setToolTip(
      tr("How often spot takes a node away; it counts only where nodes are rented as spot"));
  if (pool.interruptions_per_node_hour)
    m_interruptions->setText(
        QLocale().toString(*pool.interruptions_per_node_hour, 'g', QLocale::FloatingPointShortest));
  m_price = new QLabel(this);
  m_price->setObjectName(u"sellerDialog.price"_s);
  m_price->setWordWrap(true);
  layout()->addWidget(m_price);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  m_ok = buttons->button(QDialogButtonBox::Ok);
  m_ok->setObjectName(u"sellerDialog.ok"_s);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout()->addWidget(buttons);
  connect(m_provider, &QComboBox::currentTextChanged, this, &SellerDialog::tell);
  for (const QLineEdit* line : {m_region, m_interruptions})
    connect(line, &QLineEdit::textChanged, this, &SellerDialog::tell);
  tell();
}

std::optional<double> SellerDialog::interruptions() const {
  const QString typed = m_interruptions->text().trimmed();
  bool right = false;
  const double number = QLocale().toDouble(typed, &right);
  return right && number >= 0.0 && number <= hardware::kMostInterruptions ? std::optional(number)
                                                                          : std::nullopt;
}

hardware::PoolSpec SellerDialog::pool() const {
  hardware::PoolSpec pool = m_pool;
  pool.provider = m_provider->currentText().trimmed().toStdString();
  pool.region = m_region->text().trimmed().toStdString();
  pool.interruptions_per_node_hour = interruptions();
  return pool;
}

void SellerDialog::tell() {
  const hardware::PoolSpec asked = pool();
  hardware::PoolSpec silent = asked;
  silent.interruptions_per_node_hour.reset();
  const auto known = hardware::pool_interruptions(silent, m_catalogue);
  m_interruptions->setPlaceholderText(
      known ? tr("%1: %2", "a rate and where it is from")
                  .arg(significantText(known->per_node_hour), text(hardware::dated(known->source)))
            : tr("not known"));
  const bool right = m_interruptions->text().trimmed().isEmpty() || interruptions();
  m_ok->setEnabled(right);
  if (!right)
    return m_price->setText(tr("Interruptions must be from 0 to 3600, or empty where nobody says."));
  const auto rent = hardware::pool_rent(asked, m_catalogue, m_commitment);
  const auto sale = hardware::pool_purchase(asked, m_catalogue);
  const auto said = [](const hardware::PoolPrice& price, const QString& sum) {
    const QString from = text(hardware::dated({price.source, price.date, price.own}));
    return from.isEmpty() ? sum : SellerDialog::tr("%1 (%2)", "a price and its source").arg(sum, from);
  };
  const QStringList lines{
      rent ? tr("Rent %1: %2 for a GPU and hour.")
                 .arg(commitmentText(m_commitment), said(*rent, moneyText(rent->usd_per_gpu)))
           : tr("No rent %1 is known there.").arg(commitmentText(m_commitment)),
      sale ? tr("To buy: %1 for a GPU.").arg(said(*sale, moneyText(sale->usd_per_gpu)))
           : tr("No price to buy is known there.")};
  m_price->setText(lines.join(u'\n'));
}

}  // namespace astrolabe::ui
