#pragma once
// Signals that ask this program to end: SIGTERM, SIGHUP, SIGINT.

#include <QObject>
#include <QSocketNotifier>

namespace astrolabe::app {

/// From its making on such a signal is told in the loop of events, also in one inside a dialog, for what must
/// not be lost; a second one ends the program at once, whatever it does. What was ignored at the start
/// (nohup) stays so. One at a time.
class EndSignals : public QObject {
  Q_OBJECT

 public:
  explicit EndSignals(QObject* parent = nullptr);
  ~EndSignals() override;
  /// Ends this program as the signal would have: nothing is asked, no destructor runs.
  [[noreturn]] static void endBy(int number);

 signals:
  void received(int number);

 private:
  int m_pipe[2] = {-1, -1};  ///< the handler writes into the second
  QSocketNotifier m_told;
};

}  // namespace astrolabe::app
