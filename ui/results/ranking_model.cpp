#include "ui/results/ranking_model.h"

#include <cmath>

#include "core/base/text.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

QString recomputeText(const strategy::Strategy& strategy) {
  switch (strategy.recompute) {
    case strategy::Recompute::none:
      return RankingModel::tr("none");
    case strategy::Recompute::selective:
      return RankingModel::tr("selective");
    case strategy::Recompute::full:
      break;
  }
  int least = 1 << 30;
  int most = 0;
  for (const strategy::Stage& stage : strategy.stages) {
    least = std::min(least, stage.recompute_layers);
    most = std::max(most, stage.recompute_layers);
  }
  return least == most ? RankingModel::tr("%n layer(s)", nullptr, most)
                       : RankingModel::tr("%1 to %2 layers").arg(least).arg(most);
}

RankingModel::RankingModel(QObject* parent) : QAbstractTableModel(parent) {}

void RankingModel::setSnapshot(plan::SnapshotPtr snapshot) {
  const int before = rowCount();
  const int after = snapshot ? static_cast<int>(snapshot->best.size()) : 0;
  // Rows are replaced in place, so that selection and scroll position stay where they are.
  if (after < before) {
    beginRemoveRows({}, after, before - 1);
    m_snapshot = std::move(snapshot);
    endRemoveRows();
  } else if (after > before) {
    beginInsertRows({}, before, after - 1);
    m_snapshot = std::move(snapshot);
    endInsertRows();
  } else {
    m_snapshot = std::move(snapshot);
  }
  if (after > 0) emit dataChanged(index(0, 0), index(after - 1, ColumnCount - 1));
}

const cost::Evaluation* RankingModel::evaluation(int row) const {
  if (!m_snapshot || row < 0 || row >= static_cast<int>(m_snapshot->best.size())) return nullptr;
  return &m_snapshot->best[static_cast<std::size_t>(row)];
}

bool RankingModel::isColumnUsed(int column) const {
  if (column != ContextParallel && column != ExpertParallel && column != VirtualPipeline) return true;
  if (!m_snapshot) return false;
  for (std::size_t row = 0; row < m_snapshot->best.size(); ++row)
    if (number(m_snapshot->best[row], static_cast<int>(row), column) > 1.0) return true;
  return false;
}

int RankingModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_snapshot ? 0 : static_cast<int>(m_snapshot->best.size());
}

int RankingModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString RankingModel::gpusText(const cost::Evaluation& e) const {
  QStringList parts;
  for (std::size_t i = 0; i < e.gpus.size(); ++i)
    if (e.gpus[i] > 0 && m_snapshot->problem)
      parts << tr("%1 %2", "count and GPU type")
                   .arg(e.gpus[i])
                   .arg(shortGpuName(m_snapshot->problem->cluster.pools[i].gpu));
  return parts.join(u" + "_s);
}

double RankingModel::number(const cost::Evaluation& e, int row, int column) const {
  const strategy::Strategy& s = e.strategy;
  switch (column) {
    case Rank:
      return row + 1;
    case TokensPerSecond:
      return e.tokens_per_second;
    case UsdPerTrillion:
      return e.money.usd_per_trillion_tokens.value_or(INFINITY);
    case Step:
      return e.step.value;
    case Mfu:
      return e.mfu;
    case PeakMemory:
      return e.memory_share();
    case GpusUsed:
      return e.gpus_used();
    case TensorParallel:
      return s.tensor_parallel;
    case PipelineParallel:
      return s.pipeline_parallel;
    case DataParallel:
      return s.data_parallel;
    case ContextParallel:
      return s.context_parallel;
    case ExpertParallel:
      return s.expert_parallel;
    case VirtualPipeline:
      return s.virtual_pipeline;
    case MicroBatch:
      return s.micro_batch;
    case ZeroStage:
      return s.zero_stage;
    case Recompute:
      return s.recompute_layers;
    case Bubble:
      return e.bubble_share();
    case Delta:
      return e.tokens_per_second / m_snapshot->best.front().tokens_per_second - 1.0;
    default:
      return 0.0;
  }
}

QString RankingModel::text(const cost::Evaluation& e, int row, int column) const {
  switch (column) {
    case TokensPerSecond:
      return wholeText(e.tokens_per_second);
    case UsdPerTrillion:
      return e.money.usd_per_trillion_tokens
                 ? wholeText(std::round(*e.money.usd_per_trillion_tokens / 1000.0) * 1000.0)
                 : unknownText();
    case Step:
      return durationText(e.step.value);
    case Mfu:
      return percentText(e.mfu);
    case PeakMemory: {
      const int stage = e.fullest_stage();
      if (stage < 0 || !m_snapshot->problem) return unknownText();
      const auto pool = static_cast<std::size_t>(e.memory[static_cast<std::size_t>(stage)].pool);
      return tr("%1 %2", "share and GPU type")
          .arg(percentText(e.memory_share(), 0), shortGpuName(m_snapshot->problem->cluster.pools[pool].gpu));
    }
    case GpusUsed:
      return gpusText(e);
    case TensorParallel: {
      // Pools may split their tensors differently.
      QStringList degrees;
      for (const strategy::Stage& stage : e.strategy.stages) {
        const QString degree = QString::number(stage.tensor_parallel);
        if (degrees.isEmpty() || degrees.last() != degree) degrees << degree;
      }
      return degrees.join(u'·');
    }
    case Recompute:
      return recomputeText(e.strategy);
    case Bubble:
      return percentText(e.bubble_share());
    case Delta:
      return row == 0 ? unknownText() : signedPercentText(number(e, row, Delta));
    default:
      return QString::number(static_cast<int>(number(e, row, column)));
  }
}

