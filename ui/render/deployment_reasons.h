#pragma once
// Why a deployment is the best, and why another one is not: for the page *Why*, slides and report.

#include <QStringList>
#include <vector>

#include "core/planning/deployments.h"

namespace astrolabe::ui {

/// Three to six sentences with numbers: what it is best in and how far that is proven, how much room the
/// promises leave, what binds, what the next one does. Of the first option. Empty where there is none.
QStringList chosenBecause(const planning::FoundDeployments& found);
/// What a search of any kind leaves open that took each pool at the pace of its slowest GPU, see
/// planning::is_paced().
QString pacedText(const planning::Found& found);
/// Why `given` is not first: a promise or limit that it breaks, by how much it is behind, that it is as good,
/// or that it is the first.
QString whyNotFirst(const planning::FoundDeployments& found, const planning::Option& given);
/// Figures in which both differ: name, of the first, of the given one, change of it.
std::vector<QStringList> deploymentDifferences(const deploy::Fleet& best, const deploy::Fleet& given);
/// What the first rests on: its bands, how much the traffic may grow, what a failed replica does, that it is
/// computed. Empty where there is none.
QStringList deploymentRisks(const planning::FoundDeployments& found);
/// A promise with what is reached and the share that is left: "first token 314 ms of 1.00 s".
QStringList promisedTexts(const deploy::Fleet& fleet, const serving::ServeJob& job);

}  // namespace astrolabe::ui
