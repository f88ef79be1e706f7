#pragma once
// A plan of another kind that leads the ranking, told by commands that write a strategy.

#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/planning/option.h"

namespace astrolabe::cli {

/// "#1 of the strategies is written. Ahead of all of them is a plan of another kind, which is recommended:
/// Groups: …: 288,000 tokens/s, 3.1 s a step. …" `rank`: of the strategy that is written; 0: no strategy
/// fits. `forms`: of export that write the kind; may be empty.
QString aheadNote(const planning::Option& first, int rank, const QStringList& forms);

/// `recommended` and `notes` (`code` "ahead") of a file that holds a strategy: what leads, as compare tells
/// it, with its layout as plans keep it (null: they do not).
Json aheadJson(const planning::Option& first, const std::vector<std::string>& pool_ids, const QString& note);

}  // namespace astrolabe::cli
