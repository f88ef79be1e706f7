#include "core/model/shell_script.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/base/text.h"
#include "core/model/shell_expand.h"
#include "core/model/shell_text.h"
#include "core/model/shell_values.h"

namespace astrolabe::model {

namespace {

enum class ShellTruth { no, yes, unknown };

ShellTruth truth_of(bool value) { return value ? ShellTruth::yes : ShellTruth::no; }
ShellTruth opposite(ShellTruth truth) {
  return truth == ShellTruth::unknown ? truth : truth_of(truth == ShellTruth::no);
}

bool is_script_option(std::string_view word) { return word.starts_with("--") && word.size() > 2; }

/// NAME in front of "=", "+=" or "[…]=" of a word, and what it is.
struct ShellAssignment {
  std::string name, value;
  std::optional<std::string> index;
  bool append = false;
};
std::optional<ShellAssignment> assignment_of(const std::string& word) {
  std::size_t at = 0;
  while (at < word.size() && (std::isalnum(static_cast<unsigned char>(word[at])) != 0 || word[at] == '_'))
    ++at;
  if (at == 0 || at == word.size() || std::isdigit(static_cast<unsigned char>(word[0])) != 0) return {};
  ShellAssignment found;
  found.name = word.substr(0, at);
  if (word[at] == '[') {
    const std::size_t close = word.find(']', at);
    if (close == std::string::npos) return {};
    found.index = word.substr(at + 1, close - at - 1);
    at = close + 1;
  }
  found.append = word.compare(at, 2, "+=") == 0;
  at += found.append ? 1 : 0;
  if (at >= word.size() || word[at] != '=') return {};
  found.value = word.substr(at + 1);
  return found;
}

class ShellRun {
 public:
  ShellRun(const GivenValues& given, const SourcedFile& sourced)
      : m_sourced(sourced), m_values(given, [this](const std::string& text) { return output_of(text); }) {}

  ShellReading read(std::string_view text) {
    run_text(text);
    for (const auto& [name, value] : m_values.all()) {
      if (!value.is_list && value.parts.size() == 1) m_reading.texts[name] = value.parts.front();
      std::vector<std::string> words;
      for (const std::string& part : value.parts)
        if (value.is_list)
          words.push_back(part);
        else
          for (std::string& word : option_words(part)) words.push_back(std::move(word));
      if (std::any_of(words.begin(), words.end(), is_script_option))
        m_reading.variables.push_back({value.line, name, std::move(words)});
    }
    return std::move(m_reading);
  }

 private:
  static constexpr int kMostSteps = 100'000, kDeepest = 20;

  void run_text(std::string_view text) {
    if (m_depth >= kDeepest) return;
    ++m_depth;
    run(parse_shell(text));
    --m_depth;
  }

  /// Words of a text that holds options: quotes in it part no words.
  std::vector<std::string> option_words(const std::string& text) {
    std::vector<std::string> words;
    for (const std::string& raw : shell_elements(text))
      for (std::string& word : m_values.fields(raw)) words.push_back(std::move(word));
    return words;
  }

  void note(int line, std::string word, std::string why) {
    if (m_reading.notes.size() < 50) m_reading.notes.push_back({line, std::move(word), std::move(why)});
  }

  ShellTruth run(const std::vector<ShellNode>& nodes) {
    ShellTruth last = ShellTruth::yes;
    for (const ShellNode& node : nodes) {
      if (++m_steps + m_values.effort() > kMostSteps) {
        if (m_steps < 2 * kMostSteps) note(node.line, "", "more than 100000 steps");
        m_steps = 2 * kMostSteps;
        return ShellTruth::unknown;
      }
      const bool tests = node.kind == ShellNode::Kind::test || node.kind == ShellNode::Kind::arithmetic ||
                         (!node.words.empty() && (node.words.front() == "[" || node.words.front() == "test"));
      const bool after = node.joined == "&&", instead = node.joined == "||";
      if ((after && last == ShellTruth::no) || (instead && last == ShellTruth::yes)) continue;
      if ((after || instead) && last == ShellTruth::unknown) {
        if (!tests) continue;
        const ShellTruth next = run_one(node);
        if (next == truth_of(instead)) last = next;
        continue;
      }
      last = run_one(node);
    }
    return last;
  }

  ShellTruth run_one(const ShellNode& node) {
    const ShellTruth truth = run_kind(node);
    return node.negated ? opposite(truth) : truth;
  }

