#include "ui/canvas/shelf_model.h"

#include <QRegularExpression>
#include <algorithm>
#include <map>
#include <set>

#include "core/base/text.h"
#include "core/hardware/catalogue_rows.h"
#include "core/hardware/pool_unit.h"
#include "ui/canvas/pool_face.h"
#include "ui/canvas/shelf_tips.h"
#include "ui/document/commands/commands.h"
#include "ui/render/evidence_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

constexpr quintptr kTop = 0;  // internal id of groups; an entry has its group's number plus one

std::optional<double> memoryOf(const hardware::Gpu& gpu) {
  if (gpu.memory_gb_label) return *gpu.memory_gb_label;
  if (gpu.memory) return in_gib(*gpu.memory);
  return std::nullopt;
}

QString linkWords(const hardware::Gpu& gpu) {
  return gpu.link ? ShelfModel::tr("%1 %2").arg(text(gpu.link_type), bandwidthText(gpu.link->value))
                  : text(gpu.link_type);
}

QString secondLine(const hardware::Gpu& gpu) {
  const std::optional<double> memory = memoryOf(gpu);
  return ShelfModel::tr("%1 · %2", "memory · link")
      .arg(memory ? ShelfModel::tr("%1 GB").arg(QLocale().toString(*memory, 'g', 4)) : unknownText(),
           linkWords(gpu));
}

QString words(const hardware::Gpu& gpu) {
  const std::optional<double> memory = memoryOf(gpu);
  return QStringList{text(gpu.id),          text(gpu.vendor),
                     text(gpu.name),        text(gpu.architecture),
                     text(gpu.form),        text(gpu.link_type),
                     text(gpu.memory_type), memory ? QStringLiteral("%1GB %1 GB").arg(*memory) : QString()}
      .join(QLatin1Char(' '));
}

/// What the plan's catalogue has beside the built-in one.
std::string typesOf(const plan::Plan& plan) {
  return hardware::to_json(plan.own_types).dump() + hardware::to_json(plan.catalogue).dump();
}

}  // namespace

namespace {

/// A word that begins with a digit is a number, not the rest of one: "80gb" is not in "180GB".
bool holdsWord(const QString& haystack, const QString& word) {
  for (qsizetype at = haystack.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
       at = haystack.indexOf(word, at + 1, Qt::CaseInsensitive)) {
    const bool rest = at > 0 && word.front().isDigit() &&
                      (haystack[at - 1].isDigit() || haystack[at - 1] == QLatin1Char('.'));
    if (!rest) return true;
  }
  return false;
}

}  // namespace

bool shelfMatches(const QString& query, const QString& haystack, std::optional<double> memoryGb,
                  std::optional<double> price) {
  static const QRegularExpression comparison(
      QStringLiteral("^(>=|<=|>|<|=|≥|≤)(\\p{Sc}?)(\\d+(?:\\.\\d+)?)\\s*(gb|gib|[a-z]{3}|\\p{Sc}|/h)?$"),
      QRegularExpression::CaseInsensitiveOption);
  const QStringList parts = query.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
  return std::all_of(parts.begin(), parts.end(), [&](const QString& word) {
    const QRegularExpressionMatch match = comparison.match(word);
    if (!match.hasMatch()) return holdsWord(haystack, word);
    const QString before = match.captured(2), behind = match.captured(4).toUpper();
    const bool money = !before.isEmpty() ||
                       (!behind.isEmpty() && behind != QLatin1String("GB") && behind != QLatin1String("GIB"));
    // Dollars where it says so, else as prices are shown.
    const bool hourly = behind == QLatin1String("/H");
    const QString named = !before.isEmpty() ? before : hourly ? QString() : behind;
    const bool inUsd = named == QLatin1String("$") || named == QLatin1String("USD");
    if (money && !inUsd && !named.isEmpty() && named != currencySign() && named != currentCurrency().code)
      return holdsWord(haystack, word);
    const std::optional<double> known = money ? price : memoryGb;
    if (!known) return false;
    const QString sign = match.captured(1);
    const double value = money && !inUsd ? plainMoney(shownMoney(*known)) : *known;
    const double amount = match.captured(3).toDouble();
    if (sign == QLatin1String(">")) return value > amount;
    if (sign == QLatin1String("<")) return value < amount;
    if (sign == QLatin1String("=")) return value == amount;
    if (sign == QLatin1String("<=") || sign == QChar(0x2264)) return value <= amount;
    return value >= amount;
  });
}

