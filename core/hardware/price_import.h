#pragma once
// Prices of the user from a table (CSV): what a node or a GPU costs, for an hour or to buy it, laid over the
// catalogue.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/hardware/catalogue.h"

namespace astrolabe::hardware {

/// The header of the column for each role; empty where the table has none. A row names a node or a GPU type.
struct PriceColumns {
  std::string gpu, node;
  std::string usd_per_hour;      ///< of the whole node, or of one GPU where the row names a GPU type
  std::string usd_per_gpu_hour;  ///< of one GPU
  std::string source, date;      ///< both required: a price without them can't be judged
  /// In which currency each row's prices are; where a cell is empty or the column is missing, the one that
  /// the price's own header names ("eur_per_hour"), else USD.
  std::string currency;
  /// USD for one unit of the row's currency, and the day of that rate.
  std::string usd_per_unit, rate_date;
  /// Terms of usd_per_hour and usd_per_gpu_hour: "on_demand" (also where it is empty), "reserved_1y",
  /// "reserved_3y", "spot".
  std::string term;
  std::string provider, region, from_units, interruptions;  ///< as in Quote
  std::string purchase_usd;          ///< of the whole node, or of one GPU where the row names a GPU type
  std::string purchase_usd_per_gpu;  ///< of one GPU
  std::string reserved_1y, reserved_3y, spot;  ///< for an hour of what usd_per_hour is of
  bool operator==(const PriceColumns&) const = default;
};

/// What one unit of a currency is worth, as a person states it.
struct ExchangeRate {
  double usd_per_unit = 0.0;
  std::string date;  ///< ISO date or year
  bool operator==(const ExchangeRate&) const = default;
};

struct PriceImportOptions {
  PriceColumns columns;                       ///< all empty: guessed from the header
  bool decimal_comma = false;                 ///< "1.234,50" instead of "1234.50"
  char separator = '\0';                      ///< '\0': the one of ; tab , that the header uses
  std::map<std::string, ExchangeRate> rates;  ///< by code ("EUR"); a rate in the table's own row wins
  std::set<int> skipped;                      ///< rows that are passed over; 1 is the header
  std::set<int> as_written;  ///< rows whose price looks like that of another unit and is meant as it stands
  std::string currency;      ///< code of prices of which the table names none; "": such a row is a mistake
};

/// What a table gave. Rows with a mistake are left out of `types`, all others are in it.
struct PriceImport {
  /// A row that names neither terms, provider, region nor quantity is the price of its type: a node with the
  /// new on-demand price, a price of a GPU type. All else are quotes.
  OwnTypes types;
  int taken = 0;          ///< rows that gave a price
  int without_price = 0;  ///< rows whose price cells are empty: no price, never zero
  int skipped = 0;        ///< rows passed over as asked
  /// bad_price_row, other_unit and no_rate, where "row 17, column usd_per_hour"; row 1 is the header.
  std::vector<Error> mistakes;
  /// Currencies of the table that need a rate of PriceImportOptions::rates, given or not.
  std::set<std::string> currencies;
};

/// The columns that a header suggests: "gpu", "node", "usd_per_hour" and so on, without case and punctuation.
PriceColumns guess_price_columns(const std::vector<std::string>& header);
/// The header of a table, for a mapping by hand.
std::vector<std::string> price_header(std::string_view text, char separator = '\0');

/// Reads a table of prices, price_book_csv() and the catalogue's own tables among them. Ids are matched as in
/// the catalogue. A row may hold several prices; with a mistake in one of them none is taken. Mistakes are
/// also a price without a currency, one of a day before its GPU was sold, more than 5 years before the
/// catalogue's or more than 2 after it, and one that looks like that of the other unit: below half of all
/// that is known of its GPU type by the GPU, but among them as the price of one GPU; or above all, but among
/// them as that of a node. Prices in another currency than USD are converted at a stated rate with its date,
/// both of which the price's source tells; without a rate the row is a mistake. Fails as a whole only where
/// the header lacks a role (missing_key, in row 1) or a mapped column (unknown_key); every other mistake is
/// one row's.
Result<PriceImport> import_prices(std::string_view text, const Catalogue& catalogue,
                                  const PriceImportOptions& options = {});

/// `base` with the types of `added` in place of those with the same id.
OwnTypes lay_over(OwnTypes base, const OwnTypes& added);

}  // namespace astrolabe::hardware
