#pragma once
// Plots of deployments: the frontier of tokens/s of a user and of a GPU, and how one behaves under load.

#include <QWidget>
#include <optional>

#include "core/deploy/load_curve.h"
#include "core/planning/deployments.h"
#include "ui/results/walked_plot.h"

class QGridLayout;

namespace astrolabe::ui {

using DeploymentsPtr = std::shared_ptr<const planning::FoundDeployments>;

/// Tokens/s of a user against tokens/s of a GPU, with dollars per million tokens at the right, or against
/// these dollars alone; the other deployments that were found are dim, the chosen one stands in a ring, the
/// promise on time per token is a line.
class FrontierPlot : public WalkedPlot {
  Q_OBJECT

 public:
  explicit FrontierPlot(QWidget* parent);
  /// `gpus`: the index of a pool's GPU type in the plan.
  void setFound(const DeploymentsPtr& found, const planning::LayoutPtr& chosen, std::vector<int> gpus,
                bool stale);
  void draw(const Theme& theme);
  /// Dollars per million tokens in place of tokens/s of a GPU.
  void setOfMoney(bool money);
  /// The option of an object.
  planning::OptionPtr optionAt(int index) const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void drawMoney(const Theme& theme);
  void drawPoints(const Theme& theme);
  void drawPromise(const Theme& theme);
  bool isOnFrontier(const planning::OptionPtr& option) const;
  /// What stands upwards; none where it is money and no price is known.
  std::optional<double> heightOf(const deploy::Fleet& fleet) const;
  GpuStyle styleOf(const deploy::Fleet& fleet, const Theme& theme) const;

  DeploymentsPtr m_found;
  planning::LayoutPtr m_chosen;
  std::vector<int> m_gpus;
  std::vector<planning::OptionPtr> m_shown, m_drawn;  ///< what may be drawn, and what is, as it is walked
  bool m_stale = false, m_money = false;
};

/// TTFT, TPOT, batch and KV use against requests/s, each in a plot of its own, with the promises as lines and
/// the traffic as an upright one.
class LoadPlots : public QWidget {
  Q_OBJECT

 public:
  explicit LoadPlots(QWidget* parent);
  void setCurve(std::vector<deploy::LoadPoint> curve, const serving::Promises& promises,
                double requests_per_second, bool stale);
  const std::vector<deploy::LoadPoint>& curve() const { return m_curve; }
  void draw(const Theme& theme);
  /// The four plots into `place`.
  void paintOn(QCPPainter& painter, const QRect& place);
  /// Where it is too low for two rows, all stand beside each other.
  bool isOneRow() const { return m_columns > 2; }

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Quantity {
    WalkedPlot* plot;
    QString title;
    double (*value)(const serving::Figures&);
    QString (*text)(double);
    double unit;  ///< of the axis
    std::optional<double> promised = {};
  };
  void drawOne(const Quantity& quantity, const Theme& theme);

  void lay(int columns);

  std::vector<Quantity> m_quantities;
  QGridLayout* m_grid = nullptr;
  int m_columns = 2;
  std::vector<deploy::LoadPoint> m_curve;
  double m_rate = 0.0;
  bool m_stale = false;
};

}  // namespace astrolabe::ui
