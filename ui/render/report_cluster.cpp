#include "ui/render/report_cluster.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/render/faces.h"
#include "ui/render/gpu_condition.h"
#include "ui/render/gpu_order.h"
#include "ui/render/mark_words.h"
#include "ui/render/marks.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct ClusterSaid {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

constexpr double kHead = 26.0, kTile = 44.0, kTileStep = 50.0, kFoot = 6.0, kBetween = 12.0;
constexpr double kNode = 118.0;  ///< from one node to the next
constexpr double kLegendLine = 20.0, kSign = 11.0;
constexpr int kMostRows = 3;

int nodesInRow(double width) { return std::max(1, static_cast<int>((width - 70.0) / kNode)); }

bool isMarked(const hardware::Pool& pool) { return !pool.slow.empty() || !pool.failed.empty(); }

/// A pool as its box has it.
struct PoolBox {
  hardware::Pool pool;
  std::vector<int> nodes;
  double height = 0.0;  ///< with the air below it
};

PoolBox boxOf(const hardware::Pool& pool) {
  const int inRow = nodesInRow(kReportWidth);
  PoolBox box{pool, shownNodes(pool, inRow)};
  const int rows = std::max(1, (static_cast<int>(box.nodes.size()) + inRow - 1) / inRow);
  box.height = kHead + rows * kTileStep + kFoot + kBetween - (kTileStep - kTile);
  return box;
}

/// Boxes of the GPUs of a node, as large as they go into the room that they have: one row of a few.
std::vector<QRectF> gpuBoxes(const QRectF& room, int gpus) {
  constexpr double kLargest = 11.5, kGap = 0.22;  // from one to the next; of that
  int rows = 1;
  double step = 0.0;
  for (int tried = 1; tried <= gpus; ++tried) {
    const int columns = (gpus + tried - 1) / tried;
    const double fits = std::min({kLargest, room.width() / columns, room.height() / tried});
    if (fits <= step) break;
    step = fits;
    rows = tried;
  }
  const int columns = (gpus + rows - 1) / std::max(1, rows);
  std::vector<QRectF> boxes;
  for (int gpu = 0; gpu < gpus; ++gpu)
    boxes.emplace_back(room.left() + gpu % columns * step, room.top() + gpu / columns * step,
                       step * (1.0 - kGap), step * (1.0 - kGap));
  return boxes;
}

/// "8 × H100"; in a pool of which anything is marked which node it is, and whether all of it is marked.
QString nodeTitle(const hardware::Pool& pool, int node, const std::vector<GpuCondition>& conditions) {
  if (!isMarked(pool)) return u"%1 × %2"_s.arg(pool.gpus_per_node).arg(shortGpuName(pool.gpu));
  const auto all = [&](GpuCondition condition) {
    return std::all_of(conditions.begin(), conditions.end(),
                       [&](GpuCondition each) { return each == condition; });
  };
  if (all(GpuCondition::Failed)) return ClusterSaid::tr("node %1, failed").arg(node);
  return all(GpuCondition::Slow) ? ClusterSaid::tr("node %1, slow").arg(node)
                                 : ClusterSaid::tr("node %1", "its number").arg(node);
}

/// One node of a pool, with its GPUs.
void drawNode(QPainter& painter, const QRectF& tile, const hardware::Pool& pool, int node,
              const GpuStyle& style, const Theme& theme) {
  constexpr double kLine = 1.2;
  const std::vector<GpuCondition> conditions = conditionsOf(pool, node);
  painter.setPen(QPen(theme.borderStrong, 0.8));
  painter.setBrush(theme.panel);
  painter.drawRoundedRect(tile, 4, 4);
  painter.fillRect(QRectF(tile.left(), tile.top(), 4, tile.height()), style.color);
  drawShape(painter, QRectF(tile.left() + 10, tile.top() + 6, 9, 9), style.shape, style.color);
  painter.setPen(theme.text);
  painter.drawText(QPointF(tile.left() + 24, tile.top() + 15), nodeTitle(pool, node, conditions));
  const std::vector<QRectF> boxes =
      gpuBoxes(QRectF(tile.left() + 10, tile.top() + 24, tile.width() - 16, 18), pool.gpus_per_node);
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (conditions[i] == GpuCondition::Sound)
      painter.fillRect(boxes[i], style.color);
    else
      paintMarkedGpu(painter, boxes[i], conditions[i], theme, QPen(theme.text, kLine));
}

/// How many nodes are not drawn, and of how many of them something is marked.
QString restText(const PoolBox& box) {
  const int rest = box.pool.nodes - static_cast<int>(box.nodes.size());
  const std::vector<int> marked = markedNodes(box.pool);
  const auto hidden = std::count_if(marked.begin(), marked.end(), [&](int node) {
    return !std::binary_search(box.nodes.begin(), box.nodes.end(), node);
  });
  return hidden == 0 ? ClusterSaid::tr("+ %1").arg(rest)
                     : ClusterSaid::tr("+ %1, %2 marked", "nodes").arg(rest).arg(hidden);
}

