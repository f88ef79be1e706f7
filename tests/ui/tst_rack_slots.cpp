// ui/canvas: how many nodes fit into a rack. Stated by the menu and in the outline, marked where there are
// more, told before a drop. Real events; then the document is looked at.
#include <QDialog>
#include <QDoubleSpinBox>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QtTest>

#include "tests/program/test_program.h"
#include "tests/ui/outline_desk.h"
#include "ui/canvas/bill.h"
#include "ui/canvas/rack_face.h"
#include "ui/document/commands/racks.h"

namespace tst_rack_slots {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestRackSlots : public QObject, OutlineDesk {
  Q_OBJECT

  const plan::Rack& rack() { return plan().racks.front(); }
  RackFace face() { return rackFaceOf(*m_document, rack()); }
  QModelIndex cell(int column) { return m_outline->model().indexOf(OutlineModel::Kind::Rack, "R1", column); }

  /// Chooses the entry of the rack's menu and answers its dialog.
  template <class Answer>
  void askSlots(const Answer& answer, const QString& wanted = QStringLiteral("clusterMenu.rackSlots")) {
    scene().selectThings({{CanvasThing::Kind::Rack, "R1"}});
    QTimer::singleShot(0, qApp, [&answer] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      QVERIFY(dialog);
      answer(*dialog);
    });
    const std::unique_ptr<QMenu> menu = view().makeContextMenu();
    auto* entry = menu->findChild<QAction*>(wanted);
    QVERIFY(entry);
    entry->trigger();
  }
  CanvasDrop judged(const char* node, QPointF at) {
    const auto data = hardwareMime({{}, node}, QStringLiteral("x"));
    return judgeCanvasDrop(*m_document, data.get(), at, {});
  }

 private slots:
  /// A rack with both pools: 4 + 4 nodes.
  void init() {
    openBoth();
    m_document->undoStack().push(makeRack(*m_document, {"h100", "a100"}, std::nullopt));
  }
  void cleanup() { closeBoth(); }

  void theMenuStatesThem() {
    QVERIFY(!rack().node_slots);
    QVERIFY(face().fitting.isEmpty() && !face().full);
    const int from = m_document->undoStack().count();
    askSlots([](QDialog& dialog) {
      auto* field = dialog.findChild<QDoubleSpinBox*>();
      QCOMPARE(field->value(), 8.0);
      field->setValue(6.0);
      dialog.accept();
    });
    QCOMPARE(rack().node_slots.value(), 6);
    QCOMPARE(m_document->undoStack().count(), from + 1);
    QVERIFY(face().full && !face().over);
    QCOMPARE(scene().rackItem("R1")->face(), face());
    QCOMPARE(face().fitting, QStringLiteral("8 / 6 slots"));
    QCOMPARE(face().fittingShort, QStringLiteral("8 / 6"));
    QVERIFY2(face().spoken.contains(QStringLiteral("8 of 6 slots")), qPrintable(face().spoken));
    QVERIFY2(face().spoken.contains(QStringLiteral("more nodes than fit")), qPrintable(face().spoken));
    QCOMPARE(scene().rackItem("R1")->toolTip(), face().spoken);
    askSlots([](QDialog& dialog) { dialog.reject(); });
    QCOMPARE(m_document->undoStack().count(), from + 1);
    m_document->undoStack().push(new SetNodeCount(*m_document, "a100", 2));
    QVERIFY(!face().full);  // 4 + 2 fit
    QVERIFY(!face().spoken.contains(QStringLiteral("more nodes")));
    askSlots([](QDialog& dialog) {
      dialog.findChild<QPushButton*>(QStringLiteral("valueDialog.reset"))->click();
    });
    QVERIFY(!rack().node_slots);
    while (m_document->undoStack().canUndo()) m_document->undoStack().undo();
    QVERIFY(plan() == plan::sample_plan());
  }

