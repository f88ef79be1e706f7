#include "app/cli/validate_serving.h"

#include <QDate>
#include <filesystem>
#include <optional>

#include "app/cli/fit_words.h"
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

void printErrors(const serving::ServingValidation& validation) {
  Table table;
  table.column(QStringLiteral("measured"));
  for (const char* name : {"rows", "median", "p90", "bias", "in band"})
    table.column(QString::fromLatin1(name), Table::Align::Right);
  for (const auto& [group, rows] : serving::groups_of(validation)) {
    const serving::ServingErrors errors = serving::errors_of(rows);
    table.row({QString::fromStdString(group), QString::number(errors.rows), errorText(errors.median_abs),
               errorText(errors.p90_abs), errorText(errors.bias), errorText(errors.in_band)});
  }
  print(table.text() + QLatin1Char('\n'));
  if (validation.order_pairs > 0)
    print(QStringLiteral("layouts in the right order: %1 of %2 measured more than 10 % apart")
              .arg(errorText(validation.order_right), counted(validation.order_pairs, "pair")));
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

/// Constants fitted to the table, written to files.fit where they err less than those shipped.
Result<serving::ServingFit> fitToRuns(const serving::ServingTable& table, const ServingFiles& files,
                                      const hardware::Catalogue& catalogue, int workers) {
  serving::OwnTables tables;
  tables.runs = table;
  auto fit = serving::calibrate(tables, catalogue, workers, {.also_worse = files.force});
  if (!fit) return tl::unexpected<Error>(Error(fit.error()).in_file(files.table));
  serving::ServingCalibration& made = fit->calibration;
  made.date = QDate::currentDate().toString(Qt::ISODate).toStdString();
  if (files.table != "-") made.source = std::filesystem::path(files.table).filename().string();
  if (fit->is_empty()) return fit;
  if (const auto written = write_file(files.fit, text_of(serving::to_json(made), 2) + "\n"); !written)
    return tl::unexpected<Error>(written.error());
  return fit;
}

}  // namespace

int validateServing(const std::string& text, const ServingFiles& files, const hardware::Catalogue& catalogue,
                    const Common& common) {
  auto table = serving::read_serving_table(text, catalogue);
  if (!table) return refuse(Error(table.error()).in_file(files.table), common.json);
  std::optional<serving::ServingCalibration> own;
  std::optional<serving::ServingFit> fit;
  if (!files.fit.empty()) {
    auto made = fitToRuns(*table, files, catalogue, worker_count(common.workers));
    if (!made) return refuse(made.error(), common.json);
    fit = std::move(*made);
    if (!fit->is_empty()) own = fit->calibration;
  } else if (!files.calibration.empty()) {
    auto read = readServingCalibration(files.calibration);
    if (!read) return refuse(read.error(), common.json);
    own = std::move(*read);
  }
  const serving::ServingValidation validation =
      own ? serving::validate(*table, *own) : serving::validate(*table);
  if (!files.rows.empty())
    if (const auto written = write_file(files.rows, serving::rows_csv(validation)); !written)
      return refuse(written.error(), common.json);
  Json answer = serving::to_json(validation);
  if (fit)
    answer["fit"] = {{"file", files.fit},
                     {"written", !fit->is_empty()},
                     {"runs", fit->fitted.runs},
                     {"median_abs_error_before", fit->fitted.median_abs_error_before},
                     {"median_abs_error_after", fit->fitted.median_abs_error_after}};
  if (validation.predicted_cases == 0 && !validation.skipped.empty())
    answer["error"] = error_json(Error(validation.skipped.front().error).in_file(files.table))["error"];
  if (common.json) {
    print(answer);
  } else {
    printErrors(validation);
    int named = 0;
    for (const serving::SkippedServing& row : validation.skipped)
      if (named++ < kShownRows)
        note(QStringLiteral("%1: %2").arg(QString::fromStdString(row.id),
                                          ui::messageFor(Error(row.error).in_file(files.table)).plain()));
  }
  if (fit && !common.json) {
    std::vector<FitError> errors;
    if (own)
      for (const auto& [group, rows] : serving::groups_of(validation))
        errors.push_back({QString::fromStdString(group), serving::errors_of(rows).median_abs});
    noteLargeErrors(errors);
    noteFitted(fit->fitted.runs, fit->fitted.median_abs_error_before, fit->fitted.median_abs_error_after,
               files.fit, !fit->is_empty());
  }
  if (validation.predicted_cases == 0) return BadInput;
  return fit && fit->is_empty() ? NothingFits : Done;
}

}  // namespace astrolabe::cli
