#include "ui/shell/search_control.h"

#include <QLineEdit>

#include "ui/canvas/value_dialog.h"
#include "ui/render/numbers.h"
#include "ui/shell/actions.h"
#include "ui/shell/announcer.h"
#include "ui/shell/field_search.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/search_limit_row.h"

namespace astrolabe::ui {

using State = SearchBridge::State;

SearchControl::SearchControl(PlanDocument& document, SearchBridge& bridge, Announcer& announcer,
                             QWidget& window)
    : m_bridge(bridge), m_announcer(announcer), m_window(window), m_estimate(document) {
  connect(&m_bridge, &SearchBridge::snapshotChanged, &m_estimate, &SpaceEstimate::follow);
}

void SearchControl::setGoal(GoalPanel& goal) {
  m_goal = &goal;
  SearchLimitRow& row = goal.searchLimit();
  row.setSeconds(m_limit);
  row.setSeed(m_seed);
  connect(&row, &SearchLimitRow::chosen, this, &SearchControl::chooseLimit);
  connect(&row, &SearchLimitRow::seedChosen, this, &SearchControl::chooseSeed);
}

void SearchControl::connectActions(const Actions& actions) {
  connect(actions["actionRun"], &QAction::triggered, this, &SearchControl::run);
  connect(actions["actionPause"], &QAction::triggered, this,
          [this] { m_bridge.setPaused(m_bridge.state() != State::Paused); });
  connect(actions["actionStop"], &QAction::triggered, this, [this] { m_bridge.stop(); });
  connect(actions["actionLive"], &QAction::triggered, this, [this](bool live) {
    m_bridge.setLive(live);
    if (live && m_bridge.isStale()) m_bridge.run();
  });
  connect(actions["actionSearchLimit"], &QAction::triggered, this, &SearchControl::askLimit);
}

void SearchControl::updateActions(const Actions& actions) const {
  const State state = m_bridge.state();
  const bool runs = state == State::Searching || state == State::Paused || state == State::Stopping;
  actions["actionRun"]->setEnabled(!m_bridge.problemError() && (!runs || m_bridge.isStale()));
  actions["actionPause"]->setEnabled(runs && state != State::Stopping);
  actions["actionStop"]->setEnabled(runs && state != State::Stopping);
  actions["actionPause"]->setText(state == State::Paused ? tr("&Resume") : tr("&Pause"));
  actions["actionLive"]->setChecked(m_bridge.isLive());
}

void SearchControl::run() {
  if (QLineEdit* refused = m_goal->takeTyped()) {
    goToField(*refused);
    return m_announcer.say(tr("Not searched. %1: %2", "a field and why its text is refused")
                               .arg(refused->accessibleName(), refused->accessibleDescription()));
  }
  m_bridge.run();
}

void SearchControl::setLimit(double seconds) {
  if (!(seconds >= 0.0) || seconds == m_limit) return;
  m_limit = seconds;
  apply();
  m_goal->searchLimit().setSeconds(seconds);
}

void SearchControl::setSeed(quint64 seed) {
  if (seed == m_seed || seed > SearchLimitRow::kMostSeed) return;
  m_seed = seed;
  apply();
  m_goal->searchLimit().setSeed(seed);
}

void SearchControl::apply() {
  SearchOptions options;
  options.time_limit = m_limit;
  options.seed = m_seed;
  m_bridge.setOptions(options);
}

void SearchControl::chooseSeed(quint64 seed) {
  setSeed(seed);
  m_announcer.say(tr("The next search has seed %1").arg(seed));
}

void SearchControl::chooseLimit(double seconds) {
  setLimit(seconds);
  m_announcer.say(m_limit > 0.0 ? tr("Searches end after %1").arg(durationText(m_limit))
                                : tr("Searches run until the whole space is done"));
}

void SearchControl::askLimit() {
  const auto answer = ValueDialog::ask({tr("Search limit"),
                                        tr("End a search after:"),
                                        tr("s"),
                                        tr("The best strategy so far is kept, with its gap to the bound."),
                                        m_limit > 0.0 ? m_limit : SearchLimitRow::kUsual,
                                        SearchLimitRow::kLeast,
                                        SearchLimitRow::kMost,
                                        0,
                                        tr("No limit"),
                                        false,
                                        {},
                                        m_limit <= 0.0},
                                       &m_window);
  if (!answer) return;
  chooseLimit(answer->value_or(0.0));
}

}  // namespace astrolabe::ui