  /// A dialog that is confirmed as it opened, or that takes away what nobody stated, is no step; what a field
  /// rounds stays as it was stated.
  void whatStaysIsNoStep() {
    const QString power = QStringLiteral("clusterMenu.rackPower");
    const QString fitting = QStringLiteral("clusterMenu.rackSlots");
    const auto confirm = [](QDialog& dialog) { dialog.accept(); };
    const auto reset = [](QDialog& dialog) {
      dialog.findChild<QPushButton*>(QStringLiteral("valueDialog.reset"))->click();
    };
    const int from = m_document->undoStack().count();
    for (const QString& which : {power, fitting}) askSlots(reset, which);
    QCOMPARE(m_document->undoStack().count(), from);
    m_document->undoStack().push(setRackPower(*m_document, "R1", 40.83));
    m_document->undoStack().push(setRackSlots(*m_document, "R1", 12));
    const plan::Plan before = plan();
    for (const QString& which : {power, fitting}) askSlots(confirm, which);
    QVERIFY(plan() == before);
    QCOMPARE(rack().power_kw.value(), 40.83);
    QCOMPARE(m_document->undoStack().count(), from + 2);
    // Another value is one, and so is the usual one where none was stated.
    askSlots(
        [](QDialog& dialog) {
          auto* field = dialog.findChild<QDoubleSpinBox*>();
          QCOMPARE(field->value(), 40.8);
          field->setValue(41.0);
          dialog.accept();
        },
        power);
    QCOMPARE(rack().power_kw.value(), 41.0);
    QCOMPARE(m_document->undoStack().count(), from + 3);
    askSlots(reset, power);
    askSlots(confirm, power);
    QCOMPARE(rack().power_kw.value(), 40.0);
    QCOMPARE(m_document->undoStack().count(), from + 5);
  }

