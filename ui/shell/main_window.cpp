#include "ui/shell/main_window.h"

#include <QAccessible>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QStatusBar>
#include <QVBoxLayout>
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/base/error_codes.h"
#include "core/plan/fixes.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/compare/compare_window.h"
#include "ui/document/commands/pool_values.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/shell/banner.h"
#include "ui/shell/drop.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/report_builder.h"
#include "ui/shell/rules_dialog.h"
#include "ui/shell/run_bar.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using State = SearchBridge::State;

constexpr int kLayoutVersion =
    1;  ///< rises when panels are added, so that an old layout is not forced on them
constexpr int kMinimumWidth = 1024, kMinimumHeight = 680;
/// Smaller windows put the panels at the right behind each other; the height in lines of text as large as the
/// base font's.
constexpr int kTabsBelow = 1280, kTabsBelowHeight = 700;

/// A live search answers before anybody could read a banner: only what stays stale longer gets one.
constexpr int kStaleDelayMs = 300;
/// Longer searches are not begun again by every edit (seconds).
constexpr double kLiveLimit = 2.0;
constexpr int kAnnounceMs = 2000;  ///< between two announcements

}  // namespace

QByteArray MainWindow::savedLayout() const { return saveState(kLayoutVersion); }

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent) {
  setObjectName(u"mainWindow"_s);
  setMinimumSize(kMinimumWidth, kMinimumHeight);
  resize(1280, 800);
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  setAttribute(Qt::WA_DeleteOnClose, false);
  m_staleShown.setSingleShot(true);
  m_staleShown.setInterval(kStaleDelayMs);
  m_quiet.setSingleShot(true);
  m_quiet.setInterval(kAnnounceMs);
  connect(&m_quiet, &QTimer::timeout, this, [this] {
    if (!m_waiting.isEmpty()) announce(m_waiting);
  });
  m_bridge.setLiveLimit(kLiveLimit);
  m_rebuild.setSingleShot(true);
  m_rebuild.setInterval(0);
  connect(&m_rebuild, &QTimer::timeout, this, &MainWindow::rebuild);
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
  delete findChild<RulesDialog*>();
  delete findChild<CompareWindow*>();
  delete findChild<ReportBuilder*>();
  for (QDockWidget* dock : findChildren<QDockWidget*>()) delete dock;
  delete takeCentralWidget();
}

void MainWindow::updateTitle() {
  setWindowModified(m_document.isModified());
  setWindowFilePath(m_document.path());
  setWindowTitle(tr("%1[*] — Astrolabe").arg(m_document.displayName()));
  m_saved->setText(m_document.isModified() ? m_autosavedText.isEmpty() ? tr("Not saved") : m_autosavedText
                   : m_document.path().isEmpty() ? tr("New plan")
                                                 : tr("Saved"));
}

void MainWindow::say(const QString& text) {
  m_message->setText(text);
  m_message->setToolTip(text);
}

void MainWindow::announce(const QString& text) {
  m_waiting = text;
  if (m_quiet.isActive()) return;
  m_message->setAccessibleName(std::exchange(m_waiting, {}));
  QAccessibleEvent event(m_message, QAccessible::Alert);
  QAccessible::updateAccessibility(&event);
  m_quiet.start();
}

void MainWindow::buildStatusBar() {
  statusBar()->setObjectName(u"statusBar"_s);
  statusBar()->setSizeGripEnabled(false);
  statusBar()->setFixedHeight(scaled(24));
  const auto add = [this](const char* name, bool stretch) {
    auto* label = new QLabel(statusBar());
    label->setObjectName(QLatin1StringView(name));
    label->setContentsMargins(scaled(8), 0, scaled(8), 0);
    label->setFont(ui::font(TextRole::Caption));
    if (stretch) {
      label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
      statusBar()->addWidget(label, 1);
    } else {
      statusBar()->addPermanentWidget(label);
    }
    return label;
  };
  m_message = add("statusBar.message", true);
  m_zoom = add("statusBar.zoom", false);
  m_catalogue = add("statusBar.catalogue", false);
  m_saved = add("statusBar.saved", false);
  m_catalogue->setText(tr("Catalogue %1").arg(QString::fromStdString(m_document.catalogue().date())));
  say(tr("Ready"));
}

