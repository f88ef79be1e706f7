#pragma once
// Buttons below a field that mend what is wrong with it: one press, one undo step.

#include <QList>
#include <QWidget>
#include <functional>

class QBoxLayout;

namespace astrolabe::ui {

struct FieldFix {
  QString name;  ///< the button's objectName behind that of the row
  QString text;  ///< "Set $448/h"
  std::function<void()> apply;
};

/// Hidden while there is nothing to mend. Side by side where there is room, else below each other.
class FieldFixes : public QWidget {
  Q_OBJECT

 public:
  /// `name` becomes the objectName; the focus goes to `field` when a press takes the buttons away.
  FieldFixes(const QString& name, QWidget* field, QWidget* parent = nullptr);
  void setFixes(const QList<FieldFix>& fixes);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  QWidget* m_field;
  QBoxLayout* m_row;
  QList<FieldFix> m_fixes;
};

}  // namespace astrolabe::ui
