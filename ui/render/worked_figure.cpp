#include "ui/render/worked_figure.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/base/hours.h"
#include "ui/render/answer_text.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/proof_figures.h"
#include "ui/render/strategy_words.h"
#include "ui/render/text.h"
#include "ui/render/worked_inputs.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using hardware::CostBasis;

struct WorkedWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WorkedFigure)
};

constexpr int kShareDecimals = 6;

QString sum(const QStringList& terms) { return terms.isEmpty() ? u"0"_s : terms.join(u" + "_s); }
QString inBrackets(const QStringList& terms) {
  return terms.size() == 1 ? terms.front() : u"("_s + sum(terms) + u")"_s;
}
QString product(const QStringList& factors) { return factors.join(u" × "_s); }
QString usd(double value) { return exactMoneyText(value); }

/// One figure, line by line, each line with what it takes.
class Worker : public WorkedInputs {
 public:
  using WorkedInputs::WorkedInputs;
  WorkedFigure work(KeyFigure figure, const FigureDetail& detail);

 private:
  void speed() {
    line(u"%1 × %2 ÷ %3"_s.arg(exactText(m_job.global_batch), exactText(m_job.sequence_length),
                               preciseText(m_e.step.value)),
         preciseText(m_e.tokens_per_second));
    batch();
    stepInput();
  }
  void step();
  void mfu() {
    const model::Graph& graph = *m_problem.graph;
    QStringList rates;
    for (const Used& used : m_used)
      if (const auto rate = hardware::peak(used.pool->gpu, m_job.precision); rate && used.gpus > 0)
        rates << product({exactText(used.gpus), exactText(rate->value)});
    const QString layers = exactText(graph.layer_count());
    if (!rates.isEmpty())
      line(u"%1 × (6 × %2 + 6 × %3 × %4 × %5) ÷ (%6)"_s.arg(
               preciseText(m_e.tokens_per_second),
               exactText(static_cast<double>(graph.parameters_active - graph.parameters_embedding)), layers,
               exactText(graph.hidden), exactText(m_job.sequence_length), sum(rates)),
           preciseText(m_e.mfu));
    speedInput();
    model();
    gpuCounts();
    peaks();
    speed();
  }
  void memory(int stage);
  void jobHours() {
    line(u"%1 ÷ (%2 × %3)"_s.arg(exactText(m_job.tokens), exactText(kSecondsPerHour),
                                 preciseText(m_e.tokens_per_second)),
         preciseText(m_e.hours_for_job));
    tokens();
    speedInput();
  }
  void powerLine() {
    QStringList parts;
    for (const Used& used : m_used)
      if (used.gpus > 0) parts << product({exactText(used.gpus), preciseText(used.pool->gpu_power.value)});
    line(u"%1 ÷ %2"_s.arg(inBrackets(parts), exactText(1000.0)), preciseText(m_e.money.power_kw));
    gpuCounts();
    power();
  }
  void hourMoney();
  /// What a dollar is worth, where money is shown in another currency.
  void noteRate() {
    if (const QString rate = rateText(QDate::currentDate()); !rate.isEmpty()) m_figure.notes << rate;
  }
  void goodput();
  void difference(double reference);
  void proof(KeyFigure figure);
  bool priced() {
    if (m_e.money.usd_per_hour && m_e.money.usd_per_trillion_tokens) return true;
    m_figure.value = WorkedWords::tr("no price");
    m_figure.notes << WorkedWords::tr(
        "A GPU that is used has no price: what is not known is not counted as nothing.");
    gpuCounts();
    prices();
    return false;
  }
  FormulaId hourFormula() const {
    return m_job.cost.basis == CostBasis::rent  ? FormulaId::HourRent
           : m_job.cost.basis == CostBasis::buy ? FormulaId::HourBuy
                                                : FormulaId::HourOwn;
  }
};

