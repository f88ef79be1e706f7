#include "ui/canvas/quote_dialog.h"

#include <QComboBox>
#include <QDate>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <algorithm>

#include "core/base/date.h"
#include "core/base/text.h"
#include "ui/canvas/type_fields.h"
#include "ui/controls/number_box.h"
#include "ui/controls/scrolled_form.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/render/cost_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kDearestQuote = 1e9;
constexpr int kMostQuoted = 1'000'000;
constexpr int kGpusRole = Qt::UserRole + 1;  ///< GPUs of a node; none for a quote of one GPU

/// "node:id" or "gpu:id".
QString typeKey(const hardware::Quote& quote) {
  return quote.gpu.empty() ? u"node:"_s + text(quote.node) : u"gpu:"_s + text(quote.gpu);
}

}  // namespace

QuoteDialog::QuoteDialog(const hardware::Catalogue& catalogue, const hardware::Quote& original,
                         QWidget* parent)
    : QDialog(parent), m_original(original) {
  setObjectName(u"quoteDialog"_s);
  setWindowTitle(tr("Quote"));
  auto* scrolled = new ScrolledForm(this);
  QFormLayout* rows = scrolled->rows();
  const auto combo = [&](const char* name, const QString& label) {
    auto* made = new QComboBox(this);
    made->setObjectName(QLatin1StringView(name));
    made->setAccessibleName(label);
    rows->addRow(label, made);
    return made;
  };
  m_type = combo("quoteDialog.type", tr("Node or GPU type:"));
  m_type->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_type->setMinimumContentsLength(28);
  for (const hardware::NodeType& node : catalogue.nodes())
    if (node.gpus > 0) {
      m_type->addItem(tr("%1 %2 (node)").arg(text(node.provider), text(node.name)),
                      u"node:"_s + text(node.id));
      m_type->setItemData(m_type->count() - 1, node.gpus, kGpusRole);
    }
  for (const hardware::Gpu& gpu : catalogue.gpus())
    m_type->addItem(tr("%1 (one GPU)").arg(gpuText(gpu)), u"gpu:"_s + text(gpu.id));
  m_type->setCurrentIndex(std::max(0, m_type->findData(typeKey(original))));
  m_terms = combo("quoteDialog.terms", tr("Terms:"));
  for (int i = 0; i < hardware::kTerms; ++i) m_terms->addItem(termText(static_cast<hardware::Term>(i)), i);
  m_terms->setCurrentIndex(static_cast<int>(original.term));
  m_price = addNumber(this, rows, "quoteDialog.price", tr("Price, per hour or to buy:"), moneyUnit(false),
                      kDearestQuote, true);
  makeMoney(m_price);
  m_price->setValue(original.usd > 0.0 ? shownMoney(original.usd) : 0.0);
  m_filled = m_price->value();
  m_perGpu = new QLabel(this);
  m_perGpu->setObjectName(u"quoteDialog.perGpu"_s);
  rows->addRow(QString(), m_perGpu);
  m_provider = addLine(this, rows, "quoteDialog.provider", tr("Provider:"));
  m_provider->setText(text(original.provider));
  m_region = addLine(this, rows, "quoteDialog.region", tr("Region:"));
  m_region->setText(text(original.region));
  m_region->setPlaceholderText(tr("anywhere"));
  auto* units = new WholeBox(this);
  units->whenTyped(this, [this] { validate(); });
  m_fromUnits = units;
  m_fromUnits->setObjectName(u"quoteDialog.fromUnits"_s);
  m_fromUnits->setAccessibleName(tr("From so many units:"));
  m_fromUnits->setToolTip(tr("Nodes, or GPUs where the quote is for a GPU, that have to be taken at once"));
  m_fromUnits->setRange(1, kMostQuoted);
  m_fromUnits->setValue(original.from_units);
  rows->addRow(tr("From so many units:"), m_fromUnits);
  m_interruptions = addLine(this, rows, "quoteDialog.interruptions", tr("Interruptions of a node an hour:"));
  m_interruptions->setPlaceholderText(tr("not known"));
  m_interruptions->setToolTip(
      tr("How often spot takes a node away. Without it, spot has an answer only with a "
         "provider of whom it was measured."));
  if (original.interruptions_per_node_hour)
    m_interruptions->setText(
        QLocale().toString(*original.interruptions_per_node_hour, 'g', QLocale::FloatingPointShortest));
  m_source = addLine(this, rows, "quoteDialog.source", tr("Source:"));
  m_source->setText(original.source.own ? text(original.source.text) : QString());
  m_date = addLine(this, rows, "quoteDialog.date", tr("Date:"));
  m_date->setText(original.source.own && !original.source.date.empty()
                      ? text(original.source.date)
                      : QDate::currentDate().toString(Qt::ISODate));
  m_problem = new QLabel(this);
  m_problem->setObjectName(u"quoteDialog.problem"_s);
  m_problem->setWordWrap(true);
  layout()->addWidget(m_problem);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  m_ok = buttons->button(QDialogButtonBox::Ok);
  m_ok->setObjectName(u"quoteDialog.ok"_s);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout()->addWidget(buttons);
  for (const QLineEdit* line : {m_provider, m_region, m_interruptions, m_source, m_date})
    connect(line, &QLineEdit::textChanged, this, &QuoteDialog::validate);
  m_price->whenTyped(this, [this] { validate(); });
  for (const QComboBox* box : {m_type, m_terms})
    connect(box, &QComboBox::currentIndexChanged, this, &QuoteDialog::validate);
  validate();
}

