#include "ui/shell/goal_checks.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/render/answer_text.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct GoalText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::GoalText)
};

}  // namespace

QString contradictionText(const plan::Contradiction& it) {
  const QString asked = limitText(it.limit, it.asked), needed = limitText(it.limit, it.needed);
  using Cause = plan::Contradiction::Cause;
  switch (it.cause) {
    case Cause::all_gpus:
      return it.limit == "power_kw"
                 ? GoalText::tr("%1 can't feed the %n GPUs asked for: together they draw %2.", nullptr,
                                it.gpus)
                       .arg(asked, needed)
                 : GoalText::tr("%1 can't pay the %n GPUs asked for: together they cost %2.", nullptr,
                                it.gpus)
                       .arg(asked, needed);
    case Cause::one_gpu:
      return it.limit == "power_kw"
                 ? GoalText::tr("%1 can't feed a single GPU: the least that one draws is %2.")
                       .arg(asked, needed)
                 : GoalText::tr("%1 can't pay a single GPU: the cheapest costs %2.").arg(asked, needed);
    case Cause::peak_rate:
      break;
  }
  return it.limit == "deadline_hours"
             ? GoalText::tr("%1 is too short: even %n GPUs at their peak rate take %2.", nullptr, it.gpus)
                   .arg(asked, needed)
             : GoalText::tr("%1 is too little: even GPUs at their peak rate cost %2.").arg(asked, needed);
}

double threeDigitsUp(double value) {
  if (!(value > 0.0)) return 0.0;
  const double step = std::pow(10.0, std::floor(std::log10(value)) - 2.0);
  const double up = std::ceil(value / step * (1.0 - 1e-12)) * step;
  return up < value ? value : up;  // rounding of the product
}

BatchInTokens batchFromTokens(double tokens, int sequenceLength) {
  BatchInTokens batch;
  const double sequences = tokens / sequenceLength;
  if (sequences == std::floor(sequences) && sequences >= 1.0 && sequences <= double(1 << 24)) {
    batch.sequences = static_cast<int>(sequences);
    return batch;
  }
  const double below = std::clamp(std::floor(sequences), 1.0, double(1 << 24) - 1.0);
  batch.below = static_cast<int>(below);
  batch.above = batch.below + 1;
  batch.problem = GoalText::tr("Not whole sequences of %1 tokens. Use %2 or %3.")
                      .arg(wholeText(sequenceLength), wholeText(below * sequenceLength),
                           wholeText((below + 1.0) * sequenceLength));
  return batch;
}

}  // namespace astrolabe::ui
