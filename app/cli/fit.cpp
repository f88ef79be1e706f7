// fit: kernel models for GPU types from measured tables.
#include <QCoreApplication>
#include <memory>

#include "app/cli/inputs.h"
#include "app/cli/table.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/cost/kernel_fit.h"
#include "core/plan/answer.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

namespace {

using Align = Table::Align;

QString tr(const char* text) { return QCoreApplication::translate("CommandLine", text); }

struct Options {
  std::vector<std::string> tables;
  std::string out;
  std::vector<std::string> check;
};

Result<cost::MeasuredKernels> readAll(const std::vector<std::string>& files,
                                      const hardware::Catalogue& catalogue) {
  cost::MeasuredKernels measured;
  for (const std::string& file : files) {
    const auto text = read_text_file(file);
    if (!text) return tl::unexpected<Error>(text.error());
    if (const auto read = cost::read_kernel_table(*text, file, catalogue, measured); !read)
      return tl::unexpected<Error>(read.error());
  }
  return measured;
}

Json jsonOf(const cost::KernelCheck& check) {
  Json tables = Json::array();
  for (const cost::TableError& table : check.tables)
    tables.push_back({{"gpu", table.gpu},
                      {"kernel", table.kernel},
                      {"dtype", table.dtype},
                      {"rows", table.rows},
                      {"median_abs_error", table.median_abs_error},
                      {"p95_abs_error", table.p95_abs_error}});
  return tables;
}

Json jsonOf(const std::vector<Error>& skipped) {
  Json rows = Json::array();
  for (const Error& error : skipped) rows.push_back(plan::error_json(error)["error"]);
  return rows;
}

QString textOf(const cost::KernelCheck& check) {
  Table table;
  table.column(tr("GPU"));
  table.column(tr("Kernel"));
  table.column(tr("Type"));
  table.column(tr("Rows"), Align::Right);
  table.column(tr("Median error"), Align::Right);
  table.column(tr("95th percentile"), Align::Right);
  const auto percent = [](double share) { return tr("%1 %").arg(ui::significantText(100.0 * share, 2)); };
  for (const cost::TableError& row : check.tables)
    table.row({QString::fromStdString(row.gpu), QString::fromStdString(row.kernel),
               QString::fromStdString(row.dtype), QString::number(row.rows), percent(row.median_abs_error),
               percent(row.p95_abs_error)});
  return table.text();
}

/// Rows left out, the first few of each file in words.
void noteSkipped(const std::vector<Error>& skipped) {
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(most, skipped.size()); ++i) note(ui::messageFor(skipped[i]).plain());
  if (skipped.size() > most) note(tr("… and %1 more rows left out.").arg(skipped.size() - most));
}

int run(const Options& options, Common& common) {
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (const auto output = checkOutput(options.out); !output) return refuse(output.error(), common.json);
  const auto own = readOwnTypes(common);
  if (!own) return refuse(own.error(), common.json);
  const hardware::Catalogue catalogue = hardware::Catalogue::built_in().with(*own);
  const auto measured = readAll(options.tables, catalogue);
  if (!measured) return refuse(measured.error(), common.json);
  const auto heldOut = readAll(options.check, catalogue);
  if (!heldOut) return refuse(heldOut.error(), common.json);
  std::vector<Error> skipped = measured->skipped;
  skipped.insert(skipped.end(), heldOut->skipped.begin(), heldOut->skipped.end());
  noteSkipped(skipped);
  cost::FitOptions settings;
  settings.workers = worker_count(common.workers);
  const auto fit = cost::fit_kernels(*measured, catalogue, settings);
  if (!fit) return refuse(Error(fit.error()).in_file(options.tables.front()), common.json);
  if (const auto written = write_file(options.out, cost::write_kernel_file(fit->entries)); !written)
    return refuse(written.error(), common.json);
  // Without rows of its own the check shows how close the fit comes to the rows it was made from.
  const bool unseen = !options.check.empty();
  const cost::KernelCheck check = cost::check_kernels(fit->entries, unseen ? *heldOut : *measured);
  for (const cost::Unfitted& table : fit->too_small)
    note(tr("%1 %2 %3: only %4 rows, left out.")
             .arg(QString::fromStdString(table.gpu), QString::fromStdString(table.kernel),
                  QString::fromStdString(table.dtype), QString::number(table.rows)));
  if (common.json) {
    print(Json{{"tables", jsonOf(check)},
               {"held_out", unseen},
               {"unmatched_rows", check.unmatched},
               {"skipped", jsonOf(skipped)}});
  } else {
    print(unseen ? tr("Error on shapes that the fit has not seen:") : tr("Error on the shapes of the fit:"));
    print(textOf(check));
  }
  return Done;
}

}  // namespace

void addFit(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("fit", "Fits kernel models of GPU types to measured tables");
  command->add_option("tables", options->tables, "Measured tables (CSV): gemm, attention, moe, collectives")
      ->type_name("TABLES")
      ->required();
  command->add_option("--out", options->out, "The fitted models")->type_name("F")->required();
  command->add_option("--check", options->check, "Measured rows that the fit does not see")
      ->type_name("HELD_OUT.csv")
      ->expected(1)
      ->take_all();
  common.addTo(*command, false);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return run(*options, common); }; });
}

}  // namespace astrolabe::cli
