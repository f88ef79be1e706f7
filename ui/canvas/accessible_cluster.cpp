#include "ui/canvas/accessible_cluster.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <map>

#include "ui/canvas/cluster_view.h"
#include "ui/document/commands/commands.h"

namespace astrolabe::ui {

namespace {

/// One tile or note. Lives as long as the canvas's own interface; invalid once its pool is gone.
class AccessiblePool : public QAccessibleInterface {
 public:
  AccessiblePool(ClusterView* view, std::string pool) : m_view(view), m_pool(std::move(pool)) {}

  bool isValid() const override { return m_view != nullptr && (item() != nullptr || note() != nullptr); }
  QObject* object() const override { return nullptr; }
  QWindow* window() const override { return m_view != nullptr ? m_view->window()->windowHandle() : nullptr; }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text what) const override {
    if (const NoteItem* shown = note())
      return what == QAccessible::Name ? ClusterView::tr("note: %1").arg(shown->text()) : QString();
    const PoolItem* tile = item();
    if (tile == nullptr) return {};
    if (what == QAccessible::Name) {
      const plan::Rack* rack = rackOf(m_view->document().plan(), m_pool);
      return rack == nullptr ? tile->face().spoken
                             : ClusterView::tr("%1, rack %2")
                                   .arg(tile->face().spoken, QString::fromStdString(rack->name));
    }
    if (what == QAccessible::Description) return tile->face().tip;
    return {};
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override {
    const QGraphicsItem* tile = any();
    if (tile == nullptr) return {};
    const QRect box = m_view->mapFromScene(tile->mapToScene(tile->shape()).boundingRect()).boundingRect();
    return {m_view->viewport()->mapToGlobal(box.topLeft()), box.size()};
  }
  QAccessible::Role role() const override { return QAccessible::ListItem; }
  QAccessible::State state() const override {
    QAccessible::State state;
    state.selectable = state.focusable = state.multiSelectable = true;
    const QGraphicsItem* tile = any();
    if (tile == nullptr) {
      state.invalid = true;
      return state;
    }
    state.selected = tile->isSelected();
    state.focused = tile->isSelected() && m_view->hasFocus();
    return state;
  }

 private:
  const NoteItem* note() const {
    return m_view != nullptr ? m_view->clusterScene().noteItem(m_pool) : nullptr;
  }
  const QGraphicsItem* any() const {
    if (const PoolItem* tile = item()) return tile;
    return note();
  }
  const PoolItem* item() const { return m_view != nullptr ? m_view->clusterScene().item(m_pool) : nullptr; }
  QPointer<ClusterView> m_view;
  std::string m_pool;
};

class AccessibleCluster : public QAccessibleWidget {
 public:
  explicit AccessibleCluster(ClusterView* view) : QAccessibleWidget(view, QAccessible::List) {}
  ~AccessibleCluster() override {
    for (const auto& [pool, id] : m_children) QAccessible::deleteAccessibleInterface(id);
  }
  int childCount() const override { return static_cast<int>(pools().size() + notes().size()); }
  QAccessibleInterface* child(int index) const override {
    if (index < 0 || index >= childCount()) return nullptr;
    const auto at = static_cast<std::size_t>(index);
    const std::string& pool = at < pools().size() ? pools()[at].id : notes()[at - pools().size()].id;
    const auto found = m_children.find(pool);
    if (found != m_children.end()) return QAccessible::accessibleInterface(found->second);
    auto* made = new AccessiblePool(view(), pool);
    m_children[pool] = QAccessible::registerAccessibleInterface(made);
    return made;
  }
  QAccessibleInterface* childAt(int x, int y) const override {
    for (int i = 0; i < childCount(); ++i)
      if (QAccessibleInterface* tile = child(i); tile != nullptr && tile->rect().contains(x, y)) return tile;
    return nullptr;
  }
  int indexOfChild(const QAccessibleInterface* tile) const override {
    for (int i = 0; i < childCount(); ++i)
      if (child(i) == tile) return i;
    return -1;
  }
  QAccessibleInterface* focusChild() const override {
    for (int i = 0; i < childCount(); ++i)
      if (QAccessibleInterface* tile = child(i); tile != nullptr && tile->state().focused) return tile;
    return nullptr;
  }

 private:
  ClusterView* view() const { return static_cast<ClusterView*>(widget()); }
  const std::vector<hardware::PoolSpec>& pools() const { return view()->document().plan().cluster.pools; }
  const std::vector<plan::Note>& notes() const { return view()->document().plan().notes; }
  mutable std::map<std::string, QAccessible::Id> m_children;
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
  const std::vector<std::string> chosen = view.clusterScene().selectedPools();
  const std::vector<hardware::PoolSpec>& pools = view.document().plan().cluster.pools;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    if (chosen.size() != 1 || pools[i].id != chosen.front()) continue;
    QAccessibleEvent focus(&view, QAccessible::Focus);
    focus.setChild(static_cast<int>(i));
    QAccessible::updateAccessibility(&focus);
  }
}

}  // namespace astrolabe::ui
