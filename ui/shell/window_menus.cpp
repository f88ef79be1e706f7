#include "ui/shell/window_menus.h"

#include <QCoreApplication>
#include <QHash>
#include <QMenu>
#include <QMenuBar>

#include "ui/shell/actions.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct WindowMenus {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WindowMenus)
};

}  // namespace

QMenu* buildMenus(QMainWindow& window, const Actions& actions) {
  QHash<int, QMenu*> menus;
  QHash<QString, QMenu*> groups;
  QMenu* recent = nullptr;
  for (const ActionSpec& spec : actionTable()) {
    QMenu*& menu = menus[int(spec.menu)];
    if (!menu) {
      menu = window.menuBar()->addMenu(menuTitle(spec.menu));
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
    target->addAction(actions[spec.name]);
    window.addAction(actions[spec.name]);
    if (QLatin1StringView(spec.name) == "actionOpen"_L1) {
      recent = menu->addMenu(WindowMenus::tr("Open &recent"));
      recent->setObjectName(u"menu.recent"_s);
      recent->setEnabled(false);
    }
  }
  return recent;
}

}  // namespace astrolabe::ui
