#pragma once
// What the GPUs and nodes of a pool are marked as, in words.

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/hardware/cluster.h"

namespace astrolabe::ui {

/// "1 slow · 2 failed · 1 spare · racks of 4", "" where there is nothing. `slow`, `failed`: GPUs and nodes.
QString marksText(std::size_t slow, std::size_t failed, int spares,
                  const std::optional<hardware::FailureDomain>& domain);
QString marksText(const hardware::Pool& pool);

/// Words about a pool, and what of it is marked.
QString withMarks(const QString& words, const hardware::Pool& pool);
/// "4 × 8 H100", and what of them is marked.
QString poolGpusText(const hardware::Pool& pool);

/// The pools with the rates that were asked: marks stay, and what they slow is not in speeds and links.
std::vector<hardware::Pool> unslowedPools(const hardware::Cluster& cluster);

/// Whether the step of a strategy on nodes of which some are slow is known and reads otherwise than that of
/// the ranking, with all GPUs in use as slow as the slowest. Where both read alike one is told.
bool isPlacedApart(const cost::Evaluation& evaluation);
/// Both of these steps, a sentence each, the second with what else is of that of the ranking; none where
/// they read alike.
QStringList placedStepSentences(const cost::Evaluation& evaluation);
/// placedStepSentences() in one line.
QString placedStepText(const cost::Evaluation& evaluation);
/// Of a ranking which step its figures are of; "" where both read alike in every row.
QString countedStepsText(const std::vector<cost::Evaluation>& rows);

}  // namespace astrolabe::ui
