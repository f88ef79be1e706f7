// What a window is begun with: any file, the start page, hardware from a file, a presentation at once.

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <algorithm>

#include "core/base/file_read.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/document/commands/import_hardware.h"
#include "ui/document/commands/take_script.h"
#include "ui/shell/banner.h"
#include "ui/shell/drop.h"
#include "ui/shell/file_trouble.h"
#include "ui/shell/main_window.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/script_dialog.h"
#include "ui/shell/start_page.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using State = SearchBridge::State;

/// Files, unsaved work and the report live as long as the window: told once what becomes of what they say.
void MainWindow::connectFiles() {
  connect(&m_exports, &Exports::told, this, &MainWindow::say);
  connect(&m_files, &PlanFiles::told, this, &MainWindow::say);
  connect(&m_files, &PlanFiles::used, this, &MainWindow::fileUsed);
  connect(&m_files, &PlanFiles::saved, this, &MainWindow::updateTitle);
  connect(&m_files, &PlanFiles::anotherWanted, this, &MainWindow::openDialog);
  connect(&m_files, &PlanFiles::comeForward, this, &MainWindow::comeForward);
  connect(&m_unsaved, &UnsavedWork::told, this, &MainWindow::say);
  connect(&m_unsaved, &UnsavedWork::written, this, &MainWindow::updateTitle);
  connect(&m_unsaved, &UnsavedWork::restored, this,
          [this] { m_panels->canvas->view().setFocus(Qt::OtherFocusReason); });
  connect(&m_report, &ReportFlow::told, this, &MainWindow::say);
  connect(&m_report, &ReportFlow::refused, this,
          [this](const Error& error) { tellTrouble(*m_panels->fileBanner, error); });
  connect(&m_report, &ReportFlow::noPages, this, [this](const Message& why) {
    m_panels->fileBanner->say(Banner::Kind::Error, why);
    addDismiss(*m_panels->fileBanner);
  });
}

bool MainWindow::openAny(const QString& path) {
  switch (judgeFile(path).kind) {
    case Drop::Kind::Model:
      return m_panels->model->load(path);
    case Drop::Kind::Prices:
      m_panels->palette->importPrices(path);
      return true;
    case Drop::Kind::Hardware:
      return importHardware(path);
    case Drop::Kind::Script:
      return openScript(path);
    case Drop::Kind::Plan:
    case Drop::Kind::Refused:
    case Drop::Kind::None:
      break;
  }
  return openFile(path);  // it tells what is no plan, and begins one that is not there yet
}

/// Only a plan takes the place of the one that is shown.
void MainWindow::openDialog() {
  const QString path = QFileDialog::getOpenFileName(
      this, tr("Open"), {},
      PlanFiles::filter() + u";;"_s +
          tr("Models, prices and hardware (*.json *.safetensors *.onnx *.sh *.args *.csv)") + u";;"_s +
          tr("All files (*)"));
  if (path.isEmpty()) return;
  const Drop::Kind kind = judgeFile(path).kind;
  const bool replaces = kind == Drop::Kind::Plan || kind == Drop::Kind::Refused;
  if (!replaces || m_files.mayDiscard()) openAny(path);
}

void MainWindow::askForHardware() {
  const QString path =
      QFileDialog::getOpenFileName(this, tr("Import hardware"), {}, tr("Hardware or a cluster (*.json)"));
  if (!path.isEmpty()) importHardware(path);
}

bool MainWindow::importHardware(const QString& path) {
  const auto tell = [&](Error error) {
    if (error.file.empty()) error.file = path.toStdString();
    m_files.tellRefused(error, [this] { askForHardware(); });
    return false;
  };
  const Result<std::string> text = read_text_file(path.toStdString(), file_limit::json);
  if (!text) return tell(text.error());
  const Result<hardware::HardwareFile> file = hardware::read_hardware_file(*text);
  if (!file) return tell(file.error());
  m_panels->fileBanner->clear();
  const QString name = QFileInfo(path).fileName();
  const bool scenario = file->cluster && !m_document.plan().cluster.pools.empty();
  m_document.undoStack().push(astrolabe::ui::importHardware(m_document, *file, name));
  if (file->types)
    say(tr("Imported types and prices from %1").arg(name));
  else
    say(scenario ? tr("Imported %1 as a scenario").arg(name) : tr("Imported the cluster of %1").arg(name));
  return true;
}

