#include "ui/document/commands/set_link.h"

#include <algorithm>

namespace astrolabe::ui {

SetLink::SetLink(PlanDocument& document, const std::string& a, const std::string& b,
                 std::optional<double> gbPerSecond, std::optional<double> latencyUs)
    : PlanCommand(document, (gbPerSecond ? CommandText::tr("Set link between %1 and %2")
                                         : CommandText::tr("Remove link between %1 and %2"))
                                .arg(QString::fromStdString(a), QString::fromStdString(b))),
      m_links(document.plan().cluster.between_pools) {
  const auto same = [&](const hardware::BetweenPools& link) {
    return (link.a == a && link.b == b) || (link.a == b && link.b == a);
  };
  if (!gbPerSecond) {
    std::erase_if(m_links, same);
    return;
  }
  const auto found = std::find_if(m_links.begin(), m_links.end(), same);
  hardware::BetweenPools& link =
      found != m_links.end() ? *found : m_links.emplace_back(hardware::BetweenPools{a, b, 0.0, {}});
  link.gb_per_s = *gbPerSecond;
  link.latency_us = latencyUs;
}

}  // namespace astrolabe::ui
