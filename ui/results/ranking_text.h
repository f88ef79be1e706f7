#pragma once
// The ranking as text: tab-separated and HTML for the clipboard, CSV for files.

#include <QByteArray>
#include <QIODevice>
#include <QList>
#include <stop_token>

#include "ui/render/table_text.h"
#include "ui/results/ranking_model.h"

namespace astrolabe::ui {

/// Rows of the model under their headings, full precision.
WordTable rankingTable(const RankingModel& model, const QList<int>& rows, const QList<int>& columns);
/// Every row and column: RFC 4180, UTF-8, "." decimals, headings named as in the JSON answer; unknown is
/// empty.
QByteArray rankingCsv(const RankingModel& model);
/// Writes what rankingCsv() returns into `file`, row by row; false where it takes no more or `stop` is
/// requested.
bool writeRankingCsv(const RankingModel& model, QIODevice& file, const std::stop_token& stop);

}  // namespace astrolabe::ui
