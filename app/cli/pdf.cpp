#include "app/cli/pdf.h"

#include <QDateTime>
#include <QGuiApplication>
#include <QString>

#include "core/engine.h"
#include "ui/render/report.h"

namespace astrolabe::cli {

Result<void> writePdf(const Question& question, const plan::Snapshot& snapshot, std::uint64_t seed,
                      const std::string& path) {
  // Fonts need the gui library, not a display.
  if (QGuiApplication::instance() == nullptr) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static int argc = 1;
    static char name[] = "astrolabe-cli";
    static char* argv[] = {name, nullptr};
    static const QGuiApplication application(argc, argv);
  }
  const auto winner = detail(question.problem, snapshot.best.front().strategy);
  if (!winner) return tl::unexpected<Error>(winner.error());
  ui::ReportOptions options;
  options.created = QDateTime::currentDateTime();
  options.seed = seed;
  return ui::writeReport(snapshot, question.plan, *winner, question.catalogue, options,
                         QString::fromStdString(path));
}

}  // namespace astrolabe::cli
