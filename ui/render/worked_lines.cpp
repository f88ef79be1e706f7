#include "ui/render/worked_lines.h"

#include <QCoreApplication>
#include <QDate>
#include <cmath>

#include "core/base/hours.h"
#include "core/cost/useful_work.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/evidence_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using hardware::CostBasis;

struct LineWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WorkedFigure)
};

}  // namespace

QString WorkedLines::sum(const QStringList& terms) { return terms.isEmpty() ? u"0"_s : terms.join(u" + "_s); }

QString WorkedLines::inBrackets(const QStringList& terms) {
  return terms.size() == 1 ? terms.front() : u"("_s + sum(terms) + u")"_s;
}

QString WorkedLines::product(const QStringList& factors) { return factors.join(u" × "_s); }

QString WorkedLines::usd(double value) { return exactMoneyText(value); }

void WorkedLines::speed() {
  line(u"%1 × %2 ÷ %3"_s.arg(exactText(m_job.global_batch), exactText(m_job.sequence_length),
                             preciseText(m_e.step.value)),
       preciseText(m_e.tokens_per_second));
  batch();
  stepInput();
}

void WorkedLines::step() {
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
      input({}, LineWords::tr("Rounding of the schedule"), numberWithUnit(preciseText(rest), u"s"_s),
            Origin::Derived);
    }
    line(left, preciseText(m_e.step.value));
  }
  constants();
  peaks();
  if (const QString note = m_kind.partsNote(m_e); !note.isEmpty()) m_figure.notes << note;
  if (m_e.step_low > Seconds{})
    m_figure.notes << LineWords::tr("80 % band %1 to %2")
                          .arg(durationText(m_e.step_low.value), durationText(m_e.step_high.value));
  m_figure.notes << evidenceText(cost::evidence_of(m_problem, m_e.strategy));
}

void WorkedLines::mfu() {
  const model::Graph& graph = *m_problem.graph;
  QStringList rates;
  for (const Used& used : m_used)
    if (const auto rate = hardware::peak(used.pool->gpu, m_job.precision); rate && used.gpus > 0)
      rates << product({exactText(used.gpus), exactText(rate->value)});
  const QString layers = exactText(graph.attention_layers());
  const cost::UsefulWork work = cost::useful_work(m_problem);
  const QString passed = exactText(work.passed);
  const QString products = m_job.tuning ? u"%1 × %2 + 2 × %3"_s.arg(exactText(2.0 + 2.0 * work.passes),
                                                                    passed, preciseText(work.trained))
                                        : u"6 × "_s + passed;
  const QString attended = m_job.tuning ? preciseText(work.attended) : exactText(m_job.sequence_length);
  if (!rates.isEmpty())
    line(u"%1 × (%2 + 6 × %3 × %4 × %5) ÷ (%6)"_s.arg(preciseText(m_e.tokens_per_second), products, layers,
                                                      exactText(graph.hidden), attended, sum(rates)),
         preciseText(m_e.mfu));
  speedInput();
  model();
  if (m_job.tuning) {
    input(u"R"_s, LineWords::tr("Trained parameters that a token visits"), exactText(work.trained),
          Origin::Derived);
    m_figure.notes << LineWords::tr(
        "Fine-tuning counts 2 operations of a parameter for each pass forward, 2 for the way back, and 2 "
        "more for the gradient of what is trained.");
    if (work.passes > 1.0)
      m_figure.notes << LineWords::tr("The reference model passes every sample forward once more.");
  }
  gpuCounts();
  peaks();
  speed();
}

