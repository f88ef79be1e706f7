// ui/canvas: what is cut, copied, pasted and duplicated, by keys, by the menu and by dragging. Real events;
// then the document is looked at.
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>
#include <QTimer>
#include <QtTest>
#include <cmath>

#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/clipboard.h"
#include "ui/canvas/geometry.h"
#include "ui/canvas/note_item.h"
#include "ui/canvas/rack_item.h"
#include "ui/document/commands/import_prices.h"
#include "ui/document/commands/notes.h"

namespace tst_canvas_clipboard {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestCanvasClipboard : public QObject {
  Q_OBJECT

  std::unique_ptr<PlanDocument> m_document;
  std::unique_ptr<CanvasPanel> m_panel;
  std::string m_note;

  ClusterView& view() { return m_panel->view(); }
  ClusterScene& scene() { return view().clusterScene(); }
  const plan::Plan& plan() { return m_document->plan(); }
  int steps() { return m_document->undoStack().index(); }
  void click(QPointF at, Qt::KeyboardModifiers keys = {}) {
    QTest::mouseClick(view().viewport(), Qt::LeftButton, keys, view().mapFromScene(at));
  }
  void clickRack(const char* name) { click(scene().rackItem(name)->pos() + QPointF(60.0, 14.0)); }
  void clickNote(const std::string& id, Qt::KeyboardModifiers keys = {}) {
    click(scene().noteItem(id)->pos() + QPointF(60.0, 20.0), keys);
  }
  void key(Qt::Key letter) { QTest::keyClick(&view(), letter, Qt::ControlModifier); }
  /// One step that undo takes back whole and redo brings again.
  void wasOneStep(const plan::Plan& before, int from) {
    QCOMPARE(steps(), from + 1);
    const plan::Plan after = plan();
    m_document->undoStack().undo();
    QVERIFY(plan() == before);
    m_document->undoStack().redo();
    QVERIFY(plan() == after);
  }
  void nothingOverlaps() {
    const plan::Layout layout = tilePositions(plan());
    std::vector<QRectF> boxes;
    for (const auto& [id, corner] : layout) {
      boxes.push_back(tileRect(corner));
      QVERIFY(snapped({corner.x, corner.y}) == QPointF(corner.x, corner.y));
    }
    for (const plan::Note& note : plan().notes) {
      boxes.emplace_back(note.position.x, note.position.y, note.width, note.height);
      QVERIFY(snapped({note.position.x, note.position.y}) == QPointF(note.position.x, note.position.y));
    }
    for (std::size_t i = 0; i < boxes.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) QVERIFY(!boxes[i].intersects(boxes[j]));
    for (std::size_t i = 0; i < plan().racks.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        QVERIFY(!rackFrame(plan().racks[i], layout).intersects(rackFrame(plan().racks[j], layout)));
  }
  /// Opens the menu of the selection and chooses an entry; false where it has none of that name.
  bool choose(const QString& name) {
    bool found = false;
    QTimer::singleShot(0, qApp, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (menu == nullptr) return;
      for (QAction* action : menu->actions()) found = found || action->objectName() == name;
      for (QAction* action : menu->actions())
        if (action->objectName() == name) {
          menu->setActiveAction(action);
          QTest::keyClick(menu, Qt::Key_Return);
          return;
        }
      menu->close();
    });
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, view().mapToGlobal(QPoint(5, 5)));
    QApplication::sendEvent(&view(), &event);
    return found;
  }

 private slots:
  void init() {
    QApplication::clipboard()->clear();
    m_document = std::make_unique<PlanDocument>();
    m_panel = std::make_unique<CanvasPanel>(*m_document);
    m_panel->resize(1200, 900);
    fillSample(*m_document);
    m_document->undoStack().push(putIntoRack(*m_document, {"h100", "a100"}, "Hall"));
    m_document->undoStack().push(setRackPower(*m_document, "Hall", 80.0));
    m_document->undoStack().push(setRackSlots(*m_document, "Hall", 12));
    m_document->undoStack().push(new SetLink(*m_document, "h100", "a100", 12.5, 7.0));
    m_document->undoStack().push(addNote(*m_document, {0.0, 300.0}, "Delivered in March", m_note));
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    QCoreApplication::processEvents();
    m_panel->activateWindow();
    view().setFocus();
    view().fitAll();
  }

