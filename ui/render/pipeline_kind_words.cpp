// The words of pipelines. The ranking fills their columns itself: there may be 200,000 rows of them.

#include <QCoreApplication>

#include "core/planning/pipelines.h"
#include "ui/render/kind_words.h"
#include "ui/render/strategy_sentences.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

namespace {

struct PipelineTimeline {
  Q_DECLARE_TR_FUNCTIONS(TimelinePainter)
};
struct PipelineFigures {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WorkedFigure)
};
struct PipelineRanking {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::RankingModel)
};

class PipelineWords final : public KindWords {
 public:
  std::string_view kind() const override { return planning::kPipeline; }
  QString label() const override { return PipelineRanking::tr("mine"); }
  QString line(const planning::Layout& layout) const override {
    return degreesText(static_cast<const planning::PipelineLayout&>(layout).strategy());
  }
  QString whyNotEdited() const override { return {}; }
  QStringList inWords(const planning::Option& option, const strategy::Problem& problem) const override {
    return {strategySentences(option, problem)};
  }

  std::vector<KindLane> lanes(const planning::Option& option, const strategy::Problem&) const override {
    std::vector<KindLane> lanes;
    const strategy::Strategy& strategy = option.evaluation.strategy;
    for (const strategy::Stage& stage : strategy.stages)
      lanes.push_back({stage.pool, stage.tensor_parallel * strategy.replicas(), stage.layers,
                       PipelineTimeline::tr("Stage %1").arg(lanes.size() + 1)});
    return lanes;
  }
  bool drawsWholeCollectives() const override { return false; }

  QString subject(const cost::Evaluation& evaluation) const override {
    return degreesText(evaluation.strategy);
  }
  QString stepSource() const override { return PipelineFigures::tr("the schedule as it is played"); }
  QString partsNote(const cost::Evaluation& evaluation) const override {
    return PipelineFigures::tr("The parts are those of stage %1, whose last operation ends the step.")
        .arg(evaluation.critical_stage + 1);
  }
  RuntimeVerdicts verdicts(const strategy::Problem& problem,
                           const cost::Evaluation& evaluation) const override {
    return judgeRuntimes(problem, evaluation.strategy);
  }
};

}  // namespace

const KindWords& pipelineWords() {
  static const PipelineWords words;
  return words;
}

}  // namespace astrolabe::ui
