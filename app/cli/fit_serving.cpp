#include "app/cli/fit_serving.h"

#include <QDate>
#include <algorithm>
#include <filesystem>
#include <optional>

#include "app/cli/fit_words.h"
#include "app/cli/inputs.h"
#include "app/cli/progress.h"
#include "app/cli/speech.h"
#include "app/cli/table.h"
#include "core/base/file_write.h"
#include "core/base/parallel.h"
#include "core/serving/calibration.h"
#include "ui/render/messages.h"

namespace astrolabe::cli {

namespace {

using serving::KernelFitError;

Json jsonOf(const std::vector<KernelFitError>& errors) {
  Json tables = Json::array();
  for (const KernelFitError& table : errors)
    tables.push_back({{"gpu", table.gpu},
                      {"kernel", table.kernel},
                      {"dtype", table.dtype},
                      {"rows", table.rows},
                      {"median_abs_error_before", table.median_before},
                      {"median_abs_error", table.median_after},
                      {"p95_abs_error", table.p95_after},
                      {"taken", table.taken}});
  return tables;
}

void printKernels(const std::vector<KernelFitError>& errors) {
  if (errors.empty()) return;
  Table table;
  for (const char* name : {"GPU", "Kernel", "Type"}) table.column(QString::fromLatin1(name));
  for (const char* name : {"Rows", "Median before", "Median error", "95th percentile"})
    table.column(QString::fromLatin1(name), Table::Align::Right);
  table.column(QStringLiteral("Form"));
  for (const KernelFitError& row : errors)
    table.row({QString::fromStdString(row.gpu), QString::fromStdString(row.kernel),
               QString::fromStdString(row.dtype), QString::number(row.rows), errorText(row.median_before),
               errorText(row.median_after), errorText(row.p95_after),
               row.taken ? QStringLiteral("fitted") : QStringLiteral("shipped")});
  print(table.text());
}

/// Errors of runs by group, with the shipped constants and with the fitted ones.
struct Compared {
  serving::ServingTable table;
  serving::ServingValidation before, after;
};

Compared compared(const serving::ServingTable& runs, const serving::ServingCalibration& calibration) {
  Compared made;
  made.table = runs;
  made.after = serving::validate(made.table, calibration);  // takes out what it says nothing of
  std::vector<const serving::ServingCase*> cases;
  for (serving::ServingCase& one : made.table.cases) {
    one.asked.constants.reset();
    one.asked.machine.kernels.reset();
    cases.push_back(&one);
  }
  made.before = serving::validate(cases, serving::shipped_values());
  return made;
}

Json jsonOf(const Compared& errors) {
  Json groups = Json::object();
  const auto after = serving::groups_of(errors.after);
  for (const auto& [group, rows] : serving::groups_of(errors.before)) {
    const auto with = after.find(group);
    if (with == after.end()) continue;
    groups[group] = {{"rows", rows.size()},
                     {"median_abs_error_before", serving::errors_of(rows).median_abs},
                     {"median_abs_error", serving::errors_of(with->second).median_abs},
                     {"p90_abs_error", serving::errors_of(with->second).p90_abs}};
  }
  return groups;
}

void printRuns(const Compared& errors) {
  if (errors.before.predicted.empty()) return;
  Table table;
  table.column(QStringLiteral("measured"));
  for (const char* name : {"rows", "median before", "median", "p90"})
    table.column(QString::fromLatin1(name), Table::Align::Right);
  const auto after = serving::groups_of(errors.after);
  for (const auto& [group, rows] : serving::groups_of(errors.before)) {
    const auto with = after.find(group);
    if (with == after.end()) continue;
    const serving::ServingErrors found = serving::errors_of(with->second);
    table.row({QString::fromStdString(group), QString::number(rows.size()),
               errorText(serving::errors_of(rows).median_abs), errorText(found.median_abs),
               errorText(found.p90_abs)});
  }
  print(table.text());
}

Result<serving::OwnTables> readTables(const std::vector<TableText>& tables,
                                      const hardware::Catalogue& catalogue) {
  serving::OwnTables read;
  for (const TableText& table : tables)
    if (const auto added = serving::add_table(table.text, table.file, catalogue, read); !added)
      return tl::unexpected<Error>(added.error());
  return read;
}

std::string namesOf(const std::vector<TableText>& tables) {
  std::string names;
  for (const TableText& table : tables)
    if (table.file != "-")
      names += (names.empty() ? "" : ", ") + std::filesystem::path(table.file).filename().string();
  return names;
}

void noteLeftOut(const std::vector<Error>& skipped) {
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(most, skipped.size()); ++i) note(ui::messageFor(skipped[i]).plain());
  if (skipped.size() > most)
    note(QStringLiteral("… and %1 left out.")
             .arg(counted(static_cast<double>(skipped.size() - most), "more row")));
}

/// Errors of what is taken.
std::vector<FitError> takenErrors(const Compared& runs, const serving::ServingFit& fit) {
  std::vector<FitError> taken;
  if (fit.constants_taken)
    for (const auto& [group, rows] : serving::groups_of(runs.after))
      taken.push_back({QString::fromStdString(group), serving::errors_of(rows).median_abs});
  for (const KernelFitError& table : fit.tables)
    if (table.taken)
      taken.push_back({QString::fromStdString(table.gpu + " " + table.kernel +
                                              (table.dtype.empty() ? "" : " ") + table.dtype),
                       table.median_after});
  return taken;
}

void noteFit(const serving::ServingFit& fit, const Compared& runs, const std::string& out) {
  noteLargeErrors(takenErrors(runs, fit));
  noteKept(static_cast<int>(std::count_if(fit.tables.begin(), fit.tables.end(),
                                          [](const KernelFitError& table) { return !table.taken; })));
  const serving::ServingCalibration& made = fit.fitted;
  if (made.runs > 0)
    noteFitted(made.runs, made.median_abs_error_before, made.median_abs_error_after, out,
               fit.constants_taken);
  if (fit.is_empty())
    noteNothingWritten(out);
  else if (!fit.constants_taken)
    note(QStringLiteral("Forms of kernels written to %1").arg(QString::fromStdString(out)));
}

}  // namespace

