#include "app/picture.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDialog>
#include <QEvent>
#include <QPixmap>
#include <QTimer>
#include <cstdio>
#include <vector>

#include "ui/render/file_device.h"
#include "ui/render/messages.h"
#include "ui/results/results_panel.h"
#include "ui/shell/main_window.h"

namespace astrolabe::app {

namespace {

using ui::PlannerBridge;
using State = ui::SearchBridge::State;

constexpr int kBadUsage = 2;
constexpr int kLimitMs = 60'000;  ///< a search that takes longer is shown as it stands
constexpr int kSettleMs = 400;    ///< plots are refreshed at most four times a second

/// Plans of other kinds than strategies that are being looked for.
std::vector<PlannerBridge*> atWork(ui::MainWindow& window) {
  const ui::ResultsPanel& results = *window.panels().results;
  std::vector<PlannerBridge*> working = results.planners();
  working.push_back(&results.movedState());
  std::erase_if(working,
                [](const PlannerBridge* one) { return one->state() != PlannerBridge::State::Running; });
  return working;
}

}  // namespace

bool NobodyAnswers::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::Show || m_told) return QObject::eventFilter(watched, event);
  const auto* dialog = qobject_cast<QDialog*>(watched);
  if (dialog == nullptr || !dialog->isModal()) return QObject::eventFilter(watched, event);
  m_told = true;
  std::fprintf(
      stderr,
      "astrolabe: no picture: the window asks “%s” first, and nobody is there to answer. Open the file "
      "in the window, save the plan and take the picture of that.\n",
      qPrintable(dialog->windowTitle()));
  QCoreApplication::exit(kBadUsage);
  return true;
}

void takePicture(ui::MainWindow& window, const QString& path) {
  const auto finish = [&window, path] {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // of what was said last
    QByteArray picture;
    QBuffer buffer(&picture);
    window.grab().save(&buffer, "PNG");
    const auto written = ui::writeBytes(path, picture);
    if (!written)
      std::fprintf(stderr, "astrolabe: %s\n", qPrintable(ui::messageFor(written.error()).plain()));
    QCoreApplication::exit(written ? 0 : kBadUsage);
  };
  auto* settle = new QTimer(&window);
  settle->setSingleShot(true);
  settle->setInterval(kSettleMs);
  const auto look = [&window, settle] {
    const State state = window.bridge().state();
    const bool waits =
        state == State::Ready && !window.bridge().problemError();  // with nothing to ask, for nothing
    if (state == State::Searching || waits)
      settle->stop();
    else
      settle->start();
  };
  QObject::connect(&window.bridge(), &ui::SearchBridge::stateChanged, settle, look);
  // Planners begin at most PlannerBridge::kQuietMs after the search, so that all that will are at work by
  // now.
  static_assert(kSettleMs > PlannerBridge::kQuietMs);
  QObject::connect(settle, &QTimer::timeout, &window, [&window, settle, look, finish] {
    const std::vector<PlannerBridge*> working = atWork(window);
    for (PlannerBridge* one : working)
      QObject::connect(one, &PlannerBridge::changed, settle, look, Qt::SingleShotConnection);
    if (working.empty()) finish();
  });
  QTimer::singleShot(kLimitMs, &window, [&window, finish] {
    if (window.bridge().state() != State::Searching)
      for (PlannerBridge* one : atWork(window)) one->stop();  // the ranking tells that
    finish();
  });
  look();
}

}  // namespace astrolabe::app
