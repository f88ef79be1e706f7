// The rules of the released HAP code, operator by operator.
// Source: HAP (EuroSys '24), doi 10.1145/3627703.3629580, and its released synthesizer.

#include <algorithm>

#include "core/spmd/rules.h"

namespace astrolabe::spmd {

namespace {

constexpr Property I = Property::identity();
constexpr Property R = Property::reduce();
constexpr Property G(int dim) { return Property::gather(dim); }

struct Rules {
  std::vector<Rule> rules;
  void shard(std::vector<Property> inputs, Property output) {
    rules.push_back({std::move(inputs), {output}, true, false, -1});
  }
};

/// Products of the mixture of experts, by their patterns: named by the letters of the first operand.
void contract_rules(const Node& node, bool with_defects, Rules& to) {
  const Signature& signature = node.signature;
  std::string letters;
  for (const int index : signature.inputs[0]) letters += signature.indices[index].letter;
  if (letters == "bsd") {  // bsd,bsec->becd
    to.shard({G(0), G(0)}, G(0));
    to.shard({G(1), G(1)}, R);
    to.shard({G(2), I}, G(3));
    to.shard({I, G(2)}, G(1));
    to.shard({I, G(3)}, G(2));
  } else if (letters == "edh" || letters == "ehd") {  // edh,becd->bech and ehd,bech->becd
    to.shard({G(0), G(1)}, G(1));
    to.shard({G(1), G(3)}, R);
    to.shard({G(2), I}, G(3));
    to.shard({I, G(0)}, G(0));
    to.shard({I, G(2)}, G(2));
  } else if (letters == "becd") {  // becd,bsec->bsd
    to.shard({G(0), G(0)}, G(0));
    to.shard({G(1), G(2)}, R);
    to.shard({G(2), G(3)}, R);
    to.shard({G(3), I}, G(2));
    if (with_defects) to.shard({I, G(2)}, G(1));
  }
}

}  // namespace

bool released_communicates(Op op) {
  switch (op) {
    case Op::linear:
    case Op::add:
    case Op::scale:
    case Op::layer_norm:
    case Op::conv2d:
    case Op::max_pool:
    case Op::average_pool:
    case Op::flatten:
    case Op::embedding:
    case Op::append_class_token:
    case Op::get_class_token:
    case Op::fused_attention:
    case Op::top2_gate:
    case Op::contract:
      return true;
    default:
      return false;
  }
}

std::vector<Rule> released_rules(const Graph& graph, const Node& node, bool with_defects) {
  const auto rank = static_cast<int>(graph.tensors[node.inputs.front()].shape.size());
  Rules to;
  if (node.op != Op::embedding)
    to.rules.push_back({std::vector<Property>(node.inputs.size(), I),
                        std::vector<Property>(node.outputs.size(), I), false, false, -1});
  const auto keep = [&](int from, int end) {
    for (int d = from; d < end; ++d) to.shard({G(d)}, G(d));
  };
  const auto reduced = [&](std::vector<Property> inputs) {
    to.rules.push_back({std::move(inputs), {R}, false, false, -1});
  };
  switch (node.op) {
    case Op::linear:
      for (int d = 0; d + 1 < rank; ++d) to.shard({G(d), I, I}, G(d));
      to.shard({I, G(0), G(0)}, G(rank - 1));
      break;
    case Op::relu:
    case Op::sigmoid:
    case Op::dropout:
      keep(0, rank);
      break;
    case Op::reduce_sum:
      for (int d = 0; d < rank; ++d) to.shard({G(d)}, R);
      reduced({R});
      break;
    case Op::transpose:
      for (int d = 0; d < rank; ++d)
        to.shard({G(d)}, G(d == node.attributes.axis    ? node.attributes.axis2
                           : d == node.attributes.axis2 ? node.attributes.axis
                                                        : d));
      reduced({R});
      break;
    case Op::fused_attention: {
      std::vector<Property> inputs(node.inputs.size(), I);
      inputs[0] = G(1);
      to.shard(std::move(inputs), G(1));
      break;
    }
    case Op::add:
      reduced({R, R});
      for (int d = 0; d < rank; ++d) to.shard({G(d), G(d)}, G(d));
      break;
    case Op::scale:
      keep(0, rank);
      reduced({R});
      break;
    case Op::layer_norm:
      keep(0, rank - 1);
      break;
    case Op::conv2d:
      to.shard({G(0), I, I}, G(0));
      to.shard({I, G(0), G(0)}, G(1));
      break;
    case Op::flatten:
      keep(0, node.attributes.axis);
      break;
    case Op::log_softmax:
      for (int d = 0; d < rank; ++d)
        if (d != node.attributes.axis) to.shard({G(d)}, G(d));
      break;
    case Op::nll_loss:
      to.shard({G(0), G(0)}, R);
      for (int d = 2; d < rank; ++d) to.shard({G(d), G(d - 1)}, R);
      break;
    case Op::max_pool:
      keep(0, 2);
      break;
    case Op::average_pool:
      keep(0, 1);
      break;
    case Op::embedding:
      to.shard({G(0), I}, G(0));
      to.shard({G(1), I}, G(1));
      // Counted by the ids, which stand whole on every device.
      to.rules.push_back({{I, G(1)}, {G(2)}, false, false, -1});
      break;
    case Op::append_class_token:
      to.shard({G(0), I}, G(0));
      to.shard({G(2), G(2)}, G(2));
      break;
    case Op::get_class_token:
      to.shard({G(0)}, G(0));
      to.shard({G(2)}, G(1));
      break;
    case Op::top2_gate:
      to.rules.push_back({{G(0), I}, {G(0), G(0)}, true, false, -1});
      break;
    case Op::contract:
      contract_rules(node, with_defects, to);
      break;
    default:
      break;
  }
  return std::move(to.rules);
}

}  // namespace astrolabe::spmd
