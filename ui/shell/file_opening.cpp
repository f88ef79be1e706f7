#include "ui/shell/file_opening.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>
#include <algorithm>

#include "core/base/file_read.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/document/commands/import_hardware.h"
#include "ui/document/commands/take_script.h"
#include "ui/shell/actions.h"
#include "ui/shell/announcer.h"
#include "ui/shell/banner.h"
#include "ui/shell/drop.h"
#include "ui/shell/file_trouble.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/panels.h"
#include "ui/shell/plan_files.h"
#include "ui/shell/script_dialog.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

FileOpening::FileOpening(PlanDocument& document, PlanFiles& files, StrategySelection& selection,
                         Announcer& announcer, QMainWindow& window)
    : m_document(document), m_files(files), m_selection(selection), m_announcer(announcer), m_window(window) {
  window.setAcceptDrops(true);
  window.installEventFilter(this);
  connect(&files, &PlanFiles::anotherWanted, this, &FileOpening::ask);
}

void FileOpening::setPanels(const Panels& panels, const Actions& actions) {
  m_panels = &panels;
  connect(actions["actionOpen"], &QAction::triggered, this, &FileOpening::ask);
  connect(actions["actionImportHardware"], &QAction::triggered, this, &FileOpening::askForHardware);
  connect(actions["actionOpenScript"], &QAction::triggered, this, &FileOpening::askForScript);
  connect(panels.palette, &GpuShelf::fileRefused, this,
          [this](const Error& error) { m_files.tellRefused(error, [this] { ask(); }); });
}

bool FileOpening::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &m_window && event->type() == QEvent::DragEnter) {
    dragEnter(*static_cast<QDragEnterEvent*>(event));
    return true;
  }
  if (watched == &m_window && event->type() == QEvent::Drop) {
    drop(*static_cast<QDropEvent*>(event));
    return true;
  }
  return QObject::eventFilter(watched, event);
}

bool FileOpening::open(const QString& path) {
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
    case Drop::Kind::Models:  // one file is none of these
    case Drop::Kind::Refused:
    case Drop::Kind::None:
      break;
  }
  return m_files.open(path);  // it tells what is no plan, and begins one that is not there yet
}

void FileOpening::ask() {
  const QString path = QFileDialog::getOpenFileName(
      &m_window, tr("Open"), {},
      PlanFiles::filter() + u";;"_s +
          tr("Models, prices and hardware (*.json *.safetensors *.onnx *.sh *.args *.csv)") + u";;"_s +
          tr("All files (*)"));
  if (path.isEmpty()) return;
  const Drop::Kind kind = judgeFile(path).kind;
  const bool replaces = kind == Drop::Kind::Plan || kind == Drop::Kind::Refused;
  if (!replaces || m_files.mayDiscard()) open(path);
}

void FileOpening::askForHardware() {
  const QString path = QFileDialog::getOpenFileName(&m_window, tr("Import hardware"), {},
                                                    tr("Hardware or a cluster (*.json)"));
  if (!path.isEmpty()) importHardware(path);
}

bool FileOpening::importHardware(const QString& path) {
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
  m_document.undoStack().push(ui::importHardware(m_document, *file, name));
  if (file->types)
    m_announcer.say(tr("Imported types and prices from %1").arg(name));
  else
    m_announcer.say(scenario ? tr("Imported %1 as a scenario").arg(name)
                             : tr("Imported the cluster of %1").arg(name));
  return true;
}

void FileOpening::askForScript() {
  const QString path = QFileDialog::getOpenFileName(
      &m_window, tr("Open a launch script"), {},
      tr("Launch scripts and configurations (*.sh *.args *.txt *.toml *.yaml *.yml *.json *.py)") + u";;"_s +
          tr("All files (*)"));
  if (!path.isEmpty()) openScript(path);
}

bool FileOpening::openScript(const QString& path) {
  const Result<strategy::Problem> problem = m_document.problem();
  if (!problem) {  // a layout is one of a model on hardware
    tellTrouble(*m_panels->fileBanner, problem.error());
    return false;
  }
  m_panels->fileBanner->clear();
  ScriptDialog dialog(m_document.plan(), *problem, path, &m_window);
  if (dialog.exec() != QDialog::Accepted || !dialog.reading()) return false;
  const strategy::Strategy strategy = dialog.reading()->strategy;
  std::vector<std::string> layouts = m_document.plan().my_layouts;
  std::string text = strategy::to_json(strategy, problem->pool_ids()).dump();
  if (std::find(layouts.begin(), layouts.end(), text) == layouts.end()) layouts.push_back(std::move(text));
  if (layouts != m_document.plan().my_layouts || !(dialog.job() == m_document.plan().job))
    m_document.undoStack().push(new TakeScript(m_document, dialog.job(), std::move(layouts)));
  m_selection.select(strategy);
  m_panels->resultsDock->show();
  m_announcer.say(tr("Opened %1 as my layout").arg(QFileInfo(path).fileName()));
  return true;
}

void FileOpening::dragEnter(QDragEnterEvent& event) {
  const Drop drop = judgeDropAt(event.mimeData(), event.position().toPoint());
  if (drop.kind == Drop::Kind::Refused) {
    m_announcer.say(drop.reason);
    event.ignore();
  } else if (drop.kind != Drop::Kind::None) {
    const QString name = QFileInfo(drop.path).fileName();
    m_announcer.say(drop.kind == Drop::Kind::Model ? tr("Drop to load the model %1").arg(name)
                    : drop.kind == Drop::Kind::Models
                        ? tr("Drop to load %n model(s) as roles of post-training", nullptr,
                             static_cast<int>(drop.paths.size()))
                    : drop.kind == Drop::Kind::Prices   ? tr("Drop to import prices from %1").arg(name)
                    : drop.kind == Drop::Kind::Hardware ? tr("Drop to import hardware from %1").arg(name)
                    : drop.kind == Drop::Kind::Script   ? tr("Drop to open %1 as my layout").arg(name)
                                                        : tr("Drop to open the plan %1").arg(name));
    event.acceptProposedAction();
  }
}

/// A file at that place of the window.
Drop FileOpening::judgeDropAt(const QMimeData* dragged, const QPoint& at) const {
  const Drop drop = judgeDrop(dragged);
  const bool results = m_panels->resultsDock->isVisible() && !m_panels->resultsDock->isFloating() &&
                       m_panels->resultsDock->rect().contains(m_panels->resultsDock->mapFrom(&m_window, at));
  return results ? overResults(drop) : drop;
}

void FileOpening::drop(QDropEvent& event) {
  const Drop drop = judgeDropAt(event.mimeData(), event.position().toPoint());
  if (drop.kind == Drop::Kind::Refused) m_announcer.say(drop.reason);
  if (drop.kind == Drop::Kind::Refused || drop.kind == Drop::Kind::None) return;
  event.acceptProposedAction();
  if (drop.kind == Drop::Kind::Prices)
    m_panels->palette->importPrices(drop.path);
  else if (drop.kind == Drop::Kind::Hardware)
    importHardware(drop.path);
  else if (drop.kind == Drop::Kind::Script)
    openScript(drop.path);
  else if (drop.kind == Drop::Kind::Models)
    m_panels->model->loadRoles(drop.paths);
  else if (drop.kind == Drop::Kind::Model)
    m_panels->model->load(drop.path);
  else if (m_files.mayDiscard())
    m_files.open(drop.path);
}

}  // namespace astrolabe::ui
