#include "ui/shell/post_training_slides.h"

#include <QCoreApplication>
#include <QFontInfo>
#include <algorithm>

#include "ui/render/curve_figure.h"
#include "ui/render/iteration_painter.h"
#include "ui/render/kind_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_decision.h"
#include "ui/render/post_training_reasons.h"
#include "ui/render/post_training_words.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using post_training::Part;
using post_training::Placement;

struct PostTrainingSlideWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::PostTrainingSlides)
};

constexpr std::size_t kPlacedRows = 6;
constexpr qsizetype kPlacedReasons = 6;

/// Fills one page of a placement.
class PlacementAuthor {
 public:
  PlacementAuthor(const planning::FoundPostTrainings& found, const Theme& theme, bool hide)
      : m_found(found),
        m_problem(found.question->problem),
        m_option(*found.options.front()),
        m_best(*placementOf(found.options.front())),
        m_iteration(post_training::iteration_of(m_best, m_problem)),
        m_theme(theme),
        m_hide(hide) {}

  SlideContent cluster() const {
    SlideContent page;
    const int gpus = m_problem.cluster.gpus();
    page.headline =
        grouped(PostTrainingSlideWords::tr("%1 on %n GPU(s)", nullptr, gpus), gpus).arg(flowName());
    page.answer = false;
    page.figures = {
        {wholeText(gpus), PostTrainingSlideWords::tr("GPUs")},
        {wholeText(static_cast<double>(m_best.job->roles.size())), PostTrainingSlideWords::tr("roles")},
        {wholeText(m_best.job->samples()), PostTrainingSlideWords::tr("answers an iteration")}};
    page.rows.push_back({PostTrainingSlideWords::tr("Role"), PostTrainingSlideWords::tr("Model"),
                         PostTrainingSlideWords::tr("Work")});
    for (const post_training::Role& role : m_best.job->roles) {
      QStringList works;
      for (const auto what :
           {post_training::Do::generate, post_training::Do::forward, post_training::Do::train})
        if (m_best.job->flow.does(role.name, what)) works << doName(what);
      page.rows.push_back({roleName(role.name), roleModelText(role), works.join(u", "_s)});
    }
    page.boldRow = page.rows.size();
    return page;
  }

  SlideContent ranking() const {
    SlideContent page;
    page.headline = PostTrainingSlideWords::tr("The best placements");
    page.rows.push_back({u"#"_s, PostTrainingSlideWords::tr("Placement"),
                         PostTrainingSlideWords::tr("Iteration"), moneyHead(),
                         PostTrainingSlideWords::tr("Busy")});
    page.numbers = {2, 3, 4};
    for (std::size_t i = 0; i < std::min(kPlacedRows, m_found.options.size()); ++i)
      page.rows.push_back(QStringList{wholeText(static_cast<double>(i + 1))} +
                          cells(*m_found.options[i], m_problem));
    page.sentences << kindWords(m_found.planner).elsewhere(m_found).end + u"."_s;
    return page;
  }

  /// Scenarios side by side: which to take.
  SlideContent scenarios(const std::vector<SlideOption>& options) const {
    std::vector<PlacedOption> placed;
    for (const SlideOption& option : options) {
      PlacedOption& one = placed.emplace_back();
      one.id = option.id;
      one.name = option.name;
      one.baseline = option.baseline;
      if (!option.found || option.found->options.empty()) continue;
      one.best = option.found->options.front();
      one.problem = &option.found->question->problem;
    }
    const DecisionWords words = postTrainingDecisionWords(placed, m_found.question->objective);
    SlideContent page;
    page.headline = words.message.isEmpty() ? PostTrainingSlideWords::tr("%n options for %1", nullptr,
                                                                         static_cast<int>(options.size()))
                                                  .arg(flowName())
                                            : withoutMoney(words.message, m_hide);
    page.rows.push_back({PostTrainingSlideWords::tr("Option"), PostTrainingSlideWords::tr("Placement"),
                         PostTrainingSlideWords::tr("Iteration"), moneyHead(),
                         PostTrainingSlideWords::tr("Busy")});
    page.numbers = {2, 3, 4};
    page.boldRow = words.decision.winner >= 0 ? static_cast<std::size_t>(words.decision.winner) + 1 : 0;
    for (const PlacedOption& one : placed) {
      const QString name = withoutMoney(one.name, m_hide);
      if (placementOf(one.best) != nullptr)
        page.rows.push_back(QStringList{name} + cells(*one.best, *one.problem));
      else
        page.rows.push_back({name, unknownText(), unknownText(), unknownText(), unknownText()});
    }
    for (const QString& sentence : words.told()) page.sentences << withoutMoney(sentence, m_hide);
    return page;
  }

