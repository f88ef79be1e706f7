#include "ui/canvas/gpu_type_dialog.h"

#include <QDate>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "core/base/text.h"
#include "ui/canvas/number_box.h"
#include "ui/canvas/scrolled_form.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

namespace {

/// "My GPU 96GB" -> "my-gpu-96gb".
std::string idFor(const QString& name) {
  QString id;
  for (const QChar letter : name.toLower())
    if (letter.isLetterOrNumber() && letter.unicode() < 128)
      id += letter;
    else if (!id.isEmpty() && !id.endsWith(QLatin1Char('-')))
      id += QLatin1Char('-');
  while (id.endsWith(QLatin1Char('-'))) id.chop(1);
  return id.toStdString();
}

}  // namespace

GpuTypeDialog::GpuTypeDialog(const hardware::Catalogue& catalogue, QWidget* parent)
    : QDialog(parent), m_catalogue(catalogue) {
  setObjectName(QStringLiteral("gpuTypeDialog"));
  setWindowTitle(tr("New GPU type"));
  m_form = new ScrolledForm(this);
  QFormLayout* form = m_form->rows();
  const auto line = [&](const char* name, const QString& label) {
    auto* made = new QLineEdit(this);
    made->setObjectName(QLatin1StringView(name));
    made->setAccessibleName(label);
    connect(made, &QLineEdit::textChanged, this, &GpuTypeDialog::validate);
    form->addRow(label, made);
    return made;
  };
  m_name = line("gpuType.name", tr("Name:"));
  m_vendor = line("gpuType.vendor", tr("Vendor:"));
  m_memory = number("gpuType.memory", tr("Memory:"), tr("GiB"), 4096, true);
  m_bandwidth = number("gpuType.memoryBandwidth", tr("Memory bandwidth:"), tr("GB/s"), 1e6, true);
  m_bf16 = number("gpuType.bf16", tr("bf16, dense:"), tr("TFLOP/s"), 1e6, true);
  m_fp8 = number("gpuType.fp8", tr("fp8, dense:"), tr("TFLOP/s"), 1e6, false);
  m_link = number("gpuType.link", tr("Link to peers, one direction:"), tr("GB/s"), 1e5, false);
  m_domain = new QSpinBox(this);
  m_domain->setObjectName(QStringLiteral("gpuType.linkDomain"));
  m_domain->setAccessibleName(tr("GPUs joined by the link"));
  m_domain->setRange(1, 1024);
  m_domain->setValue(8);
  form->addRow(tr("GPUs joined by it:"), m_domain);
  m_pcie = number("gpuType.pcie", tr("Host link, one direction:"), tr("GB/s"), 1e4, true);
  m_power = number("gpuType.power", tr("Power:"), tr("W"), 1e5, false);
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

QDoubleSpinBox* GpuTypeDialog::number(const char* name, const QString& label, const QString& unit,
                                      double most, bool needed) {
  auto* field = new NumberBox(this);
  field->setObjectName(QLatin1StringView(name));
  field->setAccessibleName(label);
  field->setRange(0.0, most);
  field->setDecimals(2);
  field->setSuffix(QChar(0x202F) + unit);
  field->setSpecialValueText(needed ? tr("enter a value") : tr("not known"));
  connect(field, &QDoubleSpinBox::valueChanged, this, &GpuTypeDialog::validate);
  m_form->rows()->addRow(label, field);
  return field;
}

void GpuTypeDialog::validate() {
  if (m_note == nullptr || m_ok == nullptr) return;  // still being built
  QString problem;
  const std::string id = idFor(m_name->text());
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
  QPalette ink = m_problem->palette();
  ink.setColor(QPalette::WindowText, currentTheme().error);
  m_problem->setPalette(ink);
  m_problem->setText(problem);
  m_ok->setEnabled(problem.isEmpty());
}

void GpuTypeDialog::fill(const hardware::Gpu& gpu) {
  const auto put = [](QDoubleSpinBox* field, double value) { field->setValue(value); };
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
  m_source->setText(QString::fromStdString(gpu.source.text));
  m_note->setText(QString::fromStdString(gpu.note));
}

hardware::Gpu GpuTypeDialog::gpu() const {
  hardware::Gpu gpu;
  gpu.id = idFor(m_name->text());
  gpu.name = m_name->text().trimmed().toStdString();
  gpu.vendor = m_vendor->text().trimmed().toStdString();
  gpu.memory = gib(m_memory->value());
  gpu.memory_bandwidth = gb_per_s(m_bandwidth->value());
  gpu.bf16 = tflops(m_bf16->value());
  if (m_fp8->value() > 0.0) gpu.fp8 = tflops(m_fp8->value());
  gpu.pcie = gb_per_s(m_pcie->value());
  if (m_link->value() > 0.0) {
    gpu.link_type = "own link";
    gpu.link = gb_per_s(m_link->value());
    gpu.link_domain = m_domain->value();
  } else {
    gpu.form = "PCIe";
    gpu.link_type = "PCIe";
    gpu.link = gpu.pcie;
  }
  if (m_power->value() > 0.0) gpu.power = Watts{m_power->value()};
  gpu.source = {m_source->text().trimmed().toStdString(),
                QDate::currentDate().toString(Qt::ISODate).toStdString(), true};
  gpu.note = m_note->text().trimmed().toStdString();
  return gpu;
}

}  // namespace astrolabe::ui
