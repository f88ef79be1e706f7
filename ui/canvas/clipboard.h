#pragma once
// Hardware as MIME data: what the palette drags and what the canvas copies.

#include <QMimeData>
#include <memory>
#include <optional>
#include <vector>

#include "core/hardware/cluster.h"
#include "core/plan/plan_file.h"

namespace astrolabe::ui {

inline constexpr char kHardwareMime[] = "application/x-astrolabe-hardware";
inline constexpr char kPoolsMime[] = "application/x-astrolabe-pools";

/// An entry of the palette: exactly one is set. A network is the GB/s of a whole node, a rack what it can be
/// fed with in kW, both written locale-free ("400"); a rack of "0" has no such limit.
struct HardwareId {
  std::string gpu, node;
  std::string network{}, rack{};
  bool isGpus() const { return network.empty() && rack.empty(); }
  bool operator==(const HardwareId&) const = default;
};
std::unique_ptr<QMimeData> hardwareMime(const HardwareId& id, const QString& text);
std::optional<HardwareId> hardwareFrom(const QMimeData* data);

/// Pools with the links between them and their places relative to the first.
struct CopiedPools {
  std::vector<hardware::PoolSpec> pools;
  std::vector<hardware::BetweenPools> links;
  std::vector<plan::Position> positions;
};
CopiedPools copyPools(const plan::Plan& plan, const std::vector<std::string>& ids);
/// As the JSON of a cluster description, and as readable text.
std::unique_ptr<QMimeData> poolsMime(const CopiedPools& pools, const hardware::Catalogue& catalogue);
/// Empty where the data holds no pools; text that is a cluster description counts.
std::optional<CopiedPools> poolsFrom(const QMimeData* data);

}  // namespace astrolabe::ui
