// ui/render/report: one report as pages, as a web page and as Markdown, read back and compared.
#include <QBuffer>
#include <QDir>
#include <QImage>
#include <QPdfWriter>
#include <QProcess>
#include <QRegularExpression>
#include <QUrl>
#include <QXmlStreamReader>
#include <QtTest>
#include <algorithm>

#include "core/plan/samples.h"
#include "tests/program/test_program.h"
#include "ui/render/chosen_because.h"
#include "ui/render/gpu_condition.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/report.h"
#include "ui/render/report_cluster.h"
#include "ui/render/sensitivity_words.h"
#include "written_report.h"

namespace tst_report_forms {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using namespace read_report;

class TestReportForms : public QObject, WrittenReport {
  Q_OBJECT

  QString pdfText(const QString& name) const {
    QProcess process;
    process.start(u"pdftotext"_s, {u"-raw"_s, m_folder.filePath(name), u"-"_s});
    process.waitForFinished(30000);
    QString text = QString::fromUtf8(process.readAllStandardOutput());
    for (const auto& [ligature, letters] : {std::pair(u"\ufb00"_s, u"ff"_s),
                                            {u"\ufb01"_s, u"fi"_s},
                                            {u"\ufb02"_s, u"fl"_s},
                                            {u"\ufb03"_s, u"ffi"_s},
                                            {u"\ufb04"_s, u"ffl"_s}})
      text.replace(ligature, letters);
    return text;
  }

 private slots:
  void initTestCase() {
    m_plan.name = "Plan <A> & \"B\" | 1";
    SearchOptions asked;
    asked.seed = 7;
    search(asked);
    for (const char* name : {"a.pdf", "a.html", "b.html", "my plan.md"})
      QVERIFY(write(QString::fromLatin1(name), options()).has_value());
  }

  void formsByTheirEndings() {
    QCOMPARE(reportForm(u"a.b/x.PDF"_s), ReportForm::pdf);
    QCOMPARE(reportForm(u"x"_s), ReportForm::pdf);
    QCOMPARE(reportForm(u"x.html"_s), ReportForm::html);
    QCOMPARE(reportForm(u"x.HTM"_s), ReportForm::html);
    QCOMPARE(reportForm(u"x.md"_s), ReportForm::markdown);
    QCOMPARE(reportForm(u"x.markdown"_s), ReportForm::markdown);
  }

  /// The web page is well-formed, fetches nothing, and says at its head and foot what the pages say there.
  void webPage() {
    const QByteArray bytes = contentOf(m_folder.filePath(u"a.html"_s));
    QVERIFY(bytes == contentOf(m_folder.filePath(u"b.html"_s)));
    const Read read = readHtml(bytes);
    QVERIFY2(read.error.isEmpty(), qPrintable(read.error));
    QCOMPARE(read.language, QLocale().bcp47Name());
    QCOMPARE(read.direction, u"ltr"_s);
    QCOMPARE(read.title, QString::fromStdString(m_plan.name));
    QCOMPARE(read.author, u"A. Planner & <Sons>"_s);
    QVERIFY2(read.foot.contains(u"seed 7"_s), qPrintable(read.foot));
    QVERIFY(
        read.foot.contains(u"catalogue "_s + QString::fromStdString(hardware::Catalogue::built_in().date())));
    QCOMPARE(read.contents, read.headings);
    QVERIFY(read.drawings >= 4);
    static const QRegularExpression outside(u"\\b(?:href|src)=\"(?!#|data:)|url\\((?!#)|@import|<script"_s);
    const auto found = outside.match(QString::fromUtf8(bytes));
    QVERIFY2(!found.hasMatch(), qPrintable(found.captured(0)));
    // Every name is there once: drawings do not share theirs.
    static const QRegularExpression named(u"\\bid=\"([^\"]+)\""_s);
    QStringList names;
    for (const auto& match : named.globalMatch(QString::fromUtf8(bytes))) names << match.captured(1);
    QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
  }

