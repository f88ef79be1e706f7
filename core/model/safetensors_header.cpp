#include "core/model/safetensors_header.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/base/text.h"

namespace astrolabe::model {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kLongestHeader = 100'000'000;  // the format's own limit

/// Bits of one element, 0 for a type that is not known.
int bits_of(std::string_view dtype) {
  constexpr std::array<std::pair<std::string_view, int>, 17> kBits{{{"F64", 64},
                                                                    {"I64", 64},
                                                                    {"U64", 64},
                                                                    {"F32", 32},
                                                                    {"I32", 32},
                                                                    {"U32", 32},
                                                                    {"F16", 16},
                                                                    {"BF16", 16},
                                                                    {"I16", 16},
                                                                    {"U16", 16},
                                                                    {"F8_E4M3", 8},
                                                                    {"F8_E5M2", 8},
                                                                    {"F8_E8M0", 8},
                                                                    {"I8", 8},
                                                                    {"U8", 8},
                                                                    {"BOOL", 8},
                                                                    {"F4", 4}}};
  for (const auto& [name, bits] : kBits)
    if (name == dtype) return bits;
  return 0;
}

/// Product of a shape, nothing when it passes 2^63.
std::optional<std::int64_t> elements(const std::vector<std::int64_t>& shape) {
  std::int64_t product = 1;
  for (const std::int64_t dimension : shape)
    if (__builtin_mul_overflow(product, dimension, &product)) return {};
  return product;
}

Error damaged(const std::string& path, std::string where, std::string found, std::string right) {
  return {std::string(code::bad_header),
          path,
          std::move(where),
          std::move(found),
          {Wanted::Kind::text, {std::move(right)}}};
}

/// Reads one entry of a header; the mistake, if any.
std::optional<Error> read_entry(const std::string& path, const std::string& name, const Json& entry,
                                std::vector<HeaderTensor>& tensors) {
  const auto member = [&](const char* key) -> const Json* {
    const auto found = entry.is_object() ? entry.find(key) : entry.end();
    return entry.is_object() && found != entry.end() ? &*found : nullptr;
  };
  if (first_control(name) != std::string::npos)
    return damaged(path, with_controls_shown(name), "a name with control characters",
                   "one line without control characters");
  const Json* dtype = member("dtype");
  const Json* shape = member("shape");
  const Json* offsets = member("data_offsets");
  if (dtype == nullptr || !dtype->is_string())
    return damaged(path, name, "no dtype", "a dtype such as \"BF16\"");
  if (shape == nullptr || !shape->is_array())
    return damaged(path, name, "no shape", "an array of dimensions");
  HeaderTensor tensor{name, dtype->get<std::string>(), {}};
  for (const Json& dimension : *shape) {
    if (!dimension.is_number_integer() || dimension < 0)
      return damaged(path, name + ".shape", shown(dimension), "whole dimensions of at least 0");
    tensor.shape.push_back(dimension.get<std::int64_t>());
  }
  const auto count = elements(tensor.shape);
  if (!count) return damaged(path, name + ".shape", shown(*shape), "fewer than 2^63 elements");
  const bool sound = offsets != nullptr && offsets->is_array() && offsets->size() == 2 &&
                     (*offsets)[0].is_number_integer() && (*offsets)[1].is_number_integer();
  if (!sound) return damaged(path, name, "no data_offsets", "two offsets, begin and end");
  const auto begin = (*offsets)[0].get<std::int64_t>();
  const auto end = (*offsets)[1].get<std::int64_t>();
  const int bits = bits_of(tensor.dtype);
  if (begin < 0 || end < begin ||
      (bits > 0 && static_cast<double>(end - begin) != static_cast<double>(*count) * bits / 8.0))
    return damaged(path, name + ".data_offsets", shown(*offsets),
                   fmt::format("{} bytes for {} of type {}", static_cast<double>(*count) * bits / 8.0,
                               shown(*shape), tensor.dtype));
  tensors.push_back(std::move(tensor));
  return {};
}

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> ends) {
  for (const std::string_view end : ends)
    if (name.ends_with(end)) return true;
  return false;
}

