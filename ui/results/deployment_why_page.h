#pragma once
// Why the best deployment is the best, and why another one is not: one that was found, or any that is typed.

#include <memory>
#include <vector>

#include "core/planning/deployments.h"
#include "ui/document/latest.h"
#include "ui/results/kinds.h"
#include "ui/results/text_table.h"
#include "ui/results/why_sides.h"

class QComboBox;
class QSpinBox;

namespace astrolabe::ui {

/// Left: the sentences of the first. Right: another one by its degrees, what keeps it from being first, and
/// the figures in which both differ. Children: deploymentWhy.chosen, .pick, .pool, .replicas, .tp, .pp, .ep,
/// .adp, .verdict, .table.
class DeploymentWhyPage : public KindPage {
  Q_OBJECT

 public:
  DeploymentWhyPage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent = nullptr);
  planning::OptionPtr option() const override;
  QString copyText() const override;
  void follow(StrategySelection& selection) override;
  void setStale(bool stale) override { m_sides.setStale(stale); }
  /// What is told of the other one; empty while it is worked out.
  QString verdict() const;
  /// Asks of the degrees that stand in the boxes.
  void ask();

 private:
  QWidget* boxes(QWidget* parent);
  QSpinBox* box(const char* name, const QString& label, QWidget* parent);
  void refresh();
  void fillPicks();
  void pick(int index);
  void showOption(const planning::OptionPtr& option);
  void tell(const planning::OptionPtr& given);
  void refuse(const Error& error);
  Json typed() const;

  PlannerBridge& m_bridge;
  StrategySelection* m_selection = nullptr;
  std::shared_ptr<const planning::FoundDeployments> m_found;
  std::vector<planning::OptionPtr> m_picks;
  planning::OptionPtr m_given;
  WhySides m_sides;
  QComboBox* m_pool = nullptr;
  QSpinBox *m_replicas = nullptr, *m_tp = nullptr, *m_pp = nullptr, *m_ep = nullptr, *m_adp = nullptr;
  TextTable m_rows;
  bool m_filling = false;
  Latest m_latest;
};

}  // namespace astrolabe::ui
