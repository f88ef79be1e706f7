#pragma once
// A plan's own rules as text: which of them are switched off, and switching them. A rule that is off stands
// in the text as a comment, each line begun with "#off ", so that the file says all there is. No widget.

#include <QString>
#include <QStringList>
#include <vector>

#include "core/base/result.h"
#include "core/strategy/rules.h"

namespace astrolabe::ui {

/// One rule of a text, with the lines it stands in (from 0, the last one included).
struct PlacedRule {
  strategy::Rule rule;
  bool on = true;
  int firstLine = 0, lastLine = 0;
};

/// Every rule of a text, in order, those that are off among them. Errors: those of strategy::make_rule_set,
/// for the rules that are on; one that is off and cannot be read is left out.
Result<std::vector<PlacedRule>> placedRules(const QString& text);

/// The text with one rule switched; as it was when it has no such rule.
QString withRule(const QString& text, const QString& name, bool on);

/// Shipped rules that the text switches off, by name; empty where it cannot be read.
QStringList shippedOff(const QString& text);

/// The text with a shipped rule switched: a line "name: off" taken out or added.
QString withShippedRule(const QString& text, const QString& name, bool on);

}  // namespace astrolabe::ui
