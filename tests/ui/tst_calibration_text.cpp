// ui/render: when and from what a plan's own constants were made, in words, at a figure and in the report.
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "core/engine.h"
#include "core/plan/samples.h"
#include "reported_sample.h"
#include "tests/program/test_program.h"
#include "ui/render/calibration_text.h"
#include "ui/render/report.h"
#include "ui/render/worked_figure.h"

namespace tst_calibration_text {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

calibration::Calibration made(const char* date, const char* source) {
  calibration::Calibration calibration;
  calibration.gpus = {"h100-sxm", "a100-sxm-80"};
  calibration.runs = 3;
  calibration.median_abs_error_before = 0.12;
  calibration.median_abs_error_after = 0.04;
  calibration.date = date;
  calibration.source = source;
  return calibration;
}

std::string kept(const char* date, const char* source) {
  return calibration::to_json(made(date, source)).dump();
}

}  // namespace

class TestCalibrationText : public QObject, ReportedSample {
  Q_OBJECT

  /// The report as a web page with its white space made one.
  QString report() const {
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"page.html"_s);
    const auto written = writeReport({*m_snapshot, m_plan, *m_winner, hardware::Catalogue::built_in()},
                                     ReportOptions(), path, ReportForm::html);
    QFile file(path);
    return written && file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).simplified()
                                                     : QString();
  }
  /// The cells that follow one with these words, of all tables.
  static QStringList cellsBehind(const QString& page, const QString& words) {
    static const QRegularExpression cell(u"<t[dh](?: [^>]*)?>(.*?)</t[dh]>"_s);
    QStringList cells;
    for (const auto& match : cell.globalMatch(page)) cells << match.captured(1).simplified();
    const qsizetype at = cells.indexOf(words);
    return at < 0 ? QStringList() : cells.mid(at + 1, 2);
  }

 private slots:
  void initTestCase() { search(); }

  void whatIsNotKnownIsSaid() {
    QCOMPARE(calibrationText(made("2026-11-20", "runs.csv")), u"calibrated on 2026-11-20 from runs.csv"_s);
    QCOMPARE(calibrationText(made("2026-11-20", "")), u"calibrated on 2026-11-20"_s);
    QCOMPARE(calibrationText(made("", "runs.csv")), u"calibrated from runs.csv, date not known"_s);
    QCOMPARE(calibrationText(kept("", "")), u"calibrated, date not known"_s);
    QCOMPARE(calibrationText(std::string("no calibration")), u"calibrated, date not known"_s);
  }

  /// The step's constants are cited with their day and file, the shipped ones as before.
  void atTheFigureThatRestsOnThem() {
    const auto constants = [&](const plan::Plan& asked) {
      const WorkedFigure step =
          workOut(KeyFigure::Step, m_winner->evaluation, *m_snapshot, asked, hardware::Catalogue::built_in());
      for (const FormulaInput& input : step.inputs)
        if (input.name == u"Constants of the cost model"_s) return input;
      return FormulaInput{};
    };
    QVERIFY(constants(m_plan).source.contains(u"published"_s));
    QVERIFY(!constants(m_plan).source.contains(u"calibrated"_s));
    plan::Plan own = m_plan;
    own.calibration = kept("2026-11-20", "runs.csv");
    QCOMPARE(constants(own).source, u"calibrated on 2026-11-20 from runs.csv; kept in this plan"_s);
    QCOMPARE(constants(own).origin, FormulaInput::Origin::Stated);
    QVERIFY(constants(own).value.startsWith(u'3'));
    own.calibration = kept("", "");
    QCOMPARE(constants(own).source, u"calibrated, date not known; kept in this plan"_s);
  }

  void inTheReport() {
    const QString name = u"Constants of the model"_s;
    QVERIFY(!report().isEmpty() && !report().contains(u"calibrated"_s));
    QCOMPARE(cellsBehind(report(), name), QStringList());
    m_plan.calibration = kept("2026-11-20", "runs.csv");
    const QString dated = report();
    QVERIFY(dated.contains(u"calibrated on 2026-11-20 from runs.csv: fitted to 3 "_s));
    QCOMPARE(cellsBehind(dated, name), (QStringList{u"runs.csv"_s, u"2026-11-20"_s}));
    m_plan.calibration = kept("", "");
    const QString undated = report();
    QVERIFY(undated.contains(u"calibrated, date not known: fitted to 3 "_s));
    QCOMPARE(cellsBehind(undated, name), (QStringList{u"runs of your own"_s, u"date not known"_s}));
    m_plan.calibration.clear();
  }
};

}  // namespace tst_calibration_text

ASTROLABE_TEST(tst_calibration_text, TestCalibrationText)
#include "tst_calibration_text.moc"
