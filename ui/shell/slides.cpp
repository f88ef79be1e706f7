#include "ui/shell/slides.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "ui/render/answer_text.h"
#include "ui/render/assumed_words.h"
#include "ui/render/decision_words.h"
#include "ui/render/evidence_words.h"
#include "ui/render/gpu_order.h"
#include "ui/render/kind_words.h"
#include "ui/render/marks.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"
#include "ui/render/ownership_words.h"
#include "ui/render/reason_words.h"
#include "ui/render/report_words.h"
#include "ui/render/runtime_words.h"
#include "ui/render/spares_words.h"
#include "ui/results/why_reasons.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct SlideWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Presentation)
};

constexpr std::size_t kRanks = 4, kOptions = 6, kSources = 6;

QString slideWord(const std::string& text) { return QString::fromStdString(text); }

/// Fills one page; money goes through usd() so that nothing of it is left when it is hidden.
class Author {
 public:
  Author(const plan::SnapshotPtr& snapshot, const hardware::Catalogue& catalogue, const Theme& theme,
         bool hide, const SlideView& view)
      : m_answer(snapshot),
        m_snapshot(*snapshot),
        m_problem(*snapshot->problem),
        m_best(snapshot->best.front()),
        m_chosen(view.chosen ? view.chosen->evaluation : m_best),
        m_line(view.chosen && planning::strategy_of(*view.chosen) == nullptr
                   ? layoutLine(view.chosen->layout)
                   : reportDegrees(m_chosen.strategy)),
        m_view(view),
        m_catalogue(catalogue),
        m_theme(theme),
        m_hide(hide) {}

  SlideContent cluster() const {
    SlideContent page;
    page.headline = grouped(SlideWords::tr("%1 on %n GPU(s)", nullptr, m_problem.cluster.gpus()),
                            m_problem.cluster.gpus())
                        .arg(slideWord(m_problem.graph->name));
    double bytes = 0.0, flops = 0.0;
    bool known = true;
    for (const hardware::Pool& pool : m_problem.cluster.pools) {
      const auto peak = hardware::peak(pool.gpu, m_problem.job.precision);
      known = known && peak && pool.gpu.memory;
      if (!known) break;
      bytes += pool.gpus() * pool.gpu.memory->value;
      flops += pool.gpus() * peak->value;
    }
    page.answer = false;
    page.figures.push_back({wholeText(m_problem.cluster.gpus()), SlideWords::tr("GPUs")});
    if (known) {
      page.figures.push_back({gibText(bytes, 0), SlideWords::tr("memory of the GPUs")});
      page.figures.push_back(
          {SlideWords::tr("%1 PFLOP/s").arg(significantText(flops / 1e15)),
           SlideWords::tr("peak in %1").arg(slideWord(hardware::to_string(m_problem.job.precision)))});
    }
    page.rows.push_back({SlideWords::tr("Pool"), SlideWords::tr("GPUs"), SlideWords::tr("Inside a node"),
                         SlideWords::tr("Network"),
                         buys() ? SlideWords::tr("A node, to buy")
                                : SlideWords::tr("%1/GPU h", "sign of a currency").arg(currencySign())});
    page.numbers = {2, 3, 4};
    for (const hardware::Pool& pool : m_problem.cluster.pools) {
      const GpuStyle style = m_theme.gpu(gpuPlace(m_theme, m_problem, pool.gpu.id));
      page.shapes.emplace_back(style.shape, style.color);
      page.rows.push_back(
          {slideWord(pool.id),
           u"%1 × %2 %3"_s.arg(wholeText(pool.nodes), wholeText(pool.gpus_per_node), shortGpuName(pool.gpu)),
           bandwidthText(pool.intra_node.bandwidth.value), networkText(pool.inter_node.bandwidth.value),
           priceOf(pool)});
    }
    return page;
  }