ShelfModel::ShelfModel(PlanDocument& document, QObject* parent)
    : QAbstractItemModel(parent), m_document(document), m_today(QDate::currentDate()) {
  connect(&document, &PlanDocument::planChanged, this, [this] {
    if (typesOf(m_document.plan()) != m_types) rebuild();
    noteUsed();
  });
  connect(&document, &PlanDocument::wasReset, this, [this] {
    m_seen.clear();  // what another plan holds was not used here
    for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools) m_seen.insert(pool.id);
  });
  connect(&document, &PlanDocument::questionChanged, this, &ShelfModel::followSoftware);
  for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools) m_seen.insert(pool.id);
  rebuild();
}

void ShelfModel::setToday(QDate today) {
  m_today = today;
  rebuild();
}

bool ShelfModel::isOld(const std::string& date) const {
  const QDate day = QDate::fromString(text(date), Qt::ISODate);
  if (day.isValid()) return day.daysTo(m_today) > kOldPriceDays;
  const QDate month = QDate::fromString(text(date), QStringLiteral("yyyy-MM"));
  if (month.isValid()) return month.daysTo(m_today) > kOldPriceDays;
  // A bare year: old when even its last day is.
  const QDate year(text(date).toInt(), 12, 31);
  return year.isValid() && year.daysTo(m_today) > kOldPriceDays;
}

ShelfModel::Entry ShelfModel::entryFor(const hardware::NodeType& node, int unit) const {
  const hardware::Gpu* gpu = m_document.catalogue().find_gpu(node.gpu_id);
  const int nodes = unit > 0 ? unit / node.gpus : 1;
  Entry entry;
  entry.id.node = node.id;
  entry.id.unit = unit;
  entry.gpu = gpu != nullptr ? gpu->id : node.gpu_id;
  entry.name = tr("%1 × %2", "node: count and GPU")
                   .arg(nodes * node.gpus)
                   .arg(gpu != nullptr ? shortGpuText(*gpu) : text(node.gpu_id));
  const QString network =
      node.network ? networkText(node.network->value) : tr("network?", "no network figure is known");
  const std::optional<FlopsPerSecond> peak =
      gpu != nullptr ? hardware::peak(*gpu, hardware::Precision::bf16) : std::nullopt;
  QStringList facts{text(node.provider + " " + node.name), network};
  if (unit > 0) facts[0] = tr("rack of %n nodes, %1", nullptr, nodes).arg(facts[0]);
  if (peak) facts << tr("%1 TF", "peak").arg(wholeText(peak->value / kTera));
  if (gpu != nullptr) facts << linkWords(*gpu);
  entry.second = facts.join(QStringLiteral(" · "));
  entry.memoryGb = gpu != nullptr ? memoryOf(*gpu) : std::nullopt;
  std::string date = node.source.date;
  const hardware::GpuRent* own =
      gpu != nullptr && !node.source.own ? m_document.catalogue().own_rent(gpu->id) : nullptr;
  if (own != nullptr) {
    entry.priceUsd = own->price.value * nodes * node.gpus;
    entry.price = tr("%1/h").arg(moneyText(*entry.priceUsd));
    date = own->source.date;
  } else if (node.prices.on_demand) {
    entry.priceUsd = nodes * node.prices.on_demand->value;
    entry.price = tr("%1/h").arg(moneyText(*entry.priceUsd));
  } else if (node.prices.purchase_typical) {
    entry.priceUsd = nodes * node.prices.purchase_typical->value;
    entry.price = moneyText(*entry.priceUsd);
  } else if (node.prices.reserved_1y) {
    entry.priceUsd = nodes * node.prices.reserved_1y->value;
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
  QStringList tip{entry.name, entry.second};
  if (unit > 0) tip << tr("A rack is had whole: its GPUs that a strategy leaves idle are paid for.");
  if (unit > 0 && node.power) tip << tr("Power of a rack: %1").arg(powerText(nodes * node.power->value));
  entry.tip = (tip << tipLines(node, m_document.catalogue())).join(QLatin1Char('\n'));
  if (gpu != nullptr) markEvidence(entry, *gpu);
  entry.haystack = QStringList{text(node.id),
                               text(node.provider),
                               text(node.name),
                               text(node.network_type),
                               unit > 0 ? tr("rack") + QStringLiteral(" rack") : QString(),
                               gpu != nullptr ? words(*gpu) : QString()}
                       .join(QLatin1Char(' '));
  addProviders(entry, node.provider);
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
  } else if (const hardware::GpuRent* rent = m_document.catalogue().own_rent(gpu.id)) {
    entry.priceUsd = rent->price.value;
    entry.price = tr("%1/h").arg(moneyText(*entry.priceUsd));
    entry.date = tr("own %1", "own price and its date").arg(text(rent->source.date));
    entry.old = isOld(rent->source.date);
  } else {
    entry.price = unknownText();
    entry.date = tr("no price");
  }
  QStringList tip{entry.name, entry.second};
  entry.tip = (tip << tipLines(gpu, m_document.catalogue())).join(QLatin1Char('\n'));
  markEvidence(entry, gpu);
  entry.haystack = words(gpu);
  addProviders(entry, {});
  return entry;
}

