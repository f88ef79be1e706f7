#pragma once
// Arrivals that come in bursts: how much more their numbers vary than those of Poisson arrivals.

namespace astrolabe::serving {

/// Variance over mean of the arrivals among which `mean` are expected, of gaps with that variation: as of a
/// renewal process whose gaps are a mixture of two exponentials with balanced means. 1 for Poisson arrivals;
/// with less varied gaps the squared variation.
double arrival_dispersion(double variation, double mean);

/// The dispersion over the arrivals that make a queue as long as it is at a load (robust queueing, Whitt and
/// You 2018): load^2 I / (2 (1 - load)^2) of them, which depends on the dispersion I itself.
double queue_dispersion(double variation, double load);

}  // namespace astrolabe::serving
