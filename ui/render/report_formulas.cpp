// The formulas behind the figures of a report, as core/cost computes them.

#include <QCoreApplication>
#include <array>

#include "ui/render/report_method.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct FormulaText {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

/// What is computed, how, and what the letters mean, with their units.
using Formula = std::array<QString, 3>;

std::vector<Formula> formulasOfSpeed() {
  return {
      {FormulaText::tr("Step"), u"T = Σ t + (K − 1) B + e"_s,
       FormulaText::tr("Of equal stages whose transfers take no time, in the order 1F1B; else T is the end "
                       "of the last operation as the schedule plays it. t: forward and backward of a stage "
                       "for one micro-batch, B: the longest t, e: gradients, weights and optimizer at the "
                       "end, in s; K: micro-batches")},
      {FormulaText::tr("Speed"), u"v = G S / T"_s,
       FormulaText::tr("v in tokens/s; G: sequences of a step; S: tokens of a sequence")},
      {FormulaText::tr("Model FLOPs utilisation"), u"v (6 N + 6 L h S) / Σ g F"_s,
       FormulaText::tr("N: active parameters without the embedding; L: layers; h: hidden size; of each "
                       "pool g: GPUs used, F: peak of a GPU in the job's precision, FLOP/s")},
      {FormulaText::tr("Hours of the job"), u"H = D / (3600 v)"_s,
       FormulaText::tr("H in h; D: tokens of the job")},
      {FormulaText::tr("Memory of a GPU"), u"W + J + O + A + X ≤ M (1 − r)"_s,
       FormulaText::tr("W: weights, J: gradients, O: optimizer state, A: activations of the micro-batches in "
                       "flight, X: workspace, M: memory of the GPU, in bytes; r: headroom")}};
}

std::vector<Formula> formulasOfMoney() {
  return {
      {FormulaText::tr("Power"), u"w = Σ g p / 1000"_s,
       FormulaText::tr("w in kW; of each pool g: GPUs used, p: watts of a GPU with its share of the node")},
      {FormulaText::tr("Energy of the job"), u"w H"_s, FormulaText::tr("in kWh, without the facility's")},
      {FormulaText::tr("Cost of an hour, rent"), u"C = Σ g q"_s,
       FormulaText::tr("C in $/h; q: rent of a GPU, $/h")},
      {FormulaText::tr("Cost of an hour, buy"), u"C = Σ g Q (1 − z) / (8760 y u) + w f k"_s,
       FormulaText::tr("Q: price of a GPU with its share of the node, $; z: share left after y years; u: "
                       "share of the hours used; f: facility power over machine power (PUE); k: $/kWh")},
      {FormulaText::tr("Cost of an hour, own"), u"C = w f k"_s,
       FormulaText::tr("The hardware is paid for; electricity as for buy")},
      {FormulaText::tr("Idle GPUs, where they cost, too"), u"C + Σ i q; C + Σ i Q (1 − z) / (8760 y u)"_s,
       FormulaText::tr("For rent and for buy; i: GPUs of each pool that are not used. Their hardware counts, their "
                       "electricity does not")},
      {FormulaText::tr("Cost of 10¹² tokens"), u"10¹² C / (3600 v)"_s,
       FormulaText::tr("in $; the job costs C H")}};
}

std::vector<Formula> formulasOfTheJob() {
  return {
      {FormulaText::tr("Goodput"), u"τ / (m e^(R / m) (e^((τ + s) / m) − 1))"_s,
       FormulaText::tr("Daly 2006. τ: work between checkpoints, s: writing one, R: a restart, m: mean time "
                       "between failures = 3600 / (λ g), in s; λ: failures of a GPU in an hour; "
                       "without failures τ / (τ + s)")},
      {FormulaText::tr("Hours with failures"), u"(H + H′) / goodput"_s,
       FormulaText::tr("H′: hours that a growing batch adds; the job then costs C times these hours")},
      {FormulaText::tr("Gap"), u"|b − a| / |a|"_s,
       FormulaText::tr("a: the first of the ranking, b: what no strategy can be better than, both in the "
                       "goal's unit: tokens/s, $ for 10¹² tokens or GPUs; of the set of time and money "
                       "the largest shortfall of what is not settled")}};
}

}  // namespace

void drawFormulas(ReportWriter& page) {
  page.heading(FormulaText::tr("Formulas"));
  std::vector<QStringList> rows;
  for (const auto& part : {formulasOfSpeed(), formulasOfMoney(), formulasOfTheJob()})
    for (const Formula& one : part) rows.push_back({u"(%1)"_s.arg(rows.size() + 1), one[0], one[1], one[2]});
  page.table(FormulaText::tr("How the figures are computed; sums are over pools or stages."),
             {{FormulaText::tr("No."), 0.4},
              {FormulaText::tr("Value"), 1.2},
              {FormulaText::tr("Formula"), 2.1},
              {FormulaText::tr("Letters and units"), 3.3}},
             rows);
}

}  // namespace astrolabe::ui
