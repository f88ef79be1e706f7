#include "ui/canvas/cluster_scene.h"

#include <QEvent>
#include <QGraphicsView>
#include <QPainter>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/canvas/tile_font.h"
#include "ui/canvas/totals.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/notes.h"
#include "ui/document/commands/racks.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {
constexpr int kHoverMs = 40;  ///< shorter than a pointer is held still by choice
}

ClusterScene::ClusterScene(PlanDocument& document, QObject* parent)
    : QGraphicsScene(parent), m_document(document) {
  setItemIndexMethod(NoIndex);  // tiles move more often than they are looked up
  connect(&m_document, &PlanDocument::planChanged, this, &ClusterScene::sync);
  m_rests.setSingleShot(true);
  m_rests.setInterval(kHoverMs);
  connect(&m_rests, &QTimer::timeout, this, &ClusterScene::askAhead);
  connect(&m_foresight, &Foresight::answered, this, [this] { update(); });
  const auto forget = [this] {
    m_badges.clear();
    m_program.reset();
    m_detail.reset();
    clearSelection();
  };
  connect(&m_document, &PlanDocument::wasReset, this, forget);
  connect(&m_document, &PlanDocument::scenarioShown, this, forget);
  connect(this, &QGraphicsScene::selectionChanged, this, &ClusterScene::followSelection);
  sync();
}

ClusterScene::~ClusterScene() {
  blockSignals(true);
  clear();
}

PoolItem* ClusterScene::item(const std::string& pool) const {
  const auto found = m_pools.find(pool);
  return found != m_pools.end() ? found->second : nullptr;
}

NoteItem* ClusterScene::noteItem(const std::string& note) const {
  const auto found = m_notes.find(note);
  return found != m_notes.end() ? found->second : nullptr;
}

RackItem* ClusterScene::rackItem(const std::string& rack) const {
  const auto found = m_racks.find(rack);
  return found != m_racks.end() ? found->second : nullptr;
}

std::vector<std::string> ClusterScene::selectedRacks() const {
  std::vector<std::string> names;
  for (const plan::Rack& rack : m_document.plan().racks)
    if (const RackItem* frame = rackItem(rack.name); frame != nullptr && frame->isSelected())
      names.push_back(rack.name);
  return names;
}

std::vector<std::string> ClusterScene::selectedNotes() const {
  std::vector<std::string> ids;
  for (const auto& [id, note] : m_notes)
    if (note->isSelected()) ids.push_back(id);
  return ids;
}

std::vector<std::string> ClusterScene::selectedPools() const {
  std::vector<std::string> ids;
  for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools)
    if (const PoolItem* tile = item(pool.id); tile != nullptr && tile->isSelected()) ids.push_back(pool.id);
  return ids;
}

const LinkItem* ClusterScene::selectedLink() const {
  const QList<QGraphicsItem*> selected = selectedItems();
  return selected.size() == 1 ? qgraphicsitem_cast<LinkItem*>(selected.front()) : nullptr;
}

QGraphicsItem* ClusterScene::itemOf(const CanvasThing& thing) const {
  switch (thing.kind) {
    case CanvasThing::Kind::Pool:
      return item(thing.id);
    case CanvasThing::Kind::Note:
      return noteItem(thing.id);
    case CanvasThing::Kind::Rack:
      return rackItem(thing.id);
    case CanvasThing::Kind::Link:
      return linkItem(thing.id);
  }
  return nullptr;
}

std::vector<CanvasThing> ClusterScene::selectedThings() const {
  std::vector<CanvasThing> things;
  for (std::string& pool : selectedPools()) things.push_back({CanvasThing::Kind::Pool, std::move(pool)});
  for (std::string& note : selectedNotes()) things.push_back({CanvasThing::Kind::Note, std::move(note)});
  for (std::string& rack : selectedRacks()) things.push_back({CanvasThing::Kind::Rack, std::move(rack)});
  for (std::string& link : selectedLinks()) things.push_back({CanvasThing::Kind::Link, std::move(link)});
  return things;
}

void ClusterScene::select(const std::vector<std::string>& pools) {
  std::vector<CanvasThing> things;
  for (const std::string& pool : pools) things.push_back({CanvasThing::Kind::Pool, pool});
  selectThings(things);
}

void ClusterScene::selectThings(const std::vector<CanvasThing>& things) {
  QList<QGraphicsItem*> wanted;
  for (const CanvasThing& thing : things)
    if (QGraphicsItem* shown = itemOf(thing)) wanted << shown;
  const auto setOf = [](const QList<QGraphicsItem*>& all) {
    return QSet<QGraphicsItem*>(all.begin(), all.end());
  };
  if (setOf(wanted) == setOf(selectedItems())) return;
  clearSelection();
  for (QGraphicsItem* shown : wanted) shown->setSelected(true);
}

