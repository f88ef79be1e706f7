#pragma once

#include <QRect>
#include <QString>

#include "core/plan/snapshot.h"
#include "core/planning/pipelines.h"
#include "ui/render/worked_figure.h"

namespace astrolabe::ui {

/// A figure of a layout that somebody asks how it is worked out.
struct FigureQuestion {
  KeyFigure figure = KeyFigure::Best;
  cost::Evaluation evaluation;
  plan::SnapshotPtr snapshot;  ///< of which it is, with its problem
  QString label;               ///< of the strategy: "#3", "Place 3", "mine"
  FigureDetail detail;
  QRect at;                                             ///< on the screen, where it stands
  std::string kind = std::string(planning::kPipeline);  ///< of the layout
};

}  // namespace astrolabe::ui
