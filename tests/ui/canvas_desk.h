#pragma once
// The canvas with the sample plan in a shown window, and a pointer over it.

#include <QApplication>
#include <QtTest>
#include <memory>
#include <string>

#include "tests/ui/sample_document.h"
#include "ui/canvas/canvas_panel.h"

namespace astrolabe::ui {

/// What tests of the canvas share; open() for each test.
class CanvasDesk {
 protected:
  std::unique_ptr<PlanDocument> m_document;
  std::unique_ptr<CanvasPanel> m_panel;

  void open() {
    m_document = std::make_unique<PlanDocument>();
    m_panel = std::make_unique<CanvasPanel>(*m_document);
    m_panel->resize(1100, 700);
    fillSample(*m_document);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    QCoreApplication::processEvents();
    view().setFocus();
  }
  void close() {
    m_panel.reset();
    m_document.reset();
  }

  ClusterView& view() { return m_panel->view(); }
  ClusterScene& scene() { return view().clusterScene(); }
  QWidget* port() { return view().viewport(); }
  const plan::Plan& plan() { return m_document->plan(); }
  plan::Position corner(const std::string& pool) { return plan().layout.at(pool); }
  /// A place of the scene on the viewport.
  QPoint at(QPointF place) { return view().mapFromScene(place); }
  void moveTo(QPoint place, Qt::MouseButton held = Qt::LeftButton, Qt::KeyboardModifiers keys = {}) {
    QMouseEvent move(QEvent::MouseMove, place, port()->mapToGlobal(place), Qt::NoButton, held, keys);
    QCoreApplication::sendEvent(port(), &move);
  }
  /// Between places of the scene, in steps as a hand does it.
  void drag(QPointF from, QPointF to, Qt::KeyboardModifiers keys = {}) {
    QTest::mousePress(port(), Qt::LeftButton, keys, at(from));
    constexpr int kSteps = 6;
    for (int i = 1; i <= kSteps; ++i) moveTo(at(from + (to - from) * i / kSteps), Qt::LeftButton, keys);
    QTest::mouseRelease(port(), Qt::LeftButton, keys, at(to));
  }
};

}  // namespace astrolabe::ui
