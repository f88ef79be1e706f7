#include "ui/shell/goal_dates.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/document/commands/set_job.h"
#include "ui/render/theme.h"
#include "ui/shell/date_field.h"
#include "ui/shell/field_fixes.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

QDate dayOf(const std::string& iso) { return QDate::fromString(QString::fromStdString(iso), Qt::ISODate); }

std::string isoDay(const QDate& day) { return day.toString(Qt::ISODate).toStdString(); }

}  // namespace

GoalDates::GoalDates(PlanDocument& document, int fieldWidth, QWidget* parent)
    : QWidget(parent), m_document(document) {
  setObjectName(u"goalPanel.dates"_s);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(scaled(5));
  m_start =
      addRow(column, u"start"_s, tr("Start on"),
             tr("The first day of work: from it the day is counted on which the job ends."), fieldWidth);
  m_doneBy = addRow(column, u"doneBy"_s, tr("Done by"),
                    tr("The last day on which the job may work, failures and restarts included; beside “Done "
                       "within” the earlier holds."),
                    fieldWidth);
  m_fixes = new FieldFixes(u"goalPanel.doneBy.fixes"_s, m_doneBy.field, this);
  column->addWidget(m_fixes);
  m_start.field->setJudge([this](const QDate& day) {
    return doneBy().isValid() && day > doneBy()
               ? tr("%1 is after %2, the day on which the job has to be done.")
                     .arg(day.toString(Qt::ISODate), doneBy().toString(Qt::ISODate))
               : QString();
  });
  m_doneBy.field->setJudge([this](const QDate& day) {
    const QDate first = start().isValid() ? start() : QDate::currentDate();
    return day < first ? tr("%1 is before %2, the first day of work.")
                             .arg(day.toString(Qt::ISODate), first.toString(Qt::ISODate))
                       : QString();
  });
  connect(m_start.field, &DateField::committed, this, &GoalDates::setStart);
  connect(m_doneBy.field, &DateField::committed, this, &GoalDates::setDoneBy);
  connect(m_start.check, &QCheckBox::clicked, this, &GoalDates::switchStart);
  connect(m_doneBy.check, &QCheckBox::clicked, this, &GoalDates::switchDoneBy);
  refresh();
}

GoalDates::Row GoalDates::addRow(QVBoxLayout* column, const QString& name, const QString& label,
                                 const QString& meaning, int fieldWidth) {
  Row row;
  auto* line = new QHBoxLayout;
  row.check = new QCheckBox(label, this);
  row.check->setObjectName(u"goalPanel.%1.check"_s.arg(name));
  row.check->setToolTip(meaning);
  row.field = new DateField(u"goalPanel.%1"_s.arg(name), this);
  row.field->setAccessibleName(label);
  row.field->setMeaning(meaning);
  row.field->setFixedWidth(fieldWidth);
  line->addWidget(row.check);
  line->addStretch();
  line->addWidget(row.field);
  column->addLayout(line);
  row.meaning = new QLabel(meaning, this);
  row.meaning->setObjectName(u"goalPanel.%1.meaning"_s.arg(name));
  row.meaning->setFont(ui::font(TextRole::Caption));
  row.meaning->setWordWrap(true);
  row.meaning->hide();
  setInk(row.meaning, currentTheme().text2);
  connect(row.check, &QCheckBox::toggled, row.meaning, &QWidget::setVisible);
  column->addWidget(row.meaning);
  column->addWidget(row.field->errorLabel());
  return row;
}

QDate GoalDates::start() const { return dayOf(m_document.plan().job.start); }

QDate GoalDates::doneBy() const { return dayOf(m_document.plan().job.limits.done_by); }

void GoalDates::change(const QString& what, const QDate& start, const QDate& doneBy) {
  strategy::Job next = m_document.plan().job;
  next.start = isoDay(start);
  next.limits.done_by = isoDay(doneBy);
  if (next != m_document.plan().job) m_document.undoStack().push(new SetJob(m_document, next, what));
}

void GoalDates::setStart(const QDate& day) { change(tr("start", "undo step: Set …"), day, doneBy()); }

void GoalDates::setDoneBy(const QDate& day) {
  change(tr("day to be done by", "undo step: Set …"), start().isValid() ? start() : QDate::currentDate(),
         day);
}

void GoalDates::switchStart(bool on) {
  if (!on) {
    m_start.field->dropTyped();
    return change(tr("no start", "undo step: Set …"), {}, {});
  }
  m_start.field->setEnabled(true);
  setStart(QDate::currentDate());
  m_start.field->setFocus(Qt::OtherFocusReason);
  m_start.field->selectAll();
}

void GoalDates::switchDoneBy(bool on) {
  if (!on) {
    m_doneBy.field->dropTyped();
    m_doneBy.field->setEnabled(false);
    return change(tr("no day to be done by", "undo step: Set …"), start(), {});
  }
  m_doneBy.field->setEnabled(true);
  if (m_hours > 0.0) {
    strategy::Job job = m_document.plan().job;
    if (job.start.empty()) job.start = isoDay(QDate::currentDate());
    const QDate end = dayOf(job.end_after(m_hours));
    if (end.isValid()) setDoneBy(end);
  }
  m_doneBy.field->setFocus(Qt::OtherFocusReason);
  m_doneBy.field->selectAll();
}

void GoalDates::refresh() {
  const auto show = [](const Row& row, const QDate& day) {
    const bool asked = row.check->isChecked() && (row.field->hasFocus() || row.field->isRefused());
    row.field->setDay(day);
    row.check->setChecked(day.isValid() || asked);
    row.field->setEnabled(row.check->isChecked());
  };
  show(m_start, start());
  show(m_doneBy, doneBy());
}

void GoalDates::tellTooShort(const QString& words, double hours) {
  if (m_doneBy.field->isModified()) return;  // what is being typed is told first
  m_doneBy.field->setProblem(words);
  QList<FieldFix> fixes;
  const QDate day = words.isEmpty() ? QDate() : dayOf(m_document.plan().job.end_after(hours));
  if (day.isValid())
    fixes << FieldFix{u"set"_s, tr("Set %1").arg(day.toString(Qt::ISODate)), [this, day] { setDoneBy(day); }};
  m_fixes->setFixes(fixes);
}

DateField* GoalDates::takeTyped() {
  DateField* refused = nullptr;
  for (const Row& row : {m_start, m_doneBy})
    if (row.field->isEnabled() && !row.field->takeTyped() && refused == nullptr) refused = row.field;
  return refused;
}

void GoalDates::dropTyped() {
  m_start.field->dropTyped();
  m_doneBy.field->dropTyped();
}

void GoalDates::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::StyleChange) return;
  for (const Row& row : {m_start, m_doneBy})
    if (row.meaning != nullptr) setInk(row.meaning, currentTheme().text2);
}

}  // namespace astrolabe::ui
