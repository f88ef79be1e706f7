#include "app/windows.h"

#include <QApplication>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "app/layout_keeper.h"
#include "ui/shell/drop.h"

namespace astrolabe::app {

using namespace Qt::StringLiterals;
using ui::MainWindow;

Windows::Windows(Session& session, QObject* parent) : QObject(parent), m_session(session) {
  connect(&session, &Session::recentFilesChanged, this, [this] {
    for (const auto& window : m_windows)
      window->recentPlans().set(m_session.recentFiles(), m_session.pinnedFiles());
  });
  connect(&session, &Session::notKept, this, [this](const QString& file) {
    for (const auto& window : m_windows)
      if (window->isVisible()) return window->preferences().tellNotKept(file);
  });
}

QString Windows::recoveryFolder() { return Session::stateFolder() + u"/recovery"_s; }

MainWindow& Windows::add() {
  m_windows.push_back(std::make_unique<MainWindow>());
  MainWindow& window = *m_windows.back();
  window.recentPlans().set(m_session.recentFiles(), m_session.pinnedFiles());
  window.preferences().set(m_session.preferences());
  return window;
}

MainWindow& Windows::make(const QString& file) {
  MainWindow& window = add();
  connect(&window, &MainWindow::startEnded, &m_session, &Session::endStart);
  m_session.restore(window);
  if (m_firstSize.isValid()) window.panelLayout().openAt(std::exchange(m_firstSize, {}));
  window.unsavedWork().setFolder(recoveryFolder());
  connect(&window, &MainWindow::fileUsed, &m_session, &Session::addRecentFile);
  window.panels().setPriceMappings(m_session.priceMappings());
  connect(&window, &MainWindow::priceMappingsChosen, this, [this](const QByteArray& mappings) {
    m_session.setPriceMappings(mappings);
    for (const auto& each : m_windows) each->panels().setPriceMappings(mappings);
  });
  connect(&window, &MainWindow::pinChosen, &m_session, &Session::setPinned);
  connect(&window, &MainWindow::preferencesChosen, &m_session, &Session::setPreferences);
  connect(&window, &MainWindow::preferencesChosen, this, [this, &window](const ui::Preferences& chosen) {
    for (const auto& each : m_windows)  // else the next choice in one of them would take this one back
      if (each.get() != &window) each->preferences().set(chosen);
    emit preferencesChosen(chosen);
  });
  connect(&window, &MainWindow::closed, this, [this, &window] {
    if (!m_loggingOut) m_session.store(window);  // floating panels may be closed before it then
    forgetOpenFiles(window);
  });
  connect(new LayoutKeeper(window), &LayoutKeeper::due, this, [this, &window] {
    if (!m_loggingOut) m_session.storeLayout(window);  // a crash finds it there
  });
  connect(&window.document(), &ui::PlanDocument::planChanged, this,
          [this] { m_loggingOut = false; });  // the session went on
  connect(&window, &MainWindow::closeAnswered, this, &Windows::closeAnswered);
  window.setNewWindow([this] { return &make(); });
  begin(window, file);
  window.show();
  if (m_session.takeSetAside()) window.panelLayout().tellSetAside();
  return window;
}

void Windows::begin(MainWindow& window, const QString& file) {
  using Kind = ui::Drop::Kind;
  const Kind kind = file.isEmpty() ? Kind::None : ui::judgeFile(file).kind;
  if (file.isEmpty() || kind == Kind::Model || kind == Kind::Prices || kind == Kind::Hardware)
    window.openSample();
  else
    window.openEmpty();
}

MainWindow& Windows::open(const QString& file) {
  MainWindow& window = make(file);
  if (!file.isEmpty()) window.opening().open(file);
  if (file.isEmpty() && m_session.preferences().hints)  // when the panels have their places
    QTimer::singleShot(0, &window, [&window] { window.showHints(); });
  return window;
}

MainWindow& Windows::openForPicture(const QString& file, QSize size) {
  MainWindow& window = add();
  window.setAskOnClose(false);
  window.resize(size);
  begin(window, file);
  window.show();
  if (!file.isEmpty()) window.opening().open(file);
  return window;
}

void Windows::start(const QStringList& files, bool present, QSize size) {
  m_firstSize = size;
  QStringList wanted = files.isEmpty() ? m_session.takeOpenFiles() : files;
  const ui::AtStart begin = m_session.preferences().atStart;
  if (const QString last = m_session.lastFile();
      wanted.isEmpty() && begin == ui::AtStart::LastPlan && !last.isEmpty())
    wanted << last;
  MainWindow* named = nullptr;
  for (const QString& file : wanted) {
    named = MainWindow::showing(file);
    if (named != nullptr)
      named->comeForward();
    else
      named = &open(file);
  }
  if (wanted.isEmpty() && begin == ui::AtStart::StartPage) {
    MainWindow& window = make();
    window.openEmpty();
    window.showStartPage();
  } else if (wanted.isEmpty()) {
    open();
  }
  if (present) (named != nullptr ? *named : *m_windows.back()).presentation().presentWhenAnswered();
}

void Windows::openFiles(const QStringList& files, bool present) {
  MainWindow* shown = nullptr;
  for (const QString& file : files) {
    shown = MainWindow::showing(file);
    if (shown) {
      shown->comeForward();
      continue;
    }
    for (const auto& window : m_windows)
      if (window->isVisible() && window->files().isUntouched() && !window->files().isReading())
        shown = window.get();
    if (shown)
      shown->opening().open(file);
    else
      shown = &open(file);
  }
  for (auto window = m_windows.rbegin(); !shown && window != m_windows.rend(); ++window)
    if ((*window)->isVisible()) shown = window->get();
  if (!shown) shown = &open();
  shown->comeForward();
  if (present) shown->presentation().presentWhenAnswered();
}

void Windows::offerRecovery() {
  if (!m_windows.empty())
    m_windows.front()->unsavedWork().offer(ui::RecoveryKeeper::leftBehind(recoveryFolder()));
}

void Windows::keepOpenFiles() {
  QStringList paths;
  for (const auto& window : m_windows)
    if (window->isVisible() && !window->document().path().isEmpty()) paths << window->document().path();
  m_session.setOpenFiles(paths);
}

void Windows::forgetOpenFiles(const MainWindow& closing) {
  const bool last = std::none_of(m_windows.begin(), m_windows.end(), [&](const auto& window) {
    return window.get() != &closing && window->isVisible();
  });
  if (last && !m_loggingOut) m_session.setOpenFiles({});
}

void Windows::prepareForLogout() {
  m_loggingOut = true;
  keepOpenFiles();
  for (const auto& window : m_windows) {
    if (!window->isVisible()) continue;
    m_session.store(*window);
    window->prepareForLogout();
  }
}

void Windows::keepWork() {
  for (const auto& window : m_windows)
    if (window->isVisible()) window->unsavedWork().keep();
}

bool Windows::isClosing() const {
  return std::any_of(m_windows.begin(), m_windows.end(),
                     [](const auto& window) { return window->isClosing(); });
}

bool Windows::isAnyShown() const {
  return std::any_of(m_windows.begin(), m_windows.end(),
                     [](const auto& window) { return window->isVisible(); });
}

}  // namespace astrolabe::app
