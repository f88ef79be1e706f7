#pragma once
// How GPUs are paid for, in a word, and what has no price.

#include <QString>
#include <QStringList>

#include "core/hardware/quote.h"
#include "core/strategy/problem.h"

namespace astrolabe::ui {

/// "rent", "buy", "own".
QString basisText(hardware::CostBasis basis);
/// "on demand", "reserved for 1 year".
QString commitmentText(hardware::Commitment commitment);
/// "to buy", else the commitment.
QString termText(hardware::Term term);
/// Sentences about networks and hosting that count under the cost basis but have no price, so that no sum
/// holds them: "Hosting has no price: …". Empty where there are none.
QStringList unpricedTexts(const strategy::Problem& problem);

}  // namespace astrolabe::ui
