#pragma once
// Scenarios side by side, as values: what each asks, its best result, what it costs, where time and memory
// go, its options of other kinds. No widget.

#include <QString>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/planning/option.h"
#include "ui/document/scenario_answers.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/decision_words.h"

namespace astrolabe::ui {

/// A bar of a cell, on the axis that its row has for all scenarios.
struct ComparedBar {
  QString name;  ///< GPU type; empty where a cell has one bar
  std::vector<Share> shares;
  double limit = 0.0;  ///< 0: none
  double total() const;
};

/// What one scenario has in a row.
struct ComparedCell {
  QString text;                 ///< "39 310"; unknownText() where there is nothing
  std::optional<double> value;  ///< the number behind it, in the unit of its row
  /// Other: more or less, and neither is better. Apart: of another graph, so that it is not compared.
  enum class Change { None, Same, Better, Worse, Other, Apart } change = Change::None;
  double share = 0.0;       ///< by so much more than the baseline's, with a change: 0.169
  double difference = 0.0;  ///< the same in the unit of its row, and in words with its sign: "+5 700"
  QString by;
  std::vector<ComparedBar> bars;
  std::vector<std::pair<QString, double>> parts{};  ///< of the number, by name, for files
  bool stale = false;                               ///< of an answer to another question than is asked now
  bool estimated = false;  ///< of machines or switches of which no power is known: its text says so
  /// True where `share` and `difference` say something.
  bool isCompared() const { return change != Change::None && change != Change::Apart; }
};

/// A group of rows with a heading of its own. There is one object of each.
struct ComparedSection {
  const char* key;  ///< in files: "program_time"
  QString (*title)();
  bool isDrawn = false;  ///< as bars alone
};
inline QString sectionName(const ComparedSection& section) { return section.title(); }

struct ComparedRow {
  struct Section {
    static const ComparedSection Inputs, Result, Cost, Time, Memory, Money;
  };
  enum class Good { Neither, More, Less };
  const ComparedSection* section = &Section::Inputs;
  QString name;
  const char* field = "";  ///< in files: "tokens_per_second"
  Good good = Good::Neither;
  bool large = false;     ///< what one looks for first
  bool idle = false;      ///< nobody asked for anything there: left out where there is little room
  double most = 0.0;      ///< end of the axis of its bars; 0: no bars
  const char* unit = "";  ///< of that axis
  std::vector<ComparedCell> cells;
  /// True where scenarios differ in it.
  bool differs() const;
};

struct ComparedColumn {
  int id = 0;
  QString letter, name;
  bool baseline = false, shown = false, searching = false, stale = false;
  QString state;           ///< "stale: hardware or prices changed", why nothing is shown; empty: all is well
  bool searchable = true;  ///< the question can be asked
  /// Of another kind of plan: that its option is of another question, that it is being planned, that it may
  /// be.
  struct Other {
    bool stale = false, running = false, askable = false;
  };
  std::map<std::string, Other> others = {};  ///< by planner, of those with rows of their own
  plan::Scenario scenario;
  /// The plan of another kind that is recommended, of the question that is asked now; null where that is the
  /// best strategy, or nothing.
  planning::OptionPtr beside;
  std::optional<double> best_strategy_step_seconds{};  ///< where one fits
  /// Kinds that answer the question and were not looked for, or not to the end: by their answer_key().
  std::vector<std::string> unknown{}, stopped{};
  QString label() const { return letter + QStringLiteral(": ") + name; }
};

struct Comparison {
  std::vector<ComparedColumn> columns;
  std::vector<ComparedRow> rows;
  int all = 0;  ///< scenarios of the plan
  /// Of the columns, in their order; those without a fresh answer take no part.
  DecisionWords decision;
  /// The column of the baseline; -1 where it is not among them.
  int baseline() const;
};

inline constexpr int kMostCompared = 4;

/// What a planner beside the search came to for a scenario.
struct ComparedFound {
  planning::OptionPtr option;  ///< the best, in short; null: nothing was planned to the end
  plan::Plan asked;            ///< what the planner was asked
  bool stale = false, running = false;
  std::optional<Error> error;     ///< why there is none
  bool known = false;             ///< it was asked, whether it has an option or not
  bool stopped = false;           ///< before its end: there may be better ones
  std::optional<double> least{};  ///< as planning::OfPlanner::least
};

/// What is known of a scenario.
struct ComparedAnswer {
  plan::SnapshotPtr snapshot;  ///< null: it was not searched to an end
  plan::Plan asked;            ///< what the search was asked
  bool stale = false, searching = false;
  std::optional<Error> error;                     ///< why it cannot be asked
  std::map<std::string, ComparedFound> others{};  ///< by planner
};
/// The scenarios `ids` of the plan beside each other, each with what is recommended for it: its best
/// strategy, or a plan of another kind that ranks ahead. Changes are to the baseline, also where it is not
/// among them. Other kinds of plan have rows where two of them or more hold one. Precondition: the plan has
/// them.
Comparison compareScenarios(const plan::Plan& plan, const hardware::Catalogue& catalogue,
                            const std::function<ComparedAnswer(int id)>& answerOf,
                            const std::vector<int>& ids, const Theme& theme);
/// The comparison of scenarios of the window's document, with the answers that the window has.
Comparison compareScenarios(const PlanDocument& document, const ScenarioAnswers& answers,
                            const std::vector<int>& ids, const Theme& theme);
/// The first four of the plan, the baseline and the shown one among them.
std::vector<int> firstCompared(const plan::Plan& plan);
/// Scenarios of `wanted` that the plan has; the first ones where it has none of them.
std::vector<int> comparedIds(const plan::Plan& plan, const std::vector<int>& wanted);
/// "▲ +5 700 (+16.9 %)", "same", "baseline"; empty where nothing is compared.
QString changeText(const ComparedCell& cell, bool baseline);

}  // namespace astrolabe::ui