  ShellTruth run_kind(const ShellNode& node) {
    using Kind = ShellNode::Kind;
    if (node.kind != Kind::command) m_list_open = false;
    switch (node.kind) {
      case Kind::command:
        return run_command(node);
      case Kind::test:
        return test(node.words, true);
      case Kind::arithmetic: {
        const auto value = m_values.number(node.text);
        return value ? truth_of(*value != 0) : ShellTruth::unknown;
      }
      case Kind::branches:
        run_branches(node);
        return ShellTruth::yes;
      case Kind::choice:
        run_choice(node);
        return ShellTruth::yes;
      case Kind::each: {
        std::vector<std::string> values;
        for (const std::string& raw : node.words)
          for (std::string& field : m_values.fields(raw)) values.push_back(std::move(field));
        for (const std::string& value : values) {
          m_values.set(node.text, value, node.line);
          run(node.body);
          if (m_steps >= kMostSteps) break;
        }
        return ShellTruth::yes;
      }
      case Kind::counted:
        run_counted(node);
        return ShellTruth::yes;
      case Kind::group:
        return run(node.body);
      case Kind::skipped:
        if (!node.text.empty()) note(node.line, node.text, "is not followed");
        return ShellTruth::unknown;
    }
    return ShellTruth::unknown;
  }

  void run_counted(const ShellNode& node) {
    std::vector<std::string> parts = split(node.text, ';');
    if (parts.size() != 3) return;
    m_values.number(parts[0]);
    while (m_steps < kMostSteps) {
      const auto go_on = trim(parts[1]).empty() ? std::optional<std::int64_t>(1) : m_values.number(parts[1]);
      if (!go_on) note(node.line, "for", "its end is not known");
      if (!go_on || *go_on == 0) return;
      run(node.body);
      ++m_steps;
      m_values.number(parts[2]);
    }
  }

  /// What `nodes` would set is decided by the variable of the comparison that is not known.
  void leave_out(const std::vector<ShellNode>& nodes, const std::string& by) {
    for (const ShellNode& node : nodes) {
      for (const std::string& word : node.words)
        if (const auto found = assignment_of(word); found && found->name != by)
          m_reading.decided_by.emplace(found->name, by);
      leave_out(node.body, by);
      for (const ShellBranch& branch : node.branches) leave_out(branch.body, by);
    }
  }

  void run_branches(const ShellNode& node) {
    bool open = false;
    m_decider.clear();
    for (const ShellBranch& branch : node.branches) {
      m_compared.clear();
      const ShellTruth truth = branch.otherwise ? ShellTruth::yes : run(branch.condition);
      const bool unknown = truth == ShellTruth::unknown || open;
      if (truth == ShellTruth::unknown && !m_compared.empty()) m_decider = m_compared;
      open = open || truth == ShellTruth::unknown;
      if (unknown && !m_decider.empty()) leave_out(branch.body, m_decider);
      if (truth != ShellTruth::yes) continue;
      if (!open) run(branch.body);
      return;
    }
  }

  void run_choice(const ShellNode& node) {
    const std::string word = m_values.text(node.text);
    const bool unknown = has_unknown(word);
    for (const ShellBranch& branch : node.branches)
      for (const std::string& raw : branch.patterns) {
        const std::string pattern = m_values.text(raw);
        if (unknown) {
          if (is_all_unknown(word) && pattern.find_first_of("*?[") == std::string::npos)
            may_be(unknown_name(word), pattern);
          leave_out(branch.body, unknown_name(word));
        } else if (fits_pattern(pattern, word)) {
          run(branch.body);
          return;
        }
      }
  }

  void may_be(const std::string& name, const std::string& value) {
    m_compared = name;
    if (value.empty() || has_unknown(value)) return;
    std::vector<std::string>& values = m_reading.possible[name];
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }

  // Tests: or, and, not, one.
  struct Test {
    std::vector<std::string> raw;
    std::size_t at = 0;
    bool patterns = false;
    int depth = 0;
    bool is(std::string_view sign) const { return at < raw.size() && raw[at] == sign; }
  };

  ShellTruth test(std::vector<std::string> words, bool patterns) {
    Test test{std::move(words), 0, patterns, 0};
    const ShellTruth truth = test_any(test);
    return test.at == test.raw.size() ? truth : ShellTruth::unknown;
  }
  ShellTruth test_any(Test& test) {
    if (++test.depth > 50) return ShellTruth::unknown;
    ShellTruth truth = test_all(test);
    while (test.is("||") || test.is("-o")) {
      ++test.at;
      const ShellTruth next = test_all(test);
      if (next == ShellTruth::yes || truth == ShellTruth::no) truth = next;
    }
    return truth;
  }
  ShellTruth test_all(Test& test) {
    ShellTruth truth = test_one(test);
    while (test.is("&&") || test.is("-a")) {
      ++test.at;
      const ShellTruth next = test_one(test);
      if (next == ShellTruth::no || truth == ShellTruth::yes) truth = next;
    }
    return truth;
  }
  ShellTruth test_one(Test& test) {
    bool negated = false;
    for (; test.is("!"); ++test.at) negated = !negated;
    ShellTruth truth = ShellTruth::unknown;
    if (test.is("(")) {
      ++test.at;
      truth = test_any(test);
      if (test.is(")")) ++test.at;
    } else {
      truth = compared(test);
    }
    return negated ? opposite(truth) : truth;
  }

