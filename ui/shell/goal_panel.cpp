#include "ui/shell/goal_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "core/runtimes/runtime.h"
#include "ui/canvas/figure_label.h"
#include "ui/document/commands/set_job.h"
#include "ui/document/space_estimate.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/shell/assumed_mark.h"
#include "ui/shell/date_field.h"
#include "ui/shell/field_fixes.h"
#include "ui/shell/goal_checks.h"
#include "ui/shell/goal_choice.h"
#include "ui/shell/goal_dates.h"
#include "ui/shell/job_details.h"
#include "ui/shell/number_field.h"
#include "ui/shell/paint_helpers.h"
#include "ui/shell/post_training_panel.h"
#include "ui/shell/traffic_panel.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

/// Place among the entries of the runtime that the document asks for, said or not; "any" is the first.
int entryOf(const PlanDocument& document) {
  std::string runtime = document.plan().job.software.runtime;
  if (runtime.empty()) {
    const Result<strategy::Problem>& problem = document.problem();
    runtime = problem ? problem->job.software.runtime : strategy::usual_runtime();
  }
  const auto& all = runtimes::runtimes();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.id == runtime; });
  return found == all.end() ? 0 : static_cast<int>(found - all.begin()) + 1;
}

}  // namespace

bool GoalPanel::batchIsInTokens() const { return m_batchUnit != nullptr && m_batchUnit->currentIndex() == 1; }

/// The limit of a job, in the unit in which the batch is counted.
void GoalPanel::limitBatch() {
  const double unit = batchIsInTokens() ? m_document.plan().job.sequence_length : 1.0;
  m_batch->setLimits({.low = 1, .high = strategy::kLargestBatch * unit, .whole = true});
}

void GoalPanel::takeBatch(double value) {
  const int sequences = batchIsInTokens()
                            ? batchFromTokens(value, m_document.plan().job.sequence_length).sequences
                            : static_cast<int>(value);
  change(tr("global batch", "undo step: Set …"), "global_batch",
         [&](strategy::Job& job) { job.global_batch = sequences; });
}

/// The two nearest batches of whole sequences beside a number of tokens that is none.
void GoalPanel::offerWholeBatches() {
  QList<FieldFix> fixes;
  const std::optional<double> tokens = numberFromText(m_batch->text());
  if (m_batch->isRefused() && batchIsInTokens() && tokens) {
    const BatchInTokens batch = batchFromTokens(*tokens, m_document.plan().job.sequence_length);
    const auto use = [this](const char* name, int sequences) {
      const double whole = double(sequences) * m_document.plan().job.sequence_length;
      return FieldFix{QLatin1StringView(name), tr("Use %1").arg(wholeText(whole)), [this, sequences] {
                        m_batch->dropTyped();
                        change(tr("global batch", "undo step: Set …"), "global_batch",
                               [&](strategy::Job& job) { job.global_batch = sequences; });
                      }};
    };
    if (batch.below > 0) fixes << use("below", batch.below) << use("above", batch.above);
  }
  m_batchFixes->setFixes(fixes);
}

QList<NumberField*> GoalPanel::numberFields() const {
  QList<NumberField*> fields = m_inputs->findChildren<NumberField*>();
  for (NumberField* field : findChildren<NumberField*>())
    if (!fields.contains(field)) fields << field;
  return fields;
}

QLineEdit* GoalPanel::takeTyped() {
  QLineEdit* refused = nullptr;
  for (NumberField* field : numberFields())
    if (field->isEnabled() && !field->takeTyped() && refused == nullptr) refused = field;
  QLineEdit* day = m_dates->takeTyped();
  return refused != nullptr ? refused : day;
}

void GoalPanel::showDetails(const QString& field) {
  JobDetailsDialog dialog(m_document, window());
  if (auto* wanted = field.isEmpty() ? nullptr : dialog.findChild<QWidget*>(field))
    QTimer::singleShot(0, wanted, [wanted] { goToField(*wanted); });
  dialog.exec();
}