/// Racks of usual feeds: what they hold is put into them on the canvas.
std::vector<ShelfModel::Entry> ShelfModel::racks() const {
  std::vector<Entry> entries;
  for (const int power : {0, 15, 30, 45, 60, 120}) {
    Entry entry;
    entry.id.rack = std::to_string(power);
    entry.name = power > 0 ? tr("Rack, %1").arg(powerText(power * 1000.0)) : tr("Rack");
    entry.second = power > 0 ? tr("marks pools that draw more") : tr("no power limit");
    entry.price = unknownText();
    entry.date = tr("no price");
    entry.tip = tr("Drop it on a pool to put that into a rack, or on a rack to set its power limit.");
    entry.haystack = tr("rack %1 kW").arg(power) + QStringLiteral(" rack %1kw").arg(power);
    entries.push_back(std::move(entry));
  }
  return entries;
}

/// Every speed of a node's network that the catalogue knows, with the kinds that have it.
std::vector<ShelfModel::Entry> ShelfModel::networks() const {
  std::map<double, std::set<std::string>> kinds;
  std::map<double, int> nodes;
  for (const hardware::NodeType& node : m_document.catalogue().nodes()) {
    if (!node.network) continue;
    kinds[node.network->value].insert(node.network_type);
    ++nodes[node.network->value];
  }
  std::vector<Entry> entries;
  for (const auto& [speed, names] : kinds) {
    QStringList types;
    for (const std::string& name : names)
      if (!name.empty()) types << text(name);
    Entry entry;
    entry.id.network = format_number(speed / kGb);
    entry.name = networkText(speed);
    entry.second = types.join(QStringLiteral(", "));
    entry.price = unknownText();
    entry.date = tr("%n node types", nullptr, nodes[speed]);
    entry.tip = QStringList{tr("%1 of a whole node, one direction").arg(entry.name),
                            types.join(QLatin1Char('\n')), tr("Drop it on a pool or on a link.")}
                    .join(QLatin1Char('\n'));
    entry.haystack = QStringLiteral("network %1 %2").arg(entry.name, entry.second);
    entries.push_back(std::move(entry));
  }
  return entries;
}

/// Pools that are new to the plan came from somewhere: their types are what was used last.
void ShelfModel::noteUsed() {
  const std::vector<HardwareId> before = m_recent;
  for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools) {
    if (!m_seen.insert(pool.id).second) continue;
    HardwareId id{pool.node.empty() ? pool.gpu : std::string(), pool.node};
    if (!pool.node.empty() && hardware::nodes_at_once(pool, m_document.catalogue()) > 1) id.unit = pool.unit;
    std::erase(m_recent, id);
    m_recent.insert(m_recent.begin(), id);
  }
  if (m_recent.size() > kRecent) m_recent.resize(kRecent);
  if (m_recent == before) return;
  beginResetModel();
  fillRecent();
  filter();
  endResetModel();
}

