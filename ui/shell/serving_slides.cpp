#include "ui/shell/serving_slides.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/hours.h"
#include "core/planning/deployments.h"
#include "ui/render/deployment_reasons.h"
#include "ui/render/deployment_words.h"
#include "ui/render/gpu_order.h"
#include "ui/render/kind_words.h"
#include "ui/render/mark_words.h"
#include "ui/render/marks.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_words.h"
#include "ui/results/serving_shares.h"
#include "ui/shell/post_training_slides.h"
#include "ui/shell/slide_author.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct ServingSlideWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ServingSlides)
};

/// Fills the pages of a deployment.
class ServingAuthor : public SlideAuthor {
 public:
  ServingAuthor(const planning::FoundDeployments& found, const Theme& theme, bool hide)
      : SlideAuthor(found, theme, hide), m_found(found), m_best(*fleetOf(found.options.front())) {}

 private:
  SlideContent cluster() const override {
    SlideContent page;
    const int gpus = m_problem.cluster.gpus();
    page.headline = grouped(ServingSlideWords::tr("%1 served by %n GPU(s)", nullptr, gpus), gpus)
                        .arg(QString::fromStdString(m_problem.graph->name));
    page.answer = false;
    double bytes = 0.0;
    for (const hardware::Pool& pool : m_problem.cluster.pools)
      bytes += pool.gpus() * (pool.gpu.memory ? pool.gpu.memory->value : 0.0);
    page.figures = {{wholeText(gpus), ServingSlideWords::tr("GPUs")},
                    {gibText(bytes, 0), ServingSlideWords::tr("memory of the GPUs")}};
    page.rows.push_back({ServingSlideWords::tr("Pool"), ServingSlideWords::tr("GPUs"),
                         ServingSlideWords::tr("Inside a node"), ServingSlideWords::tr("Network"),
                         ServingSlideWords::tr("%1/GPU h", "sign of a currency").arg(currencySign())});
    page.numbers = {2, 3, 4};
    for (const hardware::Pool& pool : unslowedPools(m_problem.cluster)) {
      const GpuStyle style = m_theme.gpu(gpuPlace(m_theme, m_problem, pool.gpu.id));
      page.shapes.emplace_back(style.shape, style.color);
      page.rows.push_back({QString::fromStdString(pool.id),
                           withMarks(u"%1 × %2 %3"_s.arg(wholeText(pool.nodes), wholeText(pool.gpus_per_node),
                                                         shortGpuName(pool.gpu)),
                                     pool),
                           bandwidthText(pool.intra_node.bandwidth.value),
                           networkText(pool.inter_node.bandwidth.value),
                           pool.usd_per_gpu_hour ? usd(pool.usd_per_gpu_hour->value) : unknownText()});
    }
    page.boldRow = page.rows.size();
    return page;
  }

  TableWords tableWords(int count) const override {
    return {ServingSlideWords::tr("The best of %1 deployments")
                .arg(wholeText(static_cast<double>(m_found.counts.total))),
            ServingSlideWords::tr("%n options to serve %1", nullptr, count)
                .arg(QString::fromStdString(m_problem.graph->name)),
            {ServingSlideWords::tr("Deployment"), ServingSlideWords::tr("TTFT"),
             ServingSlideWords::tr("TPOT"), ServingSlideWords::tr("tok/s/GPU"),
             ServingSlideWords::tr("%1/M tokens", "sign of a currency").arg(currencySign())}};
  }
  QStringList cells(const planning::OptionPtr& option, const strategy::Problem& problem) const override {
    const deploy::Fleet* fleet = fleetOf(option);
    if (fleet == nullptr) return {};
    return {fleetText(*fleet, problem.pool_ids()), durationText(fleet->figures.ttft.value),
            timeText(fleet->figures.tpot.value),
            significantText(fleet->figures.output_tokens_per_second_per_gpu),
            fleet->usd_per_million_tokens ? usd(*fleet->usd_per_million_tokens) : unknownText()};
  }
  DecisionWords decision(const std::vector<PlacedOption>& options) const override {
    return servingDecisionWords({options.begin(), options.end()});
  }

