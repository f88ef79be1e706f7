#include "ui/shell/script_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableWidget>
#include <QVBoxLayout>
#include <utility>

#include "core/hardware/catalogue.h"
#include "ui/compare/comparison_inputs.h"
#include "ui/controls/selectable_words.h"
#include "ui/render/messages.h"
#include "ui/render/reason_words.h"
#include "ui/render/runtime_words.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"
#include "ui/results/layout_text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

ScriptDialog::ScriptDialog(plan::Plan asked, strategy::Problem problem, const QString& path, QWidget* parent)
    : QDialog(parent), m_asked(std::move(asked)), m_problem(std::move(problem)), m_path(path) {
  setObjectName(u"scriptDialog"_s);
  setWindowTitle(tr("Open a launch script"));
  resize(scaledOn(screen(), 640, 460));
  auto* column = new QVBoxLayout(this);
  column->setSpacing(scaled(8));
  auto* words =
      new QLabel(tr("%1 is read, not run. What it says of strategy, job and software becomes my layout.")
                     .arg(QFileInfo(path).fileName()),
                 this);
  words->setWordWrap(true);
  words->setTextFormat(Qt::PlainText);
  column->addWidget(words);
  m_answer = selectableWords(u"scriptDialog.answer"_s, this);
  column->addWidget(m_answer);
  m_form = new QFormLayout;
  column->addLayout(m_form);
  m_heading = new QLabel(this);
  m_heading->setFont(ui::font(TextRole::Section));
  column->addWidget(m_heading);
  m_ignored = new QTableWidget(0, 2, this);
  m_ignored->setObjectName(u"scriptDialog.ignored"_s);
  m_ignored->setAccessibleName(tr("What of the script is not used"));
  m_ignored->setHorizontalHeaderLabels({tr("Argument"), tr("Why it is not used")});
  m_ignored->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  m_ignored->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
  m_ignored->horizontalHeader()->setMaximumSectionSize(scaled(280));
  m_ignored->verticalHeader()->hide();
  m_ignored->verticalHeader()->setDefaultSectionSize(scaled(26));
  m_ignored->setShowGrid(false);
  m_ignored->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_ignored->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_ignored->setTabKeyNavigation(false);
  column->addWidget(m_ignored, 1);
  column->addStretch();
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  m_add = buttons->addButton(tr("Add to ranking"), QDialogButtonBox::AcceptRole);
  m_add->setObjectName(u"scriptDialog.add"_s);
  m_add->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  read();
}

strategy::Job ScriptDialog::job() const {
  // What the search is held to is the plan's own.
  strategy::Job job = m_reading->job;
  job.allowed = m_asked.job.allowed;
  return job;
}

void ScriptDialog::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && qobject_cast<QLineEdit*>(focusWidget()) != nullptr) return event->accept();
  QDialog::keyPressEvent(event);
}

void ScriptDialog::read() {
  auto reading = runtimes::read_script_file(m_path.toStdString(), m_given, m_problem);
  m_reading = reading ? std::optional(std::move(*reading)) : std::nullopt;
  QPalette ink = m_answer->palette();
  ink.setColor(QPalette::WindowText, reading ? currentTheme().text : currentTheme().error);
  m_answer->setPalette(ink);
  if (m_reading)
    tellRead();
  else
    m_answer->setText(messageFor(reading.error()).plain());
  tellIgnored();
  m_add->setEnabled(m_reading.has_value());
  if (!reading) askFor(reading.error());
}

