#include "ui/shell/sweep_opening.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <memory>
#include <optional>

#include "ui/results/sweep_window.h"
#include "ui/shell/banner.h"
#include "ui/shell/bring_up.h"
#include "ui/shell/exports.h"
#include "ui/shell/file_trouble.h"
#include "ui/shell/reading.h"

namespace astrolabe::ui {

namespace {

struct SweepOpening {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::SweepOpening)
};

}  // namespace

void openSweepResults(QWidget& window, Banner& banner, Exports& exports) {
  const QString path =
      QFileDialog::getOpenFileName(&window, SweepOpening::tr("Open the results of a sweep"), {},
                                   SweepOpening::tr("Results of a sweep (*.jsonl *.ndjson *.partial)") +
                                       QStringLiteral(";;") + SweepOpening::tr("All files (*)"));
  if (path.isEmpty()) return;
  const QString name = QFileInfo(path).fileName();
  const auto read = std::make_shared<std::optional<Result<SweepResults>>>();
  if (!readBeside(banner, name, [read, file = path.toStdString()] { read->emplace(readSweepResults(file)); }))
    return;
  Result<SweepResults>& found = **read;
  if (!found) return tellTrouble(banner, found.error());
  auto* page = new SweepWindow(std::move(*found), name, &window);
  page->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(page, &SweepWindow::fileOffered, &exports, &Exports::offer);
  bringUp(*page);
}

}  // namespace astrolabe::ui
