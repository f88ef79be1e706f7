#include "ui/document/commands/own_types.h"

#include <algorithm>

namespace astrolabe::ui {

AddGpuType::AddGpuType(PlanDocument& document, hardware::Gpu gpu,
                       const std::optional<hardware::GpuPrice>& purchase,
                       const std::optional<hardware::GpuRent>& rent)
    : PlanCommand(document, CommandText::tr("Add GPU type %1").arg(QString::fromStdString(gpu.name))),
      m_types(document.plan().own_types) {
  gpu.source.own = true;
  std::erase_if(m_types.gpu_prices, [&](const auto& price) { return price.gpu_id == gpu.id; });
  std::erase_if(m_types.gpu_rents, [&](const auto& price) { return price.gpu_id == gpu.id; });
  if (purchase) m_types.gpu_prices.push_back(*purchase);
  if (rent) m_types.gpu_rents.push_back(*rent);
  const auto found = std::find_if(m_types.gpus.begin(), m_types.gpus.end(),
                                  [&](const hardware::Gpu& other) { return other.id == gpu.id; });
  if (found != m_types.gpus.end())
    *found = std::move(gpu);
  else
    m_types.gpus.push_back(std::move(gpu));
}

AddNodeType::AddNodeType(PlanDocument& document, hardware::NodeType node)
    : PlanCommand(document, CommandText::tr("Add node type %1").arg(QString::fromStdString(node.name))),
      m_types(document.plan().own_types) {
  node.source.own = true;
  std::erase_if(m_types.nodes, [&](const hardware::NodeType& other) { return other.id == node.id; });
  m_types.nodes.push_back(std::move(node));
}

}  // namespace astrolabe::ui
