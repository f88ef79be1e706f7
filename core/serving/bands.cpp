#include "core/serving/bands.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/serving/resources.h"

namespace astrolabe::serving {

namespace {

/// Rows of the table: configurations, GPU types, families that were left out of the fit.
enum class Unseen { configuration, gpu, family };
constexpr std::array kUnseenNames{"configuration", "gpu", "family"};
constexpr int kBandRuntimes = 3;

struct BandTable {
  std::array<std::array<std::array<std::array<Band, kBandings>, 2>, kBandRuntimes>, kUnseenNames.size()> of{};
  std::set<std::string, std::less<>> gpus, families;
};

const BandTable& band_table() {
  static const BandTable all = [] {
    BandTable read;
    const Json file = resource("bands");
    for (const Json& name : file.at("gpus")) read.gpus.insert(name.get<std::string>());
    for (const Json& name : file.at("families")) read.families.insert(name.get<std::string>());
    for (const Json& row : file.at("bands")) {
      const auto text = [&](const char* key) { return row.at(key).get<std::string>(); };
      const auto place = [](const auto& names, const std::string& name) {
        return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
      };
      const std::size_t unseen = place(kUnseenNames, text("unseen"));
      const auto runtime = runtime_from(text("runtime"));
      if (unseen >= kUnseenNames.size() || !runtime) continue;
      for (int banding = 0; banding < kBandings; ++banding)
        if (text("of") == to_string(static_cast<Banding>(banding)))
          read.of[unseen][static_cast<std::size_t>(*runtime)][row.at("moe").get<bool>() ? 1 : 0]
                 [static_cast<std::size_t>(banding)] = {row.at("low").get<double>(),
                                                        row.at("high").get<double>()};
    }
    return read;
  }();
  return all;
}

}  // namespace

const char* to_string(Banding banding) {
  constexpr const char* kNames[] = {"tpot", "ttft", "rate", "offline", "batch"};
  return kNames[static_cast<int>(banding)];
}

Band band_of(const Evidence& evidence, Banding banding) {
  const auto of = [&](Unseen unseen) {
    return band_table().of[static_cast<std::size_t>(unseen)][static_cast<std::size_t>(evidence.runtime)][evidence.moe ? 1 : 0]
                     [static_cast<std::size_t>(banding)];
  };
  Band band = of(Unseen::configuration);
  const auto widen = [&](Band other) {
    band = {std::min(band.low, other.low), std::max(band.high, other.high)};
  };
  if (!evidence.gpu_measured) widen(of(Unseen::gpu));
  if (!evidence.family_measured) widen(of(Unseen::family));
  return band;
}

bool gpu_was_measured(const std::string& gpu) { return band_table().gpus.contains(gpu); }

bool family_was_measured(const std::string& family) { return band_table().families.contains(family); }

}  // namespace astrolabe::serving
