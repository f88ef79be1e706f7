#include "ui/canvas/node_type_dialog.h"

#include <QComboBox>
#include <QDate>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "ui/canvas/type_fields.h"
#include "ui/controls/number_box.h"
#include "ui/controls/scrolled_form.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

NodeTypeDialog::NodeTypeDialog(const hardware::Catalogue& catalogue, const hardware::NodeType& original,
                               QWidget* parent)
    : QDialog(parent), m_catalogue(catalogue), m_original(original) {
  setObjectName(QStringLiteral("nodeTypeDialog"));
  setWindowTitle(tr("Edit a copy of %1").arg(QString::fromStdString(original.name)));
  auto* scrolled = new ScrolledForm(this);
  QFormLayout* rows = scrolled->rows();
  m_name = addLine(this, rows, "nodeType.name", tr("Name:"));
  const QString name = QString::fromStdString(original.name);
  m_name->setText(original.source.own ? name : tr("%1 (own)", "name of a copy").arg(name));
  m_gpu = new QComboBox(this);
  m_gpu->setObjectName(QStringLiteral("nodeType.gpu"));
  m_gpu->setAccessibleName(tr("GPU type:"));
  for (const hardware::Gpu& gpu : catalogue.gpus())
    m_gpu->addItem(gpuText(gpu), QString::fromStdString(gpu.id));
  if (const hardware::Gpu* gpu = catalogue.find_gpu(original.gpu_id))
    m_gpu->setCurrentIndex(m_gpu->findData(QString::fromStdString(gpu->id)));
  rows->addRow(tr("GPU type:"), m_gpu);
  auto* gpus = new WholeBox(this);
  gpus->whenTyped(this, [this] { validate(); });
  m_gpus = gpus;
  m_gpus->setObjectName(QStringLiteral("nodeType.gpus"));
  m_gpus->setAccessibleName(tr("GPUs of a node:"));
  m_gpus->setRange(original.gpus > 0 ? 1 : 0, 1024);
  if (original.gpus == 0) m_gpus->setSpecialValueText(tr("not known"));
  m_gpus->setValue(original.gpus);
  rows->addRow(tr("GPUs of a node:"), m_gpus);
  const auto number = [&](const char* field, const QString& label, const QString& unit, double most,
                          std::optional<double> value, bool money = false) {
    NumberBox* made = addNumber(this, rows, field, label, unit, most, false);
    if (money) makeMoney(made);
    made->setValue(value.value_or(0.0));
    made->whenTyped(this, [this] { validate(); });
    m_filled[made] = made->value();
    return made;
  };
  const auto of = [](const auto& figure, double unit) {
    return figure ? std::optional(figure->value / unit) : std::nullopt;
  };
  m_network = number("nodeType.network", tr("Network of a node:"), tr("Gb/s"), 1e6,
                     of(original.network, kGb / kBitsPerByte));
  m_memory = number("nodeType.memory", tr("Host memory:"), tr("GiB"), 1e6, original.ram_gib);
  m_power = number("nodeType.power", tr("Power of a node:"), tr("W"), 1e6, of(original.power, 1.0));
  m_onDemand = number("nodeType.onDemand", tr("Rent on demand:"), moneyUnit(true), 1e5,
                      of(original.prices.on_demand, dollars(1.0)), true);
  m_purchase = number("nodeType.purchase", tr("Price to buy:"), moneyUnit(false), 1e8,
                      of(original.prices.purchase_typical, dollars(1.0)), true);
  m_source = addLine(this, rows, "nodeType.source", tr("Source:"));
  m_source->setText(QString::fromStdString(original.source.text));
  m_note = addLine(this, rows, "nodeType.note", tr("Note:"));
  m_note->setText(QString::fromStdString(original.note));
  m_problem = new QLabel(this);
  m_problem->setObjectName(QStringLiteral("nodeType.problem"));
  m_problem->setWordWrap(true);
  layout()->addWidget(m_problem);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  m_ok = buttons->button(QDialogButtonBox::Ok);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout()->addWidget(buttons);
  for (const QLineEdit* line : {m_name, m_source})
    connect(line, &QLineEdit::textChanged, this, &NodeTypeDialog::validate);
  validate();
}

void NodeTypeDialog::validate() {
  if (m_ok == nullptr) return;  // still being built
  const std::string id = ownTypeId(m_name->text());
  const hardware::NodeType* present = m_catalogue.find_node(id);
  QString problem;
  if (id.empty())
    problem = tr("Enter a name with letters or digits.");
  else if (present != nullptr && !present->source.own)
    problem = tr("The catalogue has a type “%1” already; choose another name.").arg(m_name->text().trimmed());
  else if (m_source->text().trimmed().isEmpty())
    problem = tr("Say where the figures come from.");
  if (const QString refused = problemIn(*this); !refused.isEmpty()) problem = refused;
  tellProblem(m_problem, *this, problem);
  m_ok->setEnabled(problem.isEmpty());
}

hardware::NodeType NodeTypeDialog::node() const {
  hardware::NodeType node = m_original;
  node.id = ownTypeId(m_name->text());
  node.name = m_name->text().trimmed().toStdString();
  node.gpu_id = m_gpu->currentData().toString().toStdString();
  if (m_gpus->value() != m_original.gpus) {
    node.gpus = m_gpus->value();
    node.scale_up_domain.reset();
  }
  // True where a field was changed; of an empty one nothing is known.
  const auto set = [this](auto& figure, const NumberBox* field, auto made) {
    if (m_filled.at(field) == field->value()) return false;
    figure.reset();
    if (field->value() > 0.0) figure = made(field->value());
    return true;
  };
  set(node.network, m_network, [](double gigabits) { return gb_per_s(gigabits / kBitsPerByte); });
  set(node.ram_gib, m_memory, [](double amount) { return amount; });
  set(node.power, m_power, [](double watts) { return Watts{watts}; });
  const bool rents =
      set(node.prices.on_demand, m_onDemand, [](double price) { return UsdPerHour{dollars(price)}; });
  if (rents || node.gpu_id != m_original.gpu_id || node.gpus != m_original.gpus) {
    node.prices.reserved_1y.reset();
    node.prices.reserved_3y.reset();
    node.prices.spot.reset();
    node.prices.reserved_date.clear();
  }
  if (set(node.prices.purchase_typical, m_purchase, [](double price) { return Usd{dollars(price)}; })) {
    node.prices.purchase_low.reset();
    node.prices.purchase_high.reset();
  }
  node.source = {m_source->text().trimmed().toStdString(),
                 QDate::currentDate().toString(Qt::ISODate).toStdString(), true};
  node.note = m_note->text().trimmed().toStdString();
  return node;
}

}  // namespace astrolabe::ui
