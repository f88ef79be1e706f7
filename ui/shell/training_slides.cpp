#include "ui/shell/training_slides.h"

#include <QCoreApplication>
#include <algorithm>
#include <numeric>

#include "core/planning/recommended.h"
#include "ui/render/answer_text.h"
#include "ui/render/assumed_words.h"
#include "ui/render/evidence_words.h"
#include "ui/render/gpu_order.h"
#include "ui/render/kind_words.h"
#include "ui/render/leader_words.h"
#include "ui/render/mark_words.h"
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

struct TrainingWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Presentation)
};

constexpr std::size_t kRanks = 4, kOptions = 6, kSources = 6;

QString slideWord(const std::string& text) { return QString::fromStdString(text); }

/// Of a layout on a line: more than a column of a page has room for beside figures.
bool isLong(const QString& line) {
  constexpr qsizetype kMostLetters = 36;  // as long as the lines of strategies
  return line.size() > kMostLetters;
}

/// Bars of one kind drawn to one scale: the longest is as wide as the page.
void compare(std::vector<SlideBar>& bars) {
  double longest = 0.0;
  for (const SlideBar& bar : bars)
    longest =
        std::max(longest, std::accumulate(bar.shares.begin(), bar.shares.end(), 0.0,
                                          [](double sum, const Share& share) { return sum + share.value; }));
  for (SlideBar& bar : bars) bar.scale = longest;
}

}  // namespace

plan::SnapshotPtr toldOf(const SlideOption& option) {
  return planning::with_recommended(option.snapshot, option.beside);
}

TrainingSlides::TrainingSlides(const plan::SnapshotPtr& snapshot, const hardware::Catalogue& catalogue,
                               const Theme& theme, bool hide, const SlideView& view)
    : m_answer(snapshot),
      m_snapshot(*snapshot),
      m_problem(*snapshot->problem),
      m_leader(view.leader),
      m_strategy(snapshot->best.empty() ? nullptr : &snapshot->best.front()),
      m_first(m_leader ? m_leader->evaluation : *m_strategy),
      m_chosen(view.chosen ? view.chosen->evaluation : m_first),
      m_view(view),
      m_catalogue(catalogue),
      m_theme(theme),
      m_hide(hide) {
  m_line = isOfAnotherKind() ? layoutLine((view.chosen ? view.chosen : m_leader)->layout)
                             : reportDegrees(m_chosen.strategy);
}