  /// An operand; a variable that nothing sets is empty, one whose value is not known stays marked.
  std::string operand(const Test& test, std::size_t at) {
    std::string text = at < test.raw.size() ? m_values.text(test.raw[at]) : std::string();
    return is_all_unknown(text) && m_values.is_unset(unknown_name(text)) ? std::string() : text;
  }

  ShellTruth compared(Test& test) {
    if (test.at >= test.raw.size()) return ShellTruth::no;  // [ ]
    const std::string& first = test.raw[test.at];
    const bool binary = test.at + 2 < test.raw.size() && is_comparison(test.raw[test.at + 1]);
    if (!binary && first.size() == 2 && first[0] == '-' && test.at + 1 <= test.raw.size()) {
      const char what = first[1];
      const std::string value = operand(test, test.at + 1);
      test.at = std::min(test.at + 2, test.raw.size());
      if (what == 'z' || what == 'n')
        return has_unknown(value) ? ShellTruth::unknown : truth_of(value.empty() == (what == 'z'));
      if (what == 'v') return truth_of(!m_values.is_unset(value));
      return ShellTruth::no;  // no file is looked for
    }
    if (!binary) {
      const std::string value = operand(test, test.at++);
      return has_unknown(value) ? ShellTruth::unknown : truth_of(!value.empty());
    }
    const std::string sign = test.raw[test.at + 1];
    // Equality asks for the value, so that a variable that nothing sets is unknown rather than empty.
    const std::string left = m_values.text(first), right = m_values.text(test.raw[test.at + 2]);
    test.at += 3;
    const bool equality = sign == "=" || sign == "==" || sign == "!=";
    if (has_unknown(left) || has_unknown(right)) {
      if (equality && is_all_unknown(left)) may_be(unknown_name(left), right);
      if (equality && is_all_unknown(right)) may_be(unknown_name(right), left);
      return ShellTruth::unknown;
    }
    if (equality)
      return truth_of((test.patterns ? fits_pattern(right, left) : left == right) == (sign != "!="));
    const auto a = m_values.number(left), b = m_values.number(right);
    if (!a || !b) return ShellTruth::unknown;
    if (sign == "-eq") return truth_of(*a == *b);
    if (sign == "-ne") return truth_of(*a != *b);
    if (sign == "-lt" || sign == "<") return truth_of(*a < *b);
    if (sign == "-le") return truth_of(*a <= *b);
    if (sign == "-gt" || sign == ">") return truth_of(*a > *b);
    return sign == "-ge" ? truth_of(*a >= *b) : ShellTruth::unknown;
  }

  static bool is_comparison(std::string_view sign) {
    constexpr std::string_view kSigns[] = {"=",   "==",  "!=",  "-eq", "-ne", "-lt",
                                           "-le", "-gt", "-ge", "=~",  "<",   ">"};
    return std::find(std::begin(kSigns), std::end(kSigns), sign) != std::end(kSigns);
  }

  void assign(const ShellAssignment& what, int line) {
    if (what.value.starts_with('(')) {
      const std::size_t end = shell_bracket_end(what.value, 0);
      std::vector<std::string> parts;
      for (const std::string& raw : shell_elements(std::string_view(what.value).substr(1, end - 1)))
        for (std::string& field : m_values.fields(raw)) parts.push_back(std::move(field));
      m_values.set_list(what.name, std::move(parts), what.append, line);
    } else if (what.index) {
      m_values.set_element(what.name, *what.index, m_values.text(what.value), line);
    } else if (what.append) {
      m_values.append(what.name, m_values.text(what.value), line);
    } else {
      m_values.set(what.name, m_values.text(what.value), line);
    }
  }

