// ui/compare/comparison_programs: distributed programs of scenarios side by side, from made-up answers: every
// number is known beforehand.
#include <QtTest>
#include <map>

#include "core/engine.h"
#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "core/planning/programs.h"
#include "tests/program/test_program.h"
#include "ui/compare/compare_bars.h"
#include "ui/compare/comparison_programs.h"
#include "ui/compare/comparison_text.h"
#include "ui/render/numbers.h"

namespace tst_comparison_programs {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;
using Change = ComparedCell::Change;
using Kind = spmd::Instruction::Kind;
using plan::ProgramSummary;

namespace {

ProgramSummary::Pool pool(const char* id, const char* gpu, int devices, double share, double totalGib,
                          double limitGib) {
  ProgramSummary::Pool made;
  made.id = id;
  made.gpu.id = made.gpu.name = gpu;
  made.devices = devices;
  made.share = share;
  made.memory.weights = gib(totalGib / 4.0);
  made.memory.activations = gib(totalGib / 2.0);
  made.memory.workspace = gib(totalGib / 4.0);
  made.memory.total = gib(totalGib);
  made.memory.limit = gib(limitGib);
  return made;
}

/// 10 s a step: 6 + 1 s of work, 2 s of traffic, 1 s of waiting; 75 % of the fuller type's memory.
ProgramSummary first() {
  ProgramSummary made;
  made.fits = true;
  made.gap = 0.1;
  made.execution = {4, true, false};
  made.evaluation.step = {10.0};
  made.evaluation.tokens_per_second = 1000.0;
  cost::TimeParts& time = made.evaluation.time;
  time[cost::Part::compute_forward] = 6.0;
  time[cost::Part::optimizer] = 1.0;
  time[cost::Part::data_parallel] = 2.0;
  time[cost::Part::pipeline_bubble] = 1.0;
  made.pools = {pool("new", "H100 SXM5", 8, 0.1, 60.0, 80.0), pool("old", "A100 SXM4", 4, 0.05, 20.0, 40.0)};
  made.ratios = {{0, 0, 8, 0.1}, {0, 1, 4, 0.05}};
  made.collectives = {{Kind::all_gather, 40.0, 4.0 * kGib}, {Kind::all_reduce, 60.0, 6.0 * kGib}};
  return made;
}

/// 8 s: 5.6 s of work, 1.6 s of traffic, 0.8 s of waiting; half the gap, 90 % of the memory, 50 collectives.
ProgramSummary second() {
  ProgramSummary made = first();
  made.gap = 0.05;
  made.execution = {1, false, false};
  made.evaluation.step = {8.0};
  made.evaluation.tokens_per_second = 1250.0;
  for (double& seconds : made.evaluation.time.seconds) seconds *= 0.8;
  made.pools[0] = pool("new", "H100 SXM5", 8, 0.1, 72.0, 80.0);
  made.collectives = {{Kind::all_reduce, 50.0, 5.0 * kGib}};
  return made;
}

const ComparedRow& row(const Comparison& comparison, const char* field) {
  for (const ComparedRow& each : comparison.rows)
    if (QLatin1StringView(each.field) == QLatin1StringView(field)) return each;
  qFatal("no row %s", field);
}

bool hasPrograms(const Comparison& comparison) {
  return std::any_of(comparison.rows.begin(), comparison.rows.end(), [](const ComparedRow& each) {
    return QByteArrayView(each.field).startsWith("program");
  });
}

}  // namespace

class TestComparisonPrograms : public QObject {
  Q_OBJECT

  /// The sample three times, the first is the baseline.
  plan::Plan m_plan;
  std::map<int, ComparedAnswer> m_answers;

