#include "ui/canvas/cluster_view.h"

#include <QDropEvent>
#include <QPainter>
#include <QPixmapCache>
#include <QPushButton>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/text.h"
#include "core/hardware/pool_unit.h"
#include "ui/canvas/accessible_cluster.h"
#include "ui/canvas/mini_map.h"
#include "ui/canvas/tile_font.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/notes.h"
#include "ui/render/icons.h"

namespace astrolabe::ui {

namespace {
constexpr double kLeastZoom = 0.1, kMostZoom = 8.0, kZoomStep = 1.25;
}

ClusterView::ClusterView(PlanDocument& document, QWidget* parent)
    : QGraphicsView(parent), m_document(document), m_scene(new ClusterScene(document, this)) {
  installAccessibleCluster();
  setObjectName(QStringLiteral("clusterView"));
  setAccessibleName(tr("Cluster"));
  setAccessibleDescription(tr("Pools of nodes and the links between them. Tab goes from one to the next."));
  setScene(m_scene);
  setFrameShape(NoFrame);
  setLayoutDirection(Qt::LeftToRight);  // a drawing is not read from the right
  setDragMode(RubberBandDrag);
  setAcceptDrops(true);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setTransformationAnchor(AnchorUnderMouse);
  setResizeAnchor(AnchorViewCenter);
  setViewportUpdateMode(FullViewportUpdate);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setMinimumSize(240, 160);
  constexpr int kRestMs = 150, kPicturesKilobytes = 64 * 1024;
  QPixmapCache::setCacheLimit(std::max(QPixmapCache::cacheLimit(), kPicturesKilobytes));
  m_rest.setSingleShot(true);
  m_rest.setInterval(kRestMs);
  connect(&m_rest, &QTimer::timeout, this, [this] { m_scene->setResting(true); });
  m_rest.start();
  constexpr int kEdgeTickMs = 30;
  m_edge.setInterval(kEdgeTickMs);
  connect(&m_edge, &QTimer::timeout, this, &ClusterView::edgeTick);
  m_sample = new QPushButton(tr("Open a sample"), viewport());
  m_sample->setObjectName(QStringLiteral("clusterView.openSample"));
  m_sample->setAccessibleDescription(tr("Fills the empty plan with a sample cluster and model"));
  m_sample->setDefault(true);
  m_sample->setProperty("primary", true);
  connect(m_sample, &QPushButton::clicked, this, &ClusterView::openSampleRequested);
  connect(&m_document, &PlanDocument::planChanged, this, &ClusterView::refreshEmpty);
  connect(&m_document, &PlanDocument::wasReset, this, [this] {
    m_fitted = false;
    QMetaObject::invokeMethod(this, &ClusterView::fitAll, Qt::QueuedConnection);
  });
  connect(m_scene, &QGraphicsScene::selectionChanged, this, [this] {
    announceSelection(*this);
    emit selectionChanged();
  });
  m_miniMap = new MiniMap(*this);
  refreshEmpty();
}

ClusterView::~ClusterView() { disconnect(m_scene, nullptr, this, nullptr); }

void ClusterView::setSnapshot(const plan::SnapshotPtr& snapshot) { m_scene->setSnapshot(snapshot); }

void ClusterView::push(QUndoCommand* command, bool say) {
  const auto* copies = dynamic_cast<const AddCopies*>(command);
  const QString kept = copies != nullptr ? copies->kept() : QString();
  m_document.undoStack().push(command);
  if (say) emit message(kept.isEmpty() ? m_document.undoStack().undoText() : kept, true);
}

const hardware::PoolSpec* ClusterView::onlyPool() const {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  return chosen.size() == 1 ? findPool(m_document.plan(), chosen.front()) : nullptr;
}

void ClusterView::addHardware(const HardwareId& id, int nodes) {
  if (!id.isGpus()) return applyToSelection(id);
  std::optional<hardware::PoolSpec> pool = poolFor(id, m_document.catalogue());
  if (!pool) {
    emit message(tr("The catalogue does not know “%1” well enough for a plan")
                     .arg(QString::fromStdString(id.node.empty() ? id.gpu : id.node)),
                 false);
    return;
  }
  pool->nodes *= std::max(1, nodes);  // whole racks, where it is had by those
  const QRectF visible = mapToScene(viewport()->rect()).boundingRect().adjusted(kGrid, kGrid, -kGrid, -kGrid);
  const plan::Position corner = freeSpot(tilePositions(m_document.plan()), visible);
  auto* command = new AddPools(m_document, {*pool}, {corner});
  const std::vector<std::string> added = command->ids();
  push(command);
  m_scene->select(added);
  if (PoolItem* tile = m_scene->item(added.front())) ensureVisible(tile);
}

/// Networks and racks of the palette go to the pools that are selected, as one step each.
void ClusterView::applyToSelection(const HardwareId& id) {
  if (const LinkItem* link = m_scene->selectedLink(); link != nullptr && !id.network.empty()) {
    CanvasDrop drop;
    drop.kind = CanvasDrop::Kind::SetLink;
    drop.hardware = id;
    drop.pool = link->a();
    drop.other = link->b();
    return push(dropCommand(m_document, drop).release());
  }
  const std::vector<std::string> pools = m_scene->selectedPools();
  if (pools.empty()) {
    emit message(id.rack.empty() ? tr("Select the pools that this network joins first")
                                 : tr("Select the pools that stand in this rack first"),
                 false);
    return;
  }
  if (!id.rack.empty()) {
    const double power = QString::fromStdString(id.rack).toDouble();
    return push(makeRack(m_document, pools, power > 0.0 ? std::optional(power) : std::nullopt));
  }
  pushOf(pools.size(), tr("Set network of %n pools", nullptr, static_cast<int>(pools.size())),
         new SetPoolNetwork(m_document, pools, parse_number(id.network)));
}

void ClusterView::selectAll() {
  for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools)
    if (PoolItem* tile = m_scene->item(pool.id)) tile->setSelected(true);
  for (const plan::Note& note : m_document.plan().notes)
    if (NoteItem* shown = m_scene->noteItem(note.id)) shown->setSelected(true);
  for (const plan::Rack& rack : m_document.plan().racks)
    if (RackItem* frame = m_scene->rackItem(rack.name)) frame->setSelected(true);
}

