#include "ui/render/spares_words.h"

#include <QCoreApplication>
#include <cstddef>

#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kWaitDecimals = 2;

struct SparesWords {
  Q_DECLARE_TR_FUNCTIONS(SparesWords)
};

QString targetText(const strategy::Problem& problem, const std::vector<cost::SpareNodes>& table) {
  const auto& target = problem.job.reliability.goodput_target;
  if (!target) return {};
  const QString share = progressText(*target);
  const cost::SpareNodes* row = cost::spares_for(table, *target);
  if (!row)
    return u' ' + SparesWords::tr("No number of spare nodes holds %1 goodput: %2 is the most.")
                      .arg(share, progressText(table.back().share));
  return u' ' + SparesWords::tr("Spare nodes that hold %1 goodput: %2.").arg(share, wholeText(row->nodes));
}

}  // namespace

QString spareNodesText(const strategy::Problem& problem, const cost::Evaluation& evaluation) {
  int all = 0;
  for (std::size_t i = 0; i < evaluation.gpus.size(); ++i)
    if (evaluation.gpus[i] > 0) all += problem.cluster.pools[i].spares;
  const QString idle = wholeText(evaluation.goodput.spares);
  return all > evaluation.goodput.spares
             ? SparesWords::tr("%1 of %2", "spare nodes that stand idle, all spare nodes")
                   .arg(idle, wholeText(all))
             : idle;
}

QString sparesText(const strategy::Problem& problem, const cost::Evaluation& evaluation) {
  const cost::Goodput& goodput = evaluation.goodput;
  if (!goodput.repair_hours || evaluation.outcome.hours <= 0.0) return {};
  const QString hours = hoursText(*goodput.repair_hours);
  const QString waits = percentText(1.0 - goodput.available, kWaitDecimals);
  const QString text = SparesWords::tr(
                           "Repairs take %1 on average; with the spare nodes there are (%2), %3 of the hours "
                           "wait for one.")
                           .arg(hours, spareNodesText(problem, evaluation), waits);
  return text + targetText(problem, cost::spare_table(problem, evaluation));
}

QString sparesByPoolText(const strategy::Problem& problem, const cost::SpareNodes& row) {
  QStringList pools;
  for (std::size_t i = 0; i < row.by_pool.size(); ++i)
    if (row.by_pool[i] > 0)
      pools << u"%1 %2"_s.arg(row.by_pool[i]).arg(QString::fromStdString(problem.cluster.pools[i].id));
  return pools.isEmpty() ? unknownText() : pools.join(u", "_s);
}

std::vector<QStringList> sparesRows(const strategy::Problem& problem,
                                    const std::vector<cost::SpareNodes>& table) {
  constexpr int kEach = 8;
  std::vector<QStringList> rows;
  for (const cost::SpareNodes& row : table) {
    const bool doubling = (row.nodes & (row.nodes - 1)) == 0;
    if (row.nodes > kEach && !doubling && &row != &table.back()) continue;
    rows.push_back({wholeText(row.nodes), sparesByPoolText(problem, row),
                    percentText(1.0 - row.available, kWaitDecimals), progressText(row.share)});
  }
  return rows;
}

}  // namespace astrolabe::ui