/// A pool in its box: its words, and as many nodes as fit; the rest as a number.
void drawPool(QPainter& painter, const QRectF& area, const PoolBox& box, const GpuStyle& style,
              const Theme& theme) {
  const hardware::Pool& pool = box.pool;
  const QFont small = figureLetters();
  QFont strong = small;
  strong.setBold(true);
  painter.setPen(QPen(theme.borderStrong, 0.8));
  painter.setBrush(theme.canvas);
  painter.drawRoundedRect(area, 6, 6);
  painter.setPen(theme.text);
  painter.setFont(strong);
  painter.drawText(QPointF(area.left() + 10, area.top() + 18),
                   grouped(ClusterSaid::tr("%1: %n nodes of %2 %3", nullptr, pool.nodes), pool.nodes)
                       .arg(text(pool.id), wholeText(pool.gpus_per_node), shortGpuName(pool.gpu)));
  painter.setFont(small);
  painter.setPen(theme.text2);
  painter.drawText(
      QRectF(area.left(), area.top() + 4, area.width() - 10, 20), Qt::AlignRight,
      ClusterSaid::tr("%1 to peers · %2 a node to the network")
          .arg(bandwidthText(pool.intra_node.bandwidth.value), networkText(pool.inter_node.bandwidth.value)));
  const int inRow = nodesInRow(kReportWidth);
  QPointF corner;
  for (std::size_t i = 0; i < box.nodes.size(); ++i) {
    const int place = static_cast<int>(i), column = place % inRow, row = place / inRow;
    corner = QPointF(area.left() + 10 + column * kNode, area.top() + kHead + row * kTileStep);
    drawNode(painter, QRectF(corner, QSizeF(kNode - 8, kTile)), pool, box.nodes[i], style, theme);
  }
  if (static_cast<int>(box.nodes.size()) == pool.nodes) return;
  painter.setPen(theme.text2);
  painter.drawText(corner + QPointF(kNode + 4, 26), restText(box));
}

/// What the boxes of GPUs mean.
void drawLegend(QPainter& painter, double top, const Theme& theme) {
  double left = 0.5;
  painter.setFont(figureLetters());
  const std::pair<GpuCondition, QString> entries[] = {
      {GpuCondition::Slow, ClusterSaid::tr("slow", "GPU")},
      {GpuCondition::Failed, ClusterSaid::tr("failed or drained", "GPU")}};
  for (const auto& [condition, words] : entries) {
    paintMarkedGpu(painter, QRectF(left, top + 3, kSign, kSign), condition, theme, QPen(theme.text, 1.2));
    painter.setPen(theme.text2);
    const double wide = QFontMetricsF(painter.font()).horizontalAdvance(words) + 4.0;
    painter.drawText(QRectF(left + kSign + 6, top, wide, kSign + 6), Qt::AlignLeft | Qt::AlignVCenter, words);
    left += kSign + 6 + wide + 18;
  }
}

void drawFigure(ReportWriter& page, const ReportContent& c, const std::vector<hardware::Pool>& pools) {
  std::vector<PoolBox> boxes;
  double height = 0.0;
  for (const hardware::Pool& pool : pools) {
    boxes.push_back(boxOf(pool));
    height += boxes.back().height;
  }
  const bool marked = std::any_of(pools.begin(), pools.end(), isMarked);
  const double legend = marked ? kLegendLine : 0.0;
  page.heading(ClusterSaid::tr("The cluster"), false, height + legend + 40.0);
  QString words = ClusterSaid::tr("Pools of equal nodes and the network between them.");
  if (marked)
    words += u' ' + ClusterSaid::tr(
                        "A stroke through a GPU: slow; a cross: failed or drained. Nodes and GPUs "
                        "are counted from 0; of many nodes those with marks are drawn.");
  page.figure(words, height + legend, [&](QPainter& painter, double width) {
    const Theme& theme = page.theme();
    double top = 0.5;
    for (const PoolBox& box : boxes) {
      drawPool(painter, QRectF(0.5, top, width - 1, box.height - kBetween), box,
               theme.gpu(gpuPlace(theme, c.problem, box.pool.gpu.id)), theme);
      top += box.height;
    }
    if (marked) drawLegend(painter, top - 4, theme);
  });
}

}  // namespace

std::vector<int> shownNodes(const hardware::Pool& pool, int in_row) {
  std::vector<int> shown = markedNodes(pool);
  const auto most = static_cast<std::size_t>(std::max(1, in_row)) * kMostRows;
  if (shown.size() > most) shown.resize(most);
  std::vector<int> others;
  const std::size_t room = std::max(static_cast<std::size_t>(std::max(1, in_row)), shown.size());
  for (int node = 0; node < pool.nodes && shown.size() + others.size() < room; ++node)
    if (!std::binary_search(shown.begin(), shown.end(), node)) others.push_back(node);
  shown.insert(shown.end(), others.begin(), others.end());
  std::sort(shown.begin(), shown.end());
  return shown;
}

void drawCluster(ReportWriter& page, const ReportContent& c) {
  const std::vector<hardware::Pool> pools = unslowedPools(c.problem.cluster);
  drawFigure(page, c, pools);
  std::vector<QStringList> rows;
  rows.reserve(pools.size());
  for (const hardware::Pool& pool : pools)
    rows.push_back({text(pool.id), poolGpusText(pool),
                    pool.gpu.memory ? gibText(pool.gpu.memory->value, 0) : unknownText(),
                    bandwidthText(pool.intra_node.bandwidth.value),
                    networkText(pool.inter_node.bandwidth.value),
                    pool.usd_per_gpu_hour ? moneyText(pool.usd_per_gpu_hour->value) : unknownText()});
  page.table(ClusterSaid::tr("Pools. Network is per node, one direction."),
             {{ClusterSaid::tr("Pool"), 1},
              {ClusterSaid::tr("GPUs"), 2.4},
              {ClusterSaid::tr("Memory"), 1, true},
              {ClusterSaid::tr("Link"), 1.1, true},
              {ClusterSaid::tr("Network"), 1.1, true},
              {ClusterSaid::tr("%1/GPU h", "sign of a currency").arg(currencySign()), 0.9, true}},
             rows);
}

}  // namespace astrolabe::ui
