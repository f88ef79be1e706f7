#pragma once
// A row of tabs that has no room for all of them.

#include <QList>
#include <QObject>

class QTabBar;
class QToolButton;
class QWidget;

namespace astrolabe::ui {

/// Folds the tabs of a bar that has no room for all their words: the current one stays, and a button beside
/// it lists them all. The bar loses no tab: a folded one can be made current, and is then the one seen.
class TabFold : public QObject {
  Q_OBJECT

 public:
  /// The button becomes a child of `parent`, hidden until it is needed; `spoken` is its name for people who
  /// do not see it.
  TabFold(QTabBar& bar, const QString& name, const QString& spoken, QWidget* parent);

  QToolButton& button() const { return *m_button; }
  bool isFolded() const { return m_folded; }
  /// Shows all tabs if they fit into `width` pixels, else the current one; whether they are folded now.
  bool fit(int width);
  /// Calls fit() from now on whenever the width of `row` changes, with that width less `air` pixels.
  void fitInto(QWidget* row, int air);
  /// Shows a tab where there is room, or leaves it out whatever the room (`wanted` false).
  void setWanted(int tab, bool wanted);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void list();
  void show();

  QTabBar& m_bar;
  QToolButton* m_button;
  QList<int> m_unwanted;
  bool m_folded = false;
  int m_width = 0, m_air = 0;
};

}  // namespace astrolabe::ui
