#include "ui/shell/model_words.h"

#include <QLocale>

#include "core/base/text.h"
#include "ui/render/counted_names.h"
#include "ui/render/numbers.h"
#include "ui/shell/model_panel.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// Layers by kind, as often as each occurs.
std::vector<int> layersByKind(const model::Architecture& architecture) {
  std::vector<int> count(architecture.layer_kinds.size(), 0);
  for (const int kind : architecture.layers)
    if (kind >= 0 && kind < int(count.size())) ++count[std::size_t(kind)];
  return count;
}

QString ofKind(int layers, const QString& name) {
  return ModelPanel::tr("%1 of kind “%2”", "a number of layers, the name of their kind")
      .arg(wholeText(double(layers)), name);
}

/// How many layers there are of each kind, in words: "3 layers, all alike.", "8 layers: 6 of kind “sliding +
/// mlp”, 2 of kind “full + mlp”."
QString layersInWords(const std::vector<model::DescribedLayer>& layers) {
  CountedNames kinds;
  for (const model::DescribedLayer& layer : layers) {
    QStringList parts;
    if (!layer.stack.empty()) parts << QString::fromStdString(layer.stack);
    parts << (layer.mixer == "*" ? ModelPanel::tr("attention") : QString::fromStdString(layer.mixer));
    if (layer.channel != "none")
      parts << (layer.channel == "*" ? ModelPanel::tr("MLP") : QString::fromStdString(layer.channel));
    countIn(kinds, parts.join(u" + "_s), 1);
  }
  const int all = int(layers.size());
  if (kinds.size() < 2) return ModelPanel::tr("%n layer(s), all alike.", nullptr, all);
  QStringList words;
  for (const auto& [name, times] : kinds) words << ofKind(times, name);
  constexpr std::size_t kLongest = 400;
  return ModelPanel::tr("%n layer(s): %1.", nullptr, all)
      .arg(QString::fromStdString(excerpt(words.join(u", "_s).toStdString(), kLongest)));
}

}  // namespace

const model::LayerKind* mainKind(const model::Architecture& architecture,
                                 bool (*has)(const model::LayerKind&)) {
  const std::vector<int> count = layersByKind(architecture);
  const model::LayerKind* main = nullptr;
  int most = 0;
  for (const bool asked : {true, false}) {
    for (std::size_t i = 0; i < count.size(); ++i)
      if (count[i] > most && (!asked || has(architecture.layer_kinds[i]))) {
        most = count[i];
        main = &architecture.layer_kinds[i];
      }
    if (main != nullptr) break;
  }
  return main;
}

QStringList kindLines(const model::Architecture& architecture) {
  QStringList lines;
  const std::vector<int> count = layersByKind(architecture);
  for (std::size_t i = 0; i < count.size() && count.size() > 1; ++i)
    lines << ofKind(count[i], QString::fromStdString(excerpt(architecture.layer_kinds[i].name, 100)));
  for (const model::Field& field : architecture.fields)
    for (const char* key : {"state_kernels", "indexer", "vision_tokens", "audio_tokens"})
      if (field.key == key && field.mark == model::Mark::assumed)
        lines << ModelPanel::tr("%1: assumed, %2")
                     .arg(QString::fromStdString(field.key), QString::fromStdString(field.from));
  return lines;
}

QString countedText(const model::Description& read) {
  QString text =
      ModelPanel::tr("It was read and counted: %1 parameters, %2 active per token.")
          .arg(QLocale().toString(qlonglong(read.total)), QLocale().toString(qlonglong(read.active)));
  for (const auto& [role, total] : read.part_totals)
    text += u' ' + ModelPanel::tr("Part “%1”: %2.")
                       .arg(QString::fromStdString(role), QLocale().toString(qlonglong(total)));
  return text + u' ' + layersInWords(read.parts.front().layers);
}

}  // namespace astrolabe::ui
