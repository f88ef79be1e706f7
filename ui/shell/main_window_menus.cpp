// The window's menus, tool bar and what its actions do.

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/plan/samples.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/document/commands/set_calibration.h"
#include "ui/render/icons.h"
#include "ui/render/theme.h"
#include "ui/shell/accuracy_dialog.h"
#include "ui/shell/bring_up.h"
#include "ui/shell/goal_choice.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/ownership_dialog.h"
#include "ui/shell/presentation.h"
#include "ui/shell/sweep_opening.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using State = SearchBridge::State;

namespace {
constexpr std::pair<const char*, Goal> kGoals[] = {
    {"actionGoalFastest", Goal::Fastest},     {"actionGoalMixed", Goal::Mixed},
    {"actionGoalBestValue", Goal::BestValue}, {"actionGoalSmallest", Goal::Smallest},
    {"actionGoalBoth", Goal::Both},           {"actionGoalInTime", Goal::InTime}};
}  // namespace

void MainWindow::buildMenus() {
  QHash<int, QMenu*> menus;
  QHash<QString, QMenu*> groups;
  for (const ActionSpec& spec : actionTable()) {
    QMenu*& menu = menus[int(spec.menu)];
    if (!menu) {
      menu = menuBar()->addMenu(menuTitle(spec.menu));
      menu->setObjectName(u"menu%1"_s.arg(int(spec.menu)));
    }
    if (!*spec.name) {
      menu->addSeparator();
      continue;
    }
    QMenu* target = menu;
    if (*spec.group) {
      QMenu*& group = groups[QString::fromLatin1(spec.group)];
      if (!group) {
        group = menu->addMenu(groupTitle(QString::fromLatin1(spec.group)));
        group->setObjectName(u"menu.%1"_s.arg(QLatin1StringView(spec.group)));
      }
      target = group;
    }
    target->addAction((*m_actions)[spec.name]);
    addAction((*m_actions)[spec.name]);
    if (QLatin1StringView(spec.name) == "actionOpen"_L1) {
      m_recentMenu = menu->addMenu(tr("Open &recent"));
      m_recentMenu->setObjectName(u"menu.recent"_s);
      m_recentMenu->setEnabled(false);
      connect(m_recentMenu, &QMenu::aboutToShow, this, [this] {  // files come and go meanwhile
        for (QAction* action : m_recentMenu->actions())
          action->setEnabled(QFileInfo::exists(action->statusTip()));
      });
    }
  }
}

void MainWindow::connectActions() {
  Actions& a = *m_actions;
  const auto on = [&](const char* name, auto&& slot) {
    connect(a[name], &QAction::triggered, this, std::forward<decltype(slot)>(slot));
  };
  on("actionNew", [this] {
    if (m_files.mayDiscard()) openEmpty();
  });
  on("actionOpen", [this] { openDialog(); });
  on("actionOpenSweep", [this] { openSweepResults(*this, *m_panels->fileBanner, m_exports); });
  on("actionImportHardware", [this] { askForHardware(); });
  on("actionSave", [this] { m_files.save(); });
  on("actionSaveAs", [this] { m_files.saveAs(); });
  on("actionPinPlan", [this](bool pinned) { emit pinChosen(m_document.path(), pinned); });
  on("actionClose", [this] { close(); });
  on("actionQuit", [] { closeAll(); });
  on("actionUndo", [this] {
    const QString text = m_document.undoStack().undoText();
    m_document.undoStack().undo();
    say(tr("Undone: %1").arg(text));
  });
  on("actionRedo", [this] { m_document.undoStack().redo(); });
  on("actionLoadModel", [this] { m_panels->model->askForFile(); });
  on("actionLoadModelFolder", [this] { m_panels->model->askForFolder(); });
  on("actionChoosePreset", [this] { m_panels->model->askForPreset(); });
  on("actionHelpOnFocus", [this] { helpOnFocus(); });
  on("actionGlossary", [this] { showGlossary({}); });
  on("actionWhatsThis", [this] { whatsThis(); });
  on("actionSearchLimit", [this] { askSearchLimit(); });
  on("actionDescribeModel", [this] { m_panels->model->describe(); });
  for (const auto& [name, goal] : kGoals)
    on(name, [this, goal = goal] { m_panels->goal->goal().choose(goal); });
  on("actionRun", [this] { runSearch(); });
  on("actionPause", [this] { m_bridge.setPaused(m_bridge.state() != State::Paused); });
  on("actionStop", [this] { m_bridge.stop(); });
  on("actionLive", [this](bool live) {
    m_bridge.setLive(live);
    if (live && m_bridge.isStale()) m_bridge.run();
  });
  on("actionExportJson", [this] { exportJson(); });
  on("actionExportTrace", [this] { exportTrace(); });
  on("actionReportBuilder", [this] { m_report.showBuilder(); });
  on("actionExportReport", [this] { m_report.writeFile(); });
  on("actionReportAddView", [this] { m_report.addView(); });
  connectResults();
  connectScenarios();
  on("actionSampleTwoGenerations", [this] {
    if (m_files.mayDiscard()) openSample();
  });
  for (const auto& [action, sample] : {std::pair("actionSampleSmall", "small"),
                                       {"actionSampleHomogeneous", "homogeneous"},
                                       {"actionSampleBestValue", "best-value"},
                                       {"actionSampleDoesNotFit", "does-not-fit"}})
    on(action, [this, name = sample] {
      if (m_files.mayDiscard()) openPlan(plan::sample_named(name));
    });
  on("actionHints", [this] { showHints(); });
  on("actionPresent", [this] { present(); });
  on("actionSaveView", [this] { saveView(); });
  on("actionPresentationSteps", [this] { showSteps(); });
  on("actionAccuracy", [this] { showAccuracy(); });
  on("actionOwnership", [this] { showOwnership(); });
  on("actionPreferences", [this] { showPreferences(); });
  on("actionCommandSearch", [this] { showCommandSearch(); });
  on("actionShortcuts", [this] { showShortcuts(); });
  on("actionAbout", [this] { showAbout(); });
  connect(&m_document.undoStack(), &QUndoStack::canUndoChanged, this, [this] { updateActions(); });
  connect(&m_document.undoStack(), &QUndoStack::canRedoChanged, this, [this] { updateActions(); });
  connect(&m_document.undoStack(), &QUndoStack::undoTextChanged, this, [this](const QString& text) {
    (*m_actions)["actionUndo"]->setText(text.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(text));
  });
  connect(&m_document.undoStack(), &QUndoStack::redoTextChanged, this, [this](const QString& text) {
    (*m_actions)["actionRedo"]->setText(text.isEmpty() ? tr("&Redo") : tr("&Redo: %1").arg(text));
  });
}

