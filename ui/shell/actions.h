#pragma once
// One table of every action of the window: name, words, keys, icon and menu. Nothing else makes a menu entry.

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>
#include <span>

namespace astrolabe::ui {

/// The menus, in the order of the menu bar.
enum class MenuId { File, Edit, View, Plan, Search, Results, Scenario, Report, Help };

/// One row of the table. Texts are translated in the context "Actions".
struct ActionSpec {
  const char* name;  ///< objectName, stable: "actionRun"
  const char* text;  ///< with mnemonic; "" for a separator
  const char* tip;   ///< status tip: what it does
  const char* keys;  ///< portable key sequences, separated by a blank; "" for none
  const char* icon;  ///< resources/icons/<icon>.svg; "" for none
  MenuId menu;
  bool checkable = false;
  const char* group = "";  ///< name of the submenu it stands in; "" for the menu itself
  const char* about = "";  ///< a name that stands for %1 of the tip
};

/// The name of the action that writes a strategy for a runtime: this, then the id of the runtime.
inline constexpr const char* kLaunchPrefix = "actionLaunch.";

/// The whole table, in the order of the menus; one row for each training runtime that the program ships.
std::span<const ActionSpec> actionTable();
/// The row of an action; null when the table has none of that name.
const ActionSpec* specOf(const QString& name);
/// The keys that the table gives an action.
QList<QKeySequence> keysOf(const ActionSpec& spec);
/// Title of a menu in the language in force.
QString menuTitle(MenuId menu);
/// Title of a submenu named in ActionSpec::group.
QString groupTitle(const QString& group);
/// Words of a menu or a label where no letter is pressed: of "&Save" and of "保存(&S)" alike.
QString withoutLetter(QString text);

/// The actions of one window, made from the table.
class Actions : public QObject {
  Q_OBJECT

 public:
  explicit Actions(QObject* parent = nullptr);
  /// The action of that objectName; never null for a name of the table (asserted).
  QAction* operator[](const char* name) const;
  /// All actions in the order of the table, without separators.
  QList<QAction*> all() const { return m_actions; }

 private:
  QList<QAction*> m_actions;
  QHash<QByteArray, QAction*> m_named;
};

}  // namespace astrolabe::ui
