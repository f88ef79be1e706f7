// Work that no file holds yet: its copy, what is offered after a crash, the end of a session.

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include "core/plan/plan_file.h"
#include "tests/app/saving_desk.h"
#include "tests/program/test_program.h"
#include "ui/shell/banner.h"

namespace tst_recovery {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::keeping;

class RecoveryTest : public KeepingTest {
  Q_OBJECT

 private slots:
  void initTestCase() { dress(); }

  void A24_anEditIsInTheCopyWithinThreeSeconds() {
    const QString folder = at("copies");
    auto window = opened();
    window->unsavedWork().setFolder(folder);
    edit(*window);
    QTRY_VERIFY_WITH_TIMEOUT(QDir(folder).entryList({u"*.astrolabe"_s}).size() == 1, 3000);
    QVERIFY(RecoveryKeeper::leftBehind(folder).isEmpty());  // its program lives
    const QString copy = folder + u'/' + QDir(folder).entryList({u"*.astrolabe"_s}).front();
    const auto kept = plan::read_plan(copy.toStdString());
    QVERIFY(kept.has_value());
    QCOMPARE(kept->plan.cluster.pools.front().nodes, 7);
    QVERIFY(window->saveFile(at("good.astrolabe")));
    QVERIFY(!QFile::exists(copy));  // a good save takes it away
  }

  void A24_restoreLaterAndDiscard() {
    const QString lived = at("lived"), left = at("left");
    QVERIFY(QDir().mkpath(left));
    {
      auto window = opened();
      window->unsavedWork().setFolder(lived);
      QVERIFY(window->saveFile(at("eu-cluster.astrolabe")));
      edit(*window, 9);
      window->prepareForLogout();
      const QList<ui::LeftBehind> copies = orphaned(lived, left);
      QCOMPARE(copies.size(), 1);
      QCOMPARE(copies.front().name, u"eu-cluster.astrolabe"_s);
      QCOMPARE(copies.front().path, at("eu-cluster.astrolabe"));
    }
    auto window = opened();
    window->unsavedWork().setFolder(at("next"));
    window->unsavedWork().offer(RecoveryKeeper::leftBehind(left));
    QVERIFY(fileBanner(*window).message().body.contains(u"eu-cluster"_s));
    // Enter presses the button that has the focus, as Space does.
    QTest::keyClick(fileBanner(*window).findChild<QPushButton*>(u"fileBanner.later"_s), Qt::Key_Return);
    QVERIFY(fileBanner(*window).isHidden());
    QCOMPARE(RecoveryKeeper::leftBehind(left).size(), 1);

    window->unsavedWork().offer(RecoveryKeeper::leftBehind(left));
    pressNamed(*window, "fileBanner.restore");
    QCOMPARE(window->document().plan().cluster.pools.front().nodes, 9);
    QCOMPARE(window->document().path(), at("eu-cluster.astrolabe"));
    QVERIFY(window->isWindowModified());
    QVERIFY(RecoveryKeeper::leftBehind(left).isEmpty());  // the new window keeps it now
    QCOMPARE(QDir(at("next")).entryList({u"*.astrolabe"_s}).size(), 1);
    // The saved file is as it was: 4 nodes.
    QCOMPARE(plan::read_plan(at("eu-cluster.astrolabe").toStdString())->plan.cluster.pools.front().nodes, 4);

    const QList<ui::LeftBehind> again = orphaned(at("next"), left);
    QCOMPARE(again.size(), 1);
    window->unsavedWork().offer(again);
    pressNamed(*window, "fileBanner.discard");
    QVERIFY(RecoveryKeeper::leftBehind(left).isEmpty());
  }

  /// The desktop goes on after all: closing asks as ever. At a real end it asks nothing and the copy stays.
  void A24_aLogoutThatIsCancelledTakesNothing() {
    const QString folder = at("logout");
    auto window = opened();
    window->unsavedWork().setFolder(folder);
    window->setAskOnClose(true);
    edit(*window);
    window->prepareForLogout();
    edit(*window, 9);
    QString asked;
    ui::whenAsked(window.get(), [&](QWidget* box) {
      asked = box->objectName();
      box->close();
    });
    QVERIFY(!window->close());
    QCOMPARE(asked, u"unsavedDialog"_s);
    QVERIFY(window->isVisible());
    window->prepareForLogout();
    QVERIFY(window->close());
    const QStringList copies = QDir(folder).entryList({u"*.astrolabe"_s});
    QCOMPARE(copies.size(), 1);
    const auto kept = plan::read_plan((folder + u'/' + copies.front()).toStdString());
    QVERIFY(kept.has_value());
    QCOMPARE(kept->plan.cluster.pools.front().nodes, 9);
  }

  void A81_loggingOutKeepsTheWorkAndAsksNothing() {
    const QString folder = at("left-behind"), left = at("left-behind-copies");
    QVERIFY(QDir().mkpath(left));
    auto window = std::make_unique<MainWindow>();
    window->bridge().setLive(false);
    window->openSample();
    window->unsavedWork().setFolder(folder);
    window->show();
    edit(*window, 11);
    window->prepareForLogout();
    QVERIFY(window->close());  // a question would wait for an answer here
    const QList<ui::LeftBehind> copies = orphaned(folder, left);
    QCOMPARE(copies.size(), 1);
    QCOMPARE(plan::read_plan(copies.front().copy.toStdString())->plan.cluster.pools.front().nodes, 11);
  }
};

}  // namespace tst_recovery

ASTROLABE_TEST(tst_recovery, RecoveryTest)
#include "tst_recovery.moc"