void ClusterScene::selectCopies(const Copies& copies, const std::vector<std::string>& ids) {
  const std::size_t pools = copies.pools.size(), racks = copies.racks.size();
  std::vector<CanvasThing> things;
  for (std::size_t i = 0; i < ids.size(); ++i)
    things.push_back({i < pools           ? CanvasThing::Kind::Pool
                      : i < pools + racks ? CanvasThing::Kind::Rack
                                          : CanvasThing::Kind::Note,
                      ids[i]});
  selectThings(things);
}

QRectF ClusterScene::tilesRect() const {
  QRectF all;
  const plan::Layout layout = tilePositions(m_document.plan());
  for (const auto& [id, corner] : layout) all |= tileRect(corner);
  for (const plan::Rack& rack : m_document.plan().racks) all |= rackFrame(rack, layout);
  for (const plan::Note& note : m_document.plan().notes)
    all |= QRectF(note.position.x, note.position.y, note.width, note.height);
  return all;
}

void ClusterScene::setSnapshot(const plan::SnapshotPtr& snapshot) {
  Badges badges = badgesFrom(snapshot);
  showShares(badges);
  addUtilisation(badges, m_detail.get(), poolSizes());
  addDeployment(badges, m_detail.get(), poolSizes());
  addPlacement(badges, m_detail.get(), poolSizes());
  if (const auto& problem = m_document.problem()) addPostTraining(badges, m_detail.get(), *problem);
  shareWithEqual(badges);
  if (badges == m_badges) return;
  m_badges = std::move(badges);
  refreshFaces();
}

void ClusterScene::setProgram(const ProgramPtr& program, bool stale) {
  if (m_program == program && m_programStale == stale) return;
  m_program = program;
  m_programStale = stale;
  showShares(m_badges);
  shareWithEqual(m_badges);
  if (m_layer == CanvasLayer::Share) refreshFaces();
}

/// Ids of the pools as strategies count them with how many GPUs they have.
std::vector<std::pair<std::string, int>> ClusterScene::poolSizes() const {
  std::vector<std::pair<std::string, int>> sizes;
  if (const auto& problem = m_document.problem())
    for (const hardware::Pool& pool : problem->cluster.pools) sizes.emplace_back(pool.id, pool.gpus());
  return sizes;
}

/// Of the distributed program, or of what is shown.
void ClusterScene::showShares(Badges& badges) const {
  addShares(badges, m_program, m_programStale);
  if (const auto& problem = m_document.problem()) addWorkShares(badges, m_detail.get(), *problem);
}

void ClusterScene::shareWithEqual(Badges& badges) const {
  if (const auto& problem = m_document.problem()) shareBadges(badges, *problem);
}

void ClusterScene::setDetail(planning::OptionPtr detail) {
  if (m_detail == detail) return;
  m_detail = std::move(detail);
  markLimits();
  Badges badges = m_badges;
  showShares(badges);
  addUtilisation(badges, m_detail.get(), poolSizes());
  addDeployment(badges, m_detail.get(), poolSizes());
  addPlacement(badges, m_detail.get(), poolSizes());
  if (const auto& problem = m_document.problem()) addPostTraining(badges, m_detail.get(), *problem);
  shareWithEqual(badges);
  if (badges == m_badges) return;
  m_badges = std::move(badges);
  if (m_layer != CanvasLayer::Price && m_layer != CanvasLayer::Power) refreshFaces();
}

void ClusterScene::setLayer(CanvasLayer layer) {
  if (std::exchange(m_layer, layer) == layer) return;
  refreshFaces();
  emit layerChanged(layer);
}

void ClusterScene::setResting(bool resting) {
  if (std::exchange(m_resting, resting) == resting) return;
  for (const auto& [id, tile] : m_pools)
    tile->setCacheMode(resting ? QGraphicsItem::DeviceCoordinateCache : QGraphicsItem::NoCache);
}

void ClusterScene::setDropPreview(const std::optional<CanvasDrop>& drop) {
  const bool same = m_drop && drop && drop->asksLike(*m_drop);
  m_drop = drop;
  if (!same) foresee();
  for (const auto& [id, tile] : m_pools) tile->setTarget(drop && drop->allowed() && drop->pool == id);
  for (const auto& [name, rack] : m_racks)
    rack->setTarget(drop && drop->allowed() && drop->pool.empty() && drop->rack == name);
  update();
}