void MainWindow::connectSearch() {
  connect(&m_bridge, &SearchBridge::snapshotChanged, &m_estimate, &SpaceEstimate::follow,
          Qt::UniqueConnection);
  connect(&m_bridge, &SearchBridge::snapshotChanged, this, [this] { searchChanged(); });
  connect(&m_bridge, &SearchBridge::stateChanged, this, [this] { searchChanged(); });
  connect(&m_bridge, &SearchBridge::staleChanged, this, [this] {
    m_runBar->setStale(m_bridge.isStale(), m_bridge.changesSinceRun());
    const bool stale = m_bridge.isStale() || m_bridge.isOutdated();
    if (stale && !m_wasStale) m_staleShown.start();
    if (!stale) m_staleShown.stop();
    m_wasStale = stale;
    showBanner();
  });
  connect(&m_staleShown, &QTimer::timeout, this, [this] { showBanner(); });
  connect(&m_selection, &StrategySelection::changed, this, [this] { updateActions(); });
  connect(m_runBar, &RunBar::pauseRequested, (*m_actions)["actionPause"], &QAction::trigger);
  connect(m_runBar, &RunBar::stopRequested, (*m_actions)["actionStop"], &QAction::trigger);
  connect(m_modelPanel, &ModelPanel::loaded, this,
          [this](const QString& name) { say(tr("Loaded model %1").arg(name)); });
}

void MainWindow::searchChanged() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  m_runBar->setSearch(m_bridge.state(), snapshot, m_bridge.problemError());
  m_runBar->setStale(m_bridge.isStale(), m_bridge.changesSinceRun());
  if (snapshot && !snapshot->best.empty()) {
    const cost::Evaluation& best = snapshot->best.front();
    m_goalPanel->setBest(best);
    if (best.tokens_per_second != m_lastBest) {
      m_lastBest = best.tokens_per_second;
      announce(tr("New best %1 tokens per second").arg(countText(best.tokens_per_second)));
      say(tr("New best %1 tok/s · TP %2, PP %3, DP %4")
              .arg(significantText(best.tokens_per_second), wholeText(best.strategy.tensor_parallel),
                   wholeText(best.strategy.pipeline_parallel), wholeText(best.strategy.data_parallel)));
    }
  } else if (snapshot && snapshot->status == plan::Status::infeasible && m_lastBest > 0.0) {
    m_lastBest = 0.0;  // what was best belongs to a question that is gone
    announce(endText(*snapshot));
    say(endText(*snapshot));
  }
  showBanner();
  updateActions();
}

/// One banner above the results: what stands in the way of a question, of an answer, or that the answer is
/// old.
/// The newest undo steps, as many as the question has changed since it was asked, three at most.
QString MainWindow::changesInWords() {
  const QUndoStack& steps = m_document.undoStack();
  const int changes = std::min(m_bridge.changesSinceRun(), steps.index());
  constexpr int kMost = 3;
  QStringList words;
  for (int i = steps.index() - std::min(changes, kMost); i < steps.index(); ++i) words << steps.text(i);
  if (changes > kMost) words.prepend(u"…"_s);
  return words.join(u", "_s);
}

/// Why the question cannot be asked; a price that is missing can be entered on the spot, or its GPUs left
/// out.
void MainWindow::sayProblem(const Error& error, const Message& message) {
  m_banner->say(Banner::Kind::Error, message);
  if (error.code == code::out_of_range && error.where.starts_with("choose.")) return offerCounts(error);
  if (error.code == code::missing_network || error.code == code::missing_link) return offerNetwork(error);
  if (error.code != code::no_price) return;
  const std::string pool = error.where.substr(error.where.find('[') + 1);  // "pools[id]"
  const auto at = [this, id = pool.substr(0, pool.find(']'))](auto act) {
    return [this, id, act] {
      m_canvas->view().clusterScene().select({id});
      (m_canvas->view().*act)();
    };
  };
  m_banner->addButton(u"banner.enterPrice"_s, tr("Enter price…"), at(&ClusterView::askPrice));
  m_banner->addButton(u"banner.leaveOut"_s, tr("Leave it out"), at(&ClusterView::deleteSelection));
}

