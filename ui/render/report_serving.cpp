// The report of a deployment that serves: question, deployment, figures, frontier, load, memory, money.
#include <QCoreApplication>
#include <algorithm>

#include "core/base/units.h"
#include "core/deploy/load_curve.h"
#include "core/planning/deployments.h"
#include "ui/render/curve_figure.h"
#include "ui/render/deployment_reasons.h"
#include "ui/render/deployment_words.h"
#include "ui/render/mark_words.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/rank_memory.h"
#include "ui/render/report_kinds.h"
#include "ui/render/report_sections.h"
#include "ui/render/report_serving.h"
#include "ui/render/serving_question_words.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct ServingText {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

const deploy::Fleet& chosenFleet(const FoundContent& c) {
  return planning::as<planning::DeploymentLayout>(c.winner.layout)->fleet();
}

/// What was found, with frontier and questions of pools.
const planning::FoundDeployments& foundOf(const FoundContent& c) {
  return static_cast<const planning::FoundDeployments&>(c.found);
}

QString withBand(const serving::Banded& figure, const std::function<QString(double)>& shown) {
  return ServingText::tr("%1 (%2 to %3)", "value and its band")
      .arg(shown(figure.value), shown(figure.low), shown(figure.high));
}

QString tokenRateText(double tokens) { return ServingText::tr("%1 tokens/s").arg(significantText(tokens)); }

QString poolName(const FoundContent& c, int pool) {
  return text(c.problem.cluster.pools.at(static_cast<std::size_t>(pool)).id);
}

}  // namespace

void drawServingQuestion(ReportWriter& page, const FoundContent& c, const serving::ServeJob& job,
                         const std::optional<serving::DataType>& cache) {
  page.heading(ServingText::tr("The question"));
  std::vector<QStringList> rows{{ServingText::tr("Model"), text(c.plan.model_name)}};
  for (const ServingSetting& setting : servingSettings()) {
    const bool of_cache = cache && std::string_view(setting.field) == "kv_precision";
    const QString said = of_cache ? text(serving::to_string(*cache)) : setting.text(job);
    if (said.isEmpty()) continue;
    const bool assumed = !isStated(setting, c.problem.job);
    rows.push_back({setting.name, assumed ? ServingText::tr("%1 (assumed)", "a value").arg(said) : said});
  }
  page.table(ServingText::tr("What is to be served."),
             {{ServingText::tr("Setting"), 1.4}, {ServingText::tr("Value"), 2.6}}, rows);
}

void drawServingPools(ReportWriter& page, const FoundContent& c) {
  page.heading(ServingText::tr("The cluster"));
  std::vector<QStringList> rows;
  for (const hardware::Pool& pool : unslowedPools(c.problem.cluster))
    rows.push_back({text(pool.id), poolGpusText(pool),
                    pool.gpu.memory ? gibText(pool.gpu.memory->value, 0) : unknownText(),
                    bandwidthText(pool.intra_node.bandwidth.value),
                    networkText(pool.inter_node.bandwidth.value),
                    pool.usd_per_gpu_hour ? moneyText(pool.usd_per_gpu_hour->value) : unknownText()});
  page.table(ServingText::tr("Pools. Network is per node, one direction."),
             {{ServingText::tr("Pool"), 1},
              {ServingText::tr("GPUs"), 2.4},
              {ServingText::tr("Memory"), 1, true},
              {ServingText::tr("Link"), 1.1, true},
              {ServingText::tr("Network"), 1.1, true},
              {ServingText::tr("%1/GPU h", "sign of a currency").arg(currencySign()), 0.9, true}},
             rows);
}

