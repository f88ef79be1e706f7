#pragma once
// Tails of gamma distributions by the cube root of Wilson and Hilferty (1931).

namespace astrolabe::serving {

/// Chance that a sum of that mean and variance is above `value`. Precondition: both above 0.
double gamma_beyond(double mean, double variance, double value);

/// What a share, in (0, 1), lies below. Precondition: mean and variance above 0.
double gamma_quantile(double mean, double variance, double share);

}  // namespace astrolabe::serving
