#include "ui/render/mixed_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct MixedSaid {
  Q_DECLARE_TR_FUNCTIONS(MixedWords)
};

}  // namespace

QString gpusOfPool(int gpus, const std::string& pool_id) {
  return u"%1 %2"_s.arg(wholeText(gpus), text(pool_id));
}

QString sideBySide(const QStringList& parts) { return parts.join(u" + "_s); }

QString ofParts(const std::vector<int>& values) {
  QStringList texts;
  for (const int value : values)
    if (const QString told = wholeText(value); texts.isEmpty() || texts.last() != told) texts << told;
  return texts.join(u'·');
}

double alikeInParts(const std::vector<int>& values) {
  const bool alike = !values.empty() && std::all_of(values.begin(), values.end(),
                                                    [&](int value) { return value == values.front(); });
  return alike ? values.front() : std::numeric_limits<double>::quiet_NaN();
}

QString besideTheBest(const QString& line, const cost::Evaluation& option, const cost::Evaluation& best) {
  constexpr double kWorthTelling = 5e-4;  // of the speed
  if (&option == &best) return {};
  const double more = option.tokens_per_second / best.tokens_per_second - 1.0;
  const QString figures = MixedSaid::tr("%1 tokens/s, a step in %2, %3 for 10¹² tokens")
                              .arg(wholeText(option.tokens_per_second), durationText(option.step.value),
                                   moneyText(option.money.usd_per_trillion_tokens));
  if (std::fabs(more) < kWorthTelling)
    return MixedSaid::tr("As fast is %1: %2.", "a layout, its figures").arg(line, figures);
  return (more > 0.0 ? MixedSaid::tr("%1 faster is %2: %3. By the goal of the plan it ranks behind.",
                                     "a share, a layout, its figures")
                     : MixedSaid::tr("%1 slower is %2: %3.", "a share, a layout, its figures"))
      .arg(percentText(std::fabs(more)), line, figures);
}

}  // namespace astrolabe::ui
