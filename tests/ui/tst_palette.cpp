// ui/canvas/shelf_model, gpu_shelf: what the search finds, what the rows say, what Enter does.
#include <QAbstractItemModelTester>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QSignalSpy>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QtTest>

#include "tests/program/budget.h"
#include "tests/program/test_program.h"
#include "tests/ui/sample_document.h"
#include "ui/canvas/drop.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/document/commands/commands.h"
#include "ui/render/evidence_words.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"

namespace tst_palette {

using namespace astrolabe;
using namespace astrolabe::ui;

class TestPalette : public QObject {
  Q_OBJECT

  static std::vector<std::string> gpusShown(const ShelfModel& model) {
    std::vector<std::string> ids;
    const QModelIndex group = model.index(2, 0);
    ids.reserve(static_cast<std::size_t>(model.rowCount(group)));
    for (int row = 0; row < model.rowCount(group); ++row)
      ids.push_back(model.hardware(model.index(row, 0, group))->gpu);
    return ids;
  }

 private slots:
  void words_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<bool>("matches");
    const auto row = [](const char* query, bool matches) {
      QTest::newRow(query) << QString::fromLatin1(query) << matches;
    };
    row("", true);
    row("h100 80", true);
    row("80 h100", true);
    row("NVLINK hopper", true);
    row("h100 mi300", false);
    row(">=80GB nvlink", true);
    row(">80", false);
    row("<=80", true);
    row("<48gb", false);
    row("=80", true);
    row(">=81", false);
    row("0gb", false);
    row("100", true);  // of h100
  }
  void words() {
    QFETCH(QString, query);
    QFETCH(bool, matches);
    const QString haystack = QStringLiteral("h100-sxm NVIDIA H100 SXM5 80GB Hopper SXM NVLink4");
    QCOMPARE(shelfMatches(query, haystack, 80.0), matches);
  }
  void A39_pricesAreCompared_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<bool>("matches");
    for (const auto& [query, matches] : {std::pair("<$60", true),
                                         {"<=55usd", true},
                                         {"<55$", false},
                                         {">50/h", true},
                                         {"h100 <$60 >=80GB", true},
                                         {">=$56", false}})
      QTest::newRow(query) << QString::fromLatin1(query) << matches;
  }
  void A39_pricesAreCompared() {
    QFETCH(QString, query);
    QFETCH(bool, matches);
    QCOMPARE(shelfMatches(query, QStringLiteral("8 x h100"), 80.0, 55.0), matches);
    QVERIFY(!shelfMatches(QStringLiteral("<$1000"), QStringLiteral("h100"), 80.0));  // no price is no match
  }
  void unknownMemoryMatchesNoComparison() {
    QVERIFY(!shelfMatches(QStringLiteral(">=1"), QStringLiteral("x"), std::nullopt));
    QVERIFY(!shelfMatches(QStringLiteral("<1000"), QStringLiteral("x"), std::nullopt));
  }

  void modelHoldsThroughSearches() {
    PlanDocument document;
    ShelfModel model(document);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const int all = model.shown();
    QVERIFY(all > 50);
    for (const char* query : {"h100", "h100 80", "h300", ">=141GB", ""})
      model.setQuery(QLatin1StringView(query));
    QCOMPARE(model.shown(), all);
    document.undoStack().push(new AddGpuType(document, [] {
      hardware::Gpu gpu;
      gpu.id = "mine";
      gpu.name = "Mine 96GB";
      return gpu;
    }()));
    QCOMPARE(model.rowCount(model.index(5, 0)), 1);
    document.undoStack().undo();
    QCOMPARE(model.rowCount(model.index(5, 0)), 0);
  }

  void searchSets() {
    PlanDocument document;
    ShelfModel model(document);
    model.setQuery(QStringLiteral("hopper >=141GB nvidia sxm"));
    QCOMPARE(gpusShown(model), std::vector<std::string>{"h200-sxm"});
    model.setQuery(QStringLiteral("h300"));
    QCOMPARE(model.shown(), 0);
  }

  /// Each search finds what a look through the whole catalogue finds, and at once.
  void A39_setsOfTheCatalogue() {
    PlanDocument document;
    ShelfModel model(document);
    model.setQuery({});
    const std::vector<std::string> all = gpusShown(model);
    const auto wanted = [&](auto fits) {
      std::vector<std::string> ids;
      for (const std::string& id : all)
        if (fits(*document.catalogue().find_gpu(id))) ids.push_back(id);
      return ids;
    };
    const auto gigabytes = [](const hardware::Gpu& gpu) {
      return gpu.memory ? std::round(gpu.memory->value / 1024.0 / 1024.0 / 1024.0) : 0.0;
    };
    const auto has = [](const std::string& text, const char* word) {
      return QString::fromStdString(text).contains(QLatin1StringView(word), Qt::CaseInsensitive);
    };
    const std::pair<const char*, std::vector<std::string>> searches[] = {
        {"h100 80",
         wanted([&](const hardware::Gpu& g) { return has(g.name, "h100") && gigabytes(g) == 80; })},
        {"amd", wanted([&](const hardware::Gpu& g) { return has(g.vendor, "amd"); })},
        {">=80GB nvlink",
         wanted([&](const hardware::Gpu& g) { return gigabytes(g) >= 80 && has(g.link_type, "nvlink"); })}};
    for (const auto& [query, ids] : searches) {
      double took = 1e300;
      for (int run = 0; run < 3 && took > 50.0; ++run) {  // others may have had the machine meanwhile
        model.setQuery({});
        const tests::Budget spent;
        model.setQuery(QLatin1StringView(query));
        took = std::min(took, spent.ms());
      }
      QVERIFY2(!ids.empty() && ids.size() < all.size(), query);
      QVERIFY2(gpusShown(model) == ids, query);
      QVERIFY2(took <= 50.0, qPrintable(QString::number(took)));
    }
    model.setQuery(QStringLiteral("80gb"));
    for (const std::string& id : gpusShown(model))
      QCOMPARE(gigabytes(*document.catalogue().find_gpu(id)), 80.0);
    QVERIFY(!gpusShown(model).empty());
  }

  void oldPricesAreMarked() {
    PlanDocument document;
    ShelfModel model(document);
    model.setQuery(QStringLiteral("coreweave hgx h100"));  // priced 2026-09-20
    const auto old = [&] { return model.index(0, 0, model.index(1, 0)).data(ShelfModel::OldRole).toBool(); };
    QCOMPARE(model.rowCount(model.index(1, 0)), 1);
    model.setToday(QDate(2026, 9, 20).addDays(180));
    QVERIFY(!old());
    model.setToday(QDate(2026, 9, 20).addDays(181));
    QVERIFY(old());
  }

  /// A device that nobody measured carries its evidence as a word, drawn, told on hover and read out.
  void devicesNobodyMeasuredAreMarked() {
    PlanDocument document;
    ShelfModel model(document);
    const auto first = [&](const char* query) {
      model.setQuery(QLatin1StringView(query));
      return model.index(0, 0, model.index(2, 0));
    };
    const QModelIndex amd = first("mi300x");
    QVERIFY(amd.isValid());
    QCOMPARE(amd.data(ShelfModel::UnmeasuredRole).toString(), QStringLiteral("tables"));
    QVERIFY(amd.data(Qt::ToolTipRole).toString().endsWith(evidenceText(cost::Evidence::tables)));
    QVERIFY(amd.data(Qt::AccessibleTextRole).toString().endsWith(QStringLiteral(", not measured: tables")));
    const QModelIndex nvidia = first("h100-sxm");
    QVERIFY(nvidia.isValid());
    QCOMPARE(nvidia.data(ShelfModel::UnmeasuredRole).toString(), QString());
    QVERIFY(nvidia.data(Qt::ToolTipRole).toString().endsWith(evidenceText(cost::Evidence::measured)));
    // Its row is drawn with a frame that the row of a measured device does not have.
    GpuShelf shelf(document);
    shelf.resize(264, 300);
    const auto drawn = [&](const char* query) {
      shelf.model().setQuery(QLatin1StringView(query));
      const QModelIndex row = shelf.model().index(0, 0, shelf.model().index(2, 0));
      QStyleOptionViewItem option;
      option.rect = QRect(0, 0, scaled(264), scaled(42));
      QImage image(option.rect.size(), QImage::Format_RGB32);
      image.fill(currentTheme().panel);
      QPainter painter(&image);
      shelf.tree().itemDelegate()->paint(&painter, option, row);
      painter.end();
      int dots = 0;  // of the frame's left edge
      for (int y = scaled(22); y < scaled(36); ++y)
        dots += image.pixelColor(scaled(44), y) == currentTheme().text3 ? 1 : 0;
      return dots;
    };
    const int marked = drawn("mi300x"), plain = drawn("h100-sxm");
    QVERIFY2(marked >= 4 && marked > plain + 2,
             qPrintable(QStringLiteral("%1 against %2").arg(marked).arg(plain)));
  }

  /// Racks and networks stand beside nodes and GPUs; what came onto the canvas stands first from then on.
  void groupsOfThePalette() {
    PlanDocument document;
    document.reset({}, {});
    ShelfModel model(document);
    using Group = ShelfModel::Group;
    const auto group = [&](Group which) { return model.index(static_cast<int>(which), 0); };
    QCOMPARE(model.rowCount(group(Group::Recent)), 0);
    QCOMPARE(model.rowCount(group(Group::Racks)), 6);
    QVERIFY(model.rowCount(group(Group::Networks)) > 5);
    const QModelIndex network = model.index(0, 0, group(Group::Networks));
    const std::unique_ptr<QMimeData> data(model.mimeData({network}));
    QCOMPARE(*hardwareFrom(data.get()), *model.hardware(network));
    QVERIFY(!model.hardware(network)->isGpus());
    QCOMPARE(network.data(ShelfModel::PriceRole).toString(), QStringLiteral("—"));
    for (const char* gpu : {"h100-sxm-80", "a100-sxm-80", "h100-sxm-80"}) {
      const auto pool = poolFor({gpu, {}}, document.catalogue());
      QVERIFY2(pool, gpu);
      document.undoStack().push(new AddPools(document, {*pool}, {}));
    }
    QCOMPARE(model.rowCount(group(Group::Recent)), 2);
    QCOMPARE(model.hardware(model.index(0, 0, group(Group::Recent)))->gpu,
             poolFor({"h100-sxm-80", {}}, document.catalogue())->gpu);
    QCOMPARE(model.hardware(model.index(1, 0, group(Group::Recent)))->gpu,
             poolFor({"a100-sxm-80", {}}, document.catalogue())->gpu);
  }

  /// What is had by the rack stands below its tray, at the price of all its trays: an 18th of 3 M USD each;
  /// used once, it is among the last with its unit, also in the next window.
  void racksOfAnNvl72() {
    PlanDocument document;
    document.reset({}, {});
    GpuShelf shelf(document);
    ShelfModel& model = shelf.model();
    model.setQuery(QStringLiteral("onprem nvl72 gb200"));
    using Group = ShelfModel::Group;
    const QModelIndex nodes = model.index(static_cast<int>(Group::Nodes), 0);
    QCOMPARE(model.rowCount(nodes), 2);
    const QModelIndex tray = model.index(0, 0, nodes), rack = model.index(1, 0, nodes);
    QCOMPARE(model.hardware(tray)->unit, 0);
    QCOMPARE(model.hardware(rack)->unit, 72);
    QCOMPARE(model.hardware(rack)->node, std::string("onprem-gb200-nvl72-tray"));
    QVERIFY(rack.data().toString().startsWith(QStringLiteral("72 × GB200")));
    QCOMPARE(rack.data(ShelfModel::PriceRole).toString(), moneyText(18 * 166'666.67));
    const QString tip = rack.data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("Power of a rack: ") + powerText(18 * 6'700.0)), qPrintable(tip));
    const std::unique_ptr<QMimeData> data(model.mimeData({rack}));
    QCOMPARE(*hardwareFrom(data.get()), *model.hardware(rack));
    document.undoStack().push(
        new AddPools(document, {*poolFor(*model.hardware(rack), document.catalogue())}, {}));
    PlanDocument other;
    GpuShelf next(other);
    next.restore(shelf.saved());
    const QModelIndex recent = next.model().index(static_cast<int>(Group::Recent), 0);
    QCOMPARE(next.model().hardware(next.model().index(0, 0, recent))->unit, 72);
    model.setQuery(QStringLiteral("h100 rack"));  // such nodes are no part of one
    QCOMPARE(model.rowCount(nodes), 0);
  }

  /// A group that a person closed stays so while they type, unless all that matches stands in it; it is
  /// closed in the next window, too, and what was used last is there.
  void closedGroupsStayClosed() {
    PlanDocument document;
    document.reset({}, {});
    GpuShelf shelf(document);
    shelf.resize(320, 600);
    shelf.show();
    using Group = ShelfModel::Group;
    const auto isOpen = [](GpuShelf& of, Group group) {
      return of.tree().isExpanded(of.model().index(static_cast<int>(group), 0));
    };
    QVERIFY(isOpen(shelf, Group::Nodes) && isOpen(shelf, Group::Gpus));
    const QModelIndex nodes = shelf.model().index(static_cast<int>(Group::Nodes), 0);
    QTest::mouseClick(shelf.tree().viewport(), Qt::LeftButton, {}, shelf.tree().visualRect(nodes).center());
    QVERIFY(!isOpen(shelf, Group::Nodes));
    auto* search = shelf.findChild<QLineEdit*>(QStringLiteral("paletteSearch"));
    for (const QChar letter : QStringLiteral("h100")) {
      QTest::keyClicks(search, QString(letter));
      QVERIFY(!isOpen(shelf, Group::Nodes));
      QVERIFY(isOpen(shelf, Group::Gpus));
    }
    search->setText(QStringLiteral("coreweave hgx h100"));  // a node alone
    QVERIFY(isOpen(shelf, Group::Nodes));
    search->clear();
    QVERIFY(!isOpen(shelf, Group::Nodes));
    document.undoStack().push(
        new AddPools(document, {*poolFor({{}, "oci-bm-gpu-h100-8"}, document.catalogue())}, {}));
    QVERIFY(!isOpen(shelf, Group::Nodes));

    PlanDocument other;
    GpuShelf next(other);
    next.restore(shelf.saved());
    QVERIFY(!isOpen(next, Group::Nodes) && isOpen(next, Group::Gpus));
    const QModelIndex recent = next.model().index(static_cast<int>(Group::Recent), 0);
    QCOMPARE(next.model().rowCount(recent), 1);
    QCOMPARE(next.model().hardware(next.model().index(0, 0, recent))->node, std::string("oci-bm-gpu-h100-8"));
    QVERIFY(!next.tree().isRowHidden(static_cast<int>(Group::Recent), {}));
    next.restore({{QStringLiteral("closed"), QStringLiteral("all")}, {QStringLiteral("recent"), 7}});
    QCOMPARE(next.model().rowCount(recent), 1);
  }

  /// What a row has no room for is in its tooltip, each price with its source.
  void tipsTellEveryFigure() {
    PlanDocument document;
    ShelfModel model(document);
    const auto tip = [&](const char* query, int group) {
      model.setQuery(QLatin1StringView(query));
      return model.index(0, 0, model.index(group, 0)).data(Qt::ToolTipRole).toString();
    };
    const QString node = tip("aws-p4d-24xlarge", 1);
    // $21.957642 on demand, $9.9 spot, 1,152 GiB, us-east-1; a GPU has 1,555 GB/s and 400 W.
    for (const char* words :
         {"On demand: $22.0/h (2026-11-09)", "Spot: $9.90/h", "Host memory of a node: 1", "Region: us-east-1",
          "Memory bandwidth of a GPU: 1", "Power of a GPU: 400", "Source: SkyPilot", "spot: median"})
      QVERIFY2(node.contains(QLatin1StringView(words)), qPrintable(node));
    const QString second = model.index(0, 0, model.index(1, 0)).data(ShelfModel::SecondLineRole).toString();
    QVERIFY2(second.contains(QStringLiteral("312 TF")) && second.contains(QStringLiteral("NVLink3")),
             qPrintable(second));
    const QString box = tip("onprem-dgx-h100", 1);
    QVERIFY2(box.contains(QStringLiteral("To buy a node: $")), qPrintable(box));
    QVERIFY2(box.contains(QStringLiteral("Power of a node: 10")), qPrintable(box));
    const hardware::GpuPrice* price = document.catalogue().purchase_price("h100-sxm");
    const QString gpu = tip("h100-sxm", 2);
    QVERIFY2(gpu.contains(QString::fromStdString(price->source + ", " + price->date)), qPrintable(gpu));
  }

  void enterAddsAndNothingFoundSaysSo() {
    PlanDocument document;
    GpuShelf shelf(document);
    shelf.show();
    QSignalSpy added(&shelf, &GpuShelf::addRequested);
    auto* search = shelf.findChild<QLineEdit*>(QStringLiteral("paletteSearch"));
    auto* tree = shelf.findChild<QTreeView*>(QStringLiteral("paletteView"));
    QTest::keyClicks(search, QStringLiteral("coreweave hgx h100"));
    QTest::keyClick(search, Qt::Key_Down);
    QTest::keyClick(tree, Qt::Key_Return);
    QCOMPARE(added.count(), 1);
    QCOMPARE(added[0][0].value<HardwareId>().node, std::string("coreweave-hgx-h100"));
    QCOMPARE(added[0][1].toInt(), 1);
    const std::unique_ptr<QMimeData> data(shelf.model().mimeData({tree->currentIndex()}));
    QCOMPARE(hardwareFrom(data.get())->node, std::string("coreweave-hgx-h100"));
    search->setText(QStringLiteral("h300"));
    QVERIFY(shelf.findChild<QLabel*>(QStringLiteral("palette.nothing"))->isVisible());
    QVERIFY(
        shelf.findChild<QLabel*>(QStringLiteral("palette.nothing"))->text().contains(QStringLiteral("h300")));
    QTest::keyClick(search, Qt::Key_Escape);
    QVERIFY(tree->isVisible());
  }

  /// Rows are drawn anew where a type comes into the plan and gets its hue, and after no other edit.
  void editsWithoutANewTypeDrawNothing() {
    PlanDocument document;
    fillSample(document);
    GpuShelf shelf(document);
    shelf.resize(264, 300);
    shelf.show();
    QVERIFY(QTest::qWaitForWindowExposed(&shelf));
    QTest::qWait(100);
    struct Drawn : QObject {
      int times = 0;
      bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) ++times;
        return false;
      }
    } drawn;
    shelf.tree().viewport()->installEventFilter(&drawn);
    const std::string pool = document.plan().cluster.pools.front().id;
    document.undoStack().push(new SetNodeCount(document, pool, 7));
    QTest::qWait(100);
    QCOMPARE(drawn.times, 0);
    document.undoStack().push(new ReplaceGpus(document, pool, "h200-sxm", {}));
    QTRY_VERIFY(drawn.times > 0);
  }
};

}  // namespace tst_palette

ASTROLABE_TEST(tst_palette, TestPalette)
#include "tst_palette.moc"
