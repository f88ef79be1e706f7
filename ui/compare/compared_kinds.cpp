#include "ui/compare/compared_kinds.h"

#include <algorithm>
#include <cmath>

#include "core/planning/planner.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// The table: a kind of plan that is compared is a row.
std::vector<const ComparedKind*>& tableOfCompared() {
  static std::vector<const ComparedKind*> rows{&comparedPrograms(), &comparedDeployments(),
                                               &comparedPostTrainings()};
  return rows;
}

constexpr double kAlikeShare = 0.0005;  // no digit that is shown differs

}  // namespace

const std::vector<const ComparedKind*>& comparedKinds() { return tableOfCompared(); }

AddedComparedKind::AddedComparedKind(const ComparedKind& kind) : m_kind(kind) {
  tableOfCompared().push_back(&kind);
}

AddedComparedKind::~AddedComparedKind() { std::erase(tableOfCompared(), &m_kind); }

bool lacks(const ComparedKind& kind, const KindColumn& column) {
  const ComparedFound& found = *column.found;
  const bool known = (found.option || found.error) && !found.stale;
  const planning::Planner* planner = planning::find_planner(kind.kind());
  if (known || found.running || column.problem == nullptr || planner == nullptr) return false;
  const planning::QuestionPtr question =
      planning::question_of(*column.problem, strategy::Objective::throughput);
  return planner->declines(*question).empty() && planner->may_rank(*question);
}

ComparedCell numberCell(const std::optional<double>& value, const std::optional<double>& base,
                        ComparedRow::Good good, const std::function<QString(double)>& text,
                        const std::function<QString(double)>& by) {
  using Good = ComparedRow::Good;
  using Change = ComparedCell::Change;
  ComparedCell cell;
  cell.text = value ? text(*value) : unknownText();
  cell.value = value;
  if (!value || !base || *base <= 0.0) return cell;
  cell.share = *value / *base - 1.0;
  cell.difference = *value - *base;
  const double much = std::abs(cell.difference);
  cell.by = (cell.difference < 0.0 ? u"−"_s : u"+"_s) + (by ? by(much) : text(much));
  cell.change = std::abs(cell.share) < kAlikeShare           ? Change::Same
                : good == Good::Neither                      ? Change::Other
                : (cell.share > 0.0) == (good == Good::More) ? Change::Better
                                                             : Change::Worse;
  return cell;
}

}  // namespace astrolabe::ui