/// A pool that is called otherwise now keeps its tile, and whether it is selected.
void ClusterScene::keepRenamed(const plan::Plan& plan) {
  const std::vector<hardware::PoolSpec>& pools = plan.cluster.pools;
  if (m_order.size() == pools.size())
    for (std::size_t i = 0; i < pools.size(); ++i) {
      if (findPool(plan, m_order[i]) != nullptr || m_pools.contains(pools[i].id)) continue;
      auto tile = m_pools.extract(m_order[i]);
      if (tile.empty()) continue;
      tile.key() = pools[i].id;
      tile.mapped()->setPool(pools[i].id);
      m_pools.insert(std::move(tile));
    }
  m_order.clear();
  for (const hardware::PoolSpec& pool : pools) m_order.push_back(pool.id);
}

void ClusterScene::sync() {
  m_syncing = true;
  const plan::Plan& plan = m_document.plan();
  const plan::Layout layout = tilePositions(plan);
  keepRenamed(plan);
  for (auto tile = m_pools.begin(); tile != m_pools.end();) {
    if (findPool(plan, tile->first) != nullptr) {
      ++tile;
      continue;
    }
    removeItem(tile->second);
    delete tile->second;
    tile = m_pools.erase(tile);
  }
  for (const hardware::PoolSpec& pool : plan.cluster.pools) {
    PoolItem*& tile = m_pools[pool.id];
    if (tile == nullptr) {
      tile = new PoolItem(*this, pool.id);
      if (m_resting) tile->setCacheMode(QGraphicsItem::DeviceCoordinateCache);
      addItem(tile);
    }
    const plan::Position corner = layout.at(pool.id);
    tile->setPos(corner.x, corner.y);
  }
  refreshFaces();
  syncNotes();
  syncRacks();
  syncLinks();
  m_syncing = false;
  placeLinks();
  constexpr double kRoomX = 800.0, kRoomY = 500.0;
  setSceneRect(tilesRect().adjusted(-kRoomX, -kRoomY, kRoomX, kRoomY));
}

void ClusterScene::syncNotes() {
  const plan::Plan& plan = m_document.plan();
  for (auto note = m_notes.begin(); note != m_notes.end();) {
    if (findNote(plan, note->first) != nullptr) {
      ++note;
      continue;
    }
    removeItem(note->second);
    delete note->second;
    note = m_notes.erase(note);
  }
  for (const plan::Note& note : plan.notes) {
    NoteItem*& shown = m_notes[note.id];
    if (shown == nullptr) {
      shown = new NoteItem(*this, note.id);
      addItem(shown);
    }
    shown->setNote(QString::fromStdString(note.text), {note.width, note.height});
    shown->setPos(note.position.x, note.position.y);
  }
}

void ClusterScene::syncRacks() {
  const plan::Plan& plan = m_document.plan();
  for (auto rack = m_racks.begin(); rack != m_racks.end();) {
    if (findRack(plan, rack->first) != nullptr) {
      ++rack;
      continue;
    }
    removeItem(rack->second);
    delete rack->second;
    rack = m_racks.erase(rack);
  }
  for (const plan::Rack& rack : plan.racks) {
    RackItem*& shown = m_racks[rack.name];
    if (shown == nullptr) {
      shown = new RackItem(*this, rack.name);
      addItem(shown);
    }
    shown->setFace(rackFaceOf(m_document, rack));
  }
}

void ClusterScene::refreshFaces() {
  double highest = 0.0;
  for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools)
    highest = std::max(highest, layerFigure(m_document, pool, m_layer).value_or(0.0));
  for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools) {
    PoolItem* tile = item(pool.id);
    if (tile == nullptr) continue;
    PoolFace face = faceOf(m_document, pool, m_layer, m_badges);
    if (const auto figure = layerFigure(m_document, pool, m_layer); figure && highest > 0.0)
      face.heat = *figure / highest;
    tile->setFace(face);
  }
}

Figure ClusterScene::figure() {
  constexpr double kMargin = 24.0;
  const QRectF shown = tilesRect().adjusted(-kMargin, -kMargin, kMargin, kMargin);
  return {tr("Cluster"), shown.size().toSize(),
          [this, shown](QPaintDevice& device) { paintFigure(device, shown); }};
}

void ClusterScene::paintFigure(QPaintDevice& device, const QRectF& shown) {
  const ThemeKind kind = currentTheme().kind;
  const QList<QGraphicsItem*> selected = selectedItems();
  const QSignalBlocker quiet(this);
  clearSelection();
  setCurrentTheme(ThemeKind::Light);
  const bool resting = m_resting;
  setResting(false);  // pictures of tiles have no place among vectors
  m_paper = true;
  QPainter painter(&device);
  painter.setRenderHint(QPainter::Antialiasing);
  render(&painter, QRectF(QPointF(), shown.size()), shown);
  m_paper = false;
  setCurrentTheme(kind);
  setResting(resting);
  for (QGraphicsItem* item : selected) item->setSelected(true);
}

