// ui/shell: the rules of a plan, typed by keys and switched by the pointer; the document is looked at after
// each.
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest>

#include "live_results.h"
#include "tests/program/test_program.h"
#include "ui/render/numbers.h"
#include "ui/shell/rules_dialog.h"

namespace tst_rules_dialog {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestRulesDialog : public QObject {
  Q_OBJECT

  static constexpr const char* kSlow = "slow: reject if $tensor_parallel > 4\n  because \"slow links\"";

  struct Open {
    PlanDocument document;
    std::unique_ptr<RulesDialog> dialog;
    Open() {
      fillSample(document);
      dialog = std::make_unique<RulesDialog>(document);
      dialog->show();
    }
    QPlainTextEdit* text() const { return dialog->findChild<QPlainTextEdit*>(u"rulesDialog.text"_s); }
    QTableWidget* table() const { return dialog->findChild<QTableWidget*>(u"rulesDialog.table"_s); }
    QLabel* check() const { return dialog->findChild<QLabel*>(u"rulesDialog.check"_s); }
    QPushButton* button(const char* name) const {
      return dialog->findChild<QPushButton*>(u"rulesDialog."_s + QLatin1StringView(name));
    }
    void type(const QString& words) const {
      text()->setFocus();
      text()->selectAll();
      QTest::keyClick(text(), Qt::Key_Delete);
      for (const QString& line : words.split(u'\n')) {
        if (!text()->toPlainText().isEmpty()) QTest::keyClick(text(), Qt::Key_Return);
        QTest::keyClicks(text(), line);
      }
    }
    int rowOf(const QString& rule) const {
      for (int row = 0; row < table()->rowCount(); ++row)
        if (table()->item(row, 0)->text() == rule) return row;
      return -1;
    }
    /// Presses the box beside a rule.
    void toggle(const QString& rule) const {
      const int row = rowOf(rule);
      const QRect cell = table()->visualRect(table()->model()->index(row, 0));
      QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, {cell.left() + 10, cell.center().y()});
    }
  };

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  /// A mistake is told with its line and column while it is typed, and cannot be applied.
  void mistakes() {
    Open open;
    // The second line; the variable begins behind "b: reject if ", 13 characters.
    open.type(u"a: reject if $micro_batch == 3\nb: reject if $tensr_parallel > 4"_s);
    QVERIFY2(open.check()->text().contains(u"Line 2, column 14"_s), qPrintable(open.check()->text()));
    QVERIFY(open.check()->text().contains(u"$tensor_parallel"_s));  // what was meant
    QVERIFY(!open.button("apply")->isEnabled());
    QTest::mouseClick(open.button("mistake"), Qt::LeftButton);
    QCOMPARE(open.text()->textCursor().blockNumber(), 1);
    QCOMPARE(open.text()->textCursor().positionInBlock(), 13);
    QVERIFY(open.document.plan().job.rules.empty());
    open.type(u"heads_not_divided: reject if $micro_batch == 3"_s);  // the name of a shipped rule
    QVERIFY(open.check()->text().contains(u"heads_not_divided"_s));
    QVERIFY(!open.button("apply")->isEnabled());
    open.type(u"c: reject if $micro_batch % 0 == 3"_s);
    QVERIFY2(open.check()->text().contains(u"Line 1, column"_s), qPrintable(open.check()->text()));
    QVERIFY(!open.button("apply")->isEnabled());
  }

  /// The box beside a shipped rule writes a line that switches it off, as one undo step; a fixed one has
  /// none.
  void shippedSwitched() {
    Open open;
    open.toggle(u"selective_with_flash"_s);
    QCOMPARE(open.document.plan().job.rules, std::string("selective_with_flash: off\n"));
    QCOMPARE(open.table()->item(open.rowOf(u"selective_with_flash"_s), 0)->checkState(), Qt::Unchecked);
    open.toggle(u"selective_with_flash"_s);
    QVERIFY(open.document.plan().job.rules.empty());
    open.document.undoStack().undo();
    QCOMPARE(open.document.plan().job.rules, std::string("selective_with_flash: off\n"));
    open.document.undoStack().undo();
    const QTableWidgetItem* fixed = open.table()->item(open.rowOf(u"batch_not_divided"_s), 0);
    QVERIFY(!(fixed->flags() & Qt::ItemIsUserCheckable));
    QVERIFY(fixed->toolTip().contains(u"smaller micro-batch"_s));
    open.toggle(u"batch_not_divided"_s);
    QVERIFY(open.document.plan().job.rules.empty());
  }