  SlideContent winner() const {
    SlideContent page;
    page.headline = placementText(m_best, m_problem.pool_ids());
    page.figures = {
        {durationText(m_option.evaluation.step.value), PostTrainingSlideWords::tr("an iteration")},
        {significantText(m_option.evaluation.tokens_per_second), PostTrainingSlideWords::tr("tokens/s")},
        {usd(m_best.usd), PostTrainingSlideWords::tr("for an iteration")},
        {percentText(m_best.busy_share(), 0), PostTrainingSlideWords::tr("of the GPUs' time is work")}};
    for (const post_training::PlannedSet& set : m_best.sets)
      page.sentences << PostTrainingSlideWords::tr("%1: %2.", "set of GPUs, layouts")
                            .arg(setText(m_best, set, m_problem.pool_ids()), layoutsText(m_best, set));
    return page;
  }

  SlideContent why() const {
    SlideContent page = emptySlide(PostTrainingSlideWords::tr("Why this placement"));
    for (const QString& sentence : chosenBecause(m_found).mid(0, kPlacedReasons))
      page.sentences << withoutMoney(sentence, m_hide);
    return page;
  }

  SlideContent cost() const {
    SlideContent page;
    page.headline = PostTrainingSlideWords::tr("What it costs");
    const auto& hour = m_option.evaluation.money.usd_per_hour;
    page.figures = {{usd(m_best.usd), PostTrainingSlideWords::tr("for an iteration")},
                    {hour ? usd(hour->value) : unknownText(), PostTrainingSlideWords::tr("an hour")}};
    page.sentences << grouped(PostTrainingSlideWords::tr("%n GPU(s) take part.", nullptr, m_best.gpus()),
                              m_best.gpus());
    return page;
  }

  SlideContent risks() const {
    SlideContent page = emptySlide(PostTrainingSlideWords::tr("What it rests on"));
    const cost::Evaluation& figures = m_option.evaluation;
    page.sentences << PostTrainingSlideWords::tr(
                          "An iteration takes %1 to %2 as far as the prediction "
                          "knows.")
                          .arg(durationText(figures.step_low.value), durationText(figures.step_high.value));
    page.sentences << PostTrainingSlideWords::tr("Answers: %1.").arg(responsesText(m_best.job->responses));
    if (m_best.job->responses.assumed_spread)
      page.sentences << PostTrainingSlideWords::tr(
          "How their lengths spread is assumed, not measured: the "
          "longest ones set the end of generation.");
    return page;
  }

