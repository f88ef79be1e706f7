// Making the window's panels, menus and bars, and making them anew in another language or text size. Plan,
// undo steps, search and selection stay: the panels are views of them.

#include <QApplication>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QStatusBar>
#include <QTabWidget>
#include <QTimer>

#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/canvas/outline_panel.h"
#include "ui/compare/compare_window.h"
#include "ui/render/theme.h"
#include "ui/results/log_view.h"
#include "ui/results/results_panel.h"
#include "ui/shell/accuracy_dialog.h"
#include "ui/shell/glossary_dialog.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/hints.h"
#include "ui/shell/main_window.h"
#include "ui/shell/rules_dialog.h"
#include "ui/shell/search_limit_row.h"
#include "ui/shell/start_page.h"
#include "ui/shell/steps_dialog.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

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

void MainWindow::build() {
  m_builtScale = fontScale();
  m_builtCurrency = currentCurrency();
  m_preferences.currency = m_builtCurrency;
  m_preferences.plots = plotPalette();
  if (m_actions == nullptr) installEventFilter(new FontWatch(m_rebuild, this));  // the first time
  m_actions = new Actions(this);
  buildMenus();
  m_tools = new WindowToolBar(*m_actions, this);
  addToolBar(m_tools);
  m_panels.emplace(*this, m_document, m_bridge, m_selection, m_estimate);
  connectPanels();
  m_layout.setPanels(&*m_panels);
  buildStatusBar();
  connectActions();
  connectViewActions();
  connectSearch();
  connectFigures();
  connect(&m_document, &PlanDocument::pathChanged, this, [this] { updateTitle(); });
  connect(&m_document, &PlanDocument::planChanged, this, [this] { updateTitle(); });
  connect(&m_document, &PlanDocument::wasReset, this, [this] {  // what was said is of the plan before
    m_lastBest = 0.0;
    say({});
  });
  connect(&m_document.undoStack(), &QUndoStack::cleanChanged, this, [this] { updateTitle(); });
  updateTitle();
  updateActions();
}

/// What a window keeps while its panels are made anew.
struct MainWindow::Kept {
  QByteArray layout, views;
  LogView::Kept log;  ///< in the words in which it was said
  PriceMappings prices;
  int tab = 0;
  double zoom = 1.0;
  QPointF centre;
  std::optional<QString> rules;  ///< typed and not yet applied
  bool hints = false, start = false, accuracy = false, builder = false, compare = false, steps = false;
  std::optional<QString> glossary;  ///< its term
};

/// New panels tell flows and window where they stand.
void MainWindow::connectPanels() {
  m_exports.setBanner(*m_panels->fileBanner);
  m_files.setBanner(*m_panels->fileBanner);
  m_unsaved.setBanner(*m_panels->fileBanner);
  m_report.setResults(*m_panels->results);
  connect(m_tools, &WindowToolBar::focusGivenUp, &m_panels->canvas->view(),
          [this] { m_panels->canvas->view().setFocus(Qt::OtherFocusReason); });
  connect(m_panels->outline, &OutlinePanel::message, this, [this](const QString& text) { say(text); });
  SearchLimitRow& row = m_panels->goal->searchLimit();
  row.setSeconds(m_searchLimit);
  row.setSeed(m_searchSeed);
  connect(&row, &SearchLimitRow::chosen, this, [this](double seconds) { chooseSearchLimit(seconds); });
  connect(&row, &SearchLimitRow::seedChosen, this, [this](quint64 seed) { chooseSearchSeed(seed); });
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
  const Kept kept = keptState();
  setUpdatesEnabled(false);
  takeDown();
  build();
  setRecentFiles(QStringList(m_recent), QStringList(m_pinned));
  setPreferences(Preferences(m_preferences));
  giveBack(kept);
  if (QWidget* asking = QApplication::activeModalWidget())
    asking->activateWindow();  // panels made anew take no keys
}

MainWindow::Kept MainWindow::keptState() const {
  const ClusterView& view = m_panels->canvas->view();
  Kept kept;
  kept.layout = m_layout.saved();
  kept.views = m_panels->savedViews();
  kept.log = m_panels->results->findChild<LogView*>()->kept();
  kept.prices = m_panels->palette->priceMappings();
  kept.tab = m_panels->results->tabs().currentIndex();
  kept.zoom = view.zoom();
  kept.centre = view.mapToScene(view.viewport()->rect().center());
  kept.hints = findChild<Hints*>() != nullptr;
  kept.start = findChild<StartPage*>() != nullptr;
  if (const auto* dialog = findChild<RulesDialog*>())
    kept.rules = dialog->findChild<QPlainTextEdit*>(u"rulesDialog.text"_s)->toPlainText();
  const auto isShown = [](const QWidget* window) { return window != nullptr && window->isVisible(); };
  kept.accuracy = isShown(findChild<AccuracyDialog*>());
  kept.builder = m_report.isBuilderShown();
  kept.compare = isShown(findChild<CompareWindow*>());
  kept.steps = isShown(findChild<StepsDialog*>());
  if (const auto* dialog = findChild<GlossaryDialog*>(); isShown(dialog)) kept.glossary = dialog->term();
  return kept;
}

/// Takes away all that build() makes.
void MainWindow::takeDown() {
  m_announcer.leave();  // until there is a new bar, changes of the window find nothing to update
  m_staleShown.stop();
  m_staleShown.disconnect(this);
  m_document.undoStack().disconnect(this);
  m_document.disconnect(this);
  m_bridge.disconnect(this);
  m_answers.disconnect(this);
  m_selection.disconnect(this);
  delete findChild<RulesDialog*>();
  delete findChild<AccuracyDialog*>();
  delete findChild<CompareWindow*>();
  m_report.closeBuilder();
  delete findChild<StepsDialog*>();
  delete findChild<GlossaryDialog*>();
  delete findChild<Hints*>();
  m_layout.setPanels(nullptr);
  m_panels.reset();
  delete m_tools;
  setStatusBar(new QStatusBar(this));
  setMenuBar(new QMenuBar(this));
  delete m_actions;
}

void MainWindow::giveBack(const Kept& kept) {
  const auto place = [this, layout = kept.layout, zoom = kept.zoom, centre = kept.centre] {
    m_layout.giveBack(layout);
    m_panels->canvas->view().setZoom(zoom);
    m_panels->canvas->view().centerOn(centre);
    updateZoom();
  };
  m_layout.arrangeAnew();
  m_panels->restoreViews(kept.views);
  m_panels->results->findChild<LogView*>()->restore(kept.log);
  m_panels->palette->setPriceMappings(kept.prices);
  m_panels->results->tabs().setCurrentIndex(kept.tab);
  place();
  setUpdatesEnabled(true);
  // A panel that floats is a window of its own by now, which the line above leaves as it is: without a
  // picture.
  for (QDockWidget* dock : m_panels->docks())
    if (dock->isFloating()) dock->setUpdatesEnabled(true);
  QTimer::singleShot(0, m_panels->canvas,
                     place);  // dividers and view, once more when the panels have their measures
  m_lastBest = 0.0;
  m_baselineShown.reset();
  updateBaseline();
  searchChanged();
  if (kept.rules) {
    showRules({});
    findChild<RulesDialog*>()->setText(*kept.rules);
  }
  if (kept.accuracy) showAccuracy();
  if (kept.compare) showCompare();
  if (kept.builder) m_report.showBuilder();
  if (kept.steps) showSteps();
  if (kept.glossary) showGlossary(*kept.glossary);
  if (kept.start) showStartPage();
  if (kept.hints) showHints();
}

}  // namespace astrolabe::ui
