#pragma once
// A view of the results with what stands above, beside and below it.

#include <QScrollArea>

namespace astrolabe::ui {

/// How two sides share a page; measures in pixels of the base font.
struct SideShares {
  int first = 1, second = 1;            ///< parts of the width
  int firstWidth = 0, secondWidth = 0;  ///< instead of a part: always so wide
  int belowFrom = 480;  ///< in a page narrower than this the second side stands below the first
  int before = 0;       ///< air in front of the first side
  int between = 0;      ///< air between the sides
  bool line = false;    ///< between the sides
};

/// A head as wide as the page, one side or two, and a foot. Where the page is too narrow for both sides, the
/// second stands below the first, each as high as the page; where it is too low for what the parts need, all
/// of it scrolls, and nothing in a side does. So a page asks for the width of its widest control and for a
/// few lines of height.
class SidesPage : public QScrollArea {
  Q_OBJECT

 public:
  explicit SidesPage(QWidget* parent);
  /// A page that fills `view`, which has nothing in it yet, on the colour of lists and texts.
  static SidesPage* in(QWidget& view);

  /// The parts of the page become children of this.
  QWidget* body() const { return m_body; }
  void setHead(QWidget* head);
  void setSides(QWidget* first, QWidget* second = nullptr, const SideShares& shares = {});
  void setFoot(QWidget* foot);
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void take(QWidget*& place, QWidget* part);
  void place();
  bool isNarrow() const;

  QWidget* m_body;
  QWidget *m_head = nullptr, *m_first = nullptr, *m_second = nullptr, *m_foot = nullptr;
  QFrame* m_line = nullptr;
  SideShares m_shares;
  bool m_placing = false;
};

}  // namespace astrolabe::ui
