#pragma once
// Tells where the values of the model panel come from: key and line of the file, formula, or assumption.

#include <QString>
#include <QStringList>
#include <initializer_list>
#include <string_view>

#include "core/model/architecture.h"

namespace astrolabe::ui {

/// The least certain of the marks of several fields, and where each comes from.
struct ModelOrigin {
  model::Mark mark = model::Mark::file;
  QStringList lines;
  bool typed = false;  ///< one of them was typed by a person, which is stated, not assumed
};

/// The origin of the fields of `architecture` that `keys` name ("layers", "hidden").
ModelOrigin modelOrigin(const model::Architecture& architecture,
                        std::initializer_list<std::string_view> keys);

/// The line, from 1, in which `text` gives `key`: a key of JSON ("hidden_size", "text_config.hidden_size") or
/// an argument ("--hidden-size"). 0 where it does not, where several lines do, and in a text of one line.
int lineOfKey(std::string_view text, std::string_view key);

}  // namespace astrolabe::ui