void QuoteDialog::validate() {
  if (m_ok == nullptr) return;  // still being built
  const auto term = static_cast<hardware::Term>(m_terms->currentData().toInt());
  const bool spot = term == hardware::Term::spot;
  const int gpus = m_type->currentData(kGpusRole).toInt();
  const QString each =
      gpus > 0 && m_price->value() > 0.0 ? moneyText(dollars(m_price->value()) / gpus) : QString();
  m_perGpu->setText(gpus == 0        ? tr("for one GPU")
                    : each.isEmpty() ? tr("for a node of %n GPUs", nullptr, gpus)
                    : term == hardware::Term::purchase
                        ? tr("%1 for each of %n GPUs", nullptr, gpus).arg(each)
                        : tr("%1 an hour for each of %n GPUs", nullptr, gpus).arg(each));
  m_interruptions->setEnabled(spot);
  const QString typed = m_interruptions->text().trimmed();
  bool isNumber = true;
  const double often = typed.isEmpty() ? 0.0 : QLocale().toDouble(typed, &isNumber);
  QString problem;
  if (m_price->value() <= 0.0)
    problem = tr("Enter a price above 0.");
  else if (spot && (!isNumber || often < 0.0))
    problem = tr("Interruptions must be 0 or more, or empty where nobody says.");
  else if (m_source->text().trimmed().isEmpty())
    problem = tr("Say where the price comes from.");
  else if (!is_date(m_date->text().trimmed().toStdString()))
    problem = tr("Enter the day of the price, such as 2026-11-20.");
  if (const QString refused = problemIn(*this); !refused.isEmpty()) problem = refused;
  tellProblem(m_problem, *this, problem);
  m_ok->setEnabled(problem.isEmpty());
}

hardware::Quote QuoteDialog::quote() const {
  hardware::Quote quote;
  const QString type = m_type->currentData().toString();
  const std::string id = type.section(u':', 1).toStdString();
  (type.startsWith(u"gpu:"_s) ? quote.gpu : quote.node) = id;
  quote.term = static_cast<hardware::Term>(m_terms->currentData().toInt());
  quote.usd = m_price->value() == m_filled ? m_original.usd : dollars(m_price->value());
  quote.provider = m_provider->text().trimmed().toStdString();
  quote.region = m_region->text().trimmed().toStdString();
  quote.from_units = m_fromUnits->value();
  const QString often = m_interruptions->text().trimmed();
  if (quote.term == hardware::Term::spot && !often.isEmpty())
    quote.interruptions_per_node_hour = QLocale().toDouble(often);
  quote.source = {m_source->text().trimmed().toStdString(), m_date->text().trimmed().toStdString(), true};
  return quote;
}

}  // namespace astrolabe::ui
