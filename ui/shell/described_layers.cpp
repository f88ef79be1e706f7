#include "ui/shell/described_layers.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

constexpr auto kPatterns = "astrolabe_pattern"_L1;
constexpr int kMostLayers = 100'000;

/// A layer's own name of a kind stands behind a number, so that the kinds begin with a small letter.
const std::vector<LayerPartSpec>& mixers() {
  const LayerNumberSpec heads{"heads", QT_TRANSLATE_NOOP("DescribedLayers", "Heads"), nullptr};
  const LayerNumberSpec kv{"kv_heads", QT_TRANSLATE_NOOP("DescribedLayers", "KV heads"),
                           QT_TRANSLATE_NOOP("DescribedLayers", "as heads")};
  const LayerNumberSpec dim{"head_dim", QT_TRANSLATE_NOOP("DescribedLayers", "Head size"),
                            QT_TRANSLATE_NOOP("DescribedLayers", "hidden ÷ heads")};
  const LayerNumberSpec window{"window", QT_TRANSLATE_NOOP("DescribedLayers", "Window, in tokens"),
                               QT_TRANSLATE_NOOP("DescribedLayers", "all")};
  const LayerNumberSpec conv{"convolution", QT_TRANSLATE_NOOP("DescribedLayers", "Width of the convolution"),
                             "4"};
  const std::vector<LayerNumberSpec> latent{
      heads,
      {"query_rank", QT_TRANSLATE_NOOP("DescribedLayers", "Rank of queries"),
       QT_TRANSLATE_NOOP("DescribedLayers", "none")},
      {"kv_rank", QT_TRANSLATE_NOOP("DescribedLayers", "Rank of keys and values"), nullptr},
      {"nope_dim", QT_TRANSLATE_NOOP("DescribedLayers", "Head size without positions"), nullptr},
      {"rope_dim", QT_TRANSLATE_NOOP("DescribedLayers", "Head size with positions"), nullptr},
      {"value_dim", QT_TRANSLATE_NOOP("DescribedLayers", "Value head size"), nullptr}};
  std::vector<LayerNumberSpec> sparse = latent;
  sparse.push_back({"index_heads", QT_TRANSLATE_NOOP("DescribedLayers", "Heads of the indexer"), nullptr});
  sparse.push_back({"index_dim", QT_TRANSLATE_NOOP("DescribedLayers", "Head size of the indexer"), nullptr});
  sparse.push_back({"index_keys", QT_TRANSLATE_NOOP("DescribedLayers", "Keys of a token"), nullptr});
  const LayerNumberSpec inner{"inner", QT_TRANSLATE_NOOP("DescribedLayers", "Inner size"), nullptr};
  const LayerNumberSpec state{"state", QT_TRANSLATE_NOOP("DescribedLayers", "State size"), nullptr};
  static const std::vector<LayerPartSpec> all{
      {"attention",
       QT_TRANSLATE_NOOP("DescribedLayers", "attention"),
       {heads,
        kv,
        dim,
        window,
        {"chunk", QT_TRANSLATE_NOOP("DescribedLayers", "Chunk, in tokens"),
         QT_TRANSLATE_NOOP("DescribedLayers", "none")}}},
      {"gated_attention", QT_TRANSLATE_NOOP("DescribedLayers", "gated attention"), {heads, kv, dim, window}},
      {"latent_attention", QT_TRANSLATE_NOOP("DescribedLayers", "latent attention"), latent},
      {"sparse_latent_attention", QT_TRANSLATE_NOOP("DescribedLayers", "sparse latent attention"), sparse},
      {"gated_delta_net",
       QT_TRANSLATE_NOOP("DescribedLayers", "gated delta net"),
       {{"key_heads", QT_TRANSLATE_NOOP("DescribedLayers", "Key heads"), nullptr},
        {"value_heads", QT_TRANSLATE_NOOP("DescribedLayers", "Value heads"), nullptr},
        {"key_dim", QT_TRANSLATE_NOOP("DescribedLayers", "Key head size"), nullptr},
        {"value_dim", QT_TRANSLATE_NOOP("DescribedLayers", "Value head size"), nullptr},
        conv}},
      {"kimi_delta", QT_TRANSLATE_NOOP("DescribedLayers", "Kimi delta attention"), {heads, dim, conv}},
      {"lightning", QT_TRANSLATE_NOOP("DescribedLayers", "lightning attention"), {heads, dim}},
      {"mamba1",
       QT_TRANSLATE_NOOP("DescribedLayers", "Mamba 1"),
       {inner,
        state,
        {"step_rank", QT_TRANSLATE_NOOP("DescribedLayers", "Rank of the step"),
         QT_TRANSLATE_NOOP("DescribedLayers", "hidden ÷ 16")},
        conv}},
      {"mamba2",
       QT_TRANSLATE_NOOP("DescribedLayers", "Mamba 2"),
       {heads, dim, state, {"groups", QT_TRANSLATE_NOOP("DescribedLayers", "Groups"), "1"}, conv}},
      {"short_convolution",
       QT_TRANSLATE_NOOP("DescribedLayers", "short convolution"),
       {{"convolution", QT_TRANSLATE_NOOP("DescribedLayers", "Width of the convolution"), "3"}}},
      {"gated_recurrence",
       QT_TRANSLATE_NOOP("DescribedLayers", "gated recurrence"),
       {heads,
        {"inner", QT_TRANSLATE_NOOP("DescribedLayers", "Inner size"),
         QT_TRANSLATE_NOOP("DescribedLayers", "hidden")},
        conv}},
      {"rwkv7",
       QT_TRANSLATE_NOOP("DescribedLayers", "RWKV-7"),
       {heads,
        dim,
        {"decay_rank", QT_TRANSLATE_NOOP("DescribedLayers", "Rank of the decay"), nullptr},
        {"rate_rank", QT_TRANSLATE_NOOP("DescribedLayers", "Rank of the learning rate"), nullptr},
        {"residual_rank", QT_TRANSLATE_NOOP("DescribedLayers", "Rank of the value residual"), nullptr},
        {"gate_rank", QT_TRANSLATE_NOOP("DescribedLayers", "Rank of the gate"), nullptr}}},
      {"mlstm",
       QT_TRANSLATE_NOOP("DescribedLayers", "mLSTM"),
       {heads,
        {"key_width", QT_TRANSLATE_NOOP("DescribedLayers", "Width of keys"), nullptr},
        {"value_width", QT_TRANSLATE_NOOP("DescribedLayers", "Width of values"), nullptr}}},
      {"none", QT_TRANSLATE_NOOP("DescribedLayers", "no mixer of tokens"), {}}};
  return all;
}

