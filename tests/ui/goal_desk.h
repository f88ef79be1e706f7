#pragma once
// What tests of the goal panel share.

#include <QTest>
#include <QWidget>

#include "core/plan/plan_file.h"
#include "ui/shell/number_field.h"

namespace astrolabe::ui {

/// Types into a field of `panel` and presses Enter.
inline void type(QWidget& panel, const char* name, const QString& text) {
  auto* field = panel.findChild<NumberField*>(QLatin1StringView(name));
  QVERIFY2(field, name);
  field->selectAll();
  QTest::keyClicks(field, text);
  QTest::keyClick(field, Qt::Key_Return);
}

inline plan::PlanFile sample() {
  plan::PlanFile file;
  file.plan = plan::sample_plan();
  return file;
}

}  // namespace astrolabe::ui