/// The parts of the step as the stage that ends it sees them.
void Worker::step() {
  QStringList parts;
  for (int k = 0; k < cost::kParts; ++k)
    if (const auto part = static_cast<cost::Part>(k); m_e.time[part] > 0.0) {
      parts << preciseText(m_e.time[part]);
      input({}, partName(part), numberWithUnit(exactText(m_e.time[part]), u"s"_s), Origin::Derived);
    }
  // Times of a schedule stand on a grid, those of its parts do not.
  constexpr double kNothing = 1e-13, kGrid = 1e-6;
  const double rest = m_e.step.value - m_e.time.total();
  if (!parts.isEmpty() && std::abs(rest) <= kGrid * m_e.step.value) {
    QString left = sum(parts);
    if (std::abs(rest) > kNothing * m_e.step.value) {
      left += (rest < 0.0 ? u" − "_s : u" + "_s) + preciseText(std::abs(rest));
      input({}, WorkedWords::tr("Rounding of the schedule"), numberWithUnit(preciseText(rest), u"s"_s),
            Origin::Derived);
    }
    line(left, preciseText(m_e.step.value));
  }
  constants();
  peaks();
  if (!m_e.strategy.is_program())
    m_figure.notes << WorkedWords::tr(
                          "Added up are the parts that the stage sees whose last operation ends the step: "
                          "stage %1.")
                          .arg(m_e.critical_stage + 1);
  if (m_e.step_low > Seconds{})
    m_figure.notes << WorkedWords::tr("80 % band %1 to %2")
                          .arg(durationText(m_e.step_low.value), durationText(m_e.step_high.value));
}

void Worker::memory(int stage) {
  const auto at = static_cast<std::size_t>(stage);
  const cost::StageMemory& of = m_e.memory[at];
  const auto gib = [](Bytes bytes) { return numberWithUnit(exactText(in_gib(bytes)), u"GiB"_s); };
  const auto pool = static_cast<std::size_t>(of.pool);
  const hardware::Pool* held =
      pool < m_problem.cluster.pools.size() ? &m_problem.cluster.pools[pool] : nullptr;
  begin(FormulaId::Memory, WorkedWords::tr("%1 of %2 in stage %3, %4")
                               .arg(gib(of.total), gib(of.limit))
                               .arg(stage + 1)
                               .arg(percentText(of.total / of.limit, kShareDecimals)));
  const QString names[] = {WorkedWords::tr("Weights"), WorkedWords::tr("Gradients"),
                           WorkedWords::tr("Optimizer state"), WorkedWords::tr("Activations"),
                           WorkedWords::tr("Workspace")};
  const Bytes parts[] = {of.weights, of.gradients, of.optimizer, of.activations, of.workspace};
  const QString letters = u"WJOAX"_s;
  QStringList terms;
  for (std::size_t i = 0; i < std::size(parts); ++i) {
    terms << preciseText(in_gib(parts[i]));
    input(letters.mid(static_cast<qsizetype>(i), 1), names[i], gib(parts[i]), Origin::Derived);
  }
  line(sum(terms), preciseText(in_gib(of.total)));
  if (held != nullptr && held->gpu.memory) {
    const double headroom = m_job.limits.memory_headroom;
    line(u"%1 × (1 − %2)"_s.arg(preciseText(in_gib(*held->gpu.memory)), preciseText(headroom)),
         preciseText(in_gib(of.limit)));
    input(u"M"_s, WorkedWords::tr("Memory of %1").arg(text(held->gpu.name)), gib(*held->gpu.memory),
          held->gpu.source.own ? Origin::OwnType : Origin::Catalogue, text(held->gpu.source.text),
          text(held->gpu.source.date));
    jobInput(u"r"_s, WorkedWords::tr("Headroom"), percentText(headroom), "limits.memory_headroom");
    link(*held);
  }
  if (of.host > Bytes{})
    input({}, WorkedWords::tr("In host memory, beside it"), gib(of.host), Origin::Derived);
}

void Worker::hourMoney() {
  const strategy::Cost& cost = m_job.cost;
  const bool rents = cost.basis == CostBasis::rent, buys = cost.basis == CostBasis::buy;
  QStringList hardware, parts;
  double hosted = m_e.money.power_kw;
  bool idles = false;
  for (const Used& used : m_used) {
    const std::optional<double> price = priceOf(*used.pool);
    if ((rents || buys) && price) {
      const bool network = buys && used.pool->network_per_gpu;
      const QString each =
          network ? u"(%1 + %2)"_s.arg(usd(*price), usd(used.pool->network_per_gpu->value)) : usd(*price);
      for (const int gpus : {used.gpus, used.idle})
        if (gpus > 0) hardware << product({exactText(gpus), each});
    }
    hosted += used.idle * used.pool->gpu_power.value / 1000.0;
    idles = idles || used.idle > 0;
  }
  if (rents) parts << hardware;
  if (buys && !hardware.isEmpty())
    parts << u"%1 × (1 − %2) ÷ (%3 × %4 × %5)"_s.arg(inBrackets(hardware), preciseText(cost.residual),
                                                     exactText(kHoursPerYear), preciseText(cost.years),
                                                     preciseText(cost.utilisation));
  if (!rents) {
    parts << product({preciseText(m_e.money.power_kw), preciseText(cost.pue), usd(cost.usd_per_kwh)});
    if (const auto hosting = cost.hosting_usd_per_kw_month; hosting && *hosting > 0.0)
      parts << product({preciseText(hosted), usd(*hosting)}) + u" ÷ "_s + exactText(kHoursPerMonth);
  }
  line(sum(parts), usd(m_e.money.usd_per_hour->value));
  if (idles) {
    const Formula idle = formulaOf(FormulaId::Idle);
    m_figure.notes
        << WorkedWords::tr("%1: %2", "what a formula is of, the formula").arg(idle.name, idle.symbols);
  }
  noteRate();
  gpuCounts();
  if (rents || buys) prices();
  costs();
  if (rents) return;
  powerInput();
  powerLine();
}