const std::vector<LayerPartSpec>& channels() {
  const LayerNumberSpec ffn{"ffn", QT_TRANSLATE_NOOP("DescribedLayers", "MLP size"), nullptr};
  static const std::vector<LayerPartSpec> all{
      {"mlp", QT_TRANSLATE_NOOP("DescribedLayers", "gated MLP"), {ffn}},
      {"plain_mlp", QT_TRANSLATE_NOOP("DescribedLayers", "plain MLP"), {ffn}},
      {"experts",
       QT_TRANSLATE_NOOP("DescribedLayers", "experts"),
       {{"experts", QT_TRANSLATE_NOOP("DescribedLayers", "Experts"), nullptr},
        {"experts_per_token", QT_TRANSLATE_NOOP("DescribedLayers", "Experts of a token"), nullptr},
        {"expert_ffn", QT_TRANSLATE_NOOP("DescribedLayers", "MLP size of an expert"), nullptr},
        {"shared_ffn", QT_TRANSLATE_NOOP("DescribedLayers", "MLP size of the shared expert"),
         QT_TRANSLATE_NOOP("DescribedLayers", "none")}}},
      {"none", QT_TRANSLATE_NOOP("DescribedLayers", "no mixer of channels"), {}}};
  return all;
}

QString words(const char* text) { return QCoreApplication::translate("DescribedLayers", text); }

std::size_t placeOf(std::span<const LayerPartSpec> specs, const QJsonValue& id) {
  const QString name = id.toString();
  const auto found = std::find_if(specs.begin(), specs.end(), [&](const LayerPartSpec& spec) {
    return name == QLatin1StringView(spec.id);
  });
  return found == specs.end() ? 0 : static_cast<std::size_t>(found - specs.begin());
}

/// Both parts of a layer, one after the other.
template <typename Use>
void eachPart(const DescribedLayers& layers, const Use& use) {
  use(tokenMixers()[layers.mixer]);
  use(channelMixers()[layers.channel]);
}

QJsonObject kindOf(const DescribedLayers& layers) {
  QJsonObject kind{{u"mixer"_s, QLatin1StringView(tokenMixers()[layers.mixer].id)},
                   {u"channel"_s, QLatin1StringView(channelMixers()[layers.channel].id)}};
  eachPart(layers, [&](const LayerPartSpec& part) {
    for (const LayerNumberSpec& spec : part.numbers)
      if (const auto number = layers.numbers.find(spec.key); number != layers.numbers.end())
        kind[QLatin1StringView(spec.key)] = number->second;
  });
  return kind;
}

int wholeIn(const QJsonValue& value) {
  const double number = value.toDouble(1.0);
  return number >= 1.0 && number <= kMostLayers ? static_cast<int>(number) : 1;
}