void MainWindow::updateActions() {
  Actions& a = *m_actions;
  const State state = m_bridge.state();
  const bool runs = state == State::Searching || state == State::Paused || state == State::Stopping;
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  a["actionUndo"]->setEnabled(m_document.undoStack().canUndo());
  a["actionRedo"]->setEnabled(m_document.undoStack().canRedo());
  a["actionPinPlan"]->setEnabled(!m_document.path().isEmpty());
  a["actionPinPlan"]->setChecked(m_pinned.contains(m_document.path()));
  a["actionRun"]->setEnabled(!m_bridge.problemError() && (!runs || m_bridge.isStale()));
  a["actionPause"]->setEnabled(runs && state != State::Stopping);
  a["actionStop"]->setEnabled(runs && state != State::Stopping);
  a["actionPause"]->setText(state == State::Paused ? tr("&Resume") : tr("&Pause"));
  a["actionLive"]->setChecked(m_bridge.isLive());
  a["actionExportJson"]->setEnabled(snapshot != nullptr);
  a["actionPresent"]->setEnabled(!m_bridge.problemError());
  a["actionExportTrace"]->setEnabled(m_selection.detail() != nullptr);
  for (const char* name : {"actionReportBuilder", "actionExportReport", "actionReportAddView"})
    a[name]->setEnabled(m_report.canReport());
  updateResultActions();
  updateScenarios();
  for (const auto& [name, goal] : kGoals) a[name]->setChecked(m_panels->goal->goal().goal() == goal);
  a["actionThemeSystem"]->setChecked(themeMode() == ThemeMode::System);
  a["actionThemeLight"]->setChecked(themeMode() == ThemeMode::Light);
  a["actionThemeDark"]->setChecked(themeMode() == ThemeMode::Dark);
  a["actionThemeHighContrast"]->setChecked(themeMode() == ThemeMode::HighContrast);
}

void MainWindow::setRecentFiles(const QStringList& paths, const QStringList& pinned) {
  m_recent = paths;
  m_pinned = pinned;
  m_recentMenu->clear();
  for (const QString& path : paths) {
    const QString name = QFileInfo(path).fileName().replace(u'&', u"&&"_s);
    QAction* action =
        m_recentMenu->addAction(pinned.contains(path) ? tr("%1 (pinned)", "a recent file").arg(name) : name);
    action->setObjectName(u"recent.%1"_s.arg(path));
    action->setStatusTip(path);
    action->setToolTip(path);
    action->setEnabled(QFileInfo::exists(path));
    if (pinned.contains(path)) action->setIcon(icon(u"pin"_s));
    connect(action, &QAction::triggered, this, [this, path] {
      if (m_files.mayDiscard()) openFile(path);
    });
  }
  m_recentMenu->setEnabled(!paths.isEmpty());
  updateActions();
}