  SlideContent winner() const override {
    SlideContent page = emptySlide(name(m_best));
    const serving::Figures& figures = m_best.figures;
    page.figures = {{significantText(figures.output_tokens_per_second_per_gpu),
                     ServingSlideWords::tr("tokens/s of each GPU")},
                    {durationText(figures.ttft.value), ServingSlideWords::tr("to the first token")},
                    {timeText(figures.tpot.value), ServingSlideWords::tr("for each further token")},
                    {m_best.usd_per_million_tokens ? usd(*m_best.usd_per_million_tokens) : unknownText(),
                     ServingSlideWords::tr("for a million tokens")}};
    const QStringList promised = promisedTexts(m_best, m_found.job);
    if (!promised.isEmpty())
      page.sentences << ServingSlideWords::tr("Promised to %1 of the requests: %2.", "share, times")
                            .arg(percentText(m_found.job.promises.quantile, 0), promised.join(u", "_s));
    page.sentences << grouped(ServingSlideWords::tr("%1 GPUs serve, %2 are paid for, on %n node(s).", nullptr,
                                                    m_best.nodes),
                              m_best.nodes)
                          .arg(wholeText(m_best.gpus), wholeText(m_best.all_paid()));
    return page;
  }

  SlideContent why() const override {
    return reasons(ServingSlideWords::tr("Why %1").arg(name(m_best)), chosenBecause(m_found));
  }

  SlideContent cost() const override {
    SlideContent page = emptySlide(ServingSlideWords::tr("What it costs"));
    const auto& hour = m_best.usd_per_hour;
    const auto& tokens = m_best.usd_per_million_tokens;
    page.figures = {
        {tokens ? usd(*tokens) : unknownText(), ServingSlideWords::tr("for a million output tokens")},
        {hour ? usd(*hour) : unknownText(), ServingSlideWords::tr("an hour")},
        {hour ? usd(*hour * kHoursPerMonth) : unknownText(),
         ServingSlideWords::tr("a month of 730.5 hours")}};
    page.sentences << ServingSlideWords::tr("%1 GPUs are paid for, of which %2 serve.")
                          .arg(wholeText(m_best.all_paid()), wholeText(m_best.gpus));
    if (m_found.job.spare_replicas > 0)
      page.sentences << ServingSlideWords::tr("Spare replicas among them: %1.")
                            .arg(wholeText(m_found.job.spare_replicas));
    return page;
  }

  SlideContent risks() const override {
    SlideContent page = emptySlide(ServingSlideWords::tr("What it rests on"));
    page.sentences = deploymentRisks(m_found);
    return page;
  }

  SlideContent frontier() const override {
    SlideContent page = emptySlide(ServingSlideWords::tr("Fast for users, or much from each GPU"));
    std::vector<QPointF> points;
    for (const planning::OptionPtr& option : m_found.frontier) {
      const serving::Figures& of = fleetOf(option)->figures;
      points.emplace_back(of.tokens_per_second_per_user, of.output_tokens_per_second_per_gpu);
      page.told << ServingSlideWords::tr("%1: %2 tok/s to one user, %3 of one GPU", "deployment, rates")
                       .arg(name(*fleetOf(option)), significantText(of.tokens_per_second_per_user),
                            significantText(of.output_tokens_per_second_per_gpu));
    }
    page.drawing =
        curve(ServingSlideWords::tr("tokens/s to one user"), ServingSlideWords::tr("tokens/s of one GPU"),
              std::move(points),
              {m_best.figures.tokens_per_second_per_user, m_best.figures.output_tokens_per_second_per_gpu});
    return page;
  }

