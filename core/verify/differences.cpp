#include "core/verify/differences.h"

#include <cmath>

namespace astrolabe::verify {

namespace {

std::string under(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

std::optional<std::string> difference(const Json& told, const Json& made, double digits,
                                      const std::string& path) {
  const auto other = [&] { return path + " is " + shown(told) + ", not " + shown(made); };
  if (told.is_object() && made.is_object()) {
    for (const auto& [key, value] : made.items()) {
      const auto found = told.find(key);
      if (found == told.end()) return under(path, key) + " lacks";
      if (auto inner = difference(*found, value, digits, under(path, key))) return inner;
    }
    for (const auto& [key, value] : told.items())
      if (!made.contains(key)) return under(path, key) + " does not belong there";
    return std::nullopt;
  }
  if (told.is_array() && made.is_array()) {
    if (told.size() != made.size())
      return path + " has " + std::to_string(told.size()) + " members, not " + std::to_string(made.size());
    for (std::size_t i = 0; i < made.size(); ++i)
      if (auto inner = difference(told[i], made[i], digits, path + "[" + std::to_string(i) + "]"))
        return inner;
    return std::nullopt;
  }
  if (told.is_number() && made.is_number() && (told.is_number_float() || made.is_number_float())) {
    const double a = told.get<double>(), b = made.get<double>();
    return std::abs(a - b) <= digits * std::abs(b) ? std::nullopt : std::optional(other());
  }
  return told == made ? std::nullopt : std::optional(other());
}

}  // namespace

std::optional<std::string> first_difference(const Json& told, const Json& made, double digits) {
  return difference(told, made, digits, {});
}

}  // namespace astrolabe::verify