  SlideContent frontier() const {
    SlideContent page;
    page.headline = PostTrainingSlideWords::tr("Fast, or cheap");
    if (m_hide || m_found.frontier.empty()) {
      page.sentences << (m_hide ? PostTrainingSlideWords::tr("Sums of money are hidden.")
                                : PostTrainingSlideWords::tr("Prices are not known."));
      return page;
    }
    CurveFigure figure;
    figure.x = PostTrainingSlideWords::tr("seconds of an iteration");
    figure.y = moneyHead();
    CurveLine line{PostTrainingSlideWords::tr("not beaten in both at once"), {}};
    for (const planning::OptionPtr& option : m_found.frontier) {
      const double seconds = option->evaluation.step.value, sum = placementOf(option)->usd;
      line.points.emplace_back(seconds, shownMoney(sum));
      page.told << PostTrainingSlideWords::tr("%1: %2, %3", "placement, time, money")
                       .arg(placementText(*placementOf(option), m_problem.pool_ids()), durationText(seconds),
                            moneyText(sum));
    }
    std::sort(line.points.begin(), line.points.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); });
    figure.lines.push_back(std::move(line));
    figure.chosen = QPointF(m_option.evaluation.step.value, shownMoney(m_best.usd));
    figure.chosenName = PostTrainingSlideWords::tr("the answer");
    page.drawing = [figure, theme = m_theme](QPainter& painter, const QRectF& area, const QFont& letters) {
      // Drawn as on paper, as large as the letters ask for.
      constexpr double kPaperLetters = 11.0;
      const double scale = std::max(1.0, QFontInfo(letters).pixelSize() / kPaperLetters);
      CurveFigure sized = figure;
      sized.plot = std::max(60.0, area.height() / scale - (curveHeight(figure) - figure.plot));
      painter.save();
      painter.translate(area.topLeft());
      painter.scale(scale, scale);
      paintCurves(painter, area.width() / scale, sized, theme);
      painter.restore();
    };
    return page;
  }

  SlideContent timeline() const {
    SlideContent page;
    page.headline =
        PostTrainingSlideWords::tr("One iteration: %1").arg(durationText(m_option.evaluation.step.value));
    for (std::size_t set = 0; set < m_best.sets.size(); ++set)
      page.told << PostTrainingSlideWords::tr("%1: %2 busy", "set of GPUs, share")
                       .arg(setText(m_best, m_best.sets[set], m_problem.pool_ids()),
                            percentText(m_iteration.busy_share(set)));
    page.drawing = [iteration = m_iteration, labels = iterationLabels(m_best, m_iteration, m_problem),
                    theme = m_theme](QPainter& painter, const QRectF& area, const QFont& letters) {
      IterationLook look;
      look.theme = theme;
      look.caption = look.body = look.strong = letters;
      look.strong.setBold(true);
      constexpr double kBaseLetters = 12.0;
      look.scale = std::max(1.0, QFontInfo(letters).pixelSize() / kBaseLetters);
      look.memory = IterationPainter(iteration, labels, look).height() <= area.height();
      const IterationPainter drawing(iteration, labels, look);
      painter.save();
      painter.translate(area.topLeft());
      drawing.paint(painter, drawing.axis(area.width()));
      painter.restore();
    };
    return page;
  }

  SlideContent breakdown() const {
    SlideContent page;
    page.headline = PostTrainingSlideWords::tr("How busy each set of GPUs is");
    const auto text = [](double seconds) { return durationText(seconds); };
    for (std::size_t set = 0; set < m_iteration.lanes.size(); ++set) {
      SlideBar bar{setText(m_best, m_best.sets[set], m_problem.pool_ids()), {}, text};
      std::vector<double> by_role(m_best.job->roles.size(), 0.0);
      double worked = 0.0;
      for (const post_training::Block& block : m_iteration.lanes[set].blocks) {
        if (block.role >= 0) by_role[static_cast<std::size_t>(block.role)] += block.end - block.begin;
        worked += block.end - block.begin;
      }
      for (std::size_t role = 0; role < by_role.size(); ++role) {
        const PartStyle style = roleStyle(m_theme, static_cast<int>(role));
        if (by_role[role] > 0.0)
          bar.shares.push_back({roleName(m_best.job->roles[role].name), by_role[role], style.color, style.ink,
                                style.hatch, style.pattern});
      }
      const PartStyle& idle = m_theme.part(cost::Part::pipeline_bubble);
      if (const double waits = m_iteration.seconds - worked; waits > 0.0)
        bar.shares.push_back(
            {PostTrainingSlideWords::tr("waiting"), waits, idle.color, idle.ink, true, idle.pattern});
      page.bars.push_back(std::move(bar));
    }
    return page;
  }

 private:
  QString flowName() const { return dataflowName(m_best.job->flow.name); }
  QString usd(double sum) const { return sum <= 0.0 ? unknownText() : m_hide ? hiddenSum() : moneyText(sum); }
  QString moneyHead() const {
    if (m_hide) return PostTrainingSlideWords::tr("Cost");
    return PostTrainingSlideWords::tr("%1 an iteration", "sign of a currency").arg(currencySign());
  }
  QStringList cells(const planning::Option& option, const strategy::Problem& problem) const {
    const Placement& placement = *placementOf(&option);
    return {placementText(placement, problem.pool_ids()), durationText(option.evaluation.step.value),
            usd(placement.usd), percentText(placement.busy_share(), 0)};
  }

  const planning::FoundPostTrainings& m_found;
  const strategy::Problem& m_problem;
  const planning::Option& m_option;
  const Placement& m_best;
  post_training::Iteration m_iteration;
  const Theme& m_theme;
  bool m_hide;
};

}  // namespace

SlideContent postTrainingSlide(Slide slide, const planning::FoundPostTrainings& found, const Theme& theme,
                               bool hideMoney, const std::vector<SlideOption>& compared) {
  const PlacementAuthor author(found, theme, hideMoney);
  switch (slide) {
    case Slide::Cluster:
      return author.cluster();
    case Slide::Options:
      return compared.size() > 1 ? author.scenarios(compared) : author.ranking();
    case Slide::Winner:
      return author.winner();
    case Slide::Why:
      return author.why();
    case Slide::Cost:
      return author.cost();
    case Slide::Risks:
      return author.risks();
    case Slide::Ranking:
      return author.ranking();
    case Slide::Pareto:
      return author.frontier();
    case Slide::Timeline:
      return author.timeline();
    case Slide::Breakdown:
      break;
  }
  return author.breakdown();
}

}  // namespace astrolabe::ui
