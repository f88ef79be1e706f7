#pragma once
// A rack: the frame around the tiles of its pools, with its name, slots, power and price on top.

#include <QGraphicsItem>
#include <string>

#include "ui/canvas/rack_face.h"

namespace astrolabe::ui {

class ClusterScene;

/// Taken by its title row: dragging it drags its tiles.
class RackItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 4 };
  RackItem(ClusterScene& scene, std::string rack);

  const std::string& rack() const { return m_rack; }
  const RackFace& face() const { return m_face; }
  void setFace(const RackFace& face);
  /// The frame, in scene pixels.
  void setFrame(const QRectF& frame);
  /// A drop would put hardware into it.
  void setTarget(bool target);

  int type() const override { return Type; }
  QRectF boundingRect() const override;
  QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 protected:
  QVariant itemChange(GraphicsItemChange change, const QVariant& value) override;
  void mousePressEvent(QGraphicsSceneMouseEvent* event) override;

 private:
  void paintTitle(QPainter& painter) const;
  ClusterScene& m_scene;
  std::string m_rack;
  RackFace m_face;
  QSizeF m_size;
  bool m_target = false;
};

}  // namespace astrolabe::ui
