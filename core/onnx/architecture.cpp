#include "core/onnx/architecture.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/json.h"
#include "core/base/onnx_codes.h"
#include "core/base/text.h"
#include "core/model/safetensors_header.h"
#include "core/onnx/file.h"
#include "core/onnx/reader.h"
#include "core/onnx/sizes.h"

namespace astrolabe::onnx {

namespace {

using std::int64_t;

constexpr int64_t kSequence = 64;  // of dimensions that nobody has given a size

/// Sizes of the open dimensions, and the first that nobody has given.
OnnxOptions options_for(const OnnxModel& model, const model::EnteredValues& entered, std::string& open,
                        std::string& input) {
  OnnxOptions options;
  options.batch = 1;
  for (const OnnxInput& each : model.inputs)
    for (std::size_t d = 0; d < each.shape.size(); ++d) {
      if (each.shape[d].extent > 0) continue;
      const std::string symbol =
          each.shape[d].symbol.empty() ? fmt::format("{}.{}", each.name, d) : each.shape[d].symbol;
      const auto given = entered.find(symbol);
      if (given != entered.end()) {
        options.sizes[symbol] = static_cast<int64_t>(given->second);
      } else if (d > 0 && !options.sizes.contains(symbol)) {
        options.sizes[symbol] = kSequence;
        if (open.empty()) {
          open = symbol;
          input = each.name;
        }
      }
    }
  return options;
}

}  // namespace

bool is_onnx_name(std::string_view path) { return lower(path).ends_with(".onnx"); }

Result<model::Architecture> read_onnx_architecture(const std::string& path,
                                                   const model::EnteredValues& entered) {
  const auto refuse = [&](Error error) { return tl::unexpected<Error>(std::move(error).in_file(path)); };
  const auto bytes = read_file(path, file_limit::onnx);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  const std::filesystem::path file(path);
  const std::string folder = file.parent_path().string();
  const auto parsed = parse_onnx(*bytes, folder);
  if (!parsed) return refuse(parsed.error());
  std::string open, input;
  const OnnxOptions options = options_for(*parsed, entered, open, input);
  const auto graph = read_onnx(*bytes, folder, options);
  if (!graph && graph.error().code == code::onnx_shape && !open.empty())
    return refuse(
        {std::string(code::missing_field),
         {},
         fmt::format("dimension of {}", input),
         fmt::format("\"{}\" open, and {} does not fit node {}", open, kSequence, graph.error().where),
         {Wanted::Kind::field, {open}}});
  if (!graph) return refuse(graph.error());
  const bool triangle = std::any_of(parsed->nodes.begin(), parsed->nodes.end(),
                                    [](const OnnxNode& node) { return node.type == "Trilu"; });
  const auto sizes = find_transformer_sizes(*graph, triangle);
  if (!sizes) return refuse(sizes.error());
  auto architecture = model::read_config(sizes->dump(2), file.filename().string());
  if (!architecture) return refuse(architecture.error());
  model::WeightCount stored;
  stored.parameters = sizes->at("parameters").get<int64_t>();
  stored.from = file.filename().string();
  if (auto error = model::compare_weights(stored, *architecture))
    architecture->warnings.push_back(std::move(*error));
  return architecture;
}

}  // namespace astrolabe::onnx
