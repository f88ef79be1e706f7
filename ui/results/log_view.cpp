#include "ui/results/log_view.h"

#include <QCoreApplication>
#include <QScrollBar>
#include <QTime>

#include "core/strategy/asked.h"
#include "ui/document/goal.h"
#include "ui/render/answer_text.h"
#include "ui/render/cost_words.h"
#include "ui/render/numbers.h"
#include "ui/render/proof_figures.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct LogWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::LogView)
};

/// The price that the cost basis counts, that of rent with its source: a pool names no other.
QString loggedPrice(const hardware::Pool& pool, const strategy::Cost& cost) {
  QString price;
  if (cost.basis == hardware::CostBasis::rent && pool.usd_per_gpu_hour)
    price = LogWords::tr("%1 per GPU hour").arg(exactMoneyText(pool.usd_per_gpu_hour->value));
  if (cost.basis == hardware::CostBasis::buy && pool.purchase_per_gpu)
    price = LogWords::tr("%1 per GPU").arg(exactMoneyText(pool.purchase_per_gpu->value)) +
            (pool.network_per_gpu ? LogWords::tr(", %1 for its share of the network")
                                        .arg(exactMoneyText(pool.network_per_gpu->value))
                                  : LogWords::tr(", network without a price"));
  if (cost.basis == hardware::CostBasis::own)
    return LogWords::tr("owned, %1 a GPU").arg(powerText(pool.billed_watts()));
  if (price.isEmpty()) return LogWords::tr("no price");
  if (cost.basis != hardware::CostBasis::rent) return price;
  QStringList source;
  for (const std::string& part : {pool.price_source, pool.price_date})
    if (!part.empty()) source << QString::fromStdString(part);
  return source.isEmpty() ? price : LogWords::tr("%1 (%2)").arg(price, source.join(u", "_s));
}

QString loggedBasis(const strategy::Cost& cost) {
  const QString basis = basisText(cost.basis);
  if (cost.basis == hardware::CostBasis::rent)
    return LogWords::tr("%1, %2").arg(basis, commitmentText(cost.commitment));
  QString text =
      LogWords::tr("%1, utilisation %2, %3 per kWh, PUE %4")
          .arg(basis, percentText(cost.utilisation), exactMoneyText(cost.usd_per_kwh), exactText(cost.pue));
  text +=
      cost.hosting_usd_per_kw_month
          ? LogWords::tr(", hosting %1 a kW and month").arg(exactMoneyText(*cost.hosting_usd_per_kw_month))
          : LogWords::tr(", hosting without a price");
  if (cost.basis == hardware::CostBasis::buy)
    text += LogWords::tr(", service life %1 years, residual value %2")
                .arg(exactText(cost.years), percentText(cost.residual));
  return text;
}

QStringList loggedLimits(const strategy::Limits& limits) {
  QStringList texts;
  for (const auto& [key, value] :
       {std::pair("budget_usd", limits.budget_usd), std::pair("deadline_hours", limits.deadline_hours),
        std::pair("power_kw", limits.power_kw), std::pair("usd_per_hour", limits.usd_per_hour),
        std::pair("usd_per_trillion_tokens", limits.usd_per_trillion_tokens),
        std::pair("purchase_usd", limits.purchase_usd), std::pair("usd_per_month", limits.usd_per_month),
        std::pair("ownership_usd", limits.ownership_usd)})
    if (value)
      texts << LogWords::tr("%1 at most %2", "limit and value")
                   .arg(QLatin1StringView(key), limitText(key, *value));
  if (!limits.done_by.empty())
    texts << LogWords::tr("done by %1").arg(QString::fromStdString(limits.done_by));
  return texts;
}

}  // namespace

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

LogView::Kept LogView::kept() const {
  return {toPlainText(), m_revision, m_improvements, m_seconds, m_running};
}

void LogView::restore(const Kept& kept) {
  setPlainText(kept.text);
  verticalScrollBar()->setValue(verticalScrollBar()->maximum());
  m_revision = kept.revision;
  m_improvements = kept.improvements;
  m_seconds = kept.seconds;
  m_running = kept.running;
}

void LogView::begin(const plan::Snapshot& snapshot) {
  m_revision = snapshot.revision;
  m_improvements = 0;
  m_running = true;
  say((blockCount() > 1 ? u"\n"_s : QString()) +
      tr("%1  Search %2").arg(QTime::currentTime().toString(u"HH:mm:ss"_s)).arg(snapshot.revision));
  sayQuestion(snapshot);
  say(tr("  %1 configurations, %n thread(s)", nullptr, snapshot.threads)
          .arg(wholeText(double(snapshot.space.total))));
}