  /// The best strategies, the chosen one in bold.
  SlideContent ranking() const {
    SlideContent page;
    page.headline = SlideWords::tr("The best of %1 strategies")
                        .arg(significantText(static_cast<double>(m_snapshot.space.total)));
    page.rows.push_back({u"#"_s, SlideWords::tr("Strategy"), SlideWords::tr("GPUs"),
                         SlideWords::tr("Tokens/s"), moneyPerTokens(), SlideWords::tr("Δ best")});
    page.numbers = {3, 4, 5};
    for (std::size_t i = 0; i < std::min(kOptions, m_snapshot.best.size()); ++i) {
      const cost::Evaluation& row = m_snapshot.best[i];
      if (row.strategy == m_chosen.strategy) page.boldRow = page.rows.size();
      page.rows.push_back(
          {wholeText(static_cast<double>(i + 1)), reportDegrees(row.strategy), reportGpus(m_problem, row),
           significantText(row.tokens_per_second), usd(row.money.usd_per_trillion_tokens),
           i == 0 ? unknownText() : signedPercentText(row.tokens_per_second / m_best.tokens_per_second - 1)});
    }
    page.sentences << endText(m_snapshot) + u"."_s;
    return page;
  }

  /// Scenarios side by side, the shown one as it stands on the other pages: which to take, and what it rests
  /// on.
  SlideContent scenarios(const std::vector<SlideOption>& options, const DecisionWords& words) const {
    SlideContent page;
    page.headline = words.message.isEmpty()
                        ? SlideWords::tr("%n options for %1", nullptr, static_cast<int>(options.size()))
                              .arg(slideWord(m_problem.graph->name))
                        : withoutMoney(words.message, m_hide);
    const auto bestOf = [this](const SlideOption& option) -> const cost::Evaluation* {
      if (option.shown) return &m_best;
      return option.snapshot && !option.snapshot->best.empty() ? &option.snapshot->best.front() : nullptr;
    };
    const bool bought = std::any_of(options.begin(), options.end(), [&](const SlideOption& option) {
      const plan::Snapshot* answer = option.shown ? &m_snapshot : option.snapshot.get();
      return answer != nullptr && answer->problem &&
             answer->problem->job.cost.basis == hardware::CostBasis::buy;
    });
    QStringList heads{SlideWords::tr("Option"), SlideWords::tr("Tokens/s"), SlideWords::tr("Time"),
                      SlideWords::tr("Cost")};
    if (bought) heads << SlideWords::tr("To buy");
    heads << SlideWords::tr("Chance") << SlideWords::tr("Limits");
    page.rows.push_back(heads);
    for (qsizetype column = 1; column < heads.size() - 1; ++column) page.numbers.push_back(column);
    page.boldRow = words.decision.winner >= 0 ? static_cast<std::size_t>(words.decision.winner) + 1 : 0;
    for (std::size_t i = 0; i < options.size(); ++i) {
      const cost::Evaluation* row = bestOf(options[i]);
      QStringList cells{withoutMoney(options[i].name, m_hide)};
      if (row == nullptr) {
        while (cells.size() < heads.size() - 1) cells << unknownText();
        const plan::Snapshot* answer = options[i].shown ? &m_snapshot : options[i].snapshot.get();
        const bool none = answer != nullptr && answer->status == plan::Status::infeasible;
        page.rows.push_back(cells << (none ? SlideWords::tr("nothing fits") : SlideWords::tr("no answer")));
        continue;
      }
      const auto money = [&](const std::optional<Usd>& sum) {
        return usd(sum ? std::optional(sum->value) : std::nullopt);
      };
      cells << significantText(row->tokens_per_second) << jobHoursText(row->outcome)
            << money(isEndless(row->outcome) ? std::nullopt : row->outcome.usd);
      if (bought) cells << money(row->money.purchase);
      const plan::Decided& decided = words.decision.options[i];
      cells << (decided.place > 0 ? percentText(decided.chance, 0) : unknownText())
            << (words.contenders[i].limits.empty() ? SlideWords::tr("none")
                : words.options[i].holds           ? SlideWords::tr("hold")
                                                   : SlideWords::tr("broken"));
      page.rows.push_back(cells);
    }
    if (!words.sentence.isEmpty()) page.sentences << mayBeTold({words.sentence});
    page.sentences << mayBeTold(words.further);
    if (!words.chances.isEmpty()) page.sentences << words.chances.back();
    if (page.sentences.isEmpty()) page.sentences << SlideWords::tr("Each with its best strategy.");
    return page;
  }

