// Command line and window are killed (SIGKILL) at random moments of their work: files are the old or the new
// ones, whole, the next writer takes remains away, and recovery copies open. ASTROLABE_FULL=1: 150 moments.

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>
#include <chrono>
#include <random>
#include <thread>

#include "core/base/file_write.h"
#include "core/plan/plan_file.h"
#include "tests/app/cli_process.h"
#include "tests/app/x_server.h"
#include "tests/program/folder_watch.h"

using namespace Qt::StringLiterals;
using namespace astrolabe;

namespace {

constexpr int kPatienceMs = 60'000;  ///< of a machine that has much else to do
constexpr unsigned kSeed = 44;
const QByteArray kOld = "what stood there before\n";

bool isFull() { return qEnvironmentVariableIsSet("ASTROLABE_FULL"); }

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}
/// What a writer had begun there and did not end.
QStringList remainsIn(const QString& folder) {
  return QDir(folder).entryList({u".astrolabe-*"_s}, QDir::Files | QDir::Hidden);
}
/// After one more write into the folder.
QStringList remainsAfterAWrite(const QString& folder) {
  const QString next = folder + u"/next"_s;
  if (!write_file(next.toStdString(), "next")) return {u"it could not be written"_s};
  QFile::remove(next);
  return remainsIn(folder);
}
bool isPlan(const QString& path) { return plan::read_plan(path.toStdString()).has_value(); }
bool isJson(const QString& path) { return !QJsonDocument::fromJson(content(path)).isNull(); }
bool isPdf(const QString& path) {
  const QByteArray pages = content(path);
  return pages.startsWith("%PDF") && pages.trimmed().endsWith("%%EOF");
}
bool isPage(const QString& path) { return content(path).trimmed().endsWith("</html>"); }
bool isTable(const QString& path) { return content(path).endsWith("\r\n"); }

struct Writer {
  QStringList command;  ///< the place comes last
  bool (*isWhole)(const QString& path);
  qint64 took = 0;  ///< ms that it takes when it is left alone
};

}  // namespace

class KilledXvfbTest : public QObject {
  Q_OBJECT

  std::mt19937 m_random{kSeed};
  int m_struck = 0;  ///< that left a file half-written

  int below(qint64 end) {
    return int(std::uniform_int_distribution<qint64>(0, std::max<qint64>(end - 1, 0))(m_random));
  }
  static void pause(int us) { std::this_thread::sleep_for(std::chrono::microseconds(us)); }
  static void kill(QProcess& program) {
    program.kill();
    program.waitForFinished(kPatienceMs);
  }
  /// Soon after something is made in the folder; at random in so many ms where nothing is.
  void killAtAWrite(QProcess& program, const tests::FolderWatch& watch, int most) {
    constexpr int longestPause = 8000;  // us: from the making of a file until after its renaming
    const int after = below(longestPause);
    if (watch.waits(most)) pause(after);
    kill(program);
  }

 private slots:
  void initTestCase() { qInfo("seed %u, %s", kSeed, isFull() ? "all moments" : "a slice of them"); }

  void theCommandLine() {
    const cli_process::Workplace place;
    const QStringList parts{u"--model"_s,      u"gpt2-xl"_s, u"--cluster"_s,
                            u"cluster.json"_s, u"--job"_s,   u"job.json"_s};
    const QString folder = place.path(u"out"_s), target = folder + u"/target"_s;
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(
        place.run(QStringList{u"plan"_s} + parts + QStringList{u"--save"_s, u"plan.astrolabe"_s}).status ==
        0);
    const QStringList saved{u"plan.astrolabe"_s};
    QList<Writer> writers{
        {{u"sample"_s, u"--out"_s}, isPlan},
        {QStringList{u"plan"_s} + parts + QStringList{u"--save"_s}, isPlan},
        {QStringList{u"report"_s} + saved + QStringList{u"--pdf"_s}, isPdf},
        {QStringList{u"report"_s} + saved + QStringList{u"--html"_s}, isPage},
        {QStringList{u"export"_s} + saved + QStringList{u"--format"_s, u"csv"_s, u"--out"_s}, isTable},
        {QStringList{u"sweep"_s} + parts + QStringList{u"--out"_s}, isJson}};
    for (Writer& writer : writers) {
      QElapsedTimer clock;
      clock.start();
      const cli_process::Said said = place.run(writer.command + QStringList{target});
      QVERIFY2(said.status == 0, said.all().constData());
      QVERIFY(writer.isWhole(target));
      writer.took = clock.elapsed();
    }
    // A busy machine may end every writer before it is struck: more moments until one of them strikes.
    constexpr int kMostRounds = 6;
    const int moments = isFull() ? 120 : 18;
    int olds = 0, news = 0;
    for (int moment = 0; moment < moments || (m_struck == 0 && moment < kMostRounds * moments); ++moment) {
      const Writer& writer = writers[moment % writers.size()];
      QVERIFY(write_file(target.toStdString(), kOld.toStdString()));
      const tests::FolderWatch watch(folder.toStdString());
      QProcess program;
      place.start(program, writer.command + QStringList{target});
      QVERIFY(program.waitForStarted(kPatienceMs));
      if (moment / writers.size() % 3 == 0) {
        pause(below(writer.took * 1100));
        kill(program);
      } else {
        killAtAWrite(program, watch, kPatienceMs);
      }
      const bool old = content(target) == kOld;
      QVERIFY2(old || writer.isWhole(target),
               qPrintable(u"moment %1: %2"_s.arg(moment).arg(writer.command.join(u' '))));
      ++(old ? olds : news);
      m_struck += remainsIn(folder).isEmpty() ? 0 : 1;
      QCOMPARE(remainsAfterAWrite(folder), QStringList());
      // The rows of a killed sweep stay beside its answer for --resume: whole lines, but for the last.
      const QString rows = target + u".partial"_s;
      if (writer.command.first() == u"sweep"_s && QFile::exists(rows)) {
        QList<QByteArray> lines = content(rows).split('\n');
        lines.removeLast();
        for (const QByteArray& line : lines)
          QVERIFY2(!QJsonDocument::fromJson(line).isNull(), line.constData());
        QVERIFY(QFile::remove(rows));
      }
      QCOMPARE(QDir(folder).entryList(QDir::Files | QDir::Hidden), QStringList{u"target"_s});
    }
    qInfo("command line: %d moments, %d files half-written and taken away, %d old, %d new", olds + news,
          m_struck, olds, news);
    QVERIFY(m_struck > 0);  // else the moments are none
  }

