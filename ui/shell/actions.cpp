#include "ui/shell/actions.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QHash>
#include <cassert>

#include "ui/render/icons.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr ActionSpec kSeparatorFile{"", "", "", "", "", MenuId::File};
constexpr ActionSpec kSeparatorEdit{"", "", "", "", "", MenuId::Edit};
constexpr ActionSpec kSeparatorView{"", "", "", "", "", MenuId::View};
constexpr ActionSpec kSeparatorPlan{"", "", "", "", "", MenuId::Plan};
constexpr ActionSpec kSeparatorSearch{"", "", "", "", "", MenuId::Search};
constexpr ActionSpec kSeparatorResults{"", "", "", "", "", MenuId::Results};
constexpr ActionSpec kSeparatorHelp{"", "", "", "", "", MenuId::Help};

const ActionSpec kTable[] = {
    // File
    {"actionNew", QT_TRANSLATE_NOOP("Actions", "&New"), QT_TRANSLATE_NOOP("Actions", "Start an empty plan"),
     "Ctrl+N", "new", MenuId::File},
    {"actionOpen", QT_TRANSLATE_NOOP("Actions", "&Open…"), QT_TRANSLATE_NOOP("Actions", "Open a saved plan"),
     "Ctrl+O", "open", MenuId::File},
    kSeparatorFile,
    {"actionSave", QT_TRANSLATE_NOOP("Actions", "&Save"), QT_TRANSLATE_NOOP("Actions", "Save the plan"),
     "Ctrl+S", "save", MenuId::File},
    {"actionSaveAs", QT_TRANSLATE_NOOP("Actions", "Save &as…"),
     QT_TRANSLATE_NOOP("Actions", "Save the plan in another file"), "Ctrl+Shift+S", "", MenuId::File},
    {"actionPinPlan", QT_TRANSLATE_NOOP("Actions", "P&in in the recent plans"),
     QT_TRANSLATE_NOOP("Actions", "Keep this plan first among the recent ones"), "", "pin", MenuId::File,
     true},
    kSeparatorFile,
    {"actionClose", QT_TRANSLATE_NOOP("Actions", "&Close"), QT_TRANSLATE_NOOP("Actions", "Close this window"),
     "Ctrl+W", "close", MenuId::File},
    {"actionQuit", QT_TRANSLATE_NOOP("Actions", "&Quit"),
     QT_TRANSLATE_NOOP("Actions", "Close every window and quit"), "Ctrl+Q", "", MenuId::File},
    // Edit
    {"actionUndo", QT_TRANSLATE_NOOP("Actions", "&Undo"),
     QT_TRANSLATE_NOOP("Actions", "Take back the last change"), "Ctrl+Z", "undo", MenuId::Edit},
    {"actionRedo", QT_TRANSLATE_NOOP("Actions", "&Redo"), QT_TRANSLATE_NOOP("Actions", "Do the change again"),
     "Ctrl+Shift+Z Ctrl+Y", "redo", MenuId::Edit},
    kSeparatorEdit,
    {"actionCut", QT_TRANSLATE_NOOP("Actions", "Cu&t"),
     QT_TRANSLATE_NOOP("Actions", "Move the selected pools, racks and notes to the clipboard"), "Ctrl+X", "",
     MenuId::Edit},
    {"actionCopy", QT_TRANSLATE_NOOP("Actions", "&Copy"),
     QT_TRANSLATE_NOOP("Actions", "Copy the selected pools, racks and notes"), "Ctrl+C", "copy",
     MenuId::Edit},
    {"actionPaste", QT_TRANSLATE_NOOP("Actions", "&Paste"),
     QT_TRANSLATE_NOOP("Actions", "Add what the clipboard holds to the cluster"), "Ctrl+V", "", MenuId::Edit},
    {"actionDuplicate", QT_TRANSLATE_NOOP("Actions", "&Duplicate"),
     QT_TRANSLATE_NOOP("Actions", "Add the selected pools, racks and notes once more"), "Ctrl+D", "copy",
     MenuId::Edit},
    {"actionDuplicateTimes", QT_TRANSLATE_NOOP("Actions", "Duplicate &n times…"),
     QT_TRANSLATE_NOOP("Actions", "Add the selected pools, racks and notes several times"), "Ctrl+Shift+D",
     "", MenuId::Edit},
    {"actionDelete", QT_TRANSLATE_NOOP("Actions", "De&lete"),
     QT_TRANSLATE_NOOP("Actions", "Remove the selected hardware"), "Del", "", MenuId::Edit},
    {"actionRename", QT_TRANSLATE_NOOP("Actions", "Rena&me"),
     QT_TRANSLATE_NOOP("Actions", "Give the selected hardware another name"), "F2", "", MenuId::Edit},
    {"actionSelectAll", QT_TRANSLATE_NOOP("Actions", "Select &all"),
     QT_TRANSLATE_NOOP("Actions", "Select all hardware on the canvas"), "Ctrl+A", "", MenuId::Edit},
    {"actionNewNote", QT_TRANSLATE_NOOP("Actions", "Ne&w note…"),
     QT_TRANSLATE_NOOP("Actions", "Put a note on the canvas"), "", "note", MenuId::Edit},
    {"actionGroup", QT_TRANSLATE_NOOP("Actions", "Group &into a rack"),
     QT_TRANSLATE_NOOP("Actions", "Put the selected pools into a rack"), "Ctrl+Shift+G", "rack",
     MenuId::Edit},
    {"actionUngroup", QT_TRANSLATE_NOOP("Actions", "Ungr&oup"),
     QT_TRANSLATE_NOOP("Actions", "Dissolve the selected racks"), "Ctrl+Shift+U", "", MenuId::Edit},
    {"actionExpand", QT_TRANSLATE_NOOP("Actions", "E&xpand into single nodes"),
     QT_TRANSLATE_NOOP("Actions", "Give each node of the selected tiles a tile of its own"), "Ctrl+]", "",
     MenuId::Edit},
    {"actionCollapse", QT_TRANSLATE_NOOP("Actions", "Collapse identical node&s"),
     QT_TRANSLATE_NOOP("Actions", "Make one tile of selected tiles with identical nodes"), "Ctrl+[", "",
     MenuId::Edit},
    {"actionChangeGpus", QT_TRANSLATE_NOOP("Actions", "Change GPU &type…"),
     QT_TRANSLATE_NOOP("Actions", "Give the selected pools other GPUs"), "", "", MenuId::Edit, false,
     "hardware"},
    {"actionNodeCount", QT_TRANSLATE_NOOP("Actions", "&Number of nodes…"),
     QT_TRANSLATE_NOOP("Actions", "How many nodes the selected pool has"), "", "", MenuId::Edit, false,
     "hardware"},
    {"actionPriceOverride", QT_TRANSLATE_NOOP("Actions", "&Price override…"),
     QT_TRANSLATE_NOOP("Actions", "Your own price of a GPU hour of the selected pool"), "", "", MenuId::Edit,
     false, "hardware"},
    {"actionNodeNetwork", QT_TRANSLATE_NOOP("Actions", "Net&work…"),
     QT_TRANSLATE_NOOP("Actions", "Bandwidth of a node of the selected pool"), "", "net", MenuId::Edit, false,
     "hardware"},
    {"actionNetworkReduction", QT_TRANSLATE_NOOP("Actions", "&Switches add up gradients"),
     QT_TRANSLATE_NOOP("Actions",
                       "The network of the selected pools sums in its switches (SHARP), and that "
                       "is switched on"),
     "", "", MenuId::Edit, true, "hardware"},
    {"actionPowerLimit", QT_TRANSLATE_NOOP("Actions", "GPU power &limit…"),
     QT_TRANSLATE_NOOP("Actions", "Watts that each GPU of the selected pool is held at"), "", "",
     MenuId::Edit, false, "hardware"},
    {"actionHostMemory", QT_TRANSLATE_NOOP("Actions", "&Host memory…"),
     QT_TRANSLATE_NOOP("Actions", "Memory of a node's host, for what leaves the GPUs of the selected pool"),
     "", "", MenuId::Edit, false, "hardware"},
    {"actionExclude", QT_TRANSLATE_NOOP("Actions", "L&eave out of the search"),
     QT_TRANSLATE_NOOP("Actions", "Leave the selected pools out of the search, or take them in again"), "",
     "", MenuId::Edit, true, "hardware"},
    {"actionAlignLeft", QT_TRANSLATE_NOOP("Actions", "&Left edges"),
     QT_TRANSLATE_NOOP("Actions", "Put the selected tiles on the leftmost edge"), "", "", MenuId::Edit, false,
     "arrange"},
    {"actionAlignCentre", QT_TRANSLATE_NOOP("Actions", "&Centres"),
     QT_TRANSLATE_NOOP("Actions", "Put the selected tiles below each other"), "", "", MenuId::Edit, false,
     "arrange"},
    {"actionAlignRight", QT_TRANSLATE_NOOP("Actions", "&Right edges"),
     QT_TRANSLATE_NOOP("Actions", "Put the selected tiles on the rightmost edge"), "", "", MenuId::Edit,
     false, "arrange"},
    {"actionAlignTop", QT_TRANSLATE_NOOP("Actions", "&Top edges"),
     QT_TRANSLATE_NOOP("Actions", "Put the selected tiles on the topmost edge"), "", "", MenuId::Edit, false,
     "arrange"},
    {"actionAlignMiddle", QT_TRANSLATE_NOOP("Actions", "&Middles"),
     QT_TRANSLATE_NOOP("Actions", "Put the selected tiles beside each other"), "", "", MenuId::Edit, false,
     "arrange"},
    {"actionAlignBottom", QT_TRANSLATE_NOOP("Actions", "&Bottom edges"),
     QT_TRANSLATE_NOOP("Actions", "Put the selected tiles on the lowest edge"), "", "", MenuId::Edit, false,
     "arrange"},
    {"actionDistributeAcross", QT_TRANSLATE_NOOP("Actions", "Equal distances &across"),
     QT_TRANSLATE_NOOP("Actions", "Give the selected tiles equal distances from left to right"), "", "",
     MenuId::Edit, false, "arrange"},
    {"actionDistributeDown", QT_TRANSLATE_NOOP("Actions", "Equal distances &down"),
     QT_TRANSLATE_NOOP("Actions", "Give the selected tiles equal distances from top to bottom"), "", "",
     MenuId::Edit, false, "arrange"},
    kSeparatorEdit,
    {"actionFind", QT_TRANSLATE_NOOP("Actions", "&Find hardware"),
     QT_TRANSLATE_NOOP("Actions", "Search the hardware palette"), "Ctrl+F", "search", MenuId::Edit},
    kSeparatorEdit,
    {"actionGoToNode", QT_TRANSLATE_NOOP("Actions", "&Go to node…"),
     QT_TRANSLATE_NOOP("Actions", "Select a tile by its name and show it"), "Ctrl+G", "", MenuId::Edit},
    {"actionShowInResults", QT_TRANSLATE_NOOP("Actions", "S&how in results"),
     QT_TRANSLATE_NOOP("Actions", "Only strategies that use the selected pools"), "", "", MenuId::Edit},
    {"actionProperties", QT_TRANSLATE_NOOP("Actions", "&View properties…"),
     QT_TRANSLATE_NOOP("Actions", "Everything that is known of the selected pool, with its sources"),
     "Alt+Return", "", MenuId::Edit},
    kSeparatorEdit,
    {"actionPreferences", QT_TRANSLATE_NOOP("Actions", "Pr&eferences…"),
     QT_TRANSLATE_NOOP("Actions", "Theme, text size, language"), "Ctrl+,", "", MenuId::Edit},
    // View
    {"actionZoomIn", QT_TRANSLATE_NOOP("Actions", "Zoom &in"),
     QT_TRANSLATE_NOOP("Actions", "Enlarge the cluster"), "Ctrl++ Ctrl+=", "plus", MenuId::View},
    {"actionZoomOut", QT_TRANSLATE_NOOP("Actions", "Zoom &out"),
     QT_TRANSLATE_NOOP("Actions", "Shrink the cluster"), "Ctrl+-", "minus", MenuId::View},
    {"actionZoomReset", QT_TRANSLATE_NOOP("Actions", "&Actual size"),
     QT_TRANSLATE_NOOP("Actions", "Show the cluster at 100 %"), "Ctrl+0", "", MenuId::View},
    {"actionZoomFit", QT_TRANSLATE_NOOP("Actions", "&Fit all"),
     QT_TRANSLATE_NOOP("Actions", "Show the whole cluster"), "Ctrl+9", "fit", MenuId::View},
    {"actionZoomSelection", QT_TRANSLATE_NOOP("Actions", "Fit sele&ction"),
     QT_TRANSLATE_NOOP("Actions", "Show the selected hardware"), "Ctrl+8", "", MenuId::View},
    kSeparatorView,
    {"actionShowPalette", QT_TRANSLATE_NOOP("Actions", "&Hardware"),
     QT_TRANSLATE_NOOP("Actions", "Show or hide the hardware palette"), "", "", MenuId::View, true, "panels"},
    {"actionShowOutline", QT_TRANSLATE_NOOP("Actions", "&Outline"),
     QT_TRANSLATE_NOOP("Actions", "Show or hide the cluster as a table"), "", "", MenuId::View, true,
     "panels"},
    {"actionShowModel", QT_TRANSLATE_NOOP("Actions", "&Model"),
     QT_TRANSLATE_NOOP("Actions", "Show or hide the model panel"), "", "", MenuId::View, true, "panels"},
    {"actionShowGoal", QT_TRANSLATE_NOOP("Actions", "&Goal"),
     QT_TRANSLATE_NOOP("Actions", "Show or hide the goal panel"), "", "", MenuId::View, true, "panels"},
    {"actionShowResults", QT_TRANSLATE_NOOP("Actions", "&Results"),
     QT_TRANSLATE_NOOP("Actions", "Show or hide the results"), "", "", MenuId::View, true, "panels"},
    {"actionDocks", QT_TRANSLATE_NOOP("Actions", "All pane&ls"),
     QT_TRANSLATE_NOOP("Actions", "Show or hide all panels around the cluster"), "F9", "", MenuId::View,
     true},
    {"actionResetLayout", QT_TRANSLATE_NOOP("Actions", "R&eset layout"),
     QT_TRANSLATE_NOOP("Actions", "Put every panel back where it was at first"), "", "", MenuId::View},
    {"actionNextPanel", QT_TRANSLATE_NOOP("Actions", "Ne&xt panel"),
     QT_TRANSLATE_NOOP("Actions", "Move the focus to the next panel"), "F6", "", MenuId::View},
    {"actionPreviousPanel", QT_TRANSLATE_NOOP("Actions", "Pre&vious panel"),
     QT_TRANSLATE_NOOP("Actions", "Move the focus to the previous panel"), "Shift+F6", "", MenuId::View},
    kSeparatorView,
    {"actionLayerPrice", QT_TRANSLATE_NOOP("Actions", "&Price"),
     QT_TRANSLATE_NOOP("Actions", "Tiles show what they cost"), "", "", MenuId::View, true, "layer"},
    {"actionLayerPower", QT_TRANSLATE_NOOP("Actions", "P&ower"),
     QT_TRANSLATE_NOOP("Actions", "Tiles show what they draw"), "", "", MenuId::View, true, "layer"},
    {"actionLayerMemory", QT_TRANSLATE_NOOP("Actions", "&Memory"),
     QT_TRANSLATE_NOOP("Actions", "Tiles show how full their memory is"), "", "", MenuId::View, true,
     "layer"},
    {"actionLayerStage", QT_TRANSLATE_NOOP("Actions", "&Stage"),
     QT_TRANSLATE_NOOP("Actions", "Tiles show their stage of the pipeline"), "", "", MenuId::View, true,
     "layer"},
    {"actionLayerShare", QT_TRANSLATE_NOOP("Actions", "S&hare"),
     QT_TRANSLATE_NOOP("Actions", "Tiles show their share of the distributed program"), "", "", MenuId::View,
     true, "layer"},
    {"actionLayerUtilisation", QT_TRANSLATE_NOOP("Actions", "&Utilisation"),
     QT_TRANSLATE_NOOP("Actions", "Tiles show how busy the selected strategy keeps them"), "", "",
     MenuId::View, true, "layer"},
    {"actionThemeSystem", QT_TRANSLATE_NOOP("Actions", "As the &system"),
     QT_TRANSLATE_NOOP("Actions", "Light or dark as the desktop is"), "", "", MenuId::View, true, "theme"},
    {"actionThemeLight", QT_TRANSLATE_NOOP("Actions", "&Light"),
     QT_TRANSLATE_NOOP("Actions", "Dark text on a light ground"), "", "", MenuId::View, true, "theme"},
    {"actionThemeDark", QT_TRANSLATE_NOOP("Actions", "&Dark"),
     QT_TRANSLATE_NOOP("Actions", "Light text on a dark ground"), "", "", MenuId::View, true, "theme"},
    {"actionThemeHighContrast", QT_TRANSLATE_NOOP("Actions", "&High contrast"),
     QT_TRANSLATE_NOOP("Actions", "Black on white or white on black"), "", "", MenuId::View, true, "theme"},
    {"actionToggleTheme", QT_TRANSLATE_NOOP("Actions", "S&witch light and dark"),
     QT_TRANSLATE_NOOP("Actions", "Change between the light and the dark theme"), "Ctrl+Shift+L", "",
     MenuId::View},
    {"actionPresent", QT_TRANSLATE_NOOP("Actions", "&Present"),
     QT_TRANSLATE_NOOP("Actions", "Show the answer page by page on the whole screen"), "F5", "present",
     MenuId::View},
    {"actionFullScreen", QT_TRANSLATE_NOOP("Actions", "F&ull screen"),
     QT_TRANSLATE_NOOP("Actions", "Fill the whole screen"), "F11", "", MenuId::View, true},
    // Plan
    {"actionLoadModel", QT_TRANSLATE_NOOP("Actions", "&Load model…"),
     QT_TRANSLATE_NOOP(
         "Actions",
         "Read a model from a config.json or its folder, an ONNX file or arguments of Megatron-LM"),
     "Ctrl+L", "model", MenuId::Plan},
    {"actionChoosePreset", QT_TRANSLATE_NOOP("Actions", "&Choose a preset…"),
     QT_TRANSLATE_NOOP("Actions", "Take one of the built-in models"), "Ctrl+M", "", MenuId::Plan},
    {"actionDescribeModel", QT_TRANSLATE_NOOP("Actions", "Descri&be a model by hand…"),
     QT_TRANSLATE_NOOP("Actions", "Type the numbers of a dense or MoE decoder transformer"), "", "",
     MenuId::Plan},
    kSeparatorPlan,
    {"actionNewGpuType", QT_TRANSLATE_NOOP("Actions", "New &GPU type…"),
     QT_TRANSLATE_NOOP("Actions", "Enter a GPU of your own"), "", "chip", MenuId::Plan},
    {"actionEditCopy", QT_TRANSLATE_NOOP("Actions", "&Edit a copy…"),
     QT_TRANSLATE_NOOP("Actions", "Change the figures of the chosen GPU type in a copy"), "", "",
     MenuId::Plan},
    {"actionImportPrices", QT_TRANSLATE_NOOP("Actions", "&Import prices…"),
     QT_TRANSLATE_NOOP("Actions", "Take prices from a table"), "", "", MenuId::Plan},
    kSeparatorPlan,
    {"actionGoalFastest", QT_TRANSLATE_NOOP("Actions", "Goal: &fastest"),
     QT_TRANSLATE_NOOP("Actions", "Look for the highest throughput"), "", "", MenuId::Plan, true},
    {"actionGoalMixed", QT_TRANSLATE_NOOP("Actions", "Goal: &mixed GPUs"),
     QT_TRANSLATE_NOOP("Actions", "Look for the best split of unequal GPUs; some may stay unused"), "", "",
     MenuId::Plan, true},
    {"actionGoalBestValue", QT_TRANSLATE_NOOP("Actions", "Goal: best &value"),
     QT_TRANSLATE_NOOP("Actions", "Look for the lowest cost per trillion tokens"), "", "", MenuId::Plan,
     true},
    {"actionGoalSmallest", QT_TRANSLATE_NOOP("Actions", "Goal: &smallest cluster that fits"),
     QT_TRANSLATE_NOOP("Actions", "Look for the fewest GPUs"), "", "", MenuId::Plan, true},
    {"actionGoalBoth", QT_TRANSLATE_NOOP("Actions", "Goal: speed an&d cost"),
     QT_TRANSLATE_NOOP("Actions", "Look for every strategy that no other beats in both speed and money"), "",
     "", MenuId::Plan, true},
    {"actionGoalInTime", QT_TRANSLATE_NOOP("Actions", "Goal: c&heapest that meets the deadline"),
     QT_TRANSLATE_NOOP("Actions", "Look for the cheapest GPUs that are done within the deadline"), "", "",
     MenuId::Plan, true},
    {"actionJobDetails", QT_TRANSLATE_NOOP("Actions", "&All limits of the job…"),
     QT_TRANSLATE_NOOP("Actions", "Ranges of settings, GPUs, cost, reliability"), "", "", MenuId::Plan},
    {"actionRules", QT_TRANSLATE_NOOP("Actions", "R&ules…"),
     QT_TRANSLATE_NOOP("Actions", "Which strategies are left out, and why; rules of one's own"),
     "Ctrl+Shift+R", "key", MenuId::Plan},
    // Search
    {"actionRun", QT_TRANSLATE_NOOP("Actions", "&Run"),
     QT_TRANSLATE_NOOP("Actions", "Search the best strategy for this plan"), "Ctrl+Return", "play",
     MenuId::Search},
    {"actionPause", QT_TRANSLATE_NOOP("Actions", "&Pause"),
     QT_TRANSLATE_NOOP("Actions", "Let the search wait, or go on"), "Ctrl+Shift+Return", "pause",
     MenuId::Search},
    {"actionStop", QT_TRANSLATE_NOOP("Actions", "&Stop"),
     QT_TRANSLATE_NOOP("Actions", "End the search and keep all it found"), "Ctrl+.", "stop", MenuId::Search},
    kSeparatorSearch,
    {"actionLive", QT_TRANSLATE_NOOP("Actions", "Search while I &edit"),
     QT_TRANSLATE_NOOP("Actions", "Every change starts the search again"), "", "", MenuId::Search, true},
    {"actionSearchLimit", QT_TRANSLATE_NOOP("Actions", "Search &limit…"),
     QT_TRANSLATE_NOOP("Actions", "End every search after so many seconds, with the best so far"), "",
     "clock", MenuId::Search},
    // Results
    {"actionResultsTab1", QT_TRANSLATE_NOOP("Actions", "Tab &1"),
     QT_TRANSLATE_NOOP("Actions", "Show the first view of the results"), "Alt+1", "", MenuId::Results},
    {"actionResultsTab2", QT_TRANSLATE_NOOP("Actions", "Tab &2"),
     QT_TRANSLATE_NOOP("Actions", "Show the second view of the results"), "Alt+2", "", MenuId::Results},
    {"actionResultsTab3", QT_TRANSLATE_NOOP("Actions", "Tab &3"),
     QT_TRANSLATE_NOOP("Actions", "Show the third view of the results"), "Alt+3", "", MenuId::Results},
    {"actionResultsTab4", QT_TRANSLATE_NOOP("Actions", "Tab &4"),
     QT_TRANSLATE_NOOP("Actions", "Show the fourth view of the results"), "Alt+4", "", MenuId::Results},
    {"actionResultsTab5", QT_TRANSLATE_NOOP("Actions", "Tab &5"),
     QT_TRANSLATE_NOOP("Actions", "Show the fifth view of the results"), "Alt+5", "", MenuId::Results},
    {"actionResultsTab6", QT_TRANSLATE_NOOP("Actions", "Tab &6"),
     QT_TRANSLATE_NOOP("Actions", "Show the sixth view of the results"), "Alt+6", "", MenuId::Results},
    {"actionResultsTab7", QT_TRANSLATE_NOOP("Actions", "Tab &7"),
     QT_TRANSLATE_NOOP("Actions", "Show the seventh view of the results"), "Alt+7", "", MenuId::Results},
    {"actionResultsTab8", QT_TRANSLATE_NOOP("Actions", "Tab &8"),
     QT_TRANSLATE_NOOP("Actions", "Show the eighth view of the results"), "Alt+8", "", MenuId::Results},
    kSeparatorResults,
    {"actionFilter", QT_TRANSLATE_NOOP("Actions", "&Filter the ranking"),
     QT_TRANSLATE_NOOP("Actions", "Show only rows that fit what is typed"), "Ctrl+Shift+F", "filter",
     MenuId::Results},
    {"actionShowRejected", QT_TRANSLATE_NOOP("Actions", "Show &rejected"),
     QT_TRANSLATE_NOOP("Actions", "List the strategies nearest to being possible, each with its reason"), "",
     "", MenuId::Results, true},
    {"actionPin", QT_TRANSLATE_NOOP("Actions", "&Pin"),
     QT_TRANSLATE_NOOP("Actions", "Keep the selected rows on top, or let them go"), "", "pin",
     MenuId::Results},
    {"actionCompare", QT_TRANSLATE_NOOP("Actions", "&Compare"),
     QT_TRANSLATE_NOOP("Actions", "Hold the selected strategy beside the best, or end that"), "", "compare",
     MenuId::Results},
    {"actionWhy", QT_TRANSLATE_NOOP("Actions", "&Why not…"),
     QT_TRANSLATE_NOOP("Actions", "Say why the selected strategy, or one to be typed, is not first"),
     "Ctrl+Shift+Y", "info", MenuId::Results},
    {"actionMyLayout", QT_TRANSLATE_NOOP("Actions", "My &layout…"),
     QT_TRANSLATE_NOOP("Actions", "Type a strategy, or edit the selected one, and rank it"), "Ctrl+Shift+M",
     "plus", MenuId::Results},
    {"actionRemoveLayout", QT_TRANSLATE_NOOP("Actions", "Re&move my layout"),
     QT_TRANSLATE_NOOP("Actions", "Take the selected strategy of mine out again"), "", "", MenuId::Results},
    {"actionLayBeside", QT_TRANSLATE_NOOP("Actions", "Lay &beside"),
     QT_TRANSLATE_NOOP("Actions", "Lay the view in front beside the others, or bring it back among the tabs"),
     "Ctrl+Shift+B", "compare", MenuId::Results, true},
    {"actionShowAsTable", QT_TRANSLATE_NOOP("Actions", "Show as &table"),
     QT_TRANSLATE_NOOP("Actions", "The numbers of the plot in front as a table"), "Ctrl+Shift+T", "cols",
     MenuId::Results},
    kSeparatorResults,
    {"actionCopyFigure", QT_TRANSLATE_NOOP("Actions", "C&opy the plot"),
     QT_TRANSLATE_NOOP("Actions", "Put the plot in front on the clipboard as a picture"), "", "copy",
     MenuId::Results},
    {"actionExportView", QT_TRANSLATE_NOOP("Actions", "&Export view…"),
     QT_TRANSLATE_NOOP("Actions", "Write the view in front: a plot as SVG, PDF or PNG, the ranking as CSV"),
     "Ctrl+E", "export", MenuId::Results},
    // Report
    {"actionExportReport", QT_TRANSLATE_NOOP("Actions", "&Report as PDF…"),
     QT_TRANSLATE_NOOP("Actions", "Write the report of the best strategy"), "", "report", MenuId::Report},
    {"actionPrintPreview", QT_TRANSLATE_NOOP("Actions", "Print pre&view…"),
     QT_TRANSLATE_NOOP("Actions", "Look at the report's pages before printing"), "", "", MenuId::Report},
    {"actionPrint", QT_TRANSLATE_NOOP("Actions", "&Print…"), QT_TRANSLATE_NOOP("Actions", "Print the report"),
     "Ctrl+P", "", MenuId::Report},
    {"actionExportRanking", QT_TRANSLATE_NOOP("Actions", "Ranking as &CSV…"),
     QT_TRANSLATE_NOOP("Actions", "Write the rows of the ranking as they stand"), "", "", MenuId::Report},
    {"actionExportCanvas", QT_TRANSLATE_NOOP("Actions", "C&luster as picture…"),
     QT_TRANSLATE_NOOP("Actions", "Write the cluster as SVG, PDF or PNG"), "", "", MenuId::Report},
    {"actionExportJson", QT_TRANSLATE_NOOP("Actions", "&Answer as JSON…"),
     QT_TRANSLATE_NOOP("Actions", "Write the answer as the command line prints it"), "", "export",
     MenuId::Report},
    {"actionLaunchMegatron", QT_TRANSLATE_NOOP("Actions", "&Megatron-LM…"),
     QT_TRANSLATE_NOOP("Actions", "Write the selected strategy as arguments of Megatron-LM"), "", "",
     MenuId::Report, false, "launch"},
    {"actionLaunchTorchtitan", QT_TRANSLATE_NOOP("Actions", "&torchtitan…"),
     QT_TRANSLATE_NOOP("Actions", "Write the selected strategy as a configuration of torchtitan"), "", "",
     MenuId::Report, false, "launch"},
    {"actionLaunchDeepspeed", QT_TRANSLATE_NOOP("Actions", "&DeepSpeed…"),
     QT_TRANSLATE_NOOP("Actions", "Write the selected strategy as a configuration of DeepSpeed"), "", "",
     MenuId::Report, false, "launch"},
    {"actionExportTrace", QT_TRANSLATE_NOOP("Actions", "&Timeline as trace…"),
     QT_TRANSLATE_NOOP("Actions", "Write the timeline for trace viewers"), "", "", MenuId::Report},
    // Help
    {"actionSampleTwoGenerations", QT_TRANSLATE_NOOP("Actions", "&Two generations"),
     QT_TRANSLATE_NOOP("Actions", "Llama-3.1-70B on 4 nodes of 8 H100 and 4 nodes of 8 A100"), "", "",
     MenuId::Help, false, "samples"},
    {"actionSampleSmall", QT_TRANSLATE_NOOP("Actions", "&Small"),
     QT_TRANSLATE_NOOP("Actions", "Llama-3.1-8B on one node of 8 H100"), "", "", MenuId::Help, false,
     "samples"},
    {"actionSampleHomogeneous", QT_TRANSLATE_NOOP("Actions", "&One kind of GPU"),
     QT_TRANSLATE_NOOP("Actions", "Llama-3.1-70B on 16 nodes of 8 H100"), "", "", MenuId::Help, false,
     "samples"},
    {"actionSampleBestValue", QT_TRANSLATE_NOOP("Actions", "&Best value"),
     QT_TRANSLATE_NOOP("Actions", "Which of 64 GPUs of two kinds give the most for the money"), "", "",
     MenuId::Help, false, "samples"},
    {"actionSampleDoesNotFit", QT_TRANSLATE_NOOP("Actions", "&Does not fit"),
     QT_TRANSLATE_NOOP("Actions", "Llama-3.1-70B on 16 GPUs without recomputation"), "", "", MenuId::Help,
     false, "samples"},
    {"actionHints", QT_TRANSLATE_NOOP("Actions", "H&ints"),
     QT_TRANSLATE_NOOP("Actions", "Show the four hints of the first start"), "", "", MenuId::Help},
    {"actionHelpOnFocus", QT_TRANSLATE_NOOP("Actions", "Help on &this"),
     QT_TRANSLATE_NOOP("Actions", "Say what the control that has the focus is for"), "F1", "", MenuId::Help},
    {"actionWhatsThis", QT_TRANSLATE_NOOP("Actions", "&What's this?"),
     QT_TRANSLATE_NOOP("Actions", "Point at a control to be told what it is for"), "Shift+F1", "",
     MenuId::Help},
    {"actionCommandSearch", QT_TRANSLATE_NOOP("Actions", "&Command search…"),
     QT_TRANSLATE_NOOP("Actions", "Find anything the window can do by typing"), "Ctrl+K", "search",
     MenuId::Help},
    {"actionAccuracy", QT_TRANSLATE_NOOP("Actions", "&How accurate?"),
     QT_TRANSLATE_NOOP("Actions", "Predictions of published runs against what was measured"), "", "",
     MenuId::Help},
    {"actionShortcuts", QT_TRANSLATE_NOOP("Actions", "&Shortcuts"),
     QT_TRANSLATE_NOOP("Actions", "Every action with its keys"), "Ctrl+?", "", MenuId::Help},
    kSeparatorHelp,
    {"actionAbout", QT_TRANSLATE_NOOP("Actions", "&About Astrolabe"),
     QT_TRANSLATE_NOOP("Actions", "Version, licence and data sources"), "", "info", MenuId::Help},
};

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
  if (group == u"hardware"_s) return QCoreApplication::translate("Actions", "Selected hard&ware");
  if (group == u"arrange"_s) return QCoreApplication::translate("Actions", "Arran&ge");
  if (group == u"launch"_s) return QCoreApplication::translate("Actions", "&Launch settings");
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
