#include "ui/results/deployment_ranking.h"

#include <QCoreApplication>
#include <utility>

#include "ui/render/deployment_words.h"
#include "ui/render/messages.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// The context of translations.
struct Deployments {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::DeploymentRanking)
};

QString tipOf(const planning::Option& option) {
  const serving::Figures& figures = fleetOf(&option)->figures;
  return QStringList{
      Deployments::tr("TTFT %1, 99 %: %2").arg(bandedText(figures.ttft), bandedText(figures.ttft_p99)),
      Deployments::tr("TPOT %1, 99 %: %2").arg(furtherTokensText(figures), bandedText(figures.tpot_p99)),
      Deployments::tr("end to end %1").arg(bandedText(figures.e2e))}
      .join(u'\n');
}

}  // namespace

KindRankingWords rankingOfDeployments() {
  KindRankingWords words;
  words.name = u"deploymentRanking"_s;
  words.spoken = Deployments::tr("Deployments, the best first");
  words.layout = Deployments::tr("Deployment");
  words.layoutTip = Deployments::tr(
      "Replicas and their layout: tensor (TP), pipeline (PP), expert (EP) and attention data "
      "parallelism (ADP)");
  for (DeploymentColumn& column : deploymentColumns())
    words.columns.push_back({std::move(column.title), std::move(column.tip),
                             [text = column.text](const planning::Option& option) {
                               return text(*fleetOf(&option));
                             },
                             [number = column.number](const planning::Option& option) {
                               return number(*fleetOf(&option));
                             }});
  words.columns.back().words = true;
  words.layoutText = [](const planning::Option& option, const std::vector<std::string>& pools) {
    return fleetText(*fleetOf(&option), pools);
  };
  words.tip = tipOf;
  words.nothing = noDeploymentText;
  return words;
}

QString noDeploymentText(const PlannerBridge& bridge) {
  using State = PlannerBridge::State;
  switch (bridge.state()) {
    case State::Idle:
      return Deployments::tr("Not planned yet. Run plans the deployments that keep the promises.");
    case State::Running:
      return Deployments::tr("Looking for deployments that keep the promises…");
    case State::Stopped:
      return Deployments::tr("Stopped before a deployment was found.");
    case State::Declines:
      return bridge.declined() == "layers_placed"
                 ? Deployments::tr(
                       "One copy of the model is laid over all machines here: see its own page.")
                 : Deployments::tr("The job of this scenario serves no model.");
    case State::NoPlan:
    case State::Failed:
      return bridge.error() ? messageFor(*bridge.error()).plain() : Deployments::tr("No deployment.");
    case State::Done:
      if (!bridge.found())  // another scenario is shown
        return Deployments::tr("Not planned yet. Run plans the deployments that keep the promises.");
      break;
  }
  const auto* found = dynamic_cast<const planning::FoundDeployments*>(bridge.found().get());
  QString words = Deployments::tr("No deployment keeps the promises.");
  if (found != nullptr && found->shortfall)
    words += u' ' + shortfallText(*found->shortfall, found->question->problem);
  return words;
}

}  // namespace astrolabe::ui