  ShellTruth run_command(const ShellNode& node) {
    std::size_t first = 0;
    std::vector<ShellAssignment> before;
    for (; first < node.words.size(); ++first) {
      auto found = assignment_of(node.words[first]);
      if (!found) break;
      before.push_back(std::move(*found));
    }
    if (first == node.words.size()) {
      for (const ShellAssignment& one : before) assign(one, node.line);
      m_list_open = false;
      return ShellTruth::yes;
    }
    const std::string name = m_values.text(node.words[first]);
    const std::vector<std::string> raw(node.words.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                                       node.words.end());
    const bool goes_on = std::exchange(m_list_open, false);
    if (name == "export" || name == "declare" || name == "local" || name == "readonly" || name == "typeset") {
      for (const std::string& word : raw)
        if (const auto found = assignment_of(word)) assign(*found, node.line);
      return ShellTruth::yes;
    }
    if (name == "[" || name == "test") {
      std::vector<std::string> words = raw;
      if (!words.empty() && words.back() == "]") words.pop_back();
      return test(std::move(words), false);
    }
    if (name == "true" || name == ":") return ShellTruth::yes;
    if (name == "false") return ShellTruth::no;
    if (name == "echo" || name == "set" || name == "exit") return ShellTruth::yes;
    return run_with_fields(node, name, raw, goes_on);
  }

  ShellTruth run_with_fields(const ShellNode& node, const std::string& name,
                             const std::vector<std::string>& raw, bool goes_on) {
    std::vector<std::string> fields;
    for (const std::string& word : raw)
      for (std::string& field : m_values.fields(word)) fields.push_back(std::move(field));
    if (name == "printf") {
      if (fields.size() >= 3 && fields[0] == "-v")
        m_values.set(fields[1], shell_format(std::vector<std::string>(fields.begin() + 2, fields.end())),
                     node.line);
      return ShellTruth::yes;
    }
    if (name == "eval") {
      std::string text;
      for (const std::string& field : fields) text += field + ' ';
      run_text(text);
      return ShellTruth::yes;
    }
    if (name == "source" || name == ".") {
      source(fields.empty() ? std::string() : fields.front(), node.line);
      return ShellTruth::yes;
    }
    if (name == "unset" || name == "read") {
      for (const std::string& field : fields)
        if (!field.starts_with('-')) m_values.forget(field, name == "read", node.line);
      return ShellTruth::yes;
    }
    if (name == "let") {
      for (const std::string& field : fields) m_values.number(field);
      return ShellTruth::yes;
    }
    std::vector<std::string> words = m_values.fields(node.words[node.words.size() - raw.size() - 1]);
    words.insert(words.end(), fields.begin(), fields.end());
    m_list_open = true;
    // A line that begins with an option goes on with the command before it: its line end got lost, or the
    // text is a bare list.
    if (is_script_option(name) && goes_on && !m_reading.commands.empty()) {
      auto& list = m_reading.commands.back().words;
      list.insert(list.end(), words.begin(), words.end());
    } else {
      m_reading.commands.push_back({node.line, {}, std::move(words)});
    }
    return ShellTruth::yes;
  }

  void source(const std::string& path, int line) {
    const std::size_t known = path.rfind('\x02');
    std::string rest = known == std::string::npos ? path : path.substr(known + 1);
    while (rest.starts_with('/') || rest.starts_with("./")) rest.erase(0, rest.starts_with('/') ? 1 : 2);
    const bool inside = !rest.empty() && (known != std::string::npos || !path.starts_with('/')) &&
                        rest.find("..") == std::string::npos;
    const auto text = inside && m_sourced ? m_sourced(rest) : std::nullopt;
    if (text)
      run_text(*text);
    else
      note(line, "source " + with_names(path), "is no file beside the script");
  }

  /// The output of a command in $( … ), where it is echo, printf or seq.
  std::optional<std::string> output_of(const std::string& text) {
    if (m_depth >= kDeepest) return {};
    const std::vector<ShellNode> nodes = parse_shell(text);
    if (nodes.empty()) return {};
    const auto separator = m_values.get("IFS");
    ++m_depth;
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
      const auto& words = nodes[i].words;
      const auto found = words.size() == 1 ? assignment_of(words.front()) : std::nullopt;
      if (found && found->name == "IFS") m_values.set("IFS", m_values.text(found->value), nodes[i].line);
    }
    std::optional<std::string> output;
    const ShellNode& last = nodes.back();
    if (last.kind == ShellNode::Kind::command && !last.piped && !last.words.empty()) {
      std::vector<std::string> fields;
      for (const std::string& word : last.words)
        for (std::string& field : m_values.fields(word)) fields.push_back(std::move(field));
      output = shell_output(fields);
    }
    --m_depth;
    m_values.forget("IFS", false, 0);
    if (separator) m_values.set("IFS", *separator, 0);
    return output;
  }

  const SourcedFile& m_sourced;
  ShellValues m_values;
  ShellReading m_reading;
  std::string m_compared, m_decider;
  bool m_list_open = false;
  int m_steps = 0, m_depth = 0;
};

}  // namespace

ShellReading read_shell(std::string_view text, const GivenValues& given, const SourcedFile& sourced) {
  return ShellRun(given, sourced).read(text);
}

}  // namespace astrolabe::model
