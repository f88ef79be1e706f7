#pragma once

namespace astrolabe::ui {

/// Views of a running search are drawn anew no more often than this.
inline constexpr int kRefreshMilliseconds = 250;

}  // namespace astrolabe::ui
