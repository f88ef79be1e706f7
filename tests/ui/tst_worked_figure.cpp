// ui/render/worked_figure: every line that it writes is read back and computed, and the first one gives the
// figure that core found.
#include <QtTest>
#include <cmath>

#include "core/engine.h"
#include "core/hardware/pool_price.h"
#include "core/plan/plan_file.h"
#include "core/plan/samples.h"
#include "tests/program/test_program.h"
#include "tests/ui/worked_lines.h"
#include "ui/render/evidence_words.h"
#include "ui/render/numbers.h"
#include "ui/render/proof_figures.h"
#include "ui/render/runtime_words.h"
#include "ui/render/worked_figure.h"

namespace tst_worked_figure {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using Origin = FormulaInput::Origin;

namespace {

/// The number that core has for a figure.
std::optional<double> coreValue(KeyFigure figure, const cost::Evaluation& e) {
  const auto value = [](const auto& money) {
    return money ? std::optional<double>(money->value) : std::optional<double>();
  };
  switch (figure) {
    case KeyFigure::Speed:
      return e.tokens_per_second;
    case KeyFigure::SpeedOfGpu:
      return e.tokens_per_second_per_gpu;
    case KeyFigure::Step:
      return e.step.value;
    case KeyFigure::Mfu:
      return e.mfu;
    case KeyFigure::Bubble:
      return e.bubble_share();
    case KeyFigure::Memory:
      return in_gib(e.memory[std::size_t(e.fullest_stage())].total);
    case KeyFigure::Gpus:
      return e.gpus_used();
    case KeyFigure::GpusPaid:
      return e.gpus_paid();
    case KeyFigure::JobHours:
      return e.hours_for_job;
    case KeyFigure::JobMoney:
      return value(e.money.usd_for_job);
    case KeyFigure::TokensMoney:
      return e.money.usd_per_trillion_tokens;
    case KeyFigure::HourMoney:
      return value(e.money.usd_per_hour);
    case KeyFigure::Power:
      return e.money.power_kw;
    case KeyFigure::Energy:
      return e.money.energy_kwh_for_job;
    case KeyFigure::Goodput:
      return e.goodput.share;
    case KeyFigure::HoursWithFailures:
      return e.outcome.hours;
    case KeyFigure::MoneyWithFailures:
      return value(e.outcome.usd);
    case KeyFigure::Best:
    case KeyFigure::Bound:
    case KeyFigure::Gap:
    case KeyFigure::Difference:
    case KeyFigure::RunsOn:
      break;
  }
  return std::nullopt;
}

constexpr KeyFigure kOfStrategies[] = {KeyFigure::Speed,
                                       KeyFigure::SpeedOfGpu,
                                       KeyFigure::Step,
                                       KeyFigure::Mfu,
                                       KeyFigure::Bubble,
                                       KeyFigure::Memory,
                                       KeyFigure::Gpus,
                                       KeyFigure::GpusPaid,
                                       KeyFigure::JobHours,
                                       KeyFigure::JobMoney,
                                       KeyFigure::TokensMoney,
                                       KeyFigure::HourMoney,
                                       KeyFigure::Power,
                                       KeyFigure::Energy,
                                       KeyFigure::Goodput,
                                       KeyFigure::HoursWithFailures,
                                       KeyFigure::MoneyWithFailures};

struct Asked {
  plan::Plan plan;
  plan::SnapshotPtr snapshot;
  std::optional<planning::Option> winner;  ///< with what failures make of it
};

/// Searches the plan, in the goal that it has.
Asked ask(plan::Plan plan) {
  Asked asked{std::move(plan), nullptr, {}};
  const auto problem = plan::make_problem(asked.plan, hardware::Catalogue::built_in());
  if (!problem) return asked;
  SearchOptions options;
  options.objective = asked.plan.objective;
  asked.snapshot = run_search(*problem, options);
  if (asked.snapshot->best.empty()) return asked;
  if (auto found = detail(*problem, asked.snapshot->best.front().strategy)) asked.winner = std::move(*found);
  return asked;
}

WorkedFigure work(const Asked& asked, KeyFigure figure) {
  return workOut(figure, asked.winner->evaluation, *asked.snapshot, asked.plan,
                 hardware::Catalogue::built_in());
}

}  // namespace

class TestWorkedFigure : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  void theCalculator() {
    QCOMPARE(Calculator::of(u"64 × 8,192 ÷ 13.1072"_s), 40000.0);
    QCOMPARE(Calculator::of(u"(1 + 2) × $3 − 4 ÷ 2"_s), 7.0);
    QCOMPARE(Calculator::of(u"|1 − 3| ÷ 4"_s), 0.5);
    QCOMPARE(Calculator::of(u"−0.25"_s), -0.25);
    QCOMPARE(Calculator::of(u"10¹² × (2.5 × 10⁻³)"_s), 2.5e9);
    QCOMPARE(Calculator::of(u"10 × e^(0)"_s), 10.0);
    QVERIFY(std::isnan(Calculator::of(u"1 +"_s)));
    QVERIFY(std::isnan(Calculator::of(u"2 x 3"_s)));
  }

