#include "ui/shell/actions.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>
#include <cassert>

#include "ui/render/icons.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

QString translated(const char* text) { return QCoreApplication::translate("Actions", text); }

}  // namespace

QString withoutLetter(QString text) {
  static const QRegularExpression beside(u" ?\\(&.\\)"_s);  // where a script has no such letter
  return text.remove(beside).remove(u'&');
}

const ActionSpec* specOf(const QString& name) {
  for (const ActionSpec& spec : actionTable())
    if (*spec.name && name == QLatin1StringView(spec.name)) return &spec;
  return nullptr;
}

QList<QKeySequence> keysOf(const ActionSpec& spec) {
  QList<QKeySequence> keys;
  for (const QString& key : QString::fromLatin1(spec.keys).split(u' ', Qt::SkipEmptyParts))
    keys << QKeySequence::fromString(key, QKeySequence::PortableText);
  return keys;
}

QString menuTitle(MenuId menu) {
  switch (menu) {
    case MenuId::File:
      return QCoreApplication::translate("Actions", "&File");
    case MenuId::Edit:
      return QCoreApplication::translate("Actions", "&Edit");
    case MenuId::View:
      return QCoreApplication::translate("Actions", "&View");
    case MenuId::Plan:
      return QCoreApplication::translate("Actions", "&Plan");
    case MenuId::Search:
      return QCoreApplication::translate("Actions", "&Search");
    case MenuId::Results:
      return QCoreApplication::translate("Actions", "&Results");
    case MenuId::Scenario:
      return QCoreApplication::translate("Actions", "Sce&nario");
    case MenuId::Report:
      return QCoreApplication::translate("Actions", "Re&port");
    case MenuId::Help:
      break;
  }
  return QCoreApplication::translate("Actions", "&Help");
}

QString groupTitle(const QString& group) {
  if (group == u"panels"_s) return QCoreApplication::translate("Actions", "&Panels");
  if (group == u"hardware"_s) return QCoreApplication::translate("Actions", "Selected hard&ware");
  if (group == u"arrange"_s) return QCoreApplication::translate("Actions", "Arran&ge");
  if (group == u"launch"_s) return QCoreApplication::translate("Actions", "&Launch settings");
  if (group == u"layer"_s) return QCoreApplication::translate("Actions", "Tile layer");
  if (group == u"theme"_s) return QCoreApplication::translate("Actions", "&Theme");
  return QCoreApplication::translate("Actions", "S&amples");
}

Actions::Actions(QObject* parent) : QObject(parent) {
  auto* themes = new QActionGroup(this);
  auto* goals = new QActionGroup(this);
  auto* layers = new QActionGroup(this);
  for (const ActionSpec& spec : actionTable()) {
    if (!*spec.name) continue;
    auto* action = new QAction(this);
    action->setObjectName(QString::fromLatin1(spec.name));
    action->setText(translated(spec.text));
    const QString tip = translated(spec.tip);
    action->setStatusTip(*spec.about ? tip.arg(QString::fromUtf8(spec.about)) : tip);
    action->setCheckable(spec.checkable);
    const QList<QKeySequence> keys = keysOf(spec);
    action->setShortcuts(keys);
    const QString words = withoutLetter(action->text());
    action->setToolTip(keys.isEmpty()
                           ? words
                           : QCoreApplication::translate("Actions", "%1 (%2)", "action and its keys")
                                 .arg(words, keys.front().toString(QKeySequence::NativeText)));
    if (*spec.icon) action->setIcon(icon(QString::fromLatin1(spec.icon)));
    if (action->objectName().startsWith(u"actionTheme"_s)) themes->addAction(action);
    if (action->objectName().startsWith(u"actionLayer"_s)) layers->addAction(action);
    if (action->objectName().startsWith(u"actionGoal"_s)) goals->addAction(action);
    if (action->objectName() == u"actionQuit"_s) action->setMenuRole(QAction::QuitRole);
    if (action->objectName() == u"actionAbout"_s) action->setMenuRole(QAction::AboutRole);
    m_actions << action;
    m_named.insert(spec.name, action);
  }
}

QAction* Actions::operator[](const char* name) const {
  QAction* action = m_named.value(QByteArray::fromRawData(name, qsizetype(qstrlen(name))));
  assert(action && "no such action in the table");
  return action;
}

}  // namespace astrolabe::ui
