#include "app/end_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace astrolabe::app {
namespace {

constexpr int kEnding[] = {SIGTERM, SIGHUP, SIGINT};

volatile std::sig_atomic_t signalSeen = 0;
volatile std::sig_atomic_t signalPipe = -1;

void doAsTheSystem(int number) {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  ::sigaction(number, &usual, nullptr);
  ::raise(number);
}

/// Does what is allowed in the midst of anything.
void noteEndSignal(int number) {
  const int before = errno;
  if (signalSeen != 0) return doAsTheSystem(number);  // ends with this handler
  signalSeen = number;
  const auto byte = static_cast<char>(number);
  [[maybe_unused]] const ssize_t written = ::write(signalPipe, &byte, 1);
  errno = before;
}

}  // namespace

EndSignals::EndSignals(QObject* parent) : QObject(parent), m_told(QSocketNotifier::Read) {
  if (::pipe2(m_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return;  // signals end the program as they did before
  signalSeen = 0;
  signalPipe = m_pipe[1];
  connect(&m_told, &QSocketNotifier::activated, this, [this] {
    char number = 0;
    if (::read(m_pipe[0], &number, 1) == 1) emit received(number);
  });
  m_told.setSocket(m_pipe[0]);
  m_told.setEnabled(true);
  for (const int number : kEnding) {
    struct sigaction before {};
    if (::sigaction(number, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    struct sigaction noted {};
    noted.sa_handler = noteEndSignal;
    noted.sa_flags = SA_RESTART;
    ::sigaction(number, &noted, nullptr);
  }
}

EndSignals::~EndSignals() {
  for (const int number : kEnding) {
    struct sigaction now {};
    if (::sigaction(number, nullptr, &now) == 0 && now.sa_handler == noteEndSignal) {
      now.sa_handler = SIG_DFL;
      ::sigaction(number, &now, nullptr);
    }
  }
  m_told.setEnabled(false);
  for (const int end : m_pipe)
    if (end >= 0) ::close(end);
}

void EndSignals::endBy(int number) {
  doAsTheSystem(number);
  constexpr int kBySignal = 128;  // a shell's convention, for a signal that is held back
  std::_Exit(kBySignal + number);
}

}  // namespace astrolabe::app
