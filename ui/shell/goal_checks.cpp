#include "ui/shell/goal_checks.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/strategy/job.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct GoalText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::GoalText)
};

double threeDigitsUp(double value) {
  if (!(value > 0.0)) return 0.0;
  const double step = std::pow(10.0, std::floor(std::log10(value)) - 2.0);
  const double up = std::ceil(value / step * (1.0 - 1e-12)) * step;
  return up < value ? value : up;  // rounding of the product
}

double sumUp(double usd) {
  const double up = dollars(threeDigitsUp(shownMoney(usd)));
  return up < usd ? usd : up;
}

}  // namespace

bool isSum(std::string_view limit) { return limit.find("usd") != std::string_view::npos; }

double roundedUp(std::string_view limit, double value) {
  return isSum(limit) ? sumUp(value) : threeDigitsUp(value);
}

BatchInTokens batchFromTokens(double tokens, int sequenceLength) {
  BatchInTokens batch;
  const double sequences = tokens / sequenceLength;
  if (sequences == std::floor(sequences) && sequences >= 1.0 &&
      sequences <= double(strategy::kLargestBatch)) {
    batch.sequences = static_cast<int>(sequences);
    return batch;
  }
  const double below = std::clamp(std::floor(sequences), 1.0, double(strategy::kLargestBatch) - 1.0);
  batch.below = static_cast<int>(below);
  batch.above = batch.below + 1;
  batch.problem = GoalText::tr("Not whole sequences of %1 tokens. Use %2 or %3.")
                      .arg(wholeText(sequenceLength), wholeText(below * sequenceLength),
                           wholeText((below + 1.0) * sequenceLength));
  return batch;
}

}  // namespace astrolabe::ui
