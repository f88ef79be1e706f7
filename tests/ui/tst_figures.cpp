// Plots and the cluster as files: vectors that are well formed, pictures of the asked size; the report on
// paper.
#include <QBuffer>
#include <QPdfWriter>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QToolButton>
#include <QXmlStreamReader>
#include <QtTest>

#include "live_results.h"
#include "program_desk.h"
#include "tests/program/test_program.h"
#include "ui/canvas/cluster_scene.h"
#include "ui/render/figure_file.h"
#include "ui/render/report.h"
#include "ui/render/theme.h"
#include "ui/results/results_panel.h"

namespace tst_figures {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestFigures : public QObject {
  Q_OBJECT

  /// Names of the elements; a verdict on the form and on links that leave the file.
  static QStringList elements(const QByteArray& svg, QString* wrong) {
    QStringList names;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd())
      if (xml.readNext() == QXmlStreamReader::StartElement) {
        names << xml.name().toString();
        for (const QXmlStreamAttribute& attribute : xml.attributes())
          if (attribute.name() == "href"_L1 && !attribute.value().startsWith(u"data:"_s) &&
              !attribute.value().startsWith(u'#'))
            *wrong = u"link to "_s + attribute.value().toString();
      }
    if (xml.hasError()) *wrong = xml.errorString();
    return names;
  }

 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QVERIFY(m_live.search());
    m_panel = std::make_unique<ResultsPanel>(m_live.document, m_live.bridge, m_live.selection);
    m_panel->resize(1200, 420);
    m_panel->show();
    QTRY_VERIFY(m_panel->tabs().isVisible());
  }
  void cleanupTestCase() { m_panel.reset(); }

  /// The ranking and the log are text; Pareto, timeline and breakdown are drawings, sensitivity, scale and
  /// program are when they are worked out, why where there is a difference to draw: not of the best;
  /// re-planning where a layout is said to run.
  void viewsThatAreFigures() {
    QList<bool> figures;
    for (int tab = 0; tab < m_panel->tabs().count(); ++tab) {
      m_panel->tabs().setCurrentIndex(tab);
      figures << m_panel->currentFigure().has_value();
      for (const QToolButton* copy : m_panel->findChildren<QToolButton*>())
        if (copy->isVisible() && copy->objectName().endsWith(u".copyFigure"_s))
          QCOMPARE(copy->isEnabled(), figures.back());
    }
    QCOMPARE(figures,
             (QList<bool>{false, true, true, true, false, false, false, false, false, false, false}));
  }

  void A41_figures_data() {
    QTest::addColumn<int>("tab");
    QTest::newRow("Pareto") << 1;
    QTest::newRow("timeline") << 2;
    QTest::newRow("breakdown") << 3;
    QTest::newRow("why") << 4;
    QTest::newRow("cluster") << -1;
  }

  /// A41: SVG well formed and whole, PDF of the same size, PNG of size times scale, on white in the dark
  /// theme too.
  void A41_figures() {
    QFETCH(int, tab);
    ClusterScene scene(m_live.document);
    if (tab >= 0) m_panel->tabs().setCurrentIndex(tab);
    m_live.selection.select(4);  // its difference to the best can be drawn
    if (tab >= 0) QTRY_VERIFY_WITH_TIMEOUT(m_panel->currentFigure(), kPatienceMs);
    const Figure figure = tab >= 0 ? *m_panel->currentFigure() : scene.figure();
    QVERIFY(!figure.size.isEmpty());
    QString wrong;
    const QByteArray svg = svgOf(figure);
    const QStringList names = elements(svg, &wrong);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    QCOMPARE(names.front(), u"svg"_s);
    QVERIFY(names.contains(u"text"_s));
    QVERIFY(names.count(u"path"_s) + names.count(u"polyline"_s) + names.count(u"rect"_s) > 10);

    QTemporaryDir folder;
    const QString png = folder.filePath(u"figure.png"_s), pdf = folder.filePath(u"figure.pdf"_s);
    QVERIFY(writeFigure(figure, png, {3.0, false}).has_value());
    const QImage image(png);
    QCOMPARE(image.size(), figure.size * 3);
    QCOMPARE(image.pixelColor(image.width() - 2, image.height() - 2), QColor(Qt::white));
    // Axes alone are grey: something stands between them.
    int coloured = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) coloured += image.pixelColor(x, y).hsvSaturation() > 60 ? 1 : 0;
    if (tab >= 0) QVERIFY2(coloured > 300, qPrintable(QString::number(coloured)));
    QVERIFY(writeFigure(figure, pdf).has_value());
    QFile file(pdf);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.startsWith("%PDF-1."));
    const QRegularExpressionMatch box =
        QRegularExpression(u"/MediaBox \\[0 0 ([\\d.]+) ([\\d.]+)\\]"_s).match(QString::fromLatin1(bytes));
    QVERIFY(box.hasMatch());
    // 96 design pixels are 72 points.
    QVERIFY(qAbs(box.captured(1).toDouble() - figure.size.width() * 0.75) < 1.0);
    QVERIFY(qAbs(box.captured(2).toDouble() - figure.size.height() * 0.75) < 1.0);
  }

  /// A41: the words of every view's drawing can be searched for in its PDF: all that its SVG holds as text.
  void A41_wordsAreText() {
    QVERIFY2(!QStandardPaths::findExecutable(u"pdftotext"_s).isEmpty(), "poppler-utils is not installed");
    Ranked desk;  // its model is small, so that there is a program, too
    QVERIFY(desk.wait());
    desk.panel.resize(1200, 420);
    desk.panel.show();
    desk.selection.select(4);
    QTemporaryDir folder;
    const auto joined = [](QString text) {  // neither ligatures nor where lines break
      return text.normalized(QString::NormalizationForm_KC).remove(QRegularExpression(u"\\s"_s));
    };
    for (const int tab : {1, 2, 3, 4, 5, 6}) {  // Pareto, timeline, breakdown, why, sensitivity, program
      desk.panel.tabs().setCurrentIndex(tab);
      const QString title = desk.panel.tabs().tabText(tab);
      QVERIFY2(QTest::qWaitFor([&] { return desk.panel.currentFigure().has_value(); }, kPatienceMs),
               qPrintable(title));
      const Figure figure = *desk.panel.currentFigure();
      const QString pdf = folder.filePath(u"%1.pdf"_s.arg(tab));
      QVERIFY(writeFigure(figure, pdf).has_value());
      QProcess reader;
      reader.start(u"pdftotext"_s, {pdf, u"-"_s});
      QVERIFY(reader.waitForFinished(kPatienceMs));
      const QString found = joined(QString::fromUtf8(reader.readAllStandardOutput()));
      QSet<QString> words;
      QXmlStreamReader svg(svgOf(figure));
      while (!svg.atEnd())
        if (svg.readNext() == QXmlStreamReader::StartElement && svg.name() == "text"_L1)
          for (const QString& word : svg.readElementText().split(QRegularExpression(u"[^A-Za-z]+"_s)))
            if (word.size() >= 4) words << word;
      QVERIFY2(words.size() > 3, qPrintable(title));
      for (const QString& word : words)
        QVERIFY2(found.contains(joined(word)), qPrintable(title + u": "_s + word + u" in "_s + found));
    }
  }

  /// A69, the figures: drawn from a dark window they are the same as from a light one.
  void A69_figuresStayWhite() {
    ClusterScene scene(m_live.document);
    for (int tab = 0; tab <= 3; ++tab) {
      const auto draw = [&] {
        if (tab == 0) return svgOf(scene.figure());
        m_panel->tabs().setCurrentIndex(tab);
        return svgOf(*m_panel->currentFigure());
      };
      setCurrentTheme(ThemeKind::Light);
      const QByteArray light = draw();
      setCurrentTheme(ThemeKind::Dark);
      const QByteArray dark = draw();
      setCurrentTheme(ThemeKind::Light);
      QVERIFY2(light == dark, qPrintable(u"figure %1"_s.arg(tab)));
    }
  }

  void otherEndingsAreRefused() {
    m_panel->tabs().setCurrentIndex(1);
    const auto written = writeFigure(*m_panel->currentFigure(), u"figure.bmp"_s);
    QVERIFY(!written.has_value());
    QCOMPARE(written.error().code, std::string("AST-F404"));
    QVERIFY(!QFile::exists(u"figure.bmp"_s));
  }

  /// Paper of any resolution gets as many pages as the PDF, and goodput is among them.
  void printsLikeThePdf() {
    const plan::SnapshotPtr snapshot = m_live.bridge.snapshot();
    const auto winner = detail(*snapshot->problem, snapshot->best.front().strategy);
    QVERIFY(winner.has_value());
    QList<qsizetype> pages;
    for (const int resolution : {720, 1200}) {
      QByteArray bytes;
      QBuffer buffer(&bytes);
      buffer.open(QIODevice::WriteOnly);
      {
        QPdfWriter paper(&buffer);
        paper.setResolution(resolution);
        printReport({*snapshot, m_live.document.plan(), *winner, m_live.document.catalogue()}, {}, paper);
      }
      pages << bytes.count("/Type /Page\n");
    }
    QVERIFY(pages[0] > 2);
    QCOMPARE(pages[1], pages[0]);
  }

 private:
  LiveResults m_live;
  std::unique_ptr<ResultsPanel> m_panel;
};

}  // namespace tst_figures

ASTROLABE_TEST(tst_figures, TestFigures)
#include "tst_figures.moc"
