#include "ui/render/ownership_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

#include "core/cost/ownership.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {
namespace {

struct OwnershipWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::OwnershipWords)
};

using Term = cost::OwnershipTerm;
constexpr double kMonthsOfYear = 12.0;
constexpr double kAHair = 1e-9;  ///< whole months stay whole through rounding

QString yearsText(double years) { return QLocale().toString(years, 'g', 4); }

/// The power that a term in proportion to it is of: of machines in use, and of idle ones that are paid for.
QString termPower(Term term, const cost::OwnershipTerms& terms, const cost::Money& money,
                  const strategy::Cost& cost) {
  const double of_a_kw =
      cost::ownership_terms({.usd = 0.0, .network_usd = 0.0, .it_kw = 1.0}, 0.0, cost)[term];
  return powerText((of_a_kw > 0.0 ? terms[term] / of_a_kw : money.it_kw()) * 1000.0);
}

/// How a term is made up, in figures; empty for what is bought at its price.
QString howText(Term term, const cost::OwnershipTerms& terms, const cost::Money& money,
                const strategy::Cost& cost) {
  switch (term) {
    case Term::hall:
      return OwnershipWords::tr("%1 at %2 a kW, %3 of %4 years")
          .arg(termPower(term, terms, money, cost), exactMoneyText(*cost.hall_usd_per_kw),
               yearsText(cost.years), yearsText(cost.hall_years));
    case Term::hosting:
      return OwnershipWords::tr("%1 at %2 a kW and month")
          .arg(termPower(term, terms, money, cost), exactMoneyText(*cost.hosting_usd_per_kw_month));
    case Term::energy:
      return OwnershipWords::tr("%1 at the wall, %2 of the hours, %3 a kWh")
          .arg(powerText(money.power_kw * 1000.0), percentText(cost.utilisation),
               exactMoneyText(cost.usd_per_kwh));
    case Term::support:
      return OwnershipWords::tr("%1 of the purchase a year").arg(percentText(*cost.support_share_per_year));
    case Term::staff:
      return OwnershipWords::tr("%1 a year").arg(exactMoneyText(*cost.staff_usd_per_year));
    case Term::residual:
      return OwnershipWords::tr("%1 of the purchase after %2 years")
          .arg(percentText(cost.residual), yearsText(cost.years));
    case Term::machines:
    case Term::network:
    case Term::storage:
      break;
  }
  return {};
}

/// Whether anybody states what a term costs; those that always count are stated or assumed.
bool isCounted(Term term, const cost::OwnershipTerms& terms, const strategy::Cost& cost) {
  switch (term) {
    case Term::network:
      return terms[term] != 0.0;
    case Term::storage:
      return cost.storage_usd.has_value();
    case Term::hall:
      return cost.hall_usd_per_kw.has_value();
    case Term::hosting:
      return cost.hosting_usd_per_kw_month.has_value();
    case Term::support:
      return cost.support_share_per_year.has_value();
    case Term::staff:
      return cost.staff_usd_per_year.has_value();
    case Term::machines:
    case Term::energy:
    case Term::residual:
      break;
  }
  return true;
}

}  // namespace

QString ownershipTermText(Term term) {
  switch (term) {
    case Term::machines:
      return OwnershipWords::tr("Machines");
    case Term::network:
      return OwnershipWords::tr("Network");
    case Term::storage:
      return OwnershipWords::tr("Storage");
    case Term::hall:
      return OwnershipWords::tr("Hall of one's own");
    case Term::hosting:
      return OwnershipWords::tr("Hosting");
    case Term::energy:
      return OwnershipWords::tr("Energy");
    case Term::support:
      return OwnershipWords::tr("Support");
    case Term::staff:
      return OwnershipWords::tr("Staff");
    case Term::residual:
      break;
  }
  return OwnershipWords::tr("Left at the end");
}