void ClusterView::deleteSelection() {
  if (const LinkItem* link = m_scene->selectedLink()) {
    push(new SetLink(m_document, link->a(), link->b(), std::nullopt));
    return;
  }
  if (const std::vector<std::string> links = m_scene->selectedLinks();
      !links.empty() && m_scene->selectedItems().size() == static_cast<qsizetype>(links.size()))
    return deleteLinks(links);
  const std::vector<std::string> chosen = m_scene->selectedPools(), notes = m_scene->selectedNotes();
  const std::vector<std::string> racks = m_scene->selectedRacks();
  if (chosen.empty() && notes.empty() && !racks.empty()) return push(removeRacks(m_document, racks));
  removeObjects(chosen, notes, false);
}

/// Links alone, as one step.
void ClusterView::deleteLinks(const std::vector<std::string>& links) {
  std::vector<std::pair<std::string, std::string>> ends;  // items go with the first of them
  for (const std::string& id : links)
    if (const LinkItem* link = m_scene->linkItem(id)) ends.emplace_back(link->a(), link->b());
  QUndoStack& steps = m_document.undoStack();
  steps.beginMacro(tr("Remove %n links", nullptr, static_cast<int>(ends.size())));
  for (const auto& [a, b] : ends) push(new SetLink(m_document, a, b, std::nullopt), false);
  steps.endMacro();
  emit message(steps.undoText(), true);
}

