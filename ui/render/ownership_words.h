#pragma once
// What machines cost over the years, in words: the terms, what nobody states, renting beside buying.

#include <QString>
#include <QStringList>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/strategy/job.h"

namespace astrolabe::ui {

/// "Machines", "Energy", "Left at the end".
QString ownershipTermText(cost::OwnershipTerm term);
/// The terms of an ownership as rows of a table, with how each is made up; terms that nobody states are left
/// out. The last row is the sum.
struct OwnershipRow {
  QString name, sum, how;
};
std::vector<OwnershipRow> ownershipRows(const cost::Evaluation& evaluation, const strategy::Cost& cost);
/// "Not counted, as nobody states it: storage, a hall of one's own."; empty where all is stated.
QString unstatedOwnershipText(const strategy::Cost& cost);
/// "Counted here, and not in the cost of the job: storage, staff."; empty where the job states none of them.
QString onlyOwnedText(const strategy::Cost& cost);
/// "The job uses 12.3 % of these years: $1.23 M."
QString jobShareText(const cost::Ownership& ownership);
/// "Owning the machines for 4 years costs $1.50 M."
QString ownedText(const cost::Ownership& ownership);
/// "Buying is cheaper after 14 months of use.", or that renting stays cheaper.
QString rentOrBuyText(const cost::RentOrBuy& both);
/// What both have cost after each year, and at the end.
struct RentOrBuyRow {
  QString after, rent, buy;
};
std::vector<RentOrBuyRow> rentOrBuyRows(const cost::RentOrBuy& both);
/// The years that are compared: "4", "2.5".
QString ownedYearsText(const cost::RentOrBuy& both);
/// With whose rent it is compared where that is not the pools' own; else empty.
QString rentSourceText(const cost::RentOrBuy& both);

}  // namespace astrolabe::ui