/// More GPUs are asked for than the pools hold: as many as there are, or all of them.
void MainWindow::offerCounts(const Error& error) {
  const auto choose = m_document.plan().cluster.choose;
  if (!choose) return;
  const auto push = [this](const std::optional<hardware::Choose>& next) {
    return [this, next] { m_document.undoStack().push(new SetChoose(m_document, next)); };
  };
  const std::string pool = error.where.substr(error.where.rfind('.') + 1);
  const int most =
      error.wanted.values.empty() ? 0 : QString::fromStdString(error.wanted.values.back()).toInt();
  hardware::Choose fewer = *choose;
  if (pool == "max_total_gpus")
    fewer.max_total_gpus = most;
  else if (fewer.max_gpus_per_pool.contains(pool))
    fewer.max_gpus_per_pool[pool] = most;
  if (most > 0 && !(fewer == *choose))
    m_banner->addButton(u"banner.setCount"_s, grouped(tr("Ask for %n GPUs", nullptr, most), most),
                        push(fewer));
  m_banner->addButton(u"banner.allGpus"_s, tr("Allow all GPUs"), push(hardware::Choose{}));
}

/// A network or a link that nobody stated is entered where it is told.
void MainWindow::offerNetwork(const Error& error) {
  ClusterView& view = m_canvas->view();
  if (error.code == code::missing_link && error.wanted.values.size() == 2) {
    m_banner->addButton(u"banner.enterLink"_s, tr("Enter link…"),
                        [&view, a = error.wanted.values[0], b = error.wanted.values[1]] {
                          view.askLinkBetween(std::string(a),
                                              std::string(b));  // the button may go while the dialog is open
                        });
    return;
  }
  const std::size_t at = std::strtoul(error.where.c_str() + error.where.find('[') + 1, nullptr, 10);
  const auto& pools = m_document.plan().cluster.pools;
  if (at >= pools.size()) return;
  m_banner->addButton(u"banner.enterNetwork"_s, tr("Enter network…"), [&view, id = pools[at].id] {
    view.clusterScene().select({id});
    view.askNetwork();
  });
}

namespace {

/// Whole sentences, as languages put what was being done in different places.
QString failureTitle(plan::Phase phase) {
  switch (phase) {
    case plan::Phase::preparing:
      return MainWindow::tr("The search stopped by an internal error while preparing the question.");
    case plan::Phase::searching:
      return MainWindow::tr("The search stopped by an internal error while scoring configurations.");
    case plan::Phase::fixing:
      return MainWindow::tr("The search stopped by an internal error while trying what would make it fit.");
    case plan::Phase::none:
      break;
  }
  return MainWindow::tr("The search stopped by an internal error.");
}

/// GPUs without a rate for the precision rule everything out: another precision that all have, or those GPUs
/// left out.
void offerPrecision(Banner& banner, PlanDocument& document, ClusterView& view) {
  std::vector<const hardware::Gpu*> gpus;
  std::vector<std::string> rateless;
  QString name;
  for (const hardware::PoolSpec& pool : document.plan().cluster.pools) {
    const hardware::Gpu* gpu = document.catalogue().find_gpu(document.gpuOf(pool));
    if (gpu == nullptr) continue;
    gpus.push_back(gpu);
    if (hasRate(*gpu, document.plan().job.precision)) continue;
    rateless.push_back(pool.id);
    name = QString::fromStdString(gpu->name);
  }
  if (rateless.empty()) return;
  using hardware::Precision;
  for (const Precision other : {Precision::bf16, Precision::fp16, Precision::fp32}) {
    if (!std::all_of(gpus.begin(), gpus.end(), [&](const auto* gpu) { return hasRate(*gpu, other); }))
      continue;
    const QString precision = QLatin1StringView(hardware::to_string(other));
    banner.addButton(u"banner.usePrecision"_s, MainWindow::tr("Use %1").arg(precision),
                     [&document, other, precision] {
                       strategy::Job job = document.plan().job;
                       job.precision = other;
                       document.undoStack().push(new SetJob(document, job, precision));
                     });
    break;
  }
  if (rateless.size() < gpus.size())
    banner.addButton(u"banner.leaveOut"_s, MainWindow::tr("Leave out %1").arg(name), [&view, rateless] {
      view.clusterScene().select(rateless);
      view.toggleExcluded();
    });
}

}  // namespace