  void racksAreCopiedWithTheirPools() {
    clickRack("Hall");
    const plan::Plan before = plan();
    const int from = steps();
    key(Qt::Key_C);
    QVERIFY(plan() == before);
    key(Qt::Key_V);
    QCOMPARE(plan().racks.size(), std::size_t(2));
    const plan::Rack& copy = plan().racks[1];
    QCOMPARE(copy.name, std::string("Hall-2"));
    QCOMPARE(copy.power_kw.value(), 80.0);
    QCOMPARE(copy.node_slots.value(), 12);
    QVERIFY((copy.pools == std::vector<std::string>{"h100-2", "a100-2"}));
    hardware::PoolSpec one = *findPool(plan(), "h100-2");
    one.id = "h100";
    QVERIFY(one == *findPool(plan(), "h100"));
    int links = 0;  // the copied link keeps what was set, others are assumed
    for (const hardware::BetweenPools& link : plan().cluster.between_pools)
      if (link.a == "h100-2" && link.b == "a100-2") {
        ++links;
        QCOMPARE(link.gb_per_s, 12.5);
        QCOMPARE(link.latency_us.value(), 7.0);
      }
    QCOMPARE(links, 1);
    // Their places to each other are those of the original.
    const plan::Layout at = tilePositions(plan());
    QCOMPARE(at.at("a100-2").x - at.at("h100-2").x, at.at("a100").x - at.at("h100").x);
    QCOMPARE(at.at("a100-2").y - at.at("h100-2").y, at.at("a100").y - at.at("h100").y);
    nothingOverlaps();
    QVERIFY((scene().selectedRacks() == std::vector<std::string>{"Hall-2"}));
    QVERIFY((scene().selectedPools() == copy.pools));
    wasOneStep(before, from);
    key(Qt::Key_V);  // once more
    QCOMPARE(plan().racks.back().name, std::string("Hall-3"));
    nothingOverlaps();
  }

