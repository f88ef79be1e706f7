#include "ui/shell/window_tool_bar.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QToolButton>

#include "ui/render/icons.h"
#include "ui/render/theme.h"
#include "ui/shell/actions.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kBarHeight = 42;
constexpr int kUsualLetters = 16, kFewLetters = 6;  ///< of the list of scenarios

}  // namespace

WindowToolBar::WindowToolBar(const Actions& actions, QWidget* window) : QToolBar(tr("Tools"), window) {
  setObjectName(u"toolBar"_s);
  setMovable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  for (const char* name : {"actionNew", "actionOpen", "actionSave"}) addTool(actions[name]);
  addSeparator();
  for (const char* name : {"actionUndo", "actionRedo"}) addTool(actions[name]);
  addSeparator();
  addScenarios(actions);
  addSeparator();
  addRun(actions["actionRun"]);
  for (const char* name : {"actionPause", "actionStop"}) addTool(actions[name]);
  auto* gap = new QWidget(this);
  gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  addWidget(gap);
  actions["actionReportBuilder"]->setIconText(tr("Report"));
  actions["actionPresent"]->setIconText(tr("Present"));
  for (const char* name : {"actionReportBuilder", "actionPresent"}) addTool(actions[name]);
  // A bar gives up its least height whenever its icons change their size: when it is added, in another theme.
  connect(this, &QToolBar::iconSizeChanged, this, [this] { setFixedHeight(scaled(kBarHeight)); });
  setFixedHeight(scaled(kBarHeight));
  window->installEventFilter(this);
}

/// "Scenario: [B: 32 H100 + 32 A100] [+] [Compare]".
void WindowToolBar::addScenarios(const Actions& actions) {
  auto* caption = new QLabel(tr("Scenario:"), this);
  caption->setContentsMargins(scaled(4), 0, scaled(6), 0);
  m_places[u"caption"_s] = addWidget(caption);
  m_scenarios = new QComboBox(this);
  m_scenarios->setObjectName(u"tool.scenario"_s);
  m_scenarios->setAccessibleName(tr("Scenario"));
  m_scenarios->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_scenarios->setMinimumContentsLength(kUsualLetters);
  m_scenarios->setFocusPolicy(Qt::StrongFocus);
  caption->setBuddy(m_scenarios);
  addWidget(m_scenarios);
  actions["actionScenarioCompare"]->setIconText(tr("Compare"));
  addTool(actions["actionScenarioDuplicate"], tr("Duplicate scenario"));
  addTool(actions["actionScenarioCompare"], tr("Compare scenarios"));
}

void WindowToolBar::addRun(QAction* action) {
  m_run = new QPushButton(icon(u"play"_s, true), tr("Run"), this);
  m_run->setObjectName(u"tool.actionRun"_s);
  m_run->setProperty("primary", true);
  m_run->setAccessibleName(tr("Run"));
  m_run->setToolTip(withoutLetter(action->text()));
  m_run->setFocusPolicy(Qt::TabFocus);  // as all of the bar
  connect(m_run, &QPushButton::clicked, action, &QAction::trigger);
  connect(action, &QAction::changed, m_run, [this, action] {
    const bool can = action->isEnabled();
    if (!can && m_run->hasFocus()) emit focusGivenUp();  // not to the next button
    m_run->setEnabled(can);
    m_run->setIcon(icon(u"play"_s, m_run->isEnabled()));
  });
  addWidget(m_run);
}

void WindowToolBar::addTool(QAction* action) { addTool(action, withoutLetter(action->text())); }

void WindowToolBar::addTool(QAction* action, const QString& spoken) {
  auto* button = new QToolButton(this);
  button->setObjectName(u"tool."_s + action->objectName());
  button->setDefaultAction(action);
  button->setAccessibleName(spoken);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setIconSize(iconSize());
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  m_places[action->objectName()] = addWidget(button);
}

bool WindowToolBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize) fit();
  return QToolBar::eventFilter(watched, event);
}

void WindowToolBar::fit() {
  constexpr const char* kWorded[] = {"actionScenarioCompare", "actionReportBuilder", "actionPresent"};
  constexpr const char* kLeaving[] = {"actionScenarioDuplicate",
                                      "actionRedo",
                                      "actionNew",
                                      "actionPause",
                                      "actionUndo",
                                      "actionOpen",
                                      "actionStop",
                                      "actionSave"};
  const auto words = [this, kWorded](Qt::ToolButtonStyle style) {
    for (const char* name : kWorded)
      findChild<QToolButton*>(u"tool.%1"_s.arg(QLatin1StringView(name)))->setToolButtonStyle(style);
  };
  words(Qt::ToolButtonTextBesideIcon);
  m_places[u"caption"_s]->setVisible(true);
  m_scenarios->setMinimumContentsLength(kUsualLetters);
  m_run->setText(tr("Run"));
  for (const char* name : kLeaving) m_places[QLatin1StringView(name)]->setVisible(true);
  const auto tight = [this] {
    layout()->invalidate();
    return sizeHint().width() > parentWidget()->width();
  };
  if (tight()) words(Qt::ToolButtonIconOnly);
  if (tight()) m_places[u"caption"_s]->setVisible(false);
  if (tight()) m_scenarios->setMinimumContentsLength(kFewLetters);
  if (tight()) m_run->setText({});
  for (const char* name : kLeaving)
    if (tight()) m_places[QLatin1StringView(name)]->setVisible(false);
  // What comes back to the bar is enabled by its place there, whatever its action is.
  for (auto* button : findChildren<QToolButton*>())
    if (const QAction* action = button->defaultAction()) button->setEnabled(action->isEnabled());
}

}  // namespace astrolabe::ui
