#pragma once
// The report: everything needed to check the answer, as pages (PDF), as a web page or as Markdown.

#include <QByteArray>
#include <QDateTime>
#include <QPagedPaintDevice>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/engine.h"
#include "core/hardware/catalogue.h"
#include "core/plan/plan_file.h"
#include "core/plan/sensitivity.h"
#include "core/plan/snapshot.h"
#include "core/planning/ranking_proof.h"
#include "core/planning/serving_moves.h"
#include "ui/render/report_settings.h"
#include "ui/render/report_writer.h"

namespace astrolabe::ui {

/// What a page of the window puts into the report: words, a drawing, a table.
struct ReportAddition {
  QString heading, paragraph;
  QString drawingWords;
  QByteArray drawing;  ///< SVG; empty: none
  QString tableWords;
  std::vector<TableColumn> columns;
  std::vector<QStringList> rows;
  enum class Place { Options, Appendix } place = Place::Appendix;  ///< behind the cluster, or the method
  /// The drawing itself, in the size of the SVG: its words are words in a document, where those of an SVG are
  /// painted as outlines, which nobody can search or copy. Empty: the SVG stands for it.
  std::function<void(QPainter& painter)> draw = {};
};

struct ReportOptions {
  ReportSettings settings = {};
  QDateTime
      created;  ///< printed and written as the creation date; two exports of one plan with one date are equal
  std::vector<std::string> gpuOrder = {};  ///< colours and shapes of GPU types (ui/render/gpu_order.h)
  int runnersUp = 8;                       ///< rows after the winner
  std::vector<ReportAddition> additions;   ///< sections of their own
  /// How far the answer holds, its takers by their places in the ranking; none: not worked out.
  std::optional<plan::Sensitivity> sensitivity = {};
  /// How far the answer to a job that serves holds; none: not worked out.
  std::optional<planning::ServingSensitivity> served = {};
  /// The best option of each other kind of plan for the question, where one is known.
  std::vector<planning::OptionPtr> beside = {};
  /// All that were found of other kinds, `beside` among them; empty: `beside` are all that are known.
  std::vector<planning::OptionPtr> others = {};
  /// What is proven of all kinds together; none: not known.
  std::optional<planning::RankingProof> proof = {};
};

enum class ReportForm {
  pdf,
  html,     ///< one file that holds its figures
  markdown  ///< with its figures as SVG files in the folder NAME-figures beside NAME.md
};
/// By the ending: .html and .htm, .md and .markdown; everything else is PDF.
ReportForm reportForm(const QString& path);

/// What a report is about; references to what its caller holds.
struct ReportSubject {
  const plan::Snapshot& snapshot;
  const plan::Plan& plan;
  const planning::Option& winner;
  const hardware::Catalogue& catalogue;
};

/// Writes the report of a search that found something: the same words, tables and figures in each form, all
/// of its files or none. Errors: AST-S301 when it found nothing, AST-F404 when a file cannot be written or,
/// for PDF, a font lacks a character.
Result<void> writeReport(const ReportSubject& subject, const ReportOptions& options, const QString& path,
                         ReportForm form = ReportForm::pdf);

/// Paints the pages of writeReport() on any paper: a printer, or a preview of one. Nothing is drawn where
/// there is an error: AST-S301 when nothing was found, AST-F404 when a font lacks a character.
Result<void> printReport(const ReportSubject& subject, const ReportOptions& options,
                         QPagedPaintDevice& paper);

}  // namespace astrolabe::ui
