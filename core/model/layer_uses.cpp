#include "core/model/layer_uses.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/model/formula.h"

namespace astrolabe::model {

namespace {

/// Collects the uses of one formula.
class UseReader {
 public:
  UseReader(const Formula& formula, std::vector<LayerUse>& uses) : m_formula(formula), m_uses(uses) {}

  void read(int index) {
    const Formula::Node& node = m_formula.node(index);
    using Kind = Formula::Node::Kind;
    if (node.kind == Kind::index && layer_number(node.children[1]) == 0) add_use(node.children[0], {});
    if (node.kind == Kind::call && node.text == "at" && node.children.size() == 2 &&
        layer_number(node.children[1]) == 0)
      add_use(node.children[0], {});
    if (node.kind == Kind::compare) compared(node);
    if (node.kind == Kind::binary && node.text == "-" && name_of(node.children[0]) == "L")
      add_use(node.children[1], {LayerUse::Kind::bound, {}, 0, {}});
    for (const int child : node.children) read(child);
    for (const auto& [name, child] : node.named) read(child);
  }

 private:
  std::string name_of(int index) const {
    const Formula::Node& node = m_formula.node(index);
    return node.kind == Formula::Node::Kind::name ? node.text : std::string();
  }

  /// What the first layer is counted as, where a node is the number of a layer: 0 of "i", 1 of "i+1".
  std::optional<int> layer_number(int index) const {
    if (name_of(index) == "i") return 0;
    const Formula::Node& node = m_formula.node(index);
    if (node.kind != Formula::Node::Kind::binary || node.text != "+" || name_of(node.children[0]) != "i")
      return {};
    const auto* added = m_formula.node(node.children[1]).constant.whole();
    return added != nullptr && *added == 1 ? std::optional(1) : std::nullopt;
  }

  void compared(const Formula::Node& node) {
    const int left = node.children[0], right = node.children[1];
    if (const auto first = layer_number(left)) {
      if (node.text == "in" || node.text == "not in")
        add_use(right, {LayerUse::Kind::member, {}, *first, {}});
      else if (node.text != "==" && node.text != "!=")
        add_use(right, {LayerUse::Kind::bound, {}, 0, {}});
      return;
    }
    const Formula::Node& rest = m_formula.node(left);
    if (node.text != "==" || rest.kind != Formula::Node::Kind::binary || rest.text != "%" ||
        !layer_number(rest.children[0]))
      return;
    if (const std::string period = name_of(rest.children[1]); !period.empty())
      add_use(right, {LayerUse::Kind::offset, {}, 0, period});
  }

  void add_use(int of, LayerUse use) {
    use.name = name_of(of);
    if (use.name.empty() || use.name == "L" || std::find(m_uses.begin(), m_uses.end(), use) != m_uses.end())
      return;
    m_uses.push_back(std::move(use));
  }

  const Formula& m_formula;
  std::vector<LayerUse>& m_uses;
};

void read_formula(const Json& text, std::vector<LayerUse>& uses) {
  if (!text.is_string()) return;
  if (const auto formula = Formula::parse(text.get<std::string>()))
    UseReader(*formula, uses).read(formula->root());
}

}  // namespace

std::vector<LayerUse> layer_uses(const Json& entry) {
  std::vector<LayerUse> uses;
  for (const char* key : {"mixer", "channel", "norm"})
    if (const auto formula = entry.find(key); formula != entry.end()) read_formula(*formula, uses);
  for (const char* key : {"each", "mix", "chan"})
    if (const auto formulas = entry.find(key); formulas != entry.end())
      for (const Json& formula : *formulas) read_formula(formula, uses);
  return uses;
}

}  // namespace astrolabe::model
