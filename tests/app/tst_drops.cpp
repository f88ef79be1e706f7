// Files dropped on the window and on its canvas: real drag events, which find their way through the widgets;
// then a look at the document and at the status bar.
#include <onnx/onnx_pb.h>

#include <QDir>
#include <QDragEnterEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QFile>
#include <QGraphicsView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QUrl>
#include <QtTest>

#include "core/plan/samples.h"
#include "tests/app/sample_window.h"
#include "tests/core/onnx_models.h"
#include "tests/program/test_program.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/price_import_dialog.h"
#include "ui/shell/number_field.h"

namespace tst_drops {

using namespace astrolabe;
using namespace Qt::StringLiterals;
using ui::MainWindow;

namespace {

constexpr const char* kMegatron =
    "torchrun pretrain_gpt.py --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 \\\n"
    "  --num-attention-heads 32 --group-query-attention --num-query-groups 8 --swiglu \\\n"
    "  --normalization RMSNorm --disable-bias-linear --untie-embeddings-and-output-weights \\\n"
    "  --position-embedding-type rope --vocab-size 128256 --seq-length 4096\n";

/// BERT-base as an exporter writes it, with open batch and sequence: 12 layers of 768; 134 M parameters in a
/// file beside it of `weights` bytes, which a test leaves empty.
QByteArray bertBase(qint64& weights) {
  constexpr std::int64_t kHidden = 768, kHeads = 12;
  tests::OnnxMaker made("bert-base");
  made.keepWeightsIn("bert-base.weights");
  const std::string ids = made.input("input_ids", {"batch", "sequence"}, false);
  std::string x = made.node("Gather", {made.weight("embeddings.word", {30522, kHidden}), ids}, "words");
  x = made.old_norm("embeddings.norm", x, kHidden);
  for (int layer = 0; layer < 12; ++layer)
    x = made.bert_layer("encoder." + std::to_string(layer), x, kHidden, kHeads);
  made.output(made.linear("head", x, kHidden, 30522));
  weights = made.besideBytes();
  const std::string bytes = made.bytes();
  return {bytes.data(), qsizetype(bytes.size())};
}

}  // namespace

class DropsTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<MainWindow> m_window;

  QString write(const QString& name, const QByteArray& bytes) {
    const QString path = m_folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
    file.write(bytes);
    return path;
  }
  QWidget& canvas() const { return *m_window->findChild<ui::ClusterView*>()->viewport(); }
  QString status() const { return m_window->findChild<QLabel*>(u"statusBar.message"_s)->text(); }