  /// Applied as one undo step, which marks the results stale at once; undo puts plan and text back.
  void applied() {
    LiveResults live;
    QVERIFY(live.search());
    live.bridge.setLive(false);
    RulesDialog dialog(live.document);
    dialog.show();
    auto* text = dialog.findChild<QPlainTextEdit*>(u"rulesDialog.text"_s);
    auto* apply = dialog.findChild<QPushButton*>(u"rulesDialog.apply"_s);
    const plan::Plan before = live.document.plan();
    text->setFocus();
    QTest::keyClicks(text, u"slow: reject if $tensor_parallel > 4"_s);
    QVERIFY(!live.bridge.isStale());  // typed, not applied
    QTest::mouseClick(apply, Qt::LeftButton);
    QCOMPARE(live.document.plan().job.rules, std::string("slow: reject if $tensor_parallel > 4"));
    QCOMPARE(live.document.undoStack().index(), 1);
    QVERIFY(!live.document.undoStack().undoText().isEmpty());
    QVERIFY(live.bridge.isStale());
    live.document.undoStack().undo();
    QVERIFY(live.document.plan() == before);
    QVERIFY(text->toPlainText().isEmpty());
    live.document.undoStack().redo();
    QCOMPARE(text->toPlainText(), u"slow: reject if $tensor_parallel > 4"_s);
    live.bridge.run();
    QTRY_COMPARE_WITH_TIMEOUT(live.bridge.state(), SearchBridge::State::Finished, 120'000);
    for (const cost::Evaluation& row : live.bridge.snapshot()->best)
      QVERIFY(row.strategy.tensor_parallel <= 4);
    // The file keeps the rules.
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"ruled.astrolabe"_s);
    QVERIFY(live.document.save(path).has_value());
    const auto file = plan::read_plan(path.toStdString());
    QVERIFY(file.has_value());
    QVERIFY(file->plan == live.document.plan());
  }

  /// Counted beside the window's thread: a rule that everything matches removes the whole space, one that
  /// nothing matches removes none; shipped ones say what they mirror and have no box.
  void counted() {
    Open open;
    open.type(u"all: reject if $micro_batch >= 1\nnone: reject if $micro_batch < 1"_s);
    const QString total = wholeText(double(count_space(*open.document.problem()).total));
    QTRY_VERIFY_WITH_TIMEOUT(open.rowOf(u"all"_s) == 0 && open.table()->item(0, 1)->text() == total, 60'000);
    QCOMPARE(open.table()->item(open.rowOf(u"none"_s), 1)->text(), u"0"_s);
    QVERIFY(open.document.plan().job.rules.empty());
    open.table()->setCurrentCell(0, 0);
    const QString detail = open.dialog->findChild<QLabel*>(u"rulesDialog.detail"_s)->text();
    QVERIFY2(detail.contains(u"tp="_s), qPrintable(detail));  // an example
    const int heads = open.rowOf(u"heads_not_divided"_s);
    QVERIFY(!(open.table()->item(heads, 0)->flags() & Qt::ItemIsUserCheckable));
    QCOMPARE(open.table()->item(heads, 3)->text(), u"--num-attention-heads"_s);
    QVERIFY(!open.table()->item(heads, 2)->text().isEmpty());
  }

  /// The box takes a rule out of force and brings it back, each one undo step; its text is never lost.
  void switched() {
    Open open;
    const QString kept = QString::fromLatin1(kSlow) + u"\nother: reject if $micro_batch == 3"_s;
    open.type(kept);
    QTest::mouseClick(open.button("apply"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(open.rowOf(u"slow"_s) == 0, 60'000);
    const auto inForce = [&] { return strategy::rules_of(*open.document.problem()).size(); };
    const std::size_t shipped = strategy::shipped_rules().size();
    QCOMPARE(inForce(), shipped + 2);
    open.toggle(u"slow"_s);
    QCOMPARE(inForce(), shipped + 1);
    QCOMPARE(open.document.undoStack().index(), 2);
    QVERIFY(open.text()->toPlainText().contains(u"slow links"_s));
    open.toggle(u"slow"_s);
    QCOMPARE(open.text()->toPlainText(), kept);
    QCOMPARE(open.document.plan().job.rules, kept.toStdString());
    open.document.undoStack().undo();
    QCOMPARE(inForce(), shipped + 1);
    open.document.undoStack().undo();
    QCOMPARE(inForce(), shipped + 2);
  }

  /// Where each rule stands, also those that are off and those with comments around them.
  void places() {
    const QString text = u"# ours\n"_s + QString::fromLatin1(kSlow) +
                         u"\n\n#off old: reject if $micro_batch == 3\n#off   because \"x\"\n"_s;
    const auto rules = placedRules(text);
    QVERIFY(rules.has_value());
    QCOMPARE(rules->size(), std::size_t{2});
    QCOMPARE(QString::fromStdString((*rules)[0].rule.name), u"slow"_s);
    QVERIFY((*rules)[0].on);
    QCOMPARE((*rules)[0].firstLine, 1);
    QCOMPARE((*rules)[0].lastLine, 2);
    QVERIFY(!(*rules)[1].on);
    QCOMPARE((*rules)[1].firstLine, 4);
    QCOMPARE((*rules)[1].lastLine, 5);
    const QString swapped = withRule(withRule(text, u"slow"_s, false), u"old"_s, true);
    QCOMPARE(swapped,
             u"# ours\n#off slow: reject if $tensor_parallel > 4\n#off   because \"slow links\"\n\n"
             "old: reject if $micro_batch == 3\n  because \"x\"\n"_s);
    QCOMPARE(withRule(withRule(swapped, u"slow"_s, true), u"old"_s, false), text);
    QCOMPARE(withRule(text, u"nobody"_s, false), text);
  }
};

}  // namespace tst_rules_dialog

ASTROLABE_TEST(tst_rules_dialog, TestRulesDialog)
#include "tst_rules_dialog.moc"
