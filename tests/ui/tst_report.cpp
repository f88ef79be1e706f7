// ui/render/report: the sample's report as a PDF, read back with outside programs.
#include <QFontDatabase>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <random>

#include "core/calibration/model_constants.h"
#include "core/hardware/cluster.h"
#include "core/model/model_reader.h"
#include "core/plan/samples.h"
#include "core/plan/why.h"
#include "tests/program/test_program.h"
#include "ui/render/answer_text.h"
#include "ui/render/assumed_words.h"
#include "ui/render/cause_words.h"
#include "ui/render/constant_words.h"
#include "ui/render/faces.h"
#include "ui/render/numbers.h"
#include "ui/render/pareto_figure.h"
#include "ui/render/reason_words.h"
#include "ui/render/report.h"
#include "ui/render/time_axis.h"

namespace tst_report {

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
        writeReport({*snapshot, plan, *winner, hardware::Catalogue::built_in()}, options, first).has_value());
    QVERIFY(writeReport({*snapshot, plan, *winner, hardware::Catalogue::built_in()}, options, second)
                .has_value());
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

  /// Stages alike stand in one sentence: 1 + 3 x 3 + 2 layers.
  void stagesAlikeInOneSentence() {
    const plan::Plan plan = plan::sample_plan();
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    const plan::SnapshotPtr snapshot = run_search(*problem, {});
    auto winner = detail(*problem, snapshot->best.front().strategy);
    QVERIFY(winner.has_value());
    std::vector<strategy::Stage>& stages = winner->evaluation.strategy.stages;
    QTemporaryDir folder;
    const QString path = folder.filePath(u"stages.pdf"_s);
    ReportOptions options;
    options.created = QDateTime(QDate(2026, 11, 21), QTime(12, 0), Qt::UTC);
    const auto expect = [&](std::vector<int> layers, const QStringList& parts) {
      stages.clear();
      for (const int held : layers) stages.push_back({0, held, 4, strategy::Recompute::none, 0});
      QVERIFY(writeReport({*snapshot, plan, *winner, hardware::Catalogue::built_in()}, options, path)
                  .has_value());
      const QString text = output(u"pdftotext"_s, {path, u"-"_s}).simplified();
      for (const QString& part : parts)
        QVERIFY2(text.contains(part), qPrintable(text.mid(text.indexOf(u"A pipeline has"_s), 500)));
    };
    strategy::Strategy& s = winner->evaluation.strategy;
    s.virtual_pipeline = 1;
    s.schedule = strategy::Schedule::one_f_one_b;
    expect({1, 3, 3, 3, 2},
           {u"Stage 1 holds layer 1 on "_s, u"Stages 2 to 4 hold 3 layers each, layers 2 to 10, on "_s,
            u"Stage 5 holds layers 11 to 12 on "_s});
    // Layers of several chunks do not follow one another.
    s.virtual_pipeline = 2;
    s.schedule = strategy::Schedule::zb_v;
    expect({3, 4, 4, 4, 4}, {u"Stage 1 holds 3 layers, in 2 chunks, on "_s,
                             u"Stages 2 to 5 hold 4 layers each, in 2 chunks, on "_s,
                             u"comes back through the second ones."_s});
    s.schedule = strategy::Schedule::interleaved;
    expect({4, 4, 4, 4, 3},
           {u"Stage 5 holds 3 layers, in 2 chunks, on "_s, u"all stages, then through the next."_s});
  }

  /// What a page of the window adds stands in a section of its own, its drawing as vectors.
  void addedSections() {
    plan::Plan plan = plan::sample_plan();
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    const plan::SnapshotPtr snapshot = run_search(*problem, {});
    const auto winner = detail(*problem, snapshot->best.front().strategy);
    QVERIFY(winner.has_value());
    ReportOptions options;
    options.created = QDateTime(QDate(2026, 11, 21), QTime(12, 0), Qt::UTC);
    options.additions.push_back(
        {u"A section of a page"_s,
         u"What it says."_s,
         u"What it draws."_s,
         R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200"><rect width="400" height="200" fill="#123"/></svg>)",
         u"What it lists."_s,
         {{u"Type"_s, 2}, {u"Runs"_s, 1, true}},
         {{u"Machine"_s, u"4711"_s}}});
    QTemporaryDir folder;
    const QString path = folder.filePath(u"added.pdf"_s);
    QVERIFY(
        writeReport({*snapshot, plan, *winner, hardware::Catalogue::built_in()}, options, path).has_value());
    const QString text = output(u"pdftotext"_s, {u"-layout"_s, path, u"-"_s});
    for (const QString& part :
         {u"A section of a page"_s, u"What it says."_s, u"What it draws."_s, u"What it lists."_s, u"4711"_s})
      QVERIFY2(text.contains(part), qPrintable(part));
    QVERIFY(text.indexOf(u"A section of a page"_s) < text.indexOf(u"Constants of the model"_s));
    QCOMPARE(output(u"pdfimages"_s, {u"-list"_s, path}).trimmed().count(u'\n'), 1);
  }

  /// A reader of any language is told what each constant means.
  void everyConstantHasItsWords() {
    const auto problem = plan::make_problem(plan::sample_plan(), hardware::Catalogue::built_in());
    for (const calibration::ModelConstant& one : calibration::model_constants(*problem))
      QVERIFY2(hasConstantMeaning(one.meaning), one.name);  // else: ui/render/constant_words.cpp
  }

  /// A reader of any language is told why a value was assumed: every kind, every GPU type alone, every
  /// sample, every model.
  void everyReasonHasItsWords() {
    for (int i = 0; i < hardware::Reason::kKinds; ++i) {
      hardware::Reason reason{static_cast<hardware::Reason::Kind>(i), {"listing: a", "b", "c"}};
      reason.values.resize(static_cast<std::size_t>(QByteArray(form_of(reason.kind)).count('%')));
      QVERIFY2(hasReasonText(reason), form_of(reason.kind));
      QCOMPARE(reasonText(reason), QString::fromStdString(to_text(reason)));
    }
    const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
    for (const hardware::Gpu& gpu : catalogue.gpus()) {
      hardware::PoolSpec pool;
      pool.id = "pool";
      pool.gpu = gpu.id;
      pool.nodes = 2;
      pool.gpus_per_node = 4;
      pool.inter_node_gb_per_s = 50.0;
      pool.gpu_power_limit_watts = 100.0;
      const auto cluster =
          hardware::resolve({"one", {pool}, {}, {}}, catalogue, hardware::Commitment::on_demand);
      if (!cluster) continue;  // some have no known bandwidth
      for (const hardware::Assumption& each : cluster->assumptions)
        QVERIFY2(hasReasonText(each.why), to_text(each.why).c_str());  // else: ui/render/reason_words.cpp
    }
    for (const std::string& name : plan::sample_names()) {
      const auto problem = plan::make_problem(plan::sample_named(name), catalogue);
      QVERIFY(problem.has_value());
      const plan::SnapshotPtr answer = run_search(*problem, {});
      QVERIFY(!answer->assumptions.empty());
      for (const hardware::Assumption& each : answer->assumptions)
        QVERIFY2(hasReasonText(each.why), to_text(each.why).c_str());
    }
    // Of a model's values formulas and keys are the same in each language: no two words stand side by side.
    static const QRegularExpression sentence(u"[a-z] [a-z]"_s);
    for (const model::BuiltInModel& known : model::built_in_models()) {
      const auto read = model::read_config(known.config, known.id);
      QVERIFY(read.has_value());
      for (const model::Field& field : read->fields)
        QVERIFY2(field.mark == model::Mark::file || hasReasonText(field.from) ||
                     !sentence.match(QString::fromStdString(field.from)).hasMatch(),
                 field.from.c_str());
    }
  }

  /// The Chinese report of each sample holds no English sentence beside the sources, which are quoted.
  void chineseReportHasNoEnglishSentence() {
    QTemporaryDir folder;
    const QString file = folder.filePath(u"sample.astrolabe"_s), pdf = folder.filePath(u"sample.pdf"_s);
    static const QRegularExpression sentence(u"\\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\\b"_s);
    const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
    for (const std::string& name : plan::sample_names()) {
      if (name == "does-not-fit") continue;  // has no report
      plan::PlanFile sample;
      sample.plan = plan::sample_named(name);
      QVERIFY(plan::write_plan(sample, file.toStdString()).has_value());
      QCOMPARE(QProcess::execute(u"" ASTROLABE_BINARY_DIR "/app/astrolabe-cli"_s,
                                 {u"report"_s, file, u"--pdf"_s, pdf, u"--lang"_s, u"zh_CN"_s}),
               0);
      QString text = output(u"pdftotext"_s, {pdf, u"-"_s}).normalized(QString::NormalizationForm_KC);
      QVERIFY2(text.contains(u"假定"_s), qPrintable(text.left(300)));
      text.replace(QRegularExpression(u"\\s+"_s), u" "_s);
      for (const hardware::Gpu& gpu : catalogue.gpus()) text.remove(QString::fromStdString(gpu.source.text));
      const QRegularExpressionMatch left = sentence.match(text);
      QVERIFY2(!left.hasMatch(),
               qPrintable(QString::fromStdString(name) + u": "_s +
                          text.mid(std::max<qsizetype>(0, left.capturedStart() - 80), 240)));
    }
  }

  /// Han characters have the forms of the language of the texts, whatever the system would fill in.
  void facesFollowTheLanguage() {
    const QString before = textLanguage();
    for (const auto& [language, family, filled] : {std::tuple("zh_CN", "Noto Sans", "Noto Sans CJK SC"),
                                                   {"zh_CN", "Noto Serif", "Noto Serif CJK SC"},
                                                   {"zh_CN", "Sans Serif", "Noto Sans CJK SC"},
                                                   {"zh_TW", "Noto Sans", "Noto Sans CJK TC"},
                                                   {"ja", "DejaVu Sans Mono", "Noto Sans Mono CJK JP"}}) {
      if (!QFontDatabase::hasFamily(QLatin1StringView(filled))) QSKIP("fonts-noto-cjk is not installed");
      setTextLanguage(QLatin1StringView(language));
      QCOMPARE(facesOf(QLatin1StringView(family)),
               (QStringList{QLatin1StringView(family), QLatin1StringView(filled)}));
    }
    setTextLanguage(u"en"_s);
    QCOMPARE(facesOf(u"Noto Sans"_s), QStringList{u"Noto Sans"_s});
    setTextLanguage(before);
  }

  /// A Chinese report that compares scenarios draws without a word of complaint from who shows it, and the
  /// words of its bars can be found: they are text, no outlines.
  void aChineseComparisonIsText() {
    QTemporaryDir folder;
    const QString file = folder.filePath(u"two.astrolabe"_s), pdf = folder.filePath(u"two.pdf"_s);
    plan::PlanFile two;
    two.plan = plan::sample_plan();
    plan::Scenario more = two.plan;
    more.id = 2;
    more.title = u"多买"_s.toStdString();
    more.cluster.pools[0].nodes = 6;
    two.plan.others.push_back(more);
    QVERIFY(plan::write_plan(two, file.toStdString()).has_value());
    QCOMPARE(QProcess::execute(u"" ASTROLABE_BINARY_DIR "/app/astrolabe-cli"_s,
                               {u"report"_s, file, u"--pdf"_s, pdf, u"--lang"_s, u"zh_CN"_s}),
             0);
    QProcess drawn;
    drawn.start(u"pdftoppm"_s, {u"-r"_s, u"20"_s, pdf, folder.filePath(u"page"_s)});
    QVERIFY(drawn.waitForFinished(60'000));
    const QByteArray complaints = drawn.readAllStandardError();
    QVERIFY2(complaints.isEmpty(), complaints.constData());
    const QString text = output(u"pdftotext"_s, {pdf, u"-"_s}).normalized(QString::NormalizationForm_KC);
    QVERIFY2(text.count(u"B: 多买"_s) >= 3, qPrintable(text));  // table, time and money as bars
    if (!QFontDatabase::hasFamily(u"Noto Sans CJK SC"_s)) QSKIP("fonts-noto-cjk is not installed");
    const QString fonts = output(u"pdffonts"_s, {pdf});
    QVERIFY2(fonts.contains(u"NotoSansCJKsc"_s) && !fonts.contains(u"CJKjp"_s), qPrintable(fonts));
  }

  /// The frontier of the figure is that of brute force, and its axes have round values.
  void paretoOfTheReport() {
    std::vector<FigurePoint> points;
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(1.0, 2.0);
    for (int i = 0; i < 200; ++i) points.push_back({any(random), any(random), 0, false});
    markFigureFrontier(points);
    int front = 0;
    for (const FigurePoint& a : points) {
      bool beaten = false;
      for (const FigurePoint& b : points)
        beaten = beaten || (b.usdPerTrillion < a.usdPerTrillion && b.tokensPerSecond > a.tokensPerSecond);
      QCOMPARE(a.frontier, !beaten);
      front += a.frontier ? 1 : 0;
    }
    QVERIFY(front > 1 && front < 200);
    QCOMPARE(roundSteps(0.0, 10.0, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    QCOMPARE(roundSteps(1.9e6, 2.6e6, 6).front(), 2.0e6);
    QVERIFY(roundSteps(3.0, 3.0, 5).empty());
  }

  /// Each of the next of the ranking is told with what keeps it from the first place; nearest misses, too.
  void whyNotAnother() {
    const plan::Plan plan = plan::sample_plan();
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    const plan::SnapshotPtr snapshot = run_search(*problem, {});
    const auto winner = detail(*problem, snapshot->best.front().strategy);
    QTemporaryDir folder;
    ReportOptions options;
    options.created = QDateTime(QDate(2026, 11, 21), QTime(12, 0), Qt::UTC);
    const QString path = folder.filePath(u"a.pdf"_s);
    QVERIFY(
        writeReport({*snapshot, plan, *winner, hardware::Catalogue::built_in()}, options, path).has_value());
    const QString text = output(u"pdftotext"_s, {u"-raw"_s, path, u"-"_s}).simplified();
    const QString part = text.mid(text.indexOf(u"Why not another"_s));
    const plan::Why why =
        plan::explain(*problem, snapshot->best[1].strategy, snapshot->best[1], {}, *snapshot);
    const plan::PartDifference& most = why.differences.front();
    QVERIFY2(part.contains(partPhrase(most.part).section(u' ', 0, 1)), qPrintable(part.left(600)));
    QVERIFY2(part.contains(durationText(std::fabs(most.difference())).simplified()),
             qPrintable(part.left(600)));
    QVERIFY(!snapshot->rejected.empty());
    const QString reason = violationText(snapshot->rejected.front().violation, *problem).simplified();
    QVERIFY2(part.contains(reason.section(u' ', 0, 4)), qPrintable(reason + u" in "_s + part.left(1200)));
    QVERIFY(text.contains(u"Speed against price"_s) && text.contains(u"tokens per second"_s));
  }

  /// The report of every sample that fits says all that is needed to check it, each value that nobody stated
  /// among it; its numbers are those of the answer.
  void A56_A57_everySample_data() {
    QTest::addColumn<QString>("name");
    for (const std::string& name : plan::sample_names())
      if (name != "does-not-fit") QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
  }
  void A56_A57_everySample() {
    QFETCH(QString, name);
    const plan::Plan plan = plan::sample_named(name.toStdString());
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    QVERIFY(problem.has_value());
    SearchOptions asked;
    asked.objective = plan.objective;
    asked.seed = 7;
    const plan::SnapshotPtr snapshot = run_search(*problem, asked);
    QVERIFY(!snapshot->best.empty());
    const cost::Evaluation& best = snapshot->best.front();
    const auto winner = detail(*problem, best.strategy);
    QVERIFY(winner.has_value());
    QTemporaryDir folder;
    QStringList texts;
    for (const int day : {14, 21}) {  // two exports, a week apart
      ReportOptions options;
      options.created = QDateTime(QDate(2026, 11, day), QTime(12, 0), Qt::UTC);
      const QString path = folder.filePath(u"%1.pdf"_s.arg(day));
      QVERIFY(writeReport({*snapshot, plan, *winner, hardware::Catalogue::built_in()}, options, path)
                  .has_value());
      texts << output(u"pdftotext"_s, {u"-layout"_s, path, u"-"_s});
    }
    QString masked = texts[0];
    QCOMPARE(masked.replace(u"November 14, 2026"_s, u"November 21, 2026"_s), texts[1]);
    const QString text = texts[1].simplified();
    QStringList wanted{QString::fromStdString(plan.name),
                       u"Page 1 of "_s,
                       u"seed 7"_s,
                       u"catalogue "_s + QString::fromStdString(hardware::Catalogue::built_in().date()),
                       endText(*snapshot).simplified(),
                       wholeText(best.tokens_per_second),
                       moneyText(best.money.usd_per_trillion_tokens),
                       durationText(best.step.value),
                       u"Method"_s,
                       u"Formulas"_s,
                       u"Data sources"_s};
    for (std::size_t i = 0; i < snapshot->best.size() && i <= 8; ++i)
      wanted << wholeText(snapshot->best[i].tokens_per_second);
    for (const QString& part : wanted) QVERIFY2(text.contains(part.simplified()), qPrintable(part));
    // Numbers of captions are bold from their first letter on, so that their word is equally wide in all.
    static const QRegularExpression numbered(
        u"<word xMin=\"62\\.36\\d*\" yMin=\"[^\"]*\" xMax=\"([^\"]*)\"[^>]*>Table</word>"_s +
        u"\\s*<word [^>]*>\\d+\\.</word>"_s);
    const QString boxes = output(u"pdftotext"_s, {u"-bbox"_s, folder.filePath(u"21.pdf"_s), u"-"_s});
    QStringList ends;
    for (auto found = numbered.globalMatch(boxes); found.hasNext();) ends << found.next().captured(1);
    QVERIFY2(ends.size() > 5 && ends.count(ends.front()) == ends.size(), qPrintable(ends.join(u' ')));
    // Long texts are broken over lines of their column: column by column, without blanks.
    const QString close = output(u"pdftotext"_s, {u"-raw"_s, folder.filePath(u"21.pdf"_s), u"-"_s})
                              .remove(QRegularExpression(u"\\s"_s))
                              .replace(QChar(0xFB03), u"ffi"_s)  // ligatures, as in "traffic"
                              .replace(QChar(0xFB04), u"ffl"_s)
                              .replace(QChar(0xFB00), u"ff"_s)
                              .replace(QChar(0xFB01), u"fi"_s);
    // The formulas, all sixteen.
    for (const QString& formula :
         {u"(1)StepT=Σt+(K−1)B+e"_s, u"(2)Speedv=GS/T"_s, u"v(6N+6LhS)/ΣgF"_s, u"D/(3600v)"_s,
          u"W+J+O+A+X≤M(1−r)"_s, u"w=fΣg′(p+s)/1000"_s, u"C=Σg′q"_s, u"Σg′Q(1−z)/(8760yu)+wk+w′c/(730.5u)"_s,
          u"C=wk+w′c/(730.5u)"_s, u"+Σi(p+s)c/(730500u)"_s, u"10¹²C/(3600v)"_s,
          u"τ/(me^(R/m)(e^((τ+s)/m)−1))"_s, u"C+Σiq;C+ΣiQ(1−z)/(8760yu)"_s, u"τ/(τ+s)"_s,
          u"w=ΠΣP(j;b)P(≤n−dj;a)"_s, u"(16)Gap|b−a|/max(a;b)"_s})
      QVERIFY2(close.contains(formula), qPrintable(formula));
    static const QRegularExpression blank(u"[\\s\u202F]"_s);
    for (const hardware::Assumption& assumed : snapshot->assumptions)
      QVERIFY2(close.contains(assumedName(assumed.what).remove(blank)) &&
                   close.contains(assumedValue(assumed.value).remove(blank).left(4)),
               assumed.what.c_str());
  }

  /// Without a font for Chinese a report with a Chinese title is not written, and the message names the
  /// language and the font; with it the title can be read back.
  void A59_chineseNeedsItsFont() {
    QTemporaryDir folder;
    const QString file = folder.filePath(u"plan.astrolabe"_s), pdf = folder.filePath(u"plan.pdf"_s);
    plan::PlanFile plan;
    plan.plan = plan::sample_named("small");
    plan.plan.name = "训练计划";
    QVERIFY(plan::write_plan(plan, file.toStdString()));
    // Every font but those with the characters of Chinese.
    const QStringList chinese = output(u"fc-list"_s, {u":charset=8bad"_s, u"file"_s}).split(u'\n');
    if (chinese.size() < 2) QSKIP("no font for Chinese is installed");
    QVERIFY(QDir(folder.path()).mkdir(u"fonts"_s));
    int number = 0;
    for (const QString& line : output(u"fc-list"_s, {u":"_s, u"file"_s}).split(u'\n', Qt::SkipEmptyParts))
      if (!chinese.contains(line)) {
        const QString font = line.section(u':', 0, 0).trimmed();
        QFile::link(font, folder.filePath(u"fonts/%1.%2"_s.arg(++number).arg(QFileInfo(font).suffix())));
      }
    QVERIFY(number > 0);
    QFile fonts(folder.filePath(u"fonts.conf"_s));
    QVERIFY(fonts.open(QIODevice::WriteOnly));
    fonts.write(
        u"<?xml version=\"1.0\"?><fontconfig><dir>%1/fonts</dir><cachedir>%1/cache</cachedir></fontconfig>"_s
            .arg(folder.path())
            .toUtf8());
    fonts.close();
    const auto report = [&](bool withIt, QByteArray& said) {
      QProcess cli;
      QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
      if (!withIt) environment.insert(u"FONTCONFIG_FILE"_s, fonts.fileName());
      cli.setProcessEnvironment(environment);
      cli.setWorkingDirectory(folder.path());
      cli.start(u"" ASTROLABE_BINARY_DIR "/app/astrolabe-cli"_s, {u"report"_s, file, u"--pdf"_s, pdf});
      cli.waitForFinished(60'000);
      said = cli.readAllStandardError();
      return cli.exitCode();
    };
    QByteArray said;
    QVERIFY(report(false, said) != 0);
    QVERIFY(!QFile::exists(pdf));
    QVERIFY2(said.contains("Chinese") && said.contains("Noto Sans CJK SC"), said.constData());
    QVERIFY2(report(true, said) == 0, said.constData());
    const QString text = output(u"pdftotext"_s, {pdf, u"-"_s});
    QVERIFY2(text.contains(u"训练计划"_s), qPrintable(text.left(300)));
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

}  // namespace tst_report

ASTROLABE_TEST(tst_report, TestReport)
#include "tst_report.moc"
