#pragma once
// How a figure comes about: its formula, the same with the numbers in it, and where each of them is from.
// What the window shows of any figure that somebody asks. No widget.

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware/catalogue.h"
#include "core/hardware/pool_price.h"
#include "core/plan/plan.h"
#include "core/plan/snapshot.h"
#include "ui/render/kind_words.h"
#include "ui/render/report_formulas.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

/// A figure of a strategy, or of the search that found it.
enum class KeyFigure {
  Speed,
  SpeedOfGpu,
  Step,
  Mfu,
  Bubble,
  Memory,  ///< of the fullest stage, or of one that is named
  Gpus,
  GpusPaid,
  JobHours,
  JobMoney,
  TokensMoney,
  HourMoney,
  Power,
  Energy,
  Goodput,
  HoursWithFailures,
  MoneyWithFailures,
  Best,   ///< the first of the ranking in the unit of the goal
  Bound,  ///< what no strategy can be better than, in the same unit
  Gap,
  Difference,  ///< to the first of the ranking, or to what it is compared with
  RunsOn       ///< no number: which training runtimes start it, and what the others say against it
};

/// Which of several figures of that kind is meant.
struct FigureDetail {
  int stage = -1;          ///< for KeyFigure::Memory; below 0 for the fullest
  double reference = 0.0;  ///< for KeyFigure::Difference, in the goal's unit; 0 for that of the first
  /// For Bound and Gap where a plan of another kind leads the snapshot (planning::led_by()): the proof of its
  /// kind.
  std::optional<planning::Proof> of_its_kind{};
};

struct FormulaInput {
  enum class Origin { Stated, Assumed, Catalogue, OwnType, OwnPrice, Model, Derived };
  QString letter;       ///< of the formula; empty where it stands for more than one
  QString name, value;  ///< the value with its unit
  Origin origin = Origin::Derived;
  QString source, date;  ///< empty where there is none
};
/// "stated", "assumed", "catalogue".
QString originWord(FormulaInput::Origin origin);
struct InputOrigin {
  FormulaInput::Origin origin = FormulaInput::Origin::Catalogue;
  QString source, date;
};
/// Where a price of a pool is from; nothing but its kind where there is none.
InputOrigin priceOrigin(const std::optional<hardware::PoolPrice>& price);

struct WorkedFigure {
  Formula formula;
  QString subject;  ///< whose figure it is: "#1 · TP 8 · PP 4 · DP 2"
  QString value;    ///< all its digits with the unit; "no price", "—"
  /// "64 × 8,192 ÷ 13.3368 = 39,311.06": each line holds, the first one gives the value, the others what it
  /// takes. None where a value is not known.
  QStringList worked;
  std::vector<FormulaInput> inputs;
  QStringList notes;
  QString stale;                   ///< that the inputs are newer; empty where they are not
  std::vector<std::string> pools;  ///< ids, whose properties say more
  bool inBreakdown = false;        ///< its parts are drawn there
};

/// Works a figure of `evaluation` out, which is of a layout of `kind`. `asked` is the plan that `snapshot`
/// answers, `catalogue` what it was asked of. Precondition: the snapshot has its problem. What is compared
/// with a first strategy is unknown where the snapshot has none.
WorkedFigure workOut(KeyFigure figure, const cost::Evaluation& evaluation, const plan::Snapshot& snapshot,
                     const plan::Plan& asked, const hardware::Catalogue& catalogue,
                     const FigureDetail& detail = {}, const KindWords& kind = pipelineWords());

/// The whole of it as lines of text, inputs separated by tabs: for the clipboard.
QString plainText(const WorkedFigure& figure);
/// The whole of it as a page of HTML, links to pools as "pool:<id>", in the colours of `theme`.
QString htmlText(const WorkedFigure& figure, const Theme& theme);

}  // namespace astrolabe::ui
