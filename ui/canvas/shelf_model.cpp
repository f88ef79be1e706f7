#include "ui/canvas/shelf_model.h"

#include <QRegularExpression>
#include <algorithm>

#include "ui/canvas/pool_face.h"
#include "ui/document/commands/commands.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

constexpr int kOldDays = 180;
constexpr quintptr kTop = 0;  // internal id of groups; an entry has its group's number plus one

std::optional<double> memoryOf(const hardware::Gpu& gpu) {
  if (gpu.memory_gb_label) return *gpu.memory_gb_label;
  if (gpu.memory) return in_gib(*gpu.memory);
  return std::nullopt;
}

QString secondLine(const hardware::Gpu& gpu) {
  const std::optional<double> memory = memoryOf(gpu);
  return ShelfModel::tr("%1 · %2", "memory · link")
      .arg(memory ? ShelfModel::tr("%1 GB").arg(QLocale().toString(*memory, 'g', 4)) : unknownText(),
           gpu.link ? ShelfModel::tr("%1 %2").arg(text(gpu.link_type), bandwidthText(gpu.link->value))
                    : text(gpu.link_type));
}

QString words(const hardware::Gpu& gpu) {
  const std::optional<double> memory = memoryOf(gpu);
  return QStringList{text(gpu.id),          text(gpu.vendor),
                     text(gpu.name),        text(gpu.architecture),
                     text(gpu.form),        text(gpu.link_type),
                     text(gpu.memory_type), memory ? QStringLiteral("%1GB %1 GB").arg(*memory) : QString()}
      .join(QLatin1Char(' '));
}

}  // namespace

bool shelfMatches(const QString& query, const QString& haystack, std::optional<double> memoryGb,
                  std::optional<double> price) {
  static const QRegularExpression comparison(
      QStringLiteral("^(>=|<=|>|<|=|≥|≤)(\\$?)(\\d+(?:\\.\\d+)?)\\s*(gb|gib|usd|\\$|/h)?$"),
      QRegularExpression::CaseInsensitiveOption);
  const QStringList parts = query.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
  return std::all_of(parts.begin(), parts.end(), [&](const QString& word) {
    const QRegularExpressionMatch match = comparison.match(word);
    if (!match.hasMatch()) return haystack.contains(word, Qt::CaseInsensitive);
    const bool money = !match.captured(2).isEmpty() ||
                       (!match.captured(4).isEmpty() &&
                        !match.captured(4).startsWith(QLatin1Char('g'), Qt::CaseInsensitive));
    const std::optional<double> known = money ? price : memoryGb;
    if (!known) return false;
    const QString sign = match.captured(1);
    const double amount = match.captured(3).toDouble();
    if (sign == QLatin1String(">")) return *known > amount;
    if (sign == QLatin1String("<")) return *known < amount;
    if (sign == QLatin1String("=")) return *known == amount;
    if (sign == QLatin1String("<=") || sign == QChar(0x2264)) return *known <= amount;
    return *known >= amount;
  });
}

ShelfModel::ShelfModel(PlanDocument& document, QObject* parent)
    : QAbstractItemModel(parent), m_document(document), m_today(QDate::currentDate()) {
  connect(&document, &PlanDocument::planChanged, this, [this] {
    const std::string types = hardware::to_json(m_document.plan().own_types).dump();
    if (types != m_types) rebuild();
  });
  rebuild();
}

void ShelfModel::setToday(QDate today) {
  m_today = today;
  rebuild();
}

bool ShelfModel::isOld(const std::string& date) const {
  const QDate day = QDate::fromString(text(date), Qt::ISODate);
  if (day.isValid()) return day.daysTo(m_today) > kOldDays;
  const QDate month = QDate::fromString(text(date), QStringLiteral("yyyy-MM"));
  if (month.isValid()) return month.daysTo(m_today) > kOldDays;
  // A bare year: old when even its last day is.
  const QDate year(text(date).toInt(), 12, 31);
  return year.isValid() && year.daysTo(m_today) > kOldDays;
}

