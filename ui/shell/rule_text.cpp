#include "ui/shell/rule_text.h"

#include <QRegularExpression>
#include <algorithm>

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

const QString kOff = u"#off "_s;

/// The lines from the one that begins with the rule's name to the last that it needs.
void place(PlacedRule& placed, const QStringList& lines, int from) {
  const QRegularExpression head(
      u"^\\s*%1\\s*:"_s.arg(QRegularExpression::escape(QString::fromStdString(placed.rule.name))));
  placed.firstLine = placed.lastLine = from;
  for (int i = from; i < lines.size(); ++i)
    if (head.match(lines[i]).hasMatch()) {
      placed.firstLine = placed.lastLine = i;
      break;
    }
}

/// The end of a rule is where the next one, an empty line or a comment begins.
int endOf(const QStringList& lines, int first, int next) {
  int last = first;
  for (int i = first + 1; i < next; ++i) {
    const QString line = lines[i].trimmed();
    if (line.isEmpty() || line.startsWith(u'#')) break;
    last = i;
  }
  return last;
}

}  // namespace

Result<std::vector<PlacedRule>> placedRules(const QString& text) {
  const auto set = strategy::make_rule_set(text.toStdString());
  if (!set) return tl::unexpected<Error>(set.error());
  const QStringList lines = text.split(u'\n');
  std::vector<PlacedRule> result;
  int from = 0;
  for (const strategy::Rule& rule : (*set)->rules) {
    if (!rule.own) continue;
    PlacedRule placed{rule, true, 0, 0};
    place(placed, lines, from);
    from = placed.firstLine + 1;
    result.push_back(std::move(placed));
  }
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i].lastLine = endOf(lines, result[i].firstLine,
                               i + 1 < result.size() ? result[i + 1].firstLine : int(lines.size()));
  // Rules that are off: what stands in one run of such lines is read as a text of its own.
  for (int i = 0; i < lines.size(); ++i) {
    if (!lines[i].startsWith(kOff)) continue;
    const int first = i;
    QStringList block;
    while (i < lines.size() && lines[i].startsWith(kOff)) block << lines[i++].mid(kOff.size());
    const auto rules = strategy::parse_rules(block.join(u'\n').toStdString());
    if (!rules) continue;
    std::vector<PlacedRule> off;
    int at = 0;
    for (const strategy::Rule& rule : *rules) {
      PlacedRule placed{rule, false, 0, 0};
      placed.rule.own = true;
      place(placed, block, at);
      at = placed.firstLine + 1;
      off.push_back(std::move(placed));
    }
    for (std::size_t k = 0; k < off.size(); ++k) {
      off[k].lastLine = first + endOf(block, off[k].firstLine,
                                      k + 1 < off.size() ? off[k + 1].firstLine : int(block.size()));
      off[k].firstLine += first;
    }
    result.insert(result.end(), off.begin(), off.end());
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const PlacedRule& a, const PlacedRule& b) { return a.firstLine < b.firstLine; });
  return result;
}

QString withRule(const QString& text, const QString& name, bool on) {
  const auto rules = placedRules(text);
  if (!rules) return text;
  QStringList lines = text.split(u'\n');
  for (const PlacedRule& placed : *rules) {
    if (QString::fromStdString(placed.rule.name) != name || placed.on == on) continue;
    for (int i = placed.firstLine; i <= placed.lastLine; ++i)
      lines[i] = on ? lines[i].mid(kOff.size()) : kOff + lines[i];
    break;
  }
  // Two rules in one line, or a comment within one: better unchanged than torn.
  const QString changed = lines.join(u'\n');
  const auto after = placedRules(changed);
  return after && after->size() == rules->size() ? changed : text;
}

QStringList shippedOff(const QString& text) {
  QStringList names;
  if (const auto set = strategy::make_rule_set(text.toStdString()))
    for (const strategy::Rule& rule : (*set)->off) names << QString::fromStdString(rule.name);
  return names;
}

QString withShippedRule(const QString& text, const QString& name, bool on) {
  if (!on) return text + (text.isEmpty() || text.endsWith(u'\n') ? QString() : u"\n"_s) + name + u": off\n"_s;
  QStringList lines = text.split(u'\n');
  const QRegularExpression line(u"^\\s*%1\\s*:\\s*off\\s*(#.*)?$"_s.arg(QRegularExpression::escape(name)));
  lines.removeIf([&](const QString& candidate) { return line.match(candidate).hasMatch(); });
  return lines.join(u'\n');
}

}  // namespace astrolabe::ui
