#pragma once
// Keys for a dialog that waits for an answer.

#include <QObject>
#include <QTimer>

namespace astrolabe::ui {

/// Sees to it that a modal dialog of the application is its active window, whatever else the desktop or a
/// window behind it asked for: what a blocked window is sent is lost. The toolkit passes over what the
/// desktop says of active windows as long as a popup is open, and does not ask again.
class ModalKeys : public QObject {
 public:
  explicit ModalKeys(QObject* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void look();

  QTimer m_due;
  int m_tries = 0;  ///< of asking the desktop since a dialog last had the keys
};

}  // namespace astrolabe::ui