bool hasServingTable(const std::vector<TableText>& tables) {
  return std::any_of(tables.begin(), tables.end(), [](const TableText& table) {
    return serving::is_serving_table(table.text) || serving::is_inference_kernel_table(table.text);
  });
}

int fitServing(const std::vector<TableText>& tables, const std::vector<TableText>& heldOut,
               const std::string& out, bool force, const hardware::Catalogue& catalogue,
               const Common& common) {
  const auto own = readTables(tables, catalogue);
  if (!own) return refuse(own.error(), common.json);
  const auto unseen = readTables(heldOut, catalogue);
  if (!unseen) return refuse(unseen.error(), common.json);
  std::vector<Error> skipped = own->skipped;
  skipped.insert(skipped.end(), unseen->skipped.begin(), unseen->skipped.end());
  noteLeftOut(skipped);
  // Not one row is right: the first of them is what is wrong.
  if (own->runs.cases.empty() && own->kernels.rows.empty() && !own->skipped.empty())
    return refuse(own->skipped.front(), common.json);
  Progress progress(common.progress);
  progress.step("fitting");
  auto fit = serving::calibrate(*own, catalogue, worker_count(common.workers), {&*unseen, force});
  progress.finish();
  if (!fit) return refuse(Error(fit.error()).in_file(tables.front().file), common.json);
  serving::ServingCalibration& made = fit->calibration;
  made.date = QDate::currentDate().toString(Qt::ISODate).toStdString();
  made.source = namesOf(tables);
  if (!fit->is_empty())
    if (const auto written = write_file(out, text_of(serving::to_json(made), 2) + "\n"); !written)
      return refuse(written.error(), common.json);
  const bool checked = !heldOut.empty();
  const Compared runs = compared(checked ? unseen->runs : own->runs, fit->fitted);
  std::vector<KernelFitError> shown = fit->tables;
  if (checked) std::erase_if(shown, [](const KernelFitError& table) { return !table.unseen; });
  for (const KernelFitError& table : fit->too_small)
    note(QStringLiteral("%1 %2 %3: only %4, left out.")
             .arg(QString::fromStdString(table.gpu), QString::fromStdString(table.kernel),
                  QString::fromStdString(table.dtype), counted(table.rows, "row")));
  if (common.json) {
    Json left = Json::array();
    for (const Error& error : skipped) left.push_back(error_json(error)["error"]);
    print(Json{{"file", out},
               {"written", !fit->is_empty()},
               {"runs", fit->fitted.runs},
               {"gpus", fit->fitted.gpus},
               {"engines", fit->fitted.engines},
               {"median_abs_error_before", fit->fitted.median_abs_error_before},
               {"median_abs_error_after", fit->fitted.median_abs_error_after},
               {"constants_taken", fit->constants_taken},
               {"held_out", checked},
               {"serving", jsonOf(runs)},
               {"tables", jsonOf(shown)},
               {"skipped", std::move(left)}});
  } else {
    print(checked ? QStringLiteral("Error on rows that the fit has not seen:")
                  : QStringLiteral("Error on the rows of the fit:"));
    printRuns(runs);
    printKernels(shown);
  }
  if (!common.json) noteFit(*fit, runs, out);
  return fit->is_empty() ? NothingFits : Done;
}

}  // namespace astrolabe::cli
