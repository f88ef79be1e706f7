#include "ui/results/accessible_plot.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWidget>
#include <QWindow>
#include <map>

namespace astrolabe::ui {

namespace {

/// One object of a plot, by its place; invalid once the plot shows fewer.
class AccessibleItem : public QAccessibleInterface {
 public:
  AccessibleItem(QWidget* plot, int index) : m_plot(plot), m_index(index) {}

  bool isValid() const override { return items() != nullptr; }
  QObject* object() const override { return nullptr; }
  QWindow* window() const override { return m_plot != nullptr ? m_plot->window()->windowHandle() : nullptr; }
  QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_plot); }
  QAccessibleInterface* child(int) const override { return nullptr; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QString text(QAccessible::Text what) const override {
    const PlotItems* plot = items();
    return plot != nullptr && what == QAccessible::Name ? plot->itemName(m_index) : QString();
  }
  void setText(QAccessible::Text, const QString&) override {}
  QRect rect() const override {
    const PlotItems* plot = items();
    if (plot == nullptr) return {};
    const QRect box = plot->itemRect(m_index);
    return {m_plot->mapToGlobal(box.topLeft()), box.size()};
  }
  QAccessible::Role role() const override { return QAccessible::ListItem; }
  QAccessible::State state() const override {
    QAccessible::State state;
    state.selectable = state.focusable = true;
    const PlotItems* plot = items();
    state.invalid = plot == nullptr;
    state.selected = plot != nullptr && plot->isItemSelected(m_index);
    state.focused = state.selected && m_plot->hasFocus();
    return state;
  }

 private:
  const PlotItems* items() const {
    const auto* plot = dynamic_cast<const PlotItems*>(m_plot.data());
    return plot != nullptr && m_index < plot->itemCount() ? plot : nullptr;
  }
  QPointer<QWidget> m_plot;
  int m_index;
};

class AccessiblePlot : public QAccessibleWidget {
 public:
  explicit AccessiblePlot(QWidget* plot) : QAccessibleWidget(plot, QAccessible::List) {}
  ~AccessiblePlot() override {
    for (const auto& [index, id] : m_children) QAccessible::deleteAccessibleInterface(id);
  }
  int childCount() const override { return items().itemCount(); }
  QAccessibleInterface* child(int index) const override {
    if (index < 0 || index >= childCount()) return nullptr;
    const auto found = m_children.find(index);
    if (found != m_children.end()) return QAccessible::accessibleInterface(found->second);
    auto* made = new AccessibleItem(widget(), index);
    m_children[index] = QAccessible::registerAccessibleInterface(made);
    return made;
  }
  QAccessibleInterface* childAt(int x, int y) const override {
    const QPoint at = widget()->mapFromGlobal(QPoint(x, y));
    const int count = childCount();
    for (int i = 0; i < count; ++i)
      if (items().itemRect(i).contains(at)) return child(i);
    return nullptr;
  }
  int indexOfChild(const QAccessibleInterface* item) const override {
    for (const auto& [index, id] : m_children)
      if (QAccessible::accessibleInterface(id) == item) return index;
    return -1;
  }
  QAccessibleInterface* focusChild() const override {
    if (!widget()->hasFocus()) return nullptr;
    const int count = childCount();
    for (int i = 0; i < count; ++i)
      if (items().isItemSelected(i)) return child(i);
    return nullptr;
  }

 private:
  const PlotItems& items() const { return dynamic_cast<const PlotItems&>(*widget()); }
  mutable std::map<int, QAccessible::Id> m_children;
};

QAccessibleInterface* makePlotInterface(const QString&, QObject* object) {
  auto* widget = qobject_cast<QWidget*>(object);
  return widget != nullptr && dynamic_cast<PlotItems*>(object) != nullptr ? new AccessiblePlot(widget)
                                                                          : nullptr;
}

}  // namespace

void installAccessiblePlots() {
  static const bool once = [] {
    QAccessible::installFactory(makePlotInterface);
    return true;
  }();
  Q_UNUSED(once)
}

void announceItem(QWidget& plot, int index) {
  if (!QAccessible::isActive() || index < 0) return;
  QAccessibleEvent focus(&plot, QAccessible::Focus);
  focus.setChild(index);
  QAccessible::updateAccessibility(&focus);
}

}  // namespace astrolabe::ui
