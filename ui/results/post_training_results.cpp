// The row of post-training among the results of kinds.

#include <QCoreApplication>
#include <cmath>

#include "core/planning/post_trainings.h"
#include "ui/render/answer_text.h"
#include "ui/render/post_training_words.h"
#include "ui/results/iteration_page.h"
#include "ui/results/kind_ranking.h"
#include "ui/results/kinds.h"
#include "ui/results/post_training_moves_views.h"
#include "ui/results/post_training_pareto_page.h"
#include "ui/results/post_training_why_page.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct PostTrainingTab {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ResultsPanel)
};

/// What each file is, by the id of its export.
struct PlacementFile {
  const char* id;
  const char* action;
};
constexpr PlacementFile kPlacementFiles[] = {
    {"verl", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export the start of verl…")},
    {"openrlhf", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export the start of OpenRLHF…")},
    {"csv", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export as CSV…")},
    {"json", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export as JSON…")},
    {"trace", QT_TRANSLATE_NOOP("astrolabe::ui::ResultsPanel", "Export as Trace Event JSON…")}};

KindRankingWords rankingOfPlacements() {
  KindRankingWords words;
  words.name = u"post_trainingRanking"_s;
  words.spoken = PostTrainingTab::tr("Placements of roles, the best first");
  words.layout = PostTrainingTab::tr("Placement");
  words.layoutTip = PostTrainingTab::tr("Sets of GPUs, each with the roles that share it in turn");
  for (const PostTrainingColumn& column : postTrainingColumns())
    words.columns.push_back(
        {column.title, column.tip, column.text, column.number,
         std::string_view(column.field) == "sets" || std::string_view(column.field) == "proof",
         column.where_known});
  words.columns.push_back({PostTrainingTab::tr("Layouts"),
                           PostTrainingTab::tr("How each role is laid out on its GPUs"),
                           [](const planning::Option& option) {
                             const post_training::Placement& placement = *placementOf(&option);
                             QStringList sets;
                             for (const post_training::PlannedSet& set : placement.sets)
                               sets << layoutsText(placement, set);
                             return sets.join(u" | "_s);
                           },
                           [](const planning::Option&) { return std::nan(""); }, true});
  words.layoutText = [](const planning::Option& option, const std::vector<std::string>& pools) {
    return placementText(*placementOf(&option), pools);
  };
  words.tip = [](const planning::Option& option) {
    return option.is_possible() ? QString()
                                : PostTrainingTab::tr("Breaks a limit of the job") + u": "_s +
                                      violationText(option.violation);
  };
  words.nothing = noPlacementText;
  return words;
}

class PostTrainingResults final : public KindResults {
 public:
  std::string_view kind() const override { return planning::kPostTraining; }
  std::string_view task() const override { return "post_train"; }
  QString title() const override { return PostTrainingTab::tr("Iteration"); }
  QString exportTitle() const override { return PostTrainingTab::tr("Export the placement"); }
  ExportWords wordsOf(const std::string& exportId) const override {
    const QString all = PostTrainingTab::tr("All files (*)");
    for (const PlacementFile& file : kPlacementFiles)
      if (exportId == file.id) return {PostTrainingTab::tr(file.action), all};
    return {PostTrainingTab::tr("Export as %1…").arg(QString::fromStdString(exportId)), all};
  }
  KindPage* makePage(PlanDocument&, PlannerBridge& bridge, QWidget* parent) const override {
    return new IterationPage(bridge, parent);
  }
  KindPage* makeRanking(PlanDocument&, PlannerBridge& bridge, QWidget* parent) const override {
    return new KindRanking(bridge, rankingOfPlacements(), parent);
  }
  KindPage* makePareto(PlanDocument&, PlannerBridge& bridge, QWidget* parent) const override {
    return new PostTrainingParetoPage(bridge, parent);
  }
  KindPage* makeWhy(PlanDocument&, PlannerBridge& bridge, QWidget* parent) const override {
    return new PostTrainingWhyPage(bridge, parent);
  }
  std::vector<KindPlot> makePlots(PlannerBridge& bridge, QWidget* parent) const override {
    return {{new PostTrainingSensitivityView(bridge, parent), PostTrainingTab::tr("Sensitivity"),
             PostTrainingTab::tr("How robust the best placement is")},
            {new PostTrainingScaleView(bridge, parent), PostTrainingTab::tr("Scale"),
             PostTrainingTab::tr("Time and cost of an iteration against GPUs")}};
  }
};

}  // namespace

const KindResults& postTrainingResults() {
  static const PostTrainingResults results;
  return results;
}

}  // namespace astrolabe::ui
