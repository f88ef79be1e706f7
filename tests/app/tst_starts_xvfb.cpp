// Starts of the real program: a second one opens in the first, one after a crash brings the work back, none
// writes outside its folders or opens a socket of the internet.

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <csignal>
#include <cstddef>
#include <tuple>

#include "core/plan/plan_file.h"
#include "tests/app/x_server.h"

using namespace Qt::StringLiterals;
using namespace astrolabe;

namespace {

constexpr int kPatienceMs = 60'000;  ///< of a machine that has much else to do

/// From here on a socket of the internet ends the process; those of this machine stay.
void forbidInternet() {
  sock_filter lines[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 4),
                         BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[0])),
                         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 1, 0),
                         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 0, 1),
                         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
                         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  sock_fprog filter{sizeof lines / sizeof *lines, lines};
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

/// Every file below a folder, by its path in it.
QStringList filesIn(const QString& folder) {
  QStringList files;
  for (QDirIterator it(folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
       it.hasNext();)
    files << QDir(folder).relativeFilePath(it.next());
  return files;
}

/// The sample as a file in the home; gives back its path.
QString sampleIn(const QTemporaryDir& home) {
  const QString path = home.filePath(u"eu-cluster.astrolabe"_s);
  plan::PlanFile file;
  file.plan = plan::sample_plan();
  if (!plan::write_plan(file, path.toStdString())) qFatal("can't write %s", qPrintable(path));
  return path;
}

/// How a program ended that should not have.
QByteArray endOf(const QProcess& program) {
  return (program.exitStatus() == QProcess::CrashExit ? "crashed, signal " : "ended with ") +
         QByteArray::number(program.exitCode());
}

/// An edit by keys: two pools become four.
void doublePools(app::XServer& x) {
  x.move({620, 190});  // empty canvas, above the tiles
  x.tool({u"click"_s, u"1"_s});
  x.key(u"ctrl+a"_s);
  x.key(u"ctrl+d"_s);
}

/// The last plan is there, as it was saved; its changes come back where the offer is taken. Restore has the
/// focus as soon as the offer is there; beside other work that takes its time.
bool takesTheOffer(const app::XServer& x, const QString& window) {
  const auto restored = [&] {
    return x.tool({u"getwindowname"_s, x.windows(u"eu-cluster"_s).value(0)}).contains(u'*');
  };
  for (int turn = 0; turn < 30 && !restored(); ++turn) {
    QTest::qWait(1500);
    if (restored()) break;  // a key too many would press what has the focus then
    x.tool({u"windowfocus"_s, window});
    x.key(u"space"_s);
  }
  return QTest::qWaitFor(restored, kPatienceMs);
}

}  // namespace

class StartsXvfbTest : public QObject {
  Q_OBJECT

  app::XServer m_x;
  QStringList m_english{u"--lang"_s, u"en"_s};

 private slots:
  void initTestCase() { QVERIFY2(m_x.start(), "Xvfb is missing: install the package xvfb"); }

