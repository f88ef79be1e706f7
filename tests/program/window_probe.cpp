// A plugin of the toolkit that drivers of tests load into the real program (QT_QPA_GENERIC_PLUGINS): it says
// what stands in the windows and where, by lines of JSON through the local socket that ASTROLABE_PROBE names.
// It changes nothing. An answer comes from the window's own thread, so it also says that this thread works.

#include <QAbstractButton>
#include <QApplication>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QGenericPlugin>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QTimer>
#include <QToolBar>

namespace astrolabe::tests {
namespace {

using namespace Qt::StringLiterals;

QJsonArray json(const QRect& rect) { return {rect.x(), rect.y(), rect.width(), rect.height()}; }

/// On the screen.
QRect placeOf(const QWidget& widget) { return {widget.mapToGlobal(QPoint()), widget.size()}; }

QString nameOf(const QWidget* widget) {
  if (widget == nullptr) return {};
  return widget->objectName().isEmpty() ? QString::fromLatin1(widget->metaObject()->className())
                                        : widget->objectName();
}

QList<QMainWindow*> mainWindows() {
  QList<QMainWindow*> shown;
  for (QWidget* widget : QApplication::topLevelWidgets())
    if (auto* window = qobject_cast<QMainWindow*>(widget); window && window->isVisible()) shown << window;
  return shown;
}

/// The active one, else the first.
QMainWindow* mainWindow() {
  const QList<QMainWindow*> shown = mainWindows();
  for (QMainWindow* window : shown)
    if (window->isActiveWindow()) return window;
  return shown.value(0);
}

QJsonObject panelsOf(const QMainWindow& window) {
  QJsonObject panels;
  for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
    QStringList behind;
    for (const QDockWidget* other : window.tabifiedDockWidgets(dock)) behind << other->objectName();
    behind.sort();
    const QRect place = dock->isFloating() ? placeOf(*dock) : dock->geometry();
    // The toolkit puts one that is behind another outside the window.
    const bool inSight = dock->isVisible() && (dock->isFloating() || window.rect().intersects(place));
    panels[dock->objectName()] = QJsonObject{{u"shown"_s, !dock->isHidden()},
                                             {u"front"_s, inSight},
                                             {u"painted"_s, dock->updatesEnabled()},
                                             {u"floating"_s, dock->isFloating()},
                                             {u"area"_s, int(window.dockWidgetArea(dock))},
                                             {u"tabs"_s, behind.join(u' ')},
                                             {u"rect"_s, json(place)}};
  }
  for (const QToolBar* bar : window.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
    panels[bar->objectName()] =
        QJsonObject{{u"shown"_s, bar->isVisible()}, {u"rect"_s, json(bar->geometry())}};
  return panels;
}

/// The least sizes of what shares the window: its middle and the panels that are shown in it.
QJsonObject needsOf(const QMainWindow& window) {
  const auto least = [](const QWidget& widget) {
    const QSize size = widget.minimumSizeHint().expandedTo(widget.minimumSize());
    return QJsonArray{size.width(), size.height()};
  };
  QJsonObject needs;
  if (window.centralWidget() != nullptr) needs[u"centre"_s] = least(*window.centralWidget());
  for (const QDockWidget* dock : window.findChildren<QDockWidget*>())
    if (!dock->isHidden() && !dock->isFloating()) needs[dock->objectName()] = least(*dock);
  return needs;
}

QJsonObject look() {
  QJsonArray windows, mains;
  for (const QWidget* widget : QApplication::topLevelWidgets())
    if (widget->isVisible())
      windows << QJsonObject{{u"name"_s, nameOf(widget)},
                             {u"title"_s, widget->windowTitle()},
                             {u"type"_s, int(widget->windowType())},
                             {u"id"_s, QString::number(widget->internalWinId())},
                             {u"rect"_s, json(placeOf(*widget))}};
  for (const QMainWindow* window : mainWindows())
    mains << QJsonObject{{u"title"_s, window->windowTitle()},
                         {u"modified"_s, window->isWindowModified()},
                         {u"active"_s, window->isActiveWindow()},
                         {u"state"_s, int(window->windowState() & ~Qt::WindowActive)},
                         {u"id"_s, QString::number(window->internalWinId())},
                         {u"rect"_s, json(placeOf(*window))},
                         {u"frame"_s, json(window->frameGeometry())},
                         {u"panels"_s, panelsOf(*window)},
                         {u"needs"_s, needsOf(*window)}};
  return {{u"windows"_s, windows},
          {u"main"_s, mains},
          {u"modal"_s, nameOf(QApplication::activeModalWidget())},
          {u"popup"_s, nameOf(QApplication::activePopupWidget())},
          {u"active"_s, nameOf(QApplication::activeWindow())},
          {u"points"_s, QApplication::font().pointSize()},
          {u"focus"_s, nameOf(QApplication::focusWidget())}};
}

/// Of a widget that is in sight, by its name; what waits for an answer is looked into first.
QJsonObject place(const QString& name) {
  QWidgetList from{QApplication::activePopupWidget(), QApplication::activeModalWidget(),
                   QApplication::activeWindow()};
  from << QApplication::topLevelWidgets();
  for (QWidget* top : from) {
    if (top == nullptr || !top->isVisible()) continue;
    QWidgetList found = top->findChildren<QWidget*>(name);
    if (top->objectName() == name) found.prepend(top);
    for (const QWidget* widget : found)
      if (widget->isVisible() && !widget->visibleRegion().isEmpty())
        return {{u"rect"_s, json(placeOf(*widget).intersected(placeOf(*widget->window())))},
                {u"enabled"_s, widget->isEnabled()}};
  }
  return {};
}

/// What is pressed next on the way to an entry of the menus: a title of the menu bar, a menu within one,
/// itself.
QJsonObject entry(const QString& name) {
  const QMainWindow* window = mainWindow();
  QAction* action = window ? window->findChild<QAction*>(name) : nullptr;
  if (action == nullptr) return {};
  bool last = true;
  for (QAction* next = action; next != nullptr; last = false) {
    QMenu* holder = nullptr;
    for (QObject* object : next->associatedObjects()) {
      auto* menu = qobject_cast<QMenu*>(object);
      if (menu && menu->isVisible())
        return {{u"rect"_s, json({menu->mapToGlobal(menu->actionGeometry(next).topLeft()),
                                  menu->actionGeometry(next).size()})},
                {u"last"_s, last}};
      if (auto* bar = qobject_cast<QMenuBar*>(object))
        return {{u"rect"_s, json({bar->mapToGlobal(bar->actionGeometry(next).topLeft()),
                                  bar->actionGeometry(next).size()})},
                {u"last"_s, false}};
      if (menu && menu->parentWidget()) holder = menu;
    }
    next = holder ? holder->menuAction() : nullptr;
  }
  return {};
}

void collect(const QList<QAction*>& actions, QJsonArray& into) {
  for (const QAction* action : actions) {
    if (!action->isVisible() || !action->isEnabled() || action->isSeparator()) continue;
    if (action->menu())
      collect(action->menu()->actions(), into);
    else if (action->objectName().startsWith("action"_L1))
      into << action->objectName();
  }
}

/// Names of what the menus offer now.
QJsonObject actions() {
  QJsonArray names;
  if (const QMainWindow* window = mainWindow()) collect(window->menuBar()->actions(), names);
  return {{u"actions"_s, names}};
}

/// Of what waits for an answer.
QJsonObject buttons() {
  QJsonArray all;
  if (const QWidget* modal = QApplication::activeModalWidget())
    for (const QAbstractButton* button : modal->findChildren<QAbstractButton*>()) {
      if (!button->isVisible() || !button->isEnabled()) continue;
      const auto* box = qobject_cast<const QDialogButtonBox*>(button->parentWidget());
      const bool discards =
          box && box->buttonRole(const_cast<QAbstractButton*>(button)) == QDialogButtonBox::DestructiveRole;
      all << QJsonObject{{u"name"_s, nameOf(button)},
                         {u"text"_s, button->text()},
                         {u"discards"_s, discards},
                         {u"rect"_s, json(placeOf(*button))}};
    }
  return {{u"buttons"_s, all}};
}

/// Whether the file that the next start reads says how all windows stand.
QJsonObject kept() {
  bool all = true;
  for (const QMainWindow* window : mainWindows()) {
    const auto* keeper = window->findChild<QTimer*>(u"layoutKeeper"_s);
    all = all && keeper != nullptr && !keeper->isActive();
  }
  return {{u"kept"_s, all}};
}

QJsonObject answer(const QString& question) {
  const QString about = question.section(u' ', 1);
  if (question == "look"_L1) return look();
  if (question == "kept"_L1) return kept();
  if (question == "actions"_L1) return actions();
  if (question == "buttons"_L1) return buttons();
  if (question.startsWith("place "_L1)) return place(about);
  if (question.startsWith("entry "_L1)) return entry(about);
  return {{u"unknown"_s, question}};
}

class Probe : public QObject {
 public:
  explicit Probe(QObject* parent = nullptr) : QObject(parent) {
    connect(&m_server, &QLocalServer::newConnection, this, [this] {
      QLocalSocket* socket = m_server.nextPendingConnection();
      connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
      connect(socket, &QLocalSocket::readyRead, socket, [socket] {
        while (socket->canReadLine()) {
          QJsonObject said = answer(QString::fromUtf8(socket->readLine()).trimmed());
          said[u"answered"_s] = true;  // also where there is nothing to say
          socket->write(QJsonDocument(said).toJson(QJsonDocument::Compact) + '\n');
        }
        socket->flush();
      });
    });
    QTimer::singleShot(0, this, [this] { m_server.listen(qEnvironmentVariable("ASTROLABE_PROBE")); });
  }

 private:
  QLocalServer m_server;
};

}  // namespace

class ProbePlugin : public QGenericPlugin {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "window_probe.json")

 public:
  QObject* create(const QString&, const QString&) override { return new Probe; }
};

}  // namespace astrolabe::tests

#include "window_probe.moc"
