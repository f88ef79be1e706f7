#pragma once
// Headings of a table of prices: which column is what, in which currency.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/hardware/price_import.h"

namespace astrolabe::hardware {

/// Names that a header may use for a role, as name_key() writes them; the first is the role's own.
struct PriceRole {
  std::string PriceColumns::*column;
  std::array<const char*, 5> names;  ///< null behind the last
};
std::span<const PriceRole> price_roles();

/// The currency that the header of a price names: a code, "" where it is a price and names none, nothing
/// where it says nothing of the kind.
std::optional<std::string> currency_in(const std::string& header);
/// ISO 4217 codes are three capital letters.
bool is_currency(std::string_view code);
/// The one of ; tab , that the header uses.
char separator_of(std::string_view text);
/// A price as written, or nothing. With a decimal comma a dot may only group thousands.
std::optional<double> parse_price(std::string_view cell, bool decimal_comma);

}  // namespace astrolabe::hardware
