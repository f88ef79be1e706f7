#include "core/spmd/benchmark_graphs.h"

#include <array>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/spmd/graph_parts.h"

namespace astrolabe::spmd {

namespace {

using std::int64_t;

constexpr std::array kVggChannels{64,  64,  0,   128, 128, 0,   256, 256, 256, 256, 0,
                                  512, 512, 512, 512, 0,   512, 512, 512, 512, 0};  // 0: max pool

Graph vgg19(const BenchmarkOptions& options, int64_t batch) {
  Parts parts("vgg19", options.released);
  TensorId x = parts.input("image", {batch, 3, 32, 32});
  const TensorId labels = parts.input("labels", {batch});
  int block = 0;
  for (const int channels : kVggChannels) {
    parts.builder().set_block(block++);
    x = channels == 0 ? parts.max_pool(x) : parts.relu(parts.conv2d(x, channels, 3));
  }
  parts.builder().set_block(-1);
  x = parts.flatten(parts.average_pool(x, 7), 1);
  x = parts.dropout(parts.relu(parts.linear("fc1", x, 4096)));
  x = parts.dropout(parts.relu(parts.linear("fc2", x, 4096)));
  x = parts.linear("fc3", x, 10);
  const TensorId loss = parts.class_loss(x, labels);
  return std::move(parts).finish(loss, static_cast<double>(batch));
}

Graph vit(const BenchmarkOptions& options, int64_t batch) {
  const int64_t hidden = options.hidden > 0 ? options.hidden : 768;
  const int64_t heads = options.heads > 0 ? options.heads : 12;
  const int64_t ffn = options.feed_forward > 0 ? options.feed_forward : 4 * hidden;
  Parts parts("vit", options.released);
  TensorId x = parts.input("image", {batch, 3, 32, 32});
  const TensorId labels = parts.input("labels", {batch});
  x = parts.patches(x, hidden, 4);
  x = parts.append_class_token(x);
  x = parts.add_positions(x, true);
  for (int layer = 0; layer < options.layers; ++layer) {
    parts.builder().set_block(layer);
    x = parts.feed_forward(parts.self_attention(x, heads, -1), ffn);
  }
  parts.builder().set_block(-1);
  x = parts.linear("head", parts.get_class_token(x), 10);
  const TensorId loss = parts.class_loss(x, labels);
  return std::move(parts).finish(loss, static_cast<double>(batch));
}

/// bert and moe: a language model; every second layer of `moe` is a mixture of experts.
Graph language_model(const BenchmarkOptions& options, int64_t batch, bool mixture) {
  const int64_t hidden = options.hidden > 0 ? options.hidden : 768;
  const int64_t heads = options.heads > 0 ? options.heads : 12;
  const int64_t ffn = options.feed_forward > 0 ? options.feed_forward : 4 * hidden;
  const int64_t sequence = options.sequence > 0 ? options.sequence : 128;
  const int64_t vocabulary = options.vocabulary > 0 ? options.vocabulary : 33280;
  const int64_t experts = options.experts > 0 ? options.experts : 2 * static_cast<int64_t>(options.devices);
  const double capacity_factor = 2.5;
  const auto capacity =
      std::max<int64_t>(1, static_cast<int64_t>(std::ceil(capacity_factor * static_cast<double>(sequence) /
                                                          static_cast<double>(experts))));
  Parts parts(mixture ? "moe" : "bert", options.released);
  const TensorId ids = parts.input("ids", {batch, sequence});
  const TensorId labels = parts.input("labels", {batch, sequence});
  const TensorId mask = options.released ? parts.constant("mask", {sequence, sequence}) : -1;
  TensorId x = parts.embedding(ids, vocabulary, hidden);
  x = parts.scale(x, std::sqrt(static_cast<double>(hidden)));
  x = parts.add_positions(x, false);
  for (int layer = 0; layer < options.layers; ++layer) {
    parts.builder().set_block(mixture ? layer / 2 : layer);
    x = parts.self_attention(x, heads, mask);
    x = mixture && layer % 2 == 1 ? parts.mixture(x, experts, ffn, capacity) : parts.feed_forward(x, ffn);
  }
  parts.builder().set_block(-1);
  x = parts.linear("decoder", x, vocabulary);
  const TensorId loss = parts.token_loss(x, labels);
  return std::move(parts).finish(loss, static_cast<double>(batch));
}

Graph encoder(const BenchmarkOptions& options, int64_t batch) {
  const int64_t hidden = options.hidden > 0 ? options.hidden : 1024;
  const int64_t heads = options.heads > 0 ? options.heads : hidden / 64;
  const int64_t ffn = options.feed_forward > 0 ? options.feed_forward : 4 * hidden;
  Parts parts("encoder", options.released);
  TensorId x = parts.input("x", {batch, options.sequence > 0 ? options.sequence : 128, hidden});
  for (int layer = 0; layer < options.layers; ++layer) {
    parts.builder().set_block(layer);
    x = parts.feed_forward(parts.self_attention(x, heads, -1), ffn);
  }
  parts.builder().set_block(-1);
  const TensorId loss = parts.sum(x);
  return std::move(parts).finish(loss, static_cast<double>(batch));
}

}  // namespace

Result<Graph> benchmark_graph(std::string_view name, const BenchmarkOptions& asked) {
  BenchmarkOptions options = asked;
  if (options.layers == 0) options.layers = 12;
  const int64_t batch = options.batch > 0 ? options.batch : 32 * static_cast<int64_t>(options.devices);
  if (name == "vgg19") return vgg19(options, batch);
  if (name == "vit") return vit(options, batch);
  if (name == "bert") return language_model(options, batch, false);
  if (name == "moe") return language_model(options, batch, true);
  if (name == "encoder") return encoder(options, batch);
  return fail(code::usage, "--benchmark", std::string(name),
              {Wanted::Kind::one_of, {"vgg19", "vit", "bert", "moe", "encoder"}});
}

}  // namespace astrolabe::spmd
