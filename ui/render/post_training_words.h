#pragma once
// What views say of post-training: roles, calls, dataflows, sets of GPUs with what stands on them.

#include <QString>
#include <string_view>
#include <vector>

#include "core/planning/post_trainings.h"

namespace astrolabe::ui {

/// The placement of an option; null for one of another kind.
const post_training::Placement* placementOf(const planning::Option* option);
inline const post_training::Placement* placementOf(const planning::OptionPtr& option) {
  return placementOf(option.get());
}

/// "Actor"; a role by hand goes by its own name.
QString roleName(std::string_view role);
/// "old log-probabilities"; a call by hand goes by its own name.
QString callName(std::string_view call);
/// "generates", "runs forward", "trains".
QString doName(post_training::Do what);
/// "PPO"; "by hand" where it has no name.
QString dataflowName(std::string_view name);

/// Names of the roles of a set, each once; of an engine without its trainer "Actor (engine)".
QStringList rolesOfSet(const post_training::Placement& placement, const post_training::PlannedSet& set);
/// "Actor, Reference on 16 h100".
QString setText(const post_training::Placement& placement, const post_training::PlannedSet& set,
                const std::vector<std::string>& pools);
/// Layouts of a set, each with what it is of: "Actor trains TP 4 · PP 2 · DP 2; generates 4 × TP 4".
QString layoutsText(const post_training::Placement& placement, const post_training::PlannedSet& set);
/// All sets in one line.
QString placementText(const post_training::Placement& placement, const std::vector<std::string>& pools);

/// How units stand to each other: all on the same GPUs, some, each on its own.
enum class Arrangement { colocated, split, apart };
Arrangement arrangementOf(const post_training::Placement& placement);
QString arrangementName(Arrangement arrangement);

/// A column of figures about placements, the same in every table of them.
struct PostTrainingColumn {
  const char* field;  ///< as rows of answers have it
  QString title, tip;
  QString (*text)(const planning::Option&);
  double (*number)(const planning::Option&);  ///< what rows are sorted by; NaN: nothing
  int good = 0;                               ///< 1: more is better, -1: less is
  bool where_known = false;                   ///< shown only where an option has a value of it
};
std::vector<PostTrainingColumn> postTrainingColumns();

/// Why no placement was found: which role needs how much, and how much a GPU has.
QString lackingText(const planning::FoundPostTrainings& found);
/// "proven the best", "at most 3.8 % behind the bound", "not proven".
QString proofText(const planning::Proof& proof);
/// The proof of an option in these words; a dash where it breaks a limit, as nothing is proven of it.
QString proofText(const planning::Option& option);

}  // namespace astrolabe::ui