void Worker::goodput() {
  const cost::Goodput& good = m_e.goodput;
  const strategy::Reliability& stated = m_job.reliability;
  const double failures = good.failures_per_gpu_hour * m_e.gpus_used();
  const QString work = preciseText(good.checkpoint_interval_seconds),
                write = preciseText(good.checkpoint_seconds);
  if (failures > 0.0) {
    const double mean = kSecondsPerHour / failures;
    const QString m = preciseText(mean);
    line(u"%1 ÷ (%2 × e^(%3 ÷ %2) × (e^((%1 + %4) ÷ %2) − 1))"_s.arg(
             work, m, preciseText(good.restart_seconds), write),
         preciseText(good.share));
    input(u"m"_s, WorkedWords::tr("Mean time between failures"), numberWithUnit(exactText(mean), u"s"_s),
          Origin::Derived);
    input(u"λ"_s, WorkedWords::tr("Failures of a GPU in an hour"), smallText(good.failures_per_gpu_hour),
          stated.failures_per_gpu_hour ? Origin::Stated : Origin::Assumed,
          stated.failures_per_gpu_hour ? WorkedWords::tr("the job of this plan")
                                       : WorkedWords::tr("published for Llama 3 on 16,384 H100"),
          stated.failures_per_gpu_hour ? QString() : u"2024-07"_s);
  } else {
    line(u"%1 ÷ (%1 + %2)"_s.arg(work, write), preciseText(good.share));
  }
  input(u"τ"_s, WorkedWords::tr("Work between checkpoints"),
        numberWithUnit(exactText(good.checkpoint_interval_seconds), u"s"_s),
        stated.checkpoint_interval_seconds ? Origin::Stated : Origin::Derived,
        stated.checkpoint_interval_seconds ? WorkedWords::tr("the job of this plan")
                                           : WorkedWords::tr("the best interval"));
  input(u"s"_s, WorkedWords::tr("Writing a checkpoint"),
        numberWithUnit(exactText(good.checkpoint_seconds), u"s"_s),
        stated.storage_gb_per_s ? Origin::Derived : Origin::Assumed,
        stated.storage_gb_per_s ? WorkedWords::tr("storage as the job states it")
                                : WorkedWords::tr("storage as published for Llama 3"),
        stated.storage_gb_per_s ? QString() : u"2024-07"_s);
  input(u"R"_s, WorkedWords::tr("A restart"), numberWithUnit(exactText(good.restart_seconds), u"s"_s),
        stated.restart_seconds ? Origin::Stated : Origin::Assumed,
        stated.restart_seconds ? WorkedWords::tr("the job of this plan, and reading the checkpoint")
                               : WorkedWords::tr("600 s, and reading the checkpoint"));
}

