// Names are data: hostile ones, set in memory behind every reader, go through all exporters and reports, and
// what comes out is run and read as its users would (tests/data/names/run_exports.py).
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDirIterator>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QProcess>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolTip>
#include <QtTest>

#include "core/base/csv.h"
#include "core/base/quoting.h"
#include "core/calibration/calibration.h"
#include "core/calibration/validation.h"
#include "core/exports/launch.h"
#include "core/exports/shard_files.h"
#include "core/exports/start.h"
#include "core/exports/trace.h"
#include "core/plan/answer.h"
#include "exporters.h"
#include "sample_window.h"
#include "tests/core/small_plan.h"
#include "tests/program/test_program.h"
#include "ui/canvas/clipboard.h"
#include "ui/compare/compare_bars.h"
#include "ui/compare/comparison_text.h"
#include "ui/render/figure_file.h"
#include "ui/render/quoting.h"
#include "ui/render/report.h"
#include "ui/results/program_page.h"
#include "ui/results/results_panel.h"
#include "ui/results/shown_table.h"
#include "ui/shell/actions.h"

namespace tst_names {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Each would act in at least one of the languages; none may.
const std::vector<std::string> kHostile{
    "x\nimport os; os.system(\"touch RAN\")\n#",
    "h100\n--load evil\n\ttouch RAN",
    "\"\"\"; import os; os.system(\"touch RAN\"); \"\"\"",
    "$(touch RAN)`touch RAN`; touch RAN #",
    "coding: utf-7 +AAo-import os+ADs- os.system('touch RAN')+AAo-",
    "=cmd|' /C touch RAN'!A0",
    "\t@SUM(1+1)*cmd|'/C touch RAN'!A0,\"b\"",
    "</title><script>RAN</script><img src=x onerror=\"RAN\">' onload='RAN",
    "| a |\n# [RAN](javascript:RAN) `RAN` <b onclick=RAN>\n---",
    "\x1b]0;RAN\x07\x1b[31m \xc2\x9b"
    "31m\x7f \xe2\x80\xa8import os \xe2\x80\xae%1 %2 {} \\",
};

/// A name of the list, another one for each place.
const std::string& hostile(std::size_t place) { return kHostile[place % kHostile.size()]; }

/// A small question with hostile names wherever a plan has one.
plan::Plan hostilePlan(std::size_t shift) {
  plan::Plan plan = smallQuestion();
  const auto rename = [&](std::size_t pool, const std::string& name) {
    const std::string old = plan.cluster.pools[pool].id;
    plan.cluster.pools[pool].id = name;
    for (hardware::BetweenPools& link : plan.cluster.between_pools)
      for (std::string* end : {&link.a, &link.b})
        if (*end == old) *end = name;
    plan.layout[name] = plan.layout[old];
    plan.layout.erase(old);
  };
  rename(0, hostile(shift));
  rename(1, hostile(shift + 1));
  plan.name = hostile(shift + 2);
  plan.cluster.name = hostile(shift + 3);
  plan.title = hostile(shift + 4);
  plan.racks = {{hostile(shift + 5), {plan.cluster.pools[0].id}, {}, {}}};
  plan.notes = {{"note", hostile(shift + 6), {0.0, 300.0}, 240.0, 60.0}};
  plan.cluster.pools[0].purchase_usd_per_gpu = 30000.0;
  ReportSettings report;
  report.author = QString::fromStdString(hostile(shift + 7));
  report.note = QString::fromStdString(hostile(shift + 8));
  plan.report = toJson(report);
  return plan;
}

plan::PlanFile fileOf(const plan::Plan& plan) {
  plan::PlanFile file;
  file.plan = plan;
  return file;
}

}  // namespace

class NamesTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  void write(const QString& name, const QByteArray& bytes) const {
    QFile file(m_folder.filePath(name));
    QVERIFY2(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size(), qPrintable(name));
  }
  void write(const QString& name, const std::string& text) const {
    write(name, QByteArray::fromStdString(text));
  }
  void write(const QString& name, const WordTable& table) const {
    const TableText text = tableText(table);
    write(name + u".tsv"_s, text.tabs.toUtf8());
    write(name + u".html"_s, text.html.toUtf8());
    write(name + u".csv"_s, csvOf(table));
  }
  void write(const QString& name, const Figure& figure) const {
    for (const char* ending : {".svg", ".pdf"}) {
      const auto written = writeFigure(figure, m_folder.filePath(name + QLatin1String(ending)));
      QVERIFY2(written.has_value(), qPrintable(name));
    }
  }
  /// Runs what was written since the last time.
  void run() const {
    QProcess python;
    python.start(u"python3"_s,
                 {QStringLiteral(ASTROLABE_SOURCE_DIR "/tests/data/names/run_exports.py"), m_folder.path()});
    QVERIFY(python.waitForFinished(300'000));
    const QByteArray said = python.readAllStandardOutput() + python.readAllStandardError();
    QVERIFY2(said.isEmpty() && python.exitCode() == 0, said.constData());
    QDir folder(m_folder.path());
    QVERIFY2(!folder.exists(u"RAN"_s), "something ran");
    for (const QFileInfo& file : folder.entryInfoList(QDir::Files)) QFile::remove(file.filePath());
  }
  plan::SnapshotPtr answerOf(const plan::Plan& plan) const {
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    if (!problem) qFatal("%s", problem.error().found.c_str());
    SearchOptions options;
    options.threads = 2;
    return run_search(*problem, options);
  }

 private slots:
  void initTestCase() {
    dress();
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  }

  /// Everything that writes a file, fills the clipboard or prints stands in the table of exporters.h.
  void everyExporterIsListed() {
    static const QRegularExpression sink(
        u"(?<!> )\\bwrite_files?\\(|\\b(QSaveFile|FileWriter|FileDevice) [a-z]|\\bQPdfWriter "
        u"[a-z]|\\bQSvgGenerator "
        u"[a-z]|setMimeData\\(|"
        "clipboard\\(\\)->setText\\(|emit fileOffered\\(|m_exports\\.(offer|offerFigure|write|writeLong)\\(|"
        "std::c(out|err) <<|\\bf?printf\\(|\\bfputs\\("_s);
    std::map<QString, int> found, listed;
    for (const char* room : {"core", "ui", "app"}) {
      QDirIterator files(QStringLiteral(ASTROLABE_SOURCE_DIR "/") + QLatin1String(room),
                         {u"*.cpp"_s, u"*.h"_s}, QDir::Files, QDirIterator::Subdirectories);
      while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        int calls = 0;
        const QString text = QString::fromUtf8(file.readAll());
        for (auto match = sink.globalMatch(text); match.hasNext(); ++calls) match.next();
        if (calls > 0)
          found[QDir(QStringLiteral(ASTROLABE_SOURCE_DIR)).relativeFilePath(file.fileName())] = calls;
      }
    }
    for (const exporters::Sinks& sinks : exporters::kSinks)
      listed[QString::fromLatin1(sinks.file)] = sinks.calls;
    QStringList wrong;
    for (const auto& [file, calls] : found)
      if (listed[file] != calls)
        wrong << u"{\"%1\", %2, \"\"}, not %3"_s.arg(file).arg(calls).arg(listed[file]);
    for (const auto& [file, calls] : listed)
      if (calls > 0 && !found.contains(file)) wrong << file + u" has none"_s;
    QVERIFY2(wrong.isEmpty(), qPrintable(u"\n"_s + wrong.join(u'\n')));
  }

  /// Each name in the head of the file of each runtime.
  void launchSettings() {
    const plan::SnapshotPtr found = answerOf(smallQuestion());
    QVERIFY(!found->best.empty());
    strategy::Problem problem = *found->problem;
    strategy::Strategy strategy = found->best.front().strategy;
    while (strategy.stages.size() < 2) strategy.stages.push_back(strategy.stages.front());
    for (std::size_t stage = 0; stage < strategy.stages.size(); ++stage)
      strategy.stages[stage].pool = static_cast<int>(stage % 2);
    for (std::size_t i = 0; i < kHostile.size(); ++i) {
      problem.cluster.pools[0].id = hostile(i);
      problem.cluster.pools[1].id = hostile(i + 3);
      for (const runtimes::Runtime& runtime : runtimes::runtimes()) {
        const exports::LaunchHeader header{hostile(i), hostile(i + 1), hostile(i + 2)};
        const std::string text = exports::launch_file(runtime, problem, strategy, header);
        const std::string ending(exports::extension_of(runtime));
        write(u"%1.%2.%3"_s.arg(QString::number(i), QString::fromStdString(runtime.id),
                                QString::fromStdString(ending)),
              text);
        for (const char* name : {"torchrun", "srun", "sbatch", "kubernetes"})
          write(u"%1.%2.%3.txt"_s.arg(QString::number(i), QString::fromStdString(runtime.id),
                                      QLatin1StringView(name)),
                exports::start_file(runtime, problem, strategy, *exports::start_from(name), "F", header));
        if (ending != "json") continue;
        QCOMPARE(Json::parse(text)["astrolabe"]["plan"].get<std::string>(), hostile(i));  // data comes back
      }
    }
    run();
  }

  /// A distributed program whose model, operators and tensors have such names, as text, JSON and PyTorch.
  void programs() {
    const plan::Plan plan = smallQuestion();
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    QVERIFY(problem.has_value());
    plan::ShardRequest request;
    request.benchmark = "bert";
    request.layers = 1;
    request.cluster = problem->cluster;
    request.job = problem->job;
    auto answer = plan::shard(request);
    QVERIFY2(answer.has_value(), answer ? "" : answer.error().found.c_str());
    for (std::size_t i = 0; i < kHostile.size(); ++i) {
      answer->graph.name = hostile(i);
      for (std::size_t t = 0; t < answer->graph.tensors.size(); ++t)
        answer->graph.tensors[t].name = hostile(i + t);
      for (std::size_t n = 0; n < answer->graph.nodes.size(); ++n)
        answer->graph.nodes[n].name = hostile(i + n);
      const auto script = exports::shard_script(*answer);
      QVERIFY(script.has_value());
      write(u"%1.py"_s.arg(i), *script);
      const std::string text = exports::shard_text(*answer);
      write(u"%1.txt"_s.arg(i), text);
      QVERIFY(text.find("\nimport os") == std::string::npos);
      const std::string json = text_of(plan::to_json(*answer), 1);
      write(u"%1.json"_s.arg(i), json);
      const Json read = Json::parse(json);
      QCOMPARE(read["instructions"][0]["outputs"][0]["tensor"].get<std::string>(),
               answer->graph.tensors[answer->synthesis.program.instructions[0].outputs[0].tensor].name);
    }
    run();
  }

  /// What the engine answers as JSON, as one row and as a trace; predicted rows; objects on the clipboard.
  void answersAndTables() {
    for (std::size_t i = 0; i < kHostile.size(); i += 2) {
      const plan::Plan plan = hostilePlan(i);
      const plan::SnapshotPtr found = answerOf(plan);
      QVERIFY(!found->best.empty());
      const Json answer = plan::answer_json(*found);
      write(u"answer.json"_s, text_of(answer, 1));
      const std::string row = plan::row_csv(answer["best"][0]);
      write(u"row.csv"_s, row);
      const CsvTable cells = read_csv(row);
      QCOMPARE(cells.size(), std::size_t{2});
      const auto detailed = detail(*found->problem, found->best.front().strategy);
      QVERIFY(detailed.has_value());
      const std::vector<std::string> stages(detailed->timeline.lanes.size(), hostile(i));
      write(u"trace.json"_s, text_of(exports::trace_json(detailed->timeline, stages)));
      calibration::ValidatedRow predicted;
      predicted.id = hostile(i);
      predicted.measured = predicted.predicted = 1.0;
      predicted.assumed = {{hostile(i + 1), hostile(i + 2), hostile(i + 3)}};
      const calibration::ValidatedRow* const rows[] = {&predicted};
      write(u"rows.csv"_s, calibration::rows_csv(rows));
      calibration::Calibration calibration;
      calibration.source = hostile(i);
      calibration.gpus = {hostile(i + 1)};
      write(u"calibration.json"_s, text_of(calibration::to_json(calibration), 2));
      const Copies copies = copyObjects(plan, {plan.cluster.pools[0].id, plan.cluster.pools[1].id},
                                        {plan.racks[0].name}, {"note"});
      const auto mime = objectsMime(copies, hardware::Catalogue::built_in());
      write(u"objects.json"_s, mime->data(QLatin1String(kObjectsMime)));
      write(u"cluster.json"_s, mime->data(u"application/json"_s));
      run();
    }
  }

  /// Cells: a formula is text, an amount stays one.
  void cells() {
    for (const char* amount : {"-3", "+12.5 %", "-1e-9", "-$3.20/h", "−3", "-", "+5 700 tokens/s", "h100"})
      QCOMPARE(cellText(QString::fromUtf8(amount)), QString::fromUtf8(amount));
    for (const char* formula : {"=1+1", "+1+1", "-2+3*A1", "@SUM(A1)", " =1", "\t=1", "-cmd|'x'!A0", "＝1"})
      QVERIFY2(cellText(QString::fromUtf8(formula)).startsWith(u'\''), formula);
    QCOMPARE(csvCell(u"a,\"b\"\nc"_s), QByteArray("\"a,\"\"b\"\" c\""));
  }

  /// The report of such a plan in each form, with the names that it prints on its head.
  void reports() {
    for (std::size_t i = 0; i < kHostile.size(); i += 3) {
      const plan::Plan plan = hostilePlan(i);
      const plan::SnapshotPtr found = answerOf(plan);
      const auto winner = detail(*found->problem, found->best.front().strategy);
      QVERIFY(winner.has_value());
      ReportOptions options;
      options.settings = reportSettings(plan.report);
      options.settings.title = QString::fromStdString(hostile(i));
      for (const char* name : {"report.pdf", "report.html", "report.md"}) {
        const QString path = m_folder.filePath(QLatin1String(name));
        const auto written = writeReport({*found, plan, *winner, hardware::Catalogue::built_in()}, options,
                                         path, reportForm(path));
        QVERIFY2(written.has_value(), written ? "" : (name + written.error().found).c_str());
      }
      const QDir figures(m_folder.filePath(u"report-figures"_s));
      for (const QString& name : figures.entryList({u"*.svg"_s}, QDir::Files))
        QVERIFY(QFile::rename(figures.filePath(name), m_folder.filePath(name)));
      run();
    }
  }

  /// Every action of the window that exports, every view of its results, and the comparison of its scenarios.
  void window_data() {
    QTest::addColumn<int>("shift");
    for (const int shift : {0, 5}) QTest::addRow("%d", shift) << shift;
  }
  void window() {
    QFETCH(int, shift);
    static const std::map<QString, QString> endings{
        {u"actionExportReport"_s, {}},  // reports() has it
        {u"actionExportView"_s, {}},    // the views below
        {u"actionExportRanking"_s, u".csv"_s}, {u"actionExportCanvas"_s, u".svg"_s},
        {u"actionExportBill"_s, u".csv"_s},    {u"actionExportJson"_s, u".json"_s},
        {u"actionExportTrace"_s, u".json"_s}};
    auto window = opened();
    const plan::Plan plan = hostilePlan(static_cast<std::size_t>(shift));
    window->document().reset(fileOf(plan), {});
    window->bridge().run();
    QVERIFY(finished(*window));
    for (const char* needed : {"actionExportRanking", "actionLaunch.megatron-bridge", "actionExportTrace"})
      QTRY_VERIFY_WITH_TIMEOUT(window->actions()[needed]->isEnabled(), 60'000);
    for (QAction* action : window->actions().all()) {
      const QString name = action->objectName();
      if (!name.startsWith(u"actionExport"_s)) continue;  // launchSettings() has the others
      const auto ending = endings.find(name);
      QVERIFY2(ending != endings.end(), qPrintable(name + u" is not listed"_s));
      if (!ending->second.isEmpty()) writtenBy(this, action, m_folder.filePath(name + ending->second));
    }
    run();
    auto& panel = *window->findChild<ResultsPanel*>();
    for (int tab = 0; tab < panel.tabs().count(); ++tab) {
      panel.tabs().setCurrentIndex(tab);
      const QString name = panel.tabs().widget(tab)->objectName();
      QCoreApplication::processEvents();
      if (const auto figure = panel.currentFigure(); figure && !figure->size.isEmpty()) write(name, *figure);
      if (panel.hasTable() && !panel.currentTable()) panel.toggleTable();
      if (const auto table = panel.currentTable()) write(name + u"-table"_s, *table);
      if (const QString words = panel.currentWords(); !words.isEmpty())
        write(name + u".txt"_s, words.toUtf8());
    }
    run();
  }

  /// Two scenarios side by side, in the forms of the comparison.
  void comparison() {
    plan::Plan plan = hostilePlan(0);
    plan::Scenario other = hostilePlan(5);
    other.id = 2;
    plan.others = {other};
    std::map<int, plan::SnapshotPtr> answers{{1, answerOf(plan::plan_of(plan, 1))},
                                             {2, answerOf(plan::plan_of(plan, 2))}};
    const Comparison compared = compareScenarios(
        plan, hardware::Catalogue::built_in(),
        [&](int id) {
          ComparedAnswer answer;
          answer.snapshot = answers[id];
          answer.asked = plan::plan_of(plan, id);
          return answer;
        },
        {1, 2}, currentTheme());
    write(u"compared"_s, comparisonTable(compared, [](const ComparedRow&) { return true; }));
    write(u"comparison.csv"_s, comparisonCsv(compared));
    write(u"comparison.json"_s, text_of(comparisonJson(compared), 2));
    write(u"bars"_s, comparisonFigure(compared));
    run();
  }

  /// A saved plan with such names is read with spaces in them, which is told, and asks what it asked.
  void savedPlan() {
    for (std::size_t i = 0; i < kHostile.size(); ++i) {
      const std::string path = m_folder.filePath(u"hostile.astrolabe"_s).toStdString();
      const plan::Plan plan = hostilePlan(i);
      QVERIFY(plan::write_plan(fileOf(plan), path).has_value());
      const auto read = plan::read_plan(path);
      QVERIFY2(read.has_value(), read ? "" : (read.error().where + read.error().found).c_str());
      const plan::Plan& now = read->plan;
      const auto sound = [](const std::string& name) { return one_line(name) == name; };
      std::vector<std::string> names{now.name, now.cluster.name, now.title, now.racks.at(0).name};
      for (const hardware::PoolSpec& pool : now.cluster.pools) names.push_back(pool.id);
      for (const std::string& name : names) QVERIFY2(sound(name), name.c_str());
      QCOMPARE(now.name, one_line(plan.name));
      QCOMPARE(now.racks[0].pools, std::vector<std::string>{now.cluster.pools[0].id});
      QVERIFY(now.layout.contains(now.cluster.pools[0].id) && now.layout.contains(now.cluster.pools[1].id));
      QCOMPARE(now.notes.at(0).text, plain_lines(plan.notes[0].text));
      QVERIFY(!read->mended.empty());
      for (const std::string& name : read->mended) QVERIFY2(plain_lines(name) == name, name.c_str());
      QVERIFY(plan::make_problem(now, hardware::Catalogue::built_in()).has_value());
      // Saved again there is nothing left to tell.
      QVERIFY(plan::write_plan(fileOf(now), path).has_value());
      QVERIFY(plan::read_plan(path)->mended.empty());
      QFile::remove(QString::fromStdString(path));
    }
  }

  /// The window tells of it, once.
  void theWindowTells() {
    const QString path = m_folder.filePath(u"hostile.astrolabe"_s);
    QVERIFY(plan::write_plan(fileOf(hostilePlan(0)), path.toStdString()).has_value());
    auto window = opened();
    QVERIFY(window->openFile(path));
    const auto* told = fileBanner(*window).findChild<QLabel*>(u"fileBanner.text"_s);
    QVERIFY(fileBanner(*window).isVisible());
    QVERIFY2(told && told->text().contains(u"control characters"_s),
             told ? qPrintable(told->text()) : "none");
    pressNamed(*window, "fileBanner.understood");
    QVERIFY(!fileBanner(*window).isVisible());
    QFile::remove(path);
  }

  /// A label shows a name that looks like marks as it stands, and so does a hint; one with marks says so.
  void labelsOfNames() {
    QLabel plain(u"<img src=\"/dev/zero\"> <b>x</b>"_s), rich(u"<b>x</b>"_s);
    rich.setTextFormat(Qt::RichText);
    for (QLabel* label : {&plain, &rich}) label->ensurePolished();
    QCOMPARE(plain.textFormat(), Qt::PlainText);
    QCOMPARE(rich.textFormat(), Qt::RichText);
    QToolTip::showText({}, plain.text(), &rich);
    const QWidgetList shown = QApplication::topLevelWidgets();
    const auto hint = std::find_if(shown.begin(), shown.end(),
                                   [](const QWidget* widget) { return widget->inherits("QTipLabel"); });
    QVERIFY(hint != shown.end());
    QCOMPARE(qobject_cast<QLabel*>(*hint)->textFormat(), Qt::PlainText);
    QToolTip::hideText();
  }

  /// What is pasted into a field of one line is one line before anybody hears of it.
  void fieldsOfOneLine() {
    QLineEdit field;
    QStringList heard;
    connect(&field, &QLineEdit::textChanged, &field, [&](const QString& text) { heard << text; });
    field.show();
    QVERIFY(QTest::qWaitForWindowExposed(&field));
    QApplication::clipboard()->setText(u"a\nb\u001b[31m\u2028c\td"_s);
    field.paste();
    QCOMPARE(field.text(), u"a b [31m c d"_s);
    QCOMPARE(heard, QStringList{u"a b [31m c d"_s});
    QTest::keyClicks(&field, u"e"_s);
    QCOMPARE(field.text(), u"a b [31m c de"_s);
  }
};

}  // namespace tst_names

ASTROLABE_TEST(tst_names, NamesTest)
#include "tst_names.moc"