void WorkedLines::memory(int stage) {
  const auto at = static_cast<std::size_t>(stage);
  const cost::StageMemory& of = m_e.memory[at];
  const auto gib = [](Bytes bytes) { return numberWithUnit(exactText(in_gib(bytes)), u"GiB"_s); };
  const auto pool = static_cast<std::size_t>(of.pool);
  const hardware::Pool* held =
      pool < m_problem.cluster.pools.size() ? &m_problem.cluster.pools[pool] : nullptr;
  begin(FormulaId::Memory, LineWords::tr("%1 of %2 in stage %3, %4")
                               .arg(gib(of.total), gib(of.limit))
                               .arg(stage + 1)
                               .arg(percentText(of.total / of.limit, kShareDecimals)));
  const QString names[] = {LineWords::tr("Weights"), LineWords::tr("Gradients"),
                           LineWords::tr("Optimizer state"), LineWords::tr("Activations"),
                           LineWords::tr("Workspace")};
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
    input(u"M"_s, LineWords::tr("Memory of %1").arg(text(held->gpu.name)), gib(*held->gpu.memory),
          held->gpu.source.own ? Origin::OwnType : Origin::Catalogue, text(held->gpu.source.text),
          text(held->gpu.source.date));
    jobInput(u"r"_s, LineWords::tr("Headroom"), percentText(headroom), "limits.memory_headroom");
    link(*held);
  }
  if (of.host > Bytes{}) input({}, LineWords::tr("In host memory, beside it"), gib(of.host), Origin::Derived);
}

void WorkedLines::jobHours() {
  line(u"%1 ÷ (%2 × %3)"_s.arg(exactText(m_job.tokens), exactText(kSecondsPerHour),
                               preciseText(m_e.tokens_per_second)),
       preciseText(m_e.hours_for_job));
  tokens();
  speedInput();
}

void WorkedLines::powerLine() {
  QStringList parts;
  for (const Used& used : m_used) {
    if (used.paid == 0) continue;
    const QString machine = preciseText(used.pool->billed_watts());
    const double switches = used.pool->network_power.value;
    parts << product(
        {exactText(used.paid), switches > 0.0 ? inBrackets({machine, preciseText(switches)}) : machine});
  }
  line(u"%1 × %2 ÷ %3"_s.arg(preciseText(m_job.cost.pue), inBrackets(parts), exactText(1000.0)),
       preciseText(m_e.money.power_kw));
  paidCounts();
  power();
  if (m_e.money.power_estimated)
    m_figure.notes << LineWords::tr("Machines without a published figure, and switches, are estimates.");
}

void WorkedLines::hourMoney() {
  const strategy::Cost& cost = m_job.cost;
  const bool rents = cost.basis == CostBasis::rent, buys = cost.basis == CostBasis::buy;
  QStringList hardware, parts;
  double hosted = m_e.money.it_kw();
  bool idles = false;
  for (const Used& used : m_used) {
    const std::optional<double> price = priceOf(*used.pool);
    if ((rents || buys) && price) {
      const bool network = buys && used.pool->network_per_gpu;
      const QString each =
          network ? u"(%1 + %2)"_s.arg(usd(*price), usd(used.pool->network_per_gpu->value)) : usd(*price);
      for (const int gpus : {used.paid, used.idle})
        if (gpus > 0) hardware << product({exactText(gpus), each});
    }
    hosted += used.idle * (used.pool->billed_watts() + used.pool->network_power.value) / 1000.0;
    idles = idles || used.idle > 0;
  }
  if (rents) parts << hardware;
  if (buys && !hardware.isEmpty())
    parts << u"%1 × (1 − %2) ÷ (%3 × %4 × %5)"_s.arg(inBrackets(hardware), preciseText(cost.residual),
                                                     exactText(kHoursPerYear), preciseText(cost.years),
                                                     preciseText(cost.utilisation));
  if (!rents) {
    parts << product({preciseText(m_e.money.power_kw), usd(cost.usd_per_kwh)});
    if (const auto hosting = cost.hosting_usd_per_kw_month; hosting && *hosting > 0.0)
      parts << u"%1 ÷ (%2 × %3)"_s.arg(product({preciseText(hosted), usd(*hosting)}),
                                       exactText(kHoursPerMonth), preciseText(cost.utilisation));
  }
  line(sum(parts), usd(m_e.money.usd_per_hour->value));
  if (idles) {
    const Formula idle = formulaOf(FormulaId::Idle);
    m_figure.notes
        << LineWords::tr("%1: %2", "what a formula is of, the formula").arg(idle.name, idle.symbols);
  }
  noteRate();
  paidCounts();
  if (rents || buys) prices();
  costs();
  if (rents) return;
  powerInput();
  if (cost.hosting_usd_per_kw_month.value_or(0.0) > 0.0)
    input(u"w′"_s, LineWords::tr("Power that is hosted, without the facility's"),
          numberWithUnit(exactText(hosted), u"kW"_s), Origin::Derived);
  powerLine();
}

