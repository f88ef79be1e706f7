#pragma once
// Quantities with their unit in the type. Conversions happen once, where data enters.

#include <compare>

namespace astrolabe {

/// A number that knows its dimension. Adding seconds to bytes does not compile.
template <class Tag>
struct Quantity {
  double value = 0.0;

  constexpr auto operator<=>(const Quantity&) const = default;
  constexpr Quantity operator+(Quantity other) const { return {value + other.value}; }
  constexpr Quantity operator-(Quantity other) const { return {value - other.value}; }
  constexpr Quantity operator*(double factor) const { return {value * factor}; }
  constexpr Quantity operator/(double divisor) const { return {value / divisor}; }
  constexpr double operator/(Quantity other) const { return value / other.value; }
  constexpr Quantity& operator+=(Quantity other) { return *this = *this + other; }
  constexpr Quantity& operator-=(Quantity other) { return *this = *this - other; }
  constexpr Quantity& operator*=(double factor) { return *this = *this * factor; }
};

template <class Tag>
constexpr Quantity<Tag> operator*(double factor, Quantity<Tag> quantity) {
  return quantity * factor;
}

using Seconds = Quantity<struct SecondsTag>;
using Bytes = Quantity<struct BytesTag>;
using BytesPerSecond = Quantity<struct BytesPerSecondTag>;
using Flops = Quantity<struct FlopsTag>;  ///< floating-point operations, a count
using FlopsPerSecond = Quantity<struct FlopsPerSecondTag>;
using Usd = Quantity<struct UsdTag>;
using UsdPerHour = Quantity<struct UsdPerHourTag>;
using Watts = Quantity<struct WattsTag>;

constexpr Seconds operator/(Bytes size, BytesPerSecond rate) { return {size.value / rate.value}; }
constexpr Seconds operator/(Flops work, FlopsPerSecond rate) { return {work.value / rate.value}; }

inline constexpr double kGib = 1073741824.0;  ///< bytes in a GiB
inline constexpr double kGb = 1e9;            ///< bytes in a GB
inline constexpr double kTera = 1e12;
inline constexpr double kGramsPerKilogram = 1e3;
inline constexpr double kSecondsPerHour = 3600.0;

/// Above every time, amount and price that occurs: what cannot be had, or is not asked for. Sums with it stay
/// finite.
inline constexpr double kBeyond = 1e300;
/// Stands for "any number" where counts stay in the thousands: layers, stages.
inline constexpr int kAnyNumber = 1 << 20;

constexpr Bytes gib(double amount) { return {amount * kGib}; }
constexpr BytesPerSecond gb_per_s(double amount) { return {amount * kGb}; }
constexpr FlopsPerSecond tflops(double amount) { return {amount * kTera}; }
constexpr Seconds microseconds(double amount) { return {amount * 1e-6}; }
constexpr double in_gib(Bytes bytes) { return bytes.value / kGib; }

}  // namespace astrolabe
