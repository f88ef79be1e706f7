#include "core/spmd/rules.h"

#include <algorithm>
#include <numeric>

namespace astrolabe::spmd {

namespace {

constexpr Property kWhole = Property::identity();

/// The dimension of `labels` that carries `index`: -1 none, -2 more than one.
int dimension_of(const std::vector<int>& labels, int index) {
  int found = -1;
  for (std::size_t d = 0; d < labels.size(); ++d)
    if (labels[d] == index) found = found == -1 ? static_cast<int>(d) : -2;
  return found;
}

Rule all_whole(const Node& node) {
  Rule rule;
  rule.inputs.assign(node.inputs.size(), kWhole);
  rule.outputs.assign(node.outputs.size(), kWhole);
  return rule;
}

/// The rule of one index; false when the index gives none.
bool split(const Node& node, int index, Rule& rule) {
  const Signature& signature = node.signature;
  const Sharing sharing = signature.indices[index].sharing;
  if (sharing == Sharing::locked) return false;
  rule = all_whole(node);
  rule.sharded = true;
  rule.index = index;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const int dim = dimension_of(signature.inputs[i], index);
    if (dim == -2) return false;
    if (dim >= 0) rule.inputs[i] = Property::gather(dim);
  }
  rule.exchanges = sharing == Sharing::exchanged;
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    const int dim = dimension_of(signature.outputs[i], index);
    if (dim == -2) return false;
    if (dim >= 0)
      rule.outputs[i] = Property::gather(dim);
    else
      rule.outputs[i] = rule.exchanges ? kWhole : Property::reduce();
  }
  return true;
}

}  // namespace

std::vector<Rule> signature_rules(const Node& node) {
  std::vector<Rule> rules{all_whole(node)};
  const Signature& signature = node.signature;
  std::vector<int> indices(signature.indices.size());
  std::iota(indices.begin(), indices.end(), 0);
  // Of equal ones the first is taken: state lies in shards along the longest dimension, which rounds best.
  if (node.op == Op::update)
    std::stable_sort(indices.begin(), indices.end(),
                     [&](int a, int b) { return signature.indices[a].extent > signature.indices[b].extent; });
  for (const int index : indices) {
    Rule rule;
    if (split(node, index, rule)) rules.push_back(std::move(rule));
  }
  const std::vector<Property> reduced(node.outputs.size(), Property::reduce());
  for (const int input : signature.linear_inputs) {
    Rule rule = all_whole(node);
    rule.inputs[input] = Property::reduce();
    // A tensor that the node reads twice gives no such rule: R times R is no sum of anything.
    bool twice = false;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      twice = twice || (static_cast<int>(i) != input && node.inputs[i] == node.inputs[input]);
    if (twice) continue;
    rule.outputs = reduced;
    rules.push_back(std::move(rule));
  }
  if (signature.jointly_linear) {
    Rule rule = all_whole(node);
    rule.inputs.assign(node.inputs.size(), Property::reduce());
    rule.outputs = reduced;
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace astrolabe::spmd