  /// Sections in the order of the pages, captions and numbers that stand there, too.
  void sameSectionsAndNumbersAsThePages() {
    const Read read = readHtml(contentOf(m_folder.filePath(u"a.html"_s)));
    const QString pages = pdfText(u"a.pdf"_s);
    const QString words = pages.simplified();
    qsizetype at = 0;
    for (const QString& heading : read.headings) {
      const qsizetype next = words.indexOf(heading, at);
      QVERIFY2(next >= at, qPrintable(heading));
      at = next;
    }
    for (const char* part : {"What was asked", "The cluster", "Winner and runners-up", "Why not another",
                             "Where time, memory and money go", "Assumed values", "Method", "Data sources",
                             "Constants of the model"})
      QVERIFY2(read.headings.contains(QLatin1StringView(part)), part);
    QString close = pages;
    close.remove(QRegularExpression(u"\\s"_s));
    for (const QString& caption : read.captions)
      QVERIFY2(words.contains(caption.section(u' ', 0, 4)), qPrintable(caption));
    QVERIFY(read.numbers.size() > 40);
    for (const QString& number : read.numbers)
      QVERIFY2(close.contains(QString(number).remove(QRegularExpression(u"\\s"_s))), qPrintable(number));
    for (std::size_t i = 0; i < m_snapshot->best.size() && i <= 8; ++i)
      QVERIFY(read.numbers.contains(wholeText(m_snapshot->best[i].tokens_per_second)));
  }

  /// Markdown holds the tables of the web page, cell by cell, and a file for each drawing.
  void markdown() {
    const Read page = readHtml(contentOf(m_folder.filePath(u"a.html"_s)));
    const QString text = QString::fromUtf8(contentOf(m_folder.filePath(u"my plan.md"_s)));
    QVERIFY(text.startsWith(u"# Plan \\<A\\> \\& \"B\" \\| 1\n"_s));
    QVERIFY(text.contains(u"> \\- Prices hold \\| until \\*March\\*."_s));
    QStringList cells, headings;
    qsizetype columns = 0;
    bool captioned = false;
    static const QRegularExpression rule(u"^(\\| ---:? )+\\|$"_s), escaped(u"\\\\(.)"_s);
    for (const QString& line : text.split(u'\n')) {
      if (line.startsWith(u"## "_s)) headings << line.mid(3).replace(escaped, u"\\1"_s).simplified();
      if (line.startsWith(u"**Table "_s)) captioned = true;
      if (!line.startsWith(u'|')) {
        if (columns > 0) captioned = false;
        columns = 0;
        continue;
      }
      const QStringList row = cellsOf(line);
      if (columns == 0) columns = row.size();
      QVERIFY2(row.size() == columns, qPrintable(line));
      if (captioned && !rule.match(line).hasMatch()) cells << row;
    }
    QCOMPARE(headings, page.headings);
    QCOMPARE(cells, page.cells);
    // What was assumed, then its value with its unit, then why: as on the slide and on the command line.
    const qsizetype assumed = cells.indexOf(u"Assumed"_s);
    QCOMPARE(cells.mid(assumed, 3), (QStringList{u"Assumed"_s, u"Value"_s, u"Why"_s}));
    const qsizetype restart = cells.indexOf(u"Restart time after a failure"_s);
    QVERIFY(restart > assumed);
    QCOMPARE(cells.mid(restart + 1, 2),
             (QStringList{u"600 s"_s, u"noticing a failure, replacing the node, starting again"_s}));
    static const QRegularExpression picture(u"!\\[[^\\]]*\\]\\(([^)]+)\\)"_s);
    int drawings = 0;
    for (const auto& match : picture.globalMatch(text)) {
      ++drawings;
      const QString path = QUrl::fromPercentEncoding(match.captured(1).toLatin1());
      QCOMPARE(path, u"my plan-figures/figure-%1.svg"_s.arg(drawings));
      QXmlStreamReader drawing(contentOf(m_folder.filePath(path)));
      QVERIFY(drawing.readNextStartElement());
      QCOMPARE(drawing.name(), u"svg"_s);
      while (!drawing.atEnd()) drawing.readNext();
      QVERIFY2(!drawing.hasError(), qPrintable(drawing.errorString()));
    }
    QCOMPARE(drawings, page.drawings);
  }

  /// Where the text cannot be written no drawing is left, nor an empty folder.
  void allFilesOrNone() {
    QVERIFY(QDir(m_folder.path()).mkdir(u"taken.md"_s));
    const auto written = write(u"taken.md"_s, options());
    QVERIFY(!written.has_value());
    QCOMPARE(written.error().code, std::string("AST-F404"));
    QVERIFY(!QDir(m_folder.path()).exists(u"taken-figures"_s));
  }

