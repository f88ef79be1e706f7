// A model described by hand as a list of layers: the form with real events, its counts, and what it refuses.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QtTest>
#include <algorithm>
#include <map>
#include <memory>

#include "core/model/model_reader.h"
#include "tests/program/test_program.h"
#include "tests/ui/goal_desk.h"
#include "ui/document/plan_document.h"
#include "ui/render/messages.h"
#include "ui/shell/describe_dialog.h"
#include "ui/shell/layer_list.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/number_field.h"

namespace tst_layer_list {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::ModelSize;

namespace {

std::size_t placeOf(std::span<const ui::LayerPartSpec> specs, const char* id) {
  return static_cast<std::size_t>(
      std::find_if(specs.begin(), specs.end(), [&](const auto& spec) { return spec.id == std::string(id); }) -
      specs.begin());
}

ui::DescribedLayers layersOf(int count, const char* mixer, const char* channel,
                             std::map<std::string, double> numbers) {
  return {count, placeOf(ui::tokenMixers(), mixer), placeOf(ui::channelMixers(), channel),
          std::move(numbers)};
}

ui::DescribedModel modelOf(std::vector<ui::LayerPattern> patterns) {
  ui::DescribedModel model;
  model.name = u"tiny"_s;
  model[ModelSize::Hidden] = 64.0;
  model[ModelSize::Vocabulary] = 100.0;
  model.patterns = std::move(patterns);
  return model;
}

/// The form that describes the model of a plan, in a panel.
struct Desk {
  ui::PlanDocument document;
  std::unique_ptr<ui::ModelPanel> panel;
  ui::DescribeDialog* form = nullptr;

  Desk() {
    document.reset(ui::sample(), {});
    panel = std::make_unique<ui::ModelPanel>(document);
    panel->show();
    open();
  }
  void open() {
    panel->describe();
    const auto forms = panel->findChildren<ui::DescribeDialog*>();
    form = forms.last();
  }
  template <typename Widget>
  Widget* find(const char* name) const {
    return form->findChild<Widget*>(u"describeModel."_s + QLatin1StringView(name));
  }
  void type(const char* name, const QString& text) const {
    auto* field = find<ui::NumberField>(name);
    QVERIFY2(field != nullptr && field->isVisible(), name);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
  }
  void choose(const char* name, const QString& text) const {
    auto* box = find<QComboBox>(name);
    QVERIFY2(box != nullptr && box->isVisible(), name);
    const int at = box->findText(text);
    QVERIFY2(at >= 0, qPrintable(text));
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Home);
    for (int i = 0; i < at; ++i) QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(box->currentIndex(), at);
  }
  void click(const char* name) const {
    auto* button = find<QPushButton>(name);
    QVERIFY2(button != nullptr && button->isEnabled(), name);
    QTest::mouseClick(button, Qt::LeftButton);
  }
  QString summary() const { return find<QLabel>("summary")->text(); }
};

}  // namespace

class TestLayerList : public QObject {
  Q_OBJECT