void MainWindow::askForScript() {
  const QString path = QFileDialog::getOpenFileName(
      this, tr("Open a launch script"), {},
      tr("Launch scripts and configurations (*.sh *.args *.txt *.toml *.yaml *.yml *.json *.py)") + u";;"_s +
          tr("All files (*)"));
  if (!path.isEmpty()) openScript(path);
}

bool MainWindow::openScript(const QString& path) {
  const Result<strategy::Problem> problem = m_document.problem();
  if (!problem) {  // a layout is one of a model on hardware
    tellTrouble(*m_panels->fileBanner, problem.error());
    return false;
  }
  m_panels->fileBanner->clear();
  ScriptDialog dialog(m_document.plan(), *problem, path, this);
  if (dialog.exec() != QDialog::Accepted || !dialog.reading()) return false;
  const strategy::Strategy strategy = dialog.reading()->strategy;
  std::vector<std::string> layouts = m_document.plan().my_layouts;
  std::string text = strategy::to_json(strategy, problem->pool_ids()).dump();
  if (std::find(layouts.begin(), layouts.end(), text) == layouts.end()) layouts.push_back(std::move(text));
  if (layouts != m_document.plan().my_layouts || !(dialog.job() == m_document.plan().job))
    m_document.undoStack().push(new TakeScript(m_document, dialog.job(), std::move(layouts)));
  m_selection.select(strategy);
  m_panels->resultsDock->show();
  say(tr("Opened %1 as my layout").arg(QFileInfo(path).fileName()));
  return true;
}

void MainWindow::showStartPage() {
  QList<QAction*> samples;
  for (const char* name : {"actionSampleTwoGenerations", "actionSampleSmall", "actionSampleHomogeneous",
                           "actionSampleBestValue", "actionSampleDoesNotFit"})
    samples << (*m_actions)[name];
  auto* page = new StartPage(m_recent, m_pinned, samples, m_panels->canvas);
  connect(&m_document, &PlanDocument::planChanged, page, &QObject::deleteLater);  // another plan, or an edit
  connect(page, &StartPage::newRequested, (*m_actions)["actionNew"], &QAction::trigger);
  connect(page, &StartPage::openRequested, (*m_actions)["actionOpen"], &QAction::trigger);
  connect(page, &StartPage::pinChosen, this, &MainWindow::pinChosen);
  connect(page, &StartPage::planChosen, this, [this](const QString& path) {
    if (m_files.mayDiscard()) openFile(path);
  });
}

void MainWindow::presentWhenAnswered() {
  auto* waiting = new QObject(this);
  const auto look = [this, waiting] {
    const State state = m_bridge.state();
    const bool ended = (state == State::Finished || state == State::StoppedEarly || state == State::Failed) &&
                       !m_bridge.isStale();
    const bool over = !isVisible() || m_bridge.problemError();
    if (m_files.isOpening() || (!ended && !over)) return;
    disconnect(&m_bridge, nullptr, waiting, nullptr);
    disconnect(&m_files, nullptr, waiting, nullptr);
    waiting->deleteLater();
    if (!over) present();
  };
  connect(&m_bridge, &SearchBridge::snapshotChanged, waiting, look, Qt::QueuedConnection);
  connect(&m_bridge, &SearchBridge::stateChanged, waiting, look, Qt::QueuedConnection);
  connect(&m_files, &PlanFiles::openingEnded, waiting, look, Qt::QueuedConnection);
  QMetaObject::invokeMethod(waiting, look, Qt::QueuedConnection);
}

MainWindow* MainWindow::showing(const QString& path, const MainWindow* except) {
  const QString wanted = PlanFiles::placeOf(path);
  if (wanted.isEmpty()) return nullptr;
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    auto* window = qobject_cast<MainWindow*>(widget);
    if (!window || window == except || !window->isVisible()) continue;
    if (PlanFiles::placeOf(window->m_document.path()) == wanted || window->isOpening(path)) return window;
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
  const bool same = !m_document.isModified() && m_document.path() == copy.path;
  MainWindow* window = showing(copy.path);
  if (window == nullptr || window->m_document.isModified() || window->isOpening(copy.path))
    window = isUntouched() || same || !m_newWindow ? this : m_newWindow();
  return *window;
}

void MainWindow::tellNotKept(const QString& file) {
  Message message;
  message.title = tr("Preferences are not kept.");
  message.body =
      tr("%1 can't be written: what is chosen now holds until Astrolabe ends. Plans are saved as ever.")
          .arg(QDir::toNativeSeparators(file));
  m_panels->fileBanner->say(Banner::Kind::Warning, message);
  addDismiss(*m_panels->fileBanner);
}

}  // namespace astrolabe::ui
