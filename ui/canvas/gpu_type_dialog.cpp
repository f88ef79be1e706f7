#include "ui/canvas/gpu_type_dialog.h"

#include <QDate>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "core/base/text.h"
#include "ui/canvas/type_fields.h"
#include "ui/controls/number_box.h"
#include "ui/controls/scrolled_form.h"
#include "ui/render/money.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

namespace {

constexpr int kUsualDomain = 8;
constexpr const char* kNoLink = "PCIe";  ///< what GPUs without a link of their own are joined by

}  // namespace

GpuTypeDialog::GpuTypeDialog(const hardware::Catalogue& catalogue, QWidget* parent)
    : QDialog(parent), m_catalogue(catalogue) {
  setObjectName(QStringLiteral("gpuTypeDialog"));
  setWindowTitle(tr("New GPU type"));
  m_form = new ScrolledForm(this);
  QFormLayout* form = m_form->rows();
  const auto line = [&](const char* name, const QString& label) {
    QLineEdit* made = addLine(this, form, name, label);
    connect(made, &QLineEdit::textChanged, this, &GpuTypeDialog::validate);
    return made;
  };
  m_name = line("gpuType.name", tr("Name:"));
  m_vendor = line("gpuType.vendor", tr("Vendor:"));
  m_memory = number("gpuType.memory", tr("Memory:"), tr("GiB"), 4096, true);
  m_bandwidth = number("gpuType.memoryBandwidth", tr("Memory bandwidth:"), tr("GB/s"), 1e6, true);
  m_bf16 = number("gpuType.bf16", tr("bf16, dense:"), tr("TFLOP/s"), 1e6, true);
  m_fp8 = number("gpuType.fp8", tr("fp8, dense:"), tr("TFLOP/s"), 1e6, false);
  m_link = number("gpuType.link", tr("Link to peers, one direction:"), tr("GB/s"), 1e5, false);
  auto* domain = new WholeBox(this);
  domain->whenTyped(this, [this] { validate(); });
  m_domain = domain;
  m_domain->setObjectName(QStringLiteral("gpuType.linkDomain"));
  m_domain->setAccessibleName(tr("GPUs joined by the link"));
  m_domain->setRange(1, 1024);
  m_domain->setValue(kUsualDomain);
  form->addRow(tr("GPUs joined by it:"), m_domain);
  m_pcie = number("gpuType.pcie", tr("Host link, one direction:"), tr("GB/s"), 1e4, true);
  m_power = number("gpuType.power", tr("Power:"), tr("W"), 1e5, false);
  m_purchase = number("gpuType.purchase", tr("Price to buy one:"), moneyUnit(false), 1e7, false);
  m_rent = number("gpuType.rent", tr("Rent of one:"), moneyUnit(true), 1e4, false);
  m_rent->setDecimals(4);
  for (NumberBox* field : {m_purchase, m_rent}) makeMoney(field);
  m_source = line("gpuType.source", tr("Source:"));
  m_note = line("gpuType.note", tr("Note:"));
  m_problem = new QLabel(this);
  m_problem->setObjectName(QStringLiteral("gpuType.problem"));
  m_problem->setWordWrap(true);
  layout()->addWidget(m_problem);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  m_ok = buttons->button(QDialogButtonBox::Ok);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout()->addWidget(buttons);
  validate();
}

NumberBox* GpuTypeDialog::number(const char* name, const QString& label, const QString& unit, double most,
                                 bool needed) {
  NumberBox* field = addNumber(this, m_form->rows(), name, label, unit, most, needed);
  connect(field, &NumberBox::valueChanged, this, &GpuTypeDialog::validate);
  field->whenTyped(this, [this] { validate(); });
  return field;
}

void GpuTypeDialog::validate() {
  if (m_note == nullptr || m_ok == nullptr) return;  // still being built
  QString problem;
  const std::string id = ownTypeId(m_name->text());
  const hardware::Gpu* present = m_catalogue.find_gpu(id);
  if (id.empty())
    problem = tr("Enter a name with letters or digits.");
  else if (present != nullptr && !present->source.own)
    problem = tr("The catalogue has a type “%1” already; choose another name.").arg(m_name->text().trimmed());
  else if (m_memory->value() <= 0.0)
    problem = tr("Memory must be above zero.");
  else if (m_bandwidth->value() <= 0.0)
    problem = tr("Memory bandwidth must be above zero.");
  else if (m_bf16->value() <= 0.0)
    problem = tr("The bf16 rate must be above zero.");
  else if (m_pcie->value() <= 0.0)
    problem = tr("The host link must be above zero.");
  else if (m_source->text().trimmed().isEmpty())
    problem = tr("Say where the figures come from.");
  if (const QString refused = problemIn(*this); !refused.isEmpty()) problem = refused;
  tellProblem(m_problem, *this, problem);
  m_ok->setEnabled(problem.isEmpty());
}

