#pragma once
// The line under the canvas: what the hardware on it adds up to.

#include <QWidget>
#include <optional>

#include "ui/document/plan_document.h"

class QLabel;

namespace astrolabe::ui {

class HideToFit;

/// Sums over all pools. A sum with an unknown part is empty, never a smaller number.
struct Totals {
  int gpus = 0, types = 0;
  std::optional<double> purchaseUsd, powerWatts, usdPerHour;
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

 private:
  void refresh();
  PlanDocument& m_document;
  QLabel *m_gpus, *m_types, *m_purchase, *m_power, *m_rate, *m_change;
  HideToFit* m_fit;
};

}  // namespace astrolabe::ui
