#include "ui/results/log_view.h"

#include <QScrollBar>
#include <QTime>

#include "ui/render/answer_text.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

LogView::LogView(QWidget* parent) : QPlainTextEdit(parent) {
  setObjectName(u"logView"_s);
  setAccessibleName(tr("Log of the search"));
  setReadOnly(true);
  setTabChangesFocus(true);
  setFrameShape(QFrame::NoFrame);
  setFont(ui::font(TextRole::Mono));
  setMaximumBlockCount(20000);
  setPlaceholderText(tr("Nothing was searched yet."));
}

void LogView::say(const QString& line) {
  const bool atEnd = verticalScrollBar()->value() == verticalScrollBar()->maximum();
  appendPlainText(line);
  if (atEnd) verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void LogView::begin(const plan::Snapshot& snapshot) {
  m_revision = snapshot.revision;
  m_improvements = 0;
  m_running = true;
  say((blockCount() > 1 ? u"\n"_s : QString()) + tr("%1  Search of question %2")
                                                     .arg(QTime::currentTime().toString(u"HH:mm:ss"_s))
                                                     .arg(snapshot.revision));
  if (!snapshot.problem) return;
  const strategy::Problem& problem = *snapshot.problem;
  say(tr("  model %1, sequence length %2, global batch %3")
          .arg(QString::fromStdString(problem.graph ? problem.graph->name : std::string()))
          .arg(problem.job.sequence_length)
          .arg(problem.job.global_batch));
  for (const hardware::Pool& pool : problem.cluster.pools)
    say(tr("  pool %1: %2 nodes of %3 %4")
            .arg(QString::fromStdString(pool.id))
            .arg(pool.nodes)
            .arg(pool.gpus_per_node)
            .arg(QString::fromStdString(pool.gpu.name)));
  say(tr("  %1 configurations, %n thread(s)", nullptr, snapshot.threads)
          .arg(wholeText(double(snapshot.space.total))));
}

void LogView::end(const plan::Snapshot& snapshot) {
  m_running = false;
  const plan::Space& space = snapshot.space;
  say(tr("  evaluated %1; pruned by a rule %2, by a limit %3, by memory %4, by the bound %5")
          .arg(wholeText(double(space.evaluated)), wholeText(double(space.rejected_by_rule)),
               wholeText(double(space.rejected_by_limit)), wholeText(double(space.rejected_by_memory)),
               wholeText(double(space.cut_by_bound))));
  if (snapshot.status == plan::Status::infeasible) say(u"  "_s + messageFor(snapshot).plain());
  if (!snapshot.defect.empty()) say(u"  "_s + QString::fromStdString(snapshot.defect));
  say(u"  "_s + tr("%1 after %2").arg(endText(snapshot), durationText(snapshot.seconds)));
}

void LogView::setSnapshot(const plan::SnapshotPtr& snapshot) {
  if (!snapshot) return;
  const bool ended = snapshot->status != plan::Status::searching;
  // A new question, or the same one asked again.
  const bool fresh = snapshot->revision != m_revision || snapshot->seconds < m_seconds ||
                     (!m_running && snapshot->seconds != m_seconds);
  if (fresh) begin(*snapshot);
  m_seconds = snapshot->seconds;
  for (; m_improvements < snapshot->improvements.size(); ++m_improvements) {
    const plan::Improvement& found = snapshot->improvements[m_improvements];
    say(tr("  %1  step %2, %3 tokens/s")
            .arg(durationText(found.seconds), durationText(found.step_seconds),
                 wholeText(found.tokens_per_second)));
  }
  if (ended && m_running) end(*snapshot);
}

}  // namespace astrolabe::ui
