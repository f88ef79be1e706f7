#include "app/cli/validate_serving.h"

#include "app/cli/inputs.h"
#include "app/cli/speech.h"
#include "app/cli/table.h"
#include "core/base/file_write.h"
#include "core/serving/validation.h"
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

}  // namespace

int validateServing(const std::string& text, const std::string& path, const std::string& rows,
                    const hardware::Catalogue& catalogue, const Common& common) {
  const auto table = serving::read_serving_table(text, catalogue);
  if (!table) return refuse(Error(table.error()).in_file(path), common.json);
  const serving::ServingValidation validation = serving::validate(*table);
  if (!rows.empty())
    if (const auto written = write_file(rows, serving::rows_csv(validation)); !written)
      return refuse(written.error(), common.json);
  Json answer = serving::to_json(validation);
  if (validation.predicted_cases == 0 && !validation.skipped.empty())
    answer["error"] = error_json(Error(validation.skipped.front().error).in_file(path))["error"];
  if (common.json) {
    print(answer);
  } else {
    printErrors(validation);
    int named = 0;
    for (const serving::SkippedServing& row : validation.skipped)
      if (named++ < kShownRows)
        note(QStringLiteral("%1: %2").arg(QString::fromStdString(row.id),
                                          ui::messageFor(Error(row.error).in_file(path)).plain()));
  }
  return validation.predicted_cases == 0 ? BadInput : Done;
}

}  // namespace astrolabe::cli