  /// The best of the scenarios, which is that of this page.
  SlideContent winnerAmong(const DecisionWords& words) const {
    SlideContent page = winner();
    page.sentences.prepend(page.headline);
    page.headline = withoutMoney(words.message, m_hide);
    page.sentences = mayBeTold({words.sentence}) + page.sentences;
    page.ranks.clear();
    page.ranksTitle.clear();
    return page;
  }

  SlideContent winner() const {
    SlideContent page;
    page.headline = m_line + u" · "_s + reportGpus(m_problem, m_chosen);
    page.figures = {{significantText(m_chosen.tokens_per_second), SlideWords::tr("tokens/s")},
                    {jobHoursText(m_chosen.outcome),
                     SlideWords::tr("for %1 tokens").arg(significantText(m_problem.job.tokens))},
                    {usd(m_chosen.money.usd_per_trillion_tokens), SlideWords::tr("per 1T tokens")},
                    isBought() ? purchaseFigure()
                               : std::array<QString, 2>{percentText(m_chosen.mfu),
                                                        SlideWords::tr("of the FLOP/s of the GPUs used")}};
    page.answer = isBest();
    page.sentences << usageText(m_chosen, m_problem)
                   << SlideWords::tr("One step takes %1; four of five such runs take %2 to %3.")
                          .arg(durationText(m_chosen.step.value), durationText(m_chosen.step_low.value),
                               durationText(m_chosen.step_high.value));
    if (const QString runsOn = runsOnText(m_problem, m_chosen.strategy); !runsOn.isEmpty())
      page.sentences << runsOn;
    if (m_snapshot.best.size() > 1)
      page.ranksTitle = isBest() ? SlideWords::tr("Tokens per second, beside the next")
                                 : SlideWords::tr("Tokens per second of the best");
    for (std::size_t i = 0; i < std::min(kRanks, m_snapshot.best.size()) && m_snapshot.best.size() > 1; ++i) {
      const cost::Evaluation& row = m_snapshot.best[i];
      page.ranks.push_back(
          {u"%1  %2"_s.arg(wholeText(static_cast<double>(i + 1)), reportDegrees(row.strategy)),
           row.tokens_per_second, wholeText(row.tokens_per_second),
           row.money.usd_per_trillion_tokens
               ? SlideWords::tr("%1 per 1T tokens").arg(usd(row.money.usd_per_trillion_tokens))
               : reportGpus(m_problem, row),
           i == 0});
    }
    return page;
  }

  SlideContent why() const {
    SlideContent page;
    const auto duration = [](double value) { return durationText(value); };
    if (!isBest()) {  // beside the best: where the time goes
      page.headline = SlideWords::tr("%1 against the best").arg(m_line);
      page.sentences << SlideWords::tr("It trains at %1 tokens/s, %2 of the best strategy's speed.")
                            .arg(significantText(m_chosen.tokens_per_second),
                                 percentText(m_chosen.tokens_per_second / m_best.tokens_per_second));
      if (m_view.chosen->violation.binding != cost::Binding::none)
        page.sentences << SlideWords::tr("It is not possible: %1.")
                              .arg(withoutMoney(violationText(m_view.chosen->violation, m_problem), m_hide));
      page.bars.push_back({SlideWords::tr("One step"), timeShares(m_chosen, m_theme), duration});
      page.bars.push_back({SlideWords::tr("One step of the best"), timeShares(m_best, m_theme), duration});
      return page;
    }
    page.headline = SlideWords::tr("Chosen because");
    for (const Reason& reason : chosenBecause(m_snapshot)) {
      const QString text = plainReason(reason);
      if (m_hide && tellsMoney(text)) continue;
      page.sentences << text;
    }
    page.bars.push_back({SlideWords::tr("One step"), timeShares(m_best, m_theme), duration});
    return page;
  }

