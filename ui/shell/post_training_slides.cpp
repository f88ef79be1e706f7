#include "ui/shell/post_training_slides.h"

#include <QCoreApplication>
#include <QFontInfo>
#include <algorithm>

#include "ui/render/iteration_painter.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_job_words.h"
#include "ui/render/post_training_reasons.h"
#include "ui/render/post_training_words.h"
#include "ui/shell/slide_author.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using post_training::Part;
using post_training::Placement;

struct PostTrainingSlideWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::PostTrainingSlides)
};

/// Fills the pages of a placement.
class PlacementAuthor : public SlideAuthor {
 public:
  PlacementAuthor(const planning::FoundPostTrainings& found, const Theme& theme, bool hide)
      : SlideAuthor(found, theme, hide),
        m_found(found),
        m_option(*found.options.front()),
        m_best(*placementOf(found.options.front())),
        m_iteration(post_training::iteration_of(m_best, m_problem)) {}

 private:
  SlideContent cluster() const override {
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

  TableWords tableWords(int count) const override {
    return {PostTrainingSlideWords::tr("The best placements"),
            PostTrainingSlideWords::tr("%n options for %1", nullptr, count).arg(flowName()),
            {PostTrainingSlideWords::tr("Placement"), PostTrainingSlideWords::tr("Iteration"), moneyHead(),
             PostTrainingSlideWords::tr("Busy")}};
  }
  QStringList cells(const planning::OptionPtr& option, const strategy::Problem& problem) const override {
    const Placement* placement = placementOf(option);
    if (placement == nullptr) return {};
    return {placementText(*placement, problem.pool_ids()), durationText(option->evaluation.step.value),
            usd(placement->usd), percentText(placement->busy_share(), 0)};
  }
  DecisionWords decision(const std::vector<PlacedOption>& options) const override {
    return postTrainingDecisionWords(options, m_found.question->objective);
  }

  SlideContent winner() const override {
    SlideContent page = emptySlide(placementText(m_best, m_problem.pool_ids()));
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

  SlideContent why() const override {
    return reasons(PostTrainingSlideWords::tr("Why this placement"), chosenBecause(m_found));
  }

  SlideContent cost() const override {
    SlideContent page = emptySlide(PostTrainingSlideWords::tr("What it costs"));
    const auto& hour = m_option.evaluation.money.usd_per_hour;
    page.figures = {{usd(m_best.usd), PostTrainingSlideWords::tr("for an iteration")},
                    {hour ? usd(hour->value) : unknownText(), PostTrainingSlideWords::tr("an hour")}};
    page.sentences << grouped(PostTrainingSlideWords::tr("%n GPU(s) take part.", nullptr, m_best.gpus()),
                              m_best.gpus());
    for (const QString& sentence : wholeJobSentences(m_option, m_problem))
      page.sentences << withoutMoney(sentence, m_hide);
    return page;
  }

  SlideContent risks() const override {
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

  SlideContent frontier() const override {
    SlideContent page = emptySlide(PostTrainingSlideWords::tr("Fast, or cheap"));
    if (m_hide || m_found.frontier.empty()) {
      page.sentences << (m_hide ? PostTrainingSlideWords::tr("Sums of money are hidden.")
                                : PostTrainingSlideWords::tr("Prices are not known."));
      return page;
    }
    std::vector<QPointF> points;
    for (const planning::OptionPtr& option : m_found.frontier) {
      const double seconds = option->evaluation.step.value, sum = placementOf(option)->usd;
      points.emplace_back(seconds, shownMoney(sum));
      page.told << PostTrainingSlideWords::tr("%1: %2, %3", "placement, time, money")
                       .arg(placementText(*placementOf(option), m_problem.pool_ids()), durationText(seconds),
                            moneyText(sum));
    }
    page.drawing = curve(PostTrainingSlideWords::tr("seconds of an iteration"), moneyHead(),
                         std::move(points), {m_option.evaluation.step.value, shownMoney(m_best.usd)});
    return page;
  }

  SlideContent timeline() const override {
    SlideContent page = emptySlide(
        PostTrainingSlideWords::tr("One iteration: %1").arg(durationText(m_option.evaluation.step.value)));
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

  SlideContent breakdown() const override {
    SlideContent page = emptySlide(PostTrainingSlideWords::tr("How busy each set of GPUs is"));
    const auto text = [](double seconds) { return durationText(seconds); };
    for (std::size_t set = 0; set < m_iteration.lanes.size(); ++set) {
      SlideBar bar{setText(m_best, m_best.sets[set], m_problem.pool_ids()), {}, text};
      std::vector<double> by_role(m_best.job->roles.size(), 0.0);
      double worked = 0.0;
      for (const post_training::Block& block : m_iteration.lanes[set].blocks) {
        if (block.role >= 0) by_role[static_cast<std::size_t>(block.role)] += block.busy_seconds();
        worked += block.busy_seconds();
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

  QString flowName() const { return dataflowName(m_best.job->flow.name); }
  QString usd(double sum) const { return sum <= 0.0 ? unknownText() : m_hide ? hiddenSum() : moneyText(sum); }
  QString moneyHead() const {
    if (m_hide) return PostTrainingSlideWords::tr("Cost");
    return PostTrainingSlideWords::tr("%1 an iteration", "sign of a currency").arg(currencySign());
  }

  const planning::FoundPostTrainings& m_found;
  const planning::Option& m_option;
  const Placement& m_best;
  post_training::Iteration m_iteration;
};

}  // namespace

SlideContent postTrainingSlide(Slide slide, const planning::FoundPostTrainings& found, const Theme& theme,
                               bool hideMoney, const std::vector<SlideOption>& compared) {
  return PlacementAuthor(found, theme, hideMoney).page(slide, compared);
}

}  // namespace astrolabe::ui
