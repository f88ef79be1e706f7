#pragma once
// The one place where an error code becomes words, for the window and the command line.

#include <QString>
#include <QStringList>

#include "core/base/result.h"
#include "core/plan/snapshot.h"

namespace astrolabe::ui {

/// A message in the parts in which panels show it.
struct Message {
  QString title;  ///< what failed, with the object's name
  QString body;   ///< where and why, with the offending value, then what to do
  QString code;
  QString plain() const;  ///< one line: title, body, code
};

Message messageFor(const Error& error);
QString wantedText(const Wanted& wanted);
/// "No strategy fits. …" for a snapshot with status infeasible.
Message messageFor(const plan::Snapshot& infeasible);
/// Why one given strategy is not possible: the rule, memory or limit that forbids it, and by how much.
Message messageFor(const cost::Violation& violation, const strategy::Problem& problem);
QString fixText(const plan::Fix& fix);
/// A value of a limit of the job with its unit, by the limit's key: "$448/h", "90.0 kW".
QString limitText(const std::string& limit, double value);
/// Honest words for how a search ended: "Best in the whole space", "Stopped at 60 s — at most 3.8 % below the
/// bound".
QString endText(const plan::Snapshot& snapshot);

}  // namespace astrolabe::ui
