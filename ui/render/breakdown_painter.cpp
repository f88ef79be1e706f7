#include "ui/render/breakdown_painter.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"

namespace astrolabe::ui {

namespace {

struct BreakdownWords {
  Q_DECLARE_TR_FUNCTIONS(Breakdown)
};

}  // namespace

QString partName(cost::Part part) {
  switch (part) {
    case cost::Part::compute_forward:
      return BreakdownWords::tr("Forward");
    case cost::Part::compute_backward:
      return BreakdownWords::tr("Backward");
    case cost::Part::recompute:
      return BreakdownWords::tr("Recompute");
    case cost::Part::tensor_parallel:
      return BreakdownWords::tr("Tensor-parallel");
    case cost::Part::context_parallel:
      return BreakdownWords::tr("Context-parallel");
    case cost::Part::expert_parallel:
      return BreakdownWords::tr("Expert-parallel");
    case cost::Part::pipeline_transfer:
      return BreakdownWords::tr("Pipeline transfer");
    case cost::Part::pipeline_bubble:
      return BreakdownWords::tr("Bubble");
    case cost::Part::data_parallel:
      return BreakdownWords::tr("Data-parallel");
    case cost::Part::optimizer:
      return BreakdownWords::tr("Optimizer");
    case cost::Part::other:
      return BreakdownWords::tr("Other");
  }
  return {};
}

std::vector<Share> timeShares(const cost::Evaluation& evaluation, const Theme& theme) {
  std::vector<Share> shares;
  for (int i = 0; i < cost::kParts; ++i) {
    const auto part = static_cast<cost::Part>(i);
    if (evaluation.time[part] <= 0.0) continue;
    const PartStyle& style = theme.part(part);
    shares.push_back(
        {partName(part), evaluation.time[part], style.color, style.ink, style.hatch, style.pattern});
  }
  return shares;
}

std::vector<Share> memoryShares(const cost::StageMemory& memory, const Theme& theme) {
  const auto share = [&](const QString& name, Bytes bytes, cost::Part part) {
    const PartStyle& style = theme.part(part);
    return Share{name, bytes.value, style.color, style.ink, false, style.pattern};
  };
  return {share(BreakdownWords::tr("Weights"), memory.weights, cost::Part::compute_backward),
          share(BreakdownWords::tr("Gradients"), memory.gradients, cost::Part::data_parallel),
          share(BreakdownWords::tr("Optimizer"), memory.optimizer, cost::Part::optimizer),
          share(BreakdownWords::tr("Activations"), memory.activations, cost::Part::tensor_parallel),
          share(BreakdownWords::tr("Workspace"), memory.workspace, cost::Part::other)};
}

std::vector<Share> gpuMemoryShares(const cost::StageMemory& memory, Bytes capacity, const Theme& theme) {
  std::vector<Share> shares = memoryShares(memory, theme);
  const double used = std::max(memory.total.value, memory.limit.value);
  const double below = std::max(0.0, memory.limit.value - memory.total.value);
  shares.push_back({BreakdownWords::tr("Free"), below, theme.plotGrid, theme.text, false});
  shares.push_back({BreakdownWords::tr("Reserve (headroom)"), std::max(0.0, capacity.value - used),
                    theme.part(cost::Part::pipeline_bubble).color, theme.text, true});
  return shares;
}

std::vector<MoneyPart> moneyParts(const Theme& theme) {
  const auto part = [&](const QString& name, double cost::Money::*usd, cost::Part like, bool always) {
    const PartStyle& style = theme.part(like);
    return MoneyPart{
        {name, 0.0, style.color, style.ink, like == cost::Part::pipeline_bubble, style.pattern}, usd, always};
  };
  return {
      part(BreakdownWords::tr("Hardware"), &cost::Money::hardware_per_hour, cost::Part::compute_backward,
           true),
      part(BreakdownWords::tr("Network", "part of the cost"), &cost::Money::network_per_hour,
           cost::Part::data_parallel, false),
      part(BreakdownWords::tr("Power"), &cost::Money::power_per_hour, cost::Part::tensor_parallel, true),
      part(BreakdownWords::tr("Hosting"), &cost::Money::hosting_per_hour, cost::Part::optimizer, false),
      part(BreakdownWords::tr("Idle GPUs"), &cost::Money::idle_per_hour, cost::Part::pipeline_bubble, true)};
}

std::vector<Share> moneyShares(const cost::Evaluation& evaluation, const Theme& theme) {
  const cost::Money& money = evaluation.money;
  if (!money.usd_per_hour) return {};
  std::vector<Share> shares;
  for (MoneyPart& part : moneyParts(theme)) {
    part.looks.value = money.*part.usd;
    if (part.looks.value > 0.0) shares.push_back(std::move(part.looks));
  }
  return shares;
}

QString goodputText(const cost::Evaluation& evaluation) {
  const cost::Outcome& outcome = evaluation.outcome;
  const QString share = progressText(evaluation.goodput.share);
  if (outcome.hours <= 0.0) return {};
  if (!outcome.usd || isEndless(outcome))
    return BreakdownWords::tr("With failures: %1 of the time makes progress; the job takes %2.")
        .arg(share, jobHoursText(outcome));
  return BreakdownWords::tr("With failures: %1 of the time makes progress; the job takes %2 and %3.")
      .arg(share, jobHoursText(outcome), moneyText(outcome.usd->value));
}

QString goodputSource(const cost::Evaluation& evaluation) {
  const cost::Goodput& goodput = evaluation.goodput;
  if (evaluation.outcome.hours <= 0.0) return {};
  if (goodput.interruptions_for_job > 0.0)
    return BreakdownWords::tr(
               "%1 failures and %2 interruptions of spot in the job; a checkpoint of %3 every %4; a restart "
               "takes %5")
        .arg(significantText(goodput.failures_for_job), significantText(goodput.interruptions_for_job),
             durationText(goodput.checkpoint_seconds), durationText(goodput.checkpoint_interval_seconds),
             durationText(goodput.restart_seconds));
  return BreakdownWords::tr("%1 failures in the job; a checkpoint of %2 every %3; a restart takes %4")
      .arg(significantText(goodput.failures_for_job), durationText(goodput.checkpoint_seconds),
           durationText(goodput.checkpoint_interval_seconds), durationText(goodput.restart_seconds));
}

void paintSwatch(QPainter& painter, const QRectF& rect, const Share& share, const Theme& theme) {
  fillPart(painter, rect, share.style(), theme);
  QColor outline = theme.text;
  outline.setAlphaF(0.35F);
  painter.setPen(outline);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

void paintStack(QPainter& painter, const QRectF& rect, const std::vector<Share>& shares, double whole,
                const Theme& theme, const std::function<QString(double)>& text) {
  if (whole <= 0.0) return;
  double x = rect.left();
  for (const Share& share : shares) {
    const double width = rect.width() * share.value / whole;
    const QRectF part(x, rect.top(), std::max(0.0, width - 1.0), rect.height());
    if (part.width() > 0.2) {
      fillPart(painter, part, share.style(), theme);
      if (text && !share.hatch) {
        const QString label = text(share.value);
        if (part.width() >= painter.fontMetrics().horizontalAdvance(label) + 8) {
          painter.setPen(share.ink);
          painter.drawText(part, Qt::AlignCenter, label);
        }
      }
    }
    x += width;
  }
}

}  // namespace astrolabe::ui