  /// Everything that was asked is told, with who said it; of the costs what the basis uses.
  void whatWasAsked() {
    plan::Plan plan = m_plan;
    plan.cluster.choose = hardware::Choose{{{"a100", 16}}, 40};
    strategy::Job& job = plan.job;
    job.limits.usd_per_hour = 500.0;
    job.limits.usd_per_trillion_tokens = 5e6;
    job.allowed["tensor_parallel"] = {"4", "8"};
    job.allowed["schedule"] = {"1f1b"};
    job.rules = "mine: reject if $micro_batch > 4";
    job.cost.basis = hardware::CostBasis::buy;
    job.cost.years = 3.0;
    job.stated.insert(job.stated.end(), {"cost.basis", "cost.years"});
    plan.objective = strategy::Objective::throughput;
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    QVERIFY(problem.has_value());
    plan::Snapshot snapshot = *m_snapshot;
    snapshot.problem = std::make_shared<const strategy::Problem>(*problem);
    const auto cells = [&] {
      const QString path = m_folder.filePath(u"asked.html"_s);
      const auto written = writeReport({snapshot, plan, *m_winner, hardware::Catalogue::built_in()},
                                       options(), path, ReportForm::html);
      return written ? readHtml(contentOf(path)).cells : QStringList();
    };
    QStringList found = cells();
    const auto has = [&](const QStringList& row) {
      for (qsizetype i = 0; i + row.size() <= found.size(); ++i)
        if (found.mid(i, row.size()) == row) return true;
      return false;
    };
    const QString unstated = u"not stated: the usual value"_s;
    for (const QStringList& row :
         {QStringList{u"Goal"_s, u"Highest speed"_s, u"stated"_s},
          {u"Cost of an hour"_s, moneyText(500.0).simplified() + u"/h"_s, u"limit"_s},
          {u"Cost of 10¹² tokens"_s, moneyText(5e6).simplified() + u"/1T tokens"_s, u"limit"_s},
          {u"GPUs of h100"_s, u"at most 32"_s, u"limit"_s},
          {u"GPUs of a100"_s, u"at most 16"_s, u"limit"_s},
          {u"GPUs in all"_s, u"at most 40"_s, u"limit"_s},
          {u"Cost basis"_s, u"buy"_s, u"stated"_s},
          {u"Service life"_s, significantText(3.0).simplified(), u"stated"_s},
          {u"tensor_parallel"_s, u"4, 8"_s, u"allowed"_s},
          {u"schedule"_s, u"1f1b"_s, u"fixed"_s},
          {u"mine"_s, u"reject if $micro_batch > 4"_s},
          // What nobody stated, of this basis.
          {u"Residual value"_s, percentText(0.1, 0).simplified(), unstated},
          {u"PUE (facility power ÷ IT power)"_s, significantText(1.3).simplified(), unstated},
          {u"Idle GPUs are charged"_s, u"no"_s, unstated}})
      QVERIFY2(has(row), qPrintable(row.join(u" | "_s)));
    // Each once: as stated or as assumed.
    for (const QString& once : {u"Service life"_s, u"Cost basis"_s, u"Residual value"_s})
      QVERIFY2(found.count(once) == 1, qPrintable(once));
    QVERIFY(!found.contains(u"Commitment"_s));
    // Rented, every GPU used: the commitment is assumed, and nothing of a purchase is told.
    plan = m_plan;
    snapshot = *m_snapshot;
    found = cells();
    QVERIFY(has({u"GPUs of h100"_s, u"exactly 32"_s, u"limit"_s}));
    QVERIFY(has({u"Cost basis"_s, u"rent"_s, u"assumed"_s}));
    QVERIFY(has({u"Commitment"_s, u"on demand"_s, unstated}));
    for (const QString& other : {u"Service life"_s, u"PUE (facility power ÷ IT power)"_s,
                                 u"Idle GPUs are charged"_s, u"job.cost.commitment"_s})
      QVERIFY2(!found.contains(other), qPrintable(other));
    // Of 4 nodes one has a failed GPU: 31 of 32 GPUs work, as marks leave them and no limit does, whatever
    // each strategy takes of them.
    plan.cluster.pools[0].failed = {{1, 3}};
    QCOMPARE(plan.cluster.pools[0].id, std::string("h100"));
    const auto marked = plan::make_problem(plan, hardware::Catalogue::built_in());
    QVERIFY(marked.has_value());
    snapshot.problem = std::make_shared<const strategy::Problem>(*marked);
    found = cells();
    QVERIFY(has({u"GPUs of h100"_s, u"up to 31 of 32 (1 failed)"_s, u"stated"_s}));
    QVERIFY(contentOf(m_folder.filePath(u"asked.html"_s)).contains("32 H100 (1 failed) + 32 A100"));
    QVERIFY(std::any_of(found.begin(), found.end(), [](const QString& cell) {
      return cell.startsWith(u"4 × 8 "_s) && cell.endsWith(u" · 1 failed"_s);
    }));
  }

