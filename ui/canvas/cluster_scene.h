#pragma once
// The pools of the document as items: made, moved and removed with it.

#include <QGraphicsScene>
#include <map>
#include <optional>

#include "ui/canvas/drop.h"
#include "ui/canvas/link_item.h"
#include "ui/canvas/pool_item.h"

namespace astrolabe::ui {

class ClusterScene : public QGraphicsScene {
  Q_OBJECT

 public:
  explicit ClusterScene(PlanDocument& document, QObject* parent = nullptr);
  ~ClusterScene() override;

  PlanDocument& document() { return m_document; }
  PoolItem* item(const std::string& pool) const;
  std::vector<std::string> selectedPools() const;
  /// The selected link, when exactly one link and nothing else is selected.
  const LinkItem* selectedLink() const;
  void select(const std::vector<std::string>& pools);
  QRectF tilesRect() const;

  void setSnapshot(const plan::SnapshotPtr& snapshot);
  void setLayer(CanvasLayer layer);
  CanvasLayer layer() const { return m_layer; }
  void setSnap(bool snap) { m_snap = snap; }
  bool snap() const { return m_snap; }
  /// What a drag above the canvas would do; empty when it has left.
  void setDropPreview(const std::optional<CanvasDrop>& drop);

  // For items.
  bool isDragging() const { return m_dragging; }
  bool snapsNow() const { return m_snap && !m_modifiers.testFlag(Qt::AltModifier); }
  void placeLinks();

 protected:
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
  void mouseMoveEvent(QGraphicsSceneMouseEvent* event) override;
  void mouseReleaseEvent(QGraphicsSceneMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void sync();
  void refreshFaces();
  void commitDrag(bool copy);
  void cancelDrag();
  PlanDocument& m_document;
  std::map<std::string, PoolItem*> m_pools;
  std::vector<LinkItem*> m_links;
  Badges m_badges;
  CanvasLayer m_layer = CanvasLayer::Price;
  std::optional<CanvasDrop> m_drop;
  plan::Layout m_dragStart;
  Qt::KeyboardModifiers m_modifiers;
  bool m_snap = true, m_dragging = false, m_syncing = false;
};

}  // namespace astrolabe::ui
