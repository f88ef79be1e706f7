// What a window is begun with: any file, the start page, hardware from a file, a presentation at once.

#include <QFileDialog>
#include <QFileInfo>

#include "core/base/text.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/document/commands/import_hardware.h"
#include "ui/shell/banner.h"
#include "ui/shell/drop.h"
#include "ui/shell/main_window.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/reading.h"
#include "ui/shell/start_page.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using State = SearchBridge::State;

bool MainWindow::openAny(const QString& path) {
  switch (judgeFile(path).kind) {
    case Drop::Kind::Model:
      return m_modelPanel->load(path);
    case Drop::Kind::Prices:
      m_palette->importPrices(path);
      return true;
    case Drop::Kind::Hardware:
      return importHardware(path);
    case Drop::Kind::Plan:
    case Drop::Kind::Refused:
    case Drop::Kind::None:
      break;
  }
  return openFile(path);  // it tells what is no plan, and begins one that is not there yet
}

bool MainWindow::isReading() const { return isWorkingBeside(*m_fileBanner); }

/// Only a plan takes the place of the one that is shown.
void MainWindow::openDialog() {
  const QString path = QFileDialog::getOpenFileName(
      this, tr("Open"), {},
      planFilter() + u";;"_s +
          tr("Models, prices and hardware (*.json *.safetensors *.onnx *.sh *.args *.csv)") + u";;"_s +
          tr("All files (*)"));
  if (path.isEmpty()) return;
  const Drop::Kind kind = judgeFile(path).kind;
  const bool replaces = kind == Drop::Kind::Plan || kind == Drop::Kind::Refused;
  if (!replaces || mayDiscard()) openAny(path);
}

void MainWindow::askForHardware() {
  const QString path =
      QFileDialog::getOpenFileName(this, tr("Import hardware"), {}, tr("Hardware or a cluster (*.json)"));
  if (!path.isEmpty()) importHardware(path);
}

bool MainWindow::importHardware(const QString& path) {
  const auto tell = [&](Error error) {
    if (error.file.empty()) error.file = path.toStdString();
    tellFileError(error, [this] { askForHardware(); });
    return false;
  };
  const Result<std::string> text = read_text_file(path.toStdString());
  if (!text) return tell(text.error());
  const Result<hardware::HardwareFile> file = hardware::read_hardware_file(*text);
  if (!file) return tell(file.error());
  m_fileBanner->clear();
  const QString name = QFileInfo(path).fileName();
  const bool scenario = file->cluster && !m_document.plan().cluster.pools.empty();
  m_document.undoStack().push(astrolabe::ui::importHardware(m_document, *file, name));
  if (file->types)
    say(tr("Imported types and prices from %1").arg(name));
  else
    say(scenario ? tr("Imported %1 as a scenario").arg(name) : tr("Imported the cluster of %1").arg(name));
  return true;
}

void MainWindow::showStartPage() {
  QList<QAction*> samples;
  for (const char* name : {"actionSampleTwoGenerations", "actionSampleSmall", "actionSampleHomogeneous",
                           "actionSampleBestValue", "actionSampleDoesNotFit"})
    samples << (*m_actions)[name];
  auto* page = new StartPage(m_recent, m_pinned, samples, m_canvas);
  connect(&m_document, &PlanDocument::planChanged, page, &QObject::deleteLater);  // another plan, or an edit
  connect(page, &StartPage::newRequested, (*m_actions)["actionNew"], &QAction::trigger);
  connect(page, &StartPage::openRequested, (*m_actions)["actionOpen"], &QAction::trigger);
  connect(page, &StartPage::pinChosen, this, &MainWindow::pinChosen);
  connect(page, &StartPage::planChosen, this, [this](const QString& path) {
    if (mayDiscard()) openFile(path);
  });
}

void MainWindow::presentWhenAnswered() {
  auto* waiting = new QObject(this);
  const auto look = [this, waiting] {
    const State state = m_bridge.state();
    const bool ended = (state == State::Finished || state == State::StoppedEarly || state == State::Failed) &&
                       !m_bridge.isStale();
    const bool over = !isVisible() || m_bridge.problemError();
    if (!ended && !over) return;
    disconnect(&m_bridge, nullptr, waiting, nullptr);
    waiting->deleteLater();
    if (!over) present();
  };
  connect(&m_bridge, &SearchBridge::snapshotChanged, waiting, look, Qt::QueuedConnection);
  connect(&m_bridge, &SearchBridge::stateChanged, waiting, look, Qt::QueuedConnection);
  QMetaObject::invokeMethod(waiting, look, Qt::QueuedConnection);
}

}  // namespace astrolabe::ui
