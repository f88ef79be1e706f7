// The words of distributed programs, as one of the kinds of plan.

#include <QCoreApplication>
#include <cmath>
#include <utility>
#include <vector>

#include "core/planning/programs.h"
#include "ui/render/kind_words.h"
#include "ui/render/mixed_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct ProgramRanking {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::RankingModel)
};
struct ProgramTimelineWords {
  Q_DECLARE_TR_FUNCTIONS(TimelinePainter)
};
struct ProgramFigures {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WorkedFigure)
};
struct ProgramPanel {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ResultsPanel)
};
struct ProgramReportWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

/// The parts of a program; none of one in short.
const std::vector<plan::ProgramPart>& partsOf(const planning::Option& option) {
  static const std::vector<plan::ProgramPart> none;
  const auto* layout = planning::as<planning::ProgramLayout>(option.layout);
  return layout != nullptr && layout->report() ? layout->report()->parts : none;
}

/// What is computed again, told as of a strategy.
strategy::Strategy recomputedBy(const planning::Option& option) {
  strategy::Strategy told;
  for (const plan::ProgramPart& part : partsOf(option)) {
    strategy::Stage& stage = told.stages.emplace_back();
    stage.recompute_layers = part.recompute ? part.layers : 0;
    if (part.recompute) told.recompute = strategy::Recompute::full;
  }
  if (!told.stages.empty()) told.recompute_layers = told.stages.front().recompute_layers;
  return told;
}

/// "16 old 6.25 % each, 8 fast 3.12 % each": what GPUs take of the work of a stage.
QString ratiosText(const plan::ProgramSummary& summary, int stage) {
  QStringList told;
  for (const plan::ProgramSummary::Ratio& ratio : summary.ratios)
    if (ratio.stage == stage && ratio.devices > 0)
      told << ProgramReportWords::tr("%1 %2 each", "GPUs of a pool, a share")
                  .arg(gpusOfPool(ratio.devices, summary.pools[static_cast<std::size_t>(ratio.pool)].id),
                       percentText(ratio.share, 2));
  return told.join(u", "_s);
}

/// Layers that a stage of a program has; 0: nobody says.
int layersOf(const planning::Option& option, int stage) {
  for (const plan::ProgramPart& part : partsOf(option))
    if (part.stage == stage) return part.layers;
  return 0;
}

class ProgramKind final : public KindWords {
 public:
  std::string_view kind() const override { return planning::kProgram; }
  QString label() const override { return ProgramRanking::tr("program"); }
  QString line(const planning::Layout& layout) const override {
    const int stages = static_cast<const planning::ProgramLayout&>(layout).summary()->stages;
    return stages > 1 ? ProgramRanking::tr("Distributed program in %n stages", nullptr, stages)
                      : ProgramRanking::tr("Distributed program");
  }
  QString whyNotEdited() const override {
    return ProgramPanel::tr(
        "A distributed program has no degrees to edit: shares and collectives are found "
        "for its GPUs. Choose a strategy to begin with.");
  }
  QStringList inWords(const planning::Option& option, const strategy::Problem&) const override {
    const plan::ProgramSummary& summary =
        *static_cast<const planning::ProgramLayout&>(*option.layout).summary();
    QStringList told;
    if (summary.stages == 1)
      told << ProgramReportWords::tr("One program on all GPUs, with a share of every tensor for each: %1.")
                  .arg(ratiosText(summary, 0));
    for (int stage = 0; summary.stages > 1 && stage < summary.stages; ++stage) {
      const QString number = wholeText(stage + 1), ratios = ratiosText(summary, stage);
      const int layers = layersOf(option, stage);
      told << (layers > 0 ? ProgramReportWords::tr("Stage %1 holds %2 layers; shares of their work: %3.")
                                .arg(number, wholeText(layers), ratios)
                          : ProgramReportWords::tr("Stage %1: shares of its work: %2.").arg(number, ratios));
    }
    QStringList how{ProgramReportWords::tr("Micro-batches of a step: %1.")
                        .arg(wholeText(summary.execution.micro_batches))};
    if (summary.execution.gather_again)
      how << ProgramReportWords::tr("Weights are gathered again in the backward pass.");
    if (summary.execution.recompute)
      how << ProgramReportWords::tr("Layers are computed again in the backward pass.");
    return told << how.join(u' ');
  }

  QString cell(std::string_view field, const planning::Option& option) const override {
    if (field == "schedule") return ProgramRanking::tr("HAP");
    if (field == "recompute") return recomputeText(recomputedBy(option));
    return field == "offload" ? QString() : KindWords::cell(field, option);
  }
  double number(std::string_view field, const planning::Option& option) const override {
    if (field == "recompute") {
      const strategy::Strategy told = recomputedBy(option);
      return told.recompute_layers + 1e-3 * static_cast<int>(told.recompute);
    }
    return field == "schedule" || field == "offload" ? 0.0 : KindWords::number(field, option);
  }
  QString word(std::string_view field, const planning::Option& option) const override {
    if (field == "schedule") return u"HAP"_s;
    return field == "recompute" ? QString::fromLatin1(strategy::to_string(recomputedBy(option).recompute))
                                : QString();
  }
  QString tip() const override {
    return ProgramRanking::tr("One distributed program on all GPUs, with a share for each: see Program");
  }

  /// By pool; of a pipeline of programs each stage has its own.
  std::vector<KindLane> lanes(const planning::Option& option,
                              const strategy::Problem& problem) const override {
    std::vector<KindLane> lanes;
    const std::vector<plan::ProgramPart>& parts = partsOf(option);
    for (const plan::ProgramPart& part : parts) {
      QString name = QString::fromStdString(problem.cluster.pools[static_cast<std::size_t>(part.pool)].id);
      if (parts.back().stage > 0)
        name = ProgramTimelineWords::tr("Stage %1, %2", "number and pool").arg(part.stage + 1).arg(name);
      lanes.push_back({part.pool, part.gpus, part.layers, std::move(name)});
    }
    return lanes;
  }

  QString stepSource() const override { return ProgramFigures::tr("the program as it is played"); }
  QString runtimesNote() const override {
    return ProgramFigures::tr("A distributed program is none of the layouts that runtimes start.");
  }

  QString reportText(const planning::Option& option, const cost::Evaluation& best) const override {
    constexpr double kWorthTelling = 5e-4;  // of the speed
    const cost::Evaluation& program = option.evaluation;
    if (&program == &best) return {};  // a comparison with itself
    const double more = program.tokens_per_second / best.tokens_per_second - 1.0;
    const QString figures = ProgramReportWords::tr("%1 tokens/s, a step in %2, %3 for 10¹² tokens")
                                .arg(wholeText(program.tokens_per_second), durationText(program.step.value),
                                     moneyText(program.money.usd_per_trillion_tokens));
    if (std::fabs(more) < kWorthTelling)
      return ProgramReportWords::tr("A distributed program is as fast: %1.").arg(figures);
    return (more > 0.0
                ? ProgramReportWords::tr(
                      "A distributed program is %1 faster: %2. By the goal of the plan it ranks behind.")
                : ProgramReportWords::tr("The best distributed program is %1 slower: %2."))
        .arg(percentText(std::fabs(more)), figures);
  }
};

}  // namespace

const KindWords& programKindWords() {
  static const ProgramKind words;
  return words;
}

}  // namespace astrolabe::ui