/// A field for each variable that a value leaves open; it stays once it is filled in.
void ScriptDialog::askFor(const Error& error) {
  static const QRegularExpression variable(u"\\$\\{?([A-Za-z0-9_]+)"_s);
  auto open = variable.globalMatch(QString::fromStdString(error.found));
  QLineEdit* first = nullptr;
  QStringList names;
  while (open.hasNext()) {
    const QString name = open.next().captured(1);
    names << name;
    if (m_values.contains(name)) continue;
    auto* field = new QLineEdit(this);
    field->setObjectName(u"scriptDialog.value."_s + name);
    field->setAccessibleName(tr("Value of %1").arg(name));
    m_values.insert(name, field);
    m_form->addRow(tr("Value of %1").arg(name), field);
    connect(field, &QLineEdit::editingFinished, this, [this, name, field] {
      const std::string key = name.toStdString(), value = field->text().trimmed().toStdString();
      const auto known = m_given.find(key);
      if (known == m_given.end() ? value.empty() : known->second == value) return;
      if (value.empty())
        m_given.erase(key);
      else
        m_given.insert_or_assign(key, value);
      read();
    });
    if (first == nullptr) first = field;
  }
  if (!names.isEmpty())
    m_answer->setText(
        tr("“%1” is “%2”, and %3 leaves %4 open. Enter its value.", "argument, value, file, variable")
            .arg(QString::fromStdString(error.where), QString::fromStdString(error.found),
                 QFileInfo(m_path).fileName(), names.join(u", "_s)));
  if (first != nullptr) first->setFocus(Qt::OtherFocusReason);
}

/// Rows of the comparison of questions that differ by what the file says.
QStringList ScriptDialog::changesOfJob() const {
  plan::Plan after = m_asked;
  after.job = job();
  QStringList changes;
  for (const AskedRow& row : askedRows({&m_asked, &after}, hardware::Catalogue::built_in()))
    if (row.cells.value(0) != row.cells.value(1))
      changes << tr("%1: %2 instead of %3", "setting of the job, new value, old value")
                     .arg(row.name, row.cells.value(1), row.cells.value(0));
  return changes;
}

void ScriptDialog::tellRead() {
  strategy::Problem problem = m_problem;
  problem.job = m_reading->job;
  QStringList lines{tr("Strategy: %1").arg(layoutText(m_reading->strategy, problem))};
  if (const QString runtime = searchedRuntime(problem); !runtime.isEmpty())
    lines << tr("Runtime: %1").arg(runtime);
  for (const runtimes::IgnoredArgument& one : m_reading->contradictions)
    lines << tr("Contradicts the question: %1 (%2)", "argument of a script, what holds instead")
                 .arg(QString::fromStdString(one.argument), phraseText(one.why));
  for (const runtimes::IgnoredArgument& one : m_reading->assumed)
    lines << tr("Taken where nothing is said: %1 (%2)", "setting of a strategy, why")
                 .arg(QString::fromStdString(one.argument), phraseText(one.why));
  const QStringList changes = changesOfJob();
  lines << (changes.isEmpty() ? tr("The job stays as it is.") : changes.join(u'\n'));
  m_answer->setText(lines.join(u'\n'));
}

void ScriptDialog::tellIgnored() {
  const std::vector<runtimes::IgnoredArgument> none;
  const auto& ignored = m_reading ? m_reading->ignored : none;
  m_ignored->setRowCount(static_cast<int>(ignored.size()));
  for (int row = 0; row < m_ignored->rowCount(); ++row) {
    const runtimes::IgnoredArgument& one = ignored[static_cast<std::size_t>(row)];
    const QString argument = QString::fromStdString(one.argument);
    const QString cells[] = {one.line > 0 ? tr("line %1: %2").arg(one.line).arg(argument) : argument,
                             phraseText(one.why)};
    for (int column = 0; column < 2; ++column) {
      auto* item = new QTableWidgetItem(cells[column]);
      item->setToolTip(cells[column]);
      m_ignored->setItem(row, column, item);
    }
  }
  m_heading->setText(tr("Not used: %n argument(s)", nullptr, m_ignored->rowCount()));
  m_heading->setVisible(m_ignored->rowCount() > 0);
  m_ignored->setVisible(m_ignored->rowCount() > 0);
}

}  // namespace astrolabe::ui