void ClusterScene::drawBackground(QPainter* painter, const QRectF& rect) {
  if (m_paper) return;
  const Theme& theme = currentTheme();
  painter->fillRect(rect, theme.canvas);
  const double zoom = painter->worldTransform().m11();
  constexpr double kLeastStep = 8.0;  // on screen
  if (kGrid * zoom < kLeastStep) return;
  // A row of dots is drawn once and laid down at each line: stroking them one by one costs more than all
  // tiles.
  const QTransform toScreen = painter->worldTransform();
  const QRectF shown = toScreen.mapRect(rect);
  const double ratio = painter->device()->devicePixelRatioF();
  const auto first = [](double from) { return static_cast<int>(std::floor(from / kGrid)); };
  constexpr double kDot = 1.6, kRow = 4.0;
  QPixmap row(QSizeF(std::ceil(shown.width()) * ratio, kRow * ratio).toSize());
  row.setDevicePixelRatio(ratio);
  row.fill(theme.canvas);
  QPainter dots(&row);
  dots.setRenderHint(QPainter::Antialiasing);
  dots.setPen(QPen(theme.grid, kDot, Qt::SolidLine, Qt::RoundCap));
  const double from = std::floor(shown.left());
  for (int column = first(rect.left()); column * kGrid <= rect.right(); ++column)
    dots.drawPoint(QPointF(toScreen.map(QPointF(column * kGrid, 0.0)).x() - from, kRow / 2.0));
  dots.end();
  painter->save();
  painter->resetTransform();
  for (int line = first(rect.top()); line * kGrid <= rect.bottom(); ++line)
    painter->drawPixmap(QPointF(from, std::round(toScreen.map(QPointF(0.0, line * kGrid)).y() - kRow / 2.0)),
                        row);
  painter->restore();
}

void ClusterScene::drawForeground(QPainter* painter, const QRectF&) {
  if (!m_guides.empty()) {
    QPen line(currentTheme().accent, 1.0);
    line.setCosmetic(true);
    painter->setPen(line);
    for (const QLineF& guide : m_guides) painter->drawLine(guide);
  }
  if (!m_drop || m_drop->kind == CanvasDrop::Kind::Forbidden || m_drop->kind == CanvasDrop::Kind::Files)
    return;
  const Theme& theme = currentTheme();
  painter->setRenderHint(QPainter::Antialiasing);
  QRectF place(m_drop->corner, QSizeF(kTileWidth, kTileHeight));
  if (const PoolItem* tile = item(m_drop->pool)) place.moveTopLeft(tile->pos());
  if (m_drop->pool.empty()) {
    QColor wash = theme.accent;
    wash.setAlphaF(0.07F);
    QPen dashed(theme.accent, 2.0, Qt::DashLine);
    dashed.setCosmetic(true);
    painter->setPen(dashed);
    painter->setBrush(wash);
    painter->drawRoundedRect(place, 6.0, 6.0);
  }
  // The card that says what will happen, in pixels of the screen.
  const QTransform toScreen = painter->worldTransform();
  const QPointF corner = toScreen.map(place.bottomLeft()) + QPointF(0.0, 12.0);
  painter->save();
  painter->resetTransform();
  const QFont face = tileFont(12.0, QFont::DemiBold), small = tileFont(11.5, QFont::Normal);
  QStringList parts{m_drop->detail, m_foresight.text()};
  parts.removeAll(QString());
  const QString detail = parts.join(QStringLiteral(" · "));
  const double words = std::max(QFontMetricsF(face).horizontalAdvance(m_drop->text),
                                QFontMetricsF(small).horizontalAdvance(detail));
  QRectF card(corner, QSizeF(words + 24.0, detail.isEmpty() ? 30.0 : 48.0));
  const QRectF seen = views().isEmpty() ? card : QRectF(views().front()->viewport()->rect());
  if (card.bottom() > seen.bottom()) card.moveBottom(toScreen.map(place.topLeft()).y() - 12.0);
  if (card.right() > seen.right()) card.moveRight(seen.right());
  painter->setPen(QPen(theme.border, 1.0));
  painter->setBrush(theme.raised);
  painter->drawRoundedRect(card, 8.0, 8.0);
  painter->setPen(theme.text);
  painter->setFont(face);
  painter->drawText(QRectF(card.topLeft(), QSizeF(card.width(), 30.0)), Qt::AlignCenter, m_drop->text);
  painter->setPen(theme.text2);
  painter->setFont(small);
  painter->drawText(QRectF(card.left(), card.top() + 22.0, card.width(), 22.0), Qt::AlignCenter, detail);
  painter->restore();
}

bool ClusterScene::event(QEvent* event) {
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange ||
      event->type() == QEvent::LanguageChange)
    sync();
  return QGraphicsScene::event(event);
}

}  // namespace astrolabe::ui
