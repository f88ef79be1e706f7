#pragma once
// A cost basis that has no price for some of the hardware: nodes of one's own that are to be rented, or nodes
// of a cloud that are to be bought. Told where the basis is chosen, with buttons that mend it.

#include <QWidget>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ui/document/plan_document.h"

class QLabel;

namespace astrolabe::ui {

class FieldFixes;

struct BasisDoubt {
  std::vector<std::string> pools;  ///< without a price of their own under the basis
  bool gpusAlone = false;          ///< they are counted at the price of their GPUs, the machines left out
  bool otherKnown = false;         ///< the other of rent and buy has a price of every pool
  /// Another commitment at which every pool has a rent; none: there is no such one.
  std::optional<hardware::Commitment> commitment;
};
/// Prices that are missing under the plan's basis; none under *own*, which needs no price.
std::optional<BasisDoubt> basisDoubt(const plan::Plan& plan, const hardware::Catalogue& catalogue);

/// Counts what is rented as bought, and the reverse: one step.
void takeOtherBasis(PlanDocument& document);

/// Children: goalPanel.basis.doubt (words) and goalPanel.basis.fixes with .buy, .rent, .commitment, .price.
class BasisDoubts : public QWidget {
  Q_OBJECT

 public:
  explicit BasisDoubts(PlanDocument& document, QWidget* parent = nullptr);

 signals:
  /// A price of these pools is to be typed.
  void priceWanted(const std::vector<std::string>& pools);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  PlanDocument& m_document;
  QLabel* m_text;
  FieldFixes* m_fixes;
};

}  // namespace astrolabe::ui
