#include "ui/shell/recent_plans.h"

#include <QFileInfo>
#include <QMenu>

#include "ui/document/plan_document.h"
#include "ui/render/icons.h"
#include "ui/shell/actions.h"
#include "ui/shell/plan_files.h"
#include "ui/shell/start_page.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

RecentPlans::RecentPlans(PlanDocument& document, PlanFiles& files) : m_document(document), m_files(files) {}

void RecentPlans::setMenu(QMenu& menu) {
  m_menu = &menu;
  connect(m_menu, &QMenu::aboutToShow, this, [this] {  // files come and go meanwhile
    for (QAction* action : m_menu->actions()) action->setEnabled(QFileInfo::exists(action->statusTip()));
  });
  fill();
}

void RecentPlans::set(const QStringList& paths, const QStringList& pinned) {
  m_paths = paths;
  m_pinned = pinned;
  fill();
  emit changed();
}

void RecentPlans::fill() {
  m_menu->clear();
  for (const QString& path : std::as_const(m_paths)) {
    const QString name = QFileInfo(path).fileName().replace(u'&', u"&&"_s);
    QAction* action = m_menu->addAction(isPinned(path) ? tr("%1 (pinned)", "a recent file").arg(name) : name);
    action->setObjectName(u"recent.%1"_s.arg(path));
    action->setStatusTip(path);
    action->setToolTip(path);
    action->setEnabled(QFileInfo::exists(path));
    if (isPinned(path)) action->setIcon(icon(u"pin"_s));
    connect(action, &QAction::triggered, this, [this, path] { open(path); });
  }
  m_menu->setEnabled(!m_paths.isEmpty());
}

void RecentPlans::open(const QString& path) {
  if (m_files.mayDiscard()) m_files.open(path);
}

StartPage* RecentPlans::showStartPage(const Actions& actions, QWidget& canvas) {
  QList<QAction*> samples;
  for (const char* name : {"actionSampleTwoGenerations", "actionSampleSmall", "actionSampleHomogeneous",
                           "actionSampleBestValue", "actionSampleDoesNotFit"})
    samples << actions[name];
  auto* page = new StartPage(m_paths, m_pinned, samples, &canvas);
  connect(&m_document, &PlanDocument::planChanged, page, &QObject::deleteLater);  // another plan, or an edit
  connect(page, &StartPage::newRequested, actions["actionNew"], &QAction::trigger);
  connect(page, &StartPage::openRequested, actions["actionOpen"], &QAction::trigger);
  connect(page, &StartPage::pinChosen, this, &RecentPlans::pinChosen);
  connect(page, &StartPage::planChosen, this, &RecentPlans::open);
  return page;
}

}  // namespace astrolabe::ui
