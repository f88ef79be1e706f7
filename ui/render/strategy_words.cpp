#include "ui/render/strategy_words.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct StrategyWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::RankingModel)
};

constexpr std::size_t kLayersInFull = 8;  ///< stages listed one by one

}  // namespace

QString recomputeText(const strategy::Strategy& strategy) {
  switch (strategy.recompute) {
    case strategy::Recompute::none:
      return StrategyWords::tr("none");
    case strategy::Recompute::selective:
      return StrategyWords::tr("selective");
    case strategy::Recompute::full:
      break;
  }
  int least = 1 << 30;
  int most = 0;
  for (const strategy::Stage& stage : strategy.stages) {
    least = std::min(least, stage.recompute_layers);
    most = std::max(most, stage.recompute_layers);
  }
  return least == most ? StrategyWords::tr("%n layer(s)", nullptr, most)
                       : StrategyWords::tr("%1 to %2 layers").arg(least).arg(most);
}

QString offloadText(const strategy::Strategy& strategy) {
  if (strategy.offload_optimizer && strategy.offload_activations)
    return StrategyWords::tr("optimizer, activations");
  if (strategy.offload_optimizer) return StrategyWords::tr("optimizer");
  return strategy.offload_activations ? StrategyWords::tr("activations") : QString();
}

QString boundDegrees(QString words) {
  for (qsizetype i = 1; i + 1 < words.size(); ++i)
    if (words[i] == u' ' && words[i - 1].isUpper() && words[i + 1].isDigit()) words[i] = QChar::Nbsp;
  return words;
}

QString unrankedText(const strategy::Strategy& strategy) {
  return strategy.state.empty() ? StrategyWords::tr("mine")
                                : StrategyWords::tr("state anywhere", "of the optimizer, one of a ranking");
}

QString degreesText(const strategy::Strategy& s) {
  QString text = StrategyWords::tr("TP %1 · PP %2 · DP %3")
                     .arg(tensorText(s))
                     .arg(s.pipeline_parallel)
                     .arg(s.data_parallel);
  if (s.context_parallel > 1) text += StrategyWords::tr(" · CP %1").arg(s.context_parallel);
  if (s.expert_parallel > 1) text += StrategyWords::tr(" · EP %1").arg(s.expert_parallel);
  if (s.expert_tensor_parallel > 1) text += StrategyWords::tr(" · ETP %1").arg(s.expert_tensor_parallel);
  if (const QString away = offloadText(s); !away.isEmpty())
    text += StrategyWords::tr(" · in host memory: %1").arg(away);
  return boundDegrees(text);
}

QString tensorText(const strategy::Strategy& strategy) {
  QStringList degrees;
  for (const strategy::Stage& stage : strategy.stages) {
    const QString degree = QString::number(stage.tensor_parallel);
    if (degrees.isEmpty() || degrees.last() != degree) degrees << degree;
  }
  return degrees.isEmpty() ? QString::number(strategy.tensor_parallel) : degrees.join(u'·');
}

QString layersText(const strategy::Strategy& strategy) {
  QStringList words;
  if (strategy.stages.size() <= kLayersInFull) {
    for (const strategy::Stage& stage : strategy.stages) words << QString::number(stage.layers);
    return words.join(u" · "_s);
  }
  for (std::size_t i = 0; i < strategy.stages.size();) {
    std::size_t end = i;
    while (end < strategy.stages.size() && strategy.stages[end].layers == strategy.stages[i].layers) ++end;
    words << u"%1 × %2"_s.arg(end - i).arg(strategy.stages[i].layers);
    i = end;
  }
  return words.join(u" + "_s);
}

}  // namespace astrolabe::ui
