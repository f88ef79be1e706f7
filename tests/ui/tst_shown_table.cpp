// ui/results: tables as they are shown, for the clipboard and for files.
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>
#include <QtTest>

#include "tests/program/test_program.h"
#include "ui/results/shown_table.h"

namespace tst_shown_table {

using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class TestShownTable : public QObject {
  Q_OBJECT

  static void fill(QTableWidget& table, int rows) {
    table.setColumnCount(3);
    table.setRowCount(rows);
    table.setHorizontalHeaderLabels({u"Name"_s, u"Secret"_s, u"Share, %"_s});
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < 3; ++column)
        table.setItem(row, column, new QTableWidgetItem(u"%1.%2"_s.arg(row).arg(column)));
    table.hideColumn(1);
  }

 private slots:
  /// The selected rows, in their order, without hidden columns; all of them where none is selected.
  void ctrlCCopiesRowsUnderTheirHeadings() {
    QTableWidget table;
    fill(table, 4);
    table.verticalHeader()->hide();
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    copyByKey(table);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(),
             u"Name\tShare, %\n0.0\t0.2\n1.0\t1.2\n2.0\t2.2\n3.0\t3.2\n"_s);
    for (const int row : {3, 1})
      table.selectionModel()->select(table.model()->index(row, 0),
                                     QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    const QMimeData* copied = QApplication::clipboard()->mimeData();
    QCOMPARE(copied->text(), u"Name\tShare, %\n1.0\t1.2\n3.0\t3.2\n"_s);
    QVERIFY2(copied->html().contains(u"<th>Share, %</th>"_s) && copied->html().contains(u"<td>3.2</td>"_s),
             qPrintable(copied->html()));
  }

  /// Headings of rows are a column of their own; a comma is quoted.
  void namedRowsAsCsv() {
    QTableWidget table;
    fill(table, 1);
    table.setVerticalHeaderLabels({u"first"_s});
    QCOMPARE(csvOf(shownTable(table)), QByteArray(",Name,\"Share, %\"\r\nfirst,0.0,0.2\r\n"));
  }

  /// Tables side by side make one, in which every row has as many cells and says whose it is.
  void severalTablesOfAPage() {
    QWidget page;
    auto* column = new QVBoxLayout(&page);
    QList<QTableWidget*> tables;
    for (const QString& name : {u"time"_s, u"memory"_s, u"hidden"_s}) {
      tables << new QTableWidget(&page);
      tables.back()->setAccessibleName(name);
      tables.back()->verticalHeader()->hide();
      fill(*tables.back(), 1);
      column->addWidget(tables.back());
    }
    tables[1]->showColumn(1);
    tables[2]->hide();
    page.show();
    const WordTable joined = shownTables(page);
    QCOMPARE(joined.heads, (QStringList{QString(), u"Name"_s, u"Share, %"_s, QString()}));
    QCOMPARE(joined.rows.size(), std::size_t(3));
    QCOMPARE(joined.rows[0], (QStringList{u"time"_s, u"0.0"_s, u"0.2"_s, QString()}));
    QCOMPARE(joined.rows[1], (QStringList{QString(), u"Name"_s, u"Secret"_s, u"Share, %"_s}));
    QCOMPARE(joined.rows[2], (QStringList{u"memory"_s, u"0.0"_s, u"0.1"_s, u"0.2"_s}));
  }
};

}  // namespace tst_shown_table

ASTROLABE_TEST(tst_shown_table, TestShownTable)
#include "tst_shown_table.moc"