ShelfModel::Entry ShelfModel::entryFor(const hardware::NodeType& node) const {
  const hardware::Gpu* gpu = m_document.catalogue().find_gpu(node.gpu_id);
  Entry entry;
  entry.id.node = node.id;
  entry.gpu = gpu != nullptr ? gpu->id : node.gpu_id;
  entry.name = tr("%1 × %2", "node: count and GPU")
                   .arg(node.gpus)
                   .arg(gpu != nullptr ? shortGpuText(*gpu) : text(node.gpu_id));
  const QString network =
      node.network ? networkText(node.network->value) : tr("network?", "no network figure is known");
  entry.second =
      tr("%1 · %2", "provider and name · network").arg(text(node.provider + " " + node.name), network);
  entry.memoryGb = gpu != nullptr ? memoryOf(*gpu) : std::nullopt;
  std::string date = node.source.date;
  const hardware::GpuRent* own =
      gpu != nullptr && !node.source.own ? m_document.catalogue().own_rent(gpu->id) : nullptr;
  if (own != nullptr) {
    entry.priceUsd = own->price.value * node.gpus;
    entry.price = tr("%1/h").arg(moneyText(*entry.priceUsd));
    date = own->source.date;
  } else if (node.prices.on_demand) {
    entry.priceUsd = node.prices.on_demand->value;
    entry.price = tr("%1/h").arg(moneyText(*entry.priceUsd));
  } else if (node.prices.purchase_typical) {
    entry.priceUsd = node.prices.purchase_typical->value;
    entry.price = moneyText(*entry.priceUsd);
  } else if (node.prices.reserved_1y) {
    entry.priceUsd = node.prices.reserved_1y->value;
    entry.price = tr("%1/h").arg(moneyText(*entry.priceUsd));
    if (!node.prices.reserved_date.empty()) date = node.prices.reserved_date;
  }
  if (entry.price.isEmpty()) {
    entry.price = unknownText();
    entry.date = tr("no price");
  } else {
    entry.date = own != nullptr || node.source.own
                     ? tr("own %1", "own price and its date").arg(text(date))
                     : tr("list %1", "source and date of a price").arg(text(date));
    entry.old = isOld(date);
  }
  entry.tip =
      QStringList{entry.name,
                  entry.second,
                  text(node.network_type),
                  tr("Source: %1, %2").arg(text(node.source.text), text(node.source.date)),
                  own != nullptr ? tr("Own price: %1, %2").arg(text(own->source.text), text(own->source.date))
                                 : QString(),
                  text(node.note)}
          .join(QLatin1Char('\n'))
          .trimmed();
  entry.haystack = QStringList{text(node.id), text(node.provider), text(node.name), text(node.network_type),
                               gpu != nullptr ? words(*gpu) : QString()}
                       .join(QLatin1Char(' '));
  return entry;
}

ShelfModel::Entry ShelfModel::entryFor(const hardware::Gpu& gpu) const {
  Entry entry;
  entry.id.gpu = gpu.id;
  entry.gpu = gpu.id;
  entry.name = gpuText(gpu);
  const std::optional<FlopsPerSecond> peak = hardware::peak(gpu, hardware::Precision::bf16);
  entry.second = tr("%1 · %2 TF", "memory and link · peak")
                     .arg(secondLine(gpu), peak ? wholeText(peak->value / kTera) : unknownText());
  entry.memoryGb = memoryOf(gpu);
  if (const hardware::GpuPrice* price = m_document.catalogue().purchase_price(gpu.id)) {
    entry.priceUsd = price->price.value;
    entry.price = moneyText(*entry.priceUsd);
    entry.date = tr("list %1", "source and date of a price").arg(text(price->date));
    entry.old = isOld(price->date);
  } else {
    entry.price = unknownText();
    entry.date = tr("no price");
  }
  entry.tip =
      QStringList{entry.name, entry.second,
                  tr("Source: %1, %2").arg(text(gpu.source.text), text(gpu.source.date)), text(gpu.note)}
          .join(QLatin1Char('\n'))
          .trimmed();
  entry.haystack = words(gpu);
  return entry;
}

void ShelfModel::rebuild() {
  beginResetModel();
  m_types = hardware::to_json(m_document.plan().own_types).dump();
  for (std::vector<Entry>& group : m_all) group.clear();
  const auto put = [this](Group group, bool own, Entry entry) {
    m_all[static_cast<int>(own ? Group::Own : group)].push_back(std::move(entry));
  };
  const hardware::Catalogue& catalogue = m_document.catalogue();
  for (const hardware::NodeType& node : catalogue.nodes())
    if (node.gpus > 0) put(Group::Nodes, node.source.own, entryFor(node));
  for (const hardware::Gpu& gpu : catalogue.gpus()) put(Group::Gpus, gpu.source.own, entryFor(gpu));
  filter();
  endResetModel();
}

