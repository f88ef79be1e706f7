#include "ui/canvas/shelf_tips.h"

#include <QCoreApplication>

#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

struct TipText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::TipText)
};

QString originOf(const std::string& source, const std::string& date) {
  return date.empty() ? text(source)
                      : TipText::tr("%1, %2", "source and its date").arg(text(source), text(date));
}

/// Memory bandwidth and power of one GPU, and what it costs alone.
QStringList gpuLines(const hardware::Gpu& gpu, const hardware::Catalogue& catalogue) {
  QStringList lines;
  if (gpu.memory_bandwidth)
    lines << TipText::tr("Memory bandwidth of a GPU: %1").arg(bandwidthText(gpu.memory_bandwidth->value));
  if (gpu.power) lines << TipText::tr("Power of a GPU: %1").arg(powerText(gpu.power->value));
  if (const hardware::GpuRent* rent = catalogue.own_rent(gpu.id))
    lines << TipText::tr("Own price of a GPU: %1/h (%2)")
                 .arg(moneyText(rent->price.value), originOf(rent->source.text, rent->source.date));
  if (const hardware::GpuPrice* price = catalogue.purchase_price(gpu.id))
    lines << TipText::tr("To buy one GPU: %1 (%2)")
                 .arg(moneyText(price->price.value),
                      originOf(price->condition + ": " + price->source, price->date));
  return lines;
}

}  // namespace

QStringList tipLines(const hardware::NodeType& node, const hardware::Catalogue& catalogue) {
  QStringList lines;
  if (!node.network_type.empty()) lines << text(node.network_type);
  const hardware::Gpu* gpu = catalogue.find_gpu(node.gpu_id);
  if (gpu != nullptr) lines << gpuLines(*gpu, catalogue);
  if (node.power) lines << TipText::tr("Power of a node: %1").arg(powerText(node.power->value));
  if (node.ram_gib) lines << TipText::tr("Host memory of a node: %1").arg(gibText(*node.ram_gib * kGib, 0));
  if (!node.region.empty()) lines << TipText::tr("Region: %1").arg(text(node.region));
  const hardware::NodePrices& prices = node.prices;
  const auto rent = [&](const QString& what, const std::optional<UsdPerHour>& price,
                        const std::string& date) {
    if (price)
      lines << TipText::tr("%1: %2/h (%3)", "kind of price, price, date")
                   .arg(what, moneyText(price->value), text(date));
  };
  rent(TipText::tr("On demand"), prices.on_demand, node.source.date);
  const std::string& reserved = prices.reserved_date.empty() ? node.source.date : prices.reserved_date;
  rent(TipText::tr("Reserved for a year"), prices.reserved_1y, reserved);
  rent(TipText::tr("Reserved for three years"), prices.reserved_3y, reserved);
  rent(TipText::tr("Spot"), prices.spot, node.source.date);
  if (prices.purchase_typical)
    lines << (prices.purchase_low && prices.purchase_high
                  ? TipText::tr("To buy a node: %1, from %2 to %3")
                        .arg(moneyText(prices.purchase_typical->value), moneyText(prices.purchase_low->value),
                             moneyText(prices.purchase_high->value))
                  : TipText::tr("To buy a node: %1").arg(moneyText(prices.purchase_typical->value)));
  lines << TipText::tr("Source: %1").arg(originOf(node.source.text, node.source.date));
  if (gpu != nullptr)
    lines << TipText::tr("Source of the GPU: %1").arg(originOf(gpu->source.text, gpu->source.date));
  if (!node.note.empty()) lines << text(node.note);
  return lines;
}

QStringList tipLines(const hardware::Gpu& gpu, const hardware::Catalogue& catalogue) {
  QStringList lines = gpuLines(gpu, catalogue);
  if (gpu.pcie) lines << TipText::tr("Host link: %1 each way").arg(bandwidthText(gpu.pcie->value));
  lines << TipText::tr("Source: %1").arg(originOf(gpu.source.text, gpu.source.date));
  if (!gpu.note.empty()) lines << text(gpu.note);
  return lines;
}

}  // namespace astrolabe::ui