  /// Nodes with marks are drawn before others: of 40 nodes node 7 and 33 with the first others, in a row of
  /// four; of many marks three rows. A node that failed has no sound GPU, and a mark of the GPU alone is its.
  void theClusterShowsMarks() {
    hardware::Pool pool;
    pool.nodes = 40;
    pool.gpus_per_node = 4;
    QCOMPARE(shownNodes(pool, 4), (std::vector<int>{0, 1, 2, 3}));
    pool.slow = {{7, 2, 1.5}, {33, {}, 1.0, 2.0}};
    pool.failed = {{33, 1}};
    QCOMPARE(markedNodes(pool), (std::vector<int>{7, 33}));
    QCOMPARE(shownNodes(pool, 4), (std::vector<int>{0, 1, 7, 33}));
    using C = GpuCondition;
    QVERIFY(conditionsOf(pool, 7) == (std::vector<C>{C::Sound, C::Sound, C::Slow, C::Sound}));
    QVERIFY(conditionsOf(pool, 33) == (std::vector<C>{C::Slow, C::Failed, C::Slow, C::Slow}));
    QVERIFY(conditionsOf(pool, 0) == std::vector<C>(4, C::Sound));
    for (int node = 10; node < 30; ++node) pool.failed.push_back({node, {}});
    QCOMPARE(shownNodes(pool, 4).size(), std::size_t{12});
    QCOMPARE(shownNodes(pool, 4).front(), 7);
    pool = {};
    pool.nodes = 2;
    pool.gpus_per_node = 8;
    QCOMPARE(shownNodes(pool, 4), (std::vector<int>{0, 1}));
  }

  /// The sentences of the Why view stand in the report.
  void whyItWon() {
    const Read read = written("why.html", options());
    QVERIFY(read.headings.contains(u"Why it won"_s));
    const auto reasons = chosenBecause(*m_snapshot);
    QVERIFY(reasons.size() >= 3);
    for (const Reason& reason : reasons) {
      const QString sentence = plainReason(reason).simplified();
      QVERIFY2(read.paragraphs.contains(sentence), qPrintable(sentence));
    }
    // Settings of before do not name it, nor what would change the answer; those of nobody have both.
    const ReportSettings before = reportSettings(R"({"parts": ["summary", "strategies"]})");
    QVERIFY(!before.has(ReportPart::why) && !before.has(ReportPart::sensitivity));
    QVERIFY(reportSettings({}).has(ReportPart::why) && reportSettings({}).has(ReportPart::sensitivity));
  }

  /// What would change the answer is told where it was worked out; each figure is that of the strategy
  /// predicted anew with the value moved.
  void whatWouldChangeTheAnswer() {
    const QString heading = u"What would change the answer"_s;
    QVERIFY(!written("without.html", options()).headings.contains(heading));
    ReportOptions known = options();
    known.sensitivity = sensitivity(*m_snapshot, metricOf(*m_snapshot), kReportChange);
    QVERIFY(known.sensitivity->metric == plan::Metric::tokens_per_second);
    const Read read = written("sensitivity.html", known);
    QVERIFY(read.headings.contains(heading));
    int rows = 0;
    for (const plan::Swing& swing : known.sensitivity->swings) {
      const qsizetype at = read.cells.indexOf(leverName(swing.lever, *m_snapshot->problem));
      if (at < 0) {
        QVERIFY(swing.low == known.sensitivity->base && swing.high == known.sensitivity->base);
        continue;
      }
      ++rows;
      const auto there = detail(plan::with_lever(*m_snapshot->problem, swing.lever, swing.low_value),
                                m_snapshot->best.front().strategy);
      QVERIFY(there.has_value());
      QCOMPARE(read.cells[at + 2], leverText(swing.lever, 0.9 * swing.value).simplified());
      QCOMPARE(read.cells[at + 3], significantText(there->evaluation.tokens_per_second).simplified());
    }
    QVERIFY(rows >= 2);
    for (const QString& sentence : sensitivitySentences(*known.sensitivity, *m_snapshot->problem))
      QVERIFY2(read.paragraphs.contains(sentence.simplified()), qPrintable(sentence));
  }