SlideContent TrainingSlides::cluster() const {
  SlideContent page;
  page.headline = grouped(TrainingWords::tr("%1 on %n GPU(s)", nullptr, m_problem.cluster.gpus()),
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
  page.figures.push_back({wholeText(m_problem.cluster.gpus()), TrainingWords::tr("GPUs")});
  if (known) {
    page.figures.push_back({gibText(bytes, 0), TrainingWords::tr("memory of the GPUs")});
    page.figures.push_back(
        {TrainingWords::tr("%1 PFLOP/s").arg(significantText(flops / 1e15)),
         TrainingWords::tr("peak in %1").arg(slideWord(hardware::to_string(m_problem.job.precision)))});
  }
  page.rows.push_back({TrainingWords::tr("Pool"), TrainingWords::tr("GPUs"),
                       TrainingWords::tr("Inside a node"), TrainingWords::tr("Network"),
                       buys() ? TrainingWords::tr("A node, to buy")
                              : TrainingWords::tr("%1/GPU h", "sign of a currency").arg(currencySign())});
  page.numbers = {2, 3, 4};
  for (const hardware::Pool& pool : unslowedPools(m_problem.cluster)) {
    const GpuStyle style = m_theme.gpu(gpuPlace(m_theme, m_problem, pool.gpu.id));
    page.shapes.emplace_back(style.shape, style.color);
    page.rows.push_back({slideWord(pool.id),
                         withMarks(u"%1 × %2 %3"_s.arg(wholeText(pool.nodes), wholeText(pool.gpus_per_node),
                                                       shortGpuName(pool.gpu)),
                                   pool),
                         bandwidthText(pool.intra_node.bandwidth.value),
                         networkText(pool.inter_node.bandwidth.value), priceOf(pool)});
  }
  return page;
}

SlideContent TrainingSlides::ranking() const {
  SlideContent page;
  page.headline = m_leader ? TrainingWords::tr("The best plans of all kinds found")
                           : TrainingWords::tr("The best of %1 strategies")
                                 .arg(significantText(static_cast<double>(m_snapshot.space.total)));
  page.rows.push_back({u"#"_s, TrainingWords::tr("Strategy"), TrainingWords::tr("GPUs"),
                       TrainingWords::tr("Tokens/s"), moneyPerTokens(), TrainingWords::tr("Δ best")});
  page.numbers = {3, 4, 5};
  if (m_leader)
    page.rows.push_back({unrankedLabel(m_leader->layout), leaderName(), reportGpus(m_problem, m_first),
                         significantText(m_first.tokens_per_second),
                         usd(m_first.money.usd_per_trillion_tokens), unknownText()});
  const std::size_t ahead = m_leader ? 1 : 0;
  for (std::size_t i = 0; i < std::min(kOptions - ahead, m_snapshot.best.size()); ++i) {
    const cost::Evaluation& row = m_snapshot.best[i];
    if (!isOfAnotherKind() && row.strategy == m_chosen.strategy) page.boldRow = page.rows.size();
    page.rows.push_back(
        {wholeText(static_cast<double>(i + 1)), reportDegrees(row.strategy), reportGpus(m_problem, row),
         significantText(row.tokens_per_second), usd(row.money.usd_per_trillion_tokens),
         &row == &m_first ? unknownText()
                          : signedPercentText(row.tokens_per_second / m_first.tokens_per_second - 1)});
  }
  if (m_leader && isLong(layoutLine(m_leader->layout))) page.sentences << firstOfAllText(*m_leader);
  if (m_leader) page.sentences << leadEndText(m_leader->proof) + u"."_s;
  page.sentences << endText(m_snapshot) + u"."_s;
  return page;
}

SlideContent TrainingSlides::scenarios(const std::vector<SlideOption>& options,
                                       const DecisionWords& words) const {
  SlideContent page;
  page.headline = words.message.isEmpty()
                      ? TrainingWords::tr("%n options for %1", nullptr, static_cast<int>(options.size()))
                            .arg(slideWord(m_problem.graph->name))
                      : withoutMoney(words.message, m_hide);
  const bool bought = std::any_of(options.begin(), options.end(), [&](const SlideOption& option) {
    return option.snapshot && option.snapshot->problem &&
           option.snapshot->problem->job.cost.basis == hardware::CostBasis::buy;
  });
  QStringList heads{TrainingWords::tr("Option"), TrainingWords::tr("Tokens/s"), TrainingWords::tr("Time"),
                    TrainingWords::tr("Cost")};
  if (bought) heads << TrainingWords::tr("To buy");
  heads << TrainingWords::tr("Chance") << TrainingWords::tr("Limits");
  page.rows.push_back(heads);
  for (qsizetype column = 1; column < heads.size() - 1; ++column) page.numbers.push_back(column);
  page.boldRow = words.decision.winner >= 0 ? static_cast<std::size_t>(words.decision.winner) + 1 : 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const plan::SnapshotPtr told = toldOf(options[i]);
    const cost::Evaluation* row = told && !told->best.empty() ? &told->best.front() : nullptr;
    QStringList cells{withoutMoney(options[i].name, m_hide)};
    if (const planning::OptionPtr& beside = options[i].beside)
      cells.front() = TrainingWords::tr("%1, %2", "scenario, kind of plan that is recommended")
                          .arg(cells.front(), unrankedLabel(beside->layout));
    if (row == nullptr) {
      while (cells.size() < heads.size() - 1) cells << unknownText();
      const bool none = told && told->status == plan::Status::infeasible;
      page.rows.push_back(
          cells << (none ? TrainingWords::tr("nothing fits") : TrainingWords::tr("no answer")));
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
          << (words.contenders[i].limits.empty() ? TrainingWords::tr("none")
              : words.options[i].holds           ? TrainingWords::tr("hold")
                                                 : TrainingWords::tr("broken"));
    page.rows.push_back(cells);
  }
  if (!words.sentence.isEmpty()) page.sentences << mayBeTold({words.sentence});
  page.sentences << mayBeTold(words.further);
  if (!words.chances.isEmpty()) page.sentences << words.chances.back();
  for (const SlideOption& option : options) {
    if (!option.beside) continue;
    std::optional<double> strategy;
    if (!option.snapshot->best.empty()) strategy = option.snapshot->best.front().step.value;
    page.sentences << recommendedText(withoutMoney(option.name, m_hide), *option.beside, strategy);
  }
  if (page.sentences.isEmpty()) page.sentences << TrainingWords::tr("Each with its best strategy.");
  return page;
}

SlideContent TrainingSlides::winnerAmong(const DecisionWords& words) const {
  SlideContent page = winner();
  page.sentences.prepend(page.headline);
  page.headline = withoutMoney(words.message, m_hide);
  page.sentences = mayBeTold({words.sentence}) + page.sentences;
  page.ranks.clear();
  page.ranksTitle.clear();
  return page;
}

SlideContent TrainingSlides::winner() const {
  SlideContent page;
  page.headline = m_line + u" · "_s + reportGpus(m_problem, m_chosen);
  page.figures = {{significantText(m_chosen.tokens_per_second), TrainingWords::tr("tokens/s")},
                  {jobHoursText(m_chosen.outcome),
                   TrainingWords::tr("for %1 tokens").arg(significantText(m_problem.job.tokens))},
                  {usd(m_chosen.money.usd_per_trillion_tokens), TrainingWords::tr("per 1T tokens")},
                  isBought() ? purchaseFigure()
                             : std::array<QString, 2>{percentText(m_chosen.mfu),
                                                      TrainingWords::tr("of the FLOP/s of the GPUs used")}};
  page.answer = isFirst();
  if (isFirst() && m_leader) page.sentences << firstOfAllText(*m_leader) << behindText();
  if (isOfAnotherKind())
    page.sentences << kindWords(*(m_view.chosen ? m_view.chosen : m_leader)).runtimesNote();
  else
    page.sentences << usageText(m_chosen, m_problem);
  page.sentences << TrainingWords::tr("One step takes %1; four of five such runs take %2 to %3.")
                        .arg(durationText(m_chosen.step.value), durationText(m_chosen.step_low.value),
                             durationText(m_chosen.step_high.value));
  if (const QString runsOn = runsOnText(m_problem, m_chosen.strategy);
      !isOfAnotherKind() && !runsOn.isEmpty())
    page.sentences << runsOn;
  page.sentences.removeAll(QString());
  const std::size_t ahead = m_leader ? 1 : 0;
  if (m_snapshot.best.size() + ahead < 2) return page;
  page.ranksTitle = isFirst() ? TrainingWords::tr("Tokens per second, beside the next")
                              : TrainingWords::tr("Tokens per second of the best");
  if (m_leader) page.ranks.push_back(rankOf({}, leaderName(), m_first, true));
  for (std::size_t i = 0; i < std::min(kRanks - ahead, m_snapshot.best.size()); ++i) {
    const cost::Evaluation& row = m_snapshot.best[i];
    page.ranks.push_back(
        rankOf(wholeText(static_cast<double>(i + 1)), reportDegrees(row.strategy), row, &row == &m_first));
  }
  return page;
}

SlideContent TrainingSlides::why() const {
  SlideContent page;
  const auto duration = [](double value) { return durationText(value); };
  if (!isFirst()) {  // beside what stands first: where the time goes
    page.headline = m_leader ? TrainingWords::tr("%1 against %2").arg(m_line, unrankedLabel(m_leader->layout))
                             : TrainingWords::tr("%1 against the best").arg(m_line);
    const QString speed = significantText(m_chosen.tokens_per_second),
                  share = percentText(m_chosen.tokens_per_second / m_first.tokens_per_second);
    page.sentences << (m_leader
                           ? TrainingWords::tr(
                                 "It trains at %1 tokens/s, %2 of the speed of what stands first.")
                           : TrainingWords::tr("It trains at %1 tokens/s, %2 of the best strategy's speed."))
                          .arg(speed, share);
    if (m_view.chosen->violation.binding != cost::Binding::none)
      page.sentences << TrainingWords::tr("It is not possible: %1.")
                            .arg(withoutMoney(violationText(m_view.chosen->violation, m_problem), m_hide));
    page.bars.push_back({TrainingWords::tr("One step"), timeShares(m_chosen, m_theme), duration});
    page.bars.push_back({m_leader ? TrainingWords::tr("One step of what stands first")
                                  : TrainingWords::tr("One step of the best"),
                         timeShares(m_first, m_theme), duration});
    compare(page.bars);
    return page;
  }
  if (m_leader) {
    page.headline = isLong(layoutLine(m_leader->layout)) ? leaderName() : strategyLine();
    for (const Reason& reason : leadsBecause(m_snapshot, *m_leader)) page.sentences << plainReason(reason);
    page.sentences << firstOfAllText(*m_leader);
    page.sentences = mayBeTold(page.sentences);
    page.bars.push_back({TrainingWords::tr("One step"), timeShares(m_first, m_theme), duration});
    if (m_strategy != nullptr)
      page.bars.push_back(
          {TrainingWords::tr("One step of the best strategy"), timeShares(*m_strategy, m_theme), duration});
    compare(page.bars);
    return page;
  }
  page.headline = TrainingWords::tr("Chosen because");
  for (const Reason& reason : chosenBecause(m_snapshot)) {
    const QString text = plainReason(reason);
    if (m_hide && tellsMoney(text)) continue;
    page.sentences << text;
  }
  page.bars.push_back({TrainingWords::tr("One step"), timeShares(m_first, m_theme), duration});
  return page;
}

SlideContent TrainingSlides::pareto() const {
  SlideContent page;
  page.headline = slideTitle(Slide::Pareto);
  if (m_hide) {
    page.sentences << TrainingWords::tr("Money is hidden.");
    return page;
  }
  page.sentences << strategyLine();
  if (m_leader) page.sentences << TrainingWords::tr("The points are strategies.");
  page.told = paretoTold(m_snapshot, m_theme);
  if (page.told.isEmpty())
    page.sentences << TrainingWords::tr("No strategy has a price.");
  else
    page.drawing = paretoDrawing(m_answer, m_theme);
  return page;
}

SlideContent TrainingSlides::timeline() const {
  SlideContent page;
  page.headline = TrainingWords::tr("One step takes %1").arg(durationText(m_chosen.step.value));
  page.sentences << strategyLine();
  if (m_leader && !isFirst()) page.sentences << firstOfAllText(*m_leader);
  if (!m_view.chosen) return page;
  page.told = timelineTold(m_snapshot, *m_view.chosen);
  page.drawing = timelineDrawing(m_answer, m_view.chosen, m_view.begin, m_view.end, m_theme);
  return page;
}

SlideContent TrainingSlides::breakdown() const {
  SlideContent page;
  page.headline = strategyLine();
  page.bars.push_back({TrainingWords::tr("One step"), timeShares(m_chosen, m_theme),
                       [](double value) { return durationText(value); }});
  if (!m_chosen.memory.empty()) {
    const auto stage = static_cast<std::size_t>(m_chosen.fullest_stage());
    const auto pool = static_cast<std::size_t>(m_chosen.memory[stage].pool);
    const QString gpu = shortGpuName(m_problem.cluster.pools[pool].gpu);
    page.bars.push_back({isOfAnotherKind() ? TrainingWords::tr("Memory of the fullest GPU, %1").arg(gpu)
                                           : TrainingWords::tr("Memory of the fullest GPU, stage %1 on %2")
                                                 .arg(wholeText(static_cast<double>(stage + 1)), gpu),
                         memoryShares(m_chosen.memory[stage], m_theme),
                         [](double value) { return gibText(value); }});
  }
  if (std::vector<Share> shares = moneyShares(m_chosen, m_theme); !m_hide && !shares.empty())
    page.bars.push_back(
        {TrainingWords::tr("One hour"), std::move(shares), [](double value) { return moneyText(value); }});
  return page;
}

SlideContent TrainingSlides::cost() const {
  SlideContent page;
  page.headline = TrainingWords::tr("What it costs");
  if (m_hide) {
    page.sentences << TrainingWords::tr("Money is hidden.");
    return page;
  }
  const bool ends = m_chosen.outcome.usd && !isEndless(m_chosen.outcome);
  page.figures = {
      {usd(ends ? std::optional(m_chosen.outcome.usd->value) : std::nullopt),
       TrainingWords::tr("for the job")},
      {usd(m_chosen.money.usd_per_hour ? std::optional(m_chosen.money.usd_per_hour->value) : std::nullopt),
       TrainingWords::tr("an hour")},
      {usd(m_chosen.money.usd_per_trillion_tokens), TrainingWords::tr("per 1T tokens")},
      {powerText(m_chosen.money.power_kw * 1000.0), m_chosen.money.power_estimated
                                                        ? TrainingWords::tr("at the wall, an estimate")
                                                        : TrainingWords::tr("at the wall")}};
  if (isBought()) page.figures.insert(page.figures.begin() + 1, purchaseFigure());
  if (ends)
    page.headline = TrainingWords::tr("The job costs %1, with failures and restarts")
                        .arg(moneyText(m_chosen.outcome.usd->value));
  const std::vector<Share> shares = moneyShares(m_chosen, m_theme);
  if (!shares.empty())
    page.bars.push_back(
        {TrainingWords::tr("One hour"), shares, [](double value) { return moneyText(value); }});
  page.sentences = overTheYears();
  page.sentences << TrainingWords::tr("%1 = cost per hour × 10¹² ÷ (tokens per second × 3600)", "$/1T tokens")
                        .arg(moneyPerTokens());
  return page;
}

SlideContent TrainingSlides::risks() const {
  SlideContent page;
  page.headline = TrainingWords::tr("What it rests on");
  page.sentences << (m_leader ? leadEndText(m_leader->proof) : endText(m_snapshot)) + u"."_s
                 << TrainingWords::tr("The step is computed, not measured: 80 % band %1 to %2.")
                        .arg(durationText(m_chosen.step_low.value), durationText(m_chosen.step_high.value));
  if (const QString names = unmeasuredNames(m_problem, m_chosen.strategy); !names.isEmpty())
    page.sentences << TrainingWords::tr("Nobody measured this software on %1.").arg(names);
  if (m_chosen.outcome.hours > 0.0)
    page.sentences << TrainingWords::tr("With failures %1 of the hours make progress: %2.")
                          .arg(progressText(m_chosen.goodput.share), jobHoursText(m_chosen.outcome));
  if (const QString repairs = sparesText(m_problem, m_chosen); !repairs.isEmpty()) page.sentences << repairs;
  page.sentences
      << TrainingWords::tr("Prices and hardware: catalogue of %1.").arg(slideWord(m_catalogue.date()));
  if (m_snapshot.assumptions.empty()) return page;
  page.rows.push_back({TrainingWords::tr("Assumed"), TrainingWords::tr("Value"), TrainingWords::tr("Why")});
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
    page.sentences << TrainingWords::tr("%n more value(s) are assumed; the report lists all.", nullptr,
                                        static_cast<int>(m_snapshot.assumptions.size() - kSources));
  return page;
}

QString TrainingSlides::usd(const std::optional<double>& value) const {
  return m_hide ? hiddenSum() : moneyText(value);
}

bool TrainingSlides::buys() const { return m_problem.job.cost.basis == hardware::CostBasis::buy; }

QString TrainingSlides::priceOf(const hardware::Pool& pool) const {
  if (buys())
    return pool.purchase_per_gpu ? usd(pool.purchase_per_gpu->value * pool.gpus_per_node) : unknownText();
  return pool.usd_per_gpu_hour ? usd(pool.usd_per_gpu_hour->value) : unknownText();
}

bool TrainingSlides::isBought() const { return buys() && m_chosen.money.purchase.has_value(); }

std::array<QString, 2> TrainingSlides::purchaseFigure() const {
  return {usd(m_chosen.money.purchase->value), TrainingWords::tr("to buy")};
}

QStringList TrainingSlides::overTheYears() const {
  QStringList told;
  if (m_chosen.ownership && m_problem.job.cost.basis != hardware::CostBasis::rent)
    told << ownedText(*m_chosen.ownership) + u' ' + jobShareText(*m_chosen.ownership);
  if (m_chosen.rent_or_buy)
    told << (QStringList{rentOrBuyText(*m_chosen.rent_or_buy), rentSourceText(*m_chosen.rent_or_buy)})
                .join(u' ')
                .trimmed();
  return told;
}

QStringList TrainingSlides::mayBeTold(const QStringList& texts) const {
  QStringList told;
  for (const QString& text : texts)
    if (!(m_hide && tellsMoney(text))) told << text;
  return told;
}

bool TrainingSlides::isFirst() const {
  if (!m_view.chosen) return true;
  if (m_leader) return planning::same(m_view.chosen->layout, m_leader->layout);
  return m_chosen.strategy == m_first.strategy;
}

bool TrainingSlides::isOfAnotherKind() const {
  const planning::OptionPtr& about = m_view.chosen ? m_view.chosen : m_leader;
  return about && planning::strategy_of(*about) == nullptr;
}

QString TrainingSlides::leaderName() const {
  const QString line = layoutLine(m_leader->layout);
  return isLong(line) ? TrainingWords::tr("%1 on %2", "kind of plan, its GPUs")
                            .arg(unrankedLabel(m_leader->layout), reportGpus(m_problem, m_first))
                      : line;
}

QString TrainingSlides::strategyLine() const { return m_line + u" · "_s + reportGpus(m_problem, m_chosen); }

QString TrainingSlides::behindText() const {
  if (!m_leader || m_strategy == nullptr) return {};
  return TrainingWords::tr("The best strategy, %1, trains at %2 tokens/s (%3).")
      .arg(reportDegrees(m_strategy->strategy), significantText(m_strategy->tokens_per_second),
           signedPercentText(m_strategy->tokens_per_second / m_first.tokens_per_second - 1.0));
}

SlideRank TrainingSlides::rankOf(const QString& place, const QString& layout, const cost::Evaluation& row,
                                 bool best) const {
  return {place.isEmpty() ? layout : u"%1  %2"_s.arg(place, layout), row.tokens_per_second,
          wholeText(row.tokens_per_second),
          row.money.usd_per_trillion_tokens
              ? TrainingWords::tr("%1 per 1T tokens").arg(usd(row.money.usd_per_trillion_tokens))
              : reportGpus(m_problem, row),
          best};
}

}  // namespace astrolabe::ui