void ShelfModel::filter() {
  for (int group = 0; group < kGroups; ++group) {
    m_visible[group].clear();
    for (std::size_t i = 0; i < m_all[group].size(); ++i)
      if (shelfMatches(m_query, m_all[group][i].haystack, m_all[group][i].memoryGb, m_all[group][i].priceUsd))
        m_visible[group].push_back(static_cast<int>(i));
  }
}

void ShelfModel::setQuery(const QString& query) {
  if (query == m_query) return;
  beginResetModel();
  m_query = query;
  filter();
  endResetModel();
}

int ShelfModel::shown() const {
  std::size_t count = 0;
  for (const std::vector<int>& group : m_visible) count += group.size();
  return static_cast<int>(count);
}

const ShelfModel::Entry* ShelfModel::entryAt(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kTop) return nullptr;
  const auto group = static_cast<std::size_t>(index.internalId() - 1);
  const auto row = static_cast<std::size_t>(index.row());
  if (group >= kGroups || row >= m_visible[group].size()) return nullptr;
  return &m_all[group][static_cast<std::size_t>(m_visible[group][row])];
}

std::optional<HardwareId> ShelfModel::hardware(const QModelIndex& index) const {
  const Entry* entry = entryAt(index);
  return entry != nullptr ? std::optional(entry->id) : std::nullopt;
}

QModelIndex ShelfModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  if (!parent.isValid()) return createIndex(row, column, kTop);
  return createIndex(row, column, static_cast<quintptr>(parent.row()) + 1);
}

QModelIndex ShelfModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kTop) return {};
  return createIndex(static_cast<int>(index.internalId()) - 1, 0, kTop);
}

int ShelfModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return kGroups;
  if (parent.internalId() != kTop || parent.column() != 0) return 0;
  return static_cast<int>(m_visible[parent.row()].size());
}

int ShelfModel::columnCount(const QModelIndex&) const { return 1; }

QVariant ShelfModel::groupData(int group, int role) const {
  static const char* const icons[] = {"server", "chip", "note"};
  const int count = static_cast<int>(m_visible[group].size());
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: {
      const QString names[] = {tr("Nodes"), tr("GPUs"), tr("My types")};
      return role == Qt::DisplayRole ? names[group] : tr("%1, %n entries", nullptr, count).arg(names[group]);
    }
    case Qt::DecorationRole:
      return QLatin1StringView(icons[group]);
    case CountRole:
      return count;
    case IsGroupRole:
      return true;
    default:
      return {};
  }
}

QVariant ShelfModel::entryData(const Entry& entry, int role) const {
  switch (role) {
    case Qt::DisplayRole:
      return entry.name;
    case Qt::ToolTipRole:
      return entry.tip;
    case Qt::AccessibleTextRole:
      return tr("%1, %2, price %3, %4%5")
          .arg(entry.name, entry.second, entry.price, entry.date,
               entry.old ? tr(", older than 180 days") : QString());
    case SecondLineRole:
      return entry.second;
    case PriceRole:
      return entry.price;
    case DateRole:
      return entry.date;
    case OldRole:
      return entry.old;
    case GpuRole:
      return text(entry.gpu);
    case IsGroupRole:
      return false;
    default:
      return {};
  }
}

QVariant ShelfModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (index.internalId() == kTop) return groupData(index.row(), role);
  const Entry* entry = entryAt(index);
  return entry != nullptr ? entryData(*entry, role) : QVariant();
}

Qt::ItemFlags ShelfModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  if (entryAt(index) == nullptr) return Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren;
}

QStringList ShelfModel::mimeTypes() const { return {QLatin1StringView(kHardwareMime)}; }

QMimeData* ShelfModel::mimeData(const QModelIndexList& indexes) const {
  for (const QModelIndex& index : indexes)
    if (const Entry* entry = entryAt(index)) return hardwareMime(entry->id, entry->name).release();
  return nullptr;
}

}  // namespace astrolabe::ui
