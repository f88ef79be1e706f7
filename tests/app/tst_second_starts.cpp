// Second starts at random moments while the first program works: it opens, searches, asks, closes and runs
// loops of events inside others. What it acknowledged is open in a window; starts that vanish, say half of
// what they want, or too much of it, do no harm. ASTROLABE_FULL=1: five hundred of them, else a few dozen;
// ASTROLABE_SEED: another run of them.

#include <QLocalSocket>
#include <QMessageBox>
#include <QProcess>
#include <QtTest>
#include <atomic>
#include <list>
#include <random>
#include <thread>

#include "app/single_instance.h"
#include "tests/app/windows_desk.h"
#include "tests/program/test_program.h"

namespace tst_second_starts {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::app;

namespace {

constexpr int kPatience = 240'000;  // ms

}  // namespace

/// One later start, on a thread of its own.
struct Start {
  QString file;
  bool acknowledged = false;
  std::atomic<bool> ended{false};
  std::thread thread;
};

class SecondStartsTest : public HomeTest {
  Q_OBJECT

  static bool isFull() { return qEnvironmentVariableIntValue("ASTROLABE_FULL") > 0; }

 private slots:
  void initTestCase() { ui::dress(); }
  void init() {
    enter();
    // As a desktop has it: the toolkit makes it where it is missing, and programs would look elsewhere
    // before.
    const QString runtime = at(u"xdg_runtime_dir"_s);
    QVERIFY(QDir().mkpath(runtime));
    QFile::setPermissions(runtime, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }
  void cleanup() { leave(); }

  /// A request that comes while another is being served, in a loop of events inside it, waits for its turn.
  void requestsAreServedOneAfterTheOther() {
    SingleInstance first(at(u"state"_s));
    QStringList order;
    connect(&first, &SingleInstance::filesReceived, this, [&](const QStringList& files, bool) {
      order << u"begins "_s + files.value(0);
      if (order.size() == 1) QTest::qWait(300);  // the other one comes
      order << u"ends "_s + files.value(0);
    });
    QVERIFY(first.listen());
    std::list<Start> starts;
    for (const QString& file : {u"/a"_s, u"/b"_s}) {
      Start& start = starts.emplace_back();
      start.file = file;
      start.thread = std::thread([&start, key = at(u"state"_s)] {
        start.acknowledged = SingleInstance(key).handOver({start.file});
        start.ended = true;
      });
    }
    QTRY_COMPARE_WITH_TIMEOUT(order.size(), 4, kPatience);
    for (Start& start : starts) {
      start.thread.join();
      QVERIFY(start.acknowledged);
    }
    QCOMPARE(order[0].section(u' ', 1), order[1].section(u' ', 1));
    QCOMPARE(order[2].section(u' ', 1), order[3].section(u' ', 1));
  }

  /// While the first is not ready, nothing is acknowledged; who hangs up meanwhile gets nothing opened.
  void whatWaitsIsAcknowledgedWhenItsTurnComes() {
    SingleInstance first(at(u"state"_s));
    bool ready = false;
    first.setReady([&] { return ready; });
    QStringList opened;
    connect(&first, &SingleInstance::filesReceived, this,
            [&](const QStringList& files, bool) { opened << files; });
    QVERIFY(first.listen());
    QLocalSocket patient, gone;
    for (QLocalSocket* socket : {&gone, &patient}) {
      socket->connectToServer(first.place());
      QVERIFY(socket->waitForConnected());
      socket->write(socket == &gone ? "[\"/gone\"]\n" : "[\"/patient\"]\n");
      QVERIFY(socket->waitForBytesWritten());
    }
    QTest::qWait(200);
    QVERIFY(opened.isEmpty() && patient.bytesAvailable() == 0);
    gone.abort();
    QTest::qWait(50);
    ready = true;
    first.retry();
    QTRY_VERIFY_WITH_TIMEOUT(patient.canReadLine(), kPatience);
    QCOMPARE(patient.readLine(), QByteArray("taken\n"));
    QTRY_COMPARE(opened, QStringList{u"/patient"_s});
  }

  /// Only one of two programs that begin has the place; the one that closes leaves the other's alone.
  void onePlaceIsOfOneProgram() {
    auto first = std::make_unique<SingleInstance>(at(u"state"_s));
    QVERIFY(first->listen());
    SingleInstance second(at(u"state"_s));
    QVERIFY(!second.listen());
    QVERIFY(second.listen(true));
    first.reset();
    QStringList opened;
    connect(&second, &SingleInstance::filesReceived, this,
            [&](const QStringList& files, bool) { opened << files; });
    std::atomic<int> taken{-1};
    std::thread third([&] { taken = SingleInstance(at(u"state"_s)).handOver({u"/a"_s}) ? 1 : 0; });
    QTRY_VERIFY_WITH_TIMEOUT(taken >= 0, kPatience);
    third.join();
    QCOMPARE(taken.load(), 1);
    QCOMPARE(opened, QStringList{u"/a"_s});
  }

  /// A message without an end is not collected for ever.
  void aMessageHasALargestSize() {
    SingleInstance first(at(u"state"_s));
    QVERIFY(first.listen());
    QLocalSocket socket;
    socket.connectToServer(first.place());
    QVERIFY(socket.waitForConnected());
    socket.write(QByteArray(3 << 20, 'x'));
    QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QLocalSocket::UnconnectedState, kPatience);
  }

