#pragma once
// What views say of deployments that serve a model.

#include <QString>
#include <vector>

#include "core/planning/deployments.h"

namespace astrolabe::ui {

/// The fleet of an option; null for one of another kind.
const deploy::Fleet* fleetOf(const planning::Option* option);
inline const deploy::Fleet* fleetOf(const planning::OptionPtr& option) { return fleetOf(option.get()); }

/// "TP 4 · PP 2 · EP 8 · ADP 2 · drafts 3": what is not 1.
QString workerText(const serving::Worker& worker);
/// "4 × TP 4", "2 × (3 prefill TP 4 + 5 decode TP 8)".
QString deploymentText(const serving::Deployment& deployment);
/// The groups in one line, each with its pool where `pools` names them.
QString fleetText(const deploy::Fleet& fleet, const std::vector<std::string>& pools = {});
/// What limits it: "memory bandwidth".
QString bindsText(serving::Binds binds);
/// "time to first token".
QString missedText(deploy::Missed missed);
/// A part of a step by its key: "products" as "products of weights".
QString termText(const std::string& term);
/// Said of figures that hold while so many copies have failed.
QString failedCopiesText(int copies);
/// Why no deployment keeps the promises, and what would.
QString shortfallText(const deploy::Shortfall& shortfall, const strategy::Problem& problem);

/// A column of figures about deployments, the same in every table of them.
struct DeploymentColumn {
  const char* field;  ///< as rows of answers have it
  QString title, tip;
  QString (*text)(const deploy::Fleet&);
  double (*number)(const deploy::Fleet&);  ///< what rows are sorted by
};
/// GPUs, times, rates, money and what binds.
std::vector<DeploymentColumn> deploymentColumns();

/// "$0.42 per million tokens", "—".
QString perMillionText(const std::optional<double>& usd);
/// "412 ms"; "without end" where requests come faster than they are served; "—" where there is no such time.
QString timeText(double seconds);
/// Offline it has no time: unknown.
QString firstTokenText(const serving::Figures& figures);
/// The time of tokens behind the first with its band; in words where answers have one token.
QString furtherTokensText(const serving::Figures& figures);
/// Tokens/s to one user; "—" where nobody waits for a second token.
QString userRateText(const serving::Figures& figures);
/// A time with its band: "412 ms (380 to 450)".
QString bandedText(const serving::Banded& time);

}  // namespace astrolabe::ui