  SlideContent timeline() const override {
    SlideContent page = emptySlide(
        ServingSlideWords::tr("A request of %1 and %2 tokens", "prompt, answer")
            .arg(wholeText(m_found.job.traffic.input.mean), wholeText(m_found.job.traffic.output.mean)));
    const auto text = [](double seconds) { return durationText(seconds); };
    for (const deploy::Group& group : m_best.groups) {
      const serving::Worker& reads = group.deployment.prefill.value_or(group.deployment.worker);
      page.bars.push_back(
          {ServingSlideWords::tr("First token, %1", "pool").arg(poolOf(group)),
           firstTokenShares(group.figures,
                            promptStep(group, m_found.pools.at(static_cast<std::size_t>(group.pool))),
                            m_found.job.traffic.input.mean, reads.max_batched_tokens, m_theme),
           text});
      page.bars.push_back({ServingSlideWords::tr("Whole answer, %1", "pool").arg(poolOf(group)),
                           requestShares(group.figures, m_found.job.traffic.output.mean, m_theme), text});
    }
    return page;
  }

  SlideContent breakdown() const override {
    SlideContent page = emptySlide(ServingSlideWords::tr("Where time and memory go"));
    for (const deploy::Group& group : m_best.groups) {
      page.bars.push_back({ServingSlideWords::tr("An iteration, %1", "pool").arg(poolOf(group)),
                           stepShares(group.figures.decode_step, m_theme),
                           [](double seconds) { return durationText(seconds); }});
      for (const RankMemory& rank : rankMemories(group.figures))
        page.bars.push_back(
            {ServingSlideWords::tr("Memory of a GPU, %1", "pool").arg(withRole(poolOf(group), rank)),
             rankMemoryShares(rank, m_theme), [](double bytes) { return gibText(bytes); }});
    }
    return page;
  }

  QString usd(double value) const { return m_hide ? hiddenSum() : moneyText(value); }
  QString name(const deploy::Fleet& fleet) const { return fleetText(fleet, m_problem.pool_ids()); }
  QString poolOf(const deploy::Group& group) const {
    return QString::fromStdString(m_problem.cluster.pools.at(static_cast<std::size_t>(group.pool)).id);
  }

  const planning::FoundDeployments& m_found;
  const deploy::Fleet& m_best;
};

/// Of a kind that has no pages of its own: what the bar of the search says.
SlideContent saidSlide(const SlideOption& option, bool hide) {
  if (!option.found)
    return emptySlide(ServingSlideWords::tr("%1: not planned yet").arg(withoutMoney(option.name, hide)));
  const ElsewhereWords words = kindWords(option.found->planner).elsewhere(*option.found);
  SlideContent page = emptySlide(words.end);
  if (!words.best.isEmpty()) page.figures.push_back({withoutMoney(words.best, hide), words.bestTip});
  if (!words.why.isEmpty()) page.sentences << withoutMoney(words.why, hide);
  return page;
}

}  // namespace

SlideContent servingSlide(Slide slide, const SlideOption& option, const Theme& theme, bool hideMoney,
                          const std::vector<SlideOption>& options) {
  std::vector<SlideOption> compared;
  std::copy_if(options.begin(), options.end(), std::back_inserter(compared),
               [](const SlideOption& each) { return each.compared && each.serves; });
  const auto* placed = dynamic_cast<const planning::FoundPostTrainings*>(option.found.get());
  if (placed != nullptr && !placed->options.empty() && placementOf(placed->options.front()) != nullptr)
    return postTrainingSlide(slide, *placed, theme, hideMoney, compared);
  const auto* found = dynamic_cast<const planning::FoundDeployments*>(option.found.get());
  if (found == nullptr || found->options.empty() || fleetOf(found->options.front()) == nullptr)
    return saidSlide(option, hideMoney);
  return ServingAuthor(*found, theme, hideMoney).page(slide, compared);
}

}  // namespace astrolabe::ui
