// The formulas behind the figures of a report, as core/cost computes them.

#include "ui/render/report_formulas.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/render/money.h"
#include "ui/render/report_method.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct FormulaText {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

std::vector<Formula> formulasOfSpeed() {
  return {
      {FormulaId::Step, FormulaText::tr("Step"), u"T = Σ t + (K − 1) B + e"_s,
       FormulaText::tr("Of equal stages whose transfers take no time, in the order 1F1B; else T is the end "
                       "of the last operation as the schedule plays it. t: forward and backward of a stage "
                       "for one micro-batch, B: the longest t, e: gradients, weights and optimizer at the "
                       "end, in s; K: micro-batches")},
      {FormulaId::Speed, FormulaText::tr("Speed"), u"v = G S / T"_s,
       FormulaText::tr("v in tokens/s; G: sequences of a step; S: tokens of a sequence")},
      {FormulaId::Mfu, FormulaText::tr("Model FLOPs utilisation"), u"v (6 N + 6 L h S) / Σ g F"_s,
       FormulaText::tr(
           "N: active parameters without the embedding; L: layers; h: hidden size; of each "
           "pool g: GPUs used, F: peak of a GPU in the job's precision, FLOP/s. Of a fine-tuned model "
           "(2 + 2 P) N + 2 R stands for 6 N: P forward passes, R trained parameters that a "
           "token visits")},
      {FormulaId::JobHours, FormulaText::tr("Hours of the job"), u"H = D / (3600 v)"_s,
       FormulaText::tr("H in h; D: tokens of the job")},
      {FormulaId::Memory, FormulaText::tr("Memory of a GPU"), u"W + J + O + A + X ≤ M (1 − r)"_s,
       FormulaText::tr("W: weights, J: gradients, O: optimizer state, A: activations of the micro-batches in "
                       "flight, X: workspace, M: memory of the GPU, in bytes; r: headroom")}};
}

std::vector<Formula> formulasOfMoney() {
  return {
      {FormulaId::Power, FormulaText::tr("Power at the wall"), u"w = f Σ g′ (p + s) / 1000"_s,
       FormulaText::tr("w in kW; of each pool g′: GPUs that are paid for, in whole units, p: watts of a GPU "
                       "with its share of the machine, s: its share of the switches; f: facility power over "
                       "the power of machines and switches (PUE)")},
      {FormulaId::Energy, FormulaText::tr("Energy of the job"), u"w H"_s,
       FormulaText::tr("in kWh, at the wall")},
      {FormulaId::HourRent, FormulaText::tr("Cost of an hour, rent"), u"C = Σ g′ q"_s,
       FormulaText::tr("C in %1/h; g′: GPUs that are paid for, q: rent of a GPU, %1/h").arg(currencySign())},
      {FormulaId::HourBuy, FormulaText::tr("Cost of an hour, buy"),
       u"C = Σ g′ Q (1 − z) / (8760 y u) + w k + w′ c / (730.5 u)"_s,
       FormulaText::tr(
           "Q: price of a GPU with its share of the node, and of the network where that has a price, "
           "%1; z: share left after y years; u: share of the hours used; k: %1/kWh; w′: the power without "
           "the facility's; c: hosting, %1 for a kW and month of 730.5 h, used or not, where it has a price")
           .arg(currencySign())},
      {FormulaId::HourOwn, FormulaText::tr("Cost of an hour, own"), u"C = w k + w′ c / (730.5 u)"_s,
       FormulaText::tr("The hardware is paid for; electricity and hosting as for buy")},
      {FormulaId::Idle, FormulaText::tr("Idle GPUs, where they cost, too"),
       u"C + Σ i q; C + Σ i Q (1 − z) / (8760 y u) + Σ i (p + s) c / (730500 u)"_s,
       FormulaText::tr(
           "For rent and for buy, for own the hosting alone; i: GPUs of each pool that stand idle "
           "and cost, too: of spare nodes always, failed ones and others where the job says so. "
           "Their hardware and their hosting count, their electricity does not")},
      {FormulaId::TokensMoney, FormulaText::tr("Cost of 10¹² tokens"), u"10¹² C / (3600 v)"_s,
       FormulaText::tr("in %1; the job costs C H").arg(currencySign())}};
}

std::vector<Formula> formulasOfTheJob() {
  return {
      {FormulaId::Goodput, FormulaText::tr("Goodput"), u"τ / (m e^(R / m) (e^((τ + s) / m) − 1))"_s,
       FormulaText::tr("Daly 2006. τ: work between checkpoints, s: writing one, R: a restart, m: mean time "
                       "between failures = 3600 / (λ g + u), in s; λ: failures of a GPU in an hour; u: "
                       "interruptions of spot in one; "
                       "without failures τ / (τ + s)")},
      {FormulaId::Waiting, FormulaText::tr("Waiting for repairs"), u"w = Π Σ P(j; b) P(≤ n − d j; a)"_s,
       FormulaText::tr(
           "The share w of the hours, over pools, in which n spares stand in for single nodes and "
           "domains of d nodes under repair, a and b of them on average, as Poisson counts (Palm); "
           "goodput is multiplied by it where failures last")},
      {FormulaId::HoursWithFailures, FormulaText::tr("Hours with failures"), u"(H + H′) / goodput"_s,
       FormulaText::tr("H′: hours that a growing batch adds; the job then costs C times these hours")},
      {FormulaId::Gap, FormulaText::tr("Gap"), u"|b − a| / max(a; b)"_s,
       FormulaText::tr("a: the first of the ranking, b: what no strategy can be better than, both in the "
                       "goal's unit: tokens/s, %1 for 10¹² tokens or GPUs; of the Pareto frontier the "
                       "largest improvement that is not ruled out")
           .arg(currencySign())}};
}