  /// What is written is what was meant, to fourteen digits.
  void numbersKeepTheirDigits() {
    for (const double value : {0.0, 1.0, 0.1, 0.0625, 13.336812345678901, 1.0 / 3.0, 2.0 / 30000.0, 7.3e-9,
                               6.9e10, 524288.0 / 13.3368}) {
      const double back = Calculator::of(preciseText(value));
      QVERIFY2(std::abs(back - value) <= 1e-14 * value, qPrintable(preciseText(value)));
    }
    QCOMPARE(preciseText(0.1), u"0.1"_s);
    QVERIFY(preciseText(2.0 / 30000.0).contains(u"10⁻⁵"_s));
  }

  /// By hand: 64 sequences of 8,192 tokens in 13.1072 s are 524,288 / 13.1072 = 40,000 tokens/s. 32 GPUs at
  /// $3 and 32 at $1.5 cost $144 an hour, 10¹² x 144 / (3,600 x 40,000) = $1,000,000. 4.32 x 10¹² tokens take
  /// 4.32e12 / 40,000 / 3,600 = 30,000 h and 30,000 x 144 = $4,320,000.
  void byHand() {
    auto problem = std::make_shared<strategy::Problem>();
    problem->job.global_batch = 64;
    problem->job.sequence_length = 8192;
    problem->job.tokens = 4.32e12;
    problem->job.stated = {"global_batch", "sequence_length"};
    problem->cluster.pools.resize(2);
    plan::Plan plan;
    for (const auto& [at, id, price] : {std::tuple(0, "new", 3.0), std::tuple(1, "old", 1.5)}) {
      hardware::Pool& pool = problem->cluster.pools[std::size_t(at)];
      pool.id = id;
      pool.nodes = 4;
      pool.gpus_per_node = 8;
      pool.usd_per_gpu_hour = UsdPerHour{price};
      hardware::PoolSpec spec;
      spec.id = id;
      spec.usd_per_gpu_hour = price;
      plan.cluster.pools.push_back(spec);
    }
    plan::Snapshot snapshot;
    snapshot.problem = problem;
    cost::Evaluation e;
    e.gpus = {32, 32};
    e.step = {13.1072};
    e.tokens_per_second = 40000.0;
    e.hours_for_job = 30000.0;
    e.money.usd_per_hour = UsdPerHour{144.0};
    e.money.usd_per_trillion_tokens = 1e6;
    e.money.usd_for_job = Usd{4.32e6};
    snapshot.best.push_back(e);
    const auto worked = [&](KeyFigure figure) {
      return workOut(figure, e, snapshot, plan, hardware::Catalogue::built_in());
    };
    QCOMPARE(worked(KeyFigure::Speed).worked.front(), u"64 × 8,192 ÷ 13.1072 = 40,000"_s);
    QCOMPARE(worked(KeyFigure::HourMoney).worked, QStringList{u"32 × $3 + 32 × $1.5 = $144"_s});
    QCOMPARE(worked(KeyFigure::HourMoney).formula.symbols, u"C = Σ g′ q"_s);
    const WorkedFigure tokens = worked(KeyFigure::TokensMoney);
    QCOMPARE(tokens.worked,
             (QStringList{u"10¹² × $144 ÷ (3,600 × 40,000) = $1,000,000"_s, u"32 × $3 + 32 × $1.5 = $144"_s,
                          u"64 × 8,192 ÷ 13.1072 = 40,000"_s}));
    QCOMPARE(tokens.value, u"$1,000,000 for 10¹² tokens"_s);
    QCOMPARE(worked(KeyFigure::JobMoney).worked.front(), u"$144 × 30,000 = $4,320,000"_s);
    QCOMPARE(worked(KeyFigure::JobHours).worked.front(), u"4,320,000,000,000 ÷ (3,600 × 40,000) = 30,000"_s);
    QCOMPARE(worked(KeyFigure::Gpus).worked, QStringList{u"32 + 32 = 64"_s});
    // Where each is from: what a job or a pool states, what nobody stated, what was computed.
    QCOMPARE(inputOf(tokens, u"q"_s, u"new"_s)->value, u"$3"_s);
    QCOMPARE(inputOf(tokens, u"q"_s, u"new"_s)->origin, Origin::Stated);
    QCOMPARE(inputOf(tokens, u"G"_s)->origin, Origin::Stated);
    QCOMPARE(inputOf(tokens, u"v"_s)->origin, Origin::Derived);
    QCOMPARE(inputOf(worked(KeyFigure::JobHours), u"D"_s)->origin, Origin::Assumed);
    QCOMPARE(tokens.pools, (std::vector<std::string>{"new", "old"}));

    // 8 of the second idle and cost: 32 x 3 + 24 x 1.5 + 8 x 1.5 is as much. The formula of an hour is that
    // of GPUs in use; what idle ones add stands beside it.
    QVERIFY(worked(KeyFigure::HourMoney).notes.isEmpty());
    problem->job.cost.idle_gpus_cost = true;
    e.gpus = {32, 24};
    const WorkedFigure idle = worked(KeyFigure::HourMoney);
    QCOMPARE(idle.worked, QStringList{u"32 × $3 + 24 × $1.5 + 8 × $1.5 = $144"_s});
    QCOMPARE(idle.notes.size(), 1);
    QVERIFY2(idle.notes.front().contains(formulaOf(FormulaId::Idle).symbols), qPrintable(idle.notes.front()));
    problem->job.cost.idle_gpus_cost = false;
    e.gpus = {32, 32};

    // A strategy that was typed has its figures where the search found none; nothing to compare it with.
    plan::Snapshot nothing = snapshot;
    nothing.best.clear();
    const auto alone = [&](KeyFigure figure) {
      return workOut(figure, e, nothing, plan, hardware::Catalogue::built_in());
    };
    QCOMPARE(alone(KeyFigure::Best).worked, worked(KeyFigure::Speed).worked);
    for (const KeyFigure figure : {KeyFigure::Bound, KeyFigure::Gap, KeyFigure::Difference}) {
      QCOMPARE(alone(figure).value, unknownText());
      QVERIFY(alone(figure).worked.isEmpty());
    }

    // Without a price of one of them there is no figure, and no line that would say one.
    problem->cluster.pools[1].usd_per_gpu_hour.reset();
    plan.cluster.pools[1].usd_per_gpu_hour.reset();
    e.money = {};
    const WorkedFigure none = worked(KeyFigure::TokensMoney);
    QCOMPARE(none.value, u"no price"_s);
    QVERIFY(none.worked.isEmpty());
    QCOMPARE(inputOf(none, u"q"_s, u"old"_s)->value, u"no price"_s);
  }

