// The words of pipelines around slow and failed GPUs, as one of the kinds of plan.

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/planning/replanned.h"
#include "ui/render/kind_words.h"
#include "ui/render/mixed_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct ReplannedWords {
  Q_DECLARE_TR_FUNCTIONS(Replanned)
};

const replan::Plan& planOf(const planning::Layout& layout) {
  return static_cast<const planning::ReplannedLayout&>(layout).plan();
}

/// "4 old TP 2 · PP 2 → 2 fast TP 2": the stages of a pipeline in their order, neighbours of one pool and
/// width together.
QString stagesText(const replan::Pipeline& pipeline, const std::vector<std::string>& ids) {
  QStringList runs;
  for (std::size_t begin = 0, end = 0; begin < pipeline.stages.size(); begin = end) {
    const replan::Stage& first = pipeline.stages[begin];
    std::size_t gpus = 0;
    for (; end < pipeline.stages.size() && pipeline.stages[end].pool == first.pool &&
           pipeline.stages[end].tensor_parallel == first.tensor_parallel;
         ++end)
      gpus += pipeline.stages[end].gpus.size();
    QStringList degrees;
    if (first.tensor_parallel > 1) degrees << QStringLiteral("TP %1").arg(wholeText(first.tensor_parallel));
    if (end - begin > 1) degrees << QStringLiteral("PP %1").arg(wholeText(static_cast<double>(end - begin)));
    QString run = gpusOfPool(static_cast<int>(gpus), ids[static_cast<std::size_t>(first.pool)]);
    if (!degrees.isEmpty()) run += u' ' + degrees.join(QStringLiteral(" · "));
    runs << run;
  }
  return runs.join(QStringLiteral(" → "));
}

