#include "ui/shell/actions.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QHash>
#include <cassert>

#include "ui/render/icons.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

#define WORDS(text) QT_TRANSLATE_NOOP("Actions", text)

constexpr ActionSpec kSeparatorFile{"", "", "", "", "", MenuId::File};
constexpr ActionSpec kSeparatorEdit{"", "", "", "", "", MenuId::Edit};
constexpr ActionSpec kSeparatorView{"", "", "", "", "", MenuId::View};
constexpr ActionSpec kSeparatorPlan{"", "", "", "", "", MenuId::Plan};
constexpr ActionSpec kSeparatorSearch{"", "", "", "", "", MenuId::Search};
constexpr ActionSpec kSeparatorResults{"", "", "", "", "", MenuId::Results};
constexpr ActionSpec kSeparatorHelp{"", "", "", "", "", MenuId::Help};

const ActionSpec kTable[] = {
    // File
    {"actionNew", WORDS("&New"), WORDS("Start an empty plan"), "Ctrl+N", "new", MenuId::File},
    {"actionOpen", WORDS("&Open…"), WORDS("Open a saved plan"), "Ctrl+O", "open", MenuId::File},
    kSeparatorFile,
    {"actionSave", WORDS("&Save"), WORDS("Save the plan"), "Ctrl+S", "save", MenuId::File},
    {"actionSaveAs", WORDS("Save &as…"), WORDS("Save the plan in another file"), "Ctrl+Shift+S", "",
     MenuId::File},
    {"actionPinPlan", WORDS("P&in in the recent plans"), WORDS("Keep this plan first among the recent ones"),
     "", "pin", MenuId::File, true},
    kSeparatorFile,
    {"actionClose", WORDS("&Close"), WORDS("Close this window"), "Ctrl+W", "close", MenuId::File},
    {"actionQuit", WORDS("&Quit"), WORDS("Close every window and quit"), "Ctrl+Q", "", MenuId::File},
    // Edit
    {"actionUndo", WORDS("&Undo"), WORDS("Take back the last change"), "Ctrl+Z", "undo", MenuId::Edit},
    {"actionRedo", WORDS("&Redo"), WORDS("Do the change again"), "Ctrl+Shift+Z Ctrl+Y", "redo", MenuId::Edit},
    kSeparatorEdit,
    {"actionCut", WORDS("Cu&t"), WORDS("Move the selected hardware to the clipboard"), "Ctrl+X", "",
     MenuId::Edit},
    {"actionCopy", WORDS("&Copy"), WORDS("Copy the selected hardware"), "Ctrl+C", "copy", MenuId::Edit},
    {"actionPaste", WORDS("&Paste"), WORDS("Add the hardware of the clipboard"), "Ctrl+V", "", MenuId::Edit},
    {"actionDuplicate", WORDS("&Duplicate"), WORDS("Add the selected hardware once more"), "Ctrl+D", "copy",
     MenuId::Edit},
    {"actionDuplicateTimes", WORDS("Duplicate &n times…"), WORDS("Add the selected hardware several times"),
     "Ctrl+Shift+D", "", MenuId::Edit},
    {"actionDelete", WORDS("De&lete"), WORDS("Remove the selected hardware"), "Del", "", MenuId::Edit},
    {"actionRename", WORDS("Rena&me"), WORDS("Give the selected hardware another name"), "F2", "",
     MenuId::Edit},
    {"actionSelectAll", WORDS("Select &all"), WORDS("Select all hardware on the canvas"), "Ctrl+A", "",
     MenuId::Edit},
    {"actionNewNote", WORDS("Ne&w note…"), WORDS("Put a note on the canvas"), "", "note", MenuId::Edit},
    {"actionAlignLeft", WORDS("&Left edges"), WORDS("Put the selected tiles on the leftmost edge"), "", "",
     MenuId::Edit, false, "arrange"},
    {"actionAlignCentre", WORDS("&Centres"), WORDS("Put the selected tiles below each other"), "", "",
     MenuId::Edit, false, "arrange"},
    {"actionAlignRight", WORDS("&Right edges"), WORDS("Put the selected tiles on the rightmost edge"), "", "",
     MenuId::Edit, false, "arrange"},
    {"actionAlignTop", WORDS("&Top edges"), WORDS("Put the selected tiles on the topmost edge"), "", "",
     MenuId::Edit, false, "arrange"},
    {"actionAlignMiddle", WORDS("&Middles"), WORDS("Put the selected tiles beside each other"), "", "",
     MenuId::Edit, false, "arrange"},
    {"actionAlignBottom", WORDS("&Bottom edges"), WORDS("Put the selected tiles on the lowest edge"), "", "",
     MenuId::Edit, false, "arrange"},
    {"actionDistributeAcross", WORDS("Equal distances &across"),
     WORDS("Give the selected tiles equal distances from left to right"), "", "", MenuId::Edit, false,
     "arrange"},
    {"actionDistributeDown", WORDS("Equal distances &down"),
     WORDS("Give the selected tiles equal distances from top to bottom"), "", "", MenuId::Edit, false,
     "arrange"},
    kSeparatorEdit,
    {"actionFind", WORDS("&Find hardware"), WORDS("Search the hardware palette"), "Ctrl+F", "search",
     MenuId::Edit},
    kSeparatorEdit,
    {"actionPreferences", WORDS("Pr&eferences…"), WORDS("Theme, text size, language"), "Ctrl+,", "",
     MenuId::Edit},
    // View
    {"actionZoomIn", WORDS("Zoom &in"), WORDS("Enlarge the cluster"), "Ctrl++ Ctrl+=", "plus", MenuId::View},
    {"actionZoomOut", WORDS("Zoom &out"), WORDS("Shrink the cluster"), "Ctrl+-", "minus", MenuId::View},
    {"actionZoomReset", WORDS("&Actual size"), WORDS("Show the cluster at 100 %"), "Ctrl+0", "",
     MenuId::View},
    {"actionZoomFit", WORDS("&Fit all"), WORDS("Show the whole cluster"), "Ctrl+9", "fit", MenuId::View},
    {"actionZoomSelection", WORDS("Fit sele&ction"), WORDS("Show the selected hardware"), "Ctrl+8", "",
     MenuId::View},
    kSeparatorView,
    {"actionShowPalette", WORDS("&Hardware"), WORDS("Show or hide the hardware palette"), "", "",
     MenuId::View, true, "panels"},
    {"actionShowOutline", WORDS("&Outline"), WORDS("Show or hide the cluster as a table"), "", "",
     MenuId::View, true, "panels"},
    {"actionShowModel", WORDS("&Model"), WORDS("Show or hide the model panel"), "", "", MenuId::View, true,
     "panels"},
    {"actionShowGoal", WORDS("&Goal"), WORDS("Show or hide the goal panel"), "", "", MenuId::View, true,
     "panels"},
    {"actionShowResults", WORDS("&Results"), WORDS("Show or hide the results"), "", "", MenuId::View, true,
     "panels"},
    {"actionDocks", WORDS("All pane&ls"), WORDS("Show or hide all panels around the cluster"), "F9", "",
     MenuId::View, true},
    {"actionResetLayout", WORDS("R&eset layout"), WORDS("Put every panel back where it was at first"), "", "",
     MenuId::View},
    {"actionNextPanel", WORDS("Ne&xt panel"), WORDS("Move the focus to the next panel"), "F6", "",
     MenuId::View},
    {"actionPreviousPanel", WORDS("Pre&vious panel"), WORDS("Move the focus to the previous panel"),
     "Shift+F6", "", MenuId::View},
    kSeparatorView,
    {"actionLayerPrice", WORDS("&Price"), WORDS("Tiles show what they cost"), "", "", MenuId::View, true,
     "layer"},
    {"actionLayerPower", WORDS("P&ower"), WORDS("Tiles show what they draw"), "", "", MenuId::View, true,
     "layer"},
    {"actionLayerMemory", WORDS("&Memory"), WORDS("Tiles show how full their memory is"), "", "",
     MenuId::View, true, "layer"},
    {"actionLayerStage", WORDS("&Stage"), WORDS("Tiles show their stage of the pipeline"), "", "",
     MenuId::View, true, "layer"},
    {"actionThemeSystem", WORDS("As the &system"), WORDS("Light or dark as the desktop is"), "", "",
     MenuId::View, true, "theme"},
    {"actionThemeLight", WORDS("&Light"), WORDS("Dark text on a light ground"), "", "", MenuId::View, true,
     "theme"},
    {"actionThemeDark", WORDS("&Dark"), WORDS("Light text on a dark ground"), "", "", MenuId::View, true,
     "theme"},
    {"actionThemeHighContrast", WORDS("&High contrast"), WORDS("Black on white or white on black"), "", "",
     MenuId::View, true, "theme"},
    {"actionToggleTheme", WORDS("S&witch light and dark"),
     WORDS("Change between the light and the dark theme"), "Ctrl+Shift+L", "", MenuId::View},
    {"actionFullScreen", WORDS("F&ull screen"), WORDS("Fill the whole screen"), "F11", "", MenuId::View,
     true},
    // Plan
    {"actionLoadModel", WORDS("&Load model…"), WORDS("Read a model from a config.json or a folder with one"),
     "Ctrl+L", "model", MenuId::Plan},
    {"actionChoosePreset", WORDS("&Choose a preset…"), WORDS("Take one of the built-in models"), "Ctrl+M", "",
     MenuId::Plan},
    kSeparatorPlan,
    {"actionNewGpuType", WORDS("New &GPU type…"), WORDS("Enter a GPU of your own"), "", "chip", MenuId::Plan},
    {"actionEditCopy", WORDS("&Edit a copy…"), WORDS("Change the figures of the chosen GPU type in a copy"),
     "", "", MenuId::Plan},
    {"actionImportPrices", WORDS("&Import prices…"), WORDS("Take prices from a table"), "", "", MenuId::Plan},
    kSeparatorPlan,
    {"actionGoalFastest", WORDS("Goal: &fastest"), WORDS("Look for the highest throughput"), "", "",
     MenuId::Plan, true},
    {"actionGoalBestValue", WORDS("Goal: best &value"), WORDS("Look for the lowest cost per trillion tokens"),
     "", "", MenuId::Plan, true},
    {"actionJobDetails", WORDS("&All limits of the job…"),
     WORDS("Ranges of settings, GPUs, cost, reliability"), "", "", MenuId::Plan},
    // Search
    {"actionRun", WORDS("&Run"), WORDS("Search the best strategy for this plan"), "Ctrl+Return", "play",
     MenuId::Search},
    {"actionPause", WORDS("&Pause"), WORDS("Let the search wait, or go on"), "Ctrl+Shift+Return", "pause",
     MenuId::Search},
    {"actionStop", WORDS("&Stop"), WORDS("End the search and keep all it found"), "Ctrl+.", "stop",
     MenuId::Search},
    kSeparatorSearch,
    {"actionLive", WORDS("Search while I &edit"), WORDS("Every change starts the search again"), "", "",
     MenuId::Search, true},
    // Results
    {"actionResultsTab1", WORDS("Tab &1"), WORDS("Show the first view of the results"), "Alt+1", "",
     MenuId::Results},
    {"actionResultsTab2", WORDS("Tab &2"), WORDS("Show the second view of the results"), "Alt+2", "",
     MenuId::Results},
    {"actionResultsTab3", WORDS("Tab &3"), WORDS("Show the third view of the results"), "Alt+3", "",
     MenuId::Results},
    {"actionResultsTab4", WORDS("Tab &4"), WORDS("Show the fourth view of the results"), "Alt+4", "",
     MenuId::Results},
    {"actionResultsTab5", WORDS("Tab &5"), WORDS("Show the fifth view of the results"), "Alt+5", "",
     MenuId::Results},
    kSeparatorResults,
    {"actionFilter", WORDS("&Filter the ranking"), WORDS("Show only rows that fit what is typed"),
     "Ctrl+Shift+F", "filter", MenuId::Results},
    {"actionShowRejected", WORDS("Show &rejected"),
     WORDS("List the strategies nearest to being possible, each with its reason"), "", "", MenuId::Results,
     true},
    {"actionPin", WORDS("&Pin"), WORDS("Keep the selected rows on top, or let them go"), "", "pin",
     MenuId::Results},
    {"actionCompare", WORDS("&Compare"), WORDS("Hold the selected strategy beside the best, or end that"), "",
     "compare", MenuId::Results},
    {"actionMyLayout", WORDS("My &layout…"), WORDS("Type a strategy, or edit the selected one, and rank it"),
     "Ctrl+Shift+M", "plus", MenuId::Results},
    {"actionRemoveLayout", WORDS("Re&move my layout"), WORDS("Take the selected strategy of mine out again"),
     "", "", MenuId::Results},
    {"actionShowAsTable", WORDS("Show as &table"), WORDS("The numbers of the plot in front as a table"),
     "Ctrl+Shift+T", "cols", MenuId::Results},
    kSeparatorResults,
    {"actionCopyFigure", WORDS("C&opy the plot"),
     WORDS("Put the plot in front on the clipboard as a picture"), "", "copy", MenuId::Results},
    {"actionExportView", WORDS("&Export view…"),
     WORDS("Write the view in front: a plot as SVG, PDF or PNG, the ranking as CSV"), "Ctrl+E", "export",
     MenuId::Results},
    // Report
    {"actionExportReport", WORDS("&Report as PDF…"), WORDS("Write the report of the best strategy"), "",
     "report", MenuId::Report},
    {"actionPrintPreview", WORDS("Print pre&view…"), WORDS("Look at the report's pages before printing"), "",
     "", MenuId::Report},
    {"actionPrint", WORDS("&Print…"), WORDS("Print the report"), "Ctrl+P", "", MenuId::Report},
    {"actionExportRanking", WORDS("Ranking as &CSV…"), WORDS("Write the rows of the ranking as they stand"),
     "", "", MenuId::Report},
    {"actionExportCanvas", WORDS("C&luster as picture…"), WORDS("Write the cluster as SVG, PDF or PNG"), "",
     "", MenuId::Report},
    {"actionExportJson", WORDS("&Answer as JSON…"), WORDS("Write the answer as the command line prints it"),
     "", "export", MenuId::Report},
    {"actionExportTrace", WORDS("&Timeline as trace…"), WORDS("Write the timeline for trace viewers"), "", "",
     MenuId::Report},
    // Help
    {"actionSampleTwoGenerations", WORDS("&Two generations"),
     WORDS("Llama-3.1-70B on 4 nodes of 8 H100 and 4 nodes of 8 A100"), "", "", MenuId::Help, false,
     "samples"},
    {"actionSampleSmall", WORDS("&Small"), WORDS("Llama-3.1-8B on one node of 8 H100"), "", "", MenuId::Help,
     false, "samples"},
    {"actionSampleHomogeneous", WORDS("&One kind of GPU"), WORDS("Llama-3.1-70B on 16 nodes of 8 H100"), "",
     "", MenuId::Help, false, "samples"},
    {"actionSampleBestValue", WORDS("&Best value"),
     WORDS("Which of 64 GPUs of two kinds give the most for the money"), "", "", MenuId::Help, false,
     "samples"},
    {"actionSampleDoesNotFit", WORDS("&Does not fit"),
     WORDS("Llama-3.1-70B on 16 GPUs without recomputation"), "", "", MenuId::Help, false, "samples"},
    {"actionHints", WORDS("H&ints"), WORDS("Show the four hints of the first start"), "", "", MenuId::Help},
    {"actionCommandSearch", WORDS("&Command search…"), WORDS("Find anything the window can do by typing"),
     "Ctrl+K", "search", MenuId::Help},
    {"actionAccuracy", WORDS("&How accurate?"),
     WORDS("Predictions of published runs against what was measured"), "", "", MenuId::Help},
    {"actionShortcuts", WORDS("&Shortcuts"), WORDS("Every action with its keys"), "Ctrl+?", "", MenuId::Help},
    kSeparatorHelp,
    {"actionAbout", WORDS("&About Astrolabe"), WORDS("Version, licence and data sources"), "", "info",
     MenuId::Help},
};