/// Best, bound and gap, in the unit of the goal.
void Worker::proof(KeyFigure figure) {
  const ProofFigures proof = proofFigures(m_snapshot);
  const strategy::Objective goal = m_snapshot.objective;
  const bool money = goal == strategy::Objective::money, few = goal == strategy::Objective::gpus;
  const auto number = [&](double value) { return money ? usd(value) : preciseText(value); };
  const QString how = endText(m_snapshot);
  if (figure == KeyFigure::Gap) {
    begin(FormulaId::Gap, proof.gap ? percentText(*proof.gap, kShareDecimals) : unknownText());
    if (proof.gap) {
      line(u"|%1 − %2| ÷ %2"_s.arg(number(*proof.bound), number(*proof.best)), preciseText(*proof.gap));
      input(u"a"_s, WorkedWords::tr("The first of the ranking"), exactGoalFigureText(goal, *proof.best),
            Origin::Derived);
      input(u"b"_s, WorkedWords::tr("What no strategy can beat"), exactGoalFigureText(goal, *proof.bound),
            Origin::Derived, how);
    }
    if (goal == strategy::Objective::pareto && m_snapshot.has_bound)
      m_figure.notes << WorkedWords::tr("Of the speed alone; the set of time and money is at most %1 short")
                            .arg(percentText(m_snapshot.gap));
  } else {
    begin(money ? FormulaId::BoundMoney
          : few ? FormulaId::BoundGpus
                : FormulaId::BoundSpeed,
          proof.bound ? exactGoalFigureText(goal, *proof.bound) : unknownText());
    if (proof.bound && money) {
      line(u"%1 × (1 − %2)"_s.arg(usd(*proof.best), preciseText(m_snapshot.gap)), usd(*proof.bound));
      input(u"a"_s, WorkedWords::tr("The first of the ranking"), exactGoalFigureText(goal, *proof.best),
            Origin::Derived);
      input(u"d"_s, WorkedWords::tr("The share by which another could be cheaper"),
            percentText(m_snapshot.gap, kShareDecimals), Origin::Derived, how);
    } else if (proof.bound && !few) {
      line(u"%1 × %2 ÷ %3"_s.arg(exactText(m_job.global_batch), exactText(m_job.sequence_length),
                                 preciseText(m_snapshot.bound_step_seconds)),
           preciseText(*proof.bound));
      batch();
      input(u"T*"_s, WorkedWords::tr("No step can be shorter"),
            numberWithUnit(exactText(m_snapshot.bound_step_seconds), u"s"_s), Origin::Derived, how);
    }
  }
  if (!(figure == KeyFigure::Gap ? proof.gap : proof.bound))
    m_figure.notes << WorkedWords::tr("The search has no bound yet, or none that says anything.");
  m_figure.notes << how;
  if (money) noteRate();
}