void ShelfModel::setRecent(std::vector<HardwareId> recent) {
  if (recent.size() > kRecent) recent.resize(kRecent);
  beginResetModel();
  m_recent = std::move(recent);
  fillRecent();
  filter();
  endResetModel();
}

void ShelfModel::fillRecent() {
  const hardware::Catalogue& catalogue = m_document.catalogue();
  std::vector<Entry>& recent = m_all[static_cast<int>(Group::Recent)];
  recent.clear();
  for (const HardwareId& id : m_recent) {
    if (const hardware::NodeType* node = id.node.empty() ? nullptr : catalogue.find_node(id.node))
      recent.push_back(entryFor(*node, node->gpus > 0 ? id.unit : 0));
    else if (const hardware::Gpu* gpu = id.gpu.empty() ? nullptr : catalogue.find_gpu(id.gpu))
      recent.push_back(entryFor(*gpu));
  }
}

void ShelfModel::rebuild() {
  beginResetModel();
  m_types = typesOf(m_document.plan());
  m_software = software();
  for (std::vector<Entry>& group : m_all) group.clear();
  const auto put = [this](Group group, bool own, Entry entry) {
    m_all[static_cast<int>(own ? Group::Own : group)].push_back(std::move(entry));
  };
  const hardware::Catalogue& catalogue = m_document.catalogue();
  for (const hardware::NodeType& node : catalogue.nodes())
    if (node.gpus > 0) {
      put(Group::Nodes, node.source.own, entryFor(node));
      if (const int rack = hardware::gpus_of_rack(node); rack > 0)
        put(Group::Nodes, node.source.own, entryFor(node, rack));
    }
  for (const hardware::Gpu& gpu : catalogue.gpus()) put(Group::Gpus, gpu.source.own, entryFor(gpu));
  m_all[static_cast<int>(Group::Racks)] = racks();
  m_all[static_cast<int>(Group::Networks)] = networks();
  fillRecent();
  filter();
  endResetModel();
}

/// Who sells a type: its own provider, and whoever quotes a price for it.
void ShelfModel::addProviders(Entry& entry, const std::string& provider) const {
  if (!provider.empty()) entry.providers.insert(name_key(provider));
  for (const hardware::Quote& quote : m_document.catalogue().quotes())
    if (!quote.provider.empty() &&
        (entry.id.node.empty() ? quote.gpu == entry.gpu : quote.node == entry.id.node))
      entry.providers.insert(name_key(quote.provider));
}

void ShelfModel::filter() {
  const std::string provider = name_key(m_provider.toStdString());
  for (int group = 0; group < kGroups; ++group) {
    m_visible[group].clear();
    for (std::size_t i = 0; i < m_all[group].size(); ++i) {
      const Entry& entry = m_all[group][i];
      const bool isType = !entry.id.node.empty() || !entry.id.gpu.empty();
      if (isType && !provider.empty() && !entry.providers.contains(provider)) continue;
      if (shelfMatches(m_query, entry.haystack, entry.memoryGb, entry.priceUsd))
        m_visible[group].push_back(static_cast<int>(i));
    }
  }
}

void ShelfModel::setProvider(const QString& provider) {
  if (provider == m_provider) return;
  beginResetModel();
  m_provider = provider;
  filter();
  endResetModel();
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
  static const char* const icons[] = {"clock", "server", "chip", "rack", "net", "note"};
  const int count = static_cast<int>(m_visible[group].size());
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: {
      const QString names[] = {tr("Recent"), tr("Nodes"),    tr("GPUs"),
                               tr("Racks"),  tr("Networks"), tr("My types")};
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
                      entry.old ? tr(", older than %n days", nullptr, kOldPriceDays) : QString()) +
             (entry.evidence == cost::Evidence::measured
                  ? QString()
                  : tr(", not measured: %1", "what its predictions rest on")
                        .arg(evidenceWord(entry.evidence)));
    case Qt::DecorationRole:
      return !entry.id.network.empty() ? QStringLiteral("net")
             : !entry.id.rack.empty()  ? QStringLiteral("rack")
                                       : QString();
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
    case UnmeasuredRole:
      return entry.evidence == cost::Evidence::measured ? QString() : evidenceWord(entry.evidence);
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
