#include "ui/document/commands/own_types.h"

#include <algorithm>

namespace astrolabe::ui {

AddGpuType::AddGpuType(PlanDocument& document, hardware::Gpu gpu)
    : PlanCommand(document, CommandText::tr("Add GPU type %1").arg(QString::fromStdString(gpu.name))),
      m_types(document.plan().own_types) {
  gpu.source.own = true;
  const auto found = std::find_if(m_types.gpus.begin(), m_types.gpus.end(),
                                  [&](const hardware::Gpu& other) { return other.id == gpu.id; });
  if (found != m_types.gpus.end())
    *found = std::move(gpu);
  else
    m_types.gpus.push_back(std::move(gpu));
}

}  // namespace astrolabe::ui
