// The whole table of actions: the rows as they are written, and those that follow from the kinds of plan and
// the runtimes that the program ships.
#include <QCoreApplication>
#include <QSet>
#include <QString>
#include <algorithm>
#include <deque>
#include <vector>

#include "core/planning/planner.h"
#include "core/runtimes/runtime.h"
#include "ui/results/kinds.h"
#include "ui/shell/action_rows.h"

namespace astrolabe::ui {
namespace {

/// The title with a letter to press that no other has, and dots, as a file is asked for. Names of programs
/// are the same in every language.
std::string menuName(const QString& title, QSet<QChar>& taken) {
  QString text = title;
  text.replace(u'&', QLatin1StringView("&&"));
  for (qsizetype at = 0; at < text.size(); ++at) {
    const QChar letter = text[at].toLower();
    if (!letter.isLetter() || taken.contains(letter)) continue;
    taken.insert(letter);
    text.insert(at, u'&');
    break;
  }
  return QString(text + u'…').toStdString();
}

/// Views of the results whose rows are written, and all of them with the pages of kinds of plan.
constexpr int kViewsWithKeys = 9;
int viewsOfResults() {
  constexpr int kOfEveryAnswer = 9;
  const std::vector<const planning::Planner*> others = planning::other_planners();
  return kOfEveryAnswer +
         static_cast<int>(std::count_if(others.begin(), others.end(), [](const planning::Planner* planner) {
           const KindResults* results =
               kindResults(planner->id());  // those of another task share their places
           return results != nullptr && results->task() == "train";
         }));
}

/// "Tab 1&0", "T&ab 11": letters that nothing else of the menu has.
std::string tabWords(int view) {
  std::string words = "Tab " + std::to_string(view);
  words.insert(view == kViewsWithKeys + 1 ? words.size() - 1 : 1, "&");
  return words;
}

std::vector<ActionSpec> wholeTable() {
  static std::deque<std::string> words;  // what the rows point to
  const auto kept = [](std::string text) { return words.emplace_back(std::move(text)).c_str(); };
  std::vector<ActionSpec> all;
  for (const ActionSpec& spec : actionRows()) {
    all.push_back(spec);
    if (std::string_view(spec.name) == "actionResultsTab9")
      for (int view = kViewsWithKeys + 1; view <= viewsOfResults(); ++view) {
        const std::string number = std::to_string(view);
        all.push_back({kept("actionResultsTab" + number), kept(tabWords(view)),
                       QT_TRANSLATE_NOOP("Actions", "Show view %1 of the results"), "", "", MenuId::Results,
                       false, "", kept(number)});
      }
    if (std::string_view(spec.name) != "actionExportJson") continue;
    QSet<QChar> taken;
    for (const runtimes::Runtime& runtime : runtimes::runtimes())
      all.push_back({kept(kLaunchPrefix + runtime.id),
                     kept(menuName(QString::fromStdString(runtime.title), taken)),
                     QT_TRANSLATE_NOOP("Actions", "Write the selected strategy as settings of %1"), "", "",
                     MenuId::Report, false, "launch", runtime.title.c_str()});
  }
  return all;
}

}  // namespace

std::span<const ActionSpec> actionTable() {
  static const std::vector<ActionSpec> all = wholeTable();
  return all;
}

}  // namespace astrolabe::ui
