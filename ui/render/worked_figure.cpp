#include "ui/render/worked_figure.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "core/base/hours.h"
#include "ui/render/answer_text.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/leader_words.h"
#include "ui/render/numbers.h"
#include "ui/render/proof_figures.h"
#include "ui/render/runtime_words.h"
#include "ui/render/text.h"
#include "ui/render/worked_lines.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using hardware::CostBasis;

struct WorkedWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WorkedFigure)
};

/// One figure, line by line, each line with what it takes.
class Worker : public WorkedLines {
 public:
  using WorkedLines::WorkedLines;
  WorkedFigure work(KeyFigure figure, const FigureDetail& detail);

 private:
  void make(KeyFigure figure, const FigureDetail& detail);
  void makeSpeed();
  void makeSpeedOfGpu();
  void makeStep();
  void makeMfu();
  void makeBubble();
  void makeMemory(int stage);
  void makeGpus();
  void makeGpusPaid();
  void makeJobHours();
  void makeJobMoney();
  void makeTokensMoney();
  void makeHourMoney();
  void makePower();
  void makeEnergy();
  void makeGoodput();
  void makeHoursWithFailures();
  void makeMoneyWithFailures();
  void makeBound();
  void makeGap();
  void makeDifference(double reference);
  void makeRunsOn();

  void hoursWithFailures();
  void firstInput(const ProofFigures& proof);
  QString howItEnded() const;
  void endProof(bool known);

  std::optional<planning::Proof> m_ofItsKind;
};

/// Whose figure it is, and which one is the best.
WorkedFigure Worker::work(KeyFigure figure, const FigureDetail& detail) {
  m_figure.subject = m_kind.subject(m_e);
  m_ofItsKind = detail.of_its_kind;
  if (figure == KeyFigure::Best)
    figure = m_snapshot.objective == strategy::Objective::money  ? KeyFigure::TokensMoney
             : m_snapshot.objective == strategy::Objective::gpus ? KeyFigure::GpusPaid
                                                                 : KeyFigure::Speed;
  make(figure, detail);
  return std::move(m_figure);
}

void Worker::make(KeyFigure figure, const FigureDetail& detail) {
  switch (figure) {
    case KeyFigure::Speed:
      return makeSpeed();
    case KeyFigure::SpeedOfGpu:
      return makeSpeedOfGpu();
    case KeyFigure::Step:
      return makeStep();
    case KeyFigure::Mfu:
      return makeMfu();
    case KeyFigure::Bubble:
      return makeBubble();
    case KeyFigure::Memory:
      return makeMemory(detail.stage);
    case KeyFigure::Gpus:
      return makeGpus();
    case KeyFigure::GpusPaid:
      return makeGpusPaid();
    case KeyFigure::JobHours:
      return makeJobHours();
    case KeyFigure::JobMoney:
      return makeJobMoney();
    case KeyFigure::TokensMoney:
      return makeTokensMoney();
    case KeyFigure::HourMoney:
      return makeHourMoney();
    case KeyFigure::Power:
      return makePower();
    case KeyFigure::Energy:
      return makeEnergy();
    case KeyFigure::Goodput:
      return makeGoodput();
    case KeyFigure::HoursWithFailures:
      return makeHoursWithFailures();
    case KeyFigure::MoneyWithFailures:
      return makeMoneyWithFailures();
    case KeyFigure::Bound:
      return makeBound();
    case KeyFigure::Gap:
      return makeGap();
    case KeyFigure::Difference:
      return makeDifference(detail.reference);
    case KeyFigure::RunsOn:
      return makeRunsOn();
    case KeyFigure::Best:  // one of those above
      return;
  }
}

void Worker::makeSpeed() {
  begin(FormulaId::Speed, numberWithUnit(exactText(m_e.tokens_per_second), WorkedWords::tr("tokens/s")));
  speed();
  step();
  m_figure.inBreakdown = true;
}

void Worker::makeSpeedOfGpu() {
  begin(FormulaId::SpeedOfGpu,
        WorkedWords::tr("%1 tokens/s per GPU").arg(exactText(m_e.tokens_per_second_per_gpu)));
  line(u"%1 ÷ %2"_s.arg(preciseText(m_e.tokens_per_second), exactText(m_e.gpus_used())),
       preciseText(m_e.tokens_per_second_per_gpu));
  speedInput();
  gpuCounts();
  speed();
}

