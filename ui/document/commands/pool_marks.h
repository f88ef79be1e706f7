#pragma once
// GPUs and nodes of a pool that are slow or failed, its spare nodes and its failure domains: as values, in
// words, and the edit that changes them.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// What a pool says of its condition. Indices count from 0.
struct PoolMarks {
  std::vector<hardware::SlowSpec> slow;
  std::vector<hardware::FailedSpec> failed;
  int spares = 0;
  std::optional<hardware::FailureDomain> domain;
  bool operator==(const PoolMarks&) const = default;
  bool empty() const { return slow.empty() && failed.empty() && spares == 0 && !domain; }
};

/// A GPU of a pool, or without one a whole node.
struct MarkedPlace {
  int node = 0;
  std::optional<int> gpu;
  bool operator==(const MarkedPlace&) const = default;
};

PoolMarks marksOf(const hardware::PoolSpec& pool);
void setMarks(hardware::PoolSpec& pool, const PoolMarks& marks);

/// Takes away what is said of the place; of a whole node also what is said of its GPUs.
void heal(PoolMarks& marks, const MarkedPlace& place);
/// The place is that slow, whatever was said of it; with both factors 1 it is healthy.
void markSlow(PoolMarks& marks, const MarkedPlace& place, double factor, double linkFactor);
void markFailed(PoolMarks& marks, const MarkedPlace& place);
/// Those of `nodes` nodes from `first` on, of up to `gpusPerNode` GPUs each, counted from 0 again; fewer
/// spares than nodes.
PoolMarks marksOfNodes(const PoolMarks& marks, int first, int nodes, int gpusPerNode);

/// "1 slow · 2 failed · 1 spare · racks of 4", "" where nothing is said.
QString marksText(const PoolMarks& marks);
/// "Node 3, GPU 5: 2.4 × slower", "Node 7: failed": a line for each, by node.
struct MarkLine {
  MarkedPlace place;
  QString text;
};
std::vector<MarkLine> markLines(const PoolMarks& marks);
/// These lines, spares and domains in one: "Node 3, GPU 5: 2.4 × slower; Node 7: failed; 1 spare".
QString everyMarkText(const PoolMarks& marks);

/// Other marks for pools, by id. `what`: words of the undo step.
class SetPoolMarks : public PlanCommand {
 public:
  SetPoolMarks(PlanDocument& document, std::map<std::string, PoolMarks> marks, const QString& what)
      : PlanCommand(document, what), m_marks(std::move(marks)) {}

 protected:
  void swapWith(plan::Plan& plan) override;

 private:
  std::map<std::string, PoolMarks> m_marks;
};

}  // namespace astrolabe::ui