void ClusterView::changeCount(int by) {
  const std::vector<std::string> chosen = m_scene->selectedPools();
  if (chosen.empty()) return;
  std::map<std::string, int> counts;
  bool least = false;
  for (const std::string& id : chosen) {
    const hardware::PoolSpec* pool = findPool(m_document.plan(), id);
    if (pool == nullptr) continue;
    const int step = hardware::nodes_at_once(*pool, m_document.catalogue());
    // To whole units, also from a number that is none.
    const int units = by > 0 ? pool->nodes / step + by : (pool->nodes + step - 1) / step + by;
    if (units < 1)
      least = true;
    else
      counts[id] = units * step;
  }
  if (!counts.empty())
    pushOf(counts.size(), tr("Change node counts"), new SetNodeCount(m_document, counts, m_keyGesture));
  if (least) emit message(tr("A pool has one node, or unit of purchase, at least; Delete removes it"), false);
}

void ClusterView::moveSelection(QPointF by, bool repeated) {
  std::vector<std::string> chosen;
  for (const hardware::PoolSpec& pool : selectedObjects().pools) chosen.push_back(pool.id);
  const std::vector<std::string> notes = m_scene->selectedNotes();
  if (!repeated) m_keyGesture = nextGesture();
  if (!notes.empty()) {
    plan::Layout corners;
    for (const std::string& id : notes)
      if (const plan::Note* note = findNote(m_document.plan(), id))
        corners[id] = {note->position.x + by.x(), note->position.y + by.y()};
    push(moveNotes(m_document, corners, m_keyGesture), false);
  }
  if (chosen.empty()) return;
  const plan::Layout layout = tilePositions(m_document.plan());
  plan::Layout moved;
  for (const std::string& id : chosen) moved[id] = {layout.at(id).x + by.x(), layout.at(id).y + by.y()};
  push(new MoveTiles(m_document, moved, m_keyGesture), false);
  if (PoolItem* tile = m_scene->item(chosen.front())) ensureVisible(tile);
}

/// Where nothing snaps, everything is dropped as with Alt.
Qt::KeyboardModifiers ClusterView::dropKeys(const QDropEvent& event) const {
  return m_scene->snap() ? event.modifiers() : event.modifiers() | Qt::AltModifier;
}

void ClusterView::judge(QDropEvent* event) {
  if (event->mimeData()->hasUrls()) {  // files are for the window
    event->ignore();
    return;
  }
  const CanvasDrop drop =
      judgeCanvasDrop(m_document, event->mimeData(), mapToScene(event->position().toPoint()),
                      dropKeys(*event), m_scene->linksToDraw());
  m_scene->setDropPreview(drop);
  emit message(drop.text, false);
  m_dropData = event->mimeData();
  scrollAtEdge(event->position().toPoint(), dropKeys(*event));
  if (!drop.allowed()) {
    event->setDropAction(Qt::IgnoreAction);
    event->ignore();
    return;
  }
  event->setDropAction(Qt::CopyAction);
  event->accept();
}

void ClusterView::dragEnterEvent(QDragEnterEvent* event) {
  judge(event);
  // A refused place must not end the drag: the next place may do.
  if (!event->mimeData()->hasUrls()) event->accept();
}

void ClusterView::dragMoveEvent(QDragMoveEvent* event) { judge(event); }

void ClusterView::dragLeaveEvent(QDragLeaveEvent* event) {
  stopScrolling();
  m_scene->setDropPreview(std::nullopt);
  emit message(QString(), false);
  event->accept();
}

void ClusterView::dropEvent(QDropEvent* event) {
  judge(event);
  stopScrolling();
  m_scene->setDropPreview(std::nullopt);
  if (!event->isAccepted()) return;
  const CanvasDrop drop =
      judgeCanvasDrop(m_document, event->mimeData(), mapToScene(event->position().toPoint()),
                      dropKeys(*event), m_scene->linksToDraw());
  std::unique_ptr<PlanCommand> command = dropCommand(m_document, drop);
  if (command == nullptr) return;
  const std::vector<std::string> touched = touchedBy(*command, drop);
  push(command.release());
  if (drop.kind == CanvasDrop::Kind::Paste)
    m_scene->selectCopies(drop.copies, touched);
  else
    m_scene->select(touched);
  setFocus(Qt::MouseFocusReason);
}

