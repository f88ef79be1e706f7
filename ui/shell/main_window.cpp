#include "ui/shell/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDialog>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QScopedValueRollback>
#include <QStatusBar>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/compare/compare_window.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/shell/banner.h"
#include "ui/shell/drop.h"
#include "ui/shell/field_search.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/number_field.h"
#include "ui/shell/presentation.h"
#include "ui/shell/rules_dialog.h"
#include "ui/shell/run_bar.h"
#include "ui/shell/steps_dialog.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using State = SearchBridge::State;

constexpr int kMinimumWidth = 1024, kMinimumHeight = 680;
/// A live search answers before anybody could read a banner: only what stays stale longer gets one.
constexpr int kStaleDelayMs = 300;
/// Longer searches are not begun again by every edit (seconds).
constexpr double kLiveLimit = 2.0;

}  // namespace

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent) {
  setObjectName(u"mainWindow"_s);
  setMinimumSize(kMinimumWidth, kMinimumHeight);
  resize(1280, 800);
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  setAttribute(Qt::WA_DeleteOnClose, false);
  m_staleShown.setSingleShot(true);
  m_staleShown.setInterval(kStaleDelayMs);
  m_bridge.setLiveLimit(kLiveLimit);
  m_rebuild.setSingleShot(true);
  m_rebuild.setInterval(0);
  connect(&m_rebuild, &QTimer::timeout, this, &MainWindow::rebuild);
  connect(&m_announcer, &Announcer::undoRequested, this, [this] {
    m_panels->canvas->view().setFocus(Qt::OtherFocusReason);  // the button goes
    (*m_actions)["actionUndo"]->trigger();
  });
  connect(&m_layout, &PanelLayout::startEnded, this, &MainWindow::startEnded);
  connectFiles();
  build();
}

MainWindow::~MainWindow() {
  // Panels look at document and search, which go before the children do: take the panels first.
  // The undo stack speaks while it goes, too: nobody listens any more.
  m_document.undoStack().disconnect(this);
  m_document.disconnect(this);
  m_bridge.disconnect(this);
  m_selection.disconnect(this);
  m_answers.disconnect(this);
  qDeleteAll(findChildren<Presentation*>());
  delete findChild<RulesDialog*>();
  delete findChild<CompareWindow*>();
  m_report.closeBuilder();
  delete findChild<StepsDialog*>();
  m_layout.setPanels(nullptr);
  m_panels.reset();
}

void MainWindow::updateTitle() {
  m_catalogue->setText(tr("Catalogue %1").arg(QString::fromStdString(m_document.catalogue().date())));
  setWindowModified(m_document.isModified());
  setWindowFilePath(m_document.path());
  setWindowTitle(tr("%1[*] — Astrolabe").arg(m_document.displayName()));
  const QString autosaved = m_unsaved.autosaved();
  m_saved->setText(m_document.isModified()       ? autosaved.isEmpty() ? tr("Not saved") : autosaved
                   : m_document.path().isEmpty() ? tr("New plan")
                                                 : tr("Saved"));
}

void MainWindow::buildStatusBar() {
  statusBar()->setObjectName(u"statusBar"_s);
  statusBar()->setSizeGripEnabled(false);
  statusBar()->setFixedHeight(scaled(24));
  m_announcer.build(*statusBar());
  const auto add = [this](const char* name) {
    QLabel* label = statusLabel(*statusBar(), name);
    statusBar()->addPermanentWidget(label);
    return label;
  };
  m_zoom = add("statusBar.zoom");
  QLabel* rate = add("statusBar.currency");
  const Currency& currency = currentCurrency();
  const QString worth =
      tr("1 USD = %1 %2", "rate, code of a currency").arg(significantText(currency.perUsd, 4), currency.code);
  const QDate today = QDate::currentDate();
  rate->setText(currency.isOld(today) ? tr("%1 (old)", "rate").arg(worth) : worth);
  rate->setToolTip(rateText(today));
  rate->setVisible(!currency.isDollar());
  m_catalogue = add("statusBar.catalogue");
  m_saved = add("statusBar.saved");
  say(tr("Ready"));
}

void MainWindow::connectSearch() {
  connect(&m_bridge, &SearchBridge::snapshotChanged, &m_estimate, &SpaceEstimate::follow,
          Qt::UniqueConnection);
  connect(&m_bridge, &SearchBridge::snapshotChanged, this, [this] { searchChanged(); });
  connect(&m_bridge, &SearchBridge::stateChanged, this, [this] { searchChanged(); });
  connect(&m_bridge, &SearchBridge::staleChanged, this, [this] {
    m_panels->runBar->setStale(m_bridge.isStale(), m_bridge.changesSinceRun());
    const bool stale = m_bridge.isStale() || m_bridge.isOutdated();
    if (stale && !m_wasStale) m_staleShown.start();
    if (!stale) m_staleShown.stop();
    m_wasStale = stale;
    showBanner();
  });
  connect(&m_staleShown, &QTimer::timeout, this, [this] { showBanner(); });
  connect(&m_selection, &StrategySelection::changed, this, [this] { updateActions(); });
  connect(m_panels->runBar, &RunBar::pauseRequested, (*m_actions)["actionPause"], &QAction::trigger);
  connect(m_panels->runBar, &RunBar::stopRequested, (*m_actions)["actionStop"], &QAction::trigger);
  connect(m_panels->runBar, &RunBar::rulesRequested, this, [this] { showRules({}); });
  connect(m_panels->model, &ModelPanel::loaded, this,
          [this](const QString& name) { say(tr("Loaded model %1").arg(name)); });
}

