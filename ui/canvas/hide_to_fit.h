#pragma once

#include <QEvent>
#include <QLayout>
#include <QList>
#include <QWidget>

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

 private:
  void fit() {
    if (std::exchange(m_fitting, true)) return;
    for (QWidget* part : std::exchange(m_gone, {})) part->show();
    const auto wide = [this] {
      m_row->layout()->invalidate();
      return m_row->layout()->minimumSize().width() > m_row->width();
    };
    for (QWidget* part : m_first) {
      if (!wide()) break;
      if (part->isHidden()) continue;  // not by us: nothing to say
      part->hide();
      m_gone << part;
    }
    m_row->layout()->activate();
    m_fitting = false;
  }

  QWidget* m_row;
  QList<QWidget*> m_first, m_gone;
  bool m_fitting = false;
};

}  // namespace astrolabe::ui
