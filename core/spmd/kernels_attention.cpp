// Attention and the gate of a mixture of experts, on numbers.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/spmd/kernels.h"

namespace astrolabe::spmd {

namespace {

using std::int64_t;

/// Where the heads stand in qkv[b, s, g, (r + 1) d + v]: queries, key, value.
struct Heads {
  int64_t batch, sequence, groups, per_group, dim, value_dim;
  bool causal;
  int64_t group_width() const { return (per_group + 1) * dim + value_dim; }
  /// Head r is the key, r + 1 the value.
  int64_t at(int64_t b, int64_t s, int64_t g, int64_t head) const {
    return ((b * sequence + s) * groups + g) * group_width() + head * dim;
  }
  int64_t result_at(int64_t b, int64_t s, int64_t g, int64_t head) const {
    return (((b * sequence + s) * groups + g) * per_group + head) * value_dim;
  }
};

Heads heads_of(const Node& node, const Block& qkv) {
  const int64_t per_group = node.attributes.heads_per_group, dim = node.attributes.head_dim;
  return {
      qkv.shape[0],          qkv.shape[1], qkv.shape[2], per_group, dim, qkv.shape[3] - (per_group + 1) * dim,
      node.attributes.causal};
}

/// Softmax of one query's scores over the tokens it sees.
Eigen::ArrayXd weights(const Heads& heads, const Block& qkv, int64_t b, int64_t s, int64_t g, int64_t head) {
  const int64_t seen = heads.causal ? s + 1 : heads.sequence;
  const auto query = qkv.values.segment(heads.at(b, s, g, head), heads.dim);
  Eigen::ArrayXd scores(seen);
  for (int64_t t = 0; t < seen; ++t)
    scores[t] = (query * qkv.values.segment(heads.at(b, t, g, heads.per_group), heads.dim)).sum() /
                std::sqrt(static_cast<double>(heads.dim));
  scores = (scores - scores.maxCoeff()).exp();
  return scores / scores.sum();
}

template <class Each>
void for_each_query(const Heads& heads, const Each& each) {
  for (int64_t b = 0; b < heads.batch; ++b)
    for (int64_t s = 0; s < heads.sequence; ++s)
      for (int64_t g = 0; g < heads.groups; ++g)
        for (int64_t head = 0; head < heads.per_group; ++head) each(b, s, g, head);
}

/// Routes of one sample: expert and place in its capacity of each choice of each token, -1 when full.
struct Routing {
  Eigen::ArrayXXd probabilities;             ///< [e, s]
  std::vector<std::vector<int64_t>> expert;  ///< [choice][s]
  std::vector<std::vector<int64_t>> place;   ///< [choice][s]
};

Routing route(const Node& node, const Block& x, const Block& gate, int64_t b) {
  const int64_t sequence = x.shape[1], width = x.shape[2], experts = gate.shape[1];
  const auto choices = static_cast<std::size_t>(std::min<int64_t>(node.attributes.choices, experts));
  Routing routing;
  routing.probabilities.resize(experts, sequence);
  routing.expert.assign(choices, std::vector<int64_t>(static_cast<std::size_t>(sequence)));
  routing.place = routing.expert;
  for (int64_t s = 0; s < sequence; ++s) {
    Eigen::ArrayXd logits = Eigen::ArrayXd::Zero(experts);
    for (int64_t d = 0; d < width; ++d)
      logits += x.values[(b * sequence + s) * width + d] * gate.values.segment(d * experts, experts);
    logits = (logits - logits.maxCoeff()).exp();
    routing.probabilities.col(s) = logits / logits.sum();
    std::vector<int64_t> order(static_cast<std::size_t>(experts));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t left, int64_t right) {
      return routing.probabilities(left, s) > routing.probabilities(right, s);
    });
    for (std::size_t k = 0; k < choices; ++k) routing.expert[k][static_cast<std::size_t>(s)] = order[k];
  }
  std::vector<int64_t> used(static_cast<std::size_t>(experts), 0);
  for (std::size_t k = 0; k < choices; ++k)
    for (std::size_t s = 0; s < static_cast<std::size_t>(sequence); ++s) {
      int64_t& count = used[static_cast<std::size_t>(routing.expert[k][s])];
      routing.place[k][s] = count < node.attributes.capacity ? count++ : -1;
    }
  return routing;
}

}  // namespace