  ComparedFound& program(int id) { return m_answers[id].others["program"]; }
  void give(int id, const ProgramSummary& made) {
    ComparedFound& found = program(id);
    planning::Option option;
    option.layout = std::make_shared<const planning::ProgramLayout>(
        nullptr, std::make_shared<const ProgramSummary>(made));
    found.option = std::make_shared<const planning::Option>(std::move(option));
    found.asked = plan::plan_of(m_plan, id);
  }
  /// What scenario `id` asks, as a search of it tells.
  void know(int id) {
    auto snapshot = std::make_shared<plan::Snapshot>();
    snapshot->status = plan::Status::infeasible;
    snapshot->problem = std::make_shared<const strategy::Problem>(
        *plan::make_problem(plan::plan_of(m_plan, id), hardware::Catalogue::built_in()));
    m_answers[id].snapshot = snapshot;
  }
  Comparison compared(const std::vector<int>& ids = {1, 2, 3}) {
    return compareScenarios(
        m_plan, hardware::Catalogue::built_in(), [this](int id) { return m_answers[id]; }, ids,
        Theme::make(ThemeKind::Light));
  }

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
  void init() {
    m_plan = plan::sample_plan();
    for (int more = 0; more < 2; ++more) plan::add_scenario(m_plan, plan::Scenario(m_plan));
    m_answers.clear();
    give(1, first());
    give(2, second());
  }

  void numbersBesideTheBaselines() {
    const Comparison shown = compared();
    const auto check = [&](const char* field, double a, double b, Change change, const QString& by) {
      const ComparedRow& each = row(shown, field);
      QCOMPARE(each.cells.size(), std::size_t(3));
      QCOMPARE(each.cells[0].value.value(), a);
      QCOMPARE(each.cells[1].value.value(), b);
      QVERIFY2(std::abs(each.cells[1].share - (b / a - 1.0)) < 1e-12, field);
      QVERIFY2(std::abs(each.cells[1].difference - (b - a)) < 1e-6, field);
      QVERIFY2(each.cells[1].change == change, field);
      QCOMPARE(each.cells[1].by, by);
      QVERIFY2(each.cells[0].change == Change::Same, field);
      // The third scenario has none.
      QVERIFY2(!each.cells[2].value && each.cells[2].change == Change::None, field);
      QCOMPARE(each.cells[2].text, unknownText());
    };
    check("program_step_seconds", 10.0, 8.0, Change::Better, u"−"_s + durationText(2.0));
    check("program_computing_seconds", 7.0, 5.6, Change::Better, u"−"_s + durationText(1.4));
    check("program_communicating_seconds", 2.0, 1.6, Change::Better, u"−"_s + durationText(0.4));
    check("program_tokens_per_second", 1000.0, 1250.0, Change::Better, u"+250"_s);
    check("program_gap", 0.1, 0.05, Change::Better, u"−5.0 points"_s);
    check("program_peak_memory", 0.75, 0.9, Change::Other, u"+15.0 points"_s);
    check("program_collectives", 100.0, 50.0, Change::Other, u"−50"_s);
    check("program_collective_bytes", 10.0 * kGib, 5.0 * kGib, Change::Better, u"−"_s + gibText(5.0 * kGib));
    QCOMPARE(changeText(row(shown, "program_step_seconds").cells[1], false),
             u"▼ −%1 (%2)"_s.arg(durationText(2.0), signedPercentText(-0.2)));
    // Words.
    QCOMPARE(row(shown, "program").cells[0].text,
             u"one program of 12 GPU(s) · 4 micro-batch(es), weights re-gathered"_s);
    QCOMPARE(row(shown, "program").cells[2].text, u"not synthesised yet"_s);
    QCOMPARE(row(shown, "program_graph").cells[1].text, u"llama-3.1-70b · 128 × 8,192 tokens · bf16"_s);
    QCOMPARE(row(shown, "program_gap").cells[1].text, u"gap "_s + percentText(0.05));
    QCOMPARE(row(shown, "program_peak_memory").cells[1].text,
             u"%1 of %2 on H100, %3"_s.arg(gibText(72.0 * kGib), gibText(80.0 * kGib), percentText(0.9, 0)));
    QCOMPARE(row(shown, "program_ratios").cells[0].text,
             u"new 8 × %1 + old 4 × %2"_s.arg(percentText(0.1, 3), percentText(0.05, 3)));
    QCOMPARE(
        row(shown, "program_collectives_by_kind").cells[0].text,
        u"all-gather, padded: 40, %1 · all-reduce: 60, %2"_s.arg(gibText(4.0 * kGib), gibText(6.0 * kGib)));
    // Bars: the parts of a step on one axis; each type against what it may hold; the share of one GPU.
    const ComparedRow& time = row(shown, "program_step_seconds");
    QCOMPARE(time.most, 10.0);
    QCOMPARE(time.cells[1].bars.front().total(), 8.0);
    const ComparedRow& memory = row(shown, "program_memory_gib");
    QCOMPARE(memory.cells[1].bars.size(), std::size_t(2));
    QCOMPARE(memory.cells[1].bars[0].name, u"H100"_s);
    QCOMPARE(memory.cells[1].bars[1].total(), 20.0);
    QCOMPARE(memory.cells[1].bars[1].limit, 40.0);
    const ComparedRow& shares = row(shown, "program_shares");
    QCOMPARE(shares.cells[0].bars[0].total(), 0.1);
    QCOMPARE(shares.cells[0].bars[1].total(), 0.05);
    QVERIFY(shares.cells[2].bars.empty());
    QCOMPARE(barText(0.02148, shares.unit), percentText(0.02148, 3));
    QVERIFY(!comparisonFigure(shown).size.isEmpty());
  }

