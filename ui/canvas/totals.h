#pragma once
// The line under the canvas: what the hardware on it adds up to.

#include <QWidget>
#include <optional>

#include "ui/document/plan_document.h"
#include "ui/render/worked_figure.h"

class QLabel;

namespace astrolabe::ui {

class FigureLabel;
class HideToFit;

/// Sums over all pools. A sum with an unknown part is empty, never a smaller number.
struct Totals {
  int gpus = 0, types = 0;
  std::optional<double> purchaseUsd, powerWatts, usdPerHour;
  /// Power and hosting of an hour of work in USD, where the machines are not rented; hosting without a price
  /// counts nothing.
  std::optional<double> runningPerHour;
  /// What the cluster draws at the wall: machines, their share of the switches, what the facility adds.
  std::optional<double> wallWatts;
  bool powerEstimated = false;  ///< of some machine no figure is known
  /// Pools that state a price of the network between nodes, which `purchaseUsd` then holds, and those that do
  /// not.
  int networksPriced = 0, networksWithout = 0;
  bool operator==(const Totals&) const = default;
};
Totals totalsOf(const plan::Plan& plan, const hardware::Catalogue& catalogue);
/// "+32 GPUs · +$70.0/h · +12.0 kW": what changed, with signs; purchase instead of rent where the basis is
/// not rent. Empty when nothing did; a sum that is not known on both sides is left out.
QString changeText(const Totals& before, const Totals& after, hardware::CostBasis basis);

class CanvasTotals : public QWidget {
  Q_OBJECT

 public:
  explicit CanvasTotals(PlanDocument& document, QWidget* parent = nullptr);

 signals:
  /// How a sum comes about was asked; `at` is where it stands on the screen.
  void totalAsked(const astrolabe::ui::WorkedFigure& figure, const QRect& at);

 private:
  void refresh();
  void showRate(const Totals& totals);
  PlanDocument& m_document;
  QLabel *m_gpus, *m_types, *m_change;
  FigureLabel *m_purchase, *m_power, *m_rate;
  HideToFit* m_fit;
};

}  // namespace astrolabe::ui
