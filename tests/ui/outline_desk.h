#pragma once
// The canvas and the outline beside it.

#include <memory>

#include "tests/ui/canvas_desk.h"
#include "ui/canvas/outline_panel.h"

namespace astrolabe::ui {

/// What tests of the canvas and its accessible twin share; openBoth() for each test.
class OutlineDesk : protected CanvasDesk {
 protected:
  std::unique_ptr<OutlinePanel> m_outline;

  void openBoth() {
    QLocale::setDefault(QLocale::c());
    open();
    m_outline = std::make_unique<OutlinePanel>(*m_document, view());
    m_outline->resize(500, 300);
    m_outline->show();
    m_panel->activateWindow();
    view().setFocus();
  }
  void closeBoth() {
    m_outline.reset();
    close();
  }
  QTreeView& table() { return m_outline->table(); }
};

}  // namespace astrolabe::ui