namespace {

void question(ReportWriter& page, const FoundContent& c) {
  const auto& pools = foundOf(c).pools;
  const auto asked = std::find_if(pools.begin(), pools.end(), [](const auto& pool) { return !!pool; });
  drawServingQuestion(page, c, foundOf(c).job,
                      asked == pools.end() ? std::nullopt : std::optional((*asked)->cache));
}

QString pricedTokens(const std::optional<double>& usd) {
  return usd ? ServingText::tr("%1 a million tokens").arg(moneyText(usd)) : unknownText();
}

void summary(ReportWriter& page, const FoundContent& c) {
  const deploy::Fleet& fleet = chosenFleet(c);
  const serving::Figures& figures = fleet.figures;
  page.heading(ServingText::tr("The answer"), true);
  page.lead(fleet.keeps_promises() ? ServingText::tr("%1 on %2 GPUs keeps what is promised.")
                                         .arg(servedLayoutText(fleet, c.problem), wholeText(fleet.gpus))
                                   : ServingText::tr("%1 on %2 GPUs does not keep what is promised.")
                                         .arg(servedLayoutText(fleet, c.problem), wholeText(fleet.gpus)));
  page.keyFigures(
      {{ServingText::tr("First token"), durationText(figures.ttft.value),
        ServingText::tr("%1 to %2").arg(durationText(figures.ttft.low), durationText(figures.ttft.high))},
       {ServingText::tr("Each further token"), timeText(figures.tpot.value),
        figures.tpot.value > 0.0
            ? ServingText::tr("%1 to %2").arg(durationText(figures.tpot.low), durationText(figures.tpot.high))
            : ServingText::tr("answers have one token")},
       {ServingText::tr("Tokens/s a GPU"), significantText(figures.output_tokens_per_second_per_gpu),
        figures.tokens_per_second_per_user > 0.0
            ? ServingText::tr("%1 to one user").arg(tokenRateText(figures.tokens_per_second_per_user))
            : QString()},
       {ServingText::tr("A million tokens"),
        fleet.usd_per_million_tokens ? moneyText(fleet.usd_per_million_tokens) : unknownText(),
        fleet.usd_per_hour ? ServingText::tr("%1 an hour").arg(moneyText(fleet.usd_per_hour))
                           : ServingText::tr("a price is not known")}});
}

/// The deployment, group by group, and all its figures.
void deployment(ReportWriter& page, const FoundContent& c) {
  const deploy::Fleet& fleet = chosenFleet(c);
  page.heading(ServingText::tr("The deployment"));
  std::vector<QStringList> groups;
  for (const deploy::Group& group : fleet.groups)
    groups.push_back({poolName(c, group.pool), wholeText(group.deployment.replicas),
                      servedWorkersText(group.deployment), wholeText(group.deployment.gpus()),
                      percentText(group.share, 0), percentText(group.figures.kv_use, 0)});
  page.table(
      ServingText::tr("Groups of equal replicas. Limits of a step and of a batch stand with the start."),
      {{ServingText::tr("Pool"), 1},
       {ServingText::tr("Replicas"), 0.8, true},
       {ServingText::tr("A replica"), 2.6},
       {ServingText::tr("GPUs"), 0.7, true},
       {ServingText::tr("Requests"), 0.8, true},
       {ServingText::tr("Cache in use"), 0.9, true}},
      groups);
  const serving::Figures& f = fleet.figures;
  const auto time = [](double seconds) { return durationText(seconds); };
  const auto rate = [](double tokens) { return tokenRateText(tokens); };
  page.table(ServingText::tr("Figures at the traffic, with the bands in which 80 % of comparable runs lie."),
             {{ServingText::tr("Figure"), 1.6}, {ServingText::tr("Value"), 2.4, true}},
             {{ServingText::tr("Time to the first token"), withBand(f.ttft, time)},
              {ServingText::tr("Time to the first token, 99 of 100"), withBand(f.ttft_p99, time)},
              {ServingText::tr("Time for each further token"),
               f.tpot.value > 0.0 ? withBand(f.tpot, time) : furtherTokensText(f)},
              {ServingText::tr("Whole request"), withBand(f.e2e, time)},
              {ServingText::tr("Answers, all together"), withBand(f.output_tokens_per_second, rate)},
              {ServingText::tr("Answers, to one user"), userRateText(f)},
              {ServingText::tr("Answers, of one GPU"), tokenRateText(f.output_tokens_per_second_per_gpu)},
              {ServingText::tr("Requests that are served"),
               ServingText::tr("%1 requests/s").arg(significantText(f.requests_per_second))},
              {ServingText::tr("Requests within the promises at most"),
               fleet.capacity_requests_per_second > 0.0
                   ? ServingText::tr("%1 requests/s").arg(significantText(fleet.capacity_requests_per_second))
                   : unknownText()},
              {ServingText::tr("Sequences that a replica decodes at once"), significantText(f.batch)},
              {ServingText::tr("GPUs, with those that are paid but not used"),
               ServingText::tr("%1 (%2 paid)").arg(wholeText(fleet.gpus), wholeText(fleet.all_paid()))},
              {ServingText::tr("Cost"), pricedTokens(fleet.usd_per_million_tokens)}});
}

void why(ReportWriter& page, const FoundContent& c) {
  page.heading(ServingText::tr("Why this deployment"));
  const planning::FoundDeployments& found = foundOf(c);
  const bool first = !found.options.empty() && planning::same(found.options.front()->layout, c.winner.layout);
  if (first)
    for (const QString& sentence : chosenBecause(found)) page.paragraph(sentence);
  else
    page.paragraph(whyNotFirst(found, c.winner));
  for (const deploy::Group& group : chosenFleet(c).groups)
    page.paragraph(ServingText::tr("%1: %2.", "pool, what binds it")
                       .arg(poolName(c, group.pool), servedBindsText(group.figures.binds)));
}

void tradeoff(ReportWriter& page, const FoundContent& c) {
  const planning::FoundDeployments& found = foundOf(c);
  if (found.frontier.size() < 2) return;
  CurveFigure figure;
  figure.x = ServingText::tr("tokens/s to one user");
  figure.y = ServingText::tr("tokens/s of one GPU");
  CurveLine line{ServingText::tr("not beaten in both at once"), {}};
  std::vector<QStringList> rows;
  for (const planning::OptionPtr& option : found.frontier) {
    const deploy::Fleet& fleet = planning::as<planning::DeploymentLayout>(option->layout)->fleet();
    line.points.emplace_back(fleet.figures.tokens_per_second_per_user,
                             fleet.figures.output_tokens_per_second_per_gpu);
    rows.push_back(
        {servedLayoutText(fleet, c.problem), significantText(fleet.figures.tokens_per_second_per_user),
         significantText(fleet.figures.output_tokens_per_second_per_gpu),
         durationText(fleet.figures.ttft.value), pricedTokens(fleet.usd_per_million_tokens),
         fleet.keeps_promises() ? ServingText::tr("kept")
                                : ServingText::tr("breaks: %1", "a promise").arg(missedText(fleet.missed))});
  }
  std::sort(line.points.begin(), line.points.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); });
  figure.lines.push_back(std::move(line));
  const serving::Figures& chosen = chosenFleet(c).figures;
  figure.chosen = QPointF(chosen.tokens_per_second_per_user, chosen.output_tokens_per_second_per_gpu);
  figure.chosenName = ServingText::tr("the answer");
  page.heading(ServingText::tr("Users against GPUs"), false, curveHeight(figure) + 40.0);
  page.figure(ServingText::tr("The frontier: faster to each user, or more from each GPU."),
              curveHeight(figure),
              [&](QPainter& painter, double width) { paintCurves(painter, width, figure, page.theme()); });
  constexpr std::size_t kMostRows = 12;
  if (rows.size() > kMostRows) rows.resize(kMostRows);
  page.table(ServingText::tr("Deployments of the frontier, the fastest to each user first."),
             {{ServingText::tr("Deployment"), 2.6},
              {ServingText::tr("Tokens/s a user"), 1, true},
              {ServingText::tr("Tokens/s a GPU"), 1, true},
              {ServingText::tr("First token"), 1, true},
              {ServingText::tr("Cost"), 1.5, true},
              {ServingText::tr("Promises"), 1.2}},
             rows);
}