  SlideContent pareto() const {
    SlideContent page;
    page.headline = slideTitle(Slide::Pareto);
    if (m_hide) {
      page.sentences << SlideWords::tr("Money is hidden.");
      return page;
    }
    page.sentences << strategyLine();
    page.told = paretoTold(m_snapshot, m_theme);
    if (page.told.isEmpty())
      page.sentences << SlideWords::tr("No strategy has a price.");
    else
      page.drawing = paretoDrawing(m_answer, m_theme);
    return page;
  }

  SlideContent timeline() const {
    SlideContent page;
    page.headline = SlideWords::tr("One step takes %1").arg(durationText(m_chosen.step.value));
    page.sentences << strategyLine();
    if (!m_view.chosen) return page;
    page.told = timelineTold(m_snapshot, *m_view.chosen);
    page.drawing = timelineDrawing(m_answer, m_view.chosen, m_view.begin, m_view.end, m_theme);
    return page;
  }

  SlideContent breakdown() const {
    SlideContent page;
    page.headline = strategyLine();
    page.bars.push_back({SlideWords::tr("One step"), timeShares(m_chosen, m_theme),
                         [](double value) { return durationText(value); }});
    if (!m_chosen.memory.empty()) {
      const auto stage = static_cast<std::size_t>(m_chosen.fullest_stage());
      const auto pool = static_cast<std::size_t>(m_chosen.memory[stage].pool);
      page.bars.push_back({SlideWords::tr("Memory of the fullest GPU, stage %1 on %2")
                               .arg(wholeText(static_cast<double>(stage + 1)),
                                    shortGpuName(m_problem.cluster.pools[pool].gpu)),
                           memoryShares(m_chosen.memory[stage], m_theme),
                           [](double value) { return gibText(value); }});
    }
    if (std::vector<Share> shares = moneyShares(m_chosen, m_theme); !m_hide && !shares.empty())
      page.bars.push_back(
          {SlideWords::tr("One hour"), std::move(shares), [](double value) { return moneyText(value); }});
    return page;
  }

  SlideContent cost() const {
    SlideContent page;
    page.headline = SlideWords::tr("What it costs");
    if (m_hide) {
      page.sentences << SlideWords::tr("Money is hidden.");
      return page;
    }
    const bool ends = m_chosen.outcome.usd && !isEndless(m_chosen.outcome);
    page.figures = {
        {usd(ends ? std::optional(m_chosen.outcome.usd->value) : std::nullopt),
         SlideWords::tr("for the job")},
        {usd(m_chosen.money.usd_per_hour ? std::optional(m_chosen.money.usd_per_hour->value) : std::nullopt),
         SlideWords::tr("an hour")},
        {usd(m_chosen.money.usd_per_trillion_tokens), SlideWords::tr("per 1T tokens")},
        {powerText(m_chosen.money.power_kw * 1000.0),
         m_chosen.money.power_estimated ? SlideWords::tr("drawn, an estimate") : SlideWords::tr("drawn")}};
    if (isBought()) page.figures.insert(page.figures.begin() + 1, purchaseFigure());
    if (ends)
      page.headline = SlideWords::tr("The job costs %1, with failures and restarts")
                          .arg(moneyText(m_chosen.outcome.usd->value));
    const std::vector<Share> shares = moneyShares(m_chosen, m_theme);
    if (!shares.empty())
      page.bars.push_back(
          {SlideWords::tr("One hour"), shares, [](double value) { return moneyText(value); }});
    page.sentences = overTheYears();
    page.sentences << SlideWords::tr("%1 = cost per hour × 10¹² ÷ (tokens per second × 3600)", "$/1T tokens")
                          .arg(moneyPerTokens());
    return page;
  }