std::vector<std::pair<QString, NamedField>> GoalPanel::detailFields() {
  const JobDetailsDialog dialog(m_document, window());
  std::vector<std::pair<QString, NamedField>> fields;
  for (NamedField& field : fieldsOf(dialog)) {
    const QString name = field.widget->objectName();
    field.widget = nullptr;  // it goes with this dialog
    fields.emplace_back(name, std::move(field));
  }
  return fields;
}

void GoalPanel::change(const QString& what, const std::string& key, const Edit& edit) {
  if (m_refreshing) return;
  strategy::Job next = m_document.plan().job;
  edit(next);
  strategy::note_stated(next, key);
  if (next == m_document.plan().job) return;
  m_document.undoStack().push(new SetJob(m_document, std::move(next), what));
}

void GoalPanel::setFormula(const cost::Evaluation* best) {
  if (const std::string& task = m_document.plan().job.task; task == "post_train") {
    m_formula->setText(
        tr("%1 per iteration = cost per hour × seconds of an iteration ÷ 3600", "sign of a currency")
            .arg(currencySign()));
    m_formula->setToolTip({});
    return m_formula->setAskable(false);
  } else if (task != "train") {
    m_formula->setText(tr("%1 per million tokens = cost per hour × 10⁶ ÷ (output tokens per second × 3600)",
                          "sign of a currency")
                           .arg(currencySign()));
    m_formula->setToolTip({});
    return m_formula->setAskable(false);
  }
  const bool known = best != nullptr && best->money.usd_per_hour && best->money.usd_per_trillion_tokens;
  const QString words =
      tr("%1 = cost per hour × 10¹² ÷ (tokens per second × 3600)", "$/1T tokens").arg(moneyPerTokens());
  m_formula->setText(known ? tr("%1 = %2 × 10¹² ÷ (%3 × 3600) = %4", "$/1T tokens, with numbers")
                                 .arg(moneyPerTokens(), moneyText(best->money.usd_per_hour->value),
                                      wholeText(best->tokens_per_second),
                                      moneyText(best->money.usd_per_trillion_tokens, 4))
                           : words);
  m_formula->setToolTip(known ? words : QString());
  m_formula->setAskable(known);
}

void GoalPanel::refresh() {
  m_refreshing = true;
  const plan::Plan& plan = m_document.plan();
  const strategy::Job& job = plan.job;
  m_sequence->setValue(job.sequence_length);
  limitBatch();
  m_batch->setValue(batchIsInTokens() ? double(job.global_batch) * job.sequence_length
                                      : double(job.global_batch));
  m_tokens->setValue(job.tokens);
  m_precision->setCurrentIndex(static_cast<int>(job.precision));
  m_optimizer->setCurrentIndex(static_cast<int>(job.optimizer));
  m_software->setCurrentIndex(entryOf(m_document));
  showAssumed(job);
  for (const LimitRow& row : m_limits) {
    const std::optional<double>& limit = job.limits.*row.limit;
    const bool typing = row.field->hasFocus() || row.field->isRefused();
    row.check->setChecked(limit.has_value() || (row.check->isChecked() && typing));
    row.field->setEnabled(row.check->isChecked());
    if (limit) row.field->setValue(*limit);
  }
  m_goal->refresh();
  m_dates->refresh();
  const double headroom = job.limits.memory_headroom * 100.0;
  m_headroomCheck->setChecked(headroom > 0);
  m_headroom->setEnabled(headroom > 0);
  if (headroom > 0) {
    m_lastHeadroom = headroom;
    m_headroom->setValue(headroom);
  }
  m_basis->setCurrentIndex(static_cast<int>(job.cost.basis));
  m_commitment->setCurrentIndex(static_cast<int>(job.cost.commitment));
  m_commitment->setEnabled(job.cost.basis == hardware::CostBasis::rent);
  showTask(job.task);
  m_refreshing = false;
  showProblem();
}

