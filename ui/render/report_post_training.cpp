// The report of post-training: roles and dataflow, the placement, an iteration, what others would do.
#include <QCoreApplication>
#include <algorithm>

#include "core/base/units.h"
#include "core/planning/post_trainings.h"
#include "core/post_training/constants.h"
#include "core/post_training/iteration.h"
#include "core/post_training/measured.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/curve_figure.h"
#include "ui/render/faces.h"
#include "ui/render/iteration_painter.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_constant_words.h"
#include "ui/render/post_training_job_words.h"
#include "ui/render/post_training_question_words.h"
#include "ui/render/post_training_reasons.h"
#include "ui/render/post_training_words.h"
#include "ui/render/report_kinds.h"
#include "ui/render/report_sections.h"
#include "ui/render/report_serving.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using planning::FoundPostTrainings;
using post_training::Iteration;
using post_training::Part;
using post_training::Placement;

struct RolesText {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

const Placement& chosenPlacement(const FoundContent& c) { return *placementOf(&c.winner); }

const FoundPostTrainings& rolesFound(const FoundContent& c) {
  return static_cast<const FoundPostTrainings&>(c.found);
}

Iteration iterationOf(const FoundContent& c, const planning::Option& option) {
  return post_training::iteration_of(*placementOf(&option), c.problem);
}

QString sentenceOf(const QString& words) { return words.left(1).toUpper() + words.mid(1); }

QString usdText(const planning::Option& option) {
  const Placement& placement = *placementOf(&option);
  return placement.usd > 0.0 ? moneyText(placement.usd) : unknownText();
}

QString perMillionText(const planning::Option& option) {
  const auto& usd = option.evaluation.money.usd_per_trillion_tokens;
  return usd ? moneyText(*usd * 1e-6) : unknownText();
}

void answer(ReportWriter& page, const FoundContent& c) {
  const Placement& placement = chosenPlacement(c);
  const cost::Evaluation& figures = c.winner.evaluation;
  page.heading(RolesText::tr("The answer"), true);
  page.lead(placementText(placement, c.problem.pool_ids()) + u'.');
  page.keyFigures({{RolesText::tr("An iteration"), durationText(figures.step.value),
                    RolesText::tr("%1 to %2")
                        .arg(durationText(figures.step_low.value), durationText(figures.step_high.value))},
                   {RolesText::tr("Tokens/s a GPU"), significantText(figures.tokens_per_second_per_gpu),
                    RolesText::tr("on %1 GPUs").arg(wholeText(placement.gpus()))},
                   {RolesText::tr("GPUs at work"), percentText(placement.busy_share(), 0),
                    RolesText::tr("of their time in an iteration")},
                   {RolesText::tr("A million tokens"), perMillionText(c.winner),
                    placement.usd > 0.0 ? RolesText::tr("%1 an iteration").arg(usdText(c.winner))
                                        : RolesText::tr("a price is not known")}});
  if (const QStringList job = wholeJobSentences(c.winner, c.problem); !job.isEmpty())
    page.paragraph(job.join(u' '));
}

/// Names of the calls that `call` waits for.
QString waitsFor(const post_training::Dataflow& flow, const post_training::Call& call) {
  QStringList names;
  for (const int before : call.after) names << callName(flow.calls[static_cast<std::size_t>(before)].name);
  return names.isEmpty() ? RolesText::tr("nothing") : names.join(u", "_s);
}

void askedRoles(ReportWriter& page, const FoundContent& c) {
  const post_training::Job& job = *chosenPlacement(c).job;
  const bool generates = job.flow.generates();
  std::vector<QStringList> settings;
  for (const PostTrainingSetting& setting : postTrainingSettings()) {
    const std::string_view field = setting.field;
    // Roles have a table of their own; without generation no engine takes part.
    if (field == "roles" || (!generates && (field == "asynchronous" || field == "engine" || field == "date")))
      continue;
    if (const QString value = setting.text(job); !value.isEmpty()) settings.push_back({setting.name, value});
  }
  page.heading(RolesText::tr("The question"));
  page.table(RolesText::tr("What an iteration does."),
             {{RolesText::tr("Setting"), 1.4}, {RolesText::tr("Value"), 2.6}}, settings);
  std::vector<QStringList> roles, calls;
  for (const post_training::Role& role : job.roles) {
    QStringList does;
    for (const post_training::Do what :
         {post_training::Do::generate, post_training::Do::forward, post_training::Do::train})
      if (job.flow.does(role.name, what)) does << doName(what);
    roles.push_back({roleName(role.name), roleModelText(role),
                     role.rule ? QString() : text(hardware::to_string(role.precision)), does.join(u", "_s)});
  }
  page.table(RolesText::tr("Roles."),
             {{RolesText::tr("Role"), 1},
              {RolesText::tr("Model"), 2.2},
              {RolesText::tr("Precision"), 0.8},
              {RolesText::tr("What it does"), 1.8}},
             roles);
  for (const post_training::Call& call : job.flow.calls)
    calls.push_back({callName(call.name), roleName(call.role), doName(call.what), waitsFor(job.flow, call)});
  page.table(RolesText::tr("Calls of the dataflow."),
             {{RolesText::tr("Call"), 1.6},
              {RolesText::tr("Role"), 0.9},
              {RolesText::tr("It"), 1},
              {RolesText::tr("Waits for"), 2.4}},
             calls);
}

void setsOf(ReportWriter& page, const FoundContent& c) {
  const Placement& placement = chosenPlacement(c);
  const Iteration iteration = iterationOf(c, c.winner);
  std::vector<QStringList> rows;
  for (std::size_t set = 0; set < placement.sets.size(); ++set) {
    const post_training::PlannedSet& planned = placement.sets[set];
    rows.push_back({rolesOfSet(placement, planned).join(u", "_s),
                    RolesText::tr("%1 %2", "number of GPUs, pool")
                        .arg(wholeText(planned.placed.gpus),
                             text(c.problem.cluster.pools[static_cast<std::size_t>(planned.placed.pool)].id)),
                    layoutsText(placement, planned),
                    RolesText::tr("%1 of %2", "bytes held, bytes that may be used")
                        .arg(gibText(planned.plan.fullest_bytes), gibText(iteration.lanes[set].limit_bytes)),
                    planned.plan.offloads ? RolesText::tr("yes") : RolesText::tr("no")});
  }
  page.heading(RolesText::tr("The placement"));
  page.table(RolesText::tr("Sets of GPUs. Roles of a set take turns; a GPU of it is as full as in its "
                           "fullest call, and what waits may lie in host memory."),
             {{RolesText::tr("Roles"), 1.2},
              {RolesText::tr("GPUs"), 0.9},
              {RolesText::tr("Layouts"), 2.6},
              {RolesText::tr("Memory"), 1.2, true},
              {RolesText::tr("To host"), 0.6}},
             rows);
}

void whyPlaced(ReportWriter& page, const FoundContent& c) {
  page.heading(RolesText::tr("Why this placement"));
  const FoundPostTrainings& found = rolesFound(c);
  const bool first = !found.options.empty() && planning::same(found.options.front()->layout, c.winner.layout);
  if (first)
    for (const QString& sentence : chosenBecause(found)) page.paragraph(sentence);
  else
    page.paragraph(whyNotFirst(found, c.winner));
}

void timeAndMoney(ReportWriter& page, const FoundContent& c) {
  const FoundPostTrainings& found = rolesFound(c);
  if (found.frontier.size() < 2) return;
  CurveFigure figure;
  figure.x = RolesText::tr("%1 an iteration", "sign of a currency").arg(currencySign());
  figure.y = RolesText::tr("seconds an iteration");
  CurveLine line{RolesText::tr("not beaten in both at once"), {}};
  std::vector<QStringList> rows;
  for (const planning::OptionPtr& option : found.frontier) {
    const Placement& placement = *placementOf(option);
    line.points.emplace_back(shownMoney(placement.usd), placement.timeline.seconds);
    rows.push_back({durationText(placement.timeline.seconds), usdText(*option), wholeText(placement.gpus()),
                    placementText(placement, c.problem.pool_ids())});
  }
  std::sort(line.points.begin(), line.points.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); });
  figure.lines.push_back(std::move(line));
  if (chosenPlacement(c).usd > 0.0) {
    figure.chosen = QPointF(shownMoney(chosenPlacement(c).usd), chosenPlacement(c).timeline.seconds);
    figure.chosenName = RolesText::tr("the answer");
  }
  page.heading(RolesText::tr("Time against money"), false, curveHeight(figure) + 40.0);
  page.figure(RolesText::tr("Placements that no other beats in both time and cost of an iteration."),
              curveHeight(figure),
              [&](QPainter& painter, double width) { paintCurves(painter, width, figure, page.theme()); });
  constexpr std::size_t kMostRows = 12;
  if (rows.size() > kMostRows) rows.resize(kMostRows);
  page.table(RolesText::tr("These placements, the fastest first."),
             {{RolesText::tr("Iteration"), 0.8, true},
              {RolesText::tr("Cost"), 0.8, true},
              {RolesText::tr("GPUs"), 0.6, true},
              {RolesText::tr("Placement"), 3.2}},
             rows);
}