bool contains_any(std::string_view name, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts)
    if (name.find(part) != std::string_view::npos) return true;
  return false;
}

/// Number after "layers." in a name, -1 when there is none.
int layer_number(std::string_view name) {
  const std::size_t at = name.find("layers.");
  if (at == std::string_view::npos) return -1;
  const std::string_view rest = name.substr(at + 7);
  const auto number = parse_whole(rest.substr(0, rest.find('.')));
  return number ? static_cast<int>(*number) : -1;
}

/// What a stored tensor is beside a parameter of the main model; empty when it is one, counted once.
std::string_view beside_of(const HeaderTensor& tensor, const Architecture& architecture) {
  const std::string_view name = tensor.name;
  if (ends_with_any(name, {"_scale_inv", "_scales", "weight_scale", "input_scale", "k_scale", "v_scale"}))
    return "scales";
  if (ends_with_any(name, {"inv_freq", "masked_bias", "position_ids"})) return "buffers";
  // Causal masks that old checkpoints keep: [1, 1, s, s].
  if (ends_with_any(name, {"attn.bias", "attention.bias"}) && tensor.shape.size() == 4) return "buffers";
  if (architecture.towers.empty()) {
    if (contains_any(name, {"vision_tower.", "vision_model.", "multi_modal_projector.", "visual."}))
      return "vision";
    if (contains_any(name, {"audio_tower."})) return "audio";
  }
  if (name.starts_with("cls.") || name.starts_with("classifier.") || name.starts_with("score.") ||
      name.starts_with("qa_outputs."))
    return "task head";
  if (architecture.tied_embeddings &&
      (name.find("lm_head.") != std::string_view::npos || name == "encoder.embed_tokens.weight" ||
       name == "decoder.embed_tokens.weight"))
    return "tied copy";
  if (architecture.family == "t5" && name.ends_with("embed_tokens.weight")) return "tied copy";
  if (architecture.parameters_mtp > 0 && layer_number(name) >= static_cast<int>(architecture.layers.size()))
    return "multi-token prediction";
  return {};
}

void add_beside(WeightCount& count, std::string_view what, std::int64_t parameters) {
  for (auto& [name, sum] : count.beside)
    if (name == what) {
      sum += parameters;
      return;
    }
  count.beside.emplace_back(what, parameters);
}

/// 4-bit weights packed into wider integers by methods that the header does not describe.
bool packed(const HeaderTensor& tensor) {
  if (contains_any(tensor.name, {".qweight", ".qzeros", ".quant_state", "weight_packed", ".absmax"}))
    return true;
  return false;
}