  /// The title row shows another picture for what fits, for what does not, and for what nobody stated, in a
  /// narrow frame too; the power limit has a sign of its own.
  void theTitleRowShowsThem() {
    m_document->undoStack().push(putIntoRack(*m_document, {"h100"}, {}));  // a100 alone: a frame of one tile
    const auto picture = [&](std::optional<int> nodes, std::optional<double> kilowatts) {
      m_document->undoStack().push(setRackSlots(*m_document, "R1", nodes));
      m_document->undoStack().push(setRackPower(*m_document, "R1", kilowatts));
      const RackItem& item = *scene().rackItem("R1");
      const QRectF title(item.pos(), QSizeF(item.boundingRect().width() - 12.0, 28.0));
      QImage image(title.size().toSize() * 2, QImage::Format_RGB32);
      image.fill(Qt::white);
      QPainter painter(&image);
      scene().render(&painter, QRectF(), title);
      return image;
    };
    const QImage none = picture(std::nullopt, std::nullopt), fits = picture(8, std::nullopt);
    const QImage full = picture(2, std::nullopt), fed = picture(8, 1.0), both = picture(2, 1.0);
    const std::vector<QImage> all{none, fits, full, fed, both};
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j)
        QVERIFY2(all[i] != all[j], qPrintable(QStringLiteral("%1 %2").arg(i).arg(j)));
    QVERIFY(face().full && face().over);
  }

  /// A full rack takes what is dropped, as one that is fed with too little does: the card says what it
  /// passes.
  void dropsIntoAFullRackAreTold() {
    const QRectF room = rackFrame(rack(), tilePositions(plan()));
    const QPointF frame = room.bottomLeft() + QPointF(6.0, -6.0);
    const QPointF tile = tileRect(tilePositions(plan()).at("h100")).center();
    const char* h100 = "oci-bm-gpu-h100-8";
    m_document->undoStack().push(setRackSlots(*m_document, "R1", 9));  // one more fits
    CanvasDrop drop = judged(h100, frame);
    QCOMPARE(static_cast<int>(drop.kind), static_cast<int>(CanvasDrop::Kind::AddPool));
    QVERIFY2(!drop.detail.contains(QStringLiteral("slot")), qPrintable(drop.detail));
    drop = judged(h100, tile);
    QCOMPARE(static_cast<int>(drop.kind), static_cast<int>(CanvasDrop::Kind::AddNode));
    QVERIFY2(!drop.detail.contains(QStringLiteral("slot")), qPrintable(drop.detail));
    m_document->undoStack().push(setRackSlots(*m_document, "R1", 8));
    for (const QPointF& place : {frame, tile}) {
      drop = judged(h100, place);
      QVERIFY(drop.allowed());
      QVERIFY2(drop.detail.contains(QStringLiteral("more than the rack's 8 slot")), qPrintable(drop.detail));
    }
    m_document->undoStack().push(setRackPower(*m_document, "R1", 1.0));
    drop = judged(h100, frame);
    QVERIFY2(drop.detail.startsWith(QStringLiteral("above the rack's ")) &&
                 drop.detail.contains(QStringLiteral(", more than the rack's 8 slot")),
             qPrintable(drop.detail));
    m_document->undoStack().push(dropCommand(*m_document, drop).release());
    QCOMPARE(rackLoad(plan(), rack(), m_document->catalogue()).nodes, 9);
    QVERIFY(face().full && face().over);
    // Other GPUs in the place of those of a tile are as many nodes.
    m_document->undoStack().undo();
    m_document->undoStack().push(setRackPower(*m_document, "R1", std::nullopt));
    drop = judged("oci-bm-gpu-a100-v2-8", tile);
    QCOMPARE(static_cast<int>(drop.kind), static_cast<int>(CanvasDrop::Kind::ReplaceGpus));
    QVERIFY2(!drop.detail.contains(QStringLiteral("slot")), qPrintable(drop.detail));
  }

  /// In the outline they stand with the nodes, are typed there, and what is too much has a sign and words.
  void theOutlineHasThem() {
    OutlineModel& model = m_outline->model();
    QSignalSpy refused(&model, &OutlineModel::refused);
    QCOMPARE(cell(OutlineModel::Nodes).data().toString(), QStringLiteral("8"));
    QCOMPARE(cell(OutlineModel::Nodes).data(Qt::EditRole).toString(), QString());
    for (const char* broken : {"0", "-1", "2.5", "many", "100001"})
      QVERIFY2(!model.setData(cell(OutlineModel::Nodes), QLatin1StringView(broken)), broken);
    QCOMPARE(refused.count(), 5);
    QVERIFY(!rack().node_slots);
    QVERIFY(model.setData(cell(OutlineModel::Nodes), QStringLiteral("8")));
    QCOMPARE(rack().node_slots.value(), 8);
    QCOMPARE(cell(OutlineModel::Nodes).data().toString(), QStringLiteral("8 / 8 slots"));
    QVERIFY(!cell(OutlineModel::Nodes).data(Qt::DecorationRole).isValid());
    QVERIFY(model.setData(cell(OutlineModel::Nodes), QStringLiteral("6")));
    QVERIFY(cell(OutlineModel::Nodes).data(Qt::DecorationRole).isValid());
    QVERIFY(!cell(OutlineModel::Hardware).data(Qt::DecorationRole).isValid());
    QVERIFY(cell(OutlineModel::Nodes).data(Qt::ToolTipRole).toString().contains(QStringLiteral("6 slot")));
    QVERIFY(cell(OutlineModel::Name)
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains(QStringLiteral("more nodes than fit")));
    QVERIFY(model.setData(cell(OutlineModel::Hardware), QStringLiteral("1")));
    QVERIFY(cell(OutlineModel::Hardware).data(Qt::DecorationRole).isValid());
    QVERIFY(!cell(OutlineModel::Hardware).data(Qt::ToolTipRole).toString().contains(QStringLiteral("slot")));
    QVERIFY(model.setData(cell(OutlineModel::Nodes), QString()));
    QVERIFY(!rack().node_slots);
    // A pool that is put into a full rack is told of.
    m_document->undoStack().push(putIntoRack(*m_document, {"a100"}, {}));
    m_document->undoStack().push(setRackPower(*m_document, "R1", std::nullopt));
    QVERIFY(model.setData(cell(OutlineModel::Nodes), QStringLiteral("4")));
    QSignalSpy said(m_outline.get(), &OutlinePanel::message);
    QVERIFY(model.setData(model.indexOf("a100", OutlineModel::Rack), QStringLiteral("R1")));
    QCOMPARE(rackOf(plan(), "a100")->name, std::string("R1"));
    QCOMPARE(said.count(), 1);
    const QString told = said[0][0].toString();
    QVERIFY2(told.contains(QStringLiteral("R1")) && told.contains(QStringLiteral("4 slot")),
             qPrintable(told));
  }

  /// The bill says of every pool what its rack has room for.
  void theBillHasThem() {
    m_document->undoStack().push(putIntoRack(*m_document, {"a100"}, {}));
    m_document->undoStack().push(setRackSlots(*m_document, "R1", 12));
    m_document->undoStack().push(setRackPower(*m_document, "R1", 48.5));
    const QList<QByteArray> lines = billOfMaterials(plan(), m_document->catalogue()).split('\n');
    const auto last = [&](int line) {
      const QList<QByteArray> cells = lines[line].trimmed().split(',');
      return cells.mid(cells.size() - 2);
    };
    QCOMPARE(last(0), (QList<QByteArray>{"rack_power_kw", "rack_node_slots"}));
    QCOMPARE(last(1), (QList<QByteArray>{"48.5", "12"}));
    QCOMPARE(last(2), (QList<QByteArray>{"", ""}));
  }
};

}  // namespace tst_rack_slots

ASTROLABE_TEST(tst_rack_slots, TestRackSlots)
#include "tst_rack_slots.moc"
