#pragma once
// One pool as a tile. Holds an id, not data; what it shows is asked from the document.

#include <QGraphicsItem>
#include <optional>

#include "ui/canvas/pool_face.h"
#include "ui/canvas/tile_words.h"

namespace astrolabe::ui {

class ClusterScene;

class PoolItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 1 };
  PoolItem(ClusterScene& scene, std::string pool);

  int type() const override { return Type; }
  const std::string& pool() const { return m_pool; }
  const PoolFace& face() const { return m_face; }
  void setFace(PoolFace face);
  /// The pool is called so from now on.
  void setPool(const std::string& pool) { m_pool = pool; }
  /// The GPU whose mark lies there, of a tile that draws one node; none elsewhere.
  std::optional<int> gpuAt(QPointF place) const;
  /// Lit up as the target of a drag.
  void setTarget(bool target);

  QRectF boundingRect() const override;
  QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 protected:
  QVariant itemChange(GraphicsItemChange change, const QVariant& value) override;

 private:
  void paintBody(QPainter& painter) const;
  void paintTile(QPainter& painter) const;
  void paintPips(QPainter& painter) const;
  void paintWords(QPainter& painter) const;
  void paintBadge(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  void paintCondition(QPainter& painter) const;
  QRectF pipBox(int gpu) const;
  const TileWords& words() const;
  ClusterScene& m_scene;
  std::string m_pool;
  PoolFace m_face;
  mutable std::optional<TileWords> m_words;  ///< made when they are first drawn
  bool m_target = false;
};

}  // namespace astrolabe::ui