  void theWindow() {
    app::XServer x;
    QVERIFY2(x.start(), "Xvfb is missing: install the package xvfb");
    const QString folder = x.home.filePath(u"plans"_s), path = folder + u"/work.astrolabe"_s,
                  copies = x.home.filePath(u"state/astrolabe/recovery"_s);
    QVERIFY(QDir().mkpath(folder) && QDir().mkpath(copies));
    const std::size_t before = plan::sample_plan().cluster.pools.size();
    const int moments = isFull() ? 30 : 3;
    int half = 0, kept = 0, saved = 0;
    for (int moment = 0; moment < moments; ++moment) {
      QVERIFY(plan::write_plan({plan::sample_plan()}, path.toStdString()));
      QProcess program;
      x.start(program, {u"--lang"_s, u"en"_s, path});
      QStringList shown;
      QTRY_COMPARE_WITH_TIMEOUT((shown = x.windows(u"work"_s)).size(), 1, kPatienceMs);
      x.place(shown.front());
      x.settle(15'000, 600);
      x.move({620, 190});  // empty canvas, above the tiles
      x.tool({u"click"_s, u"1"_s});
      const tests::FolderWatch plans(folder.toStdString()), recovery(copies.toStdString());
      x.key(u"ctrl+a"_s);
      x.key(u"ctrl+d"_s);     // twice as many pools
      if (moment % 3 == 0) {  // into the copy of unsaved work, which comes two seconds after the edit
        killAtAWrite(program, recovery, 20'000);
      } else if (moment % 3 == 1) {  // into a save
        x.key(u"ctrl+s"_s);
        killAtAWrite(program, plans, 20'000);
      } else {
        pause(below(3'000'000));
        kill(program);
      }
      half += remainsIn(folder).isEmpty() && remainsIn(copies).isEmpty() ? 0 : 1;
      const auto work = plan::read_plan(path.toStdString());
      QVERIFY2(work, qPrintable(u"moment %1"_s.arg(moment)));
      const std::size_t pools = work->plan.cluster.pools.size();
      QVERIFY(pools == before || pools == 2 * before);
      saved += pools == before ? 0 : 1;
      for (const QFileInfo& copy : QDir(copies).entryInfoList({u"*.astrolabe"_s})) {
        const auto plan = plan::read_plan(copy.filePath().toStdString());
        QVERIFY2(plan, qPrintable(copy.fileName()));
        QCOMPARE(plan->plan.cluster.pools.size(), 2 * before);
        const QString facts = copies + u'/' + copy.completeBaseName() + u".json"_s;
        QCOMPARE(QJsonDocument::fromJson(content(facts)).object()[u"path"_s].toString(), path);
        ++kept;
      }
      for (const char* file : {"config/astrolabe/astrolabe.ini", "state/astrolabe/window.ini"}) {
        const QString settings = x.home.filePath(QLatin1StringView(file));
        if (!QFile::exists(settings)) continue;
        QVERIFY2(content(settings).startsWith('[') && content(settings).endsWith('\n'), file);
      }
      for (const QString& each : {folder, copies}) QCOMPARE(remainsAfterAWrite(each), QStringList());
      for (const QString& file : QDir(copies).entryList(QDir::Files)) QFile::remove(copies + u'/' + file);
    }
    qInfo("window: %d moments, %d files half-written and taken away, %d copies that open, %d saves done",
          moments, half, kept, saved);
  }
};

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");  // of this process; the window gets the X server
  QCoreApplication application(argc, argv);
  KilledXvfbTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_killed_xvfb.moc"
