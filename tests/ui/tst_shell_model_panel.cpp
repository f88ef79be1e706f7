// Model panel: what a file gives, what is wrong with a bad one, and that a bad one changes nothing.

#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUrl>

#include "core/model/description.h"
#include "core/model/model_reader.h"
#include "tests/core/onnx_decoders.h"
#include "tests/program/test_program.h"
#include "tests/ui/goal_desk.h"
#include "tests/ui/model_desk.h"
#include "ui/document/plan_document.h"
#include "ui/shell/banner.h"
#include "ui/shell/describe_dialog.h"
#include "ui/shell/drop.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/number_field.h"
#include "ui/shell/reading.h"

namespace tst_shell_model_panel {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::Banner;
using ui::Drop;
using ui::ModelPanel;
using ui::PlanDocument;
using ui::sample;
using namespace ui::model_desk;

class ShellModelPanelTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void aFileIsOneStep() {
    QTemporaryDir folder;
    PlanDocument document;
    document.reset(sample(), {});
    ModelPanel panel(document);
    panel.show();
    const plan::Plan before = document.plan();
    QVERIFY(panel.load(write(folder, llama())));
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(document.architecture());
    // 2 x 128,256 x 4,096 + 32 x (2 x 4,096^2 + 2 x 4,096 x 1,024 + 3 x 4,096 x 14,336 + 2 x 4,096) + 4,096
    QCOMPARE(qlonglong(document.architecture()->parameters_total), 8'030'261'248LL);
    QVERIFY2(text(panel, "modelPanel.parameters").startsWith(u"8.03 B"_s),
             qPrintable(text(panel, "modelPanel.parameters")));
    QCOMPARE(text(panel, "modelPanel.parameters.mark"), u"ƒ"_s);
    QVERIFY2(text(panel, "modelPanel.heads").startsWith(u"32"_s),
             qPrintable(text(panel, "modelPanel.heads")));
    QCOMPARE(text(panel, "modelPanel.heads.mark"), u"≡"_s);
    QVERIFY(panel.findChild<QLabel*>(u"modelPanel.experts"_s)->isHidden());
    document.undoStack().undo();
    QVERIFY(document.plan() == before);
  }

  void A08_badFilesChangeNothing_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("broken json") << llama("\"hidden_size\": 4096,", "\"hidden_size\": 4096") << u"AST-M101"_s
                                 << u"line"_s;
    QTest::newRow("missing field") << llama("  \"num_attention_heads\": 32,\n", "") << u"AST-M102"_s
                                   << u"num_attention_heads"_s;
    QTest::newRow("impossible value")
        << llama("\"num_attention_heads\": 32", "\"num_attention_heads\": 31") << u"AST-M103"_s << u"31"_s;
    QTest::newRow("unknown family") << llama("\"model_type\": \"llama\"",
                                             "\"model_type\": \"foo_ssm\", \"ssm_state_size\": 128")
                                    << u"AST-M104"_s << u"ssm_state_size"_s;
    QTest::newRow("empty") << QByteArray() << u"AST-F406"_s << u"config.json"_s;
  }
  void A08_badFilesChangeNothing() {
    QFETCH(QByteArray, content);
    QFETCH(QString, code);
    QFETCH(QString, says);
    QTemporaryDir folder;
    PlanDocument document;
    document.reset(sample(), {});
    ModelPanel panel(document);
    panel.show();
    const plan::Plan before = document.plan();
    QVERIFY(!panel.load(write(folder, content)));
    auto* banner = panel.findChild<Banner*>(u"modelPanel.banner"_s);
    QVERIFY(banner->isVisible());
    QCOMPARE(banner->message().code, code);
    QVERIFY2(banner->message().plain().contains(says, Qt::CaseInsensitive),
             qPrintable(banner->message().plain()));
    QVERIFY(!banner->message().body.contains(u"can't be sized"_s) ||
            !banner->message().body.contains(u"counted"_s));
    for (const QString& raw : {u"exception"_s, u"std::"_s, u"nullptr"_s})
      QVERIFY(!banner->message().plain().contains(raw));
    QVERIFY(panel.findChild<QPushButton*>(u"modelPanel.copyDetails"_s));
    QVERIFY(document.plan() == before);
    QCOMPARE(document.undoStack().count(), 0);
  }