QString RankingModel::fullText(const cost::Evaluation& e, int row, int column) const {
  switch (column) {
    case GpusUsed:
    case Recompute:
      return text(e, row, column);
    case UsdPerTrillion:
      if (!e.money.usd_per_trillion_tokens) return {};
      break;
    default:
      break;
  }
  return QString::fromStdString(format_number(number(e, row, column)));
}

QVariant RankingModel::data(const QModelIndex& index, int role) const {
  const cost::Evaluation* e = evaluation(index.row());
  if (e == nullptr) return {};
  switch (role) {
    case Qt::DisplayRole:
      return text(*e, index.row(), index.column());
    case Qt::AccessibleTextRole:
      return tr("%1: %2").arg(headerData(index.column(), Qt::Horizontal, Qt::ToolTipRole).toString(),
                              text(*e, index.row(), index.column()));
    case Qt::TextAlignmentRole: {
      const bool words =
          index.column() == PeakMemory || index.column() == GpusUsed || index.column() == Recompute;
      return QVariant::fromValue(words ? Qt::AlignLeft | Qt::AlignVCenter
                                       : Qt::AlignRight | Qt::AlignVCenter);
    }
    case Qt::FontRole:
      return font(index.row() == 0 ? TextRole::BodyStrong : TextRole::Body);
    case Qt::ForegroundRole:
      if (index.column() == Rank && index.row() == 0) return currentTheme().best;
      return {};
    case Qt::ToolTipRole:
      if (index.column() == Step)
        return tr("80 % band %1 to %2")
            .arg(durationText(e->step_low.value), durationText(e->step_high.value));
      if (index.column() == UsdPerTrillion) return tr("cost per hour × 10¹² ÷ (tokens per second × 3600)");
      return {};
    case SortRole:
      return number(*e, index.row(), index.column());
    case ShareRole:
      return e->memory_share();
    case PoolsRole: {
      QVariantList pools;
      for (std::size_t i = 0; i < e->gpus.size(); ++i)
        if (e->gpus[i] > 0) pools << QVariant(QVariantList{static_cast<int>(i), e->gpus[i]});
      return pools;
    }
    case FullRole:
      return fullText(*e, index.row(), index.column());
    default:
      return {};
  }
}

QVariant RankingModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (role == Qt::TextAlignmentRole) {
    const bool words = section == PeakMemory || section == GpusUsed || section == Recompute;
    return QVariant::fromValue(words ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const bool whole = role == Qt::ToolTipRole;
  switch (section) {
    case Rank:
      return whole ? tr("Rank") : tr("#");
    case TokensPerSecond:
      return whole ? tr("Tokens per second") : tr("Tokens/s");
    case UsdPerTrillion:
      return whole ? tr("US dollars per 10¹² tokens") : tr("$/1T tok");
    case Step:
      return whole ? tr("Seconds of one training step") : tr("Step");
    case Mfu:
      return whole ? tr("Model FLOPs utilisation") : tr("MFU");
    case PeakMemory:
      return whole ? tr("Memory of the fullest GPU, of what the headroom leaves") : tr("Peak mem");
    case GpusUsed:
      return tr("GPUs used");
    case TensorParallel:
      return whole ? tr("Tensor parallelism, by pool") : tr("TP");
    case PipelineParallel:
      return whole ? tr("Pipeline stages") : tr("PP");
    case DataParallel:
      return whole ? tr("Data parallelism") : tr("DP");
    case ContextParallel:
      return whole ? tr("Context parallelism") : tr("CP");
    case ExpertParallel:
      return whole ? tr("Expert parallelism") : tr("EP");
    case VirtualPipeline:
      return whole ? tr("Virtual stages a pipeline rank") : tr("VP");
    case MicroBatch:
      return whole ? tr("Sequences a micro-batch") : tr("mbs");
    case ZeroStage:
      return whole ? tr("ZeRO stage: what is sharded over replicas") : tr("ZeRO");
    case Recompute:
      return whole ? tr("Recomputed layers a stage") : tr("Recompute");
    case Bubble:
      return whole ? tr("Waiting share of the step") : tr("Bubble");
    case Delta:
      return whole ? tr("Speed against the best") : tr("Δ best");
    default:
      return {};
  }
}

}  // namespace astrolabe::ui
