// The words of post-training, as one of the kinds of plan.

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "core/planning/post_trainings.h"
#include "core/planning/slow_pace.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_job_words.h"
#include "ui/render/post_training_words.h"

namespace astrolabe::ui {

namespace {

struct PlacedRoles {
  Q_DECLARE_TR_FUNCTIONS(PostTrainings)
};

class PostTrainingKind final : public KindWords {
 public:
  std::string_view kind() const override { return planning::kPostTraining; }
  QString label() const override { return PlacedRoles::tr("roles"); }
  QString line(const planning::Layout& layout) const override {
    const post_training::Placement& placement =
        static_cast<const planning::PostTrainingLayout&>(layout).placement();
    return PlacedRoles::tr("%1 in %2", "roles, sets of GPUs")
        .arg(PlacedRoles::tr("%n role(s)", nullptr, static_cast<int>(placement.job->roles.size())),
             PlacedRoles::tr("%n set(s) of GPUs", nullptr, static_cast<int>(placement.sets.size())));
  }
  QString whyNotEdited() const override {
    return PlacedRoles::tr("Roles are placed by what their calls take: change the job's layouts.");
  }
  QString stepSource() const override {
    return PlacedRoles::tr("one iteration, from the first call to the weights at the engine");
  }

  plan::Space space(const planning::Found& found) const override {
    plan::Space space;
    if (const auto* placements = dynamic_cast<const planning::FoundPostTrainings*>(&found)) {
      space.evaluated = static_cast<std::uint64_t>(std::max(0L, placements->evaluated));
      space.cut_by_bound = static_cast<std::uint64_t>(std::max(0L, placements->cut_by_bound));
      space.total = space.evaluated + space.cut_by_bound;
    }
    return space;
  }

  ElsewhereWords elsewhere(const planning::Found& found) const override {
    ElsewhereWords words;
    const auto* placements = dynamic_cast<const planning::FoundPostTrainings*>(&found);
    if (found.options.empty() || !found.options.front()->is_possible()) {
      if (planning::is_paced(found))
        words.end = PlacedRoles::tr("Nothing found at the pace of the slowest GPUs");
      else if (!found.options.empty())
        words.end = PlacedRoles::tr("No placement keeps the limits");
      else if (found.stopped_early)
        words.end = PlacedRoles::tr("Stopped early — nothing found yet");
      else
        words.end = PlacedRoles::tr("No placement holds all roles");
      if (placements != nullptr && !found.options.empty())
        words.why = beyondLimitsText(*placements);
      else if (placements != nullptr && !found.stopped_early)
        words.why = lackingText(*placements);
      return words;
    }
    const planning::Option& best = *found.options.front();
    words.best = PlacedRoles::tr("%1 an iteration").arg(durationText(best.evaluation.step.value));
    words.bestTip = line(*best.layout);
    if (found.has_bound) {
      if (found.gap <= 0.0) words.bound = words.best;
      words.gap = percentText(found.gap);
    }
    if (planning::is_paced(found))
      words.end = PlacedRoles::tr("Best at the pace of the slowest GPUs");
    else if (found.has_bound && !found.stopped_early)
      words.end = PlacedRoles::tr("Best of all placements");
    return words;
  }
};

}  // namespace

const KindWords& postTrainingKindWords() {
  static const PostTrainingKind words;
  return words;
}

}  // namespace astrolabe::ui