  void everyFigureOfTheSample_data() {
    QTest::addColumn<int>("basis");
    QTest::addColumn<int>("objective");
    QTest::addColumn<bool>("idle");
    QTest::addColumn<bool>("hosted");
    using hardware::CostBasis;
    using strategy::Objective;
    const auto row = [](const char* name, CostBasis basis, Objective goal, bool idle, bool hosted = false) {
      QTest::newRow(name) << int(basis) << int(goal) << idle << hosted;
    };
    row("rent, fastest", CostBasis::rent, Objective::throughput, false);
    row("buy, fastest", CostBasis::buy, Objective::throughput, false);
    row("own, fastest", CostBasis::own, Objective::throughput, false);
    row("own, fastest, hosted", CostBasis::own, Objective::throughput, false, true);
    row("rent, cheapest, idle GPUs cost", CostBasis::rent, Objective::money, true);
    row("buy, cheapest, idle GPUs cost", CostBasis::buy, Objective::money, true);
    row("buy, cheapest, idle GPUs cost, hosted", CostBasis::buy, Objective::money, true, true);
    row("rent, both", CostBasis::rent, Objective::pareto, false);
    row("rent, fewest GPUs", CostBasis::rent, Objective::gpus, false);
  }
  void everyFigureOfTheSample() {
    QFETCH(int, basis);
    QFETCH(int, objective);
    QFETCH(bool, idle);
    QFETCH(bool, hosted);
    plan::Plan plan = plan::sample_plan();
    plan.job.cost.basis = static_cast<hardware::CostBasis>(basis);
    plan.objective = static_cast<strategy::Objective>(objective);
    plan.job.cost.idle_gpus_cost = idle;
    if (hosted) plan.job.cost.hosting_usd_per_kw_month = 150.0;
    if (idle) plan.cluster.choose = hardware::Choose{};
    const Asked asked = ask(plan);
    QVERIFY(asked.snapshot && asked.winner);
    const cost::Evaluation& e = asked.winner->evaluation;
    QVERIFY(e.outcome.hours > 0.0);
    for (const KeyFigure figure : kOfStrategies) {
      const WorkedFigure worked = work(asked, figure);
      QVERIFY(!worked.formula.name.isEmpty() && !worked.formula.symbols.isEmpty());
      const QString wrong = mistake(worked, coreValue(figure, e));
      QVERIFY2(wrong.isEmpty(), qPrintable(worked.formula.name + u": "_s + wrong));
      QVERIFY2(!worked.inputs.empty(), qPrintable(worked.formula.name));
      for (const FormulaInput& input : worked.inputs)
        QVERIFY2(!input.value.isEmpty() && !originWord(input.origin).isEmpty(), qPrintable(input.name));
    }
    // Rows of the ranking say the same, without what failures make of the job.
    const cost::Evaluation& last = asked.snapshot->best.back();
    for (const KeyFigure figure :
         {KeyFigure::Speed, KeyFigure::Step, KeyFigure::Mfu, KeyFigure::TokensMoney}) {
      const WorkedFigure worked =
          workOut(figure, last, *asked.snapshot, asked.plan, hardware::Catalogue::built_in());
      QCOMPARE(mistake(worked, coreValue(figure, last)), QString());
    }
    const ProofFigures proof = proofFigures(*asked.snapshot);
    QVERIFY(proof.best && proof.bound && proof.gap);
    const plan::Snapshot& snapshot = *asked.snapshot;
    const plan::Plan& its = asked.plan;
    const auto of = [&](KeyFigure figure, const cost::Evaluation& row, double reference = 0.0) {
      return workOut(figure, row, snapshot, its, hardware::Catalogue::built_in(), {-1, reference});
    };
    QCOMPARE(mistake(of(KeyFigure::Best, asked.snapshot->best.front()), proof.best), QString());
    constexpr double kRounding = 1e-12;  // a gap is the small difference of large numbers
    QCOMPARE(mistake(work(asked, KeyFigure::Gap), proof.gap, kRounding), QString());
    // + is what the goal wants: more speed, less money or fewer GPUs.
    const bool less =
        plan.objective == strategy::Objective::money || plan.objective == strategy::Objective::gpus;
    const double own = Calculator::of(of(KeyFigure::Best, last).worked.front().section(u" = "_s, 1));
    for (const double reference : {0.0, 2.0 * own}) {
      const double other = reference > 0.0 ? reference : *proof.best;
      QCOMPARE(mistake(of(KeyFigure::Difference, last, reference),
                       less ? 1.0 - own / other : own / other - 1.0, kRounding),
               QString());
    }
    const WorkedFigure bound = work(asked, KeyFigure::Bound);
    if (plan.objective != strategy::Objective::gpus) QCOMPARE(mistake(bound, proof.bound), QString());
    QCOMPARE(bound.value, exactGoalFigureText(plan.objective, *proof.bound));
  }

