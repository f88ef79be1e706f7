#include "ui/canvas/clipboard.h"

#include <algorithm>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "ui/canvas/geometry.h"
#include "ui/document/commands/commands.h"

namespace astrolabe::ui {

std::unique_ptr<QMimeData> hardwareMime(const HardwareId& id, const QString& text) {
  auto data = std::make_unique<QMimeData>();
  const Json json = !id.network.empty() ? Json{{"kind", "network"}, {"id", id.network}}
                    : !id.rack.empty()  ? Json{{"kind", "rack"}, {"id", id.rack}}
                    : id.node.empty()   ? Json{{"kind", "gpu"}, {"id", id.gpu}}
                                        : Json{{"kind", "node"}, {"id", id.node}};
  data->setData(QLatin1StringView(kHardwareMime), QByteArray::fromStdString(json.dump()));
  data->setText(text);
  return data;
}

std::optional<HardwareId> hardwareFrom(const QMimeData* data) {
  if (data == nullptr || !data->hasFormat(QLatin1StringView(kHardwareMime))) return std::nullopt;
  const Json json = Json::parse(data->data(QLatin1StringView(kHardwareMime)).toStdString(), nullptr, false);
  if (!json.is_object() || !json.contains("kind") || !json.contains("id") || !json["id"].is_string())
    return std::nullopt;
  const auto id = json["id"].get<std::string>();
  if (json["kind"] == "gpu") return HardwareId{id, {}};
  if (json["kind"] == "node") return HardwareId{{}, id};
  const auto value = parse_number(id);
  if (json["kind"] == "network" && value && *value > 0.0) return HardwareId{{}, {}, id};
  if (json["kind"] == "rack" && value && *value >= 0.0) return HardwareId{{}, {}, {}, id};
  return std::nullopt;
}

CopiedPools copyPools(const plan::Plan& plan, const std::vector<std::string>& ids) {
  CopiedPools copied;
  const auto chosen = [&](const std::string& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  const plan::Layout layout = tilePositions(plan);
  for (const hardware::PoolSpec& pool : plan.cluster.pools) {
    if (!chosen(pool.id)) continue;
    copied.pools.push_back(pool);
    copied.positions.push_back(layout.at(pool.id));
  }
  for (const hardware::BetweenPools& link : plan.cluster.between_pools)
    if (chosen(link.a) && chosen(link.b)) copied.links.push_back(link);
  return copied;
}

std::unique_ptr<QMimeData> poolsMime(const CopiedPools& pools, const hardware::Catalogue& catalogue) {
  hardware::ClusterSpec cluster;
  cluster.pools = pools.pools;
  cluster.between_pools = pools.links;
  Json json = {{"cluster", hardware::to_json(cluster)}, {"positions", Json::array()}};
  for (const plan::Position& position : pools.positions)
    json["positions"].push_back(Json::array({position.x, position.y}));
  QStringList lines;
  for (const hardware::PoolSpec& pool : pools.pools)
    lines << CommandText::tr("%1: %n nodes of %2", nullptr, pool.nodes)
                 .arg(QString::fromStdString(pool.id), nodeText(pool, catalogue));
  auto data = std::make_unique<QMimeData>();
  data->setData(QLatin1StringView(kPoolsMime), QByteArray::fromStdString(json.dump()));
  data->setData(QStringLiteral("application/json"),
                QByteArray::fromStdString(hardware::to_json(cluster).dump(2)));
  data->setText(lines.join(QLatin1Char('\n')));
  return data;
}

std::optional<CopiedPools> poolsFrom(const QMimeData* data) {
  if (data == nullptr) return std::nullopt;
  CopiedPools copied;
  Json json;
  if (data->hasFormat(QLatin1StringView(kPoolsMime))) {
    json = Json::parse(data->data(QLatin1StringView(kPoolsMime)).toStdString(), nullptr, false);
  } else if (data->hasText()) {
    Result<Json> text = parse_json(data->text().toStdString(), code::broken_json);
    if (text && text->is_object()) json = Json{{"cluster", *text}};
  }
  if (!json.is_object() || !json.contains("cluster")) return std::nullopt;
  Result<hardware::ClusterSpec> cluster = hardware::read_cluster(json["cluster"]);
  if (!cluster || cluster->pools.empty()) return std::nullopt;
  copied.pools = std::move(cluster->pools);
  copied.links = std::move(cluster->between_pools);
  if (json.contains("positions") && json["positions"].is_array())
    for (const Json& corner : json["positions"])
      if (corner.is_array() && corner.size() == 2 && corner[0].is_number() && corner[1].is_number())
        copied.positions.push_back({corner[0].get<double>(), corner[1].get<double>()});
  return copied;
}

}  // namespace astrolabe::ui
