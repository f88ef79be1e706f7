#pragma once
// What stands behind a prediction, in words: whether a device was measured.

#include <QString>

#include "core/cost/evidence.h"
#include "core/plan/snapshot.h"

namespace astrolabe::ui {

/// "measured", "sibling", "tables", "datasheet".
QString evidenceWord(cost::Evidence evidence);
/// What a prediction rests on, as a sentence.
QString evidenceText(cost::Evidence evidence);
/// The devices of a question that nobody measured with its software, each once with its word: "MI300X
/// (tables)"; "" where all are measured. Of a strategy only those that it uses.
QString unmeasuredNames(const strategy::Problem& problem);
QString unmeasuredNames(const strategy::Problem& problem, const strategy::Strategy& strategy);
/// That a proof goes across devices that nobody measured with any software: "MI300X not measured"; "" where
/// all are.
QString unmeasuredInProof(const strategy::Problem& problem);
/// What follows from that for a proven best, as a sentence; "" where all are measured or nothing is proven.
QString proofEvidenceText(const plan::Snapshot& snapshot);

}  // namespace astrolabe::ui