/// Puts the focus on the first control of the next panel that is shown, in reading order.
void MainWindow::movePanelFocus(int direction) {
  QList<QWidget*> panels;
  for (QWidget* panel :
       {static_cast<QWidget*>(m_panels->paletteDock), static_cast<QWidget*>(m_panels->outlineDock),
        centralWidget(), static_cast<QWidget*>(m_panels->modelDock),
        static_cast<QWidget*>(m_panels->goalDock), static_cast<QWidget*>(m_panels->resultsDock)})
    if (panel->isVisible()) panels << panel;
  if (panels.isEmpty()) return;
  int at = -1;
  for (int i = 0; i < panels.size(); ++i)
    if (QWidget* focus = focusWidget(); focus && (panels[i] == focus || panels[i]->isAncestorOf(focus)))
      at = i;
  for (int step = 1; step <= panels.size(); ++step) {
    QWidget* panel = panels[(at + direction * step + int(panels.size()) * 2) % int(panels.size())];
    // What a panel shows comes before the buttons of its title.
    const auto* dock = qobject_cast<const QDockWidget*>(panel);
    for (QWidget* part : {dock ? dock->widget() : panel, panel})
      for (QWidget* widget = part->nextInFocusChain(); widget && widget != part;
           widget = widget->nextInFocusChain()) {
        if (!part->isAncestorOf(widget) || widget->visibleRegion().isEmpty()) continue;
        if (widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus)) {
          widget->setFocus(direction > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
          return;
        }
      }
  }
}

void MainWindow::present() {
  if (auto* shown = findChild<Presentation*>()) return shown->activateWindow();
  // An answer to an older question is not presented as this one's.
  auto* pages = new Presentation(m_document, m_bridge.isStale() ? nullptr : m_bridge.snapshot(), this);
  connect(pages, &Presentation::left, pages, &QObject::deleteLater);
  const auto compare = [this, pages] { pages->setOptions(presentedOptions()); };
  compare();
  connect(&m_answers, &ScenarioAnswers::changed, pages, compare);
  connect(&m_bridge, &SearchBridge::snapshotChanged, pages,
          [this, pages](const plan::SnapshotPtr& answer) { pages->follow(answer, m_bridge.shownPlan()); });
  m_answers.searchMissing();
  pages->setGeometry(screen()->geometry());  // also where nobody manages windows
  pages->showFullScreen();
  pages->activateWindow();
  pages->setFocus();
}

void MainWindow::showOwnership() {
  OwnershipDialog dialog(m_selection, this);
  connect(&dialog, &OwnershipDialog::costsRequested, this,
          [this] { m_panels->goal->showDetails(u"jobDetails.years"_s); });
  dialog.exec();
}

void MainWindow::showAccuracy() {
  auto* page = findChild<AccuracyDialog*>();
  if (page == nullptr) {
    page = new AccuracyDialog(m_document.catalogue(), this);
    connect(page, &AccuracyDialog::planChosen, this, [this](const plan::Plan& plan) {
      if (m_files.mayDiscard()) openPlan(plan);
    });
    connect(page, &AccuracyDialog::calibrationChosen, this, [this](const std::string& calibration) {
      m_document.undoStack().push(new SetCalibration(m_document, calibration));
    });
    connect(page, &AccuracyDialog::reportChanged, this,
            [this](const std::vector<ReportAddition>& additions) { m_report.setPageSections(additions); });
    const auto tell = [this, page] { page->setPlanCalibration(m_document.plan().calibration); };
    connect(&m_document, &PlanDocument::planChanged, page, tell);
    connect(&m_document, &PlanDocument::wasReset, page, tell);
    page->setInReport(!m_report.pageSections().empty());
    tell();
  }
  bringUp(*page);
}

void MainWindow::showAbout() {
  QDialog dialog(this);
  dialog.setObjectName(u"aboutDialog"_s);
  dialog.setWindowTitle(tr("About Astrolabe"));
  auto* layout = new QVBoxLayout(&dialog);
  auto* name = new QLabel(tr("Astrolabe %1").arg(QApplication::applicationVersion()), &dialog);
  name->setFont(ui::font(TextRole::Title));
  layout->addWidget(name);
  auto* text = new QLabel(
      tr("Plans the training of large models on clusters one could buy or rent.\n\n"
         "Hardware and price catalogue of %1. Every value keeps its source and date.\n\n"
         "Free software under the GNU General Public License, version 3 or later. "
         "Uses Qt, QCustomPlot, SQLite and other free libraries; data sources are listed in NOTICE.")
          .arg(QString::fromStdString(m_document.catalogue().date())),
      &dialog);
  text->setWordWrap(true);
  text->setMinimumWidth(scaled(420));
  text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  layout->addWidget(text);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
  connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  layout->addWidget(buttons);
  dialog.exec();
}

}  // namespace astrolabe::ui
