#include "ui/canvas/mark_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>

#include "core/hardware/pool_marks.h"
#include "ui/controls/number_box.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kUsualFactor = 2.0;
constexpr int kFactorDecimals = 2;

NumberBox* factorBox(const QString& name, const QString& label, QFormLayout& form, QWidget* parent) {
  auto* box = new NumberBox(parent);
  box->setObjectName(name);
  box->setAccessibleName(label);
  box->setDecimals(kFactorDecimals);
  box->setRange(1.0, hardware::kMostSlowFactor);
  box->setSuffix(u" ×"_s);
  form.addRow(label, box);
  return box;
}

}  // namespace

MarkDialog::MarkDialog(const Ask& ask, QWidget* parent) : QDialog(parent), m_ask(ask) {
  setObjectName(u"markDialog"_s);
  setWindowTitle(ask.what == What::Slow ? tr("Slow GPUs of %1").arg(ask.pool)
                                        : tr("Failed GPUs of %1").arg(ask.pool));
  auto* form = new QFormLayout(this);
  m_node = new QSpinBox(this);
  m_node->setObjectName(u"markDialog.node"_s);
  m_node->setRange(0, std::max(0, ask.nodes - 1));
  m_node->setValue(ask.place.node);
  m_node->setEnabled(ask.nodes > 1);
  const QString node = tr("Node, from 0 to %1:").arg(QLocale().toString(std::max(0, ask.nodes - 1)));
  m_node->setAccessibleName(node);
  form->addRow(node, m_node);
  m_gpu = new QComboBox(this);
  m_gpu->setObjectName(u"markDialog.gpu"_s);
  m_gpu->setAccessibleName(tr("GPU of the node:"));
  m_gpu->addItem(tr("The whole node"));
  for (int gpu = 0; gpu < ask.gpus; ++gpu) m_gpu->addItem(tr("GPU %1").arg(gpu));
  m_gpu->setCurrentIndex(ask.place.gpu ? *ask.place.gpu + 1 : 0);
  form->addRow(tr("GPU of the node:"), m_gpu);
  if (ask.what == What::Slow) {
    m_factor = factorBox(u"markDialog.factor"_s, tr("Its kernels take:"), *form, this);
    m_linkFactor = factorBox(u"markDialog.linkFactor"_s, tr("Its links take:"), *form, this);
    connect(m_node, &QSpinBox::valueChanged, this, &MarkDialog::showPlace);
    connect(m_gpu, &QComboBox::currentIndexChanged, this, &MarkDialog::showPlace);
  }
  m_note = new QLabel(this);
  m_note->setObjectName(u"markDialog.note"_s);
  m_note->setWordWrap(true);
  m_note->setFont(ui::font(TextRole::Caption));
  form->addRow(m_note);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  m_ok = buttons->button(QDialogButtonBox::Ok);
  m_ok->setObjectName(u"markDialog.ok"_s);
  connect(buttons, &QDialogButtonBox::accepted, this, &MarkDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form->addRow(buttons);
  showPlace();
}

MarkedPlace MarkDialog::place() const {
  const int gpu = m_gpu->currentIndex() - 1;
  return {m_node->value(), gpu >= 0 ? std::optional(gpu) : std::nullopt};
}

/// What holds of the place now, else a usual factor for its kernels.
void MarkDialog::showFactors() {
  const MarkedPlace at = place();
  const auto& slow = m_ask.marks.slow;
  const auto found = std::find_if(slow.begin(), slow.end(), [&](const hardware::SlowSpec& mark) {
    return mark.node == at.node && mark.gpu == at.gpu;
  });
  m_factor->setValue(found != slow.end() ? found->factor : kUsualFactor);
  m_linkFactor->setValue(found != slow.end() ? found->link_factor : 1.0);
}

/// Whether a GPU is asked about whose node has failed as a whole.
bool MarkDialog::isOfFailedNode() const {
  const MarkedPlace at = place();
  const auto& failed = m_ask.marks.failed;
  return at.gpu &&
         std::find(failed.begin(), failed.end(), hardware::FailedSpec{at.node, std::nullopt}) != failed.end();
}

void MarkDialog::showPlace() {
  if (m_ask.what == What::Failed)
    return m_note->setText(
        tr("No strategy uses it. It is paid for where idle GPUs are charged, and as part of a node in use."));
  showFactors();
  const bool failed = isOfFailedNode();
  m_ok->setEnabled(!failed);
  m_note->setText(
      failed
          ? tr("Node %1 has failed with all its GPUs. Choose a GPU of a node that works, or the whole node: "
               "it counts as slow then, and no longer as failed.")
                .arg(QLocale().toString(m_node->value()))
          : tr("As many times as long as usual, from 1 to %1. Of a whole node, its links are its network.")
                .arg(QLocale().toString(hardware::kMostSlowFactor)));
}

void MarkDialog::accept() {
  if (m_ok->isEnabled()) QDialog::accept();
}

PoolMarks MarkDialog::marks() const {
  PoolMarks marks = m_ask.marks;
  if (m_ask.what == What::Slow)
    markSlow(marks, place(), m_factor->value(), m_linkFactor->value());
  else
    markFailed(marks, place());
  return marks;
}

}  // namespace astrolabe::ui
