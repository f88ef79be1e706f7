#pragma once
// How much each value moves a figure, as lying bars around the figure as it is, the widest first.

#include <functional>
#include <optional>

#include "ui/results/plot_page.h"

class QComboBox;
class QSpinBox;

namespace astrolabe::ui {

/// An end of a bar: the figure with the value lower, or higher.
struct TornadoEnd {
  std::optional<double> figure;
  QString at;    ///< the value there; empty: not told beside the bar
  QString none;  ///< in place of a bar where there is no figure; empty: nothing
};

struct TornadoRow {
  QString name;
  QString told;  ///< to who cannot see the bar
  TornadoEnd low, high;
};

struct Tornado {
  double base = 0.0;  ///< the figure as it is
  bool moreIsBetter = false;
  QString axis;
  std::function<QString(double)> number;  ///< of the axis
  std::vector<TornadoRow> rows;
};

/// Boxes for the figure and for the change of each value, named after the view: "….metric", "….change".
class TornadoPage : public PlotPage {
  Q_OBJECT

 protected:
  using PlotPage::PlotPage;
  /// As setUp(), with the boxes; either asks anew.
  void setUpBoxes(const Names& names, const QStringList& metrics);
  /// What is drawn, while hasFigure().
  virtual Tornado tornado() const = 0;
  /// The bars are of another question than the one in force, or of other boxes.
  virtual bool isOld() const = 0;
  void draw(const Theme& theme) override;
  double change() const;  ///< as a share

  QComboBox* m_metric = nullptr;
  QSpinBox* m_change = nullptr;
  bool m_drawnOld = false;

 private:
  void drawRow(const Tornado& shown, int row, const Theme& theme);
  void drawAxes(const Tornado& shown, double least, double most);
};

}  // namespace astrolabe::ui
