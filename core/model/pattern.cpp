#include "core/model/pattern.h"

#include <fmt/format.h>

#include <algorithm>

namespace astrolabe::model {

namespace {

constexpr std::size_t kLongestPeriod = 24;  ///< runs

std::string name_of(const DescribedLayer& layer) {
  std::string name = layer.stack.empty() ? std::string() : layer.stack + ":";
  name += layer.mixer == "*" ? "attn" : layer.mixer;
  if (layer.channel != "none") name += layer.channel == "*" ? "+mlp" : "+" + layer.channel;
  return name;
}

}  // namespace

std::string pattern_of(const std::vector<DescribedLayer>& layers) {
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < layers.size();) {
    const std::string name = name_of(layers[i]);
    std::size_t end = i + 1;
    while (end < layers.size() && layers[end].blocks == layers[i].blocks && name_of(layers[end]) == name)
      ++end;
    // BlockList may differ where the name does not (a first layer with a table of its own).
    while (end < layers.size() && name_of(layers[end]) == name) ++end;
    runs.push_back(end - i > 1 ? fmt::format("{}*{}", name, end - i) : name);
    i = end;
  }
  std::string text;
  for (std::size_t i = 0; i < runs.size();) {
    std::size_t best_period = 1, best_times = 1;
    for (std::size_t period = 2; period <= std::min(kLongestPeriod, (runs.size() - i) / 2); ++period) {
      std::size_t times = 1;
      while (i + (times + 1) * period <= runs.size() &&
             std::equal(runs.begin() + static_cast<std::ptrdiff_t>(i),
                        runs.begin() + static_cast<std::ptrdiff_t>(i + period),
                        runs.begin() + static_cast<std::ptrdiff_t>(i + times * period)))
        ++times;
      if (times > 1 && period * times > best_period * best_times) {
        best_period = period;
        best_times = times;
      }
    }
    if (!text.empty()) text += ' ';
    if (best_times > 1) {
      std::string inner;
      for (std::size_t j = i; j < i + best_period; ++j) inner += (j > i ? " " : "") + runs[j];
      text += fmt::format("({})x{}", inner, best_times);
    } else {
      text += runs[i];
    }
    i += best_period * best_times;
  }
  return text;
}

}  // namespace astrolabe::model
