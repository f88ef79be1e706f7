#pragma once
// Constants of the engines' software fitted to measured runs, robust and under priors.

#include <array>
#include <vector>

#include "core/serving/constants.h"
#include "core/serving/measured.h"
#include "core/serving/robust.h"

namespace astrolabe::serving {

/// Normal priors of ln(constant): around ln(centre).
struct Priors {
  Constants centre;
  std::vector<double> deviations;  ///< by constant
};
/// Around the starts of a table, as the shipped constants are fitted.
Priors priors_of(const ConstantTable& table);
/// Around the shipped values: for runs of one's own.
Priors own_priors();

/// What of a case a fit looks at, and how much it weighs.
struct FitTarget {
  const ServingCase* of = nullptr;
  Metric metric = Metric::tpot;
  double weight = 1.0;
};

/// Whether constants are fitted to it: without drafts and not disaggregated, which are predicted alone.
bool is_fitted_to(const ServingCase& one);
/// Times per token weigh 1, tokens a second 0.7, first tokens 0.4 (of SGLang, whose recipes hold requests
/// back, 0.15); rows of one configuration together as the root of their number.
std::vector<FitTarget> targets_of(const std::vector<const ServingCase*>& cases);

/// ln(predicted/measured) of every target near `constants` as lines in ln(constant). Weights are the
/// targets'.
Lines lines_at(const std::vector<FitTarget>& targets, const Priors& priors, const Constants& constants,
               int workers = 1);
/// The constants so far from the centre, in logarithms.
Constants moved_from(const Constants& centre, const std::vector<double>& distances);

/// Constants under the priors that fit the cases best, from `from`; what no case tells of stays at its
/// centre.
Constants fit_constants(const std::vector<const ServingCase*>& cases, const Priors& priors,
                        const Constants& from, int workers = 1);

}  // namespace astrolabe::serving
