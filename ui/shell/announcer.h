#pragma once
// Says messages of the window: in its status bar, and to people who listen.

#include <QObject>
#include <QString>
#include <QTimer>

class QLabel;
class QStatusBar;
class QToolButton;
class QUndoStack;

namespace astrolabe::ui {

/// A label as large as the words of a status bar are; it still has to be put into the bar.
QLabel* statusLabel(QStatusBar& bar, const char* name);

/// One message at a time. That of an edit has a button beside it that undoes the edit until the next one;
/// what a search finds meanwhile waits. The tip of a menu entry stands in its place while the entry is
/// pointed at: one label shows both, so that neither is drawn over the other.
class Announcer : public QObject {
  Q_OBJECT

 public:
  /// `steps` are those of the plan that is edited; they outlive the announcer.
  explicit Announcer(const QUndoStack& steps);

  /// Puts button and message into a bar. Before that, and after `leave`, nothing is said.
  void build(QStatusBar& bar);
  /// The bar is about to go.
  void leave();
  bool isBuilt() const { return m_message != nullptr; }

  void say(const QString& text);
  /// Says what an edit did, with a button beside it that undoes it until the next edit.
  void sayEdit(const QString& text);
  /// Says what a search found; waits a while where an edit can be undone beside its message.
  void sayFound(const QString& text);
  /// Says a message to screen readers alone: at most one in two seconds, the newest wins.
  void announce(const QString& text);

 signals:
  void undoRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show();
  const QUndoStack& m_steps;
  QLabel* m_message = nullptr;
  QToolButton* m_undo = nullptr;  ///< beside the message of an edit
  QString m_text, m_tip;          ///< the message, and the tip in its place
  bool m_undoable = false;        ///< the message is that of an edit
  int m_undoAt = -1;              ///< index of the undo stack that it belongs to
  QString m_found;                ///< waits for the place of that message
  QString m_waiting;              ///< what is to be announced when the two seconds are over
  QTimer m_foundDue, m_quiet;
};

}  // namespace astrolabe::ui