void MainWindow::runSearch() {
  if (QLineEdit* refused = m_panels->goal->takeTyped()) {
    goToField(*refused);
    return say(tr("Not searched. %1: %2", "a field and why its text is refused")
                   .arg(refused->accessibleName(), refused->accessibleDescription()));
  }
  m_bridge.run();
}

void MainWindow::searchChanged() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  m_panels->runBar->setSearch(m_bridge.state(), snapshot, m_bridge.problemError());
  m_panels->runBar->setStale(m_bridge.isStale(), m_bridge.changesSinceRun());
  if (snapshot && !snapshot->best.empty()) {
    const cost::Evaluation& best = snapshot->best.front();
    m_panels->goal->setBest(best);
    if (best.tokens_per_second != m_lastBest) {
      m_lastBest = best.tokens_per_second;
      m_announcer.announce(tr("New best %1 tokens per second").arg(countText(best.tokens_per_second)));
      m_announcer.sayFound(
          tr("New best %1 tok/s · TP %2, PP %3, DP %4")
              .arg(significantText(best.tokens_per_second), wholeText(best.strategy.tensor_parallel),
                   wholeText(best.strategy.pipeline_parallel), wholeText(best.strategy.data_parallel)));
    }
  } else if (snapshot && snapshot->status == plan::Status::infeasible && m_lastBest > 0.0) {
    m_lastBest = 0.0;  // what was best belongs to a question that is gone
    m_announcer.announce(endText(*snapshot));
    m_announcer.sayFound(endText(*snapshot));
  }
  showBanner();
  updateActions();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const Drop drop = judgeDropAt(event->mimeData(), event->position().toPoint());
  if (drop.kind == Drop::Kind::Refused) {
    say(drop.reason);
    event->ignore();
  } else if (drop.kind != Drop::Kind::None) {
    const QString name = QFileInfo(drop.path).fileName();
    say(drop.kind == Drop::Kind::Model      ? tr("Drop to load the model %1").arg(name)
        : drop.kind == Drop::Kind::Prices   ? tr("Drop to import prices from %1").arg(name)
        : drop.kind == Drop::Kind::Hardware ? tr("Drop to import hardware from %1").arg(name)
        : drop.kind == Drop::Kind::Script   ? tr("Drop to open %1 as my layout").arg(name)
                                            : tr("Drop to open the plan %1").arg(name));
    event->acceptProposedAction();
  }
}

/// A file at that place of the window.
Drop MainWindow::judgeDropAt(const QMimeData* dragged, const QPoint& at) const {
  const Drop drop = judgeDrop(dragged);
  const bool results = m_panels->resultsDock->isVisible() && !m_panels->resultsDock->isFloating() &&
                       m_panels->resultsDock->rect().contains(m_panels->resultsDock->mapFrom(this, at));
  return results ? overResults(drop) : drop;
}

void MainWindow::dropEvent(QDropEvent* event) {
  const Drop drop = judgeDropAt(event->mimeData(), event->position().toPoint());
  if (drop.kind == Drop::Kind::Refused) say(drop.reason);
  if (drop.kind == Drop::Kind::Refused || drop.kind == Drop::Kind::None) return;
  event->acceptProposedAction();
  if (drop.kind == Drop::Kind::Prices)
    m_panels->palette->importPrices(drop.path);
  else if (drop.kind == Drop::Kind::Hardware)
    importHardware(drop.path);
  else if (drop.kind == Drop::Kind::Script)
    openScript(drop.path);
  else if (drop.kind == Drop::Kind::Model)
    m_panels->model->load(drop.path);
  else if (m_files.mayDiscard())
    openFile(drop.path);
}

void MainWindow::prepareForLogout() {
  m_unsaved.prepareForLogout();
  for (auto* pages : findChildren<Presentation*>()) pages->prepareForLogout();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  {
    const QScopedValueRollback closing(m_isClosing, true);
    closeOrStay(event);
  }
  emit closeAnswered();
}

void MainWindow::closeOrStay(QCloseEvent* event) {
  const auto mayClose = [this] {
    // Rules that were typed and not applied, and what was tried while presenting, are asked for first: they
    // may change the plan.
    const auto gone = [](QWidget* beside) {
      return beside == nullptr || !beside->isVisible() || beside->close();
    };
    return gone(findChild<RulesDialog*>()) && gone(findChild<Presentation*>()) && m_files.mayDiscard();
  };
  if (!m_unsaved.isLoggingOut() && !mayClose()) {
    event->ignore();
    return;
  }
  m_bridge.stop();
  m_answers.end();
  m_unsaved.end();
  for (QDialog* dialog : findChildren<QDialog*>()) dialog->hide();  // what stands beside it goes with it
  if (auto* pages = findChild<Presentation*>(); pages != nullptr && pages->isVisible()) pages->end();
  QMainWindow::closeEvent(event);
  emit closed();
  m_layout.end();
  for (QDockWidget* dock : findChildren<QDockWidget*>())  // its place is kept by now
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
  if (!m_announcer.isBuilt()) return;
  if (event->type() == QEvent::WindowStateChange)
    (*m_actions)["actionFullScreen"]->setChecked(isFullScreen());
  if (event->type() == QEvent::StyleChange) updateActions();
  // Words and measures were taken when the panels were made. The change itself goes to every widget first.
  const bool larger = event->type() == QEvent::FontChange && fontScale() != m_builtScale;
  if (event->type() == QEvent::LanguageChange || larger) m_rebuild.start();
}

}  // namespace astrolabe::ui