/// Beside a bar there is room for little.
QString shortFormText(post_training::Form form) {
  switch (form) {
    case post_training::Form::together:
      return RolesText::tr("together", "roles on GPUs");
    case post_training::Form::two_sets:
      return RolesText::tr("two sets", "of GPUs");
    case post_training::Form::each_alone:
      break;
  }
  return RolesText::tr("apart", "roles on GPUs");
}

/// Parts of an iteration as shares of a bar.
std::vector<Share> partsOf(const Iteration& iteration, const Theme& theme) {
  std::vector<Share> shares;
  for (std::size_t part = 0; part < post_training::kPartKinds; ++part) {
    const double seconds = iteration.parts.seconds[part];
    if (!(seconds > 0.0)) continue;
    const PartStyle& looks = theme.parts[part % theme.parts.size()];
    shares.push_back(
        {partText(static_cast<Part>(part)), seconds, looks.color, looks.ink, looks.hatch, looks.pattern});
  }
  return shares;
}

void iterationParts(ReportWriter& page, const FoundContent& c) {
  std::vector<std::pair<QString, std::vector<Share>>> bars{
      {RolesText::tr("the answer"), partsOf(iterationOf(c, c.winner), page.theme())}};
  for (const planning::PostTrainingOfForm& form : rolesFound(c).forms)
    if (form.option)
      bars.emplace_back(shortFormText(form.form), partsOf(iterationOf(c, *form.option), page.theme()));
  page.heading(RolesText::tr("Where an iteration goes"), false, 130.0);
  drawBars(page, RolesText::tr("Parts of an iteration along what decides its length; they add up to it."),
           bars, [](double seconds) { return durationText(seconds); });
}

