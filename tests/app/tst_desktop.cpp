// What the desktop is told of plans: the type of a saved file, found by what is in it.
#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include "core/plan/plan_file.h"
#include "tests/program/test_program.h"

namespace tst_desktop {

using namespace astrolabe;
using namespace Qt::StringLiterals;

class DesktopTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_home;

 private slots:
  void initTestCase() {
    const QString packages = m_home.filePath(u"mime/packages"_s);
    QVERIFY(QDir().mkpath(packages));
    QVERIFY(QFile::copy(u"" ASTROLABE_SOURCE_DIR "/packaging/linux/astrolabe-plan.xml"_s,
                        packages + u"/astrolabe-plan.xml"_s));
    qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
    qputenv("XDG_DATA_DIRS", m_home.path().toUtf8());
  }

  /// A plan is known by its bytes whatever its name says; another SQLite file and a text are none.
  void A79_aPlanIsKnownByItsBytes() {
    const QString type = u"application/vnd.astrolabe.plan+sqlite3"_s;
    const QMimeDatabase types;
    QVERIFY(types.mimeTypeForName(type).isValid());
    plan::PlanFile file;
    file.plan = plan::sample_plan();
    const QString plan = m_home.filePath(u"a.astrolabe"_s);
    QVERIFY(plan::write_plan(file, plan.toStdString()).has_value());
    QCOMPARE(types.mimeTypeForFile(plan).name(), type);
    const QString wrong = m_home.filePath(u"plan.unknown"_s);
    QVERIFY(QFile::copy(plan, wrong));
    QCOMPARE(types.mimeTypeForFile(wrong).name(), type);
    QCOMPARE(types.mimeTypeForFile(wrong, QMimeDatabase::MatchContent).name(), type);
    QFile other(wrong);
    QVERIFY(other.open(QIODevice::ReadWrite));
    QVERIFY(other.seek(68));
    other.write("ELSE");  // the application id of another program
    other.close();
    QVERIFY(types.mimeTypeForFile(wrong, QMimeDatabase::MatchContent).name() != type);
  }

  /// The entry opens files of that type with this program.
  void A79_theEntryNamesTheType() {
    const QSettings entry(u"" ASTROLABE_SOURCE_DIR "/packaging/linux/astrolabe.desktop"_s,
                          QSettings::IniFormat);
    QCOMPARE(entry.value(u"Desktop Entry/Exec"_s).toString(), u"astrolabe %F"_s);
    QFile text(entry.fileName());
    QVERIFY(text.open(QIODevice::ReadOnly));
    QVERIFY(text.readAll().contains("\nMimeType=application/vnd.astrolabe.plan+sqlite3;\n"));
  }
};

}  // namespace tst_desktop

ASTROLABE_TEST(tst_desktop, DesktopTest)
#include "tst_desktop.moc"