/// "2 of 4 old TP 2 + 1 of 8 fast TP 8": how many pipelines have the same stages, most of them first; of many
/// shapes the first.
QString shapesText(const std::vector<replan::Pipeline>& pipelines, const std::vector<std::string>& ids) {
  constexpr std::size_t kMostShapes = 4;
  std::vector<std::pair<int, QString>> shapes;
  for (const replan::Pipeline& pipeline : pipelines) {
    const QString stages = stagesText(pipeline, ids);
    const auto alike =
        std::find_if(shapes.begin(), shapes.end(), [&](const auto& shape) { return shape.second == stages; });
    if (alike != shapes.end())
      ++alike->first;
    else
      shapes.emplace_back(1, stages);
  }
  std::stable_sort(shapes.begin(), shapes.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  QStringList told;
  for (std::size_t i = 0; i < std::min(shapes.size(), kMostShapes); ++i)
    told << ReplannedWords::tr("%1 of %2", "number of pipelines, GPUs and stages of each")
                .arg(wholeText(shapes[i].first), shapes[i].second);
  if (shapes.size() > kMostShapes) told << QStringLiteral("…");
  return sideBySide(told);
}

/// "3 stages of 16 layers on 4 fast each, tensor parallelism 2"
QString stageSentence(const replan::Stage& stage, std::size_t alike, const std::vector<std::string>& ids) {
  const QString gpus =
      gpusOfPool(static_cast<int>(stage.gpus.size()), ids[static_cast<std::size_t>(stage.pool)]);
  QString told = alike == 1 ? ReplannedWords::tr("%n layers on %1", "GPUs of a pool", stage.layers).arg(gpus)
                            : ReplannedWords::tr("%1 stages of %n layers on %2 each",
                                                 "number, GPUs of a pool", stage.layers)
                                  .arg(wholeText(static_cast<double>(alike)), gpus);
  if (stage.tensor_parallel > 1)
    told += ReplannedWords::tr(", tensor parallelism %1").arg(wholeText(stage.tensor_parallel));
  if (stage.recompute_layers > 0)
    told += ReplannedWords::tr(", %1 of them recomputed", "layers").arg(wholeText(stage.recompute_layers));
  if (stage.factor > 1.0)
    told += ReplannedWords::tr(", %1 times as long as with nothing slow").arg(significantText(stage.factor));
  return told;
}

bool sameWork(const replan::Stage& a, const replan::Stage& b) {
  return a.pool == b.pool && a.layers == b.layers && a.tensor_parallel == b.tensor_parallel &&
         a.recompute_layers == b.recompute_layers && a.gpus.size() == b.gpus.size() && a.factor == b.factor;
}

/// The stages of a pipeline in their order, neighbours that do the same together.
QString stagesSentence(const replan::Pipeline& pipeline, const std::vector<std::string>& ids) {
  QStringList told;
  for (std::size_t begin = 0, end = 0; begin < pipeline.stages.size(); begin = end) {
    while (end < pipeline.stages.size() && sameWork(pipeline.stages[begin], pipeline.stages[end])) ++end;
    told << stageSentence(pipeline.stages[begin], end - begin, ids);
  }
  return told.join(QStringLiteral("; "));
}

/// What pipelines do, those that do the same in one sentence, most of them first; of many the first.
QStringList pipelineSentences(const std::vector<replan::Pipeline>& pipelines,
                              const std::vector<std::string>& ids) {
  constexpr std::size_t kMostTold = 8;
  struct Alike {
    int count = 0, microBatches = 0;
    QString stages;
  };
  std::vector<Alike> kinds;
  for (const replan::Pipeline& pipeline : pipelines) {
    const QString stages = stagesSentence(pipeline, ids);
    const auto known = std::find_if(kinds.begin(), kinds.end(), [&](const Alike& kind) {
      return kind.microBatches == pipeline.micro_batches && kind.stages == stages;
    });
    if (known != kinds.end())
      ++known->count;
    else
      kinds.push_back({1, pipeline.micro_batches, stages});
  }
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const Alike& a, const Alike& b) { return a.count > b.count; });
  QStringList told;
  for (std::size_t i = 0; i < std::min(kinds.size(), kMostTold); ++i)
    told << ReplannedWords::tr("%1 × %2 micro-batches of a step: %3.",
                               "number of pipelines, of micro-batches of each, its stages")
                .arg(wholeText(kinds[i].count), wholeText(kinds[i].microBatches), kinds[i].stages);
  if (kinds.size() > kMostTold)
    told << ReplannedWords::tr("Other pipelines differ in stages or micro-batches: %1 more kinds.")
                .arg(wholeText(static_cast<double>(kinds.size() - kMostTold)));
  return told;
}

class ReplannedKind final : public KindWords {
 public:
  std::string_view kind() const override { return planning::kReplanned; }
  QString label() const override {
    return ReplannedWords::tr("pipelines", "of unequal shape, one of a ranking");
  }
  QString line(const planning::Layout& layout) const override {
    const replan::Plan& plan = planOf(layout);
    const auto& ids = static_cast<const planning::ReplannedLayout&>(layout).pool_ids();
    const QString shapes = shapesText(plan.pipelines, ids);
    QStringList degrees{ReplannedWords::tr("Pipelines: %1", "how many of each shape").arg(shapes)};
    if (plan.strategy.context_parallel > 1)
      degrees << QStringLiteral("CP %1").arg(wholeText(plan.strategy.context_parallel));
    degrees << QStringLiteral("mbs %1").arg(wholeText(plan.strategy.micro_batch));
    return degrees.join(QStringLiteral(" · "));
  }
  QString whyNotEdited() const override {
    return ReplannedWords::tr(
        "Each pipeline has its own stages, GPUs and micro-batches: they are found together. Choose a "
        "strategy "
        "to begin with.");
  }
  QStringList inWords(const planning::Option& option, const strategy::Problem&) const override {
    const replan::Plan& plan = planOf(*option.layout);
    const auto& ids = static_cast<const planning::ReplannedLayout&>(*option.layout).pool_ids();
    QStringList told{
        ReplannedWords::tr(
            "Pipelines run side by side, %1 of them, each with its own stages, GPUs and number of "
            "micro-batches, so that all end about together. Sequences of a micro-batch: %2.")
            .arg(wholeText(static_cast<double>(plan.pipelines.size())),
                 wholeText(plan.strategy.micro_batch))};
    return told + pipelineSentences(plan.pipelines, ids);
  }

