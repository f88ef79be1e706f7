// A83: a window with its answer and nothing to do leaves the processor alone. ASTROLABE_FULL=1: for a whole
// minute, else for a quarter of one.
#include <sys/resource.h>

#include <QComboBox>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "tests/app/sample_window.h"
#include "tests/program/test_program.h"
#include "ui/document/commands/commands.h"

namespace tst_idle {

using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Processor time of all threads of this program so far.
double processorSeconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) * 1e-6; };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// Share of a processor taken while the event loop runs so long. Not qWait: it asks the loop every ten
/// milliseconds by itself.
double shareOver(int milliseconds) {
  QElapsedTimer clock;
  clock.start();
  const double before = processorSeconds();
  QEventLoop loop;
  QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
  loop.exec();
  return (processorSeconds() - before) * 1e3 / double(clock.elapsed());
}

}  // namespace

class IdleTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { dress(); }

  /// What is signalled once more, with nothing new, makes no words, no list and no row of tools anew. An edit
  /// does, before the event loop turns.
  void whatStaysIsNotMadeAnew() {
    auto window = opened();
    window->bridge().run();
    QVERIFY(finished(*window));
    auto* end = window->findChild<QLabel*>(u"runBar.end"_s);
    auto* tool = window->findChild<QToolButton*>(u"rankingMine"_s);
    const auto* list = window->findChild<QComboBox*>(u"tool.scenario"_s);
    QVERIFY(end && tool && list);
    QSignalSpy filled(list->model(), &QAbstractItemModel::rowsInserted);
    end->setText(u"by hand"_s);
    tool->setToolButtonStyle(Qt::ToolButtonTextOnly);
    emit window->bridge().staleChanged();
    emit window->bridge().stateChanged();
    QCOMPARE(end->text(), u"by hand"_s);
    QCOMPARE(tool->toolButtonStyle(), Qt::ToolButtonTextOnly);
    QCOMPARE(filled.count(), 0);
    PlanDocument& document = window->document();
    document.undoStack().push(new SetNodeCount(document, "h100", 5));
    QVERIFY(end->text() != u"by hand"_s);
    QVERIFY(tool->toolButtonStyle() != Qt::ToolButtonTextOnly);
    QVERIFY(filled.count() > 0);
  }

  /// With nothing to do no timer of the window ticks faster than once a second, and the processor is taken
  /// for less than a hundredth of the time.
  void A83_idleTakesNoProcessor() {
    auto window = opened(true);
    window->bridge().run();
    QVERIFY(finished(*window));
    // What the search leaves to be counted in the background may still take a while on a busy machine, and
    // get no processor there for a second.
    for (int turn = 0, quiet = 0; turn < 30 && quiet < 3; ++turn)
      quiet = shareOver(1000) < 0.01 ? quiet + 1 : 0;
    QStringList ticking;
    for (const QTimer* timer : window->findChildren<QTimer*>())
      if (timer->isActive() && !timer->isSingleShot() && timer->interval() < 1000)
        ticking << timer->parent()->objectName();
    QVERIFY2(ticking.isEmpty(), qPrintable(ticking.join(u", "_s)));
    const int seconds = qEnvironmentVariableIsSet("ASTROLABE_FULL") ? 60 : 15;
    const double share = shareOver(seconds * 1000);
    qInfo("%.3f %% of a processor over %d s", share * 100.0, seconds);
    QVERIFY2(share < 0.01, qPrintable(QString::number(share)));
  }
};

}  // namespace tst_idle

ASTROLABE_TEST(tst_idle, IdleTest)
#include "tst_idle.moc"
