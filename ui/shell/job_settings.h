#pragma once
// Settings of a strategy as a person reads and types them: what they are called, which values they can have,
// and lists and ranges of values.

#include <QString>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace astrolabe::ui {

/// "Tensor parallel (TP)" for "tensor_parallel"; the key itself where it has no words.
QString settingName(const std::string& key);

/// Values that have names, as the JSON form writes them and as they are called; none for numbers.
std::vector<std::pair<std::string, QString>> settingChoices(const std::string& key);
/// The values of a setting that are searched where a job names none.
std::vector<std::string> usualChoices(const std::string& key);

struct TypedValues {
  std::vector<std::string> values;  ///< as texts, without repeats; empty when nothing was typed
  QString problem;                  ///< why a range says nothing
};
/// Reads what a person typed for one setting: values ("1 2 4, 8") and ranges ("1-8", "1..8"). A range stands
/// for every one of `usual` that lies in it; where that gives none, for every whole number.
TypedValues typedValues(const QString& text, const std::function<std::vector<int>()>& usual);

}  // namespace astrolabe::ui
