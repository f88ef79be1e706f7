// fit: kernel models for GPU types from measured tables; constants of serving from its runs and kernels.
#include <algorithm>
#include <memory>

#include "app/cli/fit_serving.h"
#include "app/cli/fit_words.h"
#include "app/cli/inputs.h"
#include "app/cli/progress.h"
#include "app/cli/speech.h"
#include "app/cli/table.h"
#include "core/base/file_read.h"
#include "core/base/file_write.h"
#include "core/base/parallel.h"
#include "core/calibration/kernel_tables.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

namespace {

struct FitOptions {
  std::vector<std::string> tables;
  std::string out;
  std::vector<std::string> check;
  bool serving = false, force = false;
};

Json jsonOf(const std::vector<calibration::KernelTableError>& errors) {
  Json tables = Json::array();
  for (const calibration::KernelTableError& table : errors)
    tables.push_back({{"gpu", table.gpu},
                      {"kernel", table.kernel},
                      {"dtype", table.dtype},
                      {"rows", table.rows},
                      {"median_abs_error_before", table.median_before ? Json(*table.median_before) : Json()},
                      {"median_abs_error", table.median_abs_error},
                      {"p95_abs_error", table.p95_abs_error},
                      {"taken", table.taken}});
  return tables;
}

Json jsonOf(const std::vector<Error>& skipped) {
  Json rows = Json::array();
  for (const Error& error : skipped) rows.push_back(error_json(error)["error"]);
  return rows;
}

QString textOf(const std::vector<calibration::KernelTableError>& errors) {
  Table table;
  table.column(QStringLiteral("GPU"));
  table.column(QStringLiteral("Kernel"));
  table.column(QStringLiteral("Type"));
  table.column(QStringLiteral("Rows"), Align::Right);
  table.column(QStringLiteral("Median before"), Align::Right);
  table.column(QStringLiteral("Median error"), Align::Right);
  table.column(QStringLiteral("95th percentile"), Align::Right);
  table.column(QStringLiteral("Form"));
  const auto percent = [](double share) {
    return QStringLiteral("%1 %").arg(ui::significantText(100.0 * share, 2));
  };
  for (const calibration::KernelTableError& row : errors)
    table.row({QString::fromStdString(row.gpu), QString::fromStdString(row.kernel),
               QString::fromStdString(row.dtype), QString::number(row.rows),
               row.median_before ? percent(*row.median_before) : QStringLiteral("-"),
               percent(row.median_abs_error), percent(row.p95_abs_error),
               row.taken ? QStringLiteral("fitted") : QStringLiteral("shipped")});
  return table.text();
}

/// What errs much, and what is not taken.
void noteOf(const std::vector<calibration::KernelTableError>& tables) {
  std::vector<FitError> taken;
  int kept = 0;
  for (const calibration::KernelTableError& table : tables) {
    kept += table.taken ? 0 : 1;
    if (table.taken)
      taken.push_back({QString::fromStdString(table.gpu + " " + table.kernel + " " + table.dtype),
                       table.median_abs_error});
  }
  noteLargeErrors(taken);
  noteKept(kept);
}

/// Rows left out, the first few of each file in words.
void noteSkipped(const std::vector<Error>& skipped) {
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(most, skipped.size()); ++i) note(ui::messageFor(skipped[i]).plain());
  if (skipped.size() > most)
    note(QStringLiteral("… and %1 left out.")
             .arg(counted(static_cast<double>(skipped.size() - most), "more row")));
}

Result<std::vector<TableText>> readTexts(const std::vector<std::string>& files) {
  std::vector<TableText> tables;
  for (const std::string& file : files) {
    auto text = read_text_file(file, file_limit::table);
    if (!text) return tl::unexpected<Error>(text.error());
    tables.push_back({file, std::move(*text)});
  }
  return tables;
}

int runFit(const FitOptions& options, Common& common) {
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (const auto output = checkOutput(options.out); !output) return refuse(output.error(), common.json);
  const auto own = readOwnTypes(common);
  if (!own) return refuse(own.error(), common.json);
  const hardware::Catalogue catalogue = hardware::Catalogue::built_in().with(*own);
  // Standard input can be read once: what it holds has to be said.
  const bool piped = std::count(options.tables.begin(), options.tables.end(), "-") > 0;
  if (options.serving || !piped) {
    const auto tables = readTexts(options.tables);
    if (!tables) return refuse(tables.error(), common.json);
    if (options.serving || hasServingTable(*tables)) {
      const auto heldOut = readTexts(options.check);
      if (!heldOut) return refuse(heldOut.error(), common.json);
      return fitServing(*tables, *heldOut, options.out, options.force, catalogue, common);
    }
  }
  std::vector<Error> skipped;
  Progress progress(common.progress);
  progress.step("fitting");
  const auto fit = calibration::fit_kernel_tables(options.tables, options.check, options.force, catalogue,
                                                  worker_count(common.workers), skipped);
  progress.finish();
  // Bad rows come first: they may be why too few remain.
  noteSkipped(skipped);
  if (!fit) return refuse(fit.error(), common.json);
  if (!fit->models.empty())
    if (const auto written = write_file(options.out, fit->models); !written)
      return refuse(written.error(), common.json);
  for (const calibration::KernelTableError& table : fit->too_small)
    note(QStringLiteral("%1 %2 %3: only %4, left out.")
             .arg(QString::fromStdString(table.gpu), QString::fromStdString(table.kernel),
                  QString::fromStdString(table.dtype), counted(table.rows, "row")));
  if (common.json) {
    print(Json{{"written", !fit->models.empty()},
               {"tables", jsonOf(fit->tables)},
               {"held_out", fit->held_out},
               {"unmatched_rows", fit->unmatched},
               {"skipped", jsonOf(skipped)}});
  } else {
    print(fit->held_out ? QStringLiteral("Error on shapes that the fit has not seen:")
                        : QStringLiteral("Error on the shapes of the fit:"));
    print(textOf(fit->tables));
    noteOf(fit->tables);
    if (fit->models.empty()) noteNothingWritten(options.out);
  }
  return fit->models.empty() ? NothingFits : Done;
}

}  // namespace

void addFit(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<FitOptions>();
  CLI::App* command =
      program.add_subcommand("fit", "Fits kernel models or constants of serving to measured tables");
  command
      ->add_option("tables", options->tables,
                   "Measured products, attention, experts, collectives, or runs and kernels of serving "
                   "(CSV; columns: resources/kernels/README.md)")
      ->type_name("TABLES")
      ->required();
  command
      ->add_option("--out", options->out,
                   "The fitted models (--kernels), or constants of serving (--calibration)")
      ->type_name("F")
      ->required();
  command->add_option("--check", options->check, "Measured rows that the fit does not see")
      ->type_name("HELD_OUT.csv")
      ->expected(1)
      ->take_all();
  command->add_flag("--force", options->force, kForceHelp);
  command->add_flag(
      "--serving", options->serving,
      "Products, experts, collectives are those of serving, also without a table that shows it");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runFit(*options, common); }; });
}

}  // namespace astrolabe::cli
