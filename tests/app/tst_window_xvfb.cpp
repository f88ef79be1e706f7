// The real program on a real X server: a palette row is dragged onto the canvas with the pointer, saved with
// the keyboard, and the saved file holds one pool more.

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include "core/plan/plan_file.h"

using namespace Qt::StringLiterals;
using namespace astrolabe;

class WindowXvfbTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_home;
  QProcess m_server, m_program;
  QProcessEnvironment m_environment;

  /// One xdotool call on our display; its standard output.
  QString tool(const QStringList& arguments) {
    QProcess process;
    process.setProcessEnvironment(m_environment);
    process.start(u"xdotool"_s, arguments);
    process.waitForFinished(10'000);
    return QString::fromUtf8(process.readAllStandardOutput()).trimmed();
  }
  void move(int x, int y) { tool({u"mousemove"_s, QString::number(x), QString::number(y)}); }

 private slots:
  void initTestCase() {
    QVERIFY(m_home.isValid());
    m_server.start(u"Xvfb"_s, {u"-displayfd"_s, u"1"_s, u"-screen"_s, u"0"_s, u"1280x800x24"_s,
                               u"-nolisten"_s, u"tcp"_s});
    QVERIFY2(m_server.waitForStarted(), "Xvfb is missing: install the package xvfb");
    QTRY_VERIFY_WITH_TIMEOUT((m_server.waitForReadyRead(100), m_server.bytesAvailable() > 1), 10'000);
    const QString display = u":"_s + QString::fromLatin1(m_server.readAllStandardOutput()).trimmed();
    m_environment = QProcessEnvironment::systemEnvironment();
    m_environment.insert(u"DISPLAY"_s, display);
    m_environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    m_environment.insert(u"HOME"_s, m_home.path());
    for (const QString& folder : {u"CONFIG"_s, u"STATE"_s, u"DATA"_s, u"CACHE"_s})
      m_environment.insert(u"XDG_%1_HOME"_s.arg(folder), m_home.filePath(folder.toLower()));
    m_environment.remove(u"WAYLAND_DISPLAY"_s);
  }

  void cleanupTestCase() {
    m_program.terminate();
    m_program.waitForFinished(3000);
    m_server.terminate();
    m_server.waitForFinished(3000);
  }

  void dragFromPaletteToCanvasAndSave() {
    const QString path = m_home.filePath(u"dragged.astrolabe"_s);
    m_program.setProcessEnvironment(m_environment);
    m_program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_program.start(u"" ASTROLABE_BINARY_DIR "/app/astrolabe"_s, {u"--lang"_s, u"en"_s, path});
    QVERIFY(m_program.waitForStarted());
    QString window;
    QTRY_VERIFY_WITH_TIMEOUT(
        !(window = tool({u"search"_s, u"--onlyvisible"_s, u"--name"_s, u"Astrolabe"_s}).section(u'\n', 0, 0))
             .isEmpty(),
        20'000);
    tool({u"windowmove"_s, u"--sync"_s, window, u"0"_s, u"0"_s});
    tool({u"windowsize"_s, u"--sync"_s, window, u"1280"_s, u"800"_s});
    tool({u"windowfocus"_s, u"--sync"_s, window});
    QTest::qWait(1500);  // the first search and the first drawing

    // Measures of the design at 96 dpi: menu 26, tools 42, dock title 32, search field, then rows of 42 in a
    // palette 264 wide. Any row in this band is a node or a GPU; headings are not dragged.
    const QPoint row(130, 250);
    const QPoint target(700, 420);
    move(row.x(), row.y());
    QTest::qWait(100);
    tool({u"mousedown"_s, u"1"_s});
    constexpr int kMoves = 8;
    for (int step = 1; step <= kMoves; ++step) {
      const QPoint at = row + (target - row) * step / kMoves;
      move(at.x(), at.y());
      QTest::qWait(100);
    }
    tool({u"mouseup"_s, u"1"_s});
    QTest::qWait(500);
    tool({u"key"_s, u"--window"_s, window, u"ctrl+s"_s});
    tool({u"key"_s, u"ctrl+s"_s});
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 10'000);

    const auto saved = plan::read_plan(path.toStdString());
    QVERIFY2(saved.has_value(), saved ? "" : saved.error().code.c_str());
    QCOMPARE(saved->plan.cluster.pools.size(), plan::sample_plan().cluster.pools.size() + 1);
  }

  /// The saved cluster is what the command line reads, too.
  void theCommandLineReadsTheSavedPlan() {
    QProcess cli;
    cli.start(u"" ASTROLABE_BINARY_DIR "/app/astrolabe-cli"_s,
              {u"plan"_s, m_home.filePath(u"dragged.astrolabe"_s), u"--json"_s, u"--time-limit"_s, u"5"_s});
    QVERIFY(cli.waitForFinished(60'000));
    const QByteArray answer = cli.readAllStandardOutput();
    QVERIFY2(cli.exitCode() == 0 || cli.exitCode() == 1 || cli.exitCode() == 3,
             (answer + cli.readAllStandardError()).constData());
  }
};

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");  // of this process; the program gets the X server
  QCoreApplication application(argc, argv);
  WindowXvfbTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_window_xvfb.moc"
