#include "ui/document/commands/pool_marks.h"

#include <algorithm>
#include <utility>

#include "core/hardware/marks_of_nodes.h"
#include "ui/render/mark_words.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

class MarkText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::MarkText)
};

template <class Mark>
bool isOf(const Mark& mark, const MarkedPlace& place) {
  return mark.node == place.node && (!place.gpu || mark.gpu == place.gpu);
}

QString markPlaceText(const MarkedPlace& place) {
  return place.gpu ? MarkText::tr("Node %1, GPU %2").arg(place.node).arg(*place.gpu)
                   : MarkText::tr("Node %1").arg(place.node);
}

QString slowText(const hardware::SlowSpec& slow) {
  const QString factor = significantText(slow.factor), link = significantText(slow.link_factor);
  if (slow.link_factor == 1.0) return MarkText::tr("%1 × slower").arg(factor);
  if (slow.factor == 1.0) return MarkText::tr("links %1 × slower").arg(link);
  return MarkText::tr("%1 × slower, links %2 ×").arg(factor, link);
}

}  // namespace

PoolMarks marksOf(const hardware::PoolSpec& pool) {
  return {pool.slow, pool.failed, pool.spares, pool.domain};
}

void setMarks(hardware::PoolSpec& pool, const PoolMarks& marks) {
  pool.slow = marks.slow;
  pool.failed = marks.failed;
  pool.spares = marks.spares;
  pool.domain = marks.domain;
}

void heal(PoolMarks& marks, const MarkedPlace& place) {
  std::erase_if(marks.slow, [&](const hardware::SlowSpec& mark) { return isOf(mark, place); });
  std::erase_if(marks.failed, [&](const hardware::FailedSpec& mark) { return isOf(mark, place); });
}

void markSlow(PoolMarks& marks, const MarkedPlace& place, double factor, double linkFactor) {
  heal(marks, place);
  if (factor > 1.0 || linkFactor > 1.0) marks.slow.push_back({place.node, place.gpu, factor, linkFactor});
}

void markFailed(PoolMarks& marks, const MarkedPlace& place) {
  heal(marks, place);
  marks.failed.push_back({place.node, place.gpu});
}

PoolMarks marksOfNodes(const PoolMarks& marks, int first, int nodes, int gpusPerNode) {
  PoolMarks kept = marks;
  hardware::keep_marks_of_nodes(kept, first, nodes, gpusPerNode);
  return kept;
}

QString marksText(const PoolMarks& marks) {
  return marksText(marks.slow.size(), marks.failed.size(), marks.spares, marks.domain);
}

std::vector<MarkLine> markLines(const PoolMarks& marks) {
  std::vector<MarkLine> lines;
  const auto add = [&](const MarkedPlace& place, const QString& text) {
    lines.push_back(
        {place, MarkText::tr("%1: %2", "a GPU or node, its condition").arg(markPlaceText(place), text)});
  };
  for (const hardware::SlowSpec& mark : marks.slow) add({mark.node, mark.gpu}, slowText(mark));
  for (const hardware::FailedSpec& mark : marks.failed) add({mark.node, mark.gpu}, MarkText::tr("failed"));
  std::stable_sort(lines.begin(), lines.end(), [](const MarkLine& left, const MarkLine& right) {
    return std::pair(left.place.node, left.place.gpu) < std::pair(right.place.node, right.place.gpu);
  });
  return lines;
}

QString everyMarkText(const PoolMarks& marks) {
  QStringList parts;
  for (const MarkLine& line : markLines(marks)) parts << line.text;
  if (const QString others = marksText(0, 0, marks.spares, marks.domain); !others.isEmpty())
    parts << others.split(u" · "_s);
  return parts.join(u"; "_s);
}

void SetPoolMarks::swapWith(plan::Plan& plan) {
  for (hardware::PoolSpec& pool : plan.cluster.pools) {
    const auto found = m_marks.find(pool.id);
    if (found == m_marks.end()) continue;
    const PoolMarks before = marksOf(pool);
    setMarks(pool, found->second);
    found->second = before;
  }
}

}  // namespace astrolabe::ui
