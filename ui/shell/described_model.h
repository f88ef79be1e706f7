#pragma once
// A decoder transformer told in numbers, as the text of an ordinary configuration and back.

#include <QByteArray>
#include <QString>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "ui/shell/described_layers.h"

namespace astrolabe::ui {

/// The numbers of the form, in its order.
enum class ModelSize {
  Layers,
  Hidden,
  Heads,
  KvHeads,
  HeadDim,
  Ffn,
  Vocabulary,
  Sequence,
  Experts,
  ExpertsPerToken,
  ExpertFfn,
  SharedFfn,
  DenseLayers
};
inline constexpr int kModelSizes = 13;

struct ModelSizeSpec {
  ModelSize size;
  bool moe;                         ///< only of models with experts
  const char* name;                 ///< objectName behind "describeModel."
  const char* label;                ///< context "DescribedModel"
  const char* empty;                ///< what stands for it when nothing is typed; null: it has to be typed
  std::array<const char*, 7> keys;  ///< as configurations call it, ours first; unused ones are null
};
std::span<const ModelSizeSpec> modelSizes();

struct DescribedModel {
  QString name;
  bool moe = false;   ///< every layer routes, but for the first `DenseLayers`
  bool gated = true;  ///< three matrices in the MLP, else two; experts are always gated
  bool tied = false;  ///< output matrix = input embedding
  std::array<std::optional<double>, kModelSizes> sizes{};
  std::array<QString, kModelSizes> from{};  ///< the key of the file that gave it
  /// Layers of several kinds; where there are some, `moe`, `gated` and the sizes of layers say nothing.
  std::vector<LayerPattern> patterns{};

  std::optional<double>& operator[](ModelSize size) { return sizes[static_cast<std::size_t>(size)]; }
  const std::optional<double>& operator[](ModelSize size) const {
    return sizes[static_cast<std::size_t>(size)];
  }
  /// Has to be typed for this kind of model: an MLP width only where some layer is dense.
  bool needs(const ModelSizeSpec& spec) const;
  bool uses(const ModelSizeSpec& spec) const;
  bool complete() const;
};

/// Reads what a configuration of any family tells of its model, by the usual names, in "text_config" first.
DescribedModel readDescription(const QByteArray& config, const QString& name);
/// A configuration that the model reader takes: Llama's form for gated MLPs, StarCoder2's for plain ones,
/// Mixtral's or Qwen's for experts (Qwen3's normed queries with dense layers at the start: 2 x head_dim
/// parameters a layer more), astrolabe_layers for layers of several kinds. Precondition: complete().
QByteArray configText(const DescribedModel& model);
/// The one kind of layer of a model, or its two with dense layers at the start, as patterns of layers.
std::vector<LayerPattern> patternsOf(const DescribedModel& model);
/// Whether this configuration came out of the form.
bool isDescribed(const std::string& config);

}  // namespace astrolabe::ui
