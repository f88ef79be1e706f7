#include "ui/canvas/accessible_cluster.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QLocale>
#include <QPointer>
#include <algorithm>
#include <map>

#include "ui/canvas/cluster_view.h"
#include "ui/document/commands/commands.h"

namespace astrolabe::ui {

namespace {

using Thing = CanvasThing;

std::vector<Thing> thingsOf(ClusterView& view) {
  const plan::Plan& plan = view.document().plan();
  std::vector<Thing> things;
  for (const hardware::PoolSpec& pool : plan.cluster.pools) things.push_back({Thing::Kind::Pool, pool.id});
  for (const plan::Note& note : plan.notes) things.push_back({Thing::Kind::Note, note.id});
  for (const plan::Rack& rack : plan.racks) things.push_back({Thing::Kind::Rack, rack.name});
  for (std::string& link : view.clusterScene().drawnLinks())
    things.push_back({Thing::Kind::Link, std::move(link)});
  return things;
}

/// One tile, note, rack or link. Lives as long as the canvas's own interface; invalid once its thing is gone.
class AccessibleThing : public QAccessibleInterface {
 public:
  AccessibleThing(ClusterView* view, Thing thing) : m_view(view), m_thing(std::move(thing)) {}

  bool isValid() const override { return item() != nullptr; }
  QObject* object() const override { return nullptr; }
  QWindow* window() const override { return m_view != nullptr ? m_view->window()->windowHandle() : nullptr; }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text what) const override {
    if (!isValid()) return {};
    if (what == QAccessible::Name) return name();
    if (what == QAccessible::Description && m_thing.kind == Thing::Kind::Pool)
      return m_view->clusterScene().item(m_thing.id)->face().tip;
    return {};
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override {
    const QGraphicsItem* shown = item();
    if (shown == nullptr) return {};
    const QRect box = m_view->mapFromScene(shown->mapToScene(shown->shape()).boundingRect()).boundingRect();
    return {m_view->viewport()->mapToGlobal(box.topLeft()), box.size()};
  }
  QAccessible::Role role() const override {
    switch (m_thing.kind) {
      case Thing::Kind::Note:
        return QAccessible::Note;
      case Thing::Kind::Rack:
        return QAccessible::Grouping;
      case Thing::Kind::Link:
      case Thing::Kind::Pool:
        break;
    }
    return QAccessible::ListItem;
  }
  QAccessible::State state() const override {
    QAccessible::State state;
    state.selectable = state.focusable = state.multiSelectable = true;
    const QGraphicsItem* shown = item();
    if (shown == nullptr) {
      state.invalid = true;
      return state;
    }
    state.selected = shown->isSelected();
    state.focused = shown->isSelected() && m_view->hasFocus();
    return state;
  }

 private:
  /// What it is, and which of all things on the canvas: "Rack R1: 32 GPUs, 40.8 of 48 kW, $3 M, 5 of 5".
  QString name() const {
    const plan::Plan& plan = m_view->document().plan();
    const std::vector<Thing> things = thingsOf(*m_view);
    const auto at = std::find(things.begin(), things.end(), m_thing) - things.begin() + 1;
    return ClusterView::tr("%1, %2 of %3", "an object and its place among those of the canvas")
        .arg(plainName(plan), QLocale().toString(static_cast<qlonglong>(at)),
             QLocale().toString(static_cast<qlonglong>(things.size())));
  }
  QString plainName(const plan::Plan& plan) const {
    const ClusterScene& scene = m_view->clusterScene();
    if (m_thing.kind == Thing::Kind::Note)
      return ClusterView::tr("note: %1").arg(scene.noteItem(m_thing.id)->text());
    if (m_thing.kind == Thing::Kind::Rack) return scene.rackItem(m_thing.id)->face().spoken;
    if (m_thing.kind == Thing::Kind::Link)
      return ClusterView::tr("link %1").arg(scene.linkItem(m_thing.id)->toolTip());
    const QString spoken = scene.item(m_thing.id)->face().spoken;
    const plan::Rack* rack = rackOf(plan, m_thing.id);
    return rack == nullptr ? spoken
                           : ClusterView::tr("%1, rack %2").arg(spoken, QString::fromStdString(rack->name));
  }
  const QGraphicsItem* item() const {
    return m_view != nullptr ? m_view->clusterScene().itemOf(m_thing) : nullptr;
  }
  QPointer<ClusterView> m_view;
  Thing m_thing;
};

class AccessibleCluster : public QAccessibleWidget {
 public:
  explicit AccessibleCluster(ClusterView* view) : QAccessibleWidget(view, QAccessible::List) {}
  ~AccessibleCluster() override {
    for (const auto& [thing, id] : m_children) QAccessible::deleteAccessibleInterface(id);
  }
  int childCount() const override { return static_cast<int>(things().size()); }
  QAccessibleInterface* child(int index) const override {
    const std::vector<Thing> all = things();
    if (index < 0 || index >= static_cast<int>(all.size())) return nullptr;
    return childOf(all[static_cast<std::size_t>(index)]);
  }
  /// The things within a rack stand before it, so they answer first.
  QAccessibleInterface* childAt(int x, int y) const override {
    for (const Thing& thing : things())
      if (QAccessibleInterface* item = childOf(thing); item != nullptr && item->rect().contains(x, y))
        return item;
    return nullptr;
  }
  int indexOfChild(const QAccessibleInterface* item) const override {
    const std::vector<Thing> all = things();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (childOf(all[i]) == item) return static_cast<int>(i);
    return -1;
  }
  QAccessibleInterface* focusChild() const override {
    for (const Thing& thing : things())
      if (QAccessibleInterface* item = childOf(thing); item != nullptr && item->state().focused) return item;
    return nullptr;
  }

 private:
  QAccessibleInterface* childOf(const Thing& thing) const {
    const auto found = m_children.find(thing);
    if (found != m_children.end()) return QAccessible::accessibleInterface(found->second);
    auto* made = new AccessibleThing(view(), thing);
    m_children[thing] = QAccessible::registerAccessibleInterface(made);
    return made;
  }
  ClusterView* view() const { return static_cast<ClusterView*>(widget()); }
  std::vector<Thing> things() const { return thingsOf(*view()); }
  mutable std::map<Thing, QAccessible::Id> m_children;
};

QAccessibleInterface* makeInterface(const QString& className, QObject* object) {
  if (className != QLatin1StringView("astrolabe::ui::ClusterView")) return nullptr;
  auto* view = qobject_cast<ClusterView*>(object);
  return view != nullptr ? new AccessibleCluster(view) : nullptr;
}

}  // namespace

void installAccessibleCluster() {
  static const bool once = [] {
    QAccessible::installFactory(makeInterface);
    return true;
  }();
  Q_UNUSED(once)
}

void announceSelection(ClusterView& view) {
  if (!QAccessible::isActive()) return;
  const std::vector<Thing> chosen = view.clusterScene().selectedThings();
  if (chosen.size() != 1) return;
  const std::vector<Thing> things = thingsOf(view);
  const auto at = std::find(things.begin(), things.end(), chosen.front());
  if (at == things.end()) return;
  QAccessibleEvent focus(&view, QAccessible::Focus);
  focus.setChild(static_cast<int>(at - things.begin()));
  QAccessible::updateAccessibility(&focus);
}

}  // namespace astrolabe::ui
