#pragma once
// A note beside work that takes long: it is waited for until that has come, or a person has enough of it.

#include <QMessageBox>
#include <QTimer>

namespace astrolabe::ui {

/// Not modal, and shown only after a while; it goes when it is deleted. Buttons waitingNote.goOn and
/// waitingNote.cancel; Esc, and whatever hides it (its window closes), is the latter.
class WaitingNote : public QMessageBox {
  Q_OBJECT

 public:
  enum class Choice { Wait, GoOn, Cancel };

  /// `told` says what is waited for, `more` what comes of it. `quiet`: milliseconds until it is shown.
  WaitingNote(const QString& told, const QString& more, const QString& goOn, const QString& cancel, int quiet,
              QWidget* parent = nullptr);
  /// The choice: Wait as long as nobody has chosen, GoOn without what is waited for, Cancel to do nothing.
  Choice choice() const { return m_choice; }

 signals:
  /// Somebody waits no longer.
  void chosen();

 protected:
  void hideEvent(QHideEvent* event) override;

 private:
  void appear();
  void choose(Choice choice);

  QPushButton* m_goOn;
  QTimer m_quiet;
  Choice m_choice = Choice::Wait;
};

}  // namespace astrolabe::ui