 private slots:
  /// Hidden 64, 100 words, not tied: embedding and head 12,800, last norm 64. Dense first layer: attention
  /// 12,288, MLP 24,576, norms 128. 36 layers of a gated delta net (17,432 = 192 x 64 + 8 x 64 + 128 x 4 + 4
  /// + 4 + 16 + 64 x 64) and 12 of attention, each with experts of 49,664 and norms; 6 of 8 experts of 6,144
  /// are not visited.
  void countsAreExact() {
    const std::map<std::string, double> experts{
        {"experts", 8.0}, {"experts_per_token", 2.0}, {"expert_ffn", 32.0}};
    std::map<std::string, double> attention{{"heads", 4.0}, {"kv_heads", 2.0}};
    std::map<std::string, double> delta{
        {"key_heads", 2.0}, {"value_heads", 4.0}, {"key_dim", 16.0}, {"value_dim", 16.0}};
    std::map<std::string, double> dense = attention;
    dense["ffn"] = 128.0;
    attention.insert(experts.begin(), experts.end());
    delta.insert(experts.begin(), experts.end());
    const ui::DescribedModel model = modelOf({{1, {layersOf(1, "attention", "mlp", dense)}},
                                              {12,
                                               {layersOf(3, "gated_delta_net", "experts", delta),
                                                layersOf(1, "attention", "experts", attention)}}});
    QVERIFY(model.complete());
    QCOMPARE(ui::countLayers(model.patterns), 49);
    const QByteArray text = ui::configText(model);
    const auto read = model::read_config(text.toStdString(), "tiny");
    QVERIFY2(read.has_value(), read ? "" : (read.error().where + " " + read.error().found).c_str());
    QCOMPARE(qlonglong(read->parameters_total), 3'214'880LL);
    QCOMPARE(qlonglong(read->parameters_active), 1'445'408LL);
    QCOMPARE(read->layers.size(), std::size_t{49});
    QVERIFY(ui::isDescribed(text.toStdString()));
    const ui::DescribedModel again = ui::readDescription(text, u"tiny"_s);
    QVERIFY(again.patterns == model.patterns);
    QVERIFY(ui::configText(again) == text);
  }
  /// Every mixer of tokens beside every mixer of channels is read and can be planned.
  void everyKindIsRead() {
    int read = 0;
    for (const ui::LayerPartSpec& mixer : ui::tokenMixers())
      for (const ui::LayerPartSpec& channel : ui::channelMixers()) {
        ui::DescribedLayers layers = layersOf(2, mixer.id, channel.id, {});
        for (const ui::LayerPartSpec* part : {&mixer, &channel})
          for (const ui::LayerNumberSpec& spec : part->numbers)
            if (spec.empty == nullptr)
              layers.numbers[spec.key] = spec.key == std::string("experts_per_token") ? 2.0 : 4.0;
        if (!layers.mixes()) continue;
        QVERIFY(layers.open().isEmpty());
        const auto model = model::read_config(ui::configText(modelOf({{3, {layers}}})).toStdString(), "tiny");
        const std::string what = std::string(mixer.id) + " and " + channel.id;
        QVERIFY2(model.has_value(), (what + (model ? "" : ": " + model.error().where)).c_str());
        QCOMPARE(model->layers.size(), std::size_t{6});
        ++read;
      }
    QCOMPARE(read, 14 * 4 - 1);
  }
  /// From one kind of layer to a pattern of two, typed and clicked; one undoable step, and the form opens
  /// with the same again.
  void aPatternIsTyped() {
    Desk desk;
    const plan::Plan before = desk.document.plan();
    desk.choose("kind", u"Layers of several kinds"_s);
    auto* list = desk.find<QTreeWidget>("list");
    QVERIFY(list->isVisible());
    QCOMPARE(list->topLevelItemCount(), 1);
    QCOMPARE(desk.find<ui::NumberField>("layers")->isVisible(), false);
    const QString one = desk.summary();
    QVERIFY2(one.contains(u"parameters"_s), qPrintable(one));
    desk.type("count", u"3"_s);
    desk.choose("mixer", u"Gated delta net"_s);
    QVERIFY2(desk.summary().contains(u"Key heads"_s), qPrintable(desk.summary()));
    QVERIFY(!desk.find<QPushButton>("take")->isEnabled());
    desk.type("mixer.key_heads", u"16"_s);
    desk.type("mixer.value_heads", u"32"_s);
    desk.type("mixer.key_dim", u"128"_s);
    desk.type("mixer.value_dim", u"128"_s);
    QVERIFY2(desk.find<QPushButton>("take")->isEnabled(), qPrintable(desk.summary()));
    desk.click("addLayers");
    QCOMPARE(list->topLevelItem(0)->childCount(), 2);
    desk.choose("mixer", u"Attention"_s);
    desk.type("mixer.heads", u"32"_s);
    desk.type("mixer.kv_heads", u"7"_s);
    QVERIFY(!desk.find<QPushButton>("take")->isEnabled());
    QVERIFY(desk.find<ui::NumberField>("mixer.kv_heads")->problem().contains(u"7"_s));
    desk.type("mixer.kv_heads", u"8"_s);
    QVERIFY(desk.find<ui::NumberField>("mixer.kv_heads")->problem().isEmpty());
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Home);
    desk.type("times", u"12"_s);
    QVERIFY2(desk.summary().contains(u"48"_s), qPrintable(desk.summary()));
    QCOMPARE(list->topLevelItem(0)->text(0), u"12 times:"_s);
    QCOMPARE(list->topLevelItem(0)->child(0)->text(0).left(3), u"3 ×"_s);
    desk.find<QLineEdit>("name")->setText(u"mine"_s);
    const QByteArray typed = ui::configText(desk.form->model());
    desk.click("take");
    QCOMPARE(desk.document.undoStack().count(), 1);
    QCOMPARE(desk.document.architecture()->layers.size(), std::size_t{48});
    QCOMPARE(desk.document.plan().model_name, std::string("mine"));
    QVERIFY(desk.document.problem().has_value());
    desk.open();
    QVERIFY(ui::configText(desk.form->model()) == typed);
    desk.document.undoStack().undo();
    QVERIFY(desk.document.plan() == before);
  }
  /// Patterns and layers are added, moved and removed by keys; the last layers stay.
  void theListIsEditedByKeys() {
    ui::LayerList list;
    list.setPatterns({{1, {layersOf(1, "attention", "mlp", {})}},
                      {4, {layersOf(3, "mamba2", "none", {}), layersOf(1, "attention", "mlp", {})}}});
    list.show();
    QVERIFY(QTest::qWaitForWindowActive(&list));
    auto* tree = list.findChild<QTreeWidget*>(u"describeModel.list"_s);
    tree->setFocus();
    list.choose({1, 0});
    QTest::keyClick(tree, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(list.patterns()[1].layers[1].count, 3);
    QVERIFY((list.chosen() == ui::LayerPlace{1, 1}));
    QTest::keyClick(tree, Qt::Key_Up, Qt::AltModifier);
    QTest::keyClick(tree, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(list.patterns()[0].layers.size(), std::size_t{2});
    QVERIFY((list.chosen() == ui::LayerPlace{0, 1}));
    QTest::keyClick(tree, Qt::Key_Delete);
    QTest::keyClick(tree, Qt::Key_Delete);
    QTest::keyClick(tree, Qt::Key_Delete);
    QCOMPARE(list.patterns().size(), std::size_t{1});
    QCOMPARE(list.patterns()[0].layers.size(), std::size_t{1});
    QTest::keyClick(tree, Qt::Key_Delete);
    QCOMPARE(list.patterns().size(), std::size_t{1});
    QVERIFY(!tree->accessibleName().isEmpty());
  }
  /// The layers begin as what the one kind says: dense ones at the start, then experts.
  void oneKindAsPatterns() {
    ui::DescribedModel model;
    model.moe = true;
    for (const auto& [size, value] :
         {std::pair(ModelSize::Layers, 61.0), std::pair(ModelSize::DenseLayers, 3.0),
          std::pair(ModelSize::Heads, 128.0), std::pair(ModelSize::Ffn, 18432.0),
          std::pair(ModelSize::Experts, 256.0), std::pair(ModelSize::ExpertsPerToken, 8.0),
          std::pair(ModelSize::ExpertFfn, 2048.0), std::pair(ModelSize::SharedFfn, 2048.0)})
      model[size] = value;
    const std::vector<ui::LayerPattern> patterns = ui::patternsOf(model);
    QCOMPARE(patterns.size(), std::size_t{1});
    QCOMPARE(patterns[0].layers.size(), std::size_t{2});
    QCOMPARE(patterns[0].layers[0].count, 3);
    QCOMPARE(patterns[0].layers[1].count, 58);
    QCOMPARE(patterns[0].layers[0].text(), u"3 × attention, gated MLP"_s);
    QCOMPARE(patterns[0].layers[1].text(), u"58 × attention, experts"_s);
    QCOMPARE(patterns[0].layers[1].numbers.at("experts"), 256.0);
    QVERIFY(patterns[0].layers[1].open().isEmpty());
  }
};

}  // namespace tst_layer_list

ASTROLABE_TEST(tst_layer_list, TestLayerList)
#include "tst_layer_list.moc"
