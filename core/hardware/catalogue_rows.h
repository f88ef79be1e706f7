#pragma once
// Rows of a catalogue that are kept apart from it: what a plan was asked of, when today's says otherwise.

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/hardware/catalogue.h"

namespace astrolabe::hardware {

/// What `catalogue` says of types, by names as clusters give them; nodes bring their GPU along. Names that it
/// does not know are left out.
CatalogueRows rows_of(const Catalogue& catalogue, const std::vector<std::string>& gpus,
                      const std::vector<std::string>& nodes);

/// Those of `rows` that `catalogue` has otherwise or not at all, with the date of `rows` where there are any.
CatalogueRows differing(const CatalogueRows& rows, const Catalogue& catalogue);

/// In what a catalogue differs from a row.
struct RowChange {
  std::string name;  ///< of the type, as a person reads it
  bool price = false;
  bool value = false;  ///< memory, rates, networks: what a step rests on
  bool gone = false;   ///< the catalogue has no such type any more
  bool operator==(const RowChange&) const = default;
};

/// In what `catalogue` differs from the rows, type by type; only sources and notes leave both marks off.
std::vector<RowChange> changes(const CatalogueRows& rows, const Catalogue& catalogue);

/// {"date", "gpus", "nodes", "prices", "unpriced"}, keys of a row as the catalogue's columns.
Json to_json(const CatalogueRows& rows);
/// The same read back; `path` is the place for errors.
Result<CatalogueRows> read_rows(const Json& json, const std::string& path);

}  // namespace astrolabe::hardware
