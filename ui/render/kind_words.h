#pragma once
// What views say of the options of each kind of plan. All kinds stand in one table: kind_words.cpp.

#include <QString>
#include <QStringList>
#include <limits>
#include <string_view>
#include <vector>

#include "core/planning/planner.h"
#include "ui/render/runtime_words.h"

namespace astrolabe::ui {

/// A lane of a timeline: which pool it is on, how much of it and which part of the model.
struct KindLane {
  int pool = 0, gpus = 0, layers = 0;
  QString title;
};

/// What the bar of the search says where the kind answers in its place; empty where there is nothing to say.
struct ElsewhereWords {
  QString best, bestTip;  ///< "412 tok/s a GPU", and what it is
  QString bound, gap;     ///< what nothing can beat, and by how much the best may be beaten; empty: not known
  QString end;            ///< how it ended: "Best of all deployments"
  QString why;            ///< why nothing fits, and what would
  bool operator==(const ElsewhereWords&) const = default;
};

/// The words of one kind. What a function does not override is what a kind says that has nothing of its own
/// to say there. Fields are the names of the ranking's columns in files: "schedule", "tensor_parallel".
class KindWords {
 public:
  virtual ~KindWords() = default;

  /// The kind of the layouts, which is the id of their planner.
  virtual std::string_view kind() const = 0;
  /// What an option without a rank is called: "mine", "program".
  virtual QString label() const = 0;
  /// A layout of the kind on one line: "TP 8 · PP 4 · DP 2", "Distributed program".
  virtual QString line(const planning::Layout& layout) const = 0;
  /// Why a person cannot edit a layout of the kind as a strategy; empty where one can.
  virtual QString whyNotEdited() const = 0;
  /// What each part of an option does, a paragraph each, for a report; empty for a kind that has one of its
  /// own.
  virtual QStringList inWords(const planning::Option&, const strategy::Problem&) const { return {}; }

  // The ranking: columns that tell how a layout is set. Those of figures are filled for every kind.
  virtual QString cell(std::string_view field, const planning::Option& option) const;
  /// What rows are sorted by, and files hold; NaN: nothing.
  virtual double number(std::string_view field, const planning::Option& option) const;
  /// The cell in files and filters, which know no language.
  virtual QString word(std::string_view field, const planning::Option& option) const;
  /// A line for the tip of every cell.
  virtual QString tip() const { return {}; }

  // The timeline.
  virtual std::vector<KindLane> lanes(const planning::Option& option, const strategy::Problem& problem) const;
  /// What one of these lanes is called where there is little room; empty: by its number.
  virtual QString laneSign(const planning::Option&, int /*lane*/) const { return {}; }
  /// True where a collective is drawn as long as it takes, not as long as work leaves it unhidden.
  virtual bool drawsWholeCollectives() const { return true; }

  // A figure that is worked out.
  /// Whose figure it is.
  virtual QString subject(const cost::Evaluation&) const { return label(); }
  /// Where the time of a step is from.
  virtual QString stepSource() const { return {}; }
  /// Whose parts of the step are told.
  virtual QString partsNote(const cost::Evaluation&) const { return {}; }
  /// What training runtimes make of the layout; empty where they start none of the kind.
  virtual RuntimeVerdicts verdicts(const strategy::Problem&, const cost::Evaluation&) const { return {}; }
  virtual QString runtimesNote() const { return {}; }

  // Of a kind that answers a task alone.
  virtual ElsewhereWords elsewhere(const planning::Found&) const { return {}; }
  /// How much was looked at.
  virtual plan::Space space(const planning::Found&) const { return {}; }

  /// What a report says of the best option of the kind, beside `best`, which it recommends: the option's own
  /// evaluation where that is recommended. Empty: not told.
  virtual QString reportText(const planning::Option&, const cost::Evaluation& /*best*/) const { return {}; }
};

/// The words of a kind; those of pipelines for one that has none.
const KindWords& kindWords(std::string_view kind);
inline const KindWords& kindWords(const planning::Option& option) { return kindWords(kind_of(option)); }

/// The layout of an option; for one without it, that of its strategy.
planning::LayoutPtr layoutOf(const planning::Option& option);
/// True where `layout` is the pipeline of that strategy.
bool isPipeline(const planning::LayoutPtr& layout, const strategy::Strategy& strategy);
/// A layout of any kind on one line.
QString layoutLine(const planning::LayoutPtr& layout);

/// The words of a kind that stand in the table while this lives: for tests.
class AddedKindWords {
 public:
  explicit AddedKindWords(const KindWords& words);
  ~AddedKindWords();
  AddedKindWords(const AddedKindWords&) = delete;
  AddedKindWords& operator=(const AddedKindWords&) = delete;

 private:
  const KindWords& m_words;
};

// The rows of the table.
const KindWords& pipelineWords();
const KindWords& programKindWords();
const KindWords& groupsKindWords();
const KindWords& replannedKindWords();
const KindWords& shardedKindWords();
const KindWords& widthsKindWords();
const KindWords& deploymentKindWords();
const KindWords& placementKindWords();
const KindWords& postTrainingKindWords();

}  // namespace astrolabe::ui
