#pragma once
// The timeline of the sample's answer in a window, for tests.

#include <QLocale>

#include "tests/ui/live_results.h"
#include "ui/results/timeline_view.h"

namespace astrolabe::ui {

class TimelineDesk : public QObject {
 protected:
  /// Searches and shows the first strategy; false where nothing was found.
  bool open() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    if (!m_live.search()) return false;
    m_view = std::make_unique<TimelineView>(m_live.document, m_live.selection);
    m_view->resize(1000, 520);
    m_view->show();
    return true;
  }
  /// As it was at first.
  void rest() {
    m_live.selection.compareWith({});
    m_live.selection.select(0);
    m_view->selectSpan({});
    m_view->fit();
  }

  LiveResults m_live;
  std::unique_ptr<TimelineView> m_view;
};

}  // namespace astrolabe::ui
