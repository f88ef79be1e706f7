#pragma once
// Starts that take a picture of the window in place of showing it.

#include <QObject>
#include <QString>

namespace astrolabe::ui {
class MainWindow;
}

namespace astrolabe::app {

/// Ends a start that takes a picture where the window asks something that holds up everything else: nobody is
/// there to answer.
class NobodyAnswers : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool m_told = false;
};

/// Takes a picture of the window as a PNG file when its search and those of other kinds of plan have ended
/// and the plots are drawn, at the latest after a minute; then ends the program, with status 2 where the file
/// cannot be written.
void takePicture(ui::MainWindow& window, const QString& path);

}  // namespace astrolabe::app
