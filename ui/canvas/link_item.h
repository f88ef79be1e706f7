#pragma once
// The network between two pools: a right-angled line with its bandwidth on a pill.

#include <QGraphicsItem>
#include <QString>
#include <string>

#include "ui/canvas/geometry.h"

namespace astrolabe::ui {

/// What a link is known by on the canvas: its ends, on two lines.
std::string linkId(const std::string& a, const std::string& b);

class LinkItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 2 };
  LinkItem(std::string a, std::string b);

  int type() const override { return Type; }
  const std::string& a() const { return m_a; }
  const std::string& b() const { return m_b; }
  std::string id() const { return linkId(m_a, m_b); }
  void setWay(LinkWay way);
  /// `assumed`: nobody stated the bandwidth, it follows from the nodes' networks.
  void setLabel(const QString& label, bool assumed);
  QString label() const { return m_label; }
  /// A link of its pools' machines is among what limits the flow of a placement.
  void setLimits(bool limits);
  bool limits() const { return m_limits; }
  /// Where the pill with the bandwidth lies.
  QRectF pill() const;
  /// Off where it would lie over something else; a selected link shows its own all the same.
  void setPillShown(bool shown);
  bool isPillShown() const { return m_pillShown || isSelected(); }

  QRectF boundingRect() const override;
  QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  QString shownLabel() const;

  std::string m_a, m_b;
  LinkWay m_way;
  QString m_label;
  bool m_assumed = false;
  bool m_limits = false;
  bool m_pillShown = true;
};

}  // namespace astrolabe::ui
