#include "ui/results/ranking_text.h"

#include <QBuffer>

#include "core/base/text.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/quoting.h"
#include "ui/results/ranking_columns.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// Words of a file do not depend on the language: the recompute setting and the pools by their ids.
QString fileCell(const RankingModel& model, int row, int column) {
  const strategy::Strategy* s = model.strategy(row);
  if (const planning::Option* other = model.beside(row);
      other != nullptr && rankingColumn(column).setting && rankingColumn(column).words)
    return kindWords(*other).word(rankingColumn(column).field, *other);
  if (column == RankingModel::Recompute) return QLatin1StringView(strategy::to_string(s->recompute));
  if (column == RankingModel::Offload)
    return QStringList{s->offload_optimizer ? u"optimizer"_s : QString(),
                       s->offload_activations ? u"activations"_s : QString()}
        .join(u' ')
        .trimmed();
  if (column == RankingModel::Reason) {
    const auto* entry = model.entry(row);
    const bool refused = entry->kind == RankingModel::Kind::Rejected;
    if (!refused) return {};
    return QLatin1StringView(cost::to_string(model.snapshot()->rejected[entry->index].violation.binding));
  }
  if (column == RankingModel::GpusUsed) {
    const cost::Evaluation* e = model.evaluation(row);
    const std::vector<hardware::Pool>& pools = model.snapshot()->problem->cluster.pools;
    QStringList parts;
    if (e != nullptr)
      for (std::size_t i = 0; i < e->gpus.size(); ++i)
        if (e->gpus[i] > 0)
          parts << u"%1 %2"_s.arg(e->gpus[i])
                       .arg(i < pools.size() ? QString::fromStdString(pools[i].gpu.id) : unknownText());
    return parts.join(u" + "_s);
  }
  if (column == RankingModel::Rank && model.entry(row)->kind != RankingModel::Kind::Best) return {};
  return model.index(row, column).data(RankingModel::FullRole).toString();
}

}  // namespace

WordTable rankingTable(const RankingModel& model, const QList<int>& rows, const QList<int>& columns) {
  WordTable table;
  for (const int column : columns)
    table.heads << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
  for (const int row : rows) {
    QStringList& cells = table.rows.emplace_back();
    for (const int column : columns)
      cells << model.index(row, column).data(RankingModel::FullRole).toString();
  }
  return table;
}

bool writeRankingCsv(const RankingModel& model, QIODevice& file, const std::stop_token& stop) {
  QByteArray line;
  const auto put = [&] {
    line += "\r\n";
    return file.write(line) == line.size();
  };
  for (int column = 0; column < RankingModel::ColumnCount; ++column)
    line += (column > 0 ? "," : "") + QByteArray(rankingColumn(column).field);
  if (!put()) return false;
  for (int row = 0; row < model.rowCount(); ++row) {
    if (stop.stop_requested()) return false;
    line.clear();
    for (int column = 0; column < RankingModel::ColumnCount; ++column)
      line += (column > 0 ? "," : "") + csvCell(fileCell(model, row, column));
    if (!put()) return false;
  }
  return true;
}

QByteArray rankingCsv(const RankingModel& model) {
  QBuffer csv;
  csv.open(QIODevice::WriteOnly);
  writeRankingCsv(model, csv, {});
  return csv.data();
}

}  // namespace astrolabe::ui
