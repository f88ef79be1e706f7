#pragma once
// The layers of a described model as patterns of layers of declared kinds, as the form and the configuration
// have them.

#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace astrolabe::ui {

/// A number of a mixer.
struct LayerNumberSpec {
  const char* key;    ///< as the family file astrolabe_layers has it
  const char* label;  ///< context "DescribedLayers"
  const char* empty;  ///< what stands for it when nothing is typed; null: it has to be typed
};

/// A kind of mixer of tokens or of channels.
struct LayerPartSpec {
  const char* id;     ///< as the family file has it
  const char* label;  ///< context "DescribedLayers"
  std::vector<LayerNumberSpec> numbers;
};
/// All that a layer can mix tokens with, attention first, and channels, gated MLP first. "none" is the last.
std::span<const LayerPartSpec> tokenMixers();
std::span<const LayerPartSpec> channelMixers();

/// Layers in a row that are alike.
struct DescribedLayers {
  int count = 1;
  std::size_t mixer = 0, channel = 0;       ///< places in tokenMixers() and channelMixers()
  std::map<std::string, double> numbers{};  ///< by key; those that its mixers have none of are ignored
  bool operator==(const DescribedLayers&) const = default;
  /// The layers in words: "3 × attention, experts".
  QString text() const;
  /// Labels of what has to be typed and is not.
  QStringList open() const;
  /// True where the layers have a mixer of tokens or of channels.
  bool mixes() const;
};

/// Layers that follow each other, several times.
struct LayerPattern {
  int times = 1;
  std::vector<DescribedLayers> layers;
  bool operator==(const LayerPattern&) const = default;
};

int countLayers(const std::vector<LayerPattern>& patterns);

/// Adds the layers to a configuration of the family astrolabe_layers. Precondition: nothing is open().
void putLayers(const std::vector<LayerPattern>& patterns, QJsonObject& config);
/// The patterns of such a configuration; empty where it has none.
std::vector<LayerPattern> layersIn(const QJsonObject& config);

}  // namespace astrolabe::ui