void run_attention(const Node& node, const Operands& in, std::vector<Block>& results) {
  const Block& qkv = *in[0];
  const Heads heads = heads_of(node, qkv);
  for_each_query(heads, [&](int64_t b, int64_t s, int64_t g, int64_t head) {
    const Eigen::ArrayXd p = weights(heads, qkv, b, s, g, head);
    auto y = results[0].values.segment(heads.result_at(b, s, g, head), heads.value_dim);
    for (int64_t t = 0; t < p.size(); ++t)
      y += p[t] * qkv.values.segment(heads.at(b, t, g, heads.per_group + 1), heads.value_dim);
  });
}

void run_attention_gradient(const Node& node, const Operands& in, std::vector<Block>& results) {
  const Block& qkv = *in[1];
  const Heads heads = heads_of(node, qkv);
  const double factor = 1.0 / std::sqrt(static_cast<double>(heads.dim));
  Eigen::ArrayXd& result = results[0].values;
  for_each_query(heads, [&](int64_t b, int64_t s, int64_t g, int64_t head) {
    const Eigen::ArrayXd p = weights(heads, qkv, b, s, g, head);
    const auto y = in[0]->values.segment(heads.result_at(b, s, g, head), heads.value_dim);
    Eigen::ArrayXd slopes(p.size());
    for (int64_t t = 0; t < p.size(); ++t) {
      const int64_t value = heads.at(b, t, g, heads.per_group + 1);
      slopes[t] = (y * qkv.values.segment(value, heads.value_dim)).sum();
      result.segment(value, heads.value_dim) += p[t] * y;
    }
    slopes = p * (slopes - (p * slopes).sum()) * factor;
    const int64_t query = heads.at(b, s, g, head);
    for (int64_t t = 0; t < p.size(); ++t) {
      const int64_t key = heads.at(b, t, g, heads.per_group);
      result.segment(query, heads.dim) += slopes[t] * qkv.values.segment(key, heads.dim);
      result.segment(key, heads.dim) += slopes[t] * qkv.values.segment(query, heads.dim);
    }
  });
}

void run_gate(const Node& node, const Operands& in, std::vector<Block>& results) {
  const Block& x = *in[0];
  const int64_t sequence = x.shape[1], experts = in[1]->shape[1], capacity = node.attributes.capacity;
  for (int64_t b = 0; b < x.shape[0]; ++b) {
    const Routing routing = route(node, x, *in[1], b);
    for (std::size_t k = 0; k < routing.expert.size(); ++k)
      for (int64_t s = 0; s < sequence; ++s) {
        const int64_t expert = routing.expert[k][static_cast<std::size_t>(s)];
        const int64_t place = routing.place[k][static_cast<std::size_t>(s)];
        if (place < 0) continue;
        const int64_t at = ((b * sequence + s) * experts + expert) * capacity + place;
        results[0].values[at] = 1.0;
        results[1].values[at] = routing.probabilities(expert, s);
      }
  }
}

void run_gate_gradient(const Node& node, const Operands& in, std::vector<Block>& results) {
  const Block &g = *in[0], &x = *in[1], &gate = *in[2];
  const int64_t sequence = x.shape[1], width = x.shape[2], experts = gate.shape[1];
  const int64_t capacity = node.attributes.capacity;
  for (int64_t b = 0; b < x.shape[0]; ++b) {
    const Routing routing = route(node, x, gate, b);
    for (int64_t s = 0; s < sequence; ++s) {
      Eigen::ArrayXd slopes = Eigen::ArrayXd::Zero(experts);
      for (std::size_t k = 0; k < routing.expert.size(); ++k) {
        const int64_t expert = routing.expert[k][static_cast<std::size_t>(s)];
        const int64_t place = routing.place[k][static_cast<std::size_t>(s)];
        if (place >= 0)
          slopes[expert] += g.values[((b * sequence + s) * experts + expert) * capacity + place];
      }
      const auto p = routing.probabilities.col(s);
      slopes = p * (slopes - (p * slopes).sum());
      const int64_t token = (b * sequence + s) * width;
      for (int64_t d = 0; d < width; ++d) {
        if (node.op == Op::top2_gate_input_gradient)
          results[0].values[token + d] = (slopes * gate.values.segment(d * experts, experts)).sum();
        else
          results[0].values.segment(d * experts, experts) += x.values[token + d] * slopes;
      }
    }
  }
}

}  // namespace astrolabe::spmd