  /// Each stage by itself; the limit is what the headroom leaves.
  void memoryOfEachStage() {
    const Asked asked = ask(plan::sample_plan());
    QVERIFY(asked.winner);
    const std::vector<cost::StageMemory>& stages = asked.winner->evaluation.memory;
    QVERIFY(stages.size() > 1);
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
      const WorkedFigure worked = workOut(KeyFigure::Memory, asked.winner->evaluation, *asked.snapshot,
                                          asked.plan, hardware::Catalogue::built_in(), {int(stage)});
      QCOMPARE(mistake(worked, in_gib(stages[stage].total)), QString());
      QCOMPARE(worked.worked.size(), 2);
      QVERIFY(
          nearlyEqual(Calculator::of(worked.worked[1].section(u" = "_s, 1)), in_gib(stages[stage].limit)));
      QVERIFY(worked.value.contains(u"stage %1,"_s.arg(stage + 1)));
      QVERIFY(worked.inBreakdown);
    }
  }

  /// Rows of the catalogue come with their source and its date, as do prices.
  void sourcesAndDates() {
    plan::Plan plan = plan::sample_plan();
    const Asked asked = ask(plan);
    QVERIFY(asked.winner);
    const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
    const hardware::PoolSpec& pool = plan.cluster.pools.front();
    const auto rent = hardware::pool_rent(pool, catalogue, plan.job.cost.commitment);
    QVERIFY(rent && !rent->stated && !rent->date.empty());
    const WorkedFigure tokens = work(asked, KeyFigure::TokensMoney);
    const FormulaInput* price = inputOf(tokens, u"q"_s, QString::fromStdString(pool.id));
    QVERIFY(price);
    QCOMPARE(price->origin, Origin::Catalogue);
    QCOMPARE(price->value, exactMoneyText(rent->usd_per_gpu));
    QCOMPARE(price->source, QString::fromStdString(rent->source));
    QCOMPARE(price->date, QString::fromStdString(rent->date));
    const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue);
    const WorkedFigure mfu = work(asked, KeyFigure::Mfu);
    const FormulaInput* rate = inputOf(mfu, u"F"_s, QString::fromStdString(gpu->name));
    QVERIFY(rate);
    QCOMPARE(rate->source, QString::fromStdString(gpu->source.text));
    QCOMPARE(rate->date, QString::fromStdString(gpu->source.date));
    QCOMPARE(inputOf(mfu, u"N"_s)->origin, Origin::Model);
    // Another price of the pool is the plan's own.
    plan.cluster.pools.front().usd_per_gpu_hour = 2.0;
    const Asked again = ask(plan);
    const WorkedFigure own = work(again, KeyFigure::TokensMoney);
    const FormulaInput* stated = inputOf(own, u"q"_s, QString::fromStdString(pool.id));
    QCOMPARE(stated->origin, Origin::Stated);
    QCOMPARE(stated->value, u"$2"_s);
    // A price of the user's own for the GPU type is none of the catalogue.
    plan.cluster.pools.front().usd_per_gpu_hour.reset();
    plan.own_types.gpu_rents = {{gpu->id, {2.5}, {"broker", "2026-11-20", true}}};
    const Asked third = ask(plan);
    QVERIFY(third.winner);
    const WorkedFigure offered = workOut(KeyFigure::TokensMoney, third.winner->evaluation, *third.snapshot,
                                         plan, plan::catalogue_of(plan, catalogue));
    const FormulaInput* offer = inputOf(offered, u"q"_s, QString::fromStdString(pool.id));
    QVERIFY(offer);
    QCOMPARE(offer->origin, Origin::OwnPrice);
    QCOMPARE(offer->value, u"$2.5"_s);
    QCOMPARE(offer->source, u"broker"_s);
    QCOMPARE(offer->date, u"2026-11-20"_s);
  }

  /// GPUs that are held below their power: the catalogue's watts are not those that are counted.
  void aPowerLimitIsTold() {
    plan::Plan plan = plan::sample_plan();
    const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
    const hardware::Gpu* gpu = hardware::pool_gpu(plan.cluster.pools.front(), catalogue);
    QVERIFY(gpu && gpu->power);
    const auto source = [&](double watts) {
      plan.cluster.pools.front().gpu_power_limit_watts = watts;
      const Asked asked = ask(plan);
      const WorkedFigure figure = work(asked, KeyFigure::Power);
      const FormulaInput* power =
          inputOf(figure, u"p"_s, QString::fromStdString(plan.cluster.pools.front().id));
      return power != nullptr ? power->source : QString();
    };
    const double less = gpu->power->value - 100.0;
    QVERIFY2(source(less).contains(powerText(less)), qPrintable(source(less)));
    const QString whole = source(gpu->power->value);  // is no limit
    QVERIFY2(!whole.isEmpty() && !whole.contains(powerText(gpu->power->value)), qPrintable(whole));
  }

  /// Which runtimes start a layout is asked like a figure: each with its verdict, the condition that decides
  /// and the day of its code.
  void runtimesAreAsked() {
    const Asked asked = ask(plan::sample_plan());
    QVERIFY(asked.winner);
    const WorkedFigure figure = work(asked, KeyFigure::RunsOn);
    const RuntimeVerdicts verdicts =
        judgeRuntimes(*asked.snapshot->problem, asked.winner->evaluation.strategy);
    QCOMPARE(verdicts.size(), runtimes::runtimes().size());
    QCOMPARE(figure.value, runsOnCell(verdicts, *asked.snapshot->problem));
    QCOMPARE(figure.inputs.size(), verdicts.size());
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      QCOMPARE(figure.inputs[i].name, QString::fromStdString(verdicts[i].runtime->title));
      QCOMPARE(figure.inputs[i].value, verdictWord(verdicts[i].judgement.verdict));
      QCOMPARE(figure.inputs[i].source, QString::fromStdString(verdicts[i].judgement.why()));
      QCOMPARE(figure.inputs[i].date, QString::fromStdString(verdicts[i].runtime->date));
    }
    const FormulaInput* deepspeed = inputOf(figure, {}, u"DeepSpeed"_s);  // TP inside a pipeline
    QVERIFY(deepspeed != nullptr && deepspeed->value == u"no setting for it"_s &&
            !deepspeed->source.isEmpty());
  }

  /// Adapters take fewer than 6 operations for a parameter, a reference model takes two more: the line gives
  /// what core found and names what is trained.
  void lessWorkIsCounted_data() {
    QTest::addColumn<bool>("adapters");
    QTest::addColumn<QString>("factor");
    QTest::newRow("LoRA") << true << u"(4 × "_s;
    QTest::newRow("DPO of all weights") << false << u"(6 × "_s;
  }
  void lessWorkIsCounted() {
    QFETCH(bool, adapters);
    QFETCH(QString, factor);
    plan::Plan plan = plan::sample_plan();
    plan.job.tuning.emplace();
    if (adapters)
      plan.job.tuning->method = strategy::TuningMethod::lora;
    else
      plan.job.tuning->reference = strategy::Reference::copy;
    const Asked asked = ask(plan);
    QVERIFY(asked.winner);
    const WorkedFigure mfu = work(asked, KeyFigure::Mfu);
    QCOMPARE(mistake(mfu, asked.winner->evaluation.mfu), QString());
    QVERIFY2(mfu.worked.front().contains(factor), qPrintable(mfu.worked.front()));
    const FormulaInput* trained = inputOf(mfu, u"R"_s);
    QVERIFY(trained != nullptr);
    const FormulaInput* passed = inputOf(mfu, u"N"_s);
    QCOMPARE(trained->value == passed->value, !adapters);
    QCOMPARE(mfu.notes.isEmpty(), false);
    QVERIFY(inputOf(work(ask(plan::sample_plan()), KeyFigure::Mfu), u"R"_s) == nullptr);
  }

  /// The band of a step tells what it rests on.
  void theStepTellsItsEvidence() {
    const Asked asked = ask(plan::sample_plan());
    QVERIFY(asked.winner);
    QCOMPARE(work(asked, KeyFigure::Step).notes.last(), evidenceText(cost::Evidence::measured));
  }

  /// Without a bound there is no line, and it is said why.
  void withoutABound() {
    Asked asked = ask(plan::sample_plan());
    QVERIFY(asked.winner);
    auto snapshot = std::make_shared<plan::Snapshot>(*asked.snapshot);
    snapshot->has_bound = false;
    asked.snapshot = snapshot;
    for (const KeyFigure figure : {KeyFigure::Bound, KeyFigure::Gap}) {
      const WorkedFigure worked = work(asked, figure);
      QCOMPARE(worked.value, unknownText());
      QVERIFY(worked.worked.isEmpty() && !worked.notes.isEmpty());
    }
  }

  /// The report lists fifteen or more of the formulas, each once, and every other has words, too.
  void oneTable() {
    QSet<int> listed;
    for (const Formula& formula : reportFormulas()) {
      QVERIFY(!listed.contains(int(formula.id)));
      listed << int(formula.id);
      QCOMPARE(formulaOf(formula.id).symbols, formula.symbols);
    }
    for (int id = 0; id <= int(FormulaId::ClusterRunning); ++id) {
      const Formula formula = formulaOf(static_cast<FormulaId>(id));
      QVERIFY2(!formula.name.isEmpty() && !formula.symbols.isEmpty() && !formula.letters.isEmpty(),
               qPrintable(QString::number(id)));
    }
  }
};

}  // namespace tst_worked_figure

ASTROLABE_TEST(tst_worked_figure, TestWorkedFigure)
#include "tst_worked_figure.moc"
