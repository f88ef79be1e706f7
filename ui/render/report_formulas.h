#pragma once
// The formulas behind all figures, as core/cost computes them: one table for the report and for those who ask
// a figure of the window how it comes about.

#include <QString>
#include <vector>

namespace astrolabe::ui {

enum class FormulaId {
  // of the report, in its order
  Step,
  Speed,
  Mfu,
  JobHours,
  Memory,
  Power,
  Energy,
  HourRent,
  HourBuy,
  HourOwn,
  Idle,
  TokensMoney,
  Goodput,
  Waiting,
  HoursWithFailures,
  Gap,
  // only asked for in the window
  SpeedOfGpu,
  Bubble,
  Gpus,
  GpusPaid,
  JobMoney,
  MoneyWithFailures,
  BoundSpeed,
  BoundMoney,
  BoundGpus,
  DifferenceMore,
  DifferenceLess,
  RunsOn,
  ClusterPurchase,
  ClusterPower,
  ClusterRent,
  ClusterRunning
};

/// What is computed, how, and what the letters mean, with their units.
struct Formula {
  FormulaId id = FormulaId::Step;
  QString name, symbols, letters;
};

/// The formulas that a report lists.
std::vector<Formula> reportFormulas();
/// Any of them, in the language in force.
Formula formulaOf(FormulaId id);

}  // namespace astrolabe::ui
