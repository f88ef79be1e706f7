#pragma once
// How many there are of each, in the order in which they come.

#include <QString>
#include <algorithm>
#include <utility>
#include <vector>

namespace astrolabe::ui {

using CountedNames = std::vector<std::pair<QString, int>>;

/// Counts so many more of that name; one that is new stands behind the others.
inline void countIn(CountedNames& names, const QString& name, int more) {
  const auto known =
      std::find_if(names.begin(), names.end(), [&](const auto& one) { return one.first == name; });
  if (known == names.end())
    names.emplace_back(name, more);
  else
    known->second += more;
}

}  // namespace astrolabe::ui