void GpuTypeDialog::fill(const hardware::Gpu& gpu) {
  m_original = gpu;
  const auto put = [](NumberBox* field, double value) { field->setValue(value); };
  const QString name = QString::fromStdString(gpu.name);
  m_name->setText(gpu.source.own ? name : tr("%1 (own)", "name of a copy").arg(name));
  m_vendor->setText(QString::fromStdString(gpu.vendor));
  if (gpu.memory) put(m_memory, in_gib(*gpu.memory));
  if (gpu.memory_bandwidth) put(m_bandwidth, gpu.memory_bandwidth->value / 1e9);
  if (gpu.bf16) put(m_bf16, gpu.bf16->value / 1e12);
  if (gpu.fp8) put(m_fp8, gpu.fp8->value / 1e12);
  if (gpu.link) put(m_link, gpu.link->value / 1e9);
  if (gpu.link_domain) m_domain->setValue(*gpu.link_domain);
  if (gpu.pcie) put(m_pcie, gpu.pcie->value / 1e9);
  if (gpu.power) put(m_power, gpu.power->value);
  if (const hardware::GpuPrice* price = m_catalogue.purchase_price(gpu.id))
    put(m_purchase, shownMoney(price->price.value));
  if (const hardware::GpuRent* price = m_catalogue.own_rent(gpu.id))
    put(m_rent, shownMoney(price->price.value));
  m_source->setText(QString::fromStdString(gpu.source.text));
  m_note->setText(QString::fromStdString(gpu.note));
  for (const NumberBox* field :
       {m_memory, m_bandwidth, m_bf16, m_fp8, m_link, m_pcie, m_power, m_purchase, m_rent})
    m_filled[field] = field->value();
  m_filledDomain = m_domain->value();
}

bool GpuTypeDialog::isAsFilled(const NumberBox* field) const {
  const auto filled = m_filled.find(field);
  return filled != m_filled.end() && filled->second == field->value();
}

hardware::Gpu GpuTypeDialog::gpu() const {
  const hardware::Gpu from = m_original.value_or(hardware::Gpu{});
  hardware::Gpu gpu = from;
  gpu.id = ownTypeId(m_name->text());
  gpu.name = m_name->text().trimmed().toStdString();
  gpu.vendor = m_vendor->text().trimmed().toStdString();
  if (gpu.id != from.id && gpu.like.empty()) gpu.like = from.id;
  // A field has two decimals: what nobody changed keeps the figure behind it.
  const auto set = [this](auto& figure, const NumberBox* field, auto of) {
    if (isAsFilled(field)) return;
    figure.reset();
    if (field->value() > 0.0) figure = of(field->value());
  };
  if (!isAsFilled(m_memory)) gpu.memory_gb_label.reset();
  set(gpu.memory, m_memory, gib);
  set(gpu.memory_bandwidth, m_bandwidth, gb_per_s);
  set(gpu.bf16, m_bf16, tflops);
  set(gpu.fp8, m_fp8, tflops);
  set(gpu.pcie, m_pcie, gb_per_s);
  set(gpu.power, m_power, [](double watts) { return Watts{watts}; });
  if (!isAsFilled(m_link)) {
    gpu.link_both_directions.reset();
    if (gpu.link_type.empty() || gpu.link_type == kNoLink) gpu.link_type = "own link";
    set(gpu.link, m_link, gb_per_s);
    if (!gpu.link) gpu.form = gpu.link_type = kNoLink;
  }
  if (gpu.link_type == kNoLink && !(isAsFilled(m_link) && isAsFilled(m_pcie))) gpu.link = gpu.pcie;
  if (gpu.link_type == kNoLink && !isAsFilled(m_link))
    gpu.link_domain.reset();
  else if (m_domain->value() != m_filledDomain)
    gpu.link_domain = m_domain->value();
  gpu.checked_against.clear();
  gpu.source = {m_source->text().trimmed().toStdString(),
                QDate::currentDate().toString(Qt::ISODate).toStdString(), true};
  gpu.note = m_note->text().trimmed().toStdString();
  return gpu;
}

std::optional<hardware::GpuPrice> GpuTypeDialog::purchase() const {
  if (m_purchase->value() <= 0.0) return std::nullopt;
  const hardware::Gpu made = gpu();
  if (m_original && isAsFilled(m_purchase))  // with the source that it has
    if (const hardware::GpuPrice* price = m_catalogue.purchase_price(m_original->id)) {
      hardware::GpuPrice kept = *price;
      kept.gpu_id = made.id;
      return kept;
    }
  return hardware::GpuPrice{
      made.id, made.source.date, {dollars(m_purchase->value())}, "own price", made.source.text};
}

std::optional<hardware::GpuRent> GpuTypeDialog::rent() const {
  if (m_rent->value() <= 0.0) return std::nullopt;
  const hardware::Gpu made = gpu();
  if (m_original && isAsFilled(m_rent))
    if (const hardware::GpuRent* price = m_catalogue.own_rent(m_original->id)) {
      hardware::GpuRent kept = *price;
      kept.gpu_id = made.id;
      return kept;
    }
  return hardware::GpuRent{made.id, {dollars(m_rent->value())}, made.source};
}

}  // namespace astrolabe::ui