/// What a report does not list: it follows from what it lists, or is about the cluster alone.
std::vector<Formula> formulasAskedFor() {
  const QString gpus = FormulaText::tr("g: GPUs used of each pool");
  const QString paid = FormulaText::tr("g′: GPUs of each pool that are paid for, in whole units");
  return {
      {FormulaId::SpeedOfGpu, FormulaText::tr("Speed of a GPU"), u"v / Σ g"_s,
       FormulaText::tr("v: tokens/s; g: GPUs used of each pool")},
      {FormulaId::Bubble, FormulaText::tr("Pipeline bubble"), u"β / T"_s,
       FormulaText::tr("β: what the stage that ends the step waits for other stages, T: the step, in s")},
      {FormulaId::Gpus, FormulaText::tr("GPUs used"), u"Σ g"_s, gpus},
      {FormulaId::GpusPaid, FormulaText::tr("GPUs that are paid for"), u"Σ g′"_s, paid},
      {FormulaId::JobMoney, FormulaText::tr("Cost of the job"), u"C H"_s,
       FormulaText::tr("C: cost of an hour, H: hours of the job, without failures")},
      {FormulaId::MoneyWithFailures, FormulaText::tr("Cost of the job with failures"), u"C H″"_s,
       FormulaText::tr("C: cost of an hour, H″: hours of the job with failures and checkpoints")},
      {FormulaId::BoundSpeed, FormulaText::tr("What no strategy can be faster than"), u"G S / T*"_s,
       FormulaText::tr("G: sequences of a step; S: tokens of a sequence; T*: s, no step of what is left of "
                       "the space can be shorter")},
      {FormulaId::BoundMoney, FormulaText::tr("What no strategy can be cheaper than"), u"a (1 − d)"_s,
       FormulaText::tr("a: the first of the ranking; d: the share by which what is left of the space could "
                       "be cheaper")},
      {FormulaId::BoundGpus, FormulaText::tr("On fewer GPUs no strategy can do it"), u"min Σ g′"_s, paid},
      {FormulaId::DifferenceMore, FormulaText::tr("Difference in speed"), u"v / v₀ − 1"_s,
       FormulaText::tr("v: tokens/s; v₀: those of the best, or of the strategy pinned last; + is faster")},
      {FormulaId::DifferenceLess, FormulaText::tr("Difference in what the goal wants less of"),
       u"1 − c / c₀"_s,
       FormulaText::tr(
           "c: cost of 10¹² tokens, or GPUs; c₀: those of the best, or of the strategy pinned last; + "
           "is cheaper, or fewer")},
      {FormulaId::RunsOn, FormulaText::tr("Runs on"), u"∄ c ∈ C : c(x)"_s,
       FormulaText::tr(
           "x: the layout with its job; C: the conditions of a runtime, read from its own code: the "
           "first that holds decides")},
      {FormulaId::ClusterPurchase, FormulaText::tr("The cluster to buy"), u"Σ (g Q + n X)"_s,
       FormulaText::tr(
           "of each pool g: all its GPUs, Q: price of a GPU with its share of the node; n: nodes, "
           "X: network of a node, where the pool states a price of it")},
      {FormulaId::ClusterPower, FormulaText::tr("Power of the cluster"), u"Σ n P / 1000"_s,
       FormulaText::tr("in kW; of each pool n: its nodes, P: highest watts of a node, without cooling")},
      {FormulaId::ClusterRent, FormulaText::tr("Rent of the cluster for an hour"), u"Σ g q"_s,
       FormulaText::tr("of each pool g: all its GPUs, q: rent of a GPU for an hour")},
      {FormulaId::ClusterRunning, FormulaText::tr("Power and hosting of the cluster for an hour"),
       u"W f k + W c / (730.5 u)"_s,
       FormulaText::tr(
           "W: highest power of the machines and their share of the switches in kW; f: facility power over "
           "machine power (PUE); k: "
           "%1/kWh; c: hosting, %1 for a kW and month of 730.5 h, where it has a price; u: share of "
           "the hours used")
           .arg(currencySign())}};
}

}  // namespace

std::vector<Formula> reportFormulas() {
  std::vector<Formula> all = formulasOfSpeed();
  for (const auto& part : {formulasOfMoney(), formulasOfTheJob()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

Formula formulaOf(FormulaId id) {
  for (const auto& part : {reportFormulas(), formulasAskedFor()}) {
    const auto found =
        std::find_if(part.begin(), part.end(), [&](const Formula& one) { return one.id == id; });
    if (found != part.end()) return *found;
  }
  return {id, {}, {}, {}};
}

void drawFormulas(ReportWriter& page) {
  page.heading(FormulaText::tr("Formulas"));
  std::vector<QStringList> rows;
  for (const Formula& one : reportFormulas())
    rows.push_back({u"(%1)"_s.arg(rows.size() + 1), one.name, one.symbols, one.letters});
  page.table(FormulaText::tr("How the figures are computed; sums are over pools or stages."),
             {{FormulaText::tr("No."), 0.4},
              {FormulaText::tr("Value"), 1.2},
              {FormulaText::tr("Formula"), 2.1},
              {FormulaText::tr("Letters and units"), 3.3}},
             rows);
}

}  // namespace astrolabe::ui
