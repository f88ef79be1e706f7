#include "ui/render/mark_words.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/hardware/usable_gpus.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

class MarkText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::MarkText)
};

}  // namespace

QString marksText(std::size_t slow, std::size_t failed, int spares,
                  const std::optional<hardware::FailureDomain>& domain) {
  QStringList parts;
  if (slow > 0) parts << MarkText::tr("%n slow", "GPUs or nodes", static_cast<int>(slow));
  if (failed > 0) parts << MarkText::tr("%n failed", "GPUs or nodes", static_cast<int>(failed));
  if (spares > 0) parts << MarkText::tr("%n spare", "nodes", spares);
  if (domain)
    parts << (domain->kind == hardware::DomainKind::rack
                  ? MarkText::tr("racks of %n", "nodes", domain->nodes)
                  : MarkText::tr("switches of %n", "nodes", domain->nodes));
  return parts.join(u" · "_s);
}

QString marksText(const hardware::Pool& pool) {
  return marksText(pool.slow.size(), pool.failed.size(), pool.spares, pool.domain);
}

QString withMarks(const QString& words, const hardware::Pool& pool) {
  const QString marks = marksText(pool);
  return marks.isEmpty() ? words : words + u" · "_s + marks;
}

QString poolGpusText(const hardware::Pool& pool) {
  return withMarks(u"%1 × %2 %3"_s.arg(pool.nodes).arg(pool.gpus_per_node).arg(text(pool.gpu.name)), pool);
}

std::vector<hardware::Pool> unslowedPools(const hardware::Cluster& cluster) {
  std::vector<hardware::Pool> pools = cluster.pools;
  for (hardware::Pool& pool : pools) hardware::slow_by(pool, {});
  return pools;
}

bool isPlacedApart(const cost::Evaluation& evaluation) {
  return evaluation.placed_step &&
         durationText(evaluation.placed_step->value) != durationText(evaluation.step.value);
}

QStringList placedStepSentences(const cost::Evaluation& evaluation) {
  if (!isPlacedApart(evaluation)) return {};
  return {
      MarkText::tr(
          "As its ranks stand on the nodes, where a slow GPU slows only what waits for it, a step takes "
          "%1.")
          .arg(durationText(evaluation.placed_step->value)),
      MarkText::tr(
          "The ranking and what is proven of it count %1, with every GPU in use as slow as the slowest of "
          "its pool: speed, job time and cost are of this longer step.")
          .arg(durationText(evaluation.step.value))};
}

QString placedStepText(const cost::Evaluation& evaluation) {
  return placedStepSentences(evaluation).join(u' ');
}

QString countedStepsText(const std::vector<cost::Evaluation>& rows) {
  if (std::none_of(rows.begin(), rows.end(), isPlacedApart)) return {};
  return MarkText::tr(
      "The ranking of strategies and what is proven of it count every GPU in use as slow as the slowest of "
      "its pool, and so do speed, job time and cost. As ranks stand on the nodes some steps are shorter.");
}

}  // namespace astrolabe::ui
