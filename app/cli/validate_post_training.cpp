#include "app/cli/validate_post_training.h"

#include "app/cli/speech.h"
#include "app/cli/table.h"
#include "core/base/file_write.h"
#include "core/post_training/measured.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

int validatePostTraining(const std::string& text, const PostTrainingFiles& files,
                         const hardware::Catalogue& catalogue, const Common& common) {
  const auto validation = post_training::validate(text, catalogue);
  if (!validation) return refuse(Error(validation.error()).in_file(files.table), common.json);
  if (!files.fit.empty())
    note(QStringLiteral("No constants of post-training are fitted: --fit is for training and serving."));
  if (!files.rows.empty())
    if (const auto written = write_file(files.rows, post_training::rows_csv(*validation)); !written)
      return refuse(written.error(), common.json);
  const Json answer = post_training::to_json(*validation);
  if (common.json) {
    print(answer);
  } else {
    Table table;
    for (const char* name : {"Rows that", "Metric"}) table.column(QString::fromLatin1(name));
    for (const char* name : {"Rows", "Median error", "90 %", "In band"})
      table.column(QString::fromLatin1(name), Table::Align::Right);
    for (const auto& [group, metrics] : answer["post_training"].items())
      for (const auto& [metric, errors] : metrics.items())
        table.row({group == "stated" ? QStringLiteral("state all") : QStringLiteral("leave some open"),
                   QString::fromStdString(metric), QString::number(errors["rows"].get<int>()),
                   ui::percentText(errors["median_abs"].get<double>()),
                   ui::percentText(errors["p90_abs"].get<double>()),
                   ui::percentText(errors["in_band"].get<double>())});
    print(table.text() + QLatin1Char('\n'));
    print(QStringLiteral("%1, %2 predicted, %3 left out")
              .arg(counted(validation->rows, "row"))
              .arg(validation->predicted_rows)
              .arg(validation->skipped.size()));
    for (const post_training::SkippedRow& row : validation->skipped)
      note(QStringLiteral("%1: %2").arg(QString::fromStdString(row.id),
                                        ui::messageFor(Error(row.error).in_file(files.table)).plain()));
  }
  return validation->figures.empty() ? BadInput : Done;
}

}  // namespace astrolabe::cli