  struct Outcome {
    bool entered = false, taken = false;
    QString while_dragged;
  };
  /// Enter, two moves and a release over `target`, as the display sends them.
  Outcome drop(QWidget& target, const QMimeData& data) {
    Outcome outcome;
    const QPoint place = target.rect().center();
    QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&target, &enter);
    outcome.entered = enter.isAccepted();
    outcome.while_dragged = status();
    if (!outcome.entered) return outcome;  // the display shows that nothing can be dropped here
    for (const QPoint step : {QPoint(3, 0), QPoint(9, 4)}) {
      QDragMoveEvent move(place + step, Qt::CopyAction, &data, Qt::LeftButton, {});
      QCoreApplication::sendEvent(&target, &move);
    }
    QDropEvent release(place + QPoint(9, 4), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&target, &release);
    outcome.taken = release.isAccepted();
    return outcome;
  }
  Outcome dropFile(QWidget& target, const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    return drop(target, data);
  }
  /// The places where a file may land: the canvas, a panel, the run bar and the window's own bars.
  QList<QWidget*> places() const {
    return {&canvas(), m_window->findChild<QWidget*>(u"modelPanel"_s),
            m_window->findChild<QWidget*>(u"runBar"_s), m_window.get()};
  }

 private slots:
  void initTestCase() { ui::dress(); }
  void init() { m_window = ui::opened(); }
  void cleanup() { m_window.reset(); }

  void A31_modelFileAnywhere() {
    const QString config = write(u"config.json"_s,
                                 R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
      "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256,
      "max_position_embeddings": 8192, "tie_word_embeddings": false})");
    const QString script = write(u"train.sh"_s, kMegatron);
    const std::string before = m_window->document().plan().model_name;
    for (QWidget* place : places())
      for (const QString& path : {config, script}) {
        const Outcome outcome = dropFile(*place, path);
        QVERIFY2(outcome.entered && outcome.taken, qPrintable(place->objectName() + path));
        QVERIFY2(place->objectName() == u"modelPanel"_s ||
                     outcome.while_dragged.contains(QFileInfo(path).fileName()),
                 qPrintable(outcome.while_dragged));
        QVERIFY(m_window->document().architecture());
        QCOMPARE(qlonglong(m_window->document().architecture()->parameters_total), 8'030'261'248LL);
        QCOMPARE(m_window->document().undoStack().count(), 1);
        QCOMPARE(m_window->document().plan().cluster.pools.size(),
                 std::size_t(2));  // nothing else was touched
        m_window->document().undoStack().undo();
        QCOMPARE(m_window->document().plan().model_name, before);
      }
  }

  /// A file of real size: sizes are found in the graph, the window's thread is not held up by its 110 million
  /// weights, and the plan keeps the sizes, so that it needs the file no longer.
  void A31_exportedTransformerOnTheCanvas() {
    qint64 weights = 0;
    const QString path = write(u"bert-base.onnx"_s, bertBase(weights));
    QVERIFY(weights > 500'000'000);
    QFile beside(write(u"bert-base.weights"_s, {}));
    QVERIFY(beside.resize(weights));  // a hole, so that it takes no room
    const Outcome outcome = dropFile(canvas(), path);
    QVERIFY(outcome.entered && outcome.taken);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->document().undoStack().count() == 1 ||
                                 m_window->findChild<QPushButton*>(u"modelPanel.enterValue"_s),
                             60'000);
    if (auto* enter = m_window->findChild<QPushButton*>(u"modelPanel.enterValue"_s);
        enter && m_window->document().undoStack().count() == 0) {
      QTest::mouseClick(enter, Qt::LeftButton);
      auto* field = m_window->findChild<ui::NumberField*>(u"modelPanel.value"_s);
      QTest::keyClicks(field, u"128"_s);
      QTest::keyClick(field, Qt::Key_Return);
    }
    const auto read = m_window->document().architecture();
    QVERIFY(read);
    QCOMPARE(read->layers.size(), std::size_t(12));
    QCOMPARE(read->hidden, 768);
    QCOMPARE(read->layer_kinds.front().heads, 12);
    QCOMPARE(read->layer_kinds.front().ffn, 3072);
    QCOMPARE(read->vocabulary, 30522);
    QFile::remove(path);
    const QString plan = m_folder.filePath(u"with-bert.astrolabe"_s);
    QVERIFY(m_window->saveFile(plan));
    const QString copy = m_folder.filePath(u"copy.astrolabe"_s);  // the first is open in this window
    QVERIFY(QFile::copy(plan, copy));
    auto again = std::make_unique<MainWindow>();
    again->setAskOnClose(false);
    again->show();
    QVERIFY(again->openFile(copy));
    QVERIFY(again->document().architecture());
    QCOMPARE(again->document().architecture()->parameters_total, read->parameters_total);
  }

  void A31_planOnTheCanvasIsOpened() {
    plan::PlanFile file;
    file.plan = plan::sample_named("small");
    const QString path = m_folder.filePath(u"small.astrolabe"_s);
    QVERIFY(plan::write_plan(file, path.toStdString()).has_value());
    const Outcome outcome = dropFile(canvas(), path);
    QVERIFY(outcome.entered && outcome.taken);
    QVERIFY2(outcome.while_dragged.contains(u"small.astrolabe"_s), qPrintable(outcome.while_dragged));
    QCOMPARE(m_window->document().path(), path);
    QVERIFY(m_window->document().plan() == file.plan);
  }

  /// A price list has no place on the cluster, but is what the window takes it for wherever it lands.
  void A31_pricesAreImported() {
    const QString path =
        write(u"prices.csv"_s, "node,usd_per_hour,source,date\noci-bm-gpu-h100-8,70.5,Offer 17,2026-11-01\n");
    QWidget* shelf = m_window->findChild<QWidget*>(u"paletteView"_s);
    QVERIFY(shelf);
    int number = 0;
    for (QWidget* place : {&canvas(), shelf, static_cast<QWidget*>(m_window.get())}) {
      bool asked = false;
      ui::whenAsked(this, [&](QWidget* dialog) {
        asked = qobject_cast<ui::PriceImportDialog*>(dialog) != nullptr;
        QTest::mouseClick(dialog->findChild<QPushButton*>(u"priceImport.take"_s), Qt::LeftButton);
      });
      const Outcome outcome = dropFile(*place, path);
      QVERIFY2(outcome.entered && outcome.taken, qPrintable(place->objectName()));
      QTRY_VERIFY_WITH_TIMEOUT(asked, 30'000);
      QTRY_COMPARE_WITH_TIMEOUT(m_window->document().undoStack().count(), 1, 30'000);
      const hardware::NodeType* node = m_window->document().catalogue().find_node("oci-bm-gpu-h100-8");
      QCOMPARE(node->prices.on_demand->value, 70.5);
      m_window->document().undoStack().undo();
      ++number;
    }
    QCOMPARE(number, 3);
  }

  void A31_nonsenseIsRefusedWithAReason_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("reason");
    QTest::newRow("picture") << u"holiday.jpg"_s << u"neither a model nor a plan"_s;
    QTest::newRow("empty") << u"nothing"_s << u"neither a model nor a plan"_s;
    QTest::newRow("gone") << u"gone.onnx"_s << u"does not exist"_s;
    QTest::newRow("two") << u"two"_s << u"one file at a time"_s;
    QTest::newRow("page") << u"page"_s << u"this machine"_s;
    QTest::newRow("text") << u"text"_s << u""_s;
  }
  void A31_nonsenseIsRefusedWithAReason() {
    QFETCH(QString, what);
    QFETCH(QString, reason);
    write(u"holiday.jpg"_s, "\xff\xd8\xff\xe0 JFIF");
    write(u"nothing"_s, {});
    const plan::Plan before = m_window->document().plan();
    for (QWidget* place : {&canvas(), static_cast<QWidget*>(m_window.get())}) {
      QMimeData data;
      if (what == u"text"_s)
        data.setText(u"hello"_s);
      else if (what == u"page"_s)
        data.setUrls({QUrl(u"https://example.org/config.json"_s)});
      else if (what == u"two"_s)
        data.setUrls({QUrl::fromLocalFile(write(u"a.json"_s, "{}")),
                      QUrl::fromLocalFile(m_folder.filePath(u"holiday.jpg"_s))});
      else
        data.setUrls({QUrl::fromLocalFile(m_folder.filePath(what))});
      const Outcome outcome = drop(*place, data);
      QVERIFY(!outcome.taken);
      if (what != u"text"_s || place == &canvas()) QVERIFY(!status().isEmpty());
      QVERIFY2(status().contains(reason), qPrintable(status()));
      QVERIFY(m_window->document().plan() == before);
      QCOMPARE(m_window->document().undoStack().count(), 0);
    }
  }

  /// A launch script without a model becomes my layout: what it leaves open is entered in place, what is not
  /// used is listed with why, and one step back undoes layout and job together.
  void aLaunchScriptBecomesMyLayout() {
    m_window->openPlan(plan::sample_named("homogeneous"));  // a script does not say what lies on which pool
    const plan::Plan before = m_window->document().plan();
    const QString script =
        write(u"run.sh"_s,
              "torchrun pretrain_gpt.py --tensor-model-parallel-size $TP \\\n"
              "  --pipeline-model-parallel-size 2 --micro-batch-size 1 --global-batch-size 96 \\\n"
              "  --lr 1e-4 --frobnicate 3\n");
    QString before_told, after_told;
    QStringList unused;
    bool open = true, closed = false;
    ui::whenAsked(this, [&](QWidget* dialog) {
      auto* add = dialog->findChild<QPushButton*>(u"scriptDialog.add"_s);
      auto* field = dialog->findChild<QLineEdit*>(u"scriptDialog.value.TP"_s);
      if (add == nullptr || field == nullptr) return dialog->close(), void();
      open = add->isEnabled();
      const auto* answer = dialog->findChild<QLabel*>(u"scriptDialog.answer"_s);
      before_told = answer->text();
      field->setFocus();
      QTest::keyClicks(field, u"8"_s);
      QTest::keyClick(field, Qt::Key_Return);
      after_told = answer->text();
      const auto* ignored = dialog->findChild<QTableWidget*>(u"scriptDialog.ignored"_s);
      for (int row = 0; row < ignored->rowCount(); ++row)
        unused << ignored->item(row, 0)->text() + u": "_s + ignored->item(row, 1)->text();
      closed = !dialog->isVisible();
      QTest::mouseClick(add, Qt::LeftButton);
      dialog->close();
    });
    const Outcome outcome = dropFile(canvas(), script);
    QVERIFY(outcome.entered && outcome.taken && !open && !closed);
    QVERIFY2(before_told.contains(u"$TP"_s), qPrintable(before_told));
    QVERIFY2(after_told.contains(u"tp=8"_s), qPrintable(after_told));
    QVERIFY2(unused.filter(u"--frobnicate 3: not known"_s).size() == 1, qPrintable(unused.join(u'|')));
    QVERIFY2(outcome.while_dragged.contains(u"my layout"_s), qPrintable(outcome.while_dragged));
    const plan::Plan& now = m_window->document().plan();
    QCOMPARE(now.my_layouts.size(), before.my_layouts.size() + 1);
    QCOMPARE(now.job.global_batch, 96);
    QCOMPARE(m_window->selection().strategy()->tensor_parallel, 8);
    QCOMPARE(m_window->selection().strategy()->pipeline_parallel, 2);
    QCOMPARE(m_window->document().undoStack().count(), 1);
    m_window->document().undoStack().undo();
    QVERIFY(m_window->document().plan() == before);
  }

  /// A script that cannot be read says where and why, and changes nothing.
  void aLaunchScriptWithAMistake() {
    m_window->openPlan(plan::sample_named("homogeneous"));  // a script does not say what lies on which pool
    const plan::Plan before = m_window->document().plan();
    const QString script =
        write(u"zero.sh"_s,
              "torchrun pretrain_gpt.py --tensor-model-parallel-size 8 --micro-batch-size 1 \\\n"
              "  --recompute-granularity full --recompute-method block --recompute-num-layers 0\n");
    QString told;
    bool open = true;
    ui::whenAsked(this, [&](QWidget* dialog) {
      if (const auto* add = dialog->findChild<QPushButton*>(u"scriptDialog.add"_s)) open = add->isEnabled();
      if (const auto* answer = dialog->findChild<QLabel*>(u"scriptDialog.answer"_s)) told = answer->text();
      dialog->close();
    });
    QVERIFY(!m_window->opening().openScript(script));
    QVERIFY(!open);
    QVERIFY2(told.contains(u"zero.sh"_s) && told.contains(u"--recompute-num-layers"_s), qPrintable(told));
    QVERIFY(m_window->document().plan() == before);
  }

  /// A file that looks like a model and is none: the message stands in the model panel, nothing is lost.
  void A31_brokenModelsAreTold() {
    const plan::Plan before = m_window->document().plan();
    for (const auto& [name, bytes] : {std::pair(u"broken.json"_s, QByteArray("{\"hidden_size\": ")),
                                      std::pair(u"broken.onnx"_s, QByteArray("\x08\x07garbage"))}) {
      const Outcome outcome = dropFile(canvas(), write(name, bytes));
      QVERIFY(outcome.taken);
      auto* banner = m_window->findChild<QWidget*>(u"modelPanel.banner"_s);
      QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), 30'000);
      QVERIFY(m_window->document().plan() == before);
    }
  }
};

}  // namespace tst_drops

ASTROLABE_TEST(tst_drops, DropsTest)
#include "tst_drops.moc"
