// Toys of scenarios side by side.
#include "tests/kinds/toy_layout.h"
#include "tests/kinds/toy_views.h"
#include "ui/render/numbers.h"

namespace astrolabe::tests {

namespace {

using namespace Qt::StringLiterals;

const ui::ComparedSection kToySection{"toy", [] { return u"Toys"_s; }};

class ComparedToys final : public ui::ComparedKind {
 public:
  std::string_view kind() const override { return kToy; }
  bool holds(const ui::KindColumn& column) const override {
    return planning::as<ToyLayout>(column.found->option ? column.found->option->layout : nullptr) != nullptr;
  }
  std::vector<ui::ComparedRow> rows(const std::vector<ui::KindColumn>& columns,
                                    const ui::KindColumn& baseline, const ui::Theme&) const override {
    ui::ComparedRow row;
    row.section = &kToySection;
    row.name = u"Step of the toy"_s;
    row.field = "toy_step_seconds";
    row.good = ui::ComparedRow::Good::Less;
    for (const ui::KindColumn& column : columns) {
      row.cells.push_back(ui::numberCell(stepOf(column), stepOf(baseline), row.good, ui::durationText));
      row.cells.back().stale = column.found->stale;
    }
    return {row};
  }
  ui::KindHint hint() const override {
    return {u"Toys: %1."_s,         u", "_s,        u"not made yet for %1"_s, u"stale for %1"_s,
            u"being made for %1"_s, u"Make them"_s, u"Make the toys"_s,       u"Stop"_s,
            u"Stop the toys"_s};
  }
  QString staleText(const QString& letter) const override { return u"The toy of %1 is stale."_s.arg(letter); }

 private:
  std::optional<double> stepOf(const ui::KindColumn& column) const {
    return holds(column) ? std::optional(column.found->option->evaluation.step.value) : std::nullopt;
  }
};

}  // namespace

const ui::ComparedKind& comparedToys() {
  static const ComparedToys toys;
  return toys;
}

}  // namespace astrolabe::tests
