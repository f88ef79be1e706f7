#include "ui/canvas/price_mapping.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <algorithm>
#include <utility>

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using hardware::PriceColumns;

constexpr std::pair<const char*, std::string PriceColumns::*> kKeys[] = {
    {"gpu", &PriceColumns::gpu},
    {"node", &PriceColumns::node},
    {"usd_per_hour", &PriceColumns::usd_per_hour},
    {"usd_per_gpu_hour", &PriceColumns::usd_per_gpu_hour},
    {"source", &PriceColumns::source},
    {"date", &PriceColumns::date},
    {"currency", &PriceColumns::currency},
    {"usd_per_unit", &PriceColumns::usd_per_unit},
    {"rate_date", &PriceColumns::rate_date},
    {"term", &PriceColumns::term},
    {"provider", &PriceColumns::provider},
    {"region", &PriceColumns::region},
    {"from_units", &PriceColumns::from_units},
    {"interruptions_per_node_hour", &PriceColumns::interruptions},
    {"purchase_usd", &PriceColumns::purchase_usd},
    {"purchase_usd_per_gpu", &PriceColumns::purchase_usd_per_gpu},
    {"reserved_1y_usd_per_hour", &PriceColumns::reserved_1y},
    {"reserved_3y_usd_per_hour", &PriceColumns::reserved_3y},
    {"spot_usd_per_hour", &PriceColumns::spot}};

}  // namespace

const PriceMapping* PriceMappings::find(const std::vector<std::string>& header) const {
  const auto known = std::find_if(m_mappings.begin(), m_mappings.end(),
                                  [&](const PriceMapping& each) { return each.header == header; });
  return known != m_mappings.end() ? &*known : nullptr;
}

void PriceMappings::remember(PriceMapping mapping) {
  std::erase_if(m_mappings, [&](const PriceMapping& each) { return each.header == mapping.header; });
  m_mappings.insert(m_mappings.begin(), std::move(mapping));
  if (m_mappings.size() > kMost) m_mappings.resize(kMost);
}

QByteArray PriceMappings::toBytes() const {
  QJsonArray all;
  for (const PriceMapping& mapping : m_mappings) {
    QJsonArray header;
    for (const std::string& name : mapping.header) header.append(QString::fromStdString(name));
    QJsonObject columns;
    for (const auto& [key, column] : kKeys)
      if (const std::string& name = mapping.columns.*column; !name.empty())
        columns.insert(QLatin1StringView(key), QString::fromStdString(name));
    all.append(QJsonObject{{u"header"_s, header},
                           {u"columns"_s, columns},
                           {u"decimal_comma"_s, mapping.decimal_comma},
                           {u"currency"_s, QString::fromStdString(mapping.currency)}});
  }
  return QJsonDocument(all).toJson(QJsonDocument::Compact);
}

PriceMappings PriceMappings::fromBytes(const QByteArray& bytes) {
  PriceMappings result;
  for (const QJsonValue& value : QJsonDocument::fromJson(bytes).array()) {
    const QJsonObject object = value.toObject();
    PriceMapping mapping;
    for (const QJsonValue& name : object.value(u"header"_s).toArray())
      mapping.header.push_back(name.toString().toStdString());
    const QJsonObject columns = object.value(u"columns"_s).toObject();
    for (const auto& [key, column] : kKeys)
      mapping.columns.*column = columns.value(QLatin1StringView(key)).toString().toStdString();
    mapping.decimal_comma = object.value(u"decimal_comma"_s).toBool();
    mapping.currency = object.value(u"currency"_s).toString().toStdString();
    if (!mapping.header.empty() && result.m_mappings.size() < kMost)
      result.m_mappings.push_back(std::move(mapping));
  }
  return result;
}

}  // namespace astrolabe::ui