/// Everything that the answer rests on and that a person chose.
void LogView::sayQuestion(const plan::Snapshot& snapshot) {
  if (!snapshot.problem) return;
  const strategy::Problem& problem = *snapshot.problem;
  const strategy::Job& job = problem.job;
  if (!job.trains()) {
    Json asked = strategy::asked_of(job);
    if (asked.contains("roles"))  // files of models are too long for a log
      for (Json& role : asked["roles"])
        if (role.is_object()) role.erase("config");
    say(tr("  model %1, task %2: %3", "name, task, what is asked as JSON")
            .arg(QString::fromStdString(problem.graph ? problem.graph->name : std::string()),
                 QString::fromStdString(job.task), QString::fromStdString(text_of(asked))));
    say(tr("  goal %1, seed %2")
            .arg(goalNameOf(job.task, goalOf(snapshot.objective, false, false)))
            .arg(snapshot.seed));
    return;
  }
  const Goal goal = goalOf(snapshot.objective, problem.cluster.may_leave_unused, job.deadline().has_value());
  say(tr("  goal %1, seed %2").arg(goalName(goal)).arg(snapshot.seed));
  say(tr("  model %1, sequence length %2, global batch %3")
          .arg(QString::fromStdString(problem.graph ? problem.graph->name : std::string()))
          .arg(job.sequence_length)
          .arg(job.global_batch));
  say(tr("  %1 tokens, precision %2, optimizer %3")
          .arg(exactText(job.tokens), QLatin1StringView(hardware::to_string(job.precision)),
               QLatin1StringView(strategy::to_string(job.optimizer))));
  for (const hardware::Pool& pool : problem.cluster.pools)
    say(tr("  pool %1: %n nodes of %2 %3, at most %4 used; %5", nullptr, pool.nodes)
            .arg(QString::fromStdString(pool.id))
            .arg(pool.gpus_per_node)
            .arg(QString::fromStdString(pool.gpu.name), wholeText(pool.max_gpus),
                 loggedPrice(pool, job.cost)));
  say(tr("  cost basis %1").arg(loggedBasis(job.cost)));
  const QStringList limits = loggedLimits(job.limits);
  say(limits.isEmpty()
          ? tr("  no limits but memory, headroom %1").arg(percentText(job.limits.memory_headroom))
          : tr("  limits: %1; memory headroom %2")
                .arg(limits.join(u", "_s), percentText(job.limits.memory_headroom)));
  for (const auto& [key, values] : job.allowed) {
    QStringList words;
    for (const std::string& value : values) words << QString::fromStdString(value);
    say(tr("  allowed %1: %2").arg(QString::fromStdString(key), words.join(u", "_s)));
  }
  if (!job.rules.empty()) say(tr("  with your own rules"));
}

void LogView::end(const plan::Snapshot& snapshot) {
  m_running = false;
  const plan::Space& space = snapshot.space;
  say(tr("  evaluated %1; pruned by a rule %2, by a limit %3, by memory %4, by the bound %5")
          .arg(wholeText(double(space.evaluated)), wholeText(double(space.rejected_by_rule)),
               wholeText(double(space.rejected_by_limit)), wholeText(double(space.rejected_by_memory)),
               wholeText(double(space.cut_by_bound))));
  const bool trains = !snapshot.problem || snapshot.problem->job.trains();
  if (!trains) return say(u"  "_s + tr("Planned after %1").arg(durationText(snapshot.seconds)));
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
    const auto figure = goalFigure(*snapshot, found);
    const bool speed = snapshot->objective == strategy::Objective::throughput ||
                       snapshot->objective == strategy::Objective::pareto;
    QString line = tr("  %1  step %2, %3 tokens/s")
                       .arg(durationText(found.seconds), durationText(found.step_seconds),
                            wholeText(found.tokens_per_second));
    if (!speed)
      line = tr("  %1  %2, step %3", "when, figure of the goal, step")
                 .arg(durationText(found.seconds),
                      figure ? goalFigureText(snapshot->objective, *figure) : unknownText(),
                      durationText(found.step_seconds));
    say(line);
  }
  if (ended && m_running) end(*snapshot);
}

}  // namespace astrolabe::ui
