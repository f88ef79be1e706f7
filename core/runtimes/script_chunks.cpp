#include "core/runtimes/script_chunks.h"

#include <algorithm>
#include <string>

#include "core/base/text.h"
#include "core/strategy/schedules.h"

namespace astrolabe::runtimes {

std::optional<std::vector<int>> chunks_of_layout(std::string_view text) {
  std::vector<int> chunks;
  for (const std::string& chunk : split(text, '|')) {
    std::int64_t layers = 0;
    for (std::size_t at = 0; at < chunk.size(); ++at) {
      if (chunk[at] != 't') {
        if (chunk[at] != 'e' && chunk[at] != 'l' && chunk[at] != 'm') return {};
        continue;
      }
      std::size_t end = at + 1;
      if (end < chunk.size() && chunk[end] == '*') {
        const std::size_t first = ++end;
        while (end < chunk.size() && chunk[end] >= '0' && chunk[end] <= '9') ++end;
        const auto times = parse_whole(chunk.substr(first, end - first));
        if (!times || *times < 1 || *times > kMostLayers) return {};
        layers += *times;
        at = end - 1;
      } else {
        ++layers;
      }
    }
    chunks.push_back(static_cast<int>(std::min(layers, kMostLayers)));
  }
  return chunks;
}

std::optional<std::vector<int>> chunks_of_parts(const Json& parts) {
  if (!parts.is_array()) return {};
  std::vector<int> chunks;
  for (const Json& part : parts) {
    if (!part.is_array()) return {};
    chunks.push_back(static_cast<int>(std::count_if(part.begin(), part.end(), [](const Json& module) {
      return module.is_string() && module.get_ref<const std::string&>().starts_with("layers.");
    })));
  }
  return chunks;
}

std::vector<int> layers_of(const std::vector<int>& chunks, std::int64_t stages, std::string_view schedule) {
  const auto count = static_cast<std::int64_t>(chunks.size());
  if (stages < 1 || count == 0 || count % stages != 0) return {};
  const strategy::ScheduleRow* played = strategy::kSchedules.data();
  for (const strategy::ScheduleRow& row : strategy::kSchedules)
    if (schedule == row.name && (!row.back || count <= 2 * stages)) played = &row;
  std::vector<int> layers(static_cast<std::size_t>(stages), 0);
  for (std::int64_t at = 0; at < count; ++at) {
    const int stage = played->stage_at(static_cast<int>(stages), static_cast<int>(at));
    layers[static_cast<std::size_t>(stage)] += chunks[static_cast<std::size_t>(at)];
  }
  return layers;
}

}  // namespace astrolabe::runtimes
