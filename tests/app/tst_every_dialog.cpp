// A70 over every dialog: each window that the program can open is opened in a language that marks what was
// translated, filled, and read.

#include <QApplication>
#include <QDirIterator>
#include <QFileDialog>
#include <QPointer>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "core/plan/plan_file.h"
#include "core/plan/samples.h"
#include "tests/app/filled_window.h"
#include "tests/app/sample_window.h"
#include "tests/app/translated.h"
#include "tests/program/test_program.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/canvas/gpu_type_dialog.h"
#include "ui/canvas/mark_dialog.h"
#include "ui/canvas/node_type_dialog.h"
#include "ui/canvas/price_import_dialog.h"
#include "ui/canvas/prices_dialog.h"
#include "ui/canvas/properties_dialog.h"
#include "ui/canvas/quote_dialog.h"
#include "ui/canvas/value_dialog.h"
#include "ui/results/layout_editor.h"
#include "ui/results/sweep_window.h"
#include "ui/shell/dataflow_dialog.h"
#include "ui/shell/describe_dialog.h"
#include "ui/shell/job_details.h"
#include "ui/shell/preset_dialog.h"
#include "ui/shell/pseudo_language.h"
#include "ui/shell/script_dialog.h"

namespace tst_every_dialog {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::MainWindow;

namespace {

/// Reads every window that is shown beside the first one, then closes it as a person would.
class Reader : public QObject {
 public:
  explicit Reader(MainWindow& window) : m_window(&window) { qApp->installEventFilter(this); }
  ~Reader() override { qApp->removeEventFilter(this); }
  Q_DISABLE_COPY_MOVE(Reader)

  bool eventFilter(QObject* watched, QEvent* event) override {
    auto* shown = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::Show && shown && shown->isWindow() && shown != m_window &&
        (shown->windowType() == Qt::Window || shown->windowType() == Qt::Dialog)) {
      ++m_open;
      QTimer::singleShot(0, this, [this, at = QPointer<QWidget>(shown)] { read(at); });
    }
    return false;
  }
  /// Until all that was opened has been read and closed.
  bool isDone() {
    return QTest::qWaitFor([this] { return m_open == 0; }, ui::kFilledMs);
  }
  const QSet<QString>& met() const { return m_met; }
  const QStringList& plain() const { return m_plain; }

 private:
  void read(const QPointer<QWidget>& shown) {
    if (shown && shown->isVisible()) {
      const QString name = QString::fromLatin1(shown->metaObject()->className());
      m_met << QString(name).remove(u"astrolabe::ui::"_s);
      if (!qobject_cast<QFileDialog*>(shown)) {  // lists files, which are data
        if (!ui::filled(*shown)) m_plain << name + u" is not filled"_s;
        for (const QString& text : ui::textsOf(shown))
          if (!ui::untranslated(text).isEmpty() && !ui::isData(text, m_window->document().catalogue()))
            m_plain << name + u": "_s + text;
      }
      if (auto* dialog = qobject_cast<QDialog*>(shown.data()))
        dialog->reject();
      else
        shown->close();
      if (shown && shown->isVisible()) shown->hide();
    }
    --m_open;
  }

  MainWindow* m_window;
  QSet<QString> m_met;
  QStringList m_plain;
  int m_open = 0;
};

/// Shows a dialog until it has been read.
bool isRead(Reader& reader, QDialog&& dialog) {
  dialog.show();
  return reader.isDone();
}

/// The classes of dialogs that the sources declare.
QSet<QString> declaredDialogs() {
  QSet<QString> names;
  static const QRegularExpression declared(u"class (\\w+)(?: final)? : public QDialog\\b"_s);
  QDirIterator files(QStringLiteral(ASTROLABE_SOURCE_DIR "/ui"), {u"*.h"_s}, QDir::Files,
                     QDirIterator::Subdirectories);
  while (files.hasNext()) {
    QFile file(files.next());
    if (!file.open(QIODevice::ReadOnly)) continue;
    auto found = declared.globalMatch(QString::fromUtf8(file.readAll()));
    while (found.hasNext()) names << found.next().captured(1);
  }
  return names;
}

}  // namespace

class EveryDialogTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    ui::dress();
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  }

  void A70_noPlainEnglishIsLeftInAnyDialog() {
    ui::PseudoLanguage language;
    QVERIFY(QCoreApplication::installTranslator(&language));
    auto window = ui::opened();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    window->bridge().run();
    QVERIFY(ui::finished(*window) && ui::filled(*window));
    window->findChild<ui::ClusterView*>()->clusterScene().select({"h100"});
    Reader reader(*window);
    QVERIFY(window->actions()["actionReportBuilder"]->isEnabled());  // later steps make the answer stale
    window->actions()["actionReportBuilder"]->trigger();
    QVERIFY(reader.isDone());
    const QSet<QString> elsewhere{u"actionQuit"_s, u"actionClose"_s, u"actionWhatsThis"_s};
    for (const QAction* listed : window->actions().all()) {
      const QString name = listed->objectName();
      if (elsewhere.contains(name)) continue;
      QAction* action = window->actions()[name.toLatin1().constData()];
      window->findChild<ui::ClusterView*>()->clusterScene().select({"h100"});
      if (!action->isEnabled()) continue;
      action->trigger();
      QVERIFY2(reader.isDone(), qPrintable(name));
      while (window->document().undoStack().canUndo()) window->document().undoStack().undo();
      // Samples and imports put another plan there.
      if (!(window->document().plan() == plan::sample_plan())) {
        window->openSample();
        window->bridge().run();
        QVERIFY(ui::finished(*window));
      }
    }
    // What opens from a panel, from a menu of the canvas or over a file.
    const hardware::Catalogue& catalogue = window->document().catalogue();
    const plan::SnapshotPtr snapshot = window->bridge().snapshot();
    QVERIFY(snapshot && !snapshot->best.empty());
    QVERIFY(isRead(reader, ui::GpuTypeDialog(catalogue)));
    for (const auto what : {ui::MarkDialog::What::Slow, ui::MarkDialog::What::Failed})
      QVERIFY(isRead(reader, ui::MarkDialog({u"⟦h100⟧"_s, 4, 8, what, {}, {}})));
    QVERIFY(isRead(reader, ui::NodeTypeDialog(catalogue, *catalogue.find_node("oci-bm-gpu-h100-8"))));
    QVERIFY(isRead(reader, ui::PriceImportDialog(u"prices.csv"_s,
                                                 "gpu,usd_per_hour\nh100-sxm,2.5\nunheard,1\n", catalogue)));
    QVERIFY(isRead(reader, ui::ValueDialog({u"⟦a⟧"_s, u"⟦b⟧"_s, {}, {}, 1, 1, 10, 0, {}, false, {}, true})));
    QVERIFY(isRead(reader, ui::PresetDialog()));
    QVERIFY(isRead(reader, ui::PricesDialog(window->document())));
    QVERIFY(isRead(reader, ui::QuoteDialog(catalogue, {})));
    QVERIFY(isRead(reader, ui::DescribeDialog({})));
    QVERIFY(isRead(reader,
                   ui::DataflowDialog({{}, {{"⟦step⟧", "⟦role⟧", post_training::Do::forward, {}, false}}})));
    QVERIFY(isRead(reader,
                   ui::SweepWindow({{{"gap", ui::SweepResults::Kind::Share}}, {}, 2, 1, true}, u"⟦a⟧"_s)));
    QVERIFY(isRead(reader, ui::JobDetailsDialog(window->document())));
    QVERIFY(isRead(reader, ui::LayoutEditor(snapshot->problem, snapshot->best.front().strategy, 1.0)));
    // Of one pool, as a script is: read, and with a value that is to be entered.
    const plan::Plan one = plan::sample_named("homogeneous");
    const auto asked = plan::make_problem(one, catalogue);
    QVERIFY(asked.has_value());
    const QTemporaryDir folder;
    for (const char* degree : {"8", "$TP"}) {
      QFile script(folder.filePath(u"run.args"_s));
      QVERIFY(script.open(QIODevice::WriteOnly));
      script.write(QByteArray("--tensor-model-parallel-size ") + degree + "\n--micro-batch-size 1\n");
      script.close();
      QVERIFY(isRead(reader, ui::ScriptDialog(one, *asked, script.fileName())));
    }
    QStringList plain = reader.plain();
    const QStringList missed = (declaredDialogs() - reader.met()).values();
    window.reset();
    QCoreApplication::removeTranslator(&language);
    plain.removeDuplicates();
    for (const QString& text : std::as_const(plain)) qWarning("%s", qPrintable(text));
    QVERIFY2(plain.isEmpty(), "texts that are not translated: see above");
    QVERIFY2(missed.isEmpty(), qPrintable(u"never opened: "_s + missed.join(u", "_s)));
  }
};

}  // namespace tst_every_dialog

ASTROLABE_TEST(tst_every_dialog, EveryDialogTest)
#include "tst_every_dialog.moc"
