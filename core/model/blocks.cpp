#include "core/model/blocks.h"

#include <fmt/format.h>

namespace astrolabe::model {

namespace {

class BlockWriter {
 public:
  BlockWriter(Architecture& architecture, const Blocks& blocks)
      : m_architecture(architecture),
        m_blocks(blocks),
        m_writer(architecture),
        m_hidden(architecture.hidden) {}

  void write() {
    const std::int64_t vocabulary = m_architecture.vocabulary;
    m_writer.begin(Tensor::Part::embedding, "embedding.");
    if (vocabulary > 0) m_writer.add("word_embeddings.weight", {vocabulary, m_hidden}, true);
    if (m_architecture.positions > 0)
      m_writer.add("position_embeddings.weight", {m_architecture.positions, m_hidden});
    const int layers = static_cast<int>(m_blocks.moe.size());
    for (int layer = 0; layer < layers; ++layer) {
      const LayerKind kind = kind_of(layer);
      add_layer(m_architecture, kind);
      m_writer.begin(Tensor::Part::layer, fmt::format("decoder.layers.{}.", layer), layer);
      write_layer(kind);
    }
    m_writer.begin(Tensor::Part::head);
    if (m_blocks.final_norm) m_writer.norm("decoder.final_layernorm", m_hidden, m_blocks.norm_bias);
    if (m_architecture.has_head && m_architecture.tied_embeddings)
      m_writer.tied("output_layer.weight", {vocabulary, m_hidden});
    else if (m_architecture.has_head)
      m_writer.add("output_layer.weight", {vocabulary, m_hidden}, true);
    for (int module = 0; module < m_blocks.predicted; ++module) write_prediction(module, layers);
  }

 private:
  LayerKind kind_of(int layer) const {
    LayerKind kind = m_blocks.kind;
    if (!m_blocks.moe[static_cast<std::size_t>(layer)]) {
      kind.experts = kind.top_k = kind.expert_ffn = kind.shared_ffn = 0;
      kind.routing_groups = kind.routing_top_groups = 0;
      kind.shared_gate = false;
      kind.ffn = m_blocks.ffn;
    } else {
      kind.ffn = 0;
    }
    kind.name = kind.causal ? kind_name(kind) : "encoder";
    return kind;
  }

  void write_layer(const LayerKind& kind) {
    m_writer.norm("input_layernorm", m_hidden, m_blocks.norm_bias);
    if (kind.latent_kv > 0)
      write_latent_attention(kind);
    else
      write_attention(kind);
    m_writer.norm("pre_mlp_layernorm", m_hidden, m_blocks.norm_bias);
    if (kind.experts == 0) {
      write_mlp("mlp.", kind.ffn, kind.feed);
      return;
    }
    m_writer.linear("mlp.router", kind.experts, m_hidden, Split::replicated, false);
    const std::int64_t inner = std::int64_t{kind.expert_ffn} * inputs_of(kind.feed);
    m_writer.experts("mlp.experts.local_experts.{expert}.linear_fc1.weight", kind.experts, inner, m_hidden);
    m_writer.experts("mlp.experts.local_experts.{expert}.linear_fc2.weight", kind.experts, m_hidden,
                     kind.expert_ffn);
    if (m_blocks.linear_bias) {
      m_writer.experts("mlp.experts.local_experts.{expert}.linear_fc1.bias", kind.experts, inner, 1);
      m_writer.experts("mlp.experts.local_experts.{expert}.linear_fc2.bias", kind.experts, m_hidden, 1);
    }
    if (kind.shared_ffn > 0) write_mlp("mlp.shared_experts.", kind.shared_ffn, kind.feed);
    if (kind.shared_gate) m_writer.linear("mlp.shared_experts.gate", 1, m_hidden, Split::replicated, false);
  }

  void write_attention(const LayerKind& kind) {
    const std::int64_t query = std::int64_t{kind.heads} * kind.head_dim,
                       key = std::int64_t{kind.kv_heads} * kind.head_dim;
    const std::int64_t value = std::int64_t{kind.kv_heads} * kind.value_head_dim;
    m_writer.linear("self_attention.linear_qkv", query + key + value, m_hidden, Split::column,
                    m_blocks.qkv_bias);
    if (m_blocks.query_norm) {
      m_writer.norm("self_attention.q_layernorm", kind.head_dim, m_blocks.norm_bias);
      m_writer.norm("self_attention.k_layernorm", kind.head_dim, m_blocks.norm_bias);
    }
    m_writer.linear("self_attention.linear_proj", m_hidden, std::int64_t{kind.heads} * kind.value_head_dim,
                    Split::row, m_blocks.linear_bias);
  }

  /// Queries and keys unfold from latents; the keys' positional part comes straight from the hidden state.
  void write_latent_attention(const LayerKind& kind) {
    const std::int64_t heads = kind.heads;
    if (kind.latent_q > 0) {
      m_writer.linear("self_attention.linear_q_down_proj", kind.latent_q, m_hidden, Split::replicated, false);
      if (m_blocks.query_norm) m_writer.norm("self_attention.q_layernorm", kind.latent_q, m_blocks.norm_bias);
      m_writer.linear("self_attention.linear_q_up_proj", heads * kind.head_dim, kind.latent_q, Split::column,
                      false);
    } else {
      m_writer.linear("self_attention.linear_q_proj", heads * kind.head_dim, m_hidden, Split::column, false);
    }
    m_writer.linear("self_attention.linear_kv_down_proj", std::int64_t{kind.latent_kv} + kind.rope_dim,
                    m_hidden, Split::replicated, false);
    if (m_blocks.query_norm) m_writer.norm("self_attention.kv_layernorm", kind.latent_kv, m_blocks.norm_bias);
    m_writer.linear("self_attention.linear_kv_up_proj",
                    heads * (std::int64_t{kind.head_dim} - kind.rope_dim + kind.value_head_dim),
                    kind.latent_kv, Split::column, false);
    m_writer.linear("self_attention.linear_proj", m_hidden, heads * kind.value_head_dim, Split::row,
                    m_blocks.linear_bias);
  }

  void write_mlp(const std::string& prefix, std::int64_t width, Feed feed) {
    m_writer.linear(prefix + "linear_fc1", inputs_of(feed) * width, m_hidden, Split::column,
                    m_blocks.linear_bias);
    m_writer.linear(prefix + "linear_fc2", m_hidden, width, Split::row, m_blocks.linear_bias);
  }

  void write_prediction(int module, int layers) {
    m_writer.begin(Tensor::Part::mtp, fmt::format("mtp.layers.{}.", module));
    m_writer.norm("enorm", m_hidden, m_blocks.norm_bias);
    m_writer.norm("hnorm", m_hidden, m_blocks.norm_bias);
    m_writer.linear("eh_proj", m_hidden, 2 * m_hidden, Split::column, false);
    write_layer(kind_of(layers - 1));
    m_writer.norm("final_layernorm", m_hidden, m_blocks.norm_bias);
  }

  static std::int64_t inputs_of(Feed feed) { return feed == Feed::gated ? 2 : 1; }

  Architecture& m_architecture;
  const Blocks& m_blocks;
  TensorWriter m_writer;
  std::int64_t m_hidden;
};

}  // namespace

void write_blocks(Architecture& architecture, const Blocks& blocks) {
  BlockWriter(architecture, blocks).write();
}

}  // namespace astrolabe::model
