#pragma once
// Distributed programs of scenarios side by side, as rows of the comparison: numbers of the syntheses that
// are known, nothing worked out anew.

#include "ui/compare/comparison.h"

namespace astrolabe::ui {

/// A scenario with what is known of its program.
struct ProgramColumn {
  QString letter;
  const ComparedProgram* program = nullptr;
  const strategy::Problem* problem = nullptr;  ///< of what the scenario asks now; null: not known
  QString stale;                               ///< in words what changed since; empty: nothing
  /// True where there are numbers: a program that fits, also of an older question unless none is asked for
  /// now.
  bool holds() const;
  /// True where a synthesis would find what is not known yet.
  bool lacks() const;
};

/// Beside the baseline's: a number in words as `text` writes it, with its change, told as `by` writes the
/// difference where that is no number of the same kind.
ComparedCell numberCell(const std::optional<double>& value, const std::optional<double>& base,
                        ComparedRow::Good good, const std::function<QString(double)>& text,
                        const std::function<QString(double)>& by = {});

/// The rows of the programs; none where fewer than two columns hold one. Where graphs differ from that of the
/// baseline (or else of the first program), that is said in the place of changes, on no common axis.
std::vector<ComparedRow> programRows(const std::vector<ProgramColumn>& columns, const ProgramColumn& baseline,
                                     const Theme& theme);

}  // namespace astrolabe::ui
