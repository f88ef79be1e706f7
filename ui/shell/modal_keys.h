#pragma once
// Keys for a dialog that waits for an answer.

#include <QObject>
#include <QTimer>

namespace astrolabe::ui {

/// Sees to it that a modal dialog of the application has the keys, whenever it comes: also one that comes
/// by itself, such as a preview that waited for figures, while a menu or a list is open. The toolkit passes
/// over what the desktop says of active windows as long as a popup is open, and does not ask again.
class ModalKeys : public QObject {
 public:
  explicit ModalKeys(QObject* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void look();

  QTimer m_due;
  int m_tries = 0;  ///< of asking the desktop, for the dialog that is shown now
};

}  // namespace astrolabe::ui