  void startsAtRandomMoments() {
    const unsigned seed =
        qEnvironmentVariableIsSet("ASTROLABE_SEED") ? qEnvironmentVariable("ASTROLABE_SEED").toUInt() : 44;
    const int wanted = isFull() ? 500 : 40;
    std::mt19937 random(seed);
    const auto draw = [&](int below) { return std::uniform_int_distribution<int>(0, below - 1)(random); };
    QList<QByteArray> log;
    const auto note = [&](const QByteArray& what) { log << what; };

    Session session;
    prefer(session, ui::AtStart::Sample);
    QStringList files;
    for (int i = 0; i < 6; ++i) files << plan(u"plan%1.astrolabe"_s.arg(i), 2 + i);
    Windows windows(session);
    SingleInstance first(Session::stateFolder());
    first.setReady([&] { return !windows.isClosing(); });
    connect(&windows, &Windows::closeAnswered, &first, &SingleInstance::retry);
    connect(&first, &SingleInstance::filesReceived, &windows, &Windows::openFiles);
    QStringList opened, lost;
    connect(&first, &SingleInstance::filesReceived, this, [&](const QStringList& asked, bool) {
      for (const QString& file : asked) (MainWindow::showing(file) != nullptr ? opened : lost) << file;
    });
    QVERIFY(first.listen());
    windows.start({}, false);

    std::list<Start> starts;
    std::list<QProcess> programs;
    QList<QLocalSocket*> sockets;
    int acknowledged = 0, closings = 0;
    const auto begin = [&] {
      const QString file = files[draw(int(files.size()))];
      const int kind = draw(10);
      if (kind < 5) {  // a start that waits, or loses its patience
        Start& start = starts.emplace_back();
        start.file = file;
        const int patience = draw(4) == 0 ? 1 + draw(4) : -1;
        start.thread = std::thread([&start, patience, key = Session::stateFolder()] {
          int asked = 0;
          start.acknowledged =
              SingleInstance(key).handOver({start.file}, false, [&] { return ++asked != patience; });
          start.ended = true;
        });
        note("start of " + file.section(u'/', -1).toUtf8() + ", patience " + QByteArray::number(patience));
      } else if (kind == 5 && (isFull() || programs.size() < 3)) {  // the program itself, perhaps killed
        QProcess& program = programs.emplace_back();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        program.setProcessEnvironment(environment);
        program.start(u"" ASTROLABE_BINARY_DIR "/app/astrolabe"_s, {file});
        if (draw(2) == 0) QTimer::singleShot(draw(400), &program, [&program] { program.kill(); });
        note("program for " + file.section(u'/', -1).toUtf8());
      } else {  // what hangs up at any moment
        auto* socket = new QLocalSocket(this);
        sockets << socket;
        socket->connectToServer(first.place());
        const QByteArray message = "[\"" + file.toUtf8() + "\"]\n";
        const int part = kind == 9 ? int(message.size()) : draw(int(message.size()));
        socket->write(message.left(part));
        socket->flush();
        QTimer::singleShot(draw(30), socket, [socket] { socket->abort(); });
        note("vanishing, " + QByteArray::number(part) + " of " + QByteArray::number(message.size()));
      }
    };
    const auto work = [&] {
      QList<MainWindow*> shown = shownWindows();
      MainWindow& window = *shown[draw(int(shown.size()))];
      switch (draw(5)) {
        case 0:  // reads a file, with a loop inside
          if (window.files().isReading() || window.document().isModified()) break;
          note("opens");
          window.opening().open(files[draw(int(files.size()))]);
          break;
        case 1: {  // asks something
          note("asks");
          QMessageBox box(&window);
          QTimer::singleShot(draw(120), &box, [&box] { box.reject(); });
          box.exec();
          break;
        }
        case 2: {  // a loop inside
          note("waits inside");
          QEventLoop loop;
          QTimer::singleShot(draw(80), &loop, &QEventLoop::quit);
          loop.exec();
          break;
        }
        case 3:  // is busy
          note("is busy");
          QThread::msleep(draw(60));
          break;
        default: {  // closes a window, which may ask and stay
          if (shown.size() < 2 || window.files().isReading() || ++closings > 12) break;
          note("closes");
          if (draw(2) == 0) {
            plan::Plan changed = window.document().plan();
            ++changed.cluster.pools.front().nodes;
            window.document().apply(std::move(changed));
          }
          if (window.document().isModified()) {
            const bool stays = draw(2) == 0;
            ui::whenAsked(this, [stays, wait = draw(100)](QWidget* asked) {
              auto* box = qobject_cast<QMessageBox*>(asked);
              QTimer::singleShot(wait, asked, [asked, box, stays] {
                QAbstractButton* button =
                    box ? box->button(stays ? QMessageBox::Cancel : QMessageBox::Discard) : nullptr;
                button != nullptr ? button->click() : void(asked->close());
              });
            });
          }
          window.close();
        }
      }
    };
    const auto settled = [&](bool all) {
      for (auto start = starts.begin(); start != starts.end();) {
        if (!start->ended) {
          ++start;
          continue;
        }
        start->thread.join();
        acknowledged += start->acknowledged ? 1 : 0;
        start = starts.erase(start);
      }
      return !all ||
             (starts.empty() && std::all_of(programs.begin(), programs.end(), [](const QProcess& one) {
                return one.state() == QProcess::NotRunning;
              }));
    };
    for (int count = 0; count < wanted; ++count) {
      QTest::qWait(draw(40));
      begin();
      if (draw(3) == 0) work();
      settled(false);
      while (starts.size() > 12) {
        QTest::qWait(5);
        settled(false);
      }
    }
    const bool ended = QTest::qWaitFor([&] { return settled(true) && !first.isServing(); }, kPatience);
    qDeleteAll(sockets);
    const QByteArray told = "seed " + QByteArray::number(seed) + "\n" + log.join('\n');
    for (Start& start : starts)
      if (start.thread.joinable()) start.thread.detach();
    QVERIFY2(ended, told.constData());
    for (QProcess& program : programs) {
      if (program.exitStatus() == QProcess::CrashExit) continue;  // killed by us
      QVERIFY2(program.exitCode() == 0, told.constData());
      ++acknowledged;
    }
    QVERIFY2(lost.isEmpty(), told.constData());
    QVERIFY2(acknowledged > wanted / 8, told.constData());
    // Starts that hung up behind their question may be among what was opened.
    QVERIFY2(opened.size() >= acknowledged, told.constData());
    qInfo("%d starts, %d acknowledged, %d opened, %d windows", wanted, acknowledged, int(opened.size()),
          int(shownWindows().size()));
  }
};

}  // namespace tst_second_starts

ASTROLABE_TEST(tst_second_starts, SecondStartsTest)
#include "tst_second_starts.moc"
