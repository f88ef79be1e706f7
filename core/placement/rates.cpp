#include "core/placement/rates.h"

#include <algorithm>
#include <optional>

#include "core/placement/index.h"
#include "core/serving/memory.h"
#include "core/serving/predict.h"

namespace astrolabe::placement {

namespace {

constexpr int kIterations = 10;  // as Helix

/// The shape of `layers` layers of a model, its kinds in their proportion.
serving::ModelShape part_of(const serving::ModelShape& whole, int layers) {
  serving::ModelShape part = whole;
  int before = 0, taken = 0;
  for (serving::LayerShape& kind : part.layers) {
    before += kind.count;
    const int upto = before * layers / std::max(1, whole.layer_count);
    kind.count = upto - taken;
    taken = upto;
  }
  std::erase_if(part.layers, [](const serving::LayerShape& kind) { return kind.count == 0; });
  part.expert_layers = part.latent_layers = 0;
  part.layer_count = layers;
  for (const serving::LayerShape& kind : part.layers) {
    if (kind.experts > 0) part.expert_layers += kind.count;
    if (kind.attention == serving::LayerShape::Attention::latent) part.latent_layers += kind.count;
  }
  return part;
}

/// The largest degree within a machine that divides all heads.
int tensor_parallel_of(const serving::ModelShape& shape, int gpus) {
  const auto divides = [&](int degree) {
    return std::all_of(shape.layers.begin(), shape.layers.end(), [&](const serving::LayerShape& kind) {
      return static_cast<int>(kind.heads) % degree == 0;
    });
  };
  int degree = gpus;
  while (degree > 1 && !divides(degree)) --degree;
  return std::max(1, degree);
}

/// What `layers` layers on a machine come to when `share` of its sequences are there at once.
struct Held {
  double sequences = 0.0;  ///< that its memory holds
  std::optional<serving::StepModel> step;
};

class Predicted {
 public:
  Predicted(const serving::Question& question, int gpus, double speed, int layers)
      : m_question(question), m_speed(speed), m_layers(layers) {
    m_worker.tensor_parallel = tensor_parallel_of(question.shape, gpus);
    const double context = question.traffic.input.mean + question.traffic.output.mean;
    for (int k = 1; k <= layers; ++k) {
      serving::Question part = question;
      part.shape = part_of(question.shape, k);
      const serving::StepInputs inputs{
          part.shape, part.machine, m_worker, part.engine, serving::weight_types(part.shape, part.weights),
          part.cache};
      const serving::Memory memory = serving::memory_of(inputs);
      const double sequences = memory.fits() ? memory.kv_tokens / std::max(1.0, context) : 0.0;
      if (sequences < 1.0) break;
      m_held.push_back({sequences, serving::step_model(part, m_worker)});
    }
  }

  int most() const { return static_cast<int>(m_held.size()); }
  /// Seconds of a step and the tokens that it does, with `k` layers, when a layer elsewhere takes `elsewhere`
  /// seconds and one here `here`.
  std::pair<double, double> step(int k, double here, double elsewhere) const {
    const double own = k * here, rest = (m_layers - k) * elsewhere;
    const double share = own + rest > 0.0 ? own / (own + rest) : 1.0;
    const double sequences = m_held[at(k - 1)].sequences * share;
    const serving::Traffic& traffic = m_question.traffic;
    return {seconds(k, sequences),
            sequences * (1.0 + traffic.input.mean / std::max(1.0, traffic.output.mean))};
  }
  /// Seconds of a step with `k` layers and so many sequences, prompts beside them.
  double seconds(int k, double sequences) const {
    const serving::Traffic& traffic = m_question.traffic;
    serving::Load load;
    load.decode = sequences;
    load.context = traffic.input.mean + 0.5 * traffic.output.mean;
    load.prefill =
        load.decode * traffic.input.mean * (1.0 - traffic.cached_prefix) / std::max(1.0, traffic.output.mean);
    load.prompt = std::max(1.0, traffic.input.mean);
    return 1e-3 * m_held[at(k - 1)].step->step_ms(load) / m_speed;
  }

 private:
  const serving::Question& m_question;
  double m_speed;
  int m_layers;
  serving::Worker m_worker;
  std::vector<Held> m_held;
};

}  // namespace

std::vector<double> least_steps(const hardware::Pool& pool, const model::Architecture& architecture,
                                const serving::ServeJob& job, const std::vector<double>& throughput) {
  const serving::ModelShape shape = serving::shape_of(architecture);
  double parameters = 0.0;
  for (const serving::LayerShape& kind : shape.layers) {
    serving::ModelShape one = shape;
    one.layers = {kind};
    const serving::ParameterCounts counts = serving::count_parameters(one);
    const double used = kind.experts > 0 ? kind.top_k / kind.experts : 0.0;
    parameters += counts.attention + counts.dense + counts.experts * used;
  }
  const double layer_bytes = parameters * serving::bytes_of(job.weights) / std::max(1, shape.layer_count);
  const double bytes_per_second =
      pool.gpu.memory_bandwidth.value_or(BytesPerSecond{}).value * pool.relative_speed * pool.gpus_of_node();
  std::vector<double> seconds;
  for (std::size_t k = 1; k <= throughput.size(); ++k) {
    const double reads =
        bytes_per_second > 0.0 ? static_cast<double>(k) * layer_bytes / bytes_per_second : 0.0;
    seconds.push_back(std::max(reads, 1.0 / throughput[k - 1]));
  }
  return seconds;
}

Result<void> predict_tables(const hardware::Cluster& cluster, const model::Architecture& architecture,
                            const serving::ServeJob& job, std::vector<Type>& types) {
  std::vector<serving::Question> questions(types.size());
  std::vector<std::optional<Predicted>> predicted(types.size());
  const int layers = static_cast<int>(architecture.layers.size());
  for (std::size_t type = 0; type < types.size(); ++type) {
    const hardware::Pool& pool = cluster.pools[type];
    if (!types[type].throughput.empty()) continue;
    auto question = serving::make_question(architecture, pool.gpu, job);
    if (!question) return tl::unexpected<Error>(std::move(question.error()));
    questions[type] = std::move(*question);
    predicted[type].emplace(questions[type], pool.gpus_of_node(), pool.relative_speed, layers);
  }
  // Seconds of a layer, by type, from the longest interval that it holds; of a given table its own share.
  std::vector<double> here(types.size(), 1.0);
  double elsewhere = 1.0;
  for (int round = 0; round < kIterations; ++round) {
    double sum = 0.0, machines = 0.0;
    for (std::size_t type = 0; type < types.size(); ++type) {
      if (!predicted[type] || predicted[type]->most() == 0) continue;
      const int most = predicted[type]->most();
      here[type] = predicted[type]->step(most, here[type], elsewhere).first / most;
      sum += here[type] * cluster.pools[type].nodes;
      machines += cluster.pools[type].nodes;
    }
    if (machines > 0.0) elsewhere = sum / machines;
  }
  for (std::size_t type = 0; type < types.size(); ++type) {
    if (!predicted[type]) continue;
    types[type].predicted = true;
    for (int k = 1; k <= predicted[type]->most(); ++k) {
      const auto [seconds, tokens] = predicted[type]->step(k, here[type], elsewhere);
      types[type].throughput.push_back(tokens / seconds);
      types[type].step_seconds.push_back(seconds);
      types[type].idle_seconds.push_back(predicted[type]->seconds(k, 1.0));
    }
  }
  return {};
}

}  // namespace astrolabe::placement