void ClusterView::setZoom(double zoom) {
  m_fitted = true;  // one that was chosen before the view is shown stays
  const double wanted = std::clamp(zoom, kLeastZoom, kMostZoom);
  if (std::abs(wanted - this->zoom()) < 1e-9) return;
  const double factor = wanted / this->zoom();
  m_scene->setResting(false);
  m_rest.start();
  scale(factor, factor);
  emit zoomChanged(this->zoom());
}

void ClusterView::zoomIn() { setZoom(zoom() * kZoomStep); }
void ClusterView::zoomOut() { setZoom(zoom() / kZoomStep); }
void ClusterView::zoomReset() { setZoom(1.0); }

void ClusterView::fitAll() {
  const QRectF all = m_scene->tilesRect();
  if (all.isEmpty()) return;
  constexpr double kAir = 40.0;
  const QRectF wanted = all.adjusted(-kAir, -kAir, kAir, kAir);
  const double fit = std::min(viewport()->width() / wanted.width(), viewport()->height() / wanted.height());
  setZoom(std::min(1.0, fit));
  centerOn(wanted.center());
  m_fitted = true;
  emit fitted();
}

void ClusterView::fitSelection() {
  QRectF chosen;
  for (const std::string& id : m_scene->selectedPools())
    if (const PoolItem* tile = m_scene->item(id)) chosen |= tileRect({tile->x(), tile->y()});
  for (const std::string& id : m_scene->selectedNotes())
    if (const NoteItem* note = m_scene->noteItem(id))
      chosen |= note->mapRectToScene(note->shape().boundingRect());
  if (chosen.isEmpty()) return;
  constexpr double kAir = 40.0;
  chosen.adjust(-kAir, -kAir, kAir, kAir);
  setZoom(std::min({viewport()->width() / chosen.width(), viewport()->height() / chosen.height(), 2.0}));
  centerOn(chosen.center());
}

void ClusterView::mouseDoubleClickEvent(QMouseEvent* event) {
  QGraphicsView::mouseDoubleClickEvent(event);
  if (event->button() != Qt::LeftButton) return;
  if (m_scene->selectedLink() != nullptr) {
    askLink();
  } else if (!m_scene->selectedNotes().empty()) {
    askNote();
  } else if (const hardware::PoolSpec* pool = onlyPool()) {
    if (poolNetwork(*pool, m_document.catalogue()))
      askCount();
    else
      askNetwork();
  }
}

void ClusterView::resizeEvent(QResizeEvent* event) {
  QGraphicsView::resizeEvent(event);
  refreshEmpty();
  if (m_miniMap != nullptr) m_miniMap->refresh();
}

void ClusterView::showEvent(QShowEvent* event) {
  QGraphicsView::showEvent(event);
  if (!m_fitted) QMetaObject::invokeMethod(this, &ClusterView::fitAll, Qt::QueuedConnection);
}

void ClusterView::changeEvent(QEvent* event) {
  QGraphicsView::changeEvent(event);
  if (event->type() != QEvent::StyleChange && event->type() != QEvent::PaletteChange) return;
  for (QGraphicsItem* item : m_scene->items()) item->update();  // pictures of tiles are kept
  refreshEmpty();
}

/// Where the parts of the empty state stand: the outline only where there is room for it above the words.
struct ClusterView::EmptyState {
  QRectF box, title, words;
  QPoint button;
};

