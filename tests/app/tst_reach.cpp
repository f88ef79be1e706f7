// Walks by those who listen, where the focus goes when a dialog closes, and the keys of every desktop.

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QSet>
#include <QTabWidget>
#include <QTest>
#include <QTimer>

#include "tests/app/filled_window.h"
#include "tests/app/sample_window.h"
#include "tests/program/test_program.h"
#include "ui/canvas/cluster_view.h"
#include "ui/results/ranking_view.h"

namespace tst_reach {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::finished;
using ui::opened;
using ui::whenAsked;

class ReachTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }

  /// A63: no two controls beside each other are told alike, whatever view of the results is in front.
  void A63_siblingsDiffer() {
    auto window = opened(true);
    QVERIFY(finished(*window));
    QStringList alike;
    int heard = 0;
    const std::function<void(QAccessibleInterface*)> walk = [&](QAccessibleInterface* parent) {
      QSet<QString> told;
      for (int i = 0; i < parent->childCount(); ++i) {
        QAccessibleInterface* child = parent->child(i);
        if (!child || !child->isValid() || child->state().invisible) continue;
        const QString name = child->text(QAccessible::Name);
        if (child->state().focusable && !name.isEmpty()) {
          ++heard;
          const QString whole = u"%1/%2"_s.arg(int(child->role())).arg(name);
          if (told.contains(whole))
            alike << u"%1 in %2"_s.arg(whole, parent->object() ? parent->object()->objectName() : u"?"_s);
          told << whole;
        }
        if (child->role() != QAccessible::Table && child->role() != QAccessible::Tree) walk(child);
      }
    };
    auto* tabs = window->findChild<QTabWidget*>(u"resultsTabs"_s);
    for (int tab = 0; tab < tabs->count(); ++tab) {
      tabs->setCurrentIndex(tab);
      QVERIFY2(ui::filled(*window), qPrintable(tabs->tabText(tab)));
      heard = 0;
      walk(QAccessible::queryAccessibleInterface(window.get()));
      QVERIFY2(heard > 40, qPrintable(u"%1: %2"_s.arg(tabs->tabText(tab)).arg(heard)));
    }
    alike.removeDuplicates();
    QVERIFY2(alike.isEmpty(), qPrintable(alike.join(u'\n')));
  }

  /// A63 in each dialog: what takes the focus has a name, and no two beside each other the same.
  void A63_dialogsAreNamed_data() {
    QTest::addColumn<QByteArray>("action");
    for (const char* action :
         {"actionPreferences", "actionShortcuts", "actionJobDetails", "actionChoosePreset",
          "actionDescribeModel", "actionAbout", "actionNewGpuType", "actionRules", "actionAccuracy",
          "actionSearchLimit", "actionDuplicateTimes", "actionProperties", "actionGoToNode", "actionNewNote",
          "actionScenarioRename", "actionScenarioCompare", "actionReportBuilder",
          "actionPresentationSteps", "actionHowWorkedOut"})
      QTest::newRow(action) << QByteArray(action);
  }
  void A63_dialogsAreNamed() {
    QFETCH(QByteArray, action);
    auto window = opened(true);
    QVERIFY(finished(*window));
    window->findChild<ui::ClusterView*>()->clusterScene().select({"h100"});
    QStringList wrong;
    int heard = 0;
    const auto look = [&](QWidget* dialog) {
      if (!ui::filled(*dialog)) wrong << dialog->objectName() + u" stays empty"_s;
      QSet<QString> told;
      for (QWidget* widget : dialog->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy()) continue;
        const auto* area = qobject_cast<const QAbstractScrollArea*>(widget->parentWidget());
        if (area && area->viewport() == widget) continue;
        if (widget->objectName() == u"qt_spinbox_lineedit"_s) continue;  // the spin box speaks
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        const QString name = face ? face->text(QAccessible::Name) : QString();
        const QString what =
            u"%1 %2"_s.arg(QLatin1StringView(widget->metaObject()->className()), widget->objectName());
        ++heard;
        if (name.isEmpty()) wrong << what + u" has no name"_s;
        QString whole =
            u"%1/%2/%3"_s.arg(quintptr(widget->parentWidget())).arg(face ? int(face->role()) : 0).arg(name);
        // Of a box to choose from the toolkit tells what is chosen, and what labels it beside that.
        if (face && qobject_cast<const QComboBox*>(widget))
          for (const auto& [label, relation] : face->relations(QAccessible::Label))
            whole += u'/' + label->text(QAccessible::Name);
        if (told.contains(whole)) wrong << u"%1 is told as another one: %2"_s.arg(what, name);
        told << whole;
      }
      dialog->close();
    };
    whenAsked(this, look);
    window->actions()[action.constData()]->trigger();
    const auto own = [&]() -> QWidget* {  // a window of its own, which does not wait
      for (QWidget* other : QApplication::topLevelWidgets())
        if (other != window.get() && other->isVisible() && other->isWindow()) return other;
      return nullptr;
    };
    QVERIFY2(QTest::qWaitFor([&] { return heard > 0 || own() != nullptr; }, 30'000), action.constData());
    qDeleteAll(findChildren<QTimer*>());
    if (heard == 0)
      for (QWidget* other : QApplication::topLevelWidgets())
        if (other != window.get() && other->isVisible() && other->isWindow()) look(other);
    QVERIFY2(heard > 0, action.constData());
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
  }

  /// A64: a dialog that closes gives the focus back to where it was.
  void A64_theFocusComesBack_data() {
    QTest::addColumn<QByteArray>("action");
    for (const char* action :
         {"actionPreferences", "actionShortcuts", "actionJobDetails", "actionChoosePreset",
          "actionDescribeModel", "actionCommandSearch", "actionAbout", "actionNewGpuType",
          "actionHowWorkedOut"})
      QTest::newRow(action) << QByteArray(action);
  }
  void A64_theFocusComesBack() {
    QFETCH(QByteArray, action);
    auto window = opened();
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get(), 30'000));
    window->bridge().run();
    QVERIFY(finished(*window));
    auto* ranking = window->findChild<ui::RankingView*>();
    QTRY_VERIFY_WITH_TIMEOUT(ranking->isVisible(), 30'000);
    ranking->setFocus();
    QCOMPARE(QApplication::focusWidget(), ranking);
    bool asked = false;
    const auto close = [&](QWidget* dialog) {
      asked = true;
      QTest::keyClick(dialog, Qt::Key_Escape);
    };
    whenAsked(this, close);
    window->actions()[action.constData()]->trigger();
    if (!asked) {  // a card, which does not wait
      QWidget* card = nullptr;
      QVERIFY2(QTest::qWaitFor([&] { return asked || (card = QApplication::activePopupWidget()); }, 30'000),
               action.constData());
      if (!asked) QTest::keyClick(card->focusWidget() ? card->focusWidget() : card, Qt::Key_Escape);
    }
    qDeleteAll(findChildren<QTimer*>());
    QTRY_VERIFY2_WITH_TIMEOUT(!QApplication::activeModalWidget() && !QApplication::activePopupWidget(),
                              action.constData(), 30'000);
    // No desktop here that would make the window the active one.
    QTRY_COMPARE_WITH_TIMEOUT(window->focusWidget(), static_cast<QWidget*>(ranking), 30'000);
  }

  /// A65: what every program of a desktop does has the desktop's keys.
  void A65_standardKeys() {
    auto window = opened();
    using Key = QKeySequence::StandardKey;
    for (const auto& [name, key] : {std::pair("actionNew", Key::New),
                                    {"actionOpen", Key::Open},
                                    {"actionSave", Key::Save},
                                    {"actionSaveAs", Key::SaveAs},
                                    {"actionPrint", Key::Print},
                                    {"actionClose", Key::Close},
                                    {"actionQuit", Key::Quit},
                                    {"actionUndo", Key::Undo},
                                    {"actionRedo", Key::Redo},
                                    {"actionCut", Key::Cut},
                                    {"actionCopy", Key::Copy},
                                    {"actionPaste", Key::Paste},
                                    {"actionSelectAll", Key::SelectAll},
                                    {"actionDelete", Key::Delete},
                                    {"actionFind", Key::Find},
                                    {"actionZoomIn", Key::ZoomIn},
                                    {"actionZoomOut", Key::ZoomOut},
                                    {"actionFullScreen", Key::FullScreen}}) {
      const QList<QKeySequence> standard = QKeySequence::keyBindings(key);
      const QList<QKeySequence> ours = window->actions()[name]->shortcuts();
      QVERIFY2(!ours.isEmpty(), name);
      if (!standard.isEmpty()) QVERIFY2(standard.contains(ours.front()), name);
    }
  }
};

}  // namespace tst_reach

ASTROLABE_TEST(tst_reach, ReachTest)
#include "tst_reach.moc"
