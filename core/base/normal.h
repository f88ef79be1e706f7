#pragma once

namespace astrolabe {

/// The standard normal quantile of a share in (0, 1): Acklam's rational approximation (2003) with one step of
/// Halley's method, to the last digits of a double.
double normal_quantile(double share);

}  // namespace astrolabe
