#pragma once
// Where two strategies spend their steps differently, and because of what, in sentences.

#include <QString>
#include <QStringList>

#include "core/plan/why.h"

namespace astrolabe::ui {

/// A part of the step at the beginning of a sentence: "Exposed tensor-parallel traffic".
QString partPhrase(cost::Part part);
/// What a part of the step consists of, in one sentence.
QString partMeaning(cost::Part part);

/// Each part that a step has by its name, with its meaning, a line each: for tips.
QString partMeanings(const cost::Evaluation& evaluation);

/// Why a part of `given` takes longer or less than that of `best`: "8 stages share 16 micro-batches, instead
/// of 4 stages sharing 32"; empty where no cause is known. Numbers of `given` come first.
QString causeText(const plan::PartDifference& part, const strategy::Problem& problem,
                  const cost::Evaluation& given, const cost::Evaluation& best);

/// "The pipeline bubble: 2.1 s longer (3.0 s instead of 0.9 s), because 8 stages …".
QString differenceSentence(const plan::PartDifference& part, const strategy::Problem& problem,
                           const cost::Evaluation& given, const cost::Evaluation& best);

/// The parts that matter most, longer ones first: at most `most`, each at least a tenth of the largest.
QStringList differenceSentences(const std::vector<plan::PartDifference>& parts,
                                const strategy::Problem& problem, const cost::Evaluation& given,
                                const cost::Evaluation& best, int most);

}  // namespace astrolabe::ui
