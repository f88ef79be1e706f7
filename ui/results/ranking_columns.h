#pragma once
// The columns of the ranking, a row each, in the order of RankingModel::Column.
//
// A new one is a value of that enum and a row: titles, files, the clipboard, hover, sorting, the menu of
// columns and questions about its figures read from here. What no row can say, because it takes more than one
// layout (the rank, what stands behind a prediction, the difference to another row), RankingModel says for
// itself.

#include "core/cost/evaluation.h"
#include "core/strategy/strategy.h"
#include "ui/render/worked_figure.h"
#include "ui/results/ranking_model.h"

namespace astrolabe::ui {

struct RankingColumn {
  RankingModel::Column id;
  const char* field;  ///< its name in files, with the unit; as in the JSON answer where that has it
  const char* term;   ///< id of the term of the glossary that explains it; "": none
  /// Its title: whole, for hover and screen readers, or short. Null: the model's own, by what it shows.
  QString (*title)(bool whole) = nullptr;
  bool words = false;    ///< text, aligned to the left; else a number
  bool setting = false;  ///< how a layout is set, which each kind of plan says for itself
  bool rare = false;     ///< hidden until a person chooses it
  /// Hidden while no row has a number above it; less than all numbers: always shown.
  double used_above = -1.0;
  /// What a cell asks to be worked out; Best: the figure of the goal, by the key alone.
  KeyFigure asked = KeyFigure::Best;
  /// The number by which rows are sorted, in full precision; NaN: unknown. Of a layout's setting, or of the
  /// figures that were predicted for it; both null: the model's own.
  double (*set)(const strategy::Strategy&) = nullptr;
  double (*figure)(const cost::Evaluation&) = nullptr;
  /// What a cell says of a setting (null: its whole number) and of a figure (null: the model's own).
  QString (*set_text)(const strategy::Strategy&) = nullptr;
  QString (*text)(const cost::Evaluation&) = nullptr;
  /// The figure to six digits with its unit, for hover; null or empty: nothing.
  QString (*exact)(const cost::Evaluation&) = nullptr;
};

/// Precondition: 0 <= column < ColumnCount.
const RankingColumn& rankingColumn(int column);

/// The id of the term of the glossary that explains a column; empty for none, and for no column.
QString glossaryOfColumn(int column);

}  // namespace astrolabe::ui
