#include "app/cli/validate_serving.h"

#include <QDate>
#include <filesystem>
#include <optional>

#include "app/cli/inputs.h"
#include "app/cli/speech.h"
#include "app/cli/table.h"
#include "core/base/file_write.h"
#include "core/base/parallel.h"
#include "core/serving/calibration.h"
#include "ui/render/messages.h"

namespace astrolabe::cli {

namespace {

constexpr int kShownRows = 20;  // rows left out that are named one by one

QString share(double value) { return QStringLiteral("%1 %").arg(100.0 * value, 0, 'f', 1); }

void printErrors(const serving::ServingValidation& validation) {
  Table table;
  table.column(QStringLiteral("measured"));
  for (const char* name : {"rows", "median", "p90", "bias", "in band"})
    table.column(QString::fromLatin1(name), Table::Align::Right);
  for (const auto& [group, rows] : serving::groups_of(validation)) {
    const serving::ServingErrors errors = serving::errors_of(rows);
    table.row({QString::fromStdString(group), QString::number(errors.rows), share(errors.median_abs),
               share(errors.p90_abs), share(errors.bias), share(errors.in_band)});
  }
  print(table.text() + QLatin1Char('\n'));
  if (validation.order_pairs > 0)
    print(QStringLiteral("layouts in the right order: %1 of %2 measured more than 10 % apart")
              .arg(share(validation.order_right), counted(validation.order_pairs, "pair")));
  print(QStringLiteral("%1, %2 predicted, %3 left out")
            .arg(counted(validation.rows, "row"))
            .arg(validation.predicted_cases)
            .arg(validation.skipped.size()));
}

/// The calibration of serving at `path`.
Result<serving::ServingCalibration> readServingCalibration(const std::string& path) {
  const auto json = readJson(path);
  if (!json) return tl::unexpected<Error>(json.error());
  auto read = serving::read_serving_calibration(*json);
  if (!read) return tl::unexpected<Error>(std::move(read.error()).in_file(path));
  return read;
}

/// Constants fitted to the table, written to files.fit.
Result<serving::ServingCalibration> fitToRuns(const serving::ServingTable& table, const ServingFiles& files,
                                              const hardware::Catalogue& catalogue, int workers) {
  serving::OwnTables tables;
  tables.runs = table;
  auto fit = serving::calibrate(tables, catalogue, workers);
  if (!fit) return tl::unexpected<Error>(Error(fit.error()).in_file(files.table));
  serving::ServingCalibration& made = fit->calibration;
  made.date = QDate::currentDate().toString(Qt::ISODate).toStdString();
  if (files.table != "-") made.source = std::filesystem::path(files.table).filename().string();
  if (const auto written = write_file(files.fit, text_of(serving::to_json(made), 2) + "\n"); !written)
    return tl::unexpected<Error>(written.error());
  return std::move(made);
}

}  // namespace

int validateServing(const std::string& text, const ServingFiles& files, const hardware::Catalogue& catalogue,
                    const Common& common) {
  auto table = serving::read_serving_table(text, catalogue);
  if (!table) return refuse(Error(table.error()).in_file(files.table), common.json);
  std::optional<serving::ServingCalibration> own;
  if (!files.fit.empty() || !files.calibration.empty()) {
    auto made = files.fit.empty() ? readServingCalibration(files.calibration)
                                  : fitToRuns(*table, files, catalogue, worker_count(common.workers));
    if (!made) return refuse(made.error(), common.json);
    own = std::move(*made);
  }
  const serving::ServingValidation validation =
      own ? serving::validate(*table, *own) : serving::validate(*table);
  if (!files.rows.empty())
    if (const auto written = write_file(files.rows, serving::rows_csv(validation)); !written)
      return refuse(written.error(), common.json);
  Json answer = serving::to_json(validation);
  if (!files.fit.empty())
    answer["fit"] = {{"file", files.fit},
                     {"runs", own->runs},
                     {"median_abs_error_before", own->median_abs_error_before},
                     {"median_abs_error_after", own->median_abs_error_after}};
  if (validation.predicted_cases == 0 && !validation.skipped.empty())
    answer["error"] = error_json(Error(validation.skipped.front().error).in_file(files.table))["error"];
  if (common.json) {
    print(answer);
  } else {
    printErrors(validation);
    if (!files.fit.empty())
      note(QStringLiteral("Fitted to %1: median error %2 before, %3 after. Constants written to %4")
               .arg(counted(own->runs, "run"), share(own->median_abs_error_before),
                    share(own->median_abs_error_after), QString::fromStdString(files.fit)));
    int named = 0;
    for (const serving::SkippedServing& row : validation.skipped)
      if (named++ < kShownRows)
        note(QStringLiteral("%1: %2").arg(QString::fromStdString(row.id),
                                          ui::messageFor(Error(row.error).in_file(files.table)).plain()));
  }
  return validation.predicted_cases == 0 ? BadInput : Done;
}

}  // namespace astrolabe::cli
