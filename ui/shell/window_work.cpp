#include "ui/shell/window_work.h"

#include <utility>

namespace astrolabe::ui {

namespace {

constexpr double kLiveLimit = 2.0;  ///< seconds: longer searches are not begun again by every edit

}  // namespace

WindowWork::WindowWork(QMainWindow& window, PlanFiles::Elsewhere elsewhere, UnsavedWork::PlaceFor placeFor)
    : exports(document, window),
      files(document, answers, recovery, window, std::move(elsewhere)),
      unsaved(document, bridge, recovery, files, std::move(placeFor)),
      report(document, bridge, answers, selection, exports, window),
      search(document, bridge, announcer, window),
      preferences(window),
      recent(document, files),
      opening(document, files, selection, announcer, window),
      scenarioImport(document, files, announcer, window),
      presentation(document, bridge, answers, selection, files, announcer, window),
      layout(window) {
  bridge.setLiveLimit(kLiveLimit);
  QObject::connect(&exports, &Exports::told, &announcer, &Announcer::say);
  QObject::connect(&files, &PlanFiles::told, &announcer, &Announcer::say);
  QObject::connect(&unsaved, &UnsavedWork::told, &announcer, &Announcer::say);
  QObject::connect(&report, &ReportFlow::told, &announcer, &Announcer::say);
}

}  // namespace astrolabe::ui