void Worker::makeStep() {
  begin(FormulaId::Step, numberWithUnit(exactText(m_e.step.value), u"s"_s));
  step();
  m_figure.inBreakdown = true;
}

void Worker::makeMfu() {
  begin(FormulaId::Mfu, percentText(m_e.mfu, kShareDecimals));
  mfu();
}

void Worker::makeBubble() {
  const double bubble = m_e.time[cost::Part::pipeline_bubble];
  begin(FormulaId::Bubble, percentText(m_e.bubble_share(), kShareDecimals));
  line(u"%1 ÷ %2"_s.arg(preciseText(bubble), preciseText(m_e.step.value)), preciseText(m_e.bubble_share()));
  input(u"β"_s, partName(cost::Part::pipeline_bubble), numberWithUnit(exactText(bubble), u"s"_s),
        Origin::Derived, WorkedWords::tr("stage %1").arg(m_e.critical_stage + 1));
  stepInput();
  m_figure.inBreakdown = true;
}

/// Of a stage, the fullest where there is none of that number.
void Worker::makeMemory(int stage) {
  if (stage < 0 || stage >= static_cast<int>(m_e.memory.size())) stage = m_e.fullest_stage();
  begin(FormulaId::Memory, unknownText());
  if (stage >= 0) memory(stage);
  m_figure.inBreakdown = true;
}

void Worker::makeGpus() {
  begin(FormulaId::Gpus, wholeText(m_e.gpus_used()));
  QStringList counts;
  for (const Used& used : m_used)
    if (used.gpus > 0) counts << exactText(used.gpus);
  line(sum(counts), exactText(m_e.gpus_used()));
  gpuCounts();
}

void Worker::makeGpusPaid() {
  begin(FormulaId::GpusPaid, wholeText(m_e.gpus_paid()));
  QStringList counts;
  for (const Used& used : m_used)
    if (used.paid > 0) counts << exactText(used.paid);
  line(sum(counts), exactText(m_e.gpus_paid()));
  paidCounts();
  gpuCounts();
}

void Worker::makeJobHours() {
  begin(FormulaId::JobHours, WorkedWords::tr("%1 hours").arg(exactText(m_e.hours_for_job)));
  jobHours();
  speed();
}

void Worker::makeJobMoney() {
  const cost::Money& money = m_e.money;
  begin(FormulaId::JobMoney, {});
  if (!priced() || !money.usd_for_job) return;
  m_figure.value = usd(money.usd_for_job->value);
  line(product({usd(money.usd_per_hour->value), preciseText(m_e.hours_for_job)}), m_figure.value);
  hourInput();
  hoursInput();
  hourMoney();
  jobHours();
  speed();
}

void Worker::makeTokensMoney() {
  const cost::Money& money = m_e.money;
  begin(FormulaId::TokensMoney, {});
  m_figure.inBreakdown = true;
  if (!priced()) return;
  m_figure.value = WorkedWords::tr("%1 for 10¹² tokens").arg(usd(*money.usd_per_trillion_tokens));
  line(u"10¹² × %1 ÷ (%2 × %3)"_s.arg(usd(money.usd_per_hour->value), exactText(kSecondsPerHour),
                                      preciseText(m_e.tokens_per_second)),
       usd(*money.usd_per_trillion_tokens));
  hourInput();
  speedInput();
  hourMoney();
  speed();
}

void Worker::makeHourMoney() {
  begin(m_job.cost.basis == CostBasis::rent  ? FormulaId::HourRent
        : m_job.cost.basis == CostBasis::buy ? FormulaId::HourBuy
                                             : FormulaId::HourOwn,
        {});
  m_figure.inBreakdown = true;
  if (!priced()) return;
  m_figure.value = WorkedWords::tr("%1 an hour").arg(usd(m_e.money.usd_per_hour->value));
  hourMoney();
}

void Worker::makePower() {
  begin(FormulaId::Power, numberWithUnit(exactText(m_e.money.power_kw), u"kW"_s));
  powerLine();
}