#undef WORDS

QString translated(const char* text) { return QCoreApplication::translate("Actions", text); }

}  // namespace

std::span<const ActionSpec> actionTable() { return kTable; }

const ActionSpec* specOf(const QString& name) {
  for (const ActionSpec& spec : kTable)
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
    case MenuId::Report:
      return QCoreApplication::translate("Actions", "Re&port");
    case MenuId::Help:
      break;
  }
  return QCoreApplication::translate("Actions", "&Help");
}

QString groupTitle(const QString& group) {
  if (group == u"panels"_s) return QCoreApplication::translate("Actions", "&Panels");
  if (group == u"arrange"_s) return QCoreApplication::translate("Actions", "Arran&ge");
  if (group == u"layer"_s) return QCoreApplication::translate("Actions", "Layer of the tiles");
  if (group == u"theme"_s) return QCoreApplication::translate("Actions", "&Theme");
  return QCoreApplication::translate("Actions", "S&amples");
}

Actions::Actions(QObject* parent) : QObject(parent) {
  auto* themes = new QActionGroup(this);
  auto* goals = new QActionGroup(this);
  auto* layers = new QActionGroup(this);
  for (const ActionSpec& spec : kTable) {
    if (!*spec.name) continue;
    auto* action = new QAction(this);
    action->setObjectName(QString::fromLatin1(spec.name));
    action->setText(translated(spec.text));
    action->setStatusTip(translated(spec.tip));
    action->setCheckable(spec.checkable);
    const QList<QKeySequence> keys = keysOf(spec);
    action->setShortcuts(keys);
    const QString words = action->text().remove(u'&');
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
  }
}

QAction* Actions::operator[](const char* name) const {
  for (QAction* action : m_actions)
    if (action->objectName() == QLatin1StringView(name)) return action;
  assert(false && "no such action in the table");
  return nullptr;
}

}  // namespace astrolabe::ui
