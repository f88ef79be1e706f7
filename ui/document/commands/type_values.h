#pragma once
// Whether two hardware types of one name mean the same.

#include "core/base/json.h"
#include "core/hardware/catalogue_rows.h"

namespace astrolabe::ui {

/// What a type is, without who says so.
template <class Type>
Json typeValues(const Type& type) {
  Json values = hardware::to_json(type);
  for (const char* origin : {"source", "source_date", "reserved_date", "checked_against", "note", "like"})
    values.erase(origin);
  return values;
}

/// True where both are there and their values are not the same.
template <class Type>
bool typesDiffer(const Type* a, const Type* b) {
  return a != nullptr && b != nullptr && typeValues(*a) != typeValues(*b);
}

}  // namespace astrolabe::ui
