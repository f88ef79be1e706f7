#pragma once
// The pages of a presentation of a plan that serves.

#include "ui/shell/slides.h"

namespace astrolabe::ui {

/// The page of a scenario that serves; its answer stands in `option`. With `hideMoney` no sum of money is in
/// it. Several `options` stand on their page in the place of the best deployments of the one that is shown.
SlideContent servingSlide(Slide slide, const SlideOption& option, const Theme& theme, bool hideMoney,
                          const std::vector<SlideOption>& options);

}  // namespace astrolabe::ui