void MainWindow::showBanner() {
  const State state = m_bridge.state();
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (const auto& error = m_bridge.problemError();
      error && !m_document.plan().cluster.pools.empty() && m_document.architecture()) {
    const Message message = messageFor(*error);
    if (m_banner->message().plain() != message.plain() || m_banner->isHidden()) sayProblem(*error, message);
    return;
  }
  const bool outruns = m_bridge.isOutdated() && (state == State::Searching || state == State::Paused);
  if (m_bridge.isStale() || outruns) {
    if ((state == State::Searching && !outruns) || m_staleShown.isActive() || m_bridge.problemError()) {
      m_banner->clear();
      return;
    }
    Message stale;
    stale.title = tr("Stale:");
    stale.body = tr("%n change(s) since this run", nullptr, m_bridge.changesSinceRun());
    if (const QString what = changesInWords(); !what.isEmpty())
      stale.body = tr("%1 (%2)", "2 changes since this run (what they were)").arg(stale.body, what);
    if (m_banner->message().plain() == stale.plain() && !m_banner->isHidden()) return;
    m_banner->say(Banner::Kind::Stale, stale);
    m_banner->addButton(u"banner.runAgain"_s, outruns ? tr("Restart with changes") : tr("Run again"),
                        [this] { m_bridge.run(); });
    return;
  }
  if (snapshot && snapshot->status == plan::Status::infeasible && state != State::Searching) {
    const Message message = messageFor(*snapshot);
    if (m_banner->message().plain() == message.plain() && !m_banner->isHidden()) return;
    m_banner->say(Banner::Kind::Error, message);
    int number = 0;
    for (const plan::Fix& fix : snapshot->fixes)
      m_banner->addButton(u"banner.fix%1"_s.arg(++number), fixText(fix), [this, fix] { applyFix(fix); });
    if (number == 0 && snapshot->binding.rule_count == snapshot->space.total)
      offerPrecision(*m_banner, m_document, m_canvas->view());
    return;
  }
  if (state == State::Failed && snapshot) {
    Message failed;
    failed.title = failureTitle(snapshot->phase);
    failed.body = tr("The %1 results so far are kept.").arg(wholeText(double(snapshot->space.evaluated)));
    failed.code = u"AST-S399"_s;
    m_banner->say(Banner::Kind::Error, failed);
    m_banner->addButton(u"banner.runAgain"_s, tr("Run again"), [this] { m_bridge.run(); });
    m_banner->addButton(u"banner.copyDetails"_s, tr("Copy details"), [failed, snapshot] {
      QGuiApplication::clipboard()->setText(failed.plain() + u'\n' +
                                            QString::fromStdString(snapshot->defect));
    });
    return;
  }
  m_banner->clear();
}

/// A fix is an ordinary edit: one undo step, and the changed question starts its own search.
void MainWindow::applyFix(const plan::Fix& fix) {
  if (fix.kind == plan::Fix::Kind::add_nodes) {
    for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools)
      if (pool.id == fix.pool) {
        const int more = std::max(1, static_cast<int>(fix.amount));
        m_document.undoStack().push(new SetNodeCount(m_document, pool.id, pool.nodes + more));
        say(fixText(fix));
        return;
      }
    return;
  }
  if (fix.kind == plan::Fix::Kind::more_host_memory) {
    m_document.undoStack().push(new SetHostMemory(m_document, fix.pool, fix.amount));
    say(fixText(fix));
    return;
  }
  strategy::Job job = m_document.plan().job;
  strategy::Limits& limits = job.limits;
  const std::pair<const char*, std::optional<double> strategy::Limits::*> names[] = {
      {"budget_usd", &strategy::Limits::budget_usd},
      {"deadline_hours", &strategy::Limits::deadline_hours},
      {"power_kw", &strategy::Limits::power_kw},
      {"usd_per_hour", &strategy::Limits::usd_per_hour},
      {"usd_per_trillion_tokens", &strategy::Limits::usd_per_trillion_tokens}};
  switch (fix.kind) {
    case plan::Fix::Kind::allow_recompute:
      job.allowed.erase("recompute");
      job.allowed.erase("recompute_layers");
      break;
    case plan::Fix::Kind::lower_micro_batch:
      job.allowed.erase("micro_batch");
      break;
    case plan::Fix::Kind::raise_limit:
      if (fix.limit == "memory_headroom") limits.memory_headroom = fix.amount;
      for (const auto& [name, limit] : names) {
        if (std::string_view(name).starts_with(fix.limit)) limits.*limit = fix.amount;
        for (const auto& [further, amount] : fix.also)
          if (name == further) limits.*limit = amount;
      }
      break;
    case plan::Fix::Kind::free_setting:
      if (fix.limit.empty())
        job.allowed.clear();
      else
        job.allowed.erase(fix.limit);
      break;
    case plan::Fix::Kind::rule_off:
      job.rules = plan::without_rule(job.rules, fix.limit);
      break;
    case plan::Fix::Kind::add_nodes:
    case plan::Fix::Kind::more_host_memory:
      break;
  }
  if (job == m_document.plan().job) return;
  m_document.undoStack().push(
      new SetJob(m_document, std::move(job), tr("what the fix needs", "undo step: Set …")));
  say(fixText(fix));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const Drop drop = judgeDrop(event->mimeData());
  if (drop.kind == Drop::Kind::Refused) {
    say(drop.reason);
    event->ignore();
  } else if (drop.kind != Drop::Kind::None) {
    const QString name = QFileInfo(drop.path).fileName();
    say(drop.kind == Drop::Kind::Model    ? tr("Drop to load the model %1").arg(name)
        : drop.kind == Drop::Kind::Prices ? tr("Drop to import prices from %1").arg(name)
                                          : tr("Drop to open the plan %1").arg(name));
    event->acceptProposedAction();
  }
}

