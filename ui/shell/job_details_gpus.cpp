// The page that says how many GPUs a strategy may leave unused.
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <cmath>

#include "ui/document/commands/pool_facts.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/theme.h"
#include "ui/shell/job_details.h"
#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

void JobDetailsDialog::buildGpus() {
  QFormLayout* form = addPage(
      tr("GPUs"), tr("Exactly: a strategy uses every GPU on the canvas; the number is changed there. At "
                     "most: it may leave GPUs unused in every pool, and uses no more than is entered here."));
  m_exactly = new QRadioButton(tr("Exactly the GPUs of the canvas"), form->parentWidget());
  m_exactly->setObjectName(u"jobDetails.gpus.exactly"_s);
  m_atMost = new QRadioButton(tr("At most this many"), form->parentWidget());
  m_atMost->setObjectName(u"jobDetails.gpus.atMost"_s);
  form->addRow(m_exactly);
  form->addRow(m_atMost);
  connect(m_exactly, &QRadioButton::clicked, this, [this] {
    if (const auto& choose = m_document.plan().cluster.choose) m_lastChoose = *choose;
    pushChoose({});
  });
  connect(m_atMost, &QRadioButton::clicked, this,
          [this] { pushChoose(m_document.plan().cluster.choose.value_or(m_lastChoose)); });
  const auto add = [&](const QString& name, const QString& label, const std::string& pool) {
    auto* field = new QLineEdit(form->parentWidget());
    field->setObjectName(u"jobDetails.gpus.%1"_s.arg(name));
    field->setAccessibleName(label);
    field->setPlaceholderText(tr("all"));
    auto* error = new QLabel(form->parentWidget());
    error->setObjectName(u"jobDetails.gpus.%1.error"_s.arg(name));
    error->setWordWrap(true);
    error->setFont(ui::font(TextRole::Caption));
    setInk(error, currentTheme().error);
    error->hide();
    m_pools.push_back({pool, field, error});
    form->addRow(label, field);
    form->addRow(QString(), error);
    connect(field, &QLineEdit::editingFinished, this, [this, row = m_pools.back()] { takePool(row); });
  };
  for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools) {
    const QString name = QString::fromStdString(pool.id);
    add(name, tr("%1, at most").arg(name), pool.id);
  }
  add(u"total"_s, tr("All pools together, at most"), {});
}

void JobDetailsDialog::takePool(const PoolRow& row) {
  const std::string& pool = row.pool;
  std::optional<hardware::Choose> choose = m_document.plan().cluster.choose;
  const hardware::PoolSpec* spec = pool.empty() ? nullptr : findPool(m_document.plan(), pool);
  const QString text = row.field->text().trimmed();
  int most = 0;
  for (const hardware::PoolSpec& each : m_document.plan().cluster.pools)
    if (pool.empty() || &each == spec) most += each.nodes * poolGpusPerNode(each, m_document.catalogue());
  const std::optional<double> value = numberFromText(text);
  QString problem;
  if (!text.isEmpty() &&
      (!value || *value != std::floor(*value) || *value < (pool.empty() ? 1 : 0) || *value > most))
    problem = tr("Enter a whole number up to %1, the number of GPUs there are.").arg(most);
  row.error->setText(problem);
  row.error->setVisible(!problem.isEmpty());
  if (!problem.isEmpty()) return;
  if (!choose && text.isEmpty()) return;
  if (!choose) choose.emplace();
  if (pool.empty())
    choose->max_total_gpus = text.isEmpty() ? std::nullopt : std::optional(static_cast<int>(*value));
  else if (text.isEmpty())
    choose->max_gpus_per_pool.erase(pool);
  else
    choose->max_gpus_per_pool[pool] = static_cast<int>(*value);
  pushChoose(choose);
}

void JobDetailsDialog::pushChoose(const std::optional<hardware::Choose>& choose) {
  if (choose != m_document.plan().cluster.choose)
    m_document.undoStack().push(new SetChoose(m_document, choose));
}

/// What may stay unused, and the number of each pool.
void JobDetailsDialog::showCounts() {
  const std::optional<hardware::Choose>& choose = m_document.plan().cluster.choose;
  m_exactly->setChecked(!choose);
  m_atMost->setChecked(choose.has_value());
  for (const auto& [pool, field, error] : m_pools) {
    if ((field->hasFocus() && field->isModified()) || !error->isHidden()) continue;
    std::optional<int> most;
    if (choose && pool.empty()) most = choose->max_total_gpus;
    if (choose && choose->max_gpus_per_pool.contains(pool)) most = choose->max_gpus_per_pool.at(pool);
    field->setText(most ? QString::number(*most) : QString());
  }
}

}  // namespace astrolabe::ui
