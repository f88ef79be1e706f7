#pragma once
// Hardware as MIME data: what the palette drags and what the canvas copies.

#include <QMimeData>
#include <QPointF>
#include <QRectF>
#include <memory>
#include <optional>
#include <vector>

#include "core/hardware/catalogue.h"
#include "core/plan/plan_file.h"
#include "ui/document/commands/copies.h"

namespace astrolabe::ui {

inline constexpr char kHardwareMime[] = "application/x-astrolabe-hardware";
inline constexpr char kObjectsMime[] = "application/x-astrolabe-pools";

/// An entry of the palette: exactly one is set. A network is the GB/s of a whole node, a rack what it can be
/// fed with in kW, both written locale-free ("400"); a rack of "0" has no such limit. Nodes may be had
/// several at once: `unit` is their GPUs, 0 for one node.
struct HardwareId {
  std::string gpu, node;
  std::string network{}, rack{};
  int unit = 0;
  bool isGpus() const { return network.empty() && rack.empty(); }
  bool operator==(const HardwareId&) const = default;
};
std::unique_ptr<QMimeData> hardwareMime(const HardwareId& id, const QString& text);
std::optional<HardwareId> hardwareFrom(const QMimeData* data);

/// The named objects of a plan. A rack comes with all its pools; without it they leave it behind.
Copies copyObjects(const plan::Plan& plan, const std::vector<std::string>& pools,
                   const std::vector<std::string>& racks = {}, const std::vector<std::string>& notes = {});
/// The box around tiles, frames of racks and notes.
QRectF boundsOf(const Copies& copies);
/// Moves them by that much, to the grid unless they are to stand just there.
void shift(Copies& copies, QPointF by, bool toGrid = true);
/// As JSON (a cluster description where there are pools), and as readable text.
std::unique_ptr<QMimeData> objectsMime(const Copies& copies, const hardware::Catalogue& catalogue);
/// Empty where the data holds no objects or broken ones; text that is a cluster description counts.
std::optional<Copies> objectsFrom(const QMimeData* data);

}  // namespace astrolabe::ui