void MainWindow::dropEvent(QDropEvent* event) {
  const Drop drop = judgeDrop(event->mimeData());
  if (drop.kind == Drop::Kind::Refused) say(drop.reason);
  if (drop.kind == Drop::Kind::Refused || drop.kind == Drop::Kind::None) return;
  event->acceptProposedAction();
  if (drop.kind == Drop::Kind::Prices)
    m_palette->importPrices(drop.path);
  else if (drop.kind == Drop::Kind::Model)
    m_modelPanel->load(drop.path);
  else if (mayDiscard())
    openFile(drop.path);
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (!m_message) return;
  if (event->type() == QEvent::StyleChange) updateActions();
  // Words and measures were taken when the panels were made. The change itself goes to every widget first.
  const bool larger = event->type() == QEvent::FontChange && fontScale() != m_builtScale;
  if (event->type() == QEvent::LanguageChange || larger) m_rebuild.start();
}

/// The first layout can be measured only when the window has its size.
void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  // Dividers were placed before the panels had their first measures: once more where they belong.
  if (!m_keptLayout.isEmpty()) restoreState(std::exchange(m_keptLayout, {}), kLayoutVersion);
  if (!focusWidget()) m_canvas->view().setFocus(Qt::OtherFocusReason);  // not the first button of a bar
  if (m_arranged) return;
  m_arranged = true;
  arrangePanels();
}

bool MainWindow::restoreLayout(const QByteArray& geometry, const QByteArray& layout) {
  restoreGeometry(geometry);
  m_arranged = !layout.isEmpty() && restoreState(layout, kLayoutVersion);
  m_keptLayout = m_arranged && !isVisible() ? layout : QByteArray();
  return m_arranged;
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  const int before = m_modelDock ? m_modelDock->height() : 0;
  QMainWindow::resizeEvent(event);
  if (!m_modelDock || !m_goalDock || m_modelDock->isFloating() || m_goalDock->isFloating()) return;
  // The rows of the model do not grow with the window: what it gains is for the goal's fields below.
  if (isVisible() && event->size().height() > event->oldSize().height() && m_goalDock->isVisible())
    QTimer::singleShot(
        0, m_modelDock, [this, high = std::max(before, m_modelDock->minimumSizeHint().height())] {
          if (m_modelDock->height() > high)
            resizeDocks({m_modelDock, m_goalDock},
                        {high, m_goalDock->height() + m_modelDock->height() - high}, Qt::Vertical);
        });
  const bool tabs = tabifiedDockWidgets(m_modelDock).contains(m_goalDock);
  const bool small = width() < kTabsBelow || height() < scaled(kTabsBelowHeight);
  if (small && !tabs) {
    tabifyDockWidget(m_modelDock, m_goalDock);
    m_modelDock->raise();
  } else if (!small && tabs) {
    splitDockWidget(m_modelDock, m_goalDock, Qt::Vertical);
  }
}

}  // namespace astrolabe::ui
