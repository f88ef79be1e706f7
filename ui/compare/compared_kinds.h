#pragma once
// What the comparison has of each kind of plan beside strategies: rows and words. All kinds stand in one
// table: compared_kinds.cpp. A kind without a row is not compared.

#include <string_view>
#include <vector>

#include "ui/compare/comparison.h"

namespace astrolabe::ui {

/// A scenario with what is known of it of one kind.
struct KindColumn {
  QString letter;
  const ComparedFound* found = nullptr;        ///< never null
  const strategy::Problem* problem = nullptr;  ///< of what the scenario asks now; null: not known
  QString stale;                               ///< in words what changed since; empty: nothing
};

/// What is said below the comparison of options that are not known; "%1" stands for letters of scenarios.
struct KindHint {
  QString all, comma;  ///< "%1" stands for what follows
  QString unknown, stale, running;
  QString ask, askSpoken, stop, stopSpoken;  ///< buttons
};

class ComparedKind {
 public:
  virtual ~ComparedKind() = default;
  /// The id of the planner.
  virtual std::string_view kind() const = 0;
  /// True where there are numbers: an option that fits, also of an older question unless none is asked for
  /// now.
  virtual bool holds(const KindColumn& column) const = 0;
  /// The rows, of which two columns or more hold an option.
  virtual std::vector<ComparedRow> rows(const std::vector<KindColumn>& columns, const KindColumn& baseline,
                                        const Theme& theme) const = 0;
  virtual KindHint hint() const = 0;
  /// That the option of a scenario, by its letter, is stale: for the report.
  virtual QString staleText(const QString& letter) const = 0;
};

const std::vector<const ComparedKind*>& comparedKinds();

/// True where the planner of the kind would find what is not known yet.
bool lacks(const ComparedKind& kind, const KindColumn& column);

/// Beside the baseline's: a number in words as `text` writes it, with its change, told as `by` writes the
/// difference where that is no number of the same kind.
ComparedCell numberCell(const std::optional<double>& value, const std::optional<double>& base,
                        ComparedRow::Good good, const std::function<QString(double)>& text,
                        const std::function<QString(double)>& by = {});

/// A row that stands in the table while this lives: for tests.
class AddedComparedKind {
 public:
  explicit AddedComparedKind(const ComparedKind& kind);
  ~AddedComparedKind();
  AddedComparedKind(const AddedComparedKind&) = delete;
  AddedComparedKind& operator=(const AddedComparedKind&) = delete;

 private:
  const ComparedKind& m_kind;
};

// The rows of the table.
const ComparedKind& comparedPrograms();
const ComparedKind& comparedDeployments();
const ComparedKind& comparedPostTrainings();

}  // namespace astrolabe::ui