  SlideContent risks() const {
    SlideContent page;
    page.headline = SlideWords::tr("What it rests on");
    page.sentences << endText(m_snapshot) + u"."_s
                   << SlideWords::tr("The step is computed, not measured: 80 % band %1 to %2.")
                          .arg(durationText(m_chosen.step_low.value), durationText(m_chosen.step_high.value));
    if (const QString names = unmeasuredNames(m_problem, m_chosen.strategy); !names.isEmpty())
      page.sentences << SlideWords::tr("Nobody measured this software on %1.").arg(names);
    if (m_chosen.outcome.hours > 0.0)
      page.sentences << SlideWords::tr("With failures %1 of the hours make progress: %2.")
                            .arg(progressText(m_chosen.goodput.share), jobHoursText(m_chosen.outcome));
    if (const QString repairs = sparesText(m_problem, m_chosen); !repairs.isEmpty())
      page.sentences << repairs;
    page.sentences
        << SlideWords::tr("Prices and hardware: catalogue of %1.").arg(slideWord(m_catalogue.date()));
    if (m_snapshot.assumptions.empty()) return page;
    page.rows.push_back({SlideWords::tr("Assumed"), SlideWords::tr("Value"), SlideWords::tr("Why")});
    page.boldRow = 0;  // none of them is the best
    for (std::size_t i = 0; i < std::min(kSources, m_snapshot.assumptions.size()); ++i) {
      const hardware::Assumption& assumed = m_snapshot.assumptions[i];
      const bool hidden =
          m_hide && (assumed.what.find("usd") != std::string::npos || tellsMoney(slideWord(assumed.value)) ||
                     tellsMoney(slideWord(hardware::to_text(assumed.why))));
      page.rows.push_back({assumedName(assumed.what),
                           hidden ? hiddenSum() : shownSum(assumedValue(assumed.value)),
                           hidden ? QString() : reasonText(assumed.why)});
    }
    if (m_snapshot.assumptions.size() > kSources)
      page.sentences << SlideWords::tr("%n more value(s) are assumed; the report lists all.", nullptr,
                                       static_cast<int>(m_snapshot.assumptions.size() - kSources));
    return page;
  }

 private:
  QString usd(const std::optional<double>& value) const { return m_hide ? hiddenSum() : moneyText(value); }
  bool buys() const { return m_problem.job.cost.basis == hardware::CostBasis::buy; }
  /// Of a node, to buy; else what a GPU is rented for.
  QString priceOf(const hardware::Pool& pool) const {
    if (buys())
      return pool.purchase_per_gpu ? usd(pool.purchase_per_gpu->value * pool.gpus_per_node) : unknownText();
    return pool.usd_per_gpu_hour ? usd(pool.usd_per_gpu_hour->value) : unknownText();
  }
  /// The machines are bought, and their price is known.
  bool isBought() const { return buys() && m_chosen.money.purchase.has_value(); }
  std::array<QString, 2> purchaseFigure() const {
    return {usd(m_chosen.money.purchase->value), SlideWords::tr("to buy")};
  }
  /// What machines that are bought or owned come to, and whether renting them is cheaper.
  QStringList overTheYears() const {
    QStringList told;
    if (m_chosen.ownership && m_problem.job.cost.basis != hardware::CostBasis::rent)
      told << ownedText(*m_chosen.ownership) + u' ' + jobShareText(*m_chosen.ownership);
    if (m_chosen.rent_or_buy)
      told << (QStringList{rentOrBuyText(*m_chosen.rent_or_buy), rentSourceText(*m_chosen.rent_or_buy)})
                  .join(u' ')
                  .trimmed();
    return told;
  }
  /// The texts that may be told: all, or those without sums of money where money is hidden.
  QStringList mayBeTold(const QStringList& texts) const {
    QStringList told;
    for (const QString& text : texts)
      if (!(m_hide && tellsMoney(text))) told << text;
    return told;
  }
  bool isBest() const { return m_chosen.strategy == m_best.strategy; }
  /// What a drawing is of.
  QString strategyLine() const { return m_line + u" · "_s + reportGpus(m_problem, m_chosen); }

  const plan::SnapshotPtr& m_answer;
  const plan::Snapshot& m_snapshot;
  const strategy::Problem& m_problem;
  const cost::Evaluation &m_best, &m_chosen;
  QString m_line;  ///< the layout of m_chosen
  const SlideView& m_view;
  const hardware::Catalogue& m_catalogue;
  const Theme& m_theme;
  bool m_hide;
};

