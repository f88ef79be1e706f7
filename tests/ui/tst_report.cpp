// ui/render/report: the sample's report as a PDF, read back with outside programs.
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include "ui/render/report.h"
#include "ui/render/time_axis.h"

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestReport : public QObject {
  Q_OBJECT

  static QString output(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    process.waitForFinished(30000);
    return QString::fromUtf8(process.readAllStandardOutput());
  }

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  void sample() {
    const plan::Plan plan = plan::sample_plan();
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    QVERIFY(problem.has_value());
    const plan::SnapshotPtr snapshot = run_search(*problem, {});
    QVERIFY(!snapshot->best.empty());
    const auto winner = detail(*problem, snapshot->best.front().strategy);
    QVERIFY(winner.has_value());
    QTemporaryDir folder;
    ReportOptions options;
    options.created = QDateTime(QDate(2026, 11, 21), QTime(12, 0), Qt::UTC);
    const QString first = folder.filePath(u"a.pdf"_s), second = folder.filePath(u"b.pdf"_s);
    QVERIFY(
        writeReport(*snapshot, plan, *winner, hardware::Catalogue::built_in(), options, first).has_value());
    QVERIFY(
        writeReport(*snapshot, plan, *winner, hardware::Catalogue::built_in(), options, second).has_value());
    QFile a(first), b(second);
    QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
    QVERIFY(a.readAll() == b.readAll());
    if (qEnvironmentVariableIsSet("ASTROLABE_KEEP"))
      QFile::copy(first, qEnvironmentVariable("ASTROLABE_KEEP"));

    QVERIFY2(!QStandardPaths::findExecutable(u"pdftotext"_s).isEmpty(), "poppler-utils is not installed");
    const QString text = output(u"pdftotext"_s, {u"-layout"_s, first, u"-"_s});
    for (const QString& part :
         {u"What was asked"_s, u"The cluster"_s, u"Winner and runners-up"_s, u"The strategy in words"_s,
          u"One step, stage by stage"_s, u"Where time, memory and money go"_s, u"Assumed values"_s,
          u"Method"_s, u"Data sources"_s, u"Page 1 of "_s, u"Page 3 of "_s})
      QVERIFY2(text.contains(part), qPrintable(part));
    QVERIFY(!text.contains(u"%1"_s));
    // Figures are vectors: two lines of heading and no image.
    QCOMPARE(output(u"pdfimages"_s, {u"-list"_s, first}).trimmed().count(u'\n'), 1);
    const QStringList fonts = output(u"pdffonts"_s, {first}).trimmed().split(u'\n').mid(2);
    QVERIFY(!fonts.isEmpty());
    for (const QString& font : fonts) QVERIFY2(font.contains(u" yes "_s), qPrintable(font));  // embedded
  }

  /// 10 s on 1000 px with [2, 6) folded to 100 px: (1000 - 100) / (10 - 4) = 150 px a second.
  void axis() {
    const TimeAxis axis{0.0, 1000.0, 0.0, 10.0, 2.0, 6.0, 100.0};
    QCOMPARE(axis.scale(), 150.0);
    QCOMPARE(axis.xOf(2.0), 300.0);
    QCOMPARE(axis.xOf(4.0), 350.0);  // halfway through the fold
    QCOMPARE(axis.xOf(6.0), 400.0);
    QCOMPARE(axis.xOf(10.0), 1000.0);
    QCOMPARE(axis.secondsAt(700.0), 8.0);
  }
};

QTEST_MAIN(TestReport)
#include "tst_report.moc"