void count_tensors(const std::vector<HeaderTensor>& tensors, const Architecture& architecture,
                   WeightCount& count) {
  for (const HeaderTensor& tensor : tensors) {
    if (packed(tensor)) count.comparable = false;
    const std::string_view beside = beside_of(tensor, architecture);
    // MXFP4 blocks: two values in each byte.
    const std::int64_t values = tensor.name.ends_with("_blocks") && tensor.dtype == "U8" ? 2 : 1;
    const std::int64_t number = elements(tensor.shape).value_or(0);
    if (number > 1'000'000'000'000'000 || count.parameters > 1'000'000'000'000'000'000)
      count.comparable = beside.empty() ? false : count.comparable;
    else if (beside.empty())
      count.parameters += values * number;
    else
      add_beside(count, beside, values * number);
  }
}

/// Bytes of one parameter by the configuration's torch_dtype, 0 when it does not say.
int bytes_per_parameter(const Architecture& architecture) {
  const auto config = parse_json(architecture.text, code::bad_json, true);
  if (!config || !config->is_object() || config->contains("quantization_config")) return 0;
  for (const char* key : {"torch_dtype", "dtype"}) {
    const auto type = config->find(key);
    if (type == config->end() || !type->is_string()) continue;
    if (*type == "bfloat16" || *type == "float16") return 2;
    if (*type == "float32") return 4;
  }
  return 0;
}

Result<WeightCount> count_index(const std::string& path, const Architecture& architecture) {
  const auto text = read_text_file(path, file_limit::weight_index);
  if (!text) return tl::unexpected<Error>(text.error());
  auto index = parse_json(*text, code::bad_header, true);
  if (!index) return tl::unexpected<Error>(std::move(index.error()).in_file(path));
  const auto map = index->is_object() ? index->find("weight_map") : index->end();
  if (!index->is_object() || map == index->end() || !map->is_object())
    return tl::unexpected<Error>(
        damaged(path, "weight_map", "nothing", "an object of tensor and file names"));
  std::set<std::string> shards;
  for (const auto& [name, shard] : map->items()) {
    if (!shard.is_string())
      return tl::unexpected<Error>(damaged(path, "weight_map." + name, shown(shard), "a file name"));
    shards.insert(shard.get<std::string>());
  }
  WeightCount count;
  count.from = fs::path(path).filename().string();
  bool complete = !shards.empty();
  for (const std::string& shard : shards)
    complete = complete && fs::path(shard).filename() == shard &&
               path_kind(fs::path(path).parent_path() / shard) == PathKind::file;
  if (complete) {
    for (const std::string& shard : shards) {
      const auto tensors = read_safetensors_header((fs::path(path).parent_path() / shard).string());
      if (!tensors) return tl::unexpected<Error>(tensors.error());
      count_tensors(*tensors, architecture, count);
    }
    return count;
  }
  const auto metadata = index->find("metadata");
  const auto total = [&](const char* key) -> std::int64_t {
    if (metadata == index->end() || !metadata->is_object()) return 0;
    const auto member = metadata->find(key);
    if (member == metadata->end() || !member->is_number()) return 0;
    const double value = member->get<double>();
    return value > 0.0 && value < 1e18 ? static_cast<std::int64_t>(value) : 0;
  };
  const int bytes = bytes_per_parameter(architecture);
  count.by_bytes = true;
  if (const std::int64_t size = total("total_size"); size > 0 && bytes > 0)
    count.parameters = size / bytes;
  else
    count.comparable = false;
  return count;
}

}  // namespace

Result<std::vector<HeaderTensor>> read_safetensors_header(const std::string& path) {
  const auto refuse = [](Error error) { return tl::unexpected<Error>(std::move(error)); };
  auto file = FileReader::open(path);
  if (!file) return refuse(file.error());
  const std::int64_t size = file->size();
  if (size == 0)
    return refuse(
        {std::string(code::empty_file), path, {}, "an empty file", {Wanted::Kind::readable_file, {}}});
  std::array<unsigned char, 8> head{};
  const auto raw = file->read(head.size());
  if (!raw) return refuse(raw.error());
  if (raw->size() != head.size())
    return refuse(
        damaged(path, "byte 0", fmt::format("{} bytes", size), "8 bytes that give the length of the header"));
  std::memcpy(head.data(), raw->data(), head.size());
  std::uint64_t length = 0;
  for (std::size_t byte = 8; byte-- > 0;) length = length << 8U | head[byte];
  if (length < 2 || length > static_cast<std::uint64_t>(kLongestHeader) ||
      static_cast<std::int64_t>(length) > size - 8)
    return refuse(damaged(path, "byte 0", fmt::format("a header of {} bytes in a file of {}", length, size),
                          "a header within the file, at most 100 MB"));
  const auto text = file->read(static_cast<std::int64_t>(length));
  if (!text) return refuse(text.error());
  auto header = parse_json(*text, code::bad_header, true);
  if (!header) return refuse(std::move(header.error()).in_file(path));
  if (!header->is_object()) return refuse(damaged(path, "header", shown(*header), "a JSON object"));
  std::vector<HeaderTensor> tensors;
  tensors.reserve(header->size());
  for (const auto& [name, entry] : header->items()) {
    if (name == "__metadata__") continue;
    if (auto error = read_entry(path, name, entry, tensors)) return refuse(std::move(*error));
  }
  return tensors;
}

