#pragma once
// The words on a tile, made from the document and the overlay; the item only paints them.

#include <QString>
#include <optional>
#include <vector>

#include "ui/canvas/badges.h"
#include "ui/document/plan_document.h"
#include "ui/render/gpu_condition.h"

namespace astrolabe::ui {

/// What the tag of a tile shows.
enum class CanvasLayer { Price, Power, Memory, Stage, Share, Utilisation };

struct PoolFace {
  QString title;    ///< "8 × H100 80GB"
  QString link;     ///< "SXM · NVLink4 450 GB/s each way"
  QString name;     ///< pool id
  QString network;  ///< "3 200 Gb/s" or "network?"
  bool networkMissing = false;
  QString tag;        ///< of the layer: price, power, memory, stage
  QString count;      ///< "× 4", empty for one node
  QString condition;  ///< "1 slow · 2 failed", empty while all is well
  using Mark = GpuCondition;
  std::vector<Mark> marks;   ///< of the GPUs of the node with most marks, slow ones of another node where it
                             ///< has none; whole nodes of a pile are not told; empty while all are healthy
  int failed = 0, slow = 0;  ///< GPUs and nodes that are named so
  QString badge;             ///< "memory +3.1 GiB", empty while all is well
  int gpus = 0;              ///< of one node
  int gpuIndex = 0;
  double fill = 1.0;      ///< of the pips, memory layer
  double stage = -1.0;    ///< stage layer: 0 first, 1 last of the pipeline; below 0 none
  double bar = -1.0;      ///< share layer: length of the bar in place of the pips, 0 to 1; below 0 none
  double barMark = 0.0;   ///< on the same scale: share in proportion to speed
  bool stale = false;     ///< share layer: tag and bar are of a program that is older than the plan
  double heat = -1.0;     ///< price and power layers: share of the highest node's figure; below 0 none
  bool excluded = false;  ///< the search must leave it out
  QString tip;            ///< everything, with sources
  QString spoken;         ///< for people who do not see it
  bool operator==(const PoolFace&) const = default;
};

/// What the price and power layers tell of one node: dollars, dollars an hour or watts. Empty where it is not
/// known, and on other layers.
std::optional<double> layerFigure(const PlanDocument& document, const hardware::PoolSpec& pool,
                                  CanvasLayer layer);

PoolFace faceOf(const PlanDocument& document, const hardware::PoolSpec& pool, CanvasLayer layer,
                const Badges& badges);
/// "H100 80GB": the GPU's name without its form, with the memory on its label.
QString shortGpuText(const hardware::Gpu& gpu);

}  // namespace astrolabe::ui