  /// What is recommended is compared, and where that is a plan of another kind the best strategy is told,
  /// too: with a step of 9/10 of the best strategy's, not with one of 11/10.
  void aPlanOfAnotherKindRanksAhead() {
    for (const int id : {1, 2}) {
      const auto problem = plan::make_problem(plan::plan_of(m_plan, id), hardware::Catalogue::built_in());
      m_answers[id].snapshot = run_search(*problem, {});
      planning::Option option = *program(id).option;
      option.evaluation = m_answers[id].snapshot->best.front();
      option.evaluation.step = option.evaluation.step * (id == 1 ? 0.9 : 1.1);
      program(id).option = std::make_shared<const planning::Option>(std::move(option));
    }
    const Comparison shown = compared({1, 2});
    const QStringList ahead = shown.decision.further.filter(u"is recommended"_s);
    QCOMPARE(ahead.size(), 1);
    const double step = m_answers[1].snapshot->best.front().step.value;
    for (const QString& part : {shown.columns[0].label(), u"Distributed program"_s, durationText(step)})
      QVERIFY2(ahead.front().contains(part), qPrintable(ahead.front()));
    QCOMPARE(row(shown, "step_seconds").cells[0].value.value(), 0.9 * step);
    program(1).stale = true;
    QVERIFY(compared({1, 2}).decision.further.filter(u"is recommended"_s).isEmpty());
  }

  /// Rows of strategies stand as they were, in front; without a second program there are no others.
  void twoOrMore() {
    const std::size_t with = compared().rows.size();
    m_answers.erase(2);
    const Comparison one = compared();
    QVERIFY(!hasPrograms(one) && one.rows.size() < with);
    give(2, second());
    QVERIFY(hasPrograms(compared({1, 2})));
    QVERIFY(!hasPrograms(compared({2, 3})));  // the baseline is not looked at
    ProgramSummary none;
    none.short_of = {"old", gib(3.0)};
    give(3, none);
    QVERIFY(!hasPrograms(compared({2, 3})));
    // Where the baseline holds none, nothing is compared with it.
    m_plan.baseline = 3;
    const Comparison shown = compared();
    for (const std::size_t column : {std::size_t(0), std::size_t(1)})
      QVERIFY(row(shown, "program_step_seconds").cells[column].change == Change::None);
  }

  /// Twice the batch is another graph: its numbers are there, and are not compared.
  void otherGraphsAreNotCompared() {
    plan::find_scenario(m_plan, 2)->job.global_batch = 256;
    give(2, second());
    give(3, second());
    const Comparison shown = compared();
    const ComparedRow& time = row(shown, "program_step_seconds");
    QCOMPARE(time.cells[1].value.value(), 8.0);
    QVERIFY(time.cells[1].change == Change::Apart && !time.cells[1].isCompared());
    QCOMPARE(changeText(time.cells[1], false), u"another graph: not compared"_s);
    QVERIFY(time.cells[2].change == Change::Better);
    // Not on the axis of the others, though files have its parts.
    QVERIFY(time.cells[1].bars.empty() && !time.cells[2].bars.empty());
    double parts = 0.0;
    for (const auto& [name, seconds] : time.cells[1].parts) parts += seconds;
    QVERIFY(std::abs(parts - 8.0) < 1e-12);
    const ComparedRow& graph = row(shown, "program_graph");
    QCOMPARE(
        graph.cells[1].text,
        u"llama-3.1-70b · 256 × 8,192 tokens · bf16 · another graph than that of A: their numbers are not "
        "compared"_s);
    QVERIFY(!graph.cells[2].text.contains(u"another"_s));
    // Neither in files.
    for (const Json& each : comparisonJson(shown)["rows"]) {
      if (each["quantity"] != "program_step_seconds") continue;
      QVERIFY(each["values"][1] == 8.0);
      QVERIFY(each["changes"][1].is_null() && each["differences"][1].is_null());
      QVERIFY(!each["changes"][2].is_null());
    }
    // A model of the same name from another file.
    plan::find_scenario(m_plan, 2)->job.global_batch = 128;
    plan::find_scenario(m_plan, 2)->model_text += ' ';
    give(2, second());
    QVERIFY(row(compared(), "program_graph").cells[1].text.startsWith(u"llama-3.1-70b (another file) · "_s));
  }