Result<WeightCount> count_weights(const std::string& path, const Architecture& architecture) {
  if (path.ends_with(".json")) return count_index(path, architecture);
  const auto tensors = read_safetensors_header(path);
  if (!tensors) return tl::unexpected<Error>(tensors.error());
  WeightCount count;
  count.from = fs::path(path).filename().string();
  count_tensors(*tensors, architecture, count);
  return count;
}

namespace {

constexpr double kWiderTypes = 0.005;  ///< of all parameters

/// A part that files have beside the model, or lack.
struct StoredPart {
  const char* name;
  std::int64_t parameters;
};

/// Parts that together are `difference`; empty where none are.
std::vector<StoredPart> parts_of(std::int64_t difference, bool by_bytes, const Architecture& architecture) {
  const std::int64_t head = std::int64_t{architecture.vocabulary} * architecture.hidden;
  std::vector<StoredPart> known;
  if (architecture.has_head)
    known.push_back(architecture.tied_embeddings ? StoredPart{"the tied head stored once more", head}
                                                 : StoredPart{"the head is not stored", -head});
  if (by_bytes && architecture.parameters_mtp > 0)
    known.push_back({"multi-token prediction", architecture.parameters_mtp});
  std::int64_t towers = 0;
  for (const Tensor& tensor : architecture.tensors)
    if (tensor.part == Tensor::Part::tower) towers += tensor.count();
  if (towers > 0) known.push_back({"the towers are not stored", -towers});
  for (std::size_t chosen = 1; chosen < std::size_t{1} << known.size(); ++chosen) {
    std::vector<StoredPart> parts;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < known.size(); ++i)
      if ((chosen >> i & 1U) != 0U) {
        parts.push_back(known[i]);
        sum += known[i].parameters;
      }
    if (sum == difference) return parts;
  }
  return {};
}

}  // namespace

std::optional<Error> compare_weights(const WeightCount& weights, Architecture& architecture) {
  if (!weights.comparable) {
    architecture.fields.push_back(
        {"weights", "not compared", Mark::assumed, weights.from + ": packed or without a count"});
    return {};
  }
  const std::int64_t total = architecture.parameters_total, difference = weights.parameters - total;
  const std::vector<StoredPart> parts = parts_of(difference, weights.by_bytes, architecture);
  const bool wider = weights.by_bytes &&
                     std::fabs(static_cast<double>(difference)) <= kWiderTypes * static_cast<double>(total);
  std::string told =
      difference == 0 ? weights.from + ": equal" : fmt::format("{}: differs by {}", weights.from, difference);
  bool lacks = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    told += fmt::format("{}{} ({})", i == 0 ? ": " : ", ", parts[i].name, parts[i].parameters);
    lacks = lacks || parts[i].parameters < 0;
  }
  if (difference != 0 && parts.empty() && wider) told += ": tensors of a wider type, or buffers";
  for (std::size_t i = 0; i < weights.beside.size(); ++i)
    told += fmt::format("{}{} {}", i == 0 ? "; beside it " : ", ", weights.beside[i].first,
                        weights.beside[i].second);
  architecture.fields.push_back({"weights", std::to_string(weights.parameters), Mark::file, std::move(told)});
  const Error mismatch{std::string(code::count_mismatch),
                       weights.from,
                       "parameters_total",
                       std::to_string(weights.parameters),
                       {Wanted::Kind::text, {std::to_string(total)}}};
  if (lacks) architecture.warnings.push_back(mismatch);
  if (difference == 0 || !parts.empty() || wider) return {};
  return mismatch;
}

}  // namespace astrolabe::model