ClusterView::EmptyState ClusterView::emptyState() const {
  const auto px = [](double value) { return value * fontScale(); };
  const double wide = viewport()->width() - px(24);
  const double line = QFontMetricsF(ui::font(TextRole::BodyStrong)).height();
  const QRectF any(0, 0, wide, px(1000));
  const double text = QFontMetricsF(ui::font(TextRole::Body))
                          .boundingRect(any, Qt::AlignHCenter | Qt::TextWordWrap, emptyWords())
                          .height();
  const double words = line + px(4) + text + m_sample->height();
  const bool roomy = viewport()->height() > px(96) + words + px(12);
  const double gap = px(roomy ? 12 : 4), below = words + gap;
  const double top = (viewport()->height() - below + (roomy ? px(96) : 0.0)) / 2;
  EmptyState places;
  const QPointF middle(viewport()->width() / 2.0, top);
  if (roomy) places.box = QRectF(middle.x() - px(100), top - px(96), px(200), px(84));
  places.title = QRectF(px(12), top, wide, line);
  places.words = QRectF(px(12), places.title.bottom() + px(4), wide, text);
  places.button = QPointF(middle.x() - m_sample->width() / 2.0, places.words.bottom() + gap).toPoint();
  return places;
}

QString ClusterView::emptyWords() { return tr("Drag a node from Hardware, press Enter on one, or"); }

void ClusterView::refreshEmpty() {
  const bool empty = m_document.plan().cluster.pools.empty();
  m_sample->setVisible(empty);
  m_sample->adjustSize();
  if (empty) m_sample->move(emptyState().button);
  viewport()->update();
}

void ClusterView::drawForeground(QPainter* painter, const QRectF& rect) {
  QGraphicsView::drawForeground(painter, rect);
  if (!m_document.plan().cluster.pools.empty()) return;
  const Theme& theme = currentTheme();
  const EmptyState places = emptyState();
  painter->save();
  painter->resetTransform();
  painter->setRenderHint(QPainter::Antialiasing);
  if (!places.box.isEmpty()) {
    painter->setPen(QPen(theme.borderStrong, 1.2, Qt::DashLine));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(places.box, 6.0, 6.0);
    QRectF server(0, 0, scaled(24), scaled(24));
    server.moveCenter(places.box.center());
    icon(QStringLiteral("server")).paint(painter, server.toRect());
  }
  painter->setPen(theme.text);
  painter->setFont(ui::font(TextRole::BodyStrong));
  painter->drawText(places.title, Qt::AlignCenter, tr("No hardware yet."));
  painter->setPen(theme.text2);
  painter->setFont(ui::font(TextRole::Body));
  painter->drawText(places.words, Qt::AlignHCenter | Qt::TextWordWrap, emptyWords());
  painter->restore();
}

/// What Tab goes through: pools, then racks, notes and the links that are drawn.
std::vector<CanvasThing> ClusterView::order() const {
  const plan::Plan& plan = m_document.plan();
  std::vector<CanvasThing> things;
  for (const hardware::PoolSpec& pool : plan.cluster.pools)
    things.push_back({CanvasThing::Kind::Pool, pool.id});
  for (const plan::Rack& rack : plan.racks) things.push_back({CanvasThing::Kind::Rack, rack.name});
  for (const plan::Note& note : plan.notes) things.push_back({CanvasThing::Kind::Note, note.id});
  for (std::string& link : m_scene->drawnLinks())
    things.push_back({CanvasThing::Kind::Link, std::move(link)});
  return things;
}

void ClusterView::focusInEvent(QFocusEvent* event) {
  QGraphicsView::focusInEvent(event);
  const std::vector<CanvasThing> things = order();
  const bool byKey = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  if (!byKey || things.empty() || !m_scene->selectedItems().isEmpty()) return;
  m_scene->selectThings({event->reason() == Qt::TabFocusReason ? things.front() : things.back()});
}

bool ClusterView::focusNextPrevChild(bool next) {
  const std::vector<CanvasThing> things = order(), chosen = m_scene->selectedThings();
  if (hasFocus() && chosen.size() == 1) {
    const auto at = std::find(things.begin(), things.end(), chosen.front()) - things.begin();
    const auto to = next ? at + 1 : at - 1;
    if (to >= 0 && to < static_cast<std::ptrdiff_t>(things.size())) {
      m_scene->selectThings({things[static_cast<std::size_t>(to)]});
      return true;
    }
  }
  return QGraphicsView::focusNextPrevChild(next);
}

}  // namespace astrolabe::ui
