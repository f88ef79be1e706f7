#pragma once
// A row of controls that goes on below itself where it is too narrow for all of them.

#include <QLayout>
#include <QList>

namespace astrolabe::ui {

/// Beside each other, as many as fit; what does not begins another line. A label that breaks its words wants
/// its whole text in one line and breaks only where a whole line is too short. What is left of a line goes to
/// those that may grow. Right to left where the language is.
class FlowRow : public QLayout {
 public:
  explicit FlowRow(QWidget* row = nullptr) : QLayout(row) {}
  ~FlowRow() override;
  Q_DISABLE_COPY_MOVE(FlowRow)

  /// At a place among the others, 0 first.
  void insertWidget(int index, QWidget* widget);
  /// Room that grows: what follows stands at the other end of its line.
  void addStretch();
  void addItem(QLayoutItem* item) override;
  int count() const override { return int(m_items.size()); }
  QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  /// The widest control alone, one line high.
  QSize minimumSize() const override;
  /// All in one line.
  QSize sizeHint() const override;
  void setGeometry(const QRect& place) override;

 private:
  struct Part {
    QLayoutItem* item;
    int width;   ///< least it does with, in pixels
    int wanted;  ///< at least its width
    bool grows;
  };
  QList<Part> parts() const;
  QList<QList<Part>> lines(int width) const;
  int gap() const;

  QList<QLayoutItem*> m_items;
};

}  // namespace astrolabe::ui