  /// What is not there is told in words, what is older than the plan is marked.
  void staleAndMissing() {
    give(3, second());
    program(3).stale = true;
    plan::find_scenario(m_plan, 3)->cluster.pools[0].nodes = 2;
    Comparison shown = compared();
    QVERIFY2(
        row(shown, "program").cells[2].text.startsWith(u"stale: changed hardware or prices · one program"_s),
        qPrintable(row(shown, "program").cells[2].text));
    QVERIFY(row(shown, "program_step_seconds").cells[2].stale);
    QVERIFY(!row(shown, "program_step_seconds").cells[1].stale);
    QVERIFY(row(shown, "program_step_seconds").cells[2].change == Change::Better);
    QVERIFY(shown.columns[2].others.at("program").stale && !shown.columns[1].others.at("program").stale);
    QVERIFY(!shown.columns[2].others.at("program").askable);  // whether GPUs are mixed now is not known
                                                              // before a search
    know(3);
    QVERIFY(compared().columns[2].others.at("program").askable);
    program(3).running = true;
    shown = compared();
    QVERIFY(!shown.columns[2].others.at("program").askable && shown.columns[2].others.at("program").running);
    QVERIFY(row(shown, "program").cells[2].text.startsWith(u"synthesising… · stale: "_s));
    // Nothing fits, by so much.
    ProgramSummary none;
    none.short_of = {"old 3", gib(3.0)};
    give(3, none);
    program(3).stale = program(3).running = false;
    QCOMPARE(row(compared(), "program").cells[2].text,
             u"none fits: old 3 lacks %1 of memory"_s.arg(gibText(3.0 * kGib)));
    none.stopped = true;
    give(3, none);
    QCOMPARE(row(compared(), "program").cells[2].text, u"stopped before one was found that fits"_s);
    // One kind of GPU alone: also where there was a program before.
    give(3, second());
    program(3).stale = true;
    plan::find_scenario(m_plan, 3)->cluster.pools.pop_back();
    plan::find_scenario(m_plan, 3)->cluster.between_pools.clear();
    know(3);
    shown = compared();
    QCOMPARE(row(shown, "program").cells[2].text, u"none: all GPUs are equally fast"_s);
    QVERIFY(!row(shown, "program_step_seconds").cells[2].value);
    QVERIFY(!shown.columns[2].others.at("program").askable && !shown.columns[2].others.at("program").stale);
    // Limits that no program keeps: 64 GPUs take more than a kilowatt.
    m_answers.erase(3);
    plan::Scenario* third = plan::find_scenario(m_plan, 3);
    third->cluster = plan::sample_plan().cluster;
    third->job.limits.power_kw = 1.0;
    know(3);
    QCOMPARE(row(compared(), "program").cells[2].text, u"none: no program keeps the limits"_s);
    QVERIFY(!compared().columns[2].others.at("program").askable);
    third->job.limits.power_kw.reset();
    know(3);
    QCOMPARE(row(compared(), "program").cells[2].text, u"not synthesised yet"_s);
    QVERIFY(compared().columns[2].others.at("program").askable);
  }

