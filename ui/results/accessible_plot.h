#pragma once
// What a painted plot tells a screen reader: its objects as children. The toolkit exposes none of them
// itself.

#include <QRect>
#include <QString>

class QWidget;

namespace astrolabe::ui {

/// A widget that paints named objects. Rectangles are in the widget's own coordinates.
class PlotItems {
 public:
  virtual ~PlotItems() = default;
  virtual int itemCount() const = 0;
  virtual QString itemName(int index) const = 0;
  virtual QRect itemRect(int index) const = 0;
  virtual bool isItemSelected(int index) const = 0;
};

/// Once per program: widgets that are PlotItems get accessible children.
void installAccessiblePlots();
/// Tells that the selected object of a plot is another one.
void announceItem(QWidget& plot, int index);

}  // namespace astrolabe::ui
