#include "core/mesh/collectives.h"

#include <algorithm>
#include <array>

#include "core/mesh/row.h"

namespace astrolabe::mesh {

namespace {

struct AlongRow {
  std::string_view name, operation;
};
constexpr std::array<AlongRow, 9> kAlong{{{"tensor", "all_gather+reduce_scatter"},
                                          {"context", "exchange_keys_values"},
                                          {"expert", "all_to_all"},
                                          {"pipeline", "send"},
                                          {"gradients", "reduce_scatter"},
                                          {"weights", "all_gather"},
                                          {"expert_gradients", "reduce_scatter"},
                                          {"expert_weights", "all_gather"},
                                          {"state", "send"}}};
const AlongRow& row_of(Along along) { return kAlong[static_cast<std::size_t>(along)]; }

constexpr double kActivationBytes = 2.0;

/// Calls of one micro-batch by layers, forward and backward, and what they move.
class Inside {
 public:
  Inside(Scene& scene, const GroupClass& one, int number) : m_scene(scene), m_one(one), m_number(number) {
    const std::int64_t busiest = *std::max_element(one.shares.begin(), one.shares.end());
    m_micro_batches = static_cast<double>(micro_batches_of(one, busiest));
    const cost::Shape shape = scene.shape(strategy_of(one.layout, one.again),
                                          std::max<std::int64_t>(1, micro_batches_of(one, busiest)));
    m_time = shape.evaluate(one.layout.layers, true).time;
  }

  std::vector<GroupCollective> all() {
    const model::Graph& graph = *m_scene.problem().graph;
    const Layout& c = m_one.layout;
    const double tokens =
        static_cast<double>(c.micro_batch) * m_scene.problem().job.sequence_length / c.context_parallel;
    int layer = 0;
    for (std::size_t j = 0; j < c.layers.size(); ++j)
      for (int k = 0; k < c.layers[j]; ++k, ++layer) {
        const model::LayerClass& kind =
            graph.classes[static_cast<std::size_t>(graph.layers[static_cast<std::size_t>(layer)])];
        const double forwards = k < m_one.again[j] ? 2.0 : 1.0;
        m_pairs += kind.collectives * (forwards + 1.0);
        for (const model::Attention& attention : kind.attention) {
          m_attentions += forwards + 1.0;
          const int heads = attention.latent ? attention.heads : attention.kv_heads;
          m_keys = std::max(m_keys, static_cast<double>(heads) * (attention.qk_dim + attention.v_dim) /
                                        std::min(heads, c.tensor_parallel));
        }
        if (kind.experts) {
          m_exchanges += 2.0 * (forwards + 1.0);
          m_choices = std::max(m_choices, static_cast<double>(kind.experts->top_k) * kind.experts->width);
        }
      }
    const double places = static_cast<double>(c.pipeline_parallel) * c.virtual_pipeline;
    add(Along::tensor, c.tensor_parallel, tokens * graph.hidden, m_pairs, cost::Part::tensor_parallel);
    add(Along::context, c.context_parallel, tokens * m_keys, m_attentions, cost::Part::context_parallel);
    add(Along::expert, c.expert_parallel, tokens / c.tensor_parallel * m_choices, m_exchanges,
        cost::Part::expert_parallel);
    add(Along::pipeline, c.pipeline_parallel, tokens / c.tensor_parallel * graph.hidden, 2.0 * (places - 1.0),
        cost::Part::pipeline_transfer);
    return std::move(m_all);
  }

 private:
  void add(Along along, int ranks, double elements, double calls, cost::Part part) {
    if (ranks <= 1 || calls <= 0.0) return;
    m_all.push_back({along, m_number, ranks, elements * kActivationBytes, calls * m_micro_batches,
                     m_time[part] * m_scene.scale(m_one.layout), false});
  }

  Scene& m_scene;
  const GroupClass& m_one;
  int m_number;
  double m_micro_batches = 0.0, m_pairs = 0.0, m_attentions = 0.0, m_exchanges = 0.0;
  double m_keys = 0.0, m_choices = 0.0;  ///< elements of a token
  cost::TimeParts m_time;
  std::vector<GroupCollective> m_all;
};

}  // namespace

std::string_view to_string(Along along) { return row_of(along).name; }
std::string_view operation_of(Along along) { return row_of(along).operation; }

std::vector<GroupCollective> collectives_of(Scene& scene, const Program& program) {
  std::vector<GroupCollective> all;
  std::vector<int> class_of;  // of each holder of state
  for (std::size_t k = 0; k < program.classes.size(); ++k) {
    const GroupClass& one = program.classes[k];
    const int number = static_cast<int>(k);
    class_of.insert(class_of.end(), one.again.size(), number);
    for (GroupCollective& each : Inside(scene, one, number).all()) all.push_back(each);
    const double dense = program.replicas.dense, expert = program.replicas.expert;
    // Most parameters of a rank of any stage, as they go once around.
    const LayoutTable table(scene, one.layout);
    const auto around = [](double parameters, double replicas) {
      return replicas > 1.0 ? parameters * (replicas - 1.0) / replicas : 0.0;
    };
    double of_dense = 0.0, of_experts = 0.0;
    for (const StageTable& stage : table.stages()) {
      of_dense = std::max(of_dense, around(stage.dense, dense));
      of_experts = std::max(of_experts, around(stage.expert, expert));
    }
    const cost::StackTraits& stack = scene.tables().stack(one.layout.pool);
    const NodeTraffic& traffic = one.traffic;
    const auto add = [&](Along along, double replicas, double bytes, double seconds, bool nodes) {
      if (bytes > 0.0) all.push_back({along, number, static_cast<int>(replicas), bytes, 1.0, seconds, nodes});
    };
    add(Along::gradients, dense, of_dense * stack.gradient_bytes, traffic.reduce - traffic.expert_reduce,
        traffic.hierarchical);
    add(Along::weights, dense, of_dense * stack.gathered_bytes, traffic.gather - traffic.expert_gather,
        traffic.hierarchical);
    add(Along::expert_gradients, expert, of_experts * stack.gradient_bytes, traffic.expert_reduce,
        traffic.expert_hierarchical);
    add(Along::expert_weights, expert, of_experts * stack.gathered_bytes, traffic.expert_gather,
        traffic.expert_hierarchical);
  }
  for (const Move& move : program.state.moves)
    all.push_back({Along::state, class_of[static_cast<std::size_t>(move.from)], 2, move.bytes, 1.0,
                   program.tail.moved * move.bytes / program.state.moved, false});
  return all;
}

}  // namespace astrolabe::mesh
