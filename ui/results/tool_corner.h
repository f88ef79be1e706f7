#pragma once
// The tools beside a row of tabs.

#include <QList>
#include <QWidget>

class QHBoxLayout;
class QToolButton;

namespace astrolabe::ui {

/// Tools in a row. Where there is no room for their words they do with their icons; those that still have no
/// room are entries of a menu at the end.
class ToolCorner : public QWidget {
  Q_OBJECT

 public:
  /// The button of the menu is called `more`.
  ToolCorner(const QString& more, QWidget* parent);

  /// Adds a tool to the row, hidden until it is wanted. One whose style has a word beside its icon loses the
  /// word for want of room.
  void add(QToolButton* tool);
  /// Sets the tools that there are now, in their order; the others are hidden.
  void setWanted(const QList<QToolButton*>& tools);
  /// Width of all wanted tools, in pixels.
  int wantedWidth(bool words);
  /// Shows as many tools as fit into `width` pixels; the others are entries of the menu.
  void fit(int width);
  QSize minimumSizeHint() const override;

 private:
  void list();

  QHBoxLayout* m_row;
  QToolButton* m_more;
  QList<QToolButton*> m_tools, m_wanted, m_left;  ///< all; now; those without room
};

}  // namespace astrolabe::ui