void Worker::makeEnergy() {
  const cost::Money& money = m_e.money;
  begin(FormulaId::Energy, numberWithUnit(exactText(money.energy_kwh_for_job), u"kWh"_s));
  line(product({preciseText(money.power_kw), preciseText(m_e.hours_for_job)}),
       preciseText(money.energy_kwh_for_job));
  powerInput();
  hoursInput();
  powerLine();
  jobHours();
}

void Worker::makeGoodput() {
  begin(FormulaId::Goodput, unknownText());
  m_figure.inBreakdown = true;
  if (m_e.outcome.hours <= 0.0) return;
  m_figure.value = percentText(m_e.goodput.share, kShareDecimals);
  goodput();
}

void Worker::makeHoursWithFailures() {
  begin(FormulaId::HoursWithFailures, unknownText());
  m_figure.inBreakdown = true;
  if (m_e.outcome.hours <= 0.0) return;
  m_figure.value = WorkedWords::tr("%1 hours").arg(exactText(m_e.outcome.hours));
  hoursWithFailures();
}

void Worker::makeMoneyWithFailures() {
  const cost::Outcome& outcome = m_e.outcome;
  begin(FormulaId::MoneyWithFailures, unknownText());
  m_figure.inBreakdown = true;
  if (outcome.hours <= 0.0 || !outcome.usd) return;
  m_figure.value = usd(outcome.usd->value);
  line(product({usd(m_e.money.usd_per_hour->value), preciseText(outcome.hours)}), m_figure.value);
  hourInput();
  hoursWithFailures();
}

/// The hours of the job, lengthened by failures and by a batch that grows.
void Worker::hoursWithFailures() {
  const cost::Goodput& good = m_e.goodput;
  line(u"(%1 + %2) ÷ %3"_s.arg(preciseText(m_e.hours_for_job), preciseText(good.ramp_up_hours),
                               preciseText(good.share)),
       preciseText(m_e.outcome.hours));
  hoursInput();
  input(u"H′"_s, WorkedWords::tr("Hours added by the batch ramp-up"), exactText(good.ramp_up_hours),
        Origin::Derived);
  goodput();
  jobHours();
}

/// The first of the ranking, with which bound and gap compare.
void Worker::firstInput(const ProofFigures& proof) {
  input(u"a"_s, WorkedWords::tr("The first of the ranking"),
        exactGoalFigureText(m_snapshot.objective, *proof.best), Origin::Derived);
}

QString Worker::howItEnded() const { return m_ofItsKind ? leadEndText(*m_ofItsKind) : endText(m_snapshot); }

/// What ends bound and gap: whether there is one, and how the search ended.
void Worker::endProof(bool known) {
  m_figure.subject.clear();
  if (!known) m_figure.notes << WorkedWords::tr("The search has no bound yet, or none that says anything.");
  m_figure.notes << howItEnded();
  if (m_snapshot.objective == strategy::Objective::money) noteRate();
}

void Worker::makeGap() {
  const ProofFigures proof = proofFigures(m_snapshot);
  const strategy::Objective goal = m_snapshot.objective;
  const auto number = [goal](double value) {
    return goal == strategy::Objective::money ? usd(value) : preciseText(value);
  };
  begin(FormulaId::Gap, proof.gap ? percentText(*proof.gap, kShareDecimals) : unknownText());
  if (proof.gap) {
    line(u"|%1 − %2| ÷ %3"_s.arg(number(*proof.bound), number(*proof.best),
                                 number(std::max(*proof.bound, *proof.best))),
         preciseText(*proof.gap));
    firstInput(proof);
    input(u"b"_s,
          m_ofItsKind ? WorkedWords::tr("What no plan of its kind can beat")
                      : WorkedWords::tr("What no strategy can beat"),
          exactGoalFigureText(goal, *proof.bound), Origin::Derived, howItEnded());
  }
  if (goal == strategy::Objective::pareto && m_snapshot.has_bound && !m_ofItsKind)
    m_figure.notes << WorkedWords::tr("For the speed alone; the Pareto frontier can improve by at most %1")
                          .arg(percentText(m_snapshot.gap));
  endProof(proof.gap.has_value());
}

