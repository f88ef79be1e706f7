// Starts of the real program: a second one opens in the first, and one after a crash brings the work back.

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include "core/plan/plan_file.h"
#include "tests/app/x_server.h"

using namespace Qt::StringLiterals;
using namespace astrolabe;

class StartsXvfbTest : public QObject {
  Q_OBJECT

  app::XServer m_x;
  QStringList m_english{u"--lang"_s, u"en"_s};

 private slots:
  void initTestCase() { QVERIFY2(m_x.start(), "Xvfb is missing: install the package xvfb"); }

  void A28_A77_aSecondStartOpensInTheFirst() {
    const QString one = m_x.home.filePath(u"one.astrolabe"_s), two = m_x.home.filePath(u"two.astrolabe"_s);
    plan::PlanFile file;
    file.plan = plan::sample_plan();
    QVERIFY(plan::write_plan(file, one.toStdString()));
    QVERIFY(plan::write_plan(file, two.toStdString()));
    QProcess first;
    m_x.start(first, m_english + QStringList{one});
    QTRY_COMPARE_WITH_TIMEOUT(m_x.windows(u"one.astrolabe"_s).size(), 1, 20'000);
    QProcess second;
    m_x.start(second, m_english + QStringList{two});
    QVERIFY(second.waitForFinished(10'000));
    QCOMPARE(second.exitCode(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(m_x.windows(u"two.astrolabe"_s).size(), 1, 10'000);
    QCOMPARE(m_x.windows(u"one.astrolabe"_s).size(), 1);
    QProcess third;  // the same file again: no second window for it
    m_x.start(third, m_english + QStringList{two});
    QVERIFY(third.waitForFinished(10'000));
    QTest::qWait(500);
    QCOMPARE(m_x.windows(u"two.astrolabe"_s).size(), 1);
    QCOMPARE(first.state(), QProcess::Running);
    first.kill();
    first.waitForFinished(3000);
  }

  void A24_aKilledProgramOffersTheWorkAgain() {
    const QString path = m_x.home.filePath(u"eu-cluster.astrolabe"_s);
    plan::PlanFile file;
    file.plan = plan::sample_plan();
    QVERIFY(plan::write_plan(file, path.toStdString()));
    QProcess first;
    m_x.start(first, m_english + QStringList{path});
    QStringList shown;
    QTRY_COMPARE_WITH_TIMEOUT((shown = m_x.windows(u"eu-cluster"_s)).size(), 1, 20'000);
    m_x.place(shown.front());
    QTest::qWait(1000);
    m_x.move({620, 190});  // empty canvas, above the tiles
    m_x.tool({u"click"_s, u"1"_s});
    m_x.key(u"ctrl+a"_s);
    m_x.key(u"ctrl+d"_s);  // two pools become four
    QTest::qWait(3000);
    first.kill();
    QVERIFY(first.waitForFinished(3000));
    const QDir copies(m_x.home.filePath(u"state/astrolabe/recovery"_s));
    QCOMPARE(copies.entryList({u"*.astrolabe"_s}).size(), 1);
    const QString copy = copies.filePath(copies.entryList({u"*.astrolabe"_s}).front());
    QCOMPARE(plan::read_plan(copy.toStdString())->plan.cluster.pools.size(), std::size_t(4));
    QCOMPARE(plan::read_plan(path.toStdString())->plan.cluster.pools.size(), std::size_t(2));

    QProcess second;
    m_x.start(second, m_english);
    QTRY_COMPARE_WITH_TIMEOUT((shown = m_x.windows(u"Astrolabe"_s)).size(), 1, 20'000);
    m_x.place(shown.front());
    QTest::qWait(1500);
    m_x.key(u"space"_s);  // Restore has the focus
    QTRY_COMPARE_WITH_TIMEOUT(m_x.windows(u"eu-cluster"_s).size(), 1, 10'000);
    m_x.key(u"ctrl+s"_s);
    QTRY_COMPARE_WITH_TIMEOUT(plan::read_plan(path.toStdString())->plan.cluster.pools.size(), std::size_t(4),
                              10'000);
    QTRY_VERIFY(copies.entryList({u"*.astrolabe"_s}).isEmpty());
    second.kill();
    second.waitForFinished(3000);
  }
};

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");  // of this process; the program gets the X server
  QCoreApplication application(argc, argv);
  StartsXvfbTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_starts_xvfb.moc"
