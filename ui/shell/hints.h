#pragma once
// The four hints of a first start: one small card after the other beside what it speaks of. Nothing is
// dimmed, nothing waits for them.

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
  /// `avoided` names what a card should not lie on, in the window's coordinates.
  Hints(std::vector<Hint> hints, QWidget* window, std::function<QList<QRect>()> avoided = {});
  int current() const { return m_current; }
  /// Again, when what it should not lie on has moved.
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
  void end();
  std::vector<Hint> m_hints;
  std::function<QList<QRect>()> m_avoided;
  int m_current = 0;
  QLabel *m_text, *m_count;
  QPushButton* m_next;
  QToolButton* m_close;
};

}  // namespace astrolabe::ui
