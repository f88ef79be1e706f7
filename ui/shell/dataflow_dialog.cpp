#include "ui/shell/dataflow_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/render/messages.h"
#include "ui/render/post_training_words.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"
#include "ui/results/text_table_view.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using post_training::Do;

namespace {

enum FlowColumn { StepColumn, RoleColumn, WorkColumn, AfterColumn, Columns };

}  // namespace

DataflowDialog::DataflowDialog(const post_training::Dataflow& start, QWidget* parent) : QDialog(parent) {
  setObjectName(u"dataflow"_s);
  setWindowTitle(tr("Steps of an iteration"));
  resize(scaledOn(screen(), 640, 420));
  auto* column = new QVBoxLayout(this);
  auto* words = new QLabel(tr("Each step is work of one role. It begins when all steps that it comes after "
                              "have ended, which are named with commas between them."),
                           this);
  words->setWordWrap(true);
  column->addWidget(words);
  m_steps = new QTableWidget(0, Columns, this);
  m_steps->setObjectName(u"dataflow.steps"_s);
  m_steps->setAccessibleName(tr("Steps"));
  m_steps->setHorizontalHeaderLabels({tr("Step"), tr("Role"), tr("Work"), tr("After")});
  dressSingleRows(*m_steps);
  m_steps->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  m_steps->verticalHeader()->setDefaultSectionSize(scaled(30));
  column->addWidget(m_steps, 1);
  auto* row = new QHBoxLayout;
  auto* add = new QPushButton(tr("&Add a step"), this);
  add->setObjectName(u"dataflow.add"_s);
  auto* remove = new QPushButton(tr("&Remove the step"), this);
  remove->setObjectName(u"dataflow.remove"_s);
  row->addWidget(add);
  row->addWidget(remove);
  row->addStretch();
  column->addLayout(row);
  m_error = new QLabel(this);
  m_error->setObjectName(u"dataflow.error"_s);
  m_error->setWordWrap(true);
  setInk(m_error, currentTheme().error);
  column->addWidget(m_error);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  m_ok = buttons->button(QDialogButtonBox::Ok);
  m_ok->setObjectName(u"dataflow.ok"_s);
  m_ok->setText(tr("Use these steps"));
  m_ok->setProperty("primary", true);
  column->addWidget(buttons);
  for (const post_training::Call& call : start.calls) {
    QStringList after;
    for (const int before : call.after)
      after << QString::fromStdString(start.calls[static_cast<std::size_t>(before)].name);
    addStep({QString::fromStdString(call.name), QString::fromStdString(call.role),
             QLatin1StringView(post_training::to_string(call.what)), after.join(u", "_s),
             call.one_a_prompt ? u"1"_s : QString()});
  }
  connect(m_steps, &QTableWidget::itemChanged, this, &DataflowDialog::validate);
  connect(add, &QPushButton::clicked, this, [this] {
    const int last = m_steps->rowCount() - 1;
    const auto above = [&](int at) { return last >= 0 ? m_steps->item(last, at)->text() : QString(); };
    addStep({tr("step_%1", "name of a step").arg(last + 2),
             above(RoleColumn),
             u"forward"_s,
             above(StepColumn),
             {}});
    m_steps->setCurrentCell(last + 1, StepColumn);
    m_steps->setFocus();
    validate();
  });
  connect(remove, &QPushButton::clicked, this, &DataflowDialog::removeStep);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  if (m_steps->rowCount() > 0) m_steps->setCurrentCell(0, StepColumn);
  validate();
}

/// `cells`: step, role, work, after, and "1" where it generates one answer a prompt.
void DataflowDialog::addStep(const QStringList& cells) {
  const int row = m_steps->rowCount();
  m_steps->insertRow(row);
  for (const int at : {StepColumn, RoleColumn, AfterColumn})
    m_steps->setItem(row, at, new QTableWidgetItem(cells[at]));
  m_steps->item(row, StepColumn)->setData(Qt::UserRole, cells.back() == u"1"_s);
  auto* work = new QComboBox(m_steps);
  work->setObjectName(u"dataflow.work.%1"_s.arg(row));
  work->setAccessibleName(tr("Work of the step"));
  for (const Do what : {Do::generate, Do::forward, Do::train})
    work->addItem(doName(what), QString(QLatin1StringView(post_training::to_string(what))));
  work->setCurrentIndex(std::max(0, work->findData(cells[WorkColumn])));
  m_steps->setCellWidget(row, WorkColumn, work);
  connect(work, &QComboBox::currentIndexChanged, this, &DataflowDialog::validate);
}

void DataflowDialog::removeStep() {
  const int row = m_steps->currentRow();
  if (row >= 0) m_steps->removeRow(row);
  validate();
}

Json DataflowDialog::written() const {
  static const QRegularExpression between(u"[,;]"_s);
  Json steps = Json::array();
  for (int row = 0; row < m_steps->rowCount(); ++row) {
    const auto cell = [&](int at) {
      const QTableWidgetItem* item = m_steps->item(row, at);
      return item != nullptr ? item->text().trimmed() : QString();
    };
    const auto* work = qobject_cast<const QComboBox*>(m_steps->cellWidget(row, WorkColumn));
    Json after = Json::array();
    for (const QString& name : cell(AfterColumn).split(between, Qt::SkipEmptyParts))
      if (!name.trimmed().isEmpty()) after.push_back(name.trimmed().toStdString());
    Json step{{"call", cell(StepColumn).toStdString()},
              {"role", cell(RoleColumn).toStdString()},
              {"do", work != nullptr ? work->currentData().toString().toStdString() : std::string()},
              {"after", std::move(after)}};
    const QTableWidgetItem* first = m_steps->item(row, StepColumn);
    if (first != nullptr && first->data(Qt::UserRole).toBool() && step["do"] == "generate")
      step["one_a_prompt"] = true;
    steps.push_back(std::move(step));
  }
  return steps;
}

Json DataflowDialog::dataflow() const {
  const auto read = post_training::read_dataflow(written(), "dataflow");
  if (!read) return written();
  for (const post_training::Dataflow& ready : post_training::ready_dataflows())
    if (ready.calls == read->calls) return ready.name;
  return written();
}

void DataflowDialog::validate() {
  QString problem;
  const Json steps = written();
  for (std::size_t i = 0; i < steps.size() && problem.isEmpty(); ++i)
    if (steps[i]["call"].get<std::string>().empty() || steps[i]["role"].get<std::string>().empty())
      problem = tr("Step %1 needs a name and a role.").arg(i + 1);
  const auto read = post_training::read_dataflow(steps, "dataflow");
  if (problem.isEmpty() && !read) problem = messageFor(read.error()).plain();
  m_error->setText(problem);
  m_error->setVisible(!problem.isEmpty());
  m_steps->setAccessibleDescription(problem);
  m_ok->setEnabled(problem.isEmpty());
}

}  // namespace astrolabe::ui
