#pragma once
// The window with its sample, and an answer for the next dialog.

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QLocale>
#include <QTest>
#include <QTimer>
#include <functional>
#include <memory>

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
      60'000);
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

}  // namespace astrolabe::ui
