#pragma once
// The reasons of the shipped rules, and what their variables mean, in the language of the reader.

#include <QString>
#include <span>
#include <string_view>

namespace astrolabe::ui {

/// strategy::Rule::because or strategy::Rule::fixed, translated; what a person wrote stays as it is.
QString ruleReasonText(std::string_view english);
/// strategy::RuleVariable::meaning, translated.
QString ruleVariableText(std::string_view english);
/// Every text that is translated, in English, in the order of resources/rules/shipped.rules: a test says that
/// these are all of that file.
std::span<const char* const> ruleReasons();
/// Every meaning of a variable that is translated, in English, in the order of strategy::rule_variables().
std::span<const char* const> ruleVariables();

}  // namespace astrolabe::ui