/// Fields and limits of the task at hand; those of the other keep their values.
void GoalPanel::showTask(const std::string& task) {
  const bool trains = task == "train", postTrains = task == "post_train";
  m_training->setVisible(trains);
  m_traffic->setVisible(task == "serve");
  m_postTraining->setVisible(postTrains);
  for (const LimitRow& row : m_limits) {
    // Post-training has a job as long as its iterations.
    const bool ofTheJob = postTrains && (row.limit == &strategy::Limits::budget_usd ||
                                         row.limit == &strategy::Limits::deadline_hours);
    const bool shown = trains || ofTheJob || row.limit == &strategy::Limits::purchase_usd ||
                       row.limit == &strategy::Limits::usd_per_hour ||
                       row.limit == &strategy::Limits::usd_per_month ||
                       row.limit == &strategy::Limits::power_kw;
    for (QWidget* part : row.all) part->setVisible(shown);
    row.meaning->setVisible(shown && row.check->isChecked());
    if (!shown) row.fixes->setFixes({});
  }
  m_dates->setVisible(trains || postTrains);
  m_headroomCheck->setVisible(trains || postTrains);  // an engine that serves keeps its own
  m_headroom->setVisible(trains || postTrains);
  if (!trains) setFormula(nullptr);
  if (std::exchange(m_shownTask, task) != task) emit taskShown();
}

int GoalPanel::wantedHeight() const {
  const int space = m_space->isHidden() ? 0 : m_space->sizeHint().height();
  return m_body->minimumSizeHint().height() + space;
}

/// Values that nobody stated look like it, and each has a way back to that.
void GoalPanel::showAssumed(const strategy::Job& job) {
  markAssumed(m_precision, !strategy::is_stated(job, "precision"), m_precisionLabel);
  markAssumed(m_optimizer, !strategy::is_stated(job, kOptimizer), m_optimizerLabel);
  markAssumed(m_software, !strategy::is_stated(job, kRuntime), m_softwareLabel);
  m_sequence->setAssumed(!strategy::is_stated(job, "sequence_length"));
  m_batch->setAssumed(!strategy::is_stated(job, "global_batch"));
  m_tokens->setAssumed(!strategy::is_stated(job, "tokens"));
  m_headroom->setAssumed(!strategy::is_stated(job, kHeadroom));
  const bool basis = !strategy::is_stated(job, kBasis);
  const bool commitment =
      !strategy::is_stated(job, kCommitment) && job.cost.basis == hardware::CostBasis::rent;
  markAssumed(m_basis, basis);
  markAssumed(m_commitment, commitment);
  m_costAssumed->setText(basis && commitment ? tr("≈ Cost basis and commitment are assumed.")
                         : basis             ? tr("≈ The cost basis is assumed.")
                                             : tr("≈ The commitment is assumed."));
  m_costAssumed->setVisible(basis || commitment);
  for (const auto& [back, key] : m_ways) back->setEnabled(strategy::is_stated(job, key));
}

void GoalPanel::setEstimate(const SpaceEstimate& estimate) {
  m_estimate = &estimate;
  connect(&estimate, &SpaceEstimate::changed, this, &GoalPanel::showSpace);
  showSpace();
}

void GoalPanel::showSpace() {
  if (!m_estimate) return;
  m_space->setVisible(m_document.plan().job.trains());
  const bool none = m_document.plan().job.trains() && m_estimate->total() == std::uint64_t{0} &&
                    !m_document.plan().job.allowed.empty();
  m_space->setText(none ? tr("No strategy: the allowed settings leave none.") : m_estimate->text());
  QList<FieldFix> fixes;
  if (none)
    fixes << FieldFix{u"allowAll"_s, tr("Allow every setting"), [this] {
                        change(tr("every setting allowed", "undo step: Set …"), "allowed",
                               [](strategy::Job& job) { job.allowed.clear(); });
                      }};
  m_spaceFixes->setFixes(fixes);
}

void GoalPanel::colour() {
  for (QLabel* label : m_quiet) setInk(label, currentTheme().text2);
  setInk(m_goalError, currentTheme().error);
}

void GoalPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && m_formula) colour();
}

}  // namespace astrolabe::ui