  QString cell(std::string_view field, const planning::Option& option) const override {
    if (field == "schedule") return ReplannedWords::tr("unequal pipelines");
    return field == "offload" ? QString() : KindWords::cell(field, option);
  }
  double number(std::string_view field, const planning::Option& option) const override {
    return field == "schedule" || field == "offload" ? 0.0 : KindWords::number(field, option);
  }
  QString word(std::string_view field, const planning::Option&) const override {
    return field == "schedule" ? QStringLiteral("pipelines") : QString();
  }
  QString tip() const override {
    return ReplannedWords::tr(
        "Pipelines of unequal shape around slow and failed GPUs; the page Re-plan tells how a "
        "layout that runs gets there");
  }

  /// One of all pipelines that do the same, stage by stage.
  std::vector<KindLane> lanes(const planning::Option& option, const strategy::Problem&) const override {
    std::vector<KindLane> lanes;
    if (option.timeline.lanes.empty()) return lanes;
    const auto& layout = static_cast<const planning::ReplannedLayout&>(*option.layout);
    for (const std::size_t pipeline : layout.told_apart()) {
      int number = 0;
      for (const replan::Stage& stage : layout.plan().pipelines[pipeline].stages)
        lanes.push_back({stage.pool, static_cast<int>(stage.gpus.size()), stage.layers,
                         ReplannedWords::tr("Pipeline %1, stage %2", "numbers")
                             .arg(wholeText(static_cast<double>(pipeline + 1)), wholeText(++number))});
    }
    return lanes;
  }

  /// As lanes() names it: each pipeline counts its own stages.
  QString laneSign(const planning::Option& option, int lane) const override {
    const auto& layout = static_cast<const planning::ReplannedLayout&>(*option.layout);
    int stage = lane;
    for (const std::size_t pipeline : layout.told_apart()) {
      const auto stages = static_cast<int>(layout.plan().pipelines[pipeline].stages.size());
      if (stage < stages)
        return ReplannedWords::tr("P%1 S%2", "numbers of pipeline and stage")
            .arg(wholeText(static_cast<double>(pipeline + 1)), wholeText(stage + 1));
      stage -= stages;
    }
    return {};
  }

  QString stepSource() const override {
    return ReplannedWords::tr("the pipeline that ends last, with slow GPUs in it as slow as they are marked");
  }
  QString runtimesNote() const override {
    return ReplannedWords::tr("Runtimes start pipelines of one shape: none of them takes unequal ones.");
  }

  QString reportText(const planning::Option& option, const cost::Evaluation& best) const override {
    constexpr double kWorthTelling = 5e-4;  // of the speed
    const cost::Evaluation& found = option.evaluation;
    if (&found == &best) return {};  // a comparison with itself
    const double more = found.tokens_per_second / best.tokens_per_second - 1.0;
    const QString figures = ReplannedWords::tr("%1 tokens/s, a step in %2, %3 for 10¹² tokens")
                                .arg(wholeText(found.tokens_per_second), durationText(found.step.value),
                                     moneyText(found.money.usd_per_trillion_tokens));
    if (std::fabs(more) < kWorthTelling)
      return ReplannedWords::tr("Pipelines of unequal shape are as fast: %1.").arg(figures);
    return (more > 0.0
                ? ReplannedWords::tr("Pipelines of unequal shape around slow and failed GPUs are %1 faster: "
                                     "%2. By the goal of the plan they rank behind.")
                : ReplannedWords::tr("The best pipelines of unequal shape are %1 slower: %2."))
        .arg(percentText(std::fabs(more)), figures);
  }
};

}  // namespace

const KindWords& replannedKindWords() {
  static const ReplannedKind words;
  return words;
}

}  // namespace astrolabe::ui
