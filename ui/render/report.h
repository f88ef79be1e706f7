#pragma once
// The PDF report: A4, vector figures, everything needed to check the answer.

#include <QByteArray>
#include <QDateTime>
#include <QPagedPaintDevice>
#include <QString>
#include <vector>

#include "core/base/result.h"
#include "core/engine.h"
#include "core/hardware/catalogue.h"
#include "core/plan/plan_file.h"
#include "core/plan/snapshot.h"
#include "ui/render/report_page.h"
#include "ui/render/report_settings.h"

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
};

struct ReportOptions {
  ReportSettings settings = {};
  QDateTime
      created;  ///< printed and written as the creation date; two exports of one plan with one date are equal
  std::uint64_t seed = 0;
  int runnersUp = 8;                      ///< rows after the winner
  std::vector<ReportAddition> additions;  ///< sections of their own
};

/// Writes the report of a search that found something. Errors: AST-S301 when it found nothing, AST-F404 when
/// the file cannot be written or a font lacks a character.
Result<void> writeReport(const plan::Snapshot& snapshot, const plan::Plan& plan, const Detail& winner,
                         const hardware::Catalogue& catalogue, const ReportOptions& options,
                         const QString& path);

/// The same pages on any paper: a printer, or a preview of one. Draws nothing when nothing was found.
void printReport(const plan::Snapshot& snapshot, const plan::Plan& plan, const Detail& winner,
                 const hardware::Catalogue& catalogue, const ReportOptions& options,
                 QPagedPaintDevice& paper);

}  // namespace astrolabe::ui