/// Between the options of a page; the shown one as it stands on the other pages.
DecisionWords decidedBetween(const std::vector<SlideOption>& options, const plan::SnapshotPtr& shown) {
  if (options.size() < 2) return {};
  std::vector<NamedOption> named;
  for (const SlideOption& option : options)
    named.push_back(
        {option.id, option.name, option.shown ? shown.get() : option.snapshot.get(), option.baseline});
  return decisionWords(named);
}

/// The option that the pages are of where the shown scenario has no strategy: the one to take, else the first
/// with an answer; null for none.
const SlideOption* standIn(const std::vector<SlideOption>& options) {
  std::vector<SlideOption> compared;
  std::copy_if(options.begin(), options.end(), std::back_inserter(compared),
               [](const SlideOption& option) { return option.compared; });
  const int winner = decidedBetween(compared, nullptr).decision.winner;
  const int wanted = winner >= 0 ? compared[static_cast<std::size_t>(winner)].id : -1;
  const SlideOption* first = nullptr;
  for (const SlideOption& option : options) {
    if (!option.snapshot || !option.snapshot->problem || option.snapshot->best.empty()) continue;
    if (option.id == wanted) return &option;
    if (first == nullptr) first = &option;
  }
  return first;
}

}  // namespace

SlideContent slideContent(Slide slide, const plan::SnapshotPtr& snapshot,
                          const hardware::Catalogue& catalogue, const Theme& theme, bool hideMoney,
                          const std::vector<SlideOption>& options, const SlideView& view) {
  if (!snapshot || !snapshot->problem || snapshot->best.empty()) {
    const bool none = snapshot && snapshot->status == plan::Status::infeasible;
    std::vector<SlideOption> others = none && !view.saved ? options : std::vector<SlideOption>();
    for (SlideOption& option : others)
      if (std::exchange(option.shown, false)) option.snapshot = snapshot;
    const SlideOption* other = standIn(others);
    if (other == nullptr)
      return emptySlide(none ? SlideWords::tr("No strategy fits") : SlideWords::tr("Searching…"));
    SlideView best;
    best.title = view.title;
    SlideContent page = slideContent(slide, other->snapshot, catalogue, theme, hideMoney, others, best);
    if (slide != Slide::Options && slide != Slide::Winner && view.title.isEmpty())
      page.headline = SlideWords::tr("%1: %2", "name of a scenario, headline of its page")
                          .arg(withoutMoney(other->name, hideMoney), page.headline);
    return page;
  }
  const Author author(snapshot, catalogue, theme, hideMoney, view);
  std::vector<SlideOption> compared;
  std::copy_if(options.begin(), options.end(), std::back_inserter(compared),
               [](const SlideOption& option) { return option.compared; });
  const DecisionWords words = decidedBetween(compared, snapshot);
  const auto winner = static_cast<std::size_t>(std::max(0, words.decision.winner));
  const bool among = !words.sentence.isEmpty() && words.decision.winner >= 0 && !view.saved;
  SlideContent page = [&] {
    switch (slide) {
      case Slide::Cluster:
        return author.cluster();
      case Slide::Options:
        return compared.size() > 1 ? author.scenarios(compared, words) : author.ranking();
      case Slide::Winner: {
        if (!among) return author.winner();
        const SlideView best;
        return Author(compared[winner].shown ? snapshot : compared[winner].snapshot, catalogue, theme,
                      hideMoney, best)
            .winnerAmong(words);
      }
      case Slide::Why:
        return author.why();
      case Slide::Cost:
        return author.cost();
      case Slide::Ranking:
        return author.ranking();
      case Slide::Pareto:
        return author.pareto();
      case Slide::Timeline:
        return author.timeline();
      case Slide::Breakdown:
        return author.breakdown();
      case Slide::Risks:
        break;
    }
    return author.risks();
  }();
  if (!view.title.isEmpty() && !(hideMoney && tellsMoney(view.title))) page.headline = view.title;
  return page;
}

}  // namespace astrolabe::ui
