#pragma once
// What a drop on the canvas does: one function of (data, place, keys) that gives an edit or a reason.

#include <QCoreApplication>
#include <QMimeData>
#include <QPointF>
#include <QString>
#include <Qt>
#include <memory>
#include <optional>
#include <vector>

#include "ui/canvas/clipboard.h"
#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

struct CanvasDrop {
  enum class Kind {
    Forbidden,    ///< `text` says why
    AddPool,      ///< a new tile at `corner`
    AddNode,      ///< `nodes` more in `pool`: one, or as many as are had at once
    ReplaceGpus,  ///< other hardware in `pool`
    SetNetwork,   ///< the network of `pool`
    SetLink,      ///< the link between `pool` and `other`
    MakeRack,     ///< a rack around `pool`
    FeedRack,     ///< the power of `rack`
    Paste,        ///< objects of another window at `corner`
    Files         ///< for the window: models, plans
  };
  Kind kind = Kind::Forbidden;
  QString text;            ///< what will happen, or why nothing can
  QString detail;          ///< what it adds to price and power, or which limit it passes
  std::string pool, rack;  ///< where it goes; empty: into none
  std::string other;       ///< the far end of a link
  HardwareId hardware;
  Copies copies;
  QPointF corner;     ///< of the tile that will appear
  int nodes = 1;      ///< of a node that is added
  bool free = false;  ///< it stands just there, off the grid

  bool allowed() const { return kind != Kind::Forbidden; }
  /// True where a search would answer differently after it.
  bool changesQuestion() const {
    return kind == Kind::AddPool || kind == Kind::AddNode || kind == Kind::ReplaceGpus ||
           kind == Kind::SetNetwork || kind == Kind::SetLink;
  }
  /// True where the same is asked after both, wherever their tiles stand.
  bool asksLike(const CanvasDrop& with) const {
    return kind == with.kind && pool == with.pool && other == with.other && hardware == with.hardware;
  }
};

/// Hardware on empty area adds a tile there (on the grid, unless Alt is held); on a tile of the same type it
/// adds a node, on another tile it replaces the GPUs; with Ctrl it always adds a tile. A network goes on a
/// tile or a link, a rack around a tile or on a rack, which it feeds. Files are for the window. `drawn`:
/// places of the links that are in sight, where a selection adds to those that always are; empty: those of
/// shownLinks().
CanvasDrop judgeCanvasDrop(const PlanDocument& document, const QMimeData* data, QPointF scenePosition,
                           Qt::KeyboardModifiers modifiers,
                           const std::optional<std::vector<std::size_t>>& drawn = {});

/// What a network or a rack of the palette does to one pool, as a drop on its tile does.
CanvasDrop judgeOnPool(const PlanDocument& document, const HardwareId& id, const std::string& pool);

/// The edit of a drop that is an edit; null for files and what is forbidden.
/// The objects that a drop is about once its command was pushed, as they are called then.
std::vector<std::string> touchedBy(const PlanCommand& command, const CanvasDrop& drop);
std::unique_ptr<PlanCommand> dropCommand(PlanDocument& document, const CanvasDrop& drop);

/// The pool that a catalogue entry becomes: its id is the GPU's; a bare GPU gets a node of as many as its
/// fast link joins, eight at most; of what is had several nodes at once it has as many. Empty when the
/// catalogue has no such entry or the node states no GPU count.
std::optional<hardware::PoolSpec> poolFor(const HardwareId& id, const hardware::Catalogue& catalogue);

}  // namespace astrolabe::ui