void drawnIteration(ReportWriter& page, const FoundContent& c) {
  const Placement& placement = chosenPlacement(c);
  const Iteration iteration = iterationOf(c, c.winner);
  IterationLook look;
  look.theme = page.theme();
  look.caption = figureLetters();
  look.body = look.strong = look.caption;
  look.strong.setBold(true);
  look.laneHeight = placement.sets.size() > 4 ? 32.0 : 40.0;
  const IterationPainter painter(iteration, iterationLabels(placement, iteration, c.problem), look);
  page.heading(RolesText::tr("One iteration, set by set"), false, painter.height() + 40.0);
  page.figure(iteration.steady
                  ? RolesText::tr("What each set does in an iteration, back to back: generation runs ahead, "
                                  "and sets work on samples of iterations of their own. Below, memory over "
                                  "the same time.")
                  : RolesText::tr("Calls of every set by role, waiting hatched, what decides the length "
                                  "outlined. Below, memory over the same time."),
              painter.height(),
              [&](QPainter& paint, double width) { painter.paint(paint, painter.axis(width)); });
  std::vector<QStringList> rows;
  for (std::size_t set = 0; set < placement.sets.size(); ++set)
    rows.push_back({rolesOfSet(placement, placement.sets[set]).join(u", "_s),
                    wholeText(placement.sets[set].placed.gpus),
                    durationText(iteration.lanes[set].busy_seconds), percentText(iteration.busy_share(set)),
                    percentText(1.0 - iteration.busy_share(set))});
  page.table(RolesText::tr("How much of an iteration each set works."),
             {{RolesText::tr("Roles"), 2},
              {RolesText::tr("GPUs"), 0.7, true},
              {RolesText::tr("At work"), 1, true},
              {RolesText::tr("Share"), 0.8, true},
              {RolesText::tr("Idle"), 0.8, true}},
             rows);
}

