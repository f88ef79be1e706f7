#pragma once
// The pages of a presentation of a plan that post-trains.

#include "core/planning/post_trainings.h"
#include "ui/shell/slides.h"

namespace astrolabe::ui {

/// The page of a scenario whose answer is `found`, which has options. With `hideMoney` no sum of money is in
/// it. Several `compared` options stand on their page in the place of the best placements.
SlideContent postTrainingSlide(Slide slide, const planning::FoundPostTrainings& found, const Theme& theme,
                               bool hideMoney, const std::vector<SlideOption>& compared);

}  // namespace astrolabe::ui
