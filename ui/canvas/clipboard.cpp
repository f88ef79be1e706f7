#include "ui/canvas/clipboard.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/base/text.h"
#include "ui/canvas/geometry.h"
#include "ui/document/commands/commands.h"

namespace astrolabe::ui {

namespace {

constexpr int kMostUnit = 1'000'000;  ///< GPUs
constexpr double kFarthest = 1e6;     ///< from the middle of a canvas, pixels; nothing is wider either

bool isAmong(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}
bool isAmong(const std::set<std::string>& names, const std::string& name) { return names.contains(name); }

/// The list of that name; an empty one where there is none.
Json rowsOf(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_array() ? *found : Json::array();
}

std::optional<std::vector<double>> numbersOf(const Json& row, std::size_t count) {
  if (!row.is_array() || row.size() != count) return std::nullopt;
  std::vector<double> numbers;
  for (const Json& each : row) {
    if (!each.is_number() || !(std::abs(each.get<double>()) <= kFarthest)) return std::nullopt;
    numbers.push_back(each.get<double>());
  }
  return numbers;
}

/// Racks of pools that were copied. False where a row is broken: no name, no list of pools, no power or
/// slots.
bool readRacks(const Json& json, Copies& copied) {
  std::vector<std::string> standing;  // a pool stands in one rack at most
  for (const Json& row : rowsOf(json, "racks")) {
    if (!row.is_object() || !row.contains("name") || !row["name"].is_string() || !row.contains("pools"))
      return false;
    plan::Rack rack;
    rack.name = one_line(row["name"].get<std::string>());
    if (rack.name.empty() || !row["pools"].is_array()) return false;
    if (row.contains("power_kw")) {
      if (!row["power_kw"].is_number() || !(row["power_kw"].get<double>() > 0.0)) return false;
      rack.power_kw = row["power_kw"].get<double>();
    }
    if (row.contains("node_slots")) {
      if (!row["node_slots"].is_number_integer() || row["node_slots"] < 1 || row["node_slots"] > kMostSlots)
        return false;
      rack.node_slots = row["node_slots"].get<int>();
    }
    for (const Json& each : row["pools"]) {
      if (!each.is_string()) return false;
      const auto pool = each.get<std::string>();
      const bool known = std::any_of(copied.pools.begin(), copied.pools.end(),
                                     [&](const hardware::PoolSpec& spec) { return spec.id == pool; });
      if (!known || isAmong(standing, pool)) return false;
      standing.push_back(pool);
      rack.pools.push_back(pool);
    }
    if (rack.pools.empty()) return false;
    copied.racks.push_back(std::move(rack));
  }
  return true;
}

/// False where a row has no text or no box (left, top, width, height).
bool readNotes(const Json& json, Copies& copied) {
  for (const Json& row : rowsOf(json, "notes")) {
    if (!row.is_object() || !row.contains("text") || !row["text"].is_string() || !row.contains("box"))
      return false;
    const auto box = numbersOf(row["box"], 4);
    if (!box || (*box)[2] < kGrid || (*box)[3] < kGrid) return false;
    plan::Note note;
    note.text = plain_lines(row["text"].get<std::string>());
    note.position = {(*box)[0], (*box)[1]};
    note.width = (*box)[2];
    note.height = (*box)[3];
    copied.notes.push_back(std::move(note));
  }
  return true;
}

}  // namespace

std::unique_ptr<QMimeData> hardwareMime(const HardwareId& id, const QString& text) {
  auto data = std::make_unique<QMimeData>();
  Json json = !id.network.empty() ? Json{{"kind", "network"}, {"id", id.network}}
              : !id.rack.empty()  ? Json{{"kind", "rack"}, {"id", id.rack}}
              : id.node.empty()   ? Json{{"kind", "gpu"}, {"id", id.gpu}}
                                  : Json{{"kind", "node"}, {"id", id.node}};
  if (id.unit > 0) json["unit"] = id.unit;
  data->setData(QLatin1StringView(kHardwareMime), QByteArray::fromStdString(text_of(json)));
  data->setText(text);
  return data;
}

std::optional<HardwareId> hardwareFrom(const QMimeData* data) {
  if (data == nullptr || !data->hasFormat(QLatin1StringView(kHardwareMime))) return std::nullopt;
  const Json json = json_or_null(data->data(QLatin1StringView(kHardwareMime)).toStdString());
  if (!json.is_object() || !json.contains("kind") || !json.contains("id") || !json["id"].is_string())
    return std::nullopt;
  const auto id = json["id"].get<std::string>();
  if (json["kind"] == "gpu") return HardwareId{id, {}};
  if (json["kind"] == "node") {
    const bool several = json.contains("unit") && json["unit"].is_number_integer() && json["unit"] > 0 &&
                         json["unit"] <= kMostUnit;
    return HardwareId{{}, id, {}, {}, several ? json["unit"].get<int>() : 0};
  }
  const auto value = parse_number(id);
  if (json["kind"] == "network" && value && *value > 0.0) return HardwareId{{}, {}, id};
  if (json["kind"] == "rack" && value && *value >= 0.0) return HardwareId{{}, {}, {}, id};
  return std::nullopt;
}

Copies copyObjects(const plan::Plan& plan, const std::vector<std::string>& pools,
                   const std::vector<std::string>& racks, const std::vector<std::string>& notes) {
  Copies copied;
  std::set<std::string> ids(pools.begin(), pools.end());
  for (const plan::Rack& rack : plan.racks) {
    if (!isAmong(racks, rack.name)) continue;
    copied.racks.push_back(rack);
    std::erase_if(copied.racks.back().pools,
                  [&](const auto& pool) { return findPool(plan, pool) == nullptr; });
    ids.insert(rack.pools.begin(), rack.pools.end());
  }
  const plan::Layout layout = tilePositions(plan);
  for (const hardware::PoolSpec& pool : plan.cluster.pools) {
    if (!isAmong(ids, pool.id)) continue;
    copied.pools.push_back(pool);
    copied.positions.push_back(layout.at(pool.id));
  }
  for (const hardware::BetweenPools& link : plan.cluster.between_pools)
    if (isAmong(ids, link.a) && isAmong(ids, link.b)) copied.links.push_back(link);
  for (const plan::Note& note : plan.notes)
    if (isAmong(notes, note.id)) copied.notes.push_back(note);
  return copied;
}

QRectF boundsOf(const Copies& copies) {
  QRectF all;
  plan::Layout tiles;
  for (std::size_t i = 0; i < copies.pools.size(); ++i) {
    tiles[copies.pools[i].id] = copies.positions[i];
    all |= tileRect(copies.positions[i]);
  }
  for (const plan::Rack& rack : copies.racks) all |= rackFrame(rack, tiles);
  for (const plan::Note& note : copies.notes)
    all |= QRectF(note.position.x, note.position.y, note.width, note.height);
  return all;
}

void shift(Copies& copies, QPointF by, bool toGrid) {
  const auto move = [&](plan::Position& corner) {
    const QPointF there = QPointF(corner.x, corner.y) + by, to = toGrid ? snapped(there) : there;
    corner = {to.x(), to.y()};
  };
  for (plan::Position& corner : copies.positions) move(corner);
  for (plan::Note& note : copies.notes) move(note.position);
}

std::unique_ptr<QMimeData> objectsMime(const Copies& copies, const hardware::Catalogue& catalogue) {
  hardware::ClusterSpec cluster;
  cluster.pools = copies.pools;
  cluster.between_pools = copies.links;
  Json json = {{"positions", Json::array()}, {"racks", Json::array()}, {"notes", Json::array()}};
  if (!copies.pools.empty()) json["cluster"] = hardware::to_json(cluster);
  if (const hardware::OwnTypes types = ownTypesOf(copies.pools, catalogue); !types.empty())
    json["own_types"] = hardware::to_json(types);
  for (const plan::Position& corner : copies.positions)
    json["positions"].push_back(Json::array({corner.x, corner.y}));
  QStringList lines;
  for (const hardware::PoolSpec& pool : copies.pools)
    lines << CommandText::tr("%1: %n nodes of %2", nullptr, pool.nodes)
                 .arg(QString::fromStdString(pool.id), nodeText(pool, catalogue));
  for (const plan::Rack& rack : copies.racks) {
    Json row = {{"name", rack.name}, {"pools", rack.pools}};
    if (rack.power_kw) row["power_kw"] = *rack.power_kw;
    if (rack.node_slots) row["node_slots"] = *rack.node_slots;
    json["racks"].push_back(std::move(row));
    QStringList pools;
    for (const std::string& pool : rack.pools) pools << QString::fromStdString(pool);
    lines << CommandText::tr("Rack %1: %2").arg(QString::fromStdString(rack.name), pools.join(u", "));
  }
  for (const plan::Note& note : copies.notes) {
    json["notes"].push_back(
        {{"text", note.text}, {"box", {note.position.x, note.position.y, note.width, note.height}}});
    lines << QString::fromStdString(note.text);
  }
  auto data = std::make_unique<QMimeData>();
  data->setData(QLatin1StringView(kObjectsMime), QByteArray::fromStdString(text_of(json)));
  if (!copies.pools.empty())
    data->setData(QStringLiteral("application/json"),
                  QByteArray::fromStdString(text_of(hardware::to_json(cluster), 2)));
  data->setText(lines.join(QLatin1Char('\n')));
  return data;
}

std::optional<Copies> objectsFrom(const QMimeData* data) {
  if (data == nullptr) return std::nullopt;
  Json json;
  if (data->hasFormat(QLatin1StringView(kObjectsMime))) {
    json = json_or_null(data->data(QLatin1StringView(kObjectsMime)).toStdString());
  } else if (data->hasText()) {
    Result<Json> text = parse_json(data->text().toStdString(), code::broken_json);
    if (text && text->is_object()) json = Json{{"cluster", *text}};
  }
  if (!json.is_object()) return std::nullopt;
  Copies copied;
  if (json.contains("cluster")) {
    Result<hardware::ClusterSpec> cluster = hardware::read_cluster(json["cluster"]);
    if (!cluster) return std::nullopt;
    copied.pools = std::move(cluster->pools);
    copied.links = std::move(cluster->between_pools);
  }
  if (json.contains("own_types")) {
    Result<hardware::OwnTypes> types = hardware::read_own_types(json["own_types"]);
    if (!types) return std::nullopt;
    copied.types = std::move(*types);
  }
  for (const Json& corner : rowsOf(json, "positions")) {
    const auto place = numbersOf(corner, 2);
    if (place) copied.positions.push_back({(*place)[0], (*place)[1]});
  }
  if (copied.positions.size() != copied.pools.size()) {  // in a row
    plan::Plan alone;
    alone.cluster.pools = copied.pools;
    const plan::Layout layout = tilePositions(alone);
    copied.positions.clear();
    for (const hardware::PoolSpec& pool : copied.pools) copied.positions.push_back(layout.at(pool.id));
  }
  if (!readRacks(json, copied) || !readNotes(json, copied) || copied.empty()) return std::nullopt;
  return copied;
}

}  // namespace astrolabe::ui