  void filesHaveThem() {
    const Comparison shown = compared();
    const Json json = comparisonJson(shown);
    QVERIFY(json["scenarios"][0]["program_stale"] == false);
    std::map<std::string, Json> rows;
    for (const Json& each : json["rows"]) rows[each["quantity"].get<std::string>()] = each;
    QVERIFY(rows["program_step_seconds"]["values"] == Json::array({10.0, 8.0, nullptr}));
    QCOMPARE(rows["program_step_seconds"]["section"], Json("program_time"));
    QCOMPARE(rows["program_gap"]["section"], Json("program"));
    QVERIFY(rows["program_collectives"]["parts"]["all_reduce"] == Json::array({60.0, 50.0, nullptr}));
    QVERIFY(rows["program_collectives"]["parts"]["all_gather"] == Json::array({40.0, nullptr, nullptr}));
    QVERIFY(rows["program_collective_bytes"]["parts"]["all_reduce"] ==
            Json::array({6.0 * kGib, 5.0 * kGib, nullptr}));
    QVERIFY(rows["program_peak_memory"]["parts"]["new total_gib"] == Json::array({60.0, 72.0, nullptr}));
    QVERIFY(rows["program_peak_memory"]["parts"]["old limit_gib"] == Json::array({40.0, 40.0, nullptr}));
    QVERIFY(rows["program_shares"]["parts"]["A100 share of a GPU"] == Json::array({0.05, 0.05, nullptr}));
    QVERIFY(rows["program"]["values"][2] == "not synthesised yet");
    QVERIFY(rows["program_ratios"]["values"][2].is_null());
    const QByteArray csv = comparisonCsv(shown);
    QVERIFY2(csv.contains("\r\nprogram_step_seconds,10,8,,0,-0.1"), csv.constData());
    QVERIFY(csv.contains("\r\nprogram_collectives: all_reduce,60,50,,"));
    // As it is read: with the change, memory against its limit.
    const WordTable table = comparisonTable(shown, [](const ComparedRow&) { return true; });
    const auto found = std::find_if(table.rows.begin(), table.rows.end(), [](const QStringList& cells) {
      return cells[0] == sectionName(ProgramSection::Memory);
    });
    QVERIFY(found != table.rows.end());
    QVERIFY2((*found)[2].startsWith(u"H100 %1 of %2"_s.arg(gibText(72.0 * kGib), gibText(80.0 * kGib))),
             qPrintable((*found)[2]));
  }

  /// Beside strategies in the report: numbers in the table, what is drawn in the figure.
  void sectionOfTheReport() {
    program(2).stale = true;
    const ReportAddition added = comparisonSection(compared());
    QVERIFY(added.paragraph.contains(u"The distributed program of B is stale"_s));
    const auto has = [&](const QString& name) {
      return std::any_of(added.rows.begin(), added.rows.end(),
                         [&](const QStringList& cells) { return cells[0] == name; });
    };
    QVERIFY(has(sectionName(ProgramSection::Time)) && has(u"Collectives a step"_s) && has(u"Proof"_s));
    QVERIFY(!has(sectionName(ProgramSection::Shares)));
    QVERIFY(added.drawing.contains("<svg"));
    m_answers.erase(2);
    QVERIFY(comparisonSection(compared()).drawing.isEmpty());  // no strategies, no programs
  }

  /// Stages that are alike stand once; several pools of one type have their own names.
  void pipelines() {
    ProgramSummary made = first();
    made.stages = 3;
    made.pools[1].gpu = made.pools[0].gpu;
    made.ratios = {{0, 0, 4, 0.25}, {1, 0, 4, 0.25}, {2, 1, 4, 0.25}};
    give(1, made);
    made.proven = true;
    made.stages = 1;
    made.ratios = {{0, 0, 8, 0.125}};
    made.gap = 0.004;
    give(2, made);
    made.gap = 0.0;
    give(3, made);
    const Comparison shown = compared();
    QCOMPARE(row(shown, "program_ratios").cells[0].text,
             u"stages 1 to 2: new 4 × %1 · stage 3: old 4 × %1"_s.arg(percentText(0.25, 3)));
    QVERIFY(row(shown, "program").cells[0].text.startsWith(u"pipeline of 3 stage(s), each a program"_s));
    QCOMPARE(row(shown, "program_gap").cells[0].text, u"gap %1 of these stages"_s.arg(percentText(0.1)));
    QCOMPARE(row(shown, "program_gap").cells[1].text, u"proven, %1 by rounding"_s.arg(percentText(0.004)));
    QCOMPARE(row(shown, "program_gap").cells[2].text, u"proven"_s);
    QCOMPARE(row(shown, "program_shares").cells[0].bars[1].name, u"old"_s);
  }
};

}  // namespace tst_comparison_programs

ASTROLABE_TEST(tst_comparison_programs, TestComparisonPrograms)
#include "tst_comparison_programs.moc"
