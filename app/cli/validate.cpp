// validate: predicts every row of a table of measured runs and reports the errors.
#include <QDate>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/fit_words.h"
#include "app/cli/inputs.h"
#include "app/cli/progress.h"
#include "app/cli/speech.h"
#include "app/cli/table.h"
#include "app/cli/validate_post_training.h"
#include "app/cli/validate_serving.h"
#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/file_write.h"
#include "core/base/text.h"
#include "core/calibration/calibration.h"
#include "core/calibration/validation.h"
#include "core/plan/answer.h"
#include "core/post_training/measured.h"
#include "core/serving/measured.h"
#include "ui/render/messages.h"

namespace astrolabe::cli {

namespace {

struct ValidateOptions {
  std::string table, rows, fit, calibration;
  bool force = false;
};

const QString kNone = QStringLiteral("-");

/// Of `count` rows; none say nothing.
QString percent(double share, int count) {
  return count > 0 ? QStringLiteral("%1 %").arg(100.0 * share, 0, 'f', 1) : kNone;
}

void addRow(Table& table, const QString& name, const calibration::ErrorSummary& s) {
  table.row({name, QString::number(s.rows), percent(s.median_abs, s.rows), percent(s.p90_abs, s.rows),
             percent(s.bias, s.rows), percent(s.within_10_percent, s.rows),
             percent(s.band_coverage, s.rows)});
}

/// Errors alone, of rows that count as one together.
void addOnce(Table& table, const QString& name, const calibration::ErrorSummary& s) {
  table.row({name, QString::number(s.rows), percent(s.median_abs, s.rows), percent(s.p90_abs, s.rows),
             percent(s.bias, s.rows), kNone, kNone});
}

Table errorTable(const QString& heading) {
  Table table;
  table.column(heading);
  for (const char* name : {"rows", "median", "p90", "bias", "within 10 %", "in band"})
    table.column(QString::fromLatin1(name), Table::Align::Right);
  return table;
}

void printText(const calibration::Validation& validation) {
  const std::pair<const char*, std::string calibration::ValidatedRow::*> groups[]{
      {"GPU", &calibration::ValidatedRow::gpu},
      {"family", &calibration::ValidatedRow::family},
      {"source", &calibration::ValidatedRow::source},
      {"kind", &calibration::ValidatedRow::kind}};
  std::vector<const calibration::ValidatedRow*> dense, moe, memory, all;
  for (const calibration::ValidatedRow& row : validation.predicted) {
    if (!row.time) {
      memory.push_back(&row);
      continue;
    }
    all.push_back(&row);
    if (row.complete) (row.moe ? moe : dense).push_back(&row);
  }
  Table overall = errorTable(QStringLiteral("measured"));
  addRow(overall, QStringLiteral("time, all"), calibration::summarise(all));
  for (const auto& [name, rows] : {std::pair{"dense", &dense}, std::pair{"experts", &moe}}) {
    addRow(overall, QStringLiteral("%1, complete").arg(QLatin1String(name)), calibration::summarise(*rows));
    addOnce(overall, QStringLiteral("%1, each run once").arg(QLatin1String(name)),
            calibration::summarise(*rows, calibration::Counted::runs));
    addOnce(overall, QStringLiteral("%1, each configuration once").arg(QLatin1String(name)),
            calibration::summarise(*rows, calibration::Counted::configurations));
  }
  addRow(overall, QStringLiteral("memory"), calibration::summarise(memory));
  print(overall.text() + QLatin1Char('\n'));
  for (const auto& [name, key] : groups) {
    Table table = errorTable(QString::fromLatin1(name));
    for (const auto& [value, summary] : calibration::by(validation, key))
      addRow(table, QString::fromStdString(value), summary);
    print(table.text() + QLatin1Char('\n'));
  }
  print(validation.ordering.pairs == 0
            ? QStringLiteral("no pairs of layouts measured more than 5 % apart")
            : QStringLiteral("layouts in the right order: %1 of %2 measured more than 5 % apart")
                  .arg(percent(validation.ordering.share(), validation.ordering.pairs),
                       counted(validation.ordering.pairs, "pair")));
  print(QStringLiteral("%1, %2 predicted, %3 left out")
            .arg(counted(validation.rows, "row"))
            .arg(validation.predicted.size())
            .arg(validation.skipped.size()));
}

/// The runs of a table that was read from `path`. Errors: its header, and a table without any.
Result<calibration::MeasuredTable> readTable(const std::string& path, const std::string& text) {
  auto table = calibration::read_measured_runs(text);
  if (!table) return tl::unexpected<Error>(Error(table.error()).in_file(path));
  if (table->runs.empty() && table->skipped.empty())
    return tl::unexpected<Error>(Error{std::string(code::bad_measured_table),
                                       path,
                                       "row 2",
                                       "nothing",
                                       {Wanted::Kind::text, {"a measured run"}}});
  return table;
}

/// Whether constants are written: they err less than those shipped, or are wanted all the same.
bool isTaken(const calibration::Calibration& fitted, const ValidateOptions& options) {
  return options.force || fitted.median_abs_error_after <= fitted.median_abs_error_before;
}

/// Constants fitted to the table, written where they were asked for if isTaken().
Result<calibration::Calibration> fitTo(const calibration::MeasuredTable& table,
                                       const hardware::Catalogue& catalogue, const ValidateOptions& options,
                                       int workers) {
  auto made = calibration::calibrate(table, catalogue, workers);
  if (!made) return tl::unexpected<Error>(Error(made.error()).in_file(options.table));
  made->date = QDate::currentDate().toString(Qt::ISODate).toStdString();
  if (options.table != "-") made->source = std::filesystem::path(options.table).filename().string();
  if (!isTaken(*made, options)) return made;
  if (const auto written = write_file(options.fit, text_of(calibration::to_json(*made), 2) + "\n"); !written)
    return tl::unexpected<Error>(written.error());
  return made;
}

/// What people read beside the tables of errors.
void noteBesides(const calibration::Validation& validation, const ValidateOptions& options) {
  if (!validation.ignored.empty()) {
    QStringList names;
    for (const std::string& name : validation.ignored) names.append(QString::fromStdString(name));
    note(QStringLiteral("Columns that nothing here reads: %1").arg(names.join(QStringLiteral(", "))));
  }
  for (const calibration::SkippedRow& row : validation.skipped)
    note(QStringLiteral("%1: %2").arg(QString::fromStdString(row.id),
                                      ui::messageFor(Error(row.error).in_file(options.table)).plain()));
}

int runValidate(const ValidateOptions& options, Common& common) {
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  for (const std::string& path : {options.rows, options.fit})
    if (const auto output = checkOutput(path); !output) return refuse(output.error(), common.json);
  const auto text = read_text_file(options.table, file_limit::table);
  if (!text) return refuse(text.error(), common.json);
  const auto own = readOwnTypes(common);
  if (!own) return refuse(own.error(), common.json);
  const auto catalogue = hardware::Catalogue::built_in().with(*own);
  if (serving::is_serving_table(*text))
    return validateServing(*text,
                           {options.table, options.rows, options.fit, options.calibration, options.force},
                           catalogue, common);
  if (post_training::is_post_training_table(*text))
    return validatePostTraining(*text, {options.table, options.rows, options.fit}, catalogue, common);
  const auto table = readTable(options.table, *text);
  if (!table) return refuse(table.error(), common.json);
  std::optional<calibration::Calibration> calibration, fitted;
  if (!options.calibration.empty()) {
    auto read = readCalibration(options.calibration);
    if (!read) return refuse(read.error(), common.json);
    calibration = std::move(*read);
  }
  Progress progress(common.progress);
  if (!options.fit.empty()) {
    progress.step("fitting");
    auto made = fitTo(*table, catalogue, options, common.workers);
    progress.finish();
    if (!made) return refuse(made.error(), common.json);
    fitted = std::move(*made);
    if (isTaken(*fitted, options)) calibration = fitted;
  }
  const auto runs = static_cast<std::int64_t>(table->runs.size());
  progress.step("predicting", 0, runs);
  const calibration::Validation validation = calibration
                                                 ? calibration::validate(*table, catalogue, *calibration)
                                                 : calibration::validate(*table, catalogue);
  progress.step("predicting", runs, runs);
  progress.finish();
  if (!options.rows.empty())
    if (const auto written = write_file(options.rows, calibration::rows_csv(validation)); !written)
      return refuse(written.error(), common.json);
  Json answer = calibration::to_json(validation);
  if (fitted)
    answer["fit"] = {{"file", options.fit},
                     {"written", calibration.has_value()},
                     {"runs", fitted->runs},
                     {"median_abs_error_before", fitted->median_abs_error_before},
                     {"median_abs_error_after", fitted->median_abs_error_after}};
  // Not one row could be predicted: the first of them is what is wrong.
  if (validation.predicted.empty() && !validation.skipped.empty())
    answer["error"] = error_json(Error(validation.skipped.front().error).in_file(options.table))["error"];
  if (common.json) {
    print(answer);
  } else {
    printText(validation);
    noteBesides(validation, options);
  }
  if (fitted && !common.json) {
    if (calibration) noteLargeErrors({{QStringLiteral("step times"), fitted->median_abs_error_after}});
    noteFitted(fitted->runs, fitted->median_abs_error_before, fitted->median_abs_error_after, options.fit,
               calibration.has_value());
  }
  if (validation.predicted.empty()) return BadInput;
  return fitted && !calibration ? NothingFits : Done;
}

}  // namespace

void addValidate(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<ValidateOptions>();
  CLI::App* command =
      program.add_subcommand("validate", "Predicts a table of measured runs and reports the errors");
  command->add_option("table", options->table, "Measured runs (CSV; columns: resources/measured/README.md)")
      ->type_name("MEASURED.csv")
      ->required();
  command->add_option("--rows", options->rows, "Write one line a row: measured, predicted, error, band")
      ->type_name("OUT.csv");
  command
      ->add_option("--fit", options->fit,
                   "Refit the constants to these runs and write them for plan --calibration")
      ->type_name("F.json");
  command->add_flag("--force", options->force, kForceHelp)->needs("--fit");
  command->add_option("--calibration", options->calibration, "Predict with constants that --fit has written")
      ->type_name("F.json")
      ->excludes("--fit");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runValidate(*options, common); }; });
}

}  // namespace astrolabe::cli
