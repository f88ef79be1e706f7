// Two walks through the real program on a real X server: add nodes, choose a model, set a limit, compare two
// strategies on the timeline, save, quit, reopen; once by keys alone and once by the pointer alone. After
// each step the plan is saved, and the saved document is looked at.

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>

#include "core/plan/plan_file.h"
#include "tests/app/x_server.h"

using namespace Qt::StringLiterals;
using namespace astrolabe;

namespace {

// Where things stand in a window of 1280 x 800 at 96 dpi, by the measures of the design: menu 26, tools 42,
// palette 264, rows of 24 below a run bar of 44.
constexpr QPoint kFile(22, 12), kQuit(44, 215), kSave(78, 43), kUndo(127, 43), kRedo(158, 43),
    kPreset(1180, 78), kLoad(1245, 78), kFirstFile(500, 225), kOpenFile(897, 515), kFourthModel(520, 243),
    kTakeModel(675, 558), kRanking(33, 548), kTimeline(163, 548), kSecondRow(300, 623), kCompare(1126, 552);
constexpr QRect kResults(0, 565, 1240, 205);

constexpr int kPatienceMs = 60'000;

}  // namespace

class WalkXvfbTest : public QObject {
  Q_OBJECT

  app::XServer m_x;
  QProcess m_program;
  QString m_path;

  /// The program with an own plan in a window of 1280 x 800, its panels where they stand at first, its search
  /// done.
  void open(const QString& name) {
    m_path = m_x.home.filePath(name);
    QVERIFY(writeModel());
    m_program.setWorkingDirectory(m_x.home.filePath(u"models"_s));
    m_x.start(m_program, {u"--lang"_s, u"en"_s, u"--theme"_s, u"light"_s, u"--reset-layout"_s, m_path});
    QStringList shown;
    QTRY_COMPARE_WITH_TIMEOUT((shown = m_x.windows(u"Astrolabe"_s)).size(), 1, kPatienceMs);
    m_x.place(shown.front());
    settle(15'000, 1000);
  }
  void settle(int most, int quiet = 360) const { m_x.settle(most, quiet); }
  bool ended() {
    return (m_program.state() == QProcess::NotRunning || m_program.waitForFinished(kPatienceMs)) &&
           m_program.exitStatus() == QProcess::NormalExit && m_program.exitCode() == 0;
  }
  /// Gives the keys to the newest window of the program: no window manager does it here.
  void focusNewest() {
    QString newest;
    for (const QString& window : m_x.shownBy(m_program))
      if (newest.isEmpty() || window.toULongLong() > newest.toULongLong()) newest = window;
    m_x.tool({u"windowfocus"_s, u"--sync"_s, newest});
    QTest::qWait(100);
  }
  /// Whether a dialog or a menu has come, with what stands in it: it stays, other than a hint of the pointer.
  bool came() {
    const auto shown = [this] { return m_x.shownBy(m_program).size() > 1; };
    const auto stays = [&] {
      if (!shown()) return false;
      settle(3000, 600);
      return shown();
    };
    return QTest::qWaitFor(stays, kPatienceMs);
  }
  /// Whether it has gone, and the window stands alone.
  bool went(int patience = kPatienceMs) {
    return QTest::qWaitFor([this] { return m_x.shownBy(m_program).size() == 1; }, patience);
  }
  /// A model of one's own, alone in the folder that the program looks into: Llama-3.1-8B by its numbers.
  bool writeModel() {
    QFile file(m_x.home.filePath(u"models/own.json"_s));
    return QDir().mkpath(QFileInfo(file).path()) && file.open(QIODevice::WriteOnly) &&
           file.write(R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 4096,
             "intermediate_size": 14336, "num_attention_heads": 32, "num_hidden_layers": 32,
             "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": false})") > 0;
  }
  static bool hasOwnModel(const plan::Plan& plan) {
    return plan.model_name == "own.json" && plan.model_text.find("14336") != std::string::npos;
  }
  void keys(const QStringList& sequence) {
    for (const QString& key : sequence) {
      m_x.key(key);
      QTest::qWait(80);
    }
  }
  void type(const QString& text) {
    m_x.tool({u"type"_s, u"--delay"_s, u"25"_s, text});
    QTest::qWait(150);
  }
  void click(QPoint at, int times = 1) {
    m_x.move(at);
    QTest::qWait(60);
    m_x.tool({u"click"_s, u"--repeat"_s, QString::number(times), u"--delay"_s, u"80"_s, u"1"_s});
    settle(1000);
  }
  /// What the file holds after `save`; an empty plan while it cannot be read.
  template <typename Save, typename Wanted>
  bool saved(Save save, Wanted wanted) {
    const auto written = [this] { return QFileInfo(m_path).lastModified(); };
    QDateTime before;
    const auto there = [&] {
      if (written() == before) return false;  // not yet
      const auto file = plan::read_plan(m_path.toStdString());
      return file && wanted(file->plan);
    };
    for (int turn = 0; turn < 40; ++turn) {
      before = written();
      save();
      if (QTest::qWaitFor(there, 700)) return true;
    }
    return false;
  }
  /// The screen once all that was pressed before has been done: what is saved afterwards is `plan`.
  template <typename Save>
  QImage after(Save save, const plan::Plan& plan) {
    const bool done = saved(save, [&](const plan::Plan& now) { return now == plan; });
    settle(3000, 600);
    return done ? m_x.screen() : QImage();
  }
  /// A new start of the program shows the plan `wanted`, and saving it once more changes nothing.
  void reopens(const plan::Plan& wanted) {
    m_x.start(m_program, {u"--lang"_s, u"en"_s, m_path});
    QStringList shown;
    QTRY_COMPARE_WITH_TIMEOUT((shown = m_x.windows(u"Astrolabe"_s)).size(), 1, kPatienceMs);
    m_x.place(shown.front());
    settle(4000);
    QVERIFY(m_x.tool({u"getwindowname"_s, shown.front()}).startsWith(QFileInfo(m_path).fileName()));
    QVERIFY(saved([this] { m_x.key(u"ctrl+s"_s); }, [&](const plan::Plan& plan) { return plan == wanted; }));
  }