/// Times against load of the group that most requests go to, with what is promised.
void loadCurves(ReportWriter& page, const FoundContent& c) {
  const deploy::Fleet& fleet = chosenFleet(c);
  const auto group = std::max_element(fleet.groups.begin(), fleet.groups.end(),
                                      [](const auto& a, const auto& b) { return a.share < b.share; });
  const auto& asked = foundOf(c).pools.at(static_cast<std::size_t>(group->pool));
  if (!asked) return;
  const std::vector<deploy::LoadPoint> curve = deploy::load_curve(*asked, group->deployment);
  if (curve.empty()) return;
  const auto figureOf = [&](const QString& title, const std::optional<double>& promised, auto shown) {
    CurveFigure figure;
    figure.x = ServingText::tr("requests/s");
    figure.y = title;
    CurveLine line{title, {}};
    for (const deploy::LoadPoint& point : curve)
      line.points.emplace_back(point.requests_per_second, shown(point.figures));
    // Near the most that it serves times grow without end: the rest has to be readable.
    const std::size_t most = curve.size() * 9 / 10;
    constexpr double kAbove = 1.3;
    double top = line.points[most].y();
    if (promised) top = std::max(top, *promised);
    if (top > 0.0) figure.top = top * kAbove;
    if (promised) figure.levels.push_back({ServingText::tr("promised"), *promised});
    figure.lines.push_back(std::move(line));
    return figure;
  };
  const auto ms = [](const std::optional<double>& seconds) {
    return seconds ? std::optional(*seconds * 1e3) : std::nullopt;
  };
  const serving::Promises& promises = foundOf(c).job.promises;
  const CurveFigure figures[] = {
      figureOf(ServingText::tr("first token, ms"), ms(promises.ttft_seconds),
               [](const serving::Figures& f) { return f.ttft.value * 1e3; }),
      figureOf(ServingText::tr("each further token, ms"), ms(promises.tpot_seconds),
               [](const serving::Figures& f) { return f.tpot.value * 1e3; }),
      figureOf(ServingText::tr("cache in use, %"), std::nullopt,
               [](const serving::Figures& f) { return f.kv_use * 100.0; })};
  page.heading(ServingText::tr("As the load grows"), false, curveHeight(figures[0]) + 40.0);
  for (const CurveFigure& figure : figures) {
    if (&figure == &figures[1] && chosenFleet(c).figures.tpot.value <= 0.0) continue;  // one token
    const QString caption =
        ServingText::tr("%1 against the load of %2.", "figure, pool").arg(figure.y, poolName(c, group->pool));
    page.figure(caption.left(1).toUpper() + caption.mid(1), curveHeight(figure),
                [&](QPainter& painter, double width) { paintCurves(painter, width, figure, page.theme()); });
  }
}

