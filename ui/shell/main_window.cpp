#include "ui/shell/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDialog>
#include <QScopedValueRollback>
#include <utility>

#include "ui/render/theme.h"
#include "ui/shell/window_parts.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr int kMinimumWidth = 1024, kMinimumHeight = 680;

/// Tells of another application font, which comes to widgets as an event of its own.
class FontWatch : public QObject {
 public:
  FontWatch(QTimer& changed, QObject* window) : QObject(window), m_changed(changed) {}
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::ApplicationFontChange && fontScale() != m_scale) {
      m_scale = fontScale();
      m_changed.start();
    }
    return false;
  }

 private:
  QTimer& m_changed;
  double m_scale = fontScale();
};

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      m_work(
          *this,
          [this](const QString& path) {
            MainWindow* other = showing(path, this);
            return other != nullptr ? &other->files() : nullptr;
          },
          [this](const LeftBehind& copy) -> UnsavedWork& { return placeFor(copy).unsavedWork(); }) {
  setObjectName(u"mainWindow"_s);
  setMinimumSize(kMinimumWidth, kMinimumHeight);
  resize(1280, 800);
  setDockNestingEnabled(true);
  setAttribute(Qt::WA_DeleteOnClose, false);
  m_rebuild.setSingleShot(true);
  m_rebuild.setInterval(0);
  connect(&m_rebuild, &QTimer::timeout, this, &MainWindow::rebuild);
  connect(&m_work.files, &PlanFiles::used, this, &MainWindow::fileUsed);
  connect(&m_work.files, &PlanFiles::comeForward, this, &MainWindow::comeForward);
  connect(&m_work.presentation, &PresentationFlow::comeForward, this, &MainWindow::comeForward);
  connect(&m_work.recent, &RecentPlans::pinChosen, this, &MainWindow::pinChosen);
  connect(&m_work.preferences, &PreferencesFlow::chosen, this, &MainWindow::preferencesChosen);
  connect(&m_work.preferences, &PreferencesFlow::panelsOutdated, &m_rebuild, qOverload<>(&QTimer::start));
  connect(&m_work.layout, &PanelLayout::startEnded, this, &MainWindow::startEnded);
  build();
  installEventFilter(new FontWatch(m_rebuild, this));
}

/// Panels look at document and search, which go before the children do: the panels go first.
MainWindow::~MainWindow() { m_parts.reset(); }

void MainWindow::build() {
  m_builtScale = fontScale();
  m_parts = std::make_unique<WindowParts>(*this, m_work);
  connect(m_parts.get(), &WindowParts::comeForward, this, &MainWindow::comeForward);
  connect(m_parts.get(), &WindowParts::closeRequested, this, &MainWindow::close);
  connect(m_parts.get(), &WindowParts::quitRequested, this, &MainWindow::closeAll);
  connect(m_parts.get(), &WindowParts::priceMappingsChosen, this, &MainWindow::priceMappingsChosen);
}

void MainWindow::rebuild() {
  // Nothing is taken from under a menu, a panel that is being dragged or a dialog that waits for an answer;
  // the preferences only tell.
  const QWidget* modal = QApplication::activeModalWidget();
  const bool busy = QApplication::activePopupWidget() || QApplication::mouseButtons() != Qt::NoButton;
  if ((modal && !qobject_cast<const PreferencesDialog*>(modal)) || busy) {
    constexpr int kLaterMs = 200;
    QTimer::singleShot(kLaterMs, this, [this] { rebuild(); });
    return;
  }
  const auto kept = m_parts->kept();
  setUpdatesEnabled(false);
  m_parts.reset();
  build();
  m_parts->giveBack(kept);
  if (QWidget* asking = QApplication::activeModalWidget())
    asking->activateWindow();  // panels made anew take no keys
}

Actions& MainWindow::actions() { return m_parts->actions(); }

Panels& MainWindow::panels() { return m_parts->panels(); }

void MainWindow::showStartPage() { m_parts->showStartPage(); }

void MainWindow::prepareForLogout() {
  m_work.unsaved.prepareForLogout();
  m_work.presentation.prepareForLogout();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  {
    const QScopedValueRollback closing(m_isClosing, true);
    closeOrStay(event);
  }
  emit closeAnswered();
}

void MainWindow::closeOrStay(QCloseEvent* event) {
  // Rules that were typed and not applied, and what was tried while presenting, are asked for first: they may
  // change the plan.
  const auto mayClose = [this] {
    return m_parts->pages().mayClose() && m_work.presentation.mayClose() && m_work.files.mayDiscard();
  };
  if (!m_work.unsaved.isLoggingOut() && !mayClose()) {
    event->ignore();
    return;
  }
  m_work.bridge.stop();
  m_work.answers.end();
  m_work.unsaved.end();
  for (QDialog* dialog : findChildren<QDialog*>()) dialog->hide();  // what stands beside it goes with it
  m_work.presentation.end();
  QMainWindow::closeEvent(event);
  emit closed();
  m_work.layout.end();
  for (QDockWidget* dock : m_parts->panels().docks())  // its place is kept by now
    if (dock->isFloating()) dock->hide();
}

/// The toolkit would close floating panels, too, and before their window has kept where they stand.
void MainWindow::closeAll() {
  for (QWidget* widget : QApplication::topLevelWidgets())
    if (auto* window = qobject_cast<MainWindow*>(widget); window && window->isVisible() && !window->close())
      return;
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (m_parts == nullptr) return;
  if (event->type() == QEvent::WindowStateChange) actions()["actionFullScreen"]->setChecked(isFullScreen());
  if (event->type() == QEvent::StyleChange) m_parts->updateActions();
  // Words and measures were taken when the parts were made. The change itself goes to every widget first.
  const bool larger = event->type() == QEvent::FontChange && fontScale() != m_builtScale;
  if (event->type() == QEvent::LanguageChange || larger) m_rebuild.start();
}

MainWindow* MainWindow::showing(const QString& path, const MainWindow* except) {
  const QString wanted = PlanFiles::placeOf(path);
  if (wanted.isEmpty()) return nullptr;
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    auto* window = qobject_cast<MainWindow*>(widget);
    if (!window || window == except || !window->isVisible()) continue;
    if (PlanFiles::placeOf(window->document().path()) == wanted || window->files().isOpening(path))
      return window;
  }
  return nullptr;
}

void MainWindow::comeForward() {
  if (isMinimized()) showNormal();
  show();
  raise();
  activateWindow();
}

/// The window that shows the plan as it was saved, or this one where it shows nothing else, else one of its
/// own: no work takes the place of other.
MainWindow& MainWindow::placeFor(const LeftBehind& copy) {
  const bool same = !document().isModified() && document().path() == copy.path;
  MainWindow* window = showing(copy.path);
  if (window == nullptr || window->document().isModified() || window->files().isOpening(copy.path))
    window = files().isUntouched() || same || !m_newWindow ? this : m_newWindow();
  return *window;
}

}  // namespace astrolabe::ui
