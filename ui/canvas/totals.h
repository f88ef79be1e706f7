#pragma once
// The line under the canvas: what the hardware on it adds up to.

#include <QWidget>
#include <optional>

#include "ui/document/plan_document.h"

class QLabel;

namespace astrolabe::ui {

/// Sums over all pools. A sum with an unknown part is empty, never a smaller number.
struct Totals {
  int gpus = 0, types = 0;
  std::optional<double> purchaseUsd, powerWatts, usdPerHour;
  bool operator==(const Totals&) const = default;
};
Totals totalsOf(const plan::Plan& plan, const hardware::Catalogue& catalogue);

class CanvasTotals : public QWidget {
  Q_OBJECT

 public:
  explicit CanvasTotals(PlanDocument& document, QWidget* parent = nullptr);

 private:
  void refresh();
  PlanDocument& m_document;
  QLabel *m_gpus, *m_types, *m_purchase, *m_power, *m_rate;
};

}  // namespace astrolabe::ui