/// To what a strategy is compared with, in the unit of the goal.
void Worker::difference(double reference) {
  const bool money = m_snapshot.objective == strategy::Objective::money;
  const bool less = money || m_snapshot.objective == strategy::Objective::gpus;
  const auto value = [&](const cost::Evaluation& e) {
    return money  ? e.money.usd_per_trillion_tokens.value_or(0.0)
           : less ? static_cast<double>(e.gpus_used())
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

WorkedFigure Worker::work(KeyFigure figure, const FigureDetail& detail) {
  int stage = detail.stage;
  const cost::Money& money = m_e.money;
  const cost::Goodput& good = m_e.goodput;
  m_figure.subject = m_e.strategy.is_program() ? WorkedWords::tr("program") : degreesText(m_e.strategy);
  if (figure == KeyFigure::Best)
    figure = m_snapshot.objective == strategy::Objective::money  ? KeyFigure::TokensMoney
             : m_snapshot.objective == strategy::Objective::gpus ? KeyFigure::Gpus
                                                                 : KeyFigure::Speed;
  switch (figure) {
    case KeyFigure::Speed:
      begin(FormulaId::Speed, numberWithUnit(exactText(m_e.tokens_per_second), WorkedWords::tr("tokens/s")));
      speed();
      step();
      m_figure.inBreakdown = true;
      break;
    case KeyFigure::SpeedOfGpu:
      begin(FormulaId::SpeedOfGpu,
            WorkedWords::tr("%1 tokens/s and GPU").arg(exactText(m_e.tokens_per_second_per_gpu)));
      line(u"%1 ÷ %2"_s.arg(preciseText(m_e.tokens_per_second), exactText(m_e.gpus_used())),
           preciseText(m_e.tokens_per_second_per_gpu));
      speedInput();
      gpuCounts();
      speed();
      break;
    case KeyFigure::Step:
      begin(FormulaId::Step, numberWithUnit(exactText(m_e.step.value), u"s"_s));
      step();
      m_figure.inBreakdown = true;
      break;
    case KeyFigure::Mfu:
      begin(FormulaId::Mfu, percentText(m_e.mfu, kShareDecimals));
      mfu();
      break;
    case KeyFigure::Bubble:
      begin(FormulaId::Bubble, percentText(m_e.bubble_share(), kShareDecimals));
      line(u"%1 ÷ %2"_s.arg(preciseText(m_e.time[cost::Part::pipeline_bubble]), preciseText(m_e.step.value)),
           preciseText(m_e.bubble_share()));
      input(u"β"_s, partName(cost::Part::pipeline_bubble),
            numberWithUnit(exactText(m_e.time[cost::Part::pipeline_bubble]), u"s"_s), Origin::Derived,
            WorkedWords::tr("stage %1").arg(m_e.critical_stage + 1));
      stepInput();
      m_figure.inBreakdown = true;
      break;
    case KeyFigure::Memory: {
      if (stage < 0 || stage >= static_cast<int>(m_e.memory.size())) stage = m_e.fullest_stage();
      begin(FormulaId::Memory, unknownText());
      if (stage >= 0) memory(stage);
      m_figure.inBreakdown = true;
      break;
    }
    case KeyFigure::Gpus: {
      begin(FormulaId::Gpus, wholeText(m_e.gpus_used()));
      QStringList counts;
      for (const Used& used : m_used)
        if (used.gpus > 0) counts << exactText(used.gpus);
      line(sum(counts), exactText(m_e.gpus_used()));
      gpuCounts();
      break;
    }
    case KeyFigure::JobHours:
      begin(FormulaId::JobHours, WorkedWords::tr("%1 hours").arg(exactText(m_e.hours_for_job)));
      jobHours();
      speed();
      break;
    case KeyFigure::JobMoney:
      begin(FormulaId::JobMoney, {});
      if (!priced() || !money.usd_for_job) break;
      m_figure.value = usd(money.usd_for_job->value);
      line(product({usd(money.usd_per_hour->value), preciseText(m_e.hours_for_job)}), m_figure.value);
      hourInput();
      hoursInput();
      hourMoney();
      jobHours();
      speed();
      break;
    case KeyFigure::TokensMoney:
      begin(FormulaId::TokensMoney, {});
      m_figure.inBreakdown = true;
      if (!priced()) break;
      m_figure.value = WorkedWords::tr("%1 for 10¹² tokens").arg(usd(*money.usd_per_trillion_tokens));
      line(u"10¹² × %1 ÷ (%2 × %3)"_s.arg(usd(money.usd_per_hour->value), exactText(kSecondsPerHour),
                                          preciseText(m_e.tokens_per_second)),
           usd(*money.usd_per_trillion_tokens));
      hourInput();
      speedInput();
      hourMoney();
      speed();
      break;
    case KeyFigure::HourMoney:
      begin(hourFormula(), {});
      m_figure.inBreakdown = true;
      if (!priced()) break;
      m_figure.value = WorkedWords::tr("%1 an hour").arg(usd(money.usd_per_hour->value));
      hourMoney();
      break;
    case KeyFigure::Power:
      begin(FormulaId::Power, numberWithUnit(exactText(money.power_kw), u"kW"_s));
      powerLine();
      break;
    case KeyFigure::Energy:
      begin(FormulaId::Energy, numberWithUnit(exactText(money.energy_kwh_for_job), u"kWh"_s));
      line(product({preciseText(money.power_kw), preciseText(m_e.hours_for_job)}),
           preciseText(money.energy_kwh_for_job));
      powerInput();
      hoursInput();
      powerLine();
      jobHours();
      break;
    case KeyFigure::Goodput:
    case KeyFigure::HoursWithFailures:
    case KeyFigure::MoneyWithFailures: {
      const bool share = figure == KeyFigure::Goodput, dear = figure == KeyFigure::MoneyWithFailures;
      begin(share  ? FormulaId::Goodput
            : dear ? FormulaId::MoneyWithFailures
                   : FormulaId::HoursWithFailures,
            unknownText());
      m_figure.inBreakdown = true;
      if (good.hours_for_job <= 0.0 || (dear && !good.usd_for_job)) break;
      if (dear) {
        m_figure.value = usd(good.usd_for_job->value);
        line(product({usd(money.usd_per_hour->value), preciseText(good.hours_for_job)}), m_figure.value);
        hourInput();
      }
      if (!share) {
        if (!dear) m_figure.value = WorkedWords::tr("%1 hours").arg(exactText(good.hours_for_job));
        line(u"(%1 + %2) ÷ %3"_s.arg(preciseText(m_e.hours_for_job), preciseText(good.ramp_up_hours),
                                     preciseText(good.share)),
             preciseText(good.hours_for_job));
        hoursInput();
        input(u"H′"_s, WorkedWords::tr("Hours that a growing batch adds"), exactText(good.ramp_up_hours),
              Origin::Derived);
      } else {
        m_figure.value = percentText(good.share, kShareDecimals);
      }
      goodput();
      if (!share) jobHours();
      break;
    }
    case KeyFigure::Best:
      break;
    case KeyFigure::Bound:
    case KeyFigure::Gap:
      m_figure.subject.clear();
      proof(figure);
      break;
    case KeyFigure::Difference:
      difference(detail.reference);
      break;
  }
  return std::move(m_figure);
}

}  // namespace

WorkedFigure workOut(KeyFigure figure, const cost::Evaluation& evaluation, const plan::Snapshot& snapshot,
                     const plan::Plan& asked, const hardware::Catalogue& catalogue,
                     const FigureDetail& detail) {
  return Worker(evaluation, snapshot, asked, catalogue).work(figure, detail);
}

}  // namespace astrolabe::ui