std::vector<OwnershipRow> ownershipRows(const cost::Evaluation& evaluation, const strategy::Cost& cost) {
  std::vector<OwnershipRow> rows;
  if (!evaluation.ownership) return rows;
  const cost::OwnershipTerms& terms = evaluation.ownership->terms;
  for (int i = 0; i < cost::kOwnershipTerms; ++i) {
    const auto term = static_cast<Term>(i);
    if (isCounted(term, terms, cost))
      rows.push_back(
          {ownershipTermText(term), moneyText(terms[term]), howText(term, terms, evaluation.money, cost)});
  }
  QString how = OwnershipWords::tr("over %1 years").arg(yearsText(cost.years));
  if (cost.discount_rate > 0.0)
    how = OwnershipWords::tr("over %1 years, in money of today at %2 a year")
              .arg(yearsText(cost.years), percentText(cost.discount_rate));
  rows.push_back({OwnershipWords::tr("Cost of ownership"), moneyText(terms.total()), how});
  return rows;
}

QString unstatedOwnershipText(const strategy::Cost& cost) {
  QStringList none;
  if (!cost.hosting_usd_per_kw_month && !cost.hall_usd_per_kw)
    none << OwnershipWords::tr("hosting or a hall of one's own");
  if (!cost.storage_usd) none << OwnershipWords::tr("storage");
  if (!cost.support_share_per_year) none << OwnershipWords::tr("support");
  if (!cost.staff_usd_per_year) none << OwnershipWords::tr("staff");
  if (none.isEmpty()) return {};
  return OwnershipWords::tr("Not counted, as nobody states it: %1.")
      .arg(none.join(OwnershipWords::tr(", ", "between terms of ownership")));
}

QString onlyOwnedText(const strategy::Cost& cost) {
  QStringList only;
  if (cost.hall_usd_per_kw) only << OwnershipWords::tr("a hall of one's own");
  if (cost.storage_usd) only << OwnershipWords::tr("storage");
  if (cost.support_share_per_year) only << OwnershipWords::tr("support");
  if (cost.staff_usd_per_year) only << OwnershipWords::tr("staff");
  if (cost.discount_rate > 0.0) only << OwnershipWords::tr("the discount rate");
  if (only.isEmpty()) return {};
  return OwnershipWords::
      tr("Counted here, and not in the cost of the job, which has write-off, electricity and hosting: %1.")
          .arg(only.join(OwnershipWords::tr(", ", "between terms of ownership")));
}

QString jobShareText(const cost::Ownership& ownership) {
  return OwnershipWords::tr("The job uses %1 of the hours in use over these years: %2.")
      .arg(percentText(ownership.job_share), moneyText(ownership.job().value));
}

QString ownedText(const cost::Ownership& ownership) {
  return OwnershipWords::tr("Owning the machines for %1 years costs %2.")
      .arg(yearsText(ownership.years), moneyText(ownership.terms.total()));
}

std::vector<RentOrBuyRow> rentOrBuyRows(const cost::RentOrBuy& both) {
  std::vector<RentOrBuyRow> rows;
  const auto add = [&](double months) {
    rows.push_back({OwnershipWords::tr("%1 months", "of use").arg(yearsText(months)),
                    moneyText(both.rent_after(months)), moneyText(both.buy_after(months))});
  };
  for (double months = kMonthsOfYear; months < both.months; months += kMonthsOfYear) add(months);
  add(both.months);
  return rows;
}

QString ownedYearsText(const cost::RentOrBuy& both) { return yearsText(both.months / kMonthsOfYear); }

QString rentOrBuyText(const cost::RentOrBuy& both) {
  if (const auto even = both.even_after())
    return OwnershipWords::tr("Buying is cheaper after %n months of use.", nullptr,
                              static_cast<int>(std::ceil(*even - kAHair)));
  const QString years = ownedYearsText(both);
  if (both.buy_after(both.months) - both.left < both.rent_after(both.months))
    return OwnershipWords::tr("Buying is cheaper only by what the machines are worth after %1 years.")
        .arg(years);
  return OwnershipWords::tr("Renting stays cheaper over all %1 years.").arg(years);
}

QString rentSourceText(const cost::RentOrBuy& both) {
  return both.rent_source.empty()
             ? QString()
             : OwnershipWords::tr(
                   "Nobody rents these machines: compared with the least rent of their GPUs, %1.")
                   .arg(text(both.rent_source));
}

}  // namespace astrolabe::ui