  void A28_A77_aSecondStartOpensInTheFirst() {
    const QString one = m_x.home.filePath(u"one.astrolabe"_s), two = m_x.home.filePath(u"two.astrolabe"_s),
                  three = m_x.home.filePath(u"three.astrolabe"_s);
    plan::PlanFile file;
    file.plan = plan::sample_plan();
    for (const QString& path : {one, two, three}) QVERIFY(plan::write_plan(file, path.toStdString()));
    QProcess first;
    m_x.start(first, m_english + QStringList{one});
    QTRY_COMPARE_WITH_TIMEOUT(m_x.windows(u"one.astrolabe"_s).size(), 1, kPatienceMs);
    const auto startsIn = [&](const QString& plan) {
      QProcess later;
      m_x.start(later, m_english + QStringList{plan});
      return later.waitForFinished(kPatienceMs) && later.exitStatus() == QProcess::NormalExit &&
             later.exitCode() == 0;
    };
    const auto hasWindow = [&](const QString& name) {
      return first.state() != QProcess::Running || m_x.windows(name).size() == 1;
    };
    QVERIFY(startsIn(two));
    QTRY_VERIFY_WITH_TIMEOUT(hasWindow(u"two.astrolabe"_s), kPatienceMs);
    QVERIFY2(first.state() == QProcess::Running, endOf(first));
    QCOMPARE(m_x.windows(u"one.astrolabe"_s).size(), 1);
    // A file that is open gets no second window. It would be there before that of a file that comes later.
    QVERIFY(startsIn(two));
    QVERIFY(startsIn(three));
    QTRY_VERIFY_WITH_TIMEOUT(hasWindow(u"three.astrolabe"_s), kPatienceMs);
    QVERIFY2(first.state() == QProcess::Running, endOf(first));
    QCOMPARE(m_x.windows(u"two.astrolabe"_s).size(), 1);
    first.kill();
    first.waitForFinished(30'000);
  }

  void A24_aKilledProgramOffersTheWorkAgain() {
    const QString path = sampleIn(m_x.home);
    QProcess first;
    m_x.start(first, m_english + QStringList{path});
    QStringList shown;
    QTRY_COMPARE_WITH_TIMEOUT((shown = m_x.windows(u"eu-cluster"_s)).size(), 1, kPatienceMs);
    m_x.place(shown.front());
    m_x.settle(15'000, 1000);
    doublePools(m_x);
    const QDir copies(m_x.home.filePath(u"state/astrolabe/recovery"_s));
    const auto copied = [&] {
      const QStringList kept = copies.entryList({u"*.astrolabe"_s});
      if (kept.size() != 1) return false;
      const auto copy = plan::read_plan(copies.filePath(kept.front()).toStdString());
      return copy && copy->plan.cluster.pools.size() == 4;
    };
    QTRY_VERIFY_WITH_TIMEOUT(copied(), kPatienceMs);  // how soon: tst_recovery
    first.kill();
    QVERIFY(first.waitForFinished(30'000));
    QCOMPARE(copies.entryList({u"*.astrolabe"_s}).size(), 1);
    const QString copy = copies.filePath(copies.entryList({u"*.astrolabe"_s}).front());
    QCOMPARE(plan::read_plan(copy.toStdString())->plan.cluster.pools.size(), std::size_t(4));
    QCOMPARE(plan::read_plan(path.toStdString())->plan.cluster.pools.size(), std::size_t(2));

    QProcess second;
    m_x.start(second, m_english);
    QTRY_COMPARE_WITH_TIMEOUT((shown = m_x.windows(u"Astrolabe"_s)).size(), 1, kPatienceMs);
    m_x.place(shown.front());
    QVERIFY(takesTheOffer(m_x, shown.front()));
    QCOMPARE(m_x.windows(u"eu-cluster"_s).size(), 1);
    m_x.key(u"Escape"_s);
    m_x.key(u"ctrl+s"_s);
    QTRY_COMPARE_WITH_TIMEOUT(plan::read_plan(path.toStdString())->plan.cluster.pools.size(), std::size_t(4),
                              kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(copies.entryList({u"*.astrolabe"_s}).isEmpty(), kPatienceMs);
    second.kill();
    second.waitForFinished(30'000);
  }

  /// The program's display is gone from one moment to the next while it searches, with an edit that no copy
  /// holds yet: it ends in order, and the next start has the work.
  void aDisplayThatGoesTakesNoWork() {
    const std::size_t pools = plan::sample_plan().cluster.pools.size();
    constexpr int kTurns = 4;
    for (int turn = 0; turn < kTurns; ++turn) {
      app::XServer x;
      QVERIFY(x.start());
      const QString path = sampleIn(x.home);
      QProcess program;
      x.start(program, m_english + QStringList{path});
      QStringList shown;
      QTRY_COMPARE_WITH_TIMEOUT((shown = x.windows(u"eu-cluster"_s)).size(), 1, kPatienceMs);
      x.place(shown.front());
      x.settle(15'000, 600);
      doublePools(x);
      QTRY_VERIFY_WITH_TIMEOUT(x.tool({u"getwindowname"_s, shown.front()}).contains(u'*'), kPatienceMs);
      QTest::qWait(turn * 80);  // in the middle of what the edit began
      x.server.kill();
      QVERIFY(program.waitForFinished(kPatienceMs));
      QCOMPARE(program.exitStatus(), QProcess::NormalExit);
      QCOMPARE(program.exitCode(), 1);
      const QDir copies(x.home.filePath(u"state/astrolabe/recovery"_s));
      const QStringList kept = copies.entryList({u"*.astrolabe"_s});
      QCOMPARE(kept.size(), 1);
      const auto copy = plan::read_plan(copies.filePath(kept.front()).toStdString());
      QVERIFY(copy);
      QCOMPARE(copy->plan.cluster.pools.size(), 2 * pools);
      QCOMPARE(plan::read_plan(path.toStdString())->plan.cluster.pools.size(), pools);
    }
  }

  /// SIGTERM, SIGHUP and SIGINT end the program by that signal and ask nothing; an edit that no copy holds
  /// yet is offered by the next start. Also while a dialog is open.
  void aSignalTakesNoWork() {
    const std::size_t pools = plan::sample_plan().cluster.pools.size();
    for (const int signal : {SIGTERM, SIGHUP, SIGINT}) {
      app::XServer x;
      QVERIFY(x.start());
      const QString path = sampleIn(x.home);
      QProcess program;
      x.start(program, m_english + QStringList{path});
      QStringList shown;
      QTRY_COMPARE_WITH_TIMEOUT((shown = x.windows(u"eu-cluster"_s)).size(), 1, kPatienceMs);
      x.place(shown.front());
      x.settle(15'000, 600);
      doublePools(x);
      QTRY_VERIFY_WITH_TIMEOUT(x.tool({u"getwindowname"_s, shown.front()}).contains(u'*'), kPatienceMs);
      if (signal == SIGHUP) {
        x.key(u"ctrl+o"_s);
        QTRY_VERIFY_WITH_TIMEOUT(x.shownBy(program).size() > 1, kPatienceMs);
      }
      QCOMPARE(::kill(static_cast<pid_t>(program.processId()), signal), 0);
      QVERIFY(program.waitForFinished(kPatienceMs));
      QCOMPARE(program.exitStatus(), QProcess::CrashExit);  // ended by a signal
      QCOMPARE(program.exitCode(), signal);
      const QDir copies(x.home.filePath(u"state/astrolabe/recovery"_s));
      const QStringList kept = copies.entryList({u"*.astrolabe"_s});
      QCOMPARE(kept.size(), 1);
      const auto copy = plan::read_plan(copies.filePath(kept.front()).toStdString());
      QVERIFY(copy);
      QCOMPARE(copy->plan.cluster.pools.size(), 2 * pools);
      if (signal != SIGTERM) continue;
      QProcess second;
      x.start(second, m_english);
      QTRY_COMPARE_WITH_TIMEOUT((shown = x.windows(u"Astrolabe"_s)).size(), 1, kPatienceMs);
      x.place(shown.front());
      QVERIFY(takesTheOffer(x, shown.front()));
      second.kill();
      second.waitForFinished(30'000);
    }
  }

  /// In an empty home a session of choosing, saving and quitting writes the folders of the desktop's rules
  /// and the file that was asked for.
  void A78_onlyItsOwnFoldersAreWritten() {
    const QTemporaryDir home;
    const QString path = home.filePath(u"mine.astrolabe"_s);
    QProcess program;
    QProcessEnvironment environment = m_x.environment;
    environment.insert(u"HOME"_s, home.path());
    for (const QString& folder : {u"CONFIG"_s, u"STATE"_s, u"DATA"_s, u"CACHE"_s})
      environment.remove(u"XDG_%1_HOME"_s.arg(folder));
    program.setProcessEnvironment(environment);
    program.start(u"" ASTROLABE_BINARY_DIR "/app/astrolabe"_s, m_english + QStringList{path});
    QStringList shown;
    QTRY_COMPARE_WITH_TIMEOUT((shown = m_x.windows(u"Astrolabe"_s)).size(), 1, kPatienceMs);
    m_x.place(shown.front());
    m_x.settle(15'000, 600);
    m_x.key(u"ctrl+shift+l"_s);  // the other theme: a preference
    m_x.key(u"ctrl+s"_s);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), kPatienceMs);
    m_x.key(u"ctrl+q"_s);
    QVERIFY(program.waitForFinished(kPatienceMs));
    QCOMPARE(program.exitCode(), 0);
    QStringList strange;
    int config = 0, state = 0;
    for (const QString& file : filesIn(home.path())) {
      config += file.startsWith(u".config/astrolabe/"_s) ? 1 : 0;
      state += file.startsWith(u".local/state/astrolabe/"_s) ? 1 : 0;
      // The cache is shared: font and drawing libraries keep theirs there, too.
      if (!file.startsWith(u".config/astrolabe/"_s) && !file.startsWith(u".local/state/astrolabe/"_s) &&
          !file.startsWith(u".cache/"_s) && file != u"mine.astrolabe"_s)
        strange << file;
    }
    QVERIFY2(strange.isEmpty(), qPrintable(strange.join(u'\n')));
    QVERIFY(config > 0);
    QVERIFY(state > 0);
  }

  /// What the toolkit takes for itself is no wrong option of ours.
  void theToolkitsOptionsAreTaken() {
    const QString plan = sampleIn(m_x.home), picture = m_x.home.filePath(u"toolkit.png"_s);
    QProcess process;
    process.setProcessEnvironment(m_x.environment);
    process.start(u"" ASTROLABE_BINARY_DIR "/app/astrolabe"_s,
                  {u"-platform"_s, u"offscreen"_s, u"-style"_s, u"Fusion"_s, u"-session"_s, u"12_34"_s,
                   u"--screenshot"_s, picture, plan});
    QVERIFY(process.waitForFinished(2 * kPatienceMs));
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(QFile::exists(picture));
    process.start(u"" ASTROLABE_BINARY_DIR "/app/astrolabe"_s, {u"-no-such-option"_s});
    QVERIFY(process.waitForFinished(2 * kPatienceMs));
    QCOMPARE(process.exitCode(), 2);
  }

  /// Help is one option, and a language that the program does not speak is told, with those that it does.
  void optionsThatThereAreNot() {
    const auto said = [&](const QStringList& arguments) {
      QProcess process;
      process.setProcessEnvironment(m_x.environment);
      process.start(u"" ASTROLABE_BINARY_DIR "/app/astrolabe"_s, arguments);
      const int status = process.waitForFinished(kPatienceMs) ? process.exitCode() : -1;
      return std::tuple(status, process.readAllStandardOutput(), process.readAllStandardError());
    };
    const auto [done, help, silence] = said({u"--help"_s});
    QCOMPARE(done, 0);
    QVERIFY2(help.contains("-h, --help ") && !help.contains("help-all"), help.constData());
    QVERIFY2(silence.isEmpty(), silence.constData());
    QCOMPARE(std::get<0>(said({u"--help-all"_s})), 2);
    const auto [refused, nothing, words] = said({u"--lang"_s, u"xx"_s});
    QCOMPARE(refused, 2);
    QVERIFY2(nothing.isEmpty() && words.contains("--lang xx: one of en, zh_CN"), words.constData());
    QCOMPARE(std::get<0>(said({u"--lang"_s, u"zh_TW"_s})), 2);  // another writing than that of the mainland
    QCOMPARE(std::get<0>(said({u"--lang"_s, u"zh_CN"_s, u"--help"_s})), 0);
    // English has the numbers of every country: what is wrong here is the size.
    QVERIFY(std::get<2>(said({u"--lang"_s, u"en_GB"_s, u"--size"_s, u"none"_s})).contains("--size none"));
  }

  /// Window and command line do their work where a socket of the internet would end them.
  void A88_noSocketIsOpened() {
    const auto run = [&](const QString& name, const QStringList& arguments) {
      QProcess process;
      process.setProcessEnvironment(m_x.environment);
      process.setChildProcessModifier(forbidInternet);
      process.start(name, arguments);
      return process.waitForFinished(2 * kPatienceMs) && process.exitStatus() == QProcess::NormalExit &&
             process.exitCode() == 0;
    };
    const QString cli = u"" ASTROLABE_BINARY_DIR "/app/astrolabe-cli"_s;
    const QString plan = m_x.home.filePath(u"offline.astrolabe"_s);
    QVERIFY(run(u"bash"_s, {u"-c"_s, u"true"_s}));
    QVERIFY(!run(u"bash"_s, {u"-c"_s, u"exec 3<>/dev/udp/127.0.0.1/9"_s}));  // the block bites
    plan::PlanFile file;
    file.plan = plan::sample_plan();
    QVERIFY(plan::write_plan(file, plan.toStdString()));
    QVERIFY(run(cli, {u"plan"_s, plan, u"--json"_s, u"--pdf"_s, m_x.home.filePath(u"a.pdf"_s)}));
    QVERIFY(run(cli, {u"catalog"_s, u"gpus"_s, u"--json"_s}));
    QVERIFY(run(u"" ASTROLABE_BINARY_DIR "/app/astrolabe"_s,
                m_english + QStringList{u"--screenshot"_s, m_x.home.filePath(u"a.png"_s), plan}));
    QVERIFY(QFile::exists(m_x.home.filePath(u"a.png"_s)));
  }
};

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");  // of this process; the program gets the X server
  QCoreApplication application(argc, argv);
  StartsXvfbTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_starts_xvfb.moc"
