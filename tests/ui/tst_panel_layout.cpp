// Panels in a bare window: where they stand, in a small one, after a reset, and as an earlier start left
// them.

#include <QMainWindow>
#include <QSignalSpy>
#include <QtTest>

#include "core/plan/samples.h"
#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"
#include "ui/document/space_estimate.h"
#include "ui/shell/banner.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/panel_layout.h"
#include "ui/shell/panels.h"

namespace tst_panel_layout {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

constexpr QSize kRoomy{1700, 1000}, kSmall{1100, 1000};

/// A window without anything but its panels.
struct Desk {
  Desk() {
    layout.setPanels(&panels);
    window.resize(kRoomy);
  }
  ~Desk() { layout.setPanels(nullptr); }
  Q_DISABLE_COPY_MOVE(Desk)

  bool stands() {
    window.show();
    return QTest::qWaitFor([this] { return layout.isSettled(); });
  }
  bool isTabbed() const { return window.tabifiedDockWidgets(panels.modelDock).contains(panels.goalDock); }

  PlanDocument document;
  SearchBridge bridge{document};
  StrategySelection selection{bridge};
  SpaceEstimate estimate{document};
  QMainWindow window;
  PanelLayout layout{window};
  Panels panels{window, document, bridge, selection, estimate};
};

class TestPanelLayout : public QObject {
  Q_OBJECT

 private slots:
  /// Hardware before the cluster, model above goal behind it, the rest below; the outline waits in its menu.
  void firstPlaces() {
    Desk desk;
    QSignalSpy ended(&desk.layout, &PanelLayout::startEnded);
    QVERIFY(desk.stands());
    QCOMPARE(ended.size(), 1);
    QMainWindow& window = desk.window;
    QCOMPARE(window.dockWidgetArea(desk.panels.paletteDock), Qt::LeftDockWidgetArea);
    QCOMPARE(window.dockWidgetArea(desk.panels.modelDock), Qt::RightDockWidgetArea);
    QCOMPARE(window.dockWidgetArea(desk.panels.goalDock), Qt::RightDockWidgetArea);
    QCOMPARE(window.dockWidgetArea(desk.panels.runDock), Qt::BottomDockWidgetArea);
    QCOMPARE(window.dockWidgetArea(desk.panels.resultsDock), Qt::BottomDockWidgetArea);
    for (QDockWidget* dock : desk.panels.docks()) QCOMPARE(dock->isHidden(), dock == desk.panels.outlineDock);
    QVERIFY(!desk.isTabbed());
    QVERIFY(desk.panels.modelDock->y() < desk.panels.goalDock->y());
  }

  /// Without room for both, model and goal stand behind each other until there is.
  void smallWindow() {
    Desk desk;
    QVERIFY(desk.stands());
    desk.window.resize(kSmall);
    QTRY_VERIFY(desk.isTabbed());
    desk.window.resize(kRoomy);
    QTRY_VERIFY(!desk.isTabbed());
    QVERIFY(!desk.panels.goalDock->isHidden());
  }

  /// A task that asks for more than half of the column shows puts model and goal behind each other, the model
  /// in front; one that asks for less has both in the same window. In a high window the model has the larger
  /// part of the column where it says more than the goal.
  void roomByTask() {
    plan::PlanFile trains, ppo;
    trains.plan = plan::sample_plan();
    ppo.plan = plan::post_training_sample_named("post-train-ppo");
    Desk desk;
    desk.document.reset(trains, {});
    desk.window.resize(1280, 800);
    QVERIFY(desk.stands());
    QVERIFY(!desk.isTabbed());
    desk.document.reset(ppo, {});
    QTRY_VERIFY(desk.isTabbed());
    QVERIFY(!desk.panels.model->visibleRegion().isEmpty() && desk.panels.goal->visibleRegion().isEmpty());
    desk.document.reset(trains, {});
    QTRY_VERIFY(!desk.isTabbed());
    desk.document.reset(ppo, {});
    desk.window.resize(1920, 1400);
    QTRY_VERIFY(!desk.isTabbed());
    QTRY_VERIFY(desk.panels.modelDock->height() > desk.panels.goalDock->height());
  }

  /// What one window saved the next one begins with; a reset brings every panel back.
  void savedAndReset() {
    QByteArray saved;
    {
      Desk desk;
      QVERIFY(desk.stands());
      desk.panels.paletteDock->hide();
      desk.panels.outlineDock->show();
      saved = desk.layout.saved();
    }
    Desk next;
    next.layout.restore({}, saved);
    QVERIFY(next.stands());
    QVERIFY(next.panels.paletteDock->isHidden());
    QVERIFY(!next.panels.outlineDock->isHidden());
    next.layout.reset();
    QVERIFY(!next.panels.paletteDock->isHidden());
    QVERIFY(next.panels.outlineDock->isHidden());
  }

  /// A window that is closed before it stands has ended its start, once.
  void closedBefore() {
    Desk desk;
    QSignalSpy ended(&desk.layout, &PanelLayout::startEnded);
    desk.layout.end();
    desk.layout.end();
    QCOMPARE(ended.size(), 1);
    QVERIFY(!desk.layout.isSettled());
  }

  /// That the saved layout was set aside is told until it is dismissed, by panels that are made anew, too.
  void setAside() {
    Desk desk;
    desk.layout.tellSetAside();
    QVERIFY(!desk.panels.layoutBanner->isHidden());
    desk.panels.layoutBanner->clear();
    desk.layout.setPanels(&desk.panels);
    QVERIFY(!desk.panels.layoutBanner->isHidden());
    desk.panels.layoutBanner->findChild<QPushButton*>(u"layoutBanner.dismiss"_s)->click();
    desk.layout.setPanels(&desk.panels);
    QVERIFY(desk.panels.layoutBanner->isHidden());
  }
};

}  // namespace tst_panel_layout

ASTROLABE_TEST(tst_panel_layout, TestPanelLayout)
#include "tst_panel_layout.moc"