void forms(ReportWriter& page, const FoundContent& c) {
  std::vector<QStringList> rows;
  for (const planning::PostTrainingOfForm& form : rolesFound(c).forms) {
    if (!form.option) {
      rows.push_back({sentenceOf(formText(form.form)), noneOfFormText(form), {}, {}, {}, {}});
      continue;
    }
    const Placement& placement = *placementOf(form.option);
    rows.push_back({sentenceOf(formText(form.form)), durationText(placement.timeline.seconds),
                    usdText(*form.option), wholeText(placement.gpus()),
                    percentText(placement.busy_share(), 0), placementText(placement, c.problem.pool_ids())});
  }
  if (rows.empty()) return;
  page.heading(RolesText::tr("Together, in two sets, each by itself"));
  page.table(RolesText::tr("The best placement of each form."),
             {{RolesText::tr("Form"), 1.5},
              {RolesText::tr("Iteration"), 0.9, true},
              {RolesText::tr("Cost"), 0.8, true},
              {RolesText::tr("GPUs"), 0.6, true},
              {RolesText::tr("Busy"), 0.6, true},
              {RolesText::tr("Placement"), 2.4}},
             rows);
}

void nextOne(ReportWriter& page, const FoundContent& c) {
  forms(page, c);
  const FoundPostTrainings& found = rolesFound(c);
  const auto next = std::find_if(found.options.begin(), found.options.end(), [&](const auto& option) {
    return placementOf(option) != nullptr && !planning::same(option->layout, c.winner.layout);
  });
  if (next == found.options.end()) return;
  page.heading(RolesText::tr("Why not the next one"));
  page.paragraph(
      RolesText::tr("%1. %2", "placement, why it is not first")
          .arg(placementText(*placementOf(*next), c.problem.pool_ids()), whyNotFirst(found, **next)));
  const std::vector<QStringList> rows = placementDifferences(c.winner, **next, c.problem);
  if (rows.empty()) return;
  page.table(RolesText::tr("Figures in which the next placement differs from the answer."),
             {{RolesText::tr("Figure"), 1.4},
              {RolesText::tr("The answer"), 1.2, true},
              {RolesText::tr("The next one"), 1.2, true},
              {RolesText::tr("Change"), 0.8, true}},
             rows);
}

void restsOn(ReportWriter& page, const FoundContent& c) {
  page.heading(RolesText::tr("What it rests on"));
  page.paragraph(
      RolesText::tr("The figures are computed. An iteration lies between %1 and %2 in 80 of 100 comparable "
                    "measured runs that state their layouts and lengths.")
          .arg(durationText(c.winner.evaluation.step_low.value),
               durationText(c.winner.evaluation.step_high.value)));
  const post_training::Job& job = *chosenPlacement(c).job;
  if (job.responses.assumed_spread)
    page.paragraph(
        RolesText::tr("How answers spread around their mean is assumed: longer tails keep engines "
                      "waiting for the last answers."));
  if (job.asynchronous > 0)
    page.paragraph(
        RolesText::tr("Generation ahead of training learns from answers of older weights: what "
                      "that does to the result of training is not predicted."));
  page.paragraph(
      RolesText::tr("Set sizes are parts of nodes, or nodes in numbers without prime factors "
                    "above 3, and each set lies on one pool: other sizes were not looked at."));
}

void assumedOfRoles(ReportWriter& page, const FoundContent& c) {
  std::vector<QStringList> rows;
  for (const post_training::Constant& constant : post_training::constants_of(*chosenPlacement(c).job))
    if (constant.assumed)
      rows.push_back({postTrainingConstantMeaning(constant.id), postTrainingConstantValue(constant)});
  if (rows.empty()) return;
  page.heading(RolesText::tr("What is assumed"));
  page.table(RolesText::tr("Values that nobody measured or stated, with what was taken."),
             {{RolesText::tr("Value"), 3.2}, {RolesText::tr("Taken"), 0.8, true}}, rows);
}