DescribedLayers layersOf(const QJsonObject& kind, int count) {
  DescribedLayers layers;
  layers.count = count;
  layers.mixer = placeOf(tokenMixers(), kind[u"mixer"_s]);
  layers.channel = placeOf(channelMixers(), kind[u"channel"_s]);
  eachPart(layers, [&](const LayerPartSpec& part) {
    for (const LayerNumberSpec& spec : part.numbers)
      if (const double number = kind[QLatin1StringView(spec.key)].toDouble(0.0); number > 0.0)
        layers.numbers[spec.key] = number;
  });
  return layers;
}

}  // namespace

std::span<const LayerPartSpec> tokenMixers() { return mixers(); }
std::span<const LayerPartSpec> channelMixers() { return channels(); }

bool DescribedLayers::mixes() const {
  return mixer + 1 < tokenMixers().size() || channel + 1 < channelMixers().size();
}

QString DescribedLayers::text() const {
  QStringList parts;
  if (mixer + 1 < tokenMixers().size() || channel + 1 == channelMixers().size())
    parts << words(tokenMixers()[mixer].label);
  if (channel + 1 < channelMixers().size()) parts << words(channelMixers()[channel].label);
  return QCoreApplication::translate("DescribedLayers", "%1 × %2", "layers, their kinds of mixers")
      .arg(QLocale().toString(count), parts.join(u", "_s));
}

QStringList DescribedLayers::open() const {
  QStringList labels;
  eachPart(*this, [&](const LayerPartSpec& part) {
    for (const LayerNumberSpec& spec : part.numbers)
      if (spec.empty == nullptr && !numbers.contains(spec.key)) labels << words(spec.label);
  });
  return labels;
}

int countLayers(const std::vector<LayerPattern>& patterns) {
  double sum = 0.0;
  for (const LayerPattern& pattern : patterns)
    for (const DescribedLayers& layers : pattern.layers)
      sum += static_cast<double>(pattern.times) * layers.count;
  return static_cast<int>(std::min<double>(sum, kMostLayers + 1.0));
}

void putLayers(const std::vector<LayerPattern>& patterns, QJsonObject& config) {
  QJsonArray kinds, order, said;
  const auto placeOfKind = [&](const QJsonObject& kind) {
    for (int i = 0; i < kinds.size(); ++i)
      if (kinds[i].toObject() == kind) return i;
    kinds.append(kind);
    return static_cast<int>(kinds.size()) - 1;
  };
  for (const LayerPattern& pattern : patterns) {
    QJsonArray rows;
    for (const DescribedLayers& layers : pattern.layers)
      rows.append(QJsonObject{{u"count"_s, layers.count}, {u"kind"_s, placeOfKind(kindOf(layers))}});
    for (int time = 0; time < pattern.times && order.size() <= kMostLayers; ++time)
      for (const QJsonValue& row : std::as_const(rows))
        for (int i = 0; i < row[u"count"_s].toInt() && order.size() <= kMostLayers; ++i)
          order.append(row[u"kind"_s]);
    said.append(QJsonObject{{u"times"_s, pattern.times}, {u"layers"_s, rows}});
  }
  config[u"model_type"_s] = u"astrolabe_layers"_s;
  config[u"layer_kinds"_s] = kinds;
  config[u"layers"_s] = order;
  config[kPatterns] = said;
}

std::vector<LayerPattern> layersIn(const QJsonObject& config) {
  std::vector<LayerPattern> patterns;
  const QJsonArray kinds = config[u"layer_kinds"_s].toArray();
  if (kinds.isEmpty()) return patterns;
  const QJsonArray said = config[kPatterns].toArray();
  for (const QJsonValue& pattern : said) {
    patterns.push_back({wholeIn(pattern[u"times"_s]), {}});
    const QJsonArray rows = pattern[u"layers"_s].toArray();
    for (const QJsonValue& row : rows)
      patterns.back().layers.push_back(
          layersOf(kinds.at(row[u"kind"_s].toInt(0)).toObject(), wholeIn(row[u"count"_s])));
    if (patterns.back().layers.empty()) patterns.pop_back();
  }
  if (!patterns.empty()) return patterns;
  // Written by somebody else: layers that follow each other and are alike.
  patterns.emplace_back();
  int last = -1;
  const QJsonArray order = config[u"layers"_s].toArray();
  for (const QJsonValue& value : order) {
    const int kind = value.toInt(0);
    if (kind == last)
      ++patterns.back().layers.back().count;
    else
      patterns.back().layers.push_back(layersOf(kinds.at(kind).toObject(), 1));
    last = kind;
  }
  if (patterns.back().layers.empty()) patterns.clear();
  return patterns;
}

}  // namespace astrolabe::ui
