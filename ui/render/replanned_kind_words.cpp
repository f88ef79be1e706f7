// The words of pipelines around slow and failed GPUs, as one of the kinds of plan.

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "core/planning/replanned.h"
#include "ui/render/kind_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/replan_words.h"

namespace astrolabe::ui {

namespace {

struct ReplannedWords {
  Q_DECLARE_TR_FUNCTIONS(Replanned)
};

const replan::Plan& planOf(const planning::Layout& layout) {
  return static_cast<const planning::ReplannedLayout&>(layout).plan();
}

class ReplannedKind final : public KindWords {
 public:
  std::string_view kind() const override { return planning::kReplanned; }
  QString label() const override {
    return ReplannedWords::tr("pipelines", "of unequal shape, one of a ranking");
  }
  QString line(const planning::Layout& layout) const override {
    const replan::Plan& plan = planOf(layout);
    return ReplannedWords::tr("%1: pipelines %2, idle GPUs %3")
        .arg(replanKindText(plan.kind), wholeText(static_cast<double>(plan.pipelines.size())),
             wholeText(static_cast<double>(plan.idle.size())));
  }
  QString whyNotEdited() const override {
    return ReplannedWords::tr(
        "Each pipeline has its own stages, GPUs and micro-batches: they are found together. Choose a "
        "strategy "
        "to begin with.");
  }

  QString cell(std::string_view field, const planning::Option& option) const override {
    if (field == "schedule") return ReplannedWords::tr("unequal pipelines");
    return field == "offload" ? QString() : KindWords::cell(field, option);
  }
  double number(std::string_view field, const planning::Option& option) const override {
    return field == "schedule" || field == "offload" ? 0.0 : KindWords::number(field, option);
  }
  QString word(std::string_view field, const planning::Option&) const override {
    return field == "schedule" ? QStringLiteral("pipelines") : QString();
  }
  QString tip() const override {
    return ReplannedWords::tr(
        "Pipelines of unequal shape around slow and failed GPUs; the page Re-plan tells how a "
        "layout that runs gets there");
  }

  QString stepSource() const override {
    return ReplannedWords::tr("the pipeline that ends last, with slow GPUs in it as slow as they are marked");
  }
  QString runtimesNote() const override {
    return ReplannedWords::tr("Runtimes start pipelines of one shape: none of them takes unequal ones.");
  }

  QString reportText(const planning::Option& option, const cost::Evaluation& best) const override {
    constexpr double kWorthTelling = 5e-4;  // of the speed
    const cost::Evaluation& found = option.evaluation;
    if (&found == &best) return {};  // a comparison with itself
    const double more = found.tokens_per_second / best.tokens_per_second - 1.0;
    const QString figures = ReplannedWords::tr("%1 tokens/s, a step in %2, %3 for 10¹² tokens")
                                .arg(wholeText(found.tokens_per_second), durationText(found.step.value),
                                     moneyText(found.money.usd_per_trillion_tokens));
    if (std::fabs(more) < kWorthTelling)
      return ReplannedWords::tr("Pipelines of unequal shape are as fast: %1.").arg(figures);
    return (more > 0.0
                ? ReplannedWords::tr("Pipelines of unequal shape around slow and failed GPUs are %1 faster: "
                                     "%2. By the goal of the plan they rank behind.")
                : ReplannedWords::tr("The best pipelines of unequal shape are %1 slower: %2."))
        .arg(percentText(std::fabs(more)), figures);
  }
};

}  // namespace

const KindWords& replannedKindWords() {
  static const ReplannedKind words;
  return words;
}

}  // namespace astrolabe::ui