void WorkedLines::noteRate() {
  if (const QString rate = rateText(QDate::currentDate()); !rate.isEmpty()) m_figure.notes << rate;
}

bool WorkedLines::priced() {
  if (m_e.money.usd_per_hour && m_e.money.usd_per_trillion_tokens) return true;
  m_figure.value = LineWords::tr("no price");
  m_figure.notes << LineWords::tr("A GPU in use has no price, and an unknown price is not counted as zero.");
  paidCounts();
  prices();
  return false;
}

void WorkedLines::goodput() {
  const cost::Goodput& good = m_e.goodput;
  const strategy::Reliability& stated = m_job.reliability;
  const double failures = good.failures_per_gpu_hour * m_e.gpus_used() + good.interruptions_per_hour;
  const QString work = preciseText(good.checkpoint_interval_seconds),
                write = preciseText(good.checkpoint_seconds);
  if (failures > 0.0) {
    const double mean = kSecondsPerHour / failures;
    const QString m = preciseText(mean);
    line(u"%1 ÷ (%2 × e^(%3 ÷ %2) × (e^((%1 + %4) ÷ %2) − 1))"_s.arg(
             work, m, preciseText(good.restart_seconds), write),
         preciseText(good.share / good.available));
    input(u"m"_s, LineWords::tr("Mean time between failures"), numberWithUnit(exactText(mean), u"s"_s),
          Origin::Derived);
    input(u"λ"_s, LineWords::tr("GPU failures per hour"), smallText(good.failures_per_gpu_hour),
          stated.failures_per_gpu_hour ? Origin::Stated : Origin::Assumed,
          stated.failures_per_gpu_hour ? LineWords::tr("the job of this plan")
                                       : LineWords::tr("published for Llama 3 on 16,384 H100"),
          stated.failures_per_gpu_hour ? QString() : u"2024-07"_s);
    if (good.interruptions_per_hour > 0.0)
      input(u"u"_s, LineWords::tr("Interruptions of spot per hour, of all nodes"),
            smallText(good.interruptions_per_hour), Origin::Derived);
  } else {
    line(u"%1 ÷ (%1 + %2)"_s.arg(work, write), preciseText(good.share / good.available));
  }
  if (good.repair_hours) {
    line(product({preciseText(good.share / good.available), preciseText(good.available)}),
         preciseText(good.share));
    input(u"w"_s, LineWords::tr("Share of the hours that do not wait for a repair"),
          preciseText(good.available), Origin::Derived);
    input(u"r"_s, LineWords::tr("Mean time to repair"), numberWithUnit(exactText(*good.repair_hours), u"h"_s),
          stated.repair_hours ? Origin::Stated : Origin::Assumed,
          stated.repair_hours ? LineWords::tr("the job of this plan")
                              : LineWords::tr("clusters range from under an hour to over a day"),
          stated.repair_hours ? QString() : u"2006-06"_s);
  }
  const bool asStated = stated.checkpoint_interval_seconds == good.checkpoint_interval_seconds;
  input(u"τ"_s, LineWords::tr("Work between checkpoints"),
        numberWithUnit(exactText(good.checkpoint_interval_seconds), u"s"_s),
        asStated ? Origin::Stated : Origin::Derived,
        asStated                             ? LineWords::tr("the job of this plan")
        : stated.checkpoint_interval_seconds ? LineWords::tr("the whole job")
                                             : LineWords::tr("the best interval"));
  input(u"s"_s, LineWords::tr("Writing a checkpoint"),
        numberWithUnit(exactText(good.checkpoint_seconds), u"s"_s),
        stated.storage_gb_per_s ? Origin::Derived : Origin::Assumed,
        stated.storage_gb_per_s ? LineWords::tr("storage as the job states it")
                                : LineWords::tr("storage as published for Llama 3"),
        stated.storage_gb_per_s ? QString() : u"2024-07"_s);
  input(u"R"_s, LineWords::tr("Restart time"), numberWithUnit(exactText(good.restart_seconds), u"s"_s),
        stated.restart_seconds ? Origin::Stated : Origin::Assumed,
        stated.restart_seconds ? LineWords::tr("the job of this plan, and reading the checkpoint")
                               : LineWords::tr("600 s, and reading the checkpoint"));
}

}  // namespace astrolabe::ui
