#pragma once

#include <QEvent>
#include <QLayout>
#include <QList>
#include <QWidget>
#include <algorithm>

namespace astrolabe::ui {

/// A row that is too narrow for all it holds lets some go, the first of the list first, and shows them again
/// when there is room.
class HideToFit : public QObject {
 public:
  HideToFit(QWidget* row, QList<QWidget*> first) : QObject(row), m_row(row), m_first(std::move(first)) {
    row->installEventFilter(this);
  }
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) fit();
    return false;
  }
  /// Instead of setVisible() of a part: a part without room stays away until there is some.
  void setWanted(QWidget* part, bool wanted) {
    if (m_gone.contains(part) && wanted) return;
    m_gone.removeAll(part);
    m_fitting = true;
    if (part->isHidden() == wanted) part->setVisible(wanted);
    m_fitting = false;
    fit();
  }

 private:
  /// Showing a part lays the row out at once, which comes back here before the toolkit is done with the part.
  void fit() {
    if (m_fitting) return;
    m_fitting = true;
    constexpr int kMostTurns = 4;
    for (int turn = 0; turn < kMostTurns && fitOnce(); ++turn) continue;
    m_fitting = false;
  }
  /// Whether something changed.
  bool fitOnce() {
    const QLayout& row = *m_row->layout();
    int need = row.contentsMargins().left() + row.contentsMargins().right();
    for (int i = 0; i < row.count(); ++i) {
      const QWidget* part = row.itemAt(i)->widget();
      if (part == nullptr)
        need += row.itemAt(i)->minimumSize().width();
      else if (!isAway(part))
        need += widthOf(part) + row.spacing();
    }
    QList<QWidget*> gone;
    for (QWidget* part : m_first) {
      if (need <= m_row->width()) break;
      if (isAway(part)) continue;
      gone << part;
      need -= widthOf(part) + row.spacing();
    }
    // Somebody may have shown again what has no room.
    const bool shown =
        std::any_of(gone.begin(), gone.end(), [](const QWidget* part) { return !part->isHidden(); });
    if (gone == m_gone && !shown) return false;  // nothing is touched, so nobody asks for another layout
    const QList<QWidget*> before = std::exchange(m_gone, gone);
    for (QWidget* part : m_first)
      if (before.contains(part) != gone.contains(part) || (gone.contains(part) && !part->isHidden()))
        part->setVisible(!gone.contains(part));
    return true;
  }
  /// Hidden by somebody else: it takes no room and is not ours to show.
  bool isAway(const QWidget* part) const { return part->isHidden() && !m_gone.contains(part); }
  static int widthOf(const QWidget* part) {
    return std::max(part->minimumSizeHint().width(), part->minimumWidth());
  }

  QWidget* m_row;
  QList<QWidget*> m_first, m_gone;
  bool m_fitting = false;
};

}  // namespace astrolabe::ui
