#pragma once
// Where something leaves the program, for tst_names: whoever writes a new exporter adds it here and to its
// tests.

#include <vector>

namespace exporters {

/// Where something leaves the program, by the call that does it, and which rows of the tests below go over
/// it. The count is of the calls in that file.
struct Sinks {
  const char* file;
  int calls;
  const char* tested;
};
inline const std::vector<Sinks> kSinks{
    // core
    {"core/base/file_write.cpp", 1, "the one writer of files"},
    {"core/plan/plan_file.cpp", 1, "savedPlan()"},
    // ui
    {"ui/canvas/cluster_view_edit.cpp", 2, "answersAndTables(): objects.json, cluster.json"},
    {"ui/canvas/prices_dialog.cpp", 1, "tst_prices: csv_cell() of every text"},
    {"ui/compare/compare_tools.cpp", 4, "comparison()"},
    {"ui/document/plan_document.cpp", 1, "the bytes of an older plan, as they were"},
    {"ui/render/figure_file.cpp", 2, "window(), comparison(): .svg, .pdf"},
    {"ui/render/file_device.cpp", 1, "writes what the others give it"},
    {"ui/render/file_device.h", 1, "writes what the others give it"},
    {"ui/render/report.cpp", 2, "reports()"},
    {"ui/results/program_page.cpp", 1, "window(): the text of the program"},
    {"ui/results/ranking_view.cpp", 1, "window(): the table of the ranking"},
    {"ui/results/results_export.cpp", 1, "window(): tables and drawings of every view"},
    {"ui/results/results_kinds.cpp", 2, "programs()"},
    {"ui/results/results_panel.cpp", 4, "window(): words of why, of deployments' why and of the log"},
    {"ui/results/sweep_window.cpp", 1, "tst_sweep_results: csv_cell() of every value"},
    {"ui/results/shown_table.cpp", 1, "window(): tables of every view"},
    {"ui/shell/accuracy_dialog.cpp", 1, "answersAndTables(): rows.csv"},
    {"ui/shell/accuracy_fit.cpp", 1, "answersAndTables(): calibration.json"},
    {"ui/shell/compare_flow.cpp", 1, "comparison(): the drawing"},
    {"ui/shell/exports.cpp", 1, "writes what the others give it"},
    {"ui/shell/figure_card.cpp", 1, "words of a formula, to be pasted as text"},
    {"ui/shell/file_trouble.cpp", 1, "words of a message, to be pasted as text"},
    {"ui/shell/model_panel.cpp", 2, "words of a message, to be pasted as text"},
    {"ui/shell/reading.cpp", 1, "writes what the others give it"},
    {"ui/shell/report_flow.cpp", 4, "reports()"},
    {"ui/shell/result_actions.cpp", 1, "window(): the plot on the clipboard"},
    {"ui/shell/result_exports.cpp", 10, "window(): every action that exports; launchSettings()"},
    // app
    {"app/cli/catalog.cpp", 1, "tst_cli: the price book, csv_cell() of every text"},
    {"app/cli/command.cpp", 2, "tst_cli_names: print() and note() to a terminal"},
    {"app/cli/export.cpp", 4, "tst_cli_names: every form; launchSettings(): starts; programs(): program-*"},
    {"app/cli/fit.cpp", 1, "CBOR of fitted models: GPU ids of the catalogue"},
    {"app/cli/plan.cpp", 1, "a certificate: its question as JSON, which its reader checks"},
    {"app/cli/plan_leading.cpp", 1, "tst_serving_exports: rowsAsCsv(), csv_cell() of every text"},
    {"app/cli/shard_extras.cpp", 2, "programs()"},
    {"app/cli/speech.cpp", 1, "what the toolkit says when it ends the program"},
    {"app/cli/merge.cpp", 1, "lines that sweep wrote, JSON by text_of()"},
    {"app/cli/sweep.cpp", 1, "JSON by text_of()"},
    {"app/cli/sweep_jobs.cpp", 1, "tst_cli_sweep_jobs: words that shell_word() quotes, JSON texts in YAML"},
    {"app/cli/trace.cpp", 1, "answersAndTables(): trace.json"},
    {"app/cli/validate.cpp", 2, "answersAndTables(): rows.csv, calibration.json"},
    {"app/cli/validate_post_training.cpp", 1, "tst_post_training: csv_cell() of every text"},
    {"app/cli/validate_serving.cpp", 2,
     "tst_serving_tables: csv_cell() of every text; tst_serving_fit: JSON"},
    {"app/cli/fit_serving.cpp", 1, "tst_serving_fit: JSON"},
    {"app/picture.cpp", 2, "the path that a person typed, and our own words"},
    {"app/options.cpp", 3, "the options that a person typed"},
    {"app/verify/main.cpp", 21, "one_line() of what a certificate names"},
};

}  // namespace exporters
