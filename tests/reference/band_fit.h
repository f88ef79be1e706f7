#pragma once
// The bands around predictions from errors on runs that the constants have not seen.

#include <span>
#include <vector>

#include "core/cost/band.h"
#include "tests/reference/scores.h"

namespace astrolabe::calibration {

/// One unseen prediction of one run.
struct BandSample {
  std::size_t run = 0;    ///< place in ScoredRuns::cases
  int configuration = 0;  ///< runs that share it are neighbours (fit.h)
  cost::BandTraits traits;
  double ratio = 1.0;  ///< measured over predicted
};
/// Both cross-validations together: a band is for a run that the fit does not know, on a site that it may
/// know. Noisy runs are left out.
std::vector<BandSample> band_samples(const ScoredRuns& runs, const UnseenTimes& unseen);

/// How much alike the errors of one configuration are: intraclass correlation of log ratios around the mean
/// of their group, one-way analysis of variance (Donner, International Statistical Review 1986). 0 to 1.
double configuration_correlation(std::span<const BandSample> samples);
/// Share of a class's samples to leave out at each end, so that `band_left_out` of *unseen* ones lie beyond:
/// quantiles at i / (n + 1) (as conformal prediction draws them: Vovk et al., 2005), where n counts runs of
/// one configuration as fewer by their correlation (design effect: Kish, Survey Sampling, 1965).
double band_tail(std::span<const BandSample> of_class, double correlation);

/// The bands of the classes by their tails, and the widths by tables, scale and parallelism: the 80 %
/// quantile of errors in units of their band, over that of all samples; shrunk to 1 in the logarithm by K /
/// (K + all) for K of `all` configurations: what a group says of itself counts half only where it is as large
/// as all others.
cost::BandTable fit_band_table(std::span<const BandSample> samples);

/// Every sample's band from a fit without the samples of its own fold; `fold` by run.
std::vector<cost::Band> remade_bands(std::span<const BandSample> samples, const std::vector<int>& fold);

}  // namespace astrolabe::calibration
