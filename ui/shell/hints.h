#pragma once
// The four hints of a first start: one small card after the other beside what it speaks of, which an arrow
// points at. Nothing is dimmed, nothing waits for them.

#include <QFrame>
#include <QPointer>
#include <functional>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;

namespace astrolabe::ui {

struct Hint {
  QPointer<QWidget> anchor;
  QString title, text;
};

/// Children: hints.text, hints.count, hints.next, hints.close.
class Hints : public QFrame {
  Q_OBJECT

 public:
  /// Places that a card should not cover, and the area in which it may stand, in the window's coordinates.
  struct Surroundings {
    QList<QRect> avoided;
    QRect room;
  };
  Hints(std::vector<Hint> hints, QWidget* window, std::function<Surroundings()> surroundings = {});
  int current() const { return m_current; }
  /// The point of the arrow in the window's coordinates; null where the card stands upon what it speaks of.
  QPoint tip() const { return m_tip; }
  /// Places the card again; to be called when what it should not cover has moved.
  void place();

 signals:
  /// Closed by hand or read to the end: not to be shown again.
  void dismissed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void show(int index);
  void fit(const QRect& room);
  QRect card() const;
  void end();
  std::vector<Hint> m_hints;
  std::function<Surroundings()> m_surroundings;
  int m_current = 0;
  QPoint m_tip;
  QLabel *m_text, *m_count;
  QPushButton* m_next;
  QToolButton* m_close;
};

}  // namespace astrolabe::ui
