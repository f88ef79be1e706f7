#pragma once
// What tests of the panels of a task share.

#include <QComboBox>
#include <QTest>

#include "goal_desk.h"
#include "ui/document/plan_document.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/task_choice.h"

namespace astrolabe::ui {

/// Chooses an entry by its keys, as a person does.
inline void chooseByKeys(QComboBox& box, int index) {
  box.setFocus();
  QTest::keyClick(&box, Qt::Key_Home);
  for (int i = 0; i < index; ++i) QTest::keyClick(&box, Qt::Key_Down);
}

struct SampleDocument : PlanDocument {
  SampleDocument() { reset(sample(), {}); }
};

/// The goal panel, on the screen, and the box of the task, of a document with the sample plan.
struct TaskDesk {
  explicit TaskDesk(const QSize& size) {
    panel.resize(size);
    panel.show();
    task.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
  }
  template <class Widget>
  Widget& find(const char* name) const {
    return *panel.findChild<Widget*>(QLatin1StringView(name));
  }

  SampleDocument document;
  GoalPanel panel{document};
  TaskChoice task{document};
};

}  // namespace astrolabe::ui
