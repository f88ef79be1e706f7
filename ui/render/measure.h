#pragma once
// Sums over a stretch of a timeline, and looking for a block by its name. No widget, no painter.

#include <QString>
#include <optional>
#include <vector>

#include "core/cost/timeline.h"

namespace astrolabe::ui {

/// What lies between two times: seconds of each kind, blocks clipped to the stretch; the rest is waiting.
struct Measure {
  double begin = 0.0, end = 0.0;
  int lane = -1;  ///< -1: every lane, and the sums are over all of them
  struct Sum {
    cost::SpanKind kind = cost::SpanKind::forward;
    double seconds = 0.0;
  };
  std::vector<Sum> sums;  ///< in the order of the kinds, none of them zero
  double idle = 0.0;
};

/// `begin` and `end` in either order; clipped to the step.
Measure measure(const cost::Timeline& timeline, double begin, double end, int lane);
/// "0.72 s: F 0.24 · B 0.48".
QString measureText(const Measure& measure);

/// What a person looks for: "B 17", "backward 17 s3", "optimizer". Letters are kinds, a number is a
/// micro-batch, s and a number is a stage.
struct SpanQuery {
  std::optional<cost::SpanKind> kind;
  std::optional<int> microBatch, stage;  ///< from 0
  bool matches(const cost::Span& span, int lane) const;
};
/// Nothing when a word is not understood.
std::optional<SpanQuery> readSpanQuery(const QString& text);

}  // namespace astrolabe::ui
