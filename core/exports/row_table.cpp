#include "core/exports/row_table.h"

#include <algorithm>
#include <vector>

#include "core/base/quoting.h"

namespace astrolabe::exports {

std::string rows_csv(const Json& rows) {
  std::vector<std::string> places;
  std::vector<Json> flat;
  for (const Json& row : rows) {
    flat.push_back(row.flatten());
    for (const auto& [place, value] : flat.back().items())
      if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  }
  std::string text;
  const auto end_line = [&] {
    if (!places.empty()) text.pop_back();  // the comma behind the last cell
    text += "\r\n";
  };
  for (const std::string& place : places) {
    std::string name = place.substr(1);
    std::replace(name.begin(), name.end(), '/', '.');
    text += csv_cell(name) + ',';
  }
  end_line();
  for (const Json& row : flat) {
    for (const std::string& place : places) {
      const auto value = row.find(place);
      // Empty objects and lists are their own leaves of a flat object.
      if (value != row.end() && !value->is_null() && !value->is_structured())
        text += value->is_string() ? csv_cell(value->get<std::string>()) : value->dump();
      text += ',';
    }
    end_line();
  }
  return text;
}

}  // namespace astrolabe::exports