/// What a GPU holds, and where the time of an iteration goes.
void breakdown(ReportWriter& page, const FoundContent& c) {
  page.heading(ServingText::tr("Where memory and time go"), false, 130.0);
  const Theme& theme = page.theme();
  const auto share = [&](const QString& name, double value, int style) {
    const PartStyle& looks = theme.parts[static_cast<std::size_t>(style) % theme.parts.size()];
    return Share{name, value, looks.color, looks.ink, looks.hatch, looks.pattern};
  };
  std::vector<std::pair<QString, std::vector<Share>>> memory, steps;
  for (const deploy::Group& group : chosenFleet(c).groups) {
    for (const RankMemory& rank : rankMemories(group.figures)) {
      const serving::Memory& of = *rank.memory;
      const double used = of.weights + of.workspace + of.reserve + of.kv_bytes;
      memory.emplace_back(
          withRole(poolName(c, group.pool), rank),
          std::vector<Share>{share(ServingText::tr("weights"), of.weights, 0),
                             share(ServingText::tr("keys and values"), of.kv_bytes, 1),
                             share(ServingText::tr("work space"), of.workspace + of.reserve, 2),
                             share(ServingText::tr("left free"), std::max(0.0, of.device - used), 3)});
    }
    const serving::StepParts& parts = group.figures.decode_step;
    if (parts.sum_us() <= 0.0) continue;
    const auto part = [&](const QString& name, double us, int style) {
      return share(name, us * 1e-6, style);
    };
    std::vector<Share> step{
        part(ServingText::tr("products"), parts.products, 0),
        part(ServingText::tr("attention"), parts.decode_attention + parts.prefill_attention, 1),
        part(ServingText::tr("experts"), parts.experts, 2),
        part(ServingText::tr("communication"), parts.communication, 3),
        part(ServingText::tr("small kernels"), parts.elementwise + parts.fixed, 4),
        part(ServingText::tr("head"), parts.head, 5),
        share(ServingText::tr("host, not overlapped"), parts.exposed_host_ms() * 1e-3, 6)};
    std::erase_if(step, [](const Share& each) { return each.value <= 0.0; });
    steps.emplace_back(poolName(c, group.pool), std::move(step));
  }
  drawBars(page, ServingText::tr("Memory of a GPU by part."), memory,
           [](double value) { return gibText(value); });
  if (!steps.empty())
    drawBars(page, ServingText::tr("Parts of one iteration that decodes. They add up to its time."), steps,
             [](double value) { return durationText(value); });
}

