#include "ui/results/ranking_text.h"

#include <QBuffer>

#include "core/base/text.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/quoting.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

const char* rankingField(int column) {
  switch (column) {
    case RankingModel::Rank:
      return "rank";
    case RankingModel::Reason:
      return "reason";
    case RankingModel::TokensPerSecond:
      return "tokens_per_second";
    case RankingModel::UsdPerTrillion:
      return "usd_per_trillion_tokens";
    case RankingModel::Step:
      return "step_seconds";
    case RankingModel::Mfu:
      return "mfu";
    case RankingModel::PeakMemory:
      return "memory_share";
    case RankingModel::GpusUsed:
      return "gpus";
    case RankingModel::Evidence:
      return "evidence";
    case RankingModel::RunsOn:
      return "runs_on";
    case RankingModel::TensorParallel:
      return "tensor_parallel";
    case RankingModel::PipelineParallel:
      return "pipeline_parallel";
    case RankingModel::DataParallel:
      return "data_parallel";
    case RankingModel::ContextParallel:
      return "context_parallel";
    case RankingModel::ExpertParallel:
      return "expert_parallel";
    case RankingModel::ExpertTensorParallel:
      return "expert_tensor_parallel";
    case RankingModel::VirtualPipeline:
      return "virtual_pipeline";
    case RankingModel::MicroBatch:
      return "micro_batch";
    case RankingModel::ZeroStage:
      return "zero_stage";
    case RankingModel::Recompute:
      return "recompute";
    case RankingModel::Schedule:
      return "schedule";
    case RankingModel::Offload:
      return "offload";
    case RankingModel::Bubble:
      return "bubble_share";
    case RankingModel::TokensPerGpu:
      return "tokens_per_second_per_gpu";
    case RankingModel::JobHours:
      return "outcome_hours";
    case RankingModel::JobUsd:
      return "outcome_usd";
    case RankingModel::Power:
      return "power_kw";
    case RankingModel::StepLow:
      return "step_seconds_low";
    case RankingModel::StepHigh:
      return "step_seconds_high";
    default:
      return "delta";
  }
}

QString glossaryOfColumn(int column) {
  switch (column) {
    case RankingModel::TokensPerSecond:
    case RankingModel::TokensPerGpu:
      return u"tokens-per-second"_s;
    case RankingModel::UsdPerTrillion:
    case RankingModel::JobUsd:
      return u"cost-per-tokens"_s;
    case RankingModel::Step:
      return u"step"_s;
    case RankingModel::StepLow:
    case RankingModel::StepHigh:
    case RankingModel::Evidence:
      return u"band"_s;
    case RankingModel::Mfu:
      return u"mfu"_s;
    case RankingModel::PeakMemory:
      return u"memory"_s;
    case RankingModel::TensorParallel:
      return u"tp"_s;
    case RankingModel::PipelineParallel:
      return u"pp"_s;
    case RankingModel::DataParallel:
      return u"dp"_s;
    case RankingModel::ContextParallel:
      return u"cp"_s;
    case RankingModel::ExpertParallel:
      return u"ep"_s;
    case RankingModel::ExpertTensorParallel:
      return u"etp"_s;
    case RankingModel::VirtualPipeline:
      return u"vp"_s;
    case RankingModel::MicroBatch:
      return u"mbs"_s;
    case RankingModel::ZeroStage:
      return u"zero"_s;
    case RankingModel::Recompute:
      return u"recompute"_s;
    case RankingModel::Schedule:
      return u"schedule"_s;
    case RankingModel::Offload:
      return u"offload"_s;
    case RankingModel::Bubble:
      return u"bubble"_s;
    case RankingModel::Delta:
      return u"delta"_s;
    default:
      return {};
  }
}

namespace {

/// Words of a file do not depend on the language: the recompute setting and the pools by their ids.
QString fileCell(const RankingModel& model, int row, int column) {
  const strategy::Strategy* s = model.strategy(row);
  if (const planning::Option* other = model.beside(row);
      other != nullptr && RankingModel::isSetting(column) && RankingModel::isWords(column))
    return kindWords(*other).word(rankingField(column), *other);
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
    line += (column > 0 ? "," : "") + QByteArray(rankingField(column));
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
