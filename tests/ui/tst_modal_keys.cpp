// ui/shell: a dialog that waits for an answer has the keys, whatever was open when it came.
#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QMenu>
#include <QTimer>
#include <QtTest>

#include "tests/program/test_program.h"
#include "ui/shell/modal_keys.h"

namespace tst_modal_keys {

using namespace astrolabe;
using namespace Qt::StringLiterals;

class TestModalKeys : public QObject {
  Q_OBJECT

  /// A window with a menu that is open, and a dialog that is not yet.
  struct Desk {
    QWidget window;
    QMenu menu{&window};
    QDialog dialog{&window};
    QLineEdit* field = new QLineEdit(&dialog);
    bool open() {
      dialog.setModal(true);
      menu.addAction(u"an entry"_s);
      window.resize(400, 300);
      window.show();
      if (!QTest::qWaitForWindowActive(&window)) return false;
      menu.popup(window.mapToGlobal(QPoint(10, 10)));
      return QApplication::activePopupWidget() == &menu;
    }
  };

 private slots:
  /// A dialog that comes by itself while a menu is open has the keys.
  void aDialogThatComesLate() {
    ui::ModalKeys keys;
    Desk desk;
    QVERIFY(desk.open());
    QTimer::singleShot(0, &desk.dialog, &QWidget::show);
    QTRY_VERIFY(desk.dialog.isVisible());
    QVERIFY(QApplication::activePopupWidget() == nullptr);
    QTRY_VERIFY(QApplication::activeWindow() == &desk.dialog);
    QTRY_VERIFY(QApplication::focusWidget() == desk.field);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!desk.dialog.isVisible());
  }

  /// A window behind the dialog that is brought forward leaves it the keys; one of its own may have them.
  void theDialogKeepsTheKeys() {
    ui::ModalKeys keys;
    Desk desk;
    QVERIFY(desk.open());
    desk.dialog.show();
    QTRY_VERIFY(QApplication::activeWindow() == &desk.dialog);
    desk.window.activateWindow();
    QTest::qWait(20);
    QTRY_VERIFY(QApplication::activeWindow() == &desk.dialog);
    QDialog inner(&desk.dialog);
    inner.show();
    QTRY_VERIFY(QApplication::activeWindow() == &inner);
    QTest::qWait(20);
    QVERIFY(QApplication::activeWindow() == &inner);
  }
};

}  // namespace tst_modal_keys

ASTROLABE_TEST(tst_modal_keys, TestModalKeys)
#include "tst_modal_keys.moc"