 private slots:
  void initTestCase() { QVERIFY2(m_x.start(), "Xvfb is missing: install the package xvfb"); }
  void cleanup() {
    m_program.terminate();
    m_program.waitForFinished(3000);
  }

  void A33_byKeysAlone() {
    open(u"keys.astrolabe"_s);
    const std::size_t pools = plan::sample_plan().cluster.pools.size();
    const auto save = [this] { m_x.key(u"ctrl+s"_s); };
    // A node from the palette: search, first hit, Enter.
    keys({u"ctrl+f"_s});
    type(u"h200"_s);
    keys({u"Down"_s, u"Down"_s, u"Return"_s});
    QVERIFY(saved(save, [&](const plan::Plan& plan) { return plan.cluster.pools.size() == pools + 1; }));
    keys({u"ctrl+z"_s});
    QVERIFY(saved(save, [&](const plan::Plan& plan) { return plan.cluster.pools.size() == pools; }));
    keys({u"ctrl+y"_s});
    const auto added = [&](const plan::Plan& plan) { return plan.cluster.pools.size() == pools + 1; };
    QVERIFY(saved(save, added));
    // A model by name.
    keys({u"ctrl+m"_s});
    QVERIFY(came());
    focusNewest();
    type(u"llama-3.1-8b"_s);
    keys({u"Return"_s});
    QVERIFY(went());
    focusNewest();
    QVERIFY(saved(save, [](const plan::Plan& plan) { return plan.model_name == "llama-3.1-8b"; }));
    // A model from a file of one's own.
    keys({u"ctrl+l"_s});
    QVERIFY(came());
    focusNewest();
    type(u"own.json"_s);
    keys({u"Return"_s});
    QVERIFY(went());
    focusNewest();
    QVERIFY(saved(save, [&](const plan::Plan& plan) { return hasOwnModel(plan) && added(plan); }));
    // A budget: the command search knows the limit and brings the cursor into its field.
    keys({u"ctrl+k"_s});
    QVERIFY(came());
    focusNewest();
    type(u"limit budget"_s);
    keys({u"Return"_s});
    QVERIFY(went());
    focusNewest();
    settle(600);
    type(u"90000000"_s);
    keys({u"Return"_s});
    QVERIFY(saved(save, [](const plan::Plan& plan) { return plan.job.limits.budget_usd == 90000000.0; }));
    // Two strategies on the timeline: the filter field hands the keys to the
    // ranking, Down takes its second row, C compares, Alt+3 shows both. The plan
    // does not change by looking.
    settle(15'000, 1000);
    const auto before = plan::read_plan(m_path.toStdString());
    QVERIFY(before.has_value());
    keys({u"alt+1"_s, u"ctrl+shift+f"_s, u"Return"_s, u"Down"_s, u"c"_s, u"alt+3"_s});
    const QImage two = after(save, before->plan);
    keys({u"alt+1"_s, u"ctrl+shift+f"_s, u"Return"_s, u"c"_s, u"alt+3"_s});
    const QImage one = after(save, before->plan);
    QVERIFY(!two.isNull() && !one.isNull());
    QVERIFY(app::differs(two, one, kResults));  // with one strategy the timeline is another picture
    QVERIFY(added(before->plan) && hasOwnModel(before->plan));
    QCOMPARE(before->plan.job.limits.budget_usd.value_or(0.0), 90000000.0);
    keys({u"ctrl+q"_s});
    QVERIFY(ended());
    reopens(before->plan);
  }

  void A32_byThePointerAlone() {
    open(u"pointer.astrolabe"_s);
    const std::size_t pools = plan::sample_plan().cluster.pools.size();
    const auto save = [this] { click(kSave); };
    m_x.drag({130, 364}, {620, 400}, 50);  // 8 x A100 40GB of the palette onto the empty canvas
    settle(1000);
    QVERIFY(saved(save, [&](const plan::Plan& plan) { return plan.cluster.pools.size() == pools + 1; }));
    click(kUndo);
    QVERIFY(saved(save, [&](const plan::Plan& plan) { return plan.cluster.pools.size() == pools; }));
    click(kRedo);
    const auto added = [&](const plan::Plan& plan) { return plan.cluster.pools.size() == pools + 1; };
    QVERIFY(saved(save, added));
    // A preset: the button of the model panel, the fourth model of the list.
    click(kPreset);
    QVERIFY(came());
    click(kFourthModel);
    click(kTakeModel);
    QVERIFY(went());
    QVERIFY(saved(save, [](const plan::Plan& plan) { return plan.model_name == "llama-3.1-8b"; }));
    click(kUndo);
    QVERIFY(saved(save, [&](const plan::Plan& plan) {
      return added(plan) && plan.model_name == plan::sample_plan().model_name;
    }));
    // A model from a file: the only one of its folder.
    click(kLoad);
    QVERIFY(came());
    for (int turn = 0; turn < 5 && !went(0); ++turn) {  // its files are listed a little later
      settle(3000, 1000);
      click(kFirstFile);
      click(kOpenFile);
      if (went(10'000)) break;
    }
    QVERIFY(went());
    QVERIFY(saved(save, [&](const plan::Plan& plan) { return hasOwnModel(plan) && added(plan); }));
    settle(15'000, 1000);
    // Two strategies on the timeline: the second row, the button Compare, the tab.
    const auto before = plan::read_plan(m_path.toStdString());
    QVERIFY(before.has_value());
    click(kSecondRow);
    click(kCompare);
    click(kTimeline);
    const QImage two = after(save, before->plan);
    click(kRanking);
    click(kCompare);
    click(kTimeline);
    const QImage one = after(save, before->plan);
    QVERIFY(!two.isNull() && !one.isNull());
    QVERIFY(app::differs(two, one, kResults));
    QVERIFY(added(before->plan) && hasOwnModel(before->plan));
    click(kFile);
    QVERIFY(came());
    click(kQuit);
    QVERIFY(ended());
    reopens(before->plan);
  }
};

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");  // of this process; the program gets the X server
  QCoreApplication application(argc, argv);
  WalkXvfbTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_walk_xvfb.moc"
