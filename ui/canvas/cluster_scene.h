#pragma once
// The pools of the document as items: made, moved and removed with it.

#include <QGraphicsScene>
#include <QTimer>
#include <compare>
#include <map>
#include <optional>

#include "ui/canvas/drop.h"
#include "ui/canvas/link_item.h"
#include "ui/canvas/note_item.h"
#include "ui/canvas/pool_item.h"
#include "ui/canvas/rack_item.h"
#include "ui/canvas/shown_links.h"
#include "ui/document/foresight.h"
#include "ui/render/figure_file.h"

namespace astrolabe::ui {

struct Copies;

/// What stands on the canvas: of a kind, known by its id or name, a link by linkId(). A rack may be called as
/// a pool or a note is.
struct CanvasThing {
  enum class Kind { Pool, Note, Rack, Link } kind = Kind::Pool;
  std::string id;
  auto operator<=>(const CanvasThing&) const = default;
};

class ClusterScene : public QGraphicsScene {
  Q_OBJECT

 public:
  explicit ClusterScene(PlanDocument& document, QObject* parent = nullptr);
  ~ClusterScene() override;

  PlanDocument& document() { return m_document; }
  PoolItem* item(const std::string& pool) const;
  NoteItem* noteItem(const std::string& note) const;
  RackItem* rackItem(const std::string& rack) const;
  /// The item of a link by linkId(), while it is drawn.
  LinkItem* linkItem(const std::string& link) const;
  /// Null while nothing like it is drawn.
  QGraphicsItem* itemOf(const CanvasThing& thing) const;
  std::vector<std::string> selectedPools() const;
  std::vector<std::string> selectedRacks() const;
  std::vector<std::string> selectedNotes() const;
  std::vector<CanvasThing> selectedThings() const;
  /// The selected link, when exactly one link and nothing else is selected.
  const LinkItem* selectedLink() const;
  /// linkId() of the links that are selected, and of all that are drawn; see shown_links.h.
  std::vector<std::string> selectedLinks() const;
  std::vector<std::string> drawnLinks() const;
  /// Places in ClusterSpec::between_pools of the links to draw: those that always are, of the others those of
  /// the selection.
  std::vector<std::size_t> linksToDraw() const;
  /// How many links are not drawn unless a tile of theirs is selected.
  std::size_t bundledLinks() const { return m_shownLinks.bundled; }
  /// Selects these pools and nothing else.
  void select(const std::vector<std::string>& pools);
  void selectThings(const std::vector<CanvasThing>& things);
  /// Selects what was added as `copies`, and nothing else; `ids` are those of AddCopies::ids().
  void selectCopies(const Copies& copies, const std::vector<std::string>& ids);
  /// Around every tile and note.
  QRectF tilesRect() const;
  /// The cluster as a drawing for files: light theme, no ground, nothing selected.
  Figure figure();

  void setSnapshot(const plan::SnapshotPtr& snapshot);
  /// The distributed program whose shares the tiles show; null for none. `stale`: it is older than the plan.
  void setProgram(const ProgramPtr& program, bool stale);
  /// The strategy whose busy and idle GPUs the tiles show; null for none.
  void setDetail(planning::OptionPtr detail);
  void setLayer(CanvasLayer layer);
  CanvasLayer layer() const { return m_layer; }
  /// While the zoom rests, tiles are kept as pictures: moving the view draws none of them anew.
  void setResting(bool resting);
  void setSnap(bool snap) { m_snap = snap; }
  bool snap() const { return m_snap; }
  /// What a drag above the canvas would do; empty when it has left. The best strategy after the drop is
  /// looked for meanwhile and told with it.
  void setDropPreview(const std::optional<CanvasDrop>& drop);
  const Foresight& foresight() const { return m_foresight; }

  // For items.
  bool isDragging() const { return m_dragging; }
  bool isPaper() const { return m_paper; }  ///< a figure is being drawn, made of lines
  bool snapsNow() const { return m_snap && !m_modifiers.testFlag(Qt::AltModifier); }
  /// Where a tile that is dragged to `corner` snaps: the grid, or an edge of a tile beside it.
  QPointF snappedTile(const PoolItem& tile, QPointF corner);
  void placeLinks();
  void showPills();

 signals:
  void layerChanged(astrolabe::ui::CanvasLayer layer);

 protected:
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
  void mouseMoveEvent(QGraphicsSceneMouseEvent* event) override;
  void mouseReleaseEvent(QGraphicsSceneMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void paintFigure(QPaintDevice& device, const QRectF& shown);
  void sync();
  void syncNotes();
  void syncRacks();
  void syncLinks();
  void followSelection();
  void markLimits();
  void refreshFaces();
  std::vector<std::pair<std::string, int>> poolSizes() const;
  /// Tiles that the search takes for parts of one pool wear its badge.
  void showShares(Badges& badges) const;
  void shareWithEqual(Badges& badges) const;
  void foresee();
  void askAhead();
  void commitDrag(bool copy);
  void cancelDrag();
  void keepRenamed(const plan::Plan& plan);
  PlanDocument& m_document;
  std::map<std::string, PoolItem*> m_pools;
  std::vector<std::string> m_order;  ///< of the pools, as they were drawn last
  std::map<std::string, NoteItem*> m_notes;
  std::map<std::string, RackItem*> m_racks;
  std::vector<LinkItem*> m_links;
  ShownLinks m_shownLinks;
  bool m_linksDue = false;  ///< links of another selection are to be drawn
  Badges m_badges;
  ProgramPtr m_program;
  bool m_programStale = false;
  planning::OptionPtr m_detail;
  bool m_paper = false;  ///< while a figure is drawn
  CanvasLayer m_layer = CanvasLayer::Price;
  std::optional<CanvasDrop> m_drop;
  QTimer m_rests;  ///< until the best strategy after the drop is looked for
  Foresight m_foresight;
  plan::Layout m_dragStart, m_noteStart;
  Qt::KeyboardModifiers m_modifiers;
  std::vector<QLineF> m_guides;  ///< edges that the dragged tile keeps to
  bool m_snap = true, m_dragging = false, m_syncing = false, m_resting = false;
};

}  // namespace astrolabe::ui