  void notesAreCopied() {
    clickNote(m_note);
    const plan::Plan before = plan();
    const int from = steps();
    const quint64 question = m_document->revision();
    key(Qt::Key_C);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("Delivered in March"));
    key(Qt::Key_V);
    QCOMPARE(plan().notes.size(), std::size_t(2));
    QCOMPARE(plan().notes[1].text, std::string("Delivered in March"));
    QVERIFY(plan().notes[1].id != m_note);
    QVERIFY(plan().cluster == before.cluster);
    QCOMPARE(m_document->revision(), question);  // a note asks nothing
    nothingOverlaps();
    QVERIFY((scene().selectedNotes() == std::vector<std::string>{plan().notes[1].id}));
    wasOneStep(before, from);
  }

  void allOfItIsCutAndComesBack() {
    key(Qt::Key_A);
    const plan::Plan before = plan();
    int from = steps();
    key(Qt::Key_X);
    QVERIFY(plan().cluster.pools.empty() && plan().racks.empty() && plan().notes.empty());
    wasOneStep(before, from);
    const plan::Plan empty = plan();
    from = steps();
    key(Qt::Key_V);
    QVERIFY(plan().cluster.pools == before.cluster.pools);  // their names are free again
    QVERIFY(plan().cluster.between_pools == before.cluster.between_pools);
    QVERIFY(plan().racks == before.racks);
    QCOMPARE(plan().notes.size(), std::size_t(1));
    QCOMPARE(plan().notes[0].text, before.notes[0].text);
    wasOneStep(empty, from);
  }

  void cutOfARackOrANoteAlone() {
    clickNote(m_note);
    plan::Plan before = plan();
    int from = steps();
    key(Qt::Key_X);
    QVERIFY(plan().notes.empty());
    QVERIFY(plan().cluster == before.cluster && plan().racks == before.racks);
    wasOneStep(before, from);
    scene().selectThings({{CanvasThing::Kind::Rack, "Hall"}});  // by itself, as Tab selects it
    before = plan();
    from = steps();
    key(Qt::Key_X);
    QVERIFY(plan().racks.empty() && plan().cluster.pools.empty());
    wasOneStep(before, from);
  }

  void duplicatesStandBesideTheOriginal() {
    clickRack("Hall");
    clickNote(m_note, Qt::ControlModifier);
    const plan::Plan before = plan();
    const int from = steps();
    key(Qt::Key_D);
    QCOMPARE(plan().racks.size(), std::size_t(2));
    QCOMPARE(plan().cluster.pools.size(), std::size_t(4));
    QCOMPARE(plan().notes.size(), std::size_t(2));
    nothingOverlaps();
    const QPointF by = scene().rackItem("Hall-2")->pos() - scene().rackItem("Hall")->pos();
    const QPointF noteBy(plan().notes[1].position.x - plan().notes[0].position.x,
                         plan().notes[1].position.y - plan().notes[0].position.y);
    QCOMPARE(noteBy, by);
    wasOneStep(before, from);
    QVERIFY(QApplication::clipboard()->text().isEmpty());
  }

  void duplicatedTimes() {
    clickRack("Hall");
    clickNote(m_note, Qt::ControlModifier);
    const plan::Plan before = plan();
    const int from = steps();
    view().duplicateCopies(3, 2, 1, {});
    QCOMPARE(plan().racks.size(), std::size_t(4));
    QCOMPARE(plan().racks[3].name, std::string("Hall-3"));
    for (const plan::Rack& rack : plan().racks) QCOMPARE(rack.node_slots.value(), 12);
    QVERIFY((plan().racks[3].pools == std::vector<std::string>{"h100-3", "a100-3"}));
    QCOMPARE(plan().notes.size(), std::size_t(4));
    nothingOverlaps();
    wasOneStep(before, from);
  }

  void theMenuHasThemForAllThree() {
    clickNote(m_note);
    QVERIFY(choose(QStringLiteral("clusterMenu.copy")));
    scene().clearSelection();
    QVERIFY(!choose(QStringLiteral("clusterMenu.cut")));
    QVERIFY(choose(QStringLiteral("clusterMenu.paste")));
    QCOMPARE(plan().notes.size(), std::size_t(2));
    scene().selectThings({{CanvasThing::Kind::Rack, "Hall"}});
    QVERIFY(choose(QStringLiteral("clusterMenu.duplicate")));
    QCOMPARE(plan().racks.size(), std::size_t(2));
    scene().selectThings({{CanvasThing::Kind::Rack, "Hall"}});
    QVERIFY(choose(QStringLiteral("clusterMenu.cut")));
    QCOMPARE(plan().racks.size(), std::size_t(1));
  }

  /// Tab reaches a rack and a note after the tiles; the keys do the rest.
  void keysAlone() {
    scene().select({"a100"});
    QTest::keyClick(&view(), Qt::Key_Tab);
    QVERIFY((scene().selectedRacks() == std::vector<std::string>{"Hall"}));
    const plan::Position was = tilePositions(plan()).at("h100");
    QTest::keyClick(&view(), Qt::Key_Right);
    QCOMPARE(tilePositions(plan()).at("h100").x, was.x + kGrid);
    key(Qt::Key_D);
    QCOMPARE(plan().racks.size(), std::size_t(2));
    m_document->undoStack().undo();
    scene().selectThings({{CanvasThing::Kind::Rack, "Hall"}});
    QTest::keyClick(&view(), Qt::Key_Tab);
    QVERIFY((scene().selectedNotes() == std::vector<std::string>{m_note}));
    key(Qt::Key_D);
    QCOMPARE(plan().notes.size(), std::size_t(2));
  }

  void draggedWithCtrlIsACopy() {
    clickRack("Hall");
    const plan::Plan before = plan();
    const int from = steps();
    QWidget* port = view().viewport();
    const QPointF title = scene().rackItem("Hall")->pos() + QPointF(60.0, 14.0);
    const QPointF there = title + QPointF(0.0, 200.0);
    QTest::mousePress(port, Qt::LeftButton, {}, view().mapFromScene(title));
    for (int step = 1; step <= 4; ++step) {
      const QPoint at = view().mapFromScene(title + (there - title) * step / 4.0);
      QMouseEvent move(QEvent::MouseMove, at, port->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                       Qt::ControlModifier);
      QApplication::sendEvent(port, &move);
    }
    QTest::mouseRelease(port, Qt::LeftButton, Qt::ControlModifier, view().mapFromScene(there));
    QCOMPARE(plan().racks.size(), std::size_t(2));
    QVERIFY(plan().racks[0] == before.racks[0]);
    QCOMPARE(plan().layout.at("h100-2").y, tilePositions(before).at("h100").y + 200.0);
    wasOneStep(before, from);
  }

  /// In another window what is pasted is the same hardware at the same prices, as one step.
  void pasteBringsOwnTypesAndPrices() {
    const hardware::Gpu own = [this] {
      hardware::Gpu gpu = *m_document->catalogue().find_gpu("h100-sxm");
      gpu.id = "mine";
      gpu.name = "Mine 80GB";
      gpu.like = "h100-sxm";
      return gpu;
    }();
    m_document->undoStack().push(new AddGpuType(*m_document, own));
    m_document->undoStack().push(new ReplaceGpus(*m_document, "h100", "mine", {}));
    hardware::OwnTypes prices;
    prices.gpu_rents = {{"mine", {2.5}, {"broker", "2026-11-20", true}},
                        {"a100-sxm-80", {1.0}, {"broker", "2026-11-20", true}},
                        {"b200-sxm", {9.0}, {"broker", "2026-11-20", true}}};
    prices.gpu_prices = {{"mine", "2026-11-20", {31000.0}, "offer 7", "dealer"}};
    m_document->undoStack().push(new ImportPrices(*m_document, prices, 4));
    key(Qt::Key_A);
    key(Qt::Key_C);
    PlanDocument there;
    CanvasPanel panel(there);
    fillSample(there);
    const plan::Plan before = there.plan();
    panel.show();
    QTest::keyClick(&panel.view(), Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(there.undoStack().count(), 1);
    const hardware::OwnTypes& types = there.plan().own_types;
    QCOMPARE(types.gpus.size(), std::size_t(1));
    QVERIFY(*there.catalogue().find_gpu("mine") == *m_document->catalogue().find_gpu("mine"));
    // The price of the A100 that stands there already is that plan's affair; nothing pasted is a B200.
    QCOMPARE(types.gpu_rents.size(), std::size_t(1));
    QCOMPARE(types.gpu_rents.front().source.text, std::string("broker"));
    const hardware::PoolSpec* pasted = nullptr;
    for (const hardware::PoolSpec& pool : there.plan().cluster.pools)
      if (pool.gpu == "mine") pasted = &pool;
    QVERIFY(pasted);
    QCOMPARE(poolPrice(*pasted, there.catalogue(), hardware::Commitment::on_demand).value_or(0.0), 2.5);
    QCOMPARE(poolPurchase(*pasted, there.catalogue()).value_or(0.0), 8 * 31000.0);
    QVERIFY(there.problem().has_value());
    there.undoStack().undo();
    QVERIFY(there.plan() == before);
  }

  /// What stays as the plan has it is named where the pasted pools meant something else by it.
  void pasteSaysWhichTypesStay() {
    const auto mine = [](const PlanDocument& document, double memory) {
      hardware::Gpu gpu = *document.catalogue().find_gpu("h100-sxm");
      gpu.id = "mine";
      gpu.name = "Mine";
      gpu.like = "h100-sxm";
      gpu.memory = gib(memory);
      gpu.memory_gb_label.reset();
      return gpu;
    };
    m_document->undoStack().push(new AddGpuType(*m_document, mine(*m_document, 80.0)));
    m_document->undoStack().push(new ReplaceGpus(*m_document, "h100", "mine", {}));
    hardware::OwnTypes prices;
    prices.gpu_rents = {{"mine", {2.5}, {"broker", "2026-11-20", true}},
                        {"a100-sxm-80", {1.0}, {"broker", "2026-11-20", true}}};
    m_document->undoStack().push(new ImportPrices(*m_document, prices, 2));
    key(Qt::Key_A);
    key(Qt::Key_C);
    const auto pastedInto = [](PlanDocument& there) {
      CanvasPanel panel(there);
      panel.show();
      QSignalSpy said(&panel.view(), &ClusterView::message);
      QTest::keyClick(&panel.view(), Qt::Key_V, Qt::ControlModifier);
      return said.size() == 1 && said[0][1].toBool() ? said[0][0].toString() : QStringLiteral("no message");
    };
    // Its own type of that name has more memory, and its A100 no price of a broker.
    PlanDocument there;
    fillSample(there);
    there.undoStack().push(new AddGpuType(there, mine(there, 96.0)));
    const QString told = pastedInto(there);
    QVERIFY2(told.contains(QStringLiteral("types stay as this plan has them: Mine.")), qPrintable(told));
    QVERIFY2(told.contains(QStringLiteral("keep the prices of this plan")) && told.contains(QStringLiteral("A100")),
             qPrintable(told));
    QCOMPARE(there.catalogue().find_gpu("mine")->memory->value, 96.0 * 1024 * 1024 * 1024);
    // With the same type, and where nothing stands yet, all of it comes: there is nothing to say.
    PlanDocument alike;
    alike.undoStack().push(new AddGpuType(alike, mine(alike, 80.0)));
    const QString usual = pastedInto(alike);
    QCOMPARE(usual, alike.undoStack().undoText());
    QCOMPARE(alike.catalogue().own_rent("a100-sxm-80")->price.value, 1.0);
    // Back in its own plan everything is as it was copied.
    QSignalSpy said(&view(), &ClusterView::message);
    key(Qt::Key_V);
    QCOMPARE(said.last()[0].toString(), m_document->undoStack().undoText());
  }

  /// What is broken, foreign or nothing is refused in words; the plan stays as it was.
  void nonsenseIsRefused() {
    QSignalSpy said(&view(), &ClusterView::message);
    const plan::Plan before = plan();
    const int from = steps();
    const auto refused = [&](const QByteArray& json) {
      auto data = std::make_unique<QMimeData>();
      data->setData(QLatin1StringView(kObjectsMime), json);
      QApplication::clipboard()->setMimeData(data.release());
      said.clear();
      key(Qt::Key_V);
      return said.size() == 1 && !said[0][0].toString().isEmpty() && plan() == before && steps() == from;
    };
    for (const char* json :
         {"", "[]", "{}", "{\"notes\": 3}", "{\"notes\": [{\"text\": 4, \"box\": [0, 0, 240, 60]}]}",
          "{\"notes\": [{\"text\": \"a\", \"box\": [0, 0, 1e300, 60]}]}",
          "{\"notes\": [{\"text\": \"a\", \"box\": [0, 0, -240, 60]}]}", "{\"notes\": [{\"text\": \"a\"}]}",
          "{\"racks\": [{\"name\": \"R1\", \"pools\": [\"h100\"]}]}", "{\"cluster\": {\"pools\": 7}}"})
      QVERIFY2(refused(json), json);
    // A pool in two racks, and a rack without a name.
    const auto data = objectsMime(copyObjects(plan(), {}, {"Hall"}), m_document->catalogue());
    QByteArray good = data->data(QLatin1StringView(kObjectsMime));
    QByteArray twice = good, nameless = good;
    twice.replace("\"pools\":[\"h100\",\"a100\"]", "\"pools\":[\"h100\",\"h100\"]");
    nameless.replace("\"Hall\"", "\"\"");
    QVERIFY(twice != good && nameless != good);
    QVERIFY(refused(twice));
    QVERIFY(refused(nameless));
    for (const char* broken : {"0", "-3", "2.5", "\"many\"", "100001", "null"}) {
      QByteArray wrong = good;
      wrong.replace("\"node_slots\":12", QByteArray("\"node_slots\":") + broken);
      QVERIFY(wrong != good);
      QVERIFY2(refused(wrong), broken);
    }
    scene().clearSelection();
    for (const Qt::Key letter : {Qt::Key_C, Qt::Key_X, Qt::Key_D}) {
      said.clear();
      key(letter);
      QCOMPARE(said.size(), 1);
      QVERIFY(plan() == before);
      QCOMPARE(steps(), from);
    }
  }
};

}  // namespace tst_canvas_clipboard

ASTROLABE_TEST(tst_canvas_clipboard, TestCanvasClipboard)
#include "tst_canvas_clipboard.moc"