  void aMissingValueCanBeEntered() {
    QTemporaryDir folder;
    PlanDocument document;
    document.reset(sample(), {});
    ModelPanel panel(document);
    panel.show();
    QVERIFY(!panel.load(write(folder, llama("  \"num_attention_heads\": 32,\n", ""))));
    auto* enter = panel.findChild<QPushButton*>(u"modelPanel.enterValue"_s);
    QVERIFY(enter);
    enter->click();
    auto* field = panel.findChild<ui::NumberField*>(u"modelPanel.value"_s);
    QVERIFY(field);
    QTest::keyClicks(field, u"32"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(document.plan().model_entered.at("num_attention_heads"), 32.0);
    QVERIFY(document.architecture());
    QCOMPARE(qlonglong(document.architecture()->parameters_total), 8'030'261'248LL);
    QVERIFY(!panel.findChild<Banner*>(u"modelPanel.banner"_s)->isVisible());
    QCOMPARE(document.undoStack().count(), 1);
    // Stated, as a person typed it: not assumed.
    const auto* heads = panel.findChild<QLabel*>(u"modelPanel.heads"_s);
    QVERIFY2(heads->text().endsWith(u"stated"_s) && !heads->font().italic(), qPrintable(heads->text()));
    QVERIFY2(heads->toolTip().contains(u"heads: stated"_s) && !heads->toolTip().contains(u"assumed"_s),
             qPrintable(heads->toolTip()));
  }

  /// A launch script of Megatron-LM is a model; the variable that it does not set is asked for in place, and
  /// the document keeps the script itself.
  void argumentsOfMegatronAreAModel() {
    QTemporaryDir folder;
    PlanDocument document;
    document.reset(sample(), {});
    ModelPanel panel(document);
    panel.show();
    const QByteArray script =
        "ARGS=(--num-layers $LAYERS --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32\n"
        "  --group-query-attention --num-query-groups 8 --swiglu --normalization RMSNorm "
        "--disable-bias-linear\n"
        "  --untie-embeddings-and-output-weights --position-embedding-type rope --vocab-size 128256)\n";
    const QString path = write(folder, script, u"train.sh"_s);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&panel, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&panel, &drop);
    auto* banner = panel.findChild<Banner*>(u"modelPanel.banner"_s);
    QVERIFY(banner->isVisible());
    QVERIFY2(banner->message().plain().contains(u"$LAYERS"_s), qPrintable(banner->message().plain()));
    QCOMPARE(document.undoStack().count(), 0);
    auto* ask = panel.findChild<QPushButton*>(u"modelPanel.enterValue"_s);
    QVERIFY(ask);
    QTest::mouseClick(ask, Qt::LeftButton);
    auto* field = panel.findChild<ui::NumberField*>(u"modelPanel.value"_s);
    QVERIFY(field);
    QCOMPARE(field->accessibleName(), u"--num-layers"_s);
    QTest::keyClicks(field, u"32"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(document.architecture());
    QCOMPARE(qlonglong(document.architecture()->parameters_total), 8'030'261'248LL);
    QCOMPARE(document.plan().model_text, script.toStdString());
    QCOMPARE(document.plan().model_entered.at("--num-layers"), 32.0);
    QCOMPARE(text(panel, "modelPanel.name"), u"train.sh"_s);
    QCOMPARE(text(panel, "modelPanel.source"), u"✓ Megatron arguments"_s);
    QCOMPARE(text(panel, "modelPanel.layers.mark"), u"≡"_s);  // typed: stated
    QCOMPARE(text(panel, "modelPanel.heads.mark"), u"≡"_s);
    QCOMPARE(document.undoStack().count(), 1);
  }

  /// A graph is a model where it is a stack of blocks; what it is not is told with where the file can go.
  void anOnnxFileIsAModel() {
    QTemporaryDir folder;
    PlanDocument document;
    document.reset(sample(), {});
    ModelPanel panel(document);
    panel.show();
    const std::string graph = tests::onnx_llama().bytes();
    const QString path = write(folder, QByteArray(graph.data(), qsizetype(graph.size())), u"tiny.onnx"_s);
    QVERIFY(!panel.load(path));  // its constants are made for one length
    auto* enter = panel.findChild<QPushButton*>(u"modelPanel.enterValue"_s);
    QVERIFY(enter);
    QTest::mouseClick(enter, Qt::LeftButton);
    auto* field = panel.findChild<ui::NumberField*>(u"modelPanel.value"_s);
    QCOMPARE(field->accessibleName(), u"sequence"_s);
    QTest::keyClicks(field, u"6"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(document.architecture());
    QCOMPARE(document.architecture()->hidden, 16);
    QCOMPARE(document.architecture()->layer_kinds.front().kv_heads, 2);
    QCOMPARE(text(panel, "modelPanel.source"), u"✓ ONNX"_s);
    QCOMPARE(text(panel, "modelPanel.heads.mark"), u"ƒ"_s);
    QCOMPARE(text(panel, "modelPanel.tied.mark"), u"≈"_s);
    QCOMPARE(document.undoStack().count(), 1);
    document.undoStack().undo();
    QCOMPARE(document.plan().model_name, plan::sample_plan().model_name);

    tests::OnnxMaker image("image");
    image.output(
        image.node("MatMul", {image.input("pixels", {"batch", "8"}), image.weight("w", {8, 10})}, "y"));
    const std::string bytes = image.bytes();
    const QString other = write(folder, QByteArray(bytes.data(), qsizetype(bytes.size())), u"image.onnx"_s);
    QVERIFY(!panel.load(other));
    auto* banner = panel.findChild<Banner*>(u"modelPanel.banner"_s);
    QCOMPARE(banner->message().code, u"AST-M105"_s);
    QVERIFY2(banner->message().plain().contains(u"no attention"_s), qPrintable(banner->message().plain()));
    auto* copy = panel.findChild<QPushButton*>(u"modelPanel.copyShard"_s);
    QVERIFY(copy);
    QTest::mouseClick(copy, Qt::LeftButton);
    QVERIFY(QGuiApplication::clipboard()->text().contains(other));
    QCOMPARE(document.undoStack().index(), 0);
  }

  /// Of layers of several kinds the panel shows those with attention and MLP, and how many there are of each.
  void layersOfSeveralKinds() {
    QTemporaryDir folder;
    PlanDocument document;
    document.reset(sample(), {});
    ModelPanel panel(document);
    const QByteArray config = R"({"model_type": "nemotron_h", "hybrid_override_pattern": "MMM*-M*-",
        "hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16,
        "intermediate_size": 128, "mamba_num_heads": 8, "mamba_head_dim": 16, "n_groups": 2,
        "ssm_state_size": 32, "vocab_size": 1000})";
    QVERIFY(panel.load(write(folder, config)));
    QVERIFY(text(panel, "modelPanel.layers").startsWith(u"8"_s));
    QVERIFY(text(panel, "modelPanel.heads").startsWith(u"4"_s));
    QVERIFY(text(panel, "modelPanel.ffn").startsWith(u"128"_s));
    const auto* mark = panel.findChild<QLabel*>(u"modelPanel.layers.mark"_s);
    QVERIFY(mark);
    for (const char* kind : {"Mamba-2", "attention", "mlp"})
      QVERIFY2(mark->toolTip().contains(QString::fromLatin1(kind)), qPrintable(mark->toolTip()));
    QVERIFY(mark->toolTip().contains(u"state_kernels"_s));
  }

  /// A family without a cost is read and counted: the message says what it is and why it is not planned.
  void whatCannotBePlannedIsCounted() {
    QTemporaryDir folder;
    PlanDocument document;
    document.reset(sample(), {});
    ModelPanel panel(document);
    const QByteArray config = R"({"model_type": "albert", "num_hidden_groups": 3, "num_hidden_layers": 3})";
    QVERIFY(!panel.load(write(folder, config)));
    const auto description = model::describe_config(config.toStdString(), "config.json");
    QVERIFY(description);
    const QString told = panel.findChild<Banner*>(u"modelPanel.banner"_s)->message().plain();
    QVERIFY2(told.contains(QLocale().toString(qlonglong(description->total)) + u" parameters"_s),
             qPrintable(told));
    QVERIFY2(told.contains(u"3 layer"_s), qPrintable(told));
    QVERIFY2(told.contains(u"all alike"_s) && !told.contains(QString::fromStdString(description->pattern)),
             qPrintable(told));
    QVERIFY2(told.contains(u"AST-M105"_s), qPrintable(told));
    QCOMPARE(document.plan().model_name, plan::sample_plan().model_name);
  }

  /// AST-M104: the form opens with what the file says, is checked while one types, and makes an ordinary
  /// model.
  void anUnknownFamilyIsDescribedByHand() {
    QTemporaryDir folder;
    PlanDocument document;
    document.reset(sample(), {});
    ModelPanel panel(document);
    panel.show();
    const plan::Plan before = document.plan();
    QVERIFY(!panel.load(
        write(folder, R"({"model_type": "foo_ssm", "d_model": 4096, "n_layer": 32, "vocab_size": 128256,
        "num_attention_heads": 32, "intermediate_size": 11008, "ssm_state_size": 128,
        "max_position_embeddings": 131072})")));
    auto* button = panel.findChild<QPushButton*>(u"modelPanel.describe"_s);
    QVERIFY(button);
    button->click();
    auto* form = panel.findChild<ui::DescribeDialog*>();
    QVERIFY(form && form->isVisible());
    const auto field = [&](const char* name) {
      return form->findChild<ui::NumberField*>(u"describeModel."_s + QLatin1StringView(name));
    };
    const auto enter = [&](const char* name, const QString& text) {
      field(name)->selectAll();
      QTest::keyClicks(field(name), text);
    };
    QCOMPARE(field("hidden")->value().value(), 4096.0);
    QCOMPARE(form->findChild<QLabel*>(u"describeModel.hidden.from"_s)->text(), u"≡ d_model"_s);
    QCOMPARE(field("layers")->value().value(), 32.0);
    QCOMPARE(field("ffn")->value().value(), 11008.0);
    field("ffn")->clear();
    auto* take = form->findChild<QPushButton*>(u"describeModel.take"_s);
    auto* summary = form->findChild<QLabel*>(u"describeModel.summary"_s);
    QVERIFY(!take->isEnabled());
    QVERIFY2(summary->text().contains(u"MLP size"_s), qPrintable(summary->text()));
    enter("ffn", u"14336"_s);
    enter("kvHeads", u"7"_s);  // 32 heads
    QVERIFY(!take->isEnabled());
    QVERIFY2(field("kvHeads")->problem().contains(u"7"_s), qPrintable(field("kvHeads")->problem()));
    enter("kvHeads", u"8"_s);
    QVERIFY(field("kvHeads")->problem().isEmpty());
    // The numbers of Llama-3.1-8B; its sum stands at aFileIsOneStep().
    QVERIFY2(summary->text().startsWith(u"8.03"_s), qPrintable(summary->text()));
    form->findChild<QLineEdit*>(u"describeModel.name"_s)->setText(u"my-ssm"_s);
    QVERIFY(document.plan() == before);
    take->click();
    QCOMPARE(document.undoStack().count(), 1);
    QCOMPARE(document.plan().model_name, std::string("my-ssm"));
    QCOMPARE(qlonglong(document.architecture()->parameters_total), 8'030'261'248LL);
    QVERIFY(!panel.findChild<Banner*>(u"modelPanel.banner"_s)->isVisible());
    QCOMPARE(text(panel, "modelPanel.source"), u"described by hand"_s);
    QVERIFY(document.problem().has_value());
    document.undoStack().undo();
    QVERIFY(document.plan() == before);
  }

  /// The first number that a file does not say is the one to type.
  void theFormBeginsAtWhatIsMissing() {
    const ui::DescribeDialog form(
        ui::readDescription(R"({"d_model": 4096, "n_layer": 32, "num_attention_heads": 32})", u"open"_s));
    auto* ffn = form.findChild<ui::NumberField*>(u"describeModel.ffn"_s);
    QVERIFY(ffn && ffn->text().isEmpty());
    QCOMPARE(form.focusWidget(), ffn);
  }

  void everyKindCanBeDescribed_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<qlonglong>("total");
    QTest::addColumn<qlonglong>("active");
    // Two layers of hidden 64, 4 heads of 16, 2 KV heads, 100 words, not tied:
    // embedding and head 2 x 6,400, attention 2 x 64 x 64 + 2 x 64 x 32 = 12,288, norms 2 x 64 a layer + 64.
    // Gated MLP 3 x 64 x 128 = 24,576: 12,800 + 2 x (12,288 + 24,576 + 128) + 64.
    QTest::newRow("dense") << u"dense"_s << 86'848LL << 86'848LL;
    // 8 experts of 3 x 64 x 32 = 6,144 and a gate of 8 x 64: 12,800 + 2 x (12,288 + 128 + 512 + 49,152) + 64;
    // of them 2 x 6 x 6,144 are not active.
    QTest::newRow("experts") << u"experts"_s << 137'024LL << 63'296LL;
    // With a shared expert of 3 x 64 x 48 = 9,216 and its gate of 64: 137,024 + 2 x 9,280.
    QTest::newRow("shared") << u"shared"_s << 155'584LL << 81'856LL;
    // First layer dense: 24,576 for 512 + 49,152; two norms of 16 for queries and keys in each layer.
    QTest::newRow("dense first") << u"first"_s << 112'000LL << 75'136LL;
    // Two matrices instead of three and a bias with each norm: 86,848 - 2 x 8,192 + 2 x 128 + 64.
    QTest::newRow("plain") << u"plain"_s << 70'784LL << 70'784LL;
  }
  void everyKindCanBeDescribed() {
    QFETCH(QString, kind);
    QFETCH(qlonglong, total);
    QFETCH(qlonglong, active);
    using ui::ModelSize;
    ui::DescribedModel model;
    model.name = u"tiny"_s;
    for (const auto& [size, value] :
         {std::pair(ModelSize::Layers, 2.0), std::pair(ModelSize::Hidden, 64.0),
          std::pair(ModelSize::Heads, 4.0), std::pair(ModelSize::KvHeads, 2.0),
          std::pair(ModelSize::Ffn, 128.0), std::pair(ModelSize::Vocabulary, 100.0),
          std::pair(ModelSize::Sequence, 512.0)})
      model[size] = value;
    model.gated = kind != u"plain"_s;
    model.moe = kind != u"dense"_s && kind != u"plain"_s;
    if (model.moe) {
      model[ModelSize::Experts] = 8.0;
      model[ModelSize::ExpertsPerToken] = 2.0;
      model[ModelSize::ExpertFfn] = 32.0;
    }
    if (kind == u"shared"_s) model[ModelSize::SharedFfn] = 48.0;
    if (kind == u"first"_s) model[ModelSize::DenseLayers] = 1.0;
    QVERIFY(model.complete());
    const auto read = model::read_config(ui::configText(model).toStdString(), "tiny");
    QVERIFY2(read.has_value(), read ? "" : (read.error().where + " " + read.error().found).c_str());
    QCOMPARE(qlonglong(read->parameters_total), total);
    QCOMPARE(qlonglong(read->parameters_active), active);
    // The form shows the same numbers again.
    const ui::DescribedModel again = ui::readDescription(ui::configText(model), u"tiny"_s);
    QCOMPARE(again.moe, model.moe);
    QCOMPARE(again.gated, model.gated);
    for (const ui::ModelSizeSpec& spec : ui::modelSizes())
      if (model[spec.size] && (spec.size != ModelSize::Ffn || model.needs(spec)))
        QCOMPARE(again[spec.size].value_or(-1.0), *model[spec.size]);
    QVERIFY(ui::configText(again) == ui::configText(model));
  }

  void presets() {
    PlanDocument document;
    document.reset(sample(), {});
    ModelPanel panel(document);
    panel.show();
    QVERIFY(panel.loadPreset(u"mixtral-8x7b"_s));
    QCOMPARE(document.plan().model_name, std::string("mixtral-8x7b"));
    QVERIFY(!panel.findChild<QLabel*>(u"modelPanel.experts"_s)->isHidden());
    QVERIFY2(text(panel, "modelPanel.experts").startsWith(u"8"_s),
             qPrintable(text(panel, "modelPanel.experts")));
    QVERIFY(text(panel, "modelPanel.parameters").contains(u"active"_s));
  }

  void emptyPlanSaysWhatToDo() {
    PlanDocument document;
    document.reset(plan::PlanFile{}, {});
    ModelPanel panel(document);
    panel.show();
    QVERIFY(panel.findChild<QPushButton*>(u"modelPanel.load"_s)->isVisible());
    QVERIFY(panel.findChild<QPushButton*>(u"modelPanel.preset"_s)->isVisible());
  }

  void drops_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("kind");
    QTest::newRow("model") << u"config.json"_s << int(Drop::Kind::Model);
    QTest::newRow("weights") << u"model.safetensors"_s << int(Drop::Kind::Model);
    QTest::newRow("plan") << u"a.astrolabe"_s << int(Drop::Kind::Plan);
    QTest::newRow("prices") << u"prices.csv"_s << int(Drop::Kind::Prices);
    QTest::newRow("graph") << u"model.onnx"_s << int(Drop::Kind::Model);
    QTest::newRow("nonsense") << u"holiday.jpg"_s << int(Drop::Kind::Refused);
  }
  void drops() {
    QFETCH(QString, name);
    QFETCH(int, kind);
    QTemporaryDir folder;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(write(folder, "x", name))});
    const Drop drop = ui::judgeDrop(&data);
    QCOMPARE(int(drop.kind), kind);
    if (drop.kind == Drop::Kind::Refused) QVERIFY2(drop.reason.contains(name), qPrintable(drop.reason));
    QMimeData folderData;
    folderData.setUrls({QUrl::fromLocalFile(folder.path())});
    QCOMPARE(int(ui::judgeDrop(&folderData).kind), int(Drop::Kind::Model));
    QMimeData none;
    none.setText(u"text"_s);
    QCOMPARE(int(ui::judgeDrop(&none).kind), int(Drop::Kind::None));
  }

