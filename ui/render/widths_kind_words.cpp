// The words of pipelines whose stages have groups of their own number, as one of the kinds of plan.

#include <QCoreApplication>
#include <QStringList>
#include <string>
#include <vector>

#include "core/planning/widths.h"
#include "ui/render/kind_words.h"
#include "ui/render/mixed_words.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct WidthsSaid {
  Q_DECLARE_TR_FUNCTIONS(Widths)
};

const mesh::WideProgram& wideProgramOf(const planning::Layout& layout) {
  return static_cast<const planning::WidthsLayout&>(layout).program();
}

class WidthsKind final : public KindWords {
 public:
  std::string_view kind() const override { return planning::kWidths; }
  QString label() const override { return WidthsSaid::tr("widths"); }
  QString line(const planning::Layout& layout) const override {
    const std::vector<std::string>& ids = static_cast<const planning::WidthsLayout&>(layout).pools();
    const mesh::WideProgram& program = wideProgramOf(layout);
    QStringList stages;
    for (const mesh::WideStage& stage : program.stages)
      stages.append(WidthsSaid::tr("%1 TP %2", "GPUs of a stage, and the tensor parallelism of its groups")
                        .arg(gpusOfPool(stage.groups * program.gpus_of_group(stage),
                                        ids[static_cast<std::size_t>(stage.pool)]),
                             wholeText(stage.tensor_parallel)));
    return WidthsSaid::tr("Unequal stages: %1").arg(stages.join(QStringLiteral(" → ")));
  }
  QString whyNotEdited() const override {
    return WidthsSaid::tr(
        "Widths and layers of the stages are found together. Choose a strategy to begin with.");
  }
  QStringList inWords(const planning::Option& option, const strategy::Problem&) const override {
    const std::vector<std::string>& ids = static_cast<const planning::WidthsLayout&>(*option.layout).pools();
    const mesh::WideProgram& program = wideProgramOf(*option.layout);
    QStringList told{
        WidthsSaid::tr("One pipeline of %1 stages, each with groups of its own number; a micro-batch of %n "
                       "sequences goes to the group that is free first, %2 of them in a step.",
                       nullptr, program.micro_batch)
            .arg(wholeText(static_cast<double>(program.stages.size())), wholeText(program.micro_batches))};
    int number = 0;
    for (const mesh::WideStage& stage : program.stages) {
      QString said = WidthsSaid::tr("Stage %1: %n layers on %2 in groups of %3, tensor parallelism %4.",
                                    "number, GPUs of a pool, GPUs of a group, a degree", stage.layers)
                         .arg(wholeText(++number),
                              gpusOfPool(stage.groups * program.gpus_of_group(stage),
                                         ids[static_cast<std::size_t>(stage.pool)]),
                              wholeText(program.gpus_of_group(stage)), wholeText(stage.tensor_parallel));
      if (stage.again > 0)
        said += QLatin1Char(' ') + WidthsSaid::tr("%1 of the layers are recomputed in the backward pass.")
                                       .arg(wholeText(stage.again));
      told << said;
    }
    return told;
  }

  QString cell(std::string_view field, const planning::Option& option) const override {
    if (field == "schedule") return WidthsSaid::tr("1F1B, unequal");
    const double value = number(field, option);
    return value == value ? wholeText(value) : KindWords::cell(field, option);
  }
  double number(std::string_view field, const planning::Option& option) const override {
    const mesh::WideProgram& program = wideProgramOf(*option.layout);
    if (field == "pipeline_parallel") return static_cast<double>(program.stages.size());
    if (field == "context_parallel") return program.context_parallel;
    if (field == "micro_batch") return program.micro_batch;
    return KindWords::number(field, option);
  }
  QString word(std::string_view field, const planning::Option&) const override {
    return field == "schedule" ? QStringLiteral("1f1b-unequal") : QString();
  }
  QString reportText(const planning::Option& option, const cost::Evaluation& best) const override {
    return besideTheBest(line(*option.layout), option.evaluation, best);
  }
  QString tip() const override {
    return WidthsSaid::tr(
        "Stages have groups of their own number; a micro-batch goes to the group that is free first");
  }

  std::vector<KindLane> lanes(const planning::Option& option,
                              const strategy::Problem& problem) const override {
    const mesh::WideProgram& program = wideProgramOf(*option.layout);
    std::vector<KindLane> lanes;
    for (const mesh::WideStage& stage : program.stages)
      lanes.push_back(
          {stage.pool, stage.groups * program.gpus_of_group(stage), stage.layers,
           WidthsSaid::tr("%1, the first of %n groups", "pool", stage.groups)
               .arg(QString::fromStdString(problem.cluster.pools[static_cast<std::size_t>(stage.pool)].id))});
    return lanes;
  }

  QString stepSource() const override {
    return WidthsSaid::tr("every pass of every group played: who waits for whom");
  }
  QString runtimesNote() const override {
    return WidthsSaid::tr("Runtimes give every stage as many replicas: none of them takes unequal ones.");
  }
};

}  // namespace

const KindWords& widthsKindWords() {
  static const WidthsKind words;
  return words;
}

}  // namespace astrolabe::ui
