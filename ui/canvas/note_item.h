#pragma once
// One free note: pale brass with a folded corner. Holds an id and the words it shows.

#include <QGraphicsItem>
#include <QString>
#include <string>

namespace astrolabe::ui {

class ClusterScene;

class NoteItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 3 };
  NoteItem(ClusterScene& scene, std::string note);

  int type() const override { return Type; }
  const std::string& note() const { return m_note; }
  QString text() const { return m_text; }
  void setNote(const QString& text, QSizeF size);

  QRectF boundingRect() const override;
  QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 protected:
  QVariant itemChange(GraphicsItemChange change, const QVariant& value) override;

 private:
  ClusterScene& m_scene;
  std::string m_note;
  QString m_text;
  QSizeF m_size;
};

}  // namespace astrolabe::ui
