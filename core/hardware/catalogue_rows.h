#pragma once
// Rows of a catalogue that are kept apart from it: what a plan was asked of, when today's says otherwise.

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/hardware/catalogue.h"

namespace astrolabe::hardware {

/// The rows of `catalogue` for GPU and node types named as clusters name them; a node type brings the row of
/// its GPU along. Names that the catalogue does not know are left out.
CatalogueRows rows_of(const Catalogue& catalogue, const std::vector<std::string>& gpus,
                      const std::vector<std::string>& nodes);

/// Those of `rows` that `catalogue` has otherwise or not at all, with the date of `rows` where there are any.
CatalogueRows differing(const CatalogueRows& rows, const Catalogue& catalogue);

/// How a catalogue differs from a row.
struct RowChange {
  std::string name;  ///< of the type, as a person reads it
  bool price = false;
  bool value = false;  ///< memory, rates, networks: what a step rests on
  bool gone = false;   ///< the catalogue has no such type any more
  bool operator==(const RowChange&) const = default;
};

/// How `catalogue` differs from `rows`, type by type; another source or note alone sets no mark.
std::vector<RowChange> changes(const CatalogueRows& rows, const Catalogue& catalogue);

/// {"date", "gpus", "nodes", "prices", "unpriced"}, keys of a row as the catalogue's columns.
Json to_json(const CatalogueRows& rows);
/// Reads rows as to_json() writes them; `path` is the place that errors name.
Result<CatalogueRows> read_rows(const Json& json, const std::string& path);

}  // namespace astrolabe::hardware