/// The next one beside the answer, figure by figure.
void servedWhyNot(ReportWriter& page, const FoundContent& c) {
  const planning::FoundDeployments& found = foundOf(c);
  const deploy::Fleet& chosen = chosenFleet(c);
  const auto next = std::find_if(found.options.begin(), found.options.end(), [&](const auto& option) {
    const auto* layout = planning::as<planning::DeploymentLayout>(option->layout);
    return layout != nullptr && !planning::same(option->layout, c.winner.layout);
  });
  if (next == found.options.end()) return;
  const deploy::Fleet& other = planning::as<planning::DeploymentLayout>((*next)->layout)->fleet();
  page.heading(ServingText::tr("Why not the next one"));
  page.paragraph(ServingText::tr("%1. %2", "deployment, why it is not first")
                     .arg(servedLayoutText(other, c.problem), whyNotFirst(found, **next)));
  const std::vector<QStringList> rows = deploymentDifferences(chosen, other);
  if (rows.empty()) return;
  page.table(ServingText::tr("Figures in which the next deployment differs from the answer."),
             {{ServingText::tr("Figure"), 1.4},
              {ServingText::tr("The answer"), 1.2, true},
              {ServingText::tr("The next one"), 1.2, true},
              {ServingText::tr("Change"), 0.8, true}},
             rows);
}

void servedRisks(ReportWriter& page, const FoundContent& c) {
  page.heading(ServingText::tr("What it rests on"));
  for (const QString& sentence : deploymentRisks(foundOf(c))) page.paragraph(sentence);
}

/// What nobody stated.
void servedAssumptions(ReportWriter& page, const FoundContent& c) {
  std::vector<QStringList> rows;
  for (const ServingSetting& setting : servingSettings())
    if (const QString said = setting.text(foundOf(c).job);
        !said.isEmpty() && !isStated(setting, c.problem.job))
      rows.push_back({setting.name, said});
  if (rows.empty()) return;
  page.heading(ServingText::tr("What is assumed"));
  page.table(ServingText::tr("Settings that nobody stated, with the values that were taken."),
             {{ServingText::tr("Setting"), 1.4}, {ServingText::tr("Value"), 2.6}}, rows);
}

class DeploymentReport final : public KindReport {
 public:
  std::string_view kind() const override { return planning::kDeployment; }
  QString line(const FoundContent& c) const override { return servedLayoutText(chosenFleet(c), c.problem); }
  void draw(ReportPart part, ReportWriter& page, const FoundContent& c) const override {
    switch (part) {
      case ReportPart::summary:
        return summary(page, c);
      case ReportPart::question:
        return question(page, c);
      case ReportPart::cluster:
        return drawServingPools(page, c);
      case ReportPart::strategies:
        return deployment(page, c);
      case ReportPart::why:
        return why(page, c);
      case ReportPart::tradeoff:
        return tradeoff(page, c);
      case ReportPart::breakdown:
        breakdown(page, c);
        return drawServingExchange(page, c);
      case ReportPart::timeline:
        return loadCurves(page, c);
      case ReportPart::why_not:
        return servedWhyNot(page, c);
      case ReportPart::sensitivity:
        return drawServingSensitivity(page, c);
      case ReportPart::failures:
        return servedRisks(page, c);
      case ReportPart::assumptions:
        return servedAssumptions(page, c);
      case ReportPart::method:
        return drawServingMethod(page, c);
      case ReportPart::constants:
        drawServingStart(page, c);
        return drawServingConstants(page, c);
      default:
        return;
    }
  }
};

}  // namespace

const KindReport& deploymentReport() {
  static const DeploymentReport report;
  return report;
}

}  // namespace astrolabe::ui
