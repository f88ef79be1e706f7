// What of the goal contradicts itself: told at the field, with buttons that mend it.

#include <QLabel>
#include <algorithm>
#include <string>
#include <vector>

#include "core/base/error_codes.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/shell/field_fixes.h"
#include "ui/shell/goal_checks.h"
#include "ui/shell/goal_dates.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/number_field.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

/// What the whole question says about one of the fields is told at that field.
void GoalPanel::showProblem() {
  const Result<strategy::Problem>& problem = m_document.problem();
  const std::string where = problem ? std::string() : problem.error().where;
  const auto concerns = [&](const std::string& key) {
    const std::size_t at = where.rfind(key);
    return at != std::string::npos && at + key.size() == where.size() && (at == 0 || where[at - 1] == '.');
  };
  const QString words = problem ? QString() : messageFor(problem.error()).body;
  const auto tell = [&](NumberField* field, const std::string& key) {
    if (field->isModified() && !field->problem().isEmpty())
      return false;  // what is being typed is told first
    field->setProblem(concerns(key) ? words : QString());
    return true;
  };
  tell(m_sequence, "sequence_length");
  if (tell(m_batch, "global_batch")) offerBatches();
  tell(m_tokens, "tokens");
  tell(m_headroom, "memory_headroom");
  const std::vector<plan::Contradiction> broken =
      problem ? plan::contradictions(*problem) : std::vector<plan::Contradiction>();
  for (const LimitRow& row : m_limits) {
    const auto found = std::find_if(broken.begin(), broken.end(),
                                    [&](const plan::Contradiction& it) { return it.limit == row.key; });
    if (tell(row.field, row.key)) showLimit(row, found != broken.end() ? &*found : nullptr);
  }
  const auto late = std::find_if(broken.begin(), broken.end(),
                                 [](const plan::Contradiction& it) { return it.limit == "done_by"; });
  if (late != broken.end())
    m_dates->tellTooShort(toldWithCode(*late), late->needed);
  else
    m_dates->tellTooShort({}, 0.0);
  QString goal;
  if (!problem && problem.error().code == code::no_price) goal = messageFor(problem.error()).plain();
  // Degrees of a file have no field here.
  for (const plan::Contradiction& it : broken)
    if (it.cause == plan::Contradiction::Cause::degrees) goal = toldWithCode(it);
  m_goalError->setText(goal);
  m_goalError->setVisible(!goal.isEmpty());
}

QString GoalPanel::toldWithCode(const plan::Contradiction& found) {
  return tr("%1 [%2]", "message and its code")
      .arg(contradictionText(found), QLatin1StringView(code::contradicting_limits));
}

/// A limit that nothing can keep: the words, and what mends it.
void GoalPanel::showLimit(const LimitRow& row, const plan::Contradiction* found) {
  QList<FieldFix> fixes;
  if (found) {
    row.field->setProblem(toldWithCode(*found));
    // What only the peak rate would keep, the best known strategy does not.
    const bool rate = found->cause == plan::Contradiction::Cause::peak_rate ||
                      found->cause == plan::Contradiction::Cause::deadline;
    const double needed = rate ? std::max(found->needed, row.start.value_or(0.0)) : found->needed;
    const double value = roundedUp(row.key, needed);
    fixes << FieldFix{u"set"_s, tr("Set %1").arg(limitText(row.key, value)), [this, row, value] {
                        change(row.text, {}, [&](strategy::Job& job) { job.limits.*row.limit = value; });
                      }};
    if (found->gpus_within > 0)
      fixes << FieldFix{u"ask"_s,
                        grouped(tr("Ask for %n GPUs", nullptr, found->gpus_within), found->gpus_within),
                        [this, most = found->gpus_within] { leaveUnused(most); }};
    else
      fixes << FieldFix{u"off"_s, tr("No limit"), [this, row] {
                          change(tr("no limit for %1", "undo step: Set …").arg(row.text), {},
                                 [&](strategy::Job& job) { (job.limits.*row.limit).reset(); });
                        }};
  }
  row.fixes->setFixes(fixes);
}

/// The search may take fewer GPUs than stand on the canvas; at most `most`, where given.
void GoalPanel::leaveUnused(std::optional<int> most) {
  hardware::Choose choose = m_document.plan().cluster.choose.value_or(hardware::Choose{});
  if (most) choose.max_total_gpus = most;
  if (m_document.plan().cluster.choose != choose)
    m_document.undoStack().push(new SetChoose(m_document, choose));
}

/// A batch that the GPUs cannot share: the next larger one that they can, or fewer GPUs.
void GoalPanel::offerBatches() {
  const Result<strategy::Problem>& problem = m_document.problem();
  QList<FieldFix> fixes;
  if (!problem && problem.error().code == code::batch_indivisible) {
    const Wanted& wanted = problem.error().wanted;
    const int unit = wanted.values.empty() ? 0 : QString::fromStdString(wanted.values.front()).toInt();
    const int now = m_document.plan().job.global_batch;
    if (unit > 0 && now <= strategy::kLargestBatch - unit) {
      const int above = (now / unit + 1) * unit;
      fixes << FieldFix{u"set"_s, tr("Set %1").arg(tr("%n sequences", nullptr, above)), [this, above] {
                          change(tr("global batch", "undo step: Set …"), "global_batch",
                                 [&](strategy::Job& job) { job.global_batch = above; });
                        }};
    }
    if (!m_document.plan().cluster.choose)
      fixes << FieldFix{u"unused"_s, tr("Allow unused GPUs"), [this] { leaveUnused({}); }};
  }
  m_batchFixes->setFixes(fixes);
}

}  // namespace astrolabe::ui