  /// What takes long is named after 300 ms and can be cancelled after 1 s; the window goes on meanwhile, and
  /// a second file waits for no one.
  void loadingIsToldAndCanBeCancelled() {
    ui::Banner banner(u"loading"_s);
    QVERIFY(ui::readBeside(banner, u"quick.json"_s, [] {}));
    QVERIFY(banner.isHidden());
    const auto held = std::make_shared<QSemaphore>();
    int turns = 0;
    QTimer turning;
    connect(&turning, &QTimer::timeout, this, [&] { ++turns; });
    turning.start(10);
    // When each was there first; on a machine that has much else to do later, but never sooner.
    qint64 told = -1, offered = -1;
    QString title;
    bool second = true;
    QElapsedTimer clock;
    QTimer look;
    connect(&look, &QTimer::timeout, &banner, [&] {
      if (told < 0 && !banner.message().title.isEmpty()) {
        told = clock.elapsed();
        title = banner.message().title;
        second = ui::readBeside(banner, u"second.json"_s, [] {});
      }
      auto* cancel = banner.findChild<QPushButton*>(u"loading.cancel"_s);
      if (cancel && offered < 0) offered = clock.elapsed();
      constexpr int kTurns = 20, kLongestMs = 60'000;
      if (cancel && (turns > kTurns || clock.elapsed() > kLongestMs)) cancel->click();
    });
    look.start(5);
    clock.start();
    QVERIFY(!ui::readBeside(banner, u"plan.astrolabe"_s, [held] { held->acquire(); }));
    look.stop();
    held->release();
    QVERIFY2(told >= 270, qPrintable(QString::number(told)));  // timers may be early by a twentieth
    QVERIFY2(offered >= 920, qPrintable(QString::number(offered)));
    QVERIFY2(title.contains(u"plan.astrolabe"_s), qPrintable(title));
    QVERIFY(!second);
    QVERIFY(banner.message().title.isEmpty());
    QVERIFY2(turns > 20, qPrintable(QString::number(turns)));  // the window was not held up
  }
};

}  // namespace tst_shell_model_panel

ASTROLABE_TEST(tst_shell_model_panel, ShellModelPanelTest)
#include "tst_shell_model_panel.moc"
