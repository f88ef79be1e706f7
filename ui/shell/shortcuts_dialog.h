#pragma once
// Every action with its keys: searched, and changed by hand. Keys of the canvas, the timeline and the
// presentation stand below, to be read.

#include <QDialog>
#include <QKeySequence>

#include "ui/shell/actions.h"

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace astrolabe::ui {

class ShortcutsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutsDialog(Actions& actions, QWidget* parent = nullptr);

 signals:
  /// The keys of an action were changed; portable text, separated by blanks, "" for none. `keys` is null for
  /// those of the program.
  void keysChanged(const QString& action, const QString& keys);

 private:
  void filter(const QString& words);
  void showCurrent();
  void setKeys();
  void restoreKeys();
  void fillRow(int row);
  QAction* current() const;
  Actions& m_actions;
  QLineEdit* m_search;
  QTableWidget* m_table;
  QKeySequenceEdit* m_keys;
  QPushButton *m_set, *m_restore;
  QLabel* m_note;
};

}  // namespace astrolabe::ui