void placingMethod(ReportWriter& page, const FoundContent& c) {
  page.heading(RolesText::tr("Method"));
  page.paragraph(RolesText::tr(
      "Every partition of the roles into sets and every allocation of GPUs to the sets is bounded, and "
      "played "
      "through where a bound does not exclude it (HybridFlow, EuroSys 2025, section 6, with branch and bound "
      "in place of enumeration). An engine may stand apart from the trainer whose weights it takes in."));
  page.paragraph(RolesText::tr(
      "Training and forward passes of a role take what the cost model of training gives for the best layout "
      "that fits beside the others of the set. Engines take what the model of serving gives: prompts are "
      "read "
      "once, answers of unequal length are decoded together, a place that is free is taken by the next "
      "sample, and the last answers are decoded nearly alone."));
  page.table(
      RolesText::tr("The formulas."), {{RolesText::tr("Figure"), 1.2}, {RolesText::tr("Formula"), 2.8}},
      {{RolesText::tr("Begin of a call"),
        u"b = max(end of what it waits for, end of the call before it on its set)"_s},
       {RolesText::tr("Iteration"), u"T = max end + sync"_s},
       {RolesText::tr("Iteration, generation ahead by a"), u"T = max(busiest set, chain ÷ (1 + a)) + sync"_s},
       {RolesText::tr("Re-sharding on the same GPUs"), u"wake + W ÷ (GPUs of a copy) ÷ rate"_s},
       {RolesText::tr("Weights to other sets"),
        u"max(W ÷ (GPUs of a copy) ÷ rate, W ÷ (share of the network × bandwidth))"_s},
       {RolesText::tr("Cost of an iteration"), u"USD/h of the paid units × T ÷ 3600"_s}});
  const FoundPostTrainings& found = rolesFound(c);
  page.paragraph(playedText(found) + u' ' +
                 RolesText::tr("That took %1.", "time").arg(durationText(found.seconds)));
}

void constantsOfRoles(ReportWriter& page, const FoundContent& c) {
  std::vector<QStringList> rows;
  for (const post_training::Constant& constant : post_training::constants_of(*chosenPlacement(c).job))
    if (!constant.assumed)
      rows.push_back({postTrainingConstantMeaning(constant.id), postTrainingConstantValue(constant)});
  if (rows.empty()) return;
  page.heading(RolesText::tr("Constants of post-training"));
  page.table(RolesText::tr("Constants fitted to measured iterations."),
             {{RolesText::tr("Constant"), 3.2}, {RolesText::tr("Value"), 0.8, true}}, rows);
}

class PostTrainingReport final : public KindReport {
 public:
  std::string_view kind() const override { return planning::kPostTraining; }
  QString line(const FoundContent& c) const override {
    return placementText(chosenPlacement(c), c.problem.pool_ids());
  }
  void draw(ReportPart part, ReportWriter& page, const FoundContent& c) const override {
    switch (part) {
      case ReportPart::summary:
        return answer(page, c);
      case ReportPart::question:
        return askedRoles(page, c);
      case ReportPart::cluster:
        return drawServingPools(page, c);
      case ReportPart::strategies:
        return setsOf(page, c);
      case ReportPart::why:
        return whyPlaced(page, c);
      case ReportPart::tradeoff:
        return timeAndMoney(page, c);
      case ReportPart::why_not:
        return nextOne(page, c);
      case ReportPart::breakdown:
        return iterationParts(page, c);
      case ReportPart::timeline:
        return drawnIteration(page, c);
      case ReportPart::failures:
        return restsOn(page, c);
      case ReportPart::assumptions:
        return assumedOfRoles(page, c);
      case ReportPart::method:
        return placingMethod(page, c);
      case ReportPart::constants:
        return constantsOfRoles(page, c);
      default:
        return;
    }
  }
};

}  // namespace

const KindReport& postTrainingReport() {
  static const PostTrainingReport report;
  return report;
}

}  // namespace astrolabe::ui
