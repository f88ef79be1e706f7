// ui/render/report_page: what stands on which page, read back with an outside program.
#include <QPageSize>
#include <QPdfWriter>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/program/test_program.h"
#include "ui/render/report_page.h"

namespace tst_report_pages {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

/// As reports are printed on: A4 to its edges, ten dots a point.
class A4Paper : public QPdfWriter {
 public:
  explicit A4Paper(const QString& path) : QPdfWriter(path) {
    setResolution(720);
    setPageSize(QPageSize(QPageSize::A4));
    setPageMargins(QMarginsF(0, 0, 0, 0));
  }
};

class TestReportPages : public QObject {
  Q_OBJECT

  static QStringList pagesOf(const QString& pdf) {
    QProcess process;
    process.start(u"pdftotext"_s, {u"-layout"_s, pdf, u"-"_s});
    process.waitForFinished(30000);
    return QString::fromUtf8(process.readAllStandardOutput()).split(u'\f');
  }

 private slots:
  /// A table of three pages: its headings stand on each, and the lines of a row stay together.
  void A58_longTablesRepeatTheirHeading() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"table.pdf"_s);
    constexpr int kRows = 150;
    {
      A4Paper paper(path);
      ReportPage page(paper, 0, u"left"_s, u"right"_s, u"foot"_s);
      std::vector<QStringList> rows;
      rows.reserve(kRows);
      for (int row = 0; row < kRows; ++row)
        rows.push_back(
            {u"entry%1"_s.arg(row), u"word "_s.repeated(row % 3 == 0 ? 30 : 3) + u"last%1"_s.arg(row)});
      page.table(u"A long table."_s, {{u"Heading"_s, 1}, {u"Second"_s, 2}}, rows);
      QVERIFY(page.pages() > 3);
    }
    const QStringList pages = pagesOf(path);
    int rows = 0;
    for (const QString& page : pages) {
      if (page.trimmed().isEmpty()) continue;
      QVERIFY(page.contains(u"Heading"_s) && page.contains(u"Second"_s));
      static const QRegularExpression first(u"entry(\\d+)"_s);
      for (const QRegularExpressionMatch& row : first.globalMatch(page)) {
        QVERIFY2(page.contains(u"last"_s + row.captured(1)), qPrintable(row.captured(1)));
        ++rows;
      }
    }
    QCOMPARE(rows, kRows);
  }

  /// Wherever on a page a heading falls, what it heads begins below it: here rows that are taller than what
  /// every heading keeps with it.
  void aHeadingStandsWithWhatItHeads() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"headings.pdf"_s);
    constexpr int kSections = 40;
    {
      A4Paper paper(path);
      ReportPage page(paper, 0, u"left"_s, u"right"_s, u"foot"_s);
      for (int section = 0; section < kSections; ++section) {
        for (int line = 0; line < section % 13; ++line) page.paragraph(u"A line."_s);
        page.heading(u"Section%1"_s.arg(section));
        page.paragraph({});
        page.table(u"A table."_s, {{u"Heading"_s, 1}, {u"Second"_s, 2}},
                   {QStringList{u"entry%1"_s.arg(section), u"word "_s.repeated(150)}});
      }
      QVERIFY(page.pages() > kSections / 4);
    }
    int headings = 0;
    for (const QString& page : pagesOf(path)) {
      static const QRegularExpression heading(u"Section(\\d+)"_s);
      for (const QRegularExpressionMatch& found : heading.globalMatch(page)) {
        const QRegularExpression entry(u"entry%1\\b"_s.arg(found.captured(1)));
        QVERIFY2(page.contains(entry), qPrintable(found.captured(0)));
        ++headings;
      }
    }
    QCOMPARE(headings, kSections);
  }
};

}  // namespace tst_report_pages

ASTROLABE_TEST(tst_report_pages, TestReportPages)
#include "tst_report_pages.moc"
