#pragma once
// The window with its sample, and an answer for the next dialog.

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <functional>
#include <memory>

#include "core/model/graph.h"
#include "core/plan/snapshot.h"
#include "ui/shell/banner.h"
#include "ui/shell/main_window.h"
#include "ui/shell/style.h"
#include "ui/shell/theme_mode.h"

namespace astrolabe::ui {

/// American English in the light theme.
inline void dress() {
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  QApplication::setStyle(new AstrolabeStyle);
  applyTheme(ThemeMode::Light);
}

inline std::unique_ptr<MainWindow> opened(bool live = false) {
  auto window = std::make_unique<MainWindow>();
  window->setAskOnClose(false);
  window->bridge().setLive(live);
  window->openSample();
  window->resize(1280, 800);
  window->show();
  return window;
}

inline bool finished(MainWindow& window) {
  return QTest::qWaitFor(
      [&] { return window.bridge().state() == SearchBridge::State::Finished && !window.bridge().isStale(); },
      120'000);
}

/// Selects a layout of the sample's question that most runtimes run: four stages of eight GPUs of the first
/// pool.
inline void selectCommonLayout(MainWindow& window) {
  const plan::SnapshotPtr snapshot = window.selection().snapshot();
  window.selection().select(
      strategy::read_strategy(
          Json{{"tensor_parallel", 8}, {"pipeline_parallel", 4}, {"sequence_parallel", true}},
          snapshot->problem->pool_ids(), snapshot->problem->graph->layer_count())
          .value());
}

/// Does something to the next dialog that waits for an answer, which it has to end.
inline void whenAsked(QObject* owner, const std::function<void(QWidget*)>& answer) {
  auto* look = new QTimer(owner);
  QObject::connect(look, &QTimer::timeout, owner, [look, answer] {
    QWidget* asked = QApplication::activeModalWidget();
    if (asked == nullptr || !asked->isVisible()) return;
    look->stop();
    look->deleteLater();
    answer(asked);
  });
  look->start(5);
}

/// Gives the next dialog for a file this one, and closes what asks for anything else.
inline void saveAs(QObject* owner, const QString& path) {
  whenAsked(owner, [path](QWidget* asked) {
    auto* dialog = qobject_cast<QFileDialog*>(asked);
    if (dialog == nullptr) return asked->close(), void();
    dialog->selectFile(path);
    dialog->findChild<QLineEdit*>()->setText(path);
    QMetaObject::invokeMethod(dialog, "accept");
  });
}

/// Chooses a command that asks where to write, and gives what it wrote to `path`; nothing came: a failure,
/// and empty.
inline QByteArray writtenBy(QObject* owner, QAction* action, const QString& path) {
  saveAs(owner, path);
  action->trigger();
  QByteArray bytes;
  const bool there = QTest::qWaitFor(
      [&] {
        QFile made(path);
        if (!made.open(QIODevice::ReadOnly)) return false;
        bytes = made.readAll();
        return !bytes.isEmpty();
      },
      60'000);
  if (!there) QTest::qFail(qPrintable(path + QStringLiteral(" was not written")), __FILE__, __LINE__);
  return bytes;
}

/// The bar at the top that tells of files.
inline Banner& fileBanner(MainWindow& window) {
  return *window.findChild<Banner*>(QStringLiteral("fileBanner"));
}

/// Presses a button by its name, of the message that stands there now.
inline void pressNamed(MainWindow& window, const char* name) {
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // buttons of the last message
  auto* button = window.findChild<QPushButton*>(QLatin1StringView(name));
  QVERIFY2(button, name);
  QTRY_VERIFY2_WITH_TIMEOUT(button->isVisible(), name, 30'000);
  QTest::mouseClick(button, Qt::LeftButton);
}

}  // namespace astrolabe::ui