  /// Nobody chose a paper: that of the place. What was chosen is kept.
  void paperOfThePlace() {
    for (const QLocale::Territory place : {QLocale::UnitedStates, QLocale::Canada, QLocale::Mexico})
      QVERIFY(usesLetter(place));
    for (const QLocale::Territory place :
         {QLocale::Germany, QLocale::UnitedKingdom, QLocale::China, QLocale::Japan, QLocale::AnyTerritory})
      QVERIFY(!usesLetter(place));
    ReportSettings settings;
    QCOMPARE(settings.isLetter(), usesLetter(QLocale::system().territory()));
    settings.title = u"Kept"_s;
    QVERIFY(toJson(settings).find("paper") == std::string::npos);
    for (const ReportPaper paper : {ReportPaper::usual, ReportPaper::a4, ReportPaper::letter}) {
      settings.paper = paper;
      QVERIFY(reportSettings(toJson(settings)) == settings);
    }
    QVERIFY(settings.isLetter());
    settings.paper = ReportPaper::a4;
    QVERIFY(!settings.isLetter());
  }

  /// A picture at the head, on each form; kept in the settings, and nothing else than a picture is.
  void logo() {
    QByteArray png;
    {
      QBuffer buffer(&png);
      buffer.open(QIODevice::WriteOnly);
      QImage image(30, 20, QImage::Format_RGB32);
      image.fill(Qt::red);
      QVERIFY(image.save(&buffer, "PNG"));
    }
    const QByteArray svg =
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><rect width="40" height="10"/></svg>)";
    QVERIFY(logoFault(png).isEmpty() && logoFault(svg).isEmpty());
    QVERIFY(!logoFault("a text").isEmpty() && !logoFault(png.left(20)).isEmpty());
    QVERIFY(logoFault(QByteArray(kMostLogoBytes + 1, 'x')).contains(u"256"_s));
    ReportOptions some = options();
    some.settings.parts = {ReportPart::strategies};
    QVERIFY(write(u"none.pdf"_s, some).has_value());
    for (const auto& [picture, kind] : {std::pair(png, "png"), {svg, "svg"}}) {
      some.settings.logo = picture;
      QVERIFY(reportSettings(toJson(some.settings)).logo == picture);
      for (const char* name : {"logo.pdf", "logo.html", "logo.md"})
        QVERIFY(write(QString::fromLatin1(name), some).has_value());
      const QByteArray page = contentOf(m_folder.filePath(u"logo.html"_s));
      QVERIFY2(readHtml(page).error.isEmpty(), qPrintable(readHtml(page).error));
      QVERIFY(page.contains("base64," + picture.toBase64() + '"'));
      const QString file = u"logo-figures/logo."_s + QLatin1StringView(kind);
      QVERIFY(contentOf(m_folder.filePath(file)) == picture);
      QVERIFY(contentOf(m_folder.filePath(u"logo.md"_s)).startsWith("![Logo](" + file.toLatin1() + ")\n"));
      QVERIFY(contentOf(m_folder.filePath(u"logo.pdf"_s)) != contentOf(m_folder.filePath(u"none.pdf"_s)));
    }
    QProcess images;  // the last was drawn as vectors, the first is an image
    some.settings.logo = png;
    QVERIFY(write(u"logo.pdf"_s, some).has_value());
    images.start(u"pdfimages"_s, {u"-list"_s, m_folder.filePath(u"logo.pdf"_s)});
    QVERIFY(images.waitForFinished(30000));
    QVERIFY(images.readAllStandardOutput().trimmed().count('\n') >= 2);
    QVERIFY(reportSettings(R"({"logo": "bm8gcGljdHVyZQ=="})").logo.isEmpty());  // "no picture"
  }

  /// On a printer, too: a character that no font has is told, and nothing is printed.
  void aMissingCharacterIsNotPrinted() {
    ReportOptions odd = options();
    odd.settings.title = u"Plan \u0378"_s;  // not assigned
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    QPdfWriter paper(&buffer);
    const auto printed =
        printReport({*m_snapshot, m_plan, *m_winner, hardware::Catalogue::built_in()}, odd, paper);
    QVERIFY(!printed.has_value());
    QCOMPARE(printed.error().code, std::string("AST-F404"));
    QCOMPARE(QString::fromStdString(printed.error().found), u"\u0378"_s);
    QVERIFY(bytes.isEmpty());
  }

  /// What is not ticked is on no form.
  void onlyWhatIsTicked() {
    ReportOptions some = options();
    some.settings.parts = {ReportPart::strategies, ReportPart::cluster};
    QVERIFY(write(u"some.html"_s, some).has_value());
    const QStringList headings = readHtml(contentOf(m_folder.filePath(u"some.html"_s))).headings;
    QCOMPARE(headings,
             (QStringList{u"Winner and runners-up"_s, u"The strategy in words"_s, u"The cluster"_s}));
  }
};

}  // namespace tst_report_forms

ASTROLABE_TEST(tst_report_forms, TestReportForms)
#include "tst_report_forms.moc"
