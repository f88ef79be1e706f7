#pragma once
// The real program on a real X server, driven by pointer and keys.

#include <QFile>
#include <QImage>
#include <QPoint>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>
#include <algorithm>

namespace astrolabe::app {

/// More than the blinking of a cursor.
inline bool differs(const QImage& a, const QImage& b, const QRect& where) {
  if (a.size() != b.size()) return true;
  int pixels = 0;
  for (int y = where.top(); y <= where.bottom(); ++y) {
    if (std::equal(a.constScanLine(y), a.constScanLine(y) + a.bytesPerLine(), b.constScanLine(y))) continue;
    for (int x = where.left(); x <= where.right(); ++x) pixels += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
  }
  constexpr int kFew = 200;
  return pixels > kFew;
}

/// An X server of its own and an empty home for the programs on it.
struct XServer {
  QTemporaryDir home;
  QProcess server;
  QProcessEnvironment environment;

  bool start(const QString& size = QStringLiteral("1280x800x24")) {
    using namespace Qt::StringLiterals;
    // Without -noreset the server starts anew when its last client goes, and refuses those who come
    // meanwhile.
    server.start(u"Xvfb"_s, {u"-noreset"_s, u"-displayfd"_s, u"1"_s, u"-screen"_s, u"0"_s, size,
                             u"-nolisten"_s, u"tcp"_s, u"-fbdir"_s, home.path()});
    if (!server.waitForStarted()) return false;
    for (int turn = 0; turn < 300 && server.bytesAvailable() < 2; ++turn) server.waitForReadyRead(100);
    const QString display = u":"_s + QString::fromLatin1(server.readAllStandardOutput()).trimmed();
    environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"DISPLAY"_s, display);
    environment.insert(u"XDG_RUNTIME_DIR"_s, home.path());  // what runs there is as new as its home
    environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    environment.insert(u"HOME"_s, home.path());
    for (const QString& folder : {u"CONFIG"_s, u"STATE"_s, u"DATA"_s, u"CACHE"_s})
      environment.insert(u"XDG_%1_HOME"_s.arg(folder), home.filePath(folder.toLower()));
    environment.remove(u"WAYLAND_DISPLAY"_s);
    return display.size() > 1;
  }
  ~XServer() {
    server.terminate();
    server.waitForFinished(3000);
  }

  /// One xdotool call on our display; its standard output.
  QString tool(const QStringList& arguments) const {
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("xdotool"), arguments);
    process.waitForFinished(30'000);
    return QString::fromUtf8(process.readAllStandardOutput()).trimmed();
  }
  void move(QPoint to) const {
    tool({QStringLiteral("mousemove"), QString::number(to.x()), QString::number(to.y())});
  }
  void key(const QString& keys) const { tool({QStringLiteral("key"), keys}); }
  /// Ids of shown windows whose title holds `name`.
  QStringList windows(const QString& name) const {
    return tool({QStringLiteral("search"), QStringLiteral("--onlyvisible"), QStringLiteral("--name"), name})
        .split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  }
  /// Ids of all that a program shows: its windows, dialogs and menus.
  QStringList shownBy(const QProcess& program) const {
    return tool({QStringLiteral("search"), QStringLiteral("--onlyvisible"), QStringLiteral("--pid"),
                 QString::number(program.processId())})
        .split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  }
  /// Until the screen has stood still for a while: searches, menus and plots have come.
  void settle(int most, int quiet = 360) const {
    constexpr int kStep = 120;
    QImage before = screen();
    for (int waited = 0, still = 0; waited < most && still < quiet; waited += kStep) {
      QTest::qWait(kStep);
      const QImage now = screen();
      still = differs(before, now, now.rect()) ? 0 : still + kStep;
      before = now;
    }
  }
  /// Pressed at one place, moved and let go at another.
  void drag(QPoint from, QPoint to, int pause) const {
    move(from);
    QTest::qWait(100);
    tool({QStringLiteral("mousedown"), QStringLiteral("1")});
    constexpr int kMoves = 8;
    for (int step = 1; step <= kMoves; ++step) {
      move(from + (to - from) * step / kMoves);
      QTest::qWait(pause);
    }
    tool({QStringLiteral("mouseup"), QStringLiteral("1")});
  }
  /// What the screen shows, read from the server's own frame buffer (a file in the format of xwd: a header of
  /// 32-bit numbers, high byte first, the colours, then lines of 32-bit pixels).
  QImage screen() const {
    QFile file(home.filePath(QStringLiteral("Xvfb_screen0")));
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray bytes = file.readAll();
    const auto number = [&](int index) { return qFromBigEndian<quint32>(bytes.constData() + 4 * index); };
    constexpr int kHeaderSize = 0, kWidth = 4, kHeight = 5, kLine = 12, kColours = 19, kColourBytes = 12;
    if (bytes.size() < 100) return {};
    const qsizetype begin = number(kHeaderSize) + qsizetype(number(kColours)) * kColourBytes;
    if (bytes.size() < begin + qsizetype(number(kLine)) * number(kHeight)) return {};
    return QImage(reinterpret_cast<const uchar*>(bytes.constData() + begin), int(number(kWidth)),
                  int(number(kHeight)), number(kLine), QImage::Format_RGB32)
        .copy();
  }
  void start(QProcess& program, const QStringList& arguments) const {
    program.setProcessEnvironment(environment);
    program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    program.start(QStringLiteral(ASTROLABE_BINARY_DIR "/app/astrolabe"), arguments);
    program.waitForStarted();
  }
  /// Puts a window at the left top corner, gives it a size and the keys.
  void place(const QString& window, int width = 1280, int height = 800) const {
    using namespace Qt::StringLiterals;
    tool({u"windowmove"_s, u"--sync"_s, window, u"0"_s, u"0"_s});
    tool({u"windowsize"_s, u"--sync"_s, window, QString::number(width), QString::number(height)});
    tool({u"windowfocus"_s, u"--sync"_s, window});
  }
};

}  // namespace astrolabe::app