/// In the unit of the goal.
void Worker::makeBound() {
  const ProofFigures proof = proofFigures(m_snapshot);
  const strategy::Objective goal = m_snapshot.objective;
  const bool money = goal == strategy::Objective::money, few = goal == strategy::Objective::gpus;
  begin(money ? FormulaId::BoundMoney
        : few ? FormulaId::BoundGpus
              : FormulaId::BoundSpeed,
        proof.bound ? exactGoalFigureText(goal, *proof.bound) : unknownText());
  if (proof.bound && money) {
    line(u"%1 × (1 − %2)"_s.arg(usd(*proof.best), preciseText(m_snapshot.gap)), usd(*proof.bound));
    firstInput(proof);
    input(u"d"_s, WorkedWords::tr("The share by which another could be cheaper"),
          percentText(m_snapshot.gap, kShareDecimals), Origin::Derived, howItEnded());
  } else if (proof.bound && !few) {
    line(u"%1 × %2 ÷ %3"_s.arg(exactText(m_job.global_batch), exactText(m_job.sequence_length),
                               preciseText(m_snapshot.bound_step_seconds)),
         preciseText(*proof.bound));
    batch();
    input(u"T*"_s, WorkedWords::tr("No step can be shorter"),
          numberWithUnit(exactText(m_snapshot.bound_step_seconds), u"s"_s), Origin::Derived, howItEnded());
  }
  endProof(proof.bound.has_value());
}

/// To what a strategy is compared with, in the unit of the goal.
void Worker::makeDifference(double reference) {
  const bool money = m_snapshot.objective == strategy::Objective::money;
  const bool less = money || m_snapshot.objective == strategy::Objective::gpus;
  const auto value = [&](const cost::Evaluation& e) {
    return money  ? e.money.usd_per_trillion_tokens.value_or(0.0)
           : less ? static_cast<double>(e.gpus_paid())
                  : e.tokens_per_second;
  };
  const auto number = [&](double amount) { return money ? usd(amount) : preciseText(amount); };
  const double first = m_snapshot.best.empty() ? 0.0 : value(m_snapshot.best.front());
  const double own = value(m_e), other = reference > 0.0 ? reference : first;
  begin(less ? FormulaId::DifferenceLess : FormulaId::DifferenceMore, unknownText());
  if (!(own > 0.0) || !(other > 0.0)) return;
  const double share = less ? 1.0 - own / other : own / other - 1.0;
  m_figure.value = signedPercentText(share, kShareDecimals);
  line((less ? u"1 − %1 ÷ %2"_s : u"%1 ÷ %2 − 1"_s).arg(number(own), number(other)), preciseText(share));
  input(less ? u"c"_s : u"v"_s, WorkedWords::tr("This strategy"),
        exactGoalFigureText(m_snapshot.objective, own), Origin::Derived);
  input(less ? u"c₀"_s : u"v₀"_s, WorkedWords::tr("What it is compared with"),
        exactGoalFigureText(m_snapshot.objective, other), Origin::Derived);
}

/// Every runtime with the condition that decides, or what is said of a layout that it runs.
void Worker::makeRunsOn() {
  const RuntimeVerdicts verdicts = m_kind.verdicts(m_problem, m_e);
  begin(FormulaId::RunsOn, runsOnCell(verdicts, m_problem));
  for (const RuntimeVerdict& one : verdicts)
    input({}, QString::fromStdString(one.runtime->title), verdictWord(one.judgement.verdict), Origin::Derived,
          whyText(one.judgement), QString::fromStdString(one.runtime->date));
  if (const QString note = m_kind.runtimesNote(); !note.isEmpty()) m_figure.notes << note;
}

}  // namespace

WorkedFigure workOut(KeyFigure figure, const cost::Evaluation& evaluation, const plan::Snapshot& snapshot,
                     const plan::Plan& asked, const hardware::Catalogue& catalogue,
                     const FigureDetail& detail, const KindWords& kind) {
  return Worker(evaluation, snapshot, asked, catalogue, kind).work(figure, detail);
}

}  // namespace astrolabe::ui
